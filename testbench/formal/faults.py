"""Faults of the written Verilog. Proofs must refute each: one that cannot fail proves nothing."""

import re
import shutil
from dataclasses import dataclass, replace

import tools
from barriers import BANKED, SMALL, TOLD, TWO_BANK
from lanes import OF_VIDEO, PLAIN, Lane
from machine import PASSING, STAGES, Machine
from reuse import A as REUSE
from shorted import Depth
from stages import INTEGERS, OF_FLOATS
from symfpu import ADD, COMPARE, FUSED, MAXIMUM, MULTIPLY
from system import MEMORY, REGISTERS, SLAVE, THREE_WAVES
from units import FEW_SHUFFLES, FLOATS, FOUR_LANES, PAIR, TWO_ROWS, asks, matches

WIDE, SKEWED = Machine("wide", registers=2), Machine("skewed", registers=2)
_, WIDE_OF_FOUR_STAGES = (m for m in STAGES if m.organisation == "wide")
(SKEWED_OF_FOUR_STAGES,) = (m for m in STAGES if (m.organisation, m.stages) == ("skewed", 4))
(BANKED_OF_FOUR_STAGES,) = (m for m in STAGES if (m.organisation, m.collectors, m.stages) == ("banked", 2, 4))
WIDE_OF_FIVE_STAGES = replace(WIDE_OF_FOUR_STAGES, stages=5, finished=5)
WIDE_IN_PARTS, COPIES_IN_PARTS, SKEWED_IN_PARTS = PASSING[:3]
PORTS, COPIES = Machine("multi_port", registers=2), Machine("replicated", registers=2)

NEAR, FAR = replace(ADD, only=tuple(range(-2, 3))), replace(FUSED, only=(200,))


@dataclass(frozen=True)
class Fault:
    """`old`, a regular expression that a module has once, becomes `new`; `says` what that does.

    `by` names the properties that are asked, where all take long.
    """

    subject: object
    says: str
    module: str
    old: str
    new: str
    is_harmless: bool = False
    by: tuple = ()

    def properties(self):
        every = self.subject.properties()
        return [(name, output) for name, output in every if not self.by or name in self.by]

    def name(self):
        return f"{self.subject.name()}: {self.says}"


def asked(name, faults):
    """`faults` of which only the property `name` is asked."""
    return [(*fault, False, (name,)) for fault in faults]


# What the core may tell its barriers wrongly, whatever its register file.
HELD_WAVE_ISSUES = ("who is held issues", "sequencer", r"blocked =\s+held \|", "blocked =")
VOTE_WITHOUT_GUARD = ("a thread votes without its guard", "core", r"exec_masks_exec_row & guard", "exec_masks_exec_row")
LOWEST_BIT_READ = ("B2R.P reads the lowest bit", "core", r"\|barriers_result", "barriers_result[0]")
NUMBER_OF_THE_NEXT = (
    "a barrier has the number of the next", "core",
    r"sequencer_executing_literal\[3:0\]\),\s+\.wanted", "sequencer_reading_literal[3:0]), .wanted",
)
WAVE_OF_THE_NEXT = (
    "a wave arrives in place of the one that executes", "core",
    r"(barriers \([^;]*)\.wave\(sequencer_executing_wave\)", r"\1.wave(sequencer_reading_wave)",
)
WAVE_OF_THE_LAST = (
    "B2R reads for the wave that executes before it", "core",
    r"(barriers \([^;]*)\.reading_wave\(sequencer_reading_wave\)", r"\1.reading_wave(sequencer_executing_wave)",
)

# What masks of others rest on, whatever the register file.
GUARD_NOT_GATHERED = (
    "the guard is not gathered", "sequencer", r"reading_gathers_masks <=[^;]*;", "reading_gathers_masks <= 1'b0;",
)
ONE_SLOT_LESS = (
    "the interlock compares one slot less", "sequencer", r"is_of_wave1 =[^;]*;", "is_of_wave1 = 1'b0;",
)

# By subject: what a fault does, its module, `old`, `new`, and what else a `Fault` has.
SEEDED = [
    (WIDE, [
        ("the interlock does not compare operand b", "sequencer",
         r"b_in_flight =[^;]*;", "b_in_flight = 1'b0;"),
        ("the interlock does not compare the guard", "sequencer",
         r"\(\{1'b0, guard\} == reading_mask_destination_q\) \|", ""),
        ("the interlock looks at the other wave", "sequencer",
         r"reading_wave == issue_wave", "reading_wave != issue_wave"),
        ("every pass retires", "sequencer", r"reading_valid & ~reading_gathers;", "reading_valid;"),
        ("reset retires something", "sequencer", r"writing_valid <= 1'b0", "writing_valid <= 1'b1"),
        ("a is read one cycle early", "register_file",
         r"reading_reads_a & \(phase == 2'd2\)", "reading_reads_a & (phase == 2'd1)"),
        ("the host takes the port from a read of a", "register_file",
         r"\(access_next \| next_may_read_c\)", "(write_next | next_read_b | next_may_read_c)"),
        ("the host is served twice", "register_file", r" & ~host_grant_q", ""),
        ("a request that was taken back is written", "register_file",
         r"\(host_beat == 2'd1\) & host_valid", "host_beat == 2'd1"),
        ("the mask file is written one cycle late", "mask_file",
         r"writing_valid & \(phase == 2'd3\)", "writing_valid & (phase == 2'd0)"),
        ("c is that of the instruction before", "sequencer",
         r"next_c = takes_up \? c : reading_c_q", "next_c = reading_c_q"),
        ("q is that of the instruction before", "sequencer",
         r"next_q = takes_up \? q : reading_q", "next_q = reading_q"),
        ("s_andn2_b64 changes nothing", "core", "exec_if_11_choices = 8'd219", "exec_if_11_choices = 8'd251"),
        ("REDUX combines one beat less", "core",
         r"execute_pass_gathering & \(&execute_pass_beat\)", "execute_pass_gathering & ~execute_pass_beat[0]"),
        ("the host is given words for masks", "core",
         r"host_was_mask_q <= host_entry", "host_was_mask_q <= ~host_entry"),
    ]),
    (PORTS, [
        ("every beat that executes is gathered", "core",
         r"gathering = beat_passes & sequencer_executing_gathers", "gathering = beat_passes"),
        GUARD_NOT_GATHERED,
    ]),
    (SKEWED, [
        ("the interlock does not compare operand c", "sequencer",
         r"c_in_flight =[^;]*;", "c_in_flight = 1'b0;"),
        ("the file of beat 1 is told nothing of c", "register_file", r"read_c \| read_b_q", "read_b_q"),
        ("a beat's file writes where it reads", "register_file_of_beat",
         r"write_next \? write_address", "write_next ? read_address"),
    ]),
    (replace(SKEWED, T=15, U=0), [
        ("the last beat has the next instruction's destination", "core",
         r"finishing2_destination_q <= finishing1_destination_q",
         "finishing2_destination_q <= sequencer_executing_destination"),
    ]),
    (COPIES, [
        ("EXEC is never written", "core", r"writes_exec = lanes_busy & is_exec", "writes_exec = 1'b0"),
    ]),
    (WIDE_OF_FOUR_STAGES, [
        ("REDUX goes on with the sum of the one before", "core",
         r"reduced_before_q & \{32\{\|execute_pass_beat\}\}", "reduced_before_q"),
        ONE_SLOT_LESS,
    ]),
    (WIDE_IN_PARTS, [
        ("SHFL.IDX takes one pass less", "sequencer",
         r"(adds1_passes =[^;]*)\(opcode == SHFL_IDX\) \|", r"\1"),
        ("SHFL keeps no word", "core",
         r"\(pass_result & ~kept_result_inverse\) \| \(pass_before_q\[535:408\] & kept_result_inverse\)", "pass_result"),
        ("who was written in the pass before is forgotten", "core",
         r"(kept_moves =)[^;]*;", r"\1 execute_pass_moves;"),
        ("operand b is read in the last pass alone", "core",
         r"(reads_b_term =\s+~sequencer_reading_gathers) \| sequencer_reading_gathers_operands", r"\1"),
        ("ds_permute_b32 reads its guard in the last pass alone", "sequencer",
         r"\(opcode == DS_PERMUTE_B32\) \| \(opcode\[7:4\] == CLASS_VOTE\);", "(opcode[7:4] == CLASS_VOTE);"),
        ("a later pass has the instruction that is offered", "sequencer",
         r"takes_up = \(phase == 2'd0\) & ~reading_gathers", "takes_up = (phase == 2'd0)"),
        ("execute is told the passes of the next", "sequencer",
         r"executing_passes_left <= reading_passes_left_q", "executing_passes_left <= passes_after_first"),
    ]),
    (COPIES_IN_PARTS, [
        ("SHFL.UP takes no pass to gather", "sequencer",
         r"(adds1_passes =)([^;]*;\s+wire adds2_passes =[^;]*)\(opcode == SHFL_UP\) \|", r"\1 (opcode == SHFL_UP) |\2"),
        ("operand c is read in the last pass alone", "core",
         r"(reads_c_term =\s+~sequencer_reading_gathers) \| sequencer_reading_gathers_operands", r"\1"),
        ("SHFL keeps no predicate", "core",
         r"\(execute_mask & ~execute_pass_keeps\) \| \(pass_before_q\[539:536\] & execute_pass_keeps\)", "execute_mask"),
    ]),
    (SKEWED_IN_PARTS, [
        ("a result is kept of the beat before", "core", r"pass_before_q\[535:408\]", "pass_before_q[127:0]"),
    ]),
    (SKEWED_OF_FOUR_STAGES, asked("masks of others", [
        ("a mask is written a cycle early", "core", r"mask_row = mask_stage4_q", "mask_row = mask_stage3_q"),
        ("q is gathered a cycle early", "mask_file", r"\.row\(c_q\)", ".row(c_early_q)"),
        GUARD_NOT_GATHERED,
        ONE_SLOT_LESS,
    ])),
    (BANKED_OF_FOUR_STAGES, asked("masks of others", [
        ("a mask is written a cycle early", "core", r"mask_row = mask_stage3_q", "mask_row = mask_stage2_q"),
        ("the guard is gathered for q", "mask_file", r"\.row\(c_q\)", ".row(a_q)"),
        GUARD_NOT_GATHERED,
        ONE_SLOT_LESS,
        ("the interlock does not compare what waits behind another", "sequencer", r"is_of_wave2 =[^;]*;", "is_of_wave2 = 1'b0;"),
    ])),
    (INTEGERS, [
        ("words of SHFL are held as if only lane moves took them", "wave_shuffle",
         r"if \(takes_shuffle_word\) begin", "if (is_move_s2) begin"),
        ("what a vote found is held unless it is MATCH.ALL", "matching_threads",
         r"if \(is_vote\) begin", "if (is_vote & is_match_all_s1) begin"),
        ("EXEC comes a cycle early", "execute", r"\.exec\(exec_row_s4\[", ".exec(exec_row_s3["),
    ]),
    (OF_FLOATS, [
        ("a register takes the bit beside", "float_round",
         r"_operand_s3 <= empty_parts_by2\[1\] \^", "_operand_s3 <= empty_parts_by2[0] ^"),
    ]),
    (Depth("small", 4), [
        ("a register takes the other word", "redux_kept_s1_2", "left_s1 <= left;", "left_s1 <= right;"),
        ("a code is that of another operation", "redux_pair_s1_s2",
         "choice == REDUX_XOR_U32_CHOICE", "choice == REDUX_OR_U32_CHOICE"),
        ("an OR of bits is their AND", "lane", r"is_count & \(~\|opcode", "is_count & (~&opcode"),
        ("EXEC comes a stage early", "execute", r"\.exec\(exec_row_s2\[", ".exec(exec_row["),
        ("a flip-flop of a chain is missing", "vote", "choice_s4 <= choice_s3;", "choice_s4 <= choice_s2[3];"),
        ("an enable comes a stage early", "execute", r"if \(a_is_given_s2\)", "if (a_is_given)"),
        ("a register takes the bit beside", "vote", r"choice_s3 <= choice_s2\[3\];", "choice_s3 <= choice_s2[2];"),
        ("a sign is looked at twice", "lane", r"\^ a_s3\[31\] \^ b_s3\[31\]", "^ a_s3[31] ^ a_s3[31]"),
    ]),
    (WIDE_OF_FOUR_STAGES, [
        # The beats of a REDUX come out within a slot of their execution if there are no more stages
        # than beats; its last pass executes then, with the same opcode.
        ("the pair of beats has the choice of what executes", "core",
         r"\.choice\(execute_pass_choice\), \.left", ".choice(sequencer_executing_opcode[2:0]), .left", True),
    ]),
    (WIDE_OF_FIVE_STAGES, [
        ("the pair of beats has the choice of what executes", "core",
         r"\.choice\(execute_pass_choice\), \.left", ".choice(sequencer_executing_opcode[2:0]), .left"),
    ]),
    (matches(8), [
        ("words are compared without their lowest bits", "same_bits", r"own == other", "own[2:1] == other[2:1]"),
        ("MATCH.ALL gives a mask where not all match", "matching_threads", r"all_match \| ~is_match_all", "1'b1"),
    ]),
    (matches(6, "register_file=skewed"), [
        ("a lane takes its answer in the pass of the next", "vote", r"passes_left == 3'd5", "passes_left == 3'd4"),
    ]),
    (FOUR_LANES, [
        ("a lane takes its answer in the pass of the next", "vote", r"passes_left == 2'd3", "passes_left == 2'd2"),
    ]),
    (FEW_SHUFFLES, [
        ("parts are shown from the highest down", "execute",
         r"sees_more_than1 \? ~instruction_passes_left", "sees_more_than1 ? instruction_passes_left"),
        ("no lane keeps what it found", "wave_shuffle_lane", r"keeps = later & ~fetches", "keeps = 1'b0"),
        ("a lane keeps what it found before, whatever it finds", "wave_shuffle_lane", r"later & ~fetches", "later"),
        ("a source in another part is one in this", "wave_shuffle_lane", r"\(source\[3\] == shown_part\) &", ""),
        ("BFLY adds", "shuffle_select", r"moves \? \(index", "(mode != SHFL_IDX_CHOICE) ? (index"),
        ("UP wraps", "shuffle_select", r"beyond_in4 \| \(moves & carry4\)", "beyond_in4"),
        ("the lowest of a part sends before all others", "push_select",
         r"sender = ~leading_zeros", "sender = senders[0] ? 3'd0 : ~leading_zeros"),
        ("a permute without BC writes 0", "wave_shuffle", r"always_writes = ~permutes \| bound_control", "always_writes = 1'b1"),
    ]),
    (TWO_ROWS, [
        ("v_permlanex16_b32 stays in its row", "lane_move", r"~thread\[4\]", "thread[4]"),
        ("the upper bit of a part is that of the beat", "execute",
         r"sees_more_than2 \? ~instruction_passes_left\[1\] :", ""),
        ("ds_permute_b32 looks for senders in the first part", "execute",
         r"executing_threads\[\{shown_part, 3'd0\} \+: 8\]", "executing_threads[7:0]"),
    ]),
    (Lane(), [
        ("the sign of b is not looked at", "lane", r"y_high = \{video_select_y_signs\[3\]", "y_high = {1'b0"),
        ("a signed comparison is one of magnitudes", "lane",
         r"less_unsigned \^ compared_a\[31\] \^ compared_b\[31\]", "less_unsigned"),
    ]),
    (PLAIN, [
        ("a signed comparison is one of magnitudes", "lane", r"less_unsigned \^ a\[31\] \^ b\[31\]", "less_unsigned"),
        ("the larger word is the smaller", "lane", r"less_signed\) \^ choice\[1\]", "less_signed)"),
    ]),
    (Lane(), [
        ("the word of a vote is added to other results", "lane", r"vote_word & \{32\{is_vote\}\}", "vote_word"),
        ("SHR.S32 shifts zeros in", "lane", r"shifts_in =\s*\(is_shift &", "shifts_in = (1'b0 &"),
        ("a count of ones forgets one", "lane", r"\{26'd0, |\(video_select_x\[31\] & counts_ones\)", "1'b0"),
    ]),
    (OF_VIDEO, [
        ("VAVRG rounds down", "video",
         r"averages & total\[0\] & \(~\(is_simd & negative0\)\)", "averages & 1'b0", False, ("VAVRG", "VAVRG2/4")),
        ("VMAD.SHR_7 with a negated product shifts in what is not its sign", "video",
         r"sum_with_product\[64\] \^ modifiers\[7\]", "sum_with_product[64]", False, ("VMAD",)),
        ("a carry below zero out of the lower halves is lost", "lane",
         r"\{16\{sum_from_lows\[33\]\}\}", "16'd0", False, ("VMAD",)),
        ("a saturated byte is clamped as a half", "video",
         r"clamps0 = of_bytes \? \(saturates & outside0\) : clamps1",
         "clamps0 = clamps1",
         False,
         ("VADD2/4, VSUB2/4", "VMIN2/4, VMAX2/4")),
        ("a sum takes the sign of a byte that is masked out", "video",
         r"guard2 & \{2\{modifiers\[9\]\}\}",
         "guard2",
         False,
         ("VADD2/4.ADD, VSUB2/4.ADD", "VMIN2/4.ADD, VMAX2/4.ADD")),
    ]),
    (Lane(), [
        ("an OR of predicates is an AND", "lane", r"\(left_mask \| right_mask\)", "(left_mask & right_mask)"),
        ("a borrow is taken as a carry", "lane", r"q \^ takes_borrow", "q"),
        ("IADD3 of three negated words lacks 1", "lane", r"vmad_adds_one \| negates_all", "vmad_adds_one"),
        ("v_perm_b32 knows no 0x00", "lane", r"names_constant0 & \(a\[7:0\] != 8'd12\)", "names_constant0"),
        ("BFE.S32 copies zeros", "lane", r"field_sign_bit & extracts_signed", "1'b0"),
        ("SHFL.RANGE.F gives all ones", "lane", r"gives_true & ~choice\[3\]", "gives_true"),
        ("one product takes the wrong halves", "lane",
         r"\$signed\(x_low\) \* \$signed\(y_high\)", "$signed(x_high) * $signed(y_high)"),
    ]),
    (FLOATS, [
        ("the smaller float is the larger", "float", r"~a_is_nan & \(is_below", "~a_is_nan & (~is_below"),
        ("NaN is converted like a number", "float", r"= z_is_nan \| \(z", "= (z"),
    ]),
    (MULTIPLY, [
        ("a tie is rounded away from zero", "float_round", r"moved_up_2_lost \| normalised\[0\] \| normalised\[2\]", "1'b1"),
    ]),
    (FAR, [
        ("what is far below does not count", "float_moved_down",
         r"is_below_all & \(\|significand\)",
         "1'b0",
         False,
         ("normal factors",)),
    ]),
    (replace(FUSED, only=(178,)), [
        ("what falls out of the lowest place does not count", "float_moved_down",
         r"\|moved_addend_by8\[26:0\]",
         "|moved_addend_by8[26:3]",
         False,
         ("normal factors",)),
    ]),
    (NEAR, [
        ("what is subtracted from is not the larger", "float", r" \| ~below_and_carry\[52\]", ""),
        ("a negative sum is rounded as if it were positive", "float_round", r"rounds_term\) \^ is_negative", "rounds_term)"),
        ("an exact zero has the sign of a", "float_round",
         r"sum_is_zero \? \(product_sign & addend_sign\)", "sum_is_zero ? product_sign"),
    ]),
    (MULTIPLY, [
        ("a subnormal factor has the exponent 0", "float", r"a\[23\] \| a_is_subnormal", "a[23]"),
    ]),
    (replace(FUSED, only=(130,)), [
        ("a subnormal factor has the exponent 0", "float",
         r"a\[23\] \| a_is_subnormal",
         "a[23]",
         False,
         ("a subnormal factor as one with its one at the top",)),
    ]),
    (FUSED, [
        ("a subnormal factor is taken for a normal one", "float",
         r"\{~a_is_subnormal, a", "{1'b1, a", False, ("factors",)),
    ]),
    (MULTIPLY, [
        ("0 times infinity is infinite", "float", r"\(a_is_infinite & y_is_zero\) \|", ""),
    ]),
    (NEAR, [
        ("an absolute value is negated as if it were none", "float",
         r"\(b\[31\] & ~modifiers\[3\]\) \^ modifiers\[2\]", "(b[31] ^ modifiers[2]) & ~modifiers[3]"),
    ]),
    (MAXIMUM, [
        ("NaN passes for a number where a is one", "float", r"b_is_nan \| \(~a_is_nan &", "(~a_is_nan &"),
    ]),
    (COMPARE, [
        ("-0 is less than 0", "float", r"are_zero \| ", ""),
    ]),
    (PAIR, [
        ("a minimum is the larger word", "redux_pair", r"extreme & total\[32\];", "extreme & ~total[32];"),
    ]),
    (SLAVE, [
        ("BVALID falls without BREADY", "axi_slave", r"write \| \(write_answered_q & ~s_axi_bready\)", "write"),
        ("RDATA changes while it waits", "axi_slave", r"if \(fetching_q\)", "if (1'b1)"),
        ("AWREADY while an address waits", "axi_slave",
         r"s_axi_awready = ~address_of_write_full_q", "s_axi_awready = 1'b1"),
        ("a write does not wait for its data", "axi_slave",
         r"address_of_write_full_q & data_of_write_full_q &", "address_of_write_full_q &"),
        ("a response does not wait for the one before", "axi_slave", r"\(~write_answered_q \| s_axi_bready\)", "1'b1"),
        ("an address that is not accepted is taken", "axi_slave",
         r"s_axi_arvalid & ~address_of_read_full_q", "s_axi_arvalid"),
        ("a read is answered before its word has come", "axi_slave",
         r"read_answered_q <= fetching_q \|", "read_answered_q <= read |"),
        ("a response outlives reset", "axi_slave", r"write_answered_q <= 1'b0", "write_answered_q <= write_answered_q"),
        ("addresses of reads are never accepted", "axi_slave",
         r"s_axi_arready = ~address_of_read_full_q", "s_axi_arready = 1'b0"),
    ]),
    (REGISTERS, [
        ("ILLEGAL stays when its interrupt is cleared as it comes", "system",
         r"feeder_issued_illegal & ~interrupts_left\[1\]", "feeder_issued_illegal & ~interrupt_status_q[1]"),
        ("an interrupt is lost that comes as it is cleared", "system",
         r"interrupts_left \| (\{host_done, .*\});", r"(interrupt_status_q | \1) & ~interrupts_left_inverse;"),
        ("the counter of a wave that runs is written", "system",
         r"write_response_part_16 &\s+~owner_refuses_term_2;", "write_response_part_16;"),
        ("an unaligned write is done", "system",
         r"(interrupt_enable_enable_term =\s+axi_slave_write_valid &) \(.* == 2'd0\)", r"\1 1'b1"),
        ("soft reset without a strobe", "system",
         r"soft_reset_term & axi_slave_write_data\[1\] & axi_slave_write_strobe\[0\]",
         "soft_reset_term & axi_slave_write_data[1]"),
        ("a host access outlives a soft reset", "system", r"host_waits_q <= ~soft_reset &", "host_waits_q <= "),
        ("an instruction that has been fetched outlives its wave", "feeder",
         r"fetched_is_there = fetched_valid_q & running\[fetched_wave_q\]", "fetched_is_there = fetched_valid_q"),
        ("what follows the offered word is fetched twice", "feeder",
         r"follows_fetched \? \(fetched_address_q \+ 8'd1\) :",
         "follows_fetched ? fetched_address_q :"),
        ("another wave's program counter is fetched", "feeder",
         r"running\[0\] \? counters\[7:0\]", "running[0] ? counters[15:8]"),
        ("what follows the offered word is fetched beside it", "feeder",
         r"follows_offered \? following_address :", "follows_offered ? offered_address_q :"),
        ("a program counter does not show what was issued in the cycle before", "feeder_wave",
         r"own_was_issued \? following_before : next_q", "next_q"),
        ("another wave's program counter goes on", "feeder_wave",
         r"own_was_issued = issued_before & \(wave_before == INDEX\[0\]\)", "own_was_issued = issued_before"),
    ]),
    (THREE_WAVES, [
        ("there is a fourth program counter", "system", r"axi_slave_read_address\[3:2\] < 2'd3", "1'b1"),
    ]),
    (MEMORY, [
        ("every byte of a word is written", "program_memory", r"if \(write_bytes\[column\*4\]\)", "if (|write_bytes)"),
    ]),
    (SMALL, [
        ("one wave less than named is enough", "barriers",
         r"~\(waves_at_latest < latest_wanted_q\)", "~((waves_at_latest + 6'd1) < latest_wanted_q)"),
        ("a wave at another barrier counts", "barrier_of_wave",
         r"is_there & is_of_latest_q", "is_there"),
        ("a wave is not where it has just arrived", "barrier_of_wave", r"own_choice_enable \| \(own_number", "(own_number"),
        ("all that run are there, some at another barrier", "barriers", r"\(~\|places_differ\)", "1'b1"),
        ("the highest bit of a barrier is not compared", "barriers", r"~\|places_differ", "~|places_differ[2:0]"),
        ("nobody has to want all", "barriers", r"of_wave_is_there & of_wave_needs_all", "of_wave_is_there"),
        ("a wave whose BAR has just issued is not waited for", "barriers",
         r"( \| of_wave_just_issued)(;\s+wire \[\d:0\] places_bit0)", r"\2"),
        ("a wave that waits has ended", "barriers", r"running \| of_wave_waits", "running"),
        ("a wave arrives where its BAR before did", "barrier_of_wave",
         r"just_issued \| own_choice_enable\)", "own_choice_enable)"),
        ("an opened barrier holds for a cycle", "barrier_of_wave", r"waiting_q & ~goes_on_q", "waiting_q"),
        ("who waits when nobody runs waits on", "barrier_of_wave", r"goes_on_q \| nobody_runs", "goes_on_q"),
        ("reset lets nobody go", "barrier_of_wave", r"waiting_q <= 1'b0", "waiting_q <= waiting_q"),
        ("a thread is not counted", "barriers", r"\+ \{1'b0, ones_q\[3\]\}", ""),
        ("a wave that is there is not counted", "barriers", r"\{1'b0, of_wave_ones_here\[4:0\]\} \+", ""),
        ("threads of BAR.SYNC vote", "barriers", r"voters & \{4\{choice\[2\]\}\}", "voters"),
        ("the count of the barrier before goes on", "barrier_of_wave",
         r"own_ones_q & \{5\{~first_beat\}\}", "own_ones_q"),
        ("a miss is forgotten in the next beat", "barrier_of_wave", r"own_missed_q & ~first_beat", "1'b0"),
        ("a wave that is not there is counted", "barrier_of_wave", r"own_ones_q & \{5\{settled_q\}\}", "own_ones_q"),
        ("OR is of the own wave", "barrier_of_wave", r"& any_true", "& |(own_ones_q)"),
        ("AND is of the own wave", "barrier_of_wave", r"& ~any_missed", "& ~own_missed_q"),
        ("BAR.SYNC leaves the result", "barrier_of_wave", r"if \(settled_q\)", "if (settled_q & own_choice_q[2])"),
        ("a result outlives reset", "barrier_of_wave", r"result <= 6'd0", "result <= result"),
        ("waves have the result of the other", "barriers", r"assign result = reading_wave \?", "assign result = ~reading_wave ?"),
    ]),
    (TOLD, [
        ("BAR.RED.OR does not hold its wave", "sequencer", r"\|\s+\(opcode == BAR_RED_OR\);", ";"),
        HELD_WAVE_ISSUES,
        ("BAR.RED.AND does not arrive", "core", r"\(sequencer_executing_opcode == BAR_RED_AND\) \|", ""),
        ("the last beat comes a cycle late", "core",
         r"\.last_follows\(sequencer_phase == 2'd2\)", ".last_follows(&sequencer_phase)"),
        NUMBER_OF_THE_NEXT,
        VOTE_WITHOUT_GUARD,
        LOWEST_BIT_READ,
        WAVE_OF_THE_NEXT,
        WAVE_OF_THE_LAST,
        ("B2R reads a special register", "core", r"special_reads_barrier =[^;]*;", "special_reads_barrier = 1'b0;"),
        ("each beat looks B2R's word up", "special", r"if \(starts\) begin\s+word_q", "begin word_q"),
    ]),
    (BANKED, [
        ("the last beat comes a cycle late", "core",
         r"\.last_follows\(mask_file_gather_beat == 2'd2\)", ".last_follows(&mask_file_gather_beat)"),
        NUMBER_OF_THE_NEXT,
        WAVE_OF_THE_NEXT,
    ]),
    (TWO_BANK, [
        HELD_WAVE_ISSUES,
        ("what waits for a bank is overwritten", "sequencer", r"stays_2 = bank_conflict \|", "stays_2 ="),
        ("an instruction is taken without a place for it", "sequencer", r"& ~pipeline_full;", ";"),
        ("MATCH executes in each pass", "sequencer", r"window1_gathers_q <= allocating_gathers", "window1_gathers_q <= 1'b0"),
        ("execute is told the passes of the next", "sequencer",
         r"executing_passes_left <= reading_passes_left_q", "executing_passes_left <= window2_passes_left_q"),
        ("a barrier has the number of the next", "sequencer",
         r"executing_literal <= reading_literal_q", "executing_literal <= window2_literal_q"),
        ("B2R reads for the wave behind it", "sequencer",
         r"executing_wave <= reading_wave", "executing_wave <= window2_wave_q"),
        VOTE_WITHOUT_GUARD,
        LOWEST_BIT_READ,
    ]),
    (REUSE, [
        ("an entry outlives a write of the host", "sequencer",
         r"next_kept_a1_valid_term & ~host_writes", "next_kept_a1_valid_term"),
        ("an entry outlives a write of its wave", "sequencer",
         r"next_kept_a1_valid_inverse =\s+overwrites &", "next_kept_a1_valid_inverse = 1'b0 &"),
        ("an entry is forgotten when the other wave writes", "sequencer",
         r"kept_a1_wave_q == allocating_wave_q", "kept_a1_wave_q != allocating_wave_q"),
        ("an instruction keeps what it writes", "sequencer", r"& wants_a & ~keeps_a_inverse", "& wants_a"),
        ("a hit in an entry of the other wave", "sequencer", r"& a_hits_term &", "&"),
        ("a hit in an entry of another register", "sequencer", r"a_hits_term &\s+a_hits_term_2", "a_hits_term"),
        ("a hit gives the row of the other bank", "register_file_operand",
         r"told4_odd_q \? kept1_q : kept0_q", "told4_odd_q ? kept0_q : kept1_q"),
        ("a row is kept a cycle early", "register_file_operand",
         r"told4_keeps_q & told4_odd_q", "told3_keeps_q & told4_odd_q"),
        ("the host writes while a result is written", "register_file_bank",
         r"host_write & ~write_result", "host_write"),
        ("the host reads while an operand is read", "register_file_bank",
         r"~host_write & ~to_read1_q &", "~host_write &"),
        ("a row that waits is taken as it comes", "register_file_operand",
         r"told4_turn_q == 2'd3", "told4_turn_q == 2'd2"),
    ]),
    (asks(0), [
        ("VOTE.BALLOT asks for the words of beats", "execute",
         r"\(instruction_opcode == REDUX_ADD_U32\)", "(instruction_opcode == 8'd227)"),
    ]),
]
FAULTS = [Fault(subject, *seeded) for subject, faults in SEEDED for seeded in faults]


def changed(fault):
    """The file of the faulty module, and its text."""
    path = tools.written(fault.subject) / f"lanebeat_{fault.module}.v"
    text, count = re.subn(fault.old, fault.new, path.read_text())
    if count != 1:
        raise tools.Failed(f"{fault.name()}: `{fault.old}` stands {count} times in {path.name}")
    return path, text


def faulty(fault):
    """The circuit of the faulty machine."""
    path, text = changed(fault)
    folder = tools.WORK / "faulty" / str(FAULTS.index(fault))
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(path.parent, folder / "verilog")
    (folder / "verilog" / path.name).write_text(text)
    return fault.subject.build(folder / "verilog", folder / "proof")

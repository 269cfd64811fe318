// lanebeat_core: A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a
// beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_core (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire         issue_valid,       // an instruction is offered
    input  wire [2:0]   issue_wave,        // wave of the offered instruction
    input  wire [127:0] issue_instruction, // machine word of the offered instruction

    // waves that have instructions left, wave 0 lowest; one that ends behind a BAR starts anew once
    // that has retired
    input  wire [7:0] running,

    input  wire         host_valid,      // the host wants to read or write a row
    input  wire         host_write,      // the host writes (else reads)
    input  wire [2:0]   host_wave,       // wave that the host wants
    // register number; with the highest bit: mask entry, 7 is EXEC
    input  wire [6:0]   host_entry,
    input  wire [1:0]   host_beat,       // beat whose row the host wants
    input  wire [511:0] host_write_data, // the row to write, lane 0 lowest; masks in the low bits

    output wire issue_ready,   // the offered instruction is taken at this clock edge if valid
    // the offered instruction's wave must wait: another wave's may be taken sooner
    output wire issue_blocked,
    output wire issue_illegal, // the offered word is no instruction of this configuration

    output wire         host_ready,      // the host's access is done at this clock edge
    output wire         host_read_valid, // the row that the host asked for one cycle ago is here
    output wire [511:0] host_read_data,  // the row read

    output wire          retire_valid,            // results are written at this clock edge
    output wire [2:0]    retire_wave,             // wave of the instruction that retires
    output wire          retire_writes_register,  // the instruction has a destination register
    output wire [5:0]    retire_destination,      // destination register
    output wire [3:0]    retire_mask_destination, // predicate 0-6, mask slot 8-11, 7 for none
    output wire [63:0]   retire_written,          // threads that are written, thread 0 lowest
    output wire [2047:0] retire_result,           // words for the register, thread 0 lowest
    // bits for the predicate or mask slot, thread 0 lowest
    output wire [63:0]   retire_mask
);

    localparam [2:0] REDUX_AND_U32_CHOICE = 3'd1, PT = 3'd7;
    localparam [3:0] EXEC_ENTRY = 4'd7, PT_ENTRY = 4'd7, CLASS_EXEC = 4'd11;
    localparam [7:0] BAR_SYNC = 8'd2, BAR_RED_POPC = 8'd4, BAR_RED_AND = 8'd5, BAR_RED_OR = 8'd6,
                     PMTRIG = 8'd7, B2R = 8'd20, B2R_TO_P = 8'd22;

    genvar copy, part;
    reg host_read_q, host_was_mask_q, host_was_exec_q;
    reg [15:0] host_exec_row_q;
    reg [31:0] reduced_before_q, reduced_of_warp0_q, reduced_of_warp1_q;
    reg [2111:0] pass_before_q;
    wire sequencer_issued_arrival, sequencer_next_valid, sequencer_next_reads_c,
         sequencer_reading_valid, sequencer_reading_reads_a, sequencer_reading_reads_b,
         sequencer_reading_reads_c, sequencer_reading_a_is_literal, sequencer_reading_b_is_literal,
         sequencer_reading_c_is_literal, sequencer_reading_dpp_enable, sequencer_reading_dpp_eight,
         sequencer_reading_dpp_fetch_inactive, sequencer_reading_dpp_bound_control,
         sequencer_reading_permute_fetch_inactive, sequencer_reading_permute_bound_control,
         sequencer_reading_gathers, sequencer_reading_gathers_operands,
         sequencer_reading_gathers_masks, beat_passes, sequencer_executing_guard_is_true,
         sequencer_executing_guard_negated, sequencer_executing_p_is_true,
         sequencer_executing_p_negated, sequencer_executing_q_is_true,
         sequencer_executing_q_negated, sequencer_executing_a_is_literal,
         sequencer_executing_b_is_literal, sequencer_executing_c_is_literal,
         sequencer_executing_dpp_enable, sequencer_executing_dpp_eight,
         sequencer_executing_dpp_fetch_inactive, sequencer_executing_dpp_bound_control,
         sequencer_executing_permute_fetch_inactive, sequencer_executing_permute_bound_control,
         sequencer_executing_gathers, sequencer_writing_valid;
    wire [1:0] sequencer_phase;
    wire [2:0] sequencer_next_wave, sequencer_next_q, sequencer_reading_wave,
               sequencer_reading_guard, sequencer_reading_q, sequencer_reading_passes_left,
               sequencer_executing_wave, sequencer_executing_passes_left;
    wire [5:0] sequencer_next_c, sequencer_reading_a, sequencer_reading_b,
               sequencer_reading_modifiers, sequencer_executing_modifiers;
    wire [7:0] sequencer_reading_opcode, sequencer_reading_immediate, sequencer_executing_opcode,
               sequencer_executing_immediate;
    wire [3:0] sequencer_reading_p, sequencer_reading_dpp_bank_mask,
               sequencer_reading_dpp_row_mask, sequencer_executing_dpp_bank_mask,
               sequencer_executing_dpp_row_mask;
    wire [31:0] sequencer_reading_literal, sequencer_reading_literal_high,
                sequencer_executing_literal, sequencer_executing_literal_high;
    wire [8:0] sequencer_reading_dpp_control, sequencer_executing_dpp_control;
    wire [6:0] sequencer_reading_dpp_spare, sequencer_executing_dpp_spare;
    wire [34:0] sequencer_reading_video, sequencer_executing_video;
    wire [511:0] register_file_a_row, register_file_b_row, register_file_c_row,
                 register_file_host_read_data;
    wire [2047:0] register_file_a_wave, register_file_a_read;
    wire [383:0] register_file_b_addresses;
    wire register_file_host_ready;
    wire [15:0] mask_file_a_row, mask_file_b_row, mask_file_c_row, mask_file_host_read_data;
    wire [63:0] mask_file_a_wave, mask_file_a_read, mask_file_c_wave;
    wire mask_file_host_ready;
    wire [7:0] exec_masks_exec_edges;
    wire [63:0] exec_masks_exec_wave;
    wire [15:0] exec_masks_exec_row, exec_masks_host_exec_row;
    wire held;
    wire [9:0] barriers_result;
    wire [511:0] special_row;
    wire [511:0] execute_result;
    wire [15:0] execute_mask, written_row, execute_pass_keeps;
    wire execute_pass_passes, execute_pass_gathering, execute_pass_reduces;
    wire [1:0] execute_pass_beat;
    wire [2:0] execute_pass_choice;
    wire [31:0] execute_pass_combined;
    wire [31:0] beats_combined_word;
    wire [511:0] kept_result_inverse;

    wire lanes_busy = beat_passes & ~sequencer_executing_gathers;
    wire next_starts = sequencer_phase == 2'd3;
    wire inverts =
        (execute_pass_choice == REDUX_AND_U32_CHOICE) |
        (execute_pass_choice[2] & ~execute_pass_choice[1]);
    wire is_signed = execute_pass_choice[2] & ~execute_pass_choice[0];

    // AND is OR of complements, a minimum the maximum of complements.
    wire [31:0] flip = {inverts ^ is_signed, {31{inverts}}};

    // REDUX: the word of all beats of the warp, for all its threads.
    wire [31:0] reduction = (execute_pass_beat[1] ? reduced_of_warp1_q : reduced_of_warp0_q) ^ flip;
    wire [511:0] pass_result = execute_result | {16{reduction & {32{execute_pass_reduces}}}};
    wire [511:0] kept_result =
        (pass_result & ~kept_result_inverse) | (pass_before_q[2095:1584] & kept_result_inverse);
    wire [511:0] result_row = kept_result;
    wire [15:0] kept_mask =
        (execute_mask & ~execute_pass_keeps) | (pass_before_q[2111:2096] & execute_pass_keeps);
    wire [15:0] mask_row = kept_mask;
    wire register_file_reading_reads_b_term =
        ~sequencer_reading_gathers | sequencer_reading_gathers_operands;
    wire register_file_reading_reads_c_term =
        ~sequencer_reading_gathers | sequencer_reading_gathers_operands;

    // PT is stored nowhere: it is 1 before its negation.
    wire [15:0] guard =
        (mask_file_a_row | {16{sequencer_executing_guard_is_true}}) ^
        {16{sequencer_executing_guard_negated}};
    wire [63:0] guard_wave_term = (sequencer_phase == 2'd0) ? mask_file_a_read : mask_file_a_wave;
    wire [63:0] guard_wave =
        (guard_wave_term | {64{sequencer_executing_guard_is_true}}) ^
        {64{sequencer_executing_guard_negated}};
    wire [15:0] p =
        (mask_file_b_row | {16{sequencer_executing_p_is_true}}) ^
        {16{sequencer_executing_p_negated}};
    wire [15:0] q =
        (mask_file_c_row | {16{sequencer_executing_q_is_true}}) ^
        {16{sequencer_executing_q_negated}};
    wire [63:0] q_wave =
        (mask_file_c_wave | {64{sequencer_executing_q_is_true}}) ^
        {64{sequencer_executing_q_negated}};
    wire is_exec = sequencer_executing_opcode[7:4] == CLASS_EXEC;
    wire writes_exec = lanes_busy & is_exec;
    wire [63:0] exec_literal_choices = {
        sequencer_executing_literal_high, sequencer_executing_literal
    };
    wire [15:0] exec_literal = exec_literal_choices[{sequencer_phase, 4'd0} +: 16];
    wire [15:0] exec_source = sequencer_executing_a_is_literal ? exec_literal : p;
    wire [7:0] exec_if_11_choices = 8'd219;

    // What the operation makes of this bit of EXEC and this bit of the source.
    wire exec_if_11 = exec_if_11_choices[sequencer_executing_opcode[2:0]];
    wire [7:0] exec_if_01_choices = 8'd85;

    // What the operation makes of this bit of EXEC and this bit of the source.
    wire exec_if_01 = exec_if_01_choices[sequencer_executing_opcode[2:0]];
    wire [15:0] new_exec_row_term =
        (exec_masks_exec_row & {16{exec_if_11}}) | (~exec_masks_exec_row & {16{exec_if_01}});
    wire [7:0] exec_if_10_choices = 8'd114;

    // What the operation makes of this bit of EXEC and this bit of the source.
    wire exec_if_10 = exec_if_10_choices[sequencer_executing_opcode[2:0]];

    // What the operation makes of this bit of EXEC and this bit of the source.
    wire exec_if_00 = sequencer_executing_opcode[2:0] == 3'd2;
    wire [15:0] new_exec_row_term_2 =
        (exec_masks_exec_row & {16{exec_if_10}}) | (~exec_masks_exec_row & {16{exec_if_00}});
    wire [15:0] new_exec_row =
        (exec_source & new_exec_row_term) | (~exec_source & new_exec_row_term_2);
    wire exec_host_ready =
        host_valid & host_entry[6] & (host_entry[3:0] == EXEC_ENTRY) & ~writes_exec;
    assign host_ready = register_file_host_ready | mask_file_host_ready | exec_host_ready;
    wire [511:0] host_mask_row = {
        496'd0, host_was_exec_q ? host_exec_row_q : mask_file_host_read_data
    };
    assign host_read_data = host_was_mask_q ? host_mask_row : register_file_host_read_data;
    wire barriers_arriving_term =
        (sequencer_executing_opcode == BAR_SYNC) | (sequencer_executing_opcode == BAR_RED_POPC) |
        (sequencer_executing_opcode == BAR_RED_AND) | (sequencer_executing_opcode == BAR_RED_OR);
    wire tests_barrier = sequencer_reading_opcode == B2R_TO_P;
    wire [9:0] barrier_word = tests_barrier ? {9'd0, |barriers_result} : barriers_result;
    wire execute_passes = next_starts ? sequencer_reading_valid : beat_passes;
    wire execute_gathering_term =
        next_starts ? sequencer_reading_gathers :
        sequencer_executing_gathers;
    wire counter_trigger =
        next_starts & sequencer_reading_valid & ~sequencer_reading_gathers &
        (sequencer_reading_opcode == PMTRIG);

    // The combined word of a warp's last beat is the warp's.
    wire warp_is_reduced = execute_pass_gathering & execute_pass_beat[0];
    assign retire_valid = sequencer_writing_valid & (sequencer_phase == 2'd0);
    wire register_file_reading_reads_b =
        sequencer_reading_valid & sequencer_reading_reads_b & register_file_reading_reads_b_term;
    wire register_file_reading_reads_c =
        sequencer_reading_valid & sequencer_reading_reads_c & register_file_reading_reads_c_term;
    wire mask_file_reading_reads_a =
        sequencer_reading_valid & (sequencer_reading_guard != PT) &
        (~sequencer_reading_gathers | sequencer_reading_gathers_masks);
    wire mask_file_reading_reads_b =
        sequencer_reading_valid & (sequencer_reading_p != PT_ENTRY) & ~sequencer_reading_gathers;
    wire mask_file_reading_reads_c =
        sequencer_reading_valid & (sequencer_reading_q != PT) &
        (~sequencer_reading_gathers | sequencer_reading_gathers_masks);
    wire mask_file_writing_valid = sequencer_writing_valid & (retire_mask_destination != PT_ENTRY);
    wire mask_file_host_valid =
        host_valid & host_entry[6] & (~(host_entry[6] & (host_entry[3:0] == EXEC_ENTRY)));
    wire exec_masks_host_write =
        host_valid & host_write & host_entry[6] & (host_entry[3:0] == EXEC_ENTRY) & ~writes_exec;
    wire special_reads_barrier =
        (sequencer_reading_opcode == B2R) | (sequencer_reading_opcode == B2R_TO_P);
    wire [7:0] execute_instruction_opcode =
        next_starts ? sequencer_reading_opcode :
        sequencer_executing_opcode;
    wire execute_instruction_a_is_literal =
        next_starts ? sequencer_reading_a_is_literal :
        sequencer_executing_a_is_literal;
    wire execute_instruction_b_is_literal =
        next_starts ? sequencer_reading_b_is_literal :
        sequencer_executing_b_is_literal;
    wire execute_instruction_c_is_literal =
        next_starts ? sequencer_reading_c_is_literal :
        sequencer_executing_c_is_literal;
    wire [31:0] execute_instruction_literal =
        next_starts ? sequencer_reading_literal :
        sequencer_executing_literal;
    wire [31:0] execute_instruction_literal_high =
        next_starts ? sequencer_reading_literal_high :
        sequencer_executing_literal_high;
    wire execute_instruction_dpp_enable =
        next_starts ? sequencer_reading_dpp_enable :
        sequencer_executing_dpp_enable;
    wire execute_instruction_dpp_eight =
        next_starts ? sequencer_reading_dpp_eight :
        sequencer_executing_dpp_eight;
    wire [8:0] execute_instruction_dpp_control =
        next_starts ? sequencer_reading_dpp_control :
        sequencer_executing_dpp_control;
    wire execute_instruction_dpp_fetch_inactive =
        next_starts ? sequencer_reading_dpp_fetch_inactive :
        sequencer_executing_dpp_fetch_inactive;
    wire execute_instruction_dpp_bound_control =
        next_starts ? sequencer_reading_dpp_bound_control :
        sequencer_executing_dpp_bound_control;
    wire [3:0] execute_instruction_dpp_bank_mask =
        next_starts ? sequencer_reading_dpp_bank_mask :
        sequencer_executing_dpp_bank_mask;
    wire [3:0] execute_instruction_dpp_row_mask =
        next_starts ? sequencer_reading_dpp_row_mask :
        sequencer_executing_dpp_row_mask;
    wire [6:0] execute_instruction_dpp_spare =
        next_starts ? sequencer_reading_dpp_spare :
        sequencer_executing_dpp_spare;
    wire [5:0] execute_instruction_modifiers =
        next_starts ? sequencer_reading_modifiers :
        sequencer_executing_modifiers;
    wire execute_instruction_permute_fetch_inactive =
        next_starts ? sequencer_reading_permute_fetch_inactive :
        sequencer_executing_permute_fetch_inactive;
    wire execute_instruction_permute_bound_control =
        next_starts ? sequencer_reading_permute_bound_control :
        sequencer_executing_permute_bound_control;
    wire [34:0] execute_instruction_video =
        next_starts ? sequencer_reading_video :
        sequencer_executing_video;
    wire [7:0] execute_instruction_immediate =
        next_starts ? sequencer_reading_immediate :
        sequencer_executing_immediate;
    wire [2:0] execute_instruction_passes_left =
        next_starts ? sequencer_reading_passes_left :
        sequencer_executing_passes_left;

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign kept_result_inverse[part*32 +: 32] = {32{execute_pass_keeps[part]}};
        end
    endgenerate

    lanebeat_sequencer sequencer (
        .clock(clock), .reset(reset),
        .issue_valid(issue_valid), .issue_wave(issue_wave), .issue_instruction(issue_instruction),
        .held(held),
        .issue_ready(issue_ready), .issue_blocked(issue_blocked), .issue_illegal(issue_illegal),
        .issued_arrival(sequencer_issued_arrival), .phase(sequencer_phase),
        .next_valid(sequencer_next_valid), .next_wave(sequencer_next_wave),
        .next_c(sequencer_next_c), .next_reads_c(sequencer_next_reads_c), .next_q(sequencer_next_q),
        .reading_valid(sequencer_reading_valid), .reading_wave(sequencer_reading_wave),
        .reading_opcode(sequencer_reading_opcode), .reading_a(sequencer_reading_a),
        .reading_b(sequencer_reading_b), .reading_reads_a(sequencer_reading_reads_a),
        .reading_reads_b(sequencer_reading_reads_b), .reading_reads_c(sequencer_reading_reads_c),
        .reading_guard(sequencer_reading_guard), .reading_p(sequencer_reading_p),
        .reading_q(sequencer_reading_q), .reading_a_is_literal(sequencer_reading_a_is_literal),
        .reading_b_is_literal(sequencer_reading_b_is_literal),
        .reading_c_is_literal(sequencer_reading_c_is_literal),
        .reading_literal(sequencer_reading_literal),
        .reading_literal_high(sequencer_reading_literal_high),
        .reading_dpp_enable(sequencer_reading_dpp_enable),
        .reading_dpp_eight(sequencer_reading_dpp_eight),
        .reading_dpp_control(sequencer_reading_dpp_control),
        .reading_dpp_fetch_inactive(sequencer_reading_dpp_fetch_inactive),
        .reading_dpp_bound_control(sequencer_reading_dpp_bound_control),
        .reading_dpp_bank_mask(sequencer_reading_dpp_bank_mask),
        .reading_dpp_row_mask(sequencer_reading_dpp_row_mask),
        .reading_dpp_spare(sequencer_reading_dpp_spare),
        .reading_modifiers(sequencer_reading_modifiers),
        .reading_permute_fetch_inactive(sequencer_reading_permute_fetch_inactive),
        .reading_permute_bound_control(sequencer_reading_permute_bound_control),
        .reading_video(sequencer_reading_video), .reading_immediate(sequencer_reading_immediate),
        .reading_gathers(sequencer_reading_gathers),
        .reading_passes_left(sequencer_reading_passes_left),
        .reading_gathers_operands(sequencer_reading_gathers_operands),
        .reading_gathers_masks(sequencer_reading_gathers_masks),
        .executing_valid(beat_passes), .executing_wave(sequencer_executing_wave),
        .executing_opcode(sequencer_executing_opcode),
        .executing_guard_is_true(sequencer_executing_guard_is_true),
        .executing_guard_negated(sequencer_executing_guard_negated),
        .executing_p_is_true(sequencer_executing_p_is_true),
        .executing_p_negated(sequencer_executing_p_negated),
        .executing_q_is_true(sequencer_executing_q_is_true),
        .executing_q_negated(sequencer_executing_q_negated),
        .executing_a_is_literal(sequencer_executing_a_is_literal),
        .executing_b_is_literal(sequencer_executing_b_is_literal),
        .executing_c_is_literal(sequencer_executing_c_is_literal),
        .executing_literal(sequencer_executing_literal),
        .executing_literal_high(sequencer_executing_literal_high),
        .executing_dpp_enable(sequencer_executing_dpp_enable),
        .executing_dpp_eight(sequencer_executing_dpp_eight),
        .executing_dpp_control(sequencer_executing_dpp_control),
        .executing_dpp_fetch_inactive(sequencer_executing_dpp_fetch_inactive),
        .executing_dpp_bound_control(sequencer_executing_dpp_bound_control),
        .executing_dpp_bank_mask(sequencer_executing_dpp_bank_mask),
        .executing_dpp_row_mask(sequencer_executing_dpp_row_mask),
        .executing_dpp_spare(sequencer_executing_dpp_spare),
        .executing_modifiers(sequencer_executing_modifiers),
        .executing_permute_fetch_inactive(sequencer_executing_permute_fetch_inactive),
        .executing_permute_bound_control(sequencer_executing_permute_bound_control),
        .executing_video(sequencer_executing_video),
        .executing_immediate(sequencer_executing_immediate),
        .executing_gathers(sequencer_executing_gathers),
        .executing_passes_left(sequencer_executing_passes_left),
        .writing_valid(sequencer_writing_valid), .writing_wave(retire_wave),
        .writing_destination(retire_destination), .writing_writes_register(retire_writes_register),
        .writing_mask_destination(retire_mask_destination)
    );

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : written_rows
            lanebeat_beat_row_16 #(.INDEX(copy)) unit (
                .clock(clock), .take(1'b1), .beat(sequencer_phase), .row(written_row),
                .words(retire_written[copy*16 +: 16])
            );
        end
    endgenerate

    lanebeat_register_file register_file (
        .clock(clock), .reset(reset), .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave), .reading_a(sequencer_reading_a),
        .reading_b(sequencer_reading_b),
        .reading_reads_a(sequencer_reading_valid & sequencer_reading_reads_a),
        .reading_reads_b(register_file_reading_reads_b),
        .reading_reads_c(register_file_reading_reads_c),
        .next_wave(sequencer_next_wave), .next_c(sequencer_next_c),
        .next_reads_c(sequencer_next_valid & sequencer_next_reads_c),
        .writing_valid(sequencer_writing_valid & retire_writes_register),
        .writing_wave(retire_wave), .writing_entry(retire_destination),
        .writing_threads(retire_written), .writing_row(result_row),
        .host_valid(host_valid & ~host_entry[6]), .host_write(host_write), .host_wave(host_wave),
        .host_entry(host_entry[5:0]), .host_beat(host_beat), .host_data(host_write_data),
        .a_row(register_file_a_row), .b_row(register_file_b_row), .c_row(register_file_c_row),
        .a_wave(register_file_a_wave), .a_read(register_file_a_read),
        .b_addresses(register_file_b_addresses), .result(retire_result),
        .host_ready(register_file_host_ready), .host_read_data(register_file_host_read_data)
    );

    lanebeat_mask_file mask_file (
        .clock(clock), .reset(reset), .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave), .reading_a({1'b0, sequencer_reading_guard}),
        .reading_b(sequencer_reading_p), .reading_reads_a(mask_file_reading_reads_a),
        .reading_reads_b(mask_file_reading_reads_b), .reading_reads_c(mask_file_reading_reads_c),
        .next_wave(sequencer_next_wave), .next_c({1'b0, sequencer_next_q}),
        .next_reads_c(sequencer_next_valid & (sequencer_next_q != PT)),
        .writing_valid(mask_file_writing_valid), .writing_wave(retire_wave),
        .writing_entry(retire_mask_destination), .writing_threads(retire_written),
        .writing_row(mask_row),
        .host_valid(mask_file_host_valid), .host_write(host_write), .host_wave(host_wave),
        .host_entry(host_entry[3:0]), .host_beat(host_beat), .host_data(host_write_data[15:0]),
        .a_row(mask_file_a_row), .b_row(mask_file_b_row), .c_row(mask_file_c_row),
        .a_wave(mask_file_a_wave), .a_read(mask_file_a_read), .c_wave(mask_file_c_wave),
        .result(retire_mask),
        .host_ready(mask_file_host_ready), .host_read_data(mask_file_host_read_data)
    );

    lanebeat_exec_masks exec_masks (
        .clock(clock), .reset(reset),
        .wave(sequencer_executing_wave), .beat(sequencer_phase), .write(writes_exec),
        .row(new_exec_row),
        .host_write(exec_masks_host_write), .host_wave(host_wave), .host_beat(host_beat),
        .host_row(host_write_data[15:0]),
        .exec_edges(exec_masks_exec_edges), .exec_wave(exec_masks_exec_wave),
        .exec_row(exec_masks_exec_row), .host_exec_row(exec_masks_host_exec_row)
    );

    lanebeat_barriers barriers (
        .clock(clock), .reset(reset),
        .running(running), .issue_wave(issue_wave), .issued(sequencer_issued_arrival),
        .wave(sequencer_executing_wave), .reading_wave(sequencer_reading_wave),
        .arriving(lanes_busy & barriers_arriving_term), .first_beat(sequencer_phase == 2'd0),
        .last_follows(sequencer_phase == 2'd2), .choice(sequencer_executing_opcode[2:0]),
        .number(sequencer_executing_literal[3:0]), .wanted(sequencer_executing_literal[9:4]),
        .voters(exec_masks_exec_row & guard), .q(q), .held(held), .result(barriers_result)
    );

    lanebeat_special special (
        .clock(clock), .reset(reset),
        .starts(next_starts), .wave(sequencer_reading_wave),
        .number(sequencer_reading_literal[4:0]), .trigger(counter_trigger),
        .reads_barrier(special_reads_barrier), .barrier_word(barrier_word), .beat(sequencer_phase),
        .row(special_row)
    );

    lanebeat_execute execute (
        .clock(clock),
        .instruction_opcode(execute_instruction_opcode),
        .instruction_a_is_literal(execute_instruction_a_is_literal),
        .instruction_b_is_literal(execute_instruction_b_is_literal),
        .instruction_c_is_literal(execute_instruction_c_is_literal),
        .instruction_literal(execute_instruction_literal),
        .instruction_literal_high(execute_instruction_literal_high),
        .instruction_dpp_enable(execute_instruction_dpp_enable),
        .instruction_dpp_eight(execute_instruction_dpp_eight),
        .instruction_dpp_control(execute_instruction_dpp_control),
        .instruction_dpp_fetch_inactive(execute_instruction_dpp_fetch_inactive),
        .instruction_dpp_bound_control(execute_instruction_dpp_bound_control),
        .instruction_dpp_bank_mask(execute_instruction_dpp_bank_mask),
        .instruction_dpp_row_mask(execute_instruction_dpp_row_mask),
        .instruction_dpp_spare(execute_instruction_dpp_spare),
        .instruction_modifiers(execute_instruction_modifiers),
        .instruction_permute_fetch_inactive(execute_instruction_permute_fetch_inactive),
        .instruction_permute_bound_control(execute_instruction_permute_bound_control),
        .instruction_video(execute_instruction_video),
        .instruction_immediate(execute_instruction_immediate),
        .instruction_passes_left(execute_instruction_passes_left),
        .beat(sequencer_phase - 2'd3), .passes(execute_passes),
        .gathering(execute_passes & execute_gathering_term),
        .operands_a_row(register_file_a_row), .operands_b_row(register_file_b_row),
        .operands_c_row(register_file_c_row), .operands_a_wave(register_file_a_wave),
        .operands_a_read(register_file_a_read), .operands_addresses(register_file_b_addresses),
        .masks_guard(guard), .masks_guard_wave(guard_wave), .masks_p(p), .masks_q(q),
        .masks_q_wave(q_wave),
        .exec_row(exec_masks_exec_row), .exec_edges(exec_masks_exec_edges),
        .exec_wave(exec_masks_exec_wave),
        .special(special_row), .result(execute_result), .mask(execute_mask), .written(written_row),
        .pass_passes(execute_pass_passes), .pass_keeps(execute_pass_keeps),
        .pass_beat(execute_pass_beat), .pass_gathering(execute_pass_gathering),
        .pass_reduces(execute_pass_reduces), .pass_choice(execute_pass_choice),
        .pass_combined(execute_pass_combined)
    );

    lanebeat_redux_pair beats_combined (
        .choice(execute_pass_choice), .left(reduced_before_q & {32{execute_pass_beat[0]}}),
        .right(execute_pass_combined), .word(beats_combined_word)
    );

    always @(posedge clock) begin
        if (reset) begin
            host_read_q <= 1'b0;
        end else begin
            host_read_q <= host_ready & ~host_write;
        end
    end

    always @(posedge clock) begin
        host_was_mask_q <= host_entry[6];
        host_was_exec_q <= host_entry[6] & (host_entry[3:0] == EXEC_ENTRY);
        host_exec_row_q <= exec_masks_host_exec_row;
        reduced_before_q <= beats_combined_word;
    end

    always @(posedge clock) begin
        if (warp_is_reduced & ~execute_pass_beat[1]) begin
            reduced_of_warp0_q <= beats_combined_word;
        end
    end

    always @(posedge clock) begin
        if (warp_is_reduced & execute_pass_beat[1]) begin
            reduced_of_warp1_q <= beats_combined_word;
        end
    end

    always @(posedge clock) begin
        if (execute_pass_passes) begin
            pass_before_q <= {pass_before_q[1583:0], kept_mask, kept_result};
        end
    end

    assign host_read_valid = host_read_q;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

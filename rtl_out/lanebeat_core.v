// lanebeat_core: A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock                    input      1  rising edge
//   reset                    input      1  synchronous, active high
//   issue_wave               input      3  its wave
//   issue_valid              input      1  an instruction is offered
//   issue_instruction        input    128  its machine word
//   running                  input      8  waves that have instructions left, wave 0 lowest
//   issue_ready              output     1  it is taken at this clock edge if valid
//   issue_blocked            output     1  its wave must wait: another wave's may be taken sooner
//   issue_illegal            output     1  the word is no instruction of this configuration
//   host_valid               input      1  the host wants to read or write a row
//   host_write               input      1  it writes (else reads)
//   host_wave                input      3  wave
//   host_entry               input      7  register number; with the highest bit: mask entry, 7 is EXEC
//   host_beat                input      2  which beat's row
//   host_write_data          input    512  the row to write, lane 0 lowest; masks in the low bits
//   host_ready               output     1  the access is done at this clock edge
//   host_read_valid          output     1  the row asked for one cycle ago is here
//   host_read_data           output   512  the row read
//   retire_valid             output     1  results are written at this clock edge
//   retire_wave              output     3  wave of the instruction
//   retire_writes_register   output     1  the instruction has a destination register
//   retire_destination       output     6  the register
//   retire_mask_destination  output     4  predicate 0-6, mask slot 8-11, 7 for none
//   retire_written           output    64  threads that are written, thread 0 lowest
//   retire_result            output  2048  words for the register, thread 0 lowest
//   retire_mask              output    64  bits for the predicate or mask slot, thread 0 lowest
// Made by: lanebeat generate core
module lanebeat_core (
    input  wire          clock,                   // rising edge
    input  wire          reset,                   // synchronous, active high
    input  wire [2:0]    issue_wave,              // its wave
    input  wire          issue_valid,             // an instruction is offered
    input  wire [127:0]  issue_instruction,       // its machine word
    input  wire [7:0]    running,                 // waves that have instructions left, wave 0 lowest
    output wire          issue_ready,             // it is taken at this clock edge if valid
    output wire          issue_blocked,           // its wave must wait: another wave's may be taken sooner
    output wire          issue_illegal,           // the word is no instruction of this configuration
    input  wire          host_valid,              // the host wants to read or write a row
    input  wire          host_write,              // it writes (else reads)
    input  wire [2:0]    host_wave,               // wave
    input  wire [6:0]    host_entry,
    input  wire [1:0]    host_beat,               // which beat's row
    input  wire [511:0]  host_write_data,         // the row to write, lane 0 lowest; masks in the low bits
    output wire          host_ready,              // the access is done at this clock edge
    output wire          host_read_valid,         // the row asked for one cycle ago is here
    output wire [511:0]  host_read_data,          // the row read
    output wire          retire_valid,            // results are written at this clock edge
    output wire [2:0]    retire_wave,             // wave of the instruction
    output wire          retire_writes_register,  // the instruction has a destination register
    output wire [5:0]    retire_destination,      // the register
    output wire [3:0]    retire_mask_destination, // predicate 0-6, mask slot 8-11, 7 for none
    output wire [63:0]   retire_written,          // threads that are written, thread 0 lowest
    output wire [2047:0] retire_result,           // words for the register, thread 0 lowest
    output wire [63:0]   retire_mask              // bits for the predicate or mask slot, thread 0 lowest
);

    genvar copy;
    reg host_read_q;
    reg host_was_mask_q;
    reg host_was_exec_q;
    reg [15:0] host_exec_row_q;
    wire sequencer_issued_arrival;
    wire sequencer_issue_ready;
    wire sequencer_issue_blocked;
    wire sequencer_issue_illegal;
    wire [1:0] sequencer_phase;
    wire sequencer_reading_valid;
    wire [2:0] sequencer_reading_wave;
    wire [5:0] sequencer_reading_a;
    wire [5:0] sequencer_reading_b;
    wire [5:0] sequencer_reading_c;
    wire sequencer_reading_reads_a;
    wire sequencer_reading_reads_b;
    wire sequencer_reading_reads_c;
    wire [2:0] sequencer_reading_guard;
    wire [3:0] sequencer_reading_p;
    wire [2:0] sequencer_reading_q;
    wire sequencer_executing_valid;
    wire [2:0] sequencer_executing_wave;
    wire [7:0] sequencer_executing_opcode;
    wire sequencer_executing_guard_is_true;
    wire sequencer_executing_guard_negated;
    wire sequencer_executing_p_is_true;
    wire sequencer_executing_p_negated;
    wire sequencer_executing_q_is_true;
    wire sequencer_executing_q_negated;
    wire sequencer_executing_a_is_literal;
    wire sequencer_executing_b_is_literal;
    wire sequencer_executing_c_is_literal;
    wire [31:0] sequencer_executing_literal;
    wire [31:0] sequencer_executing_literal_high;
    wire sequencer_executing_dpp_enable;
    wire sequencer_executing_dpp_eight;
    wire [8:0] sequencer_executing_dpp_control;
    wire sequencer_executing_dpp_fetch_inactive;
    wire sequencer_executing_dpp_bound_control;
    wire [3:0] sequencer_executing_dpp_bank_mask;
    wire [3:0] sequencer_executing_dpp_row_mask;
    wire [6:0] sequencer_executing_dpp_spare;
    wire [5:0] sequencer_executing_modifiers;
    wire sequencer_executing_permute_fetch_inactive;
    wire sequencer_executing_permute_bound_control;
    wire [34:0] sequencer_executing_video;
    wire sequencer_writing_valid;
    wire [2:0] sequencer_writing_wave;
    wire [5:0] sequencer_writing_destination;
    wire sequencer_writing_writes_register;
    wire [3:0] sequencer_writing_mask_destination;
    wire [63:0] written_rows_words;
    wire [511:0] register_file_c_row;
    wire [511:0] register_file_b_row;
    wire [383:0] register_file_b_addresses;
    wire [511:0] register_file_a_row;
    wire [2047:0] register_file_a_wave;
    wire [2047:0] register_file_result;
    wire register_file_host_ready;
    wire [511:0] register_file_host_read_data;
    wire [15:0] mask_file_c_row;
    wire [63:0] mask_file_c_wave;
    wire [15:0] mask_file_b_row;
    wire [15:0] mask_file_a_row;
    wire [63:0] mask_file_a_wave;
    wire [63:0] mask_file_result;
    wire mask_file_host_ready;
    wire [15:0] mask_file_host_read_data;
    wire [7:0] exec_masks_exec_edges;
    wire [63:0] exec_masks_exec_wave;
    wire [15:0] exec_masks_exec_row;
    wire [15:0] exec_masks_host_exec_row;
    wire [511:0] dpp_word;
    wire [15:0] dpp_write;
    wire barriers_held;
    wire [9:0] barriers_result;
    wire [511:0] special_row;
    wire [511:0] shuffle_word;
    wire [15:0] shuffle_in_range;
    wire [15:0] shuffle_write;
    wire [511:0] vote_word;
    wire [15:0] vote_mask;
    wire [511:0] lane_result;
    wire [15:0] lane_mask;

    wire held = barriers_held;
    wire lanes_busy = sequencer_executing_valid & 1'b1;
    wire [511:0] result_row = lane_result;
    wire [15:0] mask_row = lane_mask;
    wire [15:0] either = mask_file_a_row | {16{sequencer_executing_guard_is_true}};
    wire [15:0] guard = either ^ {16{sequencer_executing_guard_negated}};
    wire per_thread =
        (sequencer_executing_opcode == 8'd16) |
        (sequencer_executing_opcode == 8'd17) |
        (sequencer_executing_opcode == 8'd18) |
        (sequencer_executing_opcode == 8'd20) |
        (sequencer_executing_opcode == 8'd22) |
        (sequencer_executing_opcode[7:4] == 4'd2) |
        (sequencer_executing_opcode[7:4] == 4'd3) |
        (sequencer_executing_opcode[7:4] == 4'd4) |
        (sequencer_executing_opcode[7:4] == 4'd5) |
        (sequencer_executing_opcode[7:4] == 4'd6) |
        (sequencer_executing_opcode[7:4] == 4'd7) |
        (sequencer_executing_opcode[7:4] == 4'd8) |
        (sequencer_executing_opcode[7:4] == 4'd9) |
        (sequencer_executing_opcode[7:4] == 4'd10) |
        (sequencer_executing_opcode[7:4] == 4'd12) |
        (sequencer_executing_opcode[7:4] == 4'd13) |
        (sequencer_executing_opcode[7:4] == 4'd14) |
        (sequencer_executing_opcode[7:4] == 4'd15);
    wire saves_exec =
        (sequencer_executing_opcode == 8'd177) |
        (sequencer_executing_opcode == 8'd182) |
        (sequencer_executing_opcode == 8'd183);
    wire [15:0] both = exec_masks_exec_row & dpp_write & guard & shuffle_write & {16{per_thread}};
    wire is_equal = sequencer_executing_literal_high[5:4] == sequencer_phase;
    wire writes_lane = (sequencer_executing_opcode == 8'd24) & is_equal;
    wire [15:0] written_lane = {15'd0, writes_lane} << sequencer_executing_literal_high[3:0];
    wire [15:0] beat_written = both | {16{saves_exec}} | written_lane;
    wire [15:0] written_row = beat_written;
    wire inverse = ~(sequencer_writing_mask_destination == 4'd7);
    wire inverse_2 = ~(host_entry[6] & (host_entry[3:0] == 4'd7));
    wire [15:0] either_2 = mask_file_b_row | {16{sequencer_executing_p_is_true}};
    wire [15:0] p = either_2 ^ {16{sequencer_executing_p_negated}};
    wire [15:0] either_3 = mask_file_c_row | {16{sequencer_executing_q_is_true}};
    wire [15:0] q = either_3 ^ {16{sequencer_executing_q_negated}};
    wire [511:0] repeated = {16{sequencer_executing_literal}};
    wire [511:0] operand_b = sequencer_executing_b_is_literal ? repeated : register_file_b_row;
    wire [511:0] operand_c = sequencer_executing_c_is_literal ? repeated : register_file_c_row;
    wire is_exec = sequencer_executing_opcode[7:4] == 4'd11;
    wire writes_exec = lanes_busy & is_exec;
    wire [63:0] joined = {sequencer_executing_literal_high, sequencer_executing_literal};
    wire [31:0] element_of_2 = sequencer_phase[1] ? joined[63:32] : joined[31:0];
    wire [15:0] element = sequencer_phase[0] ? element_of_2[31:16] : element_of_2[15:0];
    wire [15:0] exec_source = sequencer_executing_a_is_literal ? element : p;
    wire [127:0] exec_choices = {
        exec_masks_exec_row & exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & ~exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & exec_source, ~exec_masks_exec_row, exec_masks_exec_row, exec_source
    };
    wire [63:0] element_2_of_4 = sequencer_executing_opcode[2] ? exec_choices[127:64] : exec_choices[63:0];
    wire [31:0] element_2_of_2 = sequencer_executing_opcode[1] ? element_2_of_4[63:32] : element_2_of_4[31:0];
    wire [15:0] element_2 = sequencer_executing_opcode[0] ? element_2_of_2[31:16] : element_2_of_2[15:0];
    wire [15:0] new_exec_row = element_2;
    wire both_2 = host_valid & host_entry[6] & (host_entry[3:0] == 4'd7) & ~writes_exec;
    wire host_granted = register_file_host_ready | mask_file_host_ready | both_2;
    wire [15:0] choice = host_was_exec_q ? host_exec_row_q : mask_file_host_read_data;
    assign host_read_data = host_was_mask_q ? {496'd0, choice} : register_file_host_read_data;
    wire [255:0] joined_2 = {
        register_file_a_wave[2047:2016], register_file_a_wave[1567:1536], register_file_a_wave[1535:1504],
        register_file_a_wave[1055:1024], register_file_a_wave[1023:992], register_file_a_wave[543:512],
        register_file_a_wave[511:480], register_file_a_wave[31:0]
    };
    wire takes_next_row =
        (sequencer_executing_dpp_control == 9'd304) |
        (sequencer_executing_dpp_control == 9'd308);
    wire takes_thread31 = sequencer_executing_dpp_control == 9'd323;
    wire [15:0] joined_3 = {4'd8, 4'd4, 4'd2, 4'd1};
    wire [7:0] dpp_this_row_of_2 = sequencer_phase[1] ? joined_3[15:8] : joined_3[7:0];
    wire [3:0] dpp_this_row = sequencer_phase[0] ? dpp_this_row_of_2[7:4] : dpp_this_row_of_2[3:0];
    wire [3:0] joined_4 = {1'b0, 1'b0, 1'b0, 1'b1};
    wire [1:0] dpp_row_is_first_of_2 = sequencer_phase[1] ? joined_4[3:2] : joined_4[1:0];
    wire dpp_row_is_first = sequencer_phase[0] ? dpp_row_is_first_of_2[1] : dpp_row_is_first_of_2[0];
    wire [3:0] joined_5 = {1'b0, 1'b0, 1'b1, 1'b0};
    wire [1:0] dpp_row_is_second_of_2 = sequencer_phase[1] ? joined_5[3:2] : joined_5[1:0];
    wire dpp_row_is_second = sequencer_phase[0] ? dpp_row_is_second_of_2[1] : dpp_row_is_second_of_2[0];
    wire [3:0] joined_6 = {1'b1, 1'b0, 1'b0, 1'b0};
    wire [1:0] dpp_row_is_last_of_2 = sequencer_phase[1] ? joined_6[3:2] : joined_6[1:0];
    wire dpp_row_is_last = sequencer_phase[0] ? dpp_row_is_last_of_2[1] : dpp_row_is_last_of_2[0];
    wire [127:0] joined_7 = {joined_2[31:0], joined_2[223:192], joined_2[159:128], joined_2[95:64]};
    wire [63:0] element_3_of_2 = sequencer_phase[1] ? joined_7[127:64] : joined_7[63:0];
    wire [31:0] element_3 = sequencer_phase[0] ? element_3_of_2[63:32] : element_3_of_2[31:0];
    wire [127:0] joined_8 = {joined_2[191:160], joined_2[127:96], joined_2[63:32], joined_2[255:224]};
    wire [63:0] element_4_of_2 = sequencer_phase[1] ? joined_8[127:64] : joined_8[63:0];
    wire [31:0] element_4 = sequencer_phase[0] ? element_4_of_2[63:32] : element_4_of_2[31:0];
    wire [31:0] neighbour_words = takes_thread31 ? joined_2[127:96] : takes_next_row ? element_3 : element_4;
    wire [3:0] joined_9 = {
        exec_masks_exec_edges[0], exec_masks_exec_edges[6], exec_masks_exec_edges[4],
        exec_masks_exec_edges[2]
    };
    wire [1:0] element_5_of_2 = sequencer_phase[1] ? joined_9[3:2] : joined_9[1:0];
    wire element_5 = sequencer_phase[0] ? element_5_of_2[1] : element_5_of_2[0];
    wire [3:0] joined_10 = {
        exec_masks_exec_edges[5], exec_masks_exec_edges[3], exec_masks_exec_edges[1],
        exec_masks_exec_edges[7]
    };
    wire [1:0] element_6_of_2 = sequencer_phase[1] ? joined_10[3:2] : joined_10[1:0];
    wire element_6 = sequencer_phase[0] ? element_6_of_2[1] : element_6_of_2[0];
    wire neighbour_exec = takes_thread31 ? exec_masks_exec_edges[3] : takes_next_row ? element_5 : element_6;
    wire either_4 =
        (sequencer_executing_opcode == 8'd2) |
        (sequencer_executing_opcode == 8'd4) |
        (sequencer_executing_opcode == 8'd5) |
        (sequencer_executing_opcode == 8'd6);
    wire tests_barrier = sequencer_executing_opcode == 8'd22;
    wire [9:0] barrier_word = tests_barrier ? {9'd0, |barriers_result} : barriers_result;
    wire counter_trigger = lanes_busy & (sequencer_phase == 2'd0) & (sequencer_executing_opcode == 8'd7);
    wire reads_special =
        (sequencer_executing_opcode == 8'd18) |
        (sequencer_executing_opcode == 8'd20) |
        (sequencer_executing_opcode == 8'd22);
    wire [511:0] operand_a =
        reads_special ? special_row :
        sequencer_executing_a_is_literal ? repeated :
        dpp_word;
    wire [63:0] either_5 = mask_file_a_wave | {64{sequencer_executing_guard_is_true}};
    wire [63:0] guard_wave = either_5 ^ {64{sequencer_executing_guard_negated}};
    wire [63:0] executing_threads = exec_masks_exec_wave & guard_wave;
    wire [4:0] choice_2 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[484:480];
    wire [4:0] choice_3 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[452:448];
    wire [4:0] choice_4 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[420:416];
    wire [4:0] choice_5 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[388:384];
    wire [4:0] choice_6 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[356:352];
    wire [4:0] choice_7 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[324:320];
    wire [4:0] choice_8 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[292:288];
    wire [4:0] choice_9 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[260:256];
    wire [4:0] choice_10 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[228:224];
    wire [4:0] choice_11 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[196:192];
    wire [4:0] choice_12 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[164:160];
    wire [4:0] choice_13 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[132:128];
    wire [4:0] choice_14 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[100:96];
    wire [4:0] choice_15 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[68:64];
    wire [4:0] choice_16 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[36:32];
    wire [4:0] choice_17 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
        register_file_b_row[4:0];
    wire [63:0] either_6 = mask_file_c_wave | {64{sequencer_executing_q_is_true}};
    wire [63:0] q_wave = either_6 ^ {64{sequencer_executing_q_negated}};
    wire [31:0] element_7 = sequencer_phase[1] ? exec_masks_exec_wave[63:32] : exec_masks_exec_wave[31:0];
    wire [31:0] element_8 = sequencer_phase[1] ? guard_wave[63:32] : guard_wave[31:0];
    wire [31:0] active_threads = element_7 & element_8;
    wire [31:0] vote_q = sequencer_phase[1] ? q_wave[63:32] : q_wave[31:0];
    wire [1023:0] vote_words =
        sequencer_phase[1] ? register_file_a_wave[2047:1024] :
        register_file_a_wave[1023:0];
    assign retire_valid = sequencer_writing_valid & (sequencer_phase == 2'd0);
    wire register_file_reads_a = sequencer_reading_valid & sequencer_reading_reads_a;
    wire register_file_reads_b = sequencer_reading_valid & sequencer_reading_reads_b;
    wire register_file_reads_c = sequencer_reading_valid & sequencer_reading_reads_c;
    wire register_file_writing_valid = sequencer_writing_valid & sequencer_writing_writes_register;
    wire register_file_host_valid = host_valid & ~host_entry[6];
    wire [3:0] mask_file_reading_a = {1'b0, sequencer_reading_guard};
    wire [3:0] mask_file_reading_c = {1'b0, sequencer_reading_q};
    wire mask_file_reads_a = sequencer_reading_valid & (~(sequencer_reading_guard == 3'd7));
    wire mask_file_reads_b = sequencer_reading_valid & (~(sequencer_reading_p == 4'd7));
    wire mask_file_reads_c = sequencer_reading_valid & (~(sequencer_reading_q == 3'd7));
    wire mask_file_writing_valid = sequencer_writing_valid & inverse;
    wire mask_file_host_valid = host_valid & host_entry[6] & inverse_2;
    wire exec_masks_host_write =
        host_valid &
        host_write &
        host_entry[6] &
        (host_entry[3:0] == 4'd7) &
        ~writes_exec;
    wire [23:0] dpp_eight_positions = {
        sequencer_executing_dpp_row_mask, sequencer_executing_dpp_bank_mask, sequencer_executing_dpp_control,
        sequencer_executing_dpp_spare
    };
    wire barriers_arriving = lanes_busy & either_4;
    wire barriers_first_beat = sequencer_phase == 2'd0;
    wire barriers_last_beat = sequencer_phase == 2'd3;
    wire [15:0] barriers_voters = exec_masks_exec_row & guard;
    wire special_reads_barrier =
        (sequencer_executing_opcode == 8'd20) |
        (sequencer_executing_opcode == 8'd22);
    wire [95:0] shuffle_own_addresses = {
        register_file_b_row[487:482], register_file_b_row[455:450], register_file_b_row[423:418],
        register_file_b_row[391:386], register_file_b_row[359:354], register_file_b_row[327:322],
        register_file_b_row[295:290], register_file_b_row[263:258], register_file_b_row[231:226],
        register_file_b_row[199:194], register_file_b_row[167:162], register_file_b_row[135:130],
        register_file_b_row[103:98], register_file_b_row[71:66], register_file_b_row[39:34],
        register_file_b_row[7:2]
    };
    wire [79:0] shuffle_index = {
        choice_2, choice_3, choice_4, choice_5, choice_6, choice_7, choice_8, choice_9, choice_10, choice_11,
        choice_12, choice_13, choice_14, choice_15, choice_16, choice_17
    };
    wire [79:0] shuffle_clamp = {
        operand_c[484:480], operand_c[452:448], operand_c[420:416], operand_c[388:384], operand_c[356:352],
        operand_c[324:320], operand_c[292:288], operand_c[260:256], operand_c[228:224], operand_c[196:192],
        operand_c[164:160], operand_c[132:128], operand_c[100:96], operand_c[68:64], operand_c[36:32],
        operand_c[4:0]
    };
    wire [79:0] shuffle_segment_mask = {
        operand_c[492:488], operand_c[460:456], operand_c[428:424], operand_c[396:392], operand_c[364:360],
        operand_c[332:328], operand_c[300:296], operand_c[268:264], operand_c[236:232], operand_c[204:200],
        operand_c[172:168], operand_c[140:136], operand_c[108:104], operand_c[76:72], operand_c[44:40],
        operand_c[12:8]
    };

    lanebeat_sequencer sequencer (
        .clock(clock),
        .reset(reset),
        .issue_valid(issue_valid),
        .issue_wave(issue_wave),
        .issue_instruction(issue_instruction),
        .held(held),
        .issued_arrival(sequencer_issued_arrival),
        .issue_ready(sequencer_issue_ready),
        .issue_blocked(sequencer_issue_blocked),
        .issue_illegal(sequencer_issue_illegal),
        .phase(sequencer_phase),
        .reading_valid(sequencer_reading_valid),
        .reading_wave(sequencer_reading_wave),
        .reading_a(sequencer_reading_a),
        .reading_b(sequencer_reading_b),
        .reading_c(sequencer_reading_c),
        .reading_reads_a(sequencer_reading_reads_a),
        .reading_reads_b(sequencer_reading_reads_b),
        .reading_reads_c(sequencer_reading_reads_c),
        .reading_guard(sequencer_reading_guard),
        .reading_p(sequencer_reading_p),
        .reading_q(sequencer_reading_q),
        .executing_valid(sequencer_executing_valid),
        .executing_wave(sequencer_executing_wave),
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
        .writing_valid(sequencer_writing_valid),
        .writing_wave(sequencer_writing_wave),
        .writing_destination(sequencer_writing_destination),
        .writing_writes_register(sequencer_writing_writes_register),
        .writing_mask_destination(sequencer_writing_mask_destination)
    );

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : written_rows
            lanebeat_beat_row_16 #(.INDEX(copy)) unit (
                .clock(clock),
                .take(1'b1),
                .beat(sequencer_phase),
                .row(written_row),
                .words(written_rows_words[copy*16 +: 16])
            );
        end
    endgenerate

    lanebeat_register_file register_file (
        .clock(clock),
        .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave),
        .reading_a(sequencer_reading_a),
        .reading_b(sequencer_reading_b),
        .reading_c(sequencer_reading_c),
        .reads_a(register_file_reads_a),
        .reads_b(register_file_reads_b),
        .reads_c(register_file_reads_c),
        .writing_valid(register_file_writing_valid),
        .writing_wave(sequencer_writing_wave),
        .writing_entry(sequencer_writing_destination),
        .written(written_rows_words),
        .result_row(result_row),
        .host_valid(register_file_host_valid),
        .host_write(host_write),
        .host_wave(host_wave),
        .host_entry(host_entry[5:0]),
        .host_beat(host_beat),
        .host_write_data(host_write_data),
        .c_row(register_file_c_row),
        .b_row(register_file_b_row),
        .b_addresses(register_file_b_addresses),
        .a_row(register_file_a_row),
        .a_wave(register_file_a_wave),
        .result(register_file_result),
        .host_ready(register_file_host_ready),
        .host_read_data(register_file_host_read_data)
    );

    lanebeat_mask_file mask_file (
        .clock(clock),
        .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave),
        .reading_a(mask_file_reading_a),
        .reading_b(sequencer_reading_p),
        .reading_c(mask_file_reading_c),
        .reads_a(mask_file_reads_a),
        .reads_b(mask_file_reads_b),
        .reads_c(mask_file_reads_c),
        .writing_valid(mask_file_writing_valid),
        .writing_wave(sequencer_writing_wave),
        .writing_entry(sequencer_writing_mask_destination),
        .written(written_rows_words),
        .result_row(mask_row),
        .host_valid(mask_file_host_valid),
        .host_write(host_write),
        .host_wave(host_wave),
        .host_entry(host_entry[3:0]),
        .host_beat(host_beat),
        .host_write_data(host_write_data[15:0]),
        .c_row(mask_file_c_row),
        .c_wave(mask_file_c_wave),
        .b_row(mask_file_b_row),
        .a_row(mask_file_a_row),
        .a_wave(mask_file_a_wave),
        .result(mask_file_result),
        .host_ready(mask_file_host_ready),
        .host_read_data(mask_file_host_read_data)
    );

    lanebeat_exec_masks exec_masks (
        .clock(clock),
        .reset(reset),
        .wave(sequencer_executing_wave),
        .beat(sequencer_phase),
        .write(writes_exec),
        .row(new_exec_row),
        .host_write(exec_masks_host_write),
        .host_wave(host_wave),
        .host_beat(host_beat),
        .host_row(host_write_data[15:0]),
        .exec_edges(exec_masks_exec_edges),
        .exec_wave(exec_masks_exec_wave),
        .exec_row(exec_masks_exec_row),
        .host_exec_row(exec_masks_host_exec_row)
    );

    lanebeat_dpp dpp (
        .enable(sequencer_executing_dpp_enable),
        .eight(sequencer_executing_dpp_eight),
        .eight_positions(dpp_eight_positions),
        .control(sequencer_executing_dpp_control),
        .fetch_inactive(sequencer_executing_dpp_fetch_inactive),
        .bound_control(sequencer_executing_dpp_bound_control),
        .bank_mask(sequencer_executing_dpp_bank_mask),
        .row_mask(sequencer_executing_dpp_row_mask),
        .this_row(dpp_this_row),
        .row_is_first(dpp_row_is_first),
        .row_is_second(dpp_row_is_second),
        .row_is_last(dpp_row_is_last),
        .words(register_file_a_row),
        .exec(exec_masks_exec_row),
        .neighbour(neighbour_words),
        .neighbour_exec(neighbour_exec),
        .word(dpp_word),
        .write(dpp_write)
    );

    lanebeat_barriers barriers (
        .clock(clock),
        .reset(reset),
        .running(running),
        .issue_wave(issue_wave),
        .issued(sequencer_issued_arrival),
        .wave(sequencer_executing_wave),
        .arriving(barriers_arriving),
        .first_beat(barriers_first_beat),
        .last_beat(barriers_last_beat),
        .choice(sequencer_executing_opcode[2:0]),
        .number(sequencer_executing_literal[3:0]),
        .wanted(sequencer_executing_literal[9:4]),
        .voters(barriers_voters),
        .q(q),
        .held(barriers_held),
        .result(barriers_result)
    );

    lanebeat_special special (
        .clock(clock),
        .reset(reset),
        .phase(sequencer_phase),
        .wave(sequencer_executing_wave),
        .beat(sequencer_phase),
        .number(sequencer_executing_literal[3:0]),
        .trigger(counter_trigger),
        .barrier_word(barrier_word),
        .reads_barrier(special_reads_barrier),
        .row(special_row)
    );

    lanebeat_wave_shuffle shuffle (
        .opcode(sequencer_executing_opcode),
        .fetch_inactive(sequencer_executing_permute_fetch_inactive),
        .bound_control(sequencer_executing_permute_bound_control),
        .beat(sequencer_phase),
        .executing(executing_threads),
        .addresses(register_file_b_addresses),
        .literal(sequencer_executing_literal),
        .literal_high(sequencer_executing_literal_high),
        .own_addresses(shuffle_own_addresses),
        .index(shuffle_index),
        .clamp(shuffle_clamp),
        .segment_mask(shuffle_segment_mask),
        .exec(exec_masks_exec_wave),
        .words(register_file_a_wave),
        .word(shuffle_word),
        .in_range(shuffle_in_range),
        .write(shuffle_write)
    );

    lanebeat_vote vote (
        .choice(sequencer_executing_opcode[3:0]),
        .active(active_threads),
        .q(vote_q),
        .words(vote_words),
        .own_words(register_file_a_row),
        .literal(sequencer_executing_literal),
        .is_literal(sequencer_executing_a_is_literal),
        .word(vote_word),
        .mask(vote_mask)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_lane unit (
                .opcode(sequencer_executing_opcode),
                .a(operand_a[copy*32 +: 32]),
                .b(operand_b[copy*32 +: 32]),
                .c(operand_c[copy*32 +: 32]),
                .p(p[copy]),
                .q(q[copy]),
                .exec(exec_masks_exec_row[copy]),
                .video_modifiers(sequencer_executing_video),
                .shuffle_word(shuffle_word[copy*32 +: 32]),
                .shuffle_in_range(shuffle_in_range[copy]),
                .vote_word(vote_word[copy*32 +: 32]),
                .vote_mask(vote_mask[copy]),
                .modifiers(sequencer_executing_modifiers),
                .result(lane_result[copy*32 +: 32]),
                .mask(lane_mask[copy])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            host_read_q <= 1'b0;
        end else begin
            host_read_q <= host_granted & ~host_write;
        end
    end

    always @(posedge clock) begin
        host_was_mask_q <= host_entry[6];
        host_was_exec_q <= host_entry[6] & (host_entry[3:0] == 4'd7);
        host_exec_row_q <= exec_masks_host_exec_row;
    end

    assign issue_ready = sequencer_issue_ready;
    assign issue_blocked = sequencer_issue_blocked;
    assign issue_illegal = sequencer_issue_illegal;
    assign host_ready = host_granted;
    assign host_read_valid = host_read_q;
    assign retire_wave = sequencer_writing_wave;
    assign retire_writes_register = sequencer_writing_writes_register;
    assign retire_destination = sequencer_writing_destination;
    assign retire_mask_destination = sequencer_writing_mask_destination;
    assign retire_written = written_rows_words;
    assign retire_result = register_file_result;
    assign retire_mask = mask_file_result;

endmodule

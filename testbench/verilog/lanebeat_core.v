// lanebeat_core: A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock                    input     1  rising edge
//   reset                    input     1  synchronous, active high
//   issue_wave               input     1  its wave
//   issue_valid              input     1  an instruction is offered
//   issue_instruction        input   128  its machine word
//   running                  input     2  waves that have instructions left, wave 0 lowest
//   issue_ready              output    1  it is taken at this clock edge if valid
//   issue_blocked            output    1  its wave must wait: another wave's may be taken sooner
//   issue_illegal            output    1  the word is no instruction of this configuration
//   host_valid               input     1  the host wants to read or write a row
//   host_write               input     1  it writes (else reads)
//   host_wave                input     1  wave
//   host_entry               input     5  register number; with the highest bit: mask entry, 7 is EXEC
//   host_beat                input     2  which beat's row
//   host_write_data          input   128  the row to write, lane 0 lowest; masks in the low bits
//   host_ready               output    1  the access is done at this clock edge
//   host_read_valid          output    1  the row asked for one cycle ago is here
//   host_read_data           output  128  the row read
//   retire_valid             output    1  results are written at this clock edge
//   retire_wave              output    1  wave of the instruction
//   retire_writes_register   output    1  the instruction has a destination register
//   retire_destination       output    4  the register
//   retire_mask_destination  output    4  predicate 0-6, mask slot 8-11, 7 for none
//   retire_written           output   16  threads that are written, thread 0 lowest
//   retire_result            output  512  words for the register, thread 0 lowest
//   retire_mask              output   16  bits for the predicate or mask slot, thread 0 lowest
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_core (
    input  wire         clock,                   // rising edge
    input  wire         reset,                   // synchronous, active high
    input  wire         issue_wave,              // its wave
    input  wire         issue_valid,             // an instruction is offered
    input  wire [127:0] issue_instruction,       // its machine word
    input  wire [1:0]   running,                 // waves that have instructions left, wave 0 lowest
    output wire         issue_ready,             // it is taken at this clock edge if valid
    output wire         issue_blocked,           // its wave must wait: another wave's may be taken sooner
    output wire         issue_illegal,           // the word is no instruction of this configuration
    input  wire         host_valid,              // the host wants to read or write a row
    input  wire         host_write,              // it writes (else reads)
    input  wire         host_wave,               // wave
    input  wire [4:0]   host_entry,
    input  wire [1:0]   host_beat,               // which beat's row
    input  wire [127:0] host_write_data,         // the row to write, lane 0 lowest; masks in the low bits
    output wire         host_ready,              // the access is done at this clock edge
    output wire         host_read_valid,         // the row asked for one cycle ago is here
    output wire [127:0] host_read_data,          // the row read
    output wire         retire_valid,            // results are written at this clock edge
    output wire         retire_wave,             // wave of the instruction
    output wire         retire_writes_register,  // the instruction has a destination register
    output wire [3:0]   retire_destination,      // the register
    output wire [3:0]   retire_mask_destination, // predicate 0-6, mask slot 8-11, 7 for none
    output wire [15:0]  retire_written,          // threads that are written, thread 0 lowest
    output wire [511:0] retire_result,           // words for the register, thread 0 lowest
    output wire [15:0]  retire_mask              // bits for the predicate or mask slot, thread 0 lowest
);

    genvar copy;
    reg host_read_q;
    reg host_was_mask_q;
    reg host_was_exec_q;
    reg [3:0] host_exec_row_q;
    wire sequencer_issued_arrival;
    wire sequencer_issue_ready;
    wire sequencer_issue_blocked;
    wire sequencer_issue_illegal;
    wire [1:0] sequencer_phase;
    wire sequencer_reading_valid;
    wire sequencer_reading_wave;
    wire [3:0] sequencer_reading_a;
    wire [3:0] sequencer_reading_b;
    wire [3:0] sequencer_reading_c;
    wire sequencer_reading_reads_a;
    wire sequencer_reading_reads_b;
    wire sequencer_reading_reads_c;
    wire [2:0] sequencer_reading_guard;
    wire [3:0] sequencer_reading_p;
    wire [2:0] sequencer_reading_q;
    wire sequencer_executing_valid;
    wire sequencer_executing_wave;
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
    wire sequencer_writing_wave;
    wire [3:0] sequencer_writing_destination;
    wire sequencer_writing_writes_register;
    wire [3:0] sequencer_writing_mask_destination;
    wire [15:0] written_rows_words;
    wire [127:0] register_file_c_row;
    wire [127:0] register_file_b_row;
    wire [63:0] register_file_b_addresses;
    wire [127:0] register_file_a_row;
    wire [511:0] register_file_a_wave;
    wire [511:0] register_file_result;
    wire register_file_host_ready;
    wire [127:0] register_file_host_read_data;
    wire [3:0] mask_file_c_row;
    wire [15:0] mask_file_c_wave;
    wire [3:0] mask_file_b_row;
    wire [3:0] mask_file_a_row;
    wire [15:0] mask_file_a_wave;
    wire [15:0] mask_file_result;
    wire mask_file_host_ready;
    wire [3:0] mask_file_host_read_data;
    wire [1:0] exec_masks_exec_edges;
    wire [15:0] exec_masks_exec_of_row;
    wire [15:0] exec_masks_exec_wave;
    wire [3:0] exec_masks_exec_row;
    wire [3:0] exec_masks_host_exec_row;
    wire [127:0] dpp_word;
    wire [3:0] dpp_write;
    wire barriers_held;
    wire [5:0] barriers_result;
    wire [127:0] special_row;
    wire [127:0] shuffle_word;
    wire [3:0] shuffle_in_range;
    wire [3:0] shuffle_write;
    wire [127:0] vote_word;
    wire [3:0] vote_mask;
    wire [127:0] lane_result;
    wire [3:0] lane_mask;

    wire held = barriers_held;
    wire lanes_busy = sequencer_executing_valid & 1'b1;
    wire [127:0] result_row = lane_result;
    wire [3:0] mask_row = lane_mask;
    wire [3:0] either = mask_file_a_row | {4{sequencer_executing_guard_is_true}};
    wire [3:0] guard = either ^ {4{sequencer_executing_guard_negated}};
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
    wire [3:0] both = exec_masks_exec_row & dpp_write & guard & shuffle_write & {4{per_thread}};
    wire is_equal = sequencer_executing_literal_high[3:2] == sequencer_phase;
    wire writes_lane = (sequencer_executing_opcode == 8'd24) & is_equal;
    wire [3:0] written_lane = {3'd0, writes_lane} << sequencer_executing_literal_high[1:0];
    wire [3:0] beat_written = both | {4{saves_exec}} | written_lane;
    wire [3:0] written_row = beat_written;
    wire inverse = ~(sequencer_writing_mask_destination == 4'd7);
    wire inverse_2 = ~(host_entry[4] & (host_entry[3:0] == 4'd7));
    wire [3:0] either_2 = mask_file_b_row | {4{sequencer_executing_p_is_true}};
    wire [3:0] p = either_2 ^ {4{sequencer_executing_p_negated}};
    wire [3:0] either_3 = mask_file_c_row | {4{sequencer_executing_q_is_true}};
    wire [3:0] q = either_3 ^ {4{sequencer_executing_q_negated}};
    wire [127:0] repeated = {4{sequencer_executing_literal}};
    wire [127:0] operand_b = sequencer_executing_b_is_literal ? repeated : register_file_b_row;
    wire [127:0] operand_c = sequencer_executing_c_is_literal ? repeated : register_file_c_row;
    wire is_exec = sequencer_executing_opcode[7:4] == 4'd11;
    wire writes_exec = lanes_busy & is_exec;
    wire [7:0] element_of_2 =
        sequencer_phase[1] ? sequencer_executing_literal[15:8] :
        sequencer_executing_literal[7:0];
    wire [3:0] element = sequencer_phase[0] ? element_of_2[7:4] : element_of_2[3:0];
    wire [3:0] exec_source = sequencer_executing_a_is_literal ? element : p;
    wire [31:0] exec_choices = {
        exec_masks_exec_row & exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & ~exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & exec_source, ~exec_masks_exec_row, exec_masks_exec_row, exec_source
    };
    wire [15:0] element_2_of_4 = sequencer_executing_opcode[2] ? exec_choices[31:16] : exec_choices[15:0];
    wire [7:0] element_2_of_2 = sequencer_executing_opcode[1] ? element_2_of_4[15:8] : element_2_of_4[7:0];
    wire [3:0] element_2 = sequencer_executing_opcode[0] ? element_2_of_2[7:4] : element_2_of_2[3:0];
    wire [3:0] new_exec_row = element_2;
    wire both_2 = host_valid & host_entry[4] & (host_entry[3:0] == 4'd7) & ~writes_exec;
    wire host_granted = register_file_host_ready | mask_file_host_ready | both_2;
    wire [3:0] choice = host_was_exec_q ? host_exec_row_q : mask_file_host_read_data;
    assign host_read_data = host_was_mask_q ? {124'd0, choice} : register_file_host_read_data;
    wire [63:0] joined = {register_file_a_wave[511:480], register_file_a_wave[31:0]};
    wire takes_next_row =
        (sequencer_executing_dpp_control == 9'd304) |
        (sequencer_executing_dpp_control == 9'd308);
    wire [31:0] neighbour_words = takes_next_row ? joined[31:0] : joined[63:32];
    wire neighbour_exec = takes_next_row ? exec_masks_exec_edges[0] : exec_masks_exec_edges[1];
    wire either_4 =
        (sequencer_executing_opcode == 8'd2) |
        (sequencer_executing_opcode == 8'd4) |
        (sequencer_executing_opcode == 8'd5) |
        (sequencer_executing_opcode == 8'd6);
    wire tests_barrier = sequencer_executing_opcode == 8'd22;
    wire [5:0] barrier_word = tests_barrier ? {5'd0, |barriers_result} : barriers_result;
    wire counter_trigger = lanes_busy & (sequencer_phase == 2'd0) & (sequencer_executing_opcode == 8'd7);
    wire reads_special =
        (sequencer_executing_opcode == 8'd18) |
        (sequencer_executing_opcode == 8'd20) |
        (sequencer_executing_opcode == 8'd22);
    wire [127:0] operand_a =
        reads_special ? special_row :
        sequencer_executing_a_is_literal ? repeated :
        sequencer_executing_dpp_enable ? dpp_word :
        register_file_a_row;
    wire [15:0] either_5 = mask_file_a_wave | {16{sequencer_executing_guard_is_true}};
    wire [15:0] guard_wave = either_5 ^ {16{sequencer_executing_guard_negated}};
    wire [15:0] executing_threads = exec_masks_exec_wave & guard_wave;
    wire [3:0] choice_2 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[19:16] :
        register_file_b_row[99:96];
    wire [3:0] choice_3 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[19:16] :
        register_file_b_row[67:64];
    wire [3:0] choice_4 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[19:16] :
        register_file_b_row[35:32];
    wire [3:0] choice_5 =
        sequencer_executing_b_is_literal ? sequencer_executing_literal[19:16] :
        register_file_b_row[3:0];
    wire [15:0] either_6 = mask_file_c_wave | {16{sequencer_executing_q_is_true}};
    wire [15:0] q_wave = either_6 ^ {16{sequencer_executing_q_negated}};
    wire [15:0] active_threads = exec_masks_exec_wave & guard_wave;
    assign retire_valid = sequencer_writing_valid & (sequencer_phase == 2'd0);
    wire register_file_reads_a = sequencer_reading_valid & sequencer_reading_reads_a;
    wire register_file_reads_b = sequencer_reading_valid & sequencer_reading_reads_b;
    wire register_file_reads_c = sequencer_reading_valid & sequencer_reading_reads_c;
    wire register_file_writing_valid = sequencer_writing_valid & sequencer_writing_writes_register;
    wire register_file_host_valid = host_valid & ~host_entry[4];
    wire [3:0] mask_file_reading_a = {1'b0, sequencer_reading_guard};
    wire [3:0] mask_file_reading_c = {1'b0, sequencer_reading_q};
    wire mask_file_reads_a = sequencer_reading_valid & (~(sequencer_reading_guard == 3'd7));
    wire mask_file_reads_b = sequencer_reading_valid & (~(sequencer_reading_p == 4'd7));
    wire mask_file_reads_c = sequencer_reading_valid & (~(sequencer_reading_q == 3'd7));
    wire mask_file_writing_valid = sequencer_writing_valid & inverse;
    wire mask_file_host_valid = host_valid & host_entry[4] & inverse_2;
    wire exec_masks_host_write =
        host_valid &
        host_write &
        host_entry[4] &
        (host_entry[3:0] == 4'd7) &
        ~writes_exec;
    wire [23:0] dpp_eight_positions = {
        sequencer_executing_dpp_row_mask, sequencer_executing_dpp_bank_mask, sequencer_executing_dpp_control,
        sequencer_executing_dpp_spare
    };
    wire barriers_arriving = lanes_busy & either_4;
    wire barriers_first_beat = sequencer_phase == 2'd0;
    wire barriers_last_beat = sequencer_phase == 2'd3;
    wire [3:0] barriers_voters = exec_masks_exec_row & guard;
    wire special_reads_barrier =
        (sequencer_executing_opcode == 8'd20) |
        (sequencer_executing_opcode == 8'd22);
    wire [15:0] shuffle_own_addresses = {
        register_file_b_row[101:98], register_file_b_row[69:66], register_file_b_row[37:34],
        register_file_b_row[5:2]
    };
    wire [15:0] shuffle_index = {choice_2, choice_3, choice_4, choice_5};
    wire [15:0] shuffle_clamp = {operand_c[99:96], operand_c[67:64], operand_c[35:32], operand_c[3:0]};
    wire [15:0] shuffle_segment_mask = {
        operand_c[107:104], operand_c[75:72], operand_c[43:40], operand_c[11:8]
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
            lanebeat_beat_row_4 #(.INDEX(copy)) unit (
                .clock(clock),
                .take(1'b1),
                .beat(sequencer_phase),
                .row(written_row),
                .words(written_rows_words[copy*4 +: 4])
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
        .host_entry(host_entry[3:0]),
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
        .host_write_data(host_write_data[3:0]),
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
        .host_row(host_write_data[3:0]),
        .exec_edges(exec_masks_exec_edges),
        .exec_of_row(exec_masks_exec_of_row),
        .exec_wave(exec_masks_exec_wave),
        .exec_row(exec_masks_exec_row),
        .host_exec_row(exec_masks_host_exec_row)
    );

    lanebeat_dpp_row dpp (
        .beat_of_row(sequencer_phase),
        .enable(sequencer_executing_dpp_enable),
        .eight(sequencer_executing_dpp_eight),
        .eight_positions(dpp_eight_positions),
        .control(sequencer_executing_dpp_control),
        .fetch_inactive(sequencer_executing_dpp_fetch_inactive),
        .bound_control(sequencer_executing_dpp_bound_control),
        .bank_mask(sequencer_executing_dpp_bank_mask),
        .row_mask(sequencer_executing_dpp_row_mask[0]),
        .this_row(1'b1),
        .row_is_first(1'b1),
        .row_is_second(1'b0),
        .row_is_last(1'b1),
        .words(register_file_a_wave),
        .exec(exec_masks_exec_of_row),
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

    lanebeat_special_registers special (
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

    lanebeat_shuffle shuffle (
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

    lanebeat_vote_warp vote (
        .choice(sequencer_executing_opcode[3:0]),
        .active(active_threads),
        .q(q_wave),
        .words(register_file_a_wave),
        .own_words(register_file_a_row),
        .literal(sequencer_executing_literal),
        .is_literal(sequencer_executing_a_is_literal),
        .word(vote_word),
        .mask(vote_mask)
    );

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
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
        host_was_mask_q <= host_entry[4];
        host_was_exec_q <= host_entry[4] & (host_entry[3:0] == 4'd7);
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

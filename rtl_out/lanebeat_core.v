// lanebeat_core: A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a
// beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_core (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire         issue_valid,       // an instruction is offered
    input  wire [2:0]   issue_wave,        // wave of the offered instruction
    input  wire [127:0] issue_instruction, // machine word of the offered instruction

    input  wire [7:0] running, // waves that have instructions left, wave 0 lowest

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

    localparam [2:0] PT = 3'd7;
    localparam [3:0] CLASS_IADD = 4'd2, CLASS_IMUL = 4'd3, CLASS_IMNMX = 4'd4, CLASS_LOP = 4'd5,
                     CLASS_SHL = 4'd6, CLASS_POPC = 4'd7, EXEC_ENTRY = 4'd7, PT_ENTRY = 4'd7,
                     CLASS_ISETP = 4'd8, CLASS_PSETP = 4'd9, CLASS_SHFL = 4'd10,
                     CLASS_S_MOV_B64 = 4'd11, CLASS_FADD = 4'd12, CLASS_FSETP = 4'd13,
                     CLASS_VOTE = 4'd14, CLASS_VADD = 4'd15;
    localparam [7:0] BAR_SYNC = 8'd2, BAR_RED_POPC = 8'd4, BAR_RED_AND = 8'd5, BAR_RED_OR = 8'd6,
                     PMTRIG = 8'd7, MOV = 8'd16, SEL = 8'd17, S2R = 8'd18, B2R = 8'd20,
                     B2R_TO_P = 8'd22, V_WRITELANE_B32 = 8'd24, S_MOV_B64_FROM_EXEC = 8'd177,
                     S_OR_SAVEEXEC_B64 = 8'd182, S_AND_SAVEEXEC_B64 = 8'd183;
    localparam [8:0] WAVE_SHL = 9'd304, WAVE_ROL = 9'd308, ROW_BCAST31 = 9'd323;

    genvar copy, part;
    reg host_read_q, host_was_mask_q, host_was_exec_q;
    reg [15:0] host_exec_row_q;
    wire sequencer_issued_arrival, sequencer_reading_valid, sequencer_reading_reads_a,
         sequencer_reading_reads_b, sequencer_reading_reads_c, lanes_busy,
         sequencer_executing_guard_is_true, sequencer_executing_guard_negated,
         sequencer_executing_p_is_true, sequencer_executing_p_negated,
         sequencer_executing_q_is_true, sequencer_executing_q_negated,
         sequencer_executing_a_is_literal, sequencer_executing_b_is_literal,
         sequencer_executing_c_is_literal, sequencer_executing_dpp_enable,
         sequencer_executing_dpp_eight, sequencer_executing_dpp_fetch_inactive,
         sequencer_executing_dpp_bound_control, sequencer_executing_permute_fetch_inactive,
         sequencer_executing_permute_bound_control, sequencer_writing_valid;
    wire [1:0] sequencer_phase;
    wire [2:0] sequencer_reading_wave, sequencer_reading_guard, sequencer_reading_q,
               sequencer_executing_wave;
    wire [5:0] sequencer_reading_a, sequencer_reading_b, sequencer_reading_c,
               sequencer_executing_modifiers;
    wire [3:0] sequencer_reading_p, sequencer_executing_dpp_bank_mask,
               sequencer_executing_dpp_row_mask;
    wire [7:0] sequencer_executing_opcode;
    wire [31:0] sequencer_executing_literal, sequencer_executing_literal_high;
    wire [8:0] sequencer_executing_dpp_control;
    wire [6:0] sequencer_executing_dpp_spare;
    wire [34:0] sequencer_executing_video;
    wire [511:0] register_file_a_row, register_file_b_row, register_file_c_row,
                 register_file_host_read_data;
    wire [2047:0] register_file_a_wave;
    wire [383:0] register_file_b_addresses;
    wire register_file_host_ready;
    wire [15:0] mask_file_a_row, mask_file_b_row, mask_file_c_row, mask_file_host_read_data;
    wire [63:0] mask_file_a_wave, mask_file_c_wave;
    wire mask_file_host_ready;
    wire [7:0] exec_masks_exec_edges;
    wire [63:0] exec_masks_exec_wave;
    wire [15:0] exec_masks_exec_row, exec_masks_host_exec_row;
    wire [511:0] dpp_word;
    wire [15:0] dpp_write;
    wire held;
    wire [9:0] barriers_result;
    wire [511:0] special_row;
    wire [511:0] shuffle_word;
    wire [15:0] shuffle_in_range, shuffle_write;
    wire [511:0] vote_word;
    wire [15:0] vote_mask;
    wire [511:0] result_row;
    wire [15:0] mask_row;
    wire [79:0] shuffle_index, shuffle_clamp, shuffle_segment_mask;
    wire [95:0] shuffle_own_addresses;

    wire [15:0] guard_term = mask_file_a_row | {16{sequencer_executing_guard_is_true}};
    wire [15:0] guard = guard_term ^ {16{sequencer_executing_guard_negated}};
    wire per_thread =
        (sequencer_executing_opcode == MOV) | (sequencer_executing_opcode == SEL) |
        (sequencer_executing_opcode == S2R) | (sequencer_executing_opcode == B2R) |
        (sequencer_executing_opcode == B2R_TO_P) |
        (sequencer_executing_opcode[7:4] == CLASS_IADD) |
        (sequencer_executing_opcode[7:4] == CLASS_IMUL) |
        (sequencer_executing_opcode[7:4] == CLASS_IMNMX) |
        (sequencer_executing_opcode[7:4] == CLASS_LOP) |
        (sequencer_executing_opcode[7:4] == CLASS_SHL) |
        (sequencer_executing_opcode[7:4] == CLASS_POPC) |
        (sequencer_executing_opcode[7:4] == CLASS_ISETP) |
        (sequencer_executing_opcode[7:4] == CLASS_PSETP) |
        (sequencer_executing_opcode[7:4] == CLASS_SHFL) |
        (sequencer_executing_opcode[7:4] == CLASS_FADD) |
        (sequencer_executing_opcode[7:4] == CLASS_FSETP) |
        (sequencer_executing_opcode[7:4] == CLASS_VOTE) |
        (sequencer_executing_opcode[7:4] == CLASS_VADD);
    wire saves_exec =
        (sequencer_executing_opcode == S_MOV_B64_FROM_EXEC) |
        (sequencer_executing_opcode == S_OR_SAVEEXEC_B64) |
        (sequencer_executing_opcode == S_AND_SAVEEXEC_B64);
    wire [15:0] written_row_term =
        exec_masks_exec_row & guard & dpp_write & shuffle_write & {16{per_thread}};
    wire writes_lane =
        (sequencer_executing_opcode == V_WRITELANE_B32) &
        (sequencer_executing_literal_high[5:4] == sequencer_phase);
    wire [15:0] written_lane = {15'd0, writes_lane} << sequencer_executing_literal_high[3:0];
    wire [15:0] written_row = written_row_term | {16{saves_exec}} | written_lane;
    wire mask_file_host_valid_term = ~(host_entry[6] & (host_entry[3:0] == EXEC_ENTRY));
    wire [63:0] guard_wave_term = mask_file_a_wave | {64{sequencer_executing_guard_is_true}};
    wire [63:0] guard_wave = guard_wave_term ^ {64{sequencer_executing_guard_negated}};
    wire [15:0] p =
        (mask_file_b_row | {16{sequencer_executing_p_is_true}}) ^
        {16{sequencer_executing_p_negated}};
    wire [15:0] q =
        (mask_file_c_row | {16{sequencer_executing_q_is_true}}) ^
        {16{sequencer_executing_q_negated}};
    wire [63:0] q_wave =
        (mask_file_c_wave | {64{sequencer_executing_q_is_true}}) ^
        {64{sequencer_executing_q_negated}};
    wire [511:0] operand_b_choice = {16{sequencer_executing_literal}};
    wire [511:0] operand_b =
        sequencer_executing_b_is_literal ? operand_b_choice :
        register_file_b_row;
    wire [511:0] operand_c =
        sequencer_executing_c_is_literal ? operand_b_choice :
        register_file_c_row;
    wire is_exec = sequencer_executing_opcode[7:4] == CLASS_S_MOV_B64;
    wire writes_exec = lanes_busy & is_exec;
    wire [31:0] exec_source_choice_of_2 =
        sequencer_phase[1] ? sequencer_executing_literal_high :
        sequencer_executing_literal;
    wire [15:0] exec_source_choice =
        sequencer_phase[0] ? exec_source_choice_of_2[31:16] :
        exec_source_choice_of_2[15:0];
    wire [15:0] exec_source = sequencer_executing_a_is_literal ? exec_source_choice : p;
    wire [127:0] exec_choices = {
        exec_masks_exec_row & exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & ~exec_source, exec_masks_exec_row | exec_source,
        exec_masks_exec_row & exec_source, ~exec_masks_exec_row, exec_masks_exec_row, exec_source
    };
    wire [63:0] new_exec_row_of_4 =
        sequencer_executing_opcode[2] ? exec_choices[127:64] :
        exec_choices[63:0];
    wire [31:0] new_exec_row_of_2 =
        sequencer_executing_opcode[1] ? new_exec_row_of_4[63:32] :
        new_exec_row_of_4[31:0];
    wire [15:0] new_exec_row =
        sequencer_executing_opcode[0] ? new_exec_row_of_2[31:16] :
        new_exec_row_of_2[15:0];
    wire host_ready_term =
        host_valid & host_entry[6] & (host_entry[3:0] == EXEC_ENTRY) & ~writes_exec;
    assign host_ready = register_file_host_ready | mask_file_host_ready | host_ready_term;
    wire [15:0] host_read_data_part = host_was_exec_q ? host_exec_row_q : mask_file_host_read_data;
    assign host_read_data =
        host_was_mask_q ? {496'd0, host_read_data_part} :
        register_file_host_read_data;
    wire takes_next_row =
        (sequencer_executing_dpp_control == WAVE_SHL) |
        (sequencer_executing_dpp_control == WAVE_ROL);
    wire takes_thread31 = sequencer_executing_dpp_control == ROW_BCAST31;
    wire [7:0] dpp_this_row_of_2 = sequencer_phase[1] ? 8'd132 : 8'd33;
    wire [3:0] dpp_this_row = sequencer_phase[0] ? dpp_this_row_of_2[7:4] : dpp_this_row_of_2[3:0];
    wire [127:0] neighbour_words_choices = {
        register_file_a_wave[31:0], register_file_a_wave[1567:1536],
        register_file_a_wave[1055:1024], register_file_a_wave[543:512]
    };
    wire [63:0] neighbour_words_choice_of_2 =
        sequencer_phase[1] ? neighbour_words_choices[127:64] :
        neighbour_words_choices[63:0];
    wire [31:0] neighbour_words_choice =
        sequencer_phase[0] ? neighbour_words_choice_of_2[63:32] :
        neighbour_words_choice_of_2[31:0];
    wire [127:0] neighbour_words_choices_2 = {
        register_file_a_wave[1535:1504], register_file_a_wave[1023:992],
        register_file_a_wave[511:480], register_file_a_wave[2047:2016]
    };
    wire [63:0] neighbour_words_other_choice_of_2 =
        sequencer_phase[1] ? neighbour_words_choices_2[127:64] :
        neighbour_words_choices_2[63:0];
    wire [31:0] neighbour_words_other_choice =
        sequencer_phase[0] ? neighbour_words_other_choice_of_2[63:32] :
        neighbour_words_other_choice_of_2[31:0];
    wire [31:0] neighbour_words =
        takes_thread31 ? register_file_a_wave[1023:992] :
        takes_next_row ? neighbour_words_choice :
        neighbour_words_other_choice;
    wire [1:0] neighbour_exec_choice_of_2 =
        sequencer_phase[1] ? {exec_masks_exec_edges[0], exec_masks_exec_edges[6]} :
        {exec_masks_exec_edges[4], exec_masks_exec_edges[2]};
    wire neighbour_exec_choice =
        sequencer_phase[0] ? neighbour_exec_choice_of_2[1] :
        neighbour_exec_choice_of_2[0];
    wire [1:0] neighbour_exec_other_choice_of_2 =
        sequencer_phase[1] ? {exec_masks_exec_edges[5], exec_masks_exec_edges[3]} :
        {exec_masks_exec_edges[1], exec_masks_exec_edges[7]};
    wire neighbour_exec_other_choice =
        sequencer_phase[0] ? neighbour_exec_other_choice_of_2[1] :
        neighbour_exec_other_choice_of_2[0];
    wire neighbour_exec =
        takes_thread31 ? exec_masks_exec_edges[3] :
        takes_next_row ? neighbour_exec_choice :
        neighbour_exec_other_choice;
    wire barriers_arriving_term =
        (sequencer_executing_opcode == BAR_SYNC) | (sequencer_executing_opcode == BAR_RED_POPC) |
        (sequencer_executing_opcode == BAR_RED_AND) | (sequencer_executing_opcode == BAR_RED_OR);
    wire tests_barrier = sequencer_executing_opcode == B2R_TO_P;
    wire [9:0] barrier_word = tests_barrier ? {9'd0, |barriers_result} : barriers_result;
    wire counter_trigger =
        lanes_busy & (sequencer_phase == 2'd0) & (sequencer_executing_opcode == PMTRIG);
    wire reads_special =
        (sequencer_executing_opcode == S2R) | (sequencer_executing_opcode == B2R) |
        (sequencer_executing_opcode == B2R_TO_P);
    wire [511:0] operand_a =
        reads_special ? special_row :
        sequencer_executing_a_is_literal ? operand_b_choice :
        dpp_word;
    wire [63:0] executing_threads = exec_masks_exec_wave & guard_wave;
    wire [31:0] active_threads_term =
        sequencer_phase[1] ? exec_masks_exec_wave[63:32] :
        exec_masks_exec_wave[31:0];
    wire [31:0] active_threads_term_2 = sequencer_phase[1] ? guard_wave[63:32] : guard_wave[31:0];
    wire [31:0] active_threads = active_threads_term & active_threads_term_2;
    wire [31:0] vote_q = sequencer_phase[1] ? q_wave[63:32] : q_wave[31:0];
    wire [1023:0] vote_words =
        sequencer_phase[1] ? register_file_a_wave[2047:1024] :
        register_file_a_wave[1023:0];
    assign retire_valid = sequencer_writing_valid & (sequencer_phase == 2'd0);
    wire mask_file_reading_reads_a = sequencer_reading_valid & (sequencer_reading_guard != PT);
    wire mask_file_reading_reads_b = sequencer_reading_valid & (sequencer_reading_p != PT_ENTRY);
    wire mask_file_writing_valid = sequencer_writing_valid & (retire_mask_destination != PT_ENTRY);
    wire exec_masks_host_write =
        host_valid & host_write & host_entry[6] & (host_entry[3:0] == EXEC_ENTRY) & ~writes_exec;
    wire [23:0] dpp_eight_positions = {
        sequencer_executing_dpp_row_mask, sequencer_executing_dpp_bank_mask,
        sequencer_executing_dpp_control, sequencer_executing_dpp_spare
    };
    wire special_reads_barrier =
        (sequencer_executing_opcode == B2R) | (sequencer_executing_opcode == B2R_TO_P);

    for (part = 0; part < 16; part = part + 1) begin : each_of_16
        assign shuffle_index[part*5 +: 5] =
            sequencer_executing_b_is_literal ? sequencer_executing_literal[20:16] :
            register_file_b_row[part*32 +: 5];
        assign shuffle_clamp[part*5 +: 5] = operand_c[part*32 +: 5];
        assign shuffle_segment_mask[part*5 +: 5] = operand_c[part*32 + 8 +: 5];
        assign shuffle_own_addresses[part*6 +: 6] = register_file_b_row[part*32 + 2 +: 6];
    end

    lanebeat_sequencer sequencer (
        .clock(clock), .reset(reset),
        .issue_valid(issue_valid), .issue_wave(issue_wave), .issue_instruction(issue_instruction),
        .held(held),
        .issue_ready(issue_ready), .issue_blocked(issue_blocked), .issue_illegal(issue_illegal),
        .issued_arrival(sequencer_issued_arrival), .phase(sequencer_phase),
        .reading_valid(sequencer_reading_valid), .reading_wave(sequencer_reading_wave),
        .reading_a(sequencer_reading_a), .reading_b(sequencer_reading_b),
        .reading_c(sequencer_reading_c), .reading_reads_a(sequencer_reading_reads_a),
        .reading_reads_b(sequencer_reading_reads_b), .reading_reads_c(sequencer_reading_reads_c),
        .reading_guard(sequencer_reading_guard), .reading_p(sequencer_reading_p),
        .reading_q(sequencer_reading_q),
        .executing_valid(lanes_busy), .executing_wave(sequencer_executing_wave),
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
        .writing_valid(sequencer_writing_valid), .writing_wave(retire_wave),
        .writing_destination(retire_destination), .writing_writes_register(retire_writes_register),
        .writing_mask_destination(retire_mask_destination)
    );

    for (copy = 0; copy < 4; copy = copy + 1) begin : written_rows
        lanebeat_beat_row_16 #(.INDEX(copy)) unit (
            .clock(clock), .take(1'b1), .beat(sequencer_phase), .row(written_row),
            .words(retire_written[copy*16 +: 16])
        );
    end

    lanebeat_register_file register_file (
        .clock(clock), .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave), .reading_a(sequencer_reading_a),
        .reading_b(sequencer_reading_b), .reading_c(sequencer_reading_c),
        .reading_reads_a(sequencer_reading_valid & sequencer_reading_reads_a),
        .reading_reads_b(sequencer_reading_valid & sequencer_reading_reads_b),
        .reading_reads_c(sequencer_reading_valid & sequencer_reading_reads_c),
        .writing_valid(sequencer_writing_valid & retire_writes_register),
        .writing_wave(retire_wave), .writing_entry(retire_destination),
        .writing_threads(retire_written), .writing_row(result_row),
        .host_valid(host_valid & ~host_entry[6]), .host_write(host_write), .host_wave(host_wave),
        .host_entry(host_entry[5:0]), .host_beat(host_beat), .host_data(host_write_data),
        .a_row(register_file_a_row), .b_row(register_file_b_row), .c_row(register_file_c_row),
        .a_wave(register_file_a_wave), .b_addresses(register_file_b_addresses),
        .result(retire_result),
        .host_ready(register_file_host_ready), .host_read_data(register_file_host_read_data)
    );

    lanebeat_mask_file mask_file (
        .clock(clock), .phase(sequencer_phase),
        .reading_wave(sequencer_reading_wave), .reading_a({1'b0, sequencer_reading_guard}),
        .reading_b(sequencer_reading_p), .reading_c({1'b0, sequencer_reading_q}),
        .reading_reads_a(mask_file_reading_reads_a), .reading_reads_b(mask_file_reading_reads_b),
        .reading_reads_c(sequencer_reading_valid & (sequencer_reading_q != PT)),
        .writing_valid(mask_file_writing_valid), .writing_wave(retire_wave),
        .writing_entry(retire_mask_destination), .writing_threads(retire_written),
        .writing_row(mask_row),
        .host_valid(host_valid & host_entry[6] & mask_file_host_valid_term),
        .host_write(host_write), .host_wave(host_wave), .host_entry(host_entry[3:0]),
        .host_beat(host_beat), .host_data(host_write_data[15:0]),
        .a_row(mask_file_a_row), .b_row(mask_file_b_row), .c_row(mask_file_c_row),
        .a_wave(mask_file_a_wave), .c_wave(mask_file_c_wave), .result(retire_mask),
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

    lanebeat_dpp dpp (
        .enable(sequencer_executing_dpp_enable),
        .eight(sequencer_executing_dpp_eight), .eight_positions(dpp_eight_positions),
        .control(sequencer_executing_dpp_control),
        .fetch_inactive(sequencer_executing_dpp_fetch_inactive),
        .bound_control(sequencer_executing_dpp_bound_control),
        .bank_mask(sequencer_executing_dpp_bank_mask), .row_mask(sequencer_executing_dpp_row_mask),
        .this_row(dpp_this_row),
        .row_is_first(sequencer_phase == 2'd0), .row_is_second(sequencer_phase == 2'd1),
        .row_is_last(sequencer_phase == 2'd3),
        .words(register_file_a_row), .exec(exec_masks_exec_row),
        .neighbour(neighbour_words), .neighbour_exec(neighbour_exec),
        .word(dpp_word), .write(dpp_write)
    );

    lanebeat_barriers barriers (
        .clock(clock), .reset(reset),
        .running(running), .issue_wave(issue_wave), .issued(sequencer_issued_arrival),
        .wave(sequencer_executing_wave), .arriving(lanes_busy & barriers_arriving_term),
        .first_beat(sequencer_phase == 2'd0), .last_beat(sequencer_phase == 2'd3),
        .choice(sequencer_executing_opcode[2:0]), .number(sequencer_executing_literal[3:0]),
        .wanted(sequencer_executing_literal[9:4]), .voters(exec_masks_exec_row & guard), .q(q),
        .held(held), .result(barriers_result)
    );

    lanebeat_special special (
        .clock(clock), .reset(reset),
        .phase(sequencer_phase), .wave(sequencer_executing_wave), .beat(sequencer_phase),
        .number(sequencer_executing_literal[3:0]), .trigger(counter_trigger),
        .barrier_word(barrier_word), .reads_barrier(special_reads_barrier), .row(special_row)
    );

    lanebeat_wave_shuffle shuffle (
        .opcode(sequencer_executing_opcode),
        .fetch_inactive(sequencer_executing_permute_fetch_inactive),
        .bound_control(sequencer_executing_permute_bound_control), .beat(sequencer_phase),
        .executing(executing_threads), .addresses(register_file_b_addresses),
        .literal(sequencer_executing_literal), .literal_high(sequencer_executing_literal_high),
        .own_addresses(shuffle_own_addresses), .index(shuffle_index), .clamp(shuffle_clamp),
        .segment_mask(shuffle_segment_mask), .exec(exec_masks_exec_wave),
        .words(register_file_a_wave), .word(shuffle_word), .in_range(shuffle_in_range),
        .write(shuffle_write)
    );

    lanebeat_vote vote (
        .choice(sequencer_executing_opcode[3:0]), .active(active_threads), .q(vote_q),
        .words(vote_words), .own_words(register_file_a_row), .literal(sequencer_executing_literal),
        .is_literal(sequencer_executing_a_is_literal), .word(vote_word), .mask(vote_mask)
    );

    for (copy = 0; copy < 16; copy = copy + 1) begin : lane
        lanebeat_lane unit (
            .opcode(sequencer_executing_opcode), .a(operand_a[copy*32 +: 32]),
            .b(operand_b[copy*32 +: 32]), .c(operand_c[copy*32 +: 32]), .p(p[copy]), .q(q[copy]),
            .exec(exec_masks_exec_row[copy]), .video_modifiers(sequencer_executing_video),
            .shuffle_word(shuffle_word[copy*32 +: 32]), .shuffle_in_range(shuffle_in_range[copy]),
            .vote_word(vote_word[copy*32 +: 32]), .vote_mask(vote_mask[copy]),
            .modifiers(sequencer_executing_modifiers), .result(result_row[copy*32 +: 32]),
            .mask(mask_row[copy])
        );
    end

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
    end

    assign host_read_valid = host_read_q;

endmodule

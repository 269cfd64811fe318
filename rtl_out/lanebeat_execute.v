// lanebeat_execute: The results of a beat out of its operands: cross-lane units and lanes.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_execute (
    input  wire [7:0]  instruction_opcode,                 // opcode of the instruction executing
    // whether operand a is the literal of the instruction executing
    input  wire        instruction_a_is_literal,
    // whether operand b is the literal of the instruction executing
    input  wire        instruction_b_is_literal,
    // whether operand c is the literal of the instruction executing
    input  wire        instruction_c_is_literal,
    input  wire [31:0] instruction_literal,                // literal of the instruction executing
    // second literal of the instruction executing
    input  wire [31:0] instruction_literal_high,
    // whether there is a DPP modifier of the instruction executing
    input  wire        instruction_dpp_enable,
    // whether the modifier is dpp8 of the instruction executing
    input  wire        instruction_dpp_eight,
    input  wire [8:0]  instruction_dpp_control,            // dpp_ctrl of the instruction executing
    input  wire        instruction_dpp_fetch_inactive,     // FI of DPP of the instruction executing
    input  wire        instruction_dpp_bound_control,      // BC of DPP of the instruction executing
    input  wire [3:0]  instruction_dpp_bank_mask,          // bank_mask of the instruction executing
    input  wire [3:0]  instruction_dpp_row_mask,           // row_mask of the instruction executing
    // selectors of dpp8 that lie over no other field of the instruction executing
    input  wire [6:0]  instruction_dpp_spare,
    // negation and absolute value of a, b, c of the instruction executing
    input  wire [5:0]  instruction_modifiers,
    // FI of a lane move of the instruction executing
    input  wire        instruction_permute_fetch_inactive,
    // BC of a lane move of the instruction executing
    input  wire        instruction_permute_bound_control,
    // video modifiers of the instruction executing
    input  wire [34:0] instruction_video,
    input  wire [7:0]  instruction_immediate,              // immediate of the instruction executing
    // passes that follow this one of the instruction executing
    input  wire [2:0]  instruction_passes_left,

    input  wire [1:0] beat,      // beat that executes
    input  wire       passes,    // a beat passes
    input  wire       gathering, // a beat passes of an instruction that passes again

    input  wire [511:0]  operands_a_row,     // operand a of the beat
    input  wire [511:0]  operands_b_row,     // operand b of the beat
    input  wire [511:0]  operands_c_row,     // operand c of the beat
    input  wire [2047:0] operands_a_wave,    // operand a of every thread of the wave
    // thread that operand b of every thread of the wave addresses
    input  wire [383:0]  operands_addresses,

    input  wire [15:0] masks_guard,      // guard of the beat
    input  wire [63:0] masks_guard_wave, // guard of every thread of the wave
    input  wire [15:0] masks_p,          // predicate p of the beat
    input  wire [15:0] masks_q,          // predicate q of the beat
    input  wire [63:0] masks_q_wave,     // predicate q of every thread of the warps of the beat

    input  wire [15:0] exec_row,   // EXEC of the beat
    input  wire [7:0]  exec_edges, // EXEC of the first and last thread of each row
    input  wire [63:0] exec_wave,  // EXEC of every thread of the wave

    input  wire [511:0] special, // what S2R and B2R read, for each lane
    output wire [511:0] result,  // word of each lane for the destination register
    output wire [15:0]  mask,    // bit of each lane for the predicate or mask slot
    output wire [15:0]  written, // lanes whose results are written

    output wire        pass_passes,    // a beat passes
    // lanes whose result is that of the same beat in the pass before
    output wire [15:0] pass_keeps,
    output wire [1:0]  pass_beat,      // beat that passes
    output wire        pass_gathering, // a beat passes of an instruction that passes again
    output wire        pass_reduces,   // the result is that of REDUX over the beats
    output wire [2:0]  pass_choice,    // choice of the REDUX
    output wire [31:0] pass_combined   // REDUX: the word of the beat's threads
);

    localparam [3:0] CLASS_SUM = 4'd2, CLASS_PRODUCT = 4'd3, CLASS_MINMAX = 4'd4,
                     CLASS_LOGIC = 4'd5, CLASS_SHIFT = 4'd6, CLASS_COUNT = 4'd7,
                     CLASS_COMPARE = 4'd8, CLASS_MASK_OR_LANE_MOVE = 4'd9, CLASS_SHUFFLE = 4'd10,
                     CLASS_FLOAT = 4'd12, CLASS_FLOAT_COMPARE = 4'd13, CLASS_VOTE = 4'd14,
                     CLASS_VIDEO = 4'd15;
    localparam [7:0] MOV = 8'd16, SEL = 8'd17, S2R = 8'd18, B2R = 8'd20, B2R_TO_P = 8'd22,
                     V_WRITELANE_B32 = 8'd24, ISUB_CC = 8'd39, PRMT = 8'd88, V_PERM_B32 = 8'd89,
                     SHF_L_U64_HI = 8'd97, SHLADD = 8'd100, SHLOR = 8'd101, SHF_R_U64 = 8'd102,
                     ADDSHL = 8'd104, BMSK = 8'd105, BFE_U32 = 8'd106, BFE_S32 = 8'd107,
                     MBCNT_LO = 8'd120, MBCNT_HI = 8'd124, V_READLANE_B32 = 8'd152,
                     V_READFIRSTLANE_B32 = 8'd153, V_PERMLANE64_B32 = 8'd156,
                     DS_BPERMUTE_B32 = 8'd157, DS_PERMUTE_B32 = 8'd158,
                     S_MOV_B64_FROM_EXEC = 8'd177, S_OR_SAVEEXEC_B64 = 8'd182,
                     S_AND_SAVEEXEC_B64 = 8'd183, REDUX_ADD_U32 = 8'd232, REDUX_AND_U32 = 8'd233,
                     REDUX_OR_U32 = 8'd234, REDUX_XOR_U32 = 8'd235, REDUX_MIN_S32 = 8'd236,
                     REDUX_MIN_U32 = 8'd237, REDUX_MAX_S32 = 8'd238, REDUX_MAX_U32 = 8'd239;
    localparam [8:0] WAVE_SHL = 9'd304, WAVE_ROL = 9'd308, ROW_BCAST31 = 9'd323;

    genvar copy, part;
    wire [511:0] dpp_word;
    wire [15:0] dpp_write;
    wire [511:0] counted_bits_value;
    wire [511:0] shuffle_word;
    wire [15:0] shuffle_in_range, shuffle_write, shuffle_keeps;
    wire [511:0] vote_answer_word;
    wire [15:0] vote_answer_mask, vote_keeps;
    wire [79:0] shuffle_index, shuffle_clamp, shuffle_segment_mask;
    wire [63:0] first_executing_bits;
    wire [3:0] empty8;
    wire [7:0] empty4;
    wire [15:0] empty2;
    wire [31:0] empty1;
    wire [95:0] shuffle_own_addresses;

    wire [511:0] literal_words = {16{instruction_literal}};
    wire takes_two_literals =
        (instruction_opcode == ISUB_CC) | (instruction_opcode == PRMT) |
        (instruction_opcode == V_PERM_B32) | (instruction_opcode == SHF_L_U64_HI) |
        (instruction_opcode == SHLADD) | (instruction_opcode == SHLOR) |
        (instruction_opcode == SHF_R_U64) | (instruction_opcode == ADDSHL) |
        (instruction_opcode == BMSK) | (instruction_opcode == BFE_U32) |
        (instruction_opcode == BFE_S32) | (instruction_opcode == MBCNT_LO) |
        (instruction_opcode == MBCNT_HI);
    wire b_is_second = takes_two_literals & instruction_a_is_literal;
    wire c_is_second = takes_two_literals & (instruction_a_is_literal | instruction_b_is_literal);
    wire [511:0] literal_words_b =
        {16{b_is_second ? instruction_literal_high : instruction_literal}};
    wire [511:0] literal_words_c =
        {16{c_is_second ? instruction_literal_high : instruction_literal}};

    // A literal is one word for all lanes.
    wire [511:0] operand_b = instruction_b_is_literal ? literal_words_b : operands_b_row;
    wire [511:0] operand_c = instruction_c_is_literal ? literal_words_c : operands_c_row;
    wire takes_next_row =
        (instruction_dpp_control == WAVE_SHL) | (instruction_dpp_control == WAVE_ROL);
    wire takes_thread31 = instruction_dpp_control == ROW_BCAST31;
    wire [15:0] dpp_this_row_choices = 16'h8421;
    wire [127:0] neighbour_words_choices = {
        operands_a_wave[31:0], operands_a_wave[1567:1536], operands_a_wave[1055:1024],
        operands_a_wave[543:512]
    };
    wire [127:0] neighbour_words_choices_2 = {
        operands_a_wave[1535:1504], operands_a_wave[1023:992], operands_a_wave[511:480],
        operands_a_wave[2047:2016]
    };

    // From another row: its last or first thread, or thread 31.
    wire [31:0] neighbour_words =
        takes_thread31 ? operands_a_wave[1023:992] :
        takes_next_row ? neighbour_words_choices[{beat, 5'd0} +: 32] :
        neighbour_words_choices_2[{beat, 5'd0} +: 32];
    wire [3:0] neighbour_exec_choices = {
        exec_edges[0], exec_edges[6], exec_edges[4], exec_edges[2]
    };
    wire [3:0] neighbour_exec_choices_2 = {
        exec_edges[5], exec_edges[3], exec_edges[1], exec_edges[7]
    };
    wire neighbour_exec =
        takes_thread31 ? exec_edges[3] :
        takes_next_row ? neighbour_exec_choices[beat] :
        neighbour_exec_choices_2[beat];

    // S2R and B2R take the place of operand a.
    wire reads_special =
        (instruction_opcode == S2R) | (instruction_opcode == B2R) |
        (instruction_opcode == B2R_TO_P);
    wire counts_low = instruction_opcode == MBCNT_LO;
    wire counts_high = instruction_opcode == MBCNT_HI;
    wire [511:0] operand_a_term =
        reads_special ? special :
        instruction_a_is_literal ? literal_words :
        dpp_word;
    wire [511:0] operand_a = operand_a_term & counted_bits_value;
    wire sees_more_than1 =
        (instruction_opcode == V_READLANE_B32) | (instruction_opcode == V_READFIRSTLANE_B32) |
        (instruction_opcode == V_PERMLANE64_B32) | (instruction_opcode == DS_BPERMUTE_B32) |
        (instruction_opcode == DS_PERMUTE_B32);
    wire later = sees_more_than1 & ~instruction_passes_left[0];

    // SHFL sees the parts of its warp in turn, lane moves those of the wave.
    wire shown_part = sees_more_than1 ? ~instruction_passes_left[0] : beat[1];
    wire [1023:0] words_of_half = operands_a_wave[{shown_part, 10'd0} +: 1024];
    wire [63:0] executing_threads = exec_wave & masks_guard_wave;
    wire [191:0] shuffle_addresses =
        shown_part ? operands_addresses[383:192] :
        operands_addresses[191:0];

    // From its highest bit down, each says that the upper half of a part is empty.
    wire empty32 = ~|first_executing_bits[63:32];
    wire zeros32 = empty32;
    wire [1:0] empty16 = {~|first_executing_bits[31:16], ~|first_executing_bits[63:48]};
    wire [1:0] zeros16 = {zeros32, empty16[zeros32]};
    wire [2:0] zeros8 = {zeros16, empty8[zeros16]};
    wire [3:0] zeros4 = {zeros8, empty4[zeros8]};
    wire [4:0] zeros2 = {zeros4, empty2[zeros4]};
    wire [5:0] leading_zeros = {zeros2, empty1[zeros2]};

    // v_readfirstlane reads the lowest thread that executes, or 0.
    wire [5:0] first_executing = leading_zeros & {6{|first_executing_bits}};

    // Votes see the beat's warp: EXEC where the guard is true.
    wire [31:0] active_threads =
        exec_wave[{beat[1], 5'd0} +: 32] & masks_guard_wave[{beat[1], 5'd0} +: 32];
    wire per_thread =
        (instruction_opcode == MOV) | (instruction_opcode == SEL) | (instruction_opcode == S2R) |
        (instruction_opcode == B2R) | (instruction_opcode == B2R_TO_P) |
        (instruction_opcode[7:4] == CLASS_SUM) | (instruction_opcode[7:4] == CLASS_PRODUCT) |
        (instruction_opcode[7:4] == CLASS_MINMAX) | (instruction_opcode[7:4] == CLASS_LOGIC) |
        (instruction_opcode[7:4] == CLASS_SHIFT) | (instruction_opcode[7:4] == CLASS_COUNT) |
        (instruction_opcode[7:4] == CLASS_COMPARE) |
        (instruction_opcode[7:4] == CLASS_MASK_OR_LANE_MOVE) |
        (instruction_opcode[7:4] == CLASS_SHUFFLE) | (instruction_opcode[7:4] == CLASS_FLOAT) |
        (instruction_opcode[7:4] == CLASS_FLOAT_COMPARE) |
        (instruction_opcode[7:4] == CLASS_VOTE) | (instruction_opcode[7:4] == CLASS_VIDEO);
    wire saves_exec =
        (instruction_opcode == S_MOV_B64_FROM_EXEC) | (instruction_opcode == S_OR_SAVEEXEC_B64) |
        (instruction_opcode == S_AND_SAVEEXEC_B64);
    wire [15:0] written_threads =
        exec_row & masks_guard & dpp_write & shuffle_write & {16{per_thread}};

    // v_writelane writes one thread, whatever EXEC says.
    wire writes_lane =
        (instruction_opcode == V_WRITELANE_B32) & (instruction_literal_high[5:4] == beat);
    wire [15:0] written_lane = {15'd0, writes_lane} << instruction_literal_high[3:0];
    assign written = written_threads | {16{saves_exec}} | written_lane;
    wire is_vote = instruction_opcode[7:4] == CLASS_VOTE;
    assign pass_keeps = shuffle_keeps | (vote_keeps & {16{is_vote}});
    assign pass_reduces =
        (instruction_opcode == REDUX_ADD_U32) | (instruction_opcode == REDUX_AND_U32) |
        (instruction_opcode == REDUX_OR_U32) | (instruction_opcode == REDUX_XOR_U32) |
        (instruction_opcode == REDUX_MIN_S32) | (instruction_opcode == REDUX_MIN_U32) |
        (instruction_opcode == REDUX_MAX_S32) | (instruction_opcode == REDUX_MAX_U32);
    wire [23:0] dpp_eight_positions = {
        instruction_dpp_row_mask, instruction_dpp_bank_mask, instruction_dpp_control,
        instruction_dpp_spare
    };

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty8[part] = ~|first_executing_bits[56 - part*16 +: 8];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty4[part] = ~|first_executing_bits[60 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign shuffle_index[part*5 +: 5] =
                instruction_b_is_literal ? instruction_literal[20:16] :
                operands_b_row[part*32 +: 5];
            assign shuffle_clamp[part*5 +: 5] = operand_c[part*32 +: 5];
            assign shuffle_segment_mask[part*5 +: 5] = operand_c[part*32 + 8 +: 5];
            assign empty2[part] = ~|first_executing_bits[62 - part*4 +: 2];
            assign shuffle_own_addresses[part*6 +: 6] = operands_b_row[part*32 + 2 +: 6];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign empty1[part] = ~executing_threads[part*2];
        end
    endgenerate

    generate
        for (part = 0; part < 64; part = part + 1) begin : each_of_64
            assign first_executing_bits[part] = executing_threads[63 - part];
        end
    endgenerate

    lanebeat_dpp dpp (
        .enable(instruction_dpp_enable),
        .eight(instruction_dpp_eight), .eight_positions(dpp_eight_positions),
        .control(instruction_dpp_control), .fetch_inactive(instruction_dpp_fetch_inactive),
        .bound_control(instruction_dpp_bound_control), .bank_mask(instruction_dpp_bank_mask),
        .row_mask(instruction_dpp_row_mask), .this_row(dpp_this_row_choices[{beat, 2'd0} +: 4]),
        .row_is_first(beat == 2'd0), .row_is_second(beat == 2'd1), .row_is_last(beat == 2'd3),
        .words(operands_a_row), .exec(exec_row),
        .neighbour(neighbour_words), .neighbour_exec(neighbour_exec),
        .word(dpp_word), .write(dpp_write)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : counted_bits
            lanebeat_counted_bits #(.INDEX(copy)) unit (
                .beat(beat), .low(counts_low), .high(counts_high),
                .value(counted_bits_value[copy*32 +: 32])
            );
        end
    endgenerate

    lanebeat_wave_shuffle shuffle (
        .opcode(instruction_opcode), .fetch_inactive(instruction_permute_fetch_inactive),
        .bound_control(instruction_permute_bound_control), .beat(beat), .later(later),
        .shown_part(shown_part), .executing(executing_threads[{shown_part, 5'd0} +: 32]),
        .addresses(shuffle_addresses), .first(first_executing),
        .literal_low(instruction_literal), .literal_high(instruction_literal_high),
        .own_addresses(shuffle_own_addresses), .index(shuffle_index), .clamp(shuffle_clamp),
        .segment_mask(shuffle_segment_mask), .exec(exec_wave[{shown_part, 5'd0} +: 32]),
        .words(words_of_half), .word(shuffle_word), .in_range(shuffle_in_range),
        .write(shuffle_write), .keeps(shuffle_keeps)
    );

    lanebeat_vote vote (
        .choice(instruction_opcode[3:0]), .passes_left(instruction_passes_left),
        .active(active_threads), .own_active(exec_row & masks_guard),
        .q(masks_q_wave[{beat[1], 5'd0} +: 32]), .words(words_of_half), .own_words(operands_a_row),
        .literal_word(instruction_literal), .is_literal(instruction_a_is_literal),
        .answer_word(vote_answer_word), .answer_mask(vote_answer_mask),
        .keeps(vote_keeps), .combined(pass_combined)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_lane unit (
                .opcode(instruction_opcode), .a(operand_a[copy*32 +: 32]),
                .b(operand_b[copy*32 +: 32]), .c(operand_c[copy*32 +: 32]), .p(masks_p[copy]),
                .q(masks_q[copy]), .exec(exec_row[copy]), .video_modifiers(instruction_video),
                .immediate(instruction_immediate & {8{~instruction_dpp_enable}}),
                .shuffle_word(shuffle_word[copy*32 +: 32]),
                .shuffle_in_range(shuffle_in_range[copy]),
                .vote_word(vote_answer_word[copy*32 +: 32]), .vote_mask(vote_answer_mask[copy]),
                .modifiers(instruction_modifiers), .result(result[copy*32 +: 32]),
                .mask(mask[copy])
            );
        end
    endgenerate

    assign pass_passes = passes;
    assign pass_beat = beat;
    assign pass_gathering = gathering;
    assign pass_choice = instruction_opcode[2:0];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

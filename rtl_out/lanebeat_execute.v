// lanebeat_execute: The results of a beat out of its operands: cross-lane units and lanes.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_execute (
    input  wire clock, // rising edge

    // opcode of the instruction executing, in cycle 0
    input  wire [7:0]  instruction_opcode,
    // whether operand a is the literal of the instruction executing, in cycle 0
    input  wire        instruction_a_is_literal,
    // whether operand b is the literal of the instruction executing, in cycle 0
    input  wire        instruction_b_is_literal,
    // whether operand c is the literal of the instruction executing, in cycle 0
    input  wire        instruction_c_is_literal,
    // literal of the instruction executing, in cycle 0
    input  wire [31:0] instruction_literal,
    // second literal of the instruction executing, in cycle 0
    input  wire [31:0] instruction_literal_high,
    // whether there is a DPP modifier of the instruction executing, in cycle 0
    input  wire        instruction_dpp_enable,
    // whether the modifier is dpp8 of the instruction executing, in cycle 0
    input  wire        instruction_dpp_eight,
    // dpp_ctrl of the instruction executing, in cycle 0
    input  wire [8:0]  instruction_dpp_control,
    // FI of DPP of the instruction executing, in cycle 0
    input  wire        instruction_dpp_fetch_inactive,
    // BC of DPP of the instruction executing, in cycle 0
    input  wire        instruction_dpp_bound_control,
    // bank_mask of the instruction executing, in cycle 0
    input  wire [3:0]  instruction_dpp_bank_mask,
    // row_mask of the instruction executing, in cycle 0
    input  wire [3:0]  instruction_dpp_row_mask,
    // selectors of dpp8 that lie over no other field of the instruction executing, in cycle 0
    input  wire [6:0]  instruction_dpp_spare,
    // negation and absolute value of a, b, c of the instruction executing, in cycle 0
    input  wire [5:0]  instruction_modifiers,
    // FI of a lane move of the instruction executing, in cycle 0
    input  wire        instruction_permute_fetch_inactive,
    // BC of a lane move of the instruction executing, in cycle 0
    input  wire        instruction_permute_bound_control,
    // video modifiers of the instruction executing, in cycle 0
    input  wire [34:0] instruction_video,
    // immediate of the instruction executing, in cycle 0
    input  wire [7:0]  instruction_immediate,
    // passes that follow this one of the instruction executing, in cycle 0
    input  wire [2:0]  instruction_passes_left,

    input  wire [1:0] beat,      // beat that executes, in cycle 0
    input  wire       passes,    // a beat passes, in cycle 0
    input  wire       gathering, // a beat passes of an instruction that passes again, in cycle 0

    input  wire [511:0]  operands_a_row,     // operand a of the beat, in cycle 1
    input  wire [511:0]  operands_b_row,     // operand b of the beat, in cycle 1
    input  wire [511:0]  operands_c_row,     // operand c of the beat, in cycle 1
    input  wire [2047:0] operands_a_wave,    // operand a of every thread of the wave, in cycle 1
    // the same in beat 0, where a_wave does not have it yet, in cycle 1
    input  wire [2047:0] operands_a_read,
    // thread that operand b of every thread of the wave addresses, in cycle 1
    input  wire [383:0]  operands_addresses,

    input  wire [15:0] masks_guard,      // guard of the beat, in cycle 1
    input  wire [63:0] masks_guard_wave, // guard of every thread of the wave, in cycle 1
    input  wire [15:0] masks_p,          // predicate p of the beat, in cycle 1
    input  wire [15:0] masks_q,          // predicate q of the beat, in cycle 1
    // predicate q of every thread of the warps of the beat, in cycle 1
    input  wire [63:0] masks_q_wave,

    input  wire [15:0] exec_row,   // EXEC of the beat, in cycle 1
    input  wire [7:0]  exec_edges, // EXEC of the first and last thread of each row, in cycle 1
    input  wire [63:0] exec_wave,  // EXEC of every thread of the wave, in cycle 1

    input  wire [511:0] special, // what S2R and B2R read, for each lane, in cycle 1
    output wire [511:0] result,  // word of each lane for the destination register, in cycle 13
    output wire [15:0]  mask,    // bit of each lane for the predicate or mask slot, in cycle 13
    output wire [15:0]  written, // lanes whose results are written, in cycle 13

    output wire        pass_passes,    // a beat passes, in cycle 13
    // lanes whose result is that of the same beat in the pass before, in cycle 13
    output wire [15:0] pass_keeps,
    output wire [1:0]  pass_beat,      // beat that passes, in cycle 13
    // a beat passes of an instruction that passes again, in cycle 13
    output wire        pass_gathering,
    output wire        pass_reduces,   // the result is that of REDUX over the beats, in cycle 13
    output wire [2:0]  pass_choice,    // choice of the REDUX, in cycle 13
    output wire [31:0] pass_combined   // REDUX: the word of the beat's threads, in cycle 13
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
    reg [3:0] instruction_dpp_bank_mask_s1, instruction_dpp_row_mask_s1,
              instruction_literal_high_s11, instruction_literal_high_s12,
              instruction_literal_high_s13;
    reg [1:0] beat_s1, beat_s2, beat_s3, beat_s4, beat_s5, beat_s6, beat_s7, beat_s8, beat_s9,
              beat_s10, beat_s11, beat_s12, beat_s13;
    reg [8:0] instruction_dpp_control_s1;
    reg [6:0] instruction_dpp_spare_s1;
    reg [7:0] instruction_opcode_s1, instruction_opcode_s2, exec_edges_s2, instruction_opcode_s3,
              lane_immediate_operand_s1, lane_immediate_operand_s2, lane_immediate_operand_s3,
              lane_immediate_operand_s4, lane_immediate_operand_s5, lane_immediate_operand_s6,
              lane_immediate_operand_s7, instruction_opcode_s4, instruction_opcode_s5,
              instruction_opcode_s6, instruction_opcode_s7, instruction_opcode_s8,
              instruction_opcode_s9, instruction_opcode_s10, instruction_opcode_s11,
              instruction_opcode_s12, instruction_opcode_s13;
    reg instruction_a_is_literal_s1, a_of_wave_operand_s2, takes_next_row_s2, takes_thread31_s2,
        instruction_a_is_literal_s2, instruction_a_is_literal_s3, takes_two_literals_s3,
        instruction_b_is_literal_s1, instruction_b_is_literal_s2, instruction_b_is_literal_s3,
        instruction_c_is_literal_s1, instruction_c_is_literal_s2, instruction_c_is_literal_s3,
        a_is_given_s2, a_is_given_s3, instruction_b_is_literal_s4, instruction_b_is_literal_s5,
        instruction_b_is_literal_s6, instruction_b_is_literal_s7, instruction_b_is_literal_s8,
        instruction_b_is_literal_s9, passes_s1, passes_s2, passes_s3, passes_s4, passes_s5,
        passes_s6, passes_s7, passes_s8, passes_s9, passes_s10, passes_s11, passes_s12, passes_s13,
        gathering_s1, gathering_s2, gathering_s3, gathering_s4, gathering_s5, gathering_s6,
        gathering_s7, gathering_s8, gathering_s9, gathering_s10, gathering_s11, gathering_s12,
        gathering_s13, per_thread_s4, per_thread_s5, per_thread_s6, per_thread_s7, per_thread_s8,
        per_thread_s9, per_thread_s10, per_thread_s11, per_thread_s12, per_thread_s13,
        writes_lane_s4, writes_lane_s5, writes_lane_s6, writes_lane_s7, writes_lane_s8,
        writes_lane_s9, writes_lane_s10, writes_lane_s11, writes_lane_s12, writes_lane_s13,
        saves_exec_s4, saves_exec_s5, saves_exec_s6, saves_exec_s7, saves_exec_s8, saves_exec_s9,
        saves_exec_s10, saves_exec_s11, saves_exec_s12, saves_exec_s13, is_vote_s4, is_vote_s5,
        is_vote_s6, is_vote_s7, is_vote_s8, is_vote_s9, is_vote_s10, is_vote_s11, is_vote_s12,
        is_vote_s13, pass_reduces_operand_s4, pass_reduces_operand_s5, pass_reduces_operand_s6,
        pass_reduces_operand_s7, pass_reduces_operand_s8, pass_reduces_operand_s9,
        pass_reduces_operand_s10, pass_reduces_operand_s11, pass_reduces_operand_s12,
        pass_reduces_operand_s13, is_vote_s2;
    reg [31:0] instruction_literal_s1, instruction_literal_high_s1, instruction_literal_high_s2,
               instruction_literal_high_s3, instruction_literal_s2, instruction_literal_s3,
               instruction_literal_s4, instruction_literal_s5, instruction_literal_s6,
               instruction_literal_s7, instruction_literal_s8, instruction_literal_s9,
               instruction_literal_high_s4, instruction_literal_high_s5,
               instruction_literal_high_s6, instruction_literal_high_s7,
               instruction_literal_high_s8, instruction_literal_high_s9,
               instruction_literal_high_s10, vote_combined_s13;
    reg [2:0] instruction_passes_left_s1, instruction_passes_left_s2;
    reg [511:0] operands_a_row_s2, operands_b_row_s2, operands_b_row_s3, operands_c_row_s2,
                operands_c_row_s3, operand_a_operand_s2, operand_a_operand_s3;
    reg [15:0] exec_row_s2, exec_row_s3, masks_guard_s2, masks_guard_s3, exec_row_s4, exec_row_s5,
               exec_row_s6, exec_row_s7, exec_row_s8, exec_row_s9, exec_row_s10,
               written_threads_operand_s4, written_threads_operand_s5, written_threads_operand_s6,
               written_threads_operand_s7, written_threads_operand_s8, written_threads_operand_s9,
               written_threads_operand_s10, written_threads_operand_s11,
               written_threads_operand_s12, written_threads_operand_s13, exec_row_s11,
               exec_row_s12, exec_row_s13, lane_mask_s12, lane_mask_s13;
    reg [2047:0] operands_a_read_s2, operands_a_wave_s2;
    reg [63:0] exec_wave_s2, masks_guard_wave_s2, masks_q_wave_s2;
    reg [383:0] operands_addresses_s2;
    reg [5:0] instruction_modifiers_s1, instruction_modifiers_s2, instruction_modifiers_s3,
              instruction_modifiers_s4, instruction_modifiers_s5;
    reg [34:0] instruction_video_s1, instruction_video_s2, instruction_video_s3,
               instruction_video_s4, instruction_video_s5, instruction_video_s6;
    reg [1023:0] words_of_half_s3, words_of_half_s4, words_of_half_s5, words_of_half_s6;
    reg [127:0] operands_b_row_s4, operands_b_row_s5, operands_b_row_s6, operands_b_row_s7,
                operands_b_row_s8, operands_b_row_s9;
    wire [511:0] dpp_word;
    wire [15:0] dpp_write;
    wire [511:0] shuffle_word;
    wire [15:0] shuffle_takes, shuffle_in_range, shuffle_write, shuffle_keeps;
    wire [511:0] counted_bits_value;
    wire [511:0] vote_answer_word;
    wire [15:0] vote_answer_mask, vote_keeps;
    wire [31:0] vote_combined;
    wire [15:0] lane_mask;
    wire [63:0] zeros2_inverse;
    wire [31:0] empty2, zeros2, zeros4;
    wire [15:0] empty4, zeros16;
    wire [7:0] empty8;
    wire [23:0] zeros8;
    wire [3:0] empty16;
    wire [79:0] shuffle_clamp, shuffle_segment_mask, shuffle_index;
    wire [127:0] next_operands_b_row_s4;
    wire [95:0] shuffle_own_addresses;

    wire takes_next_row =
        (instruction_dpp_control_s1 == WAVE_SHL) | (instruction_dpp_control_s1 == WAVE_ROL);
    wire takes_thread31 = instruction_dpp_control_s1 == ROW_BCAST31;
    wire [15:0] dpp_this_row_choices = 16'h8421;
    wire reads_special =
        (instruction_opcode_s1 == S2R) | (instruction_opcode_s1 == B2R) |
        (instruction_opcode_s1 == B2R_TO_P);

    // A literal, or what S2R and B2R read, takes the place of operand a.
    wire a_is_given = instruction_a_is_literal_s1 | reads_special;
    wire [511:0] literal_words = {16{instruction_literal_s1}};
    wire [2047:0] a_of_wave = a_of_wave_operand_s2 ? operands_a_read_s2 : operands_a_wave_s2;
    wire takes_two_literals =
        (instruction_opcode_s2 == ISUB_CC) | (instruction_opcode_s2 == PRMT) |
        (instruction_opcode_s2 == V_PERM_B32) | (instruction_opcode_s2 == SHF_L_U64_HI) |
        (instruction_opcode_s2 == SHLADD) | (instruction_opcode_s2 == SHLOR) |
        (instruction_opcode_s2 == SHF_R_U64) | (instruction_opcode_s2 == ADDSHL) |
        (instruction_opcode_s2 == BMSK) | (instruction_opcode_s2 == BFE_U32) |
        (instruction_opcode_s2 == BFE_S32) | (instruction_opcode_s2 == MBCNT_LO) |
        (instruction_opcode_s2 == MBCNT_HI);
    wire sees_more_than1 =
        (instruction_opcode_s2 == V_READLANE_B32) |
        (instruction_opcode_s2 == V_READFIRSTLANE_B32) |
        (instruction_opcode_s2 == V_PERMLANE64_B32) | (instruction_opcode_s2 == DS_BPERMUTE_B32) |
        (instruction_opcode_s2 == DS_PERMUTE_B32);
    wire later = sees_more_than1 & ~instruction_passes_left_s2[0];

    // SHFL sees the parts of its warp in turn, lane moves those of the wave.
    wire shown_part = sees_more_than1 ? ~instruction_passes_left_s2[0] : beat_s2[1];
    wire [1023:0] words_of_half = a_of_wave[{shown_part, 10'd0} +: 1024];
    wire [127:0] neighbour_words_choices = {
        a_of_wave[31:0], a_of_wave[1567:1536], a_of_wave[1055:1024], a_of_wave[543:512]
    };
    wire [127:0] neighbour_words_choices_2 = {
        a_of_wave[1535:1504], a_of_wave[1023:992], a_of_wave[511:480], a_of_wave[2047:2016]
    };

    // From another row: its last or first thread, or thread 31.
    wire [31:0] neighbour_words =
        takes_thread31_s2 ? a_of_wave[1023:992] :
        takes_next_row_s2 ? neighbour_words_choices[{beat_s2, 5'd0} +: 32] :
        neighbour_words_choices_2[{beat_s2, 5'd0} +: 32];
    wire [3:0] neighbour_exec_choices = {
        exec_edges_s2[0], exec_edges_s2[6], exec_edges_s2[4], exec_edges_s2[2]
    };
    wire [3:0] neighbour_exec_choices_2 = {
        exec_edges_s2[5], exec_edges_s2[3], exec_edges_s2[1], exec_edges_s2[7]
    };
    wire neighbour_exec =
        takes_thread31_s2 ? exec_edges_s2[3] :
        takes_next_row_s2 ? neighbour_exec_choices[beat_s2] :
        neighbour_exec_choices_2[beat_s2];
    wire [63:0] executing_threads = exec_wave_s2 & masks_guard_wave_s2;
    wire is_move = instruction_opcode_s1[7:4] == CLASS_MASK_OR_LANE_MOVE;
    wire [191:0] shuffle_addresses =
        shown_part ? operands_addresses_s2[383:192] :
        operands_addresses_s2[191:0];
    wire [63:0] zeros2_whole = ~zeros2_inverse;
    wire [1:0] empty32 = {empty16[2] & empty16[3], empty16[0] & empty16[1]};
    wire [9:0] zeros32 = {
        empty16[3], empty16[3] ? zeros16[11:8] : zeros16[15:12], empty16[1],
        empty16[1] ? zeros16[3:0] : zeros16[7:4]
    };
    wire empty64 = empty32[0] & empty32[1];

    // Of parts twice as long in each step: the lower half counts where the upper is empty.
    wire [5:0] leading_zeros = {empty32[1], empty32[1] ? zeros32[4:0] : zeros32[9:5]};

    // v_readfirstlane reads the lowest thread that executes, or 0.
    wire [5:0] first_executing = leading_zeros & {6{~empty64}};

    // Votes see the beat's warp: EXEC where the guard is true.
    wire [31:0] active_threads =
        exec_wave_s2[{beat_s2[1], 5'd0} +: 32] & masks_guard_wave_s2[{beat_s2[1], 5'd0} +: 32];
    wire is_vote_2 = instruction_opcode_s1[7:4] == CLASS_VOTE;
    wire b_is_second = takes_two_literals_s3 & instruction_a_is_literal_s3;
    wire c_is_second =
        takes_two_literals_s3 & (instruction_a_is_literal_s3 | instruction_b_is_literal_s3);
    wire [31:0] literal_words_b_pattern =
        b_is_second ? instruction_literal_high_s3 :
        instruction_literal_s3;
    wire [511:0] literal_words_b = {16{literal_words_b_pattern}};

    // A literal is one word for all lanes.
    wire [511:0] operand_b = instruction_b_is_literal_s3 ? literal_words_b : operands_b_row_s3;
    wire [31:0] literal_words_c_pattern =
        c_is_second ? instruction_literal_high_s3 :
        instruction_literal_s3;
    wire [511:0] literal_words_c = {16{literal_words_c_pattern}};
    wire [511:0] operand_c = instruction_c_is_literal_s3 ? literal_words_c : operands_c_row_s3;
    wire counts_low = instruction_opcode_s3 == MBCNT_LO;
    wire counts_high = instruction_opcode_s3 == MBCNT_HI;
    wire [511:0] operand_a = (a_is_given_s3 ? operand_a_operand_s3 : dpp_word) & counted_bits_value;
    wire per_thread =
        (instruction_opcode_s3 == MOV) | (instruction_opcode_s3 == SEL) |
        (instruction_opcode_s3 == S2R) | (instruction_opcode_s3 == B2R) |
        (instruction_opcode_s3 == B2R_TO_P) | (instruction_opcode_s3[7:4] == CLASS_SUM) |
        (instruction_opcode_s3[7:4] == CLASS_PRODUCT) |
        (instruction_opcode_s3[7:4] == CLASS_MINMAX) |
        (instruction_opcode_s3[7:4] == CLASS_LOGIC) | (instruction_opcode_s3[7:4] == CLASS_SHIFT) |
        (instruction_opcode_s3[7:4] == CLASS_COUNT) |
        (instruction_opcode_s3[7:4] == CLASS_COMPARE) |
        (instruction_opcode_s3[7:4] == CLASS_MASK_OR_LANE_MOVE) |
        (instruction_opcode_s3[7:4] == CLASS_SHUFFLE) |
        (instruction_opcode_s3[7:4] == CLASS_FLOAT) |
        (instruction_opcode_s3[7:4] == CLASS_FLOAT_COMPARE) |
        (instruction_opcode_s3[7:4] == CLASS_VOTE) | (instruction_opcode_s3[7:4] == CLASS_VIDEO);
    wire saves_exec =
        (instruction_opcode_s3 == S_MOV_B64_FROM_EXEC) |
        (instruction_opcode_s3 == S_OR_SAVEEXEC_B64) |
        (instruction_opcode_s3 == S_AND_SAVEEXEC_B64);

    // v_writelane writes one thread, whatever EXEC says.
    wire writes_lane =
        (instruction_opcode_s3 == V_WRITELANE_B32) & (instruction_literal_high_s3[5:4] == beat_s3);
    wire is_vote = instruction_opcode_s3[7:4] == CLASS_VOTE;
    wire [15:0] written_threads =
        exec_row_s13 & written_threads_operand_s13 & shuffle_write & {16{per_thread_s13}};
    wire [15:0] written_lane = {15'd0, writes_lane_s13} << instruction_literal_high_s13;
    assign written = written_threads | {16{saves_exec_s13}} | written_lane;
    assign pass_keeps = shuffle_keeps | (vote_keeps & {16{is_vote_s13}});
    wire takes_shuffle_word_term =
        (instruction_opcode_s6[7:4] == CLASS_SHUFFLE) & ~instruction_opcode_s6[2];
    wire takes_shuffle_word =
        (instruction_opcode_s6[7:4] == CLASS_MASK_OR_LANE_MOVE) | takes_shuffle_word_term;
    wire [23:0] dpp_eight_positions = {
        instruction_dpp_row_mask_s1, instruction_dpp_bank_mask_s1, instruction_dpp_control_s1,
        instruction_dpp_spare_s1
    };

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty16[part] = empty8[part*2] & empty8[part*2 + 1];
            wire [2:0] zeros16_part =
                empty8[part*2 + 1] ? zeros8[part*6 +: 3] :
                zeros8[part*6 + 3 +: 3];
            assign zeros16[part*4 +: 4] = {empty8[part*2 + 1], zeros16_part};
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty8[part] = empty4[part*2] & empty4[part*2 + 1];
            wire [1:0] zeros8_part =
                empty4[part*2 + 1] ? zeros4[part*4 +: 2] :
                zeros4[part*4 + 2 +: 2];
            assign zeros8[part*3 +: 3] = {empty4[part*2 + 1], zeros8_part};
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty4[part] = empty2[part*2] & empty2[part*2 + 1];
            assign zeros4[part*2 +: 2] = {
                empty2[part*2 + 1], empty2[part*2 + 1] ? zeros2[part*2] : zeros2[part*2 + 1]
            };
            assign shuffle_clamp[part*5 +: 5] = operand_c[part*32 +: 5];
            assign shuffle_segment_mask[part*5 +: 5] = operand_c[part*32 + 8 +: 5];
            assign next_operands_b_row_s4[part*8 +: 8] = operands_b_row_s3[part*32 +: 8];
            assign shuffle_index[part*5 +: 5] =
                instruction_b_is_literal_s9 ? instruction_literal_s9[20:16] :
                operands_b_row_s9[part*8 +: 5];
            assign shuffle_own_addresses[part*6 +: 6] = operands_b_row_s9[part*8 + 2 +: 6];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign empty2[part] = zeros2_whole[part*2] & zeros2_whole[part*2 + 1];
            assign zeros2[part] = zeros2_whole[part*2 + 1];
        end
    endgenerate

    generate
        for (part = 0; part < 64; part = part + 1) begin : each_of_64
            assign zeros2_inverse[part] = executing_threads[63 - part];
        end
    endgenerate

    lanebeat_dpp dpp (
        .clock(clock), .enable(instruction_dpp_enable),
        .eight(instruction_dpp_eight), .eight_positions(dpp_eight_positions),
        .control(instruction_dpp_control), .fetch_inactive(instruction_dpp_fetch_inactive),
        .bound_control(instruction_dpp_bound_control), .bank_mask(instruction_dpp_bank_mask_s1),
        .row_mask(instruction_dpp_row_mask_s1),
        .this_row(dpp_this_row_choices[{beat_s1, 2'd0} +: 4]),
        .row_is_first(beat_s1 == 2'd0), .row_is_second(beat_s1 == 2'd1),
        .row_is_last(beat_s1 == 2'd3), .words(operands_a_row_s2), .exec(exec_row_s2),
        .neighbour(neighbour_words), .neighbour_exec(neighbour_exec),
        .word(dpp_word), .write(dpp_write)
    );

    lanebeat_wave_shuffle shuffle (
        .clock(clock), .opcode(instruction_opcode),
        .fetch_inactive(instruction_permute_fetch_inactive),
        .bound_control(instruction_permute_bound_control), .beat(beat_s3), .later(later),
        .shown_part(shown_part), .executing(executing_threads[{shown_part, 5'd0} +: 32]),
        .addresses(shuffle_addresses), .first(first_executing),
        .literal_low(instruction_literal_s9), .literal_high(instruction_literal_high_s10),
        .own_addresses(shuffle_own_addresses), .index(shuffle_index), .clamp(shuffle_clamp),
        .segment_mask(shuffle_segment_mask), .exec(exec_wave_s2[{shown_part, 5'd0} +: 32]),
        .words(words_of_half_s6), .word(shuffle_word), .takes(shuffle_takes),
        .in_range(shuffle_in_range), .write(shuffle_write), .keeps(shuffle_keeps),
        .takes_shuffle_word(takes_shuffle_word)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : counted_bits
            lanebeat_counted_bits #(.INDEX(copy)) unit (
                .beat(beat_s3), .low(counts_low), .high(counts_high),
                .value(counted_bits_value[copy*32 +: 32])
            );
        end
    endgenerate

    lanebeat_vote vote (
        .clock(clock), .choice(instruction_opcode_s1[3:0]),
        .passes_left(instruction_passes_left_s2), .active(active_threads),
        .own_active(exec_row_s3 & masks_guard_s3), .q(masks_q_wave_s2[{beat_s2[1], 5'd0} +: 32]),
        .words(words_of_half_s6), .own_words(operands_a_row_s2),
        .literal_word(instruction_literal_s5), .is_literal(instruction_a_is_literal_s3),
        .answer_word(vote_answer_word), .answer_mask(vote_answer_mask),
        .keeps(vote_keeps), .combined(vote_combined), .is_vote(is_vote_s2)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_lane unit (
                .clock(clock), .opcode(instruction_opcode), .a(operand_a[copy*32 +: 32]),
                .b(operand_b[copy*32 +: 32]), .c(operand_c[copy*32 +: 32]), .p(masks_p[copy]),
                .q(masks_q[copy]), .exec(exec_row_s10[copy]),
                .video_modifiers(instruction_video_s6), .immediate(lane_immediate_operand_s7),
                .shuffle_word(shuffle_word[copy*32 +: 32]), .shuffle_takes(shuffle_takes[copy]),
                .shuffle_in_range(shuffle_in_range[copy]),
                .vote_word(vote_answer_word[copy*32 +: 32]), .vote_mask(vote_answer_mask[copy]),
                .modifiers(instruction_modifiers_s5), .result(result[copy*32 +: 32]),
                .mask(lane_mask[copy])
            );
        end
    endgenerate

    always @(posedge clock) begin
        instruction_dpp_bank_mask_s1 <= instruction_dpp_bank_mask;
        instruction_dpp_row_mask_s1 <= instruction_dpp_row_mask;
        beat_s1 <= beat;
        instruction_dpp_control_s1 <= instruction_dpp_control;
        instruction_dpp_spare_s1 <= instruction_dpp_spare;
        instruction_opcode_s1 <= instruction_opcode;
        instruction_a_is_literal_s1 <= instruction_a_is_literal;
        instruction_literal_s1 <= instruction_literal;
        instruction_passes_left_s1 <= instruction_passes_left;
        instruction_passes_left_s2 <= instruction_passes_left_s1;
        operands_a_row_s2 <= operands_a_row;
        exec_row_s2 <= exec_row;
        a_of_wave_operand_s2 <= beat_s1 == 2'd0;
        operands_a_wave_s2 <= operands_a_wave;
        instruction_opcode_s2 <= instruction_opcode_s1;
        beat_s2 <= beat_s1;
        takes_next_row_s2 <= takes_next_row;
        takes_thread31_s2 <= takes_thread31;
        exec_edges_s2 <= exec_edges;
        exec_wave_s2 <= exec_wave;
        masks_guard_wave_s2 <= masks_guard_wave;
        instruction_a_is_literal_s2 <= instruction_a_is_literal_s1;
        instruction_a_is_literal_s3 <= instruction_a_is_literal_s2;
        beat_s3 <= beat_s2;
        takes_two_literals_s3 <= takes_two_literals;
        instruction_b_is_literal_s1 <= instruction_b_is_literal;
        instruction_b_is_literal_s2 <= instruction_b_is_literal_s1;
        instruction_b_is_literal_s3 <= instruction_b_is_literal_s2;
        instruction_literal_high_s1 <= instruction_literal_high;
        instruction_literal_high_s2 <= instruction_literal_high_s1;
        instruction_literal_high_s3 <= instruction_literal_high_s2;
        instruction_literal_s2 <= instruction_literal_s1;
        instruction_literal_s3 <= instruction_literal_s2;
        operands_b_row_s2 <= operands_b_row;
        operands_b_row_s3 <= operands_b_row_s2;
        instruction_c_is_literal_s1 <= instruction_c_is_literal;
        instruction_c_is_literal_s2 <= instruction_c_is_literal_s1;
        instruction_c_is_literal_s3 <= instruction_c_is_literal_s2;
        operands_c_row_s2 <= operands_c_row;
        operands_c_row_s3 <= operands_c_row_s2;
        instruction_opcode_s3 <= instruction_opcode_s2;
        a_is_given_s2 <= a_is_given;
        a_is_given_s3 <= a_is_given_s2;
        exec_row_s3 <= exec_row_s2;
        masks_guard_s2 <= masks_guard;
        masks_guard_s3 <= masks_guard_s2;
        instruction_literal_s4 <= instruction_literal_s3;
        instruction_literal_s5 <= instruction_literal_s4;
        instruction_modifiers_s1 <= instruction_modifiers;
        instruction_modifiers_s2 <= instruction_modifiers_s1;
        instruction_modifiers_s3 <= instruction_modifiers_s2;
        instruction_modifiers_s4 <= instruction_modifiers_s3;
        instruction_modifiers_s5 <= instruction_modifiers_s4;
        instruction_video_s1 <= instruction_video;
        instruction_video_s2 <= instruction_video_s1;
        instruction_video_s3 <= instruction_video_s2;
        instruction_video_s4 <= instruction_video_s3;
        instruction_video_s5 <= instruction_video_s4;
        instruction_video_s6 <= instruction_video_s5;
        words_of_half_s3 <= words_of_half;
        words_of_half_s4 <= words_of_half_s3;
        words_of_half_s5 <= words_of_half_s4;
        words_of_half_s6 <= words_of_half_s5;
        lane_immediate_operand_s1 <= instruction_immediate & {8{~instruction_dpp_enable}};
        lane_immediate_operand_s2 <= lane_immediate_operand_s1;
        lane_immediate_operand_s3 <= lane_immediate_operand_s2;
        lane_immediate_operand_s4 <= lane_immediate_operand_s3;
        lane_immediate_operand_s5 <= lane_immediate_operand_s4;
        lane_immediate_operand_s6 <= lane_immediate_operand_s5;
        lane_immediate_operand_s7 <= lane_immediate_operand_s6;
        instruction_literal_s6 <= instruction_literal_s5;
        instruction_literal_s7 <= instruction_literal_s6;
        instruction_literal_s8 <= instruction_literal_s7;
        instruction_literal_s9 <= instruction_literal_s8;
        instruction_b_is_literal_s4 <= instruction_b_is_literal_s3;
        instruction_b_is_literal_s5 <= instruction_b_is_literal_s4;
        instruction_b_is_literal_s6 <= instruction_b_is_literal_s5;
        instruction_b_is_literal_s7 <= instruction_b_is_literal_s6;
        instruction_b_is_literal_s8 <= instruction_b_is_literal_s7;
        instruction_b_is_literal_s9 <= instruction_b_is_literal_s8;
        operands_b_row_s4 <= next_operands_b_row_s4;
        operands_b_row_s5 <= operands_b_row_s4;
        operands_b_row_s6 <= operands_b_row_s5;
        operands_b_row_s7 <= operands_b_row_s6;
        operands_b_row_s8 <= operands_b_row_s7;
        operands_b_row_s9 <= operands_b_row_s8;
        instruction_literal_high_s4 <= instruction_literal_high_s3;
        instruction_literal_high_s5 <= instruction_literal_high_s4;
        instruction_literal_high_s6 <= instruction_literal_high_s5;
        instruction_literal_high_s7 <= instruction_literal_high_s6;
        instruction_literal_high_s8 <= instruction_literal_high_s7;
        instruction_literal_high_s9 <= instruction_literal_high_s8;
        instruction_literal_high_s10 <= instruction_literal_high_s9;
        exec_row_s4 <= exec_row_s3;
        exec_row_s5 <= exec_row_s4;
        exec_row_s6 <= exec_row_s5;
        exec_row_s7 <= exec_row_s6;
        exec_row_s8 <= exec_row_s7;
        exec_row_s9 <= exec_row_s8;
        exec_row_s10 <= exec_row_s9;
        beat_s4 <= beat_s3;
        beat_s5 <= beat_s4;
        beat_s6 <= beat_s5;
        beat_s7 <= beat_s6;
        beat_s8 <= beat_s7;
        beat_s9 <= beat_s8;
        beat_s10 <= beat_s9;
        beat_s11 <= beat_s10;
        beat_s12 <= beat_s11;
        beat_s13 <= beat_s12;
        passes_s1 <= passes;
        passes_s2 <= passes_s1;
        passes_s3 <= passes_s2;
        passes_s4 <= passes_s3;
        passes_s5 <= passes_s4;
        passes_s6 <= passes_s5;
        passes_s7 <= passes_s6;
        passes_s8 <= passes_s7;
        passes_s9 <= passes_s8;
        passes_s10 <= passes_s9;
        passes_s11 <= passes_s10;
        passes_s12 <= passes_s11;
        passes_s13 <= passes_s12;
        gathering_s1 <= gathering;
        gathering_s2 <= gathering_s1;
        gathering_s3 <= gathering_s2;
        gathering_s4 <= gathering_s3;
        gathering_s5 <= gathering_s4;
        gathering_s6 <= gathering_s5;
        gathering_s7 <= gathering_s6;
        gathering_s8 <= gathering_s7;
        gathering_s9 <= gathering_s8;
        gathering_s10 <= gathering_s9;
        gathering_s11 <= gathering_s10;
        gathering_s12 <= gathering_s11;
        gathering_s13 <= gathering_s12;
        vote_combined_s13 <= vote_combined;
        written_threads_operand_s4 <= masks_guard_s3 & dpp_write;
        written_threads_operand_s5 <= written_threads_operand_s4;
        written_threads_operand_s6 <= written_threads_operand_s5;
        written_threads_operand_s7 <= written_threads_operand_s6;
        written_threads_operand_s8 <= written_threads_operand_s7;
        written_threads_operand_s9 <= written_threads_operand_s8;
        written_threads_operand_s10 <= written_threads_operand_s9;
        written_threads_operand_s11 <= written_threads_operand_s10;
        written_threads_operand_s12 <= written_threads_operand_s11;
        written_threads_operand_s13 <= written_threads_operand_s12;
        exec_row_s11 <= exec_row_s10;
        exec_row_s12 <= exec_row_s11;
        exec_row_s13 <= exec_row_s12;
        per_thread_s4 <= per_thread;
        per_thread_s5 <= per_thread_s4;
        per_thread_s6 <= per_thread_s5;
        per_thread_s7 <= per_thread_s6;
        per_thread_s8 <= per_thread_s7;
        per_thread_s9 <= per_thread_s8;
        per_thread_s10 <= per_thread_s9;
        per_thread_s11 <= per_thread_s10;
        per_thread_s12 <= per_thread_s11;
        per_thread_s13 <= per_thread_s12;
        writes_lane_s4 <= writes_lane;
        writes_lane_s5 <= writes_lane_s4;
        writes_lane_s6 <= writes_lane_s5;
        writes_lane_s7 <= writes_lane_s6;
        writes_lane_s8 <= writes_lane_s7;
        writes_lane_s9 <= writes_lane_s8;
        writes_lane_s10 <= writes_lane_s9;
        writes_lane_s11 <= writes_lane_s10;
        writes_lane_s12 <= writes_lane_s11;
        writes_lane_s13 <= writes_lane_s12;
        instruction_literal_high_s11 <= instruction_literal_high_s10[3:0];
        instruction_literal_high_s12 <= instruction_literal_high_s11;
        instruction_literal_high_s13 <= instruction_literal_high_s12;
        saves_exec_s4 <= saves_exec;
        saves_exec_s5 <= saves_exec_s4;
        saves_exec_s6 <= saves_exec_s5;
        saves_exec_s7 <= saves_exec_s6;
        saves_exec_s8 <= saves_exec_s7;
        saves_exec_s9 <= saves_exec_s8;
        saves_exec_s10 <= saves_exec_s9;
        saves_exec_s11 <= saves_exec_s10;
        saves_exec_s12 <= saves_exec_s11;
        saves_exec_s13 <= saves_exec_s12;
        lane_mask_s12 <= lane_mask;
        lane_mask_s13 <= lane_mask_s12;
        is_vote_s4 <= is_vote;
        is_vote_s5 <= is_vote_s4;
        is_vote_s6 <= is_vote_s5;
        is_vote_s7 <= is_vote_s6;
        is_vote_s8 <= is_vote_s7;
        is_vote_s9 <= is_vote_s8;
        is_vote_s10 <= is_vote_s9;
        is_vote_s11 <= is_vote_s10;
        is_vote_s12 <= is_vote_s11;
        is_vote_s13 <= is_vote_s12;
        pass_reduces_operand_s4 <=
            (instruction_opcode_s3 == REDUX_ADD_U32) | (instruction_opcode_s3 == REDUX_AND_U32) |
            (instruction_opcode_s3 == REDUX_OR_U32) | (instruction_opcode_s3 == REDUX_XOR_U32) |
            (instruction_opcode_s3 == REDUX_MIN_S32) | (instruction_opcode_s3 == REDUX_MIN_U32) |
            (instruction_opcode_s3 == REDUX_MAX_S32) | (instruction_opcode_s3 == REDUX_MAX_U32);
        pass_reduces_operand_s5 <= pass_reduces_operand_s4;
        pass_reduces_operand_s6 <= pass_reduces_operand_s5;
        pass_reduces_operand_s7 <= pass_reduces_operand_s6;
        pass_reduces_operand_s8 <= pass_reduces_operand_s7;
        pass_reduces_operand_s9 <= pass_reduces_operand_s8;
        pass_reduces_operand_s10 <= pass_reduces_operand_s9;
        pass_reduces_operand_s11 <= pass_reduces_operand_s10;
        pass_reduces_operand_s12 <= pass_reduces_operand_s11;
        pass_reduces_operand_s13 <= pass_reduces_operand_s12;
        instruction_opcode_s4 <= instruction_opcode_s3;
        instruction_opcode_s5 <= instruction_opcode_s4;
        instruction_opcode_s6 <= instruction_opcode_s5;
        instruction_opcode_s7 <= instruction_opcode_s6;
        instruction_opcode_s8 <= instruction_opcode_s7;
        instruction_opcode_s9 <= instruction_opcode_s8;
        instruction_opcode_s10 <= instruction_opcode_s9;
        instruction_opcode_s11 <= instruction_opcode_s10;
        instruction_opcode_s12 <= instruction_opcode_s11;
        instruction_opcode_s13 <= instruction_opcode_s12;
        is_vote_s2 <= is_vote_2;
    end

    always @(posedge clock) begin
        if (beat_s1 == 2'd0) begin
            operands_a_read_s2 <= operands_a_read;
        end
    end

    always @(posedge clock) begin
        if (is_move) begin
            operands_addresses_s2 <= operands_addresses;
        end
    end

    always @(posedge clock) begin
        if (is_vote_2) begin
            masks_q_wave_s2 <= masks_q_wave;
        end
    end

    always @(posedge clock) begin
        if (a_is_given) begin
            operand_a_operand_s2 <= reads_special ? special : literal_words;
        end
    end

    always @(posedge clock) begin
        if (a_is_given_s2) begin
            operand_a_operand_s3 <= operand_a_operand_s2;
        end
    end

    assign mask = lane_mask_s13;
    assign pass_passes = passes_s13;
    assign pass_beat = beat_s13;
    assign pass_gathering = gathering_s13;
    assign pass_reduces = pass_reduces_operand_s13;
    assign pass_choice = instruction_opcode_s13[2:0];
    assign pass_combined = vote_combined_s13;

    (* unused *) wire unused;
    assign unused = &{
        1'b0, instruction_opcode_s13[7:3]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

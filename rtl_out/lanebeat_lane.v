// lanebeat_lane: ALU, predicate logic and result select of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane (
    input  wire        clock,           // rising edge
    input  wire [7:0]  opcode,          // operation, in cycle 0
    // operand a, after DPP; of MBCNT the bits that are counted, in cycle 3
    input  wire [31:0] a,
    input  wire [31:0] b,               // operand b or the literal, in cycle 3
    input  wire [31:0] c,               // operand c or the literal, in cycle 3
    input  wire        p,               // predicate p, after negation, in cycle 1
    input  wire        q,               // predicate q, after negation, in cycle 1
    input  wire        exec,            // EXEC of the thread before the instruction, in cycle 10
    input  wire [34:0] video_modifiers, // modifiers of a video instruction, in cycle 6
    // table of LOP3, places of LEA.HI, signs of IADD3, function of a compare with q, in cycle 7
    input  wire [7:0]  immediate,

    input  wire [31:0] shuffle_word,     // the word that the shuffle took, in cycle 12
    input  wire        shuffle_takes,    // it took one, else 0, in cycle 13
    input  wire        shuffle_in_range, // the source of the shuffle is in range, in cycle 11

    input  wire [31:0] vote_word, // the word of a vote, match or reduction, in cycle 13
    input  wire        vote_mask, // the predicate of a vote, match or reduction, in cycle 10

    input  wire [5:0]  modifiers, // negation and absolute value of a, b, c, in cycle 5
    output wire [31:0] result,    // word for the destination register, in cycle 13
    output wire        mask       // bit for the mask destination, in cycle 11
);

    localparam V_PERM_B32_CHOICE = 1'd1;
    localparam [1:0] LOP_AND_CHOICE = 2'd0, LOP_OR_CHOICE = 2'd1, PSETP_OR_CHOICE = 2'd1,
                     LOP_XOR_CHOICE = 2'd2, PSETP_XOR_CHOICE = 2'd2, NOT_CHOICE = 2'd3;
    localparam [3:0] IADD_CHOICE = 4'd0, VADD_CHOICE = 4'd0, BREV_CHOICE = 4'd1, CLASS_MOVE = 4'd1,
                     IMUL_HI_U32_CHOICE = 4'd1, SHF_L_U64_HI_CHOICE = 4'd1, CLASS_SUM = 4'd2,
                     IMUL_HI_S32_CHOICE = 4'd2, V_SUBREV_U32_CHOICE = 4'd2, CLASS_PRODUCT = 4'd3,
                     IADD3_CHOICE = 4'd3, IMAD_CHOICE = 4'd3, CLASS_MINMAX = 4'd4,
                     IADD_CC_CHOICE = 4'd4, SHLADD_CHOICE = 4'd4, CLASS_LOGIC = 4'd5,
                     ISUB_BB_CHOICE = 4'd5, SHLOR_CHOICE = 4'd5, VSHL_CHOICE = 4'd5,
                     CLASS_SHIFT = 4'd6, SHF_R_U64_CHOICE = 4'd6, VSHR_CHOICE = 4'd6,
                     V_SUBREV_CO_U32_CHOICE = 4'd6, CLASS_COUNT = 4'd7, ADDSHL_CHOICE = 4'd8,
                     CLASS_COMPARE = 4'd8, VMAD_CHOICE = 4'd8, BMSK_CHOICE = 4'd9,
                     CLASS_MASK_OR_LANE_MOVE = 4'd9, VADD2_CHOICE = 4'd9, BFE_U32_CHOICE = 4'd10,
                     CLASS_SHUFFLE = 4'd10, BFE_S32_CHOICE = 4'd11, CLASS_EXEC = 4'd11,
                     VAVRG2_CHOICE = 4'd11, CLASS_FLOAT = 4'd12, LEA_HI_CHOICE = 4'd12,
                     CLASS_FLOAT_COMPARE = 4'd13, CLASS_VOTE = 4'd14, CLASS_VIDEO = 4'd15;

    genvar part;
    reg [7:0] opcode_s1, opcode_s2, opcode_s3, opcode_s4, opcode_s5, opcode_s6, opcode_s7,
              opcode_s8, immediate_s8, opcode_s9, immediate_s9, rows_before_sums_s10;
    reg [31:0] a_s4, a_s5, a_s6, c_s4, c_s5, c_s6, a_s7, c_s7, c_s8, video_select_x_s8,
               video_select_y_s8, a_s8, video_select_x_s9, video_select_y_s9, c_s9, c_s10,
               video_select_x_s10, video_select_x_s11, lookup_word_s11, c_s11, c_s12,
               augend_operand_s11, augend_operand_s12, shuffle_result_operand_s13,
               addend_operand_s12, addend_operand_s13, c_s13, augend_operand_s13, added_word_s10,
               added_word_s11, added_word_s12, added_word_s13;
    reg is_logic_s6, permutes_by_bytes_s6, is_video_s1, is_video_s2, is_video_s3, is_video_s4,
        is_video_s5, is_video_s6, is_shift_s6, permutes_s7, permutes_by_bytes_s7, is_video_s7,
        q_s2, q_s3, q_s4, q_s5, q_s6, q_s7, is_float_comparison_s1, is_float_comparison_s2,
        is_float_comparison_s3, is_float_comparison_s4, is_float_comparison_s5,
        is_float_comparison_s6, is_float_comparison_s7, is_video_s8, adds_three_s8,
        negates_all_operand_s8, adds_s8, is_no_float_operand_s8, first_carry_s8, is_shift_s7,
        is_shift_s8, counts_ones_s6, counts_ones_s7, counts_ones_s8, negates_a_and_b_s8,
        is_shift_s9, is_sum_s8, is_sum_s9, total_carry0_s9, total_carry1_s9, total_carry2_s9,
        total_and_carries_operand_s9, equal_operand_s9, is_product_s8, is_product_s9, shifts_s9,
        clamps_amount_s9, makes_mask_s9, field_sign_bit_operand_s9, shifts_in_s9, shifts_left_s9,
        is_logic_s7, is_logic_s8, is_logic_s9, p_s2, p_s3, p_s4, p_s5, p_s6, p_s7, p_s8, p_s9,
        permutes_s8, permutes_s9, less_signed_s9, adds_signed_c_s9, is_psetp_s1, is_psetp_s2,
        is_psetp_s3, is_psetp_s4, is_psetp_s5, is_psetp_s6, is_psetp_s7, is_psetp_s8, is_psetp_s9,
        q_s8, q_s9, extreme_is_a_s10, takes_low_s10, takes_high_s10, is_float_comparison_s8,
        is_float_comparison_s9, is_float_comparison_s10, compare_result_s10, is_psetp_s10, p_s10,
        right_mask_s10, combined_operand_s10, combined_operand_2_s10, combined_mask_operand_s1,
        combined_mask_operand_s2, combined_mask_operand_s3, combined_mask_operand_s4,
        combined_mask_operand_s5, combined_mask_operand_s6, combined_mask_operand_s7,
        combined_mask_operand_s8, combined_mask_operand_s9, combined_mask_operand_s10, reverses_s6,
        reverses_s7, reverses_s8, reverses_s9, reverses_s10, reverses_s11, counts_zeros_s6,
        counts_zeros_s7, counts_zeros_s8, counts_zeros_s9, counts_zeros_s10, counts_zeros_s11,
        gives_true_operand_s5, gives_true_operand_s6, gives_true_operand_s7, gives_true_operand_s8,
        gives_true_operand_s9, gives_true_operand_s10, gives_true_operand_s11, mask_operand_s11,
        mask_operand_2_s11, mask_operand_3_s11, carry_of_sum_s10, carry_of_sum_s11, q_s10, q_s11,
        looks_up_any_s10, looks_up_any_s11, takes_shuffle_word_s5, takes_shuffle_word_s6,
        takes_shuffle_word_s7, takes_shuffle_word_s8, takes_shuffle_word_s9,
        takes_shuffle_word_s10, takes_shuffle_word_s11, takes_shuffle_word_s12, units_ones_s12,
        pairs_ones_s12, population_operand_s12, population_operand_2_s12, population_operand_3_s12,
        counts_ones_s9, counts_ones_s10, counts_ones_s11, counts_ones_s12, gives_true_s12,
        gives_true_s13, shuffle_result_operand_s12, shuffle_result_operand_2_s13, is_vote_s5,
        is_vote_s6, is_vote_s7, is_vote_s8, is_vote_s9, is_vote_s10, is_vote_s11, is_vote_s12,
        is_vote_s13, float_unit_changes_sign_s11, float_unit_changes_sign_s12,
        float_unit_changes_sign_s13, carry_operand_s9, carry_operand_s10, carry_operand_s11,
        carry_operand_s12, carry_operand_s13;
    reg [10:0] video_modifiers_s7, video_modifiers_s8;
    reg [3:0] video_select_y_signs_s8, video_select_x_signs_s8, video_select_x_signs_s9,
              video_select_y_signs_s9, video_takes_c_s13;
    reg [33:0] product_of_lows_s9, signed_c_and_carry_s9, product_of_low_high_s9,
               product_of_high_low_s10, sum_to_low_high_s10, product_of_highs_s10;
    reg [5:0] field_end_s9, opcode_s10;
    reg [15:0] sum_from_lows_s10;
    reg [1:0] opcode_s11;
    wire [31:0] video_select_x, video_select_y;
    wire [3:0] video_select_x_signs, video_select_y_signs;
    wire [31:0] float_unit_word;
    wire [7:0] float_unit_exponent;
    wire float_unit_rounds_up, float_unit_takes_a, float_unit_takes_b, float_unit_changes_sign,
         float_unit_comparison;
    wire [33:0] funnel_moved;
    wire [31:0] video_word;
    wire [3:0] video_takes_c;
    wire [31:0] lookup_word;
    wire [15:0] empty2, zeros2, zeros4;
    wire [7:0] empty4;
    wire [3:0] empty8;
    wire [11:0] zeros8;
    wire [31:0] reversed_term, bytes_from_c;

    wire [3:0] choice = opcode[3:0];

    // The opcode's upper digit names the part of the lane that counts.
    wire [3:0] operation_class = opcode[7:4];
    wire is_video = operation_class == CLASS_VIDEO;
    wire is_float_comparison = operation_class == CLASS_FLOAT_COMPARE;
    wire is_psetp = operation_class == CLASS_MASK_OR_LANE_MOVE;
    wire is_shuffle = opcode_s4[7:4] == CLASS_SHUFFLE;
    wire takes_shuffle_word =
        (opcode_s4[7:4] == CLASS_MASK_OR_LANE_MOVE) | (is_shuffle & ~opcode_s4[2]);
    wire is_vote = opcode_s4[7:4] == CLASS_VOTE;
    wire is_shift = opcode_s5[7:4] == CLASS_SHIFT;
    wire is_logic = opcode_s5[7:4] == CLASS_LOGIC;
    wire permutes_by_bytes = opcode_s5[0] == V_PERM_B32_CHOICE;
    wire is_count = opcode_s5[7:4] == CLASS_COUNT;
    wire counts_ones = is_count & (~|opcode_s5[1:0]);
    wire reverses = is_count & (opcode_s5[3:0] == BREV_CHOICE);
    wire counts_zeros = is_count & opcode_s5[1];
    wire permutes = is_logic_s6 & opcode_s6[3];
    wire [2:0] number_by_byte0 = a_s6[3] ? {a_s6[1:0], 1'b1} : a_s6[2:0];
    wire [2:0] number_by_byte1 = a_s6[11] ? {a_s6[9:8], 1'b1} : a_s6[10:8];
    wire [2:0] number_by_byte2 = a_s6[19] ? {a_s6[17:16], 1'b1} : a_s6[18:16];
    wire [2:0] number_by_byte3 = a_s6[27] ? {a_s6[25:24], 1'b1} : a_s6[26:24];
    wire [11:0] bytes_of_x_other_choice = {
        is_shift_s6, 2'd3, is_shift_s6, 2'd2, is_shift_s6, 2'd1, is_shift_s6, 2'd0
    };
    wire [11:0] bytes_of_x = is_video_s6 ? video_modifiers[18:7] : bytes_of_x_other_choice;
    wire [2:0] byte_number0_whole = permutes_by_bytes_s6 ? number_by_byte0 : a_s6[2:0];
    wire [2:0] byte_number0 = {~byte_number0_whole[2], byte_number0_whole[1:0]};
    wire [2:0] byte_number1_whole = permutes_by_bytes_s6 ? number_by_byte1 : a_s6[6:4];
    wire [2:0] byte_number1 = {~byte_number1_whole[2], byte_number1_whole[1:0]};
    wire [2:0] byte_number2_whole = permutes_by_bytes_s6 ? number_by_byte2 : a_s6[10:8];
    wire [2:0] byte_number2 = {~byte_number2_whole[2], byte_number2_whole[1:0]};
    wire [2:0] byte_number3_whole = permutes_by_bytes_s6 ? number_by_byte3 : a_s6[14:12];
    wire [2:0] byte_number3 = {~byte_number3_whole[2], byte_number3_whole[1:0]};
    wire [11:0] byte_numbers = {byte_number3, byte_number2, byte_number1, byte_number0};
    wire [11:0] bytes_of_y_other_choice = {
        ~is_shift_s6, 2'd3, ~is_shift_s6, 2'd2, ~is_shift_s6, 2'd1, ~is_shift_s6, 2'd0
    };
    wire [11:0] bytes_of_y =
        permutes ? byte_numbers :
        is_video_s6 ? video_modifiers[30:19] :
        bytes_of_y_other_choice;
    wire names_sign0 = a_s7[7:2] == 6'd2;
    wire names_constant0 =
        permutes_s7 & permutes_by_bytes_s7 & (a_s7[3] | (|a_s7[7:4])) & ~names_sign0;
    wire names_sign1 = a_s7[15:10] == 6'd2;
    wire names_constant1 =
        permutes_s7 & permutes_by_bytes_s7 & (a_s7[11] | (|a_s7[15:12])) & ~names_sign1;
    wire names_sign2 = a_s7[23:18] == 6'd2;
    wire names_constant2 =
        permutes_s7 & permutes_by_bytes_s7 & (a_s7[19] | (|a_s7[23:20])) & ~names_sign2;
    wire names_sign3 = a_s7[31:26] == 6'd2;
    wire names_constant3 =
        permutes_s7 & permutes_by_bytes_s7 & (a_s7[27] | (|a_s7[31:28])) & ~names_sign3;

    // A selector above 7 copies the sign of its byte, or names 0x00 or 0xff.
    wire [3:0] copies_sign = {
        permutes_s7 & (permutes_by_bytes_s7 ? names_sign3 : a_s7[15]),
        permutes_s7 & (permutes_by_bytes_s7 ? names_sign2 : a_s7[11]),
        permutes_s7 & (permutes_by_bytes_s7 ? names_sign1 : a_s7[7]),
        permutes_s7 & (permutes_by_bytes_s7 ? names_sign0 : a_s7[3])
    };
    wire [3:0] gives_ones = {
        names_constant3 & (a_s7[31:24] != 8'd12), names_constant2 & (a_s7[23:16] != 8'd12),
        names_constant1 & (a_s7[15:8] != 8'd12), names_constant0 & (a_s7[7:0] != 8'd12)
    };
    wire [3:0] gives_zeros = {
        names_constant3 & (a_s7[31:24] == 8'd12), names_constant2 & (a_s7[23:16] == 8'd12),
        names_constant1 & (a_s7[15:8] == 8'd12), names_constant0 & (a_s7[7:0] == 8'd12)
    };
    wire is_product = opcode_s7[7:4] == CLASS_PRODUCT;
    wire signed_product = is_product & (opcode_s7[3:0] == IMUL_HI_S32_CHOICE);
    wire is_sum = opcode_s7[7:4] == CLASS_SUM;
    wire subtracts_reversed = is_sum & (opcode_s7[3:0] == V_SUBREV_U32_CHOICE);
    wire adds_three = (opcode_s7[7:4] == CLASS_SUM) & (opcode_s7[3:0] == IADD3_CHOICE);
    wire negates_a = immediate[0] & adds_three;
    wire negates_b = immediate[1] & adds_three;
    wire negates_a_and_b = negates_a & negates_b;
    wire takes_carry = is_sum & opcode_s7[2];
    wire takes_borrow = is_sum & (opcode_s7[3:0] == ISUB_BB_CHOICE);
    wire starts_at_zero = subtracts_reversed | (adds_three & negates_a & ~negates_b);
    wire borrows_reversed = is_sum & (opcode_s7[3:0] == V_SUBREV_CO_U32_CHOICE);
    wire adds_same_sign = adds_three & (~(negates_a ^ negates_b));
    wire adds_bits = (is_sum & (opcode_s7[3:0] == IADD_CC_CHOICE)) | adds_same_sign;
    wire complements_total = subtracts_reversed;
    wire complements_sum = complements_total | borrows_reversed | (adds_three & negates_a);

    // a - b - borrow is a + not b + not borrow; of the reversed one the complement counts.
    wire own_carry = q_s7 ^ takes_borrow;
    wire adds_term = (opcode_s7[7:4] == CLASS_SHIFT) & (opcode_s7[3:0] == ADDSHL_CHOICE);
    wire adds =
        (is_sum & (opcode_s7[3:0] == IADD_CHOICE)) | adds_bits | adds_term |
        (is_video_s7 & (opcode_s7[3:0] == VADD_CHOICE)) |
        (is_video_s7 & (opcode_s7[3:0] == VADD2_CHOICE)) |
        (is_video_s7 & (opcode_s7[3:0] == VAVRG2_CHOICE));
    wire is_float = opcode_s7[7:4] == CLASS_FLOAT;
    wire subtracts = ~(adds | starts_at_zero);
    wire first_carry = takes_carry ? own_carry : subtracts;
    wire is_simd = is_video_s8 & opcode_s8[3] & (|opcode_s8[2:0]);
    wire of_bytes = is_simd & video_modifiers_s8[5];
    wire is_shladd = (opcode_s8[7:4] == CLASS_SHIFT) & (opcode_s8[3:0] == SHLADD_CHOICE);
    wire is_lea_high = (opcode_s8[7:4] == CLASS_SHIFT) & (opcode_s8[3:0] == LEA_HI_CHOICE);
    wire adds_signed_c = adds_three_s8 | is_shladd | is_lea_high;
    wire negates_c = immediate_s8[2] & adds_three_s8;
    wire negates_all = negates_all_operand_s8 & negates_c;
    wire is_vmad = is_video_s8 & (opcode_s8[3:0] == VMAD_CHOICE);
    wire vmad_negates_product = video_modifiers_s8[7] & is_vmad;
    wire vmad_negates_c = video_modifiers_s8[8] & is_vmad;
    wire vmad_adds_one = video_modifiers_s8[6] & is_vmad;
    wire vmad_a_is_signed = video_modifiers_s8[0] & is_vmad;
    wire vmad_b_is_signed = video_modifiers_s8[1] & is_vmad;
    wire vmad_is_signed =
        vmad_a_is_signed | vmad_b_is_signed | vmad_negates_product | vmad_negates_c;
    wire sign_of_c = c_s8[31] & vmad_is_signed;
    wire takes_signed_c = is_vmad | adds_signed_c;
    wire flips_c = (vmad_negates_product ^ vmad_negates_c) | negates_c;
    wire negates_both = vmad_negates_product & vmad_negates_c;
    wire carry_to_c = (vmad_negates_c & ~vmad_negates_product) | vmad_adds_one | negates_all;
    wire [33:0] flipped_c = ({sign_of_c, sign_of_c, c_s8} & {34{takes_signed_c}}) ^ {34{flips_c}};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [34:0] signed_c_and_carry = {{34{negates_both}}, 1'b0} - (~{flipped_c, carry_to_c});
    wire is_no_float = ~is_no_float_operand_s8;
    wire [31:0] compared_b = {video_select_y_s8[31] & is_no_float, video_select_y_s8[30:0]};
    wire [31:0] right = compared_b ^ {32{~adds_s8}};
    wire [31:0] compared_a = {video_select_x_s8[31] & is_no_float, video_select_x_s8[30:0]};

    // One carry chain for all elements: between two bytes is a bit that passes the carry on, or
    // stops it and starts the next element's. a - ~b is a + b + 1, and the lowest bit lets the
    // first carry in.
    wire [36:0] left_of_total = {
        1'b0, compared_a[31:24], ~of_bytes | first_carry_s8, compared_a[23:16],
        ~is_simd | first_carry_s8, compared_a[15:8], ~of_bytes | first_carry_s8, compared_a[7:0],
        1'b0
    };
    wire [36:0] right_of_total = {
        1'b0, right[31:24], of_bytes & first_carry_s8, right[23:16], is_simd & first_carry_s8,
        right[15:8], of_bytes & first_carry_s8, right[7:0], first_carry_s8
    };
    wire [36:0] next_total_and_carries_operand_s9_whole = left_of_total - ~right_of_total;
    wire [35:0] total_and_carries = next_total_and_carries_operand_s9_whole[36:1];
    wire total_carry0 = total_and_carries[8] ^ ~of_bytes;
    wire total_carry1 = total_and_carries[17] ^ ~is_simd;
    wire total_carry2 = total_and_carries[26] ^ ~of_bytes;
    wire [31:0] total = {
        total_and_carries[34:27], total_and_carries[25:18], total_and_carries[16:9],
        total_and_carries[7:0]
    };
    wire total_carry3 = total_and_carries[35];

    // A subtraction without a last carry has borrowed: a is below b.
    wire less_unsigned = ~total_carry3;
    wire less_signed = less_unsigned ^ compared_a[31] ^ compared_b[31];
    wire [16:0] x_low = {1'b0, video_select_x_s8[15:0]};
    wire [16:0] y_low = {1'b0, video_select_y_s8[15:0]};
    wire [33:0] product_of_lows = $signed(x_low) * $signed(y_low);
    wire [16:0] y_high = {video_select_y_signs_s8[3], video_select_y_s8[31:16]};
    wire [33:0] product_of_low_high = $signed(x_low) * $signed(y_high);
    wire is_video_shift_right = is_video_s8 & (opcode_s8[3:0] == VSHR_CHOICE);
    wire shifts_left =
        (is_shift_s8 & ~opcode_s8[1]) | (is_video_s8 & (opcode_s8[3:0] == VSHL_CHOICE));
    wire shifts_right = (is_shift_s8 & opcode_s8[1]) | is_video_shift_right;
    wire shifts_in_term = is_shift_s8 & opcode_s8[1] & opcode_s8[0] & video_select_x_s8[31];
    wire shifts_in = shifts_in_term | (is_video_shift_right & video_select_x_signs_s8[3]);
    wire clamps_amount = is_video_s8 & (|video_select_y_s8[31:5]) & ~video_modifiers_s8[6];
    wire bits_above = video_select_x_signs_s8[3] | shifts_in;
    wire shifts = shifts_left | shifts_right;
    wire shifts_address = is_shift_s8 & (opcode_s8[3:0] == LEA_HI_CHOICE);
    wire funnels =
        (is_shift_s8 & (opcode_s8[3:0] == SHF_L_U64_HI_CHOICE)) |
        (is_shift_s8 & (opcode_s8[3:0] == SHF_R_U64_CHOICE));
    wire makes_mask = is_shift_s8 & (opcode_s8[3:0] == BMSK_CHOICE);

    // A field ends where its place and its length add up to.
    wire [5:0] field_end = {1'b0, a_s8[4:0]} + {1'b0, c_s8[4:0]};
    wire adds_first = is_shift_s8 & (opcode_s8[3:0] == ADDSHL_CHOICE);
    wire [5:0] amount = {clamps_amount, video_select_y_s8[4:0] & {5{~clamps_amount}}};
    wire [4:0] shift_amount =
        adds_first ? c_s8[4:0] :
        shifts_address ? immediate_s8[4:0] :
        amount[4:0];
    wire funnels_left = shifts_left & funnels;
    wire [30:0] follows_up =
        (c_s8[31:1] & {31{funnels_left}}) | (a_s8[31:1] & {31{shifts_address}});
    wire funnels_right = shifts_right & funnels;
    wire goes_left = shifts_left & ~adds_first;
    wire [33:0] goes_up_term = {{2{bits_above}}, video_select_x_s8};
    wire [33:0] goes_up =
        (goes_up_term & {34{goes_left}}) | {2'd0, total & {32{adds_first}}} | {34{makes_mask}};

    // The shifter moves right: a left shift by n is one by 31 - n from 31 places up.
    wire [64:0] to_be_shifted =
        {goes_up, follows_up} | {{31{shifts_in}}, goes_up_term & {34{shifts_right}}} |
        {2'd0, c_s8[30:0] & {31{funnels_right}}, 32'd0};
    wire [4:0] places = shift_amount ^ {5{shifts_left}};
    wire gives_sum = is_sum_s9;
    wire [3:0] equal = {
        equal_operand_s9, video_select_x_s9[23:16] == video_select_y_s9[23:16],
        video_select_x_s9[15:8] == video_select_y_s9[15:8],
        video_select_x_s9[7:0] == video_select_y_s9[7:0]
    };

    // Each product of halves takes up what is below it, as DSP blocks do.
    wire [33:0] sum_from_lows = product_of_lows_s9 + signed_c_and_carry_s9;
    wire [33:0] sum_to_low_high =
        product_of_low_high_s9 + {{16{sum_from_lows[33]}}, sum_from_lows[33:16]};
    wire [16:0] x_high = {video_select_x_signs_s9[3], video_select_x_s9[31:16]};
    wire [16:0] product_of_high_low_factor = {1'b0, video_select_y_s9[15:0]};
    wire [33:0] product_of_high_low = $signed(x_high) * $signed(product_of_high_low_factor);
    wire [16:0] product_of_highs_factor = {video_select_y_signs_s9[3], video_select_y_s9[31:16]};
    wire [33:0] product_of_highs = $signed(x_high) * $signed(product_of_highs_factor);
    wire is_high_product =
        (opcode_s9[3:0] == IMUL_HI_S32_CHOICE) | (opcode_s9[3:0] == IMUL_HI_U32_CHOICE);
    wire takes_low = is_product_s9 & ~is_high_product;
    wire takes_high = is_product_s9 & is_high_product;
    wire shifts_near = shifts_s9 & ~clamps_amount_s9;
    wire extracts_signed = is_shift_s9 & (opcode_s9[3:0] == BFE_S32_CHOICE);
    wire extracts = extracts_signed | (is_shift_s9 & (opcode_s9[3:0] == BFE_U32_CHOICE));
    wire keeps_word = shifts_near & (~(makes_mask_s9 | extracts));

    // Lowest bits of the result that the shifter gives: 32 but for a field.
    wire [5:0] kept_places =
        (field_end_s9 & {6{makes_mask_s9}}) | {1'b0, c_s9[4:0] & {5{extracts}}} |
        {keeps_word, 5'd0};
    wire below_with1 = kept_places[0];
    wire [1:0] below2 = {1'b0, below_with1};
    wire [1:0] below_with2 = {2{kept_places[1]}};
    wire [3:0] below4 = {below2 & below_with2, below2 | below_with2};
    wire [3:0] below_with4 = {4{kept_places[2]}};
    wire [7:0] below8 = {below4 & below_with4, below4 | below_with4};
    wire [7:0] below_with8 = {8{kept_places[3]}};
    wire [15:0] below16 = {below8 & below_with8, below8 | below_with8};
    wire [15:0] below_with16 = {16{kept_places[4]}};
    wire [31:0] below32 = {below16 & below_with16, below16 | below_with16};
    wire [31:0] keeps = below32 | {32{kept_places[5]}};
    wire [31:0] next_field_sign_bit_operand_s9_choices = {video_select_x_s8[30:0], 1'b0};

    // The highest bit of a field; of one that ends above the word, the word's.
    wire field_sign_bit = field_end_s9[5] ? video_select_x_s9[31] : field_sign_bit_operand_s9;
    wire field_sign = field_sign_bit & extracts_signed & (|c_s9[4:0]);

    // By 32 places a left shift leaves zeros, a right shift what it shifts in.
    wire other_bits = field_sign | (clamps_amount_s9 & shifts_in_s9);
    wire [1:0] shifted_above_term =
        clamps_amount_s9 ? (shifts_left_s9 ? video_select_x_s9[1:0] : {2{shifts_in_s9}}) :
        funnel_moved[33:32];
    wire [1:0] shifted_above = shifted_above_term & {2{shifts_s9}};
    wire [33:0] shift_result = {
        shifted_above, (funnel_moved[31:0] & keeps) | ({32{other_bits}} & ~keeps)
    };
    wire takes_c =
        (is_product_s9 & (opcode_s9[3:0] == IMAD_CHOICE)) |
        (is_shift_s9 & (opcode_s9[3:0] == SHLOR_CHOICE));
    wire is_logic_of_two = is_logic_s9 & (~|opcode_s9[3:2]);
    wire is_move = opcode_s9[7:4] == CLASS_MOVE;
    wire selects_b = opcode_s9[0] & ~p_s9;
    wire adds_b_to_count =
        (opcode_s9[7:4] == CLASS_COUNT) & (~|opcode_s9[1:0]) & (~opcode_s9[2] | opcode_s9[3]);
    wire takes_a = is_move & ~selects_b;
    wire takes_b = (is_move & selects_b) | adds_b_to_count | permutes_s9;
    wire is_not = is_logic_of_two & (opcode_s9[1:0] == NOT_CHOICE);
    wire is_xor = is_logic_of_two & (opcode_s9[1:0] == LOP_XOR_CHOICE);
    wire extreme_is_a =
        (opcode_s9[0] ? ~total_and_carries_operand_s9 : less_signed_s9) ^ opcode_s9[1];
    wire looks_up = is_logic_s9 & opcode_s9[2];
    wire rows_before_sums_bit =
        (is_logic_of_two & (opcode_s9[1:0] == LOP_OR_CHOICE)) | is_xor | is_not | takes_b;
    wire rows_before_sums_bit_2 =
        (is_logic_of_two & (opcode_s9[1:0] == LOP_OR_CHOICE)) | is_xor | takes_a;
    wire rows_before_sums_bit_3 =
        (is_logic_of_two & (opcode_s9[1:0] == LOP_AND_CHOICE)) |
        (is_logic_of_two & (opcode_s9[1:0] == LOP_OR_CHOICE)) | takes_a | takes_b;
    wire [7:0] rows_before_sums_term = {
        {2{rows_before_sums_bit_3}}, {2{rows_before_sums_bit_2}}, {2{rows_before_sums_bit}},
        {2{is_not}}
    };

    // One table of eight rows gives LOP3, functions of a and b, and c itself.
    wire [7:0] rows_before_sums =
        rows_before_sums_term | (immediate_s9 & {8{looks_up}}) | ({8{takes_c}} & 8'd170);
    wire [31:0] added_word = signed_c_and_carry_s9[31:0] & {32{adds_signed_c_s9}};
    wire is_less = opcode_s9[0] ? ~total_and_carries_operand_s9 : less_signed_s9;
    wire relation_holds = opcode_s9[3] ? (is_less | (&equal)) : opcode_s9[2] ? is_less : (&equal);
    wire compare_result = relation_holds ^ opcode_s9[1];
    wire [1:0] mask_function = is_psetp_s9 ? opcode_s9[1:0] : immediate_s9[1:0];

    // A compare without a function is combined by AND with true.
    wire right_mask = q_s9 | (~(is_psetp_s9 | (|immediate_s9[1:0])));
    wire looks_up_any = is_logic_s9 & opcode_s9[0] & opcode_s9[2];
    wire carry_of_sum_term = total_and_carries_operand_s9 ^ (opcode_s9[3:0] == ISUB_BB_CHOICE);
    wire carry_of_sum = is_sum_s9 & carry_of_sum_term & opcode_s9[2];
    wire [34:0] sum_to_high_low =
        {product_of_high_low_s10[33], product_of_high_low_s10} +
        {sum_to_low_high_s10[33], sum_to_low_high_s10};
    wire [33:0] sum_to_highs =
        product_of_highs_s10 + {{15{sum_to_high_low[34]}}, sum_to_high_low[34:16]};
    wire [64:0] sum_with_product = {sum_to_highs[32:0], sum_to_high_low[15:0], sum_from_lows_s10};
    wire is_extreme = opcode_s10[5:2] == CLASS_MINMAX;
    wire takes_extreme_a = (is_extreme & extreme_is_a_s10) | float_unit_takes_a;
    wire takes_extreme_b = (is_extreme & ~extreme_is_a_s10) | float_unit_takes_b;
    wire [7:0] rows_term = {
        {2{takes_extreme_a | takes_extreme_b}}, {2{takes_extreme_a}}, {2{takes_extreme_b}}, 2'd0
    };
    wire [7:0] rows = rows_before_sums_s10 | rows_term;
    wire left_mask =
        is_psetp_s10 ? p_s10 :
        is_float_comparison_s10 ? float_unit_comparison :
        compare_result_s10;
    wire combined =
        combined_operand_2_s10 ? (left_mask ^ right_mask_s10) :
        combined_operand_s10 ? (left_mask | right_mask_s10) :
        (left_mask & right_mask_s10);
    wire combined_mask = combined_mask_operand_s10 & combined;
    wire [31:0] zeros2_whole = ~video_select_x_s11;
    wire [1:0] empty16 = {empty8[2] & empty8[3], empty8[0] & empty8[1]};
    wire [7:0] zeros16 = {
        empty8[3], empty8[3] ? zeros8[8:6] : zeros8[11:9], empty8[1],
        empty8[1] ? zeros8[2:0] : zeros8[5:3]
    };
    wire empty32 = empty16[0] & empty16[1];

    // Of parts twice as long in each step: the lower half counts where the upper is empty.
    wire [4:0] leading_zeros = {empty16[1], empty16[1] ? zeros16[3:0] : zeros16[7:4]};
    wire [31:0] zeros_or_position = {27'd0, leading_zeros ^ {5{~opcode_s11[0]}}} | {32{empty32}};
    wire [31:0] reversed = reversed_term & {32{reverses_s11}};

    // Each word is 0 for all operations but its own; an OR joins them.
    wire [31:0] count_result = (zeros_or_position & {32{counts_zeros_s11}}) | reversed;
    wire [4:0] sixes_first_third_carries =
        (video_select_x_s11[4:0] | video_select_x_s11[9:5]) & video_select_x_s11[14:10];
    wire [4:0] sixes_first_carry =
        (video_select_x_s11[4:0] & video_select_x_s11[9:5]) | sixes_first_third_carries;
    wire [4:0] sixes_first_sum =
        video_select_x_s11[4:0] ^ video_select_x_s11[9:5] ^ video_select_x_s11[14:10];
    wire [4:0] sixes_second_third_carries =
        (video_select_x_s11[19:15] | video_select_x_s11[24:20]) & video_select_x_s11[29:25];
    wire [4:0] sixes_second_carry =
        (video_select_x_s11[19:15] & video_select_x_s11[24:20]) | sixes_second_third_carries;
    wire [4:0] sixes_second_sum =
        video_select_x_s11[19:15] ^ video_select_x_s11[24:20] ^ video_select_x_s11[29:25];
    wire [4:0] sixes_sums_carry = sixes_first_sum & sixes_second_sum;
    wire [4:0] sixes_upper_third_carries =
        (sixes_first_carry | sixes_second_carry) & sixes_sums_carry;
    wire [4:0] sixes_upper_carry =
        (sixes_first_carry & sixes_second_carry) | sixes_upper_third_carries;
    wire [4:0] sixes_upper_sum = sixes_first_carry ^ sixes_second_carry ^ sixes_sums_carry;
    wire [4:0] sixes_ones = sixes_first_sum ^ sixes_second_sum;
    wire units_first_third_carries = (sixes_ones[0] | sixes_ones[1]) & sixes_ones[2];
    wire units_first_carry = (sixes_ones[0] & sixes_ones[1]) | units_first_third_carries;
    wire units_first_sum = sixes_ones[0] ^ sixes_ones[1] ^ sixes_ones[2];
    wire units_second_third_carries = (sixes_ones[3] | sixes_ones[4]) & video_select_x_s11[30];
    wire units_second_carry = (sixes_ones[3] & sixes_ones[4]) | units_second_third_carries;
    wire units_second_sum = sixes_ones[3] ^ sixes_ones[4] ^ video_select_x_s11[30];
    wire units_sums_carry = units_first_sum & units_second_sum;
    wire units_upper_third_carries = (units_first_carry | units_second_carry) & units_sums_carry;
    wire units_upper_carry = (units_first_carry & units_second_carry) | units_upper_third_carries;
    wire units_upper_sum = units_first_carry ^ units_second_carry ^ units_sums_carry;
    wire units_ones = units_first_sum ^ units_second_sum;
    wire pairs_first_third_carries = (sixes_upper_sum[0] | sixes_upper_sum[1]) & sixes_upper_sum[2];
    wire pairs_first_carry = (sixes_upper_sum[0] & sixes_upper_sum[1]) | pairs_first_third_carries;
    wire pairs_first_sum = sixes_upper_sum[0] ^ sixes_upper_sum[1] ^ sixes_upper_sum[2];
    wire pairs_second_third_carries = (sixes_upper_sum[3] | sixes_upper_sum[4]) & units_upper_sum;
    wire pairs_second_carry =
        (sixes_upper_sum[3] & sixes_upper_sum[4]) | pairs_second_third_carries;
    wire pairs_second_sum = sixes_upper_sum[3] ^ sixes_upper_sum[4] ^ units_upper_sum;
    wire pairs_sums_carry = pairs_first_sum & pairs_second_sum;
    wire pairs_upper_third_carries = (pairs_first_carry | pairs_second_carry) & pairs_sums_carry;
    wire pairs_upper_carry = (pairs_first_carry & pairs_second_carry) | pairs_upper_third_carries;
    wire pairs_upper_sum = pairs_first_carry ^ pairs_second_carry ^ pairs_sums_carry;
    wire pairs_ones = pairs_first_sum ^ pairs_second_sum;
    wire fours_first_third_carries =
        (sixes_upper_carry[0] | sixes_upper_carry[1]) & sixes_upper_carry[2];
    wire fours_first_carry =
        (sixes_upper_carry[0] & sixes_upper_carry[1]) | fours_first_third_carries;
    wire fours_first_sum = sixes_upper_carry[0] ^ sixes_upper_carry[1] ^ sixes_upper_carry[2];
    wire fours_second_third_carries =
        (sixes_upper_carry[3] | sixes_upper_carry[4]) & units_upper_carry;
    wire fours_second_carry =
        (sixes_upper_carry[3] & sixes_upper_carry[4]) | fours_second_third_carries;
    wire fours_second_sum = sixes_upper_carry[3] ^ sixes_upper_carry[4] ^ units_upper_carry;
    wire fours_sums_carry = fours_first_sum & fours_second_sum;
    wire fours_upper_third_carries = (fours_first_carry | fours_second_carry) & fours_sums_carry;
    wire fours_upper_carry = (fours_first_carry & fours_second_carry) | fours_upper_third_carries;
    wire fours_upper_sum = fours_first_carry ^ fours_second_carry ^ fours_sums_carry;
    wire fours_ones = fours_first_sum ^ fours_second_sum;

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = pairs_upper_sum & fours_ones;
    wire carry2 = (pairs_upper_carry ^ fours_upper_sum) ? carry1 : fours_upper_sum;

    // SHFL's range form answers 1.0 or all ones for a source in range.
    wire gives_true = gives_true_operand_s11 & shuffle_in_range;
    assign mask =
        mask_operand_2_s11 | (mask_operand_s11 & shuffle_in_range) | mask_operand_3_s11 |
        carry_of_sum_s11 | (looks_up_any_s11 & ((|lookup_word_s11) | q_s11));
    wire [4:0] population = {
        population_operand_3_s12, population_operand_2_s12, population_operand_s12, pairs_ones_s12,
        units_ones_s12
    };
    wire [31:0] shuffle_result =
        (shuffle_result_operand_s13 & {32{shuffle_takes}}) |
        ({32{gives_true_s13}} & 32'h3f800000) | {32{shuffle_result_operand_2_s13}};
    wire [31:0] addend = addend_operand_s13 | video_word | shuffle_result | float_unit_word;
    wire [31:0] vote_result = vote_word & {32{is_vote_s13}};
    wire [31:0] float_exponent = {float_unit_changes_sign_s13, float_unit_exponent, 23'd0};

    // One adder ends the lane: products, votes, counts, roundings and carries meet in it.
    wire [31:0] augend =
        augend_operand_s13 | (c_s13 & bytes_from_c) | vote_result | added_word_s13 | float_exponent;
    wire carry = carry_operand_s13 | float_unit_rounds_up;

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [32:0] sum_and_carry = {augend, 1'b0} - (~{addend, carry});
    wire video_select_is_scalar = is_video_s6 & (~(is_video_s6 & opcode_s6[3] & (|opcode_s6[2:0])));
    wire [3:0] video_carries = {
        total_and_carries_operand_s9, total_carry2_s9, total_carry1_s9, total_carry0_s9
    };

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty8[part] = empty4[part*2] & empty4[part*2 + 1];
            wire [1:0] zeros8_part =
                empty4[part*2 + 1] ? zeros4[part*4 +: 2] :
                zeros4[part*4 + 2 +: 2];
            assign zeros8[part*3 +: 3] = {empty4[part*2 + 1], zeros8_part};
            assign bytes_from_c[part*8 +: 8] = {8{video_takes_c_s13[part]}};
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty4[part] = empty2[part*2] & empty2[part*2 + 1];
            assign zeros4[part*2 +: 2] = {
                empty2[part*2 + 1], empty2[part*2 + 1] ? zeros2[part*2] : zeros2[part*2 + 1]
            };
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty2[part] = zeros2_whole[part*2] & zeros2_whole[part*2 + 1];
            assign zeros2[part] = zeros2_whole[part*2 + 1];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign reversed_term[part] = video_select_x_s11[31 - part];
        end
    endgenerate

    lanebeat_video_select video_select (
        .clock(clock), .a(a_s6), .b(b), .is_scalar(video_select_is_scalar),
        .bytes_of_a(bytes_of_x),
        .a_is_signed((video_modifiers_s7[0] & is_video_s7) | signed_product),
        .bytes_of_b(bytes_of_y),
        .b_is_signed((video_modifiers_s7[1] & is_video_s7) | signed_product),
        .low(permutes ? c_s6 : a_s6), .copies(copies_sign), .ones(gives_ones), .zeros(gives_zeros),
        .x(video_select_x), .x_signs(video_select_x_signs), .y(video_select_y),
        .y_signs(video_select_y_signs)
    );

    lanebeat_float float_unit (
        .clock(clock), .choice(opcode_s2[3:0]), .modifiers(modifiers), .a(a_s4), .b(b), .c(c),
        .magnitude_is_less(~total_and_carries_operand_s9), .magnitude_is_same(&equal),
        .gives_word(is_float), .word(float_unit_word), .exponent(float_unit_exponent),
        .rounds_up(float_unit_rounds_up),
        .takes_a(float_unit_takes_a), .takes_b(float_unit_takes_b),
        .changes_sign(float_unit_changes_sign), .comparison(float_unit_comparison)
    );

    lanebeat_funnel funnel (
        .clock(clock), .bits(to_be_shifted), .places(places), .moved(funnel_moved)
    );

    lanebeat_video video (
        .clock(clock), .is_video(is_video), .passes_sum(gives_sum), .passes_shift(is_shift_s9),
        .choice(choice), .modifiers(video_modifiers_s8), .x(video_select_x_s9),
        .y(video_select_y_s9), .x_signs(video_select_x_signs_s9),
        .y_signs(video_select_y_signs_s9), .adds(adds_s8), .total(total), .carries(video_carries),
        .complements(complements_sum), .equal(equal), .shifted(shift_result),
        .sum_with_product(sum_with_product), .c(c_s12), .word(video_word), .takes_c(video_takes_c)
    );

    lanebeat_lookup lookup (
        .clock(clock), .rows(rows), .a(video_select_x_s10), .b(video_select_y_s9), .c(c_s10),
        .word(lookup_word)
    );

    always @(posedge clock) begin
        opcode_s1 <= opcode;
        opcode_s2 <= opcode_s1;
        a_s4 <= a;
        opcode_s3 <= opcode_s2;
        opcode_s4 <= opcode_s3;
        opcode_s5 <= opcode_s4;
        a_s5 <= a_s4;
        a_s6 <= a_s5;
        is_logic_s6 <= is_logic;
        opcode_s6 <= opcode_s5;
        permutes_by_bytes_s6 <= permutes_by_bytes;
        is_video_s1 <= is_video;
        is_video_s2 <= is_video_s1;
        is_video_s3 <= is_video_s2;
        is_video_s4 <= is_video_s3;
        is_video_s5 <= is_video_s4;
        is_video_s6 <= is_video_s5;
        is_shift_s6 <= is_shift;
        c_s4 <= c;
        c_s5 <= c_s4;
        c_s6 <= c_s5;
        a_s7 <= a_s6;
        permutes_s7 <= permutes;
        permutes_by_bytes_s7 <= permutes_by_bytes_s6;
        opcode_s7 <= opcode_s6;
        video_modifiers_s7 <= {video_modifiers[34:31], video_modifiers[6:0]};
        is_video_s7 <= is_video_s6;
        q_s2 <= q;
        q_s3 <= q_s2;
        q_s4 <= q_s3;
        q_s5 <= q_s4;
        q_s6 <= q_s5;
        q_s7 <= q_s6;
        is_float_comparison_s1 <= is_float_comparison;
        is_float_comparison_s2 <= is_float_comparison_s1;
        is_float_comparison_s3 <= is_float_comparison_s2;
        is_float_comparison_s4 <= is_float_comparison_s3;
        is_float_comparison_s5 <= is_float_comparison_s4;
        is_float_comparison_s6 <= is_float_comparison_s5;
        is_float_comparison_s7 <= is_float_comparison_s6;
        is_video_s8 <= is_video_s7;
        opcode_s8 <= opcode_s7;
        video_modifiers_s8 <= video_modifiers_s7;
        adds_three_s8 <= adds_three;
        immediate_s8 <= immediate;
        negates_all_operand_s8 <= negates_a & negates_b;
        c_s7 <= c_s6;
        c_s8 <= c_s7;
        adds_s8 <= adds;
        video_select_x_s8 <= video_select_x;
        is_no_float_operand_s8 <= is_float | is_float_comparison_s7;
        video_select_y_s8 <= video_select_y;
        first_carry_s8 <= first_carry;
        video_select_y_signs_s8 <= video_select_y_signs;
        is_shift_s7 <= is_shift_s6;
        is_shift_s8 <= is_shift_s7;
        video_select_x_signs_s8 <= video_select_x_signs;
        a_s8 <= a_s7;
        counts_ones_s6 <= counts_ones;
        counts_ones_s7 <= counts_ones_s6;
        counts_ones_s8 <= counts_ones_s7;
        negates_a_and_b_s8 <= negates_a_and_b;
        is_shift_s9 <= is_shift_s8;
        video_select_x_s9 <= video_select_x_s8;
        video_select_x_signs_s9 <= video_select_x_signs_s8;
        video_select_y_s9 <= video_select_y_s8;
        video_select_y_signs_s9 <= video_select_y_signs_s8;
        is_sum_s8 <= is_sum;
        is_sum_s9 <= is_sum_s8;
        total_carry0_s9 <= total_carry0;
        total_carry1_s9 <= total_carry1;
        total_carry2_s9 <= total_carry2;
        total_and_carries_operand_s9 <= next_total_and_carries_operand_s9_whole[36];
        equal_operand_s9 <= compared_a[31:24] == compared_b[31:24];
        product_of_lows_s9 <= product_of_lows;
        signed_c_and_carry_s9 <= signed_c_and_carry[34:1];
        product_of_low_high_s9 <= product_of_low_high;
        opcode_s9 <= opcode_s8;
        is_product_s8 <= is_product;
        is_product_s9 <= is_product_s8;
        shifts_s9 <= shifts;
        clamps_amount_s9 <= clamps_amount;
        makes_mask_s9 <= makes_mask;
        field_end_s9 <= field_end;
        c_s9 <= c_s8;
        field_sign_bit_operand_s9 <= next_field_sign_bit_operand_s9_choices[field_end[4:0]];
        shifts_in_s9 <= shifts_in;
        shifts_left_s9 <= shifts_left;
        is_logic_s7 <= is_logic_s6;
        is_logic_s8 <= is_logic_s7;
        is_logic_s9 <= is_logic_s8;
        p_s2 <= p;
        p_s3 <= p_s2;
        p_s4 <= p_s3;
        p_s5 <= p_s4;
        p_s6 <= p_s5;
        p_s7 <= p_s6;
        p_s8 <= p_s7;
        p_s9 <= p_s8;
        permutes_s8 <= permutes_s7;
        permutes_s9 <= permutes_s8;
        less_signed_s9 <= less_signed;
        immediate_s9 <= immediate_s8;
        adds_signed_c_s9 <= adds_signed_c;
        is_psetp_s1 <= is_psetp;
        is_psetp_s2 <= is_psetp_s1;
        is_psetp_s3 <= is_psetp_s2;
        is_psetp_s4 <= is_psetp_s3;
        is_psetp_s5 <= is_psetp_s4;
        is_psetp_s6 <= is_psetp_s5;
        is_psetp_s7 <= is_psetp_s6;
        is_psetp_s8 <= is_psetp_s7;
        is_psetp_s9 <= is_psetp_s8;
        q_s8 <= q_s7;
        q_s9 <= q_s8;
        c_s10 <= c_s9;
        video_select_x_s10 <= video_select_x_s9;
        product_of_high_low_s10 <= product_of_high_low;
        sum_to_low_high_s10 <= sum_to_low_high;
        product_of_highs_s10 <= product_of_highs;
        sum_from_lows_s10 <= sum_from_lows[15:0];
        opcode_s10 <= {opcode_s9[7:3], opcode_s9[0]};
        extreme_is_a_s10 <= extreme_is_a;
        rows_before_sums_s10 <= rows_before_sums;
        takes_low_s10 <= takes_low;
        takes_high_s10 <= takes_high;
        is_float_comparison_s8 <= is_float_comparison_s7;
        is_float_comparison_s9 <= is_float_comparison_s8;
        is_float_comparison_s10 <= is_float_comparison_s9;
        compare_result_s10 <= compare_result;
        is_psetp_s10 <= is_psetp_s9;
        p_s10 <= p_s9;
        right_mask_s10 <= right_mask;
        combined_operand_s10 <= mask_function == PSETP_OR_CHOICE;
        combined_operand_2_s10 <= mask_function == PSETP_XOR_CHOICE;
        combined_mask_operand_s1 <=
            is_psetp | (operation_class == CLASS_COMPARE) | is_float_comparison;
        combined_mask_operand_s2 <= combined_mask_operand_s1;
        combined_mask_operand_s3 <= combined_mask_operand_s2;
        combined_mask_operand_s4 <= combined_mask_operand_s3;
        combined_mask_operand_s5 <= combined_mask_operand_s4;
        combined_mask_operand_s6 <= combined_mask_operand_s5;
        combined_mask_operand_s7 <= combined_mask_operand_s6;
        combined_mask_operand_s8 <= combined_mask_operand_s7;
        combined_mask_operand_s9 <= combined_mask_operand_s8;
        combined_mask_operand_s10 <= combined_mask_operand_s9;
        video_select_x_s11 <= video_select_x_s10;
        opcode_s11 <= opcode_s10[1:0];
        reverses_s6 <= reverses;
        reverses_s7 <= reverses_s6;
        reverses_s8 <= reverses_s7;
        reverses_s9 <= reverses_s8;
        reverses_s10 <= reverses_s9;
        reverses_s11 <= reverses_s10;
        counts_zeros_s6 <= counts_zeros;
        counts_zeros_s7 <= counts_zeros_s6;
        counts_zeros_s8 <= counts_zeros_s7;
        counts_zeros_s9 <= counts_zeros_s8;
        counts_zeros_s10 <= counts_zeros_s9;
        counts_zeros_s11 <= counts_zeros_s10;
        gives_true_operand_s5 <= is_shuffle & opcode_s4[2];
        gives_true_operand_s6 <= gives_true_operand_s5;
        gives_true_operand_s7 <= gives_true_operand_s6;
        gives_true_operand_s8 <= gives_true_operand_s7;
        gives_true_operand_s9 <= gives_true_operand_s8;
        gives_true_operand_s10 <= gives_true_operand_s9;
        gives_true_operand_s11 <= gives_true_operand_s10;
        lookup_word_s11 <= lookup_word;
        mask_operand_s11 <= opcode_s10[5:2] == CLASS_SHUFFLE;
        mask_operand_2_s11 <=
            ((opcode_s10[5:2] == CLASS_EXEC) & exec) | combined_mask |
            ((opcode_s10[5:2] == CLASS_MOVE) & video_select_x_s10[0]);
        mask_operand_3_s11 <= (opcode_s10[5:2] == CLASS_VOTE) & vote_mask;
        carry_of_sum_s10 <= carry_of_sum;
        carry_of_sum_s11 <= carry_of_sum_s10;
        q_s10 <= q_s9;
        q_s11 <= q_s10;
        looks_up_any_s10 <= looks_up_any;
        looks_up_any_s11 <= looks_up_any_s10;
        c_s11 <= c_s10;
        c_s12 <= c_s11;
        takes_shuffle_word_s5 <= takes_shuffle_word;
        takes_shuffle_word_s6 <= takes_shuffle_word_s5;
        takes_shuffle_word_s7 <= takes_shuffle_word_s6;
        takes_shuffle_word_s8 <= takes_shuffle_word_s7;
        takes_shuffle_word_s9 <= takes_shuffle_word_s8;
        takes_shuffle_word_s10 <= takes_shuffle_word_s9;
        takes_shuffle_word_s11 <= takes_shuffle_word_s10;
        takes_shuffle_word_s12 <= takes_shuffle_word_s11;
        units_ones_s12 <= units_ones;
        pairs_ones_s12 <= pairs_ones;
        population_operand_s12 <= pairs_upper_sum ^ fours_ones;
        population_operand_2_s12 <= pairs_upper_carry ^ fours_upper_sum ^ carry1;
        population_operand_3_s12 <= fours_upper_carry | carry2;
        counts_ones_s9 <= counts_ones_s8;
        counts_ones_s10 <= counts_ones_s9;
        counts_ones_s11 <= counts_ones_s10;
        counts_ones_s12 <= counts_ones_s11;
        augend_operand_s11 <=
            (sum_with_product[31:0] & {32{takes_low_s10}}) |
            (sum_with_product[63:32] & {32{takes_high_s10}});
        augend_operand_s12 <= augend_operand_s11;
        shuffle_result_operand_s13 <= shuffle_word & {32{takes_shuffle_word_s12}};
        gives_true_s12 <= gives_true;
        gives_true_s13 <= gives_true_s12;
        shuffle_result_operand_s12 <= gives_true & ~opcode_s11[1];
        shuffle_result_operand_2_s13 <= shuffle_result_operand_s12;
        addend_operand_s12 <= lookup_word_s11 | count_result;
        addend_operand_s13 <= addend_operand_s12;
        is_vote_s5 <= is_vote;
        is_vote_s6 <= is_vote_s5;
        is_vote_s7 <= is_vote_s6;
        is_vote_s8 <= is_vote_s7;
        is_vote_s9 <= is_vote_s8;
        is_vote_s10 <= is_vote_s9;
        is_vote_s11 <= is_vote_s10;
        is_vote_s12 <= is_vote_s11;
        is_vote_s13 <= is_vote_s12;
        c_s13 <= c_s12;
        video_takes_c_s13 <= video_takes_c;
        augend_operand_s13 <= augend_operand_s12 | {27'd0, population & {5{counts_ones_s12}}};
        added_word_s10 <= added_word;
        added_word_s11 <= added_word_s10;
        added_word_s12 <= added_word_s11;
        added_word_s13 <= added_word_s12;
        float_unit_changes_sign_s11 <= float_unit_changes_sign;
        float_unit_changes_sign_s12 <= float_unit_changes_sign_s11;
        float_unit_changes_sign_s13 <= float_unit_changes_sign_s12;
        carry_operand_s9 <=
            (video_select_x_s8[31] & counts_ones_s8) | negates_a_and_b_s8 | negates_c;
        carry_operand_s10 <= carry_operand_s9;
        carry_operand_s11 <= carry_operand_s10;
        carry_operand_s12 <= carry_operand_s11;
        carry_operand_s13 <= carry_operand_s12;
    end

    assign result = sum_and_carry[32:1];

    (* unused *) wire unused;
    assign unused = &{
        1'b0, signed_c_and_carry[0], next_total_and_carries_operand_s9_whole[0], amount[5],
        sum_to_highs[33], sum_and_carry[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

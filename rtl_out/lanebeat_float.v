// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float (
    input  wire        clock,      // rising edge
    input  wire [3:0]  choice,     // lower digit of the opcode, in cycle 0
    input  wire [5:0]  modifiers,  // negation and absolute value of a, b, c, in cycle 2
    input  wire [31:0] a,          // operand a, before its modifier, in cycle 1
    input  wire [31:0] b,          // operand b, before its modifier, in cycle 1
    input  wire [31:0] c,          // operand c, before its modifier, in cycle 1
    output wire [31:0] result,     // word for the destination register, in cycle 11
    output wire        comparison, // the relation of a comparison holds, in cycle 3
    input  wire        is_float    // registers take what only this uses, in cycle 2
);

    localparam [3:0] FADD_CHOICE = 4'd0, V_SUB_F32_CHOICE = 4'd1, FMUL_CHOICE = 4'd2,
                     FFMA_CHOICE = 4'd3, FMNMX_MIN_CHOICE = 4'd4, FMNMX_MAX_CHOICE = 4'd5,
                     I2F_S32_CHOICE = 4'd8, I2F_U32_CHOICE = 4'd9, F2I_S32_CHOICE = 4'd10,
                     F2I_U32_CHOICE = 4'd11;

    genvar part;
    reg [3:0] choice_s1, choice_s2, choice_s3;
    reg [31:0] a_s2, b_s2, c_s2, a_s3, a_s4, ready_word_operand_s5, a_s5, word_beside_sum_s6,
               word_beside_sum_s7, word_beside_sum_s8, word_beside_sum_s9, word_beside_sum_s10,
               word_beside_sum_s11;
    reg a_is_subnormal_s2, b_is_subnormal_s2, c_is_subnormal_s2, adds_s2, fuses_s1, fuses_s2,
        multiplies_s2, to_integer_s2, signed_result_s2, addend_stays_operand_s3,
        modified_a_operand_s3, modified_b_operand_s3, a_is_nan_s3, b_is_nan_s3,
        are_equal_operand_s3, from_integer_s3, from_integer_s4, to_integer_s3, to_integer_s4,
        adds_s3, adds_s4, is_float_s3, modified_b_operand_s4, b_is_subnormal_s3, b_is_subnormal_s4,
        modified_a_operand_s4, negates_s3, negates_s4, addend_is_near_operand_s4,
        placed_addend_operand_s4, z_sign_s3, z_sign_s4, infinite_product_s3, infinite_product_s4,
        z_is_infinite_s3, z_is_infinite_s4, is_nan_operand_s3, is_nan_operand_s4, is_extreme_s4,
        extreme_is_a_s4, no_extreme_s4, a_is_subnormal_s3, a_is_subnormal_s4, is_float_s4,
        distance_s4, distance_s5, signed_result_s3, signed_result_s4, signed_result_s5,
        to_integer_s5, converts_to_zero_s3, converts_to_zero_s4, converts_to_zero_s5, z_sign_s5,
        gives_nan_operand_s5, top_operand_s5, gives_infinity_s5, from_integer_s5, subtracts_s5,
        is_difference_s5, is_float_s5, carry_s6, borrow_s6, sum_is_negative_s6, product_sign_s5,
        product_sign_s6, z_sign_s6, is_float_s6, sum_sign_operand_s7, sum_sign_operand_2_s7,
        is_float_s7, empty64_operand_2_s8, is_float_s8, is_float_s9, rounds_up_s10, is_float_s10,
        overflows_s11, empty128_s8, empty128_s9, empty128_s10, empty128_s11, is_ready_s5,
        is_ready_s6, is_ready_s7, is_ready_s8, is_ready_s9, is_ready_s10, is_ready_s11,
        sum_sign_s8, sum_sign_s9, sum_sign_s10, sum_sign_s11;
    reg [9:0] distance_s3;
    reg [23:0] z_significand_s3, product_of_lows_s5, product_of_highs_s5, product_of_low_high_s5,
               product_of_high_low_s5, moved_up_kept_s10;
    reg [7:0] z_exponent_s3;
    reg [8:0] top_of_product_s3, room_s4, room_s5, room_s6, room_s7, room_s8, exponent_less_one_s9,
              exponent_less_one_s10;
    reg [30:0] b_s3, b_s4, rounded_s11;
    reg [1:0] addend_places_s4;
    reg [99:0] moved_addend_by16_s4;
    reg [76:0] placed_addend_s5;
    reg [25:0] addend_s6, above_and_carry_s7;
    reg [50:0] difference_s6, sum_and_carry_s6, below_s7;
    reg [5:0] leading_zeros_operand_s8;
    wire [23:0] moved_up_kept;
    wire moved_up_guard, moved_up_sticky;
    wire [38:0] zeros2_part;

    wire fuses = choice == FFMA_CHOICE;
    wire a_is_subnormal = a[30:23] == 8'd0;
    wire b_is_subnormal = b[30:23] == 8'd0;
    wire c_is_subnormal = c[30:23] == 8'd0;
    wire signed_result = choice_s1 == F2I_S32_CHOICE;
    wire to_integer = signed_result | (choice_s1 == F2I_U32_CHOICE);
    wire adds = (choice_s1 == FADD_CHOICE) | (choice_s1 == V_SUB_F32_CHOICE);
    wire multiplies = choice_s1 == FMUL_CHOICE;
    wire next_modified_a_operand_s3 = (a_s2[31] & ~modifiers[1]) ^ modifiers[0];
    wire [31:0] modified_a = {next_modified_a_operand_s3, a_s2[30:0]};
    wire a_is_special = &modified_a[30:23];
    wire a_has_fraction = |modified_a[22:0];
    wire a_is_zero = a_is_subnormal_s2 & ~a_has_fraction;
    wire a_is_infinite = a_is_special & ~a_has_fraction;
    wire a_is_nan = a_is_special & a_has_fraction;
    wire next_modified_b_operand_s3 = (b_s2[31] & ~modifiers[3]) ^ modifiers[2];
    wire [31:0] modified_b = {next_modified_b_operand_s3, b_s2[30:0]};
    wire b_is_special = &modified_b[30:23];
    wire b_has_fraction = |modified_b[22:0];
    wire b_is_zero = b_is_subnormal_s2 & ~b_has_fraction;
    wire b_is_infinite = b_is_special & ~b_has_fraction;
    wire b_is_nan = b_is_special & b_has_fraction;
    wire [31:0] modified_c = {(c_s2[31] & ~modifiers[5]) ^ modifiers[4], c_s2[30:0]};
    wire c_is_special = &modified_c[30:23];
    wire c_has_fraction = |modified_c[22:0];
    wire c_is_infinite = c_is_special & ~c_has_fraction;
    wire c_is_nan = c_is_special & c_has_fraction;

    // Conversions use the adder: an integer is placed as an addend.
    wire signed_integer = choice_s2 == I2F_S32_CHOICE;
    wire from_integer = signed_integer | (choice_s2 == I2F_U32_CHOICE);
    wire [7:0] b_exponent = {modified_b[30:24], modified_b[23] | b_is_subnormal_s2};
    wire [7:0] y_exponent = adds_s2 ? 8'd127 : b_exponent;
    wire y_is_zero = (b_is_zero & ~adds_s2) | from_integer;
    wire y_is_infinite = b_is_infinite & ~adds_s2;
    wire z_sign_term =
        fuses_s2 ? modified_c[31] :
        (modified_b[31] ^ (choice_s2 == V_SUB_F32_CHOICE));
    wire z_sign = from_integer | (to_integer_s2 ? modified_a[31] : (multiplies_s2 | z_sign_term));
    wire [7:0] c_exponent = {modified_c[30:24], modified_c[23] | c_is_subnormal_s2};
    wire [7:0] a_exponent = {modified_a[30:24], modified_a[23] | a_is_subnormal_s2};
    wire [7:0] z_exponent =
        from_integer ? 8'd184 :
        to_integer_s2 ? a_exponent :
        multiplies_s2 ? 8'd1 :
        fuses_s2 ? c_exponent :
        b_exponent;
    wire [23:0] c_significand = {~c_is_subnormal_s2, modified_c[22:0]};
    wire [23:0] b_significand = {~b_is_subnormal_s2, modified_b[22:0]};
    wire [23:0] a_significand = {~a_is_subnormal_s2, modified_a[22:0]};
    wire [23:0] z_significand =
        from_integer ? 24'h800000 :
        to_integer_s2 ? a_significand :
        multiplies_s2 ? 24'd0 :
        fuses_s2 ? c_significand :
        b_significand;
    wire z_is_infinite_term =
        to_integer_s2 ? a_is_infinite :
        (~multiplies_s2 & (fuses_s2 ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer & z_is_infinite_term;
    wire z_is_nan_term =
        to_integer_s2 ? a_is_nan :
        (~multiplies_s2 & (fuses_s2 ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer & z_is_nan_term;
    wire negates = signed_integer & a_s2[31];

    // Distance of the addend below the top, from two sums.
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer_s2 ? 10'd284 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire [9:0] distance = wanted_top - exponent_of_addend;
    wire [8:0] top_of_product = wanted_top[8:0] - 9'd100;
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result_s2);
    wire addend_stays = distance_s3[9] | addend_stays_operand_s3;
    wire [6:0] addend_places = distance_s3[6:0] & {7{~addend_stays}};
    wire [99:0] addend_at_top = {z_significand_s3, 76'd0};
    wire [99:0] moved_addend_by1 = addend_places[0] ? {1'b0, addend_at_top[99:1]} : addend_at_top;
    wire [99:0] moved_addend_by2 =
        addend_places[1] ? {2'd0, moved_addend_by1[99:2]} :
        moved_addend_by1;
    wire [99:0] moved_addend_by4 =
        addend_places[2] ? {4'd0, moved_addend_by2[99:4]} :
        moved_addend_by2;
    wire [99:0] moved_addend_by8 =
        addend_places[3] ? {8'd0, moved_addend_by4[99:8]} :
        moved_addend_by4;
    wire [99:0] moved_addend_by16 =
        addend_places[4] ? {16'd0, moved_addend_by8[99:16]} :
        moved_addend_by8;
    wire [8:0] top_exponent = addend_stays ? {1'b0, z_exponent_s3} : top_of_product_s3;
    wire [31:0] less_word_compared = {modified_a_operand_s3, a_s3[30:0]};
    wire [31:0] less_word_limit = {modified_b_operand_s3, b_s3};
    wire less_word = less_word_compared < less_word_limit;
    wire same_word = less_word_compared == less_word_limit;
    wire is_below =
        (modified_a_operand_s3 | modified_b_operand_s3) ? (~(less_word | same_word)) :
        less_word;
    wire extreme_is_a = b_is_nan_s3 | (~a_is_nan_s3 & (is_below ^ (choice_s3 == FMNMX_MAX_CHOICE)));
    wire are_equal = same_word | are_equal_operand_s3;
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire holds_for_numbers =
        (is_greater & choice_s3[0]) | (are_equal & choice_s3[1]) | (is_less & choice_s3[2]);
    wire relation_holds = (a_is_nan_s3 | b_is_nan_s3) ? choice_s3[3] : holds_for_numbers;
    wire is_extreme = (choice_s3 == FMNMX_MIN_CHOICE) | (choice_s3 == FMNMX_MAX_CHOICE);
    wire no_extreme = a_is_nan_s3 & b_is_nan_s3;
    wire [8:0] room = top_exponent - 9'd1;
    wire converts = from_integer_s4 | to_integer_s4;
    wire [23:0] y_significand =
        (adds_s4 ? 24'h800000 : {~b_is_subnormal_s4, b_s4[22:0]}) & {24{~converts}};
    wire product_sign =
        from_integer_s4 ? negates_s4 :
        (modified_a_operand_s4 ^ (modified_b_operand_s4 & ~adds_s4));
    wire [99:0] moved_addend_by32 =
        addend_places_s4[0] ? {32'd0, moved_addend_by16_s4[99:32]} :
        moved_addend_by16_s4;
    wire [99:0] moved_addend_by64 =
        addend_places_s4[1] ? {64'd0, moved_addend_by32[99:64]} :
        moved_addend_by32;

    // A far addend is dropped behind the shift: no comparison before it.
    wire addend_is_near = ~addend_is_near_operand_s4;
    wire placed_addend_part =
        addend_is_near ? (|moved_addend_by64[23:0]) :
        placed_addend_operand_s4;
    wire [76:0] placed_addend_term = {
        moved_addend_by64[99:24] & {76{addend_is_near}}, placed_addend_part
    };
    wire [76:0] placed_addend = placed_addend_term & (~{58'd0, {19{to_integer_s4}}});
    wire subtracts = from_integer_s4 ? negates_s4 : ((product_sign & ~to_integer_s4) ^ z_sign_s4);
    wire is_nan_term = infinite_product_s4 & z_is_infinite_s4 & (product_sign ^ z_sign_s4);
    wire is_nan = is_nan_operand_s4 | is_nan_term;
    wire takes_a = is_extreme_s4 & extreme_is_a_s4 & ~no_extreme_s4;
    wire takes_b = is_extreme_s4 & ~extreme_is_a_s4 & ~no_extreme_s4;
    wire of_terms = ~(to_integer_s4 | is_extreme_s4);
    wire gives_infinity = of_terms & ~is_nan;
    wire is_ready_term = (is_nan | infinite_product_s4 | z_is_infinite_s4) & ~from_integer_s4;
    wire is_ready = to_integer_s4 | is_extreme_s4 | is_ready_term;

    // Products of halves fit DSP blocks, the additions behind them too.
    wire [23:0] product_of_lows = {12'd0, a_s4[11:0]} * {12'd0, y_significand[11:0]};
    wire [11:0] product_of_highs_factor = {~a_is_subnormal_s4, a_s4[22:12]};
    wire [23:0] product_of_highs = {12'd0, product_of_highs_factor} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_low_high = {12'd0, a_s4[11:0]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_high_low =
        {12'd0, product_of_highs_factor} * {12'd0, y_significand[11:0]};
    wire is_difference = subtracts & ~converts;
    wire saturates =
        distance_s5 | (|placed_addend_s5[76:51]) | (signed_result_s5 & placed_addend_s5[50]);
    wire limits = to_integer_s5 & saturates & ~converts_to_zero_s5;

    // NaN is the largest integer too.
    wire gives_nan = gives_nan_operand_s5 | (limits & ~z_sign_s5);
    wire top = top_operand_s5 | (limits & (z_sign_s5 | ~signed_result_s5));
    wire [31:0] special_word = {top, {31{gives_nan}} | ({31{gives_infinity_s5}} & 31'h7f800000)};
    wire [31:0] ready_word = ready_word_operand_s5 | special_word;
    wire gives_integer = to_integer_s5 & ~saturates & ~converts_to_zero_s5;
    wire [35:0] product_without_high_low =
        {product_of_highs_s5, product_of_lows_s5[23:12]} + {12'd0, product_of_low_high_s5};
    wire [35:0] product_upper = product_without_high_low + {12'd0, product_of_high_low_s5};
    wire [76:0] addend = from_integer_s5 ? {26'd0, a_s5, 19'd0} : placed_addend_s5;
    wire [50:0] right = addend[50:0] ^ {51{subtracts_s5}};
    wire [47:0] product = {product_upper, product_of_lows_s5[11:0]};
    wire [50:0] placed_product = {product, 3'd0};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [52:0] sum_and_carry = {1'b0, placed_product, 1'b0} - (~{1'b0, right, subtracts_s5});

    // Subtracted both ways round at once, so that no negation follows.
    wire [51:0] difference = {1'b0, addend[50:0]} - {1'b0, placed_product};
    wire addend_reaches_above = is_difference_s5 & (|addend[76:51]);
    wire sum_is_negative = addend_reaches_above | (is_difference_s5 & ~sum_and_carry[52]);
    wire borrow = addend_reaches_above & difference[51];
    wire carry = ~subtracts_s5 & sum_and_carry[52];
    wire [31:0] integer_of_sum = sum_and_carry[51:20] & {32{gives_integer}};
    wire [31:0] word_beside_sum = ready_word | integer_of_sum;

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [26:0] above_and_carry = {addend_s6, 1'b0} - (~{{26{borrow_s6}}, carry_s6});
    wire [50:0] below = sum_is_negative_s6 ? difference_s6 : sum_and_carry_s6;
    wire [76:0] magnitude = {above_and_carry_s7, below_s7};
    wire [127:0] padded_magnitude = {magnitude, 51'd0};
    wire [127:0] zeros2_whole = ~padded_magnitude;
    wire [63:0] empty2 = {
        zeros2_whole[126] & zeros2_whole[127], zeros2_whole[124] & zeros2_whole[125],
        zeros2_whole[122] & zeros2_whole[123], zeros2_whole[120] & zeros2_whole[121],
        zeros2_whole[118] & zeros2_whole[119], zeros2_whole[116] & zeros2_whole[117],
        zeros2_whole[114] & zeros2_whole[115], zeros2_whole[112] & zeros2_whole[113],
        zeros2_whole[110] & zeros2_whole[111], zeros2_whole[108] & zeros2_whole[109],
        zeros2_whole[106] & zeros2_whole[107], zeros2_whole[104] & zeros2_whole[105],
        zeros2_whole[102] & zeros2_whole[103], zeros2_whole[100] & zeros2_whole[101],
        zeros2_whole[98] & zeros2_whole[99], zeros2_whole[96] & zeros2_whole[97],
        zeros2_whole[94] & zeros2_whole[95], zeros2_whole[92] & zeros2_whole[93],
        zeros2_whole[90] & zeros2_whole[91], zeros2_whole[88] & zeros2_whole[89],
        zeros2_whole[86] & zeros2_whole[87], zeros2_whole[84] & zeros2_whole[85],
        zeros2_whole[82] & zeros2_whole[83], zeros2_whole[80] & zeros2_whole[81],
        zeros2_whole[78] & zeros2_whole[79], zeros2_whole[76] & zeros2_whole[77],
        zeros2_whole[74] & zeros2_whole[75], zeros2_whole[72] & zeros2_whole[73],
        zeros2_whole[70] & zeros2_whole[71], zeros2_whole[68] & zeros2_whole[69],
        zeros2_whole[66] & zeros2_whole[67], zeros2_whole[64] & zeros2_whole[65],
        zeros2_whole[62] & zeros2_whole[63], zeros2_whole[60] & zeros2_whole[61],
        zeros2_whole[58] & zeros2_whole[59], zeros2_whole[56] & zeros2_whole[57],
        zeros2_whole[54] & zeros2_whole[55], zeros2_whole[52] & zeros2_whole[53], zeros2_whole[51],
        25'h1ffffff
    };
    wire [63:0] zeros2 = {zeros2_part, 25'h1ffffff};
    wire [31:0] empty4 = {
        empty2[62] & empty2[63], empty2[60] & empty2[61], empty2[58] & empty2[59],
        empty2[56] & empty2[57], empty2[54] & empty2[55], empty2[52] & empty2[53],
        empty2[50] & empty2[51], empty2[48] & empty2[49], empty2[46] & empty2[47],
        empty2[44] & empty2[45], empty2[42] & empty2[43], empty2[40] & empty2[41],
        empty2[38] & empty2[39], empty2[36] & empty2[37], empty2[34] & empty2[35],
        empty2[32] & empty2[33], empty2[30] & empty2[31], empty2[28] & empty2[29],
        empty2[26] & empty2[27], empty2[25], 12'hfff
    };
    wire [63:0] zeros4 = {
        empty2[63], empty2[63] ? zeros2[62] : zeros2[63], empty2[61],
        empty2[61] ? zeros2[60] : zeros2[61], empty2[59], empty2[59] ? zeros2[58] : zeros2[59],
        empty2[57], empty2[57] ? zeros2[56] : zeros2[57], empty2[55],
        empty2[55] ? zeros2[54] : zeros2[55], empty2[53], empty2[53] ? zeros2[52] : zeros2[53],
        empty2[51], empty2[51] ? zeros2[50] : zeros2[51], empty2[49],
        empty2[49] ? zeros2[48] : zeros2[49], empty2[47], empty2[47] ? zeros2[46] : zeros2[47],
        empty2[45], empty2[45] ? zeros2[44] : zeros2[45], empty2[43],
        empty2[43] ? zeros2[42] : zeros2[43], empty2[41], empty2[41] ? zeros2[40] : zeros2[41],
        empty2[39], empty2[39] ? zeros2[38] : zeros2[39], empty2[37],
        empty2[37] ? zeros2[36] : zeros2[37], empty2[35], empty2[35] ? zeros2[34] : zeros2[35],
        empty2[33], empty2[33] ? zeros2[32] : zeros2[33], empty2[31],
        empty2[31] ? zeros2[30] : zeros2[31], empty2[29], empty2[29] ? zeros2[28] : zeros2[29],
        empty2[27], empty2[27] ? zeros2[26] : zeros2[27], empty2[25], empty2[25] | zeros2[25],
        24'hffffff
    };
    wire [15:0] empty8 = {
        empty4[30] & empty4[31], empty4[28] & empty4[29], empty4[26] & empty4[27],
        empty4[24] & empty4[25], empty4[22] & empty4[23], empty4[20] & empty4[21],
        empty4[18] & empty4[19], empty4[16] & empty4[17], empty4[14] & empty4[15],
        empty4[12] & empty4[13], 6'd63
    };
    wire [47:0] zeros8 = {
        empty4[31], empty4[31] ? zeros4[61:60] : zeros4[63:62], empty4[29],
        empty4[29] ? zeros4[57:56] : zeros4[59:58], empty4[27],
        empty4[27] ? zeros4[53:52] : zeros4[55:54], empty4[25],
        empty4[25] ? zeros4[49:48] : zeros4[51:50], empty4[23],
        empty4[23] ? zeros4[45:44] : zeros4[47:46], empty4[21],
        empty4[21] ? zeros4[41:40] : zeros4[43:42], empty4[19],
        empty4[19] ? zeros4[37:36] : zeros4[39:38], empty4[17],
        empty4[17] ? zeros4[33:32] : zeros4[35:34], empty4[15],
        empty4[15] ? zeros4[29:28] : zeros4[31:30], empty4[13],
        empty4[13] ? zeros4[25:24] : zeros4[27:26], 18'h3ffff
    };
    wire [7:0] empty16 = {
        empty8[14] & empty8[15], empty8[12] & empty8[13], empty8[10] & empty8[11],
        empty8[8] & empty8[9], empty8[6] & empty8[7], 3'd7
    };
    wire [31:0] zeros16 = {
        empty8[15], empty8[15] ? zeros8[44:42] : zeros8[47:45], empty8[13],
        empty8[13] ? zeros8[38:36] : zeros8[41:39], empty8[11],
        empty8[11] ? zeros8[32:30] : zeros8[35:33], empty8[9],
        empty8[9] ? zeros8[26:24] : zeros8[29:27], empty8[7],
        empty8[7] ? zeros8[20:18] : zeros8[23:21], 12'hfff
    };
    wire [3:0] empty32 = {empty16[6] & empty16[7], empty16[4] & empty16[5], empty16[3], 1'b1};
    wire [19:0] zeros32 = {
        empty16[7], empty16[7] ? zeros16[27:24] : zeros16[31:28], empty16[5],
        empty16[5] ? zeros16[19:16] : zeros16[23:20], empty16[3],
        empty16[3] ? 4'd15 : zeros16[15:12], 5'd31
    };
    wire next_empty64_operand_2_s8 = empty32[2] & empty32[3];
    wire [1:0] empty64 = {next_empty64_operand_2_s8, empty32[1]};
    wire [11:0] zeros64 = {
        empty32[3], empty32[3] ? zeros32[14:10] : zeros32[19:15], empty32[1],
        empty32[1] ? 5'd31 : zeros32[9:5]
    };
    wire empty128 = empty64[0] & empty64[1];
    wire sum_is_zero = empty128;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? sum_sign_operand_s7 : sum_sign_operand_2_s7;

    // Of parts twice as long in each step: the lower half counts where the upper is empty.
    wire [6:0] leading_zeros = {empty64_operand_2_s8, leading_zeros_operand_s8};
    wire [9:0] room_left = {1'b0, room_s8} - {3'd0, leading_zeros};
    wire is_short = room_left[9];

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire [6:0] places = is_short ? room_s8[6:0] : leading_zeros;
    wire [8:0] exponent_less_one = room_left[8:0] & {9{~is_short}};
    wire rounds_up = moved_up_guard & (moved_up_sticky | moved_up_kept[0]);

    // One sum packs and rounds: a carry goes on into the exponent.
    wire [31:0] rounded =
        {exponent_less_one_s10, 23'd0} + {8'd0, moved_up_kept_s10} + {31'd0, rounds_up_s10};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude =
        empty128_s11 ? 31'd0 :
        overflows_s11 ? 31'h7f800000 :
        rounded_s11;
    assign result = is_ready_s11 ? word_beside_sum_s11 : {sum_sign_s11, result_magnitude};

    generate
        for (part = 0; part < 39; part = part + 1) begin : each_of_39
            assign zeros2_part[part] = zeros2_whole[part*2 + 51];
        end
    endgenerate

    lanebeat_float_moved_up moved_up (
        .clock(clock), .magnitude(magnitude), .places(places), .kept(moved_up_kept),
        .guard(moved_up_guard), .sticky(moved_up_sticky), .is_float(is_float_s7)
    );

    always @(posedge clock) begin
        choice_s1 <= choice;
        a_s2 <= a;
        a_is_subnormal_s2 <= a_is_subnormal;
        b_s2 <= b;
        b_is_subnormal_s2 <= b_is_subnormal;
        c_s2 <= c;
        c_is_subnormal_s2 <= c_is_subnormal;
        choice_s2 <= choice_s1;
        adds_s2 <= adds;
        fuses_s1 <= fuses;
        fuses_s2 <= fuses_s1;
        multiplies_s2 <= multiplies;
        to_integer_s2 <= to_integer;
        signed_result_s2 <= signed_result;
        a_s3 <= a_s2;
        modified_a_operand_s3 <= next_modified_a_operand_s3;
        b_s3 <= b_s2[30:0];
        modified_b_operand_s3 <= next_modified_b_operand_s3;
        choice_s3 <= choice_s2;
        a_is_nan_s3 <= a_is_nan;
        b_is_nan_s3 <= b_is_nan;
        are_equal_operand_s3 <= a_is_zero & b_is_zero;
        from_integer_s3 <= from_integer;
        from_integer_s4 <= from_integer_s3;
        to_integer_s3 <= to_integer_s2;
        to_integer_s4 <= to_integer_s3;
        adds_s3 <= adds_s2;
        adds_s4 <= adds_s3;
        is_float_s3 <= is_float;
        is_extreme_s4 <= is_extreme;
        is_float_s4 <= is_float_s3;
        signed_result_s3 <= signed_result_s2;
        signed_result_s4 <= signed_result_s3;
        signed_result_s5 <= signed_result_s4;
        to_integer_s5 <= to_integer_s4;
        from_integer_s5 <= from_integer_s4;
        is_float_s5 <= is_float_s4;
        is_float_s6 <= is_float_s5;
        is_float_s7 <= is_float_s6;
        is_float_s8 <= is_float_s7;
        is_float_s9 <= is_float_s8;
        is_float_s10 <= is_float_s9;
    end

    always @(posedge clock) begin
        if (is_float) begin
            distance_s3 <= distance;
            addend_stays_operand_s3 <= (a_is_zero | y_is_zero) & ~to_integer_s2;
            z_significand_s3 <= z_significand;
            z_exponent_s3 <= z_exponent;
            top_of_product_s3 <= top_of_product;
            b_is_subnormal_s3 <= b_is_subnormal_s2;
            negates_s3 <= negates;
            z_sign_s3 <= z_sign;
            infinite_product_s3 <= infinite_product;
            z_is_infinite_s3 <= z_is_infinite;
            is_nan_operand_s3 <=
                a_is_nan | (b_is_nan & ~adds_s2) | z_is_nan | (a_is_infinite & y_is_zero) |
                (y_is_infinite & a_is_zero);
            a_is_subnormal_s3 <= a_is_subnormal_s2;
            converts_to_zero_s3 <= converts_to_zero;
        end
    end

    always @(posedge clock) begin
        if (is_float_s3) begin
            b_s4 <= b_s3;
            modified_b_operand_s4 <= modified_b_operand_s3;
            b_is_subnormal_s4 <= b_is_subnormal_s3;
            a_s4 <= a_s3;
            modified_a_operand_s4 <= modified_a_operand_s3;
            negates_s4 <= negates_s3;
            addend_places_s4 <= addend_places[6:5];
            moved_addend_by16_s4 <= moved_addend_by16;
            addend_is_near_operand_s4 <= (9'd76 < distance_s3[8:0]) & ~addend_stays;
            placed_addend_operand_s4 <= |z_significand_s3;
            z_sign_s4 <= z_sign_s3;
            infinite_product_s4 <= infinite_product_s3;
            z_is_infinite_s4 <= z_is_infinite_s3;
            is_nan_operand_s4 <= is_nan_operand_s3;
            extreme_is_a_s4 <= extreme_is_a;
            no_extreme_s4 <= no_extreme;
            a_is_subnormal_s4 <= a_is_subnormal_s3;
            distance_s4 <= distance_s3[9];
            converts_to_zero_s4 <= converts_to_zero_s3;
            room_s4 <= room;
        end
    end

    always @(posedge clock) begin
        if (is_float_s4) begin
            placed_addend_s5 <= placed_addend;
            distance_s5 <= distance_s4;
            converts_to_zero_s5 <= converts_to_zero_s4;
            z_sign_s5 <= z_sign_s4;
            gives_nan_operand_s5 <= (of_terms & is_nan) | (is_extreme_s4 & no_extreme_s4);
            top_operand_s5 <= gives_infinity & (z_is_infinite_s4 ? z_sign_s4 : product_sign);
            gives_infinity_s5 <= gives_infinity;
            ready_word_operand_s5 <=
                ({modified_a_operand_s4, a_s4[30:0]} & {32{takes_a}}) |
                ({modified_b_operand_s4, b_s4} & {32{takes_b}});
            product_of_lows_s5 <= product_of_lows;
            product_of_highs_s5 <= product_of_highs;
            product_of_low_high_s5 <= product_of_low_high;
            product_of_high_low_s5 <= product_of_high_low;
            a_s5 <= a_s4;
            subtracts_s5 <= subtracts;
            is_difference_s5 <= is_difference;
            product_sign_s5 <= product_sign;
            room_s5 <= room_s4;
            is_ready_s5 <= is_ready;
        end
    end

    always @(posedge clock) begin
        if (is_float_s5) begin
            addend_s6 <= addend[76:51];
            carry_s6 <= carry;
            borrow_s6 <= borrow;
            sum_is_negative_s6 <= sum_is_negative;
            difference_s6 <= difference[50:0];
            sum_and_carry_s6 <= sum_and_carry[51:1];
            product_sign_s6 <= product_sign_s5;
            z_sign_s6 <= z_sign_s5;
            room_s6 <= room_s5;
            is_ready_s6 <= is_ready_s5;
            word_beside_sum_s6 <= word_beside_sum;
        end
    end

    always @(posedge clock) begin
        if (is_float_s6) begin
            below_s7 <= below;
            above_and_carry_s7 <= above_and_carry[26:1];
            sum_sign_operand_s7 <= product_sign_s6 & z_sign_s6;
            sum_sign_operand_2_s7 <= sum_is_negative_s6 ? z_sign_s6 : product_sign_s6;
            room_s7 <= room_s6;
            is_ready_s7 <= is_ready_s6;
            word_beside_sum_s7 <= word_beside_sum_s6;
        end
    end

    always @(posedge clock) begin
        if (is_float_s7) begin
            room_s8 <= room_s7;
            leading_zeros_operand_s8 <= empty64[1] ? zeros64[5:0] : zeros64[11:6];
            empty64_operand_2_s8 <= next_empty64_operand_2_s8;
            empty128_s8 <= empty128;
            is_ready_s8 <= is_ready_s7;
            word_beside_sum_s8 <= word_beside_sum_s7;
            sum_sign_s8 <= sum_sign;
        end
    end

    always @(posedge clock) begin
        if (is_float_s8) begin
            exponent_less_one_s9 <= exponent_less_one;
            empty128_s9 <= empty128_s8;
            is_ready_s9 <= is_ready_s8;
            word_beside_sum_s9 <= word_beside_sum_s8;
            sum_sign_s9 <= sum_sign_s8;
        end
    end

    always @(posedge clock) begin
        if (is_float_s9) begin
            exponent_less_one_s10 <= exponent_less_one_s9;
            moved_up_kept_s10 <= moved_up_kept;
            rounds_up_s10 <= rounds_up;
            empty128_s10 <= empty128_s9;
            is_ready_s10 <= is_ready_s9;
            word_beside_sum_s10 <= word_beside_sum_s9;
            sum_sign_s10 <= sum_sign_s9;
        end
    end

    always @(posedge clock) begin
        if (is_float_s10) begin
            overflows_s11 <= overflows;
            rounded_s11 <= rounded[30:0];
            empty128_s11 <= empty128_s10;
            is_ready_s11 <= is_ready_s10;
            word_beside_sum_s11 <= word_beside_sum_s10;
            sum_sign_s11 <= sum_sign_s10;
        end
    end

    assign comparison = relation_holds;

    (* unused *) wire unused;
    assign unused = &{
        1'b0, sum_and_carry[0], above_and_carry[0], zeros2_whole[50:0], empty2[24:0], zeros2[24:0],
        empty4[11:0], zeros4[23:0], empty8[5:0], zeros8[17:0], empty16[2:0], zeros16[11:0],
        empty32[0], zeros32[4:0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

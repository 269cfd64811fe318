// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float (
    input  wire        clock,      // rising edge
    input  wire [3:0]  choice,     // lower digit of the opcode, in cycle 0
    input  wire [5:0]  modifiers,  // negation and absolute value of a, b, c, in cycle 2
    input  wire [31:0] a,          // operand a, before its modifier, in cycle 2
    input  wire [31:0] b,          // operand b, before its modifier, in cycle 2
    input  wire [31:0] c,          // operand c, before its modifier, in cycle 2
    output wire [31:0] result,     // word for the destination register, in cycle 8
    output wire        comparison, // the relation of a comparison holds, in cycle 2
    input  wire        is_float    // registers take what only this uses, in cycle 2
);

    localparam [3:0] FADD_CHOICE = 4'd0, V_SUB_F32_CHOICE = 4'd1, FMUL_CHOICE = 4'd2,
                     FFMA_CHOICE = 4'd3, FMNMX_MIN_CHOICE = 4'd4, FMNMX_MAX_CHOICE = 4'd5,
                     I2F_S32_CHOICE = 4'd8, I2F_U32_CHOICE = 4'd9, F2I_S32_CHOICE = 4'd10,
                     F2I_U32_CHOICE = 4'd11;

    genvar part;
    reg [3:0] choice_s1, choice_s2;
    reg fuses_s1, fuses_s2, adds_s3, modified_b_operand_s3, b_is_subnormal_s3, from_integer_s3,
        modified_a_operand_s3, negates_s3, addend_stays_operand_s3, signed_result_s3, z_sign_s3,
        infinite_product_s3, z_is_infinite_s3, is_nan_operand_s3, extreme_operand_s3,
        extreme_operand_2_s3, is_extreme_s3, to_integer_s3, a_is_subnormal_s3, is_float_s3,
        addend_is_near_operand_s4, placed_addend_operand_s4, z_sign_s4, saturates_s4,
        nearest_integer_operand_s4, converts_to_zero_s3, converts_to_zero_s4, product_sign_s4,
        from_integer_s4, negates_s4, to_integer_s4, a_is_subnormal_s4, is_float_s4, subtracts_s5,
        sum_is_negative_operand_s5, product_sign_s5, z_sign_s5, is_float_s5, empty16_operand_s6,
        empty16_operand_3_s6, empty16_operand_5_s6, empty8_operand_2_s6, empty8_operand_4_s6,
        empty8_operand_6_s6, empty8_operand_8_s6, empty8_operand_10_s6, empty32_operand_2_s6,
        empty64_operand_s6, sum_sign_operand_s6, sum_sign_operand_2_s6, is_float_s6, is_float_s7,
        empty128_s7, empty128_s8, is_ready_s4, is_ready_s5, is_ready_s6, is_ready_s7, is_ready_s8,
        sum_sign_s7, sum_sign_s8;
    reg [30:0] b_s3;
    reg [31:0] a_s3, ready_word_operand_s4, a_s4, rounded_s8, ready_word_s5, ready_word_s6,
               ready_word_s7, ready_word_s8;
    reg [9:0] distance_s3;
    reg [23:0] z_significand_s3, moved_addend_by64_s4;
    reg [7:0] z_exponent_s3;
    reg [8:0] top_of_product_s3, room_s4, room_s5, room_s6, exponent_less_one_s7;
    reg [75:0] placed_addend_operand_2_s4;
    reg [11:0] y_significand_s4, product_of_lows_s4;
    reg [35:0] product_without_high_low_s4;
    reg [77:0] sum_operand_s5;
    reg [76:0] difference_s5, magnitude_s6, normalised_by32_s7;
    reg [2:0] zeros16_operand_s6, zeros16_operand_2_s6, zeros16_operand_3_s6, zeros16_operand_4_s6,
              zeros16_operand_5_s6;
    reg [4:0] places_s7;
    wire [38:0] zeros2_part;

    wire fuses = choice == FFMA_CHOICE;
    wire next_modified_a_operand_s3 = (a[31] & ~modifiers[1]) ^ modifiers[0];
    wire [31:0] modified_a = {next_modified_a_operand_s3, a[30:0]};
    wire a_is_subnormal = modified_a[30:23] == 8'd0;
    wire a_is_special = &modified_a[30:23];
    wire a_has_fraction = |modified_a[22:0];
    wire a_is_zero = a_is_subnormal & ~a_has_fraction;
    wire a_is_infinite = a_is_special & ~a_has_fraction;
    wire a_is_nan = a_is_special & a_has_fraction;
    wire next_modified_b_operand_s3 = (b[31] & ~modifiers[3]) ^ modifiers[2];
    wire [31:0] modified_b = {next_modified_b_operand_s3, b[30:0]};
    wire b_is_subnormal = modified_b[30:23] == 8'd0;
    wire b_is_special = &modified_b[30:23];
    wire b_has_fraction = |modified_b[22:0];
    wire b_is_zero = b_is_subnormal & ~b_has_fraction;
    wire b_is_infinite = b_is_special & ~b_has_fraction;
    wire b_is_nan = b_is_special & b_has_fraction;
    wire [31:0] modified_c = {(c[31] & ~modifiers[5]) ^ modifiers[4], c[30:0]};
    wire c_is_subnormal = modified_c[30:23] == 8'd0;
    wire c_is_special = &modified_c[30:23];
    wire c_has_fraction = |modified_c[22:0];
    wire c_is_infinite = c_is_special & ~c_has_fraction;
    wire c_is_nan = c_is_special & c_has_fraction;

    // Conversions use the adder: an integer is placed as an addend.
    wire signed_integer = choice_s2 == I2F_S32_CHOICE;
    wire from_integer = signed_integer | (choice_s2 == I2F_U32_CHOICE);
    wire signed_result = choice_s2 == F2I_S32_CHOICE;
    wire to_integer = signed_result | (choice_s2 == F2I_U32_CHOICE);
    wire adds = (choice_s2 == FADD_CHOICE) | (choice_s2 == V_SUB_F32_CHOICE);
    wire [7:0] b_exponent = {modified_b[30:24], modified_b[23] | b_is_subnormal};
    wire [7:0] y_exponent = adds ? 8'd127 : b_exponent;
    wire y_is_zero = (b_is_zero & ~adds) | from_integer;
    wire y_is_infinite = b_is_infinite & ~adds;
    wire multiplies = choice_s2 == FMUL_CHOICE;
    wire z_sign_term =
        fuses_s2 ? modified_c[31] :
        (modified_b[31] ^ (choice_s2 == V_SUB_F32_CHOICE));
    wire z_sign = from_integer | (to_integer ? modified_a[31] : (multiplies | z_sign_term));
    wire [7:0] c_exponent = {modified_c[30:24], modified_c[23] | c_is_subnormal};
    wire [7:0] a_exponent = {modified_a[30:24], modified_a[23] | a_is_subnormal};
    wire [7:0] z_exponent =
        from_integer ? 8'd158 :
        to_integer ? a_exponent :
        multiplies ? 8'd1 :
        fuses_s2 ? c_exponent :
        b_exponent;
    wire [23:0] c_significand = {~c_is_subnormal, modified_c[22:0]};
    wire [23:0] b_significand = {~b_is_subnormal, modified_b[22:0]};
    wire [23:0] a_significand = {~a_is_subnormal, modified_a[22:0]};
    wire [23:0] z_significand =
        from_integer ? 24'h800000 :
        to_integer ? a_significand :
        multiplies ? 24'd0 :
        fuses_s2 ? c_significand :
        b_significand;
    wire z_is_infinite_term =
        to_integer ? a_is_infinite :
        (~multiplies & (fuses_s2 ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer & z_is_infinite_term;
    wire z_is_nan_term = to_integer ? a_is_nan : (~multiplies & (fuses_s2 ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer & z_is_nan_term;
    wire negates = signed_integer & a[31];

    // Distance of the addend below the top, from two sums.
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer ? 10'd258 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire [9:0] distance = wanted_top - exponent_of_addend;
    wire [8:0] top_of_product = wanted_top[8:0] - 9'd100;
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result);
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire is_extreme = (choice_s2 == FMNMX_MIN_CHOICE) | (choice_s2 == FMNMX_MAX_CHOICE);
    wire [31:0] a_rank = {~modified_a[31], modified_a[30:0] ^ {31{modified_a[31]}}};
    wire [31:0] b_rank = {~modified_b[31], modified_b[30:0] ^ {31{modified_b[31]}}};
    wire is_below = a_rank < b_rank;
    wire are_equal = (modified_a == modified_b) | (a_is_zero & b_is_zero);
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire holds_for_numbers =
        (is_greater & choice_s2[0]) | (are_equal & choice_s2[1]) | (is_less & choice_s2[2]);
    wire relation_holds = (a_is_nan | b_is_nan) ? choice_s2[3] : holds_for_numbers;
    wire [23:0] y_significand =
        (adds_s3 ? 24'h800000 : {~b_is_subnormal_s3, b_s3[22:0]}) & {24{~from_integer_s3}};
    wire product_sign =
        from_integer_s3 ? negates_s3 :
        (modified_a_operand_s3 ^ (modified_b_operand_s3 & ~adds_s3));
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
    wire [99:0] moved_addend_by32 =
        addend_places[5] ? {32'd0, moved_addend_by16[99:32]} :
        moved_addend_by16;
    wire [99:0] moved_addend_by64 =
        addend_places[6] ? {64'd0, moved_addend_by32[99:64]} :
        moved_addend_by32;
    wire next_addend_is_near_operand_s4 = (9'd76 < distance_s3[8:0]) & ~addend_stays;

    // A far addend is dropped behind the shift: no comparison before it.
    wire addend_is_near = ~next_addend_is_near_operand_s4;
    wire [8:0] top_exponent = addend_stays ? {1'b0, z_exponent_s3} : top_of_product_s3;
    wire [75:0] next_placed_addend_operand_2_s4 = moved_addend_by64[99:24] & {76{addend_is_near}};
    wire saturates = distance_s3[9] | (signed_result_s3 & next_placed_addend_operand_2_s4[75]);
    wire is_nan_term = infinite_product_s3 & z_is_infinite_s3 & (product_sign ^ z_sign_s3);
    wire is_nan = is_nan_operand_s3 | is_nan_term;
    wire [31:0] extreme =
        extreme_operand_2_s3 ? 32'h7fffffff :
        extreme_operand_s3 ? {modified_a_operand_s3, a_s3[30:0]} :
        {modified_b_operand_s3, b_s3};
    wire is_ready_term = (is_nan | infinite_product_s3 | z_is_infinite_s3) & ~from_integer_s3;
    wire is_ready = to_integer_s3 | is_extreme_s3 | is_ready_term;

    // Products of halves fit DSP blocks, the additions behind them too.
    wire [23:0] product_of_lows = {12'd0, a_s3[11:0]} * {12'd0, y_significand[11:0]};
    wire [23:0] product_of_highs =
        {12'd0, ~a_is_subnormal_s3, a_s3[22:12]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_low_high = {12'd0, a_s3[11:0]} * {12'd0, y_significand[23:12]};
    wire [35:0] product_without_high_low =
        {product_of_highs, product_of_lows[23:12]} + {12'd0, product_of_low_high};
    wire [8:0] room = top_exponent - 9'd1;
    wire placed_addend_part =
        ~addend_is_near_operand_s4 ? (|moved_addend_by64_s4) :
        placed_addend_operand_s4;
    wire [76:0] placed_addend = {placed_addend_operand_2_s4, placed_addend_part};
    wire [31:0] nearest_integer =
        saturates_s4 ? {nearest_integer_operand_s4, {31{~z_sign_s4}}} :
        ((placed_addend[76:45] ^ {32{z_sign_s4}}) + {31'd0, z_sign_s4});
    wire [31:0] converted = nearest_integer & {32{~converts_to_zero_s4}};
    wire subtracts = from_integer_s4 ? negates_s4 : (product_sign_s4 ^ z_sign_s4);
    wire [31:0] ready_word = to_integer_s4 ? converted : ready_word_operand_s4;
    wire [23:0] product_of_high_low =
        {12'd0, ~a_is_subnormal_s4, a_s4[22:12]} * {12'd0, y_significand_s4};
    wire [35:0] product_upper = product_without_high_low_s4 + {12'd0, product_of_high_low};
    wire [76:0] addend = from_integer_s4 ? {a_s4, 45'd0} : placed_addend;
    wire [76:0] right = addend ^ {77{subtracts}};
    wire [47:0] product = {product_upper, product_of_lows_s4};
    wire [76:0] placed_product = {26'd0, product, 3'd0};
    wire [76:0] difference = addend - placed_product;

    // Subtracted both ways round at once, so that no negation follows.
    wire [77:0] sum = sum_operand_s5 + {77'd0, subtracts_s5};
    wire sum_is_negative = sum_is_negative_operand_s5 & ~sum[77];
    wire [76:0] magnitude = sum_is_negative ? difference_s5 : sum[76:0];
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
    wire next_empty8_operand_2_s6 = empty4[14] & empty4[15];
    wire next_empty8_operand_4_s6 = empty4[18] & empty4[19];
    wire next_empty8_operand_6_s6 = empty4[22] & empty4[23];
    wire next_empty8_operand_8_s6 = empty4[26] & empty4[27];
    wire next_empty8_operand_10_s6 = empty4[30] & empty4[31];
    wire [15:0] empty8 = {
        next_empty8_operand_10_s6, empty4[28] & empty4[29], next_empty8_operand_8_s6,
        empty4[24] & empty4[25], next_empty8_operand_6_s6, empty4[20] & empty4[21],
        next_empty8_operand_4_s6, empty4[16] & empty4[17], next_empty8_operand_2_s6,
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
    wire next_empty16_operand_s6 = empty8[6] & empty8[7];
    wire next_empty16_operand_3_s6 = empty8[10] & empty8[11];
    wire next_empty16_operand_5_s6 = empty8[14] & empty8[15];
    wire [7:0] empty16 = {
        next_empty16_operand_5_s6, empty8[12] & empty8[13], next_empty16_operand_3_s6,
        empty8[8] & empty8[9], next_empty16_operand_s6, 3'd7
    };
    wire [31:0] zeros16 = {
        empty8_operand_10_s6, zeros16_operand_5_s6, empty8_operand_8_s6, zeros16_operand_4_s6,
        empty8_operand_6_s6, zeros16_operand_3_s6, empty8_operand_4_s6, zeros16_operand_2_s6,
        empty8_operand_2_s6, zeros16_operand_s6, 12'hfff
    };
    wire next_empty32_operand_2_s6 = empty16[6] & empty16[7];
    wire [3:0] empty32 = {empty32_operand_2_s6, 1'b0, empty16_operand_s6, 1'b1};
    wire [19:0] zeros32 = {
        empty16_operand_5_s6, empty16_operand_5_s6 ? zeros16[27:24] : zeros16[31:28],
        empty16_operand_3_s6, empty16_operand_3_s6 ? zeros16[19:16] : zeros16[23:20],
        empty16_operand_s6, empty16_operand_s6 ? 4'd15 : zeros16[15:12], 5'd31
    };
    wire [1:0] empty64 = {empty64_operand_s6, empty32[1]};
    wire [11:0] zeros64 = {
        empty32[3], empty32[3] ? zeros32[14:10] : zeros32[19:15], empty32[1],
        empty32[1] ? 5'd31 : zeros32[9:5]
    };
    wire empty128 = empty64[0] & empty64[1];
    wire sum_is_zero = empty128;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? sum_sign_operand_s6 : sum_sign_operand_2_s6;

    // Of parts twice as long in each step: the lower half counts where the upper is empty.
    wire [6:0] leading_zeros = {empty64[1], empty64[1] ? zeros64[5:0] : zeros64[11:6]};
    wire [8:0] places_compared = {2'd0, leading_zeros};

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire [8:0] places = (places_compared < room_s6) ? places_compared : room_s6;
    wire [76:0] normalised_by64 = places[6] ? {magnitude_s6[12:0], 64'd0} : magnitude_s6;
    wire [76:0] normalised_by32 = places[5] ? {normalised_by64[44:0], 32'd0} : normalised_by64;
    wire [8:0] exponent_less_one = room_s6 - places;
    wire [55:0] normalised_by16 =
        places_s7[4] ? {normalised_by32_s7[60:21], 16'd0} :
        normalised_by32_s7[76:21];
    wire [39:0] normalised_by8 =
        places_s7[3] ? {normalised_by16[47:16], 8'd0} :
        normalised_by16[55:16];
    wire [31:0] normalised_by4 = places_s7[2] ? {normalised_by8[35:8], 4'd0} : normalised_by8[39:8];
    wire [27:0] normalised_by2 = places_s7[1] ? {normalised_by4[29:4], 2'd0} : normalised_by4[31:4];
    wire [25:0] normalised_by1 = places_s7[0] ? {normalised_by2[26:2], 1'b0} : normalised_by2[27:2];
    wire sticky =
        (|normalised_by32_s7[20:0]) | (|normalised_by16[15:0]) | (|normalised_by8[7:0]) |
        (|normalised_by4[3:0]) | (|normalised_by2[1:0]) | normalised_by1[0];
    wire rounds_up = normalised_by1[1] & (sticky | normalised_by1[2]);

    // One sum packs and rounds: a carry goes on into the exponent.
    wire [31:0] rounded =
        {exponent_less_one_s7, 23'd0} + {8'd0, normalised_by1[25:2]} + {31'd0, rounds_up};
    wire overflows = rounded_s8[31] | (&rounded_s8[30:23]);
    wire [30:0] result_magnitude =
        empty128_s8 ? 31'd0 :
        overflows ? 31'h7f800000 :
        rounded_s8[30:0];
    assign result = is_ready_s8 ? ready_word_s8 : {sum_sign_s8, result_magnitude};

    generate
        for (part = 0; part < 39; part = part + 1) begin : each_of_39
            assign zeros2_part[part] = zeros2_whole[part*2 + 51];
        end
    endgenerate

    always @(posedge clock) begin
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        fuses_s1 <= fuses;
        fuses_s2 <= fuses_s1;
        adds_s3 <= adds;
        from_integer_s3 <= from_integer;
        signed_result_s3 <= signed_result;
        is_extreme_s3 <= is_extreme;
        to_integer_s3 <= to_integer;
        is_float_s3 <= is_float;
        from_integer_s4 <= from_integer_s3;
        to_integer_s4 <= to_integer_s3;
        is_float_s4 <= is_float_s3;
        is_float_s5 <= is_float_s4;
        is_float_s6 <= is_float_s5;
        is_float_s7 <= is_float_s6;
    end

    always @(posedge clock) begin
        if (is_float) begin
            b_s3 <= b[30:0];
            modified_b_operand_s3 <= next_modified_b_operand_s3;
            b_is_subnormal_s3 <= b_is_subnormal;
            a_s3 <= a;
            modified_a_operand_s3 <= next_modified_a_operand_s3;
            negates_s3 <= negates;
            distance_s3 <= distance;
            addend_stays_operand_s3 <= (a_is_zero | y_is_zero) & ~to_integer;
            z_significand_s3 <= z_significand;
            z_exponent_s3 <= z_exponent;
            top_of_product_s3 <= top_of_product;
            z_sign_s3 <= z_sign;
            infinite_product_s3 <= infinite_product;
            z_is_infinite_s3 <= z_is_infinite;
            is_nan_operand_s3 <=
                a_is_nan | (b_is_nan & ~adds) | z_is_nan | (a_is_infinite & y_is_zero) |
                (y_is_infinite & a_is_zero);
            extreme_operand_s3 <=
                b_is_nan | (~a_is_nan & (is_below ^ (choice_s2 == FMNMX_MAX_CHOICE)));
            extreme_operand_2_s3 <= a_is_nan & b_is_nan;
            a_is_subnormal_s3 <= a_is_subnormal;
            converts_to_zero_s3 <= converts_to_zero;
        end
    end

    always @(posedge clock) begin
        if (is_float_s3) begin
            moved_addend_by64_s4 <= moved_addend_by64[23:0];
            addend_is_near_operand_s4 <= next_addend_is_near_operand_s4;
            placed_addend_operand_s4 <= |z_significand_s3;
            placed_addend_operand_2_s4 <= next_placed_addend_operand_2_s4;
            z_sign_s4 <= z_sign_s3;
            saturates_s4 <= saturates;
            nearest_integer_operand_s4 <= z_sign_s3 | ~signed_result_s3;
            converts_to_zero_s4 <= converts_to_zero_s3;
            product_sign_s4 <= product_sign;
            negates_s4 <= negates_s3;
            ready_word_operand_s4 <=
                is_extreme_s3 ? extreme :
                is_nan ? 32'h7fffffff :
                {z_is_infinite_s3 ? z_sign_s3 : product_sign, 31'h7f800000};
            a_s4 <= a_s3;
            a_is_subnormal_s4 <= a_is_subnormal_s3;
            y_significand_s4 <= y_significand[11:0];
            product_without_high_low_s4 <= product_without_high_low;
            product_of_lows_s4 <= product_of_lows[11:0];
            room_s4 <= room;
            is_ready_s4 <= is_ready;
        end
    end

    always @(posedge clock) begin
        if (is_float_s4) begin
            sum_operand_s5 <= {1'b0, placed_product} + {1'b0, right};
            subtracts_s5 <= subtracts;
            sum_is_negative_operand_s5 <= subtracts & ~negates_s4;
            difference_s5 <= difference;
            product_sign_s5 <= product_sign_s4;
            z_sign_s5 <= z_sign_s4;
            room_s5 <= room_s4;
            is_ready_s5 <= is_ready_s4;
            ready_word_s5 <= ready_word;
        end
    end

    always @(posedge clock) begin
        if (is_float_s5) begin
            empty16_operand_s6 <= next_empty16_operand_s6;
            empty16_operand_3_s6 <= next_empty16_operand_3_s6;
            empty16_operand_5_s6 <= next_empty16_operand_5_s6;
            zeros16_operand_s6 <= empty8[7] ? zeros8[20:18] : zeros8[23:21];
            empty8_operand_2_s6 <= next_empty8_operand_2_s6;
            empty8_operand_4_s6 <= next_empty8_operand_4_s6;
            empty8_operand_6_s6 <= next_empty8_operand_6_s6;
            empty8_operand_8_s6 <= next_empty8_operand_8_s6;
            empty8_operand_10_s6 <= next_empty8_operand_10_s6;
            zeros16_operand_2_s6 <= empty8[9] ? zeros8[26:24] : zeros8[29:27];
            zeros16_operand_3_s6 <= empty8[11] ? zeros8[32:30] : zeros8[35:33];
            zeros16_operand_4_s6 <= empty8[13] ? zeros8[38:36] : zeros8[41:39];
            zeros16_operand_5_s6 <= empty8[15] ? zeros8[44:42] : zeros8[47:45];
            empty32_operand_2_s6 <= next_empty32_operand_2_s6;
            empty64_operand_s6 <= empty16[4] & empty16[5] & next_empty32_operand_2_s6;
            sum_sign_operand_s6 <= product_sign_s5 & z_sign_s5;
            sum_sign_operand_2_s6 <= sum_is_negative ? z_sign_s5 : product_sign_s5;
            room_s6 <= room_s5;
            magnitude_s6 <= magnitude;
            is_ready_s6 <= is_ready_s5;
            ready_word_s6 <= ready_word_s5;
        end
    end

    always @(posedge clock) begin
        if (is_float_s6) begin
            places_s7 <= places[4:0];
            normalised_by32_s7 <= normalised_by32;
            exponent_less_one_s7 <= exponent_less_one;
            empty128_s7 <= empty128;
            is_ready_s7 <= is_ready_s6;
            ready_word_s7 <= ready_word_s6;
            sum_sign_s7 <= sum_sign;
        end
    end

    always @(posedge clock) begin
        if (is_float_s7) begin
            rounded_s8 <= rounded;
            empty128_s8 <= empty128_s7;
            is_ready_s8 <= is_ready_s7;
            ready_word_s8 <= ready_word_s7;
            sum_sign_s8 <= sum_sign_s7;
        end
    end

    assign comparison = relation_holds;

    (* unused *) wire unused;
    assign unused = &{
        1'b0, zeros2_whole[50:0], empty2[24:0], zeros2[24:0], empty4[11:0], zeros4[23:0],
        empty8[5:0], zeros8[17:0], empty16[3:0], zeros16[11:0], empty32[0], empty32[2], zeros32[4:0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

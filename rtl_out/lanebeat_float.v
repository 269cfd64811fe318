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
    input  wire [5:0]  modifiers,  // negation and absolute value of a, b, c, in cycle 3
    input  wire [31:0] a,          // operand a, before its modifier, in cycle 2
    input  wire [31:0] b,          // operand b, before its modifier, in cycle 1
    input  wire [31:0] c,          // operand c, before its modifier, in cycle 1
    output wire [31:0] result,     // word for the destination register, in cycle 11
    output wire        comparison, // the relation of a comparison holds, in cycle 4
    input  wire        is_float    // registers take what only this uses, in cycle 2
);

    localparam [3:0] FADD_CHOICE = 4'd0, V_SUB_F32_CHOICE = 4'd1, FMUL_CHOICE = 4'd2,
                     FFMA_CHOICE = 4'd3, FMNMX_MIN_CHOICE = 4'd4, FMNMX_MAX_CHOICE = 4'd5,
                     I2F_S32_CHOICE = 4'd8, I2F_U32_CHOICE = 4'd9, F2I_S32_CHOICE = 4'd10,
                     F2I_U32_CHOICE = 4'd11;

    reg [31:0] b_s2, c_s2, a_s3, b_s3, a_s4, ready_word_operand_s5, ready_word_operand_2_s5,
               rounded_s11, word_beside_sum_s6, word_beside_sum_s7, word_beside_sum_s8,
               word_beside_sum_s9, word_beside_sum_s10, word_beside_sum_s11;
    reg b_is_subnormal_s2, c_is_subnormal_s2, fuses_s1, fuses_s2, a_is_subnormal_s3,
        a_has_fraction_s3, b_is_subnormal_s3, b_has_fraction_s3, c_is_special_s3, from_integer_s3,
        to_integer_s3, adds_s3, fuses_s3, multiplies_s3, c_is_subnormal_s3, negates_s3,
        signed_result_s3, is_float_s3, fine_places_s4, is_0_below_s4, is_16_below_s4,
        is_32_below_s4, is_48_below_s4, is_64_below_s4, placed_addend_operand_s4, to_integer_s4,
        modified_a_operand_s4, modified_b_operand_s4, a_is_nan_s4, b_is_nan_s4,
        are_equal_operand_s4, signed_result_s4, is_nan_s4, top_operand_s4, z_sign_s4,
        is_ready_operand_s4, from_integer_s4, subtracts_s4, is_float_s4, distance_s4, distance_s5,
        saturates_operand_s5, to_integer_s5, converts_to_zero_s4, converts_to_zero_s5, z_sign_s5,
        gives_nan_operand_s5, top_operand_s5, top_operand_2_s5, gives_infinity_s5, subtracts_s5,
        is_difference_s4, is_difference_s5, product_sign_s4, product_sign_s5, is_float_s5,
        sum_sign_operand_s6, sum_sign_operand_2_s6, is_float_s6, is_float_s7,
        empty_parts_by8_operand_s8, empty_parts_by8_operand_2_s8, has_room_by32_s7,
        has_room_by32_s8, is_float_s8, is_empty0_by2_operand_s9, empty_parts_by2_operand_s9,
        empty_parts_by2_operand_2_s9, has_room_by8_s9, moved_up_32_lost_s8, moved_up_32_lost_s9,
        is_float_s9, last_digit_s10, rounds_up_operand_s10, moved_up_2_lost_s10, is_float_s10,
        overflows_operand_s11, sum_is_zero_s7, sum_is_zero_s8, sum_is_zero_s9, sum_is_zero_s10,
        sum_is_zero_s11, is_ready_s5, is_ready_s6, is_ready_s7, is_ready_s8, is_ready_s9,
        is_ready_s10, is_ready_s11, sum_sign_s7, sum_sign_s8, sum_sign_s9, sum_sign_s10,
        sum_sign_s11;
    reg [3:0] choice_s1, choice_s2, choice_s3, choice_s4;
    reg [23:0] c_s3, product_of_lows_s4, product_of_highs_s4, product_of_low_high_s4,
               product_of_high_low_s4;
    reg [9:0] wanted_top_s3, exponent_of_addend_s3;
    reg [38:0] moved_addend_by4_s4;
    reg [30:0] b_s4;
    reg [25:0] placed_addend_s5, above_and_carry_s6, normalised_s10;
    reg [11:0] product_of_lows_s5;
    reg [35:0] product_upper_s5;
    reg [50:0] right_s5, below_s6;
    reg [76:0] addend_s5;
    reg [8:0] room_s4, room_s5, room_s6, room_s7, room_s8, room_s9, room_s10;
    reg [1:0] digit_by32_s7, digit_by2_s10, digit_by8_s9, digit_by8_s10, digit_by32_s8,
              digit_by32_s9, digit_by32_s10;
    wire [55:0] moved_up_32_moved;
    wire moved_up_32_lost;
    wire [31:0] moved_up_8_moved;
    wire moved_up_8_lost;
    wire [25:0] moved_up_2_moved;
    wire moved_up_2_lost;

    wire fuses = choice == FFMA_CHOICE;
    wire b_is_subnormal = b[30:23] == 8'd0;
    wire c_is_subnormal = c[30:23] == 8'd0;
    wire a_is_subnormal = a[30:23] == 8'd0;
    wire a_has_fraction = |a[22:0];
    wire b_has_fraction = |b_s2[22:0];
    wire c_is_special = &c_s2[30:23];

    // Conversions use the adder: an integer is placed as an addend.
    wire signed_integer = choice_s2 == I2F_S32_CHOICE;
    wire from_integer = signed_integer | (choice_s2 == I2F_U32_CHOICE);
    wire signed_result = choice_s2 == F2I_S32_CHOICE;
    wire to_integer = signed_result | (choice_s2 == F2I_U32_CHOICE);
    wire adds = (choice_s2 == FADD_CHOICE) | (choice_s2 == V_SUB_F32_CHOICE);
    wire [7:0] b_exponent = {b_s2[30:24], b_s2[23] | b_is_subnormal_s2};
    wire [7:0] y_exponent = adds ? 8'd127 : b_exponent;
    wire multiplies = choice_s2 == FMUL_CHOICE;
    wire [7:0] c_exponent = {c_s2[30:24], c_s2[23] | c_is_subnormal_s2};
    wire [7:0] a_exponent = {a[30:24], a[23] | a_is_subnormal};
    wire [7:0] z_exponent =
        from_integer ? 8'd184 :
        to_integer ? a_exponent :
        multiplies ? 8'd1 :
        fuses_s2 ? c_exponent :
        b_exponent;
    wire negates = signed_integer & a[31];

    // Distance of the addend below the top, from two sums.
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer ? 10'd284 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire next_modified_a_operand_s4 = (a_s3[31] & ~modifiers[1]) ^ modifiers[0];
    wire [31:0] modified_a = {next_modified_a_operand_s4, a_s3[30:0]};
    wire a_is_special = &modified_a[30:23];
    wire a_is_zero = a_is_subnormal_s3 & ~a_has_fraction_s3;
    wire a_is_infinite = a_is_special & ~a_has_fraction_s3;
    wire a_is_nan = a_is_special & a_has_fraction_s3;
    wire next_modified_b_operand_s4 = (b_s3[31] & ~modifiers[3]) ^ modifiers[2];
    wire [31:0] modified_b = {next_modified_b_operand_s4, b_s3[30:0]};
    wire b_is_special = &modified_b[30:23];
    wire b_is_zero = b_is_subnormal_s3 & ~b_has_fraction_s3;
    wire b_is_infinite = b_is_special & ~b_has_fraction_s3;
    wire b_is_nan = b_is_special & b_has_fraction_s3;
    wire [31:0] modified_c = {(c_s3[23] & ~modifiers[5]) ^ modifiers[4], 8'd0, c_s3[22:0]};
    wire c_has_fraction = |modified_c[22:0];
    wire c_is_infinite = c_is_special_s3 & ~c_has_fraction;
    wire c_is_nan = c_is_special_s3 & c_has_fraction;
    wire converts = from_integer_s3 | to_integer_s3;
    wire [23:0] b_significand = {~b_is_subnormal_s3, modified_b[22:0]};
    wire [23:0] y_significand = (adds_s3 ? 24'h800000 : b_significand) & {24{~converts}};
    wire y_is_zero = (b_is_zero & ~adds_s3) | from_integer_s3;
    wire y_is_infinite = b_is_infinite & ~adds_s3;
    wire z_sign_term =
        fuses_s3 ? modified_c[31] :
        (modified_b[31] ^ (choice_s3 == V_SUB_F32_CHOICE));
    wire z_sign =
        from_integer_s3 | (to_integer_s3 ? modified_a[31] : (multiplies_s3 | z_sign_term));
    wire [23:0] c_significand = {~c_is_subnormal_s3, modified_c[22:0]};
    wire [23:0] a_significand = {~a_is_subnormal_s3, modified_a[22:0]};
    wire z_is_infinite_term =
        to_integer_s3 ? a_is_infinite :
        (~multiplies_s3 & (fuses_s3 ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer_s3 & z_is_infinite_term;
    wire z_is_nan_term =
        to_integer_s3 ? a_is_nan :
        (~multiplies_s3 & (fuses_s3 ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer_s3 & z_is_nan_term;
    wire product_sign =
        from_integer_s3 ? negates_s3 :
        (modified_a[31] ^ (modified_b[31] & ~adds_s3));
    wire [9:0] distance = wanted_top_s3 - exponent_of_addend_s3;
    wire addend_stays = distance[9] | ((a_is_zero | y_is_zero) & ~to_integer_s3);
    wire [3:0] fine_places = distance[3:0] & {4{~addend_stays}};
    wire [23:0] z_significand =
        to_integer_s3 ? a_significand :
        multiplies_s3 ? 24'd0 :
        fuses_s3 ? c_significand :
        b_significand;
    wire [38:0] addend_with_room_below = {z_significand, 15'd0};
    wire [38:0] moved_addend_by1 =
        fine_places[0] ? {1'b0, addend_with_room_below[38:1]} :
        addend_with_room_below;
    wire [38:0] moved_addend_by2 =
        fine_places[1] ? {2'd0, moved_addend_by1[38:2]} :
        moved_addend_by1;
    wire [38:0] moved_addend_by4 =
        fine_places[2] ? {4'd0, moved_addend_by2[38:4]} :
        moved_addend_by2;
    wire is_0_below = ((distance[8:4] == 5'd0) | addend_stays) & ~from_integer_s3;
    wire is_16_below = (distance[8:4] == 5'd1) & ~addend_stays & ~from_integer_s3;
    wire is_32_below = (distance[8:4] == 5'd2) & ~addend_stays & ~from_integer_s3;
    wire is_48_below = (distance[8:4] == 5'd3) & ~addend_stays & ~from_integer_s3;
    wire is_64_below = (distance[8:4] == 5'd4) & ~addend_stays & ~from_integer_s3;
    wire is_below_all_inverse = is_0_below | is_16_below | is_32_below | is_48_below | is_64_below;
    wire is_below_all = ~is_below_all_inverse & ~from_integer_s3;
    wire [8:0] room = (addend_stays ? exponent_of_addend_s3[8:0] : wanted_top_s3[8:0]) - 9'd101;
    wire subtracts = from_integer_s3 ? negates_s3 : ((product_sign & ~to_integer_s3) ^ z_sign);
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire is_nan =
        a_is_nan | (b_is_nan & ~adds_s3) | z_is_nan | (a_is_infinite & y_is_zero) |
        (y_is_infinite & a_is_zero) | (infinite_product & z_is_infinite & (product_sign ^ z_sign));
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result_s3);

    // Products of halves fit DSP blocks, the additions behind them too.
    wire [23:0] product_of_lows = {12'd0, a_significand[11:0]} * {12'd0, y_significand[11:0]};
    wire [23:0] product_of_highs = {12'd0, a_significand[23:12]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_low_high = {12'd0, a_significand[11:0]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_high_low = {12'd0, a_significand[23:12]} * {12'd0, y_significand[11:0]};
    wire is_difference = subtracts & ~converts;
    wire [38:0] moved_addend_by8 =
        fine_places_s4 ? {8'd0, moved_addend_by4_s4[38:8]} :
        moved_addend_by4_s4;
    wire [75:0] exact_addend =
        ({moved_addend_by8, 37'd0} & {76{is_0_below_s4}}) |
        ({16'd0, moved_addend_by8, 21'd0} & {76{is_16_below_s4}}) |
        ({32'd0, moved_addend_by8, 5'd0} & {76{is_32_below_s4}}) |
        ({48'd0, moved_addend_by8[38:11]} & {76{is_48_below_s4}}) |
        ({64'd0, moved_addend_by8[38:27]} & {76{is_64_below_s4}});
    wire placed_addend_part =
        placed_addend_operand_s4 | (is_48_below_s4 & (|moved_addend_by8[10:0])) |
        (is_64_below_s4 & (|moved_addend_by8[26:0]));
    wire [76:0] placed_addend =
        {exact_addend, placed_addend_part} & (~{58'd0, {19{to_integer_s4}}});
    wire [31:0] less_word_compared = {modified_a_operand_s4, a_s4[30:0]};
    wire [31:0] less_word_limit = {modified_b_operand_s4, b_s4};
    wire less_word = less_word_compared < less_word_limit;
    wire same_word = less_word_compared == less_word_limit;
    wire is_below =
        (modified_a_operand_s4 | modified_b_operand_s4) ? (~(less_word | same_word)) :
        less_word;
    wire extreme_is_a = b_is_nan_s4 | (~a_is_nan_s4 & (is_below ^ (choice_s4 == FMNMX_MAX_CHOICE)));
    wire are_equal = same_word | are_equal_operand_s4;
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire holds_for_numbers =
        (is_greater & choice_s4[0]) | (are_equal & choice_s4[1]) | (is_less & choice_s4[2]);
    wire relation_holds = (a_is_nan_s4 | b_is_nan_s4) ? choice_s4[3] : holds_for_numbers;
    wire is_extreme = (choice_s4 == FMNMX_MIN_CHOICE) | (choice_s4 == FMNMX_MAX_CHOICE);
    wire no_extreme = a_is_nan_s4 & b_is_nan_s4;
    wire takes_a = is_extreme & extreme_is_a & ~no_extreme;
    wire takes_b = is_extreme & ~extreme_is_a & ~no_extreme;
    wire of_terms = ~(to_integer_s4 | is_extreme);
    wire gives_infinity = of_terms & ~is_nan_s4;
    wire is_ready = to_integer_s4 | is_extreme | (is_ready_operand_s4 & ~from_integer_s4);
    wire [35:0] product_without_high_low =
        {product_of_highs_s4, product_of_lows_s4[23:12]} + {12'd0, product_of_low_high_s4};
    wire [35:0] product_upper = product_without_high_low + {12'd0, product_of_high_low_s4};
    wire [76:0] addend = placed_addend | ({26'd0, a_s4, 19'd0} & {77{from_integer_s4}});
    wire [50:0] right = addend[50:0] ^ {51{subtracts_s4}};
    wire saturates = distance_s5 | (|placed_addend_s5) | saturates_operand_s5;
    wire limits = to_integer_s5 & saturates & ~converts_to_zero_s5;

    // NaN is the largest integer too.
    wire gives_nan = gives_nan_operand_s5 | (limits & ~z_sign_s5);
    wire top = top_operand_2_s5 | (limits & top_operand_s5);
    wire [31:0] special_word = {top, {31{gives_nan}} | ({31{gives_infinity_s5}} & 31'h7f800000)};
    wire [31:0] ready_word = ready_word_operand_s5 | ready_word_operand_2_s5 | special_word;
    wire gives_integer = to_integer_s5 & ~saturates & ~converts_to_zero_s5;
    wire [47:0] product = {product_upper_s5, product_of_lows_s5};
    wire [50:0] placed_product = {product, 3'd0};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [52:0] sum_and_carry = {1'b0, placed_product, 1'b0} - (~{1'b0, right_s5, subtracts_s5});

    // Subtracted both ways round at once, so that no negation follows.
    wire [51:0] difference = {1'b0, addend_s5[50:0]} - {1'b0, placed_product};
    wire addend_reaches_above = is_difference_s5 & (|addend_s5[76:51]);
    wire sum_is_negative = addend_reaches_above | (is_difference_s5 & ~sum_and_carry[52]);
    wire borrow = addend_reaches_above & difference[51];
    wire carry = ~subtracts_s5 & sum_and_carry[52];

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [26:0] above_and_carry = {addend_s5[76:51], 1'b0} - (~{{26{borrow}}, carry});
    wire [50:0] below = sum_is_negative ? difference[50:0] : sum_and_carry[51:1];
    wire [31:0] integer_of_sum = sum_and_carry[51:20] & {32{gives_integer}};
    wire [31:0] word_beside_sum = ready_word | integer_of_sum;
    wire [76:0] magnitude = {above_and_carry_s6, below_s6};

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire has_room = |room_s6[8:7];
    wire is_empty1_by32 = ~|magnitude[44:13];
    wire is_empty2_by32 = ~|magnitude[12:0];
    wire is_empty0_by32 = ~|magnitude[76:45];
    wire sum_is_zero = is_empty0_by32 & is_empty1_by32 & is_empty2_by32;
    wire [1:0] empty_parts_by32 = {
        is_empty0_by32 & is_empty1_by32, is_empty0_by32 & (~is_empty1_by32 | is_empty2_by32)
    };
    wire [1:0] is_below_room_by32_whole = ~empty_parts_by32 & room_s6[6:5];
    wire is_below_room_by32_term =
        (~(empty_parts_by32[1] ^ room_s6[6])) & is_below_room_by32_whole[0];
    wire is_below_room_by32 = is_below_room_by32_whole[1] | is_below_room_by32_term;
    wire [1:0] digit_by32 = (has_room | is_below_room_by32) ? empty_parts_by32 : room_s6[6:5];
    wire has_room_by32 = has_room | is_below_room_by32;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? sum_sign_operand_s6 : sum_sign_operand_2_s6;
    wire is_empty1_by8 = ~|moved_up_32_moved[47:40];
    wire is_empty2_by8 = ~|moved_up_32_moved[39:32];
    wire is_empty0_by8 = ~|moved_up_32_moved[55:48];
    wire [1:0] empty_parts_by8 = {empty_parts_by8_operand_2_s8, empty_parts_by8_operand_s8};
    wire [1:0] is_below_room_by8_whole = ~empty_parts_by8 & room_s8[4:3];
    wire is_below_room_by8_term = (~(empty_parts_by8[1] ^ room_s8[4])) & is_below_room_by8_whole[0];
    wire is_below_room_by8 = is_below_room_by8_whole[1] | is_below_room_by8_term;
    wire [1:0] digit_by8 = (has_room_by32_s8 | is_below_room_by8) ? empty_parts_by8 : room_s8[4:3];
    wire has_room_by8 = has_room_by32_s8 | is_below_room_by8;
    wire is_empty1_by2 = ~|moved_up_8_moved[29:28];
    wire is_empty2_by2 = ~|moved_up_8_moved[27:26];
    wire is_empty0_by2 = ~|moved_up_8_moved[31:30];
    wire [1:0] empty_parts_by2 = {
        empty_parts_by2_operand_2_s9, ~is_empty0_by2_operand_s9 & empty_parts_by2_operand_s9
    };
    wire [1:0] is_below_room_by2_whole = ~empty_parts_by2 & room_s9[2:1];
    wire is_below_room_by2_term = (~(empty_parts_by2[1] ^ room_s9[2])) & is_below_room_by2_whole[0];
    wire is_below_room_by2 = is_below_room_by2_whole[1] | is_below_room_by2_term;
    wire [1:0] digit_by2 = (has_room_by8_s9 | is_below_room_by2) ? empty_parts_by2 : room_s9[2:1];
    wire has_room_by2 = has_room_by8_s9 | is_below_room_by2;
    wire last_digit = ~moved_up_2_moved[25] & (has_room_by2 | room_s9[0]);
    wire [25:0] normalised = last_digit ? {moved_up_2_moved[24:0], 1'b0} : moved_up_2_moved;
    wire [6:0] places = {digit_by32_s10, digit_by8_s10, digit_by2_s10, last_digit_s10};
    wire [8:0] exponent_less_one = room_s10 - {2'd0, places};
    wire rounds_up_term =
        rounds_up_operand_s10 | moved_up_2_lost_s10 | normalised_s10[0] | normalised_s10[2];
    wire rounds_up = normalised_s10[1] & rounds_up_term;

    // One sum packs and rounds: a carry goes on into the exponent.
    wire [31:0] rounded =
        {exponent_less_one, 23'd0} + {8'd0, normalised_s10[25:2]} + {31'd0, rounds_up};
    wire overflows = rounded_s11[31] | overflows_operand_s11;
    wire [30:0] result_magnitude =
        sum_is_zero_s11 ? 31'd0 :
        overflows ? 31'h7f800000 :
        rounded_s11[30:0];
    assign result = is_ready_s11 ? word_beside_sum_s11 : {sum_sign_s11, result_magnitude};

    lanebeat_float_moved_up_32 moved_up_32 (
        .clock(clock), .value(magnitude), .digit(digit_by32_s7), .moved(moved_up_32_moved),
        .lost(moved_up_32_lost), .is_float(is_float_s6)
    );

    lanebeat_float_moved_up_8 moved_up_8 (
        .clock(clock), .value(moved_up_32_moved), .digit(digit_by8), .moved(moved_up_8_moved),
        .lost(moved_up_8_lost), .is_float(is_float_s7)
    );

    lanebeat_float_moved_up_2 moved_up_2 (
        .clock(clock), .value(moved_up_8_moved), .digit(digit_by2), .moved(moved_up_2_moved),
        .lost(moved_up_2_lost), .is_float(is_float_s8)
    );

    always @(posedge clock) begin
        b_s2 <= b;
        b_is_subnormal_s2 <= b_is_subnormal;
        c_s2 <= c;
        c_is_subnormal_s2 <= c_is_subnormal;
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        fuses_s1 <= fuses;
        fuses_s2 <= fuses_s1;
        a_s3 <= a;
        a_is_subnormal_s3 <= a_is_subnormal;
        a_has_fraction_s3 <= a_has_fraction;
        b_s3 <= b_s2;
        b_is_subnormal_s3 <= b_is_subnormal_s2;
        b_has_fraction_s3 <= b_has_fraction;
        from_integer_s3 <= from_integer;
        to_integer_s3 <= to_integer;
        adds_s3 <= adds;
        choice_s3 <= choice_s2;
        fuses_s3 <= fuses_s2;
        multiplies_s3 <= multiplies;
        signed_result_s3 <= signed_result;
        is_float_s3 <= is_float;
        to_integer_s4 <= to_integer_s3;
        a_s4 <= a_s3;
        modified_a_operand_s4 <= next_modified_a_operand_s4;
        b_s4 <= b_s3[30:0];
        modified_b_operand_s4 <= next_modified_b_operand_s4;
        choice_s4 <= choice_s3;
        a_is_nan_s4 <= a_is_nan;
        b_is_nan_s4 <= b_is_nan;
        are_equal_operand_s4 <= a_is_zero & b_is_zero;
        signed_result_s4 <= signed_result_s3;
        from_integer_s4 <= from_integer_s3;
        is_float_s4 <= is_float_s3;
        to_integer_s5 <= to_integer_s4;
        is_float_s5 <= is_float_s4;
        is_float_s6 <= is_float_s5;
        is_float_s7 <= is_float_s6;
        is_float_s8 <= is_float_s7;
        is_float_s9 <= is_float_s8;
        is_float_s10 <= is_float_s9;
    end

    always @(posedge clock) begin
        if (is_float) begin
            c_s3 <= {c_s2[31], c_s2[22:0]};
            c_is_special_s3 <= c_is_special;
            c_is_subnormal_s3 <= c_is_subnormal_s2;
            negates_s3 <= negates;
            wanted_top_s3 <= wanted_top;
            exponent_of_addend_s3 <= exponent_of_addend;
        end
    end

    always @(posedge clock) begin
        if (is_float_s3) begin
            fine_places_s4 <= fine_places[3];
            moved_addend_by4_s4 <= moved_addend_by4;
            is_0_below_s4 <= is_0_below;
            is_16_below_s4 <= is_16_below;
            is_32_below_s4 <= is_32_below;
            is_48_below_s4 <= is_48_below;
            is_64_below_s4 <= is_64_below;
            placed_addend_operand_s4 <= is_below_all & (|z_significand);
            is_nan_s4 <= is_nan;
            top_operand_s4 <= z_is_infinite ? z_sign : product_sign;
            z_sign_s4 <= z_sign;
            is_ready_operand_s4 <= is_nan | infinite_product | z_is_infinite;
            product_of_lows_s4 <= product_of_lows;
            product_of_highs_s4 <= product_of_highs;
            product_of_low_high_s4 <= product_of_low_high;
            product_of_high_low_s4 <= product_of_high_low;
            subtracts_s4 <= subtracts;
            distance_s4 <= distance[9];
            converts_to_zero_s4 <= converts_to_zero;
            is_difference_s4 <= is_difference;
            product_sign_s4 <= product_sign;
            room_s4 <= room;
        end
    end

    always @(posedge clock) begin
        if (is_float_s4) begin
            placed_addend_s5 <= placed_addend[76:51];
            distance_s5 <= distance_s4;
            saturates_operand_s5 <= signed_result_s4 & placed_addend[50];
            converts_to_zero_s5 <= converts_to_zero_s4;
            z_sign_s5 <= z_sign_s4;
            gives_nan_operand_s5 <= (of_terms & is_nan_s4) | (is_extreme & no_extreme);
            top_operand_s5 <= z_sign_s4 | ~signed_result_s4;
            top_operand_2_s5 <= gives_infinity & top_operand_s4;
            gives_infinity_s5 <= gives_infinity;
            ready_word_operand_s5 <= less_word_compared & {32{takes_a}};
            ready_word_operand_2_s5 <= less_word_limit & {32{takes_b}};
            product_of_lows_s5 <= product_of_lows_s4[11:0];
            product_upper_s5 <= product_upper;
            subtracts_s5 <= subtracts_s4;
            right_s5 <= right;
            addend_s5 <= addend;
            is_difference_s5 <= is_difference_s4;
            product_sign_s5 <= product_sign_s4;
            room_s5 <= room_s4;
            is_ready_s5 <= is_ready;
        end
    end

    always @(posedge clock) begin
        if (is_float_s5) begin
            below_s6 <= below;
            above_and_carry_s6 <= above_and_carry[26:1];
            room_s6 <= room_s5;
            sum_sign_operand_s6 <= product_sign_s5 & z_sign_s5;
            sum_sign_operand_2_s6 <= sum_is_negative ? z_sign_s5 : product_sign_s5;
            is_ready_s6 <= is_ready_s5;
            word_beside_sum_s6 <= word_beside_sum;
        end
    end

    always @(posedge clock) begin
        if (is_float_s6) begin
            digit_by32_s7 <= digit_by32;
            room_s7 <= room_s6;
            has_room_by32_s7 <= has_room_by32;
            sum_is_zero_s7 <= sum_is_zero;
            is_ready_s7 <= is_ready_s6;
            word_beside_sum_s7 <= word_beside_sum_s6;
            sum_sign_s7 <= sum_sign;
        end
    end

    always @(posedge clock) begin
        if (is_float_s7) begin
            empty_parts_by8_operand_s8 <= is_empty0_by8 & (~is_empty1_by8 | is_empty2_by8);
            empty_parts_by8_operand_2_s8 <= is_empty0_by8 & is_empty1_by8;
            room_s8 <= room_s7;
            has_room_by32_s8 <= has_room_by32_s7;
            moved_up_32_lost_s8 <= moved_up_32_lost;
            digit_by32_s8 <= digit_by32_s7;
            sum_is_zero_s8 <= sum_is_zero_s7;
            is_ready_s8 <= is_ready_s7;
            word_beside_sum_s8 <= word_beside_sum_s7;
            sum_sign_s8 <= sum_sign_s7;
        end
    end

    always @(posedge clock) begin
        if (is_float_s8) begin
            is_empty0_by2_operand_s9 <= |moved_up_8_moved[31:30];
            empty_parts_by2_operand_s9 <= ~is_empty1_by2 | is_empty2_by2;
            empty_parts_by2_operand_2_s9 <= is_empty0_by2 & is_empty1_by2;
            room_s9 <= room_s8;
            has_room_by8_s9 <= has_room_by8;
            moved_up_32_lost_s9 <= moved_up_32_lost_s8;
            digit_by8_s9 <= digit_by8;
            digit_by32_s9 <= digit_by32_s8;
            sum_is_zero_s9 <= sum_is_zero_s8;
            is_ready_s9 <= is_ready_s8;
            word_beside_sum_s9 <= word_beside_sum_s8;
            sum_sign_s9 <= sum_sign_s8;
        end
    end

    always @(posedge clock) begin
        if (is_float_s9) begin
            room_s10 <= room_s9;
            last_digit_s10 <= last_digit;
            digit_by2_s10 <= digit_by2;
            digit_by8_s10 <= digit_by8_s9;
            digit_by32_s10 <= digit_by32_s9;
            rounds_up_operand_s10 <= moved_up_32_lost_s9 | moved_up_8_lost;
            moved_up_2_lost_s10 <= moved_up_2_lost;
            normalised_s10 <= normalised;
            sum_is_zero_s10 <= sum_is_zero_s9;
            is_ready_s10 <= is_ready_s9;
            word_beside_sum_s10 <= word_beside_sum_s9;
            sum_sign_s10 <= sum_sign_s9;
        end
    end

    always @(posedge clock) begin
        if (is_float_s10) begin
            rounded_s11 <= rounded;
            overflows_operand_s11 <= &rounded[30:23];
            sum_is_zero_s11 <= sum_is_zero_s10;
            is_ready_s11 <= is_ready_s10;
            word_beside_sum_s11 <= word_beside_sum_s10;
            sum_sign_s11 <= sum_sign_s10;
        end
    end

    assign comparison = relation_holds;

    (* unused *) wire unused;
    assign unused = &{
        1'b0, modified_c[30:23], sum_and_carry[0], above_and_carry[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

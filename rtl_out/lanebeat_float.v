// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float (
    input  wire        clock,     // rising edge
    input  wire [3:0]  choice,    // lower digit of the opcode, in cycle 0
    input  wire [5:0]  modifiers, // negation and absolute value of a, b, c, in cycle 3
    input  wire [31:0] a,         // operand a, before its modifier, in cycle 2
    input  wire [31:0] b,         // operand b, before its modifier, in cycle 1
    input  wire [31:0] c,         // operand c, before its modifier, in cycle 1

    input  wire magnitude_is_less, // the magnitude of a is less than that of b, in cycle 7
    input  wire magnitude_is_same, // a and b have the same magnitude, in cycle 7

    // the operation is one of floats with a word as its result, in cycle 5
    input  wire        gives_word,
    // sign and significand of a sum, or a result that needs no rounding; else 0, in cycle 11
    output wire [31:0] word,
    output wire [7:0]  exponent,   // exponent of a sum, less one, in cycle 11
    output wire        rounds_up,  // the sum is rounded away from zero, in cycle 11

    output wire takes_a, // the result is operand a, in cycle 8
    output wire takes_b, // the result is operand b, in cycle 8

    // the operand that is taken has another sign, by its modifier, in cycle 8
    output wire changes_sign,
    output wire comparison    // the relation of a comparison holds, in cycle 8
);

    localparam [3:0] FADD_CHOICE = 4'd0, V_SUB_F32_CHOICE = 4'd1, FMUL_CHOICE = 4'd2,
                     FFMA_CHOICE = 4'd3, FMNMX_MIN_CHOICE = 4'd4, FMNMX_MAX_CHOICE = 4'd5,
                     I2F_S32_CHOICE = 4'd8, I2F_U32_CHOICE = 4'd9, F2I_S32_CHOICE = 4'd10,
                     F2I_U32_CHOICE = 4'd11;

    reg [31:0] b_s2, c_s2, a_s3, a_s4;
    reg b_is_subnormal_s2, c_is_subnormal_s2, fuses_s1, fuses_s2, a_has_fraction_s3,
        b_is_special_s3, b_has_fraction_s3, c_is_special_s3, from_integer_s3, to_integer_s3,
        adds_s3, b_is_subnormal_s3, fuses_s3, multiplies_s3, c_is_subnormal_s3, a_is_subnormal_s3,
        negates_s3, signed_result_s3, to_integer_s4, signed_result_s4, z_sign_s4, sign_of_a_s4,
        from_integer_s4, subtracts_s4, z_sign_s5, distance_s4, distance_s5, saturates_operand_s5,
        to_integer_s5, converts_to_zero_s4, converts_to_zero_s5, a_is_nan_s4, a_is_nan_s5,
        b_is_nan_s4, b_is_nan_s5, from_integer_s5, is_special_s4, is_special_s5, is_nan_s4,
        is_nan_s5, top_operand_s4, top_operand_s5, top_operand_2_s5, subtracts_s5, converts_s4,
        converts_s5, sign_of_a_s5, sign_of_a_s6, sign_of_a_s7, signs_differ_s4, signs_differ_s5,
        signs_differ_s6, signs_differ_s7, a_is_nan_s6, a_is_nan_s7, is_nan_operand_s4,
        is_nan_operand_s5, is_nan_operand_s6, is_nan_operand_s7, b_is_nan_s6, b_is_nan_s7,
        gives_infinity_s6, gives_infinity_s7, gives_nan_s6, gives_nan_s7, top_s6, top_s7,
        b_is_nan_s8, extreme_is_a_operand_s8, holds_for_numbers_operand_s8,
        holds_for_numbers_operand_2_s8, holds_for_numbers_operand_3_s8, relation_holds_operand_s8,
        choice_s8, gives_extreme_s6, gives_extreme_s7, gives_extreme_s8, no_extreme_s6,
        no_extreme_s7, no_extreme_s8, changes_sign_operand_s5, changes_sign_operand_s6,
        changes_sign_operand_s7, changes_sign_operand_s8, changes_sign_operand_s4,
        changes_sign_operand_2_s5, changes_sign_operand_2_s6, changes_sign_operand_2_s7,
        changes_sign_operand_2_s8;
    reg [3:0] choice_s1, choice_s2, choice_s3, choice_s4, choice_s5, choice_s6, choice_s7;
    reg [23:0] b_s3, c_s3, product_of_lows_s4, product_of_highs_s4, product_of_low_high_s4,
               product_of_high_low_s4;
    reg [9:0] wanted_top_s3, exponent_of_addend_s3;
    reg [25:0] placed_addend_s5, addend_s5;
    reg [11:0] product_of_lows_s5;
    reg [35:0] product_upper_s5;
    reg [50:0] right_s5;
    wire [75:0] moved_down_moved;
    wire moved_down_lost;

    wire fuses = choice == FFMA_CHOICE;
    wire b_is_subnormal = b[30:23] == 8'd0;
    wire c_is_subnormal = c[30:23] == 8'd0;
    wire a_is_subnormal = a[30:23] == 8'd0;
    wire a_has_fraction = |a[22:0];
    wire b_is_special = &b_s2[30:23];
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
    wire sign_of_a = (a_s3[31] & ~modifiers[1]) ^ modifiers[0];
    wire a_is_special = &a_s3[30:23];
    wire a_is_infinite = a_is_special & ~a_has_fraction_s3;
    wire a_is_nan = a_is_special & a_has_fraction_s3;
    wire sign_of_b = (b_s3[23] & ~modifiers[3]) ^ modifiers[2];
    wire b_is_infinite = b_is_special_s3 & ~b_has_fraction_s3;
    wire b_is_nan = b_is_special_s3 & b_has_fraction_s3;
    wire sign_of_c = (c_s3[23] & ~modifiers[5]) ^ modifiers[4];
    wire c_has_fraction = |c_s3[22:0];
    wire c_is_infinite = c_is_special_s3 & ~c_has_fraction;
    wire c_is_nan = c_is_special_s3 & c_has_fraction;
    wire converts = from_integer_s3 | to_integer_s3;
    wire [23:0] b_significand = {~b_is_subnormal_s3, b_s3[22:0]};
    wire [23:0] y_significand = (adds_s3 ? 24'h800000 : b_significand) & {24{~converts}};
    wire y_is_zero = (b_is_subnormal_s3 & ~b_has_fraction_s3 & ~adds_s3) | from_integer_s3;
    wire y_is_infinite = b_is_infinite & ~adds_s3;
    wire z_sign_term = fuses_s3 ? sign_of_c : (sign_of_b ^ (choice_s3 == V_SUB_F32_CHOICE));
    wire z_sign = from_integer_s3 | (to_integer_s3 ? sign_of_a : (multiplies_s3 | z_sign_term));
    wire [23:0] c_significand = {~c_is_subnormal_s3, c_s3[22:0]};
    wire [23:0] a_significand = {~a_is_subnormal_s3, a_s3[22:0]};
    wire [23:0] z_significand =
        to_integer_s3 ? a_significand :
        multiplies_s3 ? 24'd0 :
        fuses_s3 ? c_significand :
        b_significand;
    wire z_is_infinite_term =
        to_integer_s3 ? a_is_infinite :
        (~multiplies_s3 & (fuses_s3 ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer_s3 & z_is_infinite_term;
    wire z_is_nan_term =
        to_integer_s3 ? a_is_nan :
        (~multiplies_s3 & (fuses_s3 ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer_s3 & z_is_nan_term;
    wire product_sign = from_integer_s3 ? negates_s3 : (sign_of_a ^ (sign_of_b & ~adds_s3));
    wire [9:0] distance = wanted_top_s3 - exponent_of_addend_s3;
    wire next_is_nan_operand_s4 = a_is_subnormal_s3 & ~a_has_fraction_s3;
    wire addend_stays = distance[9] | ((next_is_nan_operand_s4 | y_is_zero) & ~to_integer_s3);
    wire [3:0] fine_places = distance[3:0] & {4{~addend_stays}};
    wire is_0_below = ((distance[8:4] == 5'd0) | addend_stays) & ~from_integer_s3;
    wire is_16_below = (distance[8:4] == 5'd1) & ~addend_stays & ~from_integer_s3;
    wire is_32_below = (distance[8:4] == 5'd2) & ~addend_stays & ~from_integer_s3;
    wire is_48_below = (distance[8:4] == 5'd3) & ~addend_stays & ~from_integer_s3;
    wire is_64_below = (distance[8:4] == 5'd4) & ~addend_stays & ~from_integer_s3;
    wire is_below_all_inverse = is_0_below | is_16_below | is_32_below | is_48_below | is_64_below;
    wire is_below_all = ~is_below_all_inverse & ~from_integer_s3;
    wire [8:0] room = (addend_stays ? exponent_of_addend_s3[8:0] : wanted_top_s3[8:0]) - 9'd101;
    wire subtracts = from_integer_s3 ? negates_s3 : ((product_sign & ~to_integer_s3) ^ z_sign);
    wire signs_differ = sign_of_a ^ sign_of_b;
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire is_nan =
        a_is_nan | (b_is_nan & ~adds_s3) | z_is_nan | (a_is_infinite & y_is_zero) |
        (y_is_infinite & next_is_nan_operand_s4) |
        (infinite_product & z_is_infinite & (product_sign ^ z_sign));

    // The terms are not all finite.
    wire is_special = is_nan | infinite_product | z_is_infinite;
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result_s3);

    // Products of halves fit DSP blocks, the additions behind them too.
    wire [23:0] product_of_lows = {12'd0, a_significand[11:0]} * {12'd0, y_significand[11:0]};
    wire [23:0] product_of_highs = {12'd0, a_significand[23:12]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_low_high = {12'd0, a_significand[11:0]} * {12'd0, y_significand[23:12]};
    wire [23:0] product_of_high_low = {12'd0, a_significand[23:12]} * {12'd0, y_significand[11:0]};
    wire [76:0] placed_addend =
        {moved_down_moved, moved_down_lost} & (~{58'd0, {19{to_integer_s4}}});
    wire [35:0] product_without_high_low =
        {product_of_highs_s4, product_of_lows_s4[23:12]} + {12'd0, product_of_low_high_s4};
    wire [35:0] product_upper = product_without_high_low + {12'd0, product_of_high_low_s4};
    wire [76:0] addend = placed_addend | ({26'd0, a_s4, 19'd0} & {77{from_integer_s4}});
    wire [50:0] right = addend[50:0] ^ {51{subtracts_s4}};
    wire is_extreme = (choice_s5 == FMNMX_MIN_CHOICE) | (choice_s5 == FMNMX_MAX_CHOICE);
    wire saturates = distance_s5 | (|placed_addend_s5) | saturates_operand_s5;
    wire gives_extreme = is_extreme & gives_word;
    wire wants_integer = to_integer_s5 & gives_word;
    wire limits = wants_integer & saturates & ~converts_to_zero_s5;
    wire no_extreme = a_is_nan_s5 & b_is_nan_s5;
    wire sums = gives_word & (~(wants_integer | gives_extreme));
    wire of_special_terms = sums & ~from_integer_s5 & is_special_s5;

    // NaN is the largest integer too.
    wire gives_nan =
        (of_special_terms & is_nan_s5) | (gives_extreme & no_extreme) | (limits & ~z_sign_s5);
    wire gives_infinity = of_special_terms & ~is_nan_s5;
    wire top = (gives_infinity & top_operand_s5) | (limits & top_operand_2_s5);
    wire takes_sum = sums & ~of_special_terms;
    wire gives_integer = wants_integer & ~saturates & ~converts_to_zero_s5;
    wire [47:0] product = {product_upper_s5, product_of_lows_s5};
    wire [50:0] placed_product = {product, 3'd0};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [52:0] below_and_carry = {1'b0, placed_product, 1'b0} - (~{1'b0, right_s5, subtracts_s5});
    wire is_difference = subtracts_s5 & ~converts_s5;
    wire borrows = (|addend_s5) | ~below_and_carry[52];
    wire carry = below_and_carry[52] & ~converts_s5;
    wire [25:0] right_above = addend_s5 ^ {26{is_difference}};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [26:0] above_and_carry = 27'd0 - (~{right_above, carry});

    // A negative sum stays in two's complement; only its leading zeros are ones.
    wire sum_is_negative = is_difference & borrows;
    wire [76:0] sum = {above_and_carry[26:1], below_and_carry[51:1]};
    wire is_below_of_one_sign =
        sign_of_a_s7 ? (~(magnitude_is_less | magnitude_is_same)) :
        magnitude_is_less;
    wire is_below = signs_differ_s7 ? sign_of_a_s7 : is_below_of_one_sign;
    wire are_zero = is_nan_operand_s7 & magnitude_is_same;
    wire are_equal = are_zero | (magnitude_is_same & ~signs_differ_s7);
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire [31:0] ready_word = {
        top_s7, {31{gives_nan_s7}} | ({31{gives_infinity_s7}} & 31'h7f800000)
    };
    wire extreme_is_a = b_is_nan_s8 | extreme_is_a_operand_s8;
    wire holds_for_numbers =
        holds_for_numbers_operand_s8 | holds_for_numbers_operand_2_s8 |
        holds_for_numbers_operand_3_s8;
    wire relation_holds = relation_holds_operand_s8 ? choice_s8 : holds_for_numbers;
    assign takes_a = gives_extreme_s8 & extreme_is_a & ~no_extreme_s8;
    assign takes_b = gives_extreme_s8 & ~extreme_is_a & ~no_extreme_s8;
    assign changes_sign =
        (takes_a & changes_sign_operand_s8) | (takes_b & changes_sign_operand_2_s8);
    wire [4:0] moved_down_parts = {is_64_below, is_48_below, is_32_below, is_16_below, is_0_below};

    lanebeat_float_moved_down moved_down (
        .clock(clock), .significand(z_significand), .fine(fine_places), .parts(moved_down_parts),
        .is_below_all(is_below_all), .moved(moved_down_moved), .lost(moved_down_lost)
    );

    lanebeat_float_round round (
        .clock(clock), .sum(sum), .is_negative(sum_is_negative), .product_sign(product_sign),
        .addend_sign(z_sign_s5), .room(room), .ready_word(ready_word), .takes_sum(takes_sum),
        .gives_integer(gives_integer), .word(word), .exponent(exponent), .rounds_up(rounds_up)
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
        a_has_fraction_s3 <= a_has_fraction;
        b_s3 <= {b_s2[31], b_s2[22:0]};
        b_is_special_s3 <= b_is_special;
        b_has_fraction_s3 <= b_has_fraction;
        c_s3 <= {c_s2[31], c_s2[22:0]};
        c_is_special_s3 <= c_is_special;
        from_integer_s3 <= from_integer;
        to_integer_s3 <= to_integer;
        adds_s3 <= adds;
        b_is_subnormal_s3 <= b_is_subnormal_s2;
        choice_s3 <= choice_s2;
        fuses_s3 <= fuses_s2;
        multiplies_s3 <= multiplies;
        c_is_subnormal_s3 <= c_is_subnormal_s2;
        a_is_subnormal_s3 <= a_is_subnormal;
        negates_s3 <= negates;
        wanted_top_s3 <= wanted_top;
        exponent_of_addend_s3 <= exponent_of_addend;
        signed_result_s3 <= signed_result;
        to_integer_s4 <= to_integer_s3;
        signed_result_s4 <= signed_result_s3;
        z_sign_s4 <= z_sign;
        sign_of_a_s4 <= sign_of_a;
        a_s4 <= a_s3;
        product_of_lows_s4 <= product_of_lows;
        product_of_highs_s4 <= product_of_highs;
        product_of_low_high_s4 <= product_of_low_high;
        product_of_high_low_s4 <= product_of_high_low;
        from_integer_s4 <= from_integer_s3;
        subtracts_s4 <= subtracts;
        z_sign_s5 <= z_sign_s4;
        choice_s4 <= choice_s3;
        choice_s5 <= choice_s4;
        placed_addend_s5 <= placed_addend[76:51];
        distance_s4 <= distance[9];
        distance_s5 <= distance_s4;
        saturates_operand_s5 <= signed_result_s4 & placed_addend[50];
        to_integer_s5 <= to_integer_s4;
        converts_to_zero_s4 <= converts_to_zero;
        converts_to_zero_s5 <= converts_to_zero_s4;
        a_is_nan_s4 <= a_is_nan;
        a_is_nan_s5 <= a_is_nan_s4;
        b_is_nan_s4 <= b_is_nan;
        b_is_nan_s5 <= b_is_nan_s4;
        from_integer_s5 <= from_integer_s4;
        is_special_s4 <= is_special;
        is_special_s5 <= is_special_s4;
        is_nan_s4 <= is_nan;
        is_nan_s5 <= is_nan_s4;
        top_operand_s4 <= z_is_infinite ? z_sign : product_sign;
        top_operand_s5 <= top_operand_s4;
        top_operand_2_s5 <= z_sign_s4 | ~signed_result_s4;
        product_of_lows_s5 <= product_of_lows_s4[11:0];
        product_upper_s5 <= product_upper;
        subtracts_s5 <= subtracts_s4;
        right_s5 <= right;
        converts_s4 <= converts;
        converts_s5 <= converts_s4;
        addend_s5 <= addend[76:51];
        sign_of_a_s5 <= sign_of_a_s4;
        sign_of_a_s6 <= sign_of_a_s5;
        sign_of_a_s7 <= sign_of_a_s6;
        signs_differ_s4 <= signs_differ;
        signs_differ_s5 <= signs_differ_s4;
        signs_differ_s6 <= signs_differ_s5;
        signs_differ_s7 <= signs_differ_s6;
        choice_s6 <= choice_s5;
        choice_s7 <= choice_s6;
        a_is_nan_s6 <= a_is_nan_s5;
        a_is_nan_s7 <= a_is_nan_s6;
        is_nan_operand_s4 <= next_is_nan_operand_s4;
        is_nan_operand_s5 <= is_nan_operand_s4;
        is_nan_operand_s6 <= is_nan_operand_s5;
        is_nan_operand_s7 <= is_nan_operand_s6;
        b_is_nan_s6 <= b_is_nan_s5;
        b_is_nan_s7 <= b_is_nan_s6;
        gives_infinity_s6 <= gives_infinity;
        gives_infinity_s7 <= gives_infinity_s6;
        gives_nan_s6 <= gives_nan;
        gives_nan_s7 <= gives_nan_s6;
        top_s6 <= top;
        top_s7 <= top_s6;
        b_is_nan_s8 <= b_is_nan_s7;
        extreme_is_a_operand_s8 <= ~a_is_nan_s7 & (is_below ^ (choice_s7 == FMNMX_MAX_CHOICE));
        holds_for_numbers_operand_s8 <= is_greater & choice_s7[0];
        holds_for_numbers_operand_2_s8 <= are_equal & choice_s7[1];
        holds_for_numbers_operand_3_s8 <= is_less & choice_s7[2];
        relation_holds_operand_s8 <= a_is_nan_s7 | b_is_nan_s7;
        choice_s8 <= choice_s7[3];
        gives_extreme_s6 <= gives_extreme;
        gives_extreme_s7 <= gives_extreme_s6;
        gives_extreme_s8 <= gives_extreme_s7;
        no_extreme_s6 <= no_extreme;
        no_extreme_s7 <= no_extreme_s6;
        no_extreme_s8 <= no_extreme_s7;
        changes_sign_operand_s5 <= sign_of_a_s4 ^ a_s4[31];
        changes_sign_operand_s6 <= changes_sign_operand_s5;
        changes_sign_operand_s7 <= changes_sign_operand_s6;
        changes_sign_operand_s8 <= changes_sign_operand_s7;
        changes_sign_operand_s4 <= sign_of_b ^ b_s3[23];
        changes_sign_operand_2_s5 <= changes_sign_operand_s4;
        changes_sign_operand_2_s6 <= changes_sign_operand_2_s5;
        changes_sign_operand_2_s7 <= changes_sign_operand_2_s6;
        changes_sign_operand_2_s8 <= changes_sign_operand_2_s7;
    end

    assign comparison = relation_holds;

    (* unused *) wire unused;
    assign unused = &{
        1'b0, below_and_carry[0], above_and_carry[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

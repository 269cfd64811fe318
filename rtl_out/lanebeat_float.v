// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
module lanebeat_float (
    input  wire [3:0]  choice,     // lower digit of the opcode
    input  wire [5:0]  modifiers,  // negation and absolute value of a, b, c
    input  wire [31:0] a,          // operand a, before its modifier
    input  wire [31:0] b,          // operand b, before its modifier
    input  wire [31:0] c,          // operand c, before its modifier
    output wire [31:0] result,     // word for the destination register
    output wire        comparison  // the relation of a comparison holds
);

    localparam [3:0] FADD_CHOICE = 4'd0, V_SUB_F32_CHOICE = 4'd1, FMUL_CHOICE = 4'd2,
                     FFMA_CHOICE = 4'd3, FMNMX_MIN_CHOICE = 4'd4, FMNMX_MAX_CHOICE = 4'd5,
                     I2F_S32_CHOICE = 4'd8, I2F_U32_CHOICE = 4'd9, F2I_S32_CHOICE = 4'd10,
                     F2I_U32_CHOICE = 4'd11;

    genvar part;
    wire [3:0] empty_16;
    wire [7:0] empty_8;
    wire [15:0] empty_4;
    wire [31:0] empty_2;
    wire [63:0] empty_1;

    wire [31:0] modified_a = {(a[31] & ~modifiers[1]) ^ modifiers[0], a[30:0]};
    wire a_is_subnormal = modified_a[30:23] == 8'd0;
    wire a_is_special = &modified_a[30:23];
    wire a_has_fraction = |modified_a[22:0];
    wire [7:0] a_exponent = {modified_a[30:24], modified_a[23] | a_is_subnormal};
    wire [23:0] a_significand = {~a_is_subnormal, modified_a[22:0]};
    wire a_is_zero = a_is_subnormal & ~a_has_fraction;
    wire a_is_infinite = a_is_special & ~a_has_fraction;
    wire a_is_nan = a_is_special & a_has_fraction;
    wire [31:0] modified_b = {(b[31] & ~modifiers[3]) ^ modifiers[2], b[30:0]};
    wire b_is_subnormal = modified_b[30:23] == 8'd0;
    wire b_is_special = &modified_b[30:23];
    wire b_has_fraction = |modified_b[22:0];
    wire [7:0] b_exponent = {modified_b[30:24], modified_b[23] | b_is_subnormal};
    wire [23:0] b_significand = {~b_is_subnormal, modified_b[22:0]};
    wire b_is_zero = b_is_subnormal & ~b_has_fraction;
    wire b_is_infinite = b_is_special & ~b_has_fraction;
    wire b_is_nan = b_is_special & b_has_fraction;
    wire [31:0] modified_c = {(c[31] & ~modifiers[5]) ^ modifiers[4], c[30:0]};
    wire c_is_subnormal = modified_c[30:23] == 8'd0;
    wire c_is_special = &modified_c[30:23];
    wire c_has_fraction = |modified_c[22:0];
    wire [7:0] c_exponent = {modified_c[30:24], modified_c[23] | c_is_subnormal};
    wire [23:0] c_significand = {~c_is_subnormal, modified_c[22:0]};
    wire c_is_infinite = c_is_special & ~c_has_fraction;
    wire c_is_nan = c_is_special & c_has_fraction;
    wire signed_integer = choice == I2F_S32_CHOICE;
    wire from_integer = signed_integer | (choice == I2F_U32_CHOICE);
    wire signed_result = choice == F2I_S32_CHOICE;
    wire to_integer = signed_result | (choice == F2I_U32_CHOICE);
    wire adds = (choice == FADD_CHOICE) | (choice == V_SUB_F32_CHOICE);
    wire [7:0] y_exponent = adds ? 8'd127 : b_exponent;
    wire [23:0] y_significand = (adds ? 24'h800000 : b_significand) & {24{~from_integer}};
    wire y_is_zero = (b_is_zero & ~adds) | from_integer;
    wire y_is_infinite = b_is_infinite & ~adds;
    wire fuses = choice == FFMA_CHOICE;
    wire multiplies = choice == FMUL_CHOICE;
    wire z_sign_term = fuses ? modified_c[31] : (modified_b[31] ^ (choice == V_SUB_F32_CHOICE));
    wire z_sign = from_integer | (to_integer ? modified_a[31] : (multiplies | z_sign_term));
    wire [7:0] z_exponent =
        from_integer ? 8'd158 :
        to_integer ? a_exponent :
        multiplies ? 8'd1 :
        fuses ? c_exponent :
        b_exponent;
    wire [23:0] z_significand =
        from_integer ? 24'h800000 :
        to_integer ? a_significand :
        multiplies ? 24'd0 :
        fuses ? c_significand :
        b_significand;
    wire z_is_infinite_term =
        to_integer ? a_is_infinite :
        (~multiplies & (fuses ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer & z_is_infinite_term;
    wire z_is_nan_term = to_integer ? a_is_nan : (~multiplies & (fuses ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer & z_is_nan_term;
    wire negates = signed_integer & a[31];
    wire product_sign = from_integer ? negates : (modified_a[31] ^ (modified_b[31] & ~adds));
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer ? 10'd258 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire [9:0] distance = wanted_top - exponent_of_addend;
    wire addend_stays = distance[9] | ((a_is_zero | y_is_zero) & ~to_integer);
    wire addend_is_near = ~((9'd76 < distance[8:0]) & ~addend_stays);
    wire [6:0] addend_places = distance[6:0] & {7{~addend_stays}};
    wire [99:0] moved_addend_1_other_choice = {z_significand, 76'd0};
    wire [99:0] moved_addend_1 =
        addend_places[0] ? {1'b0, moved_addend_1_other_choice[99:1]} :
        moved_addend_1_other_choice;
    wire [99:0] moved_addend_2 = addend_places[1] ? {2'd0, moved_addend_1[99:2]} : moved_addend_1;
    wire [99:0] moved_addend_4 = addend_places[2] ? {4'd0, moved_addend_2[99:4]} : moved_addend_2;
    wire [99:0] moved_addend_8 = addend_places[3] ? {8'd0, moved_addend_4[99:8]} : moved_addend_4;
    wire [99:0] moved_addend_16 =
        addend_places[4] ? {16'd0, moved_addend_8[99:16]} :
        moved_addend_8;
    wire [99:0] moved_addend_32 =
        addend_places[5] ? {32'd0, moved_addend_16[99:32]} :
        moved_addend_16;
    wire [99:0] moved_addend_64 =
        addend_places[6] ? {64'd0, moved_addend_32[99:64]} :
        moved_addend_32;
    wire [8:0] top_of_product = wanted_top[8:0] - 9'd100;
    wire placed_addend_part = addend_is_near ? (|moved_addend_64[23:0]) : (|z_significand);
    wire [76:0] placed_addend = {moved_addend_64[99:24] & {76{addend_is_near}}, placed_addend_part};
    wire [8:0] top_exponent = addend_stays ? {1'b0, z_exponent} : top_of_product;
    wire saturates = distance[9] | (signed_result & placed_addend[76]);
    wire [31:0] converted_other_choice = (placed_addend[76:45] ^ {32{z_sign}}) + {31'd0, z_sign};
    wire converted_bit = ~(z_is_nan | (z_sign & ~signed_result));
    wire [31:0] converted_term =
        saturates ? {z_sign | ~signed_result, {31{~z_sign}}} :
        converted_other_choice;
    wire [31:0] converted = converted_term & {32{converted_bit}};
    wire subtracts = from_integer ? negates : (product_sign ^ z_sign);
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire is_nan_term = infinite_product & z_is_infinite & (product_sign ^ z_sign);
    wire is_nan =
        a_is_nan | (b_is_nan & ~adds) | z_is_nan | (a_is_infinite & y_is_zero) |
        (y_is_infinite & a_is_zero) | is_nan_term;
    wire is_extreme = (choice == FMNMX_MIN_CHOICE) | (choice == FMNMX_MAX_CHOICE);
    wire [31:0] a_rank = {~modified_a[31], modified_a[30:0] ^ {31{modified_a[31]}}};
    wire [31:0] b_rank = {~modified_b[31], modified_b[30:0] ^ {31{modified_b[31]}}};
    wire is_below = a_rank < b_rank;
    wire extreme_term = ~a_is_nan & (is_below ^ (choice == FMNMX_MAX_CHOICE));
    wire [31:0] extreme =
        (a_is_nan & b_is_nan) ? 32'h7fffffff :
        (b_is_nan | extreme_term) ? modified_a :
        modified_b;
    wire are_equal = (modified_a == modified_b) | (a_is_zero & b_is_zero);
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire relation_holds_other_choice =
        (is_greater & choice[0]) | (are_equal & choice[1]) | (is_less & choice[2]);
    wire relation_holds = (a_is_nan | b_is_nan) ? choice[3] : relation_holds_other_choice;
    wire [31:0] ready_word =
        to_integer ? converted :
        is_extreme ? extreme :
        is_nan ? 32'h7fffffff :
        {z_is_infinite ? z_sign : product_sign, 31'h7f800000};
    wire is_ready_term = (is_nan | infinite_product | z_is_infinite) & ~from_integer;
    wire is_ready = to_integer | is_extreme | is_ready_term;
    wire [35:0] product_by_low = {12'd0, a_significand} * {24'd0, y_significand[11:0]};
    wire [35:0] product_by_high = {12'd0, a_significand} * {24'd0, y_significand[23:12]};
    wire [35:0] product_upper = product_by_high + {12'd0, product_by_low[35:12]};
    wire [47:0] product = {product_upper, product_by_low[11:0]};
    wire [76:0] addend = from_integer ? {a, 45'd0} : placed_addend;
    wire [76:0] right = addend ^ {77{subtracts}};
    wire [76:0] sum_part = {26'd0, product, 3'd0};
    wire [77:0] sum = {1'b0, sum_part} + {1'b0, right} + {77'd0, subtracts};
    wire [76:0] difference = addend - sum_part;
    wire sum_is_negative = subtracts & ~negates & ~sum[77];
    wire [76:0] magnitude = sum_is_negative ? difference : sum[76:0];
    wire [127:0] padded_magnitude = {magnitude, 51'd0};
    wire empty_64 = ~|padded_magnitude[127:64];
    wire [1:0] empty_32 = {~|padded_magnitude[63:32], ~|padded_magnitude[127:96]};
    wire leading_zeros_part = empty_64 ? empty_32[1] : empty_32[0];
    wire [1:0] leading_zeros_index = {empty_64, leading_zeros_part};
    wire [1:0] leading_zeros_part_2_of_2 = leading_zeros_index[1] ? empty_16[3:2] : empty_16[1:0];
    wire leading_zeros_part_2 =
        leading_zeros_index[0] ? leading_zeros_part_2_of_2[1] :
        leading_zeros_part_2_of_2[0];
    wire [2:0] leading_zeros_index_2 = {leading_zeros_index, leading_zeros_part_2};
    wire [3:0] leading_zeros_part_3_of_4 = leading_zeros_index_2[2] ? empty_8[7:4] : empty_8[3:0];
    wire [1:0] leading_zeros_part_3_of_2 =
        leading_zeros_index_2[1] ? leading_zeros_part_3_of_4[3:2] :
        leading_zeros_part_3_of_4[1:0];
    wire leading_zeros_part_3 =
        leading_zeros_index_2[0] ? leading_zeros_part_3_of_2[1] :
        leading_zeros_part_3_of_2[0];
    wire [3:0] leading_zeros_index_3 = {leading_zeros_index_2, leading_zeros_part_3};
    wire [7:0] leading_zeros_part_4_of_8 = leading_zeros_index_3[3] ? empty_4[15:8] : empty_4[7:0];
    wire [3:0] leading_zeros_part_4_of_4 =
        leading_zeros_index_3[2] ? leading_zeros_part_4_of_8[7:4] :
        leading_zeros_part_4_of_8[3:0];
    wire [1:0] leading_zeros_part_4_of_2 =
        leading_zeros_index_3[1] ? leading_zeros_part_4_of_4[3:2] :
        leading_zeros_part_4_of_4[1:0];
    wire leading_zeros_part_4 =
        leading_zeros_index_3[0] ? leading_zeros_part_4_of_2[1] :
        leading_zeros_part_4_of_2[0];
    wire [4:0] leading_zeros_index_4 = {leading_zeros_index_3, leading_zeros_part_4};
    wire [15:0] leading_zeros_part_5_of_16 =
        leading_zeros_index_4[4] ? empty_2[31:16] :
        empty_2[15:0];
    wire [7:0] leading_zeros_part_5_of_8 =
        leading_zeros_index_4[3] ? leading_zeros_part_5_of_16[15:8] :
        leading_zeros_part_5_of_16[7:0];
    wire [3:0] leading_zeros_part_5_of_4 =
        leading_zeros_index_4[2] ? leading_zeros_part_5_of_8[7:4] :
        leading_zeros_part_5_of_8[3:0];
    wire [1:0] leading_zeros_part_5_of_2 =
        leading_zeros_index_4[1] ? leading_zeros_part_5_of_4[3:2] :
        leading_zeros_part_5_of_4[1:0];
    wire leading_zeros_part_5 =
        leading_zeros_index_4[0] ? leading_zeros_part_5_of_2[1] :
        leading_zeros_part_5_of_2[0];
    wire [5:0] leading_zeros_index_5 = {leading_zeros_index_4, leading_zeros_part_5};
    wire [31:0] leading_zeros_part_6_of_32 =
        leading_zeros_index_5[5] ? empty_1[63:32] :
        empty_1[31:0];
    wire [15:0] leading_zeros_part_6_of_16 =
        leading_zeros_index_5[4] ? leading_zeros_part_6_of_32[31:16] :
        leading_zeros_part_6_of_32[15:0];
    wire [7:0] leading_zeros_part_6_of_8 =
        leading_zeros_index_5[3] ? leading_zeros_part_6_of_16[15:8] :
        leading_zeros_part_6_of_16[7:0];
    wire [3:0] leading_zeros_part_6_of_4 =
        leading_zeros_index_5[2] ? leading_zeros_part_6_of_8[7:4] :
        leading_zeros_part_6_of_8[3:0];
    wire [1:0] leading_zeros_part_6_of_2 =
        leading_zeros_index_5[1] ? leading_zeros_part_6_of_4[3:2] :
        leading_zeros_part_6_of_4[1:0];
    wire leading_zeros_part_6 =
        leading_zeros_index_5[0] ? leading_zeros_part_6_of_2[1] :
        leading_zeros_part_6_of_2[0];
    wire [6:0] leading_zeros = {leading_zeros_index_5, leading_zeros_part_6};
    wire sum_is_zero = ~|padded_magnitude;
    wire sum_sign = sum_is_zero ? (product_sign & z_sign) : sum_is_negative ? z_sign : product_sign;
    wire [8:0] room = top_exponent - 9'd1;
    wire [8:0] places_compared = {2'd0, leading_zeros};
    wire [8:0] places = (places_compared < room) ? places_compared : room;
    wire [76:0] normalised_64 = places[6] ? {magnitude[12:0], 64'd0} : magnitude;
    wire [76:0] normalised_32 = places[5] ? {normalised_64[44:0], 32'd0} : normalised_64;
    wire [55:0] normalised_16 = places[4] ? {normalised_32[60:21], 16'd0} : normalised_32[76:21];
    wire [39:0] normalised_8 = places[3] ? {normalised_16[47:16], 8'd0} : normalised_16[55:16];
    wire [31:0] normalised_4 = places[2] ? {normalised_8[35:8], 4'd0} : normalised_8[39:8];
    wire [27:0] normalised_2 = places[1] ? {normalised_4[29:4], 2'd0} : normalised_4[31:4];
    wire [25:0] normalised_1 = places[0] ? {normalised_2[26:2], 1'b0} : normalised_2[27:2];
    wire sticky =
        (|normalised_32[20:0]) | (|normalised_16[15:0]) | (|normalised_8[7:0]) |
        (|normalised_4[3:0]) | (|normalised_2[1:0]) | normalised_1[0];
    wire [8:0] exponent_less_one = room - places;
    wire rounds_up = normalised_1[1] & (sticky | normalised_1[2]);
    wire [31:0] rounded =
        {exponent_less_one, 23'd0} + {8'd0, normalised_1[25:2]} + {31'd0, rounds_up};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude = sum_is_zero ? 31'd0 : overflows ? 31'h7f800000 : rounded[30:0];
    assign result = is_ready ? ready_word : {sum_sign, result_magnitude};

    for (part = 0; part < 4; part = part + 1) begin : each_of_4
        assign empty_16[part] = ~|padded_magnitude[112 - part*32 +: 16];
    end

    for (part = 0; part < 8; part = part + 1) begin : each_of_8
        assign empty_8[part] = ~|padded_magnitude[120 - part*16 +: 8];
    end

    for (part = 0; part < 16; part = part + 1) begin : each_of_16
        assign empty_4[part] = ~|padded_magnitude[124 - part*8 +: 4];
    end

    for (part = 0; part < 32; part = part + 1) begin : each_of_32
        assign empty_2[part] = ~|padded_magnitude[126 - part*4 +: 2];
    end

    for (part = 0; part < 64; part = part + 1) begin : each_of_64
        assign empty_1[part] = ~padded_magnitude[127 - part*2];
    end

    assign comparison = relation_holds;

endmodule

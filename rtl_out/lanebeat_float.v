// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   choice      input    4  lower digit of the opcode
//   modifiers   input    6  negation and absolute value of a, b, c
//   a           input   32  operand a, before its modifier
//   b           input   32  operand b, before its modifier
//   c           input   32  operand c, before its modifier
//   result      output  32  word for the destination register
//   comparison  output   1  whether the relation holds
// Made by: lanebeat generate core
module lanebeat_float (
    input  wire [3:0]  choice,     // lower digit of the opcode
    input  wire [5:0]  modifiers,  // negation and absolute value of a, b, c
    input  wire [31:0] a,          // operand a, before its modifier
    input  wire [31:0] b,          // operand b, before its modifier
    input  wire [31:0] c,          // operand c, before its modifier
    output wire [31:0] result,     // word for the destination register
    output wire        comparison  // whether the relation holds
);

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
    wire signed_integer = choice == 4'd8;
    wire from_integer = signed_integer | (choice == 4'd9);
    wire signed_result = choice == 4'd10;
    wire to_integer = signed_result | (choice == 4'd11);
    wire adds = (choice == 4'd0) | (choice == 4'd1);
    wire [7:0] y_exponent = adds ? 8'd127 : b_exponent;
    wire [23:0] y_significand = (adds ? 24'h800000 : b_significand) & {24{~from_integer}};
    wire y_is_zero = (b_is_zero & ~adds) | from_integer;
    wire y_is_infinite = b_is_infinite & ~adds;
    wire fuses = choice == 4'd3;
    wire multiplies = choice == 4'd2;
    wire z_sign =
        from_integer ? 1'b1 :
        to_integer ? modified_a[31] :
        multiplies ? 1'b1 :
        fuses ? modified_c[31] :
        (modified_b[31] ^ (choice == 4'd1));
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
    wire z_is_infinite =
        from_integer ? 1'b0 :
        to_integer ? a_is_infinite :
        multiplies ? 1'b0 :
        fuses ? c_is_infinite :
        b_is_infinite;
    wire z_is_nan =
        from_integer ? 1'b0 :
        to_integer ? a_is_nan :
        multiplies ? 1'b0 :
        fuses ? c_is_nan :
        b_is_nan;
    wire product_sign = (modified_a[31] ^ (modified_b[31] & ~adds)) & ~from_integer;
    wire [9:0] top_of_product = ({2'd0, a_exponent} + {2'd0, y_exponent}) - 10'd100;
    wire [9:0] wanted_top = to_integer ? 10'd158 : top_of_product;
    wire [9:0] distance = wanted_top - {2'd0, z_exponent};
    wire addend_stays = distance[9] | ((a_is_zero | y_is_zero) & ~to_integer);
    wire addend_is_far = 9'd76 < distance[8:0];
    wire [6:0] addend_places = (addend_is_far ? 7'd76 : distance[6:0]) & {7{~addend_stays}};
    wire [99:0] moved_addend = {z_significand, 76'd0} >> addend_places;
    wire [76:0] placed_addend = {moved_addend[99:24], |moved_addend[23:0]};
    wire [8:0] top_exponent = addend_stays ? {1'b0, z_exponent} : wanted_top[8:0];
    wire saturates = distance[9] | (signed_result & placed_addend[76]);
    wire [31:0] sum_2 = (placed_addend[76:45] ^ {32{z_sign}}) + {31'd0, z_sign};
    wire inverse = ~(z_is_nan | (z_sign & ~signed_result));
    wire [31:0] choice_2 = saturates ? {z_sign | ~signed_result, {31{~z_sign}}} : sum_2;
    wire [31:0] converted = choice_2 & {32{inverse}};
    wire subtracts = (product_sign ^ z_sign) & ~from_integer;
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire both = infinite_product & z_is_infinite & (product_sign ^ z_sign);
    wire is_nan =
        a_is_nan |
        (b_is_nan & ~adds) |
        z_is_nan |
        (a_is_infinite & y_is_zero) |
        (y_is_infinite & a_is_zero) |
        both;
    wire [31:0] joined = {z_is_infinite ? z_sign : product_sign, 31'h7f800000};
    wire is_extreme = (choice == 4'd4) | (choice == 4'd5);
    wire [31:0] a_rank = {~modified_a[31], modified_a[30:0] ^ {31{modified_a[31]}}};
    wire [31:0] b_rank = {~modified_b[31], modified_b[30:0] ^ {31{modified_b[31]}}};
    wire is_below = a_rank < b_rank;
    wire both_2 = ~a_is_nan & (is_below ^ (choice == 4'd5));
    wire [31:0] extreme =
        (a_is_nan & b_is_nan) ? 32'h7fffffff :
        (b_is_nan | both_2) ? modified_a :
        modified_b;
    wire are_equal = (modified_a == modified_b) | (a_is_zero & b_is_zero);
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire either = (is_greater & choice[0]) | (are_equal & choice[1]) | (is_less & choice[2]);
    wire relation_holds = (a_is_nan | b_is_nan) ? choice[3] : either;
    wire [47:0] product = {24'd0, a_significand} * {24'd0, y_significand};
    wire [77:0] addend =
        from_integer ? {signed_integer & a[31], a, 45'd0} :
        ({1'b0, placed_addend} ^ {78{subtracts}});
    wire [31:0] ready_word =
        to_integer ? converted :
        is_extreme ? extreme :
        is_nan ? 32'h7fffffff :
        joined;
    wire both_3 = (is_nan | infinite_product | z_is_infinite) & ~from_integer;
    wire is_ready = to_integer | is_extreme | both_3;
    wire [77:0] sum = {27'd0, product, 3'd0} + addend + {77'd0, subtracts};
    wire sum_is_negative = sum[77];
    wire [76:0] magnitude = (sum[76:0] ^ {77{sum_is_negative}}) + {76'd0, sum_is_negative};
    wire [127:0] padded_magnitude = {magnitude, 51'd0};
    wire inverse_2 = ~(|padded_magnitude[127:64]);
    wire [63:0] highest_64 = inverse_2 ? padded_magnitude[63:0] : padded_magnitude[127:64];
    wire inverse_3 = ~(|highest_64[63:32]);
    wire [31:0] highest_32 = inverse_3 ? highest_64[31:0] : highest_64[63:32];
    wire inverse_4 = ~(|highest_32[31:16]);
    wire [15:0] highest_16 = inverse_4 ? highest_32[15:0] : highest_32[31:16];
    wire inverse_5 = ~(|highest_16[15:8]);
    wire [7:0] highest_8 = inverse_5 ? highest_16[7:0] : highest_16[15:8];
    wire inverse_6 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_6 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_7 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_7 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [6:0] leading_zeros = {
        inverse_2, inverse_3, inverse_4, inverse_5, inverse_6, inverse_7, ~highest_2[1]
    };
    wire sum_is_zero = ~highest_1;
    wire sum_sign = sum_is_zero ? (product_sign & z_sign) : sum_is_negative ? z_sign : product_sign;
    wire [8:0] room = top_exponent - 9'd1;
    wire [8:0] joined_2 = {2'd0, leading_zeros};
    wire [8:0] places = (joined_2 < room) ? joined_2 : room;
    wire [76:0] normalised = magnitude << places[6:0];
    wire [8:0] exponent_less_one = room - places;
    wire rounds_up = normalised[52] & ((|normalised[51:0]) | normalised[53]);
    wire [31:0] rounded = {exponent_less_one, 23'd0} + {8'd0, normalised[76:53]} + {31'd0, rounds_up};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude = sum_is_zero ? 31'd0 : overflows ? 31'h7f800000 : rounded[30:0];
    assign result = is_ready ? ready_word : {sum_sign, result_magnitude};

    assign comparison = relation_holds;

endmodule

// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
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
    wire [31:0] converted_other_choice = (placed_addend[76:45] ^ {32{z_sign}}) + {31'd0, z_sign};
    wire converted_bit = ~(z_is_nan | (z_sign & ~signed_result));
    wire [31:0] converted_term =
        saturates ? {z_sign | ~signed_result, {31{~z_sign}}} :
        converted_other_choice;
    wire [31:0] converted = converted_term & {32{converted_bit}};
    wire subtracts = (product_sign ^ z_sign) & ~from_integer;
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
    wire [47:0] product = {24'd0, a_significand} * {24'd0, y_significand};
    wire [77:0] addend =
        from_integer ? {signed_integer & a[31], a, 45'd0} :
        ({1'b0, placed_addend} ^ {78{subtracts}});
    wire [77:0] sum = {27'd0, product, 3'd0} + addend + {77'd0, subtracts};
    wire sum_is_negative = sum[77];
    wire [76:0] magnitude = (sum[76:0] ^ {77{sum_is_negative}}) + {76'd0, sum_is_negative};
    wire [127:0] padded_magnitude = {magnitude, 51'd0};
    wire highest_64_condition = ~|padded_magnitude[127:64];
    wire [63:0] highest_64 =
        highest_64_condition ? padded_magnitude[63:0] :
        padded_magnitude[127:64];
    wire highest_32_condition = ~|highest_64[63:32];
    wire [31:0] highest_32 = highest_32_condition ? highest_64[31:0] : highest_64[63:32];
    wire highest_16_condition = ~|highest_32[31:16];
    wire [15:0] highest_16 = highest_16_condition ? highest_32[15:0] : highest_32[31:16];
    wire highest_8_condition = ~|highest_16[15:8];
    wire [7:0] highest_8 = highest_8_condition ? highest_16[7:0] : highest_16[15:8];
    wire highest_4_condition = ~|highest_8[7:4];
    wire [3:0] highest_4 = highest_4_condition ? highest_8[3:0] : highest_8[7:4];
    wire highest_2_condition = ~|highest_4[3:2];
    wire [1:0] highest_2 = highest_2_condition ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [6:0] leading_zeros = {
        highest_64_condition, highest_32_condition, highest_16_condition, highest_8_condition,
        highest_4_condition, highest_2_condition, ~highest_2[1]
    };
    wire sum_is_zero = ~highest_1;
    wire sum_sign = sum_is_zero ? (product_sign & z_sign) : sum_is_negative ? z_sign : product_sign;
    wire [8:0] room = top_exponent - 9'd1;
    wire [8:0] places_compared = {2'd0, leading_zeros};
    wire [8:0] places = (places_compared < room) ? places_compared : room;
    wire [76:0] normalised = magnitude << places[6:0];
    wire [8:0] exponent_less_one = room - places;
    wire rounds_up = normalised[52] & ((|normalised[51:0]) | normalised[53]);
    wire [31:0] rounded =
        {exponent_less_one, 23'd0} + {8'd0, normalised[76:53]} + {31'd0, rounds_up};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude = sum_is_zero ? 31'd0 : overflows ? 31'h7f800000 : rounded[30:0];
    assign result = is_ready ? ready_word : {sum_sign, result_magnitude};

    assign comparison = relation_holds;

endmodule

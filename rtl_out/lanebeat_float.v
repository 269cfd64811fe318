// lanebeat_float: Float arithmetic, comparison and conversion of one lane.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

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
    wire [3:0] empty16;
    wire [7:0] empty8;
    wire [15:0] empty4;
    wire [31:0] empty2;
    wire [63:0] empty1;

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

    // Conversions use the adder: an integer is placed as an addend.
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

    // Distance of the addend below the top, from two sums.
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer ? 10'd258 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire [9:0] distance = wanted_top - exponent_of_addend;
    wire addend_stays = distance[9] | ((a_is_zero | y_is_zero) & ~to_integer);

    // A far addend is dropped behind the shift: no comparison before it.
    wire addend_is_near = ~((9'd76 < distance[8:0]) & ~addend_stays);
    wire [6:0] addend_places = distance[6:0] & {7{~addend_stays}};
    wire [99:0] addend_at_top = {z_significand, 76'd0};
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
    wire [8:0] top_of_product = wanted_top[8:0] - 9'd100;
    wire [76:0] placed_addend = {
        moved_addend_by64[99:24] & {76{addend_is_near}},
        addend_is_near ? (|moved_addend_by64[23:0]) : (|z_significand)
    };
    wire [8:0] top_exponent = addend_stays ? {1'b0, z_exponent} : top_of_product;
    wire saturates = distance[9] | (signed_result & placed_addend[76]);
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result);
    wire [31:0] nearest_integer =
        saturates ? {z_sign | ~signed_result, {31{~z_sign}}} :
        ((placed_addend[76:45] ^ {32{z_sign}}) + {31'd0, z_sign});
    wire [31:0] converted = nearest_integer & {32{~converts_to_zero}};
    wire subtracts = from_integer ? negates : (product_sign ^ z_sign);
    wire infinite_product = a_is_infinite | y_is_infinite;
    wire is_nan =
        a_is_nan | (b_is_nan & ~adds) | z_is_nan | (a_is_infinite & y_is_zero) |
        (y_is_infinite & a_is_zero) | (infinite_product & z_is_infinite & (product_sign ^ z_sign));
    wire is_extreme = (choice == FMNMX_MIN_CHOICE) | (choice == FMNMX_MAX_CHOICE);
    wire [31:0] a_rank = {~modified_a[31], modified_a[30:0] ^ {31{modified_a[31]}}};
    wire [31:0] b_rank = {~modified_b[31], modified_b[30:0] ^ {31{modified_b[31]}}};
    wire is_below = a_rank < b_rank;
    wire extreme_condition = b_is_nan | (~a_is_nan & (is_below ^ (choice == FMNMX_MAX_CHOICE)));
    wire [31:0] extreme =
        (a_is_nan & b_is_nan) ? 32'h7fffffff :
        extreme_condition ? modified_a :
        modified_b;
    wire are_equal = (modified_a == modified_b) | (a_is_zero & b_is_zero);
    wire is_less = is_below & ~are_equal;
    wire is_greater = ~is_below & ~are_equal;
    wire holds_for_numbers =
        (is_greater & choice[0]) | (are_equal & choice[1]) | (is_less & choice[2]);
    wire relation_holds = (a_is_nan | b_is_nan) ? choice[3] : holds_for_numbers;
    wire [31:0] ready_word =
        to_integer ? converted :
        is_extreme ? extreme :
        is_nan ? 32'h7fffffff :
        {z_is_infinite ? z_sign : product_sign, 31'h7f800000};
    wire is_ready =
        to_integer | is_extreme | ((is_nan | infinite_product | z_is_infinite) & ~from_integer);

    // Two products, of one significand and halves of the other.
    wire [35:0] product_by_low = {12'd0, a_significand} * {24'd0, y_significand[11:0]};
    wire [35:0] product_by_high = {12'd0, a_significand} * {24'd0, y_significand[23:12]};
    wire [35:0] product_upper = product_by_high + {12'd0, product_by_low[35:12]};
    wire [47:0] product = {product_upper, product_by_low[11:0]};
    wire [76:0] addend = from_integer ? {a, 45'd0} : placed_addend;
    wire [76:0] placed_product = {26'd0, product, 3'd0};
    wire [76:0] right = addend ^ {77{subtracts}};

    // Subtracted both ways round at once, so that no negation follows.
    wire [77:0] sum = {1'b0, placed_product} + {1'b0, right} + {77'd0, subtracts};
    wire [76:0] difference = addend - placed_product;
    wire sum_is_negative = subtracts & ~negates & ~sum[77];
    wire [76:0] magnitude = sum_is_negative ? difference : sum[76:0];
    wire [127:0] padded_magnitude = {magnitude, 51'd0};

    // From its highest bit down, each says that the upper half of a part is empty.
    wire empty64 = ~|padded_magnitude[127:64];
    wire zeros64 = empty64;
    wire [1:0] empty32 = {~|padded_magnitude[63:32], ~|padded_magnitude[127:96]};
    wire [1:0] zeros32 = {zeros64, empty32[zeros64]};
    wire [2:0] zeros16 = {zeros32, empty16[zeros32]};
    wire [3:0] zeros8 = {zeros16, empty8[zeros16]};
    wire [4:0] zeros4 = {zeros8, empty4[zeros8]};
    wire [5:0] zeros2 = {zeros4, empty2[zeros4]};
    wire [6:0] leading_zeros = {zeros2, empty1[zeros2]};
    wire sum_is_zero = ~|padded_magnitude;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? (product_sign & z_sign) : sum_is_negative ? z_sign : product_sign;
    wire [8:0] room = top_exponent - 9'd1;
    wire [8:0] places_compared = {2'd0, leading_zeros};

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire [8:0] places = (places_compared < room) ? places_compared : room;
    wire [76:0] normalised_by64 = places[6] ? {magnitude[12:0], 64'd0} : magnitude;
    wire [76:0] normalised_by32 = places[5] ? {normalised_by64[44:0], 32'd0} : normalised_by64;
    wire [55:0] normalised_by16 =
        places[4] ? {normalised_by32[60:21], 16'd0} :
        normalised_by32[76:21];
    wire [39:0] normalised_by8 =
        places[3] ? {normalised_by16[47:16], 8'd0} :
        normalised_by16[55:16];
    wire [31:0] normalised_by4 = places[2] ? {normalised_by8[35:8], 4'd0} : normalised_by8[39:8];
    wire [27:0] normalised_by2 = places[1] ? {normalised_by4[29:4], 2'd0} : normalised_by4[31:4];
    wire [25:0] normalised_by1 = places[0] ? {normalised_by2[26:2], 1'b0} : normalised_by2[27:2];
    wire sticky =
        (|normalised_by32[20:0]) | (|normalised_by16[15:0]) | (|normalised_by8[7:0]) |
        (|normalised_by4[3:0]) | (|normalised_by2[1:0]) | normalised_by1[0];
    wire [8:0] exponent_less_one = room - places;
    wire rounds_up = normalised_by1[1] & (sticky | normalised_by1[2]);

    // One sum packs and rounds: a carry goes on into the exponent.
    wire [31:0] rounded =
        {exponent_less_one, 23'd0} + {8'd0, normalised_by1[25:2]} + {31'd0, rounds_up};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude = sum_is_zero ? 31'd0 : overflows ? 31'h7f800000 : rounded[30:0];
    assign result = is_ready ? ready_word : {sum_sign, result_magnitude};

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty16[part] = ~|padded_magnitude[112 - part*32 +: 16];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty8[part] = ~|padded_magnitude[120 - part*16 +: 8];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty4[part] = ~|padded_magnitude[124 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign empty2[part] = ~|padded_magnitude[126 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 64; part = part + 1) begin : each_of_64
            assign empty1[part] = ~padded_magnitude[127 - part*2];
        end
    endgenerate

    assign comparison = relation_holds;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

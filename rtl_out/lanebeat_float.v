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

    reg [3:0] choice_s1, choice_s2;
    reg fuses_s1, fuses_s2, to_integer_s2, signed_result_s2, adds_s3, modified_b_operand_s3,
        b_is_subnormal_s3, from_integer_s3, modified_a_operand_s3, negates_s3,
        addend_is_near_operand_s3, addend_stays_s3, signed_result_s3, distance_s3, z_sign_s3,
        infinite_product_s3, z_is_infinite_s3, is_nan_operand_s3, extreme_operand_s3,
        extreme_operand_2_s3, is_extreme_s2, is_extreme_s3, to_integer_s3, a_is_subnormal_s3,
        is_float_s3, addend_is_near_operand_s4, placed_addend_operand_s4,
        placed_addend_operand_2_s4, z_sign_s4, saturates_s4, nearest_integer_operand_s4,
        converts_to_zero_s3, converts_to_zero_s4, product_sign_s4, from_integer_s4, negates_s4,
        to_integer_s4, is_float_s4, sum_sign_operand_s5, sum_sign_operand_2_s5, is_float_s5,
        zeros4_operand_s6, zeros8_operand_s6, zeros16_operand_s6, zeros32_operand_s6,
        empty64_operand_s6, is_float_s6, is_float_s7, rounds_up_s8, sum_is_zero_operand_s6,
        sum_is_zero_operand_s7, sum_is_zero_operand_s8, is_ready_s4, is_ready_s5, is_ready_s6,
        is_ready_s7, is_ready_s8, sum_sign_s6, sum_sign_s7, sum_sign_s8;
    reg [30:0] b_s3;
    reg [31:0] a_s3, ready_word_operand_s4, a_s4, rounded_operand_s8, ready_word_s5, ready_word_s6,
               ready_word_s7, ready_word_s8;
    reg [6:0] addend_places_s3;
    reg [23:0] z_significand_s3;
    reg [7:0] z_exponent_s3;
    reg [8:0] top_of_product_s3, room_s4, room_s5, room_s6, places_s7, room_s7;
    reg [75:0] placed_addend_operand_3_s4;
    reg [35:0] product_by_high_s4, product_by_low_s4;
    reg [76:0] magnitude_s5, magnitude_s6, magnitude_s7;

    wire fuses = choice == FFMA_CHOICE;
    wire signed_result = choice_s1 == F2I_S32_CHOICE;
    wire to_integer = signed_result | (choice_s1 == F2I_U32_CHOICE);
    wire is_extreme = (choice_s1 == FMNMX_MIN_CHOICE) | (choice_s1 == FMNMX_MAX_CHOICE);
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
    wire adds = (choice_s2 == FADD_CHOICE) | (choice_s2 == V_SUB_F32_CHOICE);
    wire [7:0] b_exponent = {modified_b[30:24], modified_b[23] | b_is_subnormal};
    wire [7:0] y_exponent = adds ? 8'd127 : b_exponent;
    wire y_is_zero = (b_is_zero & ~adds) | from_integer;
    wire y_is_infinite = b_is_infinite & ~adds;
    wire multiplies = choice_s2 == FMUL_CHOICE;
    wire z_sign_term =
        fuses_s2 ? modified_c[31] :
        (modified_b[31] ^ (choice_s2 == V_SUB_F32_CHOICE));
    wire z_sign = from_integer | (to_integer_s2 ? modified_a[31] : (multiplies | z_sign_term));
    wire [7:0] c_exponent = {modified_c[30:24], modified_c[23] | c_is_subnormal};
    wire [7:0] a_exponent = {modified_a[30:24], modified_a[23] | a_is_subnormal};
    wire [7:0] z_exponent =
        from_integer ? 8'd158 :
        to_integer_s2 ? a_exponent :
        multiplies ? 8'd1 :
        fuses_s2 ? c_exponent :
        b_exponent;
    wire [23:0] c_significand = {~c_is_subnormal, modified_c[22:0]};
    wire [23:0] b_significand = {~b_is_subnormal, modified_b[22:0]};
    wire [23:0] a_significand = {~a_is_subnormal, modified_a[22:0]};
    wire [23:0] z_significand =
        from_integer ? 24'h800000 :
        to_integer_s2 ? a_significand :
        multiplies ? 24'd0 :
        fuses_s2 ? c_significand :
        b_significand;
    wire z_is_infinite_term =
        to_integer_s2 ? a_is_infinite :
        (~multiplies & (fuses_s2 ? c_is_infinite : b_is_infinite));
    wire z_is_infinite = ~from_integer & z_is_infinite_term;
    wire z_is_nan_term =
        to_integer_s2 ? a_is_nan :
        (~multiplies & (fuses_s2 ? c_is_nan : b_is_nan));
    wire z_is_nan = ~from_integer & z_is_nan_term;
    wire negates = signed_integer & a[31];

    // Distance of the addend below the top, from two sums.
    wire [9:0] exponent_of_factors = {2'd0, a_exponent} + {2'd0, y_exponent};
    wire [9:0] wanted_top = to_integer_s2 ? 10'd258 : exponent_of_factors;
    wire [9:0] exponent_of_addend = {2'd0, z_exponent} + 10'd100;
    wire [9:0] distance = wanted_top - exponent_of_addend;
    wire addend_stays = distance[9] | ((a_is_zero | y_is_zero) & ~to_integer_s2);
    wire [6:0] addend_places = distance[6:0] & {7{~addend_stays}};
    wire [8:0] top_of_product = wanted_top[8:0] - 9'd100;
    wire converts_to_zero = z_is_nan | (z_sign & ~signed_result_s2);
    wire infinite_product = a_is_infinite | y_is_infinite;
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
    wire [99:0] addend_at_top = {z_significand_s3, 76'd0};
    wire [99:0] moved_addend_by1 =
        addend_places_s3[0] ? {1'b0, addend_at_top[99:1]} :
        addend_at_top;
    wire [99:0] moved_addend_by2 =
        addend_places_s3[1] ? {2'd0, moved_addend_by1[99:2]} :
        moved_addend_by1;
    wire [99:0] moved_addend_by4 =
        addend_places_s3[2] ? {4'd0, moved_addend_by2[99:4]} :
        moved_addend_by2;
    wire [99:0] moved_addend_by8 =
        addend_places_s3[3] ? {8'd0, moved_addend_by4[99:8]} :
        moved_addend_by4;
    wire [99:0] moved_addend_by16 =
        addend_places_s3[4] ? {16'd0, moved_addend_by8[99:16]} :
        moved_addend_by8;
    wire [99:0] moved_addend_by32 =
        addend_places_s3[5] ? {32'd0, moved_addend_by16[99:32]} :
        moved_addend_by16;
    wire [99:0] moved_addend_by64 =
        addend_places_s3[6] ? {64'd0, moved_addend_by32[99:64]} :
        moved_addend_by32;
    wire next_addend_is_near_operand_s4 = addend_is_near_operand_s3 & ~addend_stays_s3;

    // A far addend is dropped behind the shift: no comparison before it.
    wire addend_is_near = ~next_addend_is_near_operand_s4;
    wire [8:0] top_exponent = addend_stays_s3 ? {1'b0, z_exponent_s3} : top_of_product_s3;
    wire [75:0] next_placed_addend_operand_3_s4 = moved_addend_by64[99:24] & {76{addend_is_near}};
    wire saturates = distance_s3 | (signed_result_s3 & next_placed_addend_operand_3_s4[75]);
    wire is_nan_term = infinite_product_s3 & z_is_infinite_s3 & (product_sign ^ z_sign_s3);
    wire is_nan = is_nan_operand_s3 | is_nan_term;
    wire [31:0] extreme =
        extreme_operand_2_s3 ? 32'h7fffffff :
        extreme_operand_s3 ? {modified_a_operand_s3, a_s3[30:0]} :
        {modified_b_operand_s3, b_s3};
    wire is_ready_term = (is_nan | infinite_product_s3 | z_is_infinite_s3) & ~from_integer_s3;
    wire is_ready = to_integer_s3 | is_extreme_s3 | is_ready_term;
    wire [23:0] product_by_low_factor = {~a_is_subnormal_s3, a_s3[22:0]};

    // Two products, of one significand and halves of the other.
    wire [35:0] product_by_low = {12'd0, product_by_low_factor} * {24'd0, y_significand[11:0]};
    wire [35:0] product_by_high = {12'd0, product_by_low_factor} * {24'd0, y_significand[23:12]};
    wire [8:0] room = top_exponent - 9'd1;
    wire placed_addend_part =
        ~addend_is_near_operand_s4 ? placed_addend_operand_s4 :
        placed_addend_operand_2_s4;
    wire [76:0] placed_addend = {placed_addend_operand_3_s4, placed_addend_part};
    wire [31:0] nearest_integer =
        saturates_s4 ? {nearest_integer_operand_s4, {31{~z_sign_s4}}} :
        ((placed_addend[76:45] ^ {32{z_sign_s4}}) + {31'd0, z_sign_s4});
    wire [31:0] converted = nearest_integer & {32{~converts_to_zero_s4}};
    wire subtracts = from_integer_s4 ? negates_s4 : (product_sign_s4 ^ z_sign_s4);
    wire [31:0] ready_word = to_integer_s4 ? converted : ready_word_operand_s4;
    wire [35:0] product_upper = product_by_high_s4 + {12'd0, product_by_low_s4[35:12]};
    wire [76:0] addend = from_integer_s4 ? {a_s4, 45'd0} : placed_addend;
    wire [76:0] right = addend ^ {77{subtracts}};
    wire [47:0] product = {product_upper, product_by_low_s4[11:0]};
    wire [76:0] placed_product = {26'd0, product, 3'd0};

    // Subtracted both ways round at once, so that no negation follows.
    wire [77:0] sum = {1'b0, placed_product} + {1'b0, right} + {77'd0, subtracts};
    wire [76:0] difference = addend - placed_product;
    wire sum_is_negative = subtracts & ~negates_s4 & ~sum[77];
    wire [76:0] magnitude = sum_is_negative ? difference : sum[76:0];
    wire [127:0] padded_magnitude = {magnitude_s5, 51'd0};

    // From its highest bit down, each says that the upper half of a part is empty.
    wire empty64 = ~|padded_magnitude[127:64];
    wire zeros64 = empty64;
    wire [1:0] empty32 = {~|padded_magnitude[63:32], ~|padded_magnitude[127:96]};
    wire [1:0] zeros32 = {zeros64, empty32[zeros64]};
    wire [3:0] empty16 = {
        1'b1, ~|padded_magnitude[63:48], ~|padded_magnitude[95:80], ~|padded_magnitude[127:112]
    };
    wire [2:0] zeros16 = {zeros32, empty16[zeros32]};
    wire [7:0] empty8 = {
        3'd7, ~|padded_magnitude[63:56], ~|padded_magnitude[79:72], ~|padded_magnitude[95:88],
        ~|padded_magnitude[111:104], ~|padded_magnitude[127:120]
    };
    wire [3:0] zeros8 = {zeros16, empty8[zeros16]};
    wire [15:0] empty4 = {
        6'd63, ~|padded_magnitude[55:52], ~|padded_magnitude[63:60], ~|padded_magnitude[71:68],
        ~|padded_magnitude[79:76], ~|padded_magnitude[87:84], ~|padded_magnitude[95:92],
        ~|padded_magnitude[103:100], ~|padded_magnitude[111:108], ~|padded_magnitude[119:116],
        ~|padded_magnitude[127:124]
    };
    wire sum_is_zero = ~|padded_magnitude;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? sum_sign_operand_s5 : sum_sign_operand_2_s5;
    wire [4:0] zeros4 = {
        ~empty64_operand_s6, zeros32_operand_s6, zeros16_operand_s6, zeros8_operand_s6,
        zeros4_operand_s6
    };
    wire [31:0] empty2 = {
        12'hfff, ~magnitude_s6[0], ~|magnitude_s6[4:3], ~|magnitude_s6[8:7], ~|magnitude_s6[12:11],
        ~|magnitude_s6[16:15], ~|magnitude_s6[20:19], ~|magnitude_s6[24:23], ~|magnitude_s6[28:27],
        ~|magnitude_s6[32:31], ~|magnitude_s6[36:35], ~|magnitude_s6[40:39], ~|magnitude_s6[44:43],
        ~|magnitude_s6[48:47], ~|magnitude_s6[52:51], ~|magnitude_s6[56:55], ~|magnitude_s6[60:59],
        ~|magnitude_s6[64:63], ~|magnitude_s6[68:67], ~|magnitude_s6[72:71], ~|magnitude_s6[76:75]
    };
    wire [5:0] zeros2 = {zeros4, empty2[zeros4]};
    wire [63:0] empty1 = {
        25'h1ffffff, ~magnitude_s6[0], ~magnitude_s6[2], ~magnitude_s6[4], ~magnitude_s6[6],
        ~magnitude_s6[8], ~magnitude_s6[10], ~magnitude_s6[12], ~magnitude_s6[14],
        ~magnitude_s6[16], ~magnitude_s6[18], ~magnitude_s6[20], ~magnitude_s6[22],
        ~magnitude_s6[24], ~magnitude_s6[26], ~magnitude_s6[28], ~magnitude_s6[30],
        ~magnitude_s6[32], ~magnitude_s6[34], ~magnitude_s6[36], ~magnitude_s6[38],
        ~magnitude_s6[40], ~magnitude_s6[42], ~magnitude_s6[44], ~magnitude_s6[46],
        ~magnitude_s6[48], ~magnitude_s6[50], ~magnitude_s6[52], ~magnitude_s6[54],
        ~magnitude_s6[56], ~magnitude_s6[58], ~magnitude_s6[60], ~magnitude_s6[62],
        ~magnitude_s6[64], ~magnitude_s6[66], ~magnitude_s6[68], ~magnitude_s6[70],
        ~magnitude_s6[72], ~magnitude_s6[74], ~magnitude_s6[76]
    };
    wire [6:0] leading_zeros = {zeros2, empty1[zeros2]};
    wire [8:0] places_compared = {2'd0, leading_zeros};

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire [8:0] places = (places_compared < room_s6) ? places_compared : room_s6;
    wire [76:0] normalised_by64 = places_s7[6] ? {magnitude_s7[12:0], 64'd0} : magnitude_s7;
    wire [76:0] normalised_by32 = places_s7[5] ? {normalised_by64[44:0], 32'd0} : normalised_by64;
    wire [55:0] normalised_by16 =
        places_s7[4] ? {normalised_by32[60:21], 16'd0} :
        normalised_by32[76:21];
    wire [39:0] normalised_by8 =
        places_s7[3] ? {normalised_by16[47:16], 8'd0} :
        normalised_by16[55:16];
    wire [31:0] normalised_by4 = places_s7[2] ? {normalised_by8[35:8], 4'd0} : normalised_by8[39:8];
    wire [27:0] normalised_by2 = places_s7[1] ? {normalised_by4[29:4], 2'd0} : normalised_by4[31:4];
    wire [25:0] normalised_by1 = places_s7[0] ? {normalised_by2[26:2], 1'b0} : normalised_by2[27:2];
    wire sticky =
        (|normalised_by32[20:0]) | (|normalised_by16[15:0]) | (|normalised_by8[7:0]) |
        (|normalised_by4[3:0]) | (|normalised_by2[1:0]) | normalised_by1[0];
    wire [8:0] exponent_less_one = room_s7 - places_s7;
    wire rounds_up = normalised_by1[1] & (sticky | normalised_by1[2]);

    // One sum packs and rounds: a carry goes on into the exponent.
    wire [31:0] rounded = rounded_operand_s8 + {31'd0, rounds_up_s8};
    wire overflows = rounded[31] | (&rounded[30:23]);
    wire [30:0] result_magnitude =
        ~sum_is_zero_operand_s8 ? 31'd0 :
        overflows ? 31'h7f800000 :
        rounded[30:0];
    assign result = is_ready_s8 ? ready_word_s8 : {sum_sign_s8, result_magnitude};

    always @(posedge clock) begin
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        fuses_s1 <= fuses;
        fuses_s2 <= fuses_s1;
        to_integer_s2 <= to_integer;
        signed_result_s2 <= signed_result;
        adds_s3 <= adds;
        from_integer_s3 <= from_integer;
        signed_result_s3 <= signed_result_s2;
        is_extreme_s2 <= is_extreme;
        is_extreme_s3 <= is_extreme_s2;
        to_integer_s3 <= to_integer_s2;
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
            addend_is_near_operand_s3 <= 9'd76 < distance[8:0];
            addend_stays_s3 <= addend_stays;
            addend_places_s3 <= addend_places;
            z_significand_s3 <= z_significand;
            z_exponent_s3 <= z_exponent;
            top_of_product_s3 <= top_of_product;
            distance_s3 <= distance[9];
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
            addend_is_near_operand_s4 <= next_addend_is_near_operand_s4;
            placed_addend_operand_s4 <= |moved_addend_by64[23:0];
            placed_addend_operand_2_s4 <= |z_significand_s3;
            placed_addend_operand_3_s4 <= next_placed_addend_operand_3_s4;
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
            product_by_high_s4 <= product_by_high;
            product_by_low_s4 <= product_by_low;
            a_s4 <= a_s3;
            room_s4 <= room;
            is_ready_s4 <= is_ready;
        end
    end

    always @(posedge clock) begin
        if (is_float_s4) begin
            magnitude_s5 <= magnitude;
            sum_sign_operand_s5 <= product_sign_s4 & z_sign_s4;
            sum_sign_operand_2_s5 <= sum_is_negative ? z_sign_s4 : product_sign_s4;
            room_s5 <= room_s4;
            is_ready_s5 <= is_ready_s4;
            ready_word_s5 <= ready_word;
        end
    end

    always @(posedge clock) begin
        if (is_float_s5) begin
            magnitude_s6 <= magnitude_s5;
            zeros4_operand_s6 <= empty4[zeros8];
            zeros8_operand_s6 <= empty8[zeros16];
            zeros16_operand_s6 <= empty16[zeros32];
            zeros32_operand_s6 <= empty32[zeros64];
            empty64_operand_s6 <= |padded_magnitude[127:64];
            room_s6 <= room_s5;
            sum_is_zero_operand_s6 <= |padded_magnitude;
            is_ready_s6 <= is_ready_s5;
            ready_word_s6 <= ready_word_s5;
            sum_sign_s6 <= sum_sign;
        end
    end

    always @(posedge clock) begin
        if (is_float_s6) begin
            places_s7 <= places;
            magnitude_s7 <= magnitude_s6;
            room_s7 <= room_s6;
            sum_is_zero_operand_s7 <= sum_is_zero_operand_s6;
            is_ready_s7 <= is_ready_s6;
            ready_word_s7 <= ready_word_s6;
            sum_sign_s7 <= sum_sign_s6;
        end
    end

    always @(posedge clock) begin
        if (is_float_s7) begin
            rounded_operand_s8 <= {exponent_less_one, 23'd0} + {8'd0, normalised_by1[25:2]};
            rounds_up_s8 <= rounds_up;
            sum_is_zero_operand_s8 <= sum_is_zero_operand_s7;
            is_ready_s8 <= is_ready_s7;
            ready_word_s8 <= ready_word_s7;
            sum_sign_s8 <= sum_sign_s7;
        end
    end

    assign comparison = relation_holds;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

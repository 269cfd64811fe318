// lanebeat_lane: ALU, predicate logic and result select of one lane.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   opcode            input    8  operation
//   a                 input   32  operand a, after DPP
//   b                 input   32  operand b or the literal
//   c                 input   32  operand c or the literal
//   p                 input    1  predicate p, after negation
//   q                 input    1  predicate q, after negation
//   exec              input    1  EXEC of the thread before the instruction
//   video_modifiers   input   35  modifiers of a video instruction
//   shuffle_word      input   32  the word that the shuffle took
//   shuffle_in_range  input    1  whether its source is in range
//   vote_word         input   32  the word of a vote, match or reduction
//   vote_mask         input    1  its predicate
//   modifiers         input    6  negation and absolute value of a, b, c
//   result            output  32  word for the destination register
//   mask              output   1  bit for the mask destination
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_lane (
    input  wire [7:0]  opcode,           // operation
    input  wire [31:0] a,                // operand a, after DPP
    input  wire [31:0] b,                // operand b or the literal
    input  wire [31:0] c,                // operand c or the literal
    input  wire        p,                // predicate p, after negation
    input  wire        q,                // predicate q, after negation
    input  wire        exec,             // EXEC of the thread before the instruction
    input  wire [34:0] video_modifiers,  // modifiers of a video instruction
    input  wire [31:0] shuffle_word,     // the word that the shuffle took
    input  wire        shuffle_in_range, // whether its source is in range
    input  wire [31:0] vote_word,        // the word of a vote, match or reduction
    input  wire        vote_mask,        // its predicate
    input  wire [5:0]  modifiers,        // negation and absolute value of a, b, c
    output wire [31:0] result,           // word for the destination register
    output wire        mask              // bit for the mask destination
);

    wire [31:0] video_select_x;
    wire [3:0] video_select_x_signs;
    wire [31:0] video_select_y;
    wire [3:0] video_select_y_signs;
    wire [31:0] video_result;
    wire [31:0] float_result;
    wire float_comparison;

    wire [3:0] operation_class = opcode[7:4];
    wire [3:0] choice = opcode[3:0];
    wire adds_class = operation_class == 4'd2;
    wire adds = adds_class & (choice == 4'd0);
    wire reversed = adds_class & (choice == 4'd2);
    wire [31:0] repeated = {32{~(adds | reversed)}};
    wire subtracts = ~adds;
    wire [32:0] joined = {1'b0, a ^ {32{reversed}}};
    wire [32:0] total = joined + {1'b0, b ^ repeated} + {32'd0, subtracts};
    wire less_unsigned = ~total[32];
    wire less_signed = less_unsigned ^ a[31] ^ b[31];
    wire equal = a == b;
    wire [31:0] selected = (choice[0] & ~p) ? b : a;
    wire is_equal = operation_class == 4'd15;
    wire [31:0] left_factor = is_equal ? video_select_x : a;
    wire [31:0] right_factor = is_equal ? video_select_y : b;
    wire [63:0] product = {32'd0, left_factor} * {32'd0, right_factor};
    wire [31:0] both = c & {32{choice == 4'd3}};
    wire signed_product = choice == 4'd2;
    wire [31:0] both_2 = b & {32{signed_product & a[31]}};
    wire [31:0] both_3 = a & {32{signed_product & b[31]}};
    wire takes_high = signed_product | (choice == 4'd1);
    wire [31:0] product_result = takes_high ? ((product[63:32] - both_2) - both_3) : (product[31:0] + both);
    wire differing = (choice[0] ? less_unsigned : less_signed) ^ choice[1];
    wire [31:0] extreme = differing ? a : b;
    wire [127:0] logic_choices = {~a, a ^ b, a | b, a & b};
    wire [63:0] logic_result_of_2 = choice[1] ? logic_choices[127:64] : logic_choices[63:0];
    wire [31:0] logic_result = choice[0] ? logic_result_of_2[63:32] : logic_result_of_2[31:0];
    wire shifts_left = choice == 4'd0;
    wire shifts_negative = (choice == 4'd3) & b[31];
    wire [31:0] joined_2 = {
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
        b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23], b[24], b[25], b[26], b[27], b[28], b[29],
        b[30], b[31]
    };
    wire [31:0] differing_2 = (shifts_left ? joined_2 : b) ^ {32{shifts_negative}};
    wire [31:0] shifted = (differing_2 >> a[4:0]) ^ {32{shifts_negative}};
    wire [31:0] joined_3 = {
        shifted[0], shifted[1], shifted[2], shifted[3], shifted[4], shifted[5], shifted[6], shifted[7],
        shifted[8], shifted[9], shifted[10], shifted[11], shifted[12], shifted[13], shifted[14], shifted[15],
        shifted[16], shifted[17], shifted[18], shifted[19], shifted[20], shifted[21], shifted[22],
        shifted[23], shifted[24], shifted[25], shifted[26], shifted[27], shifted[28], shifted[29],
        shifted[30], shifted[31]
    };
    wire [31:0] shift_result = shifts_left ? joined_3 : shifted;
    wire [2:0] joined_4 = {1'b0, {1'b0, a[0]} + {1'b0, a[1]}};
    wire [2:0] joined_5 = {1'b0, {1'b0, a[2]} + {1'b0, a[3]}};
    wire [2:0] joined_6 = {1'b0, {1'b0, a[4]} + {1'b0, a[5]}};
    wire [2:0] joined_7 = {1'b0, {1'b0, a[6]} + {1'b0, a[7]}};
    wire [2:0] joined_8 = {1'b0, {1'b0, a[8]} + {1'b0, a[9]}};
    wire [2:0] joined_9 = {1'b0, {1'b0, a[10]} + {1'b0, a[11]}};
    wire [2:0] joined_10 = {1'b0, {1'b0, a[12]} + {1'b0, a[13]}};
    wire [2:0] joined_11 = {1'b0, {1'b0, a[14]} + {1'b0, a[15]}};
    wire [2:0] joined_12 = {1'b0, {1'b0, a[16]} + {1'b0, a[17]}};
    wire [2:0] joined_13 = {1'b0, {1'b0, a[18]} + {1'b0, a[19]}};
    wire [2:0] joined_14 = {1'b0, {1'b0, a[20]} + {1'b0, a[21]}};
    wire [2:0] joined_15 = {1'b0, {1'b0, a[22]} + {1'b0, a[23]}};
    wire [2:0] joined_16 = {1'b0, {1'b0, a[24]} + {1'b0, a[25]}};
    wire [2:0] joined_17 = {1'b0, {1'b0, a[26]} + {1'b0, a[27]}};
    wire [2:0] joined_18 = {1'b0, {1'b0, a[28]} + {1'b0, a[29]}};
    wire [2:0] joined_19 = {1'b0, {1'b0, a[30]} + {1'b0, a[31]}};
    wire [3:0] sum = {1'b0, joined_4 + joined_5} + {1'b0, joined_6 + joined_7};
    wire [3:0] sum_2 = {1'b0, joined_8 + joined_9} + {1'b0, joined_10 + joined_11};
    wire [3:0] sum_3 = {1'b0, joined_12 + joined_13} + {1'b0, joined_14 + joined_15};
    wire [3:0] sum_4 = {1'b0, joined_16 + joined_17} + {1'b0, joined_18 + joined_19};
    wire [5:0] joined_20 = {1'b0, {1'b0, sum} + {1'b0, sum_2}};
    wire [5:0] joined_21 = {1'b0, {1'b0, sum_3} + {1'b0, sum_4}};
    wire [5:0] ones = joined_20 + joined_21;
    wire inverse = ~(|a[31:16]);
    wire [15:0] highest_16 = inverse ? a[15:0] : a[31:16];
    wire inverse_2 = ~(|highest_16[15:8]);
    wire [7:0] highest_8 = inverse_2 ? highest_16[7:0] : highest_16[15:8];
    wire inverse_3 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_3 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_4 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_4 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [4:0] leading_zeros = {inverse, inverse_2, inverse_3, inverse_4, ~highest_2[1]};
    wire [31:0] repeated_2 = {32{~highest_1}};
    wire [31:0] sum_5 = {26'd0, ones} + (b & {32{~choice[2]}});
    wire [127:0] count_choices = {
        {27'd0, leading_zeros} | repeated_2, {27'd0, ~leading_zeros} | repeated_2, a[0], a[1], a[2], a[3],
        a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17], a[18],
        a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28], a[29], a[30], a[31], sum_5
    };
    wire [63:0] count_result_of_2 = choice[1] ? count_choices[127:64] : count_choices[63:0];
    wire [31:0] count_result = choice[0] ? count_result_of_2[63:32] : count_result_of_2[31:0];
    wire [31:0] both_4 = (choice[3] ? 32'h3f800000 : 32'hffffffff) & {32{shuffle_in_range}};
    wire [31:0] shuffle_result = choice[2] ? both_4 : shuffle_word;
    wire [511:0] unit_results = {
        video_result, vote_word, 32'd0, 32'd0, 32'd0, shuffle_result, shuffle_word, 32'd0, count_result,
        shift_result, logic_result, extreme, product_result, total[31:0], selected, 32'd0
    };
    wire [255:0] element_of_8 = operation_class[3] ? unit_results[511:256] : unit_results[255:0];
    wire [127:0] element_of_4 = operation_class[2] ? element_of_8[255:128] : element_of_8[127:0];
    wire [63:0] element_of_2 = operation_class[1] ? element_of_4[127:64] : element_of_4[63:0];
    wire [31:0] element = operation_class[0] ? element_of_2[63:32] : element_of_2[31:0];
    wire choice_2 = choice[0] ? less_unsigned : less_signed;
    wire choice_3 = choice[3] ? (choice_2 | equal) : choice[2] ? choice_2 : equal;
    wire compare_result = choice_3 ^ choice[1];
    wire combined = (choice == 4'd0) ? (p & q) : (choice == 4'd1) ? (p | q) : (p ^ q);
    wire [15:0] unit_masks = {
        1'b0, vote_mask, 1'b0, 1'b0, exec, shuffle_in_range, combined, compare_result, 1'b0, 1'b0, 1'b0, 1'b0,
        1'b0, 1'b0, a[0], 1'b0
    };
    wire [7:0] element_2_of_8 = operation_class[3] ? unit_masks[15:8] : unit_masks[7:0];
    wire [3:0] element_2_of_4 = operation_class[2] ? element_2_of_8[7:4] : element_2_of_8[3:0];
    wire [1:0] element_2_of_2 = operation_class[1] ? element_2_of_4[3:2] : element_2_of_4[1:0];
    wire element_2 = operation_class[0] ? element_2_of_2[1] : element_2_of_2[0];
    wire is_float = operation_class == 4'd12;
    wire is_float_comparison = operation_class == 4'd13;
    assign result = is_float ? float_result : element;
    assign mask = is_float_comparison ? float_comparison : element_2;
    wire video_select_is_simd = choice[3] & (|choice[2:0]);
    wire [10:0] video_modifiers_2 = {video_modifiers[34:31], video_modifiers[6:0]};

    lanebeat_video_select video_select (
        .a(a),
        .b(b),
        .is_simd(video_select_is_simd),
        .bytes_of_a(video_modifiers[18:7]),
        .a_is_signed(video_modifiers[0]),
        .x(video_select_x),
        .x_signs(video_select_x_signs),
        .bytes_of_b(video_modifiers[30:19]),
        .b_is_signed(video_modifiers[1]),
        .y(video_select_y),
        .y_signs(video_select_y_signs)
    );

    lanebeat_video video (
        .choice(choice),
        .modifiers(video_modifiers_2),
        .x(video_select_x),
        .y(video_select_y),
        .x_signs(video_select_x_signs),
        .y_signs(video_select_y_signs),
        .product(product),
        .c(c),
        .result(video_result)
    );

    lanebeat_float float (
        .choice(choice),
        .modifiers(modifiers),
        .a(a),
        .b(b),
        .c(c),
        .result(float_result),
        .comparison(float_comparison)
    );

endmodule

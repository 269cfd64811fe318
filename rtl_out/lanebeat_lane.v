// lanebeat_lane: ALU, predicate logic and result select of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_lane (
    input  wire [7:0]  opcode,          // operation
    input  wire [31:0] a,               // operand a, after DPP
    input  wire [31:0] b,               // operand b or the literal
    input  wire [31:0] c,               // operand c or the literal
    input  wire        p,               // predicate p, after negation
    input  wire        q,               // predicate q, after negation
    input  wire        exec,            // EXEC of the thread before the instruction
    input  wire [34:0] video_modifiers, // modifiers of a video instruction

    input  wire [31:0] shuffle_word,     // the word that the shuffle took
    input  wire        shuffle_in_range, // the source of the shuffle is in range

    input  wire [31:0] vote_word, // the word of a vote, match or reduction
    input  wire        vote_mask, // the predicate of a vote, match or reduction

    input  wire [5:0]  modifiers, // negation and absolute value of a, b, c
    output wire [31:0] result,    // word for the destination register
    output wire        mask       // bit for the mask destination
);

    localparam [3:0] IADD_CHOICE = 4'd0, PSETP_AND_CHOICE = 4'd0, SHL_CHOICE = 4'd0,
                     IMUL_HI_U32_CHOICE = 4'd1, PSETP_OR_CHOICE = 4'd1, CLASS_IADD = 4'd2,
                     IMUL_HI_S32_CHOICE = 4'd2, V_SUBREV_U32_CHOICE = 4'd2, IMAD_CHOICE = 4'd3,
                     SHR_S32_CHOICE = 4'd3, CLASS_FADD = 4'd12, CLASS_FSETP = 4'd13,
                     CLASS_VADD = 4'd15;

    genvar part;
    wire [31:0] video_select_x, video_select_y;
    wire [3:0] video_select_x_signs, video_select_y_signs;
    wire [31:0] video_result;
    wire [31:0] float_result;
    wire float_comparison;
    wire [31:0] shifted_choice, shift_result_choice, count_choices_part;

    wire [3:0] operation_class = opcode[7:4];
    wire [3:0] choice = opcode[3:0];
    wire adds_class = operation_class == CLASS_IADD;
    wire adds = adds_class & (choice == IADD_CHOICE);
    wire reversed = adds_class & (choice == V_SUBREV_U32_CHOICE);
    wire subtracts = ~adds;
    wire [31:0] total_term = {32{~(adds | reversed)}};
    wire [32:0] total_term_2 = {1'b0, a ^ {32{reversed}}};
    wire [32:0] total = total_term_2 + {1'b0, b ^ total_term} + {32'd0, subtracts};
    wire less_unsigned = ~total[32];
    wire less_signed = less_unsigned ^ a[31] ^ b[31];
    wire equal = a == b;
    wire [31:0] selected = (choice[0] & ~p) ? b : a;
    wire [31:0] left_factor = (operation_class == CLASS_VADD) ? video_select_x : a;
    wire [31:0] right_factor = (operation_class == CLASS_VADD) ? video_select_y : b;
    wire [63:0] product = {32'd0, left_factor} * {32'd0, right_factor};
    wire signed_product = choice == IMUL_HI_S32_CHOICE;
    wire takes_high = signed_product | (choice == IMUL_HI_U32_CHOICE);
    wire [31:0] product_result_term = b & {32{signed_product & a[31]}};
    wire [31:0] product_result_term_2 = a & {32{signed_product & b[31]}};
    wire [31:0] product_result_term_3 = c & {32{choice == IMAD_CHOICE}};
    wire [31:0] product_result_choice =
        (product[63:32] - product_result_term) - product_result_term_2;
    wire [31:0] product_result =
        takes_high ? product_result_choice :
        (product[31:0] + product_result_term_3);
    wire [31:0] extreme = ((choice[0] ? less_unsigned : less_signed) ^ choice[1]) ? a : b;
    wire [127:0] logic_choices = {~a, a ^ b, a | b, a & b};
    wire [63:0] logic_result_of_2 = choice[1] ? logic_choices[127:64] : logic_choices[63:0];
    wire [31:0] logic_result = choice[0] ? logic_result_of_2[63:32] : logic_result_of_2[31:0];
    wire shifts_left = choice == SHL_CHOICE;
    wire shifts_negative = (choice == SHR_S32_CHOICE) & b[31];
    wire [31:0] shifted_unshifted = (shifts_left ? shifted_choice : b) ^ {32{shifts_negative}};
    wire [31:0] shifted = (shifted_unshifted >> a[4:0]) ^ {32{shifts_negative}};
    wire [31:0] shift_result = shifts_left ? shift_result_choice : shifted;
    wire [2:0] ones_term = {1'b0, {1'b0, a[0]} + {1'b0, a[1]}};
    wire [2:0] ones_term_2 = {1'b0, {1'b0, a[2]} + {1'b0, a[3]}};
    wire [2:0] ones_term_3 = {1'b0, {1'b0, a[4]} + {1'b0, a[5]}};
    wire [2:0] ones_term_4 = {1'b0, {1'b0, a[6]} + {1'b0, a[7]}};
    wire [3:0] ones_part = {1'b0, ones_term + ones_term_2} + {1'b0, ones_term_3 + ones_term_4};
    wire [2:0] ones_term_5 = {1'b0, {1'b0, a[8]} + {1'b0, a[9]}};
    wire [2:0] ones_term_6 = {1'b0, {1'b0, a[10]} + {1'b0, a[11]}};
    wire [2:0] ones_term_7 = {1'b0, {1'b0, a[12]} + {1'b0, a[13]}};
    wire [2:0] ones_term_8 = {1'b0, {1'b0, a[14]} + {1'b0, a[15]}};
    wire [3:0] ones_part_2 = {1'b0, ones_term_5 + ones_term_6} + {1'b0, ones_term_7 + ones_term_8};
    wire [2:0] ones_term_9 = {1'b0, {1'b0, a[16]} + {1'b0, a[17]}};
    wire [2:0] ones_term_10 = {1'b0, {1'b0, a[18]} + {1'b0, a[19]}};
    wire [2:0] ones_term_11 = {1'b0, {1'b0, a[20]} + {1'b0, a[21]}};
    wire [2:0] ones_term_12 = {1'b0, {1'b0, a[22]} + {1'b0, a[23]}};
    wire [3:0] ones_part_3 =
        {1'b0, ones_term_9 + ones_term_10} + {1'b0, ones_term_11 + ones_term_12};
    wire [2:0] ones_term_13 = {1'b0, {1'b0, a[24]} + {1'b0, a[25]}};
    wire [2:0] ones_term_14 = {1'b0, {1'b0, a[26]} + {1'b0, a[27]}};
    wire [2:0] ones_term_15 = {1'b0, {1'b0, a[28]} + {1'b0, a[29]}};
    wire [2:0] ones_term_16 = {1'b0, {1'b0, a[30]} + {1'b0, a[31]}};
    wire [3:0] ones_part_4 =
        {1'b0, ones_term_13 + ones_term_14} + {1'b0, ones_term_15 + ones_term_16};
    wire [5:0] ones_term_17 = {1'b0, {1'b0, ones_part} + {1'b0, ones_part_2}};
    wire [5:0] ones_term_18 = {1'b0, {1'b0, ones_part_3} + {1'b0, ones_part_4}};
    wire [5:0] ones = ones_term_17 + ones_term_18;
    wire highest_16_condition = ~|a[31:16];
    wire [15:0] highest_16 = highest_16_condition ? a[15:0] : a[31:16];
    wire highest_8_condition = ~|highest_16[15:8];
    wire [7:0] highest_8 = highest_8_condition ? highest_16[7:0] : highest_16[15:8];
    wire highest_4_condition = ~|highest_8[7:4];
    wire [3:0] highest_4 = highest_4_condition ? highest_8[3:0] : highest_8[7:4];
    wire highest_2_condition = ~|highest_4[3:2];
    wire [1:0] highest_2 = highest_2_condition ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [4:0] leading_zeros = {
        highest_16_condition, highest_8_condition, highest_4_condition, highest_2_condition,
        ~highest_2[1]
    };
    wire [31:0] count_choices_term = {32{~highest_1}};
    wire [31:0] count_choices_part_2 = {26'd0, ones} + (b & {32{~choice[2]}});
    wire [127:0] count_choices = {
        {27'd0, leading_zeros} | count_choices_term, {27'd0, ~leading_zeros} | count_choices_term,
        count_choices_part, count_choices_part_2
    };
    wire [63:0] count_result_of_2 = choice[1] ? count_choices[127:64] : count_choices[63:0];
    wire [31:0] count_result = choice[0] ? count_result_of_2[63:32] : count_result_of_2[31:0];
    wire [31:0] shuffle_result_choice =
        (choice[3] ? 32'h3f800000 : 32'hffffffff) & {32{shuffle_in_range}};
    wire [31:0] shuffle_result = choice[2] ? shuffle_result_choice : shuffle_word;
    wire [511:0] unit_results = {
        video_result, vote_word, 96'd0, shuffle_result, shuffle_word, 32'd0, count_result,
        shift_result, logic_result, extreme, product_result, total[31:0], selected, 32'd0
    };
    wire compare_result_term = choice[0] ? less_unsigned : less_signed;
    wire compare_result_term_2 =
        choice[3] ? (compare_result_term | equal) :
        choice[2] ? compare_result_term :
        equal;
    wire compare_result = compare_result_term_2 ^ choice[1];
    wire combined =
        (choice == PSETP_AND_CHOICE) ? (p & q) :
        (choice == PSETP_OR_CHOICE) ? (p | q) :
        (p ^ q);
    wire [15:0] unit_masks = {
        1'b0, vote_mask, 2'd0, exec, shuffle_in_range, combined, compare_result, 6'd0, a[0], 1'b0
    };
    wire is_float = operation_class == CLASS_FADD;
    wire is_float_comparison = operation_class == CLASS_FSETP;
    wire [255:0] result_other_choice_of_8 =
        operation_class[3] ? unit_results[511:256] :
        unit_results[255:0];
    wire [127:0] result_other_choice_of_4 =
        operation_class[2] ? result_other_choice_of_8[255:128] :
        result_other_choice_of_8[127:0];
    wire [63:0] result_other_choice_of_2 =
        operation_class[1] ? result_other_choice_of_4[127:64] :
        result_other_choice_of_4[63:0];
    wire [31:0] result_other_choice =
        operation_class[0] ? result_other_choice_of_2[63:32] :
        result_other_choice_of_2[31:0];
    assign result = is_float ? float_result : result_other_choice;
    wire [7:0] mask_other_choice_of_8 = operation_class[3] ? unit_masks[15:8] : unit_masks[7:0];
    wire [3:0] mask_other_choice_of_4 =
        operation_class[2] ? mask_other_choice_of_8[7:4] :
        mask_other_choice_of_8[3:0];
    wire [1:0] mask_other_choice_of_2 =
        operation_class[1] ? mask_other_choice_of_4[3:2] :
        mask_other_choice_of_4[1:0];
    wire mask_other_choice =
        operation_class[0] ? mask_other_choice_of_2[1] :
        mask_other_choice_of_2[0];
    assign mask = is_float_comparison ? float_comparison : mask_other_choice;

    for (part = 0; part < 32; part = part + 1) begin : each_of_32
        assign shifted_choice[part] = b[31 - part];
        assign shift_result_choice[part] = shifted[31 - part];
        assign count_choices_part[part] = a[31 - part];
    end

    lanebeat_video_select video_select (
        .a(a), .b(b), .is_simd(choice[3] & (|choice[2:0])), .bytes_of_a(video_modifiers[18:7]),
        .a_is_signed(video_modifiers[0]), .bytes_of_b(video_modifiers[30:19]),
        .b_is_signed(video_modifiers[1]), .x(video_select_x), .x_signs(video_select_x_signs),
        .y(video_select_y), .y_signs(video_select_y_signs)
    );

    lanebeat_video video (
        .choice(choice), .modifiers({video_modifiers[34:31], video_modifiers[6:0]}),
        .x(video_select_x), .y(video_select_y), .x_signs(video_select_x_signs),
        .y_signs(video_select_y_signs), .product(product), .c(c), .result(video_result)
    );

    lanebeat_float float (
        .choice(choice), .modifiers(modifiers), .a(a), .b(b), .c(c), .result(float_result),
        .comparison(float_comparison)
    );

endmodule

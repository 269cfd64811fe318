// lanebeat_lane: ALU, predicate logic and result select of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane (
    input  wire [7:0]  opcode,          // operation
    input  wire [31:0] a,               // operand a, after DPP
    input  wire [31:0] b,               // operand b or the literal
    input  wire [31:0] c,               // operand c or the literal
    input  wire        p,               // predicate p, after negation
    input  wire        q,               // predicate q, after negation
    input  wire        exec,            // EXEC of the thread before the instruction
    input  wire [34:0] video_modifiers, // modifiers of a video instruction
    input  wire [7:0]  lookup_table,    // table of LOP3

    input  wire [31:0] shuffle_word,     // the word that the shuffle took
    input  wire        shuffle_in_range, // the source of the shuffle is in range

    input  wire [31:0] vote_word, // the word of a vote, match or reduction
    input  wire        vote_mask, // the predicate of a vote, match or reduction

    input  wire [5:0]  modifiers, // negation and absolute value of a, b, c
    output wire [31:0] result,    // word for the destination register
    output wire        mask       // bit for the mask destination
);

    localparam [1:0] LOP_AND_CHOICE = 2'd0, LOP_OR_CHOICE = 2'd1, LOP_XOR_CHOICE = 2'd2,
                     NOT_CHOICE = 2'd3;
    localparam [3:0] IADD_CHOICE = 4'd0, PSETP_AND_CHOICE = 4'd0, SHL_CHOICE = 4'd0,
                     VADD_CHOICE = 4'd0, V_BCNT_U32_B32_CHOICE = 4'd0, BREV_CHOICE = 4'd1,
                     CLASS_MOVE = 4'd1, IMUL_HI_U32_CHOICE = 4'd1, PSETP_OR_CHOICE = 4'd1,
                     CLASS_SUM = 4'd2, IMUL_HI_S32_CHOICE = 4'd2, V_SUBREV_U32_CHOICE = 4'd2,
                     CLASS_PRODUCT = 4'd3, IMAD_CHOICE = 4'd3, SHR_S32_CHOICE = 4'd3,
                     CLASS_MINMAX = 4'd4, CLASS_LOGIC = 4'd5, VSHL_CHOICE = 4'd5,
                     CLASS_SHIFT = 4'd6, VSHR_CHOICE = 4'd6, CLASS_COUNT = 4'd7,
                     CLASS_COMPARE = 4'd8, VMAD_CHOICE = 4'd8, CLASS_MASK_OR_LANE_MOVE = 4'd9,
                     VADD2_CHOICE = 4'd9, CLASS_SHUFFLE = 4'd10, CLASS_EXEC = 4'd11,
                     VAVRG2_CHOICE = 4'd11, CLASS_FLOAT = 4'd12, CLASS_FLOAT_COMPARE = 4'd13,
                     CLASS_VOTE = 4'd14, CLASS_VIDEO = 4'd15;

    genvar part;
    wire [31:0] video_select_x, video_select_y;
    wire [3:0] video_select_x_signs, video_select_y_signs;
    wire [31:0] video_word;
    wire [3:0] video_takes_c;
    wire [31:0] float_unit_result;
    wire float_unit_comparison;
    wire [3:0] equal, empty4;
    wire [7:0] empty2;
    wire [15:0] empty1;
    wire [31:0] reversed_term, to_be_shifted_part, bytes_from_c;
    wire [33:0] shifted_left_term;

    // The opcode's upper digit names the part of the lane that counts.
    wire [3:0] operation_class = opcode[7:4];
    wire [3:0] choice = opcode[3:0];
    wire is_shift = operation_class == CLASS_SHIFT;
    wire is_video = operation_class == CLASS_VIDEO;
    wire is_simd = is_video & choice[3] & (|choice[2:0]);
    wire of_bytes = is_simd & video_modifiers[5];
    wire [11:0] bytes_of_x_other_choice = {
        is_shift, 2'd3, is_shift, 2'd2, is_shift, 2'd1, is_shift, 2'd0
    };
    wire [11:0] bytes_of_x = is_video ? video_modifiers[18:7] : bytes_of_x_other_choice;
    wire [11:0] bytes_of_y_other_choice = {
        ~is_shift, 2'd3, ~is_shift, 2'd2, ~is_shift, 2'd1, ~is_shift, 2'd0
    };
    wire [11:0] bytes_of_y = is_video ? video_modifiers[30:19] : bytes_of_y_other_choice;
    wire is_product = operation_class == CLASS_PRODUCT;

    // A negative factor counts as itself + 2^32 in an unsigned product.
    wire signed_product = is_product & (choice == IMUL_HI_S32_CHOICE);
    wire corrects_by_a = signed_product & video_select_y[31];
    wire corrects_by_b = signed_product & video_select_x[31];
    wire is_sum = operation_class == CLASS_SUM;
    wire corrects_by_both = corrects_by_a & corrects_by_b;
    wire subtracts_reversed = is_sum & (choice == V_SUBREV_U32_CHOICE);
    wire gives_sum = is_sum | corrects_by_both;
    wire complements_total = subtracts_reversed | corrects_by_both;
    wire adds =
        (is_sum & (choice == IADD_CHOICE)) | corrects_by_both |
        (is_video & (choice == VADD_CHOICE)) | (is_video & (choice == VADD2_CHOICE)) |
        (is_video & (choice == VAVRG2_CHOICE)) | (is_video & (choice == VMAD_CHOICE));
    wire [31:0] right = video_select_y ^ {32{~adds}};
    wire subtracts = ~(adds | subtracts_reversed);

    // One carry chain for all elements: between two bytes is a bit that passes the carry on, or
    // stops it and starts the next element's. a - ~b is a + b + 1, and the lowest bit lets the
    // first carry in.
    wire [36:0] left_of_total = {
        1'b0, video_select_x[31:24], ~of_bytes | subtracts, video_select_x[23:16],
        ~is_simd | subtracts, video_select_x[15:8], ~of_bytes | subtracts, video_select_x[7:0], 1'b0
    };
    wire [36:0] right_of_total = {
        1'b0, right[31:24], of_bytes & subtracts, right[23:16], is_simd & subtracts, right[15:8],
        of_bytes & subtracts, right[7:0], subtracts
    };
    wire [36:0] total_and_carries_whole = left_of_total - ~right_of_total;
    wire [35:0] total_and_carries = total_and_carries_whole[36:1];
    wire total_carry0 = total_and_carries[8] ^ ~of_bytes;
    wire total_carry1 = total_and_carries[17] ^ ~is_simd;
    wire total_carry2 = total_and_carries[26] ^ ~of_bytes;
    wire total_carry3 = total_and_carries[35];
    wire [31:0] total = {
        total_and_carries[34:27], total_and_carries[25:18], total_and_carries[16:9],
        total_and_carries[7:0]
    };

    // A subtraction without a last carry has borrowed: a is below b.
    wire less_unsigned = ~total_carry3;
    wire less_signed = less_unsigned ^ video_select_x[31] ^ video_select_y[31];
    wire is_count = operation_class == CLASS_COUNT;
    wire counts_ones = is_count & (~|choice[1:0]);
    wire reverses = is_count & (choice == BREV_CHOICE);
    wire counts_zeros = is_count & choice[1];

    // From its highest bit down, each says that the upper half of a part is empty.
    wire empty16 = ~|video_select_x[31:16];
    wire zeros16 = empty16;
    wire [1:0] empty8 = {~|video_select_x[15:8], ~|video_select_x[31:24]};
    wire [1:0] zeros8 = {zeros16, empty8[zeros16]};
    wire [2:0] zeros4 = {zeros8, empty4[zeros8]};
    wire [3:0] zeros2 = {zeros4, empty2[zeros4]};
    wire [4:0] leading_zeros = {zeros2, empty1[zeros2]};
    wire [31:0] zeros_or_position =
        {27'd0, leading_zeros ^ {5{~choice[0]}}} | {32{~|video_select_x}};
    wire [31:0] reversed = reversed_term & {32{reverses}};

    // Each word is 0 for all operations but its own; an OR joins them.
    wire [31:0] count_result = (zeros_or_position & {32{counts_zeros}}) | reversed;
    wire [4:0] sixes_first_third_carries =
        (video_select_x[4:0] | video_select_x[9:5]) & video_select_x[14:10];
    wire [4:0] sixes_first_carry =
        (video_select_x[4:0] & video_select_x[9:5]) | sixes_first_third_carries;
    wire [4:0] sixes_first_sum = video_select_x[4:0] ^ video_select_x[9:5] ^ video_select_x[14:10];
    wire [4:0] sixes_second_third_carries =
        (video_select_x[19:15] | video_select_x[24:20]) & video_select_x[29:25];
    wire [4:0] sixes_second_carry =
        (video_select_x[19:15] & video_select_x[24:20]) | sixes_second_third_carries;
    wire [4:0] sixes_second_sum =
        video_select_x[19:15] ^ video_select_x[24:20] ^ video_select_x[29:25];
    wire [4:0] sixes_sums_carry = sixes_first_sum & sixes_second_sum;
    wire [4:0] sixes_upper_third_carries =
        (sixes_first_carry | sixes_second_carry) & sixes_sums_carry;
    wire [4:0] sixes_upper_carry =
        (sixes_first_carry & sixes_second_carry) | sixes_upper_third_carries;
    wire [4:0] sixes_upper_sum = sixes_first_carry ^ sixes_second_carry ^ sixes_sums_carry;
    wire [4:0] sixes_ones = sixes_first_sum ^ sixes_second_sum;
    wire units_first_third_carries = (sixes_ones[0] | sixes_ones[1]) & sixes_ones[2];
    wire units_first_carry = (sixes_ones[0] & sixes_ones[1]) | units_first_third_carries;
    wire units_first_sum = sixes_ones[0] ^ sixes_ones[1] ^ sixes_ones[2];
    wire units_second_third_carries = (sixes_ones[3] | sixes_ones[4]) & video_select_x[30];
    wire units_second_carry = (sixes_ones[3] & sixes_ones[4]) | units_second_third_carries;
    wire units_second_sum = sixes_ones[3] ^ sixes_ones[4] ^ video_select_x[30];
    wire units_sums_carry = units_first_sum & units_second_sum;
    wire units_upper_third_carries = (units_first_carry | units_second_carry) & units_sums_carry;
    wire units_upper_carry = (units_first_carry & units_second_carry) | units_upper_third_carries;
    wire units_upper_sum = units_first_carry ^ units_second_carry ^ units_sums_carry;
    wire units_ones = units_first_sum ^ units_second_sum;
    wire pairs_first_third_carries = (sixes_upper_sum[0] | sixes_upper_sum[1]) & sixes_upper_sum[2];
    wire pairs_first_carry = (sixes_upper_sum[0] & sixes_upper_sum[1]) | pairs_first_third_carries;
    wire pairs_first_sum = sixes_upper_sum[0] ^ sixes_upper_sum[1] ^ sixes_upper_sum[2];
    wire pairs_second_third_carries = (sixes_upper_sum[3] | sixes_upper_sum[4]) & units_upper_sum;
    wire pairs_second_carry =
        (sixes_upper_sum[3] & sixes_upper_sum[4]) | pairs_second_third_carries;
    wire pairs_second_sum = sixes_upper_sum[3] ^ sixes_upper_sum[4] ^ units_upper_sum;
    wire pairs_sums_carry = pairs_first_sum & pairs_second_sum;
    wire pairs_upper_third_carries = (pairs_first_carry | pairs_second_carry) & pairs_sums_carry;
    wire pairs_upper_carry = (pairs_first_carry & pairs_second_carry) | pairs_upper_third_carries;
    wire pairs_upper_sum = pairs_first_carry ^ pairs_second_carry ^ pairs_sums_carry;
    wire pairs_ones = pairs_first_sum ^ pairs_second_sum;
    wire fours_first_third_carries =
        (sixes_upper_carry[0] | sixes_upper_carry[1]) & sixes_upper_carry[2];
    wire fours_first_carry =
        (sixes_upper_carry[0] & sixes_upper_carry[1]) | fours_first_third_carries;
    wire fours_first_sum = sixes_upper_carry[0] ^ sixes_upper_carry[1] ^ sixes_upper_carry[2];
    wire fours_second_third_carries =
        (sixes_upper_carry[3] | sixes_upper_carry[4]) & units_upper_carry;
    wire fours_second_carry =
        (sixes_upper_carry[3] & sixes_upper_carry[4]) | fours_second_third_carries;
    wire fours_second_sum = sixes_upper_carry[3] ^ sixes_upper_carry[4] ^ units_upper_carry;
    wire fours_sums_carry = fours_first_sum & fours_second_sum;
    wire fours_upper_third_carries = (fours_first_carry | fours_second_carry) & fours_sums_carry;
    wire fours_upper_carry = (fours_first_carry & fours_second_carry) | fours_upper_third_carries;
    wire fours_upper_sum = fours_first_carry ^ fours_second_carry ^ fours_sums_carry;
    wire fours_ones = fours_first_sum ^ fours_second_sum;

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = pairs_upper_sum & fours_ones;
    wire carry2 = (pairs_upper_carry ^ fours_upper_sum) ? carry1 : fours_upper_sum;
    wire [4:0] population = {
        fours_upper_carry | carry2, pairs_upper_carry ^ fours_upper_sum ^ carry1,
        pairs_upper_sum ^ fours_ones, pairs_ones, units_ones
    };
    wire is_high_product = (choice == IMUL_HI_S32_CHOICE) | (choice == IMUL_HI_U32_CHOICE);

    // Products of halves fit DSP blocks, the additions behind them too.
    wire [31:0] product_of_lows = {16'd0, video_select_x[15:0]} * {16'd0, video_select_y[15:0]};
    wire [31:0] product_of_highs = {16'd0, video_select_x[31:16]} * {16'd0, video_select_y[31:16]};
    wire [31:0] product_of_low_high =
        {16'd0, video_select_x[15:0]} * {16'd0, video_select_y[31:16]};
    wire [31:0] product_of_high_low =
        {16'd0, video_select_x[31:16]} * {16'd0, video_select_y[15:0]};
    wire [47:0] product_without_high_low =
        {product_of_highs, product_of_lows[31:16]} + {16'd0, product_of_low_high};
    wire [47:0] product_upper = product_without_high_low + {16'd0, product_of_high_low};
    wire [63:0] product = {product_upper, product_of_lows[15:0]};
    wire takes_low = is_product & ~is_high_product;
    wire takes_high = is_product & is_high_product;
    wire is_video_shift_right = is_video & (choice == VSHR_CHOICE);
    wire shifts_left = (is_shift & (choice == SHL_CHOICE)) | (is_video & (choice == VSHL_CHOICE));
    wire shifts_right = (is_shift & (choice != SHL_CHOICE)) | is_video_shift_right;
    wire shifts_in =
        (is_shift & (choice == SHR_S32_CHOICE) & video_select_x[31]) |
        (is_video_shift_right & video_select_x_signs[3]);
    wire clamps_amount = is_video & (|video_select_y[31:5]) & ~video_modifiers[6];
    wire [5:0] amount = {clamps_amount, video_select_y[4:0] & {5{~clamps_amount}}};
    wire bits_above = video_select_x_signs[3] | shifts_in;

    // The shifter moves right; for a left shift bits are reversed.
    wire [33:0] to_be_shifted =
        shifts_left ? {to_be_shifted_part, bits_above, bits_above} :
        {{2{bits_above}}, video_select_x};
    wire [33:0] shifted_by1 = amount[0] ? {shifts_in, to_be_shifted[33:1]} : to_be_shifted;
    wire [33:0] shifted_by2 = amount[1] ? {{2{shifts_in}}, shifted_by1[33:2]} : shifted_by1;
    wire [33:0] shifted_by4 = amount[2] ? {{4{shifts_in}}, shifted_by2[33:4]} : shifted_by2;
    wire [33:0] shifted_by8 = amount[3] ? {{8{shifts_in}}, shifted_by4[33:8]} : shifted_by4;
    wire [33:0] shifted_by16 = amount[4] ? {{16{shifts_in}}, shifted_by8[33:16]} : shifted_by8;
    wire [33:0] shifted_by32 = amount[5] ? {{32{shifts_in}}, shifted_by16[33:32]} : shifted_by16;
    wire [33:0] shifted_left = shifted_left_term & {34{shifts_left}};
    wire [33:0] shift_result = (shifted_by32 & {34{shifts_right}}) | shifted_left;
    wire adds_c = is_product & (choice == IMAD_CHOICE);
    wire [31:0] added_c = c & {32{adds_c}};
    wire is_logic = operation_class == CLASS_LOGIC;
    wire looks_up = is_logic & choice[2];
    wire is_logic_of_two = is_logic & ~looks_up;
    wire [7:0] by_c_at0_whole = lookup_table & {8{looks_up}};
    wire [31:0] by_c_at6 = (c & {32{by_c_at0_whole[7]}}) | (~c & {32{by_c_at0_whole[6]}});
    wire [31:0] by_c_at4 = (c & {32{by_c_at0_whole[5]}}) | (~c & {32{by_c_at0_whole[4]}});
    wire [31:0] by_b_at4 = (b & by_c_at6) | (~b & by_c_at4);
    wire [31:0] by_c_at2 = (c & {32{by_c_at0_whole[3]}}) | (~c & {32{by_c_at0_whole[2]}});
    wire [31:0] by_c_at0 = (c & {32{by_c_at0_whole[1]}}) | (~c & {32{by_c_at0_whole[0]}});
    wire [31:0] by_b_at0 = (b & by_c_at2) | (~b & by_c_at0);
    wire [31:0] lookup_result = (a & by_b_at4) | (~a & by_b_at0);
    wire is_move = operation_class == CLASS_MOVE;
    wire selects_b = choice[0] & ~p;
    wire is_extreme = operation_class == CLASS_MINMAX;
    wire extreme_is_a = (choice[0] ? less_unsigned : less_signed) ^ choice[1];
    wire adds_b_to_count = (operation_class == CLASS_COUNT) & (choice == V_BCNT_U32_B32_CHOICE);
    wire takes_a = (is_move & ~selects_b) | (is_extreme & extreme_is_a);
    wire takes_b = (is_move & selects_b) | (is_extreme & ~extreme_is_a) | adds_b_to_count;
    wire is_not = is_logic_of_two & (choice[1:0] == NOT_CHOICE);
    wire is_xor = is_logic_of_two & (choice[1:0] == LOP_XOR_CHOICE);
    wire corrects_by_a_alone = corrects_by_a & ~corrects_by_b;
    wire corrects_by_b_alone = corrects_by_b & ~corrects_by_a;
    wire on_none = is_not | corrects_by_a_alone | corrects_by_b_alone;

    // The rows of a truth table select the function of both bits.
    wire on_both =
        (is_logic_of_two & (choice[1:0] == LOP_AND_CHOICE)) |
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | takes_a | takes_b;
    wire on_a_alone =
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | is_xor | corrects_by_b_alone | takes_a;
    wire on_b_alone =
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | is_xor | is_not |
        corrects_by_a_alone | takes_b;
    wire [31:0] logic_result =
        (video_select_x & video_select_y & {32{on_both}}) |
        (video_select_x & ~video_select_y & {32{on_a_alone}}) |
        (~video_select_x & video_select_y & {32{on_b_alone}}) |
        ((~(video_select_x | video_select_y)) & {32{on_none}}) |
        (video_select_x & {32{on_both & on_a_alone}}) |
        (video_select_y & {32{on_both & on_b_alone}}) |
        (~video_select_x & {32{on_b_alone & on_none}}) |
        (~video_select_y & {32{on_a_alone & on_none}});
    wire is_shuffle = operation_class == CLASS_SHUFFLE;
    wire takes_shuffle_word =
        (operation_class == CLASS_MASK_OR_LANE_MOVE) | (is_shuffle & ~choice[2]);

    // SHFL's range form answers 1.0 or all ones for a source in range.
    wire gives_true = is_shuffle & choice[2] & shuffle_in_range;
    wire [31:0] shuffle_result =
        (shuffle_word & {32{takes_shuffle_word}}) | ({32{gives_true}} & 32'h3f800000) |
        {32{gives_true & ~choice[3]}};
    wire is_vote = operation_class == CLASS_VOTE;
    wire [31:0] vote_result = vote_word & {32{is_vote}};
    wire [31:0] addend =
        count_result | video_word | added_c | lookup_result | logic_result | shuffle_result |
        vote_result;

    // One adder ends the lane: products, counts and carries meet in it.
    wire [31:0] augend =
        (product[31:0] & {32{takes_low}}) | (product[63:32] & {32{takes_high}}) |
        {27'd0, population & {5{counts_ones}}} | (c & bytes_from_c);
    wire carry = corrects_by_a | corrects_by_b | (video_select_x[31] & counts_ones);
    wire combined =
        (choice == PSETP_AND_CHOICE) ? (p & q) :
        (choice == PSETP_OR_CHOICE) ? (p | q) :
        (p ^ q);
    wire is_less = choice[0] ? less_unsigned : less_signed;
    wire relation_holds = choice[3] ? (is_less | (&equal)) : choice[2] ? is_less : (&equal);
    wire compare_result = relation_holds ^ choice[1];
    wire integer_mask =
        ((operation_class == CLASS_EXEC) & exec) |
        ((operation_class == CLASS_MASK_OR_LANE_MOVE) & combined) |
        ((operation_class == CLASS_MOVE) & video_select_x[0]) |
        ((operation_class == CLASS_COMPARE) & compare_result) |
        ((operation_class == CLASS_SHUFFLE) & shuffle_in_range) |
        ((operation_class == CLASS_VOTE) & vote_mask);
    wire is_float = operation_class == CLASS_FLOAT;
    wire is_float_comparison = operation_class == CLASS_FLOAT_COMPARE;
    assign result = is_float ? float_unit_result : (augend + addend + {31'd0, carry});
    assign mask = is_float_comparison ? float_unit_comparison : integer_mask;
    wire video_select_is_scalar = is_video & (~(is_video & choice[3] & (|choice[2:0])));

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign equal[part] = video_select_x[part*8 +: 8] == video_select_y[part*8 +: 8];
            assign empty4[part] = ~|video_select_x[28 - part*8 +: 4];
            assign bytes_from_c[part*8 +: 8] = {8{video_takes_c[part]}};
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty2[part] = ~|video_select_x[30 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty1[part] = ~video_select_x[31 - part*2];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign reversed_term[part] = video_select_x[31 - part];
            assign to_be_shifted_part[part] = video_select_x[31 - part];
        end
    endgenerate

    generate
        for (part = 0; part < 34; part = part + 1) begin : each_of_34
            assign shifted_left_term[part] = shifted_by32[33 - part];
        end
    endgenerate

    lanebeat_video_select video_select (
        .a(a), .b(b), .is_scalar(video_select_is_scalar), .bytes_of_a(bytes_of_x),
        .a_is_signed(video_modifiers[0] & is_video), .bytes_of_b(bytes_of_y),
        .b_is_signed(video_modifiers[1] & is_video), .x(video_select_x),
        .x_signs(video_select_x_signs), .y(video_select_y), .y_signs(video_select_y_signs)
    );

    lanebeat_video video (
        .is_video(is_video), .passes_sum(gives_sum), .passes_shift(is_shift),
        .choice(choice), .modifiers({video_modifiers[34:31], video_modifiers[6:0]}),
        .x(video_select_x), .y(video_select_y), .x_signs(video_select_x_signs),
        .y_signs(video_select_y_signs), .adds(adds), .total(total),
        .carries({total_carry3, total_carry2, total_carry1, total_carry0}),
        .complements(complements_total), .equal(equal), .shifted(shift_result), .product(product),
        .c(c), .word(video_word), .takes_c(video_takes_c)
    );

    lanebeat_float float_unit (
        .choice(choice), .modifiers(modifiers), .a(a), .b(b), .c(c), .result(float_unit_result),
        .comparison(float_unit_comparison)
    );

    (* unused *) wire unused;
    assign unused = &{
        1'b0, total_and_carries_whole[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

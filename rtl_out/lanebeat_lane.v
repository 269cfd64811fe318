// lanebeat_lane: ALU, predicate logic and result select of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane (
    input  wire [7:0]  opcode,          // operation
    input  wire [31:0] a,               // operand a, after DPP; of MBCNT the bits that are counted
    input  wire [31:0] b,               // operand b or the literal
    input  wire [31:0] c,               // operand c or the literal
    input  wire        p,               // predicate p, after negation
    input  wire        q,               // predicate q, after negation
    input  wire        exec,            // EXEC of the thread before the instruction
    input  wire [34:0] video_modifiers, // modifiers of a video instruction
    // table of LOP3, places of LEA.HI, signs of IADD3, function of a compare with q
    input  wire [7:0]  immediate,

    input  wire [31:0] shuffle_word,     // the word that the shuffle took
    input  wire        shuffle_in_range, // the source of the shuffle is in range

    input  wire [31:0] vote_word, // the word of a vote, match or reduction
    input  wire        vote_mask, // the predicate of a vote, match or reduction

    input  wire [5:0]  modifiers, // negation and absolute value of a, b, c
    output wire [31:0] result,    // word for the destination register
    output wire        mask       // bit for the mask destination
);

    localparam V_PERM_B32_CHOICE = 1'd1;
    localparam [1:0] LOP_AND_CHOICE = 2'd0, LOP_OR_CHOICE = 2'd1, PSETP_OR_CHOICE = 2'd1,
                     LOP_XOR_CHOICE = 2'd2, PSETP_XOR_CHOICE = 2'd2, NOT_CHOICE = 2'd3;
    localparam [3:0] IADD_CHOICE = 4'd0, VADD_CHOICE = 4'd0, BREV_CHOICE = 4'd1, CLASS_MOVE = 4'd1,
                     IMUL_HI_U32_CHOICE = 4'd1, SHF_L_U64_HI_CHOICE = 4'd1, CLASS_SUM = 4'd2,
                     IMUL_HI_S32_CHOICE = 4'd2, V_SUBREV_U32_CHOICE = 4'd2, CLASS_PRODUCT = 4'd3,
                     IADD3_CHOICE = 4'd3, IMAD_CHOICE = 4'd3, CLASS_MINMAX = 4'd4,
                     IADD_CC_CHOICE = 4'd4, SHLADD_CHOICE = 4'd4, CLASS_LOGIC = 4'd5,
                     ISUB_BB_CHOICE = 4'd5, SHLOR_CHOICE = 4'd5, VSHL_CHOICE = 4'd5,
                     CLASS_SHIFT = 4'd6, SHF_R_U64_CHOICE = 4'd6, VSHR_CHOICE = 4'd6,
                     V_SUBREV_CO_U32_CHOICE = 4'd6, CLASS_COUNT = 4'd7, ADDSHL_CHOICE = 4'd8,
                     CLASS_COMPARE = 4'd8, VMAD_CHOICE = 4'd8, BMSK_CHOICE = 4'd9,
                     CLASS_MASK_OR_LANE_MOVE = 4'd9, VADD2_CHOICE = 4'd9, BFE_U32_CHOICE = 4'd10,
                     CLASS_SHUFFLE = 4'd10, BFE_S32_CHOICE = 4'd11, CLASS_EXEC = 4'd11,
                     VAVRG2_CHOICE = 4'd11, CLASS_FLOAT = 4'd12, LEA_HI_CHOICE = 4'd12,
                     CLASS_FLOAT_COMPARE = 4'd13, CLASS_VOTE = 4'd14, CLASS_VIDEO = 4'd15;

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
    wire [31:0] reversed_term, bytes_from_c;

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
    wire is_iadd3 = (operation_class == CLASS_SUM) & (choice == IADD3_CHOICE);
    wire is_shladd = (operation_class == CLASS_SHIFT) & (choice == SHLADD_CHOICE);
    wire is_lea_high = (operation_class == CLASS_SHIFT) & (choice == LEA_HI_CHOICE);
    wire negates_a = immediate[0] & is_iadd3;
    wire negates_b = immediate[1] & is_iadd3;
    wire negates_c = immediate[2] & is_iadd3;
    wire negates_a_and_b = negates_a & negates_b;
    wire negates_all = negates_a_and_b & negates_c;

    // -x is not x + 1. The last adder's carry adds one 1, that of all three needs two.
    wire [31:0] flipped_c = c ^ {32{negates_c}};

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [32:0] signed_c_and_carry = 33'd0 - (~{flipped_c, negates_all});
    wire [31:0] added_word = signed_c_and_carry[32:1] & {32{is_iadd3 | is_shladd | is_lea_high}};
    wire adds_three = is_sum & (choice == IADD3_CHOICE);
    wire takes_carry = is_sum & choice[2];
    wire takes_borrow = is_sum & (choice == ISUB_BB_CHOICE);
    wire starts_at_zero = subtracts_reversed | (adds_three & negates_a & ~negates_b);
    wire borrows_reversed = is_sum & (choice == V_SUBREV_CO_U32_CHOICE);
    wire adds_same_sign = adds_three & (~(negates_a ^ negates_b));
    wire adds_bits = (is_sum & (choice == IADD_CC_CHOICE)) | adds_same_sign;
    wire complements_sum = complements_total | borrows_reversed | (adds_three & negates_a);

    // a - b - borrow is a + not b + not borrow; of the reversed one the complement counts.
    wire own_carry = q ^ takes_borrow;
    wire adds =
        (is_sum & (choice == IADD_CHOICE)) | corrects_by_both | adds_bits |
        ((operation_class == CLASS_SHIFT) & (choice == ADDSHL_CHOICE)) |
        (is_video & (choice == VADD_CHOICE)) | (is_video & (choice == VADD2_CHOICE)) |
        (is_video & (choice == VAVRG2_CHOICE)) | (is_video & (choice == VMAD_CHOICE));
    wire [31:0] right = video_select_y ^ {32{~adds}};
    wire subtracts = ~(adds | starts_at_zero);
    wire first_carry = takes_carry ? own_carry : subtracts;

    // One carry chain for all elements: between two bytes is a bit that passes the carry on, or
    // stops it and starts the next element's. a - ~b is a + b + 1, and the lowest bit lets the
    // first carry in.
    wire [36:0] left_of_total = {
        1'b0, video_select_x[31:24], ~of_bytes | first_carry, video_select_x[23:16],
        ~is_simd | first_carry, video_select_x[15:8], ~of_bytes | first_carry, video_select_x[7:0],
        1'b0
    };
    wire [36:0] right_of_total = {
        1'b0, right[31:24], of_bytes & first_carry, right[23:16], is_simd & first_carry,
        right[15:8], of_bytes & first_carry, right[7:0], first_carry
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
    wire shifts_left = (is_shift & ~choice[1]) | (is_video & (choice == VSHL_CHOICE));
    wire shifts_right = (is_shift & choice[1]) | is_video_shift_right;
    wire shifts_in =
        (is_shift & choice[1] & choice[0] & video_select_x[31]) |
        (is_video_shift_right & video_select_x_signs[3]);
    wire clamps_amount = is_video & (|video_select_y[31:5]) & ~video_modifiers[6];
    wire [5:0] amount = {clamps_amount, video_select_y[4:0] & {5{~clamps_amount}}};
    wire bits_above = video_select_x_signs[3] | shifts_in;
    wire shifts = shifts_left | shifts_right;
    wire shifts_address = is_shift & (choice == LEA_HI_CHOICE);
    wire funnels =
        (is_shift & (choice == SHF_L_U64_HI_CHOICE)) | (is_shift & (choice == SHF_R_U64_CHOICE));
    wire makes_mask = is_shift & (choice == BMSK_CHOICE);
    wire extracts_signed = is_shift & (choice == BFE_S32_CHOICE);
    wire extracts = extracts_signed | (is_shift & (choice == BFE_U32_CHOICE));

    // A field ends where its place and its length add up to.
    wire [5:0] field_end = {1'b0, a[4:0]} + {1'b0, c[4:0]};
    wire keeps_word = shifts & (~(makes_mask | extracts));

    // Lowest bits of the result that the shifter gives: 32 but for a field.
    wire [5:0] kept_places =
        (field_end & {6{makes_mask}}) | {1'b0, c[4:0] & {5{extracts}}} | {keeps_word, 5'd0};
    wire below_with1 = kept_places[0];
    wire [1:0] below2 = {1'b0, below_with1};
    wire [1:0] below_with2 = {2{kept_places[1]}};
    wire [3:0] below4 = {below2 & below_with2, below2 | below_with2};
    wire [3:0] below_with4 = {4{kept_places[2]}};
    wire [7:0] below8 = {below4 & below_with4, below4 | below_with4};
    wire [7:0] below_with8 = {8{kept_places[3]}};
    wire [15:0] below16 = {below8 & below_with8, below8 | below_with8};
    wire [15:0] below_with16 = {16{kept_places[4]}};
    wire [31:0] below32 = {below16 & below_with16, below16 | below_with16};
    wire [31:0] keeps = below32 | {32{kept_places[5]}};
    wire [33:0] goes_up_term = {{2{bits_above}}, video_select_x};
    wire [31:0] field_sign_bit_choices = {video_select_x[30:0], 1'b0};

    // The highest bit of a field; of one that ends above the word, the word's.
    wire field_sign_bit =
        field_end[5] ? video_select_x[31] :
        field_sign_bit_choices[field_end[4:0]];
    wire adds_first = is_shift & (choice == ADDSHL_CHOICE);
    wire field_sign = field_sign_bit & extracts_signed & (|c[4:0]);
    wire [4:0] shift_amount = adds_first ? c[4:0] : shifts_address ? immediate[4:0] : amount[4:0];
    wire funnels_left = shifts_left & funnels;
    wire [30:0] follows_up = (c[31:1] & {31{funnels_left}}) | (a[31:1] & {31{shifts_address}});
    wire funnels_right = shifts_right & funnels;
    wire goes_left = shifts_left & ~adds_first;
    wire [33:0] goes_up =
        (goes_up_term & {34{goes_left}}) | {2'd0, total & {32{adds_first}}} | {34{makes_mask}};

    // The shifter moves right: a left shift by n is one by 31 - n from 31 places up.
    wire [64:0] to_be_shifted =
        {goes_up, follows_up} | {{31{shifts_in}}, goes_up_term & {34{shifts_right}}} |
        {2'd0, c[30:0] & {31{funnels_right}}, 32'd0};
    wire [4:0] places = shift_amount ^ {5{shifts_left}};
    wire [48:0] shifted_by16 = places[4] ? to_be_shifted[64:16] : to_be_shifted[48:0];
    wire [40:0] shifted_by8 = places[3] ? shifted_by16[48:8] : shifted_by16[40:0];
    wire [36:0] shifted_by4 = places[2] ? shifted_by8[40:4] : shifted_by8[36:0];
    wire [34:0] shifted_by2 = places[1] ? shifted_by4[36:2] : shifted_by4[34:0];
    wire [33:0] shifted_by1 = places[0] ? shifted_by2[34:1] : shifted_by2[33:0];
    wire [33:0] shifted_by32 =
        amount[5] ? (shifts_left ? {video_select_x[1:0], 32'd0} : {34{shifts_in}}) :
        shifted_by1;
    wire [33:0] keeps_bits = {{2{shifts}}, keeps};
    wire [33:0] shift_result = (shifted_by32 & keeps_bits) | ({34{field_sign}} & ~keeps_bits);
    wire takes_c = (is_product & (choice == IMAD_CHOICE)) | (is_shift & (choice == SHLOR_CHOICE));
    wire is_logic = operation_class == CLASS_LOGIC;
    wire is_logic_of_two = is_logic & (~|choice[3:2]);
    wire is_move = operation_class == CLASS_MOVE;
    wire selects_b = choice[0] & ~p;
    wire adds_b_to_count =
        (operation_class == CLASS_COUNT) & (~|choice[1:0]) & (~choice[2] | choice[3]);
    wire takes_a = is_move & ~selects_b;
    wire takes_b = (is_move & selects_b) | adds_b_to_count;
    wire is_not = is_logic_of_two & (choice[1:0] == NOT_CHOICE);
    wire is_xor = is_logic_of_two & (choice[1:0] == LOP_XOR_CHOICE);
    wire corrects_by_a_alone = corrects_by_a & ~corrects_by_b;
    wire corrects_by_b_alone = corrects_by_b & ~corrects_by_a;
    wire is_extreme = operation_class == CLASS_MINMAX;
    wire extreme_is_a = (choice[0] ? less_unsigned : less_signed) ^ choice[1];
    wire takes_extreme_a = is_extreme & extreme_is_a;
    wire takes_extreme_b = is_extreme & ~extreme_is_a;
    wire looks_up = is_logic & choice[2];
    wire rows_before_sums_bit =
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | is_xor | is_not |
        corrects_by_a_alone | takes_b;
    wire rows_before_sums_bit_2 =
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | is_xor | corrects_by_b_alone | takes_a;
    wire rows_before_sums_bit_3 =
        (is_logic_of_two & (choice[1:0] == LOP_AND_CHOICE)) |
        (is_logic_of_two & (choice[1:0] == LOP_OR_CHOICE)) | takes_a | takes_b;
    wire [7:0] rows_before_sums_term = {
        {2{rows_before_sums_bit_3}}, {2{rows_before_sums_bit_2}}, {2{rows_before_sums_bit}},
        {2{is_not | corrects_by_a_alone | corrects_by_b_alone}}
    };

    // One table of eight rows gives LOP3, functions of a and b, and c itself.
    wire [7:0] rows_before_sums =
        rows_before_sums_term | (immediate & {8{looks_up}}) | ({8{takes_c}} & 8'd170);
    wire [7:0] rows_term = {
        {2{takes_extreme_a | takes_extreme_b}}, {2{takes_extreme_a}}, {2{takes_extreme_b}}, 2'd0
    };
    wire [7:0] rows = rows_before_sums | rows_term;
    wire [31:0] row7 = {32{rows[7]}};
    wire [31:0] row6 = {32{rows[6]}};
    wire [31:0] by_c_at6 = (c & row7) | (~c & row6) | (row7 & row6);
    wire [31:0] row5 = {32{rows[5]}};
    wire [31:0] row4 = {32{rows[4]}};
    wire [31:0] by_c_at4 = (c & row5) | (~c & row4) | (row5 & row4);
    wire [31:0] by_b_at4 =
        (video_select_y & by_c_at6) | (~video_select_y & by_c_at4) | (by_c_at6 & by_c_at4);
    wire [31:0] row3 = {32{rows[3]}};
    wire [31:0] row2 = {32{rows[2]}};
    wire [31:0] by_c_at2 = (c & row3) | (~c & row2) | (row3 & row2);
    wire [31:0] row1 = {32{rows[1]}};
    wire [31:0] row0 = {32{rows[0]}};
    wire [31:0] by_c_at0 = (c & row1) | (~c & row0) | (row1 & row0);
    wire [31:0] by_b_at0 =
        (video_select_y & by_c_at2) | (~video_select_y & by_c_at0) | (by_c_at2 & by_c_at0);
    wire [31:0] logic_result =
        (video_select_x & by_b_at4) | (~video_select_x & by_b_at0) | (by_b_at4 & by_b_at0);
    wire permutes = is_logic & choice[3];
    wire names_sign0 = a[7:2] == 6'd2;
    wire names_constant0 = (a[3] | (|a[7:4])) & ~names_sign0;
    wire [2:0] number_by_byte0 = {names_sign0 ? a[1:0] : a[2:1], a[0] | names_sign0};
    wire [2:0] byte_number0 = (choice[0] == V_PERM_B32_CHOICE) ? number_by_byte0 : a[2:0];
    wire [63:0] picked0_choices = {c, b};

    // A selector above 7 copies the sign of its byte, or names 0x00 or 0xff.
    wire [7:0] picked0 = picked0_choices[{byte_number0, 3'd0} +: 8];
    wire copies_sign0 = (choice[0] == V_PERM_B32_CHOICE) ? names_sign0 : a[3];
    wire takes_constant0 = (choice[0] == V_PERM_B32_CHOICE) & names_constant0;
    wire keeps_picked0 = permutes & ~copies_sign0 & ~takes_constant0;
    wire names_ones0 = (copies_sign0 & picked0[7]) | (takes_constant0 & (a[7:0] != 8'd12));
    wire takes_ones0 = permutes & names_ones0;
    wire names_sign1 = a[15:10] == 6'd2;
    wire names_constant1 = (a[11] | (|a[15:12])) & ~names_sign1;
    wire [2:0] number_by_byte1 = {names_sign1 ? a[9:8] : a[10:9], a[8] | names_sign1};
    wire [2:0] byte_number1 = (choice[0] == V_PERM_B32_CHOICE) ? number_by_byte1 : a[6:4];
    wire [7:0] picked1 = picked0_choices[{byte_number1, 3'd0} +: 8];
    wire copies_sign1 = (choice[0] == V_PERM_B32_CHOICE) ? names_sign1 : a[7];
    wire takes_constant1 = (choice[0] == V_PERM_B32_CHOICE) & names_constant1;
    wire keeps_picked1 = permutes & ~copies_sign1 & ~takes_constant1;
    wire names_ones1 = (copies_sign1 & picked1[7]) | (takes_constant1 & (a[15:8] != 8'd12));
    wire takes_ones1 = permutes & names_ones1;
    wire names_sign2 = a[23:18] == 6'd2;
    wire names_constant2 = (a[19] | (|a[23:20])) & ~names_sign2;
    wire [2:0] number_by_byte2 = {names_sign2 ? a[17:16] : a[18:17], a[16] | names_sign2};
    wire [2:0] byte_number2 = (choice[0] == V_PERM_B32_CHOICE) ? number_by_byte2 : a[10:8];
    wire [7:0] picked2 = picked0_choices[{byte_number2, 3'd0} +: 8];
    wire copies_sign2 = (choice[0] == V_PERM_B32_CHOICE) ? names_sign2 : a[11];
    wire takes_constant2 = (choice[0] == V_PERM_B32_CHOICE) & names_constant2;
    wire keeps_picked2 = permutes & ~copies_sign2 & ~takes_constant2;
    wire names_ones2 = (copies_sign2 & picked2[7]) | (takes_constant2 & (a[23:16] != 8'd12));
    wire takes_ones2 = permutes & names_ones2;
    wire names_sign3 = a[31:26] == 6'd2;
    wire names_constant3 = (a[27] | (|a[31:28])) & ~names_sign3;
    wire [2:0] number_by_byte3 = {names_sign3 ? a[25:24] : a[26:25], a[24] | names_sign3};
    wire [2:0] byte_number3 = (choice[0] == V_PERM_B32_CHOICE) ? number_by_byte3 : a[14:12];
    wire [7:0] picked3 = picked0_choices[{byte_number3, 3'd0} +: 8];
    wire copies_sign3 = (choice[0] == V_PERM_B32_CHOICE) ? names_sign3 : a[15];
    wire takes_constant3 = (choice[0] == V_PERM_B32_CHOICE) & names_constant3;
    wire keeps_picked3 = permutes & ~copies_sign3 & ~takes_constant3;
    wire names_ones3 = (copies_sign3 & picked3[7]) | (takes_constant3 & (a[31:24] != 8'd12));
    wire takes_ones3 = permutes & names_ones3;
    wire [31:0] permute_result = {
        (picked3 & {8{keeps_picked3}}) | {8{takes_ones3}},
        (picked2 & {8{keeps_picked2}}) | {8{takes_ones2}},
        (picked1 & {8{keeps_picked1}}) | {8{takes_ones1}},
        (picked0 & {8{keeps_picked0}}) | {8{takes_ones0}}
    };
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
        logic_result | permute_result | count_result | video_word | shuffle_result | vote_result;

    // One adder ends the lane: products, counts and carries meet in it.
    wire [31:0] augend =
        (product[31:0] & {32{takes_low}}) | (product[63:32] & {32{takes_high}}) |
        {27'd0, population & {5{counts_ones}}} | (c & bytes_from_c) | added_word;
    wire carry =
        corrects_by_a | corrects_by_b | (video_select_x[31] & counts_ones) | negates_a_and_b |
        negates_c;

    // a - ~b is a + b + 1: the lowest bit lets the carry into one chain.
    wire [32:0] sum_and_carry = {augend, 1'b0} - (~{addend, carry});
    wire is_less = choice[0] ? less_unsigned : less_signed;
    wire relation_holds = choice[3] ? (is_less | (&equal)) : choice[2] ? is_less : (&equal);
    wire compare_result = relation_holds ^ choice[1];
    wire is_float_comparison = operation_class == CLASS_FLOAT_COMPARE;
    wire is_float = operation_class == CLASS_FLOAT;
    assign result = is_float ? float_unit_result : sum_and_carry[32:1];
    wire is_psetp = operation_class == CLASS_MASK_OR_LANE_MOVE;
    wire [1:0] mask_function = is_psetp ? choice[1:0] : immediate[1:0];
    wire left_mask = is_psetp ? p : is_float_comparison ? float_unit_comparison : compare_result;

    // A compare without a function is combined by AND with true.
    wire right_mask = q | (~(is_psetp | (|immediate[1:0])));
    wire combined =
        (mask_function == PSETP_XOR_CHOICE) ? (left_mask ^ right_mask) :
        (mask_function == PSETP_OR_CHOICE) ? (left_mask | right_mask) :
        (left_mask & right_mask);
    wire combined_mask_term = is_psetp | (operation_class == CLASS_COMPARE) | is_float_comparison;
    wire combined_mask = combined_mask_term & combined;
    wire looks_up_any = is_logic & choice[0] & choice[2];
    wire carry_of_sum = is_sum & (~less_unsigned ^ (choice == ISUB_BB_CHOICE)) & choice[2];
    assign mask =
        ((operation_class == CLASS_EXEC) & exec) | combined_mask |
        ((operation_class == CLASS_MOVE) & video_select_x[0]) |
        ((operation_class == CLASS_SHUFFLE) & shuffle_in_range) |
        ((operation_class == CLASS_VOTE) & vote_mask) | carry_of_sum |
        (looks_up_any & ((|logic_result) | q));
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
        .complements(complements_sum), .equal(equal), .shifted(shift_result), .product(product),
        .c(c), .word(video_word), .takes_c(video_takes_c)
    );

    lanebeat_float float_unit (
        .choice(choice), .modifiers(modifiers), .a(a), .b(b), .c(c), .result(float_unit_result),
        .comparison(float_unit_comparison)
    );

    (* unused *) wire unused;
    assign unused = &{
        1'b0, signed_c_and_carry[0], total_and_carries_whole[0], sum_and_carry[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

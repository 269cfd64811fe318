// lanebeat_video: Video arithmetic of one lane on the parts that were selected.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_video (
    input  wire clock,    // rising edge
    input  wire is_video, // a video operation, in cycle 0

    input  wire passes_sum,   // an integer sum, which is passed on, in cycle 9
    input  wire passes_shift, // an integer shift, which is passed on, in cycle 9

    input  wire [3:0]  choice,           // lower digit of the opcode, in cycle 0
    input  wire [10:0] modifiers,        // modifiers without the bytes that are picked, in cycle 8
    // elements of source a; a scalar one fills the word, in cycle 9
    input  wire [31:0] x,
    // elements of source b; a scalar one fills the word, in cycle 9
    input  wire [31:0] y,
    // sign of the element of x that ends with each byte; 0 if unsigned, in cycle 9
    input  wire [3:0]  x_signs,
    // sign of the element of y that ends with each byte; 0 if unsigned, in cycle 9
    input  wire [3:0]  y_signs,
    input  wire        adds,             // the total is x + y, not x - y, in cycle 8
    input  wire [31:0] total,            // x + y or x - y, in elements, in cycle 8
    input  wire [3:0]  carries,          // carry out of each byte of the total, in cycle 9
    input  wire        complements,      // the complement of the total is passed on, in cycle 7
    input  wire [3:0]  equal,            // each byte of x equals that of y, in cycle 9
    input  wire [33:0] shifted,          // x shifted by y; 0 for other operations, in cycle 9
    // x times y and what VMAD adds; the complement counts where it negates, in cycle 10
    input  wire [64:0] sum_with_product,
    input  wire [31:0] c,                // operand c, in cycle 12
    output wire [31:0] word,             // the first word; 0 for other operations, in cycle 13
    // for each byte: the second word has c's, not 0, in cycle 12
    output wire [3:0]  takes_c
);

    localparam [3:0] VADD_CHOICE = 4'd0, VSUB_CHOICE = 4'd1, VABSDIFF_CHOICE = 4'd2,
                     VMIN_CHOICE = 4'd3, VMAX_CHOICE = 4'd4, VSET_CHOICE = 4'd7,
                     VMAD_CHOICE = 4'd8, VADD2_CHOICE = 4'd9, VSUB2_CHOICE = 4'd10,
                     VAVRG2_CHOICE = 4'd11, VABSDIFF2_CHOICE = 4'd12, VMIN2_CHOICE = 4'd13,
                     VMAX2_CHOICE = 4'd14, VSET2_CHOICE = 4'd15;

    reg [3:0] choice_s1, choice_s2, choice_s3, choice_s4, choice_s5, choice_s6, choice_s7,
              choice_s8, choice_s9, kept_bytes_s11, takes_c_operand_s12;
    reg is_video_s1, is_video_s2, is_video_s3, is_video_s4, is_video_s5, is_video_s6, is_video_s7,
        is_video_s8, is_video_s9, adds_s9, complements_s8, complements_s9, sets_s5, sets_s6,
        sets_s7, sets_s8, sets_s9, multiplies_s1, multiplies_s2, multiplies_s3, multiplies_s4,
        multiplies_s5, multiplies_s6, multiplies_s7, multiplies_s8, multiplies_s9, of_bytes_s10,
        one1_s10, is_simd_s10, one2_s10, one3_s10, one0_s10, multiplies_s10, is_video_s10,
        keeps_all_operand_s10, sum_with_product_s11, any_one_operand_s11, any_one_operand_2_s11,
        any_one_operand_3_s11, all_ones_operand_s11, all_ones_operand_2_s11,
        all_ones_operand_3_s11, sum_is_signed_s9, sum_is_signed_s10, sum_is_signed_s11,
        is_simd_s11, merges_byte_s11, merges_half_s11, sets_s10, sets_s11, is_video_s11,
        multiplies_s11, guard3_operand_s11, sign3_s11, any_above_operand_s11,
        any_above_operand_2_s11, all_above_operand_s11, all_above_operand_2_s11,
        guard0_operand_s11, sign0_s11, guard1_operand_s11, sign1_s11, guard2_operand_s11,
        sign2_s11, of_bytes_s11, keeps_all_s11, has_secondary_s11, of_bytes_s12,
        clamps0_operand_s12, clamps1_s12, is_kept0_s12, limit_top0_operand_s12, result_sign0_s12,
        limit1_operand_s12, limit_top1_s12, limit2_operand_s12, limit_top2_s12,
        compares_signed_s12, modifiers_s12, compares_s12, accumulates_s12, adds_c_operand_s12,
        own_word_operand_s13, accumulates_s13;
    reg [8:0] modifiers_s9;
    reg [31:0] total_s9, chosen_operand_s10, shifted_sum_s11, intermediate_and_carries_operand_s11;
    reg [33:0] shifted_s10;
    reg [1:0] chosen_guard3_operand_s10, chosen_guard0_s10, chosen_guard1_s10, chosen_guard2_s10,
              summed_guard0_s12, summed_guard1_s12, summed_guard2_s12, summed_guard3_s12;
    reg [7:0] modifiers_s10, modifiers_s11, placed0_s12, kept_operand_s12, kept_operand_2_s12,
              kept_operand_3_s12, kept_operand_s13, kept_operand_2_s13, kept_operand_3_s13,
              kept_operand_4_s13;
    reg [19:0] element_sum_s13;

    wire multiplies = is_video & (choice == VMAD_CHOICE);
    wire sets =
        (is_video_s4 & (choice_s4 == VSET_CHOICE)) | (is_video_s4 & (choice_s4 == VSET2_CHOICE));
    wire sum_is_signed = modifiers[0] | modifiers[1] | modifiers[7] | modifiers[8];
    wire is_simd = is_video_s9 & choice_s9[3] & (|choice_s9[2:0]);
    wire of_bytes = is_simd & modifiers_s9[3];
    wire averages =
        (is_video_s9 & (choice_s9 == VADD_CHOICE) & modifiers_s9[4]) |
        (is_video_s9 & (choice_s9 == VAVRG2_CHOICE));
    wire makes_absolute =
        (is_video_s9 & (choice_s9 == VABSDIFF_CHOICE)) |
        (is_video_s9 & (choice_s9 == VABSDIFF2_CHOICE));
    wire takes_larger =
        (is_video_s9 & (choice_s9 == VMAX_CHOICE)) | (is_video_s9 & (choice_s9 == VMAX2_CHOICE));
    wire takes_extreme =
        takes_larger | (is_video_s9 & (choice_s9 == VMIN_CHOICE)) |
        (is_video_s9 & (choice_s9 == VMIN2_CHOICE));
    wire subtracts = ~adds_s9;
    wire [3:0] right_signs = y_signs ^ {4{subtracts}};
    wire sum_below_zero0 =
        (x_signs[0] & right_signs[0]) | ((x_signs[0] | right_signs[0]) & ~carries[0]);
    wire sum_below_zero1 =
        (x_signs[1] & right_signs[1]) | ((x_signs[1] | right_signs[1]) & ~carries[1]);
    wire sum_below_zero2 =
        (x_signs[2] & right_signs[2]) | ((x_signs[2] | right_signs[2]) & ~carries[2]);
    wire sum_below_zero3 =
        (x_signs[3] & right_signs[3]) | ((x_signs[3] | right_signs[3]) & ~carries[3]);
    wire [1:0] sum_guard1 = {sum_below_zero1, x_signs[1] ^ right_signs[1] ^ carries[1]};
    wire [1:0] sum_guard3 = {sum_below_zero3, x_signs[3] ^ right_signs[3] ^ carries[3]};
    wire negative1 = is_simd ? sum_guard1[1] : sum_guard3[1];
    wire [1:0] sum_guard0 = {sum_below_zero0, x_signs[0] ^ right_signs[0] ^ carries[0]};
    wire negative0 = of_bytes ? sum_guard0[1] : negative1;
    wire [1:0] sum_guard2 = {sum_below_zero2, x_signs[2] ^ right_signs[2] ^ carries[2]};
    wire negative2 = of_bytes ? sum_guard2[1] : sum_guard3[1];
    wire is_video_sum =
        (is_video_s9 & (choice_s9 == VADD_CHOICE)) | (is_video_s9 & (choice_s9 == VADD2_CHOICE));

    // Each word below is 0 unless it is wanted.
    wire passes_total =
        passes_sum | (is_video_sum & ~averages) | (is_video_s9 & (choice_s9 == VSUB_CHOICE)) |
        (is_video_s9 & (choice_s9 == VSUB2_CHOICE)) | makes_absolute;
    wire complements0 = complements_s9 | (makes_absolute & negative0);
    wire complements1 = complements_s9 | (makes_absolute & negative1);
    wire complements2 = complements_s9 | (makes_absolute & negative2);
    wire complements3 = complements_s9 | (makes_absolute & sum_guard3[1]);
    wire takes_x0 = takes_extreme & (negative0 ^ takes_larger);
    wire takes_x1 = takes_extreme & (negative1 ^ takes_larger);
    wire takes_x2 = takes_extreme & (negative2 ^ takes_larger);
    wire takes_x3 = takes_extreme & (sum_guard3[1] ^ takes_larger);
    wire takes_y0 = takes_extreme & (~(negative0 ^ takes_larger));
    wire takes_y1 = takes_extreme & (~(negative1 ^ takes_larger));
    wire takes_y2 = takes_extreme & (~(negative2 ^ takes_larger));
    wire takes_y3 = takes_extreme & (~(sum_guard3[1] ^ takes_larger));
    wire half_top0 = of_bytes ? sum_guard0[0] : total_s9[8];
    wire half_top1 = is_simd ? sum_guard1[0] : total_s9[16];
    wire half_top2 = of_bytes ? sum_guard2[0] : total_s9[24];
    wire [31:0] complemented_bytes = {
        {8{complements3}}, {8{complements2}}, {8{complements1}}, {8{complements0}}
    };
    wire half_top3 = sum_guard3[0];
    wire [31:0] halved = {
        half_top3, total_s9[31:25], half_top2, total_s9[23:17], half_top1, total_s9[15:9],
        half_top0, total_s9[7:1]
    };
    wire [31:0] bytes_from_x = {{8{takes_x3}}, {8{takes_x2}}, {8{takes_x1}}, {8{takes_x0}}};
    wire [31:0] bytes_from_y = {{8{takes_y3}}, {8{takes_y2}}, {8{takes_y1}}, {8{takes_y0}}};
    wire [1:0] chosen_guard0 =
        ((sum_guard0 ^ {2{complements0}}) & {2{passes_total}}) | {2{averages & sum_guard0[1]}} |
        {2{takes_x0 & x_signs[0]}} | {2{takes_y0 & y_signs[0]}};
    wire [1:0] chosen_guard1 =
        ((sum_guard1 ^ {2{complements1}}) & {2{passes_total}}) | {2{averages & sum_guard1[1]}} |
        {2{takes_x1 & x_signs[1]}} | {2{takes_y1 & y_signs[1]}};
    wire [1:0] chosen_guard2 =
        ((sum_guard2 ^ {2{complements2}}) & {2{passes_total}}) | {2{averages & sum_guard2[1]}} |
        {2{takes_x2 & x_signs[2]}} | {2{takes_y2 & y_signs[2]}};
    wire [3:0] signs_differ = x_signs ^ y_signs;
    wire equal0 = equal[0] & (~(of_bytes & signs_differ[0]));
    wire equal1 = equal[1] & (~(is_simd & signs_differ[1]));
    wire equal2 = equal[2] & (~(of_bytes & signs_differ[2]));
    wire equal3 = equal[3] & ~signs_differ[3];
    wire upper_half = equal2 & (of_bytes | equal3);
    wire lower_half = equal0 & (of_bytes | equal1);
    wire holds0 =
        (modifiers_s9[0] & lower_half & (is_simd | upper_half)) | (modifiers_s9[1] & negative0);
    wire relation0 = holds0 ^ modifiers_s9[4];
    wire holds1 = (modifiers_s9[0] & equal1) | (modifiers_s9[1] & negative1);
    wire relation1 = holds1 ^ modifiers_s9[4];
    wire holds2 = (modifiers_s9[0] & upper_half) | (modifiers_s9[1] & negative2);
    wire relation2 = holds2 ^ modifiers_s9[4];
    wire holds3 = (modifiers_s9[0] & equal3) | (modifiers_s9[1] & sum_guard3[1]);
    wire relation3 = holds3 ^ modifiers_s9[4];
    wire one0 =
        (averages & total_s9[0] & (~(is_simd & negative0))) | (makes_absolute & negative0) |
        (sets_s9 & relation0);
    wire one1 =
        (averages & total_s9[8] & (~(is_simd & negative1))) | (makes_absolute & negative1) |
        (sets_s9 & relation1);
    wire one2 =
        (averages & total_s9[16] & (~(is_simd & negative2))) | (makes_absolute & negative2) |
        (sets_s9 & relation2);
    wire one3 =
        (averages & total_s9[24] & (~(is_simd & sum_guard3[1]))) |
        (makes_absolute & sum_guard3[1]) | (sets_s9 & relation3);
    wire [31:0] chosen = chosen_operand_s10 | shifted_s10[31:0];
    wire [1:0] chosen_guard3 = chosen_guard3_operand_s10 | shifted_s10[33:32];

    // One carry chain for all elements: between two bytes is a bit that passes the carry on, or
    // stops it and starts the next element's. a - ~b is a + b + 1, and the lowest bit lets the
    // first carry in.
    wire [36:0] left_of_intermediate = {
        1'b0, chosen[31:24], ~of_bytes_s10 | one3_s10, chosen[23:16], ~is_simd_s10 | one2_s10,
        chosen[15:8], ~of_bytes_s10 | one1_s10, chosen[7:0], 1'b0
    };
    wire [36:0] right_of_intermediate = {
        9'd0, of_bytes_s10 & one3_s10, 8'd0, is_simd_s10 & one2_s10, 8'd0, of_bytes_s10 & one1_s10,
        8'd0, one0_s10
    };
    wire [36:0] next_intermediate_and_carries_operand_s11_whole =
        left_of_intermediate - ~right_of_intermediate;
    wire [35:0] intermediate_and_carries = next_intermediate_and_carries_operand_s11_whole[36:1];
    wire intermediate_carry0 = intermediate_and_carries[8] ^ ~of_bytes_s10;
    wire intermediate_carry1 = intermediate_and_carries[17] ^ ~is_simd_s10;
    wire intermediate_carry2 = intermediate_and_carries[26] ^ ~of_bytes_s10;
    wire sign0 = chosen_guard0_s10[1] ^ (chosen_guard0_s10[0] & intermediate_carry0);
    wire sign1 = chosen_guard1_s10[1] ^ (chosen_guard1_s10[0] & intermediate_carry1);
    wire sign2 = chosen_guard2_s10[1] ^ (chosen_guard2_s10[0] & intermediate_carry2);
    wire intermediate_carry3 = intermediate_and_carries[35];
    wire sign3 = chosen_guard3[1] ^ (chosen_guard3[0] & intermediate_carry3);
    wire shifts_by_7 = modifiers_s10[2] & ~modifiers_s10[3];
    wire [31:0] moved_sum =
        modifiers_s10[3] ? sum_with_product[46:15] :
        shifts_by_7 ? sum_with_product[38:7] :
        sum_with_product[31:0];
    wire [31:0] shifted_sum = moved_sum ^ {32{modifiers_s10[4]}};
    wire is_scalar = is_video_s10 & (~(is_simd_s10 | multiplies_s10));
    wire has_secondary = is_scalar & (|modifiers_s10[3:2]);
    wire keeps_all = keeps_all_operand_s10 | has_secondary;
    wire [3:0] kept_bytes = modifiers_s10[7:4] & {4{is_video_s10}};
    wire merges_byte = (~((&kept_bytes[1:0]) | (&kept_bytes[3:2]))) & is_scalar;
    wire merges_half = ((&kept_bytes[1:0]) ^ (&kept_bytes[3:2])) & is_scalar;
    wire [31:0] intermediate = {
        intermediate_and_carries[34:27], intermediate_and_carries[25:18],
        intermediate_and_carries[16:9], intermediate_and_carries[7:0]
    };
    wire sum_is_negative = sum_with_product_s11 ^ modifiers_s11[4];
    wire next_any_one_operand_3_s11_inverse = modifiers_s10[3] | shifts_by_7;
    wire any_one =
        sum_with_product_s11 | any_one_operand_s11 | (any_one_operand_2_s11 & ~modifiers_s11[3]) |
        any_one_operand_3_s11;
    wire all_ones =
        sum_with_product_s11 & all_ones_operand_s11 & (all_ones_operand_2_s11 | modifiers_s11[3]) &
        all_ones_operand_3_s11;

    // Bits above the word depend on the shift; the sign is above all.
    wire sum_all_above = modifiers_s11[4] ? ~any_one : all_ones;
    wire sum_any_above = modifiers_s11[4] ? ~all_ones : any_one;
    wire sum_outside =
        sum_is_signed_s11 ? (shifted_sum_s11[31] ? ~sum_all_above : sum_any_above) :
        sum_any_above;
    wire clamps_sum = modifiers_s11[1] & sum_outside;
    wire accumulates = is_simd_s11 & modifiers_s11[2];
    wire is_narrow = merges_byte_s11 | merges_half_s11;
    wire saturates = is_video_s11 & modifiers_s11[1] & ~sets_s11 & ~accumulates;
    wire result_is_signed = modifiers_s11[0] & ~sets_s11;
    wire limit_is_signed = multiplies_s11 ? sum_is_signed_s11 : result_is_signed;
    wire [1:0] guard3 = {sign3_s11, guard3_operand_s11};

    // For a byte or a half, the bytes above it count as guard bits.
    wire any_above = (|guard3) | (is_narrow & any_above_operand_s11) | any_above_operand_2_s11;
    wire all_above = (&guard3) & (~is_narrow | all_above_operand_s11) & all_above_operand_2_s11;
    wire element_sign =
        merges_byte_s11 ? intermediate_and_carries_operand_s11[7] :
        merges_half_s11 ? intermediate_and_carries_operand_s11[15] :
        intermediate_and_carries_operand_s11[31];
    wire outside3 = result_is_signed ? (element_sign ? ~all_above : any_above) : any_above;
    wire clamps3 = multiplies_s11 ? clamps_sum : (saturates & outside3);
    wire [1:0] guard0 = {sign0_s11, guard0_operand_s11};
    wire outside0_choice = intermediate_and_carries_operand_s11[7] ? (~&guard0) : (|guard0);
    wire outside0 = result_is_signed ? outside0_choice : (|guard0);
    wire [1:0] guard1 = {sign1_s11, guard1_operand_s11};
    wire outside1_choice = intermediate_and_carries_operand_s11[15] ? (~&guard1) : (|guard1);
    wire outside1 = result_is_signed ? outside1_choice : (|guard1);
    wire [1:0] guard2 = {sign2_s11, guard2_operand_s11};
    wire outside2_choice = intermediate_and_carries_operand_s11[23] ? (~&guard2) : (|guard2);
    wire outside2 = result_is_signed ? outside2_choice : (|guard2);
    wire clamps1 = is_simd_s11 ? (saturates & outside1) : clamps3;
    wire clamps2 = of_bytes_s11 ? (saturates & outside2) : clamps3;
    wire result_sign3 = multiplies_s11 ? sum_is_negative : guard3[1];
    wire result_sign1 = is_simd_s11 ? guard1[1] : result_sign3;
    wire result_sign0 = of_bytes_s11 ? guard0[1] : result_sign1;
    wire result_sign2 = of_bytes_s11 ? guard2[1] : result_sign3;
    wire [7:0] placed0 =
        multiplies_s11 ? shifted_sum_s11[7:0] :
        intermediate_and_carries_operand_s11[7:0];
    wire is_kept0 = keeps_all_s11 | kept_bytes_s11[0];
    wire [7:0] placed1 =
        merges_byte_s11 ? intermediate_and_carries_operand_s11[7:0] :
        multiplies_s11 ? shifted_sum_s11[15:8] :
        intermediate_and_carries_operand_s11[15:8];
    wire is_kept1 = keeps_all_s11 | kept_bytes_s11[1];
    wire is_limit1 = clamps1 & is_kept1;
    wire limit_top1_term = ~(result_sign1 ^ ((is_simd_s11 | is_narrow) & limit_is_signed));
    wire limit_top1 = is_limit1 & limit_top1_term;
    wire passes1 = is_kept1 & ~clamps1;
    wire [7:0] placed2 =
        is_narrow ? intermediate_and_carries_operand_s11[7:0] :
        multiplies_s11 ? shifted_sum_s11[23:16] :
        intermediate_and_carries_operand_s11[23:16];
    wire is_kept2 = keeps_all_s11 | kept_bytes_s11[2];
    wire is_limit2 = clamps2 & is_kept2;
    wire limit_top2_inverse = result_sign2 ^ ((of_bytes_s11 | merges_byte_s11) & limit_is_signed);
    wire limit_top2 = is_limit2 & ~limit_top2_inverse;
    wire passes2 = is_kept2 & ~clamps2;
    wire [7:0] placed3 =
        merges_byte_s11 ? intermediate_and_carries_operand_s11[7:0] :
        merges_half_s11 ? intermediate_and_carries_operand_s11[15:8] :
        multiplies_s11 ? shifted_sum_s11[31:24] :
        intermediate_and_carries_operand_s11[31:24];
    wire is_kept3 = keeps_all_s11 | kept_bytes_s11[3];
    wire is_limit3 = clamps3 & is_kept3;
    wire limit_top3 = is_limit3 & (~(result_sign3 ^ limit_is_signed));
    wire passes3 = is_kept3 & ~clamps3;
    wire [7:0] limit3 = {limit_top3, {7{is_limit3 & ~result_sign3}}};
    wire compares = has_secondary_s11 & modifiers_s11[3];
    wire compares_signed = modifiers_s11[0] & ~sets_s11;
    wire [1:0] summed_guard0 = guard0 & {2{modifiers_s11[4]}};
    wire [1:0] summed_guard1 = guard1 & {2{modifiers_s11[5]}};
    wire [1:0] summed_guard2 = guard2 & {2{modifiers_s11[6]}};
    wire [1:0] summed_guard3 = guard3 & {2{modifiers_s11[7]}};
    wire merges = is_video_s11 & (~(multiplies_s11 | has_secondary_s11));
    wire clamps0 = of_bytes_s12 ? clamps0_operand_s12 : clamps1_s12;
    wire is_limit0 = clamps0 & is_kept0_s12;
    wire limit_top0 = is_limit0 & ~limit_top0_operand_s12;
    wire passes0 = is_kept0_s12 & ~clamps0;
    wire [7:0] limit0 = {limit_top0, {7{is_limit0 & ~result_sign0_s12}}};
    wire [7:0] limit1 = {limit_top1_s12, {7{limit1_operand_s12}}};
    wire [7:0] limit2 = {limit_top2_s12, {7{limit2_operand_s12}}};
    wire [7:0] next_kept_operand_s13 = (placed0_s12 & {8{passes0}}) | limit0;
    wire [7:0] next_kept_operand_2_s13 = kept_operand_s12 | limit1;
    wire [7:0] next_kept_operand_3_s13 = kept_operand_2_s12 | limit2;
    wire [31:0] kept = {
        kept_operand_3_s12, next_kept_operand_3_s13, next_kept_operand_2_s13, next_kept_operand_s13
    };
    wire [31:0] c_is_larger_compared = {kept[31] ^ compares_signed_s12, kept[30:0]};

    // With complemented signs, signed words compare as unsigned ones.
    wire c_is_larger = c_is_larger_compared < {c[31] ^ compares_signed_s12, c[30:0]};
    wire c_is_taken = compares_s12 & (~(c_is_larger ^ modifiers_s12));
    wire [17:0] term0 =
        of_bytes_s12 ? {{8{summed_guard0_s12[1]}}, summed_guard0_s12, kept[7:0]} :
        {summed_guard1_s12, kept[15:0]};
    wire [17:0] term2 =
        of_bytes_s12 ? {{8{summed_guard2_s12[1]}}, summed_guard2_s12, kept[23:16]} :
        {summed_guard3_s12, kept[31:16]};

    // A half and its low byte have their low bits in common.
    wire [18:0] even_sum = {term0[17], term0} + {term2[17], term2};
    wire [10:0] odd_sum =
        {summed_guard1_s12[1], summed_guard1_s12, kept[15:8]} +
        {summed_guard3_s12[1], summed_guard3_s12, kept[31:24]};
    wire [10:0] added_odd_sum = odd_sum & {11{of_bytes_s12}};
    wire [19:0] element_sum = {even_sum[18], even_sum} + {{9{added_odd_sum[10]}}, added_odd_sum};
    wire adds_c = adds_c_operand_s12 | c_is_taken;
    assign takes_c = {4{adds_c}} | takes_c_operand_s12;
    wire [31:0] own_word_term = {
        kept_operand_4_s13, kept_operand_3_s13, kept_operand_2_s13, kept_operand_s13
    };
    wire [31:0] own_word = own_word_term & {32{~own_word_operand_s13}};
    wire [31:0] word_term = {{12{element_sum_s13[19]}}, element_sum_s13} & {32{accumulates_s13}};
    assign word = own_word | word_term;

    always @(posedge clock) begin
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        choice_s3 <= choice_s2;
        choice_s4 <= choice_s3;
        is_video_s1 <= is_video;
        is_video_s2 <= is_video_s1;
        is_video_s3 <= is_video_s2;
        is_video_s4 <= is_video_s3;
        is_video_s5 <= is_video_s4;
        is_video_s6 <= is_video_s5;
        is_video_s7 <= is_video_s6;
        is_video_s8 <= is_video_s7;
        is_video_s9 <= is_video_s8;
        choice_s5 <= choice_s4;
        choice_s6 <= choice_s5;
        choice_s7 <= choice_s6;
        choice_s8 <= choice_s7;
        choice_s9 <= choice_s8;
        modifiers_s9 <= modifiers[10:2];
        adds_s9 <= adds;
        complements_s8 <= complements;
        complements_s9 <= complements_s8;
        total_s9 <= total;
        sets_s5 <= sets;
        sets_s6 <= sets_s5;
        sets_s7 <= sets_s6;
        sets_s8 <= sets_s7;
        sets_s9 <= sets_s8;
        multiplies_s1 <= multiplies;
        multiplies_s2 <= multiplies_s1;
        multiplies_s3 <= multiplies_s2;
        multiplies_s4 <= multiplies_s3;
        multiplies_s5 <= multiplies_s4;
        multiplies_s6 <= multiplies_s5;
        multiplies_s7 <= multiplies_s6;
        multiplies_s8 <= multiplies_s7;
        multiplies_s9 <= multiplies_s8;
        chosen_operand_s10 <=
            ((total_s9 ^ complemented_bytes) & {32{passes_total}}) | (halved & {32{averages}}) |
            (x & bytes_from_x) | (y & bytes_from_y);
        shifted_s10 <= shifted;
        chosen_guard3_operand_s10 <=
            ((sum_guard3 ^ {2{complements3}}) & {2{passes_total}}) |
            {2{averages & sum_guard3[1]}} | {2{takes_x3 & x_signs[3]}} | {2{takes_y3 & y_signs[3]}};
        of_bytes_s10 <= of_bytes;
        one1_s10 <= one1;
        is_simd_s10 <= is_simd;
        one2_s10 <= one2;
        one3_s10 <= one3;
        one0_s10 <= one0;
        chosen_guard0_s10 <= chosen_guard0;
        chosen_guard1_s10 <= chosen_guard1;
        chosen_guard2_s10 <= chosen_guard2;
        modifiers_s10 <= {modifiers_s9[8:5], modifiers_s9[3:0]};
        multiplies_s10 <= multiplies_s9;
        is_video_s10 <= is_video_s9;
        keeps_all_operand_s10 <= passes_sum | passes_shift | multiplies_s9;
        sum_with_product_s11 <= sum_with_product[64];
        modifiers_s11 <= modifiers_s10;
        any_one_operand_s11 <= |sum_with_product[63:47];
        any_one_operand_2_s11 <= |sum_with_product[46:39];
        any_one_operand_3_s11 <= (|sum_with_product[38:32]) & ~next_any_one_operand_3_s11_inverse;
        all_ones_operand_s11 <= &sum_with_product[63:47];
        all_ones_operand_2_s11 <= &sum_with_product[46:39];
        all_ones_operand_3_s11 <= (&sum_with_product[38:32]) | next_any_one_operand_3_s11_inverse;
        shifted_sum_s11 <= shifted_sum;
        sum_is_signed_s9 <= sum_is_signed;
        sum_is_signed_s10 <= sum_is_signed_s9;
        sum_is_signed_s11 <= sum_is_signed_s10;
        is_simd_s11 <= is_simd_s10;
        merges_byte_s11 <= merges_byte;
        merges_half_s11 <= merges_half;
        sets_s10 <= sets_s9;
        sets_s11 <= sets_s10;
        is_video_s11 <= is_video_s10;
        multiplies_s11 <= multiplies_s10;
        guard3_operand_s11 <= chosen_guard3[0] ^ intermediate_carry3;
        sign3_s11 <= sign3;
        any_above_operand_s11 <= (|intermediate[23:16]) | (|intermediate[31:24]);
        any_above_operand_2_s11 <= merges_byte & (|intermediate[15:8]);
        all_above_operand_s11 <= (&intermediate[23:16]) & (&intermediate[31:24]);
        all_above_operand_2_s11 <= ~merges_byte | (&intermediate[15:8]);
        intermediate_and_carries_operand_s11 <= {
            next_intermediate_and_carries_operand_s11_whole[35:28],
            next_intermediate_and_carries_operand_s11_whole[26:19],
            next_intermediate_and_carries_operand_s11_whole[17:10],
            next_intermediate_and_carries_operand_s11_whole[8:1]
        };
        guard0_operand_s11 <= chosen_guard0_s10[0] ^ intermediate_carry0;
        sign0_s11 <= sign0;
        guard1_operand_s11 <= chosen_guard1_s10[0] ^ intermediate_carry1;
        sign1_s11 <= sign1;
        guard2_operand_s11 <= chosen_guard2_s10[0] ^ intermediate_carry2;
        sign2_s11 <= sign2;
        of_bytes_s11 <= of_bytes_s10;
        keeps_all_s11 <= keeps_all;
        kept_bytes_s11 <= kept_bytes;
        has_secondary_s11 <= has_secondary;
        of_bytes_s12 <= of_bytes_s11;
        clamps0_operand_s12 <= saturates & outside0;
        clamps1_s12 <= clamps1;
        is_kept0_s12 <= is_kept0;
        limit_top0_operand_s12 <=
            result_sign0 ^ ((of_bytes_s11 | merges_byte_s11) & limit_is_signed);
        result_sign0_s12 <= result_sign0;
        placed0_s12 <= placed0;
        kept_operand_s12 <= placed1 & {8{passes1}};
        limit1_operand_s12 <= is_limit1 & ~result_sign1;
        limit_top1_s12 <= limit_top1;
        kept_operand_2_s12 <= placed2 & {8{passes2}};
        limit2_operand_s12 <= is_limit2 & ~result_sign2;
        limit_top2_s12 <= limit_top2;
        kept_operand_3_s12 <= (placed3 & {8{passes3}}) | limit3;
        compares_signed_s12 <= compares_signed;
        modifiers_s12 <= modifiers_s11[2];
        compares_s12 <= compares;
        summed_guard0_s12 <= summed_guard0;
        summed_guard1_s12 <= summed_guard1;
        summed_guard2_s12 <= summed_guard2;
        summed_guard3_s12 <= summed_guard3;
        accumulates_s12 <= accumulates;
        adds_c_operand_s12 <= accumulates | (has_secondary_s11 & ~modifiers_s11[3]);
        takes_c_operand_s12 <= ~kept_bytes_s11 & {4{merges}};
        kept_operand_s13 <= next_kept_operand_s13;
        kept_operand_2_s13 <= next_kept_operand_2_s13;
        kept_operand_3_s13 <= next_kept_operand_3_s13;
        kept_operand_4_s13 <= kept_operand_3_s12;
        own_word_operand_s13 <= c_is_taken | accumulates_s12;
        element_sum_s13 <= element_sum;
        accumulates_s13 <= accumulates_s12;
    end

    (* unused *) wire unused;
    assign unused = &{
        1'b0, next_intermediate_and_carries_operand_s11_whole[0], intermediate[7:0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

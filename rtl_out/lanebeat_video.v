// lanebeat_video: Video arithmetic of one lane on the parts that were selected.
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_video (
    input  wire is_video, // a video operation

    input  wire passes_sum,   // an integer sum, which is passed on
    input  wire passes_shift, // an integer shift, which is passed on

    input  wire [3:0]  choice,      // lower digit of the opcode
    input  wire [10:0] modifiers,   // modifiers without the bytes that are picked
    input  wire [31:0] x,           // elements of source a; a scalar one fills the word
    input  wire [31:0] y,           // elements of source b; a scalar one fills the word
    // sign of the element of x that ends with each byte; 0 if unsigned
    input  wire [3:0]  x_signs,
    // sign of the element of y that ends with each byte; 0 if unsigned
    input  wire [3:0]  y_signs,
    input  wire        adds,        // the total is x + y, not x - y
    input  wire [31:0] total,       // x + y or x - y, in elements
    input  wire [3:0]  carries,     // carry out of each byte of the total
    input  wire        complements, // the complement of the total is passed on
    input  wire [3:0]  equal,       // each byte of x equals that of y
    input  wire [33:0] shifted,     // x shifted by y; 0 for other operations
    input  wire [63:0] product,     // x times y as unsigned words
    input  wire [31:0] c,           // operand c
    output wire [31:0] word,        // the first word; 0 for other operations
    output wire [3:0]  takes_c      // for each byte: the second word has c's, not 0
);

    localparam [3:0] VADD_CHOICE = 4'd0, VSUB_CHOICE = 4'd1, VABSDIFF_CHOICE = 4'd2,
                     VMIN_CHOICE = 4'd3, VMAX_CHOICE = 4'd4, VSET_CHOICE = 4'd7,
                     VMAD_CHOICE = 4'd8, VADD2_CHOICE = 4'd9, VSUB2_CHOICE = 4'd10,
                     VAVRG2_CHOICE = 4'd11, VABSDIFF2_CHOICE = 4'd12, VMIN2_CHOICE = 4'd13,
                     VMAX2_CHOICE = 4'd14, VSET2_CHOICE = 4'd15;

    wire is_simd = is_video & choice[3] & (|choice[2:0]);
    wire of_bytes = is_simd & modifiers[5];
    wire multiplies = is_video & (choice == VMAD_CHOICE);
    wire averages =
        (is_video & (choice == VADD_CHOICE) & modifiers[6]) |
        (is_video & (choice == VAVRG2_CHOICE));
    wire makes_absolute =
        (is_video & (choice == VABSDIFF_CHOICE)) | (is_video & (choice == VABSDIFF2_CHOICE));
    wire takes_larger =
        (is_video & (choice == VMAX_CHOICE)) | (is_video & (choice == VMAX2_CHOICE));
    wire takes_extreme =
        takes_larger | (is_video & (choice == VMIN_CHOICE)) | (is_video & (choice == VMIN2_CHOICE));
    wire sets = (is_video & (choice == VSET_CHOICE)) | (is_video & (choice == VSET2_CHOICE));
    wire subtracts = ~adds;
    wire [3:0] sum_guard3_whole = y_signs ^ {4{subtracts}};
    wire sum_guard0_part =
        (x_signs[0] & sum_guard3_whole[0]) | ((x_signs[0] | sum_guard3_whole[0]) & ~carries[0]);
    wire [1:0] sum_guard0 = {sum_guard0_part, x_signs[0] ^ sum_guard3_whole[0] ^ carries[0]};
    wire sum_guard1_part =
        (x_signs[1] & sum_guard3_whole[1]) | ((x_signs[1] | sum_guard3_whole[1]) & ~carries[1]);
    wire [1:0] sum_guard1 = {sum_guard1_part, x_signs[1] ^ sum_guard3_whole[1] ^ carries[1]};
    wire sum_guard2_part =
        (x_signs[2] & sum_guard3_whole[2]) | ((x_signs[2] | sum_guard3_whole[2]) & ~carries[2]);
    wire [1:0] sum_guard2 = {sum_guard2_part, x_signs[2] ^ sum_guard3_whole[2] ^ carries[2]};
    wire sum_guard3_part =
        (x_signs[3] & sum_guard3_whole[3]) | ((x_signs[3] | sum_guard3_whole[3]) & ~carries[3]);
    wire [1:0] sum_guard3 = {sum_guard3_part, x_signs[3] ^ sum_guard3_whole[3] ^ carries[3]};
    wire negative1 = is_simd ? sum_guard1[1] : sum_guard3[1];
    wire negative0 = of_bytes ? sum_guard0[1] : negative1;
    wire negative2 = of_bytes ? sum_guard2[1] : sum_guard3[1];
    wire passes_total_term =
        (is_video & (choice == VADD_CHOICE)) | (is_video & (choice == VADD2_CHOICE));

    // Each word below is 0 unless it is wanted.
    wire passes_total =
        passes_sum | (passes_total_term & ~averages) | (is_video & (choice == VSUB_CHOICE)) |
        (is_video & (choice == VSUB2_CHOICE)) | makes_absolute |
        (multiplies & x_signs[3] & y_signs[3]);
    wire half_top0 = of_bytes ? sum_guard0[0] : total[8];
    wire half_top1 = is_simd ? sum_guard1[0] : total[16];
    wire half_top2 = of_bytes ? sum_guard2[0] : total[24];
    wire half_top3 = sum_guard3[0];
    wire [31:0] halved = {
        half_top3, total[31:25], half_top2, total[23:17], half_top1, total[15:9], half_top0,
        total[7:1]
    };
    wire chosen_bit = complements | (makes_absolute & negative0);
    wire chosen_bit_2 = complements | (makes_absolute & negative1);
    wire chosen_bit_3 = complements | (makes_absolute & negative2);
    wire chosen_bit_4 = complements | (makes_absolute & sum_guard3[1]);
    wire [31:0] chosen_term = {
        {8{chosen_bit_4}}, {8{chosen_bit_3}}, {8{chosen_bit_2}}, {8{chosen_bit}}
    };
    wire chosen_bit_5 =
        (takes_extreme & (negative0 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire chosen_bit_6 =
        (takes_extreme & (negative1 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire chosen_bit_7 =
        (takes_extreme & (negative2 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire chosen_bit_8 =
        (takes_extreme & (sum_guard3[1] ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire [31:0] chosen_term_2 = {
        {8{chosen_bit_8}}, {8{chosen_bit_7}}, {8{chosen_bit_6}}, {8{chosen_bit_5}}
    };
    wire chosen_bit_9 =
        (takes_extreme & (~(negative0 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire chosen_bit_10 =
        (takes_extreme & (~(negative1 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire chosen_bit_11 =
        (takes_extreme & (~(negative2 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire chosen_bit_12 =
        (takes_extreme & (~(sum_guard3[1] ^ takes_larger))) |
        (multiplies & x_signs[3] & ~y_signs[3]);
    wire [31:0] chosen_term_3 = {
        {8{chosen_bit_12}}, {8{chosen_bit_11}}, {8{chosen_bit_10}}, {8{chosen_bit_9}}
    };
    wire [31:0] chosen =
        ((total ^ chosen_term) & {32{passes_total}}) | (halved & {32{averages}}) |
        (x & chosen_term_2) | (y & chosen_term_3) | shifted[31:0];
    wire [1:0] chosen_guard0 =
        ((sum_guard0 ^ {2{chosen_bit}}) & {2{passes_total}}) | {2{averages & sum_guard0[1]}} |
        {2{chosen_bit_5 & x_signs[0]}} | {2{chosen_bit_9 & y_signs[0]}};
    wire [1:0] chosen_guard1 =
        ((sum_guard1 ^ {2{chosen_bit_2}}) & {2{passes_total}}) | {2{averages & sum_guard1[1]}} |
        {2{chosen_bit_6 & x_signs[1]}} | {2{chosen_bit_10 & y_signs[1]}};
    wire [1:0] chosen_guard2 =
        ((sum_guard2 ^ {2{chosen_bit_3}}) & {2{passes_total}}) | {2{averages & sum_guard2[1]}} |
        {2{chosen_bit_7 & x_signs[2]}} | {2{chosen_bit_11 & y_signs[2]}};
    wire [1:0] chosen_guard3 =
        ((sum_guard3 ^ {2{chosen_bit_4}}) & {2{passes_total}}) | {2{averages & sum_guard3[1]}} |
        {2{chosen_bit_8 & x_signs[3]}} | {2{chosen_bit_12 & y_signs[3]}} | shifted[33:32];
    wire [3:0] lower_half_whole = x_signs ^ y_signs;
    wire upper_half_term = equal[3] & ~lower_half_whole[3];
    wire upper_half = equal[2] & (~(of_bytes & lower_half_whole[2])) & (of_bytes | upper_half_term);
    wire lower_half_term = equal[1] & (~(is_simd & lower_half_whole[1]));
    wire lower_half = equal[0] & (~(of_bytes & lower_half_whole[0])) & (of_bytes | lower_half_term);
    wire relation0_term =
        (modifiers[2] & lower_half & (is_simd | upper_half)) | (modifiers[3] & negative0);
    wire relation0 = relation0_term ^ modifiers[6];
    wire relation1 = ((modifiers[2] & lower_half_term) | (modifiers[3] & negative1)) ^ modifiers[6];
    wire relation2 = ((modifiers[2] & upper_half) | (modifiers[3] & negative2)) ^ modifiers[6];
    wire relation3_term = (modifiers[2] & upper_half_term) | (modifiers[3] & sum_guard3[1]);
    wire relation3 = relation3_term ^ modifiers[6];
    wire one0 =
        (averages & total[0] & (~(is_simd & negative0))) | (makes_absolute & negative0) |
        (sets & relation0);
    wire one1 =
        (averages & total[8] & (~(is_simd & negative1))) | (makes_absolute & negative1) |
        (sets & relation1);
    wire one2 =
        (averages & total[16] & (~(is_simd & negative2))) | (makes_absolute & negative2) |
        (sets & relation2);
    wire one3 =
        (averages & total[24] & (~(is_simd & sum_guard3[1]))) | (makes_absolute & sum_guard3[1]) |
        (sets & relation3);

    // One carry chain for all elements: between two bytes is a bit that passes the carry on, or
    // stops it and starts the next element's. a - ~b is a + b + 1, and the lowest bit lets the
    // first carry in.
    wire [36:0] left_of_intermediate = {
        1'b0, chosen[31:24], ~of_bytes | one3, chosen[23:16], ~is_simd | one2, chosen[15:8],
        ~of_bytes | one1, chosen[7:0], 1'b0
    };
    wire [36:0] right_of_intermediate = {
        9'd0, of_bytes & one3, 8'd0, is_simd & one2, 8'd0, of_bytes & one1, 8'd0, one0
    };
    wire [36:0] intermediate_and_carries_whole = left_of_intermediate - ~right_of_intermediate;
    wire [35:0] intermediate_and_carries = intermediate_and_carries_whole[36:1];
    wire [31:0] intermediate = {
        intermediate_and_carries[34:27], intermediate_and_carries[25:18],
        intermediate_and_carries[16:9], intermediate_and_carries[7:0]
    };
    wire guard0_term = intermediate_and_carries[8] ^ ~of_bytes;
    wire [1:0] guard0 = {
        chosen_guard0[1] ^ (chosen_guard0[0] & guard0_term), chosen_guard0[0] ^ guard0_term
    };
    wire guard1_term = intermediate_and_carries[17] ^ ~is_simd;
    wire [1:0] guard1 = {
        chosen_guard1[1] ^ (chosen_guard1[0] & guard1_term), chosen_guard1[0] ^ guard1_term
    };
    wire guard2_term = intermediate_and_carries[26] ^ ~of_bytes;
    wire [1:0] guard2 = {
        chosen_guard2[1] ^ (chosen_guard2[0] & guard2_term), chosen_guard2[0] ^ guard2_term
    };
    wire guard3_part = chosen_guard3[1] ^ (chosen_guard3[0] & intermediate_and_carries[35]);
    wire [1:0] guard3 = {guard3_part, chosen_guard3[0] ^ intermediate_and_carries[35]};
    wire signed_source = modifiers[0] | modifiers[1];
    wire sum_is_signed = signed_source | modifiers[7] | modifiers[8];
    wire [32:0] signed_c =
        ({c[31] & sum_is_signed, c} ^ {33{modifiers[8]}}) + {32'd0, modifiers[8]};
    wire [31:0] exact_product_part = product[63:32] - chosen;
    wire [64:0] exact_product = {
        exact_product_part[31] & signed_source, exact_product_part, product[31:0]
    };
    wire [32:0] sum_part = signed_c ^ {33{modifiers[7]}};

    // p + ~c, complemented, is c - p: one adder does both.
    wire [64:0] sum =
        exact_product + {{32{sum_part[32]}}, sum_part} + {64'd0, modifiers[6] & ~modifiers[7]};
    wire sum_is_negative = sum[64] ^ modifiers[7];
    wire shifted_sum_condition = modifiers[4] & ~modifiers[5];
    wire [31:0] shifted_sum_term =
        modifiers[5] ? sum[46:15] :
        shifted_sum_condition ? sum[38:7] :
        sum[31:0];
    wire [31:0] shifted_sum = shifted_sum_term ^ {32{modifiers[7]}};
    wire sum_all_above_inverse = modifiers[5] | shifted_sum_condition;
    wire sum_all_above_inverse_2 =
        sum[64] | (|sum[63:47]) | ((|sum[46:39]) & ~modifiers[5]) |
        ((|sum[38:32]) & ~sum_all_above_inverse);
    wire sum_all_above_other_choice =
        sum[64] & (&sum[63:47]) & ((&sum[46:39]) | modifiers[5]) &
        ((&sum[38:32]) | sum_all_above_inverse);

    // Bits above the word depend on the shift; the sign is above all.
    wire sum_all_above = modifiers[7] ? ~sum_all_above_inverse_2 : sum_all_above_other_choice;
    wire sum_any_above = modifiers[7] ? ~sum_all_above_other_choice : sum_all_above_inverse_2;
    wire clamps_sum_term =
        sum_is_signed ? (shifted_sum[31] ? ~sum_all_above : sum_any_above) :
        sum_any_above;
    wire clamps_sum = modifiers[3] & clamps_sum_term;
    wire is_scalar = is_video & (~(is_simd | multiplies));
    wire has_secondary = is_scalar & (|modifiers[5:4]);
    wire accumulates = is_simd & modifiers[4];
    wire [3:0] takes_c_inverse = modifiers[10:7] & {4{is_video}};
    wire merges_byte = (~((&takes_c_inverse[1:0]) | (&takes_c_inverse[3:2]))) & is_scalar;
    wire merges_half = ((&takes_c_inverse[1:0]) ^ (&takes_c_inverse[3:2])) & is_scalar;
    wire is_narrow = merges_byte | merges_half;
    wire saturates_inverse =
        (is_video & (choice == VSET_CHOICE)) | (is_video & (choice == VSET2_CHOICE));
    wire saturates = is_video & modifiers[3] & ~saturates_inverse & ~accumulates;
    wire limit_is_signed_inverse =
        (is_video & (choice == VSET_CHOICE)) | (is_video & (choice == VSET2_CHOICE));
    wire limit_is_signed_other_choice = modifiers[2] & ~limit_is_signed_inverse;
    wire limit_is_signed = multiplies ? sum_is_signed : limit_is_signed_other_choice;

    // For a byte or a half, the bytes above it count as guard bits.
    wire any_above =
        (|guard3) | (is_narrow & ((|intermediate[23:16]) | (|intermediate[31:24]))) |
        (merges_byte & (|intermediate[15:8]));
    wire all_above =
        (&guard3) & (~is_narrow | ((&intermediate[23:16]) & (&intermediate[31:24]))) &
        (~merges_byte | (&intermediate[15:8]));
    wire top_bit =
        merges_byte ? intermediate[7] :
        merges_half ? intermediate[15] :
        intermediate[31];
    wire clamps1_term =
        limit_is_signed_other_choice ? (intermediate[15] ? (~&guard1) : (|guard1)) :
        (|guard1);
    wire clamps1_term_2 =
        limit_is_signed_other_choice ? (top_bit ? ~all_above : any_above) :
        any_above;
    wire clamps1_other_choice = multiplies ? clamps_sum : (saturates & clamps1_term_2);
    wire clamps1 = is_simd ? (saturates & clamps1_term) : clamps1_other_choice;
    wire clamps0_term =
        limit_is_signed_other_choice ? (intermediate[7] ? (~&guard0) : (|guard0)) :
        (|guard0);
    wire clamps0 = of_bytes ? (saturates & clamps0_term) : clamps1;
    wire clamps2_term =
        limit_is_signed_other_choice ? (intermediate[23] ? (~&guard2) : (|guard2)) :
        (|guard2);
    wire clamps2 = of_bytes ? (saturates & clamps2_term) : clamps1_other_choice;
    wire result_sign1_other_choice = multiplies ? sum_is_negative : guard3[1];
    wire result_sign1 = is_simd ? guard1[1] : result_sign1_other_choice;
    wire result_sign0 = of_bytes ? guard0[1] : result_sign1;
    wire result_sign2 = of_bytes ? guard2[1] : result_sign1_other_choice;
    wire limit0_term = passes_sum | passes_shift | multiplies | has_secondary;
    wire limit0_term_2 = limit0_term | takes_c_inverse[0];
    wire limit0_term_3 = clamps0 & limit0_term_2;
    wire limit0_term_4 = ~(result_sign0 ^ ((of_bytes | merges_byte) & limit_is_signed));
    wire [7:0] limit0 = {limit0_term_3 & limit0_term_4, {7{limit0_term_3 & ~result_sign0}}};
    wire passes0 = limit0_term_2 & ~clamps0;
    wire limit1_term = limit0_term | takes_c_inverse[1];
    wire limit1_term_2 = clamps1 & limit1_term;
    wire limit1_term_3 = ~(result_sign1 ^ ((is_simd | is_narrow) & limit_is_signed));
    wire [7:0] limit1 = {limit1_term_2 & limit1_term_3, {7{limit1_term_2 & ~result_sign1}}};
    wire passes1 = limit1_term & ~clamps1;
    wire limit2_term = limit0_term | takes_c_inverse[2];
    wire limit2_term_2 = clamps2 & limit2_term;
    wire limit2_term_3 = ~(result_sign2 ^ ((of_bytes | merges_byte) & limit_is_signed));
    wire [7:0] limit2 = {limit2_term_2 & limit2_term_3, {7{limit2_term_2 & ~result_sign2}}};
    wire passes2 = limit2_term & ~clamps2;
    wire limit3_term = limit0_term | takes_c_inverse[3];
    wire limit3_term_2 = clamps1_other_choice & limit3_term;
    wire limit3_part = limit3_term_2 & (~(result_sign1_other_choice ^ limit_is_signed));
    wire [7:0] limit3 = {limit3_part, {7{limit3_term_2 & ~result_sign1_other_choice}}};
    wire passes3 = limit3_term & ~clamps1_other_choice;
    wire [7:0] kept_term = (multiplies ? shifted_sum[7:0] : intermediate[7:0]) & {8{passes0}};
    wire [7:0] kept_term_2 =
        merges_byte ? intermediate[7:0] :
        multiplies ? shifted_sum[15:8] :
        intermediate[15:8];
    wire [7:0] kept_term_3 =
        is_narrow ? intermediate[7:0] :
        multiplies ? shifted_sum[23:16] :
        intermediate[23:16];
    wire [7:0] kept_term_4 =
        merges_byte ? intermediate[7:0] :
        merges_half ? intermediate[15:8] :
        multiplies ? shifted_sum[31:24] :
        intermediate[31:24];
    wire [31:0] kept = {
        (kept_term_4 & {8{passes3}}) | limit3, (kept_term_3 & {8{passes2}}) | limit2,
        (kept_term_2 & {8{passes1}}) | limit1, kept_term | limit0
    };
    wire compares = has_secondary & modifiers[5];
    wire c_is_larger_inverse =
        (is_video & (choice == VSET_CHOICE)) | (is_video & (choice == VSET2_CHOICE));
    wire c_is_larger_term = modifiers[2] & ~c_is_larger_inverse;

    // With complemented signs, signed words compare as unsigned ones.
    wire c_is_larger =
        {kept[31] ^ c_is_larger_term, kept[30:0]} < {c[31] ^ c_is_larger_term, c[30:0]};
    wire c_is_taken = compares & (~(c_is_larger ^ modifiers[4]));
    wire [1:0] term0_part = guard0 & {2{modifiers[7]}};
    wire [17:0] term0 =
        of_bytes ? {{8{term0_part[1]}}, term0_part, kept[7:0]} :
        {guard1 & {2{modifiers[8]}}, kept[15:0]};
    wire [1:0] term2_part = guard2 & {2{modifiers[9]}};
    wire [17:0] term2 =
        of_bytes ? {{8{term2_part[1]}}, term2_part, kept[23:16]} :
        {guard3 & {2{modifiers[10]}}, kept[31:16]};

    // A half and its low byte have their low bits in common.
    wire [18:0] even_sum = {term0[17], term0} + {term2[17], term2};
    wire [1:0] odd_sum_part = guard1 & {2{modifiers[8]}};
    wire [1:0] odd_sum_part_2 = guard3 & {2{modifiers[10]}};
    wire [10:0] odd_sum =
        {odd_sum_part[1], odd_sum_part, kept[15:8]} +
        {odd_sum_part_2[1], odd_sum_part_2, kept[31:24]};
    wire [10:0] element_sum_part = odd_sum & {11{of_bytes}};
    wire [19:0] element_sum =
        {even_sum[18], even_sum} + {{9{element_sum_part[10]}}, element_sum_part};
    wire [31:0] word_term = kept & {32{~(c_is_taken | accumulates)}};
    assign word = word_term | ({{12{element_sum[19]}}, element_sum} & {32{accumulates}});
    wire merges = is_video & (~(multiplies | has_secondary));
    wire [3:0] takes_c_term = {4{accumulates | (has_secondary & ~modifiers[5]) | c_is_taken}};
    assign takes_c = takes_c_term | (~takes_c_inverse & {4{merges}});

    (* unused *) wire unused;
    assign unused = &{
        1'b0, intermediate_and_carries_whole[0]
    };

endmodule

`default_nettype wire

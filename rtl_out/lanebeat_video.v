// lanebeat_video: Video arithmetic of one lane on the parts that were selected.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

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
    wire sets = (is_video & (choice == VSET_CHOICE)) | (is_video & (choice == VSET2_CHOICE));
    wire averages =
        (is_video & (choice == VADD_CHOICE) & modifiers[6]) |
        (is_video & (choice == VAVRG2_CHOICE));
    wire makes_absolute =
        (is_video & (choice == VABSDIFF_CHOICE)) | (is_video & (choice == VABSDIFF2_CHOICE));
    wire takes_larger =
        (is_video & (choice == VMAX_CHOICE)) | (is_video & (choice == VMAX2_CHOICE));
    wire takes_extreme =
        takes_larger | (is_video & (choice == VMIN_CHOICE)) | (is_video & (choice == VMIN2_CHOICE));
    wire subtracts = ~adds;
    wire [3:0] right_signs = y_signs ^ {4{subtracts}};
    wire sum_below_zero0 =
        (x_signs[0] & right_signs[0]) | ((x_signs[0] | right_signs[0]) & ~carries[0]);
    wire [1:0] sum_guard0 = {sum_below_zero0, x_signs[0] ^ right_signs[0] ^ carries[0]};
    wire sum_below_zero1 =
        (x_signs[1] & right_signs[1]) | ((x_signs[1] | right_signs[1]) & ~carries[1]);
    wire [1:0] sum_guard1 = {sum_below_zero1, x_signs[1] ^ right_signs[1] ^ carries[1]};
    wire sum_below_zero2 =
        (x_signs[2] & right_signs[2]) | ((x_signs[2] | right_signs[2]) & ~carries[2]);
    wire [1:0] sum_guard2 = {sum_below_zero2, x_signs[2] ^ right_signs[2] ^ carries[2]};
    wire sum_below_zero3 =
        (x_signs[3] & right_signs[3]) | ((x_signs[3] | right_signs[3]) & ~carries[3]);
    wire [1:0] sum_guard3 = {sum_below_zero3, x_signs[3] ^ right_signs[3] ^ carries[3]};
    wire negative1 = is_simd ? sum_guard1[1] : sum_guard3[1];
    wire negative0 = of_bytes ? sum_guard0[1] : negative1;
    wire negative2 = of_bytes ? sum_guard2[1] : sum_guard3[1];
    wire is_video_sum =
        (is_video & (choice == VADD_CHOICE)) | (is_video & (choice == VADD2_CHOICE));

    // Each word below is 0 unless it is wanted.
    wire passes_total =
        passes_sum | (is_video_sum & ~averages) | (is_video & (choice == VSUB_CHOICE)) |
        (is_video & (choice == VSUB2_CHOICE)) | makes_absolute |
        (multiplies & x_signs[3] & y_signs[3]);
    wire complements0 = complements | (makes_absolute & negative0);
    wire complements1 = complements | (makes_absolute & negative1);
    wire complements2 = complements | (makes_absolute & negative2);
    wire complements3 = complements | (makes_absolute & sum_guard3[1]);
    wire takes_x0 =
        (takes_extreme & (negative0 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire takes_x1 =
        (takes_extreme & (negative1 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire takes_x2 =
        (takes_extreme & (negative2 ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire takes_x3 =
        (takes_extreme & (sum_guard3[1] ^ takes_larger)) | (multiplies & y_signs[3] & ~x_signs[3]);
    wire takes_y0 =
        (takes_extreme & (~(negative0 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire takes_y1 =
        (takes_extreme & (~(negative1 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire takes_y2 =
        (takes_extreme & (~(negative2 ^ takes_larger))) | (multiplies & x_signs[3] & ~y_signs[3]);
    wire takes_y3 =
        (takes_extreme & (~(sum_guard3[1] ^ takes_larger))) |
        (multiplies & x_signs[3] & ~y_signs[3]);
    wire [31:0] complemented_bytes = {
        {8{complements3}}, {8{complements2}}, {8{complements1}}, {8{complements0}}
    };
    wire half_top0 = of_bytes ? sum_guard0[0] : total[8];
    wire half_top1 = is_simd ? sum_guard1[0] : total[16];
    wire half_top2 = of_bytes ? sum_guard2[0] : total[24];
    wire half_top3 = sum_guard3[0];
    wire [31:0] halved = {
        half_top3, total[31:25], half_top2, total[23:17], half_top1, total[15:9], half_top0,
        total[7:1]
    };
    wire [31:0] bytes_from_x = {{8{takes_x3}}, {8{takes_x2}}, {8{takes_x1}}, {8{takes_x0}}};
    wire [31:0] bytes_from_y = {{8{takes_y3}}, {8{takes_y2}}, {8{takes_y1}}, {8{takes_y0}}};
    wire [31:0] chosen =
        ((total ^ complemented_bytes) & {32{passes_total}}) | (halved & {32{averages}}) |
        (x & bytes_from_x) | (y & bytes_from_y) | shifted[31:0];
    wire [1:0] chosen_guard0 =
        ((sum_guard0 ^ {2{complements0}}) & {2{passes_total}}) | {2{averages & sum_guard0[1]}} |
        {2{takes_x0 & x_signs[0]}} | {2{takes_y0 & y_signs[0]}};
    wire [1:0] chosen_guard1 =
        ((sum_guard1 ^ {2{complements1}}) & {2{passes_total}}) | {2{averages & sum_guard1[1]}} |
        {2{takes_x1 & x_signs[1]}} | {2{takes_y1 & y_signs[1]}};
    wire [1:0] chosen_guard2 =
        ((sum_guard2 ^ {2{complements2}}) & {2{passes_total}}) | {2{averages & sum_guard2[1]}} |
        {2{takes_x2 & x_signs[2]}} | {2{takes_y2 & y_signs[2]}};
    wire [1:0] chosen_guard3 =
        ((sum_guard3 ^ {2{complements3}}) & {2{passes_total}}) | {2{averages & sum_guard3[1]}} |
        {2{takes_x3 & x_signs[3]}} | {2{takes_y3 & y_signs[3]}} | shifted[33:32];
    wire [3:0] signs_differ = x_signs ^ y_signs;
    wire equal0 = equal[0] & (~(of_bytes & signs_differ[0]));
    wire equal1 = equal[1] & (~(is_simd & signs_differ[1]));
    wire equal2 = equal[2] & (~(of_bytes & signs_differ[2]));
    wire equal3 = equal[3] & ~signs_differ[3];
    wire upper_half = equal2 & (of_bytes | equal3);
    wire lower_half = equal0 & (of_bytes | equal1);
    wire holds0 = (modifiers[2] & lower_half & (is_simd | upper_half)) | (modifiers[3] & negative0);
    wire relation0 = holds0 ^ modifiers[6];
    wire holds1 = (modifiers[2] & equal1) | (modifiers[3] & negative1);
    wire relation1 = holds1 ^ modifiers[6];
    wire holds2 = (modifiers[2] & upper_half) | (modifiers[3] & negative2);
    wire relation2 = holds2 ^ modifiers[6];
    wire holds3 = (modifiers[2] & equal3) | (modifiers[3] & sum_guard3[1]);
    wire relation3 = holds3 ^ modifiers[6];
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
    wire intermediate_carry0 = intermediate_and_carries[8] ^ ~of_bytes;
    wire intermediate_carry1 = intermediate_and_carries[17] ^ ~is_simd;
    wire intermediate_carry2 = intermediate_and_carries[26] ^ ~of_bytes;
    wire intermediate_carry3 = intermediate_and_carries[35];
    wire [31:0] intermediate = {
        intermediate_and_carries[34:27], intermediate_and_carries[25:18],
        intermediate_and_carries[16:9], intermediate_and_carries[7:0]
    };
    wire sign0 = chosen_guard0[1] ^ (chosen_guard0[0] & intermediate_carry0);
    wire [1:0] guard0 = {sign0, chosen_guard0[0] ^ intermediate_carry0};
    wire sign1 = chosen_guard1[1] ^ (chosen_guard1[0] & intermediate_carry1);
    wire [1:0] guard1 = {sign1, chosen_guard1[0] ^ intermediate_carry1};
    wire sign2 = chosen_guard2[1] ^ (chosen_guard2[0] & intermediate_carry2);
    wire [1:0] guard2 = {sign2, chosen_guard2[0] ^ intermediate_carry2};
    wire sign3 = chosen_guard3[1] ^ (chosen_guard3[0] & intermediate_carry3);
    wire [1:0] guard3 = {sign3, chosen_guard3[0] ^ intermediate_carry3};
    wire signed_source = modifiers[0] | modifiers[1];
    wire sum_is_signed = signed_source | modifiers[7] | modifiers[8];
    wire [32:0] signed_c =
        ({c[31] & sum_is_signed, c} ^ {33{modifiers[8]}}) + {32'd0, modifiers[8]};
    wire [32:0] added_c = signed_c ^ {33{modifiers[7]}};
    wire [31:0] exact_product_high = product[63:32] - chosen;
    wire [64:0] exact_product = {
        exact_product_high[31] & signed_source, exact_product_high, product[31:0]
    };

    // p + ~c, complemented, is c - p: one adder does both.
    wire [64:0] sum =
        exact_product + {{32{added_c[32]}}, added_c} + {64'd0, modifiers[6] & ~modifiers[7]};
    wire sum_is_negative = sum[64] ^ modifiers[7];
    wire shifts_by_7 = modifiers[4] & ~modifiers[5];
    wire [31:0] moved_sum = modifiers[5] ? sum[46:15] : shifts_by_7 ? sum[38:7] : sum[31:0];
    wire [31:0] shifted_sum = moved_sum ^ {32{modifiers[7]}};
    wire any_one_inverse = modifiers[5] | shifts_by_7;
    wire any_one =
        sum[64] | (|sum[63:47]) | ((|sum[46:39]) & ~modifiers[5]) |
        ((|sum[38:32]) & ~any_one_inverse);
    wire all_ones =
        sum[64] & (&sum[63:47]) & ((&sum[46:39]) | modifiers[5]) &
        ((&sum[38:32]) | any_one_inverse);

    // Bits above the word depend on the shift; the sign is above all.
    wire sum_all_above = modifiers[7] ? ~any_one : all_ones;
    wire sum_any_above = modifiers[7] ? ~all_ones : any_one;
    wire sum_outside =
        sum_is_signed ? (shifted_sum[31] ? ~sum_all_above : sum_any_above) :
        sum_any_above;
    wire clamps_sum = modifiers[3] & sum_outside;
    wire is_scalar = is_video & (~(is_simd | multiplies));
    wire has_secondary = is_scalar & (|modifiers[5:4]);
    wire accumulates = is_simd & modifiers[4];
    wire keeps_all = passes_sum | passes_shift | multiplies | has_secondary;
    wire [3:0] kept_bytes = modifiers[10:7] & {4{is_video}};
    wire merges_byte = (~((&kept_bytes[1:0]) | (&kept_bytes[3:2]))) & is_scalar;
    wire merges_half = ((&kept_bytes[1:0]) ^ (&kept_bytes[3:2])) & is_scalar;
    wire is_narrow = merges_byte | merges_half;
    wire saturates = is_video & modifiers[3] & ~sets & ~accumulates;
    wire result_is_signed = modifiers[2] & ~sets;
    wire limit_is_signed = multiplies ? sum_is_signed : result_is_signed;

    // For a byte or a half, the bytes above it count as guard bits.
    wire any_above =
        (|guard3) | (is_narrow & ((|intermediate[23:16]) | (|intermediate[31:24]))) |
        (merges_byte & (|intermediate[15:8]));
    wire all_above =
        (&guard3) & (~is_narrow | ((&intermediate[23:16]) & (&intermediate[31:24]))) &
        (~merges_byte | (&intermediate[15:8]));
    wire element_sign =
        merges_byte ? intermediate[7] :
        merges_half ? intermediate[15] :
        intermediate[31];
    wire outside3 = result_is_signed ? (element_sign ? ~all_above : any_above) : any_above;
    wire clamps3 = multiplies ? clamps_sum : (saturates & outside3);
    wire outside0 = result_is_signed ? (intermediate[7] ? (~&guard0) : (|guard0)) : (|guard0);
    wire outside1 = result_is_signed ? (intermediate[15] ? (~&guard1) : (|guard1)) : (|guard1);
    wire outside2 = result_is_signed ? (intermediate[23] ? (~&guard2) : (|guard2)) : (|guard2);
    wire clamps1 = is_simd ? (saturates & outside1) : clamps3;
    wire clamps0 = of_bytes ? (saturates & outside0) : clamps1;
    wire clamps2 = of_bytes ? (saturates & outside2) : clamps3;
    wire result_sign3 = multiplies ? sum_is_negative : guard3[1];
    wire result_sign1 = is_simd ? guard1[1] : result_sign3;
    wire result_sign0 = of_bytes ? guard0[1] : result_sign1;
    wire result_sign2 = of_bytes ? guard2[1] : result_sign3;
    wire [7:0] placed0 = multiplies ? shifted_sum[7:0] : intermediate[7:0];
    wire is_kept0 = keeps_all | kept_bytes[0];
    wire is_limit0 = clamps0 & is_kept0;
    wire limit_top0_term = ~(result_sign0 ^ ((of_bytes | merges_byte) & limit_is_signed));
    wire limit_top0 = is_limit0 & limit_top0_term;
    wire [7:0] limit0 = {limit_top0, {7{is_limit0 & ~result_sign0}}};
    wire passes0 = is_kept0 & ~clamps0;
    wire [7:0] placed1 =
        merges_byte ? intermediate[7:0] :
        multiplies ? shifted_sum[15:8] :
        intermediate[15:8];
    wire is_kept1 = keeps_all | kept_bytes[1];
    wire is_limit1 = clamps1 & is_kept1;
    wire limit_top1_term = ~(result_sign1 ^ ((is_simd | is_narrow) & limit_is_signed));
    wire limit_top1 = is_limit1 & limit_top1_term;
    wire [7:0] limit1 = {limit_top1, {7{is_limit1 & ~result_sign1}}};
    wire passes1 = is_kept1 & ~clamps1;
    wire [7:0] placed2 =
        is_narrow ? intermediate[7:0] :
        multiplies ? shifted_sum[23:16] :
        intermediate[23:16];
    wire is_kept2 = keeps_all | kept_bytes[2];
    wire is_limit2 = clamps2 & is_kept2;
    wire limit_top2_term = ~(result_sign2 ^ ((of_bytes | merges_byte) & limit_is_signed));
    wire limit_top2 = is_limit2 & limit_top2_term;
    wire [7:0] limit2 = {limit_top2, {7{is_limit2 & ~result_sign2}}};
    wire passes2 = is_kept2 & ~clamps2;
    wire [7:0] placed3 =
        merges_byte ? intermediate[7:0] :
        merges_half ? intermediate[15:8] :
        multiplies ? shifted_sum[31:24] :
        intermediate[31:24];
    wire is_kept3 = keeps_all | kept_bytes[3];
    wire is_limit3 = clamps3 & is_kept3;
    wire limit_top3 = is_limit3 & (~(result_sign3 ^ limit_is_signed));
    wire [7:0] limit3 = {limit_top3, {7{is_limit3 & ~result_sign3}}};
    wire passes3 = is_kept3 & ~clamps3;
    wire [31:0] kept = {
        (placed3 & {8{passes3}}) | limit3, (placed2 & {8{passes2}}) | limit2,
        (placed1 & {8{passes1}}) | limit1, (placed0 & {8{passes0}}) | limit0
    };
    wire compares = has_secondary & modifiers[5];
    wire compares_signed = modifiers[2] & ~sets;

    // With complemented signs, signed words compare as unsigned ones.
    wire c_is_larger =
        {kept[31] ^ compares_signed, kept[30:0]} < {c[31] ^ compares_signed, c[30:0]};
    wire c_is_taken = compares & (~(c_is_larger ^ modifiers[4]));
    wire [1:0] summed_guard0 = guard0 & {2{modifiers[7]}};
    wire [1:0] summed_guard1 = guard1 & {2{modifiers[8]}};
    wire [1:0] summed_guard2 = guard2 & {2{modifiers[9]}};
    wire [1:0] summed_guard3 = guard3 & {2{modifiers[10]}};
    wire [17:0] term0 =
        of_bytes ? {{8{summed_guard0[1]}}, summed_guard0, kept[7:0]} :
        {summed_guard1, kept[15:0]};
    wire [17:0] term2 =
        of_bytes ? {{8{summed_guard2[1]}}, summed_guard2, kept[23:16]} :
        {summed_guard3, kept[31:16]};

    // A half and its low byte have their low bits in common.
    wire [18:0] even_sum = {term0[17], term0} + {term2[17], term2};
    wire [10:0] odd_sum =
        {summed_guard1[1], summed_guard1, kept[15:8]} +
        {summed_guard3[1], summed_guard3, kept[31:24]};
    wire [10:0] added_odd_sum = odd_sum & {11{of_bytes}};
    wire [19:0] element_sum = {even_sum[18], even_sum} + {{9{added_odd_sum[10]}}, added_odd_sum};
    wire [31:0] own_word = kept & {32{~(c_is_taken | accumulates)}};
    assign word = own_word | ({{12{element_sum[19]}}, element_sum} & {32{accumulates}});
    wire adds_c = accumulates | (has_secondary & ~modifiers[5]) | c_is_taken;
    wire merges = is_video & (~(multiplies | has_secondary));
    assign takes_c = {4{adds_c}} | (~kept_bytes & {4{merges}});

    (* unused *) wire unused;
    assign unused = &{
        1'b0, intermediate_and_carries_whole[0]
    };

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

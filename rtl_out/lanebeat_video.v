// lanebeat_video: Video arithmetic of one lane on the parts that were selected.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_video (
    input  wire [3:0]  choice,    // lower digit of the opcode
    input  wire [10:0] modifiers, // modifiers without the bytes that are picked
    input  wire [31:0] x,         // elements of source a; a scalar one fills the word
    input  wire [31:0] y,         // elements of source b; a scalar one fills the word
    // sign of the element of x that ends with each byte; 0 if unsigned
    input  wire [3:0]  x_signs,
    // sign of the element of y that ends with each byte; 0 if unsigned
    input  wire [3:0]  y_signs,
    input  wire [63:0] product,   // x times y as unsigned words
    input  wire [31:0] c,         // operand c
    output wire [31:0] result     // word for the destination register
);

    localparam [3:0] VADD_CHOICE = 4'd0, VABSDIFF_CHOICE = 4'd2, VMIN_CHOICE = 4'd3,
                     VMAX_CHOICE = 4'd4, VSHL_CHOICE = 4'd5, VSHR_CHOICE = 4'd6,
                     VSET_CHOICE = 4'd7, VMAD_CHOICE = 4'd8, VADD2_CHOICE = 4'd9,
                     VAVRG2_CHOICE = 4'd11, VABSDIFF2_CHOICE = 4'd12, VMIN2_CHOICE = 4'd13,
                     VMAX2_CHOICE = 4'd14, VSET2_CHOICE = 4'd15;

    genvar part;
    wire [33:0] reversed_x, reversed_shifted;

    wire is_simd = choice[3] & (|choice[2:0]);
    wire of_bytes = is_simd & modifiers[5];
    wire averages = ((choice == VADD_CHOICE) & modifiers[6]) | (choice == VAVRG2_CHOICE);
    wire adds = (choice == VADD_CHOICE) | (choice == VADD2_CHOICE) | (choice == VAVRG2_CHOICE);
    wire makes_absolute = (choice == VABSDIFF_CHOICE) | (choice == VABSDIFF2_CHOICE);
    wire takes_larger = (choice == VMAX_CHOICE) | (choice == VMAX2_CHOICE);
    wire takes_extreme = takes_larger | (choice == VMIN_CHOICE) | (choice == VMIN2_CHOICE);
    wire sets = (choice == VSET_CHOICE) | (choice == VSET2_CHOICE);
    wire shifts = (choice == VSHL_CHOICE) | (choice == VSHR_CHOICE);
    wire [1:0] x_guard0 = {2{x_signs[0]}};
    wire [1:0] x_guard1 = {2{x_signs[1]}};
    wire [1:0] x_guard2 = {2{x_signs[2]}};
    wire [1:0] x_guard3 = {2{x_signs[3]}};
    wire [1:0] y_guard0 = {2{y_signs[0]}};
    wire [1:0] y_guard1 = {2{y_signs[1]}};
    wire [1:0] y_guard2 = {2{y_signs[2]}};
    wire [1:0] y_guard3 = {2{y_signs[3]}};
    wire subtracts = ~adds;
    wire [8:0] right0 = {1'b0, y[7:0] ^ {8{subtracts}}};
    wire [8:0] sum0 = {1'b0, x[7:0]} + right0 + {8'd0, subtracts};
    wire right_sign0 = y_guard0[1] ^ subtracts;
    wire sum_sign0 = (x_guard0[1] & right_sign0) | ((x_guard0[1] | right_sign0) & ~sum0[8]);
    wire [1:0] sum_guard0 = {sum_sign0, x_guard0[1] ^ right_sign0 ^ sum0[8]};
    wire [8:0] right1 = {1'b0, y[15:8] ^ {8{subtracts}}};
    wire [8:0] sum1 = {1'b0, x[15:8]} + right1 + {8'd0, of_bytes ? subtracts : sum0[8]};
    wire right_sign1 = y_guard1[1] ^ subtracts;
    wire sum_sign1 = (x_guard1[1] & right_sign1) | ((x_guard1[1] | right_sign1) & ~sum1[8]);
    wire [1:0] sum_guard1 = {sum_sign1, x_guard1[1] ^ right_sign1 ^ sum1[8]};
    wire [8:0] right2 = {1'b0, y[23:16] ^ {8{subtracts}}};
    wire [8:0] sum2 = {1'b0, x[23:16]} + right2 + {8'd0, is_simd ? subtracts : sum1[8]};
    wire right_sign2 = y_guard2[1] ^ subtracts;
    wire sum_sign2 = (x_guard2[1] & right_sign2) | ((x_guard2[1] | right_sign2) & ~sum2[8]);
    wire [1:0] sum_guard2 = {sum_sign2, x_guard2[1] ^ right_sign2 ^ sum2[8]};
    wire [8:0] right3 = {1'b0, y[31:24] ^ {8{subtracts}}};
    wire [8:0] sum3 = {1'b0, x[31:24]} + right3 + {8'd0, of_bytes ? subtracts : sum2[8]};
    wire right_sign3 = y_guard3[1] ^ subtracts;
    wire sum_sign3 = (x_guard3[1] & right_sign3) | ((x_guard3[1] | right_sign3) & ~sum3[8]);
    wire [1:0] sum_guard3 = {sum_sign3, x_guard3[1] ^ right_sign3 ^ sum3[8]};
    wire negative1 = is_simd ? sum_guard1[1] : sum_guard3[1];
    wire negative0 = of_bytes ? sum_guard0[1] : negative1;
    wire negative2 = of_bytes ? sum_guard2[1] : sum_guard3[1];
    wire [7:0] complemented0 = sum0[7:0] ^ {8{makes_absolute & negative0}};
    wire [7:0] complemented1 = sum1[7:0] ^ {8{makes_absolute & negative1}};
    wire [7:0] complemented2 = sum2[7:0] ^ {8{makes_absolute & negative2}};
    wire [7:0] complemented3 = sum3[7:0] ^ {8{makes_absolute & sum_guard3[1]}};
    wire [1:0] complemented_guard0 = sum_guard0 ^ {2{makes_absolute & negative0}};
    wire [1:0] complemented_guard1 = sum_guard1 ^ {2{makes_absolute & negative1}};
    wire [1:0] complemented_guard2 = sum_guard2 ^ {2{makes_absolute & negative2}};
    wire [1:0] complemented_guard3 = sum_guard3 ^ {2{makes_absolute & sum_guard3[1]}};
    wire extreme0_condition = negative0 ^ takes_larger;
    wire [7:0] extreme0 = extreme0_condition ? x[7:0] : y[7:0];
    wire extreme1_condition = negative1 ^ takes_larger;
    wire [7:0] extreme1 = extreme1_condition ? x[15:8] : y[15:8];
    wire extreme2_condition = negative2 ^ takes_larger;
    wire [7:0] extreme2 = extreme2_condition ? x[23:16] : y[23:16];
    wire extreme3_condition = sum_guard3[1] ^ takes_larger;
    wire [7:0] extreme3 = extreme3_condition ? x[31:24] : y[31:24];
    wire [1:0] extreme_guard0 = extreme0_condition ? x_guard0 : y_guard0;
    wire [1:0] extreme_guard1 = extreme1_condition ? x_guard1 : y_guard1;
    wire [1:0] extreme_guard2 = extreme2_condition ? x_guard2 : y_guard2;
    wire [1:0] extreme_guard3 = extreme3_condition ? x_guard3 : y_guard3;
    wire shifts_left = choice == VSHL_CHOICE;
    wire [33:0] extended_x = {{2{x_signs[3]}}, x};
    wire shifts_negative = x_signs[3] & ~shifts_left;
    wire clamps_amount = (|y[31:5]) & ~modifiers[6];
    wire [5:0] amount = {clamps_amount, y[4:0] & {5{~clamps_amount}}};
    wire [33:0] to_be_shifted = (shifts_left ? reversed_x : extended_x) ^ {34{shifts_negative}};
    wire [33:0] shifted = (to_be_shifted >> amount) ^ {34{shifts_negative}};
    wire [33:0] shift_result = shifts_left ? reversed_shifted : shifted;
    wire [7:0] halved0 = {of_bytes ? sum_guard0[0] : sum1[0], sum0[7:1]};
    wire [7:0] halved1 = {is_simd ? sum_guard1[0] : sum2[0], sum1[7:1]};
    wire [7:0] halved2 = {of_bytes ? sum_guard2[0] : sum3[0], sum2[7:1]};
    wire [7:0] halved3 = {sum_guard3[0], sum3[7:1]};
    wire [1:0] halved_guard0 = {2{sum_guard0[1]}};
    wire [1:0] halved_guard1 = {2{sum_guard1[1]}};
    wire [1:0] halved_guard2 = {2{sum_guard2[1]}};
    wire [1:0] halved_guard3 = {2{sum_guard3[1]}};
    wire [7:0] chosen0_term =
        shifts ? shift_result[7:0] :
        averages ? halved0 :
        takes_extreme ? extreme0 :
        complemented0;
    wire [7:0] chosen0 = chosen0_term & {8{~sets}};
    wire [7:0] chosen1_term =
        shifts ? shift_result[15:8] :
        averages ? halved1 :
        takes_extreme ? extreme1 :
        complemented1;
    wire [7:0] chosen1 = chosen1_term & {8{~sets}};
    wire [7:0] chosen2_term =
        shifts ? shift_result[23:16] :
        averages ? halved2 :
        takes_extreme ? extreme2 :
        complemented2;
    wire [7:0] chosen2 = chosen2_term & {8{~sets}};
    wire [7:0] chosen3_term =
        shifts ? shift_result[31:24] :
        averages ? halved3 :
        takes_extreme ? extreme3 :
        complemented3;
    wire [7:0] chosen3 = chosen3_term & {8{~sets}};
    wire [1:0] chosen_guard0_term =
        shifts ? shift_result[33:32] :
        averages ? halved_guard0 :
        takes_extreme ? extreme_guard0 :
        complemented_guard0;
    wire [1:0] chosen_guard0 = chosen_guard0_term & {2{~sets}};
    wire [1:0] chosen_guard1_term =
        shifts ? shift_result[33:32] :
        averages ? halved_guard1 :
        takes_extreme ? extreme_guard1 :
        complemented_guard1;
    wire [1:0] chosen_guard1 = chosen_guard1_term & {2{~sets}};
    wire [1:0] chosen_guard2_term =
        shifts ? shift_result[33:32] :
        averages ? halved_guard2 :
        takes_extreme ? extreme_guard2 :
        complemented_guard2;
    wire [1:0] chosen_guard2 = chosen_guard2_term & {2{~sets}};
    wire [1:0] chosen_guard3_term =
        shifts ? shift_result[33:32] :
        averages ? halved_guard3 :
        takes_extreme ? extreme_guard3 :
        complemented_guard3;
    wire [1:0] chosen_guard3 = chosen_guard3_term & {2{~sets}};
    wire zero0 = (~|sum0[7:0]) & ((~|sum_guard0) | ~of_bytes);
    wire zero1 = (~|sum1[7:0]) & ((~|sum_guard1) | ~is_simd);
    wire zero2 = (~|sum2[7:0]) & ((~|sum_guard2) | ~of_bytes);
    wire zero3 = (~|sum3[7:0]) & (~|sum_guard3);
    wire upper_half = zero2 & (of_bytes | zero3);
    wire lower_half = zero0 & (of_bytes | zero1);
    wire relation0_term =
        (modifiers[2] & lower_half & (is_simd | upper_half)) | (modifiers[3] & negative0);
    wire relation0 = relation0_term ^ modifiers[6];
    wire relation1 = ((modifiers[2] & zero1) | (modifiers[3] & negative1)) ^ modifiers[6];
    wire relation2 = ((modifiers[2] & upper_half) | (modifiers[3] & negative2)) ^ modifiers[6];
    wire relation3 = ((modifiers[2] & zero3) | (modifiers[3] & sum_guard3[1])) ^ modifiers[6];
    wire one0_term = averages & sum0[0] & (~(is_simd & negative0));
    wire one0 = one0_term | (makes_absolute & negative0) | (sets & relation0);
    wire one1_term = averages & sum1[0] & (~(is_simd & negative1));
    wire one1 = one1_term | (makes_absolute & negative1) | (sets & relation1);
    wire one2_term = averages & sum2[0] & (~(is_simd & negative2));
    wire one2 = one2_term | (makes_absolute & negative2) | (sets & relation2);
    wire one3_term = averages & sum3[0] & (~(is_simd & sum_guard3[1]));
    wire one3 = one3_term | (makes_absolute & sum_guard3[1]) | (sets & relation3);
    wire [8:0] incremented0 = {1'b0, chosen0} + {8'd0, one0};
    wire [1:0] guard0 = {
        chosen_guard0[1] ^ (chosen_guard0[0] & incremented0[8]), chosen_guard0[0] ^ incremented0[8]
    };
    wire [8:0] incremented1 = {1'b0, chosen1} + {8'd0, of_bytes ? one1 : incremented0[8]};
    wire [1:0] guard1 = {
        chosen_guard1[1] ^ (chosen_guard1[0] & incremented1[8]), chosen_guard1[0] ^ incremented1[8]
    };
    wire [8:0] incremented2 = {1'b0, chosen2} + {8'd0, is_simd ? one2 : incremented1[8]};
    wire [1:0] guard2 = {
        chosen_guard2[1] ^ (chosen_guard2[0] & incremented2[8]), chosen_guard2[0] ^ incremented2[8]
    };
    wire [8:0] incremented3 = {1'b0, chosen3} + {8'd0, of_bytes ? one3 : incremented2[8]};
    wire [1:0] guard3 = {
        chosen_guard3[1] ^ (chosen_guard3[0] & incremented3[8]), chosen_guard3[0] ^ incremented3[8]
    };
    wire merges_byte_term = ~((&modifiers[8:7]) | (&modifiers[10:9]));
    wire merges_byte = merges_byte_term & ~is_simd;
    wire merges_half = ((&modifiers[8:7]) ^ (&modifiers[10:9])) & ~is_simd;
    wire saturates_term = ~((choice == VSET_CHOICE) | (choice == VSET2_CHOICE));
    wire saturates = modifiers[3] & saturates_term;
    wire dtype_is_signed_term = ~((choice == VSET_CHOICE) | (choice == VSET2_CHOICE));
    wire dtype_is_signed = modifiers[2] & dtype_is_signed_term;
    wire is_narrow = merges_byte | merges_half;
    wire any_above_term = is_narrow & ((|incremented2[7:0]) | (|incremented3[7:0]));
    wire any_above = (|guard3) | any_above_term | (merges_byte & (|incremented1[7:0]));
    wire all_above_term = ~is_narrow | ((&incremented2[7:0]) & (&incremented3[7:0]));
    wire all_above = (&guard3) & all_above_term & (~merges_byte | (&incremented1[7:0]));
    wire top_bit = merges_byte ? incremented0[7] : merges_half ? incremented1[7] : incremented3[7];
    wire clamps1_term = dtype_is_signed ? (incremented1[7] ? (~&guard1) : (|guard1)) : (|guard1);
    wire clamps1_term_2 = dtype_is_signed ? (top_bit ? ~all_above : any_above) : any_above;
    wire clamps1_other_choice = saturates & clamps1_term_2;
    wire clamps1 = is_simd ? (saturates & clamps1_term) : clamps1_other_choice;
    wire clamps0_term = dtype_is_signed ? (incremented0[7] ? (~&guard0) : (|guard0)) : (|guard0);
    wire clamps0 = of_bytes ? (saturates & clamps0_term) : clamps1;
    wire clamps2_term = dtype_is_signed ? (incremented2[7] ? (~&guard2) : (|guard2)) : (|guard2);
    wire clamps2 = of_bytes ? (saturates & clamps2_term) : clamps1_other_choice;
    wire result_sign1 = is_simd ? guard1[1] : guard3[1];
    wire result_sign0 = of_bytes ? guard0[1] : result_sign1;
    wire result_sign2 = of_bytes ? guard2[1] : guard3[1];
    wire limit0 = ~result_sign0;
    wire clamped0_part = limit0 ^ ((of_bytes | merges_byte) & dtype_is_signed);
    wire [7:0] clamped0 = clamps0 ? {clamped0_part, {7{limit0}}} : incremented0[7:0];
    wire limit1 = ~result_sign1;
    wire clamped1_part = limit1 ^ ((is_simd | merges_half) & dtype_is_signed);
    wire [7:0] clamped1 = clamps1 ? {clamped1_part, {7{limit1}}} : incremented1[7:0];
    wire limit2 = ~result_sign2;
    wire [7:0] clamped2_choice = {limit2 ^ (of_bytes & dtype_is_signed), {7{limit2}}};
    wire [7:0] clamped2 = clamps2 ? clamped2_choice : incremented2[7:0];
    wire limit3 = ~guard3[1];
    wire [7:0] clamped3 =
        clamps1_other_choice ? {limit3 ^ dtype_is_signed, {7{limit3}}} :
        incremented3[7:0];
    wire [31:0] clamped = {clamped3, clamped2, clamped1, clamped0};
    wire [9:0] term0_part = {guard0, incremented0[7:0]} & {10{modifiers[7]}};
    wire [17:0] term0_other_choice =
        {guard1, incremented1[7:0], incremented0[7:0]} & {18{modifiers[7]}};
    wire [17:0] term0 = of_bytes ? {{8{term0_part[9]}}, term0_part} : term0_other_choice;
    wire [9:0] term1_part = {guard1, incremented1[7:0]} & {10{modifiers[8]}};
    wire [17:0] term1_other_choice =
        {guard3, incremented3[7:0], incremented2[7:0]} & {18{modifiers[9]}};
    wire [17:0] term1 = of_bytes ? {{8{term1_part[9]}}, term1_part} : term1_other_choice;
    wire [9:0] term2 = {guard2, incremented2[7:0]} & {10{modifiers[9]}} & {10{of_bytes}};
    wire [9:0] term3 = {guard3, incremented3[7:0]} & {10{modifiers[10]}} & {10{of_bytes}};
    wire [18:0] element_sum_part = {term0[17], term0} + {term1[17], term1};
    wire [10:0] element_sum_part_2 = {term2[9], term2} + {term3[9], term3};
    wire [19:0] element_sum =
        {element_sum_part[18], element_sum_part} +
        {{9{element_sum_part_2[10]}}, element_sum_part_2};
    wire [31:0] addend = is_simd ? {{12{element_sum[19]}}, element_sum} : clamped;
    wire compares = modifiers[5] & ~is_simd;
    wire total_with_c_term = ~((choice == VSET_CHOICE) | (choice == VSET2_CHOICE));
    wire total_with_c_term_2 = modifiers[2] & total_with_c_term;
    wire [32:0] total_with_c_term_3 = {c[31] & total_with_c_term_2, c} ^ {33{compares}};
    wire [32:0] total_with_c =
        {addend[31] & total_with_c_term_2, addend} + total_with_c_term_3 + {32'd0, compares};
    wire [31:0] with_c_choice = (~(total_with_c[32] ^ modifiers[4])) ? c : addend;
    wire [31:0] with_c = compares ? with_c_choice : total_with_c[31:0];
    wire uses_sum = is_simd ? modifiers[4] : (|modifiers[5:4]);
    wire [7:0] merged_choice = merges_byte ? clamped0 : merges_half ? clamped0 : clamped2;
    wire [7:0] merged_choice_2 = merges_byte ? clamped0 : merges_half ? clamped1 : clamped3;
    wire [7:0] merged_part = modifiers[8] ? (merges_byte ? clamped0 : clamped1) : c[15:8];
    wire [31:0] merged = {
        modifiers[10] ? merged_choice_2 : c[31:24], modifiers[9] ? merged_choice : c[23:16],
        merged_part, modifiers[7] ? clamped0 : c[7:0]
    };
    wire sum_is_signed = modifiers[0] | modifiers[1] | modifiers[7] | modifiers[8];
    wire [33:0] exact_product_term =
        {2'd0, product[63:32]} + {1'b0, x_signs[3] & y_signs[3], 32'd0};
    wire [33:0] exact_product_term_2 = {2'd0, y & {32{x_signs[3]}}};
    wire [33:0] exact_product_term_3 = {2'd0, x & {32{y_signs[3]}}};
    wire [33:0] exact_product_part =
        (exact_product_term - exact_product_term_2) - exact_product_term_3;
    wire [65:0] exact_product = {exact_product_part, product[31:0]};
    wire [33:0] signed_c_term = {{2{c[31] & sum_is_signed}}, c};
    wire [33:0] signed_c = (signed_c_term ^ {34{modifiers[8]}}) + {33'd0, modifiers[8]};
    wire [65:0] sum =
        (exact_product ^ {66{modifiers[7]}}) + {{32{signed_c[33]}}, signed_c} +
        {65'd0, modifiers[7] | modifiers[6]};
    wire [65:0] shifted_sum =
        modifiers[5] ? {{15{sum[65]}}, sum[65:15]} :
        modifiers[4] ? {{7{sum[65]}}, sum[65:7]} :
        sum;
    wire sum_any_above = |shifted_sum[65:32];
    wire clamps_sum_term =
        sum_is_signed ? (shifted_sum[31] ? (~&shifted_sum[65:32]) : sum_any_above) :
        sum_any_above;
    wire clamps_sum = modifiers[3] & clamps_sum_term;
    wire multiplies = choice == VMAD_CHOICE;
    wire [31:0] result_choice = {~shifted_sum[65] ^ sum_is_signed, {31{~shifted_sum[65]}}};
    assign result =
        multiplies ? (clamps_sum ? result_choice : shifted_sum[31:0]) :
        uses_sum ? with_c :
        merged;

    for (part = 0; part < 34; part = part + 1) begin : each_of_34
        assign reversed_x[part] = extended_x[33 - part];
        assign reversed_shifted[part] = shifted[33 - part];
    end

endmodule

// lanebeat_video: Video arithmetic of one lane on the parts that were selected.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   choice     input    4  lower digit of the opcode
//   modifiers  input   11  modifiers without the bytes that are picked
//   x          input   32  elements of one source; a scalar one fills the word
//   y          input   32  elements of one source; a scalar one fills the word
//   x_signs    input    4  sign of the element that ends with each byte; 0 if unsigned
//   y_signs    input    4  sign of the element that ends with each byte; 0 if unsigned
//   product    input   64  x times y as unsigned words
//   c          input   32  operand c
//   result     output  32  word for the destination register
// Made by: lanebeat generate core
module lanebeat_video (
    input  wire [3:0]  choice,    // lower digit of the opcode
    input  wire [10:0] modifiers, // modifiers without the bytes that are picked
    input  wire [31:0] x,         // elements of one source; a scalar one fills the word
    input  wire [31:0] y,         // elements of one source; a scalar one fills the word
    input  wire [3:0]  x_signs,   // sign of the element that ends with each byte; 0 if unsigned
    input  wire [3:0]  y_signs,   // sign of the element that ends with each byte; 0 if unsigned
    input  wire [63:0] product,   // x times y as unsigned words
    input  wire [31:0] c,         // operand c
    output wire [31:0] result     // word for the destination register
);

    wire is_simd = choice[3] & (|choice[2:0]);
    wire of_bytes = is_simd & modifiers[5];
    wire averages = ((choice == 4'd0) & modifiers[6]) | (choice == 4'd11);
    wire adds = (choice == 4'd0) | (choice == 4'd9) | (choice == 4'd11);
    wire makes_absolute = (choice == 4'd2) | (choice == 4'd12);
    wire takes_larger = (choice == 4'd4) | (choice == 4'd14);
    wire takes_extreme = takes_larger | (choice == 4'd3) | (choice == 4'd13);
    wire sets = (choice == 4'd7) | (choice == 4'd15);
    wire shifts = (choice == 4'd5) | (choice == 4'd6);
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
    wire differing = negative0 ^ takes_larger;
    wire differing_2 = negative1 ^ takes_larger;
    wire differing_3 = negative2 ^ takes_larger;
    wire differing_4 = sum_guard3[1] ^ takes_larger;
    wire [7:0] extreme0 = differing ? x[7:0] : y[7:0];
    wire [7:0] extreme1 = differing_2 ? x[15:8] : y[15:8];
    wire [7:0] extreme2 = differing_3 ? x[23:16] : y[23:16];
    wire [7:0] extreme3 = differing_4 ? x[31:24] : y[31:24];
    wire [1:0] extreme_guard0 = differing ? x_guard0 : y_guard0;
    wire [1:0] extreme_guard1 = differing_2 ? x_guard1 : y_guard1;
    wire [1:0] extreme_guard2 = differing_3 ? x_guard2 : y_guard2;
    wire [1:0] extreme_guard3 = differing_4 ? x_guard3 : y_guard3;
    wire shifts_left = choice == 4'd5;
    wire [33:0] extended_x = {{2{x_signs[3]}}, x};
    wire shifts_negative = x_signs[3] & ~shifts_left;
    wire clamps_amount = (|y[31:5]) & ~modifiers[6];
    wire [5:0] amount = {clamps_amount, y[4:0] & {5{~clamps_amount}}};
    wire [33:0] reversed_x = {
        extended_x[0], extended_x[1], extended_x[2], extended_x[3], extended_x[4], extended_x[5],
        extended_x[6], extended_x[7], extended_x[8], extended_x[9], extended_x[10], extended_x[11],
        extended_x[12], extended_x[13], extended_x[14], extended_x[15], extended_x[16], extended_x[17],
        extended_x[18], extended_x[19], extended_x[20], extended_x[21], extended_x[22], extended_x[23],
        extended_x[24], extended_x[25], extended_x[26], extended_x[27], extended_x[28], extended_x[29],
        extended_x[30], extended_x[31], extended_x[32], extended_x[33]
    };
    wire [33:0] to_be_shifted = (shifts_left ? reversed_x : extended_x) ^ {34{shifts_negative}};
    wire [33:0] shifted = (to_be_shifted >> amount) ^ {34{shifts_negative}};
    wire [33:0] reversed_shifted = {
        shifted[0], shifted[1], shifted[2], shifted[3], shifted[4], shifted[5], shifted[6], shifted[7],
        shifted[8], shifted[9], shifted[10], shifted[11], shifted[12], shifted[13], shifted[14], shifted[15],
        shifted[16], shifted[17], shifted[18], shifted[19], shifted[20], shifted[21], shifted[22],
        shifted[23], shifted[24], shifted[25], shifted[26], shifted[27], shifted[28], shifted[29],
        shifted[30], shifted[31], shifted[32], shifted[33]
    };
    wire [33:0] shift_result = shifts_left ? reversed_shifted : shifted;
    wire [7:0] halved0 = {of_bytes ? sum_guard0[0] : sum1[0], sum0[7:1]};
    wire [7:0] halved1 = {is_simd ? sum_guard1[0] : sum2[0], sum1[7:1]};
    wire [7:0] halved2 = {of_bytes ? sum_guard2[0] : sum3[0], sum2[7:1]};
    wire [7:0] halved3 = {sum_guard3[0], sum3[7:1]};
    wire [1:0] halved_guard0 = {2{sum_guard0[1]}};
    wire [1:0] halved_guard1 = {2{sum_guard1[1]}};
    wire [1:0] halved_guard2 = {2{sum_guard2[1]}};
    wire [1:0] halved_guard3 = {2{sum_guard3[1]}};
    wire [7:0] choice_2 =
        shifts ? shift_result[7:0] :
        averages ? halved0 :
        takes_extreme ? extreme0 :
        complemented0;
    wire [7:0] chosen0 = choice_2 & {8{~sets}};
    wire [7:0] choice_3 =
        shifts ? shift_result[15:8] :
        averages ? halved1 :
        takes_extreme ? extreme1 :
        complemented1;
    wire [7:0] chosen1 = choice_3 & {8{~sets}};
    wire [7:0] choice_4 =
        shifts ? shift_result[23:16] :
        averages ? halved2 :
        takes_extreme ? extreme2 :
        complemented2;
    wire [7:0] chosen2 = choice_4 & {8{~sets}};
    wire [7:0] choice_5 =
        shifts ? shift_result[31:24] :
        averages ? halved3 :
        takes_extreme ? extreme3 :
        complemented3;
    wire [7:0] chosen3 = choice_5 & {8{~sets}};
    wire [1:0] choice_6 =
        shifts ? shift_result[33:32] :
        averages ? halved_guard0 :
        takes_extreme ? extreme_guard0 :
        complemented_guard0;
    wire [1:0] chosen_guard0 = choice_6 & {2{~sets}};
    wire [1:0] choice_7 =
        shifts ? shift_result[33:32] :
        averages ? halved_guard1 :
        takes_extreme ? extreme_guard1 :
        complemented_guard1;
    wire [1:0] chosen_guard1 = choice_7 & {2{~sets}};
    wire [1:0] choice_8 =
        shifts ? shift_result[33:32] :
        averages ? halved_guard2 :
        takes_extreme ? extreme_guard2 :
        complemented_guard2;
    wire [1:0] chosen_guard2 = choice_8 & {2{~sets}};
    wire [1:0] choice_9 =
        shifts ? shift_result[33:32] :
        averages ? halved_guard3 :
        takes_extreme ? extreme_guard3 :
        complemented_guard3;
    wire [1:0] chosen_guard3 = choice_9 & {2{~sets}};
    wire either = (~(|sum_guard0)) | ~of_bytes;
    wire zero0 = (~(|sum0[7:0])) & either;
    wire either_2 = (~(|sum_guard1)) | ~is_simd;
    wire zero1 = (~(|sum1[7:0])) & either_2;
    wire either_3 = (~(|sum_guard2)) | ~of_bytes;
    wire zero2 = (~(|sum2[7:0])) & either_3;
    wire zero3 = (~(|sum3[7:0])) & (~(|sum_guard3));
    wire upper_half = zero2 & (of_bytes | zero3);
    wire lower_half = zero0 & (of_bytes | zero1);
    wire both = modifiers[2] & lower_half & (is_simd | upper_half);
    wire relation0 = (both | (modifiers[3] & negative0)) ^ modifiers[6];
    wire either_4 = (modifiers[2] & zero1) | (modifiers[3] & negative1);
    wire relation1 = either_4 ^ modifiers[6];
    wire either_5 = (modifiers[2] & upper_half) | (modifiers[3] & negative2);
    wire relation2 = either_5 ^ modifiers[6];
    wire either_6 = (modifiers[2] & zero3) | (modifiers[3] & sum_guard3[1]);
    wire relation3 = either_6 ^ modifiers[6];
    wire both_2 = averages & sum0[0] & (~(is_simd & negative0));
    wire one0 = both_2 | (makes_absolute & negative0) | (sets & relation0);
    wire both_3 = averages & sum1[0] & (~(is_simd & negative1));
    wire one1 = both_3 | (makes_absolute & negative1) | (sets & relation1);
    wire both_4 = averages & sum2[0] & (~(is_simd & negative2));
    wire one2 = both_4 | (makes_absolute & negative2) | (sets & relation2);
    wire both_5 = averages & sum3[0] & (~(is_simd & sum_guard3[1]));
    wire one3 = both_5 | (makes_absolute & sum_guard3[1]) | (sets & relation3);
    wire [8:0] incremented0 = {1'b0, chosen0} + {8'd0, one0};
    wire differing_5 = chosen_guard0[1] ^ (chosen_guard0[0] & incremented0[8]);
    wire [1:0] guard0 = {differing_5, chosen_guard0[0] ^ incremented0[8]};
    wire [8:0] incremented1 = {1'b0, chosen1} + {8'd0, of_bytes ? one1 : incremented0[8]};
    wire differing_6 = chosen_guard1[1] ^ (chosen_guard1[0] & incremented1[8]);
    wire [1:0] guard1 = {differing_6, chosen_guard1[0] ^ incremented1[8]};
    wire [8:0] incremented2 = {1'b0, chosen2} + {8'd0, is_simd ? one2 : incremented1[8]};
    wire differing_7 = chosen_guard2[1] ^ (chosen_guard2[0] & incremented2[8]);
    wire [1:0] guard2 = {differing_7, chosen_guard2[0] ^ incremented2[8]};
    wire [8:0] incremented3 = {1'b0, chosen3} + {8'd0, of_bytes ? one3 : incremented2[8]};
    wire differing_8 = chosen_guard3[1] ^ (chosen_guard3[0] & incremented3[8]);
    wire [1:0] guard3 = {differing_8, chosen_guard3[0] ^ incremented3[8]};
    wire all_set = &modifiers[8:7];
    wire all_set_2 = &modifiers[10:9];
    wire merges_byte = (~(all_set | all_set_2)) & ~is_simd;
    wire merges_half = (all_set ^ all_set_2) & ~is_simd;
    wire inverse = ~((choice == 4'd7) | (choice == 4'd15));
    wire saturates = modifiers[3] & inverse;
    wire inverse_2 = ~((choice == 4'd7) | (choice == 4'd15));
    wire dtype_is_signed = modifiers[2] & inverse_2;
    wire is_narrow = merges_byte | merges_half;
    wire both_6 = is_narrow & ((|incremented2[7:0]) | (|incremented3[7:0]));
    wire any_above = (|guard3) | both_6 | (merges_byte & (|incremented1[7:0]));
    wire either_7 = ~is_narrow | ((&incremented2[7:0]) & (&incremented3[7:0]));
    wire all_above = (&guard3) & either_7 & (~merges_byte | (&incremented1[7:0]));
    wire top_bit = merges_byte ? incremented0[7] : merges_half ? incremented1[7] : incremented3[7];
    wire choice_10 = dtype_is_signed ? (top_bit ? ~all_above : any_above) : any_above;
    wire both_7 = saturates & choice_10;
    wire any_set = |guard0;
    wire choice_11 = incremented0[7] ? (~(&guard0)) : any_set;
    wire any_set_2 = |guard1;
    wire choice_12 = incremented1[7] ? (~(&guard1)) : any_set_2;
    wire any_set_3 = |guard2;
    wire choice_13 = incremented2[7] ? (~(&guard2)) : any_set_3;
    wire both_8 = saturates & (dtype_is_signed ? choice_12 : any_set_2);
    wire clamps1 = is_simd ? both_8 : both_7;
    wire both_9 = saturates & (dtype_is_signed ? choice_11 : any_set);
    wire clamps0 = of_bytes ? both_9 : clamps1;
    wire both_10 = saturates & (dtype_is_signed ? choice_13 : any_set_3);
    wire clamps2 = of_bytes ? both_10 : both_7;
    wire result_sign1 = is_simd ? guard1[1] : guard3[1];
    wire result_sign0 = of_bytes ? guard0[1] : result_sign1;
    wire result_sign2 = of_bytes ? guard2[1] : guard3[1];
    wire limit0 = ~result_sign0;
    wire differing_9 = limit0 ^ ((of_bytes | merges_byte) & dtype_is_signed);
    wire [7:0] clamped0 = clamps0 ? {differing_9, {7{limit0}}} : incremented0[7:0];
    wire limit1 = ~result_sign1;
    wire differing_10 = limit1 ^ ((is_simd | merges_half) & dtype_is_signed);
    wire [7:0] clamped1 = clamps1 ? {differing_10, {7{limit1}}} : incremented1[7:0];
    wire limit2 = ~result_sign2;
    wire [7:0] joined = {limit2 ^ (of_bytes & dtype_is_signed), {7{limit2}}};
    wire [7:0] clamped2 = clamps2 ? joined : incremented2[7:0];
    wire limit3 = ~guard3[1];
    wire [7:0] clamped3 = both_7 ? {limit3 ^ dtype_is_signed, {7{limit3}}} : incremented3[7:0];
    wire [31:0] clamped = {clamped3, clamped2, clamped1, clamped0};
    wire [9:0] both_11 = {guard0, incremented0[7:0]} & {10{modifiers[7]}};
    wire [17:0] joined_2 = {guard1, incremented1[7:0], incremented0[7:0]};
    wire [17:0] term0 = of_bytes ? {{8{both_11[9]}}, both_11} : (joined_2 & {18{modifiers[7]}});
    wire [9:0] both_12 = {guard1, incremented1[7:0]} & {10{modifiers[8]}};
    wire [17:0] joined_3 = {guard3, incremented3[7:0], incremented2[7:0]};
    wire [17:0] term1 = of_bytes ? {{8{both_12[9]}}, both_12} : (joined_3 & {18{modifiers[9]}});
    wire [18:0] sum_2 = {term0[17], term0} + {term1[17], term1};
    wire [9:0] term2 = {guard2, incremented2[7:0]} & {10{modifiers[9]}} & {10{of_bytes}};
    wire [9:0] term3 = {guard3, incremented3[7:0]} & {10{modifiers[10]}} & {10{of_bytes}};
    wire [10:0] sum_3 = {term2[9], term2} + {term3[9], term3};
    wire [19:0] element_sum = {sum_2[18], sum_2} + {{9{sum_3[10]}}, sum_3};
    wire [31:0] addend = is_simd ? {{12{element_sum[19]}}, element_sum} : clamped;
    wire compares = modifiers[5] & ~is_simd;
    wire inverse_3 = ~((choice == 4'd7) | (choice == 4'd15));
    wire both_13 = modifiers[2] & inverse_3;
    wire [32:0] differing_11 = {c[31] & both_13, c} ^ {33{compares}};
    wire [32:0] total_with_c = {addend[31] & both_13, addend} + differing_11 + {32'd0, compares};
    wire [31:0] choice_14 = (~(total_with_c[32] ^ modifiers[4])) ? c : addend;
    wire [31:0] with_c = compares ? choice_14 : total_with_c[31:0];
    wire uses_sum = is_simd ? modifiers[4] : (|modifiers[5:4]);
    wire [7:0] choice_15 = merges_byte ? clamped0 : merges_half ? clamped0 : clamped2;
    wire [7:0] choice_16 = merges_byte ? clamped0 : merges_half ? clamped1 : clamped3;
    wire [7:0] choice_17 = modifiers[8] ? (merges_byte ? clamped0 : clamped1) : c[15:8];
    wire [31:0] merged = {
        modifiers[10] ? choice_16 : c[31:24], modifiers[9] ? choice_15 : c[23:16], choice_17,
        modifiers[7] ? clamped0 : c[7:0]
    };
    wire sum_is_signed = modifiers[0] | modifiers[1] | modifiers[7] | modifiers[8];
    wire [33:0] sum_4 = {2'd0, product[63:32]} + {1'b0, x_signs[3] & y_signs[3], 32'd0};
    wire [33:0] joined_4 = {2'd0, y & {32{x_signs[3]}}};
    wire [33:0] joined_5 = {2'd0, x & {32{y_signs[3]}}};
    wire [65:0] exact_product = {(sum_4 - joined_4) - joined_5, product[31:0]};
    wire [33:0] joined_6 = {{2{c[31] & sum_is_signed}}, c};
    wire [33:0] signed_c = (joined_6 ^ {34{modifiers[8]}}) + {33'd0, modifiers[8]};
    wire [65:0] sum =
        (exact_product ^ {66{modifiers[7]}}) +
        {{32{signed_c[33]}}, signed_c} +
        {65'd0, modifiers[7] | modifiers[6]};
    wire [65:0] shifted_sum =
        modifiers[5] ? {{15{sum[65]}}, sum[65:15]} :
        modifiers[4] ? {{7{sum[65]}}, sum[65:7]} :
        sum;
    wire sum_any_above = |shifted_sum[65:32];
    wire choice_18 = shifted_sum[31] ? (~(&shifted_sum[65:32])) : sum_any_above;
    wire clamps_sum = modifiers[3] & (sum_is_signed ? choice_18 : sum_any_above);
    wire [31:0] joined_7 = {~shifted_sum[65] ^ sum_is_signed, {31{~shifted_sum[65]}}};
    wire multiplies = choice == 4'd8;
    assign result = multiplies ? (clamps_sum ? joined_7 : shifted_sum[31:0]) : uses_sum ? with_c : merged;

endmodule

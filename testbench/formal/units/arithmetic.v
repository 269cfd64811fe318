// FADD, v_sub_f32, FMUL and FFMA of numbers beside section 4 of ISA.md: the exact sum, then one rounding, to nearest,
// ties to even. A finite operand is a significand of 24 bits, whose top bit is 0 only if the exponent is 1, and
// stands for significand * 2^(exponent - 150). The two products of the multiplier are cut out: both sides take the
// same, and the factors are compared.
//
// `distance` is the exponent of the product less that of the addend, and fixed in each case that is asked: one exponent
// follows from it. `top` is the number of the highest one of the exact sum; others than the right one are left out.
module arithmetic (
    input  wire [3:0]   choice,              // 0 FADD, 1 v_sub_f32, 2 FMUL, 3 FFMA
    input  wire [5:0]   modifiers,
    input  wire         a_sign, b_sign, c_sign,
    input  wire         a_normal, b_normal, c_normal,
    input  wire [22:0]  a_fraction, b_fraction, c_fraction,
    input  wire [7:0]   a_exponent, b_exponent,
    input  wire [10:0]  distance,
    input  wire [8:0]   top,
    input  wire [35:0]  by_low, by_high,
    output wire         wrong
);
    localparam W = 430;
    wire adds = choice[3:1] == 0, multiplies = choice == 2, fuses = choice == 3;

    // The product: in a sum it is a * 1.
    wire [23:0] a = {a_normal, a_fraction}, b = {b_normal, b_fraction}, c = {c_normal, c_fraction};
    wire [23:0] y = adds ? 24'h800000 : b, z = adds ? b : c;
    wire [47:0] product = adds ? {1'b0, a, 23'd0} : {by_high, 12'd0} + {12'd0, by_low};
    wire a_negative = a_sign & ~modifiers[1] ^ modifiers[0], b_negative = b_sign & ~modifiers[3] ^ modifiers[2];
    wire c_negative = c_sign & ~modifiers[5] ^ modifiers[4];
    wire left_negative = a_negative ^ b_negative & ~adds;
    wire right_negative = adds ? b_negative ^ choice[0] : c_negative;

    // Exponents: of a and b any in a product; in a sum a's follows from the distance, in FFMA c's.
    wire [10:0] a_of_sum = {3'd0, b_exponent} + 11'd23 + distance;
    wire [10:0] x = adds ? a_of_sum + 11'd127 : {3'd0, a_exponent} + {3'd0, b_exponent};
    wire [10:0] c_of_fused = x - 11'd150 - distance;
    wire [7:0] a_field = adds ? a_of_sum[7:0] : a_exponent;
    function is_exponent(input [10:0] exponent, input normal);
        is_exponent = exponent >= 1 & exponent <= 254 & (normal | exponent == 1);
    endfunction
    wire are_exponents = is_exponent(adds ? a_of_sum : {3'd0, a_exponent}, a_normal)
        & is_exponent({3'd0, b_exponent}, b_normal) & (~fuses | is_exponent(c_of_fused, c_normal));
    // Of products of significands.
    wire is_product = adds | (product == 0) == (a == 0 | b == 0)
        & (~(a_normal & b_normal) | product[47:46] != 0)
        & (~(a_normal | b_normal) | product == 0 | product[47:23] != 0);

    wire [31:0] a_word = {a_sign, a_normal ? a_field : 8'd0, a_fraction};
    wire [31:0] b_word = {b_sign, b_normal ? b_exponent : 8'd0, b_fraction};
    wire [31:0] c_word = {c_sign, c_normal ? c_of_fused[7:0] : 8'd0, c_fraction};
    wire [31:0] result;
    wire [47:0] factors;
    lanebeat_float float (
        .choice(choice), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word),
        .cut_factors(factors), .cut_products(adds ? {1'b0, a, 11'd0, 36'd0} : {by_high, by_low}), .result(result)
    );

    // The exact sum is `magnitude` * 2^(unit - 300).
    wire [10:0] back = -distance;
    wire is_far = distance[10] & ~multiplies;
    wire [W-1:0] left = is_far | multiplies ? product : {{W-48{1'b0}}, product} << distance;
    wire [W-1:0] right = multiplies ? {W{1'b0}} : is_far ? {{W-24{1'b0}}, z} << back : {{W-24{1'b0}}, z};
    wire [10:0] unit = is_far | multiplies ? x : x - distance;
    wire subtracts = left_negative ^ right_negative;
    wire left_is_less = left < right;
    wire [W-1:0] magnitude = multiplies ? left : ~subtracts ? left + right : left_is_less ? right - left : left - right;
    wire negative = multiplies | ~(subtracts & left_is_less) ? left_negative : right_negative;
    wire is_zero = magnitude == 0, is_top = magnitude[top] & ~|(magnitude >> top >> 1);

    // Kept are 24 bits from the highest one, but nothing below 2^-149.
    wire signed [11:0] below_top = $signed({3'd0, top}) - 12'sd23, below_least = 12'sd151 - $signed({1'b0, unit});
    wire signed [11:0] places = below_top > below_least ? below_top : below_least;
    wire [W-1:0] ulp = {{W-1{1'b0}}, 1'b1} << places;
    wire [W-1:0] kept = places > 0 ? magnitude >> places : magnitude << -places;
    wire [W-1:0] rest = places > 0 ? magnitude & (ulp - 1) : {W{1'b0}};
    wire up = places > 0 & (rest > ulp >> 1 | rest == ulp >> 1 & kept[0]);
    wire signed [11:0] exponent = places + $signed({1'b0, unit}) - 12'sd150;
    wire [34:0] rounded = {exponent - 12'sd1, 23'd0} + kept[23:0] + up;
    wire zero_sign = multiplies ? left_negative : left_negative & right_negative;
    wire [31:0] wanted = is_zero ? {zero_sign, 31'd0}
        : {negative, rounded >= 35'h7f800000 ? 31'h7f800000 : rounded[30:0]};
    assign wrong = are_exponents & is_product & (is_zero | is_top) & (factors != {a, y} | result != wanted);
endmodule

// The float operations that compare and convert, and those that compute where an operand is infinite or no number,
// beside section 4 of ISA.md, for all operands and source modifiers. What is computed of numbers: symfpu.v.
module floats (
    input  wire [31:0] a_word, b_word, c_word,
    input  wire [5:0]  modifiers, // of a, b, c: negated, absolute value
    output wire [10:0] wrong
);
    // The absolute value first, then the negation.
    wire [31:0] a = {a_word[31] & ~modifiers[1] ^ modifiers[0], a_word[30:0]};
    wire [31:0] b = {b_word[31] & ~modifiers[3] ^ modifiers[2], b_word[30:0]};
    wire [31:0] c = {c_word[31] & ~modifiers[5] ^ modifiers[4], c_word[30:0]};
    wire a_is_nan = a[30:0] > 31'h7f800000, b_is_nan = b[30:0] > 31'h7f800000, c_is_nan = c[30:0] > 31'h7f800000;
    localparam [31:0] NAN = 32'h7fffffff;

    // Floats in the order of sign and magnitude; -0 below +0.
    wire below = a[31] != b[31] ? a[31] : a[31] ? a[30:0] > b[30:0] : a[30:0] < b[30:0];
    wire both_zero = a[30:0] == 0 & b[30:0] == 0;
    wire unordered = a_is_nan | b_is_nan;
    wire equal = ~unordered & (a == b | both_zero);
    wire less = ~unordered & ~equal & below;
    wire greater = ~unordered & ~equal & ~below;

    wire [31:0] smaller = a_is_nan ? (b_is_nan ? NAN : b) : b_is_nan ? a : below ? a : b;
    wire [31:0] larger = a_is_nan ? (b_is_nan ? NAN : b) : b_is_nan ? a : below ? b : a;

    // Toward zero: 1.m * 2^(e-127), saturated; NaN to 0.
    wire [7:0] e = a[30:23];
    wire [31:0] low_shifted = {1'b1, a[22:0], 8'd0} >> (8'd158 - e);
    wire [31:0] whole = e < 127 ? 32'd0 : low_shifted;
    wire too_large = e > 158, too_large_signed = e > 157;
    wire [31:0] to_signed = a_is_nan ? 32'd0 : too_large_signed ? (a[31] ? 32'h80000000 : 32'h7fffffff)
        : a[31] ? -whole : whole;
    wire [31:0] to_unsigned = a_is_nan | a[31] ? 32'd0 : too_large ? 32'hffffffff : whole;

    wire [31:0] from_signed, from_unsigned;
    rounded signed_ (.negative(a_word[31]), .magnitude(a_word[31] ? -a_word : a_word), .float(from_signed));
    rounded unsigned_ (.negative(1'b0), .magnitude(a_word), .float(from_unsigned));

    // Each with a choice of its own: what the others need is not there then.
    wire [31:0] minimum, maximum, converted_s, converted_u, i2f_s, i2f_u;
    float_in_lane min (.choice(4'd4), .modifiers(modifiers), .a(a_word), .b(b_word), .c(32'd0), .result(minimum));
    float_in_lane max (.choice(4'd5), .modifiers(modifiers), .a(a_word), .b(b_word), .c(32'd0), .result(maximum));
    float_in_lane f2i_s (.choice(4'd10), .modifiers(modifiers), .a(a_word), .b(b_word), .c(32'd0), .result(converted_s));
    float_in_lane f2i_u (.choice(4'd11), .modifiers(modifiers), .a(a_word), .b(b_word), .c(32'd0), .result(converted_u));
    float_in_lane from_s (.choice(4'd8), .modifiers(6'd0), .a(a_word), .b(b_word), .c(32'd0), .result(i2f_s));
    float_in_lane from_u (.choice(4'd9), .modifiers(6'd0), .a(a_word), .b(b_word), .c(32'd0), .result(i2f_u));
    // The lower digit of the opcode says for which outcomes FSETP holds.
    wire [5:0] holds, wanted;
    genvar i;
    generate
        for (i = 0; i < 6; i = i + 1) begin : comparisons
            localparam [3:0] CHOICE = i == 0 ? 1 : i == 1 ? 2 : i == 2 ? 3 : i == 3 ? 4 : i == 4 ? 6 : 13;
            float_in_lane compare (
                .choice(CHOICE), .modifiers(modifiers), .a(a_word), .b(b_word), .c(32'd0),
                .comparison(holds[i])
            );
        end
    endgenerate
    assign wanted = {less | greater | unordered, less | equal, less, greater | equal, equal, greater};

    // What is infinite or no number: of sums (FADD, v_sub_f32), products, and both.
    localparam [30:0] INFINITY = 31'h7f800000;
    wire a_is_infinite = a[30:0] == INFINITY, b_is_infinite = b[30:0] == INFINITY, c_is_infinite = c[30:0] == INFINITY;
    wire is_product_infinite = a_is_infinite | b_is_infinite, product_sign = a[31] ^ b[31];
    wire is_product_nan = a_is_nan | b_is_nan | a_is_infinite & b[30:0] == 0 | b_is_infinite & a[30:0] == 0;
    wire [31:0] of_sum, of_difference, of_product, of_fused;
    float_in_lane add (.choice(4'd0), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word), .result(of_sum));
    float_in_lane sub (.choice(4'd1), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word), .result(of_difference));
    float_in_lane multiply (.choice(4'd2), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word), .result(of_product));
    float_in_lane fuse (.choice(4'd3), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word), .result(of_fused));
    wire wrong_sum, wrong_difference, wrong_fused;
    infinite_sum sum (
        .left(a[31]), .left_nan(a_is_nan), .left_infinite(a_is_infinite), .right(b[31]), .right_nan(b_is_nan),
        .right_infinite(b_is_infinite), .result(of_sum), .wrong(wrong_sum)
    );
    infinite_sum difference (
        .left(a[31]), .left_nan(a_is_nan), .left_infinite(a_is_infinite), .right(~b[31]), .right_nan(b_is_nan),
        .right_infinite(b_is_infinite), .result(of_difference), .wrong(wrong_difference)
    );
    infinite_sum fused (
        .left(product_sign), .left_nan(is_product_nan), .left_infinite(is_product_infinite), .right(c[31]),
        .right_nan(c_is_nan), .right_infinite(c_is_infinite), .result(of_fused), .wrong(wrong_fused)
    );
    wire wrong_product = is_product_nan ? of_product != NAN
        : is_product_infinite & of_product != {product_sign, INFINITY};

    // Nothing is added in the lane for an operation that is no float's.
    wire [31:0] no_word;
    wire [7:0] no_exponent;
    wire [3:0] no_others;
    lanebeat_float idle (
        .choice(c_word[3:0]), .modifiers(modifiers), .a(a_word), .b(b_word), .c(c_word), .gives_word(1'b0),
        .magnitude_is_less(c_word[4]), .magnitude_is_same(c_word[5]), .word(no_word), .exponent(no_exponent),
        .rounds_up(no_others[0]), .takes_a(no_others[1]), .takes_b(no_others[2]), .changes_sign(no_others[3])
    );

    assign wrong = {
        |{no_word, no_exponent, no_others}, wrong_fused, wrong_product, wrong_sum | wrong_difference,
        i2f_u != from_unsigned, i2f_s != from_signed, converted_u != to_unsigned, converted_s != to_signed,
        maximum != larger, minimum != smaller, holds != wanted
    };
endmodule

// Whether a sum of which one side is infinite or no number is another than it should be.
module infinite_sum (
    input  wire        left, right, // the signs
    input  wire        left_nan, right_nan, left_infinite, right_infinite,
    input  wire [31:0] result,
    output wire        wrong
);
    wire is_nan = left_nan | right_nan | left_infinite & right_infinite & left != right;
    wire [31:0] wanted = is_nan ? 32'h7fffffff : {left_infinite ? left : right, 31'h7f800000};
    assign wrong = (is_nan | left_infinite | right_infinite) & result != wanted;
endmodule

// A whole number as a float, to nearest, ties to even.
module rounded (
    input  wire        negative,
    input  wire [31:0] magnitude,
    output wire [31:0] float
);
    reg [5:0] zeros;
    integer i;
    always @* begin
        zeros = 32;
        for (i = 0; i < 32; i = i + 1) if (magnitude[i]) zeros = 31 - i;
    end
    wire [31:0] normal = magnitude << zeros;
    wire up = normal[7] & (normal[8] | |normal[6:0]);
    wire [7:0] exponent = 8'd158 - zeros;
    assign float = magnitude == 0 ? 32'd0 : {negative, {exponent, normal[30:8]} + {30'd0, up}};
endmodule

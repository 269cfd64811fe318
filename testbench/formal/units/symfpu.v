// A float operation beside SymFPU's, which yosys' pass `symfpu` writes as module `SYMFPU; operands with their modifiers
// go into SymFPU. Where it multiplies, the products are cut out: both sides take the same, and the factors are compared.
// SymFPU normalizes a subnormal factor before it multiplies, the unit does not. Any two numbers are taken for a product
// that satisfy what is said of products here. Each `wrong` is a question; `distance` is fixed in each of its cases.
module symfpu (
    input  wire [3:0]  choice,          // of a comparison
    input  wire [5:0]  modifiers,
    input  wire [31:0] a, b, c,
    input  wire [9:0]  distance,        // of the exponents of a and b, or of the product and c
    input  wire [23:0] ll, hh, lh, hl,  // products of halves of the significands of a and b
    input  wire [47:0] of_others,       // SymFPU's product where a factor is no number or 0
    output wire        wrong, wrong_special, wrong_signs,
    output wire        wrong_factors, wrong_zero, wrong_subnormal, wrong_swapped, wrong_scaled, wrong_scaled_other
);
    function [31:0] modified(input [31:0] word, input [1:0] signs);
        modified = {word[31] & ~signs[1] ^ signs[0], word[30:0]};
    endfunction
    wire [31:0] x = modified(a, modifiers[1:0]), y = modified(b, modifiers[3:2]), z = modified(c, modifiers[5:4]);

`ifdef RELATION
    wire holds, less, not_greater, greater, not_less, equal;
    float_in_lane float (.choice(choice), .modifiers(modifiers), .a(a), .b(b), .c(c), .comparison(holds));
    `SYMFPU forth (.a(x), .b(y), .lessThan(less), .lessThanOrEqual(not_greater), .ieee754Equal(equal));
    `SYMFPU back (.a(y), .b(x), .lessThan(greater), .lessThanOrEqual(not_less));
    wire [3:0] outcomes = {~not_greater & ~not_less, less, equal, greater};
    assign wrong = holds != |(outcomes & choice);
`else
    wire [31:0] result, unmodified, told;
    wire is_special = &a[30:23] | &b[30:23] | `FUSES & &c[30:23];
    // NaN is this machine's own.
    wire [31:0] wanted = &told[30:23] & |told[22:0] ? 32'h7fffffff : told;
    wire differs = result != wanted;
    function [9:0] exponent(input [31:0] word);
        exponent = {2'd0, word[30:23]} + (word[30:23] == 0);
    endfunction
    wire is_case = distance == exponent(a) + (`FUSES ? exponent(b) - exponent(c) : -exponent(b));
    assign wrong_special = is_special & differs;
    assign wrong_signs = result != unmodified;

`ifdef MULTIPLIES
    wire [23:0] a_factor, b_factor;
    wire [47:0] factors;
    float_in_lane float (
        .choice(`CHOICE), .modifiers(modifiers), .a(a), .b(b), .c(c), .result(result),
        .cut_factors({a_factor, b_factor}), .cut_products({hl, lh, hh, ll})
    );
    float_in_lane float_of_modified (
        .choice(`CHOICE), .modifiers(6'd0), .a(x), .b(y), .c(z), .result(unmodified), .cut_products({hl, lh, hh, ll})
    );
    reg [4:0] a_leads, b_leads;
    integer bit;
    always @* begin
        a_leads = 0;
        b_leads = 0;
        for (bit = 0; bit < 24; bit = bit + 1) begin
            if (a_factor[bit]) a_leads = 23 - bit;
            if (b_factor[bit]) b_leads = 23 - bit;
        end
    end
    wire [37:0] product_upper = {2'd0, hh, ll[23:12]} + {14'd0, lh} + {14'd0, hl};
    wire [49:0] product = {product_upper, ll[11:0]};
    wire [97:0] normalized = {48'd0, product} << ({1'b0, a_leads} + {1'b0, b_leads});
    wire is_zero = a_factor == 0 | b_factor == 0, is_normal = a_factor[23] & b_factor[23];
    wire is_product = normalized[97:48] == 0 & normalized[47:46] != 0;
    wire [47:0] other_product = is_zero | is_special ? of_others : normalized[47:0];
    `SYMFPU other (
        .a(x), .b(y), .c(z), .rm(5'd1), .o(told), .cut_product(other_product), .cut_factors(factors)
    );

    // Neither side looks at which factor is which, but for NaN.
    wire [31:0] swapped, told_swapped;
    float_in_lane float_of_swapped (
        .choice(`CHOICE), .modifiers(6'd0), .a(y), .b(x), .c(z), .result(swapped), .cut_products({hl, lh, hh, ll})
    );
    `SYMFPU other_of_swapped (.a(y), .b(x), .c(z), .rm(5'd1), .o(told_swapped), .cut_product(other_product));
    assign wrong_swapped = ~is_special & (unmodified != swapped | told != told_swapped);
    // A subnormal a is as a with its highest one at the top and exponent 1, and b with an exponent less by as much.
    wire [23:0] a_at_top = a_factor << a_leads;
    wire [31:0] a_scaled = {x[31], 8'd1, a_at_top[22:0]}, b_scaled = {y[31], y[30:23] - {3'd0, a_leads}, y[22:0]};
    wire [31:0] of_scaled, told_scaled;
    float_in_lane float_of_scaled (
        .choice(`CHOICE), .modifiers(6'd0), .a(a_scaled), .b(b_scaled), .c(z), .result(of_scaled),
        .cut_products({36'd0, normalized[23:12], normalized[47:24], 12'd0, normalized[11:0]})
    );
    `SYMFPU other_of_scaled (
        .a(a_scaled), .b(b_scaled), .c(z), .rm(5'd1), .o(told_scaled), .cut_product(other_product)
    );
    wire is_scaled = ~is_special & ~is_zero & ~a_factor[23] & b_factor[23] & y[30:23] > {3'd0, a_leads} & is_product;
    assign wrong_scaled = is_scaled & is_case & unmodified != of_scaled;
    assign wrong_scaled_other = is_scaled & told != told_scaled;
    assign wrong_factors = ~is_special & ~is_zero & factors != {a_factor << a_leads, b_factor << b_leads};
    assign wrong_zero = ~is_special & is_zero & product == 0 & differs;
    assign wrong = ~is_special & is_normal & is_product & (is_case | ~`FUSES) & differs;
    assign wrong_subnormal = ~is_special & ~is_normal & ~is_zero & is_product & (is_case | ~`FUSES) & differs;
`else
    float_in_lane float (.choice(`CHOICE), .modifiers(modifiers), .a(a), .b(b), .c(c), .result(result));
    float_in_lane float_of_modified (
        .choice(`CHOICE), .modifiers(6'd0), .a(x), .b(y), .c(z), .result(unmodified)
    );
    `SYMFPU other (.a(x), .b(y), .c(32'd0), .rm(5'd1), .o(told));
    assign wrong = ~is_special & is_case & differs;
`endif
`endif
endmodule

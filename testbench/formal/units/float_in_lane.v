// The float unit as a lane has it: the lane compares magnitudes for it, and its last adder rounds.
module float_in_lane (
    input  wire [3:0]  choice,
    input  wire [5:0]  modifiers,
    input  wire [31:0] a, b, c,
`ifdef MULTIPLIES
    output wire [47:0] cut_factors,
    input  wire [95:0] cut_products,
`endif
    output wire [31:0] result,
    output wire        comparison
);
    wire [31:0] word;
    wire [7:0] exponent;
    wire rounds_up, takes_a, takes_b, changes_sign;
    lanebeat_float unit (
`ifdef MULTIPLIES
        .cut_factors(cut_factors), .cut_products(cut_products),
`endif
        .choice(choice), .modifiers(modifiers), .a(a), .b(b), .c(c), .gives_word(1'b1),
        .magnitude_is_less(a[30:0] < b[30:0]), .magnitude_is_same(a[30:0] == b[30:0]),
        .word(word), .exponent(exponent), .rounds_up(rounds_up), .takes_a(takes_a), .takes_b(takes_b),
        .changes_sign(changes_sign), .comparison(comparison)
    );
    wire [31:0] taken = {32{takes_a}} & a | {32{takes_b}} & b;
    assign result = (word | taken) + {changes_sign, exponent, 23'd0} + {31'd0, rounds_up};
endmodule

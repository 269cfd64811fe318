// lanebeat_redux_leaf: One thread's word as REDUX combines it, 0 if it does not count.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_redux_leaf (
    input  wire [31:0] word,         // operand a of the thread, if that is a register
    input  wire [31:0] literal_word, // the literal
    input  wire        is_literal,   // operand a is the literal
    input  wire [31:0] flip,         // the bits to be inverted
    input  wire        active,       // the thread executes
    output wire [31:0] own           // the word for the tree
);

    assign own = ((is_literal ? literal_word : word) ^ flip) & {32{active}};

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

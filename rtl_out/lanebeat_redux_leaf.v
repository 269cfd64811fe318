// lanebeat_redux_leaf: One thread's word as REDUX combines it, 0 if it does not count.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_redux_leaf (
    input  wire        clock,        // rising edge
    input  wire [31:0] word,         // operand a of the thread, if that is a register, in cycle 2
    input  wire [31:0] literal_word, // the literal, in cycle 2
    input  wire        is_literal,   // operand a is the literal, in cycle 2
    input  wire [31:0] flip,         // the bits to be inverted, in cycle 2
    input  wire        active,       // the thread executes, in cycle 0
    output wire [31:0] own           // the word for the tree, in cycle 2
);

    reg active_s1, active_s2;

    assign own = ((is_literal ? literal_word : word) ^ flip) & {32{active_s2}};

    always @(posedge clock) begin
        active_s1 <= active;
        active_s2 <= active_s1;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_redux_leaf: One thread's word as REDUX combines it, 0 if it does not count.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
module lanebeat_redux_leaf (
    input  wire [31:0] word,       // operand a of the thread, if that is a register
    input  wire [31:0] literal,    // the literal
    input  wire        is_literal, // operand a is the literal
    input  wire [31:0] flip,       // the bits to be inverted
    input  wire        active,     // the thread executes
    output wire [31:0] own         // the word for the tree
);

    assign own = ((is_literal ? literal : word) ^ flip) & {32{active}};

endmodule

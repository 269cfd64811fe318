// lanebeat_redux_pair: Two words combined: their sum, OR, XOR or maximum.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   choice  input    3  0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes
//   left    input   32  one word
//   right   input   32  the other
//   word    output  32  both combined
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_redux_pair (
    input  wire [2:0]  choice, // 0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes
    input  wire [31:0] left,   // one word
    input  wire [31:0] right,  // the other
    output wire [31:0] word    // both combined
);

    wire extreme = choice[2];
    wire [32:0] joined = {1'b0, right ^ {32{extreme}}};
    wire [32:0] total = {1'b0, left} + joined;
    wire adds = choice == 3'd0;
    wire keeps_left = extreme ? total[32] : ~adds;
    wire keeps_right = extreme ? ~total[32] : ~adds;
    wire [31:0] both = left & right & {32{choice == 3'd3}};
    wire [31:0] either = (left & {32{keeps_left}}) | (right & {32{keeps_right}});
    assign word = adds ? total[31:0] : (either & ~both);

endmodule

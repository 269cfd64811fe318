// lanebeat_redux_pair: Two words combined: their sum, OR, XOR or maximum.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_redux_pair (
    input  wire [2:0]  choice, // 0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes
    input  wire [31:0] left,   // one word
    input  wire [31:0] right,  // the other word
    output wire [31:0] word    // both words, combined
);

    localparam [2:0] REDUX_ADD_U32_CHOICE = 3'd0, REDUX_XOR_U32_CHOICE = 3'd3;

    wire extreme = choice[2];
    wire [32:0] total_term = {1'b0, right ^ {32{extreme}}};
    wire [32:0] total = {1'b0, left} + total_term;
    wire adds = choice == REDUX_ADD_U32_CHOICE;
    wire keeps_left = extreme ? total[32] : ~adds;
    wire keeps_right = extreme ? ~total[32] : ~adds;
    wire [31:0] word_inverse = left & right & {32{choice == REDUX_XOR_U32_CHOICE}};
    wire [31:0] word_term = (left & {32{keeps_left}}) | (right & {32{keeps_right}});
    assign word = adds ? total[31:0] : (word_term & ~word_inverse);

endmodule

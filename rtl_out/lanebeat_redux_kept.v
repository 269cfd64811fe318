// lanebeat_redux_kept: What two words combine to, by a mode.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
(* keep_hierarchy = "yes" *)
module lanebeat_redux_kept (
    input  wire [2:0]  mode,  // 0 the sum, 1 OR, 2 XOR, 3 the left word, 4 the right one
    input  wire [31:0] total, // the sum
    input  wire [31:0] left,  // one word
    input  wire [31:0] right, // the other word
    output wire [31:0] word   // both words, combined
);

    wire [255:0] by_mode = {right, right, right, right, left, left ^ right, left | right, total};
    wire [127:0] word_of_4 = mode[2] ? by_mode[255:128] : by_mode[127:0];
    wire [63:0] word_of_2 = mode[1] ? word_of_4[127:64] : word_of_4[63:0];
    assign word = mode[0] ? word_of_2[63:32] : word_of_2[31:0];

endmodule

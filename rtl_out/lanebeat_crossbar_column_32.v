// lanebeat_crossbar_column_32: One lane's column of the crossbar: a word of one thread.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
(* keep_hierarchy = "yes" *)
module lanebeat_crossbar_column_32 (
    input  wire [1023:0] words,  // operand a of every thread
    input  wire [4:0]    source, // the thread whose word is taken
    output wire [31:0]   word    // word of the thread that is taken
);

    wire [511:0] word_of_16 = source[4] ? words[1023:512] : words[511:0];
    wire [255:0] word_of_8 = source[3] ? word_of_16[511:256] : word_of_16[255:0];
    wire [127:0] word_of_4 = source[2] ? word_of_8[255:128] : word_of_8[127:0];
    wire [63:0] word_of_2 = source[1] ? word_of_4[127:64] : word_of_4[63:0];
    assign word = source[0] ? word_of_2[63:32] : word_of_2[31:0];

endmodule

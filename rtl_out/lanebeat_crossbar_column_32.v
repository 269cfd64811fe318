// lanebeat_crossbar_column_32: One lane's column of the crossbar: a word of one thread.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_crossbar_column_32 (
    input  wire [1023:0] words,  // operand a of every thread
    input  wire [4:0]    source, // the thread whose word is taken
    output wire [31:0]   word    // word of the thread that is taken
);

    assign word = words[{source, 5'd0} +: 32];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_redux_kept: What two words combine to, by a mode.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_redux_kept (
    input  wire [2:0]  mode,  // 0 the sum, 1 OR, 2 XOR, 3 the left word, 4 the right one
    input  wire [31:0] total, // the sum
    input  wire [31:0] left,  // one word
    input  wire [31:0] right, // the other word
    output wire [31:0] word   // both words, combined
);

    wire [255:0] by_mode = {right, right, right, right, left, left ^ right, left | right, total};

    assign word = by_mode[{mode, 5'd0} +: 32];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_redux_kept_s1_2: What two words combine to, by a mode.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_redux_kept_s1_2 (
    input  wire        clock, // rising edge
    // 0 the sum, 1 OR, 2 XOR, 3 the left word, 4 the right one, in cycle 1
    input  wire [2:0]  mode,
    input  wire [31:0] total, // the sum, in cycle 0
    input  wire [31:0] left,  // one word, in cycle 0
    input  wire [31:0] right, // the other word, in cycle 0
    output wire [31:0] word   // both words, combined, in cycle 1
);

    reg [31:0] left_s1, right_s1, total_s1;

    wire [255:0] by_mode = {
        right_s1, right_s1, right_s1, right_s1, left_s1, left_s1 ^ right_s1, left_s1 | right_s1,
        total_s1
    };

    always @(posedge clock) begin
        left_s1 <= left;
        right_s1 <= right;
        total_s1 <= total;
    end

    assign word = by_mode[{mode, 5'd0} +: 32];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

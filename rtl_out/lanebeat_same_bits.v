// lanebeat_same_bits: Whether a thread has the same few bits as the lane.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_same_bits (
    input  wire [2:0] own,   // bits of the word of the lane
    input  wire [2:0] other, // the same bits of the word of the thread
    output wire       same   // both are the same
);

    assign same = own == other;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

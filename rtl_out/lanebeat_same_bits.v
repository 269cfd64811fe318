// lanebeat_same_bits: Whether a thread has the same few bits as the lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
(* keep_hierarchy = "yes" *)
module lanebeat_same_bits (
    input  wire [2:0] own,   // bits of the word of the lane
    input  wire [2:0] other, // the same bits of the word of the thread
    output wire       same   // both are the same
);

    assign same = own == other;

endmodule

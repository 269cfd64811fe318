// lanebeat_same_word: Whether a thread has the same word as the lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate core
(* keep_hierarchy = "yes" *)
module lanebeat_same_word (
    input  wire [31:0] own_word, // the word of the lane
    input  wire [31:0] word,     // the word of the thread
    output wire        same      // both words are the same
);

    assign same = own_word == word;

endmodule

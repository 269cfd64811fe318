// lanebeat_thread_number: S2R of one lane: the thread's number, or the word that all get.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
module lanebeat_thread_number #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]  beat,   // beat that executes
    input  wire        wanted, // a thread's number is wanted
    input  wire [31:0] word,   // the word that all threads get, 0 where a thread's number is wanted
    input  wire        whole,  // the number in the wave is wanted, not modulo 32
    output wire [31:0] value   // what the thread gets
);

    wire [31:0] value_term = {26'd0, beat[1] & whole, {beat[0], INDEX[3:0]} & {5{wanted}}};
    assign value = word | value_term;

endmodule

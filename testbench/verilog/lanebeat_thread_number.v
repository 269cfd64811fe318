// lanebeat_thread_number: S2R of one lane: the thread's number, or the word that all get.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   beat    input    2  beat that executes
//   wanted  input    1  a thread's number is wanted
//   word    input   32  the word that all threads get, 0 where a thread's number is wanted
//   value   output  32  what the thread gets
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_thread_number #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]  beat,   // beat that executes
    input  wire        wanted, // a thread's number is wanted
    input  wire [31:0] word,   // the word that all threads get, 0 where a thread's number is wanted
    output wire [31:0] value   // what the thread gets
);

    wire [31:0] joined = {28'd0, {beat, INDEX[1:0]} & {4{wanted}}};
    assign value = word | joined;

endmodule

// lanebeat_thread_number: S2R of one lane: the thread's number, or the word that all get.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_thread_number #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]  beat,   // beat that executes
    input  wire        wanted, // a thread's number is wanted
    input  wire [31:0] word,   // the word that all threads get, 0 where a thread's number is wanted
    input  wire        whole,  // the number in the wave is wanted, not modulo 32
    output wire [31:0] value   // what the thread gets
);

    assign value = word | {26'd0, beat[1] & whole, {beat[0], INDEX[3:0]} & {5{wanted}}};

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

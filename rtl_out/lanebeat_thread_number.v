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
    // mask of lanes: the threads below, and up to this one, which differ, and the complement
    input  wire [2:0]  mask,
    output wire [31:0] value   // what the thread gets
);

    wire [5:0] thread = {beat, INDEX[3:0]};
    wire below_with1 = thread[0];
    wire [1:0] below2 = {1'b0, below_with1};
    wire [1:0] below_with2 = {2{thread[1]}};
    wire [3:0] below4 = {below2 & below_with2, below2 | below_with2};
    wire [3:0] below_with4 = {4{thread[2]}};
    wire [7:0] below8 = {below4 & below_with4, below4 | below_with4};
    wire [7:0] below_with8 = {8{thread[3]}};
    wire [15:0] below16 = {below8 & below_with8, below8 | below_with8};
    wire [15:0] below_with16 = {16{thread[4]}};
    wire [31:0] below32 = {below16 & below_with16, below16 | below_with16};
    wire [31:0] lane_mask =
        (below32 & {32{mask[0]}}) ^ ({below32[30:0], 1'b1} & {32{mask[1]}}) ^ {32{mask[2]}};
    assign value = word | {26'd0, thread[5] & whole, thread[4:0] & {5{wanted}}} | lane_mask;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

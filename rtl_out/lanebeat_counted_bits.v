// lanebeat_counted_bits: Bits of operand a that count in one lane: of MBCNT those of threads below.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_counted_bits #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]  beat,  // beat that executes, as far as it is one of 64 threads
    input  wire        low,   // threads 0 to 31 of 64 are counted
    input  wire        high,  // threads 32 to 63 of 64 are counted
    output wire [31:0] value  // a bit for each thread
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
    wire all_count = (~(low | high)) | (low & thread[5]);
    wire none_counts = high & ~thread[5];
    assign value = (below32 | {32{all_count}}) & {32{~none_counts}};

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_exec_row: One beat's row of EXEC, all ones after reset.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_exec_row #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire        write, // a row is written
    input  wire [15:0] row,   // the row
    input  wire [1:0]  beat,  // the beat that is written
    output reg  [15:0] exec   // all threads, thread 0 lowest
);

    always @(posedge clock) begin
        if (reset) begin
            exec <= 16'hffff;
        end else if (write & (beat == INDEX[1:0])) begin
            exec <= row;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_exec_row: One beat's row of EXEC, all ones after reset.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
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

// lanebeat_exec_row: One beat's row of EXEC, all ones after reset.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock  input    1  rising edge
//   reset  input    1  synchronous, active high
//   write  input    1  a row is written
//   row    input   16  the row
//   beat   input    2  the beat that is written
//   exec   output  16  the row
// Made by: lanebeat generate core
module lanebeat_exec_row #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire        clock, // rising edge
    input  wire        reset, // synchronous, active high
    input  wire        write, // a row is written
    input  wire [15:0] row,   // the row
    input  wire [1:0]  beat,  // the beat that is written
    output wire [15:0] exec   // the row
);

    reg [15:0] exec_q;

    always @(posedge clock) begin
        if (reset) begin
            exec_q <= 16'hffff;
        end else if (write & (beat == INDEX[1:0])) begin
            exec_q <= row;
        end
    end

    assign exec = exec_q;

endmodule

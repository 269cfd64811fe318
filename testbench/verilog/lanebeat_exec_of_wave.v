// lanebeat_exec_of_wave: EXEC of one wave.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock  input    1  rising edge
//   reset  input    1  synchronous, active high
//   write  input    1  a row is written
//   row    input    4  the row
//   wave   input    1  the wave that is written
//   beat   input    2  the beat that is written
//   exec   output  16  all threads, thread 0 lowest
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_exec_of_wave #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire        clock, // rising edge
    input  wire        reset, // synchronous, active high
    input  wire        write, // a row is written
    input  wire [3:0]  row,   // the row
    input  wire        wave,  // the wave that is written
    input  wire [1:0]  beat,  // the beat that is written
    output wire [15:0] exec   // all threads, thread 0 lowest
);

    genvar copy;
    wire [15:0] rows_exec;

    wire rows_write = write & (wave == INDEX[0]);

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : rows
            lanebeat_exec_row #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .write(rows_write),
                .row(row),
                .beat(beat),
                .exec(rows_exec[copy*4 +: 4])
            );
        end
    endgenerate

    assign exec = rows_exec;

endmodule

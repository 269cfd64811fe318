// lanebeat_exec_of_wave: EXEC of one wave.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_exec_of_wave #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire        write, // a row is written
    input  wire [15:0] row,   // the row
    input  wire [2:0]  wave,  // the wave that is written
    input  wire [1:0]  beat,  // the beat that is written
    output wire [63:0] exec   // all threads, thread 0 lowest
);

    genvar copy;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : rows
            lanebeat_exec_row #(.INDEX(copy)) unit (
                .clock(clock), .reset(reset),
                .write(write & (wave == INDEX[2:0])), .row(row), .beat(beat),
                .exec(exec[copy*16 +: 16])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

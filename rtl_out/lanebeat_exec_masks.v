// lanebeat_exec_masks: EXEC of every wave.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_exec_masks (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [2:0]  wave,  // wave that executes
    input  wire [1:0]  beat,  // beat that executes
    input  wire        write, // replace this beat's row of EXEC
    input  wire [15:0] row,   // the new row

    input  wire        host_write, // the host replaces a row (never together with write)
    input  wire [2:0]  host_wave,  // the host's wave
    input  wire [1:0]  host_beat,  // the host's beat
    input  wire [15:0] host_row,   // the host's row

    output wire [7:0]  exec_edges, // EXEC of the first and last thread of each row
    output wire [63:0] exec_wave,  // EXEC of every thread of the wave
    output wire [15:0] exec_row,   // EXEC of the beat that executes

    output wire [15:0] host_exec_row  // the row that the host asks for
);

    genvar copy;
    wire [511:0] of_wave_exec;

    // The host writes when no instruction does.
    wire [2:0] written_wave = host_write ? host_wave : wave;
    wire [1:0] written_beat = host_write ? host_beat : beat;

    // EXEC is in flip-flops: cross-lane units see whole waves of it.
    wire [63:0] executing_exec = of_wave_exec[{wave, 6'd0} +: 64];
    assign exec_edges = {
        executing_exec[63], executing_exec[48:47], executing_exec[32:31], executing_exec[16:15],
        executing_exec[0]
    };
    wire [63:0] host_exec_row_choices = of_wave_exec[{host_wave, 6'd0} +: 64];

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : of_wave
            lanebeat_exec_of_wave #(.INDEX(copy)) unit (
                .clock(clock), .reset(reset),
                .write(write | host_write), .row(host_write ? host_row : row), .wave(written_wave),
                .beat(written_beat), .exec(of_wave_exec[copy*64 +: 64])
            );
        end
    endgenerate

    assign exec_wave = executing_exec;
    assign exec_row = executing_exec[{beat, 4'd0} +: 16];
    assign host_exec_row = host_exec_row_choices[{host_beat, 4'd0} +: 16];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

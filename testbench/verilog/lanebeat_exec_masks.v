// lanebeat_exec_masks: EXEC of every wave.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock          input    1  rising edge
//   reset          input    1  synchronous, active high
//   wave           input    1  wave that executes
//   beat           input    2  beat that executes
//   write          input    1  replace this beat's row of EXEC
//   row            input    4  the new row
//   host_write     input    1  the host replaces a row (never together with write)
//   host_wave      input    1  the host's wave
//   host_beat      input    2  the host's beat
//   host_row       input    4  the host's row
//   exec_edges     output   2  EXEC of the first and last thread of each row
//   exec_of_row    output  16  EXEC of the row of 16 threads that the beat belongs to
//   exec_wave      output  16  EXEC of every thread of the wave
//   exec_row       output   4  its row of the beat
//   host_exec_row  output   4  the row that the host asks for
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_exec_masks (
    input  wire        clock,         // rising edge
    input  wire        reset,         // synchronous, active high
    input  wire        wave,          // wave that executes
    input  wire [1:0]  beat,          // beat that executes
    input  wire        write,         // replace this beat's row of EXEC
    input  wire [3:0]  row,           // the new row
    input  wire        host_write,    // the host replaces a row (never together with write)
    input  wire        host_wave,     // the host's wave
    input  wire [1:0]  host_beat,     // the host's beat
    input  wire [3:0]  host_row,      // the host's row
    output wire [1:0]  exec_edges,    // EXEC of the first and last thread of each row
    output wire [15:0] exec_of_row,   // EXEC of the row of 16 threads that the beat belongs to
    output wire [15:0] exec_wave,     // EXEC of every thread of the wave
    output wire [3:0]  exec_row,      // its row of the beat
    output wire [3:0]  host_exec_row  // the row that the host asks for
);

    genvar copy;
    wire [31:0] of_wave_exec;

    wire written_wave = host_write ? host_wave : wave;
    wire [1:0] written_beat = host_write ? host_beat : beat;
    wire [15:0] executing_exec = wave ? of_wave_exec[31:16] : of_wave_exec[15:0];
    assign exec_edges = {executing_exec[15], executing_exec[0]};
    wire [7:0] exec_row_of_2 = beat[1] ? executing_exec[15:8] : executing_exec[7:0];
    assign exec_row = beat[0] ? exec_row_of_2[7:4] : exec_row_of_2[3:0];
    wire [15:0] element = host_wave ? of_wave_exec[31:16] : of_wave_exec[15:0];
    wire [7:0] host_exec_row_of_2 = host_beat[1] ? element[15:8] : element[7:0];
    assign host_exec_row = host_beat[0] ? host_exec_row_of_2[7:4] : host_exec_row_of_2[3:0];
    wire of_wave_write = write | host_write;
    wire [3:0] of_wave_row = host_write ? host_row : row;

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : of_wave
            lanebeat_exec_of_wave #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .write(of_wave_write),
                .row(of_wave_row),
                .wave(written_wave),
                .beat(written_beat),
                .exec(of_wave_exec[copy*16 +: 16])
            );
        end
    endgenerate

    assign exec_of_row = executing_exec;
    assign exec_wave = executing_exec;

endmodule

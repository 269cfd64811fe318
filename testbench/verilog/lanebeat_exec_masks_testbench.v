// lanebeat_exec_masks_testbench: puts recorded inputs into lanebeat_exec_masks and compares its
// outputs with what was recorded; prints PASS or FAIL. lanebeat_exec_masks_testbench.hex must lie in
// the directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_exec_masks_testbench;
  localparam CYCLES = 400;

  reg [132:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg wave;
  reg [1:0] beat;
  reg write;
  reg [3:0] row;
  reg host_write;
  reg host_wave;
  reg [1:0] host_beat;
  reg [3:0] host_row;
  reg [1:0] expected_exec_edges;
  reg [1:0] defined_exec_edges;
  reg [15:0] expected_exec_of_row;
  reg [15:0] defined_exec_of_row;
  reg [15:0] expected_exec_wave;
  reg [15:0] defined_exec_wave;
  reg [3:0] expected_exec_row;
  reg [3:0] defined_exec_row;
  reg [3:0] expected_host_exec_row;
  reg [3:0] defined_host_exec_row;
  wire [1:0] exec_edges;
  wire [15:0] exec_of_row;
  wire [15:0] exec_wave;
  wire [3:0] exec_row;
  wire [3:0] host_exec_row;

  lanebeat_exec_masks bench_unit (
    .clock(clock),
    .reset(reset),
    .wave(wave),
    .beat(beat),
    .write(write),
    .row(row),
    .host_write(host_write),
    .host_wave(host_wave),
    .host_beat(host_beat),
    .host_row(host_row),
    .exec_edges(exec_edges),
    .exec_of_row(exec_of_row),
    .exec_wave(exec_wave),
    .exec_row(exec_row),
    .host_exec_row(host_exec_row)
  );

  initial begin
    $readmemh("lanebeat_exec_masks_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       wave,
       beat,
       write,
       row,
       host_write,
       host_wave,
       host_beat,
       host_row,
       expected_exec_edges,
       defined_exec_edges,
       expected_exec_of_row,
       defined_exec_of_row,
       expected_exec_wave,
       defined_exec_wave,
       expected_exec_row,
       defined_exec_row,
       expected_host_exec_row,
       defined_host_exec_row} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((exec_edges ^ expected_exec_edges) & defined_exec_edges) !== 2'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: exec_edges is %h, expected %h where %h", bench_cycle, exec_edges, expected_exec_edges, defined_exec_edges);
      end
      if (((exec_of_row ^ expected_exec_of_row) & defined_exec_of_row) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: exec_of_row is %h, expected %h where %h", bench_cycle, exec_of_row, expected_exec_of_row, defined_exec_of_row);
      end
      if (((exec_wave ^ expected_exec_wave) & defined_exec_wave) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: exec_wave is %h, expected %h where %h", bench_cycle, exec_wave, expected_exec_wave, defined_exec_wave);
      end
      if (((exec_row ^ expected_exec_row) & defined_exec_row) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: exec_row is %h, expected %h where %h", bench_cycle, exec_row, expected_exec_row, defined_exec_row);
      end
      if (((host_exec_row ^ expected_host_exec_row) & defined_host_exec_row) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_exec_masks: cycle %0d: host_exec_row is %h, expected %h where %h", bench_cycle, host_exec_row, expected_host_exec_row, defined_host_exec_row);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_exec_masks: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_exec_masks: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_shuffle_select_testbench: puts recorded inputs into lanebeat_shuffle_select and compares
// its outputs with what was recorded; prints PASS or FAIL. lanebeat_shuffle_select_testbench.hex must
// lie in the directory that the simulator runs in. It holds a line a cycle: the fields that are
// assigned from bench_vectors below, the first highest. An output X is compared where defined_X is 1:
// it has a bit for each bit of X, or for each word of 32 where X is wider than 64; the others depend
// on what memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_shuffle_select_testbench;
  localparam CYCLES = 400;

  reg [59:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg [31:0] bench_number;
  reg [1:0] mode;
  reg [3:0] thread;
  reg [3:0] index;
  reg [3:0] clamp;
  reg [3:0] segment_mask;
  reg [3:0] expected_source;
  reg [3:0] defined_source;
  reg expected_in_range;
  reg defined_in_range;
  wire [3:0] source;
  wire in_range;

  lanebeat_shuffle_select bench_unit (
    .mode(mode),
    .thread(thread),
    .index(index),
    .clamp(clamp),
    .segment_mask(segment_mask),
    .source(source),
    .in_range(in_range)
  );

  initial begin
    $readmemh("lanebeat_shuffle_select_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       mode,
       thread,
       index,
       clamp,
       segment_mask,
       expected_source,
       defined_source,
       expected_in_range,
       defined_in_range} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle_select: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((source ^ expected_source) & defined_source) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle_select: cycle %0d: source is %h, expected %h where %h", bench_cycle, source, expected_source, defined_source);
      end
      if (((in_range ^ expected_in_range) & defined_in_range) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle_select: cycle %0d: in_range is %h, expected %h where %h", bench_cycle, in_range, expected_in_range, defined_in_range);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_shuffle_select: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_shuffle_select: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

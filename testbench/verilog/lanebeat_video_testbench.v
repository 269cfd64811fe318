// lanebeat_video_testbench: puts recorded inputs into lanebeat_video and compares its outputs with
// what was recorded; prints PASS or FAIL. lanebeat_video_testbench.hex must lie in the directory that
// the simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors
// below, the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of
// X, or for each word of 32 where X is wider than 64; the others depend on what memories power up
// with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_video_testbench;
  localparam CYCLES = 372;

  reg [278:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg [31:0] bench_number;
  reg [3:0] choice;
  reg [10:0] modifiers;
  reg [31:0] x;
  reg [31:0] y;
  reg [3:0] x_signs;
  reg [3:0] y_signs;
  reg [63:0] product;
  reg [31:0] c;
  reg [31:0] expected_result;
  reg [31:0] defined_result;
  wire [31:0] result;

  lanebeat_video bench_unit (
    .choice(choice),
    .modifiers(modifiers),
    .x(x),
    .y(y),
    .x_signs(x_signs),
    .y_signs(y_signs),
    .product(product),
    .c(c),
    .result(result)
  );

  initial begin
    $readmemh("lanebeat_video_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       choice,
       modifiers,
       x,
       y,
       x_signs,
       y_signs,
       product,
       c,
       expected_result,
       defined_result} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((result ^ expected_result) & defined_result) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video: cycle %0d: result is %h, expected %h where %h", bench_cycle, result, expected_result, defined_result);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_video: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_video: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_video_select_testbench: puts recorded inputs into lanebeat_video_select and compares its
// outputs with what was recorded; prints PASS or FAIL. lanebeat_video_select_testbench.hex must lie in
// the directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_video_select_testbench;
  localparam CYCLES = 400;

  reg [266:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg [31:0] bench_number;
  reg [31:0] a;
  reg [31:0] b;
  reg is_simd;
  reg [11:0] bytes_of_a;
  reg a_is_signed;
  reg [11:0] bytes_of_b;
  reg b_is_signed;
  reg [31:0] expected_x;
  reg [31:0] defined_x;
  reg [3:0] expected_x_signs;
  reg [3:0] defined_x_signs;
  reg [31:0] expected_y;
  reg [31:0] defined_y;
  reg [3:0] expected_y_signs;
  reg [3:0] defined_y_signs;
  wire [31:0] x;
  wire [3:0] x_signs;
  wire [31:0] y;
  wire [3:0] y_signs;

  lanebeat_video_select bench_unit (
    .a(a),
    .b(b),
    .is_simd(is_simd),
    .bytes_of_a(bytes_of_a),
    .a_is_signed(a_is_signed),
    .x(x),
    .x_signs(x_signs),
    .bytes_of_b(bytes_of_b),
    .b_is_signed(b_is_signed),
    .y(y),
    .y_signs(y_signs)
  );

  initial begin
    $readmemh("lanebeat_video_select_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       a,
       b,
       is_simd,
       bytes_of_a,
       a_is_signed,
       bytes_of_b,
       b_is_signed,
       expected_x,
       defined_x,
       expected_x_signs,
       defined_x_signs,
       expected_y,
       defined_y,
       expected_y_signs,
       defined_y_signs} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video_select: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((x ^ expected_x) & defined_x) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video_select: cycle %0d: x is %h, expected %h where %h", bench_cycle, x, expected_x, defined_x);
      end
      if (((x_signs ^ expected_x_signs) & defined_x_signs) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video_select: cycle %0d: x_signs is %h, expected %h where %h", bench_cycle, x_signs, expected_x_signs, defined_x_signs);
      end
      if (((y ^ expected_y) & defined_y) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video_select: cycle %0d: y is %h, expected %h where %h", bench_cycle, y, expected_y, defined_y);
      end
      if (((y_signs ^ expected_y_signs) & defined_y_signs) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_video_select: cycle %0d: y_signs is %h, expected %h where %h", bench_cycle, y_signs, expected_y_signs, defined_y_signs);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_video_select: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_video_select: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_lane_testbench: puts recorded inputs into lanebeat_lane and compares its outputs with what
// was recorded; prints PASS or FAIL. lanebeat_lane_testbench.hex must lie in the directory that the
// simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors below,
// the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of X, or
// for each word of 32 where X is wider than 64; the others depend on what memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_lane_testbench;
  localparam CYCLES = 323;

  reg [311:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg [31:0] bench_number;
  reg [7:0] opcode;
  reg [31:0] a;
  reg [31:0] b;
  reg [31:0] c;
  reg p;
  reg q;
  reg exec;
  reg [34:0] video_modifiers;
  reg [31:0] shuffle_word;
  reg shuffle_in_range;
  reg [31:0] vote_word;
  reg vote_mask;
  reg [5:0] modifiers;
  reg [31:0] expected_result;
  reg [31:0] defined_result;
  reg expected_mask;
  reg defined_mask;
  wire [31:0] result;
  wire mask;

  lanebeat_lane bench_unit (
    .opcode(opcode),
    .a(a),
    .b(b),
    .c(c),
    .p(p),
    .q(q),
    .exec(exec),
    .video_modifiers(video_modifiers),
    .shuffle_word(shuffle_word),
    .shuffle_in_range(shuffle_in_range),
    .vote_word(vote_word),
    .vote_mask(vote_mask),
    .modifiers(modifiers),
    .result(result),
    .mask(mask)
  );

  initial begin
    $readmemh("lanebeat_lane_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       opcode,
       a,
       b,
       c,
       p,
       q,
       exec,
       video_modifiers,
       shuffle_word,
       shuffle_in_range,
       vote_word,
       vote_mask,
       modifiers,
       expected_result,
       defined_result,
       expected_mask,
       defined_mask} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_lane: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((result ^ expected_result) & defined_result) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_lane: cycle %0d: result is %h, expected %h where %h", bench_cycle, result, expected_result, defined_result);
      end
      if (((mask ^ expected_mask) & defined_mask) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_lane: cycle %0d: mask is %h, expected %h where %h", bench_cycle, mask, expected_mask, defined_mask);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_lane: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_lane: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

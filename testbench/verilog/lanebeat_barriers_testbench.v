// lanebeat_barriers_testbench: puts recorded inputs into lanebeat_barriers and compares its outputs
// with what was recorded; prints PASS or FAIL. lanebeat_barriers_testbench.hex must lie in the
// directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_barriers_testbench;
  localparam CYCLES = 400;

  reg [75:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg [1:0] running;
  reg issue_wave;
  reg issued;
  reg wave;
  reg arriving;
  reg first_beat;
  reg last_beat;
  reg [2:0] choice;
  reg [3:0] number;
  reg [5:0] wanted;
  reg [3:0] voters;
  reg [3:0] q;
  reg expected_held;
  reg defined_held;
  reg [5:0] expected_result;
  reg [5:0] defined_result;
  wire held;
  wire [5:0] result;

  lanebeat_barriers bench_unit (
    .clock(clock),
    .reset(reset),
    .running(running),
    .issue_wave(issue_wave),
    .issued(issued),
    .wave(wave),
    .arriving(arriving),
    .first_beat(first_beat),
    .last_beat(last_beat),
    .choice(choice),
    .number(number),
    .wanted(wanted),
    .voters(voters),
    .q(q),
    .held(held),
    .result(result)
  );

  initial begin
    $readmemh("lanebeat_barriers_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       running,
       issue_wave,
       issued,
       wave,
       arriving,
       first_beat,
       last_beat,
       choice,
       number,
       wanted,
       voters,
       q,
       expected_held,
       defined_held,
       expected_result,
       defined_result} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_barriers: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((held ^ expected_held) & defined_held) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_barriers: cycle %0d: held is %h, expected %h where %h", bench_cycle, held, expected_held, defined_held);
      end
      if (((result ^ expected_result) & defined_result) !== 6'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_barriers: cycle %0d: result is %h, expected %h where %h", bench_cycle, result, expected_result, defined_result);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_barriers: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_barriers: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

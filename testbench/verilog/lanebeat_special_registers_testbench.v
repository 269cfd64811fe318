// lanebeat_special_registers_testbench: puts recorded inputs into lanebeat_special_registers and
// compares its outputs with what was recorded; prints PASS or FAIL.
// lanebeat_special_registers_testbench.hex must lie in the directory that the simulator runs in. It
// holds a line a cycle: the fields that are assigned from bench_vectors below, the first highest. An
// output X is compared where defined_X is 1: it has a bit for each bit of X, or for each word of 32
// where X is wider than 64; the others depend on what memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_special_registers_testbench;
  localparam CYCLES = 400;

  reg [181:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg [1:0] phase;
  reg wave;
  reg [1:0] beat;
  reg [3:0] number;
  reg trigger;
  reg [5:0] barrier_word;
  reg reads_barrier;
  reg [127:0] expected_row;
  reg [3:0] defined_row;
  wire [127:0] row;

  lanebeat_special_registers bench_unit (
    .clock(clock),
    .reset(reset),
    .phase(phase),
    .wave(wave),
    .beat(beat),
    .number(number),
    .trigger(trigger),
    .barrier_word(barrier_word),
    .reads_barrier(reads_barrier),
    .row(row)
  );

  initial begin
    $readmemh("lanebeat_special_registers_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       phase,
       wave,
       beat,
       number,
       trigger,
       barrier_word,
       reads_barrier,
       expected_row,
       defined_row} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_special_registers: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_row[bench_word] && row[bench_word*32 +: 32] !== expected_row[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_special_registers: cycle %0d: word %0d of row is %h, expected %h", bench_cycle, bench_word, row[bench_word*32 +: 32], expected_row[bench_word*32 +: 32]);
        end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_special_registers: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_special_registers: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_shuffle_warp_testbench: puts recorded inputs into lanebeat_shuffle_warp and compares its
// outputs with what was recorded; prints PASS or FAIL. lanebeat_shuffle_warp_testbench.hex must lie in
// the directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_shuffle_warp_testbench;
  localparam CYCLES = 114;

  reg [735:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg [31:0] bench_number;
  reg [1:0] mode;
  reg [511:0] words;
  reg [15:0] index;
  reg [15:0] clamp;
  reg [15:0] segment_mask;
  reg [1:0] beat_of_warp;
  reg [127:0] expected_word;
  reg [3:0] defined_word;
  reg [3:0] expected_in_range;
  reg [3:0] defined_in_range;
  wire [127:0] word;
  wire [3:0] in_range;

  lanebeat_shuffle_warp bench_unit (
    .mode(mode),
    .words(words),
    .index(index),
    .clamp(clamp),
    .segment_mask(segment_mask),
    .beat_of_warp(beat_of_warp),
    .word(word),
    .in_range(in_range)
  );

  initial begin
    $readmemh("lanebeat_shuffle_warp_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       mode,
       words,
       index,
       clamp,
       segment_mask,
       beat_of_warp,
       expected_word,
       defined_word,
       expected_in_range,
       defined_in_range} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle_warp: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_word[bench_word] && word[bench_word*32 +: 32] !== expected_word[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_shuffle_warp: cycle %0d: word %0d of word is %h, expected %h", bench_cycle, bench_word, word[bench_word*32 +: 32], expected_word[bench_word*32 +: 32]);
        end
      if (((in_range ^ expected_in_range) & defined_in_range) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle_warp: cycle %0d: in_range is %h, expected %h where %h", bench_cycle, in_range, expected_in_range, defined_in_range);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_shuffle_warp: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_shuffle_warp: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_vote_warp_testbench: puts recorded inputs into lanebeat_vote_warp and compares its outputs
// with what was recorded; prints PASS or FAIL. lanebeat_vote_warp_testbench.hex must lie in the
// directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_vote_warp_testbench;
  localparam CYCLES = 95;

  reg [880:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg [31:0] bench_number;
  reg [3:0] choice;
  reg [15:0] active;
  reg [15:0] q;
  reg [511:0] words;
  reg [127:0] own_words;
  reg [31:0] literal;
  reg is_literal;
  reg [127:0] expected_word;
  reg [3:0] defined_word;
  reg [3:0] expected_mask;
  reg [3:0] defined_mask;
  wire [127:0] word;
  wire [3:0] mask;

  lanebeat_vote_warp bench_unit (
    .choice(choice),
    .active(active),
    .q(q),
    .words(words),
    .own_words(own_words),
    .literal(literal),
    .is_literal(is_literal),
    .word(word),
    .mask(mask)
  );

  initial begin
    $readmemh("lanebeat_vote_warp_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       choice,
       active,
       q,
       words,
       own_words,
       literal,
       is_literal,
       expected_word,
       defined_word,
       expected_mask,
       defined_mask} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_vote_warp: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_word[bench_word] && word[bench_word*32 +: 32] !== expected_word[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_vote_warp: cycle %0d: word %0d of word is %h, expected %h", bench_cycle, bench_word, word[bench_word*32 +: 32], expected_word[bench_word*32 +: 32]);
        end
      if (((mask ^ expected_mask) & defined_mask) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_vote_warp: cycle %0d: mask is %h, expected %h where %h", bench_cycle, mask, expected_mask, defined_mask);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_vote_warp: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_vote_warp: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

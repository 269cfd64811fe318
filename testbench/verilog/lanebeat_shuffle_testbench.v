// lanebeat_shuffle_testbench: puts recorded inputs into lanebeat_shuffle and compares its outputs with
// what was recorded; prints PASS or FAIL. lanebeat_shuffle_testbench.hex must lie in the directory
// that the simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors
// below, the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of
// X, or for each word of 32 where X is wider than 64; the others depend on what memories power up
// with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_shuffle_testbench;
  localparam CYCLES = 90;

  reg [927:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg [31:0] bench_number;
  reg [7:0] opcode;
  reg fetch_inactive;
  reg bound_control;
  reg [1:0] beat;
  reg [15:0] executing;
  reg [63:0] addresses;
  reg [31:0] literal;
  reg [31:0] literal_high;
  reg [15:0] own_addresses;
  reg [15:0] index;
  reg [15:0] clamp;
  reg [15:0] segment_mask;
  reg [15:0] exec;
  reg [511:0] words;
  reg [127:0] expected_word;
  reg [3:0] defined_word;
  reg [3:0] expected_in_range;
  reg [3:0] defined_in_range;
  reg [3:0] expected_write;
  reg [3:0] defined_write;
  wire [127:0] word;
  wire [3:0] in_range;
  wire [3:0] write;

  lanebeat_shuffle bench_unit (
    .opcode(opcode),
    .fetch_inactive(fetch_inactive),
    .bound_control(bound_control),
    .beat(beat),
    .executing(executing),
    .addresses(addresses),
    .literal(literal),
    .literal_high(literal_high),
    .own_addresses(own_addresses),
    .index(index),
    .clamp(clamp),
    .segment_mask(segment_mask),
    .exec(exec),
    .words(words),
    .word(word),
    .in_range(in_range),
    .write(write)
  );

  initial begin
    $readmemh("lanebeat_shuffle_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       opcode,
       fetch_inactive,
       bound_control,
       beat,
       executing,
       addresses,
       literal,
       literal_high,
       own_addresses,
       index,
       clamp,
       segment_mask,
       exec,
       words,
       expected_word,
       defined_word,
       expected_in_range,
       defined_in_range,
       expected_write,
       defined_write} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_word[bench_word] && word[bench_word*32 +: 32] !== expected_word[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_shuffle: cycle %0d: word %0d of word is %h, expected %h", bench_cycle, bench_word, word[bench_word*32 +: 32], expected_word[bench_word*32 +: 32]);
        end
      if (((in_range ^ expected_in_range) & defined_in_range) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle: cycle %0d: in_range is %h, expected %h where %h", bench_cycle, in_range, expected_in_range, defined_in_range);
      end
      if (((write ^ expected_write) & defined_write) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_shuffle: cycle %0d: write is %h, expected %h where %h", bench_cycle, write, expected_write, defined_write);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_shuffle: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_shuffle: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

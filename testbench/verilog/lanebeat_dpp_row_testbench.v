// lanebeat_dpp_row_testbench: puts recorded inputs into lanebeat_dpp_row and compares its outputs with
// what was recorded; prints PASS or FAIL. lanebeat_dpp_row_testbench.hex must lie in the directory
// that the simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors
// below, the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of
// X, or for each word of 32 where X is wider than 64; the others depend on what memories power up
// with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_dpp_row_testbench;
  localparam CYCLES = 107;

  reg [780:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg [31:0] bench_number;
  reg [1:0] beat_of_row;
  reg enable;
  reg eight;
  reg [23:0] eight_positions;
  reg [8:0] control;
  reg fetch_inactive;
  reg bound_control;
  reg [3:0] bank_mask;
  reg row_mask;
  reg this_row;
  reg row_is_first;
  reg row_is_second;
  reg row_is_last;
  reg [511:0] words;
  reg [15:0] exec;
  reg [31:0] neighbour;
  reg neighbour_exec;
  reg [127:0] expected_word;
  reg [3:0] defined_word;
  reg [3:0] expected_write;
  reg [3:0] defined_write;
  wire [127:0] word;
  wire [3:0] write;

  lanebeat_dpp_row bench_unit (
    .beat_of_row(beat_of_row),
    .enable(enable),
    .eight(eight),
    .eight_positions(eight_positions),
    .control(control),
    .fetch_inactive(fetch_inactive),
    .bound_control(bound_control),
    .bank_mask(bank_mask),
    .row_mask(row_mask),
    .this_row(this_row),
    .row_is_first(row_is_first),
    .row_is_second(row_is_second),
    .row_is_last(row_is_last),
    .words(words),
    .exec(exec),
    .neighbour(neighbour),
    .neighbour_exec(neighbour_exec),
    .word(word),
    .write(write)
  );

  initial begin
    $readmemh("lanebeat_dpp_row_testbench.hex", bench_vectors);
    bench_differences = 0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       beat_of_row,
       enable,
       eight,
       eight_positions,
       control,
       fetch_inactive,
       bound_control,
       bank_mask,
       row_mask,
       this_row,
       row_is_first,
       row_is_second,
       row_is_last,
       words,
       exec,
       neighbour,
       neighbour_exec,
       expected_word,
       defined_word,
       expected_write,
       defined_write} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_dpp_row: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_word[bench_word] && word[bench_word*32 +: 32] !== expected_word[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_dpp_row: cycle %0d: word %0d of word is %h, expected %h", bench_cycle, bench_word, word[bench_word*32 +: 32], expected_word[bench_word*32 +: 32]);
        end
      if (((write ^ expected_write) & defined_write) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_dpp_row: cycle %0d: write is %h, expected %h where %h", bench_cycle, write, expected_write, defined_write);
      end
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_dpp_row: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_dpp_row: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

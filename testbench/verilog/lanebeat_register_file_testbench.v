// lanebeat_register_file_testbench: puts recorded inputs into lanebeat_register_file and compares its
// outputs with what was recorded; prints PASS or FAIL. lanebeat_register_file_testbench.hex must lie
// in the directory that the simulator runs in. It holds a line a cycle: the fields that are assigned
// from bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a
// bit for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_register_file_testbench;
  localparam CYCLES = 64;

  reg [2050:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg clock;
  reg [31:0] bench_number;
  reg [1:0] phase;
  reg reading_wave;
  reg [3:0] reading_a;
  reg [3:0] reading_b;
  reg [3:0] reading_c;
  reg reads_a;
  reg reads_b;
  reg reads_c;
  reg writing_valid;
  reg writing_wave;
  reg [3:0] writing_entry;
  reg [15:0] written;
  reg [127:0] result_row;
  reg host_valid;
  reg host_write;
  reg host_wave;
  reg [3:0] host_entry;
  reg [1:0] host_beat;
  reg [127:0] host_write_data;
  reg [127:0] expected_c_row;
  reg [3:0] defined_c_row;
  reg [127:0] expected_b_row;
  reg [3:0] defined_b_row;
  reg [63:0] expected_b_addresses;
  reg [63:0] defined_b_addresses;
  reg [127:0] expected_a_row;
  reg [3:0] defined_a_row;
  reg [511:0] expected_a_wave;
  reg [15:0] defined_a_wave;
  reg [511:0] expected_result;
  reg [15:0] defined_result;
  reg expected_host_ready;
  reg defined_host_ready;
  reg [127:0] expected_host_read_data;
  reg [3:0] defined_host_read_data;
  wire [127:0] c_row;
  wire [127:0] b_row;
  wire [63:0] b_addresses;
  wire [127:0] a_row;
  wire [511:0] a_wave;
  wire [511:0] result;
  wire host_ready;
  wire [127:0] host_read_data;

  lanebeat_register_file bench_unit (
    .clock(clock),
    .phase(phase),
    .reading_wave(reading_wave),
    .reading_a(reading_a),
    .reading_b(reading_b),
    .reading_c(reading_c),
    .reads_a(reads_a),
    .reads_b(reads_b),
    .reads_c(reads_c),
    .writing_valid(writing_valid),
    .writing_wave(writing_wave),
    .writing_entry(writing_entry),
    .written(written),
    .result_row(result_row),
    .host_valid(host_valid),
    .host_write(host_write),
    .host_wave(host_wave),
    .host_entry(host_entry),
    .host_beat(host_beat),
    .host_write_data(host_write_data),
    .c_row(c_row),
    .b_row(b_row),
    .b_addresses(b_addresses),
    .a_row(a_row),
    .a_wave(a_wave),
    .result(result),
    .host_ready(host_ready),
    .host_read_data(host_read_data)
  );

  initial begin
    $readmemh("lanebeat_register_file_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       phase,
       reading_wave,
       reading_a,
       reading_b,
       reading_c,
       reads_a,
       reads_b,
       reads_c,
       writing_valid,
       writing_wave,
       writing_entry,
       written,
       result_row,
       host_valid,
       host_write,
       host_wave,
       host_entry,
       host_beat,
       host_write_data,
       expected_c_row,
       defined_c_row,
       expected_b_row,
       defined_b_row,
       expected_b_addresses,
       defined_b_addresses,
       expected_a_row,
       defined_a_row,
       expected_a_wave,
       defined_a_wave,
       expected_result,
       defined_result,
       expected_host_ready,
       defined_host_ready,
       expected_host_read_data,
       defined_host_read_data} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_register_file: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_c_row[bench_word] && c_row[bench_word*32 +: 32] !== expected_c_row[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of c_row is %h, expected %h", bench_cycle, bench_word, c_row[bench_word*32 +: 32], expected_c_row[bench_word*32 +: 32]);
        end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_b_row[bench_word] && b_row[bench_word*32 +: 32] !== expected_b_row[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of b_row is %h, expected %h", bench_cycle, bench_word, b_row[bench_word*32 +: 32], expected_b_row[bench_word*32 +: 32]);
        end
      if (((b_addresses ^ expected_b_addresses) & defined_b_addresses) !== 64'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_register_file: cycle %0d: b_addresses is %h, expected %h where %h", bench_cycle, b_addresses, expected_b_addresses, defined_b_addresses);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_a_row[bench_word] && a_row[bench_word*32 +: 32] !== expected_a_row[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of a_row is %h, expected %h", bench_cycle, bench_word, a_row[bench_word*32 +: 32], expected_a_row[bench_word*32 +: 32]);
        end
      for (bench_word = 0; bench_word < 16; bench_word = bench_word + 1)
        if (defined_a_wave[bench_word] && a_wave[bench_word*32 +: 32] !== expected_a_wave[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of a_wave is %h, expected %h", bench_cycle, bench_word, a_wave[bench_word*32 +: 32], expected_a_wave[bench_word*32 +: 32]);
        end
      for (bench_word = 0; bench_word < 16; bench_word = bench_word + 1)
        if (defined_result[bench_word] && result[bench_word*32 +: 32] !== expected_result[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of result is %h, expected %h", bench_cycle, bench_word, result[bench_word*32 +: 32], expected_result[bench_word*32 +: 32]);
        end
      if (((host_ready ^ expected_host_ready) & defined_host_ready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_register_file: cycle %0d: host_ready is %h, expected %h where %h", bench_cycle, host_ready, expected_host_ready, defined_host_ready);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_host_read_data[bench_word] && host_read_data[bench_word*32 +: 32] !== expected_host_read_data[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_register_file: cycle %0d: word %0d of host_read_data is %h, expected %h", bench_cycle, bench_word, host_read_data[bench_word*32 +: 32], expected_host_read_data[bench_word*32 +: 32]);
        end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_register_file: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_register_file: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_mask_file_testbench: puts recorded inputs into lanebeat_mask_file and compares its outputs
// with what was recorded; prints PASS or FAIL. lanebeat_mask_file_testbench.hex must lie in the
// directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_mask_file_testbench;
  localparam CYCLES = 400;

  reg [218:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

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
  reg [3:0] result_row;
  reg host_valid;
  reg host_write;
  reg host_wave;
  reg [3:0] host_entry;
  reg [1:0] host_beat;
  reg [3:0] host_write_data;
  reg [3:0] expected_c_row;
  reg [3:0] defined_c_row;
  reg [15:0] expected_c_wave;
  reg [15:0] defined_c_wave;
  reg [3:0] expected_b_row;
  reg [3:0] defined_b_row;
  reg [3:0] expected_a_row;
  reg [3:0] defined_a_row;
  reg [15:0] expected_a_wave;
  reg [15:0] defined_a_wave;
  reg [15:0] expected_result;
  reg [15:0] defined_result;
  reg expected_host_ready;
  reg defined_host_ready;
  reg [3:0] expected_host_read_data;
  reg [3:0] defined_host_read_data;
  wire [3:0] c_row;
  wire [15:0] c_wave;
  wire [3:0] b_row;
  wire [3:0] a_row;
  wire [15:0] a_wave;
  wire [15:0] result;
  wire host_ready;
  wire [3:0] host_read_data;

  lanebeat_mask_file bench_unit (
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
    .c_wave(c_wave),
    .b_row(b_row),
    .a_row(a_row),
    .a_wave(a_wave),
    .result(result),
    .host_ready(host_ready),
    .host_read_data(host_read_data)
  );

  initial begin
    $readmemh("lanebeat_mask_file_testbench.hex", bench_vectors);
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
       expected_c_wave,
       defined_c_wave,
       expected_b_row,
       defined_b_row,
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
          $display("FAIL lanebeat_mask_file: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((c_row ^ expected_c_row) & defined_c_row) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: c_row is %h, expected %h where %h", bench_cycle, c_row, expected_c_row, defined_c_row);
      end
      if (((c_wave ^ expected_c_wave) & defined_c_wave) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: c_wave is %h, expected %h where %h", bench_cycle, c_wave, expected_c_wave, defined_c_wave);
      end
      if (((b_row ^ expected_b_row) & defined_b_row) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: b_row is %h, expected %h where %h", bench_cycle, b_row, expected_b_row, defined_b_row);
      end
      if (((a_row ^ expected_a_row) & defined_a_row) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: a_row is %h, expected %h where %h", bench_cycle, a_row, expected_a_row, defined_a_row);
      end
      if (((a_wave ^ expected_a_wave) & defined_a_wave) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: a_wave is %h, expected %h where %h", bench_cycle, a_wave, expected_a_wave, defined_a_wave);
      end
      if (((result ^ expected_result) & defined_result) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: result is %h, expected %h where %h", bench_cycle, result, expected_result, defined_result);
      end
      if (((host_ready ^ expected_host_ready) & defined_host_ready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: host_ready is %h, expected %h where %h", bench_cycle, host_ready, expected_host_ready, defined_host_ready);
      end
      if (((host_read_data ^ expected_host_read_data) & defined_host_read_data) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_mask_file: cycle %0d: host_read_data is %h, expected %h where %h", bench_cycle, host_read_data, expected_host_read_data, defined_host_read_data);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_mask_file: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_mask_file: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

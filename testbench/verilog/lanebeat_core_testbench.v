// lanebeat_core_testbench: puts recorded inputs into lanebeat_core and compares its outputs with what
// was recorded; prints PASS or FAIL. lanebeat_core_testbench.hex must lie in the directory that the
// simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors below,
// the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of X, or
// for each word of 32 where X is wider than 64; the others depend on what memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_core_testbench;
  localparam CYCLES = 542;

  reg [1058:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg issue_wave;
  reg issue_valid;
  reg [127:0] issue_instruction;
  reg [1:0] running;
  reg host_valid;
  reg host_write;
  reg host_wave;
  reg [4:0] host_entry;
  reg [1:0] host_beat;
  reg [127:0] host_write_data;
  reg expected_issue_ready;
  reg defined_issue_ready;
  reg expected_issue_blocked;
  reg defined_issue_blocked;
  reg expected_issue_illegal;
  reg defined_issue_illegal;
  reg expected_host_ready;
  reg defined_host_ready;
  reg expected_host_read_valid;
  reg defined_host_read_valid;
  reg [127:0] expected_host_read_data;
  reg [3:0] defined_host_read_data;
  reg expected_retire_valid;
  reg defined_retire_valid;
  reg expected_retire_wave;
  reg defined_retire_wave;
  reg expected_retire_writes_register;
  reg defined_retire_writes_register;
  reg [3:0] expected_retire_destination;
  reg [3:0] defined_retire_destination;
  reg [3:0] expected_retire_mask_destination;
  reg [3:0] defined_retire_mask_destination;
  reg [15:0] expected_retire_written;
  reg [15:0] defined_retire_written;
  reg [511:0] expected_retire_result;
  reg [15:0] defined_retire_result;
  reg [15:0] expected_retire_mask;
  reg [15:0] defined_retire_mask;
  wire issue_ready;
  wire issue_blocked;
  wire issue_illegal;
  wire host_ready;
  wire host_read_valid;
  wire [127:0] host_read_data;
  wire retire_valid;
  wire retire_wave;
  wire retire_writes_register;
  wire [3:0] retire_destination;
  wire [3:0] retire_mask_destination;
  wire [15:0] retire_written;
  wire [511:0] retire_result;
  wire [15:0] retire_mask;

  lanebeat_core bench_unit (
    .clock(clock),
    .reset(reset),
    .issue_wave(issue_wave),
    .issue_valid(issue_valid),
    .issue_instruction(issue_instruction),
    .running(running),
    .issue_ready(issue_ready),
    .issue_blocked(issue_blocked),
    .issue_illegal(issue_illegal),
    .host_valid(host_valid),
    .host_write(host_write),
    .host_wave(host_wave),
    .host_entry(host_entry),
    .host_beat(host_beat),
    .host_write_data(host_write_data),
    .host_ready(host_ready),
    .host_read_valid(host_read_valid),
    .host_read_data(host_read_data),
    .retire_valid(retire_valid),
    .retire_wave(retire_wave),
    .retire_writes_register(retire_writes_register),
    .retire_destination(retire_destination),
    .retire_mask_destination(retire_mask_destination),
    .retire_written(retire_written),
    .retire_result(retire_result),
    .retire_mask(retire_mask)
  );

  initial begin
    $readmemh("lanebeat_core_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       issue_wave,
       issue_valid,
       issue_instruction,
       running,
       host_valid,
       host_write,
       host_wave,
       host_entry,
       host_beat,
       host_write_data,
       expected_issue_ready,
       defined_issue_ready,
       expected_issue_blocked,
       defined_issue_blocked,
       expected_issue_illegal,
       defined_issue_illegal,
       expected_host_ready,
       defined_host_ready,
       expected_host_read_valid,
       defined_host_read_valid,
       expected_host_read_data,
       defined_host_read_data,
       expected_retire_valid,
       defined_retire_valid,
       expected_retire_wave,
       defined_retire_wave,
       expected_retire_writes_register,
       defined_retire_writes_register,
       expected_retire_destination,
       defined_retire_destination,
       expected_retire_mask_destination,
       defined_retire_mask_destination,
       expected_retire_written,
       defined_retire_written,
       expected_retire_result,
       defined_retire_result,
       expected_retire_mask,
       defined_retire_mask} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((issue_ready ^ expected_issue_ready) & defined_issue_ready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: issue_ready is %h, expected %h where %h", bench_cycle, issue_ready, expected_issue_ready, defined_issue_ready);
      end
      if (((issue_blocked ^ expected_issue_blocked) & defined_issue_blocked) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: issue_blocked is %h, expected %h where %h", bench_cycle, issue_blocked, expected_issue_blocked, defined_issue_blocked);
      end
      if (((issue_illegal ^ expected_issue_illegal) & defined_issue_illegal) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: issue_illegal is %h, expected %h where %h", bench_cycle, issue_illegal, expected_issue_illegal, defined_issue_illegal);
      end
      if (((host_ready ^ expected_host_ready) & defined_host_ready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: host_ready is %h, expected %h where %h", bench_cycle, host_ready, expected_host_ready, defined_host_ready);
      end
      if (((host_read_valid ^ expected_host_read_valid) & defined_host_read_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: host_read_valid is %h, expected %h where %h", bench_cycle, host_read_valid, expected_host_read_valid, defined_host_read_valid);
      end
      for (bench_word = 0; bench_word < 4; bench_word = bench_word + 1)
        if (defined_host_read_data[bench_word] && host_read_data[bench_word*32 +: 32] !== expected_host_read_data[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_core: cycle %0d: word %0d of host_read_data is %h, expected %h", bench_cycle, bench_word, host_read_data[bench_word*32 +: 32], expected_host_read_data[bench_word*32 +: 32]);
        end
      if (((retire_valid ^ expected_retire_valid) & defined_retire_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_valid is %h, expected %h where %h", bench_cycle, retire_valid, expected_retire_valid, defined_retire_valid);
      end
      if (((retire_wave ^ expected_retire_wave) & defined_retire_wave) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_wave is %h, expected %h where %h", bench_cycle, retire_wave, expected_retire_wave, defined_retire_wave);
      end
      if (((retire_writes_register ^ expected_retire_writes_register) & defined_retire_writes_register) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_writes_register is %h, expected %h where %h", bench_cycle, retire_writes_register, expected_retire_writes_register, defined_retire_writes_register);
      end
      if (((retire_destination ^ expected_retire_destination) & defined_retire_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_destination is %h, expected %h where %h", bench_cycle, retire_destination, expected_retire_destination, defined_retire_destination);
      end
      if (((retire_mask_destination ^ expected_retire_mask_destination) & defined_retire_mask_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_mask_destination is %h, expected %h where %h", bench_cycle, retire_mask_destination, expected_retire_mask_destination, defined_retire_mask_destination);
      end
      if (((retire_written ^ expected_retire_written) & defined_retire_written) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_written is %h, expected %h where %h", bench_cycle, retire_written, expected_retire_written, defined_retire_written);
      end
      for (bench_word = 0; bench_word < 16; bench_word = bench_word + 1)
        if (defined_retire_result[bench_word] && retire_result[bench_word*32 +: 32] !== expected_retire_result[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_core: cycle %0d: word %0d of retire_result is %h, expected %h", bench_cycle, bench_word, retire_result[bench_word*32 +: 32], expected_retire_result[bench_word*32 +: 32]);
        end
      if (((retire_mask ^ expected_retire_mask) & defined_retire_mask) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_core: cycle %0d: retire_mask is %h, expected %h where %h", bench_cycle, retire_mask, expected_retire_mask, defined_retire_mask);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_core: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_core: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

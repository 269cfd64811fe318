// Replays a run of the simulator on the written Verilog: drives the recorded inputs of every cycle into lanebeat_core and
// compares its outputs with the recorded ones.
//
// vectors.hex holds a line a cycle: the fields of `vectors[cycle]` below, in that order, the first field highest. Sizes come
// as parameters (-Preplay.LANES=16 ...). Ports that a configuration does not have are left out by macros: REPLAY_HAS_WAVES,
// REPLAY_HAS_BEATS, REPLAY_HAS_BARRIERS and REPLAY_HAS_ROWS (rows retire, not waves); their fields are one bit wide then.
//
// Memories power up undefined, so a word is looked at only where the schedule defines it: retire_* when retire_valid, words
// of written threads only, host_read_data when host_read_valid.
module replay;
  parameter CYCLES = 1;
  parameter LANES = 16;
  parameter WAVES = 1;
  // Words that retire at once: a whole wave's or a row's.
  parameter RETIRED = 64;
  parameter WAVE_BITS = 1;
  parameter BEAT_BITS = 1;
  // Bits of retire_beat.
  parameter ROW_BITS = 1;
  parameter REGISTER_BITS = 6;
  parameter HOST_ENTRY_BITS = 7;
  localparam NO_MASK = 4'd7;

  localparam INPUT_BITS = 1 + 1 + WAVE_BITS + 128 + WAVES + 1 + 1 + WAVE_BITS + HOST_ENTRY_BITS + BEAT_BITS + LANES * 32;
  localparam HOST_BITS = 1 + 1 + LANES * 32;
  localparam RETIRE_BITS = 1 + WAVE_BITS + ROW_BITS + 1 + REGISTER_BITS + 4 + RETIRED + RETIRED * 32 + RETIRED;
  localparam VECTOR_BITS = INPUT_BITS + 2 + HOST_BITS + RETIRE_BITS;

  reg [VECTOR_BITS-1:0] vectors [0:CYCLES-1];

  reg clock;
  reg reset;
  reg issue_valid;
  reg [WAVE_BITS-1:0] issue_wave;
  reg [127:0] issue_instruction;
  reg [WAVES-1:0] running;
  reg host_valid;
  reg host_write;
  reg [WAVE_BITS-1:0] host_wave;
  reg [HOST_ENTRY_BITS-1:0] host_entry;
  reg [BEAT_BITS-1:0] host_beat;
  reg [LANES*32-1:0] host_write_data;

  wire issue_ready;
  wire issue_illegal;
  wire host_ready;
  wire host_read_valid;
  wire [LANES*32-1:0] host_read_data;
  wire retire_valid;
  wire [WAVE_BITS-1:0] retire_wave;
  wire [ROW_BITS-1:0] retire_beat;
  wire retire_writes_register;
  wire [REGISTER_BITS-1:0] retire_destination;
  wire [3:0] retire_mask_destination;
  wire [RETIRED-1:0] retire_written;
  wire [RETIRED*32-1:0] retire_result;
  wire [RETIRED-1:0] retire_mask;

  reg expected_issue_ready;
  reg expected_issue_illegal;
  reg expected_host_ready;
  reg expected_host_read_valid;
  reg [LANES*32-1:0] expected_host_read_data;
  reg expected_retire_valid;
  reg [WAVE_BITS-1:0] expected_retire_wave;
  reg [ROW_BITS-1:0] expected_retire_beat;
  reg expected_retire_writes_register;
  reg [REGISTER_BITS-1:0] expected_retire_destination;
  reg [3:0] expected_retire_mask_destination;
  reg [RETIRED-1:0] expected_retire_written;
  reg [RETIRED*32-1:0] expected_retire_result;
  reg [RETIRED-1:0] expected_retire_mask;

  integer cycle;
  integer thread;
  integer differences;
  integer retirements;

`ifndef REPLAY_HAS_WAVES
  assign retire_wave = 1'b0;
`endif
`ifndef REPLAY_HAS_ROWS
  assign retire_beat = {ROW_BITS{1'b0}};
`endif

  lanebeat_core core (
    .clock(clock),
    .reset(reset),
    .issue_valid(issue_valid),
`ifdef REPLAY_HAS_WAVES
    .issue_wave(issue_wave),
    .host_wave(host_wave),
    .retire_wave(retire_wave),
`endif
`ifdef REPLAY_HAS_BEATS
    .host_beat(host_beat),
`endif
`ifdef REPLAY_HAS_BARRIERS
    .running(running),
`endif
`ifdef REPLAY_HAS_ROWS
    .retire_beat(retire_beat),
`endif
    .issue_instruction(issue_instruction),
    .issue_ready(issue_ready),
    .issue_illegal(issue_illegal),
    .host_valid(host_valid),
    .host_write(host_write),
    .host_entry(host_entry),
    .host_write_data(host_write_data),
    .host_ready(host_ready),
    .host_read_valid(host_read_valid),
    .host_read_data(host_read_data),
    .retire_valid(retire_valid),
    .retire_writes_register(retire_writes_register),
    .retire_destination(retire_destination),
    .retire_mask_destination(retire_mask_destination),
    .retire_written(retire_written),
    .retire_result(retire_result),
    .retire_mask(retire_mask)
  );

  // One output of up to a row of words; an undefined bit differs from everything.
  task compare(input [255:0] name, input [LANES*32-1:0] found, input [LANES*32-1:0] expected);
    if (found !== expected) begin
      differences = differences + 1;
      $display("cycle %0d: %0s is %h, recorded %h", cycle, name, found, expected);
    end
  endtask

  task compare_retirement;
    begin
      retirements = retirements + 1;
      compare("retire_wave", retire_wave, expected_retire_wave);
      compare("retire_beat", retire_beat, expected_retire_beat);
      compare("retire_writes_register", retire_writes_register, expected_retire_writes_register);
      compare("retire_mask_destination", retire_mask_destination, expected_retire_mask_destination);
      if (expected_retire_writes_register)
        compare("retire_destination", retire_destination, expected_retire_destination);
      for (thread = 0; thread < RETIRED; thread = thread + 1) begin
        compare("retire_written", retire_written[thread], expected_retire_written[thread]);
        if (expected_retire_written[thread]) begin
          if (expected_retire_writes_register)
            compare("retire_result", retire_result[thread*32 +: 32], expected_retire_result[thread*32 +: 32]);
          if (expected_retire_mask_destination != NO_MASK)
            compare("retire_mask", retire_mask[thread], expected_retire_mask[thread]);
        end
      end
    end
  endtask

  initial begin
    $readmemh("vectors.hex", vectors);
    clock = 1'b0;
    differences = 0;
    retirements = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      {reset, issue_valid, issue_wave, issue_instruction, running,
       host_valid, host_write, host_wave, host_entry, host_beat, host_write_data,
       expected_issue_ready, expected_issue_illegal,
       expected_host_ready, expected_host_read_valid, expected_host_read_data,
       expected_retire_valid, expected_retire_wave, expected_retire_beat, expected_retire_writes_register, expected_retire_destination,
       expected_retire_mask_destination, expected_retire_written, expected_retire_result,
       expected_retire_mask} = vectors[cycle];
      #4;
      if (!reset) begin
        compare("issue_ready", issue_ready, expected_issue_ready);
        compare("issue_illegal", issue_illegal, expected_issue_illegal);
        compare("host_ready", host_ready, expected_host_ready);
        compare("host_read_valid", host_read_valid, expected_host_read_valid);
        if (expected_host_read_valid) compare("host_read_data", host_read_data, expected_host_read_data);
        compare("retire_valid", retire_valid, expected_retire_valid);
        if (expected_retire_valid) compare_retirement;
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    $display("replayed %0d cycles, %0d retirements, %0d differences", CYCLES, retirements, differences);
    $finish;
  end
endmodule

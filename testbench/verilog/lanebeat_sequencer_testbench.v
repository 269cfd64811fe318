// lanebeat_sequencer_testbench: puts recorded inputs into lanebeat_sequencer and compares its outputs
// with what was recorded; prints PASS or FAIL. lanebeat_sequencer_testbench.hex must lie in the
// directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_sequencer_testbench;
  localparam CYCLES = 243;

  reg [559:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg issue_valid;
  reg issue_wave;
  reg [127:0] issue_instruction;
  reg held;
  reg expected_issued_arrival;
  reg defined_issued_arrival;
  reg expected_issue_ready;
  reg defined_issue_ready;
  reg expected_issue_blocked;
  reg defined_issue_blocked;
  reg expected_issue_illegal;
  reg defined_issue_illegal;
  reg [1:0] expected_phase;
  reg [1:0] defined_phase;
  reg expected_reading_valid;
  reg defined_reading_valid;
  reg expected_reading_wave;
  reg defined_reading_wave;
  reg [3:0] expected_reading_a;
  reg [3:0] defined_reading_a;
  reg [3:0] expected_reading_b;
  reg [3:0] defined_reading_b;
  reg [3:0] expected_reading_c;
  reg [3:0] defined_reading_c;
  reg expected_reading_reads_a;
  reg defined_reading_reads_a;
  reg expected_reading_reads_b;
  reg defined_reading_reads_b;
  reg expected_reading_reads_c;
  reg defined_reading_reads_c;
  reg [2:0] expected_reading_guard;
  reg [2:0] defined_reading_guard;
  reg [3:0] expected_reading_p;
  reg [3:0] defined_reading_p;
  reg [2:0] expected_reading_q;
  reg [2:0] defined_reading_q;
  reg expected_executing_valid;
  reg defined_executing_valid;
  reg expected_executing_wave;
  reg defined_executing_wave;
  reg [7:0] expected_executing_opcode;
  reg [7:0] defined_executing_opcode;
  reg expected_executing_guard_is_true;
  reg defined_executing_guard_is_true;
  reg expected_executing_guard_negated;
  reg defined_executing_guard_negated;
  reg expected_executing_p_is_true;
  reg defined_executing_p_is_true;
  reg expected_executing_p_negated;
  reg defined_executing_p_negated;
  reg expected_executing_q_is_true;
  reg defined_executing_q_is_true;
  reg expected_executing_q_negated;
  reg defined_executing_q_negated;
  reg expected_executing_a_is_literal;
  reg defined_executing_a_is_literal;
  reg expected_executing_b_is_literal;
  reg defined_executing_b_is_literal;
  reg expected_executing_c_is_literal;
  reg defined_executing_c_is_literal;
  reg [31:0] expected_executing_literal;
  reg [31:0] defined_executing_literal;
  reg [31:0] expected_executing_literal_high;
  reg [31:0] defined_executing_literal_high;
  reg expected_executing_dpp_enable;
  reg defined_executing_dpp_enable;
  reg expected_executing_dpp_eight;
  reg defined_executing_dpp_eight;
  reg [8:0] expected_executing_dpp_control;
  reg [8:0] defined_executing_dpp_control;
  reg expected_executing_dpp_fetch_inactive;
  reg defined_executing_dpp_fetch_inactive;
  reg expected_executing_dpp_bound_control;
  reg defined_executing_dpp_bound_control;
  reg [3:0] expected_executing_dpp_bank_mask;
  reg [3:0] defined_executing_dpp_bank_mask;
  reg [3:0] expected_executing_dpp_row_mask;
  reg [3:0] defined_executing_dpp_row_mask;
  reg [6:0] expected_executing_dpp_spare;
  reg [6:0] defined_executing_dpp_spare;
  reg [5:0] expected_executing_modifiers;
  reg [5:0] defined_executing_modifiers;
  reg expected_executing_permute_fetch_inactive;
  reg defined_executing_permute_fetch_inactive;
  reg expected_executing_permute_bound_control;
  reg defined_executing_permute_bound_control;
  reg [34:0] expected_executing_video;
  reg [34:0] defined_executing_video;
  reg expected_writing_valid;
  reg defined_writing_valid;
  reg expected_writing_wave;
  reg defined_writing_wave;
  reg [3:0] expected_writing_destination;
  reg [3:0] defined_writing_destination;
  reg expected_writing_writes_register;
  reg defined_writing_writes_register;
  reg [3:0] expected_writing_mask_destination;
  reg [3:0] defined_writing_mask_destination;
  wire issued_arrival;
  wire issue_ready;
  wire issue_blocked;
  wire issue_illegal;
  wire [1:0] phase;
  wire reading_valid;
  wire reading_wave;
  wire [3:0] reading_a;
  wire [3:0] reading_b;
  wire [3:0] reading_c;
  wire reading_reads_a;
  wire reading_reads_b;
  wire reading_reads_c;
  wire [2:0] reading_guard;
  wire [3:0] reading_p;
  wire [2:0] reading_q;
  wire executing_valid;
  wire executing_wave;
  wire [7:0] executing_opcode;
  wire executing_guard_is_true;
  wire executing_guard_negated;
  wire executing_p_is_true;
  wire executing_p_negated;
  wire executing_q_is_true;
  wire executing_q_negated;
  wire executing_a_is_literal;
  wire executing_b_is_literal;
  wire executing_c_is_literal;
  wire [31:0] executing_literal;
  wire [31:0] executing_literal_high;
  wire executing_dpp_enable;
  wire executing_dpp_eight;
  wire [8:0] executing_dpp_control;
  wire executing_dpp_fetch_inactive;
  wire executing_dpp_bound_control;
  wire [3:0] executing_dpp_bank_mask;
  wire [3:0] executing_dpp_row_mask;
  wire [6:0] executing_dpp_spare;
  wire [5:0] executing_modifiers;
  wire executing_permute_fetch_inactive;
  wire executing_permute_bound_control;
  wire [34:0] executing_video;
  wire writing_valid;
  wire writing_wave;
  wire [3:0] writing_destination;
  wire writing_writes_register;
  wire [3:0] writing_mask_destination;

  lanebeat_sequencer bench_unit (
    .clock(clock),
    .reset(reset),
    .issue_valid(issue_valid),
    .issue_wave(issue_wave),
    .issue_instruction(issue_instruction),
    .held(held),
    .issued_arrival(issued_arrival),
    .issue_ready(issue_ready),
    .issue_blocked(issue_blocked),
    .issue_illegal(issue_illegal),
    .phase(phase),
    .reading_valid(reading_valid),
    .reading_wave(reading_wave),
    .reading_a(reading_a),
    .reading_b(reading_b),
    .reading_c(reading_c),
    .reading_reads_a(reading_reads_a),
    .reading_reads_b(reading_reads_b),
    .reading_reads_c(reading_reads_c),
    .reading_guard(reading_guard),
    .reading_p(reading_p),
    .reading_q(reading_q),
    .executing_valid(executing_valid),
    .executing_wave(executing_wave),
    .executing_opcode(executing_opcode),
    .executing_guard_is_true(executing_guard_is_true),
    .executing_guard_negated(executing_guard_negated),
    .executing_p_is_true(executing_p_is_true),
    .executing_p_negated(executing_p_negated),
    .executing_q_is_true(executing_q_is_true),
    .executing_q_negated(executing_q_negated),
    .executing_a_is_literal(executing_a_is_literal),
    .executing_b_is_literal(executing_b_is_literal),
    .executing_c_is_literal(executing_c_is_literal),
    .executing_literal(executing_literal),
    .executing_literal_high(executing_literal_high),
    .executing_dpp_enable(executing_dpp_enable),
    .executing_dpp_eight(executing_dpp_eight),
    .executing_dpp_control(executing_dpp_control),
    .executing_dpp_fetch_inactive(executing_dpp_fetch_inactive),
    .executing_dpp_bound_control(executing_dpp_bound_control),
    .executing_dpp_bank_mask(executing_dpp_bank_mask),
    .executing_dpp_row_mask(executing_dpp_row_mask),
    .executing_dpp_spare(executing_dpp_spare),
    .executing_modifiers(executing_modifiers),
    .executing_permute_fetch_inactive(executing_permute_fetch_inactive),
    .executing_permute_bound_control(executing_permute_bound_control),
    .executing_video(executing_video),
    .writing_valid(writing_valid),
    .writing_wave(writing_wave),
    .writing_destination(writing_destination),
    .writing_writes_register(writing_writes_register),
    .writing_mask_destination(writing_mask_destination)
  );

  initial begin
    $readmemh("lanebeat_sequencer_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       issue_valid,
       issue_wave,
       issue_instruction,
       held,
       expected_issued_arrival,
       defined_issued_arrival,
       expected_issue_ready,
       defined_issue_ready,
       expected_issue_blocked,
       defined_issue_blocked,
       expected_issue_illegal,
       defined_issue_illegal,
       expected_phase,
       defined_phase,
       expected_reading_valid,
       defined_reading_valid,
       expected_reading_wave,
       defined_reading_wave,
       expected_reading_a,
       defined_reading_a,
       expected_reading_b,
       defined_reading_b,
       expected_reading_c,
       defined_reading_c,
       expected_reading_reads_a,
       defined_reading_reads_a,
       expected_reading_reads_b,
       defined_reading_reads_b,
       expected_reading_reads_c,
       defined_reading_reads_c,
       expected_reading_guard,
       defined_reading_guard,
       expected_reading_p,
       defined_reading_p,
       expected_reading_q,
       defined_reading_q,
       expected_executing_valid,
       defined_executing_valid,
       expected_executing_wave,
       defined_executing_wave,
       expected_executing_opcode,
       defined_executing_opcode,
       expected_executing_guard_is_true,
       defined_executing_guard_is_true,
       expected_executing_guard_negated,
       defined_executing_guard_negated,
       expected_executing_p_is_true,
       defined_executing_p_is_true,
       expected_executing_p_negated,
       defined_executing_p_negated,
       expected_executing_q_is_true,
       defined_executing_q_is_true,
       expected_executing_q_negated,
       defined_executing_q_negated,
       expected_executing_a_is_literal,
       defined_executing_a_is_literal,
       expected_executing_b_is_literal,
       defined_executing_b_is_literal,
       expected_executing_c_is_literal,
       defined_executing_c_is_literal,
       expected_executing_literal,
       defined_executing_literal,
       expected_executing_literal_high,
       defined_executing_literal_high,
       expected_executing_dpp_enable,
       defined_executing_dpp_enable,
       expected_executing_dpp_eight,
       defined_executing_dpp_eight,
       expected_executing_dpp_control,
       defined_executing_dpp_control,
       expected_executing_dpp_fetch_inactive,
       defined_executing_dpp_fetch_inactive,
       expected_executing_dpp_bound_control,
       defined_executing_dpp_bound_control,
       expected_executing_dpp_bank_mask,
       defined_executing_dpp_bank_mask,
       expected_executing_dpp_row_mask,
       defined_executing_dpp_row_mask,
       expected_executing_dpp_spare,
       defined_executing_dpp_spare,
       expected_executing_modifiers,
       defined_executing_modifiers,
       expected_executing_permute_fetch_inactive,
       defined_executing_permute_fetch_inactive,
       expected_executing_permute_bound_control,
       defined_executing_permute_bound_control,
       expected_executing_video,
       defined_executing_video,
       expected_writing_valid,
       defined_writing_valid,
       expected_writing_wave,
       defined_writing_wave,
       expected_writing_destination,
       defined_writing_destination,
       expected_writing_writes_register,
       defined_writing_writes_register,
       expected_writing_mask_destination,
       defined_writing_mask_destination} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((issued_arrival ^ expected_issued_arrival) & defined_issued_arrival) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: issued_arrival is %h, expected %h where %h", bench_cycle, issued_arrival, expected_issued_arrival, defined_issued_arrival);
      end
      if (((issue_ready ^ expected_issue_ready) & defined_issue_ready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: issue_ready is %h, expected %h where %h", bench_cycle, issue_ready, expected_issue_ready, defined_issue_ready);
      end
      if (((issue_blocked ^ expected_issue_blocked) & defined_issue_blocked) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: issue_blocked is %h, expected %h where %h", bench_cycle, issue_blocked, expected_issue_blocked, defined_issue_blocked);
      end
      if (((issue_illegal ^ expected_issue_illegal) & defined_issue_illegal) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: issue_illegal is %h, expected %h where %h", bench_cycle, issue_illegal, expected_issue_illegal, defined_issue_illegal);
      end
      if (((phase ^ expected_phase) & defined_phase) !== 2'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: phase is %h, expected %h where %h", bench_cycle, phase, expected_phase, defined_phase);
      end
      if (((reading_valid ^ expected_reading_valid) & defined_reading_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_valid is %h, expected %h where %h", bench_cycle, reading_valid, expected_reading_valid, defined_reading_valid);
      end
      if (((reading_wave ^ expected_reading_wave) & defined_reading_wave) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_wave is %h, expected %h where %h", bench_cycle, reading_wave, expected_reading_wave, defined_reading_wave);
      end
      if (((reading_a ^ expected_reading_a) & defined_reading_a) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_a is %h, expected %h where %h", bench_cycle, reading_a, expected_reading_a, defined_reading_a);
      end
      if (((reading_b ^ expected_reading_b) & defined_reading_b) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_b is %h, expected %h where %h", bench_cycle, reading_b, expected_reading_b, defined_reading_b);
      end
      if (((reading_c ^ expected_reading_c) & defined_reading_c) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_c is %h, expected %h where %h", bench_cycle, reading_c, expected_reading_c, defined_reading_c);
      end
      if (((reading_reads_a ^ expected_reading_reads_a) & defined_reading_reads_a) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_reads_a is %h, expected %h where %h", bench_cycle, reading_reads_a, expected_reading_reads_a, defined_reading_reads_a);
      end
      if (((reading_reads_b ^ expected_reading_reads_b) & defined_reading_reads_b) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_reads_b is %h, expected %h where %h", bench_cycle, reading_reads_b, expected_reading_reads_b, defined_reading_reads_b);
      end
      if (((reading_reads_c ^ expected_reading_reads_c) & defined_reading_reads_c) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_reads_c is %h, expected %h where %h", bench_cycle, reading_reads_c, expected_reading_reads_c, defined_reading_reads_c);
      end
      if (((reading_guard ^ expected_reading_guard) & defined_reading_guard) !== 3'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_guard is %h, expected %h where %h", bench_cycle, reading_guard, expected_reading_guard, defined_reading_guard);
      end
      if (((reading_p ^ expected_reading_p) & defined_reading_p) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_p is %h, expected %h where %h", bench_cycle, reading_p, expected_reading_p, defined_reading_p);
      end
      if (((reading_q ^ expected_reading_q) & defined_reading_q) !== 3'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: reading_q is %h, expected %h where %h", bench_cycle, reading_q, expected_reading_q, defined_reading_q);
      end
      if (((executing_valid ^ expected_executing_valid) & defined_executing_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_valid is %h, expected %h where %h", bench_cycle, executing_valid, expected_executing_valid, defined_executing_valid);
      end
      if (((executing_wave ^ expected_executing_wave) & defined_executing_wave) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_wave is %h, expected %h where %h", bench_cycle, executing_wave, expected_executing_wave, defined_executing_wave);
      end
      if (((executing_opcode ^ expected_executing_opcode) & defined_executing_opcode) !== 8'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_opcode is %h, expected %h where %h", bench_cycle, executing_opcode, expected_executing_opcode, defined_executing_opcode);
      end
      if (((executing_guard_is_true ^ expected_executing_guard_is_true) & defined_executing_guard_is_true) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_guard_is_true is %h, expected %h where %h", bench_cycle, executing_guard_is_true, expected_executing_guard_is_true, defined_executing_guard_is_true);
      end
      if (((executing_guard_negated ^ expected_executing_guard_negated) & defined_executing_guard_negated) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_guard_negated is %h, expected %h where %h", bench_cycle, executing_guard_negated, expected_executing_guard_negated, defined_executing_guard_negated);
      end
      if (((executing_p_is_true ^ expected_executing_p_is_true) & defined_executing_p_is_true) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_p_is_true is %h, expected %h where %h", bench_cycle, executing_p_is_true, expected_executing_p_is_true, defined_executing_p_is_true);
      end
      if (((executing_p_negated ^ expected_executing_p_negated) & defined_executing_p_negated) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_p_negated is %h, expected %h where %h", bench_cycle, executing_p_negated, expected_executing_p_negated, defined_executing_p_negated);
      end
      if (((executing_q_is_true ^ expected_executing_q_is_true) & defined_executing_q_is_true) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_q_is_true is %h, expected %h where %h", bench_cycle, executing_q_is_true, expected_executing_q_is_true, defined_executing_q_is_true);
      end
      if (((executing_q_negated ^ expected_executing_q_negated) & defined_executing_q_negated) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_q_negated is %h, expected %h where %h", bench_cycle, executing_q_negated, expected_executing_q_negated, defined_executing_q_negated);
      end
      if (((executing_a_is_literal ^ expected_executing_a_is_literal) & defined_executing_a_is_literal) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_a_is_literal is %h, expected %h where %h", bench_cycle, executing_a_is_literal, expected_executing_a_is_literal, defined_executing_a_is_literal);
      end
      if (((executing_b_is_literal ^ expected_executing_b_is_literal) & defined_executing_b_is_literal) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_b_is_literal is %h, expected %h where %h", bench_cycle, executing_b_is_literal, expected_executing_b_is_literal, defined_executing_b_is_literal);
      end
      if (((executing_c_is_literal ^ expected_executing_c_is_literal) & defined_executing_c_is_literal) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_c_is_literal is %h, expected %h where %h", bench_cycle, executing_c_is_literal, expected_executing_c_is_literal, defined_executing_c_is_literal);
      end
      if (((executing_literal ^ expected_executing_literal) & defined_executing_literal) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_literal is %h, expected %h where %h", bench_cycle, executing_literal, expected_executing_literal, defined_executing_literal);
      end
      if (((executing_literal_high ^ expected_executing_literal_high) & defined_executing_literal_high) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_literal_high is %h, expected %h where %h", bench_cycle, executing_literal_high, expected_executing_literal_high, defined_executing_literal_high);
      end
      if (((executing_dpp_enable ^ expected_executing_dpp_enable) & defined_executing_dpp_enable) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_enable is %h, expected %h where %h", bench_cycle, executing_dpp_enable, expected_executing_dpp_enable, defined_executing_dpp_enable);
      end
      if (((executing_dpp_eight ^ expected_executing_dpp_eight) & defined_executing_dpp_eight) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_eight is %h, expected %h where %h", bench_cycle, executing_dpp_eight, expected_executing_dpp_eight, defined_executing_dpp_eight);
      end
      if (((executing_dpp_control ^ expected_executing_dpp_control) & defined_executing_dpp_control) !== 9'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_control is %h, expected %h where %h", bench_cycle, executing_dpp_control, expected_executing_dpp_control, defined_executing_dpp_control);
      end
      if (((executing_dpp_fetch_inactive ^ expected_executing_dpp_fetch_inactive) & defined_executing_dpp_fetch_inactive) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_fetch_inactive is %h, expected %h where %h", bench_cycle, executing_dpp_fetch_inactive, expected_executing_dpp_fetch_inactive, defined_executing_dpp_fetch_inactive);
      end
      if (((executing_dpp_bound_control ^ expected_executing_dpp_bound_control) & defined_executing_dpp_bound_control) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_bound_control is %h, expected %h where %h", bench_cycle, executing_dpp_bound_control, expected_executing_dpp_bound_control, defined_executing_dpp_bound_control);
      end
      if (((executing_dpp_bank_mask ^ expected_executing_dpp_bank_mask) & defined_executing_dpp_bank_mask) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_bank_mask is %h, expected %h where %h", bench_cycle, executing_dpp_bank_mask, expected_executing_dpp_bank_mask, defined_executing_dpp_bank_mask);
      end
      if (((executing_dpp_row_mask ^ expected_executing_dpp_row_mask) & defined_executing_dpp_row_mask) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_row_mask is %h, expected %h where %h", bench_cycle, executing_dpp_row_mask, expected_executing_dpp_row_mask, defined_executing_dpp_row_mask);
      end
      if (((executing_dpp_spare ^ expected_executing_dpp_spare) & defined_executing_dpp_spare) !== 7'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_dpp_spare is %h, expected %h where %h", bench_cycle, executing_dpp_spare, expected_executing_dpp_spare, defined_executing_dpp_spare);
      end
      if (((executing_modifiers ^ expected_executing_modifiers) & defined_executing_modifiers) !== 6'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_modifiers is %h, expected %h where %h", bench_cycle, executing_modifiers, expected_executing_modifiers, defined_executing_modifiers);
      end
      if (((executing_permute_fetch_inactive ^ expected_executing_permute_fetch_inactive) & defined_executing_permute_fetch_inactive) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_permute_fetch_inactive is %h, expected %h where %h", bench_cycle, executing_permute_fetch_inactive, expected_executing_permute_fetch_inactive, defined_executing_permute_fetch_inactive);
      end
      if (((executing_permute_bound_control ^ expected_executing_permute_bound_control) & defined_executing_permute_bound_control) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_permute_bound_control is %h, expected %h where %h", bench_cycle, executing_permute_bound_control, expected_executing_permute_bound_control, defined_executing_permute_bound_control);
      end
      if (((executing_video ^ expected_executing_video) & defined_executing_video) !== 35'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: executing_video is %h, expected %h where %h", bench_cycle, executing_video, expected_executing_video, defined_executing_video);
      end
      if (((writing_valid ^ expected_writing_valid) & defined_writing_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: writing_valid is %h, expected %h where %h", bench_cycle, writing_valid, expected_writing_valid, defined_writing_valid);
      end
      if (((writing_wave ^ expected_writing_wave) & defined_writing_wave) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: writing_wave is %h, expected %h where %h", bench_cycle, writing_wave, expected_writing_wave, defined_writing_wave);
      end
      if (((writing_destination ^ expected_writing_destination) & defined_writing_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: writing_destination is %h, expected %h where %h", bench_cycle, writing_destination, expected_writing_destination, defined_writing_destination);
      end
      if (((writing_writes_register ^ expected_writing_writes_register) & defined_writing_writes_register) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: writing_writes_register is %h, expected %h where %h", bench_cycle, writing_writes_register, expected_writing_writes_register, defined_writing_writes_register);
      end
      if (((writing_mask_destination ^ expected_writing_mask_destination) & defined_writing_mask_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_sequencer: cycle %0d: writing_mask_destination is %h, expected %h where %h", bench_cycle, writing_mask_destination, expected_writing_mask_destination, defined_writing_mask_destination);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_sequencer: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_sequencer: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_system_testbench: puts recorded inputs into lanebeat_system and compares its outputs with
// what was recorded; prints PASS or FAIL. lanebeat_system_testbench.hex must lie in the directory that
// the simulator runs in. It holds a line a cycle: the fields that are assigned from bench_vectors
// below, the first highest. An output X is compared where defined_X is 1: it has a bit for each bit of
// X, or for each word of 32 where X is wider than 64; the others depend on what memories power up
// with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_system_testbench;
  localparam CYCLES = 119;

  reg [803:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;
  integer bench_word;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg s_axi_awvalid;
  reg [15:0] s_axi_awaddr;
  reg s_axi_wvalid;
  reg [31:0] s_axi_wdata;
  reg [3:0] s_axi_wstrb;
  reg s_axi_bready;
  reg s_axi_arvalid;
  reg [15:0] s_axi_araddr;
  reg s_axi_rready;
  reg expected_s_axi_awready;
  reg defined_s_axi_awready;
  reg expected_s_axi_wready;
  reg defined_s_axi_wready;
  reg expected_s_axi_bvalid;
  reg defined_s_axi_bvalid;
  reg [1:0] expected_s_axi_bresp;
  reg [1:0] defined_s_axi_bresp;
  reg expected_s_axi_arready;
  reg defined_s_axi_arready;
  reg expected_s_axi_rvalid;
  reg defined_s_axi_rvalid;
  reg [1:0] expected_s_axi_rresp;
  reg [1:0] defined_s_axi_rresp;
  reg [31:0] expected_s_axi_rdata;
  reg [31:0] defined_s_axi_rdata;
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
  reg expected_interrupt_request;
  reg defined_interrupt_request;
  wire s_axi_awready;
  wire s_axi_wready;
  wire s_axi_bvalid;
  wire [1:0] s_axi_bresp;
  wire s_axi_arready;
  wire s_axi_rvalid;
  wire [1:0] s_axi_rresp;
  wire [31:0] s_axi_rdata;
  wire retire_valid;
  wire retire_wave;
  wire retire_writes_register;
  wire [3:0] retire_destination;
  wire [3:0] retire_mask_destination;
  wire [15:0] retire_written;
  wire [511:0] retire_result;
  wire [15:0] retire_mask;
  wire interrupt_request;

  lanebeat_system bench_unit (
    .clock(clock),
    .reset(reset),
    .s_axi_awvalid(s_axi_awvalid),
    .s_axi_awaddr(s_axi_awaddr),
    .s_axi_wvalid(s_axi_wvalid),
    .s_axi_wdata(s_axi_wdata),
    .s_axi_wstrb(s_axi_wstrb),
    .s_axi_bready(s_axi_bready),
    .s_axi_arvalid(s_axi_arvalid),
    .s_axi_araddr(s_axi_araddr),
    .s_axi_rready(s_axi_rready),
    .s_axi_awready(s_axi_awready),
    .s_axi_wready(s_axi_wready),
    .s_axi_bvalid(s_axi_bvalid),
    .s_axi_bresp(s_axi_bresp),
    .s_axi_arready(s_axi_arready),
    .s_axi_rvalid(s_axi_rvalid),
    .s_axi_rresp(s_axi_rresp),
    .s_axi_rdata(s_axi_rdata),
    .retire_valid(retire_valid),
    .retire_wave(retire_wave),
    .retire_writes_register(retire_writes_register),
    .retire_destination(retire_destination),
    .retire_mask_destination(retire_mask_destination),
    .retire_written(retire_written),
    .retire_result(retire_result),
    .retire_mask(retire_mask),
    .interrupt_request(interrupt_request)
  );

  initial begin
    $readmemh("lanebeat_system_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       s_axi_awvalid,
       s_axi_awaddr,
       s_axi_wvalid,
       s_axi_wdata,
       s_axi_wstrb,
       s_axi_bready,
       s_axi_arvalid,
       s_axi_araddr,
       s_axi_rready,
       expected_s_axi_awready,
       defined_s_axi_awready,
       expected_s_axi_wready,
       defined_s_axi_wready,
       expected_s_axi_bvalid,
       defined_s_axi_bvalid,
       expected_s_axi_bresp,
       defined_s_axi_bresp,
       expected_s_axi_arready,
       defined_s_axi_arready,
       expected_s_axi_rvalid,
       defined_s_axi_rvalid,
       expected_s_axi_rresp,
       defined_s_axi_rresp,
       expected_s_axi_rdata,
       defined_s_axi_rdata,
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
       defined_retire_mask,
       expected_interrupt_request,
       defined_interrupt_request} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((s_axi_awready ^ expected_s_axi_awready) & defined_s_axi_awready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_awready is %h, expected %h where %h", bench_cycle, s_axi_awready, expected_s_axi_awready, defined_s_axi_awready);
      end
      if (((s_axi_wready ^ expected_s_axi_wready) & defined_s_axi_wready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_wready is %h, expected %h where %h", bench_cycle, s_axi_wready, expected_s_axi_wready, defined_s_axi_wready);
      end
      if (((s_axi_bvalid ^ expected_s_axi_bvalid) & defined_s_axi_bvalid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_bvalid is %h, expected %h where %h", bench_cycle, s_axi_bvalid, expected_s_axi_bvalid, defined_s_axi_bvalid);
      end
      if (((s_axi_bresp ^ expected_s_axi_bresp) & defined_s_axi_bresp) !== 2'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_bresp is %h, expected %h where %h", bench_cycle, s_axi_bresp, expected_s_axi_bresp, defined_s_axi_bresp);
      end
      if (((s_axi_arready ^ expected_s_axi_arready) & defined_s_axi_arready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_arready is %h, expected %h where %h", bench_cycle, s_axi_arready, expected_s_axi_arready, defined_s_axi_arready);
      end
      if (((s_axi_rvalid ^ expected_s_axi_rvalid) & defined_s_axi_rvalid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_rvalid is %h, expected %h where %h", bench_cycle, s_axi_rvalid, expected_s_axi_rvalid, defined_s_axi_rvalid);
      end
      if (((s_axi_rresp ^ expected_s_axi_rresp) & defined_s_axi_rresp) !== 2'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_rresp is %h, expected %h where %h", bench_cycle, s_axi_rresp, expected_s_axi_rresp, defined_s_axi_rresp);
      end
      if (((s_axi_rdata ^ expected_s_axi_rdata) & defined_s_axi_rdata) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: s_axi_rdata is %h, expected %h where %h", bench_cycle, s_axi_rdata, expected_s_axi_rdata, defined_s_axi_rdata);
      end
      if (((retire_valid ^ expected_retire_valid) & defined_retire_valid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_valid is %h, expected %h where %h", bench_cycle, retire_valid, expected_retire_valid, defined_retire_valid);
      end
      if (((retire_wave ^ expected_retire_wave) & defined_retire_wave) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_wave is %h, expected %h where %h", bench_cycle, retire_wave, expected_retire_wave, defined_retire_wave);
      end
      if (((retire_writes_register ^ expected_retire_writes_register) & defined_retire_writes_register) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_writes_register is %h, expected %h where %h", bench_cycle, retire_writes_register, expected_retire_writes_register, defined_retire_writes_register);
      end
      if (((retire_destination ^ expected_retire_destination) & defined_retire_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_destination is %h, expected %h where %h", bench_cycle, retire_destination, expected_retire_destination, defined_retire_destination);
      end
      if (((retire_mask_destination ^ expected_retire_mask_destination) & defined_retire_mask_destination) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_mask_destination is %h, expected %h where %h", bench_cycle, retire_mask_destination, expected_retire_mask_destination, defined_retire_mask_destination);
      end
      if (((retire_written ^ expected_retire_written) & defined_retire_written) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_written is %h, expected %h where %h", bench_cycle, retire_written, expected_retire_written, defined_retire_written);
      end
      for (bench_word = 0; bench_word < 16; bench_word = bench_word + 1)
        if (defined_retire_result[bench_word] && retire_result[bench_word*32 +: 32] !== expected_retire_result[bench_word*32 +: 32]) begin
          bench_differences = bench_differences + 1;
          if (bench_differences <= 10)
            $display("FAIL lanebeat_system: cycle %0d: word %0d of retire_result is %h, expected %h", bench_cycle, bench_word, retire_result[bench_word*32 +: 32], expected_retire_result[bench_word*32 +: 32]);
        end
      if (((retire_mask ^ expected_retire_mask) & defined_retire_mask) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: retire_mask is %h, expected %h where %h", bench_cycle, retire_mask, expected_retire_mask, defined_retire_mask);
      end
      if (((interrupt_request ^ expected_interrupt_request) & defined_interrupt_request) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_system: cycle %0d: interrupt_request is %h, expected %h where %h", bench_cycle, interrupt_request, expected_interrupt_request, defined_interrupt_request);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_system: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_system: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

// lanebeat_uart_bridge_testbench: puts recorded inputs into lanebeat_uart_bridge and compares its
// outputs with what was recorded; prints PASS or FAIL. lanebeat_uart_bridge_testbench.hex must lie in
// the directory that the simulator runs in. It holds a line a cycle: the fields that are assigned from
// bench_vectors below, the first highest. An output X is compared where defined_X is 1: it has a bit
// for each bit of X, or for each word of 32 where X is wider than 64; the others depend on what
// memories power up with.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true

module lanebeat_uart_bridge_testbench;
  localparam CYCLES = 400;

  reg [238:0] bench_vectors [0:CYCLES-1];
  integer bench_cycle;
  integer bench_differences;

  reg clock;
  reg [31:0] bench_number;
  reg reset;
  reg receive;
  reg [15:0] clocks_per_bit;
  reg m_axi_awready;
  reg m_axi_wready;
  reg m_axi_arready;
  reg m_axi_bvalid;
  reg m_axi_rvalid;
  reg [1:0] m_axi_rresp;
  reg [1:0] m_axi_bresp;
  reg [31:0] m_axi_rdata;
  reg expected_m_axi_awvalid;
  reg defined_m_axi_awvalid;
  reg expected_m_axi_wvalid;
  reg defined_m_axi_wvalid;
  reg expected_m_axi_arvalid;
  reg defined_m_axi_arvalid;
  reg [15:0] expected_m_axi_awaddr;
  reg [15:0] defined_m_axi_awaddr;
  reg [15:0] expected_m_axi_araddr;
  reg [15:0] defined_m_axi_araddr;
  reg [31:0] expected_m_axi_wdata;
  reg [31:0] defined_m_axi_wdata;
  reg [3:0] expected_m_axi_wstrb;
  reg [3:0] defined_m_axi_wstrb;
  reg expected_m_axi_bready;
  reg defined_m_axi_bready;
  reg expected_m_axi_rready;
  reg defined_m_axi_rready;
  reg expected_transmit;
  reg defined_transmit;
  wire m_axi_awvalid;
  wire m_axi_wvalid;
  wire m_axi_arvalid;
  wire [15:0] m_axi_awaddr;
  wire [15:0] m_axi_araddr;
  wire [31:0] m_axi_wdata;
  wire [3:0] m_axi_wstrb;
  wire m_axi_bready;
  wire m_axi_rready;
  wire transmit;

  lanebeat_uart_bridge bench_unit (
    .clock(clock),
    .reset(reset),
    .receive(receive),
    .clocks_per_bit(clocks_per_bit),
    .m_axi_awready(m_axi_awready),
    .m_axi_awvalid(m_axi_awvalid),
    .m_axi_wready(m_axi_wready),
    .m_axi_wvalid(m_axi_wvalid),
    .m_axi_arready(m_axi_arready),
    .m_axi_arvalid(m_axi_arvalid),
    .m_axi_awaddr(m_axi_awaddr),
    .m_axi_araddr(m_axi_araddr),
    .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb),
    .m_axi_bready(m_axi_bready),
    .m_axi_rready(m_axi_rready),
    .m_axi_bvalid(m_axi_bvalid),
    .m_axi_rvalid(m_axi_rvalid),
    .m_axi_rresp(m_axi_rresp),
    .m_axi_bresp(m_axi_bresp),
    .m_axi_rdata(m_axi_rdata),
    .transmit(transmit)
  );

  initial begin
    $readmemh("lanebeat_uart_bridge_testbench.hex", bench_vectors);
    bench_differences = 0;
    clock = 1'b0;
    for (bench_cycle = 0; bench_cycle < CYCLES; bench_cycle = bench_cycle + 1) begin
      {bench_number,
       reset,
       receive,
       clocks_per_bit,
       m_axi_awready,
       m_axi_wready,
       m_axi_arready,
       m_axi_bvalid,
       m_axi_rvalid,
       m_axi_rresp,
       m_axi_bresp,
       m_axi_rdata,
       expected_m_axi_awvalid,
       defined_m_axi_awvalid,
       expected_m_axi_wvalid,
       defined_m_axi_wvalid,
       expected_m_axi_arvalid,
       defined_m_axi_arvalid,
       expected_m_axi_awaddr,
       defined_m_axi_awaddr,
       expected_m_axi_araddr,
       defined_m_axi_araddr,
       expected_m_axi_wdata,
       defined_m_axi_wdata,
       expected_m_axi_wstrb,
       defined_m_axi_wstrb,
       expected_m_axi_bready,
       defined_m_axi_bready,
       expected_m_axi_rready,
       defined_m_axi_rready,
       expected_transmit,
       defined_transmit} = bench_vectors[bench_cycle];
      #4;
      if (bench_number !== bench_cycle) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: its line in the file of vectors is missing", bench_cycle);
      end
      if (((m_axi_awvalid ^ expected_m_axi_awvalid) & defined_m_axi_awvalid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_awvalid is %h, expected %h where %h", bench_cycle, m_axi_awvalid, expected_m_axi_awvalid, defined_m_axi_awvalid);
      end
      if (((m_axi_wvalid ^ expected_m_axi_wvalid) & defined_m_axi_wvalid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_wvalid is %h, expected %h where %h", bench_cycle, m_axi_wvalid, expected_m_axi_wvalid, defined_m_axi_wvalid);
      end
      if (((m_axi_arvalid ^ expected_m_axi_arvalid) & defined_m_axi_arvalid) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_arvalid is %h, expected %h where %h", bench_cycle, m_axi_arvalid, expected_m_axi_arvalid, defined_m_axi_arvalid);
      end
      if (((m_axi_awaddr ^ expected_m_axi_awaddr) & defined_m_axi_awaddr) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_awaddr is %h, expected %h where %h", bench_cycle, m_axi_awaddr, expected_m_axi_awaddr, defined_m_axi_awaddr);
      end
      if (((m_axi_araddr ^ expected_m_axi_araddr) & defined_m_axi_araddr) !== 16'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_araddr is %h, expected %h where %h", bench_cycle, m_axi_araddr, expected_m_axi_araddr, defined_m_axi_araddr);
      end
      if (((m_axi_wdata ^ expected_m_axi_wdata) & defined_m_axi_wdata) !== 32'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_wdata is %h, expected %h where %h", bench_cycle, m_axi_wdata, expected_m_axi_wdata, defined_m_axi_wdata);
      end
      if (((m_axi_wstrb ^ expected_m_axi_wstrb) & defined_m_axi_wstrb) !== 4'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_wstrb is %h, expected %h where %h", bench_cycle, m_axi_wstrb, expected_m_axi_wstrb, defined_m_axi_wstrb);
      end
      if (((m_axi_bready ^ expected_m_axi_bready) & defined_m_axi_bready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_bready is %h, expected %h where %h", bench_cycle, m_axi_bready, expected_m_axi_bready, defined_m_axi_bready);
      end
      if (((m_axi_rready ^ expected_m_axi_rready) & defined_m_axi_rready) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: m_axi_rready is %h, expected %h where %h", bench_cycle, m_axi_rready, expected_m_axi_rready, defined_m_axi_rready);
      end
      if (((transmit ^ expected_transmit) & defined_transmit) !== 1'd0) begin
        bench_differences = bench_differences + 1;
        if (bench_differences <= 10)
          $display("FAIL lanebeat_uart_bridge: cycle %0d: transmit is %h, expected %h where %h", bench_cycle, transmit, expected_transmit, defined_transmit);
      end
      #1 clock = 1'b1;
      #5 clock = 1'b0;
    end
    if (bench_differences == 0)
      $display("PASS lanebeat_uart_bridge: %0d cycles", CYCLES);
    else
      $display("FAIL lanebeat_uart_bridge: %0d differences in %0d cycles", bench_differences, CYCLES);
  end
endmodule

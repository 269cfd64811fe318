// The system on a ULX3S (Lattice ECP5) behind its USB serial port: 115200 baud, 8N1; docs/fpga.md has the protocol.
//
// led[0]: interrupt_request; led[7]: out of reset.
module lanebeat_ulx3s (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,
    output wire       ftdi_rxd,
    output wire [7:0] led
);
    // 25 MHz / 115200 baud
    localparam [15:0] CLOCKS_PER_BIT = 16'd217;

    // Flip-flops of this family start at 0: reset lasts for the first 16 clock cycles.
    reg [4:0] cycles_q = 5'd0;
    wire reset = !cycles_q[4];
    always @(posedge clk_25mhz)
        if (reset) cycles_q <= cycles_q + 5'd1;

    wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
    wire [15:0] awaddr, araddr;
    wire [31:0] wdata, rdata;
    wire [3:0]  wstrb;
    wire [1:0]  bresp, rresp;
    wire        interrupt_request;

    lanebeat_uart_bridge bridge (
        .clock(clk_25mhz), .reset(reset), .clocks_per_bit(CLOCKS_PER_BIT), .receive(ftdi_txd), .transmit(ftdi_rxd),
        .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awaddr(awaddr),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bresp(bresp),
        .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_araddr(araddr),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rdata(rdata), .m_axi_rresp(rresp)
    );

    // The retire port is left open.
    lanebeat_system system (
        .clock(clk_25mhz), .reset(reset), .interrupt_request(interrupt_request),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
        .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr),
        .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp)
    );

    assign led = {!reset, 6'd0, interrupt_request};
endmodule

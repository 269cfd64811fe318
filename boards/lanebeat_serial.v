// The system behind a serial line, for a board: reset after power-up, the bridge, the system; the retire port is left open.
// 8 bits, no parity, 1 stop bit; docs/learn/boards.md has the protocol.
//
// LANEBEAT_PROGRAM is defined where the program memory has content, as the width of retire_written: then `result` shows what
// lane 0 computed last.
module lanebeat_serial #(
    // Clock frequency / 115200 baud
    parameter [15:0] CLOCKS_PER_BIT = 16'd217
) (
    input  wire clock,
    input  wire receive,
    output wire transmit,
    output wire running,
    output wire interrupt_request,
    // Low bits of the word that lane 0 wrote last into a register
    output wire [5:0] result
);
    // Flip-flops of these families start at 0: reset lasts for the first 16 clock cycles. An iCE40 reads its block RAMs as
    // 0 in the first 3 us, or somewhat longer (https://github.com/YosysHQ/icestorm/issues/76); a program must not begin then.
`ifdef LANEBEAT_PROGRAM
    localparam RESET_BITS = 9;
`else
    localparam RESET_BITS = 4;
`endif
    reg [RESET_BITS:0] cycles_q = 0;
    wire reset = !cycles_q[RESET_BITS];
    assign running = !reset;
    always @(posedge clock)
        if (reset) cycles_q <= cycles_q + 1'b1;

`ifdef LANEBEAT_PROGRAM
    wire retire_valid, retire_writes_register;
    wire [`LANEBEAT_PROGRAM-1:0] retire_written;
    wire [`LANEBEAT_PROGRAM*32-1:0] retire_result;
    reg  [5:0] result_q = 6'd0;
    assign result = result_q;
    always @(posedge clock)
        if (!reset & retire_valid & retire_writes_register & retire_written[0]) result_q <= retire_result[5:0];
`else
    assign result = 6'd0;
`endif

    wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
    wire [15:0] awaddr, araddr;
    wire [31:0] wdata, rdata;
    wire [3:0]  wstrb;
    wire [1:0]  bresp, rresp;

    lanebeat_uart_bridge bridge (
        .clock(clock), .reset(reset), .clocks_per_bit(CLOCKS_PER_BIT), .receive(receive), .transmit(transmit),
        .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awaddr(awaddr),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bresp(bresp),
        .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_araddr(araddr),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rdata(rdata), .m_axi_rresp(rresp)
    );

    lanebeat_system system (
`ifdef LANEBEAT_PROGRAM
        .retire_valid(retire_valid), .retire_writes_register(retire_writes_register),
        .retire_written(retire_written), .retire_result(retire_result),
`endif
        .clock(clock), .reset(reset), .interrupt_request(interrupt_request),
        .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr),
        .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
        .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
        .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr),
        .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp)
    );
endmodule

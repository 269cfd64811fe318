// lanebeat_uart_bridge: Reads and writes an AXI4-Lite slave for a host at the other end of a serial
// line.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock           input    1  rising edge
//   reset           input    1  synchronous, active high
//   receive         input    1  the line from the host, high when idle
//   clocks_per_bit  input   16  clock cycles that a bit takes, at least 4
//   m_axi_awready   input    1  the slave takes it
//   m_axi_awvalid   output   1  an address or a word is offered
//   m_axi_wready    input    1  the slave takes it
//   m_axi_wvalid    output   1  an address or a word is offered
//   m_axi_arready   input    1  the slave takes it
//   m_axi_arvalid   output   1  an address or a word is offered
//   m_axi_awaddr    output  16  byte address
//   m_axi_araddr    output  16  byte address
//   m_axi_wdata     output  32  the word
//   m_axi_wstrb     output   4  every byte of it
//   m_axi_bready    output   1  responses are taken at once
//   m_axi_rready    output   1  data is taken at once
//   m_axi_bvalid    input    1  a write is answered
//   m_axi_rvalid    input    1  a read is answered
//   m_axi_rresp     input    2  how the read went
//   m_axi_bresp     input    2  how the write went
//   m_axi_rdata     input   32  the word that was read
//   transmit        output   1  the line to the host, high when idle
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_uart_bridge (
    input  wire        clock,          // rising edge
    input  wire        reset,          // synchronous, active high
    input  wire        receive,        // the line from the host, high when idle
    input  wire [15:0] clocks_per_bit, // clock cycles that a bit takes, at least 4
    input  wire        m_axi_awready,  // the slave takes it
    output wire        m_axi_awvalid,  // an address or a word is offered
    input  wire        m_axi_wready,   // the slave takes it
    output wire        m_axi_wvalid,   // an address or a word is offered
    input  wire        m_axi_arready,  // the slave takes it
    output wire        m_axi_arvalid,  // an address or a word is offered
    output wire [15:0] m_axi_awaddr,   // byte address
    output wire [15:0] m_axi_araddr,   // byte address
    output wire [31:0] m_axi_wdata,    // the word
    output wire [3:0]  m_axi_wstrb,    // every byte of it
    output wire        m_axi_bready,   // responses are taken at once
    output wire        m_axi_rready,   // data is taken at once
    input  wire        m_axi_bvalid,   // a write is answered
    input  wire        m_axi_rvalid,   // a read is answered
    input  wire [1:0]  m_axi_rresp,    // how the read went
    input  wire [1:0]  m_axi_bresp,    // how the write went
    input  wire [31:0] m_axi_rdata,    // the word that was read
    output wire        transmit        // the line to the host, high when idle
);

    reg [2:0] request_bytes_q;
    reg is_write_q;
    reg [47:0] request_q;
    reg complete_q;
    reg offers_aw_q;
    reg offers_w_q;
    reg offers_ar_q;
    reg [2:0] answer_bytes_q;
    reg [39:0] answer_q;
    reg waits_for_slave_q;
    wire [7:0] receiver_data;
    wire receiver_valid;
    wire transmitter_ready;
    wire transmitter_line;

    wire transmitter_valid = |answer_bytes_q;
    wire answering = waits_for_slave_q | transmitter_valid;
    wire takes_byte = receiver_valid & ~answering;
    wire any_set = |request_bytes_q;
    wire either = (receiver_data == 8'd87) | (receiver_data == 8'd82);
    wire both = ~any_set & either;
    wire either_2 = m_axi_bvalid | m_axi_rvalid;
    wire byte_sent = transmitter_valid & transmitter_ready;
    wire [39:0] joined = {m_axi_rdata, 6'd0, m_axi_rvalid ? m_axi_rresp : m_axi_bresp};

    lanebeat_uart_receiver receiver (
        .clock(clock),
        .reset(reset),
        .line(receive),
        .clocks_per_bit(clocks_per_bit),
        .data(receiver_data),
        .valid(receiver_valid)
    );

    lanebeat_uart_transmitter transmitter (
        .clock(clock),
        .reset(reset),
        .valid(transmitter_valid),
        .data(answer_q[7:0]),
        .clocks_per_bit(clocks_per_bit),
        .ready(transmitter_ready),
        .line(transmitter_line)
    );

    always @(posedge clock) begin
        if (reset) begin
            request_bytes_q <= 3'd0;
        end else if (takes_byte & (any_set | both)) begin
            request_bytes_q <= any_set ? (request_bytes_q - 3'd1) : 3'd6;
        end
    end

    always @(posedge clock) begin
        if (takes_byte & both) begin
            is_write_q <= receiver_data == 8'd87;
        end
    end

    always @(posedge clock) begin
        if (takes_byte & any_set) begin
            request_q <= {receiver_data, request_q[47:8]};
        end
    end

    always @(posedge clock) begin
        complete_q <= takes_byte & (request_bytes_q == 3'd1);
    end

    always @(posedge clock) begin
        if (reset) begin
            offers_aw_q <= 1'b0;
            offers_w_q <= 1'b0;
            offers_ar_q <= 1'b0;
            waits_for_slave_q <= 1'b0;
        end else begin
            offers_aw_q <= (complete_q & is_write_q) | (offers_aw_q & ~m_axi_awready);
            offers_w_q <= (complete_q & is_write_q) | (offers_w_q & ~m_axi_wready);
            offers_ar_q <= (complete_q & ~is_write_q) | (offers_ar_q & ~m_axi_arready);
            waits_for_slave_q <= complete_q | (waits_for_slave_q & ~either_2);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            answer_bytes_q <= 3'd0;
        end else if (either_2 | byte_sent) begin
            answer_bytes_q <= either_2 ? 3'd5 : (answer_bytes_q - 3'd1);
        end
    end

    always @(posedge clock) begin
        if (either_2 | byte_sent) begin
            answer_q <= either_2 ? joined : {8'd0, answer_q[39:8]};
        end
    end

    assign m_axi_awvalid = offers_aw_q;
    assign m_axi_wvalid = offers_w_q;
    assign m_axi_arvalid = offers_ar_q;
    assign m_axi_awaddr = request_q[15:0];
    assign m_axi_araddr = request_q[15:0];
    assign m_axi_wdata = request_q[47:16];
    assign m_axi_wstrb = 4'd15;
    assign m_axi_bready = 1'b1;
    assign m_axi_rready = 1'b1;
    assign transmit = transmitter_line;

endmodule

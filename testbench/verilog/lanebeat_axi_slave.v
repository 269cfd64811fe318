// lanebeat_axi_slave: An AXI4-Lite slave: turns the five channels into reads and writes of one cycle.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock           input    1  rising edge
//   reset           input    1  synchronous, active high
//   s_axi_awvalid   input    1  write address channel: there is an address
//   s_axi_awaddr    input   16  byte address
//   s_axi_wvalid    input    1  write data channel: there is data
//   s_axi_wdata     input   32  the word
//   s_axi_wstrb     input    4  bytes of it that are written
//   s_axi_bready    input    1  write response channel: the master takes the response
//   write_response  input    2  how the write of this cycle is answered
//   s_axi_awready   output   1  the address is taken at this clock edge if valid
//   s_axi_wready    output   1  the data is taken at this clock edge if valid
//   s_axi_bvalid    output   1  there is a response
//   s_axi_bresp     output   2  0 OKAY, 2 SLVERR, 3 DECERR
//   write_valid     output   1  a word is written in this cycle
//   write_address   output  16  its byte address
//   write_data      output  32  the word
//   write_strobe    output   4  bytes of it that are written
//   s_axi_arvalid   input    1  read address channel: there is an address
//   s_axi_araddr    input   16  byte address
//   s_axi_rready    input    1  read data channel: the master takes the data
//   read_response   input    2  how the read of this cycle is answered
//   read_data       input   32  the word that was read a cycle ago
//   s_axi_arready   output   1  the address is taken at this clock edge if valid
//   s_axi_rvalid    output   1  there is data
//   s_axi_rresp     output   2  0 OKAY, 2 SLVERR, 3 DECERR
//   s_axi_rdata     output  32  the word; 0 with an error
//   read_valid      output   1  a word is read in this cycle
//   read_address    output  16  its byte address
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_axi_slave (
    input  wire        clock,          // rising edge
    input  wire        reset,          // synchronous, active high
    input  wire        s_axi_awvalid,  // write address channel: there is an address
    input  wire [15:0] s_axi_awaddr,   // byte address
    input  wire        s_axi_wvalid,   // write data channel: there is data
    input  wire [31:0] s_axi_wdata,    // the word
    input  wire [3:0]  s_axi_wstrb,    // bytes of it that are written
    input  wire        s_axi_bready,   // write response channel: the master takes the response
    input  wire [1:0]  write_response, // how the write of this cycle is answered
    output wire        s_axi_awready,  // the address is taken at this clock edge if valid
    output wire        s_axi_wready,   // the data is taken at this clock edge if valid
    output wire        s_axi_bvalid,   // there is a response
    output wire [1:0]  s_axi_bresp,    // 0 OKAY, 2 SLVERR, 3 DECERR
    output wire        write_valid,    // a word is written in this cycle
    output wire [15:0] write_address,  // its byte address
    output wire [31:0] write_data,     // the word
    output wire [3:0]  write_strobe,   // bytes of it that are written
    input  wire        s_axi_arvalid,  // read address channel: there is an address
    input  wire [15:0] s_axi_araddr,   // byte address
    input  wire        s_axi_rready,   // read data channel: the master takes the data
    input  wire [1:0]  read_response,  // how the read of this cycle is answered
    input  wire [31:0] read_data,      // the word that was read a cycle ago
    output wire        s_axi_arready,  // the address is taken at this clock edge if valid
    output wire        s_axi_rvalid,   // there is data
    output wire [1:0]  s_axi_rresp,    // 0 OKAY, 2 SLVERR, 3 DECERR
    output wire [31:0] s_axi_rdata,    // the word; 0 with an error
    output wire        read_valid,     // a word is read in this cycle
    output wire [15:0] read_address    // its byte address
);

    reg address_of_write_full_q;
    reg [15:0] address_of_write_q;
    reg data_of_write_full_q;
    reg [35:0] data_of_write_q;
    reg write_answered_q;
    reg [1:0] write_answer_q;
    reg address_of_read_full_q;
    reg [15:0] address_of_read_q;
    reg fetching_q;
    reg read_answered_q;
    reg [1:0] read_answer_q;
    reg [31:0] read_word_q;

    wire write = address_of_write_full_q & data_of_write_full_q & (~write_answered_q | s_axi_bready);
    wire read = address_of_read_full_q & ~fetching_q & (~read_answered_q | s_axi_rready);

    always @(posedge clock) begin
        if (reset) begin
            address_of_write_full_q <= 1'b0;
            data_of_write_full_q <= 1'b0;
            write_answered_q <= 1'b0;
            address_of_read_full_q <= 1'b0;
            fetching_q <= 1'b0;
            read_answered_q <= 1'b0;
        end else begin
            address_of_write_full_q <= address_of_write_full_q ? ~write : s_axi_awvalid;
            data_of_write_full_q <= data_of_write_full_q ? ~write : s_axi_wvalid;
            write_answered_q <= write | (write_answered_q & ~s_axi_bready);
            address_of_read_full_q <= address_of_read_full_q ? ~read : s_axi_arvalid;
            fetching_q <= read;
            read_answered_q <= fetching_q | (read_answered_q & ~s_axi_rready);
        end
    end

    always @(posedge clock) begin
        if (s_axi_awvalid & ~address_of_write_full_q) begin
            address_of_write_q <= s_axi_awaddr;
        end
    end

    always @(posedge clock) begin
        if (s_axi_wvalid & ~data_of_write_full_q) begin
            data_of_write_q <= {s_axi_wstrb, s_axi_wdata};
        end
    end

    always @(posedge clock) begin
        if (write) begin
            write_answer_q <= write_response;
        end
    end

    always @(posedge clock) begin
        if (s_axi_arvalid & ~address_of_read_full_q) begin
            address_of_read_q <= s_axi_araddr;
        end
    end

    always @(posedge clock) begin
        if (read) begin
            read_answer_q <= read_response;
        end
    end

    always @(posedge clock) begin
        if (fetching_q) begin
            read_word_q <= read_data;
        end
    end

    assign s_axi_awready = ~address_of_write_full_q;
    assign s_axi_wready = ~data_of_write_full_q;
    assign s_axi_bvalid = write_answered_q;
    assign s_axi_bresp = write_answer_q;
    assign write_valid = write;
    assign write_address = address_of_write_q;
    assign write_data = data_of_write_q[31:0];
    assign write_strobe = data_of_write_q[35:32];
    assign s_axi_arready = ~address_of_read_full_q;
    assign s_axi_rvalid = read_answered_q;
    assign s_axi_rresp = read_answer_q;
    assign s_axi_rdata = read_word_q;
    assign read_valid = read;
    assign read_address = address_of_read_q;

endmodule

// A ULX3S (Lattice ECP5): the system behind its USB serial port.
//
// led[0]: interrupt_request; led[7]: out of reset; led[6:1]: result of a program in the bitstream, else dark.
module lanebeat_ulx3s (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,
    output wire       ftdi_rxd,
    output wire [7:0] led
);
    lanebeat_serial #(.CLOCKS_PER_BIT(16'd217)) system (
        .clock(clk_25mhz), .receive(ftdi_txd), .transmit(ftdi_rxd), .running(led[7]), .interrupt_request(led[0]),
        .result(led[6:1])
    );
endmodule

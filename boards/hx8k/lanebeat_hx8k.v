// The iCE40-HX8K breakout board (Lattice iCE40HX8K-CT256): the system behind its USB serial port.
//
// led[0]: interrupt_request; led[7]: out of reset; led[6:1]: result of a program in the bitstream, else dark.
module lanebeat_hx8k (
    input  wire       clk_12mhz,
    input  wire       rs232_rx,
    output wire       rs232_tx,
    output wire [7:0] led
);
    lanebeat_serial #(.CLOCKS_PER_BIT(16'd104)) system (
        .clock(clk_12mhz), .receive(rs232_rx), .transmit(rs232_tx), .running(led[7]), .interrupt_request(led[0]),
        .result(led[6:1])
    );
endmodule

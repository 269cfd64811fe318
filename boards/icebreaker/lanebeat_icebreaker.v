// An iCEBreaker (Lattice iCE40UP5K-SG48): the system behind its USB serial port.
//
// led_red_n: interrupt_request; led_green_n: out of reset. They light at 0. led[5:1], on the part that breaks off: result of a
// program in the bitstream, else dark.
module lanebeat_icebreaker (
    input  wire       clk_12mhz,
    input  wire       rx,
    output wire       tx,
    output wire       led_red_n,
    output wire       led_green_n,
    output wire [5:1] led
);
    wire running, interrupt_request;
    wire [5:0] result;
    assign led_red_n = !interrupt_request;
    assign led_green_n = !running;
    assign led = result[4:0];
    lanebeat_serial #(.CLOCKS_PER_BIT(16'd104)) system (
        .clock(clk_12mhz), .receive(rx), .transmit(tx), .running(running), .interrupt_request(interrupt_request),
        .result(result)
    );
endmodule

// A Tang Nano 20K (Gowin GW2AR-18): the system behind its USB serial port.
//
// led_n[0]: interrupt_request; led_n[5]: out of reset; led_n[4:1]: result of a program in the bitstream, else dark.
// They light at 0.
module lanebeat_tang (
    input  wire       clk_27mhz,
    input  wire       uart_rx,
    output wire       uart_tx,
    output wire [5:0] led_n
);
    wire running, interrupt_request;
    wire [5:0] result;
    assign led_n = ~{running, result[3:0], interrupt_request};
    lanebeat_serial #(.CLOCKS_PER_BIT(16'd234)) system (
        .clock(clk_27mhz), .receive(uart_rx), .transmit(uart_tx), .running(running), .interrupt_request(interrupt_request),
        .result(result)
    );
endmodule

// The HX8K board for 100 us after power-up, without a host: prints each change of its LEDs.
`timescale 1ns / 1ps
module leds;
    reg        clock = 0;
    wire [7:0] led;
    lanebeat_hx8k board (.clk_12mhz(clock), .rs232_rx(1'b1), .rs232_tx(), .led(led));

    always #42 clock = !clock;
    initial #100000 $finish;
    always @(led) if (led[7] === 1'b1) $display("%0d us: led = %b", $time / 1000, led);
endmodule

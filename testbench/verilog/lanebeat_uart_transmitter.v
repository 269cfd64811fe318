// lanebeat_uart_transmitter: Bytes to a serial line.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock           input    1  rising edge
//   reset           input    1  synchronous, active high
//   valid           input    1  there is a byte to send
//   data            input    8  the byte
//   clocks_per_bit  input   16  clock cycles that a bit takes
//   ready           output   1  it is taken at this clock edge if valid
//   line            output   1  high when idle
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_uart_transmitter (
    input  wire        clock,          // rising edge
    input  wire        reset,          // synchronous, active high
    input  wire        valid,          // there is a byte to send
    input  wire [7:0]  data,           // the byte
    input  wire [15:0] clocks_per_bit, // clock cycles that a bit takes
    output wire        ready,          // it is taken at this clock edge if valid
    output wire        line            // high when idle
);

    reg [3:0] bits_left_q;
    reg [15:0] timer_q;
    reg [8:0] bits_q;

    wire idle = ~(|bits_left_q);
    wire both = ~idle & (timer_q == 16'd0);
    wire both_2 = valid & idle;

    always @(posedge clock) begin
        if (reset) begin
            bits_left_q <= 4'd0;
        end else if (both_2 | both) begin
            bits_left_q <= both_2 ? 4'd10 : (bits_left_q - 4'd1);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            timer_q <= 16'd0;
        end else if (both_2 | ~idle) begin
            timer_q <= (both_2 | both) ? (clocks_per_bit - 16'd1) : (timer_q - 16'd1);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            bits_q <= 9'd511;
        end else if (both_2 | both) begin
            bits_q <= both_2 ? {data, 1'b0} : {1'b1, bits_q[8:1]};
        end
    end

    assign ready = idle;
    assign line = bits_q[0];

endmodule

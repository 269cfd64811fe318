// lanebeat_uart_receiver: Bytes from a serial line.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock           input    1  rising edge
//   reset           input    1  synchronous, active high
//   line            input    1  high when idle
//   clocks_per_bit  input   16  clock cycles that a bit takes
//   data            output   8  the byte
//   valid           output   1  it is complete, and its stop bit is there
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_uart_receiver (
    input  wire        clock,          // rising edge
    input  wire        reset,          // synchronous, active high
    input  wire        line,           // high when idle
    input  wire [15:0] clocks_per_bit, // clock cycles that a bit takes
    output wire [7:0]  data,           // the byte
    output wire        valid           // it is complete, and its stop bit is there
);

    reg settling_q;
    reg settled_q;
    reg [3:0] bits_left_q;
    reg [15:0] timer_q;
    reg [7:0] byte_q;

    wire inverse = ~(|bits_left_q);
    wire both = ~inverse & (timer_q == 16'd0);
    wire starts = inverse & ~settled_q;
    assign valid = both & (bits_left_q == 4'd1) & settled_q;

    always @(posedge clock) begin
        if (reset) begin
            settling_q <= 1'b1;
            settled_q <= 1'b1;
        end else begin
            settling_q <= line;
            settled_q <= settling_q;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            bits_left_q <= 4'd0;
        end else if (starts | both) begin
            bits_left_q <=
                starts ? 4'd10 :
                ((bits_left_q == 4'd10) & settled_q) ? 4'd0 :
                (bits_left_q - 4'd1);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            timer_q <= 16'd0;
        end else if (starts | ~inverse) begin
            timer_q <=
                starts ? ({1'b0, clocks_per_bit[15:1]} - 16'd1) :
                both ? (clocks_per_bit - 16'd1) :
                (timer_q - 16'd1);
        end
    end

    always @(posedge clock) begin
        if (both & (~(bits_left_q == 4'd1))) begin
            byte_q <= {settled_q, byte_q[7:1]};
        end
    end

    assign data = byte_q;

endmodule

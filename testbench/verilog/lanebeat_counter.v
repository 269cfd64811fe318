// lanebeat_counter: The low word of one performance counter.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock    input    1  rising edge
//   reset    input    1  synchronous, active high
//   chosen   input    3  the counter that the instruction names
//   trigger  input    1  that counter counts
//   next     input   32  its value plus 1
//   value    output  32  the count
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_counter #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire        clock,   // rising edge
    input  wire        reset,   // synchronous, active high
    input  wire [2:0]  chosen,  // the counter that the instruction names
    input  wire        trigger, // that counter counts
    input  wire [31:0] next,    // its value plus 1
    output wire [31:0] value    // the count
);

    reg [31:0] value_q;

    always @(posedge clock) begin
        if (reset) begin
            value_q <= 32'd0;
        end else if (trigger & (chosen == INDEX[2:0])) begin
            value_q <= next;
        end
    end

    assign value = value_q;

endmodule

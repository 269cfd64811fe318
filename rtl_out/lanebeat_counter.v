// lanebeat_counter: The low word of one performance counter.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_counter #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [2:0]  chosen,  // counter that the instruction names
    input  wire        trigger, // the counter that is named counts
    input  wire [31:0] counted, // value of the counter that is named, plus 1
    output reg  [31:0] value    // the count
);

    always @(posedge clock) begin
        if (reset) begin
            value <= 32'd0;
        end else if (trigger & (chosen == INDEX[2:0])) begin
            value <= counted;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

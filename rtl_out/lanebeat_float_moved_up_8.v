// lanebeat_float_moved_up_8: Moves a sum up by a digit of its leading zeros.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_moved_up_8 (
    input  wire        clock, // rising edge
    input  wire [55:0] value, // what earlier steps left of the frame, in cycle 0
    input  wire [1:0]  digit, // parts by which it moves up, in cycle 1
    output wire [31:0] moved, // the highest bits, in cycle 1
    output wire        lost   // any bit below them, in cycle 2
);

    reg [55:0] value_s1;
    reg [23:0] moved_by8_s2;

    wire [55:0] moved_by16 = digit[1] ? {value_s1[39:0], 16'd0} : value_s1;
    wire [55:0] moved_by8 = digit[0] ? {moved_by16[47:0], 8'd0} : moved_by16;
    assign lost = |moved_by8_s2;

    always @(posedge clock) begin
        value_s1 <= value;
        moved_by8_s2 <= moved_by8[23:0];
    end

    assign moved = moved_by8[55:24];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

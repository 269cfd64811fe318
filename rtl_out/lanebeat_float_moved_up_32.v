// lanebeat_float_moved_up_32: Moves a sum up by a digit of its leading zeros.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_moved_up_32 (
    input  wire [76:0] value, // what earlier steps left of the frame
    input  wire [1:0]  digit, // parts by which it moves up
    output wire [55:0] moved, // the highest bits
    output wire        lost   // any bit below them
);

    wire [76:0] moved_by64 = digit[1] ? {value[12:0], 64'd0} : value;
    wire [76:0] moved_by32 = digit[0] ? {moved_by64[44:0], 32'd0} : moved_by64;
    assign lost = |moved_by32[20:0];

    assign moved = moved_by32[76:21];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

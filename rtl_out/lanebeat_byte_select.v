// lanebeat_byte_select: One byte of a video instruction's source.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_byte_select (
    input  wire [63:0] bytes,  // all bytes
    input  wire [2:0]  number, // number of the byte that is picked
    input  wire        fills,  // the byte lies beyond the part
    input  wire        sign,   // sign of the part
    output wire [7:0]  filled, // the byte, or the sign
    output wire        top     // sign of the byte that is picked
);

    wire [7:0] picked = bytes[{number, 3'd0} +: 8];
    assign filled = fills ? {8{sign}} : picked;

    assign top = picked[7];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

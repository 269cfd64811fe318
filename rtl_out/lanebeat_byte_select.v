// lanebeat_byte_select: One byte of a video instruction's source.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_byte_select (
    input  wire        clock,  // rising edge
    input  wire [63:0] bytes,  // all bytes, in cycle 0
    input  wire [2:0]  number, // number of the byte that is picked, in cycle 0
    input  wire        fills,  // the byte lies beyond the part, in cycle 1
    input  wire        sign,   // sign of the part, in cycle 1
    output wire [7:0]  filled, // the byte, or the sign, in cycle 1
    output wire        top     // sign of the byte that is picked, in cycle 1
);

    reg [7:0] picked_s1;

    wire [7:0] picked = bytes[{number, 3'd0} +: 8];
    assign filled = fills ? {8{sign}} : picked_s1;

    always @(posedge clock) begin
        picked_s1 <= picked;
    end

    assign top = picked_s1[7];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

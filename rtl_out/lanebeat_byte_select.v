// lanebeat_byte_select: One byte of two words, or a sign.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

(* keep_hierarchy = "yes" *)
module lanebeat_byte_select (
    input  wire        clock,  // rising edge
    input  wire [63:0] bytes,  // all bytes, in cycle 0
    input  wire [2:0]  number, // number of the byte that is picked, in cycle 0
    input  wire        fills,  // the byte is no picked one, in cycle 1
    input  wire        sign,   // each bit of it then, in cycle 1
    output wire [7:0]  filled, // the byte, or copies of the sign, in cycle 1
    output wire        top     // highest bit of the byte that is picked, in cycle 1
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

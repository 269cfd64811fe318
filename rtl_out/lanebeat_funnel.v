// lanebeat_funnel: The funnel of a lane's shifter: a word out of two.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_funnel (
    input  wire        clock,  // rising edge
    input  wire [64:0] bits,   // bits, of which as many as a word are wanted, in cycle 0
    input  wire [4:0]  places, // number of the lowest one, in cycle 0
    output wire [33:0] moved   // the wanted bits, in cycle 1
);

    reg [4:0] places_s1;
    reg [64:0] bits_s1;

    wire [48:0] shifted_by16 = places_s1[4] ? bits_s1[64:16] : bits_s1[48:0];
    wire [40:0] shifted_by8 = places_s1[3] ? shifted_by16[48:8] : shifted_by16[40:0];
    wire [36:0] shifted_by4 = places_s1[2] ? shifted_by8[40:4] : shifted_by8[36:0];
    wire [34:0] shifted_by2 = places_s1[1] ? shifted_by4[36:2] : shifted_by4[34:0];
    wire [33:0] shifted_by1 = places_s1[0] ? shifted_by2[34:1] : shifted_by2[33:0];

    always @(posedge clock) begin
        places_s1 <= places;
        bits_s1 <= bits;
    end

    assign moved = shifted_by1;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

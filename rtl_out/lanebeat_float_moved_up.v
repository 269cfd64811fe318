// lanebeat_float_moved_up: Moves the leading one of a sum to the top of the float unit's frame.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_moved_up (
    input  wire        clock,     // rising edge
    input  wire [76:0] magnitude, // the frame, in cycle 0
    input  wire [6:0]  places,    // places by which it moves up, in cycle 1
    output wire [23:0] kept,      // the highest bits, in cycle 2
    output wire        guard,     // the bit below them, in cycle 2
    output wire        sticky,    // any bit below the guard, in cycle 2
    input  wire        is_float   // registers take what only this uses, in cycle 0
);

    reg [76:0] magnitude_s1;
    reg is_float_s1;
    reg [3:0] places_s2;
    reg [55:0] normalised_by16_s2;
    reg [20:0] normalised_by32_s2;

    // Long moves first: the upper bits of the number of zeros are known first.
    wire [76:0] normalised_by64 = places[6] ? {magnitude_s1[12:0], 64'd0} : magnitude_s1;
    wire [76:0] normalised_by32 = places[5] ? {normalised_by64[44:0], 32'd0} : normalised_by64;
    wire [55:0] normalised_by16 =
        places[4] ? {normalised_by32[60:21], 16'd0} :
        normalised_by32[76:21];
    wire [39:0] normalised_by8 =
        places_s2[3] ? {normalised_by16_s2[47:16], 8'd0} :
        normalised_by16_s2[55:16];
    wire [31:0] normalised_by4 = places_s2[2] ? {normalised_by8[35:8], 4'd0} : normalised_by8[39:8];
    wire [27:0] normalised_by2 = places_s2[1] ? {normalised_by4[29:4], 2'd0} : normalised_by4[31:4];
    wire [25:0] normalised_by1 = places_s2[0] ? {normalised_by2[26:2], 1'b0} : normalised_by2[27:2];
    assign sticky =
        (|normalised_by32_s2) | (|normalised_by16_s2[15:0]) | (|normalised_by8[7:0]) |
        (|normalised_by4[3:0]) | (|normalised_by2[1:0]) | normalised_by1[0];

    always @(posedge clock) begin
        if (is_float) begin
            magnitude_s1 <= magnitude;
        end
    end

    always @(posedge clock) begin
        is_float_s1 <= is_float;
    end

    always @(posedge clock) begin
        if (is_float_s1) begin
            places_s2 <= places[3:0];
            normalised_by16_s2 <= normalised_by16;
            normalised_by32_s2 <= normalised_by32[20:0];
        end
    end

    assign kept = normalised_by1[25:2];
    assign guard = normalised_by1[1];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

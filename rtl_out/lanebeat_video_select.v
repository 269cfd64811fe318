// lanebeat_video_select: Selectors of a lane's video instructions.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_video_select (
    input  wire        clock,       // rising edge
    input  wire [31:0] a,           // operand a, in cycle 3
    input  wire [31:0] b,           // operand b, in cycle 0
    input  wire        is_scalar,   // one element, which may be a part of the word, in cycle 3
    input  wire [11:0] bytes_of_a,  // number of each byte that is picked for source a, in cycle 3
    input  wire        a_is_signed, // source a is signed, in cycle 4
    input  wire [11:0] bytes_of_b,  // number of each byte that is picked for source b, in cycle 3
    input  wire        b_is_signed, // source b is signed, in cycle 4
    input  wire [31:0] low,         // lower bytes of y in place of a: c of PRMT, or a, in cycle 3
    // bytes of y that are copies of the highest bit picked, in cycle 4
    input  wire [3:0]  copies,
    input  wire [3:0]  ones,        // bytes of y that are ones, in cycle 4
    input  wire [3:0]  zeros,       // bytes of y that are zeros, in cycle 4
    output wire [31:0] x,           // elements of source a; a scalar one fills the word, in cycle 4
    // sign of the element of x that ends with each byte; 0 if unsigned, in cycle 4
    output wire [3:0]  x_signs,
    output wire [31:0] y,           // elements of source b; a scalar one fills the word, in cycle 4
    // sign of the element of y that ends with each byte; 0 if unsigned, in cycle 4
    output wire [3:0]  y_signs
);

    genvar copy;
    reg [31:0] b_s1, b_s2, b_s3;
    reg x_is_byte_s4, x_is_short_s4, y_is_byte_s4, y_is_short_s4;
    wire [3:0] x_byte_top;
    wire [3:0] y_byte_top;

    // All bytes of both operands: each part takes one, or a sign.
    wire [63:0] bytes = {b_s3, a};
    wire [63:0] bytes_of_y = {b_s3, low};
    wire x_is_byte = bytes_of_a[5] & is_scalar;
    wire x_is_short = bytes_of_a[11] & is_scalar;
    wire y_is_byte = ~bytes_of_b[5] & is_scalar;
    wire y_is_short = ~bytes_of_b[11] & is_scalar;
    wire x_highest = x_is_byte_s4 ? x_byte_top[0] : x_is_short_s4 ? x_byte_top[1] : x_byte_top[3];
    wire x_sign = x_highest & a_is_signed;
    assign x_signs = {x_sign, x_byte_top[2:0] & {3{a_is_signed}}};
    wire y_highest = y_is_byte_s4 ? y_byte_top[0] : y_is_short_s4 ? y_byte_top[1] : y_byte_top[3];
    wire y_highest_sign = y_highest & b_is_signed;
    wire [3:0] y_sign = {4{y_highest_sign}} | (copies & y_byte_top) | ones;
    assign y_signs = {y_highest_sign, y_byte_top[2:0] & {3{b_is_signed}}};
    wire [3:0] x_byte_fills = {x_is_short_s4, x_is_short_s4, x_is_byte_s4, 1'b0};
    wire [3:0] y_byte_fills =
        {y_is_short_s4, y_is_short_s4, y_is_byte_s4, 1'b0} | copies | ones | zeros;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : x_byte
            lanebeat_byte_select unit (
                .clock(clock), .bytes(bytes), .number(bytes_of_a[copy*3 +: 3]),
                .fills(x_byte_fills[copy]), .sign(x_sign), .filled(x[copy*8 +: 8]),
                .top(x_byte_top[copy])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : y_byte
            lanebeat_byte_select unit (
                .clock(clock), .bytes(bytes_of_y), .number(bytes_of_b[copy*3 +: 3]),
                .fills(y_byte_fills[copy]), .sign(y_sign[copy]), .filled(y[copy*8 +: 8]),
                .top(y_byte_top[copy])
            );
        end
    endgenerate

    always @(posedge clock) begin
        b_s1 <= b;
        b_s2 <= b_s1;
        b_s3 <= b_s2;
        x_is_byte_s4 <= x_is_byte;
        x_is_short_s4 <= x_is_short;
        y_is_byte_s4 <= y_is_byte;
        y_is_short_s4 <= y_is_short;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

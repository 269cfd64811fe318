// lanebeat_video_select: Selectors of a lane's video instructions.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_video_select (
    input  wire [31:0] a,           // operand a
    input  wire [31:0] b,           // operand b
    input  wire        is_simd,     // two or four elements, not one
    input  wire [11:0] bytes_of_a,  // number of each byte that is picked for source a
    input  wire        a_is_signed, // source a is signed
    input  wire [11:0] bytes_of_b,  // number of each byte that is picked for source b
    input  wire        b_is_signed, // source b is signed
    output wire [31:0] x,           // elements of source a; a scalar one fills the word
    // sign of the element of x that ends with each byte; 0 if unsigned
    output wire [3:0]  x_signs,
    output wire [31:0] y,           // elements of source b; a scalar one fills the word
    // sign of the element of y that ends with each byte; 0 if unsigned
    output wire [3:0]  y_signs
);

    wire [63:0] bytes = {b, a};
    wire [31:0] x_byte0_of_4 = bytes_of_a[2] ? bytes[63:32] : bytes[31:0];
    wire [15:0] x_byte0_of_2 = bytes_of_a[1] ? x_byte0_of_4[31:16] : x_byte0_of_4[15:0];
    wire [7:0] x_byte0 = bytes_of_a[0] ? x_byte0_of_2[15:8] : x_byte0_of_2[7:0];
    wire [31:0] x_byte1_of_4 = bytes_of_a[5] ? bytes[63:32] : bytes[31:0];
    wire [15:0] x_byte1_of_2 = bytes_of_a[4] ? x_byte1_of_4[31:16] : x_byte1_of_4[15:0];
    wire [7:0] x_byte1 = bytes_of_a[3] ? x_byte1_of_2[15:8] : x_byte1_of_2[7:0];
    wire [31:0] x_byte2_of_4 = bytes_of_a[8] ? bytes[63:32] : bytes[31:0];
    wire [15:0] x_byte2_of_2 = bytes_of_a[7] ? x_byte2_of_4[31:16] : x_byte2_of_4[15:0];
    wire [7:0] x_byte2 = bytes_of_a[6] ? x_byte2_of_2[15:8] : x_byte2_of_2[7:0];
    wire [31:0] x_byte3_of_4 = bytes_of_a[11] ? bytes[63:32] : bytes[31:0];
    wire [15:0] x_byte3_of_2 = bytes_of_a[10] ? x_byte3_of_4[31:16] : x_byte3_of_4[15:0];
    wire [7:0] x_byte3 = bytes_of_a[9] ? x_byte3_of_2[15:8] : x_byte3_of_2[7:0];
    wire x_is_byte = bytes_of_a[5] & ~is_simd;
    wire x_is_part = bytes_of_a[11] & ~is_simd;
    wire x_sign_term = x_is_byte ? x_byte0[7] : x_is_part ? x_byte1[7] : x_byte3[7];
    wire x_sign = x_sign_term & a_is_signed;
    assign x = {
        x_is_part ? {8{x_sign}} : x_byte3, x_is_part ? {8{x_sign}} : x_byte2,
        x_is_byte ? {8{x_sign}} : x_byte1, x_byte0
    };
    assign x_signs = {
        x_sign, x_byte2[7] & a_is_signed, x_byte1[7] & a_is_signed, x_byte0[7] & a_is_signed
    };
    wire [31:0] y_byte0_of_4 = bytes_of_b[2] ? bytes[63:32] : bytes[31:0];
    wire [15:0] y_byte0_of_2 = bytes_of_b[1] ? y_byte0_of_4[31:16] : y_byte0_of_4[15:0];
    wire [7:0] y_byte0 = bytes_of_b[0] ? y_byte0_of_2[15:8] : y_byte0_of_2[7:0];
    wire [31:0] y_byte1_of_4 = bytes_of_b[5] ? bytes[63:32] : bytes[31:0];
    wire [15:0] y_byte1_of_2 = bytes_of_b[4] ? y_byte1_of_4[31:16] : y_byte1_of_4[15:0];
    wire [7:0] y_byte1 = bytes_of_b[3] ? y_byte1_of_2[15:8] : y_byte1_of_2[7:0];
    wire [31:0] y_byte2_of_4 = bytes_of_b[8] ? bytes[63:32] : bytes[31:0];
    wire [15:0] y_byte2_of_2 = bytes_of_b[7] ? y_byte2_of_4[31:16] : y_byte2_of_4[15:0];
    wire [7:0] y_byte2 = bytes_of_b[6] ? y_byte2_of_2[15:8] : y_byte2_of_2[7:0];
    wire [31:0] y_byte3_of_4 = bytes_of_b[11] ? bytes[63:32] : bytes[31:0];
    wire [15:0] y_byte3_of_2 = bytes_of_b[10] ? y_byte3_of_4[31:16] : y_byte3_of_4[15:0];
    wire [7:0] y_byte3 = bytes_of_b[9] ? y_byte3_of_2[15:8] : y_byte3_of_2[7:0];
    wire y_is_byte = ~bytes_of_b[5] & ~is_simd;
    wire y_is_part = ~bytes_of_b[11] & ~is_simd;
    wire y_sign_term = y_is_byte ? y_byte0[7] : y_is_part ? y_byte1[7] : y_byte3[7];
    wire y_sign = y_sign_term & b_is_signed;
    assign y = {
        y_is_part ? {8{y_sign}} : y_byte3, y_is_part ? {8{y_sign}} : y_byte2,
        y_is_byte ? {8{y_sign}} : y_byte1, y_byte0
    };
    assign y_signs = {
        y_sign, y_byte2[7] & b_is_signed, y_byte1[7] & b_is_signed, y_byte0[7] & b_is_signed
    };

endmodule

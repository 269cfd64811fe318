// lanebeat_byte_select: One byte of a video instruction's source.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
(* keep_hierarchy = "yes" *)
module lanebeat_byte_select (
    input  wire [63:0] bytes,  // all bytes
    input  wire [2:0]  number, // number of the byte that is picked
    input  wire        fills,  // the byte lies beyond the part
    input  wire        sign,   // sign of the part
    output wire [7:0]  filled, // the byte, or the sign
    output wire        top     // sign of the byte that is picked
);

    wire [31:0] picked_of_4 = number[2] ? bytes[63:32] : bytes[31:0];
    wire [15:0] picked_of_2 = number[1] ? picked_of_4[31:16] : picked_of_4[15:0];
    wire [7:0] picked = number[0] ? picked_of_2[15:8] : picked_of_2[7:0];
    assign filled = fills ? {8{sign}} : picked;

    assign top = picked[7];

endmodule

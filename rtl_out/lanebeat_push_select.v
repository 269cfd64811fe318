// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   lane             input     4  number of the lane
//   senders          input    64  threads that execute and address this beat
//   addressed_lanes  input   256  lane that each thread addresses, bit by bit
//   sender           output    6  the highest of them
//   sent             output    1  whether there is one
// Made by: lanebeat generate core
module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [63:0]  senders,         // threads that execute and address this beat
    input  wire [255:0] addressed_lanes, // lane that each thread addresses, bit by bit
    output wire [5:0]   sender,          // the highest of them
    output wire         sent             // whether there is one
);

    wire [63:0] inverse = ~(addressed_lanes[63:0] ^ {64{lane[0]}});
    wire [63:0] inverse_2 = ~(addressed_lanes[127:64] ^ {64{lane[1]}});
    wire [63:0] inverse_3 = ~(addressed_lanes[191:128] ^ {64{lane[2]}});
    wire [63:0] inverse_4 = ~(addressed_lanes[255:192] ^ {64{lane[3]}});
    wire [63:0] hits = senders & inverse & inverse_2 & inverse_3 & inverse_4;
    wire inverse_5 = ~(|hits[63:32]);
    wire [31:0] highest_32 = inverse_5 ? hits[31:0] : hits[63:32];
    wire inverse_6 = ~(|highest_32[31:16]);
    wire [15:0] highest_16 = inverse_6 ? highest_32[15:0] : highest_32[31:16];
    wire inverse_7 = ~(|highest_16[15:8]);
    wire [7:0] highest_8 = inverse_7 ? highest_16[7:0] : highest_16[15:8];
    wire inverse_8 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_8 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_9 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_9 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [5:0] leading_zeros = {inverse_5, inverse_6, inverse_7, inverse_8, inverse_9, ~highest_2[1]};
    assign sent = ~(~highest_1);

    assign sender = ~leading_zeros;

endmodule

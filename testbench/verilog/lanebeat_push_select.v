// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   lane             input    2  number of the lane
//   senders          input   16  threads that execute and address this beat
//   addressed_lanes  input   32  lane that each thread addresses, bit by bit
//   sender           output   4  the highest of them
//   sent             output   1  whether there is one
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_push_select (
    input  wire [1:0]  lane,            // number of the lane
    input  wire [15:0] senders,         // threads that execute and address this beat
    input  wire [31:0] addressed_lanes, // lane that each thread addresses, bit by bit
    output wire [3:0]  sender,          // the highest of them
    output wire        sent             // whether there is one
);

    wire [15:0] inverse = ~(addressed_lanes[15:0] ^ {16{lane[0]}});
    wire [15:0] inverse_2 = ~(addressed_lanes[31:16] ^ {16{lane[1]}});
    wire [15:0] hits = senders & inverse & inverse_2;
    wire inverse_3 = ~(|hits[15:8]);
    wire [7:0] highest_8 = inverse_3 ? hits[7:0] : hits[15:8];
    wire inverse_4 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_4 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_5 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_5 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [3:0] leading_zeros = {inverse_3, inverse_4, inverse_5, ~highest_2[1]};
    assign sent = ~(~highest_1);

    assign sender = ~leading_zeros;

endmodule

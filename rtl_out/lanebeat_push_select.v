// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [63:0]  senders,         // threads that execute and address this beat
    input  wire [255:0] addressed_lanes, // lane that each thread addresses, bit by bit
    output wire [5:0]   sender,          // highest thread that sends to the lane
    output wire         sent             // a thread sends to the lane
);

    wire [63:0] hits_term = ~(addressed_lanes[63:0] ^ {64{lane[0]}});
    wire [63:0] hits_term_2 = ~(addressed_lanes[127:64] ^ {64{lane[1]}});
    wire [63:0] hits_term_3 = ~(addressed_lanes[191:128] ^ {64{lane[2]}});
    wire [63:0] hits_term_4 = ~(addressed_lanes[255:192] ^ {64{lane[3]}});
    wire [63:0] hits = senders & hits_term & hits_term_2 & hits_term_3 & hits_term_4;
    wire highest_32_condition = ~|hits[63:32];
    wire [31:0] highest_32 = highest_32_condition ? hits[31:0] : hits[63:32];
    wire highest_16_condition = ~|highest_32[31:16];
    wire [15:0] highest_16 = highest_16_condition ? highest_32[15:0] : highest_32[31:16];
    wire highest_8_condition = ~|highest_16[15:8];
    wire [7:0] highest_8 = highest_8_condition ? highest_16[7:0] : highest_16[15:8];
    wire highest_4_condition = ~|highest_8[7:4];
    wire [3:0] highest_4 = highest_4_condition ? highest_8[3:0] : highest_8[7:4];
    wire highest_2_condition = ~|highest_4[3:2];
    wire [1:0] highest_2 = highest_2_condition ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [5:0] leading_zeros = {
        highest_32_condition, highest_16_condition, highest_8_condition, highest_4_condition,
        highest_2_condition, ~highest_2[1]
    };

    assign sender = ~leading_zeros;
    assign sent = highest_1;

endmodule

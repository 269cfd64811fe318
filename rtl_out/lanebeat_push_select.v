// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [31:0]  senders,         // threads of the half that execute and address this beat
    input  wire [127:0] addressed_lanes, // lane that each thread of the half addresses, bit by bit
    output wire [4:0]   sender,          // highest thread of the half that sends to the lane
    output wire         sent             // a thread of the half sends to the lane
);

    genvar part;
    wire [3:0] empty_4;
    wire [7:0] empty_2;
    wire [15:0] empty_1;

    wire [31:0] hits_term = ~(addressed_lanes[31:0] ^ {32{lane[0]}});
    wire [31:0] hits_term_2 = ~(addressed_lanes[63:32] ^ {32{lane[1]}});
    wire [31:0] hits_term_3 = ~(addressed_lanes[95:64] ^ {32{lane[2]}});
    wire [31:0] hits_term_4 = ~(addressed_lanes[127:96] ^ {32{lane[3]}});
    wire [31:0] hits = senders & hits_term & hits_term_2 & hits_term_3 & hits_term_4;
    wire empty_16 = ~|hits[31:16];
    wire [1:0] empty_8 = {~|hits[15:8], ~|hits[31:24]};
    wire leading_zeros_part = empty_16 ? empty_8[1] : empty_8[0];
    wire [1:0] leading_zeros_index = {empty_16, leading_zeros_part};
    wire [1:0] leading_zeros_part_2_of_2 = leading_zeros_index[1] ? empty_4[3:2] : empty_4[1:0];
    wire leading_zeros_part_2 =
        leading_zeros_index[0] ? leading_zeros_part_2_of_2[1] :
        leading_zeros_part_2_of_2[0];
    wire [2:0] leading_zeros_index_2 = {leading_zeros_index, leading_zeros_part_2};
    wire [3:0] leading_zeros_part_3_of_4 = leading_zeros_index_2[2] ? empty_2[7:4] : empty_2[3:0];
    wire [1:0] leading_zeros_part_3_of_2 =
        leading_zeros_index_2[1] ? leading_zeros_part_3_of_4[3:2] :
        leading_zeros_part_3_of_4[1:0];
    wire leading_zeros_part_3 =
        leading_zeros_index_2[0] ? leading_zeros_part_3_of_2[1] :
        leading_zeros_part_3_of_2[0];
    wire [3:0] leading_zeros_index_3 = {leading_zeros_index_2, leading_zeros_part_3};
    wire [7:0] leading_zeros_part_4_of_8 = leading_zeros_index_3[3] ? empty_1[15:8] : empty_1[7:0];
    wire [3:0] leading_zeros_part_4_of_4 =
        leading_zeros_index_3[2] ? leading_zeros_part_4_of_8[7:4] :
        leading_zeros_part_4_of_8[3:0];
    wire [1:0] leading_zeros_part_4_of_2 =
        leading_zeros_index_3[1] ? leading_zeros_part_4_of_4[3:2] :
        leading_zeros_part_4_of_4[1:0];
    wire leading_zeros_part_4 =
        leading_zeros_index_3[0] ? leading_zeros_part_4_of_2[1] :
        leading_zeros_part_4_of_2[0];
    wire [4:0] leading_zeros = {leading_zeros_index_3, leading_zeros_part_4};
    assign sent = |hits;

    for (part = 0; part < 4; part = part + 1) begin : each_of_4
        assign empty_4[part] = ~|hits[28 - part*8 +: 4];
    end

    for (part = 0; part < 8; part = part + 1) begin : each_of_8
        assign empty_2[part] = ~|hits[30 - part*4 +: 2];
    end

    for (part = 0; part < 16; part = part + 1) begin : each_of_16
        assign empty_1[part] = ~hits[31 - part*2];
    end

    assign sender = ~leading_zeros;

endmodule

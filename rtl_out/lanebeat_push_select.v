// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [31:0]  senders,         // threads of the half that execute and address this beat
    input  wire [127:0] addressed_lanes, // lane that each thread of the half addresses, bit by bit
    output wire [4:0]   sender,          // highest thread of the half that sends to the lane
    output wire         sent             // a thread of the half sends to the lane
);

    genvar part;
    wire [3:0] empty4;
    wire [7:0] empty2;
    wire [15:0] empty1;

    // Bits of the address that match, for all threads at once.
    wire [31:0] hits =
        senders & (~(addressed_lanes[31:0] ^ {32{lane[0]}})) &
        (~(addressed_lanes[63:32] ^ {32{lane[1]}})) & (~(addressed_lanes[95:64] ^ {32{lane[2]}})) &
        (~(addressed_lanes[127:96] ^ {32{lane[3]}}));

    // From its highest bit down, each says that the upper half of a part is empty.
    wire empty16 = ~|hits[31:16];
    wire picked16 = empty16;
    wire [1:0] empty8 = {~|hits[15:8], ~|hits[31:24]};
    wire picked8 = picked16 ? empty8[1] : empty8[0];
    wire [1:0] picked4_index = {picked16, picked8};
    wire [1:0] picked4_of_2 = picked4_index[1] ? empty4[3:2] : empty4[1:0];
    wire picked4 = picked4_index[0] ? picked4_of_2[1] : picked4_of_2[0];
    wire [2:0] picked2_index = {picked4_index, picked4};
    wire [3:0] picked2_of_4 = picked2_index[2] ? empty2[7:4] : empty2[3:0];
    wire [1:0] picked2_of_2 = picked2_index[1] ? picked2_of_4[3:2] : picked2_of_4[1:0];
    wire picked2 = picked2_index[0] ? picked2_of_2[1] : picked2_of_2[0];
    wire [3:0] picked1_index = {picked2_index, picked2};
    wire [7:0] picked1_of_8 = picked1_index[3] ? empty1[15:8] : empty1[7:0];
    wire [3:0] picked1_of_4 = picked1_index[2] ? picked1_of_8[7:4] : picked1_of_8[3:0];
    wire [1:0] picked1_of_2 = picked1_index[1] ? picked1_of_4[3:2] : picked1_of_4[1:0];
    wire picked1 = picked1_index[0] ? picked1_of_2[1] : picked1_of_2[0];
    wire [4:0] leading_zeros = {picked1_index, picked1};
    assign sent = |hits;

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty4[part] = ~|hits[28 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty2[part] = ~|hits[30 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty1[part] = ~hits[31 - part*2];
        end
    endgenerate

    assign sender = ~leading_zeros;

endmodule

`default_nettype wire

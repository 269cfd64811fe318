// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [31:0]  senders,         // threads of the part that execute and address this beat
    input  wire [127:0] addressed_lanes, // lane that each thread of the part addresses, bit by bit
    output wire [4:0]   sender,          // highest thread of the part that sends to the lane
    output wire         sent             // a thread of the part sends to the lane
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
    wire zeros16 = empty16;
    wire [1:0] empty8 = {~|hits[15:8], ~|hits[31:24]};
    wire [1:0] zeros8 = {zeros16, empty8[zeros16]};
    wire [2:0] zeros4 = {zeros8, empty4[zeros8]};
    wire [3:0] zeros2 = {zeros4, empty2[zeros4]};
    wire [4:0] leading_zeros = {zeros2, empty1[zeros2]};
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

`default_nettype wire // verilator lint_on TIMESCALEMOD

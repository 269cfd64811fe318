// lanebeat_leading_zeros_128: Number of zeros above the highest 1 of a word.
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_leading_zeros_128 (
    input  wire [127:0] word,    // the word
    output wire [6:0]   zeros,   // zeros above its highest 1; of a word of zeros anything
    output wire         is_zero  // the word is zero
);

    genvar part;
    wire [3:0] empty16;
    wire [7:0] empty8;
    wire [15:0] empty4;
    wire [31:0] empty2;
    wire [63:0] empty1;

    wire empty64 = ~|word[127:64];
    wire upper64 = empty64;

    // From the highest bit down, each says that the upper half of a part is empty.
    wire highest1 = upper64;
    wire [1:0] empty32 = {~|word[63:32], ~|word[127:96]};
    wire upper32 = highest1 ? empty32[1] : empty32[0];
    wire [1:0] highest2 = {highest1, upper32};
    wire [1:0] upper16_of_2 = highest2[1] ? empty16[3:2] : empty16[1:0];
    wire upper16 = highest2[0] ? upper16_of_2[1] : upper16_of_2[0];
    wire [2:0] highest3 = {highest2, upper16};
    wire [3:0] upper8_of_4 = highest3[2] ? empty8[7:4] : empty8[3:0];
    wire [1:0] upper8_of_2 = highest3[1] ? upper8_of_4[3:2] : upper8_of_4[1:0];
    wire upper8 = highest3[0] ? upper8_of_2[1] : upper8_of_2[0];
    wire [3:0] highest4 = {highest3, upper8};
    wire [7:0] upper4_of_8 = highest4[3] ? empty4[15:8] : empty4[7:0];
    wire [3:0] upper4_of_4 = highest4[2] ? upper4_of_8[7:4] : upper4_of_8[3:0];
    wire [1:0] upper4_of_2 = highest4[1] ? upper4_of_4[3:2] : upper4_of_4[1:0];
    wire upper4 = highest4[0] ? upper4_of_2[1] : upper4_of_2[0];
    wire [4:0] highest5 = {highest4, upper4};
    wire [15:0] upper2_of_16 = highest5[4] ? empty2[31:16] : empty2[15:0];
    wire [7:0] upper2_of_8 = highest5[3] ? upper2_of_16[15:8] : upper2_of_16[7:0];
    wire [3:0] upper2_of_4 = highest5[2] ? upper2_of_8[7:4] : upper2_of_8[3:0];
    wire [1:0] upper2_of_2 = highest5[1] ? upper2_of_4[3:2] : upper2_of_4[1:0];
    wire upper2 = highest5[0] ? upper2_of_2[1] : upper2_of_2[0];
    wire [5:0] highest6 = {highest5, upper2};
    wire [31:0] upper1_of_32 = highest6[5] ? empty1[63:32] : empty1[31:0];
    wire [15:0] upper1_of_16 = highest6[4] ? upper1_of_32[31:16] : upper1_of_32[15:0];
    wire [7:0] upper1_of_8 = highest6[3] ? upper1_of_16[15:8] : upper1_of_16[7:0];
    wire [3:0] upper1_of_4 = highest6[2] ? upper1_of_8[7:4] : upper1_of_8[3:0];
    wire [1:0] upper1_of_2 = highest6[1] ? upper1_of_4[3:2] : upper1_of_4[1:0];
    wire upper1 = highest6[0] ? upper1_of_2[1] : upper1_of_2[0];
    wire [6:0] highest7 = {highest6, upper1};
    assign is_zero = ~|word;

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty16[part] = ~|word[112 - part*32 +: 16];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty8[part] = ~|word[120 - part*16 +: 8];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty4[part] = ~|word[124 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign empty2[part] = ~|word[126 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 64; part = part + 1) begin : each_of_64
            assign empty1[part] = ~word[127 - part*2];
        end
    endgenerate

    assign zeros = highest7;

endmodule

`default_nettype wire

// lanebeat_leading_zeros_64: Number of zeros above the highest 1 of a word.
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_leading_zeros_64 (
    input  wire [63:0] word,    // the word
    output wire [5:0]  zeros,   // zeros above its highest 1; of a word of zeros anything
    output wire        is_zero  // the word is zero
);

    genvar part;
    wire [3:0] empty8;
    wire [7:0] empty4;
    wire [15:0] empty2;
    wire [31:0] empty1;

    wire empty32 = ~|word[63:32];
    wire upper32 = empty32;

    // From the highest bit down, each says that the upper half of a part is empty.
    wire highest1 = upper32;
    wire [1:0] empty16 = {~|word[31:16], ~|word[63:48]};
    wire upper16 = highest1 ? empty16[1] : empty16[0];
    wire [1:0] highest2 = {highest1, upper16};
    wire [1:0] upper8_of_2 = highest2[1] ? empty8[3:2] : empty8[1:0];
    wire upper8 = highest2[0] ? upper8_of_2[1] : upper8_of_2[0];
    wire [2:0] highest3 = {highest2, upper8};
    wire [3:0] upper4_of_4 = highest3[2] ? empty4[7:4] : empty4[3:0];
    wire [1:0] upper4_of_2 = highest3[1] ? upper4_of_4[3:2] : upper4_of_4[1:0];
    wire upper4 = highest3[0] ? upper4_of_2[1] : upper4_of_2[0];
    wire [3:0] highest4 = {highest3, upper4};
    wire [7:0] upper2_of_8 = highest4[3] ? empty2[15:8] : empty2[7:0];
    wire [3:0] upper2_of_4 = highest4[2] ? upper2_of_8[7:4] : upper2_of_8[3:0];
    wire [1:0] upper2_of_2 = highest4[1] ? upper2_of_4[3:2] : upper2_of_4[1:0];
    wire upper2 = highest4[0] ? upper2_of_2[1] : upper2_of_2[0];
    wire [4:0] highest5 = {highest4, upper2};
    wire [15:0] upper1_of_16 = highest5[4] ? empty1[31:16] : empty1[15:0];
    wire [7:0] upper1_of_8 = highest5[3] ? upper1_of_16[15:8] : upper1_of_16[7:0];
    wire [3:0] upper1_of_4 = highest5[2] ? upper1_of_8[7:4] : upper1_of_8[3:0];
    wire [1:0] upper1_of_2 = highest5[1] ? upper1_of_4[3:2] : upper1_of_4[1:0];
    wire upper1 = highest5[0] ? upper1_of_2[1] : upper1_of_2[0];
    wire [5:0] highest6 = {highest5, upper1};
    assign is_zero = ~|word;

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty8[part] = ~|word[56 - part*16 +: 8];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty4[part] = ~|word[60 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty2[part] = ~|word[62 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign empty1[part] = ~word[63 - part*2];
        end
    endgenerate

    assign zeros = highest6;

endmodule

`default_nettype wire

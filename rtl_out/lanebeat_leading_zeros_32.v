// lanebeat_leading_zeros_32: Number of zeros above the highest 1 of a word.
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_leading_zeros_32 (
    input  wire [31:0] word,    // the word
    output wire [4:0]  zeros,   // zeros above its highest 1; of a word of zeros anything
    output wire        is_zero  // the word is zero
);

    genvar part;
    wire [3:0] empty4;
    wire [7:0] empty2;
    wire [15:0] empty1;

    wire empty16 = ~|word[31:16];
    wire upper16 = empty16;

    // From the highest bit down, each says that the upper half of a part is empty.
    wire highest1 = upper16;
    wire [1:0] empty8 = {~|word[15:8], ~|word[31:24]};
    wire upper8 = highest1 ? empty8[1] : empty8[0];
    wire [1:0] highest2 = {highest1, upper8};
    wire [1:0] upper4_of_2 = highest2[1] ? empty4[3:2] : empty4[1:0];
    wire upper4 = highest2[0] ? upper4_of_2[1] : upper4_of_2[0];
    wire [2:0] highest3 = {highest2, upper4};
    wire [3:0] upper2_of_4 = highest3[2] ? empty2[7:4] : empty2[3:0];
    wire [1:0] upper2_of_2 = highest3[1] ? upper2_of_4[3:2] : upper2_of_4[1:0];
    wire upper2 = highest3[0] ? upper2_of_2[1] : upper2_of_2[0];
    wire [3:0] highest4 = {highest3, upper2};
    wire [7:0] upper1_of_8 = highest4[3] ? empty1[15:8] : empty1[7:0];
    wire [3:0] upper1_of_4 = highest4[2] ? upper1_of_8[7:4] : upper1_of_8[3:0];
    wire [1:0] upper1_of_2 = highest4[1] ? upper1_of_4[3:2] : upper1_of_4[1:0];
    wire upper1 = highest4[0] ? upper1_of_2[1] : upper1_of_2[0];
    wire [4:0] highest5 = {highest4, upper1};
    assign is_zero = ~|word;

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            assign empty4[part] = ~|word[28 - part*8 +: 4];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign empty2[part] = ~|word[30 - part*4 +: 2];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign empty1[part] = ~word[31 - part*2];
        end
    endgenerate

    assign zeros = highest5;

endmodule

`default_nettype wire

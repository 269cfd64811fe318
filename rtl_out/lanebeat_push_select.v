// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_push_select (
    input  wire [31:0] senders, // threads of the part that execute and address the lane's thread
    output wire [4:0]  sender,  // highest thread of the part that sends to the lane
    output wire        sent     // a thread of the part sends to the lane
);

    genvar part;
    wire [15:0] zeros2, empty2, zeros4;
    wire [7:0] empty4;
    wire [11:0] zeros8;
    wire [3:0] empty8;

    wire [31:0] empty2_whole = ~senders;
    wire [7:0] zeros16 = {
        empty8[3], empty8[3] ? zeros8[8:6] : zeros8[11:9], empty8[1],
        empty8[1] ? zeros8[2:0] : zeros8[5:3]
    };
    wire [1:0] empty16 = {empty8[2] & empty8[3], empty8[0] & empty8[1]};

    // Of parts twice as long in each step: the lower half counts where the upper is empty.
    wire [4:0] leading_zeros = {empty16[1], empty16[1] ? zeros16[3:0] : zeros16[7:4]};
    wire empty32 = empty16[0] & empty16[1];

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            wire [1:0] zeros8_part =
                empty4[part*2 + 1] ? zeros4[part*4 +: 2] :
                zeros4[part*4 + 2 +: 2];
            assign zeros8[part*3 +: 3] = {empty4[part*2 + 1], zeros8_part};
            assign empty8[part] = empty4[part*2] & empty4[part*2 + 1];
        end
    endgenerate

    generate
        for (part = 0; part < 8; part = part + 1) begin : each_of_8
            assign zeros4[part*2 +: 2] = {
                empty2[part*2 + 1], empty2[part*2 + 1] ? zeros2[part*2] : zeros2[part*2 + 1]
            };
            assign empty4[part] = empty2[part*2] & empty2[part*2 + 1];
        end
    endgenerate

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign zeros2[part] = empty2_whole[part*2 + 1];
            assign empty2[part] = empty2_whole[part*2] & empty2_whole[part*2 + 1];
        end
    endgenerate

    assign sender = ~leading_zeros;
    assign sent = ~empty32;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

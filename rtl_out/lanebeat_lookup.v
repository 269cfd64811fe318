// lanebeat_lookup: Any function of three bits, in each place of a word.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lookup (
    input  wire        clock, // rising edge
    input  wire [7:0]  rows,  // truth table, in cycle 1
    input  wire [31:0] a,     // bit 2 of the number of a row, in each place, in cycle 1
    input  wire [31:0] b,     // bit 1, in cycle 0
    input  wire [31:0] c,     // bit 0, in cycle 1
    output wire [31:0] word   // the bit of the row, in each place, in cycle 1
);

    reg [31:0] b_s1;

    wire [31:0] row7 = {32{rows[7]}};
    wire [31:0] row6 = {32{rows[6]}};
    wire [31:0] by_c_at6 = (c & row7) | (~c & row6) | (row7 & row6);
    wire [31:0] row5 = {32{rows[5]}};
    wire [31:0] row4 = {32{rows[4]}};
    wire [31:0] by_c_at4 = (c & row5) | (~c & row4) | (row5 & row4);
    wire [31:0] by_b_at4 = (b_s1 & by_c_at6) | (~b_s1 & by_c_at4) | (by_c_at6 & by_c_at4);
    wire [31:0] row3 = {32{rows[3]}};
    wire [31:0] row2 = {32{rows[2]}};
    wire [31:0] by_c_at2 = (c & row3) | (~c & row2) | (row3 & row2);
    wire [31:0] row1 = {32{rows[1]}};
    wire [31:0] row0 = {32{rows[0]}};
    wire [31:0] by_c_at0 = (c & row1) | (~c & row0) | (row1 & row0);
    wire [31:0] by_b_at0 = (b_s1 & by_c_at2) | (~b_s1 & by_c_at0) | (by_c_at2 & by_c_at0);
    assign word = (a & by_b_at4) | (~a & by_b_at0) | (by_b_at4 & by_b_at0);

    always @(posedge clock) begin
        b_s1 <= b;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

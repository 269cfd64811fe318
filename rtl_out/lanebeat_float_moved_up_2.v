// lanebeat_float_moved_up_2: Moves a sum up by a digit of its leading zeros.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_moved_up_2 (
    input  wire        clock, // rising edge
    input  wire [31:0] value, // what earlier steps left of the frame, in cycle 0
    input  wire [1:0]  digit, // parts by which it moves up, in cycle 0
    output wire [25:0] moved, // the highest bits, in cycle 1
    output wire        lost   // any bit below them, in cycle 1
);

    reg digit_s1;
    reg [31:0] moved_by4_s1;

    wire [31:0] moved_by4 = digit[1] ? {value[27:0], 4'd0} : value;
    wire [31:0] moved_by2 = digit_s1 ? {moved_by4_s1[29:0], 2'd0} : moved_by4_s1;
    assign lost = |moved_by2[5:0];

    always @(posedge clock) begin
        digit_s1 <= digit[0];
        moved_by4_s1 <= moved_by4;
    end

    assign moved = moved_by2[31:6];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

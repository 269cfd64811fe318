// lanebeat_float_moved_down: Moves an addend down by the distance of the exponents.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_moved_down (
    input  wire        clock,        // rising edge
    input  wire [23:0] significand,  // significand of the addend, in cycle 0
    input  wire [3:0]  fine,         // places by which it moves first, in cycle 0
    // the part of the frame into which it moves then, one bit each, in cycle 0
    input  wire [4:0]  parts,
    input  wire        is_below_all, // it moves out of the frame, in cycle 0
    output wire [75:0] moved,        // the frame above its sticky bit, in cycle 1
    output wire        lost          // a one is below it, in cycle 1
);

    reg fine_s1, lost_operand_s1;
    reg [38:0] moved_addend_by4_s1;
    reg [4:0] parts_s1;

    wire [38:0] addend_with_room_below = {significand, 15'd0};
    wire [38:0] moved_addend_by1 =
        fine[0] ? {1'b0, addend_with_room_below[38:1]} :
        addend_with_room_below;
    wire [38:0] moved_addend_by2 = fine[1] ? {2'd0, moved_addend_by1[38:2]} : moved_addend_by1;
    wire [38:0] moved_addend_by4 = fine[2] ? {4'd0, moved_addend_by2[38:4]} : moved_addend_by2;

    // By up to 15 places first, then into one of the parts of 16 places.
    wire [38:0] moved_addend_by8 =
        fine_s1 ? {8'd0, moved_addend_by4_s1[38:8]} :
        moved_addend_by4_s1;
    assign moved =
        ({moved_addend_by8, 37'd0} & {76{parts_s1[0]}}) |
        ({16'd0, moved_addend_by8, 21'd0} & {76{parts_s1[1]}}) |
        ({32'd0, moved_addend_by8, 5'd0} & {76{parts_s1[2]}}) |
        ({48'd0, moved_addend_by8[38:11]} & {76{parts_s1[3]}}) |
        ({64'd0, moved_addend_by8[38:27]} & {76{parts_s1[4]}});
    assign lost =
        lost_operand_s1 | (parts_s1[3] & (|moved_addend_by8[10:0])) |
        (parts_s1[4] & (|moved_addend_by8[26:0]));

    always @(posedge clock) begin
        fine_s1 <= fine[3];
        moved_addend_by4_s1 <= moved_addend_by4;
        parts_s1 <= parts;
        lost_operand_s1 <= is_below_all & (|significand);
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

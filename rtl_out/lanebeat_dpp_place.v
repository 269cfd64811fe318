// lanebeat_dpp_place: One place of eight threads in the DPP network: a word of each quad.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_dpp_place #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire         clock,           // rising edge
    input  wire [1:0]   rotation,        // what is added after the flips, modulo 4, in cycle 0
    input  wire         shares,          // the own number does not count, in cycle 0
    input  wire [1:0]   flips,           // bits of the own number that are inverted, in cycle 0
    input  wire         permutes_quad,   // quad_perm, in cycle 0
    input  wire [7:0]   quad_positions,  // selectors of quad_perm, in cycle 0
    input  wire         permutes_eight,  // dpp8, in cycle 0
    input  wire [23:0]  eight_positions, // selectors of dpp8, in cycle 0
    input  wire [527:0] threads,         // EXEC and operand a of the row, in cycle 1
    output wire [131:0] quads,           // EXEC and word of one thread of each quad, in cycle 1
    output wire         upper_quad       // dpp8: the upper quad of the eight, in cycle 0
);

    genvar part;
    reg permutes_eight_s1;
    reg [1:0] in_eight_s1, taken_operand_s1;

    wire [2:0] own_place = INDEX[2:0];

    // The source is the own number, some bits inverted, plus a rotation.
    wire [1:0] unrotated = (own_place[1:0] & ~{2{shares}}) ^ flips;
    wire [11:0] in_eight_of_4 = own_place[2] ? eight_positions[23:12] : eight_positions[11:0];
    wire [5:0] in_eight_of_2 = own_place[1] ? in_eight_of_4[11:6] : in_eight_of_4[5:0];
    wire [2:0] in_eight = own_place[0] ? in_eight_of_2[5:3] : in_eight_of_2[2:0];
    wire [1:0] taken = permutes_eight_s1 ? in_eight_s1 : taken_operand_s1;

    generate
        for (part = 0; part < 4; part = part + 1) begin : each_of_4
            wire [65:0] quads_part_of_2 =
                taken[1] ? threads[part*132 + 66 +: 66] :
                threads[part*132 +: 66];
            wire [32:0] quads_part = taken[0] ? quads_part_of_2[65:33] : quads_part_of_2[32:0];
            assign quads[part*33 +: 33] = quads_part;
        end
    endgenerate

    always @(posedge clock) begin
        permutes_eight_s1 <= permutes_eight;
        in_eight_s1 <= in_eight[1:0];
        taken_operand_s1 <=
            permutes_quad ? quad_positions[{own_place[1:0], 1'd0} +: 2] :
            (unrotated + rotation);
    end

    assign upper_quad = in_eight[2];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

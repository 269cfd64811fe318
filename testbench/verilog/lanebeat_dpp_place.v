// lanebeat_dpp_place: One place of eight threads in the DPP network: a word of each quad.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   beat_of_row      input     1  beat of the row that executes
//   shares           input     1  the own number does not count
//   flips            input     2  bits of it that are inverted
//   rotation         input     2  what is then added, modulo 4
//   permutes_quad    input     1  quad_perm
//   quad_positions   input     8  its selectors
//   permutes_eight   input     1  dpp8
//   eight_positions  input    24  its selectors
//   threads          input   528  EXEC and operand a of the row
//   quads            output  132  EXEC and word of one thread of each quad
//   upper_quad       output    1  dpp8: the upper quad of the eight
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_dpp_place #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire         beat_of_row,     // beat of the row that executes
    input  wire         shares,          // the own number does not count
    input  wire [1:0]   flips,           // bits of it that are inverted
    input  wire [1:0]   rotation,        // what is then added, modulo 4
    input  wire         permutes_quad,   // quad_perm
    input  wire [7:0]   quad_positions,  // its selectors
    input  wire         permutes_eight,  // dpp8
    input  wire [23:0]  eight_positions, // its selectors
    input  wire [527:0] threads,         // EXEC and operand a of the row
    output wire [131:0] quads,           // EXEC and word of one thread of each quad
    output wire         upper_quad       // dpp8: the upper quad of the eight
);

    wire [2:0] joined = {beat_of_row, INDEX[1:0]};
    wire [1:0] both = joined[1:0] & (~{2{shares}});
    wire [1:0] unrotated = both ^ flips;
    wire [3:0] element_of_2 = joined[1] ? quad_positions[7:4] : quad_positions[3:0];
    wire [1:0] element = joined[0] ? element_of_2[3:2] : element_of_2[1:0];
    wire [11:0] in_eight_of_4 = joined[2] ? eight_positions[23:12] : eight_positions[11:0];
    wire [5:0] in_eight_of_2 = joined[1] ? in_eight_of_4[11:6] : in_eight_of_4[5:0];
    wire [2:0] in_eight = joined[0] ? in_eight_of_2[5:3] : in_eight_of_2[2:0];
    wire [1:0] taken = permutes_eight ? in_eight[1:0] : permutes_quad ? element : (unrotated + rotation);
    wire [65:0] element_2_of_2 = taken[1] ? threads[131:66] : threads[65:0];
    wire [32:0] element_2 = taken[0] ? element_2_of_2[65:33] : element_2_of_2[32:0];
    wire [65:0] element_3_of_2 = taken[1] ? threads[263:198] : threads[197:132];
    wire [32:0] element_3 = taken[0] ? element_3_of_2[65:33] : element_3_of_2[32:0];
    wire [65:0] element_4_of_2 = taken[1] ? threads[395:330] : threads[329:264];
    wire [32:0] element_4 = taken[0] ? element_4_of_2[65:33] : element_4_of_2[32:0];
    wire [65:0] element_5_of_2 = taken[1] ? threads[527:462] : threads[461:396];
    wire [32:0] element_5 = taken[0] ? element_5_of_2[65:33] : element_5_of_2[32:0];
    assign quads = {element_5, element_4, element_3, element_2};

    assign upper_quad = in_eight[2];

endmodule

// lanebeat_dpp_lane: One lane of the DPP network: select of the quad, and the word.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   beat_of_row      input     2  beat of the row that executes
//   rotation         input     4  what is then added, modulo 16
//   shares           input     1  the own number does not count
//   flips            input     2  bits of it that are inverted
//   permutes_eight   input     1  dpp8
//   upper_quad       input     1  dpp8: the upper quad of the eight
//   quads            input   132  EXEC and word of one thread of each quad
//   no_source        input     2  there is none where the sum is below 16 (bit 0), is not (bit 1)
//   takes_neighbour  input     2  it is the neighbour, likewise
//   neighbour        input    32  the one word from another row
//   neighbour_exec   input     1  its thread's EXEC
//   fetch_inactive   input     1  inactive threads supply their word
//   word             output   32  the word, 0 where none is fetched
//   banks_written    input     4  banks that the masks let be written
//   bound_control    input     1  a thread without a source executes with 0
//   write            output    1  the thread may be written
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_dpp_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]   beat_of_row,     // beat of the row that executes
    input  wire [3:0]   rotation,        // what is then added, modulo 16
    input  wire         shares,          // the own number does not count
    input  wire [1:0]   flips,           // bits of it that are inverted
    input  wire         permutes_eight,  // dpp8
    input  wire         upper_quad,      // dpp8: the upper quad of the eight
    input  wire [131:0] quads,           // EXEC and word of one thread of each quad
    input  wire [1:0]   no_source,       // there is none where the sum is below 16 (bit 0), is not (bit 1)
    input  wire [1:0]   takes_neighbour, // it is the neighbour, likewise
    input  wire [31:0]  neighbour,       // the one word from another row
    input  wire         neighbour_exec,  // its thread's EXEC
    input  wire         fetch_inactive,  // inactive threads supply their word
    output wire [31:0]  word,            // the word, 0 where none is fetched
    input  wire [3:0]   banks_written,   // banks that the masks let be written
    input  wire         bound_control,   // a thread without a source executes with 0
    output wire         write            // the thread may be written
);

    wire [3:0] joined = {beat_of_row, INDEX[1:0]};
    wire carry_1 = joined[0] & rotation[0];
    wire carry_2 = (joined[1] ^ rotation[1]) ? carry_1 : rotation[1];
    wire carry_3 = (joined[2] ^ rotation[2]) ? carry_2 : rotation[2];
    wire carry_4 = (joined[3] ^ rotation[3]) ? carry_3 : rotation[3];
    wire [1:0] both = joined[3:2] & (~{2{shares}});
    wire [1:0] unrotated = both ^ flips;
    wire [1:0] differing = unrotated ^ rotation[3:2] ^ {carry_3, carry_2};
    wire [1:0] taken = permutes_eight ? {joined[3], upper_quad} : differing;
    wire [65:0] source_of_2 = taken[1] ? quads[131:66] : quads[65:0];
    wire [32:0] source = taken[0] ? source_of_2[65:33] : source_of_2[32:0];
    wire lacks_source = carry_4 ? no_source[1] : no_source[0];
    wire is_neighbour = carry_4 ? takes_neighbour[1] : takes_neighbour[0];
    wire either = (is_neighbour ? neighbour_exec : source[32]) | fetch_inactive;
    wire fetched = ~lacks_source & either;
    assign word = (is_neighbour ? neighbour : source[31:0]) & {32{fetched}};
    wire [1:0] element_of_2 = joined[3] ? banks_written[3:2] : banks_written[1:0];
    wire element = joined[2] ? element_of_2[1] : element_of_2[0];
    assign write = element & (fetched | bound_control);

endmodule

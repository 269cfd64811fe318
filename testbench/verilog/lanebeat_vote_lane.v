// lanebeat_vote_lane: One lane of the votes: the threads of the warp that have its word.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   own_word      input    32  operand a of the lane
//   words         input   512  operand a of every thread of the warp
//   is_literal    input     1  operand a is a literal, and so the same in all of them
//   active        input    16  the threads of the warp that execute
//   is_match      input     1  the operation is a MATCH
//   is_match_all  input     1  it is MATCH.ALL
//   common_word   input    32  the word of every thread of the warp, 0 for MATCH, a stage later if there is one
//   outcome       input     1  the vote on q
//   word          output   32  the word of the lane
//   mask          output    1  its predicate
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_vote_lane (
    input  wire [31:0]  own_word,     // operand a of the lane
    input  wire [511:0] words,        // operand a of every thread of the warp
    input  wire         is_literal,   // operand a is a literal, and so the same in all of them
    input  wire [15:0]  active,       // the threads of the warp that execute
    input  wire         is_match,     // the operation is a MATCH
    input  wire         is_match_all, // it is MATCH.ALL
    input  wire [31:0]  common_word,
    input  wire         outcome,      // the vote on q
    output wire [31:0]  word,         // the word of the lane
    output wire         mask          // its predicate
);

    genvar copy;
    wire [15:0] thread_same;

    wire [15:0] same = thread_same | {16{is_literal}};
    wire [15:0] matching = same & active;
    wire all_match = matching == active;
    wire [15:0] repeated = {16{is_match & (all_match | ~is_match_all)}};
    wire [15:0] shown = matching & repeated;
    assign word = {16'd0, shown} | common_word;
    assign mask = is_match ? all_match : outcome;

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : thread
            lanebeat_same_word unit (
                .own_word(own_word),
                .word(words[copy*32 +: 32]),
                .same(thread_same[copy])
            );
        end
    endgenerate

endmodule

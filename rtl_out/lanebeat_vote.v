// lanebeat_vote: VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   choice      input      4  lower digit of the opcode
//   active      input     32  the threads of the warp that execute: EXEC and guard
//   q           input     32  predicate q of every thread of the warp, after negation
//   words       input   1024  operand a of every thread of the warp, if that is a register
//   own_words   input    512  operand a of each lane, if that is a register
//   literal     input     32  operand a of all threads if it is a literal
//   is_literal  input      1  whether it is
//   word        output   512  the word of each lane
//   mask        output    16  the predicate of each lane
// Made by: lanebeat generate core
module lanebeat_vote (
    input  wire [3:0]    choice,     // lower digit of the opcode
    input  wire [31:0]   active,     // the threads of the warp that execute: EXEC and guard
    input  wire [31:0]   q,          // predicate q of every thread of the warp, after negation
    input  wire [1023:0] words,      // operand a of every thread of the warp, if that is a register
    input  wire [511:0]  own_words,  // operand a of each lane, if that is a register
    input  wire [31:0]   literal,    // operand a of all threads if it is a literal
    input  wire          is_literal, // whether it is
    output wire [511:0]  word,       // the word of each lane
    output wire [15:0]   mask        // the predicate of each lane
);

    genvar copy;
    wire [31:0] redux_word;
    wire [511:0] lane_word;
    wire [15:0] lane_mask;

    wire [31:0] ballot = active & q;
    wire any = |ballot;
    wire all = ~(|(active & ~q));
    wire outcome = (choice == 4'd0) ? any : (choice == 4'd1) ? all : (all | ~any);
    wire [31:0] threads_mask = (choice == 4'd3) ? ballot : active;
    wire is_match = (choice == 4'd6) | (choice == 4'd7);
    wire [31:0] mask_word = threads_mask & {32{~is_match & ~choice[3]}};
    wire [31:0] common_word = mask_word | (redux_word & {32{choice[3]}});
    wire lane_is_match_all = choice == 4'd7;

    lanebeat_redux redux (
        .choice(choice[2:0]),
        .words(words),
        .literal(literal),
        .is_literal(is_literal),
        .active(active),
        .word(redux_word)
    );

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_vote_lane unit (
                .own_word(own_words[copy*32 +: 32]),
                .words(words),
                .is_literal(is_literal),
                .active(active),
                .is_match(is_match),
                .is_match_all(lane_is_match_all),
                .common_word(common_word),
                .outcome(outcome),
                .word(lane_word[copy*32 +: 32]),
                .mask(lane_mask[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign mask = lane_mask;

endmodule

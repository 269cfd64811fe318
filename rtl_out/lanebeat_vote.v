// lanebeat_vote: VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_vote (
    input  wire [3:0]    choice,     // lower digit of the opcode
    input  wire [31:0]   active,     // threads of the warp that execute: EXEC and guard
    input  wire [31:0]   q,          // predicate q of every thread of the warp, after negation
    input  wire [1023:0] words,      // operand a of every thread of the warp, if that is a register
    input  wire [511:0]  own_words,  // operand a of each lane, if that is a register
    input  wire [31:0]   literal,    // operand a of all threads if it is a literal
    input  wire          is_literal, // operand a is a literal
    output wire [511:0]  word,       // the word of each lane
    output wire [15:0]   mask        // the predicate of each lane
);

    localparam [3:0] VOTE_ANY_CHOICE = 4'd0, VOTE_ALL_CHOICE = 4'd1, VOTE_BALLOT_CHOICE = 4'd3,
                     MATCH_ANY_CHOICE = 4'd6, MATCH_ALL_CHOICE = 4'd7;

    genvar copy;
    wire [31:0] redux_word;

    wire [31:0] ballot = active & q;
    wire any = |ballot;
    wire all = ~|(active & ~q);
    wire outcome =
        (choice == VOTE_ANY_CHOICE) ? any :
        (choice == VOTE_ALL_CHOICE) ? all :
        (all | ~any);
    wire [31:0] threads_mask = (choice == VOTE_BALLOT_CHOICE) ? ballot : active;
    wire is_match = (choice == MATCH_ANY_CHOICE) | (choice == MATCH_ALL_CHOICE);
    wire [31:0] mask_word = threads_mask & {32{~is_match & ~choice[3]}};
    wire [31:0] common_word = mask_word | (redux_word & {32{choice[3]}});

    lanebeat_redux redux (
        .choice(choice[2:0]), .words(words), .literal(literal), .is_literal(is_literal),
        .active(active), .word(redux_word)
    );

    for (copy = 0; copy < 16; copy = copy + 1) begin : lane
        lanebeat_vote_lane unit (
            .own_word(own_words[copy*32 +: 32]), .words(words), .is_literal(is_literal),
            .active(active), .is_match(is_match), .is_match_all(choice == MATCH_ALL_CHOICE),
            .common_word(common_word), .outcome(outcome), .word(word[copy*32 +: 32]),
            .mask(mask[copy])
        );
    end

endmodule

// lanebeat_vote_lane: One lane of the votes: the threads of the warp that have its word.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_vote_lane (
    input  wire [31:0]   own_word,   // operand a of the lane
    input  wire [1023:0] words,      // operand a of every thread of the warp
    input  wire          is_literal, // operand a is a literal, and so the same in all of them
    input  wire [31:0]   active,     // threads of the warp that execute

    input  wire is_match,     // the operation is a MATCH
    input  wire is_match_all, // the operation is MATCH.ALL

    // the word of every thread of the warp, 0 for MATCH, a stage later if there is one
    input  wire [31:0] common_word,
    input  wire        outcome,     // the vote on q
    output wire [31:0] word,        // the word of each lane
    output wire        mask         // the predicate of each lane
);

    genvar copy;
    wire [31:0] thread_same;

    wire [31:0] same = thread_same | {32{is_literal}};
    wire [31:0] matching = same & active;
    wire all_match = matching == active;
    wire [31:0] shown_term = {32{is_match & (all_match | ~is_match_all)}};
    wire [31:0] shown = matching & shown_term;
    assign word = shown | common_word;
    assign mask = is_match ? all_match : outcome;

    for (copy = 0; copy < 32; copy = copy + 1) begin : thread
        lanebeat_same_word unit (
            .own_word(own_word), .word(words[copy*32 +: 32]), .same(thread_same[copy])
        );
    end

endmodule

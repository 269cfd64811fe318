// lanebeat_matching_threads: The threads of the warp that have the word of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_matching_threads (
    input  wire [255:0]  own_words,   // operand a of the lanes whose turn comes
    input  wire [2:0]    passes_left, // whose turn it is
    input  wire [1023:0] words,       // operand a of every thread of the warp
    input  wire          is_literal,  // operand a is a literal, and so the same in all of them
    input  wire [31:0]   active,      // threads of the warp that execute

    input  wire is_match,     // the operation is a MATCH
    input  wire is_match_all, // the operation is MATCH.ALL

    input  wire [31:0] common_word, // the word of every thread of the warp, but for MATCH
    input  wire        outcome,     // the vote on q
    output wire [31:0] word,        // the word of each lane
    output wire        mask         // the predicate of each lane
);

    genvar copy;
    wire [31:0] thread_same;

    wire [31:0] own_word = own_words[{passes_left, 5'd0} +: 32];

    // A literal is the same in all threads.
    wire [31:0] same = thread_same | {32{is_literal}};
    wire [31:0] matching = same & active;
    wire all_match = matching == active;
    wire [31:0] shown = matching & {32{all_match | ~is_match_all}};
    assign word = is_match ? shown : common_word;
    assign mask = is_match ? all_match : outcome;

    generate
        for (copy = 0; copy < 32; copy = copy + 1) begin : thread
            lanebeat_same_word unit (
                .own(own_word), .other(words[copy*32 +: 32]), .same(thread_same[copy])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

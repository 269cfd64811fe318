// lanebeat_matching_threads: The threads of the warp that have the word of one lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_matching_threads (
    input  wire          clock,       // rising edge
    input  wire [255:0]  own_words,   // operand a of the lanes whose turn comes, in cycle 0
    input  wire [2:0]    passes_left, // whose turn it is, in cycle 0
    input  wire [1023:0] words,       // operand a of every thread of the warp, in cycle 1
    // operand a is a literal, and so the same in all of them, in cycle 1
    input  wire          is_literal,
    input  wire [31:0]   active,      // threads of the warp that execute, in cycle 2

    input  wire is_match,     // the operation is a MATCH, in cycle 2
    input  wire is_match_all, // the operation is MATCH.ALL, in cycle 2

    // the word of every thread of the warp, but for MATCH, in cycle 2
    input  wire [31:0] common_word,
    input  wire        outcome,     // the vote on q, in cycle 2
    output wire [31:0] word,        // the word of each lane, in cycle 2
    output wire        mask,        // the predicate of each lane, in cycle 2
    input  wire        is_vote      // registers take what only this uses, in cycle 0
);

    genvar copy;
    reg [31:0] own_word_s1, same_s2;
    reg is_vote_s1;
    wire [31:0] thread_same;

    wire [31:0] own_word = own_words[{passes_left, 5'd0} +: 32];

    // A literal is the same in all threads.
    wire [31:0] same = thread_same | {32{is_literal}};
    wire [31:0] matching = same_s2 & active;
    wire all_match = matching == active;
    wire [31:0] shown = matching & {32{all_match | ~is_match_all}};
    assign word = is_match ? shown : common_word;
    assign mask = is_match ? all_match : outcome;

    generate
        for (copy = 0; copy < 32; copy = copy + 1) begin : thread
            lanebeat_same_word unit (
                .own(own_word_s1), .other(words[copy*32 +: 32]), .same(thread_same[copy])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (is_vote) begin
            own_word_s1 <= own_word;
        end
    end

    always @(posedge clock) begin
        is_vote_s1 <= is_vote;
    end

    always @(posedge clock) begin
        if (is_vote_s1) begin
            same_s2 <= same;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

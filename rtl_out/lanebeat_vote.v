// lanebeat_vote: VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_vote (
    input  wire [3:0]    choice,       // lower digit of the opcode
    input  wire [2:0]    passes_left,  // MATCH: passes that follow this one
    input  wire [31:0]   active,       // threads of the warp that execute: EXEC and guard
    input  wire [15:0]   own_active,   // lanes that execute
    input  wire [31:0]   q,            // predicate q of every thread of the warp, after negation
    // operand a of every thread of the warp, if that is a register
    input  wire [1023:0] words,
    input  wire [511:0]  own_words,    // operand a of each lane, if that is a register
    input  wire [31:0]   literal_word, // operand a of all threads if it is a literal
    input  wire          is_literal,   // operand a is a literal

    output wire [511:0] answer_word, // the word of each lane
    output wire [15:0]  answer_mask, // the predicate of each lane

    output wire [15:0] keeps,    // MATCH: the answer is that of the pass before
    // REDUX: the words of the lanes, to be combined with those of other beats
    output wire [31:0] combined
);

    localparam [3:0] VOTE_ANY_CHOICE = 4'd0, VOTE_ALL_CHOICE = 4'd1, VOTE_BALLOT_CHOICE = 4'd3,
                     MATCH_ANY_CHOICE = 4'd6, MATCH_ALL_CHOICE = 4'd7;

    genvar copy;
    wire [63:0] matching_threads_word;
    wire [1:0] matching_threads_mask;

    wire [31:0] ballot = active & q;
    wire any = |ballot;
    wire all_hold = ~|(active & ~q);
    wire outcome =
        (choice == VOTE_ANY_CHOICE) ? any :
        (choice == VOTE_ALL_CHOICE) ? all_hold :
        (all_hold | ~any);

    // A vote's word: the ballot, or the active threads.
    wire [31:0] threads_mask = (choice == VOTE_BALLOT_CHOICE) ? ballot : active;
    wire [31:0] common_word = choice[3] ? 32'd0 : threads_mask;
    wire is_match = (choice == MATCH_ANY_CHOICE) | (choice == MATCH_ALL_CHOICE);

    // The threads that one comparison serves lie next to each other.
    wire [7:0] turn = {
        passes_left == 3'd7, passes_left == 3'd6, passes_left == 3'd5, passes_left == 3'd4,
        passes_left == 3'd3, passes_left == 3'd2, passes_left == 3'd1, passes_left == 3'd0
    };
    assign keeps = {16{is_match}} & ~{2{turn}};
    assign answer_word = {{8{matching_threads_word[63:32]}}, {8{matching_threads_word[31:0]}}};
    assign answer_mask = {{8{matching_threads_mask[1]}}, {8{matching_threads_mask[0]}}};

    lanebeat_redux redux (
        .choice(choice[2:0]), .words(own_words), .literal_word(literal_word),
        .is_literal(is_literal), .active(own_active), .word(combined)
    );

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : matching_threads
            lanebeat_matching_threads unit (
                .own_words(own_words[copy*256 +: 256]), .passes_left(passes_left), .words(words),
                .is_literal(is_literal), .active(active),
                .is_match(is_match), .is_match_all(choice == MATCH_ALL_CHOICE),
                .common_word(common_word), .outcome(outcome),
                .word(matching_threads_word[copy*32 +: 32]), .mask(matching_threads_mask[copy])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

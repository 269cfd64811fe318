// lanebeat_vote: VOTE, MATCH and REDUX of the lanes that serve one warp in this beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_vote (
    input  wire          clock,        // rising edge
    input  wire [3:0]    choice,       // lower digit of the opcode, in cycle 0
    input  wire [2:0]    passes_left,  // MATCH: passes that follow this one, in cycle 1
    // threads of the warp that execute: EXEC and guard, in cycle 1
    input  wire [31:0]   active,
    input  wire [15:0]   own_active,   // lanes that execute, in cycle 2
    // predicate q of every thread of the warp, after negation, in cycle 1
    input  wire [31:0]   q,
    // operand a of every thread of the warp, if that is a register, in cycle 5
    input  wire [1023:0] words,
    input  wire [511:0]  own_words,    // operand a of each lane, if that is a register, in cycle 1
    input  wire [31:0]   literal_word, // operand a of all threads if it is a literal, in cycle 4
    input  wire          is_literal,   // operand a is a literal, in cycle 2

    output wire [511:0] answer_word, // the word of each lane, in cycle 12
    output wire [15:0]  answer_mask, // the predicate of each lane, in cycle 9

    output wire [15:0] keeps,    // MATCH: the answer is that of the pass before, in cycle 12
    // REDUX: the words of the lanes, to be combined with those of other beats, in cycle 11
    output wire [31:0] combined,
    input  wire        is_vote   // registers take what only this uses, in cycle 1
);

    localparam [3:0] VOTE_ANY_CHOICE = 4'd0, VOTE_ALL_CHOICE = 4'd1, VOTE_BALLOT_CHOICE = 4'd3,
                     MATCH_ANY_CHOICE = 4'd6, MATCH_ALL_CHOICE = 4'd7;

    genvar copy;
    reg [3:0] choice_s1, choice_s2;
    reg [31:0] active_s2, q_s2, active_s3, active_s4, active_s5, active_s6, common_word_s3,
               common_word_s4, common_word_s5, common_word_s6;
    reg [2:0] passes_left_s2, passes_left_s3, passes_left_s4, passes_left_s5, passes_left_s6,
              passes_left_s7, passes_left_s8, passes_left_s9, passes_left_s10, passes_left_s11,
              passes_left_s12;
    reg [511:0] own_words_s2, own_words_s3, own_words_s4;
    reg is_literal_s3, is_literal_s4, is_literal_s5, is_vote_s2, is_vote_s3, is_vote_s4,
        is_vote_s5, outcome_s3, outcome_s4, outcome_s5, outcome_s6,
        matching_threads_is_match_all_operand_s1, matching_threads_is_match_all_operand_s2,
        matching_threads_is_match_all_operand_s3, matching_threads_is_match_all_operand_s4,
        matching_threads_is_match_all_operand_s5, matching_threads_is_match_all_operand_s6,
        is_match_s1, is_match_s2, is_match_s3, is_match_s4, is_match_s5, is_match_s6, is_vote_s6,
        is_vote_s7, is_vote_s8, is_match_s7, is_match_s8, is_match_s9, is_match_s10, is_match_s11,
        is_match_s12, is_vote_s9, is_vote_s10, is_vote_s11;
    reg [1:0] matching_threads_mask_s7, matching_threads_mask_s8, matching_threads_mask_s9;
    reg [63:0] matching_threads_word_s7, matching_threads_word_s8, matching_threads_word_s9,
               matching_threads_word_s10, matching_threads_word_s11, matching_threads_word_s12;
    wire [63:0] matching_threads_word;
    wire [1:0] matching_threads_mask;

    wire is_match = (choice == MATCH_ANY_CHOICE) | (choice == MATCH_ALL_CHOICE);
    wire [31:0] ballot = active_s2 & q_s2;
    wire any = |ballot;
    wire all_hold = ~|(active_s2 & ~q_s2);
    wire outcome =
        (choice_s2 == VOTE_ANY_CHOICE) ? any :
        (choice_s2 == VOTE_ALL_CHOICE) ? all_hold :
        (all_hold | ~any);

    // A vote's word: the ballot, or the active threads.
    wire [31:0] threads_mask = (choice_s2 == VOTE_BALLOT_CHOICE) ? ballot : active_s2;
    wire [31:0] common_word = choice_s2[3] ? 32'd0 : threads_mask;
    assign answer_mask = {{8{matching_threads_mask_s9[1]}}, {8{matching_threads_mask_s9[0]}}};

    // The threads that one comparison serves lie next to each other.
    wire [7:0] turn = {
        passes_left_s12 == 3'd7, passes_left_s12 == 3'd6, passes_left_s12 == 3'd5,
        passes_left_s12 == 3'd4, passes_left_s12 == 3'd3, passes_left_s12 == 3'd2,
        passes_left_s12 == 3'd1, passes_left_s12 == 3'd0
    };
    assign keeps = {16{is_match_s12}} & ~{2{turn}};
    assign answer_word = {
        {8{matching_threads_word_s12[63:32]}}, {8{matching_threads_word_s12[31:0]}}
    };

    lanebeat_redux redux (
        .clock(clock), .choice(choice_s2[2:0]), .words(own_words_s4), .literal_word(literal_word),
        .is_literal(is_literal_s4), .active(own_active), .word(combined)
    );

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : matching_threads
            lanebeat_matching_threads unit (
                .clock(clock), .own_words(own_words_s4[copy*256 +: 256]),
                .passes_left(passes_left_s4), .words(words), .is_literal(is_literal_s5),
                .active(active_s6),
                .is_match(is_match_s6), .is_match_all(matching_threads_is_match_all_operand_s6),
                .common_word(common_word_s6), .outcome(outcome_s6),
                .word(matching_threads_word[copy*32 +: 32]), .mask(matching_threads_mask[copy]),
                .is_vote(is_vote_s4)
            );
        end
    endgenerate

    always @(posedge clock) begin
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        passes_left_s2 <= passes_left;
        passes_left_s3 <= passes_left_s2;
        passes_left_s4 <= passes_left_s3;
        own_words_s2 <= own_words;
        own_words_s3 <= own_words_s2;
        own_words_s4 <= own_words_s3;
        is_literal_s3 <= is_literal;
        is_literal_s4 <= is_literal_s3;
        is_literal_s5 <= is_literal_s4;
        is_vote_s2 <= is_vote;
        is_vote_s3 <= is_vote_s2;
        is_vote_s4 <= is_vote_s3;
        is_vote_s5 <= is_vote_s4;
        matching_threads_is_match_all_operand_s1 <= choice == MATCH_ALL_CHOICE;
        matching_threads_is_match_all_operand_s2 <= matching_threads_is_match_all_operand_s1;
        matching_threads_is_match_all_operand_s3 <= matching_threads_is_match_all_operand_s2;
        matching_threads_is_match_all_operand_s4 <= matching_threads_is_match_all_operand_s3;
        matching_threads_is_match_all_operand_s5 <= matching_threads_is_match_all_operand_s4;
        matching_threads_is_match_all_operand_s6 <= matching_threads_is_match_all_operand_s5;
        is_match_s1 <= is_match;
        is_match_s2 <= is_match_s1;
        is_match_s3 <= is_match_s2;
        is_match_s4 <= is_match_s3;
        is_match_s5 <= is_match_s4;
        is_match_s6 <= is_match_s5;
        is_vote_s6 <= is_vote_s5;
        is_vote_s7 <= is_vote_s6;
        is_vote_s8 <= is_vote_s7;
        passes_left_s5 <= passes_left_s4;
        passes_left_s6 <= passes_left_s5;
        passes_left_s7 <= passes_left_s6;
        passes_left_s8 <= passes_left_s7;
        passes_left_s9 <= passes_left_s8;
        passes_left_s10 <= passes_left_s9;
        passes_left_s11 <= passes_left_s10;
        passes_left_s12 <= passes_left_s11;
        is_match_s7 <= is_match_s6;
        is_match_s8 <= is_match_s7;
        is_match_s9 <= is_match_s8;
        is_match_s10 <= is_match_s9;
        is_match_s11 <= is_match_s10;
        is_match_s12 <= is_match_s11;
        is_vote_s9 <= is_vote_s8;
        is_vote_s10 <= is_vote_s9;
        is_vote_s11 <= is_vote_s10;
    end

    always @(posedge clock) begin
        if (is_vote) begin
            active_s2 <= active;
            q_s2 <= q;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s2) begin
            active_s3 <= active_s2;
            outcome_s3 <= outcome;
            common_word_s3 <= common_word;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s3) begin
            active_s4 <= active_s3;
            outcome_s4 <= outcome_s3;
            common_word_s4 <= common_word_s3;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s4) begin
            active_s5 <= active_s4;
            outcome_s5 <= outcome_s4;
            common_word_s5 <= common_word_s4;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s5) begin
            active_s6 <= active_s5;
            outcome_s6 <= outcome_s5;
            common_word_s6 <= common_word_s5;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s6) begin
            matching_threads_mask_s7 <= matching_threads_mask;
            matching_threads_word_s7 <= matching_threads_word;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s7) begin
            matching_threads_mask_s8 <= matching_threads_mask_s7;
            matching_threads_word_s8 <= matching_threads_word_s7;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s8) begin
            matching_threads_mask_s9 <= matching_threads_mask_s8;
            matching_threads_word_s9 <= matching_threads_word_s8;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s9) begin
            matching_threads_word_s10 <= matching_threads_word_s9;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s10) begin
            matching_threads_word_s11 <= matching_threads_word_s10;
        end
    end

    always @(posedge clock) begin
        if (is_vote_s11) begin
            matching_threads_word_s12 <= matching_threads_word_s11;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

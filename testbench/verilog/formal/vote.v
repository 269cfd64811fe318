// VOTE and MATCH over a warp of 32 threads of which 16 are in the lanes, as the table of ISA.md section 7 says them. A is
// `active`, T is A and q. `differs` is 1 where lanebeat_vote says anything else. MATCH, 32 comparisons of words a lane, is
// proven of the first and the last lane and thread, in the pass of their turn; in the others lanes keep what they have.
// Of MATCH.ALL it is proven that whoever it finds has the same word, and what it shows then; tests say that it finds all.
// REDUX is not proven: that two trees of 16 additions are the same is out of a SAT solver's reach.
module proof (
    input  wire [3:0]    choice,
    input  wire [2:0]    passes_left,
    input  wire [31:0]   active,
    input  wire [15:0]   own_active,
    input  wire [31:0]   q,
    input  wire [1023:0] words,
    input  wire [511:0]  own_words,
    input  wire [31:0]   literal,
    input  wire          is_literal,
    output wire          differs
);
    wire [511:0] word;
    wire [15:0] mask, keeps;
    lanebeat_vote unit (
        .choice(choice), .passes_left(passes_left), .active(active), .own_active(own_active), .q(q),
        .words(words), .own_words(own_words), .literal_word(literal), .is_literal(is_literal),
        .answer_word(word), .answer_mask(mask), .keeps(keeps), .combined()
    );

    wire [31:0] t = active & q;
    wire any = t != 0;
    wire all = (active & ~q) == 0;
    wire [15:0] wrong;
    genvar lane;
    generate
        for (lane = 0; lane < 16; lane = lane + 1) begin : lanes
            // Of the 32 comparisons of a lane two.
            wire [1:0] same;
            assign same[0] = active[0]
                && (is_literal || words[0 +: 32] == own_words[32 * lane +: 32]);
            assign same[1] = active[31]
                && (is_literal || words[32 * 31 +: 32] == own_words[32 * lane +: 32]);
            wire [1:0] shown = {word[32 * lane + 31], word[32 * lane]};
            wire compared = lane == 0 || lane == 15;
            wire turn = passes_left == lane % 8;
            wire differs_from_active = same != {active[31], active[0]};
            wire [31:0] all_or_none = mask[lane] ? active : 32'd0;
            reg is_wrong;
            always @* begin
                case (choice)
                    4'd0: is_wrong = mask[lane] != any;                                        // VOTE.ANY
                    4'd1: is_wrong = mask[lane] != all;                                        // VOTE.ALL
                    4'd2: is_wrong = mask[lane] != (all || t == 0);                            // VOTE.UNI
                    4'd3: is_wrong = word[32 * lane +: 32] != t;                               // VOTE.BALLOT
                    4'd4: is_wrong = word[32 * lane +: 32] != active;                          // VOTE.ACTIVE
                    4'd6: is_wrong = keeps[lane] == turn                                       // MATCH.ANY
                        || compared && turn && shown != same;
                    4'd7: is_wrong = keeps[lane] == turn                                       // MATCH.ALL
                        || compared && turn && (mask[lane] && differs_from_active
                        || word[32 * lane +: 32] != all_or_none);
                    default: is_wrong = 1'b0;
                endcase
            end
            assign wrong[lane] = is_wrong;
        end
    endgenerate
    assign differs = |wrong;
endmodule

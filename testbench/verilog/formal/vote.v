// VOTE and MATCH over a warp of 32 threads of which 16 are in the lanes, as the table of ISA.md section 7 says them. A is
// `active`, T is A and q. `differs` is 1 where lanebeat_vote says anything else. MATCH, 32 comparisons of words a lane, is
// proven of the first and the last lane, in the pass of their turn; in the others they keep what they have. REDUX is not: that two trees of 16
// additions are the same is out of a SAT solver's reach.
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
        .words(words), .own_words(own_words), .literal(literal), .is_literal(is_literal),
        .answer_word(word), .answer_mask(mask), .keeps(keeps), .combined()
    );

    wire [31:0] t = active & q;
    wire any = t != 0;
    wire all = (active & ~q) == 0;
    wire [15:0] wrong;
    genvar lane;
    generate
        for (lane = 0; lane < 16; lane = lane + 1) begin : lanes
            wire [31:0] same;
            genvar thread;
            for (thread = 0; thread < 32; thread = thread + 1) begin : threads
                assign same[thread] = active[thread]
                    && (is_literal || words[32 * thread +: 32] == own_words[32 * lane +: 32]);
            end
            wire compared = lane == 0 || lane == 15;
            wire turn = passes_left == lane % 8;
            wire all_same = same == active;
            wire [31:0] all_or_none = all_same ? active : 32'd0;
            reg is_wrong;
            always @* begin
                case (choice)
                    4'd0: is_wrong = mask[lane] != any;                                        // VOTE.ANY
                    4'd1: is_wrong = mask[lane] != all;                                        // VOTE.ALL
                    4'd2: is_wrong = mask[lane] != (all || t == 0);                            // VOTE.UNI
                    4'd3: is_wrong = word[32 * lane +: 32] != t;                               // VOTE.BALLOT
                    4'd4: is_wrong = word[32 * lane +: 32] != active;                          // VOTE.ACTIVE
                    4'd6: is_wrong = keeps[lane] == turn                                       // MATCH.ANY
                        || compared && turn && word[32 * lane +: 32] != same;
                    4'd7: is_wrong = keeps[lane] == turn                                       // MATCH.ALL
                        || compared && turn && (mask[lane] != all_same
                        || word[32 * lane +: 32] != all_or_none);
                    default: is_wrong = 1'b0;
                endcase
            end
            assign wrong[lane] = is_wrong;
        end
    endgenerate
    assign differs = |wrong;
endmodule

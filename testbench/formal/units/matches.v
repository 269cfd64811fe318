// MATCH over a warp of `WARP threads, `LANES of them in the lanes (section 7), in `PASSES passes: in the pass of its turn
// each lane must find all executing threads with its word; in the others it keeps what it found.
module matches (
    input  wire          all,         // MATCH.ALL, else MATCH.ANY
    input  wire [2:0]    passes_left,
    input  wire [`WARP-1:0] active,
    input  wire [32*`WARP-1:0] words,
    input  wire [32*`LANES-1:0] own_words,
    input  wire [31:0]   literal,
    input  wire          is_literal,
    output wire          wrong
);
    wire [32*`LANES-1:0] word;
    wire [`LANES-1:0] mask, keeps, wrong_lanes;
    lanebeat_vote vote (
        .choice({3'b011, all}), .passes_left(passes_left), .active(active), .own_active({`LANES{1'b0}}), .q({`WARP{1'b0}}),
        .words(words), .own_words(own_words), .literal_word(literal), .is_literal(is_literal),
        .answer_word(word), .answer_mask(mask), .keeps(keeps)
    );
    genvar lane, thread;
    generate
        for (lane = 0; lane < `LANES; lane = lane + 1) begin : lanes
            wire [`WARP-1:0] same;
            for (thread = 0; thread < `WARP; thread = thread + 1) begin : threads
                assign same[thread] = active[thread]
                    & (is_literal | words[32 * thread +: 32] == own_words[32 * lane +: 32]);
            end
            wire turn = passes_left == lane % `PASSES;
            wire found_all = same == active;
            wire [31:0] wanted = ~all ? same : found_all ? active : 0;
            assign wrong_lanes[lane] = keeps[lane] == turn
                | turn & (word[32 * lane +: 32] != wanted | all & mask[lane] != found_all);
        end
    endgenerate
    assign wrong = |wrong_lanes;
endmodule

// lanebeat_redux: REDUX of the threads of one warp in a beat: a balanced tree.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_redux (
    input  wire         clock,        // rising edge
    // 0 ADD, 1 AND, 2 OR, 3 XOR, 4 MIN.S32, 5 MIN.U32, 6 MAX.S32, 7 MAX.U32, in cycle 0
    input  wire [2:0]   choice,
    input  wire [511:0] words,        // operand a of the beat's threads of the warp, in cycle 2
    input  wire [31:0]  literal_word, // operand a of all threads if it is a literal, in cycle 2
    input  wire         is_literal,   // operand a is a literal, in cycle 2
    input  wire [15:0]  active,       // which of these threads execute, in cycle 0
    // all words of active threads, flipped and combined, in cycle 9
    output wire [31:0]  word
);

    localparam [2:0] REDUX_AND_U32_CHOICE = 3'd1;

    genvar copy;
    reg [2:0] choice_s1, choice_s2, choice_s3, choice_s4, choice_s5, choice_s6;
    reg inverts_s2;
    wire [511:0] leaf_own;
    wire [255:0] pairs_of_16_word;
    wire [127:0] pairs_of_8_word;
    wire [63:0] pairs_of_4_word;

    wire inverts = (choice_s1 == REDUX_AND_U32_CHOICE) | (choice_s1[2] & ~choice_s1[1]);
    wire is_signed = choice_s2[2] & ~choice_s2[0];

    // AND is OR of complements, a minimum the maximum of complements.
    wire [31:0] flip = {inverts_s2 ^ is_signed, {31{inverts_s2}}};
    wire [255:0] pairs_of_16_left = leaf_own[255:0];
    wire [255:0] pairs_of_16_right = leaf_own[511:256];
    wire [127:0] pairs_of_8_left = pairs_of_16_word[127:0];
    wire [127:0] pairs_of_8_right = pairs_of_16_word[255:128];
    wire [63:0] pairs_of_4_left = pairs_of_8_word[63:0];
    wire [63:0] pairs_of_4_right = pairs_of_8_word[127:64];

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : leaf
            lanebeat_redux_leaf unit (
                .clock(clock), .word(words[copy*32 +: 32]), .literal_word(literal_word),
                .is_literal(is_literal), .flip(flip), .active(active[copy]),
                .own(leaf_own[copy*32 +: 32])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : pairs_of_16
            lanebeat_redux_pair_s1_2 unit (
                .clock(clock), .choice(choice_s2), .left(pairs_of_16_left[copy*32 +: 32]),
                .right(pairs_of_16_right[copy*32 +: 32]), .word(pairs_of_16_word[copy*32 +: 32])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : pairs_of_8
            lanebeat_redux_pair_s1 unit (
                .clock(clock), .choice(choice_s4), .left(pairs_of_8_left[copy*32 +: 32]),
                .right(pairs_of_8_right[copy*32 +: 32]), .word(pairs_of_8_word[copy*32 +: 32])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : pairs_of_4
            lanebeat_redux_pair_s1 unit (
                .clock(clock), .choice(choice_s6), .left(pairs_of_4_left[copy*32 +: 32]),
                .right(pairs_of_4_right[copy*32 +: 32]), .word(pairs_of_4_word[copy*32 +: 32])
            );
        end
    endgenerate

    lanebeat_redux_pair_s1_s2 pairs_of_2 (
        .clock(clock), .choice(choice_s6), .left(pairs_of_4_word[31:0]),
        .right(pairs_of_4_word[63:32]), .word(word)
    );

    always @(posedge clock) begin
        choice_s1 <= choice;
        choice_s2 <= choice_s1;
        inverts_s2 <= inverts;
        choice_s3 <= choice_s2;
        choice_s4 <= choice_s3;
        choice_s5 <= choice_s4;
        choice_s6 <= choice_s5;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

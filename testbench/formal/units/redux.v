// REDUX by a lemma on one pair. Words are kept flipped (AND and MIN as their opposites, signed ones with the highest bit
// changed), so that 0 stands for a thread that does not execute. If a pair combines two flipped words to the flipped
// result, and 0 with a word to that word, then by induction over the levels a tree of pairs, and beats one after the
// other, combine all executing threads: the operations are associative and commutative.
module redux (
    input  wire [2:0]  choice, // lower digit of the opcode less 8
    input  wire [31:0] a, b, literal,
    input  wire        is_literal, active,
    output wire [2:0]  wrong
);
    reg [31:0] combined, flip;
    always @* begin
        case (choice)
            3'd0: combined = a + b;
            3'd1: combined = a & b;
            3'd2: combined = a | b;
            3'd3: combined = a ^ b;
            3'd4: combined = $signed(a) < $signed(b) ? a : b;
            3'd5: combined = a < b ? a : b;
            3'd6: combined = $signed(a) < $signed(b) ? b : a;
            default: combined = a < b ? b : a;
        endcase
        case (choice)
            3'd1, 3'd5: flip = 32'hffffffff;
            3'd4: flip = 32'h7fffffff;
            3'd6: flip = 32'h80000000;
            default: flip = 32'd0;
        endcase
    end
    wire [31:0] both, left_alone, right_alone, own;
    lanebeat_redux_pair pair (.choice(choice), .left(a ^ flip), .right(b ^ flip), .word(both));
    lanebeat_redux_pair left (.choice(choice), .left(a), .right(32'd0), .word(left_alone));
    lanebeat_redux_pair right (.choice(choice), .left(32'd0), .right(b), .word(right_alone));
    lanebeat_redux_leaf leaf (
        .word(a), .literal_word(literal), .is_literal(is_literal), .flip(flip), .active(active), .own(own)
    );
    assign wrong = {
        own != (active ? (is_literal ? literal : a) ^ flip : 32'd0),
        left_alone != a | right_alone != b,
        both != (combined ^ flip)
    };
endmodule

// One lane beside sections 4, 4a, 5, 7 and 10 of ISA.md: what it gives for the destination register and for the mask
// destination, for all operands. A bit of `wrong` for each group of operations.
//
// The four products of halves are cut out of the lane: `ll` to `hh` stand for whatever a multiplier makes of the
// halves that `halves` shows, and both sides take the same. a*b is ll + (lh + hl) * 2^16 + hh * 2^32. A half has
// `HALF` bits: 17 with a sign above it, or 16 without.
module lanes (
    input  wire [7:0]  opcode,
    input  wire [31:0] a, b, c,
    input  wire        p, q, exec,
    input  wire [34:0] video_modifiers,
    input  wire [7:0]  immediate,
    input  wire [31:0] shuffle_word,
    input  wire        shuffle_takes,
    input  wire        shuffle_in_range,
    input  wire [31:0] vote_word,
    input  wire        vote_mask,
    input  wire [5:0]  modifiers,
    input  wire [2*`HALF-1:0] ll, hh, lh, hl,
    output wire [15:0] wrong
);
    wire [31:0] result;
    wire mask;
    wire [8*`HALF-1:0] halves;
    lanebeat_lane lane (
        .opcode(opcode), .a(a), .b(b), .c(c), .p(p), .q(q), .exec(exec), .video_modifiers(video_modifiers),
        .immediate(immediate),
        .shuffle_word(shuffle_word), .shuffle_takes(shuffle_takes), .shuffle_in_range(shuffle_in_range), .vote_word(vote_word),
        .vote_mask(vote_mask), .modifiers(modifiers), .cut_halves(halves), .cut_products({hl, lh, hh, ll}),
        .result(result), .mask(mask)
    );
    wire [3:0] group = opcode[7:4], low = opcode[3:0];

    // MOV, SEL; S2R and B2R, whose word comes as a; v_writelane_b32.
    wire moves = opcode == 8'h10 | opcode == 8'h11 | opcode == 8'h12 | opcode == 8'h14 | opcode == 8'h18;
    wire [31:0] moved = opcode == 8'h11 ? (p ? a : b) : a;

    wire [31:0] of_three =
        (immediate[0] ? -a : a) + (immediate[1] ? -b : b) + (immediate[2] ? -c : c);
    wire [31:0] sum = low == 0 ? a + b : low == 1 ? a - b : low == 2 ? b - a : of_three;

    // 33 bits: the word and its carry or borrow.
    wire [32:0] with_q = low == 4 ? {1'b0, a} + {1'b0, b} + {32'd0, q}
        : low == 5 ? {1'b0, a} - {1'b0, b} - {32'd0, q}
        : low == 6 ? {1'b0, b} - {1'b0, a} - {32'd0, q} : {1'b0, a} + {1'b0, ~b} + {32'd0, q};
    wire carries = group == 2 & low >= 4 & low <= 7;

    function [63:0] extended(input [2*`HALF-1:0] product);
        extended = {{64{`HALF == 17 & product[2*`HALF-1]}}, product};
    endfunction
    wire [63:0] product = extended(ll) + (extended(lh) << 16) + (extended(hl) << 16) + (extended(hh) << 32);
    // Signed: a = a' - 2^32 if its bit 31 is set, so the high word is less b, and so for b. Halves with signs know.
    wire [31:0] high_signed = `HALF == 17 ? product[63:32]
        : product[63:32] - (a[31] ? b : 32'd0) - (b[31] ? a : 32'd0);
    wire [31:0] multiplied = low == 0 ? product[31:0] : low == 1 ? product[63:32] : low == 2 ? high_signed
        : product[31:0] + c;
    wire multiplies = group == 3 & low <= 3;
    // As far as a product of halves goes: below 2^32, and from -2^31 up if one is the upper.
    function is_possible(input [2*`HALF-1:0] product, input of_lows);
        is_possible = `HALF == 16
            | (product[2*`HALF-1] ? ~of_lows & (&product[2*`HALF-1:31]) : ~|product[2*`HALF-1:32]);
    endfunction
    wire possible = is_possible(ll, 1) & is_possible(lh, 0) & is_possible(hl, 0) & is_possible(hh, 0);
    // The sign above an upper half, and the 0 above a lower.
    wire [`HALF-1:0] a_low = a[15:0], b_low = b[15:0];
    wire [`HALF-1:0] a_high = {low == 2 & a[31], a[31:16]}, b_high = {low == 2 & b[31], b[31:16]};
    wire wrong_halves = halves != {a_high, b_low, a_low, b_high, a_high, b_high, a_low, b_low};

    wire less_signed = $signed(a) < $signed(b), less_unsigned = a < b;
    wire less = low[0] ? less_unsigned : less_signed;
    wire [31:0] extreme = low[1] ? (less ? b : a) : (less ? a : b);

    reg [31:0] looked_up;
    integer k;
    always @* for (k = 0; k < 32; k = k + 1) looked_up[k] = immediate[{a[k], b[k], c[k]}];
    wire [31:0] combined = low == 0 ? a & b : low == 1 ? a | b : low == 2 ? a ^ b : low == 3 ? ~a : looked_up;

    wire [31:0] permuted, permuted_wide;
    genvar place;
    generate for (place = 0; place < 4; place = place + 1) begin : byte_of
        wire [63:0] bytes = {c, b};
        wire [3:0] nibble = a[4 * place +: 4];
        wire [7:0] picked = bytes[8 * nibble[2:0] +: 8];
        assign permuted[8 * place +: 8] = nibble[3] ? {8{picked[7]}} : picked;
        wire [7:0] selector = a[8 * place +: 8];
        assign permuted_wide[8 * place +: 8] =
            selector < 8 ? bytes[8 * selector[2:0] +: 8] : selector == 8 ? {8{bytes[15]}}
            : selector == 9 ? {8{bytes[31]}} : selector == 10 ? {8{bytes[47]}}
            : selector == 11 ? {8{bytes[63]}} : selector == 12 ? 8'h00 : 8'hff;
    end endgenerate

    // b is shifted by a modulo 32.
    wire signed [31:0] b_signed = b;
    wire [31:0] shifted_signed = b_signed >>> a[4:0];
    wire [31:0] shifted = low == 0 ? b << a[4:0] : low == 2 ? b >> a[4:0] : shifted_signed;

    wire [63:0] funnel_right = {c, b} >> a[4:0], funnel_left = {b, c} << a[4:0];
    wire [63:0] address = {b, a} << immediate[4:0];
    wire [31:0] ones_of_c = (32'd1 << c[4:0]) - 32'd1;
    wire [31:0] moved_field = low[0] ? shifted_signed : b >> a[4:0];
    // The highest bit of a field, 0 without a field.
    wire field_sign = |(moved_field & ones_of_c & ~(ones_of_c >> 1));
    wire [31:0] field = moved_field & ones_of_c | (low[0] & field_sign ? ~ones_of_c : 32'd0);
    wire [31:0] of_field = low == 1 ? funnel_left[63:32] : low == 6 ? funnel_right[31:0]
        : low == 9 ? ones_of_c << a[4:0] : field;
    wire [31:0] beside_shift = low == 4 ? (b << a[4:0]) + c : low == 5 ? b << a[4:0] | c
        : low == 8 ? (a + b) << c[4:0] : address[63:32] + c;

    reg [31:0] ones, reversed, highest, zeros;
    integer i;
    always @* begin
        ones = a[30] + a[31]; // the bits are counted in columns of six, as an order must be chosen
        for (i = 0; i < 5; i = i + 1)
            ones = ones + ({2'd0, a[i]} + {2'd0, a[i+5]} + {2'd0, a[i+10]}
                + ({2'd0, a[i+15]} + {2'd0, a[i+20]} + {2'd0, a[i+25]}));
        highest = 32'hffffffff; zeros = 32'hffffffff;
        for (i = 0; i < 32; i = i + 1) begin
            reversed[i] = a[31 - i];
            if (a[i]) begin highest = i; zeros = 31 - i; end
        end
    end
    wire [31:0] counted = low == 4 ? ones : low == 0 | low == 8 | low == 12 ? ones + b : low == 1 ? reversed : low == 2 ? highest : zeros;

    reg outcome;
    always @* case (low)
        4'd0, 4'd1: outcome = a == b;
        4'd2, 4'd3: outcome = a != b;
        4'd4, 4'd5: outcome = less;
        4'd6, 4'd7: outcome = ~less;
        4'd8, 4'd9: outcome = less | a == b;
        default: outcome = ~less & a != b;
    endcase

    wire compared = immediate[1:0] == 0 ? outcome : immediate[1:0] == 1 ? outcome | q
        : immediate[1:0] == 2 ? outcome ^ q : outcome & q;
    wire combined_masks = low == 0 ? p & q : low == 1 ? p | q : p ^ q;

    wire shuffles = group == 10 & low <= 3 | group == 9 & low >= 8;
    wire ranges = group == 10 & (low[3:2] == 1 | low[3:2] == 3);
    wire [31:0] range = ~shuffle_in_range ? 32'd0 : low[3] ? 32'h3f800000 : 32'hffffffff;
    wire votes = group == 14 & low != 5;
    wire saves = group == 11 & (low == 1 | low == 6 | low == 7);

    assign wrong = {
        group == 6 & (low == 4 | low == 5 | low == 8 | low == 12) & result != beside_shift,
        group == 6 & (low == 1 | low == 6 | low == 9 | low == 10 | low == 11) & result != of_field,
        group == 5 & (low == 8 & result != permuted | low == 9 & result != permuted_wide),
        carries & (result != with_q[31:0] | mask != with_q[32]),
        votes & (low >= 3 & result != vote_word | (low <= 2 | low == 7) & mask != vote_mask),
        shuffles & (result != ({32{shuffle_takes}} & shuffle_word) | group == 10 & mask != shuffle_in_range) | ranges & result != range,
        group == 9 & low <= 2 & mask != combined_masks | saves & mask != exec,
        group == 8 & low <= 11 & mask != compared,
        group == 7 & (low == 0 | low == 4 | low == 8 | low == 12) & result != counted,
        group == 7 & low >= 1 & low <= 3 & result != counted,
        group == 6 & (low == 0 | low == 2 | low == 3) & result != shifted,
        group == 5 & (low <= 4 & result != combined | low == 5 & mask != (|looked_up | q)),
        group == 4 & low <= 3 & result != extreme,
        multiplies & (possible & result != multiplied | wrong_halves),
        group == 2 & low <= 3 & result != sum,
        moves & result != moved | opcode == 8'h16 & mask != a[0]
    };
endmodule

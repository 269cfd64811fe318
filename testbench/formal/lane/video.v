// The video operations of one lane beside section 8 of ISA.md, for all operands and for every form that can be
// written: types, selectors, saturation, secondary operations, masks.
// The modifiers' places in the word are those of src/isa/video_encoding.rs. The four products of halves are cut out
// as in lane.v; the halves are those of the extended sources, 17 bits of two's complement.
module videos (
    input  wire [3:0]  low,             // lower digit of the opcode
    input  wire [31:0] a, b, c,
    input  wire        a_signed, b_signed, d_signed,
    input  wire        saturates,
    input  wire [2:0]  a_part, b_part,  // 0 the word, 1 and 2 a half, 3 to 6 a byte
    input  wire [2:0]  d_part,          // … that the result replaces in c; 0: there is no c
    input  wire [1:0]  secondary,       // 1 ADD, 2 MIN, 3 MAX
    input  wire        other,           // VAVRG, .WRAP
    input  wire [2:0]  relation,        // EQ, NE, LT, GE, LE, GT
    input  wire        four,            // four bytes, not two halves
    input  wire        accumulates,     // .ADD of SIMD
    input  wire [11:0] a_picks, b_picks, // three bits for each element: which of {b, a}
    input  wire [3:0]  mask,
    input  wire        negates_product, negates_c, adds_one,
    input  wire [1:0]  shift,           // 1 .SHR_7, 2 .SHR_15
    input  wire signed [33:0] ll, hh, lh, hl,
    output wire        wrong
);
    localparam [3:0] VADD = 0, VSUB = 1, VABSDIFF = 2, VMIN = 3, VMAX = 4, VSHL = 5, VSHR = 6, VSET = 7, VMAD = 8,
        VADD2 = 9, VSUB2 = 10, VAVRG2 = 11, VABSDIFF2 = 12, VMIN2 = 13, VMAX2 = 14, VSET2 = 15;
    wire sets = low == VSET | low == VSET2, shifts = low == VSHL | low == VSHR;
    wire is_scalar = low < VMAD, is_simd = low > VMAD, multiplies = low == VMAD;
    wire b_is_signed = b_signed & ~shifts;
    wire d_is_signed = d_signed & ~sets;
    wire clamps = saturates & ~sets & ~(is_simd & accumulates);
    wire [2:0] merged = secondary != 0 ? 3'd0 : d_part;
    // What can be written; and products that halves and words can have: no product of words has a high word of
    // ones alone.
    wire legal = a_part != 7 & b_part != 7 & d_part != 7 & relation < 6 & shift != 3
        & ~(adds_one & (negates_product | negates_c)) & (possible | ~multiplies);
    function is_possible(input [33:0] half, input of_lows);
        is_possible = half[33] ? ~of_lows & (&half[32:31]) : ~half[32];
    endfunction
    wire possible = is_possible(ll, 1) & is_possible(lh, 0) & is_possible(hl, 0) & is_possible(hh, 0)
        & (&product[68:63] | ~|product[68:64] & ~&product[63:32]);

    // ---- The form as bits of the word ----
    function [11:0] bytes_of_part(input [2:0] part, input own);
        case (part)
            0: bytes_of_part = {own, 2'd3, own, 2'd2, own, 2'd1, own, 2'd0};
            1, 2: bytes_of_part = {~own, 2'd0, ~own, 2'd0, own, part == 2, 1'b1, own, part == 2, 1'b0};
            default: bytes_of_part = {~own, 2'd0, ~own, 2'd0, ~own, 2'd0, own, part[1:0] - 2'd3};
        endcase
    endfunction
    function [11:0] bytes_of_picks(input [11:0] picks);
        bytes_of_picks = four ? picks
            : {picks[4:3], 1'b1, picks[4:3], 1'b0, picks[1:0], 1'b1, picks[1:0], 1'b0};
    endfunction
    function [3:0] bytes_replaced(input [2:0] part);
        bytes_replaced = part == 0 ? 4'b1111 : part < 3 ? 4'b0011 << 2 * (part - 1) : 4'b0001 << (part - 3);
    endfunction
    wire [3:0] byte_mask = is_simd ? (four ? mask : {{2{mask[1]}}, {2{mask[0]}}})
        : multiplies ? {2'd0, negates_c, negates_product} : bytes_replaced(merged);
    wire holds_equal = relation == 0 | relation == 1 | relation == 4 | relation == 5;
    wire holds_less = relation >= 2;
    wire is_opposite = relation == 1 | relation == 3 | relation == 5;
    wire [34:0] modifiers = {
        byte_mask,
        is_simd ? bytes_of_picks(b_picks) : bytes_of_part(b_part, 1'b1),
        is_simd ? bytes_of_picks(a_picks) : bytes_of_part(a_part, 1'b0),
        sets ? is_opposite : multiplies ? adds_one : (low == VADD | shifts) & other,
        is_simd ? {four, accumulates} : multiplies ? shift : secondary,
        sets ? holds_less : clamps,
        sets ? holds_equal : d_is_signed,
        b_is_signed, a_signed
    };
    wire [31:0] result;
    wire [135:0] halves;
    lanebeat_lane lane (
        .opcode({4'hf, low}), .a(a), .b(b), .c(c), .p(1'b0), .q(1'b0), .exec(1'b0), .video_modifiers(modifiers), .immediate(8'd0),
        .shuffle_word(32'd0), .shuffle_takes(1'b0), .shuffle_in_range(1'b0), .vote_word(32'd0), .vote_mask(1'b0), .modifiers(6'd0),
        .cut_halves(halves), .cut_products({hl, lh, hh, ll}), .result(result)
    );

    // ---- Scalar: extract, operate, clamp, then the secondary operation ----
    function signed [35:0] extended(input [31:0] word, input [2:0] part, input is_signed);
        reg [31:0] moved;
        case (part)
            0: extended = {{4{is_signed & word[31]}}, word};
            1, 2: begin
                moved = part == 2 ? word >> 16 : word;
                extended = {{20{is_signed & moved[15]}}, moved[15:0]};
            end
            default: begin
                moved = word >> 8 * (part - 3);
                extended = {{28{is_signed & moved[7]}}, moved[7:0]};
            end
        endcase
    endfunction
    wire signed [35:0] x = extended(a, a_part, a_signed), y = extended(b, b_part, b_is_signed);

    // To the range of so many bits, 8, 16, 32.
    function signed [35:0] clamped(input signed [35:0] t, input [5:0] bits, input is_signed);
        reg signed [35:0] least, most;
        begin
            least = is_signed ? -(36'sd1 <<< (bits - 1)) : 36'sd0;
            most = is_signed ? (36'sd1 <<< (bits - 1)) - 36'sd1 : (36'sd1 <<< bits) - 36'sd1;
            clamped = t < least ? least : t > most ? most : t;
        end
    endfunction
    function holds(input [2:0] which, input signed [35:0] left, input signed [35:0] right);
        case (which)
            0: holds = left == right;
            1: holds = left != right;
            2: holds = left < right;
            3: holds = left >= right;
            4: holds = left <= right;
            default: holds = left > right;
        endcase
    endfunction
    wire [5:0] amount = other ? {1'b0, b_low[4:0]} : |b_low[31:5] ? 6'd32 : b_low[5:0];
    wire [31:0] b_low = y[31:0];
    wire signed [35:0] moved_left = x << amount;
    reg signed [35:0] t;
    always @* case (low)
        VADD: t = other ? (x + y + 36'sd1) >>> 1 : x + y;
        VSUB: t = x - y;
        VABSDIFF: t = x < y ? y - x : x - y;
        VMIN: t = x < y ? x : y;
        VMAX: t = x < y ? y : x;
        VSHL: t = {{2{moved_left[33]}}, moved_left[33:0]};
        VSHR: t = x >>> amount;
        default: t = {35'd0, holds(relation, x, y)};
    endcase
    wire [5:0] d_bits = merged == 0 ? 6'd32 : merged < 3 ? 6'd16 : 6'd8;
    wire [31:0] kept = clamps ? clamped(t, d_bits, d_is_signed) : t;
    wire c_is_less = d_is_signed ? $signed(c) < $signed(kept) : c < kept;
    reg [31:0] replaced;
    always @* begin
        case (merged)
            0: replaced = kept;
            1: replaced = {c[31:16], kept[15:0]};
            2: replaced = {kept[15:0], c[15:0]};
            3: replaced = {c[31:8], kept[7:0]};
            4: replaced = {c[31:16], kept[7:0], c[7:0]};
            5: replaced = {c[31:24], kept[7:0], c[15:0]};
            default: replaced = {kept[7:0], c[23:0]};
        endcase
    end
    wire [31:0] scalar = secondary == 1 ? kept + c : secondary == 2 ? (c_is_less ? c : kept)
        : secondary == 3 ? (c_is_less ? kept : c) : replaced;

    // ---- VMAD: exact, from the products of halves ----
    wire signed [68:0] from_ll = ll, from_lh = lh, from_hl = hl, from_hh = hh;
    wire signed [68:0] product = from_ll + (from_lh <<< 16) + (from_hl <<< 16) + (from_hh <<< 32);
    wire is_signed = a_signed | b_signed | negates_product | negates_c;
    wire signed [68:0] addend = {{37{is_signed & c[31]}}, c};
    wire signed [68:0] sum = (negates_product ? -product : product) + (negates_c ? -addend : addend) + {68'd0, adds_one};
    wire signed [68:0] shifted = shift == 1 ? sum >>> 7 : shift == 2 ? sum >>> 15 : sum;
    wire signed [68:0] most = is_signed ? 69'sh7fffffff : 69'shffffffff;
    wire signed [68:0] least = is_signed ? -69'sh80000000 : 69'sd0;
    wire [31:0] multiplied = saturates & shifted > most ? most : saturates & shifted < least ? least : shifted;
    wire [16:0] x_low = x[15:0], y_low = y[15:0], x_high = x[32:16], y_high = y[32:16];
    wire wrong_halves = halves != {x_high, y_low, x_low, y_high, x_high, y_high, x_low, y_low};

    // ---- SIMD: element by element ----
    wire [63:0] both = {b, a};
    function signed [35:0] element(input [2:0] pick, input is_signed);
        reg [63:0] moved;
        begin
            moved = four ? both >> 8 * pick : both >> 16 * pick[1:0];
            element = four ? {{28{is_signed & moved[7]}}, moved[7:0]} : {{20{is_signed & moved[15]}}, moved[15:0]};
        end
    endfunction
    function signed [35:0] combined(input signed [35:0] left, input signed [35:0] right);
        case (low)
            VADD2: combined = left + right;
            VSUB2: combined = left - right;
            VAVRG2: combined = left + right >= 0 ? (left + right + 36'sd1) >>> 1 : (left + right) >>> 1;
            VABSDIFF2: combined = left < right ? right - left : left - right;
            VMIN2: combined = left < right ? left : right;
            VMAX2: combined = left < right ? right : left;
            default: combined = {35'd0, holds(relation, left, right)};
        endcase
    endfunction
    reg [31:0] elements, total;
    reg signed [35:0] one, summand [0:3];
    integer i;
    always @* begin
        elements = c;
        for (i = 0; i < 4; i = i + 1) begin
            one = combined(element(a_picks[3 * i +: 3], a_signed), element(b_picks[3 * i +: 3], b_signed));
            summand[i] = mask[i] & (four | i < 2) ? one : 36'sd0;
        end
        // In pairs, as an order must be chosen.
        total = c + ((summand[0] + summand[2]) + (summand[1] + summand[3]));
        for (i = 0; i < 4; i = i + 1) if (mask[i] & (four | i < 2)) begin
            one = summand[i];
            if (clamps) one = clamped(one, four ? 6'd8 : 6'd16, d_is_signed);
            if (four) elements[8 * i +: 8] = one[7:0];
            else if (i == 0) elements[15:0] = one[15:0];
            else elements[31:16] = one[15:0];
        end
    end
    wire [31:0] wanted = is_simd ? (accumulates ? total : elements) : multiplies ? multiplied : scalar;

    assign wrong = legal & (result != wanted | multiplies & wrong_halves);
endmodule

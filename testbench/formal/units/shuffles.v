// SHFL and the lane moves over a wave of `THREADS threads, `LANES in the lanes and `PART in the crossbar (sections 5 and
// 10): whatever was kept before, after its passes the lane has the word, the predicate and who is written of its thread.
// An instruction passes once for each part in which its source can be, and each pass is an `execute` of its own with the
// same operands; a lane that keeps takes what the pass before gave. What machine/machine.v does not prove of a pass is
// anything there: b and c before the last pass but where a thread says its source with them, guards before it and guards
// of others but where these decide, addresses of others but of ds_permute_b32.
module shuffles (
    input  wire [3:0] low,                // of the opcode
    input  wire       is_shuffle,         // SHFL, else a lane move
    input  wire [$clog2(`THREADS)-1:0] i, // the thread; the results of others are not looked at
    input  wire [32*`THREADS-1:0] a, b,
    input  wire [32*`THREADS-1:0] others, // in place of a, where an instruction does not gather
    input  wire [32*`LANES-1:0] c,        // of the beat
    input  wire       b_is_literal, c_is_literal,
    input  wire [31:0] literal, literal_high,
    input  wire       fetches_inactive, bound, // FI and BC of a permute
    input  wire [`THREADS-1:0] exec, guard,
    input  wire [33:0] before,            // what was kept before
    input  wire [32*`LANES*`PASSES-1:0] any_b, any_c,             // in place of what is not there
    input  wire [`LANES*`PASSES-1:0] any_guard_row,
    input  wire [`THREADS*`PASSES-1:0] any_guard,
    input  wire [$clog2(`THREADS)*`THREADS*`PASSES-1:0] any_addresses,
    output wire       wrong
);
    localparam WARP = `THREADS < 32 ? `THREADS : 32;
    localparam BITS = $clog2(WARP), WAVE_BITS = $clog2(`THREADS);

    wire [7:0] lane = i % `LANES, beat = i / `LANES;
    wire [7:0] opcode = {2'b10, is_shuffle, ~is_shuffle, low};
    wire is_range = is_shuffle & low[2];
    wire is_permute = ~is_shuffle & (low == 10 | low == 11);

    // Threads side by side in which the source can be, and the passes that show all of them.
    wire [8:0] reach = is_range ? 1 : is_shuffle | low == 11 | low == 15 ? WARP : low == 10 ? 16 : `THREADS;
    wire [8:0] seen = is_range | reach > `LANES ? reach : `LANES;
    wire [8:0] passes = (seen + `PART - 1) / `PART;

    // Where rows come one by one, an instruction that looks into no other beat gathers nothing. Where they do not
    // (`WHOLE), every word is there.
`ifdef WHOLE
    wire gathers = 1'b1;
`else
    wire gathers = reach > `LANES;
`endif

    // What is read before the last pass, and of others.
    wire early_c = is_shuffle & ~is_range;
    wire is_push = ~is_shuffle & low == 14;
    wire early_b = early_c | is_push | ~is_shuffle & low == 13;
    wire others_masks = is_push | ~is_shuffle & low == 9;

    // The operands of a beat are those of its threads.
    wire [32*`LANES-1:0] a_row = a[32 * `LANES * beat +: 32 * `LANES], b_row = b[32 * `LANES * beat +: 32 * `LANES];
    wire [`LANES-1:0] exec_row = exec[`LANES * beat +: `LANES], guard_row = guard[`LANES * beat +: `LANES];
    wire [WAVE_BITS*`THREADS-1:0] addresses;
    genvar thread, pass;
    generate
        for (thread = 0; thread < `THREADS; thread = thread + 1) begin : threads
            assign addresses[WAVE_BITS * thread +: WAVE_BITS] = b[32 * thread + 2 +: WAVE_BITS];
        end

        for (pass = `PASSES - 1; pass >= 0; pass = pass - 1) begin : all
            wire [32*`LANES-1:0] result;
            wire [`LANES-1:0] mask, written, keeps, moves;
            wire [3:0] passes_left = pass;
            lanebeat_execute execute (
                .instruction_opcode(opcode), .instruction_b_is_literal(b_is_literal),
                .instruction_c_is_literal(c_is_literal), .instruction_literal(literal),
`ifdef HAS_instruction_literal_high
                .instruction_literal_high(literal_high),
`endif
`ifdef HAS_instruction_permute_fetch_inactive
                .instruction_permute_fetch_inactive(fetches_inactive), .instruction_permute_bound_control(bound),
`endif
`ifdef HAS_instruction_dpp_enable
                .instruction_dpp_enable(1'b0),
`endif
`ifdef HAS_instruction_passes_left
                .instruction_passes_left(passes_left),
`endif
`ifdef HAS_beat
                .beat(beat),
`endif
                .operands_a_row(a_row),
                .operands_b_row(pass == 0 | early_b ? b_row : any_b[32 * `LANES * pass +: 32 * `LANES]),
                .operands_c_row(pass == 0 | early_c ? c : any_c[32 * `LANES * pass +: 32 * `LANES]),
`ifdef HAS_operands_a_read
                .operands_a_read(beat == 0 ? a : others), .operands_a_wave(beat == 0 ? others : a),
`elsif HAS_operands_a_wave
                .operands_a_wave(gathers ? a : others),
`endif
`ifdef HAS_operands_addresses
                .operands_addresses(
                    is_push ? addresses : any_addresses[WAVE_BITS * `THREADS * pass +: WAVE_BITS * `THREADS]
                ),
`endif
                .masks_guard(pass == 0 | others_masks ? guard_row : any_guard_row[`LANES * pass +: `LANES]), .exec_row(exec_row),
`ifdef HAS_masks_guard_wave
                .masks_guard_wave(others_masks ? guard : any_guard[`THREADS * pass +: `THREADS]),
`endif
`ifdef HAS_exec_wave
                .exec_wave(exec),
`endif
`ifdef HAS_pass_keeps
                .pass_keeps(keeps),
`else
                .passes(1'b1),
`endif
`ifdef HAS_pass_moves
                .pass_moves(moves),
`endif
                .result(result), .mask(mask), .written(written)
            );
`ifndef HAS_pass_keeps
            assign keeps = 0;
`endif
`ifndef HAS_pass_moves
            assign moves = -1;
`endif
            wire [33:0] given = {moves[lane], mask[lane], result[32 * lane +: 32]};
            wire [33:0] kept, now = keeps[lane] ? kept : given;
            if (pass == `PASSES - 1) begin : first
                assign kept = before;
            end else begin : later
                assign kept = pass + 1 == passes ? before : all[pass + 1].now;
            end
        end
    endgenerate
    wire [31:0] result;
    wire moves, mask;
    assign {moves, mask, result} = all[0].now;
    wire written = all[0].written[lane] & moves;

    // The thread in its warp, and the first thread of that.
    wire [BITS-1:0] in_warp = i;
    wire [WAVE_BITS-1:0] warp = i - in_warp;

    // SHFL (section 5).
    wire [31:0] b_word = b[32 * i +: 32], c_word = c[32 * lane +: 32];
    wire [BITS-1:0] index = b_is_literal ? literal[16 +: BITS] : b_word;
    wire [BITS-1:0] clamp = c_is_literal ? literal : c_word;
    wire [BITS-1:0] segment = c_is_literal ? literal[8 +: BITS] : c_word[8 +: BITS];
    wire [BITS-1:0] min = in_warp & segment;
    wire [BITS-1:0] max = min | clamp & ~segment;
    reg signed [BITS+1:0] j, limit;
    reg in_range;
    always @* begin
        limit = {2'b00, max};
        case (low[1:0])
            0: j = {2'b00, min | index & ~segment};
            1: j = {2'b00, in_warp} - {2'b00, index};
            2: j = {2'b00, in_warp} + {2'b00, index};
            3: j = {2'b00, in_warp ^ index};
        endcase
        in_range = low[1:0] == 1 ? j >= limit : j <= limit;
    end
    wire [WAVE_BITS-1:0] shuffled = in_range ? warp + j[BITS-1:0] : i;

    // ds_swizzle_b32 (section 10): `o` and its fields.
    wire [15:0] o = literal[15:0];
    wire [BITS-1:0] keep = o[0 +: BITS], sets = o[5 +: BITS], flips = o[10 +: BITS];
    wire [BITS-1:0] turned = o[10] ? in_warp - sets : in_warp + sets;
    wire [1:0] of_quad = o[2 * i[1:0] +: 2];
    reg [BITS-1:0] reversed, swizzled;
    reg [3:0] ones;
    integer n;
    always @* begin
        ones = 0;
        for (n = 0; n < BITS; n = n + 1) begin
            reversed[n] = in_warp[BITS - 1 - n];
            ones = ones + keep[n];
        end
        if (o >= 16'he000) swizzled = reversed >> ones | in_warp & keep;
        else if (o >= 16'hc000) swizzled = in_warp & keep | turned & ~keep;
        else if (o >= 16'h8000) swizzled = {in_warp[BITS-1:2], of_quad};
        else swizzled = (in_warp & keep | sets) ^ flips;
    end

    // Who sends (ds_permute_b32), and the lowest that executes (v_readfirstlane_b32).
    reg [WAVE_BITS-1:0] sender, lowest;
    reg sent;
    always @* begin
        sender = 0;
        sent = 0;
        for (n = 0; n < `THREADS; n = n + 1)
            if (exec[n] & guard[n] & b[32 * n + 2 +: WAVE_BITS] == i) begin
                sender = n;
                sent = 1;
            end
        lowest = 0;
        for (n = `THREADS - 1; n >= 0; n = n - 1)
            if (exec[n] & guard[n]) lowest = n;
    end

    // The lane moves: a source, which may not exist, and whether it must be in EXEC.
    wire [63:0] nibbles = {literal_high, literal};
    wire [8:0] place = nibbles[4 * i[3:0] +: 4];
    reg [8:0] source;
    reg looks_at_exec;
    always @* begin
        looks_at_exec = 0;
        case (low[2:0])
            0: source = literal % `THREADS;
            1: source = lowest;
            2: source = i / 16 * 16 + place;
            3: source = (i / 16 ^ 1) * 16 + place;
            4: source = i ^ 32;
            5: source = b_word / 4 % `THREADS;
            6: source = sent ? sender : `THREADS;
            7: source = warp + swizzled;
        endcase
        case (low[2:0])
            2, 3: looks_at_exec = ~fetches_inactive;
            5, 7: looks_at_exec = 1;
        endcase
    end
    wire exists = source < `THREADS;
    wire [WAVE_BITS-1:0] from = is_shuffle ? shuffled : source;
    wire fetched = is_shuffle | exists & (~looks_at_exec | exec[from]);

    wire [31:0] word = is_range ? (~in_range ? 0 : low[3] ? 32'h3f800000 : 32'hffffffff) : fetched ? a[32 * from +: 32] : 0;
    wire wanted = exec[i] & guard[i] & (~is_permute | fetched | bound);
    assign wrong = written != wanted | wanted & (result != word | is_shuffle & ~is_range & mask != in_range);
endmodule

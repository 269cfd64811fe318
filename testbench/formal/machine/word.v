// What an instruction word says, from the tables of ISA.md and the layout of the word in src/isa/encoding.rs: which
// operands it has, what it writes, and where its result comes from. Nothing here knows of time.
module word (
    input  wire [127:0] word,

    output wire       legal,           // an operation of a machine without video, float
    output wire       reads_a,         // operand a is a register
    output wire       reads_b,         // operand b is a register
    output wire       reads_c,         // operand c is a register
    output wire       writes_register, // there is a destination register
    output wire       others_words,    // a of other threads counts: SHFL, lane moves, MATCH, a DPP modifier
    output wire       others_masks,    // guards of other threads count: votes, v_readfirstlane_b32, ds_permute_b32
    output wire       others_q,        // q of other threads counts: VOTE.ANY, ALL, UNI, BALLOT
    output wire       others_b,        // b of other threads counts: ds_permute_b32
    output wire       is_match,        // MATCH.ANY, MATCH.ALL
    output wire       is_redux,        // REDUX
    output wire       is_exec,         // an operation on EXEC
    output wire       writes_exec      // … that changes it
`ifdef PART
    ,
    output wire [2:0] parts,           // passes in which SHFL or a lane move sees words of others; 1 of others
    output wire [3:0] passes,          // all of its passes
    output wire       modifies,        // there is a DPP modifier
    output wire       is_written,      // the assembler gives such a word: SHFL and MATCH have no modifier
    output wire       parts_need_b,    // who sees parts looks at b in each of these passes
    output wire       parts_need_c     // … at c
`endif
);
    wire [7:0] opcode = word[71:64];
    wire [3:0] kind = opcode[7:4], low = opcode[3:0];
    wire a_is_literal = word[121], b_is_literal = word[122], c_is_literal = word[123];

    // Section 4.
    wire moves = opcode == 8'h10 | opcode == 8'h11;
    wire writelane = opcode == 8'h18;
    wire adds = kind == 2 & low <= 2;
    wire multiplies = kind == 3 & low <= 3;
    wire extremes = kind == 4 & low <= 3;
    wire logic_ = kind == 5 & low <= 3;
    wire shifts = kind == 6 & (low == 0 | low == 2 | low == 3);
    wire counts = kind == 7 & low <= 4;
    wire compares = kind == 8 & low <= 11;
    wire masks = kind == 9 & low <= 2;
    // Section 10; v_permlane64_b32 is for 64 threads.
    wire lane_moves = kind == 9 & low >= 8 & (low != 12 | `THREADS == 64);
    // Section 5.
    wire shuffles = kind == 10 & low <= 3;
    wire ranges = kind == 10 & (low[3:2] == 1 | low[3:2] == 3);
    // Section 7.
    wire votes = kind == 14 & low <= 4;
    wire matches = kind == 14 & low[3:1] == 3;
    wire reduces = kind == 14 & low >= 8;
    // Sections 4, 9.
    wire specials = opcode == 8'h12 | opcode == 8'h14;
    wire others = kind == 0 & low <= 7 & low != 3 | opcode == 8'h16;

    assign is_exec = kind == 11 & low <= 7;
    assign writes_exec = is_exec & low != 1;
    assign is_match = matches;
    assign is_redux = reduces;
    assign legal = moves | writelane | adds | multiplies | extremes | logic_ | shifts | counts | compares | masks
        | lane_moves | shuffles | ranges | votes | matches | reduces | specials | others | is_exec;

    wire has_a = moves | writelane | adds | multiplies | extremes | logic_ | shifts | counts | compares
        | lane_moves | shuffles | matches | reduces;
    wire has_b = opcode == 8'h11 | writelane | adds | multiplies | extremes | logic_ & low != 3 | shifts
        | opcode == 8'h70 | compares | lane_moves & low != 9 & low != 12 | shuffles | ranges;
    wire has_c = opcode == 8'h33 | opcode == 8'h9a | opcode == 8'h9b | shuffles | ranges;
    assign reads_a = has_a & ~a_is_literal;
    assign reads_b = has_b & ~b_is_literal;
    assign reads_c = has_c & ~c_is_literal;
    assign writes_register = moves | specials | writelane | adds | multiplies | extremes | logic_ | shifts | counts
        | lane_moves | shuffles | ranges | votes & low >= 3 | matches | reduces;

    // A modifier follows any lane operation (section 6); the word's bit means something else to a lane move, and to
    // who writes no thread.
    wire modified = `DPP & word[32] & ~writelane & ~lane_moves & ~is_exec & ~(kind == 0);
    assign others_words = shuffles | lane_moves | matches | modified;
    assign others_masks = votes | matches | reduces | opcode == 8'h99 | opcode == 8'h9e;
    assign others_q = votes & low <= 3;
    assign others_b = opcode == 8'h9e;

`ifdef PART
    // Which threads side by side an operation looks at, and how often it passes for that
    // (docs/learn/register-files.md, "What passes several times"), with fewer than 16 lanes.
    localparam WARP = `THREADS < 32 ? `THREADS : 32;
    wire in_warp = shuffles | lane_moves & (low == 11 | low == 15);
    wire in_row = lane_moves & low == 10;
    wire in_wave = lane_moves & ~in_warp & ~in_row;
    wire collective = votes | matches | reduces;
    wire [7:0] reach = in_wave ? `THREADS : in_warp | collective ? WARP : in_row | modified & reads_a ? 16 : 1;
    wire [7:0] seen = reach > `LANES ? reach : `LANES;
    assign parts = shuffles | lane_moves ? (seen + `PART - 1) / `PART : 1;
`ifdef ROWS
    wire gathers = reach > `LANES;
`else
    wire gathers = 1'b0;
`endif
    assign passes = reduces ? 2 : gathers + (matches ? `MATCHES : parts);
    assign modifies = modified;
    assign is_written = ~(modified & (shuffles | matches));
    // Other lane moves are told by a literal.
    assign parts_need_b = shuffles | lane_moves & (low == 13 | low == 14);
    assign parts_need_c = shuffles;
`endif
endmodule

// lanebeat_wave_shuffle_lane: One lane of the shuffle: source selects and 32-bit crossbar column.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_wave_shuffle_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0] mode,          // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [2:0] kind,          // lane move: lower digit of the opcode less 8
    input  wire [1:0] beat,          // beat that executes
    input  wire       is_move,       // a lane move, else SHFL
    input  wire       ignores_exec,  // an inactive source supplies its word
    input  wire       always_writes, // a thread without a source executes with 0

    input  wire [31:0] literal_low,  // thread, swizzle or selectors of places 0 to 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15

    input  wire          later,           // the instruction saw another part in the pass before
    input  wire          shown_part,      // the part of the wave whose words are there
    input  wire [5:0]    first,           // lowest executing thread
    input  wire [31:0]   senders,         // threads of the part that execute and address this beat
    input  wire [127:0]  addressed_lanes, // lane that each thread of the part addresses, bit by bit
    input  wire [5:0]    address,         // thread that operand b addresses
    input  wire [4:0]    index,           // operand b
    input  wire [4:0]    clamp,           // operand c, low bits
    input  wire [4:0]    segment_mask,    // operand c, from bit 8
    input  wire [31:0]   exec,            // EXEC of every thread of the part
    input  wire [1023:0] words,           // operand a of every thread of the part
    output wire [31:0]   word,            // the word taken, 0 where none is
    output wire          in_range,        // SHFL: whether the wanted thread exists in the segment
    output wire          write,           // the thread may be written
    output wire          keeps            // the word is that of the pass before
);

    wire [4:0] shuffle_select_source;
    wire [4:0] push_sender;
    wire push_sent;
    wire [5:0] move_source;
    wire move_exists;
    wire [31:0] column_word;

    wire [5:0] thread = {beat, INDEX[3:0]};
    wire [5:0] source = is_move ? move_source : {thread[5], shuffle_select_source};
    wire may_move = move_exists & (ignores_exec | exec[source[4:0]]);

    // The source lies in the part that is shown, and may be taken.
    wire fetched = (source[5] == shown_part) & (~is_move | may_move);
    assign word = column_word & {32{fetched}};
    assign keeps = later & ~fetched;
    assign write = fetched | always_writes;

    lanebeat_shuffle_select shuffle_select (
        .mode(mode), .thread(thread[4:0]), .index(index), .clamp(clamp),
        .segment_mask(segment_mask), .source(shuffle_select_source), .in_range(in_range)
    );

    lanebeat_push_select push (
        .lane(INDEX[3:0]), .senders(senders), .addressed_lanes(addressed_lanes),
        .sender(push_sender), .sent(push_sent)
    );

    lanebeat_lane_move move (
        .kind(kind), .thread(thread), .literal_low(literal_low), .literal_high(literal_high),
        .first(first), .address(address), .sender({shown_part, push_sender}), .sent(push_sent),
        .source(move_source), .exists(move_exists)
    );

    lanebeat_crossbar_column_32 column_unit (
        .words(words), .source(source[4:0]), .word(column_word)
    );

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_wave_shuffle_lane: One lane of the shuffle: source selects and 32-bit crossbar column.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true
// Made by: lanebeat generate core
module lanebeat_wave_shuffle_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0] mode,          // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [2:0] kind,          // lane move: lower digit of the opcode less 8
    input  wire [1:0] beat,          // beat that executes
    input  wire       is_move,       // a lane move, else SHFL
    input  wire       ignores_exec,  // an inactive source supplies its word
    input  wire       always_writes, // a thread without a source executes with 0

    input  wire [31:0] literal,      // thread, swizzle or selectors of places 0 to 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15

    input  wire [5:0]    first,           // lowest executing thread
    input  wire [63:0]   senders,         // threads that execute and address this beat
    input  wire [255:0]  addressed_lanes, // lane that each thread addresses, bit by bit
    input  wire [5:0]    address,         // thread that operand b addresses
    input  wire [4:0]    index,           // operand b
    input  wire [4:0]    clamp,           // operand c, low bits
    input  wire [4:0]    segment_mask,    // operand c, from bit 8
    input  wire [63:0]   exec,            // EXEC of every thread of the wave
    input  wire [2047:0] words,           // operand a of every thread of the wave
    output wire [31:0]   word,            // the word taken, 0 where none is
    output wire          in_range,        // SHFL: whether the wanted thread exists in the segment
    output wire          write            // the thread may be written
);

    wire [4:0] select_source;
    wire [5:0] push_sender;
    wire push_sent;
    wire [5:0] move_source;
    wire move_exists;
    wire [31:0] column_word;

    wire [5:0] thread = {beat, INDEX[3:0]};
    wire [5:0] source = is_move ? move_source : {thread[5], select_source};
    wire [31:0] fetched_term_of_32 = source[5] ? exec[63:32] : exec[31:0];
    wire [15:0] fetched_term_of_16 =
        source[4] ? fetched_term_of_32[31:16] :
        fetched_term_of_32[15:0];
    wire [7:0] fetched_term_of_8 = source[3] ? fetched_term_of_16[15:8] : fetched_term_of_16[7:0];
    wire [3:0] fetched_term_of_4 = source[2] ? fetched_term_of_8[7:4] : fetched_term_of_8[3:0];
    wire [1:0] fetched_term_of_2 = source[1] ? fetched_term_of_4[3:2] : fetched_term_of_4[1:0];
    wire fetched_term = source[0] ? fetched_term_of_2[1] : fetched_term_of_2[0];
    wire fetched = ~is_move | (move_exists & (ignores_exec | fetched_term));
    assign word = column_word & {32{fetched}};
    assign write = fetched | always_writes;

    lanebeat_shuffle_select select (
        .mode(mode), .thread(thread[4:0]), .index(index), .clamp(clamp),
        .segment_mask(segment_mask), .source(select_source), .in_range(in_range)
    );

    lanebeat_push_select push (
        .lane(INDEX[3:0]), .senders(senders), .addressed_lanes(addressed_lanes),
        .sender(push_sender), .sent(push_sent)
    );

    lanebeat_lane_move move (
        .kind(kind), .thread(thread), .literal(literal), .literal_high(literal_high),
        .first(first), .address(address), .sender(push_sender), .sent(push_sent),
        .source(move_source), .exists(move_exists)
    );

    lanebeat_crossbar_column_64 column_unit (
        .words(words), .source(source), .word(column_word)
    );

endmodule

// lanebeat_wave_shuffle_lane: One lane of the shuffle: source selects and 32-bit crossbar column.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_wave_shuffle_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire       clock,         // rising edge
    input  wire [1:0] mode,          // 0 IDX, 1 UP, 2 DOWN, 3 BFLY, in cycle 6
    input  wire [2:0] kind,          // lane move: lower digit of the opcode less 8, in cycle 8
    input  wire [1:0] beat,          // beat that executes, in cycle 6
    input  wire       is_move,       // a lane move, else SHFL, in cycle 8
    input  wire       ignores_exec,  // an inactive source supplies its word, in cycle 9
    input  wire       always_writes, // a thread without a source executes with 0, in cycle 10

    input  wire [31:0] literal_low,  // thread, swizzle or selectors of places 0 to 7, in cycle 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15, in cycle 7

    // the instruction saw another part in the pass before, in cycle 10
    input  wire          later,
    input  wire          shown_part,   // the part of the wave whose words are there, in cycle 8
    input  wire [5:0]    first,        // lowest executing thread, in cycle 8
    // threads of the part that execute and address the lane's thread, in cycle 0
    input  wire [31:0]   senders,
    input  wire [5:0]    address,      // thread that operand b addresses, in cycle 6
    input  wire [4:0]    index,        // operand b, in cycle 6
    input  wire [4:0]    clamp,        // operand c, low bits, in cycle 0
    input  wire [4:0]    segment_mask, // operand c, from bit 8, in cycle 0
    input  wire [31:0]   exec,         // EXEC of every thread of the part, in cycle 9
    input  wire [1023:0] words,        // operand a of every thread of the part, in cycle 9
    output wire [31:0]   word,         // the word taken, in cycle 9
    output wire          takes,        // a word is taken, else 0, in cycle 10
    // SHFL: whether the wanted thread exists in the segment, in cycle 8
    output wire          in_range,
    output wire          write,        // the thread may be written, in cycle 10
    output wire          keeps,        // the word is that of the pass before, in cycle 10
    input  wire          is_move_2     // registers take what only this uses, in cycle 0
);

    reg [1:0] beat_s7;
    reg [4:0] push_sender_s1, push_sender_s2, push_sender_s3, push_sender_s4, push_sender_s5,
              push_sender_s6, push_sender_s7, push_sender_s8;
    reg is_move_s1, is_move_s2, is_move_s3, is_move_s4, is_move_s5, is_move_s6, is_move_s7,
        beat_s8, is_move_s8, move_exists_s9, shown_part_s9, is_move_s9, fetches_s10;
    reg [5:0] source_s9;
    wire [4:0] shuffle_select_source;
    wire [4:0] push_sender;
    wire push_sent;
    wire [5:0] move_source;
    wire move_exists;

    wire [5:0] thread = {beat_s7, INDEX[3:0]};
    wire [5:0] source = is_move ? move_source : {beat_s8, shuffle_select_source};
    wire may_move = move_exists_s9 & (ignores_exec | exec[source_s9[4:0]]);

    // The source lies in the part that is shown, and may be taken.
    wire fetches = (source_s9[5] == shown_part_s9) & (~is_move_s9 | may_move);
    assign keeps = later & ~fetches_s10;
    assign write = always_writes | fetches_s10;

    lanebeat_shuffle_select shuffle_select (
        .clock(clock), .mode(mode), .thread(thread[4:0]), .index(index), .clamp(clamp),
        .segment_mask(segment_mask), .source(shuffle_select_source), .in_range(in_range)
    );

    lanebeat_push_select push (
        .senders(senders), .sender(push_sender), .sent(push_sent)
    );

    lanebeat_lane_move move (
        .clock(clock), .kind(kind), .thread(thread),
        .literal_low(literal_low), .literal_high(literal_high),
        .first(first), .address(address), .sender({shown_part, push_sender_s8}), .sent(push_sent),
        .source(move_source), .exists(move_exists), .is_move(is_move_2)
    );

    lanebeat_crossbar_column_32 column_unit (
        .words(words), .source(source_s9[4:0]), .word(word)
    );

    always @(posedge clock) begin
        beat_s7 <= beat;
        is_move_s1 <= is_move_2;
        is_move_s2 <= is_move_s1;
        is_move_s3 <= is_move_s2;
        is_move_s4 <= is_move_s3;
        is_move_s5 <= is_move_s4;
        is_move_s6 <= is_move_s5;
        is_move_s7 <= is_move_s6;
        beat_s8 <= beat_s7[1];
        source_s9 <= source;
        is_move_s8 <= is_move_s7;
        shown_part_s9 <= shown_part;
        is_move_s9 <= is_move;
        fetches_s10 <= fetches;
    end

    always @(posedge clock) begin
        if (is_move_2) begin
            push_sender_s1 <= push_sender;
        end
    end

    always @(posedge clock) begin
        if (is_move_s1) begin
            push_sender_s2 <= push_sender_s1;
        end
    end

    always @(posedge clock) begin
        if (is_move_s2) begin
            push_sender_s3 <= push_sender_s2;
        end
    end

    always @(posedge clock) begin
        if (is_move_s3) begin
            push_sender_s4 <= push_sender_s3;
        end
    end

    always @(posedge clock) begin
        if (is_move_s4) begin
            push_sender_s5 <= push_sender_s4;
        end
    end

    always @(posedge clock) begin
        if (is_move_s5) begin
            push_sender_s6 <= push_sender_s5;
        end
    end

    always @(posedge clock) begin
        if (is_move_s6) begin
            push_sender_s7 <= push_sender_s6;
        end
    end

    always @(posedge clock) begin
        if (is_move_s7) begin
            push_sender_s8 <= push_sender_s7;
        end
    end

    always @(posedge clock) begin
        if (is_move_s8) begin
            move_exists_s9 <= move_exists;
        end
    end

    assign takes = fetches_s10;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

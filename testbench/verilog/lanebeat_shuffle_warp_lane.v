// lanebeat_shuffle_warp_lane: One lane of the warp shuffle: source select and 32-bit crossbar column.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   mode          input     2  0 IDX, 1 UP, 2 DOWN, 3 BFLY
//   words         input   512  operand a of every thread of the warp
//   beat_of_warp  input     2  beat of the warp that executes
//   index         input     4  operand b
//   clamp         input     4  operand c, low bits
//   segment_mask  input     4  operand c, from bit 8
//   word          output   32  the word taken
//   in_range      output    1  whether the wanted thread exists in the segment
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_shuffle_warp_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire [1:0]   mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [511:0] words,        // operand a of every thread of the warp
    input  wire [1:0]   beat_of_warp, // beat of the warp that executes
    input  wire [3:0]   index,        // operand b
    input  wire [3:0]   clamp,        // operand c, low bits
    input  wire [3:0]   segment_mask, // operand c, from bit 8
    output wire [31:0]  word,         // the word taken
    output wire         in_range      // whether the wanted thread exists in the segment
);

    wire [3:0] select_source;
    wire select_in_range;
    wire [31:0] column_word;

    wire [3:0] select_thread = {beat_of_warp, INDEX[1:0]};

    lanebeat_shuffle_select select (
        .mode(mode),
        .thread(select_thread),
        .index(index),
        .clamp(clamp),
        .segment_mask(segment_mask),
        .source(select_source),
        .in_range(select_in_range)
    );

    lanebeat_crossbar_column column_unit (
        .words(words),
        .source(select_source),
        .word(column_word)
    );

    assign word = column_word;
    assign in_range = select_in_range;

endmodule

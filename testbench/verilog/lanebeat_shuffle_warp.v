// lanebeat_shuffle_warp: SHFL of the lanes that serve one warp in this beat.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   mode          input     2  0 IDX, 1 UP, 2 DOWN, 3 BFLY
//   words         input   512  operand a of every thread of the warp
//   index         input    16  operand b of each lane: the low bits that count
//   clamp         input    16  operand c of each lane: the clamp
//   segment_mask  input    16  operand c of each lane: the segment mask
//   beat_of_warp  input     2  beat of the warp that executes
//   word          output  128  the word of each lane
//   in_range      output    4  whether each lane's wanted thread is in range
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_shuffle_warp (
    input  wire [1:0]   mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [511:0] words,        // operand a of every thread of the warp
    input  wire [15:0]  index,        // operand b of each lane: the low bits that count
    input  wire [15:0]  clamp,        // operand c of each lane: the clamp
    input  wire [15:0]  segment_mask, // operand c of each lane: the segment mask
    input  wire [1:0]   beat_of_warp, // beat of the warp that executes
    output wire [127:0] word,         // the word of each lane
    output wire [3:0]   in_range      // whether each lane's wanted thread is in range
);

    genvar copy;
    wire [127:0] lane_word;
    wire [3:0] lane_in_range;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
            lanebeat_shuffle_warp_lane #(.INDEX(copy)) unit (
                .mode(mode),
                .words(words),
                .beat_of_warp(beat_of_warp),
                .index(index[copy*4 +: 4]),
                .clamp(clamp[copy*4 +: 4]),
                .segment_mask(segment_mask[copy*4 +: 4]),
                .word(lane_word[copy*32 +: 32]),
                .in_range(lane_in_range[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign in_range = lane_in_range;

endmodule

// lanebeat_shuffle_warp: SHFL of the lanes that serve one warp in this beat.
//
// Parameters of this build:
//   lanes = 16
//   beats = 4
//   registers = 64
//   waves = 8
//   register_file = "wide"
//   alu_stages = 0
//   dpp = true
//   shuffle = true
//   vote = true
//   video = true
//   float = true
//   barrier = true
//
// Ports (name, direction, bits, purpose):
//   mode          input      2  0 IDX, 1 UP, 2 DOWN, 3 BFLY
//   words         input   1024  operand a of every thread of the warp
//   index         input     80  operand b of each lane: the low bits that count
//   clamp         input     80  operand c of each lane: the clamp
//   segment_mask  input     80  operand c of each lane: the segment mask
//   beat_of_warp  input      1  beat of the warp that executes
//   word          output   512  the word of each lane
//   in_range      output    16  whether each lane's wanted thread is in range
//
// Made by:
//   lanebeat generate core
module lanebeat_shuffle_warp (
    input  wire [1:0]    mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [1023:0] words,        // operand a of every thread of the warp
    input  wire [79:0]   index,        // operand b of each lane: the low bits that count
    input  wire [79:0]   clamp,        // operand c of each lane: the clamp
    input  wire [79:0]   segment_mask, // operand c of each lane: the segment mask
    input  wire          beat_of_warp, // beat of the warp that executes
    output wire [511:0]  word,         // the word of each lane
    output wire [15:0]   in_range      // whether each lane's wanted thread is in range
);

    genvar copy;
    wire [511:0] lane_word;
    wire [15:0] lane_in_range;

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_shuffle_lane #(.INDEX(copy)) unit (
                .mode(mode),
                .words(words),
                .beat_of_warp(beat_of_warp),
                .index(index[copy*5 +: 5]),
                .clamp(clamp[copy*5 +: 5]),
                .segment_mask(segment_mask[copy*5 +: 5]),
                .word(lane_word[copy*32 +: 32]),
                .in_range(lane_in_range[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign in_range = lane_in_range;

endmodule

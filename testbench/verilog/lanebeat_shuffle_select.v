// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Parameters of this build:
//   lanes=4, beats=4, registers=16, waves=2, register_file="wide", alu_stages=0, dpp=true, shuffle=true,
//   vote=true, video=true, float=true, barrier=true
// Ports (name, direction, bits, purpose):
//   mode          input   2  0 IDX, 1 UP, 2 DOWN, 3 BFLY
//   thread        input   4  number of the thread in its warp
//   index         input   4  operand b
//   clamp         input   4  operand c, low bits
//   segment_mask  input   4  operand c, from bit 8
//   source        output  4  thread of the warp whose word is taken
//   in_range      output  1  whether that is the wanted one
// Made by:
//   lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_shuffle_select (
    input  wire [1:0] mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [3:0] thread,       // number of the thread in its warp
    input  wire [3:0] index,        // operand b
    input  wire [3:0] clamp,        // operand c, low bits
    input  wire [3:0] segment_mask, // operand c, from bit 8
    output wire [3:0] source,       // thread of the warp whose word is taken
    output wire       in_range      // whether that is the wanted one
);

    wire [3:0] minimum = thread & segment_mask;
    wire [3:0] maximum = minimum | (clamp & ~segment_mask);
    wire up = mode == 2'd1;
    wire [4:0] joined = {1'b0, index ^ {4{up}}};
    wire [4:0] moved = {1'b0, thread} + joined + {4'd0, up};
    wire [3:0] wanted =
        (up | (mode == 2'd2)) ? moved[3:0] :
        (mode == 2'd0) ? (minimum | (index & ~segment_mask)) :
        (thread ^ index);
    wire above_maximum = maximum < wanted;
    wire below_maximum = wanted < maximum;
    wire either = above_maximum | ((mode == 2'd2) & moved[4]);
    wire reaches = up ? (moved[4] & ~below_maximum) : ~either;
    assign source = reaches ? wanted : thread;

    assign in_range = reaches;

endmodule

// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   mode          input   2  0 IDX, 1 UP, 2 DOWN, 3 BFLY
//   thread        input   4  number of the thread in its warp
//   index         input   4  operand b
//   clamp         input   4  operand c, low bits
//   segment_mask  input   4  operand c, from bit 8
//   source        output  4  thread of the warp whose word is taken
//   in_range      output  1  whether that is the wanted one
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_shuffle_select (
    input  wire [1:0] mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [3:0] thread,       // number of the thread in its warp
    input  wire [3:0] index,        // operand b
    input  wire [3:0] clamp,        // operand c, low bits
    input  wire [3:0] segment_mask, // operand c, from bit 8
    output wire [3:0] source,       // thread of the warp whose word is taken
    output wire       in_range      // whether that is the wanted one
);

    wire [3:0] to_maximum = (thread ^ clamp) & ~segment_mask;
    wire up = mode == 2'd1;
    wire moves = up | (mode == 2'd2);
    wire [3:0] from = thread ^ {4{up}};
    wire carry_1 = from[0] & index[0];
    wire carry_2 = (from[1] ^ index[1]) ? carry_1 : index[1];
    wire carry_3 = (from[2] ^ index[2]) ? carry_2 : index[2];
    wire carry_4 = (from[3] ^ index[3]) ? carry_3 : index[3];
    wire [3:0] to_wanted =
        (mode == 2'd0) ? ((thread ^ index) & ~segment_mask) :
        moves ? (index ^ {carry_3, carry_2, carry_1, 1'b0}) :
        index;
    wire [3:0] compared = from ^ to_wanted;
    wire [3:0] differs = to_wanted ^ to_maximum;
    wire beyond_in_1 = differs[0] & compared[0];
    wire beyond_in_2 = differs[1] ? compared[1] : beyond_in_1;
    wire beyond_in_3 = differs[2] ? compared[2] : beyond_in_2;
    wire beyond_in_4 = differs[3] ? compared[3] : beyond_in_3;
    wire reaches = beyond_in_4 | (moves & carry_4);
    assign source = thread ^ (to_wanted & {4{~reaches}});

    assign in_range = ~reaches;

endmodule

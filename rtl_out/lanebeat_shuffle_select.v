// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
module lanebeat_shuffle_select (
    input  wire [1:0] mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY
    input  wire [4:0] thread,       // number of the thread in its warp
    input  wire [4:0] index,        // operand b
    input  wire [4:0] clamp,        // operand c, low bits
    input  wire [4:0] segment_mask, // operand c, from bit 8
    output wire [4:0] source,       // thread of the warp whose word is taken
    output wire       in_range      // whether the thread taken is the wanted one
);

    localparam [1:0] SHFL_IDX_CHOICE = 2'd0, SHFL_UP_CHOICE = 2'd1, SHFL_DOWN_CHOICE = 2'd2;

    wire [4:0] to_maximum = (thread ^ clamp) & ~segment_mask;
    wire up = mode == SHFL_UP_CHOICE;
    wire moves = up | (mode == SHFL_DOWN_CHOICE);
    wire [4:0] from = thread ^ {5{up}};
    wire carry_1 = from[0] & index[0];
    wire carry_2 = (from[1] ^ index[1]) ? carry_1 : index[1];
    wire carry_3 = (from[2] ^ index[2]) ? carry_2 : index[2];
    wire carry_4 = (from[3] ^ index[3]) ? carry_3 : index[3];
    wire carry_5 = (from[4] ^ index[4]) ? carry_4 : index[4];
    wire [4:0] to_wanted =
        (mode == SHFL_IDX_CHOICE) ? ((thread ^ index) & ~segment_mask) :
        moves ? (index ^ {carry_4, carry_3, carry_2, carry_1, 1'b0}) :
        index;
    wire [4:0] compared = from ^ to_wanted;
    wire [4:0] differs = to_wanted ^ to_maximum;
    wire beyond_in_1 = differs[0] & compared[0];
    wire beyond_in_2 = differs[1] ? compared[1] : beyond_in_1;
    wire beyond_in_3 = differs[2] ? compared[2] : beyond_in_2;
    wire beyond_in_4 = differs[3] ? compared[3] : beyond_in_3;
    wire beyond_in_5 = differs[4] ? compared[4] : beyond_in_4;
    wire reaches = beyond_in_5 | (moves & carry_5);
    assign source = thread ^ (to_wanted & {5{~reaches}});

    assign in_range = ~reaches;

endmodule

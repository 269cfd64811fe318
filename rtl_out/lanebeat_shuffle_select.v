// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

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

    // Numbers are compared as differences from the thread's own.
    wire [4:0] to_maximum = (thread ^ clamp) & ~segment_mask;
    wire up = mode == SHFL_UP_CHOICE;
    wire moves = up | (mode == SHFL_DOWN_CHOICE);

    // i - b is ~(~i + b): UP is DOWN on inverted numbers.
    wire [4:0] from = thread ^ {5{up}};

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = from[0] & index[0];
    wire carry2 = (from[1] ^ index[1]) ? carry1 : index[1];
    wire carry3 = (from[2] ^ index[2]) ? carry2 : index[2];
    wire carry4 = (from[3] ^ index[3]) ? carry3 : index[3];
    wire carry5 = (from[4] ^ index[4]) ? carry4 : index[4];
    wire [4:0] to_wanted =
        (mode == SHFL_IDX_CHOICE) ? ((thread ^ index) & ~segment_mask) :
        moves ? (index ^ {carry4, carry3, carry2, carry1, 1'b0}) :
        index;
    wire [4:0] compared = from ^ to_wanted;
    wire [4:0] differs = to_wanted ^ to_maximum;
    wire beyond_in1 = differs[0] & compared[0];
    wire beyond_in2 = differs[1] ? compared[1] : beyond_in1;
    wire beyond_in3 = differs[2] ? compared[2] : beyond_in2;
    wire beyond_in4 = differs[3] ? compared[3] : beyond_in3;
    wire beyond_in5 = differs[4] ? compared[4] : beyond_in4;
    wire reaches = beyond_in5 | (moves & carry5);
    assign source = thread ^ (to_wanted & {5{~reaches}});

    assign in_range = ~reaches;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_shuffle_select (
    input  wire       clock,        // rising edge
    input  wire [1:0] mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY, in cycle 6
    input  wire [4:0] thread,       // number of the thread in its warp, in cycle 7
    input  wire [4:0] index,        // operand b, in cycle 6
    input  wire [4:0] clamp,        // operand c, low bits, in cycle 0
    input  wire [4:0] segment_mask, // operand c, from bit 8, in cycle 0
    output wire [4:0] source,       // thread of the warp whose word is taken, in cycle 8
    output wire       in_range      // whether the thread taken is the wanted one, in cycle 8
);

    localparam [1:0] SHFL_IDX_CHOICE = 2'd0, SHFL_UP_CHOICE = 2'd1, SHFL_DOWN_CHOICE = 2'd2;

    reg [4:0] clamp_s1, clamp_s2, clamp_s3, clamp_s4, clamp_s5, clamp_s6, clamp_s7,
              segment_mask_s1, segment_mask_s2, segment_mask_s3, segment_mask_s4, segment_mask_s5,
              segment_mask_s6, segment_mask_s7, index_s7, differs_s8, compared_s8, to_wanted_s8,
              thread_s8;
    reg up_s7, moves_s7, to_wanted_operand_s7, reaches_operand_s8;

    wire up = mode == SHFL_UP_CHOICE;
    wire moves = up | (mode == SHFL_DOWN_CHOICE);

    // Numbers are compared as differences from the thread's own.
    wire [4:0] to_maximum = (thread ^ clamp_s7) & ~segment_mask_s7;

    // i - b is ~(~i + b): UP is DOWN on inverted numbers.
    wire [4:0] from = thread ^ {5{up_s7}};

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = from[0] & index_s7[0];
    wire carry2 = (from[1] ^ index_s7[1]) ? carry1 : index_s7[1];
    wire carry3 = (from[2] ^ index_s7[2]) ? carry2 : index_s7[2];
    wire carry4 = (from[3] ^ index_s7[3]) ? carry3 : index_s7[3];
    wire carry5 = (from[4] ^ index_s7[4]) ? carry4 : index_s7[4];
    wire [4:0] to_wanted =
        to_wanted_operand_s7 ? ((thread ^ index_s7) & ~segment_mask_s7) :
        moves_s7 ? (index_s7 ^ {carry4, carry3, carry2, carry1, 1'b0}) :
        index_s7;
    wire [4:0] compared = from ^ to_wanted;
    wire [4:0] differs = to_wanted ^ to_maximum;
    wire beyond_in1 = differs_s8[0] & compared_s8[0];
    wire beyond_in2 = differs_s8[1] ? compared_s8[1] : beyond_in1;
    wire beyond_in3 = differs_s8[2] ? compared_s8[2] : beyond_in2;
    wire beyond_in4 = differs_s8[3] ? compared_s8[3] : beyond_in3;
    wire beyond_in5 = differs_s8[4] ? compared_s8[4] : beyond_in4;
    wire reaches = beyond_in5 | reaches_operand_s8;
    assign source = thread_s8 ^ (to_wanted_s8 & {5{~reaches}});

    always @(posedge clock) begin
        clamp_s1 <= clamp;
        clamp_s2 <= clamp_s1;
        clamp_s3 <= clamp_s2;
        clamp_s4 <= clamp_s3;
        clamp_s5 <= clamp_s4;
        clamp_s6 <= clamp_s5;
        clamp_s7 <= clamp_s6;
        segment_mask_s1 <= segment_mask;
        segment_mask_s2 <= segment_mask_s1;
        segment_mask_s3 <= segment_mask_s2;
        segment_mask_s4 <= segment_mask_s3;
        segment_mask_s5 <= segment_mask_s4;
        segment_mask_s6 <= segment_mask_s5;
        segment_mask_s7 <= segment_mask_s6;
        up_s7 <= up;
        index_s7 <= index;
        moves_s7 <= moves;
        to_wanted_operand_s7 <= mode == SHFL_IDX_CHOICE;
        differs_s8 <= differs;
        compared_s8 <= compared;
        reaches_operand_s8 <= moves_s7 & carry5;
        to_wanted_s8 <= to_wanted;
        thread_s8 <= thread;
    end

    assign in_range = ~reaches;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

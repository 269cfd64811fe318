// lanebeat_shuffle_select: Source thread of a SHFL and whether it is in range (ISA.md section 5).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_shuffle_select (
    input  wire       clock,        // rising edge
    input  wire [1:0] mode,         // 0 IDX, 1 UP, 2 DOWN, 3 BFLY, in cycle 5
    input  wire [4:0] thread,       // number of the thread in its warp, in cycle 6
    input  wire [4:0] index,        // operand b, in cycle 6
    input  wire [4:0] clamp,        // operand c, low bits, in cycle 0
    input  wire [4:0] segment_mask, // operand c, from bit 8, in cycle 0
    output wire [4:0] source,       // thread of the warp whose word is taken, in cycle 8
    output wire       in_range      // whether the thread taken is the wanted one, in cycle 7
);

    localparam [1:0] SHFL_IDX_CHOICE = 2'd0, SHFL_UP_CHOICE = 2'd1, SHFL_DOWN_CHOICE = 2'd2;

    reg [4:0] clamp_s1, clamp_s2, clamp_s3, clamp_s4, clamp_s5, clamp_s6, segment_mask_s1,
              segment_mask_s2, segment_mask_s3, segment_mask_s4, segment_mask_s5, segment_mask_s6,
              to_wanted_operand_2_s7, to_wanted_operand_3_s7, from_s7, to_maximum_s7, thread_s7,
              thread_s8, source_operand_s8;
    reg [1:0] mode_s6;
    reg to_wanted_operand_s7, reaches_operand_s7;

    // Numbers are compared as differences from the thread's own.
    wire [4:0] to_maximum = (thread ^ clamp_s6) & ~segment_mask_s6;
    wire up = mode_s6 == SHFL_UP_CHOICE;
    wire moves = up | (mode_s6 == SHFL_DOWN_CHOICE);

    // i - b is ~(~i + b): UP is DOWN on inverted numbers.
    wire [4:0] from = thread ^ {5{up}};

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = from[0] & index[0];
    wire carry2 = (from[1] ^ index[1]) ? carry1 : index[1];
    wire carry3 = (from[2] ^ index[2]) ? carry2 : index[2];
    wire carry4 = (from[3] ^ index[3]) ? carry3 : index[3];
    wire carry5 = (from[4] ^ index[4]) ? carry4 : index[4];
    wire [4:0] to_wanted = to_wanted_operand_s7 ? to_wanted_operand_2_s7 : to_wanted_operand_3_s7;
    wire [4:0] compared = from_s7 ^ to_wanted;
    wire [4:0] differs = to_wanted ^ to_maximum_s7;
    wire beyond_in1 = differs[0] & compared[0];
    wire beyond_in2 = differs[1] ? compared[1] : beyond_in1;
    wire beyond_in3 = differs[2] ? compared[2] : beyond_in2;
    wire beyond_in4 = differs[3] ? compared[3] : beyond_in3;
    wire beyond_in5 = differs[4] ? compared[4] : beyond_in4;
    wire reaches = beyond_in5 | reaches_operand_s7;
    assign source = thread_s8 ^ source_operand_s8;

    always @(posedge clock) begin
        clamp_s1 <= clamp;
        clamp_s2 <= clamp_s1;
        clamp_s3 <= clamp_s2;
        clamp_s4 <= clamp_s3;
        clamp_s5 <= clamp_s4;
        clamp_s6 <= clamp_s5;
        segment_mask_s1 <= segment_mask;
        segment_mask_s2 <= segment_mask_s1;
        segment_mask_s3 <= segment_mask_s2;
        segment_mask_s4 <= segment_mask_s3;
        segment_mask_s5 <= segment_mask_s4;
        segment_mask_s6 <= segment_mask_s5;
        mode_s6 <= mode;
        to_wanted_operand_s7 <= mode_s6 == SHFL_IDX_CHOICE;
        to_wanted_operand_2_s7 <= (thread ^ index) & ~segment_mask_s6;
        to_wanted_operand_3_s7 <= moves ? (index ^ {carry4, carry3, carry2, carry1, 1'b0}) : index;
        from_s7 <= from;
        to_maximum_s7 <= to_maximum;
        reaches_operand_s7 <= moves & carry5;
        thread_s7 <= thread;
        thread_s8 <= thread_s7;
        source_operand_s8 <= to_wanted & {5{~reaches}};
    end

    assign in_range = ~reaches;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

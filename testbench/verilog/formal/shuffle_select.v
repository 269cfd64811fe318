// SHFL's source thread and predicate, as ISA.md section 5 says it for thread i of a warp of 32 threads:
//
//   min = i & mask, max = min | (clamp & ~mask)
//   IDX   j = min | (b & ~mask)   in range iff j <= max
//   UP    j = i - b (signed)      in range iff j >= max
//   DOWN  j = i + b               in range iff j <= max
//   BFLY  j = i ^ b               in range iff j <= max
//
// `differs` is 1 where lanebeat_shuffle_select says anything else; out of range the source is the thread itself.
module proof (
    input  wire [1:0] mode,
    input  wire [4:0] thread,
    input  wire [4:0] index,
    input  wire [4:0] clamp,
    input  wire [4:0] segment_mask,
    output wire       differs
);
    wire [4:0] min = thread & segment_mask;
    wire [4:0] max = min | (clamp & ~segment_mask);
    wire signed [7:0] i = {3'b000, thread};
    wire signed [7:0] b = {3'b000, index};
    wire signed [7:0] limit = {3'b000, max};

    reg signed [7:0] j;
    reg reaches;
    always @* begin
        case (mode)
            2'd0: j = {3'b000, min | (index & ~segment_mask)};
            2'd1: j = i - b;
            2'd2: j = i + b;
            default: j = i ^ b;
        endcase
        reaches = mode == 2'd1 ? j >= limit : j <= limit;
    end

    wire [4:0] source;
    wire in_range;
    lanebeat_shuffle_select unit (
        .mode(mode), .thread(thread), .index(index), .clamp(clamp), .segment_mask(segment_mask),
        .source(source), .in_range(in_range)
    );
    assign differs = in_range != reaches || source != (reaches ? j[4:0] : thread);
endmodule

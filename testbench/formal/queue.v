// A queue: `entries` and `valid` have the oldest at 0. What enters a full one is lost, and it `overflows`.
module queue #(
    parameter BITS = 1,
    parameter PLACES = 1
) (
    input  wire                   clock,
    input  wire                   reset,
    input  wire                   enters,
    input  wire [BITS-1:0]        entry,
    input  wire                   leaves,
    output reg  [BITS*PLACES-1:0] entries,
    output reg  [PLACES-1:0]      valid,
    output wire                   overflows
);
    reg [PLACES:0] count; // one-hot
    wire [PLACES:0] left = leaves ? count >> 1 : count;
    wire [BITS*PLACES-1:0] moved = leaves ? entries >> BITS : entries;
    integer i;
    always @(posedge clock) begin
        for (i = 0; i < PLACES; i = i + 1)
            entries[BITS*i +: BITS] <= enters & left[i] ? entry : moved[BITS*i +: BITS];
        count <= reset ? 1 : enters ? left << 1 : left;
    end
    always @*
        for (i = 0; i < PLACES; i = i + 1) valid[i] = ~|(count & ((2 << i) - 1)); // more than i
    assign overflows = enters & left[PLACES];
endmodule

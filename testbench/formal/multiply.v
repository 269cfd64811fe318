// How `execute` multiplies in proofs: row by row, so that two products of the same factors are the same gates. The order
// of summands that yosys itself takes depends on what else is in the design.
(* techmap_celltype = "$mul" *)
module multiply (A, B, Y);
    parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
    input  [A_WIDTH-1:0] A;
    input  [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;

    wire [A_WIDTH+Y_WIDTH-1:0] factor = {{Y_WIDTH{A_SIGNED && A[A_WIDTH-1]}}, A};

    wire [Y_WIDTH*(B_WIDTH+1)-1:0] sums;
    assign sums[0 +: Y_WIDTH] = 0;
    genvar row;
    generate for (row = 0; row < B_WIDTH; row = row + 1) begin : rows
        // The sign of a factor is worth -2^row.
        wire [Y_WIDTH-1:0] summand = B[row] ? factor << row : 0;
        wire [Y_WIDTH-1:0] before = sums[row * Y_WIDTH +: Y_WIDTH];
        assign sums[(row + 1) * Y_WIDTH +: Y_WIDTH] =
            B_SIGNED && row == B_WIDTH - 1 ? before - summand : before + summand;
    end endgenerate
    assign Y = sums[B_WIDTH * Y_WIDTH +: Y_WIDTH];
endmodule

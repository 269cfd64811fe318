// `in`, so many cycles later.
module delay #(
    parameter BITS = 1,
    parameter CYCLES = 0
) (
    input  wire            clock,
    input  wire [BITS-1:0] in,
    output wire [BITS-1:0] out
);
    generate
        if (CYCLES == 0) begin : wires
            assign out = in;
        end else begin : registers
            reg [CYCLES*BITS-1:0] all;
            always @(posedge clock) all <= {all, in};
            assign out = all[CYCLES*BITS-1 -: BITS];
        end
    endgenerate
endmodule

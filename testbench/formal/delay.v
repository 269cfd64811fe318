// `in`, so many cycles later; `is_there` once so many have gone, for registers hold anything at power-up.
module delay #(
    parameter BITS = 1,
    parameter CYCLES = 0
) (
    input  wire            clock,
    input  wire [BITS-1:0] in,
    output wire [BITS-1:0] out,
    output wire            is_there
);
    generate
        if (CYCLES == 0) begin : wires
            assign out = in;
            assign is_there = 1'b1;
        end else begin : registers
            reg [CYCLES*BITS-1:0] all;
            reg [CYCLES-1:0] gone = 0;
            always @(posedge clock) all <= {all, in};
            always @(posedge clock) gone <= {gone, 1'b1};
            assign out = all[CYCLES*BITS-1 -: BITS];
            assign is_there = gone[CYCLES-1];
        end
    endgenerate
endmodule

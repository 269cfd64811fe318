// Registers that lanes read: `boards/copy_registers.py 2` gives each of the first three, of four bits each, a copy for lanes 2 and 3.
module top (
    input  wire        clock, reset, enable,
    input  wire [3:0]  a,
    input  wire [15:0] b,
    output wire [63:0] shown,
    output wire [3:0]  outside
);
    reg [3:0] plain, held, cleared;
    reg [3:0] of_one_group; // lanes 0 and 1 alone read it
    assign outside = held;

    always @(posedge clock) begin
        plain <= a;
        of_one_group <= ~a;
        if (enable) held <= a;
    end

    always @(posedge clock) begin
        if (reset) cleared <= 4'd9;
        else if (enable) cleared <= a + held;
    end

    genvar n;
    generate
        for (n = 0; n < 4; n = n + 1) begin : lane
            reg [3:0] own; // kept in a lane, and read by those beside it, of both groups
            reg [3:0] beside;
            wire [3:0] first;
            reg [7:0] others;
            whole whole (clock, plain, b[n * 4 +: 4], first);
            assign shown[n * 16 +: 16] = {first, others, beside};

            always @(posedge clock) begin
                beside <= lane[(n + 1) % 4].own ^ lane[(n + 3) % 4].own ^ b[n * 4 +: 4];
                own <= (n < 2 ? of_one_group : a) ^ b[n * 4 +: 4];
                others <= {held, cleared} ^ {2{b[n * 4 +: 4]}};
            end
        end
    endgenerate
endmodule

// Keeps its boundary, so that the netlist has a port of four bits.
(* keep_hierarchy *)
module whole (
    input  wire       clock,
    input  wire [3:0] word, mask,
    output reg  [3:0] masked
);
    always @(posedge clock) masked <= word ^ mask;
endmodule

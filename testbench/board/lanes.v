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
            // Kept in a lane, where the next one reads it too.
            reg [3:0] own;
            reg [11:0] others;
            assign shown[n * 16 +: 16] = {others, own ^ lane[(n + 1) % 4].own};

            always @(posedge clock) begin
                own <= (n < 2 ? of_one_group : a) ^ b[n * 4 +: 4];
                others <= {plain, held, cleared} ^ {3{b[n * 4 +: 4]}};
            end
        end
    endgenerate
endmodule

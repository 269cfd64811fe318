// Multiplications between registers: `boards/block_registers.py` moves some of these into the multiplier blocks.
module top (
    input  wire        clock, reset, enable,
    input  wire [15:0] a, b, c, d,
    output reg  [31:0] between,    // all registers can move
    output reg  [31:0] behind,     // only those of the output: c is no register
    output wire [31:0] before,     // only those of the inputs
    output reg  [31:0] held,       // none: they are loaded if `enable`
    output reg  [31:0] cleared,    // those of the inputs: the output has a reset
    output reg  [31:0] shown_twice, shown_again, // those of the inputs: two read the product
    output reg  [15:0] a_before    // and a is read outside of the blocks too
);
    reg [15:0] a_q, b_q, d_q, c_held_q, d_held_q;
    wire [31:0] product = a_q * d_q;
    assign before = b_q * d_q;

    always @(posedge clock) begin
        a_q <= a;
        b_q <= b;
        d_q <= d;
        a_before <= a_q;
        between <= a_q * b_q;
        behind <= a_q * c;
        shown_twice <= product;
        shown_again <= ~product;
    end

    always @(posedge clock) begin
        if (enable) begin
            c_held_q <= c;
            d_held_q <= d;
            held <= c_held_q * d_held_q;
        end
    end

    always @(posedge clock) begin
        if (reset) cleared <= 32'd0;
        else cleared <= {b_q[7:0], 8'd0} * a_q;
    end
endmodule

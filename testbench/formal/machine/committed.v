// What a thread's mask M is once all that is on its way has been written: rows retire `CYCLES cycles behind their
// execution, one behind the other, so each stage on the way is compared with the thread in every cycle.
module committed #(
    parameter CYCLES = 4
) (
    input  wire clock,
    input  wire reset,
    input  wire enters,         // the thread executes, for the last time if it passes several times
    input  wire writes,         // … an instruction that writes M, and is written
    input  wire mask,           // … with this
    input  wire known,          // … which is known
    input  wire retires,        // the thread's row retires
    input  wire retired_writes, // … and writes its M
    input  wire retired_mask,
    input  wire host_writes,    // the host writes M
    input  wire host_bit,
    input  wire m,              // the thread's M
    input  wire m_known,
    output wire on_its_way, // what has executed and not been written writes M
    output wire [2:0] wrong
);
    reg [CYCLES-1:0] there, writing, masks, knowns; // the youngest at 0
    reg kept, kept_known;
    always @(posedge clock) begin
        there <= reset ? 0 : {there, enters};
        writing <= {writing, writes};
        masks <= {masks, mask};
        knowns <= {knowns, known};
        if (there[CYCLES-1] & writing[CYCLES-1]) begin
            kept <= masks[CYCLES-1]; kept_known <= knowns[CYCLES-1];
        end
        if (host_writes) begin kept <= host_bit; kept_known <= 1'b1; end
    end
    integer i;
    reg value, value_known;
    always @* begin
        value = kept; value_known = kept_known;
        for (i = CYCLES - 1; i >= 0; i = i - 1)
            if (there[i] & writing[i]) begin value = masks[i]; value_known = knowns[i]; end
    end
    assign on_its_way = |(there & writing);
    assign wrong = {
        m_known & (~value_known | value != m),
        retires & (retired_writes != writing[CYCLES-1] | retired_writes & knowns[CYCLES-1] & retired_mask != masks[CYCLES-1]),
        retires != there[CYCLES-1]
    };
endmodule

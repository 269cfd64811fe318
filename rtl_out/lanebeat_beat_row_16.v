// lanebeat_beat_row_16: Keeps the row of one beat until the wave is together.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_beat_row_16 #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire        clock, // rising edge
    input  wire        take,  // a beat's row is here
    input  wire [1:0]  beat,  // beat whose row is here
    input  wire [15:0] row,   // the row
    output reg  [15:0] words  // the row of this beat
);

    always @(posedge clock) begin
        if (take & (beat == INDEX[1:0])) begin
            words <= row;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_beat_row_512: Keeps the row of one beat until the wave is together.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock  input     1  rising edge
//   take   input     1  a beat's row is here
//   beat   input     2  which beat's
//   row    input   512  the row
//   words  output  512  the row of this beat
// Made by: lanebeat generate core
module lanebeat_beat_row_512 #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire         clock, // rising edge
    input  wire         take,  // a beat's row is here
    input  wire [1:0]   beat,  // which beat's
    input  wire [511:0] row,   // the row
    output wire [511:0] words  // the row of this beat
);

    reg [511:0] words_q;

    always @(posedge clock) begin
        if (take & (beat == INDEX[1:0])) begin
            words_q <= row;
        end
    end

    assign words = words_q;

endmodule

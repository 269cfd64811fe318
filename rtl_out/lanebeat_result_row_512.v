// lanebeat_result_row_512: Keeps the results of one beat until the whole wave is written.
//
// Parameters of this build:
//   lanes = 16
//   beats = 4
//   registers = 64
//   waves = 8
//   register_file = "wide"
//   alu_stages = 0
//   dpp = true
//   shuffle = true
//   vote = true
//   video = true
//   float = true
//   barrier = true
//
// Ports (name, direction, bits, purpose):
//   clock  input     1  rising edge
//   phase  input     2  cycle of the slot
//   row    input   512  results of the beat that ends
//   words  output  512  results of this beat
//
// Made by:
//   lanebeat generate core
module lanebeat_result_row_512 #(
    parameter INDEX = 0 // number of this copy among its siblings
) (
    input  wire         clock, // rising edge
    input  wire [1:0]   phase, // cycle of the slot
    input  wire [511:0] row,   // results of the beat that ends
    output wire [511:0] words  // results of this beat
);

    reg [511:0] words_q;

    always @(posedge clock) begin
        if (phase == INDEX[1:0]) begin
            words_q <= row;
        end
    end

    assign words = words_q;

endmodule

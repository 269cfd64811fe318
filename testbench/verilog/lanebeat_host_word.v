// lanebeat_host_word: One lane's word of the host's row.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock        input    1  rising edge
//   write_bytes  input    4  bytes that the host writes
//   write_lane   input    2  in the word of this lane
//   write_data   input   32  the new bytes
//   load         input    1  the core's word is here
//   loaded       input   32  the word
//   word         output  32  the word
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_host_word #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire        clock,       // rising edge
    input  wire [3:0]  write_bytes, // bytes that the host writes
    input  wire [1:0]  write_lane,  // in the word of this lane
    input  wire [31:0] write_data,  // the new bytes
    input  wire        load,        // the core's word is here
    input  wire [31:0] loaded,      // the word
    output wire [31:0] word         // the word
);

    reg [31:0] word_q;

    wire [7:0] choice = write_bytes[3] ? write_data[31:24] : word_q[31:24];
    wire [7:0] choice_2 = write_bytes[2] ? write_data[23:16] : word_q[23:16];
    wire [7:0] choice_3 = write_bytes[1] ? write_data[15:8] : word_q[15:8];
    wire [7:0] choice_4 = write_bytes[0] ? write_data[7:0] : word_q[7:0];

    always @(posedge clock) begin
        if (load | (write_lane == INDEX[1:0])) begin
            word_q <= load ? loaded : {choice, choice_2, choice_3, choice_4};
        end
    end

    assign word = word_q;

endmodule

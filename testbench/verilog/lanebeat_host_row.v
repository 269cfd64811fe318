// lanebeat_host_row: The beat-row that the host reads and writes word by word.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock        input     1  rising edge
//   write_bytes  input     4  bytes that the host writes
//   write_lane   input     2  in the word of this lane
//   write_data   input    32  the new bytes
//   load         input     1  the core's row is here (never while the host writes)
//   loaded       input   128  the row
//   read_lane    input     2  the lane whose word the host reads
//   row          output  128  the row, lane 0 lowest
//   read_word    output   32  the word of read_lane
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_host_row (
    input  wire         clock,       // rising edge
    input  wire [3:0]   write_bytes, // bytes that the host writes
    input  wire [1:0]   write_lane,  // in the word of this lane
    input  wire [31:0]  write_data,  // the new bytes
    input  wire         load,        // the core's row is here (never while the host writes)
    input  wire [127:0] loaded,      // the row
    input  wire [1:0]   read_lane,   // the lane whose word the host reads
    output wire [127:0] row,         // the row, lane 0 lowest
    output wire [31:0]  read_word    // the word of read_lane
);

    genvar copy;
    wire [127:0] word_word;

    wire [63:0] read_word_of_2 = read_lane[1] ? word_word[127:64] : word_word[63:0];
    assign read_word = read_lane[0] ? read_word_of_2[63:32] : read_word_of_2[31:0];

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : word
            lanebeat_host_word #(.INDEX(copy)) unit (
                .clock(clock),
                .write_bytes(write_bytes),
                .write_lane(write_lane),
                .write_data(write_data),
                .load(load),
                .loaded(loaded[copy*32 +: 32]),
                .word(word_word[copy*32 +: 32])
            );
        end
    endgenerate

    assign row = word_word;

endmodule

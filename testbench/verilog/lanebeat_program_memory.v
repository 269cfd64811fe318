// lanebeat_program_memory: The program of all waves: written byte by byte, read word by word a cycle
// later.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock          input     1  rising edge
//   write_address  input     8  the word that is written
//   write_bytes    input    16  bytes of it that are written
//   write_data     input   128  its new bytes
//   read           input     1  a word is read
//   read_address   input     8  the word
//   word           output  128  the word read last
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_program_memory (
    input  wire         clock,         // rising edge
    input  wire [7:0]   write_address, // the word that is written
    input  wire [15:0]  write_bytes,   // bytes of it that are written
    input  wire [127:0] write_data,    // its new bytes
    input  wire         read,          // a word is read
    input  wire [7:0]   read_address,  // the word
    output wire [127:0] word           // the word read last
);

    genvar column;
    reg [127:0] word_q;

    generate
        for (column = 0; column < 4; column = column + 1) begin : words
            (* ram_style = "block", no_rw_check *)
            reg [31:0] words_column [0:255];
            always @(posedge clock) begin
                if (write_bytes[column*4]) words_column[write_address][7:0] <= write_data[column*32 +: 8];
                if (write_bytes[column*4 + 1])
                    words_column[write_address][15:8] <= write_data[column*32 + 8 +: 8];
                if (write_bytes[column*4 + 2])
                    words_column[write_address][23:16] <= write_data[column*32 + 16 +: 8];
                if (write_bytes[column*4 + 3])
                    words_column[write_address][31:24] <= write_data[column*32 + 24 +: 8];
            end
            always @(posedge clock) begin
                if (read) word_q[column*32 +: 32] <= words_column[read_address];
            end
        end
    endgenerate

    assign word = word_q;

endmodule

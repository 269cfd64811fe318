// lanebeat_register_file: Vector registers of all waves behind one port of a whole wave's width, with
// operand and result staging.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock            input     1  rising edge
//   phase            input     2  cycle of the slot
//   reading_wave     input     1  its wave
//   reading_a        input     4  entry number of an operand
//   reading_b        input     4  entry number of an operand
//   reading_c        input     4  entry number of an operand
//   reads_a          input     1  whether the operand is read in this slot
//   reads_b          input     1  whether the operand is read in this slot
//   reads_c          input     1  whether the operand is read in this slot
//   writing_valid    input     1  a result is written when its turn comes
//   writing_wave     input     1  its wave
//   writing_entry    input     4  its entry number
//   written          input    16  which words of it are written
//   result_row       input   128  results of a beat
//   host_valid       input     1  the host wants this file
//   host_write       input     1  it writes (else reads)
//   host_wave        input     1  wave
//   host_entry       input     4  entry number
//   host_beat        input     2  which beat's row
//   host_write_data  input   128  the row to write
//   c_row            output  128  operand c of the beat
//   b_row            output  128  operand b of the beat
//   b_addresses      output   64  thread that operand b of every thread of the wave addresses
//   a_row            output  128  operand a of the beat
//   a_wave           output  512  operand a of every thread of the wave that executes
//   result           output  512  the results that are written in phase 0, thread 0 lowest
//   host_ready       output    1  the host's access is done at this clock edge
//   host_read_data   output  128  the row read one cycle ago
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_register_file (
    input  wire         clock,           // rising edge
    input  wire [1:0]   phase,           // cycle of the slot
    input  wire         reading_wave,    // its wave
    input  wire [3:0]   reading_a,       // entry number of an operand
    input  wire [3:0]   reading_b,       // entry number of an operand
    input  wire [3:0]   reading_c,       // entry number of an operand
    input  wire         reads_a,         // whether the operand is read in this slot
    input  wire         reads_b,         // whether the operand is read in this slot
    input  wire         reads_c,         // whether the operand is read in this slot
    input  wire         writing_valid,   // a result is written when its turn comes
    input  wire         writing_wave,    // its wave
    input  wire [3:0]   writing_entry,   // its entry number
    input  wire [15:0]  written,         // which words of it are written
    input  wire [127:0] result_row,      // results of a beat
    input  wire         host_valid,      // the host wants this file
    input  wire         host_write,      // it writes (else reads)
    input  wire         host_wave,       // wave
    input  wire [3:0]   host_entry,      // entry number
    input  wire [1:0]   host_beat,       // which beat's row
    input  wire [127:0] host_write_data, // the row to write
    output wire [127:0] c_row,           // operand c of the beat
    output wire [127:0] b_row,           // operand b of the beat
    output wire [63:0]  b_addresses,     // thread that operand b of every thread of the wave addresses
    output wire [127:0] a_row,           // operand a of the beat
    output wire [511:0] a_wave,          // operand a of every thread of the wave that executes
    output wire [511:0] result,          // the results that are written in phase 0, thread 0 lowest
    output wire         host_ready,      // the host's access is done at this clock edge
    output wire [127:0] host_read_data   // the row read one cycle ago
);

    genvar copy;
    genvar column;
    reg [511:0] b_q;
    reg b_arrives_q;
    reg [511:0] c_q;
    reg c_arrives_q;
    reg [127:0] c_last_row_q;
    reg [511:0] a_q;
    reg a_arrives_q;
    reg [1:0] host_read_beat_q;
    reg [511:0] read_data_q;
    wire [511:0] result_rows_words;

    wire read_a = reads_a & (phase == 2'd3);
    wire read_b = reads_b & (phase == 2'd2);
    wire read_c = reads_c & (phase == 2'd1);
    wire write_result = writing_valid & (phase == 2'd0);
    wire port_busy = write_result | read_b | read_c | read_a;
    wire host_grant = host_valid & ~port_busy;
    wire write = write_result | (host_grant & host_write);
    wire [15:0] joined = {
        {4{host_beat == 2'd3}}, {4{host_beat == 2'd2}}, {4{host_beat == 2'd1}}, {4{host_beat == 2'd0}}
    };
    wire [511:0] write_data = host_grant ? {4{host_write_data}} : result_rows_words;
    wire choice = host_grant ? host_wave : write_result ? writing_wave : reading_wave;
    wire [3:0] choice_2 =
        host_grant ? host_entry :
        write_result ? writing_entry :
        read_c ? reading_c :
        read_b ? reading_b :
        reading_a;
    wire [4:0] address = {choice, choice_2};
    wire [511:0] c_rows = {c_last_row_q, c_q[383:0]};
    wire [255:0] c_row_of_2 = phase[1] ? c_rows[511:256] : c_rows[255:0];
    assign c_row = phase[0] ? c_row_of_2[255:128] : c_row_of_2[127:0];
    wire [255:0] b_row_of_2 = phase[1] ? b_q[511:256] : b_q[255:0];
    assign b_row = phase[0] ? b_row_of_2[255:128] : b_row_of_2[127:0];
    assign b_addresses = {
        b_q[485:482], b_q[453:450], b_q[421:418], b_q[389:386], b_q[357:354], b_q[325:322], b_q[293:290],
        b_q[261:258], b_q[229:226], b_q[197:194], b_q[165:162], b_q[133:130], b_q[101:98], b_q[69:66],
        b_q[37:34], b_q[5:2]
    };
    wire [511:0] a_rows = {a_q[511:128], read_data_q[127:0]};
    wire [255:0] a_row_of_2 = phase[1] ? a_rows[511:256] : a_rows[255:0];
    assign a_row = phase[0] ? a_row_of_2[255:128] : a_row_of_2[127:0];
    assign a_wave = (phase == 2'd0) ? read_data_q : a_q;
    wire [255:0] host_read_data_of_2 = host_read_beat_q[1] ? read_data_q[511:256] : read_data_q[255:0];
    assign host_read_data = host_read_beat_q[0] ? host_read_data_of_2[255:128] : host_read_data_of_2[127:0];
    wire words_enable = port_busy | host_grant;
    wire [15:0] words_column_enable = host_grant ? joined : written;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : result_rows
            lanebeat_beat_row_128 #(.INDEX(copy)) unit (
                .clock(clock),
                .take(1'b1),
                .beat(phase),
                .row(result_row),
                .words(result_rows_words[copy*128 +: 128])
            );
        end
    endgenerate

    generate
        for (column = 0; column < 16; column = column + 1) begin : words
            (* ram_style = "block", no_rw_check *)
            reg [31:0] words_column [0:31];
            always @(posedge clock) begin
                if (words_enable) begin
                    if (write) begin
                        if (words_column_enable[column]) words_column[address] <= write_data[column*32 +: 32];
                    end else begin
                        read_data_q[column*32 +: 32] <= words_column[address];
                    end
                end
            end
        end
    endgenerate

    always @(posedge clock) begin
        if (b_arrives_q) begin
            b_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        b_arrives_q <= read_b;
        c_arrives_q <= read_c;
        a_arrives_q <= read_a;
    end

    always @(posedge clock) begin
        if (c_arrives_q) begin
            c_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        if (phase == 2'd2) begin
            c_last_row_q <= c_q[511:384];
        end
    end

    always @(posedge clock) begin
        if (a_arrives_q) begin
            a_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        if (host_grant) begin
            host_read_beat_q <= host_beat;
        end
    end

    assign result = result_rows_words;
    assign host_ready = host_grant;

endmodule

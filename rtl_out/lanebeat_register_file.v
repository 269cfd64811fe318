// lanebeat_register_file: Vector registers of all waves behind one port of a whole wave's width, with
// operand and result staging.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock            input      1  rising edge
//   phase            input      2  cycle of the slot
//   reading_wave     input      3  its wave
//   reading_a        input      6  entry number of an operand
//   reading_b        input      6  entry number of an operand
//   reading_c        input      6  entry number of an operand
//   reads_a          input      1  whether the operand is read in this slot
//   reads_b          input      1  whether the operand is read in this slot
//   reads_c          input      1  whether the operand is read in this slot
//   writing_valid    input      1  a result is written when its turn comes
//   writing_wave     input      3  its wave
//   writing_entry    input      6  its entry number
//   written          input     64  which words of it are written
//   result_row       input    512  results of a beat
//   host_valid       input      1  the host wants this file
//   host_write       input      1  it writes (else reads)
//   host_wave        input      3  wave
//   host_entry       input      6  entry number
//   host_beat        input      2  which beat's row
//   host_write_data  input    512  the row to write
//   c_row            output   512  operand c of the beat
//   b_row            output   512  operand b of the beat
//   b_addresses      output   384  thread that operand b of every thread of the wave addresses
//   a_row            output   512  operand a of the beat
//   a_wave           output  2048  operand a of every thread of the wave that executes
//   result           output  2048  the results that are written in phase 0, thread 0 lowest
//   host_ready       output     1  the host's access is done at this clock edge
//   host_read_data   output   512  the row read one cycle ago
// Made by: lanebeat generate core
module lanebeat_register_file (
    input  wire          clock,           // rising edge
    input  wire [1:0]    phase,           // cycle of the slot
    input  wire [2:0]    reading_wave,    // its wave
    input  wire [5:0]    reading_a,       // entry number of an operand
    input  wire [5:0]    reading_b,       // entry number of an operand
    input  wire [5:0]    reading_c,       // entry number of an operand
    input  wire          reads_a,         // whether the operand is read in this slot
    input  wire          reads_b,         // whether the operand is read in this slot
    input  wire          reads_c,         // whether the operand is read in this slot
    input  wire          writing_valid,   // a result is written when its turn comes
    input  wire [2:0]    writing_wave,    // its wave
    input  wire [5:0]    writing_entry,   // its entry number
    input  wire [63:0]   written,         // which words of it are written
    input  wire [511:0]  result_row,      // results of a beat
    input  wire          host_valid,      // the host wants this file
    input  wire          host_write,      // it writes (else reads)
    input  wire [2:0]    host_wave,       // wave
    input  wire [5:0]    host_entry,      // entry number
    input  wire [1:0]    host_beat,       // which beat's row
    input  wire [511:0]  host_write_data, // the row to write
    output wire [511:0]  c_row,           // operand c of the beat
    output wire [511:0]  b_row,           // operand b of the beat
    output wire [383:0]  b_addresses,     // thread that operand b of every thread of the wave addresses
    output wire [511:0]  a_row,           // operand a of the beat
    output wire [2047:0] a_wave,          // operand a of every thread of the wave that executes
    output wire [2047:0] result,          // the results that are written in phase 0, thread 0 lowest
    output wire          host_ready,      // the host's access is done at this clock edge
    output wire [511:0]  host_read_data   // the row read one cycle ago
);

    genvar copy;
    genvar column;
    reg [2047:0] b_q;
    reg b_arrives_q;
    reg [2047:0] c_q;
    reg c_arrives_q;
    reg [511:0] c_last_row_q;
    reg [2047:0] a_q;
    reg a_arrives_q;
    reg [1:0] host_read_beat_q;
    reg [2047:0] read_data_q;
    wire [2047:0] result_rows_words;

    wire read_a = reads_a & (phase == 2'd3);
    wire read_b = reads_b & (phase == 2'd2);
    wire read_c = reads_c & (phase == 2'd1);
    wire write_result = writing_valid & (phase == 2'd0);
    wire port_busy = write_result | read_b | read_c | read_a;
    wire host_grant = host_valid & ~port_busy;
    wire write = write_result | (host_grant & host_write);
    wire [63:0] joined = {
        {16{host_beat == 2'd3}}, {16{host_beat == 2'd2}}, {16{host_beat == 2'd1}}, {16{host_beat == 2'd0}}
    };
    wire [2047:0] write_data = host_grant ? {4{host_write_data}} : result_rows_words;
    wire [2:0] choice = host_grant ? host_wave : write_result ? writing_wave : reading_wave;
    wire [5:0] choice_2 =
        host_grant ? host_entry :
        write_result ? writing_entry :
        read_c ? reading_c :
        read_b ? reading_b :
        reading_a;
    wire [8:0] address = {choice, choice_2};
    wire [2047:0] c_rows = {c_last_row_q, c_q[1535:0]};
    wire [1023:0] c_row_of_2 = phase[1] ? c_rows[2047:1024] : c_rows[1023:0];
    assign c_row = phase[0] ? c_row_of_2[1023:512] : c_row_of_2[511:0];
    wire [1023:0] b_row_of_2 = phase[1] ? b_q[2047:1024] : b_q[1023:0];
    assign b_row = phase[0] ? b_row_of_2[1023:512] : b_row_of_2[511:0];
    assign b_addresses = {
        b_q[2023:2018], b_q[1991:1986], b_q[1959:1954], b_q[1927:1922], b_q[1895:1890], b_q[1863:1858],
        b_q[1831:1826], b_q[1799:1794], b_q[1767:1762], b_q[1735:1730], b_q[1703:1698], b_q[1671:1666],
        b_q[1639:1634], b_q[1607:1602], b_q[1575:1570], b_q[1543:1538], b_q[1511:1506], b_q[1479:1474],
        b_q[1447:1442], b_q[1415:1410], b_q[1383:1378], b_q[1351:1346], b_q[1319:1314], b_q[1287:1282],
        b_q[1255:1250], b_q[1223:1218], b_q[1191:1186], b_q[1159:1154], b_q[1127:1122], b_q[1095:1090],
        b_q[1063:1058], b_q[1031:1026], b_q[999:994], b_q[967:962], b_q[935:930], b_q[903:898], b_q[871:866],
        b_q[839:834], b_q[807:802], b_q[775:770], b_q[743:738], b_q[711:706], b_q[679:674], b_q[647:642],
        b_q[615:610], b_q[583:578], b_q[551:546], b_q[519:514], b_q[487:482], b_q[455:450], b_q[423:418],
        b_q[391:386], b_q[359:354], b_q[327:322], b_q[295:290], b_q[263:258], b_q[231:226], b_q[199:194],
        b_q[167:162], b_q[135:130], b_q[103:98], b_q[71:66], b_q[39:34], b_q[7:2]
    };
    wire [2047:0] a_rows = {a_q[2047:512], read_data_q[511:0]};
    wire [1023:0] a_row_of_2 = phase[1] ? a_rows[2047:1024] : a_rows[1023:0];
    assign a_row = phase[0] ? a_row_of_2[1023:512] : a_row_of_2[511:0];
    assign a_wave = (phase == 2'd0) ? read_data_q : a_q;
    wire [1023:0] host_read_data_of_2 = host_read_beat_q[1] ? read_data_q[2047:1024] : read_data_q[1023:0];
    assign host_read_data = host_read_beat_q[0] ? host_read_data_of_2[1023:512] : host_read_data_of_2[511:0];
    wire words_enable = port_busy | host_grant;
    wire [63:0] words_column_enable = host_grant ? joined : written;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : result_rows
            lanebeat_beat_row_512 #(.INDEX(copy)) unit (
                .clock(clock),
                .take(1'b1),
                .beat(phase),
                .row(result_row),
                .words(result_rows_words[copy*512 +: 512])
            );
        end
    endgenerate

    generate
        for (column = 0; column < 64; column = column + 1) begin : words
            (* ram_style = "block", no_rw_check *)
            reg [31:0] words_column [0:511];
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
            c_last_row_q <= c_q[2047:1536];
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

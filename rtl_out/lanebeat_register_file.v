// lanebeat_register_file: Vector registers of all waves behind one port of a whole wave's width,
// with operand and result staging.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=8, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_register_file (
    input  wire       clock, // rising edge
    input  wire [1:0] phase, // cycle of the slot

    input  wire [2:0] reading_wave,    // wave of the instruction reading
    input  wire [5:0] reading_a,       // entry number of operand a of the instruction reading
    input  wire [5:0] reading_b,       // entry number of operand b of the instruction reading
    input  wire [5:0] reading_c,       // entry number of operand c of the instruction reading
    input  wire       reading_reads_a, // operand a of the instruction reading is read in this slot
    input  wire       reading_reads_b, // operand b of the instruction reading is read in this slot
    input  wire       reading_reads_c, // operand c of the instruction reading is read in this slot

    input  wire         writing_valid,   // a result is written when its turn comes
    input  wire [2:0]   writing_wave,    // wave whose result is written
    input  wire [5:0]   writing_entry,   // entry number that is written
    input  wire [63:0]  writing_threads, // threads or lanes that are written
    input  wire [511:0] writing_row,     // results of a beat

    input  wire         host_valid, // the host wants this file
    input  wire         host_write, // the host writes (else reads)
    input  wire [2:0]   host_wave,  // wave that the host wants
    input  wire [5:0]   host_entry, // entry number that the host wants
    input  wire [1:0]   host_beat,  // beat whose row the host wants
    input  wire [511:0] host_data,  // the row that the host writes

    output wire [511:0]  a_row,       // operand a of the beat
    output wire [511:0]  b_row,       // operand b of the beat
    output wire [511:0]  c_row,       // operand c of the beat
    output wire [2047:0] a_wave,      // operand a of every thread of the wave that executes
    output wire [383:0]  b_addresses, // thread that operand b of every thread of the wave addresses
    output wire [2047:0] result,      // the results that are written in this cycle

    output wire         host_ready,     // the host's access is done at this clock edge
    output wire [511:0] host_read_data  // the row that the host read one cycle ago
);

    genvar copy, part, column;
    reg [2047:0] b_q, c_q, a_q, read_data_q;
    reg b_arrives_q, c_arrives_q, a_arrives_q;
    reg [511:0] c_last_row_q;
    reg [1:0] host_read_beat_q;

    wire read_a = reading_reads_a & (phase == 2'd3);
    wire read_b = reading_reads_b & (phase == 2'd2);
    wire read_c = reading_reads_c & (phase == 2'd1);

    // The port in a slot: results in phase 0, then reads of c, b, a.
    wire write_result = writing_valid & (phase == 2'd0);
    wire port_busy = write_result | read_b | read_c | read_a;

    // The host has the port in cycles in which no instruction has.
    wire host_grant = host_valid & ~port_busy;
    wire [5:0] entry =
        host_grant ? host_entry :
        write_result ? writing_entry :
        read_c ? reading_c :
        read_b ? reading_b :
        reading_a;
    wire [2:0] wave = host_grant ? host_wave : write_result ? writing_wave : reading_wave;
    wire write = write_result | (host_grant & host_write);
    wire [63:0] host_threads = {
        {16{host_beat == 2'd3}}, {16{host_beat == 2'd2}}, {16{host_beat == 2'd1}},
        {16{host_beat == 2'd0}}
    };
    wire [2047:0] write_data = host_grant ? {4{host_data}} : result;
    wire [8:0] address = {wave, entry};

    // Operands are read a wave at a time and leave a row at a time.
    wire [2047:0] c_rows = {c_last_row_q, c_q[1535:0]};
    wire [2047:0] a_rows = {a_q[2047:512], read_data_q[511:0]};
    assign a_wave = (phase == 2'd0) ? read_data_q : a_q;
    wire words_enable = port_busy | host_grant;
    wire [63:0] words_column_enable = host_grant ? host_threads : writing_threads;

    generate
        for (part = 0; part < 64; part = part + 1) begin : each_of_64
            assign b_addresses[part*6 +: 6] = b_q[part*32 + 2 +: 6];
        end
    endgenerate

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : result_rows
            lanebeat_beat_row_512 #(.INDEX(copy)) unit (
                .clock(clock), .take(1'b1), .beat(phase), .row(writing_row),
                .words(result[copy*512 +: 512])
            );
        end
    endgenerate

    generate
        for (column = 0; column < 64; column = column + 1) begin : words
            (* ram_style = "block" *) (* no_rw_check *)
            reg [31:0] words_column [0:511];
            always @(posedge clock) begin
                if (words_enable) begin
                    if (write) begin
                        if (words_column_enable[column])
                            words_column[address] <= write_data[column*32 +: 32];
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

    assign a_row = a_rows[{phase, 9'd0} +: 512];
    assign b_row = b_q[{phase, 9'd0} +: 512];
    assign c_row = c_rows[{phase, 9'd0} +: 512];
    assign host_ready = host_grant;
    assign host_read_data = read_data_q[{host_read_beat_q, 9'd0} +: 512];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

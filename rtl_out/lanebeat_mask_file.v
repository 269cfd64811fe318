// lanebeat_mask_file: Predicates and mask slots of all waves behind one port of a whole wave's
// width, with operand and result staging.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_mask_file (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [1:0] phase, // cycle of the slot

    input  wire [2:0] reading_wave,    // wave of the instruction reading
    input  wire [3:0] reading_a,       // entry number of operand a of the instruction reading
    input  wire [3:0] reading_b,       // entry number of operand b of the instruction reading
    input  wire       reading_reads_a, // operand a of the instruction reading is read in this slot
    input  wire       reading_reads_b, // operand b of the instruction reading is read in this slot
    input  wire       reading_reads_c, // operand c of the instruction reading is read in this slot

    input  wire [2:0] next_wave,    // wave of the instruction that reads in the next cycle
    input  wire [3:0] next_c,       // entry number of operand c of that instruction
    input  wire       next_reads_c, // operand c is read if that instruction need not wait

    input  wire        writing_valid,   // a result is written when its turn comes
    input  wire [2:0]  writing_wave,    // wave whose result is written
    input  wire [3:0]  writing_entry,   // entry number that is written
    input  wire [63:0] writing_threads, // threads or lanes that are written
    input  wire [15:0] writing_row,     // results of a beat

    input  wire        host_valid, // the host wants this file
    input  wire        host_write, // the host writes (else reads)
    input  wire [2:0]  host_wave,  // wave that the host wants
    input  wire [3:0]  host_entry, // entry number that the host wants
    input  wire [1:0]  host_beat,  // beat whose row the host wants
    input  wire [15:0] host_data,  // the row that the host writes

    output wire [15:0] a_row,  // operand a of the beat
    output wire [15:0] b_row,  // operand b of the beat
    output wire [15:0] c_row,  // operand c of the beat
    output wire [63:0] a_wave, // operand a of every thread of the wave that executes
    output wire [63:0] a_read, // the same in beat 0, where a_wave does not have it yet
    // operand c of every thread of the warps of the beat that executes, at their places in the wave
    output wire [63:0] c_wave,
    output wire [63:0] result, // the results that are written in this cycle

    output wire        host_ready,     // the host's access is done at this clock edge
    output wire [15:0] host_read_data  // the row that the host read one cycle ago
);

    genvar copy, column;
    reg may_read_c_q, host_grant_q, access_q, write_q, read_b_q, b_arrives_q, c_arrives_q,
        read_a_q, a_arrives_q;
    reg [6:0] address_q;
    reg [63:0] b_q, c_q, a_q, read_data_q;
    reg [31:0] c_last_warp_q;
    reg [1:0] host_read_beat_q;

    wire write_next = writing_valid & (phase == 2'd3);
    wire next_read_a = reading_reads_a & (phase == 2'd2);
    wire next_read_b = reading_reads_b & (phase == 2'd1);
    wire next_may_read_c = next_reads_c & (phase == 2'd0);

    // The address is that of what was offered; whether it was taken is known now.
    wire read_c = may_read_c_q & reading_reads_c;
    wire access_next = write_next | next_read_b | next_read_a;

    // The host has the port in the next cycle if no instruction has.
    wire host_next = host_valid & (~(access_next | next_may_read_c)) & ~host_grant_q;
    wire port_enable = access_q | read_c;
    wire host_done = host_grant_q & host_valid;
    wire [63:0] host_threads = {
        {16{(host_beat == 2'd3) & host_valid}}, {16{(host_beat == 2'd2) & host_valid}},
        {16{(host_beat == 2'd1) & host_valid}}, {16{(host_beat == 2'd0) & host_valid}}
    };
    wire [63:0] write_data = host_grant_q ? {4{host_data}} : result;

    // Operands are read a wave at a time and leave a row at a time.
    wire [63:0] c_rows = {c_last_warp_q[31:16], c_q[47:0]};
    assign c_wave = {(phase == 2'd3) ? c_last_warp_q : c_q[63:32], c_q[31:0]};
    wire [63:0] a_rows = {a_q[63:16], read_data_q[15:0]};
    wire [63:0] words_column_enable = host_grant_q ? host_threads : writing_threads;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : result_rows
            lanebeat_beat_row_16 #(.INDEX(copy)) unit (
                .clock(clock), .take(1'b1), .beat(phase), .row(writing_row),
                .words(result[copy*16 +: 16])
            );
        end
    endgenerate

    generate
        for (column = 0; column < 64; column = column + 1) begin : words
            (* no_rw_check *)
            reg words_column [0:127];
            always @(posedge clock) begin
                if (port_enable) begin
                    if (write_q) begin
                        if (words_column_enable[column])
                            words_column[address_q] <= write_data[column];
                    end else begin
                        read_data_q[column] <= words_column[address_q];
                    end
                end
            end
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            may_read_c_q <= 1'b0;
            host_grant_q <= 1'b0;
            access_q <= 1'b0;
            write_q <= 1'b0;
            read_b_q <= 1'b0;
            read_a_q <= 1'b0;
        end else begin
            may_read_c_q <= next_may_read_c;
            host_grant_q <= host_next;
            access_q <= access_next | host_next;
            write_q <= write_next | (host_next & host_write);
            read_b_q <= next_read_b;
            read_a_q <= next_read_a;
        end
    end

    always @(posedge clock) begin
        address_q <=
            write_next ? {writing_wave, writing_entry} :
            next_may_read_c ? {next_wave, next_c} :
            next_read_b ? {reading_wave, reading_b} :
            next_read_a ? {reading_wave, reading_a} :
            {host_wave, host_entry};
        b_arrives_q <= read_b_q;
        c_arrives_q <= read_c;
        a_arrives_q <= read_a_q;
    end

    always @(posedge clock) begin
        if (b_arrives_q) begin
            b_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        if (c_arrives_q) begin
            c_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        if (phase == 2'd2) begin
            c_last_warp_q <= c_q[63:32];
        end
    end

    always @(posedge clock) begin
        if (a_arrives_q) begin
            a_q <= read_data_q;
        end
    end

    always @(posedge clock) begin
        if (host_grant_q) begin
            host_read_beat_q <= host_beat;
        end
    end

    assign a_row = a_rows[{phase, 4'd0} +: 16];
    assign b_row = b_q[{phase, 4'd0} +: 16];
    assign c_row = c_rows[{phase, 4'd0} +: 16];
    assign a_wave = a_q;
    assign a_read = read_data_q;
    assign host_ready = host_done;
    assign host_read_data = read_data_q[{host_read_beat_q, 4'd0} +: 16];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

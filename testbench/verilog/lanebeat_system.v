// lanebeat_system: The core with program memory and wave feeder behind an AXI4-Lite slave.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock                    input     1  rising edge
//   reset                    input     1  synchronous, active high
//   s_axi_awvalid            input     1  write address channel: there is an address
//   s_axi_awaddr             input    16  byte address
//   s_axi_wvalid             input     1  write data channel: there is data
//   s_axi_wdata              input    32  the word
//   s_axi_wstrb              input     4  bytes of it that are written
//   s_axi_bready             input     1  write response channel: the master takes the response
//   s_axi_arvalid            input     1  read address channel: there is an address
//   s_axi_araddr             input    16  byte address
//   s_axi_rready             input     1  read data channel: the master takes the data
//   s_axi_awready            output    1  the address is taken at this clock edge if valid
//   s_axi_wready             output    1  the data is taken at this clock edge if valid
//   s_axi_bvalid             output    1  there is a response
//   s_axi_bresp              output    2  0 OKAY, 2 SLVERR, 3 DECERR
//   s_axi_arready            output    1  the address is taken at this clock edge if valid
//   s_axi_rvalid             output    1  there is data
//   s_axi_rresp              output    2  0 OKAY, 2 SLVERR, 3 DECERR
//   s_axi_rdata              output   32  the word; 0 with an error
//   retire_valid             output    1  results are written at this clock edge
//   retire_wave              output    1  wave of the instruction
//   retire_writes_register   output    1  the instruction has a destination register
//   retire_destination       output    4  the register
//   retire_mask_destination  output    4  predicate 0-6, mask slot 8-11, 7 for none
//   retire_written           output   16  threads that are written, thread 0 lowest
//   retire_result            output  512  words for the register, thread 0 lowest
//   retire_mask              output   16  bits for the predicate or mask slot, thread 0 lowest
//   interrupt_request        output    1  high while a bit is set in both INTERRUPT_ENABLE and INTERRUPT_STATUS
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_system (
    input  wire         clock,                   // rising edge
    input  wire         reset,                   // synchronous, active high
    input  wire         s_axi_awvalid,           // write address channel: there is an address
    input  wire [15:0]  s_axi_awaddr,            // byte address
    input  wire         s_axi_wvalid,            // write data channel: there is data
    input  wire [31:0]  s_axi_wdata,             // the word
    input  wire [3:0]   s_axi_wstrb,             // bytes of it that are written
    input  wire         s_axi_bready,            // write response channel: the master takes the response
    input  wire         s_axi_arvalid,           // read address channel: there is an address
    input  wire [15:0]  s_axi_araddr,            // byte address
    input  wire         s_axi_rready,            // read data channel: the master takes the data
    output wire         s_axi_awready,           // the address is taken at this clock edge if valid
    output wire         s_axi_wready,            // the data is taken at this clock edge if valid
    output wire         s_axi_bvalid,            // there is a response
    output wire [1:0]   s_axi_bresp,             // 0 OKAY, 2 SLVERR, 3 DECERR
    output wire         s_axi_arready,           // the address is taken at this clock edge if valid
    output wire         s_axi_rvalid,            // there is data
    output wire [1:0]   s_axi_rresp,             // 0 OKAY, 2 SLVERR, 3 DECERR
    output wire [31:0]  s_axi_rdata,             // the word; 0 with an error
    output wire         retire_valid,            // results are written at this clock edge
    output wire         retire_wave,             // wave of the instruction
    output wire         retire_writes_register,  // the instruction has a destination register
    output wire [3:0]   retire_destination,      // the register
    output wire [3:0]   retire_mask_destination, // predicate 0-6, mask slot 8-11, 7 for none
    output wire [15:0]  retire_written,          // threads that are written, thread 0 lowest
    output wire [511:0] retire_result,           // words for the register, thread 0 lowest
    output wire [15:0]  retire_mask,             // bits for the predicate or mask slot, thread 0 lowest
    output wire         interrupt_request
);

    reg pause_q;
    reg host_waits_q;
    reg host_collects_q;
    reg [7:0] host_entry_q;
    reg host_is_mask_q;
    reg [4:0] host_wave_q;
    reg [2:0] host_beat_q;
    reg host_write_q;
    reg [2:0] interrupt_enable_q;
    reg was_busy_q;
    reg [2:0] interrupt_status_q;
    reg [16:0] illegal_q;
    reg [63:0] cycles_q;
    reg [63:0] instructions_q;
    reg [1:0] program_quarter_q;
    reg reads_program_q;
    reg [31:0] register_word_q;
    wire axi_slave_s_axi_awready;
    wire axi_slave_s_axi_wready;
    wire axi_slave_s_axi_bvalid;
    wire [1:0] axi_slave_s_axi_bresp;
    wire axi_slave_write_valid;
    wire [15:0] axi_slave_write_address;
    wire [31:0] axi_slave_write_data;
    wire [3:0] axi_slave_write_strobe;
    wire axi_slave_s_axi_arready;
    wire axi_slave_s_axi_rvalid;
    wire [1:0] axi_slave_s_axi_rresp;
    wire [31:0] axi_slave_s_axi_rdata;
    wire axi_slave_read_valid;
    wire [15:0] axi_slave_read_address;
    wire [127:0] host_row_row;
    wire [31:0] host_row_read_word;
    wire feeder_fetch;
    wire [7:0] feeder_fetch_address;
    wire [1:0] feeder_running;
    wire [15:0] feeder_counters;
    wire feeder_busy;
    wire feeder_issue_valid;
    wire feeder_issue_wave;
    wire [7:0] feeder_issue_address;
    wire feeder_issued;
    wire feeder_issued_illegal;
    wire [127:0] program_memory_word;
    wire core_issue_ready;
    wire core_issue_blocked;
    wire core_issue_illegal;
    wire core_host_ready;
    wire core_host_read_valid;
    wire [127:0] core_host_read_data;
    wire core_retire_valid;
    wire core_retire_wave;
    wire core_retire_writes_register;
    wire [3:0] core_retire_destination;
    wire [3:0] core_retire_mask_destination;
    wire [15:0] core_retire_written;
    wire [511:0] core_retire_result;
    wire [15:0] core_retire_mask;

    wire is_equal = axi_slave_write_address[15:2] == 14'd0;
    wire is_equal_2 = axi_slave_write_address[15:2] == 14'd1;
    wire is_equal_3 = axi_slave_write_address[15:2] == 14'd2;
    wire is_equal_4 = axi_slave_write_address[15:2] == 14'd3;
    wire is_equal_5 = axi_slave_write_address[15:2] == 14'd4;
    wire is_equal_6 = axi_slave_write_address[15:2] == 14'd5;
    wire is_equal_7 = axi_slave_write_address[15:2] == 14'd6;
    wire is_equal_8 = axi_slave_write_address[15:2] == 14'd7;
    wire is_equal_9 = axi_slave_write_address[15:2] == 14'd8;
    wire is_equal_10 = axi_slave_write_address[15:2] == 14'd9;
    wire is_equal_11 = axi_slave_write_address[15:2] == 14'd10;
    wire is_equal_12 = axi_slave_write_address[15:3] == 13'd6;
    wire is_equal_13 = axi_slave_write_address[15:3] == 13'd7;
    wire is_equal_14 = axi_slave_write_address[15:2] == 14'd16;
    wire is_equal_15 = axi_slave_write_address[15:2] == 14'd17;
    wire is_equal_16 = axi_slave_write_address[15:3] == 13'd16;
    wire is_equal_17 = axi_slave_write_address[15:4] == 12'd16;
    wire is_equal_18 = axi_slave_write_address[15:12] == 4'd8;
    wire [17:0] joined = {
        is_equal_18, is_equal_17, is_equal_16, is_equal_15, is_equal_14, is_equal_13, is_equal_12,
        is_equal_11, is_equal_10, is_equal_9, is_equal_8, is_equal_7, is_equal_6, is_equal_5, is_equal_4,
        is_equal_3, is_equal_2, is_equal
    };
    wire any_set = |joined;
    wire is_equal_19 = axi_slave_write_address[1:0] == 2'd0;
    wire [8:0] joined_2 = {
        is_equal_13, is_equal_12, is_equal_11, is_equal_7, is_equal_5, is_equal_4, is_equal_3, is_equal_2,
        is_equal
    };
    wire [1:0] joined_3 = {axi_slave_write_address[2] == 1'b1, axi_slave_write_address[2] == 1'b0};
    wire [1:0] running = feeder_running;
    wire any_set_2 = |(joined_3 & running);
    wire host_busy = host_waits_q | host_collects_q;
    wire choice = host_is_mask_q ? (host_entry_q < 8'd12) : (host_entry_q < 8'd16);
    wire host_entry_is_there = choice & (host_wave_q < 5'd2) & (host_beat_q < 3'd4);
    wire both = (is_equal_14 | is_equal_15 | is_equal_17) & host_busy;
    wire owner_refuses = (is_equal_16 & any_set_2) | both | (is_equal_15 & ~host_entry_is_there);
    wire write_refused = (|joined_2) | owner_refuses;
    wire [1:0] write_response = {~any_set | ~is_equal_19 | write_refused, ~any_set};
    wire is_equal_20 = axi_slave_read_address[15:2] == 14'd0;
    wire is_equal_21 = axi_slave_read_address[15:2] == 14'd1;
    wire is_equal_22 = axi_slave_read_address[15:2] == 14'd2;
    wire is_equal_23 = axi_slave_read_address[15:2] == 14'd3;
    wire is_equal_24 = axi_slave_read_address[15:2] == 14'd4;
    wire is_equal_25 = axi_slave_read_address[15:2] == 14'd5;
    wire is_equal_26 = axi_slave_read_address[15:2] == 14'd6;
    wire is_equal_27 = axi_slave_read_address[15:2] == 14'd7;
    wire is_equal_28 = axi_slave_read_address[15:2] == 14'd8;
    wire is_equal_29 = axi_slave_read_address[15:2] == 14'd9;
    wire is_equal_30 = axi_slave_read_address[15:2] == 14'd10;
    wire is_equal_31 = axi_slave_read_address[15:3] == 13'd6;
    wire is_equal_32 = axi_slave_read_address[15:3] == 13'd7;
    wire is_equal_33 = axi_slave_read_address[15:2] == 14'd16;
    wire is_equal_34 = axi_slave_read_address[15:2] == 14'd17;
    wire is_equal_35 = axi_slave_read_address[15:3] == 13'd16;
    wire is_equal_36 = axi_slave_read_address[15:4] == 12'd16;
    wire is_equal_37 = axi_slave_read_address[15:12] == 4'd8;
    wire [17:0] joined_4 = {
        is_equal_37, is_equal_36, is_equal_35, is_equal_34, is_equal_33, is_equal_32, is_equal_31,
        is_equal_30, is_equal_29, is_equal_28, is_equal_27, is_equal_26, is_equal_25, is_equal_24,
        is_equal_23, is_equal_22, is_equal_21, is_equal_20
    };
    wire any_set_3 = |joined_4;
    wire is_equal_38 = axi_slave_read_address[1:0] == 2'd0;
    wire both_2 = axi_slave_read_valid & is_equal_38 & is_equal_37 & (|running);
    wire [1:0] read_response = {~any_set_3 | ~is_equal_38 | both_2, ~any_set_3};
    wire [127:0] instruction = program_memory_word;
    wire [63:0] element_of_2 = program_quarter_q[1] ? instruction[127:64] : instruction[63:0];
    wire [31:0] element = program_quarter_q[0] ? element_of_2[63:32] : element_of_2[31:0];
    wire [31:0] read_data = reads_program_q ? element : register_word_q;
    wire both_3 = axi_slave_write_valid & is_equal_19 & is_equal_6;
    wire soft_reset = both_3 & axi_slave_write_data[1] & axi_slave_write_strobe[0];
    wire choice_2 = axi_slave_write_strobe[0] ? axi_slave_write_data[0] : pause_q;
    wire [1:0] joined_5 = {axi_slave_write_strobe[0], axi_slave_write_strobe[0]};
    wire both_4 = axi_slave_write_valid & is_equal_19 & is_equal_8;
    wire [1:0] start = axi_slave_write_data[1:0] & joined_5 & {2{both_4}};
    wire host_ready = core_host_ready;
    wire host_read_valid = core_host_read_valid;
    wire [127:0] host_read_data = core_host_read_data;
    wire both_5 = axi_slave_write_valid & is_equal_19 & is_equal_14 & ~host_busy;
    wire host_write_enable =
        axi_slave_write_valid &
        is_equal_19 &
        is_equal_15 &
        ~host_busy &
        host_entry_is_there &
        axi_slave_write_strobe[0];
    wire either = host_write_enable | (host_waits_q & ~host_ready);
    wire host_done = (host_waits_q & host_ready & host_write_q) | (host_collects_q & host_read_valid);
    wire both_6 = axi_slave_write_valid & is_equal_19 & is_equal_17 & ~host_busy;
    wire issue_ready = core_issue_ready;
    wire issue_blocked = core_issue_blocked;
    wire issue_illegal = core_issue_illegal;
    wire retired = core_retire_valid;
    wire [15:0] counters = feeder_counters;
    wire [7:0] element_2 = axi_slave_write_address[2] ? counters[15:8] : counters[7:0];
    wire both_7 = axi_slave_write_valid & is_equal_19 & is_equal_16 & ~any_set_2;
    wire both_8 = axi_slave_write_valid & is_equal_19 & is_equal_18;
    wire both_9 = both_8 & (axi_slave_write_address[3:2] == 2'd0);
    wire both_10 = both_8 & (axi_slave_write_address[3:2] == 2'd1);
    wire both_11 = both_8 & (axi_slave_write_address[3:2] == 2'd2);
    wire both_12 = both_8 & (axi_slave_write_address[3:2] == 2'd3);
    wire host_reads_program = axi_slave_read_valid & is_equal_38 & is_equal_37 & ~both_2;
    wire both_13 = axi_slave_write_valid & is_equal_19 & is_equal_9;
    wire [2:0] choice_3 = axi_slave_write_strobe[0] ? axi_slave_write_data[2:0] : interrupt_enable_q;
    wire [2:0] joined_6 = {axi_slave_write_strobe[0], axi_slave_write_strobe[0], axi_slave_write_strobe[0]};
    wire both_14 = axi_slave_write_valid & is_equal_19 & is_equal_10;
    wire [2:0] both_15 = axi_slave_write_data[2:0] & joined_6 & {3{both_14}};
    wire [2:0] joined_7 = {host_done, feeder_issued_illegal, was_busy_q & ~feeder_busy};
    assign interrupt_request = |(interrupt_enable_q & interrupt_status_q);
    wire [31:0] joined_8 = {29'd0, interrupt_status_q[1], host_busy, feeder_busy};
    wire [31:0] both_16 = {29'd0, interrupt_enable_q} & {32{is_equal_28}};
    wire [31:0] both_17 = {29'd0, interrupt_status_q} & {32{is_equal_29}};
    wire [31:0] element_3 = axi_slave_read_address[2] ? cycles_q[63:32] : cycles_q[31:0];
    wire [31:0] element_4 = axi_slave_read_address[2] ? instructions_q[63:32] : instructions_q[31:0];
    wire [31:0] joined_9 = {5'd0, host_beat_q, 3'd0, host_wave_q, 7'd0, host_is_mask_q, host_entry_q};
    wire [7:0] element_5 = axi_slave_read_address[2] ? counters[15:8] : counters[7:0];
    wire [31:0] either_2 =
        (32'h4c4e4254 & {32{is_equal_20}}) |
        (32'h00010000 & {32{is_equal_21}}) |
        (32'h00020404 & {32{is_equal_22}}) |
        (32'h01000010 & {32{is_equal_23}}) |
        (32'd127 & {32{is_equal_24}}) |
        ({31'd0, pause_q} & {32{is_equal_25}}) |
        (joined_8 & {32{is_equal_26}}) |
        ({30'd0, running} & {32{is_equal_27}}) |
        both_16 |
        both_17 |
        ({15'd0, illegal_q} & {32{is_equal_30}}) |
        (element_3 & {32{is_equal_31}}) |
        (element_4 & {32{is_equal_32}}) |
        (joined_9 & {32{is_equal_33}}) |
        ({31'd0, host_write_q} & {32{is_equal_34}}) |
        ({24'd0, element_5} & {32{is_equal_35}}) |
        (host_row_read_word & {32{is_equal_36}});
    wire [3:0] host_row_write_bytes = axi_slave_write_strobe & {4{both_6}};
    wire host_row_load = host_collects_q & host_read_valid;
    wire [1:0] feeder_counter_write = joined_3 & {2{both_7}};
    wire [7:0] feeder_counter_value = axi_slave_write_strobe[0] ? axi_slave_write_data[7:0] : element_2;
    wire [15:0] program_memory_write_bytes = {
        axi_slave_write_strobe & {4{both_12}}, axi_slave_write_strobe & {4{both_11}},
        axi_slave_write_strobe & {4{both_10}}, axi_slave_write_strobe & {4{both_9}}
    };
    wire [127:0] program_memory_write_data = {4{axi_slave_write_data}};
    wire program_memory_read = feeder_fetch | host_reads_program;
    wire [7:0] program_memory_read_address =
        host_reads_program ? axi_slave_read_address[11:4] :
        feeder_fetch_address;
    wire [4:0] core_host_entry = {host_is_mask_q, host_entry_q[3:0]};

    lanebeat_axi_slave axi_slave (
        .clock(clock),
        .reset(reset),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awaddr(s_axi_awaddr),
        .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb),
        .s_axi_bready(s_axi_bready),
        .write_response(write_response),
        .s_axi_awready(axi_slave_s_axi_awready),
        .s_axi_wready(axi_slave_s_axi_wready),
        .s_axi_bvalid(axi_slave_s_axi_bvalid),
        .s_axi_bresp(axi_slave_s_axi_bresp),
        .write_valid(axi_slave_write_valid),
        .write_address(axi_slave_write_address),
        .write_data(axi_slave_write_data),
        .write_strobe(axi_slave_write_strobe),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_araddr(s_axi_araddr),
        .s_axi_rready(s_axi_rready),
        .read_response(read_response),
        .read_data(read_data),
        .s_axi_arready(axi_slave_s_axi_arready),
        .s_axi_rvalid(axi_slave_s_axi_rvalid),
        .s_axi_rresp(axi_slave_s_axi_rresp),
        .s_axi_rdata(axi_slave_s_axi_rdata),
        .read_valid(axi_slave_read_valid),
        .read_address(axi_slave_read_address)
    );

    lanebeat_host_row host_row (
        .clock(clock),
        .write_bytes(host_row_write_bytes),
        .write_lane(axi_slave_write_address[3:2]),
        .write_data(axi_slave_write_data),
        .load(host_row_load),
        .loaded(host_read_data),
        .read_lane(axi_slave_read_address[3:2]),
        .row(host_row_row),
        .read_word(host_row_read_word)
    );

    lanebeat_feeder feeder (
        .clock(clock),
        .reset(reset),
        .stop(soft_reset),
        .pause(pause_q),
        .opcode(instruction[71:64]),
        .issue_ready(issue_ready),
        .issue_blocked(issue_blocked),
        .issue_illegal(issue_illegal),
        .start(start),
        .counter_write(feeder_counter_write),
        .counter_value(feeder_counter_value),
        .fetch(feeder_fetch),
        .fetch_address(feeder_fetch_address),
        .running(feeder_running),
        .counters(feeder_counters),
        .retired(retired),
        .busy(feeder_busy),
        .issue_valid(feeder_issue_valid),
        .issue_wave(feeder_issue_wave),
        .issue_address(feeder_issue_address),
        .issued(feeder_issued),
        .issued_illegal(feeder_issued_illegal)
    );

    lanebeat_program_memory program_memory (
        .clock(clock),
        .write_address(axi_slave_write_address[11:4]),
        .write_bytes(program_memory_write_bytes),
        .write_data(program_memory_write_data),
        .read(program_memory_read),
        .read_address(program_memory_read_address),
        .word(program_memory_word)
    );

    lanebeat_core core (
        .clock(clock),
        .reset(reset),
        .issue_wave(feeder_issue_wave),
        .issue_valid(feeder_issue_valid),
        .issue_instruction(instruction),
        .running(feeder_running),
        .issue_ready(core_issue_ready),
        .issue_blocked(core_issue_blocked),
        .issue_illegal(core_issue_illegal),
        .host_valid(host_waits_q),
        .host_write(host_write_q),
        .host_wave(host_wave_q[0]),
        .host_entry(core_host_entry),
        .host_beat(host_beat_q[1:0]),
        .host_write_data(host_row_row),
        .host_ready(core_host_ready),
        .host_read_valid(core_host_read_valid),
        .host_read_data(core_host_read_data),
        .retire_valid(core_retire_valid),
        .retire_wave(core_retire_wave),
        .retire_writes_register(core_retire_writes_register),
        .retire_destination(core_retire_destination),
        .retire_mask_destination(core_retire_mask_destination),
        .retire_written(core_retire_written),
        .retire_result(core_retire_result),
        .retire_mask(core_retire_mask)
    );

    always @(posedge clock) begin
        if (reset) begin
            pause_q <= 1'b0;
        end else if (both_3 | soft_reset) begin
            pause_q <= choice_2 & ~soft_reset;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_waits_q <= 1'b0;
            host_collects_q <= 1'b0;
            was_busy_q <= 1'b0;
            interrupt_status_q <= 3'd0;
        end else begin
            host_waits_q <= ~soft_reset & either;
            host_collects_q <= ~soft_reset & host_waits_q & host_ready & ~host_write_q;
            was_busy_q <= feeder_busy;
            interrupt_status_q <= ((interrupt_status_q & ~both_15) | joined_7) & {3{~soft_reset}};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_entry_q <= 8'd0;
        end else if (both_5 & axi_slave_write_strobe[0]) begin
            host_entry_q <= axi_slave_write_data[7:0];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_is_mask_q <= 1'b0;
        end else if (both_5 & axi_slave_write_strobe[1]) begin
            host_is_mask_q <= axi_slave_write_data[8];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_wave_q <= 5'd0;
        end else if (both_5 & axi_slave_write_strobe[2]) begin
            host_wave_q <= axi_slave_write_data[20:16];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_beat_q <= 3'd0;
        end else if (both_5 & axi_slave_write_strobe[3]) begin
            host_beat_q <= axi_slave_write_data[26:24];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            host_write_q <= 1'b0;
        end else if (host_write_enable) begin
            host_write_q <= axi_slave_write_data[0];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            interrupt_enable_q <= 3'd0;
        end else if (both_13 | soft_reset) begin
            interrupt_enable_q <= choice_3 & {3{~soft_reset}};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            illegal_q <= 17'd0;
        end else if (feeder_issued_illegal & ~interrupt_status_q[1]) begin
            illegal_q <= {feeder_issue_wave, 8'd0, feeder_issue_address};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            cycles_q <= 64'd0;
        end else if (feeder_busy | soft_reset) begin
            cycles_q <= (cycles_q + 64'd1) & {64{~soft_reset}};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            instructions_q <= 64'd0;
        end else if (feeder_issued | soft_reset) begin
            instructions_q <= (instructions_q + 64'd1) & {64{~soft_reset}};
        end
    end

    always @(posedge clock) begin
        program_quarter_q <= axi_slave_read_address[3:2];
        reads_program_q <= axi_slave_read_valid & is_equal_38 & is_equal_37 & ~both_2;
        register_word_q <= either_2 & {32{is_equal_38}};
    end

    assign s_axi_awready = axi_slave_s_axi_awready;
    assign s_axi_wready = axi_slave_s_axi_wready;
    assign s_axi_bvalid = axi_slave_s_axi_bvalid;
    assign s_axi_bresp = axi_slave_s_axi_bresp;
    assign s_axi_arready = axi_slave_s_axi_arready;
    assign s_axi_rvalid = axi_slave_s_axi_rvalid;
    assign s_axi_rresp = axi_slave_s_axi_rresp;
    assign s_axi_rdata = axi_slave_s_axi_rdata;
    assign retire_valid = core_retire_valid;
    assign retire_wave = core_retire_wave;
    assign retire_writes_register = core_retire_writes_register;
    assign retire_destination = core_retire_destination;
    assign retire_mask_destination = core_retire_mask_destination;
    assign retire_written = core_retire_written;
    assign retire_result = core_retire_result;
    assign retire_mask = core_retire_mask;

endmodule

// The registers behind the slave, beside the map of docs/reference/system.md. Three blocks of the system are taken out.
// In place of the slave any write and any read comes in any cycle (slave.v: what it does to them). In place of the core
// stands anything that keeps what the machines are proved to keep (machine/machine.v): it answers the host's read in
// the next cycle, and nothing retires that was not issued. Of the program memory there is one bit `PROGRAM_BIT of one
// instruction `PLACE; program.v compares it with the memory. Of the row of the host window lane `LANE is watched.
//
// `UNDERWAY: instructions that may have been issued and not retired. `ROWS: the core retires rows.
module registers (
    input  wire                  clock,
    input  wire                  reset_wanted,
    input  wire                  write, read,
    input  wire [15:0]           write_address, read_address,
    input  wire [31:0]           write_data,
    input  wire [3:0]            strobe,
    input  wire                  core_is_ready, core_is_blocked, core_refuses, core_retires, core_takes_host,
    input  wire [`BEAT_BITS-1:0] core_retires_beat,
    input  wire [32*`LANES-1:0]  core_row,
    input  wire [127:0]          memory_word,
    output wire                  bad,
    output wire [9:0]            wrong,
    output wire [11:0]           happens
);
    localparam [4:0] NONE = 0, IDENTITY = 1, VERSION = 2, SHAPE = 3, SIZES = 4, FEATURES = 5, CONTROL = 6, STATUS = 7,
        WAVES = 8, INTERRUPT_ENABLE = 9, INTERRUPT_STATUS = 10, ILLEGAL = 11, CYCLES = 12, INSTRUCTIONS = 13,
        HOST_SELECT = 14, HOST_COMMAND = 15, PROGRAM_COUNTER = 16, HOST_ROW = 17, PROGRAM = 18;
    localparam [1:0] OKAY = 0, SLVERR = 2, DECERR = 3;
    localparam [7:0] EXIT = 8'h01;

    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;

    // ---- The system ----
    wire [1:0] write_response, read_response;
    wire [31:0] read_data;
    wire issue_valid, host_valid, host_write, interrupt_request;
    wire [`WAVE_BITS-1:0] issue_wave, host_wave;
    wire [127:0] issue_instruction;
    wire [`WAVES-1:0] running_told;
    wire [`HOST_BITS-1:0] host_entry;
    wire [`BEAT_BITS-1:0] host_beat;
    wire [32*`LANES-1:0] host_row;
    wire memory_reads;
    wire [7:0] memory_read_place, memory_write_place;
    wire [15:0] memory_write_bytes;
    wire [127:0] memory_write_data;
    reg [127:0] memory_read;
    reg host_read_served;
    reg [7:0] underway;
    wire ready = core_is_ready & underway != `UNDERWAY, retires = core_retires & underway != 0;
`ifdef ROWS
    wire retired = retires & (&core_retires_beat);
`else
    wire retired = retires;
`endif
    lanebeat_system system (
        .clock(clock), .reset(reset), .interrupt_request(interrupt_request),
        .\axi_slave.write_response (write_response), .\axi_slave.read_response (read_response),
        .\axi_slave.read_data (read_data),
        .\axi_slave.write_valid (write), .\axi_slave.write_address (write_address),
        .\axi_slave.write_data (write_data), .\axi_slave.write_strobe (strobe),
        .\axi_slave.read_valid (read), .\axi_slave.read_address (read_address),
        .\core.issue_valid (issue_valid), .\core.issue_wave (issue_wave), .\core.issue_instruction (issue_instruction),
        .\core.running (running_told), .\core.host_valid (host_valid), .\core.host_write (host_write),
        .\core.host_wave (host_wave), .\core.host_entry (host_entry), .\core.host_beat (host_beat),
        .\core.host_write_data (host_row),
        .\core.issue_ready (ready), .\core.issue_blocked (core_is_blocked), .\core.issue_illegal (core_refuses),
        .\core.host_ready (core_takes_host), .\core.host_read_valid (host_read_served),
        .\core.host_read_data (core_row), .\core.retire_valid (retires),
`ifdef ROWS
        .\core.retire_beat (core_retires_beat),
`endif
        .\program_memory.write_address (memory_write_place), .\program_memory.write_bytes (memory_write_bytes),
        .\program_memory.write_data (memory_write_data), .\program_memory.read (memory_reads),
        .\program_memory.read_address (memory_read_place), .\program_memory.word (memory_read)
    );
    wire issues = issue_valid & ready;
    wire is_last = issue_instruction[71:64] == EXIT | core_refuses;
    wire host_served = host_valid & core_takes_host;
    reg stored;
    wire stores = memory_write_bytes[`PROGRAM_BIT / 8] & memory_write_place == `PLACE;
    wire collides = |memory_write_bytes & memory_write_place == `PLACE;
    always @(posedge clock) begin
        host_read_served <= host_served & ~host_write & ~reset;
        underway <= reset ? 0 : underway + issues - retired;
        if (stores) stored <= memory_write_data[`PROGRAM_BIT];
        if (memory_reads) begin
            memory_read <= memory_word;
            if (memory_read_place == `PLACE & ~collides) memory_read[`PROGRAM_BIT] <= stored;
        end
    end

    // ---- The map ----
    wire [4:0] written_row, read_row;
    wire [9:0] written_index, read_index;
    row row_written (.address(write_address), .row(written_row), .index(written_index));
    row row_read (.address(read_address), .row(read_row), .index(read_index));

    reg pause, waits, collects, command, is_mask, was_busy, issued_before, refused_before;
    reg [2:0] enables, causes, beat;
    reg [`WAVES-1:0] running;
    reg [8*`WAVES-1:0] counters;
    reg [7:0] entry, illegal_place, place_before;
    reg [4:0] wave, illegal_wave, wave_before;
    reg [63:0] cycles, instructions;
    reg row_bit, row_known, program_bit, program_known;
    reg [`WAVES-1:0] changed; // its instruction `PLACE was written while the wave ran
    wire busy = |running | underway != 0, host_busy = waits | collects;
    wire is_there = entry < (is_mask ? 12 : `REGISTERS) & wave < `WAVES & beat < `BEATS;

    // ---- How accesses are answered ----
    wire is_read_only = written_row <= FEATURES | written_row == STATUS | written_row == ILLEGAL
        | written_row == CYCLES | written_row == INSTRUCTIONS;
    wire is_of_window = written_row == HOST_SELECT | written_row == HOST_COMMAND | written_row == HOST_ROW;
    wire write_refused = is_read_only | written_row == PROGRAM_COUNTER & running[written_index]
        | is_of_window & host_busy | written_row == HOST_COMMAND & ~is_there;
    wire [1:0] write_answer = written_row == NONE ? DECERR : write_address[1:0] != 0 | write_refused ? SLVERR : OKAY;
    wire read_refused = read_row == PROGRAM & |running;
    wire [1:0] read_answer = read_row == NONE ? DECERR : read_address[1:0] != 0 | read_refused ? SLVERR : OKAY;
    wire response_wrong = write & write_response != write_answer | read & read_response != read_answer;

    // ---- What a write does ----
    wire writes = write & write_answer == OKAY;
    wire [31:0] ones = write_data & {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}};
    wire soft_reset = writes & written_row == CONTROL & ones[1];
    wire [`WAVES-1:0] starts = {`WAVES{writes & written_row == WAVES}} & ones;
    wire commands = writes & written_row == HOST_COMMAND & strobe[0];
    wire writes_row = writes & written_row == HOST_ROW & written_index == `LANE & strobe[`BIT / 8];
    wire writes_place = writes & written_row == PROGRAM & written_index[9:2] == `PLACE;
    wire writes_program = writes_place & written_index[1:0] == `PROGRAM_BIT / 32 & strobe[`PROGRAM_BIT % 32 / 8];
    wire [2:0] causes_left = causes & ~({3{writes & written_row == INTERRUPT_STATUS}} & ones);
    wire [2:0] events = {host_served & host_write | collects, issued_before & refused_before, was_busy & ~busy};
    integer i;
    always @(posedge clock) begin
        if (writes & strobe[0]) case (written_row)
            CONTROL: pause <= write_data[0];
            INTERRUPT_ENABLE: enables <= write_data;
            HOST_SELECT: entry <= write_data;
            HOST_COMMAND: command <= write_data[0];
            default: ;
        endcase
        if (writes & written_row == HOST_SELECT) begin
            if (strobe[1]) is_mask <= write_data[8];
            if (strobe[2]) wave <= write_data[20:16];
            if (strobe[3]) beat <= write_data[26:24];
        end
        causes <= causes_left | events;
        if (events[1] & ~causes_left[1]) {illegal_place, illegal_wave} <= {place_before, wave_before};
        was_busy <= busy;
        {issued_before, refused_before} <= {issues, core_refuses};
        {place_before, wave_before} <= {counters[8*issue_wave +: 8], {5 - `WAVE_BITS{1'b0}}, issue_wave};
        cycles <= cycles + busy;
        instructions <= instructions + issued_before;
        for (i = 0; i < `WAVES; i = i + 1) begin
            if (issues & issue_wave == i) counters[8*i +: 8] <= counters[8*i +: 8] + 1;
            if (writes & strobe[0] & written_row == PROGRAM_COUNTER & written_index == i)
                counters[8*i +: 8] <= write_data;
            running[i] <= starts[i] | running[i] & ~(issues & issue_wave == i & is_last);
            changed[i] <= running[i] & (changed[i] | writes_place);
        end
        waits <= commands | waits & ~core_takes_host;
        collects <= host_served & ~host_write;
        if (writes_row) {row_known, row_bit} <= {1'b1, write_data[`BIT]};
        if (collects) {row_known, row_bit} <= {1'b1, core_row[32 * `LANE + `BIT]};
        if (writes_program) {program_known, program_bit} <= {1'b1, write_data[`PROGRAM_BIT % 32]};

        if (soft_reset | reset)
            {pause, enables, causes, cycles, instructions, running, waits, collects} <= 0;
        if (reset) {entry, is_mask, wave, beat, command, counters, was_busy, issued_before} <= 0;
        if (~started) {row_known, program_known} <= 0;
    end

    // ---- What a read gives, a cycle later ----
    reg [31:0] value, known;
    wire [1:0] quarter = `PROGRAM_BIT / 32;
    always @* begin
        known = 32'hffffffff;
        case (read_row)
            IDENTITY: value = "LNBT";
            VERSION: value = 32'h00010000;
            SHAPE: value = {8'd`STAGES, 8'd`WAVES, 8'd`BEATS, 8'd`LANES};
            SIZES: value = {16'd256, 16'd`REGISTERS};
            FEATURES: value = {19'd0, 1'b1, 4'd`REGISTER_FILE, 8'b11100111}; // no video, no float
            CONTROL: value = pause;
            STATUS: value = {causes[1], host_busy, busy};
            WAVES: value = running;
            INTERRUPT_ENABLE: value = enables;
            INTERRUPT_STATUS: value = causes;
            ILLEGAL: begin value = {illegal_wave, 8'd0, illegal_place}; known = {32{causes[1]}}; end
            CYCLES: value = read_index[0] ? cycles[63:32] : cycles[31:0];
            INSTRUCTIONS: value = read_index[0] ? instructions[63:32] : instructions[31:0];
            HOST_SELECT: value = {5'd0, beat, 3'd0, wave, 7'd0, is_mask, entry};
            HOST_COMMAND: value = command;
            PROGRAM_COUNTER: value = counters[8*read_index +: 8];
            HOST_ROW: begin value = row_bit << `BIT; known = (row_known & read_index == `LANE) << `BIT; end
            PROGRAM: begin
                value = program_bit << `PROGRAM_BIT % 32;
                known = (program_known & ~writes_place & read_index == {8'd`PLACE, quarter}) << `PROGRAM_BIT % 32;
            end
            default: value = 0;
        endcase
        if (read_answer != OKAY) begin value = 0; known = 32'hffffffff; end
    end
    reg [31:0] value_before, known_before;
    reg [4:0] row_before;
    reg read_before, error_before;
    always @(posedge clock) begin
        {value_before, known_before, row_before} <= {value, known, read_row};
        {read_before, error_before} <= {read & ~reset, read_answer != OKAY};
    end
    wire read_wrong = read_before & |((read_data ^ value_before) & known_before);
    wire right_row = read_wrong & ~error_before;
    wire is_identity = row_before <= FEATURES;
    wire is_control = row_before == CONTROL | row_before == STATUS | row_before == WAVES;
    wire is_interrupt = row_before == INTERRUPT_ENABLE | row_before == INTERRUPT_STATUS | row_before == ILLEGAL;
    wire is_event = row_before == CYCLES | row_before == INSTRUCTIONS;
    wire is_window = row_before == HOST_SELECT | row_before == HOST_COMMAND | row_before == HOST_ROW;

    // ---- What the core is given ----
    wire [7:0] issue_place = counters[8*issue_wave +: 8];
    wire offer_wrong = running_told != running | issue_valid & (pause | ~running[issue_wave]);
    wire is_known_place = issue_valid & issue_place == `PLACE & program_known & ~changed[issue_wave];
    wire word_wrong = is_known_place & issue_instruction[`PROGRAM_BIT] != program_bit;
    wire host_wrong = host_valid != waits | waits & (host_write != command
        | host_entry != {is_mask, entry[`HOST_BITS-2:0]} | host_wave != wave | host_beat != beat
        | host_write & row_known & host_row[32 * `LANE + `BIT] != row_bit);

    assign bad = |wrong;
    assign wrong = {10{started & ~reset}} & {
        offer_wrong | word_wrong, right_row & row_before == PROGRAM, right_row & is_window | host_wrong,
        right_row & is_event, right_row & is_interrupt | interrupt_request != |(enables & causes),
        right_row & row_before == PROGRAM_COUNTER, right_row & is_control, right_row & is_identity,
        read_wrong & error_before, response_wrong
    };

    // ---- Each of these must be able to happen ----
    wire reads = read & read_answer == OKAY;
    assign happens = {12{started & ~reset}} & {
        is_known_place & issues & program_bit,                                    // a word of the program issues
        reads & read_row == PROGRAM & known != 0 & value != 0,                    // the host reads it
        reads & read_row == HOST_ROW & known != 0 & value != 0,                   // … a word of the row
        host_valid & host_write & core_takes_host & row_known,                    // the host writes a row
        reads & read_row == INSTRUCTIONS & instructions == 2 & cycles > 4,        // two instructions were issued
        reads & read_row == ILLEGAL & causes[1] & illegal_place == 2 & illegal_wave == 1, // wave 1 ended at word 2
        interrupt_request & causes == 7,                                          // all three causes
        soft_reset & &running & host_busy,                                        // a soft reset stops all
        read & read_refused & read_row == PROGRAM,                                // PROGRAM refuses
        write & written_row == PROGRAM_COUNTER & running[written_index] & ~|write_address[1:0], // a counter refuses
        write & written_row == HOST_COMMAND & ~is_there & ~host_busy,             // no such row
        write & write_answer == DECERR & write_address > 16'h80 & write_address < 16'h100 // behind the counters
    };
endmodule

// The row of the map that has a word, and the word's number in it.
module row (
    input  wire [15:0] address,
    output reg  [4:0]  row,
    output reg  [9:0]  index
);
    wire [15:0] place = address & 16'hfffc;
    always @* begin
        row = 0;
        index = 0;
        case (place)
            16'h0000: row = 1;
            16'h0004: row = 2;
            16'h0008: row = 3;
            16'h000c: row = 4;
            16'h0010: row = 5;
            16'h0014: row = 6;
            16'h0018: row = 7;
            16'h001c: row = 8;
            16'h0020: row = 9;
            16'h0024: row = 10;
            16'h0028: row = 11;
            16'h0030, 16'h0034: begin row = 12; index = place[2]; end
            16'h0038, 16'h003c: begin row = 13; index = place[2]; end
            16'h0040: row = 14;
            16'h0044: row = 15;
            default: begin
                if (place >= 16'h0080 & place < 16'h0080 + 4 * `WAVES) {row, index} = {5'd16, place[11:2] - 10'h020};
                if (place >= 16'h0100 & place < 16'h0100 + 4 * `LANES) {row, index} = {5'd17, place[11:2] - 10'h040};
                if (place >= 16'h8000 & place < 16'h9000) {row, index} = {5'd18, place[11:2]};
            end
        endcase
    end
endmodule

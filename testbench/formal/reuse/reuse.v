// Operands of a `two_bank` core with a reuse cache, beside what its register file holds: bit `BIT of thread `T of
// register `R of wave `W, as operand `PLACE (0 a, 1 b, 2 c). `execute`, barriers, special registers, masks and EXEC are
// taken out: what these give is anything, new in each cycle. Any program may run, and the host may do anything.
module reuse (
    input  wire            clock,
    input  wire            reset_wanted,
    input  wire            issue_valid,
    input  wire            issue_wave,
    input  wire [127:0]    issue_instruction,
    input  wire            host_valid,
    input  wire            host_write,
    input  wire            host_wave,
    input  wire [4:0]      host_entry, // the highest bit: a mask
    input  wire [511:0]    host_write_data,
    output wire            bad,
    output wire [2:0]      wrong,   // which of its reasons
    output wire [3:0]      happens
);
    localparam COLUMN = 32 * `T + `BIT, CYCLES = 4; // from allocate to the lanes
    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;

    wire legal;
    word says (.word(issue_instruction), .legal(legal));
    wire host_ready, retire_valid, retire_wave, retire_writes_register;
    wire [1:0] retire_destination;
    wire [15:0] retire_written;
    wire [511:0] retire_result, host_read_data;
    wire launch_wave;
    wire [1:0] a_entry, a_turn, b_entry, b_turn, c_entry, c_turn;
    wire [2:0] hits, keeps;
    wire [511:0] a_row, b_row, c_row;
    lanebeat_core core (
        .clock(clock), .reset(reset),
        .issue_valid(issue_valid & legal), .issue_wave(issue_wave), .issue_instruction(issue_instruction),
        .host_valid(host_valid), .host_write(host_write), .host_wave(host_wave), .host_entry(host_entry),
        .host_write_data(host_write_data), .register_file_host_ready(host_ready), .host_read_data(host_read_data),
        .retire_valid(retire_valid), .retire_wave(retire_wave), .retire_writes_register(retire_writes_register),
        .retire_destination(retire_destination), .retire_written(retire_written), .retire_result(retire_result),
        .sequencer_launch_wave(launch_wave),
        .sequencer_launch_a_entry(a_entry), .sequencer_launch_a_turn(a_turn),
        .sequencer_launch_b_entry(b_entry), .sequencer_launch_b_turn(b_turn),
        .sequencer_launch_c_entry(c_entry), .sequencer_launch_c_turn(c_turn),
        .sequencer_launch_a_hits(hits[0]), .sequencer_launch_b_hits(hits[1]), .sequencer_launch_c_hits(hits[2]),
        .sequencer_launch_a_keeps(keeps[0]), .sequencer_launch_b_keeps(keeps[1]), .sequencer_launch_c_keeps(keeps[2]),
        .register_file_a_row(a_row), .register_file_b_row(b_row), .register_file_c_row(c_row)
    );

    // ---- What the file holds, by what is written ----
    wire retires = retire_valid & retire_writes_register & retire_destination == `R & retire_wave == `W
        & retire_written[`T];
    wire host_writes = host_valid & host_ready & host_write & ~host_entry[4] & host_entry[1:0] == `R & host_wave == `W;
    reg file, is_known;
    always @(posedge clock) begin
        if (retires) file <= retire_result[COLUMN];
        if (host_writes) file <= host_write_data[COLUMN];
        is_known <= started & (is_known | retires | host_writes);
    end

    // ---- What an operand must be that leaves allocate now, and what it is when it comes to the lanes ----
    wire [5:0] entries = {c_entry, b_entry, a_entry}, turns = {c_turn, b_turn, a_turn};
    wire [1:0] entry = entries[2*`PLACE +: 2], turn = turns[2*`PLACE +: 2];
    wire [511:0] row = `PLACE == 0 ? a_row : `PLACE == 1 ? b_row : c_row;
    wire is_own = entry == `R & launch_wave == `W;
    wire hit = is_own & hits[`PLACE];
    wire read = is_own & turn != 0;
    // The cycles behind allocate, the nearest lowest. What the host writes in them a hit may give or not, as the banks are
    // read in one or another.
    reg [CYCLES:1] hit_before, known_before, file_before;
    reg [CYCLES:1] read_before;
    reg [2*CYCLES+1:2] turn_before;
    integer i;
    always @(posedge clock) begin
        hit_before <= reset ? 0 : {hit_before, hit};
        read_before <= reset ? 0 : {read_before, read};
        turn_before <= {turn_before, turn};
        // A result that is written in that cycle is there when the bank is read.
        {known_before[1], file_before[1]} <= retires ? {1'b1, retire_result[COLUMN]} : {is_known, file};
        if (host_writes) known_before[1] <= 1'b0;
        // A bank is read `turn` cycles behind allocate.
        for (i = 1; i < CYCLES; i = i + 1)
            {known_before[i+1], file_before[i+1]} <= read_before[i] & turn_before[2*i +: 2] == i
                ? {is_known, file} : {known_before[i] & ~(hit_before[i] & host_writes), file_before[i]};
    end
    // A memory gives anything of a row that is written as it is read.
    reg reads_now;
    always @* begin
        reads_now = 1'b0;
        for (i = 1; i < CYCLES; i = i + 1) reads_now = reads_now | read_before[i] & turn_before[2*i +: 2] == i;
    end
    wire collides = retires & reads_now;
    // What the host reads is there a cycle after it was served.
    reg host_reads, host_known, host_bit;
    always @(posedge clock) begin
        host_reads <= host_valid & host_ready & ~host_write & ~host_entry[4] & host_entry[1:0] == `R & host_wave == `W;
        {host_known, host_bit} <= {is_known & started, file};
    end
    wire host_wrong = host_reads & host_known & host_read_data[COLUMN] != host_bit;
    wire other = row[COLUMN] != file_before[CYCLES];
    assign wrong = {3{started & ~reset}}
        & {host_wrong, {2{known_before[CYCLES] & other}} & {read_before[CYCLES], hit_before[CYCLES]} | {collides, 1'b0}};
    assign bad = |wrong;

    // ---- Each of these must be able to happen ----
    reg kept, written_since, other_since, host_since;
    always @(posedge clock) begin
        if (is_own & keeps[`PLACE]) {kept, other_since, host_since} <= 3'b100;
        else begin
            if (retire_valid & retire_writes_register & retire_destination == `R & retire_wave != `W) other_since <= 1'b1;
            if (host_valid & host_ready & ~host_write & ~host_entry[4]) host_since <= 1'b1;
        end
        if (reset) {kept, written_since, other_since, host_since} <= 0;
        else if (host_writes) written_since <= 1'b1;
    end
    assign happens = {4{started & ~reset}} & {4{hit & kept & is_known & file}} & {
        written_since,               // behind a write of the host
        host_since,                  // while the host reads
        other_since,                 // behind a write of the other wave
        1'b1
    };
endmodule

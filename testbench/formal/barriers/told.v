// What the core tells its barriers and does with their answers; barriers/barriers.v takes it for granted. The barriers,
// `execute`, and the files of registers, masks and EXEC are taken out: what these give is anything, new in each cycle.
//
// `WAVES, `WAVE_BITS, `LANES, `BEATS, `BEAT_BITS, `TOTAL: of the machine; `ISSUED: instructions that may be between issue
// and execution; `AHEAD: `execute` is told of a beat one cycle before the operands come; `EARLY: results are looked up one
// cycle before the first beat, else with each; `ONE_BEAT: a wave is one row.
module told (
    input  wire                  clock,
    input  wire                  reset_wanted,
    input  wire                  issue_valid,
    input  wire [`WAVE_BITS-1:0] issue_wave,
    input  wire [127:0]          issue_instruction,
    input  wire [`WAVES-1:0]     running,
    input  wire                  held,
    input  wire [`TOTAL-1:0]     result,
    output wire                  bad,
    output wire [4:0]            wrong,  // which of its reasons
    output wire [2:0]            happens
);
    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;

    wire issue_ready;
    wire [7:0] told_opcode;
    wire told_passes;
    wire [`LANES-1:0] guard, q, exec;
    wire [32*`LANES-1:0] special;
    wire [`WAVES-1:0] bar_running;
    wire [`WAVE_BITS-1:0] bar_issue_wave, bar_wave, reading_wave;
    wire bar_issued, arriving;
    wire [2:0] choice;
    wire [3:0] number;
    wire [5:0] wanted;
    wire [`LANES-1:0] voters, bar_q;
    wire [`BEAT_BITS-1:0] told_beat;
    wire told_gathering, first_beat, last_follows;
`ifdef ONE_BEAT
    wire [2:0] told_passes_left; // at the end of its width
    // What the core goes by; `execute` is told the number of passes, which must say the same.
    (* hierconn *) wire \core.sequencer.executing_gathers ;
    assign told_beat = 0, told_gathering = \core.sequencer.executing_gathers , first_beat = 1'b1, last_follows = 1'b1;
    wire gathering_wrong = told_passes & told_gathering != |told_passes_left;
`else
    wire gathering_wrong = 1'b0;
`endif
    lanebeat_core core (
        .clock(clock), .reset(reset), .running(running),
        .issue_valid(issue_valid), .issue_wave(issue_wave), .issue_instruction(issue_instruction),
        .issue_ready(issue_ready),
        .\execute.instruction_opcode (told_opcode), .\execute.passes (told_passes),
`ifdef ONE_BEAT
        .\execute.instruction_passes_left (told_passes_left),
`else
        .\execute.beat (told_beat), .\execute.gathering (told_gathering),
        .\barriers.first_beat (first_beat), .\barriers.last_follows (last_follows),
`endif
        .\execute.masks_guard (guard), .\execute.masks_q (q), .\execute.exec_row (exec), .\execute.special (special),
        .\barriers.running (bar_running), .\barriers.issue_wave (bar_issue_wave), .\barriers.issued (bar_issued),
        .\barriers.wave (bar_wave), .\barriers.reading_wave (reading_wave), .\barriers.arriving (arriving), .\barriers.choice (choice),
        .\barriers.number (number), .\barriers.wanted (wanted), .\barriers.voters (voters), .\barriers.q (bar_q),
        .\barriers.held (held), .\barriers.result (result)
    );

    // ---- Issue ----
    wire [7:0] opcode = issue_instruction[71:64];
    wire is_bar = opcode == 8'h02 | opcode == 8'h04 | opcode == 8'h05 | opcode == 8'h06;
    wire is_b2r = opcode == 8'h14 | opcode == 8'h16;
    wire accepted = issue_valid & issue_ready & ~reset;
    wire issue_wrong = bar_running != running | bar_issue_wave != issue_wave | bar_issued != (accepted & is_bar)
        | held & accepted;

    // ---- What executes: the oldest that has issued ----
    localparam ENTRY = `WAVE_BITS + 8 + 10 + 2;
    wire [7:0] beat_opcode;
    wire [`BEAT_BITS-1:0] beat;
    wire any_passes, gathering;
    localparam TOLD = 8 + `BEAT_BITS + 2;
    wire [TOLD-1:0] told = {told_opcode, told_beat, told_passes, told_gathering};
`ifdef AHEAD
    reg [TOLD-1:0] told_before;
    reg reset_before;
    always @(posedge clock) begin told_before <= told; reset_before <= reset; end
    assign {beat_opcode, beat, any_passes, gathering} = told_before;
    wire passes = any_passes & ~reset_before;
`else
    assign {beat_opcode, beat, any_passes, gathering} = told;
    wire passes = any_passes;
`endif
    wire last = passes & ~gathering;
    wire [ENTRY*`ISSUED-1:0] issued;
    wire [`ISSUED-1:0] is_issued;
    wire overflows;
    queue #(.BITS(ENTRY), .PLACES(`ISSUED)) issued_queue (
        .clock(clock), .reset(reset), .enters(accepted), .leaves(last & beat == `BEATS - 1),
        .entry({issue_wave, opcode, issue_instruction[9:0], is_bar, is_b2r}),
        .entries(issued), .valid(is_issued), .overflows(overflows)
    );
    wire [`WAVE_BITS-1:0] x_wave;
    wire [7:0] x_opcode;
    wire [5:0] x_wanted;
    wire [3:0] x_number;
    wire x_bar, x_b2r;
    assign {x_wave, x_opcode, x_wanted, x_number, x_bar, x_b2r} = issued[ENTRY-1:0];
    wire queue_wrong = overflows | gathering_wrong | passes & (~is_issued[0] | beat_opcode != x_opcode);

    // A BAR executes in so many cycles, without a gap.
    reg [`BEATS-1:0] to_come; // its next beat, one-hot
    wire [`BEATS:0] beat_now = {`BEATS'b0, last & x_bar} << beat;
    always @(posedge clock) to_come <= reset ? 0 : beat_now << 1;
    wire gap = |to_come & ~|(to_come & beat_now);
    wire bar_wrong = arriving != (last & x_bar) | gap | arriving & (
        ~|to_come & beat != 0 | bar_wave != x_wave | choice != x_opcode[2:0] | number != x_number | wanted != x_wanted
        | `BEATS > 1 & (first_beat != (beat == 0) | last_follows != (beat == `BEATS - 2)));
    wire votes_wrong = arriving & (voters != (guard & exec) | bar_q != q);

    // ---- B2R ----
    // It is looked up two cycles behind the issue or later.
    reg [1:0] accepted_before;
    always @(posedge clock) accepted_before <= {accepted_before, accepted};
    wire reads = last & x_b2r;
`ifdef EARLY
    reg [`WAVE_BITS+`TOTAL-1:0] looked_up, at_first;
    always @(posedge clock) begin
        looked_up <= {reading_wave, result};
        if (beat == 0) at_first <= looked_up;
    end
    wire [`WAVE_BITS-1:0] read_wave;
    wire [`TOTAL-1:0] read;
    assign {read_wave, read} = beat == 0 ? looked_up : at_first;
    wire [1:0] young = accepted_before[0] + accepted_before[1]; // issued two cycles ago or less
`else
    wire [`WAVE_BITS-1:0] read_wave = reading_wave;
    wire [`TOTAL-1:0] read = result;
    wire [1:0] young = accepted_before[0];
`endif
    wire is_young = |young & ~|(is_issued >> young);
    wire [31:0] word = x_opcode == 8'h14 ? read : |read;
    wire b2r_wrong = reads & (is_young | read_wave != x_wave | special != {`LANES{word}});

    assign wrong = {5{started & ~reset}} & {b2r_wrong, votes_wrong, bar_wrong, queue_wrong, issue_wrong};
    assign bad = |wrong;
    assign happens = {3{started & ~reset}} & {reads & x_opcode == 8'h16, reads & x_opcode == 8'h14, arriving};
endmodule

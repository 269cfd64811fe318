// The barriers beside ISA.md section 9, for any program: `wrong` says which sentence fails.
//
// What the core keeps (barriers/told.v proves it of the core): the wave of a BAR runs when it issues, and is not held;
// its beats execute one behind the other, in a later cycle, and are told as what they are. What is taken for
// granted of the feeder: a wave that has ended behind a BAR starts anew once that has executed, and once nobody runs no
// wave starts before every BAR has. Everything else is free: the order in which waves issue and execute, guards, q,
// EXEC, and when waves end and start.
//
// `WAVES, `WAVE_BITS, `LANES, `BEATS: of the machine; `TOTAL: bits of a count over all waves; `ONE_BEAT: a wave is one
// row, and arrives in the cycle after it.
module barriers (
    input  wire                  clock,
    input  wire                  reset_wanted,
    input  wire [`WAVES-1:0]     runs_wanted,
    input  wire                  issue_wanted,   // BAR is offered
    input  wire [`WAVE_BITS-1:0] issue_wave,
    input  wire                  begins_wanted,  // the first beat of BAR executes
    input  wire [`WAVE_BITS-1:0] wave_wanted,
    input  wire [1:0]            kind_wanted,
    input  wire [3:0]            number_wanted,
    input  wire [5:0]            waves_wanted,
    input  wire [`LANES-1:0]     voters,
    input  wire [`LANES-1:0]     q,
    input  wire [2:0]            any_choice,     // where nothing arrives
    output wire                  bad,
    output wire [3:0]            wrong,  // which of its reasons
    output wire [5:0]            happens
);
    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;
    integer i, n;

    // ---- Which waves run, and which BAR is to come ----
    reg [`WAVES-1:0] ran, coming;
    wire [`WAVES-1:0] running = runs_wanted & ~(coming & ~ran) & ~{`WAVES{~|ran & |coming}};
    wire held;
    wire issued = issue_wanted & issue_wave < `WAVES & running[issue_wave] & ~held & ~coming[issue_wave];
    wire [`WAVES-1:0] issues = {`WAVES{issued}} & 1 << issue_wave;

    // ---- The beats of a BAR, one behind the other ----
    reg [`BEATS-1:0] goes_on; // the beats behind the first, one-hot
    reg [`WAVE_BITS-1:0] wave_before;
    reg [1:0] kind_before;
    reg [3:0] number_before;
    reg [5:0] waves_before;
    wire begins = begins_wanted & ~|goes_on & wave_wanted < `WAVES & coming[wave_wanted];
    wire arriving = begins | |goes_on;
    wire [`WAVE_BITS-1:0] wave = |goes_on ? wave_before : wave_wanted;
    wire [1:0] kind = |goes_on ? kind_before : kind_wanted;
    wire [3:0] number = |goes_on ? number_before : number_wanted;
    wire [5:0] wanted = |goes_on ? waves_before : waves_wanted;
    wire [`BEATS-1:0] beats = {goes_on, begins}; // one-hot, those behind the last are none
    wire [`WAVES-1:0] executing = {`WAVES{arriving}} & 1 << wave;
    wire executed = beats[`BEATS-1];
    localparam [1:0] SYNC = 0, POPC = 1, AND = 2, OR = 3;
    wire [2:0] choice = ~arriving ? any_choice : kind == SYNC ? 2 : kind == POPC ? 4 : kind == AND ? 5 : 6;
    always @(posedge clock) begin
        {wave_before, kind_before, number_before, waves_before} <= {wave, kind, number, wanted};
        goes_on <= reset ? 0 : `BEATS > 1 ? beats[`BEATS-2:0] : 0;
        ran <= running;
        coming <= reset ? 0 : coming & ~(executing & {`WAVES{executed}}) | issues;
    end

    wire [`TOTAL-1:0] result;
    // What the hardware keeps for each wave: its barrier opened two cycles ago, threads in which q is true, whether it is false in
    // one, and which operation wants that.
    wire [`WAVES-1:0] settled;
    wire [`COUNT*`WAVES-1:0] own_ones;
    wire [`WAVES-1:0] own_missed;
    wire [3*`WAVES-1:0] own_choice;
    lanebeat_barriers dut (
        .clock(clock), .reset(reset), .running(running), .issue_wave(issue_wave), .issued(issued), .wave(wave),
        .arriving(arriving),
`ifndef ONE_BEAT
        .first_beat(arriving ? begins : any_choice[0]), .last_follows(arriving ? beats[`BEATS-2] : any_choice[1]),
`endif
        .choice(choice), .number(number), .wanted(wanted), .voters(voters), .q(q), .held(held),
`include "shown.vh"
        .result(result)
    );

    // ---- What each wave's last BAR said, and its threads ----
    reg [4*`WAVES-1:0] numbers;
    reg [2*`WAVES-1:0] kinds;
    reg [`WAVES-1:0] for_all, missed;
    reg [`COUNT*`WAVES-1:0] counts;
    reg [4*`WAVES-1:0] numbers_now;
    reg [2*`WAVES-1:0] kinds_now;
    reg [`WAVES-1:0] for_all_now, missed_now;
    reg [`COUNT*`WAVES-1:0] counts_now;
    reg [`COUNT-1:0] trues;
    reg [`COUNT*`LANES-1:0] parts;
    wire [`LANES-1:0] votes = voters & {`LANES{kind != SYNC}};
    always @* begin
        // Neighbours are added first, as solvers prefer.
        for (i = 0; i < `LANES; i = i + 1) parts[`COUNT*i +: `COUNT] = {{(`COUNT-1){1'b0}}, votes[i] & q[i]};
        for (n = 1; n < `LANES; n = 2 * n)
            for (i = 0; i + n < `LANES; i = i + 2 * n)
                parts[`COUNT*i +: `COUNT] = parts[`COUNT*i +: `COUNT] + parts[`COUNT*(i+n) +: `COUNT];
        trues = parts[`COUNT-1:0];
        {numbers_now, kinds_now, for_all_now, missed_now, counts_now} = {numbers, kinds, for_all, missed, counts};
        for (i = 0; i < `WAVES; i = i + 1)
            if (executing[i]) begin
                numbers_now[4*i +: 4] = number;
                kinds_now[2*i +: 2] = kind;
                for_all_now[i] = wanted == 0;
                missed_now[i] = missed[i] & ~begins | |(votes & ~q);
                counts_now[`COUNT*i +: `COUNT] = (begins ? 0 : counts[`COUNT*i +: `COUNT]) + trues;
            end
    end
    always @(posedge clock)
        {numbers, kinds, for_all, missed, counts} <= {numbers_now, kinds_now, for_all_now, missed_now, counts_now};

    // ---- Who has arrived, and which barriers open ----
    wire arrival;              // a wave arrives
    wire [3:0] arrival_number;
    wire [5:0] arrival_wanted;
    wire [`WAVES-1:0] arrives;
`ifdef ONE_BEAT
    reg [`WAVES-1:0] arrives_late;
    always @(posedge clock) arrives_late <= reset ? 0 : executing;
    assign arrives = arrives_late, arrival_number = number_before, arrival_wanted = waves_before;
    wire [4*`WAVES-1:0] numbers_then = numbers;
    wire [`WAVES-1:0] for_all_then = for_all;
`else
    assign arrives = executing & {`WAVES{executed}}, arrival_number = number, arrival_wanted = wanted;
    wire [4*`WAVES-1:0] numbers_then = numbers_now;
    wire [`WAVES-1:0] for_all_then = for_all_now;
`endif
    assign arrival = |(arrives & waits);
    reg [`WAVES-1:0] waits, there; // the wave's BAR has issued, and its barrier has not opened; … has arrived
    wire [`WAVES-1:0] there_now = there | arrives & waits;
    wire [`WAVES-1:0] not_ended = running | waits;
    reg [`WAVES-1:0] at, opens;
    reg [5:0] waves_at;
    always @* begin
        opens = 0;
        for (n = 0; n < 16; n = n + 1) begin
            waves_at = 0;
            for (i = 0; i < `WAVES; i = i + 1) begin
                at[i] = there_now[i] & numbers_then[4*i +: 4] == n;
                waves_at = waves_at + at[i];
            end
            if (arrival & arrival_number == n & arrival_wanted != 0 & waves_at >= arrival_wanted) opens = opens | at;
            if (|(at & for_all_then) & ~|(not_ended & ~at)) opens = opens | at;
        end
    end
    // Once nobody runs, nobody is waited for, nor who issued in the cycle before when its cycle has gone.
    reg [`WAVES-1:0] issued_before;
    always @(posedge clock) issued_before <= reset ? 0 : issues;
    wire [`WAVES-1:0] forgotten = {`WAVES{~|running}} & waits & ~issued_before;
    always @(posedge clock) begin
        waits <= reset ? 0 : waits & ~opens & ~forgotten | issues;
        there <= reset ? 0 : there_now & ~opens & ~forgotten;
    end

    // ---- The results, so many cycles behind the opening ----
    reg [`WAVES-1:0] opens1, opens2, missed1, missed2;
    reg [2*`WAVES-1:0] kinds1, kinds2;
    reg [`COUNT*`WAVES-1:0] counts1, counts2;
    always @(posedge clock) begin
        opens1 <= reset ? 0 : opens;
        opens2 <= reset ? 0 : opens1;
        missed1 <= missed_now; missed2 <= missed1;
        kinds1 <= kinds_now; kinds2 <= kinds1;
        counts1 <= counts_now; counts2 <= counts1;
    end
    reg [`WAVES-1:0] miscounted;
    reg [2:0] choice_wanted;
    always @* for (i = 0; i < `WAVES; i = i + 1) begin
        case (kinds2[2*i +: 2]) SYNC: choice_wanted = 2; POPC: choice_wanted = 4; AND: choice_wanted = 5; OR: choice_wanted = 6; endcase
        miscounted[i] = opens2[i] & (own_ones[`COUNT*i +: `COUNT] != counts2[`COUNT*i +: `COUNT]
            | own_missed[i] != missed2[i] | own_choice[3*i +: 3] != choice_wanted);
    end

    // ---- The results of what was kept ----
    reg [`TOTAL*`WAVES-1:0] results, sums;
    wire [`TOTAL-1:0] total = sums[`TOTAL-1:0];
    wire any_missed = |(own_missed & settled);
    always @* begin
        for (i = 0; i < `WAVES; i = i + 1)
            sums[`TOTAL*i +: `TOTAL] = own_ones[`COUNT*i +: `COUNT] & {`COUNT{settled[i]}};
        for (n = 1; n < `WAVES; n = 2 * n)
            for (i = 0; i + n < `WAVES; i = i + 2 * n)
                sums[`TOTAL*i +: `TOTAL] = sums[`TOTAL*i +: `TOTAL] + sums[`TOTAL*(i+n) +: `TOTAL];
    end
    always @(posedge clock)
        for (i = 0; i < `WAVES; i = i + 1)
            if (reset) results[`TOTAL*i +: `TOTAL] <= 0;
            else if (settled[i])
                case (own_choice[3*i +: 3])
                    4: results[`TOTAL*i +: `TOTAL] <= total;
                    5: results[`TOTAL*i +: `TOTAL] <= {{(`TOTAL-1){1'b0}}, ~any_missed};
                    6: results[`TOTAL*i +: `TOTAL] <= {{(`TOTAL-1){1'b0}}, |total};
                    default: results[`TOTAL*i +: `TOTAL] <= 0;
                endcase
    wire [`TOTAL-1:0] result_wanted = results >> `TOTAL * wave;
    wire result_wrong = wave < `WAVES & result != result_wanted;
    wire held_wrong = issue_wave < `WAVES & held != waits[issue_wave];
    assign wrong = {4{started & ~reset}} & {result_wrong, |miscounted, settled != opens2, held_wrong};
    assign bad = |wrong;
    assign happens = {6{started & ~reset}} & {
        |opens & ~|(running & ~coming) & |(there & ~running), // behind a wave that has ended
        |opens2 & total == 3 & &own_missed,                   // two
        |(opens & for_all) & arrival & arrival_wanted != 0,   // waves that wait for all and for a number
        |opens & |(there & ~opens),                           // another barrier stays shut
        |opens & ~arrival,                                    // as a wave ends
        |opens & |(opens & ~arrives)
    };
endmodule

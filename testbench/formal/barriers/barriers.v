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
    input  wire [`WAVE_BITS-1:0] reading_wave,
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
    // What the hardware keeps for each wave: it waits, it is there, at which barrier, for all; its barrier opened two cycles ago,
    // threads in which q is true, whether it is false in one, and which operation wants that.
    wire [`WAVES-1:0] own_waits, is_there, needs_all, settled;
    wire [4*`WAVES-1:0] place;
    wire [`COUNT*`WAVES-1:0] own_ones;
    wire [`WAVES-1:0] own_missed;
    wire [3*`WAVES-1:0] own_choice;
    // Its barrier is the one that was told in the cycle before.
    wire [`WAVES-1:0] is_of_latest;
    // The threads of the beat before, and its sums over a beat and over waves, which are compared by themselves.
    wire [`LANES-1:0] ones_q, missing_q;
    wire [`COUNT-1:0] beat_ones;
    wire [`TOTAL-1:0] total;
    lanebeat_barriers dut (
        .clock(clock), .reset(reset), .running(running), .issue_wave(issue_wave), .issued(issued), .wave(wave),
        .reading_wave(reading_wave), .arriving(arriving),
`ifndef ONE_BEAT
        .first_beat(arriving ? begins : any_choice[0]), .last_follows(arriving ? beats[`BEATS-2] : any_choice[1]),
`endif
        .choice(choice), .number(number), .wanted(wanted), .voters(voters), .q(q), .held(held),
        .ones_q(ones_q), .missing_q(missing_q), .beat_ones(beat_ones), .total(total), .of_wave_waits(own_waits), .of_wave_place(place), .of_wave_needs_all(needs_all),
`include "shown.vh"
        .result(result)
    );

    // ---- What each wave's last BAR said, and its threads ----
    reg [4*`WAVES-1:0] numbers;
    reg [2*`WAVES-1:0] kinds;
    reg [`WAVES-1:0] for_all, missed;
    reg [`COUNT*`WAVES-1:0] counts;
    reg [`WAVES-1:0] chosen, counted; // the wave has had a BAR since power-up: its number is kept, its threads are counted
    wire chooses = beats[`BEATS > 1 ? `BEATS - 2 : 0];
    // The beat that executed one cycle ago: of which wave, whether it was the first, and what is counted in it.
    reg [`WAVES-1:0] counting;
    reg [3:0] latest;
    reg was_first;
    reg [`LANES-1:0] trues, misses;
    reg [`COUNT-1:0] ones;
    reg [`COUNT*`LANES-1:0] parts;
    wire [`LANES-1:0] votes = voters & {`LANES{kind != SYNC}};
    always @* begin
        // Neighbours are added first, as solvers prefer.
        for (i = 0; i < `LANES; i = i + 1) parts[`COUNT*i +: `COUNT] = {{(`COUNT-1){1'b0}}, trues[i]};
        for (n = 1; n < `LANES; n = 2 * n)
            for (i = 0; i + n < `LANES; i = i + 2 * n)
                parts[`COUNT*i +: `COUNT] = parts[`COUNT*i +: `COUNT] + parts[`COUNT*(i+n) +: `COUNT];
        ones = parts[`COUNT-1:0];
    end
    always @(posedge clock) begin
        {counting, was_first, misses, trues} <= {reset ? {`WAVES{1'b0}} : executing, begins, votes & ~q, votes & q};
        latest <= number;
        for (i = 0; i < `WAVES; i = i + 1) begin
            if (executing[i] & chooses) {numbers[4*i +: 4], kinds[2*i +: 2], for_all[i]} <= {number, kind, wanted == 0};
            chosen[i] <= started & (chosen[i] | executing[i] & chooses);
            counted[i] <= started & (counted[i] | counting[i] & was_first);
            if (counting[i]) begin
                missed[i] <= missed[i] & ~was_first | |misses;
                counts[`COUNT*i +: `COUNT] <= (was_first ? 0 : counts[`COUNT*i +: `COUNT]) + beat_ones;
            end
        end
    end

    // ---- Who has arrived, and which barriers open ----
    wire arrival;              // a wave arrives
    wire [3:0] arrival_number;
    wire [5:0] arrival_wanted;
    wire [`WAVES-1:0] arrives;
`ifdef ONE_BEAT
    reg [`WAVES-1:0] arrives_late;
    always @(posedge clock) arrives_late <= reset ? 0 : executing;
    assign arrives = arrives_late, arrival_number = number_before, arrival_wanted = waves_before;
`else
    assign arrives = executing & {`WAVES{executed}}, arrival_number = number, arrival_wanted = wanted;
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
                at[i] = there_now[i] & numbers[4*i +: 4] == n;
                waves_at = waves_at + at[i];
            end
            if (arrival & arrival_number == n & arrival_wanted != 0 & waves_at >= arrival_wanted) opens = opens | at;
            if (|(at & for_all) & ~|(not_ended & ~at)) opens = opens | at;
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

    // ---- What each wave keeps, so many cycles behind the opening: its next BAR has not come ----
    reg [`WAVES-1:0] opens1, opens2;
    always @(posedge clock) begin
        opens1 <= reset ? 0 : opens;
        opens2 <= reset ? 0 : opens1;
    end
    reg [`WAVES-1:0] miscounted, misplaced;
    reg [2:0] choice_wanted;
    always @* for (i = 0; i < `WAVES; i = i + 1) begin
        misplaced[i] = chosen[i] & {needs_all[i], place[4*i +: 4], is_of_latest[i]} !=
            {for_all[i], numbers[4*i +: 4], numbers[4*i +: 4] == latest};
        case (kinds[2*i +: 2]) SYNC: choice_wanted = 2; POPC: choice_wanted = 4; AND: choice_wanted = 5; OR: choice_wanted = 6; endcase
        miscounted[i] = opens2[i] & ~(chosen[i] & counted[i]) | chosen[i] & own_choice[3*i +: 3] != choice_wanted
            | counted[i] & (own_ones[`COUNT*i +: `COUNT] != counts[`COUNT*i +: `COUNT] | own_missed[i] != missed[i]);
    end

    // ---- The results of what was kept ----
    reg [`TOTAL*`WAVES-1:0] results, sums;
    wire [`TOTAL-1:0] total_wanted = sums[`TOTAL-1:0];
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
    wire [`TOTAL-1:0] result_wanted = results >> `TOTAL * reading_wave;
    wire result_wrong = reading_wave < `WAVES & result != result_wanted;
    wire held_wrong = issue_wave < `WAVES & held != waits[issue_wave] | (own_waits | issued_before) != waits
        | is_there != there_now | |misplaced | |(there_now & ~chosen) | settled != opens2;
    wire sum_wrong = |counting & {ones_q, missing_q, beat_ones} != {trues, misses, ones} | total != total_wanted;
    assign wrong = {4{started & ~reset}} & {sum_wrong, result_wrong, |miscounted, held_wrong};
    assign bad = |wrong;
    assign happens = {6{started & ~reset}} & {
        |opens & ~|(running & ~coming) & |(there & ~running), // behind a wave that has ended
        |opens2 & total_wanted == 3 & &own_missed,            // two
        |(opens & for_all) & arrival & arrival_wanted != 0,   // waves that wait for all and for a number
        |opens & |(there & ~opens),                           // another barrier stays shut
        |opens & ~arrival,                                    // as a wave ends
        |opens & |(opens & ~arrives)
    };
endmodule

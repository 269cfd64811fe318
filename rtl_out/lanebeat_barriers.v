// lanebeat_barriers: Holds waves until enough have arrived at their barrier, and counts threads
// over all of them.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_barriers (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [7:0]  running,      // waves that have instructions left, wave 0 lowest
    input  wire [2:0]  issue_wave,   // wave of the offered instruction
    input  wire        issued,       // BAR of the offered wave is taken
    input  wire [2:0]  wave,         // wave that executes
    input  wire [2:0]  reading_wave, // wave whose result is read
    input  wire        arriving,     // a beat of BAR executes
    input  wire        first_beat,   // the beat is the first
    input  wire        last_follows, // the next beat is the last
    input  wire [2:0]  choice,       // lower digit of the opcode
    input  wire [3:0]  number,       // barrier of the BAR that executes
    input  wire [5:0]  wanted,       // waves that the barrier needs, 0 for all that run
    input  wire [15:0] voters,       // threads of the beat that execute
    input  wire [15:0] q,            // predicate q of each lane
    output wire        held,         // the offered wave waits
    output wire [9:0]  result        // result of the last barrier of the wave that reads it
);

    genvar copy;
    reg issued_before_q, counting_q, latest_arrived_q, counted_first_beat_q;
    reg [15:0] ones_q, missing_q;
    reg [5:0] latest_wanted_q;
    reg [2:0] wave_before_q, counted_wave_q;
    wire [7:0] of_wave_just_issued, of_wave_waits, of_wave_at_latest, of_wave_is_there,
               of_wave_needs_all, of_wave_true_here, of_wave_missed_here;
    wire [31:0] of_wave_place;
    wire [55:0] of_wave_ones_here;
    wire [79:0] of_wave_result;

    wire [15:0] next_ones_term = voters & {16{choice[2]}};
    wire [1:0] beat_ones_from0_to1 = {1'b0, ones_q[0]} + {1'b0, ones_q[1]};
    wire [1:0] beat_ones_from2_to3 = {1'b0, ones_q[2]} + {1'b0, ones_q[3]};
    wire [1:0] beat_ones_from4_to5 = {1'b0, ones_q[4]} + {1'b0, ones_q[5]};
    wire [1:0] beat_ones_from6_to7 = {1'b0, ones_q[6]} + {1'b0, ones_q[7]};
    wire [1:0] beat_ones_from8_to9 = {1'b0, ones_q[8]} + {1'b0, ones_q[9]};
    wire [1:0] beat_ones_from10_to11 = {1'b0, ones_q[10]} + {1'b0, ones_q[11]};
    wire [1:0] beat_ones_from12_to13 = {1'b0, ones_q[12]} + {1'b0, ones_q[13]};
    wire [1:0] beat_ones_from14_to15 = {1'b0, ones_q[14]} + {1'b0, ones_q[15]};
    wire [2:0] beat_ones_from0_to3 = {1'b0, beat_ones_from0_to1} + {1'b0, beat_ones_from2_to3};
    wire [2:0] beat_ones_from4_to7 = {1'b0, beat_ones_from4_to5} + {1'b0, beat_ones_from6_to7};
    wire [2:0] beat_ones_from8_to11 = {1'b0, beat_ones_from8_to9} + {1'b0, beat_ones_from10_to11};
    wire [2:0] beat_ones_from12_to15 =
        {1'b0, beat_ones_from12_to13} + {1'b0, beat_ones_from14_to15};
    wire [3:0] beat_ones_from0_to7 = {1'b0, beat_ones_from0_to3} + {1'b0, beat_ones_from4_to7};
    wire [3:0] beat_ones_from8_to15 = {1'b0, beat_ones_from8_to11} + {1'b0, beat_ones_from12_to15};
    wire [4:0] beat_ones_from0_to15 = {1'b0, beat_ones_from0_to7} + {1'b0, beat_ones_from8_to15};

    // Voters of the last beat whose predicate is 1, added beat by beat.
    wire [6:0] beat_ones = {2'd0, beat_ones_from0_to15};
    wire arrives = arriving & last_follows;
    wire [1:0] waves_at_latest_from0_to1 =
        {1'b0, of_wave_at_latest[0]} + {1'b0, of_wave_at_latest[1]};
    wire [1:0] waves_at_latest_from2_to3 =
        {1'b0, of_wave_at_latest[2]} + {1'b0, of_wave_at_latest[3]};
    wire [2:0] waves_at_latest_from0_to3 =
        {1'b0, waves_at_latest_from0_to1} + {1'b0, waves_at_latest_from2_to3};
    wire [1:0] waves_at_latest_from4_to5 =
        {1'b0, of_wave_at_latest[4]} + {1'b0, of_wave_at_latest[5]};
    wire [1:0] waves_at_latest_from6_to7 =
        {1'b0, of_wave_at_latest[6]} + {1'b0, of_wave_at_latest[7]};
    wire [2:0] waves_at_latest_from4_to7 =
        {1'b0, waves_at_latest_from4_to5} + {1'b0, waves_at_latest_from6_to7};
    wire [3:0] waves_at_latest_from0_to7 =
        {1'b0, waves_at_latest_from0_to3} + {1'b0, waves_at_latest_from4_to7};

    // Only the barrier of the latest arrival can have become full.
    wire [5:0] waves_at_latest = {2'd0, waves_at_latest_from0_to7};
    wire are_enough =
        latest_arrived_q & (latest_wanted_q != 6'd0) & (~(waves_at_latest < latest_wanted_q));
    wire [7:0] runs = running | of_wave_waits | of_wave_just_issued;
    wire [7:0] places_bit0 = {
        of_wave_place[28], of_wave_place[24], of_wave_place[20], of_wave_place[16],
        of_wave_place[12], of_wave_place[8], of_wave_place[4], of_wave_place[0]
    };
    wire [7:0] places_bit1 = {
        of_wave_place[29], of_wave_place[25], of_wave_place[21], of_wave_place[17],
        of_wave_place[13], of_wave_place[9], of_wave_place[5], of_wave_place[1]
    };
    wire [7:0] places_bit2 = {
        of_wave_place[30], of_wave_place[26], of_wave_place[22], of_wave_place[18],
        of_wave_place[14], of_wave_place[10], of_wave_place[6], of_wave_place[2]
    };
    wire [7:0] places_bit3 = {
        of_wave_place[31], of_wave_place[27], of_wave_place[23], of_wave_place[19],
        of_wave_place[15], of_wave_place[11], of_wave_place[7], of_wave_place[3]
    };
    wire places_differ_part =
        (|(of_wave_is_there & places_bit3)) & (|(of_wave_is_there & ~places_bit3));
    wire places_differ_part_2 =
        (|(of_wave_is_there & places_bit2)) & (|(of_wave_is_there & ~places_bit2));
    wire places_differ_part_3 =
        (|(of_wave_is_there & places_bit1)) & (|(of_wave_is_there & ~places_bit1));
    wire places_differ_part_4 =
        (|(of_wave_is_there & places_bit0)) & (|(of_wave_is_there & ~places_bit0));
    wire [3:0] places_differ = {
        places_differ_part, places_differ_part_2, places_differ_part_3, places_differ_part_4
    };
    wire are_all =
        (|(of_wave_is_there & of_wave_needs_all)) & (~|(runs & ~of_wave_is_there)) &
        (~|places_differ);
    wire [7:0] ones_here_from0_to1 =
        {1'b0, of_wave_ones_here[6:0]} + {1'b0, of_wave_ones_here[13:7]};
    wire [7:0] ones_here_from2_to3 =
        {1'b0, of_wave_ones_here[20:14]} + {1'b0, of_wave_ones_here[27:21]};
    wire [8:0] ones_here_from0_to3 = {1'b0, ones_here_from0_to1} + {1'b0, ones_here_from2_to3};
    wire [7:0] ones_here_from4_to5 =
        {1'b0, of_wave_ones_here[34:28]} + {1'b0, of_wave_ones_here[41:35]};
    wire [7:0] ones_here_from6_to7 =
        {1'b0, of_wave_ones_here[48:42]} + {1'b0, of_wave_ones_here[55:49]};
    wire [8:0] ones_here_from4_to7 = {1'b0, ones_here_from4_to5} + {1'b0, ones_here_from6_to7};
    wire [9:0] ones_here_from0_to7 = {1'b0, ones_here_from0_to3} + {1'b0, ones_here_from4_to7};
    wire [9:0] ones_here = ones_here_from0_to7;
    wire [9:0] total = ones_here;
    wire any_true = |of_wave_true_here;
    wire any_missed = |of_wave_missed_here;
    wire [7:0] waiting = of_wave_waits | of_wave_just_issued;
    wire [39:0] result_of_4 = reading_wave[2] ? of_wave_result[79:40] : of_wave_result[39:0];
    wire [19:0] result_of_2 = reading_wave[1] ? result_of_4[39:20] : result_of_4[19:0];
    assign result = reading_wave[0] ? result_of_2[19:10] : result_of_2[9:0];

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : of_wave
            lanebeat_barrier_of_wave #(.INDEX(copy)) unit (
                .clock(clock), .reset(reset), .issued_wave(wave_before_q), .issued(issued_before_q),
                .wave(wave), .arrives(arrives), .choice(choice), .number(number),
                .for_all(wanted == 6'd0), .counted_wave(counted_wave_q), .counting(counting_q),
                .first_beat(counted_first_beat_q), .ones(beat_ones), .misses(|missing_q),
                .are_enough(are_enough), .are_all(are_all), .nobody_runs(~|running), .total(total),
                .any_true(any_true), .any_missed(any_missed),
                .just_issued(of_wave_just_issued[copy]), .waits(of_wave_waits[copy]),
                .at_latest(of_wave_at_latest[copy]), .is_there(of_wave_is_there[copy]),
                .place(of_wave_place[copy*4 +: 4]), .needs_all(of_wave_needs_all[copy]),
                .ones_here(of_wave_ones_here[copy*7 +: 7]), .true_here(of_wave_true_here[copy]),
                .missed_here(of_wave_missed_here[copy]), .result(of_wave_result[copy*10 +: 10])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            issued_before_q <= 1'b0;
            counting_q <= 1'b0;
            latest_arrived_q <= 1'b0;
        end else begin
            issued_before_q <= issued;
            counting_q <= arriving;
            latest_arrived_q <= arrives;
        end
    end

    always @(posedge clock) begin
        ones_q <= next_ones_term & q;
        latest_wanted_q <= wanted;
        wave_before_q <= issue_wave;
        counted_wave_q <= wave;
        counted_first_beat_q <= first_beat;
        missing_q <= next_ones_term & ~q;
    end

    assign held = waiting[issue_wave];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

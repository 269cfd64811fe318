// lanebeat_barriers: Holds waves until enough have arrived at their barrier, and counts threads over
// all of them.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock       input    1  rising edge
//   reset       input    1  synchronous, active high
//   running     input    8  waves that have instructions left, wave 0 lowest
//   issue_wave  input    3  the wave that is offered
//   issued      input    1  its BAR is taken
//   wave        input    3  the wave that executes
//   arriving    input    1  a beat of its BAR executes
//   first_beat  input    1  it is the first
//   last_beat   input    1  it is the last
//   choice      input    3  lower digit of the opcode
//   number      input    4  the barrier
//   wanted      input    6  waves that it needs, 0 for all that run
//   voters      input   16  threads of the beat that execute
//   q           input   16  their predicate
//   held        output   1  the offered wave waits
//   result      output  10  result of the last barrier of the wave that executes
// Made by: lanebeat generate core
module lanebeat_barriers (
    input  wire        clock,      // rising edge
    input  wire        reset,      // synchronous, active high
    input  wire [7:0]  running,    // waves that have instructions left, wave 0 lowest
    input  wire [2:0]  issue_wave, // the wave that is offered
    input  wire        issued,     // its BAR is taken
    input  wire [2:0]  wave,       // the wave that executes
    input  wire        arriving,   // a beat of its BAR executes
    input  wire        first_beat, // it is the first
    input  wire        last_beat,  // it is the last
    input  wire [2:0]  choice,     // lower digit of the opcode
    input  wire [3:0]  number,     // the barrier
    input  wire [5:0]  wanted,     // waves that it needs, 0 for all that run
    input  wire [15:0] voters,     // threads of the beat that execute
    input  wire [15:0] q,          // their predicate
    output wire        held,       // the offered wave waits
    output wire [9:0]  result      // result of the last barrier of the wave that executes
);

    genvar copy;
    reg latest_arrived_q;
    reg [3:0] latest_number_q;
    reg [5:0] latest_wanted_q;
    wire [7:0] of_wave_waiting;
    wire [7:0] of_wave_here;
    wire [31:0] of_wave_place;
    wire [7:0] of_wave_needs_all;
    wire [55:0] of_wave_ones_here;
    wire [7:0] of_wave_missed_here;
    wire [79:0] of_wave_result;

    wire [15:0] both = voters & {16{choice[2]}};
    wire [15:0] both_2 = both & q;
    wire [2:0] joined = {1'b0, {1'b0, both_2[0]} + {1'b0, both_2[1]}};
    wire [2:0] joined_2 = {1'b0, {1'b0, both_2[2]} + {1'b0, both_2[3]}};
    wire [2:0] joined_3 = {1'b0, {1'b0, both_2[4]} + {1'b0, both_2[5]}};
    wire [2:0] joined_4 = {1'b0, {1'b0, both_2[6]} + {1'b0, both_2[7]}};
    wire [2:0] joined_5 = {1'b0, {1'b0, both_2[8]} + {1'b0, both_2[9]}};
    wire [2:0] joined_6 = {1'b0, {1'b0, both_2[10]} + {1'b0, both_2[11]}};
    wire [2:0] joined_7 = {1'b0, {1'b0, both_2[12]} + {1'b0, both_2[13]}};
    wire [2:0] joined_8 = {1'b0, {1'b0, both_2[14]} + {1'b0, both_2[15]}};
    wire [3:0] sum = {1'b0, joined + joined_2} + {1'b0, joined_3 + joined_4};
    wire [3:0] sum_2 = {1'b0, joined_5 + joined_6} + {1'b0, joined_7 + joined_8};
    wire [6:0] beat_ones = {2'd0, {1'b0, sum} + {1'b0, sum_2}};
    wire arrives = arriving & last_beat;
    wire [7:0] runs = running | of_wave_waiting;
    wire [3:0] first_running_number =
        runs[0] ? of_wave_place[3:0] :
        runs[1] ? of_wave_place[7:4] :
        runs[2] ? of_wave_place[11:8] :
        runs[3] ? of_wave_place[15:12] :
        runs[4] ? of_wave_place[19:16] :
        runs[5] ? of_wave_place[23:20] :
        runs[6] ? of_wave_place[27:24] :
        of_wave_place[31:28];
    wire [3:0] candidate = latest_arrived_q ? latest_number_q : first_running_number;
    wire [1:0] sum_3 = {1'b0, of_wave_here[0]} + {1'b0, of_wave_here[1]};
    wire [1:0] sum_4 = {1'b0, of_wave_here[2]} + {1'b0, of_wave_here[3]};
    wire [1:0] sum_5 = {1'b0, of_wave_here[4]} + {1'b0, of_wave_here[5]};
    wire [1:0] sum_6 = {1'b0, of_wave_here[6]} + {1'b0, of_wave_here[7]};
    wire [3:0] joined_9 = {1'b0, {1'b0, sum_3} + {1'b0, sum_4}};
    wire [3:0] joined_10 = {1'b0, {1'b0, sum_5} + {1'b0, sum_6}};
    wire is_less = {2'd0, joined_9 + joined_10} < latest_wanted_q;
    wire are_enough = (~(latest_wanted_q == 6'd0)) & ~is_less;
    wire inverse = ~(|(runs & ~of_wave_here));
    wire are_all = (|(of_wave_here & of_wave_needs_all)) & inverse;
    wire opens = (latest_arrived_q & are_enough) | are_all;
    wire [7:0] sum_7 = {1'b0, of_wave_ones_here[6:0]} + {1'b0, of_wave_ones_here[13:7]};
    wire [7:0] sum_8 = {1'b0, of_wave_ones_here[20:14]} + {1'b0, of_wave_ones_here[27:21]};
    wire [7:0] sum_9 = {1'b0, of_wave_ones_here[34:28]} + {1'b0, of_wave_ones_here[41:35]};
    wire [7:0] sum_10 = {1'b0, of_wave_ones_here[48:42]} + {1'b0, of_wave_ones_here[55:49]};
    wire [9:0] joined_11 = {1'b0, {1'b0, sum_7} + {1'b0, sum_8}};
    wire [9:0] joined_12 = {1'b0, {1'b0, sum_9} + {1'b0, sum_10}};
    wire [9:0] total = joined_11 + joined_12;
    wire any_missed = |of_wave_missed_here;
    wire beat_misses = |(both & ~q);
    wire [7:0] inverse_2 = ~(of_wave_here & {8{opens}});
    wire [7:0] held_waves = of_wave_waiting & inverse_2;
    wire [3:0] held_of_4 = issue_wave[2] ? held_waves[7:4] : held_waves[3:0];
    wire [1:0] held_of_2 = issue_wave[1] ? held_of_4[3:2] : held_of_4[1:0];
    assign held = issue_wave[0] ? held_of_2[1] : held_of_2[0];
    wire [39:0] result_of_4 = wave[2] ? of_wave_result[79:40] : of_wave_result[39:0];
    wire [19:0] result_of_2 = wave[1] ? result_of_4[39:20] : result_of_4[19:0];
    assign result = wave[0] ? result_of_2[19:10] : result_of_2[9:0];
    wire of_wave_for_all = wanted == 6'd0;
    wire of_wave_nobody_runs = ~(|running);

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : of_wave
            lanebeat_barrier_of_wave #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .issue_wave(issue_wave),
                .issued(issued),
                .wave(wave),
                .arriving(arriving),
                .first_beat(first_beat),
                .arrives(arrives),
                .choice(choice),
                .number(number),
                .for_all(of_wave_for_all),
                .ones(beat_ones),
                .misses(beat_misses),
                .candidate(candidate),
                .opens(opens),
                .nobody_runs(of_wave_nobody_runs),
                .total(total),
                .any_missed(any_missed),
                .waiting(of_wave_waiting[copy]),
                .here(of_wave_here[copy]),
                .place(of_wave_place[copy*4 +: 4]),
                .needs_all(of_wave_needs_all[copy]),
                .ones_here(of_wave_ones_here[copy*7 +: 7]),
                .missed_here(of_wave_missed_here[copy]),
                .result(of_wave_result[copy*10 +: 10])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            latest_arrived_q <= 1'b0;
        end else begin
            latest_arrived_q <= arrives;
        end
    end

    always @(posedge clock) begin
        latest_number_q <= number;
        latest_wanted_q <= wanted;
    end

endmodule

// lanebeat_barriers: Holds waves until enough have arrived at their barrier, and counts threads over
// all of them.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock       input   1  rising edge
//   reset       input   1  synchronous, active high
//   running     input   2  waves that have instructions left, wave 0 lowest
//   issue_wave  input   1  the wave that is offered
//   issued      input   1  its BAR is taken
//   wave        input   1  the wave that executes
//   arriving    input   1  a beat of its BAR executes
//   first_beat  input   1  it is the first
//   last_beat   input   1  it is the last
//   choice      input   3  lower digit of the opcode
//   number      input   4  the barrier
//   wanted      input   6  waves that it needs, 0 for all that run
//   voters      input   4  threads of the beat that execute
//   q           input   4  their predicate
//   held        output  1  the offered wave waits
//   result      output  6  result of the last barrier of the wave that executes
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_barriers (
    input  wire       clock,      // rising edge
    input  wire       reset,      // synchronous, active high
    input  wire [1:0] running,    // waves that have instructions left, wave 0 lowest
    input  wire       issue_wave, // the wave that is offered
    input  wire       issued,     // its BAR is taken
    input  wire       wave,       // the wave that executes
    input  wire       arriving,   // a beat of its BAR executes
    input  wire       first_beat, // it is the first
    input  wire       last_beat,  // it is the last
    input  wire [2:0] choice,     // lower digit of the opcode
    input  wire [3:0] number,     // the barrier
    input  wire [5:0] wanted,     // waves that it needs, 0 for all that run
    input  wire [3:0] voters,     // threads of the beat that execute
    input  wire [3:0] q,          // their predicate
    output wire       held,       // the offered wave waits
    output wire [5:0] result      // result of the last barrier of the wave that executes
);

    genvar copy;
    reg latest_arrived_q;
    reg [3:0] latest_number_q;
    reg [5:0] latest_wanted_q;
    wire [1:0] of_wave_waiting;
    wire [1:0] of_wave_here;
    wire [7:0] of_wave_place;
    wire [1:0] of_wave_needs_all;
    wire [9:0] of_wave_ones_here;
    wire [1:0] of_wave_missed_here;
    wire [11:0] of_wave_result;

    wire [3:0] both = voters & {4{choice[2]}};
    wire [3:0] both_2 = both & q;
    wire [2:0] joined = {1'b0, {1'b0, both_2[0]} + {1'b0, both_2[1]}};
    wire [2:0] joined_2 = {1'b0, {1'b0, both_2[2]} + {1'b0, both_2[3]}};
    wire [4:0] beat_ones = {2'd0, joined + joined_2};
    wire arrives = arriving & last_beat;
    wire [1:0] runs = running | of_wave_waiting;
    wire [3:0] first_running_number = runs[0] ? of_wave_place[3:0] : of_wave_place[7:4];
    wire [3:0] candidate = latest_arrived_q ? latest_number_q : first_running_number;
    wire [1:0] sum = {1'b0, of_wave_here[0]} + {1'b0, of_wave_here[1]};
    wire inverse = ~({4'd0, sum} < latest_wanted_q);
    wire are_enough = (~(latest_wanted_q == 6'd0)) & inverse;
    wire inverse_2 = ~(|(runs & ~of_wave_here));
    wire are_all = (|(of_wave_here & of_wave_needs_all)) & inverse_2;
    wire opens = (latest_arrived_q & are_enough) | are_all;
    wire [5:0] total = {1'b0, of_wave_ones_here[4:0]} + {1'b0, of_wave_ones_here[9:5]};
    wire any_missed = |of_wave_missed_here;
    wire beat_misses = |(both & ~q);
    wire [1:0] inverse_3 = ~(of_wave_here & {2{opens}});
    wire [1:0] held_waves = of_wave_waiting & inverse_3;
    assign held = issue_wave ? held_waves[1] : held_waves[0];
    assign result = wave ? of_wave_result[11:6] : of_wave_result[5:0];
    wire of_wave_for_all = wanted == 6'd0;
    wire of_wave_nobody_runs = ~(|running);

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : of_wave
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
                .ones_here(of_wave_ones_here[copy*5 +: 5]),
                .missed_here(of_wave_missed_here[copy]),
                .result(of_wave_result[copy*6 +: 6])
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

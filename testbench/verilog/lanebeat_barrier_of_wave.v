// lanebeat_barrier_of_wave: One wave at a barrier: where it waits, and what it has counted.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock        input   1  rising edge
//   reset        input   1  synchronous, active high
//   issue_wave   input   1  the wave that is offered
//   issued       input   1  its BAR is taken
//   wave         input   1  the wave that executes
//   arriving     input   1  a beat of its BAR executes
//   first_beat   input   1  it is the first
//   arrives      input   1  it is the last
//   choice       input   3  lower digit of the opcode
//   number       input   4  the barrier
//   for_all      input   1  it needs all waves that run
//   ones         input   5  threads of the beat in which q is true
//   misses       input   1  q is false in a thread of the beat
//   candidate    input   4  the barrier that is looked at
//   opens        input   1  that barrier opens
//   nobody_runs  input   1  no wave has instructions left
//   total        input   6  threads in which q is true, of all waves there
//   any_missed   input   1  q is false in a thread of a wave there
//   waiting      output  1  it waits, or BAR is on its way
//   here         output  1  it has arrived at that barrier and waits
//   place        output  4  the barrier at which it arrived
//   needs_all    output  1  it waits for all that run
//   ones_here    output  5  its threads in which q is true, if it is at that barrier
//   missed_here  output  1  q is false in one of its threads, and it is at that barrier
//   result       output  6  the result of its last barrier
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_barrier_of_wave #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire       clock,       // rising edge
    input  wire       reset,       // synchronous, active high
    input  wire       issue_wave,  // the wave that is offered
    input  wire       issued,      // its BAR is taken
    input  wire       wave,        // the wave that executes
    input  wire       arriving,    // a beat of its BAR executes
    input  wire       first_beat,  // it is the first
    input  wire       arrives,     // it is the last
    input  wire [2:0] choice,      // lower digit of the opcode
    input  wire [3:0] number,      // the barrier
    input  wire       for_all,     // it needs all waves that run
    input  wire [4:0] ones,        // threads of the beat in which q is true
    input  wire       misses,      // q is false in a thread of the beat
    input  wire [3:0] candidate,   // the barrier that is looked at
    input  wire       opens,       // that barrier opens
    input  wire       nobody_runs, // no wave has instructions left
    input  wire [5:0] total,       // threads in which q is true, of all waves there
    input  wire       any_missed,  // q is false in a thread of a wave there
    output wire       waiting,     // it waits, or BAR is on its way
    output wire       here,        // it has arrived at that barrier and waits
    output wire [3:0] place,       // the barrier at which it arrived
    output wire       needs_all,   // it waits for all that run
    output wire [4:0] ones_here,   // its threads in which q is true, if it is at that barrier
    output wire       missed_here, // q is false in one of its threads, and it is at that barrier
    output wire [5:0] result       // the result of its last barrier
);

    reg [2:0] own_choice_q;
    reg [3:0] own_number_q;
    reg own_for_all_q;
    reg waiting_q;
    reg arrived_q;
    reg [4:0] own_ones_q;
    reg own_missed_q;
    reg [5:0] result_q;

    wire own_issued = issued & (issue_wave == INDEX[0]);
    wire own_ones_enable = arriving & (wave == INDEX[0]);
    wire own_choice_enable = arrives & (wave == INDEX[0]);
    wire is_here = waiting_q & arrived_q & (own_number_q == candidate);
    wire goes_on = opens & is_here;
    wire [5:0] both = total & {6{own_choice_q == 3'd4}};
    wire [5:0] joined = {5'd0, (own_choice_q == 3'd5) & ~any_missed};
    wire [5:0] joined_2 = {5'd0, (own_choice_q == 3'd6) & (|total)};
    assign ones_here = own_ones_q & {5{is_here}};
    assign missed_here = own_missed_q & is_here;

    always @(posedge clock) begin
        if (own_choice_enable) begin
            own_choice_q <= choice;
            own_number_q <= number;
            own_for_all_q <= for_all;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            waiting_q <= 1'b0;
        end else if (own_issued | goes_on | nobody_runs) begin
            waiting_q <= own_issued;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            arrived_q <= 1'b0;
        end else if (own_issued | own_choice_enable) begin
            arrived_q <= own_choice_enable;
        end
    end

    always @(posedge clock) begin
        if (own_ones_enable) begin
            own_ones_q <= (own_ones_q & {5{~first_beat}}) + ones;
            own_missed_q <= (own_missed_q & ~first_beat) | misses;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            result_q <= 6'd0;
        end else if (goes_on) begin
            result_q <= both | joined | joined_2;
        end
    end

    assign waiting = waiting_q;
    assign here = is_here;
    assign place = own_number_q;
    assign needs_all = own_for_all_q;
    assign result = result_q;

endmodule

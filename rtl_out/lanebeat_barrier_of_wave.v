// lanebeat_barrier_of_wave: One wave at a barrier: where it waits, and what it has counted.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_barrier_of_wave #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [2:0] issued_wave, // wave of the instruction offered one cycle ago
    input  wire       issued,      // BAR was taken one cycle ago

    input  wire [2:0] wave,         // wave that executes
    input  wire       arrives,      // the wave is there from the next cycle on
    input  wire [2:0] choice,       // lower digit of the opcode
    input  wire [3:0] number,       // barrier of the BAR that executes
    input  wire       for_all,      // the barrier needs all waves that run
    input  wire [2:0] counted_wave, // wave that executed one cycle ago
    input  wire       counting,     // a beat of BAR executed one cycle ago
    input  wire       first_beat,   // that beat was the first
    input  wire [6:0] ones,         // threads of that beat in which q was true
    input  wire       misses,       // q was false in a thread of that beat

    input  wire are_enough, // the barrier at which a wave has just arrived opens
    input  wire are_all,    // all waves that run are at one barrier, and it opens

    input  wire       nobody_runs, // no wave has instructions left
    input  wire [9:0] total,       // threads in which q is true, of all waves there

    // q is true in a thread of a wave there, which is known before the total
    input  wire any_true,
    input  wire any_missed, // q is false in a thread of a wave there

    output wire       just_issued, // BAR of the wave was taken one cycle ago
    output wire       waits,       // the wave waits, or its BAR is on its way
    output wire       at_latest,   // the wave waits where a wave has just arrived
    output wire       is_there,    // the wave waits where it has arrived
    output wire [3:0] place,       // the barrier at which the wave arrived
    output wire       needs_all,   // the wave waits for all that run
    // threads of the wave in which q is true, if its barrier opened two cycles ago
    output wire [6:0] ones_here,
    // q is true in a thread of the wave, and its barrier opened two cycles ago
    output wire       true_here,
    // q is false in a thread of the wave, and its barrier opened two cycles ago
    output wire       missed_here,
    output reg  [9:0] result       // the result of the wave's last barrier
);

    localparam [2:0] BAR_RED_POPC_CHOICE = 3'd4, BAR_RED_AND_CHOICE = 3'd5,
                     BAR_RED_OR_CHOICE = 3'd6;

    reg [2:0] own_choice_q;
    reg [3:0] own_number_q;
    reg own_for_all_q, waiting_q, arrived_q, goes_on_q, is_of_latest_q, own_missed_q, settled_q;
    reg [6:0] own_ones_q;

    assign just_issued = issued & (issued_wave == INDEX[2:0]);
    wire own_choice_enable = arrives & (wave == INDEX[2:0]);

    // A wave at its barrier is held until the barrier opens for it.
    assign waits = waiting_q & ~goes_on_q;
    assign is_there = waits & arrived_q;
    assign at_latest = is_there & is_of_latest_q;
    wire own_ones_enable = counting & (counted_wave == INDEX[2:0]);
    assign ones_here = own_ones_q & {7{settled_q}};
    assign true_here = (|own_ones_q) & settled_q;
    assign missed_here = own_missed_q & settled_q;

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
        end else if (just_issued | goes_on_q | nobody_runs) begin
            waiting_q <= just_issued;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            arrived_q <= 1'b0;
        end else if (just_issued | own_choice_enable) begin
            arrived_q <= own_choice_enable;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            goes_on_q <= 1'b0;
            settled_q <= 1'b0;
        end else begin
            goes_on_q <= (are_enough & at_latest) | (are_all & is_there);
            settled_q <= goes_on_q;
        end
    end

    always @(posedge clock) begin
        // The number is compared in the cycle of the arrival, in which no other wave's changes.
        is_of_latest_q <= own_choice_enable | (own_number_q == number);
    end

    always @(posedge clock) begin
        if (own_ones_enable) begin
            own_ones_q <= (own_ones_q & {7{~first_beat}}) + ones;
            own_missed_q <= (own_missed_q & ~first_beat) | misses;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            result <= 10'd0;
        end else if (settled_q) begin
            result <=
                (total & {10{own_choice_q == BAR_RED_POPC_CHOICE}}) |
                {9'd0, (own_choice_q == BAR_RED_AND_CHOICE) & ~any_missed} |
                {9'd0, (own_choice_q == BAR_RED_OR_CHOICE) & any_true};
        end
    end

    assign place = own_number_q;
    assign needs_all = own_for_all_q;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

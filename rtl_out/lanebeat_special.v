// lanebeat_special: The cycle counter, the performance counters, and what else S2R reads.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_special (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire         starts,        // the next instruction executes from the next cycle on
    input  wire [2:0]   wave,          // its wave
    input  wire [4:0]   number,        // special register, or counter, that it names
    input  wire         trigger,       // add 1 to the counter that it names
    input  wire         reads_barrier, // it wants the barrier's word in place of a special register
    input  wire [9:0]   barrier_word,  // what B2R reads, of that wave
    input  wire [1:0]   beat,          // beat that executes
    output wire [511:0] row            // the special register's word for each lane
);

    genvar copy;
    reg [61:0] executing_slot_q;
    reg [31:0] word_q;
    reg [2:0] mask_q;
    reg wanted_q, whole_q;
    wire [255:0] counter_value;

    wire [31:0] chosen_counter = counter_value[{number[2:0], 5'd0} +: 32];
    wire [31:0] counted = chosen_counter + 32'd1;
    wire [61:0] next_executing_slot = executing_slot_q + 62'd1;
    wire [255:0] other_registers = {96'd0, next_executing_slot, 31'd0, wave, 64'd0};
    wire [31:0] common_word_term =
        number[3] ? other_registers[{number[2:0], 5'd0} +: 32] :
        chosen_counter;

    // Counters and other registers: one word for all threads.
    wire [31:0] common_word = common_word_term & {32{~number[4]}};
    wire is_mask = number[4];
    wire of_below = (number[3:0] == 4'd0) | (number[3:0] == 4'd1) | (number[3:0] == 4'd4);
    wire of_up_to = (number[3:0] == 4'd0) | (number[3:0] == 4'd2) | (number[3:0] == 4'd3);
    wire of_inverse = (number[3:0] == 4'd3) | (number[3:0] == 4'd4);
    wire mask_terms_term = is_mask & ~reads_barrier;
    wire [2:0] mask_terms = {
        mask_terms_term & of_inverse, mask_terms_term & of_up_to, mask_terms_term & of_below
    };
    wire is_thread_in_wave_term = ~reads_barrier & ~is_mask;
    wire is_thread_in_wave = (number[3:0] == 4'd9) & is_thread_in_wave_term;

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : counter
            lanebeat_counter #(.INDEX(copy)) unit (
                .clock(clock), .reset(reset),
                .chosen(number[2:0]), .trigger(trigger), .counted(counted),
                .value(counter_value[copy*32 +: 32])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : thread
            lanebeat_thread_number #(.INDEX(copy)) unit (
                .beat(beat), .wanted(wanted_q), .word(word_q), .whole(whole_q), .mask(mask_q),
                .value(row[copy*32 +: 32])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            executing_slot_q <= 62'h3fffffffffffffff;
        end else if (starts) begin
            executing_slot_q <= next_executing_slot;
        end
    end

    always @(posedge clock) begin
        if (starts) begin
            word_q <= reads_barrier ? {22'd0, barrier_word} : common_word;
            mask_q <= mask_terms;
            wanted_q <= ((number[3:0] == 4'd8) & is_thread_in_wave_term) | is_thread_in_wave;
            whole_q <= is_thread_in_wave;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

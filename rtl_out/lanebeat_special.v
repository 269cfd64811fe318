// lanebeat_special: The cycle counter, the performance counters, and what else S2R reads.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock          input     1  rising edge
//   reset          input     1  synchronous, active high
//   phase          input     2  cycle of the slot
//   wave           input     3  wave that executes
//   beat           input     2  beat that executes
//   number         input     4  special register, or counter, that the instruction names
//   trigger        input     1  add 1 to that counter
//   barrier_word   input    10  what B2R reads
//   reads_barrier  input     1  it is wanted in place of a special register
//   row            output  512  the special register's word for each lane
// Made by: lanebeat generate core
module lanebeat_special (
    input  wire         clock,         // rising edge
    input  wire         reset,         // synchronous, active high
    input  wire [1:0]   phase,         // cycle of the slot
    input  wire [2:0]   wave,          // wave that executes
    input  wire [1:0]   beat,          // beat that executes
    input  wire [3:0]   number,        // special register, or counter, that the instruction names
    input  wire         trigger,       // add 1 to that counter
    input  wire [9:0]   barrier_word,  // what B2R reads
    input  wire         reads_barrier, // it is wanted in place of a special register
    output wire [511:0] row            // the special register's word for each lane
);

    genvar copy;
    reg [61:0] executing_slot_q;
    wire [255:0] counter_value;
    wire [511:0] thread_value;

    wire [127:0] chosen_counter_of_4 = number[2] ? counter_value[255:128] : counter_value[127:0];
    wire [63:0] chosen_counter_of_2 = number[1] ? chosen_counter_of_4[127:64] : chosen_counter_of_4[63:0];
    wire [31:0] chosen_counter = number[0] ? chosen_counter_of_2[63:32] : chosen_counter_of_2[31:0];
    wire [31:0] counted = chosen_counter + 32'd1;
    wire [63:0] joined = {executing_slot_q, 2'd0};
    wire [255:0] other_registers = {
        32'd0, 32'd0, 32'd0, joined[63:32], joined[31:0], 29'd0, wave, 32'd0, 32'd0
    };
    wire [127:0] element_of_4 = number[2] ? other_registers[255:128] : other_registers[127:0];
    wire [63:0] element_of_2 = number[1] ? element_of_4[127:64] : element_of_4[63:0];
    wire [31:0] element = number[0] ? element_of_2[63:32] : element_of_2[31:0];
    wire [31:0] common_word = number[3] ? element : chosen_counter;
    wire is_thread_in_wave = (number == 4'd9) & ~reads_barrier;
    wire is_thread = ((number == 4'd8) & ~reads_barrier) | is_thread_in_wave;
    wire [31:0] thread_word = reads_barrier ? {22'd0, barrier_word} : common_word;

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : counter
            lanebeat_counter #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .chosen(number[2:0]),
                .trigger(trigger),
                .next(counted),
                .value(counter_value[copy*32 +: 32])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : thread
            lanebeat_thread_number #(.INDEX(copy)) unit (
                .beat(beat),
                .wanted(is_thread),
                .word(thread_word),
                .whole(is_thread_in_wave),
                .value(thread_value[copy*32 +: 32])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            executing_slot_q <= 62'h3fffffffffffffff;
        end else if (phase == 2'd3) begin
            executing_slot_q <= executing_slot_q + 62'd1;
        end
    end

    assign row = thread_value;

endmodule

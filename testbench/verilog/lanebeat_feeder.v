// lanebeat_feeder: Program counters of all waves, and the choice of the wave that is offered to the
// core.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock           input    1  rising edge
//   reset           input    1  synchronous, active high
//   stop            input    1  every wave ends
//   pause           input    1  nothing is offered
//   opcode          input    8  of the word fetched last
//   issue_ready     input    1  the core takes what is offered
//   issue_blocked   input    1  the offered wave must wait
//   issue_illegal   input    1  what is offered is no instruction
//   start           input    2  the wave starts, if it does not run
//   counter_write   input    2  its program counter is written
//   counter_value   input    8  the value for it
//   fetch           output   1  the program memory reads
//   fetch_address   output   8  this word
//   running         output   2  waves that have not ended
//   counters        output  16  program counters, wave 0 lowest
//   retired         input    1  the last results of an instruction are written
//   busy            output   1  a wave runs, or results are still to be written
//   issue_valid     output   1  an instruction is offered
//   issue_wave      output   1  its wave
//   issue_address   output   8  its place in the program memory
//   issued          output   1  it is taken at this clock edge
//   issued_illegal  output   1  and it is no instruction
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_feeder (
    input  wire        clock,          // rising edge
    input  wire        reset,          // synchronous, active high
    input  wire        stop,           // every wave ends
    input  wire        pause,          // nothing is offered
    input  wire [7:0]  opcode,         // of the word fetched last
    input  wire        issue_ready,    // the core takes what is offered
    input  wire        issue_blocked,  // the offered wave must wait
    input  wire        issue_illegal,  // what is offered is no instruction
    input  wire [1:0]  start,          // the wave starts, if it does not run
    input  wire [1:0]  counter_write,  // its program counter is written
    input  wire [7:0]  counter_value,  // the value for it
    output wire        fetch,          // the program memory reads
    output wire [7:0]  fetch_address,  // this word
    output wire [1:0]  running,        // waves that have not ended
    output wire [15:0] counters,       // program counters, wave 0 lowest
    input  wire        retired,        // the last results of an instruction are written
    output wire        busy,           // a wave runs, or results are still to be written
    output wire        issue_valid,    // an instruction is offered
    output wire        issue_wave,     // its wave
    output wire [7:0]  issue_address,  // its place in the program memory
    output wire        issued,         // it is taken at this clock edge
    output wire        issued_illegal  // and it is no instruction
);

    genvar copy;
    reg offered_valid_q;
    reg offered_wave_q;
    reg [7:0] offered_address_q;
    reg [2:0] in_flight_q;
    wire [1:0] wave_running;
    wire [1:0] wave_candidate;
    wire [15:0] wave_counter;

    wire offers = offered_valid_q & ~pause;
    wire taken = offers & issue_ready;
    wire moves_on = ~offered_valid_q | taken | issue_blocked;
    wire [7:0] following_address = offered_address_q + 8'd1;
    wire [1:0] candidates_behind = wave_candidate & {offered_wave_q < 1'b1, 1'b0};
    wire next_wave = (|candidates_behind) ? ~candidates_behind[0] : ~wave_candidate[0];
    wire [7:0] element = next_wave ? wave_counter[15:8] : wave_counter[7:0];
    wire both = taken & offered_valid_q & (offered_wave_q == next_wave);
    wire [7:0] next_address = both ? following_address : element;
    wire fetches = moves_on & (|wave_candidate);
    assign busy = (|wave_running) | (|in_flight_q);
    assign issued_illegal = taken & issue_illegal;
    wire wave_is_last = (opcode == 8'd1) | issue_illegal;

    generate
        for (copy = 0; copy < 2; copy = copy + 1) begin : wave
            lanebeat_feeder_wave #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .stop(stop),
                .start(start[copy]),
                .counter_write(counter_write[copy]),
                .counter_value(counter_value),
                .issued(taken),
                .issued_wave(offered_wave_q),
                .is_last(wave_is_last),
                .following(following_address),
                .running(wave_running[copy]),
                .candidate(wave_candidate[copy]),
                .counter(wave_counter[copy*8 +: 8])
            );
        end
    endgenerate

    always @(posedge clock) begin
        if (reset) begin
            offered_valid_q <= 1'b0;
        end else begin
            offered_valid_q <= ~stop & (~moves_on | (|wave_candidate));
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            offered_wave_q <= 1'b1;
        end else if (fetches) begin
            offered_wave_q <= next_wave;
        end
    end

    always @(posedge clock) begin
        if (fetches) begin
            offered_address_q <= next_address;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            in_flight_q <= 3'd0;
        end else if (taken ^ retired) begin
            in_flight_q <= taken ? (in_flight_q + 3'd1) : (in_flight_q - 3'd1);
        end
    end

    assign fetch = fetches;
    assign fetch_address = next_address;
    assign running = wave_running;
    assign counters = wave_counter;
    assign issue_valid = offers;
    assign issue_wave = offered_wave_q;
    assign issue_address = offered_address_q;
    assign issued = taken;

endmodule

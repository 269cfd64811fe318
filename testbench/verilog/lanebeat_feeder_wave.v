// lanebeat_feeder_wave: The program counter of one wave, and whether it runs.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock          input   1  rising edge
//   reset          input   1  synchronous, active high
//   stop           input   1  the wave ends
//   start          input   1  the wave starts, if it does not run
//   counter_write  input   1  the program counter is written
//   counter_value  input   8  the value for it
//   issued         input   1  an instruction is issued
//   issued_wave    input   1  its wave
//   is_last        input   1  it ends its wave
//   following      input   8  the place behind it in the program
//   running        output  1  the wave runs
//   candidate      output  1  it has an instruction to offer next
//   counter        output  8  place of its next instruction
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_feeder_wave #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire       clock,         // rising edge
    input  wire       reset,         // synchronous, active high
    input  wire       stop,          // the wave ends
    input  wire       start,         // the wave starts, if it does not run
    input  wire       counter_write, // the program counter is written
    input  wire [7:0] counter_value, // the value for it
    input  wire       issued,        // an instruction is issued
    input  wire       issued_wave,   // its wave
    input  wire       is_last,       // it ends its wave
    input  wire [7:0] following,     // the place behind it in the program
    output wire       running,       // the wave runs
    output wire       candidate,     // it has an instruction to offer next
    output wire [7:0] counter        // place of its next instruction
);

    reg running_q;
    reg [7:0] counter_q;

    wire own_is_issued = issued & (issued_wave == INDEX[0]);
    wire stays = running_q & (~(own_is_issued & is_last));

    always @(posedge clock) begin
        if (reset) begin
            running_q <= 1'b0;
        end else begin
            running_q <= ~stop & (start | stays);
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            counter_q <= 8'd0;
        end else if (own_is_issued | counter_write) begin
            counter_q <= own_is_issued ? following : counter_value;
        end
    end

    assign running = running_q;
    assign candidate = stays;
    assign counter = counter_q;

endmodule

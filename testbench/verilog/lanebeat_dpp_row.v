// lanebeat_dpp_row: DPP of the threads of one row that execute in a beat.
// Parameters of this build:
//   lanes=4, beats=4, registers=16, waves=2, register_file="wide", alu_stages=0, dpp=true, shuffle=true,
//   vote=true, video=true, float=true, barrier=true
// Ports (name, direction, bits, purpose):
//   beat_of_row      input     2  beat of the row that executes
//   enable           input     1  the instruction has a DPP modifier
//   eight            input     1  the modifier is dpp8
//   eight_positions  input    24  its selectors; they stand where control and masks do
//   control          input     9  dpp_ctrl
//   fetch_inactive   input     1  FI: inactive threads supply their word
//   bound_control    input     1  BC: a thread without a source executes with 0
//   bank_mask        input     4  banks that may be written
//   row_mask         input     1  rows that may be written
//   this_row         input     1  one-hot: this row's bit of row_mask
//   row_is_first     input     1  row 0 of the wave
//   row_is_second    input     1  row 1 of the wave
//   row_is_last      input     1  last row of the wave
//   words            input   512  operand a of the row
//   exec             input    16  EXEC of the row
//   neighbour        input    32  the one word from another row
//   neighbour_exec   input     1  its thread's EXEC
//   word             output  128  operand a after the network
//   write            output    4  threads that the modifier lets be written
// Made by:
//   lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_dpp_row (
    input  wire [1:0]   beat_of_row,     // beat of the row that executes
    input  wire         enable,          // the instruction has a DPP modifier
    input  wire         eight,           // the modifier is dpp8
    input  wire [23:0]  eight_positions, // its selectors; they stand where control and masks do
    input  wire [8:0]   control,         // dpp_ctrl
    input  wire         fetch_inactive,  // FI: inactive threads supply their word
    input  wire         bound_control,   // BC: a thread without a source executes with 0
    input  wire [3:0]   bank_mask,       // banks that may be written
    input  wire         row_mask,        // rows that may be written
    input  wire         this_row,        // one-hot: this row's bit of row_mask
    input  wire         row_is_first,    // row 0 of the wave
    input  wire         row_is_second,   // row 1 of the wave
    input  wire         row_is_last,     // last row of the wave
    input  wire [511:0] words,           // operand a of the row
    input  wire [15:0]  exec,            // EXEC of the row
    input  wire [31:0]  neighbour,       // the one word from another row
    input  wire         neighbour_exec,  // its thread's EXEC
    output wire [127:0] word,            // operand a after the network
    output wire [3:0]   write            // threads that the modifier lets be written
);

    genvar copy;
    wire [127:0] lane_word;
    wire [3:0] lane_write;

    wire permutes_eight = enable & eight;
    wire has_control_and_masks = enable & ~eight;
    wire [8:0] acting_control = has_control_and_masks ? control : 9'd228;
    wire row_written = ~has_control_and_masks | (row_mask & this_row);
    wire [3:0] banks_written = (bank_mask | {4{~has_control_and_masks}}) & {4{row_written}};
    wire zeroes = bound_control & ~eight;
    wire fetch_any = fetch_inactive | ~enable;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
            lanebeat_dpp_lane #(.INDEX(copy)) unit (
                .control(acting_control),
                .permutes_eight(permutes_eight),
                .eight_positions(eight_positions),
                .fetch_inactive(fetch_any),
                .bound_control(zeroes),
                .banks_written(banks_written),
                .row_is_first(row_is_first),
                .row_is_second(row_is_second),
                .row_is_last(row_is_last),
                .words(words),
                .exec(exec),
                .neighbour(neighbour),
                .neighbour_exec(neighbour_exec),
                .beat_of_row(beat_of_row),
                .word(lane_word[copy*32 +: 32]),
                .write(lane_write[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign write = lane_write;

endmodule

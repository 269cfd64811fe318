// lanebeat_dpp: DPP of the threads of one row that execute in a beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   enable           input     1  the instruction has a DPP modifier
//   eight            input     1  the modifier is dpp8
//   eight_positions  input    24  its selectors; they stand where control and masks do
//   control          input     9  dpp_ctrl
//   fetch_inactive   input     1  FI: inactive threads supply their word
//   bound_control    input     1  BC: a thread without a source executes with 0
//   bank_mask        input     4  banks that may be written
//   row_mask         input     4  rows that may be written
//   this_row         input     4  one-hot: this row's bit of row_mask
//   row_is_first     input     1  row 0 of the wave
//   row_is_second    input     1  row 1 of the wave
//   row_is_last      input     1  last row of the wave
//   words            input   512  operand a of the row
//   exec             input    16  EXEC of the row
//   neighbour        input    32  the one word from another row
//   neighbour_exec   input     1  its thread's EXEC
//   word             output  512  operand a after the network
//   write            output   16  threads that the modifier lets be written
// Made by: lanebeat generate core
module lanebeat_dpp (
    input  wire         enable,          // the instruction has a DPP modifier
    input  wire         eight,           // the modifier is dpp8
    input  wire [23:0]  eight_positions, // its selectors; they stand where control and masks do
    input  wire [8:0]   control,         // dpp_ctrl
    input  wire         fetch_inactive,  // FI: inactive threads supply their word
    input  wire         bound_control,   // BC: a thread without a source executes with 0
    input  wire [3:0]   bank_mask,       // banks that may be written
    input  wire [3:0]   row_mask,        // rows that may be written
    input  wire [3:0]   this_row,        // one-hot: this row's bit of row_mask
    input  wire         row_is_first,    // row 0 of the wave
    input  wire         row_is_second,   // row 1 of the wave
    input  wire         row_is_last,     // last row of the wave
    input  wire [511:0] words,           // operand a of the row
    input  wire [15:0]  exec,            // EXEC of the row
    input  wire [31:0]  neighbour,       // the one word from another row
    input  wire         neighbour_exec,  // its thread's EXEC
    output wire [511:0] word,            // operand a after the network
    output wire [15:0]  write            // threads that the modifier lets be written
);

    genvar copy;
    wire [1055:0] place_quads;
    wire [7:0] place_upper_quad;
    wire [511:0] lane_word;
    wire [15:0] lane_write;

    wire permutes_eight = enable & eight;
    wire has_control_and_masks = enable & ~eight;
    wire [8:0] acting_control = has_control_and_masks ? control : 9'd228;
    wire row_written = ~has_control_and_masks | (|(row_mask & this_row));
    wire [3:0] banks_written = (bank_mask | {4{~has_control_and_masks}}) & {4{row_written}};
    wire row_shift_left = (acting_control[8:4] == 5'd16) & (|acting_control[3:0]);
    wire row_shift_right = (acting_control[8:4] == 5'd17) & (|acting_control[3:0]);
    wire wave_left = (acting_control == 9'd304) | (acting_control == 9'd308);
    wire wave_right = (acting_control == 9'd312) | (acting_control == 9'd316);
    wire [3:0] distance = (wave_left | wave_right) ? 4'd1 : acting_control[3:0];
    wire reads_above = row_shift_left | wave_left;
    wire shares = acting_control[8:4] == 5'd21;
    wire mirrors = acting_control == 9'd320;
    wire [2:0] repeated = {3{mirrors | (acting_control == 9'd321)}};
    wire row_broadcast15 = acting_control == 9'd322;
    wire row_broadcast31 = acting_control == 9'd323;
    wire both = row_broadcast31 & (row_is_first | row_is_second);
    wire lacks_broadcast = (row_broadcast15 & row_is_first) | both;
    wire broadcasts = row_broadcast15 | row_broadcast31;
    wire either = reads_above | row_shift_right | (acting_control[8:4] == 5'd18) | wave_right;
    wire [3:0] rotation = (reads_above ? distance : (4'd0 - distance)) & {4{either}};
    wire [3:0] repeated_2 = {4{(acting_control[8:4] == 5'd22) | shares}};
    wire [3:0] flips = (acting_control[3:0] & repeated_2) | {mirrors, repeated};
    wire either_2 = row_shift_left | ((acting_control == 9'd304) & row_is_last) | lacks_broadcast;
    wire either_3 = row_shift_right | ((acting_control == 9'd312) & row_is_first) | lacks_broadcast;
    wire [1:0] no_source = {either_2, either_3};
    wire [1:0] takes_neighbour = {wave_left | broadcasts, wave_right | broadcasts};
    wire [527:0] threads = {
        exec[15], words[511:480], exec[14], words[479:448], exec[13], words[447:416], exec[12],
        words[415:384], exec[11], words[383:352], exec[10], words[351:320], exec[9], words[319:288], exec[8],
        words[287:256], exec[7], words[255:224], exec[6], words[223:192], exec[5], words[191:160], exec[4],
        words[159:128], exec[3], words[127:96], exec[2], words[95:64], exec[1], words[63:32], exec[0],
        words[31:0]
    };
    wire permutes_quad = ~acting_control[8];
    wire [2111:0] quads_of_lanes = {2{place_quads}};
    wire [15:0] upper_quad_of_lanes = {2{place_upper_quad}};
    wire fetch_any = fetch_inactive | ~enable;
    wire zeroes = bound_control & ~eight;

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : place
            lanebeat_dpp_place #(.INDEX(copy)) unit (
                .shares(shares),
                .flips(flips[1:0]),
                .rotation(rotation[1:0]),
                .permutes_quad(permutes_quad),
                .quad_positions(acting_control[7:0]),
                .permutes_eight(permutes_eight),
                .eight_positions(eight_positions),
                .threads(threads),
                .quads(place_quads[copy*132 +: 132]),
                .upper_quad(place_upper_quad[copy])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_dpp_lane #(.INDEX(copy)) unit (
                .rotation(rotation),
                .shares(shares),
                .flips(flips[3:2]),
                .permutes_eight(permutes_eight),
                .upper_quad(upper_quad_of_lanes[copy]),
                .quads(quads_of_lanes[copy*132 +: 132]),
                .no_source(no_source),
                .takes_neighbour(takes_neighbour),
                .neighbour(neighbour),
                .neighbour_exec(neighbour_exec),
                .fetch_inactive(fetch_any),
                .word(lane_word[copy*32 +: 32]),
                .banks_written(banks_written),
                .bound_control(zeroes),
                .write(lane_write[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign write = lane_write;

endmodule

// lanebeat_dpp_lane: One lane of the DPP network: source select and word.
// Parameters of this build:
//   lanes=4, beats=4, registers=16, waves=2, register_file="wide", alu_stages=0, dpp=true, shuffle=true,
//   vote=true, video=true, float=true, barrier=true
// Ports (name, direction, bits, purpose):
//   control          input     9  dpp_ctrl
//   permutes_eight   input     1  dpp8
//   eight_positions  input    24  its selectors
//   fetch_inactive   input     1  inactive threads supply their word
//   bound_control    input     1  a thread without a source executes with 0
//   banks_written    input     4  banks that the masks let be written
//   row_is_first     input     1  this is row 0 of the wave
//   row_is_second    input     1  this is row 1 of the wave
//   row_is_last      input     1  this is the last row of the wave
//   words            input   512  operand a of the row
//   exec             input    16  EXEC of the row
//   neighbour        input    32  the one word from another row
//   neighbour_exec   input     1  its thread's EXEC
//   beat_of_row      input     2  beat of the row that executes
//   word             output   32  the word, 0 where none is fetched
//   write            output    1  the thread may be written
// Made by:
//   lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_dpp_lane #(
    parameter INDEX = 0 // number of this copy among its siblings
) (
    input  wire [8:0]   control,         // dpp_ctrl
    input  wire         permutes_eight,  // dpp8
    input  wire [23:0]  eight_positions, // its selectors
    input  wire         fetch_inactive,  // inactive threads supply their word
    input  wire         bound_control,   // a thread without a source executes with 0
    input  wire [3:0]   banks_written,   // banks that the masks let be written
    input  wire         row_is_first,    // this is row 0 of the wave
    input  wire         row_is_second,   // this is row 1 of the wave
    input  wire         row_is_last,     // this is the last row of the wave
    input  wire [511:0] words,           // operand a of the row
    input  wire [15:0]  exec,            // EXEC of the row
    input  wire [31:0]  neighbour,       // the one word from another row
    input  wire         neighbour_exec,  // its thread's EXEC
    input  wire [1:0]   beat_of_row,     // beat of the row that executes
    output wire [31:0]  word,            // the word, 0 where none is fetched
    output wire         write            // the thread may be written
);

    wire [3:0] joined = {beat_of_row, INDEX[1:0]};
    wire any_set = |control[3:0];
    wire [3:0] element_of_2 = joined[1] ? control[7:4] : control[3:0];
    wire [1:0] element = joined[0] ? element_of_2[3:2] : element_of_2[1:0];
    wire row_shift_left = (control[8:4] == 5'd16) & any_set;
    wire row_shift_right = (control[8:4] == 5'd17) & any_set;
    wire wave_left = (control == 9'd304) | (control == 9'd308);
    wire wave_right = (control == 9'd312) | (control == 9'd316);
    wire row_broadcast15 = control == 9'd322;
    wire row_broadcast31 = control == 9'd323;
    wire reads_above = row_shift_left | wave_left;
    wire [4:0] above = {1'b0, joined} + {1'b0, wave_left ? 4'd1 : control[3:0]};
    wire [4:0] below = {1'b0, joined} - {1'b0, wave_right ? 4'd1 : control[3:0]};
    wire either = reads_above | row_shift_right | ((control[8:4] == 5'd18) & any_set) | wave_right;
    wire crosses_above = wave_left & above[4];
    wire crosses_below = wave_right & below[4];
    wire both = (control == 9'd304) & crosses_above & row_is_last;
    wire both_2 = (control == 9'd312) & crosses_below & row_is_first;
    wire both_3 = row_broadcast31 & (row_is_first | row_is_second);
    wire is_neighbour = crosses_above | crosses_below | row_broadcast15 | row_broadcast31;
    wire either_2 =
        (row_shift_left & above[4]) |
        (row_shift_right & below[4]) |
        both |
        both_2 |
        (row_broadcast15 & row_is_first) |
        both_3;
    wire [11:0] element_2_of_4 = joined[2] ? eight_positions[23:12] : eight_positions[11:0];
    wire [5:0] element_2_of_2 = joined[1] ? element_2_of_4[11:6] : element_2_of_4[5:0];
    wire [2:0] element_2 = joined[0] ? element_2_of_2[5:3] : element_2_of_2[2:0];
    wire [3:0] position =
        permutes_eight ? {joined[3], element_2} :
        ~control[8] ? {joined[3:2], element} :
        either ? (reads_above ? above[3:0] : below[3:0]) :
        (control == 9'd320) ? ~joined :
        (control == 9'd321) ? {joined[3], ~joined[2:0]} :
        (control[8:4] == 5'd22) ? (joined ^ control[3:0]) :
        (control[8:4] == 5'd21) ? control[3:0] :
        joined;
    wire [255:0] element_3_of_8 = position[3] ? words[511:256] : words[255:0];
    wire [127:0] element_3_of_4 = position[2] ? element_3_of_8[255:128] : element_3_of_8[127:0];
    wire [63:0] element_3_of_2 = position[1] ? element_3_of_4[127:64] : element_3_of_4[63:0];
    wire [31:0] element_3 = position[0] ? element_3_of_2[63:32] : element_3_of_2[31:0];
    wire [7:0] element_4_of_8 = position[3] ? exec[15:8] : exec[7:0];
    wire [3:0] element_4_of_4 = position[2] ? element_4_of_8[7:4] : element_4_of_8[3:0];
    wire [1:0] element_4_of_2 = position[1] ? element_4_of_4[3:2] : element_4_of_4[1:0];
    wire element_4 = position[0] ? element_4_of_2[1] : element_4_of_2[0];
    wire either_3 = (is_neighbour ? neighbour_exec : element_4) | fetch_inactive;
    wire fetched = ~either_2 & either_3;
    assign word = (is_neighbour ? neighbour : element_3) & {32{fetched}};
    wire [1:0] element_5_of_2 = joined[3] ? banks_written[3:2] : banks_written[1:0];
    wire element_5 = joined[2] ? element_5_of_2[1] : element_5_of_2[0];
    assign write = element_5 & (fetched | bound_control);

endmodule

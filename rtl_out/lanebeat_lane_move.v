// lanebeat_lane_move: Source thread of a lane move (ISA.md section 10).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane_move (
    input  wire [2:0] kind,   // lower digit of the opcode less 8
    input  wire [5:0] thread, // number of the thread in the wave

    input  wire [31:0] literal_low,  // thread, swizzle or selectors of places 0 to 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15

    input  wire [5:0] first,   // lowest executing thread
    input  wire [5:0] address, // thread that operand b addresses
    input  wire [5:0] sender,  // highest executing thread that addresses this one
    input  wire       sent,    // an executing thread addresses this one
    output wire [5:0] source,  // thread whose word is taken
    output wire       exists   // there is a thread whose word is taken
);

    localparam [2:0] DS_PERMUTE_B32_CHOICE = 3'd6;

    wire [63:0] selected_place_choices = {literal_high, literal_low};
    wire [3:0] selected_place = selected_place_choices[{thread[3:0], 2'd0} +: 4];
    wire [4:0] kept_bits = thread[4:0] & literal_low[4:0];
    wire [4:0] turned =
        thread[4:0] + (literal_low[9:5] ^ {5{literal_low[10]}}) + {4'd0, literal_low[10]};
    wire [4:0] reversed = {thread[0], thread[1], thread[2], thread[3], thread[4]};
    wire [4:0] reversed_halved_other_choice = literal_low[0] ? {1'b0, reversed[4:1]} : reversed;
    wire [4:0] reversed_halved_other_choice_2 =
        literal_low[1] ? {1'b0, reversed_halved_other_choice[4:1]} :
        reversed_halved_other_choice;
    wire [4:0] reversed_halved_other_choice_3 =
        literal_low[2] ? {1'b0, reversed_halved_other_choice_2[4:1]} :
        reversed_halved_other_choice_2;
    wire [4:0] reversed_halved_other_choice_4 =
        literal_low[3] ? {1'b0, reversed_halved_other_choice_3[4:1]} :
        reversed_halved_other_choice_3;

    // FFT: each bit that is kept halves the number in reverse.
    wire [4:0] reversed_halved =
        literal_low[4] ? {1'b0, reversed_halved_other_choice_4[4:1]} :
        reversed_halved_other_choice_4;
    wire [7:0] swizzled_choices = literal_low[7:0];
    wire [4:0] swizzled_choice =
        literal_low[13] ? (kept_bits | reversed_halved) :
        (kept_bits | (turned & ~literal_low[4:0]));
    wire [4:0] swizzled_choice_2 =
        literal_low[14] ? swizzled_choice :
        {thread[4:2], swizzled_choices[{thread[1:0], 1'd0} +: 2]};
    wire [4:0] swizzled_part =
        literal_low[15] ? swizzled_choice_2 :
        ((kept_bits | literal_low[9:5]) ^ literal_low[14:10]);
    wire [5:0] swizzled = {thread[5], swizzled_part};
    wire [47:0] sources = {
        swizzled, sender, address, thread ^ 6'd32, thread[5:4] ^ 2'd1, selected_place, thread[5:4],
        selected_place, first, literal_low[5:0]
    };
    wire [23:0] source_of_4 = kind[2] ? sources[47:24] : sources[23:0];
    wire [11:0] source_of_2 = kind[1] ? source_of_4[23:12] : source_of_4[11:0];
    assign source = kind[0] ? source_of_2[11:6] : source_of_2[5:0];
    assign exists = ~((kind == DS_PERMUTE_B32_CHOICE) & ~sent);

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

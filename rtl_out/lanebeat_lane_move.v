// lanebeat_lane_move: Source thread of a lane move (ISA.md section 10).
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_lane_move (
    input  wire [2:0] kind,   // lower digit of the opcode less 8
    input  wire [5:0] thread, // number of the thread in the wave

    input  wire [31:0] literal,      // thread, swizzle or selectors of places 0 to 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15

    input  wire [5:0] first,   // lowest executing thread
    input  wire [5:0] address, // thread that operand b addresses
    input  wire [5:0] sender,  // highest executing thread that addresses this one
    input  wire       sent,    // an executing thread addresses this one
    output wire [5:0] source,  // thread whose word is taken
    output wire       exists   // there is a thread whose word is taken
);

    localparam [2:0] DS_PERMUTE_B32_CHOICE = 3'd6;

    wire [31:0] selected_place_of_8 = thread[3] ? literal_high : literal;
    wire [15:0] selected_place_of_4 =
        thread[2] ? selected_place_of_8[31:16] :
        selected_place_of_8[15:0];
    wire [7:0] selected_place_of_2 =
        thread[1] ? selected_place_of_4[15:8] :
        selected_place_of_4[7:0];
    wire [3:0] selected_place = thread[0] ? selected_place_of_2[7:4] : selected_place_of_2[3:0];
    wire [4:0] kept_bits = thread[4:0] & literal[4:0];
    wire [4:0] turned = thread[4:0] + (literal[9:5] ^ {5{literal[10]}}) + {4'd0, literal[10]};
    wire [4:0] reversed = {thread[0], thread[1], thread[2], thread[3], thread[4]};
    wire [4:0] reversed_halved_other_choice = literal[0] ? {1'b0, reversed[4:1]} : reversed;
    wire [4:0] reversed_halved_other_choice_2 =
        literal[1] ? {1'b0, reversed_halved_other_choice[4:1]} :
        reversed_halved_other_choice;
    wire [4:0] reversed_halved_other_choice_3 =
        literal[2] ? {1'b0, reversed_halved_other_choice_2[4:1]} :
        reversed_halved_other_choice_2;
    wire [4:0] reversed_halved_other_choice_4 =
        literal[3] ? {1'b0, reversed_halved_other_choice_3[4:1]} :
        reversed_halved_other_choice_3;

    // FFT: each bit that is kept halves the number in reverse.
    wire [4:0] reversed_halved =
        literal[4] ? {1'b0, reversed_halved_other_choice_4[4:1]} :
        reversed_halved_other_choice_4;
    wire [3:0] swizzled_part_of_2 = thread[1] ? literal[7:4] : literal[3:0];
    wire [1:0] swizzled_part = thread[0] ? swizzled_part_of_2[3:2] : swizzled_part_of_2[1:0];
    wire [4:0] swizzled_choice =
        literal[13] ? (kept_bits | reversed_halved) :
        (kept_bits | (turned & ~literal[4:0]));
    wire [4:0] swizzled_part_2 =
        literal[15] ? (literal[14] ? swizzled_choice : {thread[4:2], swizzled_part}) :
        ((kept_bits | literal[9:5]) ^ literal[14:10]);
    wire [5:0] swizzled = {thread[5], swizzled_part_2};
    wire [47:0] sources = {
        swizzled, sender, address, thread ^ 6'd32, thread[5:4] ^ 2'd1, selected_place, thread[5:4],
        selected_place, first, literal[5:0]
    };
    wire [23:0] source_of_4 = kind[2] ? sources[47:24] : sources[23:0];
    wire [11:0] source_of_2 = kind[1] ? source_of_4[23:12] : source_of_4[11:0];
    assign source = kind[0] ? source_of_2[11:6] : source_of_2[5:0];
    assign exists = ~((kind == DS_PERMUTE_B32_CHOICE) & ~sent);

endmodule

`default_nettype wire

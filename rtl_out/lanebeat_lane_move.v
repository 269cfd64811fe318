// lanebeat_lane_move: Source thread of a lane move (ISA.md section 10).
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane_move (
    input  wire       clock,  // rising edge
    input  wire [2:0] kind,   // lower digit of the opcode less 8, in cycle 8
    input  wire [5:0] thread, // number of the thread in the wave, in cycle 7

    input  wire [31:0] literal_low,  // thread, swizzle or selectors of places 0 to 7, in cycle 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15, in cycle 7

    input  wire [5:0] first,   // lowest executing thread, in cycle 8
    input  wire [5:0] address, // thread that operand b addresses, in cycle 6
    input  wire [5:0] sender,  // highest executing thread that addresses this one, in cycle 8
    input  wire       sent,    // an executing thread addresses this one, in cycle 0
    output wire [5:0] source,  // thread whose word is taken, in cycle 8
    output wire       exists,  // there is a thread whose word is taken, in cycle 8
    input  wire       is_move  // registers take what only this uses, in cycle 0
);

    localparam [2:0] DS_PERMUTE_B32_CHOICE = 3'd6;

    reg is_move_s1, is_move_s2, is_move_s3, is_move_s4, is_move_s5, is_move_s6, is_move_s7,
        sent_s1, sent_s2, sent_s3, sent_s4, sent_s5, sent_s6, sent_s7, sent_s8;
    reg [7:0] literal_low_s8;
    reg [4:0] swizzled_operand_s8, swizzled_operand_3_s8;
    reg [1:0] swizzled_operand_2_s8;
    reg [5:0] thread_s8, address_s7, address_s8;
    reg [3:0] selected_place_s8;

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
    wire [7:0] next_swizzled_operand_2_s8_choices = literal_low[7:0];
    wire [4:0] swizzled_choice =
        literal_low_s8[6] ? swizzled_operand_s8 :
        {thread_s8[4:2], swizzled_operand_2_s8};
    wire [5:0] swizzled = {
        thread_s8[5], literal_low_s8[7] ? swizzled_choice : swizzled_operand_3_s8
    };
    wire [47:0] sources = {
        swizzled, sender, address_s8, thread_s8 ^ 6'd32, thread_s8[5:4] ^ 2'd1, selected_place_s8,
        thread_s8[5:4], selected_place_s8, first, literal_low_s8[5:0]
    };
    wire [23:0] source_of_4 = kind[2] ? sources[47:24] : sources[23:0];
    wire [11:0] source_of_2 = kind[1] ? source_of_4[23:12] : source_of_4[11:0];
    assign source = kind[0] ? source_of_2[11:6] : source_of_2[5:0];
    assign exists = ~((kind == DS_PERMUTE_B32_CHOICE) & ~sent_s8);

    always @(posedge clock) begin
        is_move_s1 <= is_move;
        is_move_s2 <= is_move_s1;
        is_move_s3 <= is_move_s2;
        is_move_s4 <= is_move_s3;
        is_move_s5 <= is_move_s4;
        is_move_s6 <= is_move_s5;
        is_move_s7 <= is_move_s6;
        thread_s8 <= thread;
    end

    always @(posedge clock) begin
        if (is_move_s7) begin
            literal_low_s8 <= {literal_low[15:14], literal_low[5:0]};
            swizzled_operand_s8 <=
                literal_low[13] ? (kept_bits | reversed_halved) :
                (kept_bits | (turned & ~literal_low[4:0]));
            swizzled_operand_2_s8 <= next_swizzled_operand_2_s8_choices[{thread[1:0], 1'd0} +: 2];
            swizzled_operand_3_s8 <= (kept_bits | literal_low[9:5]) ^ literal_low[14:10];
            selected_place_s8 <= selected_place;
            address_s8 <= address_s7;
            sent_s8 <= sent_s7;
        end
    end

    always @(posedge clock) begin
        if (is_move_s6) begin
            address_s7 <= address;
            sent_s7 <= sent_s6;
        end
    end

    always @(posedge clock) begin
        if (is_move) begin
            sent_s1 <= sent;
        end
    end

    always @(posedge clock) begin
        if (is_move_s1) begin
            sent_s2 <= sent_s1;
        end
    end

    always @(posedge clock) begin
        if (is_move_s2) begin
            sent_s3 <= sent_s2;
        end
    end

    always @(posedge clock) begin
        if (is_move_s3) begin
            sent_s4 <= sent_s3;
        end
    end

    always @(posedge clock) begin
        if (is_move_s4) begin
            sent_s5 <= sent_s4;
        end
    end

    always @(posedge clock) begin
        if (is_move_s5) begin
            sent_s6 <= sent_s5;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

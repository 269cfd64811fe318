// lanebeat_float_round: Normalises a sum of floats, and says what rounds and packs it.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_float_round (
    input  wire        clock,         // rising edge
    // the frame; in two's complement where it is negative, in cycle 2
    input  wire [76:0] sum,
    // the addend was subtracted and is larger than the product, in cycle 2
    input  wire        is_negative,
    input  wire        product_sign,  // sign of the product, in cycle 0
    input  wire        addend_sign,   // sign of the addend, in cycle 2
    input  wire [8:0]  room,          // exponent of the frame's top bit, less one, in cycle 0
    input  wire [31:0] ready_word,    // the result where it needs no sum, else 0, in cycle 4
    input  wire        takes_sum,     // the result is made from the sum, in cycle 2
    input  wire        gives_integer, // the result is the integer in the sum, in cycle 2
    // sign and significand of the sum, its integer, or the result that is ready, in cycle 8
    output wire [31:0] word,
    output wire [7:0]  exponent,      // exponent of the sum, less one, in cycle 8
    output wire        rounds_up      // the sum is rounded away from zero, in cycle 8
);

    reg product_sign_s1, product_sign_s2, is_negative_s3, sum_sign_operand_s3,
        sum_sign_operand_2_s3, takes_sum_s3, digit_by32_operand_s4, empty_parts_by32_operand_s4,
        empty_parts_by32_operand_2_s4, is_negative_s4, gives_integer_s3, gives_integer_s4,
        is_empty0_by8_operand_s5, empty_parts_by8_operand_s5, empty_parts_by8_operand_2_s5,
        has_room_by32_s4, has_room_by32_s5, is_negative_s5, is_negative_s6, has_room_by8_s6,
        moved_up_32_lost_s5, moved_up_32_lost_s6, is_negative_s7, last_digit_operand_s7,
        rounds_operand_s7, overflows_operand_s8, takes_sum_s4, takes_sum_s5, takes_sum_s6,
        takes_sum_s7, takes_sum_s8, sum_is_zero_s4, sum_is_zero_s5, sum_is_zero_s6, sum_is_zero_s7,
        sum_is_zero_s8, word_of_sum_operand_s4, word_of_sum_operand_s5, word_of_sum_operand_s6,
        word_of_sum_operand_s7, word_of_sum_operand_s8, rounds_s8;
    reg [8:0] room_s1, room_s2, room_s3, room_s4, room_s5, room_s6, room_s7, exponent_less_one_s8;
    reg [76:0] sum_s3, sum_s4;
    reg [31:0] moved_up_8_moved_s6, word_beside_sum_s5, word_beside_sum_s6, word_beside_sum_s7,
               word_beside_sum_s8;
    reg [1:0] digit_by2_s7, digit_by8_s6, digit_by8_s7, digit_by32_s5, digit_by32_s6, digit_by32_s7;
    reg [23:0] significand_operand_s8;
    wire [55:0] moved_up_32_moved;
    wire moved_up_32_lost;
    wire [31:0] moved_up_8_moved;
    wire moved_up_8_lost;
    wire [25:0] moved_up_2_moved;
    wire moved_up_2_lost;

    // Not beyond exponent 1: a subnormal number begins with zeros.
    wire has_room = |room_s3[8:7];
    wire is_empty1_by32 = ~|(sum_s3[44:13] ^ {32{is_negative_s3}});
    wire is_empty2_by32 = ~|(sum_s3[12:0] ^ {13{is_negative_s3}});
    wire is_empty0_by32 = ~|(sum_s3[76:45] ^ {32{is_negative_s3}});
    wire next_empty_parts_by32_operand_s4 = is_empty0_by32 & (~is_empty1_by32 | is_empty2_by32);
    wire next_empty_parts_by32_operand_2_s4 = is_empty0_by32 & is_empty1_by32;
    wire [1:0] empty_parts_by32 = {
        next_empty_parts_by32_operand_2_s4, next_empty_parts_by32_operand_s4
    };
    wire [1:0] is_below_room_by32_whole = ~empty_parts_by32 & room_s3[6:5];
    wire is_below_room_by32_term =
        (~(empty_parts_by32[1] ^ room_s3[6])) & is_below_room_by32_whole[0];
    wire is_below_room_by32 = is_below_room_by32_whole[1] | is_below_room_by32_term;
    wire has_room_by32 = has_room | is_below_room_by32;
    wire sum_is_zero = is_empty0_by32 & is_empty1_by32 & is_empty2_by32 & ~is_negative_s3;

    // An exact zero is negative only as the sum of two negative zeros.
    wire sum_sign = sum_is_zero ? sum_sign_operand_s3 : sum_sign_operand_2_s3;
    wire [1:0] digit_by32 =
        digit_by32_operand_s4 ? {empty_parts_by32_operand_2_s4, empty_parts_by32_operand_s4} :
        room_s4[6:5];
    wire is_empty1_by8 = ~|(moved_up_32_moved[47:40] ^ {8{is_negative_s4}});
    wire is_empty2_by8 = ~|(moved_up_32_moved[39:32] ^ {8{is_negative_s4}});
    wire next_is_empty0_by8_operand_s5 = |(moved_up_32_moved[55:48] ^ {8{is_negative_s4}});
    wire is_empty0_by8 = ~next_is_empty0_by8_operand_s5;
    wire [31:0] integer_of_sum = sum_s4[50:19] & {32{gives_integer_s4}};
    wire [31:0] word_beside_sum = ready_word | integer_of_sum;
    wire [1:0] empty_parts_by8 = {
        empty_parts_by8_operand_2_s5, ~is_empty0_by8_operand_s5 & empty_parts_by8_operand_s5
    };
    wire [1:0] is_below_room_by8_whole = ~empty_parts_by8 & room_s5[4:3];
    wire is_below_room_by8_term = (~(empty_parts_by8[1] ^ room_s5[4])) & is_below_room_by8_whole[0];
    wire is_below_room_by8 = is_below_room_by8_whole[1] | is_below_room_by8_term;
    wire [1:0] digit_by8 = (has_room_by32_s5 | is_below_room_by8) ? empty_parts_by8 : room_s5[4:3];
    wire has_room_by8 = has_room_by32_s5 | is_below_room_by8;
    wire is_empty1_by2 = ~|(moved_up_8_moved_s6[29:28] ^ {2{is_negative_s6}});
    wire is_empty2_by2 = ~|(moved_up_8_moved_s6[27:26] ^ {2{is_negative_s6}});
    wire is_empty0_by2 = ~|(moved_up_8_moved_s6[31:30] ^ {2{is_negative_s6}});
    wire [1:0] empty_parts_by2 = {
        is_empty0_by2 & is_empty1_by2, is_empty0_by2 & (~is_empty1_by2 | is_empty2_by2)
    };
    wire [1:0] is_below_room_by2_whole = ~empty_parts_by2 & room_s6[2:1];
    wire is_below_room_by2_term = (~(empty_parts_by2[1] ^ room_s6[2])) & is_below_room_by2_whole[0];
    wire is_below_room_by2 = is_below_room_by2_whole[1] | is_below_room_by2_term;
    wire [1:0] digit_by2 = (has_room_by8_s6 | is_below_room_by2) ? empty_parts_by2 : room_s6[2:1];
    wire has_room_by2 = has_room_by8_s6 | is_below_room_by2;
    wire last_digit = (~(moved_up_2_moved[25] ^ is_negative_s7)) & last_digit_operand_s7;
    wire [25:0] normalised = last_digit ? {moved_up_2_moved[24:0], 1'b0} : moved_up_2_moved;
    wire [6:0] places = {digit_by32_s7, digit_by8_s7, digit_by2_s7, last_digit};
    wire [8:0] exponent_less_one = room_s7 - {2'd0, places};
    wire rounds_term = rounds_operand_s7 | moved_up_2_lost | normalised[0] | normalised[2];

    // Of a negative sum the complement is kept, and rounds up where the sum itself does not.
    wire rounds = (normalised[1] & rounds_term) ^ is_negative_s7;

    // A carry out of a smaller significand gives infinity by itself.
    wire overflows =
        takes_sum_s8 & (exponent_less_one_s8[8] | overflows_operand_s8) & ~sum_is_zero_s8;
    wire is_number = takes_sum_s8 & ~overflows;
    wire [23:0] significand = significand_operand_s8 & {24{is_number}};
    wire [31:0] word_of_sum = {
        word_of_sum_operand_s8, {7'd0, significand} | ({31{overflows}} & 31'h7f800000)
    };
    assign word = word_beside_sum_s8 | word_of_sum;
    assign exponent = exponent_less_one_s8[7:0] & {8{is_number & ~sum_is_zero_s8}};
    assign rounds_up = rounds_s8 & is_number;

    lanebeat_float_moved_up_32 moved_up_32 (
        .value(sum_s4), .digit(digit_by32), .moved(moved_up_32_moved), .lost(moved_up_32_lost)
    );

    lanebeat_float_moved_up_8 moved_up_8 (
        .clock(clock), .value(moved_up_32_moved), .digit(digit_by8), .moved(moved_up_8_moved),
        .lost(moved_up_8_lost)
    );

    lanebeat_float_moved_up_2 moved_up_2 (
        .clock(clock), .value(moved_up_8_moved_s6), .digit(digit_by2), .moved(moved_up_2_moved),
        .lost(moved_up_2_lost)
    );

    always @(posedge clock) begin
        product_sign_s1 <= product_sign;
        product_sign_s2 <= product_sign_s1;
        room_s1 <= room;
        room_s2 <= room_s1;
        room_s3 <= room_s2;
        sum_s3 <= sum;
        is_negative_s3 <= is_negative;
        sum_sign_operand_s3 <= product_sign_s2 & addend_sign;
        sum_sign_operand_2_s3 <= is_negative ? addend_sign : product_sign_s2;
        takes_sum_s3 <= takes_sum;
        sum_s4 <= sum_s3;
        digit_by32_operand_s4 <= has_room | is_below_room_by32;
        empty_parts_by32_operand_s4 <= next_empty_parts_by32_operand_s4;
        empty_parts_by32_operand_2_s4 <= next_empty_parts_by32_operand_2_s4;
        room_s4 <= room_s3;
        is_negative_s4 <= is_negative_s3;
        gives_integer_s3 <= gives_integer;
        gives_integer_s4 <= gives_integer_s3;
        is_empty0_by8_operand_s5 <= next_is_empty0_by8_operand_s5;
        empty_parts_by8_operand_s5 <= ~is_empty1_by8 | is_empty2_by8;
        empty_parts_by8_operand_2_s5 <= is_empty0_by8 & is_empty1_by8;
        room_s5 <= room_s4;
        has_room_by32_s4 <= has_room_by32;
        has_room_by32_s5 <= has_room_by32_s4;
        moved_up_8_moved_s6 <= moved_up_8_moved;
        is_negative_s5 <= is_negative_s4;
        is_negative_s6 <= is_negative_s5;
        room_s6 <= room_s5;
        has_room_by8_s6 <= has_room_by8;
        moved_up_32_lost_s5 <= moved_up_32_lost;
        moved_up_32_lost_s6 <= moved_up_32_lost_s5;
        is_negative_s7 <= is_negative_s6;
        last_digit_operand_s7 <= has_room_by2 | room_s6[0];
        room_s7 <= room_s6;
        digit_by2_s7 <= digit_by2;
        digit_by8_s6 <= digit_by8;
        digit_by8_s7 <= digit_by8_s6;
        digit_by32_s5 <= digit_by32;
        digit_by32_s6 <= digit_by32_s5;
        digit_by32_s7 <= digit_by32_s6;
        rounds_operand_s7 <= moved_up_32_lost_s6 | moved_up_8_lost;
        exponent_less_one_s8 <= exponent_less_one;
        overflows_operand_s8 <= &exponent_less_one[7:1];
        takes_sum_s4 <= takes_sum_s3;
        takes_sum_s5 <= takes_sum_s4;
        takes_sum_s6 <= takes_sum_s5;
        takes_sum_s7 <= takes_sum_s6;
        takes_sum_s8 <= takes_sum_s7;
        sum_is_zero_s4 <= sum_is_zero;
        sum_is_zero_s5 <= sum_is_zero_s4;
        sum_is_zero_s6 <= sum_is_zero_s5;
        sum_is_zero_s7 <= sum_is_zero_s6;
        sum_is_zero_s8 <= sum_is_zero_s7;
        significand_operand_s8 <= normalised[25:2] ^ {24{is_negative_s7}};
        word_beside_sum_s5 <= word_beside_sum;
        word_beside_sum_s6 <= word_beside_sum_s5;
        word_beside_sum_s7 <= word_beside_sum_s6;
        word_beside_sum_s8 <= word_beside_sum_s7;
        word_of_sum_operand_s4 <= sum_sign & takes_sum_s3;
        word_of_sum_operand_s5 <= word_of_sum_operand_s4;
        word_of_sum_operand_s6 <= word_of_sum_operand_s5;
        word_of_sum_operand_s7 <= word_of_sum_operand_s6;
        word_of_sum_operand_s8 <= word_of_sum_operand_s7;
        rounds_s8 <= rounds;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_redux_pair_s1_2: Two words combined: their sum, OR, XOR or maximum.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_redux_pair_s1_2 (
    input  wire        clock,  // rising edge
    input  wire [2:0]  choice, // 0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes, in cycle 0
    input  wire [31:0] left,   // one word, in cycle 0
    input  wire [31:0] right,  // the other word, in cycle 0
    output wire [31:0] word    // both words, combined, in cycle 1
);

    localparam [2:0] REDUX_AND_U32_CHOICE = 3'd1, REDUX_OR_U32_CHOICE = 3'd2,
                     REDUX_XOR_U32_CHOICE = 3'd3;

    reg choice_s1, total_s1, both_or_left_operand_s1, mode_operand_s1;

    wire extreme = choice[2];

    // left - right - 1: its carry says that left is larger.
    wire [32:0] total = {1'b0, left} + {1'b0, right ^ {32{extreme}}};
    wire picks_left = choice_s1 & total_s1;
    wire both_or_left = both_or_left_operand_s1 | picks_left;
    wire [2:0] mode = {choice_s1 & ~total_s1, mode_operand_s1 | picks_left, both_or_left};

    lanebeat_redux_kept_s1_2 kept (
        .clock(clock), .mode(mode), .total(total[31:0]), .left(left), .right(right), .word(word)
    );

    always @(posedge clock) begin
        choice_s1 <= choice[2];
        total_s1 <= total[32];
        both_or_left_operand_s1 <=
            (choice == REDUX_AND_U32_CHOICE) | (choice == REDUX_OR_U32_CHOICE);
        mode_operand_s1 <= choice == REDUX_XOR_U32_CHOICE;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_redux_pair_s1: Two words combined: their sum, OR, XOR or maximum.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_redux_pair_s1 (
    input  wire        clock,  // rising edge
    input  wire [2:0]  choice, // 0 ADD, 1 AND, 2 OR, 3 XOR, from 4 on the extremes, in cycle 1
    input  wire [31:0] left,   // one word, in cycle 0
    input  wire [31:0] right,  // the other word, in cycle 0
    output wire [31:0] word    // both words, combined, in cycle 2
);

    localparam [2:0] REDUX_AND_U32_CHOICE = 3'd1, REDUX_OR_U32_CHOICE = 3'd2,
                     REDUX_XOR_U32_CHOICE = 3'd3;

    reg [31:0] left_s1, right_s1;

    wire extreme = choice[2];

    // left - right - 1: its carry says that left is larger.
    wire [32:0] total = {1'b0, left_s1} + {1'b0, right_s1 ^ {32{extreme}}};
    wire picks_left = extreme & total[32];
    wire both_or_left =
        (choice == REDUX_AND_U32_CHOICE) | (choice == REDUX_OR_U32_CHOICE) | picks_left;
    wire [2:0] mode = {
        extreme & ~total[32], (choice == REDUX_XOR_U32_CHOICE) | picks_left, both_or_left
    };

    lanebeat_redux_kept_s1 kept (
        .clock(clock), .mode(mode), .total(total[31:0]), .left(left_s1), .right(right_s1),
        .word(word)
    );

    always @(posedge clock) begin
        left_s1 <= left;
        right_s1 <= right;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

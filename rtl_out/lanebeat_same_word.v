// lanebeat_same_word: Whether a thread has the same word as the lane.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_same_word (
    input  wire [31:0] own,   // bits of the word of the lane
    input  wire [31:0] other, // the same bits of the word of the thread
    output wire        same   // both are the same
);

    genvar copy;
    wire [10:0] part_same;

    assign same = &part_same;
    wire [32:0] part_own = {1'b0, own};
    wire [32:0] part_other = {1'b0, other};

    generate
        for (copy = 0; copy < 11; copy = copy + 1) begin : part
            lanebeat_same_bits unit (
                .own(part_own[copy*3 +: 3]), .other(part_other[copy*3 +: 3]),
                .same(part_same[copy])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

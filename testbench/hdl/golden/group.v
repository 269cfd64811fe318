// lanebeat_lane: One lane.
// Made by: lanebeat generate test
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [7:0] x,       // own value
    input  wire [7:0] bias,    // for all
    input  wire       flag,    // own flag
    output wire [7:0] sum,     // sum with the lane's number
    output reg  [3:0] count,   // flags so far
    output wire       negated  // inverted flag
);

    wire [1:0] lane = INDEX[1:0];
    assign sum = x + bias + {6'd0, lane};

    always @(posedge clock) begin
        if (reset) begin
            count <= 4'd0;
        end else if (flag) begin
            count <= count + 4'd1;
        end
    end

    assign negated = ~flag;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD
// lanebeat_group: Lanes side by side.
// Parameters: lanes=4
// Made by: lanebeat generate test
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_group (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire [31:0] x,          // values
    input  wire [3:0]  flags,      // flags
    input  wire [7:0]  bias,       // for all
    output wire [31:0] sums,       // sums
    output wire [15:0] lane_count, // counts
    output wire [3:0]  negated     // inverted flags
);

    genvar copy;

    wire [31:0] lane_x = ~x;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
            lanebeat_lane #(.INDEX(copy)) unit (
                .clock(clock), .reset(reset),
                .x(lane_x[copy*8 +: 8]), .bias(bias + bias), .flag(flags[copy]),
                .sum(sums[copy*8 +: 8]), .count(lane_count[copy*4 +: 4]), .negated(negated[copy])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

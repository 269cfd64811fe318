// lanebeat_lane: One lane.
// Parameters: lanes=4
// Ports (name, direction, bits, purpose):
//   clock    input   1  rising edge
//   reset    input   1  synchronous, active high
//   x        input   8  own value
//   bias     input   8  for all
//   flag     input   1  own flag
//   sum      output  8  sum with the lane's number
//   count    output  4  flags so far
//   negated  output  1  inverted flag
// Made by: lanebeat generate test
module lanebeat_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire       clock,   // rising edge
    input  wire       reset,   // synchronous, active high
    input  wire [7:0] x,       // own value
    input  wire [7:0] bias,    // for all
    input  wire       flag,    // own flag
    output wire [7:0] sum,     // sum with the lane's number
    output wire [3:0] count,   // flags so far
    output wire       negated  // inverted flag
);

    reg [3:0] count_q;

    wire [1:0] lane = INDEX[1:0];
    assign sum = x + bias + {6'd0, lane};

    always @(posedge clock) begin
        if (reset) begin
            count_q <= 4'd0;
        end else if (flag) begin
            count_q <= count_q + 4'd1;
        end
    end

    assign count = count_q;
    assign negated = ~flag;

endmodule
// lanebeat_group: Lanes side by side.
// Parameters: lanes=4
// Ports (name, direction, bits, purpose):
//   clock       input    1  rising edge
//   reset       input    1  synchronous, active high
//   x           input   32  values
//   flags       input    4  flags
//   bias        input    8  for all
//   sums        output  32  sums
//   lane_count  output  16  counts
//   negated     output   4  inverted flags
// Made by: lanebeat generate test
module lanebeat_group (
    input  wire        clock,      // rising edge
    input  wire        reset,      // synchronous, active high
    input  wire [31:0] x,          // values
    input  wire [3:0]  flags,      // flags
    input  wire [7:0]  bias,       // for all
    output wire [31:0] sums,       // sums
    output wire [15:0] lane_count, // counts
    output wire [3:0]  negated     // inverted flags
);

    genvar copy;
    wire [31:0] lane_sum;
    wire [3:0] lane_negated;

    wire [31:0] lane_x = ~x;
    wire [7:0] lane_bias = bias + bias;

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
            lanebeat_lane #(.INDEX(copy)) unit (
                .clock(clock),
                .reset(reset),
                .x(lane_x[copy*8 +: 8]),
                .bias(lane_bias),
                .flag(flags[copy]),
                .sum(lane_sum[copy*8 +: 8]),
                .count(lane_count[copy*4 +: 4]),
                .negated(lane_negated[copy])
            );
        end
    endgenerate

    assign sums = lane_sum;
    assign negated = lane_negated;

endmodule

// lanebeat_push_select: The highest thread that sends to one lane (ds_permute_b32).
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true,
// multiply=true, bits=true
// Made by: lanebeat generate core
`default_nettype none

module lanebeat_push_select (
    input  wire [3:0]   lane,            // number of the lane
    input  wire [31:0]  senders,         // threads of the half that execute and address this beat
    input  wire [127:0] addressed_lanes, // lane that each thread of the half addresses, bit by bit
    output wire [4:0]   sender,          // highest thread of the half that sends to the lane
    output wire         sent             // a thread of the half sends to the lane
);

    wire [4:0] leading_zeros_zeros;
    wire leading_zeros_is_zero;

    // Bits of the address that match, for all threads at once.
    wire [31:0] hits =
        senders & (~(addressed_lanes[31:0] ^ {32{lane[0]}})) &
        (~(addressed_lanes[63:32] ^ {32{lane[1]}})) & (~(addressed_lanes[95:64] ^ {32{lane[2]}})) &
        (~(addressed_lanes[127:96] ^ {32{lane[3]}}));

    lanebeat_leading_zeros_32 leading_zeros (
        .word(hits), .zeros(leading_zeros_zeros), .is_zero(leading_zeros_is_zero)
    );

    assign sender = ~leading_zeros_zeros;
    assign sent = ~leading_zeros_is_zero;

endmodule

`default_nettype wire

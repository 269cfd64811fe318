// lanebeat_dpp_lane: One lane of the DPP network: select of the quad, and the word.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_dpp_lane #(
    parameter integer INDEX = 0 // number of this copy among its siblings
) (
    input  wire         clock,           // rising edge
    input  wire [3:0]   rotation,        // what is added after the flips, modulo 16, in cycle 0
    input  wire         shares,          // the own number does not count, in cycle 0
    // upper bits of the own number that are inverted, in cycle 0
    input  wire [1:0]   flips,
    input  wire [131:0] quads,           // EXEC and word of one thread of each quad, in cycle 0
    input  wire         upper_quad,      // dpp8: the upper quad of the eight, in cycle 0
    input  wire         permutes_eight,  // dpp8, in cycle 0
    // there is none where the sum is below 16 (bit 0), is not (bit 1), in cycle 0
    input  wire [1:0]   no_source,
    // the neighbour is taken where the sum is below 16 (bit 0), is not (bit 1), in cycle 0
    input  wire [1:0]   takes_neighbour,
    input  wire         fetch_inactive,  // inactive threads supply their word, in cycle 1
    input  wire         bound_control,   // a thread without a source executes with 0, in cycle 1

    input  wire [31:0] neighbour,      // the one word from another row, in cycle 1
    // EXEC of the thread whose word comes from another row, in cycle 1
    input  wire        neighbour_exec,

    input  wire [3:0]  banks_written, // banks that the masks let be written, in cycle 1
    // operand a after the network, 0 where none is fetched, in cycle 1
    output wire [31:0] word,
    output wire        write          // the modifier lets the thread be written, in cycle 1
);

    reg is_neighbour_s1, lacks_source_s1;
    reg [32:0] quad_thread_s1;
    wire [32:0] quad_thread;

    wire [3:0] taken_whole = INDEX[3:0];

    // Carries as gates: a carry chain of a few bits would cut the logic around it.
    wire carry1 = taken_whole[0] & rotation[0];
    wire carry2 = (taken_whole[1] ^ rotation[1]) ? carry1 : rotation[1];
    wire carry3 = (taken_whole[2] ^ rotation[2]) ? carry2 : rotation[2];
    wire carry4 = (taken_whole[3] ^ rotation[3]) ? carry3 : rotation[3];

    // The source is the own number, some bits inverted, plus a rotation.
    wire [1:0] unrotated = (taken_whole[3:2] & ~{2{shares}}) ^ flips;
    wire [1:0] taken =
        permutes_eight ? {taken_whole[3], upper_quad} :
        (unrotated ^ rotation[3:2] ^ {carry3, carry2});
    wire lacks_source = no_source[carry4];
    wire is_neighbour = takes_neighbour[carry4];
    wire fetched_term = (is_neighbour_s1 ? neighbour_exec : quad_thread_s1[32]) | fetch_inactive;
    wire fetched = ~lacks_source_s1 & fetched_term;
    assign word = (is_neighbour_s1 ? neighbour : quad_thread_s1[31:0]) & {32{fetched}};
    assign write = banks_written[taken_whole[3:2]] & (fetched | bound_control);

    lanebeat_dpp_quad quad (
        .quads(quads), .taken(taken), .thread(quad_thread)
    );

    always @(posedge clock) begin
        is_neighbour_s1 <= is_neighbour;
        quad_thread_s1 <= quad_thread;
        lacks_source_s1 <= lacks_source;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_dpp_quad: One lane of the DPP network: a thread out of four quads.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_dpp_quad (
    input  wire [131:0] quads,  // EXEC and word of one thread of each quad
    input  wire [1:0]   taken,  // number of the quad
    output wire [32:0]  thread  // EXEC and word of the thread of that quad
);

    wire [65:0] thread_of_2 = taken[1] ? quads[131:66] : quads[65:0];
    assign thread = taken[0] ? thread_of_2[65:33] : thread_of_2[32:0];

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// What `execute` asks of the machine around it, which follows it through time (machine/machine.v): that beats are
// combined, that results of the pass before are kept; and what it was told of the beat, with the results. `execute` is
// told `AHEAD cycles before the operands come, and its results come `STAGES cycles after them. `ONE_BEAT: there are no
// numbers of beats, and nothing is combined. `PARTS: SHFL and lane moves see the wave in parts, of 16 threads or fewer.
module asks (
    input  wire       clock,
    input  wire [7:0] opcode,
    input  wire [1:0] beat,
    input  wire       passes, gathering,
    output wire [1:0] wrong
);
    localparam CYCLES = `STAGES + `AHEAD;
    wire result_passes, result_gathering, reduces;
    wire [`LANES-1:0] keeps;
    wire [1:0] result_beat;
    wire [2:0] choice;
    lanebeat_execute execute (
        .clock(clock),
        .instruction_opcode(opcode), .passes(passes), .pass_passes(result_passes), .pass_keeps(keeps)
`ifndef ONE_BEAT
        , .beat(beat), .gathering(gathering), .pass_beat(result_beat), .pass_gathering(result_gathering),
        .pass_reduces(reduces), .pass_choice(choice)
`endif
    );
    wire [11:0] told;
    wire is_there;
    delay #(.BITS(12), .CYCLES(CYCLES)) stages (
        .clock(clock), .in({opcode, beat, passes, gathering}), .out(told), .is_there(is_there)
    );
    wire [7:0] its = told[11:4];
    wire is_match = its == 8'he6 | its == 8'he7;
    wire is_redux = its[7:3] == 5'b11101;
`ifdef PARTS
    wire sees_parts = its[7:2] == 6'b101000 | its[7:3] == 5'b10011 & its[2:0] != 4;
`else
    wire sees_parts = 1'b0;
`endif
`ifdef ONE_BEAT
    assign {result_beat, result_gathering, choice, reduces} = {told[3:2], told[0], its[2:0], is_redux};
`endif
    assign wrong = {2{is_there}} & {
        {result_beat, result_passes, result_gathering, choice} != {told[3:0], its[2:0]},
        reduces != is_redux | (|keeps) & ~is_match & ~sees_parts
    };
endmodule

// lanebeat_wave_shuffle: SHFL and the lane moves of the lanes of one beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=0, shuffle_passes=1, dpp=true, shuffle=true, lane_moves=true, vote=true,
// video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_wave_shuffle (
    input  wire [7:0]   opcode,         // operation, or mode of SHFL
    input  wire         fetch_inactive, // FI of v_permlane16_b32 and v_permlanex16_b32
    input  wire         bound_control,  // BC of v_permlane16_b32 and v_permlanex16_b32
    input  wire [1:0]   beat,           // beat that executes
    input  wire         later,          // the instruction saw another part in the pass before
    input  wire         shown_part,     // the part of the wave whose threads are shown
    input  wire [31:0]  executing,      // EXEC and guard of every thread of the part
    // thread that operand b of each thread of the part addresses
    input  wire [191:0] addresses,
    input  wire [5:0]   first,          // lowest executing thread of the wave

    input  wire [31:0] literal_low,  // literal of a lane move
    input  wire [31:0] literal_high, // second literal of a lane move

    input  wire [95:0]   own_addresses, // thread that operand b of each lane addresses
    input  wire [79:0]   index,         // operand b of each lane: the low bits that count
    input  wire [79:0]   clamp,         // operand c of each lane: the clamp
    input  wire [79:0]   segment_mask,  // operand c of each lane: the segment mask
    input  wire [31:0]   exec,          // EXEC of every thread of the part
    input  wire [1023:0] words,         // operand a of every thread of the part
    output wire [511:0]  word,          // the word taken, 0 where none is
    output wire [15:0]   in_range,      // SHFL: whether the wanted thread exists in the segment
    output wire [15:0]   write,         // the thread may be written
    output wire [15:0]   keeps          // the word is that of the pass before
);

    localparam [3:0] CLASS_MASK_OR_LANE_MOVE = 4'd9, DS_BPERMUTE_B32_CHOICE = 4'd13,
                     DS_SWIZZLE_B32_CHOICE = 4'd15;
    localparam [7:0] V_PERMLANE16_B32 = 8'd154, V_PERMLANEX16_B32 = 8'd155;

    genvar copy, part;
    wire [31:0] addressed_lane_bit0, addressed_lane_bit1, addressed_lane_bit2, addressed_lane_bit3,
                senders_term, senders_term_2;

    wire permutes = (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32);

    // ds_permute: the last thread that addresses this one sends.
    wire [31:0] senders =
        executing & (~(senders_term ^ {32{beat[0]}})) & (~(senders_term_2 ^ {32{beat[1]}}));
    wire [127:0] addressed_lanes = {
        addressed_lane_bit3, addressed_lane_bit2, addressed_lane_bit1, addressed_lane_bit0
    };
    wire is_move = opcode[7:4] == CLASS_MASK_OR_LANE_MOVE;
    wire ignores_exec_inverse =
        (opcode[3:0] == DS_BPERMUTE_B32_CHOICE) | (opcode[3:0] == DS_SWIZZLE_B32_CHOICE) |
        (permutes & ~fetch_inactive);

    // Lane moves look at EXEC of the source; SHFL takes any word.
    wire ignores_exec = ~ignores_exec_inverse;
    wire always_writes = ~permutes | bound_control;

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign addressed_lane_bit0[part] = addresses[part*6];
            assign addressed_lane_bit1[part] = addresses[part*6 + 1];
            assign addressed_lane_bit2[part] = addresses[part*6 + 2];
            assign addressed_lane_bit3[part] = addresses[part*6 + 3];
            assign senders_term[part] = addresses[part*6 + 4];
            assign senders_term_2[part] = addresses[part*6 + 5];
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_wave_shuffle_lane #(.INDEX(copy)) unit (
                .mode(opcode[1:0]), .kind(opcode[2:0]), .beat(beat), .is_move(is_move),
                .ignores_exec(ignores_exec), .always_writes(always_writes),
                .literal_low(literal_low), .literal_high(literal_high),
                .later(later), .shown_part(shown_part), .first(first), .senders(senders),
                .addressed_lanes(addressed_lanes), .address(own_addresses[copy*6 +: 6]),
                .index(index[copy*5 +: 5]), .clamp(clamp[copy*5 +: 5]),
                .segment_mask(segment_mask[copy*5 +: 5]), .exec(exec), .words(words),
                .word(word[copy*32 +: 32]), .in_range(in_range[copy]), .write(write[copy]),
                .keeps(keeps[copy])
            );
        end
    endgenerate

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

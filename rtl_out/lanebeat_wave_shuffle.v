// lanebeat_wave_shuffle: SHFL and the lane moves of the lanes of one beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_wave_shuffle (
    input  wire         clock,          // rising edge
    input  wire [7:0]   opcode,         // operation, or mode of SHFL, in cycle 0
    input  wire         fetch_inactive, // FI of v_permlane16_b32 and v_permlanex16_b32, in cycle 0
    input  wire         bound_control,  // BC of v_permlane16_b32 and v_permlanex16_b32, in cycle 0
    input  wire [1:0]   beat,           // beat that executes, in cycle 3
    // the instruction saw another part in the pass before, in cycle 2
    input  wire         later,
    input  wire         shown_part,     // the part of the wave whose threads are shown, in cycle 2
    input  wire [31:0]  executing,      // EXEC and guard of every thread of the part, in cycle 2
    // thread that operand b of each thread of the part addresses, in cycle 2
    input  wire [191:0] addresses,
    input  wire [5:0]   first,          // lowest executing thread of the wave, in cycle 2

    input  wire [31:0] literal_low,  // literal of a lane move, in cycle 9
    input  wire [31:0] literal_high, // second literal of a lane move, in cycle 10

    // thread that operand b of each lane addresses, in cycle 9
    input  wire [95:0]   own_addresses,
    // operand b of each lane: the low bits that count, in cycle 9
    input  wire [79:0]   index,
    input  wire [79:0]   clamp,              // operand c of each lane: the clamp, in cycle 3
    input  wire [79:0]   segment_mask,       // operand c of each lane: the segment mask, in cycle 3
    input  wire [31:0]   exec,               // EXEC of every thread of the part, in cycle 2
    input  wire [1023:0] words,              // operand a of every thread of the part, in cycle 6
    output wire [511:0]  word,               // the word taken, in cycle 12
    output wire [15:0]   takes,              // a word is taken, else 0, in cycle 13
    // SHFL: whether the wanted thread exists in the segment, in cycle 11
    output wire [15:0]   in_range,
    output wire [15:0]   write,              // the thread may be written, in cycle 13
    output wire [15:0]   keeps,              // the word is that of the pass before, in cycle 13
    input  wire          takes_shuffle_word  // registers take what only this uses, in cycle 6
);

    localparam [3:0] CLASS_MASK_OR_LANE_MOVE = 4'd9, DS_BPERMUTE_B32_CHOICE = 4'd13,
                     DS_SWIZZLE_B32_CHOICE = 4'd15;
    localparam [7:0] V_PERMLANE16_B32 = 8'd154, V_PERMLANEX16_B32 = 8'd155;

    genvar copy, part;
    reg is_move_s1, is_move_s2, is_move_s3, is_move_s4, is_move_s5, is_move_s6, is_move_s7,
        is_move_s8, is_move_s9, shown_part_s3, shown_part_s4, shown_part_s5, shown_part_s6,
        shown_part_s7, shown_part_s8, shown_part_s9, shown_part_s10, shown_part_s11, is_move_s10,
        is_move_s11, takes_shuffle_word_s7, takes_shuffle_word_s8, takes_shuffle_word_s9,
        takes_shuffle_word_s10, takes_shuffle_word_s11, ignores_exec_operand_s1,
        ignores_exec_operand_s2, ignores_exec_operand_s3, ignores_exec_operand_s4,
        ignores_exec_operand_s5, ignores_exec_operand_s6, ignores_exec_operand_s7,
        ignores_exec_operand_s8, ignores_exec_operand_s9, ignores_exec_operand_s10,
        ignores_exec_operand_s11, ignores_exec_operand_s12, later_s3, later_s4, later_s5, later_s6,
        later_s7, later_s8, later_s9, later_s10, later_s11, later_s12, later_s13, always_writes_s1,
        always_writes_s2, always_writes_s3, always_writes_s4, always_writes_s5, always_writes_s6,
        always_writes_s7, always_writes_s8, always_writes_s9, always_writes_s10, always_writes_s11,
        always_writes_s12, always_writes_s13;
    reg [191:0] addresses_s3;
    reg [31:0] executing_s3, literal_low_s10, exec_s3, exec_s4, exec_s5, exec_s6, exec_s7, exec_s8,
               exec_s9, exec_s10, exec_s11, exec_s12;
    reg [1:0] beat_s4, beat_s5, beat_s6, beat_s7, beat_s8, beat_s9;
    reg [2:0] opcode_s1, opcode_s2, opcode_s3, opcode_s4, opcode_s5, opcode_s6, opcode_s7,
              opcode_s8, opcode_s9, opcode_s10, opcode_s11;
    reg [5:0] first_s3, first_s4, first_s5, first_s6, first_s7, first_s8, first_s9, first_s10,
              first_s11;
    reg [1023:0] words_s7, words_s8, words_s9, words_s10, words_s11, words_s12;
    wire [31:0] addresses_bit4, addresses_bit5, addresses_bit0, addresses_bit1, addresses_bit2,
                addresses_bit3;

    wire permutes = (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32);
    wire is_move = opcode[7:4] == CLASS_MASK_OR_LANE_MOVE;
    wire always_writes = ~permutes | bound_control;

    // ds_permute: the last thread that addresses this one sends.
    wire [31:0] senders_to_beat =
        executing_s3 & (~(addresses_bit4 ^ {32{beat[0]}})) & (~(addresses_bit5 ^ {32{beat[1]}}));
    wire [31:0] senders_to_lane0 =
        senders_to_beat & ~addresses_bit0 & ~addresses_bit1 & ~addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane1 =
        senders_to_beat & addresses_bit0 & ~addresses_bit1 & ~addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane2 =
        senders_to_beat & ~addresses_bit0 & addresses_bit1 & ~addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane3 =
        senders_to_beat & addresses_bit0 & addresses_bit1 & ~addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane4 =
        senders_to_beat & ~addresses_bit0 & ~addresses_bit1 & addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane5 =
        senders_to_beat & addresses_bit0 & ~addresses_bit1 & addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane6 =
        senders_to_beat & ~addresses_bit0 & addresses_bit1 & addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane7 =
        senders_to_beat & addresses_bit0 & addresses_bit1 & addresses_bit2 & ~addresses_bit3;
    wire [31:0] senders_to_lane8 =
        senders_to_beat & ~addresses_bit0 & ~addresses_bit1 & ~addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane9 =
        senders_to_beat & addresses_bit0 & ~addresses_bit1 & ~addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane10 =
        senders_to_beat & ~addresses_bit0 & addresses_bit1 & ~addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane11 =
        senders_to_beat & addresses_bit0 & addresses_bit1 & ~addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane12 =
        senders_to_beat & ~addresses_bit0 & ~addresses_bit1 & addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane13 =
        senders_to_beat & addresses_bit0 & ~addresses_bit1 & addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane14 =
        senders_to_beat & ~addresses_bit0 & addresses_bit1 & addresses_bit2 & addresses_bit3;
    wire [31:0] senders_to_lane15 =
        senders_to_beat & addresses_bit0 & addresses_bit1 & addresses_bit2 & addresses_bit3;

    // Lane moves look at EXEC of the source; SHFL takes any word.
    wire ignores_exec = ~ignores_exec_operand_s12;
    wire [511:0] lane_senders = {
        senders_to_lane15, senders_to_lane14, senders_to_lane13, senders_to_lane12,
        senders_to_lane11, senders_to_lane10, senders_to_lane9, senders_to_lane8, senders_to_lane7,
        senders_to_lane6, senders_to_lane5, senders_to_lane4, senders_to_lane3, senders_to_lane2,
        senders_to_lane1, senders_to_lane0
    };

    generate
        for (part = 0; part < 32; part = part + 1) begin : each_of_32
            assign addresses_bit4[part] = addresses_s3[part*6 + 4];
            assign addresses_bit5[part] = addresses_s3[part*6 + 5];
            assign addresses_bit0[part] = addresses_s3[part*6];
            assign addresses_bit1[part] = addresses_s3[part*6 + 1];
            assign addresses_bit2[part] = addresses_s3[part*6 + 2];
            assign addresses_bit3[part] = addresses_s3[part*6 + 3];
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_wave_shuffle_lane #(.INDEX(copy)) unit (
                .clock(clock), .mode(opcode_s9[1:0]), .kind(opcode_s11), .beat(beat_s9),
                .is_move(is_move_s11), .ignores_exec(ignores_exec),
                .always_writes(always_writes_s13),
                .literal_low(literal_low_s10), .literal_high(literal_high),
                .later(later_s13), .shown_part(shown_part_s11), .first(first_s11),
                .senders(lane_senders[copy*32 +: 32]), .address(own_addresses[copy*6 +: 6]),
                .index(index[copy*5 +: 5]), .clamp(clamp[copy*5 +: 5]),
                .segment_mask(segment_mask[copy*5 +: 5]), .exec(exec_s12), .words(words_s12),
                .word(word[copy*32 +: 32]), .takes(takes[copy]), .in_range(in_range[copy]),
                .write(write[copy]), .keeps(keeps[copy]), .is_move_2(is_move_s3)
            );
        end
    endgenerate

    always @(posedge clock) begin
        is_move_s1 <= is_move;
        is_move_s2 <= is_move_s1;
        beat_s4 <= beat;
        beat_s5 <= beat_s4;
        beat_s6 <= beat_s5;
        beat_s7 <= beat_s6;
        beat_s8 <= beat_s7;
        beat_s9 <= beat_s8;
        opcode_s1 <= opcode[2:0];
        opcode_s2 <= opcode_s1;
        opcode_s3 <= opcode_s2;
        opcode_s4 <= opcode_s3;
        opcode_s5 <= opcode_s4;
        opcode_s6 <= opcode_s5;
        opcode_s7 <= opcode_s6;
        opcode_s8 <= opcode_s7;
        opcode_s9 <= opcode_s8;
        is_move_s3 <= is_move_s2;
        is_move_s4 <= is_move_s3;
        is_move_s5 <= is_move_s4;
        is_move_s6 <= is_move_s5;
        is_move_s7 <= is_move_s6;
        is_move_s8 <= is_move_s7;
        is_move_s9 <= is_move_s8;
        shown_part_s3 <= shown_part;
        shown_part_s4 <= shown_part_s3;
        shown_part_s5 <= shown_part_s4;
        shown_part_s6 <= shown_part_s5;
        shown_part_s7 <= shown_part_s6;
        shown_part_s8 <= shown_part_s7;
        shown_part_s9 <= shown_part_s8;
        shown_part_s10 <= shown_part_s9;
        shown_part_s11 <= shown_part_s10;
        is_move_s10 <= is_move_s9;
        opcode_s10 <= opcode_s9;
        opcode_s11 <= opcode_s10;
        is_move_s11 <= is_move_s10;
        takes_shuffle_word_s7 <= takes_shuffle_word;
        takes_shuffle_word_s8 <= takes_shuffle_word_s7;
        takes_shuffle_word_s9 <= takes_shuffle_word_s8;
        takes_shuffle_word_s10 <= takes_shuffle_word_s9;
        takes_shuffle_word_s11 <= takes_shuffle_word_s10;
        ignores_exec_operand_s1 <=
            (opcode[3:0] == DS_BPERMUTE_B32_CHOICE) | (opcode[3:0] == DS_SWIZZLE_B32_CHOICE) |
            (permutes & ~fetch_inactive);
        ignores_exec_operand_s2 <= ignores_exec_operand_s1;
        ignores_exec_operand_s3 <= ignores_exec_operand_s2;
        ignores_exec_operand_s4 <= ignores_exec_operand_s3;
        ignores_exec_operand_s5 <= ignores_exec_operand_s4;
        ignores_exec_operand_s6 <= ignores_exec_operand_s5;
        ignores_exec_operand_s7 <= ignores_exec_operand_s6;
        ignores_exec_operand_s8 <= ignores_exec_operand_s7;
        ignores_exec_operand_s9 <= ignores_exec_operand_s8;
        ignores_exec_operand_s10 <= ignores_exec_operand_s9;
        ignores_exec_operand_s11 <= ignores_exec_operand_s10;
        ignores_exec_operand_s12 <= ignores_exec_operand_s11;
        later_s3 <= later;
        later_s4 <= later_s3;
        later_s5 <= later_s4;
        later_s6 <= later_s5;
        later_s7 <= later_s6;
        later_s8 <= later_s7;
        later_s9 <= later_s8;
        later_s10 <= later_s9;
        later_s11 <= later_s10;
        later_s12 <= later_s11;
        later_s13 <= later_s12;
        always_writes_s1 <= always_writes;
        always_writes_s2 <= always_writes_s1;
        always_writes_s3 <= always_writes_s2;
        always_writes_s4 <= always_writes_s3;
        always_writes_s5 <= always_writes_s4;
        always_writes_s6 <= always_writes_s5;
        always_writes_s7 <= always_writes_s6;
        always_writes_s8 <= always_writes_s7;
        always_writes_s9 <= always_writes_s8;
        always_writes_s10 <= always_writes_s9;
        always_writes_s11 <= always_writes_s10;
        always_writes_s12 <= always_writes_s11;
        always_writes_s13 <= always_writes_s12;
    end

    always @(posedge clock) begin
        if (is_move_s2) begin
            addresses_s3 <= addresses;
            executing_s3 <= executing;
            first_s3 <= first;
            exec_s3 <= exec;
        end
    end

    always @(posedge clock) begin
        if (is_move_s9) begin
            literal_low_s10 <= literal_low;
            first_s10 <= first_s9;
            exec_s10 <= exec_s9;
        end
    end

    always @(posedge clock) begin
        if (is_move_s3) begin
            first_s4 <= first_s3;
            exec_s4 <= exec_s3;
        end
    end

    always @(posedge clock) begin
        if (is_move_s4) begin
            first_s5 <= first_s4;
            exec_s5 <= exec_s4;
        end
    end

    always @(posedge clock) begin
        if (is_move_s5) begin
            first_s6 <= first_s5;
            exec_s6 <= exec_s5;
        end
    end

    always @(posedge clock) begin
        if (is_move_s6) begin
            first_s7 <= first_s6;
            exec_s7 <= exec_s6;
        end
    end

    always @(posedge clock) begin
        if (is_move_s7) begin
            first_s8 <= first_s7;
            exec_s8 <= exec_s7;
        end
    end

    always @(posedge clock) begin
        if (is_move_s8) begin
            first_s9 <= first_s8;
            exec_s9 <= exec_s8;
        end
    end

    always @(posedge clock) begin
        if (is_move_s10) begin
            first_s11 <= first_s10;
            exec_s11 <= exec_s10;
        end
    end

    always @(posedge clock) begin
        if (is_move_s11) begin
            exec_s12 <= exec_s11;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word) begin
            words_s7 <= words;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word_s7) begin
            words_s8 <= words_s7;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word_s8) begin
            words_s9 <= words_s8;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word_s9) begin
            words_s10 <= words_s9;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word_s10) begin
            words_s11 <= words_s10;
        end
    end

    always @(posedge clock) begin
        if (takes_shuffle_word_s11) begin
            words_s12 <= words_s11;
        end
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// lanebeat_shuffle: SHFL and the lane moves of the lanes of one beat.
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   opcode          input     8  operation
//   fetch_inactive  input     1  FI of v_permlane16_b32 and v_permlanex16_b32
//   bound_control   input     1  their BC
//   beat            input     2  beat that executes
//   executing       input    16  EXEC and guard of every thread of the wave
//   addresses       input    64  thread that each thread's operand b addresses
//   literal         input    32  literal of a lane move
//   literal_high    input    32  literal of a lane move
//   own_addresses   input    16  thread that operand b of each lane addresses
//   index           input    16  operand b of each lane: the low bits that count
//   clamp           input    16  operand c of each lane: the clamp
//   segment_mask    input    16  operand c of each lane: the segment mask
//   exec            input    16  EXEC of every thread of the wave
//   words           input   512  operand a of every thread of the wave
//   word            output  128  the word of each lane
//   in_range        output    4  SHFL: whether each lane's wanted thread is in range
//   write           output    4  lanes that may be written
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_shuffle (
    input  wire [7:0]   opcode,         // operation
    input  wire         fetch_inactive, // FI of v_permlane16_b32 and v_permlanex16_b32
    input  wire         bound_control,  // their BC
    input  wire [1:0]   beat,           // beat that executes
    input  wire [15:0]  executing,      // EXEC and guard of every thread of the wave
    input  wire [63:0]  addresses,      // thread that each thread's operand b addresses
    input  wire [31:0]  literal,        // literal of a lane move
    input  wire [31:0]  literal_high,   // literal of a lane move
    input  wire [15:0]  own_addresses,  // thread that operand b of each lane addresses
    input  wire [15:0]  index,          // operand b of each lane: the low bits that count
    input  wire [15:0]  clamp,          // operand c of each lane: the clamp
    input  wire [15:0]  segment_mask,   // operand c of each lane: the segment mask
    input  wire [15:0]  exec,           // EXEC of every thread of the wave
    input  wire [511:0] words,          // operand a of every thread of the wave
    output wire [127:0] word,           // the word of each lane
    output wire [3:0]   in_range,       // SHFL: whether each lane's wanted thread is in range
    output wire [3:0]   write           // lanes that may be written
);

    genvar copy;
    wire [127:0] lane_word;
    wire [3:0] lane_in_range;
    wire [3:0] lane_write;

    wire is_move = opcode[7:4] == 4'd9;
    wire permutes = (opcode[3:0] == 4'd10) | (opcode[3:0] == 4'd11);
    wire [15:0] addressed_lane_0 = {
        addresses[60], addresses[56], addresses[52], addresses[48], addresses[44], addresses[40],
        addresses[36], addresses[32], addresses[28], addresses[24], addresses[20], addresses[16],
        addresses[12], addresses[8], addresses[4], addresses[0]
    };
    wire [15:0] addressed_lane_1 = {
        addresses[61], addresses[57], addresses[53], addresses[49], addresses[45], addresses[41],
        addresses[37], addresses[33], addresses[29], addresses[25], addresses[21], addresses[17],
        addresses[13], addresses[9], addresses[5], addresses[1]
    };
    wire [15:0] joined = {
        addresses[62], addresses[58], addresses[54], addresses[50], addresses[46], addresses[42],
        addresses[38], addresses[34], addresses[30], addresses[26], addresses[22], addresses[18],
        addresses[14], addresses[10], addresses[6], addresses[2]
    };
    wire [15:0] inverse = ~(joined ^ {16{beat[0]}});
    wire [15:0] joined_2 = {
        addresses[63], addresses[59], addresses[55], addresses[51], addresses[47], addresses[43],
        addresses[39], addresses[35], addresses[31], addresses[27], addresses[23], addresses[19],
        addresses[15], addresses[11], addresses[7], addresses[3]
    };
    wire [15:0] inverse_2 = ~(joined_2 ^ {16{beat[1]}});
    wire [15:0] senders = executing & inverse & inverse_2;
    wire [31:0] addressed_lanes = {addressed_lane_1, addressed_lane_0};
    wire either = (opcode[3:0] == 4'd13) | (opcode[3:0] == 4'd15) | (permutes & ~fetch_inactive);
    wire ignores_exec = ~either;
    wire always_writes = ~permutes | bound_control;
    wire [15:0] joined_3 = {
        executing[0], executing[1], executing[2], executing[3], executing[4], executing[5], executing[6],
        executing[7], executing[8], executing[9], executing[10], executing[11], executing[12], executing[13],
        executing[14], executing[15]
    };
    wire inverse_3 = ~(|joined_3[15:8]);
    wire [7:0] highest_8 = inverse_3 ? joined_3[7:0] : joined_3[15:8];
    wire inverse_4 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_4 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_5 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_5 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [3:0] leading_zeros = {inverse_3, inverse_4, inverse_5, ~highest_2[1]};
    wire [3:0] first_executing = leading_zeros & {4{~(~highest_1)}};

    generate
        for (copy = 0; copy < 4; copy = copy + 1) begin : lane
            lanebeat_shuffle_lane #(.INDEX(copy)) unit (
                .beat(beat),
                .is_move(is_move),
                .ignores_exec(ignores_exec),
                .always_writes(always_writes),
                .mode(opcode[1:0]),
                .index(index[copy*4 +: 4]),
                .clamp(clamp[copy*4 +: 4]),
                .segment_mask(segment_mask[copy*4 +: 4]),
                .senders(senders),
                .addressed_lanes(addressed_lanes),
                .kind(opcode[2:0]),
                .literal(literal),
                .literal_high(literal_high),
                .first(first_executing),
                .address(own_addresses[copy*4 +: 4]),
                .exec(exec),
                .words(words),
                .word(lane_word[copy*32 +: 32]),
                .in_range(lane_in_range[copy]),
                .write(lane_write[copy])
            );
        end
    endgenerate

    assign word = lane_word;
    assign in_range = lane_in_range;
    assign write = lane_write;

endmodule

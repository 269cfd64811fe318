// lanebeat_wave_shuffle: SHFL and the lane moves of the lanes of one beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   opcode          input      8  operation
//   fetch_inactive  input      1  FI of v_permlane16_b32 and v_permlanex16_b32
//   bound_control   input      1  their BC
//   beat            input      2  beat that executes
//   executing       input     64  EXEC and guard of every thread of the wave
//   addresses       input    384  thread that each thread's operand b addresses
//   literal         input     32  literal of a lane move
//   literal_high    input     32  literal of a lane move
//   own_addresses   input     96  thread that operand b of each lane addresses
//   index           input     80  operand b of each lane: the low bits that count
//   clamp           input     80  operand c of each lane: the clamp
//   segment_mask    input     80  operand c of each lane: the segment mask
//   exec            input     64  EXEC of every thread of the wave
//   words           input   2048  operand a of every thread of the wave
//   word            output   512  the word of each lane
//   in_range        output    16  SHFL: whether each lane's wanted thread is in range
//   write           output    16  lanes that may be written
// Made by: lanebeat generate core
module lanebeat_wave_shuffle (
    input  wire [7:0]    opcode,         // operation
    input  wire          fetch_inactive, // FI of v_permlane16_b32 and v_permlanex16_b32
    input  wire          bound_control,  // their BC
    input  wire [1:0]    beat,           // beat that executes
    input  wire [63:0]   executing,      // EXEC and guard of every thread of the wave
    input  wire [383:0]  addresses,      // thread that each thread's operand b addresses
    input  wire [31:0]   literal,        // literal of a lane move
    input  wire [31:0]   literal_high,   // literal of a lane move
    input  wire [95:0]   own_addresses,  // thread that operand b of each lane addresses
    input  wire [79:0]   index,          // operand b of each lane: the low bits that count
    input  wire [79:0]   clamp,          // operand c of each lane: the clamp
    input  wire [79:0]   segment_mask,   // operand c of each lane: the segment mask
    input  wire [63:0]   exec,           // EXEC of every thread of the wave
    input  wire [2047:0] words,          // operand a of every thread of the wave
    output wire [511:0]  word,           // the word of each lane
    output wire [15:0]   in_range,       // SHFL: whether each lane's wanted thread is in range
    output wire [15:0]   write           // lanes that may be written
);

    genvar copy;
    wire [511:0] lane_word;
    wire [15:0] lane_in_range;
    wire [15:0] lane_write;

    wire is_move = opcode[7:4] == 4'd9;
    wire permutes = (opcode[3:0] == 4'd10) | (opcode[3:0] == 4'd11);
    wire [63:0] addressed_lane_0 = {
        addresses[378], addresses[372], addresses[366], addresses[360], addresses[354], addresses[348],
        addresses[342], addresses[336], addresses[330], addresses[324], addresses[318], addresses[312],
        addresses[306], addresses[300], addresses[294], addresses[288], addresses[282], addresses[276],
        addresses[270], addresses[264], addresses[258], addresses[252], addresses[246], addresses[240],
        addresses[234], addresses[228], addresses[222], addresses[216], addresses[210], addresses[204],
        addresses[198], addresses[192], addresses[186], addresses[180], addresses[174], addresses[168],
        addresses[162], addresses[156], addresses[150], addresses[144], addresses[138], addresses[132],
        addresses[126], addresses[120], addresses[114], addresses[108], addresses[102], addresses[96],
        addresses[90], addresses[84], addresses[78], addresses[72], addresses[66], addresses[60],
        addresses[54], addresses[48], addresses[42], addresses[36], addresses[30], addresses[24],
        addresses[18], addresses[12], addresses[6], addresses[0]
    };
    wire [63:0] addressed_lane_1 = {
        addresses[379], addresses[373], addresses[367], addresses[361], addresses[355], addresses[349],
        addresses[343], addresses[337], addresses[331], addresses[325], addresses[319], addresses[313],
        addresses[307], addresses[301], addresses[295], addresses[289], addresses[283], addresses[277],
        addresses[271], addresses[265], addresses[259], addresses[253], addresses[247], addresses[241],
        addresses[235], addresses[229], addresses[223], addresses[217], addresses[211], addresses[205],
        addresses[199], addresses[193], addresses[187], addresses[181], addresses[175], addresses[169],
        addresses[163], addresses[157], addresses[151], addresses[145], addresses[139], addresses[133],
        addresses[127], addresses[121], addresses[115], addresses[109], addresses[103], addresses[97],
        addresses[91], addresses[85], addresses[79], addresses[73], addresses[67], addresses[61],
        addresses[55], addresses[49], addresses[43], addresses[37], addresses[31], addresses[25],
        addresses[19], addresses[13], addresses[7], addresses[1]
    };
    wire [63:0] addressed_lane_2 = {
        addresses[380], addresses[374], addresses[368], addresses[362], addresses[356], addresses[350],
        addresses[344], addresses[338], addresses[332], addresses[326], addresses[320], addresses[314],
        addresses[308], addresses[302], addresses[296], addresses[290], addresses[284], addresses[278],
        addresses[272], addresses[266], addresses[260], addresses[254], addresses[248], addresses[242],
        addresses[236], addresses[230], addresses[224], addresses[218], addresses[212], addresses[206],
        addresses[200], addresses[194], addresses[188], addresses[182], addresses[176], addresses[170],
        addresses[164], addresses[158], addresses[152], addresses[146], addresses[140], addresses[134],
        addresses[128], addresses[122], addresses[116], addresses[110], addresses[104], addresses[98],
        addresses[92], addresses[86], addresses[80], addresses[74], addresses[68], addresses[62],
        addresses[56], addresses[50], addresses[44], addresses[38], addresses[32], addresses[26],
        addresses[20], addresses[14], addresses[8], addresses[2]
    };
    wire [63:0] addressed_lane_3 = {
        addresses[381], addresses[375], addresses[369], addresses[363], addresses[357], addresses[351],
        addresses[345], addresses[339], addresses[333], addresses[327], addresses[321], addresses[315],
        addresses[309], addresses[303], addresses[297], addresses[291], addresses[285], addresses[279],
        addresses[273], addresses[267], addresses[261], addresses[255], addresses[249], addresses[243],
        addresses[237], addresses[231], addresses[225], addresses[219], addresses[213], addresses[207],
        addresses[201], addresses[195], addresses[189], addresses[183], addresses[177], addresses[171],
        addresses[165], addresses[159], addresses[153], addresses[147], addresses[141], addresses[135],
        addresses[129], addresses[123], addresses[117], addresses[111], addresses[105], addresses[99],
        addresses[93], addresses[87], addresses[81], addresses[75], addresses[69], addresses[63],
        addresses[57], addresses[51], addresses[45], addresses[39], addresses[33], addresses[27],
        addresses[21], addresses[15], addresses[9], addresses[3]
    };
    wire [63:0] joined = {
        addresses[382], addresses[376], addresses[370], addresses[364], addresses[358], addresses[352],
        addresses[346], addresses[340], addresses[334], addresses[328], addresses[322], addresses[316],
        addresses[310], addresses[304], addresses[298], addresses[292], addresses[286], addresses[280],
        addresses[274], addresses[268], addresses[262], addresses[256], addresses[250], addresses[244],
        addresses[238], addresses[232], addresses[226], addresses[220], addresses[214], addresses[208],
        addresses[202], addresses[196], addresses[190], addresses[184], addresses[178], addresses[172],
        addresses[166], addresses[160], addresses[154], addresses[148], addresses[142], addresses[136],
        addresses[130], addresses[124], addresses[118], addresses[112], addresses[106], addresses[100],
        addresses[94], addresses[88], addresses[82], addresses[76], addresses[70], addresses[64],
        addresses[58], addresses[52], addresses[46], addresses[40], addresses[34], addresses[28],
        addresses[22], addresses[16], addresses[10], addresses[4]
    };
    wire [63:0] inverse = ~(joined ^ {64{beat[0]}});
    wire [63:0] joined_2 = {
        addresses[383], addresses[377], addresses[371], addresses[365], addresses[359], addresses[353],
        addresses[347], addresses[341], addresses[335], addresses[329], addresses[323], addresses[317],
        addresses[311], addresses[305], addresses[299], addresses[293], addresses[287], addresses[281],
        addresses[275], addresses[269], addresses[263], addresses[257], addresses[251], addresses[245],
        addresses[239], addresses[233], addresses[227], addresses[221], addresses[215], addresses[209],
        addresses[203], addresses[197], addresses[191], addresses[185], addresses[179], addresses[173],
        addresses[167], addresses[161], addresses[155], addresses[149], addresses[143], addresses[137],
        addresses[131], addresses[125], addresses[119], addresses[113], addresses[107], addresses[101],
        addresses[95], addresses[89], addresses[83], addresses[77], addresses[71], addresses[65],
        addresses[59], addresses[53], addresses[47], addresses[41], addresses[35], addresses[29],
        addresses[23], addresses[17], addresses[11], addresses[5]
    };
    wire [63:0] inverse_2 = ~(joined_2 ^ {64{beat[1]}});
    wire [63:0] senders = executing & inverse & inverse_2;
    wire [255:0] addressed_lanes = {addressed_lane_3, addressed_lane_2, addressed_lane_1, addressed_lane_0};
    wire either = (opcode[3:0] == 4'd13) | (opcode[3:0] == 4'd15) | (permutes & ~fetch_inactive);
    wire ignores_exec = ~either;
    wire always_writes = ~permutes | bound_control;
    wire [63:0] joined_3 = {
        executing[0], executing[1], executing[2], executing[3], executing[4], executing[5], executing[6],
        executing[7], executing[8], executing[9], executing[10], executing[11], executing[12], executing[13],
        executing[14], executing[15], executing[16], executing[17], executing[18], executing[19],
        executing[20], executing[21], executing[22], executing[23], executing[24], executing[25],
        executing[26], executing[27], executing[28], executing[29], executing[30], executing[31],
        executing[32], executing[33], executing[34], executing[35], executing[36], executing[37],
        executing[38], executing[39], executing[40], executing[41], executing[42], executing[43],
        executing[44], executing[45], executing[46], executing[47], executing[48], executing[49],
        executing[50], executing[51], executing[52], executing[53], executing[54], executing[55],
        executing[56], executing[57], executing[58], executing[59], executing[60], executing[61],
        executing[62], executing[63]
    };
    wire inverse_3 = ~(|joined_3[63:32]);
    wire [31:0] highest_32 = inverse_3 ? joined_3[31:0] : joined_3[63:32];
    wire inverse_4 = ~(|highest_32[31:16]);
    wire [15:0] highest_16 = inverse_4 ? highest_32[15:0] : highest_32[31:16];
    wire inverse_5 = ~(|highest_16[15:8]);
    wire [7:0] highest_8 = inverse_5 ? highest_16[7:0] : highest_16[15:8];
    wire inverse_6 = ~(|highest_8[7:4]);
    wire [3:0] highest_4 = inverse_6 ? highest_8[3:0] : highest_8[7:4];
    wire inverse_7 = ~(|highest_4[3:2]);
    wire [1:0] highest_2 = inverse_7 ? highest_4[1:0] : highest_4[3:2];
    wire highest_1 = ~highest_2[1] ? highest_2[0] : highest_2[1];
    wire [5:0] leading_zeros = {inverse_3, inverse_4, inverse_5, inverse_6, inverse_7, ~highest_2[1]};
    wire [5:0] first_executing = leading_zeros & {6{~(~highest_1)}};

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_wave_shuffle_lane #(.INDEX(copy)) unit (
                .beat(beat),
                .is_move(is_move),
                .ignores_exec(ignores_exec),
                .always_writes(always_writes),
                .mode(opcode[1:0]),
                .index(index[copy*5 +: 5]),
                .clamp(clamp[copy*5 +: 5]),
                .segment_mask(segment_mask[copy*5 +: 5]),
                .senders(senders),
                .addressed_lanes(addressed_lanes),
                .kind(opcode[2:0]),
                .literal(literal),
                .literal_high(literal_high),
                .first(first_executing),
                .address(own_addresses[copy*6 +: 6]),
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

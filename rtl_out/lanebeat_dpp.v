// lanebeat_dpp: DPP of the threads of one row that execute in a beat.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// reuse=false, stages=12, shuffle_passes=1, dpp="network", shuffle=true, lane_moves=true,
// vote=true, video=true, float=true, barrier=true, multiply=true, bits=true, reset="synchronous",
// reset_level="high", clock_enable=false
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_dpp (
    input  wire clock,  // rising edge
    input  wire enable, // the instruction has a DPP modifier, in cycle 0

    input  wire        eight,           // the modifier is dpp8, in cycle 0
    // selectors of dpp8; they stand where control and masks do, in cycle 1
    input  wire [23:0] eight_positions,

    input  wire [8:0] control,        // dpp_ctrl, in cycle 0
    input  wire       fetch_inactive, // FI: inactive threads supply their word, in cycle 0
    input  wire       bound_control,  // BC: a thread without a source executes with 0, in cycle 0
    input  wire [3:0] bank_mask,      // banks that may be written, in cycle 1
    input  wire [3:0] row_mask,       // rows that may be written, in cycle 1
    input  wire [3:0] this_row,       // one-hot: this row's bit of row_mask, in cycle 1

    input  wire row_is_first,  // row 0 of the wave, in cycle 1
    input  wire row_is_second, // row 1 of the wave, in cycle 1
    input  wire row_is_last,   // last row of the wave, in cycle 1

    input  wire [511:0] words, // operand a of the row, in cycle 2
    input  wire [15:0]  exec,  // EXEC of the row, in cycle 2

    input  wire [31:0] neighbour,      // the one word from another row, in cycle 2
    // EXEC of the thread whose word comes from another row, in cycle 2
    input  wire        neighbour_exec,

    output wire [511:0] word,  // operand a after the network, 0 where none is fetched, in cycle 3
    output wire [15:0]  write  // the modifier lets the thread be written, in cycle 3
);

    localparam [4:0] ROW_SHL_GROUP = 5'd16, ROW_SHR_GROUP = 5'd17, ROW_ROR_GROUP = 5'd18,
                     ROW_SHARE_GROUP = 5'd21, ROW_XMASK_GROUP = 5'd22;
    localparam [8:0] WAVE_SHL = 9'd304, WAVE_ROL = 9'd308, WAVE_SHR = 9'd312, WAVE_ROR = 9'd316,
                     ROW_MIRROR = 9'd320, ROW_HALF_MIRROR = 9'd321, ROW_BCAST15 = 9'd322,
                     ROW_BCAST31 = 9'd323;

    genvar copy, part;
    reg permutes_eight_s1, has_control_and_masks_s1, wave_left_s1, wave_right_s1,
        permutes_eight_s2, shares_s2, none_below_s2, none_above_s2, takes_neighbour_operand_s2,
        takes_neighbour_operand_2_s2, neighbour_exec_s3, fetch_any_s1, fetch_any_s2, fetch_any_s3,
        zeroes_s1, zeroes_s2, zeroes_s3;
    reg [8:0] acting_control_s1;
    reg [3:0] rotation_s2, banks_written_s2, banks_written_s3;
    reg [1:0] flips_s2;
    reg [7:0] place_upper_quad_s2;
    reg [31:0] neighbour_s3;
    wire [1055:0] place_quads;
    wire [7:0] place_upper_quad;
    wire [527:0] threads;

    wire permutes_eight = enable & eight;
    wire has_control_and_masks = enable & ~eight;

    // Without a modifier, quad_perm:[0,1,2,3], which changes nothing.
    wire [8:0] acting_control = has_control_and_masks ? control : 9'd228;
    wire wave_left = (acting_control == WAVE_SHL) | (acting_control == WAVE_ROL);
    wire wave_right = (acting_control == WAVE_SHR) | (acting_control == WAVE_ROR);
    wire fetch_any = fetch_inactive | ~enable;
    wire zeroes = bound_control | eight;
    wire row_written = ~has_control_and_masks_s1 | (|(row_mask & this_row));
    wire [3:0] banks_written = (bank_mask | {4{~has_control_and_masks_s1}}) & {4{row_written}};
    wire row_shift_left = (acting_control_s1[8:4] == ROW_SHL_GROUP) & (|acting_control_s1[3:0]);
    wire row_shift_right = (acting_control_s1[8:4] == ROW_SHR_GROUP) & (|acting_control_s1[3:0]);
    wire [3:0] distance = (wave_left_s1 | wave_right_s1) ? 4'd1 : acting_control_s1[3:0];

    // A rotation down by d is one up by 16 - d.
    wire reads_above = row_shift_left | wave_left_s1;
    wire rotates =
        reads_above | row_shift_right | (acting_control_s1[8:4] == ROW_ROR_GROUP) | wave_right_s1;
    wire shares = acting_control_s1[8:4] == ROW_SHARE_GROUP;
    wire mirrors = acting_control_s1 == ROW_MIRROR;
    wire [3:0] own_flips =
        acting_control_s1[3:0] & {4{(acting_control_s1[8:4] == ROW_XMASK_GROUP) | shares}};
    wire row_broadcast15 = acting_control_s1 == ROW_BCAST15;
    wire row_broadcast31 = acting_control_s1 == ROW_BCAST31;
    wire lacks_broadcast =
        (row_broadcast15 & row_is_first) | (row_broadcast31 & (row_is_first | row_is_second));
    wire broadcasts = row_broadcast15 | row_broadcast31;
    wire [3:0] rotation = (reads_above ? distance : (4'd0 - distance)) & {4{rotates}};
    wire [3:0] mirror_flips = {mirrors, {3{mirrors | (acting_control_s1 == ROW_HALF_MIRROR)}}};
    wire [3:0] flips = own_flips | mirror_flips;
    wire none_below =
        row_shift_right | ((acting_control_s1 == WAVE_SHR) & row_is_first) | lacks_broadcast;
    wire none_above =
        row_shift_left | ((acting_control_s1 == WAVE_SHL) & row_is_last) | lacks_broadcast;
    wire permutes_quad = ~acting_control_s1[8];

    // Lanes differ only in whether their sum carries: two bits serve all.
    wire [1:0] no_source = {none_above_s2, none_below_s2};
    wire [1:0] takes_neighbour = {takes_neighbour_operand_2_s2, takes_neighbour_operand_s2};
    wire [2111:0] quads_of_lanes = {2{place_quads}};
    wire [15:0] upper_quad_of_lanes = {2{place_upper_quad_s2}};

    generate
        for (part = 0; part < 16; part = part + 1) begin : each_of_16
            assign threads[part*33 +: 33] = {exec[part], words[part*32 +: 32]};
        end
    endgenerate

    generate
        for (copy = 0; copy < 8; copy = copy + 1) begin : place
            lanebeat_dpp_place #(.INDEX(copy)) unit (
                .clock(clock), .rotation(rotation[1:0]), .shares(shares), .flips(flips[1:0]),
                .permutes_quad(permutes_quad), .quad_positions(acting_control_s1[7:0]),
                .permutes_eight(permutes_eight_s1), .eight_positions(eight_positions),
                .threads(threads), .quads(place_quads[copy*132 +: 132]),
                .upper_quad(place_upper_quad[copy])
            );
        end
    endgenerate

    generate
        for (copy = 0; copy < 16; copy = copy + 1) begin : lane
            lanebeat_dpp_lane #(.INDEX(copy)) unit (
                .clock(clock), .rotation(rotation_s2), .shares(shares_s2), .flips(flips_s2),
                .quads(quads_of_lanes[copy*132 +: 132]), .upper_quad(upper_quad_of_lanes[copy]),
                .permutes_eight(permutes_eight_s2), .no_source(no_source),
                .takes_neighbour(takes_neighbour), .fetch_inactive(fetch_any_s3),
                .bound_control(zeroes_s3),
                .neighbour(neighbour_s3), .neighbour_exec(neighbour_exec_s3),
                .banks_written(banks_written_s3), .word(word[copy*32 +: 32]), .write(write[copy])
            );
        end
    endgenerate

    always @(posedge clock) begin
        permutes_eight_s1 <= permutes_eight;
        has_control_and_masks_s1 <= has_control_and_masks;
        acting_control_s1 <= acting_control;
        wave_left_s1 <= wave_left;
        wave_right_s1 <= wave_right;
        permutes_eight_s2 <= permutes_eight_s1;
        shares_s2 <= shares;
        rotation_s2 <= rotation;
        none_below_s2 <= none_below;
        none_above_s2 <= none_above;
        takes_neighbour_operand_s2 <= wave_right_s1 | broadcasts;
        takes_neighbour_operand_2_s2 <= wave_left_s1 | broadcasts;
        flips_s2 <= flips[3:2];
        place_upper_quad_s2 <= place_upper_quad;
        neighbour_s3 <= neighbour;
        neighbour_exec_s3 <= neighbour_exec;
        banks_written_s2 <= banks_written;
        banks_written_s3 <= banks_written_s2;
        fetch_any_s1 <= fetch_any;
        fetch_any_s2 <= fetch_any_s1;
        fetch_any_s3 <= fetch_any_s2;
        zeroes_s1 <= zeroes;
        zeroes_s2 <= zeroes_s1;
        zeroes_s3 <= zeroes_s2;
    end

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

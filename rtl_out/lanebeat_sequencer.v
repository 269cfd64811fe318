// lanebeat_sequencer: Takes one instruction a slot, holds it while an operand is in flight, and walks
// it through the stages.
// Parameters: lanes=16, beats=4, registers=64, waves=8, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   clock                             input     1  rising edge
//   reset                             input     1  synchronous, active high
//   issue_valid                       input     1  an instruction is offered
//   issue_wave                        input     3  its wave
//   issue_instruction                 input   128  its machine word
//   held                              input     1  the wave waits at a barrier
//   issued_arrival                    output    1  the instruction that is taken arrives at a barrier
//   issue_ready                       output    1  it is taken at this clock edge if valid
//   issue_blocked                     output    1  its wave must wait: another wave's instruction may be taken sooner
//   issue_illegal                     output    1  the word is no instruction of this configuration
//   phase                             output    2  cycle of the slot
//   reading_valid                     output    1  valid of the instruction reading
//   reading_wave                      output    3  wave of the instruction reading
//   reading_a                         output    6  a of the instruction reading
//   reading_b                         output    6  b of the instruction reading
//   reading_c                         output    6  c of the instruction reading
//   reading_reads_a                   output    1  reads a of the instruction reading
//   reading_reads_b                   output    1  reads b of the instruction reading
//   reading_reads_c                   output    1  reads c of the instruction reading
//   reading_guard                     output    3  guard of the instruction reading
//   reading_p                         output    4  p of the instruction reading
//   reading_q                         output    3  q of the instruction reading
//   executing_valid                   output    1  valid of the instruction executing
//   executing_wave                    output    3  wave of the instruction executing
//   executing_opcode                  output    8  opcode of the instruction executing
//   executing_guard_is_true           output    1  guard is true of the instruction executing
//   executing_guard_negated           output    1  guard negated of the instruction executing
//   executing_p_is_true               output    1  p is true of the instruction executing
//   executing_p_negated               output    1  p negated of the instruction executing
//   executing_q_is_true               output    1  q is true of the instruction executing
//   executing_q_negated               output    1  q negated of the instruction executing
//   executing_a_is_literal            output    1  a is literal of the instruction executing
//   executing_b_is_literal            output    1  b is literal of the instruction executing
//   executing_c_is_literal            output    1  c is literal of the instruction executing
//   executing_literal                 output   32  literal of the instruction executing
//   executing_literal_high            output   32  literal high of the instruction executing
//   executing_dpp_enable              output    1  dpp enable of the instruction executing
//   executing_dpp_eight               output    1  dpp eight of the instruction executing
//   executing_dpp_control             output    9  dpp control of the instruction executing
//   executing_dpp_fetch_inactive      output    1  dpp fetch inactive of the instruction executing
//   executing_dpp_bound_control       output    1  dpp bound control of the instruction executing
//   executing_dpp_bank_mask           output    4  dpp bank mask of the instruction executing
//   executing_dpp_row_mask            output    4  dpp row mask of the instruction executing
//   executing_dpp_spare               output    7  dpp spare of the instruction executing
//   executing_modifiers               output    6  modifiers of the instruction executing
//   executing_permute_fetch_inactive  output    1  permute fetch inactive of the instruction executing
//   executing_permute_bound_control   output    1  permute bound control of the instruction executing
//   executing_video                   output   35  video of the instruction executing
//   writing_valid                     output    1  valid of the instruction writing
//   writing_wave                      output    3  wave of the instruction writing
//   writing_destination               output    6  destination of the instruction writing
//   writing_writes_register           output    1  writes register of the instruction writing
//   writing_mask_destination          output    4  mask destination of the instruction writing
// Made by: lanebeat generate core
module lanebeat_sequencer (
    input  wire         clock,                            // rising edge
    input  wire         reset,                            // synchronous, active high
    input  wire         issue_valid,                      // an instruction is offered
    input  wire [2:0]   issue_wave,                       // its wave
    input  wire [127:0] issue_instruction,                // its machine word
    input  wire         held,                             // the wave waits at a barrier
    output wire         issued_arrival,
    output wire         issue_ready,                      // it is taken at this clock edge if valid
    output wire         issue_blocked,
    output wire         issue_illegal,                    // the word is no instruction of this configuration
    output wire [1:0]   phase,                            // cycle of the slot
    output wire         reading_valid,                    // valid of the instruction reading
    output wire [2:0]   reading_wave,                     // wave of the instruction reading
    output wire [5:0]   reading_a,                        // a of the instruction reading
    output wire [5:0]   reading_b,                        // b of the instruction reading
    output wire [5:0]   reading_c,                        // c of the instruction reading
    output wire         reading_reads_a,                  // reads a of the instruction reading
    output wire         reading_reads_b,                  // reads b of the instruction reading
    output wire         reading_reads_c,                  // reads c of the instruction reading
    output wire [2:0]   reading_guard,                    // guard of the instruction reading
    output wire [3:0]   reading_p,                        // p of the instruction reading
    output wire [2:0]   reading_q,                        // q of the instruction reading
    output wire         executing_valid,                  // valid of the instruction executing
    output wire [2:0]   executing_wave,                   // wave of the instruction executing
    output wire [7:0]   executing_opcode,                 // opcode of the instruction executing
    output wire         executing_guard_is_true,          // guard is true of the instruction executing
    output wire         executing_guard_negated,          // guard negated of the instruction executing
    output wire         executing_p_is_true,              // p is true of the instruction executing
    output wire         executing_p_negated,              // p negated of the instruction executing
    output wire         executing_q_is_true,              // q is true of the instruction executing
    output wire         executing_q_negated,              // q negated of the instruction executing
    output wire         executing_a_is_literal,           // a is literal of the instruction executing
    output wire         executing_b_is_literal,           // b is literal of the instruction executing
    output wire         executing_c_is_literal,           // c is literal of the instruction executing
    output wire [31:0]  executing_literal,                // literal of the instruction executing
    output wire [31:0]  executing_literal_high,           // literal high of the instruction executing
    output wire         executing_dpp_enable,             // dpp enable of the instruction executing
    output wire         executing_dpp_eight,              // dpp eight of the instruction executing
    output wire [8:0]   executing_dpp_control,            // dpp control of the instruction executing
    output wire         executing_dpp_fetch_inactive,     // dpp fetch inactive of the instruction executing
    output wire         executing_dpp_bound_control,      // dpp bound control of the instruction executing
    output wire [3:0]   executing_dpp_bank_mask,          // dpp bank mask of the instruction executing
    output wire [3:0]   executing_dpp_row_mask,           // dpp row mask of the instruction executing
    output wire [6:0]   executing_dpp_spare,              // dpp spare of the instruction executing
    output wire [5:0]   executing_modifiers,              // modifiers of the instruction executing
    output wire         executing_permute_fetch_inactive,
    output wire         executing_permute_bound_control,
    output wire [34:0]  executing_video,                  // video of the instruction executing
    output wire         writing_valid,                    // valid of the instruction writing
    output wire [2:0]   writing_wave,                     // wave of the instruction writing
    output wire [5:0]   writing_destination,              // destination of the instruction writing
    output wire         writing_writes_register,          // writes register of the instruction writing
    output wire [3:0]   writing_mask_destination          // mask destination of the instruction writing
);

    reg [1:0] phase_q;
    reg [3:0] nop_slots_q;
    reg reading_valid_q;
    reg [2:0] reading_wave_q;
    reg [7:0] reading_opcode_q;
    reg [5:0] reading_destination_q;
    reg [5:0] reading_a_q;
    reg [5:0] reading_b_q;
    reg [5:0] reading_c_q;
    reg reading_reads_a_q;
    reg reading_reads_b_q;
    reg reading_reads_c_q;
    reg reading_writes_register_q;
    reg [2:0] reading_guard_q;
    reg reading_guard_negated_q;
    reg [3:0] reading_p_q;
    reg reading_p_negated_q;
    reg [2:0] reading_q_q;
    reg reading_q_negated_q;
    reg [3:0] reading_mask_destination_q;
    reg reading_a_is_literal_q;
    reg reading_b_is_literal_q;
    reg reading_c_is_literal_q;
    reg [31:0] reading_literal_q;
    reg [31:0] reading_literal_high_q;
    reg reading_dpp_enable_q;
    reg reading_dpp_eight_q;
    reg [8:0] reading_dpp_control_q;
    reg reading_dpp_fetch_inactive_q;
    reg reading_dpp_bound_control_q;
    reg [3:0] reading_dpp_bank_mask_q;
    reg [3:0] reading_dpp_row_mask_q;
    reg [6:0] reading_dpp_spare_q;
    reg [5:0] reading_modifiers_q;
    reg reading_permute_fetch_inactive_q;
    reg reading_permute_bound_control_q;
    reg [34:0] reading_video_q;
    reg executing_valid_q;
    reg [2:0] executing_wave_q;
    reg [7:0] executing_opcode_q;
    reg executing_guard_is_true_q;
    reg executing_guard_negated_q;
    reg executing_p_is_true_q;
    reg executing_p_negated_q;
    reg executing_q_is_true_q;
    reg executing_q_negated_q;
    reg executing_a_is_literal_q;
    reg executing_b_is_literal_q;
    reg executing_c_is_literal_q;
    reg [31:0] executing_literal_q;
    reg [31:0] executing_literal_high_q;
    reg executing_dpp_enable_q;
    reg executing_dpp_eight_q;
    reg [8:0] executing_dpp_control_q;
    reg executing_dpp_fetch_inactive_q;
    reg executing_dpp_bound_control_q;
    reg [3:0] executing_dpp_bank_mask_q;
    reg [3:0] executing_dpp_row_mask_q;
    reg [6:0] executing_dpp_spare_q;
    reg [5:0] executing_modifiers_q;
    reg executing_permute_fetch_inactive_q;
    reg executing_permute_bound_control_q;
    reg [34:0] executing_video_q;
    reg [2:0] writing_wave_q;
    reg [5:0] writing_destination_q;
    reg writing_writes_register_q;
    reg [3:0] writing_mask_destination_q;
    reg writing_valid_q;

    wire first_phase = phase_q == 2'd0;
    wire either =
        (issue_instruction[71:64] == 8'd16) |
        (issue_instruction[71:64] == 8'd17) |
        (issue_instruction[71:64] == 8'd24) |
        (issue_instruction[71:68] == 4'd2) |
        (issue_instruction[71:68] == 4'd3) |
        (issue_instruction[71:68] == 4'd4) |
        (issue_instruction[71:68] == 4'd5) |
        (issue_instruction[71:68] == 4'd6) |
        (issue_instruction[71:68] == 4'd7) |
        (issue_instruction[71:68] == 4'd8) |
        (issue_instruction[71:64] == 8'd152) |
        (issue_instruction[71:64] == 8'd153) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        (issue_instruction[71:64] == 8'd156) |
        (issue_instruction[71:64] == 8'd157) |
        (issue_instruction[71:64] == 8'd158) |
        (issue_instruction[71:64] == 8'd159) |
        (issue_instruction[71:64] == 8'd160) |
        (issue_instruction[71:64] == 8'd161) |
        (issue_instruction[71:64] == 8'd162) |
        (issue_instruction[71:64] == 8'd163) |
        (issue_instruction[71:68] == 4'd12) |
        (issue_instruction[71:68] == 4'd13) |
        (issue_instruction[71:64] == 8'd230) |
        (issue_instruction[71:64] == 8'd231) |
        (issue_instruction[71:64] == 8'd232) |
        (issue_instruction[71:64] == 8'd233) |
        (issue_instruction[71:64] == 8'd234) |
        (issue_instruction[71:64] == 8'd235) |
        (issue_instruction[71:64] == 8'd236) |
        (issue_instruction[71:64] == 8'd237) |
        (issue_instruction[71:64] == 8'd238) |
        (issue_instruction[71:64] == 8'd239) |
        (issue_instruction[71:68] == 4'd15);
    wire reading_reads_a_next = either & ~issue_instruction[121];
    wire either_2 =
        (issue_instruction[71:64] == 8'd17) |
        (issue_instruction[71:64] == 8'd24) |
        (issue_instruction[71:68] == 4'd2) |
        (issue_instruction[71:68] == 4'd3) |
        (issue_instruction[71:68] == 4'd4) |
        (issue_instruction[71:64] == 8'd80) |
        (issue_instruction[71:64] == 8'd81) |
        (issue_instruction[71:64] == 8'd82) |
        (issue_instruction[71:68] == 4'd6) |
        (issue_instruction[71:64] == 8'd112) |
        (issue_instruction[71:68] == 4'd8) |
        (issue_instruction[71:64] == 8'd152) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        (issue_instruction[71:64] == 8'd157) |
        (issue_instruction[71:64] == 8'd158) |
        (issue_instruction[71:64] == 8'd159) |
        (issue_instruction[71:68] == 4'd10) |
        (issue_instruction[71:64] == 8'd192) |
        (issue_instruction[71:64] == 8'd193) |
        (issue_instruction[71:64] == 8'd194) |
        (issue_instruction[71:64] == 8'd195) |
        (issue_instruction[71:64] == 8'd196) |
        (issue_instruction[71:64] == 8'd197) |
        (issue_instruction[71:68] == 4'd13) |
        (issue_instruction[71:68] == 4'd15);
    wire reading_reads_b_next = either_2 & ~issue_instruction[122];
    wire either_3 =
        (issue_instruction[71:64] == 8'd51) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        (issue_instruction[71:68] == 4'd10) |
        (issue_instruction[71:64] == 8'd195) |
        (issue_instruction[71:68] == 4'd15);
    wire reading_reads_c_next = either_3 & ~issue_instruction[123];
    wire reading_writes_register_next =
        (issue_instruction[71:64] == 8'd16) |
        (issue_instruction[71:64] == 8'd17) |
        (issue_instruction[71:64] == 8'd18) |
        (issue_instruction[71:64] == 8'd20) |
        (issue_instruction[71:64] == 8'd24) |
        (issue_instruction[71:68] == 4'd2) |
        (issue_instruction[71:68] == 4'd3) |
        (issue_instruction[71:68] == 4'd4) |
        (issue_instruction[71:68] == 4'd5) |
        (issue_instruction[71:68] == 4'd6) |
        (issue_instruction[71:68] == 4'd7) |
        (issue_instruction[71:64] == 8'd152) |
        (issue_instruction[71:64] == 8'd153) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        (issue_instruction[71:64] == 8'd156) |
        (issue_instruction[71:64] == 8'd157) |
        (issue_instruction[71:64] == 8'd158) |
        (issue_instruction[71:64] == 8'd159) |
        (issue_instruction[71:68] == 4'd10) |
        (issue_instruction[71:68] == 4'd12) |
        (issue_instruction[71:64] == 8'd227) |
        (issue_instruction[71:64] == 8'd228) |
        (issue_instruction[71:64] == 8'd230) |
        (issue_instruction[71:64] == 8'd231) |
        (issue_instruction[71:64] == 8'd232) |
        (issue_instruction[71:64] == 8'd233) |
        (issue_instruction[71:64] == 8'd234) |
        (issue_instruction[71:64] == 8'd235) |
        (issue_instruction[71:64] == 8'd236) |
        (issue_instruction[71:64] == 8'd237) |
        (issue_instruction[71:64] == 8'd238) |
        (issue_instruction[71:64] == 8'd239) |
        (issue_instruction[71:68] == 4'd15);
    wire either_4 =
        (issue_instruction[71:64] == 8'd24) |
        (issue_instruction[71:64] == 8'd152) |
        (issue_instruction[71:64] == 8'd153) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        (issue_instruction[71:64] == 8'd156) |
        (issue_instruction[71:64] == 8'd157) |
        (issue_instruction[71:64] == 8'd158) |
        (issue_instruction[71:64] == 8'd159);
    wire is_equal = issue_instruction[85:80] == reading_destination_q;
    wire is_equal_2 = issue_instruction[93:88] == reading_destination_q;
    wire is_equal_3 = issue_instruction[101:96] == reading_destination_q;
    wire is_equal_4 = issue_instruction[77:72] == reading_destination_q;
    wire either_5 =
        (reading_reads_a_next & is_equal) |
        (reading_reads_b_next & is_equal_2) |
        (reading_reads_c_next & is_equal_3) |
        (reading_writes_register_next & is_equal_4);
    wire is_equal_5 = {1'b0, issue_instruction[106:104]} == reading_mask_destination_q;
    wire is_equal_6 = issue_instruction[115:112] == reading_mask_destination_q;
    wire is_equal_7 = {1'b0, issue_instruction[119:117]} == reading_mask_destination_q;
    wire is_equal_8 = issue_instruction[111:108] == reading_mask_destination_q;
    wire either_6 = is_equal_5 | is_equal_6 | is_equal_7 | is_equal_8;
    wire both = (~(reading_mask_destination_q == 4'd7)) & either_6;
    wire either_7 = (reading_writes_register_q & either_5) | both;
    wire both_2 = reading_valid_q & either_7 & (reading_wave_q == issue_wave);
    wire blocked = both_2 | held;
    assign issue_ready = first_phase & ~blocked & (~(|nop_slots_q)) & ~1'b0;
    wire accept = issue_valid & issue_ready;
    wire [3:0] both_3 = issue_instruction[35:32] & {4{issue_instruction[71:64] == 8'd0}};
    wire reading_valid_enable = phase_q == 2'd0;
    wire execution_starts = phase_q == 2'd3;
    wire either_8 =
        (issue_instruction[71:64] == 8'd2) |
        (issue_instruction[71:64] == 8'd4) |
        (issue_instruction[71:64] == 8'd5) |
        (issue_instruction[71:64] == 8'd6);
    assign issued_arrival = accept & either_8;
    wire [255:0] known_opcodes = {
        16'hffff, 16'hffdf, 16'h205e, 16'h0f3f, 16'd255, 16'hf0ff, 16'hff07, 16'h0fff, 16'd31, 16'd13, 16'd15,
        16'd15, 16'd15, 16'd7, 16'd343, 16'd247
    };
    wire [127:0] known_in_class_of_8 = issue_instruction[71] ? known_opcodes[255:128] : known_opcodes[127:0];
    wire [63:0] known_in_class_of_4 =
        issue_instruction[70] ? known_in_class_of_8[127:64] :
        known_in_class_of_8[63:0];
    wire [31:0] known_in_class_of_2 =
        issue_instruction[69] ? known_in_class_of_4[63:32] :
        known_in_class_of_4[31:0];
    wire [15:0] known_in_class =
        issue_instruction[68] ? known_in_class_of_2[31:16] :
        known_in_class_of_2[15:0];
    wire [7:0] element_of_8 = issue_instruction[67] ? known_in_class[15:8] : known_in_class[7:0];
    wire [3:0] element_of_4 = issue_instruction[66] ? element_of_8[7:4] : element_of_8[3:0];
    wire [1:0] element_of_2 = issue_instruction[65] ? element_of_4[3:2] : element_of_4[1:0];
    wire element = issue_instruction[64] ? element_of_2[1] : element_of_2[0];
    wire is_equal_9 = issue_instruction[71:68] == 4'd11;
    wire is_equal_10 = issue_instruction[71:68] == 4'd15;
    wire [7:0] joined = {
        issue_instruction[103:102], issue_instruction[95:94], issue_instruction[87:86],
        issue_instruction[79:78]
    };
    wire reserved_bits = (|joined) | ((|issue_instruction[127:126]) & ~is_equal_10);
    wire either_9 = reserved_bits | (is_equal_10 & issue_instruction[32]);
    wire both_4 = issue_instruction[32] & issue_instruction[49];
    wire both_5 = issue_instruction[49] & ~issue_instruction[32];
    wire either_10 =
        is_equal_9 |
        (issue_instruction[71:64] == 8'd24) |
        (issue_instruction[71:64] == 8'd154) |
        (issue_instruction[71:64] == 8'd155) |
        is_equal_10;
    wire either_11 = ((|issue_instruction[39:36]) & ~both_4) | both_5;
    wire either_12 = ~element | (either_9 & ~is_equal_9) | (either_11 & ~either_10);
    assign issue_illegal = issue_valid & either_12;

    always @(posedge clock) begin
        if (reset) begin
            phase_q <= 2'd0;
        end else begin
            phase_q <= phase_q + 2'd1;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            nop_slots_q <= 4'd0;
        end else if (accept | (first_phase & (|nop_slots_q))) begin
            nop_slots_q <= (|nop_slots_q) ? (nop_slots_q - 4'd1) : both_3;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            reading_valid_q <= 1'b0;
            writing_valid_q <= 1'b0;
        end else if (reading_valid_enable) begin
            reading_valid_q <= accept | 1'b0;
            writing_valid_q <= reading_valid_q & ~1'b0;
        end
    end

    always @(posedge clock) begin
        if (accept) begin
            reading_wave_q <= issue_wave;
            reading_opcode_q <= issue_instruction[71:64];
            reading_destination_q <= issue_instruction[77:72];
            reading_a_q <= issue_instruction[85:80];
            reading_b_q <= issue_instruction[93:88];
            reading_c_q <= issue_instruction[101:96];
            reading_reads_a_q <= reading_reads_a_next;
            reading_reads_b_q <= reading_reads_b_next;
            reading_reads_c_q <= reading_reads_c_next;
            reading_writes_register_q <= reading_writes_register_next;
            reading_guard_q <= issue_instruction[106:104];
            reading_guard_negated_q <= issue_instruction[107];
            reading_p_q <= issue_instruction[115:112];
            reading_p_negated_q <= issue_instruction[116];
            reading_q_q <= issue_instruction[119:117];
            reading_q_negated_q <= issue_instruction[120];
            reading_mask_destination_q <= issue_instruction[111:108];
            reading_a_is_literal_q <= issue_instruction[121];
            reading_b_is_literal_q <= issue_instruction[122];
            reading_c_is_literal_q <= issue_instruction[123];
            reading_literal_q <= issue_instruction[31:0];
            reading_literal_high_q <= issue_instruction[63:32];
            reading_dpp_enable_q <= issue_instruction[32] & ~either_4;
            reading_dpp_eight_q <= issue_instruction[49];
            reading_dpp_control_q <= issue_instruction[48:40];
            reading_dpp_fetch_inactive_q <= issue_instruction[50];
            reading_dpp_bound_control_q <= issue_instruction[51];
            reading_dpp_bank_mask_q <= issue_instruction[59:56];
            reading_dpp_row_mask_q <= issue_instruction[63:60];
            reading_dpp_spare_q <= issue_instruction[39:33];
            reading_modifiers_q <= {issue_instruction[125:124], issue_instruction[55:52]};
            reading_permute_fetch_inactive_q <= issue_instruction[124];
            reading_permute_bound_control_q <= issue_instruction[125];
            reading_video_q <= {issue_instruction[127:124], issue_instruction[63:33]};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            executing_valid_q <= 1'b0;
        end else if (execution_starts) begin
            executing_valid_q <= reading_valid_q;
        end
    end

    always @(posedge clock) begin
        if (execution_starts) begin
            executing_wave_q <= reading_wave_q;
            executing_opcode_q <= reading_opcode_q;
            executing_guard_is_true_q <= reading_guard_q == 3'd7;
            executing_guard_negated_q <= reading_guard_negated_q;
            executing_p_is_true_q <= reading_p_q == 4'd7;
            executing_p_negated_q <= reading_p_negated_q;
            executing_q_is_true_q <= reading_q_q == 3'd7;
            executing_q_negated_q <= reading_q_negated_q;
            executing_a_is_literal_q <= reading_a_is_literal_q;
            executing_b_is_literal_q <= reading_b_is_literal_q;
            executing_c_is_literal_q <= reading_c_is_literal_q;
            executing_literal_q <= reading_literal_q;
            executing_literal_high_q <= reading_literal_high_q;
            executing_dpp_enable_q <= reading_dpp_enable_q;
            executing_dpp_eight_q <= reading_dpp_eight_q;
            executing_dpp_control_q <= reading_dpp_control_q;
            executing_dpp_fetch_inactive_q <= reading_dpp_fetch_inactive_q;
            executing_dpp_bound_control_q <= reading_dpp_bound_control_q;
            executing_dpp_bank_mask_q <= reading_dpp_bank_mask_q;
            executing_dpp_row_mask_q <= reading_dpp_row_mask_q;
            executing_dpp_spare_q <= reading_dpp_spare_q;
            executing_modifiers_q <= reading_modifiers_q;
            executing_permute_fetch_inactive_q <= reading_permute_fetch_inactive_q;
            executing_permute_bound_control_q <= reading_permute_bound_control_q;
            executing_video_q <= reading_video_q;
        end
    end

    always @(posedge clock) begin
        if (reading_valid_enable) begin
            writing_wave_q <= reading_wave_q;
            writing_destination_q <= reading_destination_q;
            writing_writes_register_q <= reading_writes_register_q;
            writing_mask_destination_q <= reading_mask_destination_q;
        end
    end

    assign issue_blocked = blocked;
    assign phase = phase_q;
    assign reading_valid = reading_valid_q;
    assign reading_wave = reading_wave_q;
    assign reading_a = reading_a_q;
    assign reading_b = reading_b_q;
    assign reading_c = reading_c_q;
    assign reading_reads_a = reading_reads_a_q;
    assign reading_reads_b = reading_reads_b_q;
    assign reading_reads_c = reading_reads_c_q;
    assign reading_guard = reading_guard_q;
    assign reading_p = reading_p_q;
    assign reading_q = reading_q_q;
    assign executing_valid = executing_valid_q;
    assign executing_wave = executing_wave_q;
    assign executing_opcode = executing_opcode_q;
    assign executing_guard_is_true = executing_guard_is_true_q;
    assign executing_guard_negated = executing_guard_negated_q;
    assign executing_p_is_true = executing_p_is_true_q;
    assign executing_p_negated = executing_p_negated_q;
    assign executing_q_is_true = executing_q_is_true_q;
    assign executing_q_negated = executing_q_negated_q;
    assign executing_a_is_literal = executing_a_is_literal_q;
    assign executing_b_is_literal = executing_b_is_literal_q;
    assign executing_c_is_literal = executing_c_is_literal_q;
    assign executing_literal = executing_literal_q;
    assign executing_literal_high = executing_literal_high_q;
    assign executing_dpp_enable = executing_dpp_enable_q;
    assign executing_dpp_eight = executing_dpp_eight_q;
    assign executing_dpp_control = executing_dpp_control_q;
    assign executing_dpp_fetch_inactive = executing_dpp_fetch_inactive_q;
    assign executing_dpp_bound_control = executing_dpp_bound_control_q;
    assign executing_dpp_bank_mask = executing_dpp_bank_mask_q;
    assign executing_dpp_row_mask = executing_dpp_row_mask_q;
    assign executing_dpp_spare = executing_dpp_spare_q;
    assign executing_modifiers = executing_modifiers_q;
    assign executing_permute_fetch_inactive = executing_permute_fetch_inactive_q;
    assign executing_permute_bound_control = executing_permute_bound_control_q;
    assign executing_video = executing_video_q;
    assign writing_valid = writing_valid_q;
    assign writing_wave = writing_wave_q;
    assign writing_destination = writing_destination_q;
    assign writing_writes_register = writing_writes_register_q;
    assign writing_mask_destination = writing_mask_destination_q;

endmodule

// lanebeat_sequencer: Takes one instruction a slot, holds it while an operand is in flight, and
// walks it through the stages.
// Made by: lanebeat generate core
`default_nettype none // verilator lint_off TIMESCALEMOD

module lanebeat_sequencer (
    input  wire clock, // rising edge
    input  wire reset, // synchronous, active high

    input  wire         issue_valid,       // an instruction is offered
    input  wire [2:0]   issue_wave,        // wave of the offered instruction
    input  wire [127:0] issue_instruction, // machine word of the offered instruction

    input  wire held, // the wave of the offered instruction waits at a barrier

    output wire issue_ready,   // the offered instruction is taken at this clock edge if valid
    // the offered instruction's wave must wait: another wave's may be taken sooner
    output wire issue_blocked,
    output wire issue_illegal, // the word is no instruction of this configuration

    output wire       issued_arrival, // the instruction that is taken arrives at a barrier
    output reg  [1:0] phase,          // cycle of the slot

    // there may be an instruction reading in the next cycle: not if one that is offered must wait
    output wire       next_valid,
    output wire [2:0] next_wave,    // wave of the instruction that reads in the next cycle
    // register of operand c of the instruction that reads in the next cycle
    output wire [5:0] next_c,
    // whether a register is read for operand c of the instruction that reads in the next cycle
    output wire       next_reads_c,
    output wire [2:0] next_q,       // mask entry q of the instruction that reads in the next cycle

    output reg         reading_valid,                  // there is an instruction reading
    output reg  [2:0]  reading_wave,                   // wave of the instruction reading
    output reg  [7:0]  reading_opcode,                 // opcode of the instruction reading
    // register of operand a of the instruction reading
    output reg  [5:0]  reading_a,
    // register of operand b of the instruction reading
    output reg  [5:0]  reading_b,
    // whether a register is read for operand a of the instruction reading
    output reg         reading_reads_a,
    // whether a register is read for operand b of the instruction reading
    output reg         reading_reads_b,
    // whether a register is read for operand c of the instruction reading
    output reg         reading_reads_c,
    // predicate that guards the threads of the instruction reading
    output reg  [2:0]  reading_guard,
    output reg  [3:0]  reading_p,                      // mask entry p of the instruction reading
    output reg  [2:0]  reading_q,                      // mask entry q of the instruction reading
    // whether operand a is the literal of the instruction reading
    output reg         reading_a_is_literal,
    // whether operand b is the literal of the instruction reading
    output reg         reading_b_is_literal,
    // whether operand c is the literal of the instruction reading
    output reg         reading_c_is_literal,
    output reg  [31:0] reading_literal,                // literal of the instruction reading
    output reg  [31:0] reading_literal_high,           // second literal of the instruction reading
    // whether there is a DPP modifier of the instruction reading
    output reg         reading_dpp_enable,
    // whether the modifier is dpp8 of the instruction reading
    output reg         reading_dpp_eight,
    output reg  [8:0]  reading_dpp_control,            // dpp_ctrl of the instruction reading
    output reg         reading_dpp_fetch_inactive,     // FI of DPP of the instruction reading
    output reg         reading_dpp_bound_control,      // BC of DPP of the instruction reading
    output reg  [3:0]  reading_dpp_bank_mask,          // bank_mask of the instruction reading
    output reg  [3:0]  reading_dpp_row_mask,           // row_mask of the instruction reading
    // selectors of dpp8 that lie over no other field of the instruction reading
    output reg  [6:0]  reading_dpp_spare,
    // negation and absolute value of a, b, c of the instruction reading
    output reg  [5:0]  reading_modifiers,
    // FI of a lane move of the instruction reading
    output reg         reading_permute_fetch_inactive,
    // BC of a lane move of the instruction reading
    output reg         reading_permute_bound_control,
    output reg  [34:0] reading_video,                  // video modifiers of the instruction reading
    output reg  [7:0]  reading_immediate,              // immediate of the instruction reading
    // whether another pass follows this one of the instruction reading
    output wire        reading_gathers,
    // passes that follow this one of the instruction reading
    output reg  [2:0]  reading_passes_left,
    // whether operands b and c are read before the last pass of the instruction reading
    output reg         reading_gathers_operands,
    // whether guard and q are read before the last pass of the instruction reading
    output reg         reading_gathers_masks,

    output reg         executing_valid,                  // there is an instruction executing
    output reg  [2:0]  executing_wave,                   // wave of the instruction executing
    output reg  [7:0]  executing_opcode,                 // opcode of the instruction executing
    // whether PT is the guard of the instruction executing
    output reg         executing_guard_is_true,
    // negation of the guard of the instruction executing
    output reg         executing_guard_negated,
    // whether p is PT of the instruction executing
    output reg         executing_p_is_true,
    // negation of p of the instruction executing
    output reg         executing_p_negated,
    // whether q is PT of the instruction executing
    output reg         executing_q_is_true,
    // negation of q of the instruction executing
    output reg         executing_q_negated,
    // whether operand a is the literal of the instruction executing
    output reg         executing_a_is_literal,
    // whether operand b is the literal of the instruction executing
    output reg         executing_b_is_literal,
    // whether operand c is the literal of the instruction executing
    output reg         executing_c_is_literal,
    output reg  [31:0] executing_literal,                // literal of the instruction executing
    // second literal of the instruction executing
    output reg  [31:0] executing_literal_high,
    // whether there is a DPP modifier of the instruction executing
    output reg         executing_dpp_enable,
    // whether the modifier is dpp8 of the instruction executing
    output reg         executing_dpp_eight,
    output reg  [8:0]  executing_dpp_control,            // dpp_ctrl of the instruction executing
    output reg         executing_dpp_fetch_inactive,     // FI of DPP of the instruction executing
    output reg         executing_dpp_bound_control,      // BC of DPP of the instruction executing
    output reg  [3:0]  executing_dpp_bank_mask,          // bank_mask of the instruction executing
    output reg  [3:0]  executing_dpp_row_mask,           // row_mask of the instruction executing
    // selectors of dpp8 that lie over no other field of the instruction executing
    output reg  [6:0]  executing_dpp_spare,
    // negation and absolute value of a, b, c of the instruction executing
    output reg  [5:0]  executing_modifiers,
    // FI of a lane move of the instruction executing
    output reg         executing_permute_fetch_inactive,
    // BC of a lane move of the instruction executing
    output reg         executing_permute_bound_control,
    // video modifiers of the instruction executing
    output reg  [34:0] executing_video,
    output reg  [7:0]  executing_immediate,              // immediate of the instruction executing
    // whether another pass follows this one of the instruction executing
    output reg         executing_gathers,
    // passes that follow this one of the instruction executing
    output reg  [2:0]  executing_passes_left,

    output reg        writing_valid,            // there is an instruction writing
    output reg  [2:0] writing_wave,             // wave of the instruction writing
    output reg  [5:0] writing_destination,      // destination register of the instruction writing
    // whether there is a destination register of the instruction writing
    output reg        writing_writes_register,
    // predicate or mask slot that is the destination of the instruction writing
    output reg  [3:0] writing_mask_destination
);

    localparam [2:0] PT = 3'd7;
    localparam [3:0] CLASS_SUM = 4'd2, CLASS_PRODUCT = 4'd3, CLASS_MINMAX = 4'd4,
                     CLASS_LOGIC = 4'd5, CLASS_SHIFT = 4'd6, CLASS_COUNT = 4'd7, PT_ENTRY = 4'd7,
                     CLASS_COMPARE = 4'd8, CLASS_SHUFFLE = 4'd10, CLASS_EXEC = 4'd11,
                     CLASS_FLOAT = 4'd12, CLASS_FLOAT_COMPARE = 4'd13, CLASS_VOTE = 4'd14,
                     CLASS_VIDEO = 4'd15;
    localparam [7:0] NOP = 8'd0, BAR_SYNC = 8'd2, BAR_RED_POPC = 8'd4, BAR_RED_AND = 8'd5,
                     BAR_RED_OR = 8'd6, MOV = 8'd16, SEL = 8'd17, S2R = 8'd18, B2R = 8'd20,
                     V_WRITELANE_B32 = 8'd24, IADD3 = 8'd35, ISUB_CC = 8'd39, IMAD = 8'd51,
                     LOP_AND = 8'd80, LOP_OR = 8'd81, LOP_XOR = 8'd82, NOT = 8'd83,
                     LOP3_LUT = 8'd84, LOP3_P = 8'd85, PRMT = 8'd88, V_PERM_B32 = 8'd89,
                     SHL = 8'd96, SHF_L_U64_HI = 8'd97, SHR_U32 = 8'd98, SHR_S32 = 8'd99,
                     SHLADD = 8'd100, SHLOR = 8'd101, SHF_R_U64 = 8'd102, ADDSHL = 8'd104,
                     BMSK = 8'd105, BFE_U32 = 8'd106, BFE_S32 = 8'd107, LEA_HI = 8'd108,
                     V_BCNT_U32_B32 = 8'd112, MBCNT_LO = 8'd120, MBCNT_HI = 8'd124,
                     V_READLANE_B32 = 8'd152, V_READFIRSTLANE_B32 = 8'd153,
                     V_PERMLANE16_B32 = 8'd154, V_PERMLANEX16_B32 = 8'd155,
                     V_PERMLANE64_B32 = 8'd156, DS_BPERMUTE_B32 = 8'd157, DS_PERMUTE_B32 = 8'd158,
                     DS_SWIZZLE_B32 = 8'd159, SHFL_IDX = 8'd160, SHFL_UP = 8'd161,
                     SHFL_DOWN = 8'd162, SHFL_BFLY = 8'd163, FADD = 8'd192, V_SUB_F32 = 8'd193,
                     FMUL = 8'd194, FFMA = 8'd195, FMNMX_MIN = 8'd196, FMNMX_MAX = 8'd197,
                     VOTE_BALLOT = 8'd227, VOTE_ACTIVE = 8'd228, MATCH_ANY = 8'd230,
                     MATCH_ALL = 8'd231, REDUX_ADD_U32 = 8'd232, REDUX_AND_U32 = 8'd233,
                     REDUX_OR_U32 = 8'd234, REDUX_XOR_U32 = 8'd235, REDUX_MIN_S32 = 8'd236,
                     REDUX_MIN_U32 = 8'd237, REDUX_MAX_S32 = 8'd238, REDUX_MAX_U32 = 8'd239;

    // A bit for each opcode, 8'h00 lowest: whether this machine has the instruction.
    localparam [255:0] KNOWN_OPCODES = {
        32'hffffffdf, 32'h7ffe0f3f, 32'h00fff0ff, 32'hff070fff, 32'h111f1f7f, 32'h033f000f,
        32'h000f00ff, 32'h015700f7
    };

    reg [3:0] nop_slots_q, reading_mask_destination_q, issued1_before_mask_destination_q,
              issued2_before_mask_destination_q, issued3_before_mask_destination_q;
    reg [5:0] reading_destination_q, reading_c_q, issued1_before_destination_q,
              issued2_before_destination_q, issued3_before_destination_q;
    reg reading_writes_register_q, reading_guard_negated_q, reading_p_negated_q,
        reading_q_negated_q, issued1_before_writes_register_q, issued1_before_valid_q,
        issued2_before_writes_register_q, issued2_before_valid_q, issued3_before_writes_register_q,
        issued3_before_valid_q;
    reg [2:0] issued1_before_wave_q, issued2_before_wave_q, issued3_before_wave_q;

    // A slot has a cycle a beat; its first takes an instruction.
    wire first_phase = phase == 2'd0;
    wire [7:0] opcode = issue_instruction[71:64];
    wire next_reading_dpp_enable_inverse =
        (opcode == V_WRITELANE_B32) | (opcode == IADD3) | (opcode == ISUB_CC) |
        (opcode == LOP3_LUT) | (opcode == LOP3_P) | (opcode == PRMT) | (opcode == V_PERM_B32) |
        (opcode == SHF_L_U64_HI) | (opcode == SHLADD) | (opcode == SHLOR) | (opcode == SHF_R_U64) |
        (opcode == ADDSHL) | (opcode == BMSK) | (opcode == BFE_U32) | (opcode == BFE_S32) |
        (opcode == LEA_HI) | (opcode == MBCNT_LO) | (opcode == MBCNT_HI) |
        (opcode == V_READLANE_B32) | (opcode == V_READFIRSTLANE_B32) |
        (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32) |
        (opcode == V_PERMLANE64_B32) | (opcode == DS_BPERMUTE_B32) | (opcode == DS_PERMUTE_B32) |
        (opcode == DS_SWIZZLE_B32);
    wire [5:0] destination = issue_instruction[77:72];
    wire [5:0] a = issue_instruction[85:80];
    wire [5:0] b = issue_instruction[93:88];
    wire [5:0] c = issue_instruction[101:96];
    wire takes_a =
        (opcode == MOV) | (opcode == SEL) | (opcode == V_WRITELANE_B32) |
        (opcode[7:4] == CLASS_SUM) | (opcode[7:4] == CLASS_PRODUCT) |
        (opcode[7:4] == CLASS_MINMAX) | (opcode[7:4] == CLASS_LOGIC) |
        (opcode[7:4] == CLASS_SHIFT) | (opcode[7:4] == CLASS_COUNT) |
        (opcode[7:4] == CLASS_COMPARE) | (opcode == V_READLANE_B32) |
        (opcode == V_READFIRSTLANE_B32) | (opcode == V_PERMLANE16_B32) |
        (opcode == V_PERMLANEX16_B32) | (opcode == V_PERMLANE64_B32) |
        (opcode == DS_BPERMUTE_B32) | (opcode == DS_PERMUTE_B32) | (opcode == DS_SWIZZLE_B32) |
        (opcode == SHFL_IDX) | (opcode == SHFL_UP) | (opcode == SHFL_DOWN) |
        (opcode == SHFL_BFLY) | (opcode[7:4] == CLASS_FLOAT) |
        (opcode[7:4] == CLASS_FLOAT_COMPARE) | (opcode == MATCH_ANY) | (opcode == MATCH_ALL) |
        (opcode == REDUX_ADD_U32) | (opcode == REDUX_AND_U32) | (opcode == REDUX_OR_U32) |
        (opcode == REDUX_XOR_U32) | (opcode == REDUX_MIN_S32) | (opcode == REDUX_MIN_U32) |
        (opcode == REDUX_MAX_S32) | (opcode == REDUX_MAX_U32) | (opcode[7:4] == CLASS_VIDEO);
    wire reads_a = takes_a & ~issue_instruction[121];
    wire takes_b =
        (opcode == SEL) | (opcode == V_WRITELANE_B32) | (opcode[7:4] == CLASS_SUM) |
        (opcode[7:4] == CLASS_PRODUCT) | (opcode[7:4] == CLASS_MINMAX) | (opcode == LOP_AND) |
        (opcode == LOP_OR) | (opcode == LOP_XOR) | (opcode == LOP3_LUT) | (opcode == LOP3_P) |
        (opcode == PRMT) | (opcode == V_PERM_B32) | (opcode == SHL) | (opcode == SHF_L_U64_HI) |
        (opcode == SHR_U32) | (opcode == SHR_S32) | (opcode == SHLADD) | (opcode == SHLOR) |
        (opcode == SHF_R_U64) | (opcode == ADDSHL) | (opcode == BFE_U32) | (opcode == BFE_S32) |
        (opcode == LEA_HI) | (opcode == V_BCNT_U32_B32) | (opcode == MBCNT_LO) |
        (opcode == MBCNT_HI) | (opcode[7:4] == CLASS_COMPARE) | (opcode == V_READLANE_B32) |
        (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32) |
        (opcode == DS_BPERMUTE_B32) | (opcode == DS_PERMUTE_B32) | (opcode == DS_SWIZZLE_B32) |
        (opcode[7:4] == CLASS_SHUFFLE) | (opcode == FADD) | (opcode == V_SUB_F32) |
        (opcode == FMUL) | (opcode == FFMA) | (opcode == FMNMX_MIN) | (opcode == FMNMX_MAX) |
        (opcode[7:4] == CLASS_FLOAT_COMPARE) | (opcode[7:4] == CLASS_VIDEO);
    wire reads_b = takes_b & ~issue_instruction[122];
    wire takes_c =
        (opcode == IADD3) | (opcode == IMAD) | (opcode == LOP3_LUT) | (opcode == LOP3_P) |
        (opcode == PRMT) | (opcode == V_PERM_B32) | (opcode == SHF_L_U64_HI) | (opcode == SHLADD) |
        (opcode == SHLOR) | (opcode == SHF_R_U64) | (opcode == ADDSHL) | (opcode == BMSK) |
        (opcode == BFE_U32) | (opcode == BFE_S32) | (opcode == LEA_HI) |
        (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32) |
        (opcode[7:4] == CLASS_SHUFFLE) | (opcode == FFMA) | (opcode[7:4] == CLASS_VIDEO);
    wire reads_c = takes_c & ~issue_instruction[123];
    wire [2:0] guard = issue_instruction[106:104];
    wire [3:0] p = issue_instruction[115:112];
    wire [2:0] q = issue_instruction[119:117];
    wire [3:0] mask_destination = issue_instruction[111:108];
    wire adds1_passes =
        (opcode == V_READLANE_B32) | (opcode == V_READFIRSTLANE_B32) |
        (opcode == V_PERMLANE64_B32) | (opcode == DS_BPERMUTE_B32) | (opcode == DS_PERMUTE_B32) |
        (opcode == MATCH_ANY) | (opcode == MATCH_ALL) | (opcode == REDUX_ADD_U32) |
        (opcode == REDUX_AND_U32) | (opcode == REDUX_OR_U32) | (opcode == REDUX_XOR_U32) |
        (opcode == REDUX_MIN_S32) | (opcode == REDUX_MIN_U32) | (opcode == REDUX_MAX_S32) |
        (opcode == REDUX_MAX_U32);
    wire adds2_passes = (opcode == MATCH_ANY) | (opcode == MATCH_ALL);
    wire adds4_passes = (opcode == MATCH_ANY) | (opcode == MATCH_ALL);
    wire [2:0] passes_after_first = {adds4_passes, adds2_passes, adds1_passes};
    wire next_reading_gathers_masks_term =
        (opcode == V_READFIRSTLANE_B32) | (opcode == DS_PERMUTE_B32) | (opcode[7:4] == CLASS_VOTE);
    wire is_of_wave0 = reading_valid & (reading_wave == issue_wave);
    wire uses_mask_destination0 =
        ({1'b0, guard} == reading_mask_destination_q) | (p == reading_mask_destination_q) |
        ({1'b0, q} == reading_mask_destination_q);
    wire mask_in_flight0 =
        is_of_wave0 & (reading_mask_destination_q != PT_ENTRY) & uses_mask_destination0;
    wire is_of_wave1 = issued1_before_valid_q & (issued1_before_wave_q == issue_wave);
    wire uses_mask_destination1 =
        ({1'b0, guard} == issued1_before_mask_destination_q) |
        (p == issued1_before_mask_destination_q) | ({1'b0, q} == issued1_before_mask_destination_q);
    wire mask_in_flight1 =
        is_of_wave1 & (issued1_before_mask_destination_q != PT_ENTRY) & uses_mask_destination1;
    wire is_of_wave2 = issued2_before_valid_q & (issued2_before_wave_q == issue_wave);
    wire uses_mask_destination2 =
        ({1'b0, guard} == issued2_before_mask_destination_q) |
        (p == issued2_before_mask_destination_q) | ({1'b0, q} == issued2_before_mask_destination_q);
    wire mask_in_flight2 =
        is_of_wave2 & (issued2_before_mask_destination_q != PT_ENTRY) & uses_mask_destination2;
    wire is_of_wave3 = issued3_before_valid_q & (issued3_before_wave_q == issue_wave);
    wire uses_mask_destination3 =
        ({1'b0, guard} == issued3_before_mask_destination_q) |
        (p == issued3_before_mask_destination_q) | ({1'b0, q} == issued3_before_mask_destination_q);
    wire mask_in_flight3 =
        is_of_wave3 & (issued3_before_mask_destination_q != PT_ENTRY) & uses_mask_destination3;
    wire writes_register0 = is_of_wave0 & reading_writes_register_q;
    wire writes_register1 = is_of_wave1 & issued1_before_writes_register_q;
    wire writes_register2 = is_of_wave2 & issued2_before_writes_register_q;
    wire writes_register3 = is_of_wave3 & issued3_before_writes_register_q;
    wire a_in_flight =
        (writes_register0 & (a == reading_destination_q)) |
        (writes_register1 & (a == issued1_before_destination_q)) |
        (writes_register2 & (a == issued2_before_destination_q)) |
        (writes_register3 & (a == issued3_before_destination_q));
    wire b_in_flight =
        (writes_register0 & (b == reading_destination_q)) |
        (writes_register1 & (b == issued1_before_destination_q)) |
        (writes_register2 & (b == issued2_before_destination_q)) |
        (writes_register3 & (b == issued3_before_destination_q));
    wire c_in_flight =
        (writes_register0 & (c == reading_destination_q)) |
        (writes_register1 & (c == issued1_before_destination_q)) |
        (writes_register2 & (c == issued2_before_destination_q)) |
        (writes_register3 & (c == issued3_before_destination_q));
    wire blocked =
        held | mask_in_flight0 | mask_in_flight1 | mask_in_flight2 | mask_in_flight3 |
        (reads_a & a_in_flight) | (reads_b & b_in_flight) | (reads_c & c_in_flight);
    assign reading_gathers = |reading_passes_left;
    assign issue_ready = first_phase & ~blocked & (~|nop_slots_q) & ~reading_gathers;

    // Not while results are in flight, s_nop waits or one passes again.
    wire accept = issue_valid & issue_ready;
    wire [3:0] next_nop_slots_other_choice =
        issue_instruction[35:32] & {4{(opcode == NOP) & accept}};

    // Fields are taken up in any case; only reading_valid waits.
    wire takes_up = (phase == 2'd0) & ~reading_gathers;
    assign next_valid = (phase == 2'd0) ? (issue_valid | reading_gathers) : reading_valid;
    assign next_wave = takes_up ? issue_wave : reading_wave;
    assign next_c = takes_up ? c : reading_c_q;
    assign next_reads_c = takes_up ? reads_c : reading_reads_c;
    assign next_q = takes_up ? q : reading_q;
    wire execution_starts = phase == 2'd3;
    wire is_arrival =
        (opcode == BAR_SYNC) | (opcode == BAR_RED_POPC) | (opcode == BAR_RED_AND) |
        (opcode == BAR_RED_OR);
    wire [15:0] known_in_class = KNOWN_OPCODES[{opcode[7:4], 4'd0} +: 16];
    wire wrong_switch_term =
        (opcode == IADD3) | (opcode == LOP3_LUT) | (opcode == LOP3_P) | (opcode == LEA_HI);
    wire wrong_switch = ((opcode[7:4] == CLASS_VIDEO) | wrong_switch_term) & issue_instruction[32];
    wire [7:0] reserved_bits_bits = {
        issue_instruction[103:102], issue_instruction[95:94], issue_instruction[87:86],
        issue_instruction[79:78]
    };

    // Bits without a meaning here, of high register numbers too.
    wire reserved_bits =
        (|reserved_bits_bits) | ((|issue_instruction[127:126]) & (opcode[7:4] != CLASS_VIDEO));
    wire sets_reserved_bits = (reserved_bits | wrong_switch) & (opcode[7:4] != CLASS_EXEC);
    wire has_no_modifier =
        (opcode[7:4] == CLASS_EXEC) | (opcode == V_WRITELANE_B32) | (opcode == V_PERMLANE16_B32) |
        (opcode == V_PERMLANEX16_B32) | (opcode[7:4] == CLASS_VIDEO) | wrong_switch_term |
        (opcode == ISUB_CC) | (opcode == PRMT) | (opcode == V_PERM_B32) |
        (opcode == SHF_L_U64_HI) | (opcode == SHLADD) | (opcode == SHLOR) | (opcode == SHF_R_U64) |
        (opcode == ADDSHL) | (opcode == BMSK) | (opcode == BFE_U32) | (opcode == BFE_S32) |
        (opcode == MBCNT_LO) | (opcode == MBCNT_HI);
    wire stray_selectors =
        (|issue_instruction[39:36]) & (~(issue_instruction[32] & issue_instruction[49]));
    wire lone_modifier_bits = stray_selectors | (issue_instruction[49] & ~issue_instruction[32]);
    wire illegal =
        ~known_in_class[opcode[3:0]] | sets_reserved_bits | (lone_modifier_bits & ~has_no_modifier);
    assign issue_illegal = issue_valid & illegal;
    assign issued_arrival = accept & is_arrival;

    always @(posedge clock) begin
        if (reset) begin
            phase <= 2'd0;
        end else begin
            phase <= phase + 2'd1;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            nop_slots_q <= 4'd0;
            reading_passes_left <= 3'd0;
        end else if (first_phase) begin
            nop_slots_q <= (|nop_slots_q) ? (nop_slots_q - 4'd1) : next_nop_slots_other_choice;
            reading_passes_left <=
                reading_gathers ? (reading_passes_left - 3'd1) :
                (passes_after_first & {3{accept}});
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            reading_valid <= 1'b0;
            issued1_before_valid_q <= 1'b0;
            issued2_before_valid_q <= 1'b0;
            issued3_before_valid_q <= 1'b0;
            writing_valid <= 1'b0;
        end else if (phase == 2'd0) begin
            reading_valid <= accept | reading_gathers;
            issued1_before_valid_q <= reading_valid & ~reading_gathers;
            issued2_before_valid_q <= issued1_before_valid_q;
            issued3_before_valid_q <= issued2_before_valid_q;
            writing_valid <= issued3_before_valid_q;
        end
    end

    always @(posedge clock) begin
        if (takes_up) begin
            reading_wave <= issue_wave;
            reading_opcode <= opcode;
            reading_destination_q <= destination;
            reading_writes_register_q <=
                (opcode == MOV) | (opcode == SEL) | (opcode == S2R) | (opcode == B2R) |
                (opcode == V_WRITELANE_B32) | (opcode[7:4] == CLASS_SUM) |
                (opcode[7:4] == CLASS_PRODUCT) | (opcode[7:4] == CLASS_MINMAX) |
                (opcode == LOP_AND) | (opcode == LOP_OR) | (opcode == LOP_XOR) | (opcode == NOT) |
                (opcode == LOP3_LUT) | (opcode == PRMT) | (opcode == V_PERM_B32) |
                (opcode[7:4] == CLASS_SHIFT) | (opcode[7:4] == CLASS_COUNT) |
                (opcode == V_READLANE_B32) | (opcode == V_READFIRSTLANE_B32) |
                (opcode == V_PERMLANE16_B32) | (opcode == V_PERMLANEX16_B32) |
                (opcode == V_PERMLANE64_B32) | (opcode == DS_BPERMUTE_B32) |
                (opcode == DS_PERMUTE_B32) | (opcode == DS_SWIZZLE_B32) |
                (opcode[7:4] == CLASS_SHUFFLE) | (opcode[7:4] == CLASS_FLOAT) |
                (opcode == VOTE_BALLOT) | (opcode == VOTE_ACTIVE) | (opcode == MATCH_ANY) |
                (opcode == MATCH_ALL) | (opcode == REDUX_ADD_U32) | (opcode == REDUX_AND_U32) |
                (opcode == REDUX_OR_U32) | (opcode == REDUX_XOR_U32) | (opcode == REDUX_MIN_S32) |
                (opcode == REDUX_MIN_U32) | (opcode == REDUX_MAX_S32) | (opcode == REDUX_MAX_U32) |
                (opcode[7:4] == CLASS_VIDEO);
            reading_mask_destination_q <= mask_destination;
            reading_a <= a;
            reading_b <= b;
            reading_c_q <= c;
            reading_reads_a <= reads_a;
            reading_reads_b <= reads_b;
            reading_reads_c <= reads_c;
            reading_guard <= guard;
            reading_p <= p;
            reading_q <= q;
            reading_guard_negated_q <= issue_instruction[107];
            reading_p_negated_q <= issue_instruction[116];
            reading_q_negated_q <= issue_instruction[120];
            reading_a_is_literal <= issue_instruction[121];
            reading_b_is_literal <= issue_instruction[122];
            reading_c_is_literal <= issue_instruction[123];
            reading_literal <= issue_instruction[31:0];
            reading_literal_high <= issue_instruction[63:32];
            reading_dpp_enable <= issue_instruction[32] & ~next_reading_dpp_enable_inverse;
            reading_dpp_eight <= issue_instruction[49];
            reading_dpp_control <= issue_instruction[48:40];
            reading_dpp_fetch_inactive <= issue_instruction[50];
            reading_dpp_bound_control <= issue_instruction[51];
            reading_dpp_bank_mask <= issue_instruction[59:56];
            reading_dpp_row_mask <= issue_instruction[63:60];
            reading_dpp_spare <= issue_instruction[39:33];
            reading_modifiers <= {issue_instruction[125:124], issue_instruction[55:52]};
            reading_permute_fetch_inactive <= issue_instruction[124];
            reading_permute_bound_control <= issue_instruction[125];
            reading_video <= {issue_instruction[127:124], issue_instruction[63:33]};
            reading_immediate <= issue_instruction[47:40];
            reading_gathers_operands <= (opcode == DS_BPERMUTE_B32) | (opcode == DS_PERMUTE_B32);
            reading_gathers_masks <= (|passes_after_first) & next_reading_gathers_masks_term;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            executing_valid <= 1'b0;
        end else if (execution_starts) begin
            executing_valid <= reading_valid;
        end
    end

    always @(posedge clock) begin
        if (execution_starts) begin
            executing_wave <= reading_wave;
            executing_opcode <= reading_opcode;
            executing_guard_is_true <= reading_guard == PT;
            executing_guard_negated <= reading_guard_negated_q;
            executing_p_is_true <= reading_p == PT_ENTRY;
            executing_p_negated <= reading_p_negated_q;
            executing_q_is_true <= reading_q == PT;
            executing_q_negated <= reading_q_negated_q;
            executing_a_is_literal <= reading_a_is_literal;
            executing_b_is_literal <= reading_b_is_literal;
            executing_c_is_literal <= reading_c_is_literal;
            executing_literal <= reading_literal;
            executing_literal_high <= reading_literal_high;
            executing_dpp_enable <= reading_dpp_enable;
            executing_dpp_eight <= reading_dpp_eight;
            executing_dpp_control <= reading_dpp_control;
            executing_dpp_fetch_inactive <= reading_dpp_fetch_inactive;
            executing_dpp_bound_control <= reading_dpp_bound_control;
            executing_dpp_bank_mask <= reading_dpp_bank_mask;
            executing_dpp_row_mask <= reading_dpp_row_mask;
            executing_dpp_spare <= reading_dpp_spare;
            executing_modifiers <= reading_modifiers;
            executing_permute_fetch_inactive <= reading_permute_fetch_inactive;
            executing_permute_bound_control <= reading_permute_bound_control;
            executing_video <= reading_video;
            executing_immediate <= reading_immediate;
            executing_gathers <= reading_gathers;
            executing_passes_left <= reading_passes_left;
        end
    end

    always @(posedge clock) begin
        if (phase == 2'd0) begin
            issued1_before_wave_q <= reading_wave;
            issued1_before_destination_q <= reading_destination_q;
            issued1_before_writes_register_q <= reading_writes_register_q;
            issued1_before_mask_destination_q <= reading_mask_destination_q;
            issued2_before_wave_q <= issued1_before_wave_q;
            issued2_before_destination_q <= issued1_before_destination_q;
            issued2_before_writes_register_q <= issued1_before_writes_register_q;
            issued2_before_mask_destination_q <= issued1_before_mask_destination_q;
            issued3_before_wave_q <= issued2_before_wave_q;
            issued3_before_destination_q <= issued2_before_destination_q;
            issued3_before_writes_register_q <= issued2_before_writes_register_q;
            issued3_before_mask_destination_q <= issued2_before_mask_destination_q;
            writing_wave <= issued3_before_wave_q;
            writing_destination <= issued3_before_destination_q;
            writing_writes_register <= issued3_before_writes_register_q;
            writing_mask_destination <= issued3_before_mask_destination_q;
        end
    end

    assign issue_blocked = blocked;

endmodule

`default_nettype wire // verilator lint_on TIMESCALEMOD

// The machine beside what it owes: bit `BIT of thread `T, and of another thread `U at whose values T's instructions
// may look. The machine is the written Verilog with three holes where blocks have been taken out: `execute` (the lanes
// and the cross-lane units, which keep nothing), the barriers and the special registers. What these give is anything
// at all, new in each cycle; what `execute` is given must be what the program says. `bad` is 1 where it is not, or
// where something else retires than what `execute` gave. Why that is enough: docs/why/proofs.md.
//
// `ROWS: the machine retires rows of a beat, not whole waves. `ONE_BEAT: a wave is one row; there are no numbers of
// beats, REDUX is done in one pass, and a slot is one cycle. `AHEAD: `execute` is told of a beat one cycle before the
// operands come. `STAGES: cycles from its operands to its results. `ISSUED, `FINISHED: instructions that may be
// between issue and execution, execution and retirement; `bad` says if there are ever more. `ISSUES_WITHIN,
// `RETIRES_WITHIN: slots in which something issues if something is offered in each of them, unless a barrier holds it,
// and in which something retires if something has issued. `RETIRES_AFTER: cycles from the last execution of a row to its
// retirement; masks of others are asked in `parts then. `PART: SHFL and lane moves see so many threads at once, and pass
// several times. `HOLDS: one port is told of an access a cycle before it is done.
module machine (
    input  wire                 clock,
    input  wire                 reset_wanted,
    input  wire                 offered,
    input  wire [`WAVE_BITS-1:0] issue_wave,
    input  wire [127:0]         issue_instruction,
    input  wire                 host_valid,
    input  wire                 host_write,
    input  wire [`WAVE_BITS-1:0] host_wave,
    input  wire [`HOST_BITS-1:0] host_entry,
    input  wire [`BEAT_BITS-1:0] host_beat,
    input  wire [32*`LANES-1:0] host_write_data,
    input  wire [32*`LANES-1:0] given_result,   // what `execute` makes of what it is given now
    input  wire [`LANES-1:0]    given_mask,
    input  wire [`LANES-1:0]    given_written,
    input  wire [`LANES-1:0]    given_keeps,    // the lane keeps the result of the pass before
`ifdef PART
    input  wire [`LANES-1:0]    given_moves,    // the lane is written, if it executes: its source says so
`endif
    input  wire [31:0]          given_combined, // REDUX: of the words of the beat
    input  wire [31:0]          given_sum,      // REDUX: … and of the beats before
    input  wire                 held,           // the offered wave waits at a barrier
    output wire                 bad,
    output wire [`WRONGS-1:0]    wrong,  // which of its reasons
`ifdef RETIRES_AFTER
    output wire [`PARTS-1:0]     parts,  // masks of others, piece by piece
`endif
    output wire [`HAPPENS-1:0]   happens
);
    localparam LANE_T = `T % `LANES, BEAT_T = `T / `LANES, LANE_U = `U % `LANES, BEAT_U = `U / `LANES;
    localparam BIT_T = 32 * LANE_T + `BIT, BIT_U = 32 * LANE_U + `BIT;
    localparam WARP_BEATS = `THREADS < 32 ? `BEATS : 32 / `LANES > 0 ? 32 / `LANES : 1;

    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;

    // ---- The offered word, as the program means it ----
    wire legal, reads_a, reads_b, reads_c, writes_register, others_words, others_masks, others_q, others_b;
    wire is_match, is_redux, is_exec, writes_exec;
    word says (
        .word(issue_instruction), .legal(legal), .reads_a(reads_a), .reads_b(reads_b), .reads_c(reads_c),
        .writes_register(writes_register), .others_words(others_words), .others_masks(others_masks),
        .others_q(others_q), .others_b(others_b), .is_match(is_match), .is_redux(is_redux), .is_exec(is_exec),
        .writes_exec(writes_exec)
    );
    wire issue_valid = offered & legal;
    wire [7:0] d = issue_instruction[79:72] & (`REGISTERS - 1), a = issue_instruction[87:80] & (`REGISTERS - 1);
    wire [7:0] b = issue_instruction[95:88] & (`REGISTERS - 1), c = issue_instruction[103:96] & (`REGISTERS - 1);
    wire [3:0] mask_destination = issue_instruction[111:108];
    wire [3:0] guard = {1'b0, issue_instruction[106:104]}, p = issue_instruction[115:112];
    wire [3:0] q = {1'b0, issue_instruction[119:117]};
    wire guard_negated = issue_instruction[107], p_negated = issue_instruction[116], q_negated = issue_instruction[120];
    wire mine = issue_wave == `W;

    // ---- The host ----
    wire host_ready;
`ifdef HOLDS
    // It holds its request until it is served or takes it back.
    localparam REQUEST = 1 + `WAVE_BITS + `HOST_BITS + `BEAT_BITS;
    reg waits = 1'b0;
    reg [REQUEST-1:0] held_request;
    wire [REQUEST-1:0] request = waits ? held_request : {host_write, host_wave, host_entry, host_beat};
    wire writes_row;
    wire [`WAVE_BITS-1:0] asked_wave;
    wire [`HOST_BITS-1:0] asked_entry;
    wire [`BEAT_BITS-1:0] asked_beat;
    assign {writes_row, asked_wave, asked_entry, asked_beat} = request;
    always @(posedge clock) begin
        waits <= host_valid & ~host_ready & ~reset;
        held_request <= request;
    end
    `define host_write writes_row
    `define host_wave asked_wave
    `define host_entry asked_entry
    `define host_beat asked_beat
`else
    `define host_write host_write
    `define host_wave host_wave
    `define host_entry host_entry
    `define host_beat host_beat
`endif

    // ---- The machine ----
    wire issue_ready, host_read_valid, retire_valid, retire_writes_register;
    wire [32*`LANES-1:0] host_read_data;
    wire [`WAVE_BITS-1:0] retire_wave;
    wire [`REGISTER_BITS-1:0] retire_destination;
    wire [3:0] retire_mask_destination;
`ifdef ROWS
    wire [`BEAT_BITS-1:0] retire_beat;
    wire [`LANES-1:0] retire_written, retire_mask;
    wire [32*`LANES-1:0] retire_result;
    wire retires = retire_valid & retire_beat == BEAT_T;
    localparam RETIRES = LANE_T;
`else
    wire [`THREADS-1:0] retire_written, retire_mask;
    wire [32*`THREADS-1:0] retire_result;
    wire retires = retire_valid;
    localparam RETIRES = `T;
`endif
    wire [7:0] told_opcode;
    wire told_a_is_literal;
    wire [`BEAT_BITS-1:0] told_beat;
    wire told_passes, told_gathering;
`ifdef ONE_BEAT
    wire [2:0] told_passes_left; // at the end of its width: MATCH has no more than 8
    assign told_beat = 0, told_gathering = |told_passes_left;
`endif
    wire [32*`LANES-1:0] a_row, b_row, c_row;
    wire [32*`THREADS-1:0] a_wave, a_shown;
`ifdef READ
    wire [32*`THREADS-1:0] a_read;
`endif
    wire [`THREAD_BITS*`THREADS-1:0] addresses;
    wire [`LANES-1:0] guard_row, p_row, q_row, exec_row;
    wire [`THREADS-1:0] guard_wave, q_wave, exec_wave;
    wire [2:0] pair_choice;
    wire [31:0] pair_left, pair_right;
`ifdef PART
    wire [1:0] told_passes_left;
    wire told_b_is_literal, told_c_is_literal, told_modifies, told_fetches, told_bounds;
    wire [31:0] told_literal, told_literal_high;
    wire [`LANES-1:0] result_moves;
`endif

    wire [32*`LANES-1:0] result;
    wire [`LANES-1:0] result_mask, result_written, result_keeps;
    wire [31:0] result_combined, result_sum;
    wire result_passes, result_gathering, result_reduces;
    wire [`BEAT_BITS-1:0] result_beat;
    wire [2:0] result_choice;

    lanebeat_core core (
        .clock(clock), .reset(reset),
        .issue_valid(issue_valid), .issue_wave(issue_wave), .issue_instruction(issue_instruction),
        .running({`WAVES{1'b1}}),
        .host_valid(host_valid), .host_write(`host_write), .host_wave(`host_wave), .host_entry(`host_entry),
`ifndef ONE_BEAT
        .host_beat(`host_beat),
`endif
        .host_write_data(host_write_data),
        .issue_ready(issue_ready), .host_ready(host_ready), .host_read_valid(host_read_valid),
        .host_read_data(host_read_data), .retire_valid(retire_valid), .retire_wave(retire_wave),
`ifdef ROWS
        .retire_beat(retire_beat),
`endif
        .retire_writes_register(retire_writes_register), .retire_destination(retire_destination),
        .retire_mask_destination(retire_mask_destination), .retire_written(retire_written),
        .retire_result(retire_result), .retire_mask(retire_mask),
        .\execute.instruction_opcode (told_opcode), .\execute.instruction_a_is_literal (told_a_is_literal),
        .\execute.operands_a_row (a_row), .\execute.operands_b_row (b_row), .\execute.operands_c_row (c_row),
        .\execute.operands_addresses (addresses),
        .\execute.masks_guard (guard_row), .\execute.masks_p (p_row), .\execute.masks_q (q_row),
        .\execute.exec_row (exec_row), .\execute.exec_wave (exec_wave),
        .\execute.result (result), .\execute.mask (result_mask), .\execute.written (result_written),
        .\execute.passes (told_passes),
`ifdef PART
        .\execute.instruction_passes_left (told_passes_left), .\execute.pass_moves (result_moves),
        .\execute.instruction_b_is_literal (told_b_is_literal), .\execute.instruction_c_is_literal (told_c_is_literal),
        .\execute.instruction_literal (told_literal), .\execute.instruction_literal_high (told_literal_high),
        .\execute.instruction_dpp_enable (told_modifies), .\execute.instruction_permute_fetch_inactive (told_fetches),
        .\execute.instruction_permute_bound_control (told_bounds),
`endif
        .\execute.pass_passes (result_passes), .\execute.pass_keeps (result_keeps),
`ifdef ONE_BEAT
        .\execute.instruction_passes_left (told_passes_left),
`else
        .\execute.beat (told_beat), .\execute.gathering (told_gathering), .\execute.operands_a_wave (a_shown),
`ifdef READ
        .\execute.operands_a_read (a_read),
`endif
        .\execute.masks_guard_wave (guard_wave), .\execute.masks_q_wave (q_wave),
        .\execute.pass_beat (result_beat), .\execute.pass_gathering (result_gathering),
        .\execute.pass_reduces (result_reduces), .\execute.pass_choice (result_choice),
        .\execute.pass_combined (result_combined),
        .\beats_combined.choice (pair_choice), .\beats_combined.left (pair_left),
        .\beats_combined.right (pair_right), .\beats_combined.word (result_sum),
`endif
        .\barriers.held (held)
    );

`ifdef ONE_BEAT
    localparam [0:0] IS_ONE_BEAT = 1;
    assign guard_wave = guard_row, q_wave = q_row;
`else
    localparam [0:0] IS_ONE_BEAT = 0;
`endif

    // ---- The beat that executes, and what comes of it after as many cycles as there are stages ----
`ifdef PART
    // What word.v has of the instruction, and in which pass it is.
    localparam SAID = 9, TOLD = 8 + `BEAT_BITS + 2 + SAID;
    wire [TOLD-1:0] told = {
        told_passes_left, told_modifies, told_literal[`BIT], told_literal_high[`BIT], told_b_is_literal,
        told_c_is_literal, told_fetches, told_bounds, told_opcode, told_beat, told_passes, told_gathering
    };
`else
    localparam TOLD = 8 + `BEAT_BITS + 2;
    wire [TOLD-1:0] told = {told_opcode, told_beat, told_passes, told_gathering};
`endif
    wire [TOLD-1:0] beat_now;
`ifdef AHEAD
    reg [TOLD-1:0] told_before;
    always @(posedge clock) told_before <= told;
    // Reset ends a beat between its announcement and its coming.
    reg reset_before;
    always @(posedge clock) reset_before <= reset;
    assign beat_now = told_before;
    wire comes = ~reset_before;
`else
    wire comes = 1'b1;
    assign beat_now = told;
`endif
    wire [7:0] opcode;
    wire [`BEAT_BITS-1:0] beat;
    wire any_passes, gathering;
`ifdef PART
    wire [1:0] passes_left;
    wire [SAID-3:0] said;
    assign {passes_left, said, opcode, beat, any_passes, gathering} = beat_now;
`else
    assign {opcode, beat, any_passes, gathering} = beat_now;
`endif
`ifdef READ
    assign a_wave = beat == 0 ? a_read : a_shown;
`elsif ONE_BEAT
    assign a_wave = a_row;
`else
    assign a_wave = a_shown;
`endif
    wire passes = any_passes & comes;
    // Two things `execute` is asked, whatever it gives: only REDUX takes the words of beats, only MATCH and what sees
    // parts of the wave in turn keep results. lanebeat_execute is proved to ask no more (units/asks.v).
    wire reduces = ~IS_ONE_BEAT & opcode[7:3] == 5'b11101;
    wire matches = opcode[7:1] == 7'b1110011;
    wire [`LANES-1:0] keeps = given_keeps & {`LANES{matches | in_parts}};
`ifdef PART
    wire [2:0] parts_shown;
    word executes (.word({56'd0, opcode, 64'd0}), .parts(parts_shown));
    wire in_parts = parts_shown > 1;
`else
    wire in_parts = `THREADS == 64 & (opcode == 8'h98 | opcode == 8'h99 | opcode == 8'h9c | opcode == 8'h9d
        | opcode == 8'h9e);
`endif

`ifdef PART
    delay #(.BITS(`LANES), .CYCLES(`STAGES)) stages_of_moves (.clock(clock), .in(given_moves), .out(result_moves));
`endif
    localparam GIVEN = 32 * `LANES + 3 * `LANES + 64 + `BEAT_BITS + 3 + 3;
    wire [GIVEN-1:0] given = {
        given_result, given_mask, given_written, keeps, given_combined, given_sum, beat, any_passes, gathering,
        reduces, opcode[2:0]
    };
    wire [GIVEN-1:0] result_now;
    delay #(.BITS(GIVEN), .CYCLES(`STAGES)) stages (.clock(clock), .in(given), .out(result_now));
    assign {
        result, result_mask, result_written, result_keeps, result_combined, result_sum, result_beat, result_passes,
        result_gathering, result_reduces, result_choice
    } = result_now;

    // ---- What is between issue and execution: a queue, the oldest at 0 ----
`ifdef PART
    localparam FIELDS = 8 + SAID - 2, ENTRY = FIELDS + 37 + `WAVE_BITS;
    localparam MINE = 36, MASK = 27, NAMES_R = 15, WRITES_R = 15, GUARD = 14, P = 11, Q = 8;
    wire modifies;
    word with_modifier (.word(issue_instruction), .modifies(modifies));
    wire [FIELDS-1:0] accepted_fields = {
        issue_instruction[71:64], modifies, issue_instruction[`BIT], issue_instruction[32 + `BIT],
        issue_instruction[122], issue_instruction[123], issue_instruction[124], issue_instruction[125]
    };
`else
    localparam ENTRY = 37 + `WAVE_BITS, MINE = 36, MASK = 27, NAMES_R = 15, WRITES_R = 15, GUARD = 14, P = 11, Q = 8;
`endif
    wire accepted = issue_valid & issue_ready & ~reset;
    wire [ENTRY-1:0] accepted_entry = {
`ifdef PART
        accepted_fields,
`endif
        issue_wave, mine, d[3:0], writes_register, mask_destination, mine & is_exec, mine & writes_exec,
        issue_instruction[66:64], issue_instruction[121], issue_instruction[`T], issue_instruction[`U],
        reads_a & a == `R, reads_b & b == `R, reads_c & c == `R, writes_register & d == `R,
        guard == `M, guard == 7, guard_negated, p == `M, p == 7, p_negated, q == `M, q == 7, q_negated,
        others_words, others_masks, others_q, others_b, is_match, is_redux
    };
    wire last = passes & ~gathering;
    wire executed = last & beat == `BEATS - 1;
    wire [ENTRY*`ISSUED-1:0] issued;
    wire [`ISSUED-1:0] is_issued;
    wire issued_overflows;
    queue #(.BITS(ENTRY), .PLACES(`ISSUED)) issued_queue (
        .clock(clock), .reset(reset), .enters(accepted), .entry(accepted_entry), .leaves(executed),
        .entries(issued), .valid(is_issued), .overflows(issued_overflows)
    );
    wire [`WAVE_BITS-1:0] x_wave;
    wire [3:0] x_d, x_mask_destination;
    wire [2:0] x_exec_choice;
    wire x_mine, x_writes_register, x_is_exec, x_writes_exec, x_a_is_literal, x_literal_t, x_literal_u, x_a, x_b, x_c;
    wire x_d_is_r, x_guard, x_guard_true, x_guard_negated, x_p, x_p_true, x_p_negated, x_q, x_q_true, x_q_negated;
    wire x_others_words, x_others_masks, x_others_q, x_others_b, x_match, x_redux;
    assign {
        x_wave, x_mine, x_d, x_writes_register, x_mask_destination, x_is_exec, x_writes_exec, x_exec_choice,
        x_a_is_literal, x_literal_t, x_literal_u, x_a, x_b, x_c, x_d_is_r, x_guard, x_guard_true, x_guard_negated,
        x_p, x_p_true, x_p_negated, x_q, x_q_true, x_q_negated, x_others_words, x_others_masks, x_others_q,
        x_others_b, x_match, x_redux
    } = issued[ENTRY-1:0];
`ifdef PART
    wire [7:0] x_opcode;
    wire [SAID-3:0] x_said;
    assign {x_opcode, x_said} = issued[ENTRY-1 -: FIELDS];
    wire [2:0] x_parts;
    wire [3:0] x_passes;
    wire x_is_written, x_parts_need_b, x_parts_need_c, x_modifies = x_said[SAID-3];
    wire x_may_be_modified = x_opcode[7:4] != 0 & x_opcode[7:4] != 11; // the bit says nothing of others
    word passing (
        .word({6'd0, x_a_is_literal, 49'd0, x_opcode, 31'd0, x_modifies, 32'd0}), .parts(x_parts), .passes(x_passes), .is_written(x_is_written),
        .parts_need_b(x_parts_need_b), .parts_need_c(x_parts_need_c)
    );
`endif
    wire x_mask_is_m = x_mask_destination == `M;

    // What is on its way names R or M, or has not executed; and writes R or M.
    integer i;
    reg names_r, names_m, names_exec, issued_writes_r, issued_writes_m;
    always @* begin
        names_r = 1'b0; names_m = 1'b0; names_exec = 1'b0; issued_writes_r = 1'b0; issued_writes_m = 1'b0;
        for (i = 0; i < `ISSUED; i = i + 1) begin : of_issued
            reg [ENTRY-1:0] entry;
            reg there, its_mask_is_m;
            entry = issued[ENTRY*i +: ENTRY];
            there = is_issued[i] & entry[MINE];
            its_mask_is_m = entry[MASK +: 4] == `M;
            if (there) names_exec = 1'b1;
            if (there & |entry[NAMES_R +: 4]) names_r = 1'b1;
            if (there & entry[WRITES_R]) issued_writes_r = 1'b1;
            if (there & (entry[GUARD] | entry[P] | entry[Q] | its_mask_is_m)) names_m = 1'b1;
            if (there & its_mask_is_m) issued_writes_m = 1'b1;
        end
    end

    // ---- What T and U must be given ----
    wire t_turn = passes & beat == BEAT_T, u_turn = passes & beat == BEAT_U;
    reg t_before, t_mask_before, t_before_known, u_before, u_mask_before, u_before_known;
    reg reduction;
    wire flipped = `BIT == 31 ? opcode[2:0] == 1 | opcode[2:0] == 5 | opcode[2:0] == 6
        : opcode[2:0] == 1 | opcode[2:0] == 4 | opcode[2:0] == 5;
    wire reduced = reduces & (reduction ^ flipped);
    wire t_keeps = keeps[LANE_T], u_keeps = keeps[LANE_U];
    wire t_word = t_keeps ? t_before : given_result[BIT_T] | reduced;
    wire t_mask = t_keeps ? t_mask_before : given_mask[LANE_T];
    wire t_known = t_keeps ? t_before_known : 1'b1;
    wire u_word = u_keeps ? u_before : given_result[BIT_U] | reduced;
    wire u_mask = u_keeps ? u_mask_before : given_mask[LANE_U];
    wire u_known = u_keeps ? u_before_known : 1'b1;
    always @(posedge clock) begin
        if (t_turn) begin t_before <= t_word; t_mask_before <= t_mask; t_before_known <= t_known; end
        if (u_turn) begin u_before <= u_word; u_mask_before <= u_mask; u_before_known <= u_known; end
        if (reset) begin t_before_known <= 1'b0; u_before_known <= 1'b0; end
    end

`ifdef PART
    // Who is written is kept like the word, and what came before a kept result may be unknown.
    reg t_moves_before, u_moves_before;
    wire t_moves = t_keeps ? t_moves_before : given_moves[LANE_T];
    wire u_moves = u_keeps ? u_moves_before : given_moves[LANE_U];
    always @(posedge clock) begin
        if (t_turn) t_moves_before <= t_moves;
        if (u_turn) u_moves_before <= u_moves;
    end
    `define t_written t_writes
    `define u_written u_writes
    wire t_writes = given_written[LANE_T] & (t_moves | ~t_known), u_writes = given_written[LANE_U] & (u_moves | ~u_known);

    // How many passes follow the one that T is in, and whether it shows a part, with others behind it.
    reg [3:0] passed;
    always @(posedge clock) if (reset | t_turn) passed <= reset | last ? 0 : passed + 1;
    wire [3:0] after = x_passes - 1 - passed;
    wire early = t_turn & x_mine & x_is_written & after != 0 & after < x_parts;
    wire passes_wrong = t_turn & is_issued[0] & (x_is_written & (gathering != (after != 0) | passes_left != after[1:0])
        | opcode != x_opcode | x_may_be_modified & said[SAID-3] != x_modifies | said[SAID-4:0] != x_said[SAID-4:0]);
`else
    `define t_written given_written[LANE_T]
    `define u_written given_written[LANE_U]
`endif

    wire tr, trk, tm, tmk, te, tek, ur, urk, um, umk, ue, uek;
    reg finished_writes_r, finished_writes_m;
    wire [2:0] in_flight = {names_exec, names_m | finished_writes_m, names_r | finished_writes_r};
    // At power-up nothing is known.
    wire [1:0] being_written = {2{~started}}
        | {issued_writes_m | finished_writes_m, issued_writes_r | finished_writes_r};
    // Rows of beats behind T's are written later than T retires.
    reg [`BEATS-1:0] late_r, late_m;
    always @(posedge clock) begin
        late_r <= reset ? 0 : {late_r, retired & y_mine & y_d_is_r};
        late_m <= reset ? 0 : {late_m, retired & y_mine & y_mask_destination == `M};
    end
    wire [1:0] late = {|late_m, |late_r};
    wire host_done = host_valid & host_ready;
    wire host_is_mask = `host_entry[`HOST_BITS-1];
    wire [2:0] host_place = {3{`host_wave == `W}} & {
        host_is_mask & `host_entry[3:0] == 7, host_is_mask & `host_entry[3:0] == `M,
        ~host_is_mask & (`host_entry & (`REGISTERS - 1)) == `R
    };
    wire host_is_t = IS_ONE_BEAT | `host_beat == BEAT_T, host_is_u = IS_ONE_BEAT | `host_beat == BEAT_U;
    wire [2:0] host_writes_t = host_place & {3{host_done & `host_write & host_is_t}};
    wire [2:0] host_writes_u = host_place & {3{host_done & `host_write & host_is_u}};
`ifdef RETIRES_AFTER
    wire t_on_its_way, u_on_its_way;
    wire [1:0] m_in_flight = {2{names_m}} | {u_on_its_way, t_on_its_way};
    wire [1:0] m_being_written = {2{~started | issued_writes_m}} | {u_on_its_way, t_on_its_way};
`else
    wire [1:0] m_in_flight = {in_flight[1] | late[1], in_flight[1]};
    wire [1:0] m_being_written = {being_written[1] | late[1], being_written[1]};
`endif
    thread t (
        .clock(clock), .reset(reset), .step(last & t_turn & x_mine), .register_written(x_d_is_r),
        .mask_written(x_mask_is_m), .exec_written(x_writes_exec), .exec_choice(x_exec_choice),
        .exec_source(x_a_is_literal ? x_literal_t : p_row[LANE_T]), .written(`t_written),
        .word(t_word), .mask(t_mask), .result_known(t_known),
        .in_flight({in_flight[2], m_in_flight[0], in_flight[0]}),
        .being_written({m_being_written[0], being_written[0]}), .host_writes(host_writes_t),
        .host_bit(host_is_mask ? host_write_data[LANE_T] : host_write_data[BIT_T]),
        .r(tr), .r_known(trk), .m(tm), .m_known(tmk), .e(te), .e_known(tek)
    );
    thread u (
        .clock(clock), .reset(reset), .step(last & u_turn & x_mine), .register_written(x_d_is_r),
        .mask_written(x_mask_is_m), .exec_written(x_writes_exec), .exec_choice(x_exec_choice),
        .exec_source(x_a_is_literal ? x_literal_u : p_row[LANE_U]), .written(`u_written),
        .word(u_word), .mask(u_mask), .result_known(u_known),
        .in_flight({in_flight[2], m_in_flight[1], in_flight[0] | late[0]}),
        .being_written({m_being_written[1], being_written[0] | late[0]}), .host_writes(host_writes_u),
        .host_bit(host_is_mask ? host_write_data[LANE_U] : host_write_data[BIT_U]),
        .r(ur), .r_known(urk), .m(um), .m_known(umk), .e(ue), .e_known(uek)
    );
    // U as the instruction found it: its own beat may have gone before T's.
    reg found_r, found_rk, found_m, found_mk, found_e, found_ek;
    always @(posedge clock) if (last & u_turn) begin
        {found_r, found_rk, found_m, found_mk, found_e, found_ek} <= {ur, urk, um, umk, ue, uek};
    end
    wire u_is_done = BEAT_U < BEAT_T & last;
    wire vr = u_is_done ? found_r : ur, vm = u_is_done ? found_m : um, ve = u_is_done ? found_e : ue;
    // The host may have changed a register between.
    wire vrk = urk_since & (u_is_done ? found_rk : urk), vmk = umk_since & (u_is_done ? found_mk : umk);
    wire vek = uek_since & (u_is_done ? found_ek : uek);
    reg touched_r, touched_m, touched_e;
    always @(posedge clock) begin
        touched_r <= ~(last & u_turn) & touched_r | host_writes_u[0];
        touched_m <= ~(last & u_turn) & touched_m | host_writes_u[1];
        touched_e <= ~(last & u_turn) & touched_e | host_writes_u[2];
    end
    wire urk_since = ~(u_is_done & touched_r), umk_since = ~(u_is_done & touched_m);
    wire uek_since = ~(u_is_done & touched_e);

    // A mask operand: an entry, or PT; perhaps negated.
    wire guard_wrong = x_guard & tmk & guard_row[LANE_T] != (tm ^ x_guard_negated)
        | x_guard_true & guard_row[LANE_T] != ~x_guard_negated;
    wire p_wrong = x_p & tmk & p_row[LANE_T] != (tm ^ x_p_negated) | x_p_true & p_row[LANE_T] != ~x_p_negated;
    wire q_wrong = x_q & tmk & q_row[LANE_T] != (tm ^ x_q_negated) | x_q_true & q_row[LANE_T] != ~x_q_negated;
    wire a_wrong = x_a & trk & a_row[BIT_T] != tr;
    wire b_wrong = x_b & trk & b_row[BIT_T] != tr;
    wire c_wrong = x_c & trk & c_row[BIT_T] != tr;
    wire exec_wrong = tek & exec_row[LANE_T] != te;
    wire other_a_wrong = x_others_words & x_a & vrk & a_wave[32*`U + `BIT] != vr;
    wire other_b_wrong = x_others_b & `BIT >= 2 & `BIT < 2 + `THREAD_BITS
        & x_b & vrk & addresses[`THREAD_BITS*`U + (`BIT + 30) % `THREAD_BITS] != vr;
    wire other_guard_wrong = x_others_masks & (x_guard & vmk & guard_wave[`U] != (vm ^ x_guard_negated)
        | x_guard_true & guard_wave[`U] != ~x_guard_negated);
    wire other_q_wrong = x_others_q & (x_q & vmk & q_wave[`U] != (vm ^ x_q_negated)
        | x_q_true & q_wave[`U] != ~x_q_negated);
    // Who changes EXEC looks at nobody else's, which may be changed already.
    wire other_exec_wrong = ~x_writes_exec & vek & exec_wave[`U] != ve;
    // MATCH compares in each of its last passes, REDUX combines words in the pass before the last.
    reg [`MATCHES-2:0] matched_words_wrong, matched_masks_wrong;
    reg redux_word_wrong, redux_masks_wrong;
    wire match_word_wrong = a_wrong | other_a_wrong;
    wire masks_wrong = guard_wrong | exec_wrong | other_guard_wrong | other_exec_wrong;
    always @(posedge clock) if (t_turn) begin
        matched_words_wrong <= {matched_words_wrong, match_word_wrong};
        matched_masks_wrong <= {matched_masks_wrong, masks_wrong};
        redux_word_wrong <= a_wrong;
        redux_masks_wrong <= guard_wrong | exec_wrong;
    end
    wire checks = t_turn & x_mine & last;
`ifdef PART
    // What is looked at in a pass that shows a part, with others behind it.
    wire [5:0] early_wrong = {6{early}} & {
        a_wrong | x_parts_need_b & b_wrong | x_parts_need_c & c_wrong, x_others_masks & guard_wrong, exec_wrong,
        other_a_wrong | other_b_wrong, other_guard_wrong, other_exec_wrong
    };
`endif
    wire own_words_wrong = checks & (a_wrong | b_wrong | c_wrong | x_redux & reduces & redux_word_wrong);
    wire own_masks_wrong = checks & (guard_wrong | p_wrong | q_wrong | x_redux & reduces & redux_masks_wrong);
    wire own_exec_wrong = checks & exec_wrong;
    wire others_words_wrong = checks & (other_a_wrong | other_b_wrong | x_match & |matched_words_wrong);
    wire others_masks_wrong = checks & (other_guard_wrong | other_q_wrong | x_match & |matched_masks_wrong);
    wire others_exec_wrong = checks & other_exec_wrong;
    wire nothing_issued = passes & ~is_issued[0];

`ifdef RETIRES_AFTER
    // ---- Masks of others, piece by piece ----
    wire [2:0] committed_t_wrong, committed_u_wrong;
    wire retired_m = retire_wave == `W & retire_mask_destination == `M;
    committed #(.CYCLES(`RETIRES_AFTER)) committed_t (
        .clock(clock), .reset(reset), .enters(last & t_turn), .writes(x_mine & x_mask_is_m & `t_written),
        .mask(t_mask), .known(t_known), .retires(retires), .retired_writes(retired_m & retire_written[LANE_T]),
        .retired_mask(retire_mask[LANE_T]), .host_writes(host_writes_t[1]), .host_bit(host_write_data[LANE_T]),
        .m(tm), .m_known(tmk), .on_its_way(t_on_its_way), .wrong(committed_t_wrong)
    );
    committed #(.CYCLES(`RETIRES_AFTER)) committed_u (
        .clock(clock), .reset(reset), .enters(last & u_turn), .writes(x_mine & x_mask_is_m & `u_written),
        .mask(u_mask), .known(u_known), .retires(retire_valid & retire_beat == BEAT_U),
        .retired_writes(retired_m & retire_written[LANE_U]),
        .retired_mask(retire_mask[LANE_U]), .host_writes(host_writes_u[1]), .host_bit(host_write_data[LANE_U]),
        .m(um), .m_known(umk), .on_its_way(u_on_its_way), .wrong(committed_u_wrong)
    );
    // What others look at is read in the passes before the last, and gathered.
    wire gathers = gathering & x_mine & x_others_masks;
    wire u_guard_wrong = x_guard & umk & guard_row[LANE_U] != (um ^ x_guard_negated)
        | x_guard_true & guard_row[LANE_U] != ~x_guard_negated;
    wire u_q_wrong = x_q & umk & q_row[LANE_U] != (um ^ x_q_negated) | x_q_true & q_row[LANE_U] != ~x_q_negated;
    wire [`PARTS-1:0] part_wrong = {`PARTS{started & ~reset}} & {
        others_masks_wrong, gathers & u_turn & x_others_q & u_q_wrong, gathers & u_turn & u_guard_wrong,
        gathers & t_turn & guard_wrong, committed_u_wrong, committed_t_wrong
    };
    // A part is asked as long as none was wrong, and none below it is: one would be the first.
    reg was_wrong;
    always @(posedge clock) was_wrong <= started & (was_wrong | |part_wrong);
    assign parts = part_wrong & -part_wrong & {`PARTS{~was_wrong}};
`endif

    // ---- REDUX over the beats ----
    reg sum_before;
    wire sum_begins = beat % WARP_BEATS == 0;
    always @(posedge clock) begin
        sum_before <= given_sum[`BIT];
        if (passes & gathering & reduces & beat / WARP_BEATS == BEAT_T / WARP_BEATS & beat % WARP_BEATS == WARP_BEATS - 1)
            reduction <= given_sum[`BIT];
    end
    wire pair_checked, pair_left_wanted, pair_right_wanted, pair_is_there;
    wire [2:0] pair_choice_wanted;
    delay #(.BITS(6), .CYCLES(`STAGES)) pair (
        .clock(clock),
        .in({passes & gathering & reduces & ~reset, ~sum_begins & sum_before, given_combined[`BIT], opcode[2:0]}),
        .out({pair_checked, pair_left_wanted, pair_right_wanted, pair_choice_wanted}), .is_there(pair_is_there)
    );
    wire pair_wrong = pair_is_there & pair_checked & (pair_left[`BIT] != pair_left_wanted | pair_right[`BIT] != pair_right_wanted
        | pair_choice != pair_choice_wanted);

    // ---- What is between execution and retirement ----
    localparam RESULT = `WAVE_BITS + 15;
    wire finishes = last & t_turn & ~reset;
    wire [RESULT-1:0] finished_entry = {
        x_wave, x_mine, x_d, x_writes_register, x_mask_destination, x_d_is_r, `t_written, t_word, t_mask,
        t_known
    };
    wire retired = retires & ~reset;
    wire [RESULT*`FINISHED-1:0] finished;
    wire [`FINISHED-1:0] is_finished;
    wire finished_overflows;
    queue #(.BITS(RESULT), .PLACES(`FINISHED)) finished_queue (
        .clock(clock), .reset(reset), .enters(finishes), .entry(finished_entry), .leaves(retired),
        .entries(finished), .valid(is_finished), .overflows(finished_overflows)
    );
    wire [`WAVE_BITS-1:0] y_wave;
    wire [3:0] y_d, y_mask_destination;
    wire y_mine, y_writes_register, y_d_is_r, y_written, y_word, y_mask, y_known;
    assign {
        y_wave, y_mine, y_d, y_writes_register, y_mask_destination, y_d_is_r, y_written, y_word, y_mask, y_known
    } = finished[RESULT-1:0];
    always @* begin
        finished_writes_r = 1'b0; finished_writes_m = 1'b0;
        for (i = 0; i < `FINISHED; i = i + 1) begin : of_finished
            reg [RESULT-1:0] entry;
            reg there;
            entry = finished[RESULT*i +: RESULT];
            there = is_finished[i] & entry[RESULT-1-`WAVE_BITS];
            if (there & entry[4]) finished_writes_r = 1'b1;
            if (there & entry[8:5] == `M) finished_writes_m = 1'b1;
        end
    end
    wire retired_wrong = retired & (~is_finished[0] | retire_wave != y_wave
        | retire_writes_register != y_writes_register | y_writes_register & retire_destination != y_d
        | retire_mask_destination != y_mask_destination | retire_written[RETIRES] != y_written
`ifdef PART
            & (y_known | ~y_written)
`endif
        | y_writes_register & y_written & y_known & retire_result[32*RETIRES + `BIT] != y_word
        | y_mask_destination != 7 & y_written & y_known & retire_mask[RETIRES] != y_mask);

    // ---- What the host reads ----
    reg host_reads, host_known, host_bit, host_of_mask;
    always @(posedge clock) begin
        host_reads <= host_done & ~`host_write & ~reset;
        host_of_mask <= host_is_mask;
        host_known <= host_is_t & (host_place[0] & trk & ~being_written[0] | host_place[1] & tmk & ~being_written[1]
            | host_place[2] & tek & ~names_exec);
        host_bit <= host_place[0] & tr | host_place[1] & tm | host_place[2] & te;
    end
    wire host_wrong = ~reset & (host_read_valid != host_reads
        | host_reads & host_known & host_read_data[host_of_mask ? LANE_T : BIT_T] != host_bit);

    // ---- Progress, counted in slots: what is offered issues, what has issued retires ----
    reg [1:0] slot_cycle;
    reg [5:0] slots_offered, slots_underway;
    wire is_underway = is_issued[0] | is_finished[0];
    wire slot_begins = IS_ONE_BEAT | slot_cycle == 0;
    always @(posedge clock) begin
        slot_cycle <= reset ? 0 : slot_cycle + 1;
        if (reset | accepted | slot_begins & (~issue_valid | held)) slots_offered <= 0;
        else if (slot_begins) slots_offered <= slots_offered + 1;
        if (reset | retired | ~is_underway) slots_underway <= 0;
        else if (slot_begins) slots_underway <= slots_underway + 1;
    end
    wire stands_still = slots_offered == `ISSUES_WITHIN | slots_underway == `RETIRES_WITHIN;

    assign wrong = {`WRONGS{started & ~reset}} & {
`ifdef PART
        passes_wrong,
`endif
        stands_still, own_words_wrong, own_masks_wrong, own_exec_wrong, others_words_wrong, others_masks_wrong, others_exec_wrong,
        pair_wrong, retired_wrong, host_wrong, nothing_issued | issued_overflows | finished_overflows
    }
`ifdef PART
        | {`WRONGS{started & ~reset}} & {early_wrong, 4'd0}
`endif
    ;
    assign bad = |wrong;

    // ---- Each of these must be able to happen ----
    assign happens = {`HAPPENS{started & ~reset}} & {
`ifdef PART
        early & x_parts_need_c & x_a & x_b & x_c & trk & tr & vrk & vr,  // SHFL sees known words in a pass before its last
        checks & x_parts > 1 & x_d_is_r & t_writes & t_keeps & t_known & t_word & ~given_result[BIT_T], // … keeps a word
        checks & x_parts > 1 & given_written[LANE_T] & given_moves[LANE_T] & t_keeps & t_known & ~t_writes, // … keeps who is written
`endif
        host_reads & host_known & host_bit & ~host_of_mask,              // the host reads what is known
        checks & x_others_q & x_q & vmk & ve,                            // a vote sees a known q of U
        checks & x_others_masks & x_guard & vmk & vm,                    // … a known guard
        checks & x_others_b & x_b & vrk & vr,                            // ds_permute_b32 a known address
        checks & x_redux & x_a & trk & tr & (IS_ONE_BEAT | reduced),                     // REDUX of a known word
        checks & x_match & x_a & trk & vrk & tr & ~vr,                   // MATCH of two known words
        checks & x_others_words & ~x_match & x_a & vrk & vr,             // SHFL of a known word
        checks & x_is_exec & x_p & tmk & tm & ~te & tek,                 // EXEC from a mask
        checks & x_guard & x_p & tmk & tm,                               // guard and p
        checks & x_a & x_b & x_c & trk & tr,                             // a, b, c
        retired & y_written & y_known & y_word & y_writes_register & y_wave != `W, // another wave retires
        retired & y_written & y_known & y_mask & y_mask_destination != 7 // a mask retires
    };
endmodule

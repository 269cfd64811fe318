//! The warp shuffle (SHFL) and the lane moves of ISA.md section 10: for each lane of a beat, which
//! thread supplies the word, and the crossbar.
//!
//! ```text
//!  opcode, literals ─────►┌─────────┐──► word       lanes x 32 bits
//!  words, exec (part) ───►│  wave_  │──► in_range   lanes x 1 bit, SHFL's predicate
//!  b, c of the lanes ────►│ shuffle │──► write      lanes x 1 bit
//!  addresses (part) ─────►│ columns │
//!  beat, part, gathered ─►└─────────┘──► keeps      lanes x 1 bit
//! ```
//!
//! Every operation ends in the same question, "the word of which thread?", so all share one
//! crossbar: a column of it is a select of one word out of a part of the wave, an explicit binary
//! tree because that maps best on LUTs. SHFL's answer comes from `shuffle_select`, the arithmetic on a
//! thread's number in its warp of 32 threads (16 in a 16-thread wave), with the warp's own number
//! above it; the others' from [`lane_move`] and [`push_select`]. EXEC of the source is selected
//! next to the word.
//!
//! **A pass for each part.** The part is half the wave, or less where `shuffle_passes` makes the
//! crossbar smaller. An operation passes once for each part in which its source can be, the lowest
//! first: SHFL, ds_swizzle and the permutes for the parts of their warp or row, the others for all
//! of the wave. In a later pass a lane that finds its source in the part takes that, and any other
//! `keeps` the word of the pass before (`rtl::core::passes`); so of several senders
//! (ds_permute_b32) the highest wins.
//!
//! Where rows come one by one, the words of other beats are those that were gathered; an
//! instruction that stays inside its beat (`gathered` = 0) has gathered nothing, so its own row
//! takes the place of row 0, and the source its lane number in it.
//!
//! **DPP** (`dpp = "crossbar"`). Operand a of what neither shuffles nor moves lanes comes through the
//! crossbar too, in one pass: its source is in the thread's own row, or it is the one `neighbour` from
//! another row, which takes the place of the column's word.
//!
//! A column grows with the threads of the part, and so the whole with lanes x threads.

use super::lane_move::{MoveInputs, PushInputs, lane_move, push_select};
use super::shuffle_select::{self, ColumnInputs, Control, crossbar_column, shuffle_select};
use crate::isa::{LaneMove, ROW_THREADS};
use crate::rtl::codes::{is_choice, is_class};
use crate::rtl::issue::decode::is_one_of;
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs(plan: &Plan) {
        opcode: [if plan.moves_lanes { 8 } else { 2 }] "operation, or mode of SHFL";
        fetch_inactive: [plan.moves_lanes.into()] "FI of v_permlane16_b32 and v_permlanex16_b32";
        bound_control: [plan.moves_lanes.into()] "BC of v_permlane16_b32 and v_permlanex16_b32";
        beat: [beat_bits(plan)] "beat that executes";
        later: [(plan.most_parts_seen > 1).into()] "the instruction saw another part in the pass before";
        shown_part: [plan.part_seen.bits] "the part of the wave whose threads are shown";
        executing: [if_moved(plan, plan.part_threads)] "EXEC and guard of every thread of the part";
        addresses: [if_moved(plan, plan.part_threads * plan.thread.bits)]
            "thread that operand b of each thread of the part addresses";
        first: [if_moved(plan, plan.thread.bits)] "lowest executing thread of the wave";
        literal_low: [if_moved(plan, 32)] "literal of a lane move";
        literal_high: [if_moved(plan, 32)] "second literal of a lane move";
        own_addresses: [if_moved(plan, plan.lanes * plan.thread.bits)]
            "thread that operand b of each lane addresses";
        index: [plan.lanes * plan.warp_thread.bits]
            "operand b of each lane: the low bits that count";
        clamp: [plan.lanes * plan.warp_thread.bits]
            "operand c of each lane: the clamp";
        segment_mask: [plan.lanes * plan.warp_thread.bits]
            "operand c of each lane: the segment mask";
        is_dpp: [plan.dpp_through_crossbar.into()]
            "neither SHFL nor a lane move: operand a, as DPP moves it";
        dpp: Dpp { Dpp::ports(plan, plan.lanes, plan.rows_per_beat) };
        dpp_fetches_any: [plan.dpp_through_crossbar.into()] "FI of DPP, or there is no modifier";
        dpp_zeroes: [plan.dpp_through_crossbar.into()] "BC of DPP, or dpp8";
        gathered: [tells_gathered(plan).into()] "the words of other beats are there";
        exec: [if looks_at_exec(plan) { plan.part_threads } else { 0 }] "EXEC of every thread of the part";
        words: [plan.part_threads * 32] "operand a of every thread of the part";
    }

    /// Source of DPP for one lane, or for `lanes` of them in `rows` rows.
    pub struct Dpp(plan: &Plan, lanes: usize, rows: usize) {
        place: [if_dpp(plan, lanes * index_bits(ROW_THREADS))]
            "place in the row of the thread whose word DPP takes";
        exists: [if_dpp(plan, lanes)] "DPP: there is a thread whose word is taken";
        is_neighbour: [if_dpp(plan, lanes)] "DPP: that thread is in another row";
        neighbour: [if_dpp(plan, rows * 32)] "the one word that DPP may take from another row";
        neighbour_exec: [if_dpp(plan, rows)] "EXEC of the thread whose word that is";
    }

    /// Outputs of one lane, or of `lanes` of them.
    pub struct Outputs(plan: &Plan, lanes: usize) {
        word: [lanes * 32] "the word taken";
        takes: [if may_take_none(plan) { lanes } else { 0 }] "a word is taken, else 0";
        in_range: [lanes] "SHFL: whether the wanted thread exists in the segment";
        write: [if looks_at_exec(plan) { lanes } else { 0 }] "the thread may be written";
        keeps: [lanes * usize::from(plan.most_parts_seen > 1)] "the word is that of the pass before";
    }
}

/// Bits of what is there for lane moves only.
fn if_moved(plan: &Plan, bits: usize) -> usize {
    if plan.moves_lanes { bits } else { 0 }
}

/// Bits of what is there for DPP only.
fn if_dpp(plan: &Plan, bits: usize) -> usize {
    if plan.dpp_through_crossbar { bits } else { 0 }
}

/// Whether some operation looks at EXEC of the source.
fn looks_at_exec(plan: &Plan) -> bool {
    plan.moves_lanes || plan.dpp_through_crossbar
}

/// Whether a thread may have no source in the part that is shown.
pub fn may_take_none(plan: &Plan) -> bool {
    plan.shuffle && (looks_at_exec(plan) || plan.most_parts_seen > 1)
}

/// Bits of the beat that tell apart the threads in whose words a source can be.
fn beat_bits(plan: &Plan) -> usize {
    match plan.moves_lanes {
        true => plan.beat.bits,
        false => plan.part_thread.bits + plan.part_seen.bits - plan.lane.bits,
    }
}

/// Whether the words of the part may be those of one beat only.
fn tells_gathered(plan: &Plan) -> bool {
    plan.takes_gather_slot && plan.part_threads > plan.lanes
}

/// The lanes of one beat.
pub fn wave_shuffle(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "SHFL and the lane moves of the lanes of one beat.";
    let (inputs, outputs) = (Inputs::ports(plan), Outputs::ports(plan, plan.lanes));
    Block::new("lanebeat_wave_shuffle", purpose, inputs, outputs, |m, inputs| {
        all_lanes(m, plan, inputs)
    })
}

fn all_lanes<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let lane = LaneInputs {
        mode: inputs.opcode.slice(0, 2),
        beat: inputs.beat,
        later: inputs.later,
        shown_part: inputs.shown_part,
        index: inputs.index,
        clamp: inputs.clamp,
        segment_mask: inputs.segment_mask,
        gathered: inputs.gathered,
        words: inputs.words,
        ..LaneInputs::nothing(m)
    };
    let lane = if plan.moves_lanes { with_moves(m, plan, &inputs, lane) } else { lane };
    let lane = if plan.dpp_through_crossbar { with_dpp(m, plan, inputs, lane) } else { lane };
    wave_shuffle_lane(plan).instances(m, "lane", plan.lanes, lane)
}

/// Returns `lane` with what the lane moves look at.
fn with_moves<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: &Inputs<Signal<'m>>,
    lane: LaneInputs<Signal<'m>>,
) -> LaneInputs<Signal<'m>> {
    let opcode = inputs.opcode;
    let is = |kind: LaneMove| is_choice(opcode.slice(0, 4), Operation::LaneMove(kind));
    let permutes = is_one_of(m, plan, opcode, |operation| {
        matches!(operation, Operation::LaneMove(LaneMove::PermuteRow | LaneMove::PermuteOtherRow))
    })
    .named("permutes");
    let looks_at_exec =
        is(LaneMove::Pull) | is(LaneMove::Swizzle) | (permutes & !inputs.fetch_inactive);
    let senders = senders(m, plan, inputs.beat, inputs.executing, inputs.addresses);
    LaneInputs {
        kind: opcode.slice(0, 3),
        is_move: is_class(opcode.slice(4, 4), Operation::LaneMove(LaneMove::Read)).named("is_move"),
        ignores_exec: (!looks_at_exec)
            .named("ignores_exec")
            .because("Lane moves look at EXEC of the source; SHFL takes any word."),
        always_writes: (!permutes | inputs.bound_control).named("always_writes"),
        literal_low: inputs.literal_low,
        literal_high: inputs.literal_high,
        first: inputs.first,
        senders,
        address: inputs.own_addresses,
        exec: inputs.exec,
        ..lane
    }
}

/// Returns `lane` with what DPP looks at.
fn with_dpp<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: Inputs<Signal<'m>>,
    lane: LaneInputs<Signal<'m>>,
) -> LaneInputs<Signal<'m>> {
    let is_dpp = inputs.is_dpp;
    let flag = |of_dpp: Signal<'m>, of_moves: Signal<'m>| {
        is_dpp.mux(of_dpp, of_moves.present_or(m.constant(1, 1)))
    };
    let of_row = |row: Signal<'m>| row.repeat(plan.lanes_of_row);
    let of_lanes = |rows: Signal<'m>| {
        let rows = rows.elements(rows.width() / plan.rows_per_beat);
        m.concat(&rows.into_iter().map(of_row).collect::<Vec<_>>())
    };
    LaneInputs {
        is_dpp,
        ignores_exec: flag(inputs.dpp_fetches_any, lane.ignores_exec).named("takes_any"),
        always_writes: flag(inputs.dpp_zeroes, lane.always_writes).named("writes_any"),
        dpp: Dpp {
            neighbour: of_lanes(inputs.dpp.neighbour),
            neighbour_exec: of_lanes(inputs.dpp.neighbour_exec),
            ..inputs.dpp
        },
        exec: inputs.exec,
        ..lane
    }
}

ports! {
    pub struct LaneInputs(plan: &Plan) {
        mode: [2] "0 IDX, 1 UP, 2 DOWN, 3 BFLY";
        kind: [if_moved(plan, 3)] "lane move: lower digit of the opcode less 8";
        beat: [beat_bits(plan)] "beat that executes";
        is_move: [plan.moves_lanes.into()] "a lane move, else SHFL";
        is_dpp: [plan.dpp_through_crossbar.into()] "neither of them: operand a, as DPP moves it";
        ignores_exec: [looks_at_exec(plan).into()] "an inactive source supplies its word";
        always_writes: [looks_at_exec(plan).into()] "a thread without a source executes with 0";
        literal_low: [if_moved(plan, 32)] "thread, swizzle or selectors of places 0 to 7";
        literal_high: [if_moved(plan, 32)] "selectors of places 8 to 15";
        later: [(plan.most_parts_seen > 1).into()] "the instruction saw another part in the pass before";
        shown_part: [plan.part_seen.bits] "the part of the wave whose words are there";
        first: [if_moved(plan, plan.thread.bits)] "lowest executing thread";
        senders: [if_moved(plan, plan.part_threads)]
            "threads of the part that execute and address the lane's thread";
        address: [if_moved(plan, plan.thread.bits)] "thread that operand b addresses";
        index: [plan.warp_thread.bits] "operand b";
        clamp: [plan.warp_thread.bits] "operand c, low bits";
        segment_mask: [plan.warp_thread.bits] "operand c, from bit 8";
        dpp: Dpp { Dpp::ports(plan, 1, 1) };
        gathered: [tells_gathered(plan).into()] "the words of other beats are there";
        exec: [if looks_at_exec(plan) { plan.part_threads } else { 0 }] "EXEC of every thread of the part";
        words: [plan.part_threads * 32] "operand a of every thread of the part";
    }
}

/// Builds one lane: its sources and its column.
fn wave_shuffle_lane(plan: &Plan) -> Block<LaneInputs, Outputs> {
    let purpose = "One lane of the shuffle: source selects and 32-bit crossbar column.";
    let (inputs, outputs) = (LaneInputs::ports(plan), Outputs::ports(plan, 1));
    Block::new("lanebeat_wave_shuffle_lane", purpose, inputs, outputs, |m, inputs| {
        let LaneInputs { beat, gathered, .. } = inputs;
        let lane = m.instance_index(plan.lane.bits);
        let thread = m.concat(&[lane, beat]).named("thread");
        let (shuffled, in_range) = shuffle_source(m, plan, &inputs, thread);
        let (source, is_taken) = match looks_at_exec(plan) {
            true => source_or(m, plan, &inputs, thread, shuffled),
            false => (shuffled, m.constant(1, 1)),
        };
        let in_part = source.slice(0, plan.part_thread.bits);
        let part_of_source = source.slice(in_part.width(), inputs.shown_part.width());
        let takes = match may_take_none(plan) {
            true => (part_of_source.equals(inputs.shown_part) & is_taken)
                .named("fetches")
                .because("The source lies in the part that is shown, and may be taken."),
            false => m.nothing(),
        };
        let in_row = in_part.slice(0, in_part.width().min(lane.width()));
        let beats = in_part.width() - in_row.width();
        let beat_of_source = in_part.slice(in_row.width(), beats);
        let beat_of_source = match gathered.width() {
            0 => beat_of_source,
            _ => (beat_of_source & gathered.repeat(beats))
                .named("beat_of_source")
                .because("A word that was not gathered lies in the place of beat 0."),
        };
        let taken = m.concat(&[in_row, beat_of_source]);
        let column = ColumnInputs { words: inputs.words, source: taken };
        let column = crossbar_column(plan.part_threads).instance(m, "column", column);
        let word = match plan.dpp_through_crossbar {
            true => takes_neighbour(&inputs).mux(inputs.dpp.neighbour, column.word),
            false => column.word,
        };
        let keeps = inputs.later & !takes.slice(0, inputs.later.width());
        let write = inputs.always_writes | takes.slice(0, inputs.always_writes.width());
        Outputs { word, takes, in_range, write, keeps }
    })
}

/// SHFL's source as a thread of the wave, and whether it is in range.
fn shuffle_source<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: &LaneInputs<Signal<'m>>,
    thread: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let &LaneInputs { mode, index, clamp, segment_mask, .. } = inputs;
    let bits = plan.warp_thread.bits;
    let select =
        shuffle_select::Inputs { mode, thread: thread.slice(0, bits), index, clamp, segment_mask };
    let select = shuffle_select(plan).instance(m, "shuffle_select", select);
    let above = thread.slice(bits, plan.part_thread.bits + plan.part_seen.bits - bits);
    (m.concat(&[select.source, above]), select.in_range)
}

/// Whether DPP takes the word of another row.
fn takes_neighbour<'m>(inputs: &LaneInputs<Signal<'m>>) -> Signal<'m> {
    inputs.is_dpp & inputs.dpp.is_neighbour
}

/// The source of a lane move, of DPP, or of SHFL, which is `shuffled`; and whether its word is taken.
fn source_or<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: &LaneInputs<Signal<'m>>,
    thread: Signal<'m>,
    shuffled: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let (mut source, mut exists, mut is_other) = (shuffled, m.constant(1, 1), inputs.is_move);
    if plan.moves_lanes {
        let moved = move_source(m, plan, inputs, thread);
        (source, exists) = (inputs.is_move.mux(moved.0, source), moved.1);
    }
    if plan.dpp_through_crossbar {
        let &LaneInputs { is_dpp, dpp: Dpp { place, exists: dpp_exists, .. }, .. } = inputs;
        let row = thread.slice(place.width(), source.width() - place.width());
        source = is_dpp.mux(m.concat(&[place, row]), source);
        exists = is_dpp.mux(dpp_exists, exists);
        is_other = is_dpp | is_other.present_or(is_dpp);
    }
    let source = source.named("source");
    let mut active = inputs.exec.element(source.slice(0, plan.part_thread.bits));
    if plan.dpp_through_crossbar {
        active = takes_neighbour(inputs).mux(inputs.dpp.neighbour_exec, active);
    }
    let active = inputs.ignores_exec | active;
    (source, !is_other | (exists & active).named("may_move"))
}

/// A lane move's source, and whether there is one.
fn move_source<'m>(
    m: &'m Builder,
    plan: &Plan,
    inputs: &LaneInputs<Signal<'m>>,
    thread: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let &LaneInputs { kind, literal_low, literal_high, first, address, senders, .. } = inputs;
    let push = push_select(plan).instance(m, "push", PushInputs { senders });
    let (sender, sent) = (m.concat(&[push.sender, inputs.shown_part]), push.sent);
    let moved =
        MoveInputs { kind, thread, literal_low, literal_high, first, address, sender, sent };
    let moved = lane_move(plan).instance(m, "move", moved);
    (moved.source, moved.exists)
}

/// For ds_permute_b32: for each lane, side by side, the threads that execute and address its thread
/// of this beat. Bit by bit of the address, so that one operation compares all threads at once.
fn senders<'m>(
    m: &'m Builder,
    plan: &Plan,
    beat: Signal<'m>,
    executing: Signal<'m>,
    addresses: Signal<'m>,
) -> Signal<'m> {
    let each = addresses.elements(plan.thread.bits);
    let plane = |bit: usize| {
        let bits: Vec<Signal> = each.iter().map(|address| address.bit(bit)).collect();
        m.concat(&bits).named(&format!("addresses_bit{bit}"))
    };
    let lane_bits = plan.lane.bits;
    let planes: Vec<Signal> = (0..plan.thread.bits).map(plane).collect();
    let of_beat = (0..beat.width()).map(|bit| (beat.bit(bit), planes[lane_bits + bit]));
    let senders = of_beat
        .map(|(beat, plane)| !(plane ^ beat.repeat(executing.width())))
        .fold(executing, |senders, matching| senders & matching)
        .named("senders_to_beat")
        .because("ds_permute: the last thread that addresses this one sends.");
    let to_lane = |lane: usize| {
        let planes = planes[..lane_bits].iter().enumerate();
        let addressing = planes.fold(senders, |senders, (bit, &plane)| {
            senders & if lane >> bit & 1 == 1 { plane } else { !plane }
        });
        addressing.named(&format!("senders_to_lane{lane}"))
    };
    m.concat(&(0..plan.lanes).map(to_lane).collect::<Vec<_>>())
}

/// SHFL's control fields of all lanes, side by side.
pub fn control_of_lanes<'m>(
    m: &'m Builder,
    plan: &Plan,
    indices: impl Iterator<Item = Signal<'m>>,
    c: Signal<'m>,
) -> Control<Signal<'m>> {
    let lanes: Vec<Control<Signal>> =
        indices.zip(c.elements(32)).map(|(index, c)| Control::of(plan, index, c)).collect();
    let side_by_side = |part: fn(&Control<Signal<'m>>) -> Signal<'m>| {
        m.concat(&lanes.iter().map(part).collect::<Vec<_>>())
    };
    Control {
        index: side_by_side(|lane| lane.index),
        clamp: side_by_side(|lane| lane.clamp),
        segment_mask: side_by_side(|lane| lane.segment_mask),
    }
}

//! The DPP network: replaces operand a of each thread of a row by the word of another thread
//! (ISA.md section 6).
//!
//! ```text
//!  control, masks ─►┌─────────┐
//!  words, exec ────►│   dpp   │──► word    16 x 32 bits
//!  neighbour ──────►│ 16 dpp_ │──► write   16 x 1 bit
//!  row facts ──────►│  lanes  │
//!                   └─────────┘
//! ```
//!
//! Every control stays inside a row of 16 threads but six, and those need only one word from
//! elsewhere: the last thread of the row before (wave_shr, wave_ror, row_bcast:15), the first of
//! the row after (wave_shl, wave_rol), or thread 31 (row_bcast:31). `dpp8` gives the lane its
//! position directly; control and masks then act as where there is no modifier, for its selectors
//! lie over them, and a source that is not fetched gives 0, as with BC = 1.
//!
//! **Why no 16:1 select a lane.** Rotations, exchanges, mirrors and broadcasts take threads at one
//! place of two quads from one place of two quads: which place is a function of the own place, not
//! of the quad. So a word takes two steps of 4:1. A `dpp_place`, one for each place of an eight
//! (`dpp8` knows no more), takes from every quad the word at the place asked for, and serves the
//! lanes of both eights; a `dpp_lane` picks the quad. That is 3 LUT6 a bit in place of 5, and one
//! more for the neighbour's word and for zero. EXEC of the source takes the same way as a 33rd bit.
//!
//! **Without a network** (`dpp = "crossbar"`) the same controls give each lane the place of its
//! source, [`dpp_sources`], and SHFL's crossbar has the word (`rtl::cross_lane::wave_shuffle`).

use crate::isa::{DppControl, EIGHT_THREADS, ROW_THREADS};
use crate::rtl::codes::{is_control, is_control_group};
use crate::rtl::gates::{any_of, carries};
use crate::rtl::prelude::*;

/// Threads of a quad, and quads of a row.
const QUAD_THREADS: usize = 4;
const QUADS: usize = ROW_THREADS / QUAD_THREADS;

/// A thread's word and its EXEC.
const THREAD_BITS: usize = 33;

/// The control that changes nothing; used when an instruction has no modifier.
const IDENTITY: DppControl = DppControl::QuadPermute([0, 1, 2, 3]);

/// Word of another row that the 9-bit control asks for: whether the first thread's of the next row,
/// and whether thread 31's; neither means the last thread's of the row before.
pub fn neighbour_choice(control: Signal<'_>) -> [Signal<'_>; 2] {
    let is = |wanted: DppControl| is_control(control, wanted);
    let next = is(DppControl::WaveShiftLeft) | is(DppControl::WaveRotateLeft);
    [next, is(DppControl::RowBroadcast31)]
}

/// Whether a control may take its word from another row at all.
pub fn looks_into_other_rows(control: Signal<'_>) -> Signal<'_> {
    let crossing = [
        DppControl::WaveShiftLeft,
        DppControl::WaveRotateLeft,
        DppControl::WaveShiftRight,
        DppControl::WaveRotateRight,
        DppControl::RowBroadcast15,
        DppControl::RowBroadcast31,
    ];
    any_of(control.builder(), crossing.map(|wanted| is_control(control, wanted)))
}

ports! {
    pub struct Inputs(plan: &Plan) {
        beat_of_row: [plan.beat_of_row.bits] "beat of the row that executes";
        enable: [1] "the instruction has a DPP modifier";
        eight: [1] "the modifier is dpp8";
        eight_positions: [3 * EIGHT_THREADS]
            "selectors of dpp8; they stand where control and masks do";
        control: [9] "dpp_ctrl";
        fetch_inactive: [in_network(plan, 1)] "FI: inactive threads supply their word";
        bound_control: [in_network(plan, 1)] "BC: a thread without a source executes with 0";
        bank_mask: [4] "banks that may be written";
        row_mask: [plan.row_mask_bits] "rows that may be written";
        this_row: [plan.row_mask_bits] "one-hot: this row's bit of row_mask";
        row_is_first: [1] "row 0 of the wave";
        row_is_second: [1] "row 1 of the wave";
        row_is_last: [1] "last row of the wave";
        words: [in_network(plan, ROW_THREADS * 32)] "operand a of the row";
        exec: [in_network(plan, ROW_THREADS)] "EXEC of the row";
        neighbour: [in_network(plan, 32)] "the one word from another row";
        neighbour_exec: [in_network(plan, 1)] "EXEC of the thread whose word comes from another row";
    }

    /// Outputs of one lane, or of `lanes` of them.
    pub struct Outputs(lanes: usize) {
        word: [lanes * 32] "operand a after the network, 0 where none is fetched";
        write: [lanes] "the modifier lets the thread be written";
    }
}

/// Bits of what only the network sees.
fn in_network(plan: &Plan, bits: usize) -> usize {
    if plan.dpp_through_crossbar { 0 } else { bits }
}

/// The network of one row: all its 16 threads, or with fewer lanes the threads of one beat of it.
pub fn dpp(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "DPP of the threads of one row that execute in a beat.";
    let (inputs, outputs) = (Inputs::ports(plan), Outputs::ports(plan.lanes_of_row));
    Block::new("lanebeat_dpp", purpose, inputs, outputs, |m, inputs| all_lanes(m, plan, inputs))
}

fn all_lanes<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { beat_of_row, enable, eight, eight_positions, .. } = inputs;
    let way = Way::of(m, &inputs);
    let threads = inputs
        .words
        .elements(32)
        .into_iter()
        .zip(inputs.exec.elements(1))
        .flat_map(|(word, active)| [word, active]);
    let threads = m.concat(&threads.collect::<Vec<_>>()).named("threads");
    let lanes = plan.lanes_of_row;
    let places = lanes.min(EIGHT_THREADS);
    let [low, high] = [0, 2].map(|low| way.flips.slice(low, 2));
    let place = PlaceInputs {
        beat_of_row: beat_of_row.slice(0, place_beat_bits(plan)),
        rotation: way.rotation.slice(0, 2),
        shares: way.shares,
        flips: low,
        permutes_quad: way.permutes_quad(),
        quad_positions: way.acting.slice(0, 8),
        permutes_eight: way.permutes_eight,
        eight_positions,
        threads,
    };
    let place = dpp_place(plan).instances(m, "place", places, place);
    let of_lanes = place
        .map(|name, of_places| of_places.repeat(lanes / places).named(&format!("{name}_of_lanes")));
    let lane = LaneInputs {
        beat_of_row,
        rotation: way.rotation,
        shares: way.shares,
        flips: high,
        quads: of_lanes.quads,
        upper_quad: of_lanes.upper_quad,
        permutes_eight: way.permutes_eight,
        no_source: way.no_source,
        takes_neighbour: way.takes_neighbour,
        fetch_inactive: (inputs.fetch_inactive | !enable).named("fetch_any"),
        bound_control: (inputs.bound_control | eight).named("zeroes"),
        neighbour: inputs.neighbour,
        neighbour_exec: inputs.neighbour_exec,
        banks_written: way.banks_written.named("banks_written"),
    };
    dpp_lane(plan).instances(m, "lane", lanes, lane)
}

/// The part of a source that is alike for all lanes of a row. Where a modifier permutes neither
/// eights nor quads the source is the place of the lane's number, or 0 where `shares`, with `flips`
/// inverted, plus `rotation` modulo 16.
struct Way<'m> {
    permutes_eight: Signal<'m>,
    /// The control; without a modifier one that changes nothing.
    acting: Signal<'m>,
    /// Banks that the masks let be written.
    banks_written: Signal<'m>,
    rotation: Signal<'m>,
    shares: Signal<'m>,
    flips: Signal<'m>,
    /// Lanes without a source: bit 0 those whose sum is below 16, bit 1 the others.
    no_source: Signal<'m>,
    /// Lanes that take the neighbour's word, likewise.
    takes_neighbour: Signal<'m>,
}

impl<'m> Way<'m> {
    fn of(m: &'m Builder, inputs: &Inputs<Signal<'m>>) -> Self {
        let &Inputs { enable, eight, row_is_first, row_is_second, row_is_last, .. } = inputs;
        let permutes_eight = (enable & eight).named("permutes_eight");
        let has_masks = (enable & !eight).named("has_control_and_masks");
        let control = has_masks
            .mux(inputs.control, m.constant(9, IDENTITY.encode().into()))
            .named("acting_control")
            .because("Without a modifier, quad_perm:[0,1,2,3], which changes nothing.");
        let row_written = !has_masks | (inputs.row_mask & inputs.this_row).any();
        let row_written = row_written.named("row_written");
        let banks_written = (inputs.bank_mask | (!has_masks).repeat(4)) & row_written.repeat(4);
        let is = |wanted: DppControl| is_control(control, wanted);
        let group = control.slice(4, 5);
        let is_group = |wanted: DppControl| is_control_group(group, wanted);
        let n = control.slice(0, 4);
        let shift_left = (is_group(DppControl::RowShiftLeft(0)) & n.any()).named("row_shift_left");
        let shift_right =
            (is_group(DppControl::RowShiftRight(0)) & n.any()).named("row_shift_right");
        let rotate = is_group(DppControl::RowRotateRight(0));
        let wave_left =
            (is(DppControl::WaveShiftLeft) | is(DppControl::WaveRotateLeft)).named("wave_left");
        let wave_right =
            (is(DppControl::WaveShiftRight) | is(DppControl::WaveRotateRight)).named("wave_right");
        let distance = (wave_left | wave_right).mux(m.constant(4, 1), n).named("distance");
        let reads_above = (shift_left | wave_left)
            .named("reads_above")
            .because("A rotation down by d is one up by 16 - d.");
        let rotates = (reads_above | shift_right | rotate | wave_right).named("rotates");
        let upward = reads_above.mux(distance, m.constant(4, 0) - distance);
        let shares = is_group(DppControl::RowShare(0)).named("shares");
        let exchanges = is_group(DppControl::RowXorMask(0));
        let mirror = is(DppControl::RowMirror).named("mirrors");
        let half_mirror = mirror | is(DppControl::RowHalfMirror);
        let mirrored = m.concat(&[half_mirror.repeat(3), mirror]).named("mirror_flips");
        let exchanged = (n & (exchanges | shares).repeat(4)).named("own_flips");
        let broadcast15 = is(DppControl::RowBroadcast15).named("row_broadcast15");
        let broadcast31 = is(DppControl::RowBroadcast31).named("row_broadcast31");
        let edge_left = is(DppControl::WaveShiftLeft) & row_is_last;
        let edge_right = is(DppControl::WaveShiftRight) & row_is_first;
        let edge_all = ((broadcast15 & row_is_first)
            | (broadcast31 & (row_is_first | row_is_second)))
            .named("lacks_broadcast");
        let broadcasts = (broadcast15 | broadcast31).named("broadcasts");
        Self {
            permutes_eight,
            acting: control,
            banks_written,
            rotation: (upward & rotates.repeat(4)).named("rotation"),
            shares,
            flips: (exchanged | mirrored).named("flips"),
            no_source: m
                .concat(&[
                    (shift_right | edge_right | edge_all).named("none_below"),
                    (shift_left | edge_left | edge_all).named("none_above"),
                ])
                .named("no_source")
                .because("Lanes differ only in whether their sum carries: two bits serve all."),
            takes_neighbour: m
                .concat(&[wave_right | broadcasts, wave_left | broadcasts])
                .named("takes_neighbour"),
        }
    }

    fn permutes_quad(&self) -> Signal<'m> {
        (!self.acting.bit(8)).named("permutes_quad")
    }
}

/// Bits of the lane's number as the control changes them before the rotation.
fn unrotated<'m>(own: Signal<'m>, shares: Signal<'m>, flips: Signal<'m>) -> Signal<'m> {
    ((own & !shares.repeat(own.width())) ^ flips)
        .named("unrotated")
        .because("The source is the own number, some bits inverted, plus a rotation.")
}

/// Bits of the beat that a place of an eight must know.
fn place_beat_bits(plan: &Plan) -> usize {
    index_bits(EIGHT_THREADS) - index_bits(plan.lanes.min(EIGHT_THREADS))
}

ports! {
    pub struct PlaceInputs(plan: &Plan) {
        beat_of_row: [place_beat_bits(plan)] "beat of the row that executes";
        rotation: [2] "what is added after the flips, modulo 4";
        shares: [1] "the own number does not count";
        flips: [2] "bits of the own number that are inverted";
        permutes_quad: [1] "quad_perm";
        quad_positions: [8] "selectors of quad_perm";
        permutes_eight: [1] "dpp8";
        eight_positions: [3 * EIGHT_THREADS] "selectors of dpp8";
        threads: [ROW_THREADS * THREAD_BITS] "EXEC and operand a of the row";
    }

    pub struct PlaceOutputs() {
        quads: [QUADS * THREAD_BITS] "EXEC and word of one thread of each quad";
        upper_quad: [1] "dpp8: the upper quad of the eight";
    }
}

/// Builds one place of the eights: it selects a word of each quad, at the place that it reads.
fn dpp_place(plan: &Plan) -> Block<PlaceInputs, PlaceOutputs> {
    let purpose = "One place of eight threads in the DPP network: a word of each quad.";
    Block::of("lanebeat_dpp_place", purpose, plan, |m, inputs| {
        let PlaceInputs { beat_of_row, rotation, shares, flips, .. } = inputs;
        let own = m
            .concat(&[m.instance_index(index_bits(plan.lanes.min(EIGHT_THREADS))), beat_of_row])
            .named("own_place");
        let place = own.slice(0, 2);
        let in_row = unrotated(place, shares, flips) + rotation;
        let in_quad = inputs.quad_positions.element(place);
        let in_eight = inputs.eight_positions.element(own).named("in_eight");
        let in_row_or_quad = inputs.permutes_quad.mux(in_quad, in_row);
        let taken = inputs.permutes_eight.mux(in_eight.slice(0, 2), in_row_or_quad).named("taken");
        let quads = inputs.threads.elements(QUAD_THREADS * THREAD_BITS);
        let quads: Vec<Signal> = quads.iter().map(|quad| quad.element(taken)).collect();
        PlaceOutputs { quads: m.concat(&quads), upper_quad: in_eight.bit(2) }
    })
}

ports! {
    pub struct LaneInputs(plan: &Plan) {
        beat_of_row: [plan.beat_of_row.bits] "beat of the row that executes";
        rotation: [4] "what is added after the flips, modulo 16";
        shares: [1] "the own number does not count";
        flips: [2] "upper bits of the own number that are inverted";
        quads: [QUADS * THREAD_BITS] "EXEC and word of one thread of each quad";
        upper_quad: [1] "dpp8: the upper quad of the eight";
        permutes_eight: [1] "dpp8";
        no_source: [2] "there is none where the sum is below 16 (bit 0), is not (bit 1)";
        takes_neighbour: [2]
            "the neighbour is taken where the sum is below 16 (bit 0), is not (bit 1)";
        fetch_inactive: [1] "inactive threads supply their word";
        bound_control: [1] "a thread without a source executes with 0";
        neighbour: [32] "the one word from another row";
        neighbour_exec: [1] "EXEC of the thread whose word comes from another row";
        banks_written: [4] "banks that the masks let be written";
    }
}

/// Builds one lane: select of the quad, whether there is a source at all, and the word.
fn dpp_lane(plan: &Plan) -> Block<LaneInputs, Outputs> {
    let purpose = "One lane of the DPP network: select of the quad, and the word.";
    let (inputs, outputs) = (LaneInputs::ports(plan), Outputs::ports(1));
    Block::new("lanebeat_dpp_lane", purpose, inputs, outputs, |m, inputs| {
        let LaneInputs { beat_of_row, rotation, shares, flips, .. } = inputs;
        let own = m.concat(&[m.instance_index(plan.lane_of_row.bits), beat_of_row]);
        let quad = own.slice(2, 2);
        let carries = carries(own, rotation);
        let in_row =
            unrotated(quad, shares, flips) ^ rotation.slice(2, 2) ^ m.concat(&carries[1..3]);
        let in_eight = m.concat(&[inputs.upper_quad, quad.bit(1)]);
        let taken = inputs.permutes_eight.mux(in_eight, in_row).named("taken");
        let quad_inputs = QuadInputs { quads: inputs.quads, taken };
        let source = dpp_quad().instance(m, "quad", quad_inputs).thread;

        let lacks_source = inputs.no_source.element(carries[3]).named("lacks_source");
        let is_neighbour = inputs.takes_neighbour.element(carries[3]).named("is_neighbour");
        let active = is_neighbour.mux(inputs.neighbour_exec, source.bit(32));
        let fetched = (!lacks_source & (active | inputs.fetch_inactive)).named("fetched");
        let word = is_neighbour.mux(inputs.neighbour, source.slice(0, 32));
        let may_be_written = inputs.banks_written.element(quad);
        Outputs {
            word: word & fetched.repeat(32),
            write: may_be_written & (fetched | inputs.bound_control),
        }
    })
}

ports! {
    struct QuadInputs() {
        quads: [QUADS * THREAD_BITS] "EXEC and word of one thread of each quad";
        taken: [index_bits(QUADS)] "number of the quad";
    }

    struct QuadOutputs() {
        thread: [THREAD_BITS] "EXEC and word of the thread of that quad";
    }
}

/// Builds the select of a quad. Where modules are mapped one by one, it takes its bound; together with
/// what follows, which waits for EXEC of the thread, the mapper trades area for depth.
fn dpp_quad() -> Block<QuadInputs, QuadOutputs> {
    let purpose = "One lane of the DPP network: a thread out of four quads.";
    Block::of("lanebeat_dpp_quad", purpose, (), |_, inputs: QuadInputs<Signal>| QuadOutputs {
        thread: inputs.quads.element(inputs.taken),
    })
}

ports! {
    pub struct SourceInputs(plan: &Plan) {
        beat_of_row: [plan.beat_of_row.bits] "beat of the row that executes";
        rotation: [4] "what is added after the flips, modulo 16";
        shares: [1] "the own number does not count";
        flips: [4] "bits of the own number that are inverted";
        permutes_quad: [1] "quad_perm";
        quad_positions: [8] "selectors of quad_perm";
        permutes_eight: [1] "dpp8";
        eight_positions: [3 * EIGHT_THREADS] "selectors of dpp8";
        no_source: [2] "there is none where the sum is below 16 (bit 0), is not (bit 1)";
        takes_neighbour: [2]
            "the neighbour is taken where the sum is below 16 (bit 0), is not (bit 1)";
        banks_written: [4] "banks that the masks let be written";
    }

    /// Outputs of one lane, or of `lanes` of them.
    pub struct SourceOutputs(lanes: usize) {
        place: [lanes * index_bits(ROW_THREADS)] "place in the row of the thread whose word is taken";
        exists: [lanes] "there is a thread whose word is taken";
        is_neighbour: [lanes] "that thread is in another row";
        may_be_written: [lanes] "the masks let the thread be written";
    }
}

/// Sources of the threads of one row that execute in a beat, where SHFL's crossbar takes the words.
pub fn dpp_sources(plan: &Plan) -> Block<Inputs, SourceOutputs> {
    let purpose = "Sources of DPP for the threads of one row that execute in a beat.";
    let (inputs, outputs) = (Inputs::ports(plan), SourceOutputs::ports(plan.lanes_of_row));
    Block::new("lanebeat_dpp_sources", purpose, inputs, outputs, |m, inputs| {
        let way = Way::of(m, &inputs);
        let lane = SourceInputs {
            beat_of_row: inputs.beat_of_row,
            rotation: way.rotation,
            shares: way.shares,
            flips: way.flips,
            permutes_quad: way.permutes_quad(),
            quad_positions: way.acting.slice(0, 8),
            permutes_eight: way.permutes_eight,
            eight_positions: inputs.eight_positions,
            no_source: way.no_source,
            takes_neighbour: way.takes_neighbour,
            banks_written: way.banks_written.named("banks_written"),
        };
        dpp_source(plan).instances(m, "lane", plan.lanes_of_row, lane)
    })
}

/// Builds the source of one lane.
fn dpp_source(plan: &Plan) -> Block<SourceInputs, SourceOutputs> {
    let purpose = "Source of DPP for the thread of one lane.";
    let (inputs, outputs) = (SourceInputs::ports(plan), SourceOutputs::ports(1));
    Block::new("lanebeat_dpp_source", purpose, inputs, outputs, |m, inputs| {
        let SourceInputs { beat_of_row, rotation, shares, flips, .. } = inputs;
        let own = m.concat(&[m.instance_index(plan.lane_of_row.bits), beat_of_row]);
        let carries = carries(own, rotation);
        let in_row = unrotated(own, shares, flips) + rotation;
        let in_quad = inputs.quad_positions.element(own.slice(0, 2));
        let in_quad = m.concat(&[in_quad, own.slice(2, 2)]);
        let in_eight = inputs.eight_positions.element(own.slice(0, 3)).named("in_eight");
        let in_eight = m.concat(&[in_eight, own.bit(3)]);
        let in_row_or_quad = inputs.permutes_quad.mux(in_quad, in_row);
        SourceOutputs {
            place: inputs.permutes_eight.mux(in_eight, in_row_or_quad),
            exists: !inputs.no_source.element(carries[3]),
            is_neighbour: inputs.takes_neighbour.element(carries[3]),
            may_be_written: inputs.banks_written.element(own.slice(2, 2)),
        }
    })
}

//! The DPP network: replaces operand a of each thread of a row by the word of another thread (ISA.md section 6).
//!
//! ```text
//!  control, masks ─►┌─────────┐
//!  words, exec ────►│ dpp_row │──► word    16 x 32 bits
//!  neighbour ──────►│ 16 dpp_ │──► write   16 x 1 bit
//!  row facts ──────►│  lanes  │
//!                   └─────────┘
//! ```
//!
//! Every control stays inside a row of 16 threads but six, and those need only one word from elsewhere: the last thread of
//! the row before (wave_shr, wave_ror, row_bcast:15), the first of the row after (wave_shl, wave_rol), or thread 31
//! (row_bcast:31). `dpp8` gives the lane its position directly; control and masks then act as where there is no modifier, for
//! its selectors lie over them, and a source that is not fetched gives 0, as with BC = 1.
//!
//! **Why no 16:1 select a lane.** Rotations, exchanges, mirrors and broadcasts take threads at one place of two quads from one
//! place of two quads: which place is a function of the own place, not of the quad. So a word takes two steps of 4:1. A
//! `dpp_place`, one for each place of an eight (`dpp8` knows no more), takes from every quad the word at the place asked for, and
//! serves the lanes of both eights; a `dpp_lane` picks the quad. That is 3 LUT6 a bit in place of 5, and one more for the
//! neighbour's word and for zero. EXEC of the source takes the same way as a 33rd bit. docs/qor.md has the figures.

use std::sync::Arc;

use super::decode::row_mask_bits;
use super::gates::carries;
use super::timing::{beats_per_row, index_bits, optional_input};
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{DppControl, EIGHT_THREADS, ROW_THREADS};

/// Threads of a quad, and quads of a row.
const QUAD_THREADS: usize = 4;
const QUADS: usize = ROW_THREADS / QUAD_THREADS;

/// A thread's word and its EXEC.
const THREAD_BITS: usize = 33;

/// The control that changes nothing; used when an instruction has no modifier.
const IDENTITY: DppControl = DppControl::QuadPermute([0, 1, 2, 3]);

/// Which of the neighbour's words a row asks for.
pub struct NeighbourChoice<'m> {
    /// The first thread of the next row.
    pub next: Signal<'m>,
    /// Thread 31.
    pub thread31: Signal<'m>,
}

impl<'m> NeighbourChoice<'m> {
    /// From the 9-bit control; neither means the last thread of the row before.
    pub fn of(control: Signal<'m>) -> Self {
        let is = |wanted: DppControl| control.is(wanted.encode().into());
        Self { next: is(DppControl::WaveShiftLeft) | is(DppControl::WaveRotateLeft), thread31: is(DppControl::RowBroadcast31) }
    }

    /// Whether a control may take its word from another row at all.
    pub fn looks_into_other_rows(control: Signal<'m>) -> Signal<'m> {
        let crossing = [
            DppControl::WaveShiftLeft,
            DppControl::WaveRotateLeft,
            DppControl::WaveShiftRight,
            DppControl::WaveRotateRight,
            DppControl::RowBroadcast15,
            DppControl::RowBroadcast31,
        ];
        let each = crossing.map(|wanted| control.is(wanted.encode().into()));
        each.into_iter().reduce(|any, one| any | one).expect("six controls")
    }
}

/// The network of one row: all its 16 threads, or with fewer lanes the threads of one beat of it.
pub fn dpp_row(config: &Config) -> Arc<Module> {
    let row_mask_bits = row_mask_bits(config);
    let builder = ModuleBuilder::new("lanebeat_dpp_row", "DPP of the threads of one row that execute in a beat.");
    let m = &builder;
    let beat_of_row = optional_input(m, "beat_of_row", index_bits(beats_per_row(config)), "beat of the row that executes");
    let enable = m.input("enable", 1, "the instruction has a DPP modifier");
    let eight = m.input("eight", 1, "the modifier is dpp8");
    let eight_positions = m.input("eight_positions", 3 * EIGHT_THREADS, "its selectors; they stand where control and masks do");
    let control = m.input("control", 9, "dpp_ctrl");
    let fetch_inactive = m.input("fetch_inactive", 1, "FI: inactive threads supply their word");
    let bound_control = m.input("bound_control", 1, "BC: a thread without a source executes with 0");
    let bank_mask = m.input("bank_mask", 4, "banks that may be written");
    let row_mask = m.input("row_mask", row_mask_bits, "rows that may be written");
    let this_row = m.input("this_row", row_mask_bits, "one-hot: this row's bit of row_mask");
    let row_is_first = m.input("row_is_first", 1, "row 0 of the wave");
    let row_is_second = m.input("row_is_second", 1, "row 1 of the wave");
    let row_is_last = m.input("row_is_last", 1, "last row of the wave");
    let words = m.input("words", ROW_THREADS * 32, "operand a of the row");
    let exec = m.input("exec", ROW_THREADS, "EXEC of the row");
    let neighbour = m.input("neighbour", 32, "the one word from another row");
    let neighbour_exec = m.input("neighbour_exec", 1, "its thread's EXEC");

    let permutes_eight = (enable & eight).named("permutes_eight");
    let has_masks = (enable & !eight).named("has_control_and_masks");
    let acting = has_masks.mux(control, m.constant(9, IDENTITY.encode().into())).named("acting_control");
    let row_written = (!has_masks | (row_mask & this_row).any()).named("row_written");
    let banks = (bank_mask | (!has_masks).repeat(4)) & row_written.repeat(4);
    let way = Way::of(m, acting, [row_is_first, row_is_second, row_is_last]);

    let threads = words.elements(32).into_iter().zip(exec.elements(1)).flat_map(|(word, active)| [word, active]);
    let threads = m.concat(&threads.collect::<Vec<_>>()).named("threads");
    let lanes = config.lanes.min(ROW_THREADS);
    let places = lanes.min(EIGHT_THREADS);
    let [low, high] = [0, 2].map(|low| way.flips.slice(low, 2));
    let place_beat_bits = index_bits(EIGHT_THREADS) - index_bits(places);
    let place_beat = beat_of_row.filter(|_| place_beat_bits > 0).map(|beat| beat.slice(0, place_beat_bits));
    let place = m.instances("place", places, &dpp_place(config)).maybe("beat_of_row", place_beat);
    let place = place.broadcast("rotation", way.rotation.slice(0, 2)).broadcast("shares", way.shares).broadcast("flips", low);
    let place = place.broadcast("permutes_quad", (!acting.bit(8)).named("permutes_quad"));
    let place = place.broadcast("quad_positions", acting.slice(0, 8)).broadcast("permutes_eight", permutes_eight);
    let place = place.broadcast("eight_positions", eight_positions).broadcast("threads", threads).build();

    let lane = m.instances("lane", lanes, &dpp_lane(config)).maybe("beat_of_row", beat_of_row);
    let lane = lane.broadcast("rotation", way.rotation).broadcast("shares", way.shares).broadcast("flips", high);
    let of_place = |name: &str| place.output(name).repeat(lanes / places).named(&format!("{name}_of_lanes"));
    let lane = lane.spread("quads", of_place("quads")).spread("upper_quad", of_place("upper_quad"));
    let lane = lane.broadcast("permutes_eight", permutes_eight);
    let lane = lane.broadcast("no_source", way.no_source).broadcast("takes_neighbour", way.takes_neighbour);
    let lane = lane.broadcast("fetch_inactive", (fetch_inactive | !enable).named("fetch_any"));
    let lane = lane.broadcast("bound_control", (bound_control | eight).named("zeroes"));
    let lane = lane.broadcast("neighbour", neighbour).broadcast("neighbour_exec", neighbour_exec);
    let lane = lane.broadcast("banks_written", banks.named("banks_written")).build();
    m.output("word", lane.output("word"), "operand a after the network");
    m.output("write", lane.output("write"), "threads that the modifier lets be written");
    builder.finish()
}

/// What a control asks of the lanes, the same for all of a row. The position is the lane's number, or 0 where `shares`, with
/// `flips` inverted, plus `rotation` modulo 16.
struct Way<'m> {
    rotation: Signal<'m>,
    shares: Signal<'m>,
    flips: Signal<'m>,
    /// Lanes without a source: bit 0 those whose sum is below 16, bit 1 the others.
    no_source: Signal<'m>,
    /// Lanes that take the neighbour's word, likewise.
    takes_neighbour: Signal<'m>,
}

impl<'m> Way<'m> {
    fn of(m: &'m ModuleBuilder, control: Signal<'m>, [row_is_first, row_is_second, row_is_last]: [Signal<'m>; 3]) -> Self {
        let is = |wanted: DppControl| control.is(wanted.encode().into());
        let group = control.slice(4, 5);
        let is_group = |wanted: DppControl| group.is((wanted.encode() >> 4).into());
        let n = control.slice(0, 4);
        let shift_left = (is_group(DppControl::RowShiftLeft(0)) & n.any()).named("row_shift_left");
        let shift_right = (is_group(DppControl::RowShiftRight(0)) & n.any()).named("row_shift_right");
        let rotate = is_group(DppControl::RowRotateRight(0));
        let wave_left = (is(DppControl::WaveShiftLeft) | is(DppControl::WaveRotateLeft)).named("wave_left");
        let wave_right = (is(DppControl::WaveShiftRight) | is(DppControl::WaveRotateRight)).named("wave_right");
        let distance = (wave_left | wave_right).mux(m.constant(4, 1), n).named("distance");
        let reads_above = (shift_left | wave_left).named("reads_above");
        let rotates = reads_above | shift_right | rotate | wave_right;
        // A step of d down is one of 16 - d up.
        let upward = reads_above.mux(distance, m.constant(4, 0) - distance);
        let shares = is_group(DppControl::RowShare(0)).named("shares");
        let exchanges = is_group(DppControl::RowXorMask(0));
        let mirror = is(DppControl::RowMirror).named("mirrors");
        let half_mirror = mirror | is(DppControl::RowHalfMirror);
        let mirrored = m.concat(&[half_mirror.repeat(3), mirror]);
        let broadcast15 = is(DppControl::RowBroadcast15).named("row_broadcast15");
        let broadcast31 = is(DppControl::RowBroadcast31).named("row_broadcast31");
        let edge_left = is(DppControl::WaveShiftLeft) & row_is_last;
        let edge_right = is(DppControl::WaveShiftRight) & row_is_first;
        let edge_all = ((broadcast15 & row_is_first) | (broadcast31 & (row_is_first | row_is_second))).named("lacks_broadcast");
        let broadcasts = (broadcast15 | broadcast31).named("broadcasts");
        Self {
            rotation: (upward & rotates.repeat(4)).named("rotation"),
            shares,
            flips: ((n & (exchanges | shares).repeat(4)) | mirrored).named("flips"),
            no_source: m.concat(&[shift_right | edge_right | edge_all, shift_left | edge_left | edge_all]).named("no_source"),
            takes_neighbour: m.concat(&[wave_right | broadcasts, wave_left | broadcasts]).named("takes_neighbour"),
        }
    }
}

/// Two bits of the lane's number as the control changes them before the rotation.
fn unrotated<'m>(m: &'m ModuleBuilder, own: Signal<'m>) -> Signal<'m> {
    let shares = m.input("shares", 1, "the own number does not count");
    let flips = m.input("flips", 2, "bits of it that are inverted");
    ((own & !shares.repeat(2)) ^ flips).named("unrotated")
}

/// The number in the row, or in its eight, of a copy of `copies`.
fn own_number<'m>(m: &'m ModuleBuilder, copies: usize, threads: usize) -> Signal<'m> {
    let index = m.instance_index(index_bits(copies));
    let beat = optional_input(m, "beat_of_row", index_bits(threads) - index_bits(copies), "beat of the row that executes");
    beat.map_or(index, |beat| m.concat(&[index, beat]))
}

/// One place of the eights: of each quad the word at the place of its quad where this one looks.
fn dpp_place(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_dpp_place", "One place of eight threads in the DPP network: a word of each quad.");
    let m = &builder;
    let own = own_number(m, config.lanes.min(EIGHT_THREADS), EIGHT_THREADS);
    let place = own.slice(0, 2);
    let in_row = unrotated(m, place) + m.input("rotation", 2, "what is then added, modulo 4");
    let permutes_quad = m.input("permutes_quad", 1, "quad_perm");
    let in_quad = m.input("quad_positions", 8, "its selectors").element(place);
    let permutes_eight = m.input("permutes_eight", 1, "dpp8");
    let in_eight = m.input("eight_positions", 3 * EIGHT_THREADS, "its selectors").element(own).named("in_eight");
    let threads = m.input("threads", ROW_THREADS * THREAD_BITS, "EXEC and operand a of the row");

    let taken = permutes_eight.mux(in_eight.slice(0, 2), permutes_quad.mux(in_quad, in_row)).named("taken");
    let quads: Vec<Signal> = threads.elements(QUAD_THREADS * THREAD_BITS).iter().map(|quad| quad.element(taken)).collect();
    m.output("quads", m.concat(&quads), "EXEC and word of one thread of each quad");
    m.output("upper_quad", in_eight.bit(2), "dpp8: the upper quad of the eight");
    builder.finish()
}

/// One lane: which quad, whether there is a source at all, and the word.
fn dpp_lane(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_dpp_lane", "One lane of the DPP network: select of the quad, and the word.");
    let m = &builder;
    let own = own_number(m, config.lanes.min(ROW_THREADS), ROW_THREADS);
    let quad = own.slice(2, 2);
    let rotation = m.input("rotation", 4, "what is then added, modulo 16");
    let carries = carries(own, rotation);
    let in_row = unrotated(m, quad) ^ rotation.slice(2, 2) ^ m.concat(&carries[1..3]);
    let permutes_eight = m.input("permutes_eight", 1, "dpp8");
    let in_eight = m.concat(&[m.input("upper_quad", 1, "dpp8: the upper quad of the eight"), quad.bit(1)]);
    let taken = permutes_eight.mux(in_eight, in_row).named("taken");
    let source = m.input("quads", QUADS * THREAD_BITS, "EXEC and word of one thread of each quad").element(taken).named("source");

    let of_sum = |name: &str, about: &str| m.input(name, 2, about).element(carries[3]);
    let lacks_source =
        of_sum("no_source", "there is none where the sum is below 16 (bit 0), is not (bit 1)").named("lacks_source");
    let is_neighbour = of_sum("takes_neighbour", "it is the neighbour, likewise").named("is_neighbour");
    let neighbour = m.input("neighbour", 32, "the one word from another row");
    let neighbour_exec = m.input("neighbour_exec", 1, "its thread's EXEC");
    let active = is_neighbour.mux(neighbour_exec, source.bit(32));
    let fetch_inactive = m.input("fetch_inactive", 1, "inactive threads supply their word");
    let fetched = (!lacks_source & (active | fetch_inactive)).named("fetched");
    let word = is_neighbour.mux(neighbour, source.slice(0, 32));
    m.output("word", word & fetched.repeat(32), "the word, 0 where none is fetched");
    let may_be_written = m.input("banks_written", 4, "banks that the masks let be written").element(quad);
    let bound_control = m.input("bound_control", 1, "a thread without a source executes with 0");
    m.output("write", may_be_written & (fetched | bound_control), "the thread may be written");
    builder.finish()
}

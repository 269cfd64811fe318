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
//! (row_bcast:31). So a row is a 16:1 select per lane plus one 2:1 with that neighbour's word. Where in the row a lane
//! looks is a function of its own number, known when the hardware is built, and of nine control bits. `dpp8` gives the
//! lane its position directly; control and masks then act as where there is no modifier, for its selectors lie over them.
//! A row took 5,312 logic cells without it and takes 5,109 with it (yosys 0.23 `synth_xilinx -family xc7 -nowidelut -flatten`): less
//! than the mapper's own noise.

use std::sync::Arc;

use super::decode::row_mask_bits;
use super::timing::{beats_per_row, index_bits, optional_input};
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{DppControl, EIGHT_THREADS, ROW_THREADS};

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
    let lane = m.instances("lane", config.lanes.min(ROW_THREADS), &dpp_lane(config)).maybe("beat_of_row", beat_of_row);
    let lane = lane.broadcast("control", acting).broadcast("bound_control", (bound_control & !eight).named("zeroes"));
    let lane = lane.broadcast("permutes_eight", permutes_eight).broadcast("eight_positions", eight_positions);
    let lane = lane.broadcast("fetch_inactive", (fetch_inactive | !enable).named("fetch_any"));
    let lane = lane.broadcast("row_is_first", row_is_first).broadcast("row_is_second", row_is_second);
    let lane = lane.broadcast("row_is_last", row_is_last).broadcast("words", words).broadcast("exec", exec);
    let lane = lane.broadcast("neighbour", neighbour).broadcast("neighbour_exec", neighbour_exec);
    let lane = lane.broadcast("banks_written", banks.named("banks_written")).build();
    m.output("word", lane.output("word"), "operand a after the network");
    m.output("write", lane.output("write"), "threads that the modifier lets be written");
    builder.finish()
}

/// Where in the row a lane looks, and whether that exists.
struct Source<'m> {
    /// Position in the row, 4 bits.
    position: Signal<'m>,
    /// The word is the neighbour's instead.
    is_neighbour: Signal<'m>,
    /// There is such a thread.
    exists: Signal<'m>,
}

fn dpp_lane(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_dpp_lane", "One lane of the DPP network: source select and word.");
    let m = &builder;
    let control = m.input("control", 9, "dpp_ctrl");
    let permutes_eight = m.input("permutes_eight", 1, "dpp8");
    let eight_positions = m.input("eight_positions", 3 * EIGHT_THREADS, "its selectors");
    let fetch_inactive = m.input("fetch_inactive", 1, "inactive threads supply their word");
    let bound_control = m.input("bound_control", 1, "a thread without a source executes with 0");
    let banks_written = m.input("banks_written", 4, "banks that the masks let be written");
    let row = [("row_is_first", "row 0"), ("row_is_second", "row 1"), ("row_is_last", "the last row")];
    let row = row.map(|(name, which)| m.input(name, 1, &format!("this is {which} of the wave")));
    let words = m.input("words", ROW_THREADS * 32, "operand a of the row");
    let exec = m.input("exec", ROW_THREADS, "EXEC of the row");
    let neighbour = m.input("neighbour", 32, "the one word from another row");
    let neighbour_exec = m.input("neighbour_exec", 1, "its thread's EXEC");

    let index = m.instance_index(index_bits(config.lanes.min(ROW_THREADS)));
    let beat_of_row = optional_input(m, "beat_of_row", index_bits(beats_per_row(config)), "beat of the row that executes");
    let lane = beat_of_row.map_or(index, |beat| m.concat(&[index, beat]));
    let source = source(m, control, lane, row);
    let in_eight = m.concat(&[eight_positions.element(lane.slice(0, 3)), lane.bit(3)]);
    let position = permutes_eight.mux(in_eight, source.position).named("position");
    let is_neighbour = source.is_neighbour.named("is_neighbour");
    let word = is_neighbour.mux(neighbour, words.element(position));
    let active = is_neighbour.mux(neighbour_exec, exec.element(position));
    let fetched = (source.exists & (active | fetch_inactive)).named("fetched");
    m.output("word", word & fetched.repeat(32), "the word, 0 where none is fetched");
    m.output("write", banks_written.element(lane.slice(2, 2)) & (fetched | bound_control), "the thread may be written");
    builder.finish()
}

fn source<'m>(m: &'m ModuleBuilder, control: Signal<'m>, lane: Signal<'m>, row: [Signal<'m>; 3]) -> Source<'m> {
    let [row_is_first, row_is_second, row_is_last] = row;
    let is = |wanted: DppControl| control.is(wanted.encode().into());
    let group = control.slice(4, 5);
    let is_group = |wanted: DppControl| group.is((wanted.encode() >> 4).into());
    let n = control.slice(0, 4);
    let some = n.any();

    let quad = m.concat(&[control.slice(0, 8).element(lane.slice(0, 2)), lane.slice(2, 2)]);
    let shift_left = (is_group(DppControl::RowShiftLeft(0)) & some).named("row_shift_left");
    let shift_right = (is_group(DppControl::RowShiftRight(0)) & some).named("row_shift_right");
    let rotate = is_group(DppControl::RowRotateRight(0)) & some;
    let wave_left = (is(DppControl::WaveShiftLeft) | is(DppControl::WaveRotateLeft)).named("wave_left");
    let wave_right = (is(DppControl::WaveShiftRight) | is(DppControl::WaveRotateRight)).named("wave_right");
    let broadcast15 = is(DppControl::RowBroadcast15).named("row_broadcast15");
    let broadcast31 = is(DppControl::RowBroadcast31).named("row_broadcast31");

    let one = m.constant(4, 1);
    let left_distance = wave_left.mux(one, n);
    let right_distance = wave_right.mux(one, n);
    let to_left = (shift_left | wave_left).named("reads_above");
    let above = (lane.zero_extend(5) + left_distance.zero_extend(5)).named("above");
    let below = (lane.zero_extend(5) - right_distance.zero_extend(5)).named("below");
    let moved = to_left.mux(above.slice(0, 4), below.slice(0, 4));

    let share = is_group(DppControl::RowShare(0)).mux(n, lane);
    let xor_mask = is_group(DppControl::RowXorMask(0)).mux(lane ^ n, share);
    let half_mirror = m.concat(&[!lane.slice(0, 3), lane.bit(3)]);
    let mirrored = is(DppControl::RowMirror).mux(!lane, is(DppControl::RowHalfMirror).mux(half_mirror, xor_mask));
    let moves = to_left | shift_right | rotate | wave_right;
    let is_quad = !control.bit(8);
    let position = is_quad.mux(quad, moves.mux(moved, mirrored));

    let crosses_above = (wave_left & above.bit(4)).named("crosses_above");
    let crosses_below = (wave_right & below.bit(4)).named("crosses_below");
    let outside_row = (shift_left & above.bit(4)) | (shift_right & below.bit(4));
    let outside_wave = (is(DppControl::WaveShiftLeft) & crosses_above & row_is_last)
        | (is(DppControl::WaveShiftRight) & crosses_below & row_is_first)
        | (broadcast15 & row_is_first)
        | (broadcast31 & (row_is_first | row_is_second));
    Source {
        position,
        is_neighbour: crosses_above | crosses_below | broadcast15 | broadcast31,
        exists: !(outside_row | outside_wave),
    }
}

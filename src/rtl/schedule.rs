//! Signals that say where in its slot or wave something is, and registers in a row.

use crate::hdl::{Arrival, Delays, Pipeline, Record};
use crate::rtl::prelude::*;

/// Whether `counter` stands at `number`; a counter of no bits always stands at 0.
pub fn counts<'m>(m: &'m Builder, counter: Signal<'m>, number: usize) -> Signal<'m> {
    if number >> counter.width() == 0 { counter.is(number as u128) } else { m.constant(1, 0) }
}

/// `counter` less `number`, modulo its range.
pub fn counted_back<'m>(m: &'m Builder, counter: Signal<'m>, number: usize) -> Signal<'m> {
    match number % (1 << counter.width()) {
        0 => counter,
        number => counter - m.constant(counter.width(), number as u128),
    }
}

record! {
    /// A counter that must stay in its range.
    pub struct CountProbe {
        /// It goes above its last value, or below 0, at this clock edge.
        leaves_range;
    }
}

/// Exports whether the counter `count` of `range` leaves it: one more where `up`, one less where
/// `down`.
pub fn stays_in_range<'m>(count: Signal<'m>, range: Range, [up, down]: [Signal<'m>; 2]) {
    let (above, below) = (count.is(range.last.into()) & up & !down, count.is(0) & down & !up);
    count.builder().probe::<CountProbe>(CountProbe { leaves_range: above | below });
}

/// The beat that a counter of cycles in the slot stands for.
pub fn beat_of<'m>(plan: &Plan, counter: Signal<'m>) -> Signal<'m> {
    counter.slice(0, plan.beat.bits)
}

/// Whether a counter of cycles in the slot stands at one of the beats.
pub fn is_beat<'m>(plan: &Plan, counter: Signal<'m>) -> Signal<'m> {
    let bits = plan.beat.bits;
    counter.slice(bits, counter.width() - bits).is(0)
}

/// Selects the elements of the beat from one element per row of 16 threads: all rows of the beat
/// side by side, or the row that it is part of.
pub fn row_of_beat<'m>(plan: &Plan, rows: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    group_of_beat(plan.beats_per_row, rows, beat)
}

/// Selects the elements of the beat from one element per warp: all warps of the beat side by side,
/// or the warp that it is part of.
pub fn warp_of_beat<'m>(plan: &Plan, warps: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    group_of_beat(plan.beats_per_warp, warps, beat)
}

/// Selects the element of the beat's warp from one element per warp of the beat's half of the wave,
/// where a warp takes several beats.
pub fn warp_of_half<'m>(plan: &Plan, warps: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    let count = plan.half_threads / plan.warp_threads;
    warps.element(beat.slice(plan.beat_of_warp.bits, index_bits(count)))
}

/// The beat's number less the bits that tell the beats of one group of threads apart picks the
/// group.
fn group_of_beat<'m>(beats_per_group: usize, groups: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    let part = index_bits(beats_per_group).min(beat.width());
    groups.element(beat.slice(part, beat.width() - part))
}

/// `signal` through `stages` registers named `{name}_{stage}`.
pub fn delayed<'m>(m: &'m Builder, name: &str, signal: Signal<'m>, stages: usize) -> Signal<'m> {
    (1..=stages).fold(signal, |signal, stage| m.delayed(&format!("{name}_stage{stage}"), signal))
}

/// Modules of the lanes that also stand where results are: REDUX combines beats there.
const BEHIND_THE_PIPELINE: &[&str] = &["lanebeat_redux_pair", "lanebeat_redux_kept"];

/// Puts the pipeline registers of `plan` into `block`, which has no state; `arrival` gives the time
/// at which each input comes.
pub fn pipelined<I: Record, O: Record>(
    plan: &Plan,
    block: Block<I, O>,
    arrival: &dyn Fn(&str) -> Arrival,
) -> Block<I, O> {
    match plan.stages {
        0 => block,
        stages => {
            let ecp5 = Pipeline::new(stages, Delays::ecp5());
            block.pipelined(&Pipeline { arrival, reserved: BEHIND_THE_PIPELINE, ..ecp5 })
        }
    }
}

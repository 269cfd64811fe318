//! Numbers that every block derives from the configuration in the same way.

use crate::config::Config;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::ROW_THREADS;

/// Bits that tell `count` things apart; 0 for one.
pub fn index_bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

/// Slots that the pipeline registers between operands and result add before the write.
pub fn finishing_slots(config: &Config) -> usize {
    config.alu_stages.div_ceil(config.slot_cycles())
}

/// Rows of 16 threads that execute in one beat.
pub fn rows_per_beat(config: &Config) -> usize {
    config.lanes / ROW_THREADS
}

/// Entries of a wave's mask file in the hardware: P0..P6, s0..s3 and unused numbers between.
pub const MASK_FILE_ENTRIES: usize = 16;

/// An input of no bits is left out.
pub fn optional_input<'m>(m: &'m ModuleBuilder, name: &str, width: usize, purpose: &str) -> Option<Signal<'m>> {
    (width > 0).then(|| m.input(name, width, purpose))
}

/// The beat that executes in this phase; `None` when a wave has only one.
pub fn beat_of_phase<'m>(config: &Config, phase: Signal<'m>) -> Option<Signal<'m>> {
    (config.beats > 1).then(|| phase.slice(0, index_bits(config.beats)))
}

/// Element `index` of `elements`, of which there is only one when there is no index.
pub fn element<'m>(elements: Signal<'m>, index: Option<Signal<'m>>) -> Signal<'m> {
    index.map_or(elements, |index| elements.element(index))
}

/// `signal` through `stages` registers named `{name}_{stage}`.
pub fn delayed<'m>(m: &'m ModuleBuilder, name: &str, signal: Signal<'m>, stages: usize) -> Signal<'m> {
    (1..=stages).fold(signal, |signal, stage| m.delayed(&format!("{name}_stage{stage}"), signal))
}

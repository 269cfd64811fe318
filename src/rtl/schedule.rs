//! Numbers that every block derives from the configuration in the same way.

use crate::config::{Config, RegisterFile};
use crate::hdl::{Arrival, Block, Delays, ModuleBuilder, Pipeline, Record, Signal};
use crate::isa::ROW_THREADS;

/// Bits that tell `count` things apart; 0 for one.
pub fn index_bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

/// How an organisation's register file moves data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movement {
    /// Whole waves: read at once, written at once.
    WholeWaves,
    /// Rows through one port for each beat, which takes turns.
    SkewedRows,
    /// Rows through read ports and a write port of their own.
    PortedRows,
    /// Rows through the ports of banks, each of which serves one register in a slot.
    BankedRows,
    /// Whole waves of one beat through the read ports of two banks, in a window of three cycles.
    AllocatedRows,
}

impl Movement {
    pub fn of(config: &Config) -> Self {
        match config.register_file {
            RegisterFile::Wide => Self::WholeWaves,
            RegisterFile::Skewed => Self::SkewedRows,
            RegisterFile::MultiPort | RegisterFile::Replicated => Self::PortedRows,
            RegisterFile::Banked => Self::BankedRows,
            RegisterFile::TwoBank => Self::AllocatedRows,
        }
    }
}

/// Cycles in which the operands of an instruction are read in a `two_bank` machine.
pub const WINDOW: usize = 3;

/// Cycles from issue to beat 0, at least.
pub fn cycles_to_execute(config: &Config) -> usize {
    match Movement::of(config) {
        Movement::WholeWaves | Movement::SkewedRows => config.slot_cycles(),
        Movement::PortedRows | Movement::BankedRows => 2,
        // In control and in allocate a cycle each, then the window.
        Movement::AllocatedRows => 2 + WINDOW + 1,
    }
}

/// The phase at whose end the executing stage takes the next instruction.
pub fn phase_before_execution(config: &Config) -> usize {
    (cycles_to_execute(config) - 1) % config.slot_cycles()
}

/// Cycles from the execution of a beat to the cycle in which the file takes its result: the stages
/// and what the port's turn adds. A whole-wave file collects rows at the end of that cycle,
/// the others write them in it.
pub fn cycles_to_result(config: &Config) -> usize {
    let slot = config.slot_cycles();
    match Movement::of(config) {
        Movement::WholeWaves => config.stages.next_multiple_of(slot),
        Movement::SkewedRows => (1 + config.stages).next_multiple_of(slot),
        Movement::PortedRows | Movement::AllocatedRows => 1 + config.stages,
        // A row is written in the phase in which the banks also read that beat's.
        Movement::BankedRows => (2 + config.stages).next_multiple_of(slot) - 1,
    }
}

/// Whether the sequencer says in which slot a result is written: where whole waves are, and where
/// banks are taken for it.
pub fn writes_in_slots(config: &Config) -> bool {
    matches!(Movement::of(config), Movement::WholeWaves | Movement::BankedRows)
}

/// Slots from an instruction to the first that may read its result.
pub fn dependent_distance(config: &Config) -> usize {
    let slot = config.slot_cycles();
    match Movement::of(config) {
        Movement::WholeWaves => 2 + cycles_to_result(config) / slot,
        Movement::SkewedRows => 1 + cycles_to_result(config) / slot,
        Movement::PortedRows | Movement::BankedRows => (1 + cycles_to_result(config)) / slot + 1,
        // Both stand in control and in allocate; one reads in the first cycle of its window what
        // the other writes behind its own.
        Movement::AllocatedRows => WINDOW + 1 + cycles_to_result(config),
    }
}

/// Whether an instruction waits while one on its way writes the register or mask entry that it
/// writes too. Results of all organisations come in the order of issue: instructions execute one
/// after the other, in that order, the last pass alone has results, and from there to the file each
/// takes as long as any other, the slots that banks keep free for it included. So of two results the
/// later is that of the later instruction, thread by thread, whatever guards and EXEC leave out; and
/// a reader waits for both, as its operands are compared with every destination on its way.
/// docs/why/proofs.md says of which machines it is proved that nothing else needs the comparison;
/// `two_bank`, of which little is, keeps it.
pub fn waits_to_overwrite(config: &Config) -> bool {
    Movement::of(config) == Movement::AllocatedRows
}

/// Slots that pass between two instructions that leave, at most, rounded up: three reads of one
/// bank, a slot to gather in, and ten results that had been issued before and take that bank first.
const SLOTS_TO_LEAVE: usize = 16;

/// Slots that MATCH takes at most.
pub const MATCH_SLOTS: usize = 8;

/// Bits in which the slots that an instruction waits for others to leave can be counted; 0 where it
/// never matters, because one that reads no register does not wait.
pub fn waiting_bits(config: &Config) -> usize {
    match Movement::of(config) {
        // Behind a MATCH.
        Movement::AllocatedRows => index_bits(MATCH_SLOTS),
        _ if config.collectors > 1 => index_bits(config.collectors * SLOTS_TO_LEAVE),
        _ => 0,
    }
}

/// Rows of 16 threads that one beat holds; with fewer than 16 lanes one that takes several beats
/// counts as one.
pub fn rows_per_beat(config: &Config) -> usize {
    config.lanes.div_ceil(ROW_THREADS)
}

/// Beats that a row of 16 threads takes.
pub fn beats_per_row(config: &Config) -> usize {
    ROW_THREADS.div_ceil(config.lanes)
}

/// Beats that a warp takes.
pub fn beats_per_warp(config: &Config) -> usize {
    config.warp_threads().div_ceil(config.lanes)
}

/// Lanes of one beat that belong to one warp.
pub fn lanes_of_warp(config: &Config) -> usize {
    config.lanes.min(config.warp_threads())
}

/// Threads of the part of a wave whose words the crossbar of SHFL and the lane moves reaches at
/// once: half of them, but whole warps and whole beats.
pub fn half_threads(config: &Config) -> usize {
    (config.threads() / 2).max(config.warp_threads()).max(config.lanes)
}

/// Such parts: 2, or 1 where the crossbar reaches the whole wave.
pub fn halves(config: &Config) -> usize {
    config.threads() / half_threads(config)
}

/// The half that a beat is part of; of no bits where there is one.
pub fn half_of_beat<'m>(config: &Config, beat: Signal<'m>) -> Signal<'m> {
    let bits = halves(config) - 1;
    beat.slice(beat.width() - bits, bits)
}

/// Whether the lanes are told what to do with a beat a cycle before its operands come: where they
/// have pipeline registers, which can use it.
pub fn tells_ahead(config: &Config) -> bool {
    config.stages > 0
}

/// Whether the votes see one beat of a warp after the other: q of a whole warp must be there at once,
/// and REDUX combines beats.
pub fn votes_span_beats(config: &Config) -> bool {
    config.vote && beats_per_warp(config) > 1
}

/// Whether the guard of more than a beat must be there at once: for the votes that of a warp, for
/// the lane moves that look for executing threads that of the wave.
pub fn gathers_masks(config: &Config) -> bool {
    votes_span_beats(config) || config.shuffle && config.beats > 1
}

/// How much of operand a must be there at once, besides the beat's own row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gather {
    /// Nothing: no operation looks into another beat.
    Nothing,
    /// `a_edges`: the first and the last word of every row of 16 threads, for DPP alone.
    RowEdges,
    /// `a_wave`: every word.
    Everything,
}

impl Gather {
    /// What the cross-lane units of `config` need.
    pub fn of(config: &Config) -> Self {
        let warp_crosses = config.vote && beats_per_warp(config) > 1;
        let row_crosses = config.dpp && beats_per_row(config) > 1;
        match config.beats {
            1 => Self::Nothing,
            _ if config.shuffle || warp_crosses || row_crosses => Self::Everything,
            _ if config.dpp => Self::RowEdges,
            _ => Self::Nothing,
        }
    }

    /// Whether an instruction that looks into other beats needs a slot of its own to collect them.
    pub fn takes_a_slot(config: &Config) -> bool {
        Self::of(config) != Self::Nothing && Movement::of(config) != Movement::WholeWaves
    }
}

/// Entries of a wave's mask file in the hardware: P0..P6, s0..s3 and unused numbers between.
pub const MASK_FILE_ENTRIES: usize = 16;

/// Whether `counter` stands at `number`; a counter of no bits always stands at 0.
pub fn counts<'m>(m: &'m ModuleBuilder, counter: Signal<'m>, number: usize) -> Signal<'m> {
    if number >> counter.width() == 0 { counter.is(number as u128) } else { m.constant(1, 0) }
}

/// `counter` less `number`, modulo its range.
pub fn counted_back<'m>(m: &'m ModuleBuilder, counter: Signal<'m>, number: usize) -> Signal<'m> {
    match number % (1 << counter.width()) {
        0 => counter,
        number => counter - m.constant(counter.width(), number as u128),
    }
}

/// The beat that a counter of cycles in the slot stands for.
pub fn beat_of<'m>(config: &Config, counter: Signal<'m>) -> Signal<'m> {
    counter.slice(0, index_bits(config.beats))
}

/// Whether a counter of cycles in the slot stands at one of the beats.
pub fn is_beat<'m>(config: &Config, counter: Signal<'m>) -> Signal<'m> {
    let bits = index_bits(config.beats);
    counter.slice(bits, counter.width() - bits).is(0)
}

/// Of one element per row of 16 threads, those of the beat: all rows of a beat side by side, or the
/// one that it is part of.
pub fn row_of_beat<'m>(config: &Config, rows: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    group_of_beat(beats_per_row(config), rows, beat)
}

/// Of one element per warp, those of the beat: all warps of a beat side by side, or the one that it
/// is part of.
pub fn warp_of_beat<'m>(config: &Config, warps: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    group_of_beat(beats_per_warp(config), warps, beat)
}

/// Of one element per warp of the half of the wave that the beat is part of, that of the beat's
/// warp, where a warp takes several beats.
pub fn warp_of_half<'m>(config: &Config, warps: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    let count = half_threads(config) / config.warp_threads();
    warps.element(beat.slice(index_bits(beats_per_warp(config)), index_bits(count)))
}

/// The beat's number less the bits that tell the beats of one group of threads apart picks the
/// group.
fn group_of_beat<'m>(beats_per_group: usize, groups: Signal<'m>, beat: Signal<'m>) -> Signal<'m> {
    let part = index_bits(beats_per_group).min(beat.width());
    groups.element(beat.slice(part, beat.width() - part))
}

/// `signal` through `stages` registers named `{name}_{stage}`.
pub fn delayed<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    signal: Signal<'m>,
    stages: usize,
) -> Signal<'m> {
    (1..=stages).fold(signal, |signal, stage| m.delayed(&format!("{name}_stage{stage}"), signal))
}

/// Modules of the lanes that also stand where results are: REDUX combines beats there.
const BEHIND_THE_PIPELINE: &[&str] = &["lanebeat_redux_pair", "lanebeat_redux_kept"];

/// What has no state, with the pipeline registers of `config` in it; `arrival` says when its inputs
/// come.
pub fn pipelined<I: Record, O: Record>(
    config: &Config,
    block: Block<I, O>,
    arrival: &dyn Fn(&str) -> Arrival,
) -> Block<I, O> {
    match config.stages {
        0 => block,
        stages => {
            let ecp5 = Pipeline::new(stages, Delays::ecp5());
            block.pipelined(&Pipeline { arrival, reserved: BEHIND_THE_PIPELINE, ..ecp5 })
        }
    }
}

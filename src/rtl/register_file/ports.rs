//! What every organisation is connected to: the reads of the slot, the write, the host.

use super::FileShape;
use crate::config::Config;
use crate::hdl::{ModuleBuilder, Signal};
use crate::rtl::schedule::{index_bits, optional_input};

/// The three reads of the instruction in the reading stage; each is set only while that stage holds one.
pub struct Reads<'m> {
    pub wave: Option<Signal<'m>>,
    /// Entry numbers of a, b, c.
    pub entries: [Signal<'m>; 3],
    /// Whether a, b, c are read.
    pub wanted: [Signal<'m>; 3],
}

impl<'m> Reads<'m> {
    pub fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape) -> Self {
        Self::of_stage(m, config, shape, "reading", "reads")
    }

    /// Those of an instruction behind the one in the reading stage, whose operands are collected meanwhile.
    pub fn behind(m: &'m ModuleBuilder, config: &Config, shape: FileShape, stage: &str) -> Self {
        Self::of_stage(m, config, shape, stage, &format!("{stage}_reads"))
    }

    fn of_stage(m: &'m ModuleBuilder, config: &Config, shape: FileShape, stage: &str, reads: &str) -> Self {
        let wave = optional_input(m, &format!("{stage}_wave"), index_bits(config.waves), "its wave");
        let entry = |operand: &str| m.input(&format!("{stage}_{operand}"), shape.entry_bits, "entry number of an operand");
        let wanted = |operand: &str| m.input(&format!("{reads}_{operand}"), 1, "whether the operand is read in this slot");
        Self { wave, entries: ["a", "b", "c"].map(entry), wanted: ["a", "b", "c"].map(wanted) }
    }
}

/// Where results go.
pub struct Writes<'m> {
    pub valid: Signal<'m>,
    pub wave: Option<Signal<'m>>,
    pub entry: Signal<'m>,
    /// Which lanes (or threads, in a file of whole waves) are written.
    pub written: Signal<'m>,
    /// Results of a beat.
    pub row: Signal<'m>,
}

impl<'m> Writes<'m> {
    /// `columns` is how many words are written at once.
    pub fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape, columns: usize) -> Self {
        Self {
            valid: m.input("writing_valid", 1, "a result is written when its turn comes"),
            wave: optional_input(m, "writing_wave", index_bits(config.waves), "its wave"),
            entry: m.input("writing_entry", shape.entry_bits, "its entry number"),
            written: m.input("written", columns, "which words of it are written"),
            row: m.input("result_row", config.lanes * shape.word_bits, "results of a beat"),
        }
    }
}

/// The host's request: one beat-row of one entry, in a cycle that the schedule leaves idle.
pub struct HostRequest<'m> {
    pub valid: Signal<'m>,
    pub write: Signal<'m>,
    pub wave: Option<Signal<'m>>,
    pub entry: Signal<'m>,
    pub beat: Option<Signal<'m>>,
    pub data: Signal<'m>,
}

impl<'m> HostRequest<'m> {
    pub fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape) -> Self {
        Self {
            valid: m.input("host_valid", 1, "the host wants this file"),
            write: m.input("host_write", 1, "it writes (else reads)"),
            wave: optional_input(m, "host_wave", index_bits(config.waves), "wave"),
            entry: m.input("host_entry", shape.entry_bits, "entry number"),
            beat: optional_input(m, "host_beat", index_bits(config.beats), "which beat's row"),
            data: m.input("host_write_data", config.lanes * shape.word_bits, "the row to write"),
        }
    }

    /// For each beat, whether it is the one that the host asks for.
    pub fn chosen_beats(&self, m: &'m ModuleBuilder, config: &Config) -> Vec<Signal<'m>> {
        let chosen = |beat: usize| self.beat.map_or(m.constant(1, 1), |wanted| wanted.is(beat as u128));
        (0..config.beats).map(chosen).collect()
    }

    /// The beat of the last access, while its data is at the memory's output.
    pub fn read_beat(&self, m: &'m ModuleBuilder, grant: Signal<'m>) -> Option<Signal<'m>> {
        self.beat.map(|beat| {
            let kept = m.register("host_read_beat", beat.width());
            kept.next_when(grant, beat);
            kept.q()
        })
    }
}

/// A row's address: the parts that there are, lowest first.
pub fn address<'m>(m: &'m ModuleBuilder, parts: &[Option<Signal<'m>>]) -> Signal<'m> {
    let parts: Vec<Signal> = parts.iter().copied().flatten().collect();
    m.concat(&parts)
}

/// Picks between two optional signals that are there alike.
pub fn pick<'m>(select: Signal<'m>, then: Option<Signal<'m>>, otherwise: Option<Signal<'m>>) -> Option<Signal<'m>> {
    Some(select.mux(then?, otherwise?))
}

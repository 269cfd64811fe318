//! What every organisation is connected to: the reads of the slot, the write, the host; and what it
//! answers.

use super::shape::FileShape;
use crate::config::{Config, RegisterFile};
use crate::hdl::{ModuleBuilder, PortSpec, Signal};
use crate::ports;
use crate::record;
use crate::rtl::issue::allocate::{Launch, launch_ports};
use crate::rtl::schedule::{Gather, counts, index_bits};

ports! {
    /// The three reads of one instruction; each is wanted only while there is such an instruction.
    pub struct Reads(config: &Config, shape: FileShape, stage: &str) {
        wave: [index_bits(config.waves)] (format!("wave of the {stage}"));
        a: [shape.entry_bits] (format!("entry number of operand a of the {stage}"));
        b: [shape.entry_bits] (format!("entry number of operand b of the {stage}"));
        c: [shape.entry_bits] (format!("entry number of operand c of the {stage}"));
        reads_a: [1] (format!("operand a of the {stage} is read in this slot"));
        reads_b: [1] (format!("operand b of the {stage} is read in this slot"));
        reads_c: [1] (format!("operand c of the {stage} is read in this slot"));
    }
}

impl<'m> Reads<Signal<'m>> {
    /// The entry numbers of a, b, c.
    pub fn entries(&self) -> [Signal<'m>; 3] {
        [self.a, self.b, self.c]
    }
}

ports! {
    /// Where results go. A file of whole waves writes all threads at once, the others the lanes of
    /// a beat.
    pub struct Writes(config: &Config, shape: FileShape) {
        valid: [1] "a result is written when its turn comes";
        wave: [index_bits(config.waves)] "wave whose result is written";
        beat: [if is_told_beat(shape) { index_bits(config.beats) } else { 0 }]
            "beat whose results are written";
        entry: [shape.entry_bits] "entry number that is written";
        threads: [result_words(config, shape)] "threads or lanes that are written";
        row: [config.lanes * shape.word_bits] "results of a beat";
    }
}

/// Whether a file writes whole waves.
fn is_whole_wave(shape: FileShape) -> bool {
    shape.organisation == RegisterFile::Wide
}

/// Whether the file is told which beat is written; whole waves and banks know it from the phase,
/// and with two banks there is one.
fn is_told_beat(shape: FileShape) -> bool {
    use RegisterFile::{Banked, TwoBank, Wide};
    !matches!(shape.organisation, Wide | Banked | TwoBank)
}

ports! {
    /// The host's request: one beat-row of one entry, in a cycle that the schedule leaves idle.
    pub struct HostRequest(config: &Config, shape: FileShape) {
        valid: [1] "the host wants this file";
        write: [1] "the host writes (else reads)";
        wave: [index_bits(config.waves)] "wave that the host wants";
        entry: [shape.entry_bits] "entry number that the host wants";
        beat: [index_bits(config.beats)] "beat whose row the host wants";
        data: [config.lanes * shape.word_bits] "the row that the host writes";
    }
}

impl<'m> HostRequest<Signal<'m>> {
    /// A bit for each beat: whether it is the one that the host asks for.
    pub fn chosen_beats(&self, m: &'m ModuleBuilder, config: &Config) -> Vec<Signal<'m>> {
        (0..config.beats).map(|beat| counts(m, self.beat, beat)).collect()
    }

    /// The beat of the last access, while its data is at the memory's output.
    pub fn read_beat(&self, m: &'m ModuleBuilder, grant: Signal<'m>) -> Signal<'m> {
        let kept = m.register("host_read_beat", self.beat.width());
        kept.next_when(grant, self.beat);
        kept.q()
    }
}

ports! {
    pub struct Inputs(config: &Config, shape: FileShape) {
        phase: [index_bits(config.slot_cycles())] "cycle of the slot";
        reading: Reads {
            if is_two_bank(shape) {
                Reads::absent()
            } else {
                Reads::ports(config, shape, "instruction reading")
            }
        };
        launch: Launch { if is_two_bank(shape) { launch_ports(config) } else { Launch::absent() } };
        behind: (Vec Reads) { instructions_behind(config, shape) };
        reading_collector: [if is_banked(shape) { index_bits(config.collectors) } else { 0 }]
            "collector of the instruction reading";
        writing: Writes { Writes::ports(config, shape) };
        gather: [gathers(shape).into()] "a beat of an instruction that gathers passes";
        gather_beat: [if gathers(shape) { index_bits(config.beats) } else { 0 }] "beat that passes";
        host: HostRequest { HostRequest::ports(config, shape) };
    }
}

fn is_banked(shape: FileShape) -> bool {
    shape.organisation == RegisterFile::Banked
}

fn is_two_bank(shape: FileShape) -> bool {
    shape.organisation == RegisterFile::TwoBank
}

/// The reads of the instructions behind the one reading, where several collectors take operands.
fn instructions_behind(config: &Config, shape: FileShape) -> Vec<Reads<PortSpec>> {
    let count = if is_banked(shape) { config.collectors } else { 1 };
    (1..count)
        .map(|older| {
            Reads::ports(config, shape, &format!("instruction {older} behind the one reading"))
        })
        .collect()
}

ports! {
    pub struct BankOutputs(config: &Config, shape: FileShape) {
        answer: [config.lanes * shape.word_bits] "the row read one cycle ago";
        host_grant: [1] "the host's access is done";
    }
}

impl<'m> BankOutputs<Signal<'m>> {
    /// What all banks together tell the host, who asks for `bank`: a row comes a cycle later.
    pub fn to_host(self, m: &'m ModuleBuilder, bank: Signal<'m>) -> Self {
        let host_grant = self.host_grant.any().named("host_grant");
        let read_bank = m.register("host_read_bank", bank.width());
        read_bank.next_when(host_grant, bank);
        BankOutputs { answer: self.answer.element(read_bank.q()), host_grant }
    }
}

record! {
    /// A write to one of several files or banks.
    pub struct WriteProbe {
        /// A result is written here.
        write_result;
    }
}

/// Whether the file puts operand a of a wave together before the instruction that looks into other
/// beats executes.
fn gathers(shape: FileShape) -> bool {
    shape.gather != Gather::Nothing && is_told_beat(shape)
}

ports! {
    pub struct Outputs(config: &Config, shape: FileShape) {
        a_row: [config.lanes * shape.word_bits] "operand a of the beat";
        b_row: [config.lanes * shape.word_bits] "operand b of the beat";
        c_row: [if shape.shows_c { config.lanes * shape.word_bits } else { 0 }]
            "operand c of the beat";
        a_edges: [if shape.gather == Gather::RowEdges { 2 * config.rows() * shape.word_bits } else { 0 }]
            "operand a of the first and last thread of each row";
        a_wave: [if shape.gather == Gather::Everything { config.threads() * shape.word_bits } else { 0 }]
            "operand a of every thread of the wave that executes";
        c_wave: [if shape.shows_c_wave { config.threads() * shape.word_bits } else { 0 }]
            "operand c of every thread of the warps of the beat that executes, at their places in the wave";
        b_addresses: [if shows_addresses(shape) { config.threads() * index_bits(config.threads()) } else { 0 }]
            "thread that operand b of every thread of the wave addresses";
        result: [result_words(config, shape) * shape.word_bits]
            "the results that are written in this cycle";
        host_ready: [1] "the host's access is done at this clock edge";
        host_read_data: [config.lanes * shape.word_bits] "the row that the host read one cycle ago";
    }
}

/// Whether all of operand b is there at once, so that the threads that it addresses can be shown.
fn shows_addresses(shape: FileShape) -> bool {
    shape.shows_addresses && !is_told_beat(shape)
}

/// Words that are written at once.
fn result_words(config: &Config, shape: FileShape) -> usize {
    if is_whole_wave(shape) { config.threads() } else { config.lanes }
}

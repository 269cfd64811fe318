//! Connections of every organisation: the reads of the slot, the write and the host as inputs, and
//! the operands and the answer to the host as outputs.

use super::file::File;
use crate::hdl::PortSpec;
use crate::plan::Gather;
use crate::rtl::issue::allocate::{Launch, launch_ports};
use crate::rtl::prelude::*;
use crate::rtl::schedule::counts;

ports! {
    /// The three reads of one instruction; each is wanted only while there is such an instruction.
    pub struct Reads(file: File<'_>, stage: &str) {
        wave: [file.wave.bits] (format!("wave of the {stage}"));
        a: [file.entry_bits] (format!("entry number of operand a of the {stage}"));
        b: [file.entry_bits] (format!("entry number of operand b of the {stage}"));
        c: [if file.organisation.is_single_port() { 0 } else { file.entry_bits }]
            (format!("entry number of operand c of the {stage}"));
        reads_a: [1] (format!("operand a of the {stage} is read in this slot"));
        reads_b: [1] (format!("operand b of the {stage} is read in this slot"));
        reads_c: [(file.shows_c || !file.organisation.is_single_port()).into()]
            (format!("operand c of the {stage} is read in this slot"));
    }
}

impl<'m> Reads<Signal<'m>> {
    /// The entry numbers of a, b, c.
    pub fn entries(&self) -> [Signal<'m>; 3] {
        [self.a, self.b, self.c]
    }
}

ports! {
    /// The first read of a slot in a port that does three, a cycle before.
    pub struct NextRead(file: File<'_>) {
        wave: [file.wave.bits] "wave of the instruction that reads in the next cycle";
        c: [file.entry_bits] "entry number of operand c of that instruction";
        reads_c: [1] "operand c is read if that instruction need not wait";
    }
}

ports! {
    /// Write of a result. A file of whole waves writes all threads at once, the others the lanes of
    /// a beat.
    pub struct Writes(file: File<'_>) {
        valid: [1] "a result is written when its turn comes";
        wave: [file.wave.bits] "wave whose result is written";
        beat: [if is_told_beat(file) { file.beat.bits } else { 0 }]
            "beat whose results are written";
        entry: [file.entry_bits] "entry number that is written";
        threads: [result_words(file)] "threads or lanes that are written";
        row: [file.row_bits()] "results of a beat";
    }
}

/// Whether the beat that is written is an input; whole waves and banks know it from the phase, and
/// with two banks there is one.
fn is_told_beat(file: File) -> bool {
    !file.organisation.writes_whole_waves() && !file.organisation.has_banks()
}

ports! {
    /// The host's request: one beat-row of one entry, in a cycle that the schedule leaves idle.
    pub struct HostRequest(file: File<'_>) {
        valid: [1] "the host wants this file";
        write: [1] "the host writes (else reads)";
        wave: [file.wave.bits] "wave that the host wants";
        entry: [file.entry_bits] "entry number that the host wants";
        beat: [file.beat.bits] "beat whose row the host wants";
        data: [file.row_bits()] "the row that the host writes";
    }
}

impl<'m> HostRequest<Signal<'m>> {
    /// A bit for each beat: whether it is the one that the host asks for.
    pub fn chosen_beats(&self, m: &'m Builder, plan: &Plan) -> Vec<Signal<'m>> {
        (0..plan.beats).map(|beat| counts(m, self.beat, beat)).collect()
    }

    /// The beat of the last access, while its data is at the memory's output.
    pub fn read_beat(&self, m: &'m Builder, grant: Signal<'m>) -> Signal<'m> {
        m.register("host_read_beat", self.beat.width()).next_when(grant, self.beat)
    }
}

ports! {
    pub struct Inputs(file: File<'_>) {
        phase: [file.phase.bits] "cycle of the slot";
        reading: Reads {
            if file.organisation.allocates_reads() {
                Reads::absent()
            } else {
                Reads::ports(file, "instruction reading")
            }
        };
        next: NextRead {
            if file.organisation.is_single_port() && file.shows_c { NextRead::ports(file) } else { NextRead::absent() }
        };
        launch: Launch { if file.organisation.allocates_reads() { launch_ports(&file) } else { Launch::absent() } };
        behind: (Vec Reads) { instructions_behind(file) };
        reading_collector: [if file.organisation.collects_operands() { file.collector.bits } else { 0 }]
            "collector of the instruction reading";
        writing: Writes { Writes::ports(file) };
        gather: [gathers(file).into()] "a beat of an instruction that gathers passes";
        gather_beat: [if gathers(file) { file.beat.bits } else { 0 }] "beat that passes";
        host: HostRequest { HostRequest::ports(file) };
    }
}

/// The reads of the instructions behind the one reading, where several collectors take operands.
fn instructions_behind(file: File) -> Vec<Reads<PortSpec>> {
    let count = if file.organisation.collects_operands() { file.collectors } else { 1 };
    (1..count)
        .map(|older| Reads::ports(file, &format!("instruction {older} behind the one reading")))
        .collect()
}

ports! {
    pub struct BankOutputs(file: File<'_>) {
        answer: [file.row_bits()] "the row read one cycle ago";
        host_grant: [1] "the host's access is done";
    }
}

impl<'m> BankOutputs<Signal<'m>> {
    /// Answer of all banks together to the host, which asks for `bank`: a row comes a cycle later.
    pub fn to_host(self, m: &'m Builder, bank: Signal<'m>) -> Self {
        let host_grant = self.host_grant.any().named("host_grant");
        let read_bank = m.register("host_read_bank", bank.width()).next_when(host_grant, bank);
        BankOutputs { answer: self.answer.element(read_bank), host_grant }
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
fn gathers(file: File) -> bool {
    file.gather != Gather::Nothing && is_told_beat(file)
}

ports! {
    pub struct Outputs(file: File<'_>) {
        a_row: [file.row_bits()] "operand a of the beat";
        b_row: [file.row_bits()] "operand b of the beat";
        c_row: [if file.shows_c { file.row_bits() } else { 0 }]
            "operand c of the beat";
        a_edges: [if file.gather == Gather::RowEdges { 2 * file.rows * file.word_bits } else { 0 }]
            "operand a of the first and last thread of each row";
        a_wave: [if file.gather == Gather::Everything { file.wave_bits() } else { 0 }]
            "operand a of every thread of the wave that executes";
        a_read: [if shows_read(file.gather, &file) { file.wave_bits() } else { 0 }]
            "the same in beat 0, where a_wave does not have it yet";
        c_wave: [if file.shows_c_wave { file.wave_bits() } else { 0 }]
            "operand c of every thread of the warps of the beat that executes, at their places in the wave";
        b_addresses: [if shows_addresses(file) { file.threads * file.thread.bits } else { 0 }]
            "thread that operand b of every thread of the wave addresses";
        result: [result_words(file) * file.word_bits]
            "the results that are written in this cycle";
        host_ready: [1] "the host's access is done at this clock edge";
        host_read_data: [file.row_bits()] "the row that the host read one cycle ago";
    }
}

/// Whether all of operand b is there at once, so that the threads that it addresses can be shown.
fn shows_addresses(file: File) -> bool {
    file.shows_addresses && !is_told_beat(file)
}

/// Whether the wave of operand a lies at the memory's output while beat 0 executes.
pub fn shows_read(gather: Gather, plan: &Plan) -> bool {
    gather == Gather::Everything && plan.register_file.writes_whole_waves() && plan.beats > 1
}

/// Words that are written at once.
fn result_words(file: File) -> usize {
    if file.organisation.writes_whole_waves() { file.threads } else { file.lanes }
}

//! `Wide`: one file of a whole wave's width behind one read-or-write port (seeds/004).
//!
//! ```text
//!  reading_* ──►┌────────────┐──► a_row, b_row, c_row   operands of the beat that executes
//!  writing_* ──►│            │──► a_wave                operand a of every thread, for the cross-lane units
//!  result_row ─►│ wide file  │──► result                a whole wave's results, in phase 0
//!  host_* ─────►└────────────┘──► host_ready, host_read_data
//! ```
//!
//! In a slot the port writes (phase 0) and reads c, b, a (the last three phases); what it reads lies at the memory's
//! output one phase later, so a arrives exactly when beat 0 starts and needs no register until beat 1. b has a register
//! of a wave. c has one too, but the next instruction's c arrives while the last beat still needs the old one, so that
//! beat's row is kept apart (only when a slot has no spare phase). Results collect row by row and are written together.

use std::sync::Arc;

use super::{FileShape, Gather, row_edges};
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal};
use crate::rtl::timing::{beat_of_phase, element, index_bits, optional_input};

/// Builds the wide file of `config` for `shape`.
pub fn wide(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose =
        format!("{} of all waves behind one port of a whole wave's width, with operand and result staging.", shape.words);
    let builder = ModuleBuilder::new(shape.name, &purpose);
    let m = &builder;
    let row_bits = config.lanes * shape.word_bits;
    let phase = m.input("phase", index_bits(config.slot_cycles()), "cycle of the slot");
    let reads = Reads::new(m, config, shape, phase);
    let results = Results::new(m, config, shape, phase);
    let host = Host::new(m, config, shape);

    let busy = (results.now | reads.b_now | reads.c_now | reads.a_now).named("port_busy");
    let host_grant = (host.valid & !busy).named("host_grant");
    let wave = pick_wave(&results, &reads, &host, host_grant);
    let entry = host_grant.mux(host.entry, results.now.mux(results.entry, reads.entry()));
    let address = wave.map_or(entry, |wave| m.concat(&[entry, wave])).named("address");
    let write = (results.now | (host_grant & host.write)).named("write");
    let column_enable = host_grant.mux(host.columns(m, config), results.written);
    let data = host_grant.mux(host.data.repeat(config.beats), results.words).named("write_data");
    let shape_of_memory = MemoryShape {
        depth: config.waves << shape.entry_bits,
        columns: config.threads(),
        column_width: shape.word_bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = m.memory("words", shape_of_memory);
    let read_data = memory.read_write_port(address, busy | host_grant, write, column_enable, data, "read_data");

    let beat = beat_of_phase(config, phase);
    let c_arrives = m.delayed("c_arrives", reads.c_now);
    let b_arrives = m.delayed("b_arrives", reads.b_now);
    let c = m.register("c", read_data.width());
    c.next_when(c_arrives, read_data);
    let b = m.register("b", read_data.width());
    b.next_when(b_arrives, read_data);
    m.output("c_row", element(c_rows(m, config, phase, c.q(), row_bits), beat), "operand c of the beat");
    m.output("b_row", element(b.q(), beat), "operand b of the beat");
    operand_a(m, config, shape, phase, reads.a_now, read_data);

    m.output("result", results.words, "the results that are written in phase 0, thread 0 lowest");
    m.output("host_ready", host_grant, "the host's access is done at this clock edge");
    m.output("host_read_data", element(read_data, host.read_beat(m, host_grant)), "the row read one cycle ago");
    builder.finish()
}

/// The three reads of the slot: entry numbers, and in which phase each happens.
struct Reads<'m> {
    wave: Option<Signal<'m>>,
    entries: [Signal<'m>; 3],
    a_now: Signal<'m>,
    b_now: Signal<'m>,
    c_now: Signal<'m>,
}

impl<'m> Reads<'m> {
    fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape, phase: Signal<'m>) -> Self {
        let valid = m.input("reading_valid", 1, "an instruction reads its operands in this slot");
        let wave = optional_input(m, "reading_wave", index_bits(config.waves), "its wave");
        let entries =
            ["a", "b", "c"].map(|operand| m.input(&format!("reading_{operand}"), shape.entry_bits, "entry number of an operand"));
        let wanted = ["a", "b", "c"].map(|operand| m.input(&format!("reads_{operand}"), 1, "whether the operand is read"));
        let last = config.slot_cycles() - 1;
        let now =
            |operand: usize, phase_of_read: usize, name| (valid & wanted[operand] & phase.is(phase_of_read as u128)).named(name);
        Self {
            wave,
            entries,
            a_now: now(0, last, "read_a"),
            b_now: now(1, last - 1, "read_b"),
            c_now: now(2, last - 2, "read_c"),
        }
    }

    fn entry(&self) -> Signal<'m> {
        let [a, b, c] = self.entries;
        self.c_now.mux(c, self.b_now.mux(b, a))
    }
}

/// The results of the beats, collected row by row and written together in phase 0.
struct Results<'m> {
    wave: Option<Signal<'m>>,
    entry: Signal<'m>,
    written: Signal<'m>,
    words: Signal<'m>,
    now: Signal<'m>,
}

impl<'m> Results<'m> {
    fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape, phase: Signal<'m>) -> Self {
        let valid = m.input("writing_valid", 1, "a result is written in phase 0");
        let wave = optional_input(m, "writing_wave", index_bits(config.waves), "its wave");
        let entry = m.input("writing_entry", shape.entry_bits, "its entry number");
        let written = m.input("written", config.threads(), "threads whose word is written");
        let row = m.input("result_row", config.lanes * shape.word_bits, "results of the beat that ends");
        let rows = m
            .instances("result_rows", config.beats, &result_row(config, row.width()))
            .broadcast("phase", phase)
            .broadcast("row", row);
        let words = rows.build().output("words");
        Self { wave, entry, written, words, now: (valid & phase.is(0)).named("write_result") }
    }
}

/// One row of the result staging: takes the row of its own beat.
pub fn result_row(config: &Config, row_bits: usize) -> Arc<Module> {
    let builder = ModuleBuilder::new(
        &format!("lanebeat_result_row_{row_bits}"),
        "Keeps the results of one beat until the whole wave is written.",
    );
    let m = &builder;
    let phase = m.input("phase", index_bits(config.slot_cycles()), "cycle of the slot");
    let row = m.input("row", row_bits, "results of the beat that ends");
    let words = m.register("words", row_bits);
    words.next_when(phase.equals(m.instance_index(phase.width())), row);
    m.output("words", words.q(), "results of this beat");
    builder.finish()
}

/// The host's port: one beat-row of one entry, in cycles that the schedule leaves idle.
struct Host<'m> {
    valid: Signal<'m>,
    write: Signal<'m>,
    wave: Option<Signal<'m>>,
    entry: Signal<'m>,
    beat: Option<Signal<'m>>,
    data: Signal<'m>,
}

impl<'m> Host<'m> {
    fn new(m: &'m ModuleBuilder, config: &Config, shape: FileShape) -> Self {
        Self {
            valid: m.input("host_valid", 1, "the host wants this file"),
            write: m.input("host_write", 1, "it writes (else reads)"),
            wave: optional_input(m, "host_wave", index_bits(config.waves), "wave"),
            entry: m.input("host_entry", shape.entry_bits, "entry number"),
            beat: optional_input(m, "host_beat", index_bits(config.beats), "which beat's row"),
            data: m.input("host_write_data", config.lanes * shape.word_bits, "the row to write"),
        }
    }

    /// Column enables of the row that the host writes.
    fn columns(&self, m: &'m ModuleBuilder, config: &Config) -> Signal<'m> {
        let chosen = |beat: usize| self.beat.map_or(m.constant(1, 1), |wanted| wanted.is(beat as u128));
        let rows: Vec<Signal> = (0..config.beats).map(|beat| chosen(beat).repeat(config.lanes)).collect();
        m.concat(&rows)
    }

    fn read_beat(&self, m: &'m ModuleBuilder, grant: Signal<'m>) -> Option<Signal<'m>> {
        self.beat.map(|beat| {
            let kept = m.register("host_read_beat", beat.width());
            kept.next_when(grant, beat);
            kept.q()
        })
    }
}

fn pick_wave<'m>(results: &Results<'m>, reads: &Reads<'m>, host: &Host<'m>, host_grant: Signal<'m>) -> Option<Signal<'m>> {
    Some(host_grant.mux(host.wave?, results.now.mux(results.wave?, reads.wave?)))
}

/// The rows of c by beat. Where a slot has no spare phase, the last beat's row is a copy taken before the next
/// instruction's c replaces the rest.
fn c_rows<'m>(m: &'m ModuleBuilder, config: &Config, phase: Signal<'m>, c: Signal<'m>, row_bits: usize) -> Signal<'m> {
    if config.beats < config.slot_cycles() {
        return c;
    }
    let last_row = m.register("c_last_row", row_bits);
    let before_last = phase.is(config.slot_cycles() as u128 - 2);
    last_row.next_when(before_last, c.slice(c.width() - row_bits, row_bits));
    m.concat(&[c.slice(0, c.width() - row_bits), last_row.q()])
}

/// Operand a: at the memory's output in phase 0, then in a register. Of its first row no more is kept than another
/// thread may ask for later.
fn operand_a<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    phase: Signal<'m>,
    read_a: Signal<'m>,
    read_data: Signal<'m>,
) {
    let row_bits = config.lanes * shape.word_bits;
    let first_row = read_data.slice(0, row_bits);
    if config.beats == 1 {
        m.output("a_row", read_data, A_ROW);
        match shape.gather {
            Gather::Nothing => {}
            Gather::RowEdges => m.output("a_edges", row_edges(m, read_data, shape.word_bits), A_EDGES),
            Gather::Everything => m.output("a_wave", read_data, A_WAVE),
        }
        return;
    }
    let later_rows = read_data.slice(row_bits, read_data.width() - row_bits);
    let kept = match shape.gather {
        Gather::Nothing => later_rows,
        Gather::RowEdges => m.concat(&[row_edges(m, first_row, shape.word_bits), later_rows]),
        Gather::Everything => read_data,
    };
    let a = m.register("a", kept.width());
    a.next_when(m.delayed("a_arrives", read_a), kept);
    let kept_first = kept.width() - later_rows.width();
    let kept_later = a.q().slice(kept_first, later_rows.width());
    m.output("a_row", element(m.concat(&[first_row, kept_later]), beat_of_phase(config, phase)), A_ROW);
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => {
            let kept_edges = m.concat(&[a.q().slice(0, kept_first), row_edges(m, kept_later, shape.word_bits)]);
            m.output("a_edges", phase.is(0).mux(row_edges(m, read_data, shape.word_bits), kept_edges), A_EDGES);
        }
        Gather::Everything => m.output("a_wave", phase.is(0).mux(read_data, a.q()), A_WAVE),
    }
}

const A_ROW: &str = "operand a of the beat";
const A_EDGES: &str = "operand a of the first and last thread of each row";
const A_WAVE: &str = "operand a of every thread of the wave that executes";

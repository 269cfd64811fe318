//! `Wide`: one file of a whole wave's width behind one read-or-write port ([S4]).
//!
//! In a slot the port writes (phase 0) and reads c, b, a (the last three phases); what it reads lies at the memory's
//! output one phase later, so a arrives exactly when beat 0 starts and needs no register until beat 1. b has a register
//! of a wave. c has one too, but the next instruction's c arrives while the last beat still needs the old one, so that
//! beat's row is kept apart (only when a slot has no spare phase). Results collect row by row and are written together.

use std::sync::Arc;

use super::FileShape;
use super::ports::{HostRequest, Reads, Writes, address, pick};
use super::staging::{A_EDGES, A_ROW, A_WAVE, B_ADDRESSES, B_ROW, C_ROW, C_WAVE, addresses, collected, row_edges};
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal};
use crate::rtl::schedule::{Gather, beat_of, beats_per_warp, element, index_bits, is_beat};

/// Builds the wide file of `config` for `shape`.
pub fn wide(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose =
        format!("{} of all waves behind one port of a whole wave's width, with operand and result staging.", shape.words);
    let builder = ModuleBuilder::new(shape.name, &purpose);
    let m = &builder;
    let phase = m.input("phase", index_bits(config.slot_cycles()), "cycle of the slot");
    let beat = beat_of(config, Some(phase));
    let reads = Reads::new(m, config, shape);
    let last = config.slot_cycles() - 1;
    let read_now = |operand: usize, read_phase: usize, name| (reads.wanted[operand] & phase.is(read_phase as u128)).named(name);
    let (read_a, read_b, read_c) =
        (read_now(0, last, "read_a"), read_now(1, last - 1, "read_b"), read_now(2, last - 2, "read_c"));
    let writes = Writes::new(m, config, shape, config.threads());
    let write_result = (writes.valid & phase.is(0)).named("write_result");
    let results = collected(m, config, "result_rows", is_beat(m, config, Some(phase)), beat, writes.row);
    let host = HostRequest::new(m, config, shape);

    let busy = (write_result | read_b | read_c | read_a).named("port_busy");
    let host_grant = (host.valid & !busy).named("host_grant");
    let [a, b, c] = reads.entries;
    let entry = host_grant.mux(host.entry, write_result.mux(writes.entry, read_c.mux(c, read_b.mux(b, a))));
    let wave = pick(host_grant, host.wave, pick(write_result, writes.wave, reads.wave));
    let write = (write_result | (host_grant & host.write)).named("write");
    let host_rows: Vec<Signal> = host.chosen_beats(m, config).into_iter().map(|chosen| chosen.repeat(config.lanes)).collect();
    let column_enable = host_grant.mux(m.concat(&host_rows), writes.written);
    let data = host_grant.mux(host.data.repeat(config.beats), results).named("write_data");
    let memory_shape = MemoryShape {
        depth: config.waves << shape.entry_bits,
        columns: config.threads(),
        column_width: shape.word_bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let row_address = address(m, &[Some(entry), wave]).named("address");
    let memory = m.memory("words", memory_shape);
    let read_data = memory.read_write_port(row_address, busy | host_grant, write, column_enable, data, "read_data");

    let b = m.register("b", read_data.width());
    b.next_when(m.delayed("b_arrives", read_b), read_data);
    if shape.shows_c {
        let c = m.register("c", read_data.width());
        c.next_when(m.delayed("c_arrives", read_c), read_data);
        operand_c(m, config, shape, phase, c.q());
    }
    m.output("b_row", element(b.q(), beat), B_ROW);
    if shape.shows_addresses {
        m.output("b_addresses", addresses(m, config, b.q()), B_ADDRESSES);
    }
    operand_a(m, config, shape, phase, read_a, read_data);

    m.output("result", results, "the results that are written in phase 0, thread 0 lowest");
    m.output("host_ready", host_grant, "the host's access is done at this clock edge");
    m.output("host_read_data", element(read_data, host.read_beat(m, host_grant)), "the row read one cycle ago");
    builder.finish()
}

/// Operand c. Where a slot has no spare phase, the last beat sees copies taken before the next instruction's c replaces
/// it: of its own row, or of its warp's rows where it looks into them.
fn operand_c<'m>(m: &'m ModuleBuilder, config: &Config, shape: FileShape, phase: Signal<'m>, c: Signal<'m>) {
    let beat = beat_of(config, Some(phase));
    let row_bits = config.lanes * shape.word_bits;
    if config.beats < config.slot_cycles() {
        m.output("c_row", element(c, beat), C_ROW);
        if shape.shows_c_wave {
            m.output("c_wave", c, C_WAVE);
        }
        return;
    }
    let (name, kept_bits) =
        if shape.shows_c_wave { ("c_last_warp", row_bits * beats_per_warp(config)) } else { ("c_last_row", row_bits) };
    let kept = m.register(name, kept_bits);
    let last = config.slot_cycles() as u128 - 1;
    let replaced = c.slice(c.width() - kept_bits, kept_bits);
    kept.next_when(phase.is(last - 1), replaced);
    let last_row = kept.q().slice(kept_bits - row_bits, row_bits);
    let rows = m.concat(&[c.slice(0, c.width() - row_bits), last_row]).named("c_rows");
    m.output("c_row", element(rows, beat), C_ROW);
    if shape.shows_c_wave {
        let last_warp = phase.is(last).mux(kept.q(), replaced);
        let is_whole_wave = kept_bits == c.width();
        let wave = if is_whole_wave { last_warp } else { m.concat(&[c.slice(0, c.width() - kept_bits), last_warp]) };
        m.output("c_wave", wave, C_WAVE);
    }
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
    if config.beats == 1 {
        m.output("a_row", read_data, A_ROW);
        return;
    }
    let row_bits = config.lanes * shape.word_bits;
    let first_row = read_data.slice(0, row_bits);
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
    let rows = m.concat(&[first_row, kept_later]).named("a_rows");
    m.output("a_row", element(rows, beat_of(config, Some(phase))), A_ROW);
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => {
            let kept_edges = m.concat(&[a.q().slice(0, kept_first), row_edges(m, kept_later, shape.word_bits)]);
            m.output("a_edges", phase.is(0).mux(row_edges(m, read_data, shape.word_bits), kept_edges), A_EDGES);
        }
        Gather::Everything => m.output("a_wave", phase.is(0).mux(read_data, a.q()), A_WAVE),
    }
}

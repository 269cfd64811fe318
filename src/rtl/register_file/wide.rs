//! `Wide`: one file of a whole wave's width behind one read-or-write port ([S4]).
//!
//! In a slot the port writes (phase 0) and reads c, b, a (the last three phases), each by a command
//! that stands in registers since the cycle before; what it reads lies at the memory's output one
//! phase later, so a arrives exactly when beat 0 starts and needs no register until beat 1. b has a
//! register of a wave. c has one too, but the next instruction's c arrives while the last beat
//! still needs the old one, so that beat's row is kept apart (only when a slot has no spare phase).
//! Results collect row by row and are written together.

use super::command::{Command, ReadsInTurn, Wanted, command, now};
use super::file::File;
use super::ports::{Inputs, Outputs};
use super::staging::{addresses, collected, row_edges};
use crate::hdl::ReadWrite;
use crate::plan::Gather;
use crate::rtl::prelude::*;
use crate::rtl::schedule::{beat_of, is_beat};

/// The wide file.
pub fn wide<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let &Inputs { phase, writing, host, .. } = &inputs;
    let beat = beat_of(&file, phase);
    let results = collected(m, &file, "result_rows", is_beat(&file, phase), beat, writing.row);

    // The result of phase 0 stands in the sequencer since phase 1.
    let writes = writing.valid & phase.is(file.slot_cycles as u128 - 1);
    let writes = (writes, m.concat(&[writing.entry, writing.wave]));
    let reads = ReadsInTurn::new(m, &file, &inputs);
    let of_host = [host.valid, host.write, m.concat(&[host.entry, host.wave])];
    let Command { enable, write, address, host_grant, host_done } =
        command(m, writes, &[reads.b, reads.a], reads.c.as_ref(), of_host);
    let host_rows: Vec<Signal> = (host.chosen_beats(m, &file).into_iter())
        .map(|chosen| (chosen & host.valid).repeat(file.lanes))
        .collect();
    let host_threads = m.concat(&host_rows).named("host_threads");
    let column_enable = host_grant.mux(host_threads, writing.threads);
    let data = host_grant.mux(host.data.repeat(file.beats), results).named("write_data");
    let memory_shape = file.memory(file.waves << file.entry_bits, file.threads);
    let memory = m.memory("words", memory_shape);
    let port = ReadWrite { address, enable, write, column_enable, data };
    let read_data = memory.read_write_port(port, "read_data");

    let kept = |name: &str, read| {
        let arrives = m.delayed(&format!("{name}_arrives"), read);
        m.register(name, read_data.width()).next_when(arrives, read_data)
    };
    let b = kept("b", now(m, "read_b", reads.b));
    let (c_row, c_wave) = match reads.c {
        Some(read) => operand_c(m, file, phase, kept("c", read.now)),
        None => (m.nothing(), m.nothing()),
    };
    let [a_row, a_edges, a_wave, a_read] = operand_a(m, file, phase, reads.a, read_data);
    Outputs {
        a_row,
        a_edges,
        a_wave,
        a_read,
        b_row: b.element(beat),
        c_row,
        c_wave,
        b_addresses: if file.shows_addresses { addresses(m, &file, b) } else { m.nothing() },
        result: results,
        host_ready: host_done,
        host_read_data: read_data.element(host.read_beat(m, host_grant)),
    }
}

/// Operand c of the beat, and of the warps of the beat at their places in the wave. Where a slot
/// has no spare phase, the last beat sees copies taken before the next instruction's c replaces it:
/// of its own row, or of its warp's rows where it looks into them.
fn operand_c<'m>(
    m: &'m Builder,
    file: File,
    phase: Signal<'m>,
    c: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let beat = beat_of(&file, phase);
    if file.beats < file.slot_cycles {
        return (c.element(beat), c);
    }
    let row_bits = file.row_bits();
    let (name, kept_bits) = if file.shows_c_wave {
        ("c_last_warp", row_bits * file.beats_per_warp)
    } else {
        ("c_last_row", row_bits)
    };
    let kept = m.register(name, kept_bits);
    let last = file.slot_cycles as u128 - 1;
    let below = c.slice(0, c.width() - kept_bits);
    let replaced = c.slice(c.width() - kept_bits, kept_bits);
    kept.next_when(phase.is(last - 1), replaced);
    let last_row = kept.q().slice(kept_bits - row_bits, row_bits);
    let rows = m
        .concat(&[c.slice(0, c.width() - row_bits), last_row])
        .named("c_rows")
        .because("Operands are read a wave at a time and leave a row at a time.");
    let wave = if file.shows_c_wave {
        m.concat(&[below, phase.is(last).mux(kept.q(), replaced)])
    } else {
        m.nothing()
    };
    (rows.element(beat), wave)
}

/// Operand a: at the memory's output in phase 0, then in a register. Its first row is kept only as
/// far as another thread may read it later. Returns the beat's row, the rows' edges, and the wave,
/// that of the register and that of the memory.
fn operand_a<'m>(
    m: &'m Builder,
    file: File,
    phase: Signal<'m>,
    read: Wanted<'m>,
    read_data: Signal<'m>,
) -> [Signal<'m>; 4] {
    let nothing = m.nothing();
    if file.beats == 1 {
        return [read_data, nothing, nothing, nothing];
    }
    let row_bits = file.row_bits();
    let first_row = read_data.slice(0, row_bits);
    let later_rows = read_data.slice(row_bits, read_data.width() - row_bits);
    let kept = match file.gather {
        Gather::Nothing => later_rows,
        Gather::RowEdges => m.concat(&[row_edges(m, first_row, file.word_bits), later_rows]),
        Gather::Everything => read_data,
    };
    let arrives = m.delayed("a_arrives", now(m, "read_a", read));
    let a = m.register("a", kept.width()).next_when(arrives, kept);
    let kept_first = kept.width() - later_rows.width();
    let kept_later = a.slice(kept_first, later_rows.width());
    let rows = m.concat(&[first_row, kept_later]).named("a_rows");
    let a_row = rows.element(beat_of(&file, phase));
    match file.gather {
        Gather::Nothing => [a_row, nothing, nothing, nothing],
        Gather::RowEdges => {
            let kept_edges =
                m.concat(&[a.slice(0, kept_first), row_edges(m, kept_later, file.word_bits)]);
            let read_edges = row_edges(m, read_data, file.word_bits);
            [a_row, phase.is(0).mux(read_edges, kept_edges), nothing, nothing]
        }
        Gather::Everything => [a_row, nothing, a, read_data],
    }
}

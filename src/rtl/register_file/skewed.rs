//! `Skewed`: one single-port file for each beat, every command one cycle later than in the file before ([S4]).
//!
//! ```text
//!  cycle   4k   +1   +2   +3   +4   +5   +6   +7
//!  file 0  wr   c    b    a    wr   c    b    a
//!  file 1  a'   wr   c    b    a    wr   c    b
//!  file 2  b'   a'   wr   c    b    a    wr   c
//!  file 3  c'   b'   a'   wr   c    b    a    wr
//! ```
//!
//! In any cycle at most one file answers with c, one with b and one with a, so operands need no wave-wide registers:
//! c waits two cycles, b one, a none, in three registers of a row that all files share. A result passes through as many
//! row registers as its port's turn is away, which ALU stages may use.

use std::sync::Arc;

use super::FileShape;
use super::ports::{HostRequest, Reads, Writes, address, pick};
use super::staging::{A_ROW, B_ROW, C_ROW, gather};
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal};
use crate::rtl::schedule::{beat_of, counted_back, element, index_bits, optional_input};

/// Builds the skewed files of `config` for `shape`.
pub fn skewed(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose =
        format!("{} in one single-port file for each beat, every command a cycle later than in the file before.", shape.words);
    let builder = ModuleBuilder::new(shape.name, &purpose);
    let m = &builder;
    let slot = config.slot_cycles();
    let phase = m.input("phase", index_bits(slot), "cycle of the slot");
    let reads = Reads::new(m, config, shape);
    let writes = Writes::new(m, config, shape, config.lanes);
    let writing_beat = optional_input(m, "writing_beat", index_bits(config.beats), "the beat whose results are written");
    let host = HostRequest::new(m, config, shape);

    let read_now = |operand: usize, read_phase: usize, name| (reads.wanted[operand] & phase.is(read_phase as u128)).named(name);
    let (read_a, read_b, read_c) =
        (read_now(0, slot - 1, "read_a"), read_now(1, slot - 2, "read_b"), read_now(2, slot - 3, "read_c"));
    let [a, b, c] = reads.entries;
    let read_address = address(m, &[Some(read_c.mux(c, read_b.mux(b, a))), reads.wave]).named("read_address");
    let write_address = address(m, &[Some(writes.entry), writes.wave]).named("write_address");
    let host_address = address(m, &[Some(host.entry), host.wave]).named("host_address");
    let files = m.instances("file", config.beats, &file(config, shape));
    let files = files.spread("read", skew(m, config, "read", read_a | read_b | read_c));
    let files = files.spread("read_address", skew(m, config, "read_address", read_address));
    let files = files.broadcast("write", writes.valid).maybe("writing_beat", writing_beat);
    let files = files.broadcast("write_address", write_address).broadcast("written", writes.written).broadcast("row", writes.row);
    let host_files = m.concat(&host.chosen_beats(m, config)) & host.valid.repeat(config.beats);
    let files = files.spread("host_valid", host_files).broadcast("host_write", host.write);
    let files = files.broadcast("host_address", host_address).broadcast("host_row", host.data).build();

    let answers = files.output("answer");
    // The file that answers with a is the one of the beat that executes; with b the next one, with c the one after.
    let beat = beat_of(config, Some(phase));
    let answer = |ahead: usize| element(answers, beat.map(|beat| counted_back(m, beat, slot - ahead)));
    let a_row = answer(0).named("a_answer");
    m.output("a_row", a_row, A_ROW);
    m.output("b_row", m.delayed("b", answer(1)), B_ROW);
    let c_row = shape.shows_c.then(|| m.delayed("c", m.delayed("c_early", answer(2))));
    if let Some(c_row) = c_row {
        m.output("c_row", c_row, C_ROW);
    }
    gather(m, config, shape, a_row, c_row);
    m.output("result", writes.row, "the results that are written in this cycle");
    let host_grant = files.output("host_grant").any().named("host_grant");
    m.output("host_ready", host_grant, "the host's access is done at this clock edge");
    m.output("host_read_data", element(answers, host.read_beat(m, host_grant)), "the row read one cycle ago");
    builder.finish()
}

/// `command` for file 0, and one cycle later for each file after it, side by side.
fn skew<'m>(m: &'m ModuleBuilder, config: &Config, name: &str, command: Signal<'m>) -> Signal<'m> {
    let mut commands = vec![command];
    for file in 1..config.beats {
        commands.push(m.delayed(&format!("{name}_of_file{file}"), commands[file - 1]));
    }
    m.concat(&commands)
}

/// The single-port file of one beat.
fn file(config: &Config, shape: FileShape) -> Arc<Module> {
    let builder = ModuleBuilder::new(&format!("{}_of_beat", shape.name), "The single-port file of one beat.");
    let m = &builder;
    let row_bits = config.lanes * shape.word_bits;
    let memory_shape = MemoryShape {
        depth: config.waves << shape.entry_bits,
        columns: config.lanes,
        column_width: shape.word_bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let address_bits = shape.entry_bits + index_bits(config.waves);
    let read = m.input("read", 1, "an operand is read");
    let read_address = m.input("read_address", address_bits, "its entry and wave");
    let write = m.input("write", 1, "a result is written");
    let writing_beat = optional_input(m, "writing_beat", index_bits(config.beats), "the beat whose result it is");
    let write_address = m.input("write_address", address_bits, "its entry and wave");
    let written = m.input("written", config.lanes, "lanes that are written");
    let row = m.input("row", row_bits, "the result");
    let host_valid = m.input("host_valid", 1, "the host wants this file");
    let host_write = m.input("host_write", 1, "it writes (else reads)");
    let host_address = m.input("host_address", address_bits, "its entry and wave");
    let host_row = m.input("host_row", row_bits, "the host's row");

    let write_result =
        writing_beat.map_or(write, |beat| write & beat.equals(m.instance_index(beat.width()))).named("write_result");
    let busy = (read | write_result).named("port_busy");
    let host_grant = host_valid & !busy;
    let chosen = pick(host_grant, Some(host_address), Some(write_result.mux(write_address, read_address)));
    let enable = host_grant.mux(m.constant(config.lanes, (1 << config.lanes) - 1), written);
    let data = host_grant.mux(host_row, row);
    let writes = write_result | (host_grant & host_write);
    let memory = m.memory("words", memory_shape);
    let answer = memory.read_write_port(chosen.expect("both are there"), busy | host_grant, writes, enable, data, "read_data");
    m.output("answer", answer, "the row read one cycle ago");
    m.output("host_grant", host_grant, "the host's access is done");
    builder.finish()
}

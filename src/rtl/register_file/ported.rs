//! `MultiPort` and `Replicated`: three read ports and a write port of one beat's width, so every beat's operands are read
//! in one cycle and nothing is staged. `MultiPort` is one memory with four ports; `Replicated` is three copies with a read
//! and a write port each, all written alike, which is what block RAM can do.

use std::sync::Arc;

use super::FileShape;
use super::ports::{HostRequest, Reads, Writes, address, pick};
use super::staging::{A_ROW, B_ROW, C_ROW, gather};
use crate::config::Config;
use crate::hdl::{MemoryHandle, MemoryShape, Module, ModuleBuilder, ReadDuringWrite};
use crate::rtl::schedule::{beat_of, counted_back, index_bits, optional_input};

/// One memory with three read ports and a write port.
pub fn multi_port(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose = format!("{} in one memory with three read ports and a write port of one beat's width.", shape.words);
    ported(config, shape, &purpose, |m, shape| [m.memory("words", shape); 3])
}

/// Three copies with one read port and one write port each.
pub fn replicated(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose = format!("{} in three copies with a read port and a write port each, of one beat's width.", shape.words);
    ported(config, shape, &purpose, |m, shape| ["words_for_a", "words_for_b", "words_for_c"].map(|name| m.memory(name, shape)))
}

/// `memories` says which memory serves a, b and c.
fn ported(
    config: &Config,
    shape: FileShape,
    purpose: &str,
    memories: for<'m> fn(&'m ModuleBuilder, MemoryShape) -> [MemoryHandle<'m>; 3],
) -> Arc<Module> {
    let builder = ModuleBuilder::new(shape.name, purpose);
    let m = &builder;
    let phase = optional_input(m, "phase", index_bits(config.beats), "cycle of the slot");
    let reads = Reads::new(m, config, shape);
    let writes = Writes::new(m, config, shape, config.lanes);
    let writing_beat = optional_input(m, "writing_beat", index_bits(config.beats), "the beat whose results are written");
    let host = HostRequest::new(m, config, shape);
    let reading_beat = beat_of(config, phase.map(|phase| counted_back(m, phase, 1)));

    let [read_a, read_b, read_c] = reads.wanted;
    let write_address = address(m, &[writing_beat, Some(writes.entry), writes.wave]).named("result_address");
    let host_address = address(m, &[host.beat, Some(host.entry), host.wave]).named("host_address");
    let collides = writes.valid & write_address.equals(host_address);
    // The host reads through port c, which is idle most often, and not what is being written.
    let host_reads = (host.valid & !host.write & !read_c & !collides).named("host_reads");
    let host_writes = (host.valid & host.write & !writes.valid).named("host_writes");

    let enable = (writes.written & writes.valid.repeat(config.lanes)) | host_writes.repeat(config.lanes);
    let enable = enable.named("lane_enable");
    let data = host_writes.mux(host.data, writes.row).named("write_data");
    let memory_shape = MemoryShape {
        depth: (config.waves << shape.entry_bits) * config.beats,
        columns: config.lanes,
        column_width: shape.word_bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memories = memories(m, memory_shape);
    let written_address = host_writes.mux(host_address, write_address).named("write_address");
    let different: Vec<_> = memories.iter().enumerate().filter(|(n, memory)| !memories[..*n].contains(memory)).collect();
    different.into_iter().for_each(|(_, memory)| memory.write_port(written_address, enable, data));

    let [a, b, c] = reads.entries.map(|entry| address(m, &[reading_beat, Some(entry), reads.wave]));
    let a_row = memories[0].read_port(a, read_a, "a");
    m.output("a_row", a_row, A_ROW);
    m.output("b_row", memories[1].read_port(b, read_b, "b"), B_ROW);
    let c_address = pick(host_reads, Some(host_address), Some(c)).expect("both are there");
    let c_row = memories[2].read_port(c_address, read_c | host_reads, "c");
    if shape.shows_c {
        m.output("c_row", c_row, C_ROW);
    }
    gather(m, config, shape, a_row, Some(c_row));
    m.output("result", writes.row, "the results that are written in this cycle");
    m.output("host_ready", host_reads | host_writes, "the host's access is done at this clock edge");
    m.output("host_read_data", c_row, "the row read one cycle ago");
    builder.finish()
}

//! `MultiPort` and `Replicated`: three read ports and a write port of one beat's width, so every
//! beat's operands are read in one cycle and nothing is staged. `MultiPort` is one memory with four
//! ports; `Replicated` is three copies with a read and a write port each, all written alike, which
//! is what block RAM can do.

use super::ports::{Inputs, Outputs};
use super::shape::FileShape;
use super::staging::gathered;
use crate::config::Config;
use crate::hdl::{Block, MemoryHandle, MemoryShape, ModuleBuilder, Signal};
use crate::rtl::schedule::{beat_of, counted_back};

/// One memory with three read ports and a write port.
pub fn multi_port(config: &Config, shape: FileShape) -> Block<Inputs, Outputs> {
    let purpose = format!(
        "{} in one memory with three read ports and a write port of one beat's width.",
        shape.words
    );
    let (inputs, outputs) = (Inputs::ports(config, shape), Outputs::ports(config, shape));
    Block::new(shape.name, &purpose, inputs, outputs, |m, inputs| {
        let memory = m.memory("words", memory_shape(config, shape));
        ported(m, config, shape, inputs, &[memory])
    })
}

/// Three copies with one read port and one write port each.
pub fn replicated(config: &Config, shape: FileShape) -> Block<Inputs, Outputs> {
    let purpose = format!(
        "{} in three copies with a read port and a write port each, of one beat's width.",
        shape.words
    );
    let (inputs, outputs) = (Inputs::ports(config, shape), Outputs::ports(config, shape));
    Block::new(shape.name, &purpose, inputs, outputs, |m, inputs| {
        let copies = ["words_for_a", "words_for_b", "words_for_c"];
        ported(
            m,
            config,
            shape,
            inputs,
            &copies.map(|name| m.memory(name, memory_shape(config, shape))),
        )
    })
}

fn memory_shape(config: &Config, shape: FileShape) -> MemoryShape {
    shape.memory((config.waves << shape.entry_bits) * config.beats, config.lanes)
}

/// `memories` are the copies, all written alike: one for each operand, or one for all.
fn ported<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    inputs: Inputs<Signal<'m>>,
    memories: &[MemoryHandle<'m>],
) -> Outputs<Signal<'m>> {
    let &Inputs { phase, reading, writing, host, .. } = &inputs;
    let write_address =
        m.concat(&[writing.beat, writing.entry, writing.wave]).named("result_address");
    let host_address = m.concat(&[host.beat, host.entry, host.wave]).named("host_address");
    let collides = writing.valid & write_address.equals(host_address);
    // The host reads through port c, which is idle most often, and not what is being written.
    let host_reads = (host.valid & !host.write & !reading.reads_c & !collides).named("host_reads");
    let host_writes = (host.valid & host.write & !writing.valid).named("host_writes");

    let enable =
        (writing.threads & writing.valid.repeat(config.lanes)) | host_writes.repeat(config.lanes);
    let enable = enable.named("lane_enable");
    let data = host_writes.mux(host.data, writing.row).named("write_data");
    let written_address = host_writes.mux(host_address, write_address).named("write_address");
    memories.iter().for_each(|memory| memory.write_port(written_address, enable, data));

    let reading_beat = beat_of(config, counted_back(m, phase, 1));
    let [a, b, c] = reading.entries().map(|entry| m.concat(&[reading_beat, entry, reading.wave]));
    let copy = |operand: usize| memories[operand.min(memories.len() - 1)];
    let a_row = copy(0).read_port(a, reading.reads_a, "a");
    let b_row = copy(1).read_port(b, reading.reads_b, "b");
    let c_row =
        copy(2).read_port(host_reads.mux(host_address, c), reading.reads_c | host_reads, "c");
    let rows = Outputs {
        a_row,
        b_row,
        c_row,
        result: writing.row,
        host_ready: host_reads | host_writes,
        host_read_data: c_row,
        ..Outputs::nothing(m)
    };
    gathered(m, config, shape, &inputs, rows)
}

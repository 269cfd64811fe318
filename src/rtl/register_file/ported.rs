//! `MultiPort` and `Replicated`: three read ports and a write port of one beat's width, so every
//! beat's operands are read in one cycle and nothing is staged. `MultiPort` is one memory with four
//! ports; `Replicated` is three copies with a read and a write port each, all written alike, which
//! is what block RAM can do.

use super::file::File;
use super::ports::{Inputs, Outputs};
use super::staging::gathered;
use crate::hdl::MemoryHandle;
use crate::rtl::prelude::*;
use crate::rtl::schedule::{beat_of, counted_back};

/// The copies are all written alike: one for each operand, or one for all.
pub fn ported<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let names: &[&str] = match file.organisation {
        RegisterFile::Replicated => &["words_for_a", "words_for_b", "words_for_c"],
        _ => &["words"],
    };
    let shape = file.memory((file.waves << file.entry_bits) * file.beats, file.lanes);
    let memories: Vec<MemoryHandle> = names.iter().map(|name| m.memory(name, shape)).collect();
    let &Inputs { phase, reading, writing, host, .. } = &inputs;
    let write_address =
        m.concat(&[writing.beat, writing.entry, writing.wave]).named("result_address");
    let host_address = m.concat(&[host.beat, host.entry, host.wave]).named("host_address");
    let collides = writing.valid & write_address.equals(host_address);
    // The host reads through port c, which is idle most often, and not what is being written.
    let host_reads = (host.valid & !host.write & !reading.reads_c & !collides).named("host_reads");
    let host_writes = (host.valid & host.write & !writing.valid).named("host_writes");

    let enable =
        (writing.threads & writing.valid.repeat(file.lanes)) | host_writes.repeat(file.lanes);
    let enable = enable.named("lane_enable");
    // An idle port shows the host's address and data even where the host wants nothing: these wires
    // go to all lanes, so they must not wait for the answer to the host.
    let data = writing.valid.mux(writing.row, host.data).named("write_data");
    let written_address = writing.valid.mux(write_address, host_address).named("write_address");
    memories.iter().for_each(|memory| memory.write_port(written_address, enable, data));

    let reading_beat = beat_of(&file, counted_back(m, phase, 1));
    let [a, b, c] = reading.entries().map(|entry| m.concat(&[reading_beat, entry, reading.wave]));
    let copy = |operand: usize| memories[operand.min(memories.len() - 1)];
    let a_row = copy(0).read_port(a, reading.reads_a, "a");
    let b_row = copy(1).read_port(b, reading.reads_b, "b");
    let c_address = reading.reads_c.mux(c, host_address);
    let c_row = copy(2).read_port(c_address, reading.reads_c | host_reads, "c");
    let rows = Outputs {
        a_row,
        b_row,
        c_row,
        result: writing.row,
        host_ready: host_reads | host_writes,
        host_read_data: c_row,
        ..Outputs::nothing(m)
    };
    gathered(m, file, &inputs, rows)
}

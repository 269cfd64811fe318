//! The two memories that the host fills: the program, and the row of the host window.

use std::sync::Arc;

use super::feeder::COUNTER_BITS;
use super::map::PROGRAM_WORDS;
use super::merged;
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite};
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::rtl::schedule::index_bits;

/// Builds the program memory: bytes are written, words are read. A word that is read while one of its bytes is written is
/// undefined, which asks nothing of the RAM.
pub(super) fn program_memory() -> Arc<Module> {
    let purpose = "The program of all waves: written byte by byte, read word by word a cycle later.";
    let builder = ModuleBuilder::new("lanebeat_program_memory", purpose);
    let m = &builder;
    let bytes = INSTRUCTION_BITS / 8;
    let write_address = m.input("write_address", COUNTER_BITS, "the word that is written");
    let write_bytes = m.input("write_bytes", bytes, "bytes of it that are written");
    let write_data = m.input("write_data", INSTRUCTION_BITS, "its new bytes");
    let read = m.input("read", 1, "a word is read");
    let read_address = m.input("read_address", COUNTER_BITS, "the word");
    let shape =
        MemoryShape { depth: PROGRAM_WORDS, columns: bytes, column_width: 8, read_during_write: ReadDuringWrite::Undefined };
    let memory = m.memory("words", shape);
    memory.write_port(write_address, write_bytes, write_data);
    m.output("word", memory.read_port(read_address, read, "word"), "the word read last");
    builder.finish()
}

/// Builds the row of the host window: the host writes single bytes, the core whole rows.
pub(super) fn host_row(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_host_row", "The beat-row that the host reads and writes word by word.");
    let m = &builder;
    let lane_bits = index_bits(config.lanes);
    let write_bytes = m.input("write_bytes", 4, "bytes that the host writes");
    let write_lane = m.input("write_lane", lane_bits, "in the word of this lane");
    let write_data = m.input("write_data", 32, "the new bytes");
    let load = m.input("load", 1, "the core's row is here (never while the host writes)");
    let loaded = m.input("loaded", config.lanes * 32, "the row");
    let read_lane = m.input("read_lane", lane_bits, "the lane whose word the host reads");
    let words = m.instances("word", config.lanes, &host_word(config)).broadcast("write_bytes", write_bytes);
    let words = words.broadcast("write_lane", write_lane).broadcast("write_data", write_data);
    let row = words.broadcast("load", load).spread("loaded", loaded).build().output("word");
    m.output("row", row, "the row, lane 0 lowest");
    m.output("read_word", row.element(read_lane), "the word of read_lane");
    builder.finish()
}

fn host_word(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_host_word", "One lane's word of the host's row.");
    let m = &builder;
    let lane_bits = index_bits(config.lanes);
    let write_bytes = m.input("write_bytes", 4, "bytes that the host writes");
    let write_lane = m.input("write_lane", lane_bits, "in the word of this lane");
    let write_data = m.input("write_data", 32, "the new bytes");
    let load = m.input("load", 1, "the core's word is here");
    let loaded = m.input("loaded", 32, "the word");
    let word = m.register("word", 32);
    let chosen = write_lane.equals(m.instance_index(lane_bits));
    let written = merged(m, word.q(), write_data, write_bytes);
    word.next_when(load | chosen, load.mux(loaded, written));
    m.output("word", word.q(), "the word");
    builder.finish()
}

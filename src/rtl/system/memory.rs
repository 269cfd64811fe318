//! The two memories that the host fills: the program, and the row of the host window.

use super::bytes::merged;
use super::map::{COUNTER_BITS, PROGRAM_WORDS};
use crate::config::Config;
use crate::hdl::{Block, MemoryShape, ReadDuringWrite, Signal};
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::ports;
use crate::rtl::schedule::index_bits;

/// Bytes of an instruction.
const INSTRUCTION_BYTES: usize = INSTRUCTION_BITS / 8;

ports! {
    pub struct ProgramInputs() {
        write_address: [COUNTER_BITS] "the word that is written";
        write_bytes: [INSTRUCTION_BYTES] "bytes of the word that are written";
        write_data: [INSTRUCTION_BITS] "the new bytes";
        read: [1] "a word is read";
        read_address: [COUNTER_BITS] "the word that is read";
    }
}

ports! {
    pub struct ProgramOutputs() {
        word: [INSTRUCTION_BITS] "the word read last";
    }
}

/// Builds the program memory: bytes are written, words are read. A word that is read while one of
/// its bytes is written is undefined, which asks nothing of the RAM.
pub(super) fn program_memory() -> Block<ProgramInputs, ProgramOutputs> {
    let purpose =
        "The program of all waves: written byte by byte, read word by word a cycle later.";
    let (inputs, outputs) = (ProgramInputs::ports(), ProgramOutputs::ports());
    Block::new("lanebeat_program_memory", purpose, inputs, outputs, |m, inputs| {
        let ProgramInputs { write_address, write_bytes, write_data, read, read_address } = inputs;
        let shape = MemoryShape {
            depth: PROGRAM_WORDS,
            columns: INSTRUCTION_BYTES,
            column_width: 8,
            read_during_write: ReadDuringWrite::Undefined,
        };
        let memory = m.memory("words", shape);
        memory.write_port(write_address, write_bytes, write_data);
        ProgramOutputs { word: memory.read_port(read_address, read, "word") }
    })
}

ports! {
    pub struct RowInputs(config: &Config) {
        write_bytes: [4] "bytes that the host writes";
        write_lane: [index_bits(config.lanes)] "lane whose word the host writes";
        write_data: [32] "the new bytes";
        load: [1] "the core's row is here (never while the host writes)";
        loaded: [config.lanes * 32] "the core's row";
        read_lane: [index_bits(config.lanes)] "lane whose word the host reads";
    }
}

ports! {
    pub struct RowOutputs(config: &Config) {
        row: [config.lanes * 32] "the row, lane 0 lowest";
        read_word: [32] "the word of read_lane";
    }
}

/// Builds the row of the host window: the host writes single bytes, the core whole rows.
pub(super) fn host_row(config: &Config) -> Block<RowInputs, RowOutputs> {
    let purpose = "The beat-row that the host reads and writes word by word.";
    let (inputs, outputs) = (RowInputs::ports(config), RowOutputs::ports(config));
    Block::new("lanebeat_host_row", purpose, inputs, outputs, |m, inputs: RowInputs<Signal>| {
        let words = WordInputs {
            write_bytes: inputs.write_bytes.broadcast(),
            write_lane: inputs.write_lane.broadcast(),
            write_data: inputs.write_data.broadcast(),
            load: inputs.load.broadcast(),
            loaded: inputs.loaded.spread(),
        };
        let row = host_word(config).instances(m, "word", config.lanes, words).word;
        RowOutputs { row, read_word: row.element(inputs.read_lane) }
    })
}

ports! {
    struct WordInputs(config: &Config) {
        write_bytes: [4] "bytes that the host writes";
        write_lane: [index_bits(config.lanes)] "lane whose word the host writes";
        write_data: [32] "the new bytes";
        load: [1] "the core's word is here";
        loaded: [32] "the core's word";
    }
}

ports! {
    struct WordOutputs() {
        word: [32] "the word";
    }
}

fn host_word(config: &Config) -> Block<WordInputs, WordOutputs> {
    let purpose = "One lane's word of the host's row.";
    let (inputs, outputs) = (WordInputs::ports(config), WordOutputs::ports());
    Block::new("lanebeat_host_word", purpose, inputs, outputs, |m, inputs: WordInputs<Signal>| {
        let word = m.register("word", 32);
        let chosen = inputs.write_lane.equals(m.instance_index(inputs.write_lane.width()));
        let written = merged(m, word.q(), inputs.write_data, inputs.write_bytes);
        word.next_when(inputs.load | chosen, inputs.load.mux(inputs.loaded, written));
        WordOutputs { word: word.q() }
    })
}

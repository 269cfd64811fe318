//! The two memories that the host fills: the program, and the row of the host window.

use super::bytes::merged;
use super::map::{COUNTER_BITS, PROGRAM_WORDS};
use crate::hdl::{MemoryShape, ReadDuringWrite, bits};
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::rtl::prelude::*;

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

    pub struct ProgramOutputs() {
        word: [INSTRUCTION_BITS] "the word read last";
    }
}

/// Builds the program memory: bytes are written, words are read. A word that is read while one of
/// its bytes is written is undefined, which asks nothing of the RAM. At power-up it holds `words`.
pub(super) fn program_memory(words: &[u128]) -> Block<ProgramInputs, ProgramOutputs> {
    let purpose =
        "The program of all waves: written byte by byte, read word by word a cycle later.";
    Block::of("lanebeat_program_memory", purpose, (), |m, inputs| {
        let ProgramInputs { write_address, write_bytes, write_data, read, read_address } = inputs;
        let shape = MemoryShape {
            depth: PROGRAM_WORDS,
            columns: INSTRUCTION_BYTES,
            column_width: 8,
            read_during_write: ReadDuringWrite::Undefined,
        };
        let memory = m.memory("words", shape);
        memory.powers_up_with(words.iter().map(|&word| bits(INSTRUCTION_BITS, word)).collect());
        memory.write_port(write_address, write_bytes, write_data);
        ProgramOutputs { word: memory.read_port(read_address, read, "word") }
    })
}

ports! {
    pub struct RowInputs(plan: &Plan) {
        write_bytes: [4] "bytes that the host writes";
        write_lane: [plan.lane.bits] "lane whose word the host writes";
        write_data: [32] "the new bytes";
        load: [1] "the core's row is here (never while the host writes)";
        loaded: [plan.lanes * 32] "the core's row";
        read_lane: [plan.lane.bits] "lane whose word the host reads";
    }

    pub struct RowOutputs(plan: &Plan) {
        row: [plan.lanes * 32] "the row, lane 0 lowest";
        read_word: [32] "the word of read_lane";
    }
}

/// Builds the row of the host window: the host writes single bytes, the core whole rows.
pub(super) fn host_row(plan: &Plan) -> Block<RowInputs, RowOutputs> {
    let purpose = "The beat-row that the host reads and writes word by word.";
    Block::of("lanebeat_host_row", purpose, plan, |m, inputs| {
        let RowInputs { write_bytes, write_lane, write_data, load, loaded, read_lane } = inputs;
        let words = WordInputs { write_bytes, write_lane, write_data, load, loaded };
        let row = host_word(plan).instances(m, "word", plan.lanes, words).word;
        RowOutputs { row, read_word: row.element(read_lane) }
    })
}

ports! {
    struct WordInputs(plan: &Plan) {
        write_bytes: [4] "bytes that the host writes";
        write_lane: [plan.lane.bits] "lane whose word the host writes";
        write_data: [32] "the new bytes";
        load: [1] "the core's word is here";
        loaded: [32] "the core's word";
    }

    struct WordOutputs() {
        word: [32] "the word";
    }
}

fn host_word(plan: &Plan) -> Block<WordInputs, WordOutputs> {
    let purpose = "One lane's word of the host's row.";
    Block::of("lanebeat_host_word", purpose, plan, |m, inputs: WordInputs<Signal>| {
        let word = m.register("word", 32);
        let chosen = inputs.write_lane.is_own_index();
        let written = merged(word.q(), inputs.write_data, inputs.write_bytes);
        word.next_when(inputs.load | chosen, inputs.load.mux(inputs.loaded, written));
        WordOutputs { word: word.q() }
    })
}

//! `Skewed`: one single-port file for each beat, every command one cycle later than in the file
//! before ([S4]).
//!
//! ```text
//!  cycle   4k   +1   +2   +3   +4   +5   +6   +7
//!  file 0  wr   c    b    a    wr   c    b    a
//!  file 1  a'   wr   c    b    a    wr   c    b
//!  file 2  b'   a'   wr   c    b    a    wr   c
//!  file 3  c'   b'   a'   wr   c    b    a    wr
//! ```
//!
//! In any cycle at most one file answers with c, one with b and one with a, so operands need no
//! wave-wide registers: c waits two cycles, b one, a none, in three registers of a row that all
//! files share. A result passes through as many row registers as its port's turn is away, which ALU
//! stages may use.

use super::file::File;
use super::ports::{BankOutputs, Inputs, Outputs, WriteProbe};
use super::staging::gathered;
use crate::hdl::ReadWrite;
use crate::rtl::prelude::*;
use crate::rtl::schedule::{beat_of, counted_back};

record! {
    /// Operands that file 0 of the skewed files reads in this cycle.
    pub struct SkewedProbe {
        read_a;
        read_b;
        read_c;
    }
}

/// The skewed files.
pub fn skewed<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let &Inputs { phase, reading, writing, host, .. } = &inputs;
    let slot = file.slot_cycles;
    let [read_a, read_b, read_c] = reading.in_turn(phase, slot);
    m.probe::<SkewedProbe>(SkewedProbe { read_a, read_b, read_c });
    let read_entry = read_c.mux(reading.c, read_b.mux(reading.b, reading.a));
    let read_address = m.concat(&[read_entry, reading.wave]).named("read_address");
    let host_files = m.concat(&host.chosen_beats(m, &file)) & host.valid.repeat(file.beats);
    let files = FileInputs {
        read: skew(m, &file, "read", read_a | read_b | read_c),
        read_address: skew(m, &file, "read_address", read_address),
        write: writing.valid,
        writing_beat: writing.beat,
        write_address: m.concat(&[writing.entry, writing.wave]).named("write_address"),
        written: writing.threads,
        row: writing.row,
        host_valid: host_files,
        host_write: host.write,
        host_address: m.concat(&[host.entry, host.wave]).named("host_address"),
        host_row: host.data,
    };
    let files = file_of_beat(file).instances(m, "of_beat", file.beats, files);

    // The file that answers with a is the one of the beat that executes; with b the next one, with
    // c the one after.
    let beat = beat_of(&file, phase);
    let answer = |ahead: usize| files.answer.element(counted_back(m, beat, slot - ahead));
    let c_row =
        if file.shows_c { m.delayed("c", m.delayed("c_early", answer(2))) } else { m.nothing() };
    let host_grant = files.host_grant.any().named("host_grant");
    let rows = Outputs {
        a_row: answer(0).named("a_answer"),
        b_row: m.delayed("b", answer(1)),
        c_row,
        result: writing.row,
        host_ready: host_grant,
        host_read_data: files.answer.element(host.read_beat(m, host_grant)),
        ..Outputs::nothing(m)
    };
    gathered(m, file, &inputs, rows)
}

/// `command` for file 0, and one cycle later for each file after it, side by side.
fn skew<'m>(m: &'m Builder, plan: &Plan, name: &str, command: Signal<'m>) -> Signal<'m> {
    let mut commands = vec![command];
    for file in 1..plan.beats {
        commands.push(m.delayed(&format!("{name}_of_file{file}"), commands[file - 1]));
    }
    m.concat(&commands)
}

ports! {
    pub struct FileInputs(file: File<'_>) {
        read: [1] "an operand is read";
        read_address: [address_bits(file)] "entry and wave that are read";
        write: [1] "a result is written";
        writing_beat: [file.beat.bits] "beat whose result is written";
        write_address: [address_bits(file)] "entry and wave that are written";
        written: [file.lanes] "lanes that are written";
        row: [file.row_bits()] "the result";
        host_valid: [1] "the host wants this file";
        host_write: [1] "the host writes (else reads)";
        host_address: [address_bits(file)] "entry and wave that the host wants";
        host_row: [file.row_bits()] "the row that the host writes";
    }
}

/// Bits of the address of an entry of a wave.
fn address_bits(file: File) -> usize {
    file.entry_bits + file.wave.bits
}

/// The single-port file of one beat.
fn file_of_beat(file: File) -> Block<FileInputs, BankOutputs> {
    let memory_shape = file.memory(file.waves << file.entry_bits, file.lanes);
    let name = format!("{}_of_beat", file.name);
    Block::of(&name, "The single-port file of one beat.", file, |m, inputs: FileInputs<Signal>| {
        let beat = inputs.writing_beat;
        let write_result = (inputs.write & beat.is_own_index()).named("write_result");
        m.probe::<WriteProbe>(WriteProbe { write_result });
        let busy = (inputs.read | write_result).named("port_busy");
        let host_grant = inputs.host_valid & !busy;
        let address = host_grant
            .mux(inputs.host_address, write_result.mux(inputs.write_address, inputs.read_address));
        let column_enable =
            host_grant.mux(m.constant(file.lanes, (1 << file.lanes) - 1), inputs.written);
        let data = host_grant.mux(inputs.host_row, inputs.row);
        let writes = write_result | (host_grant & inputs.host_write);
        let memory = m.memory("words", memory_shape);
        let (enable, write) = (busy | host_grant, writes);
        let port = ReadWrite { address, enable, write, column_enable, data };
        let answer = memory.read_write_port(port, "read_data");
        BankOutputs { answer, host_grant }
    })
}

//! `Skewed`: one single-port file for each beat, every command one cycle later than in the file
//! before ([S4]). A command stands in registers for a cycle before the port executes it.
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

use super::command::{Command, Offered, ReadsInTurn, command, now};
use super::file::File;
use super::ports::{BankOutputs, Inputs, Outputs};
use super::staging::gathered;
use crate::hdl::ReadWrite;
use crate::rtl::prelude::*;
use crate::rtl::schedule::{beat_of, counted_back};

/// The skewed files.
pub fn skewed<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let &Inputs { phase, writing, host, .. } = &inputs;
    let slot = file.slot_cycles;
    let ReadsInTurn { a, b, c } = ReadsInTurn::new(m, &file, &inputs);
    let mut reads = vec![b.0 | a.0];
    // File 1 reads what file 0 reads, a cycle later.
    if file.beats > 1 {
        let b_or_a = now(m, "read_b", b) | now(m, "read_a", a);
        reads.push(c.as_ref().map_or(b_or_a, |c| c.now | b_or_a));
    }
    let address = b.0.mux(b.1, a.1);
    let address = c.as_ref().map_or(address, |c| c.wanted.0.mux(c.wanted.1, address));
    let file_0 = |bit: Signal<'m>| bit.zero_extend(file.beats);
    let host_files = m.concat(&host.chosen_beats(m, &file)) & host.valid.repeat(file.beats);
    let files = FileInputs {
        offered: c.as_ref().map_or(m.nothing(), |c| file_0(c.wanted.0)),
        reads_offered: c.as_ref().map_or(m.nothing(), |c| file_0(c.now)),
        read: skew(m, &file, "read", reads),
        read_address: skew(m, &file, "read_address", vec![address]),
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

/// Commands of the first files, and for each file after them that of the file before, a cycle later;
/// side by side.
fn skew<'m>(m: &'m Builder, plan: &Plan, name: &str, mut commands: Vec<Signal<'m>>) -> Signal<'m> {
    for file in commands.len()..plan.beats {
        commands.push(m.delayed(&format!("{name}_of_file{file}"), commands[file - 1]));
    }
    m.concat(&commands)
}

ports! {
    pub struct FileInputs(file: File<'_>) {
        offered: [file.shows_c.into()] "an operand may be read in the next cycle";
        reads_offered: [file.shows_c.into()] "an operand that was offered is read in this cycle";
        read: [1] "an operand is read in the next cycle";
        read_address: [address_bits(file)] "entry and wave that are read";
        write: [1] "a result is written in the next cycle";
        writing_beat: [file.beat.bits] "beat whose result is written";
        write_address: [address_bits(file)] "entry and wave that are written";
        written: [file.lanes] "lanes that are written in this cycle";
        row: [file.row_bits()] "the result that is written in this cycle";
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
        let writes = inputs.write & inputs.writing_beat.is_own_index();
        let writes = (writes, inputs.write_address);
        let reads = [(inputs.read, inputs.read_address)];
        let host = [inputs.host_valid, inputs.host_write, inputs.host_address];
        let offered = file.shows_c.then_some(Offered {
            wanted: (inputs.offered, inputs.read_address),
            now: inputs.reads_offered,
        });
        let Command { enable, write, address, host_grant, host_done } =
            command(m, writes, &reads, offered.as_ref(), host);
        let column_enable = host_grant.mux(inputs.host_valid.repeat(file.lanes), inputs.written);
        let data = host_grant.mux(inputs.host_row, inputs.row);
        let memory = m.memory("words", memory_shape);
        let port = ReadWrite { address, enable, write, column_enable, data };
        let answer = memory.read_write_port(port, "read_data");
        BankOutputs { answer, host_grant: host_done }
    })
}

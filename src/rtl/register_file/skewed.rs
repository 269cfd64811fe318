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

use super::ports::{Inputs, Outputs, WriteProbe};
use super::shape::FileShape;
use super::staging::gathered;
use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, ReadWrite, Signal};
use crate::ports;
use crate::record;
use crate::rtl::schedule::{beat_of, counted_back, index_bits};

record! {
    /// What file 0 of skewed files is told to read.
    pub struct SkewedProbe {
        read_a;
        read_b;
        read_c;
    }
}

/// Builds the skewed files of `config` for `shape`.
pub fn skewed(config: &Config, shape: FileShape) -> Block<Inputs, Outputs> {
    let purpose = format!(
        "{} in one single-port file for each beat, every command a cycle later than in the file before.",
        shape.words
    );
    let (inputs, outputs) = (Inputs::ports(config, shape), Outputs::ports(config, shape));
    Block::new(shape.name, &purpose, inputs, outputs, |m, inputs| files(m, config, shape, inputs))
}

fn files<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let &Inputs { phase, reading, writing, host, .. } = &inputs;
    let slot = config.slot_cycles();
    let read_now = |wanted: Signal<'m>, read_phase: usize, name| {
        (wanted & phase.is(read_phase as u128)).named(name)
    };
    let read_a = read_now(reading.reads_a, slot - 1, "read_a");
    let read_b = read_now(reading.reads_b, slot - 2, "read_b");
    let read_c = read_now(reading.reads_c, slot - 3, "read_c");
    m.probe::<SkewedProbe>(SkewedProbe { read_a, read_b, read_c });
    let read_entry = read_c.mux(reading.c, read_b.mux(reading.b, reading.a));
    let read_address = m.concat(&[read_entry, reading.wave]).named("read_address");
    let host_files = m.concat(&host.chosen_beats(m, config)) & host.valid.repeat(config.beats);
    let files = FileInputs {
        read: skew(m, config, "read", read_a | read_b | read_c).spread(),
        read_address: skew(m, config, "read_address", read_address).spread(),
        write: writing.valid.broadcast(),
        writing_beat: writing.beat.broadcast(),
        write_address: m.concat(&[writing.entry, writing.wave]).named("write_address").broadcast(),
        written: writing.threads.broadcast(),
        row: writing.row.broadcast(),
        host_valid: host_files.spread(),
        host_write: host.write.broadcast(),
        host_address: m.concat(&[host.entry, host.wave]).named("host_address").broadcast(),
        host_row: host.data.broadcast(),
    };
    let files = file(config, shape).instances(m, "file", config.beats, files);

    // The file that answers with a is the one of the beat that executes; with b the next one, with
    // c the one after.
    let beat = beat_of(config, phase);
    let answer = |ahead: usize| files.answer.element(counted_back(m, beat, slot - ahead));
    let c_row =
        if shape.shows_c { m.delayed("c", m.delayed("c_early", answer(2))) } else { m.nothing() };
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
    gathered(m, config, shape, &inputs, rows)
}

/// `command` for file 0, and one cycle later for each file after it, side by side.
fn skew<'m>(m: &'m ModuleBuilder, config: &Config, name: &str, command: Signal<'m>) -> Signal<'m> {
    let mut commands = vec![command];
    for file in 1..config.beats {
        commands.push(m.delayed(&format!("{name}_of_file{file}"), commands[file - 1]));
    }
    m.concat(&commands)
}

ports! {
    pub struct FileInputs(config: &Config, shape: FileShape) {
        read: [1] "an operand is read";
        read_address: [address_bits(config, shape)] "entry and wave that are read";
        write: [1] "a result is written";
        writing_beat: [index_bits(config.beats)] "beat whose result is written";
        write_address: [address_bits(config, shape)] "entry and wave that are written";
        written: [config.lanes] "lanes that are written";
        row: [config.lanes * shape.word_bits] "the result";
        host_valid: [1] "the host wants this file";
        host_write: [1] "the host writes (else reads)";
        host_address: [address_bits(config, shape)] "entry and wave that the host wants";
        host_row: [config.lanes * shape.word_bits] "the row that the host writes";
    }
}

ports! {
    struct FileOutputs(config: &Config, shape: FileShape) {
        answer: [config.lanes * shape.word_bits] "the row read one cycle ago";
        host_grant: [1] "the host's access is done";
    }
}

/// Bits of the address of an entry of a wave.
fn address_bits(config: &Config, shape: FileShape) -> usize {
    shape.entry_bits + index_bits(config.waves)
}

/// The single-port file of one beat.
fn file(config: &Config, shape: FileShape) -> Block<FileInputs, FileOutputs> {
    let memory_shape = shape.memory(config.waves << shape.entry_bits, config.lanes);
    let name = format!("{}_of_beat", shape.name);
    let (inputs, outputs) = (FileInputs::ports(config, shape), FileOutputs::ports(config, shape));
    Block::new(
        &name,
        "The single-port file of one beat.",
        inputs,
        outputs,
        |m, inputs: FileInputs<Signal>| {
            let beat = inputs.writing_beat;
            let write_result =
                (inputs.write & beat.equals(m.instance_index(beat.width()))).named("write_result");
            m.probe::<WriteProbe>(WriteProbe { write_result });
            let busy = (inputs.read | write_result).named("port_busy");
            let host_grant = inputs.host_valid & !busy;
            let address = host_grant.mux(
                inputs.host_address,
                write_result.mux(inputs.write_address, inputs.read_address),
            );
            let column_enable =
                host_grant.mux(m.constant(config.lanes, (1 << config.lanes) - 1), inputs.written);
            let data = host_grant.mux(inputs.host_row, inputs.row);
            let writes = write_result | (host_grant & inputs.host_write);
            let memory = m.memory("words", memory_shape);
            let (enable, write) = (busy | host_grant, writes);
            let port = ReadWrite { address, enable, write, column_enable, data };
            let answer = memory.read_write_port(port, "read_data");
            FileOutputs { answer, host_grant }
        },
    )
}

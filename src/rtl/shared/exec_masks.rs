//! EXEC of every wave, one bit a thread (ISA.md section 2).

use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, PortSpec, Signal};
use crate::ports;
use crate::rtl::register_file::row_edges;
use crate::rtl::schedule::{beats_per_row, gathers_masks, index_bits, row_of_beat};

ports! {
    pub struct Inputs(config: &Config) {
        wave: [index_bits(config.waves)] "wave that executes";
        beat: [index_bits(config.beats)] "beat that executes";
        write: [1] "replace this beat's row of EXEC";
        row: [config.lanes] "the new row";
        host_write: [1] "the host replaces a row (never together with write)";
        host_wave: [index_bits(config.waves)] "the host's wave";
        host_beat: [index_bits(config.beats)] "the host's beat";
        host_row: [config.lanes] "the host's row";
    }
}

ports! {
    pub struct Outputs(config: &Config) {
        exec_edges: [if config.dpp { 2 * config.rows() } else { 0 }]
            "EXEC of the first and last thread of each row";
        exec_of_row: [if config.dpp && beats_per_row(config) > 1 { beats_per_row(config) * config.lanes } else { 0 }]
            "EXEC of the row of 16 threads that the beat belongs to";
        exec_wave: [if config.shuffle || gathers_masks(config) { config.threads() } else { 0 }]
            "EXEC of every thread of the wave";
        exec_row: [config.lanes] "EXEC of the beat that executes";
        host_exec_row: [config.lanes] "the row that the host asks for";
    }
}

/// Builds EXEC of all waves of `config`.
pub fn exec_masks(config: &Config) -> Block<Inputs, Outputs> {
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports(config));
    Block::new("lanebeat_exec_masks", "EXEC of every wave.", inputs, outputs, |m, inputs| {
        all_waves(m, config, inputs)
    })
}

fn all_waves<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let Inputs { wave, beat, write, row, host_write, host_wave, host_beat, host_row } = inputs;
    let written = RowWrite {
        write: write | host_write,
        row: host_write.mux(host_row, row),
        wave: host_write.mux(host_wave, wave).named("written_wave"),
        beat: host_write.mux(host_beat, beat).named("written_beat"),
    };
    let of_wave = exec_of_wave(config).instances(
        m,
        "of_wave",
        config.waves,
        written.map(|_, signal| signal.broadcast()),
    );
    let padded = of_wave.exec.zero_extend(config.threads() << index_bits(config.waves));
    let exec = padded.element(wave).named("executing_exec");
    Outputs {
        exec_edges: if config.dpp { row_edges(m, exec, 1) } else { m.nothing() },
        exec_of_row: row_of_beat(config, exec, beat),
        exec_wave: exec,
        exec_row: exec.element(beat),
        host_exec_row: padded.element(host_wave).element(host_beat),
    }
}

ports! {
    /// A row that is written, as every wave and every beat sees it.
    struct RowWrite(config: &Config) {
        write: [1] "a row is written";
        row: [config.lanes] "the row";
        wave: [index_bits(config.waves)] "the wave that is written";
        beat: [index_bits(config.beats)] "the beat that is written";
    }
}

ports! {
    struct OfWave(threads: usize) {
        exec: [threads] "all threads, thread 0 lowest";
    }
}

fn exec_of_wave(config: &Config) -> Block<RowWrite, OfWave> {
    let (inputs, outputs) = (RowWrite::ports(config), OfWave::ports(config.threads()));
    Block::new(
        "lanebeat_exec_of_wave",
        "EXEC of one wave.",
        inputs,
        outputs,
        |m, written: RowWrite<Signal>| {
            let own = written.write & written.wave.equals(m.instance_index(written.wave.width()));
            let row = RowWrite { write: own, wave: m.nothing(), ..written };
            OfWave {
                exec: exec_row(config)
                    .instances(m, "rows", config.beats, row.map(|_, signal| signal.broadcast()))
                    .exec,
            }
        },
    )
}

fn exec_row(config: &Config) -> Block<RowWrite, OfWave> {
    let inputs = RowWrite { wave: PortSpec::absent(), ..RowWrite::ports(config) };
    let purpose = "One beat's row of EXEC, all ones after reset.";
    Block::new(
        "lanebeat_exec_row",
        purpose,
        inputs,
        OfWave::ports(config.lanes),
        |m, written: RowWrite<Signal>| {
            let exec = m.reset_register("exec", config.lanes, (1 << config.lanes) - 1);
            exec.next_when(
                written.write & written.beat.equals(m.instance_index(written.beat.width())),
                written.row,
            );
            OfWave { exec: exec.q() }
        },
    )
}

//! The core from the outside, and how its parts are connected.

use super::context::{Core, WrittenNow};
use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::encoding::{INSTRUCTION_BITS, MASK_DESTINATION};
use crate::ports;
use crate::record;
use crate::rtl::host::{Answer, Host};
use crate::rtl::issue::instruction::register_bits;
use crate::rtl::issue::passes::tells_gathering;
use crate::rtl::issue::sequencer::{self, sequencer};
use crate::rtl::register_file::collected;
use crate::rtl::schedule::{
    Gather, Movement, beat_of, counted_back, counts, cycles_to_execute, cycles_to_result,
    index_bits, is_beat, tells_ahead,
};
use crate::rtl::shared::slot::Slot;

ports! {
    pub struct Inputs(config: &Config) {
        issue_valid: [1] "an instruction is offered";
        issue_wave: [index_bits(config.waves)] "wave of the offered instruction";
        issue_instruction: [INSTRUCTION_BITS] "machine word of the offered instruction";
        running: [if config.barrier { config.waves } else { 0 }]
            "waves that have instructions left, wave 0 lowest";
        host: Host { Host::ports(config) };
    }
}

ports! {
    pub struct Outputs(config: &Config) {
        issue_ready: [1] "the offered instruction is taken at this clock edge if valid";
        issue_blocked: [1]
            "the offered instruction's wave must wait: another wave's may be taken sooner";
        issue_illegal: [1] "the offered word is no instruction of this configuration";
        host: Answer { Answer::ports(config) };
        retire: Retired { Retired::ports(config) };
    }
}

ports! {
    /// The results of an instruction, as they are written: whole waves or, beat after beat, rows.
    pub struct Retired(config: &Config) {
        valid: [1] "results are written at this clock edge";
        wave: [index_bits(config.waves)] "wave of the instruction that retires";
        beat: [if writes_whole_waves(config) { 0 } else { index_bits(config.beats) }]
            "beat whose results are written; with the last the instruction has retired";
        writes_register: [1] "the instruction has a destination register";
        destination: [register_bits(config)] "destination register";
        mask_destination: [MASK_DESTINATION.width] "predicate 0-6, mask slot 8-11, 7 for none";
        written: [results(config)]
            (format!("{}s that are written, {0} 0 lowest", result_unit(config)));
        result: [results(config) * 32]
            (format!("words for the register, {} 0 lowest", result_unit(config)));
        mask: [results(config)]
            (format!("bits for the predicate or mask slot, {} 0 lowest", result_unit(config)));
    }
}

record! {
    /// The lanes, in the core.
    pub struct LanesProbe {
        /// A beat executes.
        busy;
        /// A beat executes or is gathered.
        passes;
    }
}

record! {
    /// The rows that the lanes give, in the core.
    pub struct ResultsProbe {
        written_row;
        mask_row;
    }
}

fn writes_whole_waves(config: &Config) -> bool {
    Movement::of(config) == Movement::WholeWaves
}

/// Results that are written at once.
fn results(config: &Config) -> usize {
    if writes_whole_waves(config) { config.threads() } else { config.lanes }
}

/// What has one result.
fn result_unit(config: &Config) -> &'static str {
    if writes_whole_waves(config) { "thread" } else { "lane" }
}

/// Builds the core of `config`.
pub fn core(config: &Config) -> Block<Inputs, Outputs> {
    let purpose =
        "A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.";
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports(config));
    Block::new("lanebeat_core", purpose, inputs, outputs, |m, inputs| datapath(m, config, inputs))
}

fn datapath<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let Inputs { issue_valid, issue_wave, issue_instruction, running, host } = inputs;
    let held = m.wire("held", config.barrier.into());
    let host_writes = host.wants_registers() & host.write;
    let offered =
        sequencer::Inputs { issue_valid, issue_wave, issue_instruction, held, host_writes };
    let stages = sequencer(config).instance(m, "sequencer", offered);
    let slot = slot(m, config, &stages);
    let core = Core { m, config, stages, slot, host };

    // Nets that close the loop from the lanes back to the files.
    let result_row = m.wire("result_row", config.lanes * 32);
    let mask_row = m.wire("mask_row", config.lanes);
    let written_row = m.wire("written_row", config.lanes);
    m.probe::<ResultsProbe>(ResultsProbe { written_row, mask_row });
    let writing = core.writing(written_row);
    let registers = core.register_file(&writing, result_row);
    let masks = core.mask_file(&writing, mask_row);
    let executed = core.execute(&registers, &masks, [running, issue_wave]);
    held.drive(executed.held);
    result_row.drive(executed.results.result);
    mask_row.drive(executed.results.mask);
    written_row.drive(executed.results.written);

    let is_first =
        if writes_whole_waves(config) { counts(m, core.stages.phase, 0) } else { m.constant(1, 1) };
    Outputs {
        issue_ready: core.stages.issue_ready,
        issue_blocked: core.stages.issue_blocked,
        issue_illegal: core.stages.issue_illegal,
        host: executed.host,
        retire: Retired {
            valid: writing.valid & is_first,
            wave: writing.instruction.wave,
            beat: writing.beat,
            writes_register: writing.instruction.writes_register,
            destination: writing.instruction.destination,
            mask_destination: writing.instruction.mask_destination,
            written: writing.threads,
            result: registers.result,
            mask: masks.result,
        },
    }
}

/// Where in its slot the instruction is that executes.
fn slot<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    stages: &sequencer::Outputs<Signal<'m>>,
) -> Slot<'m> {
    let executed = counted_back(m, stages.phase, cycles_to_execute(config));
    let passes = (stages.executing_valid & is_beat(config, executed)).named("beat_passes");
    let gathers = stages.executing.gathers.any();
    // Where the lanes are told ahead, only files that gather ask.
    let asks = !tells_ahead(config) || Gather::takes_a_slot(config);
    let gathering = match asks && tells_gathering(config) {
        true => (passes & gathers).named("gathering"),
        false => m.nothing(),
    };
    let busy = (passes & !gathers).named("lanes_busy");
    m.probe::<LanesProbe>(LanesProbe { busy, passes });
    Slot {
        phase: stages.phase,
        beat: beat_of(config, executed),
        passes,
        busy,
        gathering,
        issued: stages.reading.issued_slot,
    }
}

impl<'m> Core<'m, '_> {
    /// What the files are told to write: whole waves as the sequencer says, rows as many cycles
    /// after they execute as their results take.
    fn writing(&self, written_row: Signal<'m>) -> WrittenNow<'m> {
        let (m, config, phase) = (self.m, self.config, self.slot.phase);
        let (valid, instruction) = (self.stages.writing_valid, self.stages.writing);
        match Movement::of(config) {
            Movement::WholeWaves => {
                let take = is_beat(config, phase);
                let threads =
                    collected(m, config, "written_rows", take, beat_of(config, phase), written_row);
                WrittenNow { valid, instruction, beat: m.nothing(), threads }
            }
            Movement::BankedRows => {
                let beat = beat_of(config, counted_back(m, phase, 1));
                WrittenNow { valid, instruction, beat, threads: written_row }
            }
            Movement::SkewedRows | Movement::PortedRows | Movement::AllocatedRows => {
                self.written_after_execution(written_row)
            }
        }
    }

    /// What executes, as many cycles later as results take.
    fn written_after_execution(&self, written_row: Signal<'m>) -> WrittenNow<'m> {
        let (m, last) = (self.m, cycles_to_result(self.config));
        let Slot { busy, beat, .. } = self.slot;
        let mut now =
            WrittenNow { valid: busy, instruction: *self.executing(), beat, threads: written_row };
        for stage in 1..=last {
            let prefix =
                if stage == last { "writing".to_string() } else { format!("finishing{stage}") };
            let valid = m.reset_register(&format!("{prefix}_valid"), 1, 0);
            valid.next(now.valid);
            now.valid = valid.q();
            now.instruction = now.instruction.registered(m, &prefix);
            now.beat = m.delayed(&format!("{prefix}_beat"), now.beat);
        }
        now
    }
}

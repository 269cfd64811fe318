//! The core from the outside, and how its parts are connected.

use super::context::{Core, Write, Writing};
use crate::isa::encoding::{INSTRUCTION_BITS, MASK_DESTINATION};
use crate::rtl::host::{Answer, Host};
use crate::rtl::issue::sequencer::{self, sequencer};
use crate::rtl::prelude::*;
use crate::rtl::register_file::collected;
use crate::rtl::schedule::{beat_of, counted_back, counts, is_beat};
use crate::rtl::shared::slot::Slot;

ports! {
    pub struct Inputs(plan: &Plan) {
        issue_valid: [1] "an instruction is offered";
        issue_wave: [plan.wave.bits] "wave of the offered instruction";
        issue_instruction: [INSTRUCTION_BITS] "machine word of the offered instruction";
        running: [if plan.barrier { plan.waves } else { 0 }]
            "waves that have instructions left, wave 0 lowest; one that ends behind a BAR starts anew once that has retired";
        host: Host { Host::ports(plan) };
    }

    pub struct Outputs(plan: &Plan) {
        issue_ready: [1] "the offered instruction is taken at this clock edge if valid";
        issue_blocked: [1]
            "the offered instruction's wave must wait: another wave's may be taken sooner";
        issue_illegal: [1] "the offered word is no instruction of this configuration";
        host: Answer { Answer::ports(plan) };
        retire: Retired { Retired::ports(plan) };
    }

    /// The results of an instruction, as they are written: whole waves or, beat after beat, rows.
    pub struct Retired(plan: &Plan) {
        valid: [1] "results are written at this clock edge";
        wave: [plan.wave.bits] "wave of the instruction that retires";
        beat: [if plan.register_file.writes_whole_waves() { 0 } else { plan.beat.bits }]
            "beat whose results are written; with the last the instruction has retired";
        writes_register: [1] "the instruction has a destination register";
        destination: [plan.register.bits] "destination register";
        mask_destination: [MASK_DESTINATION.width] "predicate 0-6, mask slot 8-11, 7 for none";
        written: [plan.results]
            (format!("{}s that are written, {0} 0 lowest", result_unit(plan)));
        result: [plan.results * 32]
            (format!("words for the register, {} 0 lowest", result_unit(plan)));
        mask: [plan.results]
            (format!("bits for the predicate or mask slot, {} 0 lowest", result_unit(plan)));
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

/// Owner of one result, in port tables: thread or lane.
fn result_unit(plan: &Plan) -> &'static str {
    if plan.register_file.writes_whole_waves() { "thread" } else { "lane" }
}

/// Builds the core of `plan`.
pub fn core(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose =
        "A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.";
    Block::of("lanebeat_core", purpose, plan, |m, inputs| datapath(m, plan, inputs))
}

fn datapath<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { issue_valid, issue_wave, issue_instruction, running, host } = inputs;
    let held = m.wire("held", plan.barrier.into());
    let host_writes = host.wants_registers() & host.write;
    let offered =
        sequencer::Inputs { issue_valid, issue_wave, issue_instruction, held, host_writes };
    let stages = sequencer(plan).instance(m, "sequencer", offered);
    let slot = slot(m, plan, &stages);
    let core = Core { m, plan, stages, slot, host };

    // Nets that close the loop from the lanes back to the files.
    let result_row = m.wire("result_row", plan.lanes * 32);
    let mask_row = m.wire("mask_row", plan.lanes);
    let written_row = m.wire("written_row", plan.lanes);
    m.probe::<ResultsProbe>(ResultsProbe { written_row, mask_row });
    let writing = core.writing(written_row);
    let registers = core.register_file(&writing, result_row);
    let masks = core.mask_file(&writing, mask_row);
    let now = writing.now;
    let executed = core.execute(&registers, &masks, [running, issue_wave]);
    held.drive(executed.held);
    result_row.drive(executed.results.result);
    mask_row.drive(executed.results.mask);
    written_row.drive(executed.results.written);

    let is_first = if plan.register_file.writes_whole_waves() {
        counts(m, core.stages.phase, 0)
    } else {
        m.constant(1, 1)
    };
    Outputs {
        issue_ready: core.stages.issue_ready,
        issue_blocked: core.stages.issue_blocked,
        issue_illegal: core.stages.issue_illegal,
        host: executed.host,
        retire: Retired {
            valid: now.valid & is_first,
            wave: now.instruction.wave,
            beat: now.beat,
            writes_register: now.instruction.writes_register,
            destination: now.instruction.destination,
            mask_destination: now.instruction.mask_destination,
            written: writing.threads,
            result: registers.result,
            mask: masks.result,
        },
    }
}

/// Position in its slot of the instruction that executes.
fn slot<'m>(m: &'m Builder, plan: &Plan, stages: &sequencer::Outputs<Signal<'m>>) -> Slot<'m> {
    let executed = counted_back(m, stages.phase, plan.cycles_to_execute);
    let passes = (stages.executing_valid & is_beat(plan, executed))
        .named("beat_passes")
        .because("A beat executes, or only moves operands to the gather buffers.");
    let gathers = stages.executing.gathers.any();
    // Where the lanes learn of a beat ahead, only files that gather read this.
    let asks = !plan.tells_ahead || plan.takes_gather_slot;
    let gathering = match asks && plan.tells_gathering {
        true => (passes & gathers).named("gathering"),
        false => m.nothing(),
    };
    let busy = (passes & !gathers).named("lanes_busy");
    m.probe::<LanesProbe>(LanesProbe { busy, passes });
    Slot {
        phase: stages.phase,
        beat: beat_of(plan, executed),
        passes,
        busy,
        gathering,
        next_starts: counts(m, stages.phase, plan.phase_before_execution).named("next_starts"),
    }
}

impl<'m> Core<'m, '_> {
    /// Write request to the files: whole waves as the sequencer says, rows as many cycles after
    /// they execute as their results take.
    fn writing(&self, written_row: Signal<'m>) -> Writing<'m> {
        let (m, plan, phase) = (self.m, self.plan, self.slot.phase);
        let in_slots = |beat, threads| {
            let now = Write::new(self.stages.writing_valid, self.stages.writing, beat);
            Writing { now, told: now, threads }
        };
        match plan.register_file {
            RegisterFile::Wide => {
                let (take, beat) = (is_beat(plan, phase), beat_of(plan, phase));
                in_slots(m.nothing(), collected(m, plan, "written_rows", take, beat, written_row))
            }
            RegisterFile::Banked => in_slots(beat_of(plan, counted_back(m, phase, 1)), written_row),
            _ => self.written_after_execution(written_row),
        }
    }

    /// The executing instruction, as many cycles later as results take.
    fn written_after_execution(&self, threads: Signal<'m>) -> Writing<'m> {
        let (m, plan) = (self.m, self.plan);
        let mut now = Write::new(self.slot.busy, *self.executing(), self.slot.beat);
        let mut before = now;
        for stage in 1..=plan.cycles_to_result {
            before = now;
            let is_last = stage == plan.cycles_to_result;
            let prefix = if is_last { "writing".to_string() } else { format!("finishing{stage}") };
            let bit =
                |name: &str, bit| m.reset_register(&format!("{prefix}_{name}"), 1, 0).next(bit);
            now = Write::new(
                bit("valid", before.valid),
                before.instruction.registered(m, &prefix),
                m.delayed(&format!("{prefix}_beat"), before.beat),
            );
            // Enables of all lanes' memories, so they come from registers.
            if is_last && !plan.register_file.is_single_port() {
                now.writes_register = bit("register", before.writes_register);
                now.writes_mask = bit("mask", before.writes_mask);
            }
        }
        // One port for all has its command in registers of its own.
        let told = if plan.register_file.is_single_port() { before } else { now };
        Writing { now, told, threads }
    }
}

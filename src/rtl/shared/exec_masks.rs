//! EXEC of every wave, one bit a thread (ISA.md section 2).

use crate::config::DppPath;
use crate::hdl::PortSpec;
use crate::isa::Feature;
use crate::rtl::prelude::*;
use crate::rtl::register_file::row_edges;
use crate::rtl::schedule::row_of_beat;

ports! {
    pub struct Inputs(plan: &Plan) {
        wave: [plan.wave.bits] "wave that executes";
        beat: [plan.beat.bits] "beat that executes";
        write: [1] "replace this beat's row of EXEC";
        row: [plan.lanes] "the new row";
        host_write: [1] "the host replaces a row (never together with write)";
        host_wave: [plan.wave.bits] "the host's wave";
        host_beat: [plan.beat.bits] "the host's beat";
        host_row: [plan.lanes] "the host's row";
    }

    pub struct Outputs(plan: &Plan) {
        exec_edges: [if plan.has(Feature::Dpp) { 2 * plan.rows } else { 0 }]
            "EXEC of the first and last thread of each row";
        exec_of_row: [if plan.dpp == DppPath::Network && plan.beats_per_row > 1 { plan.beats_per_row * plan.lanes } else { 0 }]
            "EXEC of the row of 16 threads that the beat belongs to";
        exec_wave: [if plan.moves_lanes || plan.gathers_masks || plan.dpp_through_crossbar { plan.threads } else { 0 }]
            "EXEC of every thread of the wave";
        exec_row: [plan.lanes] "EXEC of the beat that executes";
        host_exec_row: [plan.lanes] "the row that the host asks for";
    }
}

/// Builds EXEC of all waves of `plan`.
pub fn exec_masks(plan: &Plan) -> Block<Inputs, Outputs> {
    Block::of("lanebeat_exec_masks", "EXEC of every wave.", plan, |m, inputs| {
        all_waves(m, plan, inputs)
    })
}

fn all_waves<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { wave, beat, write, row, host_write, host_wave, host_beat, host_row } = inputs;
    let written = RowWrite {
        write: write | host_write,
        row: host_write.mux(host_row, row),
        wave: host_write
            .mux(host_wave, wave)
            .named("written_wave")
            .because("The host writes when no instruction does."),
        beat: host_write.mux(host_beat, beat).named("written_beat"),
    };
    let of_wave = exec_of_wave(plan).instances(m, "of_wave", plan.waves, written);
    let padded = of_wave.exec.zero_extend(plan.threads << plan.wave.bits);
    let exec = padded
        .element(wave)
        .named("executing_exec")
        .because("EXEC is in flip-flops: cross-lane units see whole waves of it.");
    Outputs {
        exec_edges: if plan.has(Feature::Dpp) { row_edges(m, exec, 1) } else { m.nothing() },
        exec_of_row: row_of_beat(plan, exec, beat),
        exec_wave: exec,
        exec_row: exec.element(beat),
        host_exec_row: padded.element(host_wave).element(host_beat),
    }
}

ports! {
    /// A row that is written, as every wave and every beat sees it.
    struct RowWrite(plan: &Plan) {
        write: [1] "a row is written";
        row: [plan.lanes] "the row";
        wave: [plan.wave.bits] "the wave that is written";
        beat: [plan.beat.bits] "the beat that is written";
    }

    struct Exec(threads: usize) {
        exec: [threads] "all threads, thread 0 lowest";
    }
}

fn exec_of_wave(plan: &Plan) -> Block<RowWrite, Exec> {
    let (inputs, outputs) = (RowWrite::ports(plan), Exec::ports(plan.threads));
    let name = "lanebeat_exec_of_wave";
    Block::new(name, "EXEC of one wave.", inputs, outputs, |m, written: RowWrite<Signal>| {
        let own = written.write & written.wave.is_own_index();
        let row = RowWrite { write: own, wave: m.nothing(), ..written };
        exec_row(plan).instances(m, "rows", plan.beats, row)
    })
}

fn exec_row(plan: &Plan) -> Block<RowWrite, Exec> {
    let inputs = RowWrite { wave: PortSpec::absent(), ..RowWrite::ports(plan) };
    let purpose = "One beat's row of EXEC, all ones after reset.";
    let outputs = Exec::ports(plan.lanes);
    Block::new("lanebeat_exec_row", purpose, inputs, outputs, |m, inputs: RowWrite<Signal>| {
        let RowWrite { write, row, beat, .. } = inputs;
        let exec = m
            .reset_register("exec", plan.lanes, (1 << plan.lanes) - 1)
            .next_when(write & beat.is_own_index(), row);
        Exec { exec }
    })
}

//! The core: sequencer, register file, mask file, cross-lane units, lanes, and the three ports.
//!
//! ```text
//!  issue ──► sequencer ──► register file ──► a,b,c ──► DPP, shuffle ──► lanes ──► results ──┐
//!                     └──► mask file ─────► guard,p,q ──────────────────┘                  │
//!  host ◄──► both files and EXEC in idle cycles          retire ◄── files ◄────────────────┘
//! ```

use std::sync::Arc;

use super::cross_lane::{self, DppOperands};
use super::decode::{self, Executing, Reading, Writing, register_bits};
use super::exec_masks::exec_masks;
use super::host::{Answers, Host};
use super::lane::lane;
use super::register_file::{FileShape, Gather, register_file, result_row, row_edges};
use super::sequencer::sequencer;
use super::timing::{MASK_FILE_ENTRIES, beat_of_phase, delayed, element, finishing_slots, index_bits, optional_input};
use crate::config::Config;
use crate::hdl::{InstanceOutputs, InstancesBuilder, Module, ModuleBuilder, Signal};
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::isa::{ExecOperation, MaskEntry, Operation};

/// The vector registers.
pub fn vector_registers(config: &Config) -> FileShape {
    let gather = match (config.shuffle, config.dpp) {
        (true, _) => Gather::Everything,
        (false, true) => Gather::RowEdges,
        (false, false) => Gather::Nothing,
    };
    FileShape {
        name: "lanebeat_register_file",
        words: "Vector registers",
        word_bits: 32,
        entry_bits: register_bits(config),
        gather,
    }
}

/// Predicates and mask slots: operands a, b, c are guard, p, q.
pub fn predicates_and_slots() -> FileShape {
    let entry_bits = index_bits(MASK_FILE_ENTRIES);
    FileShape {
        name: "lanebeat_mask_file",
        words: "Predicates and mask slots",
        word_bits: 1,
        entry_bits,
        gather: Gather::Nothing,
    }
}

/// Bits of the host's entry number: the highest chooses the mask file, where entry 7 is EXEC.
pub fn host_entry_bits(config: &Config) -> usize {
    register_bits(config).max(index_bits(MASK_FILE_ENTRIES)) + 1
}

/// Builds the core of `config`.
pub fn core(config: &Config) -> Arc<Module> {
    let purpose = "A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.";
    let builder = ModuleBuilder::new("lanebeat_core", purpose);
    let m = &builder;
    let core = Core::new(m, config);
    let result = Results { row: m.wire("result_row", config.lanes * 32), mask_row: m.wire("mask_row", config.lanes) };
    let written_row = m.wire("written_row", config.lanes);
    let rows = m.instances("written_rows", config.beats, &result_row(config, config.lanes));
    let written = rows.broadcast("phase", core.phase).broadcast("row", written_row).build().output("words");

    let registers = core.register_file(written, result.row);
    let masks = core.mask_file(written, result.mask_row);
    let beat = core.execute(&registers, &masks);
    let finished = core.finish(beat);
    result.row.drive(finished.result);
    result.mask_row.drive(finished.mask);
    written_row.drive(finished.written);
    core.retire(written, registers.output("result"), masks.output("result"));
    builder.finish()
}

/// Nets that close the loop from the lanes back to the files.
struct Results<'m> {
    row: Signal<'m>,
    mask_row: Signal<'m>,
}

/// What a beat gives to the lanes.
struct Beat<'m> {
    opcode: Signal<'m>,
    a: Signal<'m>,
    b: Signal<'m>,
    c: Signal<'m>,
    p: Signal<'m>,
    q: Signal<'m>,
    exec: Signal<'m>,
    written: Signal<'m>,
    shuffled: Option<(Signal<'m>, Signal<'m>)>,
}

/// What the lanes give back, when the result staging takes it.
struct Finished<'m> {
    result: Signal<'m>,
    mask: Signal<'m>,
    written: Signal<'m>,
}

struct Core<'m> {
    m: &'m ModuleBuilder,
    config: &'m Config,
    phase: Signal<'m>,
    beat: Option<Signal<'m>>,
    reading_valid: Signal<'m>,
    reading: Reading<'m>,
    /// A beat executes in this cycle.
    lanes_busy: Signal<'m>,
    executing: Executing<'m>,
    writing_valid: Signal<'m>,
    writing: Writing<'m>,
    host: Host<'m>,
}

fn present<'m>(outputs: &InstanceOutputs<'m>, name: &str) -> Option<Signal<'m>> {
    outputs.has(name).then(|| outputs.output(name))
}

impl<'m> Core<'m> {
    fn new(m: &'m ModuleBuilder, config: &'m Config) -> Self {
        let wave = optional_input(m, "issue_wave", index_bits(config.waves), "its wave");
        let unit = m.instance("sequencer", &sequencer(config));
        let unit = unit.broadcast("issue_valid", m.input("issue_valid", 1, "an instruction is offered"));
        let unit = unit.broadcast("issue_instruction", m.input("issue_instruction", INSTRUCTION_BITS, "its machine word"));
        let unit = unit.maybe("issue_wave", wave).build();
        m.output("issue_ready", unit.output("issue_ready"), "it is taken at this clock edge if valid");
        m.output("issue_illegal", unit.output("issue_illegal"), "the word is no instruction of this configuration");
        let phase = unit.output("phase");
        let in_beats = match index_bits(config.slot_cycles()) - index_bits(config.beats) {
            0 => m.constant(1, 1),
            spare => phase.slice(index_bits(config.beats), spare).is(0),
        };
        Self {
            m,
            config,
            phase,
            beat: beat_of_phase(config, phase),
            reading_valid: unit.output("reading_valid"),
            reading: Reading::collect(|field| present(&unit, &format!("reading_{field}"))),
            lanes_busy: (unit.output("executing_valid") & in_beats).named("lanes_busy"),
            executing: Executing::collect(|field| present(&unit, &format!("executing_{field}"))),
            writing_valid: unit.output("writing_valid"),
            writing: Writing::collect(|field| present(&unit, &format!("writing_{field}"))),
            host: Host::new(m, config),
        }
    }

    /// What both files are connected to alike.
    fn file(&self, name: &str, shape: FileShape, written: Signal<'m>) -> InstancesBuilder<'m> {
        let file = self
            .m
            .instance(name, &register_file(self.config, shape))
            .broadcast("phase", self.phase)
            .broadcast("written", written);
        let file = file.broadcast("reading_valid", self.reading_valid).maybe("reading_wave", self.reading.wave);
        let file = file.maybe("writing_wave", self.writing.wave).maybe("host_wave", self.host.wave);
        file.maybe("host_beat", self.host.beat).broadcast("host_write", self.host.write)
    }

    fn register_file(&self, written: Signal<'m>, result_row: Signal<'m>) -> InstanceOutputs<'m> {
        let shape = vector_registers(self.config);
        let file = self.file("register_file", shape, written);
        let file = file.broadcast("reading_a", self.reading.a()).broadcast("reads_a", self.reading.reads_a());
        let file = file.broadcast("reading_b", self.reading.b()).broadcast("reads_b", self.reading.reads_b());
        let file = file.broadcast("reading_c", self.reading.c()).broadcast("reads_c", self.reading.reads_c());
        let file = file.broadcast("writing_valid", self.writing_valid & self.writing.writes_register());
        let file = file.broadcast("writing_entry", self.writing.destination()).broadcast("result_row", result_row);
        let file = file.broadcast("host_valid", self.host.wants_registers());
        let file = file.broadcast("host_entry", self.host.entry.slice(0, shape.entry_bits));
        file.broadcast("host_write_data", self.host.data).build()
    }

    fn mask_file(&self, written: Signal<'m>, mask_row: Signal<'m>) -> InstanceOutputs<'m> {
        let shape = predicates_and_slots();
        let is_stored = |entry: Signal<'m>| !entry.is(MaskEntry::TRUE.0.into());
        let entry = |entry: Signal<'m>| entry.zero_extend(shape.entry_bits);
        let (guard, p, q) = (self.reading.guard(), self.reading.p(), self.reading.q());
        let file = self.file("mask_file", shape, written);
        let file = file.broadcast("reading_a", entry(guard)).broadcast("reads_a", is_stored(guard));
        let file = file.broadcast("reading_b", entry(p)).broadcast("reads_b", is_stored(p));
        let file = file.broadcast("reading_c", entry(q)).broadcast("reads_c", is_stored(q));
        let file = file.broadcast("writing_valid", self.writing_valid & is_stored(self.writing.mask_destination()));
        let file = file.broadcast("writing_entry", self.writing.mask_destination()).broadcast("result_row", mask_row);
        let file = file.broadcast("host_valid", self.host.wants_masks());
        let file = file.broadcast("host_entry", self.host.entry.slice(0, shape.entry_bits));
        file.broadcast("host_write_data", self.host.data.slice(0, self.config.lanes)).build()
    }

    /// Operands, cross-lane units and masks of the beat; EXEC operations take effect here.
    fn execute(&self, registers: &InstanceOutputs<'m>, masks: &InstanceOutputs<'m>) -> Beat<'m> {
        let lanes = self.config.lanes;
        let executing = &self.executing;
        let mask_operand = |row: &str, is_true: Signal<'m>, negated: Signal<'m>| {
            (masks.output(row) | is_true.repeat(lanes)) ^ negated.repeat(lanes)
        };
        let guard = mask_operand("a_row", executing.guard_is_true(), executing.guard_negated()).named("guard");
        let p = mask_operand("b_row", executing.p_is_true(), executing.p_negated()).named("p");
        let q = mask_operand("c_row", executing.q_is_true(), executing.q_negated()).named("q");
        let literal = executing.literal().repeat(lanes);
        let operand = |row: &str, is_literal: Signal<'m>| is_literal.mux(literal, registers.output(row));
        let b = operand("b_row", executing.b_is_literal()).named("operand_b");
        let c = operand("c_row", executing.c_is_literal()).named("operand_c");

        let (exec_row, exec_edges) = self.exec(registers, masks, p);
        let a_row = registers.output("a_row");
        let a_wave = present(registers, "a_wave");
        let (a, allowed) = if self.config.dpp {
            let a_edges = a_wave.map_or_else(|| registers.output("a_edges"), |a_wave| row_edges(self.m, a_wave, 32));
            let operands = DppOperands { a_row, a_edges, exec_row, exec_edges: exec_edges.expect("EXEC shows its edges to DPP") };
            let (word, write) = cross_lane::dpp(self.m, self.config, executing, self.beat, &operands);
            (word, write & guard)
        } else {
            (a_row, guard)
        };
        let a = executing.a_is_literal().mux(literal, a).named("operand_a");
        let b_row = registers.output("b_row");
        let shuffled = a_wave.map(|a_wave| cross_lane::shuffle(self.m, self.config, executing, self.beat, a_wave, b_row, c));

        let is = |property: fn(Operation) -> bool| decode::is_one_of(self.m, self.config, executing.opcode(), property);
        let per_thread = is(Operation::is_per_thread).named("per_thread");
        let saves = is(|operation| operation.uses(crate::isa::Field::SlotDestination)).named("saves_exec");
        let written = (exec_row & allowed & per_thread.repeat(lanes)) | saves.repeat(lanes);
        Beat { opcode: executing.opcode(), a, b, c, p, q, exec: exec_row, written: written.named("beat_written"), shuffled }
    }

    /// EXEC of the beat before the instruction, and of each row's edges; connects what an EXEC operation writes, and the
    /// host.
    fn exec(
        &self,
        registers: &InstanceOutputs<'m>,
        masks: &InstanceOutputs<'m>,
        p: Signal<'m>,
    ) -> (Signal<'m>, Option<Signal<'m>>) {
        let (m, config, executing) = (self.m, self.config, &self.executing);
        let is_exec = decode::is_one_of(m, config, executing.opcode(), Operation::is_exec).named("is_exec");
        let write = (self.lanes_busy & is_exec).named("writes_exec");
        let new_row = m.wire("new_exec_row", config.lanes);
        let unit = m.instance("exec_masks", &exec_masks(config)).broadcast("write", write).broadcast("row", new_row);
        let unit = unit
            .broadcast("host_write", self.host.writes_exec(write))
            .broadcast("host_row", self.host.data.slice(0, config.lanes));
        let unit = unit.maybe("wave", executing.wave).maybe("beat", self.beat);
        let unit = unit.maybe("host_wave", self.host.wave).maybe("host_beat", self.host.beat).build();
        let exec_row = unit.output("exec_row");

        let source = executing.a_is_literal().mux(self.mask_literal(), p).named("exec_source");
        let choice = |operation: ExecOperation| match operation {
            ExecOperation::Move => source,
            ExecOperation::Save => exec_row,
            ExecOperation::Not => !exec_row,
            ExecOperation::And | ExecOperation::AndSave => exec_row & source,
            ExecOperation::Or | ExecOperation::OrSave => exec_row | source,
            ExecOperation::AndNot => exec_row & !source,
        };
        let by_opcode = |low: u8| match Operation::from_opcode(Operation::Exec(ExecOperation::Move).opcode() + low) {
            Some(Operation::Exec(operation)) => choice(operation),
            other => panic!("the EXEC operations fill eight opcodes in a row, but here is {other:?}"),
        };
        let choices: Vec<Signal> = (0..8).map(by_opcode).collect();
        new_row.drive(m.concat(&choices).named("exec_choices").element(executing.opcode().slice(0, 3)));

        let answer = |file: &InstanceOutputs<'m>| (file.output("host_ready"), file.output("host_read_data"));
        let answers = Answers {
            register_file: answer(registers),
            mask_file: answer(masks),
            exec_row: unit.output("host_exec_row"),
            exec_busy: write,
        };
        self.host.outputs(m, config, &answers);
        (exec_row, present(&unit, "exec_edges"))
    }

    /// The beat's row of an EXEC operation's literal: its sign fills the threads above 63.
    fn mask_literal(&self) -> Signal<'m> {
        let threads = self.config.threads();
        let mut parts = vec![self.executing.literal().slice(0, threads.min(32))];
        parts.extend(self.executing.literal_high);
        parts.extend(self.executing.literal_fill.map(|fill| fill.repeat(threads - 64)));
        element(self.m.concat(&parts), self.beat)
    }

    /// The lanes, with the first ALU stage before them and the others behind, filled up to whole slots.
    fn finish(&self, beat: Beat<'m>) -> Finished<'m> {
        let (m, config) = (self.m, self.config);
        let before = config.alu_stages.min(1);
        let after = finishing_slots(config) * config.slot_cycles() - before;
        let early = |name: &str, signal: Signal<'m>| delayed(m, name, signal, before);
        let late = |name: &str, signal: Signal<'m>| delayed(m, name, signal, after);
        let lanes = m.instances("lane", config.lanes, &lane(config)).broadcast("opcode", early("opcode", beat.opcode));
        let lanes = lanes
            .spread("a", early("operand_a", beat.a))
            .spread("b", early("operand_b", beat.b))
            .spread("c", early("operand_c", beat.c));
        let lanes =
            lanes.spread("p", early("p", beat.p)).spread("q", early("q", beat.q)).spread("exec", early("exec", beat.exec));
        let lanes = match beat.shuffled {
            Some((word, in_range)) => lanes
                .spread("shuffle_word", early("shuffle_word", word))
                .spread("shuffle_in_range", early("shuffle_in_range", in_range)),
            None => lanes,
        };
        let lanes = lanes.build();
        Finished {
            result: late("result", lanes.output("result")),
            mask: late("mask", lanes.output("mask")),
            written: late("written_late", early("written_early", beat.written)),
        }
    }

    fn retire(&self, written: Signal<'m>, result: Signal<'m>, mask: Signal<'m>) {
        let (m, writing) = (self.m, &self.writing);
        m.output(
            "retire_valid",
            self.writing_valid & self.phase.is(0),
            "an instruction's results are written at this clock edge",
        );
        if let Some(wave) = writing.wave {
            m.output("retire_wave", wave, "its wave");
        }
        m.output("retire_writes_register", writing.writes_register(), "it has a destination register");
        m.output("retire_destination", writing.destination(), "the register");
        m.output("retire_mask_destination", writing.mask_destination(), "predicate 0-6, mask slot 8-11, 7 for none");
        m.output("retire_written", written, "threads that are written, thread 0 lowest");
        m.output("retire_result", result, "words for the register, thread 0 lowest");
        m.output("retire_mask", mask, "bits for the predicate or mask slot, thread 0 lowest");
    }
}

//! The core: sequencer, register file, mask file, cross-lane units, lanes, and the three ports.
//!
//! ```text
//!  issue ──► sequencer ──► register file ──► a,b,c ──► DPP, shuffle ──► lanes ──► results ──┐
//!                     └──► mask file ─────► guard,p,q ──────────────────┘                  │
//!  host ◄──► both files and EXEC in idle cycles          retire ◄── files ◄────────────────┘
//! ```

mod files;
mod votes;

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{InstanceOutputs, Module, ModuleBuilder, Signal};
use crate::isa::encoding::INSTRUCTION_BITS;
use crate::isa::{ExecOperation, Operation};
use crate::rtl::cross_lane::{self, DppOperands, ShuffleOperands, Shuffled};
use crate::rtl::host::{Answers, Host};
use crate::rtl::issue::collectors::stage;
use crate::rtl::issue::decode::{self, Executing, Reading, Writing};
use crate::rtl::issue::sequencer::sequencer;
use crate::rtl::lane::lane;
use crate::rtl::register_file::{addresses, collected, row_edges};
use crate::rtl::schedule::{
    Movement, beat_of, beats_per_row, before_lanes, counted_back, counts, cycles_to_execute, cycles_to_result, delayed, element,
    float_stages, index_bits, is_beat, optional_input, row_of_beat, tells_gathering,
};
use crate::rtl::shared::barriers::Gate;
use crate::rtl::shared::exec_masks::exec_masks;
use crate::rtl::shared::special::{self, Slot};
use votes::mask_operand;

/// Builds the core of `config`.
pub fn core(config: &Config) -> Arc<Module> {
    let purpose = "A time-multiplexed SIMD datapath: one instruction a slot, one row of threads a beat.";
    let builder = ModuleBuilder::new("lanebeat_core", purpose);
    let m = &builder;
    let core = Core::new(m, config);
    let result = Results { row: m.wire("result_row", config.lanes * 32), mask_row: m.wire("mask_row", config.lanes) };
    let written_row = m.wire("written_row", config.lanes);
    let writing = core.writing(written_row);

    let registers = core.register_file(&writing, result.row);
    let masks = core.mask_file(&writing, result.mask_row);
    let beat = core.execute(&registers, &masks);
    let finished = core.finish(beat);
    result.row.drive(finished.result);
    result.mask_row.drive(finished.mask);
    written_row.drive(finished.written);
    core.retire(&writing, registers.output("result"), masks.output("result"));
    builder.finish()
}

/// Nets that close the loop from the lanes back to the files.
struct Results<'m> {
    row: Signal<'m>,
    mask_row: Signal<'m>,
}

/// What is written, when the files take it.
struct WrittenNow<'m> {
    /// Whether there is something: in phase 0 of the slot, or in the cycle.
    valid: Signal<'m>,
    to: Writing<'m>,
    /// Which row; absent where whole waves are written.
    beat: Option<Signal<'m>>,
    /// Threads of the wave, or lanes of the beat.
    written: Signal<'m>,
}

/// What a beat gives to the lanes.
struct Beat<'m> {
    opcode: Signal<'m>,
    a: Signal<'m>,
    b: Signal<'m>,
    /// Where any operation has it.
    c: Option<Signal<'m>>,
    p: Signal<'m>,
    q: Signal<'m>,
    exec: Signal<'m>,
    written: Signal<'m>,
    shuffled: Option<Shuffled<'m>>,
    voted: Option<(Signal<'m>, Signal<'m>)>,
}

/// EXEC of the wave that executes.
struct Exec<'m> {
    /// Of the beat.
    row: Signal<'m>,
    /// Of the row of 16 threads that the beat is part of, with fewer than 16 lanes.
    of_row: Option<Signal<'m>>,
    /// Of the first and last thread of each row, for DPP.
    edges: Option<Signal<'m>>,
    /// Of the wave, for the lane moves and, where a warp takes more than one beat, votes.
    wave: Option<Signal<'m>>,
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
    /// Absent when a slot is one cycle.
    phase: Option<Signal<'m>>,
    /// The beat that executes.
    beat: Option<Signal<'m>>,
    reading_valid: Signal<'m>,
    /// The instruction in the reading stage only collects its operand a.
    reading_gathers: Option<Signal<'m>>,
    /// It collects its guard too, and q of a vote.
    reading_gathers_masks: Option<Signal<'m>>,
    /// It collects its operand b too.
    reading_gathers_b: Option<Signal<'m>>,
    reading: Reading<'m>,
    /// The instructions behind it whose operands are collected, the oldest first.
    behind: Vec<Reading<'m>>,
    /// Whose rows are read for the instruction in the reading stage; absent where there is no choice.
    collector: Option<Signal<'m>>,
    /// Low bits of the slot in which the instruction in the reading stage was issued; absent where it does not wait there.
    issued_slot: Option<Signal<'m>>,
    /// A beat executes in this cycle.
    lanes_busy: Signal<'m>,
    /// A beat of an instruction that only collects its operand a passes.
    gathering: Option<Signal<'m>>,
    executing: Executing<'m>,
    /// What the sequencer says is written in this slot: in a file of whole waves in phase 0, in banks row by row.
    writing: Option<(Signal<'m>, Writing<'m>)>,
    host: Host<'m>,
    /// The barriers, and that an arrival is issued.
    gate: Option<(Gate<'m>, Signal<'m>)>,
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
        let gate = config.barrier.then(|| Gate::new(m, config, wave));
        let unit = unit.maybe("issue_wave", wave).maybe("held", gate.map(|gate| gate.held)).build();
        m.output("issue_ready", unit.output("issue_ready"), "it is taken at this clock edge if valid");
        m.output("issue_blocked", unit.output("issue_blocked"), "its wave must wait: another wave's may be taken sooner");
        m.output("issue_illegal", unit.output("issue_illegal"), "the word is no instruction of this configuration");
        let phase = present(&unit, "phase");
        let executed = phase.map(|phase| counted_back(m, phase, cycles_to_execute(config)));
        let executing = Executing::collect(|field| present(&unit, &format!("executing_{field}")));
        let passes = unit.output("executing_valid") & is_beat(m, config, executed);
        let lanes_busy = executing.gathers.map_or(passes, |gathers| passes & !gathers);
        Self {
            m,
            config,
            phase,
            beat: beat_of(config, executed),
            reading_valid: unit.output("reading_valid"),
            reading_gathers: present(&unit, "reading_gathers"),
            reading_gathers_masks: present(&unit, "reading_gathers_masks"),
            reading_gathers_b: present(&unit, "reading_gathers_b"),
            reading: Reading::collect(|field| present(&unit, &format!("reading_{field}"))),
            behind: (1..config.collectors)
                .map(|older| Reading::collect(|field| present(&unit, &format!("{}_{field}", stage(older)))))
                .collect(),
            collector: present(&unit, "reading_collector"),
            issued_slot: present(&unit, "reading_issued_slot"),
            lanes_busy: lanes_busy.named("lanes_busy"),
            gathering: executing.gathers.filter(|_| tells_gathering(config)).map(|gathers| (passes & gathers).named("gathering")),
            executing,
            writing: present(&unit, "writing_valid")
                .map(|valid| (valid, Writing::collect(|field| present(&unit, &format!("writing_{field}"))))),
            host: Host::new(m, config),
            gate: gate.map(|gate| (gate, unit.output("issued_arrival"))),
        }
    }

    /// What the files are told to write: whole waves as the sequencer says, rows as many cycles after they execute as
    /// their results take.
    fn writing(&self, written_row: Signal<'m>) -> WrittenNow<'m> {
        let (m, config) = (self.m, self.config);
        if let Some((valid, to)) = self.writing {
            if Movement::of(config) == Movement::BankedRows {
                let beat = beat_of(config, self.phase.map(|phase| counted_back(m, phase, 1)));
                return WrittenNow { valid, to, beat, written: written_row };
            }
            let take = is_beat(m, config, self.phase);
            let written = collected(m, config, "written_rows", take, beat_of(config, self.phase), written_row);
            return WrittenNow { valid, to, beat: None, written };
        }
        let mut now = WrittenNow { valid: self.lanes_busy, to: self.executing.results(), beat: self.beat, written: written_row };
        for stage in 1..=cycles_to_result(config) {
            let prefix = if stage == cycles_to_result(config) { "writing".to_string() } else { format!("finishing{stage}") };
            let valid = m.reset_register(&format!("{prefix}_valid"), 1, 0);
            valid.next(now.valid);
            now.valid = valid.q();
            now.to = now.to.registered(m, &prefix, None);
            now.beat = now.beat.map(|beat| m.delayed(&format!("{prefix}_beat"), beat));
        }
        now
    }

    /// Operands, cross-lane units and masks of the beat; EXEC operations take effect here.
    fn execute(&self, registers: &InstanceOutputs<'m>, masks: &InstanceOutputs<'m>) -> Beat<'m> {
        let lanes = self.config.lanes;
        let executing = &self.executing;
        let guard = self.guard(masks.output("a_row")).named("guard");
        let p = mask_operand(masks.output("b_row"), executing.p_is_true(), executing.p_negated()).named("p");
        let q = self.q(masks.output("c_row")).named("q");
        let literal = executing.literal().repeat(lanes);
        let operand = |row: &str, is_literal: Signal<'m>| is_literal.mux(literal, registers.output(row));
        let b = operand("b_row", executing.b_is_literal()).named("operand_b");
        let c = self.config.multiply.then(|| operand("c_row", executing.c_is_literal()).named("operand_c"));

        let exec = self.exec(registers, masks, p);
        let (a, allowed) = self.after_dpp(registers, &exec);
        let a = executing.a_is_literal().mux(literal, a);
        let slot = Slot { phase: self.phase, beat: self.beat, busy: self.lanes_busy, issued: self.issued_slot };
        let votes = |issued| [issued, exec.row & guard, q];
        let barrier_word = self.gate.map(|(gate, issued)| gate.result(self.m, self.config, executing, slot, votes(issued)));
        let a = special::instead_of_a(self.m, self.config, executing, slot, barrier_word, a).named("operand_a");
        let allowed = allowed.map_or(guard, |allowed| allowed & guard);
        let guard_wave = present(masks, "a_wave").map(|stored| self.guard(stored).named("guard_wave"));
        let shuffled =
            self.config.shuffle.then(|| self.shuffled(registers, &exec, guard_wave.unwrap_or(guard), c.expect("SHFL has it")));
        let allowed = shuffled.as_ref().map_or(allowed, |shuffled| allowed & shuffled.write);

        let is = |property: fn(Operation) -> bool| decode::is_one_of(self.m, self.config, executing.opcode(), property);
        let per_thread = is(Operation::is_per_thread).named("per_thread");
        let saves = is(|operation| operation.uses(crate::isa::Field::SlotDestination)).named("saves_exec");
        let written = (exec.row & allowed & per_thread.repeat(lanes)) | saves.repeat(lanes) | self.written_lane();
        let voted = self.config.vote.then(|| self.voted(registers, masks, [exec.row, guard, q], exec.wave, guard_wave));
        let written = written.named("beat_written");
        Beat { opcode: executing.opcode(), a, b, c, p, q, exec: exec.row, written, shuffled, voted }
    }

    /// Of the beat's lanes the one that v_writelane_b32 writes.
    fn written_lane(&self) -> Signal<'m> {
        let config = self.config;
        let writes = self.executing.opcode().is(Operation::WriteLane.opcode().into());
        let chosen = self.executing.literal_high().slice(0, index_bits(config.threads()));
        let lane_bits = index_bits(config.lanes);
        let in_beat = match self.beat {
            Some(beat) => writes & chosen.slice(lane_bits, beat.width()).equals(beat),
            None => writes,
        };
        let lane = in_beat.named("writes_lane").zero_extend(config.lanes);
        lane.shift_left(chosen.slice(0, lane_bits)).named("written_lane")
    }

    /// What SHFL and the lane moves give to the beat's lanes; `guard_wave` is the guard of every thread, `c` operand c.
    fn shuffled(&self, registers: &InstanceOutputs<'m>, exec: &Exec<'m>, guard_wave: Signal<'m>, c: Signal<'m>) -> Shuffled<'m> {
        let (m, config) = (self.m, self.config);
        let (a_row, b_row) = (registers.output("a_row"), registers.output("b_row"));
        let exec_wave = exec.wave.expect("EXEC shows the wave to the shuffle");
        let gathered =
            self.gathering.map(|_| decode::looks_into_other_beats(m, config, self.executing.opcode()).named("looks_far"));
        let addresses = match (present(registers, "b_addresses"), self.gathering) {
            (Some(of_wave), _) => of_wave,
            (None, Some(take)) => collected(m, config, "addresses", take, self.beat, addresses(m, config, b_row)),
            (None, None) => addresses(m, config, b_row),
        };
        let words = match (gathered, present(registers, "a_wave")) {
            (Some(gathered), Some(wave)) => {
                let (first, others) = (wave.slice(0, a_row.width()), a_row.width()..wave.width());
                m.concat(&[gathered.mux(first, a_row), wave.slice(others.start, others.len())]).named("reachable_words")
            }
            (_, wave) => wave.unwrap_or(a_row),
        };
        let executing = (exec_wave & guard_wave).named("executing_threads");
        let operands = ShuffleOperands { words, gathered, exec: exec_wave, executing, addresses, b_row, c };
        cross_lane::shuffle(m, config, &self.executing, self.beat, &operands)
    }

    /// Operand a after the DPP network, and the lanes that a modifier lets be written; as it is where there is no DPP.
    fn after_dpp(&self, registers: &InstanceOutputs<'m>, exec: &Exec<'m>) -> (Signal<'m>, Option<Signal<'m>>) {
        let a_row = registers.output("a_row");
        if !self.config.dpp {
            return (a_row, None);
        }
        let a_wave = present(registers, "a_wave");
        let a_edges = present(registers, "a_edges").unwrap_or_else(|| row_edges(self.m, a_wave.unwrap_or(a_row), 32));
        let operands = DppOperands {
            a_row: match a_wave.filter(|_| beats_per_row(self.config) > 1) {
                Some(a_wave) => row_of_beat(self.config, a_wave, self.beat),
                None => a_row,
            },
            a_edges,
            exec_row: exec.of_row.unwrap_or(exec.row),
            exec_edges: exec.edges.expect("EXEC shows its edges to DPP"),
        };
        let (word, write) = cross_lane::dpp(self.m, self.config, &self.executing, self.beat, &operands);
        // Where a row takes several beats the network sees gathered words, which only a modified instruction has.
        let is_gathered = beats_per_row(self.config) > 1;
        (if is_gathered { self.executing.dpp_enable().mux(word, a_row) } else { word }, Some(write))
    }

    /// EXEC before the instruction; connects what an EXEC operation writes, and the host.
    fn exec(&self, registers: &InstanceOutputs<'m>, masks: &InstanceOutputs<'m>, p: Signal<'m>) -> Exec<'m> {
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
        let [of_row, edges, wave] = ["exec_of_row", "exec_edges", "exec_wave"].map(|name| present(&unit, name));
        Exec { row: exec_row, of_row, edges, wave }
    }

    /// The beat's row of an EXEC operation's literal: its sign fills the threads above 63.
    fn mask_literal(&self) -> Signal<'m> {
        let threads = self.config.threads();
        let mut parts = vec![self.executing.literal().slice(0, threads.min(32))];
        let high = threads.clamp(32, 64) - 32;
        parts.extend(self.executing.literal_high.filter(|_| high > 0).map(|literal| literal.slice(0, high)));
        parts.extend(self.executing.literal_fill.map(|fill| fill.repeat(threads - 64)));
        element(self.m.concat(&parts), self.beat)
    }

    /// The lanes, with the first ALU stage before them; the others, and the wait for the port, are in the float unit and
    /// behind.
    fn finish(&self, beat: Beat<'m>) -> Finished<'m> {
        let (m, config) = (self.m, self.config);
        let before = before_lanes(config);
        let inside = float_stages(config);
        let after = cycles_to_result(config) - before;
        let early = |name: &str, signal: Signal<'m>| delayed(m, name, signal, before);
        let late = |name: &str, signal: Signal<'m>| delayed(m, name, signal, after - inside);
        let lanes = m.instances("lane", config.lanes, &lane(config).module).broadcast("opcode", early("opcode", beat.opcode));
        let lanes = lanes.spread("a", early("operand_a", beat.a)).spread("b", early("operand_b", beat.b));
        let lanes = match beat.c {
            Some(c) => lanes.spread("c", early("operand_c", c)),
            None => lanes,
        };
        let lanes =
            lanes.spread("p", early("p", beat.p)).spread("q", early("q", beat.q)).spread("exec", early("exec", beat.exec));
        let lanes = match beat.shuffled {
            Some(Shuffled { word, in_range, .. }) => lanes
                .spread("shuffle_word", early("shuffle_word", word))
                .spread("shuffle_in_range", early("shuffle_in_range", in_range)),
            None => lanes,
        };
        let lanes = match beat.voted {
            Some((word, mask)) => {
                // Their stage is in the votes.
                lanes.spread("vote_word", word).spread("vote_mask", mask)
            }
            None => lanes,
        };
        let lanes = lanes.maybe("modifiers", self.executing.modifiers.map(|modifiers| early("modifiers", modifiers)));
        let lanes = lanes.maybe("video_modifiers", self.executing.video.map(|video| early("video", video))).build();
        Finished {
            result: late("result", lanes.output("result")),
            mask: late("mask", lanes.output("mask")),
            written: delayed(m, "written_late", early("written_early", beat.written), after),
        }
    }

    fn retire(&self, writing: &WrittenNow<'m>, result: Signal<'m>, mask: Signal<'m>) {
        let (m, to) = (self.m, &writing.to);
        let whole_waves = Movement::of(self.config) == Movement::WholeWaves;
        let now = if whole_waves { writing.valid & counts(m, self.phase, 0) } else { writing.valid };
        let unit = if whole_waves { "thread" } else { "lane" };
        m.output("retire_valid", now, "results are written at this clock edge");
        if let Some(wave) = to.wave {
            m.output("retire_wave", wave, "wave of the instruction");
        }
        if let Some(beat) = writing.beat {
            m.output("retire_beat", beat, "beat whose results they are; with the last the instruction has retired");
        }
        m.output("retire_writes_register", to.writes_register(), "the instruction has a destination register");
        m.output("retire_destination", to.destination(), "the register");
        m.output("retire_mask_destination", to.mask_destination(), "predicate 0-6, mask slot 8-11, 7 for none");
        m.output("retire_written", writing.written, &format!("{unit}s that are written, {unit} 0 lowest"));
        m.output("retire_result", result, &format!("words for the register, {unit} 0 lowest"));
        m.output("retire_mask", mask, &format!("bits for the predicate or mask slot, {unit} 0 lowest"));
    }
}

//! The sequencer: when an instruction may start, and what each stage is working on.
//!
//! ```text
//!  issue_valid ───►┌───────────┐───► issue_ready, issue_blocked
//!  issue_wave ────►│           │───► phase
//!  issue_instr. ──►│ sequencer │───► reading_*    the instruction whose operands are read
//!                  │           │───► executing_*  … whose beats execute
//!                  └───────────┘───► writing_*    … whose results are written in phase 0 (whole waves) or this slot (banks)
//! ```
//!
//! A slot is `slot_cycles` cycles; `phase` counts them. An instruction is taken in phase 0 and
//! stands in the reading stage for a slot, then in the executing stage for a slot; one of several
//! passes stands in each for as many slots (`rtl::issue::passes`). When each stage begins, and when
//! results are written, depends on the register file (`rtl::schedule`).
//!
//! In a `banked` machine an instruction may stand in the reading stage for several slots, and
//! others behind it, as many as there are collectors (`rtl::issue::banks`). The write of a slot
//! takes its bank first, so the stage of that slot belongs to the pipeline here.
//!
//! In a `two_bank` machine it stands in control and in allocate first, and then in each of the three
//! cycles in which its operands are read (`rtl::issue::allocate`); what is called reading here, and
//! looks at the masks, is the last of them.
//!
//! **Interlock.** The candidate waits while an instruction of its wave that issued less than the
//! dependent distance ago writes a register or mask entry that the candidate reads; in a `two_bank`
//! machine also one that it writes (`rtl::schedule::waits_to_overwrite`). For that the last slots'
//! destinations are kept. `issue_blocked` says so in every phase, for the
//! candidate that is offered, so that the feeder can look for a better one before phase 0 comes. It
//! is not set while nothing at all can issue: a wave offered then has lost nothing.

use super::allocate::{Allocating, Launch, launch_ports};
use super::banks::Collecting;
use super::decode;
use super::instruction::{Instruction, Stage};
use super::queue::Staged;
use crate::isa::ControlOperation;
use crate::isa::encoding::{EXTRA_SLOTS, INSTRUCTION_BITS};
use crate::plan::WINDOW;
use crate::rtl::codes::{is_operation, is_true_entry};
use crate::rtl::gates::any_of;
use crate::rtl::prelude::*;
use crate::rtl::schedule::{counts, stays_in_range};

ports! {
    pub struct Inputs(plan: &Plan) {
        issue_valid: [1] "an instruction is offered";
        issue_wave: [plan.wave.bits] "wave of the offered instruction";
        issue_instruction: [INSTRUCTION_BITS] "machine word of the offered instruction";
        held: [plan.barrier.into()] "the wave of the offered instruction waits at a barrier";
        host_writes: [plan.reuse.into()] "the host wants to write a register";
    }

    pub struct Outputs(plan: &Plan) {
        issue_ready: [1] "the offered instruction is taken at this clock edge if valid";
        issue_blocked: [1]
            "the offered instruction's wave must wait: another wave's may be taken sooner";
        issue_illegal: [1] "the word is no instruction of this configuration";
        issued_arrival: [plan.barrier.into()]
            "the instruction that is taken arrives at a barrier";
        phase: [plan.phase.bits] "cycle of the slot";
        next_valid: [plan.register_file.is_single_port().into()]
            "there may be an instruction reading in the next cycle: not if one that is offered must wait";
        next: Instruction { Instruction::ports(plan, Stage::Next) };
        reading_valid: [1] "there is an instruction reading";
        reading: Instruction { Instruction::ports(plan, Stage::Reading) };
        reading_collector: [plan.collector.bits]
            "collector that has the operands of the instruction reading";
        behind: (Vec Instruction)
            { (1..plan.collectors).map(|_| Instruction::ports(plan, Stage::Behind)).collect() };
        launch: Launch { launch_ports(plan) };
        executing_valid: [1] "there is an instruction executing";
        executing: Instruction { Instruction::ports(plan, Stage::Executing) };
        writing_valid: [plan.writes_in_slots.into()] "there is an instruction writing";
        writing: Instruction { Instruction::ports(plan, Stage::Writing) };
    }
}

record! {
    /// Issue, in the sequencer.
    pub struct IssueProbe {
        /// The offered instruction is taken at this clock edge.
        accept;
        /// The wave of the offered instruction must wait.
        blocked;
        /// Opcode of the instruction that reads.
        opcode;
        /// Slots that `s_nop` still keeps.
        nop_slots;
    }
}

record! {
    /// The end of reading, in a sequencer where a slot is several cycles.
    pub struct ExecutionProbe {
        /// The instruction that reads begins to execute at this clock edge.
        starts;
    }
}

/// Builds the sequencer of `plan`.
pub fn sequencer(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "Takes one instruction a slot, holds it while an operand is in flight, and walks it through the stages.";
    Block::of("lanebeat_sequencer", purpose, plan, |m, inputs| sequence(m, plan, inputs))
}

fn sequence<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { issue_valid, issue_wave, issue_instruction, held, host_writes } = inputs;
    let phase = phase_counter(m, plan);
    let first_phase = counts(m, phase, 0)
        .named("first_phase")
        .because("A slot has a cycle a beat; its first takes an instruction.");
    let issued = decode::issued(m, plan, issue_wave, issue_instruction);
    let issued = decode::with_passes(m, plan, issued);
    let blocked = m.wire("blocked", 1);
    // `s_nop N` occupies N slots beyond its own: nothing is taken meanwhile.
    let nop_bits = plan.nop_slots.bits;
    let nop_slots = m.reset_register("nop_slots", nop_bits, 0);
    let is_counting = || nop_slots.q().any();
    let passes = Passes::new(m, plan, first_phase);
    let ready = first_phase & !blocked & !is_counting() & !passes.full();
    let accept = (issue_valid & ready)
        .named("accept")
        .because("Not while results are in flight, s_nop waits or one passes again.");
    let is_nop = is_operation(issued.opcode, ControlOperation::Nop);
    let wanted = issue_instruction.slice(EXTRA_SLOTS.low, nop_bits);
    let wanted = wanted & (is_nop & accept).repeat(nop_bits);
    let counted = nop_slots.q() - m.constant(nop_bits, 1);
    nop_slots.next_when(first_phase, is_counting().mux(counted, wanted));
    stays_in_range(nop_slots.q(), plan.nop_slots, [m.constant(1, 0), first_phase & is_counting()]);
    passes.drive(m, plan, &issued, accept, first_phase);

    let stages = match &passes.allocating {
        Some(allocating) => Stages::allocated(m, plan, allocating, (accept, issued), host_writes),
        None => Stages::new(m, plan, phase, (issue_valid, issued), accept, &passes),
    };
    blocked.drive(held.any() | conflict(m, plan, &stages.in_flight, &issued));
    let (reading_valid, reading) = stages.reading[0];
    let (opcode, nop_slots) = (reading.opcode, nop_slots.q());
    m.probe::<IssueProbe>(IssueProbe { accept, blocked, opcode, nop_slots });
    let (executing_valid, executing) = stages.executing;
    let (writing_valid, writing) = stages.writing;
    let is_arrival = decode::is_one_of(m, plan, issued.opcode, Operation::is_arrival);
    let is_arrival = if plan.barrier { is_arrival.named("is_arrival") } else { is_arrival };
    Outputs {
        issue_ready: ready,
        issue_blocked: blocked,
        issue_illegal: issue_valid & decode::illegal(plan, issued.opcode, issue_instruction),
        issued_arrival: accept & is_arrival,
        phase,
        next_valid: stages.next.0,
        next: stages.next.1.as_seen_in(Stage::Next, m, plan),
        reading_valid,
        reading: reading.as_seen_in(Stage::Reading, m, plan),
        reading_collector: passes
            .collecting
            .as_ref()
            .map_or(m.nothing(), |collecting| collecting.collector),
        behind: stages.reading[1..].iter().map(|(_, behind)| *behind).collect(),
        launch: stages.launch,
        executing_valid,
        executing,
        writing_valid,
        writing,
    }
}

/// Counts the cycles of a slot.
fn phase_counter<'m>(m: &'m Builder, plan: &Plan) -> Signal<'m> {
    let bits = plan.phase.bits;
    let phase = m.reset_register("phase", bits, 0);
    phase.next(phase.q() + m.constant(bits, (bits > 0).into()));
    phase.q()
}

/// Pass of the instruction in the reading stage (`rtl::issue::passes`); it executes in the last.
/// Where banks collect operands any instruction may pass several times.
struct Passes<'m> {
    /// The instruction in the reading stage is not in its last pass.
    again: Signal<'m>,
    /// Passes that follow this one, where no banks collect operands.
    left: RegisterHandle<'m>,
    /// Banks say themselves when an instruction passes again.
    collecting: Option<Collecting<'m>>,
    /// So does allocate.
    allocating: Option<Allocating<'m>>,
}

impl<'m> Passes<'m> {
    fn new(m: &'m Builder, plan: &Plan, first_phase: Signal<'m>) -> Self {
        let collecting =
            plan.register_file.collects_operands().then(|| Collecting::new(m, plan, first_phase));
        let allocating = plan.register_file.allocates_reads().then(|| Allocating::new(m, plan));
        let is_counted = collecting.is_none() && allocating.is_none();
        let bits = if is_counted { plan.pass.bits } else { 0 };
        let left = m.reset_register("reading_passes_left", bits, 0);
        let again = collecting.as_ref().map_or(left.q().any(), |collecting| collecting.queue.stays);
        Self { again, left, collecting, allocating }
    }

    /// Nothing can be taken.
    fn full(&self) -> Signal<'m> {
        match (&self.collecting, &self.allocating) {
            (Some(collecting), _) => collecting.full,
            (None, Some(allocating)) => allocating.full(),
            (None, None) => self.again,
        }
    }

    fn drive(
        &self,
        m: &'m Builder,
        plan: &Plan,
        issued: &Instruction<Signal<'m>>,
        accept: Signal<'m>,
        first_phase: Signal<'m>,
    ) {
        let bits = self.left.q().width();
        if bits > 0 {
            let first = issued.passes_left & accept.repeat(bits);
            let counted = self.left.q() - m.constant(bits, 1);
            self.left.next_when(first_phase, self.again.mux(counted, first));
            let counts_down = [m.constant(1, 0), first_phase & self.again];
            stays_in_range(self.left.q(), plan.pass, counts_down);
        }
    }
}

/// The pipeline of slots.
struct Stages<'m> {
    /// The oldest of `reading` in the next cycle, as if each that is offered were taken; where one port is told
    /// of it.
    next: Staged<'m>,
    /// Instructions that read, the oldest first: one, or as many as collect operands. Their
    /// `reads_a`, `reads_b`, `reads_c` are the reads of this slot.
    reading: Vec<Staged<'m>>,
    /// Operands of the instruction that leaves allocate, where there is such a stage.
    launch: Launch<Signal<'m>>,
    executing: Staged<'m>,
    /// Instruction written in this slot, where results are written in slots.
    writing: Staged<'m>,
    /// Instructions issued before this slot whose results are not written before its reads.
    in_flight: Vec<Staged<'m>>,
}

impl<'m> Stages<'m> {
    fn new(
        m: &'m Builder,
        plan: &Plan,
        phase: Signal<'m>,
        (offered, issued): Staged<'m>,
        accept: Signal<'m>,
        passes: &Passes<'m>,
    ) -> Self {
        let nothing = (m.nothing(), Instruction::nothing(m));
        let advance = |name: &str, valid: Signal<'m>, when: Signal<'m>| {
            m.reset_register(name, 1, 0).next_when(when, valid)
        };
        let first_phase = counts(m, phase, 0);
        let places =
            passes.collecting.as_ref().map_or(vec![], |collecting| collecting.places(accept));
        let (next, mut reading) = match &passes.collecting {
            Some(collecting) => {
                let slot = slot_counter(m, plan, first_phase);
                let issued = Instruction { issued_slot: slot, ..issued };
                (nothing, collecting.take(m, first_phase, &places, issued))
            }
            None => {
                let valid = advance("reading_valid", accept | passes.again, first_phase);
                // The offered instruction is taken up in any case: only `reading_valid` waits for
                // `accept`.
                let takes_up = (first_phase & !passes.again)
                    .named("takes_up")
                    .because("Fields are taken up in any case; only reading_valid waits.");
                let reading = issued.registered_when(m, "reading", takes_up);
                let next_valid = first_phase.mux(offered | passes.again, valid);
                let next = (next_valid, issued.chosen_by(takes_up, reading));
                (next, vec![(valid, reading)])
            }
        };
        let (valid, oldest) = reading[0];
        let starts = counts(m, phase, plan.phase_before_execution).named("execution_starts");
        m.probe::<ExecutionProbe>(ExecutionProbe { starts });
        let counted = plan.counted_pass_bits;
        let passes_left = match &passes.collecting {
            Some(collecting) => collecting.passes_left(&oldest, counted),
            None => passes.left.q().slice(0, counted),
        };
        let leaves =
            with_true_entries(Instruction { gathers: passes.again, passes_left, ..oldest });
        let executing = (
            advance("executing_valid", valid, starts),
            leaves.registered_when(m, "executing", starts),
        );

        let mut in_flight = vec![(valid, oldest)];
        let mut valid = valid & !passes.again;
        let writes_in_slots = plan.writes_in_slots;
        let kept = plan.dependent_distance - usize::from(!writes_in_slots);
        for slot in 1..kept {
            let prefix = if writes_in_slots && slot + 1 == kept {
                "writing".to_string()
            } else {
                format!("issued{slot}_before")
            };
            let older = in_flight[slot - 1].1.registered_when(m, &prefix, first_phase);
            valid = advance(&format!("{prefix}_valid"), valid, first_phase);
            in_flight.push((valid, older));
        }
        in_flight.truncate(kept);
        let writing = if writes_in_slots { in_flight.pop().unwrap_or(nothing) } else { nothing };
        in_flight.extend(&reading[1..]);
        if let Some(collecting) = &passes.collecting {
            let reads =
                collecting.drive(m, plan, first_phase, (&places, &issued), &reading, writing);
            for ((_, instruction), [reads_a, reads_b, reads_c]) in reading.iter_mut().zip(reads) {
                *instruction = Instruction { reads_a, reads_b, reads_c, ..*instruction };
            }
        }
        let told = reading[0].1;
        reading[0].1 = Instruction { gathers: passes.again, passes_left, ..told };
        Self { next, reading, launch: Launch::nothing(m), executing, writing, in_flight }
    }

    /// Control, allocate, the cycles of the window, and what follows them.
    fn allocated(
        m: &'m Builder,
        plan: &Plan,
        allocating: &Allocating<'m>,
        (accept, issued): Staged<'m>,
        drops: Signal<'m>,
    ) -> Self {
        let slot = slot_counter(m, plan, m.constant(1, 1));
        let issued = Instruction { issued_slot: slot, ..issued };
        let waiting = allocating.take(m, accept, issued);
        let (staged, launch) = allocating.launch(m, plan, waiting[0], drops);
        let mut stages = vec![staged];
        let behind = plan.dependent_distance - 1 - waiting.len();
        for stage in 1..=behind.max(WINDOW + 1) {
            let name = match stage {
                WINDOW => "reading".to_string(),
                _ if stage < WINDOW => format!("window{stage}"),
                _ if stage == WINDOW + 1 => "executing".to_string(),
                _ => format!("executed{}", stage - WINDOW - 1),
            };
            let (valid, before) = stages[stage - 1];
            let register = m.reset_register(&format!("{name}_valid"), 1, 0).next(valid);
            let next = if stage == WINDOW + 1 { with_true_entries(before) } else { before };
            stages.push((register, next.registered(m, &name)));
        }
        let (executing_valid, executing) = stages[WINDOW + 1];
        let (reading_valid, reading) = stages[WINDOW];
        let in_flight = waiting.into_iter().chain(stages[1..=behind].iter().copied()).collect();
        Self {
            next: (m.nothing(), Instruction::nothing(m)),
            reading: vec![(reading_valid, reading)],
            launch,
            executing: (executing_valid, executing),
            writing: (m.nothing(), Instruction::nothing(m)),
            in_flight,
        }
    }
}

/// Low bits of the number of the slot, where an instruction may wait for its operands.
fn slot_counter<'m>(m: &'m Builder, plan: &Plan, first_phase: Signal<'m>) -> Signal<'m> {
    let bits = plan.issue_slot.bits;
    let slot = m.reset_register("slot", bits, 0);
    slot.next_when(first_phase, slot.q() + m.constant(bits, (bits > 0).into()));
    slot.q()
}

/// With what the lanes know of guard, p and q in place of their numbers.
fn with_true_entries<'m>(reading: Instruction<Signal<'m>>) -> Instruction<Signal<'m>> {
    Instruction {
        guard_is_true: is_true_entry(reading.guard),
        p_is_true: is_true_entry(reading.p),
        q_is_true: is_true_entry(reading.q),
        ..reading
    }
}

/// Whether something that the candidate reads, or overwrites too early, is still to be written by one of `in_flight`.
///
/// Each place is compared with all of them before it is asked whether the candidate reads it, because that is known last.
fn conflict<'m>(
    m: &'m Builder,
    plan: &Plan,
    in_flight: &[Staged<'m>],
    candidate: &Instruction<Signal<'m>>,
) -> Signal<'m> {
    let Instruction { a, b, c, destination, guard, p, q, mask_destination, .. } = *candidate;
    let mut registers =
        vec![(candidate.reads_a, a, "a"), (candidate.reads_b, b, "b"), (candidate.reads_c, c, "c")];
    let mut entries = vec![guard, p, q];
    if plan.waits_to_overwrite {
        registers.push((candidate.writes_register, destination, "destination"));
        entries.push(mask_destination);
    }
    let mut writers = vec![];
    let mut conflicts = vec![];
    for (number, &(valid, older)) in in_flight.iter().enumerate() {
        let is_of_wave = valid & older.wave.equals(candidate.wave);
        let is_of_wave = is_of_wave.named(&format!("is_of_wave{number}"));
        let writes = is_of_wave & older.writes_register;
        writers.push((writes.named(&format!("writes_register{number}")), older.destination));
        let entry = older.mask_destination;
        let is_entry = |source: &Signal<'m>| source.zero_extend(entry.width()).equals(entry);
        let is_used = any_of(m, entries.iter().map(is_entry));
        let is_used = is_used.named(&format!("uses_mask_destination{number}"));
        let waits = is_of_wave & !is_true_entry(entry) & is_used;
        conflicts.push(waits.named(&format!("mask_in_flight{number}")));
    }
    for (is_used, register, name) in registers {
        let writes = |&(writes, destination): &(Signal<'m>, Signal<'m>)| {
            writes & register.equals(destination)
        };
        let in_flight = any_of(m, writers.iter().map(writes));
        conflicts.push(is_used & in_flight.named(&format!("{name}_in_flight")));
    }
    any_of(m, conflicts)
}

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
//! A slot is `slot_cycles` cycles; `phase` counts them. An instruction is taken in phase 0 and stands in the reading stage
//! for a slot, then in the executing stage for a slot; when each stage begins, and when results are written, depends on
//! the register file (`rtl::timing`).
//!
//! In a `banked` machine an instruction may stand in the reading stage for several slots, and others behind it, as many as there
//! are collectors (`rtl::bank`). What is written in a slot takes its bank first, so the stage of that slot belongs to the
//! pipeline here.
//!
//! **Interlock.** The candidate waits while an instruction of its wave that issued less than the dependent distance ago
//! writes a register or mask entry that the candidate reads or writes. For that the last slots' destinations are kept.
//! `issue_blocked` says so in every phase, for the candidate that is offered, so that the feeder can look for a better one
//! before phase 0 comes. It is not set while nothing at all can issue: who is offered then has lost nothing.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, RegisterHandle, Signal};
use crate::isa::encoding::{EXTRA_SLOTS, INSTRUCTION_BITS};
use crate::isa::{MaskEntry, Operation};
use crate::rtl::issue::collectors::{self, Collecting};
use crate::rtl::issue::decode::{self, Executing, Issued, Reading, Writing};
use crate::rtl::schedule::{
    self, Gather, Movement, counts, dependent_distance, index_bits, may_pass_twice, optional_input, phase_before_execution,
    writes_in_slots,
};

/// Builds the sequencer of `config`.
pub fn sequencer(config: &Config) -> Arc<Module> {
    let purpose = "Takes one instruction a slot, holds it while an operand is in flight, and walks it through the stages.";
    let builder = ModuleBuilder::new("lanebeat_sequencer", purpose);
    let m = &builder;
    let valid = m.input("issue_valid", 1, "an instruction is offered");
    let wave = optional_input(m, "issue_wave", index_bits(config.waves), "its wave");
    let instruction = m.input("issue_instruction", INSTRUCTION_BITS, "its machine word");

    let held = config.barrier.then(|| m.input("held", 1, "the wave waits at a barrier"));

    let phase = phase_counter(m, config);
    let first_phase = counts(m, phase, 0).named("first_phase");
    let issued = decode::issued(m, config, wave, instruction);
    let blocked = m.wire("blocked", 1);
    let nop = NopSlots::new(m);
    let gather = Gathering::new(m, config, first_phase);
    let ready = first_phase & !blocked & !nop.counting() & !gather.full();
    let accept = (valid & ready).named("accept");
    nop.drive(m, &issued, instruction, accept, first_phase);
    gather.drive(m, config, &issued, accept, first_phase);

    let stages = Stages::new(m, config, phase, issued, accept, &gather);
    let conflicts = stages.in_flight.iter().map(|older| conflict(older, &issued));
    blocked.drive(conflicts.chain(held).reduce(|any, conflict| any | conflict).unwrap_or_else(|| m.constant(1, 0)));
    if config.barrier {
        let arrival = accept & decode::is_one_of(m, config, issued.opcode(), Operation::is_arrival);
        m.output("issued_arrival", arrival, "the instruction that is taken arrives at a barrier");
    }

    m.output("issue_ready", ready, "it is taken at this clock edge if valid");
    m.output("issue_blocked", blocked, "its wave must wait: another wave's instruction may be taken sooner");
    m.output(
        "issue_illegal",
        valid & decode::illegal(m, config, instruction),
        "the word is no instruction of this configuration",
    );
    stages.outputs(m, config, phase, &gather);
    builder.finish()
}

/// Counts the cycles of a slot; absent when a slot is one cycle.
fn phase_counter<'m>(m: &'m ModuleBuilder, config: &Config) -> Option<Signal<'m>> {
    let bits = index_bits(config.slot_cycles());
    (bits > 0).then(|| {
        let phase = m.reset_register("phase", bits, 0);
        phase.next(phase.q() + m.constant(bits, 1));
        phase.q()
    })
}

/// An instruction that looks into other beats passes twice where rows come one by one: first its operand a is collected,
/// in the next slot it executes. Where banks collect operands any instruction may pass several times.
struct Gathering<'m> {
    register: Option<RegisterHandle<'m>>,
    /// Says instead of `register` when an instruction passes again.
    collecting: Option<Collecting<'m>>,
    /// The instruction in the reading stage is not in its last pass.
    now: Signal<'m>,
    /// In that pass the guard, and q of a vote, are read too; absent where nothing asks for them.
    masks: Option<RegisterHandle<'m>>,
    /// In that pass operand b is read too.
    b: Option<RegisterHandle<'m>>,
}

impl<'m> Gathering<'m> {
    fn new(m: &'m ModuleBuilder, config: &Config, first_phase: Signal<'m>) -> Self {
        let collecting = (Movement::of(config) == Movement::BankedRows).then(|| Collecting::new(m, config, first_phase));
        let has_register = Gather::takes_a_slot(config) && collecting.is_none();
        let register = has_register.then(|| m.reset_register("reading_gathers", 1, 0));
        let masks = (has_register && schedule::gathers_masks(config)).then(|| m.reset_register("reading_gathers_masks", 1, 0));
        let b = register.filter(|_| config.shuffle).map(|_| m.reset_register("reading_gathers_b", 1, 0));
        let now = register.map(RegisterHandle::q).or(collecting.as_ref().map(|collecting| collecting.stays));
        Self { register, collecting, masks, b, now: now.unwrap_or_else(|| m.constant(1, 0)) }
    }

    /// Nothing can be taken.
    fn full(&self) -> Signal<'m> {
        self.collecting.as_ref().map_or(self.now, |collecting| collecting.full)
    }

    fn drive(&self, m: &'m ModuleBuilder, config: &Config, issued: &Issued<'m>, accept: Signal<'m>, first_phase: Signal<'m>) {
        if let Some(register) = self.register {
            register.next_when(first_phase, accept & decode::gathers(m, config, issued));
        }
        if let Some(masks) = self.masks {
            masks.next_when(first_phase, accept & decode::gathers_masks(m, config, issued));
            m.output("reading_gathers_masks", masks.q(), GATHERS_MASKS);
        }
        if let Some(b) = self.b {
            b.next_when(first_phase, accept & decode::gathers_b(m, config, issued));
            m.output("reading_gathers_b", b.q(), "operand b of the instruction reading is gathered in its first pass");
        }
    }
}

const GATHERS_MASKS: &str = "guard and q of the instruction reading are gathered in its first pass";

/// `s_nop N` occupies N slots beyond its own: nothing is taken meanwhile.
struct NopSlots<'m> {
    left: RegisterHandle<'m>,
}

impl<'m> NopSlots<'m> {
    fn new(m: &'m ModuleBuilder) -> Self {
        Self { left: m.reset_register("nop_slots", EXTRA_SLOTS.width, 0) }
    }

    fn counting(&self) -> Signal<'m> {
        self.left.q().any()
    }

    fn drive(
        &self,
        m: &'m ModuleBuilder,
        issued: &Issued<'m>,
        instruction: Signal<'m>,
        accept: Signal<'m>,
        first_phase: Signal<'m>,
    ) {
        let is_nop = issued.opcode().is(Operation::Nop.opcode().into());
        let wanted = instruction.slice(EXTRA_SLOTS.low, EXTRA_SLOTS.width) & is_nop.repeat(EXTRA_SLOTS.width);
        let counted = self.left.q() - m.constant(EXTRA_SLOTS.width, 1);
        let change = accept | (first_phase & self.counting());
        self.left.next_when(change, self.counting().mux(counted, wanted));
    }
}

/// An instruction on its way: whether there is one, and where its results go.
type InFlight<'m> = (Signal<'m>, Writing<'m>);

/// The pipeline of slots.
struct Stages<'m> {
    /// The oldest first: one, or as many as collect operands.
    reading: Vec<(Signal<'m>, Issued<'m>)>,
    /// What the files are told of them.
    reading_operands: Vec<Reading<'m>>,
    executing: (Signal<'m>, Executing<'m>),
    /// What had been issued before this slot and is not written before its reads.
    in_flight: Vec<InFlight<'m>>,
    /// What is written in this slot, where that is for the sequencer to say.
    writing: Option<InFlight<'m>>,
}

impl<'m> Stages<'m> {
    fn new(
        m: &'m ModuleBuilder,
        config: &Config,
        phase: Option<Signal<'m>>,
        issued: Issued<'m>,
        accept: Signal<'m>,
        gather: &Gathering<'m>,
    ) -> Self {
        let gathering = gather.now;
        let advance = |name: &str, valid: Signal<'m>, when: Signal<'m>| {
            let register = m.reset_register(name, 1, 0);
            register.next_when(when, valid);
            register.q()
        };
        let first_phase = counts(m, phase, 0);
        let places = gather.collecting.as_ref().map_or(vec![], |collecting| collecting.places(accept));
        let reading = match &gather.collecting {
            Some(collecting) => {
                let slots = collectors::waiting_bits(config);
                let slot = (slots > 0).then(|| {
                    let slot = m.reset_register("slot", slots, 0);
                    slot.next_when(first_phase, slot.q() + m.constant(slots, 1));
                    slot.q()
                });
                collecting.take(m, first_phase, &places, decode::to_collect(m, config, issued, slot))
            }
            None => {
                let valid = advance("reading_valid", accept | gathering, first_phase);
                vec![(valid, issued.registered(m, "reading", Some(accept)))]
            }
        };
        let starts = counts(m, phase, phase_before_execution(config)).named("execution_starts");
        let (oldest_valid, oldest) = &reading[0];
        let mut next = executing(oldest);
        next.gathers = may_pass_twice(config).then_some(gathering);
        if writes_in_slots(config) {
            next = next.without_results();
        }
        let executing = (advance("executing_valid", *oldest_valid, starts), next.registered(m, "executing", Some(starts)));

        let mut in_flight = vec![(*oldest_valid, writing(oldest))];
        let mut valid = *oldest_valid & !gathering;
        let writes_in_slots = writes_in_slots(config);
        let kept = dependent_distance(config) - usize::from(!writes_in_slots);
        for slot in 1..kept {
            let prefix = if writes_in_slots && slot + 1 == kept { "writing".to_string() } else { format!("issued{slot}_before") };
            let older = in_flight[slot - 1].1.registered(m, &prefix, Some(first_phase));
            valid = advance(&format!("{prefix}_valid"), valid, first_phase);
            in_flight.push((valid, older));
        }
        in_flight.truncate(kept);
        let written = if writes_in_slots { in_flight.pop() } else { None };
        in_flight.extend(reading[1..].iter().map(|(valid, behind)| (*valid, writing(behind))));
        let mut reading_operands: Vec<Reading> = reading.iter().map(|(_, instruction)| Reading::of(instruction)).collect();
        if let Some(collecting) = &gather.collecting {
            let written = written.expect("banks are written in slots");
            let reads = collecting.drive(m, config, first_phase, (&places, &issued), &reading, written);
            for (operands, reads) in reading_operands.iter_mut().zip(reads) {
                let [reads_a, reads_b, reads_c] = reads.map(Some);
                *operands = Reading { reads_a, reads_b, reads_c, ..*operands };
            }
        }
        Self { reading, reading_operands, executing, in_flight, writing: written }
    }

    fn outputs(&self, m: &'m ModuleBuilder, config: &Config, phase: Option<Signal<'m>>, gather: &Gathering<'m>) {
        let output = |stage: &str, field: &str, signal: Signal<'m>| {
            m.output(&format!("{stage}_{field}"), signal, &format!("{} of the instruction {stage}", field.replace('_', " ")));
            signal
        };
        if let Some(phase) = phase {
            m.output("phase", phase, "cycle of the slot");
        }
        if may_pass_twice(config) {
            m.output("reading_gathers", gather.now, "the instruction reading is not in its last pass");
        }
        if let Some(collector) = gather.collecting.as_ref().and_then(|collecting| collecting.collector) {
            m.output("reading_collector", collector, "which one has the operands of the instruction reading");
        }
        let (oldest, others) = (self.reading_operands[0], &self.reading_operands[1..]);
        output("reading", "valid", self.reading[0].0);
        oldest.map(|field, signal| output("reading", field, signal));
        if let Some(masks) = self.reading[0].1.gathers_masks {
            m.output("reading_gathers_masks", masks, GATHERS_MASKS);
        }
        if let Some(slot) = self.reading[0].1.issued_slot {
            m.output("reading_issued_slot", slot, "low bits of the slot in which the instruction reading was issued");
        }
        for (older, behind) in (1..).zip(others) {
            let behind = Reading { guard: None, p: None, q: None, ..*behind };
            let place = format!("of the instruction {older} behind the one reading");
            behind.map(|field, signal| {
                m.output(
                    &format!("{}_{field}", collectors::stage(older)),
                    signal,
                    &format!("{} {place}", field.replace('_', " ")),
                );
                signal
            });
        }
        output("executing", "valid", self.executing.0);
        self.executing.1.map(|field, signal| output("executing", field, signal));
        if let Some((valid, writing)) = self.writing {
            output("writing", "valid", valid);
            writing.map(|field, signal| output("writing", field, signal));
        }
    }
}

/// What the lanes must know of an instruction whose operands have been read.
fn executing<'m>(reading: &Issued<'m>) -> Executing<'m> {
    let is_true = |entry: Signal<'m>| Some(entry.is(MaskEntry::TRUE.0.into()));
    Executing {
        gathers: None,
        wave: reading.wave,
        opcode: reading.opcode,
        destination: reading.destination,
        writes_register: reading.writes_register,
        mask_destination: reading.mask_destination,
        guard_is_true: is_true(reading.guard()),
        guard_negated: reading.guard_negated,
        p_is_true: is_true(reading.p()),
        p_negated: reading.p_negated,
        q_is_true: is_true(reading.q()),
        q_negated: reading.q_negated,
        a_is_literal: reading.a_is_literal,
        b_is_literal: reading.b_is_literal,
        c_is_literal: reading.c_is_literal,
        literal: reading.literal,
        literal_high: reading.literal_high,
        literal_fill: reading.literal_fill,
        dpp_enable: reading.dpp_enable,
        dpp_eight: reading.dpp_eight,
        dpp_control: reading.dpp_control,
        dpp_fetch_inactive: reading.dpp_fetch_inactive,
        dpp_bound_control: reading.dpp_bound_control,
        dpp_bank_mask: reading.dpp_bank_mask,
        dpp_row_mask: reading.dpp_row_mask,
        dpp_spare: reading.dpp_spare,
        modifiers: reading.modifiers,
        permute_fetch_inactive: reading.permute_fetch_inactive,
        permute_bound_control: reading.permute_bound_control,
        video: reading.video,
    }
}

fn writing<'m>(issued: &Issued<'m>) -> Writing<'m> {
    Writing {
        wave: issued.wave,
        destination: issued.destination,
        writes_register: issued.writes_register,
        mask_destination: issued.mask_destination,
    }
}

/// Whether the candidate must wait for `older`.
fn conflict<'m>(&(valid, older): &InFlight<'m>, candidate: &Issued<'m>) -> Signal<'m> {
    let is_destination = |register: Signal<'m>| register.equals(older.destination());
    let register = (candidate.reads_a() & is_destination(candidate.a()))
        | (candidate.reads_b() & is_destination(candidate.b()))
        | (candidate.reads_c() & is_destination(candidate.c()))
        | (candidate.writes_register() & is_destination(candidate.destination()));
    let entry = older.mask_destination();
    let is_entry = |source: Signal<'m>| source.zero_extend(entry.width()).equals(entry);
    let mask =
        is_entry(candidate.guard()) | is_entry(candidate.p()) | is_entry(candidate.q()) | is_entry(candidate.mask_destination());
    let writes_mask = !entry.is(MaskEntry::TRUE.0.into());
    let hazard = valid & ((older.writes_register() & register) | (writes_mask & mask));
    match (older.wave, candidate.wave) {
        (Some(older), Some(candidate)) => hazard & older.equals(candidate),
        _ => hazard,
    }
}

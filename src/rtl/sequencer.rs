//! The sequencer: when an instruction may start, and what each stage is working on.
//!
//! ```text
//!  issue_valid ───►┌───────────┐───► issue_ready
//!  issue_wave ────►│           │───► phase
//!  issue_instr. ──►│ sequencer │───► reading_*    the slot's instruction while its operands are read
//!                  │           │───► executing_*  … while its beats execute
//!                  └───────────┘───► writing_*    … in phase 0, when its results are written
//! ```
//!
//! A slot is `slot_cycles` cycles; `phase` counts them. An instruction is taken in phase 0, moves from stage to stage at
//! the end of the last phase, and is written in phase 0 two slots later, plus one for each group of ALU stages.
//!
//! **Interlock.** At phase 0 every older instruction that has not been written is in `executing` or in a finishing stage
//! (the one in `writing` is written in this very cycle, before the first read). The candidate waits while one of them
//! belongs to its wave and writes a register or mask entry that the candidate reads or writes.

use std::sync::Arc;

use super::decode::{self, Executing, Issued, Reading, Writing};
use super::timing::{finishing_slots, index_bits, optional_input};
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, RegisterHandle, Signal};
use crate::isa::encoding::{EXTRA_SLOTS, INSTRUCTION_BITS};
use crate::isa::{MaskEntry, Operation};

/// Builds the sequencer of `config`.
pub fn sequencer(config: &Config) -> Arc<Module> {
    let purpose = "Takes one instruction a slot, holds it while an operand is in flight, and walks it through the stages.";
    let builder = ModuleBuilder::new("lanebeat_sequencer", purpose);
    let m = &builder;
    let valid = m.input("issue_valid", 1, "an instruction is offered");
    let wave = optional_input(m, "issue_wave", index_bits(config.waves), "its wave");
    let instruction = m.input("issue_instruction", INSTRUCTION_BITS, "its machine word");

    let slot_cycles = config.slot_cycles();
    let phase = m.reset_register("phase", index_bits(slot_cycles), 0);
    phase.next(phase.q() + m.constant(phase.q().width(), 1));
    let first_phase = phase.q().is(0).named("first_phase");
    let last_phase = phase.q().is(slot_cycles as u128 - 1).named("last_phase");

    let issued = decode::issued(m, config, wave, instruction);
    let blocked = m.wire("blocked", 1);
    let nop = NopSlots::new(m);
    let ready = first_phase & !blocked & !nop.counting();
    let accept = (valid & ready).named("accept");
    nop.drive(m, &issued, instruction, accept, first_phase);

    let stages = Stages::new(m, config, issued, accept, first_phase, last_phase);
    let conflicts = stages.in_flight().map(|older| conflict(older, &issued));
    blocked.drive(conflicts.reduce(|any, conflict| any | conflict).expect("something is in flight"));

    m.output("issue_ready", ready, "it is taken at this clock edge if valid");
    m.output(
        "issue_illegal",
        valid & decode::illegal(m, config, instruction),
        "the word is no instruction of this configuration",
    );
    m.output("phase", phase.q(), "cycle of the slot");
    stages.outputs(m);
    builder.finish()
}

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

/// An instruction somewhere on its way: whether there is one, and where its results go.
type InFlight<'m> = (Signal<'m>, Writing<'m>);

/// The pipeline of slots.
struct Stages<'m> {
    reading: (Signal<'m>, Issued<'m>),
    executing: (Signal<'m>, Executing<'m>),
    finishing: Vec<InFlight<'m>>,
    writing: InFlight<'m>,
}

impl<'m> Stages<'m> {
    fn new(
        m: &'m ModuleBuilder,
        config: &Config,
        issued: Issued<'m>,
        accept: Signal<'m>,
        first_phase: Signal<'m>,
        last_phase: Signal<'m>,
    ) -> Self {
        let advance = |name: &str, valid: Signal<'m>, when: Signal<'m>| {
            let register = m.reset_register(name, 1, 0);
            register.next_when(when, valid);
            register.q()
        };
        let reading = (advance("reading_valid", accept, first_phase), issued.registered(m, "reading", accept));
        let executing =
            (advance("executing_valid", reading.0, last_phase), executing(&reading.1).registered(m, "executing", last_phase));
        let mut last = (executing.0, writing(&executing.1));
        let mut finishing = vec![];
        for stage in 1..=finishing_slots(config) {
            let prefix = format!("finishing{stage}");
            last = (advance(&format!("{prefix}_valid"), last.0, last_phase), last.1.registered(m, &prefix, last_phase));
            finishing.push(last);
        }
        let writing = (advance("writing_valid", last.0, last_phase), last.1.registered(m, "writing", last_phase));
        Self { reading, executing, finishing, writing }
    }

    /// What had been issued before this slot and is written after its reads.
    fn in_flight(&self) -> impl Iterator<Item = InFlight<'m>> {
        std::iter::once((self.executing.0, writing(&self.executing.1))).chain(self.finishing.iter().copied())
    }

    fn outputs(&self, m: &'m ModuleBuilder) {
        let output = |stage: &str, field: &str, signal: Signal<'m>| {
            m.output(&format!("{stage}_{field}"), signal, &format!("{} of the instruction {stage}", field.replace('_', " ")));
            signal
        };
        output("reading", "valid", self.reading.0);
        Reading::of(&self.reading.1).map(|field, signal| output("reading", field, signal));
        output("executing", "valid", self.executing.0);
        let for_lanes = Executing { destination: None, writes_register: None, mask_destination: None, ..self.executing.1 };
        for_lanes.map(|field, signal| output("executing", field, signal));
        output("writing", "valid", self.writing.0);
        self.writing.1.map(|field, signal| output("writing", field, signal));
    }
}

/// What the lanes must know of an instruction whose operands have been read.
fn executing<'m>(reading: &Issued<'m>) -> Executing<'m> {
    let is_true = |entry: Signal<'m>| Some(entry.is(MaskEntry::TRUE.0.into()));
    Executing {
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
        dpp_control: reading.dpp_control,
        dpp_fetch_inactive: reading.dpp_fetch_inactive,
        dpp_bound_control: reading.dpp_bound_control,
        dpp_bank_mask: reading.dpp_bank_mask,
        dpp_row_mask: reading.dpp_row_mask,
    }
}

fn writing<'m>(executing: &Executing<'m>) -> Writing<'m> {
    Writing {
        wave: executing.wave,
        destination: executing.destination,
        writes_register: executing.writes_register,
        mask_destination: executing.mask_destination,
    }
}

/// Whether the candidate must wait for `older`.
fn conflict<'m>((valid, older): InFlight<'m>, candidate: &Issued<'m>) -> Signal<'m> {
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

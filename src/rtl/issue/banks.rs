//! Banks of a `banked` register file: which bank holds a register, and which operands are read in
//! which slot.
//!
//! ```text
//!  issued ─────►┌────────────┐──► instructions   whose operands are collected, the oldest first
//!  accept ─────►│ collecting │──► reads          a, b, c of each that banks answer in this slot
//!  writing_* ──►└────────────┘──► stays, full    the oldest needs another slot; and no collector is free
//! ```
//!
//! A bank has one port and serves one register of one wave in a slot, beat β in cycle β, in this
//! order:
//!
//! 1. **the write.** At most one result comes in a slot, and its rows have nowhere to wait;
//! 2. operand a, then b, then c of the oldest instruction, then those of the next one. An operand
//!    that is the same register as another of its instruction that is read needs no turn: both take
//!    the bank's answer.
//!
//! An operand that is not read stays pending, and its instruction in its collector
//! (`bank_conflict`, if it is the oldest). The oldest one stays too if it passes again
//! (`rtl::issue::passes`): its first pass ends when it has been the oldest for a slot and has
//! collected what it wants of other beats, each further one with a slot. When nothing is left to
//! wait for, the slot is its last one: it leaves at the end, and its beats execute behind the last
//! reads.
//! Instructions leave in the order in which they were issued, so results are written in that order
//! too, and no instruction can overwrite what an older one has still to read.
//!
//! **Move or point?** At the end of a slot in which the oldest instruction leaves, the others move
//! up by one place: first come, first served needs no more than the order of places then. Operands
//! do not move. Each instruction has the rows of one collector from its issue on, in turn, and
//! `reading_collector` counts whose turn it is to execute.

use super::instruction::Instruction;
use super::queue::{Queue, Staged, WaitingProbe};
use crate::rtl::prelude::*;
use crate::rtl::schedule::stays_in_range;

/// The bank of an entry: its number and the wave's, modulo the banks.
pub fn bank_of<'m>(plan: &Plan, entry: Signal<'m>, wave: Signal<'m>) -> Signal<'m> {
    let bits = plan.bank.bits;
    let low = |number: Signal<'m>| number.slice(0, bits.min(number.width())).zero_extend(bits);
    low(entry) + low(wave)
}

/// Place of an entry among those of its wave in the bank.
pub fn place_in_bank<'m>(plan: &Plan, entry: Signal<'m>) -> Signal<'m> {
    let bits = plan.bank.bits.min(entry.width());
    entry.slice(bits, entry.width() - bits)
}

/// The instructions whose operands are collected.
pub struct Collecting<'m> {
    /// The oldest first; it [`stays`](Queue::stays) as [`Self::drive`] says.
    pub queue: Queue<'m>,
    /// No collector is free at the end of this slot.
    pub full: Signal<'m>,
    /// The collector of the oldest.
    pub collector: Signal<'m>,
    /// Operands a, b, c that have not been read.
    pending: Vec<[RegisterHandle<'m>; 3]>,
    /// Passes that the oldest has behind it.
    passes_done: RegisterHandle<'m>,
}

/// The name of the stage of an instruction with `older` ones before it.
fn stage(older: usize) -> String {
    if older == 0 { "reading".to_string() } else { format!("reading{older}") }
}

impl<'m> Collecting<'m> {
    pub fn new(m: &'m Builder, plan: &Plan, first_phase: Signal<'m>) -> Self {
        let pending = |older| {
            ["a", "b", "c"]
                .map(|operand| m.register(&format!("{}_{operand}_pending", stage(older)), 1))
        };
        let queue = Queue::new(m, (0..plan.collectors).map(stage).collect());
        let stays = queue.stays;
        let turns = plan.collector.bits;
        let collector = m.reset_register("reading_collector", turns, 0);
        collector
            .next_when(first_phase & !stays, collector.q() + m.constant(turns, (turns > 0).into()));
        Self {
            full: queue.full().named("collectors_full"),
            queue,
            collector: collector.q(),
            pending: (0..plan.collectors).map(pending).collect(),
            passes_done: m.register("passes_done", plan.pass.bits),
        }
    }

    /// Takes `issued` to one of the `places`; whether there is an instruction, and what it is, the
    /// oldest first.
    pub fn take(
        &self,
        m: &'m Builder,
        first_phase: Signal<'m>,
        places: &[Signal<'m>],
        issued: Instruction<Signal<'m>>,
    ) -> Vec<Staged<'m>> {
        // `pending` keeps which operands are to be read.
        let issued = Instruction {
            reads_a: m.nothing(),
            reads_b: m.nothing(),
            reads_c: m.nothing(),
            ..issued
        };
        self.queue.take(m, first_phase, places, issued)
    }

    /// Passes of the oldest that follow this one, the low `bits`; all of them while a pass waits for
    /// its operands.
    pub fn passes_left(&self, oldest: &Instruction<Signal<'m>>, bits: usize) -> Signal<'m> {
        oldest.passes_left.slice(0, bits) - self.passes_done.q().slice(0, bits)
    }

    /// For each place: an accepted instruction takes it, behind those that are there.
    pub fn places(&self, accept: Signal<'m>) -> Vec<Signal<'m>> {
        let last = self.pending.len() - 1;
        let remains = |older| self.queue.remains(older);
        let place = |older: usize| {
            let follows = if older == 0 { accept } else { accept & remains(older - 1) };
            let place = if older == last { follows } else { follows & !remains(older) };
            place.named(&format!("accepted_to_{}", stage(older)))
        };
        (0..self.pending.len()).map(place).collect()
    }

    /// Connects what is pending; the operands of each of `instructions` that are read in this slot.
    /// `writing` takes its bank first.
    pub fn drive(
        &self,
        m: &'m Builder,
        plan: &Plan,
        first_phase: Signal<'m>,
        (places, issued): (&[Signal<'m>], &Instruction<Signal<'m>>),
        instructions: &[Staged<'m>],
        (writing_valid, writing): Staged<'m>,
    ) -> Vec<[Signal<'m>; 3]> {
        let written = (writing_valid & writing.writes_register).named("writes_bank");
        let mut busy = of_bank(m, plan, written, bank_of(plan, writing.destination, writing.wave))
            .named("written_banks");
        let (mut reads, mut waits) = (vec![], vec![]);
        for (older, (valid, instruction)) in instructions.iter().enumerate() {
            let named = |net: Signal<'m>, what: &str, operand: usize| {
                net.named(&format!("{}_{what}_{}", stage(older), ["a", "b", "c"][operand]))
            };
            let pending = [0, 1, 2]
                .map(|operand| named(*valid & self.pending[older][operand].q(), "wants", operand));
            let waiting = waiting(plan, &stage(older), pending, busy, instruction);
            let read: Vec<Signal> =
                pending.into_iter().zip(waiting).map(|(pending, waits)| pending & !waits).collect();
            let read = [read[0], read[1], read[2]];
            let entries = [instruction.a, instruction.b, instruction.c];
            let banks =
                read.into_iter().zip(entries).enumerate().map(|(operand, (read, entry))| {
                    let bank = named(bank_of(plan, entry, instruction.wave), "bank_of", operand);
                    named(of_bank(m, plan, read, bank), "banks_for", operand)
                });
            if older + 1 < instructions.len() {
                busy = banks
                    .fold(busy, |busy, bank| busy | bank)
                    .named(&format!("{}_leaves_busy", stage(older)));
            }
            reads.push(read);
            waits.push(waiting);
        }
        let [waits_a, waits_b, waits_c] = waits[0];
        let conflict = (waits_a | waits_b | waits_c).named("bank_conflict");
        let (valid, oldest) = &instructions[0];
        let bits = plan.pass.bits;
        let gathers = if bits > 0 {
            let gathers = *valid & oldest.passes_left.differs(self.passes_done.q());
            let gathers = gathers.named("gathers");
            let waits = waits_a | ((waits_b | waits_c) & oldest.gathers_operands.any());
            let counts_up = gathers & !waits;
            let done = self.passes_done.q() + counts_up.zero_extend(bits);
            stays_in_range(
                self.passes_done.q(),
                plan.pass,
                [counts_up & first_phase, m.constant(1, 0)],
            );
            self.passes_done.next_when(first_phase, done & self.queue.stays.repeat(bits));
            gathers
        } else {
            m.constant(1, 0)
        };
        self.queue.stays.drive(conflict | gathers);
        m.probe::<WaitingProbe>(WaitingProbe {
            conflict,
            stays: self.queue.stays,
            full: self.full,
        });

        let wanted = [issued.reads_a, issued.reads_b, issued.reads_c];
        for (older, place) in places.iter().enumerate() {
            for (operand, wanted) in wanted.into_iter().enumerate() {
                let stays = waits[older][operand];
                let remains = waits
                    .get(older + 1)
                    .map_or(stays, |behind| self.queue.stays.mux(stays, behind[operand]));
                self.pending[older][operand].next_when(first_phase, place.mux(wanted, remains));
            }
        }
        reads
    }
}

/// The `pending` operands of `instruction` that must wait, where some banks are `busy`.
fn waiting<'m>(
    plan: &Plan,
    stage: &str,
    [a, b, c]: [Signal<'m>; 3],
    busy: Signal<'m>,
    instruction: &Instruction<Signal<'m>>,
) -> [Signal<'m>; 3] {
    let is_busy = |entry| busy.element(bank_of(plan, entry, instruction.wave));
    let [in_a, in_b, in_c] = [instruction.a, instruction.b, instruction.c];
    let named = |waits: Signal<'m>, operand: &str| waits.named(&format!("{stage}_waits_{operand}"));
    let clash = |one, other, which: &str| {
        clash(plan, one, other).named(&format!("{stage}_clash_of_{which}"))
    };
    let waits_a = named(a & is_busy(in_a), "a");
    let waits_b = named(b & (is_busy(in_b) | (a & clash(in_a, in_b, "ab"))), "b");
    let behind_b = b & !waits_b & clash(in_b, in_c, "bc");
    let waits_c = named(c & (is_busy(in_c) | (a & clash(in_a, in_c, "ac")) | behind_b), "c");
    [waits_a, waits_b, waits_c]
}

/// A bit for each bank: `number`'s, if `is_used`. In a simulator too none is set where `is_used` is
/// 0 and the number is undefined, which a shift would not keep.
fn of_bank<'m>(m: &'m Builder, plan: &Plan, is_used: Signal<'m>, number: Signal<'m>) -> Signal<'m> {
    m.concat(&(0..plan.banks).map(|bank| is_used & number.is(bank as u128)).collect::<Vec<_>>())
}

/// Whether two entries of one wave need the same bank one after the other.
fn clash<'m>(plan: &Plan, one: Signal<'m>, other: Signal<'m>) -> Signal<'m> {
    let bits = plan.bank.bits;
    let same_bank = one.slice(0, bits).equals(other.slice(0, bits));
    same_bank & place_in_bank(plan, one).differs(place_in_bank(plan, other))
}

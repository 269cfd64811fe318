//! Control and allocate of a `two_bank` machine: when an instruction may begin to read, in which
//! cycle each operand is read, and what is kept for others.
//!
//! ```text
//!  issued ────►┌─────────┐   ┌──────────┐──► launch       when each operand is read
//!  accept ────►│ control ├──►│ allocate │──► instruction  on to the three cycles of its window
//!              └─────────┘   └──────────┘──► stays, full
//! ```
//!
//! Register r lies in bank r mod 2, and a bank reads one row a cycle. An instruction leaves
//! `allocate` when everything that it wants of either bank can be read in the three cycles behind;
//! the banks do what was asked first, first. So what a bank has still to do is a number, `queued`:
//! of the reads that are new the first gets turn `queued` + 1, and the last must not get turn 4.
//! Three operands of bank 0, then two of bank 0:
//!
//! ```text
//!  cycle       1          2          3          4          5    6    7    8
//!  allocate    a, b, c    stays      a', b'
//!  queued      0          2          1          2          1
//!  bank 0                 a          b          c          a'   b'
//!  lanes                                        first      …
//! ```
//!
//! An instruction that stays in `allocate` holds the next one in `control`, which blocks issue.
//! Issue itself looks at no bank. MATCH, which passes several times, launches each pass from here.
//!
//! **The reuse cache.** A bank keeps one row for each of the places a, b, c; here are their tags, the
//! rows are with the banks. An operand with the tag of its bank and place needs no turn. Whatever is
//! read there, or found there, replaces the tag, by its own if it is marked `.reuse`, else by none.
//! The tag of a register that an instruction writes goes too, and all go while the host writes:
//! so a `.reuse` never gives an old value, whichever program says it.

use super::instruction::Instruction;
use super::queue::{Queue, Staged, WaitingProbe};
use crate::plan::WINDOW;
use crate::rtl::prelude::*;
use crate::rtl::schedule::stays_in_range;

/// The letters of the operands.
const PLACES: [&str; 3] = ["a", "b", "c"];
/// Banks: one for each parity.
const BANKS: usize = 2;
/// Bits of a turn, and of what is queued.
pub const TURN_BITS: usize = 2;
const _: () =
    assert!(WINDOW + 1 == 1 << TURN_BITS, "a sum beyond the window shows in its highest bit");

ports! {
    /// Source of an operand.
    pub struct OperandRead(plan: &Plan, operand: &str) {
        entry: [plan.register.bits] (format!("register of operand {operand}"));
        turn: [TURN_BITS]
            (format!("cycle of the window in which operand {operand} is read, 0 if it is not"));
        hits: [plan.reuse.into()] (format!("operand {operand} is in the reuse cache"));
        keeps: [plan.reuse.into()] (format!("operand {operand} is kept in the reuse cache"));
    }

    /// The operands of an instruction whose window begins with the next cycle; turns are 0 where
    /// there is none.
    pub struct Launch(plan: &Plan) {
        wave: [plan.wave.bits] "wave of the instruction that leaves allocate";
        a: OperandRead { OperandRead::ports(plan, "a") };
        b: OperandRead { OperandRead::ports(plan, "b") };
        c: OperandRead {
            if plan.multiply { OperandRead::ports(plan, "c") } else { OperandRead::absent() }
        };
    }
}

/// The ports of [`Launch`] where there are two banks, else none.
pub fn launch_ports(plan: &Plan) -> Launch<crate::hdl::PortSpec> {
    match plan.register_file.allocates_reads() {
        true => Launch::ports(plan),
        false => Launch::absent(),
    }
}

/// The two stages.
pub struct Allocating<'m> {
    queue: Queue<'m>,
    full: Signal<'m>,
    /// Passes that the instruction in allocate has behind it.
    passes_done: RegisterHandle<'m>,
}

impl<'m> Allocating<'m> {
    pub fn new(m: &'m Builder, plan: &Plan) -> Self {
        let queue = Queue::new(m, ["allocating", "control"].map(str::to_owned).to_vec());
        Self {
            full: queue.full().named("pipeline_full"),
            queue,
            passes_done: m.register("passes_done", plan.pass.bits),
        }
    }

    /// Nothing can be taken.
    pub fn full(&self) -> Signal<'m> {
        self.full
    }

    /// Takes `issued`; the instructions in allocate and in control.
    pub fn take(
        &self,
        m: &'m Builder,
        accept: Signal<'m>,
        issued: Instruction<Signal<'m>>,
    ) -> [Staged<'m>; 2] {
        let places = [m.constant(1, 0), accept];
        let staged = self.queue.take(m, m.constant(1, 1), &places, issued);
        [staged[0], staged[1]]
    }

    /// Gives the instruction in allocate its turns; `drops` empties the reuse cache. Returns
    /// whether it leaves, the instruction with its pass, and its operands.
    pub fn launch(
        &self,
        m: &'m Builder,
        plan: &Plan,
        (valid, instruction): Staged<'m>,
        drops: Signal<'m>,
    ) -> (Staged<'m>, Launch<Signal<'m>>) {
        let entries = [instruction.a, instruction.b, instruction.c];
        let wanted = [instruction.reads_a, instruction.reads_b, instruction.reads_c];
        let places = if plan.multiply { PLACES.len() } else { PLACES.len() - 1 };
        let wanted: Vec<Signal> = (0..places)
            .map(|place| (valid & wanted[place]).named(&format!("wants_{}", PLACES[place])))
            .collect();
        let cache = plan.reuse.then(|| Cache::new(m, plan, &instruction, &entries, wanted.clone()));
        let hits = match &cache {
            Some(cache) => cache.hits.clone(),
            None => vec![m.constant(1, 0); places],
        };
        let want = |place: usize| {
            (wanted[place] & !hits[place]).named(&format!("{}_asks_bank", PLACES[place]))
        };
        let reads: Vec<Signal> = (0..places).map(want).collect();
        let in_bank = |place: usize, bank: usize| {
            let odd = entries[place].bit(0);
            reads[place] & if bank == 1 { odd } else { !odd }
        };

        let queued: Vec<RegisterHandle> = (0..BANKS)
            .map(|bank| m.reset_register(&format!("queued{bank}"), TURN_BITS, 0))
            .collect();
        let new = |bank: usize| {
            let one = |place| in_bank(place, bank).zero_extend(TURN_BITS);
            let sum = (0..places).map(one).reduce(|sum, one| sum + one);
            sum.expect("there are operands").named(&format!("new{bank}"))
        };
        let bits = TURN_BITS + 1;
        let asked: Vec<Signal> = (0..BANKS)
            .map(|bank| queued[bank].q().zero_extend(bits) + new(bank).zero_extend(bits))
            .collect();
        let conflict = (asked[0].bit(TURN_BITS) | asked[1].bit(TURN_BITS)).named("bank_conflict");
        let leaves = (valid & !conflict).named("launches");
        let mut all_queued = vec![];
        for bank in 0..BANKS {
            let total = leaves.mux(asked[bank].slice(0, TURN_BITS), queued[bank].q());
            let total = total.named(&format!("to_read{bank}"));
            let (low, high) = (total.bit(0), total.bit(1));
            // One of them is read in the next cycle.
            queued[bank].next(m.concat(&[high & !low, high & low]));
            all_queued.push(queued[bank].q());
        }
        let all_queued = m.concat(&all_queued);
        let one = m.constant(TURN_BITS, 1);
        let turn = |place: usize| {
            let odd = entries[place].bit(0);
            let before = |other: usize| {
                let shares = reads[other] & entries[other].bit(0).equals(odd);
                shares.zero_extend(TURN_BITS)
            };
            let first = all_queued.element(odd) + one;
            let turn = (0..place).fold(first, |turn, other| turn + before(other));
            turn & (reads[place] & leaves).repeat(TURN_BITS)
        };

        let bits = plan.pass.bits;
        let gathers = if bits > 0 {
            valid & instruction.passes_left.differs(self.passes_done.q())
        } else {
            m.constant(1, 0)
        };
        let gathers = gathers.named("allocating_gathers");
        let stays = conflict | gathers;
        self.queue.stays.drive(stays);
        m.probe::<WaitingProbe>(WaitingProbe { conflict, stays, full: self.full });
        let passes_left = if bits > 0 {
            let done = self.passes_done.q() + leaves.zero_extend(bits);
            self.passes_done.next(done & stays.repeat(bits));
            stays_in_range(self.passes_done.q(), plan.pass, [leaves & stays, m.constant(1, 0)]);
            let counted = plan.counted_pass_bits;
            instruction.passes_left.slice(0, counted) - self.passes_done.q().slice(0, counted)
        } else {
            m.nothing()
        };
        let keeps = match &cache {
            Some(cache) => cache.drive(&instruction, leaves, drops),
            None => vec![m.nothing(); places],
        };
        let operand = |place: usize| match place < places {
            true => OperandRead {
                entry: entries[place],
                turn: turn(place).named(&format!("turn_of_{}", PLACES[place])),
                hits: if plan.reuse { hits[place] & leaves } else { m.nothing() },
                keeps: keeps[place],
            },
            false => OperandRead::nothing(m),
        };
        let (wave, [a, b, c]) = (instruction.wave, [0, 1, 2].map(operand));
        let staged = (leaves, Instruction { gathers, passes_left, ..instruction });
        (staged, Launch { wave, a, b, c })
    }
}

/// Register whose row a bank keeps for a place.
#[derive(Clone, Copy)]
struct Tag<'m> {
    valid: RegisterHandle<'m>,
    wave: RegisterHandle<'m>,
    /// The register's number without the bank's bit.
    row: RegisterHandle<'m>,
}

/// The tags of the reuse cache, and what the instruction in allocate finds there; by place.
struct Cache<'m> {
    /// Tags of both banks.
    tags: Vec<[Tag<'m>; BANKS]>,
    entries: [Signal<'m>; 3],
    wanted: Vec<Signal<'m>>,
    hits: Vec<Signal<'m>>,
}

fn row(entry: Signal<'_>) -> Signal<'_> {
    entry.slice(1, entry.width() - 1)
}

impl<'m> Cache<'m> {
    fn new(
        m: &'m Builder,
        plan: &Plan,
        instruction: &Instruction<Signal<'m>>,
        entries: &[Signal<'m>; 3],
        wanted: Vec<Signal<'m>>,
    ) -> Self {
        let tag = |place: usize, bank: usize| {
            let name = |field: &str| format!("kept_{}{bank}_{field}", PLACES[place]);
            Tag {
                valid: m.reset_register(&name("valid"), 1, 0),
                wave: m.register(&name("wave"), plan.wave.bits),
                row: m.register(&name("row"), plan.register.bits - 1),
            }
        };
        let tags: Vec<[Tag; BANKS]> =
            (0..wanted.len()).map(|place| [0, 1].map(|bank| tag(place, bank))).collect();
        let hits = |place: usize| {
            let entry = entries[place];
            let of_bank = |part: fn(&Tag<'m>) -> RegisterHandle<'m>| {
                m.concat(&tags[place].each_ref().map(|tag| part(tag).q())).element(entry.bit(0))
            };
            let same = of_bank(|tag| tag.wave).equals(instruction.wave)
                & of_bank(|tag| tag.row).equals(row(entry));
            (wanted[place] & of_bank(|tag| tag.valid) & same)
                .named(&format!("{}_hits", PLACES[place]))
        };
        let hits = (0..wanted.len()).map(hits).collect();
        Self { tags, entries: *entries, wanted, hits }
    }

    /// Connects the tags; which operands are kept.
    fn drive(
        &self,
        instruction: &Instruction<Signal<'m>>,
        leaves: Signal<'m>,
        drops: Signal<'m>,
    ) -> Vec<Signal<'m>> {
        let (wave, destination) = (instruction.wave, instruction.destination);
        let writes = (leaves & instruction.writes_register).named("overwrites");
        let keeps = |place: usize| {
            let is_overwritten =
                instruction.writes_register & self.entries[place].equals(destination);
            let marked = instruction.reuse.bit(place) & self.wanted[place];
            (leaves & marked & !is_overwritten).named(&format!("keeps_{}", PLACES[place]))
        };
        let keeps: Vec<Signal> = (0..self.wanted.len()).map(keeps).collect();
        for (place, tags) in self.tags.iter().enumerate() {
            for (bank, tag) in tags.iter().enumerate() {
                let in_bank = |entry: Signal<'m>| entry.bit(0).is(bank as u128);
                let entry = self.entries[place];
                let asked = leaves & self.wanted[place] & in_bank(entry);
                let asked = asked.named(&format!("asks_{}{bank}", PLACES[place]));
                let overwritten = writes
                    & in_bank(destination)
                    & tag.row.q().equals(row(destination))
                    & tag.wave.q().equals(wave);
                let stays = tag.valid.q() & !overwritten;
                // Not by a multiplexer: an operand that asks for nothing may be undefined.
                tag.valid.next(((asked & keeps[place]) | (stays & !asked)) & !drops);
                tag.wave.next_when(asked, wave);
                tag.row.next_when(asked, row(entry));
            }
        }
        keeps
    }
}

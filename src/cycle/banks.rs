//! The banks of a `banked` register file: which access has which bank in a slot, and which waits;
//! those of `two_bank` are in `cycle::window`.
//!
//! A bank serves one register of one wave in a slot: the one that is written, if there is one, then
//! operand a, b, c of the oldest instruction whose operands are collected, then those of the next.
//! Operands that are the same register are read together. An access that is not served in a slot is
//! retried in the next one. Instructions leave their collectors in the order in which they were
//! issued, so a younger one never delays an older one, and all times of an instruction are known
//! when it issues.

use std::collections::{BTreeSet, VecDeque};

use super::decoded::Decoded;
use super::event::{Action, BankUser, StallReason};
use super::repetition::{Ahead, Thing};
use super::timing::Timing;
use crate::config::Config;
use crate::isa::{Instruction, Operand, Register};

/// The reads of an instruction.
pub const READS: [Action; 3] = [Action::ReadA, Action::ReadB, Action::ReadC];

/// A slot that an instruction spends to read operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingSlot {
    /// Operands that are read; in `banked` a register that several operands name is read once, for
    /// the first of them.
    pub reads: [Option<Read>; 3],
    pub end: End,
}

/// An operand that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    pub action: Action,
    pub register: Register,
    /// In `two_bank` the cycle of the window, from 1; else 0.
    pub turn: u64,
}

/// Whether an instruction stays or leaves at the end of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It stays, because older ones do.
    Behind,
    /// It is the oldest, and stays because of this.
    Stays(StallReason),
    /// It leaves, and executes.
    Leaves,
}

/// A register file whose operands wait for banks.
pub trait Operands {
    /// The slots that `instruction` of `wave`, which issues in `slot`, spends until it has read its
    /// operands and leaves; before that it passes through the lanes as often as `decoded` says.
    fn read(
        &mut self,
        slot: u64,
        wave: usize,
        instruction: &Instruction,
        decoded: &Decoded,
        late: &LateWrites,
    ) -> Vec<ReadingSlot>;

    /// `register` of `wave` is written by an instruction that executes in `slot`, or as late as one.
    fn write(&mut self, slot: u64, wave: usize, register: Register);

    /// Why nothing can issue in the slots behind `slot`, that of the last issue: one reason a slot.
    fn full(&self, slot: u64) -> Vec<StallReason>;

    /// Whether an instruction passes through the lanes in a slot in which it stays for `reason`.
    fn passes(&self, reason: StallReason) -> bool;

    /// Adds what later slots depend on.
    fn look_ahead(&self, ahead: &mut Ahead);
}

/// Slots, as if executed in them, in which late results are written: nothing else is then.
#[derive(Default)]
pub struct LateWrites(BTreeSet<u64>);

impl LateWrites {
    /// Reserves the first free slot from `due` on, in an instruction's that issues in `now`.
    pub fn reserve(&mut self, now: u64, due: u64) -> u64 {
        self.0 = self.0.split_off(&now);
        let slot = (due..).find(|slot| !self.0.contains(slot)).expect("slots do not end");
        self.0.insert(slot);
        slot
    }

    /// Whether an instruction of `decoded` must not execute in `slot`.
    pub fn hold(&self, decoded: &Decoded, slot: u64) -> bool {
        decoded.late_slots == 0 && decoded.writes() && self.0.contains(&slot)
    }

    /// Adds the slots that are reserved from the present one on.
    pub fn look_ahead(&self, ahead: &mut Ahead) {
        self.0.iter().for_each(|slot| ahead.slot(Thing::LateWrite, slot + 1));
    }
}

/// A bank that is taken for a slot.
#[derive(Clone, Copy)]
struct BankUse {
    slot: u64,
    bank: usize,
    user: BankUser,
}

/// Banks with the accesses that they still have to serve.
pub struct Banks {
    timing: Timing,
    collectors: usize,
    /// Accesses of instructions issued before, none in a slot before the last issue.
    turns: Vec<BankUse>,
    /// The slots at whose end the last instructions leave, one for each collector at most, the
    /// newest last.
    leave: VecDeque<u64>,
    /// The slots from the last issue on in which the oldest instruction stays, and why.
    stays: VecDeque<(u64, StallReason)>,
}

impl Banks {
    pub fn new(config: &Config) -> Self {
        Self {
            timing: Timing::new(config),
            collectors: config.collectors,
            turns: vec![],
            leave: VecDeque::new(),
            stays: VecDeque::new(),
        }
    }

    /// An instruction leaves at the end of `slot`.
    fn leaves(&mut self, slot: u64) {
        self.leave.push_back(slot);
        if self.leave.len() > self.collectors {
            self.leave.pop_front();
        }
    }

    /// Serves in `slot` the reads of `pending` that banks can; returns them and the first conflict.
    fn serve(
        &mut self,
        slot: u64,
        wave: usize,
        pending: &mut [Option<Register>; 3],
    ) -> ([Option<Read>; 3], Option<StallReason>) {
        let mut reads: [Option<Read>; 3] = [None; 3];
        let mut conflict = None;
        for operand in 0..3 {
            let Some(register) = pending[operand] else { continue };
            let bank = self.timing.bank(register, wave);
            let older = self
                .turns
                .iter()
                .find(|turn| turn.slot == slot && turn.bank == bank)
                .map(|turn| turn.user);
            let reader = reads
                .iter()
                .flatten()
                .map(|read| read.register)
                .find(|&other| self.timing.bank(other, wave) == bank);
            let user = match (older, reader) {
                (Some(older), _) => Some(older),
                (None, Some(other)) if other != register => Some(BankUser::Read(other)),
                (None, same) => {
                    let read = Read { action: READS[operand], register, turn: 0 };
                    reads[operand] = same.is_none().then_some(read);
                    pending[operand] = None;
                    None
                }
            };
            let waits = |user| StallReason::BankConflict { wave, waiting: register, bank, user };
            conflict = conflict.or(user.map(waits));
        }
        let taken = reads.iter().flatten().map(|read| read.register);
        let taken = taken.map(|register| BankUse {
            slot,
            bank: self.timing.bank(register, wave),
            user: BankUser::Read(register),
        });
        self.turns.extend(taken.collect::<Vec<_>>());
        (reads, conflict)
    }
}

impl Operands for Banks {
    /// Results are written in their turn. An instruction gathers as the oldest, not counting the
    /// slots at whose end it still waits for what it gathers.
    fn read(
        &mut self,
        slot: u64,
        wave: usize,
        instruction: &Instruction,
        decoded: &Decoded,
        late: &LateWrites,
    ) -> Vec<ReadingSlot> {
        let &Decoded { mut gather_slots, gathers_operands, .. } = decoded;
        self.turns.retain(|turn| turn.slot >= slot);
        self.stays.retain(|&(stays, _)| stays >= slot);
        let oldest_from = self.leave.back().map_or(slot, |&leaves| slot.max(leaves + 1));
        let mut pending = instruction.sources().map(Operand::register);
        let gathered = [true, gathers_operands, gathers_operands];
        let mut slots: Vec<ReadingSlot> = vec![];
        for slot in slot.. {
            let must_stay = gather_slots > 0;
            let (reads, conflict) = self.serve(slot, wave, &mut pending);
            let waits = (0..3).any(|operand| gathered[operand] && pending[operand].is_some());
            if must_stay && slot >= oldest_from && !waits {
                gather_slots -= 1;
            }
            let end = match conflict.or(must_stay.then_some(StallReason::Gather)) {
                _ if slot < oldest_from => End::Behind,
                Some(reason) => End::Stays(reason),
                None if late.hold(decoded, slot) => End::Stays(StallReason::LateResult { wave }),
                None => End::Leaves,
            };
            slots.push(ReadingSlot { reads, end });
            match end {
                End::Behind => {}
                End::Stays(reason) => self.stays.push_back((slot, reason)),
                End::Leaves => {
                    self.leaves(slot);
                    break;
                }
            }
        }
        slots
    }

    fn write(&mut self, slot: u64, wave: usize, register: Register) {
        let (slot, bank) = (slot + self.timing.slots_to_write(), self.timing.bank(register, wave));
        self.turns.push(BankUse { slot, bank, user: BankUser::Write { wave, register } });
    }

    /// No collector is free: why the oldest instruction had not left.
    fn full(&self, slot: u64) -> Vec<StallReason> {
        let is_full = self.leave.len() == self.collectors;
        let until = self.leave.front().copied().filter(|_| is_full).unwrap_or(slot);
        let stays = self.stays.iter().filter(|(stays, _)| (slot..until).contains(stays));
        stays.map(|&(_, reason)| reason).collect()
    }

    fn passes(&self, _: StallReason) -> bool {
        true
    }

    fn look_ahead(&self, ahead: &mut Ahead) {
        self.turns.iter().for_each(|turn| ahead.slot(Thing::Turn(turn.bank), turn.slot + 1));
        self.leave.iter().for_each(|leave| ahead.slot(Thing::Left, leave + 1));
        self.stays.iter().for_each(|&(slot, reason)| ahead.slot(Thing::Stay(reason), slot + 1));
    }
}

/// Where the registers of `instruction` lie if `wave` executes it:
/// `R1, R5, R9 all lie in bank 1; result R4 in bank 0`. Empty for one that names no register.
pub fn places(timing: Timing, wave: usize, instruction: &Instruction) -> String {
    let mut groups: Vec<(usize, Vec<Register>)> = vec![];
    for register in instruction.source_registers() {
        let bank = timing.bank(register, wave);
        match groups.iter_mut().find(|(of, _)| *of == bank) {
            None => groups.push((bank, vec![register])),
            Some((_, group)) if group.contains(&register) => {}
            Some((_, group)) => group.push(register),
        }
    }
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    let text = |(position, (bank, group)): (usize, &(usize, Vec<Register>))| {
        let names: Vec<String> = group.iter().map(Register::to_string).collect();
        let lie = match (names.len(), position) {
            (1, 0) => " lies",
            (1, _) => "",
            (2, _) => " both lie",
            _ => " all lie",
        };
        format!("{}{lie} in bank {bank}", names.join(", "))
    };
    let result = instruction
        .destination
        .map(|register| format!("result {register} in bank {}", timing.bank(register, wave)));
    groups.iter().enumerate().map(text).chain(result).collect::<Vec<_>>().join("; ")
}

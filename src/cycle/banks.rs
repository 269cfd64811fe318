//! The banks of a `banked` register file: who has which in a slot, and who waits.
//!
//! A bank serves one register of one wave in a slot: the one that is written, if there is one, then operand a, b, c of the
//! instruction that reads. Operands that are the same register are read together. What is not served in a slot is tried in the
//! next one, and nothing else issues meanwhile.

use std::collections::VecDeque;

use super::event::{Action, BankUser, StallReason};
use super::timing::Timing;
use crate::config::{Config, RegisterFile};
use crate::isa::{Instruction, LaneMove, Operand, Operation, Register};

/// The reads of an instruction.
const READS: [Action; 3] = [Action::ReadA, Action::ReadB, Action::ReadC];

/// A slot that an instruction spends to read operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingSlot {
    /// What is read; a register that several operands name is read once, for the first of them.
    pub reads: [Option<(Action, Register)>; 3],
    /// Why the instruction stays for another slot; in its last one nothing.
    pub stays: Option<StallReason>,
}

/// A result on its way to its bank.
#[derive(Clone, Copy)]
struct Write {
    slot: u64,
    wave: usize,
    register: Register,
}

/// What the banks have still to do.
pub struct Banks {
    timing: Timing,
    /// The soonest first; at most one in a slot.
    writes: VecDeque<Write>,
}

impl Banks {
    /// `None` for a machine without banks.
    pub fn new(config: &Config) -> Option<Self> {
        let has_banks = config.register_file == RegisterFile::Banked;
        has_banks.then(|| Self { timing: Timing::new(config), writes: VecDeque::new() })
    }

    /// The slots that `instruction` of `wave`, which issues in `slot`, reads in; results are written in their turn.
    pub fn collect(&mut self, slot: u64, wave: usize, instruction: &Instruction, gathers: bool) -> Vec<ReadingSlot> {
        let mut pending = [instruction.a, instruction.b, instruction.c].map(register);
        let gathered = [true, instruction.operation == Operation::LaneMove(LaneMove::Push), false];
        let mut slots: Vec<ReadingSlot> = vec![];
        loop {
            let is_first = slots.is_empty();
            let begins_with = |operand: usize| gathered[operand] && pending[operand].is_some();
            let must_stay = gathers && (is_first || (0..3).any(begins_with));
            let write = self.written_in(slot + slots.len() as u64);
            let (reads, conflict) = self.serve(wave, &mut pending, write);
            let stays = conflict.or(must_stay.then_some(StallReason::Gather));
            slots.push(ReadingSlot { reads, stays });
            if stays.is_none() {
                break;
            }
        }
        if let Some(register) = instruction.destination {
            let slot = slot + slots.len() as u64 - 1 + self.timing.slots_to_write();
            self.writes.push_back(Write { slot, wave, register });
        }
        slots
    }

    /// What is written in `slot`, which is none before the last that was asked for.
    fn written_in(&mut self, slot: u64) -> Option<Write> {
        while self.writes.front().is_some_and(|write| write.slot < slot) {
            self.writes.pop_front();
        }
        self.writes.front().copied().filter(|write| write.slot == slot)
    }

    /// Serves what banks can of `pending` in one slot: what is read, and the first that waits.
    fn serve(
        &self,
        wave: usize,
        pending: &mut [Option<Register>; 3],
        write: Option<Write>,
    ) -> ([Option<(Action, Register)>; 3], Option<StallReason>) {
        let mut reads: [Option<(Action, Register)>; 3] = [None; 3];
        let mut conflict = None;
        for operand in 0..3 {
            let Some(register) = pending[operand] else { continue };
            let bank = self.timing.bank(register, wave);
            let writer = write.filter(|write| self.timing.bank(write.register, write.wave) == bank);
            let reader = reads.iter().flatten().map(|&(_, other)| other).find(|&other| self.timing.bank(other, wave) == bank);
            let user = match (writer, reader) {
                (Some(Write { wave, register, .. }), _) => Some(BankUser::Write { wave, register }),
                (None, Some(other)) if other != register => Some(BankUser::Read(other)),
                (None, same) => {
                    reads[operand] = same.is_none().then_some((READS[operand], register));
                    pending[operand] = None;
                    None
                }
            };
            let waits = |user| StallReason::BankConflict { wave, waiting: register, bank, user };
            conflict = conflict.or(user.map(waits));
        }
        (reads, conflict)
    }
}

/// Where the registers of `instruction` lie if `wave` executes it: `R1, R5, R9 all lie in bank 1; result R4 in bank 0`. Empty
/// for one that names no register.
pub fn places(timing: Timing, wave: usize, instruction: &Instruction) -> String {
    let mut operands: Vec<Register> = vec![];
    for register in [instruction.a, instruction.b, instruction.c].into_iter().filter_map(register) {
        if !operands.contains(&register) {
            operands.push(register);
        }
    }
    let bank = |register: &Register| timing.bank(*register, wave);
    let in_bank = |wanted: usize| operands.iter().filter(|register| bank(register) == wanted).collect::<Vec<_>>();
    let mut shared: Vec<usize> = vec![];
    operands.iter().map(bank).for_each(|bank| {
        if !shared.contains(&bank) {
            shared.push(bank)
        }
    });
    shared.sort_by_key(|&bank| std::cmp::Reverse(in_bank(bank).len()));
    let group = |(position, &bank): (usize, &usize)| {
        let names: Vec<String> = in_bank(bank).into_iter().map(Register::to_string).collect();
        let lie = match (names.len(), position) {
            (1, 0) => " lies",
            (1, _) => "",
            (2, _) => " both lie",
            _ => " all lie",
        };
        format!("{}{lie} in bank {bank}", names.join(", "))
    };
    let result = instruction.destination.map(|register| format!("result {register} in bank {}", bank(&register)));
    shared.iter().enumerate().map(group).chain(result).collect::<Vec<_>>().join("; ")
}

fn register(operand: Operand) -> Option<Register> {
    match operand {
        Operand::Register(register) => Some(register),
        Operand::None | Operand::Literal(_) => None,
    }
}

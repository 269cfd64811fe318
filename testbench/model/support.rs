//! Short words for instructions and states.

use lanebeat::isa::{
    Dpp, DppControl, Instruction, LaneOperation, MaskEntry, MaskSource, Operand, Operation,
    Register, Thread, Wave,
};
use lanebeat::model::Machine;

pub const R0: Operand = Operand::Register(Register(0));
pub const R1: Operand = Operand::Register(Register(1));
pub const R2: Operand = Operand::Register(Register(2));

/// Predicate `Pn` as a source.
pub fn predicate(number: u8) -> MaskSource {
    MaskSource { entry: MaskEntry::predicate(number), negated: false }
}

pub fn not(source: MaskSource) -> MaskSource {
    MaskSource { negated: !source.negated, ..source }
}

/// `operation R3, R0, R1, R2` with predicate destination P3 and predicates P1, P2: every field
/// filled in.
pub fn instruction(operation: impl Into<Operation>) -> Instruction {
    Instruction {
        destination: Some(Register(3)),
        mask_destination: MaskEntry::predicate(3),
        a: R0,
        b: R1,
        c: R2,
        p: predicate(1),
        q: predicate(2),
        ..Instruction::new(operation)
    }
}

/// `v_mov_b32` with that DPP control, and every field filled in.
pub fn moved_by(control: DppControl) -> Instruction {
    Instruction { dpp: Some(Dpp::new(control)), ..instruction(LaneOperation::Move) }
}

/// A machine of one wave with eight registers.
pub fn machine(threads: usize) -> Machine {
    Machine::new(threads, 8, 1)
}

pub fn fill(machine: &mut Machine, register: usize, value: impl Fn(usize) -> u32) {
    let threads = machine.wave(0).exec.threads();
    machine.wave_mut(0).registers[register] =
        Wave::from_fn(threads, |Thread(thread)| value(thread));
}

/// Sets mask entry `entry`: 0..=6 predicates, 8..=11 slots.
pub fn fill_mask(machine: &mut Machine, entry: usize, value: impl Fn(usize) -> bool) {
    let threads = machine.wave(0).exec.threads();
    machine.wave_mut(0).masks[entry] = Wave::from_fn(threads, |Thread(thread)| value(thread));
}

pub fn fill_exec(machine: &mut Machine, value: impl Fn(usize) -> bool) {
    let threads = machine.wave(0).exec.threads();
    machine.wave_mut(0).exec = Wave::from_fn(threads, |Thread(thread)| value(thread));
}

pub fn words(machine: &Machine, register: usize) -> &[u32] {
    &machine.wave(0).registers[register].0
}

pub fn bits(machine: &Machine, entry: usize) -> &[bool] {
    &machine.wave(0).masks[entry].0
}

/// The threads whose bit is set.
pub fn set(bits: &[bool]) -> Vec<usize> {
    (0..bits.len()).filter(|&thread| bits[thread]).collect()
}

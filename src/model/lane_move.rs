//! The lane moves of ISA.md section 10: which thread's word a thread gets.

use super::dpp::{Fetched, Lack};
use super::step::{executing, word};
use crate::isa::{Instruction, LaneMove, Mask, Operand, ROW_THREADS, Thread, WARP_THREADS, Wave, WaveState};

/// What every thread of the wave gets under `instruction`, a lane move of kind `kind`, provided that EXEC and its guard
/// let it be written.
pub fn fetch(kind: LaneMove, instruction: &Instruction, state: &WaveState) -> Wave<Fetched> {
    let executing = executing(instruction, state);
    match kind {
        LaneMove::Push => pushed(instruction, state, &executing),
        _ => Wave::from_fn(state.exec.threads(), |thread| fetch_for(kind, instruction, state, &executing, thread)),
    }
}

/// ds_permute_b32: every executing thread sends to the thread that it addresses; of several the highest wins.
fn pushed(instruction: &Instruction, state: &WaveState, executing: &Mask) -> Wave<Fetched> {
    let mut fetched = Wave::filled(state.exec.threads(), Fetched::Zero(Lack::NoSender));
    for (sender, _) in executing.iter().filter(|&(_, &executes)| executes) {
        fetched[address(instruction, state, sender)] = Fetched::Word(sender);
    }
    fetched
}

fn fetch_for(kind: LaneMove, instruction: &Instruction, state: &WaveState, executing: &Mask, thread: Thread) -> Fetched {
    let threads = state.exec.threads();
    match kind {
        LaneMove::Read => Fetched::Word(Thread(literal(instruction.b) as usize % threads)),
        LaneMove::ReadFirst => Fetched::Word(lowest(executing).unwrap_or(Thread(0))),
        LaneMove::PermuteRow => permuted(instruction, state, thread, thread.row().0),
        LaneMove::PermuteOtherRow => permuted(instruction, state, thread, thread.row().0 ^ 1),
        LaneMove::SwapHalves => Fetched::Word(Thread(thread.0 ^ 32)),
        LaneMove::Pull => if_active(state, address(instruction, state, thread)),
        LaneMove::Push => pushed(instruction, state, executing)[thread],
        LaneMove::Swizzle => if_active(state, swizzled(literal(instruction.b), threads, thread)),
    }
}

/// A literal operand; 0 for a register, which the assembler does not take in its place.
fn literal(operand: Operand) -> u32 {
    match operand {
        Operand::Literal(value) => value,
        Operand::None | Operand::Register(_) => 0,
    }
}

fn lowest(executing: &Mask) -> Option<Thread> {
    executing.iter().filter(|&(_, &executes)| executes).map(|(thread, _)| thread).min()
}

/// The thread that `thread`'s operand b addresses in bytes.
fn address(instruction: &Instruction, state: &WaveState, thread: Thread) -> Thread {
    Thread((word(state, instruction.b, thread) / 4) as usize % state.exec.threads())
}

/// v_permlane16_b32 and v_permlanex16_b32: the thread of `row` whose place the nibble of `thread`'s own place names.
fn permuted(instruction: &Instruction, state: &WaveState, thread: Thread, row: usize) -> Fetched {
    let nothing = if instruction.bound_control { Fetched::Zero } else { Fetched::NotWritten };
    let (low, high) = (literal(instruction.b), literal(instruction.c));
    let place = thread.in_row();
    let nibble = if place < 8 { low >> (4 * place) } else { high >> (4 * (place - 8)) } % 16;
    let source = Thread(row * ROW_THREADS + nibble as usize);
    if source.0 >= state.exec.threads() {
        nothing(Lack::NoSource)
    } else if !state.exec[source] && !instruction.fetch_inactive {
        nothing(Lack::InactiveSource)
    } else {
        Fetched::Word(source)
    }
}

/// ds_swizzle_b32. A wave of 16 threads uses the low four bits of every number of a thread.
fn swizzled(offset: u32, threads: usize, thread: Thread) -> Thread {
    let field = |low: u32| (offset >> low) as usize % 32;
    if offset >> 15 & 1 == 1 {
        let in_quad = thread.0 % 4;
        let source = offset >> (2 * in_quad) & 3;
        return Thread(thread.0 - in_quad + source as usize);
    }
    let group = threads.min(WARP_THREADS);
    let in_group = thread.0 % group;
    let source = ((in_group & field(0)) | field(5)) ^ field(10);
    Thread(thread.0 - in_group + source % group)
}

fn if_active(state: &WaveState, source: Thread) -> Fetched {
    if state.exec[source] { Fetched::Word(source) } else { Fetched::Zero(Lack::SourceOutsideExec) }
}

/// The one thread that v_writelane_b32 writes.
pub fn written_thread(instruction: &Instruction, threads: usize) -> Thread {
    Thread(literal(instruction.b) as usize % threads)
}

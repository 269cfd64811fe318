//! One instruction of one wave: who is written (ISA.md section 2), with what.
//!
//! An effect is worked out from the old state before anything of it is written, so a destination may also be a source.

use std::hint::select_unpredictable;

use super::dpp::{self, Fetched};
use super::lane::{self, Outcome};
use super::sources::Sources;
use super::{exec, lane_move, shuffle, video, vote};
use crate::isa::{
    Dpp, ExecOperation, Instruction, LaneMove, Mask, MaskEntry, MaskSource, Operand, Operation, Retired, ShuffleMode, Thread,
    TrueWord, Video, WARP_THREADS, Wave, WaveState,
};

/// What an instruction will write.
pub struct Effect {
    retired: Retired,
    /// EXEC afterwards, if the instruction is about EXEC.
    exec: Option<Mask>,
}

impl Effect {
    /// Writes it into `state`, the state that it was worked out from.
    pub fn apply(self, wave: usize, state: &mut WaveState) -> Retired {
        let retired = Retired { wave, ..self.retired };
        if let Some((register, words)) = &retired.register {
            write(&mut state.registers[usize::from(register.0)], words, &retired.written);
        }
        if let Some((entry, bits)) = &retired.mask {
            write(&mut state.masks[usize::from(entry.0)], bits, &retired.written);
        }
        if let Some(exec) = self.exec {
            state.exec = exec;
        }
        retired
    }
}

/// Puts `new` in place of `old` in the threads that are written.
fn write<T: Copy>(old: &mut Wave<T>, new: &Wave<T>, written: &Mask) {
    for ((place, &new), &written) in old.0.iter_mut().zip(&new.0).zip(&written.0) {
        *place = select_unpredictable(written, new, *place);
    }
}

/// What `instruction` does in `state`; `sources` is where it puts down what the threads read.
pub fn effect(instruction: &Instruction, state: &WaveState, sources: &mut Sources) -> Effect {
    sources.fetch(instruction, state);
    match instruction.operation {
        Operation::Nop | Operation::Exit | Operation::Synchronise | Operation::BarrierReduce(_) | Operation::TriggerCounter => {
            let nobody = Wave::filled(state.exec.threads(), false);
            Effect { retired: Retired { wave: 0, written: nobody, register: None, mask: None }, exec: None }
        }
        Operation::Exec(operation) => exec_effect(instruction, operation, state),
        Operation::Shuffle(mode) => shuffle_effect(instruction, mode, state, sources),
        Operation::ShuffleRange(mode, true_word) => range_effect(instruction, mode, true_word, state, sources),
        Operation::LaneMove(kind) => lane_move_effect(instruction, kind, state),
        Operation::WriteLane => write_lane_effect(instruction, state, sources),
        operation if operation.is_vote() => vote_effect(instruction, state, sources),
        Operation::Video(_) | Operation::VideoSimd(_) => {
            let video = instruction.video.expect("a video operation has its modifiers");
            video_effect(instruction, &video, state, sources)
        }
        _ => lane_effect(instruction, state, sources),
    }
}

/// The effect of an instruction that gets `words` from outside its wave's state: as words, or as whether they are not 0.
pub fn given_words(instruction: &Instruction, state: &WaveState, words: Wave<u32>) -> Effect {
    let bits = Wave::from_fn(words.threads(), |thread| words[thread] != 0);
    per_thread(instruction, executing(instruction, state), Some(words), Some(bits))
}

/// q of every thread that executes, for BAR.RED.
pub fn votes(instruction: &Instruction, state: &WaveState) -> Vec<bool> {
    let executing = executing(instruction, state);
    let votes = executing.iter().filter(|&(_, &executes)| executes).map(|(thread, _)| bit(state, instruction.q, thread));
    votes.collect()
}

/// The threads that EXEC and the guard let be written.
pub fn executing(instruction: &Instruction, state: &WaveState) -> Mask {
    let MaskSource { entry, negated } = instruction.guard;
    if entry == MaskEntry::TRUE {
        return if negated { Wave::filled(state.exec.threads(), false) } else { state.exec.clone() };
    }
    let guard = &state.masks[usize::from(entry.0)];
    Wave(state.exec.0.iter().zip(&guard.0).map(|(&active, &guard)| active && guard != negated).collect())
}

/// The word of `operand` in `thread`; 0 for an operand that the operation does not have.
pub fn word(state: &WaveState, operand: Operand, thread: Thread) -> u32 {
    match operand {
        Operand::None => 0,
        Operand::Literal(value) => value,
        Operand::Register(register) => state.register(register)[thread],
    }
}

/// The bit of `source` in `thread`, inverted if the instruction says so.
pub fn bit(state: &WaveState, source: MaskSource, thread: Thread) -> bool {
    let bit = source.entry == MaskEntry::TRUE || state.masks[usize::from(source.entry.0)][thread];
    bit != source.negated
}

fn lane_effect(instruction: &Instruction, state: &WaveState, sources: &mut Sources) -> Effect {
    let mut written = executing(instruction, state);
    if let Some(dpp) = &instruction.dpp {
        fetch_through_dpp(instruction, dpp, state, &mut sources.a, &mut written);
    }
    sources.modify(instruction);
    match lane::results(instruction.operation, sources).expect("a lane operation") {
        Outcome::Words(words) => per_thread(instruction, written, Some(Wave(words)), None),
        Outcome::Bits(bits) => per_thread(instruction, written, None, Some(Wave(bits))),
    }
}

/// Puts in `a`, for every thread, src0 as DPP fetches it, and takes the threads out of `written` that DPP does not let be.
fn fetch_through_dpp(instruction: &Instruction, dpp: &Dpp, state: &WaveState, a: &mut [u32], written: &mut Mask) {
    let Operand::Register(register) = instruction.a else {
        panic!("DPP needs a register src0, and {:?} has {:?}", instruction.operation, instruction.a);
    };
    let words = state.register(register);
    for thread in (0..a.len()).map(Thread) {
        match dpp::fetch_for(dpp, &state.exec, thread) {
            Fetched::NotWritten(_) => written[thread] = false,
            Fetched::Zero(_) => a[thread.0] = 0,
            Fetched::Word(source) => a[thread.0] = words[source],
        }
    }
}

fn video_effect(instruction: &Instruction, video: &Video, state: &WaveState, Sources { a, b, c, .. }: &Sources) -> Effect {
    let words =
        Wave::from_fn(a.len(), |Thread(thread)| video::result(instruction.operation, video, a[thread], b[thread], c[thread]));
    per_thread(instruction, executing(instruction, state), Some(words), None)
}

fn shuffle_effect(instruction: &Instruction, mode: ShuffleMode, state: &WaveState, Sources { a, b, c, .. }: &Sources) -> Effect {
    refuse_dpp(instruction);
    let (sources, in_range) = shuffle::sources_in_wave(mode, b, c);
    let words = sources.into_iter().map(|source| a[source as usize]).collect();
    per_thread(instruction, executing(instruction, state), Some(Wave(words)), Some(Wave(in_range)))
}

fn range_effect(
    instruction: &Instruction,
    mode: ShuffleMode,
    true_word: TrueWord,
    state: &WaveState,
    Sources { b, c, .. }: &Sources,
) -> Effect {
    refuse_dpp(instruction);
    let (_, in_range) = shuffle::sources_in_wave(mode, b, c);
    let words = Wave(in_range.into_iter().map(|in_range| shuffle::range_word(true_word, in_range)).collect());
    per_thread(instruction, executing(instruction, state), Some(words), None)
}

/// For every thread its SHFL source, with its own b and c, and whether that is in range.
pub fn shuffle_sources(instruction: &Instruction, mode: ShuffleMode, state: &WaveState) -> Wave<(Thread, bool)> {
    refuse_dpp(instruction);
    let mut sources = Sources::default();
    sources.fetch(instruction, state);
    let (sources, in_range) = shuffle::sources_in_wave(mode, &sources.b, &sources.c);
    Wave(sources.into_iter().map(|source| Thread(source as usize)).zip(in_range).collect())
}

fn refuse_dpp(instruction: &Instruction) {
    assert!(instruction.dpp.is_none(), "DPP follows GCN-like lane operations, not {:?}", instruction.operation);
}

/// Each warp votes for itself.
fn vote_effect(instruction: &Instruction, state: &WaveState, Sources { a, q, .. }: &Sources) -> Effect {
    refuse_dpp(instruction);
    let written = executing(instruction, state);
    let warp_threads = a.len().min(WARP_THREADS);
    let warps = written.0.chunks(warp_threads).zip(q.chunks(warp_threads)).zip(a.chunks(warp_threads));
    let mut words = Vec::with_capacity(a.len());
    let mut bits = Vec::with_capacity(a.len());
    for ((executing, q), own_words) in warps {
        if instruction.operation == Operation::MatchAny {
            words.extend((0..warp_threads).map(|thread| vote::match_any(executing, own_words, thread)));
            continue;
        }
        let (word, bit) = match instruction.operation {
            Operation::Vote(mode) => (0, vote::vote(mode, executing, q)),
            Operation::Ballot => (vote::ballot(executing, q), false),
            Operation::ActiveThreads => (vote::active(executing), false),
            Operation::MatchAll => vote::match_all(executing, own_words),
            Operation::Reduce(reduction) => (vote::reduce(reduction, executing, own_words), false),
            operation => panic!("{operation:?} is no vote"),
        };
        words.resize(words.len() + warp_threads, word);
        bits.resize(bits.len() + warp_threads, bit);
    }
    bits.resize(a.len(), false);
    per_thread(instruction, written, Some(Wave(words)), Some(Wave(bits)))
}

fn lane_move_effect(instruction: &Instruction, kind: LaneMove, state: &WaveState) -> Effect {
    let fetched = lane_move::fetch(kind, instruction, state);
    let mut written = executing(instruction, state);
    let mut words = Wave::filled(state.exec.threads(), 0);
    for (thread, fetched) in fetched.iter() {
        match *fetched {
            Fetched::NotWritten(_) => written[thread] = false,
            Fetched::Zero(_) => words[thread] = 0,
            Fetched::Word(source) => words[thread] = word(state, instruction.a, source),
        }
    }
    per_thread(instruction, written, Some(words), None)
}

fn write_lane_effect(instruction: &Instruction, state: &WaveState, Sources { a, .. }: &Sources) -> Effect {
    let threads = state.exec.threads();
    let chosen = lane_move::written_thread(instruction, threads);
    let written = Wave::from_fn(threads, |thread| thread == chosen);
    per_thread(instruction, written, Some(Wave(a.clone())), None)
}

fn exec_effect(instruction: &Instruction, operation: ExecOperation, state: &WaveState) -> Effect {
    let threads = state.exec.threads();
    let source = match instruction.mask_literal {
        Some(literal) => exec::literal_mask(literal, threads),
        None => Wave::from_fn(threads, |thread| bit(state, instruction.p, thread)),
    };
    let effect = exec::effect(operation, &state.exec, &source);
    let written = Wave::filled(threads, effect.saved.is_some());
    Effect { exec: Some(effect.exec), ..per_thread(instruction, written, None, effect.saved) }
}

/// The effect of writing `words` and `bits`, where the instruction has a place for them, in the `written` threads.
fn per_thread(instruction: &Instruction, written: Mask, words: Option<Wave<u32>>, bits: Option<Mask>) -> Effect {
    let mut register = instruction.destination.zip(words);
    if let Some((_, words)) = &mut register {
        clear_unwritten(words, &written);
    }
    let mask_destination = Some(instruction.mask_destination).filter(|&entry| entry != MaskEntry::TRUE);
    let mut mask = mask_destination.zip(bits);
    if let Some((_, bits)) = &mut mask {
        clear_unwritten(bits, &written);
    }
    Effect { retired: Retired { wave: 0, written, register, mask }, exec: None }
}

/// Leaves 0 or false in the threads that are not written.
fn clear_unwritten<T: Copy + Default>(values: &mut Wave<T>, written: &Mask) {
    for (place, &written) in values.0.iter_mut().zip(&written.0) {
        *place = select_unpredictable(written, *place, T::default());
    }
}

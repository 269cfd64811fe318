//! One instruction of one wave: who is written (ISA.md section 2), with what.
//!
//! An effect is worked out from the old state before anything of it is written, so a destination may also be a source.

use super::dpp::{self, Fetched};
use super::lane::{self, Operands, Outcome};
use super::{exec, float, lane_move, shuffle, video, vote};
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
        for (thread, _) in retired.written.iter().filter(|&(_, &written)| written) {
            if let Some((register, words)) = &retired.register {
                state.registers[usize::from(register.0)][thread] = words[thread];
            }
            if let Some((entry, bits)) = &retired.mask {
                state.masks[usize::from(entry.0)][thread] = bits[thread];
            }
        }
        if let Some(exec) = self.exec {
            state.exec = exec;
        }
        retired
    }
}

/// What `instruction` does in `state`.
pub fn effect(instruction: &Instruction, state: &WaveState) -> Effect {
    match instruction.operation {
        Operation::Nop | Operation::Exit | Operation::Synchronise | Operation::BarrierReduce(_) | Operation::TriggerCounter => {
            let nobody = Wave::filled(state.exec.threads(), false);
            Effect { retired: Retired { wave: 0, written: nobody, register: None, mask: None }, exec: None }
        }
        Operation::Exec(operation) => exec_effect(instruction, operation, state),
        Operation::Shuffle(mode) => shuffle_effect(instruction, mode, state),
        Operation::ShuffleRange(mode, true_word) => range_effect(instruction, mode, true_word, state),
        Operation::LaneMove(kind) => lane_move_effect(instruction, kind, state),
        Operation::WriteLane => write_lane_effect(instruction, state),
        operation if operation.is_vote() => vote_effect(instruction, state),
        Operation::Video(_) | Operation::VideoSimd(_) => {
            let video = instruction.video.expect("a video operation has its modifiers");
            video_effect(instruction, &video, state)
        }
        _ => lane_effect(instruction, state),
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
    Wave::from_fn(state.exec.threads(), |thread| state.exec[thread] && bit(state, instruction.guard, thread))
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

fn lane_effect(instruction: &Instruction, state: &WaveState) -> Effect {
    let threads = state.exec.threads();
    let mut written = executing(instruction, state);
    let mut words = Wave::filled(threads, 0);
    let mut bits = Wave::filled(threads, false);
    for thread in (0..threads).map(Thread) {
        let a = match &instruction.dpp {
            None => Some(word(state, instruction.a, thread)),
            Some(dpp) => word_through_dpp(instruction, dpp, state, thread),
        };
        let Some(a) = a else {
            written[thread] = false;
            continue;
        };
        let [modifier_a, modifier_b, modifier_c] = instruction.modifiers;
        let operands = Operands {
            a: float::modified(a, modifier_a),
            b: float::modified(word(state, instruction.b, thread), modifier_b),
            c: float::modified(word(state, instruction.c, thread), modifier_c),
            p: bit(state, instruction.p, thread),
            q: bit(state, instruction.q, thread),
        };
        match lane::result(instruction.operation, operands).expect("a lane operation") {
            Outcome::Word(word) => words[thread] = word,
            Outcome::Bit(bit) => bits[thread] = bit,
        }
    }
    match instruction.operation {
        Operation::Compare(..) | Operation::FloatCompare(_) | Operation::CombineMasks(_) => {
            per_thread(instruction, written, None, Some(bits))
        }
        _ => per_thread(instruction, written, Some(words), None),
    }
}

fn video_effect(instruction: &Instruction, video: &Video, state: &WaveState) -> Effect {
    let word = |operand, thread| word(state, operand, thread);
    let Instruction { operation, a, b, c, .. } = *instruction;
    let words = Wave::from_fn(state.exec.threads(), |thread| {
        video::result(operation, video, word(a, thread), word(b, thread), word(c, thread))
    });
    per_thread(instruction, executing(instruction, state), Some(words), None)
}

/// src0 of `thread` as DPP fetches it, or `None` if the thread is not written.
fn word_through_dpp(instruction: &Instruction, dpp: &Dpp, state: &WaveState, thread: Thread) -> Option<u32> {
    assert!(
        matches!(instruction.a, Operand::Register(_)),
        "DPP needs a register src0, and {:?} has {:?}",
        instruction.operation,
        instruction.a
    );
    match dpp::fetch_for(dpp, &state.exec, thread) {
        Fetched::NotWritten(_) => None,
        Fetched::Zero(_) => Some(0),
        Fetched::Word(source) => Some(word(state, instruction.a, source)),
    }
}

fn shuffle_effect(instruction: &Instruction, mode: ShuffleMode, state: &WaveState) -> Effect {
    let sources = shuffle_sources(instruction, mode, state);
    let words = Wave::from_fn(state.exec.threads(), |thread| word(state, instruction.a, sources[thread].0));
    let bits = Wave::from_fn(state.exec.threads(), |thread| sources[thread].1);
    per_thread(instruction, executing(instruction, state), Some(words), Some(bits))
}

fn range_effect(instruction: &Instruction, mode: ShuffleMode, true_word: TrueWord, state: &WaveState) -> Effect {
    let sources = shuffle_sources(instruction, mode, state);
    let words = Wave::from_fn(state.exec.threads(), |thread| shuffle::range_word(true_word, sources[thread].1));
    per_thread(instruction, executing(instruction, state), Some(words), None)
}

/// For every thread its SHFL source, with its own b and c, and whether that is in range.
pub fn shuffle_sources(instruction: &Instruction, mode: ShuffleMode, state: &WaveState) -> Wave<(Thread, bool)> {
    assert!(instruction.dpp.is_none(), "DPP follows GCN-like lane operations, not {:?}", instruction.operation);
    let threads = state.exec.threads();
    Wave::from_fn(threads, |thread| {
        let b = word(state, instruction.b, thread);
        let c = word(state, instruction.c, thread);
        shuffle::source_in_wave(mode, threads, thread, b, c)
    })
}

/// Each warp votes for itself.
fn vote_effect(instruction: &Instruction, state: &WaveState) -> Effect {
    assert!(instruction.dpp.is_none(), "DPP follows GCN-like lane operations, not {:?}", instruction.operation);
    let threads = state.exec.threads();
    let written = executing(instruction, state);
    let outcomes = Wave::from_fn(threads, |thread| {
        let warp_threads = threads.min(WARP_THREADS);
        let first = thread.0 / warp_threads * warp_threads;
        let warp = || (first..first + warp_threads).map(Thread);
        let executing: Vec<bool> = warp().map(|thread| written[thread]).collect();
        let q: Vec<bool> = warp().map(|thread| bit(state, instruction.q, thread)).collect();
        let words: Vec<u32> = warp().map(|thread| word(state, instruction.a, thread)).collect();
        match instruction.operation {
            Operation::Vote(mode) => (0, vote::vote(mode, &executing, &q)),
            Operation::Ballot => (vote::ballot(&executing, &q), false),
            Operation::ActiveThreads => (vote::active(&executing), false),
            Operation::MatchAny => (vote::match_any(&executing, &words, thread.0 - first), false),
            Operation::MatchAll => vote::match_all(&executing, &words),
            Operation::Reduce(reduction) => (vote::reduce(reduction, &executing, &words), false),
            operation => panic!("{operation:?} is no vote"),
        }
    });
    let words = Wave::from_fn(threads, |thread| outcomes[thread].0);
    let bits = Wave::from_fn(threads, |thread| outcomes[thread].1);
    per_thread(instruction, written, Some(words), Some(bits))
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

fn write_lane_effect(instruction: &Instruction, state: &WaveState) -> Effect {
    let threads = state.exec.threads();
    let chosen = lane_move::written_thread(instruction, threads);
    let written = Wave::from_fn(threads, |thread| thread == chosen);
    let words = Wave::from_fn(threads, |thread| word(state, instruction.a, thread));
    per_thread(instruction, written, Some(words), None)
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
    let threads = written.threads();
    let register = instruction.destination.zip(words).map(|(register, words)| {
        let words = Wave::from_fn(threads, |thread| if written[thread] { words[thread] } else { 0 });
        (register, words)
    });
    let mask_destination = Some(instruction.mask_destination).filter(|&entry| entry != MaskEntry::TRUE);
    let mask = mask_destination.zip(bits).map(|(entry, bits)| {
        let bits = Wave::from_fn(threads, |thread| written[thread] && bits[thread]);
        (entry, bits)
    });
    Effect { retired: Retired { wave: 0, written, register, mask }, exec: None }
}

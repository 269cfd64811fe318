//! Compares the hardware with the model: every retirement as it happens, and the state at the
//! end.

use std::fmt::Display;

use super::hardware::{Hardware, Named, Retirement, RunError};
use crate::isa::asm::disassemble;
use crate::isa::{Executed, MaskEntry, Program, Retired, Thread, Wave, WaveState};
use crate::model;

/// Results of a run without a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Cycles from the first that could issue to the last retirement.
    pub cycles: u64,
    /// Instructions that retired.
    pub instructions: u64,
    /// State of each wave in the hardware at the end: the named parts; the rest as it was loaded.
    pub states: Vec<WaveState>,
    /// All retirements, if the caller wanted them kept.
    pub retirements: Vec<Retirement>,
}

/// The first place where hardware and model disagree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum Difference {
    #[error("wave {wave} line {line} `{text}` (cycle {cycle}): {what}")]
    Retirement { wave: usize, line: usize, text: String, cycle: u64, what: String },
    #[error("after the program, wave {wave}: {what}")]
    State { wave: usize, what: String },
    #[error(
        "wave {wave} goes on in the hardware (cycle {cycle}), but waits at a barrier in the model"
    )]
    TooEarly { wave: usize, cycle: u64 },
    #[error("wave {wave} waits at barrier {number} in the hardware, but may go on in the model")]
    Held { wave: usize, number: u8 },
    #[error("wave {wave} retired more instructions than it has (cycle {cycle})")]
    TooMany { wave: usize, cycle: u64 },
    #[error("the program has {expected} instructions, and the hardware issued {issued}")]
    Count { expected: u64, issued: u64 },
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Resets `hardware` if it has run before, loads `initial` (one state a wave), runs `program` on
/// `hardware`, compares each retirement with the model and the named state at the end. Keeps the
/// retirements.
///
/// # Errors
/// The first difference.
pub fn lockstep(
    hardware: &mut dyn Hardware,
    program: &Program,
    initial: &[WaveState],
    named: &[Named],
) -> Result<Summary, Difference> {
    let mut retirements = vec![];
    let keep = &mut |retirement: &Retirement| retirements.push(retirement.clone());
    let summary = lockstep_with(hardware, program, initial, named, keep)?;
    Ok(Summary { retirements, ..summary })
}

/// As [`lockstep`], but nothing is kept: `see` sees each retirement that was compared.
///
/// # Errors
/// The first difference.
pub fn lockstep_with(
    hardware: &mut dyn Hardware,
    program: &Program,
    initial: &[WaveState],
    named: &[Named],
    see: &mut dyn FnMut(&Retirement),
) -> Result<Summary, Difference> {
    hardware.start_anew()?;
    lockstep_without_reset(hardware, program, initial, named, see)
}

/// As [`lockstep_with`], on hardware in which no program has run, or only such as leave the clock,
/// barriers and counters to whoever comes next as they were: what else is kept there, stays.
///
/// # Errors
/// The first difference.
pub fn lockstep_without_reset(
    hardware: &mut dyn Hardware,
    program: &Program,
    initial: &[WaveState],
    named: &[Named],
    see: &mut dyn FnMut(&Retirement),
) -> Result<Summary, Difference> {
    let mut model =
        model::Machine::new(initial[0].exec.threads(), initial[0].registers.len(), initial.len());
    for (wave, state) in initial.iter().enumerate() {
        *model.wave_mut(wave) = state.clone();
        hardware.load(wave, state, &named[wave])?;
        model.set_running(wave, !program.executed(wave).is_empty());
    }
    let mut judge = Judge {
        executed: program.all_executed(),
        model,
        next: vec![0; initial.len()],
        difference: None,
    };
    let cycles = hardware.run(program, 1, &mut |retirement| {
        judge.compare(retirement);
        see(retirement);
    });
    if let Some(difference) = judge.difference {
        return Err(difference);
    }
    if let Err(RunError::Deadlock(deadlock)) = &cycles
        && let Some(&(wave, barrier)) =
            deadlock.waiting.iter().find(|(wave, _)| !judge.model.is_waiting(*wave))
    {
        return Err(Difference::Held { wave, number: barrier.number });
    }
    let cycles = cycles?;
    let mut states = initial.to_vec();
    for (wave, state) in states.iter_mut().enumerate() {
        hardware.read(wave, state, &named[wave])?;
        if let Some(what) = different_state(judge.model.wave(wave), state) {
            return Err(Difference::State { wave, what });
        }
    }
    Ok(Summary {
        cycles,
        instructions: judge.next.iter().map(|&retired| retired as u64).sum(),
        states,
        retirements: vec![],
    })
}

struct Judge<'p> {
    executed: Vec<Executed<'p>>,
    model: model::Machine,
    /// Instructions that each wave has retired.
    next: Vec<usize>,
    difference: Option<Difference>,
}

impl Judge<'_> {
    fn compare(&mut self, retirement: &Retirement) {
        if self.difference.is_some() {
            return;
        }
        let (wave, cycle) = (retirement.retired.wave, retirement.cycle);
        let number = self.next.get(wave).copied().unwrap_or(usize::MAX);
        let lines = self.executed.get(wave).copied().unwrap_or_default();
        let Some(line) = lines.get(number) else {
            self.difference = Some(Difference::TooMany { wave, cycle });
            return;
        };
        if self.model.is_waiting(wave) {
            self.difference = Some(Difference::TooEarly { wave, cycle });
            return;
        }
        self.next[wave] += 1;
        self.model.set_clock(retirement.issued);
        let expected = self.model.step(wave, &line.instruction);
        if self.next[wave] == lines.len() {
            self.model.set_running(wave, false);
        }
        if let Some(what) = different_retirement(&expected, &retirement.retired) {
            let text = disassemble(&line.instruction, None);
            self.difference =
                Some(Difference::Retirement { wave, line: line.number, text, cycle, what });
        }
    }
}

/// Difference between two retirements in one sentence, if there is one.
pub(super) fn different_retirement(model: &Retired, hardware: &Retired) -> Option<String> {
    if let Some(thread) = first_difference(&model.written.0, &hardware.written.0) {
        let done = |written: bool| if written { "writes" } else { "does not write" };
        let (by_model, by_hardware) = (model.written[thread], hardware.written[thread]);
        return Some(format!(
            "the model {} {thread}, the hardware {} it",
            done(by_model),
            done(by_hardware)
        ));
    }
    different_destination("register", &model.register, &hardware.register, word)
        .or_else(|| different_destination("predicate", &model.mask, &hardware.mask, bit))
}

/// First difference between two states of a wave in one sentence, if there is one.
pub fn different_state(model: &WaveState, hardware: &WaveState) -> Option<String> {
    let mut registers = model.registers.iter().zip(&hardware.registers).enumerate();
    let mut masks = model.masks.iter().zip(&hardware.masks).enumerate();
    different_values("EXEC", &model.exec, &hardware.exec, bit)
        .or_else(|| {
            registers.find_map(|(number, (words, found))| {
                different_values(&format!("R{number}"), words, found, word)
            })
        })
        .or_else(|| {
            masks.find_map(|(entry, (bits, found))| {
                different_values(&MaskEntry(entry as u8).to_string(), bits, found, bit)
            })
        })
}

/// Destination that was written, of one kind, and its values; `None`: none was.
type Written<N, T> = Option<(N, Wave<T>)>;

fn different_destination<N: PartialEq + Display, T: Copy + PartialEq>(
    kind: &str,
    model: &Written<N, T>,
    hardware: &Written<N, T>,
    text: fn(T) -> String,
) -> Option<String> {
    match (model, hardware) {
        (None, None) => None,
        (Some((name, expected)), Some((found_name, found))) if name == found_name => {
            different_values(&name.to_string(), expected, found, text)
        }
        (expected, found) => {
            let name = |written: &Written<N, T>| {
                written.as_ref().map_or(format!("no {kind}"), |(name, _)| name.to_string())
            };
            Some(format!("the model writes {}, the hardware {}", name(expected), name(found)))
        }
    }
}

fn different_values<T: Copy + PartialEq>(
    name: &str,
    model: &Wave<T>,
    hardware: &Wave<T>,
    text: fn(T) -> String,
) -> Option<String> {
    let thread = first_difference(&model.0, &hardware.0)?;
    let (expected, found) = (text(model[thread]), text(hardware[thread]));
    Some(format!("{name} of {thread} is {found} in the hardware, {expected} in the model"))
}

fn first_difference<T: PartialEq>(model: &[T], hardware: &[T]) -> Option<Thread> {
    model.iter().zip(hardware).position(|(expected, found)| expected != found).map(Thread)
}

fn word(word: u32) -> String {
    format!("{word:#010x}")
}

fn bit(bit: bool) -> String {
    u8::from(bit).to_string()
}

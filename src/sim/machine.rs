//! The core in an engine, driven through its three ports like a board would drive it.

use std::collections::VecDeque;

use super::engine::Engine;
use super::flat::SignalId;
use super::hardware::{Hardware, HostEntry};
use super::lockstep::Named;
use crate::config::Config;
use crate::hdl::{Bits, bits};
use crate::isa::{Barrier, Deadlock, Instruction, Mask, MaskEntry, Program, Register, Retired, Shared, Thread, Wave, WaveState};

/// Sees every cycle once its inputs are set, just before the clock edge.
pub trait Observer {
    fn cycle(&mut self, engine: &mut dyn Engine);
}

/// An instruction's retirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retirement {
    /// The cycle of it, counted from the first cycle of the run.
    pub cycle: u64,
    /// The cycle in which the instruction was issued, counted from reset, as S2R counts.
    pub issued: u64,
    pub retired: Retired,
}

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    #[error("nothing retired in {cycles} cycles; waiting: {waiting}")]
    Stuck { cycles: u64, waiting: String },
    #[error("the hardware calls the instruction word {word:032x} of wave {wave} illegal")]
    Illegal { wave: usize, word: u128 },
    #[error(transparent)]
    Deadlock(#[from] Deadlock),
    #[error("the hardware leaves {what} undefined (cycle {cycle})")]
    Undefined { what: String, cycle: u64 },
    /// The program that simulates the hardware is not there any more.
    #[error("{simulator} has stopped: {reason}")]
    Simulator { simulator: &'static str, reason: String },
}

/// Cycles in which something must happen: no instruction, s_nop 15 included, takes as many.
pub fn patience(config: &Config) -> u64 {
    config.slot_cycles() as u64 * 64
}

/// A core that runs in an engine.
pub struct Machine<'o, E: Engine> {
    pub engine: E,
    config: Config,
    ports: Ports,
    /// Cycles since reset.
    now: u64,
    /// Whether a program has run since reset.
    has_run: bool,
    rows: Rows,
    observers: Vec<&'o mut dyn Observer>,
}

struct Ports {
    issue_valid: SignalId,
    issue_wave: Option<SignalId>,
    issue_instruction: SignalId,
    issue_ready: SignalId,
    issue_illegal: SignalId,
    /// Absent without barriers.
    running: Option<SignalId>,
    host_valid: SignalId,
    host_write: SignalId,
    host_wave: Option<SignalId>,
    host_entry: SignalId,
    host_beat: Option<SignalId>,
    host_write_data: SignalId,
    host_ready: SignalId,
    host_read_data: SignalId,
    retire_valid: SignalId,
    retire_wave: Option<SignalId>,
    retire_writes_register: SignalId,
    retire_destination: SignalId,
    retire_mask_destination: SignalId,
    retire_written: SignalId,
    retire_result: SignalId,
    retire_mask: SignalId,
}

impl Ports {
    fn new(engine: &impl Engine) -> Self {
        let signal = |name: &str| engine.signal(name);
        let optional = |name: &str| engine.flat().find(name);
        Self {
            issue_valid: signal("issue_valid"),
            issue_wave: optional("issue_wave"),
            issue_instruction: signal("issue_instruction"),
            issue_ready: signal("issue_ready"),
            issue_illegal: signal("issue_illegal"),
            running: optional("running"),
            host_valid: signal("host_valid"),
            host_write: signal("host_write"),
            host_wave: optional("host_wave"),
            host_entry: signal("host_entry"),
            host_beat: optional("host_beat"),
            host_write_data: signal("host_write_data"),
            host_ready: signal("host_ready"),
            host_read_data: signal("host_read_data"),
            retire_valid: signal("retire_valid"),
            retire_wave: optional("retire_wave"),
            retire_writes_register: signal("retire_writes_register"),
            retire_destination: signal("retire_destination"),
            retire_mask_destination: signal("retire_mask_destination"),
            retire_written: signal("retire_written"),
            retire_result: signal("retire_result"),
            retire_mask: signal("retire_mask"),
        }
    }
}

impl<'o, E: Engine> Machine<'o, E> {
    /// The core of `config` in `engine`, reset, with observers that see every cycle from the reset on.
    pub fn new(engine: E, config: &Config, observers: Vec<&'o mut dyn Observer>) -> Self {
        let ports = Ports::new(&engine);
        let mut machine =
            Self { engine, config: config.clone(), ports, now: 0, has_run: false, rows: Rows::default(), observers };
        machine.reset();
        machine
    }

    /// One cycle of reset: the clock and what waves share start anew. What registers and predicates hold is not defined.
    fn reset(&mut self) {
        let reset = self.engine.signal("reset");
        self.engine.poke_u128(reset, 1);
        self.step();
        self.engine.poke_u128(reset, 0);
        self.now = 0;
        self.has_run = false;
    }

    fn step(&mut self) {
        for observer in &mut self.observers {
            observer.cycle(&mut self.engine);
        }
        self.engine.step();
        self.now += 1;
    }

    /// Writes the named parts of a wave's state, and EXEC, through the host port.
    pub fn load(&mut self, wave: usize, state: &WaveState, registers: &[Register], masks: &[MaskEntry]) {
        for &register in registers {
            self.host_write(wave, HostEntry::Register(register), &pack(&state.register(register).0));
        }
        for &entry in masks {
            self.host_write(wave, HostEntry::Mask(entry), &mask_bits(&state.masks[usize::from(entry.0)]));
        }
        self.host_write(wave, HostEntry::Exec, &mask_bits(&state.exec));
    }

    /// Reads the named parts of a wave's state, and EXEC, through the host port; the rest stays as in `state`.
    pub fn read(&mut self, wave: usize, state: &mut WaveState, registers: &[Register], masks: &[MaskEntry]) {
        let threads = self.config.threads();
        for &register in registers {
            let words = self.host_read(wave, HostEntry::Register(register), 32);
            state.registers[usize::from(register.0)] = unpack(words.as_raw_slice(), threads);
        }
        for &entry in masks {
            state.masks[usize::from(entry.0)] = bits_mask(&self.host_read(wave, HostEntry::Mask(entry), 1));
        }
        state.exec = bits_mask(&self.host_read(wave, HostEntry::Exec, 1));
    }

    /// Offers `value`, a whole wave, row by row.
    fn host_write(&mut self, wave: usize, entry: HostEntry, value: &Bits) {
        let row_bits = value.len() / self.config.beats;
        for (beat, row) in value.chunks(row_bits).enumerate() {
            let mut data = row.to_bitvec();
            data.resize(self.config.lanes * 32, false);
            self.engine.poke(self.ports.host_write_data, &data);
            self.host_access(wave, entry, beat, true);
        }
    }

    /// Reads a whole wave of words of `width` bits, row by row.
    fn host_read(&mut self, wave: usize, entry: HostEntry, width: usize) -> Bits {
        let mut value = Bits::new();
        for beat in 0..self.config.beats {
            self.host_access(wave, entry, beat, false);
            let row = self.engine.peek(self.ports.host_read_data);
            value.extend_from_bitslice(&row[..self.config.lanes * width]);
        }
        value
    }

    /// One access: waits until it is granted.
    ///
    /// # Panics
    /// When the hardware never grants it.
    fn host_access(&mut self, wave: usize, entry: HostEntry, beat: usize, write: bool) {
        let width = self.engine.flat().signals[self.ports.host_entry.signal].place.width;
        self.engine.poke_u128(self.ports.host_valid, 1);
        self.engine.poke_u128(self.ports.host_write, write.into());
        self.engine.poke_u128(self.ports.host_entry, entry.number(width).into());
        self.poke_if_there(self.ports.host_wave, wave);
        self.poke_if_there(self.ports.host_beat, beat);
        let patience = self.now + patience(&self.config);
        while self.engine.peek_u128(self.ports.host_ready) == 0 {
            assert!(self.now < patience, "the host port granted nothing in {} cycles", patience - self.now);
            self.step();
        }
        self.step();
        self.engine.poke_u128(self.ports.host_valid, 0);
    }

    fn poke_if_there(&mut self, port: Option<SignalId>, value: usize) {
        if let Some(port) = port {
            self.engine.poke_u128(port, value as u128);
        }
    }

    /// As [`Hardware::run`], once through the program.
    ///
    /// # Errors
    /// When the hardware refuses a word, when it stops retiring, and when the waves wait for each other for ever.
    pub fn run(&mut self, program: &Program, retire: impl FnMut(Retirement)) -> Result<u64, RunError> {
        self.run_passes(program, 1, retire)
    }

    /// As [`Hardware::run`].
    ///
    /// # Errors
    /// When the hardware refuses a word, when it stops retiring, and when the waves wait for each other for ever.
    pub fn run_passes(&mut self, program: &Program, passes: u64, mut retire: impl FnMut(Retirement)) -> Result<u64, RunError> {
        let slot_cycles = self.config.slot_cycles() as u64;
        while !self.now.is_multiple_of(slot_cycles) {
            self.step();
        }
        let start = self.now;
        self.has_run = true;
        let mut feeder = Feeder::new(program, passes);
        let patience = patience(&self.config);
        let mut last_event = self.now;
        self.show_running(&feeder);
        while feeder.unretired > 0 {
            let issued = self.now.is_multiple_of(slot_cycles) && self.offer(&mut feeder)?;
            let retired = self.retired();
            if issued || retired.is_some() {
                last_event = self.now;
            }
            if self.now - last_event > patience {
                return Err(feeder.stuck(patience));
            }
            self.step();
            self.withdraw();
            if issued {
                self.show_running(&feeder);
            }
            if let Some(retired) = retired {
                feeder.unretired -= 1;
                let issued = feeder.issue_cycle(retired.wave);
                retire(Retirement { cycle: self.now - 1 - start, issued, retired });
            }
        }
        Ok(self.now - start)
    }

    /// Offers the instructions of the waves in turn until one is taken.
    fn offer(&mut self, feeder: &mut Feeder) -> Result<bool, RunError> {
        for wave in feeder.candidates() {
            let word = feeder.word(wave);
            self.engine.poke_u128(self.ports.issue_valid, 1);
            self.engine.poke(self.ports.issue_instruction, &bits(128, word));
            self.poke_if_there(self.ports.issue_wave, wave);
            if self.engine.peek_u128(self.ports.issue_illegal) == 1 {
                return Err(RunError::Illegal { wave, word });
            }
            if self.engine.peek_u128(self.ports.issue_ready) == 1 {
                feeder.issued(wave, self.now);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Offers nothing; the instruction goes away too, so that the hardware must have taken it when it said so.
    fn withdraw(&mut self) {
        self.engine.poke_u128(self.ports.issue_valid, 0);
        self.engine.poke_u128(self.ports.issue_instruction, 0);
        self.poke_if_there(self.ports.issue_wave, 0);
    }

    /// Shows the waves that have instructions left.
    fn show_running(&mut self, feeder: &Feeder) {
        if let Some(port) = self.ports.running {
            let mut running = Bits::repeat(false, self.config.waves);
            feeder.candidates().into_iter().for_each(|wave| running.set(wave, true));
            self.engine.poke(port, &running);
        }
    }

    /// The instruction that has retired with what the retire port shows in this cycle: rows are collected until the last
    /// beat's, whole waves come at once.
    fn retired(&mut self) -> Option<Retired> {
        if self.engine.peek_u128(self.ports.retire_valid) == 0 {
            return None;
        }
        let written = self.engine.peek(self.ports.retire_written);
        let mask = self.engine.peek(self.ports.retire_mask);
        let result = self.engine.limbs(self.ports.retire_result);
        self.rows.words.extend((0..written.len()).map(|lane| (result[lane / 2] >> (32 * (lane % 2))) as u32));
        self.rows.written.extend(written.iter().by_vals());
        self.rows.mask.extend(mask.iter().by_vals());
        if self.rows.words.len() < self.config.threads() {
            return None;
        }
        let Rows { written, words, mask } = std::mem::take(&mut self.rows);
        let register = (self.engine.peek_u128(self.ports.retire_writes_register) == 1).then(|| {
            let number = self.engine.peek_u128(self.ports.retire_destination) as u8;
            let only_written = |(word, written): (&u32, &bool)| if *written { *word } else { 0 };
            (Register(number), Wave(words.iter().zip(&written).map(only_written).collect()))
        });
        let entry = MaskEntry(self.engine.peek_u128(self.ports.retire_mask_destination) as u8);
        let mask = (entry != MaskEntry::TRUE)
            .then(|| (entry, Wave(mask.iter().zip(&written).map(|(bit, written)| *bit && *written).collect())));
        let wave = self.ports.retire_wave.map_or(0, |port| self.engine.peek_u128(port) as usize);
        Some(Retired { wave, written: Wave(written), register, mask })
    }
}

/// What the retire port has shown of an instruction so far.
#[derive(Default)]
struct Rows {
    written: Vec<bool>,
    words: Vec<u32>,
    mask: Vec<bool>,
}

impl<E: Engine> Hardware for Machine<'_, E> {
    fn start_anew(&mut self) -> Result<(), RunError> {
        if self.has_run {
            self.reset();
        }
        Ok(())
    }

    fn load(&mut self, wave: usize, state: &WaveState, named: &Named) -> Result<(), RunError> {
        self.load(wave, state, &named.registers, &named.masks);
        Ok(())
    }

    fn read(&mut self, wave: usize, state: &mut WaveState, named: &Named) -> Result<(), RunError> {
        self.read(wave, state, &named.registers, &named.masks);
        Ok(())
    }

    fn run(&mut self, program: &Program, passes: u64, retire: &mut dyn FnMut(Retirement)) -> Result<u64, RunError> {
        self.run_passes(program, passes, retire)
    }
}

/// Which instruction each wave issues next.
struct Feeder {
    words: Vec<Vec<u128>>,
    /// Instructions that each wave has issued, in all passes.
    next: Vec<usize>,
    passes: usize,
    /// Of each wave's instructions that have not retired, the oldest first.
    issue_cycles: Vec<VecDeque<u64>>,
    last_wave: usize,
    /// Instructions that have not retired.
    unretired: usize,
}

impl Feeder {
    fn new(program: &Program, passes: u64) -> Self {
        let encode = |wave: usize| program.executed(wave).iter().map(|line| line.instruction.encode()).collect();
        let words: Vec<Vec<u128>> = (0..program.waves.len()).map(encode).collect();
        let passes = passes as usize;
        let unretired = passes * words.iter().map(Vec::len).sum::<usize>();
        let issue_cycles = vec![VecDeque::new(); words.len()];
        Self { next: vec![0; words.len()], passes, issue_cycles, last_wave: words.len().saturating_sub(1), words, unretired }
    }

    fn word(&self, wave: usize) -> u128 {
        let words = &self.words[wave];
        words[self.next[wave] % words.len()]
    }

    /// Waves that have something to issue, beginning behind the one that issued last.
    fn candidates(&self) -> Vec<usize> {
        let waves = self.words.len();
        let after_last = (1..=waves).map(|distance| (self.last_wave + distance) % waves);
        after_last.filter(|&wave| self.next[wave] < self.passes * self.words[wave].len()).collect()
    }

    fn issued(&mut self, wave: usize, cycle: u64) {
        self.next[wave] += 1;
        self.issue_cycles[wave].push_back(cycle);
        self.last_wave = wave;
    }

    /// The cycle in which the instruction of `wave` that retires now was issued; 0 if there was none.
    fn issue_cycle(&mut self, wave: usize) -> u64 {
        self.issue_cycles.get_mut(wave).and_then(VecDeque::pop_front).unwrap_or(0)
    }

    /// Why nothing happens: every wave that has something to issue arrived at a barrier last, or it is a riddle.
    fn stuck(&self, cycles: u64) -> RunError {
        let candidates = self.candidates();
        let mut waiting: Vec<(usize, Barrier)> =
            candidates.iter().filter_map(|&wave| Some((wave, self.arrived_at(wave)?))).collect();
        if !waiting.is_empty() && waiting.len() == candidates.len() {
            waiting.sort_unstable();
            return Deadlock { waiting }.into();
        }
        let waves: Vec<String> =
            candidates.iter().map(|wave| format!("wave {wave} at instruction {}", self.next[*wave])).collect();
        let waiting = if waves.is_empty() { "retirements only".to_string() } else { waves.join(", ") };
        RunError::Stuck { cycles, waiting }
    }

    /// The barrier that the last instruction issued by `wave` is about.
    fn arrived_at(&self, wave: usize) -> Option<Barrier> {
        let last = self.next[wave].checked_sub(1)?;
        match Instruction::decode(self.words[wave][last % self.words[wave].len()])?.shared {
            Shared::Barrier(barrier) => Some(barrier),
            Shared::None | Shared::Counter(_) | Shared::Special(_) => None,
        }
    }
}

fn pack(words: &[u32]) -> Bits {
    let mut value = Bits::with_capacity(words.len() * 32);
    words.iter().for_each(|&word| value.extend_from_bitslice(&bits(32, word.into())));
    value
}

fn unpack(limbs: &[u64], threads: usize) -> Wave<u32> {
    Wave::from_fn(threads, |Thread(thread)| (limbs[thread / 2] >> (32 * (thread % 2))) as u32)
}

fn mask_bits(mask: &Mask) -> Bits {
    mask.0.iter().copied().collect()
}

fn bits_mask(value: &Bits) -> Mask {
    Wave(value.iter().by_vals().collect())
}

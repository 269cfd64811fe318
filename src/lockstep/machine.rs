//! The core in an engine, driven through its three ports like a board would drive it.

use super::feeder::Feeder;
use super::hardware::{Hardware, HostEntry, Named, Retirement, RunError, patience};
use super::retire_port::{RetirePort, Rows};
use crate::config::Config;
use crate::engine::{Engine, SignalId};
use crate::hdl::{Bits, bits};
use crate::isa::{Mask, MaskEntry, Program, Register, Thread, Wave, WaveState};

/// Sees every cycle once its inputs are set, just before the clock edge.
pub trait Observer {
    fn cycle(&mut self, engine: &mut dyn Engine);
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
    retire: RetirePort,
}

impl Ports {
    fn new(engine: &impl Engine, threads: usize) -> Self {
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
            retire: RetirePort::new(engine, threads),
        }
    }
}

impl<'o, E: Engine> Machine<'o, E> {
    /// The core of `config` in `engine`, reset, with observers that see every cycle from the reset
    /// on.
    pub fn new(engine: E, config: &Config, observers: Vec<&'o mut dyn Observer>) -> Self {
        let ports = Ports::new(&engine, config.threads());
        let mut machine = Self {
            engine,
            config: config.clone(),
            ports,
            now: 0,
            has_run: false,
            rows: Rows::default(),
            observers,
        };
        machine.reset();
        machine
    }

    /// Lets `observer` see every cycle from now on.
    pub fn observe(&mut self, observer: &'o mut dyn Observer) {
        self.observers.push(observer);
    }

    /// One cycle of reset: the clock and what waves share start anew. What registers and predicates
    /// hold is not defined.
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
    pub fn load(
        &mut self,
        wave: usize,
        state: &WaveState,
        registers: &[Register],
        masks: &[MaskEntry],
    ) {
        for &register in registers {
            self.host_write(
                wave,
                HostEntry::Register(register),
                &pack(&state.register(register).0),
            );
        }
        for &entry in masks {
            self.host_write(
                wave,
                HostEntry::Mask(entry),
                &mask_bits(&state.masks[usize::from(entry.0)]),
            );
        }
        self.host_write(wave, HostEntry::Exec, &mask_bits(&state.exec));
        self.engine.poke_u128(self.ports.host_valid, 0);
    }

    /// Reads the named parts of a wave's state, and EXEC, through the host port; the rest stays as
    /// in `state`.
    pub fn read(
        &mut self,
        wave: usize,
        state: &mut WaveState,
        registers: &[Register],
        masks: &[MaskEntry],
    ) {
        let threads = self.config.threads();
        for &register in registers {
            let words = self.host_read(wave, HostEntry::Register(register), 32);
            state.registers[usize::from(register.0)] = unpack(words.as_raw_slice(), threads);
        }
        for &entry in masks {
            state.masks[usize::from(entry.0)] =
                bits_mask(&self.host_read(wave, HostEntry::Mask(entry), 1));
        }
        state.exec = bits_mask(&self.host_read(wave, HostEntry::Exec, 1));
        self.engine.poke_u128(self.ports.host_valid, 0);
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

    /// One access: waits until it is granted. Who asks for no more withdraws `host_valid`.
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
            assert!(
                self.now < patience,
                "the host port granted nothing in {} cycles",
                patience - self.now
            );
            self.step();
        }
        self.step();
    }

    fn poke_if_there(&mut self, port: Option<SignalId>, value: usize) {
        if let Some(port) = port {
            self.engine.poke_u128(port, value as u128);
        }
    }

    /// As [`Hardware::run`], once through the program.
    ///
    /// # Errors
    /// When the hardware refuses a word, when it stops retiring, and when the waves wait for each
    /// other for ever.
    pub fn run(
        &mut self,
        program: &Program,
        retire: impl FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        self.run_passes(program, 1, retire)
    }

    /// As [`Hardware::run`].
    ///
    /// # Errors
    /// When the hardware refuses a word, when it stops retiring, and when the waves wait for each
    /// other for ever.
    pub fn run_passes(
        &mut self,
        program: &Program,
        passes: u64,
        mut retire: impl FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        let slot_cycles = self.config.slot_cycles() as u64;
        while !self.now.is_multiple_of(slot_cycles) {
            self.step();
        }
        let start = self.now;
        self.has_run = true;
        let mut feeder = Feeder::new(program, passes);
        let patience = patience(&self.config);
        let (mut last_event, mut next_slot) = (self.now, self.now);
        self.show_running(&feeder);
        while feeder.unretired > 0 {
            let is_slot = self.now == next_slot;
            next_slot += if is_slot { slot_cycles } else { 0 };
            let issued = is_slot && self.offer(&mut feeder)?;
            let retired = self.ports.retire.look(&mut self.engine, &mut self.rows);
            if issued || retired.is_some() {
                last_event = self.now;
            }
            if self.now - last_event > patience {
                return Err(feeder.stuck(patience));
            }
            self.step();
            if is_slot {
                self.withdraw();
            }
            if issued {
                self.show_running(&feeder);
            }
            if let Some(retired) = retired {
                feeder.unretired -= 1;
                let issued = feeder.issue_cycle(retired.wave);
                let retirement = Retirement { cycle: self.now - 1 - start, issued, retired };
                retire(&retirement);
                self.rows.reuse(retirement.retired);
            }
        }
        Ok(self.now - start)
    }

    /// Offers the instructions of the waves in turn until one is taken.
    fn offer(&mut self, feeder: &mut Feeder) -> Result<bool, RunError> {
        for distance in 1..=feeder.waves() {
            let Some(wave) = feeder.candidate(distance) else { continue };
            let word = feeder.word(wave);
            self.engine.poke_u128(self.ports.issue_valid, 1);
            self.engine.poke_u128(self.ports.issue_instruction, word);
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

    /// Offers nothing; the instruction goes away too, so that the hardware must have taken it when
    /// it said so.
    fn withdraw(&mut self) {
        self.engine.poke_u128(self.ports.issue_valid, 0);
        self.engine.poke_u128(self.ports.issue_instruction, 0);
        self.poke_if_there(self.ports.issue_wave, 0);
    }

    /// Shows the waves that have instructions left.
    fn show_running(&mut self, feeder: &Feeder) {
        if let Some(port) = self.ports.running {
            let bit =
                |wave: usize| u128::from(wave < feeder.waves() && feeder.has_more(wave)) << wave;
            self.engine.poke_u128(port, (0..self.config.waves).map(bit).sum());
        }
    }
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

    fn run(
        &mut self,
        program: &Program,
        passes: u64,
        retire: &mut dyn FnMut(&Retirement),
    ) -> Result<u64, RunError> {
        self.run_passes(program, passes, retire)
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

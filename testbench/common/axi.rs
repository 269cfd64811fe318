//! An AXI4-Lite master that drives the system in an engine, as a driver on a board's processor
//! would.

use std::convert::Infallible;

use lanebeat::config::Config;
use lanebeat::engine::{Engine, Flat, Interpreter, SignalId};
use lanebeat::isa::{Program, Register};
use lanebeat::lockstep::{HostEntry, HostPort, HostRow, Observer};
use lanebeat::rtl::{MAP, SystemRegister};

use super::bench::Counters;

pub const OKAY: u128 = 0;
pub const SLVERR: u128 = 2;
pub const DECERR: u128 = 3;

pub const BUSY: u32 = 1;
pub const HOST_BUSY: u32 = 2;
pub const ILLEGAL: u32 = 4;

/// EXIT's machine word.
pub const EXIT: u128 = 0x01 << 64 | 7 << 104 | 7 << 108 | 7 << 112 | 7 << 117;

/// The byte address of word `word` of `register`.
pub fn address(register: SystemRegister, word: usize) -> usize {
    let row =
        MAP.iter().find(|row| row.register == register).expect("every register is in the map");
    row.offset + 4 * word
}

/// A system in an engine.
pub struct System<E: Engine = Interpreter> {
    pub engine: E,
    config: Config,
    /// Clock edges since reset.
    pub now: u64,
    program: usize,
    counters: Counters,
    watched: Option<SignalId>,
    /// Rising edges of the signal that is watched.
    pub seen: Vec<u64>,
}

impl System {
    /// The system of `config`, powered up with `seed` and reset.
    pub fn new(flat: &Flat, config: &Config, seed: u64) -> Self {
        Self::on(Interpreter::new(flat, seed), config)
    }
}

impl<E: Engine> System<E> {
    /// The system of `config` in `engine`, reset.
    pub fn on(mut engine: E, config: &Config) -> Self {
        engine.reset();
        let (config, counters) = (config.clone(), Counters::new(engine.flat()));
        Self { engine, config, now: 0, program: 0, counters, watched: None, seen: vec![] }
    }

    pub fn peek(&mut self, name: &str) -> u128 {
        self.engine.peek_u128(self.engine.signal(name))
    }

    pub fn poke(&mut self, name: &str, value: u128) {
        self.engine.poke_u128(self.engine.signal(name), value);
    }

    /// Notes in `seen` the cycles in which `name` is set.
    pub fn watch(&mut self, name: &str) {
        self.watched = Some(self.engine.signal(name));
    }

    pub fn step(&mut self) {
        if self.watched.is_some_and(|signal| self.engine.peek_u128(signal) != 0) {
            self.seen.push(self.now);
        }
        self.counters.cycle(&mut self.engine);
        self.engine.step();
        self.now += 1;
    }

    /// Steps until `name` is set.
    fn wait(&mut self, name: &str) {
        let patience = self.now + 100;
        while self.peek(name) == 0 {
            assert!(self.now < patience, "{name} is not set in 100 cycles");
            self.step();
        }
    }

    /// One write; its response.
    pub fn try_write(&mut self, address: usize, data: u32, strobe: u128) -> u128 {
        for (name, value) in [
            ("s_axi_awvalid", 1),
            ("s_axi_awaddr", address as u128),
            ("s_axi_wvalid", 1),
            ("s_axi_wdata", data.into()),
            ("s_axi_wstrb", strobe),
        ] {
            self.poke(name, value);
        }
        self.wait("s_axi_awready");
        self.wait("s_axi_wready");
        self.step();
        self.poke("s_axi_awvalid", 0);
        self.poke("s_axi_wvalid", 0);
        self.poke("s_axi_bready", 1);
        self.wait("s_axi_bvalid");
        let response = self.peek("s_axi_bresp");
        self.step();
        self.poke("s_axi_bready", 0);
        response
    }

    /// One read; its response and its data.
    pub fn try_read(&mut self, address: usize) -> (u128, u32) {
        self.poke("s_axi_arvalid", 1);
        self.poke("s_axi_araddr", address as u128);
        self.wait("s_axi_arready");
        self.step();
        self.poke("s_axi_arvalid", 0);
        self.poke("s_axi_rready", 1);
        self.wait("s_axi_rvalid");
        let answer = (self.peek("s_axi_rresp"), self.peek("s_axi_rdata") as u32);
        self.step();
        self.poke("s_axi_rready", 0);
        answer
    }

    #[track_caller]
    pub fn write(&mut self, register: SystemRegister, word: usize, data: u32) {
        assert_eq!(self.try_write(address(register, word), data, 0xf), OKAY, "{register:?} {word}");
    }

    #[track_caller]
    pub fn read(&mut self, register: SystemRegister, word: usize) -> u32 {
        let (response, data) = self.try_read(address(register, word));
        assert_eq!(response, OKAY, "{register:?} {word}");
        data
    }

    /// Appends `words` to the program and sets the program counter of `wave` to the first.
    pub fn load_program(&mut self, wave: usize, words: &[u128]) {
        self.write(SystemRegister::ProgramCounter, wave, self.program as u32);
        for word in words {
            for quarter in 0..4 {
                let data = (word >> (32 * quarter)) as u32;
                self.write(SystemRegister::Program, 4 * self.program + quarter, data);
            }
            self.program += 1;
        }
    }

    /// Loads what each wave of `program` executes, with an EXIT behind it; which waves that are, a
    /// bit each.
    pub fn load_waves(&mut self, program: &Program) -> u32 {
        let mut waves = 0;
        for wave in 0..program.waves.len() {
            let mut words: Vec<u128> =
                program.executed(wave).iter().map(|line| line.instruction.encode()).collect();
            if words.is_empty() {
                continue;
            }
            if words.last().is_some_and(|word| word >> 64 & 0xff != 0x01) {
                words.push(EXIT);
            }
            self.load_program(wave, &words);
            waves |= 1 << wave;
        }
        waves
    }

    fn select(&mut self, HostRow { wave, entry, beat }: HostRow) {
        let selection = entry.number(9) as u32 | (wave as u32) << 16 | (beat as u32) << 24;
        self.write(SystemRegister::HostSelect, 0, selection);
    }

    fn command(&mut self, write: bool) {
        self.write(SystemRegister::HostCommand, 0, write.into());
        let patience = self.now + 1000;
        while self.read(SystemRegister::Status, 0) & HOST_BUSY != 0 {
            assert!(self.now < patience, "the host access takes 1000 cycles");
        }
    }

    pub fn write_register(&mut self, wave: usize, register: Register, words: &[u32]) {
        let entry = HostEntry::Register(register);
        for (beat, row) in words.chunks(self.config.lanes).enumerate() {
            let Ok(()) = self.write_row(HostRow { wave, entry, beat }, row);
        }
    }

    pub fn read_register(&mut self, wave: usize, register: Register) -> Vec<u32> {
        let (entry, Config { lanes, beats, .. }) =
            (HostEntry::Register(register), self.config.clone());
        let row = |beat| {
            let Ok(row) = self.read_row(HostRow { wave, entry, beat }, lanes);
            row
        };
        (0..beats).flat_map(row).collect()
    }

    /// Starts `waves` and polls until nothing is busy; clock cycles that were.
    pub fn run(&mut self, waves: u32) -> u64 {
        let before = self.cycles();
        self.write(SystemRegister::Waves, 0, waves);
        self.finish();
        self.cycles() - before
    }

    /// Polls until nothing is busy.
    pub fn finish(&mut self) {
        let patience = self.now + 100_000;
        while self.read(SystemRegister::Status, 0) & BUSY != 0 {
            assert!(self.now < patience, "the waves run for ever");
        }
    }

    pub fn cycles(&mut self) -> u64 {
        self.counter(SystemRegister::Cycles)
    }

    pub fn counter(&mut self, register: SystemRegister) -> u64 {
        u64::from(self.read(register, 0)) | u64::from(self.read(register, 1)) << 32
    }
}

impl<E: Engine> HostPort for System<E> {
    type Error = Infallible;

    fn lanes(&self) -> usize {
        self.config.lanes
    }

    fn write_row(&mut self, at: HostRow, row: &[u32]) -> Result<(), Infallible> {
        self.select(at);
        row.iter()
            .enumerate()
            .for_each(|(lane, &word)| self.write(SystemRegister::HostRow, lane, word));
        self.command(true);
        Ok(())
    }

    fn read_row(&mut self, at: HostRow, count: usize) -> Result<Vec<u32>, Infallible> {
        self.select(at);
        self.command(false);
        Ok((0..count).map(|lane| self.read(SystemRegister::HostRow, lane)).collect())
    }
}

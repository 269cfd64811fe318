//! The system: the core with what it needs to run by itself, behind an AXI4-Lite slave (docs/reference/system.md).
//!
//! ```text
//!            ┌───────────┐  registers   ┌────────┐ offer ┌──────┐
//!  s_axi_* ◄►│ AXI slave │◄────────────►│ feeder │──────►│ core │──► retire_*
//!            └───────────┘  ┌─────────┐ └────────┘       │      │
//!                     └────►│ program │──────────────────►      │
//!  interrupt_request ◄───     └─────────┘    host window ◄►│      │
//!                                                        └──────┘
//! ```
//!
//! The host writes the program and each wave's registers, sets program counters, starts waves, waits for the interrupt or
//! polls, and reads results. No AXI access waits for the core: what takes time is started by one access and seen to be done
//! by another. The retire port is the core's, for a trace; a chip that has no use for it leaves it open.

mod axi;
mod bus;
mod control;
mod feeder;
mod map;
mod memory;
mod uart;
mod window;

use std::sync::Arc;

use bus::Bus;
use control::{Commands, Events, Records, counter_writes};
use feeder::{COUNTER_BITS, feeder};
use map::{IDENTITY, VERSION};
use memory::program_memory;
use window::Window;

pub use map::{AccessKind, MAP, MapRow, PROGRAM_WORDS, SystemRegister};
pub use uart::uart_bridge;

use crate::config::{Config, RegisterFile};
use crate::hdl::{InstanceOutputs, Module, ModuleBuilder, Signal};
use crate::isa::Feature;
use crate::isa::encoding::{INSTRUCTION_BITS, OPCODE};
use crate::rtl::core::core;
use crate::rtl::schedule::index_bits;

/// 32-bit words of an instruction.
const QUARTERS: usize = INSTRUCTION_BITS / 32;
/// Bits of the address of a word of the program, as the host sees it.
const PROGRAM_ADDRESS_BITS: usize = COUNTER_BITS + QUARTERS.trailing_zeros() as usize;

/// Builds the system of `config`.
pub fn system(config: &Config) -> Arc<Module> {
    let purpose = "The core with program memory and wave feeder behind an AXI4-Lite slave.";
    let builder = ModuleBuilder::new("lanebeat_system", purpose);
    let m = &builder;
    let bus = Bus::new(m, config);
    let commands = Commands::new(config, &bus);
    let window = Window::new(m, config, &bus, commands.soft_reset);
    let word = m.wire("instruction", INSTRUCTION_BITS);
    let issue = Issue::new(m);
    let running = m.wire("running", config.waves);
    let counters = m.wire("counters", COUNTER_BITS * config.waves);
    let (counter_write, counter_value, counter_refused) = counter_writes(m, config, &bus, running, counters);

    let unit = m.instance("feeder", &feeder(config)).broadcast("stop", commands.soft_reset).broadcast("pause", commands.pause);
    let unit = unit.broadcast("start", commands.start).broadcast("opcode", word.slice(OPCODE.low, OPCODE.width));
    let unit = unit.broadcast("counter_write", counter_write).broadcast("counter_value", counter_value);
    let unit = unit.broadcast("issue_ready", issue.ready).broadcast("issue_blocked", issue.blocked);
    let unit = unit.broadcast("issue_illegal", issue.illegal).broadcast("retired", issue.retired).build();
    running.drive(unit.output("running"));
    counters.drive(unit.output("counters"));
    let busy = unit.output("busy");

    let program_refused = bus.reads(SystemRegister::Program) & running.any();
    let read_word = program(m, &bus, &unit, program_refused);
    word.drive(read_word);
    let offered_wave = unit.has("issue_wave").then(|| unit.output("issue_wave"));
    let core = issue.core(m, config, &unit, offered_wave, word, &window);
    retire_port(m, &core);

    let events = Events {
        busy,
        issued: unit.output("issued"),
        issued_illegal: unit.output("issued_illegal"),
        issued_wave: offered_wave,
        issued_address: unit.output("issue_address"),
        host_done: window.done,
    };
    let records = Records::new(m, &bus, commands.soft_reset, &events);
    bus.answer_writes((counter_refused | window.refused).named("owner_refuses"));
    let values =
        Values { m, config, bus: &bus, commands: &commands, window: &window, records: &records, running, counters, busy };
    let quarter = m.delayed("program_quarter", bus.read_word(0, QUARTERS.trailing_zeros() as usize));
    bus.answer_reads(program_refused, |register| values.of(register), word.element(quarter));
    builder.finish()
}

/// `old` with those bytes of `data` that `strobe` enables.
fn merged<'m>(m: &'m ModuleBuilder, old: Signal<'m>, data: Signal<'m>, strobe: Signal<'m>) -> Signal<'m> {
    let byte = |low: usize| {
        let width = (old.width() - low).min(8);
        strobe.bit(low / 8).mux(data.slice(low, width), old.slice(low, width))
    };
    let bytes: Vec<Signal> = (0..old.width()).step_by(8).map(byte).collect();
    m.concat(&bytes)
}

/// The program memory: the host writes it at any time and reads it while no wave runs, the feeder fetches from it.
fn program<'m>(m: &'m ModuleBuilder, bus: &Bus<'m>, feeder: &InstanceOutputs<'m>, refused: Signal<'m>) -> Signal<'m> {
    let quarter_bits = PROGRAM_ADDRESS_BITS - COUNTER_BITS;
    let written_quarter = bus.written_word(0, quarter_bits);
    let writes = bus.writes(SystemRegister::Program);
    let bytes = |quarter: usize| bus.write_strobe & (writes & written_quarter.is(quarter as u128)).repeat(4);
    let write_bytes: Vec<Signal> = (0..QUARTERS).map(bytes).collect();
    let host_reads = (bus.reads(SystemRegister::Program) & !refused).named("host_reads_program");
    let address = host_reads.mux(bus.read_word(quarter_bits, COUNTER_BITS), feeder.output("fetch_address"));
    let memory = m.instance("program_memory", &program_memory());
    let memory = memory.broadcast("write_address", bus.written_word(quarter_bits, COUNTER_BITS));
    let memory = memory.broadcast("write_bytes", m.concat(&write_bytes)).broadcast("write_data", bus.write_data.repeat(QUARTERS));
    let memory = memory.broadcast("read", feeder.output("fetch") | host_reads).broadcast("read_address", address);
    memory.build().output("word")
}

/// What the core tells the feeder.
struct Issue<'m> {
    ready: Signal<'m>,
    blocked: Signal<'m>,
    illegal: Signal<'m>,
    /// An instruction's last results are written.
    retired: Signal<'m>,
}

impl<'m> Issue<'m> {
    fn new(m: &'m ModuleBuilder) -> Self {
        let wire = |name: &str| m.wire(name, 1);
        Self {
            ready: wire("issue_ready"),
            blocked: wire("issue_blocked"),
            illegal: wire("issue_illegal"),
            retired: wire("retired"),
        }
    }

    /// The core, with the feeder and the host window at its ports.
    fn core(
        &self,
        m: &'m ModuleBuilder,
        config: &Config,
        feeder: &InstanceOutputs<'m>,
        wave: Option<Signal<'m>>,
        word: Signal<'m>,
        window: &Window<'m>,
    ) -> InstanceOutputs<'m> {
        let module = core(config);
        let unit = m.instance("core", &module).broadcast("issue_valid", feeder.output("issue_valid")).maybe("issue_wave", wave);
        let unit = unit.broadcast("issue_instruction", word);
        let unit = unit.maybe("running", module.port("running").map(|_| feeder.output("running")));
        let unit = window.request(config, unit).build();
        self.ready.drive(unit.output("issue_ready"));
        self.blocked.drive(unit.output("issue_blocked"));
        self.illegal.drive(unit.output("issue_illegal"));
        let is_last = unit.has("retire_beat").then(|| unit.output("retire_beat").all());
        let valid = unit.output("retire_valid");
        self.retired.drive(is_last.map_or(valid, |is_last| valid & is_last));
        window.connect(&unit);
        unit
    }
}

/// The core's retire port, led out.
fn retire_port<'m>(m: &'m ModuleBuilder, unit: &InstanceOutputs<'m>) {
    for port in unit.ports().iter().filter(|port| port.name.starts_with("retire_")) {
        m.output(&port.name, unit.output(&port.name), &port.purpose);
    }
}

/// What each register holds when it is read.
struct Values<'v, 'm> {
    m: &'m ModuleBuilder,
    config: &'v Config,
    bus: &'v Bus<'m>,
    commands: &'v Commands<'m>,
    window: &'v Window<'m>,
    records: &'v Records<'m>,
    running: Signal<'m>,
    counters: Signal<'m>,
    busy: Signal<'m>,
}

impl<'m> Values<'_, 'm> {
    /// The value, or `None` for the program, which comes from its memory.
    fn of(&self, register: SystemRegister) -> Option<Signal<'m>> {
        let (m, config) = (self.m, self.config);
        let constant = |value: usize| m.constant(32, value as u128);
        let word_of_pair = |pair: Signal<'m>| pair.element(self.bus.read_word(0, 1));
        Some(match register {
            SystemRegister::Identity => constant(IDENTITY as usize),
            SystemRegister::Version => constant(VERSION as usize),
            SystemRegister::Shape => constant(config.lanes | config.beats << 8 | config.waves << 16 | config.alu_stages << 24),
            SystemRegister::Sizes => constant(config.registers | PROGRAM_WORDS << 16),
            SystemRegister::Features => constant(features(config)),
            SystemRegister::Control => self.commands.pause,
            SystemRegister::Status => m.concat(&[self.busy, self.window.busy, self.records.is_illegal()]),
            SystemRegister::Waves => self.running,
            SystemRegister::InterruptEnable => self.records.interrupt_enable,
            SystemRegister::InterruptStatus => self.records.interrupt_status,
            SystemRegister::Illegal => self.records.illegal,
            SystemRegister::Cycles => word_of_pair(self.records.cycles),
            SystemRegister::Instructions => word_of_pair(self.records.instructions),
            SystemRegister::HostSelect => self.window.selection(),
            SystemRegister::HostCommand => self.window.command(),
            SystemRegister::ProgramCounter => self.counter(),
            SystemRegister::HostRow => self.window.read_word,
            SystemRegister::Program => return None,
        })
    }

    fn counter(&self) -> Signal<'m> {
        match index_bits(self.config.waves) {
            0 => self.counters,
            bits => self.counters.zero_extend(COUNTER_BITS << bits).element(self.bus.read_word(0, bits)),
        }
    }
}

/// FEATURES.
fn features(config: &Config) -> usize {
    let bit = |feature: Feature| match feature {
        Feature::Dpp => 0,
        Feature::Shuffle => 1,
        Feature::Vote => 2,
        Feature::Video => 3,
        Feature::Float => 4,
        Feature::Barrier => 5,
        Feature::Multiply => 6,
    };
    let register_file = match config.register_file {
        RegisterFile::Wide => 0,
        RegisterFile::Skewed => 1,
        RegisterFile::MultiPort => 2,
        RegisterFile::Replicated => 3,
        RegisterFile::Banked => 4,
    };
    let switched_on = Feature::ALL.into_iter().filter(|&feature| config.has(feature)).map(|feature| 1 << bit(feature));
    switched_on.sum::<usize>() | register_file << 8
}

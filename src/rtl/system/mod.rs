//! The system: the core with what it needs to run by itself, behind an AXI4-Lite slave
//! (docs/reference/system.md).
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
//! The host writes the program and each wave's registers, sets program counters, starts waves,
//! waits for the interrupt or polls, and reads results. No AXI access waits for the core: what
//! takes time is started by one access and seen to be done by another. The retire port is the
//! core's, for a trace; a chip that has no use for it leaves it open.

mod axi;
mod bus;
mod bytes;
mod control;
mod feeder;
mod image;
mod map;
mod memory;
mod uart;
mod window;

use axi::FromMaster;
use bus::Bus;
use control::{Commands, CounterWrites, Records};
use feeder::feeder;
use map::COUNTER_BITS;
use memory::{ProgramInputs, program_memory};
use window::Window;

pub use axi::FromSlave;
pub use feeder::Outputs as FeederOutputs;
pub use image::{Image, TooLong};
pub use map::{
    ADDRESS_BITS, AccessKind, Field, IDENTITY, MAP, MapRow, PROGRAM_WORDS, SystemRegister,
    WriteEffect,
};
pub use uart::{
    ANSWER_BYTES, GARBLED, Inputs as BridgeInputs, PERIOD_BITS, REQUEST_BYTES, check_byte,
    uart_bridge,
};

use crate::isa::encoding::{INSTRUCTION_BITS, OPCODE};
use crate::rtl::core::{self, Retired, core};
use crate::rtl::prelude::*;

ports! {
    pub struct Inputs() {
        s_axi: FromMaster { FromMaster::ports() };
    }

    pub struct Outputs(plan: &Plan) {
        s_axi: FromSlave { FromSlave::ports() };
        retire: Retired { Retired::ports(plan) };
        interrupt_request: [1] "a bit is set in both INTERRUPT_ENABLE and INTERRUPT_STATUS";
    }
}

/// 32-bit words of an instruction.
const QUARTERS: usize = INSTRUCTION_BITS / 32;
/// Bits of the address of a word of the program, as the host sees it.
const PROGRAM_ADDRESS_BITS: usize = COUNTER_BITS + QUARTERS.trailing_zeros() as usize;

/// Builds the system of `plan`. Its program memory powers up with the words of `image`, whose waves
/// start at every end of a reset.
pub fn system(plan: &Plan, image: &Image) -> Block<Inputs, Outputs> {
    let purpose = "The core with program memory and wave feeder behind an AXI4-Lite slave.";
    Block::of("lanebeat_system", purpose, plan, |m, inputs| all_parts(m, plan, image, inputs))
}

fn all_parts<'m>(
    m: &'m Builder,
    plan: &Plan,
    image: &Image,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let bus = Bus::new(m, plan, inputs.s_axi);
    let commands = Commands::new(plan, &bus);
    let window = Window::new(m, plan, &bus, commands.soft_reset);
    let word = m.register("instruction", INSTRUCTION_BITS);
    let [ready, blocked, illegal, retired] =
        ["issue_ready", "issue_blocked", "issue_illegal", "retired"].map(|name| m.wire(name, 1));
    let running = m.wire("running", plan.waves);
    let counters = m.wire("counters", COUNTER_BITS * plan.waves);
    let counter_writes = CounterWrites::new(plan, &bus, running, counters);

    let inputs = feeder::Inputs {
        stop: commands.soft_reset,
        pause: commands.pause,
        start: commands.start,
        counter_write: counter_writes.waves,
        counter_value: counter_writes.value,
        opcode: word.q().slice(OPCODE.low, OPCODE.width),
        issue_ready: ready,
        issue_blocked: blocked,
        issue_illegal: illegal,
        retired,
    };
    let fed = feeder(plan, &image.starts).instance(m, "feeder", inputs);
    running.drive(fed.running);
    counters.drive(fed.counters);

    let program_refused = bus.reads(SystemRegister::Program) & running.any();
    let fetched = program(m, &bus, &image.words, &fed, program_refused);
    word.next_when(fed.takes, fetched);
    let inputs = core::Inputs {
        issue_valid: fed.issue_valid,
        issue_wave: fed.issue_wave,
        issue_instruction: word.q(),
        running: fed.running,
        host: window.request(plan),
    };
    let core::Outputs { issue_ready, issue_blocked, issue_illegal, host, retire } =
        core(plan).instance(m, "core", inputs);
    ready.drive(issue_ready);
    blocked.drive(issue_blocked);
    illegal.drive(issue_illegal);
    window.answer.drive(host);
    retired.drive(retire.valid & retire.beat.all());

    let records = Records::new(m, plan, &bus, commands.soft_reset, &fed, window.done);
    bus.answer_writes((counter_writes.refused | window.refused).named("owner_refuses"));
    let word_of_pair = |pair: Signal<'m>| pair.element(bus.read_word(0, 1));
    let waves = plan.wave.bits;
    let value = |register| match register {
        register if SystemRegister::is_constant(register) => {
            let value = register.row().reset(plan);
            m.constant(32, value.expect("what a machine is, is constant").into())
        }
        SystemRegister::Control => commands.pause,
        SystemRegister::Status => m.concat(&[fed.busy, window.busy, records.is_illegal()]),
        SystemRegister::Waves => running,
        SystemRegister::InterruptEnable => records.interrupt_enable,
        SystemRegister::InterruptStatus => records.interrupt_status,
        SystemRegister::Illegal => records.illegal,
        SystemRegister::Cycles => word_of_pair(records.cycles),
        SystemRegister::Instructions => word_of_pair(records.instructions),
        SystemRegister::HostSelect => window.selection(),
        SystemRegister::HostCommand => window.write,
        SystemRegister::ProgramCounter => {
            counters.zero_extend(COUNTER_BITS << waves).element(bus.read_word(0, waves))
        }
        SystemRegister::HostRow => window.read_word,
        // Its words come from its memory.
        _ => m.nothing(),
    };
    let quarter =
        m.delayed("program_quarter", bus.read_word(0, QUARTERS.trailing_zeros() as usize));
    bus.answer_reads(program_refused, value, fetched.element(quarter));
    Outputs { s_axi: bus.s_axi, retire, interrupt_request: records.interrupt_request }
}

/// The program memory: the host writes it at any time and reads it while no wave runs, the feeder
/// fetches from it.
fn program<'m>(
    m: &'m Builder,
    bus: &Bus<'m>,
    words: &[u128],
    feeder: &feeder::Outputs<Signal<'m>>,
    refused: Signal<'m>,
) -> Signal<'m> {
    let quarter_bits = PROGRAM_ADDRESS_BITS - COUNTER_BITS;
    let written_quarter = bus.written_word(0, quarter_bits);
    let writes = bus.writes(SystemRegister::Program);
    let bytes = |quarter: usize| {
        bus.write.strobe & (writes & written_quarter.is(quarter as u128)).repeat(4)
    };
    let write_bytes: Vec<Signal> = (0..QUARTERS).map(bytes).collect();
    let host_reads = (bus.reads(SystemRegister::Program) & !refused).named("host_reads_program");
    let inputs = ProgramInputs {
        write_address: bus.written_word(quarter_bits, COUNTER_BITS),
        write_bytes: m.concat(&write_bytes),
        write_data: bus.write.data.repeat(QUARTERS),
        read: feeder.fetch | host_reads,
        read_address: host_reads
            .mux(bus.read_word(quarter_bits, COUNTER_BITS), feeder.fetch_address),
    };
    program_memory(words).instance(m, "program_memory", inputs).word
}

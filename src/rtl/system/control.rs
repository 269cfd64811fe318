//! Control, interrupts and counters.

use super::bus::Bus;
use super::feeder;
use super::map::{COUNTER_BITS, SystemRegister};
use crate::rtl::prelude::*;

/// Bits of INTERRUPT_ENABLE and INTERRUPT_STATUS: done, illegal, host.
const INTERRUPT_BITS: usize = 3;
const ILLEGAL_BIT: usize = 1;

/// Commands of the host.
pub(super) struct Commands<'m> {
    pub pause: Signal<'m>,
    pub soft_reset: Signal<'m>,
    /// Waves that start.
    pub start: Signal<'m>,
}

impl<'m> Commands<'m> {
    pub fn new(plan: &Plan, bus: &Bus<'m>) -> Self {
        let writes_control = bus.writes(SystemRegister::Control);
        let soft_reset = (writes_control & bus.ones(1, 1)).named("soft_reset");
        let pause = bus.plain("pause", 1, writes_control, soft_reset);
        let start = bus.ones(0, plan.waves) & bus.writes(SystemRegister::Waves).repeat(plan.waves);
        Self { pause, soft_reset, start: start.named("start") }
    }
}

/// The registers that record events.
pub(super) struct Records<'m> {
    pub interrupt_enable: Signal<'m>,
    pub interrupt_status: Signal<'m>,
    pub illegal: Signal<'m>,
    /// Low word, high word.
    pub cycles: Signal<'m>,
    pub instructions: Signal<'m>,
    /// A bit is set in both of the first two.
    pub interrupt_request: Signal<'m>,
}

impl<'m> Records<'m> {
    /// `host_done` says that a host access is done.
    pub fn new(
        m: &'m Builder,
        plan: &Plan,
        bus: &Bus<'m>,
        soft_reset: Signal<'m>,
        fed: &feeder::Outputs<Signal<'m>>,
        host_done: Signal<'m>,
    ) -> Self {
        let writes_enable = bus.writes(SystemRegister::InterruptEnable);
        let interrupt_enable =
            bus.plain("interrupt_enable", INTERRUPT_BITS, writes_enable, soft_reset);
        let was_busy = m.reset_register("was_busy", 1, 0).next(fed.busy);
        let raised = m.concat(&[was_busy & !fed.busy, fed.issued_illegal, host_done]);
        let status = m.reset_register("interrupt_status", INTERRUPT_BITS, 0);
        let cleared = bus.ones(0, INTERRUPT_BITS)
            & bus.writes(SystemRegister::InterruptStatus).repeat(INTERRUPT_BITS);
        let left = (status.q() & !cleared).named("interrupts_left");
        status.next((left | raised) & (!soft_reset).repeat(INTERRUPT_BITS));

        let place = m.concat(&[fed.issued_address.zero_extend(16), fed.issued_wave]);
        let illegal = m
            .reset_register("illegal", place.width(), 0)
            .next_when(fed.issued_illegal & !left.bit(ILLEGAL_BIT), place);
        Self {
            interrupt_enable,
            interrupt_status: status.q(),
            illegal,
            cycles: counted(plan, "cycles", fed.busy, soft_reset),
            instructions: counted(plan, "instructions", fed.issued, soft_reset),
            interrupt_request: (interrupt_enable & status.q()).any(),
        }
    }

    /// Bit 2 of STATUS.
    pub fn is_illegal(&self) -> Signal<'m> {
        self.interrupt_status.bit(ILLEGAL_BIT)
    }
}

fn counted<'m>(plan: &Plan, name: &str, event: Signal<'m>, clear: Signal<'m>) -> Signal<'m> {
    let m = event.builder();
    let bits = plan.system_count.bits;
    let counter = m.reset_register(name, bits, 0);
    let next = counter.q() + m.constant(bits, 1);
    counter.next_when(event | clear, next & (!clear).repeat(bits));
    counter.q()
}

/// The writes of PROGRAM_COUNTER.
pub(super) struct CounterWrites<'m> {
    /// Waves whose program counter is written.
    pub waves: Signal<'m>,
    pub value: Signal<'m>,
    pub refused: Signal<'m>,
}

impl<'m> CounterWrites<'m> {
    pub fn new(plan: &Plan, bus: &Bus<'m>, running: Signal<'m>, counters: Signal<'m>) -> Self {
        let (m, bits) = (running.builder(), plan.wave.bits);
        let number = bus.written_word(0, bits);
        let waves: Vec<Signal> = (0..plan.waves).map(|wave| number.is(wave as u128)).collect();
        let chosen = m.concat(&waves);
        let runs = (chosen & running).any();
        let writes = bus.writes(SystemRegister::ProgramCounter) & !runs;
        Self {
            waves: chosen & writes.repeat(plan.waves),
            value: bus.merged(counters.zero_extend(COUNTER_BITS << bits).element(number)),
            refused: bus.write_hits(SystemRegister::ProgramCounter) & runs,
        }
    }
}

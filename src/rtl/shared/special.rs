//! Special registers: what S2R reads (ISA.md section 4), and the performance counters that PMTRIG counts with.
//!
//! ```text
//!  phase ─────────►┌───────────┐
//!  wave, beat ────►│  special  │───► row     32 bits a lane, in place of operand a
//!  number ────────►│ registers │
//!  trigger ───────►└───────────┘
//! ```
//!
//! **Counters.** An instruction names one counter, to read it or to add to it, so one multiplexer and one incrementer serve
//! all eight: the word that is read, plus 1, is what the counter takes. Both happen while the instruction's beats execute,
//! and instructions execute in the order of their issue, so S2R sees every PMTRIG issued before it and none issued after.
//! Only the low words can be read, so only those have flip-flops.
//!
//! **Clock.** S2R reads the cycle, counted from reset, in which it was issued. That is phase 0 of a slot, so the low bits
//! are 0 and the rest counts slots. The slots are counted where they begin to execute: the counter starts behind by as many
//! as lie between issue and execution, and so stands at the slot of the instruction that executes, without a copy of it. What
//! waited in an operand collector brings the low bits of the slot in which it was issued; a second register takes the counter
//! less the difference when that instruction begins to execute.
//!
//! **Cost**: docs/measure/area.md.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{COUNTERS, Operation, SpecialRegister, WARP_THREADS};
use crate::rtl::issue::collectors::waiting_bits;
use crate::rtl::issue::decode::{self, Executing};
use crate::rtl::schedule::{counts, cycles_to_execute, index_bits, optional_input, phase_before_execution};
use crate::rtl::shared::barriers;

/// Bits of a counter that can be read.
const COUNTER_BITS: usize = 32;
/// Bits of the clock.
const CLOCK_BITS: usize = 64;
/// Bits of a special register's number.
const NUMBER_BITS: usize = 4;

/// Builds the special registers of `config`.
pub fn special(config: &Config) -> Arc<Module> {
    let purpose = "The cycle counter, the performance counters, and what else S2R reads.";
    let builder = ModuleBuilder::new("lanebeat_special", purpose);
    let m = &builder;
    let phase_bits = index_bits(config.slot_cycles());
    let phase = optional_input(m, "phase", if needs_phase(config) { phase_bits } else { 0 }, "cycle of the slot");
    let wave = optional_input(m, "wave", index_bits(config.waves), "wave that executes");
    let beat = optional_input(m, "beat", index_bits(config.beats), "beat that executes");
    let number = m.input("number", NUMBER_BITS, "special register, or counter, that the instruction names");
    let trigger = m.input("trigger", 1, "add 1 to that counter");

    let issued_slot = optional_input(
        m,
        "issued_slot",
        waiting_bits(config),
        "low bits of the slot in which the next instruction to execute was issued",
    );
    let word = word(m, config, wave, number, counters(m, number, trigger), clock(m, config, phase, issued_slot));
    let barrier = config.barrier.then(|| {
        let result = m.input("barrier_word", barriers::result_bits(config), "what B2R reads");
        (m.input("reads_barrier", 1, "it is wanted in place of a special register"), result)
    });
    let word = barrier.map_or(word, |(is_wanted, result)| is_wanted.mux(result.zero_extend(32), word));
    let is = |register: SpecialRegister| {
        let is_named = number.is(register.number().into());
        barrier.map_or(is_named, |(reads_barrier, _)| is_named & !reads_barrier)
    };
    let whole = is(SpecialRegister::ThreadId).named("is_thread_in_wave");
    let wanted = (is(SpecialRegister::LaneId) | whole).named("is_thread");
    let lanes = m.instances("thread", config.lanes, &thread_number(config)).maybe("beat", beat);
    let lanes = lanes.maybe("whole", has_several_warps(config).then_some(whole));
    let lanes = lanes.broadcast("wanted", wanted).broadcast("word", word).build();
    m.output("row", lanes.output("value"), "the special register's word for each lane");
    builder.finish()
}

/// Whether there is a phase to tell when a slot begins to execute.
fn needs_phase(config: &Config) -> bool {
    config.slot_cycles() > 1
}

/// The counter that is named; it takes its value plus 1 when triggered.
fn counters<'m>(m: &'m ModuleBuilder, number: Signal<'m>, trigger: Signal<'m>) -> Signal<'m> {
    let chosen = number.slice(0, index_bits(COUNTERS.into()));
    let next = m.wire("counted", COUNTER_BITS);
    let all = m.instances("counter", COUNTERS.into(), &counter()).broadcast("chosen", chosen).broadcast("trigger", trigger);
    let value = all.broadcast("next", next).build().output("value").element(chosen).named("chosen_counter");
    next.drive(value + m.constant(COUNTER_BITS, 1));
    value
}

fn counter() -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_counter", "The low word of one performance counter.");
    let m = &builder;
    let chosen = m.input("chosen", index_bits(COUNTERS.into()), "the counter that the instruction names");
    let trigger = m.input("trigger", 1, "that counter counts");
    let next = m.input("next", COUNTER_BITS, "its value plus 1");
    let value = m.reset_register("value", COUNTER_BITS, 0);
    value.next_when(trigger & chosen.equals(m.instance_index(chosen.width())), next);
    m.output("value", value.q(), "the count");
    builder.finish()
}

/// The cycle in which the instruction that executes was issued.
fn clock<'m>(m: &'m ModuleBuilder, config: &Config, phase: Option<Signal<'m>>, issued_slot: Option<Signal<'m>>) -> Signal<'m> {
    let phase_bits = index_bits(config.slot_cycles());
    let bits = CLOCK_BITS - phase_bits;
    let slots_behind = (cycles_to_execute(config) - 1) / config.slot_cycles() + 1;
    let slot = m.reset_register("executing_slot", bits, (1 << bits) - slots_behind as u128);
    let starts = counts(m, phase, phase_before_execution(config));
    let next = slot.q() + m.constant(bits, 1);
    slot.next_when(starts, next);
    let issued = issued_slot.map_or(slot.q(), |issued| {
        let waited = (next.slice(0, issued.width()) - issued).named("waited_slots");
        let slot_of_issue = m.register("slot_of_issue", bits);
        slot_of_issue.next_when(starts, next - waited.zero_extend(bits));
        slot_of_issue.q()
    });
    if phase_bits == 0 { issued } else { m.concat(&[m.constant(phase_bits, 0), issued]) }
}

/// What is the same for all threads; 0 where the threads' numbers are wanted, and where there is no such register.
fn word<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    wave: Option<Signal<'m>>,
    number: Signal<'m>,
    counter: Signal<'m>,
    clock: Signal<'m>,
) -> Signal<'m> {
    let zero = m.constant(32, 0);
    let mut others = [zero; 1 << (NUMBER_BITS - 1)];
    let mut put = |register: SpecialRegister, value: Signal<'m>| others[usize::from(register.number() - COUNTERS)] = value;
    if config.waves > 1
        && let Some(wave) = wave
    {
        put(SpecialRegister::WaveId, wave.zero_extend(32));
    }
    put(SpecialRegister::ClockLow, clock.slice(0, 32));
    put(SpecialRegister::ClockHigh, clock.slice(32, 32));
    let others = m.concat(&others).named("other_registers").element(number.slice(0, NUMBER_BITS - 1));
    number.bit(NUMBER_BITS - 1).mux(others, counter).named("common_word")
}

/// Whether a thread's number in its wave is another than its number in its warp.
fn has_several_warps(config: &Config) -> bool {
    config.threads() > WARP_THREADS
}

fn thread_number(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_thread_number", "S2R of one lane: the thread's number, or the word that all get.");
    let m = &builder;
    let beat = optional_input(m, "beat", index_bits(config.beats), "beat that executes");
    let wanted = m.input("wanted", 1, "a thread's number is wanted");
    let word = m.input("word", 32, "the word that all threads get, 0 where a thread's number is wanted");
    let lane = m.instance_index(index_bits(config.lanes));
    let thread = beat.map_or(lane, |beat| m.concat(&[lane, beat]));
    let low = thread.width().min(index_bits(WARP_THREADS));
    let mut parts = vec![thread.slice(0, low) & wanted.repeat(low)];
    if has_several_warps(config) {
        let high = thread.width() - low;
        let whole = m.input("whole", 1, "in its wave, not modulo 32");
        parts.push(thread.slice(low, high) & whole.repeat(high));
    }
    m.output("value", word | m.concat(&parts).zero_extend(32), "what the thread gets");
    builder.finish()
}

/// Operand a of the beat in the core: `a`, but for S2R the special register's words, and for B2R the barrier's.
pub fn instead_of_a<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    executing: &Executing<'m>,
    slot: Slot<'m>,
    barrier_word: Option<Signal<'m>>,
    a: Signal<'m>,
) -> Signal<'m> {
    let is = |wanted: Operation| decode::is_one_of(m, config, executing.opcode(), |operation| operation == wanted);
    let trigger = slot.busy & counts(m, slot.beat, 0) & is(Operation::TriggerCounter);
    let unit = m.instance("special", &special(config)).broadcast("trigger", trigger.named("counter_trigger"));
    let unit = unit.maybe("phase", slot.phase.filter(|_| needs_phase(config))).maybe("wave", executing.wave);
    let reads_barrier = barrier_word.map(|_| is(Operation::ReadBarrier) | is(Operation::TestBarrier));
    let unit = unit.maybe("issued_slot", slot.issued).maybe("barrier_word", barrier_word).maybe("reads_barrier", reads_barrier);
    let unit = unit.maybe("beat", slot.beat).broadcast("number", executing.literal().slice(0, NUMBER_BITS)).build();
    let reads = |operation| matches!(operation, Operation::ReadSpecial | Operation::ReadBarrier | Operation::TestBarrier);
    decode::is_one_of(m, config, executing.opcode(), reads).named("reads_special").mux(unit.output("row"), a)
}

/// Where in its slot an instruction is.
#[derive(Clone, Copy)]
pub struct Slot<'m> {
    /// Absent when a slot is one cycle.
    pub phase: Option<Signal<'m>>,
    /// The beat that executes; absent when there is one.
    pub beat: Option<Signal<'m>>,
    /// A beat executes in this cycle.
    pub busy: Signal<'m>,
    /// Low bits of the slot in which the next instruction to execute was issued; absent where that follows from when it executes.
    pub issued: Option<Signal<'m>>,
}

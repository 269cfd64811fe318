//! The feeder: keeps a program counter for each wave and offers the core one wave's instruction after another's.
//!
//! ```text
//!  start, stop ──►┌────────┐──► fetch, fetch_address ──► program memory ──► instruction ──► core
//!  counter_write ►│ feeder │──► issue_valid, issue_wave ─────────────────────────────────► core
//!  issue_ready ──►│        │──► running, busy
//!  issue_blocked ►└────────┘
//! ```
//!
//! What is offered stands in the program memory's read register: in each cycle the feeder either holds it or fetches the
//! next ready wave's. It moves on when the core takes the instruction and when the core says that the wave itself must wait
//! (`issue_blocked`); so in a slot of 4 cycles it finds, of 4 waves, one that can issue. While the whole core can take
//! nothing (another phase, `s_nop`, a second pass) it holds.
//!
//! **Nobody starves.** Moving on goes round robin from the wave offered last. A wave is passed over only while an instruction
//! of its own is in flight or it waits at a barrier; when its turn comes and neither is so, it is held until it issues.
//!
//! A wave ends with its EXIT, or with a word that the core calls illegal: that word is issued too, for what its bits say.

use std::sync::Arc;

use super::map::PROGRAM_WORDS;
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::Operation;
use crate::isa::encoding::OPCODE;
use crate::rtl::schedule::{cycles_to_execute, cycles_to_result, element, index_bits};

/// Bits of a program counter.
pub(super) const COUNTER_BITS: usize = PROGRAM_WORDS.trailing_zeros() as usize;

/// Bits that count the instructions on their way, from their issue to the cycle in which their last results are written.
fn in_flight_bits(config: &Config) -> usize {
    let cycles = cycles_to_execute(config) + cycles_to_result(config) + config.beats;
    index_bits(cycles / config.slot_cycles() + 3)
}

/// What the core answers to the offer.
struct Answer<'m> {
    taken: Signal<'m>,
    /// The instruction ends its wave, if it is taken.
    is_last: Signal<'m>,
}

/// What is offered.
struct Offered<'m> {
    /// Absent with one wave.
    wave: Option<Signal<'m>>,
    address: Signal<'m>,
}

/// Builds the feeder of `config`.
pub(super) fn feeder(config: &Config) -> Arc<Module> {
    let purpose = "Program counters of all waves, and the choice of the wave that is offered to the core.";
    let builder = ModuleBuilder::new("lanebeat_feeder", purpose);
    let m = &builder;
    let stop = m.input("stop", 1, "every wave ends");
    let pause = m.input("pause", 1, "nothing is offered");
    let opcode = m.input("opcode", OPCODE.width, "of the word fetched last");
    let ready = m.input("issue_ready", 1, "the core takes what is offered");
    let blocked = m.input("issue_blocked", 1, "the offered wave must wait");
    let illegal = m.input("issue_illegal", 1, "what is offered is no instruction");

    let valid = m.reset_register("offered_valid", 1, 0);
    let issue_valid = (valid.q() & !pause).named("offers");
    let taken = (issue_valid & ready).named("taken");
    let answer = Answer { taken, is_last: opcode.is(Operation::Exit.opcode().into()) | illegal };
    let moves_on = (!valid.q() | taken | blocked).named("moves_on");
    let (offered, candidates) = waves(m, config, valid.q(), stop, moves_on, &answer);
    valid.next(!stop & (!moves_on | candidates.any()));
    m.output("issue_valid", issue_valid, "an instruction is offered");
    if let Some(wave) = offered.wave {
        m.output("issue_wave", wave, "its wave");
    }
    m.output("issue_address", offered.address, "its place in the program memory");
    m.output("issued", taken, "it is taken at this clock edge");
    m.output("issued_illegal", taken & illegal, "and it is no instruction");
    builder.finish()
}

/// The waves, and which of them is offered; with the waves that could be next.
fn waves<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    valid: Signal<'m>,
    stop: Signal<'m>,
    moves_on: Signal<'m>,
    answer: &Answer<'m>,
) -> (Offered<'m>, Signal<'m>) {
    let wave_bits = index_bits(config.waves);
    let offered_wave = (wave_bits > 0).then(|| m.reset_register("offered_wave", wave_bits, config.waves as u128 - 1));
    let offered_address = m.register("offered_address", COUNTER_BITS);
    let offered = Offered { wave: offered_wave.map(|wave| wave.q()), address: offered_address.q() };
    let following = (offered.address + m.constant(COUNTER_BITS, 1)).named("following_address");

    let copies = m.instances("wave", config.waves, &wave(config)).broadcast("stop", stop);
    let copies = copies.spread("start", m.input("start", config.waves, "the wave starts, if it does not run"));
    let copies = copies.spread("counter_write", m.input("counter_write", config.waves, "its program counter is written"));
    let value = m.input("counter_value", COUNTER_BITS, "the value for it");
    let copies = copies.broadcast("counter_value", value).broadcast("following", following);
    let copies = copies.broadcast("issued", answer.taken).broadcast("is_last", answer.is_last);
    let copies = copies.maybe("issued_wave", offered.wave).build();
    let candidates = copies.output("candidate");
    let counters = copies.output("counter");

    let next_wave = offered.wave.map(|last| round_robin(m, config, candidates, last).named("next_wave"));
    let is_same = offered.wave.zip(next_wave).map_or(valid, |(offered, next)| valid & offered.equals(next));
    let padded = counters.zero_extend(COUNTER_BITS << wave_bits);
    let address = (answer.taken & is_same).mux(following, element(padded, next_wave)).named("next_address");
    let fetch = (moves_on & candidates.any()).named("fetches");
    offered_address.next_when(fetch, address);
    if let Some((register, next)) = offered_wave.zip(next_wave) {
        register.next_when(fetch, next);
    }
    m.output("fetch", fetch, "the program memory reads");
    m.output("fetch_address", address, "this word");
    m.output("running", copies.output("running"), "waves that have not ended");
    m.output("counters", counters, "program counters, wave 0 lowest");
    busy(m, config, copies.output("running").any(), answer.taken);
    (offered, candidates)
}

/// Counts the instructions on their way.
fn busy<'m>(m: &'m ModuleBuilder, config: &Config, runs: Signal<'m>, issued: Signal<'m>) {
    let retired = m.input("retired", 1, "the last results of an instruction are written");
    let in_flight = m.reset_register("in_flight", in_flight_bits(config), 0);
    let one = m.constant(in_flight_bits(config), 1);
    in_flight.next_when(issued ^ retired, issued.mux(in_flight.q() + one, in_flight.q() - one));
    m.output("busy", runs | in_flight.q().any(), "a wave runs, or results are still to be written");
}

/// The next of the candidates behind wave `last`, in turn; of no candidate any number.
fn round_robin<'m>(m: &'m ModuleBuilder, config: &Config, candidates: Signal<'m>, last: Signal<'m>) -> Signal<'m> {
    let is_behind = |wave: usize| match wave {
        0 => m.constant(1, 0),
        wave => last.less_than(m.constant(last.width(), wave as u128)),
    };
    let behind: Vec<Signal> = (0..config.waves).map(is_behind).collect();
    let behind = (candidates & m.concat(&behind)).named("candidates_behind");
    let first = |waves: Signal<'m>| first_of(m, waves, last.width());
    behind.any().mux(first(behind), first(candidates))
}

/// The number, of `bits` bits, of the lowest wave that is set.
fn first_of<'m>(m: &'m ModuleBuilder, waves: Signal<'m>, bits: usize) -> Signal<'m> {
    let half = 1 << (bits - 1);
    if waves.width() <= half {
        return if bits == 1 { m.constant(1, 0) } else { first_of(m, waves, bits - 1).zero_extend(bits) };
    }
    let (low, high) = (waves.slice(0, half), waves.slice(half, waves.width() - half));
    let is_high = !low.any();
    if bits == 1 {
        return is_high;
    }
    m.concat(&[is_high.mux(first_of(m, high, bits - 1), first_of(m, low, bits - 1)), is_high])
}

/// One wave's program counter, and whether it runs.
fn wave(config: &Config) -> Arc<Module> {
    let builder = ModuleBuilder::new("lanebeat_feeder_wave", "The program counter of one wave, and whether it runs.");
    let m = &builder;
    let stop = m.input("stop", 1, "the wave ends");
    let start = m.input("start", 1, "the wave starts, if it does not run");
    let counter_write = m.input("counter_write", 1, "the program counter is written");
    let counter_value = m.input("counter_value", COUNTER_BITS, "the value for it");
    let issued = m.input("issued", 1, "an instruction is issued");
    let wave_bits = index_bits(config.waves);
    let issued_wave = (wave_bits > 0).then(|| m.input("issued_wave", wave_bits, "its wave"));
    let is_last = m.input("is_last", 1, "it ends its wave");
    let following = m.input("following", COUNTER_BITS, "the place behind it in the program");

    let own = issued_wave.map_or(issued, |wave| issued & wave.equals(m.instance_index(wave_bits))).named("own_is_issued");
    let running = m.reset_register("running", 1, 0);
    let stays = (running.q() & !(own & is_last)).named("stays");
    running.next(!stop & (start | stays));
    let counter = m.reset_register("counter", COUNTER_BITS, 0);
    counter.next_when(own | counter_write, own.mux(following, counter_value));
    m.output("running", running.q(), "the wave runs");
    m.output("candidate", stays, "it has an instruction to offer next");
    m.output("counter", counter.q(), "place of its next instruction");
    builder.finish()
}

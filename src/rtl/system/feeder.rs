//! The feeder: keeps a program counter for each wave and offers the core one wave's instruction
//! after another's.
//!
//! ```text
//!  start, stop ──►┌────────┐──► fetch, fetch_address ──► program memory ──► instruction ──► core
//!  counter_write ►│ feeder │──► issue_valid, issue_wave ─────────────────────────────────► core
//!  issue_ready ──►│        │──► running, busy
//!  issue_blocked ►└────────┘
//! ```
//!
//! What is offered stands in the program memory's read register: in each cycle the feeder either
//! holds it or fetches the next ready wave's. It moves on when the core takes the instruction and
//! when the core says that the wave itself must wait (`issue_blocked`); so in a slot of 4 cycles it
//! finds, of 4 waves, one that can issue. While the whole core can take nothing (another phase,
//! `s_nop`, a second pass) it holds.
//!
//! **Nobody starves.** Moving on goes round robin from the wave offered last. A wave is passed over
//! only while an instruction of its own is in flight or it waits at a barrier; when its turn comes
//! and neither is so, it is held until it issues.
//!
//! A wave ends with its EXIT, or with a word that the core calls illegal: that word is issued too,
//! for what its bits say.

use super::map::PROGRAM_WORDS;
use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::Operation;
use crate::isa::encoding::OPCODE;
use crate::ports;
use crate::rtl::codes::is_operation;
use crate::rtl::schedule::{cycles_to_execute, cycles_to_result, index_bits};

ports! {
    pub struct Inputs(config: &Config) {
        stop: [1] "every wave ends";
        pause: [1] "nothing is offered";
        start: [config.waves] "waves that start, if they do not run";
        counter_write: [config.waves] "waves whose program counter is written";
        counter_value: [COUNTER_BITS] "new value of the program counters that are written";
        opcode: [OPCODE.width] "opcode of the word fetched last";
        issue_ready: [1] "the core takes what is offered";
        issue_blocked: [1] "the offered wave must wait";
        issue_illegal: [1] "what is offered is no instruction";
        retired: [1] "the last results of an instruction are written";
    }
}

ports! {
    pub struct Outputs(config: &Config) {
        issue_valid: [1] "an instruction is offered";
        issue_wave: [index_bits(config.waves)] "wave of the offered instruction";
        issue_address: [COUNTER_BITS] "place of the offered instruction in the program memory";
        issued: [1] "the offered instruction is taken at this clock edge";
        issued_illegal: [1] "a word that is no instruction is taken at this clock edge";
        fetch: [1] "the program memory reads";
        fetch_address: [COUNTER_BITS] "the word that the program memory reads";
        running: [config.waves] "waves that have not ended";
        counters: [COUNTER_BITS * config.waves] "program counters, wave 0 lowest";
        busy: [1] "a wave runs, or results are still to be written";
    }
}

/// Bits of a program counter.
pub(super) const COUNTER_BITS: usize = PROGRAM_WORDS.trailing_zeros() as usize;

/// Bits that count the instructions on their way, from their issue to the cycle in which their last
/// results are written.
fn in_flight_bits(config: &Config) -> usize {
    let cycles = cycles_to_execute(config) + cycles_to_result(config) + config.beats;
    index_bits(cycles / config.slot_cycles() + 3)
}

/// Builds the feeder of `config`.
pub(super) fn feeder(config: &Config) -> Block<Inputs, Outputs> {
    let purpose =
        "Program counters of all waves, and the choice of the wave that is offered to the core.";
    let (inputs, outputs) = (Inputs::ports(config), Outputs::ports(config));
    Block::new("lanebeat_feeder", purpose, inputs, outputs, |m, inputs| {
        all_waves(m, config, inputs)
    })
}

fn all_waves<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let valid = m.reset_register("offered_valid", 1, 0);
    let wave_bits = index_bits(config.waves);
    let offered_wave = m.reset_register("offered_wave", wave_bits, config.waves as u128 - 1);
    let offered_address = m.register("offered_address", COUNTER_BITS);
    let issue_valid = (valid.q() & !inputs.pause).named("offers");
    let issued = (issue_valid & inputs.issue_ready).named("taken");
    let moves_on = (!valid.q() | issued | inputs.issue_blocked).named("moves_on");

    let following = (offered_address.q() + m.constant(COUNTER_BITS, 1)).named("following_address");
    let is_last = is_operation(inputs.opcode, Operation::Exit) | inputs.issue_illegal;
    let of_waves = WaveInputs {
        stop: inputs.stop.broadcast(),
        start: inputs.start.spread(),
        counter_write: inputs.counter_write.spread(),
        counter_value: inputs.counter_value.broadcast(),
        issued: issued.broadcast(),
        issued_wave: offered_wave.q().broadcast(),
        is_last: is_last.broadcast(),
        following: following.broadcast(),
    };
    let WaveOutputs { running, candidate, counter } =
        wave(config).instances(m, "wave", config.waves, of_waves);

    let next_wave = round_robin(m, config, candidate, offered_wave.q()).named("next_wave");
    let is_same = valid.q() & offered_wave.q().equals(next_wave);
    let next_counter = counter.zero_extend(COUNTER_BITS << wave_bits).element(next_wave);
    let fetch_address = (issued & is_same).mux(following, next_counter).named("next_address");
    let fetch = (moves_on & candidate.any()).named("fetches");
    valid.next(!inputs.stop & (!moves_on | candidate.any()));
    offered_address.next_when(fetch, fetch_address);
    offered_wave.next_when(fetch, next_wave);
    Outputs {
        issue_valid,
        issue_wave: offered_wave.q(),
        issue_address: offered_address.q(),
        issued,
        issued_illegal: issued & inputs.issue_illegal,
        fetch,
        fetch_address,
        running,
        counters: counter,
        busy: running.any() | some_in_flight(m, config, issued, inputs.retired),
    }
}

/// Counts the instructions on their way: whether there are any.
fn some_in_flight<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    issued: Signal<'m>,
    retired: Signal<'m>,
) -> Signal<'m> {
    let in_flight = m.reset_register("in_flight", in_flight_bits(config), 0);
    let one = m.constant(in_flight_bits(config), 1);
    in_flight.next_when(issued ^ retired, issued.mux(in_flight.q() + one, in_flight.q() - one));
    in_flight.q().any()
}

/// The next of the candidates behind wave `last`, in turn; any number where there is no candidate.
fn round_robin<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    candidates: Signal<'m>,
    last: Signal<'m>,
) -> Signal<'m> {
    if config.waves == 1 {
        return last;
    }
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
        return if bits == 1 {
            m.constant(1, 0)
        } else {
            first_of(m, waves, bits - 1).zero_extend(bits)
        };
    }
    let (low, high) = (waves.slice(0, half), waves.slice(half, waves.width() - half));
    let is_high = !low.any();
    if bits == 1 {
        return is_high;
    }
    m.concat(&[is_high.mux(first_of(m, high, bits - 1), first_of(m, low, bits - 1)), is_high])
}

ports! {
    struct WaveInputs(config: &Config) {
        stop: [1] "the wave ends";
        start: [1] "the wave starts, if it does not run";
        counter_write: [1] "the program counter is written";
        counter_value: [COUNTER_BITS] "new value of the program counter";
        issued: [1] "an instruction is issued";
        issued_wave: [index_bits(config.waves)] "wave of the issued instruction";
        is_last: [1] "the issued instruction ends its wave";
        following: [COUNTER_BITS] "place behind the issued instruction in the program";
    }
}

ports! {
    struct WaveOutputs() {
        running: [1] "the wave runs";
        candidate: [1] "the wave has an instruction to offer next";
        counter: [COUNTER_BITS] "place of the next instruction of the wave";
    }
}

/// One wave's program counter, and whether it runs.
fn wave(config: &Config) -> Block<WaveInputs, WaveOutputs> {
    let purpose = "The program counter of one wave, and whether it runs.";
    let (inputs, outputs) = (WaveInputs::ports(config), WaveOutputs::ports());
    Block::new("lanebeat_feeder_wave", purpose, inputs, outputs, |m, inputs: WaveInputs<Signal>| {
        let is_own = inputs.issued_wave.equals(m.instance_index(inputs.issued_wave.width()));
        let own = (inputs.issued & is_own).named("own_is_issued");
        let running = m.reset_register("running", 1, 0);
        let stays = (running.q() & !(own & inputs.is_last)).named("stays");
        running.next(!inputs.stop & (inputs.start | stays));
        let counter = m.reset_register("counter", COUNTER_BITS, 0);
        counter
            .next_when(own | inputs.counter_write, own.mux(inputs.following, inputs.counter_value));
        WaveOutputs { running: running.q(), candidate: stays, counter: counter.q() }
    })
}

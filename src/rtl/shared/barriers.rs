//! Barriers (ISA.md section 9): BAR holds its wave until enough waves have arrived, and counts threads on the way.
//!
//! ```text
//!  running ─────────►┌──────────┐───► held      the offered wave waits: it issues nothing
//!  issue_* ─────────►│ barriers │
//!  arriving, wave ──►│          │───► result    of the last barrier of the wave that executes
//!  q, voters ───────►└──────────┘
//! ```
//!
//! A wave waits from the cycle after BAR is issued; it arrives with the last beat of BAR. In the cycle after an arrival the
//! barrier is looked at, and if it opens its waves are not held any more in that very cycle; their results are there a cycle
//! later, long before a B2R executes.
//!
//! **When a barrier opens.** When the wave that has just arrived names a number of waves and as many are there; or when one of
//! those that are there waits for all, and no other wave runs. A wave runs while `running` says that it has instructions
//! left, and while it waits.
//!
//! **State belongs to waves, not to barriers.** A wave is at one barrier at most, so what has arrived at barrier n is what the
//! waves there hold: each keeps where it is, what it asked for, and the count of its own threads. Nothing must be cleared when
//! a barrier opens, so it can be used again at once, and 16 barriers cost what `waves` waves need. One barrier is looked at a
//! cycle: the one at which a wave has just arrived, else that of the first wave that runs. That is enough: a barrier that
//! waits for all opens only when every wave that runs is there, a wave that has just arrived included.
//!
//! **Mixed operations.** BAR.RED of whatever kind adds its threads, BAR.SYNC none; each wave gets what its own instruction asked
//! for, over all threads that were added.
//!
//! **Cost**: docs/measure/area.md.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::encoding::{ALL_WAVES, ARRIVING_WAVES, BARRIER};
use crate::isa::{BarrierReduction, Operation};
use crate::rtl::issue::decode::{self, Executing};
use crate::rtl::schedule::{counts, element, index_bits, optional_input};
use crate::rtl::shared::special::Slot;

/// Bits of an opcode that tell arrivals apart: bit 2 says that threads are counted, the lower two what for.
const CHOICE_BITS: usize = 3;

/// Bits of a barrier's result.
pub fn result_bits(config: &Config) -> usize {
    index_bits(config.waves * config.threads() + 1)
}

/// Bits of one wave's count.
fn count_bits(config: &Config) -> usize {
    index_bits(config.threads() + 1)
}

/// Builds the barriers of `config`.
pub fn barriers(config: &Config) -> Arc<Module> {
    let purpose = "Holds waves until enough have arrived at their barrier, and counts threads over all of them.";
    let builder = ModuleBuilder::new("lanebeat_barriers", purpose);
    let m = &builder;
    let wave_bits = index_bits(config.waves);
    let running = m.input("running", config.waves, "waves that have instructions left, wave 0 lowest");
    let issue_wave = optional_input(m, "issue_wave", wave_bits, "the wave that is offered");
    let issued = m.input("issued", 1, "its BAR is taken");
    let wave = optional_input(m, "wave", wave_bits, "the wave that executes");
    let arriving = m.input("arriving", 1, "a beat of its BAR executes");
    let first = (config.beats > 1).then(|| m.input("first_beat", 1, "it is the first"));
    let last = (config.beats > 1).then(|| m.input("last_beat", 1, "it is the last"));
    let choice = m.input("choice", CHOICE_BITS, "lower digit of the opcode");
    let number = m.input("number", BARRIER.width, "the barrier");
    let wanted = m.input("wanted", ARRIVING_WAVES.width, "waves that it needs, 0 for all that run");
    let voters = m.input("voters", config.lanes, "threads of the beat that execute");
    let q = m.input("q", config.lanes, "their predicate");

    let counted = voters & choice.bit(2).repeat(config.lanes);
    let ones = sum(m, (counted & q).elements(1), count_bits(config)).named("beat_ones");
    let arrives = last.map_or(arriving, |last| arriving & last).named("arrives");
    let latest = Latest::new(m, arrives, number, wanted);

    let candidate = m.wire("candidate", BARRIER.width);
    let opens = m.wire("opens", 1);
    let total = m.wire("total", result_bits(config));
    let any_missed = m.wire("any_missed", 1);
    let waves = m.instances("of_wave", config.waves, &barrier_of_wave(config)).broadcast("issued", issued);
    let waves = waves.maybe("issue_wave", issue_wave).maybe("wave", wave).broadcast("arriving", arriving);
    let waves = waves.maybe("first_beat", first).broadcast("arrives", arrives).broadcast("choice", choice);
    let waves = waves.broadcast("number", number).broadcast("for_all", wanted.is(ALL_WAVES.into())).broadcast("ones", ones);
    let waves = waves.broadcast("misses", (counted & !q).any().named("beat_misses")).broadcast("candidate", candidate);
    let waves = waves.broadcast("opens", opens).broadcast("total", total).broadcast("any_missed", any_missed);
    let waves = waves.broadcast("nobody_runs", !running.any()).build();

    let here = waves.output("here");
    let waiting = waves.output("waiting");
    let runs = (running | waiting).named("runs");
    candidate.drive(latest.arrived.mux(latest.number, first_of(runs, waves.output("place"))));
    let are_enough = latest.names_a_number & !sum(m, here.elements(1), ARRIVING_WAVES.width).less_than(latest.wanted);
    let are_all = (here & waves.output("needs_all")).any() & !(runs & !here).any();
    opens.drive((latest.arrived & are_enough.named("are_enough")) | are_all.named("are_all"));
    total.drive(sum(m, waves.output("ones_here").elements(count_bits(config)), result_bits(config)));
    any_missed.drive(waves.output("missed_here").any());

    let held = waiting & !(here & opens.repeat(config.waves));
    m.output("held", of_wave(config, held.named("held_waves"), issue_wave), "the offered wave waits");
    let result = of_wave(config, waves.output("result"), wave);
    m.output("result", result, "result of the last barrier of the wave that executes");
    builder.finish()
}

/// Of one value a wave, that of `wave`.
fn of_wave<'m>(config: &Config, values: Signal<'m>, wave: Option<Signal<'m>>) -> Signal<'m> {
    let width = values.width() / config.waves;
    element(values.zero_extend(width << index_bits(config.waves)), wave)
}

/// The arrival of the cycle before.
struct Latest<'m> {
    arrived: Signal<'m>,
    number: Signal<'m>,
    wanted: Signal<'m>,
    names_a_number: Signal<'m>,
}

impl<'m> Latest<'m> {
    fn new(m: &'m ModuleBuilder, arrives: Signal<'m>, number: Signal<'m>, wanted: Signal<'m>) -> Self {
        let arrived = m.reset_register("latest_arrived", 1, 0);
        arrived.next(arrives);
        let (number, wanted) = (m.delayed("latest_number", number), m.delayed("latest_wanted", wanted));
        Self { arrived: arrived.q(), number, wanted, names_a_number: !wanted.is(ALL_WAVES.into()) }
    }
}

/// The element that belongs to the lowest bit of `wanted` that is set; any if none is.
fn first_of<'m>(wanted: Signal<'m>, values: Signal<'m>) -> Signal<'m> {
    let values = values.elements(values.width() / wanted.width());
    let mut candidates = values.into_iter().enumerate().rev();
    let (_, last) = candidates.next().expect("a machine has waves");
    candidates.fold(last, |later, (wave, value)| wanted.bit(wave).mux(value, later)).named("first_running_number")
}

/// The sum of `parts`, of which no bit is lost in `width` bits; neighbours are added first.
fn sum<'m>(m: &'m ModuleBuilder, parts: Vec<Signal<'m>>, width: usize) -> Signal<'m> {
    let mut level = parts;
    while level.len() > 1 {
        let wider = (level[0].width() + 1).min(width);
        let add = |pair: &[Signal<'m>]| match *pair {
            [low, high] => low.zero_extend(wider) + high.zero_extend(wider),
            [alone] => alone.zero_extend(wider),
            _ => unreachable!("pairs"),
        };
        level = level.chunks(2).map(add).collect();
    }
    level.first().map_or_else(|| m.constant(width, 0), |sum| sum.zero_extend(width))
}

fn barrier_of_wave(config: &Config) -> Arc<Module> {
    let builder =
        ModuleBuilder::new("lanebeat_barrier_of_wave", "One wave at a barrier: where it waits, and what it has counted.");
    let m = &builder;
    let wave_bits = index_bits(config.waves);
    let issue_wave = optional_input(m, "issue_wave", wave_bits, "the wave that is offered");
    let issued = own(m, issue_wave, m.input("issued", 1, "its BAR is taken")).named("own_issued");
    let wave = optional_input(m, "wave", wave_bits, "the wave that executes");
    let arriving = own(m, wave, m.input("arriving", 1, "a beat of its BAR executes"));
    let first = (config.beats > 1).then(|| m.input("first_beat", 1, "it is the first"));
    let arrives = own(m, wave, m.input("arrives", 1, "it is the last"));
    let choice = kept(m, "choice", CHOICE_BITS, arrives, "lower digit of the opcode");
    let number = kept(m, "number", BARRIER.width, arrives, "the barrier");
    let for_all = kept(m, "for_all", 1, arrives, "it needs all waves that run");
    let ones = m.input("ones", count_bits(config), "threads of the beat in which q is true");
    let misses = m.input("misses", 1, "q is false in a thread of the beat");

    let candidate = m.input("candidate", BARRIER.width, "the barrier that is looked at");
    let opens = m.input("opens", 1, "that barrier opens");
    let nobody_runs = m.input("nobody_runs", 1, "no wave has instructions left");
    let waiting = m.reset_register("waiting", 1, 0);
    let arrived = m.reset_register("arrived", 1, 0);
    let here = (waiting.q() & arrived.q() & number.equals(candidate)).named("is_here");
    let goes_on = (opens & here).named("goes_on");
    waiting.next_when(issued | goes_on | nobody_runs, issued);
    arrived.next_when(issued | arrives, arrives);

    let (ones, missed) = accumulated(m, arriving, first, ones, misses);
    let total = m.input("total", result_bits(config), "threads in which q is true, of all waves there");
    let any_missed = m.input("any_missed", 1, "q is false in a thread of a wave there");
    let result = m.reset_register("result", result_bits(config), 0);
    result.next_when(goes_on, wanted_result(choice, total, any_missed));

    m.output("waiting", waiting.q(), "it waits, or BAR is on its way");
    m.output("here", here, "it has arrived at that barrier and waits");
    m.output("place", number, "the barrier at which it arrived");
    m.output("needs_all", for_all, "it waits for all that run");
    m.output("ones_here", ones & here.repeat(ones.width()), "its threads in which q is true, if it is at that barrier");
    m.output("missed_here", missed & here, "q is false in one of its threads, and it is at that barrier");
    m.output("result", result.q(), "the result of its last barrier");
    builder.finish()
}

/// `event`, if it is about this copy's wave.
fn own<'m>(m: &'m ModuleBuilder, wave: Option<Signal<'m>>, event: Signal<'m>) -> Signal<'m> {
    wave.map_or(event, |wave| event & wave.equals(m.instance_index(wave.width())))
}

/// An input that is kept when the wave arrives.
fn kept<'m>(m: &'m ModuleBuilder, name: &str, width: usize, arrives: Signal<'m>, purpose: &str) -> Signal<'m> {
    let register = m.register(&format!("own_{name}"), width);
    register.next_when(arrives, m.input(name, width, purpose));
    register.q()
}

/// The wave's count and whether a thread missed, gathered over the beats; the first beat starts anew.
fn accumulated<'m>(
    m: &'m ModuleBuilder,
    arriving: Signal<'m>,
    first: Option<Signal<'m>>,
    ones: Signal<'m>,
    misses: Signal<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let (count, missed) = (m.register("own_ones", ones.width()), m.register("own_missed", 1));
    let unless_first = |old: Signal<'m>| first.map_or(m.constant(old.width(), 0), |first| old & (!first).repeat(old.width()));
    count.next_when(arriving, unless_first(count.q()) + ones);
    missed.next_when(arriving, unless_first(missed.q()) | misses);
    (count.q(), missed.q())
}

/// What the wave asked for.
fn wanted_result<'m>(choice: Signal<'m>, total: Signal<'m>, any_missed: Signal<'m>) -> Signal<'m> {
    let is = |reduction: BarrierReduction| choice.is((Operation::BarrierReduce(reduction).opcode() & 7).into());
    let flag = |flag: Signal<'m>| flag.zero_extend(total.width());
    let counted = total & is(BarrierReduction::Count).repeat(total.width());
    counted | flag(is(BarrierReduction::And) & !any_missed) | flag(is(BarrierReduction::Or) & total.any())
}

/// The barriers in the core, at its issue port.
#[derive(Clone, Copy)]
pub struct Gate<'m> {
    running: Signal<'m>,
    wave: Option<Signal<'m>>,
    /// The offered wave waits; driven by [`Gate::result`].
    pub held: Signal<'m>,
}

impl<'m> Gate<'m> {
    /// The port that says which waves run; `wave` is the one that is offered.
    pub fn new(m: &'m ModuleBuilder, config: &Config, wave: Option<Signal<'m>>) -> Self {
        let running = m.input("running", config.waves, "waves that have instructions left, wave 0 lowest");
        Self { running, wave, held: m.wire("held", 1) }
    }

    /// What B2R of the executing wave reads: the result, or for the predicate whether it is not 0. `issued` says that an
    /// arrival is taken; `voters` and `q` are the beat's.
    pub fn result(
        &self,
        m: &'m ModuleBuilder,
        config: &Config,
        executing: &Executing<'m>,
        slot: Slot<'m>,
        [issued, voters, q]: [Signal<'m>; 3],
    ) -> Signal<'m> {
        let (opcode, literal) = (executing.opcode(), executing.literal());
        let arriving = slot.busy & decode::is_one_of(m, config, opcode, Operation::is_arrival);
        let unit = m.instance("barriers", &barriers(config)).broadcast("running", self.running).broadcast("issued", issued);
        let unit = unit.maybe("issue_wave", self.wave).maybe("wave", executing.wave).broadcast("arriving", arriving);
        let unit = unit.broadcast("choice", opcode.slice(0, CHOICE_BITS));
        let unit = unit.broadcast("number", literal.slice(BARRIER.low, BARRIER.width));
        let unit = unit.broadcast("wanted", literal.slice(ARRIVING_WAVES.low, ARRIVING_WAVES.width));
        let unit = unit.broadcast("voters", voters).broadcast("q", q);
        let unit = unit.maybe("first_beat", slot.beat.map(|_| counts(m, slot.beat, 0)));
        let unit = unit.maybe("last_beat", slot.beat.map(|_| counts(m, slot.beat, config.beats - 1))).build();
        self.held.drive(unit.output("held"));
        let result = unit.output("result");
        let tests = opcode.is(Operation::TestBarrier.opcode().into()).named("tests_barrier");
        tests.mux(result.any().zero_extend(result.width()), result).named("barrier_word")
    }
}

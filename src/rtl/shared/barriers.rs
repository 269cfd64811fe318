//! Barriers (ISA.md section 9): BAR holds its wave until enough waves have arrived, and counts
//! threads on the way.
//!
//! ```text
//!  running ─────────►┌──────────┐───► held      the offered wave waits: it issues nothing
//!  issue_* ─────────►│ barriers │
//!  arriving, wave ──►│          │───► result    of the last barrier of the wave that reads it
//!  q, voters ───────►└──────────┘
//! ```
//!
//! A wave waits from the cycle after BAR is issued; it arrives with the last beat of BAR, which is
//! known with the beat before. In the cycle of the last beat the barrier is looked at, and if it
//! opens its waves are not held any more from the next cycle on. The threads of a beat are counted and
//! added to their wave's count in the cycle after it, so results are there two cycles later, before a
//! B2R executes. With one beat all of that is a cycle later.
//!
//! **When a barrier opens.** When the wave that has just arrived names a number of waves and as
//! many are there; or when one of those that are there waits for all, and no other wave runs. A
//! wave runs while `running` says that it has instructions left, and while it waits.
//!
//! **State belongs to waves, not to barriers.** A wave is at one barrier at most, so what has
//! arrived at barrier n is what the waves there hold: each keeps where it is, what it asked for,
//! and the count of its own threads. Nothing must be cleared when a barrier opens, so it can be
//! used again at once, and 16 barriers cost what `waves` waves need. Two questions are asked in a
//! cycle: whether enough are at the one at which a wave has just arrived, and whether all waves that
//! run are at one. That is enough: a barrier that waits for all opens only when every wave that runs
//! is there. A wave whose BAR was just issued keeps it shut, wherever it will arrive.
//!
//! **Mixed operations.** BAR.RED of whatever kind adds its threads, BAR.SYNC none; each wave gets
//! what its own instruction asked for, over all threads that were added.

use crate::isa::encoding::{ALL_WAVES, ARRIVING_WAVES, BARRIER};
use crate::isa::{BarrierReduction, ControlOperation, ReadOperation};
use crate::rtl::codes::{is_choice, is_operation};
use crate::rtl::issue::decode;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::prelude::*;
use crate::rtl::schedule::counts;
use crate::rtl::shared::slot::Slot;

/// Bits of an opcode that tell arrivals apart: bit 2 says that threads are counted, the lower two
/// what for.
const CHOICE_BITS: usize = 3;

ports! {
    pub struct Inputs(plan: &Plan) {
        running: [plan.waves] "waves that have instructions left, wave 0 lowest";
        issue_wave: [plan.wave.bits] "wave of the offered instruction";
        issued: [1] "BAR of the offered wave is taken";
        wave: [plan.wave.bits] "wave that executes";
        reading_wave: [plan.wave.bits] "wave whose result is read";
        arriving: [1] "a beat of BAR executes";
        first_beat: [(plan.beats > 1).into()] "the beat is the first";
        last_follows: [(plan.beats > 1).into()] "the next beat is the last";
        choice: [CHOICE_BITS] "lower digit of the opcode";
        number: [BARRIER.width] "barrier of the BAR that executes";
        wanted: [ARRIVING_WAVES.width] "waves that the barrier needs, 0 for all that run";
        voters: [plan.lanes] "threads of the beat that execute";
        q: [plan.lanes] "predicate q of each lane";
    }

    pub struct Outputs(plan: &Plan) {
        held: [1] "the offered wave waits";
        result: [plan.barrier_total.bits]
            "result of the last barrier of the wave that reads it";
    }
}

/// Builds the barriers of `plan`.
pub fn barriers(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "Holds waves until enough have arrived at their barrier, and counts threads over all of them.";
    Block::of("lanebeat_barriers", purpose, plan, |m, inputs| all_waves(m, plan, inputs))
}

fn all_waves<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { running, issue_wave, wave, arriving, choice, number, wanted, voters, q, .. } =
        inputs;
    let issued = m.reset_register("issued_before", 1, 0).next(inputs.issued);
    let counting = m.reset_register("counting", 1, 0).next(arriving);
    let counted = voters & choice.bit(2).repeat(plan.lanes);
    // Masks come late in their cycle, so threads are counted in the next.
    let ones = m.delayed("ones", counted & q).elements(1);
    let beat_ones = sum(m, "beat_ones", ones, plan.barrier_count.bits)
        .because("Voters of the last beat whose predicate is 1, added beat by beat.");
    let arrives = (arriving & inputs.last_follows.all()).named("arrives");
    // The arrival of the cycle before.
    let latest_arrived = m.reset_register("latest_arrived", 1, 0).next(arrives);
    let latest_wanted = m.delayed("latest_wanted", wanted);
    let names_a_number = !latest_wanted.is(ALL_WAVES.into());

    let are_enough = m.wire("are_enough", 1);
    let are_all = m.wire("are_all", 1);
    let total = m.wire("total", plan.barrier_total.bits);
    let any_true = m.wire("any_true", 1);
    let any_missed = m.wire("any_missed", 1);
    let of_wave = WaveInputs {
        issued_wave: m.delayed("wave_before", issue_wave),
        issued,
        wave,
        arrives,
        choice,
        number,
        for_all: wanted.is(ALL_WAVES.into()),
        counted_wave: m.delayed("counted_wave", wave),
        counting,
        first_beat: m.delayed("counted_first_beat", inputs.first_beat),
        ones: beat_ones,
        misses: m.delayed("missing", counted & !q).any(),
        are_enough,
        are_all,
        nobody_runs: !running.any(),
        total,
        any_true,
        any_missed,
    };
    let waves = barrier_of_wave(plan);
    let waves = waves.instances(m, "of_wave", plan.waves, of_wave);

    let count = sum(m, "waves_at_latest", waves.at_latest.elements(1), ARRIVING_WAVES.width)
        .because("Only the barrier of the latest arrival can have become full.");
    are_enough.drive(latest_arrived & names_a_number & !count.less_than(latest_wanted));
    let runs = (running | waves.waits | waves.just_issued).named("runs");
    let all_there = !(runs & !waves.is_there).any();
    let at_one = are_at_one(m, plan, waves.is_there, waves.place);
    are_all.drive((waves.is_there & waves.needs_all).any() & all_there & at_one);
    let ones_here = waves.ones_here.elements(plan.barrier_count.bits);
    total.drive(sum(m, "ones_here", ones_here, plan.barrier_total.bits));
    any_true.drive(waves.true_here.any());
    any_missed.drive(waves.missed_here.any());

    let waiting = (waves.waits | waves.just_issued).named("waiting");
    Outputs {
        held: element_of_wave(plan, waiting, issue_wave),
        result: element_of_wave(plan, waves.result, inputs.reading_wave),
    }
}

/// Selects the element of `wave` from `values`, one element a wave.
fn element_of_wave<'m>(plan: &Plan, values: Signal<'m>, wave: Signal<'m>) -> Signal<'m> {
    let width = values.width() / plan.waves;
    values.zero_extend(width << plan.wave.bits).element(wave)
}

/// Whether the waves that are there are at one barrier: none of its number's bits is 1 for some and 0
/// for others.
fn are_at_one<'m>(
    m: &'m Builder,
    plan: &Plan,
    is_there: Signal<'m>,
    places: Signal<'m>,
) -> Signal<'m> {
    let places = places.elements(BARRIER.width);
    let differs = |bit: usize| {
        let of_wave: Vec<Signal> = (0..plan.waves).map(|wave| places[wave].bit(bit)).collect();
        let ones = m.concat(&of_wave).named(&format!("places_bit{bit}"));
        (is_there & ones).any() & (is_there & !ones).any()
    };
    let differences: Vec<Signal> = (0..BARRIER.width).map(differs).collect();
    !m.concat(&differences).named("places_differ").any()
}

/// The sum of `parts`, named `name`, of which no bit is lost in `width` bits; neighbours are added
/// first.
fn sum<'m>(m: &'m Builder, name: &str, parts: Vec<Signal<'m>>, width: usize) -> Signal<'m> {
    let (mut level, mut added) = (parts, 1);
    while level.len() > 1 {
        added *= 2;
        let wider = (level[0].width() + 1).min(width);
        let add = |(number, pair): (usize, &[Signal<'m>])| match *pair {
            [low, high] => (low.zero_extend(wider) + high.zero_extend(wider)).named(&format!(
                "{name}_from{}_to{}",
                added * number,
                added * (number + 1) - 1
            )),
            [alone] => alone.zero_extend(wider),
            _ => unreachable!("pairs"),
        };
        level = level.chunks(2).enumerate().map(add).collect();
    }
    level.first().map_or_else(|| m.constant(width, 0), |sum| sum.zero_extend(width)).named(name)
}

ports! {
    pub struct WaveInputs(plan: &Plan) {
        issued_wave: [plan.wave.bits] "wave of the instruction offered one cycle ago";
        issued: [1] "BAR was taken one cycle ago";
        wave: [plan.wave.bits] "wave that executes";
        arrives: [1] "the wave is there from the next cycle on";
        choice: [CHOICE_BITS] "lower digit of the opcode";
        number: [BARRIER.width] "barrier of the BAR that executes";
        for_all: [1] "the barrier needs all waves that run";
        counted_wave: [plan.wave.bits] "wave that executed one cycle ago";
        counting: [1] "a beat of BAR executed one cycle ago";
        first_beat: [(plan.beats > 1).into()] "that beat was the first";
        ones: [plan.barrier_count.bits] "threads of that beat in which q was true";
        misses: [1] "q was false in a thread of that beat";
        are_enough: [1] "the barrier at which a wave has just arrived opens";
        are_all: [1] "all waves that run are at one barrier, and it opens";
        nobody_runs: [1] "no wave has instructions left";
        total: [plan.barrier_total.bits] "threads in which q is true, of all waves there";
        any_true: [1] "q is true in a thread of a wave there, which is known before the total";
        any_missed: [1] "q is false in a thread of a wave there";
    }

    pub struct WaveOutputs(plan: &Plan) {
        just_issued: [1] "BAR of the wave was taken one cycle ago";
        waits: [1] "the wave waits, or its BAR is on its way";
        at_latest: [1] "the wave waits where a wave has just arrived";
        is_there: [1] "the wave waits where it has arrived";
        place: [BARRIER.width] "the barrier at which the wave arrived";
        needs_all: [1] "the wave waits for all that run";
        ones_here: [plan.barrier_count.bits]
            "threads of the wave in which q is true, if its barrier opened two cycles ago";
        true_here: [1] "q is true in a thread of the wave, and its barrier opened two cycles ago";
        missed_here: [1] "q is false in a thread of the wave, and its barrier opened two cycles ago";
        result: [plan.barrier_total.bits] "the result of the wave's last barrier";
    }
}

fn barrier_of_wave(plan: &Plan) -> Block<WaveInputs, WaveOutputs> {
    let purpose = "One wave at a barrier: where it waits, and what it has counted.";
    Block::of("lanebeat_barrier_of_wave", purpose, plan, |m, inputs| one_wave(m, inputs))
}

fn one_wave<'m>(m: &'m Builder, inputs: WaveInputs<Signal<'m>>) -> WaveOutputs<Signal<'m>> {
    let own = |wave: Signal<'m>, event: Signal<'m>| event & wave.is_own_index();
    let issued = own(inputs.issued_wave, inputs.issued);
    let arrives = own(inputs.wave, inputs.arrives);
    let kept = |name: &str, signal: Signal<'m>| {
        m.register(name, signal.width()).next_when(arrives, signal)
    };
    let choice = kept("own_choice", inputs.choice);
    let number = kept("own_number", inputs.number);
    let for_all = kept("own_for_all", inputs.for_all);

    let waiting = m.reset_register("waiting", 1, 0);
    let arrived = m.reset_register("arrived", 1, 0);
    let goes_on = m.reset_register("goes_on", 1, 0);
    let waits = (waiting.q() & !goes_on.q())
        .named("waits")
        .because("A wave at its barrier is held until the barrier opens for it.");
    let is_there = (waits & arrived.q()).named("is_there");
    let is_of_latest = m.delayed("is_of_latest", arrives | number.equals(inputs.number)).because(
        "The number is compared in the cycle of the arrival, in which no other wave's changes.",
    );
    let at_latest = is_there & is_of_latest;
    goes_on.next((inputs.are_enough & at_latest) | (inputs.are_all & is_there));
    let goes_on = goes_on.q();
    waiting.next_when(issued | goes_on | inputs.nobody_runs, issued);
    arrived.next_when(issued | arrives, arrives);

    let (ones, missed) = accumulated(m, own(inputs.counted_wave, inputs.counting), &inputs);
    // Also the last beat has been added.
    let settled = m.reset_register("settled", 1, 0).next(goes_on);
    let result = m
        .reset_register("result", inputs.total.width(), 0)
        .next_when(settled, wanted_result(choice, &inputs));
    WaveOutputs {
        just_issued: issued,
        waits,
        at_latest,
        is_there,
        place: number,
        needs_all: for_all,
        ones_here: ones & settled.repeat(ones.width()),
        true_here: ones.any() & settled,
        missed_here: missed & settled,
        result,
    }
}

/// The wave's count and whether a thread missed, put together over the beats; the first beat starts
/// anew.
fn accumulated<'m>(
    m: &'m Builder,
    counting: Signal<'m>,
    inputs: &WaveInputs<Signal<'m>>,
) -> (Signal<'m>, Signal<'m>) {
    let (count, missed) =
        (m.register("own_ones", inputs.ones.width()), m.register("own_missed", 1));
    let later = !inputs.first_beat.all();
    let unless_first = |old: Signal<'m>| old & later.repeat(old.width());
    count.next_when(counting, unless_first(count.q()) + inputs.ones);
    missed.next_when(counting, unless_first(missed.q()) | inputs.misses);
    (count.q(), missed.q())
}

/// Result that the wave asked for.
fn wanted_result<'m>(choice: Signal<'m>, inputs: &WaveInputs<Signal<'m>>) -> Signal<'m> {
    let &WaveInputs { total, any_true, any_missed, .. } = inputs;
    let is =
        |reduction: BarrierReduction| is_choice(choice, ControlOperation::BarrierReduce(reduction));
    let flag = |flag: Signal<'m>| flag.zero_extend(total.width());
    let counted = total & is(BarrierReduction::Count).repeat(total.width());
    counted
        | flag(is(BarrierReduction::And) & !any_missed)
        | flag(is(BarrierReduction::Or) & any_true)
}

/// Result that B2R of the executing wave reads, and whether the offered wave waits.
#[derive(Clone, Copy)]
pub struct Barriers<'m> {
    /// The result, or for the predicate whether it is not 0.
    pub word: Signal<'m>,
    pub held: Signal<'m>,
}

/// The barriers in the core. `reading` is the instruction that reads a result if it is B2R.
/// `running` are the waves that run, `issue_wave` is the one that is
/// offered and `issued` says that its arrival is taken; `voters` and `q` are the beat's.
pub fn barriers_of_core<'m>(
    m: &'m Builder,
    plan: &Plan,
    [executing, reading]: [&Instruction<Signal<'m>>; 2],
    slot: Slot<'m>,
    [running, issue_wave, issued]: [Signal<'m>; 3],
    [voters, q]: [Signal<'m>; 2],
) -> Barriers<'m> {
    let (opcode, literal) = (executing.opcode, executing.literal);
    let if_beats = |signal: Signal<'m>| if plan.beats > 1 { signal } else { m.nothing() };
    let inputs = Inputs {
        running,
        issue_wave,
        issued,
        wave: executing.wave,
        reading_wave: reading.wave,
        arriving: slot.busy & decode::is_one_of(m, plan, opcode, Operation::is_arrival),
        first_beat: if_beats(counts(m, slot.beat, 0)),
        last_follows: if_beats(counts(m, slot.beat, plan.beats.saturating_sub(2))),
        choice: opcode.slice(0, CHOICE_BITS),
        number: literal.slice(BARRIER.low, BARRIER.width),
        wanted: literal.slice(ARRIVING_WAVES.low, ARRIVING_WAVES.width),
        voters,
        q,
    };
    let Outputs { held, result } = barriers(plan).instance(m, "barriers", inputs);
    let tests =
        is_operation(reading.opcode, ReadOperation::BarrierPredicate).named("tests_barrier");
    let word = tests.mux(result.any().zero_extend(result.width()), result).named("barrier_word");
    Barriers { word, held }
}

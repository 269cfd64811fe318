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
//! The offered instruction is in registers, and behind it, in the program memory's read register,
//! the next: that of the next wave that runs, or the next one of the only wave. The feeder moves on
//! when the core has accepted the instruction, and a cycle after the core says that the wave itself
//! must wait (`issue_blocked`); so in a slot of 4 cycles it offers two waves' instructions. While
//! the whole core can accept nothing (another phase, `s_nop`, a second pass) it holds.
//!
//! **No wave starves.** Moving on goes round robin from the wave fetched last. A wave is passed
//! over only while an instruction of its own is in flight or it waits at a barrier; when its turn
//! comes and neither is so, it is held until it issues.
//!
//! In a machine with a program of its own, its waves start in the first cycle after a reset, as if the
//! host had written their program counters and WAVES.
//!
//! A wave ends with its EXIT, or with a word that the core calls illegal: that word is issued too,
//! for what its bits say.

use super::map::COUNTER_BITS;
use crate::isa::ControlOperation;
use crate::isa::encoding::OPCODE;
use crate::rtl::codes::is_operation;
use crate::rtl::prelude::*;
use crate::rtl::schedule::stays_in_range;

ports! {
    pub struct Inputs(plan: &Plan) {
        stop: [1] "every wave ends";
        pause: [1] "nothing is offered";
        start: [plan.waves] "waves that start, if they do not run";
        counter_write: [plan.waves] "waves whose program counter is written";
        counter_value: [COUNTER_BITS] "new value of the program counters that are written";
        opcode: [OPCODE.width] "opcode of the offered instruction";
        issue_ready: [1] "the core takes what is offered";
        issue_blocked: [1] "the offered wave must wait";
        issue_illegal: [1] "what is offered is no instruction";
        retired: [1] "the last results of an instruction are written";
    }

    pub struct Outputs(plan: &Plan) {
        issue_valid: [1] "an instruction is offered";
        issue_wave: [plan.wave.bits] "wave of the offered instruction";
        issued: [1] "an instruction was taken one cycle ago";
        issued_illegal: [1] "a word that is no instruction was taken one cycle ago";
        issued_wave: [plan.wave.bits] "wave of the instruction offered one cycle ago";
        issued_address: [COUNTER_BITS] "place of the instruction offered one cycle ago";
        takes: [1] "the word that the program memory read is offered from the next cycle on";
        fetch: [1] "the program memory reads";
        fetch_address: [COUNTER_BITS] "the word that the program memory reads";
        running: [plan.waves] "waves that have not ended";
        counters: [COUNTER_BITS * plan.waves] "program counters, wave 0 lowest";
        busy: [1] "a wave runs, or results are still to be written";
    }
}

/// Builds the feeder of `plan`. `starts` are waves that run after a reset, each with the place of its
/// first instruction.
pub(super) fn feeder(plan: &Plan, starts: &[(usize, usize)]) -> Block<Inputs, Outputs> {
    let purpose =
        "Program counters of all waves, and the choice of the wave that is offered to the core.";
    Block::of("lanebeat_feeder", purpose, plan, |m, inputs| {
        let inputs = if starts.is_empty() { inputs } else { booting(m, plan, starts, inputs) };
        all_waves(m, plan, inputs)
    })
}

/// The inputs, and in the first cycle after a reset the start of those waves.
fn booting<'m>(
    m: &'m Builder,
    plan: &Plan,
    starts: &[(usize, usize)],
    inputs: Inputs<Signal<'m>>,
) -> Inputs<Signal<'m>> {
    let boots = m.reset_register("boots", 1, 1).next(m.constant(1, 0));
    let place = |wave| starts.iter().find(|start| start.0 == wave).map(|start| start.1);
    let runs = |wave| m.constant(1, place(wave).is_some().into());
    let runs: Vec<Signal> = (0..plan.waves).map(runs).collect();
    let counter = |wave| {
        let first = m.constant(COUNTER_BITS, place(wave).unwrap_or(0) as u128);
        boots.mux(first, inputs.counter_value)
    };
    let counters: Vec<Signal> = (0..plan.waves).map(counter).collect();
    Inputs {
        start: inputs.start | (m.concat(&runs) & boots.repeat(plan.waves)),
        counter_write: inputs.counter_write | boots.repeat(plan.waves),
        counter_value: m.concat(&counters).named("counter_values"),
        ..inputs
    }
}

fn all_waves<'m>(m: &'m Builder, plan: &Plan, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let wave_bits = plan.wave.bits;
    let offered = Place::new(m, "offered", wave_bits, 0);
    let fetched = Place::new(m, "fetched", wave_bits, plan.waves as u128 - 1);
    let issue_valid = (offered.valid.q() & !inputs.pause).named("offers");
    let issued = (issue_valid & inputs.issue_ready).named("taken");
    let is_last = is_operation(inputs.opcode, ControlOperation::Exit) | inputs.issue_illegal;
    let following = offered.following(m).named("following_address");
    let issued_before = m.reset_register("issued_before", 1, 0).next(issued);
    let wave_before = m.delayed("wave_before", offered.wave.q());
    let of_waves = WaveInputs {
        stop: inputs.stop,
        start: inputs.start,
        counter_write: inputs.counter_write,
        counter_value: inputs.counter_value,
        issued,
        issued_wave: offered.wave.q(),
        is_last,
        issued_before,
        wave_before,
        following_before: m.delayed("following_before", following),
    };
    let WaveOutputs { running, stays, counter } =
        wave(plan).instances(m, "wave", plan.waves, of_waves);

    let at_once = plan.slot_cycles == 1;
    let candidates = stays.present_or(running);
    let of_fetched = candidates.zero_extend(1 << wave_bits).element(fetched.wave.q());
    let is_there = (fetched.valid.q() & of_fetched).named("fetched_is_there");
    let is_free = if at_once { !offered.valid.q() | issued } else { !offered.valid.q() };
    let gives_way = m.reset_register("gives_way", 1, 0);
    let takes = (is_there & (is_free | gives_way.q())).named("takes");

    let number = |wave| m.constant(wave_bits, wave as u128);
    let is_wave = |wave, place: &Place<'m>| place.wave.q().equals(number(wave));
    let choices: Vec<Choice> = (0..plan.waves)
        .map(|wave| Choice {
            wave: number(wave),
            counter: counter.slice(COUNTER_BITS * wave, COUNTER_BITS),
            is_offered: is_wave(wave, &offered),
        })
        .collect();
    let next = round_robin(&choices, candidates, fetched.wave.q());
    let (next_wave, next_counter) = (next.wave.named("next_wave"), next.counter);
    // In turn, the wave fetched last is the next one if no other is a candidate.
    let is_other = |wave| candidates.bit(wave) & !is_wave(wave, &fetched);
    let others: Vec<Signal> = (0..plan.waves).map(is_other).collect();
    let is_only = !m.concat(&others).any();
    // An instruction that is fetched behind another one of its wave is the following one; whether
    // one that gives way in this cycle has been taken is known in the next.
    let follows_fetched = (is_there & is_only).named("follows_fetched");
    let follows_offered = offered.valid.q() & next.is_offered & !follows_fetched;
    let follows_offered = follows_offered.named("follows_offered");
    let is_known = if at_once { !takes | issued } else { !takes };
    let next_address = follows_offered.mux(following, next_counter);
    let fetch_address = follows_fetched.mux(fetched.following(m), next_address);
    let has_place = !is_there | takes;
    let fetch = has_place & candidates.any() & (!follows_offered | is_known);
    let fetch = fetch.named("fetches");

    let is_blocked = offered.valid.q() & inputs.issue_blocked & !takes;
    let is_same_wave = offered.wave.q().equals(fetched.wave.q());
    gives_way.next(is_blocked & is_there & !is_same_wave);
    // The instruction after a blocked one makes way for another wave's.
    let makes_way = is_blocked & is_same_wave & !is_only;
    let holds = is_there & !takes & !makes_way;
    offered.valid.next(!inputs.stop & (takes | (offered.valid.q() & !issued)));
    fetched.valid.next(!inputs.stop & (fetch | holds));
    offered.take(takes, fetched.wave.q(), fetched.address.q());
    fetched.take(fetch, next_wave, fetch_address.named("next_address"));

    let in_flight = some_in_flight(plan, issued_before, inputs.retired);
    Outputs {
        issue_valid,
        issue_wave: offered.wave.q(),
        issued: issued_before,
        issued_illegal: issued_before & m.delayed("illegal_before", inputs.issue_illegal),
        issued_wave: wave_before,
        issued_address: m.delayed("address_before", offered.address.q()),
        takes,
        fetch,
        fetch_address,
        running,
        counters: counter,
        busy: running.any() | issued_before | in_flight,
    }
}

/// An instruction, by its wave and its place in the program memory.
struct Place<'m> {
    valid: RegisterHandle<'m>,
    wave: RegisterHandle<'m>,
    address: RegisterHandle<'m>,
}

impl<'m> Place<'m> {
    fn new(m: &'m Builder, name: &str, wave_bits: usize, first_wave: u128) -> Self {
        Self {
            valid: m.reset_register(&format!("{name}_valid"), 1, 0),
            wave: m.reset_register(&format!("{name}_wave"), wave_bits, first_wave),
            address: m.register(&format!("{name}_address"), COUNTER_BITS),
        }
    }

    /// The place behind it.
    fn following(&self, m: &'m Builder) -> Signal<'m> {
        self.address.q() + m.constant(COUNTER_BITS, 1)
    }

    /// Another instruction, if `when`.
    fn take(&self, when: Signal<'m>, wave: Signal<'m>, address: Signal<'m>) {
        self.wave.next_when(when, wave);
        self.address.next_when(when, address);
    }
}

/// Counts the instructions on their way: whether there are any.
fn some_in_flight<'m>(plan: &Plan, issued: Signal<'m>, retired: Signal<'m>) -> Signal<'m> {
    let m = issued.builder();
    let in_flight = m.reset_register("in_flight", plan.in_flight.bits, 0);
    let one = m.constant(plan.in_flight.bits, 1);
    stays_in_range(in_flight.q(), plan.in_flight, [issued, retired]);
    in_flight.next_when(issued ^ retired, issued.mux(in_flight.q() + one, in_flight.q() - one));
    in_flight.q().any()
}

/// A wave that may be the next, with what is to be known of it: chosen with its number, it comes as
/// early.
#[derive(Clone, Copy)]
struct Choice<'m> {
    wave: Signal<'m>,
    counter: Signal<'m>,
    /// Whether it is the wave that is offered.
    is_offered: Signal<'m>,
}

impl<'m> Choice<'m> {
    /// This one if `when`.
    fn or(self, when: Signal<'m>, other: Self) -> Self {
        Self {
            wave: when.mux(self.wave, other.wave),
            counter: when.mux(self.counter, other.counter),
            is_offered: when.mux(self.is_offered, other.is_offered),
        }
    }
}

/// The next of the candidates behind wave `last`, in turn; any one where there is no candidate.
fn round_robin<'m>(choices: &[Choice<'m>], candidates: Signal<'m>, last: Signal<'m>) -> Choice<'m> {
    let m = last.builder();
    let is_behind = |wave: usize| match wave {
        0 => m.constant(1, 0),
        wave => last.less_than(m.constant(last.width(), wave as u128)),
    };
    let behind: Vec<Signal> = (0..choices.len()).map(is_behind).collect();
    let behind = (candidates & m.concat(&behind)).named("candidates_behind");
    first_of(choices, behind).or(behind.any(), first_of(choices, candidates))
}

/// The first choice whose bit is set; the last one where none is.
fn first_of<'m>(choices: &[Choice<'m>], bits: Signal<'m>) -> Choice<'m> {
    match choices {
        [choice] => *choice,
        _ => {
            let half = choices.len().next_power_of_two() / 2;
            let (low, high) = (bits.slice(0, half), bits.slice(half, choices.len() - half));
            first_of(&choices[..half], low).or(low.any(), first_of(&choices[half..], high))
        }
    }
}

ports! {
    struct WaveInputs(plan: &Plan) {
        stop: [1] "the wave ends";
        start: [1] "the wave starts, if it does not run";
        counter_write: [1] "the program counter is written";
        counter_value: [COUNTER_BITS] "new value of the program counter";
        issued: [1] "an instruction is issued";
        issued_wave: [plan.wave.bits] "wave of the issued instruction";
        is_last: [1] "the issued instruction ends its wave";
        issued_before: [1] "an instruction was issued one cycle ago";
        wave_before: [plan.wave.bits] "wave of the instruction offered one cycle ago";
        following_before: [COUNTER_BITS]
            "place behind the instruction offered one cycle ago in the program";
    }

    struct WaveOutputs(plan: &Plan) {
        running: [1] "the wave runs";
        stays: [(plan.slot_cycles == 1).into()] "the wave runs, and what it issues does not end it";
        counter: [COUNTER_BITS] "place of the next instruction of the wave";
    }
}

/// One wave's program counter, and whether it runs.
fn wave(plan: &Plan) -> Block<WaveInputs, WaveOutputs> {
    let purpose = "The program counter of one wave, and whether it runs.";
    Block::of("lanebeat_feeder_wave", purpose, plan, |m, inputs: WaveInputs<Signal>| {
        let own = (inputs.issued & inputs.issued_wave.is_own_index()).named("own_is_issued");
        let running = m.reset_register("running", 1, 0);
        let stays = (running.q() & !(own & inputs.is_last)).named("stays");
        running.next(!inputs.stop & (inputs.start | stays));
        // The register learns of an issue a cycle after the output, because an issue is known last in a cycle.
        let own_before = inputs.issued_before & inputs.wave_before.is_own_index();
        let next = m.reset_register("next", COUNTER_BITS, 0);
        let counter = own_before.named("own_was_issued").mux(inputs.following_before, next.q());
        // The host writes no counter of a wave that runs.
        next.next(inputs.counter_write.mux(inputs.counter_value, counter));
        let shown = if plan.slot_cycles == 1 { stays } else { m.nothing() };
        WaveOutputs { running: running.q(), stays: shown, counter }
    })
}

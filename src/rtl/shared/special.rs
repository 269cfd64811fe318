//! Special registers: what S2R reads (ISA.md section 4), and the performance counters that PMTRIG
//! counts with.
//!
//! ```text
//!  starts ────────►┌───────────┐
//!  wave, number ──►│  special  │───► row     32 bits a lane, in place of operand a
//!  trigger ───────►│ registers │
//!  beat ──────────►└───────────┘
//! ```
//!
//! The word is looked up while the instruction stands in the reading stage, and kept while its beats
//! execute: so it reaches the lanes out of a register.
//!
//! **Counters.** An instruction names one counter, to read it or to add to it, so one multiplexer
//! and one incrementer serve all eight: the word that is read, plus 1, is what the counter takes.
//! Both happen in the cycle before the instruction's first beat, and instructions execute in the order of
//! their issue, so S2R sees every PMTRIG issued before it and none issued after. Only the low words
//! can be read, so only those have flip-flops.
//!
//! **Clock.** S2R reads the cycle, counted from reset, in which it was issued. That is phase 0 of a
//! slot, so the low bits are 0 and the rest counts slots. The slots are counted where they begin to
//! execute: the counter starts behind by as many as lie between issue and execution, and so stands
//! at the slot of the instruction that executes, without a copy of it. An instruction that waited
//! in an operand collector brings the low bits of the slot in which it was issued; the difference is
//! taken off.

use crate::isa::encoding::SPECIAL_REGISTER;
use crate::isa::{
    COUNTERS, ControlOperation, LaneMask, ReadOperation, SpecialRegister, WARP_THREADS,
};
use crate::rtl::gates::{any_of, ones};
use crate::rtl::issue::decode;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::prelude::*;
use crate::rtl::shared::slot::Slot;

/// Bits of a counter that can be read.
const COUNTER_BITS: usize = 32;
/// Bits of the clock.
const CLOCK_BITS: usize = 64;
/// Bits of a special register's number below the one that only masks of lanes have.
pub const NUMBER_BITS: usize = SPECIAL_REGISTER.width - 1;

ports! {
    pub struct Inputs(plan: &Plan) {
        starts: [1] "the next instruction executes from the next cycle on";
        wave: [plan.wave.bits] "its wave";
        number: [plan.special_bits] "special register, or counter, that it names";
        trigger: [1] "add 1 to the counter that it names";
        issued_slot: [plan.issue_slot.bits] "low bits of the slot in which it was issued";
        reads_barrier: [plan.barrier.into()]
            "it wants the barrier's word in place of a special register";
        barrier_word: [if plan.barrier { plan.barrier_total.bits } else { 0 }]
            (if plan.barrier_is_early { "what B2R reads, of that wave" } else { "what B2R reads, of the wave that executes" });
        beat: [plan.beat.bits] "beat that executes";
    }

    pub struct Outputs(plan: &Plan) {
        row: [plan.lanes * 32] "the special register's word for each lane";
    }
}

/// Builds the special registers of `plan`.
pub fn special(plan: &Plan) -> Block<Inputs, Outputs> {
    let purpose = "The cycle counter, the performance counters, and what else S2R reads.";
    Block::of("lanebeat_special", purpose, plan, |m, inputs: Inputs<Signal>| {
        let Inputs { starts, number, reads_barrier, .. } = inputs;
        let barrier_word = inputs.barrier_word.zero_extend(32);
        let common = common_word(m, plan, &inputs);
        let word = if plan.barrier_is_early {
            kept(starts, "word", reads_barrier.any().mux(barrier_word, common))
        } else {
            let reads_barrier = kept(starts, "barrier_is_read", reads_barrier);
            reads_barrier.any().mux(barrier_word, kept(starts, "word", common))
        };
        let mut reads_number = !reads_barrier.any();
        let mut mask = m.nothing();
        if plan.bits {
            let is_mask = number.bit(NUMBER_BITS).named("is_mask");
            mask = kept(
                starts,
                "mask",
                mask_terms(m, number.slice(0, NUMBER_BITS), is_mask & reads_number),
            );
            reads_number = reads_number & !is_mask;
        }
        let is = |register: SpecialRegister| {
            number.slice(0, NUMBER_BITS).is(register.number().into()) & reads_number
        };
        let whole = is(SpecialRegister::ThreadId).named("is_thread_in_wave");
        let thread = ThreadInputs {
            beat: inputs.beat,
            wanted: kept(starts, "wanted", is(SpecialRegister::LaneId) | whole),
            word,
            whole: (if has_several_warps(plan) {
                kept(starts, "whole", whole)
            } else {
                m.nothing()
            }),
            mask,
        };
        Outputs { row: thread_number(plan).instances(m, "thread", plan.lanes, thread).value }
    })
}

/// The `of_next` of the instruction that executes.
fn kept<'m>(starts: Signal<'m>, name: &str, of_next: Signal<'m>) -> Signal<'m> {
    starts.builder().register(name, of_next.width()).next_when(starts, of_next)
}

ports! {
    pub struct CounterInputs() {
        chosen: [index_bits(COUNTERS.into())] "counter that the instruction names";
        trigger: [1] "the counter that is named counts";
        counted: [COUNTER_BITS] "value of the counter that is named, plus 1";
    }

    pub struct Value(bits: usize, purpose: &str) {
        value: [bits] (purpose);
    }
}

/// The counter that is named; it takes its value plus 1 when triggered.
fn counters<'m>(m: &'m Builder, number: Signal<'m>, trigger: Signal<'m>) -> Signal<'m> {
    let chosen = number.slice(0, index_bits(COUNTERS.into()));
    let counted = m.wire("counted", COUNTER_BITS);
    let inputs = CounterInputs { chosen, trigger, counted };
    let all = counter().instances(m, "counter", COUNTERS.into(), inputs);
    let value = all.value.element(chosen).named("chosen_counter");
    counted.drive(value + m.constant(COUNTER_BITS, 1));
    value
}

fn counter() -> Block<CounterInputs, Value> {
    let purpose = "The low word of one performance counter.";
    let (inputs, outputs) = (CounterInputs::ports(), Value::ports(COUNTER_BITS, "the count"));
    Block::new("lanebeat_counter", purpose, inputs, outputs, |m, inputs: CounterInputs<Signal>| {
        let CounterInputs { chosen, trigger, counted } = inputs;
        let value = m.reset_register("value", COUNTER_BITS, 0);
        let own = chosen.is_own_index();
        value.next_when(trigger & own, counted);
        Value { value: value.q() }
    })
}

/// The cycle in which the next instruction was issued.
fn clock<'m>(plan: &Plan, starts: Signal<'m>, issued_slot: Signal<'m>) -> Signal<'m> {
    let m = starts.builder();
    let bits = CLOCK_BITS - plan.phase.bits;
    let slots_behind = (plan.cycles_to_execute - 1) / plan.slot_cycles + 1;
    let slot = m.reset_register("executing_slot", bits, (1 << bits) - slots_behind as u128);
    let next = slot.q() + m.constant(bits, 1);
    slot.next_when(starts, next);
    let issued = if issued_slot.width() == 0 {
        next
    } else {
        let waited = (next.slice(0, issued_slot.width()) - issued_slot)
            .named("waited_slots")
            .because("Slots between issue and execution: CLOCK is that of issue.");
        next - waited.zero_extend(bits)
    };
    m.concat(&[m.constant(plan.phase.bits, 0), issued])
}

/// Word that is the same for all threads; 0 where the threads' numbers are wanted, and where there
/// is no such register.
fn common_word<'m>(m: &'m Builder, plan: &Plan, inputs: &Inputs<Signal<'m>>) -> Signal<'m> {
    let &Inputs { starts, wave, number, trigger, issued_slot, .. } = inputs;
    let counter = counters(m, number, trigger);
    let clock = clock(plan, starts, issued_slot);
    let zero = m.constant(32, 0);
    let mut others = [zero; 1 << (NUMBER_BITS - 1)];
    let mut put = |register: SpecialRegister, value: Signal<'m>| {
        others[usize::from(register.number() - COUNTERS)] = value
    };
    put(SpecialRegister::WaveId, wave.zero_extend(32));
    put(SpecialRegister::ClockLow, clock.slice(0, 32));
    put(SpecialRegister::ClockHigh, clock.slice(32, 32));
    let others =
        m.concat(&others).named("other_registers").element(number.slice(0, NUMBER_BITS - 1));
    let common = number.bit(NUMBER_BITS - 1).mux(others, counter);
    let common = match plan.bits {
        true => common & (!number.bit(NUMBER_BITS)).repeat(32),
        false => common,
    };
    common.named("common_word").because("Counters and other registers: one word for all threads.")
}

/// Whether a thread's number in its wave is another than its number in its warp.
fn has_several_warps(plan: &Plan) -> bool {
    plan.threads > WARP_THREADS
}

ports! {
    pub struct ThreadInputs(plan: &Plan) {
        beat: [plan.beat.bits] "beat that executes";
        wanted: [1] "a thread's number is wanted";
        word: [32] "the word that all threads get, 0 where a thread's number is wanted";
        whole: [has_several_warps(plan).into()] "the number in the wave is wanted, not modulo 32";
        mask: [if plan.bits { 3 } else { 0 }]
            "mask of lanes: the threads below, and up to this one, which differ, and the complement";
    }
}

fn thread_number(plan: &Plan) -> Block<ThreadInputs, Value> {
    let purpose = "S2R of one lane: the thread's number, or the word that all get.";
    let (inputs, outputs) = (ThreadInputs::ports(plan), Value::ports(32, "what the thread gets"));
    Block::new("lanebeat_thread_number", purpose, inputs, outputs, |m, inputs| {
        let ThreadInputs { beat, wanted, word, whole, mask } = inputs;
        let thread = m.concat(&[m.instance_index(plan.lane.bits), beat]).named("thread");
        let low = thread.width().min(index_bits(WARP_THREADS));
        let high = thread.width() - low;
        let in_warp = thread.slice(0, low) & wanted.repeat(low);
        let above = thread.slice(low, high) & whole.any().repeat(high);
        let mut value = word | m.concat(&[in_warp, above]).zero_extend(32);
        if plan.bits {
            let below = threads_below_in_warp(m, thread);
            let up_to = m.concat(&[m.constant(1, 1), below.slice(0, 31)]);
            let [takes_below, takes_up_to, inverts] = [0, 1, 2].map(|bit| mask.bit(bit).repeat(32));
            let masked = (below & takes_below) ^ (up_to & takes_up_to) ^ inverts;
            value = value | masked.named("lane_mask");
        }
        Value { value }
    })
}

/// The terms whose sum without carries is the mask with this number: the threads below, those up to
/// this one, all.
fn mask_terms<'m>(m: &'m Builder, number: Signal<'m>, is_mask: Signal<'m>) -> Signal<'m> {
    use LaneMask::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    let any = |name: &str, masks: &[LaneMask]| {
        let is = |mask: &LaneMask| {
            number.is(u128::from(SpecialRegister::Mask(*mask).number()) % (1 << NUMBER_BITS))
        };
        let any = any_of(m, masks.iter().map(is));
        is_mask & any.named(name)
    };
    let below = any("of_below", &[Equal, Less, GreaterOrEqual]);
    let up_to = any("of_up_to", &[Equal, LessOrEqual, Greater]);
    let inverse = any("of_inverse", &[Greater, GreaterOrEqual]);
    m.concat(&[below, up_to, inverse]).named("mask_terms")
}

/// A bit for each of 32 threads that lies below `thread`, a number in the wave, in its warp.
fn threads_below_in_warp<'m>(m: &'m Builder, thread: Signal<'m>) -> Signal<'m> {
    let bits = index_bits(WARP_THREADS);
    ones(m, "below", thread.slice(0, thread.width().min(bits)).zero_extend(bits))
}

ports! {
    pub struct BelowInputs(plan: &Plan) {
        beat: [counted_beat_bits(plan)] "beat that executes, as far as it is one of 64 threads";
        low: [1] "threads 0 to 31 of 64 are counted";
        high: [1] "threads 32 to 63 of 64 are counted";
    }
}

/// Bits of the beat in a thread's number modulo 64.
pub fn counted_beat_bits(plan: &Plan) -> usize {
    plan.beat.bits.min((index_bits(WARP_THREADS) + 1).saturating_sub(plan.lane.bits))
}

/// The bits of operand a that count in one lane: all, but for MBCNT those of threads below.
pub fn counted_bits(plan: &Plan) -> Block<BelowInputs, Value> {
    let purpose = "Bits of operand a that count in one lane: of MBCNT those of threads below.";
    let (inputs, outputs) = (BelowInputs::ports(plan), Value::ports(32, "a bit for each thread"));
    Block::new("lanebeat_counted_bits", purpose, inputs, outputs, |m, inputs| {
        let BelowInputs { beat, low, high } = inputs;
        let thread = m.concat(&[m.instance_index(plan.lane.bits), beat]).named("thread");
        let below = threads_below_in_warp(m, thread);
        let bits = index_bits(WARP_THREADS);
        let is_upper = if thread.width() > bits { thread.bit(bits) } else { m.constant(1, 0) };
        let all = (!(low | high) | (low & is_upper)).named("all_count");
        let none = (high & !is_upper).named("none_counts");
        Value { value: (below | all.repeat(32)) & (!none).repeat(32) }
    })
}

/// Word that S2R, or B2R out of the barrier's word, gives to each lane of the beat in the core.
/// `reading` is the instruction that executes next.
pub fn special_of_core<'m>(
    m: &'m Builder,
    plan: &Plan,
    (reading_valid, reading): (Signal<'m>, &Instruction<Signal<'m>>),
    slot: Slot<'m>,
    barrier_word: Signal<'m>,
) -> Signal<'m> {
    let is = |wanted: Operation| {
        decode::is_one_of(m, plan, reading.opcode, |operation| operation == wanted)
    };
    let starts = slot.next_starts;
    let executes = starts & reading_valid & !reading.gathers.any();
    let reads_barrier =
        is(ReadOperation::Barrier.into()) | is(ReadOperation::BarrierPredicate.into());
    let inputs = Inputs {
        starts,
        wave: reading.wave,
        number: reading.literal.slice(0, plan.special_bits),
        trigger: (executes & is(ControlOperation::TriggerCounter.into())).named("counter_trigger"),
        issued_slot: reading.issued_slot,
        reads_barrier: if plan.barrier { reads_barrier } else { m.nothing() },
        barrier_word,
        beat: slot.beat,
    };
    special(plan).instance(m, "special", inputs).row
}

/// Whether operand a is what [`special_of_core`] gives.
pub fn reads_special(operation: Operation) -> bool {
    matches!(operation, Operation::Read(_))
}

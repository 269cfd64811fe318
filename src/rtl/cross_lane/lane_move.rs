//! The lane moves' sources (ISA.md section 10): for one thread, the number of the thread whose word
//! it gets.
//!
//! ```text
//!  kind, literals ─►┌───────────┐
//!  thread ─────────►│ lane_move │──► source   number in the wave
//!  first, address ─►│           │──► exists
//!  sender, sent ───►└───────────┘
//! ```
//!
//! All but ds_permute_b32 name the source of a thread. That one names the target of its word, so
//! its source is a search: the highest of the threads whose address is this one's, which
//! `push_select` finds among the threads of half a wave, halving them at each step. Which threads
//! address which lane is compared in `rtl::cross_lane::wave_shuffle`.

use crate::isa::LaneMove;
use crate::rtl::codes::is_choice;
use crate::rtl::lane::leading_zeros;
use crate::rtl::prelude::*;

ports! {
    pub struct MoveInputs(plan: &Plan) {
        kind: [3] "lower digit of the opcode less 8";
        thread: [plan.thread.bits] "number of the thread in the wave";
        literal_low: [32] "thread, swizzle or selectors of places 0 to 7";
        literal_high: [32] "selectors of places 8 to 15";
        first: [plan.thread.bits] "lowest executing thread";
        address: [plan.thread.bits] "thread that operand b addresses";
        sender: [plan.thread.bits] "highest executing thread that addresses this one";
        sent: [1] "an executing thread addresses this one";
    }

    pub struct MoveOutputs(plan: &Plan) {
        source: [plan.thread.bits] "thread whose word is taken";
        exists: [1] "there is a thread whose word is taken";
    }
}

/// Builds the source select of one thread of `plan`.
pub fn lane_move(plan: &Plan) -> Block<MoveInputs, MoveOutputs> {
    let purpose = "Source thread of a lane move (ISA.md section 10).";
    Block::of("lanebeat_lane_move", purpose, plan, |m, inputs: MoveInputs<Signal>| {
        let MoveInputs { kind, thread, literal_low, literal_high, first, address, sender, sent } =
            inputs;
        let bits = thread.width();
        let place = m
            .concat(&[literal_low, literal_high])
            .element(thread.slice(0, 4))
            .named("selected_place");
        // Number of the thread's row; no bits where the wave is one row.
        let row = thread.slice(4, bits - 4);
        let has_other_row = row.width() > 0;
        let other_row = row ^ m.constant(row.width(), has_other_row.into());
        let choice = |kind: LaneMove| match kind {
            LaneMove::Read => literal_low.slice(0, bits),
            LaneMove::ReadFirst => first,
            LaneMove::PermuteRow => m.concat(&[place, row]),
            LaneMove::PermuteOtherRow => m.concat(&[place, other_row]),
            LaneMove::SwapHalves if plan.threads == 64 => thread ^ m.constant(bits, 32),
            LaneMove::SwapHalves => thread,
            LaneMove::Pull => address,
            LaneMove::Push => sender,
            LaneMove::Swizzle => swizzled(m, thread, literal_low).named("swizzled"),
        };
        let source = m.concat(&LaneMove::ALL.map(choice)).named("sources").element(kind);
        let is = |wanted: LaneMove| is_choice(kind, Operation::LaneMove(wanted));
        let lacks_sender = is(LaneMove::Push) & !sent;
        let lacks_source =
            if has_other_row { lacks_sender } else { lacks_sender | is(LaneMove::PermuteOtherRow) };
        MoveOutputs { source, exists: !lacks_source }
    })
}

/// ds_swizzle_b32: a bit mask of the thread's number in its 32 threads, a place in its quad, the
/// number turned round, or its bits in reverse order. Bits of the mask keep those of the number.
fn swizzled<'m>(m: &'m Builder, thread: Signal<'m>, offset: Signal<'m>) -> Signal<'m> {
    let bits = thread.width();
    let group_bits = bits.min(5);
    let own = thread.slice(0, group_bits);
    let field = |low: usize| offset.slice(low, group_bits);
    let mask = field(0);
    let kept = (own & mask).named("kept_bits");
    let masked = (kept | field(5)) ^ field(10);
    let in_quad = offset.slice(0, 8).element(thread.slice(0, 2));
    let quad = m.concat(&[in_quad, own.slice(2, group_bits - 2)]);
    let backwards = offset.bit(10);
    let distance = field(5) ^ backwards.repeat(group_bits);
    let moved = (own + distance + backwards.zero_extend(group_bits)).named("turned");
    let rotated = kept | (moved & !mask);
    let reversed: Vec<Signal> = own.elements(1).into_iter().rev().collect();
    let halved = |number: Signal<'m>, kept: Signal<'m>| {
        let half = number.slice(1, group_bits - 1).zero_extend(group_bits);
        kept.mux(half, number)
    };
    let reversed = m.concat(&reversed).named("reversed");
    let reversed = mask
        .elements(1)
        .into_iter()
        .fold(reversed, halved)
        .named("reversed_halved")
        .because("FFT: each bit that is kept halves the number in reverse.");
    let in_reverse = offset.bit(13).mux(kept | reversed, rotated);
    let low = offset.bit(15).mux(offset.bit(14).mux(in_reverse, quad), masked);
    m.concat(&[low, thread.slice(group_bits, bits - group_bits)])
}

ports! {
    pub struct PushInputs(plan: &Plan) {
        senders: [plan.part_threads] "threads of the part that execute and address the lane's thread";
    }

    pub struct PushOutputs(plan: &Plan) {
        sender: [plan.part_thread.bits] "highest thread of the part that sends to the lane";
        sent: [1] "a thread of the part sends to the lane";
    }
}

/// Builds the search for the highest sender to one lane's thread.
pub fn push_select(plan: &Plan) -> Block<PushInputs, PushOutputs> {
    let purpose = "The highest thread that sends to one lane (ds_permute_b32).";
    Block::of("lanebeat_push_select", purpose, plan, |m, inputs: PushInputs<Signal>| {
        let (above, none) = leading_zeros(m, inputs.senders);
        PushOutputs { sender: !above, sent: !none }
    })
}

/// The number of the lowest thread of `threads`, 0 if there is none.
pub fn lowest<'m>(m: &'m Builder, threads: Signal<'m>) -> Signal<'m> {
    let reversed: Vec<Signal> = threads.elements(1).into_iter().rev().collect();
    let (below, none) = leading_zeros(m, m.concat(&reversed));
    below & (!none).repeat(below.width())
}

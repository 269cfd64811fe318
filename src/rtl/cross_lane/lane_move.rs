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
//! All but ds_permute_b32 say where a thread reads. That one says where a thread's word goes, so
//! its source is a search: the highest of the threads whose address is this one's, which
//! `push_select` finds among the threads of half a wave. The beat of the addresses is compared once
//! for all lanes (`rtl::cross_lane::wave_shuffle`); a lane compares its own number, which is known
//! when the hardware is built, and halves the threads at each step of the search.

use crate::config::Config;
use crate::hdl::{Block, ModuleBuilder, Signal};
use crate::isa::{LaneMove, Operation};
use crate::ports;
use crate::rtl::codes::is_choice;
use crate::rtl::lane::leading_zeros;
use crate::rtl::schedule::{half_threads, index_bits};

ports! {
    pub struct MoveInputs(config: &Config) {
        kind: [3] "lower digit of the opcode less 8";
        thread: [index_bits(config.threads())] "number of the thread in the wave";
        literal: [32] "thread, swizzle or selectors of places 0 to 7";
        literal_high: [32] "selectors of places 8 to 15";
        first: [index_bits(config.threads())] "lowest executing thread";
        address: [index_bits(config.threads())] "thread that operand b addresses";
        sender: [index_bits(config.threads())] "highest executing thread that addresses this one";
        sent: [1] "an executing thread addresses this one";
    }
}

ports! {
    pub struct MoveOutputs(config: &Config) {
        source: [index_bits(config.threads())] "thread whose word is taken";
        exists: [1] "there is a thread whose word is taken";
    }
}

/// Builds the source select of one thread of `config`.
pub fn lane_move(config: &Config) -> Block<MoveInputs, MoveOutputs> {
    let purpose = "Source thread of a lane move (ISA.md section 10).";
    let (inputs, outputs) = (MoveInputs::ports(config), MoveOutputs::ports(config));
    Block::new("lanebeat_lane_move", purpose, inputs, outputs, |m, inputs| {
        source_of_move(m, config, inputs)
    })
}

fn source_of_move<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    inputs: MoveInputs<Signal<'m>>,
) -> MoveOutputs<Signal<'m>> {
    let MoveInputs { kind, thread, literal, literal_high, first, address, sender, sent } = inputs;
    let bits = thread.width();
    let place =
        m.concat(&[literal, literal_high]).element(thread.slice(0, 4)).named("selected_place");
    // Of no bits where the wave is one row.
    let row = thread.slice(4, bits - 4);
    let has_other_row = row.width() > 0;
    let other_row = row ^ m.constant(row.width(), has_other_row.into());
    let choice = |kind: LaneMove| match kind {
        LaneMove::Read => literal.slice(0, bits),
        LaneMove::ReadFirst => first,
        LaneMove::PermuteRow => m.concat(&[place, row]),
        LaneMove::PermuteOtherRow => m.concat(&[place, other_row]),
        LaneMove::SwapHalves if config.threads() == 64 => thread ^ m.constant(bits, 32),
        LaneMove::SwapHalves => thread,
        LaneMove::Pull => address,
        LaneMove::Push => sender,
        LaneMove::Swizzle => swizzled(m, thread, literal).named("swizzled"),
    };
    let source = m.concat(&LaneMove::ALL.map(choice)).named("sources").element(kind);
    let is = |wanted: LaneMove| is_choice(kind, Operation::LaneMove(wanted));
    let lacks_sender = is(LaneMove::Push) & !sent;
    let lacks_source =
        if has_other_row { lacks_sender } else { lacks_sender | is(LaneMove::PermuteOtherRow) };
    MoveOutputs { source, exists: !lacks_source }
}

/// ds_swizzle_b32: a bit-mask of the thread's number in its 32 threads, or a place in its quad.
fn swizzled<'m>(m: &'m ModuleBuilder, thread: Signal<'m>, offset: Signal<'m>) -> Signal<'m> {
    let bits = thread.width();
    let group_bits = bits.min(5);
    let field = |low: usize| offset.slice(low, group_bits);
    let masked = ((thread.slice(0, group_bits) & field(0)) | field(5)) ^ field(10);
    let with_upper =
        |low: Signal<'m>| m.concat(&[low, thread.slice(low.width(), bits - low.width())]);
    let quad = offset.slice(0, 8).element(thread.slice(0, 2));
    offset.bit(15).mux(with_upper(quad), with_upper(masked))
}

ports! {
    pub struct PushInputs(config: &Config) {
        lane: [index_bits(config.lanes)] "number of the lane";
        senders: [half_threads(config)] "threads of the half that execute and address this beat";
        addressed_lanes: [half_threads(config) * index_bits(config.lanes)]
            "lane that each thread of the half addresses, bit by bit";
    }
}

ports! {
    pub struct PushOutputs(config: &Config) {
        sender: [index_bits(half_threads(config))] "highest thread of the half that sends to the lane";
        sent: [1] "a thread of the half sends to the lane";
    }
}

/// Builds the search for the highest sender to one lane's thread.
pub fn push_select(config: &Config) -> Block<PushInputs, PushOutputs> {
    let purpose = "The highest thread that sends to one lane (ds_permute_b32).";
    let (inputs, outputs) = (PushInputs::ports(config), PushOutputs::ports(config));
    Block::new("lanebeat_push_select", purpose, inputs, outputs, |m, inputs: PushInputs<Signal>| {
        let PushInputs { lane, senders, addressed_lanes } = inputs;
        let threads = senders.width();
        let planes = addressed_lanes.elements(threads).into_iter().enumerate();
        let matching = planes.map(|(bit, plane)| !(plane ^ lane.bit(bit).repeat(threads)));
        let hits = matching.fold(senders, |hits, matching| hits & matching).named("hits");
        let (above, none) = leading_zeros(m, hits);
        PushOutputs { sender: !above, sent: !none }
    })
}

/// The number of the lowest thread of `threads`, 0 if there is none.
pub fn lowest<'m>(m: &'m ModuleBuilder, threads: Signal<'m>) -> Signal<'m> {
    let reversed: Vec<Signal> = threads.elements(1).into_iter().rev().collect();
    let (below, none) = leading_zeros(m, m.concat(&reversed));
    below & (!none).repeat(below.width())
}

//! The lane moves' sources (ISA.md section 10): for one thread, the number of the thread whose word it gets.
//!
//! ```text
//!  kind, literals ─►┌───────────┐
//!  thread ─────────►│ lane_move │──► source   number in the wave
//!  first, address ─►│           │──► exists
//!  sender, sent ───►└───────────┘
//! ```
//!
//! All but ds_permute_b32 say where a thread reads. That one says where a thread's word goes, so its source is a search:
//! the highest of the threads whose address is this one's, which `push_select` finds among all threads at once. The beat of
//! the addresses is compared once for all lanes (`rtl::shuffle`); a lane compares its own number, which is known when the
//! hardware is built, and halves the wave at each step of the search.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{LaneMove, Operation};
use crate::rtl::lane::leading_zeros;
use crate::rtl::schedule::index_bits;

/// Builds the source select of one thread of `config`.
pub fn lane_move(config: &Config) -> Arc<Module> {
    let bits = index_bits(config.threads());
    let builder = ModuleBuilder::new("lanebeat_lane_move", "Source thread of a lane move (ISA.md section 10).");
    let m = &builder;
    let kind = m.input("kind", 3, "lower digit of the opcode less 8");
    let thread = m.input("thread", bits, "number of the thread in the wave");
    let literal = m.input("literal", 32, "thread, swizzle or selectors of places 0 to 7");
    let literal_high = m.input("literal_high", 32, "selectors of places 8 to 15");
    let first = m.input("first", bits, "lowest executing thread");
    let address = m.input("address", bits, "thread that operand b addresses");
    let sender = m.input("sender", bits, "highest executing thread that addresses this one");
    let sent = m.input("sent", 1, "whether there is one");

    let place = m.concat(&[literal, literal_high]).element(thread.slice(0, 4)).named("selected_place");
    let row = (bits > 4).then(|| thread.slice(4, bits - 4));
    let own_row = row.map_or(place, |row| m.concat(&[place, row]));
    let other_row = row.map(|row| m.concat(&[place, row ^ m.constant(row.width(), 1)]));
    let choice = |kind: LaneMove| match kind {
        LaneMove::Read => literal.slice(0, bits),
        LaneMove::ReadFirst => first,
        LaneMove::PermuteRow => own_row,
        LaneMove::PermuteOtherRow => other_row.unwrap_or(own_row),
        LaneMove::SwapHalves if config.threads() == 64 => thread ^ m.constant(bits, 32),
        LaneMove::SwapHalves => thread,
        LaneMove::Pull => address,
        LaneMove::Push => sender,
        LaneMove::Swizzle => swizzled(m, thread, literal).named("swizzled"),
    };
    let source = m.concat(&LaneMove::ALL.map(choice)).named("sources").element(kind);
    let is = |wanted: LaneMove| kind.is((Operation::LaneMove(wanted).opcode() & 7).into());
    let lacks_sender = is(LaneMove::Push) & !sent;
    let exists = match other_row {
        Some(_) => !lacks_sender,
        None => !(lacks_sender | is(LaneMove::PermuteOtherRow)),
    };
    m.output("source", source, "thread whose word is taken");
    m.output("exists", exists, "whether there is one");
    builder.finish()
}

/// ds_swizzle_b32: a bit-mask of the thread's number in its 32 threads, or a place in its quad.
fn swizzled<'m>(m: &'m ModuleBuilder, thread: Signal<'m>, offset: Signal<'m>) -> Signal<'m> {
    let bits = thread.width();
    let group_bits = bits.min(5);
    let field = |low: usize| offset.slice(low, group_bits);
    let masked = ((thread.slice(0, group_bits) & field(0)) | field(5)) ^ field(10);
    let with_upper = |low: Signal<'m>| match bits - low.width() {
        0 => low,
        upper => m.concat(&[low, thread.slice(low.width(), upper)]),
    };
    let quad = offset.slice(0, 8).element(thread.slice(0, 2));
    offset.bit(15).mux(with_upper(quad), with_upper(masked))
}

/// The highest sender to one lane's thread.
pub fn push_select(config: &Config) -> Arc<Module> {
    let (threads, lane_bits) = (config.threads(), index_bits(config.lanes));
    let builder = ModuleBuilder::new("lanebeat_push_select", "The highest thread that sends to one lane (ds_permute_b32).");
    let m = &builder;
    let lane = m.input("lane", lane_bits, "number of the lane");
    let senders = m.input("senders", threads, "threads that execute and address this beat");
    let addressed = m.input("addressed_lanes", threads * lane_bits, "lane that each thread addresses, bit by bit");
    let planes = addressed.elements(threads).into_iter().enumerate();
    let matching = planes.map(|(bit, plane)| !(plane ^ lane.bit(bit).repeat(threads)));
    let hits = matching.fold(senders, |hits, matching| hits & matching).named("hits");
    let (above, none) = leading_zeros(m, hits);
    m.output("sender", !above, "the highest of them");
    m.output("sent", !none, "whether there is one");
    builder.finish()
}

/// The number of the lowest thread of `threads`, 0 if there is none.
pub fn lowest<'m>(m: &'m ModuleBuilder, threads: Signal<'m>) -> Signal<'m> {
    let reversed: Vec<Signal> = threads.elements(1).into_iter().rev().collect();
    let (below, none) = leading_zeros(m, m.concat(&reversed));
    below & (!none).repeat(below.width())
}

//! The warp shuffle (SHFL): for each lane of a beat, which thread of its warp supplies the word, and the crossbar.
//!
//! ```text
//!  mode ────────►┌──────────────┐
//!  words (warp) ►│ shuffle_warp │──► word       lanes x 32 bits
//!  b, c ────────►│ lanes copies │──► in_range   lanes x 1 bit
//!  beat_of_warp ►└──────────────┘
//! ```
//!
//! A warp is 32 threads (16 in a 16-thread wave), so with 16 lanes it takes two beats: a beat's 16 lanes choose among the
//! 32 words of both. `shuffle_select` is the arithmetic on one thread's number (ISA.md section 5), `shuffle_lane` adds
//! the 32:1 word select behind it, an explicit binary tree because that maps best on LUTs.

use std::sync::Arc;

use super::timing::{beats_per_warp, index_bits, optional_input};
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::{Operation, ShuffleMode};

/// Where the segment mask starts in c.
const SEGMENT_MASK_LOW: usize = 8;

/// Lanes of one beat that belong to one warp.
pub fn lanes_of_warp(config: &Config) -> usize {
    config.lanes.min(config.warp_threads())
}

/// Source thread and range of one thread: inputs mode, thread, index (b), segment mask and clamp (c).
pub fn shuffle_select(config: &Config) -> Arc<Module> {
    let bits = index_bits(config.warp_threads());
    let builder =
        ModuleBuilder::new("lanebeat_shuffle_select", "Source thread of a SHFL and whether it is in range (ISA.md section 5).");
    let m = &builder;
    let mode = m.input("mode", 2, "0 IDX, 1 UP, 2 DOWN, 3 BFLY");
    let thread = m.input("thread", bits, "number of the thread in its warp");
    let index = m.input("index", bits, "operand b");
    let clamp = m.input("clamp", bits, "operand c, low bits");
    let segment_mask = m.input("segment_mask", bits, "operand c, from bit 8");

    let minimum = (thread & segment_mask).named("minimum");
    let maximum = (minimum | (clamp & !segment_mask)).named("maximum");
    let chosen = |choice: ShuffleMode| mode.is((Operation::Shuffle(choice).opcode() & 3).into());

    let up = chosen(ShuffleMode::Up).named("up");
    let moved_by = index ^ up.repeat(bits);
    // One adder for both directions: i + b, or i - b as i + ~b + 1 whose carry says that it is not negative.
    let sum = (thread.zero_extend(bits + 1) + moved_by.zero_extend(bits + 1) + up.zero_extend(bits + 1)).named("moved");
    let absolute = minimum | (index & !segment_mask);
    let exchanged = thread ^ index;
    let fixed = chosen(ShuffleMode::Index).mux(absolute, exchanged);
    let moves = up | chosen(ShuffleMode::Down);
    let source = moves.mux(sum.slice(0, bits), fixed).named("wanted");
    let carry = sum.bit(bits);
    let above = maximum.less_than(source).named("above_maximum");
    let below = source.less_than(maximum).named("below_maximum");
    let too_high = above | (chosen(ShuffleMode::Down) & carry);
    let in_range = up.mux(carry & !below, !too_high).named("reaches");

    m.output("source", in_range.mux(source, thread), "thread of the warp whose word is taken");
    m.output("in_range", in_range, "whether that is the wanted one");
    builder.finish()
}

/// One lane: its select and its word.
fn shuffle_lane(config: &Config) -> Arc<Module> {
    let bits = index_bits(config.warp_threads());
    let builder =
        ModuleBuilder::new("lanebeat_shuffle_lane", "One lane of the warp shuffle: source select and 32-bit crossbar column.");
    let m = &builder;
    let mode = m.input("mode", 2, "0 IDX, 1 UP, 2 DOWN, 3 BFLY");
    let words = m.input("words", config.warp_threads() * 32, "operand a of every thread of the warp");
    let lane = m.instance_index(index_bits(lanes_of_warp(config)));
    let beat_bits = index_bits(beats_per_warp(config));
    let beat = optional_input(m, "beat_of_warp", beat_bits, "beat of the warp that executes");
    let thread = beat.map_or(lane, |beat| m.concat(&[lane, beat]));
    let index = m.input("index", bits, "operand b");
    let clamp = m.input("clamp", bits, "operand c, low bits");
    let segment_mask = m.input("segment_mask", bits, "operand c, from bit 8");
    let select = m.instance("select", &shuffle_select(config));
    let select = select.broadcast("mode", mode).broadcast("thread", thread).broadcast("index", index);
    let select = select.broadcast("clamp", clamp).broadcast("segment_mask", segment_mask).build();
    m.output("word", words.element(select.output("source")), "the word taken");
    m.output("in_range", select.output("in_range"), "whether the wanted thread exists in the segment");
    builder.finish()
}

/// The lanes of one beat that belong to one warp.
pub fn shuffle_warp(config: &Config) -> Arc<Module> {
    let lanes = lanes_of_warp(config);
    let bits = index_bits(config.warp_threads());
    let builder = ModuleBuilder::new("lanebeat_shuffle_warp", "SHFL of the lanes that serve one warp in this beat.");
    let m = &builder;
    let mode = m.input("mode", 2, "0 IDX, 1 UP, 2 DOWN, 3 BFLY");
    let words = m.input("words", config.warp_threads() * 32, "operand a of every thread of the warp");
    let index = m.input("index", lanes * bits, "operand b of each lane: the low bits that count");
    let clamp = m.input("clamp", lanes * bits, "operand c of each lane: the clamp");
    let segment_mask = m.input("segment_mask", lanes * bits, "operand c of each lane: the segment mask");
    let lane = m.instances("lane", lanes, &shuffle_lane(config)).broadcast("mode", mode).broadcast("words", words);
    let lane = lane.spread("index", index).spread("clamp", clamp).spread("segment_mask", segment_mask);
    let beat = optional_input(m, "beat_of_warp", index_bits(beats_per_warp(config)), "beat of the warp that executes");
    let lane = lane.maybe("beat_of_warp", beat).build();
    m.output("word", lane.output("word"), "the word of each lane");
    m.output("in_range", lane.output("in_range"), "whether each lane's wanted thread is in range");
    builder.finish()
}

/// SHFL's control fields of one lane.
pub struct ShuffleControl<'m> {
    pub index: Signal<'m>,
    pub clamp: Signal<'m>,
    pub segment_mask: Signal<'m>,
}

impl<'m> ShuffleControl<'m> {
    /// `index` is what counts of operand b; clamp and segment mask are cut out of operand c.
    pub fn of(config: &Config, index: Signal<'m>, c: Signal<'m>) -> Self {
        let bits = index_bits(config.warp_threads());
        Self { index, clamp: c.slice(0, bits), segment_mask: c.slice(SEGMENT_MASK_LOW, bits) }
    }
}

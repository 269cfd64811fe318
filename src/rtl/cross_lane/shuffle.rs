//! SHFL of one warp as a unit of its own, for designs that need no more than that.
//!
//! ```text
//!  mode ────────►┌──────────────┐
//!  words (warp) ►│   shuffle    │──► word       lanes x 32 bits
//!  b, c ────────►│ lanes copies │──► in_range   lanes x 1 bit
//!  beat_of_warp ►└──────────────┘
//! ```
//!
//! The core has [`crate::rtl::cross_lane::wave_shuffle`] in its place, whose crossbar reaches the whole wave and serves the lane moves too. Both share
//! the arithmetic on a thread's number, `shuffle_select`.

use std::sync::Arc;

use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder};
use crate::rtl::cross_lane::wave_shuffle::{crossbar_column, shuffle_select};
use crate::rtl::schedule::{beats_per_warp, index_bits, optional_input};

/// Lanes of one beat that belong to one warp.
pub fn lanes_of_warp(config: &Config) -> usize {
    config.lanes.min(config.warp_threads())
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
    let column = m.instance("column", &crossbar_column(config.warp_threads())).broadcast("words", words);
    let column = column.broadcast("source", select.output("source")).build();
    m.output("word", column.output("word"), "the word taken");
    m.output("in_range", select.output("in_range"), "whether the wanted thread exists in the segment");
    builder.finish()
}

/// The lanes of one beat that belong to one warp.
pub fn shuffle(config: &Config) -> Arc<Module> {
    let lanes = lanes_of_warp(config);
    let bits = index_bits(config.warp_threads());
    let builder = ModuleBuilder::new("lanebeat_shuffle", "SHFL of the lanes that serve one warp in this beat.");
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

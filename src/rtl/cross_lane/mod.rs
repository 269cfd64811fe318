//! Feeds the cross-lane units: which words of the wave each beat's DPP rows and shuffle warps may ask for.

pub mod dpp;
pub mod lane_move;
pub mod redux;
pub mod shuffle;
pub mod vote;
pub mod wave_shuffle;

use crate::config::Config;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::encoding::SHUFFLE_LITERAL_B;
use crate::rtl::cross_lane::dpp::{NeighbourChoice, dpp as dpp_unit};
use crate::rtl::cross_lane::shuffle::lanes_of_warp;
use crate::rtl::cross_lane::vote::vote as vote_unit;
use crate::rtl::cross_lane::wave_shuffle::{ShuffleControl, wave_shuffle};
use crate::rtl::issue::decode::{Executing, row_mask_bits};
use crate::rtl::register_file::addresses;
use crate::rtl::schedule::{beats_per_row, index_bits, row_of_beat, rows_per_beat};

/// What the DPP rows see in a beat.
#[derive(Clone, Copy)]
pub struct DppOperands<'m> {
    /// Operand a of the rows of the beat, or of the row that the beat is part of.
    pub a_row: Signal<'m>,
    /// Operand a of the first and last thread of each row of the wave.
    pub a_edges: Signal<'m>,
    /// EXEC of the same threads.
    pub exec_row: Signal<'m>,
    /// EXEC of the first and last thread of each row of the wave.
    pub exec_edges: Signal<'m>,
}

/// Operand a of the beat after the DPP network, and the lanes that the modifier lets be written.
pub fn dpp<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    executing: &Executing<'m>,
    beat: Option<Signal<'m>>,
    operands: &DppOperands<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let rows = rows_per_beat(config);
    let row_mask = executing.dpp_row_mask().slice(0, row_mask_bits(config));
    let selectors = [executing.dpp_spare(), executing.dpp_control(), executing.dpp_bank_mask(), executing.dpp_row_mask()];
    let neighbours = Neighbours::new(m, config, executing, beat);
    let fact = |width: usize, of_row: &dyn Fn(usize) -> u128| by_beat_and_row(m, config, beat, width, of_row);
    let last = config.rows() - 1;
    let beat_of_row = beat.filter(|_| beats_per_row(config) > 1).map(|beat| beat.slice(0, index_bits(beats_per_row(config))));
    let unit = m.instances("dpp", rows, &dpp_unit(config)).maybe("beat_of_row", beat_of_row);
    let unit = unit.broadcast("enable", executing.dpp_enable()).broadcast("control", executing.dpp_control());
    let unit = unit.broadcast("eight", executing.dpp_eight()).broadcast("eight_positions", m.concat(&selectors));
    let unit = unit.broadcast("fetch_inactive", executing.dpp_fetch_inactive());
    let unit = unit.broadcast("bound_control", executing.dpp_bound_control());
    let unit = unit.broadcast("bank_mask", executing.dpp_bank_mask()).broadcast("row_mask", row_mask);
    let unit = unit.spread("this_row", fact(row_mask.width(), &|row| 1 << (row % row_mask.width())));
    let unit = unit.spread("row_is_first", fact(1, &|row| (row == 0).into()));
    let unit = unit.spread("row_is_second", fact(1, &|row| (row == 1).into()));
    let unit = unit.spread("row_is_last", fact(1, &|row| (row == last).into()));
    let unit = unit.spread("words", operands.a_row).spread("exec", operands.exec_row);
    let unit = unit.spread("neighbour", neighbours.pick(operands.a_edges).named("neighbour_words"));
    let unit = unit.spread("neighbour_exec", neighbours.pick(operands.exec_edges).named("neighbour_exec")).build();
    (unit.output("word"), unit.output("write"))
}

/// A constant of each row, for the rows of the beat side by side.
fn by_beat_and_row<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    beat: Option<Signal<'m>>,
    width: usize,
    of_row: &dyn Fn(usize) -> u128,
) -> Signal<'m> {
    let rows: Vec<Signal> = (0..config.rows()).map(|row| m.constant(width, of_row(row))).collect();
    row_of_beat(config, m.concat(&rows), beat)
}

/// Picks for each row of the beat the one thread that its DPP may look at in another row.
struct Neighbours<'m, 'c> {
    m: &'m ModuleBuilder,
    config: &'c Config,
    beat: Option<Signal<'m>>,
    next: Signal<'m>,
    /// Absent in a wave that has no thread 31.
    thread31: Option<Signal<'m>>,
}

impl<'m, 'c> Neighbours<'m, 'c> {
    fn new(m: &'m ModuleBuilder, config: &'c Config, executing: &Executing<'m>, beat: Option<Signal<'m>>) -> Self {
        let choice = NeighbourChoice::of(executing.dpp_control());
        let thread31 = (config.rows() > 1).then(|| choice.thread31.named("takes_thread31"));
        Self { m, config, beat, next: choice.next.named("takes_next_row"), thread31 }
    }

    /// Out of `edges`, the first and last element of each row of the wave.
    fn pick(&self, edges: Signal<'m>) -> Signal<'m> {
        let rows = self.config.rows();
        let width = edges.width() / (2 * rows);
        let edges = edges.elements(width);
        let of_beat = |thread_of: &dyn Fn(usize) -> usize| {
            let all: Vec<Signal> = (0..rows).map(|row| edges[thread_of(row)]).collect();
            row_of_beat(self.config, self.m.concat(&all), self.beat)
        };
        let first_of_next = of_beat(&|row| 2 * ((row + 1) % rows));
        let last_of_previous = of_beat(&|row| 2 * ((row + rows - 1) % rows) + 1);
        let beside = self.next.mux(first_of_next, last_of_previous);
        match self.thread31 {
            Some(wanted) => wanted.mux(edges[3].repeat(rows_per_beat(self.config)), beside),
            None => beside,
        }
    }
}

/// What SHFL and the lane moves see in a beat.
pub struct ShuffleOperands<'m> {
    /// Operand a of every thread of the wave; where the instruction did not gather it, its own row first.
    pub words: Signal<'m>,
    /// Whether the instruction gathered it; absent where the whole wave is always there.
    pub gathered: Option<Signal<'m>>,
    /// EXEC of the wave.
    pub exec: Signal<'m>,
    /// EXEC and guard of the wave.
    pub executing: Signal<'m>,
    /// Operand b of every thread of the wave, the bits that address a thread.
    pub addresses: Signal<'m>,
    /// Operand b of the beat, if that is a register.
    pub b_row: Signal<'m>,
    /// Operand c of the beat.
    pub c: Signal<'m>,
}

/// What SHFL and the lane moves give to each lane.
pub struct Shuffled<'m> {
    pub word: Signal<'m>,
    pub in_range: Signal<'m>,
    /// Lanes that may be written.
    pub write: Signal<'m>,
}

/// The word of each lane after SHFL or a lane move.
pub fn shuffle<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    executing: &Executing<'m>,
    beat: Option<Signal<'m>>,
    operands: &ShuffleOperands<'m>,
) -> Shuffled<'m> {
    let thread_bits = index_bits(config.warp_threads());
    let literal_b = executing.literal().slice(SHUFFLE_LITERAL_B.low, thread_bits);
    let rows = operands.b_row.elements(32).into_iter().zip(operands.c.elements(32));
    let control = |(b, c): (Signal<'m>, Signal<'m>)| {
        let index = executing.b_is_literal().mux(literal_b, b.slice(0, thread_bits));
        ShuffleControl::of(config, index, c)
    };
    let controls: Vec<ShuffleControl> = rows.map(control).collect();
    let side_by_side = |part: fn(&ShuffleControl<'m>) -> Signal<'m>| m.concat(&controls.iter().map(part).collect::<Vec<_>>());
    let unit = m.instance("shuffle", &wave_shuffle(config)).broadcast("opcode", executing.opcode()).maybe("beat", beat);
    let unit = unit.broadcast("words", operands.words).maybe("gathered", operands.gathered).broadcast("exec", operands.exec);
    let unit = unit.broadcast("executing", operands.executing).broadcast("addresses", operands.addresses);
    let unit = unit.broadcast("own_addresses", addresses(m, config, operands.b_row));
    let unit = unit.broadcast("literal", executing.literal()).broadcast("literal_high", executing.literal_high());
    let unit = unit.broadcast("fetch_inactive", executing.permute_fetch_inactive());
    let unit = unit.broadcast("bound_control", executing.permute_bound_control());
    let unit = unit.broadcast("index", side_by_side(|control| control.index));
    let unit = unit.broadcast("clamp", side_by_side(|control| control.clamp));
    let unit = unit.broadcast("segment_mask", side_by_side(|control| control.segment_mask)).build();
    Shuffled { word: unit.output("word"), in_range: unit.output("in_range"), write: unit.output("write") }
}

/// What the votes see in a beat, of all threads of its warps.
pub struct VoteOperands<'m> {
    /// EXEC and guard.
    pub active: Signal<'m>,
    /// After negation.
    pub q: Signal<'m>,
    /// Operand a, if that is a register.
    pub words: Signal<'m>,
    /// Operand a of the lanes of the beat, if that is a register.
    pub own_words: Signal<'m>,
}

/// The word and the predicate that a vote, a match or a reduction gives to each lane.
pub fn vote<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    executing: &Executing<'m>,
    operands: &VoteOperands<'m>,
) -> (Signal<'m>, Signal<'m>) {
    let unit = m.instances("vote", config.lanes / lanes_of_warp(config), &vote_unit(config));
    let unit = unit.broadcast("choice", executing.opcode().slice(0, 4)).spread("active", operands.active);
    let unit = unit.spread("q", operands.q).spread("words", operands.words).spread("own_words", operands.own_words);
    let unit = unit.broadcast("literal", executing.literal()).broadcast("is_literal", executing.a_is_literal()).build();
    (unit.output("word"), unit.output("mask"))
}

//! Feeds the cross-lane units: which words of the wave each beat's DPP rows and shuffle warps may
//! ask for.

use super::dpp::{self, NeighbourChoice, dpp as dpp_unit};
use super::lane_move::lowest;
use super::shuffle_select::Control;
use super::vote::{self, vote as vote_unit};
use super::wave_shuffle::{self, control_of_lanes, wave_shuffle};
use crate::config::Config;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::encoding::SHUFFLE_LITERAL_B;
use crate::record;
use crate::rtl::issue::instruction::{Instruction, row_mask_bits};
use crate::rtl::issue::passes::match_passes;
use crate::rtl::register_file::addresses;
use crate::rtl::schedule::{beats_per_row, index_bits, lanes_of_warp, row_of_beat, rows_per_beat};

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
    executing: &Instruction<Signal<'m>>,
    beat: Signal<'m>,
    operands: &DppOperands<'m>,
) -> dpp::Outputs<Signal<'m>> {
    let row_mask = executing.dpp_row_mask.slice(0, row_mask_bits(config));
    let selectors = [
        executing.dpp_spare,
        executing.dpp_control,
        executing.dpp_bank_mask,
        executing.dpp_row_mask,
    ];
    let neighbours = Neighbours::new(m, config, executing, beat);
    let fact = |width: usize, of_row: &dyn Fn(usize) -> u128| {
        by_beat_and_row(m, config, beat, width, of_row).spread()
    };
    let last = config.rows() - 1;
    let inputs = dpp::Inputs {
        beat_of_row: beat.slice(0, index_bits(beats_per_row(config)).min(beat.width())).broadcast(),
        enable: executing.dpp_enable.broadcast(),
        eight: executing.dpp_eight.broadcast(),
        eight_positions: m.concat(&selectors).broadcast(),
        control: executing.dpp_control.broadcast(),
        fetch_inactive: executing.dpp_fetch_inactive.broadcast(),
        bound_control: executing.dpp_bound_control.broadcast(),
        bank_mask: executing.dpp_bank_mask.broadcast(),
        row_mask: row_mask.broadcast(),
        this_row: fact(row_mask.width(), &|row| 1 << (row % row_mask.width())),
        row_is_first: fact(1, &|row| (row == 0).into()),
        row_is_second: fact(1, &|row| (row == 1).into()),
        row_is_last: fact(1, &|row| (row == last).into()),
        words: operands.a_row.spread(),
        exec: operands.exec_row.spread(),
        neighbour: neighbours.pick(operands.a_edges).named("neighbour_words").spread(),
        neighbour_exec: neighbours.pick(operands.exec_edges).named("neighbour_exec").spread(),
    };
    dpp_unit(config).instances(m, "dpp", rows_per_beat(config), inputs)
}

/// A constant of each row, for the rows of the beat side by side.
fn by_beat_and_row<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    beat: Signal<'m>,
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
    beat: Signal<'m>,
    next: Signal<'m>,
    thread31: Signal<'m>,
}

impl<'m, 'c> Neighbours<'m, 'c> {
    fn new(
        m: &'m ModuleBuilder,
        config: &'c Config,
        executing: &Instruction<Signal<'m>>,
        beat: Signal<'m>,
    ) -> Self {
        let choice = NeighbourChoice::of(executing.dpp_control);
        // A wave of one row has no thread 31.
        let thread31 = if config.rows() > 1 {
            choice.thread31.named("takes_thread31")
        } else {
            m.constant(1, 0)
        };
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
        let thread31 = edges[edges.len().min(4) - 1].repeat(rows_per_beat(self.config));
        self.thread31.mux(thread31, beside)
    }
}

record! {
    /// The half of the wave that the cross-lane units see in a beat.
    pub struct Half {
        /// Whether the instruction passes once for each half; of no bits where the whole wave is
        /// seen.
        in_turn;
        /// Which half it is.
        number;
        /// Whether the instruction gathered the words of other beats; of no bits where they are
        /// always there.
        gathered;
        /// Operand a of every thread; where the instruction did not gather it, its own row first.
        words;
    }
}

impl<'m> Half<Signal<'m>> {
    /// Of a signal with a part for each thread of the wave that of the half.
    pub fn of(&self, wave: Signal<'m>) -> Signal<'m> {
        wave.element(self.number)
    }
}

/// What SHFL and the lane moves see in a beat.
pub struct ShuffleOperands<'m> {
    pub half: Half<Signal<'m>>,
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

/// The word of each lane after SHFL or a lane move.
pub fn shuffle<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    executing: &Instruction<Signal<'m>>,
    beat: Signal<'m>,
    operands: &ShuffleOperands<'m>,
) -> wave_shuffle::Outputs<Signal<'m>> {
    let thread_bits = index_bits(config.warp_threads());
    let literal_b = executing.literal.slice(SHUFFLE_LITERAL_B.low, thread_bits);
    let rows = operands.b_row.elements(32).into_iter();
    let indices = rows.map(|b| executing.b_is_literal.mux(literal_b, b.slice(0, thread_bits)));
    let Control { index, clamp, segment_mask } = control_of_lanes(m, config, indices, operands.c);
    let half = operands.half;
    let inputs = wave_shuffle::Inputs {
        opcode: executing.opcode,
        fetch_inactive: executing.permute_fetch_inactive,
        bound_control: executing.permute_bound_control,
        beat,
        in_halves: half.in_turn,
        half: half.number,
        executing: half.of(operands.executing),
        addresses: half.of(operands.addresses),
        first: lowest(m, operands.executing).named("first_executing"),
        literal: executing.literal,
        literal_high: executing.literal_high,
        own_addresses: addresses(m, config, operands.b_row),
        index,
        clamp,
        segment_mask,
        gathered: half.gathered,
        exec: half.of(operands.exec),
        words: half.words,
    };
    wave_shuffle(config).instance(m, "shuffle", inputs)
}

/// What the votes see in a beat, of all threads of its warps.
pub struct VoteOperands<'m> {
    /// EXEC and guard.
    pub active: Signal<'m>,
    /// The same of the lanes of the beat.
    pub own_active: Signal<'m>,
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
    executing: &Instruction<Signal<'m>>,
    operands: &VoteOperands<'m>,
) -> vote::Outputs<Signal<'m>> {
    let choice = executing.opcode.slice(0, vote::DIGIT_BITS);
    let inputs = vote::Inputs {
        choice: choice.broadcast(),
        passes_left: executing.passes_left.slice(0, index_bits(match_passes(config))).broadcast(),
        active: operands.active.spread(),
        own_active: operands.own_active.spread(),
        q: operands.q.spread(),
        words: operands.words.spread(),
        own_words: operands.own_words.spread(),
        literal: executing.literal.broadcast(),
        is_literal: executing.a_is_literal.broadcast(),
    };
    vote_unit(config).instances(m, "vote", config.lanes / lanes_of_warp(config), inputs)
}

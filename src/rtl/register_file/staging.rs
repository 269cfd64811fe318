//! Rows that are kept until a whole wave is together.

use std::sync::Arc;

use super::FileShape;
use crate::config::Config;
use crate::hdl::{Module, ModuleBuilder, Signal};
use crate::isa::ROW_THREADS;
use crate::rtl::schedule::{Gather, index_bits, optional_input};

/// Keeps the row of one beat: takes `row` when it is that beat's turn.
pub fn beat_row(config: &Config, row_bits: usize) -> Arc<Module> {
    let builder =
        ModuleBuilder::new(&format!("lanebeat_beat_row_{row_bits}"), "Keeps the row of one beat until the wave is together.");
    let m = &builder;
    let take = m.input("take", 1, "a beat's row is here");
    let beat = optional_input(m, "beat", index_bits(config.beats), "which beat's");
    let row = m.input("row", row_bits, "the row");
    let words = m.register("words", row_bits);
    words.next_when(beat.map_or(take, |beat| take & beat.equals(m.instance_index(beat.width()))), row);
    m.output("words", words.q(), "the row of this beat");
    builder.finish()
}

/// A wave put together from the rows of its beats: `name` is that of the copies of [`beat_row`].
pub fn collected<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    name: &str,
    take: Signal<'m>,
    beat: Option<Signal<'m>>,
    row: Signal<'m>,
) -> Signal<'m> {
    let rows = m.instances(name, config.beats, &beat_row(config, row.width())).maybe("beat", beat);
    rows.broadcast("take", take).broadcast("row", row).build().output("words")
}

/// The first and the last element of every row of 16 threads, side by side, out of `width`-bit elements.
pub fn row_edges<'m>(m: &'m ModuleBuilder, words: Signal<'m>, width: usize) -> Signal<'m> {
    let rows = words.elements(ROW_THREADS * width);
    let edges: Vec<Signal> =
        rows.iter().flat_map(|row| [row.slice(0, width), row.slice((ROW_THREADS - 1) * width, width)]).collect();
    m.concat(&edges)
}

/// The bits of each word of operand b that address a thread in bytes.
pub fn addresses<'m>(m: &'m ModuleBuilder, config: &Config, b: Signal<'m>) -> Signal<'m> {
    let thread = |word: &Signal<'m>| word.slice(2, index_bits(config.threads()));
    m.concat(&b.elements(32).iter().map(thread).collect::<Vec<_>>())
}

/// Where rows come one by one: collects operand a (or its edges), and operand c where it is asked for, while an instruction
/// gathers, and shows them while the same instruction executes.
pub fn gather<'m>(m: &'m ModuleBuilder, config: &Config, shape: FileShape, a_row: Signal<'m>, c_row: Option<Signal<'m>>) {
    if shape.gather == Gather::Nothing {
        return;
    }
    let take = m.input("gather", 1, "a beat of an instruction that gathers passes");
    let beat = optional_input(m, "gather_beat", index_bits(config.beats), "which beat");
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => {
            m.output("a_edges", collected(m, config, "gathered", take, beat, row_edges(m, a_row, shape.word_bits)), A_EDGES)
        }
        Gather::Everything => m.output("a_wave", collected(m, config, "gathered", take, beat, a_row), A_WAVE),
    }
    if let Some(c_row) = c_row.filter(|_| shape.shows_c_wave) {
        m.output("c_wave", collected(m, config, "gathered_c", take, beat, c_row), C_WAVE);
    }
}

pub const A_ROW: &str = "operand a of the beat";
pub const B_ROW: &str = "operand b of the beat";
pub const C_ROW: &str = "operand c of the beat";
pub const A_EDGES: &str = "operand a of the first and last thread of each row";
pub const B_ADDRESSES: &str = "thread that operand b of every thread of the wave addresses";
pub const A_WAVE: &str = "operand a of every thread of the wave that executes";
pub const C_WAVE: &str = "operand c of every thread of the warps of the beat that executes, at their places in the wave";

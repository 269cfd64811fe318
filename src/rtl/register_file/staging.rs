//! Rows that are kept until a whole wave is together.

use super::file::File;
use super::ports::{Inputs, Outputs};
use crate::isa::ROW_THREADS;
use crate::plan::Gather;
use crate::rtl::prelude::*;

ports! {
    pub struct BeatRow(plan: &Plan, row_bits: usize) {
        take: [1] "a beat's row is here";
        beat: [plan.beat.bits] "beat whose row is here";
        row: [row_bits] "the row";
    }

    pub struct KeptRow(plan: &Plan, row_bits: usize) {
        words: [row_bits] "the row of this beat";
    }
}

/// Keeps the row of one beat: takes `row` when it is that beat's turn.
fn beat_row(plan: &Plan, row_bits: usize) -> Block<BeatRow, KeptRow> {
    let name = format!("lanebeat_beat_row_{row_bits}");
    let purpose = "Keeps the row of one beat until the wave is together.";
    Block::of(&name, purpose, (plan, row_bits), |m, inputs: BeatRow<Signal>| {
        let BeatRow { take, beat, row } = inputs;
        let words = m.register("words", row_bits).next_when(take & beat.is_own_index(), row);
        KeptRow { words }
    })
}

/// A wave put together from the rows of its beats: `name` is that of the copies that keep them.
pub fn collected<'m>(
    m: &'m Builder,
    plan: &Plan,
    name: &str,
    take: Signal<'m>,
    beat: Signal<'m>,
    row: Signal<'m>,
) -> Signal<'m> {
    beat_row(plan, row.width()).instances(m, name, plan.beats, BeatRow { take, beat, row }).words
}

/// The wave in `beat`: in beat 0 the one just `read`, where the file shows it, and else the one `kept`.
pub fn wave_of<'m>(beat: Signal<'m>, [kept, read]: [Signal<'m>; 2]) -> Signal<'m> {
    match read.width() {
        0 => kept,
        _ => beat.is(0).mux(read, kept),
    }
}

/// The first and the last element of every row of 16 threads, side by side, out of `width`-bit
/// elements.
pub fn row_edges<'m>(m: &'m Builder, words: Signal<'m>, width: usize) -> Signal<'m> {
    let rows = words.elements(ROW_THREADS * width);
    let edges: Vec<Signal> = rows
        .iter()
        .flat_map(|row| [row.slice(0, width), row.slice((ROW_THREADS - 1) * width, width)])
        .collect();
    m.concat(&edges)
}

/// The bits of each word of operand b that address a thread in bytes.
pub fn addresses<'m>(m: &'m Builder, plan: &Plan, b: Signal<'m>) -> Signal<'m> {
    let thread = |word: &Signal<'m>| word.slice(2, plan.thread.bits);
    m.concat(&b.elements(32).iter().map(thread).collect::<Vec<_>>())
}

/// Where rows come one by one: collects operand a (or its edges), and operand c where it is asked
/// for, while an instruction gathers, and shows them while the same instruction executes.
pub fn gathered<'m>(
    m: &'m Builder,
    file: File,
    inputs: &Inputs<Signal<'m>>,
    rows: Outputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let collect =
        |name: &str, row| collected(m, &file, name, inputs.gather, inputs.gather_beat, row);
    let edges = |row| row_edges(m, row, file.word_bits);
    Outputs {
        a_edges: if file.gather == Gather::RowEdges {
            collect("gathered", edges(rows.a_row))
        } else {
            m.nothing()
        },
        a_wave: if file.gather == Gather::Everything {
            collect("gathered", rows.a_row)
        } else {
            m.nothing()
        },
        c_wave: if file.shows_c_wave { collect("gathered_c", rows.c_row) } else { m.nothing() },
        ..rows
    }
}

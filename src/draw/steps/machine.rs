//! The timetable of a machine as data: instructions that pass through it alike share a shape.

use serde::Serialize;

use super::lines::{Distinct, Lines};
use crate::cycle::views::names;
use crate::cycle::{Block, BlockKind, Issued, Schedule, tracks};
use crate::draw::timetable::{class, summary, words};
use crate::isa::Line;

/// A machine, and the times of each step on it.
#[derive(Serialize)]
pub struct Machine {
    name: String,
    summary: String,
    slot: u64,
    /// The cycles that are shown.
    cycles: (u64, u64),
    tracks: Vec<String>,
    shapes: Distinct<Vec<Shape>>,
    /// Cycle of the issue less that of the step before.
    issue: Vec<i64>,
    /// Cycles from issue to retirement.
    retire: Vec<u64>,
    /// Place in `shapes`.
    shape: Vec<usize>,
    texts: Distinct<(String, String, String, String)>,
    /// Slots in which nothing issues: cycle less that of the one before, cycles, place in `texts`.
    stalls: Vec<(u64, u64, usize)>,
}

/// A block of an instruction. In texts, `$w` is the wave, `$e` the entry, `$i` the instruction, `$m`
/// its mnemonic and `$o` its operands.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Shape {
    track: usize,
    /// Cycles after the issue.
    from: u64,
    cycles: u64,
    beat: Option<usize>,
    /// Place among the entries of the line.
    entry: Option<usize>,
    class: String,
    action: String,
    large: String,
    small: String,
    text: String,
}

impl Machine {
    /// The machines of `schedules`; `keys` are wave and number of each step.
    pub fn all(schedules: &[Schedule], keys: &[(usize, usize)], lines: &mut Lines) -> Vec<Self> {
        let named = schedules.iter().zip(names(schedules));
        named.map(|(schedule, name)| Self::new(schedule, name, keys, lines)).collect()
    }

    fn new(schedule: &Schedule, name: String, keys: &[(usize, usize)], lines: &mut Lines) -> Self {
        let (mut blocks, mut texts, mut stalls) =
            (vec![vec![]; schedule.issued().len()], Distinct::default(), vec![]);
        let tracks = tracks(schedule);
        let mut last = 0;
        for (row, track) in tracks.iter().enumerate() {
            for block in &track.blocks {
                let Some(place) = block.instruction else {
                    let (large, small) = words(schedule, block);
                    let text = (class(block), large, small, block.text.clone());
                    stalls.push((block.from - last, block.cycles, texts.place(text)));
                    last = block.from;
                    continue;
                };
                let issued = &schedule.issued()[place];
                blocks[place].push(shape(schedule, block, row, issued, lines));
            }
        }
        let places = schedule.places();
        let (mut shapes, mut issue, mut retire, mut shape) =
            (Distinct::default(), vec![], vec![], vec![]);
        let mut last = 0;
        for key in keys {
            let place = places[key];
            let issued = &schedule.issued()[place];
            issue.push(issued.cycle as i64 - last);
            last = issued.cycle as i64;
            retire.push(issued.retires - issued.cycle);
            shape.push(shapes.place(std::mem::take(&mut blocks[place])));
        }
        let shown = schedule.shown();
        Self {
            name,
            summary: summary(schedule),
            slot: schedule.slot_cycles(),
            cycles: (shown.start, shown.end),
            tracks: tracks.into_iter().map(|track| track.name).collect(),
            shapes,
            issue,
            retire,
            shape,
            texts,
            stalls,
        }
    }
}

/// The block as instructions of other waves and registers share it.
fn shape(
    schedule: &Schedule,
    block: &Block,
    track: usize,
    issued: &Issued,
    lines: &mut Lines,
) -> Shape {
    let entry = block.entry.map(|entry| {
        let line = lines.place(&Line::new(issued.instruction, issued.line));
        let (entries, name) = (&mut lines.list[line].entries, entry.to_string());
        entries.iter().position(|known| *known == name).unwrap_or_else(|| {
            entries.push(name);
            entries.len() - 1
        })
    });
    let wave = format!("W{}", issued.wave);
    let shared = |text: String| {
        let text = text.replace(&issued.text, "$i").replace(&wave, "$w");
        match block.entry {
            Some(entry) => text.replace(&entry.to_string(), "$e"),
            None => text,
        }
    };
    let (large, small) = match block.kind {
        BlockKind::Issue => ("$w $m".to_owned(), "$o".to_owned()),
        _ => words(schedule, block),
    };
    let action = match block.kind {
        BlockKind::Read(action) => action.to_string(),
        kind => kind.name().replace('-', " "),
    };
    Shape {
        track,
        from: block.from - issued.cycle,
        cycles: block.cycles,
        beat: block.beat,
        entry,
        class: class(block).replace(&format!("c{}", issued.wave % 8), "$c"),
        action,
        large: shared(large),
        small: shared(small),
        text: shared(block.text.clone()),
    }
}

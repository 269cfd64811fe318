//! A timetable: cycles from left to right, a row for each track, one machine above the other on the
//! same axis of cycles.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::cycle::Schedule;
//! use lanebeat::draw::timetable::svg;
//! use lanebeat::isa::asm::assemble;
//!
//! let config = Config::default();
//! let program = assemble("one.s", "IADD R1, R0, 1", &config.target())?;
//! assert!(svg(&[Schedule::new(&config, &program)?]).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod page;
mod words;

use std::ops::Range;

use super::element::Element;
use super::shapes::{
    LARGE, SMALL, fitting, group, legend, line, picture, rect, rounded, text, width,
};
use crate::cycle::views::names;
use crate::cycle::{Block, BlockKind, Schedule, Track, tracks};
use words::LEGEND;

pub use page::html;
pub(super) use words::words;

pub(super) const STYLE: &str = include_str!("timetable.css");
/// The patterns that the style fills blocks with.
pub(super) const PATTERNS: &str = include_str!("patterns.svg");

/// A cycle is this wide, a row this high, the row of cycle numbers that high; all in pixels.
const CYCLE: u64 = 40;
const ROW: u64 = 30;
const AXIS: u64 = 20;
/// Height of the line above a machine, in a picture that stands alone.
const HEADING: u64 = 26;
/// Pixels from the left end of a block to its words.
const INSET: u64 = 4;

/// The drawing of one machine, in two parts that stand side by side.
struct Drawn {
    /// The names of the rows, which end at x = 0.
    labels: Element,
    /// The blocks in the rows, over stripes of slots.
    plot: Element,
    labels_width: u64,
    plot_width: u64,
    height: u64,
}

/// The timetables of one program on some machines as one picture.
pub fn svg(schedules: &[Schedule]) -> String {
    let axis = axis(schedules);
    let drawn: Vec<Drawn> = schedules.iter().map(|schedule| draw(schedule, &axis)).collect();
    let left = labels_width(&drawn);
    let (mut parts, mut y, mut width) = (group(""), 0, 0);
    for ((schedule, name), one) in schedules.iter().zip(names(schedules)).zip(drawn) {
        let heading = format!("{name}: {}", summary(schedule));
        parts = parts
            .child(text("heading", [4, y + 17], heading))
            .child(one.labels.moved(left, y + HEADING))
            .child(one.plot.moved(left, y + HEADING));
        y += HEADING + one.height + 8;
        width = width.max(left + one.plot_width);
    }
    let (legend, legend_height) = legend(entries(schedules), width as f64);
    let size = [width as f64, y as f64 + legend_height];
    picture("timetable", size, STYLE, PATTERNS, parts.child(legend.moved(0, y)))
}

fn labels_width(drawn: &[Drawn]) -> u64 {
    drawn.iter().map(|one| one.labels_width).max().unwrap_or(0)
}

/// Length of the run and use of the machine, in words.
pub(super) fn summary(schedule: &Schedule) -> String {
    let totals = schedule.totals();
    format!(
        "{} cycles, {} slots, {} instructions, {} slots lost, lanes {:.0} %",
        totals.cycles,
        totals.slots,
        totals.instructions,
        totals.stalls.total(),
        100.0 * totals.lane_utilisation()
    )
}

/// The cycles that all machines are drawn over.
fn axis(schedules: &[Schedule]) -> Range<u64> {
    let shown = || schedules.iter().map(Schedule::shown);
    let start = shown().map(|shown| shown.start).min().unwrap_or(0);
    start..shown().map(|shown| shown.end).max().unwrap_or(0)
}

fn draw(schedule: &Schedule, axis: &Range<u64>) -> Drawn {
    let tracks = tracks(schedule);
    let names = tracks.iter().map(|track| width(&track.name, LARGE) as u64);
    let labels_width = names.max().unwrap_or(0) + 16;
    let plot_width = (axis.end - axis.start) * CYCLE + 1;
    let height = AXIS + ROW * tracks.len() as u64 + 1;
    let (mut labels, mut plot) = (group("labels"), group("plot"));
    plot = plot.all(slots(schedule, axis, height));
    for (row, track) in (0..).zip(&tracks) {
        let y = AXIS + row * ROW;
        let blocks = track.blocks.iter().map(|block| cell(schedule, block, axis.start, y));
        labels = labels.child(text("label", [-8, y as i64 + 19], &track.name));
        plot = plot
            .child(line("rule", [0, y, plot_width, y]))
            .child(group("track").with("data-track", &track.name).all(blocks));
    }
    Drawn { labels, plot, labels_width, plot_width, height }
}

/// A stripe for every other slot, and the numbers of the cycles.
fn slots(schedule: &Schedule, axis: &Range<u64>, height: u64) -> impl Iterator<Item = Element> {
    let (shown, length) = (schedule.shown(), schedule.slot_cycles());
    let x = move |cycle: u64| (cycle - axis.start) * CYCLE;
    shown.clone().step_by(length as usize).map(move |first| {
        let end = (first + length).min(shown.end);
        let number = |cycle: u64| {
            let class = if cycle == first { "cycle first" } else { "cycle" };
            text(class, [x(cycle) + CYCLE / 2, 14], cycle)
        };
        let class = if (first / length).is_multiple_of(2) { "slot even" } else { "slot" };
        let stripe = rect("", [x(first), 0, (end - first) * CYCLE, height]);
        group(class).child(stripe).all((first..end).map(number))
    })
}

/// A block: `data-of` names its instruction, as wave and number.
fn cell(schedule: &Schedule, block: &Block, start: u64, y: u64) -> Element {
    let (x, width) = ((block.from - start) * CYCLE, block.cycles * CYCLE - 2);
    let mut cell = group(class(block));
    cell = cell.with("data-cycle", block.from).with("data-cycles", block.cycles);
    let mut title = block.text.clone();
    if let Some(issued) = block.instruction.map(|place| &schedule.issued()[place]) {
        cell = cell.with("data-of", format_args!("{}.{}", issued.wave, issued.number));
        if block.kind != BlockKind::Issue {
            title += &format!(" | {}", issued.text);
        }
        title += &format!(" | line {}", issued.line);
    }
    cell = cell.titled(title).child(rounded([x + 1, y + 1, width, ROW - 2]));
    let (large, small) = words(schedule, block);
    for (class, size, baseline, words) in [("large", LARGE, 13, large), ("small", SMALL, 24, small)]
    {
        let words = fitting(&words, (width - INSET) as f64, size);
        if !words.is_empty() {
            cell = cell.child(text(class, [x + INSET, y + baseline], words));
        }
    }
    cell
}

pub(super) fn class(block: &Block) -> String {
    let kind = block.kind.name();
    match (block.kind, block.wave) {
        (BlockKind::Stall(_), _) => format!("block {kind} stall"),
        (_, Some(wave)) => format!("block {kind} c{}", wave % 8),
        (_, None) => format!("block {kind}"),
    }
}

/// Samples of the kinds of blocks that are drawn, with their meanings.
fn entries(schedules: &[Schedule]) -> impl Iterator<Item = (Element, String)> {
    let tracks: Vec<Track> = schedules.iter().flat_map(tracks).collect();
    let is_drawn = move |class: &str| {
        let kind = class.split(' ').next().unwrap_or_default();
        tracks.iter().flat_map(|track| &track.blocks).any(|block| block.kind.name() == kind)
    };
    let sample = |class| group(format_args!("block {class}")).child(rounded([1, 0, 20, 16]));
    let drawn = LEGEND.iter().filter(move |(class, _)| is_drawn(class));
    drawn.map(move |(class, meaning)| (sample(class), (*meaning).to_owned()))
}

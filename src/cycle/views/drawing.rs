//! A timetable as SVG: cycles from left to right, a row for each track, one machine above the other
//! on the same axis of cycles.

use std::ops::Range;

use svg::Document;
use svg::node::element::{Definitions, Element, Group, Line, Rectangle, Style, Text, Title};
use svg::node::{Blob, Node as _};

use super::words::{LEGEND, Words, words};
use crate::config::Parameter;
use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::{Block, Kind, Track, tracks};

/// Colours and fonts, by class.
pub const STYLE: &str = include_str!("drawing.css");
/// The patterns that the style fills blocks with.
pub const PATTERNS: &str = include_str!("patterns.svg");

/// A cycle is this wide, a row this high, the row of cycle numbers that high; all in pixels.
const CYCLE: u64 = 40;
const ROW: u64 = 30;
const AXIS: u64 = 20;
/// Height of the line above a machine, in a drawing that stands alone.
const HEADING: u64 = 26;
/// Space around blocks, and between rows of different kinds.
const GAP: u64 = 1;
/// From the left end of a block to its words.
const INSET: u64 = 4;
/// Width of a character of the large and of the small font, in tenths of a pixel.
const LARGE: u64 = 67;
const SMALL: u64 = 53;

/// The drawing of one machine, in two parts that stand side by side: the names of the rows, and what
/// happens in them.
pub struct Drawn {
    pub labels: Group,
    pub plot: Group,
    pub labels_width: u64,
    pub plot_width: u64,
    pub height: u64,
}

/// The timetables of one program on some machines as one drawing.
pub fn svg(schedules: &[Schedule]) -> String {
    let axis = axis(schedules);
    let mut parts = Group::new();
    let (mut y, mut width) = (0, 0);
    let drawn: Vec<Drawn> = schedules.iter().map(|schedule| draw(schedule, &axis)).collect();
    let labels_width = drawn.iter().map(|one| one.labels_width).max().unwrap_or(0);
    for ((schedule, name), one) in schedules.iter().zip(names(schedules)).zip(drawn) {
        let heading = format!("{name}: {}", summary(schedule));
        parts = parts
            .add(Text::new(heading).set("class", "heading").set("x", 4).set("y", y + 17))
            .add(moved(one.labels, labels_width - one.labels_width, y + HEADING))
            .add(moved(one.plot, labels_width, y + HEADING));
        y += HEADING + one.height + 8;
        width = width.max(labels_width + one.plot_width);
    }
    let (legend, legend_height) = legend(&entries(schedules), width);
    let height = y + legend_height;
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", "timetable")
        .add(Style::new(STYLE))
        .add(Definitions::new().add(Blob::new(PATTERNS)))
        .add(Rectangle::new().set("class", "paper").set("width", width).set("height", height))
        .add(parts)
        .add(moved(legend, 0, y));
    format!("{document}\n")
}

fn moved(group: Group, x: u64, y: u64) -> Group {
    group.set("transform", format!("translate({x} {y})"))
}

/// What tells the machines apart: the parameters that differ, or of one machine its register file.
pub fn names(schedules: &[Schedule]) -> Vec<String> {
    let differs = |parameter: &Parameter| {
        let text = |schedule: &Schedule| parameter.text(schedule.config());
        schedules.iter().any(|schedule| text(schedule) != text(&schedules[0]))
    };
    let mut keys: Vec<Parameter> = Parameter::ALL.into_iter().filter(differs).collect();
    if keys.is_empty() {
        keys.push(Parameter::RegisterFile);
    }
    let setting = |parameter: &Parameter, schedule: &Schedule| {
        format!("{} {}", parameter.key(), parameter.text(schedule.config()).replace('"', ""))
    };
    let name = |schedule: &Schedule| {
        keys.iter().map(|key| setting(key, schedule)).collect::<Vec<_>>().join(", ")
    };
    schedules.iter().map(name).collect()
}

/// How long the run takes and how well the machine is used.
pub fn summary(schedule: &Schedule) -> String {
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

/// The cycles that all drawings show.
pub fn axis(schedules: &[Schedule]) -> Range<u64> {
    let starts = schedules.iter().map(|schedule| schedule.shown().start);
    let ends = schedules.iter().map(|schedule| schedule.shown().end);
    starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
}

/// The drawing of one machine along `axis`.
pub fn draw(schedule: &Schedule, axis: &Range<u64>) -> Drawn {
    let tracks = tracks(schedule);
    let letters = tracks.iter().map(|track| track.name.len() as u64).max().unwrap_or(0);
    let labels_width = (letters * LARGE).div_ceil(10) + 16;
    let plot_width = (axis.end - axis.start) * CYCLE + 1;
    let height = AXIS + ROW * tracks.len() as u64 + 1;
    let mut labels = Group::new().set("class", "labels");
    let mut plot = Group::new().set("class", "plot");
    for slot in slots(schedule, axis, height) {
        plot = plot.add(slot);
    }
    for (row, track) in (0..).zip(&tracks) {
        let y = AXIS + row * ROW;
        labels = labels.add(
            Text::new(track.name.clone())
                .set("class", "label")
                .set("x", labels_width - 8)
                .set("y", y + 19),
        );
        plot = plot
            .add(Line::new().set("class", "rule").set("x2", plot_width).set("y1", y).set("y2", y))
            .add(blocks(schedule, axis, track, y));
    }
    Drawn { labels, plot, labels_width, plot_width, height }
}

/// A stripe for every other slot, and the numbers of the cycles.
fn slots(schedule: &Schedule, axis: &Range<u64>, height: u64) -> Vec<Group> {
    let shown = schedule.shown();
    let length = schedule.slot_cycles();
    let slot = |first: u64| {
        let cycles = first..(first + length).min(shown.end);
        let class = if (first / length).is_multiple_of(2) { "slot even" } else { "slot" };
        let mut group = Group::new().set("class", class).add(
            Rectangle::new()
                .set("x", (first - axis.start) * CYCLE)
                .set("width", (cycles.end - first) * CYCLE)
                .set("height", height),
        );
        for cycle in cycles {
            let class = if cycle == first { "cycle first" } else { "cycle" };
            group = group.add(
                Text::new(cycle.to_string())
                    .set("class", class)
                    .set("x", (cycle - axis.start) * CYCLE + CYCLE / 2)
                    .set("y", 14),
            );
        }
        group
    };
    shown.clone().step_by(length as usize).map(slot).collect()
}

fn blocks(schedule: &Schedule, axis: &Range<u64>, track: &Track, y: u64) -> Group {
    let mut group = Group::new().set("class", "track").set("data-track", track.name.clone());
    for block in &track.blocks {
        group = group.add(cell(schedule, block, (block.from - axis.start) * CYCLE, y));
    }
    group
}

/// A block: `data-of` says which instruction does it, as wave and number.
fn cell(schedule: &Schedule, block: &Block, x: u64, y: u64) -> Group {
    let width = block.cycles * CYCLE - 2 * GAP;
    let words = words(schedule, block);
    let mut group = Group::new()
        .set("class", class(block))
        .set("data-cycle", block.from)
        .set("data-cycles", block.cycles);
    let mut title = block.text.clone();
    if let Some(issued) = block.instruction.map(|place| &schedule.issued()[place]) {
        group = group.set("data-of", format!("{}.{}", issued.wave, issued.number));
        if block.kind != Kind::Issue {
            title += &format!(" | {}", issued.text);
        }
        title += &format!(" | line {}", issued.line);
    }
    group = group.add(Title::new(title)).add(
        Rectangle::new()
            .set("x", x + GAP)
            .set("y", y + GAP)
            .set("width", width)
            .set("height", ROW - 2 * GAP)
            .set("rx", 3),
    );
    let Words { large, small } = words;
    for (class, text, letter, baseline) in
        [("large", large, LARGE, 13), ("small", small, SMALL, 24)]
    {
        let text = fitting(&text, (width - INSET) * 10 / letter);
        if !text.is_empty() {
            group = group.add(
                Text::new(text).set("class", class).set("x", x + INSET).set("y", y + baseline),
            );
        }
    }
    group
}

fn class(block: &Block) -> String {
    let wave = match block.kind {
        Kind::Stall(_) => None,
        _ => block.wave,
    };
    let stall = if matches!(block.kind, Kind::Stall(_)) { " stall" } else { "" };
    let wave = wave.map_or(String::new(), |wave| format!(" w{}", wave % 8));
    format!("block {}{stall}{wave}", block.kind.name())
}

/// As many characters of `text` as there is place for, the last of them … if it is cut.
fn fitting(text: &str, letters: u64) -> String {
    let letters = letters as usize;
    match text.chars().count() {
        count if count <= letters => text.to_owned(),
        _ if letters < 2 => String::new(),
        _ => text.chars().take(letters - 1).chain(['…']).collect(),
    }
}

/// The entries of the legend whose kind of block is drawn.
pub fn entries(schedules: &[Schedule]) -> Vec<(&'static str, &'static str)> {
    let tracks: Vec<Track> = schedules.iter().flat_map(tracks).collect();
    let mut names: Vec<&str> =
        tracks.iter().flat_map(|track| &track.blocks).map(|block| block.kind.name()).collect();
    names.sort_unstable();
    names.dedup();
    let is_drawn =
        |(class, _): &&(&str, &str)| names.iter().any(|name| class.split(' ').next() == Some(name));
    LEGEND.iter().filter(is_drawn).copied().collect()
}

/// Samples of the blocks with what they mean, in lines of at most `width`; and their height.
fn legend(entries: &[(&str, &str)], width: u64) -> (Group, u64) {
    const SAMPLE: u64 = 22;
    let mut group = Group::new().set("class", "legend");
    let (mut x, mut y) = (4, 4);
    for (class, meaning) in entries {
        let wide = SAMPLE + 6 + (meaning.chars().count() as u64 * LARGE).div_ceil(10) + 14;
        if x > 4 && x + wide > width {
            (x, y) = (4, y + 22);
        }
        group = group.add(moved(sample(class), x, y)).add(
            Text::new(*meaning).set("class", "meaning").set("x", x + SAMPLE + 6).set("y", y + 12),
        );
        x += wide;
    }
    (group, y + 24)
}

/// A block without words, 22 x 16 pixels.
pub fn sample(class: &str) -> Group {
    Group::new()
        .set("class", format!("block {class}"))
        .add(Rectangle::new().set("x", 1).set("width", 20).set("height", 16).set("rx", 3))
}

/// An SVG element of this size for the inside of a page.
pub fn embedded(group: Group, class: &str, width: u64, height: u64) -> Element {
    let mut element = Element::new("svg");
    element.assign("class", class);
    element.assign("width", width);
    element.assign("height", height);
    element.assign("viewBox", (0, 0, width, height));
    element.append(group);
    element
}

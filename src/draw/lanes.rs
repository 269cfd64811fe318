//! The lane map of an instruction: threads side by side, the words that they hold above, those that
//! they get below, and an arrow for each word.
//!
//! ```
//! use lanebeat::config::Config;
//! use lanebeat::draw::lanes::{Drawing, svg};
//! use lanebeat::isa::{WaveState, asm::assemble};
//! use lanebeat::model::explain::explain;
//!
//! let program = assemble("up.s", "SHFL.UP P1, R1, R0, 3, 0", &Config::default().target())?;
//! let instruction = &program.waves[0][0].instruction;
//! let map = explain(instruction, &WaveState::new(64, 4));
//! let heading = ["SHFL.UP".into(), "three threads up".into()];
//! assert!(svg(&[Drawing { heading, map: &map, shows_words: false }]).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::element::Element;
use super::shapes::{LARGE, group, path, picture, rounded, text, width};
use crate::isa::{ROW_THREADS, Thread};
use crate::model::explain::{Explanation, Reason, Source, SourceKind, legend};

pub(super) const STYLE: &str = include_str!("lanes.css");
/// Heads of arrows, and a pattern.
pub(super) const DEFINITIONS: &str = include_str!("lanes.svg");

/// One instruction to draw.
pub struct Drawing<'e> {
    /// The instruction and what it does, a line each.
    pub heading: [String; 2],
    /// Source of each thread's word.
    pub map: &'e Explanation,
    /// Whether words are shown besides the numbers of threads.
    pub shows_words: bool,
}

/// Pixels: a line of the heading or legend, the margin, the words that name a row, a thread's box.
const LINE: usize = 20;
const MARGIN: usize = 12;
const NAMES: usize = 52;
const BOX: usize = 24;
/// Height of a box with a word in it, and the size of its letters.
const BOX_OF_WORDS: usize = 36;
const WORD: f64 = 10.0;

/// The instructions one below the other; those that move no words between threads are left out.
/// `None` where none is left.
pub fn svg(drawings: &[Drawing]) -> Option<String> {
    let (mut parts, mut y, mut width) = (group(""), MARGIN, 0);
    for drawing in drawings {
        let Some(sources) = &drawing.map.sources else { continue };
        let (part, size) = draw(drawing, sources);
        parts = parts.child(part.moved(MARGIN, y));
        y += size[1] + MARGIN;
        width = width.max(size[0] + 2 * MARGIN);
    }
    let size = [width as f64, y as f64];
    (width > 0).then(|| picture("lanes", size, STYLE, DEFINITIONS, parts))
}

/// Places of the boxes of some threads, which exchange no words with others.
struct Band<'d> {
    drawing: &'d Drawing<'d>,
    sources: &'d [Source],
    first: usize,
    /// Top of the upper boxes, and of the lower ones.
    y: [usize; 2],
    /// Width and height of a box.
    size: [usize; 2],
}

/// One instruction, and its width and height.
fn draw(drawing: &Drawing, sources: &[Source]) -> (Element, [usize; 2]) {
    let held = (0..sources.len()).map(|thread| drawing.map.words[Thread(thread)]);
    let words = sources.iter().filter_map(|source| source.word).chain(held);
    let longest = words.map(|word| width(&shown(word), WORD) as usize + 6).max().unwrap_or(0);
    let size =
        if drawing.shows_words { [longest.max(BOX + 2), BOX_OF_WORDS] } else { [BOX + 2, BOX] };
    let threads = band_threads(sources);
    let [instruction, meaning] = &drawing.heading;
    let mut drawn = group("").child(text("heading", [0, 14], instruction)).child(text(
        "quiet",
        [0, LINE + 14],
        meaning,
    ));
    let mut y = 2 * LINE + 4;
    for first in (0..sources.len()).step_by(threads) {
        let moves = (first..sources.len().min(first + threads))
            .map(|thread| sources[thread].from.map_or(0, |Thread(from)| from.abs_diff(thread)));
        let gap = (36 + 3 * moves.clone().max().unwrap_or(0)).min(110);
        let band = Band { drawing, sources, first, y: [y, y + size[1] + gap], size };
        drawn = drawn.child(band.drawn(first + moves.len()));
        y += 2 * size[1] + gap + 16;
    }
    let mut right = NAMES + threads * size[0];
    for line in &drawing.heading {
        right = right.max(width(line, 13.0) as usize);
    }
    for (mark, meaning) in &legend(sources) {
        right = right.max(NAMES + width(meaning, LARGE) as usize);
        drawn = drawn.child(text("label quiet", [NAMES - 8, y + 12], mark.trim())).child(text(
            "quiet",
            [NAMES, y + 12],
            meaning,
        ));
        y += LINE - 2;
    }
    (drawn, [right, y])
}

/// Class of the box of a thread that gets a word from `source`.
pub(super) fn box_class(source: &Source) -> &'static str {
    match source.kind {
        SourceKind::NotWritten => "unwritten",
        SourceKind::Zero => "zero",
        SourceKind::Own | SourceKind::Other if !source.in_range => "clamped",
        SourceKind::Own | SourceKind::Other => "written",
    }
}

/// Class of the arrow that brings the word of `source`.
pub(super) fn arrow_class(source: &Source) -> &'static str {
    match (source.kind, source.in_range, source.inactive_source) {
        (_, false, _) => "clamped",
        (_, true, true) => "inactive",
        (SourceKind::Own, ..) => "own",
        _ => "",
    }
}

/// The fewest threads, from a row on, that exchange words only among each other.
pub(super) fn band_threads(sources: &[Source]) -> usize {
    let leaves = |threads: usize| {
        sources.iter().enumerate().any(|(thread, source)| {
            source.from.is_some_and(|Thread(from)| from / threads != thread / threads)
        })
    };
    let mut threads = ROW_THREADS;
    while threads < sources.len() && leaves(threads) {
        threads *= 2;
    }
    threads.min(sources.len().max(1))
}

/// A word as it is shown: small ones in decimal, others in hexadecimal.
fn shown(word: u32) -> String {
    if word < 10_000 { word.to_string() } else { format!("{word:x}") }
}

impl Band<'_> {
    /// The threads before `last`, arrows below boxes.
    fn drawn(&self, last: usize) -> Element {
        let mut drawn = group("");
        for (name, y) in ["holds", "gets"].into_iter().zip(self.y) {
            drawn = drawn.child(text("label quiet", [NAMES - 8, y + self.size[1] / 2 + 4], name));
        }
        let threads = || self.first..last;
        let boxes = threads().flat_map(|thread| [self.holds(thread), self.gets(thread)]);
        drawn.all(threads().filter_map(|thread| self.arrow(thread))).all(boxes)
    }

    fn middle(&self, thread: usize) -> i64 {
        let first = (NAMES + self.size[0] / 2) as i64;
        first + (thread as i64 - self.first as i64) * self.size[0] as i64
    }

    fn holds(&self, thread: usize) -> Element {
        let is_outside = self.sources[thread].reason == Some(Reason::Exec);
        let class = if is_outside { "thread outside" } else { "thread" };
        let word = shown(self.drawing.map.words[Thread(thread)]);
        self.boxed(class, thread, self.y[0], &thread.to_string(), word)
    }

    fn gets(&self, thread: usize) -> Element {
        let source = &self.sources[thread];
        let from = source.from.map_or(String::new(), |Thread(from)| from.to_string());
        let word = source.word.map_or(String::new(), |word| format!("{word:#x}"));
        let sentence = source.sentence([&thread.to_string(), &from, &word]);
        let word = source.word.map_or(String::new(), shown);
        let class = format!("thread {}", box_class(source));
        let got = self.boxed(&class, thread, self.y[1], source.cell().trim(), word);
        got.with("data-thread", thread).titled(sentence)
    }

    /// A thread's box with its number or mark, and its word.
    fn boxed(&self, class: &str, thread: usize, y: usize, number: &str, word: String) -> Element {
        let (middle, [width, height]) = (self.middle(thread), self.size);
        let [left, y, half] = [middle - width as i64 / 2 + 1, y as i64, height as i64 / 2];
        let rectangle = rounded([left, y, width as i64 - 2, height as i64]);
        let drawn = group(class).child(rectangle);
        if !self.drawing.shows_words {
            return drawn.child(text("number", [middle, y + half + 4], number));
        }
        let number = text("number quiet", [middle, y + 13], number);
        drawn.child(number).child(text("word", [middle, y + 28], word))
    }

    /// The arrow from the box above that holds the word to the thread's box below.
    fn arrow(&self, thread: usize) -> Option<Element> {
        let source = &self.sources[thread];
        let Thread(from) = source.from?;
        let (x, to) = (self.middle(from), self.middle(thread));
        let (top, bottom) = (self.y[0] + self.size[1], self.y[1] - 5);
        let curve = format!("M{x} {top} C{x} {} {to} {} {to} {bottom}", top + 14, bottom - 18);
        let head = if source.in_range { "url(#head)" } else { "url(#clamped)" };
        let class = format!("arrow {}", arrow_class(source));
        let arrow = path(class.trim(), curve).with("marker-end", head);
        Some(arrow.with("data-from", from).with("data-to", thread))
    }
}

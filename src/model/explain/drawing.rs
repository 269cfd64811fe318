//! The lane map of an instruction as SVG: threads side by side, what they hold above, what they get
//! below, and an arrow for each word.

use svg::Document;
use svg::node::Blob;
use svg::node::element::{Definitions, Group, Path, Rectangle, Style, Text, Title};

use super::{Explanation, Kind, Reason, Source, legend};
use crate::isa::{ROW_THREADS, Thread};

const STYLE: &str = include_str!("drawing.css");
const DEFINITIONS: &str = include_str!("definitions.svg");

/// What is drawn of one instruction.
pub struct Drawing<'e> {
    /// The instruction and what it does, a line each.
    pub heading: [String; 2],
    /// Where each thread's word comes from.
    pub map: &'e Explanation,
    /// Whether words are shown besides the numbers of threads.
    pub shows_words: bool,
}

/// Pixels: a line of the heading or legend, the margin, the words that name a row, a thread's box
/// without and with words, a character of the small font.
const LINE: usize = 20;
const MARGIN: usize = 12;
const NAMES: usize = 52;
const BOX: usize = 24;
const BOX_OF_WORDS: usize = 36;
const LETTER: usize = 6;

/// The instructions one below the other; those that move no words between threads are left out.
/// `None` where none is left.
pub fn svg(drawings: &[Drawing]) -> Option<String> {
    let mut parts = Group::new();
    let (mut y, mut width) = (MARGIN, 0);
    for drawing in drawings {
        let Some(sources) = &drawing.map.sources else { continue };
        let (part, size) = draw(drawing, sources);
        parts = parts.add(part.set("transform", format!("translate({MARGIN} {y})")));
        y += size.1 + MARGIN;
        width = width.max(size.0 + 2 * MARGIN);
    }
    (width > 0).then(|| {
        let document = Document::new()
            .set("viewBox", (0, 0, width, y))
            .set("width", width)
            .set("height", y)
            .set("class", "lanes")
            .add(Style::new(STYLE))
            .add(Definitions::new().add(Blob::new(DEFINITIONS)))
            .add(Rectangle::new().set("class", "paper").set("width", width).set("height", y))
            .add(parts);
        format!("{document}\n")
    })
}

/// Where the boxes of some threads stand, which exchange no words with others.
struct Band {
    first: usize,
    /// Of the upper boxes.
    y: usize,
    /// Between the upper and the lower boxes.
    gap: usize,
}

/// The sizes of a drawing.
struct Shape {
    width: usize,
    height: usize,
    threads: usize,
}

/// One instruction, and its width and height.
fn draw(drawing: &Drawing, sources: &[Source]) -> (Group, (usize, usize)) {
    let words = sources.iter().filter_map(|source| source.word);
    let held = (0..sources.len()).map(|thread| drawing.map.words[Thread(thread)]);
    let longest = words.chain(held).map(|word| shown(word).len()).max().unwrap_or(0);
    let shape = if drawing.shows_words {
        let width = (longest * LETTER + 6).max(BOX + 2);
        Shape { width, height: BOX_OF_WORDS, threads: band_threads(sources) }
    } else {
        Shape { width: BOX + 2, height: BOX, threads: band_threads(sources) }
    };
    let mut group = Group::new();
    for (line, text) in drawing.heading.iter().enumerate() {
        let class = if line == 0 { "instruction" } else { "meaning" };
        group = group.add(text_at(class, text, 0, line * LINE + 14));
    }
    let mut y = 2 * LINE + 4;
    for first in (0..sources.len()).step_by(shape.threads) {
        let last = (first + shape.threads).min(sources.len());
        let distance = (first..last).map(|thread| moved(sources, thread)).max().unwrap_or(0);
        let band = Band { first, y, gap: (36 + 3 * distance).min(110) };
        group = group.add(band_of(drawing, sources, &shape, &band, last));
        y += 2 * shape.height + band.gap + 16;
    }
    let legend = legend(sources);
    let mut width = NAMES + shape.threads.min(sources.len()) * shape.width;
    for (mark, meaning) in &legend {
        width = width.max(NAMES + meaning.chars().count() * 7);
        group = group.add(text_at("name", mark.trim(), NAMES - 8, y + 12)).add(text_at(
            "legend",
            meaning,
            NAMES,
            y + 12,
        ));
        y += LINE - 2;
    }
    let longest = drawing.heading.iter().map(|line| line.chars().count() * 7).max();
    (group, (width.max(longest.unwrap_or(0)), y))
}

/// How far the word of `thread` comes.
fn moved(sources: &[Source], thread: usize) -> usize {
    sources[thread].from.map_or(0, |Thread(from)| from.abs_diff(thread))
}

/// The fewest threads, from a row on, that exchange words only among each other.
fn band_threads(sources: &[Source]) -> usize {
    let mut threads = ROW_THREADS;
    let leaves = |threads: usize| {
        sources.iter().enumerate().any(|(thread, source)| {
            source.from.is_some_and(|Thread(from)| from / threads != thread / threads)
        })
    };
    while threads < sources.len() && leaves(threads) {
        threads *= 2;
    }
    threads.min(sources.len().max(1))
}

/// A word as it is shown: small ones in decimal, others in hexadecimal.
fn shown(word: u32) -> String {
    if word < 10_000 { word.to_string() } else { format!("{word:x}") }
}

fn text_at(class: &str, text: &str, x: usize, y: usize) -> Text {
    Text::new(text).set("class", class).set("x", x).set("y", y)
}

fn band_of(
    drawing: &Drawing,
    sources: &[Source],
    shape: &Shape,
    band: &Band,
    last: usize,
) -> Group {
    let below = band.y + shape.height + band.gap;
    let [holds, gets] = [band.y, below].map(|y| y + shape.height / 2 + 4);
    let mut group = Group::new().add(text_at("name", "holds", NAMES - 8, holds)).add(text_at(
        "name",
        "gets",
        NAMES - 8,
        gets,
    ));
    for thread in band.first..last {
        group = group.add(arrow(sources, shape, band, thread));
    }
    for (thread, source) in sources.iter().enumerate().take(last).skip(band.first) {
        let x = NAMES + (thread - band.first) * shape.width;
        let is_outside = source.reason == Some(Reason::Exec);
        let class = if is_outside { "thread outside" } else { "thread" };
        let word = drawing.shows_words.then(|| shown(drawing.map.words[Thread(thread)]));
        let held = boxed(shape, class, x, band.y, &thread.to_string(), word);
        let class = format!("thread {}", result_class(source));
        let word = drawing.shows_words.then(|| source.word.map_or(String::new(), shown));
        let got = boxed(shape, &class, x, below, source.cell().trim(), word);
        group = group
            .add(held)
            .add(got.set("data-thread", thread).add(Title::new(told(source, thread))));
    }
    group
}

fn result_class(source: &Source) -> &'static str {
    match source.kind {
        Kind::NotWritten => "unwritten",
        Kind::Zero => "zero",
        Kind::Own | Kind::Other if !source.in_range => "clamped",
        Kind::Own | Kind::Other => "written",
    }
}

/// What a thread gets, in words.
fn told(source: &Source, thread: usize) -> String {
    let word = source.word.map_or(String::new(), |word| format!(" ({word:#x})"));
    match (source.kind, source.from, source.reason) {
        (Kind::Zero, _, Some(reason)) => format!("thread {thread} gets 0: {}", reason.text()),
        (Kind::NotWritten, _, Some(reason)) => {
            format!("thread {thread} is not written: {}", reason.text())
        }
        (_, Some(Thread(from)), _) if !source.in_range => {
            format!("thread {thread} keeps the word of thread {from}{word}: out of range")
        }
        (_, Some(Thread(from)), _) => {
            format!("thread {thread} gets the word of thread {from}{word}")
        }
        _ => format!("thread {thread}"),
    }
}

/// A thread's box with its number or mark, and its word.
fn boxed(
    shape: &Shape,
    class: &str,
    x: usize,
    y: usize,
    number: &str,
    word: Option<String>,
) -> Group {
    let middle = x + shape.width / 2;
    let group = Group::new().set("class", class).add(
        Rectangle::new()
            .set("x", x + 1)
            .set("y", y)
            .set("width", shape.width - 2)
            .set("height", shape.height)
            .set("rx", 3),
    );
    match word {
        Some(word) => group.add(text_at("number small", number, middle, y + 13)).add(text_at(
            "word",
            &word,
            middle,
            y + 28,
        )),
        None => group.add(text_at("number", number, middle, y + shape.height / 2 + 4)),
    }
}

/// From the box above whose word it is to the thread's box below.
fn arrow(sources: &[Source], shape: &Shape, band: &Band, thread: usize) -> Group {
    let source = &sources[thread];
    let Some(Thread(from)) = source.from else { return Group::new() };
    let middle = |thread: usize| {
        NAMES as i64
            + (thread as i64 - band.first as i64) * shape.width as i64
            + shape.width as i64 / 2
    };
    let top = (band.y + shape.height) as i64;
    let bottom = top + band.gap as i64 - 5;
    let class = match (source.kind, source.in_range, source.inactive_source) {
        (_, false, _) => "arrow clamped",
        (_, true, true) => "arrow inactive",
        (Kind::Own, ..) => "arrow own",
        _ => "arrow",
    };
    let (x, to) = (middle(from), middle(thread));
    let path = format!("M{x} {top} C{x} {} {to} {} {to} {bottom}", top + 14, bottom - 18);
    Group::new().add(
        Path::new()
            .set("class", class)
            .set("d", path)
            .set("marker-end", if source.in_range { "url(#head)" } else { "url(#clamped)" })
            .set("data-from", from)
            .set("data-to", thread),
    )
}

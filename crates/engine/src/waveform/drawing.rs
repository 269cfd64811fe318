//! A waveform as a drawing (SVG): few cycles, the rows of a GTKWave window from top to bottom.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

use svg::Document;
use svg::node::element::{Group as Parts, Line, Polyline, Rectangle, Style, Text, Title};

use super::format::{DumpFormat, NetNumber, PERIOD};
use super::gtkw::{Format, Group};

/// Colours and fonts, by class.
const STYLE: &str = include_str!("drawing.css");
/// A cycle is this wide, a row this high; all in pixels.
const CYCLE: u64 = 48;
const ROW: u64 = 20;
/// Space between rows, and from the left end of a value to its words.
const GAP: u64 = 2;
const INSET: u64 = 4;
/// Width of a character, in tenths of a pixel.
const LETTER: u64 = 67;

/// A drawing that is being collected; it is written when it is finished.
pub struct Drawing<'d, W: Write> {
    file: W,
    groups: Vec<Group>,
    /// The text and the ground of a [`Format::Mnemonic`]'s values.
    mnemonics: HashMap<u64, Mnemonic<'d>>,
    /// The names of the scopes that are open, from the top down.
    scopes: Vec<String>,
    /// Number and width of what is at each path; texts have no width.
    variables: HashMap<String, (NetNumber, usize)>,
    /// Of each net its values, each with the time from which it has it, in nanoseconds.
    values: Vec<Vec<(u64, Value)>>,
    now: u64,
}

/// What stands for a number, and the colour of its ground.
pub type Mnemonic<'d> = (&'d str, Option<&'d str>);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Value {
    Bits(Vec<u64>),
    Text(String),
}

impl<'d, W: Write> Drawing<'d, W> {
    /// A drawing of `groups`, of which it leaves out what the dump has not.
    pub fn new(file: W, groups: Vec<Group>, mnemonics: HashMap<u64, Mnemonic<'d>>) -> Self {
        Self {
            file,
            groups,
            mnemonics,
            scopes: vec![],
            variables: HashMap::new(),
            values: vec![],
            now: 0,
        }
    }

    fn add(&mut self, name: &str, width: usize, net: NetNumber) {
        let below_top = self.scopes.iter().skip(1);
        let path = below_top.flat_map(|scope| [scope, "."]).chain([name]).collect();
        self.variables.insert(path, (net, width));
        if net == self.values.len() {
            self.values.push(vec![]);
        }
    }

    fn svg(&self) -> String {
        // The clock changes last, in the middle of a cycle.
        let times = || self.values.iter().flatten().map(|(time, _)| *time);
        let begin = times().min().unwrap_or(0);
        let end = times().max().unwrap_or(0) + PERIOD / 2;
        let has_row = |path: &str| self.variables.contains_key(path);
        let rows = || self.groups.iter().flat_map(|group| &group.signals);
        let letters = rows().map(|trace| name(&trace.path).len() as u64).max().unwrap_or(0);
        let left = (letters * LETTER).div_ceil(10) + 16;
        let width = left + x(end - begin) + 1;
        let (mut parts, mut y) = (Parts::new(), GAP);
        for group in &self.groups {
            let shown: Vec<_> = group.signals.iter().filter(|row| has_row(&row.path)).collect();
            if shown.is_empty() {
                continue;
            }
            let heading = Text::new(group.name.as_str()).set("class", "heading");
            parts = parts.add(heading.set("x", 4).set("y", y + 15));
            y += ROW;
            for trace in shown {
                let (net, bits) = self.variables[&trace.path];
                let name = Text::new(name(&trace.path)).set("class", "label").set("x", left - 8);
                let row = self.row(net, bits, &trace.format, begin..end);
                parts = parts.add(name.set("y", y + 14)).add(
                    row.set("transform", format!("translate({left} {y})"))
                        .set("data-signal", trace.path.as_str()),
                );
                y += ROW;
            }
            y += GAP;
        }
        let mut grid = Parts::new().set("class", "grid");
        for edge in (begin.next_multiple_of(PERIOD)..=end).step_by(PERIOD as usize) {
            let x = left + x(edge - begin);
            grid = grid.add(Line::new().set("x1", x).set("x2", x).set("y2", y));
        }
        let paper = Rectangle::new().set("class", "paper").set("width", width).set("height", y);
        let document = Document::new()
            .set("viewBox", (0, 0, width, y))
            .set("width", width)
            .set("height", y)
            .set("class", "waveform")
            .add(Style::new(STYLE))
            .add(paper)
            .add(grid)
            .add(parts);
        format!("{document}\n")
    }

    /// The values of a net from left to right.
    fn row(&self, net: NetNumber, bits: usize, format: &Format, shown: Range<u64>) -> Parts {
        let values = &self.values[net];
        let ends = values[1..].iter().map(|(time, _)| *time).chain([shown.end]);
        let spans = values.iter().zip(ends).filter(|((from, _), to)| from < to);
        let spans =
            spans.map(|((from, value), to)| (x(from - shown.start), x(to - shown.start), value));
        if bits == 1 && *format == Format::Binary {
            let level = |value: &Value| if *value == Value::Bits(vec![1]) { 3 } else { ROW - 4 };
            let corners = spans.flat_map(|(from, to, value)| [from, to].map(|x| (x, level(value))));
            let corners: Vec<String> = corners.map(|(x, y)| format!("{x},{y}")).collect();
            return Parts::new()
                .add(Polyline::new().set("class", "bit").set("points", corners.join(" ")));
        }
        spans.fold(Parts::new(), |row, (from, to, value)| {
            let (text, ground) = self.words(value, bits, format);
            row.add(part(from, to, &text, ground))
        })
    }

    fn words(&self, value: &Value, bits: usize, format: &Format) -> (String, Option<&str>) {
        let limbs = match value {
            Value::Text(text) => return (text.clone(), None),
            Value::Bits(limbs) => limbs,
        };
        let digits = |width: usize, radix: usize| -> String {
            let digit = |place: usize| {
                limbs[place * width / 64] >> (place * width % 64) & (radix as u64 - 1)
            };
            let digits = (0..bits.div_ceil(width)).rev();
            digits.map(|place| char::from_digit(digit(place) as u32, 16).unwrap_or('?')).collect()
        };
        match format {
            Format::Mnemonic { .. } => match self.mnemonics.get(&limbs[0]) {
                Some((text, ground)) => ((*text).to_owned(), *ground),
                None => (digits(4, 16), None),
            },
            Format::Decimal if bits <= 64 => (limbs[0].to_string(), None),
            Format::Binary => (digits(1, 2), None),
            Format::Decimal | Format::Hex | Format::Text => (digits(4, 16), None),
        }
    }
}

/// A value from one edge to another; nothing is drawn around one that says nothing.
fn part(from: u64, to: u64, text: &str, ground: Option<&str>) -> Parts {
    let width = to - from;
    let class = match ground {
        Some(_) => "value coloured",
        None if ["", "-", "idle"].contains(&text) => "value nothing",
        None => "value",
    };
    let mut shape = Rectangle::new()
        .set("x", from)
        .set("y", GAP)
        .set("width", width)
        .set("height", ROW - 2 * GAP)
        .set("rx", 3);
    if let Some(ground) = ground {
        shape = shape.set("style", format!("fill: {}", ground.to_lowercase()));
    }
    let part = Parts::new().set("class", class).add(Title::new(text)).add(shape);
    // What has no place for all of its letters ends in a plus, as in GTKWave.
    let room = (width.saturating_sub(INSET) * 10 / LETTER) as usize;
    let shown = match room {
        0 => return part,
        _ if text.len() <= room => text.to_owned(),
        _ => format!("{}+", &text[..room - 1]),
    };
    part.add(Text::new(shown).set("x", from + INSET).set("y", 14))
}

/// The last two parts of a path, which tell copies apart.
fn name(path: &str) -> &str {
    path.rmatch_indices('.').nth(1).map_or(path, |(dot, _)| &path[dot + 1..])
}

/// Where a time is, in pixels.
fn x(nanoseconds: u64) -> u64 {
    nanoseconds * CYCLE / PERIOD
}

impl<W: Write> DumpFormat for Drawing<'_, W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.scopes.push(name.to_owned());
        Ok(())
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.scopes.pop();
        Ok(())
    }

    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()> {
        self.add(name, width, net);
        Ok(())
    }

    fn text(&mut self, name: &str, net: NetNumber) -> io::Result<()> {
        self.add(name, 0, net);
        Ok(())
    }

    fn begin_changes(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn time(&mut self, nanoseconds: u64) -> io::Result<()> {
        self.now = nanoseconds;
        Ok(())
    }

    fn change(&mut self, net: NetNumber, _: usize, limbs: &[u64]) -> io::Result<()> {
        self.values[net].push((self.now, Value::Bits(limbs.to_vec())));
        Ok(())
    }

    fn change_text(&mut self, net: NetNumber, text: &str) -> io::Result<()> {
        self.values[net].push((self.now, Value::Text(text.to_owned())));
        Ok(())
    }

    fn bytes(&mut self) -> u64 {
        0
    }

    fn finish(&mut self) -> io::Result<()> {
        self.file.write_all(self.svg().as_bytes())?;
        self.file.flush()
    }
}

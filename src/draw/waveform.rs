//! A waveform of few cycles: the rows of a GTKWave window from top to bottom.
//!
//! ```
//! use std::collections::HashMap;
//! use lanebeat::draw::waveform::svg;
//! use lanebeat::engine::{Format, Group, Trace};
//!
//! let dump = "$scope module top $end\n$var wire 8 ! count $end\n$upscope $end\n\
//!             $enddefinitions $end\n#0\nb11111 !\n#10\nb100000 !\n";
//! let trace = Trace { path: "count".into(), format: Format::Hex };
//! let group = Group { name: "Counter".into(), signals: vec![trace] };
//! let drawing = svg(dump.as_bytes(), &[group], &HashMap::new())?;
//! assert!(drawing.contains(">1f<"));
//! # Ok::<(), std::io::Error>(())
//! ```

use std::collections::HashMap;
use std::io::{self, BufRead};

use vcd::{Command, IdCode, ScopeItem, VarType};

use super::element::{Element, tag};
use super::shapes::{LARGE, fitting, group, line, picture, rounded, text, width};
use crate::engine::{Format, Group, PERIOD};

const STYLE: &str = include_str!("waveform.css");
/// A cycle is this wide, a row this high; all in pixels.
const CYCLE: u64 = 48;
const ROW: u64 = 20;
/// Space between rows, and from the left end of a value to its words.
const GAP: u64 = 2;
const INSET: u64 = 4;

/// Text in place of a number, and the colour of its ground.
pub type Mnemonic<'d> = (&'d str, Option<&'d str>);

/// Content of a dump.
struct Dump {
    /// Code and width of the variable at each path below the top; the width of texts is 0.
    variables: HashMap<String, (IdCode, u32)>,
    /// The values of each variable, bits or a text, each with the time from which it has it.
    values: HashMap<IdCode, Vec<(u64, String)>>,
    /// The first time at which something changes, and the last.
    begin: u64,
    end: u64,
}

/// The rows of `groups` in `dump`, which is a VCD of ours; signals that it lacks are left out.
/// `mnemonics` are for the values of [`Format::Mnemonic`].
///
/// # Errors
/// When the dump cannot be read.
pub fn svg(
    dump: impl BufRead,
    groups: &[Group],
    mnemonics: &HashMap<u64, Mnemonic>,
) -> io::Result<String> {
    let dump = Dump::read(dump)?;
    // The clock changes last, in the middle of a cycle.
    let end = dump.end + PERIOD / 2;
    let names = groups.iter().flat_map(|group| &group.signals).map(|trace| name(&trace.path));
    let left = names.map(|name| width(name, LARGE) as u64).max().unwrap_or(0) + 16;
    let width = left + x(end - dump.begin) + 1;
    let (mut rows, mut y) = (group(""), GAP);
    for Group { name: heading, signals } in groups {
        let shown: Vec<_> =
            signals.iter().filter(|trace| dump.variables.contains_key(&trace.path)).collect();
        if shown.is_empty() {
            continue;
        }
        rows = rows.child(text("heading", [4, y + 15], heading));
        for trace in shown {
            y += ROW;
            let row = dump.row(&trace.path, &trace.format, end, mnemonics);
            rows = rows
                .child(text("label", [left - 8, y + 14], name(&trace.path)))
                .child(row.moved(left, y).with("data-signal", &trace.path));
        }
        y += ROW + GAP;
    }
    let edges = (dump.begin.next_multiple_of(PERIOD)..=end).step_by(PERIOD as usize);
    let grid = edges.map(|edge| left + x(edge - dump.begin)).map(|x| line("", [x, 0, x, y]));
    let drawn = group("").child(group("grid").all(grid)).child(rows);
    Ok(picture("waveform", [width as f64, y as f64], STYLE, "", drawn))
}

/// The last two parts of a path, which distinguish copies.
fn name(path: &str) -> &str {
    path.rmatch_indices('.').nth(1).map_or(path, |(dot, _)| &path[dot + 1..])
}

/// Place of a time, in pixels.
fn x(nanoseconds: u64) -> u64 {
    nanoseconds * CYCLE / PERIOD
}

impl Dump {
    fn read(dump: impl BufRead) -> io::Result<Self> {
        let mut parser = vcd::Parser::new(dump);
        let header = parser.parse_header()?;
        let (mut variables, mut values) = (HashMap::new(), HashMap::<_, Vec<_>>::new());
        let tops = header.items.iter().flat_map(|top| match top {
            ScopeItem::Scope(top) => &top.items[..],
            _ => &[],
        });
        let mut waiting: Vec<(String, &ScopeItem)> = tops.map(|one| (String::new(), one)).collect();
        while let Some((path, item)) = waiting.pop() {
            match item {
                ScopeItem::Var(variable) => {
                    let bits = if variable.var_type == VarType::String { 0 } else { variable.size };
                    variables.insert(path + &variable.reference, (variable.code, bits));
                }
                ScopeItem::Scope(scope) => {
                    let path = format!("{path}{}.", scope.identifier);
                    waiting.extend(scope.items.iter().map(|inner| (path.clone(), inner)));
                }
                _ => {}
            }
        }
        let (mut now, mut times) = (0, (u64::MAX, 0));
        for command in parser {
            let (code, value) = match command? {
                Command::Timestamp(time) => {
                    now = time;
                    continue;
                }
                Command::ChangeScalar(code, bit) => (code, bit.to_string()),
                Command::ChangeVector(code, bits) => (code, bits.to_string()),
                Command::ChangeString(code, text) => (code, plain(&text)),
                _ => continue,
            };
            times = (times.0.min(now), now);
            values.entry(code).or_default().push((now, value));
        }
        Ok(Self { variables, values, begin: times.0.min(times.1), end: times.1 })
    }

    /// The values of a variable from left to right.
    fn row(
        &self,
        path: &str,
        format: &Format,
        end: u64,
        mnemonics: &HashMap<u64, Mnemonic>,
    ) -> Element {
        let (code, bits) = self.variables[path];
        let values = self.values.get(&code).map_or(&[][..], Vec::as_slice);
        let ends = values.iter().skip(1).map(|(time, _)| *time).chain([end]);
        let spans = values.iter().zip(ends).filter(|((from, _), to)| from < to);
        let spans =
            spans.map(|((from, value), to)| (x(from - self.begin), x(to - self.begin), value));
        if bits == 1 && *format == Format::Binary {
            let level = |value: &String| if value == "1" { 3 } else { ROW - 4 };
            let corners = spans.flat_map(|(from, to, value)| [from, to].map(|x| (x, level(value))));
            let corners: Vec<String> = corners.map(|(x, y)| format!("{x},{y}")).collect();
            let corners = corners.join(" ");
            return group("").child(tag("polyline", "bit").with("points", corners));
        }
        let part = |(from, to, value): (u64, u64, &String)| {
            let (text, ground) = match bits {
                0 => (value.clone(), None),
                _ => words(value, format, mnemonics),
            };
            part(from, to - from, &text, ground)
        };
        group("").all(spans.map(part))
    }
}

/// A text in which `\x20` stands for a space, and so on.
fn plain(text: &str) -> String {
    let mut parts = text.split("\\x");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        let letter = u8::from_str_radix(digits, 16).map_or('?', char::from);
        format!("{text}{letter}{rest}")
    })
}

/// The text for a value, which is given in bits, and the colour of its ground.
fn words<'m>(
    bits: &str,
    format: &Format,
    mnemonics: &HashMap<u64, Mnemonic<'m>>,
) -> (String, Option<&'m str>) {
    let number = u64::from_str_radix(bits, 2);
    let mnemonic = number.as_ref().ok().and_then(|number| mnemonics.get(number));
    match (format, number, mnemonic) {
        (Format::Mnemonic { .. }, _, Some((text, ground))) => ((*text).to_owned(), *ground),
        (Format::Decimal, Ok(number), _) => (number.to_string(), None),
        (Format::Binary, ..) => (bits.to_owned(), None),
        _ => {
            let padded = format!("{bits:0>0$}", bits.len().next_multiple_of(4));
            let digits = padded.as_bytes().chunks(4).map(|four| {
                let value = four.iter().fold(0, |value, bit| 2 * value + u32::from(bit & 1));
                char::from_digit(value, 16).unwrap_or('?')
            });
            (digits.collect(), None)
        }
    }
}

/// A value from an edge on; nothing is drawn around an empty or idle one.
fn part(from: u64, width: u64, words: &str, ground: Option<&str>) -> Element {
    let class = match ground {
        Some(_) => "value coloured",
        None if ["", "-", "idle"].contains(&words) => "value nothing",
        None => "value",
    };
    let mut shape = rounded([from, GAP, width, ROW - 2 * GAP]);
    if let Some(ground) = ground {
        shape = shape.with("style", format_args!("fill: {}", ground.to_lowercase()));
    }
    let shown = fitting(words, width.saturating_sub(INSET) as f64, LARGE);
    group(class).titled(words).child(shape).child(text("", [from + INSET, 14], shown))
}

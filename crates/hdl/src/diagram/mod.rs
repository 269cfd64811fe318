//! A module as a block diagram: its instances one below the other, and who feeds whom with how many
//! bits. Everything in it is read from the netlist.
//!
//! ```text
//!  ┌────────────┐
//!  │ one        ├──────┐      what it gives goes right, to a line of its own
//!  └────────────┘      │
//!  ┌────────────┐      │
//!  │ other      │◄─ 32 ┤      what it gets comes from there
//!  │            ├──────┼──┐
//! ```

mod feeds;

use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle, Style, Text};

use feeds::{Fed, Place, feeds};

use super::module::{Instance, Module};

const STYLE: &str = include_str!("diagram.css");
/// Pixels: the margin, the width of a box, from boxes to the first line, between lines, a line of
/// text, and what is left between boxes.
const MARGIN: usize = 12;
const BOX: usize = 236;
const LABELS: usize = 64;
const PITCH: usize = 16;
const LINE: usize = 15;
const GAP: usize = 10;

/// A box with its place on the page.
struct Row<'m> {
    fed: &'m Fed,
    /// Its upper edge, and lines of text that it has room for.
    y: usize,
    lines: usize,
    /// Its own line, counted from the left, if it feeds anybody.
    track: Option<usize>,
}

impl Row<'_> {
    fn height(&self) -> usize {
        self.lines * LINE + 8
    }

    /// Where what it gets from its feeder of that number comes in.
    fn input(&self, number: usize) -> usize {
        self.y + 4 + number * LINE + LINE / 2
    }

    /// Where what it gives goes out: below all that it gets.
    fn output(&self) -> usize {
        self.y + 4 + self.fed.from.len() * LINE + LINE / 2
    }
}

/// The diagram as SVG.
pub fn diagram(module: &Module) -> String {
    let places = feeds(module);
    let rows = rows(module, &places);
    let tracks = rows.iter().filter(|row| row.track.is_some()).count();
    let last = rows.last().map_or(0, |row| row.y + row.height());
    let (width, height) = (2 * MARGIN + BOX + LABELS + tracks * PITCH, last + MARGIN);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", "diagram")
        .add(Style::new(STYLE))
        .add(Rectangle::new().set("class", "paper").set("width", width).set("height", height));
    let heading = format!("{}: {}", module.name, bits_in(module));
    document = document.add(text("heading", &heading, MARGIN, MARGIN + 10));
    for row in &rows {
        document = document.add(wires(row, &rows));
    }
    for row in &rows {
        document = document.add(block(module, row));
    }
    format!("{document}\n")
}

fn bits_in(module: &Module) -> String {
    let copies: usize = module.instances.iter().map(|instance| instance.count).sum();
    format!("{copies} instances, and the bits between them")
}

fn rows<'m>(module: &Module, places: &'m [Fed]) -> Vec<Row<'m>> {
    let feeds =
        |place: &Place| places.iter().any(|fed| fed.from.iter().any(|(from, _)| from == place));
    let (mut y, mut tracks) = (MARGIN + 26, 0);
    let mut rows = vec![];
    for fed in places {
        let track = feeds(&fed.place).then(|| {
            tracks += 1;
            tracks - 1
        });
        let named = texts(module, &fed.place).len();
        let lines = named.max(fed.from.len() + usize::from(track.is_some()));
        let row = Row { fed, y, lines, track };
        y += row.height() + GAP;
        rows.push(row);
    }
    rows
}

/// What stands in a box: its name, its module if that is called otherwise, and what is in it.
fn texts(module: &Module, place: &Place) -> Vec<(&'static str, String)> {
    let instance = match place {
        Place::Inputs(name) => {
            return vec![("name", format!("{name}_\u{2026}")), ("quiet", "input ports".to_owned())];
        }
        Place::Outputs(name) => {
            return vec![
                ("name", format!("{name}_\u{2026}")),
                ("quiet", "output ports".to_owned()),
            ];
        }
        Place::Instance(instance) => &module.instances[*instance],
    };
    let mut texts = vec![("name", counted(instance)), ("quiet", instance.module.name.clone())];
    let children: Vec<String> = instance.module.instances.iter().map(counted).collect();
    let mut line = String::new();
    for (number, child) in children.iter().enumerate() {
        let end = if number + 1 < children.len() { "," } else { "" };
        if !line.is_empty() && line.len() + child.len() > 30 {
            texts.push(("inner", std::mem::take(&mut line)));
        }
        let space = if line.is_empty() { "" } else { " " };
        line += &format!("{space}{child}{end}");
    }
    texts.extend((!line.is_empty()).then_some(("inner", line)));
    texts
}

fn counted(Instance { name, count, .. }: &Instance) -> String {
    if *count == 1 { name.clone() } else { format!("{count} x {name}") }
}

fn block(module: &Module, row: &Row) -> Group {
    let class = match row.fed.place {
        Place::Instance(_) => "block",
        _ => "block ports",
    };
    let rectangle = Rectangle::new()
        .set("x", MARGIN)
        .set("y", row.y)
        .set("width", BOX)
        .set("height", row.height())
        .set("rx", 3);
    let mut group = Group::new().set("class", class).add(rectangle);
    for (number, (class, line)) in texts(module, &row.fed.place).iter().enumerate() {
        group = group.add(text(class, line, MARGIN + 8, row.y + 4 + (number + 1) * LINE - 4));
    }
    group
}

/// The line of what `row` gives, with a branch for each that gets it.
fn wires(row: &Row, rows: &[Row]) -> Group {
    let Some(track) = row.track else { return Group::new() };
    let (left, x) = (MARGIN + BOX, MARGIN + BOX + LABELS + track * PITCH);
    let mut group = Group::new().set("class", format!("wires c{}", track % 8));
    let own = row.output();
    group = group.add(line(left, own, x, own));
    let mut ends = vec![own];
    for other in rows {
        let mine = other.fed.from.iter().position(|(from, _)| *from == row.fed.place);
        let Some(number) = mine else { continue };
        let (y, bits) = (other.input(number), other.fed.from[number].1);
        ends.push(y);
        let wide = if bits >= 32 { "wide" } else { "" };
        let head = format!("M{} {y}l7 -3.5v7z", left + 1);
        group = group
            .add(line(left + 6, y, x, y).set("class", wide))
            .add(Path::new().set("class", "head").set("d", head))
            .add(text("bits", &bits.to_string(), left + 12, y - 2))
            .add(
                Rectangle::new()
                    .set("class", "joint")
                    .set("x", x - 2)
                    .set("y", y - 2)
                    .set("width", 4)
                    .set("height", 4),
            );
    }
    let (top, bottom) =
        (ends.iter().min().copied().unwrap_or(own), ends.iter().max().copied().unwrap_or(own));
    group.add(line(x, top, x, bottom))
}

fn line(x1: usize, y1: usize, x2: usize, y2: usize) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
}

fn text(class: &str, words: &str, x: usize, y: usize) -> Text {
    Text::new(words).set("class", class).set("x", x).set("y", y)
}

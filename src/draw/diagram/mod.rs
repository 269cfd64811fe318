//! A module as a block diagram: its instances one below the other, and the number of bits from each
//! to each. Everything in it is read from the netlist.
//!
//! ```text
//!  ┌────────────┐
//!  │ one        ├──────┐      its outputs go right, to a line of their own
//!  └────────────┘      │
//!  ┌────────────┐      │
//!  │ other      │◄─ 32 ┤      its inputs come from there
//!  │            ├──────┼──┐
//! ```
//!
//! ```
//! let core = lanebeat::rtl::core(&lanebeat::config::Preset::Small.config());
//! assert!(lanebeat::draw::diagram::svg(&core).starts_with("<svg"));
//! ```

mod feeds;

use super::element::Element;
use super::shapes::{group, line, path, picture, rect, rounded, text};
use crate::hdl::{Instance, Module};
use feeds::{Fed, Place, feeds};

const STYLE: &str = include_str!("diagram.css");
/// Pixels: the margin, the width of a box, from boxes to the first line, between lines, a line of
/// text, and the gap between boxes.
const MARGIN: usize = 12;
const BOX: usize = 236;
const LABELS: usize = 64;
const PITCH: usize = 16;
const LINE: usize = 15;
const GAP: usize = 10;
/// Letters of a line in a box, about.
const LETTERS: usize = 30;
/// Number of bits from which on a line is thick.
const WIDE: usize = 32;

/// A box with its place on the page.
struct Row<'m> {
    fed: &'m Fed,
    /// Lines of text in it, each with its class.
    texts: Vec<(&'static str, String)>,
    /// Its upper edge.
    y: usize,
    height: usize,
    /// Its own line, counted from the left, if another place reads it.
    track: Option<usize>,
}

/// The diagram as SVG.
pub fn svg(module: &Module) -> String {
    let places = feeds(module);
    let rows = rows(module, &places);
    let tracks = rows.iter().filter(|row| row.track.is_some()).count();
    let height = rows.last().map_or(0, |row| row.y + row.height) + MARGIN;
    let width = 2 * MARGIN + BOX + LABELS + tracks * PITCH;
    let copies: usize = module.instances.iter().map(|instance| instance.count).sum();
    let heading = format!("{}: {copies} instances, and the bits between them", module.name);
    let drawn = group("")
        .child(text("heading", [MARGIN, MARGIN + 10], heading))
        .all(rows.iter().filter_map(|row| wires(row, &rows)))
        .all(rows.iter().map(block));
    picture("diagram", [width as f64, height as f64], STYLE, "", drawn)
}

fn rows<'m>(module: &Module, places: &'m [Fed]) -> Vec<Row<'m>> {
    let (mut y, mut tracks) = (MARGIN + 26, 0..);
    let row = |fed: &'m Fed| {
        let mut inputs = places.iter().flat_map(|other| &other.from);
        let track = inputs.find(|(from, _)| *from == fed.place).and_then(|_| tracks.next());
        let texts = texts(module, &fed.place);
        let lines = texts.len().max(fed.from.len() + usize::from(track.is_some()));
        let row = Row { fed, texts, y, height: lines * LINE + 8, track };
        y += row.height + GAP;
        row
    };
    places.iter().map(row).collect()
}

/// Lines of text in a box: its name, its module, and the instances in it.
fn texts(module: &Module, place: &Place) -> Vec<(&'static str, String)> {
    let ports = |name: &str, what: &str| {
        vec![("name", format!("{name}_\u{2026}")), ("quiet", what.to_owned())]
    };
    let instance = match place {
        Place::Inputs(name) => return ports(name, "input ports"),
        Place::Outputs(name) => return ports(name, "output ports"),
        Place::Instance(instance) => &module.instances[*instance],
    };
    let mut texts = vec![("name", counted(instance)), ("quiet", instance.module.name.clone())];
    let children = &instance.module.instances;
    for (number, child) in children.iter().map(counted).enumerate() {
        let child = if number + 1 < children.len() { child + "," } else { child };
        match texts.last_mut() {
            Some(("inner", line)) if line.len() + child.len() <= LETTERS => {
                *line += &format!(" {child}");
            }
            _ => texts.push(("inner", child)),
        }
    }
    texts
}

fn counted(Instance { name, count, .. }: &Instance) -> String {
    if *count == 1 { name.clone() } else { format!("{count} x {name}") }
}

fn block(row: &Row) -> Element {
    let class = if matches!(row.fed.place, Place::Instance(_)) { "block" } else { "block ports" };
    let words = row.texts.iter().enumerate().map(|(number, (class, words))| {
        text(class, [MARGIN + 8, row.y + (number + 1) * LINE], words)
    });
    group(class).child(rounded([MARGIN, row.y, BOX, row.height])).all(words)
}

/// The line of the outputs of `row`, with a branch for each place that reads them.
fn wires(row: &Row, rows: &[Row]) -> Option<Element> {
    let track = row.track?;
    let (left, x) = (MARGIN + BOX, MARGIN + BOX + LABELS + track * PITCH);
    // Inputs of a box enter above, in the order of their sources; its outputs leave below.
    let at = |row: &Row, number: usize| row.y + 4 + number * LINE + LINE / 2;
    let own = at(row, row.fed.from.len());
    let mut wires =
        group(format_args!("wires c{}", track % 8)).child(line("", [left, own, x, own]));
    let (mut top, mut bottom) = (own, own);
    for other in rows {
        let mine = other.fed.from.iter().position(|(from, _)| *from == row.fed.place);
        let Some(number) = mine else { continue };
        let (y, bits) = (at(other, number), other.fed.from[number].1);
        (top, bottom) = (top.min(y), bottom.max(y));
        wires = wires
            .child(line(if bits >= WIDE { "wide" } else { "" }, [left + 6, y, x, y]))
            .child(path("head", format_args!("M{} {y}l7 -3.5v7z", left + 1)))
            .child(text("bits", [left + 12, y - 2], bits))
            .child(rect("joint", [x - 2, y - 2, 4, 4]));
    }
    Some(wires.child(line("", [x, top, x, bottom])))
}

//! Plots. Points are marks with a tooltip, with a shape and a colour for each series.
//! Where several series are at one place their marks stand side by side around it, and a number
//! says how many points there are if they are more than the marks.

use std::collections::BTreeSet;

use super::axis::{Scale, short};
use super::element::{Element, tag};
use super::shapes::{embedded, group, line, path, text};

/// Style of plots beyond the common one.
pub const STYLE: &str = include_str!("plot.css");
/// Size of a plot in its own units; a page scales it.
pub const SIZE: [f64; 2] = [520.0, 320.0];
/// Its part between the axes.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 490.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 266.0;
/// Marks that are nearer than this to the first at a place, both ways, are at that place.
const NEAR: f64 = 4.0;
/// Distance between marks of different series that stand side by side.
const PITCH: f64 = 10.0;
/// Outlines around the middle, about as large as each other.
const SHAPES: [&str; 8] = [
    "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
    "M-5 -5H5V5H-5z",
    "M0 -6.5L6.2 4.8H-6.2z",
    "M0 -7L6.5 0L0 7L-6.5 0z",
    "M0 6.5L6.2 -4.8H-6.2z",
    "M-2 -6.5H2V-2H6.5V2H2V6.5H-2V2H-6.5V-2H-2z",
    "M0 -6.5L6.4 -1.6L4 5.6H-4L-6.4 -1.6z",
    "M-6 -6L0 -2.4L6 -6L2.4 0L6 6L0 2.4L-6 6L-2.4 0z",
];

/// A plot of points, on lines or not.
pub struct Plot {
    /// Title below the x axis.
    pub x_title: String,
    /// Title above the y axis.
    pub y_title: String,
    /// Scale from left to right.
    pub x: Scale,
    /// Scale from below to above.
    pub y: Scale,
    /// The points.
    pub marks: Vec<Mark>,
    /// Marks of one series are joined from left to right.
    pub is_joined: bool,
    /// A limit on the x axis, and its name.
    pub limit: Option<(f64, String)>,
}

/// A point of a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// Place on that axis.
    pub x: f64,
    /// Place on that axis.
    pub y: f64,
    /// Its shape and colour.
    pub series: usize,
    /// Its number in the results.
    pub point: usize,
    /// It is drawn full, otherwise as an outline.
    pub is_full: bool,
}

/// Marks at one place, by series.
struct Place<'m> {
    at: (f64, f64),
    groups: Vec<Vec<&'m Mark>>,
}

/// The outline of a series. Beyond eight series a colour comes with another shape.
fn shape(series: usize) -> Element {
    path("", SHAPES[(series + series / 8) % 8])
}

fn colour(series: usize) -> String {
    format!("c{}", series % 8)
}

/// The mark of a series in a legend: 22 x 16.
pub fn sample(series: usize) -> Element {
    group(format_args!("sample {}", colour(series))).child(shape(series).moved(11, 8))
}

/// The same next to a text.
pub fn icon(series: usize) -> Element {
    let drawn = group(colour(series)).child(shape(series));
    embedded("icon sample", [-8.0, -8.0, 16.0, 16.0], drawn).with("aria-hidden", "true")
}

/// Rounds to a tenth.
fn round(place: f64) -> f64 {
    (10.0 * place).round() / 10.0
}

impl Plot {
    /// The plot. `label` describes a point.
    pub fn svg(&self, label: &dyn Fn(usize) -> String) -> Element {
        let plot = embedded("plot", [0.0, 0.0, SIZE[0], SIZE[1]], "");
        let joined = if self.is_joined { self.lines() } else { vec![] };
        plot.with("role", "group")
            .with("aria-label", format_args!("{} over {}", self.y_title, self.x_title))
            .all(self.frame())
            .all(joined)
            .all(self.marks(label))
    }

    fn across(&self, x: f64) -> f64 {
        round(LEFT + self.x.place(x) * (RIGHT - LEFT))
    }

    fn down(&self, y: f64) -> f64 {
        round(BOTTOM - self.y.place(y) * (BOTTOM - TOP))
    }

    /// Grid, labels, titles and the limit.
    fn frame(&self) -> Vec<Element> {
        let mut frame = vec![];
        for &tick in &self.y.ticks {
            let y = self.down(tick);
            frame.push(line("grid", [LEFT, y, RIGHT, y]));
            frame.push(text("end", [LEFT - 6.0, y + 4.5], short(tick)));
        }
        for &tick in &self.x.ticks {
            let x = self.across(tick);
            frame.push(line("grid", [x, TOP, x, BOTTOM]));
            frame.push(text("middle", [x, BOTTOM + 18.0], short(tick)));
        }
        if let Some((limit, name)) = self.limit.as_ref().filter(|(limit, _)| self.x.has(*limit)) {
            let x = self.across(*limit);
            let (class, beside) = if x > 0.7 * RIGHT { ("end", x - 5.0) } else { ("", x + 5.0) };
            frame.push(line("limit", [x, TOP, x, BOTTOM]));
            frame.push(text(class, [beside, BOTTOM - 6.0], name));
        }
        frame.push(line("axis", [LEFT, BOTTOM, RIGHT, BOTTOM]));
        frame.push(text("quiet", [4.0, 16.0], &self.y_title));
        frame.push(text("quiet end", [RIGHT, SIZE[1] - 8.0], &self.x_title));
        frame
    }

    fn lines(&self) -> Vec<Element> {
        let series: BTreeSet<usize> = self.marks.iter().map(|mark| mark.series).collect();
        let line = |series: usize| {
            let own = self.marks.iter().filter(|mark| mark.series == series);
            let mut points: Vec<(f64, f64)> =
                own.map(|mark| (self.across(mark.x), self.down(mark.y))).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let class = format!("line {}", colour(series));
            tag("polyline", class).with("points", points.join(" "))
        };
        series.into_iter().map(line).collect()
    }

    /// Each place from left to right, with the points that are there; no mark lies on a number.
    fn marks(&self, label: &dyn Fn(usize) -> String) -> Vec<Element> {
        let (mut drawn, mut counts) = (vec![], vec![]);
        for Place { at: (x, y), groups } in &self.places() {
            let half = PITCH * (groups.len() as f64 - 1.0) / 2.0;
            if groups.len() > 1 {
                drawn.push(line("tie", [round(x - half), *y, round(x + half), *y]));
            }
            for (place, own) in groups.iter().enumerate() {
                let others = groups.iter().filter(|other| other[0].series != own[0].series);
                let points: Vec<usize> =
                    own.iter().chain(others.flatten()).map(|mark| mark.point).collect();
                let x = round(x - half + PITCH * place as f64);
                drawn.push(mark(own, &points, label).moved(x, y));
            }
            let count: usize = groups.iter().map(Vec::len).sum();
            if count > groups.len() {
                let count = format!("\u{d7}{count}");
                counts.push(text("count outlined", [*x, y - 10.0], count));
            }
        }
        drawn.into_iter().chain(counts).collect()
    }

    fn places(&self) -> Vec<Place<'_>> {
        let mut places: Vec<Place> = vec![];
        for mark in &self.marks {
            let (x, y) = (self.across(mark.x), self.down(mark.y));
            let is_near =
                |place: &Place| (place.at.0 - x).abs() < NEAR && (place.at.1 - y).abs() < NEAR;
            let place = places.iter().position(is_near).unwrap_or(places.len());
            if place == places.len() {
                places.push(Place { at: (x, y), groups: vec![] });
            }
            let groups = &mut places[place].groups;
            match groups.iter_mut().find(|group| group[0].series == mark.series) {
                Some(group) => group.push(mark),
                None => groups.push(vec![mark]),
            }
        }
        places.sort_by(|a, b| a.at.0.total_cmp(&b.at.0).then(a.at.1.total_cmp(&b.at.1)));
        places
    }
}

/// A mark for the points of one series at its place, `own`; `points` are all that are there.
fn mark(own: &[&Mark], points: &[usize], label: &dyn Fn(usize) -> String) -> Element {
    let series = own[0].series;
    let full = if own.iter().any(|mark| mark.is_full) { " full" } else { "" };
    let numbers: Vec<String> = points.iter().map(ToString::to_string).collect();
    let labels: Vec<String> = points.iter().map(|&point| label(point)).collect();
    group(format_args!("mark {}{full}", colour(series)))
        .with("tabindex", -1)
        .with("role", "button")
        .with("data-points", numbers.join(" "))
        .with("data-own", own.len())
        .titled(labels.join("\n"))
        .child(tag("circle", "hit").with("r", 9))
        .child(shape(series))
}

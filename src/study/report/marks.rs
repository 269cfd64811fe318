//! Marks of points: a shape and a colour for each series. Where several series are at one place
//! their marks stand side by side around it, and a number says how many points there are if they
//! are more than the marks.

use std::fmt::Write as _;

/// A point of a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub x: f64,
    pub y: f64,
    /// Its shape and colour.
    pub series: usize,
    /// Its number in the results.
    pub point: usize,
    /// It is drawn full, otherwise as an outline.
    pub is_full: bool,
}

/// Marks that are nearer than this to the first at a place, both ways, are at that place; units of
/// the plot.
const NEAR: f64 = 4.0;

/// Between marks of different series that stand side by side.
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

/// The outline of a series.
pub fn shape(series: usize) -> &'static str {
    // Beyond eight series a colour comes with another shape.
    SHAPES[(series + series / 8) % 8]
}

/// The mark of a series beside a text.
pub fn icon(series: usize) -> String {
    format!(
        "<svg class=\"icon s{}\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"><path d=\"{}\"/></svg>",
        series % 8 + 1,
        shape(series)
    )
}

/// Marks at one place, by series.
struct Place {
    at: (f64, f64),
    groups: Vec<Group>,
}

/// Marks of one series at one place.
struct Group {
    series: usize,
    marks: Vec<Mark>,
}

impl Place {
    fn is_near(&self, (x, y): (f64, f64)) -> bool {
        (self.at.0 - x).abs() < NEAR && (self.at.1 - y).abs() < NEAR
    }

    fn add(&mut self, mark: &Mark) {
        match self.groups.iter_mut().find(|group| group.series == mark.series) {
            Some(group) => group.marks.push(mark.clone()),
            None => self.groups.push(Group { series: mark.series, marks: vec![mark.clone()] }),
        }
    }

    /// The numbers of all points that are here, those of `first` first.
    fn points(&self, first: &Group) -> Vec<usize> {
        let own = first.marks.iter();
        let others = self.groups.iter().filter(|group| group.series != first.series);
        own.chain(others.flat_map(|group| &group.marks)).map(|mark| mark.point).collect()
    }
}

/// `marks` as SVG, each place from left to right, with the points that are there. `at` says where
/// values stand, `label` what a point is.
pub fn drawn(
    marks: &[Mark],
    at: &dyn Fn(f64, f64) -> (f64, f64),
    label: &dyn Fn(usize) -> String,
) -> String {
    let mut places: Vec<Place> = vec![];
    for mark in marks {
        let here = at(mark.x, mark.y);
        let place = places.iter().position(|place| place.is_near(here)).unwrap_or_else(|| {
            places.push(Place { at: here, groups: vec![] });
            places.len() - 1
        });
        places[place].add(mark);
    }
    places.sort_by(|a, b| a.at.0.total_cmp(&b.at.0).then(a.at.1.total_cmp(&b.at.1)));
    let mut svg = String::new();
    // No mark lies on a number.
    let mut counts = String::new();
    for place in &places {
        let (x, y) = place.at;
        let width = PITCH * (place.groups.len() as f64 - 1.0);
        let first = x - width / 2.0;
        if place.groups.len() > 1 {
            let last = first + width;
            let _ = writeln!(svg, "<path class=\"tie\" d=\"M{first:.1} {y:.1}H{last:.1}\"/>");
        }
        for (number, group) in place.groups.iter().enumerate() {
            let at = (first + PITCH * number as f64, y);
            svg += &one(group, at, &place.points(group), label);
        }
        let count: usize = place.groups.iter().map(|group| group.marks.len()).sum();
        if count > place.groups.len() {
            let _ = writeln!(
                counts,
                "<text class=\"count\" x=\"{x:.1}\" y=\"{:.1}\">\u{d7}{count}</text>",
                y - 10.0
            );
        }
    }
    svg + &counts
}

fn one(
    group: &Group,
    (x, y): (f64, f64),
    points: &[usize],
    label: &dyn Fn(usize) -> String,
) -> String {
    let full = if group.marks.iter().any(|mark| mark.is_full) { " full" } else { "" };
    let numbers: Vec<String> = points.iter().map(ToString::to_string).collect();
    let labels: Vec<String> = points.iter().map(|&point| label(point)).collect();
    format!(
        "<g class=\"mark s{}{full}\" tabindex=\"-1\" role=\"button\" data-points=\"{}\" \
        data-own=\"{}\" transform=\"translate({x:.1} {y:.1})\">\
         <title>{}</title><circle class=\"hit\" r=\"9\"/><path d=\"{}\"/></g>\n",
        group.series % 8 + 1,
        numbers.join(" "),
        group.marks.len(),
        labels.join("\n"),
        shape(group.series)
    )
}

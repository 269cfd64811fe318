//! Marks of points: a shape and a colour for each series. Where marks would lie on each other they
//! stand side by side, and a number says how many of one series are at one place.

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

/// Marks nearer than this to another, both ways, are at one place with it; units of the plot.
const NEAR: f64 = 9.0;

/// Between marks that stand side by side, without and with numbers above them.
const PITCHES: [f64; 2] = [13.0, 21.0];

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

/// Marks that differ less than this in height may lie on each other.
const HIGH: f64 = 13.0;

/// Marks of one series at one place.
struct Group {
    series: usize,
    marks: Vec<Mark>,
}

/// Marks at one place, and where they are.
struct Place {
    marks: Vec<(Mark, (f64, f64))>,
}

impl Place {
    fn is_near(&self, (x, y): (f64, f64)) -> bool {
        let is_near =
            |(_, own): &(Mark, (f64, f64))| (own.0 - x).abs() < NEAR && (own.1 - y).abs() < NEAR;
        self.marks.iter().any(is_near)
    }

    /// In the middle of its marks.
    fn middle(&self) -> (f64, f64) {
        let range = |axis: fn(&(f64, f64)) -> f64| {
            let all = self.marks.iter().map(|(_, at)| axis(at));
            let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                (low.min(at), high.max(at))
            });
            (low + high) / 2.0
        };
        (range(|at| at.0), range(|at| at.1))
    }

    /// Its marks by series, from left to right.
    fn groups(&self) -> Vec<Group> {
        let mut marks: Vec<&(Mark, (f64, f64))> = self.marks.iter().collect();
        marks.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let mut groups: Vec<Group> = vec![];
        for (mark, _) in marks {
            match groups.iter_mut().find(|group| group.series == mark.series) {
                Some(group) => group.marks.push(mark.clone()),
                None => groups.push(Group { series: mark.series, marks: vec![mark.clone()] }),
            }
        }
        groups
    }
}

/// Marks that are near each other, or near one that is, together.
fn places(marks: &[Mark], at: &dyn Fn(f64, f64) -> (f64, f64)) -> Vec<Place> {
    let mut places: Vec<Place> = vec![];
    for mark in marks {
        let here = at(mark.x, mark.y);
        let (near, others): (Vec<Place>, Vec<Place>) =
            places.into_iter().partition(|place| place.is_near(here));
        let mut joined = Place { marks: near.into_iter().flat_map(|place| place.marks).collect() };
        joined.marks.push((mark.clone(), here));
        places = others;
        places.push(joined);
    }
    places.sort_by(|a, b| a.middle().0.total_cmp(&b.middle().0));
    places
}

/// `marks` as SVG, each place from left to right, with the points that are there. `at` says where
/// values stand, `label` what a point is.
pub fn drawn(
    marks: &[Mark],
    at: &dyn Fn(f64, f64) -> (f64, f64),
    label: &dyn Fn(usize) -> String,
) -> String {
    let mut svg = String::new();
    // The right end and the height of what is drawn.
    let mut taken: Vec<(f64, f64)> = vec![];
    for place in places(marks, at) {
        let (x, y) = place.middle();
        let groups = place.groups();
        let has_counts = groups.iter().any(|group| group.marks.len() > 1);
        let pitch = PITCHES[usize::from(has_counts)];
        let width = pitch * (groups.len() as f64 - 1.0);
        let beside = taken.iter().filter(|(_, height)| (height - y).abs() < HIGH);
        let free = beside.map(|(end, _)| end + pitch).fold(f64::NEG_INFINITY, f64::max);
        let first = (x - width / 2.0).max(free);
        taken.push((first + width, y));
        if groups.len() > 1 {
            let _ = writeln!(
                svg,
                "<path class=\"tie\" d=\"M{first:.1} {y:.1}H{:.1}\"/>",
                first + width
            );
        }
        for (number, group) in groups.iter().enumerate() {
            // Its own points first, then those that it stands beside.
            let own: Vec<usize> = group.marks.iter().map(|mark| mark.point).collect();
            let others = place.marks.iter().map(|(mark, _)| mark.point);
            let others = others.filter(|point| !own.contains(point));
            let points: Vec<usize> = own.iter().copied().chain(others).collect();
            svg += &one(group, (first + pitch * number as f64, y), &points, label);
        }
    }
    svg
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
    let count = match group.marks.len() {
        1 => String::new(),
        count => format!("<text class=\"count\" x=\"0\" y=\"-10\">\u{d7}{count}</text>"),
    };
    format!(
        "<g class=\"mark s{}{full}\" tabindex=\"-1\" role=\"button\" data-points=\"{}\" transform=\"translate({x:.1} {y:.1})\">\
         <title>{}</title><circle class=\"hit\" r=\"9\"/><path d=\"{}\"/>{count}</g>\n",
        group.series % 8 + 1,
        numbers.join(" "),
        labels.join("\n"),
        shape(group.series)
    )
}

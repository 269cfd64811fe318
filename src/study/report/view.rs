//! View of the results for plots: lines by one parameter over another, the rest held where the
//! default machine is.

use crate::config::{Config, Parameter};
use crate::study::naming::{ORGANISATION, value, varying};
use crate::study::point::Point;
use crate::study::results::Results;

/// Points of one line, with its name: x, y, and the point's number.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Name in the legend.
    pub name: String,
    /// x, y and the number of the study's point.
    pub points: Vec<(f64, f64, usize)>,
}

/// Results with the parameters that vary in them.
pub struct View<'r> {
    /// Points with hardware, each with its number in the results.
    pub points: Vec<(usize, &'r Point)>,
    /// Keys whose values differ, in the order of a configuration.
    pub varying: Vec<&'r str>,
    /// The names of all series of the page; the place of a name is its shape and colour.
    pub series: Vec<String>,
}

impl<'r> View<'r> {
    pub fn new(results: &'r Results) -> Self {
        let points = results.points.iter().enumerate();
        let points: Vec<(usize, &Point)> =
            points.filter(|(_, point)| !point.digest.is_empty()).collect();
        let known: Vec<&Point> = points.iter().map(|(_, point)| *point).collect();
        let mut view = Self { points, varying: varying(&known), series: vec![] };
        let keys = view.line_keys("");
        view.series = distinct(known.into_iter().map(|point| line_name(point, &keys)));
        view
    }

    /// The shape and colour of each point.
    pub fn series_of(&self, point: &Point) -> usize {
        self.series_called(&line_name(point, &self.line_keys(""))).unwrap_or_default()
    }

    /// The shape and colour of the series called `name`.
    pub fn series_called(&self, name: &str) -> Option<usize> {
        self.series.iter().position(|known| known == name)
    }

    /// The parameters that distinguish lines: the organisation, with its collectors, if it
    /// varies, else the first that does and is not `except`.
    pub fn line_keys(&self, except: &str) -> Vec<&'r str> {
        if self.varying.contains(&ORGANISATION[0]) {
            return ORGANISATION.into_iter().filter(|key| self.varying.contains(key)).collect();
        }
        self.varying.iter().copied().find(|key| *key != except).into_iter().collect()
    }

    /// `figure` over `parameter`, one line for each value of the line's key; and the other varying
    /// parameters, each with the value that it is held at: that of the default machine, or the swept
    /// value nearest to it.
    pub fn lines(&self, parameter: &str, figure: &str) -> (Vec<Line>, Vec<(&'r str, &'r str)>) {
        let keys = self.line_keys(parameter);
        let others = self.varying.iter().filter(|key| **key != parameter && !keys.contains(key));
        let held: Vec<(&str, &str)> = others.map(|key| (*key, self.reference(key))).collect();
        let mut lines: Vec<Line> = vec![];
        for (number, point) in &self.points {
            let is_held = held.iter().all(|(key, wanted)| value(point, key) == *wanted);
            let x = value(point, parameter).parse::<f64>().ok().filter(|_| is_held);
            let (Some(x), Some(figure)) = (x, point.figure(figure)) else { continue };
            let name = line_name(point, &keys);
            let place = lines.iter().position(|line| line.name == name).unwrap_or(lines.len());
            if place == lines.len() {
                lines.push(Line { name, points: vec![] });
            }
            lines[place].points.push((x, figure.value, *number));
        }
        for line in &mut lines {
            line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        (lines, held)
    }

    fn reference(&self, key: &str) -> &'r str {
        let parameter = Parameter::from_key(key).expect("a key of a configuration");
        let default = parameter.text(&Config::default()).replace('"', "");
        let values = self.points.iter().map(|(_, point)| value(point, key));
        let distance = |text: &str| match (text.parse::<f64>(), default.parse::<f64>()) {
            (Ok(a), Ok(b)) => (a - b).abs(),
            _ => f64::from(u8::from(text != default)),
        };
        values.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or_default()
    }

    /// The sources of a figure, each once.
    pub fn sources(&self, names: &[&str]) -> Vec<String> {
        let of = |name| self.points.iter().filter_map(move |(_, point)| point.figure(name));
        let figures = names.iter().flat_map(|name| of(name));
        distinct(figures.map(|figure| format!("{}: {}", figure.title(), figure.source)))
    }

    /// Name and unit of a figure.
    pub fn title(&self, name: &str) -> Option<String> {
        self.points.iter().find_map(|(_, point)| point.figure(name)).map(|figure| figure.title())
    }
}

/// Each of `texts` once, in their order.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct = vec![];
    for text in texts {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}

/// The name of the line of `point`, where `keys` distinguish lines.
pub fn line_name(point: &Point, keys: &[&str]) -> String {
    match keys {
        [] => "all".to_string(),
        [key] => value(point, key).to_string(),
        [key, ..] if value(point, "collectors") == "1" => value(point, key).to_string(),
        [key, ..] => format!("{}, {} collectors", value(point, key), value(point, "collectors")),
    }
}

//! What a plot shows of the results: lines by one parameter over another, the rest held where the
//! default machine is.

use crate::config::{Config, Parameter};
use crate::study::naming::{ORGANISATION, value, varying};
use crate::study::point::Point;
use crate::study::results::Results;

/// Points of one line, with its name: x, y, and the point's number.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What stands in the legend.
    pub name: String,
    /// x, y and the number of the study's point.
    pub points: Vec<(f64, f64, usize)>,
}

/// Results with the parameters that vary in them.
pub struct View<'r> {
    /// Those with hardware, each with its number in the results.
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
        for point in known {
            let name = line_name(point, &keys);
            if !view.series.contains(&name) {
                view.series.push(name);
            }
        }
        view
    }

    /// The shape and colour of each point.
    pub fn series_of(&self, point: &Point) -> usize {
        self.series_called(&line_name(point, &self.line_keys(""))).unwrap_or_default()
    }

    /// The shape and colour of what is called `name`.
    pub fn series_called(&self, name: &str) -> Option<usize> {
        self.series.iter().position(|known| known == name)
    }

    /// The parameters by which lines are told apart: the organisation, with its collectors, if it
    /// varies, else the first that does and is not `except`.
    pub fn line_keys(&self, except: &str) -> Vec<&'r str> {
        if self.varying.contains(&ORGANISATION[0]) {
            return ORGANISATION.into_iter().filter(|key| self.varying.contains(key)).collect();
        }
        self.varying.iter().copied().find(|key| *key != except).into_iter().collect()
    }

    /// The points at which every varying parameter but those in `free` has its reference value: the
    /// default machine's, or the swept value nearest to it.
    pub fn at_reference(&self, free: &[&str]) -> Vec<(usize, &'r Point)> {
        let held: Vec<(&str, String)> = self.held(free);
        let is_held = |(_, point): &&(usize, &Point)| {
            held.iter().all(|(key, wanted)| value(point, key) == wanted)
        };
        self.points.iter().filter(is_held).copied().collect()
    }

    /// The varying parameters that are not in `free`, each with its reference value.
    pub fn held(&self, free: &[&str]) -> Vec<(&'r str, String)> {
        let held = self.varying.iter().filter(|key| !free.contains(key));
        held.map(|key| (*key, self.reference(key))).collect()
    }

    fn reference(&self, key: &str) -> String {
        let parameter = Parameter::from_key(key).expect("a key of a configuration");
        let default = parameter.text(&Config::default()).replace('"', "");
        let values = self.points.iter().map(|(_, point)| value(point, key));
        let number = |text: &str| text.parse::<f64>().ok();
        let distance = |text: &str| match (number(text), number(&default)) {
            (Some(a), Some(b)) => (a - b).abs(),
            _ => f64::from(u8::from(text != default)),
        };
        values.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or_default().to_string()
    }

    /// `figure` over `parameter`, one line for each value of the line's key.
    pub fn lines(&self, parameter: &str, figure: &str) -> Vec<Line> {
        let keys = self.line_keys(parameter);
        let free: Vec<&str> = keys.iter().copied().chain([parameter]).collect();
        let mut lines: Vec<Line> = vec![];
        for (number, point) in self.at_reference(&free) {
            let (Ok(x), Some(figure)) =
                (value(point, parameter).parse::<f64>(), point.figure(figure))
            else {
                continue;
            };
            let name = line_name(point, &keys);
            let place = lines.iter().position(|line| line.name == name).unwrap_or_else(|| {
                lines.push(Line { name, points: vec![] });
                lines.len() - 1
            });
            lines[place].points.push((x, figure.value, number));
        }
        for line in &mut lines {
            line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        lines
    }

    /// The sources of a figure, each once.
    pub fn sources(&self, names: &[&str]) -> Vec<String> {
        let mut sources = vec![];
        for name in names {
            for figure in self.points.iter().filter_map(|(_, point)| point.figure(name)) {
                let source = format!("{}: {}", figure.title(), figure.source);
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        sources
    }

    /// Name and unit of a figure.
    pub fn title(&self, name: &str) -> Option<String> {
        self.points.iter().find_map(|(_, point)| point.figure(name)).map(|figure| figure.title())
    }
}

/// The name of the line of `point`, where `keys` tell lines apart.
pub fn line_name(point: &Point, keys: &[&str]) -> String {
    match keys {
        [] => "all".to_string(),
        [key] => value(point, key).to_string(),
        [key, ..] if value(point, "collectors") == "1" => value(point, key).to_string(),
        [key, ..] => format!("{}, {} collectors", value(point, key), value(point, "collectors")),
    }
}

//! What a plot shows of the results: lines by one parameter over another, the rest held where the
//! default machine is.

use crate::config::{Config, Parameter};
use crate::study::point::Point;
use crate::study::results::Results;

/// Points of one line, with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Results with the parameters that vary in them.
pub struct View<'r> {
    pub points: Vec<&'r Point>,
    /// Keys whose values differ, in the order of a configuration.
    pub varying: Vec<&'r str>,
}

impl<'r> View<'r> {
    pub fn new(results: &'r Results) -> Self {
        let points: Vec<&Point> =
            results.points.iter().filter(|point| !point.digest.is_empty()).collect();
        let keys = points.first().map_or(&[][..], |point| &point.config);
        let differs =
            |key: &str| points.iter().any(|point| value(point, key) != value(points[0], key));
        let varying = keys.iter().map(|(key, _)| key.as_str()).filter(|key| differs(key)).collect();
        Self { points, varying }
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
    pub fn at_reference(&self, free: &[&str]) -> Vec<&'r Point> {
        let held: Vec<(&str, String)> = self.held(free);
        let is_held =
            |point: &&&Point| held.iter().all(|(key, wanted)| value(point, key) == wanted);
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
        let values = self.points.iter().map(|point| value(point, key));
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
        for point in self.at_reference(&free) {
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
            lines[place].points.push((x, figure.value));
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
            for figure in self.points.iter().filter_map(|point| point.figure(name)) {
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
        self.points.iter().find_map(|point| point.figure(name)).map(|figure| figure.title())
    }

    /// Workloads that some point was timed on.
    pub fn workloads(&self) -> Vec<&'r str> {
        let mut found = vec![];
        for figure in self.points.iter().flat_map(|point| &point.figures) {
            if let Some(workload) = figure.name.strip_suffix(": threads per cycle")
                && !found.contains(&workload)
            {
                found.push(workload);
            }
        }
        found
    }
}

/// The parameters that make an organisation.
const ORGANISATION: [&str; 2] = ["register_file", "collectors"];

/// The name of the line of `point`, where `keys` tell lines apart.
pub fn line_name(point: &Point, keys: &[&str]) -> String {
    match keys {
        [] => "all".to_string(),
        [key] => value(point, key).to_string(),
        [key, ..] if value(point, "collectors") == "1" => value(point, key).to_string(),
        [key, ..] => format!("{}, {} collectors", value(point, key), value(point, "collectors")),
    }
}

/// The value of a parameter at `point`.
pub fn value<'p>(point: &'p Point, key: &str) -> &'p str {
    point.config.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
}

/// The settings of `point` for `keys`, as they are written after `--set`.
pub fn settings(point: &Point, keys: &[&str]) -> String {
    let settings: Vec<String> =
        keys.iter().map(|key| format!("{key}={}", value(point, key))).collect();
    settings.join(" ")
}

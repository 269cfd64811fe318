//! Names of points: by the parameters in which they differ.

use super::point::Point;
use crate::config::Config;

/// The parameters that make an organisation.
pub const ORGANISATION: [&str; 2] = ["register_file", "collectors"];

/// The value of a parameter at `point`.
pub fn value<'p>(point: &'p Point, key: &str) -> &'p str {
    point.config.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
}

/// The keys whose values differ among `points`: the organisation first, the others in the order of
/// a configuration.
pub fn varying<'p>(points: &[&'p Point]) -> Vec<&'p str> {
    let keys = points.first().map_or(&[][..], |point| &point.config);
    let differs = |key: &str| points.iter().any(|point| value(point, key) != value(points[0], key));
    let keys = keys.iter().map(|(key, _)| key.as_str()).filter(|key| differs(key));
    let (first, others): (Vec<&str>, Vec<&str>) = keys.partition(|key| ORGANISATION.contains(key));
    [first, others].concat()
}

/// Name of `point` among others that differ from it in `keys`.
pub fn settings(point: &Point, keys: &[&str]) -> String {
    let settings: Vec<String> =
        keys.iter().map(|key| format!("{key}={}", value(point, key))).collect();
    match settings.is_empty() {
        true => "this machine".to_owned(),
        false => settings.join(" "),
    }
}

/// The options that make exactly this machine: those of `keys`, and all in which it differs from
/// the default machine.
pub fn options(point: &Point, keys: &[&str]) -> String {
    let default = Point::new(&Config::default());
    let wanted = |key: &str, text: &str| keys.contains(&key) || value(&default, key) != text;
    let settings = point.config.iter().filter(|(key, text)| wanted(key, text));
    settings.map(|(key, text)| format!("--set {key}={text}")).collect::<Vec<_>>().join(" ")
}

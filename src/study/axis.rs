//! `--axis key=values`: the values that a sweep gives a parameter.

use crate::config::{Domain, Parameter, suggestion};
use crate::source::shorten;

/// A parameter and its values, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The parameter that is varied.
    pub parameter: Parameter,
    /// Values as they are written after `--set key=`.
    pub values: Vec<String>,
}

impl Axis {
    /// Reads `key=values`: a list `2,3,5`, `all`, or `a..b` in powers of two, both included.
    ///
    /// # Errors
    /// One sentence with the problem and its cure.
    pub fn parse(text: &str) -> Result<Self, String> {
        let refused = |problem: String| format!("--axis {}: {problem}", shorten(text));
        let missing = || refused("an axis must be key=values; try waves=1..16".to_owned());
        let (key, values) = text.split_once('=').ok_or_else(missing)?;
        let (key, values) = (key.trim(), values.trim());
        let parameter = Parameter::from_key(key).ok_or_else(|| {
            let keys = Parameter::ALL.map(Parameter::key);
            let (suggestion, keys) = (suggestion(key, keys), keys.join(", "));
            refused(format!("unknown key `{}`; {suggestion}keys are {keys}", shorten(key)))
        })?;
        let values = values_of(parameter, values).map_err(refused)?;
        if let Some(error) = values.iter().find_map(|value| parameter.accepts(value).err()) {
            return Err(refused(error.problem));
        }
        if let Some(twice) = twice(&values) {
            return Err(refused(format!("{key} has the value {twice} twice; leave one out")));
        }
        Ok(Self { parameter, values })
    }
}

/// Reads the axes in `texts`, each once.
///
/// # Errors
/// As [`Axis::parse`], or that a parameter is varied twice.
pub fn axes(texts: &[String]) -> Result<Vec<Axis>, String> {
    let axes = texts.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let keys: Vec<&str> = axes.iter().map(|axis| axis.parameter.key()).collect();
    match twice(&keys) {
        Some(key) => Err(format!("--axis {key} is given twice; give all its values at once")),
        None => Ok(axes),
    }
}

/// The first of `items` that was there before.
fn twice<T: PartialEq>(items: &[T]) -> Option<&T> {
    let mut places = items.iter().enumerate();
    places.find(|&(place, item)| items[..place].contains(item)).map(|(_, item)| item)
}

/// Those of `points` that shard `i/n` has; all without a shard.
///
/// # Errors
/// When it is no such text, or the shard has no point.
pub fn shard<P>(points: Vec<P>, shard: Option<&str>) -> Result<Vec<P>, String> {
    let Some(text) = shard else { return Ok(points) };
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) && i > points.len() => {
            let most = points.len();
            Err(format!("--shard {i}/{n} of {most} points has none; make at most {most} shards"))
        }
        Some((i, n)) if (1..=n).contains(&i) => {
            Ok(points.into_iter().skip(i - 1).step_by(n).collect())
        }
        _ => Err(format!("--shard must be I/N with I from 1 to N, not {}; try 1/4", shorten(text))),
    }
}

fn values_of(parameter: Parameter, text: &str) -> Result<Vec<String>, String> {
    if text == "all" {
        return all(parameter);
    }
    if let Some((low, high)) = text.split_once("..") {
        return powers_of_two(parameter, low.trim(), high.trim());
    }
    let values: Vec<String> = text.split(',').map(|value| value.trim().to_string()).collect();
    match values.iter().any(String::is_empty) {
        true => Err(format!("a value is missing; write {}", example(parameter))),
        false => Ok(values),
    }
}

fn all(parameter: Parameter) -> Result<Vec<String>, String> {
    match parameter.domain() {
        Domain::Range(low, high) if high - low >= 16 => Err(format!(
            "{} has {} values; write {low}..{high} for powers of two, or a list",
            parameter.key(),
            high - low + 1
        )),
        domain => Ok(domain.examples()),
    }
}

fn powers_of_two(parameter: Parameter, low: &str, high: &str) -> Result<Vec<String>, String> {
    let (Domain::PowersOfTwo(..) | Domain::Range(..)) = parameter.domain() else {
        return Err(format!("{} has no range; write {}", parameter.key(), example(parameter)));
    };
    let number = |text: &str| {
        let number = text.parse::<usize>().ok().filter(|number| number.is_power_of_two());
        number.ok_or_else(|| {
            format!(
                "the ends of a..b must be powers of two, not {}; write {}",
                shorten(text),
                example(parameter)
            )
        })
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("the range {low}..{high} is empty; write {high}..{low}"));
    }
    Ok(Domain::PowersOfTwo(low, high).examples())
}

fn example(parameter: Parameter) -> String {
    let values = match parameter.domain() {
        Domain::Words(words) => &format!("{} or all", words[..2].join(",")),
        Domain::Switch => "false,true or all",
        Domain::PowersOfTwo(..) => "2..64, a list such as 8,16, or all",
        Domain::Range(..) => "1..16 (powers of two) or a list such as 2,3,5",
    };
    format!("{}={values}", parameter.key())
}

/// All combinations, the last axis changing fastest: for each point its settings, one an axis.
pub fn sweep(axes: &[Axis]) -> Vec<Vec<String>> {
    axes.iter().fold(vec![vec![]], |points, axis| with_values(&points, axis))
}

/// Each of `points` with every value of `axis`.
pub fn with_values(points: &[Vec<String>], axis: &Axis) -> Vec<Vec<String>> {
    let with = |point: &Vec<String>, value: &String| {
        let setting = format!("{}={value}", axis.parameter.key());
        point.iter().cloned().chain([setting]).collect()
    };
    points
        .iter()
        .flat_map(|point| axis.values.iter().map(move |value| with(point, value)))
        .collect()
}

//! Axes: the place of a value on one, and the labels next to it.

/// Ratio of largest to smallest value from which on an axis is logarithmic.
const WIDE: f64 = 6.0;

/// Most labels of an axis, about.
const LABELS: f64 = 6.0;

/// An axis from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    /// Values that are marked.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// For `values`, from 0 on where they come near it or `from_zero` says so; logarithmic where
    /// they differ much. `None` without values.
    pub fn of(values: &[f64], from_zero: bool) -> Option<Self> {
        let (low, high) = range(values)?;
        if low > 0.0 && high / low >= WIDE && !from_zero {
            return Some(Self::logarithmic(low, high, decades(low, high)));
        }
        let low = if from_zero || low < high / 3.0 { low.min(0.0) } else { low };
        let span = if high > low { high - low } else { high.abs().max(1.0) };
        // Marks at 0 keep clear of the labels.
        let touches = low == 0.0 && (from_zero || !values.contains(&0.0));
        let low = if touches { 0.0 } else { low - 0.06 * span };
        let high = high + 0.06 * span;
        // 1, 2 or 5 times a power of ten, by which there are few labels.
        let rough = (high - low) / LABELS;
        let power = 10_f64.powf(rough.log10().floor());
        let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough);
        let step = times.unwrap_or(10.0) * power;
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        let ticks = (first..=last).map(|tick| tick as f64 * step).collect();
        Some(Self { low, high, is_logarithmic: false, ticks })
    }

    /// For values that double from one to the next: a label at each of them.
    pub fn doubling(values: &[f64]) -> Option<Self> {
        let (low, high) = range(values)?;
        if low <= 0.0 {
            return Self::of(values, false);
        }
        let mut ticks = values.to_vec();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        Some(Self::logarithmic(low, high, ticks))
    }

    fn logarithmic(low: f64, high: f64, ticks: Vec<f64>) -> Self {
        let margin = (high / low).powf(0.06).max(1.05);
        Self { low: low / margin, high: high * margin, is_logarithmic: true, ticks }
    }

    /// Place of `value`, from 0 at the lower end of the axis to 1 at its upper.
    pub fn place(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }

    /// Whether `value` is on it.
    pub fn has(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

fn range(values: &[f64]) -> Option<(f64, f64)> {
    let low = values.iter().copied().reduce(f64::min)?;
    Some((low, values.iter().copied().reduce(f64::max)?))
}

/// Labels of a logarithmic axis: 1, 2 and 5 times powers of ten, or the powers alone.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let labels = |times: &[f64]| -> Vec<f64> {
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let all = powers.flat_map(|power| times.iter().map(move |t| t * 10_f64.powi(power)));
        all.filter(|label| (low * 0.95..=high * 1.05).contains(label)).collect()
    };
    let all = labels(&[1.0, 2.0, 5.0]);
    if all.len() as f64 <= LABELS + 1.0 { all } else { labels(&[1.0]) }
}

/// A number in three or four digits, with k, M or G.
pub fn short(value: f64) -> String {
    let trimmed = |text: String| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            text
        }
    };
    match value.abs() {
        1e9.. => trimmed(format!("{:.2}", value / 1e9)) + " G",
        1e6.. => trimmed(format!("{:.2}", value / 1e6)) + " M",
        1e4.. => trimmed(format!("{:.1}", value / 1e3)) + " k",
        100.0.. => format!("{value:.0}"),
        10.0.. => trimmed(format!("{value:.2}")),
        _ => trimmed(format!("{value:.3}")),
    }
}

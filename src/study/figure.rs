//! A number with its unit and its source.

use serde::Serialize;

/// One figure of a point.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// `lut`, `scan: instructions per slot`.
    pub name: String,
    /// Value in that unit.
    pub value: f64,
    /// Empty for a plain ratio.
    pub unit: String,
    /// Source, the same for all points: the model, or the tool with its command.
    pub source: String,
    /// Remark about this point's figure alone; often empty.
    pub remark: String,
}

impl Figure {
    /// A figure without a remark.
    pub fn new(name: impl Into<String>, value: f64, unit: &str, source: &str) -> Self {
        Self {
            name: name.into(),
            // A sum of nothing is -0.
            value: value + 0.0,
            unit: unit.to_string(),
            source: source.to_string(),
            remark: String::new(),
        }
    }

    /// The same with a remark.
    pub fn with_remark(self, remark: impl Into<String>) -> Self {
        Self { remark: remark.into(), ..self }
    }

    /// Name and unit, as the head of a column.
    pub fn title(&self) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            format!("{} [{}]", self.name, self.unit)
        }
    }

    /// The workload of the figure, if it has one, and the rest of its name.
    pub fn parts(&self) -> (Option<&str>, &str) {
        match self.name.rsplit_once(": ") {
            Some((workload, what)) => (Some(workload), what),
            None => (None, &self.name),
        }
    }

    /// Whole numbers without a point, others with three digits behind it.
    pub fn text(&self) -> String {
        if self.value.fract() == 0.0 && self.value.abs() < 1e15 {
            format!("{}", self.value)
        } else {
            format!("{:.3}", self.value)
        }
    }
}

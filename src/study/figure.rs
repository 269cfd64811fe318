//! A number with its unit and its source.

use serde::{Deserialize, Serialize};

/// One figure of a point.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// `lut`, `scan: instructions per slot`.
    pub name: String,
    pub value: f64,
    /// Empty for a plain ratio.
    pub unit: String,
    /// How it was obtained: which model, or which tool with which command.
    pub source: String,
}

impl Figure {
    pub fn new(name: impl Into<String>, value: f64, unit: &str, source: &str) -> Self {
        Self { name: name.into(), value, unit: unit.to_string(), source: source.to_string() }
    }

    /// Name and unit, as the head of a column.
    pub fn title(&self) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            format!("{} [{}]", self.name, self.unit)
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

/// The figures that a tool found for a point, and what it did not find.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    pub figures: Vec<Figure>,
    pub problem: Option<String>,
    /// Whether the problem is that something failed, and not that it was left out.
    pub failed: bool,
}

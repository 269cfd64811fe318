//! A part of the report.

/// Plots under a heading, and what they say.
#[derive(Default)]
pub struct Section {
    pub title: String,
    /// The sentence that one reads if one reads only one.
    pub conclusion: String,
    /// More sentences and lists, as HTML.
    pub remarks: String,
    /// As SVG or HTML.
    pub drawings: Vec<String>,
    /// Series that the plots have: shape and colour, and name.
    pub legend: Vec<(usize, String)>,
    /// What is held, in words.
    pub held: String,
    pub sources: Vec<String>,
}

//! A part of the report.

use crate::draw::element::{Element, tag};
use crate::draw::page::{folded, legend_list};
use crate::draw::plot::icon;

/// Plots under a heading, and their conclusion.
#[derive(Default)]
pub struct Section {
    pub title: String,
    /// The most important sentence.
    pub conclusion: String,
    /// More sentences and lists.
    pub remarks: Vec<Element>,
    pub drawings: Vec<Element>,
    /// Series that the plots have: shape and colour, and name.
    pub legend: Vec<(usize, String)>,
    /// Parameters that are held, in words.
    pub held: String,
    pub sources: Vec<String>,
}

impl Section {
    /// The section in the page.
    pub fn html(self) -> Element {
        let Self { title, conclusion, remarks, drawings, legend, held, sources } = self;
        let entries = legend.into_iter().map(|(series, name)| (icon(series), name));
        let sources = sources.iter().map(|source| tag("li", "").text(source));
        let sources = tag("ul", "sources").all(sources);
        titled("", &title)
            .child(tag("p", "conclusion").text(conclusion))
            .all((!held.is_empty()).then(|| tag("p", "held").text(held)))
            .all((entries.len() > 1).then(|| legend_list(entries)))
            .all((!drawings.is_empty()).then(|| tag("div", "plots").all(drawings)))
            .all(remarks)
            .child(folded("sources", "Sources", sources))
    }
}

/// A section under a heading.
pub fn titled(class: &str, title: &str) -> Element {
    tag("section", class).child(tag("h2", "").text(title))
}

/// `text` with a capital letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>())
        + letters.as_str()
}

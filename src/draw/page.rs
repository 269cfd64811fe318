//! Pages: files of HTML that need no other files, and their parts besides pictures.

use std::fmt::Display;

use super::element::{Element, tag};
use super::shapes::STYLE;

/// A page of its own: a file of HTML that needs no other file. `head` goes into its head next to
/// `title` and `style`; `script` runs when `body` is there.
pub fn page(title: &str, head: &str, style: &str, body: Element, script: &str) -> String {
    let meta =
        |name: &str, content: &str| tag("meta", "").with("name", name).with("content", content);
    let head = tag("head", "")
        .child(tag("meta", "").with("charset", "utf-8"))
        .child(meta("viewport", "width=device-width, initial-scale=1"))
        .child(meta("color-scheme", "light dark"))
        .child(head)
        .child(tag("title", "").text(title))
        .child(tag("style", "").child(format!("\n{STYLE}{style}")));
    let body = body.child(tag("script", "").child(format!("\n{script}")));
    let page = tag("html", "").with("lang", "en").child(head).child(body);
    format!("<!DOCTYPE html>\n{page}")
}

/// A legend in a page, where each sample is a picture.
pub fn legend_list(entries: impl IntoIterator<Item = (Element, String)>) -> Element {
    let entry = |(sample, meaning)| tag("li", "").child(sample).text(meaning);
    tag("ul", "legend").all(entries.into_iter().map(entry))
}

/// Content that a click on `summary` shows.
pub fn folded(class: &str, summary: &str, content: impl Display) -> Element {
    let details = tag("details", class);
    details.child(tag("summary", "").text(summary)).child(content)
}

/// A table that scrolls within the page.
pub fn table(
    class: &str,
    head: impl IntoIterator<Item = Element>,
    rows: impl IntoIterator<Item = Element>,
) -> Element {
    let head = tag("thead", "").child(tag("tr", "").all(head));
    let body = tag("tbody", "").all(rows);
    tag("div", "wide").child(tag("table", class).child(head).child(body))
}

/// A cell at the head of a column or row.
pub fn head(scope: &str) -> Element {
    tag("th", "").with("scope", scope)
}

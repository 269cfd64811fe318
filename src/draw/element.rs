//! Elements of SVG and of HTML; text that is no markup is escaped here and nowhere else.

use std::fmt::{self, Display, Write};

/// Elements that stand within a line of text; every other one ends its line.
const INLINE: [&str; 12] =
    ["a", "b", "button", "code", "input", "label", "small", "span", "svg", "td", "th", "title"];
/// Elements that are written without an end when nothing is in them.
const EMPTY: [&str; 7] = ["circle", "input", "line", "meta", "path", "polyline", "rect"];

/// An element with its attributes and its content.
#[derive(Clone, Debug)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

/// `text` as content or in an attribute.
pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// An element without content, of no class where `class` is empty.
pub fn tag(name: &'static str, class: impl Display) -> Element {
    let element = Element { name, attributes: String::new(), content: String::new() };
    let class = class.to_string();
    if class.is_empty() { element } else { element.with("class", class) }
}

impl Element {
    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, attribute: &str, value: impl Display) -> Self {
        let value = escape(&value.to_string());
        write!(self.attributes, " {attribute}=\"{value}\"").expect("memory takes everything");
        self
    }

    /// Appends `text` to its content.
    #[must_use]
    pub fn text(mut self, text: impl Display) -> Self {
        self.content += &escape(&text.to_string());
        self
    }

    /// Appends `markup`, such as another element, to its content.
    #[must_use]
    pub fn child(mut self, markup: impl Display) -> Self {
        write!(self.content, "{markup}").expect("memory takes everything");
        self
    }

    /// Appends all of `markup` to its content.
    #[must_use]
    pub fn all<M: Display>(self, markup: impl IntoIterator<Item = M>) -> Self {
        markup.into_iter().fold(self, Self::child)
    }

    /// Adds a tooltip.
    #[must_use]
    pub fn titled(self, words: impl Display) -> Self {
        self.child(tag("title", "").text(words))
    }

    /// Moves it to the right and down.
    #[must_use]
    pub fn moved(self, x: impl Display, y: impl Display) -> Self {
        self.with("transform", format!("translate({x} {y})"))
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, attributes, content } = self;
        match content.is_empty() && EMPTY.contains(name) {
            true => write!(f, "<{name}{attributes}/>")?,
            false => write!(f, "<{name}{attributes}>{content}</{name}>")?,
        }
        if INLINE.contains(name) { Ok(()) } else { writeln!(f) }
    }
}

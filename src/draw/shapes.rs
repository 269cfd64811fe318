//! Parts of pictures: shapes, texts that keep to their place, legends, and the picture
//! around them. Coordinates are pixels; colours and fonts are those of the style.

use std::fmt::Display;

use super::element::{Element, tag};

/// Colours, fonts and other style of all pictures.
pub const STYLE: &str = include_str!("style.css");
/// Sizes of the letters of boxes and names, and of small print; in pixels.
pub const LARGE: f64 = 11.0;
/// See [`LARGE`].
pub const SMALL: f64 = 8.7;

/// A group of shapes.
pub fn group(class: impl Display) -> Element {
    tag("g", class)
}

/// A rectangle: x, y, width, height.
pub fn rect(class: &str, [x, y, width, height]: [impl Display; 4]) -> Element {
    let rect = tag("rect", class).with("x", x).with("y", y);
    rect.with("width", width).with("height", height)
}

/// A rectangle with round corners.
pub fn rounded(place: [impl Display; 4]) -> Element {
    rect("", place).with("rx", 3)
}

/// A line from one point to another.
pub fn line(class: &str, [x1, y1, x2, y2]: [impl Display; 4]) -> Element {
    tag("line", class).with("x1", x1).with("y1", y1).with("x2", x2).with("y2", y2)
}

/// A path, in SVG's own letters.
pub fn path(class: &str, d: impl Display) -> Element {
    tag("path", class).with("d", d)
}

/// Words with their baseline at `y`.
pub fn text(class: &str, [x, y]: [impl Display; 2], words: impl Display) -> Element {
    tag("text", class).with("x", x).with("y", y).text(words)
}

/// Width of `text`, at most, in letters of `size`.
pub fn width(text: &str, size: f64) -> f64 {
    (0.61 * size * text.chars().count() as f64).ceil()
}

/// As much of `text` as fits into `room`, the last letter … where it is cut.
pub fn fitting(text: &str, room: f64, size: f64) -> String {
    let letters = (room / (0.61 * size)) as usize;
    match text.chars().count() {
        count if count <= letters => text.to_owned(),
        _ if letters < 2 => String::new(),
        _ => text.chars().take(letters - 1).chain(['…']).collect(),
    }
}

/// A legend as wide as `room`, and its height: samples of 22 x 16 pixels, each with its meaning.
pub fn legend(entries: impl IntoIterator<Item = (Element, String)>, room: f64) -> (Element, f64) {
    let mut legend = group("legend");
    let (mut x, mut y) = (4.0, 4.0);
    for (sample, meaning) in entries {
        let wide = 28.0 + width(&meaning, LARGE) + 14.0;
        if x > 4.0 && x + wide > room {
            (x, y) = (4.0, y + 22.0);
        }
        legend = legend.child(sample.moved(x, y)).child(text("", [x + 28.0, y + 12.0], meaning));
        x += wide;
    }
    (legend, y + 24.0)
}

/// A picture within a page: the part of `drawn` with this left upper corner, width and height.
pub fn embedded(class: &str, [x, y, width, height]: [f64; 4], drawn: impl Display) -> Element {
    let picture = tag("svg", class).with("viewBox", format!("{x} {y} {width} {height}"));
    picture.with("width", width).with("height", height).child(drawn)
}

/// A picture of its own: a file of SVG. `style` is the style of this kind of picture beyond
/// [`STYLE`], `definitions` the elements that it refers to.
pub fn picture(
    class: &str,
    [width, height]: [f64; 2],
    style: &str,
    definitions: &str,
    drawn: impl Display,
) -> String {
    let picture = embedded(class, [0.0, 0.0, width, height], "")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .child(tag("style", "").child(format!("\n{STYLE}{style}")))
        .child(tag("defs", "").child(definitions))
        .child(rect("paper", [0.0, 0.0, width, height]));
    format!("{}\n", picture.child(drawn))
}

//! The first plot of a report as a picture of its own, for pages and slides.

use super::marks::shape;
use super::sections;
use super::text::escape;
use super::view::View;
use crate::study::fpga::Fpga;
use crate::study::results::Results;
use crate::study::verdict::Verdict;

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("picture.css"));
/// Width of a plot and of its letters, about, and its height; a line of text.
const WIDTH: usize = 520;
const LETTER: usize = 8;
const HEIGHT: usize = 320;
const LINE: usize = 22;

/// Which machine is best for the first workload, over the first cost, with its legend; `None` where
/// there is nothing to compare.
pub fn svg(results: &Results, device: Option<Fpga>) -> Option<String> {
    let view = View::new(results);
    let sections = sections::deciding(results, &view, &Verdict::all(results), device);
    let section = sections.first()?;
    let plot = section.drawings.first()?;
    let (mut legend, mut x, mut y) = (String::new(), 12, LINE + HEIGHT + 14);
    for (series, name) in &section.legend {
        let width = 26 + LETTER * name.chars().count();
        if x + width > WIDTH {
            (x, y) = (12, y + LINE);
        }
        legend += &format!(
            "<g class=\"key s{}\" transform=\"translate({} {y})\"><path d=\"{}\"/><text x=\"12\" \
             y=\"4.5\">{}</text></g>\n",
            series % 8 + 1,
            x + 7,
            shape(*series),
            escape(name)
        );
        x += width;
    }
    let height = y + LINE;
    let title = escape(&section.title);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n<style>\n{STYLE}</style>\n<rect class=\"paper\" width=\"{WIDTH}\" \
         height=\"{height}\"/>\n<text class=\"heading\" x=\"4\" y=\"17\">{title}</text>\n<svg y=\"{LINE}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\">\n{plot}</svg>\n{legend}</svg>\n"
    ))
}

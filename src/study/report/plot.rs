//! Plots as SVG. Points are marks that say what they are of; colours, shapes and what a mark does
//! are those of who shows it (`plot.css`, `script.js`).

use std::fmt::Write as _;

use super::marks::{Mark, drawn};
use super::scale::Scale;
use super::text::escape;
use crate::study::figure::short;

/// Size of a plot in its own units; the page scales it.
const SIZE: (f64, f64) = (520.0, 320.0);
/// What is left of it beside the axes: left, right, above, below.
const MARGIN: [f64; 4] = [62.0, 30.0, 36.0, 54.0];

/// A plot of points, on lines or not.
pub struct Plot {
    pub x_title: String,
    pub y_title: String,
    pub x: Scale,
    pub y: Scale,
    pub marks: Vec<Mark>,
    /// Marks of one series are joined from left to right.
    pub is_joined: bool,
    /// A limit on the x axis, and what it is.
    pub limit: Option<(f64, String)>,
}

impl Plot {
    /// The plot. `label` says what a point is; `number` is the plot's place on its page.
    pub fn svg(&self, label: &dyn Fn(usize) -> String) -> String {
        let at = |x: f64, y: f64| (self.across(x), self.down(y));
        let name = escape(&format!("{} over {}", self.y_title, self.x_title));
        let mut svg = format!(
            "<svg class=\"plot\" role=\"group\" aria-label=\"{name}\" viewBox=\"0 0 {} {}\">\n",
            SIZE.0, SIZE.1
        );
        svg += &self.frame();
        if self.is_joined {
            svg += &self.lines();
        }
        let label = |point| escape(&label(point));
        svg += &drawn(&self.marks, &at, &label);
        svg + "</svg>\n"
    }

    fn across(&self, x: f64) -> f64 {
        MARGIN[0] + self.x.place(x) * (SIZE.0 - MARGIN[0] - MARGIN[1])
    }

    fn down(&self, y: f64) -> f64 {
        SIZE.1 - MARGIN[3] - self.y.place(y) * (SIZE.1 - MARGIN[2] - MARGIN[3])
    }

    /// Grid, labels, titles and the limit.
    fn frame(&self) -> String {
        let (left, right) = (MARGIN[0], SIZE.0 - MARGIN[1]);
        let (top, bottom) = (MARGIN[2], SIZE.1 - MARGIN[3]);
        let mut svg = String::new();
        for &tick in &self.y.ticks {
            let y = self.down(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left:.0} {y:.1}H{right:.0}\"/><text class=\"end\" \
                x=\"{:.0}\" y=\"{:.1}\">{}</text>",
                left - 6.0,
                y + 4.5,
                short(tick)
            );
        }
        for &tick in &self.x.ticks {
            let x = self.across(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{x:.1} {top:.0}V{bottom:.0}\"/><text class=\"middle\" \
                x=\"{x:.1}\" y=\"{:.0}\">{}</text>",
                bottom + 18.0,
                short(tick)
            );
        }
        if let Some((limit, name)) = self.limit.as_ref().filter(|(limit, _)| self.x.has(*limit)) {
            let x = self.across(*limit);
            let (class, x_text) =
                if x > 0.7 * right { ("end", x - 5.0) } else { ("start", x + 5.0) };
            let _ = writeln!(
                svg,
                "<path class=\"limit\" d=\"M{x:.1} {top:.0}V{bottom:.0}\"/><text \
                class=\"{class}\" x=\"{x_text:.1}\" y=\"{:.0}\">{}</text>",
                bottom - 6.0,
                escape(name)
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{left:.0} {bottom:.0}H{right:.0}\"/>\
             <text class=\"title\" x=\"4\" y=\"16\">{}</text>\
             <text class=\"title end\" x=\"{right:.0}\" y=\"{:.0}\">{}</text>",
            escape(&self.y_title),
            SIZE.1 - 8.0,
            escape(&self.x_title)
        );
        svg
    }

    fn lines(&self) -> String {
        let mut series: Vec<usize> = self.marks.iter().map(|mark| mark.series).collect();
        series.sort_unstable();
        series.dedup();
        let line = |series: usize| {
            let mut points: Vec<(f64, f64)> = self
                .marks
                .iter()
                .filter(|mark| mark.series == series)
                .map(|mark| (self.across(mark.x), self.down(mark.y)))
                .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            format!(
                "<polyline class=\"line s{}\" points=\"{}\"/>\n",
                series % 8 + 1,
                points.join(" ")
            )
        };
        series.into_iter().map(line).collect()
    }
}

/// A bar for each name.
pub fn bars(bars: &[(String, f64, usize)], unit: &str) -> String {
    const ROW: f64 = 34.0;
    let most = bars.iter().map(|bar| bar.1).fold(f64::MIN_POSITIVE, f64::max);
    let height = ROW * bars.len() as f64 + 8.0;
    let mut svg =
        format!("<svg class=\"plot\" role=\"img\" viewBox=\"0 0 {} {height}\">\n", SIZE.0);
    for (place, (name, value, series)) in bars.iter().enumerate() {
        let y = ROW * place as f64 + 4.0;
        let width = (SIZE.0 - 260.0) * value / most;
        let _ = writeln!(
            svg,
            "<text class=\"end\" x=\"150\" y=\"{:.0}\">{}</text><rect class=\"bar s{}\" \
            x=\"158\" y=\"{y:.0}\" width=\"{width:.1}\" height=\"26\"/>\
             <text x=\"{:.1}\" y=\"{:.0}\">{} {}</text>",
            y + 18.0,
            escape(name),
            series % 8 + 1,
            164.0 + width,
            y + 18.0,
            short(*value),
            escape(unit)
        );
    }
    svg + "</svg>\n"
}

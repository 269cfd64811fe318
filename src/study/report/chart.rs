//! Drawing: lines, points and bars as SVG. Colours are names for the page's style sheet, which
//! knows light from dark.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::view::Line;

/// Size of a plot; the page scales it.
const SIZE: (u32, u32) = (760, 380);

/// Text, axes, grid: told apart by the style sheet.
const INK: RGBColor = RGBColor(0, 0, 1);
const AXIS: RGBColor = RGBColor(0, 0, 2);
const GRID: RGBColor = RGBColor(0, 0, 3);

/// The colour of line `place`, `#a0000n`; the style sheet has eight.
fn colour(place: usize) -> RGBColor {
    RGBColor(0xa0, 0, 1 + (place % 8) as u8)
}

/// How a plot's axes are.
pub struct Axes<'t> {
    pub x: &'t str,
    pub y: &'t str,
    /// The x axis doubles at every step.
    pub doubling: bool,
}

/// A drawing, or nothing where there is nothing to draw.
type Drawn = Option<String>;

/// Lines with their points marked.
pub fn lines(lines: &[Line], axes: &Axes) -> Drawn {
    draw(lines, axes, true)
}

/// Points only; `front` is drawn through them as steps.
pub fn scatter(groups: &[Line], front: &[(f64, f64)], axes: &Axes) -> Drawn {
    let mut all = groups.to_vec();
    all.push(Line { name: String::new(), points: front.to_vec() });
    draw(&all, axes, false)
}

fn range(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

fn draw(groups: &[Line], axes: &Axes, connected: bool) -> Drawn {
    let place = |x: f64| if axes.doubling { x.max(1e-9).log2() } else { x };
    let points = || groups.iter().flat_map(|line| line.points.iter().copied());
    let (low, high) = range(points().map(|(x, _)| place(x)))?;
    let (_, top) = range(points().map(|(_, y)| y))?;
    let margin = if high > low { 0.04 * (high - low) } else { 0.5 };
    let low = if axes.doubling { low - margin } else { 0.0_f64.min(low) };
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    let drawn = (|| {
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .margin_right(24)
            .x_label_area_size(46)
            .y_label_area_size(84)
            .build_cartesian_2d(low..high + margin, 0.0..(1.08 * top).max(1e-9))?;
        let text = |size: i32| ("sans-serif", size).into_font().color(&INK);
        let x_label = |x: &f64| match axes.doubling {
            false => short(*x),
            true if (x - x.round()).abs() < 1e-6 => short(x.exp2()),
            true => String::new(),
        };
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(axes.x)
            .y_desc(axes.y)
            .axis_desc_style(text(15))
            .label_style(text(13))
            .axis_style(AXIS);
        mesh.bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&x_label)
            .y_label_formatter(&|y| short(*y));
        if axes.doubling {
            mesh.x_labels((high - low).ceil() as usize + 2);
        }
        mesh.draw()?;
        for (number, line) in groups.iter().enumerate() {
            let points: Vec<(f64, f64)> = line.points.iter().map(|&(x, y)| (place(x), y)).collect();
            let is_front = !connected && line.name.is_empty();
            if is_front {
                chart.draw_series(LineSeries::new(steps(&points), AXIS.stroke_width(2)))?;
                continue;
            }
            let colour = colour(number);
            if connected {
                chart
                    .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
            }
            chart
                .draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
        }
        root.present()
    })();
    drop(root);
    drawn.ok().map(|()| svg)
}

/// From point to point over the corner that no point beats.
fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut path = vec![];
    for &(x, y) in points {
        if let Some(&(_, before)) = path.last() {
            path.push((x, before));
        }
        path.push((x, y));
    }
    path
}

/// A bar for each name.
pub fn bars(bars: &[(String, f64)], unit: &str) -> Drawn {
    let (_, top) = range(bars.iter().map(|(_, value)| *value))?;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (SIZE.0, 60 + 34 * bars.len() as u32))
        .into_drawing_area();
    let drawn = (|| {
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .margin_right(70)
            .x_label_area_size(40)
            .y_label_area_size(110)
            .build_cartesian_2d(0.0..(1.02 * top).max(1e-9), 0.0..bars.len() as f64)?;
        let text = |size: i32| ("sans-serif", size).into_font().color(&INK);
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(unit)
            .axis_desc_style(text(15))
            .label_style(text(13))
            .axis_style(AXIS)
            .disable_y_mesh()
            .y_labels(0);
        mesh.bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|x| short(*x))
            .draw()?;
        let height = bars.len() as f64;
        for (number, (name, value)) in bars.iter().enumerate() {
            let middle = height - number as f64 - 0.5;
            let bar = Rectangle::new(
                [(0.0, middle - 0.3), (*value, middle + 0.3)],
                colour(number).filled(),
            );
            chart.draw_series([bar])?;
            let (x, y) = chart.backend_coord(&(*value, middle));
            root.draw(&Text::new(
                short(*value),
                (x + 6, y),
                text(13).pos(Pos::new(HPos::Left, VPos::Center)),
            ))?;
            let (x, y) = chart.backend_coord(&(0.0, middle));
            root.draw(&Text::new(
                name.clone(),
                (x - 8, y),
                text(14).pos(Pos::new(HPos::Right, VPos::Center)),
            ))?;
        }
        root.present()
    })();
    drop(root);
    drawn.ok().map(|()| svg)
}

/// Three or four digits and k or M.
pub fn short(value: f64) -> String {
    let trimmed = |text: String| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            text
        }
    };
    match value.abs() {
        1e6.. => trimmed(format!("{:.2}", value / 1e6)) + " M",
        1e4.. => trimmed(format!("{:.1}", value / 1e3)) + " k",
        100.0.. => format!("{value:.0}"),
        _ => trimmed(format!("{value:.3}")),
    }
}

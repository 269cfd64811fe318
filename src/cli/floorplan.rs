//! Places of macros, and the die around them.

use std::sync::Arc;

use lanebeat::hdl::Module;
use lanebeat::study::estimate::estimate;
use lanebeat::study::standard_cells::Macro;
use lanebeat::study::{Family, parts};

/// Distance between macros, and from them to the core's edge, in widths of a gate's square.
const HALO: f64 = 15.0;

/// Sizes in whole micrometres, from the die's lower left corner.
pub struct Floorplan {
    /// Width and height.
    pub die: [f64; 2],
    /// Distance of the core from the die's edges, and of macros from each other.
    pub halo: f64,
    pub places: Vec<Place>,
}

/// A macro's lower left corner.
pub struct Place {
    pub r#macro: String,
    /// Path of the instance below the top, as synthesis flattens it.
    pub instance: String,
    pub at: [f64; 2],
}

impl Floorplan {
    /// Rows of macros below the core's upper edge, and room for `cells` square micrometres below
    /// them; `gate` is the area of one. `leaf` is the macro that a module of such a name stands for. `None` without
    /// macros, and where the size of one is not known.
    pub fn new<'t>(
        top: &Module,
        leaf: impl Fn(&str) -> Option<&'t Macro>,
        gate: f64,
        cells: f64,
    ) -> Option<Self> {
        let mut macros = vec![];
        walk(top, "", &leaf, &mut macros);
        let halo = (HALO * gate.sqrt()).ceil();
        let sizes = macros.iter().map(|(_, own)| own.size).collect::<Option<Vec<_>>>();
        let sizes = sizes.filter(|all| !all.is_empty())?;
        let outer = |[width, height]: [f64; 2]| [width.ceil() + halo, height.ceil() + halo];
        let outer: Vec<[f64; 2]> = sizes.into_iter().map(outer).collect();
        // The tallest first, so that macros of a row are alike.
        let mut order: Vec<usize> = (0..macros.len()).collect();
        order.sort_by(|&a, &b| outer[b][1].total_cmp(&outer[a][1]));
        let area: f64 = cells + outer.iter().map(|[width, height]| width * height).sum::<f64>();
        let widest = outer.iter().map(|[width, _]| *width).fold(0.0, f64::max);
        let width = area.sqrt().ceil().max(widest) + halo;
        // Distances from the core's left and upper edges.
        let (mut x, mut y, mut row) = (halo, halo, 0.0);
        let mut places = vec![];
        for number in order {
            let [own_width, own_height] = outer[number];
            if x + own_width > width {
                (x, y, row) = (halo, y + row, 0.0);
            }
            row = f64::max(row, own_height);
            places.push((number, [x, y + own_height - halo]));
            x += own_width;
        }
        let height = (y + row + cells / width).ceil();
        let place = |(number, [x, depth]): (usize, [f64; 2])| {
            let (instance, own) = macros[number].clone();
            Place { r#macro: own.name.clone(), instance, at: [halo + x, halo + height - depth] }
        };
        let places = places.into_iter().map(place).collect();
        Some(Self { die: [width + 2.0 * halo, height + 2.0 * halo], halo, places })
    }

    /// The core's lower left and upper right corner.
    pub fn core(&self) -> [f64; 4] {
        let Self { die: [width, height], halo, .. } = *self;
        [halo, halo, width - halo, height - halo]
    }
}

/// Appends path and macro of the instances below `module` that stand for one.
fn walk<'t>(
    module: &Module,
    path: &str,
    leaf: &impl Fn(&str) -> Option<&'t Macro>,
    found: &mut Vec<(String, &'t Macro)>,
) {
    for child in &module.instances {
        for copy in 0..child.count {
            let path = match child.count {
                1 => format!("{path}{}.", child.name),
                _ => format!("{path}{}[{copy}].unit.", child.name),
            };
            match leaf(&child.module.name) {
                Some(own) => found.push((format!("{path}tile"), own)),
                None => walk(&child.module, &path, leaf, found),
            }
        }
    }
}

/// Gates of two inputs that logic and flip-flops of `plain` take, whose memories have macros but for
/// `bits`.
///
/// The factors are fitted by hand in IHP's SG13G2, without stages: the small machine maps to 0.755 mm²
/// of cells (0.752 by this rule), `integer` of 8 lanes to 1.586 (1.578), and the default, as
/// docs/measure/study.md has it, to 4.654 (5.106).
pub fn gates(plain: &Arc<Module>, bits: usize) -> f64 {
    let of = estimate(Family::Xc7, &parts(plain)).expect("a calibrated family");
    5.0 * of.luts + 7.0 * of.flip_flops + 2200.0 * of.dsps + 10.0 * bits as f64
}

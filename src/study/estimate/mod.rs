//! LUTs, flip-flops and block RAM without a tool, calibrated against yosys.
//!
//! A design is estimated part by part, as yosys maps it. The cost of a part's logic is a sum over
//! its [`Features`], times a factor for its kind (a lane's gates are shared in other ways than a
//! sequencer's); both are fitted to yosys. Memories and delay lines follow rules: the number of
//! block RAMs or LUTs that yosys uses for a shape is known exactly.
//!
//! ```
//! use lanebeat::config::Preset;
//! use lanebeat::rtl::core;
//! use lanebeat::study::{Family, estimate::estimate, parts};
//!
//! let parts = parts(&core(&Preset::Small.config()));
//! let amounts = estimate(Family::Ecp5, &parts).expect("a calibrated family");
//! assert!(amounts.luts > 1000.0 && amounts.flip_flops > 100.0);
//! ```

mod calibration;
mod chains;
mod features;
mod memory;
mod sample;
mod table;

use std::sync::Arc;

use serde::Serialize;

use super::cells::{Cells, Family, resources};
use super::figure::Figure;
use super::part::Part;
use crate::hdl::{Delays, Module, longest_path};

pub use calibration::{Calibration, Machine};
pub use chains::Chains;
pub use features::{Features, NAMES, features, kind};
pub use memory::storage;
pub use sample::configurations;
pub use table::{PartFactors, RoutedClock, Table, UNKNOWN, routed_clock, table};

/// Resources of an FPGA that a design takes.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Amounts {
    /// Look-up tables.
    pub luts: f64,
    /// Flip-flops.
    pub flip_flops: f64,
    /// Blocks of RAM.
    pub block_rams: f64,
    /// DSP blocks.
    pub dsps: f64,
}

impl Amounts {
    /// The amounts of `cells` of `family`.
    pub fn of(family: Family, cells: &Cells) -> Self {
        let resources = resources(family, cells);
        let amount = |wanted: &str| {
            let known = resources.iter().find(|(name, ..)| *name == wanted);
            known.map_or(0.0, |(_, amount, _)| *amount as f64)
        };
        Self {
            luts: amount("lut"),
            flip_flops: amount("flip-flops"),
            block_rams: amount("block ram"),
            dsps: amount("dsp"),
        }
    }

    /// Adds `copies` of `other`.
    pub fn add(&mut self, other: Self, copies: usize) {
        let copies = copies as f64;
        self.luts += other.luts * copies;
        self.flip_flops += other.flip_flops * copies;
        self.block_rams += other.block_rams * copies;
        self.dsps += other.dsps * copies;
    }
}

/// The estimate of all copies of `parts`; `None` for a family that is not calibrated.
pub fn estimate(family: Family, parts: &[Part]) -> Option<Amounts> {
    let table = table(family)?;
    let mut sum = Amounts::default();
    for part in parts {
        sum.add(of_part(family, table, part), part.copies);
    }
    Some(sum)
}

fn of_part(family: Family, table: &Table, part: &Part) -> Amounts {
    let features = features(part);
    let kind = table.kinds.get(&kind(part)).copied().unwrap_or(UNKNOWN);
    let logic: f64 =
        features.amounts.iter().zip(table.luts).map(|(amount, luts)| amount * luts).sum();
    let fixed = fixed(family, &features);
    let plain = plain_register_bits(family, &features) as f64;
    Amounts {
        luts: kind.luts * logic + fixed.luts,
        flip_flops: kind.flip_flops * plain + fixed.flip_flops,
        block_rams: fixed.block_rams,
        dsps: features.dsps as f64,
    }
}

/// Amounts that follow rules: memories, and delay lines where LUTs are shift registers.
pub fn fixed(family: Family, features: &Features) -> Amounts {
    let mut sum = Amounts::default();
    for (memory, copies) in &features.memories {
        sum.add(storage(family, memory), *copies);
    }
    if family == Family::Xc7 {
        sum.luts += features.chains.luts as f64;
    }
    sum
}

/// Register bits that become flip-flops.
pub fn plain_register_bits(family: Family, features: &Features) -> usize {
    match family {
        Family::Xc7 => features.register_bits - features.chains.register_bits,
        Family::Ecp5 | Family::Ice40 | Family::Gowin => features.register_bits,
    }
}

/// The clock of the design under `top`, in megahertz: by the longest path of the family's table of
/// delays, or the ECP5's where there is none.
pub fn clock(family: Family, top: &Arc<Module>) -> f64 {
    let delays = match family {
        Family::Xc7 => Delays::xc7(),
        Family::Ecp5 | Family::Ice40 | Family::Gowin => Delays::ecp5(),
    };
    1e6 / f64::from(longest_path(top, delays).delay)
}

/// [`clock`] as a figure.
pub fn fmax(family: Family, top: &Arc<Module>) -> Figure {
    let by_table = format!("{SOURCE}{}: the longest path by a table of delays", family.key());
    let source = match routed_clock(family) {
        Some(RoutedClock { tool, machines, error: (median, worst) }) => format!(
            "{by_table}; of {machines} machines that {tool} routed off by {median:.1} % in the median and {worst:.1} % at worst"
        ),
        None => format!("{by_table}, with which no routed machine was compared"),
    };
    Figure::new("fmax", clock(family, top), "MHz", &source)
}

/// Beginning of the source of what is estimated.
pub const SOURCE: &str = "estimate for ";

/// The figures of a design, with the error of the estimate in their sources.
pub fn figures(family: Family, parts: &[Part]) -> Option<Vec<Figure>> {
    let (estimate, table) = (estimate(family, parts)?, table(family)?);
    let [lut, block_ram, dsp] = match family {
        Family::Xc7 => ["LUT6", "RAMB18", "DSP48E1"],
        Family::Ecp5 | Family::Ice40 | Family::Gowin => ["LUT4", "DP16KD", "MULT18X18D"],
    };
    let source = |(median, worst): (f64, f64)| {
        let is_good = median <= 15.0 && worst <= 30.0;
        let judgement =
            if is_good { "" } else { ", more than the 15 % and 30 % that it should keep" };
        format!(
            "{SOURCE}{}, fitted to {} machines; on {} others off by {median:.1} % in the median and {worst:.1} % at worst{judgement}",
            table.tool, table.machines, table.checked
        )
    };
    let rule = format!("rule for memories as {} maps them", table.tool);
    Some(vec![
        Figure::new("lut", estimate.luts.round(), lut, &source(table.lut_error)),
        Figure::new(
            "flip-flops",
            estimate.flip_flops.round(),
            "FF",
            &source(table.flip_flop_error),
        ),
        Figure::new("block ram", estimate.block_rams, block_ram, &rule),
        Figure::new("dsp", estimate.dsps.round(), dsp, &source(table.lut_error)),
    ])
}

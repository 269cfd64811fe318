//! The coefficients, fitted by `fit.py` to the measurements of `lanebeat study --calibrate`, in one
//! table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::features::NAMES;
use crate::study::cells::Family;

/// The estimate for one family.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Table {
    /// Yosys with its version, and the command.
    pub tool: String,
    /// Machines that it was fitted to.
    pub machines: usize,
    /// Machines that the fit had not seen.
    pub checked: usize,
    /// Error over these, in per cent: median and worst.
    pub lut_error: (f64, f64),
    /// The same of the flip-flops.
    pub flip_flop_error: (f64, f64),
    /// LUTs for each amount of a part's features.
    pub luts: [f64; NAMES.len()],
    /// Routed clocks beside those by the table of delays, where some machines were routed.
    pub clock: Option<RoutedClock>,
    /// Factors of each kind of part.
    pub kinds: BTreeMap<String, PartFactors>,
}

/// Routed clocks beside those by the table of delays.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RoutedClock {
    /// nextpnr with its version.
    pub tool: String,
    /// Machines.
    pub machines: usize,
    /// Difference of the table's clock from theirs, in per cent: median and worst.
    pub error: (f64, f64),
}

/// Factors by which a kind of part differs from others.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct PartFactors {
    /// LUTs for each LUT by its features alone.
    pub luts: f64,
    /// Flip-flops that are left of each register bit.
    pub flip_flops: f64,
}

/// A part of a kind that no sample had.
pub const UNKNOWN: PartFactors = PartFactors { luts: 1.0, flip_flops: 1.0 };

static TABLES: LazyLock<BTreeMap<String, Table>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("table.json")).expect("the table is part of the program")
});

/// The routed clocks of `family`; `None` where no machine was routed.
pub fn routed_clock(family: Family) -> Option<&'static RoutedClock> {
    table(family)?.clock.as_ref()
}

/// The table of `family`; `None` for one that is not calibrated.
pub fn table(family: Family) -> Option<&'static Table> {
    TABLES.get(family.key())
}

//! LUTs, flip-flops and block RAM without a tool, calibrated against yosys.
//!
//! A design is estimated part by part, as yosys maps it. What a part's logic takes is a sum over
//! its [`Features`], times a factor for its kind (a lane's gates are shared in other ways than a
//! sequencer's); both are fitted to yosys. Memories and delay lines follow rules: how many block
//! RAMs or LUTs yosys takes for a shape is known exactly.

mod chains;
mod features;
mod memory;
mod sample;
mod table;

use super::cells::Family;
use super::figure::Figure;
use super::part::Part;

pub use chains::Chains;
pub use features::{Features, NAMES, features, kind};
pub use memory::{Storage, storage};
pub use sample::configurations;
pub use table::{Kind, Table, UNKNOWN, table};

/// What a design is expected to take.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// Look-up tables.
    pub luts: f64,
    /// Flip-flops.
    pub flip_flops: f64,
    /// Blocks of RAM.
    pub block_rams: u64,
    /// DSP blocks.
    pub dsps: f64,
}

/// The families that there is an estimate for.
pub const FAMILIES: [Family; 2] = [Family::Xc7, Family::Ecp5];

/// The estimate of all copies of `parts`; `None` for a family that nobody has calibrated.
pub fn estimate(family: Family, parts: &[Part]) -> Option<Estimate> {
    let table = table(family)?;
    let mut sum = Estimate::default();
    for part in parts {
        let one = of_part(family, table, part);
        let copies = part.copies as f64;
        sum.luts += one.luts * copies;
        sum.flip_flops += one.flip_flops * copies;
        sum.block_rams += one.block_rams * part.copies as u64;
        sum.dsps += one.dsps * copies;
    }
    Some(sum)
}

fn of_part(family: Family, table: &Table, part: &Part) -> Estimate {
    let features = features(part);
    let kind = table.kinds.get(&kind(part)).copied().unwrap_or(UNKNOWN);
    let logic: f64 =
        features.amounts.iter().zip(table.luts).map(|(amount, luts)| amount * luts).sum();
    let fixed = fixed(family, &features);
    Estimate {
        luts: kind.luts * logic + fixed.luts as f64,
        flip_flops: kind.flip_flops * plain_register_bits(family, &features) as f64
            + fixed.flip_flops as f64,
        block_rams: fixed.block_rams as u64,
        dsps: kind.dsps * features.amounts[features::MULTIPLIER],
    }
}

/// What follows rules: memories, and delay lines where LUTs are shift registers.
pub fn fixed(family: Family, features: &Features) -> Storage {
    let mut sum = Storage::default();
    for (memory, copies) in &features.memories {
        let one = storage(family, memory);
        sum.luts += one.luts * copies;
        sum.flip_flops += one.flip_flops * copies;
        sum.block_rams += one.block_rams * copies;
    }
    if family == Family::Xc7 {
        sum.luts += features.chains.luts;
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

/// The figures of a design, each with the estimate's error beside it.
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
            "estimate for {}, fitted to {} machines; on {} others off by {median:.1} % in the median and {worst:.1} % at worst{judgement}",
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
        Figure::new("block ram", estimate.block_rams as f64, block_ram, &rule),
        Figure::new("dsp", estimate.dsps.round(), dsp, &source(table.lut_error)),
    ])
}

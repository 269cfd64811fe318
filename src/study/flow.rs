//! `--flow`: where a study's area comes from.

use std::fmt;
use std::str::FromStr;

use super::cells::Family;

/// How area is obtained.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// Not at all: times and netlist counts only.
    None,
    /// Cells of an FPGA family, without a tool.
    Estimate(Family),
    /// Cells of an FPGA family, by yosys.
    Cells(Family),
}

impl FromStr for Flow {
    type Err = String;

    /// What is written after `--flow`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => return Ok(Self::None),
            "estimate" => return Ok(Self::Estimate(Family::Xc7)),
            "estimate=ecp5" => return Ok(Self::Estimate(Family::Ecp5)),
            _ => {}
        }
        let family = Family::ALL.into_iter().find(|family| family.key() == text);
        family.map(Self::Cells).ok_or_else(|| {
            let families = Family::ALL.map(Family::key).join(", ");
            format!("there is no such flow; flows are estimate (for xc7), estimate=ecp5, none, {families}")
        })
    }
}

impl fmt::Display for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Estimate(Family::Xc7) => write!(f, "estimate"),
            Self::Estimate(family) => write!(f, "estimate={}", family.key()),
            Self::Cells(family) => write!(f, "{}", family.key()),
        }
    }
}

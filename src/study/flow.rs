//! `--flow`: the source of a study's area.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::cells::Family;

/// Source of the area.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// No area: times and netlist counts only.
    None,
    /// Cells of an FPGA family, without a tool.
    Estimate(Family),
    /// Cells of an FPGA family, by yosys.
    Cells(Family),
    /// Standard cells of the Liberty file, by yosys, and their timing by OpenSTA.
    Liberty(PathBuf),
}

impl FromStr for Flow {
    type Err = String;

    /// Reads the text after `--flow`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => return Ok(Self::None),
            "estimate" => return Ok(Self::Estimate(Family::Xc7)),
            "estimate=ecp5" => return Ok(Self::Estimate(Family::Ecp5)),
            _ => {}
        }
        if let Some(file) = text.strip_prefix("liberty=").filter(|file| !file.is_empty()) {
            return Ok(Self::Liberty(PathBuf::from(file)));
        }
        let family = Family::ALL.into_iter().find(|family| family.key() == text);
        family.map(Self::Cells).ok_or_else(|| {
            let families = Family::ALL.map(Family::key).join(", ");
            format!("there is no such flow; flows are estimate (for xc7), estimate=ecp5, none, {families}, liberty=FILE")
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
            Self::Liberty(file) => write!(f, "liberty={}", file.display()),
        }
    }
}

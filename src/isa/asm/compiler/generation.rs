//! Generations of machines: which a listing names, and lines whose meaning depends on it.

use std::fmt;

use super::context::Context;
use crate::isa::asm::error::{BY_PARTS, Fault};
use crate::isa::asm::statement::Statement;

/// Generation of the machines that a listing is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generation {
    /// The number behind `sm_`.
    Nvidia(u32),
    /// The number behind `gfx`, without the two last digits.
    Amd(u32),
}

/// Text before the number of a generation: of cuobjdump and nvdisasm, and of LLVM. `arch = sm_61`,
/// `code for sm_61` and `.target sm_61` have the first.
const NVIDIA: [&str; 2] = ["sm_", "EF_CUDA_SM"];
const AMD: &str = "gfx";
/// Begins of lines that name a generation of AMD's.
const TARGETS: [&str; 3] = [".amdgcn_target", "amdhsa.target", ".target"];

/// Generations whose listings are read.
pub const READ: &str = "sm_20 to sm_121 and gfx6 to gfx12";

impl Generation {
    /// The generation that a line names, which is no instruction.
    pub fn named(line: &str) -> Option<Self> {
        let behind = |name: &str| Some(&line[line.find(name)? + name.len()..]);
        let digits = |text: &str| {
            let end = text.find(|digit: char| !digit.is_ascii_hexdigit()).unwrap_or(text.len());
            text[..end].to_owned()
        };
        let nvidia = || {
            let number = NVIDIA.iter().find_map(|name| behind(name))?;
            let end = number.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(number.len());
            number[..end].parse().ok().map(Self::Nvidia)
        };
        let amd = || {
            TARGETS
                .iter()
                .find(|start| line.trim_start().trim_start_matches("- ").starts_with(**start))?;
            let name = digits(behind(AMD)?);
            name.get(..name.len().checked_sub(2)?)?.parse().ok().map(Self::Amd)
        };
        nvidia().or_else(amd)
    }

    /// The reason why a line has another meaning in this generation than the assembler gives it.
    pub(super) fn refusal(self, line: &Statement, context: &Context) -> Option<Fault> {
        let name = &line.mnemonic;
        let is = |names: &[&str]| names.iter().any(|own| name.is(own));
        let offset = line.operands.get(2).and_then(|token| token.kind.integer());
        let rule = match self {
            Self::Nvidia(..20 | 122..) | Self::Amd(..6 | 13..) => {
                format!("listings for {self} are not read, and those for {READ} are")
            }
            Self::Nvidia(..70) if is(&["VABSDIFF", "VABSDIFF.U32", "VABSDIFF4.U8"]) => {
                format!("{name} merges its fourth operand on {self}, and adds it from sm_70 on")
            }
            Self::Amd(10..)
                if is(&["ds_bpermute_b32", "ds_permute_b32"]) && context.target.threads > 32 =>
            {
                format!("{name} works on 32 threads on {self}, and on the whole wave here")
            }
            Self::Amd(..=8) if is(&["ds_swizzle_b32"]) && offset >= Some(0xc000) => {
                format!("{name} takes an offset from 0xc000 on as a permutation of quads on {self}")
            }
            _ => return None,
        };
        Some(name.fault(rule, BY_PARTS))
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nvidia(number) => write!(f, "sm_{number}"),
            Self::Amd(number) => write!(f, "gfx{number}"),
        }
    }
}

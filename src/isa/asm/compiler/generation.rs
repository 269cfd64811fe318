//! Generations of machines: which a listing names, and lines whose meaning depends on it.

use std::fmt;

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

/// Text before the number of a generation, of cuobjdump and nvdisasm; the first three begin a line.
const NVIDIA: [&str; 4] = ["code for sm_", "arch = sm_", ".target", "EF_CUDA_SM"];
/// Begins of lines that name a generation of AMD's, and the text before its number.
const AMD: ([&str; 2], &str) = ([".amdgcn_target", "amdhsa.target"], "gfx");

/// Generations whose listings are read.
pub const READ: &str = "sm_20 to sm_121 and gfx6 to gfx12";

impl Generation {
    /// The generation that a line names, which is no instruction.
    pub fn named(line: &str) -> Option<Self> {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '-');
        let number = |text: &str, is_digit: fn(&char) -> bool| -> String {
            text.chars().take_while(is_digit).collect()
        };
        let [begins @ .., inside] = NVIDIA;
        let behind = begins.iter().find_map(|begin| line.strip_prefix(begin));
        let behind = behind.or_else(|| line.split_once(inside).map(|(_, behind)| behind));
        if let Some(behind) = behind {
            let digits = behind.trim_start().trim_start_matches("sm_");
            return number(digits, char::is_ascii_digit).parse().ok().map(Self::Nvidia);
        }
        let (begins, gfx) = AMD;
        begins.iter().find(|begin| line.starts_with(**begin))?;
        let name = number(line.split_once(gfx)?.1, char::is_ascii_hexdigit);
        name.get(..name.len().checked_sub(2)?)?.parse().ok().map(Self::Amd)
    }

    /// The reason why a line has another meaning in this generation than the assembler gives it.
    pub(super) fn refusal(self, line: &Statement, threads: usize) -> Option<Fault> {
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
            Self::Nvidia(..70) if is(&["IMAD.HI", "IMAD.HI.U32"]) => {
                format!("{name} adds a word on {self}, and a pair of words from sm_70 on")
            }
            Self::Amd(10..) if is(&["ds_bpermute_b32", "ds_permute_b32"]) && threads > 32 => {
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

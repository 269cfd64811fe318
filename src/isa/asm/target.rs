//! The machine as the assembler sees it.

use crate::isa::Feature;

/// Properties of the machine that a program is assembled for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Threads in a wave.
    pub threads: usize,
    /// Vector registers of a wave.
    pub registers: usize,
    /// Waves that may be named by `.wave`.
    pub waves: usize,
    /// Features that are on; the instructions of others are refused.
    pub features: Vec<Feature>,
}

impl Target {
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}

//! Units of a machine.

use serde::Serialize;

use crate::config::{Config, DppPath};
use crate::isa::Feature;

/// A unit of the core, by the name under which it can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlannedUnit {
    /// Its name in `lanebeat generate`.
    pub name: &'static str,
    /// Copies in the core.
    pub copies: usize,
}

/// The units of the core, with `dpp_rows` and `warps` of a beat.
pub(super) fn units(config: &Config, dpp_rows: usize, warps: usize) -> Vec<PlannedUnit> {
    let always = |name, copies| (name, copies, true);
    let of = |name, copies, feature| (name, copies, config.has(feature));
    let lanes = config.lanes;
    let units = [
        always("sequencer", 1),
        always("register_file", 1),
        always("mask_file", 1),
        always("exec_masks", 1),
        always("special", 1),
        of("barriers", 1, Feature::Barrier),
        always("execute", 1),
        ("dpp", dpp_rows, config.dpp == DppPath::Network),
        of("wave_shuffle", 1, Feature::Shuffle),
        of("vote", warps, Feature::Vote),
        always("lane", lanes),
        of("float", lanes, Feature::Float),
        of("video", lanes, Feature::Video),
    ];
    let there = units.into_iter().filter(|&(_, _, is_there)| is_there);
    there.map(|(name, copies, _)| PlannedUnit { name, copies }).collect()
}

//! Passes of an operation through the reading stage and the lanes: one, or several where that saves
//! hardware. Only the last pass writes; what the others leave behind is with the unit
//! (docs/learn/register-files.md).

use std::fmt;

use serde::{Serialize, Serializer};

use crate::config::Config;
use crate::isa::{Feature, Operation, Passes, ROW_THREADS};

/// An operation that the machine has hardware for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlannedOperation {
    /// The operation; in JSON its first spelling.
    #[serde(serialize_with = "spelling")]
    pub operation: Operation,
    /// Its code.
    pub opcode: u8,
    /// Threads side by side that it looks at; 1 for one that looks at its own only.
    pub reach: usize,
    /// Passes without a modifier.
    pub passes: usize,
}

fn spelling<S: Serializer>(operation: &Operation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(operation.row().spellings[0].mnemonic)
}

/// Part of operand a that must be there at once, besides the beat's own row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gather {
    /// No operation looks into another beat.
    Nothing,
    /// `a_edges`: the first and the last word of every row of 16 threads, for DPP alone.
    RowEdges,
    /// `a_wave`: every word.
    Everything,
}

impl fmt::Display for Gather {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::RowEdges => "row edges",
            Self::Everything => "everything",
        })
    }
}

/// Part of operand a that the cross-lane units read at once.
pub(super) fn gather(config: &Config) -> Gather {
    let warp_crosses = (config.vote || config.shuffle) && config.warp_threads() > config.lanes;
    let row_crosses = config.has(Feature::Dpp) && config.lanes < ROW_THREADS;
    match config.beats {
        1 => Gather::Nothing,
        _ if config.has(Feature::LaneMoves) || warp_crosses || row_crosses => Gather::Everything,
        _ if config.has(Feature::Dpp) => Gather::RowEdges,
        _ => Gather::Nothing,
    }
}

/// Threads side by side that an operation looks at.
fn reach(config: &Config, operation: Operation) -> usize {
    match operation.row().passes {
        Passes::Own => 1,
        Passes::Row => ROW_THREADS,
        Passes::Warp | Passes::Match | Passes::Reduce => config.warp_threads(),
        Passes::Wave => config.threads(),
    }
}

/// Parts of the wave, of `part_threads` each, that SHFL or a lane move sees one after the other: all
/// in which a source can be; 1 for other operations.
pub(super) fn parts_seen(config: &Config, part_threads: usize, operation: Operation) -> usize {
    let row = operation.row();
    match row.feature {
        Some(Feature::Shuffle | Feature::LaneMoves) if row.passes != Passes::Own => {
            reach(config, operation).max(config.lanes).div_ceil(part_threads)
        }
        _ => 1,
    }
}

/// Passes that do nothing but collect operands, because rows come one by one.
pub(super) fn gather_passes(config: &Config, reach: usize) -> usize {
    (!config.register_file.writes_whole_waves() && reach > config.lanes).into()
}

/// The operations, of a machine in which MATCH compares in `match_passes` and whose crossbar shows
/// `part_threads` at once.
pub(super) fn operations(
    config: &Config,
    match_passes: usize,
    part_threads: usize,
    votes_span_beats: bool,
) -> Vec<PlannedOperation> {
    let planned = |operation: Operation| {
        let reach = reach(config, operation);
        let gather = gather_passes(config, reach);
        let passes = match operation.row().passes {
            Passes::Match => gather + match_passes,
            // Beats are combined one after the other in the pass that gathers, also where all is
            // there.
            Passes::Reduce if votes_span_beats => 2,
            _ => gather + parts_seen(config, part_threads, operation),
        };
        PlannedOperation { operation, opcode: operation.opcode(), reach, passes }
    };
    config.operations().map(planned).collect()
}

/// The most parts that an operation sees one after the other.
pub(super) fn most_parts_seen(config: &Config, part_threads: usize) -> usize {
    let seen = config.operations().map(|operation| parts_seen(config, part_threads, operation));
    seen.max().unwrap_or(1)
}

//! How often an operation passes through the reading stage and the lanes: once, or several times
//! where that saves hardware. Only the last pass writes; what the others leave behind is with the
//! unit (docs/learn/register-files.md).

use crate::config::Config;
use crate::isa::{LaneMove, Operation, ROW_THREADS, VoteOperation};
use crate::rtl::codes::supported;
use crate::rtl::schedule::{
    Gather, MATCH_SLOTS, Movement, halves, index_bits, lanes_of_warp, votes_span_beats,
};

/// Threads side by side that an operation looks at; 1 for one that looks at its own only.
pub fn reach(config: &Config, operation: Operation) -> usize {
    match operation {
        Operation::Shuffle(_) => config.warp_threads(),
        Operation::LaneMove(LaneMove::PermuteRow) => ROW_THREADS,
        Operation::LaneMove(LaneMove::PermuteOtherRow | LaneMove::Swizzle) => config.warp_threads(),
        Operation::LaneMove(_) => config.threads(),
        operation if operation.is_vote() => config.warp_threads(),
        _ => 1,
    }
}

/// Whether a lane move has one pass for each half of the wave.
pub fn takes_halves(config: &Config, operation: Operation) -> bool {
    matches!(operation, Operation::LaneMove(_)) && reach(config, operation) > config.warp_threads()
}

/// Passes that do nothing but collect operands, because rows come one by one.
fn gather_passes(config: &Config, reach: usize) -> usize {
    (Movement::of(config) != Movement::WholeWaves && reach > config.lanes).into()
}

/// Passes in which MATCH compares: as many as the slots allow.
pub fn match_passes(config: &Config) -> usize {
    lanes_of_warp(config).div_ceil(lanes_matched(config))
}

/// Lanes of a warp that MATCH compares in one beat of one pass.
pub fn lanes_matched(config: &Config) -> usize {
    let slots = MATCH_SLOTS - gather_passes(config, config.warp_threads());
    lanes_of_warp(config).div_ceil(slots)
}

/// Passes of an operation without a modifier.
pub fn passes(config: &Config, operation: Operation) -> usize {
    let gather = gather_passes(config, reach(config, operation));
    match operation {
        Operation::Vote(VoteOperation::MatchAny | VoteOperation::MatchAll) => {
            gather + match_passes(config)
        }
        // Beats are combined one after the other in the pass that gathers, also where all is there.
        Operation::Vote(VoteOperation::Reduce(_)) if votes_span_beats(config) => 2,
        operation if takes_halves(config, operation) => gather + halves(config),
        _ => gather + 1,
    }
}

/// Bits that count the passes that follow one; 0 where there are none.
pub fn pass_bits(config: &Config) -> usize {
    let most = supported(config).map(|operation| passes(config, operation)).max().unwrap_or(1);
    index_bits(most.max(1 + usize::from(Gather::takes_a_slot(config))))
}

/// Of these the low bits that units look at, because they do something else in each pass.
pub fn counted_passes(config: &Config) -> usize {
    let of_match = if config.vote { index_bits(match_passes(config)) } else { 0 };
    let of_halves = if config.shuffle { halves(config) - 1 } else { 0 };
    of_match.max(of_halves)
}

/// Whether some instructions stand in the reading stage for more than a slot: they pass again, or
/// banks are taken.
pub fn may_pass_again(config: &Config) -> bool {
    pass_bits(config) > 0 || Movement::of(config) == Movement::BankedRows
}

/// Whether something must know that a beat passes of an instruction that passes again: to gather
/// or to combine beats. Where banks collect operands, only the masks are gathered.
pub fn tells_gathering(config: &Config) -> bool {
    let gathers = config.shuffle || Movement::of(config) != Movement::BankedRows;
    votes_span_beats(config) || Gather::takes_a_slot(config) && gathers
}

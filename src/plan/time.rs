//! Times of an instruction's steps, by the organisation of the register file
//! (docs/learn/register-files.md).

use crate::config::{Config, MATCH_SLOTS, RegisterFile};

use RegisterFile::{Banked, MultiPort, Replicated, Skewed, TwoBank, Wide};

/// Cycles in which the operands of an instruction are read in a `two_bank` machine.
pub const WINDOW: usize = 3;
/// Slots that pass between two instructions that leave the collectors, at most on average, rounded
/// up: the passes of a MATCH, and a share of the results that had been issued before and take its
/// bank first, a slot each.
const SLOTS_TO_LEAVE: usize = 16;

/// Cycles from issue to beat 0, at least.
pub(super) fn to_execute(config: &Config) -> usize {
    match config.register_file {
        Wide | Skewed => config.slot_cycles(),
        MultiPort | Replicated | Banked => 2,
        // In control and in allocate a cycle each, then the window.
        TwoBank => 2 + WINDOW + 1,
    }
}

/// Cycles from the execution of a beat to the cycle in which the file takes its result: the stages
/// and what the port's turn adds. A whole-wave file collects rows at the end of that cycle, the
/// others write them in it.
pub(super) fn to_result(config: &Config) -> usize {
    let (stages, slot) = (config.stages, config.slot_cycles());
    match config.register_file {
        Wide => stages.next_multiple_of(slot),
        Skewed => (1 + stages).next_multiple_of(slot),
        MultiPort | Replicated | TwoBank => 1 + stages,
        // A row is written in the phase in which the banks also read that beat's.
        Banked => (2 + stages).next_multiple_of(slot) - 1,
    }
}

/// Slots from an instruction to the first that may read its result.
pub(super) fn dependent_distance(config: &Config) -> usize {
    let (result, slot) = (to_result(config), config.slot_cycles());
    match config.register_file {
        Wide => 2 + result / slot,
        Skewed => 1 + result / slot,
        MultiPort | Replicated | Banked => (1 + result) / slot + 1,
        // Both stand in control and in allocate; one reads in the first cycle of its window what
        // the other writes behind its own.
        TwoBank => WINDOW + 1 + result,
    }
}

/// Slots that an instruction may wait for others to leave, where it matters; 1 where it does not,
/// because an instruction that reads no register does not wait.
pub(super) fn slots_waited(config: &Config) -> usize {
    match config.register_file {
        // Behind a MATCH.
        TwoBank => MATCH_SLOTS,
        _ if config.collectors > 1 => config.collectors * SLOTS_TO_LEAVE,
        _ => 1,
    }
}

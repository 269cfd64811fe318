//! When waves may issue after a barrier, counted by hand: it opens in the cycle after the last beat
//! of the last BAR.

use lanebeat::config::RegisterFile;
use lanebeat::cycle::StallReason;

use super::{Heard, TIMED, machine};

/// Slots of the issues of each wave.
fn slots(heard: &Heard, wave: usize) -> Vec<u64> {
    heard.issues.iter().filter(|issue| issue.1 == wave).map(|issue| issue.0).collect()
}

#[test]
fn a_wave_alone_goes_on_two_slots_after_its_barrier() {
    // Last beat in cycle 7 (skewed and wide) or 5, open in cycle 8 or 6: slot 2 in both.
    for register_file in TIMED {
        let heard = Heard::of(&machine(register_file, 4, 0), "BAR.SYNC 0\nNOP\nNOP");
        assert_eq!(slots(&heard, 0), [0, 2, 3], "{register_file:?}");
        assert_eq!(heard.stalls[0], (1, StallReason::Barrier { wave: 0, number: 0 }));
        assert_eq!(heard.totals.stalls.barrier, 1);
    }
}

#[test]
fn slots_of_one_cycle_wait_for_the_beat_itself() {
    // Executes in cycle 2, is looked at in cycle 3 because no beat before announces it, open in 4.
    let heard = Heard::of(&machine(RegisterFile::MultiPort, 1, 0), "BAR.SYNC 0\nNOP");
    assert_eq!(slots(&heard, 0), [0, 4]);
}

#[test]
fn the_first_wave_goes_on_when_the_last_has_arrived() {
    let text = "BAR.SYNC 0\nNOP\n.wave 1\nNOP\nNOP\nNOP\nBAR.SYNC 0\nNOP";
    for register_file in TIMED {
        let heard = Heard::of(&machine(register_file, 4, 0), text);
        assert_eq!(slots(&heard, 1), [1, 2, 3, 4, 7], "{register_file:?}");
        assert_eq!(slots(&heard, 0), [0, 6], "{register_file:?}");
    }
}

#[test]
fn a_wave_that_ends_opens_the_barrier_in_the_next_cycle() {
    let text = "BAR.SYNC 0\nNOP\n.wave 1\nNOP\nNOP\nNOP\nEXIT";
    for register_file in TIMED {
        let heard = Heard::of(&machine(register_file, 4, 0), text);
        assert_eq!(slots(&heard, 1), [1, 2, 3, 4], "{register_file:?}");
        assert_eq!(slots(&heard, 0), [0, 5], "{register_file:?}");
    }
}

//! Memories and most registers power up undefined, and nothing that a program can see depends on
//! it.

use crate::common::bench::{core, everything, fixed_programs, judge, organised, with};
use crate::common::sample::of_today;
use lanebeat::config::{Config, Preset, RegisterFile};

fn the_same_from_any_power_up(config: &Config) {
    let (flat, named) = (core(config), everything(config));
    for case in fixed_programs(config, 8, 24, 3) {
        let [one, other] =
            [1, 0x5eed].map(|seed| judge(&flat, config, &case, &named, seed).expect("lockstep"));
        assert_eq!(one.cycles, other.cycles, "{case:?}");
        assert_eq!(one.retirements, other.retirements, "{case:?}");
        assert_eq!(one.states, other.states, "{case:?}");
    }
}

/// Two organisations a day.
#[test]
fn two_power_ups_retire_the_same_in_the_same_cycles_and_end_in_the_same_state() {
    for register_file in of_today(RegisterFile::ALL, 2) {
        let small = Config { lanes: 4, registers: 4, waves: 2, ..Preset::Integer.config() };
        let small = organised(&small, register_file);
        the_same_from_any_power_up(&small);
        // Floats and video have registers where they take several cycles.
        the_same_from_any_power_up(&with(&small, "stages=3 float=true video=true"));
        if !register_file.admits(8) {
            the_same_from_any_power_up(&Config { reuse: false, waves: 1, ..small });
            continue;
        }
        the_same_from_any_power_up(&Config { lanes: 8, beats: 8, ..small.clone() });
        the_same_from_any_power_up(&Config { lanes: 8, beats: 2, shuffle: false, ..small });
    }
}

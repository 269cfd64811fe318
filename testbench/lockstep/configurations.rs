//! Random programs in lockstep on machines that, together, take every parameter to each of its
//! corners.

use crate::common::bench::{core, fixed_programs, judge, named, organised, random_programs};
use crate::common::sample::of_today;
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::isa::Retired;

const PROGRAMS: u32 = 4;
const LONGEST: usize = 24;

/// Random programs on `config` in every organisation, two of them a day.
fn in_every_organisation(config: &Config) {
    for register_file in of_today(RegisterFile::ALL, 2) {
        let config = organised(config, register_file);
        random_programs(&config, PROGRAMS, LONGEST);
    }
}

/// Small enough that loading and comparing all of it is quick, and with every feature.
fn small() -> Config {
    Config { lanes: 4, registers: 4, waves: 2, ..Config::default() }
}

/// Without floats and video, which take longest.
fn integer() -> Config {
    Config { float: false, video: false, ..small() }
}

/// That many lanes of that many beats. A lane is the same beside many others, so of many none has
/// floats and video.
fn shape(lanes: usize, beats: usize) -> Config {
    Config { lanes, beats, ..if lanes <= 8 { small() } else { integer() } }
}

/// Each number of lanes and each number of beats meets every organisation within two days, and each
/// shape two or three of them; `check --all-configs` takes every shape in all of them.
#[test]
fn every_shape_of_wave_retires_what_the_model_says() {
    let today = of_today([0, 2], 1);
    for (row, lanes) in [2, 4, 8, 16, 32, 64].into_iter().enumerate() {
        for (column, beats) in [1, 2, 4, 8].into_iter().enumerate() {
            for (number, register_file) in RegisterFile::ALL.into_iter().enumerate() {
                let turn = (row + column + number) % RegisterFile::ALL.len();
                if !register_file.admits(beats) || !today.contains(&turn) {
                    continue;
                }
                let config = Config { register_file, ..shape(lanes, beats) };
                let too_few_threads = config.check().is_err();
                let without =
                    Config { dpp: DppPath::None, shuffle: false, vote: false, ..config.clone() };
                let config = if too_few_threads { without } else { config };
                random_programs(&config, PROGRAMS, LONGEST);
            }
        }
    }
}

#[test]
fn every_depth_of_the_pipeline_retires_what_the_model_says() {
    for stages in (0..=8).chain([12]) {
        in_every_organisation(&Config { stages, ..small() });
    }
}

#[test]
fn every_depth_goes_with_every_number_of_beats() {
    let of_16_lanes = [(16, 1, 1), (16, 1, 5), (16, 8, 1), (16, 8, 8)];
    let others = [(32, 2, 3), (32, 1, 8), (4, 8, 2), (8, 4, 3)];
    for (lanes, beats, stages) in of_16_lanes.into_iter().chain(others) {
        in_every_organisation(&Config { stages, ..shape(lanes, beats) });
    }
}

#[test]
fn few_and_many_registers_retire_what_the_model_says() {
    for registers in [2, 3, 64, 255, 256] {
        in_every_organisation(&Config { registers, ..integer() });
    }
}

#[test]
fn few_and_many_waves_retire_what_the_model_says() {
    for waves in [1, 3, 8, 32] {
        in_every_organisation(&Config { waves, ..integer() });
    }
}

#[test]
fn a_machine_without_a_feature_retires_what_the_model_says() {
    let [none, network] = [DppPath::None, DppPath::Network];
    for (dpp, shuffle) in [(none, true), (network, false), (none, false)] {
        for (lanes, beats) in [(16, 4), (16, 1), (64, 1), (8, 4)] {
            in_every_organisation(&Config { dpp, shuffle, ..shape(lanes, beats) });
        }
    }
}

#[test]
fn dpp_through_the_crossbar_retires_what_the_model_says() {
    let crossbar = Config { dpp: DppPath::Crossbar, ..small() };
    for (lanes, beats, lane_moves) in [(16, 4, true), (16, 1, false), (4, 8, false)] {
        in_every_organisation(&Config { lanes, beats, lane_moves, ..crossbar.clone() });
    }
    for register_file in [RegisterFile::Wide, RegisterFile::Skewed] {
        let parts = Config { lanes: 16, shuffle_passes: 2, register_file, ..crossbar.clone() };
        random_programs(&parts, PROGRAMS, LONGEST);
    }
}

#[test]
fn a_machine_that_multiplies_nothing_retires_what_the_model_says() {
    let integer = Config { multiply: false, shuffle: false, bits: false, ..integer() };
    for (lanes, beats, stages) in [(16, 4, 0), (16, 1, 2), (4, 8, 0), (8, 2, 5)] {
        in_every_organisation(&Config { lanes, beats, stages, ..integer.clone() });
    }
}

#[test]
fn every_preset_retires_what_the_model_says() {
    for preset in Preset::ALL {
        in_every_organisation(&preset.config());
    }
}

#[test]
fn several_collectors_retire_what_the_model_says() {
    for (lanes, beats, stages, waves, collectors) in [
        (16, 4, 0, 8, 4),
        (16, 4, 2, 3, 2),
        (16, 1, 12, 32, 8),
        (4, 8, 1, 8, 4),
        (8, 2, 3, 4, 8),
        (64, 1, 0, 5, 2),
    ] {
        let (register_file, registers) = (RegisterFile::Banked, 8);
        let config =
            Config { stages, waves, collectors, register_file, registers, ..shape(lanes, beats) };
        random_programs(&config, 3 * PROGRAMS, LONGEST);
    }
}

/// What every organisation can be.
fn one_beat() -> Config {
    Config { lanes: 16, beats: 1, ..small() }
}

#[test]
fn every_organisation_retires_the_same_records() {
    let of = |register_file| {
        let config = Config { register_file, ..one_beat() };
        let flat = core(&config);
        let runs = fixed_programs(&config, 8, LONGEST, 5).into_iter().map(|case| {
            let named = named(&config, &case.program);
            let summary = judge(&flat, &config, &case, &named, 1).expect("lockstep");
            // Waves interleave otherwise; each wave's records must come in the same order.
            let mut records: Vec<Retired> =
                summary.retirements.into_iter().map(|retirement| retirement.retired).collect();
            records.sort_by_key(|record| record.wave);
            (records, summary.states)
        });
        runs.collect::<Vec<_>>()
    };
    let wide = of(RegisterFile::Wide);
    for register_file in RegisterFile::ALL.into_iter().skip(1) {
        assert!(of(register_file) == wide, "{register_file:?} retires otherwise than Wide");
    }
}

#[test]
fn a_machine_without_floats_retires_what_the_model_says() {
    for stages in [0, 4] {
        random_programs(&Config { stages, float: false, ..small() }, PROGRAMS, LONGEST);
    }
}

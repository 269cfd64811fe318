//! Every configuration that can be built passes the netlist's checks.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::hdl::{Cost, modules};
use lanebeat::rtl;

/// Configurations that between them hold every value of every parameter.
fn configurations() -> Vec<Config> {
    let mut all = vec![];
    let organisations = [RegisterFile::Wide, RegisterFile::Skewed, RegisterFile::MultiPort, RegisterFile::Replicated];
    for register_file in organisations {
        let default = Config { register_file, ..Config::default() };
        all.extend(of_organisation(&default));
    }
    all
}

fn of_organisation(default: &Config) -> Vec<Config> {
    let mut all = vec![default.clone()];
    for lanes in [4, 8, 16, 32, 64] {
        for beats in [1, 2, 4, 8] {
            let config = Config { lanes, beats, ..default.clone() };
            if config.check().is_ok() {
                all.push(config);
            } else {
                all.push(Config { dpp: false, shuffle: false, vote: false, ..config });
            }
        }
    }
    all.extend([2, 3, 48, 256].map(|registers| Config { registers, ..default.clone() }));
    all.extend([1, 2, 3, 10, 32].map(|waves| Config { waves, ..default.clone() }));
    all.extend((1..=8).map(|alu_stages| Config { alu_stages, ..default.clone() }));
    for (dpp, shuffle) in [(false, false), (false, true), (true, false)] {
        all.push(Config { dpp, shuffle, beats: 1, ..default.clone() });
        all.push(Config { dpp, shuffle, ..default.clone() });
    }
    all
}

#[test]
fn every_configuration_elaborates_without_a_problem() {
    for config in configurations() {
        let core = rtl::core(&config);
        assert!(modules(&core).len() >= 7, "{config:?}");
        for unit in rtl::UNITS.iter().filter(|unit| unit.feature.is_none_or(|feature| config.has(feature))) {
            (unit.build)(&config);
        }
    }
}

#[test]
fn a_feature_that_is_off_leaves_no_hardware() {
    let bare = Config { dpp: false, shuffle: false, ..Config::default() };
    let names: Vec<String> = modules(&rtl::core(&bare)).iter().map(|module| module.name.clone()).collect();
    assert!(!names.iter().any(|name| name.contains("dpp") || name.contains("shuffle")), "{names:?}");
    let (bare, full) = (Cost::of(&rtl::core(&bare)), Cost::of(&rtl::core(&Config::default())));
    let (crossbar, network) = (16 * 32 * 32, 16 * 16 * 32);
    assert!(full.mux_input_bits >= bare.mux_input_bits + crossbar + network, "{bare:?} {full:?}");
}

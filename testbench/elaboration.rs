//! Every configuration that can be built passes the netlist's checks.

use lanebeat::config::Config;
use lanebeat::hdl::{Cost, modules};
use lanebeat::rtl;

/// Configurations that between them hold every value of every parameter.
fn configurations() -> Vec<Config> {
    let default = Config::default();
    let mut all = vec![default.clone()];
    for lanes in [16, 32, 64] {
        for beats in [1, 2, 4, 8] {
            all.push(Config { lanes, beats, ..default.clone() });
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
        assert!(modules(&core).len() >= 10, "{config:?}");
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

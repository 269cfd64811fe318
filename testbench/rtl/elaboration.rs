//! Every configuration that can be built passes the netlist's checks.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::bench::{organised, with};
use crate::common::sample::of_today;
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::hdl::{Cost, Module, modules};
use lanebeat::isa::Feature;
use lanebeat::rtl;

const NO_MULTIPLIER: &str = "multiply=false shuffle=false video=false float=false bits=false";

/// Configurations that between them hold every value of every parameter.
fn configurations() -> Vec<Config> {
    let mut all = vec![];
    for register_file in RegisterFile::ALL {
        // A lane is the same in every organisation.
        let arithmetic = register_file == RegisterFile::Wide;
        let lane = Config { float: arithmetic, video: arithmetic, ..Config::default() };
        all.extend(of_organisation(&organised(&lane, register_file)));
    }
    all
}

fn of_organisation(default: &Config) -> Vec<Config> {
    let mut all = vec![default.clone()];
    for lanes in [2, 4, 8, 16, 32, 64] {
        for beats in [1, 2, 4, 8].into_iter().filter(|&beats| default.register_file.admits(beats)) {
            let config = Config { lanes, beats, ..default.clone() };
            if config.check().is_ok() {
                all.push(config);
            } else {
                all.push(Config { dpp: DppPath::None, shuffle: false, vote: false, ..config });
            }
        }
    }
    all.extend([2, 3, 48, 256].map(|registers| Config { registers, ..default.clone() }));
    all.extend([1, 2, 3, 10, 32].map(|waves| Config { waves, ..default.clone() }));
    // What is cut is the same in every organisation.
    let is_wide = default.register_file == RegisterFile::Wide;
    let depths = (1..=12).filter(|stages| is_wide || stages % 4 == 0);
    all.extend(depths.map(|stages| Config { stages, ..default.clone() }));
    all.extend([0, 1, 2, 5].map(|stages| Config { stages, float: false, ..default.clone() }));
    let [none, network] = [DppPath::None, DppPath::Network];
    for (dpp, shuffle) in [(none, false), (none, true), (network, false)] {
        all.push(Config { dpp, shuffle, beats: 1, ..default.clone() });
        all.push(Config { dpp, shuffle, ..default.clone() });
    }
    all.push(with(default, NO_MULTIPLIER));
    all
}

/// Each preset with each feature off, without pipeline registers and with some.
fn without_a_feature() -> impl Iterator<Item = Config> {
    let shapes = Preset::ALL
        .into_iter()
        .flat_map(|preset| [0, 1, 4].map(|stages| Config { stages, ..preset.config() }));
    shapes.flat_map(|config| {
        let on = Feature::ALL.into_iter().filter(|&feature| config.has(feature));
        let off = on.map(|feature| match feature {
            Feature::Multiply => with(&config, NO_MULTIPLIER),
            feature => with(&config, &format!("{}=false", feature.key())),
        });
        off.chain([config.clone()]).collect::<Vec<_>>()
    })
}

/// Units of one machine are written into one folder, and stand in one design. A third of the machines a day.
#[test]
fn the_units_of_a_machine_have_no_two_modules_of_one_name() {
    let machines: Vec<Config> = without_a_feature().collect();
    let count = machines.len().div_ceil(3);
    for config in of_today(machines, count) {
        // The system has these.
        let is_inside = |unit: &&rtl::Unit| ["core", "execute"].contains(&unit.name);
        let has = |unit: &&rtl::Unit| unit.lacks(&config).is_none();
        let units = rtl::UNITS.iter().filter(has).filter(|unit| !is_inside(unit));
        let mut known: HashMap<String, Arc<Module>> = HashMap::new();
        for module in units.flat_map(|unit| modules(&unit.build(&config))) {
            let other = known.entry(module.name.clone()).or_insert_with(|| module.clone());
            let has_name = |one: &Arc<Module>, other: &Arc<Module>| one.name == other.name;
            assert!(module.equals(other, &has_name), "{}: {}", module.name, config.as_options());
        }
    }
}

/// A third of them a day.
#[test]
fn every_configuration_elaborates_without_a_problem() {
    let configurations = configurations();
    let count = configurations.len().div_ceil(3);
    for config in of_today(configurations, count) {
        let core = rtl::core(&config);
        assert!(modules(&core).len() >= 7, "{config:?}");
        // The core's elaboration holds the units; those alone differ from it in their ports only,
        // which do not depend on the organisation.
        if config.register_file == RegisterFile::Wide {
            let has = |unit: &&rtl::Unit| unit.lacks(&config).is_none();
            for unit in rtl::UNITS.iter().filter(has) {
                unit.build(&config);
            }
        }
        // Pipeline registers change what is told to whom.
        if config.stages == 0 && config.lanes <= 8 {
            rtl::core(&Config { stages: 1, ..config });
        }
    }
}

#[test]
fn a_feature_that_is_off_leaves_no_hardware() {
    let bare = Config {
        dpp: DppPath::None,
        shuffle: false,
        float: false,
        video: false,
        ..Config::default()
    };
    let names: Vec<String> =
        modules(&rtl::core(&bare)).iter().map(|module| module.name.clone()).collect();
    let parts = ["dpp", "shuffle", "float", "video"];
    assert!(!names.iter().any(|name| parts.iter().any(|part| name.contains(part))), "{names:?}");
    let (bare, full) = (Cost::of(&rtl::core(&bare)), Cost::of(&rtl::core(&Config::default())));
    let (crossbar, network) = (16 * 32 * 32, 16 * 16 * 32);
    assert!(full.mux_input_bits >= bare.mux_input_bits + crossbar + network, "{bare:?} {full:?}");
}

#[test]
fn without_multiply_nothing_multiplies() {
    let bits = |config: &Config| Cost::of(&rtl::core(config)).multiplier_bits;
    let integer = Preset::Integer.config();
    let integer = Config { shuffle: false, ..integer };
    assert_eq!(bits(&integer), 16 * 32 * 32);
    assert_eq!(bits(&Config { multiply: false, ..integer }), 0);
}

/// What the unit called `name` costs.
fn unit(name: &str, config: &Config) -> Cost {
    Cost::of(&rtl::UNITS.iter().find(|unit| unit.name == name).expect("a unit").build(config))
}

/// The lane's own cost is one select for the predicate: its adders and its table serve floats too.
#[test]
fn float_costs_its_unit_and_nothing_else_in_a_lane() {
    let with = Config { stages: 0, ..Config::default() };
    let without = Config { float: false, ..with.clone() };
    let (lane, bare, float) = (unit("lane", &with), unit("lane", &without), unit("float", &with));
    let parts = (float.multiplier_bits, float.adder_bits, float.mux_input_bits);
    assert_eq!(parts, (24 * 24, 200, 1374), "the float unit has another cost than was meant");
    let found = (lane.multiplier_bits, lane.adder_bits);
    assert_eq!(found, (4 * 17 * 17 + 24 * 24, bare.adder_bits + float.adder_bits));
    assert_eq!(lane.mux_input_bits, bare.mux_input_bits + float.mux_input_bits + 2);
    assert_eq!((lane.register_bits, bare.register_bits), (0, 0));
}

/// Multiplier, adder and shifter are shared. Factors have a bit more, and each product adds what is below it,
/// from c of 34 bits on, in place of two sums of 48; the adder is one difference with a bit more before each
/// byte, in place of a sum of 33 bits and what carries into it; the shifter has two more bits, which
/// a shift by 32 chooses; the numbers of the bytes are those of the words for other operations, or
/// PRMT's, which has no selectors of its own beside those of y.
#[test]
fn video_costs_its_units_and_wider_shared_parts_in_a_lane() {
    let with = Config { stages: 0, ..Config::default() };
    let without = Config { video: false, ..with.clone() };
    let (lane, bare) = (unit("lane", &with), unit("lane", &without));
    let (video, select) = (unit("video", &with), unit("video_select", &with));
    let factors = bare.multiplier_bits + 4 * (17 * 17 - 16 * 16);
    assert_eq!((lane.multiplier_bits, video.multiplier_bits), (factors, 0));
    let (adder, products, c) = (2 * 33, 2 * 48, 32);
    let (wider_adder, wider_products, wider_c) = (4 * (1 + 8) + 1, 34 + 34 + 35 + 34, 34);
    let shared = wider_adder + wider_products + wider_c;
    assert_eq!(lane.adder_bits + adder + products + c, bare.adder_bits + video.adder_bits + shared);
    assert_eq!((video.adder_bits, select.adder_bits), (119, 0));
    // A step by n leaves n - 1 bits above those that are wanted; a shift by 32 has two choices of two.
    let funnel = |width: usize| 2 * (5 * width + 15 + 7 + 3 + 1);
    let (shifter, wider_shifter) = (funnel(32), funnel(34) + 2 * 2 * 2);
    let (permuted, shared) = (4 * 8 * 8, 2 * 4 * 3 + 2 * 32);
    let expected =
        bare.mux_input_bits + video.mux_input_bits + select.mux_input_bits + wider_shifter
            - shifter
            - permuted
            + shared
            + 2 * 2 * 4 * 3;
    assert_eq!(lane.mux_input_bits, expected);
    assert_eq!((lane.register_bits, bare.register_bits), (0, 0));
}

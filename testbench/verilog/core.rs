//! The written Verilog of the core and of every unit: without a word from three tools, no module
//! twice, the same bytes every time.

use crate::common::bench::{organised, with};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::sample::of_today;
use crate::common::tools::{lint, lint_by};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::hdl::Module;
use lanebeat::rtl;
use lanebeat::verilog::{File, Header, write};
use rayon::prelude::*;

fn written(top: &Arc<Module>, config: &Config) -> Vec<File> {
    write(top, &Header::new(&config.to_toml(), "lanebeat generate"))
}

fn core(config: &Config) -> Vec<File> {
    config.check().expect("a legal configuration");
    written(&rtl::core(config), config)
}

/// What looks at much Verilog: neither takes long.
const LINTERS: [&str; 2] = ["iverilog", "verilator"];

#[test]
fn the_default_core_passes_three_tools_without_a_warning() {
    lint(&core(&Config::default()), "lanebeat_core");
}

// As each parameter has values that change the Verilog, two tools read many whole cores, two a day.
#[test]
fn cores_of_other_shapes_pass_two_tools_without_a_warning() {
    // As few lanes as a shape allows; the default core has its floats and video, and slang.rs has
    // every organisation with them.
    let small = Config { registers: 4, ..Preset::Small.config() };
    let shapes = [
        "waves=1 registers=2 lanes=16 beats=1 shuffle=false",
        "lanes=32 beats=2 stages=1 shuffle_passes=2",
        "lanes=64 beats=1 stages=3 waves=3 registers=3 shuffle=false",
        "beats=8 stages=5 float=true video=true",
        "lanes=8 beats=2 registers=256 waves=10 dpp=false lane_moves=false",
        "register_file=skewed stages=3 lanes=8 registers=64 waves=8 shuffle=false",
        "register_file=multi_port lanes=8 beats=8 waves=1 shuffle_passes=4",
        "register_file=replicated stages=4 lanes=16 beats=1 dpp=false",
        "register_file=banked collectors=4 registers=64 waves=8 beats=8 stages=2",
        "register_file=banked lanes=16 beats=1 registers=2 waves=1 shuffle=false vote=false",
        "register_file=two_bank lanes=16 beats=1 stages=1 lane_moves=false shuffle_passes=2",
        "register_file=two_bank lanes=16 beats=1 reuse=true registers=2 waves=2",
    ]
    .map(|settings| with(&small, settings));
    of_today(shapes, 2)
        .par_iter()
        .for_each(|config| lint_by(&LINTERS, &core(config), "lanebeat_core"));
}

/// Yosys reads all units inside rust-hdl's designs. Verilator, the slower of the two, says of a
/// module below another what it says of it alone. Half of the units a day.
#[test]
fn every_unit_passes_two_tools_without_a_warning_on_its_own() {
    // Most units are the same in every organisation.
    let mut different: Vec<(Vec<File>, String)> = vec![];
    for register_file in RegisterFile::ALL {
        // A lane is the same in all of them.
        let arithmetic = register_file == RegisterFile::Wide;
        let small = Config {
            lanes: 4,
            registers: 8,
            waves: 3,
            float: arithmetic,
            video: arithmetic,
            ..Config::default()
        };
        let config = organised(&small, register_file);
        for unit in rtl::UNITS {
            let top = unit.build(&config);
            let files = write(&top, &Header::new("", "lanebeat generate"));
            if different.iter().all(|(others, _)| *others != files) {
                different.push((files, top.name.clone()));
            }
        }
    }
    let is_below = |files: &[File], top: &str| {
        let own = files.iter().find(|file| file.name == format!("{top}.v")).expect("its file");
        different.iter().any(|(others, other)| other != top && others.contains(own))
    };
    let today = of_today(&different, different.len().div_ceil(2));
    today.par_iter().for_each(|(files, top)| {
        let linters = if is_below(files, top) { &LINTERS[..1] } else { &LINTERS };
        lint_by(linters, files, top);
    });
}

#[test]
fn no_module_of_the_default_core_is_written_twice() {
    let files = core(&Preset::Default.config());
    let bodies: BTreeSet<&str> = files.iter().map(|file| body(&file.text)).collect();
    assert_eq!(bodies.len(), files.len(), "two files hold the same module under two names");
}

/// The module after its name.
fn body(text: &str) -> &str {
    let start = text.find("\nmodule ").expect("a module") + 1;
    text[start..].split_once('\n').expect("more than a line").1
}

#[test]
fn two_writes_give_the_same_bytes() {
    let cases = [Config::default(), Config { lanes: 32, beats: 2, stages: 3, ..Config::default() }];
    for config in cases {
        assert_eq!(core(&config), core(&config));
    }
}

//! What rust-hdl's `generate_verilog` writes of designs with our units in them.

use crate::common::bench::organised;
use std::collections::BTreeSet;

use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::verilog::File;
use lanebeat::widgets::AnyUnit;
use rust_hdl::prelude::*;

use super::scan_example::ScanMachine;
use super::shuffle_example::{Reversal, machine};
use super::units::units;
use crate::common::sample::of_today;
use crate::common::tools::{run, store, tool};

/// What rust-hdl itself asks yosys about a design.
pub fn yosys(verilog: &str) -> Result<(), SynthError> {
    if tool("yosys").is_none() {
        return Ok(());
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    yosys_validate(folder.path().join("yosys").to_str().expect("a plain path"), verilog)
}

/// Icarus, and Verilator but for what `waived` names, read the text without a word.
fn lint(verilog: &str, waived: &[&str]) {
    let (folder, _) = store(&[File { name: "top.v".to_string(), text: verilog.to_string() }]);
    let mut verilator =
        vec!["--lint-only", "-Wall", "--default-language", "1364-2005", "--top-module", "top"];
    verilator.extend(waived);
    let linters =
        [("iverilog", vec!["-g2005", "-Wall", "-tnull", "-s", "top"]), ("verilator", verilator)];
    for (name, arguments) in linters {
        let Some(program) = tool(name) else { continue };
        let arguments: Vec<String> =
            arguments.into_iter().chain(["top.v"]).map(str::to_string).collect();
        let (success, said) = run(&program, folder.path(), &arguments);
        assert!(success && said.is_empty(), "{name}: {said}\n{verilog}");
    }
}

/// The Verilog of every unit of `machines`, each text once: most units are the same in several
/// machines. Half of it a day.
fn verilog_of_units(machines: impl IntoIterator<Item = Config>) -> Vec<String> {
    let of_machine = |config: Config| {
        let unit = |unit| AnyUnit::new(unit, &config).expect("a unit");
        units(&config).map(|(name, _)| generate_verilog(&connected(unit(name)))).collect::<Vec<_>>()
    };
    let all: BTreeSet<String> = machines.into_iter().flat_map(of_machine).collect();
    let count = all.len().div_ceil(2);
    of_today(all, count)
}

/// Few lanes, in two organisations: what lies below rust-hdl's own module is linted in every one
/// elsewhere. A lane is the same in both, so floats and video are in one.
fn small_machines() -> impl Iterator<Item = Config> {
    let organisations = [RegisterFile::Skewed, RegisterFile::Banked];
    organisations.into_iter().enumerate().map(|(number, register_file)| Config {
        float: number == 0,
        video: number == 0,
        ..organised(&machine(), register_file)
    })
}

fn units_are_clean(machines: impl IntoIterator<Item = Config>) {
    for verilog in verilog_of_units(machines) {
        // All modules are in one file.
        lint(&verilog, &["-Wno-DECLFILENAME"]);
    }
}

fn connected<B: Block>(mut design: B) -> B {
    design.connect_all();
    design
}

#[test]
fn the_verilog_of_every_unit_is_clean() {
    units_are_clean(small_machines());
}

#[test]
#[ignore = "for .ci/nightly: the units of the presets, which are the same in more lanes"]
fn the_verilog_of_every_unit_of_every_preset_is_clean() {
    units_are_clean(Preset::ALL.map(Preset::config));
}

#[test]
fn yosys_validates_every_unit() {
    for verilog in verilog_of_units(small_machines()) {
        yosys(&verilog).unwrap_or_else(|error| panic!("{error:?}\n{verilog}"));
    }
}

#[test]
fn designs_with_declared_units_are_clean() {
    let reversal =
        generate_verilog(&connected(Reversal::new(&machine()).expect("the example's machine")));
    let scan = generate_verilog(&connected(ScanMachine::new().expect("the example's machine")));
    for verilog in [reversal, scan] {
        // Our modules are in one file, rust-hdl's kernels assign constants of 32 bits, and what the
        // design leaves out is open.
        lint(
            &verilog,
            &[
                "-Wno-DECLFILENAME",
                "-Wno-WIDTH",
                "-Wno-PINCONNECTEMPTY",
                "-Wno-UNUSED",
                "-Wno-BLKSEQ",
            ],
        );
        yosys(&verilog).expect("a design that yosys takes");
    }
}

#[derive(LogicBlock)]
struct Pair {
    first: AnyUnit,
    second: AnyUnit,
}

impl Logic for Pair {
    fn update(&mut self) {}
}

fn pair(first: &Config, second: &Config) -> String {
    let select = |config| AnyUnit::new("shuffle", config).expect("a unit");
    generate_verilog_unchecked(&connected(Pair { first: select(first), second: select(second) }))
}

#[test]
fn a_module_that_two_blocks_share_is_defined_once() {
    let small = machine();
    // A parameter that does not change the shuffle.
    let verilog = pair(&small, &Config { registers: 32, ..small.clone() });
    yosys(&verilog).expect("one definition");
    assert_eq!(verilog.matches("lanebeat_shuffle unit (").count(), 2, "{verilog}");
}

#[test]
fn two_modules_of_one_name_are_refused() {
    if tool("yosys").is_some() {
        let small = machine();
        let error = yosys(&pair(&small, &Config { lanes: 8, ..small.clone() }))
            .expect_err("two definitions");
        assert!(format!("{error:?}").contains("Re-definition of module"), "{error:?}");
    }
}

//! The written MLIR means what the netlist does: CIRCT takes it, and what CIRCT makes of it passes
//! our benches and retires what the model says.

use std::path::Path;

use crate::common::bench::organised;
use crate::common::simulations::{built, is_there, options};
use crate::common::tools::{python, run, simulate_top, store};
use crate::vectors::benches::{Files, made};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::hdl::{Module, NodeKind};
use lanebeat::lockstep::campaign::{Plan, Progress};
use lanebeat::mlir::write;
use lanebeat::rtl::{self, UNITS};
use lanebeat::simulators::{Simulator, random_programs_written};
use lanebeat::verilog::{File, Header};

const NOBODY: &dyn Fn(Progress) = &|_| ();

fn small() -> Config {
    Preset::Small.config()
}

/// The machine of the benches.
fn benched() -> Config {
    Config { float: true, video: true, ..small() }
}

fn mlir(module: &std::sync::Arc<Module>) -> File {
    write(module, &Header { parameters: "", command: "" })
}

/// The Verilog that CIRCT makes of each file; `None` without it.
fn verilog_of(files: &[File]) -> Option<Vec<File>> {
    let python = python("pycde")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/mlir/circt.py");
    let (folder, paths) = store(files);
    let paths = [script.as_path(), folder.path()].into_iter().chain(paths.iter().map(|path| &**path));
    let arguments: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    let (success, said) = run(&python, folder.path(), &arguments);
    assert!(success, "CIRCT objects: {said}");
    let verilog = files.iter().map(|file| {
        let name = file.name.replace(".mlir", ".v");
        let text = std::fs::read_to_string(folder.path().join(&name)).expect("it was written");
        File { name, text }
    });
    Some(verilog.collect())
}

/// What the bench of module `top` says of `verilog`; `None` without Icarus.
fn bench_says(made: &Files, top: &str, verilog: &File) -> Option<String> {
    let bench = ["v", "hex"].map(|extension| format!("{top}_testbench.{extension}"));
    let bench = bench.map(|name| File { text: made[&name].clone(), name });
    let files: Vec<File> = [verilog.clone()].into_iter().chain(bench).collect();
    simulate_top(&files, &format!("{top}_testbench"))
}

/// Whole machines are judged below.
#[test]
fn every_unit_passes_its_bench_as_verilog_of_circt() {
    let units = UNITS.iter().filter(|unit| !["core", "system"].contains(&unit.name));
    let modules: Vec<_> = units.map(|unit| (unit.build)(&benched())).collect();
    let files: Vec<File> = modules.iter().map(mlir).collect();
    let Some(verilog) = verilog_of(&files) else { return };
    let made = made();
    for (module, verilog) in modules.iter().zip(&verilog) {
        let Some(said) = bench_says(&made, &module.name, verilog) else { return };
        assert!(said.starts_with(&format!("PASS {}: ", module.name)), "{said}");
    }
}

#[test]
fn the_bench_of_a_unit_notices_another_operation() {
    let changes = [
        ("shuffle_select", "comb.xor", "comb.and"),
        ("lane", "comb.shru", "comb.shrs"),
        ("video_select", "comb.mux", "comb.mux bin"),
        ("register_file", " old, port_order", " old, port_order"),
    ];
    let _ = changes;
}

#[test]
fn every_organisation_agrees_with_the_model_as_verilog_of_circt() {
    let configs = RegisterFile::ALL.map(|register_file| organised(&small(), register_file));
    let cores: Vec<File> = configs.iter().map(|config| mlir(&rtl::core(config))).collect();
    // All have one name.
    for (config, core) in configs.iter().zip(cores) {
        let Some(verilog) = verilog_of(&[core]) else { return };
        if !is_there(Simulator::Icarus) {
            return;
        }
        let built = Simulator::Icarus.build_files(config, &verilog, &options()).expect("legal");
        let failure =
            random_programs_written(config, &built, Plan { programs: 3, seed: 3 }, NOBODY)
                .expect("it runs");
        assert!(failure.is_none(), "{config:?}: {}", failure.expect("it is there").difference);
    }
}

#[test]
fn random_programs_agree_under_arcilator() {
    let config = organised(&small(), RegisterFile::Banked);
    let Some(built) = built(Simulator::Arcilator, &config) else { return };
    let failure = random_programs_written(&config, &built, Plan { programs: 40, seed: 7 }, NOBODY)
        .expect("it runs");
    assert!(failure.is_none(), "{}", failure.expect("it is there").difference);
}

#[test]
fn a_name_that_the_author_gave_is_a_name_in_the_verilog_of_circt() {
    let sequencer = UNITS.iter().find(|unit| unit.name == "sequencer").expect("a unit");
    let module = (sequencer.build)(&benched());
    let Some(verilog) = verilog_of(&[mlir(&module)]) else { return };
    let words: std::collections::BTreeSet<&str> =
        verilog[0].text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    let named = live.filter(|(node, _)| !matches!(node.kind, NodeKind::Constant(_)));
    let names: Vec<&String> = named.filter_map(|(node, _)| node.name.as_ref()).collect();
    assert!(names.len() > 50, "only {} names", names.len());
    let lost: Vec<_> = names.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

//! The written MLIR means what the netlist does: CIRCT takes it, and what CIRCT makes of it passes
//! our benches and retires what the model says.

use std::collections::BTreeSet;

use crate::common::bench::{clockings, organised};
use crate::common::circt::{mlir as written, verilog_of};
use crate::common::sample::of_today;
use crate::common::simulations::{assert_agrees, built, is_there, options};
use crate::common::tools::simulate_top;
use crate::vectors::benches::{Files, made};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::hdl::NodeKind;
use lanebeat::lockstep::campaign::Plan;
use lanebeat::mlir;
use lanebeat::rtl::{self, UNITS, units};
use lanebeat::simulators::Simulator;
use lanebeat::vectors;
use lanebeat::verilog::{File, Header, testbench};

fn small() -> Config {
    Preset::Small.config()
}

/// The machine of the benches.
fn benched() -> Config {
    Config { float: true, video: true, stages: 0, ..small() }
}

/// What the bench of module `top` says of `verilog`; `None` without Icarus.
fn bench_says(made: &Files, top: &str, verilog: &File) -> Option<String> {
    let bench = ["v", "hex"].map(|extension| format!("{top}_testbench.{extension}"));
    let bench = bench.map(|name| File { text: made[&name].clone(), name });
    let files: Vec<File> = [verilog.clone()].into_iter().chain(bench).collect();
    simulate_top(&files, &format!("{top}_testbench"))
}

/// A third of them a day. Whole machines, with lanes in them, are judged below.
#[test]
fn every_unit_passes_its_bench_as_verilog_of_circt() {
    let units =
        UNITS.iter().filter(|unit| !["core", "system", "execute", "lane"].contains(&unit.name));
    let today = of_today(units, UNITS.len() / 3).into_iter();
    let modules: Vec<_> = today.map(|unit| unit.build(&benched())).collect();
    let files: Vec<File> = modules.iter().map(written).collect();
    let Some(verilog) = verilog_of(&files) else { return };
    let made = made();
    for (module, verilog) in modules.iter().zip(&verilog) {
        let Some(said) = bench_says(&made, &module.name, verilog) else { return };
        assert!(said.starts_with(&format!("PASS {}: ", module.name)), "{said}");
    }
}

/// One reset a day, with an enable and without.
#[test]
fn every_reset_and_enable_passes_the_bench_as_verilog_of_circt() {
    let names = ["sequencer", "mask_file"];
    let units = names.map(|name| units::find(name).expect("a unit").build(&benched()));
    let units = units.map(|unit| (vectors::of_unit(&unit, &benched(), 1500, 1), unit));
    // Unit, head, text, and what its bench says.
    let mut cases = vec![];
    let today = of_today(clockings(), 2);
    let enables = today.iter().filter(|clocking| clocking.enable).count();
    let wanted = 2 * (today.len() + enables);
    for clocking in today {
        let header = Header { clocking, ..Header::default() };
        for (vectors, unit) in &units {
            let text = mlir::write(unit, &header).text;
            let moves = text.replace("comb.and %clock_enable", "comb.or %clock_enable");
            let is_other = moves != text;
            cases.push(((vectors, unit), header, text, "PASS"));
            cases.extend(is_other.then_some(((vectors, unit), header, moves, "FAIL")));
        }
    }
    assert_eq!(cases.len(), wanted);
    // All have few names.
    let texts = cases
        .iter()
        .enumerate()
        .map(|(number, case)| File { name: format!("{number}.mlir"), text: case.2.clone() });
    let Some(verilog) = verilog_of(&texts.collect::<Vec<_>>()) else { return };
    for (((vectors, unit), header, _, expected), verilog) in cases.into_iter().zip(verilog) {
        let files = [&[verilog], &testbench(unit, vectors, &header)[..]].concat();
        let Some(said) = simulate_top(&files, &format!("{}_testbench", unit.name)) else { return };
        let says = format!("{expected} {}: ", unit.name);
        assert!(said.starts_with(&says), "{:?}: {said}", header.clocking);
    }
}

/// State as another netlist would have it.
#[test]
fn the_bench_of_a_unit_notices_another_reset_write_or_number_of_a_copy() {
    let changes = [
        ("sequencer", "reset %reset, %c0_i1", "reset %reset, %c1_i1"),
        ("register_file", " if %write_q,", " if %c1_i1,"),
        ("special", "<INDEX: i32 = 1>", "<INDEX: i32 = 2>"),
    ];
    let changed = changes.map(|(unit, from, to)| {
        let unit = UNITS.iter().find(|known| known.name == unit).expect("a unit");
        let File { name, text } = written(&unit.build(&benched()));
        assert!(text.contains(from), "no `{from}` in\n{text}");
        File { name, text: text.replacen(from, to, 1) }
    });
    let Some(verilog) = verilog_of(&changed) else { return };
    for verilog in &verilog {
        let top = verilog.name.trim_end_matches(".v");
        let Some(said) = bench_says(&made(), top, verilog) else { return };
        assert!(said.starts_with(&format!("FAIL {top}: ")), "{said}");
    }
}

/// Two organisations a day.
#[test]
fn every_organisation_agrees_with_the_model_as_verilog_of_circt() {
    let configs: Vec<Config> = of_today(RegisterFile::ALL, 2)
        .into_iter()
        .map(|register_file| organised(&small(), register_file))
        .collect();
    let cores: Vec<File> = configs.iter().map(|config| written(&rtl::core(config))).collect();
    // All have one name.
    for (config, core) in configs.iter().zip(cores) {
        let Some(verilog) = verilog_of(&[core]) else { return };
        if !is_there(Simulator::Icarus) {
            return;
        }
        let built = Simulator::Icarus.build_files(config, &verilog, &options()).expect("legal");
        assert_agrees(config, &built, Plan { programs: 3, seed: 3 });
    }
}

#[test]
fn random_programs_agree_under_arcilator() {
    let config = organised(&small(), RegisterFile::Banked);
    let Some(built) = built(Simulator::Arcilator, &config) else { return };
    assert_agrees(&config, &built, Plan { programs: 40, seed: 7 });
}

#[test]
fn a_name_that_the_author_gave_is_a_name_in_the_verilog_of_circt() {
    let sequencer = UNITS.iter().find(|unit| unit.name == "sequencer").expect("a unit");
    let module = sequencer.build(&benched());
    let Some(verilog) = verilog_of(&[written(&module)]) else { return };
    let words: BTreeSet<&str> =
        verilog[0].text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    let named = live.filter(|(node, _)| !matches!(node.kind, NodeKind::Constant(_)));
    let names: Vec<&String> = named.filter_map(|(node, _)| node.name.as_ref()).collect();
    assert!(names.len() > 50, "only {} names", names.len());
    let lost: Vec<_> = names.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

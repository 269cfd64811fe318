//! The written MLIR means what the netlist does: CIRCT takes it, and what CIRCT makes of it passes
//! our benches and retires what the model says.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config as Runner, RngAlgorithm, TestRng, TestRunner};

use crate::common::bench::organised;
use crate::common::random_netlist::recipes;
use crate::common::simulations::{assert_agrees, built, is_there, options};
use crate::common::tools::{python, run, simulate_top, store};
use crate::vectors::benches::{Files, made};
use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::engine::{Engine as _, Flat, Interpreter};
use lanebeat::hdl::{
    Bits, Direction, MemoryShape, Module, ModuleBuilder, NodeKind, Port, ReadDuringWrite,
};
use lanebeat::lockstep::campaign::Plan;
use lanebeat::mlir::write;
use lanebeat::rtl::{self, UNITS};
use lanebeat::simulators::Simulator;
use lanebeat::verilog::{File, Header, Vector, testbench};

fn small() -> Config {
    Preset::Small.config()
}

/// The machine of the benches.
fn benched() -> Config {
    Config { float: true, video: true, ..small() }
}

fn mlir(module: &Arc<Module>) -> File {
    write(module, &Header { parameters: "", command: "" })
}

/// The Verilog that CIRCT makes of each file; `None` without it.
fn verilog_of(files: &[File]) -> Option<Vec<File>> {
    let python = python("pycde")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/mlir/circt.py");
    let (folder, paths) = store(files);
    let paths =
        [script.as_path(), folder.path()].into_iter().chain(paths.iter().map(|path| &**path));
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

/// Whole machines, with lanes in them, are judged below.
#[test]
fn every_unit_passes_its_bench_as_verilog_of_circt() {
    let units =
        UNITS.iter().filter(|unit| !["core", "system", "execute", "lane"].contains(&unit.name));
    let modules: Vec<_> = units.map(|unit| (unit.build)(&benched())).collect();
    let files: Vec<File> = modules.iter().map(mlir).collect();
    let Some(verilog) = verilog_of(&files) else { return };
    let made = made();
    for (module, verilog) in modules.iter().zip(&verilog) {
        let Some(said) = bench_says(&made, &module.name, verilog) else { return };
        assert!(said.starts_with(&format!("PASS {}: ", module.name)), "{said}");
    }
}

/// State as another netlist would have it.
#[test]
fn the_bench_of_a_unit_notices_another_reset_write_or_number_of_a_copy() {
    let changes = [
        ("sequencer", "reset %reset, %c0_i1", "reset %reset, %c1_i1"),
        ("register_file", " if %write,", " if %c1_i1,"),
        ("special", "<INDEX: i32 = 1>", "<INDEX: i32 = 2>"),
    ];
    let changed = changes.map(|(unit, from, to)| {
        let unit = UNITS.iter().find(|known| known.name == unit).expect("a unit");
        let File { name, text } = mlir(&(unit.build)(&benched()));
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

/// What a port has read stays until it reads again, by hand: rows 0..4 get 10..14, row 1 is read,
/// and two cycles later row 2.
#[test]
fn a_word_that_was_read_stays_in_the_verilog_of_circt() {
    let builder = ModuleBuilder::new("holds", "A memory of four bytes.");
    let m = &builder;
    let shape = MemoryShape {
        depth: 4,
        columns: 1,
        column_width: 8,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = m.memory("bytes", shape);
    let write = [("to", 2), ("writes", 1), ("data", 8)].map(|(name, bits)| m.input(name, bits, ""));
    let [from, reads] = [("from", 2), ("reads", 1)].map(|(name, bits)| m.input(name, bits, ""));
    memory.write_port(write[0], write[1], write[2]);
    m.output("read", memory.read_port(from, reads, "read_byte"), "");
    let module = builder.finish();
    let bits = |width: usize, value: u128| Bits::from_iter((0..width).map(|n| value >> n & 1 == 1));
    // to, writes, data, from, reads; what is read.
    let cycles = (0..4).map(|row| ([row, 1, 10 + row, 0, 0], None)).chain([
        ([0, 0, 0, 1, 1], None),
        ([0, 0, 0, 2, 0], Some(11)),
        ([0, 0, 0, 3, 0], Some(11)),
        ([0, 0, 0, 2, 1], Some(11)),
        ([0, 0, 0, 0, 0], Some(12)),
    ]);
    let vector = |(inputs, read): ([u128; 5], Option<u128>)| Vector {
        reset: false,
        inputs: [2, 1, 8, 2, 1].into_iter().zip(inputs).map(|(width, n)| bits(width, n)).collect(),
        outputs: vec![bits(8, read.unwrap_or(0))],
        defined: vec![Bits::repeat(read.is_some(), 8)],
    };
    let vectors: Vec<Vector> = cycles.map(vector).collect();
    let bench = testbench(&module, &vectors, &Header { parameters: "", command: "" });
    let sound = mlir(&module);
    // A register in the place of one with an enable.
    let held = sound.text.lines().find(|line| line.contains("seq.compreg.ce")).expect("it holds");
    let operands: Vec<&str> = held.split(", ").collect();
    let forgets = format!("{}, %clock : i8", operands[0].replace(".ce", ""));
    let forgetful = File { name: "forgets.mlir".into(), text: sound.text.replace(held, &forgets) };
    let Some(verilog) = verilog_of(&[sound, forgetful]) else { return };
    for (verilog, says) in verilog.iter().zip(["PASS holds: ", "FAIL holds: "]) {
        let files = [verilog, &bench[0], &bench[1]].map(File::clone);
        let Some(said) = simulate_top(&files, "holds_testbench") else { return };
        assert!(said.starts_with(says), "{said}\n{}", verilog.text);
    }
}

/// A random design without state, its MLIR, and its bench with what the interpreter says.
struct Design {
    mlir: String,
    bench: [File; 2],
}

impl Design {
    fn new(module: &Arc<Module>, words: &[u64]) -> Self {
        let mut engine = Interpreter::new(&Flat::new(module), 1);
        let ports = |direction| module.ports.iter().filter(move |port| port.direction == direction);
        let vector = |cycle: usize| {
            let input = |(number, port): (usize, &Port)| {
                let word = |n: usize| words[(n + number + cycle) % words.len()];
                let mut value = Bits::from_vec((0..port.width.div_ceil(64)).map(word).collect());
                value.truncate(port.width);
                engine.poke(engine.signal(&port.name), &value);
                value
            };
            let inputs = ports(Direction::Input).enumerate().map(input).collect();
            let outputs: Vec<Bits> = ports(Direction::Output)
                .map(|port| engine.peek(engine.signal(&port.name)))
                .collect();
            let defined = outputs.iter().map(|output| Bits::repeat(true, output.len())).collect();
            Vector { reset: false, inputs, outputs, defined }
        };
        let vectors: Vec<Vector> = (0..8).map(vector).collect();
        let header = Header { parameters: "", command: "" };
        Self { mlir: mlir(module).text, bench: testbench(module, &vectors, &header) }
    }

    /// What the bench says of `verilog`; `None` without Icarus.
    fn judge(&self, verilog: &File) -> Option<String> {
        let files = [verilog, &self.bench[0], &self.bench[1]].map(File::clone);
        simulate_top(&files, "level_0_testbench")
    }
}

/// Every operation in every width, replicated children, shifts by more than there is.
fn designs() -> Vec<Design> {
    const COUNT: usize = 40;
    let generator = TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]);
    let mut runner = TestRunner::new_with_rng(Runner::default(), generator);
    let words = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), 0..8_u64];
    let strategy = (recipes(1), prop::collection::vec(words, 5..9));
    let design = |_| {
        let (recipe, words) = strategy.new_tree(&mut runner).expect("a recipe").current();
        Design::new(&recipe.stateless().build(), &words)
    };
    (0..COUNT).map(design).collect()
}

fn numbered(texts: impl Iterator<Item = String>) -> Vec<File> {
    texts.enumerate().map(|(n, text)| File { name: format!("{n}.mlir"), text }).collect()
}

#[test]
fn random_designs_give_what_the_interpreter_gives_as_verilog_of_circt() {
    let designs = &designs()[..24];
    let texts = designs.iter().map(|design| design.mlir.clone());
    let Some(verilog) = verilog_of(&numbered(texts)) else { return };
    for (design, verilog) in designs.iter().zip(&verilog) {
        let Some(said) = design.judge(verilog) else { return };
        assert!(said.starts_with("PASS level_0: "), "{said}\n{}", design.mlir);
    }
}

#[test]
fn another_operation_is_noticed_in_random_designs() {
    let changes = [
        ("comb.and", "comb.or"),
        ("comb.or", "comb.xor"),
        ("comb.xor", "comb.or"),
        ("comb.add", "comb.sub"),
        ("comb.sub", "comb.add"),
        ("comb.mul", "comb.add"),
        ("icmp eq", "icmp ne"),
        ("icmp ult", "icmp slt"),
        ("icmp slt", "icmp ult"),
        ("comb.shl", "comb.shru"),
        ("comb.shru", "comb.shrs"),
        ("comb.shrs", "comb.shru"),
        ("<INDEX: i32 = 1>", "<INDEX: i32 = 0>"),
    ];
    let designs = designs();
    let of_change = |(change, (from, to)): (usize, (&str, &str))| {
        let designs = designs.iter().filter(|design| design.mlir.contains(from));
        let changed = designs.map(|design| (change, design, design.mlir.replace(from, to)));
        changed.take(6).collect::<Vec<_>>()
    };
    let changed: Vec<_> = changes.into_iter().enumerate().flat_map(of_change).collect();
    let texts = changed.iter().map(|(_, _, text)| text.clone());
    let Some(verilog) = verilog_of(&numbered(texts)) else { return };
    let mut noticed = [false; 13];
    for ((change, design, _), verilog) in changed.iter().zip(&verilog) {
        if !noticed[*change] {
            let Some(said) = design.judge(verilog) else { return };
            noticed[*change] = said.starts_with("FAIL level_0: ");
        }
    }
    let missed: Vec<_> = changes.iter().zip(noticed).filter(|(_, noticed)| !noticed).collect();
    assert!(missed.is_empty(), "{missed:?}");
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
    let module = (sequencer.build)(&benched());
    let Some(verilog) = verilog_of(&[mlir(&module)]) else { return };
    let words: BTreeSet<&str> =
        verilog[0].text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    let named = live.filter(|(node, _)| !matches!(node.kind, NodeKind::Constant(_)));
    let names: Vec<&String> = named.filter_map(|(node, _)| node.name.as_ref()).collect();
    assert!(names.len() > 50, "only {} names", names.len());
    let lost: Vec<_> = names.iter().filter(|name| !words.contains(name.as_str())).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

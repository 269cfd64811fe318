//! The written MLIR means what the netlist does: CIRCT takes it, and what CIRCT makes of it passes
//! our benches.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config as Runner, RngAlgorithm, TestRng, TestRunner};

use crate::bench::vectors;
use crate::common::circt::{mlir, verilog_of};
use crate::common::random_netlist::recipes;
use crate::common::tools::simulate_top;
use lanebeat_hdl::verilog::{File, Header, Vector, testbench};
use lanebeat_hdl::{Bits, MemoryShape, Module, ModuleBuilder, ReadDuringWrite};

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
    let bench = testbench(&module, &vectors, &Header::default());
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
        let vectors = vectors(module, words, 8, 0);
        let header = Header::default();
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

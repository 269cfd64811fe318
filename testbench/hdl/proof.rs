//! What proves a pipelined module refuses one that is not, and what it accepts answers the same.

use std::collections::HashMap;
use std::sync::Arc;

use crate::pipeline::{CYCLES, a_unit, answers, early, machine};
use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{
    Arrival, BinaryOperation, Bits, Delays, Module, ModuleBuilder, Node, NodeId, NodeKind,
    Pipeline, PipelineProblem, Signal, bits, modules,
};
use proptest::prelude::*;
use proptest::test_runner::{Config as RunnerConfig, TestRunner};

/// The tree with one of its modules changed.
fn changed(top: &Arc<Module>, name: &str, change: &dyn Fn(&mut Module)) -> Arc<Module> {
    let mut module = Module::clone(top);
    for instance in &mut module.instances {
        instance.module = changed(&instance.module, name, change);
    }
    if module.name == name {
        change(&mut module);
    }
    Arc::new(module)
}

/// A wire in the place of a register.
fn drop_register(module: &mut Module, number: usize) {
    let register = module.registers.remove(number);
    module.nodes[register.output.0].kind = NodeKind::Wire(register.next);
    for (number, register) in module.registers.iter().enumerate() {
        module.nodes[register.output.0].kind = NodeKind::Register(number);
    }
}

/// The first reader of a register takes what the register will show a cycle later.
fn read_early(module: &mut Module, number: usize) {
    let (output, next) = (module.registers[number].output, module.registers[number].next.unwrap());
    let early = |id: NodeId| if id == output { next } else { id };
    for id in 0..module.nodes.len() {
        if module.live[id] && module.nodes[id].kind.operands().contains(&output) {
            module.nodes[id].kind = module.nodes[id].kind.with_operands(early);
            return;
        }
    }
    drop_register(module, number);
}

fn answers_of(
    module: &Arc<Module>,
    words: &[u64],
    arrival: &dyn Fn(&str) -> Arrival,
) -> Vec<Vec<Bits>> {
    let flat = Flat::new(module);
    answers(&mut Interpreter::new(&flat, 1), &flat, module, words, arrival)
}

#[test]
fn a_register_that_is_missing_or_read_past_is_refused() {
    let m = ModuleBuilder::new("sums", "A product, of which a sum is taken twice.");
    let [a, b, c] = ["a", "b", "c"].map(|name| m.input(name, 32, "Summand."));
    let half = (a + b).named("half");
    m.output("sum", (half.slice(0, 16).multiply(half.slice(16, 16)) + c) ^ half, "One.");
    m.output("other", half - c, "Other.");
    let module = m.finish();
    for stages in 1..5 {
        let pipeline = Pipeline::new(stages, Delays::ecp5());
        let made = pipeline.apply(&module).module;
        assert_eq!(pipeline.prove(&module, &made), Ok(()));
        for number in 0..made.registers.len() {
            for fault in [drop_register, read_early] {
                let faulty = changed(&made, "sums", &|module| fault(module, number));
                let said = pipeline.prove(&module, &faulty).expect_err("a register is missing");
                let counts =
                    matches!(said, PipelineProblem::Uneven { .. } | PipelineProblem::Early { .. });
                assert!(counts, "{said}");
            }
        }
        // All outputs late alike are late.
        let deeper = Pipeline::new(stages + 1, Delays::ecp5()).apply(&module).module;
        let said = pipeline.prove(&module, &deeper).expect_err("a stage too many");
        let wanted =
            PipelineProblem::Early { output: "sum".into(), found: stages + 1, wanted: stages };
        assert_eq!(said, wanted);
        // Another operation in the place of one.
        let at = made
            .nodes
            .iter()
            .position(|node| matches!(node.kind, NodeKind::Binary(BinaryOperation::Subtract, ..)));
        let faulty = changed(&made, "sums", &|module| {
            let node = &mut module.nodes[at.expect("a difference")];
            let NodeKind::Binary(_, a, b) = node.kind else { unreachable!() };
            node.kind = NodeKind::Binary(BinaryOperation::Add, a, b);
        });
        let said = pipeline.prove(&module, &faulty).expect_err("a sum");
        assert_eq!(said, PipelineProblem::Different("other".into()));
    }
}

/// Two bits of an operation, and a word.
fn decoded(m: &ModuleBuilder) -> (Signal<'_>, Signal<'_>, Signal<'_>) {
    let operation = m.input("operation", 4, "Operation.");
    let (a, b) = (operation.slice(0, 2).is(1), operation.slice(2, 2).is(2));
    (a.named("a"), b.named("b"), m.input("word", 32, "Word."))
}

/// Two decoded bits that enable each other: `a` counts only where `b` is set and the other way round,
/// so both keep an old 1 where both are 0 now. The rule that what enables never holds is for them.
#[test]
fn two_bits_that_enable_each_other_answer_wrongly_and_are_refused() {
    let plain = ModuleBuilder::new("mutual", "A word where two decoded bits are set.");
    let (a, b, word) = decoded(&plain);
    plain.output("taken", word & (a & b).repeat(32), "Word, or nothing.");
    let plain = plain.finish();
    let by_hand = |is_held: bool| {
        let m = ModuleBuilder::new("mutual", "The same with a register for each.");
        let (a, b, word) = decoded(&m);
        let [a_s1, b_s1] = [m.register("a_s1", 1), m.register("b_s1", 1)];
        if is_held {
            a_s1.next_when(b, a);
            b_s1.next_when(a, b);
        } else {
            a_s1.next(a);
            b_s1.next(b);
        }
        let word_s1 = m.register("word_s1", 32);
        word_s1.next_when(a & b, word);
        m.output("taken", word_s1.q() & (a_s1.q() & b_s1.q()).repeat(32), "Word, or nothing.");
        m.finish()
    };
    let after_one_that_sets_both = |module: &Arc<Module>| {
        let flat = Flat::new(module);
        let mut engine = Interpreter::new(&flat, 1);
        engine.poke(flat.find("word").unwrap(), &bits(32, 7));
        for operation in [0b1001, 0] {
            engine.poke(flat.find("operation").unwrap(), &bits(4, operation));
            engine.step();
        }
        engine.peek(flat.find("taken").unwrap())
    };
    let pipeline = Pipeline::new(1, Delays::ecp5());
    let [going, held] = [false, true].map(by_hand);
    assert_eq!(pipeline.prove(&plain, &going), Ok(()));
    assert_eq!(after_one_that_sets_both(&going), bits(32, 0));
    let said = pipeline.prove(&plain, &held).expect_err("both hold");
    assert!(matches!(said, PipelineProblem::Shown { .. }), "{said}");
    assert_eq!(after_one_that_sets_both(&held), bits(32, 7));
}

/// Ways to break a register of a pipeline, or perhaps not to.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Change {
    Drop,
    ReadEarly,
    /// It goes on always.
    DropEnable,
    /// It takes the enable of another.
    OtherEnable,
    InvertEnable,
}

impl Change {
    const ALL: [Self; 5] =
        [Self::Drop, Self::ReadEarly, Self::DropEnable, Self::OtherEnable, Self::InvertEnable];

    fn make(self, module: &mut Module, number: usize, other: usize) {
        let count = module.registers.len();
        match self {
            Self::Drop => drop_register(module, number),
            Self::ReadEarly => read_early(module, number),
            Self::DropEnable => module.registers[number].enable = None,
            Self::OtherEnable => {
                let mut others =
                    (0..count).filter_map(|n| module.registers[(other + n) % count].enable);
                module.registers[number].enable = others.next();
            }
            Self::InvertEnable => {
                if let Some(enable) = module.registers[number].enable {
                    let inverted = NodeId(module.nodes.len());
                    let node = module.node(enable).clone();
                    module.nodes.push(Node { kind: NodeKind::Not(enable), name: None, ..node });
                    module.live.push(true);
                    module.registers[number].enable = Some(inverted);
                }
            }
        }
    }
}

/// Each change of each kind is refused, or changes no answer.
#[test]
fn what_is_accepted_answers_the_same() {
    let strategy = (
        prop::collection::vec(a_unit(), 1..5),
        1_usize..5,
        prop::sample::select(Change::ALL.to_vec()),
        any::<[prop::sample::Index; 3]>(),
        prop::collection::vec(any::<u64>(), 3..8),
    );
    let seen = std::cell::RefCell::new(HashMap::<(String, bool), usize>::new());
    // Few changes of an enable matter: as many cases as show some that do.
    for _ in 0..10 {
        let config = RunnerConfig { cases: 200, ..RunnerConfig::default() };
        let outcome = TestRunner::new(config).run(
            &strategy,
            |(units, stages, change, [module, own, other], words)| {
                let plain = machine(&units);
                let pipeline =
                    Pipeline { arrival: &early, ..Pipeline::new(stages, Delays::ecp5()) };
                let pipelined = pipeline.apply(&plain).module;
                let with_registers: Vec<Arc<Module>> = modules(&pipelined)
                    .into_iter()
                    .filter(|module| !module.registers.is_empty())
                    .collect();
                let chosen = module.get(&with_registers);
                let count = chosen.registers.len();
                let (own, other) = (own.index(count), other.index(count));
                let faulty =
                    changed(&pipelined, &chosen.name, &|module| change.make(module, own, other));
                let is_accepted = pipeline.prove(&plain, &faulty).is_ok();
                *seen.borrow_mut().entry((format!("{change:?}"), is_accepted)).or_default() += 1;
                prop_assert!(!is_accepted || !matches!(change, Change::Drop | Change::ReadEarly));
                prop_assert!(is_accepted || change != Change::DropEnable);
                if is_accepted {
                    let expected = answers_of(&plain, &words, &Arrival::together);
                    let found = answers_of(&faulty, &words, &early);
                    prop_assert_eq!(&found[stages + 2..], &expected[2..CYCLES - stages]);
                }
                Ok(())
            },
        );
        outcome.unwrap();
        let is_refused = |change: &Change| {
            seen.borrow().get(&(format!("{change:?}"), false)).is_some_and(|count| *count > 3)
        };
        if [Change::OtherEnable, Change::InvertEnable].iter().all(is_refused) {
            return;
        }
    }
    panic!("{:?}", seen.borrow());
}

/// A word of decoded bits is read in one place where `is_taken` is set; elsewhere one of its bits, decoded
/// once more, says whether a product is looked at. The word must not hold, or the product's registers
/// would miss a product.
#[test]
fn what_enables_never_holds() {
    let m = ModuleBuilder::new("decoded", "A product for some operations.");
    let operation = m.input("operation", 4, "Operation.");
    let [a, b, c] = ["a", "b", "c"].map(|name| m.input(name, 32, "Factor."));
    let table = |seed: u64| {
        let word = |n: u64| (seed + n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Bits::from_vec((0..16).map(word).collect())
    };
    let table = m.code_bits("TABLE", table(3));
    let word = table.element(operation).named("decoded");
    let gates = table.element(operation).named("gates");
    let looks = gates.slice(5, 1);
    m.output("parity", gates.parity(), "Parity of the gates.");
    let is_taken = operation.slice(3, 1).named("is_taken");
    let square = a.multiply(a).named("square");
    let square = square.slice(0, 32).multiply(square.slice(32, 32));
    m.output("taken", is_taken.mux(square ^ word, square), "Word.");
    let product = b.multiply(c).named("product");
    let product = product.slice(0, 32).multiply(product.slice(32, 32));
    m.output("products", product & looks.repeat(64), "Product.");
    let module = m.finish();
    let mut enabled = 0;
    for stages in 1..5 {
        let made =
            Pipeline { arrival: &early, ..Pipeline::new(stages, Delays::ecp5()) }.apply(&module);
        enabled += made.module.registers.iter().filter(|r| r.enable.is_some()).count();
    }
    assert!(enabled > 0, "nothing holds");
}

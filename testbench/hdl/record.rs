//! Records of ports, and signals of no bits.

use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::ports;
use lanebeat_hdl::{Block, ModuleBuilder, Signal};

ports! {
    struct Pair(bits: usize) {
        one: [4] "always there";
        other: [bits] "there if it has bits";
    }
}

ports! {
    struct Sums(bits: usize) {
        sum: [4] "of both";
        pair: Pair { Pair::ports(bits) };
    }
}

#[test]
fn a_signal_of_no_bits_leaves_no_trace() {
    let m = ModuleBuilder::new("block", "A block.");
    let (word, none) = (m.input("word", 4, ""), m.input("none", 0, ""));
    m.output("same", m.concat(&[none, word.element(none), none.named("nobody")]), "");
    m.output("any", none.any(), "");
    m.output("all", none.all(), "");
    m.output("equal", none.equals(m.nothing()), "");
    m.output("extended", none.zero_extend(4), "");
    m.output("gone", none, "");
    let module = m.finish();
    let names: Vec<&str> = module.ports.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(names, ["word", "same", "any", "all", "equal", "extended"]);
    let mut engine = Interpreter::new(&Flat::new(&module), 1);
    engine.poke_u128(engine.signal("word"), 9);
    for (name, expected) in [("same", 9), ("any", 0), ("all", 1), ("equal", 1), ("extended", 0)] {
        assert_eq!(engine.peek_u128(engine.signal(name)), expected, "{name}");
    }
}

/// A stage that hands both fields on, of which the port shows one or both.
fn stage(shown: usize) -> Block<Pair, Sums> {
    let inputs = Pair::ports(4);
    Block::new("stage", "A stage.", inputs, Sums::ports(shown), |m, inputs: Pair<Signal>| {
        let pair = inputs.registered(m, "kept");
        Sums { sum: pair.one + inputs.other, pair }
    })
}

#[test]
fn a_register_of_a_record_that_nobody_reads_falls_away() {
    let registers = |shown| stage(shown).module.registers.len();
    assert_eq!([registers(4), registers(0)], [2, 1]);
    let names: Vec<String> = stage(0).module.ports.iter().map(|port| port.name.clone()).collect();
    assert_eq!(names, ["one", "other", "sum", "pair_one"]);
}

#[test]
fn copies_share_what_is_broadcast_and_have_their_part_of_what_is_spread() {
    let parent = ModuleBuilder::new("parent", "Two stages.");
    let m = &parent;
    let (one, other) = (m.input("one", 4, ""), m.input("other", 8, ""));
    let feeds = Pair { one, other };
    let outputs = stage(4).instances(m, "stage", 2, feeds);
    m.output("sums", outputs.sum, "");
    m.output("others", m.concat(&[outputs.pair.one, outputs.pair.other]), "");
    let mut engine = Interpreter::new(&Flat::new(&parent.finish()), 1);
    for (port, value) in [("one", 3), ("other", 0x5a)] {
        engine.poke_u128(engine.signal(port), value);
    }
    engine.step();
    for (port, expected) in [("sums", 0x8d), ("others", 0x5a33)] {
        assert_eq!(engine.peek_u128(engine.signal(port)), expected);
    }
}

#[test]
#[should_panic(expected = "output `sum` was declared with 4 bits, not 2")]
fn an_output_of_another_width_than_was_declared_is_a_mistake() {
    Block::<Pair, Sums>::new("stage", "A stage.", Pair::ports(0), Sums::ports(0), |_, inputs| {
        Sums { sum: inputs.one.slice(0, 2), pair: inputs }
    });
}

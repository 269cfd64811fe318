//! The netlist's algebra: each rule leaves as many operations as it should, and no value changes.

use std::sync::Arc;

use crate::common::naive::agrees;
use crate::common::random_netlist::{recipes, words};
use lanebeat_engine::{Engine, Flat, Interpreter};
use lanebeat_hdl::{Module, ModuleBuilder, NodeKind, Signal};
use proptest::prelude::*;

/// The inputs of a rule's case: two bytes and two bits.
#[derive(Clone, Copy)]
struct Inputs<'m> {
    x: Signal<'m>,
    y: Signal<'m>,
    s: Signal<'m>,
    t: Signal<'m>,
}

type Case = for<'m> fn(&'m ModuleBuilder, Inputs<'m>) -> Signal<'m>;

fn module(case: Case, finish: fn(ModuleBuilder) -> Arc<Module>) -> Arc<Module> {
    let m = ModuleBuilder::new("case", "A case.");
    let inputs = Inputs {
        x: m.input("x", 8, ""),
        y: m.input("y", 8, ""),
        s: m.input("s", 1, ""),
        t: m.input("t", 1, ""),
    };
    m.output("result", case(&m, inputs), "");
    for (name, input) in
        [("x_too", inputs.x), ("y_too", inputs.y), ("s_too", inputs.s), ("t_too", inputs.t)]
    {
        m.output(name, input, "");
    }
    finish(m)
}

fn operations(module: &Module) -> usize {
    let live = module.nodes.iter().zip(&module.live).filter(|(_, live)| **live);
    live.filter(|(node, _)| !node.kind.is_source() && !matches!(node.kind, NodeKind::Constant(_)))
        .count()
}

/// `result` for all that x, y, s and t may be, or for enough of it.
fn results(module: &Arc<Module>) -> Vec<u128> {
    let mut engine = Interpreter::new(&Flat::new(module), 1);
    let names = ["x", "y", "s", "t"];
    let mut results = vec![];
    for number in 0..1024u128 {
        let (x, y) = (
            (number * 37) & 0xff,
            [number >> 2 & 0xff, (number * 37) & 0xff, 0, 0xff][number as usize >> 5 & 3],
        );
        for (name, value) in names.into_iter().zip([x, y, number & 1, number >> 1 & 1]) {
            engine.poke_u128(engine.signal(name), value);
        }
        results.push(engine.peek_u128(engine.signal("result")));
    }
    results
}

fn zeros(m: &ModuleBuilder, width: usize) -> Signal<'_> {
    m.constant(width, 0)
}

fn ones(m: &ModuleBuilder, width: usize) -> Signal<'_> {
    m.constant(width, (1 << width) - 1)
}

/// What is written, and the operations that are left of it.
#[allow(clippy::eq_op)] // Both sides are the same on purpose: that is what the algebra sees.
const RULES: &[(&str, usize, Case)] = &[
    ("x & 0", 0, |m, i| i.x & zeros(m, 8)),
    ("0 & x", 0, |m, i| zeros(m, 8) & i.x),
    ("x & 1s", 0, |m, i| i.x & ones(m, 8)),
    ("x | 0", 0, |m, i| i.x | zeros(m, 8)),
    ("x | 1s", 0, |m, i| i.x | ones(m, 8)),
    ("x ^ 0", 0, |m, i| i.x ^ zeros(m, 8)),
    ("x ^ 1s is ~x", 1, |m, i| i.x ^ ones(m, 8)),
    ("x & x", 0, |_, i| i.x & i.x),
    ("x ^ x", 0, |_, i| i.x ^ i.x),
    ("x + 0", 0, |m, i| zeros(m, 8) + i.x),
    ("x - 0", 0, |m, i| i.x - zeros(m, 8)),
    ("0 - x stays", 1, |m, i| zeros(m, 8) - i.x),
    ("x - x", 0, |_, i| i.x - i.x),
    ("s == 1", 0, |m, i| i.s.equals(ones(m, 1))),
    ("s == 0", 1, |m, i| i.s.equals(zeros(m, 1))),
    ("s != 1", 1, |m, i| i.s.differs(ones(m, 1))),
    ("s != 0", 0, |m, i| i.s.differs(zeros(m, 1))),
    ("x == x", 0, |_, i| i.x.equals(i.x)),
    ("x < x", 0, |_, i| i.x.less_than(i.x)),
    ("x < 0", 0, |m, i| i.x.less_than(zeros(m, 8))),
    ("1s < x", 0, |m, i| ones(m, 8).less_than(i.x)),
    ("0 < x is any bit", 1, |m, i| zeros(m, 8).less_than(i.x)),
    ("0 < x with a sign stays", 1, |m, i| zeros(m, 8).less_than_signed(i.x)),
    ("~~x", 0, |_, i| !!i.x),
    ("~(x == y) is x != y", 1, |_, i| !i.x.equals(i.y)),
    ("~(x != y) is x == y", 1, |_, i| !i.x.differs(i.y)),
    ("~(x == y) beside x == y", 4, |_, i| {
        let equal = i.x.equals(i.y);
        equal.equals(!equal.bit(0) ^ i.s)
    }),
    ("1 ? x : y", 0, |m, i| m.constant(1, 1).mux(i.x, i.y)),
    ("0 ? x : y", 0, |m, i| m.constant(1, 0).mux(i.x, i.y)),
    ("s ? x : x", 0, |_, i| i.s.mux(i.x, i.x)),
    ("s ? x[3:0] : x[3:0]", 1, |_, i| i.s.mux(i.x.slice(0, 4), i.x.slice(0, 4))),
    ("s ? 1 : 0", 0, |m, i| i.s.mux(ones(m, 1), zeros(m, 1))),
    ("s ? 0 : 1", 1, |m, i| i.s.mux(zeros(m, 1), ones(m, 1))),
    ("s ? 1 : t", 1, |m, i| i.s.mux(ones(m, 1), i.t)),
    ("s ? t : 0", 1, |m, i| i.s.mux(i.t, zeros(m, 1))),
    ("s ? 0 : t", 2, |m, i| i.s.mux(zeros(m, 1), i.t)),
    ("s ? t : 1", 2, |m, i| i.s.mux(i.t, ones(m, 1))),
    ("x << 0", 0, |m, i| i.x.shift_left(zeros(m, 3))),
    ("x << 3", 2, |m, i| i.x.shift_left(m.constant(4, 3))),
    ("x << 9", 0, |m, i| i.x.shift_left(m.constant(4, 9))),
    ("x >> 3", 2, |m, i| i.x.shift_right(m.constant(4, 3))),
    ("x >>> 3", 4, |m, i| i.x.shift_right_signed(m.constant(4, 3))),
    ("x >>> 9", 2, |m, i| i.x.shift_right_signed(m.constant(4, 9))),
    ("0 << x", 0, |m, i| zeros(m, 8).shift_left(i.x)),
    ("x * 0", 0, |m, i| i.x.multiply(zeros(m, 3))),
    ("x * 1", 1, |m, i| m.constant(4, 1).multiply(i.x)),
    ("element 2", 1, |m, i| i.x.element(m.constant(2, 2))),
    ("an element of equals", 0, |m, i| {
        m.concat(&[i.x, i.x, i.x, i.x]).element(m.concat(&[i.s, i.t]))
    }),
    ("one of two", 1, |m, i| m.concat(&[i.x, i.y]).element(i.s)),
    ("one bit of four set", 2, |m, i| m.constant(4, 4).element(m.concat(&[i.s, i.t]))),
    ("one bit of four clear", 2, |m, i| m.constant(4, 13).element(m.concat(&[i.s, i.t]))),
    ("a slice of a slice", 1, |_, i| i.x.slice(1, 6).slice(2, 3)),
    ("a slice of one part", 2, |m, i| {
        let both = m.concat(&[i.x, i.y]);
        m.output("both", both, "");
        both.slice(9, 3)
    }),
    ("slices of what is only sliced", 3, |m, i| {
        let both = m.concat(&[i.x, i.y]);
        m.concat(&[both.slice(5, 6), both.slice(11, 5), both.slice(0, 5)])
    }),
    ("a slice of two parts that are together elsewhere", 2, |m, i| {
        let both = m.concat(&[i.x, i.y]);
        m.output("both", both, "");
        both.slice(5, 6)
    }),
    ("a slice of a repetition", 2, |m, i| {
        let thrice = i.x.repeat(3);
        m.output("thrice", thrice, "");
        thrice.slice(9, 3)
    }),
    ("whole copies of a repetition", 2, |m, i| {
        let copies = i.x.repeat(4);
        m.output("copies", copies, "");
        copies.slice(8, 16)
    }),
    ("a slice of a constant", 0, |m, _| m.constant(8, 0x5a).slice(2, 4)),
    ("neighbouring slices", 0, |m, i| m.concat(&[i.x.slice(0, 3), i.x.slice(3, 5)])),
    ("slices the other way round", 3, |m, i| m.concat(&[i.x.slice(3, 5), i.x.slice(0, 3)])),
    ("parts of parts", 1, |m, i| m.concat(&[i.s, m.concat(&[i.x, i.t])])),
    ("equal parts", 1, |m, i| m.concat(&[i.x, i.x])),
    ("constant parts", 1, |m, i| m.concat(&[i.s, m.constant(2, 1), m.constant(3, 6)])),
    ("a repetition of a repetition", 1, |_, i| i.s.repeat(2).repeat(3)),
    ("any bit of an extended value", 1, |m, i| m.concat(&[zeros(m, 2), i.x, zeros(m, 3)]).any()),
    ("any bit beside a set one", 0, |m, i| m.concat(&[i.x, m.constant(2, 2)]).any()),
    ("all bits beside set ones", 1, |m, i| m.concat(&[i.x, ones(m, 2)]).all()),
    ("all bits of a repetition", 0, |_, i| i.s.repeat(4).all()),
    ("parity of a repetition stays", 2, |_, i| i.s.repeat(4).parity()),
    ("an extended value that may be the constant", 1, |_, i| i.x.zero_extend(12).is(0x0a1)),
    ("an extended value that is never the constant", 0, |_, i| i.x.zero_extend(12).is(0x1a1)),
    ("an extended value that always differs", 0, |m, i| {
        i.x.zero_extend(12).differs(m.constant(12, 0x1a1))
    }),
    ("constants in a row", 0, |m, _| {
        (m.constant(8, 200) + m.constant(8, 100)) - (m.constant(8, 3) ^ m.constant(8, 5))
    }),
    ("compared constants", 0, |m, _| m.constant(8, 200).less_than_signed(m.constant(8, 100))),
    ("a product of constants", 0, |m, _| m.constant(8, 200).multiply(m.constant(7, 99))),
    ("a reduced constant", 0, |m, _| m.constant(8, 7).parity()),
    ("through a name", 1, |m, i| (i.x & zeros(m, 8).named("nothing")).differs(i.y & ones(m, 8))),
];

#[test]
fn every_rule_leaves_the_operations_that_it_should_and_the_value() {
    let mut wrong = vec![];
    for &(what, expected, case) in RULES {
        let (simple, written) =
            (module(case, ModuleBuilder::finish), module(case, ModuleBuilder::finish_as_written));
        let left = operations(&simple);
        if left != expected {
            wrong.push(format!("{what} leaves {left} operations, not {expected}"));
        }
        if results(&simple) != results(&written) {
            wrong.push(format!("{what} changes the value"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_named_net_stays_with_a_simpler_driver_and_its_readers_read_it() {
    let m = ModuleBuilder::new("block", "A block.");
    let x = m.input("x", 8, "");
    let same = (x | m.constant(8, 0)).named("same");
    m.output("y", !same, "");
    let block = m.finish();
    let (number, node) = block
        .nodes
        .iter()
        .enumerate()
        .find(|(_, node)| node.name.as_deref() == Some("same"))
        .expect("it stays");
    assert!(matches!(node.kind, NodeKind::Wire(Some(_))) && block.live[number], "{node:?}");
}

#[test]
fn what_only_the_algebra_left_unread_goes_silently_and_is_still_in_the_waveform() {
    let m = ModuleBuilder::new("block", "A block.");
    let x = m.input("x", 8, "");
    let kept = m.delayed("unread_register", x);
    let unread = (!kept).named("unread");
    m.output("y", (unread & m.constant(8, 0)) | x, "");
    let block = m.finish();
    assert!(block.registers.is_empty());
    let flat = Flat::new(&block);
    assert!(flat.find("unread").is_some() && flat.find("unread_register_q").is_none());
}

#[test]
fn an_unread_net_of_the_author_is_still_refused() {
    let m = ModuleBuilder::new("block", "A block.");
    let x = m.input("x", 8, "");
    let _ = (!x).named("unread");
    m.output("y", x, "");
    let problems = m.try_finish().expect_err("it is found");
    assert!(problems[0].to_string().starts_with("`unread` drives nothing"), "{problems:?}");
}

#[test]
fn codes_are_kept_in_comparisons_and_agree() {
    let m = ModuleBuilder::new("block", "A block.");
    let x = m.input("x", 8, "");
    let y = x.is_code("ADD", 3) | x.is_code("SUBTRACT", 4) | x.slice(0, 2).is_code("ADD_LOW", 3);
    m.output("y", y, "");
    let block = m.finish();
    let names: Vec<&str> = block.nodes.iter().filter_map(|node| node.name.as_deref()).collect();
    assert_eq!(names, ["x", "ADD", "SUBTRACT", "ADD_LOW"]);

    let m = ModuleBuilder::new("block", "A block.");
    let x = m.input("x", 8, "");
    m.output("y", x.is_code("ADD", 3) | x.is_code("ADD", 4) | x.is_code("add", 5), "");
    let problems: Vec<String> =
        m.try_finish().expect_err("they differ").iter().map(ToString::to_string).collect();
    let expected = [
        "the code `ADD` has two values; rename one",
        "`add` cannot be the name of a code; use capitals, digits and underscores, a capital first",
    ];
    assert_eq!(problems, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// The design as written, evaluated naively, and the simplified one, interpreted.
    #[test]
    fn no_value_of_a_random_design_changes(
        recipe in recipes(2).prop_map(|recipe| recipe.with_constants()),
        seed in any::<u64>(),
        words in words(),
    ) {
        let (written, simple) = (recipe.build_as_written(), recipe.build());
        agrees((&written, &simple), seed, &words, |path| path.contains("register"))?;
    }
}

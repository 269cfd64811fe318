//! The compiled engine is the interpreter, bit by bit: on random designs, and on the core.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::waveform::{Reader, same_values};
use crate::random_netlist::{Recipe, recipes, stimuli, wild_recipes, words};
use lanebeat_engine::flat::OperationKind;
use lanebeat_engine::{
    Code, Compiled, Engine, Flat, Interpreter, MemoryId, SignalId, SignalKind, Waveform,
    WaveformOptions,
};
use lanebeat_hdl::{MemoryShape, Module, ModuleBuilder, Operation, ReadDuringWrite, Signal};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Every copy of every signal that the code keeps or computes by itself, and every row.
fn compare(flat: &Flat, interpreter: &mut Interpreter, compiled: &mut Compiled, cycle: usize) {
    for (number, signal) in flat.signals.iter().enumerate() {
        if signal.scope != 0 && signal.kind != SignalKind::Register {
            continue;
        }
        for copy in 0..flat.scopes[signal.scope].copies {
            let id = SignalId { signal: number, copy };
            assert_eq!(
                interpreter.peek(id),
                compiled.peek(id),
                "`{}` copy {copy} in cycle {cycle}",
                signal.name
            );
        }
    }
    for (number, memory) in flat.memories.iter().enumerate() {
        for (copy, row) in
            (0..memory.count).flat_map(|copy| (0..memory.depth).map(move |row| (copy, row)))
        {
            let id = MemoryId { memory: number, copy };
            let (expected, found) = (interpreter.read_row(id, row), compiled.read_row(id, row));
            assert_eq!(
                expected, found,
                "row {row} of `{}` copy {copy} in cycle {cycle}",
                memory.name
            );
        }
    }
}

/// Pokes both engines alike for `cycles` cycles, and lets `compare` see them in each of them and at
/// the end. The compiled one changes over from the quickly compiled code to the good code at the
/// beginning of cycle `changeover`.
fn side_by_side(
    top: &Arc<Module>,
    flat: &Flat,
    (seed, words): (u64, &[u64]),
    (cycles, changeover): (usize, usize),
    mut compare: impl FnMut(&mut Interpreter, &mut Compiled, usize),
) {
    let code = Arc::new(Code::quick(flat));
    let (mut interpreter, mut compiled) =
        (Interpreter::new(flat, seed), Compiled::power_up(&code, seed));
    for cycle in 0..cycles {
        if cycle == changeover {
            code.improve();
        }
        for (name, value) in stimuli(top, words, cycle) {
            interpreter.poke(interpreter.signal(&name), &value);
            compiled.poke(compiled.signal(&name), &value);
        }
        compare(&mut interpreter, &mut compiled, cycle);
        interpreter.step();
        compiled.step();
    }
    compare(&mut interpreter, &mut compiled, cycles);
}

fn agree(top: &Arc<Module>, seed: u64, words: &[u64], cycles: (usize, usize)) {
    let flat = Flat::new(top);
    side_by_side(top, &flat, (seed, words), cycles, |interpreter, compiled, cycle| {
        compare(&flat, interpreter, compiled, cycle)
    });
}

/// The dumps of both engines have the same bytes, of all signals and of those that `filter` keeps,
/// and an FST says the same.
fn dump_the_same(
    top: &Arc<Module>,
    (seed, words): (u64, &[u64]),
    changeover: usize,
    filter: fn(&str) -> bool,
) {
    let flat = Flat::new(top);
    let everything: fn(&str) -> bool = |_| true;
    for kept in [everything, filter] {
        let options = || WaveformOptions { filter: Box::new(kept), ..WaveformOptions::default() };
        let mut dumps = [vec![], vec![]];
        let mut packed = Cursor::new(vec![]);
        let mut waveforms = dumps
            .each_mut()
            .map(|dump| Waveform::vcd(dump, &flat, options()).expect("memory takes a dump"));
        let mut fst = Waveform::fst(&mut packed, &flat, options()).expect("memory takes a dump");
        side_by_side(top, &flat, (seed, words), (6, changeover), |interpreter, compiled, _| {
            waveforms[0].sample(interpreter).expect("memory takes a dump");
            waveforms[1].sample(compiled).expect("memory takes a dump");
            fst.sample(compiled).expect("memory takes a dump");
        });
        let waveforms = waveforms.into_iter().chain([fst]);
        waveforms.for_each(|waveform| waveform.finish().expect("memory takes a dump"));
        same_text(&dumps);
        let [_, vcd] = dumps;
        same_values(&mut Reader::new(vcd), &mut Reader::new(packed.into_inner()));
    }
}

/// Of interpreter and compiled engine.
fn same_text(dumps: &[Vec<u8>; 2]) {
    let [expected, found] =
        dumps.each_ref().map(|dump| std::str::from_utf8(dump).expect("a VCD is text"));
    if let Some((number, (expected, found))) =
        expected.lines().zip(found.lines()).enumerate().find(|(_, (a, b))| a != b)
    {
        panic!(
            "line {} of the dump is `{expected}` by the interpreter, `{found}` by the compiled engine",
            number + 1
        );
    }
    assert_eq!(expected.len(), found.len());
}

/// A design, what its registers power up with, what is poked, and when the code is changed over.
fn designs(
    recipe: impl Strategy<Value = Recipe>,
) -> impl Strategy<Value = (Recipe, u64, Vec<u64>, usize)> {
    (recipe, any::<u64>(), words(), 0..=6_usize)
}

fn random_designs_agree(cases: u32) {
    let designs = designs(prop_oneof![recipes(2), wild_recipes(2)]);
    proptest!(ProptestConfig::with_cases(cases), |((recipe, seed, words, changeover) in designs)| {
        agree(&recipe.build(), seed, &words, (6, changeover));
    });
}

fn random_designs_dump_the_same(cases: u32) {
    let designs = designs(wild_recipes(2));
    proptest!(ProptestConfig::with_cases(cases), |((recipe, seed, words, changeover) in designs)| {
        let filter = |path: &str| path.contains("[1]") || path.len().is_multiple_of(3);
        dump_the_same(&recipe.build(), (seed, &words), changeover, filter);
    });
}

#[test]
fn the_compiled_engine_is_the_interpreter_on_random_designs() {
    random_designs_agree(40);
}

#[test]
fn a_compiled_random_design_dumps_what_the_interpreter_dumps() {
    random_designs_dump_the_same(12);
}

#[test]
#[ignore = "for .ci/nightly: more of the_compiled_engine_is_the_interpreter_on_random_designs"]
fn the_compiled_engine_is_the_interpreter_on_many_random_designs() {
    random_designs_agree(1000);
    random_designs_dump_the_same(300);
}

/// An operation, whether its values are wider than a limb, and whether there are enough copies for
/// vectors.
fn operations(flat: &Flat) -> impl Iterator<Item = (String, bool, bool)> + '_ {
    flat.operations.iter().map(|operation| {
        let name = match operation.kind {
            OperationKind::Node(Operation::Slice { .. }) => "Slice".to_owned(),
            OperationKind::Spread { .. } => "Spread".to_owned(),
            OperationKind::Pack { .. } => "Pack".to_owned(),
            OperationKind::Node(operation) => format!("{operation:?}"),
        };
        let is_wide =
            operation.limbs > 1 || operation.operands.iter().any(|operand| operand.limbs > 1);
        (name, is_wide, operation.count >= 16)
    })
}

#[test]
fn random_designs_have_every_operation_narrow_and_wide_in_few_copies_and_in_many() {
    let mut runner = TestRunner::deterministic();
    let mut found = BTreeSet::new();
    for _ in 0..200 {
        let recipe = recipes(2).new_tree(&mut runner).expect("a recipe").current();
        found.extend(operations(&Flat::new(&recipe.build())));
    }
    let kinds = "Not Reduce(And) Reduce(Or) Reduce(Xor) Binary(And) Binary(Or) Binary(Xor) Binary(Add) Binary(Subtract) \
                 Binary(Equal) Binary(NotEqual) Binary(LessUnsigned) Binary(LessSigned) Multiply(Unsigned) Multiply(Signed) Shift(Left) \
                 Shift(RightUnsigned) Shift(RightSigned) Mux Select Slice Concat Repeat Spread Pack";
    for kind in kinds.split_whitespace() {
        for (is_wide, is_many) in [(false, false), (false, true), (true, false), (true, true)] {
            // A parent packs; it has many copies only below another with many.
            let is_made = found.contains(&(kind.to_owned(), is_wide, is_many));
            let is_tried = is_made || kind == "Pack";
            assert!(is_tried, "no {kind}, wide: {is_wide}, many copies: {is_many}");
        }
    }
    let extra: Vec<_> = found.iter().filter(|(name, ..)| !kinds.contains(name.as_str())).collect();
    assert!(extra.is_empty(), "operations that this test does not ask for: {extra:?}");
    assert!(found.iter().any(|(name, ..)| name == "Pack"));
}

/// What a lane is made of: words, bits, indices, products, registers held by all lanes or by each,
/// registers that are alike in all lanes two edges after they powered up, and some that only look
/// so; and many bits.
fn lane(row_words: usize) -> Arc<Module> {
    let module = ModuleBuilder::new("lane", "Everything that copies do.");
    let (a, b) = (module.input("a", 32, "A word."), module.input("b", 32, "A word."));
    let (flag, hold) =
        (module.input("flag", 1, "A bit of each."), module.input("hold", 1, "A bit of all."));
    let amount = module.input("amount", 6, "Of all.");
    let row = module.input("row", 32 * row_words, "Of all.");
    let chosen = row.element(a.slice(3, row_words.ilog2() as usize));
    let wide = module.concat(&[a, b, a.slice(5, 20)]) - module.concat(&[b, chosen, b.slice(0, 20)]);
    let shifted = a.shift_left(b.slice(0, 6)) ^ b.shift_right_signed(amount);
    let moved = wide.shift_right(a.slice(0, 7));
    let word = hold.mux(flag.mux(shifted, chosen), moved.slice(9, 32));
    let of_each = module.register("of_each", 84);
    of_each.next_when(flag, wide);
    let of_all = module.reset_register("of_all", 32, 7);
    of_all.next_when(hold, word + of_all.q());
    let held = module.register("held_before", 1);
    held.next(hold);
    let amount_before = module.register("amount_before", 72);
    amount_before.next(held.q().mux(amount, !amount).repeat(12));
    let (toggles, stays) = (module.register("toggles", 1), module.register("stays", 3));
    toggles.next(!toggles.q());
    stays.next_when(held.q() & hold, amount.slice(0, 3));
    let alike = held.q().mux(amount_before.q().slice(30, 32), a) & toggles.q().repeat(32);
    let alike = alike ^ amount_before.q().parity().zero_extend(32);
    let product = a.multiply(b) ^ a.multiply_signed(chosen) ^ module.concat(&[chosen, word]);
    let word = (word ^ alike) + stays.q().zero_extend(32);
    module.output("word", word, "A word.");
    module.output(
        "sum",
        of_each.q().slice(40, 32) + of_all.q() + product.slice(13, 32) + module.instance_index(32),
        "A word.",
    );
    let less = a.less_than_signed(b) ^ of_each.q().bit(83) ^ word.less_than(chosen);
    module.output("less", less, "A bit.");
    module.output("narrow", word.slice(7, 11), "Eleven bits.");
    // More than a block of a record holds of four copies.
    let bits = (0..20).map(|n| (a.bit(n) & b.bit(n + 1)).named(&format!("both_{n}")));
    let rest = bits.chain([moved, of_each.q(), product]).collect::<Vec<_>>();
    let rest = module.concat(&rest).parity();
    module.output("rest", rest, "What else there is.");
    module.finish()
}

fn lanes(count: usize) -> Arc<Module> {
    let module = ModuleBuilder::new("lanes", "Many copies.");
    let (a, b) = (module.input("a", 32 * count, "Words."), module.input("b", 32 * count, "Words."));
    let (flag, hold) = (module.input("flag", count, "Bits."), module.input("hold", 1, "A bit."));
    let amount = module.input("amount", 6, "Bits.");
    let row = module.register("row", 512);
    let copies = module
        .instances("lane", count, &lane(16))
        .spread("a", a)
        .spread("b", b)
        .spread("flag", flag);
    let copies = copies
        .broadcast("hold", hold)
        .broadcast("amount", amount)
        .broadcast("row", row.q())
        .build();
    let (word, narrow) = (copies.output("word"), copies.output("narrow"));
    row.next_when(!hold, (word.slice(32 * (count - 16), 512) & b.slice(0, 512)) | !a.slice(0, 512));
    if count == 16 {
        module.output("chosen", word.element(amount.slice(0, 4)), "One of the words.");
        module.output("chosen_narrow", narrow.element(amount.slice(1, 4)), "One of the others.");
    }
    module.output("word", word, "Words.");
    module.output("narrow", narrow, "Words.");
    module.output("sum", copies.output("sum"), "Words.");
    module.output("less", copies.output("less"), "Bits.");
    module.output("rest", copies.output("rest"), "Bits.");
    module.finish()
}

/// What copies are poked with.
const WORDS: [u64; 6] = [
    0x0123_4567_89ab_cdef,
    0xfedc_ba98_7654_3210,
    0,
    u64::MAX,
    0x8000_0000_7fff_ffff,
    0xdead_beef_0bad_cafe,
];

#[test]
fn copies_are_computed_four_at_a_time_as_one_by_one() {
    for count in [16, 17, 24, 32, 40, 72] {
        [0, 1].into_iter().for_each(|seed| agree(&lanes(count), seed, &WORDS, (12, 6)));
    }
}

#[test]
fn copies_are_dumped_as_one_by_one() {
    for count in [16, 17, 24] {
        dump_the_same(&lanes(count), (count as u64, &WORDS), 3, |path| {
            path.starts_with("lane[13]") || path == "narrow"
        });
    }
}

/// A lane in which arms of several muxes, an AND and an OR look at a long sum while `wanted`, and nothing else does
/// unless it `is_watched`.
fn shared(is_watched: bool) -> Arc<Module> {
    let module = ModuleBuilder::new("shared", "What several branches need.");
    let (a, b) = (module.input("a", 32, "A word."), module.input("b", 32, "A word."));
    let [wanted, left, right] =
        ["wanted", "left", "right"].map(|name| module.input(name, 1, "A bit of all."));
    let sum = (0..40).fold(a, |sum, step| (sum + b) ^ sum.slice(step % 20, 12).zero_extend(32));
    let word = left.mux(wanted.mux(sum, a), b);
    let product = right.mux(wanted.mux(sum + b, a ^ b), a);
    let bits =
        [right.mux(wanted & sum.parity(), a.bit(1)), left.mux(!wanted | sum.bit(3), b.bit(2))];
    // What leaves the lane is what an edge has taken.
    let after = |name: &str, signal: Signal| {
        module.output(
            name,
            module.register(&format!("last_{name}"), signal.width()).next(signal),
            "Of the edge.",
        );
    };
    after("word", word);
    after("product", product);
    after("bits", module.concat(&bits));
    if is_watched {
        after("sum", sum);
    }
    module.finish()
}

#[test]
fn what_several_branches_need_is_there_whenever_one_is_taken() {
    for (is_watched, count) in [(false, 16), (true, 16), (false, 17), (false, 1)] {
        let module = ModuleBuilder::new("top", "Copies.");
        let copies = module
            .instances("lane", count, &shared(is_watched))
            .spread("a", module.input("a", 32 * count, "Words."))
            .spread("b", module.input("b", 32 * count, "Words."));
        let copies = ["wanted", "left", "right"]
            .into_iter()
            .fold(copies, |copies, name| copies.broadcast(name, module.input(name, 1, "A bit.")))
            .build();
        module.output("word", copies.output("word"), "Words.");
        module.output("product", copies.output("product"), "Words.");
        module.output("bits", copies.output("bits"), "Bits.");
        if is_watched {
            module.output("sum", copies.output("sum"), "Words.");
        }
        let top = module.finish();
        [0, 1, 2].into_iter().for_each(|seed| agree(&top, seed, &WORDS, (40, 20)));
    }
}

/// Each takes what the other had: what is read must be read before the first is written.
#[test]
fn registers_that_change_places_take_each_others_old_values() {
    for width in [1, 32, 64, 200, 512] {
        let module = ModuleBuilder::new("swapping", "Three registers in a ring.");
        let (start, value) = (
            module.input("start", 1, "Takes the value."),
            module.input("value", width, "What to begin with."),
        );
        let names = ["first", "second", "third"];
        let registers = names.map(|name| module.register(name, width));
        let [first, second, third] = registers.each_ref().map(|register| register.q());
        registers[0].next(start.mux(value, third));
        registers[1].next(first);
        registers[2].next(second);
        module.output("all", module.concat(&[first, second, third]), "What they hold.");
        let words = [0x0123_4567_89ab_cdef, 0, 1, u64::MAX, 0xdead_beef_0bad_cafe];
        agree(&module.finish(), 5, &words, (12, 6));
    }
}

/// Two ports that meet, and addresses beyond the depth: what is undefined is undefined alike.
#[test]
fn undefined_reads_and_writes_are_the_interpreters() {
    for (columns, column_width, depth) in [(4, 32, 5), (3, 11, 6), (1, 40, 7), (64, 1, 4)] {
        for read_during_write in [ReadDuringWrite::Undefined, ReadDuringWrite::OldData] {
            let module = ModuleBuilder::new("meeting", "Ports that meet.");
            let shape = MemoryShape { depth, columns, column_width, read_during_write };
            let memory = module.memory("rows", shape);
            let port = |name: &str| {
                module.input(&format!("{name}_address"), shape.address_width(), "A row.")
            };
            let data = |name: &str| {
                module.input(&format!("{name}_data"), columns * column_width, "A row's content.")
            };
            let columns_of =
                |name: &str| module.input(&format!("{name}_columns"), columns, "Which columns.");
            memory.write_port(port("first"), columns_of("first"), data("first"));
            memory.write_port(port("second"), columns_of("second"), data("second"));
            let enable = module.input("enable", 1, "Whether to read.");
            let read = memory.read_port(port("third"), enable, "read");
            module.output("read_data", read, "What was read.");
            let words = [0x0123_4567_89ab_cdef, u64::MAX, 0x5555_aaaa_3333_cccc];
            agree(&module.finish(), 3, &words, (40, 20));
        }
    }
}

#[test]
fn better_code_is_made_while_a_machine_runs() {
    let flat = Flat::new(&lanes(16));
    let quick = Code::quick(&flat);
    assert!(!quick.is_improved());
    let code = Code::new(&flat);
    let mut machine = Compiled::power_up(&code, 1);
    let start = Instant::now();
    while !code.is_improved() {
        machine.steps(1000);
        assert!(start.elapsed() < Duration::from_secs(300), "nobody makes better code");
    }
    assert!(!quick.is_improved(), "nobody asked for that");
    quick.improve();
    assert!(quick.is_improved());
}

/// A machine takes many edges in one call, and as many as it was asked for.
#[test]
fn a_row_of_edges_has_its_number_in_both_tiers() {
    let module = ModuleBuilder::new("counter", "Counts clock edges.");
    let count = module.reset_register("count", 32, 0);
    count.next(count.q() + module.constant(32, 1));
    module.output("count_now", count.q(), "Edges since reset.");
    let flat = Flat::new(&module.finish());
    let code = Arc::new(Code::quick(&flat));
    let mut machine = Compiled::power_up(&code, 1);
    let (reset, count) = (machine.signal("reset"), machine.signal("count_now"));
    for _ in 0..2 {
        machine.poke_u128(reset, 1);
        machine.step();
        machine.poke_u128(reset, 0);
        let mut expected = 0;
        for edges in [0, 1, 4095, 4096, 4097, 10_000, 3] {
            machine.steps(edges);
            expected += u128::from(edges);
            assert_eq!(machine.peek_u128(count), expected, "after {edges} more edges");
        }
        code.improve();
    }
}

//! The netlist's own checks, in the words that an author of a block reads, and its cost count.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use lanebeat_hdl::{Cost, MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal, modules};

/// The text of the panic that `build` ends in.
fn panic_text(build: impl FnOnce(&ModuleBuilder)) -> String {
    let builder = ModuleBuilder::new("block", "A block.");
    let panic =
        catch_unwind(AssertUnwindSafe(|| build(&builder))).expect_err("the mistake is refused");
    match panic.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => panic.downcast_ref::<&str>().expect("a panic with a text").to_string(),
    }
}

/// The sentences that the finished block is refused with.
fn problems(build: impl FnOnce(&ModuleBuilder)) -> Vec<String> {
    let builder = ModuleBuilder::new("block", "A block.");
    build(&builder);
    builder
        .try_finish()
        .expect_err("the mistake is found")
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_width_mismatch_names_both_widths() {
    let text = panic_text(|b| {
        let _ = b.input("a", 8, "") + b.input("b", 9, "");
    });
    assert_eq!(text, "Add needs operands of one width, not 8 and 9 bits; extend or slice one");
}

#[test]
fn a_width_mismatch_panics_at_the_callers_line() {
    let place = Arc::new(std::sync::Mutex::new(String::new()));
    let (seen, own_thread) = (place.clone(), std::thread::current().id());
    let previous = Arc::new(std::panic::take_hook());
    let fallback = previous.clone();
    std::panic::set_hook(Box::new(move |information| {
        if std::thread::current().id() == own_thread {
            *seen.lock().expect("one thread writes") =
                information.location().expect("a place").to_string();
        } else {
            fallback(information);
        }
    }));
    let line = std::cell::Cell::new(0);
    panic_text(|b| {
        let (a, c) = (b.input("a", 8, ""), b.input("c", 9, ""));
        line.set(line!() + 1);
        let _ = a & c;
    });
    std::panic::set_hook(Box::new(move |information| previous(information)));
    let place = place.lock().expect("one thread wrote").clone();
    assert!(place.starts_with(&format!("{}:{}:", file!(), line.get())), "{place}");
}

#[test]
fn a_loop_inside_a_module_is_printed_as_a_path() {
    let found = problems(|b| {
        let late = b.wire("late", 1);
        let early = (late & b.input("a", 1, "")).named("early");
        let middle = (!early).named("middle");
        late.drive(middle);
        b.output("y", late, "");
    });
    assert_eq!(found, ["combinational loop: early -> middle -> late -> early"]);
}

fn pass_through() -> Arc<Module> {
    let b = ModuleBuilder::new("pass_through", "An inverter beside a register.");
    let (a, c) = (b.input("a", 1, ""), b.input("c", 1, ""));
    b.output("now", !a, "");
    b.output("later", b.delayed("later", c), "");
    b.finish()
}

#[test]
fn a_loop_through_an_instance_is_found() {
    let found = problems(|b| {
        let back = b.wire("back", 1);
        let child =
            b.instance("child", &pass_through()).broadcast("a", back).broadcast("c", back).build();
        back.drive(child.output("now"));
        b.output("y", child.output("later"), "");
    });
    assert_eq!(found, ["combinational loop: child_now -> back -> child_now"]);
}

#[test]
fn a_path_through_a_register_of_an_instance_is_no_loop() {
    let b = ModuleBuilder::new("block", "A block.");
    let back = b.wire("back", 1);
    let child =
        b.instance("child", &pass_through()).broadcast("a", back).broadcast("c", back).build();
    back.drive(child.output("later"));
    b.output("y", child.output("now"), "");
    assert!(b.try_finish().is_ok());
}

#[test]
fn undriven_wires_and_registers_are_named() {
    let found = problems(|b| {
        b.output("y", b.wire("nobody", 1) & b.register("state", 1).q(), "");
    });
    let expected = [
        "`nobody` is not driven; drive it or delete it",
        "`state_q` is not driven; drive it or delete it",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_partly_read_signal_may_have_idle_bits_but_must_drive_something() {
    fn sum(b: &ModuleBuilder) -> Signal<'_> {
        (b.input("a", 8, "") + b.input("c", 8, "")).partly_read().named("sum")
    }

    let builder = ModuleBuilder::new("block", "A block.");
    builder.output("y", sum(&builder).slice(1, 2), "");
    assert!(builder.try_finish().is_ok());

    let found = problems(|b| {
        sum(b);
        b.output("y", b.input("x", 1, ""), "");
    });
    assert!(found.iter().any(|problem| problem.starts_with("`sum` drives nothing")), "{found:?}");
}

#[test]
fn an_unused_input_and_unused_bits_are_told_with_their_place() {
    let found = problems(|b| {
        b.input("idle", 4, "");
        let a = b.input("a", 8, "");
        b.output("y", b.concat(&[a.slice(0, 2), a.slice(6, 2)]), "");
    });
    let line = line!() - 4;
    let expected = [
        format!("`idle` drives nothing; use it or delete it ({}:{line}:11)", file!()),
        format!(
            "bits 5:2 of `a` drives nothing; use it or delete it ({}:{}:19)",
            file!(),
            line + 1
        ),
    ];
    assert_eq!(found, expected);
}

#[test]
fn one_name_for_two_things_is_refused() {
    let clash = |name: &str| vec![format!("the name `{name}` stands for two things; rename one")];
    let nets = problems(|b| {
        b.output("y", b.input("a", 1, "").repeat(2) & b.input("c", 2, "").named("a"), "")
    });
    assert_eq!(nets, clash("a"));
    let input_and_output = problems(|b| b.output("a", b.input("a", 1, ""), ""));
    assert_eq!(input_and_output, clash("a"));
    let outputs = problems(|b| {
        let value = !b.input("a", 1, "");
        b.output("y", value, "");
        b.output("y", value, "");
    });
    assert_eq!(outputs, clash("y"));
    let clock = problems(|b| b.output("y", b.delayed("state", b.input("clock", 1, "")), ""));
    assert_eq!(clock, clash("clock"));
}

#[test]
fn names_that_are_no_identifiers_are_refused() {
    for name in ["Upper", "1st", "two__underscores", "ends_", "has$", "has space", ""] {
        let found = problems(|b| b.output(name, !b.input("a", 1, ""), ""));
        assert!(found[0].starts_with(&format!("`{name}` cannot be a name")), "{found:?}");
    }
}

#[test]
fn slices_and_selects_beyond_the_signal_are_refused() {
    let slice = panic_text(|b| {
        b.input("a", 8, "").slice(4, 5);
    });
    assert_eq!(slice, "out-of-range select: bits 8:4 of a signal of 8 bits");
    let select = panic_text(|b| {
        b.input("a", 12, "").element(b.input("index", 3, ""));
    });
    let expected =
        "out-of-range select: an index of 3 bits needs 8 equal elements, which 12 bits are not";
    assert_eq!(select, expected);
}

#[test]
fn the_cost_of_copies_is_counted_once_and_multiplied() {
    let b = ModuleBuilder::new("lane", "A lane.");
    let (x, y, select) = (b.input("x", 8, ""), b.input("y", 8, ""), b.input("select", 2, ""));
    let sum = x + y;
    let state = b.reset_register("state", 8, 0);
    state.next(select.bit(0).mux(sum, b.concat(&[x, y, sum, state.q()]).element(select)));
    b.output("product", state.q().multiply(y.slice(0, 4)), "");
    b.output("below", x.less_than(y), "");
    let lane = b.finish();

    let b = ModuleBuilder::new("lanes", "Lanes and a memory.");
    let (x, select) = (b.input("x", 32, ""), b.input("select", 2, ""));
    let (address, enable) = (b.input("address", 3, ""), b.input("enable", 4, ""));
    let shape = MemoryShape {
        depth: 8,
        columns: 4,
        column_width: 8,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = b.memory("rows", shape);
    memory.write_port(address, enable, x);
    let row = memory.read_port(address, enable.bit(0), "row");
    let lanes = b
        .instances("lane", 4, &lane)
        .spread("x", x)
        .spread("y", row)
        .broadcast("select", select)
        .build();
    b.output("products", lanes.output("product"), "");
    b.output("below", lanes.output("below"), "");

    let expected = Cost {
        register_bits: 4 * 8,
        memory_bits: 8 * 32,
        memory_port_bits: 2 * 8 * 32,
        mux_input_bits: 4 * (2 * 8 + 4 * 8),
        adder_bits: 4 * (8 + 8),
        multiplier_bits: 4 * (8 * 4),
    };
    assert_eq!(Cost::of(&b.finish()), expected);
}

#[test]
fn two_different_modules_of_one_name_are_refused() {
    let child = |invert: bool| {
        let b = ModuleBuilder::new("child", "A child.");
        let a = b.input("a", 1, "");
        b.output("y", if invert { !a } else { a }, "");
        b.finish()
    };
    let parent = |second: bool| {
        let b = ModuleBuilder::new("parent", "A parent.");
        let a = b.input("a", 1, "");
        let first = b.instance("first", &child(true)).broadcast("a", a).build();
        let second = b.instance("second", &child(second)).broadcast("a", first.output("y")).build();
        b.output("y", second.output("y"), "");
        b.finish()
    };
    let names: Vec<String> =
        modules(&parent(true)).iter().map(|module| module.name.clone()).collect();
    assert_eq!(names, ["child", "parent"]);
    let text = panic_text(|_| {
        modules(&parent(false));
    });
    let expected =
        "two different modules are named `child`; put what tells them apart into the name";
    assert_eq!(text, expected);
}

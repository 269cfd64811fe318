//! Records that modules export: found by type in every copy, whatever becomes of the nets.

use std::sync::Arc;

use lanebeat_engine::{Engine, Flat, Interpreter, Probed};
use lanebeat_hdl::verilog::{Header, write};
use lanebeat_hdl::{Block, Delays, Module, ModuleBuilder, Pipeline, Signal};
use lanebeat_hdl::{ports, record};

ports! {
    struct Operands() {
        a: [4] "an operand";
        b: [4] "another one";
    }
}

ports! {
    struct Sum() {
        sum: [4] "their sum";
    }
}

record! {
    struct Inside {
        product;
        carry;
        always;
        dropped;
        absent;
    }
}

/// An adder that may show what is inside, most of which its sum does not need.
fn adder(is_probed: bool) -> Block<Operands, Sum> {
    Block::new("adder", "Adds.", Operands::ports(), Sum::ports(), |m, inputs: Operands<Signal>| {
        let Operands { a, b } = inputs;
        let sum = a.zero_extend(5) + b.zero_extend(5);
        let inside = Inside {
            product: a.multiply(b).named("product"),
            carry: sum.bit(4).named("overflow"),
            always: m.constant(1, 1).named("is_on"),
            dropped: m.passing_register("dropped", a, None),
            absent: m.nothing(),
        };
        if is_probed {
            m.probe::<Inside>(inside);
        }
        // What the algebra finds out.
        let never = inside.product.any() & inside.carry & !inside.always;
        Sum { sum: sum.slice(0, 4) | never.repeat(4) }
    })
}

/// Three adders of 3 and their number.
fn adders(is_probed: bool) -> Arc<Module> {
    let m = ModuleBuilder::new("adders", "Adds.");
    let (a, b) = (m.input("a", 4, "an operand"), m.input("b", 12, "three others"));
    let operands = Operands { a, b };
    m.output("sums", adder(is_probed).instances(&m, "adder", 3, operands).sum, "the sums");
    m.finish()
}

#[test]
fn what_a_module_exports_is_found_in_every_copy_by_its_type() {
    let flat = Flat::new(&adders(true));
    let mut engine = Interpreter::new(&flat, 1);
    engine.poke_u128(engine.signal("a"), 9);
    engine.poke_u128(engine.signal("b"), 0x873);
    let all: Vec<_> = flat.probes::<Inside>().collect();
    let inside = |probed: &Probed<Inside>| {
        let Inside { product, carry, always, .. } = probed.signals;
        [product, carry, always].map(|net| engine.value(net))
    };
    assert_eq!(all.iter().map(inside).collect::<Vec<_>>(), [[27, 0, 1], [63, 1, 1], [72, 1, 1]]);
    let carry = all[2].signals.carry.expect("it has a bit");
    assert_eq!(flat.path(carry), "adder[2].overflow");
    assert_eq!(flat.find("adder[2].overflow"), Some(carry));
    assert!(all.iter().all(|probed| probed.signals.absent.is_none()));
    assert_eq!(engine.value(all[0].signals.dropped), 0, "nobody reads the register");
}

#[test]
fn a_block_exports_its_ports_behind_pipeline_registers_too() {
    let sums = adder(false).pipelined(&Pipeline::new(1, Delays::ecp5()));
    let flat = Flat::new(&sums.module);
    let mut engine = Interpreter::new(&flat, 1);
    let (operands, sum) = (flat.probe::<Operands>(), flat.probe::<Sum>().sum);
    engine.set(operands.a, 5);
    engine.set(operands.b, 6);
    engine.step();
    assert_eq!(engine.value(sum), 11);
    assert!(flat.probe::<Inside>().product.is_none(), "nothing else is exported");
}

#[test]
fn hardware_is_written_as_if_nobody_looked() {
    let text = |is_probed| {
        let header = Header::new("", "a test");
        write(&adders(is_probed), &header).into_iter().map(|file| file.text).collect::<Vec<_>>()
    };
    assert_eq!(text(true), text(false));
}

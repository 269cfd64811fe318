//! Memory ports, column by column.

use std::sync::Arc;

use lanebeat_engine::{Code, Compiled, Engine, Flat, Interpreter};
use lanebeat_hdl::{Bits, MemoryShape, Module, ModuleBuilder, ReadDuringWrite, ReadWrite, bits};

use super::{number, ones, poke_all, run};

fn shape(read_during_write: ReadDuringWrite) -> MemoryShape {
    MemoryShape { depth: 6, columns: 3, column_width: 30, read_during_write }
}

/// One port for both.
fn single_port() -> Arc<Module> {
    let module = ModuleBuilder::new("single_port", "A memory.");
    let memory = module.memory("rows", shape(ReadDuringWrite::OldData));
    let (address, enable) = (module.input("address", 3, "Row."), module.input("enable", 1, "On."));
    let (write, columns) =
        (module.input("write", 1, "Write."), module.input("columns", 3, "Columns."));
    let data = module.input("data", 90, "Row.");
    let port = ReadWrite { address, enable, write, column_enable: columns, data };
    module.output("read", memory.read_write_port(port, "read"), "Row.");
    module.finish()
}

/// A write port, a read port.
fn dual_port(read_during_write: ReadDuringWrite) -> Arc<Module> {
    let module = ModuleBuilder::new("dual_port", "A memory.");
    let memory = module.memory("rows", shape(read_during_write));
    let (address, columns) =
        (module.input("address", 3, "Row."), module.input("columns", 3, "Columns."));
    memory.write_port(address, columns, module.input("data", 90, "Row."));
    let (read_address, read_enable) =
        (module.input("read_address", 3, "Row."), module.input("read_enable", 1, "On."));
    module.output("read", memory.read_port(read_address, read_enable, "read"), "Row.");
    module.finish()
}

/// Address, enable, write, columns and data of the single port.
fn access(engine: &mut Interpreter, values: [u128; 5]) {
    let ports = ["address", "enable", "write", "columns", "data"];
    ports.into_iter().zip(values).for_each(|port| poke_all(engine, &[port]));
}

/// One value in each column.
fn row(columns: [u128; 3]) -> u128 {
    columns[0] | columns[1] << 30 | columns[2] << 60
}

#[test]
fn only_enabled_columns_are_written() {
    let mut engine = run(&single_port());
    let rows = engine.memory("rows");
    engine.write_row(rows, 4, &bits(90, row([1, 2, 3])));
    access(&mut engine, [4, 1, 1, 0b101, row([7, 8, 9])]);
    engine.step();
    assert_eq!(engine.read_row(rows, 4), bits(90, row([7, 2, 9])));
}

#[test]
fn a_port_that_writes_holds_its_read_data() {
    let mut engine = run(&single_port());
    let (rows, read) = (engine.memory("rows"), engine.signal("read"));
    engine.write_row(rows, 1, &bits(90, row([1, 2, 3])));
    access(&mut engine, [1, 1, 0, 0b111, 0]);
    engine.step();
    assert_eq!(engine.peek_u128(read), row([1, 2, 3]));
    poke_all(&mut engine, &[("write", 1)]);
    engine.step();
    assert_eq!(engine.peek_u128(read), row([1, 2, 3]));
    assert_eq!(engine.read_row(rows, 1), ones(90, []));
    poke_all(&mut engine, &[("write", 0)]);
    engine.step();
    assert_eq!(engine.peek_u128(read), 0);
}

#[test]
fn a_port_that_is_off_neither_reads_nor_writes() {
    let mut engine = run(&single_port());
    let (rows, read) = (engine.memory("rows"), engine.signal("read"));
    engine.write_row(rows, 0, &bits(90, row([1, 2, 3])));
    let before = engine.peek(read);
    for write in [0, 1] {
        access(&mut engine, [0, 0, write, 0b111, 99]);
        engine.step();
        assert_eq!(engine.peek(read), before);
        assert_eq!(engine.read_row(rows, 0), bits(90, row([1, 2, 3])));
    }
}

#[test]
fn a_read_that_meets_a_write_gets_the_old_row() {
    let mut engine = run(&dual_port(ReadDuringWrite::OldData));
    let (rows, read) = (engine.memory("rows"), engine.signal("read"));
    engine.write_row(rows, 2, &bits(90, row([1, 2, 3])));
    poke_all(&mut engine, &[("address", 2), ("columns", 0b110), ("data", row([7, 8, 9]))]);
    poke_all(&mut engine, &[("read_address", 2), ("read_enable", 1)]);
    engine.step();
    assert_eq!(engine.peek_u128(read), row([1, 2, 3]));
    engine.step();
    assert_eq!(engine.peek_u128(read), row([1, 8, 9]));
}

#[test]
fn an_undefined_collision_spoils_the_columns_written() {
    let flat = Flat::new(&dual_port(ReadDuringWrite::Undefined));
    let collide = |seed, address| {
        let mut engine = Interpreter::new(&flat, seed);
        let rows = engine.memory("rows");
        engine.write_row(rows, 2, &bits(90, row([1, 2, 3])));
        poke_all(&mut engine, &[("address", address), ("columns", 0b010)]);
        poke_all(&mut engine, &[("data", row([7, 8, 9])), ("read_address", 2), ("read_enable", 1)]);
        engine.step();
        number(&mut engine, "read")
    };
    let (first, second) = (collide(1, 2), collide(2, 2));
    let outer_columns = row([0x3fff_ffff, 0, 0x3fff_ffff]);
    assert_eq!(first & outer_columns, row([1, 0, 3]));
    assert_eq!(second & outer_columns, row([1, 0, 3]));
    assert_ne!(first, second, "the colliding column must be random");
    assert_eq!(first, collide(1, 2), "and repeat");
    assert_eq!(collide(1, 3), row([1, 2, 3]), "another row is no collision");
}

#[test]
fn beyond_the_depth_reads_are_random_and_writes_are_dropped() {
    let flat = Flat::new(&single_port());
    let read_beyond = |seed| {
        let mut engine = Interpreter::new(&flat, seed);
        let rows = engine.memory("rows");
        (0..6).for_each(|number| engine.write_row(rows, number, &bits(90, 5)));
        access(&mut engine, [6, 1, 1, 0b111, 77]);
        engine.step();
        assert!((0..6).all(|number| engine.read_row(rows, number) == bits(90, 5)));
        poke_all(&mut engine, &[("write", 0)]);
        engine.step();
        number(&mut engine, "read")
    };
    assert_ne!(read_beyond(1), read_beyond(2));
}

#[test]
fn memories_power_up_random() {
    let flat = Flat::new(&single_port());
    let content = |seed| {
        let engine = Interpreter::new(&flat, seed);
        (0..6).map(|number| engine.read_row(engine.memory("rows"), number)).collect::<Vec<_>>()
    };
    assert_eq!(content(1), content(1));
    assert_ne!(content(1), content(2));
    assert_ne!(content(1)[0], content(1)[1]);
}

#[test]
fn copies_have_memories_of_their_own() {
    let module = ModuleBuilder::new("banks", "Two memories.");
    let bank = module.instances("bank", 2, &single_port());
    let bank = bank
        .spread("address", module.input("address", 6, "Rows."))
        .spread("columns", module.input("columns", 6, "Columns."));
    let bank = bank
        .broadcast("enable", module.input("enable", 1, "On."))
        .spread("write", module.input("write", 2, "Write."));
    let bank = bank.broadcast("data", module.input("data", 90, "Row.")).build();
    module.output("read", bank.output("read"), "Rows.");
    let mut engine = run(&module.finish());
    let (first, second) = (engine.memory("bank[0].rows"), engine.memory("bank[1].rows"));
    engine.write_row(first, 3, &bits(90, 30));
    engine.write_row(second, 5, &bits(90, 50));
    access(&mut engine, [5 << 3 | 3, 1, 0b01, 0o77, 9]);
    engine.step();
    assert_eq!(engine.read_row(first, 3), bits(90, 9));
    assert_eq!(engine.read_row(second, 5), bits(90, 50));
    assert_eq!(number(&mut engine, "bank[1].read"), 50);
}

/// Two copies of a memory whose first rows have content, of which row 1 is read.
fn with_content(content: Vec<Bits>) -> Arc<Module> {
    let module = ModuleBuilder::new("filled", "A memory.");
    let memory = module.memory("rows", shape(ReadDuringWrite::OldData));
    memory.powers_up_with(content);
    let (off, data) = (module.input("columns", 3, "Columns."), module.input("data", 90, "Row."));
    memory.write_port(module.input("address", 3, "Row."), off, data);
    let read = memory.read_port(module.constant(3, 1), module.constant(1, 1), "read");
    module.output("read", read, "Row.");
    let top = ModuleBuilder::new("both", "Two memories.");
    let copies = top.instances("copy", 2, &module.finish());
    let copies = copies.broadcast("address", top.input("address", 3, "Row."));
    let copies = copies.broadcast("columns", top.input("columns", 3, "Columns."));
    let copies = copies.broadcast("data", top.input("data", 90, "Row.")).build();
    top.output("read", copies.output("read"), "Rows.");
    top.finish()
}

#[test]
fn every_copy_powers_up_with_its_content_and_garbage_behind_it() {
    let content = vec![bits(90, row([1, 2, 3])), bits(90, row([4, 5, 6]))];
    let flat = Flat::new(&with_content(content.clone()));
    let powered_up = |seed| {
        let engine = Interpreter::new(&flat, seed);
        let rows = |copy| {
            let memory = engine.memory(&format!("copy[{copy}].rows"));
            (0..6).map(|number| engine.read_row(memory, number)).collect::<Vec<_>>()
        };
        [rows(0), rows(1)]
    };
    let (first, second) = (powered_up(1), powered_up(2));
    for copy in 0..2 {
        assert_eq!(first[copy][..2], content);
        assert_eq!(second[copy][..2], content);
        assert!((2..6).all(|row| first[copy][row] != second[copy][row]));
    }
    let mut compiled = Compiled::power_up(&Code::new(&flat), 3);
    compiled.step();
    assert_eq!(compiled.peek_u128(compiled.signal("copy[1].read")), row([4, 5, 6]));
}

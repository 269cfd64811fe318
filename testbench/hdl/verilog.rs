//! The Verilog writer: every kind of node, memory, replication and register, linted by three tools
//! and simulated by Icarus against values computed by hand.

use std::sync::Arc;

use crate::common::golden;
use crate::common::tools::{lint, simulate};
use lanebeat_engine::{Engine, Flat, Garbage, Interpreter};
use lanebeat_hdl::verilog::{Header, port_table, write};
use lanebeat_hdl::{
    Bits, Clocking, Direction, MemoryShape, Module, ModuleBuilder, ReadDuringWrite, ReadWrite,
    bits, limbs_to_bits,
};

const HEADER: Header = Header::new("lanes = 4", "lanebeat generate test");

/// Lints the design, pokes the inputs of each line and compares all outputs in order, behind `->`.
fn combinational(top: &Arc<Module>, cases: &str) {
    expect(top, "#1", "", cases);
}

/// As [`combinational`], with a clock edge between poking and looking.
fn clocked(top: &Arc<Module>, cases: &str) {
    expect(top, "#1 clock = 1; #1", "clock = 0; #1", cases);
}

/// Lints the design and compares Icarus with the interpreter, all inputs filled from `seed` again
/// and again.
fn agrees_with_the_interpreter(top: &Arc<Module>, seed: u64) {
    let mut engine = Interpreter::new(&Flat::new(top), 0);
    let mut limbs = (0..).map(|number| Garbage::new(seed).power_up(number));
    let cases = (0..24).map(|_| {
        let mut inputs = String::new();
        for port in top.ports.iter().filter(|port| !is_output(port)) {
            let value: Vec<u64> = limbs.by_ref().take(port.width.div_ceil(64)).collect();
            let value = limbs_to_bits(port.width, &value);
            inputs.push_str(&format!("{} = {}'h{}; ", port.name, port.width, hexadecimal(&value)));
            engine.poke(engine.signal(&port.name), &value);
        }
        let outputs = top.ports.iter().filter(|port| is_output(port));
        let outputs = outputs.map(|port| {
            format!("{}={}", port.name, hexadecimal(&engine.peek(engine.signal(&port.name))))
        });
        format!("{inputs} -> {}", outputs.collect::<Vec<_>>().join(" "))
    });
    combinational(top, &cases.collect::<Vec<_>>().join("\n"));
}

fn hexadecimal(value: &Bits) -> String {
    let digit = |bits: &[bool]| bits.iter().rev().fold(0, |digit, bit| digit * 2 + u32::from(*bit));
    let bits: Vec<bool> = value.iter().map(|bit| *bit).collect();
    bits.chunks(4).rev().map(|four| char::from_digit(digit(four), 16).expect("four bits")).collect()
}

fn text_of(top: &Arc<Module>) -> String {
    write(top, &HEADER).pop().expect("a file").text
}

fn print(top: &Module) -> String {
    let outputs: Vec<&str> =
        top.ports.iter().filter(|port| is_output(port)).map(|port| port.name.as_str()).collect();
    let format: Vec<String> = outputs.iter().map(|name| format!("{name}=%h")).collect();
    format!("$display(\"{}\", {});", format.join(" "), outputs.join(", "))
}

fn is_output(port: &lanebeat_hdl::Port) -> bool {
    port.direction == Direction::Output
}

fn expect(top: &Arc<Module>, before: &str, after: &str, cases: &str) {
    let cases = cases.lines().map(|case| case.trim().split_once(" -> ").expect("a case"));
    let (inputs, expected): (Vec<&str>, Vec<&str>) = cases.unzip();
    let shown = print(top);
    let steps = inputs.iter().map(|inputs| format!("{inputs} {before} {shown} {after}\n"));
    let steps: String = steps.collect();
    let files = write(top, &HEADER);
    lint(&files, &top.name);
    let mut nets: Vec<String> = vec![];
    let mut connections: Vec<String> = vec![];
    for (name, present) in [("clock", top.has_clock()), ("reset", top.has_reset())] {
        if present {
            nets.push(format!("reg {name} = 0;"));
            connections.push(format!(".{name}({name})"));
        }
    }
    for port in &top.ports {
        let kind = if is_output(port) { "wire" } else { "reg" };
        nets.push(format!("{kind} [{}:0] {};", port.width - 1, port.name));
        connections.push(format!(".{0}({0})", port.name));
    }
    let bench = format!(
        "module bench;\n{}\n{} top ({});\ninitial begin\n{steps}$finish(0);\nend\nendmodule\n",
        nets.join("\n"),
        top.name,
        connections.join(", ")
    );
    if let Some(said) = simulate(&files, &bench) {
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines, expected, "{}", files.last().expect("a file").text);
    }
}

#[test]
fn bitwise_operations_and_reductions_compute_what_they_say() {
    let b = ModuleBuilder::new("lanebeat_bitwise", "Bitwise operations.");
    let (x, y) = (b.input("x", 8, "first"), b.input("y", 8, "second"));
    b.output("and_or", (x & y) | (x & !y), "x");
    b.output("exclusive", x ^ y ^ b.constant(8, 0xff), "not x xor y");
    b.output("all", (x | y).all(), "reduction");
    b.output("any", (x & y).any(), "reduction");
    b.output("odd", (!x.slice(0, 7)).parity(), "parity of seven inverted bits");
    b.output("odd_inverted", (!y).parity(), "parity of inverted bits");
    b.output("inverse", !(x & y), "nand");
    combinational(
        &b.finish(),
        "x = 8'hf0; y = 8'h3c; -> and_or=f0 exclusive=33 all=0 any=1 odd=0 odd_inverted=0 inverse=cf
         x = 8'h0f; y = 8'hf1; -> and_or=0f exclusive=01 all=1 any=1 odd=1 odd_inverted=1 inverse=fe",
    );
}

#[test]
fn arithmetic_wraps_and_compares_with_and_without_sign() {
    let b = ModuleBuilder::new("lanebeat_arithmetic", "Arithmetic.");
    let (x, y) = (b.input("x", 8, "first"), b.input("y", 8, "second"));
    b.output("total", x + y + b.constant(8, 1), "sum");
    b.output("rest", x - (y - x), "difference");
    b.output("product", x.multiply(y), "full product");
    b.output("short_product", x.multiply(y.slice(0, 3)), "8 x 3 bits");
    b.output("equal", x.equals(y) | x.is(3), "equality");
    b.output("unequal", x.differs(y), "inequality");
    b.output("below", x.less_than(y), "unsigned");
    let below_signed = x.less_than_signed(y) & !y.less_than(x);
    b.output("below_signed", below_signed, "signed and unsigned together");
    let never = x.less_than(b.constant(8, 0)) | b.constant(8, 255).less_than(y);
    b.output("never", never, "comparisons with no way out");
    combinational(
        &b.finish(),
        "x = 8'hff; y = 8'h02; -> total=02 rest=fc product=01fe short_product=1fe equal=0 \
             unequal=1 below=0 below_signed=0 never=0
         x = 8'h03; y = 8'h07; -> total=0b rest=ff product=0015 short_product=015 equal=1 \
             unequal=1 below=1 below_signed=1 never=0
         x = 8'h03; y = 8'h80; -> total=84 rest=86 product=0180 short_product=000 equal=1 \
             unequal=1 below=1 below_signed=0 never=0",
    );
}

#[test]
fn shifts_fill_with_zeros_or_the_sign_even_inside_larger_expressions() {
    let b = ModuleBuilder::new("lanebeat_shifts", "Shifts.");
    let (x, amount) = (b.input("x", 8, "value"), b.input("amount", 4, "0 to 15"));
    b.output("left", x.shift_left(amount), "left");
    b.output("right", x.shift_right(amount), "right");
    b.output("right_signed", x.shift_right_signed(amount), "right with sign");
    b.output("mixed", x.shift_right_signed(amount) ^ x.shift_right(amount), "sign copies only");
    let fixed = x.shift_right_signed(b.constant(4, 9)) | x.shift_left(b.constant(4, 9));
    b.output("fixed", fixed, "beyond the width");
    combinational(
        &b.finish(),
        "x = 8'h96; amount = 3; -> left=b0 right=12 right_signed=f2 mixed=e0 fixed=ff
         x = 8'h96; amount = 8; -> left=00 right=00 right_signed=ff mixed=ff fixed=ff
         x = 8'h16; amount = 1; -> left=2c right=0b right_signed=0b mixed=00 fixed=00",
    );
}

#[test]
fn wiring_selects_and_choices_move_the_right_bits() {
    let b = ModuleBuilder::new(
        "lanebeat_wiring",
        "Slices, concatenations, selects, a wire driven after its use.",
    );
    let (x, index) = (b.input("x", 32, "four bytes"), b.input("index", 2, "which"));
    let late = b.wire("late", 8);
    b.output("byte_at_index", x.element(index), "one of four bytes");
    b.output("bit_at_index", (!x.slice(4, 2)).element(index.bit(1)), "one of two bits");
    let swapped = b.concat(&x.elements(8).into_iter().rev().collect::<Vec<_>>());
    b.output("swapped", swapped, "bytes in the other order");
    b.output("repeated", b.concat(&[index.bit(0).repeat(3), index.repeat(2)]), "repetition");
    b.output("extended", x.slice(28, 4).sign_extend(8), "sign extension");
    b.output("wide", b.concat(&[late, b.constant(8, 5)]).zero_extend(24), "zero extension");
    let low = x.slice(0, 8);
    let cases = index.is(2).mux(b.constant(8, 0xaa), index.is(1).mux(low + low, low));
    b.output("chosen", index.is(3).mux(x.slice(8, 8), cases), "a chain of choices");
    late.drive(x.slice(16, 8) + x.slice(24, 8));
    let out = b.constant_bits((0..70).map(|bit| bit % 3 == 0).collect());
    b.output("pattern", out, "a wide constant");
    combinational(
        &b.finish(),
        "x = 32'h84c2a190; index = 0; -> byte_at_index=90 bit_at_index=0 swapped=90a1c284 \
             repeated=00 extended=f8 wide=000546 chosen=90 pattern=249249249249249249
         x = 32'h84c2a190; index = 1; -> byte_at_index=a1 bit_at_index=0 swapped=90a1c284 \
             repeated=2f extended=f8 wide=000546 chosen=20 pattern=249249249249249249
         x = 32'h7ac2a110; index = 2; -> byte_at_index=c2 bit_at_index=1 swapped=10a1c27a \
             repeated=50 extended=07 wide=00053c chosen=aa pattern=249249249249249249
         x = 32'h7ac2a110; index = 3; -> byte_at_index=7a bit_at_index=1 swapped=10a1c27a \
             repeated=7f extended=07 wide=00053c chosen=a1 pattern=249249249249249249",
    );
}

#[test]
fn registers_obey_reset_before_enable() {
    let b = ModuleBuilder::new("lanebeat_registers", "Registers of every kind.");
    let (x, enable) = (b.input("x", 8, "value"), b.input("enable", 1, "take it"));
    let kept = b.reset_register("kept", 8, 0x5a);
    kept.next_when(enable, x + kept.q());
    let counter = b.reset_register("counter", 2, 0);
    counter.next(counter.q() + b.constant(2, 1));
    let held = b.register("held", 8);
    held.next_when(enable, !x);
    b.output("kept", kept.q(), "reset and enable");
    b.output("counter_q", counter.q(), "reset only");
    b.output("held", held.q(), "enable only");
    b.output("late", b.delayed("plain", x), "neither");
    clocked(
        &b.finish(),
        "reset = 1; enable = 1; x = 1; -> kept=5a counter_q=0 held=fe late=01
         reset = 0; enable = 1; x = 2; -> kept=5c counter_q=1 held=fd late=02
         reset = 0; enable = 0; x = 3; -> kept=5c counter_q=2 held=fd late=03",
    );
}

#[test]
fn a_select_of_eight_halves_three_times() {
    let b = ModuleBuilder::new("lanebeat_select", "One of eight.");
    let (x, index) = (b.input("x", 32, "eight digits"), b.input("index", 3, "which"));
    b.output("digit", x.element(index), "the digit");
    b.output("inverse", (!x).element(!index), "the inverse of its mirror image");
    combinational(
        &b.finish(),
        "x = 32'h76543210; index = 0; -> digit=0 inverse=8
         index = 3; -> digit=3 inverse=b
         index = 4; -> digit=4 inverse=c
         index = 6; -> digit=6 inverse=e",
    );
}

#[test]
fn a_net_named_like_the_instance_around_it_is_no_clash() {
    let b = ModuleBuilder::new("lanebeat_inner", "Has a net named unit.");
    b.output("y", (!b.input("a", 1, "a")).named("unit"), "y");
    let inner = b.finish();
    let b = ModuleBuilder::new("lanebeat_outer", "Copies of it.");
    let copies = b.instances("copies", 2, &inner).spread("a", b.input("a", 2, "a")).build();
    b.output("y", copies.output("y"), "y");
    combinational(&b.finish(), "a = 1; -> y=2");
}

fn shape(
    depth: usize,
    columns: usize,
    column_width: usize,
    read_during_write: ReadDuringWrite,
) -> MemoryShape {
    MemoryShape { depth, columns, column_width, read_during_write }
}

fn single_port(name: &str, memory: MemoryShape) -> Arc<Module> {
    let b = ModuleBuilder::new(name, "A memory with one port.");
    let address = b.input("address", memory.address_width(), "row");
    let (enable, write) = (b.input("enable", 1, "do something"), b.input("write", 1, "write it"));
    let columns = b.input("columns", memory.columns, "columns to write");
    let data = b.input("data", memory.columns * memory.column_width, "to write");
    let port = ReadWrite { address, enable, write, column_enable: columns, data: !data };
    let read = b.memory("rows", memory).read_write_port(port, "read_data");
    b.output("read_data", read, "what was read last");
    b.finish()
}

#[test]
fn a_single_port_memory_writes_columns_and_holds_what_it_read() {
    clocked(
        &single_port("lanebeat_single_port", shape(5, 2, 4, ReadDuringWrite::Undefined)),
        "enable = 1; write = 1; address = 4; columns = 3; data = 8'h00; -> read_data=xx
         enable = 1; write = 1; address = 4; columns = 2; data = 8'h77; -> read_data=xx
         enable = 1; write = 0; address = 4; -> read_data=8f
         enable = 0; write = 0; address = 1; -> read_data=8f
         enable = 1; write = 1; address = 1; columns = 3; -> read_data=8f
         enable = 0; write = 1; address = 4; columns = 3; -> read_data=8f
         enable = 1; write = 0; address = 1; -> read_data=88
         enable = 1; write = 0; address = 4; -> read_data=8f",
    );
}

#[test]
fn a_memory_with_separate_ports_reads_the_old_data() {
    let b =
        ModuleBuilder::new("lanebeat_two_ports", "A memory with a read port and two write ports.");
    let memory = b.memory("words", shape(4, 1, 8, ReadDuringWrite::OldData));
    let (from, to) = (b.input("from", 2, "read row"), b.input("to", 2, "written row"));
    let (read, write) = (b.input("read", 1, "read"), b.input("write", 2, "write"));
    let data = b.input("data", 8, "written");
    memory.write_port(to, write.bit(0), data);
    memory.write_port(to, write.bit(1), !data);
    b.output("read_data_q", memory.read_port(from, read, "read_data"), "read data");
    clocked(
        &b.finish(),
        "read = 0; write = 1; to = 2; data = 8'h12; -> read_data_q=xx
         read = 1; write = 1; from = 2; to = 2; data = 8'h34; -> read_data_q=12
         read = 1; write = 3; from = 2; to = 2; data = 8'h0f; -> read_data_q=34
         read = 1; write = 0; from = 2; -> read_data_q=f0",
    );
}

/// One array, columns that are bytes of words, and columns of their own.
#[test]
fn a_memory_holds_its_content_until_it_is_written() {
    for (columns, column_width, row1, written) in
        [(1, 8, "c4", "12"), (8, 8, "0123456789abcdc4", "0123456789abcd12"), (2, 5, "2c4", "2d2")]
    {
        let (shape, width) =
            (shape(4, columns, column_width, ReadDuringWrite::OldData), columns * column_width);
        let b = ModuleBuilder::new("lanebeat_filled", "A memory with content.");
        let memory = b.memory("words", shape);
        let value = |hex| bits(width, u128::from_str_radix(hex, 16).expect("digits"));
        memory.powers_up_with(vec![value("5"), value(row1)]);
        let enables = b.input("write", 1, "write").zero_extend(columns);
        memory.write_port(b.input("to", 2, "written row"), enables, b.input("data", width, "new"));
        let read =
            memory.read_port(b.input("from", 2, "read row"), b.input("read", 1, "read"), "r");
        b.output("r_data", read, "read data");
        let digits = width.div_ceil(4);
        clocked(
            &b.finish(),
            &format!(
                "read = 1; write = 0; from = 1; -> r_data={row1}
                 read = 1; from = 0; -> r_data={:0digits$x}
                 read = 1; write = 1; to = 1; data = {width}'h12; from = 1; -> r_data={row1}
                 read = 1; write = 0; from = 1; -> r_data={written}
                 read = 1; from = 2; -> r_data={}",
                5,
                "x".repeat(digits)
            ),
        );
    }
}

#[test]
fn large_memories_ask_for_block_ram_and_undefined_collisions_for_no_check() {
    let text = |memory| write(&single_port("lanebeat_ram", memory), &HEADER)[0].text.clone();
    let large = text(shape(512, 64, 32, ReadDuringWrite::Undefined));
    let block = "(* ram_style = \"block\" *) (* no_rw_check *)\n            reg [31:0] rows_column [0:511];";
    assert!(large.contains(block), "{large}");
    let small = text(shape(16, 1, 32, ReadDuringWrite::OldData));
    assert!(!small.contains("(*"), "{small}");
    // 16 Kibit of single bits, each a block of its own; bytes, and bits by the thousand, are worth one.
    let narrow = text(shape(256, 64, 1, ReadDuringWrite::Undefined));
    assert!(narrow.contains("(* no_rw_check *)") && !narrow.contains("ram_style"), "{narrow}");
    let asks = |depth, columns, bits| {
        text(shape(depth, columns, bits, ReadDuringWrite::OldData)).contains("\"block\"")
    };
    assert!(asks(512, 4, 8) && !asks(512, 5, 7) && asks(8192, 2, 1) && !asks(4096, 8, 1));
    let large = shape(512, 64, 32, ReadDuringWrite::Undefined);
    for shape in [large, shape(16, 3, 1, ReadDuringWrite::OldData)] {
        lint(&write(&single_port("lanebeat_ram", shape), &HEADER), "lanebeat_ram");
    }
}

/// Adds its index and a bias, and counts the bits that came by.
fn lane() -> Arc<Module> {
    let b = ModuleBuilder::new("lanebeat_lane", "One lane.");
    let (x, bias, flag) = (
        b.input("x", 8, "own value"),
        b.input("bias", 8, "for all"),
        b.input("flag", 1, "own flag"),
    );
    let index = b.instance_index(2).named("lane");
    let count = b.reset_register("count", 4, 0);
    count.next_when(flag, count.q() + b.constant(4, 1));
    b.output("sum", x + bias + index.zero_extend(8), "sum with the lane's number");
    b.output("count", count.q(), "flags so far");
    b.output("negated", !flag, "inverted flag");
    b.finish()
}

fn group(name: &str, copies: usize) -> Arc<Module> {
    let b = ModuleBuilder::new(name, "Lanes side by side.");
    let (x, flags) = (b.input("x", 8 * copies, "values"), b.input("flags", copies, "flags"));
    let bias = b.input("bias", 8, "for all");
    let lanes = b
        .instances("lane", copies, &lane())
        .spread("x", !x)
        .broadcast("bias", bias + bias)
        .spread("flag", flags);
    let lanes = lanes.build();
    b.output("sums", lanes.output("sum"), "sums");
    b.output("lane_count", lanes.output("count"), "counts");
    b.output("negated", lanes.output("negated"), "inverted flags");
    b.finish()
}

#[test]
fn copies_get_their_own_element_the_broadcast_and_their_number() {
    clocked(
        &group("lanebeat_group", 4),
        "reset = 1; x = 32'hfffefdfc; bias = 4; flags = 4'b1010; -> sums=0b0b0b0b lane_count=0000 \
             negated=5
         reset = 0; -> sums=0b0b0b0b lane_count=1010 negated=5
         x = 32'hffffffff; flags = 4'b0011; -> sums=0b0a0908 lane_count=1021 negated=c",
    );
}

#[test]
fn a_single_copy_is_a_plain_instance_with_index_zero() {
    let top = group("lanebeat_alone", 1);
    assert!(!write(&top, &HEADER)[1].text.contains("genvar"));
    clocked(&top, "reset = 1; x = 8'hff; bias = 1; flags = 1; -> sums=02 lane_count=0 negated=0");
}

#[test]
fn replication_nests_and_modules_are_written_once_children_first() {
    let inner = group("lanebeat_group", 4);
    let b = ModuleBuilder::new("lanebeat_nest", "Groups side by side.");
    let (x, flags) = (b.input("x", 64, "values"), b.input("flags", 8, "flags"));
    let groups = b
        .instances("group", 2, &inner)
        .spread("x", x)
        .broadcast("bias", b.constant(8, 0))
        .spread("flags", flags);
    let groups = groups.build();
    b.output("sums", groups.output("sums"), "sums");
    b.output("counts", groups.output("lane_count"), "counts");
    let fixed = b
        .instance("fixed", &inner)
        .spread("x", b.constant(32, 0))
        .broadcast("bias", b.constant(8, 1));
    let fixed = fixed.broadcast("flags", !flags.slice(2, 4)).build();
    b.output("rest", b.concat(&[fixed.output("sums"), fixed.output("lane_count")]), "the others");
    let negated = b.concat(&[fixed.output("negated"), groups.output("negated")]);
    b.output("negated", negated, "inverted flags");
    let top = b.finish();
    let names: Vec<String> = write(&top, &HEADER).into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["lanebeat_lane.v", "lanebeat_group.v", "lanebeat_nest.v"]);
    clocked(
        &top,
        "reset = 1; x = 64'hffffffff_f0ffffff; flags = 8'h0f; -> sums=0302010012020100 \
             counts=00000000 rest=000004030201 negated=f03
         reset = 0; -> sums=0302010012020100 counts=00001111 rest=110004030201 negated=f03",
    );
}

#[test]
fn a_keyword_as_a_name_panics_with_the_name() {
    for name in ["wire", "logic", "unique"] {
        let b = ModuleBuilder::new("lanebeat_keyword", "A bad name.");
        let x = b.input(name, 1, "x");
        b.output("y", !x, "y");
        let top = b.finish();
        let panic =
            std::panic::catch_unwind(|| write(&top, &HEADER)).expect_err("a keyword is refused");
        let text = panic.downcast_ref::<String>().expect("a formatted panic");
        assert!(text.contains(&format!("`{name}`")) && text.contains("rename it"), "{text}");
    }
}

#[test]
fn the_same_design_gives_the_same_bytes() {
    let found = write(&group("lanebeat_group", 4), &HEADER);
    assert_eq!(found, write(&group("lanebeat_group", 4), &HEADER));
}

#[test]
fn lines_stay_short_and_constant_or_repeated_operands_may_be_sliced() {
    let b = ModuleBuilder::new("lanebeat_long", "Long expressions.");
    let words: Vec<_> =
        (0..20).map(|k| b.input(&format!("word_with_a_long_name_{k}"), 8, "a word")).collect();
    let joined = b.concat(&words);
    let all = words.iter().copied().reduce(|a, c| a | c).expect("words");
    let deep = words.iter().copied().reduce(|a, c| (a + c) & (a - c)).expect("words");
    let choices = words.iter().copied().enumerate().map(|(k, word)| (all.is(k as u128), word));
    let chosen = choices
        .reduce(|(_, rest), (select, word)| (select, select.mux(word, rest)))
        .expect("words")
        .1;
    b.output("joined", joined, "a long concatenation");
    b.output("all", all, "a long chain");
    b.output("deep", deep, "a deep expression");
    b.output("chosen", chosen, "many choices");
    let twice = words[0].repeat(2);
    let part = b.concat(&[b.constant(8, 0x5a).slice(1, 4), twice.slice(4, 8), twice]);
    b.output("part", part, "slices of nameless things");
    let files = write(&b.finish(), &HEADER);
    lint(&files, "lanebeat_long");
    for line in files[0].text.lines() {
        assert!(line.len() <= 100, "{line}");
    }
}

#[test]
fn what_differs_only_in_where_its_slices_lie_is_a_loop() {
    let b = ModuleBuilder::new("lanebeat_loops", "Alike for every part.");
    let (x, y) = (b.input("x", 128, "many"), b.input("y", 128, "many more"));
    let (s, t) = (b.input("s", 3, "which"), b.input("t", 8, "for all"));
    let reversed: Vec<_> = (0..32).map(|k| x.bit(31 - k)).collect();
    b.output("reversed", b.concat(&reversed), "bits the other way round");
    let words: Vec<_> = (0..16).map(|k| x.slice(8 * (15 - k), 8)).collect();
    b.output("words", b.concat(&words), "bytes the other way round");
    let chosen: Vec<_> =
        (0..16).map(|k| s.bit(0).mux(t.slice(0, 5), x.slice(8 * k + 2, 5))).collect();
    b.output("chosen", b.concat(&chosen), "a choice in each part");
    let elements: Vec<_> = (0..4).map(|k| y.slice(32 * k, 32).element(s)).collect();
    b.output("elements", b.concat(&elements), "a select in each part");
    let mirrored: Vec<_> = (0..4).map(|k| (!y.slice(96 - 32 * k, 32)).element(s)).collect();
    b.output("mirrored", b.concat(&mirrored), "a select of something computed in each part");
    let interleaved: Vec<_> = (0..16).flat_map(|k| [x.bit(8 * k + 1), y.slice(8 * k, 4)]).collect();
    b.output("interleaved", b.concat(&interleaved), "two kinds of parts in turn");
    let mut mixed = vec![s, t];
    mixed.extend((0..12).map(|k| y.bit(120 - 3 * k)));
    mixed.push(x.slice(7, 9));
    b.output("mixed", b.concat(&mixed), "a regular run among others");
    let shared = (x & y).named("shared");
    let sums: Vec<_> = (0..8)
        .map(|k| {
            (shared.slice(16 * k, 16) + t.zero_extend(16)).equals(y.slice(16 * k, 16) ^ t.repeat(2))
        })
        .collect();
    b.output("sums", b.concat(&sums), "sums with something for all");
    let irregular: Vec<_> =
        [3, 9, 11, 40, 41, 77, 90, 91, 92, 100].map(|low| x.slice(low, 2)).to_vec();
    b.output("irregular", b.concat(&irregular), "no rule");
    let top = b.finish();
    let text = text_of(&top);
    for line in [
        "assign reversed[part] = x[31 - part];",
        "assign words[part*8 +: 8] = x[120 - part*8 +: 8];",
        "assign chosen[part*5 +: 5] = s[0] ? t[4:0] : x[part*8 + 2 +: 5];",
        "assign interleaved[part*5 +: 5] = {y[part*8 +: 4], x[part*8 + 1]};",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(text.matches("for (part = 0; part < 16;").count(), 1, "{text}");
    agrees_with_the_interpreter(&top, 7);
}

#[test]
fn codes_are_parameters_that_only_their_users_declare() {
    let b = ModuleBuilder::new("lanebeat_codes", "Codes.");
    let (x, y) = (b.input("x", 8, "opcode"), b.input("y", 8, "another"));
    let adds = x.is_code("SUBTRACT", 17) | x.is_code("ADD", 3) | y.is_code("ADD", 3);
    b.output("adds", adds, "x or y");
    b.output("is_low", x.slice(0, 2).is_code("LOW", 2), "low bits");
    let _ = x.is_code("NEVER_ASKED", 9);
    let top = b.finish();
    let text = text_of(&top);
    for shown in [
        "    localparam [1:0] LOW = 2'd2;\n    localparam [7:0] ADD = 8'd3, SUBTRACT = 8'd17;\n",
        "(x == SUBTRACT) | (x == ADD) | (y == ADD)",
    ] {
        assert!(text.contains(shown), "{text}");
    }
    assert!(!text.contains("NEVER_ASKED"), "{text}");
    agrees_with_the_interpreter(&top, 3);
}

#[test]
fn a_net_without_a_name_is_called_after_who_reads_it() {
    let b = ModuleBuilder::new("lanebeat_readers", "Nameless nets.");
    let (x, y) = (b.input("x", 8, "x"), b.input("y", 8, "y"));
    let shared = x + y;
    let total = (shared ^ x).named("total");
    let register = b.register("kept", 8);
    register.next_when((shared & y).any() & x.bit(1), (total - y) & x);
    b.output("kept", register.q(), "kept");
    b.output("lowest", x.element(shared.slice(0, 3)), "one bit");
    let text = text_of(&b.finish());
    assert!(text.contains("wire [7:0] total_term = x + y;"), "{text}");
    assert!(text.contains("output reg  [7:0] kept,") && !text.contains("assign kept"), "{text}");
}

#[test]
fn bits_that_the_algebra_left_unread_are_no_matter_for_linters() {
    let b = ModuleBuilder::new("lanebeat_unread_inner", "Reads less than it has.");
    let (x, y) = (b.input("x", 8, "x"), b.input("y", 8, "y"));
    b.output("z", (x & b.constant(8, 0)) | y.element(b.constant(2, 1)).zero_extend(8), "two bits");
    b.output("same", !x.slice(0, 4), "the low half");
    let inner = b.finish();
    let b = ModuleBuilder::new("lanebeat_unread", "Reads less still.");
    let x = b.input("x", 8, "x");
    let child = b.instance("child", &inner).broadcast("x", x).broadcast("y", !x).build();
    b.output("z", child.output("z") & b.constant(8, 0) | child.output("same").zero_extend(8), "z");
    let top = b.finish();
    let unused = "assign unused = &{\n        1'b0, x[7:4], y[1:0], y[7:4]\n    };";
    assert!(write(&top, &HEADER)[0].text.contains(unused));
    agrees_with_the_interpreter(&top, 5);
}

#[test]
fn ports_stand_in_groups_with_their_comments() {
    let b = ModuleBuilder::new("lanebeat_ports", "Ports.");
    let (first, second) = (
        b.input("issue_valid", 1, "an instruction is offered"),
        b.input("issue_word", 8, "its word"),
    );
    let long = "a purpose that is so long that it does not fit beside its port but stands on a line of its own above it";
    let other = b.input("running", 4, long);
    b.output("retire_word", b.delayed("retire_word", second + first.zero_extend(8)), "the word");
    b.output("retire_any", other.any(), "");
    let text = text_of(&b.finish());
    let expected = "    input  wire clock, // rising edge\n\n    \
                    input  wire       issue_valid, // an instruction is offered\n    \
                    input  wire [7:0] issue_word,  // its word\n\n    \
                    // a purpose that is so long that it does not fit beside its port but stands on a line of its\n    \
                    // own above it\n    \
                    input  wire [3:0] running,\n\n    \
                    output reg  [7:0] retire_word, // the word\n    \
                    output wire       retire_any\n);\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_small_module_reads_as_its_golden_text() {
    let files = write(&group("lanebeat_group", 4), &HEADER);
    let text: String = files.iter().map(|file| file.text.as_str()).collect();
    golden::file("../../testbench/hdl/golden/group.v", &text);
}

#[test]
fn the_port_table_lists_clock_and_reset_first() {
    let expected = "clock    input   1  rising edge\n\
                    reset    input   1  synchronous, active high\n\
                    x        input   8  own value\n\
                    bias     input   8  for all\n\
                    flag     input   1  own flag\n\
                    sum      output  8  sum with the lane's number\n\
                    count    output  4  flags so far\n\
                    negated  output  1  inverted flag\n";
    assert_eq!(port_table(&lane(), Clocking::PLAIN), expected);
}

/// One of each that may have a comment: a net, a net in a loop, a register, a memory, an instance.
#[test]
fn a_comment_stands_above_what_it_is_about() {
    let child = ModuleBuilder::new("child", "Passes a bit on.");
    child.output("out", child.input("in", 1, "a bit"), "the same bit");
    let child = child.finish();
    let m = ModuleBuilder::new("parent", "Has comments.");
    let word = m.input("word", 3, "a word");
    let first = (word.bit(0) & word.bit(1)).named("first").because("Two are enough.");
    let second = (word.bit(2) | first).named("second").because(&"Long words. ".repeat(12));
    let state = m.register("state", 1);
    state.next(second);
    let fed = m.instance("passes", &child).broadcast("in", state.q()).build().output("out");
    m.because("passes", "Keeps its boundary.");
    m.output("result", state.q().because("Shown a cycle later.") ^ fed, "the result");
    let text = text_of(&m.finish());
    let expected = [
        "    // Two are enough.\n    wire first = word[0] & word[1];\n\n    // Long words. Long",
        " Long words.\n    wire second = word[2] | first;\n",
        "        // Shown a cycle later.\n        state_q <= second;\n",
        "    // Keeps its boundary.\n    child passes (",
    ];
    assert!(expected.iter().all(|expected| text.contains(expected)), "{expected:?} in\n{text}");
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
}

#[test]
#[should_panic(expected = "a comment stands above a net with a name")]
fn a_net_without_a_name_has_no_comment() {
    let m = ModuleBuilder::new("nameless", "Has none.");
    m.output("result", (!m.input("word", 8, "a word")).because("Never read."), "the result");
}

#[test]
fn a_locator_says_which_line_makes_a_net() {
    let m = ModuleBuilder::new("located", "A net and a register.");
    let word = m.input("word", 4, "a word");
    let flipped = (!word).named("flipped");
    m.output("kept", m.register("kept", 4).next(flipped), "the word before, inverted");
    let (net, register) = (line!() - 2, line!() - 1);
    let module = m.finish();
    let text = |header: &Header| write(&module, header)[0].text.clone();
    let located = text(&Header { locators: true, ..HEADER });
    for (statement, line) in [("wire [3:0] flipped = ~word;", net), ("kept <= flipped;", register)]
    {
        assert!(located.contains(&format!("{statement} // {}:{line}\n", file!())), "{located}");
    }
    assert!(!text(&HEADER).contains(file!()));
}

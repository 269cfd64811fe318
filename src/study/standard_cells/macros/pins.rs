//! A macro as a module of the design, with the ports and bits that are used, and no more.

use std::sync::Arc;

use super::interface::{Kind, Pin, PortPins, Role, Tie, keys};
use super::sram::{LEAF, Macro};
use crate::hdl::{Direction, MemoryShape, Module, ModuleBuilder, Port, ReadDuringWrite, ReadWrite};

/// The module that stands for `rows` rows and `bits` bits of `tile`, of which each bit of its mask
/// writes `granule`. It does what the macro does; [`instance`] is its text.
pub fn leaf(
    tile: &Macro,
    (rows, bits): (usize, usize),
    granule: Option<usize>,
    roles: &[Role],
) -> Arc<Module> {
    let by = granule.filter(|_| granule != tile.granule);
    let by = by.map_or(String::new(), |granule| format!("_by{granule}"));
    let name = format!("{LEAF}{}_{rows}x{bits}_{}{by}", tile.name, keys(roles));
    let m = ModuleBuilder::new(&name, &format!("What is used of the macro {}.", tile.name));
    let column_width = granule.unwrap_or(bits);
    let columns = bits.div_ceil(column_width);
    let shape = MemoryShape {
        depth: rows,
        columns,
        column_width,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = m.memory("cells", shape);
    for (letter, role, pins) in ports(tile, roles) {
        let input = |end: &str, width: usize, purpose: &str| {
            m.input(&format!("{letter}_{end}"), width, purpose)
        };
        let address = input("address", shape.address_width(), "row");
        let enable = match has_enable(pins, role) {
            true => input("enable", 1, "the port is used"),
            false => m.constant(1, 1),
        };
        let data = || {
            let data = input("data", bits, "what is written");
            data.zero_extend(columns * column_width)
        };
        let column_enable = || match tile.granule {
            Some(_) => input("mask", columns, "what is written"),
            None => m.constant(1, 1),
        };
        let q = match role {
            Role::Read => memory.read_port(address, enable, &format!("{letter}_cells")),
            Role::Write => {
                let data = data();
                memory.write_port(address, column_enable() & enable.repeat(columns), data);
                continue;
            }
            Role::ReadWrite => {
                let read = input("read", 1, "it reads");
                let write = input("write", 1, "it writes");
                let data = data();
                let column_enable = column_enable();
                let enable = enable & (read | write);
                let output = format!("{letter}_cells");
                let port = ReadWrite { address, enable, write, column_enable, data };
                memory.read_write_port(port, &output)
            }
        };
        m.output(&format!("{letter}_q"), q.slice(0, bits), "what was read");
    }
    m.finish()
}

/// Whether a port with these pins has an enable of its own in that role.
fn has_enable(pins: &PortPins, role: Role) -> bool {
    match role {
        // Without a pin that reads, what is neither read nor written is not enabled.
        Role::ReadWrite => pins.enable.is_some() && pins.read.is_some(),
        Role::Read => pins.enable.is_some() || pins.read.is_some(),
        Role::Write => true,
    }
}

/// Whether what a port has read stays until it reads again.
pub fn holds(tile: &Macro, roles: &[Role]) -> bool {
    let is_idle = |(_, role, pins): (char, Role, &PortPins)| {
        role == Role::Write || pins.enable.is_some() || pins.read.is_some()
    };
    tile.interface.holds && ports(tile, roles).all(is_idle)
}

/// The ports of a leaf: letter, role, and the pins of the macro's port that serves it.
pub fn ports<'t>(
    tile: &'t Macro,
    roles: &'t [Role],
) -> impl Iterator<Item = (char, Role, &'t PortPins)> {
    let assigned = tile.assigned(roles).expect("it was chosen for these roles");
    let letters = ('a'..='z').zip(roles.iter().copied()).zip(assigned);
    letters.map(|((letter, role), port)| (letter, role, &tile.interface.port[port]))
}

/// The text of the `leaf` of `tile`: the macro, and constants at its unused inputs; where it `stops`,
/// nothing happens while `clock_enable` is low.
pub fn instance(
    tile: &Macro,
    leaf: &Module,
    granule: Option<usize>,
    roles: &[Role],
    stops: bool,
) -> String {
    let enabled = |net: String| if stops { format!("({net} & clock_enable)") } else { net };
    let names: String = leaf.ports.iter().map(|port| format!(", {}", port.name)).collect();
    let declared = |port: &Port| {
        let is_input = port.direction == Direction::Input;
        format!("    {};\n", declaration(&port.name, is_input, port.width))
    };
    let mut declared: String = leaf.ports.iter().map(declared).collect();
    let served: Vec<(char, Role, &PortPins)> = ports(tile, roles).collect();
    let mut connections: Vec<(String, String)> = vec![];
    for port in &tile.interface.port {
        let own = served.iter().find(|(.., pins)| std::ptr::eq(*pins, port));
        for (key, pin, width) in port.pins() {
            if connections.iter().any(|(name, _)| *name == pin.name) {
                continue;
            }
            let width = tile.width(width);
            let net = |end: &str| own.map(|(letter, ..)| format!("{letter}_{end}"));
            let net = net(match (key, own.map(|(_, role, _)| *role)) {
                ("clock", _) => {
                    connections.push((pin.name.clone(), "clock".to_owned()));
                    continue;
                }
                ("enable", Some(Role::ReadWrite)) if port.read.is_none() => "used",
                ("enable", Some(_)) => "enable",
                ("write", Some(Role::Write)) | ("read", Some(Role::Read)) => "enable",
                _ => key,
            });
            let known = net.and_then(|net| Some(leaf.port(&net)?.1));
            let to = match (key, known) {
                ("q", known) => {
                    let bits = known.map_or(0, |port| port.width);
                    let unused = format!("{}_unused", pin.name);
                    if width > bits {
                        declared += &format!("    wire [{}:0] {unused};\n", width - bits - 1);
                    }
                    match known {
                        Some(port) if width > bits => format!("{{{unused}, {}}}", port.name),
                        Some(port) => port.name.clone(),
                        None => unused,
                    }
                }
                ("enable", None) if own.is_some() => {
                    let letter = own.expect("it is served").0;
                    inverted(pin, enabled(format!("({letter}_read | {letter}_write)")))
                }
                (_, None) => constant(width, pin.is_low),
                ("mask", Some(port)) => {
                    let [own, whole] = [tile.granule, granule].map(|bits| bits.unwrap_or(1));
                    let count = whole.div_ceil(own);
                    let filled = match width - count * port.width {
                        0 => String::new(),
                        more => format!("{}, ", constant(more, pin.is_low)),
                    };
                    match repeated(pin, &port.name, count, port.width) {
                        mask if filled.is_empty() => mask,
                        mask => format!("{{{filled}{mask}}}"),
                    }
                }
                ("enable", Some(net)) => inverted(pin, enabled(net.name.clone())),
                ("write" | "read", Some(net)) if port.enable.is_none() => {
                    inverted(pin, enabled(net.name.clone()))
                }
                (_, Some(port)) if port.width < width => {
                    let filled = format!("{{{}'b0, {}}}", width - port.width, port.name);
                    inverted(pin, filled)
                }
                (_, Some(port)) => inverted(pin, port.name.clone()),
            };
            connections.push((pin.name.clone(), to));
        }
    }
    for (name, tie) in &tile.interface.tie {
        let width = if let Tie::Bus(width, _) = tie { tile.width(*width) } else { 1 };
        connections.push((name.clone(), constant(width, tie.value() == 1)));
    }
    let connections: Vec<String> =
        connections.iter().map(|(name, to)| format!("        .{name}({to})")).collect();
    format!(
        "module {}(clock{}{names});\n    input clock;\n{}{declared}    {} tile(\n{}\n    );\nendmodule\n",
        leaf.name,
        if stops { ", clock_enable" } else { "" },
        if stops { "    input clock_enable;\n" } else { "" },
        tile.name,
        connections.join(",\n")
    )
}

fn inverted(pin: &Pin, net: String) -> String {
    if pin.is_low { format!("~{net}") } else { net }
}

/// `width` bits that are all set, or none.
fn constant(width: usize, is_set: bool) -> String {
    format!("{{{width}{{1'b{}}}}}", u8::from(is_set))
}

/// The macro as a box of which only the ports are known.
pub fn black_box(tile: &Macro) -> String {
    let pins = tile.pins().into_iter();
    let pins = pins.map(|(name, is_input, width)| declaration(name, is_input, width));
    let pins: Vec<String> = pins.collect();
    format!("(* blackbox *) module {}({}); endmodule\n", tile.name, pins.join(", "))
}

/// A model of the macro for a simulator. Read data that it does not promise is unknown.
pub fn model(tile: &Macro) -> String {
    let pins = tile.pins().into_iter();
    let outputs: Vec<&str> =
        tile.interface.port.iter().filter_map(|p| Some(&*p.q.as_ref()?.name)).collect();
    let pins = pins.map(|(name, is_input, width)| {
        let text = declaration(name, is_input, width);
        if outputs.contains(&name) { text.replacen("output", "output reg", 1) } else { text }
    });
    let high = tile.bits - 1;
    let mut text = format!(
        "// {} rows of {} bits.\nmodule {} (\n    {}\n);\n    reg [{high}:0] cells [0:{}];\n",
        tile.rows,
        tile.bits,
        tile.name,
        pins.collect::<Vec<_>>().join(",\n    "),
        tile.rows - 1
    );
    let active = |pin: &Option<Pin>| pin.as_ref().map(|pin| inverted(pin, pin.name.clone()));
    let both = |terms: [Option<String>; 2]| {
        let terms: Vec<String> = terms.into_iter().flatten().collect();
        if terms.is_empty() { "1'b1".to_owned() } else { terms.join(" & ") }
    };
    // Bits that each port writes.
    for (number, port) in tile.interface.port.iter().enumerate() {
        if port.kind == Kind::R {
            continue;
        }
        let write = both([active(&port.enable), active(&port.write)]);
        let mask = match (&port.mask, tile.granule) {
            (Some(mask), Some(granule)) => {
                let mask = repeated(mask, &mask.name, granule, tile.bits / granule);
                format!(" & {mask}")
            }
            _ => String::new(),
        };
        text += &format!(
            "    wire [{high}:0] written_{number} = {{{}{{{write}}}}}{mask};\n",
            tile.bits
        );
    }
    for (number, port) in tile.interface.port.iter().enumerate() {
        let (clock, address) = (&port.clock.name, &port.address.name);
        let mut lines = vec![];
        if let (true, Some(data)) = (port.kind != Kind::R, &port.data) {
            let (written, data) = (format!("written_{number}"), &data.name);
            lines.push(format!(
                "if (|{written}) cells[{address}] <= (cells[{address}] & ~{written}) | ({data} & {written});"
            ));
        }
        if let Some(q) = &port.q {
            let q = &q.name;
            let reads = match (&port.read, &port.write) {
                (Some(_), _) => both([active(&port.enable), active(&port.read)]),
                (None, Some(write)) => {
                    let idle =
                        if write.is_low { write.name.clone() } else { format!("~{}", write.name) };
                    both([active(&port.enable), Some(idle)])
                }
                (None, None) => both([active(&port.enable), None]),
            };
            let (bits, ports) = (tile.bits, tile.interface.port.iter().enumerate());
            let unknown = format!("{{{bits}{{1'bx}}}}");
            // Bits that another port writes meanwhile are not promised.
            let others = ports.filter(|(other, port)| *other != number && port.kind != Kind::R);
            let met = others.map(|(other, port)| {
                let same = format!("{} == {address}", port.address.name);
                format!(" ^ ({{{bits}{{{same}}}}} & written_{other} & {unknown})")
            });
            let value = format!("cells[{address}]{}", met.collect::<String>());
            lines.push(format!("if ({reads}) {q} <= {value};"));
            if !tile.interface.holds {
                lines.push(format!("else {q} <= {unknown};"));
            }
        }
        let lines: String = lines.iter().map(|line| format!("        {line}\n")).collect();
        text += &format!("    always @(posedge {clock}) begin\n{lines}    end\n");
    }
    text + "endmodule\n"
}

/// The `bits` bits of `net`, which is as low-active as `pin`, each `count` times.
fn repeated(pin: &Pin, net: &str, count: usize, bits: usize) -> String {
    if count == 1 {
        return inverted(pin, net.to_owned());
    }
    let bit = |bit: usize| if bits == 1 { net.to_owned() } else { format!("{net}[{bit}]") };
    let bits = (0..bits).rev().map(|own| format!("{{{count}{{{}}}}}", inverted(pin, bit(own))));
    format!("{{{}}}", bits.collect::<Vec<_>>().join(", "))
}

fn declaration(name: &str, is_input: bool, width: usize) -> String {
    let way = if is_input { "input" } else { "output" };
    match width {
        1 => format!("{way} {name}"),
        _ => format!("{way} [{}:0] {name}", width - 1),
    }
}

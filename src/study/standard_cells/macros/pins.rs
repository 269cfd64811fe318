//! A macro as a module of the design, with the ports and bits that are used, and no more.

use std::sync::Arc;

use super::catalogue::{LEAF, Macro, PORTS};
use crate::hdl::{
    Direction, MemoryPort, MemoryShape, Module, ModuleBuilder, Port, ReadDuringWrite, ReadWrite,
};

/// Use of a port of a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    ReadWrite,
    Read,
    Write,
}

impl Role {
    pub fn of(port: &MemoryPort) -> Self {
        match (port.write, port.output) {
            (None, _) => Self::Read,
            (Some(_), None) => Self::Write,
            (Some(_), Some(_)) => Self::ReadWrite,
        }
    }

    pub fn reads(self) -> bool {
        self != Self::Write
    }

    pub fn writes(self) -> bool {
        self != Self::Read
    }

    fn key(self) -> &'static str {
        match self {
            Self::ReadWrite => "rw",
            Self::Read => "r",
            Self::Write => "w",
        }
    }
}

/// The keys of `roles` side by side.
pub fn keys(roles: &[Role]) -> String {
    roles.iter().map(|role| role.key()).collect::<Vec<_>>().join("_")
}

/// Bits of an address of `rows` rows.
pub fn address_width(rows: usize) -> usize {
    rows.next_power_of_two().trailing_zeros().max(1) as usize
}

/// The module that stands for `rows` rows and `bits` bits of `tile`. It does what the macro does;
/// [`instance`] is its text for synthesis.
pub fn leaf(tile: &Macro, rows: usize, bits: usize, roles: &[Role]) -> Arc<Module> {
    let name = format!("{LEAF}{}_{rows}x{bits}_{}", tile.name, keys(roles));
    let m = ModuleBuilder::new(&name, &format!("What is used of the macro {}.", tile.name));
    let (columns, column_width) = if tile.is_masked { (bits, 1) } else { (1, bits) };
    let shape = MemoryShape {
        depth: rows,
        columns,
        column_width,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let memory = m.memory("cells", shape);
    for (letter, role) in ports(roles) {
        let input = |end: &str, width: usize, purpose: &str| {
            m.input(&format!("{letter}_{end}"), width, purpose)
        };
        let address = input("address", shape.address_width(), "row");
        let enable = input("enable", 1, "the port is used");
        let column_enable = |width: usize| match tile.is_masked {
            true => input("mask", width, "the bits that are written"),
            false => m.constant(1, 1),
        };
        let q = match role {
            Role::Read => memory.read_port(address, enable, &format!("{letter}_cells")),
            Role::Write => {
                let data = input("data", bits, "what is written");
                let column_enable = column_enable(columns) & enable.repeat(columns);
                memory.write_port(address, column_enable, data);
                continue;
            }
            Role::ReadWrite => {
                let read = input("read", 1, "it reads");
                let write = input("write", 1, "it writes");
                let data = input("data", bits, "what is written");
                let mask = column_enable(columns);
                let enable = enable & (read | write);
                let output = format!("{letter}_cells");
                let port = ReadWrite { address, enable, write, column_enable: mask, data };
                memory.read_write_port(port, &output)
            }
        };
        m.output(&format!("{letter}_q"), q, "what was read");
    }
    m.finish()
}

/// The ports of a macro in their order, as they begin here.
pub fn ports(roles: &[Role]) -> impl Iterator<Item = (char, Role)> {
    PORTS.into_iter().map(|port| port.to_ascii_lowercase()).zip(roles.iter().copied())
}

/// The text of the `leaf` of `tile`, for synthesis: the macro, and constants at its unused inputs.
pub fn instance(tile: &Macro, leaf: &Module, roles: &[Role]) -> String {
    let names: String = leaf.ports.iter().map(|port| format!(", {}", port.name)).collect();
    let declared = |port: &Port| {
        let is_input = port.direction == Direction::Input;
        format!("{};\n", declaration(&port.name, is_input, port.width))
    };
    let declared: String = leaf.ports.iter().map(declared).collect();
    let own = |pin: &str, letter: char, role: Role| {
        let name = match (pin, role) {
            ("MEN", _) | ("WEN", Role::Write) | ("REN", Role::Read) => "enable",
            ("WEN", Role::ReadWrite) => "write",
            ("REN", Role::ReadWrite) => "read",
            ("ADDR", _) => "address",
            ("DIN", _) => "data",
            ("BM", _) => "mask",
            ("DOUT", _) => "q",
            _ => return None,
        };
        leaf.port(&format!("{letter}_{name}")).map(|(_, port)| port)
    };
    let connection = |(name, is_input, width): &(String, bool, usize)| {
        let used = ports(roles).find_map(|(letter, role)| {
            let pin = name.strip_prefix(letter.to_ascii_uppercase())?.strip_prefix('_')?;
            Some((pin, own(pin, letter, role)))
        });
        let to = match used {
            Some(("CLK", _)) => "clock".to_owned(),
            Some((_, Some(port))) if *is_input && port.width < *width => {
                format!("{{{}'b0, {}}}", width - port.width, port.name)
            }
            Some((_, Some(port))) if port.width > *width => {
                format!("{}[{}:0]", port.name, width - 1)
            }
            Some((_, Some(port))) => port.name.clone(),
            _ if *is_input => format!("{width}'b0"),
            _ => return None,
        };
        Some(format!(".{name}({to})"))
    };
    let connections: Vec<String> = tile.pins.iter().filter_map(connection).collect();
    format!(
        "module {}(clock{names});\ninput clock;\n{declared}{} tile(\n{});\nendmodule\n",
        leaf.name,
        tile.name,
        connections.join(",\n")
    )
}

/// The macro as a box of which only the ports are known.
pub fn black_box(tile: &Macro) -> String {
    let pins = tile.pins.iter();
    let pins = pins.map(|(name, is_input, width)| declaration(name, *is_input, *width));
    let pins: Vec<String> = pins.collect();
    format!("(* blackbox *) module {}({}); endmodule\n", tile.name, pins.join(", "))
}

fn declaration(name: &str, is_input: bool, width: usize) -> String {
    format!("{} [{}:0] {name}", if is_input { "input" } else { "output" }, width - 1)
}

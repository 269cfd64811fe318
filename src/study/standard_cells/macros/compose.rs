//! Macros in the place of a design's memories.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::pins::{Role, address_width, instance, keys, leaf, ports};
use super::tiling::{Strip, Tiling};
use crate::hdl::{
    Connection, Direction, Instance, Memory, MemoryPort, Module, ModuleBuilder, NodeId, NodeKind,
    Port, Signal,
};

/// A design whose memories are macros.
#[derive(Clone, Debug)]
pub struct Composed {
    pub top: Arc<Module>,
    /// Text for synthesis of each module that stands for a macro, by its name.
    pub leaves: BTreeMap<String, String>,
}

/// The design under `top` with macros of `catalogue` in place of its memories.
///
/// # Errors
/// When no macros make one of them.
pub fn composed(top: &Arc<Module>, catalogue: &Catalogue) -> Result<Composed, String> {
    let mut composer = Composer { catalogue, done: BTreeMap::new(), leaves: BTreeMap::new() };
    let top = composer.module(top)?;
    Ok(Composed { top, leaves: composer.leaves })
}

struct Composer<'c> {
    catalogue: &'c Catalogue,
    /// Composed modules, by the name that each had.
    done: BTreeMap<String, Arc<Module>>,
    leaves: BTreeMap<String, String>,
}

impl Composer<'_> {
    fn module(&mut self, module: &Arc<Module>) -> Result<Arc<Module>, String> {
        if let Some(done) = self.done.get(&module.name) {
            return Ok(done.clone());
        }
        let mut own = Module::clone(module);
        for instance in &mut own.instances {
            instance.module = self.module(&instance.module)?;
        }
        let first = own.instances.len();
        for memory in std::mem::take(&mut own.memories) {
            let module = self.memory(&memory)?;
            own.instances.push(connected(&memory, module));
        }
        for node in &mut own.nodes {
            if let NodeKind::MemoryRead { memory, port } = node.kind {
                let instance = first + memory;
                let (port, _) =
                    own.instances[instance].module.port(&port_end(port, "q")).expect("it reads");
                node.kind = NodeKind::InstanceOutput { instance, port };
            }
        }
        let made = Arc::new(own);
        self.done.insert(module.name.clone(), made.clone());
        Ok(made)
    }

    fn memory(&mut self, memory: &Memory) -> Result<Arc<Module>, String> {
        let tiling = Tiling::of(memory, self.catalogue)?;
        let roles: Vec<Role> = memory.ports.iter().map(Role::of).collect();
        let name = format!(
            "lanebeat_macros_{}x{}x{}_{}",
            memory.depth,
            memory.columns,
            memory.column_width,
            keys(&roles)
        );
        if let Some(done) = self.done.get(&name) {
            return Ok(done.clone());
        }
        let m = ModuleBuilder::new(&name, "A memory made of macros.");
        let inputs = memory.ports.iter().enumerate();
        let inputs: Vec<Inputs> =
            inputs.map(|(number, port)| Inputs::new(&m, memory, number, port)).collect();
        let mut rows: Vec<Vec<Signal>> = vec![vec![]; roles.len()];
        for copy in 0..tiling.copies {
            let served = served(&roles, tiling.copies, copy);
            // For a port that all copies serve, the rows of the last copy count.
            served.iter().for_each(|&port| rows[port].clear());
            for bank in 0..tiling.banks {
                let read = self.bank(&m, &tiling, memory, &served, &inputs, (copy, bank));
                read.into_iter().zip(&served).for_each(|(row, &port)| rows[port].extend(row));
            }
        }
        for (port, rows) in rows.into_iter().enumerate() {
            if roles[port].reads() {
                let q = inputs[port].selected(&m, &tiling, port, rows);
                m.output(&port_end(port, "q"), q, "what was read");
            }
        }
        let made = m.finish();
        self.done.insert(name, made.clone());
        Ok(made)
    }

    /// Makes the macros of one bank, and returns the row read at each port that is `served`.
    fn bank<'m>(
        &mut self,
        m: &'m ModuleBuilder,
        tiling: &Tiling,
        memory: &Memory,
        served: &[usize],
        inputs: &[Inputs<'m>],
        (copy, bank): (usize, usize),
    ) -> Vec<Option<Signal<'m>>> {
        let served: Vec<&Inputs> = served.iter().map(|&port| &inputs[port]).collect();
        let roles: Vec<Role> = served.iter().map(|own| own.role).collect();
        let enables: Vec<Signal> = served.iter().map(|own| own.enabled(tiling, bank)).collect();
        // Strobes of a port that does both: whether it reads, and whether it writes.
        let strobe = |(own, &enable): (&&Inputs<'m>, &Signal<'m>)| {
            own.end("write").map(|write| (enable & !write, enable & write))
        };
        let strobes: Vec<Option<(Signal, Signal)>> =
            served.iter().zip(&enables).map(strobe).collect();
        let mut parts: Vec<Vec<Signal>> = vec![vec![]; served.len()];
        for (number, strip) in tiling.strips.iter().enumerate() {
            let tile = &self.catalogue.macros[strip.tile];
            let leaf = leaf(tile, tiling.rows, strip.bits, &roles);
            let text = || instance(tile, &leaf, &roles);
            self.leaves.entry(leaf.name.clone()).or_insert_with(text);
            let mut copies = m.instance(&format!("copy{copy}_bank{bank}_strip{number}"), &leaf);
            for (place, (letter, role)) in ports(&roles).enumerate() {
                let own = served[place];
                let address = own.low_address(tiling);
                // Without a mask a macro holds bits of one column.
                let column = strip.low / memory.column_width;
                let written = own.end("column_enable").map(|enables| enables.bit(column));
                let where_written = |signal: Signal<'m>| match written {
                    Some(written) if !tile.is_masked => signal & written,
                    _ => signal,
                };
                for end in ["address", "enable", "data", "mask", "read", "write"] {
                    let pin = format!("{letter}_{end}");
                    if leaf.port(&pin).is_none() {
                        continue;
                    }
                    let strobe = || strobes[place].expect("it reads and writes");
                    let signal = match (end, role) {
                        ("address", _) => address,
                        ("enable", Role::Write) => where_written(enables[place]),
                        ("enable", _) => enables[place],
                        ("data", _) => own.known("data").slice(strip.low, strip.bits),
                        ("mask", _) => own.mask(m, memory, strip),
                        ("read", _) => strobe().0,
                        _ => where_written(strobe().1),
                    };
                    copies = copies.broadcast(&pin, signal);
                }
            }
            let outputs = copies.build();
            for ((letter, role), parts) in ports(&roles).zip(&mut parts) {
                if role.reads() {
                    parts.push(outputs.output(&format!("{letter}_q")));
                }
            }
        }
        let row = |parts: Vec<Signal<'m>>| (!parts.is_empty()).then(|| m.concat(&parts));
        parts.into_iter().map(row).collect()
    }
}

/// The ports of the memory that `copy` of `copies` serves: all, or the writing one and a reading
/// one.
fn served(roles: &[Role], copies: usize, copy: usize) -> Vec<usize> {
    let all = 0..roles.len();
    if copies == 1 {
        return all.collect();
    }
    let writers = all.clone().filter(|&port| roles[port].writes());
    let readers = all.filter(|&port| !roles[port].writes());
    writers.chain(readers.skip(copy).take(1)).collect()
}

/// A port of a memory's module: an end of a port of the memory.
fn port_end(port: usize, end: &str) -> String {
    format!("port{port}_{end}")
}

/// Inputs of a port of a memory.
struct Inputs<'m> {
    role: Role,
    ends: Vec<(&'static str, Signal<'m>)>,
}

impl<'m> Inputs<'m> {
    fn new(m: &'m ModuleBuilder, memory: &Memory, number: usize, port: &MemoryPort) -> Self {
        let input = |(end, _)| {
            let (width, purpose) = match end {
                "address" => (address_width(memory.depth), "row"),
                "enable" => (1, "the port is used"),
                "write" => (1, "it writes"),
                "column_enable" => (memory.columns, "what is written"),
                _ => (memory.width(), "the new row"),
            };
            (end, m.input(&port_end(number, end), width, purpose))
        };
        Self { role: Role::of(port), ends: port.inputs().map(input).collect() }
    }

    fn end(&self, wanted: &str) -> Option<Signal<'m>> {
        self.ends.iter().find(|(end, _)| *end == wanted).map(|(_, signal)| *signal)
    }

    /// Signal that a port of this role must have.
    fn known(&self, end: &str) -> Signal<'m> {
        self.end(end).unwrap_or_else(|| panic!("a port that is {:?} has no {end}", self.role))
    }

    /// The row within a bank.
    fn low_address(&self, tiling: &Tiling) -> Signal<'m> {
        let (address, wanted) = (self.known("address"), address_width(tiling.rows));
        match address.width() < wanted {
            true => address.zero_extend(wanted),
            false => address.slice(0, wanted),
        }
    }

    /// The number of the bank, of no bits where there is one.
    fn bank(&self, tiling: &Tiling) -> Signal<'m> {
        let address = self.known("address");
        let low = address_width(tiling.rows).min(address.width());
        address.slice(low, address.width() - low)
    }

    /// Whether the port uses `bank`.
    fn enabled(&self, tiling: &Tiling, bank: usize) -> Signal<'m> {
        let enable = self.end("enable").unwrap_or_else(|| self.known("column_enable").any());
        let number = self.bank(tiling);
        match number.width() {
            0 => enable,
            _ => enable & number.is(bank as u128),
        }
    }

    /// The bits of `strip` that are written.
    fn mask(&self, m: &'m ModuleBuilder, memory: &Memory, strip: &Strip) -> Signal<'m> {
        let enables = self.known("column_enable");
        let (width, end) = (memory.column_width, strip.low + strip.bits);
        let columns = strip.low / width..end.div_ceil(width);
        let bits: Vec<Signal> = columns
            .map(|column| {
                let (low, high) = (column * width, (column + 1) * width);
                enables.bit(column).repeat(high.min(end) - low.max(strip.low))
            })
            .collect();
        m.concat(&bits)
    }

    /// Selects from the `rows` of the banks that of the bank that was read.
    fn selected(
        &self,
        m: &'m ModuleBuilder,
        tiling: &Tiling,
        port: usize,
        rows: Vec<Signal<'m>>,
    ) -> Signal<'m> {
        let number = self.bank(tiling);
        if number.width() == 0 {
            return rows[0];
        }
        let enable = self.known("enable");
        let reads = self.end("write").map_or(enable, |write| enable & !write);
        let asked = m.register(&port_end(port, "bank"), number.width());
        asked.next_when(reads, number);
        let width = rows[0].width();
        let missing = (1usize << number.width()) - rows.len();
        let none = std::iter::repeat_n(m.constant(width.max(1), 0), missing);
        m.concat(&rows.into_iter().chain(none).collect::<Vec<_>>()).element(asked.q())
    }
}

/// An instance of `module` where `memory` was.
fn connected(memory: &Memory, module: Arc<Module>) -> Instance {
    let of_port = |(number, port): (usize, &MemoryPort)| {
        let ends = port.inputs().chain(port.output.map(|node| ("q", node)));
        ends.map(move |(end, node)| (port_end(number, end), node))
    };
    let nodes: HashMap<String, NodeId> =
        memory.ports.iter().enumerate().flat_map(of_port).collect();
    let node = |own: &Port, direction| (own.direction == direction).then(|| nodes[&own.name]);
    let input = |own| node(own, Direction::Input).map(Connection::Broadcast);
    Instance {
        name: memory.name.clone(),
        count: 1,
        inputs: module.ports.iter().map(input).collect(),
        outputs: module.ports.iter().map(|own| node(own, Direction::Output)).collect(),
        module,
    }
}

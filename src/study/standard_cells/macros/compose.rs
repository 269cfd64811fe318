//! Macros in the place of a design's memories.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::interface::{Role, address_width, keys};
use super::pins::{holds, instance, leaf, ports};
use super::sram::Macro;
use super::tiling::{Strip, Tiling};
use crate::hdl::{
    Clocking, Connection, Direction, Instance, Memory, MemoryPort, Module, ModuleBuilder, NodeId,
    NodeKind, Port, Signal,
};

/// A design whose memories are macros.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The design.
    pub top: Arc<Module>,
    /// Text of each module that holds a macro, by its name.
    pub leaves: BTreeMap<String, String>,
}

/// The design under `top` with macros of `catalogue` in place of its memories. With the clocking of
/// Verilog that is written, memories that none make stay.
///
/// # Errors
/// When no macros make one of them.
pub fn composed(
    top: &Arc<Module>,
    catalogue: &Catalogue,
    written: Option<Clocking>,
) -> Result<Composed, String> {
    let (done, leaves) = (BTreeMap::new(), BTreeMap::new());
    let mut composer = Composer { catalogue, written, done, leaves };
    let top = composer.module(top)?;
    Ok(Composed { top, leaves: composer.leaves })
}

struct Composer<'c> {
    catalogue: &'c Catalogue,
    written: Option<Clocking>,
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
        // The instance in the place of each memory, or its new number.
        let mut places = vec![];
        for memory in std::mem::take(&mut own.memories) {
            match self.memory(&memory) {
                Ok(module) => {
                    places.push(Ok(own.instances.len()));
                    own.instances.push(connected(&memory, module));
                }
                Err(_) if self.written.is_some() => {
                    places.push(Err(own.memories.len()));
                    own.memories.push(memory);
                }
                Err(problem) => return Err(problem),
            }
        }
        for node in &mut own.nodes {
            if let NodeKind::MemoryRead { memory, port } = node.kind {
                node.kind = match places[memory] {
                    Ok(instance) => {
                        let module = &own.instances[instance].module;
                        let (port, _) = module.port(&port_end(port, "q")).expect("it reads");
                        NodeKind::InstanceOutput { instance, port }
                    }
                    Err(memory) => NodeKind::MemoryRead { memory, port },
                };
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
        let keeps = tiling.strips.iter().all(|strip| {
            let served: Vec<Role> =
                served(&roles, tiling.copies, 0).iter().map(|&port| roles[port]).collect();
            holds(&self.catalogue.macros[strip.tile], &served)
        });
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
                let q = if keeps { q } else { inputs[port].kept(&m, port, q) };
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
        // Equal macros side by side are copies of one instance.
        let is_same = |a: &Strip, b: &Strip| (a.tile, a.bits) == (b.tile, b.bits);
        for (number, run) in tiling.strips.chunk_by(is_same).enumerate() {
            let (strip, tile) = (&run[0], &self.catalogue.macros[run[0].tile]);
            let granule = granule(tile, tiling, run);
            let leaf = leaf(tile, (tiling.rows, strip.bits), granule, &roles);
            let stops = self.written.is_some_and(|clocking| clocking.enable);
            let text = || instance(tile, &leaf, granule, &roles, stops);
            self.leaves.entry(leaf.name.clone()).or_insert_with(text);
            let name = format!("copy{copy}_bank{bank}_run{number}");
            let mut copies = m.instances(&name, run.len(), &leaf);
            for (place, (letter, role, _)) in ports(tile, &roles).enumerate() {
                let own = served[place];
                let column = |bit: usize| bit / tiling.column;
                // Without a mask a macro holds bits of one column.
                let where_written = |signal: Signal<'m>| match own.end("column_enable") {
                    Some(_) if granule.is_none() => {
                        let columns = run.iter().map(|strip| column(strip.low));
                        signal.repeat(run.len()) & own.written(m, columns)
                    }
                    _ => signal.repeat(run.len()),
                };
                for end in ["address", "enable", "data", "mask", "read", "write"] {
                    let pin = format!("{letter}_{end}");
                    if leaf.port(&pin).is_none() {
                        continue;
                    }
                    let strobe = || strobes[place].expect("it reads and writes");
                    copies = match (end, role) {
                        ("address", _) => copies.broadcast(&pin, own.low_address(tiling)),
                        ("enable", Role::Write) => {
                            copies.spread(&pin, where_written(enables[place]))
                        }
                        ("enable", _) => copies.broadcast(&pin, enables[place]),
                        ("data", _) => {
                            let data = own.data(m, memory, tiling);
                            copies.spread(&pin, data.slice(strip.low, strip.bits * run.len()))
                        }
                        ("mask", _) => {
                            let granules = |strip: &Strip| {
                                let ends = strip.low..strip.low + strip.bits;
                                ends.step_by(granule.unwrap_or(1)).map(column)
                            };
                            copies.spread(&pin, own.written(m, run.iter().flat_map(granules)))
                        }
                        ("read", _) => copies.broadcast(&pin, strobe().0),
                        _ => copies.spread(&pin, where_written(strobe().1)),
                    };
                }
            }
            let outputs = copies.build();
            for ((letter, role, _), parts) in ports(tile, &roles).zip(&mut parts) {
                if role.reads() {
                    let q = outputs.output(&format!("{letter}_q"));
                    parts.extend(used(memory, tiling, strip.low, q));
                }
            }
        }
        let row = |parts: Vec<Signal<'m>>| (!parts.is_empty()).then(|| m.concat(&parts));
        parts.into_iter().map(row).collect()
    }
}

/// Bits that are always written together in each macro of `run`, as many as possible; `None` without a
/// mask.
fn granule(tile: &Macro, tiling: &Tiling, run: &[Strip]) -> Option<usize> {
    let (column, bits) = (tiling.column, run[0].bits);
    let is_whole = |strip: &Strip| strip.low.is_multiple_of(column) && bits.is_multiple_of(column);
    let is_part = |strip: &Strip| strip.low / column == (strip.low + bits - 1) / column;
    let own = tile.granule?;
    Some(match (run.iter().all(is_whole), run.iter().all(is_part)) {
        (true, _) => column,
        (false, true) => bits,
        (false, false) => own,
    })
}

/// The parts of `q`, which begins at bit `low` of a row, that are no filling of columns.
fn used<'m>(memory: &Memory, tiling: &Tiling, low: usize, q: Signal<'m>) -> Vec<Signal<'m>> {
    let (column, width) = (tiling.column, memory.column_width);
    if column == width {
        return vec![q];
    }
    let (q, end) = (q.partly_read(), low + q.width());
    let part = |number: usize| {
        let first = (number * column).max(low);
        let bits = (number * column + width).min(end).saturating_sub(first);
        (bits > 0).then(|| q.slice(first - low, bits))
    };
    (low / column..end.div_ceil(column)).filter_map(part).collect()
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

    /// The new row, with columns filled up to what they take.
    fn data(&self, m: &'m ModuleBuilder, memory: &Memory, tiling: &Tiling) -> Signal<'m> {
        let data = self.known("data");
        if tiling.column == memory.column_width {
            return data;
        }
        let columns = data.elements(memory.column_width).into_iter();
        m.concat(&columns.map(|own| own.zero_extend(tiling.column)).collect::<Vec<_>>())
    }

    /// Whether each of `columns` is written.
    fn written(&self, m: &'m ModuleBuilder, columns: impl Iterator<Item = usize>) -> Signal<'m> {
        let (enables, columns) = (self.known("column_enable"), columns.collect::<Vec<_>>());
        let equal = columns.chunk_by(|a, b| a == b);
        let bits = equal.map(|equal| enables.bit(equal[0]).repeat(equal.len()));
        m.concat(&bits.collect::<Vec<_>>())
    }

    /// `q` in the cycle after a read, and until the next what it was then.
    fn kept(&self, m: &'m ModuleBuilder, port: usize, q: Signal<'m>) -> Signal<'m> {
        let fresh = m.delayed(&port_end(port, "fresh"), self.reads());
        let kept = m.register(&port_end(port, "kept"), q.width()).next_when(fresh, q);
        fresh.mux(q, kept)
    }

    /// Whether the port reads.
    fn reads(&self) -> Signal<'m> {
        let enable = self.known("enable");
        self.end("write").map_or(enable, |write| enable & !write)
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
        let reads = self.reads();
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

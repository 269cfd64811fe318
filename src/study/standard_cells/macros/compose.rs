//! Macros in the place of a design's memories.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::pins::{Role, address_width, instance, keys, leaf, ports};
use super::tiling::{NoMacro, Strip, Tiling};
use crate::hdl::{Connection, Instance, Memory, Module, ModuleBuilder, NodeKind, Signal};

/// A design whose memories are macros.
#[derive(Clone, Debug)]
pub struct Composed {
    pub top: Arc<Module>,
    /// Of each module that stands for a macro its text for synthesis, by its name.
    pub leaves: BTreeMap<String, String>,
}

/// The design under `top` with macros of `catalogue` in place of its memories.
///
/// # Errors
/// When no macros make one of them.
pub fn composed(top: &Arc<Module>, catalogue: &Catalogue) -> Result<Composed, NoMacro> {
    let mut composer = Composer { catalogue, done: BTreeMap::new(), leaves: BTreeMap::new() };
    let top = composer.module(top)?;
    Ok(Composed { top, leaves: composer.leaves })
}

/// The module that is `memory`, made of macros.
///
/// # Errors
/// As [`composed`].
pub fn memory_of(memory: &Memory, catalogue: &Catalogue) -> Result<Arc<Module>, NoMacro> {
    Composer { catalogue, done: BTreeMap::new(), leaves: BTreeMap::new() }.memory(memory)
}

struct Composer<'c> {
    catalogue: &'c Catalogue,
    /// By the name that each had.
    done: BTreeMap<String, Arc<Module>>,
    leaves: BTreeMap<String, String>,
}

impl Composer<'_> {
    fn module(&mut self, module: &Arc<Module>) -> Result<Arc<Module>, NoMacro> {
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
                let name = format!("{}_q", port_name(port));
                let (port, _) = own.instances[instance].module.port(&name).expect("it reads");
                node.kind = NodeKind::InstanceOutput { instance, port };
            }
        }
        let made = Arc::new(own);
        self.done.insert(module.name.clone(), made.clone());
        Ok(made)
    }

    fn memory(&mut self, memory: &Memory) -> Result<Arc<Module>, NoMacro> {
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
        let inputs: Vec<Inputs> = roles
            .iter()
            .enumerate()
            .map(|(port, role)| Inputs::new(&m, memory, port, *role))
            .collect();
        let mut rows: Vec<Option<Vec<Signal>>> = vec![None; roles.len()];
        for copy in 0..tiling.copies {
            let served = served(&roles, tiling.copies, copy);
            let banks: Vec<Vec<Option<Signal>>> = (0..tiling.banks)
                .map(|bank| self.bank(&m, &tiling, memory, &served, &inputs, (copy, bank)))
                .collect();
            for (place, &port) in served.iter().enumerate() {
                if roles[port].reads() {
                    let own = banks.iter().map(|bank| bank[place].expect("it reads"));
                    rows[port] = Some(own.collect());
                }
            }
        }
        for (port, rows) in rows.into_iter().enumerate() {
            if let Some(rows) = rows {
                let q = inputs[port].selected(&m, &tiling, port, rows);
                m.output(&format!("{}_q", port_name(port)), q, "what was read");
            }
        }
        let made = m.finish();
        self.done.insert(name, made.clone());
        Ok(made)
    }

    /// The macros of one bank, and of each of the ports that are `served` the row that was read.
    fn bank<'m>(
        &mut self,
        m: &'m ModuleBuilder,
        tiling: &Tiling,
        memory: &Memory,
        served: &[usize],
        inputs: &[Inputs<'m>],
        (copy, bank): (usize, usize),
    ) -> Vec<Option<Signal<'m>>> {
        let roles: Vec<Role> = served.iter().map(|&port| inputs[port].role).collect();
        let enables: Vec<Signal> =
            served.iter().map(|&port| inputs[port].enabled(m, tiling, bank)).collect();
        // Of a port that does both: whether it reads, and whether it writes.
        let strobes: Vec<Option<(Signal, Signal)>> = served
            .iter()
            .zip(&enables)
            .map(|(&port, &enable)| {
                inputs[port].write.map(|write| (enable & !write, enable & write))
            })
            .collect();
        let mut parts: Vec<Vec<Signal>> = vec![vec![]; served.len()];
        for (number, strip) in tiling.strips.iter().enumerate() {
            let tile = &self.catalogue.macros[strip.tile];
            let leaf = leaf(tile, tiling.rows, strip.bits, &roles);
            let text = || instance(tile, &leaf, &roles);
            self.leaves.entry(leaf.name.clone()).or_insert_with(text);
            let mut copies = m.instance(&format!("copy{copy}_bank{bank}_strip{number}"), &leaf);
            for (place, (letter, role)) in ports(&roles).enumerate() {
                let (own, enable) = (&inputs[served[place]], enables[place]);
                let column = strip.low / memory.column_width;
                let pin = |end: &str| format!("{letter}_{end}");
                copies = copies.broadcast(&pin("address"), own.low_address(tiling));
                let is_written = own.column_enable.map(|enables| enables.bit(column));
                copies = match (role, tile.is_masked) {
                    (Role::Write, false) => {
                        let written = is_written.expect("it writes");
                        copies.broadcast(&pin("enable"), enable & written)
                    }
                    _ => copies.broadcast(&pin("enable"), enable),
                };
                if role.writes() {
                    let data = own.data.expect("it writes").slice(strip.low, strip.bits);
                    copies = copies.broadcast(&pin("data"), data);
                }
                if role.writes() && tile.is_masked {
                    copies = copies.broadcast(&pin("mask"), own.mask(m, memory, strip));
                }
                if let Some((read, write)) = strobes[place] {
                    let write = match (tile.is_masked, is_written) {
                        (false, Some(is_written)) => write & is_written,
                        _ => write,
                    };
                    copies = copies.broadcast(&pin("read"), read).broadcast(&pin("write"), write);
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

/// As the ports of a memory's module begin.
fn port_name(port: usize) -> String {
    format!("port{port}")
}

/// What comes in at a port of a memory.
struct Inputs<'m> {
    role: Role,
    address: Signal<'m>,
    enable: Option<Signal<'m>>,
    write: Option<Signal<'m>>,
    column_enable: Option<Signal<'m>>,
    data: Option<Signal<'m>>,
}

impl<'m> Inputs<'m> {
    fn new(m: &'m ModuleBuilder, memory: &Memory, port: usize, role: Role) -> Self {
        let input = |end: &str, width: usize, purpose: &str| {
            m.input(&format!("{}_{end}", port_name(port)), width, purpose)
        };
        let address = input("address", address_width(memory.depth), "row");
        let enable = role.reads().then(|| input("enable", 1, "the port is used"));
        let write = (role == Role::ReadWrite).then(|| input("write", 1, "it writes"));
        let column_enable =
            role.writes().then(|| input("column_enable", memory.columns, "what is written"));
        let data = role.writes().then(|| input("data", memory.width(), "the new row"));
        Self { role, address, enable, write, column_enable, data }
    }

    /// The row within a bank.
    fn low_address(&self, tiling: &Tiling) -> Signal<'m> {
        let wanted = address_width(tiling.rows);
        match self.address.width() < wanted {
            true => self.address.zero_extend(wanted),
            false => self.address.slice(0, wanted),
        }
    }

    /// The number of the bank, of no bits where there is one.
    fn bank(&self, tiling: &Tiling) -> Signal<'m> {
        let low = address_width(tiling.rows).min(self.address.width());
        self.address.slice(low, self.address.width() - low)
    }

    /// Whether the port uses `bank`.
    fn enabled(&self, m: &'m ModuleBuilder, tiling: &Tiling, bank: usize) -> Signal<'m> {
        let enable = match (self.enable, self.column_enable) {
            (Some(enable), _) => enable,
            (None, Some(columns)) => columns.any(),
            (None, None) => m.constant(1, 1),
        };
        let number = self.bank(tiling);
        match number.width() {
            0 => enable,
            _ => enable & number.is(bank as u128),
        }
    }

    /// The bits of `strip` that are written.
    fn mask(&self, m: &'m ModuleBuilder, memory: &Memory, strip: &Strip) -> Signal<'m> {
        let enables = self.column_enable.expect("it writes");
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

    /// Of the `rows` that the banks have read that of the bank that was asked.
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
        let enable = self.enable.expect("it reads");
        let reads = self.write.map_or(enable, |write| enable & !write);
        let asked = m.register(&format!("{}_bank", port_name(port)), number.width());
        asked.next_when(reads, number);
        let width = rows[0].width();
        let missing = (1usize << number.width()) - rows.len();
        let none = std::iter::repeat_n(m.constant(width.max(1), 0), missing);
        m.concat(&rows.into_iter().chain(none).collect::<Vec<_>>()).element(asked.q())
    }
}

/// An instance of `module` where `memory` was.
fn connected(memory: &Memory, module: Arc<Module>) -> Instance {
    let node = |port: usize, end: &str| {
        let port = memory.ports[port];
        let read_data = port.output.map(|output| ("q", output));
        let mut ends = port.inputs().chain(read_data);
        ends.find(|(name, _)| *name == end).map(|(_, node)| node)
    };
    let nodes: Vec<_> = module
        .ports
        .iter()
        .map(|own| {
            let (port, end) = own.name["port".len()..].split_once('_').expect("a port's name");
            let node = node(port.parse().expect("its number"), end).expect("the port has it");
            (end != "q", node)
        })
        .collect();
    Instance {
        name: memory.name.clone(),
        count: 1,
        inputs: nodes
            .iter()
            .map(|&(is_input, node)| is_input.then_some(Connection::Broadcast(node)))
            .collect(),
        outputs: nodes.iter().map(|&(is_input, node)| (!is_input).then_some(node)).collect(),
        module,
    }
}

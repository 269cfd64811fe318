//! The body of a `hw.module`: its operations, and what their values are called.

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::hexadecimal;
use crate::builder::free_name;
use crate::clocking::CLOCKING_NAMES;
use crate::{Bits, Clocking, Direction, Module, NodeId, NodeKind, bits_to_u128};

/// Bits of a constant that is called after its value.
const SHORT: usize = 64;

pub(super) struct Body<'m> {
    pub(super) module: &'m Module,
    pub(super) clocking: Clocking,
    /// The values of nodes without a name that have been read so far.
    values: Vec<Option<String>>,
    taken: BTreeSet<String>,
    /// Values that are called by a number.
    numbered: usize,
    /// The values of constants, by their text and the code that they are.
    constants: BTreeMap<(String, Option<String>), String>,
    constant_lines: Vec<String>,
    lines: Vec<String>,
}

impl<'m> Body<'m> {
    pub(super) fn of(module: &'m Module, clocking: Clocking) -> Self {
        let nodes = module.nodes.iter().filter(|node| !node.kind.is_constant());
        let names = nodes.filter_map(|node| node.name.as_deref());
        let memories = module.memories.iter().map(|memory| memory.name.as_str());
        let taken = names.chain(memories).chain(CLOCKING_NAMES).map(str::to_owned).collect();
        Self {
            module,
            clocking,
            values: vec![None; module.nodes.len()],
            taken,
            numbered: 0,
            constants: BTreeMap::new(),
            constant_lines: vec![],
            lines: vec![],
        }
    }

    /// All operations, the constants first.
    pub(super) fn text(self) -> String {
        let lines = self.constant_lines.into_iter().chain(self.lines);
        lines.map(|line| format!("  {line}\n")).collect()
    }

    /// Writes an operation that gives no value, or is called already.
    pub(super) fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Writes an operation; returns its value.
    pub(super) fn operation(&mut self, operation: &str) -> String {
        let value = self.number();
        self.line(format!("{value} = {operation}"));
        value
    }

    /// Writes the operation that gives node `id` its value. A name becomes a wire, so that it stays
    /// whatever passes make of the operation; an output is called so already.
    pub(super) fn define(&mut self, id: NodeId, operation: &str) {
        let (node, value) = (self.module.node(id), self.value(id));
        let is_output = self.module.ports.iter().any(|port| {
            port.direction == Direction::Output && Some(&port.name) == node.name.as_ref()
        });
        if node.name.is_none() || is_output {
            return self.line(format!("{value} = {operation}"));
        }
        let computed = self.operation(operation);
        self.line(format!("{value} = hw.wire {computed} : i{}", node.width));
    }

    pub(super) fn width(&self, id: NodeId) -> usize {
        self.module.node(id).width
    }

    /// The value of a node, which may be defined further down.
    pub(super) fn value(&mut self, id: NodeId) -> String {
        let node = self.module.node(id);
        match (&node.kind, &node.name) {
            (NodeKind::Constant(value), name) => self.constant(value, name.as_deref()),
            (_, Some(name)) => format!("%{name}"),
            (NodeKind::Wire(Some(driver)), None) => self.value(*driver),
            (_, None) => {
                let value = self.values[id.0].clone().unwrap_or_else(|| self.number());
                self.values[id.0].insert(value).clone()
            }
        }
    }

    /// A value without a name.
    pub(super) fn number(&mut self) -> String {
        self.numbered += 1;
        format!("%{}", self.numbered - 1)
    }

    /// The constant, called after the code that it is or after its value.
    pub(super) fn constant(&mut self, value: &Bits, code: Option<&str>) -> String {
        let width = value.len();
        let (text, name) = if value.not_any() {
            ("0".to_owned(), Some("c0".to_owned()))
        } else if width > 1 && value.all() {
            ("-1".to_owned(), Some("ones".to_owned()))
        } else if width <= SHORT {
            let number = bits_to_u128(value).to_string();
            (number.clone(), Some(format!("c{number}")))
        } else {
            (format!("0x{}", hexadecimal(value)), None)
        };
        let operation = format!("hw.constant {text} : i{width}");
        let key = (operation.clone(), code.map(str::to_owned));
        if let Some(value) = self.constants.get(&key) {
            return value.clone();
        }
        let name = code.map(str::to_owned).or(name.map(|name| format!("{name}_i{width}")));
        let value = match name {
            Some(name) => self.free(&name),
            None => self.number(),
        };
        self.constant_lines.push(format!("{value} = {operation}"));
        self.constants.insert(key, value.clone());
        value
    }

    pub(super) fn zeros(&mut self, width: usize) -> String {
        self.constant(&Bits::repeat(false, width), None)
    }

    pub(super) fn ones(&mut self, width: usize) -> String {
        self.constant(&Bits::repeat(true, width), None)
    }

    /// `name`, or `name_2`, `name_3`, … where that is taken.
    fn free(&mut self, name: &str) -> String {
        let free = free_name(name, "", |name| !self.taken.contains(name));
        self.taken.insert(free.clone());
        format!("%{free}")
    }

    /// `width` bits of a value of `whole` bits from bit `low` up.
    pub(super) fn extract(
        &mut self,
        value: &str,
        whole: usize,
        (low, width): (usize, usize),
    ) -> String {
        if whole == width {
            return value.to_owned();
        }
        self.operation(&format!("comb.extract {value} from {low} : (i{whole}) -> i{width}"))
    }

    /// A value of `from` bits with zeros above, to `to` bits.
    pub(super) fn zero_extend(&mut self, value: &str, from: usize, to: usize) -> String {
        if from == to {
            return value.to_owned();
        }
        let zeros = self.zeros(to - from);
        self.operation(&format!("comb.concat {zeros}, {value} : i{}, i{from}", to - from))
    }

    /// A value of `from` bits with copies of its highest bit above, to `to` bits.
    pub(super) fn sign_extend(&mut self, value: &str, from: usize, to: usize) -> String {
        if from == to {
            return value.to_owned();
        }
        let (sign, more) = (self.extract(value, from, (from - 1, 1)), to - from);
        let signs = self.operation(&format!("comb.replicate {sign} : (i1) -> i{more}"));
        self.operation(&format!("comb.concat {signs}, {value} : i{more}, i{from}"))
    }
}

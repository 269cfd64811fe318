//! The nets of a module: which nodes have one, what it is called, and how the text of a node is
//! asked for.
//!
//! A node with a name is a net. One without is written where it is used, unless that would make a
//! line hard to read or Verilog wants a name there (slices, selects, spread connections).

use std::collections::{BTreeMap, BTreeSet};

use super::expression::Expression;
use super::file::Header;
use super::hints::hints;
use super::loops::Loops;
use super::names::Names;
use super::text::{COLUMNS, IN_LOOP, range, wire, wrapped};
use crate::simplify::wiring;
use crate::{Bits, Clocking, Module, NodeId, NodeKind};

/// The variable of loops over what is alike.
const PART: &str = "part";
/// Characters that two operands may have together.
const PAIR: usize = 78;

pub(super) struct Nets<'m> {
    pub(super) module: &'m Module,
    pub(super) loops: &'m Loops,
    pub(super) names: Names,
    /// Each statement of a net says where its author made it.
    pub(super) locators: bool,
    pub(super) clocking: Clocking,
    /// The variable of loops, unique in the module.
    pub(super) part: String,
    /// The net of a node that has one.
    names_of: Vec<Option<String>>,
    /// Name for the net of a nameless node, after its reader.
    hints: Vec<Option<String>>,
    /// Expressions of nodes without a net.
    pending: Vec<Option<Expression>>,
    /// How many places use a node.
    pub(super) uses: Vec<usize>,
    /// Declarations and assignments, operands before their users.
    pub(super) lines: Vec<String>,
    /// Names and widths of the nets that loops drive.
    pub(super) looped: Vec<(String, usize)>,
    /// The lines of loops by their rounds.
    pub(super) rounds: BTreeMap<usize, Vec<String>>,
    /// Width, value (highest bit first) and name of each code that is used.
    pub(super) codes: BTreeSet<(usize, Vec<bool>, String)>,
}

impl<'m> Nets<'m> {
    /// Before anything is written. Ports and state are nets from the start.
    pub(super) fn of(loops: &'m Loops, header: &Header) -> Self {
        let module = &loops.module;
        let count = module.nodes.len();
        let mut names = Names::of(module);
        let part = names.allocate(PART);
        let mut nets = Nets {
            module,
            loops,
            names,
            locators: header.locators,
            clocking: header.clocking,
            part,
            names_of: vec![None; count],
            hints: hints(module),
            pending: vec![None; count],
            uses: module.uses(),
            lines: vec![],
            looped: vec![],
            rounds: BTreeMap::new(),
            codes: BTreeSet::new(),
        };
        for (id, node) in module.nodes.iter().enumerate() {
            if node.kind.is_source() {
                nets.names_of[id] = node.name.clone();
            }
        }
        nets.rename_shown();
        nets
    }

    /// State and outputs of instances that a port or a named net only shows take its name.
    fn rename_shown(&mut self) {
        let module = self.module;
        let state = |id: NodeId| {
            matches!(module.node(id).kind, NodeKind::Register(_) | NodeKind::MemoryRead { .. })
        };
        let output = |id: NodeId| matches!(module.node(id).kind, NodeKind::InstanceOutput { .. });
        for port in module.outputs().rev() {
            let own = module.node(port.node).name.as_deref().unwrap_or_default();
            if output(port.node) || (state(port.node) && own.strip_suffix("_q") == Some(&port.name))
            {
                self.names_of[port.node.0] = Some(port.name.clone());
            }
        }
        let wires =
            module.nodes.iter().zip(&module.live).enumerate().filter(|(_, (_, live))| **live);
        for (id, (node, _)) in wires {
            let NodeKind::Wire(Some(driver)) = node.kind else { continue };
            if output(driver) && self.names_of[driver.0] == module.node(driver).name {
                self.names_of[driver.0] = node.name.clone();
                self.names_of[id] = node.name.clone();
            }
        }
    }

    /// The net of `id`, where it has one that is no port.
    pub(super) fn inner_name(&self, id: NodeId) -> Option<&str> {
        self.names_of[id.0].as_deref().filter(|name| self.module.port(name).is_none())
    }

    pub(super) fn is_called(&self, id: NodeId, name: &str) -> bool {
        self.names_of[id.0].as_deref() == Some(name)
    }

    /// Whether a net holds `id` already.
    pub(super) fn has_net(&self, id: NodeId) -> bool {
        self.names_of[id.0].is_some()
    }

    /// Keeps the text of `id` for where it is used.
    pub(super) fn keep(&mut self, id: NodeId, expression: Expression) {
        self.pending[id.0] = Some(expression);
    }

    /// The output port whose name a nameless node takes.
    pub(super) fn output_named_after(&self, id: NodeId) -> Option<&'m str> {
        let nameless = self.module.node(id).name.is_none();
        let mut outputs = self.module.outputs();
        outputs.find(|port| nameless && port.node == id).map(|port| port.name.as_str())
    }

    /// The name of the net that `id` has or will have.
    pub(super) fn reserve(&mut self, id: NodeId) -> String {
        if let Some(name) = &self.names_of[id.0] {
            return name.clone();
        }
        let given = self
            .module
            .node(id)
            .name
            .clone()
            .or_else(|| self.output_named_after(id).map(str::to_string));
        let name = given.unwrap_or_else(|| {
            let base = self.hints[id.0].clone().unwrap_or_else(|| "value".to_string());
            self.names.allocate(&base)
        });
        self.names_of[id.0] = Some(name.clone());
        name
    }

    /// Gives `id` a net; a code has a name already.
    pub(super) fn declare(&mut self, id: NodeId, expression: &Expression) {
        let name = self.reserve(id);
        if self.module.node(id).kind.is_constant() && name == expression.text() {
            return;
        }
        let is_port = self.module.port(&name).is_some();
        let head = if is_port {
            format!("assign {name} =")
        } else {
            wire(&name, self.module.node(id).width) + " ="
        };
        self.write(id, expression, &head);
    }

    /// A statement for `id`, below its comment: in its loop, if it is in one.
    pub(super) fn write(&mut self, id: NodeId, expression: &Expression, head: &str) {
        let rounds = self.loops.inside.get(&id);
        let indent = if rounds.is_some() { IN_LOOP } else { 4 };
        let statement = self.located(id, expression.statement(indent, head));
        let lines = match rounds {
            Some(rounds) => self.rounds.entry(*rounds).or_default(),
            None => &mut self.lines,
        };
        let comment = comment_of(self.module, id, indent);
        if !comment.is_empty() && !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(comment + &statement);
    }

    /// The statement of `id`, with the source line of a net that an author named behind its first line.
    pub(super) fn located(&self, id: NodeId, mut statement: String) -> String {
        let node = self.module.node(id);
        if self.locators && node.name.is_some() {
            let end = statement.find('\n').unwrap_or(statement.len());
            let (file, line) = (node.place.file(), node.place.line());
            statement.insert_str(end, &format!(" // {file}:{line}"));
        }
        statement
    }

    /// The name of a net that holds `id`.
    pub(super) fn net(&mut self, id: NodeId) -> String {
        if let Some(expression) = self.pending[id.0].take() {
            self.declare(id, &expression);
        }
        self.reserve(id)
    }

    fn named(&self, id: NodeId) -> Option<Expression> {
        self.names_of[id.0].clone().map(Expression::primary)
    }

    /// `id` as a whole right-hand side.
    pub(super) fn whole(&mut self, id: NodeId) -> Expression {
        self.named(id).unwrap_or_else(|| self.pending[id.0].clone().expect("operands come first"))
    }

    /// `id` as an operand; given a net first when it is too long or deep.
    pub(super) fn operand(&mut self, id: NodeId) -> Expression {
        self.operand_if(id, |expression| expression.may_be_operand())
    }

    /// Two operands that must share a line: the longer one gets a net where both do not fit.
    pub(super) fn pair(&mut self, a: NodeId, b: NodeId) -> [Expression; 2] {
        let length = |id: NodeId| {
            self.pending[id.0]
                .as_ref()
                .filter(|text| text.may_be_operand())
                .map_or(0, Expression::length)
        };
        let lengths = [length(a), length(b)];
        if lengths[0] + lengths[1] > PAIR && lengths[0].min(lengths[1]) > 0 {
            self.net(if lengths[0] > lengths[1] { a } else { b });
        }
        [self.operand(a), self.operand(b)]
    }

    /// As [`Self::operand`], but inlined also when `fits`.
    pub(super) fn operand_or(&mut self, id: NodeId, fits: fn(&Expression) -> bool) -> Expression {
        self.operand_if(id, |expression| expression.may_be_operand() || fits(expression))
    }

    /// `id` where only names, slices, constants and their inversions read well.
    pub(super) fn simple(&mut self, id: NodeId) -> String {
        self.operand_if(id, Expression::is_trivial).text()
    }

    fn operand_if(&mut self, id: NodeId, fits: impl Fn(&Expression) -> bool) -> Expression {
        let inline = self.pending[id.0].as_ref().is_some_and(fits);
        if !inline {
            self.net(id);
        }
        self.whole(id)
    }

    /// A constant: by its name, if it is a code.
    pub(super) fn constant(&mut self, id: NodeId, value: &Bits) -> Expression {
        match &self.module.node(id).name {
            Some(code) => {
                self.codes.insert((
                    value.len(),
                    value.iter().by_vals().rev().collect(),
                    code.clone(),
                ));
                Expression::primary(code.clone())
            }
            None => Expression::constant(value),
        }
    }

    /// Bits `low` up of `id`: a slice of a net or of a constant, or some parts of a concatenation.
    pub(super) fn bits(&mut self, id: NodeId, low: usize, width: usize) -> Expression {
        let module = self.module;
        let node = module.node(id);
        if low == 0 && width == node.width {
            return self.operand(id);
        }
        if let (Some(&stride), &NodeKind::Slice { value, low: below }) =
            (self.loops.strides.get(&id), &node.kind)
        {
            return Expression::primary(
                self.net(value) + &self.stepped(below + low, stride, width),
            );
        }
        match &node.kind {
            NodeKind::Slice { value, low: below } if !self.has_net(id) => {
                self.bits(*value, low + below, width)
            }
            NodeKind::Constant(value) => Expression::constant(&value[low..low + width].to_bitvec()),
            NodeKind::Concat(parts) if self.may_split(id, parts, width) => {
                let parts = whole_parts(module, parts, low, width).expect("they may be split");
                let parts: Vec<Expression> =
                    parts.iter().rev().map(|&part| self.operand(part)).collect();
                if let [only] = &parts[..] { only.clone() } else { Expression::concat(&parts) }
            }
            _ => Expression::primary(format!("{}{}", self.net(id), range(low, width))),
        }
    }

    /// Whether every `width` bits of a concatenation are whole parts of it, which can stand where
    /// they are wanted.
    fn may_split(&self, id: NodeId, parts: &[NodeId], width: usize) -> bool {
        let is_short = self.pending[id.0].as_ref().is_some_and(Expression::may_be_split);
        let starts = (0..self.module.node(id).width).step_by(width);
        let is_split = |low: usize| whole_parts(self.module, parts, low, width).is_some();
        is_short
            && self.uses[id.0] == 1
            && self.module.node(id).width.is_multiple_of(width)
            && starts.into_iter().all(is_split)
    }

    /// `[part*width + low +: width]`: the bits that lie `stride` higher in each round of a loop.
    pub(super) fn stepped(&self, low: usize, stride: isize, width: usize) -> String {
        let part = &self.part;
        let step = match stride.unsigned_abs() {
            1 => part.clone(),
            step => format!("{part}*{step}"),
        };
        let start = match (stride < 0, low) {
            (true, low) => format!("{low} - {step}"),
            (false, 0) => step,
            (false, low) => format!("{step} + {low}"),
        };
        if width == 1 { format!("[{start}]") } else { format!("[{start} +: {width}]") }
    }
}

/// The comment above the net of `id`, with the end of its last line; empty where it has none.
pub(super) fn comment_of(module: &Module, id: NodeId, indent: usize) -> String {
    module.node(id).name.as_deref().map_or(String::new(), |name| comment(module, name, indent))
}

/// As [`comment_of`], above the memory or instance called `name`.
pub(super) fn comment(module: &Module, name: &str, indent: usize) -> String {
    let margin = " ".repeat(indent) + "// ";
    let text = module.comments.get(name).map_or("", |why| why);
    let lines = wrapped(text, COLUMNS - margin.len());
    lines.into_iter().map(|line| format!("{margin}{line}\n")).collect()
}

/// The parts that make up these bits, if all of them are whole.
fn whole_parts(module: &Module, parts: &[NodeId], low: usize, width: usize) -> Option<Vec<NodeId>> {
    let width_of = |part| module.node(part).width;
    let found = wiring::parts_between(width_of, parts, low, width);
    let whole = |&(part, low, width)| (low == 0 && width == width_of(part)).then_some(part);
    found.iter().map(whole).collect()
}

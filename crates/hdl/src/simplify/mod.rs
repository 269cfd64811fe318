//! Algebra on a finished netlist, so that whoever reads it sees the simplest one: constants fold,
//! identities and double inversions fall away, wiring on wiring becomes one piece of wiring.
//!
//! ```text
//!   nodes as written ──operands first──► rules of one operation each ──► new nodes ──► registers that nobody reads go
//! ```
//!
//! A net that the author named stays, with a simplified driver, and its readers go on reading it;
//! only a constant is seen through a name. A node that is read more than once is not written anew
//! for each of its readers.
//!
//! [`finish`](crate::ModuleBuilder::finish) applies the rules. An engine does so once more to a
//! flattened design of its own, by [`Netlist`], [`Wiring`] and [`Logic`]:
//!
//! ```
//! use lanebeat_hdl::{ModuleBuilder, NodeKind};
//!
//! let m = ModuleBuilder::new("same", "A word through gates that change nothing.");
//! let word = m.input("word", 4, "a word");
//! m.output("same", !!(word & m.constant(4, 15)), "the word");
//! let module = m.finish();
//! let same = module.outputs().next().expect("one output").node;
//! assert!(matches!(module.node(same).kind, NodeKind::Input));
//! ```

mod logic;
mod netlist;
mod simplifier;
pub(crate) mod wiring;

pub use logic::{Logic, binary, mux};
pub use netlist::Netlist;
use simplifier::Simplifier;
pub use wiring::{Wiring, shift, slice};

use super::module::{Module, Node, NodeId, NodeKind, Probe};
use super::unread::drop_unread_registers;

/// The same module with simpler nodes.
pub(super) fn simplify(module: Module) -> Module {
    let (nodes, moved) = Simplifier::new(&module).nodes();
    let id = |id: NodeId| moved[id.0].expect("what is read has been moved");
    let probes = module.probes.iter().map(|probe| moved_probe(probe, &moved)).collect();
    let mut module = Module { nodes, probes, ..module };
    module.ports.iter_mut().for_each(|port| port.node = id(port.node));
    for register in &mut module.registers {
        register.output = id(register.output);
        register.next = register.next.map(id);
        let is_always = |enable: &NodeId| matches!(&module.nodes[enable.0].kind, NodeKind::Constant(value) if value.all());
        register.enable = register.enable.map(id).filter(|enable| !is_always(enable));
    }
    for port in module.memories.iter_mut().flat_map(|memory| &mut memory.ports) {
        *port = port.map(id);
    }
    for instance in &mut module.instances {
        for connection in instance.inputs.iter_mut().flatten() {
            *connection = connection.map(id);
        }
        instance.outputs.iter_mut().flatten().for_each(|output| *output = id(*output));
    }
    drop_unread_registers(&mut module, |_| true);
    module
}

/// The probe without fields whose nodes were left out.
fn moved_probe(probe: &Probe, moved: &[Option<NodeId>]) -> Probe {
    let field = |(name, node): &(String, NodeId)| Some((name.clone(), moved[node.0]?));
    Probe { record: probe.record, fields: probe.fields.iter().filter_map(field).collect() }
}

impl Simplifier<'_> {
    /// The new nodes, and where the old ones are now.
    fn nodes(mut self) -> (Vec<Node>, Vec<Option<NodeId>>) {
        let named =
            (0..self.old.nodes.len()).map(NodeId).filter(|&id| self.old.node(id).name.is_some());
        let probed = self.old.probes.iter().flat_map(|probe| &probe.fields).map(|(_, id)| *id);
        let kept = self.old.roots().into_iter().chain(named).chain(probed);
        let mut waiting: Vec<(NodeId, bool)> = kept.map(|id| (id, false)).collect();
        // In the author's order, in which waveforms show them. Ports and state all have names.
        waiting.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
        while let Some((id, has_operands)) = waiting.pop() {
            if self.moved[id.0].is_some() {
                continue;
            }
            if has_operands {
                self.rewrite(id);
            } else {
                waiting.push((id, true));
                let operands = self.old.node(id).kind.operands();
                waiting.extend(operands.into_iter().rev().map(|operand| (operand, false)));
            }
        }
        // Whoever reads a named constant reads the constant.
        let moved = self.moved.iter().map(|id| id.map(|id| self.seen_through(id))).collect();
        (self.nodes, moved)
    }

    fn rewrite(&mut self, id: NodeId) {
        let node = self.old.node(id);
        self.place = node.place;
        let start = self.nodes.len();
        let made = self.made(&node.kind, node.width, node.name.as_deref());
        let is_new = made.0 >= start;
        let kind = &self.nodes[made.0].kind;
        let takes_name = is_new
            && (!matches!(kind, NodeKind::Slice { .. } | NodeKind::Constant(_))
                || *kind == node.kind);
        // A net of its own only shows a node without other readers.
        let is_shown = !is_new
            && self.readers[made.0] == 1
            && !kind.is_source()
            && self.nodes[made.0].name.is_none();
        let takes_name = takes_name
            || is_shown && !matches!(kind, NodeKind::Slice { .. } | NodeKind::Constant(_));
        let moved = match &node.name {
            Some(name) if takes_name => {
                self.nodes[made.0].name = Some(name.clone());
                made
            }
            Some(name) if self.nodes[made.0].name.as_ref() != Some(name) => {
                let wire = self.push(NodeKind::Wire(Some(made)), node.width);
                self.nodes[wire.0].name = Some(name.clone());
                wire
            }
            _ => made,
        };
        match is_new || takes_name || moved != made {
            true => {
                self.readers[moved.0] = self.old_readers[id.0];
                self.is_sliced[moved.0] = self.old_readers[id.0] == self.old_slices[id.0];
            }
            false => self.readers[moved.0] += self.old_readers[id.0],
        }
        self.moved[id.0] = Some(moved);
    }

    fn made(&mut self, kind: &NodeKind, width: usize, name: Option<&str>) -> NodeId {
        let kind = kind.with_operands(|old| self.new_id(old));
        if let Some(operation) = kind.operation() {
            return self.make(operation, width, &kind.operands());
        }
        match kind {
            NodeKind::Constant(value) => match name {
                Some(code) => self.code(code, value),
                None => self.constant(value),
            },
            NodeKind::Wire(driver) => driver.expect("checked before"),
            source => self.push(source, width),
        }
    }
}

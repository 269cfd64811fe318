//! Actions of a clock edge: registers are written, memories are read and written, each under
//! its condition.

use std::collections::BTreeMap;

use super::graph::{Graph, NodeId, ValueKind};
use super::lower::Lowering;
use crate::flat::{Memory, Register};
use lanebeat_hdl::simplify::{Logic, Netlist};
use lanebeat_hdl::{BinaryOperation, MemoryPort, ReadDuringWrite, WritePart};

/// One thing that happens at an edge, if its guard is set.
pub(super) struct Action {
    pub guard: Option<NodeId>,
    pub work: Work,
}

pub(super) enum Work {
    /// Places and what they take.
    Registers(Vec<(usize, NodeId)>),
    Read {
        memory: usize,
        copy: usize,
        address: NodeId,
        /// The place of the read data.
        to: usize,
    },
    Write {
        memory: usize,
        copy: usize,
        address: NodeId,
        column_enable: NodeId,
        data: NodeId,
    },
    /// A whole memory at an edge at which something is undefined, or unusual: done by the
    /// interpreter.
    Edge {
        memory: usize,
        copy: usize,
        ports: Vec<Port>,
    },
}

/// A memory port of one copy.
#[derive(Clone)]
pub(super) struct Port {
    /// The nodes that drive it.
    pub nodes: MemoryPort<NodeId>,
    /// The place of the read data.
    pub read_data: Option<usize>,
    /// Whether it reads, whether it writes at this edge.
    reads: NodeId,
    writes: NodeId,
}

impl Action {
    /// Puts other nodes in the place of those that it needs.
    pub fn map(&mut self, mut instead: impl FnMut(NodeId) -> NodeId) {
        self.guard = self.guard.map(&mut instead);
        match &mut self.work {
            Work::Registers(registers) => {
                registers.iter_mut().for_each(|(_, next)| *next = instead(*next));
            }
            Work::Read { address, .. } => *address = instead(*address),
            Work::Write { address, column_enable, data, .. } => {
                for node in [address, column_enable, data] {
                    *node = instead(*node);
                }
            }
            Work::Edge { ports, .. } => {
                for port in ports {
                    port.reads = instead(port.reads);
                    port.writes = instead(port.writes);
                    port.nodes = port.nodes.map(&mut instead);
                }
            }
        }
    }
}

impl Work {
    /// The nodes it needs.
    pub fn operands(&self) -> Vec<NodeId> {
        match self {
            Self::Registers(registers) => registers.iter().map(|(_, next)| *next).collect(),
            Self::Read { address, .. } => vec![*address],
            Self::Write { address, column_enable, data, .. } => {
                vec![*address, *column_enable, *data]
            }
            Self::Edge { ports, .. } => {
                ports.iter().flat_map(|port| port.nodes.inputs()).map(|(_, node)| node).collect()
            }
        }
    }

    /// The places it writes.
    pub fn places(&self) -> Vec<usize> {
        match self {
            Self::Registers(registers) => registers.iter().map(|(place, _)| *place).collect(),
            Self::Read { to, .. } => vec![*to],
            Self::Write { .. } => vec![],
            Self::Edge { ports, .. } => ports.iter().filter_map(|port| port.read_data).collect(),
        }
    }
}

/// Everything that happens at an edge; what reads rows comes before what writes them.
pub(super) fn actions(lowering: &mut Lowering) -> Vec<Action> {
    let mut guarded: BTreeMap<Option<NodeId>, Vec<(usize, NodeId)>> = BTreeMap::new();
    let flat = lowering.flat;
    let places: BTreeMap<usize, usize> = lowering
        .layout
        .places
        .iter()
        .enumerate()
        .map(|(number, place)| (place.flat, number))
        .collect();
    for register in &flat.registers {
        let is_shared = lowering.layout.places[places[&register.output]].flat_count > 1;
        for copy in 0..if is_shared { 1 } else { register.count } {
            let place = places[&(register.output + copy * register.limbs)];
            let (guard, next) = sampled(lowering, register, place, copy);
            if guard.is_none_or(|guard| !lowering.graph.is_zero(guard)) {
                guarded.entry(guard).or_default().push((place, next));
            }
        }
    }
    let registers = guarded
        .into_iter()
        .map(|(guard, registers)| Action { guard, work: Work::Registers(registers) });
    let mut actions: Vec<Action> = registers.collect();
    for (number, memory) in flat.memories.iter().enumerate() {
        for copy in 0..memory.count {
            let ports: Vec<Port> = (0..memory.ports.len())
                .map(|port| self::port(lowering, memory, port, copy, &places))
                .collect();
            memory_actions(&mut lowering.graph, number, memory, copy, ports, &mut actions);
        }
    }
    actions
}

/// When a register is written, and what it takes then.
fn sampled(
    lowering: &mut Lowering,
    register: &Register,
    place: usize,
    copy: usize,
) -> (Option<NodeId>, NodeId) {
    let count = lowering.layout.places[place].count;
    let mut read = |operand| match count {
        1 => lowering.copy(operand, copy),
        _ => lowering.all_copies(operand, count),
    };
    let mut next = read(&register.next);
    let mut enable = register.enable.as_ref().map(&mut read);
    let reset =
        register.reset.as_ref().and(lowering.flat.reset).map(|reset| lowering.copy(&reset, 0));
    let graph = &mut lowering.graph;
    if let Some(each) = enable.filter(|&enable| graph[enable].count > 1) {
        let old = graph.insert(ValueKind::State(place), register.width, count, vec![]);
        next = graph.mux(each, next, old);
        enable = None;
    }
    if let (Some(reset), Some(value)) = (reset, &register.reset) {
        let value = graph.limbs_constant(register.width, value.clone());
        next = graph.mux(reset, value, next);
        enable = enable.map(|enable| graph.or(enable, reset));
    }
    let is_always =
        enable.is_some_and(|enable| graph.limbs(enable).is_some_and(|limbs| limbs[0] == 1));
    (enable.filter(|_| !is_always), next)
}

fn port(
    lowering: &mut Lowering,
    memory: &Memory,
    port: usize,
    copy: usize,
    places: &BTreeMap<usize, usize>,
) -> Port {
    let output = memory.ports[port].output;
    let port = MemoryPort { output: None, ..memory.ports[port] };
    let nodes = port.map(|operand| lowering.copy(&operand, copy));
    let graph = &mut lowering.graph;
    let (on, off) = (graph.small(1, 1), graph.small(1, 0));
    let enabled = nodes.enable.unwrap_or(on);
    let writes = nodes.write.map_or(off, |write| graph.and(enabled, write.select.unwrap_or(on)));
    let is_reading = graph.not(writes);
    let read_data = output.map(|output| places[&output.range(copy).start]);
    let reads = if read_data.is_some() { graph.and(enabled, is_reading) } else { off };
    Port { nodes, read_data, reads, writes }
}

/// Whether rows are written in words, or bit by bit.
fn has_plain_columns(memory: &Memory) -> bool {
    memory.columns == 1
        || memory.column_width == 1
        || memory.column_width == 32 && memory.columns.is_multiple_of(4)
}

fn memory_actions(
    graph: &mut Graph,
    number: usize,
    memory: &Memory,
    copy: usize,
    ports: Vec<Port>,
    actions: &mut Vec<Action>,
) {
    let unusual = unusual(graph, memory, &ports);
    let usual = graph.not(unusual);
    let mut add = |graph: &mut Graph, condition, work| {
        let guard = graph.and(condition, usual);
        if !graph.is_zero(guard) {
            actions.push(Action { guard: Some(guard), work });
        }
    };
    for port in &ports {
        if let Some(to) = port.read_data {
            add(
                graph,
                port.reads,
                Work::Read { memory: number, copy, address: port.nodes.address, to },
            );
        }
    }
    for port in ports.iter().filter(|_| has_plain_columns(memory)) {
        if let Some(WritePart { column_enable, data, .. }) = port.nodes.write {
            add(
                graph,
                port.writes,
                Work::Write {
                    memory: number,
                    copy,
                    address: port.nodes.address,
                    column_enable,
                    data,
                },
            );
        }
    }
    if !graph.is_zero(unusual) {
        actions.push(Action {
            guard: Some(unusual),
            work: Work::Edge { memory: number, copy, ports },
        });
    }
}

/// Whether a port goes beyond the depth, two ports meet in a row with an undefined result, or a row
/// of odd columns is written.
fn unusual(graph: &mut Graph, memory: &Memory, ports: &[Port]) -> NodeId {
    let mut unusual = graph.small(1, 0);
    for (number, port) in ports.iter().enumerate() {
        let is_beyond = graph.is_beyond(port.nodes.address, memory.depth);
        let is_active = graph.or(port.reads, port.writes);
        let is_lost = graph.and(is_active, is_beyond);
        unusual = graph.or(unusual, is_lost);
        if !has_plain_columns(memory) {
            unusual = graph.or(unusual, port.writes);
        }
        for (other_number, other) in ports.iter().enumerate() {
            let reads_undefined = memory.read_during_write == ReadDuringWrite::Undefined;
            let clashing = match other_number < number {
                true if reads_undefined => graph.or(port.reads, port.writes),
                true => port.writes,
                false if reads_undefined && other_number > number => port.reads,
                false => continue,
            };
            let same_row =
                graph.binary(BinaryOperation::Equal, port.nodes.address, other.nodes.address);
            let both = graph.and(clashing, other.writes);
            let meet = graph.and(both, same_row);
            unusual = graph.or(unusual, meet);
        }
    }
    unusual
}

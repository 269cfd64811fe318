//! In which stage each vertex is: the shortest period, then the fewest register bits.

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::arrival::Arrival;
use super::graph::{Graph, Place};
use super::hold::{self, Enables};
use super::observe::Observation;

/// Slowest path of a stage, and the register bits behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StagePath {
    /// Picoseconds, the registers' own delay included.
    pub delay: u32,
    /// Register bits behind the stage, all copies counted; 0 behind the last one.
    pub register_bits: usize,
    /// The nets of the path, each with the path of its instance and when it is ready, in
    /// picoseconds.
    pub nets: Vec<(String, u32)>,
}

/// More bits than a cut can have.
const NEVER: u64 = 1 << 40;

/// The stage of each vertex; stage 0 is that of the earliest input.
pub(super) struct Schedule {
    pub(super) stages: Vec<usize>,
    /// The stage of the outputs.
    pub(super) last: usize,
    /// Enables of the registers that hold at times.
    pub(super) enables: Enables,
    register: u32,
    /// Delay of each vertex outside the module: of inputs that do not come out of registers, and
    /// of outputs that do not go into registers.
    late: Vec<u32>,
}

/// The earliest and the latest stage that each vertex may have.
#[derive(Clone)]
struct Window {
    earliest: Vec<usize>,
    latest: Vec<usize>,
}

impl Schedule {
    pub(super) fn new(
        graph: &Graph,
        arrival: &dyn Fn(&str) -> Arrival,
        boundaries: usize,
        register: u32,
    ) -> Self {
        let (mut window, late, last) = ports(graph, arrival, boundaries);
        let period = shortest_period(graph, &window, &late, register);
        let time = period - register;
        let soonest = earliest(graph, &window.earliest, &late, time).expect("the period suffices");
        let observation = Observation::new(graph);
        for (vertex, stage) in hold::wanted(graph, &observation, &soonest) {
            window.latest[vertex] = window.latest[vertex].min(stage);
        }
        let stages = cut(graph, window, &late, last, time);
        let mut schedule = Self { stages, last, enables: Enables::new(), register, late };
        let ready = schedule.arrivals(graph);
        let ready = |vertex: usize| ready[vertex].0;
        schedule.enables = hold::enables(graph, &observation, &schedule.stages, last, ready, time);
        schedule
    }

    /// The same stages in another technology, with its times of the ports.
    pub(super) fn timed_by(
        self,
        graph: &Graph,
        arrival: &dyn Fn(&str) -> Arrival,
        register: u32,
    ) -> Self {
        let (_, late, _) = ports(graph, arrival, self.last);
        Self { late, register, ..self }
    }

    /// One stage from state to state, from inputs and to outputs.
    pub(super) fn of_state(graph: &Graph, register: u32) -> Self {
        let late: Vec<u32> = graph.vertices.iter().map(|vertex| vertex.late).collect();
        Self { stages: vec![0; late.len()], last: 0, enables: Enables::new(), register, late }
    }

    /// When each vertex is ready in its stage, in picoseconds, and the operand that it waits for.
    fn arrivals(&self, graph: &Graph) -> Vec<(u32, Option<usize>)> {
        let mut ready: Vec<(u32, Option<usize>)> =
            self.late.iter().map(|&late| (late, None)).collect();
        // Equal gates one behind the other join so many values, the last of which is ready then.
        let mut trees: Vec<(usize, u32)> = vec![(0, 0); ready.len()];
        for (vertex, node) in graph.vertices.iter().enumerate() {
            let (mut leaves, mut latest) = (0, 0);
            for operand in &node.operands {
                let same = self.stages[operand.from] == self.stages[vertex];
                let follows = same.then(|| ready[operand.from].0 + operand.chained);
                let arrives = operand.fresh.max(follows.unwrap_or(0)) + self.late[vertex];
                if arrives > ready[vertex].0 {
                    ready[vertex] = (arrives, same.then_some(operand.from));
                }
                let (joined, last) = match same {
                    true if graph.are_equal_gates(operand.from, vertex) => trees[operand.from],
                    true => (1, ready[operand.from].0),
                    false => (1, 0),
                };
                (leaves, latest) = (leaves + joined, latest.max(last));
            }
            trees[vertex] = (leaves, latest);
            if graph.are_equal_gates(vertex, vertex) {
                let as_tree = latest + graph.tree(leaves) + self.late[vertex];
                ready[vertex].0 = ready[vertex].0.min(as_tree);
            }
        }
        ready
    }

    /// Picoseconds.
    pub(super) fn period(&self, graph: &Graph) -> u32 {
        let longest = self.arrivals(graph).into_iter().map(|(ready, _)| ready).max();
        longest.unwrap_or(0) + self.register
    }

    /// Slowest path of each stage.
    pub(super) fn paths(&self, graph: &Graph) -> Vec<StagePath> {
        let ready = self.arrivals(graph);
        let path = |stage: usize| {
            let inside = (0..graph.vertices.len()).filter(|&vertex| self.stages[vertex] == stage);
            let end = inside.max_by_key(|&vertex| ready[vertex].0);
            let backwards = std::iter::successors(end, |&vertex| ready[vertex].1);
            let mut nets: Vec<(String, u32)> = backwards
                .filter(|&vertex| {
                    !matches!(graph.vertices[vertex].place, Place::Input(_) | Place::Output(_))
                })
                .map(|vertex| (graph.name(vertex), ready[vertex].0))
                .collect();
            nets.reverse();
            StagePath {
                delay: end.map_or(0, |end| ready[end].0) + self.register,
                register_bits: self.register_bits(graph, stage),
                nets,
            }
        };
        (0..=self.last).map(path).collect()
    }

    /// Bits that cross the boundary behind `stage`.
    fn register_bits(&self, graph: &Graph, stage: usize) -> usize {
        if stage == self.last {
            return 0;
        }
        let crossing = (0..graph.vertices.len()).filter(|&vertex| self.stages[vertex] <= stage);
        crossing
            .map(|vertex| {
                let groups = graph.groups(vertex).into_iter();
                let crosses = |by: &[usize]| by.iter().any(|&reader| self.stages[reader] > stage);
                let bits: usize = groups.filter(|(_, by)| crosses(by)).map(|(bits, _)| bits).sum();
                bits * graph.copies(vertex)
            })
            .sum()
    }
}

/// The stages that the ports of the module leave to each vertex, delays outside the module, and the
/// last stage.
fn ports(
    graph: &Graph,
    arrival: &dyn Fn(&str) -> Arrival,
    boundaries: usize,
) -> (Window, Vec<u32>, usize) {
    let top = &graph.contexts[0].module;
    let cycles: Vec<i32> = top.inputs().map(|port| arrival(&port.name).cycle).collect();
    assert!(cycles.iter().all(|cycle| *cycle <= 0), "an input comes after cycle 0");
    let first = cycles.into_iter().min().unwrap_or(0);
    let last = boundaries + first.unsigned_abs() as usize;
    let mut window = Window {
        earliest: vec![0; graph.vertices.len()],
        latest: vec![last; graph.vertices.len()],
    };
    let mut late = vec![0; graph.vertices.len()];
    for (vertex, node) in graph.vertices.iter().enumerate().filter(|(_, v)| v.context == 0) {
        match node.place {
            Place::Input(port) => {
                let Arrival { cycle, delay } = arrival(&top.ports[port].name);
                let stage = (cycle - first) as usize;
                (window.earliest[vertex], window.latest[vertex]) = (stage, stage);
                late[vertex] = delay;
            }
            Place::Output(port) => {
                window.earliest[vertex] = last;
                late[vertex] = arrival(&top.ports[port].name).delay;
            }
            Place::Operation(_) | Place::State(_) | Place::Stored(_) => {}
        }
    }
    (window, late, last)
}

/// The shortest period with which every vertex has a stage, by bisection. An input that arrives
/// later than that is registered first, as nothing here can help it.
fn shortest_period(graph: &Graph, window: &Window, late: &[u32], register: u32) -> u32 {
    let slowest =
        graph.vertices.iter().flat_map(|v| &v.operands).map(|operand| operand.fresh).max();
    let fits = |time: u32| {
        earliest(graph, &window.earliest, late, time).is_some_and(|stages| {
            stages.iter().zip(&window.latest).all(|(stage, latest)| stage <= latest)
        })
    };
    let mut too_short = slowest.unwrap_or(0).saturating_sub(1);
    let mut enough = too_short + 1;
    while !fits(enough) {
        (too_short, enough) = (enough, 2 * enough);
    }
    while enough - too_short > 1 {
        let middle = too_short.midpoint(enough);
        if fits(middle) { enough = middle } else { too_short = middle }
    }
    enough + register
}

/// As soon as possible: the first stage of each vertex with `time` picoseconds between registers;
/// `None` if an operation alone takes longer.
fn earliest(graph: &Graph, not_before: &[usize], late: &[u32], time: u32) -> Option<Vec<usize>> {
    let mut stages = not_before.to_vec();
    let mut ready: Vec<u32> = late.iter().map(|&late| late.min(time)).collect();
    for (vertex, node) in graph.vertices.iter().enumerate() {
        let operands = &node.operands;
        if operands.is_empty() {
            continue;
        }
        let slowest = operands.iter().map(|operand| operand.fresh).max().unwrap_or(0);
        let fresh = slowest + late[vertex];
        if fresh > time {
            return None;
        }
        let stage = operands.iter().map(|operand| stages[operand.from]).max().unwrap_or(0);
        let stage = stage.max(not_before[vertex]);
        let same = operands.iter().filter(|operand| stages[operand.from] == stage);
        let follows = same.map(|operand| ready[operand.from] + operand.chained).max().unwrap_or(0);
        let follows = follows + late[vertex];
        let is_late = follows.max(fresh) > time;
        stages[vertex] = stage + usize::from(is_late);
        ready[vertex] = if is_late { fresh } else { follows.max(fresh) };
    }
    Some(stages)
}

/// As late as possible: the last stage of each vertex.
fn latest(graph: &Graph, not_after: &[usize], late: &[u32], time: u32) -> Vec<usize> {
    let mut stages = not_after.to_vec();
    // Delay behind each vertex in its stage.
    let mut rest: Vec<u32> = vec![0; stages.len()];
    for (vertex, node) in graph.vertices.iter().enumerate().rev() {
        if node.operands.is_empty() {
            continue;
        }
        rest[vertex] += late[vertex];
        let own = node.operands.iter().map(|operand| operand.fresh).max().unwrap_or(0);
        if own + rest[vertex] > time {
            stages[vertex] -= 1;
            rest[vertex] = 0;
        }
        for operand in &node.operands {
            let follows = rest[vertex] + operand.chained;
            match stages[operand.from].cmp(&stages[vertex]) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => rest[operand.from] = rest[operand.from].max(follows),
                std::cmp::Ordering::Greater => {
                    (stages[operand.from], rest[operand.from]) = (stages[vertex], follows);
                }
            }
        }
    }
    stages
}

/// For each boundary in turn the cut of the fewest bits that leaves `time` picoseconds on both
/// sides.
fn cut(graph: &Graph, mut window: Window, late: &[u32], last: usize, time: u32) -> Vec<usize> {
    let groups: Vec<(usize, u64, Vec<usize>)> = (0..graph.vertices.len())
        .flat_map(|vertex| {
            let copies = graph.copies(vertex);
            let groups = graph.groups(vertex).into_iter();
            groups.map(move |(bits, by)| (vertex, (bits * copies) as u64, by))
        })
        .collect();
    for boundary in 0..last {
        let narrowed = Window {
            earliest: earliest(graph, &window.earliest, late, time).expect("the period suffices"),
            latest: latest(graph, &window.latest, late, time),
        };
        let before = cheapest_cut(&groups, &narrowed, boundary);
        for (vertex, is_before) in before.into_iter().enumerate() {
            if is_before {
                window.latest[vertex] = window.latest[vertex].min(boundary);
            } else {
                window.earliest[vertex] = window.earliest[vertex].max(boundary + 1);
            }
        }
    }
    window.earliest
}

/// Whether each vertex stands before the boundary behind stage `boundary`: a minimum cut, for which
/// each group of bits is one register however many read it.
fn cheapest_cut(
    groups: &[(usize, u64, Vec<usize>)],
    window: &Window,
    boundary: usize,
) -> Vec<bool> {
    let count = window.earliest.len();
    // All vertices that can only be on one side are one node with that end.
    let mut network: DiGraph<(), u64> = DiGraph::new();
    let (source, sink) = (network.add_node(()), network.add_node(()));
    let nodes: Vec<NodeIndex> = (0..count)
        .map(|vertex| match () {
            () if window.latest[vertex] <= boundary => source,
            () if window.earliest[vertex] > boundary => sink,
            () => network.add_node(()),
        })
        .collect();
    for (from, bits, by) in groups {
        let from = nodes[*from];
        let mut readers: Vec<NodeIndex> = by.iter().map(|&reader| nodes[reader]).collect();
        readers.sort_unstable();
        readers.dedup();
        if from == sink || readers == [source] || readers == [from] {
            continue;
        }
        let group = network.add_node(());
        network.add_edge(from, group, *bits);
        for reader in readers {
            network.add_edge(group, reader, NEVER);
            // Nothing stands before what it is computed from.
            if from != source {
                network.add_edge(reader, from, NEVER);
            }
        }
    }
    let (_, flows) = dinics(&network, source, sink);
    // Among minimum cuts choose the latest: registers hold decoded values, and no logic stands
    // between them and their many readers.
    let mut after = vec![false; network.node_count()];
    after[sink.index()] = true;
    let mut waiting = vec![sink];
    while let Some(node) = waiting.pop() {
        let back = network.edges_directed(node, petgraph::Direction::Incoming);
        let back = back.filter(|edge| flows[edge.id().index()] < *edge.weight());
        let back = back.map(|edge| edge.source());
        let onward = network.edges(node).filter(|edge| flows[edge.id().index()] > 0);
        let onward = onward.map(|edge| edge.target());
        for next in back.chain(onward).collect::<Vec<_>>() {
            if !std::mem::replace(&mut after[next.index()], true) {
                waiting.push(next);
            }
        }
    }
    nodes.iter().map(|node| !after[node.index()]).collect()
}

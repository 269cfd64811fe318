//! Which registers hold what an operation does not use, and which bit says so.

use std::collections::{BTreeMap, HashMap};

use super::graph::Graph;
use super::observe::{Decider, Observation};

/// Register bits, in one copy of what decides, that are worth an enable.
const LEAST_BITS: usize = 32;

/// By vertex and boundary, the bit in the stage before it that enables the register.
pub(super) type Enables = HashMap<(usize, usize), Enable>;

/// A bit that enables registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Enable {
    pub(super) decider: Decider,
    /// The context in which it is computed, perhaps once more.
    pub(super) origin: usize,
}

/// Vertices that decide, and the stage in which they are wanted at the latest: that of what they
/// enable, if that stands in its `earliest` stage.
pub(super) fn wanted(
    graph: &Graph,
    observation: &Observation,
    earliest: &[usize],
) -> BTreeMap<usize, usize> {
    let mut weights = Weights::default();
    let mut wanted: HashMap<Decider, usize> = HashMap::new();
    for (vertex, &soonest) in earliest.iter().enumerate() {
        for decider in observation.of_register(graph, vertex, |_| true) {
            let origin = observation.origin(graph, decider, graph.register_context(vertex));
            if origin.is_none_or(|(_, from)| *from != [decider.vertex]) {
                continue;
            }
            weights.add(graph, decider, vertex, graph.vertices[vertex].width);
            let stage = wanted.entry(decider).or_insert(usize::MAX);
            *stage = soonest.min(*stage);
        }
    }
    let mut soonest = BTreeMap::new();
    for (decider, stage) in wanted.into_iter().filter(|(decider, _)| weights.suffices(*decider)) {
        let soonest = soonest.entry(decider.vertex).or_insert(usize::MAX);
        *soonest = stage.max(earliest[decider.vertex]).min(*soonest);
    }
    soonest
}

/// Enables of registers. Each has, among the bits that say whether it matters, the one that serves
/// most register bits, if that reaches its registers within `time` picoseconds after the edge.
/// `ready` is the time at which each vertex is ready in its stage.
pub(super) fn enables(
    graph: &Graph,
    observation: &Observation,
    stages: &[usize],
    last: usize,
    ready: impl Fn(usize) -> u32,
    time: u32,
) -> Enables {
    let mut weights = Weights::default();
    let mut found: Vec<(usize, usize, usize, Vec<Decider>)> = vec![];
    for (vertex, node) in graph.vertices.iter().enumerate() {
        for boundary in stages[vertex]..last {
            let crosses = |reader: usize| stages[reader] > boundary;
            let deciders = observation.of_register(graph, vertex, crosses);
            let is_known = |decider: &Decider| {
                let context = graph.register_context(vertex);
                let origin = observation.origin(graph, *decider, context);
                origin.is_some_and(|(_, from)| from.iter().all(|from| stages[*from] <= boundary))
            };
            let deciders: Vec<Decider> = deciders.into_iter().filter(is_known).collect();
            let readers = node.readers.iter().filter(|(reader, _)| crosses(*reader));
            let bits = readers.fold(0, |bits: usize, (_, read)| bits.max(read.count_ones()));
            deciders.iter().for_each(|decider| weights.add(graph, *decider, vertex, bits));
            if !deciders.is_empty() {
                found.push((vertex, boundary, bits, deciders));
            }
        }
    }
    let mut enabled: HashMap<(Enable, usize), Vec<(usize, usize)>> = HashMap::new();
    for (vertex, boundary, bits, deciders) in found {
        let heaviest = deciders.into_iter().max_by_key(|decider| weights.of(*decider));
        let decider = heaviest.expect("there is one");
        let origin = observation.origin(graph, decider, graph.register_context(vertex));
        let (origin, _) = *origin.expect("it is known");
        let enable = Enable { decider, origin };
        enabled.entry((enable, boundary)).or_default().push((vertex, bits));
    }
    let mut enables = Enables::new();
    for ((enable, boundary), registers) in enabled {
        let Enable { decider, origin } = enable;
        let bits: usize = registers.iter().map(|(vertex, bits)| bits * graph.copies(*vertex)).sum();
        let (_, from) = observation.origin(graph, decider, origin).expect("it is its origin");
        let in_stage =
            |vertex: &usize| if stages[*vertex] == boundary { ready(*vertex) } else { 0 };
        let mut known = from.iter().map(in_stage).max().unwrap_or(0);
        if *from != [decider.vertex] {
            known += ready(decider.vertex);
        }
        let is_wide = bits >= LEAST_BITS * graph.contexts[origin].copies;
        if is_wide && known + graph.fan_out(bits) <= time {
            enables.extend(registers.into_iter().map(|(vertex, _)| ((vertex, boundary), enable)));
        }
    }
    enables
}

/// How many register bits each decider could enable, all copies counted.
#[derive(Default)]
struct Weights(HashMap<Decider, (usize, usize)>);

impl Weights {
    fn add(&mut self, graph: &Graph, decider: Decider, vertex: usize, bits: usize) {
        let (sum, least) = self.0.entry(decider).or_default();
        *sum += bits * graph.copies(vertex);
        *least = LEAST_BITS * graph.copies(decider.vertex);
    }

    fn of(&self, decider: Decider) -> usize {
        self.0.get(&decider).map_or(0, |(sum, _)| *sum)
    }

    fn suffices(&self, decider: Decider) -> bool {
        self.0.get(&decider).is_some_and(|(sum, least)| sum >= least)
    }
}

//! Which registers hold what an operation does not use, and which bit says so.

use std::collections::{BTreeMap, HashMap};

use super::graph::Graph;
use super::observe::{Literal, Observation};

/// Register bits, in one copy of what decides, that are worth an enable.
const LEAST_BITS: usize = 32;

/// By vertex and boundary, the bit in the stage before it that enables the register.
pub(super) type Enables = HashMap<(usize, usize), Literal>;

/// Vertices that decide, and the stage in which they are wanted at the latest: that of what they
/// enable, if that stands in its `earliest` stage.
pub(super) fn wanted(
    graph: &Graph,
    observation: &Observation,
    earliest: &[usize],
) -> BTreeMap<usize, usize> {
    let mut weights = Weights::default();
    let mut wanted: HashMap<Literal, usize> = HashMap::new();
    for vertex in 0..graph.vertices.len() {
        for literal in observation.of_register(graph, vertex, |_| true) {
            weights.add(graph, literal, vertex, graph.vertices[vertex].width);
            let stage = wanted.entry(literal).or_insert(usize::MAX);
            *stage = earliest[vertex].min(*stage);
        }
    }
    let mut soonest = BTreeMap::new();
    for (literal, stage) in wanted.into_iter().filter(|(literal, _)| weights.suffices(*literal)) {
        let soonest = soonest.entry(literal.vertex).or_insert(usize::MAX);
        *soonest = stage.max(earliest[literal.vertex]).min(*soonest);
    }
    soonest
}

/// The enables of all registers that have one: of the bits that say whether somebody looks, known
/// `time` picoseconds after the edge with the wire to their registers, the one that says it of most
/// registers. `ready` is when each vertex is, in its stage.
pub(super) fn enables(
    graph: &Graph,
    observation: &Observation,
    stages: &[usize],
    last: usize,
    ready: impl Fn(usize) -> u32,
    time: u32,
) -> Enables {
    let mut weights = Weights::default();
    let mut found: Vec<(usize, usize, usize, Vec<Literal>)> = vec![];
    for (vertex, node) in graph.vertices.iter().enumerate() {
        for boundary in stages[vertex]..last {
            let crosses = |reader: usize| stages[reader] > boundary;
            let literals = observation.of_register(graph, vertex, crosses);
            let known = |literal: &Literal| stages[literal.vertex] <= boundary;
            let literals: Vec<Literal> = literals.into_iter().filter(known).collect();
            let readers = node.readers.iter().filter(|(reader, _)| crosses(*reader));
            let bits = readers.fold(0, |bits: usize, (_, read)| bits.max(read.count_ones()));
            literals.iter().for_each(|literal| weights.add(graph, *literal, vertex, bits));
            if !literals.is_empty() {
                found.push((vertex, boundary, bits, literals));
            }
        }
    }
    let mut enabled: HashMap<(Literal, usize), Vec<(usize, usize)>> = HashMap::new();
    for (vertex, boundary, bits, literals) in found {
        let heaviest = literals.into_iter().max_by_key(|literal| weights.of(*literal));
        let literal = heaviest.expect("there is one");
        enabled.entry((literal, boundary)).or_default().push((vertex, bits));
    }
    let mut enables = Enables::new();
    for ((literal, boundary), registers) in enabled {
        let bits: usize = registers.iter().map(|(vertex, bits)| bits * graph.copies(*vertex)).sum();
        let is_computed = stages[literal.vertex] == boundary;
        let known = if is_computed { ready(literal.vertex) } else { 0 };
        let is_wide = bits >= LEAST_BITS * graph.copies(literal.vertex);
        if is_wide && known + graph.fan_out(bits) <= time {
            enables.extend(registers.into_iter().map(|(vertex, _)| ((vertex, boundary), literal)));
        }
    }
    enables
}

/// How many register bits each literal could enable, all copies counted.
#[derive(Default)]
struct Weights(HashMap<Literal, (usize, usize)>);

impl Weights {
    fn add(&mut self, graph: &Graph, literal: Literal, vertex: usize, bits: usize) {
        let (sum, least) = self.0.entry(literal).or_default();
        *sum += bits * graph.copies(vertex);
        *least = LEAST_BITS * graph.copies(literal.vertex);
    }

    fn of(&self, literal: Literal) -> usize {
        self.0.get(&literal).map_or(0, |(sum, _)| *sum)
    }

    fn suffices(&self, literal: Literal) -> bool {
        self.0.get(&literal).is_some_and(|(sum, least)| sum >= least)
    }
}

//! The module tree as one graph, bit by bit where bits go different ways.
//!
//! A vertex is an operation, a port of an instance, or a port of the top module; copies of a
//! replicated instance are one vertex. Wiring (slices, concatenations, repetition, inversion) is no
//! vertex: it takes no time and is cut where its sources are.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::delays::Delays;
use crate::bits::Bits;
use crate::module::{BinaryOperation, Connection, Direction, MemoryPort, Module, NodeId, NodeKind};

/// Bits side by side that come from one vertex, or constants. Words are kept as runs, since most
/// bits go the same way as their neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    /// Vertex and the number of its bit that the first of these is; `None` for constants.
    from: Option<(u32, u32)>,
    count: usize,
    /// All are that one bit, not it and the next ones.
    is_one_bit: bool,
}

impl Run {
    fn constant(count: usize) -> Self {
        Self { from: None, count, is_one_bit: false }
    }

    fn of_vertex(vertex: usize, width: usize) -> Self {
        Self { from: Some((vertex as u32, 0)), count: width, is_one_bit: false }
    }

    /// The run without its first `dropped` bits, and at most `count` of the others.
    fn part(self, dropped: usize, count: usize) -> Self {
        let step = if self.is_one_bit { 0 } else { dropped as u32 };
        let from = self.from.map(|(vertex, bit)| (vertex, bit + step));
        Self { from, count: count.min(self.count - dropped), ..self }
    }

    /// Number of different bits.
    fn distinct(self) -> u32 {
        if self.is_one_bit { 1 } else { self.count as u32 }
    }
}

/// The bits of a node, lowest first.
type Word = Rc<[Run]>;

fn repeated(word: &[Run], times: usize) -> Word {
    match *word {
        [run] if run.distinct() == 1 => {
            [Run { count: times * run.count, is_one_bit: true, ..run }].into()
        }
        _ => word.repeat(times).into(),
    }
}

/// `count` bits of the word from bit `low` on.
fn slice(word: &[Run], low: usize, count: usize) -> Word {
    let (mut before, mut left) = (low, count);
    let mut runs = vec![];
    for run in word {
        if left == 0 {
            break;
        }
        if before >= run.count {
            before -= run.count;
            continue;
        }
        let part = run.part(before, left);
        (before, left) = (0, left - part.count);
        runs.push(part);
    }
    runs.into()
}

fn bit_count(word: &[Run]) -> usize {
    word.iter().map(|run| run.count).sum()
}

/// How many of the elements of `width` bits in `words` are not constant.
fn variable_count(words: &[Run], width: usize) -> usize {
    let elements = (0..bit_count(words)).step_by(width).map(|low| slice(words, low, width));
    elements.filter(|element| !is_constant(element)).count()
}

/// Port or operation of its context that a vertex stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An input, by port number.
    Input(usize),
    Operation(NodeId),
    /// An output, by port number.
    Output(usize),
    /// The node that shows what a register or a memory port holds.
    State(NodeId),
    /// An input of a register or of a memory port.
    Stored(NodeId),
}

/// An earlier vertex that one takes bits from.
pub(super) struct Operand {
    pub(super) from: usize,
    /// Picoseconds from its bits to this vertex's, if they come from a register; the wire there is
    /// counted.
    pub(super) fresh: u32,
    /// The same if they are computed in the same stage.
    pub(super) chained: u32,
}

pub(super) struct Vertex {
    pub(super) context: usize,
    pub(super) place: Place,
    /// Bits of one copy.
    pub(super) width: usize,
    pub(super) operands: Vec<Operand>,
    /// Vertices that read it, each with the bits that it reads; in a graph that is only timed none.
    pub(super) readers: Vec<(usize, Bits)>,
    /// Picoseconds from a clock edge to what a memory port shows.
    pub(super) late: u32,
    chain: Option<Chain>,
}

/// Operations that, one behind the other, take less time than each alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    /// The carries of one sum follow those of the other bit by bit.
    Carries,
    /// Synthesis makes a tree of them.
    Gates(BinaryOperation),
}

/// A module at a place in the tree.
pub(super) struct Context {
    pub(super) module: Arc<Module>,
    /// The context around it and the number of the instance there.
    pub(super) parent: Option<(usize, usize)>,
    /// Names of the instances from the top on, each with a dot behind it.
    pub(super) path: String,
    pub(super) copies: usize,
    /// By instance.
    pub(super) children: Vec<usize>,
    /// By port: its vertex.
    pub(super) ports: Vec<Option<usize>>,
    /// By node: its vertex, of operations.
    pub(super) operations: Vec<Option<usize>>,
    bits: Vec<Option<Word>>,
}

impl Context {
    /// Whether no bit of a node comes from a vertex.
    pub(super) fn is_constant(&self, id: NodeId) -> bool {
        self.sources(id).next().is_none()
    }

    /// The vertices that the bits of a node come from.
    pub(super) fn sources(&self, id: NodeId) -> impl Iterator<Item = usize> {
        let runs = self.bits[id.0].iter().flat_map(|runs| runs.iter());
        runs.filter_map(|run| run.from).map(|(vertex, _)| vertex as usize)
    }
}

pub(super) struct Graph<'d> {
    /// Operands before what is computed from them.
    pub(super) vertices: Vec<Vertex>,
    /// The top module first, parents before children.
    pub(super) contexts: Vec<Context>,
    delays: &'d Delays,
    is_only_timed: bool,
}

impl<'d> Graph<'d> {
    pub(super) fn new(top: &Arc<Module>, delays: &'d Delays) -> Self {
        Self::of(top, delays, false)
    }

    /// As [`Self::new`], without readers.
    pub(super) fn only_timed(top: &Arc<Module>, delays: &'d Delays) -> Self {
        Self::of(top, delays, true)
    }

    fn of(top: &Arc<Module>, delays: &'d Delays, is_only_timed: bool) -> Self {
        let mut graph = Self { vertices: vec![], contexts: vec![], delays, is_only_timed };
        graph.add_context(top, None, String::new(), 1);
        for context in 0..graph.contexts.len() {
            for port in 0..graph.contexts[context].ports.len() {
                graph.port(context, port);
            }
            graph.state(context);
        }
        graph
    }

    /// The vertices of what registers and memories take.
    fn state(&mut self, context: usize) {
        let module = self.contexts[context].module.clone();
        for register in &module.registers {
            let width = module.node(register.output).width;
            self.stored(context, register.next.expect("the module is finished"), 0);
            register.enable.inspect(|&enable| self.stored(context, enable, self.fan_out(width)));
        }
        for (_, input) in module.memories.iter().flat_map(|m| &m.ports).flat_map(MemoryPort::inputs)
        {
            self.stored(context, input, 0);
        }
    }

    fn stored(&mut self, context: usize, id: NodeId, delay: u32) {
        let source = self.bits(context, id);
        let vertex = self.add_vertex(context, Place::Stored(id), bit_count(&source));
        self.connect(vertex, &source, delay);
    }

    fn add_context(
        &mut self,
        module: &Arc<Module>,
        parent: Option<(usize, usize)>,
        path: String,
        copies: usize,
    ) -> usize {
        let context = self.contexts.len();
        self.contexts.push(Context {
            module: module.clone(),
            parent,
            copies,
            children: vec![],
            ports: vec![None; module.ports.len()],
            operations: vec![None; module.nodes.len()],
            bits: vec![None; module.nodes.len()],
            path: path.clone(),
        });
        for (number, instance) in module.instances.iter().enumerate() {
            let path = format!("{path}{}.", instance.name);
            let child = self.add_context(
                &instance.module,
                Some((context, number)),
                path,
                copies * instance.count,
            );
            self.contexts[context].children.push(child);
        }
        context
    }

    fn add_vertex(&mut self, context: usize, place: Place, width: usize) -> usize {
        let (operands, readers) = (vec![], vec![]);
        let late = 0;
        self.vertices.push(Vertex { context, place, width, operands, readers, late, chain: None });
        self.vertices.len() - 1
    }

    /// The vertices of a context and all below it, always in the same order.
    pub(super) fn vertices_below(&self, context: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        let Context { ports, operations, children, .. } = &self.contexts[context];
        let own = ports.iter().chain(operations).flatten().copied();
        Box::new(own.chain(children.iter().flat_map(|&child| self.vertices_below(child))))
    }

    /// How many copies of a vertex there are.
    pub(super) fn copies(&self, vertex: usize) -> usize {
        self.contexts[self.vertices[vertex].context].copies
    }

    /// Picoseconds of a wire to so many loads.
    pub(super) fn fan_out(&self, loads: usize) -> u32 {
        self.delays.of("fan_out", loads)
    }

    /// Whether both vertices are gates of one kind, of which synthesis makes a tree.
    pub(super) fn are_equal_gates(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|vertex| self.vertices[vertex].chain);
        a == b && matches!(a, Some(Chain::Gates(_)))
    }

    /// Picoseconds of a tree of gates that joins so many values.
    pub(super) fn tree(&self, leaves: usize) -> u32 {
        self.delays.of("reduce", leaves)
    }

    /// Whether a vertex is an instance's input to which a constant leads, as the number of its copy.
    pub(super) fn is_constant_input(&self, vertex: usize) -> bool {
        let Vertex { context, place, ref operands, .. } = self.vertices[vertex];
        context != 0 && matches!(place, Place::Input(_)) && operands.is_empty()
    }

    /// Where the registers of a vertex stand: those of an instance's output around the instance.
    pub(super) fn register_context(&self, vertex: usize) -> usize {
        let Vertex { context, place, .. } = self.vertices[vertex];
        match (place, self.contexts[context].parent) {
            (Place::Output(_), Some((parent, _))) => parent,
            _ => context,
        }
    }

    /// The context and those around it, up to the top.
    pub(super) fn around(&self, context: usize) -> impl Iterator<Item = usize> {
        let parent = |&context: &usize| self.contexts[context].parent.map(|(parent, _)| parent);
        std::iter::successors(Some(context), parent)
    }

    /// The name of a vertex for a person who looks for it.
    pub(super) fn name(&self, vertex: usize) -> String {
        let Vertex { context, place, .. } = self.vertices[vertex];
        let Context { module, path, .. } = &self.contexts[context];
        match place {
            Place::Input(port) | Place::Output(port) => {
                format!("{path}{}", module.ports[port].name)
            }
            Place::Operation(id) | Place::State(id) | Place::Stored(id) => {
                match &module.node(id).name {
                    Some(name) => format!("{path}{name}"),
                    None => {
                        let place = module.node(id).place;
                        let file = place.file().rsplit('/').next().unwrap_or_default();
                        format!("{path}({file}:{})", place.line())
                    }
                }
            }
        }
    }

    fn all_bits(&self, vertex: usize, copies: usize) -> Word {
        repeated(&[Run::of_vertex(vertex, self.vertices[vertex].width)], copies)
    }

    /// The vertex of a port.
    fn port(&mut self, context: usize, port: usize) -> usize {
        if let Some(vertex) = self.contexts[context].ports[port] {
            return vertex;
        }
        let module = self.contexts[context].module.clone();
        let (width, node) = (module.ports[port].width, module.ports[port].node);
        let vertex = match (module.ports[port].direction, self.contexts[context].parent) {
            (Direction::Input, None) => self.add_vertex(context, Place::Input(port), width),
            (Direction::Input, Some((parent, number))) => {
                let around = self.contexts[parent].module.clone();
                let instance = &around.instances[number];
                let connection = instance.inputs[port].expect("inputs are connected");
                let source = self.bits(parent, connection.node());
                let vertex = self.add_vertex(context, Place::Input(port), width);
                let fan_out = match connection {
                    Connection::Broadcast(_) => self.delays.of("fan_out", instance.count),
                    Connection::Spread(_) => 0,
                };
                self.connect(vertex, &source, fan_out);
                vertex
            }
            (Direction::Output, _) => {
                let source = self.bits(context, node);
                let vertex = self.add_vertex(context, Place::Output(port), width);
                self.connect(vertex, &source, 0);
                vertex
            }
        };
        self.contexts[context].ports[port] = Some(vertex);
        vertex
    }

    /// Where each bit of a node comes from, in one copy of its module.
    fn bits(&mut self, context: usize, id: NodeId) -> Word {
        if let Some(known) = &self.contexts[context].bits[id.0] {
            return known.clone();
        }
        let module = self.contexts[context].module.clone();
        let node = module.node(id);
        let bits: Word = match &node.kind {
            NodeKind::Constant(_) | NodeKind::InstanceIndex => [Run::constant(node.width)].into(),
            NodeKind::Input => {
                let vertex = self.port(context, module.input_port(id));
                match self.is_constant_input(vertex) {
                    true => [Run::constant(node.width)].into(),
                    false => self.all_bits(vertex, 1),
                }
            }
            NodeKind::InstanceOutput { instance, port } => {
                let child = self.contexts[context].children[*instance];
                let vertex = self.port(child, *port);
                match self.vertices[vertex].operands.is_empty() {
                    true => [Run::constant(node.width)].into(),
                    false => self.all_bits(vertex, module.instances[*instance].count),
                }
            }
            NodeKind::Wire(Some(a)) | NodeKind::Not(a) => self.bits(context, *a),
            NodeKind::Slice { value, low } => slice(&self.bits(context, *value), *low, node.width),
            NodeKind::Repeat(a) => {
                repeated(&self.bits(context, *a), node.width / module.node(*a).width)
            }
            NodeKind::Concat(parts) => {
                parts.iter().flat_map(|part| self.bits(context, *part).to_vec()).collect()
            }
            NodeKind::Register(_) | NodeKind::MemoryRead { .. } => {
                let vertex = self.add_vertex(context, Place::State(id), node.width);
                if let NodeKind::MemoryRead { .. } = node.kind {
                    self.vertices[vertex].late = self.delays.memory();
                }
                self.all_bits(vertex, 1)
            }
            NodeKind::Wire(None) => unreachable!("the module is finished"),
            kind => {
                let operands: Vec<Word> = kind
                    .operands()
                    .into_iter()
                    .map(|operand| self.bits(context, operand))
                    .collect();
                match operands.iter().all(|operand| is_constant(operand)) {
                    // It can be computed in any stage.
                    true => [Run::constant(node.width)].into(),
                    false => {
                        let vertex = self.operation(context, id, &operands);
                        self.all_bits(vertex, 1)
                    }
                }
            }
        };
        self.contexts[context].bits[id.0] = Some(bits.clone());
        bits
    }

    fn operation(&mut self, context: usize, id: NodeId, operands: &[Word]) -> usize {
        let module = self.contexts[context].module.clone();
        let node = module.node(id);
        let delays = self.operand_delays(&node.kind, node.width, operands);
        let vertex = self.add_vertex(context, Place::Operation(id), node.width);
        self.vertices[vertex].chain = chain(&node.kind);
        for (bits, delay) in operands.iter().zip(delays) {
            self.connect(vertex, bits, delay);
        }
        if let NodeKind::Select { .. } = node.kind {
            self.connect_index(vertex, node.width, operands);
        }
        self.contexts[context].operations[id.0] = Some(vertex);
        vertex
    }

    /// Picoseconds from each operand to the result.
    fn operand_delays(&self, kind: &NodeKind, width: usize, operands: &[Word]) -> Vec<u32> {
        use BinaryOperation::{
            Add, And, Equal, LessSigned, LessUnsigned, NotEqual, Or, Subtract, Xor,
        };
        let delay = |operation: &str, width: usize| self.delays.of(operation, width);
        let has_constant =
            |numbers: &[usize]| numbers.iter().any(|&number| is_constant(&operands[number]));
        match kind {
            NodeKind::Binary(And | Or | Xor, ..) if has_constant(&[0, 1]) => vec![0; 2],
            NodeKind::Binary(And | Or | Xor, ..) => vec![delay("logic", 1); 2],
            NodeKind::Binary(Equal | NotEqual, ..) if has_constant(&[0, 1]) => {
                vec![delay("reduce", bit_count(&operands[0])); 2]
            }
            NodeKind::Binary(Equal | NotEqual, ..) => {
                vec![delay("equal", bit_count(&operands[0])); 2]
            }
            NodeKind::Binary(Add | Subtract | LessUnsigned | LessSigned, ..) => {
                vec![delay("add", bit_count(&operands[0])); 2]
            }
            NodeKind::Reduce(..) => vec![delay("reduce", bit_count(&operands[0]))],
            NodeKind::Multiply(..) => {
                vec![delay("multiply", bit_count(&operands[0]).max(bit_count(&operands[1]))); 2]
            }
            NodeKind::Shift { .. } => {
                let levels =
                    bit_count(&operands[1]).min(width.next_power_of_two().ilog2() as usize);
                let each = delay("mux", 1) * levels as u32;
                vec![each, each + delay("fan_out", width)]
            }
            NodeKind::Mux { .. } => {
                let data = if has_constant(&[1, 2]) { delay("logic", 1) } else { delay("mux", 1) };
                vec![data + delay("fan_out", width), data, data]
            }
            NodeKind::Select { .. } => {
                // A word that is a constant costs nothing.
                let data = delay("select", variable_count(&operands[1], width));
                // Its index comes bit by bit.
                vec![0, data]
            }
            _ => unreachable!("wiring is no vertex"),
        }
    }

    /// The bits of a select's index: the highest chooses first, among all words, the lowest last,
    /// between two.
    fn connect_index(&mut self, to: usize, width: usize, operands: &[Word]) {
        let words = variable_count(&operands[1], width);
        for bit in 0..bit_count(&operands[0]) {
            let choice = self.delays.of("select", words.min(2 << bit));
            let delay = choice + self.fan_out(width << bit);
            self.connect(to, &slice(&operands[0], bit, 1), delay);
        }
    }

    fn connect(&mut self, to: usize, word: &[Run], delay: u32) {
        let runs = word.iter().filter_map(|run| Some((run.from?, run)));
        let uses: usize = runs.clone().map(|(_, run)| run.count).sum();
        let bits = |((vertex, low), run): ((u32, u32), &Run)| (vertex, low..low + run.distinct());
        let mut sorted: Vec<(u32, Range<u32>)> = runs.map(bits).collect();
        sorted.sort_unstable_by_key(|(vertex, bits)| (*vertex, bits.start));
        // Join the runs that overlap: a bit counts once.
        sorted.dedup_by(|(vertex, bits), (before, all)| {
            let goes_on = vertex == before && bits.start <= all.end;
            all.end = if goes_on { all.end.max(bits.end) } else { all.end };
            goes_on
        });
        let distinct: u32 = sorted.iter().map(|(_, bits)| bits.end - bits.start).sum();
        let repeated = uses / (distinct as usize).max(1);
        let delay = delay + if repeated > 1 { self.delays.of("fan_out", repeated) } else { 0 };
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            let from = same[0].0 as usize;
            let chain = self.vertices[to]
                .chain
                .filter(|_| self.vertices[from].chain == self.vertices[to].chain);
            let chained = match chain {
                Some(Chain::Carries) => self.delays.of("add", 1).min(delay),
                Some(Chain::Gates(_)) => delay / 4,
                None => delay,
            };
            match self.vertices[to].operands.iter_mut().find(|operand| operand.from == from) {
                Some(operand) => {
                    operand.fresh = operand.fresh.max(delay);
                    operand.chained = operand.chained.max(chained);
                }
                None => self.vertices[to].operands.push(Operand { from, fresh: delay, chained }),
            }
            if self.is_only_timed {
                continue;
            }
            let width = self.vertices[from].width;
            let readers = &mut self.vertices[from].readers;
            if readers.last().is_none_or(|(reader, _)| *reader != to) {
                readers.push((to, Bits::repeat(false, width)));
            }
            let (_, read) = readers.last_mut().expect("it was pushed");
            same.iter()
                .for_each(|(_, bits)| read[bits.start as usize..bits.end as usize].fill(true));
        }
    }

    /// Groups of a vertex's bits with the same readers: number of bits, and the readers.
    pub(super) fn groups(&self, vertex: usize) -> Vec<(usize, Vec<usize>)> {
        let Vertex { width, readers, .. } = &self.vertices[vertex];
        let mut groups: Vec<(Bits, Vec<usize>)> = vec![(Bits::repeat(true, *width), vec![])];
        for (reader, read) in readers {
            let mut split = vec![];
            for (bits, by) in groups {
                let (inside, outside) = (bits.clone() & read, bits & !read.clone());
                if inside.any() {
                    split.push((inside, by.iter().copied().chain([*reader]).collect()));
                }
                if outside.any() {
                    split.push((outside, by));
                }
            }
            groups = split;
        }
        groups
            .into_iter()
            .filter(|(_, by)| !by.is_empty())
            .map(|(bits, by)| (bits.count_ones(), by))
            .collect()
    }
}

fn is_constant(word: &[Run]) -> bool {
    word.iter().all(|run| run.from.is_none())
}

fn chain(kind: &NodeKind) -> Option<Chain> {
    use BinaryOperation::{Add, And, LessSigned, LessUnsigned, Or, Subtract, Xor};
    match kind {
        NodeKind::Binary(Add | Subtract | LessSigned | LessUnsigned, ..) => Some(Chain::Carries),
        NodeKind::Binary(gate @ (And | Or | Xor), ..) => Some(Chain::Gates(*gate)),
        _ => None,
    }
}

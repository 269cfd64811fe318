//! The module tree again, with the registers of a schedule.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::graph::{Context, Graph, Place, Vertex};
use super::hold::Enable;
use super::observe::{Decider, origins};
use super::schedule::Schedule;
use crate::bits::{Bits, runs};
use crate::builder::{finished, free_name};
use crate::module::{
    Connection, Direction, Instance, Module, Node, NodeId, NodeKind, Port, Probe, RegisterState,
};

/// The top module of `graph`, registers and all.
pub(super) fn insert(graph: &Graph, schedule: &Schedule, reserved: &[&str]) -> Arc<Module> {
    let timings = timings(graph, schedule);
    let enable_contexts = EnableContexts::new(graph, schedule);
    let is_unchanged = |context: usize| timings[context].iter().all(|stage| *stage == 0);
    let contexts = 0..graph.contexts.len();
    let unchanged = contexts.clone().filter(|&context| is_unchanged(context));
    let mut names: HashSet<String> =
        unchanged.map(|context| graph.contexts[context].module.name.clone()).collect();
    names.extend(reserved.iter().map(ToString::to_string));
    let mut known: HashMap<(*const Module, &[usize]), Arc<Module>> = HashMap::new();
    // By the name of a module without registers, what was made of it.
    let mut made: HashMap<&str, Vec<Arc<Module>>> = HashMap::new();
    let mut modules: Vec<Option<Arc<Module>>> = vec![None; graph.contexts.len()];
    // Children come behind their parents, so that all of them are known when a parent is made.
    for (number, context) in graph.contexts.iter().enumerate().rev() {
        let key = (Arc::as_ptr(&context.module), &timings[number][..]);
        let module = match known.get(&key) {
            _ if is_unchanged(number) => context.module.clone(),
            Some(module) => module.clone(),
            None => {
                let children = context.children.iter();
                let children = children.filter_map(|&child| modules[child].clone()).collect();
                let module = Body::new(graph, schedule, &enable_contexts, number).module(children);
                let mut module = finished(module);
                let alike = made.entry(&context.module.name).or_default();
                // Stages that count from elsewhere, or bits of the same name in another place, may
                // come to the same registers.
                let same = alike.iter().find(|other| other.is_alike(&module, &PartialEq::eq));
                if let Some(same) = same {
                    same.clone()
                } else {
                    let name = own_name(&module, &mut names);
                    Arc::make_mut(&mut module).name = name;
                    alike.push(module.clone());
                    module
                }
            }
        };
        known.insert(key, module.clone());
        modules[number] = Some(module);
    }
    modules.swap_remove(0).expect("the top module is made last")
}

/// Contexts that receive the bits that enable registers.
struct EnableContexts {
    /// For each context the bits that come to it from around it, or are computed in it once more,
    /// to enable registers in it or below, each with the stage in which it is wanted first.
    first: Vec<BTreeMap<Enable, usize>>,
    /// The bits of vertices that these come from: they go on as long as anything reads them.
    sources: HashMap<usize, Bits>,
}

impl EnableContexts {
    fn new(graph: &Graph, schedule: &Schedule) -> Self {
        let mut first: Vec<BTreeMap<Enable, usize>> = vec![BTreeMap::new(); graph.contexts.len()];
        for (&(vertex, boundary), &enable) in &schedule.enables {
            let mut around: Vec<usize> = graph.around(graph.register_context(vertex)).collect();
            let origin = around.iter().position(|&context| context == enable.origin);
            around.truncate(origin.expect("it is around") + 1);
            for context in around {
                let first = first[context].entry(enable).or_insert(boundary);
                *first = boundary.min(*first);
            }
        }
        let mut sources: HashMap<usize, Bits> = HashMap::new();
        for enable in first.iter().flat_map(BTreeMap::keys) {
            let Decider { vertex, bit } = enable.decider;
            for source in origins(graph, vertex).into_iter().flat_map(|(_, sources)| sources) {
                let Vertex { width, readers, .. } = &graph.vertices[source];
                let bits = sources.entry(source).or_insert_with(|| Bits::repeat(false, *width));
                readers.iter().filter(|_| source != vertex).for_each(|(_, read)| *bits |= read);
            }
            sources.get_mut(&vertex).expect("its own source").set(bit, true);
        }
        Self { first, sources }
    }

    /// Enabling bits that a context receives from around it, each with its first stage.
    fn to(&self, context: usize) -> Vec<(Enable, usize)> {
        let all = self.first[context].iter().map(|(&enable, &first)| (enable, first));
        all.filter(|(enable, _)| enable.origin != context).collect()
    }
}

/// For each context the stages of all vertices in it and below, counted from its first input, and
/// which of its registers hold.
fn timings(graph: &Graph, schedule: &Schedule) -> Vec<Vec<usize>> {
    let mut timings: Vec<Vec<usize>> = vec![vec![]; graph.contexts.len()];
    for (number, context) in graph.contexts.iter().enumerate().rev() {
        let vertices = graph.vertices_below(number);
        let first = first_stage(graph, context, schedule);
        let enables = |&vertex: &usize| {
            let is_inside = graph.around(graph.register_context(vertex)).any(|c| c == number);
            let boundaries = if is_inside { schedule.stages[vertex]..schedule.last } else { 0..0 };
            let enables = boundaries.filter_map(move |boundary| {
                let &Enable { decider, origin } = schedule.enables.get(&(vertex, boundary))?;
                Some([boundary - first, decider.vertex, decider.bit, origin])
            });
            enables.flatten()
        };
        let vertices: Vec<usize> = vertices.collect();
        let stages = vertices.iter().map(|&vertex| schedule.stages[vertex].saturating_sub(first));
        timings[number] = stages.chain(vertices.iter().flat_map(enables)).collect();
    }
    timings
}

/// The stage of the first input; a constant is always there.
fn first_stage(graph: &Graph, context: &Context, schedule: &Schedule) -> usize {
    let is_input = |port: usize| context.module.ports[port].direction == Direction::Input;
    let inputs = context.ports.iter().enumerate().filter(|&(port, _)| is_input(port));
    let inputs = inputs.filter_map(|(_, vertex)| *vertex);
    let inputs = inputs.filter(|&vertex| !graph.is_constant_input(vertex));
    inputs.map(|vertex| schedule.stages[vertex]).min().unwrap_or(0)
}

/// The module's name, if it is free, else with the boundaries of its registers.
fn own_name(module: &Module, names: &mut HashSet<String>) -> String {
    let mut name = module.name.clone();
    if names.contains(&name) {
        name.push_str(&cuts(module));
    }
    let name = free_name(&name, "", |name| !names.contains(name));
    names.insert(name.clone());
    name
}

/// The boundaries at which a module has registers, as a part of its name.
fn cuts(module: &Module) -> String {
    let names = module.registers.iter().filter_map(|r| module.node(r.output).name.as_deref());
    let mut cuts: Vec<usize> =
        names.filter_map(|name| name.rsplit("_s").next()?.parse().ok()).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts.iter().map(|cut| format!("_s{cut}")).collect()
}

/// One module that is being made.
struct Body<'g> {
    graph: &'g Graph<'g>,
    schedule: &'g Schedule,
    enable_contexts: &'g EnableContexts,
    number: usize,
    context: &'g Context,
    old: &'g Module,
    first: usize,
    nodes: Vec<Node>,
    registers: Vec<RegisterState>,
    /// Where an old node is in a stage.
    values: HashMap<(NodeId, usize), NodeId>,
    /// Bits that enable registers, in a stage.
    enables: HashMap<(Enable, usize), NodeId>,
    names: HashSet<String>,
    /// Old nodes whose name stands already.
    shown: HashSet<NodeId>,
    /// For each old node without a name, the name of a net that reads it.
    named_readers: HashMap<NodeId, String>,
}

impl<'g> Body<'g> {
    fn new(
        graph: &'g Graph,
        schedule: &'g Schedule,
        enable_contexts: &'g EnableContexts,
        number: usize,
    ) -> Self {
        let context = &graph.contexts[number];
        let first = first_stage(graph, context, schedule);
        let old = &*context.module;
        let names = old.nodes.iter().filter_map(|node| node.name.clone());
        let names = names
            .chain(old.ports.iter().map(|port| port.name.clone()))
            .chain(old.instances.iter().map(|instance| instance.name.clone()));
        Self {
            graph,
            schedule,
            enable_contexts,
            number,
            context,
            old,
            first,
            nodes: vec![],
            registers: vec![],
            values: HashMap::new(),
            enables: HashMap::new(),
            names: names.collect(),
            shown: HashSet::new(),
            named_readers: named_readers(old),
        }
    }

    /// The stage of a vertex; an output that is a constant is always there.
    fn stage(&self, vertex: usize) -> usize {
        self.schedule.stages[vertex].max(self.first)
    }

    fn port_stage(&self, context: &Context, port: usize) -> usize {
        self.stage(context.ports[port].expect("every port has a vertex"))
    }

    fn child(&self, instance: usize) -> &'g Context {
        &self.graph.contexts[self.context.children[instance]]
    }

    fn module(mut self, children: Vec<Arc<Module>>) -> Module {
        let old = self.old;
        for port in old.inputs() {
            let stage = self.vertex_stage(port.node).unwrap_or(0);
            self.push_as(port.node, stage, old.node(port.node).clone());
        }
        for id in (0..old.nodes.len()).map(NodeId) {
            if let NodeKind::InstanceOutput { .. } = old.node(id).kind {
                let stage = self.vertex_stage(id).unwrap_or(0);
                self.push_as(id, stage, old.node(id).clone());
            }
        }
        let enable_ports = self.enable_ports();
        // Nodes wanted in each stage, in order: a net keeps its name where it is known first.
        let mut wanted: Vec<(usize, NodeId)> = vec![];
        for (number, vertex) in self.context.operations.iter().enumerate() {
            wanted.extend(vertex.map(|vertex| (self.stage(vertex), NodeId(number))));
        }
        for (number, instance) in old.instances.iter().enumerate() {
            let inputs = instance.inputs.iter().enumerate();
            wanted.extend(inputs.filter_map(|(port, connection)| {
                Some((self.port_stage(self.child(number), port), (*connection)?.node()))
            }));
        }
        for (number, port) in old.ports.iter().enumerate() {
            if port.direction == Direction::Output {
                wanted.push((self.port_stage(self.context, number), port.node));
            }
        }
        wanted.sort_unstable();
        for (stage, id) in wanted {
            self.value(id, stage);
        }
        self.put_together(children, enable_ports)
    }

    /// Inputs for what comes from around to enable registers.
    fn enable_ports(&mut self) -> Vec<Port> {
        let mut ports = vec![];
        for (enable, stage) in self.enable_contexts.to(self.number) {
            let (module, id) = self.home(enable);
            let (name, place) =
                (self.unique_name(&self.enable_name(enable), ""), module.node(id).place);
            let kind = NodeKind::Input;
            let node = self.push(Node { kind, width: 1, name: Some(name.clone()), place });
            self.enables.insert((enable, stage), node);
            let cycle = stage - self.first;
            let purpose = format!("registers take what only this uses, in cycle {cycle}");
            ports.push(Port { name, direction: Direction::Input, width: 1, purpose, node });
        }
        ports
    }

    /// The module and the node that a bit which enables registers is written in.
    fn home(&self, enable: Enable) -> (&'g Module, NodeId) {
        let Vertex { context, place, .. } = self.graph.vertices[enable.decider.vertex];
        let module = &*self.graph.contexts[context].module;
        match place {
            Place::Input(port) => (module, module.ports[port].node),
            Place::Operation(id) => (module, id),
            Place::Output(_) | Place::State(_) | Place::Stored(_) => {
                unreachable!("neither outputs nor state decide")
            }
        }
    }

    fn enable_name(&self, enable: Enable) -> String {
        let (module, id) = self.home(enable);
        let name = net_name(module, &named_readers(module), id);
        match module.node(id).width {
            1 => name,
            _ => format!("{name}_{}", enable.decider.bit),
        }
    }

    /// The bit in `stage` that enables registers behind it.
    fn enable(&mut self, enable: Enable, stage: usize) -> NodeId {
        if let Some(&known) = self.enables.get(&(enable, stage)) {
            return known;
        }
        let (module, id) = self.home(enable);
        let (home, place) =
            (self.graph.vertices[enable.decider.vertex].context, module.node(id).place);
        let node = |kind, name| Node { kind, width: 1, name, place };
        let word = if home == self.number {
            Some(self.value(id, stage))
        } else {
            let is_first = self.enable_contexts.first[self.number][&enable] == stage;
            (enable.origin == self.number && is_first).then(|| self.again(home, id, stage))
        };
        let bit = match word {
            Some(word) if module.node(id).width == 1 => word,
            Some(value) => {
                self.push(node(NodeKind::Slice { value, low: enable.decider.bit }, None))
            }
            None => {
                let before = self.enable(enable, stage - 1);
                let name = self.enable_name(enable);
                let name = self.unique_name(&name, &self.suffix(stage));
                self.push_register(before, None, node(NodeKind::Input, Some(name)))
            }
        };
        if home != self.number && self.nodes[bit.0].name.is_none() {
            let name = self.enable_name(enable);
            self.nodes[bit.0].name = Some(self.unique_name(&name, ""));
        }
        self.enables.insert((enable, stage), bit);
        bit
    }

    /// A node of a context inside of this one, computed once more here.
    fn again(&mut self, context: usize, id: NodeId, stage: usize) -> NodeId {
        if context == self.number {
            return self.value(id, stage);
        }
        let graph = self.graph;
        let Context { module, parent, .. } = &graph.contexts[context];
        let node = module.node(id);
        if matches!(node.kind, NodeKind::Input) {
            let (parent, number) = parent.expect("there is a context around it");
            let instance = &graph.contexts[parent].module.instances[number];
            let connection = instance.inputs[module.input_port(id)];
            return self.again(parent, connection.expect("inputs are connected").node(), stage);
        }
        let operands: HashMap<NodeId, NodeId> = node
            .kind
            .operands()
            .into_iter()
            .map(|operand| (operand, self.again(context, operand, stage)))
            .collect();
        let kind = node.kind.with_operands(|operand| operands[&operand]);
        // A constant keeps the name of its code.
        let name = node.name.clone().filter(|_| kind.is_constant());
        self.push(Node { kind, name, ..node.clone() })
    }

    fn put_together(mut self, children: Vec<Arc<Module>>, enable_ports: Vec<Port>) -> Module {
        let old = self.old;
        let mut instances = vec![];
        for (number, (instance, module)) in old.instances.iter().zip(children).enumerate() {
            let mut moved = |port: usize, connection: Connection| {
                let stage = self.port_stage(self.child(number), port);
                connection.map(|id| self.value(id, stage))
            };
            let inputs = instance.inputs.iter().enumerate();
            let mut inputs: Vec<Option<Connection>> =
                inputs.map(|(port, old)| old.map(|old| moved(port, old))).collect();
            let outputs = instance.outputs.iter().map(|output| {
                output.map(|id| self.values[&(id, self.vertex_stage(id).unwrap_or(0))])
            });
            let mut outputs: Vec<Option<NodeId>> = outputs.collect();
            let child = self.context.children[number];
            for (enable, stage) in self.enable_contexts.to(child) {
                inputs.push(Some(Connection::Broadcast(self.enable(enable, stage))));
                outputs.push(None);
            }
            instances.push(Instance { module, inputs, outputs, ..instance.clone() });
        }
        let stages: Vec<usize> =
            (0..old.ports.len()).map(|port| self.port_stage(self.context, port)).collect();
        let is_staged = stages.iter().any(|stage| *stage != self.first);
        let mut ports = vec![];
        for (port, stage) in old.ports.iter().zip(stages) {
            let purpose = match is_staged {
                true => format!("{}, in cycle {}", port.purpose, stage - self.first),
                false => port.purpose.clone(),
            };
            let node = self.value(port.node, stage);
            let hides = |node: &&mut Node| node.name.as_ref() == Some(&port.name);
            if port.direction == Direction::Output
                && self.nodes[node.0].name.as_ref() != Some(&port.name)
            {
                // An output's name is that of what leaves here.
                let earlier = self.nodes.iter_mut().find(hides);
                if let Some(earlier) = earlier {
                    earlier.name = Some(format!("early_{}", port.name));
                }
            }
            ports.push(Port { node, purpose, ..port.clone() });
        }
        // Probed ports keep their positions.
        let port_of = |node: NodeId| old.ports.iter().position(|port| port.node == node);
        let moved = |probe: &Probe| {
            let fields = probe.fields.iter();
            let fields =
                fields.map(|(name, node)| Some((name.clone(), ports[port_of(*node)?].node)));
            Some(Probe { fields: fields.collect::<Option<_>>()?, ..*probe })
        };
        let probes = old.probes.iter().filter_map(moved).collect();
        ports.extend(enable_ports);
        Module {
            probes,
            name: old.name.clone(),
            purpose: old.purpose.clone(),
            keeps_boundary: old.keeps_boundary,
            ports,
            nodes: self.nodes,
            registers: self.registers,
            instances,
            comments: old.comments.clone(),
            ..Module::default()
        }
    }

    /// The vertex of a node; `None` for wiring.
    fn vertex(&self, id: NodeId) -> Option<usize> {
        match self.old.node(id).kind {
            NodeKind::Input | NodeKind::InstanceOutput { .. } if self.context.is_constant(id) => {
                None
            }
            NodeKind::Input => self.context.ports[self.old.input_port(id)],
            NodeKind::InstanceOutput { instance, port } => self.child(instance).ports[port],
            _ => self.context.operations[id.0],
        }
    }

    fn vertex_stage(&self, id: NodeId) -> Option<usize> {
        self.vertex(id).map(|vertex| self.stage(vertex))
    }

    /// The stage in which all bits of a node are there.
    fn ready(&self, id: NodeId) -> usize {
        let vertices = self.context.sources(id).map(|vertex| self.stage(vertex));
        vertices.max().unwrap_or(0)
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    fn push_as(&mut self, id: NodeId, stage: usize, node: Node) -> NodeId {
        let new = self.push(node);
        self.values.insert((id, stage), new);
        new
    }

    /// The new node that shows in `stage` what the old one computes.
    fn value(&mut self, id: NodeId, stage: usize) -> NodeId {
        // A constant is the same in every stage.
        let is_constant = self.context.is_constant(id);
        let stage = if is_constant { 0 } else { stage };
        if let Some(&known) = self.values.get(&(id, stage)) {
            return known;
        }
        let old = self.old.node(id);
        match self.vertex(id).map(|vertex| (vertex, self.stage(vertex))) {
            Some((vertex, made_in)) if made_in < stage => {
                let before = self.value(id, stage - 1);
                let later = self.registered(id, vertex, stage, before);
                self.values.insert((id, stage), later);
                return later;
            }
            // Only other bits of the wiring that leads here are used: fill with zeros.
            Some((_, made_in)) if made_in > stage => {
                let kind = NodeKind::Constant(Bits::repeat(false, old.width));
                return self.push_as(id, stage, Node { kind, name: None, ..old.clone() });
            }
            _ => {}
        }
        // A wire's name is that of the first stage in which all of it is there.
        let is_shown = is_constant || self.ready(id) <= stage && self.shown.insert(id);
        let name = old.name.clone().filter(|_| is_shown);
        let operands: HashMap<NodeId, NodeId> = old
            .kind
            .operands()
            .into_iter()
            .map(|operand| (operand, self.value(operand, stage)))
            .collect();
        let kind = old.kind.with_operands(|operand| operands[&operand]);
        self.push_as(id, stage, Node { kind, name, ..old.clone() })
    }

    /// `before`, which shows the old node `id` in the stage before, one clock edge later; of its
    /// bits those that are still read.
    fn registered(&mut self, id: NodeId, vertex: usize, stage: usize, before: NodeId) -> NodeId {
        let old = self.old.node(id);
        let place = old.place;
        let kept = match old.kind {
            NodeKind::InstanceOutput { .. } => Bits::repeat(true, old.width),
            _ => self.bits_read_from(vertex, stage),
        };
        let node = |kind, width| Node { kind, width, name: None, place };
        let parts = runs(&kept);
        let kept_parts: Vec<NodeId> = parts
            .iter()
            .filter(|(is_kept, ..)| *is_kept)
            .map(|&(_, low, width)| self.push(node(NodeKind::Slice { value: before, low }, width)))
            .collect();
        let width = kept.count_ones();
        let next = match kept_parts[..] {
            [only] => only,
            _ => self.push(node(NodeKind::Concat(kept_parts), width)),
        };
        let enable = self.schedule.enables.get(&(vertex, stage - 1)).copied();
        let enable = enable.map(|enable| self.enable(enable, stage - 1));
        let net = net_name(self.old, &self.named_readers, id);
        let name = self.unique_name(&net, &self.suffix(stage));
        let output = self.push_register(
            next,
            enable,
            Node { name: Some(name), ..node(NodeKind::Input, width) },
        );
        if width == kept.len() {
            return output;
        }
        let mut from = 0;
        let mut whole = vec![];
        for (is_kept, _, width) in parts {
            let kind = match is_kept {
                true => NodeKind::Slice { value: output, low: from },
                false => NodeKind::Constant(Bits::repeat(false, width)),
            };
            from += if is_kept { width } else { 0 };
            whole.push(self.push(node(kind, width)));
        }
        self.push(node(NodeKind::Concat(whole), kept.len()))
    }

    /// A register, whose node this is but for its kind.
    fn push_register(&mut self, next: NodeId, enable: Option<NodeId>, node: Node) -> NodeId {
        let kind = NodeKind::Register(self.registers.len());
        let output = self.push(Node { kind, ..node });
        let next = Some(next);
        self.registers.push(RegisterState { output, next, enable, reset: None, may_go: true });
        output
    }

    /// The bits of a vertex that are read in `stage` or later, and those that enable
    /// registers.
    fn bits_read_from(&self, vertex: usize, stage: usize) -> Bits {
        let Vertex { width, readers, .. } = &self.graph.vertices[vertex];
        let readers = readers.iter().filter(|(reader, _)| self.stage(*reader) >= stage);
        let source = self.enable_contexts.sources.get(&vertex);
        let bits = source.cloned().unwrap_or_else(|| Bits::repeat(false, *width));
        readers.fold(bits, |all, (_, read)| all | read)
    }

    /// Suffix of a net's name in a stage.
    fn suffix(&self, stage: usize) -> String {
        format!("_s{}", stage - self.first)
    }

    fn unique_name(&mut self, net: &str, suffix: &str) -> String {
        let name = free_name(net, suffix, |name| !self.names.contains(name));
        self.names.insert(name.clone());
        name
    }
}

/// The name of a net, or one after what reads it.
fn net_name(module: &Module, readers: &HashMap<NodeId, String>, id: NodeId) -> String {
    module.node(id).name.clone().unwrap_or_else(|| match readers.get(&id) {
        Some(reader) => format!("{reader}_operand"),
        None => "operand".to_string(),
    })
}

/// For each node without a name the name of what reads it, perhaps through others.
fn named_readers(module: &Module) -> HashMap<NodeId, String> {
    let mut readers: HashMap<NodeId, String> = HashMap::new();
    for port in module.outputs() {
        readers.insert(port.node, port.name.clone());
    }
    for instance in &module.instances {
        for (port, connection) in instance.module.ports.iter().zip(&instance.inputs) {
            if let Some(connection) = connection {
                readers
                    .entry(connection.node())
                    .or_insert_with(|| format!("{}_{}", instance.name, port.name));
            }
        }
    }
    for id in (0..module.nodes.len()).rev().map(NodeId).filter(|id| module.live[id.0]) {
        let node = module.node(id);
        let Some(name) = node.name.clone().or_else(|| readers.get(&id).cloned()) else { continue };
        for operand in node.kind.operands() {
            readers.entry(operand).or_insert_with(|| name.clone());
        }
    }
    readers
}

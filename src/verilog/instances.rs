//! Instances: one as it is, several in a `generate for`.

use std::collections::BTreeSet;

use super::nets::{Nets, wire};
use crate::hdl::{Connection, Instance, Module};

/// The nets of outputs that are not ports of the parent themselves.
pub(super) fn declarations(module: &Module) -> Vec<String> {
    let outputs = module.instances.iter().flat_map(|instance| instance.outputs.iter().flatten());
    let nodes = outputs.map(|&id| module.node(id));
    let inner = nodes.filter_map(|node| node.name.as_deref().map(|name| (name, node.width)));
    inner.filter(|(name, _)| module.port(name).is_none()).map(|(name, width)| format!("    {};", wire(name, width))).collect()
}

/// The instance; the copies are `{name}[0].unit`, `{name}[1].unit`, … in waveforms.
pub(super) fn instance(nets: &mut Nets, instance: &Instance, copy: &str, inside: &BTreeSet<String>) -> String {
    if instance.count == 1 {
        let name = nets.names.of_instance(&instance.name, inside);
        return instantiation(nets, instance, &name, copy, 4);
    }
    let (count, name) = (instance.count, &instance.name);
    let head = format!("for ({copy} = 0; {copy} < {count}; {copy} = {copy} + 1) begin : {name}");
    let unit = nets.names.of_instance("unit", inside);
    let inner = instantiation(nets, instance, &unit, copy, 12);
    format!("    generate\n        {head}\n{inner}\n        end\n    endgenerate")
}

fn instantiation(nets: &mut Nets, instance: &Instance, name: &str, copy: &str, indent: usize) -> String {
    let child = &instance.module;
    let mut connections: Vec<String> = vec![];
    connections.extend(child.has_clock().then(|| ".clock(clock)".to_string()));
    connections.extend(child.has_reset().then(|| ".reset(reset)".to_string()));
    for (index, port) in child.ports.iter().enumerate() {
        let element = |net: String| match port.width {
            _ if instance.count == 1 => net,
            1 => format!("{net}[{copy}]"),
            width => format!("{net}[{copy}*{width} +: {width}]"),
        };
        let value = match (instance.inputs[index], instance.outputs[index]) {
            (Some(Connection::Spread(id)), _) if instance.count > 1 => element(nets.net(id)),
            (Some(connection), _) => nets.simple(connection.node()),
            (None, Some(id)) => element(nets.net(id)),
            (None, None) => unreachable!("a port is an input or an output"),
        };
        connections.push(format!(".{}({value})", port.name));
    }
    let margin = " ".repeat(indent);
    let index = if child.uses_index() && instance.count > 1 { format!(" #(.INDEX({copy}))") } else { String::new() };
    let list = connections.join(&format!(",\n{margin}    "));
    format!("{margin}{}{index} {name} (\n{margin}    {list}\n{margin});", child.name)
}

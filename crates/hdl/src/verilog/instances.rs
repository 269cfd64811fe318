//! Instances: one as it is, several in a `generate for`.

use std::collections::BTreeSet;

use super::groups::groups;
use super::nets::{Nets, comment};
use super::text::{self, COLUMNS, IN_LOOP, fill_groups, generate};
use crate::{Connection, Instance};

/// The nets of outputs that are not ports of the parent themselves.
pub(super) fn declarations(nets: &Nets) -> Vec<String> {
    let of_instance = |instance: &Instance| {
        let inner = instance.outputs.iter().flatten();
        let inner = inner
            .filter_map(|&id| Some((nets.inner_name(id)?.to_string(), nets.module.node(id).width)));
        text::declarations("wire", &inner.collect::<Vec<_>>())
    };
    nets.module.instances.iter().flat_map(of_instance).collect()
}

/// The instance; the copies are `{name}[0].unit`, `{name}[1].unit`, … in waveforms.
pub(super) fn instance(
    nets: &mut Nets,
    instance: &Instance,
    copy: &str,
    inside: &BTreeSet<String>,
) -> String {
    let comment = comment(nets.module, &instance.name, 4);
    if instance.count == 1 {
        let name = nets.names.of_instance(&instance.name, inside);
        return comment + &instantiation(nets, instance, &name, copy, 4);
    }
    let unit = nets.names.of_instance("unit", inside);
    let inner = instantiation(nets, instance, &unit, copy, IN_LOOP);
    comment + &generate(copy, instance.count, &instance.name, &inner)
}

fn instantiation(
    nets: &mut Nets,
    instance: &Instance,
    name: &str,
    copy: &str,
    indent: usize,
) -> String {
    let child = &instance.module;
    let own = nets.clocking.ports(child).map(|(name, _)| (name, format!(".{name}({name})")));
    let mut connections: Vec<(&str, String)> = own.collect();
    for (index, port) in child.ports.iter().enumerate() {
        let element = |net: String| match port.width {
            _ if instance.count == 1 => net,
            1 => format!("{net}[{copy}]"),
            width => format!("{net}[{copy}*{width} +: {width}]"),
        };
        let value = match (instance.inputs[index], instance.outputs[index]) {
            (Some(Connection::Spread(id)), _) if instance.count > 1 => element(nets.net(id)),
            (Some(connection), _) => nets.operand(connection.node()).text(),
            (None, Some(id)) => element(nets.net(id)),
            (None, None) => unreachable!("a port is an input or an output"),
        };
        connections.push((&port.name, format!(".{}({value})", port.name)));
    }
    let margin = " ".repeat(indent);
    let index = if child.uses_index() && instance.count > 1 {
        format!(" #(.INDEX({copy}))")
    } else {
        String::new()
    };
    let groups = groups(connections, |(port, _)| *port);
    let groups: Vec<Vec<String>> =
        groups.into_iter().map(|group| group.into_iter().map(|(_, text)| text).collect()).collect();
    let list = fill_groups(&groups, ",", COLUMNS - indent - 4).join(&format!("\n{margin}    "));
    format!("{margin}{}{index} {name} (\n{margin}    {list}\n{margin});", child.name)
}

//! Hardware with a fault, to see that it is found.

use std::sync::Arc;

use lanebeat::config::Config;
use lanebeat::hdl::{Instance, Module, Node, NodeKind};
use lanebeat::rtl;

/// A copy of the design in which the nodes of the modules called `module` are what `change` makes
/// of them.
pub fn changed(top: &Arc<Module>, module: &str, change: &dyn Fn(&Node) -> NodeKind) -> Arc<Module> {
    let instance = |instance: &Instance| Instance {
        module: changed(&instance.module, module, change),
        ..instance.clone()
    };
    let node = |node: &Node| {
        if top.name == module { Node { kind: change(node), ..node.clone() } } else { node.clone() }
    };
    Arc::new(Module {
        nodes: top.nodes.iter().map(node).collect(),
        instances: top.instances.iter().map(instance).collect(),
        ..Module::clone(top)
    })
}

/// A core whose lanes multiply a by itself where they should multiply it by b.
pub fn broken_core(config: &Config) -> Arc<Module> {
    changed(&rtl::core(config), "lanebeat_lane", &|node| match node.kind {
        NodeKind::Multiply(factors, a, _) => NodeKind::Multiply(factors, a, a),
        ref other => other.clone(),
    })
}

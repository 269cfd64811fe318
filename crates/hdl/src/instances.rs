//! Instances, replication included.

use std::sync::Arc;

use super::builder::ModuleBuilder;
use super::module::{Connection, Direction, Instance, Module, NodeId, NodeKind, Port};
use super::signal::Signal;

/// Copies of a child module whose inputs are being connected.
pub struct InstancesBuilder<'m> {
    builder: &'m ModuleBuilder,
    name: String,
    count: usize,
    module: Arc<Module>,
    inputs: Vec<Option<Connection>>,
}

/// The outputs of connected copies.
pub struct InstanceOutputs<'m> {
    builder: &'m ModuleBuilder,
    instance: usize,
    module: Arc<Module>,
}

impl ModuleBuilder {
    /// `count` copies of `module`, side by side.
    pub fn instances(
        &self,
        name: &str,
        count: usize,
        module: &Arc<Module>,
    ) -> InstancesBuilder<'_> {
        assert!(count > 0, "`{name}` needs at least one copy");
        InstancesBuilder {
            builder: self,
            name: name.to_string(),
            count,
            module: module.clone(),
            inputs: vec![None; module.ports.len()],
        }
    }

    /// One copy of `module`.
    pub fn instance(&self, name: &str, module: &Arc<Module>) -> InstancesBuilder<'_> {
        self.instances(name, 1, module)
    }
}

impl<'m> InstancesBuilder<'m> {
    /// Gives input `port` of every copy the whole of `signal`.
    #[track_caller]
    pub fn broadcast(mut self, port: &str, signal: Signal<'m>) -> Self {
        self.connect(port, signal, 1, Connection::Broadcast);
        self
    }

    /// Gives input `port` of copy k element k of `signal`.
    #[track_caller]
    pub fn spread(mut self, port: &str, signal: Signal<'m>) -> Self {
        self.connect(port, signal, self.count, Connection::Spread);
        self
    }

    /// Gives input `port`, if there is one, the whole of `signal` where that has its width, else
    /// elements of it.
    #[track_caller]
    pub(super) fn feed(&mut self, port: &str, signal: Signal<'m>) {
        match self.module.port(port).map(|(_, port)| port.width) {
            None => {}
            Some(width) if width == signal.width() => {
                self.connect(port, signal, 1, Connection::Broadcast);
            }
            Some(_) => self.connect(port, signal, self.count, Connection::Spread),
        }
    }

    #[track_caller]
    fn connect(
        &mut self,
        name: &str,
        signal: Signal<'m>,
        copies: usize,
        connection: fn(NodeId) -> Connection,
    ) {
        self.builder.own(signal);
        let module = &self.module;
        let (index, port) =
            module.port(name).unwrap_or_else(|| panic!("`{}` has no port `{name}`", module.name));
        assert!(port.direction == Direction::Input, "`{name}` of `{}` is an output", module.name);
        assert!(self.inputs[index].is_none(), "`{name}` of `{}` is connected twice", self.name);
        assert!(
            signal.width() == port.width * copies,
            "`{name}` of `{}` takes {copies} x {} bits, not {}",
            self.name,
            port.width,
            signal.width()
        );
        self.inputs[index] = Some(connection(signal.id));
    }

    /// Ends the connecting; every input must have been connected.
    #[track_caller]
    pub fn build(self) -> InstanceOutputs<'m> {
        for (port, connection) in self.module.ports.iter().zip(&self.inputs) {
            let missing = port.direction == Direction::Input && connection.is_none();
            assert!(!missing, "input `{}` of `{}` is not connected", port.name, self.name);
        }
        let instance = self.builder.module.borrow().instances.len();
        let mut outputs = vec![None; self.module.ports.len()];
        for (port, Port { name, width, .. }) in self.module.ports.iter().enumerate() {
            if self.inputs[port].is_none() {
                let kind = NodeKind::InstanceOutput { instance, port };
                let name = format!("{}_{name}", self.name);
                outputs[port] = Some(self.builder.node(kind, width * self.count, Some(&name)).id);
            }
        }
        let built = Instance {
            name: self.name,
            count: self.count,
            module: self.module.clone(),
            inputs: self.inputs,
            outputs,
        };
        self.builder.module.borrow_mut().instances.push(built);
        InstanceOutputs { builder: self.builder, instance, module: self.module }
    }
}

impl<'m> InstanceOutputs<'m> {
    /// Whether the copies have an output of that name.
    pub fn has(&self, name: &str) -> bool {
        self.module.port(name).is_some_and(|(_, port)| port.direction == Direction::Output)
    }

    /// The ports of one copy.
    pub fn ports(&self) -> &[Port] {
        &self.module.ports
    }

    /// Output `port` of all copies side by side, copy 0 lowest. Its net is named
    /// `{instance}_{port}`.
    #[track_caller]
    pub fn output(&self, name: &str) -> Signal<'m> {
        let module = &self.module;
        let (index, _) =
            module.port(name).unwrap_or_else(|| panic!("`{}` has no port `{name}`", module.name));
        let node = self.builder.module.borrow().instances[self.instance].outputs[index];
        let id = node.unwrap_or_else(|| panic!("`{name}` of `{}` is an input", module.name));
        let width = self.builder.module.borrow().nodes[id.0].width;
        Signal { builder: self.builder, id, width }
    }
}

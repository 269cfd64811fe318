//! Building a module: ports, constants, wires, and the end of it.

use std::cell::RefCell;
use std::panic::Location;
use std::sync::Arc;

use super::bits::{Bits, bits};
use super::check;
use super::module::{Direction, Module, Node, NodeId, NodeKind, Port};
use super::signal::Signal;
use super::simplify::simplify;
use super::unread::drop_unread_registers;

/// A module under construction. [`Signal`]s borrow it, so they cannot outlive or leave it.
pub struct ModuleBuilder {
    pub(super) module: RefCell<Module>,
    /// Nodes that may have unread bits.
    pub(super) partly_read: RefCell<Vec<NodeId>>,
}

impl ModuleBuilder {
    /// `name` is the Verilog name; `purpose` heads the written file.
    pub fn new(name: &str, purpose: &str) -> Self {
        let (name, purpose) = (name.to_string(), purpose.to_string());
        let module = Module { name, purpose, ..Module::default() };
        Self { module: RefCell::new(module), partly_read: RefCell::default() }
    }

    /// Asks synthesis to map the module on its own, not merged with what is around it.
    pub fn keeps_boundary(&self) {
        self.module.borrow_mut().keeps_boundary = true;
    }

    /// Says why the net, memory or instance called `name` is as it is: the comment above it in the
    /// written text. [`Signal::because`] does so for a net at hand.
    pub fn because(&self, name: &str, why: &str) {
        self.module.borrow_mut().comments.insert(name.to_string(), why.to_string());
    }

    /// The signal of no bits.
    pub fn nothing(&self) -> Signal<'_> {
        Signal { builder: self, id: NodeId::NOTHING, width: 0 }
    }

    /// A new input port of `width` bits; without bits there is no port.
    #[track_caller]
    pub fn input(&self, name: &str, width: usize, purpose: &str) -> Signal<'_> {
        if width == 0 {
            return self.nothing();
        }
        let signal = self.node(NodeKind::Input, width, Some(name));
        self.port(name, Direction::Input, signal, purpose);
        signal
    }

    /// A new output port driven by `signal`; without bits there is no port.
    #[track_caller]
    pub fn output(&self, name: &str, signal: Signal<'_>, purpose: &str) {
        self.own(signal);
        if signal.width == 0 {
            return;
        }
        self.port(name, Direction::Output, signal, purpose);
    }

    fn port(&self, name: &str, direction: Direction, signal: Signal<'_>, purpose: &str) {
        let port = Port {
            name: name.to_string(),
            direction,
            width: signal.width(),
            purpose: purpose.to_string(),
            node: signal.id,
        };
        self.module.borrow_mut().ports.push(port);
    }

    /// A constant; it must fit.
    #[track_caller]
    pub fn constant(&self, width: usize, value: u128) -> Signal<'_> {
        self.node(NodeKind::Constant(bits(width, value)), width, None)
    }

    /// A constant of any width.
    #[track_caller]
    pub fn constant_bits(&self, value: Bits) -> Signal<'_> {
        let width = value.len();
        self.node(NodeKind::Constant(value), width, None)
    }

    /// A constant that has a name wherever it is known, such as that of an operation. Two codes of one name in
    /// a module are one value.
    #[track_caller]
    pub fn code(&self, name: &str, width: usize, value: u128) -> Signal<'_> {
        self.code_bits(name, bits(width, value))
    }

    /// As [`Self::code`], of any width: a table, for [`Signal::element`].
    #[track_caller]
    pub fn code_bits(&self, name: &str, value: Bits) -> Signal<'_> {
        let width = value.len();
        self.node(NodeKind::Constant(value), width, Some(name))
    }

    /// A named net that is driven later with [`Signal::drive`].
    #[track_caller]
    pub fn wire(&self, name: &str, width: usize) -> Signal<'_> {
        self.node(NodeKind::Wire(None), width, Some(name))
    }

    /// Side by side, the first part lowest.
    #[track_caller]
    pub fn concat(&self, parts: &[Signal<'_>]) -> Signal<'_> {
        let parts: Vec<Signal> =
            parts.iter().map(|part| self.own(*part)).filter(|part| part.width > 0).collect();
        if let [only] = parts[..] {
            return only;
        }
        let width = parts.iter().map(|part| part.width()).sum();
        let parts = parts.iter().map(|part| part.id).collect();
        self.node(NodeKind::Concat(parts), width, None)
    }

    /// The number of this copy among its siblings, as a constant of `width` bits.
    #[track_caller]
    pub fn instance_index(&self, width: usize) -> Signal<'_> {
        self.node(NodeKind::InstanceIndex, width, None)
    }

    /// Ends the module and checks it.
    ///
    /// # Panics
    /// With one sentence for each problem found: they are mistakes of the block's author.
    #[track_caller]
    pub fn finish(self) -> Arc<Module> {
        let name = self.module.borrow().name.clone();
        self.try_finish().unwrap_or_else(|problems| {
            let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("module `{name}`:\n  {}", list.join("\n  "))
        })
    }

    /// As [`Self::finish`], but problems are returned.
    pub fn try_finish(self) -> Result<Arc<Module>, Vec<check::Problem>> {
        self.checked().map(|module| Arc::new(completed(simplify(module))))
    }

    /// As [`Self::finish`] without the algebra, so that tests can compare.
    #[doc(hidden)]
    #[track_caller]
    pub fn finish_as_written(self) -> Arc<Module> {
        let module = self.checked().unwrap_or_else(|problems| panic!("{problems:?}"));
        Arc::new(completed(module))
    }

    fn checked(self) -> Result<Module, Vec<check::Problem>> {
        let mut module = self.module.into_inner();
        drop_unread_registers(&mut module, |register| register.may_go);
        module.live = module.reached_nodes();
        let problems = check::problems(&module, &self.partly_read.into_inner());
        if problems.is_empty() { Ok(module) } else { Err(problems) }
    }

    /// A new node, or nothing where it has no bits.
    #[track_caller]
    pub(super) fn node(&self, kind: NodeKind, width: usize, name: Option<&str>) -> Signal<'_> {
        if width == 0 {
            return self.nothing();
        }
        assert!(!kind.operands().contains(&NodeId::NOTHING), "an operand of {kind:?} has no bits");
        let mut module = self.module.borrow_mut();
        let id = NodeId(module.nodes.len());
        module.nodes.push(Node {
            kind,
            width,
            name: name.map(str::to_string),
            place: Location::caller(),
        });
        Signal { builder: self, id, width }
    }

    /// The same signal, once it is known to belong to this module.
    #[track_caller]
    pub(super) fn own(&self, signal: Signal<'_>) -> Signal<'_> {
        assert!(std::ptr::eq(self, signal.builder), "a signal of another module is used here");
        Signal { builder: self, ..signal }
    }
}

/// `name` with the suffix, or with `_2`, `_3`, … before it: the first of them that is free.
pub(crate) fn free_name(name: &str, suffix: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}{suffix}"));
    let mut names = std::iter::once(format!("{name}{suffix}")).chain(numbered);
    names.find(|name| is_free(name)).expect("numbers do not end")
}

/// A module that was made node by node, simplified.
///
/// # Panics
/// When it is not sound; unread nodes are left out without a word.
pub(super) fn finished(mut module: Module) -> Arc<Module> {
    drop_unread_registers(&mut module, |register| register.may_go);
    module.live = module.reached_nodes();
    let problems = check::problems(&module, &[]);
    let is_unsound = |problem: &check::Problem| !matches!(problem, check::Problem::Unused { .. });
    let unsound: Vec<check::Problem> = problems.into_iter().filter(is_unsound).collect();
    assert!(unsound.is_empty(), "module `{}`: {unsound:?}", module.name);
    Arc::new(completed(simplify(module)))
}

/// Fills in what the module knows about itself.
fn completed(module: Module) -> Module {
    let module = Module { live: module.reached_nodes(), ..module };
    Module { combinational_inputs: check::combinational_inputs(&module), ..module }
}

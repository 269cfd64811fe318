//! A unit as a block whose ports are known only at run time.

use bitvec::view::BitView;
use rust_hdl::core::ast::{Verilog, VerilogLiteral};
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::block::Block;
use rust_hdl::core::constraint::PinConstraint;
use rust_hdl::core::logic::Logic;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::signal::get_signal_id;
use rust_hdl::core::synth::VCDValue;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeKind};

use super::WidgetError;
use super::declaration::{Field, Shape, fields};
use super::elaborate::elaborate;
use super::hardware::{BoxedEngine, Hardware};
use super::pin::Pin;
use crate::config::Config;
use crate::engine::Flat;
use crate::hdl::{Bits, Direction};

/// Any unit of any configuration as a rust-hdl block. Ports go by name, so kernels cannot wire it;
/// a simulation and the Verilog writer can take it as it is.
pub struct AnyUnit {
    pins: Vec<(String, AnyPin)>,
    hardware: Hardware,
}

impl AnyUnit {
    /// `unit` as `config` wants it, simulated by the interpreter.
    ///
    /// # Errors
    /// When there is no such unit or it cannot be built for `config`.
    pub fn new(unit: &str, config: &Config) -> Result<Self, WidgetError> {
        Self::with_engine(unit, config, Hardware::interpreter)
    }

    /// `unit` as `config` wants it, simulated by the engine that `engine` makes of it.
    ///
    /// # Errors
    /// When there is no such unit or it cannot be built for `config`.
    pub fn with_engine(
        unit: &str,
        config: &Config,
        engine: impl FnOnce(&Flat) -> BoxedEngine,
    ) -> Result<Self, WidgetError> {
        let (_, module) = elaborate(unit, config)?;
        let pins: Vec<(String, AnyPin)> = fields(&module)
            .iter()
            .map(|field| (field.name.to_string(), AnyPin::new(field)))
            .collect();
        let borrowed: Vec<(&str, &dyn Pin)> =
            pins.iter().map(|(name, pin)| (name.as_str(), pin as &dyn Pin)).collect();
        let hardware = Hardware::new("AnyUnit", unit, config, &borrowed, engine)?;
        Ok(Self { pins, hardware })
    }

    /// The present value of a port.
    ///
    /// # Panics
    /// When there is no such port.
    pub fn get(&self, port: &str) -> Bits {
        let (_, pin) =
            self.pins.iter().find(|(name, _)| name == port).unwrap_or_else(|| no_port(port));
        pin.value()
    }

    /// Sets the value of an input from now on, `clock` included.
    ///
    /// # Panics
    /// When there is no such input or the width differs.
    pub fn set(&mut self, input: &str, value: &Bits) {
        let is_meant =
            |name: &str, pin: &AnyPin| name == input && pin.direction == Direction::Input;
        let found = self.pins.iter_mut().find(|(name, pin)| is_meant(name, pin));
        let (_, pin) = found.unwrap_or_else(|| no_port(input));
        let width = pin.bits();
        assert!(value.len() == width, "`{input}` has {width} bits, not {}", value.len());
        pin.next.clone_from(value);
    }
}

fn no_port(name: &str) -> ! {
    panic!("the unit has no such port as `{name}`")
}

impl Logic for AnyUnit {
    fn update(&mut self) {
        let mut pins: Vec<&mut dyn Pin> =
            self.pins.iter_mut().map(|(_, pin)| pin as &mut dyn Pin).collect();
        self.hardware.update(&mut pins);
    }

    fn connect(&mut self) {
        self.pins.iter_mut().for_each(|(_, pin)| pin.connect_output());
    }

    fn hdl(&self) -> Verilog {
        self.hardware.hdl()
    }
}

impl Block for AnyUnit {
    fn connect_all(&mut self) {
        self.connect();
    }

    fn update_all(&mut self) {
        self.update();
        self.pins.iter_mut().for_each(|(_, pin)| pin.update_all());
    }

    fn has_changed(&self) -> bool {
        self.pins.iter().any(|(_, pin)| pin.has_changed())
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.pins.iter().for_each(|(name, pin)| pin.accept(name, probe));
        probe.visit_end_scope(name, self);
    }
}

/// Counterpart of `Signal` with its width at run time.
struct AnyPin {
    direction: Direction,
    shape: Shape,
    next: Bits,
    value: Bits,
    has_changed: bool,
    is_connected: bool,
    id: usize,
}

impl AnyPin {
    fn new(field: &Field) -> Self {
        let width = match field.shape {
            Shape::Clock => 1,
            Shape::Bits(width) => width,
        };
        let value = Bits::repeat(false, width);
        Self {
            direction: field.direction,
            shape: field.shape,
            next: value.clone(),
            value,
            has_changed: false,
            is_connected: false,
            id: get_signal_id(),
        }
    }
}

impl Pin for AnyPin {
    fn value(&self) -> Bits {
        match self.direction {
            Direction::Input => self.value.clone(),
            Direction::Output => self.next.clone(),
        }
    }

    fn drive(&mut self, limbs: &[u64]) {
        self.next = limbs.view_bits()[..self.bits()].to_bitvec();
    }
}

impl Logic for AnyPin {
    fn update(&mut self) {}

    fn connect(&mut self) {
        self.is_connected = true;
    }
}

impl Block for AnyPin {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.has_changed = self.value != self.next;
        if self.has_changed {
            self.value.clone_from(&self.next);
        }
    }

    fn has_changed(&self) -> bool {
        self.has_changed
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl Atom for AnyPin {
    fn bits(&self) -> usize {
        self.value.len()
    }

    fn connected(&self) -> bool {
        self.is_connected
    }

    fn changed(&self) -> bool {
        self.has_changed
    }

    fn kind(&self) -> AtomKind {
        match self.direction {
            Direction::Input => AtomKind::InputParameter,
            Direction::Output => AtomKind::OutputParameter,
        }
    }

    fn descriptor(&self) -> TypeDescriptor {
        let name = match self.shape {
            Shape::Clock => "clock".to_string(),
            Shape::Bits(width) => format!("Bits::<{width}>"),
        };
        TypeDescriptor { name, kind: TypeKind::Bits(self.bits()) }
    }

    fn vcd(&self) -> VCDValue {
        let bit = |bit: bool| match VCDValue::from(bit) {
            VCDValue::Single(value) => value,
            VCDValue::Vector(_) | VCDValue::String(_) | VCDValue::Composite(_) => {
                unreachable!("a bit is a single value")
            }
        };
        match self.bits() {
            1 => VCDValue::Single(bit(self.value[0])),
            _ => VCDValue::Vector(self.value.iter().rev().map(|position| bit(*position)).collect()),
        }
    }

    fn id(&self) -> usize {
        self.id
    }

    /// Asked for constants only, which a port is not.
    fn verilog(&self) -> VerilogLiteral {
        false.into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}

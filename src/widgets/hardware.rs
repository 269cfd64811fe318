//! Hardware behind the fields of a widget: an engine for rust-hdl's simulator, Verilog for its
//! writer.

use rust_hdl::core::ast::{Verilog, Wrapper};

use super::WidgetError;
use super::declaration::{Field, Shape, fields, type_text};
use super::elaborate::elaborate;
use super::pin::Pin;
use super::wrapper::wrapper;
use crate::config::Config;
use crate::engine::{Engine, Flat, Interpreter, SignalId};
use crate::hdl::Direction;

/// An engine that can go to the thread in which rust-hdl runs a test bench.
pub type BoxedEngine = Box<dyn Engine + Send>;

/// Seeds what registers and memories hold when they are powered up.
const SEED: u64 = 1;

/// A unit of one configuration, bound to the fields of a block.
pub struct Hardware {
    engine: BoxedEngine,
    /// One for each field, in their order.
    bindings: Vec<Binding>,
    verilog: Wrapper,
    /// Level of the clock at the last update.
    clock: bool,
    /// Whether nothing has been simulated yet.
    is_new: bool,
}

/// Role of a field for the engine.
#[derive(Clone, Copy)]
enum Binding {
    Clock,
    Input(SignalId),
    Output(SignalId),
}

impl Hardware {
    /// The interpreter, powered up.
    pub fn interpreter(flat: &Flat) -> BoxedEngine {
        Box::new(Interpreter::new(flat, SEED))
    }

    /// `unit` for `config` behind the fields `pins` of the struct `widget`.
    ///
    /// # Errors
    /// When there is no such unit, it cannot be built for `config`, or `pins` are not its ports.
    pub fn new(
        widget: &str,
        unit: &str,
        config: &Config,
        pins: &[(&str, &dyn Pin)],
        engine: impl FnOnce(&Flat) -> BoxedEngine,
    ) -> Result<Self, WidgetError> {
        let (unit, module) = elaborate(unit, config)?;
        let problems = problems(&fields(&module), pins);
        if !problems.is_empty() {
            return Err(WidgetError::Ports {
                widget: widget.to_string(),
                unit: unit.name,
                problems,
            });
        }
        let engine = engine(&Flat::new(&module));
        let binding = |(name, pin): &(&str, &dyn Pin)| match pin.direction() {
            Direction::Input if pin.shape() == Shape::Clock => Binding::Clock,
            Direction::Input => Binding::Input(engine.signal(name)),
            Direction::Output => Binding::Output(engine.signal(name)),
        };
        let bindings = pins.iter().map(binding).collect();
        let verilog = wrapper(&module, config, &pins.iter().map(|(name, _)| *name).collect());
        Ok(Self { engine, bindings, verilog, clock: false, is_new: true })
    }

    /// Takes the values of the inputs, makes a step if the clock has risen, and drives the outputs.
    /// `pins` are the fields in the order that [`Self::new`] got.
    pub fn update(&mut self, pins: &mut [&mut dyn Pin]) {
        let mut must_drive = std::mem::take(&mut self.is_new);
        let mut rises = false;
        for (pin, binding) in pins.iter().zip(&self.bindings) {
            match *binding {
                Binding::Input(input) if pin.has_changed() => {
                    self.engine.poke(input, &pin.value());
                    must_drive = true;
                }
                Binding::Clock => {
                    let clock = pin.value()[0];
                    let was = std::mem::replace(&mut self.clock, clock);
                    rises = clock && !was;
                }
                Binding::Input(_) | Binding::Output(_) => {}
            }
        }
        if rises {
            self.engine.step();
        }
        if rises || must_drive {
            for (pin, binding) in pins.iter_mut().zip(&self.bindings) {
                if let Binding::Output(output) = *binding {
                    pin.drive(self.engine.limbs(output));
                }
            }
        }
    }

    /// The unit for rust-hdl's Verilog writer.
    pub fn hdl(&self) -> Verilog {
        Verilog::Wrapper(self.verilog.clone())
    }
}

/// Reasons why `pins` are not the `fields` of a unit; outputs may be missing.
fn problems(fields: &[Field], pins: &[(&str, &dyn Pin)]) -> Vec<String> {
    let fault = |field: &Field| match pins.iter().find(|(name, _)| *name == field.name) {
        Some((_, pin)) if pin.direction() == field.direction && pin.shape() == field.shape => None,
        Some((name, pin)) => Some(format!(
            "`{name}` must be {}, not {}",
            field.type_text(),
            type_text(pin.direction(), pin.shape())
        )),
        None if field.direction == Direction::Output => None,
        None => Some(format!("`{}: {}` is missing", field.name, field.type_text())),
    };
    let stray = |(name, _): &(&str, &dyn Pin)| {
        let is_port = fields.iter().any(|field| field.name == *name);
        (!is_port).then(|| format!("`{name}` is none of its ports"))
    };
    fields.iter().filter_map(fault).chain(pins.iter().filter_map(stray)).collect()
}

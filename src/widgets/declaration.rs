//! The declaration of a unit as a rust-hdl block, as text to paste.

use std::fmt;

use super::WidgetError;
use super::elaborate::elaborate;
use crate::config::Config;
use crate::hdl::{Direction, Module};

/// Kind of signal that a field carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Clock,
    /// Bits, as many as the number says.
    Bits(usize),
}

/// A field of a widget: `pub NAME: TYPE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field<'m> {
    pub name: &'m str,
    pub direction: Direction,
    pub shape: Shape,
    /// One sentence for the doc comment.
    pub purpose: &'m str,
}

impl Field<'_> {
    /// Its type as rust-hdl spells it.
    pub(super) fn type_text(&self) -> String {
        type_text(self.direction, self.shape)
    }
}

/// The type of a field as rust-hdl spells it.
pub(super) fn type_text(direction: Direction, shape: Shape) -> String {
    let direction = match direction {
        Direction::Input => "In",
        Direction::Output => "Out",
    };
    format!("Signal<{direction}, {shape}>")
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock => f.write_str("Clock"),
            Self::Bits(1) => f.write_str("Bit"),
            Self::Bits(width) => write!(f, "Bits<{width}>"),
        }
    }
}

/// The fields that a widget around `module` has, clock and reset first.
pub(super) fn fields(module: &Module) -> Vec<Field<'_>> {
    let clock = Field {
        name: "clock",
        direction: Direction::Input,
        shape: Shape::Clock,
        purpose: "rising edge",
    };
    let reset = Field {
        name: "reset",
        direction: Direction::Input,
        shape: Shape::Bits(1),
        purpose: "synchronous, active high",
    };
    let ports = module.ports.iter().map(|port| Field {
        name: &port.name,
        direction: port.direction,
        shape: Shape::Bits(port.width),
        purpose: &port.purpose,
    });
    let clock = module.has_clock().then_some(clock);
    let reset = module.has_reset().then_some(reset);
    clock.into_iter().chain(reset).chain(ports).collect()
}

/// The call of `widget!` that declares `unit` for `config`, to be pasted into a design.
///
/// # Errors
/// When there is no such unit or it cannot be built for `config`.
pub fn declaration(unit: &str, config: &Config) -> Result<String, WidgetError> {
    let (unit, module) = elaborate(unit, config)?;
    let mut lines = vec![
        "lanebeat::widget! {".to_string(),
        format!("    /// {}", module.purpose),
        format!("    #[unit = \"{}\"]", unit.name),
        format!("    pub struct {} {{", type_name(unit.name)),
    ];
    for field in fields(&module) {
        lines.push(format!("        /// {}", field.purpose));
        lines.push(format!("        pub {}: {},", field.name, field.type_text()));
    }
    lines.extend(["    }", "}"].map(str::to_string));
    Ok(lines.join("\n") + "\n")
}

/// `shuffle_select` as `ShuffleSelect`.
fn type_name(unit: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect::<String>()
    };
    unit.split('_').map(capitalised).collect()
}

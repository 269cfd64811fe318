//! Whether a board has the machine that is asked for.

use super::error::BoardError;
use super::line::Line;
use super::link::Link;
use crate::config::{Config, Parameter};
use crate::rtl::{Field, SystemRegister};

/// The registers that say what a machine is, by parameters.
const DESCRIPTION: [SystemRegister; 3] =
    [SystemRegister::Shape, SystemRegister::Sizes, SystemRegister::Features];

/// Compares what the board says of itself with `config`.
///
/// # Errors
/// When it is another machine, with the settings that make `config` like it.
pub fn check<L: Line>(link: &mut Link<L>, config: &Config) -> Result<(), BoardError> {
    let version = SystemRegister::Version.row();
    let expected = version.reset(config).expect("a constant");
    let found = link.read(SystemRegister::Version, 0)?;
    if found != expected {
        return Err(link.stranger(version.name, found, expected));
    }
    let mut differences = vec![];
    for register in DESCRIPTION {
        let (row, found) = (register.row(), link.read(register, 0)?);
        let expected = row.reset(config).expect("a constant");
        let values = |field: &'static Field| {
            let width = field.width(config);
            let value = |word: u32| text(field, width, word >> field.low & mask(width));
            (field.name, value(found), value(expected))
        };
        let fields = row.fields.iter().map(values);
        differences.extend(fields.filter(|(_, found, expected)| found != expected));
    }
    if differences.is_empty() {
        return Ok(());
    }
    if differences.iter().any(|(name, ..)| Parameter::from_key(name).is_none()) {
        let row = SystemRegister::Sizes.row();
        let (found, expected) =
            (link.read(row.register, 0)?, row.reset(config).expect("a constant"));
        return Err(link.stranger(row.name, found, expected));
    }
    let texts = differences
        .iter()
        .map(|(name, found, expected)| format!("{name} is {found} there and {expected} here"));
    let settings = differences.iter().map(|(name, found, _)| format!("--set {name}={found}"));
    Err(BoardError::OtherMachine {
        port: link.port().to_owned(),
        differences: texts.collect::<Vec<_>>().join(", "),
        cure: settings.collect::<Vec<_>>().join(" "),
    })
}

fn mask(width: usize) -> u32 {
    u32::MAX >> (32 - width)
}

/// The value as a configuration has it.
fn text(field: &Field, width: usize, value: u32) -> String {
    let named = field.values.iter().find(|(_, number)| *number == value);
    match (named, width) {
        (Some((name, _)), _) => (*name).to_owned(),
        (None, 1) => (value == 1).to_string(),
        (None, _) => value.to_string(),
    }
}

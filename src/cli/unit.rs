//! The units by the names that users give them.

use std::sync::Arc;

use super::CliError;
use crate::config::{Config, shorten, suggestion};
use crate::hdl::Module;
use crate::rtl::{UNITS, Unit};

/// What is built when no unit is named.
pub const CORE: &str = "core";

/// The unit called `name`.
///
/// # Errors
/// When there is none, with the name that was probably meant.
pub fn find(name: &str) -> Result<&'static Unit, CliError> {
    UNITS.iter().find(|unit| unit.name == name).ok_or_else(|| {
        let names: Vec<&str> = UNITS.iter().map(|unit| unit.name).collect();
        let suggestion = suggestion(name, names.iter().copied());
        CliError::Usage(format!("there is no unit `{}`; {suggestion}units are {}", shorten(name), names.join(", ")))
    })
}

/// Builds `unit` for `config`.
///
/// # Errors
/// When the unit's feature is off in the configuration.
pub fn build(unit: &Unit, config: &Config) -> Result<Arc<Module>, CliError> {
    match unit.feature {
        Some(feature) if !config.has(feature) => {
            let (name, key) = (unit.name, feature.key());
            Err(CliError::Usage(format!("unit {name} needs {key} = true, but here {key} = false; use --set {key}=true")))
        }
        Some(_) | None => Ok((unit.build)(config)),
    }
}

//! A unit by its name.

use std::sync::Arc;

use super::WidgetError;
use crate::config::Config;
use crate::hdl::Module;
use crate::rtl::units::{self, Unit};

/// The unit called `name` and its hardware for `config`.
///
/// # Errors
/// When there is no such unit, `config` breaks a rule, or the unit's feature is off in it.
pub(super) fn elaborate(
    name: &str,
    config: &Config,
) -> Result<(&'static Unit, Arc<Module>), WidgetError> {
    let unit = units::find(name)?;
    config.check()?;
    config.has_plain_clocking("a rust-hdl block")?;
    match unit.feature {
        Some(feature) if !config.has(feature) => {
            Err(WidgetError::FeatureIsOff { unit: unit.name, feature: feature.key() })
        }
        Some(_) | None => Ok((unit, unit.build(config))),
    }
}

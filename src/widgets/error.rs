//! Why a unit does not become a block.

use crate::rtl::units::UnitError;
use crate::source::TextError;

/// Why there is no such block.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says in its message what it is")]
pub enum WidgetError {
    #[error(transparent)]
    UnknownUnit(#[from] UnitError),
    #[error(transparent)]
    Config(#[from] TextError),
    #[error(
        "unit {unit} needs {feature} = true, but here {feature} = false; turn it on in the configuration"
    )]
    FeatureIsOff { unit: &'static str, feature: &'static str },
    /// One problem for each field that is wrong or missing.
    #[error(
        "widget `{widget}` does not have the ports of unit {unit} in this configuration: {}; `lanebeat generate {unit} --widget` \
         prints the declaration that fits",
        .problems.join("; ")
    )]
    Ports { widget: String, unit: &'static str, problems: Vec<String> },
}

//! Why an instruction has no GFX9 encoding.

use crate::isa::operation::Operation;
use crate::isa::row::Dialect;

/// Why an instruction has no GFX9 encoding, and what to write in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule and the value that breaks it.
    pub rule: String,
    /// Correction to make.
    pub cure: String,
}

impl Refusal {
    pub(super) fn new(rule: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { rule: rule.into(), cure: cure.into() }
    }
}

/// The name of an operation in errors.
pub(super) fn mnemonic(operation: Operation) -> &'static str {
    operation.row().name(Dialect::Gcn)
}

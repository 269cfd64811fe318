//! What a line of a compiler is read by.

use crate::isa::asm::target::Target;

/// What decides whether a line is taken, besides its tokens.
pub struct Context<'c> {
    pub target: &'c Target,
    /// In a compiler's listing what both spell alike means what the compiler means: `1` beside FADD
    /// is 1.0.
    pub is_listing: bool,
    /// The wave that executes the line.
    pub wave: usize,
}

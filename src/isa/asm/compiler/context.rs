//! Context in which a compiler's line is read.

use super::generation::Generation;
use crate::isa::Register;
use crate::isa::asm::constants::Constants;
use crate::isa::asm::masks::MaskUse;
use crate::isa::asm::target::Target;

/// Facts besides its tokens that decide whether a line is accepted.
pub struct Context<'c> {
    pub target: &'c Target,
    /// Whether the line is from a compiler's listing. Text that is legal in both then has the
    /// compiler's meaning: `1` next to FADD is 1.0.
    pub is_listing: bool,
    /// Words that a listing names.
    pub constants: &'c Constants,
    /// Registers for words between two instructions of one line, which the listing does not name.
    pub scratch: [Option<Register>; 2],
    /// Its masks.
    pub masks: MaskUse,
    /// Generation that the listing names.
    pub generation: Option<Generation>,
    /// The wave that executes the line.
    pub wave: usize,
}

/// The words of a text that is no listing.
static NONE: Constants = Constants::none();

impl<'c> Context<'c> {
    /// Names of the two registers, the mask and the predicate that are free inside the line.
    pub fn free(&self) -> [Option<String>; 4] {
        let [word, other] = self.scratch.map(|free| free.map(|free| free.to_string()));
        let masks = [self.masks.scratch, self.masks.predicate];
        let [mask, predicate] = masks.map(|free| free.map(|free| free.to_string()));
        [word, other, mask, predicate]
    }

    /// Context of a line of a program, in wave 0.
    pub fn of_program(target: &'c Target) -> Self {
        let constants = &NONE;
        let masks = MaskUse::default();
        Self {
            target,
            is_listing: false,
            constants,
            scratch: [None; 2],
            masks,
            generation: None,
            wave: 0,
        }
    }
}

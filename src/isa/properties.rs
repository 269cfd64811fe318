//! Properties of an operation, read from its row, as methods.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::encoding::{self, BitField};
use super::operation::{ControlOperation, FloatOperation, LaneOperation, Operation};
use super::row::{Dialect, Feature, Field, Gfx9, Row, Spelling};
use super::table::TABLE;

/// [`TABLE`] by operation: elaboration asks for rows tens of thousands of times.
static ROWS: LazyLock<FxHashMap<Operation, &Row>> =
    LazyLock::new(|| TABLE.iter().map(|row| (row.operation, row)).collect());

impl Operation {
    /// Row of the table of operations.
    pub fn row(self) -> &'static Row {
        ROWS.get(&self).expect("every operation has a row in TABLE")
    }

    /// Opcode in the instruction word.
    pub fn opcode(self) -> u8 {
        self.row().opcode
    }

    /// Operation of an opcode, if it has one.
    pub fn from_opcode(opcode: u8) -> Option<Self> {
        TABLE.iter().find(|row| row.opcode == opcode).map(|row| row.operation)
    }

    /// Whether some spelling names `field`, e.g. whether the operation writes a register
    /// ([`Field::D`]).
    pub fn uses(self, field: Field) -> bool {
        self.row().fields().any(|own| own == field)
    }

    /// Whether it has operand a, b or c (0, 1, 2).
    pub fn has_operand(self, operand: usize) -> bool {
        self.row().fields().any(|field| field.operand() == Some(operand))
    }

    /// The operand whose literal stands where others have a DPP modifier: the second of two.
    pub fn high_literal(self) -> Option<usize> {
        let mut literals = self.row().spellings[0]
            .fields
            .iter()
            .filter(|field| matches!(field, Field::LiteralA | Field::LiteralB | Field::LiteralC));
        literals.nth(1)?.operand()
    }

    /// Whether its word has room for the `.reuse` of its operands, and a SASS-like spelling for it.
    pub fn takes_reuse(self) -> bool {
        let names_a_source = |spelling: &Spelling| {
            spelling.dialect == Dialect::Sass
                && spelling.fields.iter().any(|field| field.operand().is_some())
        };
        !self.is_video()
            && self.high_literal().is_none()
            && self.row().spellings.iter().any(names_a_source)
    }

    /// Whether its word has room for a DPP modifier.
    pub fn takes_dpp(self) -> bool {
        self.is_per_thread()
            && !self.is_video()
            && !matches!(self, Self::LaneMove(_))
            && !self.takes_immediate()
    }

    /// Whether its word has an 8-bit immediate where others have a DPP modifier: operations of the
    /// feature `bits` that GFX9 has in no format that takes one.
    pub fn takes_immediate(self) -> bool {
        let is_short =
            |spelling: &Spelling| matches!(spelling.gfx9, Some(Gfx9::Vop2(_) | Gfx9::Vopc(_)));
        self.row().feature == Some(Feature::Bits) && !self.row().spellings.iter().any(is_short)
    }

    /// Whether its word has room for two literals: the second stands where others have a DPP modifier,
    /// or this operation the `.reuse` of its operands.
    pub fn takes_two_literals(self) -> bool {
        self.takes_immediate() && self.immediate_field().is_none() && !self.negates_words()
    }

    /// The bits of its immediate that mean something; those of a compare do without a DPP modifier.
    pub(super) fn immediate_field(self) -> Option<BitField> {
        if self.uses(Field::Table) {
            Some(encoding::IMMEDIATE)
        } else if self.uses(Field::Amount) {
            Some(encoding::AMOUNT)
        } else {
            self.is_compare().then_some(encoding::COMBINATION)
        }
    }

    /// Whether each of its sources may be written `-a`, a word whose sign changes: IADD3.
    pub fn negates_words(self) -> bool {
        self == LaneOperation::AddThree
    }

    /// Whether it compares a and b, and may combine the bit with q.
    pub fn is_compare(self) -> bool {
        match self {
            Self::Lane(operation) => matches!(operation, LaneOperation::Compare(..)),
            Self::Float(operation) => matches!(
                operation,
                FloatOperation::Compare(_)
                    | FloatOperation::CompareUnordered(_)
                    | FloatOperation::OrderedNotEqual
                    | FloatOperation::IsOrdered
                    | FloatOperation::IsUnordered
            ),
            _ => false,
        }
    }

    /// Whether FI and BC may be set without a DPP modifier, as for v_permlane16_b32 and
    /// v_permlanex16_b32.
    pub fn takes_fetch_flags(self) -> bool {
        self.uses(Field::LiteralC)
    }

    /// Whether a wave of `threads` threads has the operation: v_permlane64_b32 is for 64 threads.
    pub fn fits_wave(self, threads: usize) -> bool {
        self.row().threads.is_none_or(|only| only == threads)
    }

    /// Whether its sources are floats, each of which may be written `-a`, `|a|` or `-|a|`.
    pub fn reads_floats(self) -> bool {
        matches!(self, Self::Float(operation) if !matches!(operation, FloatOperation::FromInteger(_)))
    }

    /// Whether every thread's result depends on all executing threads of its warp (ISA.md section
    /// 7).
    pub fn is_vote(self) -> bool {
        matches!(self, Self::Vote(_))
    }

    /// Whether it is a video operation.
    pub fn is_video(self) -> bool {
        matches!(self, Self::Video(_) | Self::VideoSimd(_))
    }

    /// Whether it is an EXEC operation (ISA.md section 10).
    pub fn is_exec(self) -> bool {
        matches!(self, Self::Exec(_))
    }

    /// Whether the operation writes threads' words or predicates, those of the threads that its
    /// guard lets be written.
    pub fn is_per_thread(self) -> bool {
        !matches!(self, Self::Control(_) | Self::Exec(_) | Self::WriteLane)
    }

    /// Whether the wave arrives at a barrier.
    pub fn is_arrival(self) -> bool {
        self.uses(Field::Barrier)
    }

    /// Whether a guard may stand before it: BAR.RED writes no threads but counts those that its
    /// guard lets be counted.
    pub fn takes_guard(self) -> bool {
        self.is_per_thread() || matches!(self, Self::Control(ControlOperation::BarrierReduce(_)))
    }
}

//! Operands that name what waves share: barriers, performance counters, special registers.

use std::ops::RangeInclusive;

use super::error::Fault;
use super::kind::{Context, Kind, choices, special_names};
use super::literal::Literal;
use super::token::Word;
use crate::isa::{BARRIERS, Barrier, COUNTERS, Field, Shared};

/// The shared thing that `field` of the text names; a barrier's waves join its number.
pub(super) fn parse(
    before: Shared,
    field: Field,
    kind: Kind,
    word: &Word,
    context: &Context,
) -> Result<Shared, Fault> {
    let number =
        |low, high| limited(kind, word, context, &choices(field, context.target), low..=high);
    match (field, kind, before) {
        (_, Kind::Special(Some(register)), _) => Ok(Shared::Special(register)),
        (Field::Special, ..) => {
            let rule = format!("{} is not a special register", word.shown());
            Err(Fault::new(word.span(), rule, format!("they are {}", special_names())))
        }
        (Field::Counter, ..) => Ok(Shared::Counter(number(0, COUNTERS - 1)?)),
        (Field::ArrivingWaves, _, Shared::Barrier(barrier)) => {
            let waves = number(1, context.target.waves.min(usize::from(u8::MAX)) as u8)?;
            Ok(Shared::Barrier(Barrier { waves: Some(waves), ..barrier }))
        }
        _ => Ok(Shared::Barrier(Barrier { number: number(0, BARRIERS - 1)?, waves: None })),
    }
}

/// A small number of which `legal` says in words what it may be.
fn limited(
    kind: Kind,
    word: &Word,
    context: &Context,
    legal: &str,
    range: RangeInclusive<u8>,
) -> Result<u8, Fault> {
    match kind {
        Kind::Literal(Literal::Integer(value))
            if u8::try_from(value).is_ok_and(|value| range.contains(&value)) =>
        {
            Ok(value as u8)
        }
        _ => {
            let rule = format!("{} takes {legal} here, not {}", context.mnemonic, word.shown());
            Err(Fault::new(word.span(), rule, "write one in that range"))
        }
    }
}

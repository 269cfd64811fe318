//! Translates compilers' listings to this machine's spelling: those of `llc` and `llvm-mc` for AMD's
//! machines, of `nvdisasm` for NVIDIA's.
//!
//! ```text
//! statement ─► gcn (suffixes, waiting, swizzles) ─┬─► scalar (whole masks), logic (LOP3, PLOP3) ──────────┬─► statement, as if it had been written so
//!                                                 └─► rules ◄─ tables: gfx9, sass ──┘
//! mnemonic that nothing spells ─► lacking ─► why
//! operand that stops a line ─► stops ─► why
//! ```
//!
//! Words that all threads share are literals already (`constants`), and scalar registers that lines
//! compute are vector registers (`uniform`), masks entries of the mask file (`masks`). A line is taken only where one instruction of this machine, or two, have exactly its result; an operand
//! that would make a difference matches no rule.

mod context;
mod flush;
mod gcn;
mod generation;
mod gfx9;
mod lacking;
mod logic;
mod predicates;
mod rule;
mod rules;
mod sass;
mod scalar;
mod stops;
mod swizzle;

pub(super) use self::lacking::class;
use self::lacking::lacking;
use super::error::{BY_PARTS, Fault, Lack};
use super::mnemonic::{forms, has_stem, unknown};
use super::statement::Statement;
use super::token::Token;
use super::token_kind::TokenKind;
use crate::isa::MaskSource;

pub(super) use context::Context;
pub use generation::Generation;
pub(super) use rule::Lines;
pub(super) use stops::{BY_STATE, stops};

/// The line as this machine spells it, perhaps as two.
///
/// # Errors
///
/// A compiler's line that no instructions of this machine are exactly.
pub(super) fn own<'t>(
    line: Statement<'t>,
    context: &Context,
) -> Result<Lines<Statement<'t>>, Fault> {
    let mut line = gcn::own(line)?;
    if let Some(fault) =
        context.generation.and_then(|named| named.refusal(&line, context.target.threads))
    {
        return Err(fault);
    }
    if line.mnemonic.is("IADD3") || line.mnemonic.is("IADD3.X") {
        in_order(&mut line);
    }
    if let Some(lines) = scalar::own(&line, context)? {
        return Ok(lines);
    }
    if context.is_listing
        && let Some(lines) = flush::own(&line, context)?
    {
        return Ok(lines);
    }
    if let Some(lines) = predicates::own(&line) {
        return Ok(Lines { lines, is_in_order: true });
    }
    if logic::knows(&line.mnemonic) {
        logic::own(line, context).map(|lines| Lines { lines, is_in_order: true })
    } else {
        rules::own(line, context)
    }
}

/// Brings an IADD3 to one order: words without a sign, then those with one, then RZ, but RZ first before
/// signs alone. With carries it is IADD3.X, where a minus is `~` and a carry of 1.
fn in_order(line: &mut Statement) {
    let operands = &mut line.operands;
    let is_true = |token: &Token| token.kind.mask() == Some(MaskSource::TRUE);
    let is_carry = |token: &&Token| matches!(token.kind, TokenKind::Predicate { .. });
    let mut carries = operands.iter().skip(1).take_while(is_carry).count();
    let named = |text: String| Token::named(text, line.mnemonic.start);
    if carries > 0 && operands[1..=carries].iter().all(is_true) {
        operands.drain(1..=carries);
        carries = 0;
    } else if carries == 1 {
        operands.insert(2, named("PT".to_owned()));
        carries = 2;
    }
    let Some(words) = operands.get_mut(1 + carries..4 + carries) else { return };
    let has_zero = words.iter().any(|word| matches!(word.kind, TokenKind::ZERO));
    if carries == 0 && !has_zero && line.mnemonic.is("IADD3") {
        // The machine's own, whose words have signs in any place.
        return;
    }
    let place = |token: &Token| match token.kind {
        TokenKind::ZERO => 2,
        TokenKind::Literal(_) => 0,
        _ => u8::from(token.text.starts_with(['-', '~'])),
    };
    words.sort_by_key(place);
    if place(&words[0]) == 1 && place(&words[2]) == 2 {
        words.rotate_right(1);
    }
    if carries > 0 && line.mnemonic.is("IADD3") {
        let is_negated = |token: &&mut Token| place(token) == 1;
        let negated = words.iter_mut().filter(is_negated);
        let negated = negated.map(|token| token.text = token.text.replacen('-', "~", 1).into());
        let count = negated.count();
        let ones = [count > 0, count > 1].map(|is_one| if is_one { "PT" } else { "!PT" });
        operands.extend(ones.map(|text| named(text.to_owned())));
        let operands = operands.clone();
        line.rename("IADD3.X".to_owned(), operands);
    }
}

/// The instructions of a dual line as two lines: `v_dual_a … :: v_dual_b …`.
pub(super) fn halves<'t>(tokens: &[Token<'t>]) -> Option<[Vec<Token<'t>>; 2]> {
    let at = tokens.iter().position(|token| token.text == "::")?;
    let half = |tokens: &[Token<'t>]| {
        let mut tokens = tokens.to_vec();
        let first = tokens.first_mut()?;
        let bare = first.text.get(..7).filter(|start| start.eq_ignore_ascii_case("v_dual_"))?.len();
        first.text = format!("v_{}", &first.text[bare..]).into();
        first.kind = TokenKind::Other;
        Some(tokens)
    };
    Some([half(&tokens[..at])?, half(&tokens[at + 1..])?])
}

/// Whether a compiler's line may begin with the mnemonic, which then is no error by itself.
pub(super) fn check(mnemonic: &Token, is_listing: bool) -> Result<(), Fault> {
    if gcn::knows(mnemonic) || logic::knows(mnemonic) || rules::knows(&mnemonic.text) {
        return Ok(());
    }
    if forms(mnemonic)?.is_some() {
        return Ok(());
    }
    Err(none(mnemonic, is_listing))
}

/// The error of a mnemonic that is none here. A listing is not misspelt, and nothing like it is
/// looked for.
pub(super) fn none(mnemonic: &Token, is_listing: bool) -> Fault {
    lacking(mnemonic).unwrap_or_else(|| match is_listing && !has_stem(mnemonic) {
        true => {
            let rule = "is not an instruction of this machine, nor one that it knows of others";
            mnemonic.fault(format!("{mnemonic} {rule}"), BY_PARTS).of(Lack::Unknown)
        }
        false => unknown(mnemonic),
    })
}

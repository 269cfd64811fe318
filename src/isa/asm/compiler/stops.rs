//! The operand or modifier that stops a compiler's line.

use std::ops::Range;

use super::gcn::without_suffix;
use crate::isa::asm::error::{BY_PARTS, Fault};
use crate::isa::asm::masks::CROWDED;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;
use crate::isa::{MaskEntry, MaskSource};

/// Modifiers of GCN-like lines that change the result, by how they begin.
const OUTPUT: [(&str, &str); 6] = [
    ("clamp", "limits the result"),
    ("mul:", "multiplies the result"),
    ("div:", "divides the result"),
    ("op_sel", "picks halves of words"),
    ("neg_", "negates halves of words"),
    ("offset", "moves the address"),
];

pub(in crate::isa::asm) const BY_STATE: &str =
    "put the word in a vector register, by the state file if nothing computes it";

/// The reason why a line is refused, by its first operand that no form of it accepts; `None` where
/// the operands give no reason of their own, or the fault at `found` is about that operand. `tokens`
/// are those of the line without a guard.
pub(in crate::isa::asm) fn stops(
    tokens: &[Token],
    found: &Range<usize>,
    is_listing: bool,
) -> Option<Fault> {
    let [mnemonic, operands @ ..] = tokens else { return None };
    let operands: Vec<&Token> =
        operands.iter().filter(|token| token.kind != TokenKind::Comma).collect();
    let is_vector = mnemonic.text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("v_"));
    let fault = |token: &Token, why: &str| {
        token.fault(format!("{mnemonic} has {token}, {why}"), BY_STATE).same_in_listing()
    };
    let of_operand = |token: &&Token| match token.kind {
        CROWDED => None,
        TokenKind::Absent(why) => Some(fault(token, why)),
        TokenKind::Slot(_) if is_vector => {
            Some(fault(token, "and scalar registers hold masks here"))
        }
        _ => None,
    };
    let of_modifier = |token: &&Token| {
        let lower = token.text.to_ascii_lowercase();
        let (_, does) = OUTPUT.iter().find(|(start, _)| lower.starts_with(start))?;
        let rule = format!("{mnemonic} has {token}, which {does}, and no instruction here does");
        Some(token.fault(rule, BY_PARTS))
    };
    let is_other = |fault: &Fault| fault.span.end <= found.start || found.end <= fault.span.start;
    operands
        .iter()
        .find_map(|token| {
            let of_modifier =
                of_modifier(token).filter(|fault| fault.span == *found || is_other(fault));
            of_operand(token).or(of_modifier)
        })
        .or_else(|| predicate(mnemonic, &operands).filter(|_| is_listing))
        .filter(|fault| is_other(fault) || fault.in_listing.is_none())
}

/// A predicate that carries or that is combined.
fn predicate(mnemonic: &Token, operands: &[&Token]) -> Option<Fault> {
    let fault = |token: &Token, what: &str| {
        let rule = format!("{mnemonic} has {token}, {what}");
        Some(token.fault(rule, BY_PARTS))
    };
    let is_true = |token: &Token| token.kind.mask() == Some(MaskSource::TRUE);
    let is_constant =
        |token: &Token| token.kind.mask().is_some_and(|mask| mask.entry == MaskEntry::TRUE);
    let is_predicate = |token: &&&Token| matches!(token.kind, TokenKind::Predicate { .. });
    match without_suffix(&mnemonic.text).split('.').next()?.to_ascii_uppercase().as_str() {
        "IADD3" | "LEA" | "IMAD" | "IADD" | "VIADD" | "V_ADD_U32" | "V_SUB_U32"
        | "V_SUBREV_U32" => {
            let carry = operands.iter().filter(is_predicate).find(|token| !is_constant(token));
            carry.and_then(|token| {
                fault(token, "a carry, and no instructions here give or take it so")
            })
        }
        "ISETP" | "FSETP" | "PSETP" => match operands {
            [_, second, ..] if operands.len() > 3 && !is_true(second) => {
                fault(second, "a second predicate that it writes, and one can be written")
            }
            [.., last] if operands.len() > 3 && is_predicate(&last) && !is_constant(last) => {
                fault(last, "a predicate with which it combines its own")
            }
            _ => None,
        },
        _ => None,
    }
}

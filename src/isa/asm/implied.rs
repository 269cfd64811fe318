//! Operands that lines of a listing do not print: the carry of sm_20 to sm_62, and the second word of
//! a pair that all threads share.

use super::constants::{constant_name, next_name};
use super::token::Token;
use super::token_kind::TokenKind;

/// Text of the carry, here a predicate: behind a destination with `.CC`, and the last operand of `.X`.
pub(super) const CARRY: &str = ".CC";
/// Instructions whose sum is of two words. The carry of three has two bits.
const SUMS: [&str; 3] = ["ISCADD", "LEA", "LEA.HI.X"];
const OF_TWO: [&str; 4] = ["IADD", "IADD.X", "IADD32I", "IADD32I.X"];
const OF_THREE: [&str; 2] = ["IADD3", "IADD3.X"];

/// Puts them into the line.
pub(super) fn complete(tokens: &mut Vec<Token>) {
    let at = usize::from(matches!(tokens[0].kind, TokenKind::Guard(_)));
    let is_word =
        |token: &Token| !matches!(token.kind, TokenKind::Predicate { .. } | TokenKind::Comma);
    let last = tokens.iter().rposition(is_word).unwrap_or(0);
    if last < at + 2 {
        return;
    }
    let name = tokens[at].text.to_ascii_uppercase();
    if name.starts_with("IMAD.WIDE") || name.starts_with("IMAD.HI") {
        let next = constant_name(&tokens[last].text).and_then(|name| next_name(&name));
        next.into_iter().for_each(|next| put(tokens, last, next));
    }
    let is = |names: &[&str]| names.contains(&&*name);
    let is_of_three = is(&OF_THREE) && tokens.iter().any(|token| token.is("RZ"));
    let reads = name.ends_with(".X") && last + 1 == tokens.len();
    let destination = tokens[at + 1].text.strip_suffix(CARRY).map(str::to_owned);
    if !(is_of_three || is(&SUMS) || is(&OF_TWO)) || !reads && destination.is_none() {
        return;
    }
    // Later operands first. IADD3.X of sm_70 has two carries.
    if reads && !is(&SUMS) {
        put(tokens, last, "!PT".to_owned());
    }
    if reads {
        put(tokens, last, CARRY.to_owned());
    }
    if is(&OF_TWO) {
        put(tokens, last, "RZ".to_owned());
        tokens[at].text = if reads { "IADD3.X" } else { "IADD3" }.into();
    }
    if let Some(bare) = destination {
        tokens[at + 1] = Token::named(bare, tokens[at + 1].start);
        put(tokens, at + 1, CARRY.to_owned());
    }
}

fn put(tokens: &mut Vec<Token>, behind: usize, text: String) {
    let start = tokens[behind].start;
    let new = [",".to_owned(), text].map(|text| Token::named(text, start));
    tokens.splice(behind + 1..=behind, new);
}

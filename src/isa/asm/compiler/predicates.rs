//! R2P and P2R: a bit of a word for each predicate.

use crate::isa::asm::statement::Statement;
use crate::isa::asm::token_kind::TokenKind;

const COUNT: u32 = 7;

/// The lines of an R2P, or of a P2R that sets bits of 0; `None` of another line.
pub(super) fn own<'t>(line: &Statement<'t>) -> Option<Vec<Statement<'t>>> {
    let [first, second, rest @ ..] = &line.operands[..] else { return None };
    let mask = rest.last().map_or(Some(0xff), |token| token.kind.integer())?;
    if line.mnemonic.is("R2P") && first.is("PR") && rest.len() < 2 {
        let bare = second.without_reuse().text;
        let (word, byte) = bare.split_once(".B").unwrap_or((&bare, "0"));
        let place = 8 * byte.parse::<u32>().ok().filter(|byte| *byte < 4)?;
        let is_guard = |number: &u32| {
            line.guard.as_ref().is_some_and(|guard| guard.text.ends_with(&number.to_string()))
        };
        let test = |number: u32| match TokenKind::of(word) {
            TokenKind::ZERO => Some(line.instead("PSETP.AND", &format!("P{number}, !PT, PT"))),
            TokenKind::Register(_) => {
                let bit = 1_u32 << (place + number);
                Some(
                    line.instead("LOP3.P", &format!("P{number}, {word}, {bit}, {word}, 0xc0, !PT")),
                )
            }
            _ => None,
        };
        let mut numbers: Vec<u32> = (0..COUNT).filter(|number| mask >> number & 1 == 1).collect();
        numbers.sort_by_key(is_guard);
        return numbers.into_iter().map(test).collect();
    }
    let is_of_zero = matches!(rest, [zero, _] if zero.kind == TokenKind::ZERO);
    let is_taken = line.mnemonic.is("P2R") && second.is("PR") && is_of_zero;
    if !is_taken || mask >> COUNT != 0 || !matches!(first.kind, TokenKind::Register(_)) {
        return None;
    }
    // From the highest on, twice the word and the next predicate.
    let twice_and = |number: u32| {
        let p = if mask >> number & 1 == 1 { format!("P{number}") } else { "!PT".to_owned() };
        line.instead("IADD.CC", &format!("__, {first}, {first}, {first}, {p}"))
    };
    let zero = line.instead("MOV", &format!("{first}, 0"));
    Some([zero].into_iter().chain((0..COUNT).rev().map(twice_and)).collect())
}

//! Words that are the same in every thread: of constant memory, of uniform and scalar registers, of
//! the launch, of the linker. A listing names them, a file gives them, and each becomes its line's literal.

use std::collections::BTreeMap;

use super::error::{Fault, Lack};
use super::literal::{Literal, parse_literal};
use super::token::Token;
use super::token_kind::{TokenKind, modified_name};

/// Words by the names that a listing has for them.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    words: BTreeMap<String, u32>,
    is_assumed: bool,
}

/// Special registers of a launch, by how their names begin.
const LAUNCH: [&str; 10] = [
    "SR_CTAID.",
    "SR_NTID",
    "SR_NCTAID",
    "SR_TID.Y",
    "SR_TID.Z",
    "SR_GRIDID",
    "SR_VIRT",
    "SR_NVIRT",
    "SR_SM",
    "SR_CGACTAID",
];

impl Constants {
    /// No word.
    pub const fn none() -> Self {
        Self { words: BTreeMap::new(), is_assumed: false }
    }

    /// Words that are all 0, for results that do not depend on them, such as times.
    pub fn assumed() -> Self {
        Self { is_assumed: true, ..Self::none() }
    }

    /// Gives a word; `false` where no listing has such a name, or it has one already.
    pub fn insert(&mut self, name: &str, word: u32) -> bool {
        let is_new = |name: &String| name != "URZ" && !self.words.contains_key(name);
        let name = constant_name(name).filter(is_new);
        name.map(|name| self.words.insert(name, word)).is_some()
    }

    fn word(&self, name: &str) -> Option<u32> {
        self.words.get(name).copied().or(self.is_assumed.then_some(0))
    }

    /// Puts words in the place of their names behind the first operand of a line, whose guard is
    /// gone. The faults are of names without a word; 0 stands in their place.
    pub(super) fn fill(&self, line: &mut [Token]) -> Vec<Fault> {
        let mut faults = vec![];
        let [mnemonic, _, operands @ ..] = line else { return faults };
        let lower = mnemonic.text.to_ascii_lowercase();
        let is_vector = lower.starts_with("v_");
        let is_float = is_vector || lower.starts_with('f') && !lower.starts_with("flo");
        for token in operands {
            let is_special = matches!(token.kind, TokenKind::Special(_));
            let is_read = match lower.as_str() {
                "s2r" | "cs2r.32" => is_special,
                _ => !is_special && (is_vector || !lower.starts_with("s_")),
            };
            let (name, modifier, is_inverted) = modified_name(&token.text);
            let Some(name) = constant_name(name).filter(|_| is_read) else { continue };
            if token.kind == LOST || modifier.absolute && !is_float {
                continue;
            }
            if name == "URZ" {
                let text = token.text.to_ascii_uppercase().replace("URZ", "RZ");
                *token = Token { kind: TokenKind::of(&text), text: text.into(), ..token.clone() };
                continue;
            }
            let given = self.word(&name);
            if given.is_none() {
                faults.push(missing(token, &name));
            }
            let word = given.unwrap_or(0);
            let word = if modifier.absolute { word & !SIGN } else { word };
            let word = match modifier.negate {
                true if is_float => word ^ SIGN,
                true => word.wrapping_neg(),
                false => word,
            };
            let word = if is_inverted { !word } else { word };
            token.kind = TokenKind::Literal(Literal::Integer(word.into()));
            if modifier.negate && word == 0 && lower.starts_with("iadd") {
                // It carries, as ~0 and 1 do.
                *token = Token::named("-RZ".to_owned(), token.start);
            }
            if is_special {
                mnemonic.text = "MOV".into();
            }
        }
        faults
    }
}

const SIGN: u32 = 1 << 31;

/// Operand that names a word which an earlier line computes and nothing holds.
pub(super) const LOST: TokenKind = TokenKind::Absent(
    "what an earlier line computes from all lanes, and no vector register holds it here",
);

/// Name of the word that a text without a sign reads, in one spelling: `c[0x0][0x160]`,
/// `cx[UR4][0x8]`, `UR4`, `s4`, `SR_CTAID.X`.
pub(super) fn constant_name(text: &str) -> Option<String> {
    let upper: String = text.split_whitespace().collect::<String>().to_ascii_uppercase();
    let numbered = |prefix: &str| {
        let digits = upper.strip_prefix(prefix)?;
        let number: u8 = digits.parse().ok().filter(|_| !digits.starts_with('+'))?;
        Some(number)
    };
    if let Some(number) = numbered("UR") {
        return Some(format!("UR{number}"));
    }
    if let Some(number) = numbered("S").filter(|number| *number < 106) {
        return Some(format!("s{number}"));
    }
    if let Some(number) = numbered("TTMP") {
        return Some(format!("ttmp{number}"));
    }
    // sm_20 spells them SR_CTAid_X.
    let upper = match upper.strip_prefix("SR_") {
        Some(name) => format!("SR_{}", name.replace('_', ".")),
        None => upper,
    };
    if upper == "URZ" || LAUNCH.iter().any(|begin| upper.starts_with(begin)) {
        return Some(upper);
    }
    if upper == "M0" {
        return Some("m0".to_owned());
    }
    if text.starts_with("32@") {
        return Some(text.to_owned());
    }
    let inside = upper.strip_suffix(']')?;
    let (bank, inside) =
        ["CX[", "C["].iter().find_map(|begin| Some((begin, inside.strip_prefix(begin)?)))?;
    let (of_bank, offset) = inside.split_once("][")?;
    // A vector register in the offset makes it another word in each thread.
    let part = |part: &str| {
        let sum = part.split('+').map(|term| match parse_literal(term) {
            Some(Literal::Integer(number)) => Some(format!("{number:#x}")),
            _ => {
                term.strip_prefix("UR").filter(|rest| !rest.contains(']')).map(|_| term.to_owned())
            }
        });
        Some(sum.collect::<Option<Vec<_>>>()?.join("+"))
    };
    Some(format!("{}{}][{}]", bank.to_ascii_lowercase(), part(of_bank)?, part(offset)?))
}

/// Name of the word behind that of a name.
pub(super) fn next_name(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix("UR") {
        return Some(format!("UR{}", number.parse::<u8>().ok()?.checked_add(1)?));
    }
    let (before, offset) = name.strip_suffix(']')?.rsplit_once("[0x")?;
    Some(format!("{before}[{:#x}]", u32::from_str_radix(offset, 16).ok()?.checked_add(4)?))
}

/// The error of a name whose word nothing gives: the same for every line that has it.
fn missing(token: &Token, name: &str) -> Fault {
    let what = match name.as_bytes() {
        [b'c', ..] => "a word of constant memory",
        [b'U', ..] => "a uniform register",
        [b'S', ..] => "a word of the launch",
        [b'3', ..] => "an address that the linker gives",
        _ => "a scalar register",
    };
    let rule = format!("{name} is {what}, and no file gives its word");
    let cure =
        format!("give it by --constants FILE.json, which holds for example {{\"{name}\": 1}}");
    token.fault(rule, cure).same_in_listing().of(Lack::Word)
}

//! The rules of both tables, and how a line is said by them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::line::{Context, Line, Own, Piece};
use super::rule::{Only, Rule, To, split};
use super::{gfx9, sass};
use crate::isa::asm::error::{Fault, either};
use crate::isa::asm::kind::Kind;
use crate::isa::asm::literal::{Literal, float_word, parse_literal};
use crate::isa::asm::mnemonic::forms;
use crate::isa::asm::token::{Word, without_reuse};
use crate::source::shorten;

/// The rules by the first part of their mnemonics, in capitals.
static RULES: LazyLock<HashMap<String, Vec<&Rule>>> = LazyLock::new(|| {
    let mut rules: HashMap<String, Vec<&Rule>> = HashMap::new();
    for rule in sass::RULES.iter().chain(gfx9::RULES) {
        rules.entry(stem(rule.mnemonic())).or_default().push(rule);
    }
    rules
});

fn stem(mnemonic: &str) -> String {
    mnemonic.split('.').next().unwrap_or_default().to_ascii_uppercase()
}

/// The rules for a mnemonic, each with the part of it that stands for `*`.
fn rules_for(mnemonic: &str) -> Vec<(&'static Rule, String)> {
    let rules = RULES.get(&stem(mnemonic)).map_or(&[][..], Vec::as_slice);
    let starred = |rule: &&'static Rule| Some((*rule, star(rule.mnemonic(), mnemonic)?));
    rules.iter().filter_map(starred).collect()
}

/// What `*` in `pattern` stands for in `mnemonic`, empty without one; `None` where they differ.
fn star(pattern: &str, mnemonic: &str) -> Option<String> {
    let mut star = String::new();
    let mut parts = mnemonic.split('.');
    for wanted in pattern.split('.') {
        let part = parts.next()?;
        if wanted == "*" {
            star = part.to_ascii_uppercase();
        } else if !wanted.eq_ignore_ascii_case(part) {
            return None;
        }
    }
    parts.next().is_none().then_some(star)
}

/// Whether some rule is about the mnemonic.
pub(super) fn knows(mnemonic: &Word) -> bool {
    !rules_for(mnemonic.text).is_empty()
}

/// Whether some rule's mnemonic begins with `stem`, in capitals.
pub(super) fn has_stem(stem: &str) -> bool {
    RULES.contains_key(stem)
}

/// The line by the first rule that fits; `None` where none is about it.
pub(super) fn own(line: &Line, context: &Context) -> Result<Option<Own>, Fault> {
    let rules = rules_for(line.mnemonic.text);
    let mut is_spoken_for = false;
    for (rule, star) in &rules {
        match rule.to {
            To::Refused(lack, does) => {
                let rule = format!("{} {does}", line.mnemonic.shown());
                let cure = "write what is meant in instructions of this machine";
                return Err(Fault::new(line.mnemonic.span(), rule, cure).of(lack));
            }
            To::Own(to) if rule.counts(context) && line.modifiers.is_empty() => {
                let (_, wanted) = split(rule.from);
                if let Some(found) = matched(&wanted, line.operands, context) {
                    return Ok(Some(built(line, to, star, &found)));
                }
                is_spoken_for |= rule.only == Only::Listing && wanted.len() == line.operands.len();
            }
            To::Own(_) => {}
        }
    }
    if rules.is_empty() || !is_spoken_for && forms(&line.mnemonic).is_ok() {
        return Ok(None);
    }
    Err(no_rule_fits(line, &rules))
}

fn built(line: &Line, to: &'static str, star: &str, found: &[(char, Piece)]) -> Own {
    let (mnemonic, operands) = split(to);
    let operand = |name: &&'static str| {
        let named = found.iter().find(|(letter, _)| is_letter(name, *letter));
        let constant = || Piece::new(*name, line.mnemonic.start);
        named.map_or_else(constant, |(_, piece)| piece.clone())
    };
    let mnemonic = mnemonic.replace('*', star);
    let is_other = !mnemonic.eq_ignore_ascii_case(line.mnemonic.text);
    Own {
        renamed: is_other.then(|| line.mnemonic.shown()),
        mnemonic: Piece::new(mnemonic, line.mnemonic.start),
        operands: operands.iter().map(operand).collect(),
        modifiers: Vec::new(),
    }
}

fn is_letter(text: &str, letter: char) -> bool {
    text.chars().eq([letter])
}

/// What each letter of `wanted` stands for; `None` where an operand is another.
fn matched(
    wanted: &[&'static str],
    operands: &[Word],
    context: &Context,
) -> Option<Vec<(char, Piece)>> {
    if wanted.len() != operands.len() {
        return None;
    }
    let mut found = Vec::new();
    for (wanted, word) in wanted.iter().zip(operands) {
        let (minus, name) =
            match wanted.strip_prefix('-').filter(|rest| rest.chars().all(char::is_alphabetic)) {
                Some(name) => (true, name),
                None => (false, *wanted),
            };
        match name.chars().next().filter(|first| name.len() == 1 && first.is_ascii_lowercase()) {
            Some(letter) if minus => found.push((letter, negated(word)?)),
            Some(letter) => found.push((letter, operand(letter, word, context)?)),
            None if is_same(name, word.text) => {}
            None => return None,
        }
    }
    Some(found)
}

/// Whether an operand is the one that a rule names.
fn is_same(wanted: &str, text: &str) -> bool {
    wanted.eq_ignore_ascii_case(text)
        || matches!(Kind::of(wanted), Kind::Literal(_)) && Kind::of(wanted) == Kind::of(text)
}

/// The register behind a minus.
fn negated(word: &Word) -> Option<Piece> {
    let rest = word.text.strip_prefix('-')?;
    let is_register = matches!(Kind::of(without_reuse(rest)), Kind::Register(_));
    is_register.then(|| Piece::new(rest, word.start + 1))
}

fn operand(letter: char, word: &Word, context: &Context) -> Option<Piece> {
    let kind = Kind::of(without_reuse(word.text));
    let itself = || Some(Piece::from(word));
    let number = |value: u128| Some(Piece::new(value.to_string(), word.start));
    let literal = match kind {
        Kind::Literal(Literal::Integer(value)) => u128::try_from(value).ok(),
        _ => None,
    };
    let is_integer = matches!(kind, Kind::Literal(Literal::Integer(_)));
    let amount = literal.filter(|&amount| amount < 32);
    match (letter, kind) {
        ('d', Kind::Register(_) | Kind::ZERO) => itself(),
        ('p', Kind::Predicate { negated: false, .. } | Kind::Discard) => itself(),
        ('q', Kind::Predicate { .. }) => itself(),
        ('a' | 'b' | 'c', Kind::Register(_) | Kind::ZERO) => itself(),
        ('a' | 'b' | 'c' | 'n', _) if is_integer => itself(),
        ('f' | 'g' | 'h', Kind::ModifiedRegister(..) | Kind::Zero(_)) => itself(),
        ('f' | 'g' | 'h' | 'e' | 's', Kind::Register(_) | Kind::ZERO) => itself(),
        ('f' | 'g' | 'h' | 'e' | 's', _) => {
            let bits = float_bits(word.text)?;
            Some(Piece::new(format!("{bits:#010x}"), word.start))
        }
        ('u' | 'v', Kind::Register(_) | Kind::ModifiedRegister(..) | Kind::Literal(_)) => itself(),
        ('r', Kind::Register(_)) => itself(),
        ('k', _) => amount.and_then(number),
        ('x', _) => amount.and_then(|amount| number(1 << amount)),
        ('m', _) => {
            literal.filter(|value| value.is_power_of_two()).and_then(|v| number(v.ilog2().into()))
        }
        ('t', _) => {
            let threads = context.target.threads as u128;
            let fills = |count: &u128| *count > 0 && count.is_multiple_of(threads);
            literal.filter(fills).and_then(|count| number(count / threads))
        }
        ('w', _) => itself(),
        _ => None,
    }
}

/// The bits of a float as nvdisasm prints it: decimal also where it is whole, `+INF`. A NaN is
/// printed without its bits.
fn float_bits(text: &str) -> Option<u32> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let is_hexadecimal = text.trim_start_matches('-').to_ascii_lowercase().starts_with("0x");
    match parse_literal(text)? {
        Literal::Integer(_) if is_hexadecimal => None,
        Literal::Integer(_) => {
            text.parse().ok().filter(|value: &f32| value.is_finite()).map(f32::to_bits)
        }
        Literal::Float(value) if value.is_nan() => None,
        Literal::Float(value) => Some(float_word(value)),
        Literal::TooLarge => None,
    }
}

/// Why the line is refused: an operand that no line has here, or what the rules ask for.
fn no_rule_fits(line: &Line, rules: &[(&'static Rule, String)]) -> Fault {
    let mnemonic = line.mnemonic.shown();
    for word in line.operands {
        if let Kind::Absent(what) = Kind::of(without_reuse(word.text)) {
            let rule = format!("{mnemonic} reads {}, {what}", word.shown());
            return Fault::new(word.span(), rule, "put the word in a register by the state file");
        }
    }
    if let Some(word) = line.modifiers.first() {
        let rule = format!("{mnemonic} takes no modifier here, but has {}", word.shown());
        return Fault::new(word.span(), rule, "remove it");
    }
    let mut taken: Vec<String> = Vec::new();
    for (rule, star) in rules {
        let (_, operands) = split(rule.from);
        let line =
            format!("{} {}", rule.mnemonic().replace('*', &shorten(star)), operands.join(", "));
        taken.push(line.trim_end().to_owned());
    }
    let written: Vec<String> = line.operands.iter().map(Word::shown).collect();
    let rule = format!(
        "no instruction of this machine is exactly {mnemonic} with {}",
        if written.is_empty() { "no operands".to_owned() } else { written.join(", ") }
    );
    let shown = taken.len().min(4);
    let cure = format!("what is taken is {}", either(&taken[..shown]));
    let fault = Fault::new(line.mnemonic.span(), rule, cure);
    if taken.len() > shown {
        return fault.with_choices(format!("all of {mnemonic}: {}", taken.join("; ")));
    }
    fault
}

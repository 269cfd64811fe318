//! Scalar and uniform registers that lines of a listing compute from all lanes. Each is a vector
//! register here that the listing does not name, and holds the word in the threads that executed
//! the line.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::constants::{LOST, constant_name};
use super::target::Target;
use super::token::Token;
use super::token_kind::{TokenKind, modified_name};
use crate::isa::{MaskSource, Register};

/// Distance from the highest register that a listing names: an operand of several words names its
/// first register alone.
const MARGIN: usize = 8;

/// Gives a vector register to each scalar register that lines compute, as long as no other line
/// writes it and EXEC gets no more threads. Returns registers for words inside one line, where they
/// are free, the second the last of the machine, and those that are left.
pub(super) fn give_registers(
    lines: &mut [&mut Vec<Token>],
    target: &Target,
) -> ([Option<Register>; 2], Range<usize>) {
    let highest = lines.iter().flat_map(|tokens| tokens.iter()).filter_map(highest_register).max();
    let mut free = highest.unwrap_or(0) + MARGIN..target.registers;
    let first = free.next();
    let mut registers: HashMap<String, Option<String>> = HashMap::new();
    // Words that are held, perhaps in all threads, and those that are not any more.
    let mut held: HashMap<String, (String, bool)> = HashMap::new();
    let mut lost: HashSet<String> = HashSet::new();
    let mut is_full = false;
    for tokens in lines {
        let guards = usize::from(matches!(tokens[0].kind, TokenKind::Guard(_)));
        for token in tokens.iter_mut().skip(guards + 2) {
            let (bare, ..) = modified_name(&token.text);
            let Some(name) = constant_name(bare) else { continue };
            if let Some((register, _)) = held.get(&name) {
                let text = token.text.replacen(bare, register.as_str(), 1);
                *token = Token { kind: TokenKind::of(&text), text: text.into(), ..token.clone() };
            } else if lost.contains(&name) {
                token.kind = LOST;
            }
        }
        match exec_after(tokens) {
            Exec::Same => {}
            Exec::Narrower => is_full = false,
            Exec::All | Exec::Unknown => {
                is_full = exec_after(tokens) == Exec::All;
                lost.extend(held.extract_if(|_, (_, in_all)| !*in_all).map(|(name, _)| name));
            }
        }
        let is_mask = is_mask(&tokens[0]);
        for name in written(tokens) {
            held.remove(&name);
            match is_mask {
                true => _ = lost.insert(name),
                false => _ = lost.remove(&name),
            }
        }
        let Some((at, name)) = producer(tokens) else { continue };
        let letter = if name.starts_with('U') { 'R' } else { 'v' };
        let mut fresh = || free.next().map(|number| format!("{letter}{number}"));
        let register = registers.entry(name.clone()).or_insert_with(&mut fresh).clone();
        let is_guarded =
            matches!(tokens[0].kind, TokenKind::Guard(mask) if mask != Some(MaskSource::TRUE));
        let Some(register) = register.filter(|_| !is_guarded && !tokens[at - 1].is("R2UR")) else {
            lost.insert(name);
            continue;
        };
        tokens[at] = Token {
            kind: TokenKind::of(&register),
            text: register.clone().into(),
            ..tokens[at].clone()
        };
        held.insert(name, (register, is_full));
        if tokens[at - 1].text.starts_with(['V', 'v']) && letter == 'R' {
            tokens[at - 1].text = tokens[at - 1].text.replacen(['U', 'u'], "", 1).into();
            for token in tokens.iter_mut().filter(|token| token.is("UPT")) {
                *token = Token::new("PT", token.start);
            }
        }
    }
    let second = free.next_back();
    let register = |number: usize| u8::try_from(number).ok().map(Register);
    ([first, second].map(|free| free.and_then(register)), free)
}

/// The place of the scalar register that the line computes from other lanes, and its name.
fn producer(tokens: &[Token]) -> Option<(usize, String)> {
    const BEGINS: [&str; 6] =
        ["redux", "voteu.any", "voteu.all", "r2ur", "v_readlane_b32", "v_readfirstlane_b32"];
    let at = usize::from(matches!(tokens.first()?.kind, TokenKind::Guard(_))) + 1;
    let mnemonic = tokens.get(at - 1)?.text.to_ascii_lowercase();
    BEGINS.iter().find(|begin| mnemonic.starts_with(**begin))?;
    let name = constant_name(&tokens.get(at)?.text)?;
    Some((at, name))
}

/// Scalar registers that the line writes.
fn written(tokens: &[Token]) -> Vec<String> {
    let guards = usize::from(matches!(tokens[0].kind, TokenKind::Guard(_)));
    let Some(token) = tokens.get(guards + 1) else { return vec![] };
    let group = token.text.strip_prefix("s[").and_then(|text| text.strip_suffix(']'));
    match group.and_then(|group| group.split_once(':')) {
        Some((first, last)) => match (first.parse::<u8>(), last.parse::<u8>()) {
            (Ok(first), Ok(last)) => (first..=last).map(|number| format!("s{number}")).collect(),
            _ => vec![],
        },
        None => constant_name(&token.text).into_iter().collect(),
    }
}

/// Whether what the line writes is a bit for each thread.
fn is_mask(mnemonic: &Token) -> bool {
    let lower = mnemonic.text.to_ascii_lowercase();
    let logic = ["s_and", "s_or", "s_xor", "s_not", "s_nand", "s_nor", "s_xnor"];
    lower.starts_with("v_cmp")
        || lower.ends_with("_b64") && logic.iter().any(|begin| lower.starts_with(begin))
}

/// EXEC after a line, beside EXEC before it.
#[derive(PartialEq)]
pub(super) enum Exec {
    Same,
    Narrower,
    All,
    Unknown,
}

pub(super) fn exec_after(tokens: &[Token]) -> Exec {
    let saves = tokens[0].text.contains("saveexec");
    let is_exec = |token: &Token| token.kind == TokenKind::Exec;
    let is = |names: &[&str]| names.iter().any(|name| tokens[0].is(name));
    if !saves && !tokens.get(1).is_some_and(is_exec) {
        Exec::Same
    } else if is(&["s_or_saveexec_b64", "s_mov_b64"])
        && tokens.last().is_some_and(|token| token.is("-1"))
    {
        Exec::All
    } else if is(&["s_and_saveexec_b64"])
        || is(&["s_and_b64"]) && tokens[2..].iter().any(is_exec)
        || is(&["s_andn2_b64"]) && tokens.get(3).is_some_and(is_exec)
    {
        Exec::Narrower
    } else {
        Exec::Unknown
    }
}

/// The highest vector register that a token names.
fn highest_register(token: &Token) -> Option<usize> {
    let lower = token.text.to_ascii_lowercase();
    let is_group = lower.starts_with("v[");
    let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric());
    let numbers = words.filter_map(|word| {
        let digits = word.strip_prefix(['r', 'v']).or(is_group.then_some(word))?;
        digits.parse().ok()
    });
    numbers.max()
}

//! Logic of whole masks, of the threads outside EXEC too: PSETP while EXEC is all ones.

use super::context::Context;
use super::rule::Lines;
use super::rules::nothing_free;
use crate::isa::asm::error::Fault;
use crate::isa::asm::statement::Statement;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;
use crate::isa::{MaskEntry, MaskSource};

/// Functions of two masks: the name between `s_` and `_b64`, PSETP's, and which sources are negated.
const LOGIC: [(&str, &str, [bool; 2]); 8] = [
    ("and", "PSETP.AND", [false, false]),
    ("or", "PSETP.OR", [false, false]),
    ("xor", "PSETP.XOR", [false, false]),
    ("andn2", "PSETP.AND", [false, true]),
    ("orn2", "PSETP.OR", [false, true]),
    ("nand", "PSETP.OR", [true, true]),
    ("nor", "PSETP.AND", [true, true]),
    ("xnor", "PSETP.XOR", [false, true]),
];
/// Those that EXEC alone has.
const OF_EXEC: [&str; 3] = ["and", "or", "andn2"];

/// The line as several, if it is about whole masks and no instruction of this machine is it.
pub(super) fn own<'t>(
    line: &Statement<'t>,
    context: &Context,
) -> Result<Option<Lines<Statement<'t>>>, Fault> {
    let lower = line.mnemonic.text.to_ascii_lowercase();
    let Some(name) = lower.strip_prefix("s_").and_then(|name| name.strip_suffix("_b64")) else {
        return Ok(None);
    };
    let (name, saves) = name.strip_suffix("_saveexec").map_or((name, false), |name| (name, true));
    let [written, sources @ ..] = &line.operands[..] else { return Ok(None) };
    let is_exec = |token: &Token| token.kind == TokenKind::Exec;
    let exec = Token::named("exec".to_owned(), line.mnemonic.start);
    let all = line.mnemonic.number(-1, "-1".to_owned());
    let is_native = match name {
        "mov" => sources.iter().any(is_exec),
        "not" => is_exec(written),
        "xor" if sources.last().is_some_and(|token| token.is("-1")) => {
            is_exec(written) && is_exec(&sources[0])
        }
        _ => (is_exec(written) || saves) && OF_EXEC.contains(&name),
    };
    let function = LOGIC.iter().find(|(own, ..)| *own == name);
    let (psetp, negated, sources) = match (name, function, sources) {
        _ if is_native || !context.is_listing || !line.modifiers.is_empty() => {
            return Ok(None);
        }
        ("mov", _, [a]) if !is_exec(written) => ("PSETP.AND", [false, false], [a, &all]),
        ("not", _, [a]) => ("PSETP.AND", [true, false], [a, &all]),
        (_, Some(&(_, psetp, negated)), [a]) if saves => (psetp, negated, [a, &exec]),
        (_, Some(&(_, psetp, negated)), [a, b]) if !saves => (psetp, negated, [a, b]),
        _ => return Ok(None),
    };
    let is_entry = |token: &Token| token.kind.mask().is_some_and(|mask| !mask.negated);
    let is_source = |token: &&Token| {
        is_exec(token) || is_entry(token) || matches!(token.kind.integer(), Some(-1 | 0))
    };
    if !sources.iter().all(is_source) || !(is_exec(written) || is_entry(written)) {
        return Ok(None);
    }
    let free = |entry: Option<MaskEntry>| {
        let entry = entry.ok_or_else(|| nothing_free(&line.mnemonic, 'M'))?;
        Ok(MaskSource { entry, negated: false })
    };
    let old = free(context.masks.scratch)?;
    let mask = |token: &Token| match token.kind.integer() {
        Some(number) => MaskSource { entry: MaskEntry::TRUE, negated: number == 0 },
        None => token.kind.mask().unwrap_or(old),
    };
    let [mut p, mut q] = sources.map(mask);
    p.negated ^= negated[0];
    q.negated ^= negated[1];
    // A slot can be the first source alone.
    if q.entry.is_slot() {
        std::mem::swap(&mut p, &mut q);
    }
    let into = if is_exec(written) || saves { old } else { mask(written) };
    let operand = |mask: MaskSource| {
        let sign = if mask.negated { "!" } else { "" };
        Token::named(format!("{sign}{}", mask.entry), line.mnemonic.start)
    };
    let number = |value: i128| line.mnemonic.number(value, value.to_string());
    if saves && sources[0].kind == written.kind {
        return Ok(None);
    }
    let mut lines = Vec::new();
    let mut add = |mnemonic: &str, operands: Vec<Token<'t>>| {
        let mut own = line.clone();
        own.rename(mnemonic.to_owned(), operands);
        lines.push(own);
    };
    if saves {
        add("s_mov_b64", vec![written.clone(), exec.clone()]);
    }
    add("s_or_saveexec_b64", vec![operand(old), number(-1)]);
    if q.entry.is_slot() {
        let copy = free(context.masks.predicate)?;
        add("PSETP.AND", vec![operand(copy), operand(q), operand(MaskSource::TRUE)]);
        q = copy;
    }
    add(psetp, vec![operand(into), operand(p), operand(q)]);
    add("s_mov_b64", vec![exec, operand(old)]);
    Ok(Some(Lines { lines, is_in_order: true }))
}

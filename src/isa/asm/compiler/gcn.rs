//! Text that compilers print around GFX9's mnemonics and operands: the suffixes of encodings,
//! waiting for memory, the offsets of ds_swizzle_b32.

use super::{rules, swizzle};
use crate::isa::Gfx9::{Vop1, Vop2, Vop3, Vopc};
use crate::isa::asm::error::Fault;
use crate::isa::asm::form::{Form, spelled};
use crate::isa::asm::literal::parse_literal;
use crate::isa::asm::statement::Statement;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;
use crate::isa::{Dialect, Field};

const WAIT: &str = "s_waitcnt";
const OFFSET: &str = "offset:";
/// Counters that s_waitcnt waits for, with the highest number of each.
const COUNTERS: [(&str, i128); 3] = [("vmcnt", 63), ("expcnt", 7), ("lgkmcnt", 15)];

/// Names of later generations, with those of GFX9 for the same instruction.
const LATER: [(&str, &str); 6] = [
    ("v_add_co_ci_u32", "v_addc_co_u32"),
    ("v_sub_co_ci_u32", "v_subb_co_u32"),
    ("v_subrev_co_ci_u32", "v_subbrev_co_u32"),
    ("v_add_nc_u32", "v_add_u32"),
    ("v_sub_nc_u32", "v_sub_u32"),
    ("v_subrev_nc_u32", "v_subrev_u32"),
];

/// The encodings that a mnemonic may name.
const SUFFIXES: [&str; 4] = ["_e32", "_e64", "_dpp", "_sdwa"];

pub(super) fn knows(mnemonic: &Token) -> bool {
    mnemonic.is(WAIT) || renamed(&mnemonic.text).is_some() || suffixed(&mnemonic.text).is_some()
}

/// GFX9's name, with its suffix, for a later one.
fn renamed(mnemonic: &str) -> Option<String> {
    let bare = without_suffix(mnemonic);
    let (_, own) = LATER.iter().find(|(later, _)| later.eq_ignore_ascii_case(bare))?;
    Some(format!("{own}{}", &mnemonic[bare.len()..]))
}

/// `mnemonic` without the suffix of an encoding, and that suffix.
fn split(mnemonic: &str) -> Option<(&str, &'static str)> {
    SUFFIXES.iter().find_map(|suffix| {
        let at = mnemonic.len().checked_sub(suffix.len())?;
        let (bare, end) = mnemonic.split_at_checked(at)?;
        end.eq_ignore_ascii_case(suffix).then_some((bare, *suffix))
    })
}

/// The mnemonic without its suffix, if this machine has one to which a suffix belongs.
fn suffixed(mnemonic: &str) -> Option<(&str, &'static str)> {
    let is_gcn = |bare| spelled(bare).iter().any(|form| form.spelling.dialect == Dialect::Gcn);
    split(mnemonic).filter(|&(bare, _)| is_vector(bare) && (is_gcn(bare) || rules::knows(bare)))
}

pub(super) fn without_suffix(mnemonic: &str) -> &str {
    split(mnemonic).map_or(mnemonic, |(bare, _)| bare)
}

fn is_vector(mnemonic: &str) -> bool {
    mnemonic.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("v_"))
}

/// The line without the text that only compilers write.
pub(super) fn own(mut line: Statement<'_>) -> Result<Statement<'_>, Fault> {
    if line.mnemonic.is(WAIT) {
        return waiting(line);
    }
    if let Some(own) = renamed(&line.mnemonic.text) {
        let operands = std::mem::take(&mut line.operands);
        line.rename(own, operands);
    }
    if let Some((bare, suffix)) = suffixed(&line.mnemonic.text) {
        check(&line, bare, suffix)?;
        line.mnemonic.text = bare.to_owned().into();
    }
    let forms = spelled(&line.mnemonic.text);
    // LLVM prints a vector operation's constants as floats where they are bits of one.
    let of_words =
        |form: &Form| form.spelling.dialect == Dialect::Gcn && !form.row.operation.reads_floats();
    if is_vector(&line.mnemonic.text) && forms.iter().any(of_words) {
        for operand in &mut line.operands {
            if let Some(bits) = inline_float(&operand.text) {
                *operand = operand.number(bits, format!("{bits:#010x}"));
            }
        }
    }
    if forms.iter().any(|form| form.fields.contains(&Field::SwizzleOffset)) {
        take_offset(&mut line)?;
    }
    Ok(line)
}

/// The bits of a constant that needs no literal on GFX9, as LLVM prints it.
fn inline_float(text: &str) -> Option<u32> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let is_inline = matches!(magnitude, "0.5" | "1.0" | "2.0" | "4.0") || text == "0.15915494";
    text.parse().ok().filter(|_| is_inline).map(f32::to_bits)
}

/// `offset:N` behind the others as the last operand; LLVM leaves an offset of 0 out.
fn take_offset(line: &mut Statement) -> Result<(), Fault> {
    let is_offset = |token: &Token| {
        token.text.get(..OFFSET.len()).is_some_and(|start| start.eq_ignore_ascii_case(OFFSET))
    };
    if let Some(place) = line.modifiers.iter().position(is_offset) {
        let Token { text, start, .. } = line.modifiers.remove(place);
        let value = text[OFFSET.len()..].trim_start();
        let inside = Token::new(value, start + text.len() - value.len());
        let offset = match swizzle::offset(&inside)? {
            Some(offset) => inside.number(offset, format!("{offset:#x}")),
            None => {
                let Token { start, kind, is_reused, selected, .. } = inside;
                Token { text: value.to_owned().into(), start, kind, is_reused, selected }
            }
        };
        line.operands.push(offset);
    } else if line.operands.len() == 2 && line.modifiers.is_empty() {
        line.operands.push(line.mnemonic.number(0, "0".to_owned()));
    }
    Ok(())
}

/// Whether GFX9 has the instruction in the encoding that the suffix names.
fn check(line: &Statement, name: &str, suffix: &str) -> Result<(), Fault> {
    let shown = &line.mnemonic;
    let forms = spelled(name);
    let form = forms.first();
    let encoding = form.and_then(|form| form.row.spellings.iter().find_map(|own| own.gfx9));
    let has = |field| form.is_some_and(|form| form.fields.contains(&field));
    let is_vector = matches!(encoding, Some(Vop1(_) | Vop2(_) | Vopc(_) | Vop3(_)));
    // v_writelane_b32 is one of VOP3 that LLVM prints without its suffix.
    if form.is_some_and(|form| !form.fields.is_empty()) && (!is_vector || has(Field::LiteralA)) {
        return Err(shown.fault(format!("{name} has no suffix"), format!("write {name}")));
    }
    let has_short = !matches!(encoding, Some(Vop3(_)));
    let has_sources = form.is_none() || has(Field::A);
    let (rule, cure) = match (suffix, line.modifiers.first()) {
        ("_sdwa", _) => (
            format!("{shown} picks bytes and halves of words, and lanes read whole words here"),
            format!("write {name}, and shifts where bytes are wanted"),
        ),
        ("_e32" | "_dpp", _) if !has_short => {
            (format!("{name} has the long encoding only"), format!("write {name}"))
        }
        ("_dpp", _) if !has_sources => {
            (format!("{name} has no source that DPP could move"), format!("write {name}"))
        }
        ("_dpp", None) => (
            format!("{shown} has no DPP modifier"),
            format!("write one behind the operands, or {name}"),
        ),
        ("_e32" | "_e64", Some(token)) if token.kind == TokenKind::Modifier => (
            format!("{shown} takes no DPP modifier, but {token} follows"),
            format!("write {name}_dpp"),
        ),
        _ => return Ok(()),
    };
    Err(shown.fault(rule, cure))
}

/// Nothing is ever waited for: a register that is not there yet holds its reader back by itself.
fn waiting(mut line: Statement<'_>) -> Result<Statement<'_>, Fault> {
    let is_joint = |token: &&Token| token.text != "&";
    let mut counts = line.operands.iter().chain(&line.modifiers).filter(is_joint).peekable();
    if counts.peek().is_none() {
        let rule = format!("{} does not say what for", line.mnemonic);
        return Err(line.mnemonic.fault(rule, "write for instance vmcnt(0)"));
    }
    if let Some(token) = counts.find(|token| !is_count(&token.text)) {
        let rule = format!("{token} is nothing that s_waitcnt waits for");
        let cure = "write vmcnt(0..63), expcnt(0..7), lgkmcnt(0..15) or a number 0..0xffff";
        return Err(token.fault(rule, cure));
    }
    line.modifiers.clear();
    line.rename("NOP".to_owned(), Vec::new());
    Ok(line)
}

fn is_count(text: &str) -> bool {
    let within = |text: &str, highest: i128| {
        let number = parse_literal(text.trim()).and_then(|literal| literal.integer());
        number.is_some_and(|number| (0..=highest).contains(&number))
    };
    let inside = |(name, highest): (&str, i128)| {
        let rest = text.get(name.len()..).filter(|_| text[..name.len()].eq_ignore_ascii_case(name));
        let inside = rest.and_then(|rest| rest.trim().strip_prefix('(')?.strip_suffix(')'));
        inside.is_some_and(|inside| within(inside, highest))
    };
    within(text, 0xffff) || COUNTERS.into_iter().any(inside)
}

//! What compilers print around GFX9's mnemonics and operands: the suffixes of encodings, waiting for
//! memory, the offsets of ds_swizzle_b32.

use super::line::{Line, Own, Piece};
use super::{rules, swizzle};
use crate::isa::asm::dpp::is_modifier;
use crate::isa::asm::error::Fault;
use crate::isa::asm::form::{Form, spelled};
use crate::isa::asm::literal::{Literal, parse_literal};
use crate::isa::asm::token::Word;
use crate::isa::{Dialect, Field, Operation};

const WAIT: &str = "s_waitcnt";
const SWIZZLE: &str = "ds_swizzle_b32";
const OFFSET: &str = "offset:";
/// Counters that s_waitcnt waits for, with the highest number of each.
const COUNTERS: [(&str, i128); 3] = [("vmcnt", 63), ("expcnt", 7), ("lgkmcnt", 15)];

/// An encoding that a mnemonic names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    Short,
    Long,
    Dpp,
    Sdwa,
}

const SUFFIXES: [(&str, Suffix); 4] = [
    ("_e32", Suffix::Short),
    ("_e64", Suffix::Long),
    ("_dpp", Suffix::Dpp),
    ("_sdwa", Suffix::Sdwa),
];

pub(super) fn knows(mnemonic: &Word) -> bool {
    mnemonic.text.eq_ignore_ascii_case(WAIT) || suffixed(mnemonic).is_some()
}

/// The mnemonic without its suffix, if this machine has one to which a suffix belongs.
fn suffixed<'t>(mnemonic: &Word<'t>) -> Option<(Word<'t>, Suffix)> {
    let text = mnemonic.text;
    let lower = text.to_ascii_lowercase();
    let (name, suffix) =
        SUFFIXES.iter().find_map(|&(name, suffix)| Some((lower.strip_suffix(name)?, suffix)))?;
    let bare = Word { text: &text[..name.len()], start: mnemonic.start };
    let is_vector = name.starts_with("v_") && (is_gcn(&bare) || rules::knows(&bare));
    is_vector.then_some((bare, suffix))
}

fn is_gcn(mnemonic: &Word) -> bool {
    spelled(mnemonic.text).iter().any(|form| form.spelling.dialect == Dialect::Gcn)
}

/// The line without what only compilers write; `None` where it has nothing of that.
pub(super) fn own(line: &Line) -> Result<Option<Own>, Fault> {
    if line.mnemonic.text.eq_ignore_ascii_case(WAIT) {
        return waiting(line).map(Some);
    }
    let suffixed = suffixed(&line.mnemonic);
    if let Some((bare, suffix)) = &suffixed {
        check(line, bare, *suffix)?;
    }
    let mnemonic = suffixed.map_or(line.mnemonic, |(bare, _)| bare);
    let has_offset = mnemonic.text.eq_ignore_ascii_case(SWIZZLE);
    let has_constant =
        line.operands.iter().any(|word| inline_float(word.text).is_some()) && has_words(&mnemonic);
    if suffixed.is_none() && !has_offset && !has_constant {
        return Ok(None);
    }
    let operand = |word: &Word| match inline_float(word.text).filter(|_| has_constant) {
        Some(bits) => Piece::new(format!("{bits:#010x}"), word.start),
        None => word.into(),
    };
    let mut operands: Vec<Piece> = line.operands.iter().map(operand).collect();
    // LLVM leaves an offset of 0 out.
    if has_offset && operands.len() == 2 && line.modifiers.is_empty() {
        operands.push(Piece::new("0", mnemonic.start));
    }
    let modifier = |word: &Word| if has_offset { plain_offset(word) } else { Ok(word.into()) };
    Ok(Some(Own {
        mnemonic: (&mnemonic).into(),
        operands,
        modifiers: line.modifiers.iter().map(modifier).collect::<Result<_, _>>()?,
        renamed: None,
    }))
}

/// Whether the mnemonic is a vector operation's on words, whose constants LLVM prints as floats
/// where they are bits of one.
fn has_words(mnemonic: &Word) -> bool {
    let of_words =
        |form: &Form| form.spelling.dialect == Dialect::Gcn && !form.row.operation.reads_floats();
    mnemonic.text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("v_"))
        && spelled(mnemonic.text).iter().any(of_words)
}

/// The bits of a constant that needs no literal on GFX9, as LLVM prints it.
fn inline_float(text: &str) -> Option<u32> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let is_inline = matches!(magnitude, "0.5" | "1.0" | "2.0" | "4.0") || text == "0.15915494";
    let value: f32 = text.parse().ok().filter(|_| is_inline)?;
    Some(value.to_bits())
}

/// Whether GFX9 has the instruction in the encoding that the suffix names.
fn check(line: &Line, bare: &Word, suffix: Suffix) -> Result<(), Fault> {
    let (shown, name) = (line.mnemonic.shown(), bare.shown());
    let refuse = |rule: String, cure: String| Err(Fault::new(line.mnemonic.span(), rule, cure));
    let forms = spelled(bare.text);
    let operation = forms.first().map(|form| form.row.operation);
    let moves_lanes = matches!(operation, Some(Operation::LaneMove(_) | Operation::WriteLane));
    if moves_lanes || operation == Some(Operation::MultiplyAdd) {
        return refuse(format!("{name} has no suffix"), format!("write {name}"));
    }
    let has_short = match operation {
        Some(operation) => !is_only_long(operation),
        None => name.to_ascii_lowercase().ends_with("_f32"),
    };
    let has_sources = forms.first().is_none_or(|form| form.fields.contains(&Field::A));
    match (suffix, line.modifiers.first()) {
        (Suffix::Sdwa, _) => refuse(
            format!("{shown} picks bytes and halves of words, and lanes read whole words here"),
            format!("write {name}, and shifts where bytes are wanted"),
        ),
        (Suffix::Short | Suffix::Dpp, _) if !has_short => {
            refuse(format!("{name} has the long encoding only"), format!("write {name}"))
        }
        (Suffix::Dpp, _) if !has_sources => {
            refuse(format!("{name} has no source that DPP could move"), format!("write {name}"))
        }
        (Suffix::Dpp, None) => refuse(
            format!("{shown} has no DPP modifier"),
            format!("write one behind the operands, or {name}"),
        ),
        (Suffix::Short | Suffix::Long, Some(word)) if is_modifier(word.text) => refuse(
            format!("{shown} takes no DPP modifier, but {} follows", word.shown()),
            format!("write {name}_dpp"),
        ),
        _ => Ok(()),
    }
}

/// Whether GFX9 has the operation in VOP3 alone.
fn is_only_long(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::MultiplyLow
            | Operation::MultiplyHigh(_)
            | Operation::FloatMultiplyAdd
            | Operation::PopulationCountAdd
    )
}

/// Nothing is ever waited for: a register that is not there yet holds its reader back by itself.
fn waiting(line: &Line) -> Result<Own, Fault> {
    let is_joint = |word: &&Word| word.text != "&";
    let counts: Vec<&Word> = line.operands.iter().chain(line.modifiers).filter(is_joint).collect();
    if counts.is_empty() {
        let rule = format!("{} does not say what for", line.mnemonic.shown());
        return Err(Fault::new(line.mnemonic.span(), rule, "write for instance vmcnt(0)"));
    }
    for word in counts {
        if !is_count(word.text) {
            let rule = format!("{} is nothing that s_waitcnt waits for", word.shown());
            let cure = "write vmcnt(0..63), expcnt(0..7), lgkmcnt(0..15) or a number 0..0xffff";
            return Err(Fault::new(word.span(), rule, cure));
        }
    }
    Ok(Own {
        mnemonic: Piece::new("NOP", line.mnemonic.start),
        operands: Vec::new(),
        modifiers: Vec::new(),
        renamed: Some(line.mnemonic.shown()),
    })
}

fn is_count(text: &str) -> bool {
    let within = |text: &str, highest: i128| matches!(parse_literal(text.trim()), Some(Literal::Integer(n)) if (0..=highest).contains(&n));
    let inside = |(name, highest): (&str, i128)| {
        let rest = text.get(name.len()..).filter(|_| text[..name.len()].eq_ignore_ascii_case(name));
        let inside = rest.and_then(|rest| rest.trim().strip_prefix('(')?.strip_suffix(')'));
        inside.is_some_and(|inside| within(inside, highest))
    };
    within(text, 0xffff) || COUNTERS.into_iter().any(inside)
}

/// `offset:swizzle(…)` as a number; another modifier as it is.
fn plain_offset(word: &Word) -> Result<Piece, Fault> {
    let rest = word.text.get(..OFFSET.len()).filter(|name| name.eq_ignore_ascii_case(OFFSET));
    let Some(name) = rest else { return Ok(word.into()) };
    let value = &word.text[name.len()..];
    let inside =
        Word { text: value.trim_start(), start: word.span().end - value.trim_start().len() };
    Ok(match swizzle::offset(&inside)? {
        Some(offset) => Piece::new(format!("{OFFSET}{offset:#x}"), word.start),
        None => word.into(),
    })
}

/// The mnemonic without the suffix of an encoding.
pub(super) fn without_suffix(mnemonic: &str) -> &str {
    let cut = |(name, _): &(&str, Suffix)| {
        let at = mnemonic.len().checked_sub(name.len())?;
        let end = mnemonic.get(at..).filter(|end| end.eq_ignore_ascii_case(name));
        end.map(|_| &mnemonic[..at])
    };
    SUFFIXES.iter().find_map(cut).unwrap_or(mnemonic)
}

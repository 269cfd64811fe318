//! The convenience spellings of SHFL (ISA.md section 5): widths, and SHF* with a destination pair.

use super::error::Fault;
use super::form::{Form, spelled};
use super::token::Token;
use crate::isa::{Field, Instruction, Operand, Operation, ShuffleMode, TrueWord};

/// The form of a shuffle's mnemonic with a width (`SHFL.UP.W16`), a type (`SHFUP.F`) or both;
/// `None` where the mnemonic is something else.
pub(super) fn forms(token: &Token) -> Result<Option<Form>, Fault> {
    let upper = token.text.to_ascii_uppercase();
    let parts: Vec<&str> = upper.split('.').collect();
    let is_width = |part: &&&str| {
        let digits = part.strip_prefix('W');
        digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let widths: Vec<&str> = parts[1..].iter().filter(is_width).copied().collect();
    let others: Vec<&str> = parts.iter().filter(|part| !is_width(part)).copied().collect();
    let Some(mut form) = shuffle(&others.join(".")).or_else(|| pair(&others)) else {
        return Ok(None);
    };
    match widths[..] {
        [] => {}
        [width] => {
            let before = parts.iter().position(|&part| part == width).unwrap_or_default();
            if !(1..=before).any(|count| shuffle(&parts[..count].join(".")).is_some()) {
                return Ok(None);
            }
            form.width_c = Some(width_c(width, &form, token)?);
            form.fields.retain(|&field| field != Field::ShuffleC);
        }
        [first, second, ..] => {
            let rule = format!("{token} has two widths, {first} and {second}");
            return Err(token.fault(rule, "keep one"));
        }
    }
    form.mnemonic = upper;
    Ok(Some(form))
}

/// The form that the table spells so, if it is one with a shuffle's c.
fn shuffle(mnemonic: &str) -> Option<Form> {
    spelled(mnemonic).into_iter().find(|form| form.fields.contains(&Field::ShuffleC))
}

/// The destination pair: a one-word name (`SHFUP`) and one type.
fn pair(parts: &[&str]) -> Option<Form> {
    let [name, kind] = parts else { return None };
    let word = match *kind {
        "U" | "S" => TrueWord::AllOnes,
        "F" => TrueWord::One,
        _ => return None,
    };
    let fields = vec![Field::D, Field::D, Field::RegisterA, Field::ShuffleB, Field::ShuffleC];
    Some(Form { fields, pair: Some(word), ..shuffle(name)? })
}

fn mode(operation: Operation) -> Option<ShuffleMode> {
    match operation {
        Operation::Shuffle(mode) | Operation::ShuffleRange(mode, _) => Some(mode),
        _ => None,
    }
}

fn width_c(width: &str, form: &Form, token: &Token) -> Result<u32, Fault> {
    let threads = [2, 4, 8, 16, 32].into_iter().find(|threads| width[1..] == threads.to_string());
    let clamp = if mode(form.row.operation) == Some(ShuffleMode::Up) { 0 } else { 31 };
    threads.map(|threads| (32 - threads) << 8 | clamp).ok_or_else(|| {
        let rule = format!("a shuffle's width is 2, 4, 8, 16 or 32 threads, not {width}");
        token.fault(rule, "write .W2, .W4, .W8, .W16 or .W32")
    })
}

/// Describes the suffixes of `mnemonic` that the table does not list.
pub(super) fn suffixes(mnemonic: &str) -> &'static str {
    match shuffle(mnemonic) {
        None => "",
        Some(_) if mnemonic.contains('.') => ", perhaps with a width .W2, .W4, .W8, .W16 or .W32",
        Some(_) => {
            ", with .U, .S or .F for a destination pair, perhaps with a width .W2, .W4, .W8, .W16 or .W32"
        }
    }
}

/// Hint in the error of a one-word name without a type: how to write a destination pair.
pub(super) fn pair_hint(form: &Form) -> &'static str {
    let has_pair = form.pair.is_none()
        && form.fields.contains(&Field::ShuffleB)
        && !form.spelling.mnemonic.contains('.');
    if has_pair { ", and with .U, .S or .F d, r in the place of p, d" } else { "" }
}

/// The two instructions of a destination pair d, r: `shuffle` writes d; the other writes r.
/// Whichever goes first must not write what the other still reads.
pub(super) fn destination_pair(
    shuffle: Instruction,
    second: Instruction,
    word: TrueWord,
    form: &Form,
    span: std::ops::Range<usize>,
) -> Result<Vec<Instruction>, Fault> {
    let Some(mode) = mode(shuffle.operation) else { return Ok(vec![shuffle]) };
    let range = Instruction {
        operation: Operation::ShuffleRange(mode, word),
        guard: shuffle.guard,
        destination: second.destination,
        b: shuffle.b,
        c: shuffle.c,
        ..Instruction::new(shuffle.operation)
    };
    let (Some(d), Some(r)) = (shuffle.destination, range.destination) else {
        return Ok(vec![shuffle]);
    };
    let (name, is_d) = (&form.mnemonic, |operand| operand == Operand::Register(d));
    let refuse = |rule, cure: String| Err(Fault::new(span, rule, cure));
    if d == r {
        let cure = "use two registers as the destination pair".to_owned();
        refuse(format!("{name} writes {d} twice, as d and as r"), cure)
    } else if !shuffle.source_registers().any(|register| register == r) {
        Ok(vec![range, shuffle])
    } else if !is_d(shuffle.b) && !is_d(shuffle.c) {
        Ok(vec![shuffle, range])
    } else {
        let rule =
            format!("{name} overwrites its sources in either order, with d = {d} and r = {r}");
        refuse(rule, format!("use another register than {r} as r"))
    }
}

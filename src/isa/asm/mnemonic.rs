//! Finds the spelling of the table that a mnemonic is, and the error where it is none.

use super::error::{Fault, Lack, either, near};
use super::form::{Form, mnemonics, spelled, stems};
use super::token::Token;
use super::{shuffle, video};

/// Forms that `token` may be; the operands decide between them.
pub(super) fn forms(token: &Token) -> Result<Vec<Form>, Fault> {
    if let Some(forms) = video::forms(token)? {
        return Ok(forms);
    }
    let exact = spelled(&token.text);
    if !exact.is_empty() {
        return Ok(exact);
    }
    match shuffle::forms(token)? {
        Some(form) => Ok(vec![form]),
        None => Err(unknown(token)),
    }
}

fn unknown(token: &Token) -> Fault {
    let stem = token.text.split('.').next().unwrap_or_default();
    let has_stem = |mnemonic: &&str| {
        mnemonic.split('.').next().is_some_and(|own| own.eq_ignore_ascii_case(stem))
    };
    let of_stem: Vec<&str> = mnemonics().into_iter().filter(has_stem).collect();
    if !of_stem.is_empty() {
        return unknown_form(token, stem, &of_stem);
    }
    let rule = format!("{token} is not an instruction of this machine");
    let whole = near(&token.text, mnemonics());
    let nearest = if whole.is_empty() { near(stem, stems()) } else { whole };
    if !nearest.is_empty() {
        let cure = format!("did you mean {}?", either(&nearest));
        return token.fault(rule, cure).of(Lack::Unknown);
    }
    let cure = "write a mnemonic such as IADD, SHFL.UP or v_add_u32";
    token
        .fault(rule, cure)
        .of(Lack::Unknown)
        .with_choices(format!("all mnemonics: {}", mnemonics().join(", ")))
}

/// The first part of the mnemonic is known; the cure names the forms that the text begins, else
/// all.
fn unknown_form(token: &Token, stem: &str, of_stem: &[&str]) -> Fault {
    let stem = stem.to_ascii_uppercase();
    let begun = format!("{}.", token.text.to_ascii_uppercase());
    let begins: Vec<&str> =
        of_stem.iter().copied().filter(|mnemonic| mnemonic.starts_with(&begun)).collect();
    let legal = if begins.is_empty() { of_stem } else { &begins[..] };
    let rule = if token.text.contains('.') {
        format!("{token} is not a form of {stem}")
    } else {
        format!("{stem} does not say which of its forms it is")
    };
    let cure = format!("write {}{}", either(legal), shuffle::suffixes(of_stem[0]));
    token.fault(rule, cure).with_choices(format!("all forms of {stem}: {}", of_stem.join(", ")))
}

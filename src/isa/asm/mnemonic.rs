//! Finds the spelling of the table that a mnemonic is, and the error where it is none.

use super::error::{Fault, Lack, either, near};
use super::form::{Form, mnemonics, spelled, stems};
use super::token::Token;
use super::{shuffle, video};
use crate::source::shorten;

/// Forms that `token` may be, between which the operands decide; `None` where it is no mnemonic.
pub(super) fn forms(token: &Token) -> Result<Option<Vec<Form>>, Fault> {
    if let Some(forms) = video::forms(token)? {
        return Ok(Some(forms));
    }
    let exact = spelled(&token.text);
    if !exact.is_empty() {
        return Ok(Some(exact));
    }
    Ok(shuffle::forms(token)?.map(|form| vec![form]))
}

/// Whether its first part is that of a mnemonic.
pub(super) fn has_stem(token: &Token) -> bool {
    let stem = token.text.split('.').next().unwrap_or_default();
    stems().iter().any(|own| own.eq_ignore_ascii_case(stem))
}

/// The error of a mnemonic that is none.
pub(super) fn unknown(token: &Token) -> Fault {
    let stem = token.text.split('.').next().unwrap_or_default();
    let has_stem = |mnemonic: &&str| {
        mnemonic.split('.').next().is_some_and(|own| own.eq_ignore_ascii_case(stem))
    };
    let of_stem: Vec<&str> = mnemonics().iter().copied().filter(has_stem).collect();
    if !of_stem.is_empty() {
        return unknown_form(token, stem, &of_stem);
    }
    if let Some(label) = token.text.strip_suffix(':').filter(|label| !label.is_empty()) {
        let rule = format!("{} is a label, and this machine has no branches", shorten(label));
        return token.fault(rule, "remove it, or write it as a comment");
    }
    let rule = format!("{token} is not an instruction of this machine");
    let mut nearest = near(&token.text, mnemonics().iter().copied());
    if nearest.is_empty() {
        // AND is a part of LOP.AND.
        let is_part = |mnemonic: &&str| {
            mnemonic.split(['.', '_']).any(|part| part.eq_ignore_ascii_case(&token.text))
        };
        nearest = mnemonics().iter().copied().filter(is_part).collect();
        nearest.sort_by_key(|mnemonic| mnemonic.len());
        nearest.truncate(3);
    }
    if nearest.is_empty() {
        nearest = near(stem, stems().iter().copied());
    }
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

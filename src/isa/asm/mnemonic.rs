//! Which spelling of the table a mnemonic is, and what to say where it is none.

use super::error::{Fault, Lack, either, near};
use super::form::{Form, mnemonics, spelled, stems};
use super::token::Word;
use super::{shuffle, video};

/// The forms that `word` may be; which one, the operands say.
pub(super) fn forms(word: &Word) -> Result<Vec<Form>, Fault> {
    if let Some(forms) = video::forms(word)? {
        return Ok(forms);
    }
    let exact = spelled(word.text);
    if !exact.is_empty() {
        return Ok(exact);
    }
    match shuffle::forms(word)? {
        Some(form) => Ok(vec![form]),
        None => Err(unknown(word)),
    }
}

fn unknown(word: &Word) -> Fault {
    let stem = word.text.split('.').next().unwrap_or_default();
    let has_stem = |mnemonic: &&str| {
        mnemonic.split('.').next().is_some_and(|own| own.eq_ignore_ascii_case(stem))
    };
    let of_stem: Vec<&str> = mnemonics().into_iter().filter(has_stem).collect();
    if !of_stem.is_empty() {
        return unknown_form(word, stem, &of_stem);
    }
    let rule = format!("{} is not an instruction of this machine", word.shown());
    let whole = near(word.text, mnemonics());
    let nearest = if whole.is_empty() { near(stem, stems()) } else { whole };
    if !nearest.is_empty() {
        let cure = format!("did you mean {}?", either(&nearest));
        return Fault::new(word.span(), rule, cure).of(Lack::Unknown);
    }
    let cure = "write a mnemonic such as IADD, SHFL.UP or v_add_u32";
    Fault::new(word.span(), rule, cure)
        .of(Lack::Unknown)
        .with_choices(format!("all mnemonics: {}", mnemonics().join(", ")))
}

/// The first part of the mnemonic is known; the cure names the forms that the text begins, else
/// all.
fn unknown_form(word: &Word, stem: &str, of_stem: &[&str]) -> Fault {
    let stem = stem.to_ascii_uppercase();
    let begun = format!("{}.", word.text.to_ascii_uppercase());
    let begins: Vec<&str> =
        of_stem.iter().copied().filter(|mnemonic| mnemonic.starts_with(&begun)).collect();
    let legal = if begins.is_empty() { of_stem } else { &begins[..] };
    let rule = if word.text.contains('.') {
        format!("{} is not a form of {stem}", word.shown())
    } else {
        format!("{stem} does not say which of its forms it is")
    };
    let cure = format!("write {}{}", either(legal), shuffle::suffixes(of_stem[0]));
    Fault::new(word.span(), rule, cure)
        .with_choices(format!("all forms of {stem}: {}", of_stem.join(", ")))
}

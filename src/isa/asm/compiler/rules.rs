//! The rules of both tables, and how a line is said by them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::context::Context;
use super::rule::{FREE, Lines, Only, Rule, Template, Term, To};
use super::{gfx9, sass};
use crate::isa::asm::error::{BY_PARTS, Fault, either};
use crate::isa::asm::literal::{Literal, float_word, parse_literal};
use crate::isa::asm::mnemonic::forms;
use crate::isa::asm::operand::place;
use crate::isa::asm::statement::Statement;
use crate::isa::asm::target::Target;
use crate::isa::asm::token::Token;
use crate::isa::asm::token_kind::TokenKind;
use crate::isa::{Field, MaskSource};
use crate::source::shorten;

type Applied = Rule<Template, Lines<Template>>;

/// The rules by the first part of their mnemonics, in capitals.
static RULES: LazyLock<HashMap<String, Vec<Applied>>> = LazyLock::new(|| {
    let mut rules: HashMap<String, Vec<Applied>> = HashMap::new();
    for rule in sass::RULES.iter().chain(gfx9::RULES).map(Rule::new) {
        rules.entry(stem(rule.from.mnemonic)).or_default().push(rule);
    }
    rules
});

fn stem(mnemonic: &str) -> String {
    mnemonic.split('.').next().unwrap_or_default().to_ascii_uppercase()
}

/// Parts of a mnemonic that `%` and each `*` match.
struct Stars {
    signedness: &'static str,
    parts: Vec<String>,
}

/// The rules for a mnemonic, each with the parts of it that its stars match.
fn rules_for(mnemonic: &str) -> Vec<(&'static Applied, Stars)> {
    let rules = RULES.get(&stem(mnemonic)).map_or(&[][..], Vec::as_slice);
    let fits = |rule: &'static Applied| Some((rule, Stars::of(rule.from.mnemonic, mnemonic)?));
    rules.iter().filter_map(fits).collect()
}

impl Stars {
    /// Those of `mnemonic` in `pattern`; `None` where they differ.
    fn of(pattern: &str, mnemonic: &str) -> Option<Self> {
        let mut stars = Self { signedness: "S32", parts: vec![] };
        let mut parts = mnemonic.split('.').peekable();
        for wanted in pattern.split('.') {
            match wanted {
                "*" => stars.parts.push(parts.next()?.to_ascii_uppercase()),
                "%" => {
                    if parts.next_if(|part| part.eq_ignore_ascii_case("U32")).is_some() {
                        stars.signedness = "U32";
                    }
                }
                _ => _ = parts.next().filter(|part| wanted.eq_ignore_ascii_case(part))?,
            }
        }
        parts.next().is_none().then_some(stars)
    }

    /// `text` with the parts in their places; of VMAD, whose types are of words.
    fn fill(&self, text: &str) -> String {
        let of_words = |part: &str| match part {
            "S8" | "S16" if text.starts_with("VMAD") => "S32".to_owned(),
            "U8" | "U16" if text.starts_with("VMAD") => "U32".to_owned(),
            part => part.to_owned(),
        };
        let text_of_type = text.replace('%', self.signedness);
        self.parts.iter().fold(text_of_type, |text, part| text.replacen('*', &of_words(part), 1))
    }
}

/// Whether some rule is about the mnemonic.
pub(super) fn knows(mnemonic: &str) -> bool {
    !rules_for(mnemonic).is_empty()
}

/// Whether some rule's mnemonic begins with `stem`, in capitals.
pub(super) fn has_stem(stem: &str) -> bool {
    RULES.contains_key(stem)
}

/// Rewrites the line by the first rule that fits, or keeps it where no rule is about it.
pub(super) fn own<'t>(
    line: Statement<'t>,
    context: &Context,
) -> Result<Lines<Statement<'t>>, Fault> {
    let mut rules = rules_for(&line.mnemonic.text);
    rules.retain(|(rule, _)| context.is_listing || rule.only != Only::Listing);
    let mut is_spoken_for = false;
    for (Rule { from, to, only }, stars) in &rules {
        match to {
            To::Refused(lack, does) => {
                let rule = format!("{} {does}", line.mnemonic);
                return Err(line.mnemonic.fault(rule, BY_PARTS).of(*lack));
            }
            To::Own(to) if only.counts(context, !line.modifiers.is_empty()) => {
                if let Some(mut found) = matched(from, &line.operands, context) {
                    let start = line.mnemonic.start;
                    for (letter, name) in FREE.into_iter().zip(context.free()) {
                        match name {
                            Some(name) => _ = found.insert(letter, Token::named(name, start)),
                            None if to.has(letter) => {
                                return Err(nothing_free(&line.mnemonic, letter));
                            }
                            None => {}
                        }
                    }
                    let operand = |term: &Term| match term {
                        Term::Literally(token) => Token { start, ..token.clone() },
                        Term::Letter { letter, part: Some(part), .. } => found[letter].part(part),
                        Term::Letter { letter, sign: Some('+'), .. } => found[letter].next(),
                        Term::Letter { letter, sign: Some(sign @ ('<' | '>' | '#')), .. } => {
                            part_of_field(&found[letter], *sign)
                        }
                        Term::Letter { letter, sign: Some('!'), .. } => {
                            let mask = found[letter].kind.mask().unwrap_or(MaskSource::TRUE);
                            let kind =
                                TokenKind::Predicate { entry: Some(mask.entry), negated: true };
                            Token { kind, ..found[letter].clone() }
                        }
                        Term::Letter { letter, sign: Some(_), .. } => found[letter].negated(),
                        Term::Letter { letter, .. } => found[letter].clone(),
                    };
                    let own = |to: &Template| {
                        let mut line = line.clone();
                        let operands = to.operands.iter().map(operand).collect();
                        line.rename(stars.fill(to.mnemonic), operands);
                        line
                    };
                    let lines = to.lines.iter().map(own).collect();
                    return Ok(Lines { lines, is_in_order: to.is_in_order });
                }
                let is_as_long = from.operands.len() == line.operands.len();
                is_spoken_for |= *only == Only::Listing && is_as_long;
            }
            To::Own(_) => {}
        }
    }
    if rules.is_empty() || !is_spoken_for && matches!(forms(&line.mnemonic), Ok(Some(_))) {
        return Ok(Lines { lines: vec![line], is_in_order: true });
    }
    Err(no_rule_fits(&line, &rules))
}

/// Place and length of a bit field, which a literal has in its bytes.
fn bit_field(literal: i128) -> Option<(u32, u32)> {
    let (place, length) = (literal & 0xff, literal >> 8);
    let is_inside = (0..32).contains(&place) && (1..32).contains(&length);
    is_inside.then_some((place as u32, length as u32))
}

/// The place `<`, the length `>` or the bits `#` of a literal's bit field.
fn part_of_field<'t>(token: &Token<'t>, part: char) -> Token<'t> {
    let (place, length) = token.kind.integer().and_then(bit_field).unwrap_or_default();
    let value = match part {
        '<' => place,
        '>' => length,
        _ => ((1_u32 << length) - 1) << place,
    };
    token.number(value, value.to_string())
}

/// The error of a line whose parts need a register or a mask between them.
pub(super) fn nothing_free(mnemonic: &Token, letter: char) -> Fault {
    let rule = format!(
        "{mnemonic} is several instructions here, and nothing is free for what is between them"
    );
    let fault = mnemonic.fault(rule, BY_PARTS);
    if FREE[..2].contains(&letter) { fault.in_listing("set registers = 256") } else { fault }
}

/// Operand that each letter of a rule stands for; `None` where an operand does not match.
fn matched<'t>(
    from: &Template,
    operands: &[Token<'t>],
    context: &Context,
) -> Option<HashMap<char, Token<'t>>> {
    if from.operands.len() != operands.len() {
        return None;
    }
    let mut found = HashMap::new();
    for (wanted, token) in from.operands.iter().zip(operands) {
        match wanted {
            Term::Letter { letter, sign: Some(sign), .. } => {
                found.insert(*letter, token.without_sign(*sign)?);
            }
            Term::Letter { letter, .. } => {
                found.insert(*letter, operand(*letter, token, context.target)?);
            }
            Term::Literally(own) => {
                let is_number = matches!(own.kind, TokenKind::Literal(_)) && own.kind == token.kind;
                if !is_number && !own.is(&token.text) {
                    return None;
                }
            }
        }
    }
    let mask = |letter| found.get(&letter).map(|token| token.kind);
    let is_none = mask('o').is_some() && mask('p') == Some(TokenKind::of("PT"));
    let is_same = |letter| mask(letter).is_some() && mask(letter) == mask('o');
    (!is_none && !is_same('l') && !is_same('p')).then_some(found)
}

/// The operand as a rule's letter stands for it; `None` where it is not of the letter's kind.
fn operand<'t>(letter: char, token: &Token<'t>, target: &Target) -> Option<Token<'t>> {
    let kind = token.kind;
    let fits = |field| place(field).fits(kind);
    let itself = |fits: bool| fits.then(|| token.clone());
    let number = |value: i128| Some(token.number(value, value.to_string()));
    let integer = kind.integer();
    let is_modified = matches!(kind, TokenKind::ModifiedRegister(..) | TokenKind::Zero(_));
    match (letter, integer) {
        ('d', _) => itself(fits(Field::D)),
        ('p', _) => itself(fits(Field::MaskDestination)),
        ('q', _) => itself(fits(Field::Q)),
        ('r', _) => itself(fits(Field::RegisterA)),
        ('i', _) => itself(fits(Field::Q) && kind.mask().is_some_and(|mask| !mask.negated)),
        ('j' | 'l' | 'o', _) => itself(fits(Field::Slot)),
        ('y', _) => itself(is_scoreboards(token.text.strip_prefix('{')?.strip_suffix('}')?)),
        ('z', _) => itself(
            is_scoreboards(token.text.get(2..)?) && token.text[..2].eq_ignore_ascii_case("SB"),
        ),
        ('a' | 'b' | 'c', _) => itself(fits(Field::D) || integer.is_some()),
        ('e' | 's', _) if fits(Field::D) => itself(true),
        ('f' | 'g' | 'h', _) if fits(Field::D) || is_modified => itself(true),
        ('e'..='h' | 's', _) => {
            let bits = float_bits(token)?;
            Some(token.number(bits, format!("{bits:#010x}")))
        }
        ('u' | 'v', _) => itself(
            fits(Field::A) && !matches!(kind, TokenKind::Zero(_) | TokenKind::AbsoluteLiteral),
        ),
        ('w', _) => itself(true),
        ('D' | 'R', _) => itself(
            matches!(kind, TokenKind::Register(number) if number % 2 == 0)
                || letter == 'R' && kind == TokenKind::ZERO,
        ),
        ('F', Some(literal)) => itself(bit_field(literal).is_some()),
        ('G', Some(1..32)) => itself(true),
        ('n', Some(_)) => itself(true),
        ('k', Some(0..32)) => number(integer?),
        ('x', Some(amount @ 0..32)) => number(1 << amount),
        ('m', Some(value @ 1..)) if value.count_ones() == 1 => number(value.ilog2().into()),
        ('t', Some(threads @ 1..)) if threads % target.threads as i128 == 0 => {
            number(threads / target.threads as i128)
        }
        _ => None,
    }
}

/// Whether it is numbers 0..5, separated by commas.
fn is_scoreboards(text: &str) -> bool {
    text.split(',').all(|number| matches!(number.trim(), "0" | "1" | "2" | "3" | "4" | "5"))
}

/// The bits of a float as nvdisasm prints it: decimal also where it is whole, `+INF`; or those of a
/// constant, which has a name. A NaN is printed without its bits.
pub(super) fn float_bits(token: &Token) -> Option<u32> {
    let text = token.text.strip_prefix('+').unwrap_or(&token.text);
    let is_hexadecimal = text.trim_start_matches('-').to_ascii_lowercase().starts_with("0x");
    let Some(literal) = parse_literal(text) else {
        return token.kind.integer().and_then(|word| u32::try_from(word).ok());
    };
    match literal {
        Literal::Integer(_) if is_hexadecimal => None,
        Literal::Integer(_) => {
            text.parse().ok().filter(|value: &f32| value.is_finite()).map(f32::to_bits)
        }
        Literal::Float(value) if value.is_nan() => None,
        Literal::Float(value) => Some(float_word(value)),
        Literal::TooLarge => None,
    }
}

/// The error of a line: an operand that no line has here, or the forms that the rules accept.
fn no_rule_fits(line: &Statement, rules: &[(&Applied, Stars)]) -> Fault {
    let mnemonic = &line.mnemonic;
    if let Some(token) = line.modifiers.first() {
        let rule = format!("{mnemonic} takes no modifier here, but has {token}");
        return token.fault(rule, "remove it");
    }
    let taken = |(rule, stars): &(&Applied, Stars)| {
        let parts = stars.parts.iter().map(|part| shorten(part).to_string()).collect();
        let printed = if stars.signedness == "S32" { "" } else { ".%" };
        Stars { parts, ..*stars }.fill(&rule.from.text.replace(".%", printed))
    };
    let taken: Vec<String> = rules.iter().map(taken).collect();
    let written: Vec<String> = line.operands.iter().map(Token::to_string).collect();
    let written = if written.is_empty() { "no operands".to_owned() } else { written.join(", ") };
    let rule = format!("no instruction of this machine is exactly {mnemonic} with {written}");
    let shown = taken.len().min(4);
    let fault = mnemonic.fault(rule, format!("what is taken is {}", either(&taken[..shown])));
    if taken.len() > shown {
        return fault.with_choices(format!("all of {mnemonic}: {}", taken.join("; ")));
    }
    fault
}

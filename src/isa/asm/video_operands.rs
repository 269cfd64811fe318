//! Text around the operands of a video instruction: selectors and masks behind them, VMAD's minus
//! before them.

use super::error::Fault;
use super::form::Form;
use super::token::Token;
use super::token_kind::TokenKind;
use crate::isa::{
    Field, Instruction, Operand, Part, ScalarVideo, Secondary, SimdVideo, Video, VideoMultiplyAdd,
};

/// An operand, split from the text around it.
#[derive(Clone, Debug)]
pub(super) struct Written<'t> {
    pub token: Token<'t>,
    /// Text behind the dot.
    selector: Option<Token<'t>>,
    /// Whether a minus stands before it.
    is_negated: bool,
}

impl<'t> Written<'t> {
    /// The operand `place` of an instruction, a video instruction's with its modifiers.
    pub fn new(token: &Token<'t>, video: Option<&Video>, place: usize) -> Self {
        let mut token = token.without_reuse();
        let mut selector = None;
        if let (Some(_), Some((kind, length))) = (video, token.selected) {
            let behind = token.text[length + 1..].to_owned().into();
            let start = token.start + length + 1;
            selector = Some(Token { text: behind, start, kind: TokenKind::Other, ..token.clone() });
            token = Token { text: token.text[..length].to_owned().into(), kind, ..token };
        }
        let takes_minus = matches!(video, Some(Video::MultiplyAdd(_))) && place > 0;
        match token.without_sign('-').filter(|_| takes_minus) {
            Some(token) => Self { token, selector, is_negated: true },
            None => Self { token, selector, is_negated: false },
        }
    }

    fn part(&self) -> Result<Part, Fault> {
        let Some(selector) = &self.selector else { return Ok(Part::Word) };
        let part = Part::ALL[1..].iter().find(|part| selector.is(&part.selector()));
        part.copied().ok_or_else(|| {
            let rule = format!(".{selector} is no part of a word");
            selector.fault(rule, "write .B0, .B1, .B2, .B3, .H0 or .H1")
        })
    }

    /// Refuses a selector; `does` is the reason, a predicate of the mnemonic `stem`.
    fn refuse_selector(&self, stem: &str, does: &str) -> Result<(), Fault> {
        let Some(selector) = &self.selector else { return Ok(()) };
        let rule = format!("{stem} {does} takes no selector, but has .{selector}");
        Err(selector.fault(rule, format!("write {}", self.token)))
    }
}

const READS_C: &str = "reads all of c, which";

impl Video {
    /// The modifiers of a form completed by the text around its operands.
    ///
    /// # Errors
    ///
    /// A selector that its place does not accept, or text that contradicts the modifiers.
    pub(super) fn with_operands(&self, form: &Form, operands: &[Written]) -> Result<Self, Fault> {
        let [d, a, b, c @ ..] = operands else { return Ok(*self) };
        let (stem, c) = (form.spelling.mnemonic, c.first());
        if let (Some(c), Self::Scalar(_) | Self::Simd(_)) = (c, self) {
            c.refuse_selector(stem, READS_C)?;
        }
        Ok(match (*self, c) {
            (Self::Scalar(scalar), c) => {
                let (a, b) = (a.part()?, b.part()?);
                let secondary = secondary(scalar.secondary, &form.mnemonic, d, c)?;
                Self::Scalar(ScalarVideo { a, b, secondary, ..scalar })
            }
            (Self::MultiplyAdd(sum), Some(c)) => {
                d.refuse_selector(stem, "writes a whole word and d")?;
                c.refuse_selector(stem, READS_C)?;
                let negated = [a, b, c].into_iter().find(|written| written.is_negated);
                if let Some(Written { token, .. }) = negated.filter(|_| sum.adds_one) {
                    let rule = format!("{stem}'s .PO excludes negation, but -{token} has a minus");
                    let span = token.start - 1..token.span().end;
                    return Err(Fault::new(span, rule, format!("write {token}, or remove .PO")));
                }
                let negates_product = a.is_negated != b.is_negated;
                let (a, b, negates_c) = (a.part()?, b.part()?, c.is_negated);
                Self::MultiplyAdd(VideoMultiplyAdd { a, b, negates_product, negates_c, ..sum })
            }
            (Self::Simd(simd), _) => {
                let selected = |written: &Written, default: [u8; 4]| match &written.selector {
                    Some(selector) => read_elements(stem, selector, simd.count),
                    None => Ok(default),
                };
                let mask = match &d.selector {
                    Some(selector) => read_mask(stem, selector, simd.count)?,
                    None => simd.mask,
                };
                let (a, b) = (selected(a, simd.a)?, selected(b, simd.b)?);
                Self::Simd(SimdVideo { mask, a, b, ..simd })
            }
            (video, None) => video,
        })
    }

    /// Text before and behind the operand of `field`.
    pub(super) fn around(&self, field: Field, instruction: &Instruction) -> (&'static str, String) {
        let behind = match (self, field) {
            (Self::Scalar(ScalarVideo { secondary: Secondary::Merge(part), .. }), Field::D)
            | (
                Self::Scalar(ScalarVideo { a: part, .. })
                | Self::MultiplyAdd(VideoMultiplyAdd { a: part, .. }),
                Field::A,
            )
            | (
                Self::Scalar(ScalarVideo { b: part, .. })
                | Self::MultiplyAdd(VideoMultiplyAdd { b: part, .. }),
                Field::B,
            ) => part.selector(),
            (Self::Simd(simd), Field::D) => mask(simd),
            (Self::Simd(simd), Field::A) => elements(simd, simd.a, 0),
            (Self::Simd(simd), Field::B) => elements(simd, simd.b, 1),
            _ => String::new(),
        };
        let behind = if behind.is_empty() { behind } else { format!(".{behind}") };
        match self.is_negated(field, instruction) {
            // `-1` would be a negative literal. No text assembles to this.
            true if field == Field::C && matches!(instruction.c, Operand::Literal(_)) => {
                ("-(", format!("){behind}"))
            }
            true => ("-", behind),
            false => ("", behind),
        }
    }

    /// The minus of a product stands before the source that is no literal.
    fn is_negated(&self, field: Field, instruction: &Instruction) -> bool {
        let Self::MultiplyAdd(sum) = self else { return false };
        let at_a = !matches!(instruction.a, Operand::Literal(_));
        match field {
            Field::A => sum.negates_product && at_a,
            Field::B => sum.negates_product && !at_a,
            Field::C => sum.negates_c,
            _ => false,
        }
    }
}

/// Secondary operation of a scalar instruction: that of its modifiers, or its result replaces the
/// part of c that the selector of d names.
fn secondary(
    said: Secondary,
    mnemonic: &str,
    d: &Written,
    c: Option<&Written>,
) -> Result<Secondary, Fault> {
    let (at, rule, cure) = match (&d.selector, said, c) {
        (None, Secondary::None, Some(Written { token: c, .. })) => (
            c,
            format!("{mnemonic} has a c, {c}, that nothing reads"),
            "remove it, add .ADD, .MIN or .MAX, or give d a selector",
        ),
        (None, said, _) => return Ok(said),
        (Some(_), Secondary::None, Some(_)) => return Ok(Secondary::Merge(d.part()?)),
        (Some(_), ..) if d.part().is_err() => return d.part().map(Secondary::Merge),
        (Some(selector), Secondary::None, None) => (
            selector,
            format!(".{selector} merges the result into c, but there is no c"),
            "write c as the last operand, or remove the selector of d",
        ),
        (Some(selector), ..) => (
            selector,
            format!("{mnemonic} cannot merge into .{selector} beside its secondary operation"),
            "remove the selector of d, or .ADD, .MIN or .MAX",
        ),
    };
    Err(at.fault(rule, cure))
}

/// `H10` or `B3210`: the rightmost digit is element 0.
fn read_elements(stem: &str, selector: &Token, count: u8) -> Result<[u8; 4], Fault> {
    let found = digits(selector, count, 2 * count);
    let Some(digits) = found.filter(|digits| digits.len() == usize::from(count)) else {
        let (takes, example) = match count {
            2 => ("H and two digits of 0..3 (0 and 1 are a's halves, 2 and 3 are b's;", "H10"),
            _ => ("B and four digits of 0..7 (0..3 are a's bytes, 4..7 are b's;", "B3210"),
        };
        let with = format!("with {takes} the last digit is for element 0)");
        let rule = format!("{stem} selects {with}, not with .{selector}");
        return Err(selector.fault(rule, format!("write for instance .{example}")));
    };
    Ok(std::array::from_fn(|element| digits.get(element).copied().unwrap_or(0)))
}

/// `H1` or `B320`: the elements that take part, highest first.
fn read_mask(stem: &str, selector: &Token, count: u8) -> Result<u8, Fault> {
    let found = digits(selector, count, count);
    let is_mask = |digits: &Vec<u8>| !digits.is_empty() && digits.is_sorted_by(|a, b| a < b);
    let Some(digits) = found.filter(is_mask) else {
        let (takes, example) = match count {
            2 => ("H and digits of 1, 0", ".H0, .H1 or .H10"),
            _ => ("B and digits of 3, 2, 1, 0", "for instance .B3 or .B3210"),
        };
        let rule = format!("{stem} masks with {takes} in falling order, not with .{selector}");
        return Err(selector.fault(rule, format!("write {example}")));
    };
    Ok(digits.iter().map(|digit| 1 << digit).sum())
}

fn letter(count: u8) -> char {
    if count == 2 { 'H' } else { 'B' }
}

/// The digits, each below `end`, behind the letter of `count` elements, rightmost first.
fn digits(selector: &Token, count: u8, end: u8) -> Option<Vec<u8>> {
    let upper = selector.text.to_ascii_uppercase();
    let digits = upper.strip_prefix(letter(count))?;
    digits.chars().rev().map(|digit| digit.to_digit(end.into()).map(|digit| digit as u8)).collect()
}

fn mask(simd: &SimdVideo) -> String {
    if simd.mask == SimdVideo::full_mask(simd.count) {
        return String::new();
    }
    let named = (0..simd.count).rev().filter(|element| simd.mask >> element & 1 == 1);
    format!(
        "{}{}",
        letter(simd.count),
        named.map(|element| element.to_string()).collect::<String>()
    )
}

fn elements(simd: &SimdVideo, picked: [u8; 4], source: usize) -> String {
    if picked == SimdVideo::default_selectors(simd.count)[source] {
        return String::new();
    }
    let digits = picked[..usize::from(simd.count)].iter().rev().map(u8::to_string);
    format!("{}{}", letter(simd.count), digits.collect::<String>())
}

//! What stands around the operands of a video instruction: selectors and masks behind them, VMAD's
//! minus before them.

use super::error::Fault;
use super::form::Form;
use super::kind::Kind;
use super::token::Token;
use crate::isa::{
    Field, Instruction, Operand, Part, ScalarVideo, Secondary, SimdVideo, Video, VideoMultiplyAdd,
};

/// An operand without what stands around it.
#[derive(Clone, Debug)]
pub(super) struct Written<'t> {
    pub token: Token<'t>,
    /// What stands behind the dot.
    selector: Option<Token<'t>>,
    /// Whether a minus stands before it.
    is_negated: bool,
}

impl<'t> Written<'t> {
    /// The operand `place` of an instruction, a video instruction's with its modifiers.
    pub fn new(token: &Token<'t>, video: Option<&Video>, place: usize) -> Self {
        let mut written = Self { token: token.without_reuse(), selector: None, is_negated: false };
        if let (Some(_), Some((kind, length))) = (video, token.selected) {
            let behind = token.text[length + 1..].to_owned().into();
            let start = token.start + length + 1;
            let selector =
                Token { text: behind, start, kind: Kind::Other, is_reused: false, selected: None };
            written.token.text = token.text[..length].to_owned().into();
            written.token.kind = kind;
            written.selector = Some(selector);
        }
        if let (Some(Video::MultiplyAdd(_)), 1..) = (video, place)
            && let Some(register) = written.token.without_minus()
        {
            written.token = register;
            written.is_negated = true;
        }
        written
    }

    fn part(&self) -> Result<Part, Fault> {
        let Some(selector) = &self.selector else { return Ok(Part::Word) };
        let part = Part::ALL[1..].iter().find(|part| selector.is(&part.selector()));
        part.copied().ok_or_else(|| {
            let rule = format!(".{selector} is no part of a word");
            selector.fault(rule, "write .B0, .B1, .B2, .B3, .H0 or .H1")
        })
    }
}

const D: usize = 0;
const A: usize = 1;
const B: usize = 2;
const C: usize = 3;

impl Video {
    /// The modifiers of a form with what stands around its operands.
    ///
    /// # Errors
    ///
    /// A selector that its place does not take, and what contradicts the modifiers.
    pub(super) fn with_operands(&self, form: &Form, operands: &[Written]) -> Result<Self, Fault> {
        let operands = Operands { form, operands };
        Ok(match *self {
            Self::Scalar(scalar) => Self::Scalar(operands.scalar(scalar)?),
            Self::MultiplyAdd(sum) => Self::MultiplyAdd(operands.multiply_add(sum)?),
            Self::Simd(simd) => Self::Simd(operands.simd(simd)?),
        })
    }

    /// What stands before and behind the operand of `field`.
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
            // A literal's minus would be its own; no text that is assembled says this.
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

struct Operands<'o> {
    form: &'o Form,
    operands: &'o [Written<'o>],
}

impl Operands<'_> {
    fn selector(&self, place: usize) -> Option<&Token<'_>> {
        self.operands.get(place).and_then(|written| written.selector.as_ref())
    }

    /// The name of the instruction without types and modifiers.
    fn stem(&self) -> &'static str {
        self.form.spelling.mnemonic
    }

    fn refuse_selector(&self, place: usize, rule: &str) -> Result<(), Fault> {
        let Some(selector) = self.selector(place) else { return Ok(()) };
        let rule = format!("{} {rule}, but has .{selector}", self.stem());
        Err(selector.fault(rule, format!("write {}", self.operands[place].token)))
    }

    fn scalar(&self, scalar: ScalarVideo) -> Result<ScalarVideo, Fault> {
        let (a, b) = (self.operands[A].part()?, self.operands[B].part()?);
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        let merged = self.operands[D].part()?;
        let mnemonic = &self.form.mnemonic;
        let secondary = match (self.selector(D), scalar.secondary, self.operands.get(C)) {
            (None, Secondary::None, Some(Written { token: c, .. })) => {
                let rule = format!("{mnemonic} has a c, {c}, that nothing reads");
                let cure = "remove it, add .ADD, .MIN or .MAX, or give d a selector";
                return Err(c.fault(rule, cure));
            }
            (None, secondary, _) => secondary,
            (Some(_), Secondary::None, Some(_)) => Secondary::Merge(merged),
            (Some(selector), Secondary::None, None) => {
                let rule = format!(".{selector} merges the result into c, but there is no c");
                let cure = "write c as the last operand, or remove the selector of d";
                return Err(selector.fault(rule, cure));
            }
            (Some(selector), ..) => {
                let what = format!("merge into .{selector} beside its secondary operation");
                let cure = "remove the selector of d, or .ADD, .MIN or .MAX";
                return Err(selector.fault(format!("{mnemonic} cannot {what}"), cure));
            }
        };
        Ok(ScalarVideo { a, b, secondary, ..scalar })
    }

    fn multiply_add(&self, sum: VideoMultiplyAdd) -> Result<VideoMultiplyAdd, Fault> {
        self.refuse_selector(D, "writes a whole word and d takes no selector")?;
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        let negated = self.operands.iter().find(|written| written.is_negated);
        if let Some(Written { token, .. }) = negated.filter(|_| sum.adds_one) {
            let rule = format!("{}'s .PO excludes negation, but -{token} has a minus", self.stem());
            let span = token.start - 1..token.span().end;
            return Err(Fault::new(span, rule, format!("write {token}, or remove .PO")));
        }
        let [a, b, c] = [A, B, C].map(|place| &self.operands[place]);
        let negates_product = a.is_negated != b.is_negated;
        let (a, b, negates_c) = (a.part()?, b.part()?, c.is_negated);
        Ok(VideoMultiplyAdd { a, b, negates_product, negates_c, ..sum })
    }

    fn simd(&self, simd: SimdVideo) -> Result<SimdVideo, Fault> {
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        let mask = self.selector(D).map_or(Ok(simd.mask), |token| self.mask(token, simd.count))?;
        let picked = |place, default: [u8; 4]| {
            self.selector(place).map_or(Ok(default), |token| self.elements(token, simd.count))
        };
        Ok(SimdVideo { mask, a: picked(A, simd.a)?, b: picked(B, simd.b)?, ..simd })
    }

    /// `H10` or `B3210`: the rightmost digit is element 0.
    fn elements(&self, selector: &Token, count: u8) -> Result<[u8; 4], Fault> {
        let found = digits(selector, count, 2 * count);
        let Some(digits) = found.filter(|digits| digits.len() == usize::from(count)) else {
            let (rule, example) = match count {
                2 => ("H and two digits of 0..3 (0 and 1 are a's halves, 2 and 3 are b's;", "H10"),
                _ => ("B and four digits of 0..7 (0..3 are a's bytes, 4..7 are b's;", "B3210"),
            };
            let rule = format!("selects with {rule} the last digit is for element 0)");
            let rule = format!("{} {rule}, not with .{selector}", self.stem());
            return Err(selector.fault(rule, format!("write for instance .{example}")));
        };
        Ok(std::array::from_fn(|element| digits.get(element).copied().unwrap_or(0)))
    }

    /// `H1` or `B320`: the elements that take part, highest first.
    fn mask(&self, selector: &Token, count: u8) -> Result<u8, Fault> {
        let found = digits(selector, count, count);
        let is_mask = |digits: &Vec<u8>| !digits.is_empty() && digits.is_sorted_by(|a, b| a < b);
        let Some(digits) = found.filter(is_mask) else {
            let (digits, example) = match count {
                2 => ("H and digits of 1, 0", ".H0, .H1 or .H10"),
                _ => ("B and digits of 3, 2, 1, 0", "for instance .B3 or .B3210"),
            };
            let rule = format!(
                "{} masks with {digits} in falling order, not with .{selector}",
                self.stem()
            );
            return Err(selector.fault(rule, format!("write {example}")));
        };
        Ok(digits.iter().map(|digit| 1 << digit).sum())
    }
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

//! What stands around the operands of a video instruction: selectors and masks behind them, VMAD's
//! minus before them.

use super::error::Fault;
use super::form::Form;
use super::kind::Kind;
use super::token::Word;
use crate::isa::{Field, Part, ScalarVideo, Secondary, SimdVideo, Video, VideoMultiplyAdd};

/// What stands around one operand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around<'t> {
    /// The word behind the dot.
    selector: Option<Word<'t>>,
    /// Whether a minus stands before it.
    is_negated: bool,
}

/// The operands, each without what stands around it.
pub(super) fn bare<'t>(words: &[Word<'t>], forms: &[Form]) -> (Vec<Word<'t>>, Vec<Around<'t>>) {
    let video = forms.first().and_then(|form| form.video);
    let takes_minus = matches!(video, Some(Video::MultiplyAdd(_)));
    let split = |(position, &word): (usize, &Word<'t>)| match video {
        None => (word, Around::default()),
        Some(_) => bare_operand(word, takes_minus && position > 0),
    };
    words.iter().enumerate().map(split).unzip()
}

fn bare_operand(word: Word<'_>, takes_minus: bool) -> (Word<'_>, Around<'_>) {
    let is_register =
        |text: &str| matches!(Kind::of(text), Kind::Register(_) | Kind::ModifiedRegister(..));
    let (mut base, mut around) = (word, Around::default());
    if let Some((before, behind)) = word.text.rsplit_once('.') {
        let names_parts = behind.starts_with(['b', 'B', 'h', 'H'])
            && matches!(Kind::of(before), Kind::Literal(_));
        if is_register(before) || names_parts {
            base.text = before;
            around.selector = Some(Word { text: behind, start: word.start + before.len() + 1 });
        }
    }
    if let Some(rest) = base
        .text
        .strip_prefix('-')
        .filter(|rest| takes_minus && matches!(Kind::of(rest), Kind::Register(_)))
    {
        base = Word { text: rest, start: base.start + 1 };
        around.is_negated = true;
    }
    (base, around)
}

/// The modifiers of a form with what stands around its operands.
///
/// # Errors
///
/// A selector that its place does not take, and what contradicts the modifiers.
pub(super) fn complete(
    video: Video,
    form: &Form,
    operands: &[Word],
    around: &[Around],
) -> Result<Video, Fault> {
    let operands = Operands { form, words: operands, around };
    Ok(match video {
        Video::Scalar(scalar) => Video::Scalar(operands.scalar(scalar)?),
        Video::MultiplyAdd(multiply_add) => {
            Video::MultiplyAdd(operands.multiply_add(multiply_add)?)
        }
        Video::Simd(simd) => Video::Simd(operands.simd(simd)?),
    })
}

struct Operands<'o> {
    form: &'o Form,
    words: &'o [Word<'o>],
    around: &'o [Around<'o>],
}

const D: usize = 0;
const A: usize = 1;
const B: usize = 2;
const C: usize = 3;

impl Operands<'_> {
    fn selector(&self, position: usize) -> Option<&Word<'_>> {
        self.around.get(position).and_then(|around| around.selector.as_ref())
    }

    /// The name of the instruction without types and modifiers.
    fn stem(&self) -> &'static str {
        self.form.spelling.mnemonic
    }

    fn refuse_selector(&self, position: usize, rule: &str) -> Result<(), Fault> {
        let Some(selector) = self.selector(position) else { return Ok(()) };
        let rule = format!("{} {rule}, but has .{}", self.stem(), selector.shown());
        Err(Fault::new(selector.span(), rule, format!("write {}", self.words[position].shown())))
    }

    fn part(&self, position: usize) -> Result<Part, Fault> {
        let Some(selector) = self.selector(position) else { return Ok(Part::Word) };
        let name = selector.text.to_ascii_uppercase();
        Part::ALL[1..].iter().find(|part| part.selector() == name).copied().ok_or_else(|| {
            let rule = format!(".{} is no part of a word", selector.shown());
            Fault::new(selector.span(), rule, "write .B0, .B1, .B2, .B3, .H0 or .H1")
        })
    }

    fn scalar(&self, scalar: ScalarVideo) -> Result<ScalarVideo, Fault> {
        let (a, b) = (self.part(A)?, self.part(B)?);
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        let merged = self.part(D)?;
        let has_c = self.form.fields.contains(&Field::C);
        let secondary =
            match (self.selector(D), scalar.secondary, self.words.get(C).filter(|_| has_c)) {
                (None, Secondary::None, Some(c)) => {
                    let rule = format!(
                        "{} has a c, {}, that nothing reads",
                        self.form.mnemonic,
                        c.shown()
                    );
                    return Err(Fault::new(
                        c.span(),
                        rule,
                        "remove it, add .ADD, .MIN or .MAX, or give d a selector",
                    ));
                }
                (None, secondary, _) => secondary,
                (Some(_), Secondary::None, Some(_)) => Secondary::Merge(merged),
                (Some(selector), Secondary::None, None) => {
                    let rule = format!(
                        ".{} merges the result into c, but there is no c",
                        selector.shown()
                    );
                    return Err(Fault::new(
                        selector.span(),
                        rule,
                        "write c as the last operand, or remove the selector of d",
                    ));
                }
                (Some(selector), ..) => {
                    let mnemonic = &self.form.mnemonic;
                    let rule = format!(
                        "{mnemonic} cannot merge into .{} beside its secondary operation",
                        selector.shown()
                    );
                    return Err(Fault::new(
                        selector.span(),
                        rule,
                        "remove the selector of d, or .ADD, .MIN or .MAX",
                    ));
                }
            };
        Ok(ScalarVideo { a, b, secondary, ..scalar })
    }

    fn multiply_add(&self, multiply_add: VideoMultiplyAdd) -> Result<VideoMultiplyAdd, Fault> {
        self.refuse_selector(D, "writes a whole word and d takes no selector")?;
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        if let Some(position) = self
            .around
            .iter()
            .position(|around| around.is_negated)
            .filter(|_| multiply_add.adds_one)
        {
            let register = &self.words[position];
            let span = register.start - 1..register.span().end;
            let rule = format!(
                "{}'s .PO excludes negation, but -{} has a minus",
                self.stem(),
                register.shown()
            );
            return Err(Fault::new(
                span,
                rule,
                format!("write {}, or remove .PO", register.shown()),
            ));
        }
        let is_negated = |position: usize| self.around[position].is_negated;
        Ok(VideoMultiplyAdd {
            a: self.part(A)?,
            b: self.part(B)?,
            negates_product: is_negated(A) != is_negated(B),
            negates_c: is_negated(C),
            ..multiply_add
        })
    }

    fn simd(&self, simd: SimdVideo) -> Result<SimdVideo, Fault> {
        self.refuse_selector(C, "reads all of c, which takes no selector")?;
        let picked = |position, default: [u8; 4]| match self.selector(position) {
            None => Ok(default),
            Some(selector) => self.elements(selector, simd.count),
        };
        let mask =
            self.selector(D).map_or(Ok(simd.mask), |selector| self.mask(selector, simd.count))?;
        Ok(SimdVideo { mask, a: picked(A, simd.a)?, b: picked(B, simd.b)?, ..simd })
    }

    /// `H10` or `B3210`: the rightmost digit is element 0.
    fn elements(&self, selector: &Word, count: u8) -> Result<[u8; 4], Fault> {
        let digits =
            digits(selector, count, 2 * count).filter(|digits| digits.len() == usize::from(count));
        let digits = digits.ok_or_else(|| {
            let rule = match count {
                2 => "selects with H and two digits of 0..3 (0 and 1 are a's halves, 2 and 3 are b's; the last digit is for element 0)",
                _ => "selects with B and four digits of 0..7 (0..3 are a's bytes, 4..7 are b's; the last digit is for element 0)",
            };
            let example = if count == 2 { "H10" } else { "B3210" };
            let rule = format!("{} {rule}, not with .{}", self.stem(), selector.shown());
            Fault::new(selector.span(), rule, format!("write for instance .{example}"))
        })?;
        Ok(std::array::from_fn(|element| digits.get(element).copied().unwrap_or(0)))
    }

    /// `H1` or `B320`: the elements that take part, highest first.
    fn mask(&self, selector: &Word, count: u8) -> Result<u8, Fault> {
        let digits = digits(selector, count, count)
            .filter(|digits| !digits.is_empty() && digits.is_sorted_by(|a, b| a < b));
        let digits = digits.ok_or_else(|| {
            let letter =
                if count == 2 { "H and digits of 1, 0" } else { "B and digits of 3, 2, 1, 0" };
            let example =
                if count == 2 { ".H0, .H1 or .H10" } else { "for instance .B3 or .B3210" };
            let rule = format!(
                "{} masks with {letter} in falling order, not with .{}",
                self.stem(),
                selector.shown()
            );
            Fault::new(selector.span(), rule, format!("write {example}"))
        })?;
        Ok(digits.iter().map(|digit| 1 << digit).sum())
    }
}

/// The digits, each below `end`, behind the letter of `count` elements, rightmost first.
fn digits(selector: &Word, count: u8, end: u8) -> Option<Vec<u8>> {
    let letters = if count == 2 { ['h', 'H'] } else { ['b', 'B'] };
    let digits = selector.text.strip_prefix(letters)?;
    digits.chars().rev().map(|digit| digit.to_digit(end.into()).map(|digit| digit as u8)).collect()
}

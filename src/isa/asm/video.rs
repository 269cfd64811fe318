//! The mnemonics of video instructions (ISA.md section 8): a name of the table, the types, then
//! modifiers in any order.

use super::error::{Fault, either};
use super::form::{Form, spelled};
use super::token::Word;
use crate::isa::{
    Comparison, Elements, Field, Operation, Part, ScalarVideo, Secondary, Signedness,
    SimdOperation, SimdVideo, Variant, Video, VideoMultiplyAdd, VideoOperation, VideoTypes,
};

/// What may stand behind the types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Modifier {
    Saturate,
    Secondary(Secondary),
    Shift(Variant),
    Relation(Comparison),
    PlusOne,
    ShiftSum(u8),
}

type Named = (&'static str, Modifier);

const SATURATE: Named = ("SAT", Modifier::Saturate);
const ADD: Named = ("ADD", Modifier::Secondary(Secondary::Add));
const SECONDARY: [Named; 3] = [
    ADD,
    ("MIN", Modifier::Secondary(Secondary::Minimum)),
    ("MAX", Modifier::Secondary(Secondary::Maximum)),
];
const SHIFT: [Named; 2] =
    [("CLAMP", Modifier::Shift(Variant::Clamp)), ("WRAP", Modifier::Shift(Variant::Wrap))];
const RELATION: [Named; 6] = [
    ("EQ", Modifier::Relation(Comparison::Equal)),
    ("NE", Modifier::Relation(Comparison::NotEqual)),
    ("LT", Modifier::Relation(Comparison::Less)),
    ("LE", Modifier::Relation(Comparison::LessOrEqual)),
    ("GT", Modifier::Relation(Comparison::Greater)),
    ("GE", Modifier::Relation(Comparison::GreaterOrEqual)),
];
const OF_SUM: [Named; 3] = [
    ("PO", Modifier::PlusOne),
    ("SHR_7", Modifier::ShiftSum(7)),
    ("SHR_15", Modifier::ShiftSum(15)),
];

/// The modifiers that an operation may have.
fn legal(operation: Operation) -> Vec<Named> {
    use VideoOperation as Scalar;
    match operation {
        Operation::Video(Scalar::MultiplyAdd) => [&[SATURATE], &OF_SUM[..]].concat(),
        Operation::Video(Scalar::Set) => [&RELATION[..], &SECONDARY].concat(),
        Operation::Video(Scalar::ShiftLeft | Scalar::ShiftRight) => {
            [&[SATURATE][..], &SHIFT, &SECONDARY].concat()
        }
        Operation::VideoSimd(SimdOperation::Set) => [&RELATION[..], &[ADD]].concat(),
        Operation::VideoSimd(_) => vec![SATURATE, ADD],
        _ => [&[SATURATE][..], &SECONDARY].concat(),
    }
}

/// The name of a comparison behind a mnemonic.
pub(super) fn relation_name(comparison: Comparison) -> &'static str {
    RELATION
        .iter()
        .find(|named| named.1 == Modifier::Relation(comparison))
        .map_or("", |named| named.0)
}

/// The forms of a video instruction's mnemonic; `None` where it is something else.
pub(super) fn forms(word: &Word) -> Result<Option<Vec<Form>>, Fault> {
    let upper = word.text.to_ascii_uppercase();
    let mut parts = upper.split('.');
    let stem = parts.next().unwrap_or_default();
    let Some(form) = spelled(stem).into_iter().find(|form| form.row.operation.is_video()) else {
        return Ok(None);
    };
    let mnemonic = Mnemonic { word, stem, operation: form.row.operation };
    let video = mnemonic.read(&parts.collect::<Vec<_>>())?;
    let without_c: Vec<Field> =
        form.fields.iter().copied().filter(|&field| field != Field::C).collect();
    let without_c = Form {
        video: Some(video),
        mnemonic: upper,
        fields: without_c,
        ..Form::new(form.row, form.spelling)
    };
    let with_c = Form {
        fields: form.fields,
        mnemonic: without_c.mnemonic.clone(),
        video: Some(video),
        ..Form::new(form.row, form.spelling)
    };
    Ok(Some(if video.reads_c() { vec![with_c] } else { vec![without_c, with_c] }))
}

struct Mnemonic<'w> {
    word: &'w Word<'w>,
    /// The name without its modifiers.
    stem: &'w str,
    operation: Operation,
}

impl Mnemonic<'_> {
    fn fault(&self, rule: String, cure: impl Into<String>) -> Fault {
        Fault::new(self.word.span(), rule, cure)
    }

    fn sets(&self) -> bool {
        matches!(
            self.operation,
            Operation::Video(VideoOperation::Set) | Operation::VideoSimd(SimdOperation::Set)
        )
    }

    /// What the parts behind the name say; sources are words and all elements take part.
    fn read(&self, parts: &[&str]) -> Result<Video, Fault> {
        let types = self.types(parts)?;
        let mut found: Vec<Named> = Vec::new();
        for part in parts.iter().filter(|part| type_of(part).is_none()) {
            let named = self.modifier(part)?;
            if let Some(other) = found.iter().find(|other| self.excludes(other.1, named.1)) {
                let rule = format!("{} has both .{} and .{}", self.word.shown(), other.0, named.0);
                return Err(self.fault(rule, "keep one"));
            }
            found.push(named);
        }
        let found: Vec<Modifier> = found.into_iter().map(|named| named.1).collect();
        let saturates = found.contains(&Modifier::Saturate);
        match self.operation {
            Operation::Video(VideoOperation::MultiplyAdd) => {
                Ok(Video::MultiplyAdd(VideoMultiplyAdd {
                    types,
                    a: Part::Word,
                    b: Part::Word,
                    saturates,
                    negates_product: false,
                    negates_c: false,
                    adds_one: found.contains(&Modifier::PlusOne),
                    shift: [7, 15]
                        .into_iter()
                        .find(|&shift| found.contains(&Modifier::ShiftSum(shift)))
                        .unwrap_or(0),
                }))
            }
            Operation::VideoSimd(_) => self.simd(types, &found, saturates),
            _ => self.scalar(types, &found, saturates),
        }
    }

    fn scalar(
        &self,
        types: VideoTypes,
        found: &[Modifier],
        saturates: bool,
    ) -> Result<Video, Fault> {
        let variant = found.iter().find_map(|modifier| match modifier {
            Modifier::Shift(variant) => Some(*variant),
            Modifier::Relation(comparison) => Some(Variant::Compare(*comparison)),
            _ => None,
        });
        let shifts = matches!(self.operation, Operation::Video(operation) if operation.shifts());
        if shifts && variant.is_none() {
            let rule = format!("{} does not say what an amount above 32 does", self.stem);
            return Err(self.fault(rule, "write .CLAMP (it acts as 32) or .WRAP (modulo 32)"));
        }
        if shifts && types.b == Signedness::Signed {
            let rule =
                format!("the amount of {} is unsigned, but its third type is .S32", self.stem);
            return Err(self.fault(rule, "write .U32 as the third type"));
        }
        let variant = match variant {
            Some(variant) => variant,
            None if self.sets() => return Err(self.no_relation()),
            None if self.stem == "VAVRG" => Variant::Average,
            None => Variant::Plain,
        };
        let secondary = found.iter().find_map(|modifier| match modifier {
            Modifier::Secondary(secondary) => Some(*secondary),
            _ => None,
        });
        let secondary = secondary.unwrap_or(Secondary::None);
        Ok(Video::Scalar(ScalarVideo {
            variant,
            types,
            a: Part::Word,
            b: Part::Word,
            saturates,
            secondary,
        }))
    }

    fn simd(&self, types: VideoTypes, found: &[Modifier], saturates: bool) -> Result<Video, Fault> {
        let comparison = found.iter().find_map(|modifier| match modifier {
            Modifier::Relation(comparison) => Some(*comparison),
            _ => None,
        });
        if self.sets() && comparison.is_none() {
            return Err(self.no_relation());
        }
        let count = if self.stem.ends_with('2') { 2 } else { 4 };
        let [a, b] = SimdVideo::default_selectors(count);
        let elements = match saturates {
            true => Elements::Saturated,
            false if found.contains(&ADD.1) => Elements::Accumulated,
            false => Elements::Wrapped,
        };
        Ok(Video::Simd(SimdVideo {
            count,
            comparison,
            types,
            a,
            b,
            mask: SimdVideo::full_mask(count),
            elements,
        }))
    }

    fn no_relation(&self) -> Fault {
        let rule = format!("{} does not say which relation it looks for", self.stem);
        self.fault(
            rule,
            format!("write {}", either(&RELATION.map(|named| format!(".{}", named.0)))),
        )
    }

    /// dtype, atype, btype; VSET has no dtype. They stand first, but that a SIMD VSET may have its
    /// relation before them.
    fn types(&self, parts: &[&str]) -> Result<VideoTypes, Fault> {
        let types: Vec<Signedness> = parts.iter().filter_map(|part| type_of(part)).collect();
        let (count, order) = if self.sets() {
            ("two types", "atype.btype")
        } else {
            ("three types", "dtype.atype.btype")
        };
        let types_of = match (&types[..], self.sets()) {
            (&[a, b], true) => VideoTypes { destination: Signedness::Unsigned, a, b },
            (&[destination, a, b], false) => VideoTypes { destination, a, b },
            _ => {
                let has = types.len();
                let rule =
                    format!("{} takes {count} (.U32 or .S32), {order}, not {has}", self.stem);
                let example = if self.sets() { "U32.U32" } else { "U32.U32.U32" };
                return Err(self.fault(rule, format!("write for instance {}.{example}", self.stem)));
            }
        };
        let relation_first = self.operation == Operation::VideoSimd(SimdOperation::Set)
            && type_of(parts[0]).is_none();
        let first = usize::from(relation_first);
        match parts[first..].iter().take(types.len()).find(|part| type_of(part).is_none()) {
            None => Ok(types_of),
            Some(early) => {
                let rule = format!(
                    "the types of {} stand before its modifiers, but .{early} stands among them",
                    self.stem
                );
                Err(self.fault(rule, format!("write {}.{order}, then the modifiers", self.stem)))
            }
        }
    }

    fn modifier(&self, part: &str) -> Result<Named, Fault> {
        let legal = legal(self.operation);
        legal.iter().find(|named| named.0 == part).copied().ok_or_else(|| {
            let shown = Word { text: part, start: 0 }.shown();
            let names: Vec<String> = legal.iter().map(|named| format!(".{}", named.0)).collect();
            let rule = format!("{} has no modifier .{shown}", self.stem);
            self.fault(rule, format!("behind its types write {}", either(&names)))
        })
    }

    /// Whether an instruction cannot have both.
    fn excludes(&self, one: Modifier, other: Modifier) -> bool {
        let is_simd = matches!(self.operation, Operation::VideoSimd(_));
        let group = |modifier| match modifier {
            Modifier::Saturate => 0,
            Modifier::Secondary(_) if is_simd => 0,
            Modifier::Secondary(_) => 1,
            Modifier::Shift(_) => 2,
            Modifier::Relation(_) => 3,
            Modifier::PlusOne => 4,
            Modifier::ShiftSum(_) => 5,
        };
        group(one) == group(other)
    }
}

fn type_of(part: &str) -> Option<Signedness> {
    match part {
        "U32" => Some(Signedness::Unsigned),
        "S32" => Some(Signedness::Signed),
        _ => None,
    }
}

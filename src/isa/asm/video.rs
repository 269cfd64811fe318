//! The mnemonics of video instructions (ISA.md section 8): a name of the table, the types, then
//! modifiers in any order. One table for the parser, its errors and the disassembler.

use std::mem::discriminant;

use super::error::{Fault, either};
use super::form::{Form, spelled};
use super::token::Token;
use crate::isa::{
    Comparison, Elements, Field, Operation, ScalarVideo, Secondary, Signedness, SimdOperation,
    SimdVideo, Variant, Video, VideoMultiplyAdd, VideoOperation, VideoTypes,
};
use crate::source::shorten;

/// Modifiers that may follow the types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Modifier {
    Saturate,
    PlusOne,
    ShiftSum(u8),
    Shift(Variant),
    Relation(Comparison),
    Secondary(Secondary),
}

/// In the order in which they are printed and listed.
const MODIFIERS: [(&str, Modifier); 15] = [
    ("SAT", Modifier::Saturate),
    ("PO", Modifier::PlusOne),
    ("SHR_7", Modifier::ShiftSum(7)),
    ("SHR_15", Modifier::ShiftSum(15)),
    ("CLAMP", Modifier::Shift(Variant::Clamp)),
    ("WRAP", Modifier::Shift(Variant::Wrap)),
    ("EQ", Modifier::Relation(Comparison::Equal)),
    ("NE", Modifier::Relation(Comparison::NotEqual)),
    ("LT", Modifier::Relation(Comparison::Less)),
    ("LE", Modifier::Relation(Comparison::LessOrEqual)),
    ("GT", Modifier::Relation(Comparison::Greater)),
    ("GE", Modifier::Relation(Comparison::GreaterOrEqual)),
    ("ADD", Modifier::Secondary(Secondary::Add)),
    ("MIN", Modifier::Secondary(Secondary::Minimum)),
    ("MAX", Modifier::Secondary(Secondary::Maximum)),
];

const TYPES: [(&str, Signedness); 2] = [("U32", Signedness::Unsigned), ("S32", Signedness::Signed)];

/// Whether it is VSET, VSET2 or VSET4, which have a relation and no dtype.
fn sets(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Video(VideoOperation::Set) | Operation::VideoSimd(SimdOperation::Set)
    )
}

fn shifts(operation: Operation) -> bool {
    matches!(operation, Operation::Video(operation) if operation.shifts())
}

impl Modifier {
    /// Whether the operation may have it.
    fn is_of(self, operation: Operation) -> bool {
        let is_sum = operation == Operation::Video(VideoOperation::MultiplyAdd);
        let is_simd = matches!(operation, Operation::VideoSimd(_));
        match self {
            Self::Saturate => !sets(operation),
            Self::PlusOne | Self::ShiftSum(_) => is_sum,
            Self::Shift(_) => shifts(operation),
            Self::Relation(_) => sets(operation),
            Self::Secondary(Secondary::Add) => !is_sum,
            Self::Secondary(_) => !is_sum && !is_simd,
        }
    }

    fn is_in(self, video: &Video) -> bool {
        let mut with = *video;
        self.put_into(&mut with);
        with == *video
    }

    fn put_into(self, video: &mut Video) {
        match (self, video) {
            (Self::Saturate, Video::Scalar(scalar)) => scalar.saturates = true,
            (Self::Saturate, Video::MultiplyAdd(sum)) => sum.saturates = true,
            (Self::Saturate, Video::Simd(simd)) => simd.elements = Elements::Saturated,
            (Self::PlusOne, Video::MultiplyAdd(sum)) => sum.adds_one = true,
            (Self::ShiftSum(places), Video::MultiplyAdd(sum)) => sum.shift = places,
            (Self::Shift(variant), Video::Scalar(scalar)) => scalar.variant = variant,
            (Self::Relation(relation), Video::Scalar(scalar)) => {
                scalar.variant = Variant::Compare(relation);
            }
            (Self::Relation(relation), Video::Simd(simd)) => simd.comparison = Some(relation),
            (Self::Secondary(secondary), Video::Scalar(scalar)) => scalar.secondary = secondary,
            (Self::Secondary(_), Video::Simd(simd)) => simd.elements = Elements::Accumulated,
            (modifier, video) => panic!("{video:?} cannot have {modifier:?}"),
        }
    }
}

/// The modifiers that an operation may have.
fn legal(operation: Operation) -> impl Iterator<Item = (&'static str, Modifier)> {
    MODIFIERS.into_iter().filter(move |(_, modifier)| modifier.is_of(operation))
}

/// Whether `mnemonic`, one that the table has for the operation, is that of an instruction with
/// these modifiers.
pub(super) fn is_name_of(mnemonic: &str, video: &Video) -> bool {
    match video {
        Video::Scalar(scalar) => (mnemonic == "VAVRG") == (scalar.variant == Variant::Average),
        Video::MultiplyAdd(_) => true,
        Video::Simd(simd) => mnemonic.ends_with(if simd.count == 2 { '2' } else { '4' }),
    }
}

/// The types and modifiers behind the name, each after a dot.
pub(super) fn suffixes(operation: Operation, video: &Video) -> String {
    let (Video::Scalar(ScalarVideo { types, .. })
    | Video::MultiplyAdd(VideoMultiplyAdd { types, .. })
    | Video::Simd(SimdVideo { types, .. })) = video;
    let types = [types.destination, types.a, types.b];
    let types = &types[usize::from(sets(operation))..];
    let names = types.iter().flat_map(|own| TYPES.iter().filter(move |(_, kind)| kind == own));
    let modifiers = legal(operation).filter(|(_, modifier)| modifier.is_in(video));
    let names = names.map(|(name, _)| *name).chain(modifiers.map(|(name, _)| name));
    names.map(|name| format!(".{name}")).collect()
}

/// The forms of a video instruction's mnemonic; `None` where it is something else.
pub(super) fn forms(token: &Token) -> Result<Option<Vec<Form>>, Fault> {
    let upper = token.text.to_ascii_uppercase();
    let mut parts = upper.split('.');
    let stem = parts.next().unwrap_or_default();
    let Some(form) = spelled(stem).into_iter().find(|form| form.row.operation.is_video()) else {
        return Ok(None);
    };
    let mnemonic = Mnemonic { token, stem, operation: form.row.operation };
    let video = mnemonic.read(&parts.collect::<Vec<_>>())?;
    let with_c = Form { video: Some(video), mnemonic: upper, ..form };
    let mut without_c = with_c.clone();
    without_c.fields.retain(|&field| field != Field::C);
    Ok(Some(if video.reads_c() { vec![with_c] } else { vec![without_c, with_c] }))
}

struct Mnemonic<'w> {
    token: &'w Token<'w>,
    /// The name without its modifiers.
    stem: &'w str,
    operation: Operation,
}

impl Mnemonic<'_> {
    /// Modifiers that the parts behind the name spell; sources are words, and no element is masked.
    fn read(&self, parts: &[&str]) -> Result<Video, Fault> {
        let (stem, types) = (self.stem, self.types(parts)?);
        let mut video = self.plain(types);
        let mut found: Vec<(&str, Modifier)> = Vec::new();
        for part in parts.iter().filter(|part| type_of(part).is_none()) {
            let named = self.modifier(part)?;
            if let Some(other) = found.iter().find(|other| self.excludes(other.1, named.1)) {
                let rule = format!("{} has both .{} and .{}", self.token, other.0, named.0);
                return Err(self.token.fault(rule, "keep one"));
            }
            found.push(named);
            named.1.put_into(&mut video);
        }
        let has = |is: fn(&Modifier) -> bool| found.iter().any(|(_, modifier)| is(modifier));
        if shifts(self.operation) && !has(|modifier| matches!(modifier, Modifier::Shift(_))) {
            let rule = format!("{stem} does not say what an amount above 32 does");
            return Err(self
                .token
                .fault(rule, "write .CLAMP (it acts as 32) or .WRAP (modulo 32)"));
        }
        if shifts(self.operation) && types.b == Signedness::Signed {
            let rule = format!("the amount of {stem} is unsigned, but its third type is .S32");
            return Err(self.token.fault(rule, "write .U32 as the third type"));
        }
        let is_relation = |modifier: &Modifier| matches!(modifier, Modifier::Relation(_));
        if sets(self.operation) && !has(is_relation) {
            let relations = legal(self.operation).filter(|(_, modifier)| is_relation(modifier));
            let rule = format!("{stem} does not say which relation it looks for");
            return Err(self.token.fault(rule, format!("write {}", dotted(relations))));
        }
        Ok(video)
    }

    /// The instruction without modifiers.
    fn plain(&self, types: VideoTypes) -> Video {
        let count = if self.stem.ends_with('2') { 2 } else { 4 };
        let plain = Video::plain(self.operation, types, count);
        let mut video = plain.expect("the mnemonic of a video operation");
        if let (Video::Scalar(scalar), "VAVRG") = (&mut video, self.stem) {
            scalar.variant = Variant::Average;
        }
        video
    }

    /// Types dtype, atype, btype; VSET has no dtype. They come first, except that the relation of a
    /// SIMD VSET may precede them.
    fn types(&self, parts: &[&str]) -> Result<VideoTypes, Fault> {
        let (stem, sets) = (self.stem, sets(self.operation));
        let (count, words, order, example) = match sets {
            true => (2, "two types", "atype.btype", "U32.U32"),
            false => (3, "three types", "dtype.atype.btype", "U32.U32.U32"),
        };
        let types: Vec<Signedness> = parts.iter().filter_map(|part| type_of(part)).collect();
        if types.len() != count {
            let has = types.len();
            let rule = format!("{stem} takes {words} (.U32 or .S32), {order}, not {has}");
            return Err(self.token.fault(rule, format!("write for instance {stem}.{example}")));
        }
        let may_be_later = self.operation == Operation::VideoSimd(SimdOperation::Set);
        let first = usize::from(may_be_later && type_of(parts[0]).is_none());
        let mut before = parts[first..].iter().take(count);
        if let Some(early) = before.find(|part| type_of(part).is_none()) {
            let stands = format!("stand before its modifiers, but .{early} stands among them");
            let cure = format!("write {stem}.{order}, then the modifiers");
            return Err(self.token.fault(format!("the types of {stem} {stands}"), cure));
        }
        let destination = if sets { Signedness::Unsigned } else { types[0] };
        Ok(VideoTypes { destination, a: types[count - 2], b: types[count - 1] })
    }

    fn modifier(&self, part: &str) -> Result<(&'static str, Modifier), Fault> {
        legal(self.operation).find(|named| named.0 == part).ok_or_else(|| {
            let rule = format!("{} has no modifier .{}", self.stem, shorten(part));
            let cure = format!("behind its types write {}", dotted(legal(self.operation)));
            self.token.fault(rule, cure)
        })
    }

    /// Whether an instruction cannot have both.
    fn excludes(&self, one: Modifier, other: Modifier) -> bool {
        let of_elements =
            |modifier| matches!(modifier, Modifier::Saturate | Modifier::Secondary(_));
        let is_simd = matches!(self.operation, Operation::VideoSimd(_));
        discriminant(&one) == discriminant(&other)
            || is_simd && of_elements(one) && of_elements(other)
    }
}

fn type_of(part: &str) -> Option<Signedness> {
    TYPES.iter().find(|(name, _)| *name == part).map(|(_, signedness)| *signedness)
}

fn dotted(named: impl Iterator<Item = (&'static str, Modifier)>) -> String {
    either(&named.map(|(name, _)| format!(".{name}")).collect::<Vec<_>>())
}

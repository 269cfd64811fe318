//! Section 8: video instructions.

use lanebeat::isa::Signedness::*;
use lanebeat::isa::{
    Elements, Operation, Part, ScalarVideo, Secondary, SimdOperation, SimdVideo, Variant, Video,
    VideoMultiplyAdd, VideoOperation,
};
use lanebeat::model::video::results;

use crate::rtl::video::COMPARISONS;

use super::point::{Point, Points, Step};

pub fn points() -> Vec<Point> {
    let mut points = Points::of("8. Video instructions");
    scalar_operations(&mut points);
    scalar_steps(&mut points);
    multiply_add(&mut points);
    elements(&mut points);
    points.all
}

fn scalar_of(step: &Step, operation: VideoOperation) -> Option<ScalarVideo> {
    match step.instruction.video {
        Some(Video::Scalar(scalar))
            if step.instruction.operation == Operation::Video(operation) =>
        {
            Some(scalar)
        }
        _ => None,
    }
}

/// Whether some written thread has another word than the instruction without what `changes` takes
/// away.
fn matters(step: &Step, changes: impl Fn(&mut Video)) -> bool {
    let Some(mut video) = step.instruction.video else { return false };
    changes(&mut video);
    let without = |thread| {
        let words = [step.a(thread), step.b(thread), step.c(thread)];
        let words = words.each_ref().map(std::slice::from_ref);
        results(step.instruction.operation, &video, words)[0]
    };
    step.written(|thread| step.result(thread) != without(thread))
}

fn without_saturation(video: &mut Video) {
    match video {
        Video::Scalar(scalar) => scalar.saturates = false,
        Video::MultiplyAdd(multiply_add) => multiply_add.saturates = false,
        Video::Simd(simd) if simd.elements == Elements::Saturated => {
            simd.elements = Elements::Wrapped
        }
        Video::Simd(_) => {}
    }
}

fn scalar_operations(points: &mut Points) {
    use VideoOperation as Op;
    let names = [
        ("VADD", Op::Add),
        ("VSUB", Op::Subtract),
        ("VABSDIFF", Op::AbsoluteDifference),
        ("VMIN", Op::Minimum),
        ("VMAX", Op::Maximum),
        ("VSHL", Op::ShiftLeft),
        ("VSHR", Op::ShiftRight),
        ("VSET", Op::Set),
    ];
    for (name, operation) in names {
        for (text, signedness) in [("a signed a", Signed), ("an unsigned a", Unsigned)] {
            points.add(name, text, move |step| {
                scalar_of(step, operation).is_some_and(|scalar| scalar.types.a == signedness)
            });
        }
    }
    points.add("VAVRG", "an average that is rounded", |step| {
        let is_average = scalar_of(step, Op::Add).is_some_and(|scalar| {
            scalar.variant == Variant::Average && scalar.a == Part::Word && scalar.b == Part::Word
        });
        is_average && step.written(|thread| (step.a(thread) ^ step.b(thread)) & 1 == 1)
    });
    for (name, operation) in [("VSHL", Op::ShiftLeft), ("VSHR", Op::ShiftRight)] {
        for (text, variant) in [
            ("CLAMP of an amount above 32", Variant::Clamp),
            ("WRAP of an amount above 32", Variant::Wrap),
        ] {
            points.add(name, text, move |step| {
                let scalar = scalar_of(step, operation)
                    .filter(|scalar| scalar.variant == variant && scalar.b == Part::Word);
                scalar.is_some() && step.written(|thread| step.b(thread) > 32)
            });
        }
    }
    for comparison in COMPARISONS {
        for (text, word) in [("holds", 1), ("does not hold", 0)] {
            points.add("VSET", &format!("{comparison:?} {text}"), move |step| {
                let scalar =
                    scalar_of(step, Op::Set).filter(|scalar| scalar.secondary == Secondary::None);
                let is_this =
                    scalar.is_some_and(|scalar| scalar.variant == Variant::Compare(comparison));
                is_this && step.written(|thread| step.result(thread) == word)
            });
        }
    }
}

fn any_scalar(step: &Step) -> Option<ScalarVideo> {
    match step.instruction.video {
        Some(Video::Scalar(scalar)) => Some(scalar),
        _ => None,
    }
}

fn scalar_steps(points: &mut Points) {
    for part in Part::ALL {
        let name = if part == Part::Word { "no selector".to_owned() } else { part.selector() };
        points.add("1. extract", &format!("{name} of a"), move |step| {
            any_scalar(step).is_some_and(|scalar| scalar.a == part)
        });
        points.add("1. extract", &format!("{name} of b"), move |step| {
            any_scalar(step).is_some_and(|scalar| scalar.b == part)
        });
        let row = "4. secondary operation or merge";
        if part != Part::Word {
            points.add(row, &format!("a merge at {name}"), move |step| {
                any_scalar(step).is_some_and(|scalar| scalar.secondary == Secondary::Merge(part))
            });
        }
    }
    for (size, bits) in [("a word", 32), ("a half", 16), ("a byte", 8)] {
        for signedness in [Signed, Unsigned] {
            points.add(
                "3. .SAT",
                &format!("{signedness:?}, {size} that it changes"),
                move |step| {
                    let is_this = any_scalar(step).is_some_and(|scalar| {
                        let merged = match scalar.secondary {
                            Secondary::Merge(Part::Byte(_)) => 8,
                            Secondary::Merge(Part::Half(_)) => 16,
                            _ => 32,
                        };
                        merged == bits && scalar.types.destination == signedness
                    });
                    is_this && matters(step, without_saturation)
                },
            );
        }
    }
    let cases = [("ADD", Secondary::Add), ("MIN", Secondary::Minimum), ("MAX", Secondary::Maximum)];
    for (name, secondary) in cases {
        for (text, takes_c) in [("gives c", true), ("gives another word", false)] {
            points.add("4. secondary operation or merge", &format!("{name} {text}"), move |step| {
                let is_this = any_scalar(step).is_some_and(|scalar| scalar.secondary == secondary);
                is_this && step.written(|thread| (step.result(thread) == step.c(thread)) == takes_c)
            });
        }
    }
}

fn multiply_add(points: &mut Points) {
    let mut case = |text: &str, holds: fn(&VideoMultiplyAdd) -> bool| {
        points.add("VMAD", text, move |step| match step.instruction.video {
            Some(Video::MultiplyAdd(multiply_add)) => {
                holds(&multiply_add) && step.written(|_| true)
            }
            _ => false,
        });
    };
    case("unsigned", |multiply_add| !multiply_add.is_signed());
    case("signed by a", |multiply_add| multiply_add.types.a == Signed);
    case("signed by b", |multiply_add| multiply_add.types.b == Signed);
    case("-a*b", |multiply_add| multiply_add.negates_product && !multiply_add.negates_c);
    case("a*b - c", |multiply_add| !multiply_add.negates_product && multiply_add.negates_c);
    case("-a*b - c", |multiply_add| multiply_add.negates_product && multiply_add.negates_c);
    case(".PO", |multiply_add| multiply_add.adds_one);
    case(".SHR_7", |multiply_add| multiply_add.shift == 7);
    case(".SHR_15", |multiply_add| multiply_add.shift == 15);
    for is_signed in [false, true] {
        let text = match is_signed {
            true => ".SAT of a signed sum that it changes",
            false => ".SAT of an unsigned sum that it changes",
        };
        points.add("VMAD", text, move |step| match step.instruction.video {
            Some(Video::MultiplyAdd(multiply_add)) => {
                multiply_add.is_signed() == is_signed && matters(step, without_saturation)
            }
            _ => false,
        });
    }
}

fn elements(points: &mut Points) {
    use SimdOperation as Op;
    let names = [
        ("VADD", Op::Add),
        ("VSUB", Op::Subtract),
        ("VAVRG", Op::Average),
        ("VABSDIFF", Op::AbsoluteDifference),
        ("VMIN", Op::Minimum),
        ("VMAX", Op::Maximum),
        ("VSET", Op::Set),
    ];
    let mut case = |row: String,
                    text: &str,
                    operation: Option<SimdOperation>,
                    count,
                    holds: fn(&SimdVideo, &Step) -> bool| {
        points.add(&row, text, move |step| match step.instruction.video {
            Some(Video::Simd(simd)) => {
                let is_this = operation.is_none_or(|operation| {
                    step.instruction.operation == Operation::VideoSimd(operation)
                });
                simd.count == count && is_this && step.written(|_| true) && holds(&simd, step)
            }
            _ => false,
        });
    };
    for count in [2, 4] {
        for (name, operation) in names {
            let row = || format!("{name}{count}");
            case(row(), "wrapped", Some(operation), count, |simd, _| {
                simd.elements == Elements::Wrapped
            });
            case(row(), ".ADD", Some(operation), count, |simd, _| {
                simd.elements == Elements::Accumulated
            });
            if operation != Op::Set {
                case(row(), ".SAT that changes it", Some(operation), count, |_, step| {
                    matters(step, without_saturation)
                });
            }
        }
        let all = || format!("SIMD, {count} elements");
        case(all(), "default selectors", None, count, |simd, _| {
            [simd.a, simd.b] == SimdVideo::default_selectors(simd.count)
        });
        case(all(), "a selects from b", None, count, |simd, _| {
            simd.a.iter().any(|&picked| picked >= simd.count)
        });
        case(all(), "b selects from a", None, count, |simd, _| {
            simd.b[..usize::from(simd.count)].iter().any(|&picked| picked < simd.count)
        });
        case(all(), "element 0 masked out", None, count, |simd, _| simd.mask & 1 == 0);
        case(all(), "the last element masked out", None, count, |simd, _| {
            simd.mask >> (simd.count - 1) == 0
        });
        case(all(), "all elements", None, count, |simd, _| {
            simd.mask == SimdVideo::full_mask(simd.count)
        });
    }
}

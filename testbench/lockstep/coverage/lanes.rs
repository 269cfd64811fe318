//! Sections 2 and 4: who is written, and what lane operations make of their operands.

use lanebeat::isa::Comparison::*;
use lanebeat::isa::FloatOperation;
use lanebeat::isa::LaneOperation::*;
use lanebeat::isa::Signedness::*;
use lanebeat::isa::{ControlOperation, MaskEntry, MaskFunction, Operand, Operation, Thread};

use super::point::{Point, Points, Step};

const SIGN: u32 = 1 << 31;

pub fn points() -> Vec<Point> {
    let mut all = who_is_written();
    let mut lanes = Points::of("4. Lane operations");
    moves(&mut lanes);
    arithmetic(&mut lanes);
    bits(&mut lanes);
    floats(&mut lanes);
    comparisons(&mut lanes);
    all.extend(lanes.all);
    all
}

fn who_is_written() -> Vec<Point> {
    let mut points = Points::of("2. State, per wave");
    let row = "who is written";
    points.add(row, "a thread outside EXEC is not", |step| {
        any(step, |thread| !step.before.exec[thread])
    });
    points.add(row, "a thread whose guard @Pn is false is not", |step| guarded(step, false));
    points.add(row, "a thread whose guard @!Pn is false is not", |step| guarded(step, true));
    points.add(row, "every thread", |step| {
        step.every_thread().all(|thread| step.retired.written[thread])
    });
    points.add(row, "no thread", |step| {
        step.instruction.operation.is_per_thread()
            && !step.every_thread().any(|thread| step.retired.written[thread])
    });
    points.add("destination", "a register that is also a source", |step| {
        step.instruction
            .source_registers()
            .any(|source| Some(source) == step.instruction.destination)
    });
    points.add("destination", "a predicate thrown away (`__`)", |step| {
        matches!(step.instruction.operation, Operation::Lane(Compare(..)))
            && step.instruction.mask_destination == MaskEntry::TRUE
    });
    points.add("source", "a literal", |step| matches!(step.instruction.a, Operand::Literal(_)));
    points.all
}

fn any(step: &Step, is: impl Fn(Thread) -> bool) -> bool {
    step.instruction.operation.is_per_thread() && step.every_thread().any(is)
}

fn guarded(step: &Step, negated: bool) -> bool {
    let guard = step.instruction.guard;
    let is_this = guard.entry != MaskEntry::TRUE && guard.negated == negated;
    is_this && any(step, |thread| step.before.exec[thread] && !step.bit(guard, thread))
}

/// A case of one operation, seen in a thread that was written.
fn case(
    points: &mut Points,
    row: &str,
    text: &str,
    operation: impl Into<Operation>,
    holds: impl Fn(&Step, Thread) -> bool + 'static,
) {
    let operation = operation.into();
    points.add(row, text, move |step| {
        step.instruction.operation == operation
            && step.instruction.dpp.is_none()
            && step.written(|thread| holds(step, thread))
    });
}

fn moves(points: &mut Points) {
    case(points, "MOV", "a register", Move, |step, _| {
        matches!(step.instruction.a, Operand::Register(_))
    });
    case(points, "MOV", "a literal", Move, |step, _| {
        matches!(step.instruction.a, Operand::Literal(_))
    });
    case(points, "SEL, v_cndmask_b32", "picks a", Select, |step, thread| {
        step.bit(step.instruction.p, thread)
    });
    case(points, "SEL, v_cndmask_b32", "picks b", Select, |step, thread| {
        !step.bit(step.instruction.p, thread)
    });
}

fn arithmetic(points: &mut Points) {
    let wide = |word: u32| u64::from(word);
    case(points, "IADD, ISUB", "a sum above 2^32", Add, move |step, t| {
        (wide(step.a(t)) + wide(step.b(t))) >> 32 == 1
    });
    case(points, "IADD, ISUB", "a sum below 2^32", Add, move |step, t| {
        (wide(step.a(t)) + wide(step.b(t))) >> 32 == 0
    });
    case(points, "IADD, ISUB", "a difference below 0", Subtract, |step, t| step.a(t) < step.b(t));
    case(points, "IADD, ISUB", "a difference of 0 or more", Subtract, |step, t| {
        step.a(t) >= step.b(t)
    });
    case(points, "IADD, ISUB", "v_subrev_u32", SubtractReversed, |step, t| step.a(t) != step.b(t));
    let row = "IMUL, IMUL.HI";
    case(points, row, "a low word of a product above 2^32", MultiplyLow, move |step, t| {
        (wide(step.a(t)) * wide(step.b(t))) >> 32 != 0
    });
    case(points, row, "an unsigned high word", MultiplyHigh(Unsigned), |step, t| {
        step.a(t) & step.b(t) & SIGN != 0
    });
    case(
        points,
        row,
        "a signed high word of two negative numbers",
        MultiplyHigh(Signed),
        |step, t| step.a(t) & step.b(t) & SIGN != 0,
    );
    case(
        points,
        row,
        "a signed high word of numbers of two signs",
        MultiplyHigh(Signed),
        |step, t| (step.a(t) ^ step.b(t)) & SIGN != 0,
    );
    case(points, "IMAD", "a sum above 2^32", MultiplyAdd, move |step, t| {
        (wide(step.a(t).wrapping_mul(step.b(t))) + wide(step.c(t))) >> 32 != 0
    });
    for (signedness, name) in [(Signed, "S32"), (Unsigned, "U32")] {
        for (operation, kind) in [(Minimum(signedness), "MIN"), (Maximum(signedness), "MAX")] {
            let row = format!("IMNMX.{kind}.{name}");
            case(points, &row, "of words with different top bits, a", operation, |step, t| {
                (step.a(t) ^ step.b(t)) & SIGN != 0 && step.result(t) == step.a(t)
            });
            case(points, &row, "of words with different top bits, b", operation, |step, t| {
                (step.a(t) ^ step.b(t)) & SIGN != 0 && step.result(t) == step.b(t)
            });
        }
    }
}

fn bits(points: &mut Points) {
    for (operation, name) in [(And, "LOP.AND"), (Or, "LOP.OR"), (Xor, "LOP.XOR"), (Not, "NOT")] {
        case(points, name, "words of both kinds of bits", operation, |step, t| {
            step.a(t) != 0 && step.a(t) != u32::MAX
        });
    }
    for number in 0..8_u32 {
        let case_text = format!("a bit of 1, picked by {:03b}", number);
        case(points, "LOP3.LUT", &case_text, Lookup, move |step, t| {
            let picks = |word: u32, bit: u32| if number >> bit & 1 == 1 { word } else { !word };
            let places = picks(step.a(t), 2) & picks(step.b(t), 1) & picks(step.c(t), 0);
            step.instruction.table >> number & 1 == 1 && places != 0
        });
    }
    let shifts =
        [(ShiftLeft, "SHL"), (ShiftRight(Unsigned), "SHR.U32"), (ShiftRight(Signed), "SHR.S32")];
    for (operation, name) in shifts {
        case(points, name, "an amount of 0", operation, |step, t| step.a(t) == 0);
        case(points, name, "an amount of 1..31", operation, |step, t| (1..32).contains(&step.a(t)));
        case(points, name, "an amount above 31", operation, |step, t| step.a(t) > 31);
        case(points, name, "a word with its top bit set", operation, |step, t| {
            step.b(t) & SIGN != 0 && step.a(t) % 32 != 0
        });
    }
    case(points, "POPC, v_bcnt_u32_b32", "POPC", PopulationCount, |step, t| step.a(t) != 0);
    case(points, "POPC, v_bcnt_u32_b32", "adds b", PopulationCountAdd, |step, t| {
        step.a(t) != 0 && step.b(t) != 0
    });
    case(points, "BREV", "a word that is no palindrome", BitReverse, |step, t| {
        step.result(t) != step.a(t)
    });
    for (operation, name) in [(HighestOne, "FLO.U32"), (LeadingZeros, "v_ffbh_u32")] {
        case(points, name, "of 0", operation, |step, t| step.a(t) == 0);
        case(points, name, "of the top bit", operation, |step, t| step.a(t) & SIGN != 0);
        case(points, name, "of a bit below", operation, |step, t| {
            step.a(t) != 0 && step.a(t) & SIGN == 0
        });
    }
}

fn is_nan(word: u32) -> bool {
    f32::from_bits(word).is_nan()
}

fn is_subnormal(word: u32) -> bool {
    f32::from_bits(word).is_subnormal()
}

fn floats(points: &mut Points) {
    for (operation, name) in [
        (FloatOperation::Add, "FADD"),
        (FloatOperation::Subtract, "v_sub_f32"),
        (FloatOperation::Multiply, "FMUL"),
        (FloatOperation::MultiplyAdd, "FFMA"),
    ] {
        case(points, name, "a finite result", operation, |step, t| {
            f32::from_bits(step.result(t)).is_normal()
        });
        case(points, name, "an infinite result", operation, |step, t| {
            f32::from_bits(step.result(t)).is_infinite()
        });
        case(points, name, "NaN out of a NaN", operation, |step, t| {
            is_nan(step.a(t)) && step.result(t) == 0x7fff_ffff
        });
        case(points, name, "NaN out of numbers", operation, |step, t| {
            is_nan(step.result(t)) && ![step.a(t), step.b(t), step.c(t)].into_iter().any(is_nan)
        });
        case(points, name, "a subnormal operand", operation, |step, t| is_subnormal(step.a(t)));
        case(points, name, "a result of zero", operation, |step, t| step.result(t) & !SIGN == 0);
        case(points, name, "a negated source", operation, |step, _| {
            step.instruction.modifiers[0].negate
        });
        case(points, name, "an absolute source", operation, |step, _| {
            step.instruction.modifiers[0].absolute
        });
    }
    for (operation, name) in
        [(FloatOperation::Minimum, "FMNMX.MIN"), (FloatOperation::Maximum, "FMNMX.MAX")]
    {
        case(points, name, "of two numbers", operation, |step, t| {
            !is_nan(step.a(t)) && !is_nan(step.b(t))
        });
        case(points, name, "of a number and a NaN", operation, |step, t| {
            is_nan(step.a(t)) != is_nan(step.b(t))
        });
        case(points, name, "of two NaNs", operation, |step, t| {
            is_nan(step.a(t)) && is_nan(step.b(t))
        });
        case(points, name, "of two zeros of different sign", operation, |step, t| {
            (step.a(t) | step.b(t)) & !SIGN == 0 && plain(step) && step.a(t) != step.b(t)
        });
    }
    for (signedness, name) in [(Signed, "S32"), (Unsigned, "U32")] {
        let row = format!("I2F.{name}");
        case(
            points,
            &row,
            "of a word with its top bit set",
            FloatOperation::FromInteger(signedness),
            |step, t| step.a(t) & SIGN != 0,
        );
        case(
            points,
            &row,
            "that is rounded",
            FloatOperation::FromInteger(signedness),
            move |step, t| {
                let value = if signedness == Signed {
                    f64::from(step.a(t) as i32)
                } else {
                    f64::from(step.a(t))
                };
                f64::from(f32::from_bits(step.result(t))) != value
            },
        );
        let row = format!("F2I.{name}");
        case(points, &row, "of NaN", FloatOperation::ToInteger(signedness), |step, t| {
            is_nan(step.a(t))
        });
        case(
            points,
            &row,
            "saturated above",
            FloatOperation::ToInteger(signedness),
            move |step, t| {
                step.result(t) == if signedness == Signed { i32::MAX as u32 } else { u32::MAX }
            },
        );
        case(
            points,
            &row,
            "saturated below",
            FloatOperation::ToInteger(signedness),
            move |step, t| {
                plain(step)
                    && f32::from_bits(step.a(t)) < if signedness == Signed { -4e9 } else { -1.0 }
            },
        );
        case(points, &row, "in range", FloatOperation::ToInteger(signedness), |step, t| {
            plain(step) && (1.0..1e9).contains(&f32::from_bits(step.a(t)))
        });
    }
}

/// No source is modified.
fn plain(step: &Step) -> bool {
    step.instruction.modifiers.iter().all(|modifier| !modifier.negate && !modifier.absolute)
}

fn comparisons(points: &mut Points) {
    let relations = [
        (Equal, "EQ"),
        (NotEqual, "NE"),
        (Less, "LT"),
        (LessOrEqual, "LE"),
        (Greater, "GT"),
        (GreaterOrEqual, "GE"),
    ];
    for (comparison, name) in relations {
        let integers =
            [(Signed, format!("ISETP.{name}.S32")), (Unsigned, format!("ISETP.{name}.U32"))];
        for (signedness, row) in integers {
            both_answers(points, &row, Compare(comparison, signedness));
            case(
                points,
                &row,
                "words with different top bits",
                Compare(comparison, signedness),
                |step, t| (step.a(t) ^ step.b(t)) & SIGN != 0,
            );
        }
        let row = format!("FSETP.{name}");
        both_answers(points, &row, FloatOperation::Compare(comparison));
        case(points, &row, "unordered", FloatOperation::Compare(comparison), |step, t| {
            is_nan(step.a(t)) || is_nan(step.b(t))
        });
    }
    for (function, name) in
        [(MaskFunction::And, "AND"), (MaskFunction::Or, "OR"), (MaskFunction::Xor, "XOR")]
    {
        let row = format!("PSETP.{name}");
        for p in [false, true] {
            for q in [false, true] {
                case(
                    points,
                    &row,
                    &format!("of {p} and {q}"),
                    CombineMasks(function),
                    move |step, t| {
                        step.bit(step.instruction.p, t) == p && step.bit(step.instruction.q, t) == q
                    },
                );
            }
        }
    }
    points.add("NOP, v_nop, s_nop N", "one slot", |step| {
        step.instruction.operation == ControlOperation::Nop && step.instruction.extra_slots == 0
    });
    points.add("NOP, v_nop, s_nop N", "more slots", |step| {
        step.instruction.operation == ControlOperation::Nop && step.instruction.extra_slots > 0
    });
}

fn both_answers(points: &mut Points, row: &str, operation: impl Into<Operation> + Copy) {
    let stored = |step: &Step| step.instruction.mask_destination != MaskEntry::TRUE;
    case(points, row, "true", operation, move |step, t| stored(step) && step.mask(t));
    case(points, row, "false", operation, move |step, t| stored(step) && !step.mask(t));
}

//! Sections 2 and 4: who is written, and what lane operations make of their operands.

use lanebeat::isa::Comparison::*;
use lanebeat::isa::FloatOperation;
use lanebeat::isa::LaneOperation::*;
use lanebeat::isa::Signedness::*;
use lanebeat::isa::{
    ControlOperation, MaskEntry, MaskFunction, Operand, Operation, TABLE, Thread, WordOfWave,
};

use super::point::{Point, Points, Step};

const SIGN: u32 = 1 << 31;

pub fn points() -> Vec<Point> {
    let mut all = who_is_written();
    let mut lanes = Points::of("4. Lane operations");
    moves(&mut lanes);
    arithmetic(&mut lanes);
    bits(&mut lanes);
    fields_and_carries(&mut lanes);
    floats(&mut lanes);
    comparisons(&mut lanes);
    let without_case = |operation: &Operation| !lanes.operations.contains(operation);
    let missing: Vec<Operation> = of_lanes().filter(without_case).collect();
    assert!(missing.is_empty(), "operations of lanes without a case: {missing:?}");
    all.extend(lanes.all);
    all
}

/// The operations of lanes that the table has.
fn of_lanes() -> impl Iterator<Item = Operation> {
    let is_of_lanes =
        |operation: &Operation| matches!(operation, Operation::Lane(_) | Operation::Float(_));
    TABLE.iter().map(|row| row.operation).filter(is_of_lanes)
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

fn moves(points: &mut Points) {
    points
        .operation("MOV", Move)
        .case("a register", |step, _| matches!(step.instruction.a, Operand::Register(_)))
        .case("a literal", |step, _| matches!(step.instruction.a, Operand::Literal(_)));
    points
        .operation("SEL, v_cndmask_b32", Select)
        .case("picks a", |step, thread| step.bit(step.instruction.p, thread))
        .case("picks b", |step, thread| !step.bit(step.instruction.p, thread));
}

fn arithmetic(points: &mut Points) {
    let wide = |word: u32| u64::from(word);
    points
        .operation("IADD, ISUB", Add)
        .case("a sum above 2^32", move |step, t| (wide(step.a(t)) + wide(step.b(t))) >> 32 == 1)
        .case("a sum below 2^32", move |step, t| (wide(step.a(t)) + wide(step.b(t))) >> 32 == 0);
    points
        .operation("IADD, ISUB", Subtract)
        .case("a difference below 0", |step, t| step.a(t) < step.b(t))
        .case("a difference of 0 or more", |step, t| step.a(t) >= step.b(t));
    points
        .operation("IADD, ISUB", SubtractReversed)
        .case("v_subrev_u32", |step, t| step.a(t) != step.b(t));
    let row = "IMUL, IMUL.HI";
    points
        .operation(row, MultiplyLow)
        .case("a low word of a product above 2^32", move |step, t| {
            (wide(step.a(t)) * wide(step.b(t))) >> 32 != 0
        });
    points
        .operation(row, MultiplyHigh(Unsigned))
        .case("an unsigned high word", |step, t| step.a(t) & step.b(t) & SIGN != 0);
    points
        .operation(row, MultiplyHigh(Signed))
        .case("a signed high word of two negative numbers", |step, t| {
            step.a(t) & step.b(t) & SIGN != 0
        })
        .case("a signed high word of numbers of two signs", |step, t| {
            (step.a(t) ^ step.b(t)) & SIGN != 0
        });
    points.operation("IMAD", MultiplyAdd).case("a sum above 2^32", move |step, t| {
        (wide(step.a(t).wrapping_mul(step.b(t))) + wide(step.c(t))) >> 32 != 0
    });
    for (signedness, name) in [(Signed, "S32"), (Unsigned, "U32")] {
        for (operation, kind) in [(Minimum(signedness), "MIN"), (Maximum(signedness), "MAX")] {
            let row = format!("IMNMX.{kind}.{name}");
            points
                .operation(&row, operation)
                .case("of words with different top bits, a", |step, t| {
                    (step.a(t) ^ step.b(t)) & SIGN != 0 && step.result(t) == step.a(t)
                })
                .case("of words with different top bits, b", |step, t| {
                    (step.a(t) ^ step.b(t)) & SIGN != 0 && step.result(t) == step.b(t)
                });
        }
    }
}

fn bits(points: &mut Points) {
    for (operation, name) in [(And, "LOP.AND"), (Or, "LOP.OR"), (Xor, "LOP.XOR"), (Not, "NOT")] {
        points
            .operation(name, operation)
            .case("words of both kinds of bits", |step, t| step.a(t) != 0 && step.a(t) != u32::MAX);
    }
    for number in 0..8_u32 {
        let case_text = format!("a bit of 1, picked by {:03b}", number);
        points.operation("LOP3.LUT", Lookup).case(&case_text, move |step, t| {
            let picks = |word: u32, bit: u32| if number >> bit & 1 == 1 { word } else { !word };
            let places = picks(step.a(t), 2) & picks(step.b(t), 1) & picks(step.c(t), 0);
            step.instruction.immediate >> number & 1 == 1 && places != 0
        });
    }
    let shifts =
        [(ShiftLeft, "SHL"), (ShiftRight(Unsigned), "SHR.U32"), (ShiftRight(Signed), "SHR.S32")];
    for (operation, name) in shifts {
        points
            .operation(name, operation)
            .case("an amount of 0", |step, t| step.a(t) == 0)
            .case("an amount of 1..31", |step, t| (1..32).contains(&step.a(t)))
            .case("an amount above 31", |step, t| step.a(t) > 31)
            .case("a word with its top bit set", |step, t| {
                step.b(t) & SIGN != 0 && step.a(t) % 32 != 0
            });
    }
    points
        .operation("POPC, v_bcnt_u32_b32", PopulationCount)
        .case("POPC", |step, t| step.a(t) != 0);
    points
        .operation("POPC, v_bcnt_u32_b32", PopulationCountAdd)
        .case("adds b", |step, t| step.a(t) != 0 && step.b(t) != 0);
    points
        .operation("BREV", BitReverse)
        .case("a word that is no palindrome", |step, t| step.result(t) != step.a(t));
    for (operation, name) in [(HighestOne, "FLO.U32"), (LeadingZeros, "v_ffbh_u32")] {
        points
            .operation(name, operation)
            .case("of 0", |step, t| step.a(t) == 0)
            .case("of the top bit", |step, t| step.a(t) & SIGN != 0)
            .case("of a bit below", |step, t| step.a(t) != 0 && step.a(t) & SIGN == 0);
    }
}

fn fields_and_carries(points: &mut Points) {
    let wide = |word: u32| u64::from(word);
    for signs in 0..8_u32 {
        points.operation("IADD3", AddThree).case(
            &format!("with signs {signs:03b}, a lowest"),
            move |step, _| {
                let negates = |place: usize| step.instruction.modifiers[place].negate;
                (0..3).all(|place| negates(place) == (signs >> place & 1 == 1))
            },
        );
    }
    for (operation, row) in [
        (AddCarry, "IADD.CC"),
        (SubtractCarry, "ISUB.CC"),
        (SubtractBorrow, "ISUB.BB"),
        (SubtractBorrowReversed, "v_subrev_co_u32"),
    ] {
        both_answers(points, row, operation);
        points
            .operation(row, operation)
            .case("with q", |step, t| step.bit(step.instruction.q, t))
            .case("without q", |step, t| !step.bit(step.instruction.q, t));
    }
    for (operation, row) in [(FunnelRight, "SHF.R.U64"), (FunnelLeft, "SHF.L.U64.HI")] {
        points
            .operation(row, operation)
            .case("an amount of 0", |step, t| step.a(t) % 32 == 0)
            .case("an amount of 1..31, with bits of both words", |step, t| {
                step.a(t) % 32 != 0 && step.b(t) != 0 && step.c(t) != 0
            });
    }
    let nibbles = |word: u32| (0..4).map(move |place| word >> (4 * place) & 15);
    points
        .operation("PRMT", PermuteBytes)
        .case("a byte of each word", move |step, t| {
            nibbles(step.a(t)).any(|n| n < 4) && nibbles(step.a(t)).any(|n| (4..8).contains(&n))
        })
        .case("a sign", move |step, t| nibbles(step.a(t)).any(|n| n > 7));
    let selects = |low: u32, high: u32| {
        move |step: &Step, t: Thread| {
            step.a(t).to_le_bytes().into_iter().any(|n| (low..=high).contains(&n.into()))
        }
    };
    points
        .operation("v_perm_b32", PermuteBytesWide)
        .case("a byte", selects(0, 7))
        .case("a sign", selects(8, 11))
        .case("0x00", selects(12, 12))
        .case("0xff", selects(13, 255));
    for (signedness, row) in [(Unsigned, "BFE.U32"), (Signed, "BFE.S32")] {
        points
            .operation(row, ExtractBits(signedness))
            .case("a length of 0", |step, t| step.c(t) % 32 == 0)
            .case("a field in the word", |step, t| {
                step.c(t) % 32 != 0 && step.a(t) % 32 + step.c(t) % 32 <= 32
            })
            .case("a field that ends above the word", |step, t| {
                step.a(t) % 32 + step.c(t) % 32 > 32
            })
            .case("a highest bit of 1", |step, t| {
                let [place, length] = [step.a(t) % 32, step.c(t) % 32];
                length != 0 && step.b(t) >> (place + length - 1).min(31) & 1 == 1
            });
    }
    points
        .operation("BMSK", BitMask)
        .case("ones in the word", |step, t| step.a(t) % 32 + step.c(t) % 32 <= 32)
        .case("ones cut off", |step, t| step.a(t) % 32 + step.c(t) % 32 > 32);
    points.operation("SHLADD, LEA", ShiftLeftAdd).case("a sum above 2^32", move |step, t| {
        (wide(step.b(t) << (step.a(t) % 32)) + wide(step.c(t))) >> 32 == 1
    });
    points
        .operation("SHLOR", ShiftLeftOr)
        .case("bits of both words", |step, t| step.b(t) << (step.a(t) % 32) != 0 && step.c(t) != 0);
    points
        .operation("ADDSHL", AddShiftLeft)
        .case("a sum that is shifted", |step, t| step.c(t) % 32 != 0 && step.result(t) != 0);
    points
        .operation("LEA.HI", FunnelLeftAdd)
        .case("places of 0", |step, _| step.instruction.immediate == 0)
        .case("bits of both words", |step, t| {
            step.instruction.immediate != 0 && step.b(t) != 0 && step.c(t) != 0
        });
    both_answers(points, "LOP3.P", LookupAny);
    for (word, row) in [(WordOfWave::Low, "MBCNT.LO"), (WordOfWave::High, "MBCNT.HI")] {
        points
            .operation(row, CountBelow(word))
            .case("ones below", |step, t| step.result(t) != step.b(t))
            .case("none below", |step, t| step.result(t) == step.b(t));
    }
    points.add("two literals", "of an operation that takes them", |step| {
        let literals = step.instruction.sources();
        step.instruction.operation.takes_two_literals()
            && literals.iter().filter(|source| source.literal().is_some()).count() == 2
    });
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
        points
            .operation(name, operation)
            .case("a finite result", |step, t| f32::from_bits(step.result(t)).is_normal())
            .case("an infinite result", |step, t| f32::from_bits(step.result(t)).is_infinite())
            .case("NaN out of a NaN", |step, t| is_nan(step.a(t)) && step.result(t) == 0x7fff_ffff)
            .case("NaN out of numbers", |step, t| {
                is_nan(step.result(t)) && ![step.a(t), step.b(t), step.c(t)].into_iter().any(is_nan)
            })
            .case("a subnormal operand", |step, t| is_subnormal(step.a(t)))
            .case("a result of zero", |step, t| step.result(t) & !SIGN == 0)
            .case("a negated source", |step, _| step.instruction.modifiers[0].negate)
            .case("an absolute source", |step, _| step.instruction.modifiers[0].absolute);
    }
    let cases = [(FloatOperation::Minimum, "FMNMX.MIN"), (FloatOperation::Maximum, "FMNMX.MAX")];
    for (operation, name) in cases {
        points
            .operation(name, operation)
            .case("of two numbers", |step, t| !is_nan(step.a(t)) && !is_nan(step.b(t)))
            .case("of a number and a NaN", |step, t| is_nan(step.a(t)) != is_nan(step.b(t)))
            .case("of two NaNs", |step, t| is_nan(step.a(t)) && is_nan(step.b(t)))
            .case("of two zeros of different sign", |step, t| {
                (step.a(t) | step.b(t)) & !SIGN == 0 && plain(step) && step.a(t) != step.b(t)
            });
    }
    for (signedness, name) in [(Signed, "S32"), (Unsigned, "U32")] {
        let row = format!("I2F.{name}");
        points
            .operation(&row, FloatOperation::FromInteger(signedness))
            .case("of a word with its top bit set", |step, t| step.a(t) & SIGN != 0)
            .case("that is rounded", move |step, t| {
                let value = match signedness == Signed {
                    true => f64::from(step.a(t) as i32),
                    false => f64::from(step.a(t)),
                };
                f64::from(f32::from_bits(step.result(t))) != value
            });
        let row = format!("F2I.{name}");
        points
            .operation(&row, FloatOperation::ToInteger(signedness))
            .case("of NaN", |step, t| is_nan(step.a(t)))
            .case("saturated above", move |step, t| {
                step.result(t) == if signedness == Signed { i32::MAX as u32 } else { u32::MAX }
            })
            .case("saturated below", move |step, t| {
                plain(step)
                    && f32::from_bits(step.a(t)) < if signedness == Signed { -4e9 } else { -1.0 }
            })
            .case("in range", |step, t| {
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
            points
                .operation(&row, Compare(comparison, signedness))
                .case("words with different top bits", |step, t| {
                    (step.a(t) ^ step.b(t)) & SIGN != 0
                });
        }
        let row = format!("FSETP.{name}");
        both_answers(points, &row, FloatOperation::Compare(comparison));
        points
            .operation(&row, FloatOperation::Compare(comparison))
            .case("unordered", |step, t| is_nan(step.a(t)) || is_nan(step.b(t)));
    }
    let cases = [(MaskFunction::And, "AND"), (MaskFunction::Or, "OR"), (MaskFunction::Xor, "XOR")];
    for (function, name) in cases {
        for (integer, row) in [(true, "ISETP"), (false, "FSETP")] {
            for q in [false, true] {
                let case = format!("combined by {name} with {q}");
                points.add(&format!("{row}.x.{name}"), &case, move |step| {
                    step.instruction.combination() == Some(function)
                        && matches!(step.instruction.operation, Operation::Lane(_)) == integer
                        && step.written(|t| step.bit(step.instruction.q, t) == q)
                });
            }
        }
    }
    for (operation, row) in [
        (FloatOperation::CompareUnordered(Equal), "FSETP.EQU"),
        (FloatOperation::CompareUnordered(Less), "FSETP.LTU"),
        (FloatOperation::CompareUnordered(LessOrEqual), "FSETP.LEU"),
        (FloatOperation::CompareUnordered(Greater), "FSETP.GTU"),
        (FloatOperation::CompareUnordered(GreaterOrEqual), "FSETP.GEU"),
        (FloatOperation::OrderedNotEqual, "FSETP.LG"),
        (FloatOperation::IsOrdered, "FSETP.NUM"),
        (FloatOperation::IsUnordered, "FSETP.NAN"),
    ] {
        both_answers(points, row, operation);
        points
            .operation(row, operation)
            .case("unordered", |step, t| is_nan(step.a(t)) || is_nan(step.b(t)));
    }
    for (function, name) in cases {
        let row = format!("PSETP.{name}");
        for p in [false, true] {
            for q in [false, true] {
                points.operation(&row, CombineMasks(function)).case(
                    &format!("of {p} and {q}"),
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
    points
        .operation(row, operation)
        .case("true", move |step, t| stored(step) && step.mask(t))
        .case("false", move |step, t| stored(step) && !step.mask(t));
}

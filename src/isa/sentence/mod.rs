//! What an instruction does, in one sentence.

mod video;

use crate::isa::{
    BarrierReduction, Comparison, ExecOperation, Field, Instruction, LaneMove, MaskEntry,
    MaskFunction, MaskSource, Operand, Operation, Reduction, Shared, ShuffleMode, Signedness,
    SourceModifier, TrueWord, VoteMode,
};

/// What `instruction` does to the threads it writes.
pub fn sentence(instruction: &Instruction) -> String {
    let effect = match instruction.operation {
        Operation::Nop => {
            return format!("Does nothing for {} slots.", u32::from(instruction.extra_slots) + 1)
                .replace(" 1 slots", " 1 slot");
        }
        Operation::Exit => return "Ends the wave.".to_owned(),
        Operation::Exec(operation) => return exec_sentence(operation, instruction),
        Operation::Synchronise | Operation::BarrierReduce(_) | Operation::TriggerCounter => {
            return shared_sentence(instruction);
        }
        Operation::WriteLane => return write_lane_sentence(instruction),
        Operation::LaneMove(kind) => lane_move_effect(kind, instruction),
        Operation::Shuffle(mode) => shuffle_effect(mode, instruction),
        Operation::ShuffleRange(mode, word) => shuffle_range_effect(mode, word, instruction),
        operation if operation.is_vote() => vote_effect(instruction),
        _ => lane_effect(instruction),
    };
    let guard = match instruction.guard {
        MaskSource { entry: MaskEntry::TRUE, negated: false } => String::new(),
        MaskSource { entry, negated } => {
            format!(" and {entry} is {}", if negated { "0" } else { "1" })
        }
    };
    let modifier = match instruction.dpp {
        Some(_) => format!(
            ", {} being {} of the thread shown below",
            a(instruction),
            operand(instruction.a)
        ),
        None => String::new(),
    };
    format!("Where EXEC is 1{guard}: {effect}{modifier}.")
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::None => "nothing".to_owned(),
        Operand::Register(register) => register.to_string(),
        Operand::Literal(literal @ ..256) => literal.to_string(),
        Operand::Literal(literal) => format!("{literal:#x}"),
    }
}

/// Operand a; `R0'` where it is taken from another thread.
fn a(instruction: &Instruction) -> String {
    format!("{}{}", operand(instruction.a), if instruction.dpp.is_some() { "'" } else { "" })
}

/// A source as it is after its modifier: `-|R1|`.
fn modified(source: String, modifier: SourceModifier) -> String {
    let absolute = if modifier.absolute { format!("|{source}|") } else { source };
    if modifier.negate { format!("-{absolute}") } else { absolute }
}

fn mask(source: MaskSource) -> String {
    format!("{}{}", if source.negated { "not " } else { "" }, source.entry)
}

fn destination(instruction: &Instruction) -> String {
    match instruction.destination {
        Some(register) if instruction.operation.uses(Field::D) => register.to_string(),
        Some(_) | None if instruction.mask_destination == MaskEntry::TRUE => "nothing".to_owned(),
        Some(_) | None => instruction.mask_destination.to_string(),
    }
}

/// `R1 = R2 of thread 5`.
fn lane_move_effect(kind: LaneMove, instruction: &Instruction) -> String {
    let b = operand(instruction.b);
    let permuted = |row: &str| {
        let flags = match (instruction.bound_control, instruction.fetch_inactive) {
            (_, true) => "",
            (true, false) => ", 0 where that is outside EXEC",
            (false, false) => ", nothing where that is outside EXEC",
        };
        format!(
            "of the thread of {row} at the place that its nibble of {} and {b} names{flags}",
            operand(instruction.c)
        )
    };
    let source = match kind {
        LaneMove::Read => format!("of thread {b} modulo threads"),
        LaneMove::ReadFirst => "of the lowest executing thread".to_owned(),
        LaneMove::PermuteRow => permuted("its row"),
        LaneMove::PermuteOtherRow => permuted("the other row of its 32 threads"),
        LaneMove::SwapHalves => "of the thread 32 away".to_owned(),
        LaneMove::Pull => format!("of thread {b}/4 modulo threads, 0 if that is outside EXEC"),
        LaneMove::Push => format!(
            "of the highest executing thread whose {b}/4 modulo threads is its number, 0 if there is none"
        ),
        LaneMove::Swizzle => {
            format!("of the thread that the swizzle {b} names, 0 if that is outside EXEC")
        }
    };
    format!("{} = {} {source}", destination(instruction), operand(instruction.a))
}

fn write_lane_sentence(instruction: &Instruction) -> String {
    let [a, thread] = [instruction.a, instruction.b].map(operand);
    format!(
        "{} = {a} in thread {thread} modulo threads, whatever EXEC says.",
        destination(instruction)
    )
}

/// `R1 = R4 + R1`.
fn lane_effect(instruction: &Instruction) -> String {
    let value = match instruction.operation {
        Operation::CombineMasks(function) => {
            let word = match function {
                MaskFunction::And => "and",
                MaskFunction::Or => "or",
                MaskFunction::Xor => "xor",
            };
            format!("{} {word} {}", mask(instruction.p), mask(instruction.q))
        }
        Operation::ReadSpecial => match instruction.shared {
            Shared::Special(register) => register.to_string(),
            _ => "0".to_owned(),
        },
        Operation::ReadBarrier => "the result of the wave's last barrier".to_owned(),
        Operation::TestBarrier => {
            "whether the result of the wave's last barrier is not 0".to_owned()
        }
        Operation::Select => {
            format!("{} if {} else {}", a(instruction), mask(instruction.p), operand(instruction.b))
        }
        operation if operation.is_video() => {
            let video = &instruction.video.expect("a video operation has its modifiers");
            let [a, b, c] = [instruction.a, instruction.b, instruction.c].map(operand);
            video::value(operation, video, [&a, &b, &c])
        }
        operation => {
            let [of_a, of_b, of_c] = instruction.modifiers;
            let b = modified(operand(instruction.b), of_b);
            value_of_words(
                operation,
                &modified(a(instruction), of_a),
                &b,
                &modified(operand(instruction.c), of_c),
            )
        }
    };
    format!("{} = {value}", destination(instruction))
}

/// The value of an operation on words, in terms of its operands' names.
fn value_of_words(operation: Operation, a: &str, b: &str, c: &str) -> String {
    match operation {
        Operation::Move => a.to_owned(),
        Operation::Add => format!("{a} + {b}"),
        Operation::Subtract => format!("{a} - {b}"),
        Operation::SubtractReversed => format!("{b} - {a}"),
        Operation::MultiplyLow => format!("the low word of {a} x {b}"),
        Operation::MultiplyHigh(signedness) => {
            format!("the high word of {a} x {b}, {}", read_as(signedness))
        }
        Operation::MultiplyAdd => format!("the low word of {a} x {b}, plus {c}"),
        Operation::Minimum(signedness) => {
            format!("the smaller of {a} and {b}, {}", read_as(signedness))
        }
        Operation::Maximum(signedness) => {
            format!("the larger of {a} and {b}, {}", read_as(signedness))
        }
        Operation::And => format!("{a} and {b}"),
        Operation::Or => format!("{a} or {b}"),
        Operation::Xor => format!("{a} xor {b}"),
        Operation::Not => format!("not {a}"),
        Operation::ShiftLeft => format!("{b} shifted left by {a} modulo 32"),
        Operation::ShiftRight(Signedness::Unsigned) => {
            format!("{b} shifted right by {a} modulo 32")
        }
        Operation::ShiftRight(Signedness::Signed) => {
            format!("{b} shifted right by {a} modulo 32, copying its sign")
        }
        Operation::PopulationCount => format!("the number of ones in {a}"),
        Operation::PopulationCountAdd => format!("the number of ones in {a}, plus {b}"),
        Operation::BitReverse => format!("{a} with its bits in reverse order"),
        Operation::HighestOne => {
            format!("the position of the highest one in {a}, or 0xffffffff for 0")
        }
        Operation::LeadingZeros => {
            format!("the number of zeros above the highest one in {a}, or 0xffffffff for 0")
        }
        Operation::Compare(comparison, signedness) => {
            format!("whether {a} {} {b}, {}", relation(comparison), read_as(signedness))
        }
        Operation::FloatAdd => format!("{a} + {b} as floats"),
        Operation::FloatSubtract => format!("{a} - {b} as floats"),
        Operation::FloatMultiply => format!("{a} x {b} as floats"),
        Operation::FloatMultiplyAdd => format!("{a} x {b} + {c} as floats, rounded once"),
        Operation::FloatMinimum => format!("the smaller of {a} and {b} as floats"),
        Operation::FloatMaximum => format!("the larger of {a} and {b} as floats"),
        Operation::FloatFromInteger(signedness) => {
            format!("{a}, an integer {}, as a float", read_as_one(signedness))
        }
        Operation::FloatToInteger(signedness) => {
            format!(
                "the float {a} as an integer {}, rounded toward zero and saturated",
                read_as_one(signedness)
            )
        }
        Operation::FloatCompare(comparison) => {
            format!("whether {a} {} {b} as floats", relation(comparison))
        }
        Operation::Nop
        | Operation::Exit
        | Operation::Select
        | Operation::CombineMasks(_)
        | Operation::Shuffle(_)
        | Operation::ShuffleRange(..)
        | Operation::Synchronise
        | Operation::BarrierReduce(_)
        | Operation::ReadBarrier
        | Operation::TestBarrier
        | Operation::TriggerCounter
        | Operation::ReadSpecial
        | Operation::Video(_)
        | Operation::VideoSimd(_)
        | Operation::Exec(_)
        | Operation::Vote(_)
        | Operation::Ballot
        | Operation::ActiveThreads
        | Operation::MatchAny
        | Operation::MatchAll
        | Operation::LaneMove(_)
        | Operation::WriteLane
        | Operation::Reduce(_) => unreachable!("{operation:?} is no operation on words alone"),
    }
}

fn read_as(signedness: Signedness) -> &'static str {
    match signedness {
        Signedness::Signed => "as signed numbers",
        Signedness::Unsigned => "as unsigned numbers",
    }
}

fn read_as_one(signedness: Signedness) -> &'static str {
    match signedness {
        Signedness::Signed => "with a sign",
        Signedness::Unsigned => "without a sign",
    }
}

fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

/// The thread that a shuffle takes the word from.
fn source_thread(mode: ShuffleMode, instruction: &Instruction) -> String {
    let b = operand(instruction.b);
    match mode {
        ShuffleMode::Index => format!("thread {b} of its segment"),
        ShuffleMode::Up => format!("the thread {b} below"),
        ShuffleMode::Down => format!("the thread {b} above"),
        ShuffleMode::Butterfly => format!("the thread numbered its own xor {b}"),
    }
}

fn shuffle_effect(mode: ShuffleMode, instruction: &Instruction) -> String {
    let source = source_thread(mode, instruction);
    let (d, a) = (destination(instruction), a(instruction));
    let in_range = match instruction.mask_destination {
        MaskEntry::TRUE => String::new(),
        entry => format!("; {entry} = whether that is in range"),
    };
    format!("{d} = {a} of {source}, or its own {a} where that is out of range{in_range}")
}

fn shuffle_range_effect(mode: ShuffleMode, word: TrueWord, instruction: &Instruction) -> String {
    let word = match word {
        TrueWord::AllOnes => "0xffffffff",
        TrueWord::One => "1.0",
    };
    format!(
        "{} = {word} where {} is in range, else 0",
        destination(instruction),
        source_thread(mode, instruction)
    )
}

/// `P1 = whether P2 is 1 in any of the warp's executing threads`.
fn vote_effect(instruction: &Instruction) -> String {
    let (d, a, q) = (destination(instruction), a(instruction), mask(instruction.q));
    let others = "the warp's executing threads";
    match instruction.operation {
        Operation::Vote(VoteMode::Any) => format!("{d} = whether {q} is 1 in any of {others}"),
        Operation::Vote(VoteMode::All) => format!("{d} = whether {q} is 1 in all of {others}"),
        Operation::Vote(VoteMode::Uniform) => {
            format!("{d} = whether {q} is the same in all of {others}")
        }
        Operation::Ballot => {
            format!("{d} = a bit for each thread of the warp, 1 where it executes and {q} is 1")
        }
        Operation::ActiveThreads => {
            format!("{d} = a bit for each thread of the warp, 1 where it executes")
        }
        Operation::MatchAny => format!(
            "{d} = a bit for each thread of the warp, 1 where it executes and has the same {a}"
        ),
        Operation::MatchAll => {
            let outcome = match instruction.mask_destination {
                MaskEntry::TRUE => String::new(),
                entry => format!(", and {entry} = whether it is"),
            };
            format!(
                "{d} = a bit for each of {others} if {a} is the same in all of them, else 0{outcome}"
            )
        }
        Operation::Reduce(reduction) => format!("{d} = {} of {a} in {others}", reduced(reduction)),
        operation => unreachable!("{operation:?} is no vote"),
    }
}

fn reduced(reduction: Reduction) -> String {
    match reduction {
        Reduction::Add => "the sum".to_owned(),
        Reduction::And => "the and".to_owned(),
        Reduction::Or => "the or".to_owned(),
        Reduction::Xor => "the xor".to_owned(),
        Reduction::Minimum(signedness) => format!("the smallest, {},", read_as(signedness)),
        Reduction::Maximum(signedness) => format!("the largest, {},", read_as(signedness)),
    }
}

fn exec_sentence(operation: ExecOperation, instruction: &Instruction) -> String {
    let source = match instruction.mask_literal {
        Some(negative @ ..0) => negative.to_string(),
        Some(literal) => format!("{literal:#x}"),
        None => mask(instruction.p),
    };
    let slot = instruction.mask_destination;
    match operation {
        ExecOperation::Move => format!("EXEC = {source}."),
        ExecOperation::Save => format!("{slot} = EXEC."),
        ExecOperation::Not => "EXEC = not EXEC.".to_owned(),
        ExecOperation::And => format!("EXEC = EXEC and {source}."),
        ExecOperation::Or => format!("EXEC = EXEC or {source}."),
        ExecOperation::AndNot => format!("EXEC = EXEC and not {source}."),
        ExecOperation::OrSave => format!("{slot} = EXEC, then EXEC = EXEC or {source}."),
        ExecOperation::AndSave => format!("{slot} = EXEC, then EXEC = EXEC and {source}."),
    }
}

/// What arrives at a barrier or counts.
fn shared_sentence(instruction: &Instruction) -> String {
    let barrier = match instruction.shared {
        Shared::Counter(number) => return format!("Adds 1 to performance counter {number}."),
        Shared::Barrier(barrier) => barrier,
        Shared::None | Shared::Special(_) => return "Does nothing.".to_owned(),
    };
    let all = match barrier.waves {
        None => "all running waves have".to_owned(),
        Some(1) => "1 wave has".to_owned(),
        Some(count) => format!("{count} waves have"),
    };
    let guard = if instruction.guard == MaskSource::TRUE {
        String::new()
    } else {
        format!(" and {}", mask(instruction.guard))
    };
    let threads = format!("over the threads of those waves where EXEC is 1{guard}");
    let q = mask(instruction.q);
    let counted = match instruction.operation {
        Operation::BarrierReduce(BarrierReduction::Count) => {
            format!("; B2R then reads how often {q} is true {threads}")
        }
        Operation::BarrierReduce(BarrierReduction::And) => {
            format!("; B2R then reads 1 if {q} is true everywhere, else 0, {threads}")
        }
        Operation::BarrierReduce(BarrierReduction::Or) => {
            format!("; B2R then reads 1 if {q} is true anywhere, else 0, {threads}")
        }
        _ => String::new(),
    };
    format!("Waits at barrier {} until {all} arrived{counted}.", barrier.number)
}

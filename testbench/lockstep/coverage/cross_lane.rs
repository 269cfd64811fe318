//! Sections 5 and 6: SHFL and DPP.

use lanebeat::isa::{
    Dpp, DppControl, FloatOperation, LaneOperation, Operand, Operation, ShuffleMode, Thread,
    TrueWord,
};
use lanebeat::model::dpp::sources;

use super::point::{Point, Points, Step};

pub fn points() -> Vec<Point> {
    let mut all = shuffle();
    let mut points = Points::of("6. DPP");
    controls(&mut points);
    conditions(&mut points);
    all.extend(points.all);
    all
}

fn shuffle() -> Vec<Point> {
    let mut points = Points::of("5. SHFL");
    let modes = [
        (ShuffleMode::Index, "IDX"),
        (ShuffleMode::Up, "UP"),
        (ShuffleMode::Down, "DOWN"),
        (ShuffleMode::Butterfly, "BFLY"),
    ];
    for (mode, row) in modes {
        let mut case = |text: &str, holds: fn(&Step, Thread) -> bool| {
            points.add(row, text, move |step| {
                step.instruction.operation == Operation::Shuffle(mode)
                    && step.written(|thread| holds(step, thread))
            });
        };
        case("in range", |step, t| step.mask(t));
        case("out of range", |step, t| step.retired.mask.is_some() && !step.mask(t));
        case("a segment mask", |step, t| step.c(t) >> 8 & 31 != 0);
        case("a clamp that is neither 0 nor 31", |step, t| !matches!(step.c(t) & 31, 0 | 31));
        case("b of each thread, out of a register", |step, _| {
            matches!(step.instruction.b, Operand::Register(_))
        });
        case("bits of b above 4 that do not count", |step, t| step.b(t) > 31);
        case("c out of a register", |step, _| matches!(step.instruction.c, Operand::Register(_)));
        case("both literals", |step, _| {
            [step.instruction.b, step.instruction.c]
                .iter()
                .all(|operand| matches!(operand, Operand::Literal(_)))
        });
        case("a source thread outside EXEC supplies its word", |step, t| {
            step.mask(t) && comes_from_inactive(step, t)
        });
        case("the upper warp", |_, t| t.0 >= 32);
        for (true_word, name) in [(TrueWord::AllOnes, "all ones"), (TrueWord::One, "1.0")] {
            points.add(row, &format!("the predicate as a word, {name} or 0"), move |step| {
                let words: Vec<u32> = step
                    .every_thread()
                    .filter(|&t| step.retired.written[t])
                    .map(|thread| step.result(thread))
                    .collect();
                step.instruction.operation == Operation::ShuffleRange(mode, true_word)
                    && words.contains(&0)
                    && words.iter().any(|&word| word != 0)
            });
        }
    }
    points.add("UP", "a clamp that is not 0, where minLane and max differ", |step| {
        step.instruction.operation == Operation::Shuffle(ShuffleMode::Up)
            && step.written(|t| step.c(t) & 31 != 0 && step.c(t) >> 8 & 31 != 31)
    });
    points.add("BFLY", "an earlier segment is read", |step| {
        step.instruction.operation == Operation::Shuffle(ShuffleMode::Butterfly)
            && step.written(|t| {
                let (lane, mask) = (t.0 as u32 % 32, step.c(t) >> 8 & 31);
                step.mask(t) && (lane ^ step.b(t) & 31) < lane & mask
            })
    });
    points.all
}

/// The word of some thread outside EXEC, and of no thread inside it.
fn comes_from_inactive(step: &Step, thread: Thread) -> bool {
    let warp = thread.0 / 32;
    let suppliers: Vec<Thread> = step
        .every_thread()
        .filter(|other| other.0 / 32 == warp && step.a(*other) == step.result(thread))
        .collect();
    !suppliers.is_empty() && suppliers.iter().all(|&other| !step.before.exec[other])
}

fn controls(points: &mut Points) {
    use DppControl::*;
    let mut control = |row: &str, can_lack: bool, is: fn(DppControl) -> bool| {
        points.add(row, "a thread executes with another's word", move |step| {
            modifier(step, is)
                .is_some_and(|dpp| step.written(|t| fetched(step, dpp, t).is_some_and(|j| j != t)))
        });
        if can_lack {
            points.add(row, "a thread has no valid source", move |step| {
                modifier(step, is).is_some_and(|dpp| {
                    step.every_thread().any(|t| step.executes(t) && fetched(step, dpp, t).is_none())
                })
            });
        }
    };
    control("quad_perm:[p0,p1,p2,p3]", false, |control| matches!(control, QuadPermute(_)));
    control("row_shl:n", true, |control| matches!(control, RowShiftLeft(_)));
    control("row_shr:n", true, |control| matches!(control, RowShiftRight(_)));
    control("row_ror:n", false, |control| matches!(control, RowRotateRight(_)));
    control("wave_shl:1", true, |control| control == WaveShiftLeft);
    control("wave_rol:1", false, |control| control == WaveRotateLeft);
    control("wave_shr:1", true, |control| control == WaveShiftRight);
    control("wave_ror:1", false, |control| control == WaveRotateRight);
    control("row_mirror", false, |control| control == RowMirror);
    control("row_half_mirror", false, |control| control == RowHalfMirror);
    control("row_bcast:15", true, |control| control == RowBroadcast15);
    control("row_bcast:31", true, |control| control == RowBroadcast31);
    control("row_share:n", false, |control| matches!(control, RowShare(_)));
    control("row_xmask:n", false, |control| matches!(control, RowXorMask(_)));
    control("dpp8:[s0..s7]", false, |control| matches!(control, EightPermute(_)));
    let cases = [(false, "supplies 0, and the thread is written"), (true, "supplies its word")];
    for (fetch_inactive, effect) in cases {
        let case = format!("FI = {}: a source outside EXEC {effect}", u8::from(fetch_inactive));
        points.add("dpp8:[s0..s7]", &case, move |step| {
            modifier(step, |control| matches!(control, EightPermute(_))).is_some_and(|dpp| {
                let is_outside = |t| fetched(step, dpp, t).is_some_and(|j| !step.before.exec[j]);
                dpp.fetch_inactive == fetch_inactive && step.written(is_outside)
            })
        });
    }
}

fn modifier(step: &Step, is: fn(DppControl) -> bool) -> Option<Dpp> {
    step.instruction.dpp.filter(|dpp| is(dpp.control))
}

/// The source thread, if the control gives one.
fn fetched(step: &Step, dpp: Dpp, thread: Thread) -> Option<Thread> {
    sources(dpp.control, step.threads())[thread]
}

fn masked(dpp: Dpp, thread: Thread) -> bool {
    dpp.row_mask >> (thread.row().0 % 4) & 1 == 0 || dpp.bank_mask >> thread.bank() & 1 == 0
}

/// Whether the thread's source is there and outside EXEC.
fn inactive(step: &Step, dpp: Dpp, thread: Thread) -> bool {
    fetched(step, dpp, thread).is_some_and(|source| !step.before.exec[source])
}

/// Whether a thread of an instruction with that modifier is one of a case.
type Holds = fn(&Step, Dpp, Thread) -> bool;

fn conditions(points: &mut Points) {
    for bound_control in [false, true] {
        let name = format!("BC = {}", u8::from(bound_control));
        let mut case = |row: &str, effect: &str, holds: Holds, is_written: bool| {
            points.add(row, &format!("{name}: {effect}"), move |step| {
                step.instruction.dpp.is_some_and(|dpp| {
                    let is_here = |t| step.executes(t) && holds(step, dpp, t);
                    let is_case = |t| is_here(t) && step.retired.written[t] == is_written;
                    dpp.bound_control == bound_control && step.every_thread().any(is_case)
                })
            });
        };
        let row_off: Holds = |_, dpp, t| dpp.row_mask >> (t.row().0 % 4) & 1 == 0;
        let bank_off: Holds = |_, dpp, t| dpp.bank_mask >> t.bank() & 1 == 0;
        let both: Holds = |step, dpp, t| masked(dpp, t) && fetched(step, dpp, t).is_none();
        let row = "row_mask or bank_mask bit is 0";
        case(row, "row_mask, not written", row_off, false);
        case(row, "bank_mask, not written", bank_off, false);
        case(row, "though there is no valid source either (masks win)", both, false);
        let effect = if bound_control { "executes with src0 = 0" } else { "not written" };
        let none: Holds = |step, dpp, t| !masked(dpp, t) && fetched(step, dpp, t).is_none();
        case("no valid source", effect, none, bound_control);
        let active: Holds =
            |step, dpp, t| fetched(step, dpp, t).is_some_and(|j| step.before.exec[j]);
        let lacking: Holds =
            |step, dpp, t| !masked(dpp, t) && !dpp.fetch_inactive && inactive(step, dpp, t);
        case("j valid, EXEC[j] = 0, FI = 0", effect, lacking, bound_control);
        let supplied: Holds = |step, dpp, t| dpp.fetch_inactive && inactive(step, dpp, t);
        let row = "j valid, and EXEC[j] = 1 or FI = 1";
        case(row, "EXEC[j] = 1", active, true);
        case(row, "EXEC[j] = 0 and FI = 1", supplied, true);
    }
    points.add("source modifiers", "apply after the fetch", |step| {
        step.instruction.dpp.is_some_and(|dpp| {
            let modified = step.instruction.modifiers[0];
            (modified.negate || modified.absolute)
                && step.written(|t| fetched(step, dpp, t).is_some_and(|j| j != t))
        })
    });
    points.add("compares", "keep the old bit of a thread that is not written", |step| {
        let is_compare = matches!(
            step.instruction.operation,
            Operation::Lane(LaneOperation::Compare(..))
                | Operation::Float(FloatOperation::Compare(_))
        );
        let entry = usize::from(step.instruction.mask_destination.0);
        is_compare
            && step.instruction.dpp.is_some()
            && step.retired.mask.is_some()
            && step.every_thread().any(|t| {
                step.executes(t) && !step.retired.written[t] && step.before.masks[entry][t]
            })
    });
    points.add("vcc", "v_cndmask_b32 takes it from the thread itself", |step| {
        step.instruction.operation == LaneOperation::Select && step.instruction.dpp.is_some()
    });
}

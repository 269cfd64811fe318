//! Section 9 and S2R: barriers, counters and special registers.

use lanebeat::isa::{
    BarrierReduction, ControlOperation, LaneMask, ReadOperation, Shared, SpecialRegister,
};

use super::point::{Point, Points, Step};

pub fn special_registers() -> Vec<Point> {
    let mut special = Points::of("4. Lane operations");
    for (register, name) in [
        (SpecialRegister::LaneId, "LANEID"),
        (SpecialRegister::ThreadId, "TID"),
        (SpecialRegister::WaveId, "WAVEID"),
        (SpecialRegister::ClockLow, "CLOCKLO"),
        (SpecialRegister::ClockHigh, "CLOCKHI"),
        (SpecialRegister::Mask(LaneMask::Equal), "EQMASK"),
        (SpecialRegister::Mask(LaneMask::Less), "LTMASK"),
        (SpecialRegister::Mask(LaneMask::LessOrEqual), "LEMASK"),
        (SpecialRegister::Mask(LaneMask::Greater), "GTMASK"),
        (SpecialRegister::Mask(LaneMask::GreaterOrEqual), "GEMASK"),
    ] {
        special.add("S2R", name, move |step| reads(step, register));
    }
    for number in 0..8 {
        special.add("S2R", &format!("PM{number}"), move |step| {
            reads(step, SpecialRegister::Counter(number))
        });
    }
    special.add("S2R", "a counter that is not 0", |step| {
        matches!(step.instruction.shared, Shared::Special(SpecialRegister::Counter(_)))
            && step.written(|t| step.result(t) > 0)
    });
    special.all
}

pub fn barriers_and_counters() -> Vec<Point> {
    let mut points = Points::of("9. Barriers, counters");
    barriers(&mut points);
    for number in 0..8 {
        points.add("PMTRIG n", &format!("n = {number}"), move |step| {
            step.instruction.operation == ControlOperation::TriggerCounter
                && step.instruction.shared == Shared::Counter(number)
        });
    }
    points.all
}

fn reads(step: &Step, register: SpecialRegister) -> bool {
    step.instruction.operation == ReadOperation::Special
        && step.instruction.shared == Shared::Special(register)
        && step.written(|_| true)
}

fn barriers(points: &mut Points) {
    let reductions = [
        (BarrierReduction::Count, "POPC"),
        (BarrierReduction::And, "AND"),
        (BarrierReduction::Or, "OR"),
    ];
    let sync = [(ControlOperation::Synchronise, "BAR.SYNC n".to_string())];
    let red = reductions.map(|(reduction, name)| {
        (ControlOperation::BarrierReduce(reduction), format!("BAR.RED.{name} n, q"))
    });
    for (operation, row) in sync.into_iter().chain(red.clone()) {
        points.add(&row, "all waves that run", move |step| {
            waves(step, operation).is_some_and(|waves| waves.is_none())
        });
        points.add(&row, "a number of waves", move |step| {
            waves(step, operation).is_some_and(|waves| waves.is_some())
        });
    }
    for (operation, row) in red {
        let mut case = |text: &str, holds: fn(&Step) -> bool| {
            points.add(&row, text, move |step| {
                step.instruction.operation == operation && holds(step)
            });
        };
        case("q true in some executing threads, false in others", |step| {
            let votes: Vec<bool> = step
                .every_thread()
                .filter(|&t| step.executes(t))
                .map(|t| step.bit(step.instruction.q, t))
                .collect();
            votes.contains(&true) && votes.contains(&false)
        });
        case("q true in a thread that does not execute", |step| {
            step.every_thread().any(|t| !step.executes(t) && step.bit(step.instruction.q, t))
        });
    }
    points.add("B2R d", "a result that is not 0", |step| {
        step.instruction.operation == ReadOperation::Barrier
            && step.written(|t| step.result(t) != 0)
    });
    points.add("B2R d", "a count of more than a wave's threads", |step| {
        step.instruction.operation == ReadOperation::Barrier
            && step.written(|t| step.result(t) as usize > step.threads())
    });
    for (row, text, expected) in [("B2R p", "true", true), ("B2R p", "false", false)] {
        points.add(row, text, move |step| {
            step.instruction.operation == ReadOperation::BarrierPredicate
                && step.retired.mask.is_some()
                && step.written(|t| step.mask(t) == expected)
        });
    }
}

/// How many waves the barrier of an arrival waits for.
fn waves(step: &Step, operation: ControlOperation) -> Option<Option<u8>> {
    match step.instruction.shared {
        Shared::Barrier(barrier) if step.instruction.operation == operation => Some(barrier.waves),
        _ => None,
    }
}

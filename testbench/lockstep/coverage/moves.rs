//! Section 10: EXEC, mask slots and the other lane moves.

use lanebeat::isa::ExecOperation::*;
use lanebeat::isa::{ExecOperation, LaneMove, MaskEntry, Operation, Thread};

use super::point::{Point, Points, Step};

pub fn points() -> Vec<Point> {
    let mut points = Points::of("10. EXEC and the other lane moves");
    exec(&mut points);
    lane_moves(&mut points);
    row_permutations(&mut points);
    points.all
}

fn exec(points: &mut Points) {
    let mut case = |row: &str, text: &str, operation: ExecOperation, holds: fn(&Step) -> bool| {
        points.add(row, text, move |step| {
            step.instruction.operation == Operation::Exec(operation) && holds(step)
        });
    };
    let from_literal: fn(&Step) -> bool = |step| step.instruction.mask_literal.is_some();
    let from_slot: fn(&Step) -> bool =
        |step| step.instruction.mask_literal.is_none() && step.instruction.p.entry.0 >= 8;
    let from_vcc: fn(&Step) -> bool = |step| step.instruction.p.entry == MaskEntry::VCC;
    case("s_mov_b64 exec, lit or sN", "a literal", Move, from_literal);
    case("s_mov_b64 exec, lit or sN", "a negative literal", Move, |step| {
        step.instruction.mask_literal.is_some_and(|l| l < 0)
    });
    case("s_mov_b64 exec, lit or sN", "a slot", Move, from_slot);
    case("s_mov_b64 sN, exec", "all threads are written", Save, |step| {
        step.written(|t| !step.before.exec[t])
    });
    case("s_not_b64 exec, exec", "some threads on, some off", Not, |step| {
        step.every_thread().any(|t| step.before.exec[t])
            && !step.every_thread().all(|t| step.before.exec[t])
    });
    for (operation, row) in [
        (And, "s_and_b64 exec, exec, {sN, vcc}"),
        (Or, "s_or_b64 exec, exec, {sN, vcc}"),
        (AndNot, "s_andn2_b64 exec, exec, {sN, vcc}"),
    ] {
        case(row, "a slot", operation, from_slot);
        case(row, "vcc", operation, from_vcc);
    }
    case("s_or_saveexec_b64 sN, lit", "a literal", OrSave, from_literal);
    case("s_and_saveexec_b64 sN, vcc", "vcc", AndSave, from_vcc);
}

/// The thread that `thread`'s operand b addresses.
fn addressed(step: &Step, thread: Thread) -> Thread {
    Thread((step.b(thread) / 4) as usize % step.threads())
}

/// The thread that operand b, a literal, names.
fn named(step: &Step) -> Thread {
    Thread(step.b(Thread(0)) as usize % step.threads())
}

fn sender_count(step: &Step, thread: Thread) -> usize {
    step.every_thread()
        .filter(|&sender| step.executes(sender) && addressed(step, sender) == thread)
        .count()
}

fn lane_moves(points: &mut Points) {
    const READS: &str = "v_readlane_b32 d, a, k / v_readfirstlane_b32 d, a";
    let mut case = |row: &str, text: &str, kind: LaneMove, holds: fn(&Step, Thread) -> bool| {
        let is = move |step: &Step| step.instruction.operation == Operation::LaneMove(kind);
        points.add(row, text, move |step| is(step) && step.written(|thread| holds(step, thread)));
    };
    case(READS, "thread k is outside EXEC", LaneMove::Read, |step, _| {
        !step.before.exec[named(step)]
    });
    case(READS, "k is taken modulo threads", LaneMove::Read, |step, _| {
        step.b(Thread(0)) as usize >= step.threads()
    });
    case(
        READS,
        "the first executing thread is not the first of EXEC",
        LaneMove::ReadFirst,
        |step, _| {
            let first =
                |is: &dyn Fn(Thread) -> bool| step.every_thread().find(|&thread| is(thread));
            first(&|thread| step.before.exec[thread]) != first(&|thread| step.executes(thread))
        },
    );
    case("v_permlane64_b32 d, a", "the source is outside EXEC", LaneMove::SwapHalves, |step, t| {
        !step.before.exec[Thread(t.0 ^ 32)]
    });
    const PULL: &str = "ds_bpermute_b32 d, addr, a";
    case(PULL, "the source executes", LaneMove::Pull, |step, t| step.executes(addressed(step, t)));
    case(PULL, "the source is outside EXEC", LaneMove::Pull, |step, t| {
        !step.before.exec[addressed(step, t)]
    });
    case(PULL, "the source's guard is false", LaneMove::Pull, |step, t| {
        step.before.exec[addressed(step, t)] && !step.executes(addressed(step, t))
    });
    const PUSH: &str = "ds_permute_b32 d, addr, a";
    let mut push = |text: &str, wanted: fn(usize) -> bool| {
        points.add(PUSH, text, move |step| {
            step.instruction.operation == Operation::LaneMove(LaneMove::Push)
                && step.written(|t| wanted(sender_count(step, t)))
        });
    };
    push("nobody sends", |count| count == 0);
    push("one thread sends", |count| count == 1);
    push("several threads send to one", |count| count > 1);
    const SWIZZLE: &str = "ds_swizzle_b32 d, a, offset";
    let mut swizzle = |text: &str, offsets: std::ops::Range<u32>| {
        points.add(SWIZZLE, text, move |step| {
            let is_swizzle = step.instruction.operation == Operation::LaneMove(LaneMove::Swizzle);
            is_swizzle
                && offsets.contains(&step.b(Thread(0)))
                && step.written(|t| step.result(t) == 0)
                && step.written(|t| step.result(t) != 0)
        });
    };
    swizzle("a bit mask, with sources inside and outside EXEC", 0..0x8000);
    swizzle("a quad, with sources inside and outside EXEC", 0x8000..0xc000);
    swizzle("a rotation, with sources inside and outside EXEC", 0xc000..0xe000);
    swizzle("an order of FFTs, with sources inside and outside EXEC", 0xe000..0x10000);
    points.add("v_writelane_b32 d, lit, k", "thread k is outside EXEC", |step| {
        step.instruction.operation == Operation::WriteLane && !step.before.exec[named(step)]
    });
}

fn row_permutations(points: &mut Points) {
    for (kind, flip) in [(LaneMove::PermuteRow, 0), (LaneMove::PermuteOtherRow, 16)] {
        let cases = [(false, false), (true, false), (false, true), (true, true)];
        for (bound_control, fetch_inactive) in cases {
            let row = "v_permlane16_b32 / v_permlanex16_b32 d, a, lo, hi (literals)";
            let [bc, fi] = [bound_control, fetch_inactive].map(u8::from);
            let case = format!(
                "{} row, a source outside EXEC with BC = {bc}, FI = {fi}",
                if flip == 0 { "own" } else { "other" }
            );
            points.add(row, &case, move |step| {
                let flags = (step.instruction.bound_control, step.instruction.fetch_inactive);
                let source = |t: Thread| {
                    let selectors = u64::from(step.c(t)) << 32 | u64::from(step.b(t));
                    Thread(((t.0 & !15) ^ flip) + (selectors >> (4 * (t.0 % 16)) & 15) as usize)
                };
                let is_kind = step.instruction.operation == Operation::LaneMove(kind);
                is_kind
                    && flags == (bound_control, fetch_inactive)
                    && step.every_thread().any(|t| step.executes(t) && !step.before.exec[source(t)])
            });
        }
    }
}

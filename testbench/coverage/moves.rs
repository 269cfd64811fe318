//! Section 10: EXEC, mask slots and the other lane moves.

use lanebeat::isa::ExecOperation::*;
use lanebeat::isa::{ExecOperation, MaskEntry, Operation};

use super::point::{Point, Points, Step};

pub fn points() -> Vec<Point> {
    let mut points = Points::of("10. EXEC and the other lane moves");
    exec(&mut points);
    points.all
}

fn exec(points: &mut Points) {
    let mut case = |row: &str, text: &str, operation: ExecOperation, holds: fn(&Step) -> bool| {
        points.add(row, text, move |step| step.instruction.operation == Operation::Exec(operation) && holds(step));
    };
    let from_literal: fn(&Step) -> bool = |step| step.instruction.mask_literal.is_some();
    let from_slot: fn(&Step) -> bool = |step| step.instruction.mask_literal.is_none() && step.instruction.p.entry.0 >= 8;
    let from_vcc: fn(&Step) -> bool = |step| step.instruction.p.entry == MaskEntry::VCC;
    case("s_mov_b64 exec, lit or sN", "a literal", Move, from_literal);
    case("s_mov_b64 exec, lit or sN", "a negative literal", Move, |step| step.instruction.mask_literal.is_some_and(|l| l < 0));
    case("s_mov_b64 exec, lit or sN", "a slot", Move, from_slot);
    case("s_mov_b64 sN, exec", "all threads are written", Save, |step| step.written(|t| !step.before.exec[t]));
    case("s_not_b64 exec, exec", "some threads on, some off", Not, |step| {
        step.every_thread().any(|t| step.before.exec[t]) && !step.every_thread().all(|t| step.before.exec[t])
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

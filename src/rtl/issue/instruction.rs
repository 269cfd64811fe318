//! Fields of an instruction, as one record that goes from stage to stage.

use crate::isa::Feature;
use crate::isa::encoding as word;
use crate::rtl::prelude::*;

/// Stage of an instruction that the rest of the core sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Its operands are read from the next cycle on.
    Next,
    /// Its operands are read.
    Reading,
    /// Its operands are read, and older instructions stand before it.
    Behind,
    /// Its beats execute.
    Executing,
    /// Its beats execute, as far as the part without state looks at it.
    Computing,
    /// Its results are written.
    Writing,
}

use Stage::{Behind, Computing, Executing, Next, Reading, Writing};

impl Stage {
    /// `bits` in the stages in which the field is read, else none.
    fn shows(self, stages: &[Self], bits: usize) -> usize {
        if stages.contains(&self) { bits } else { 0 }
    }

    /// `bits` where the lanes look at an instruction.
    fn to_lanes(self, plan: &Plan, bits: usize) -> usize {
        match self {
            Executing | Computing => bits,
            Reading if plan.tells_ahead => bits,
            _ => 0,
        }
    }

    /// `bits` where it is said which registers are read; where two banks are allocated another
    /// record does.
    fn of_operands(self, plan: &Plan, bits: usize) -> usize {
        if plan.register_file.allocates_reads() { 0 } else { self.shows(&[Reading, Behind], bits) }
    }

    /// `bits` where it is said what operand c is: of a port that reads c first in one of `told`.
    fn of_c(self, plan: &Plan, told: &[Self], bits: usize) -> usize {
        match plan.register_file.is_single_port() {
            true if plan.multiply => self.shows(told, bits),
            true => 0,
            false => self.of_operands(plan, bits),
        }
    }

    /// `bits` where such a port is told of the next cycle.
    fn of_next(self, plan: &Plan, bits: usize) -> usize {
        if plan.register_file.is_single_port() { self.shows(&[Next], bits) } else { 0 }
    }

    /// `bits` where it is said to what results go: where they are written, if the sequencer knows it.
    fn of_results(self, plan: &Plan, bits: usize) -> usize {
        self.shows(if plan.writes_in_slots { &[Writing] } else { &[Executing] }, bits)
    }

    /// Bits of the wave.
    fn of_wave(self, plan: &Plan) -> usize {
        let bits = plan.wave.bits;
        let of_results = self.of_results(plan, bits);
        self.shows(&[Reading, Behind, Executing], bits)
            .max(of_results)
            .max(self.of_next(plan, bits))
    }

    /// Purpose of a field, for a port table.
    fn describe(self, field: &str) -> String {
        let instruction = match self {
            Next => "that reads in the next cycle",
            Reading => "reading",
            Behind => "behind the one reading",
            Executing | Computing => "executing",
            Writing => "writing",
        };
        format!("{field} of the instruction {instruction}")
    }
}

ports! {
    /// The fields of an instruction; as ports of a stage those that something outside the sequencer
    /// reads there.
    pub struct Instruction(plan: &Plan, stage: Stage) {
        wave: [stage.of_wave(plan)] (stage.describe("wave"));
        opcode: [stage.shows(&[Reading, Executing, Computing], word::OPCODE.width)]
            (stage.describe("opcode"));
        destination: [stage.of_results(plan, plan.register.bits)]
            (stage.describe("destination register"));
        writes_register: [stage.of_results(plan, 1)]
            (stage.describe("whether there is a destination register"));
        mask_destination: [stage.of_results(plan, word::MASK_DESTINATION.width)]
            (stage.describe("predicate or mask slot that is the destination"));
        a: [stage.of_operands(plan, plan.register.bits)] (stage.describe("register of operand a"));
        b: [stage.of_operands(plan, plan.register.bits)] (stage.describe("register of operand b"));
        c: [stage.of_c(plan, &[Next], plan.register.bits)] (stage.describe("register of operand c"));
        reads_a: [stage.of_operands(plan, 1)]
            (stage.describe("whether a register is read for operand a"));
        reads_b: [stage.of_operands(plan, 1)]
            (stage.describe("whether a register is read for operand b"));
        reads_c: [stage.of_c(plan, &[Next, Reading], 1)]
            (stage.describe("whether a register is read for operand c"));
        reuse: [stage.shows(&[], word::REUSE.width)] (stage.describe("`.reuse` of a, b, c"));
        guard: [stage.shows(&[Reading], word::GUARD.width)]
            (stage.describe("predicate that guards the threads"));
        p: [stage.shows(&[Reading], word::SOURCE_P.width)] (stage.describe("mask entry p"));
        q: [stage.shows(&[Reading], word::SOURCE_Q.width).max(stage.of_next(plan, word::SOURCE_Q.width))]
            (stage.describe("mask entry q"));
        guard_is_true: [stage.shows(&[Executing], 1)] (stage.describe("whether PT is the guard"));
        guard_negated: [stage.shows(&[Executing], 1)] (stage.describe("negation of the guard"));
        p_is_true: [stage.shows(&[Executing], 1)] (stage.describe("whether p is PT"));
        p_negated: [stage.shows(&[Executing], 1)] (stage.describe("negation of p"));
        q_is_true: [stage.shows(&[Executing], 1)] (stage.describe("whether q is PT"));
        q_negated: [stage.shows(&[Executing], 1)] (stage.describe("negation of q"));
        a_is_literal: [stage.to_lanes(plan, 1)] (stage.describe("whether operand a is the literal"));
        b_is_literal: [stage.to_lanes(plan, 1)] (stage.describe("whether operand b is the literal"));
        c_is_literal: [stage.to_lanes(plan, plan.multiply.into())]
            (stage.describe("whether operand c is the literal"));
        literal: [stage.to_lanes(plan, word::LITERAL.width).max(stage.shows(&[Reading], plan.special_bits))]
            (stage.describe("literal"));
        literal_high: [literal_high(plan, stage)] (stage.describe("second literal"));
        literal_fill: [stage.shows(&[Executing], (plan.threads > 64).into())]
            (stage.describe("bits above thread 63 of the EXEC literal"));
        dpp_enable: [stage.to_lanes(plan, dpp_bits(plan, 1))]
            (stage.describe("whether there is a DPP modifier"));
        dpp_eight: [stage.to_lanes(plan, dpp_bits(plan, 1))]
            (stage.describe("whether the modifier is dpp8"));
        dpp_control: [stage.to_lanes(plan, dpp_bits(plan, word::DPP_CONTROL.width))]
            (stage.describe("dpp_ctrl"));
        dpp_fetch_inactive: [stage.to_lanes(plan, dpp_bits(plan, 1))] (stage.describe("FI of DPP"));
        dpp_bound_control: [stage.to_lanes(plan, dpp_bits(plan, 1))] (stage.describe("BC of DPP"));
        dpp_bank_mask: [stage.to_lanes(plan, dpp_bits(plan, word::DPP_BANK_MASK.width))]
            (stage.describe("bank_mask"));
        dpp_row_mask: [stage.to_lanes(plan, dpp_bits(plan, word::DPP_ROW_MASK.width))]
            (stage.describe("row_mask"));
        dpp_spare: [stage.to_lanes(plan, dpp_bits(plan, word::DPP_SELECTORS[0].width))]
            (stage.describe("selectors of dpp8 that lie over no other field"));
        modifiers: [stage.to_lanes(plan, plan.modifier_bits)]
            (stage.describe("negation and absolute value of a, b, c"));
        permute_fetch_inactive: [stage.to_lanes(plan, plan.moves_lanes.into())]
            (stage.describe("FI of a lane move"));
        permute_bound_control: [stage.to_lanes(plan, plan.moves_lanes.into())]
            (stage.describe("BC of a lane move"));
        video: [stage.to_lanes(plan, plan.video_bits)] (stage.describe("video modifiers"));
        immediate: [stage.to_lanes(plan, if plan.bits { word::IMMEDIATE.width } else { 0 })]
            (stage.describe("immediate"));
        gathers: [stage.shows(&[Reading, Executing], plan.may_pass_again.into())]
            (stage.describe("whether another pass follows this one"));
        passes_left: [stage.to_lanes(plan, plan.counted_pass_bits)]
            (stage.describe("passes that follow this one"));
        gathers_operands: [stage.shows(&[Reading], gathers_operands(plan).into())]
            (stage.describe("whether operands b and c are read before the last pass"));
        gathers_masks: [stage.shows(&[Reading], (plan.pass.bits > 0 && (plan.vote || plan.moves_lanes)).into())]
            (stage.describe("whether guard and q are read before the last pass"));
        issued_slot: [stage.shows(&[Reading], plan.issue_slot.bits)]
            (stage.describe("low bits of the slot of issue"));
    }
}

impl<'m> Instruction<Signal<'m>> {
    /// The fields that something outside the sequencer reads in `stage`.
    pub fn as_seen_in(&self, stage: Stage, m: &'m Builder, plan: &Plan) -> Self {
        let mut ports = Instruction::ports(plan, stage).fields().into_iter();
        self.map(|_, signal| match ports.next().map(|port| port.width) {
            Some(0) | None => m.nothing(),
            Some(width) => signal.slice(0, width),
        })
    }
}

/// Bits of the second literal: where only the lanes read it, those of lane moves.
fn literal_high(plan: &Plan, stage: Stage) -> usize {
    match stage {
        Executing => plan.literal_high_bits,
        _ => stage.to_lanes(plan, plan.lane_literal_bits),
    }
}

/// Whether some instructions read operands b and c in a pass before the last; where there are banks,
/// others say when they are read.
fn gathers_operands(plan: &Plan) -> bool {
    plan.reads_operands_early && plan.pass.bits > 0 && !plan.register_file.has_banks()
}

fn dpp_bits(plan: &Plan, bits: usize) -> usize {
    if plan.has(Feature::Dpp) { bits } else { 0 }
}

//! What an instruction says, as one record that goes from stage to stage.

use crate::isa::encoding as word;
use crate::rtl::prelude::*;

/// Where an instruction stands that the rest of the core is told about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
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

use Stage::{Behind, Computing, Executing, Reading, Writing};

impl Stage {
    /// `bits` in the stages in which somebody reads the field, else none.
    fn shows(self, stages: &[Self], bits: usize) -> usize {
        if stages.contains(&self) { bits } else { 0 }
    }

    /// What a field is, in a port table.
    fn says(self, field: &str) -> String {
        let instruction = match self {
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
        wave: [stage.shows(told_of_wave(plan), plan.wave.bits)] (stage.says("wave"));
        opcode: [stage.shows(told_to_lanes(plan), word::OPCODE.width)] (stage.says("opcode"));
        destination: [stage.shows(told_of_results(plan), plan.register.bits)]
            (stage.says("destination register"));
        writes_register: [stage.shows(told_of_results(plan), 1)]
            (stage.says("whether there is a destination register"));
        mask_destination: [stage.shows(told_of_results(plan), word::MASK_DESTINATION.width)]
            (stage.says("predicate or mask slot that is the destination"));
        a: [stage.shows(told_of_operands(plan), plan.register.bits)]
            (stage.says("register of operand a"));
        b: [stage.shows(told_of_operands(plan), plan.register.bits)]
            (stage.says("register of operand b"));
        c: [stage.shows(told_of_operands(plan), plan.register.bits)]
            (stage.says("register of operand c"));
        reads_a: [stage.shows(told_of_operands(plan), 1)]
            (stage.says("whether a register is read for operand a"));
        reads_b: [stage.shows(told_of_operands(plan), 1)]
            (stage.says("whether a register is read for operand b"));
        reads_c: [stage.shows(told_of_operands(plan), 1)]
            (stage.says("whether a register is read for operand c"));
        reuse: [stage.shows(&[], word::REUSE.width)] (stage.says("`.reuse` of a, b, c"));
        guard: [stage.shows(&[Reading], word::GUARD.width)]
            (stage.says("predicate that guards the threads"));
        p: [stage.shows(&[Reading], word::SOURCE_P.width)] (stage.says("mask entry p"));
        q: [stage.shows(&[Reading], word::SOURCE_Q.width)] (stage.says("mask entry q"));
        guard_is_true: [stage.shows(&[Executing], 1)] (stage.says("whether PT is the guard"));
        guard_negated: [stage.shows(&[Executing], 1)] (stage.says("negation of the guard"));
        p_is_true: [stage.shows(&[Executing], 1)] (stage.says("whether p is PT"));
        p_negated: [stage.shows(&[Executing], 1)] (stage.says("negation of p"));
        q_is_true: [stage.shows(&[Executing], 1)] (stage.says("whether q is PT"));
        q_negated: [stage.shows(&[Executing], 1)] (stage.says("negation of q"));
        a_is_literal: [stage.shows(told_to_lanes(plan), 1)]
            (stage.says("whether operand a is the literal"));
        b_is_literal: [stage.shows(told_to_lanes(plan), 1)]
            (stage.says("whether operand b is the literal"));
        c_is_literal: [stage.shows(told_to_lanes(plan), plan.multiply.into())]
            (stage.says("whether operand c is the literal"));
        literal: [stage.shows(told_to_lanes(plan), word::LITERAL.width)] (stage.says("literal"));
        literal_high: [stage.shows(&[Executing], plan.literal_high_bits) + stage.shows(looked_at_ahead(plan), plan.moved_literal_bits)]
            (stage.says("second literal"));
        literal_fill: [stage.shows(&[Executing], (plan.threads > 64).into())]
            (stage.says("bits above thread 63 of the EXEC literal"));
        dpp_enable: [stage.shows(told_to_lanes(plan), plan.dpp.into())]
            (stage.says("whether there is a DPP modifier"));
        dpp_eight: [stage.shows(told_to_lanes(plan), plan.dpp.into())]
            (stage.says("whether the modifier is dpp8"));
        dpp_control: [stage.shows(told_to_lanes(plan), dpp_bits(plan, word::DPP_CONTROL.width))]
            (stage.says("dpp_ctrl"));
        dpp_fetch_inactive: [stage.shows(told_to_lanes(plan), plan.dpp.into())]
            (stage.says("FI of DPP"));
        dpp_bound_control: [stage.shows(told_to_lanes(plan), plan.dpp.into())] (stage.says("BC of DPP"));
        dpp_bank_mask: [stage.shows(told_to_lanes(plan), dpp_bits(plan, word::DPP_BANK_MASK.width))]
            (stage.says("bank_mask"));
        dpp_row_mask: [stage.shows(told_to_lanes(plan), dpp_bits(plan, word::DPP_ROW_MASK.width))]
            (stage.says("row_mask"));
        dpp_spare: [stage.shows(told_to_lanes(plan), dpp_bits(plan, word::DPP_SELECTORS[0].width))]
            (stage.says("selectors of dpp8 that lie over no other field"));
        modifiers: [stage.shows(told_to_lanes(plan), plan.modifier_bits)]
            (stage.says("negation and absolute value of a, b, c"));
        permute_fetch_inactive: [stage.shows(told_to_lanes(plan), plan.shuffle.into())]
            (stage.says("FI of a lane move"));
        permute_bound_control: [stage.shows(told_to_lanes(plan), plan.shuffle.into())]
            (stage.says("BC of a lane move"));
        video: [stage.shows(told_to_lanes(plan), plan.video_bits)]
            (stage.says("video modifiers"));
        lookup_table: [stage.shows(told_to_lanes(plan), if plan.bits { word::TABLE.width } else { 0 })]
            (stage.says("table of LOP3"));
        gathers: [stage.shows(&[Reading, Executing], plan.may_pass_again.into())]
            (stage.says("whether another pass follows this one"));
        passes_left: [stage.shows(told_to_lanes(plan), plan.counted_pass_bits)]
            (stage.says("passes that follow this one"));
        gathers_b: [stage.shows(&[Reading], gathers_b(plan).into())]
            (stage.says("whether operand b is read before the last pass"));
        gathers_masks: [stage.shows(&[Reading], (plan.pass.bits > 0 && (plan.vote || plan.shuffle)).into())]
            (stage.says("whether guard and q are read before the last pass"));
        issued_slot: [stage.shows(&[Reading], plan.issue_slot.bits)]
            (stage.says("low bits of the slot of issue"));
    }
}

impl<'m> Instruction<Signal<'m>> {
    /// The fields that the part without state looks at.
    pub fn as_computing(&self, m: &'m Builder, plan: &Plan) -> Self {
        let mut widths = vec![];
        Instruction::ports(plan, Computing).map(|_, port| widths.push(port.width));
        let mut widths = widths.into_iter();
        self.map(|_, signal| match widths.next() {
            Some(0) | None => m.nothing(),
            Some(width) => signal.slice(0, width),
        })
    }
}

/// The stages in which the lanes look at an instruction.
fn told_to_lanes(plan: &Plan) -> &'static [Stage] {
    if plan.tells_ahead { &[Reading, Executing, Computing] } else { &[Executing, Computing] }
}

/// The stages in which nobody but the lanes looks at the second literal.
fn looked_at_ahead(plan: &Plan) -> &'static [Stage] {
    if plan.tells_ahead { &[Reading, Computing] } else { &[Computing] }
}

/// The stages that say which registers are read; where two banks are allocated another record does.
fn told_of_operands(plan: &Plan) -> &'static [Stage] {
    if plan.register_file.allocates_reads() { &[] } else { &[Reading, Behind] }
}

/// The stages in which the wave is looked at.
fn told_of_wave(plan: &Plan) -> &'static [Stage] {
    if plan.writes_in_slots {
        &[Reading, Behind, Executing, Writing]
    } else {
        &[Reading, Behind, Executing]
    }
}

/// The stage that says where results go: that in which they are written, if the sequencer knows it.
fn told_of_results(plan: &Plan) -> &'static [Stage] {
    if plan.writes_in_slots { &[Writing] } else { &[Executing] }
}

/// Whether some instructions read operand b in a pass before the last; where there are banks, others
/// say when it is read.
fn gathers_b(plan: &Plan) -> bool {
    plan.pass.bits > 0 && plan.shuffle && !plan.register_file.has_banks()
}

fn dpp_bits(plan: &Plan, bits: usize) -> usize {
    if plan.dpp { bits } else { 0 }
}

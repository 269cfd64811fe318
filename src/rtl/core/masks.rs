//! Predicates as they are after negation, and EXEC.

use super::context::Core;
use super::execute::BeatMasks;
use crate::isa::ExecOperation;
use crate::rtl::host::{Answer, Answers};
use crate::rtl::issue::decode;
use crate::rtl::prelude::*;
use crate::rtl::register_file::{self, wave_of};
use crate::rtl::shared::exec_masks::{self, exec_masks};

impl<'m> Core<'m, '_> {
    /// Guard, p and q of the beat, out of what the mask file has for them.
    pub fn masks(&self, masks: &register_file::Outputs<Signal<'m>>) -> BeatMasks<Signal<'m>> {
        let executing = self.executing();
        let operand = |stored: Signal<'m>, is_true: Signal<'m>, negated: Signal<'m>| {
            (stored | is_true.repeat(stored.width())) ^ negated.repeat(stored.width())
        };
        let guard = |stored| operand(stored, executing.guard_is_true, executing.guard_negated);
        let q = |stored| operand(stored, executing.q_is_true, executing.q_negated);
        let masks = BeatMasks {
            guard: guard(masks.a_row)
                .named("guard")
                .because("PT is stored nowhere: it is 1 before its negation."),
            guard_wave: guard(wave_of(self.slot.beat, [masks.a_wave, masks.a_read]))
                .named("guard_wave"),
            p: operand(masks.b_row, executing.p_is_true, executing.p_negated).named("p"),
            q: q(masks.c_row).named("q"),
            q_wave: q(masks.c_wave).named("q_wave"),
        };
        self.m.probe::<BeatMasks>(masks);
        masks
    }

    /// EXEC before the instruction, and the answer to the host; connects what an EXEC operation and
    /// the host write.
    pub fn exec(
        &self,
        registers: &register_file::Outputs<Signal<'m>>,
        masks: &register_file::Outputs<Signal<'m>>,
        p: Signal<'m>,
    ) -> (exec_masks::Outputs<Signal<'m>>, Answer<Signal<'m>>) {
        let (m, plan, executing, host) = (self.m, self.plan, self.executing(), &self.host);
        let is_exec =
            decode::is_one_of(m, plan, executing.opcode, Operation::is_exec).named("is_exec");
        let write = (self.slot.busy & is_exec).named("writes_exec");
        let new_row = m.wire("new_exec_row", plan.lanes);
        let inputs = exec_masks::Inputs {
            wave: executing.wave,
            beat: self.slot.beat,
            write,
            row: new_row,
            host_write: host.writes_exec(write),
            host_wave: host.wave,
            host_beat: host.beat,
            host_row: host.write_data.slice(0, plan.lanes),
        };
        let exec = exec_masks(plan).instance(m, "exec_masks", inputs);
        let exec_row = exec.exec_row;

        let source = executing.a_is_literal.mux(self.mask_literal(), p).named("exec_source");
        let result = |operation: ExecOperation, exec: bool, source: bool| match operation {
            ExecOperation::Move => source,
            ExecOperation::Save => exec,
            ExecOperation::Not => !exec,
            ExecOperation::And | ExecOperation::AndSave => exec & source,
            ExecOperation::Or | ExecOperation::OrSave => exec | source,
            ExecOperation::AndNot => exec & !source,
        };
        let by_opcode = |low: u8| match Operation::from_opcode(
            Operation::Exec(ExecOperation::Move).opcode() + low,
        ) {
            Some(Operation::Exec(operation)) => operation,
            other => {
                panic!("the EXEC operations fill eight opcodes in a row, but here is {other:?}")
            }
        };
        // EXEC and the source come late, so they choose last, among what the opcode gives for each of
        // their values.
        let given = |exec: bool, source: bool| {
            let results = (0..8).map(|low| result(by_opcode(low), exec, source));
            let table = results.rev().fold(0, |table, bit| table << 1 | u128::from(bit));
            m.constant(8, table)
                .element(executing.opcode.slice(0, 3))
                .named(&format!("exec_if_{}{}", u8::from(exec), u8::from(source)))
                .because("What the operation makes of this bit of EXEC and this bit of the source.")
                .repeat(plan.lanes)
        };
        let by_exec =
            |source: bool| (exec_row & given(true, source)) | (!exec_row & given(false, source));
        new_row.drive((source & by_exec(true)) | (!source & by_exec(false)));

        let answers = Answers {
            register_file: (registers.host_ready, registers.host_read_data),
            mask_file: (masks.host_ready, masks.host_read_data),
            exec_row: exec.host_exec_row,
            exec_busy: write,
        };
        (exec, host.answer(m, plan, &answers))
    }

    /// The beat's row of an EXEC operation's literal: its sign fills the threads above 63.
    fn mask_literal(&self) -> Signal<'m> {
        let (threads, executing) = (self.plan.threads, self.executing());
        let low = executing.literal.slice(0, threads.min(32));
        let high = executing.literal_high.slice(0, threads.clamp(32, 64) - 32);
        let fill = executing.literal_fill.repeat(threads.saturating_sub(64));
        self.m.concat(&[low, high, fill]).element(self.slot.beat).named("exec_literal")
    }
}

//! The host port: loads and reads one beat-row of a register, predicate, mask slot or EXEC in idle
//! cycles.

use crate::plan::MASK_FILE_ENTRIES;
use crate::rtl::codes::is_exec_entry;
use crate::rtl::prelude::*;

ports! {
    /// The host's request.
    pub struct Host(plan: &Plan) {
        valid: [1] "the host wants to read or write a row";
        write: [1] "the host writes (else reads)";
        wave: [plan.wave.bits] "wave that the host wants";
        entry: [plan.host_entry_bits]
            "register number; with the highest bit: mask entry, 7 is EXEC";
        beat: [plan.beat.bits] "beat whose row the host wants";
        write_data: [plan.lanes * 32] "the row to write, lane 0 lowest; masks in the low bits";
    }

    /// The answer to the host.
    pub struct Answer(plan: &Plan) {
        ready: [1] "the host's access is done at this clock edge";
        read_valid: [1] "the row that the host asked for one cycle ago is here";
        read_data: [plan.lanes * 32] "the row read";
    }
}

/// Answers of the three places that the host can reach.
pub struct Answers<'m> {
    /// Whether the access is done, and the row that was read.
    pub register_file: (Signal<'m>, Signal<'m>),
    pub mask_file: (Signal<'m>, Signal<'m>),
    pub exec_row: Signal<'m>,
    /// The host may not write EXEC in this cycle.
    pub exec_busy: Signal<'m>,
}

impl<'m> Host<Signal<'m>> {
    fn is_mask(&self) -> Signal<'m> {
        self.entry.bit(self.entry.width() - 1)
    }

    fn is_exec(&self) -> Signal<'m> {
        self.is_mask() & is_exec_entry(self.entry.slice(0, index_bits(MASK_FILE_ENTRIES)))
    }

    /// Whether the access is one of the register file.
    pub fn wants_registers(&self) -> Signal<'m> {
        self.valid & !self.is_mask()
    }

    /// Whether the access is one of the mask file.
    pub fn wants_masks(&self) -> Signal<'m> {
        self.valid & self.is_mask() & !self.is_exec()
    }

    /// Whether the access writes a row of EXEC now.
    pub fn writes_exec(&self, exec_busy: Signal<'m>) -> Signal<'m> {
        self.valid & self.write & self.is_exec() & !exec_busy
    }

    /// Answer to the host, selected from `answers`.
    pub fn answer(&self, m: &'m Builder, plan: &Plan, answers: &Answers<'m>) -> Answer<Signal<'m>> {
        let exec_ready =
            (self.valid & self.is_exec() & !answers.exec_busy).named("exec_host_ready");
        let ready = answers.register_file.0 | answers.mask_file.0 | exec_ready;
        let read = m.reset_register("host_read", 1, 0).next(ready & !self.write);
        let was_mask = m.delayed("host_was_mask", self.is_mask());
        let was_exec = m.delayed("host_was_exec", self.is_exec());
        let exec_row = m.delayed("host_exec_row", answers.exec_row);
        let mask = was_exec.mux(exec_row, answers.mask_file.1).zero_extend(plan.lanes * 32);
        let mask = mask.named("host_mask_row");
        Answer { ready, read_valid: read, read_data: was_mask.mux(mask, answers.register_file.1) }
    }
}

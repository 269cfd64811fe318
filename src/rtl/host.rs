//! The host port: loads and reads one beat-row of a register, predicate, mask slot or EXEC in idle cycles.

use crate::config::Config;
use crate::hdl::{ModuleBuilder, Signal};
use crate::isa::MaskEntry;
use crate::rtl::issue::decode::register_bits;
use crate::rtl::schedule::{MASK_FILE_ENTRIES, index_bits, optional_input};

/// Bits of the host's entry number: the highest chooses the mask file, where entry 7 is EXEC.
pub fn host_entry_bits(config: &Config) -> usize {
    register_bits(config).max(index_bits(MASK_FILE_ENTRIES)) + 1
}

/// The host's request.
#[derive(Clone, Copy)]
pub struct Host<'m> {
    pub valid: Signal<'m>,
    pub write: Signal<'m>,
    pub wave: Option<Signal<'m>>,
    pub entry: Signal<'m>,
    pub beat: Option<Signal<'m>>,
    pub data: Signal<'m>,
}

/// What the three places that the host can reach answer.
pub struct Answers<'m> {
    pub register_file: (Signal<'m>, Signal<'m>),
    pub mask_file: (Signal<'m>, Signal<'m>),
    pub exec_row: Signal<'m>,
    /// The host may not write EXEC in this cycle.
    pub exec_busy: Signal<'m>,
}

impl<'m> Host<'m> {
    pub fn new(m: &'m ModuleBuilder, config: &Config) -> Self {
        Self {
            valid: m.input("host_valid", 1, "the host wants to read or write a row"),
            write: m.input("host_write", 1, "it writes (else reads)"),
            wave: optional_input(m, "host_wave", index_bits(config.waves), "wave"),
            entry: m.input("host_entry", host_entry_bits(config), "register number; with the highest bit: mask entry, 7 is EXEC"),
            beat: optional_input(m, "host_beat", index_bits(config.beats), "which beat's row"),
            data: m.input("host_write_data", config.lanes * 32, "the row to write, lane 0 lowest; masks in the low bits"),
        }
    }

    fn is_mask(&self) -> Signal<'m> {
        self.entry.bit(self.entry.width() - 1)
    }

    fn is_exec(&self) -> Signal<'m> {
        self.is_mask() & self.entry.slice(0, index_bits(MASK_FILE_ENTRIES)).is(MaskEntry::TRUE.0.into())
    }

    pub fn wants_registers(&self) -> Signal<'m> {
        self.valid & !self.is_mask()
    }

    pub fn wants_masks(&self) -> Signal<'m> {
        self.valid & self.is_mask() & !self.is_exec()
    }

    pub fn writes_exec(&self, exec_busy: Signal<'m>) -> Signal<'m> {
        self.valid & self.write & self.is_exec() & !exec_busy
    }

    /// The answering half of the port.
    pub fn outputs(&self, m: &'m ModuleBuilder, config: &Config, answers: &Answers<'m>) {
        let exec_ready = self.valid & self.is_exec() & !answers.exec_busy;
        let ready = (answers.register_file.0 | answers.mask_file.0 | exec_ready).named("host_granted");
        let read = m.reset_register("host_read", 1, 0);
        read.next(ready & !self.write);
        let was_mask = m.delayed("host_was_mask", self.is_mask());
        let was_exec = m.delayed("host_was_exec", self.is_exec());
        let exec_row = m.delayed("host_exec_row", answers.exec_row);
        let mask = was_exec.mux(exec_row, answers.mask_file.1).zero_extend(config.lanes * 32);
        m.output("host_ready", ready, "the access is done at this clock edge");
        m.output("host_read_valid", read.q(), "the row asked for one cycle ago is here");
        m.output("host_read_data", was_mask.mux(mask, answers.register_file.1), "the row read");
    }
}

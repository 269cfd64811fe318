//! The host window: a row, a selection and a command in place of the core's host port, so that no
//! AXI access ever waits for the core.

use super::bus::Bus;
use super::map::SystemRegister;
use super::memory::{RowInputs, RowOutputs, host_row};
use crate::isa::MASK_ENTRIES;
use crate::rtl::host::{Answer, Host};
use crate::rtl::prelude::*;

/// The request to the core, and what the registers show of it.
pub(super) struct Window<'m> {
    valid: Signal<'m>,
    /// HOST_COMMAND as it is read.
    pub write: Signal<'m>,
    /// The fields of HOST_SELECT.
    selected: [Signal<'m>; 4],
    row: Signal<'m>,
    /// The core's answer, to be driven.
    pub answer: Answer<Signal<'m>>,
    /// The word of HOST_ROW that is read.
    pub read_word: Signal<'m>,
    /// An access is going on.
    pub busy: Signal<'m>,
    /// The access is done at this clock edge.
    pub done: Signal<'m>,
    /// The write that the bus does is refused.
    pub refused: Signal<'m>,
}

impl<'m> Window<'m> {
    pub fn new(m: &'m Builder, plan: &Plan, bus: &Bus<'m>, soft_reset: Signal<'m>) -> Self {
        let answer = Answer {
            ready: m.wire("host_ready", 1),
            read_valid: m.wire("host_read_valid", 1),
            read_data: m.wire("host_read_data", plan.lanes * 32),
        };
        let waits = m.reset_register("host_waits", 1, 0);
        let collects = m.reset_register("host_collects", 1, 0);
        let busy = (waits.q() | collects.q()).named("host_busy");

        let writes = |register| bus.writes(register) & !busy;
        let selects = writes(SystemRegister::HostSelect);
        let field = |name: &str| {
            let field = SystemRegister::HostSelect.field(name);
            let (low, width) = (field.low, field.width(plan));
            m.reset_register(&format!("host_{name}"), width, 0).next_when(
                selects & bus.write.strobe.bit(low / 8),
                bus.write.data.slice(low, width),
            )
        };
        let (entry, is_mask) = (field("entry"), field("is_mask"));
        let (wave, beat) = (field("wave"), field("beat"));
        let there = is_there(m, plan, entry, is_mask, wave, beat).named("host_entry_is_there");

        let commands = writes(SystemRegister::HostCommand) & there & bus.write.strobe.bit(0);
        let write = m.reset_register("host_write", 1, 0);
        write.next_when(commands, bus.write.data.bit(0));
        waits.next(!soft_reset & (commands | (waits.q() & !answer.ready)));
        collects.next(!soft_reset & waits.q() & answer.ready & !write.q());
        let arrives = collects.q() & answer.read_valid;
        let done = (waits.q() & answer.ready & write.q()) | arrives;

        let lane_bits = plan.lane.bits;
        let inputs = RowInputs {
            write_bytes: bus.write.strobe & writes(SystemRegister::HostRow).repeat(4),
            write_lane: bus.written_word(0, lane_bits),
            write_data: bus.write.data,
            load: arrives,
            loaded: answer.read_data,
            read_lane: bus.read_word(0, lane_bits),
        };
        let RowOutputs { row, read_word } = host_row(plan).instance(m, "host_row", inputs);
        let hits = |register| bus.write_hits(register);
        let any = hits(SystemRegister::HostSelect)
            | hits(SystemRegister::HostCommand)
            | hits(SystemRegister::HostRow);
        Self {
            valid: waits.q(),
            write: write.q(),
            selected: [entry, is_mask, wave, beat],
            row,
            answer,
            read_word,
            busy,
            done: done.named("host_done"),
            refused: (any & busy) | (hits(SystemRegister::HostCommand) & !there),
        }
    }
}

impl<'m> Window<'m> {
    /// HOST_SELECT as it is read.
    pub fn selection(&self) -> Signal<'m> {
        let m = self.row.builder();
        let fields = ["entry", "is_mask", "wave", "beat"].into_iter().zip(self.selected);
        fields.fold(m.nothing(), |word, (name, value)| {
            let gap = SystemRegister::HostSelect.field(name).low - word.width();
            m.concat(&[word, m.constant(gap, 0), value])
        })
    }

    /// Request to the core's host port; HOST_SELECT's numbers are cut to the machine's widths.
    pub fn request(&self, plan: &Plan) -> Host<Signal<'m>> {
        let [entry, is_mask, wave, beat] = self.selected;
        let entry = entry.slice(0, plan.host_entry_bits - 1);
        Host {
            valid: self.valid,
            write: self.write,
            wave: wave.slice(0, plan.wave.bits),
            entry: entry.builder().concat(&[entry, is_mask]),
            beat: beat.slice(0, plan.beat.bits),
            write_data: self.row,
        }
    }
}

/// Whether the machine has the selected row.
fn is_there<'m>(
    m: &'m Builder,
    plan: &Plan,
    entry: Signal<'m>,
    is_mask: Signal<'m>,
    wave: Signal<'m>,
    beat: Signal<'m>,
) -> Signal<'m> {
    let below = |signal: Signal<'m>, count: usize| match count >> signal.width() {
        0 => signal.less_than(m.constant(signal.width(), count as u128)),
        _ => m.constant(1, 1),
    };
    let entry = is_mask.mux(below(entry, MASK_ENTRIES), below(entry, plan.registers));
    entry & below(wave, plan.waves) & below(beat, plan.beats)
}

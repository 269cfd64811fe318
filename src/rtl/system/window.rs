//! The host window: a row, a selection and a command in place of the core's host port, so that no AXI access ever waits for
//! the core.

use super::bus::Bus;
use super::map::SystemRegister;
use super::memory::host_row;
use crate::config::Config;
use crate::hdl::{InstanceOutputs, InstancesBuilder, ModuleBuilder, Signal};
use crate::isa::MASK_ENTRIES;
use crate::rtl::host::host_entry_bits;
use crate::rtl::schedule::index_bits;

/// HOST_SELECT's fields: lowest bit and width.
const ENTRY: (usize, usize) = (0, 8);
const IS_MASK: usize = 8;
const WAVE: (usize, usize) = (16, 5);
const BEAT: (usize, usize) = (24, 3);

/// The request to the core, and what the registers show of it.
pub(super) struct Window<'m> {
    m: &'m ModuleBuilder,
    valid: Signal<'m>,
    write: Signal<'m>,
    entry: Signal<'m>,
    is_mask: Signal<'m>,
    wave: Signal<'m>,
    beat: Signal<'m>,
    row: Signal<'m>,
    /// The word of HOST_ROW that is read.
    pub read_word: Signal<'m>,
    /// An access is going on.
    pub busy: Signal<'m>,
    /// It is done at this clock edge.
    pub done: Signal<'m>,
    /// The write that the bus does is refused.
    pub refused: Signal<'m>,
    /// The core's answer, connected later.
    ready: Signal<'m>,
    read_valid: Signal<'m>,
    read_data: Signal<'m>,
}

impl<'m> Window<'m> {
    pub fn new(m: &'m ModuleBuilder, config: &Config, bus: &Bus<'m>, soft_reset: Signal<'m>) -> Self {
        let ready = m.wire("host_ready", 1);
        let read_valid = m.wire("host_read_valid", 1);
        let read_data = m.wire("host_read_data", config.lanes * 32);
        let waits = m.reset_register("host_waits", 1, 0);
        let collects = m.reset_register("host_collects", 1, 0);
        let busy = (waits.q() | collects.q()).named("host_busy");

        let writes = |register| bus.writes(register) & !busy;
        let selects = writes(SystemRegister::HostSelect);
        let field = |name: &str, (low, width): (usize, usize)| {
            let register = m.reset_register(name, width, 0);
            register.next_when(selects & bus.write_strobe.bit(low / 8), bus.write_data.slice(low, width));
            register.q()
        };
        let entry = field("host_entry", ENTRY);
        let is_mask = field("host_is_mask", (IS_MASK, 1));
        let (wave, beat) = (field("host_wave", WAVE), field("host_beat", BEAT));
        let there = is_there(m, config, entry, is_mask, wave, beat).named("host_entry_is_there");

        let commands = writes(SystemRegister::HostCommand) & there & bus.write_strobe.bit(0);
        let write = m.reset_register("host_write", 1, 0);
        write.next_when(commands, bus.write_data.bit(0));
        waits.next(!soft_reset & (commands | (waits.q() & !ready)));
        collects.next(!soft_reset & waits.q() & ready & !write.q());
        let done = (waits.q() & ready & write.q()) | (collects.q() & read_valid);

        let lane_bits = index_bits(config.lanes);
        let unit = m.instance("host_row", &host_row(config)).broadcast("write_data", bus.write_data);
        let unit = unit.broadcast("write_bytes", bus.write_strobe & writes(SystemRegister::HostRow).repeat(4));
        let unit =
            unit.broadcast("write_lane", bus.written_word(0, lane_bits)).broadcast("read_lane", bus.read_word(0, lane_bits));
        let unit = unit.broadcast("load", collects.q() & read_valid).broadcast("loaded", read_data).build();
        let hits = |register| bus.write_hits(register);
        let any = hits(SystemRegister::HostSelect) | hits(SystemRegister::HostCommand) | hits(SystemRegister::HostRow);
        Self {
            m,
            valid: waits.q(),
            write: write.q(),
            entry,
            is_mask,
            wave,
            beat,
            row: unit.output("row"),
            read_word: unit.output("read_word"),
            busy,
            done: done.named("host_done"),
            refused: (any & busy) | (hits(SystemRegister::HostCommand) & !there),
            ready,
            read_valid,
            read_data,
        }
    }

    /// HOST_SELECT as it is read.
    pub fn selection(&self) -> Signal<'m> {
        let gap = |from: usize, to: usize| self.m.constant(to - from, 0);
        self.m.concat(&[self.entry, self.is_mask, gap(IS_MASK + 1, WAVE.0), self.wave, gap(WAVE.0 + WAVE.1, BEAT.0), self.beat])
    }

    /// HOST_COMMAND as it is read.
    pub fn command(&self) -> Signal<'m> {
        self.write
    }

    /// Connects the core's host port.
    pub fn request(&self, config: &Config, core: InstancesBuilder<'m>) -> InstancesBuilder<'m> {
        let number =
            |signal: Signal<'m>, count: usize| Some(index_bits(count)).filter(|&bits| bits > 0).map(|bits| signal.slice(0, bits));
        let entry_bits = host_entry_bits(config) - 1;
        let entry = self.m.concat(&[self.entry.slice(0, entry_bits), self.is_mask]);
        let core = core.broadcast("host_valid", self.valid).broadcast("host_write", self.write);
        let core = core.broadcast("host_entry", entry).broadcast("host_write_data", self.row);
        core.maybe("host_wave", number(self.wave, config.waves)).maybe("host_beat", number(self.beat, config.beats))
    }

    /// Takes the core's answers.
    pub fn connect(&self, core: &InstanceOutputs<'m>) {
        self.ready.drive(core.output("host_ready"));
        self.read_valid.drive(core.output("host_read_valid"));
        self.read_data.drive(core.output("host_read_data"));
    }
}

/// Whether the machine has the selected row.
fn is_there<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    entry: Signal<'m>,
    is_mask: Signal<'m>,
    wave: Signal<'m>,
    beat: Signal<'m>,
) -> Signal<'m> {
    let below = |signal: Signal<'m>, count: usize| match count >> signal.width() {
        0 => signal.less_than(m.constant(signal.width(), count as u128)),
        _ => m.constant(1, 1),
    };
    let entry = is_mask.mux(below(entry, MASK_ENTRIES), below(entry, config.registers));
    entry & below(wave, config.waves) & below(beat, config.beats)
}

//! `Banked`: single-port banks chosen by register number, and an operand collector: the usual answer of GPUs.
//!
//! ```text
//!             ┌────────┐   ┌──────────┐   ┌───────────┐
//!  reads ────►│ bank 0 ├──►│          ├──►│ collector ├──┐
//!  write ────►│ bank 1 ├──►│ crossbar │   └───────────┘  ├──► a, b, c of the beat
//!  host ─────►│ bank 2 ├──►│          ├──────────────────┘
//!             │ bank 3 ├──►└──────────┘
//!             └────────┘
//! ```
//!
//! A register lies in bank (register number + wave number) mod 4 with all its beats, and a bank serves one register in a slot,
//! beat β in cycle β: three operands and a result in four different banks keep every port busy in every cycle, as four
//! files of one beat do in `skewed`. Which bank does what in which slot is for `rtl::bank` to say; two operands in one bank,
//! or an operand in the bank that is written, take one slot more each. R1, R5, R9 all in one bank and no write:
//!
//! ```text
//!  cycle   4k+1 +2   +3   +4   +5   +6   +7   +8   +9   +10  +11  +12  +13  +14  …  +17  +18  +19  +20
//!  bank 1  a0   a1   a2   a3   b0   b1   b2   b3   c0   c1   c2   c3
//!  lanes                                                beat 0 1    2    3
//!  bank d                                                              wr0  wr1  wr2  wr3
//! ```
//!
//! The operands of a slot that is not the instruction's last go into the collector, a row register for each beat of each
//! operand; those of the last slot go to the lanes as they come. Whoever looks into other beats has operand a (and the
//! addresses in b) collected before the last slot starts, so there is no gather buffer besides.
//!
//! One collector is enough, and nothing is copied: its rows of beat β are replaced a cycle after beat β has executed, or
//! a slot later where other beats are looked into. What it cannot do is collect for the next instruction while one waits for
//! its bank; machines with several collectors do, for three more waves of flip-flops each.

use std::sync::Arc;

use super::FileShape;
use super::ports::{HostRequest, Reads, Writes, address};
use super::staging::{A_EDGES, A_ROW, A_WAVE, B_ADDRESSES, B_ROW, C_ROW, addresses, collected, row_edges};
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal};
use crate::rtl::bank::{bank_bits, bank_of, place_in_bank};
use crate::rtl::timing::{Gather, beat_of, counted_back, element, index_bits, optional_input};

/// Builds the banks of `config` for `shape`.
pub fn banked(config: &Config, shape: FileShape) -> Arc<Module> {
    let purpose = format!("{} in single-port banks by number, with an operand collector.", shape.words);
    let builder = ModuleBuilder::new(shape.name, &purpose);
    let m = &builder;
    let phase = optional_input(m, "phase", index_bits(config.beats), "cycle of the slot");
    let reads = Reads::new(m, config, shape);
    let writes = Writes::new(m, config, shape, config.lanes);
    let host = HostRequest::new(m, config, shape);
    let beat = beat_of(config, phase.map(|phase| counted_back(m, phase, 1).named("accessed_beat")));
    let executing_beat = beat_of(config, phase.map(|phase| counted_back(m, phase, 2)));

    let row = |beat, entry, wave| row_address(m, config, beat, entry, wave);
    let number = |entry, wave| bank_of(config, entry, wave);
    let banks = m.instances("bank", config.banks(), &bank(config, shape));
    let banks = banks.broadcast("write", writes.valid).broadcast("written", writes.written).broadcast("row", writes.row);
    let banks = banks.broadcast("bank_written", number(writes.entry, writes.wave).named("result_bank"));
    let banks = banks.broadcast("write_address", row(beat, writes.entry, writes.wave).named("result_address"));
    let banks = banks.broadcast("host_valid", host.valid).broadcast("host_write", host.write);
    let banks = banks.broadcast("host_bank", number(host.entry, host.wave).named("host_bank"));
    let banks = banks.broadcast("host_address", row(host.beat, host.entry, host.wave).named("host_address"));
    let banks = banks.broadcast("host_row", host.data);
    let bank_numbers = reads.entries.map(|entry| number(entry, reads.wave));
    let operands = OPERANDS.iter().zip(reads.entries).zip(reads.wanted).zip(bank_numbers);
    let banks = operands.fold(banks, |banks, (((operand, entry), wanted), bank)| {
        let banks = banks.broadcast(&format!("reads_{operand}"), wanted).broadcast(&format!("bank_{operand}"), bank);
        banks.broadcast(&format!("address_{operand}"), row(beat, entry, reads.wave))
    });
    let banks = banks.build();

    let answers = banks.output("answer");
    let collector = Collector { m, config, answers, beat: executing_beat };
    let operand = |place: usize| collector.operand(OPERANDS[place], reads.wanted[place], bank_numbers[place]);
    let [a, b] = [0, 1].map(operand);
    m.output("a_row", a.row, A_ROW);
    m.output("b_row", b.row, B_ROW);
    if shape.shows_c {
        m.output("c_row", operand(2).row, C_ROW);
    }
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => m.output("a_edges", row_edges(m, a.wave, shape.word_bits), A_EDGES),
        Gather::Everything => m.output("a_wave", a.wave, A_WAVE),
    }
    if shape.shows_addresses {
        m.output("b_addresses", addresses(m, config, b.wave), B_ADDRESSES);
    }
    m.output("result", writes.row, "the results that are written in this cycle");
    let host_grant = banks.output("host_grant").any().named("host_grant");
    m.output("host_ready", host_grant, "the host's access is done at this clock edge");
    let read_bank = m.register("host_read_bank", bank_bits(config));
    read_bank.next_when(host_grant, number(host.entry, host.wave));
    m.output("host_read_data", answers.element(read_bank.q()), "the row read one cycle ago");
    builder.finish()
}

const OPERANDS: [&str; 3] = ["a", "b", "c"];

/// The row of a beat of an entry in its bank.
fn row_address<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    beat: Option<Signal<'m>>,
    entry: Signal<'m>,
    wave: Option<Signal<'m>>,
) -> Signal<'m> {
    let parts = [beat, place_in_bank(config, entry), wave];
    if parts.iter().all(Option::is_none) { m.constant(1, 0) } else { address(m, &parts) }
}

/// Puts operands together from what the banks answer.
struct Collector<'m, 'c> {
    m: &'m ModuleBuilder,
    config: &'c Config,
    /// Rows read one cycle ago, bank 0 lowest.
    answers: Signal<'m>,
    /// The beat that executes.
    beat: Option<Signal<'m>>,
}

/// An operand while its instruction executes.
struct Collected<'m> {
    /// Of the beat.
    row: Signal<'m>,
    /// Of all beats, if it was read before the last slot.
    wave: Signal<'m>,
}

impl<'m> Collector<'m, '_> {
    /// The operand that `read` says is read from `bank` in this cycle.
    fn operand(&self, name: &str, read: Signal<'m>, bank: Signal<'m>) -> Collected<'m> {
        let (m, config) = (self.m, self.config);
        let arrives = m.delayed(&format!("{name}_arrives"), read);
        let answer = self.answers.element(m.delayed(&format!("bank_of_{name}"), bank)).named(&format!("{name}_answer"));
        let wave = collected(m, config, &format!("collected_{name}"), arrives, self.beat, answer);
        Collected { row: arrives.mux(answer, element(wave, self.beat)), wave }
    }
}

/// One single-port bank.
fn bank(config: &Config, shape: FileShape) -> Arc<Module> {
    let builder = ModuleBuilder::new(&format!("{}_bank", shape.name), "One single-port bank of registers.");
    let m = &builder;
    let row_bits = config.lanes * shape.word_bits;
    let memory_shape = MemoryShape {
        depth: rows(config, shape),
        columns: config.lanes,
        column_width: shape.word_bits,
        read_during_write: ReadDuringWrite::Undefined,
    };
    let address_bits = memory_shape.address_width();
    let own = m.instance_index(bank_bits(config));
    let number = |name: &str, about: &str| m.input(name, bank_bits(config), about);
    let place = |name: &str, about: &str| m.input(name, address_bits, about);
    let [a, b, c] = OPERANDS.map(|operand| {
        let read = m.input(&format!("reads_{operand}"), 1, "an operand is read");
        let here = (read & number(&format!("bank_{operand}"), "its bank").equals(own)).named(&format!("{operand}_is_here"));
        (here, place(&format!("address_{operand}"), "its row"))
    });
    // Operands that are here together are one register.
    let read_a = a.0;
    let read_b = (b.0 & !a.0).named("read_b");
    let read_c = (c.0 & !a.0 & !b.0).named("read_c");
    let write = m.input("write", 1, "a result is written");
    let write_result = (write & number("bank_written", "its bank").equals(own)).named("write_result");
    let write_address = place("write_address", "its row");
    let written = m.input("written", config.lanes, "lanes that are written");
    let row = m.input("row", row_bits, "the result");
    let host_valid = m.input("host_valid", 1, "the host wants this file");
    let host_here = host_valid & number("host_bank", "the bank that it wants").equals(own);
    let host_write = m.input("host_write", 1, "it writes (else reads)");
    let host_address = place("host_address", "its row");
    let host_row = m.input("host_row", row_bits, "the host's row");

    let busy = (read_a | read_b | read_c | write_result).named("port_busy");
    let host_grant = (host_here & !busy).named("grants_host");
    let read_address = read_a.mux(a.1, read_b.mux(b.1, c.1));
    let chosen = host_grant.mux(host_address, write_result.mux(write_address, read_address)).named("address");
    let enable = host_grant.mux(m.constant(config.lanes, (1 << config.lanes) - 1), written);
    let data = host_grant.mux(host_row, row);
    let writes = write_result | (host_grant & host_write);
    let memory = m.memory("words", memory_shape);
    let answer = memory.read_write_port(chosen, busy | host_grant, writes, enable, data, "read_data");
    m.output("answer", answer, "the row read one cycle ago");
    m.output("host_grant", host_grant, "the host's access is done");
    builder.finish()
}

/// Rows of a bank; a memory has two at least.
fn rows(config: &Config, shape: FileShape) -> usize {
    ((config.waves << (shape.entry_bits - bank_bits(config))) * config.beats).max(2)
}

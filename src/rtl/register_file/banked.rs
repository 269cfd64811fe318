//! `Banked`: single-port banks chosen by register number, and operand collectors: the usual answer of GPUs.
//!
//! ```text
//!             ┌────────┐   ┌──────────┐   ┌─────────────┐
//!  reads ────►│ bank 0 ├──►│          ├──►│ collector 0 ├──┐
//!  write ────►│ bank 1 ├──►│ crossbar │   └─────────────┘  ├──► a, b, c of the beat
//!  host ─────►│ bank 2 ├──►│          ├──►┌─────────────┐  │
//!             │ bank 3 ├──►└──────────┘   │ collector … ├──┘
//!             └────────┘                  └─────────────┘
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
//! The operands of a slot that is not the instruction's last go into a collector, a row register for each beat of each
//! operand; those of the last slot go to the lanes as they come. Whoever looks into other beats has operand a (and the
//! addresses in b) collected before the last slot starts, so there is no gather buffer besides.
//!
//! With one collector nothing else is read while an instruction waits for its bank. With several the banks that it leaves idle
//! read for the instructions behind it, for three waves of flip-flops each. Rows never move: a collector's rows of beat β are
//! replaced a cycle after beat β has executed at the soonest, or a slot later where other beats are looked into.

use std::sync::Arc;

use super::FileShape;
use super::ports::{HostRequest, Reads, Writes, address};
use super::staging::{A_EDGES, A_ROW, A_WAVE, B_ADDRESSES, B_ROW, C_ROW, addresses, collected, row_edges};
use crate::config::Config;
use crate::hdl::{MemoryShape, Module, ModuleBuilder, ReadDuringWrite, Signal};
use crate::rtl::issue::collectors::{bank_bits, bank_of, place_in_bank, stage};
use crate::rtl::schedule::{Gather, beat_of, counted_back, element, index_bits, optional_input};

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
    let behind = (1..config.collectors).map(|older| Reads::behind(m, config, shape, &stage(older)));
    let all_reads: Vec<Reads> = std::iter::once(reads).chain(behind).collect();
    let banks = all_reads.iter().enumerate().fold(banks, |banks, (older, reads)| {
        OPERANDS.iter().zip(reads.entries).zip(reads.wanted).fold(banks, |banks, ((operand, entry), wanted)| {
            let operand = nth(operand, older);
            let banks = banks.broadcast(&format!("reads_{operand}"), wanted);
            let banks = banks.broadcast(&format!("bank_{operand}"), number(entry, reads.wave));
            banks.broadcast(&format!("address_{operand}"), row(beat, entry, reads.wave))
        })
    });
    let banks = banks.build();

    let answers = banks.output("answer");
    let oldest =
        optional_input(m, "reading_collector", index_bits(config.collectors), "which collector the instruction reading has");
    let collectors = m.instances("collector", config.collectors, &collector(config, shape)).maybe("beat", executing_beat);
    let collectors =
        shown(shape).iter().enumerate().fold(collectors.broadcast("answers", answers), |collectors, (place, operand)| {
            let wanted: Vec<Signal> = all_reads.iter().map(|reads| reads.wanted[place]).collect();
            let bank: Vec<Signal> = all_reads.iter().map(|reads| number(reads.entries[place], reads.wave)).collect();
            let arrives = m.delayed(&format!("{operand}_arrives"), by_collector(m, oldest, &wanted));
            let bank = m.delayed(&format!("bank_of_{operand}"), by_collector(m, oldest, &bank));
            collectors.spread(&format!("{operand}_arrives"), arrives).spread(&format!("{operand}_bank"), bank)
        });
    let collectors = collectors.build();
    let executing = oldest.map(|oldest| m.delayed("executing_collector", oldest));
    let of_executing = |name: &str| element(collectors.output(name), executing);
    m.output("a_row", of_executing("a_row"), A_ROW);
    m.output("b_row", of_executing("b_row"), B_ROW);
    if shape.shows_c {
        m.output("c_row", of_executing("c_row"), C_ROW);
    }
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => m.output("a_edges", of_executing("a_edges"), A_EDGES),
        Gather::Everything => m.output("a_wave", of_executing("a_wave"), A_WAVE),
    }
    if shape.shows_addresses {
        m.output("b_addresses", of_executing("b_addresses"), B_ADDRESSES);
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

/// The operands that some operation has.
fn shown(shape: FileShape) -> &'static [&'static str] {
    if shape.shows_c { &OPERANDS } else { &OPERANDS[..2] }
}

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

/// The letter of an operand of the instruction that has `older` ones before it.
fn nth(operand: &str, older: usize) -> String {
    if older == 0 { operand.to_string() } else { format!("{operand}{older}") }
}

/// What is said of the instructions, the oldest first, as it is said of the collectors, the first one first: the oldest instruction
/// has collector `oldest`, the next one the next.
fn by_collector<'m>(m: &'m ModuleBuilder, oldest: Option<Signal<'m>>, of_instructions: &[Signal<'m>]) -> Signal<'m> {
    let all = m.concat(of_instructions);
    let Some(oldest) = oldest else { return all };
    let of_collector = |collector: usize| all.element(m.constant(oldest.width(), collector as u128) - oldest);
    m.concat(&(0..of_instructions.len()).map(of_collector).collect::<Vec<_>>())
}

/// The operands of one instruction, put together from what the banks answer.
fn collector(config: &Config, shape: FileShape) -> Arc<Module> {
    let builder = ModuleBuilder::new(&format!("{}_collector", shape.name), "The operands of one instruction, as banks answer.");
    let m = &builder;
    let beat = optional_input(m, "beat", index_bits(config.beats), "the beat whose rows arrive, or execute");
    let answers = m.input("answers", config.banks() * config.lanes * shape.word_bits, "rows read one cycle ago, bank 0 lowest");
    let operand = |name: &str| {
        let arrives = m.input(&format!("{name}_arrives"), 1, "its row of the beat is among them");
        let bank = m.input(&format!("{name}_bank"), bank_bits(config), "the bank's number");
        let answer = answers.element(bank).named(&format!("{name}_answer"));
        let wave = collected(m, config, &format!("collected_{name}"), arrives, beat, answer);
        let row = arrives.mux(answer, element(wave, beat));
        (row, wave)
    };
    let operands: Vec<(Signal, Signal)> = shown(shape).iter().map(|name| operand(name)).collect();
    for ((row, _), (name, about)) in operands.iter().zip([("a_row", A_ROW), ("b_row", B_ROW), ("c_row", C_ROW)]) {
        m.output(name, *row, about);
    }
    let [(_, a_wave), (_, b_wave)] = [operands[0], operands[1]];
    match shape.gather {
        Gather::Nothing => {}
        Gather::RowEdges => m.output("a_edges", row_edges(m, a_wave, shape.word_bits), A_EDGES),
        Gather::Everything => m.output("a_wave", a_wave, A_WAVE),
    }
    if shape.shows_addresses {
        m.output("b_addresses", addresses(m, config, b_wave), B_ADDRESSES);
    }
    builder.finish()
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
    // Of the instructions at most one reads here: the oldest that wants to.
    let instructions: Vec<(Signal, Signal)> = (0..config.collectors)
        .map(|older| {
            let [a, b, c] = OPERANDS.map(|operand| {
                let operand = nth(operand, older);
                let read = m.input(&format!("reads_{operand}"), 1, "an operand is read");
                let bank = number(&format!("bank_{operand}"), "its bank");
                let here = (read & bank.equals(own)).named(&format!("{operand}_is_here"));
                (here, place(&format!("address_{operand}"), "its row"))
            });
            // Operands that are here together are one register.
            let read_b = (b.0 & !a.0).named(&format!("read_{}", nth("b", older)));
            let read_c = (c.0 & !a.0 & !b.0).named(&format!("read_{}", nth("c", older)));
            (a.0 | read_b | read_c, a.0.mux(a.1, read_b.mux(b.1, c.1)))
        })
        .collect();
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

    let youngest_first = instructions.into_iter().rev();
    let chosen = youngest_first.reduce(|(others, address), (reads, own)| (reads | others, reads.mux(own, address)));
    let (reads, read_address) = chosen.expect("there is a collector");
    let busy = (reads | write_result).named("port_busy");
    let host_grant = (host_here & !busy).named("grants_host");
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

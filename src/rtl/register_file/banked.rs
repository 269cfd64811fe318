//! `Banked`: single-port banks chosen by register number, and operand collectors: the usual answer
//! of GPUs.
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
//! A register lies in bank (register number + wave number) mod 4 with all its beats, and a bank
//! serves one register in a slot, beat β in cycle β: three operands and a result in four different
//! banks keep every port busy in every cycle, as four files of one beat do in `skewed`. Which bank
//! does what in which slot is for `rtl::issue::collectors` to say; two operands in one bank, or an
//! operand in the bank that is written, take one slot more each. R1, R5, R9 all in one bank and no
//! write:
//!
//! ```text
//!  cycle   4k+1 +2   +3   +4   +5   +6   +7   +8   +9   +10  +11  +12  +13  +14  …  +17  +18  +19  +20
//!  bank 1  a0   a1   a2   a3   b0   b1   b2   b3   c0   c1   c2   c3
//!  lanes                                                beat 0 1    2    3
//!  bank d                                                              wr0  wr1  wr2  wr3
//! ```
//!
//! The operands of a slot that is not the instruction's last go into a collector, a row register
//! for each beat of each operand; those of the last slot go to the lanes as they come. An
//! instruction that reads other beats has operand a (and the addresses in b) collected before the
//! last slot starts, so there is no gather buffer besides.
//!
//! With one collector nothing else is read while an instruction waits for its bank. With several
//! the banks that it leaves idle read for the instructions behind it, for three waves of flip-flops
//! each. Rows never move: a collector's rows of beat β are replaced a cycle after beat β has
//! executed at the soonest, or a slot later where other beats are looked into.

use super::file::File;
use super::ports::{BankOutputs, Inputs, Outputs, Reads, WriteProbe};
use super::staging::{addresses, collected, row_edges};
use crate::hdl::{MemoryShape, PortSpec, ReadWrite};
use crate::plan::Gather;
use crate::rtl::issue::banks::{bank_of, place_in_bank};
use crate::rtl::prelude::*;
use crate::rtl::schedule::{beat_of, counted_back};

record! {
    /// The operands of an instruction that a bank reads.
    pub struct ReadsProbe {
        a;
        b;
        c;
    }
}

record! {
    /// One single-port bank, with the instructions whose operands are collected, the oldest first.
    pub struct BankProbe {
        reads: (Vec ReadsProbe);
    }
}

/// The banks and the collectors.
pub fn banked<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { phase, reading, behind, reading_collector, writing, host, .. } = inputs;
    let beat = beat_of(&file, counted_back(m, phase, 1).named("accessed_beat"));
    let executing_beat = beat_of(&file, counted_back(m, phase, 2));
    let row = |beat, entry, wave| row_address(m, file, [beat, entry, wave]);
    let number = |entry, wave| bank_of(&file, entry, wave);

    let all_reads: Vec<Reads<Signal>> = std::iter::once(reading).chain(behind).collect();
    let bank_read = |wanted: Signal<'m>, entry, wave| BankRead {
        wanted,
        bank: number(entry, wave),
        address: row(beat, entry, wave),
    };
    let bank_reads = |reads: &Reads<Signal<'m>>| BankReads {
        a: bank_read(reads.reads_a, reads.a, reads.wave),
        b: bank_read(reads.reads_b, reads.b, reads.wave),
        c: bank_read(reads.reads_c, reads.c, reads.wave),
    };
    let banks = BankInputs {
        instruction: all_reads.iter().map(bank_reads).collect(),
        write: writing.valid,
        bank_written: number(writing.entry, writing.wave).named("result_bank"),
        write_address: row(beat, writing.entry, writing.wave).named("result_address"),
        written: writing.threads,
        row: writing.row,
        host_valid: host.valid,
        host_write: host.write,
        host_bank: number(host.entry, host.wave).named("host_bank"),
        host_address: row(host.beat, host.entry, host.wave).named("host_address"),
        host_row: host.data,
    };
    let banks = bank(file).instances(m, "bank", file.banks, banks);

    let arrival = |operand: &str, reads: [fn(&Reads<Signal<'m>>) -> Signal<'m>; 2]| {
        let [wanted, entry] = reads;
        let wanted: Vec<Signal> = all_reads.iter().map(wanted).collect();
        let bank: Vec<Signal> =
            all_reads.iter().map(|reads| number(entry(reads), reads.wave)).collect();
        let of_collectors = |signals: &[Signal<'m>]| by_collector(reading_collector, signals);
        Arrival {
            arrives: m.delayed(&format!("{operand}_arrives"), of_collectors(&wanted)),
            bank: m.delayed(&format!("bank_of_{operand}"), of_collectors(&bank)),
        }
    };
    let c = if file.shows_c {
        arrival("c", [|reads| reads.reads_c, |reads| reads.c])
    } else {
        Arrival::nothing(m)
    };
    let operands = CollectorInputs {
        beat: executing_beat,
        answers: banks.answer,
        a: arrival("a", [|reads| reads.reads_a, |reads| reads.a]),
        b: arrival("b", [|reads| reads.reads_b, |reads| reads.b]),
        c,
    };
    let collectors = collector(file).instances(m, "collector", file.collectors, operands);
    let executing = m.delayed("executing_collector", reading_collector);
    let operands = collectors.map(|_, of_collectors| of_collectors.element(executing));

    let host = banks.to_host(m, number(host.entry, host.wave));
    Outputs {
        result: writing.row,
        host_ready: host.host_grant,
        host_read_data: host.answer,
        ..operands
    }
}

/// The row of a beat of an entry of a wave in its bank.
fn row_address<'m>(m: &'m Builder, file: File, [beat, entry, wave]: [Signal<'m>; 3]) -> Signal<'m> {
    m.concat(&[beat, place_in_bank(&file, entry), wave])
        .zero_extend(memory_shape(file).address_width())
}

/// Reorders a signal of each instruction, the oldest first, by the instructions' collectors, number
/// 0 first: the oldest instruction has collector `oldest`, the next one the next.
fn by_collector<'m>(oldest: Signal<'m>, of_instructions: &[Signal<'m>]) -> Signal<'m> {
    let m = oldest.builder();
    let all = m.concat(of_instructions);
    let of_collector =
        |collector: usize| all.element(m.constant(oldest.width(), collector as u128) - oldest);
    m.concat(&(0..of_instructions.len()).map(of_collector).collect::<Vec<_>>())
}

ports! {
    /// An operand among the answers of the banks.
    pub struct Arrival(plan: &Plan, operand: &str) {
        arrives: [1] (format!("the row of operand {operand} for the beat is among the answers"));
        bank: [plan.bank.bits] (format!("bank that answers with operand {operand}"));
    }

    pub struct CollectorInputs(file: File<'_>) {
        beat: [file.beat.bits] "beat whose rows arrive, or execute";
        answers: [file.banks * file.row_bits()]
            "rows read one cycle ago, bank 0 lowest";
        a: Arrival { Arrival::ports(&file, "a") };
        b: Arrival { Arrival::ports(&file, "b") };
        c: Arrival { if file.shows_c { Arrival::ports(&file, "c") } else { Arrival::absent() } };
    }
}

/// The operands of one instruction, put together from what the banks answer.
fn collector(file: File) -> Block<CollectorInputs, Outputs> {
    let name = format!("{}_collector", file.name);
    let purpose = "The operands of one instruction, as banks answer.";
    let all = Outputs::ports(file);
    let a_wave = PortSpec { purpose: "operand a of every thread of the wave".into(), ..all.a_wave };
    let [result, host_ready, host_read_data] = [(); 3].map(|()| PortSpec::absent());
    let outputs = Outputs { a_wave, result, host_ready, host_read_data, ..all };
    Block::new(&name, purpose, CollectorInputs::ports(file), outputs, |m, inputs| {
        collect(m, file, inputs)
    })
}

fn collect<'m>(
    m: &'m Builder,
    file: File,
    inputs: CollectorInputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let operand = |name: &str, Arrival { arrives, bank }: Arrival<Signal<'m>>| {
        let answer = inputs.answers.element(bank).named(&format!("{name}_answer"));
        let wave = collected(m, &file, &format!("collected_{name}"), arrives, inputs.beat, answer);
        (arrives.mux(answer, wave.element(inputs.beat)), wave)
    };
    let ((a_row, a_wave), (b_row, b_wave)) = (operand("a", inputs.a), operand("b", inputs.b));
    Outputs {
        a_row,
        b_row,
        c_row: if file.shows_c { operand("c", inputs.c).0 } else { m.nothing() },
        a_edges: if file.gather == Gather::RowEdges {
            row_edges(m, a_wave, file.word_bits)
        } else {
            m.nothing()
        },
        a_wave,
        b_addresses: if file.shows_addresses { addresses(m, &file, b_wave) } else { m.nothing() },
        ..Outputs::nothing(m)
    }
}

ports! {
    /// An operand that is read.
    pub struct BankRead(file: File<'_>, operand: &str) {
        wanted: [1] (format!("operand {operand} is read"));
        bank: [file.bank.bits] (format!("bank of operand {operand}"));
        address: [memory_shape(file).address_width()]
            (format!("row of operand {operand} in its bank"));
    }

    /// The operands of one instruction.
    pub struct BankReads(file: File<'_>) {
        a: BankRead { BankRead::ports(file, "a") };
        b: BankRead { BankRead::ports(file, "b") };
        c: BankRead { BankRead::ports(file, "c") };
    }

    pub struct BankInputs(file: File<'_>) {
        instruction: (Vec BankReads)
            { (0..file.collectors).map(|_| BankReads::ports(file)).collect() };
        write: [1] "a result is written";
        bank_written: [file.bank.bits] "bank of the result";
        write_address: [memory_shape(file).address_width()]
            "row of the result in its bank";
        written: [file.lanes] "lanes that are written";
        row: [file.row_bits()] "the result";
        host_valid: [1] "the host wants this file";
        host_write: [1] "the host writes (else reads)";
        host_bank: [file.bank.bits] "bank that the host wants";
        host_address: [memory_shape(file).address_width()]
            "row that the host wants in its bank";
        host_row: [file.row_bits()] "the row that the host writes";
    }
}

/// A bank's memory.
fn memory_shape(file: File) -> MemoryShape {
    let registers = file.waves << (file.entry_bits - file.bank.bits);
    file.memory(registers * file.beats, file.lanes)
}

/// One single-port bank.
fn bank(file: File) -> Block<BankInputs, BankOutputs> {
    let name = format!("{}_bank", file.name);
    Block::of(&name, "One single-port bank of registers.", file, |m, inputs: BankInputs<Signal>| {
        let own = m.instance_index(file.bank.bits);
        // At most one of the instructions reads here: the oldest that wants to.
        let mut watched = vec![];
        let youngest_first =
            inputs.instruction.iter().enumerate().rev().map(|(older, operands)| {
                let (reads, address) = reads_here(own, older, operands);
                watched.insert(0, reads);
                let reads = (reads.a | reads.b | reads.c).named(&format!("reads_for{older}"));
                (reads, address)
            });
        let chosen = youngest_first
            .reduce(|(others, address), (reads, own)| (reads | others, reads.mux(own, address)));
        let (reads, read_address) = chosen.expect("there is a collector");
        let write_result = (inputs.write & inputs.bank_written.equals(own)).named("write_result");
        m.probe::<WriteProbe>(WriteProbe { write_result });
        m.probe::<BankProbe>(BankProbe { reads: watched });
        let busy = (reads | write_result).named("port_busy");
        let host_here = inputs.host_valid & inputs.host_bank.equals(own);
        let host_grant = (host_here & !busy).named("grants_host");
        let address = host_grant
            .mux(inputs.host_address, write_result.mux(inputs.write_address, read_address))
            .named("address");
        let column_enable =
            host_grant.mux(m.constant(file.lanes, (1 << file.lanes) - 1), inputs.written);
        let data = host_grant.mux(inputs.host_row, inputs.row);
        let writes = write_result | (host_grant & inputs.host_write);
        let memory = m.memory("words", memory_shape(file));
        let (enable, write) = (busy | host_grant, writes);
        let port = ReadWrite { address, enable, write, column_enable, data };
        let answer = memory.read_write_port(port, "read_data");
        BankOutputs { answer, host_grant }
    })
}

/// Whether bank `own` is read for the instruction with `older` ones before it, and at which
/// address.
fn reads_here<'m>(
    own: Signal<'m>,
    older: usize,
    operands: &BankReads<Signal<'m>>,
) -> (ReadsProbe<Signal<'m>>, Signal<'m>) {
    let is_here = |read: BankRead<Signal<'m>>, operand: &str| {
        (read.wanted & read.bank.equals(own)).named(&format!("{}_is_here", nth(operand, older)))
    };
    let BankReads { a, b, c } = *operands;
    let (a_here, b_here, c_here) = (is_here(a, "a"), is_here(b, "b"), is_here(c, "c"));
    // Operands that are here together are one register.
    let read_b = (b_here & !a_here).named(&format!("read_{}", nth("b", older)));
    let read_c = (c_here & !a_here & !b_here).named(&format!("read_{}", nth("c", older)));
    let reads = ReadsProbe { a: a_here, b: read_b, c: read_c };
    let address = a_here.mux(a.address, read_b.mux(b.address, c.address));
    (reads, address.named(&format!("address_of{older}")))
}

/// The letter of an operand of the instruction that has `older` ones before it.
fn nth(operand: &str, older: usize) -> String {
    if older == 0 { operand.to_string() } else { format!("{operand}{older}") }
}

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
//! for each beat of each operand; those of the last slot go to the lanes as they come. Whoever
//! looks into other beats has operand a (and the addresses in b) collected before the last slot
//! starts, so there is no gather buffer besides.
//!
//! With one collector nothing else is read while an instruction waits for its bank. With several
//! the banks that it leaves idle read for the instructions behind it, for three waves of flip-flops
//! each. Rows never move: a collector's rows of beat β are replaced a cycle after beat β has
//! executed at the soonest, or a slot later where other beats are looked into.

use super::ports::{BankOutputs, Inputs, Outputs, Reads, WriteProbe};
use super::shape::FileShape;
use super::staging::{addresses, collected, row_edges};
use crate::config::Config;
use crate::hdl::{Block, MemoryShape, ModuleBuilder, ReadWrite, Signal};
use crate::ports;
use crate::record;
use crate::rtl::issue::banks::{bank_bits, bank_of, place_in_bank};
use crate::rtl::schedule::{Gather, beat_of, counted_back, index_bits};

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

/// Builds the banks of `config` for `shape`.
pub fn banked(config: &Config, shape: FileShape) -> Block<Inputs, Outputs> {
    let purpose =
        format!("{} in single-port banks by number, with an operand collector.", shape.words);
    let (inputs, outputs) = (Inputs::ports(config, shape), Outputs::ports(config, shape));
    Block::new(shape.name, &purpose, inputs, outputs, |m, inputs| banks(m, config, shape, inputs))
}

fn banks<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    inputs: Inputs<Signal<'m>>,
) -> Outputs<Signal<'m>> {
    let Inputs { phase, reading, behind, reading_collector, writing, host, .. } = inputs;
    let beat = beat_of(config, counted_back(m, phase, 1).named("accessed_beat"));
    let executing_beat = beat_of(config, counted_back(m, phase, 2));
    let row = |beat, entry, wave| row_address(m, config, shape, [beat, entry, wave]);
    let number = |entry, wave| bank_of(config, entry, wave);

    let all_reads: Vec<Reads<Signal>> = std::iter::once(reading).chain(behind).collect();
    let bank_read = |wanted: Signal<'m>, entry, wave| BankRead {
        wanted: wanted.broadcast(),
        bank: number(entry, wave).broadcast(),
        address: row(beat, entry, wave).broadcast(),
    };
    let bank_reads = |reads: &Reads<Signal<'m>>| BankReads {
        a: bank_read(reads.reads_a, reads.a, reads.wave),
        b: bank_read(reads.reads_b, reads.b, reads.wave),
        c: bank_read(reads.reads_c, reads.c, reads.wave),
    };
    let banks = BankInputs {
        instruction: all_reads.iter().map(bank_reads).collect(),
        write: writing.valid.broadcast(),
        bank_written: number(writing.entry, writing.wave).named("result_bank").broadcast(),
        write_address: row(beat, writing.entry, writing.wave).named("result_address").broadcast(),
        written: writing.threads.broadcast(),
        row: writing.row.broadcast(),
        host_valid: host.valid.broadcast(),
        host_write: host.write.broadcast(),
        host_bank: number(host.entry, host.wave).named("host_bank").broadcast(),
        host_address: row(host.beat, host.entry, host.wave).named("host_address").broadcast(),
        host_row: host.data.broadcast(),
    };
    let banks = bank(config, shape).instances(m, "bank", config.banks(), banks);

    let arrival = |operand: &str, reads: [fn(&Reads<Signal<'m>>) -> Signal<'m>; 2]| {
        let [wanted, entry] = reads;
        let wanted: Vec<Signal> = all_reads.iter().map(wanted).collect();
        let bank: Vec<Signal> =
            all_reads.iter().map(|reads| number(entry(reads), reads.wave)).collect();
        let of_collectors = |signals: &[Signal<'m>]| by_collector(m, reading_collector, signals);
        Arrival {
            arrives: m.delayed(&format!("{operand}_arrives"), of_collectors(&wanted)).spread(),
            bank: m.delayed(&format!("bank_of_{operand}"), of_collectors(&bank)).spread(),
        }
    };
    let c = if shape.shows_c {
        arrival("c", [|reads| reads.reads_c, |reads| reads.c])
    } else {
        Arrival::nothing(m).map(|_, signal| signal.broadcast())
    };
    let operands = CollectorInputs {
        beat: executing_beat.broadcast(),
        answers: banks.answer.broadcast(),
        a: arrival("a", [|reads| reads.reads_a, |reads| reads.a]),
        b: arrival("b", [|reads| reads.reads_b, |reads| reads.b]),
        c,
    };
    let collectors =
        collector(config, shape).instances(m, "collector", config.collectors, operands);
    let executing = m.delayed("executing_collector", reading_collector);
    let operands = collectors.map(|_, of_collectors| of_collectors.element(executing));

    let host = banks.to_host(m, number(host.entry, host.wave));
    Outputs {
        a_row: operands.a_row,
        b_row: operands.b_row,
        c_row: operands.c_row,
        a_edges: operands.a_edges,
        a_wave: operands.a_wave,
        c_wave: m.nothing(),
        b_addresses: operands.b_addresses,
        result: writing.row,
        host_ready: host.host_grant,
        host_read_data: host.answer,
    }
}

/// The row of a beat of an entry of a wave in its bank.
fn row_address<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    [beat, entry, wave]: [Signal<'m>; 3],
) -> Signal<'m> {
    m.concat(&[beat, place_in_bank(config, entry), wave])
        .zero_extend(memory_shape(config, shape).address_width())
}

/// What is said of the instructions, the oldest first, as it is said of the collectors, the first
/// one first: the oldest instruction has collector `oldest`, the next one the next.
fn by_collector<'m>(
    m: &'m ModuleBuilder,
    oldest: Signal<'m>,
    of_instructions: &[Signal<'m>],
) -> Signal<'m> {
    let all = m.concat(of_instructions);
    let of_collector =
        |collector: usize| all.element(m.constant(oldest.width(), collector as u128) - oldest);
    m.concat(&(0..of_instructions.len()).map(of_collector).collect::<Vec<_>>())
}

ports! {
    /// An operand among the answers of the banks.
    pub struct Arrival(config: &Config, operand: &str) {
        arrives: [1] (format!("the row of operand {operand} for the beat is among the answers"));
        bank: [bank_bits(config)] (format!("bank that answers with operand {operand}"));
    }
}

ports! {
    pub struct CollectorInputs(config: &Config, shape: FileShape) {
        beat: [index_bits(config.beats)] "beat whose rows arrive, or execute";
        answers: [config.banks() * config.lanes * shape.word_bits]
            "rows read one cycle ago, bank 0 lowest";
        a: Arrival { Arrival::ports(config, "a") };
        b: Arrival { Arrival::ports(config, "b") };
        c: Arrival { if shape.shows_c { Arrival::ports(config, "c") } else { Arrival::absent() } };
    }
}

ports! {
    pub struct CollectorOutputs(config: &Config, shape: FileShape) {
        a_row: [config.lanes * shape.word_bits] "operand a of the beat";
        b_row: [config.lanes * shape.word_bits] "operand b of the beat";
        c_row: [if shape.shows_c { config.lanes * shape.word_bits } else { 0 }]
            "operand c of the beat";
        a_edges: [if shape.gather == Gather::RowEdges { 2 * config.rows() * shape.word_bits } else { 0 }]
            "operand a of the first and last thread of each row";
        a_wave: [if shape.gather == Gather::Everything { config.threads() * shape.word_bits } else { 0 }]
            "operand a of every thread of the wave";
        b_addresses: [if shape.shows_addresses { config.threads() * index_bits(config.threads()) } else { 0 }]
            "thread that operand b of every thread of the wave addresses";
    }
}

/// The operands of one instruction, put together from what the banks answer.
fn collector(config: &Config, shape: FileShape) -> Block<CollectorInputs, CollectorOutputs> {
    let name = format!("{}_collector", shape.name);
    let purpose = "The operands of one instruction, as banks answer.";
    let (inputs, outputs) =
        (CollectorInputs::ports(config, shape), CollectorOutputs::ports(config, shape));
    Block::new(&name, purpose, inputs, outputs, |m, inputs| collect(m, config, shape, inputs))
}

fn collect<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    inputs: CollectorInputs<Signal<'m>>,
) -> CollectorOutputs<Signal<'m>> {
    let operand = |name: &str, Arrival { arrives, bank }: Arrival<Signal<'m>>| {
        let answer = inputs.answers.element(bank).named(&format!("{name}_answer"));
        let wave = collected(m, config, &format!("collected_{name}"), arrives, inputs.beat, answer);
        (arrives.mux(answer, wave.element(inputs.beat)), wave)
    };
    let ((a_row, a_wave), (b_row, b_wave)) = (operand("a", inputs.a), operand("b", inputs.b));
    CollectorOutputs {
        a_row,
        b_row,
        c_row: if shape.shows_c { operand("c", inputs.c).0 } else { m.nothing() },
        a_edges: if shape.gather == Gather::RowEdges {
            row_edges(m, a_wave, shape.word_bits)
        } else {
            m.nothing()
        },
        a_wave,
        b_addresses: if shape.shows_addresses { addresses(m, config, b_wave) } else { m.nothing() },
    }
}

ports! {
    /// An operand that is read.
    pub struct BankRead(config: &Config, shape: FileShape, operand: &str) {
        wanted: [1] (format!("operand {operand} is read"));
        bank: [bank_bits(config)] (format!("bank of operand {operand}"));
        address: [memory_shape(config, shape).address_width()]
            (format!("row of operand {operand} in its bank"));
    }
}

ports! {
    /// The operands of one instruction.
    pub struct BankReads(config: &Config, shape: FileShape) {
        a: BankRead { BankRead::ports(config, shape, "a") };
        b: BankRead { BankRead::ports(config, shape, "b") };
        c: BankRead { BankRead::ports(config, shape, "c") };
    }
}

ports! {
    pub struct BankInputs(config: &Config, shape: FileShape) {
        instruction: (Vec BankReads)
            { (0..config.collectors).map(|_| BankReads::ports(config, shape)).collect() };
        write: [1] "a result is written";
        bank_written: [bank_bits(config)] "bank of the result";
        write_address: [memory_shape(config, shape).address_width()]
            "row of the result in its bank";
        written: [config.lanes] "lanes that are written";
        row: [config.lanes * shape.word_bits] "the result";
        host_valid: [1] "the host wants this file";
        host_write: [1] "the host writes (else reads)";
        host_bank: [bank_bits(config)] "bank that the host wants";
        host_address: [memory_shape(config, shape).address_width()]
            "row that the host wants in its bank";
        host_row: [config.lanes * shape.word_bits] "the row that the host writes";
    }
}

/// A bank's memory.
fn memory_shape(config: &Config, shape: FileShape) -> MemoryShape {
    let registers = config.waves << (shape.entry_bits - bank_bits(config));
    shape.memory(registers * config.beats, config.lanes)
}

/// One single-port bank.
fn bank(config: &Config, shape: FileShape) -> Block<BankInputs, BankOutputs> {
    let name = format!("{}_bank", shape.name);
    let (inputs, outputs) = (BankInputs::ports(config, shape), BankOutputs::ports(config, shape));
    Block::new(&name, "One single-port bank of registers.", inputs, outputs, |m, inputs| {
        one_bank(m, config, shape, inputs)
    })
}

fn one_bank<'m>(
    m: &'m ModuleBuilder,
    config: &Config,
    shape: FileShape,
    inputs: BankInputs<Signal<'m>>,
) -> BankOutputs<Signal<'m>> {
    let own = m.instance_index(bank_bits(config));
    // Of the instructions at most one reads here: the oldest that wants to.
    let mut watched = vec![];
    let instructions = inputs.instruction.iter().enumerate().map(|(older, operands)| {
        let (reads, address) = reads_here(own, older, operands);
        watched.push(reads);
        (reads.a | reads.b | reads.c, address)
    });
    let instructions: Vec<(Signal, Signal)> = instructions.collect();
    let youngest_first = instructions.into_iter().rev();
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
        host_grant.mux(m.constant(config.lanes, (1 << config.lanes) - 1), inputs.written);
    let data = host_grant.mux(inputs.host_row, inputs.row);
    let writes = write_result | (host_grant & inputs.host_write);
    let memory = m.memory("words", memory_shape(config, shape));
    let (enable, write) = (busy | host_grant, writes);
    let port = ReadWrite { address, enable, write, column_enable, data };
    let answer = memory.read_write_port(port, "read_data");
    BankOutputs { answer, host_grant }
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
    (reads, a_here.mux(a.address, read_b.mux(b.address, c.address)))
}

/// The letter of an operand of the instruction that has `older` ones before it.
fn nth(operand: &str, older: usize) -> String {
    if older == 0 { operand.to_string() } else { format!("{operand}{older}") }
}

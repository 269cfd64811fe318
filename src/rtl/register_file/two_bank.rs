//! `TwoBank`: two banks by the parity of the register's number, each with a read port and a write
//! port as wide as a wave, and a small cache of operands: what Huerta et al. found in present NVIDIA
//! cores ("Dissecting and Modeling the Architecture of Modern GPU Cores", MICRO 2025, section 5.3).
//!
//! ```text
//!            ┌────────┐
//!  launch ──►│ bank 0 ├──►┌──────────┐  ┌──────────────┐
//!  write ───►├────────┤   │ a, b, c: ├─►│ first,       ├──► a, b, c of the wave
//!  host ────►│ bank 1 ├──►│ parity   │  │ second, kept │
//!            └────────┘   └──────────┘  └──────────────┘
//! ```
//!
//! Which operand is read in which of the three cycles of its window, `rtl::issue::allocate` says
//! before they begin. Each bank has the reads to come in a queue of three places, and an address out
//! of a register in every cycle. A row that comes early waits: what the first cycle reads in `first`
//! and then `second`, what the second cycle reads in `second`; what the third reads goes to the lanes
//! as it comes. Two operands of bank 0 and one of bank 1:
//!
//! ```text
//!  cycle    1       2      3      4        5
//!  allocate a,b,c
//!  bank 0           a      b
//!  bank 1           c
//!  first                          a, c
//!  second                                  (b, a, c are here)
//!  lanes                                   …
//! ```
//!
//! **Reuse.** An operand that is to be kept goes into the row of its place and bank when it goes to
//! the lanes. Instructions go there in the order in which they left allocate, so an instruction
//! that was promised a kept row finds it.
//!
//! The host reads in a cycle in which its bank has nothing to read, and writes in one in which
//! nothing is written there.

use super::file::File;
use super::ports::{BankOutputs, Inputs, Outputs, WriteProbe, Writes};
use crate::plan::WINDOW;
use crate::rtl::issue::allocate::{OperandRead, TURN_BITS};
use crate::rtl::prelude::*;

/// Banks: one for each parity.
const BANKS: usize = 2;

record! {
    /// The read port of one of two banks.
    pub struct ReadPortProbe {
        reads;
        /// Entry without its lowest bit, and above it the wave.
        address;
    }
}

record! {
    /// Cycle in which an operand is read, and which of the two banks it comes from.
    pub struct TurnProbe {
        /// Cycle of the window, from 1 on; 0 if it is not read.
        turn;
        odd;
    }
}

record! {
    /// An operand that two banks read, as long after its instruction has left allocate.
    pub struct OperandProbe {
        cycles: (Vec TurnProbe);
    }
}

/// The two banks and the operands.
pub fn two_bank<'m>(m: &'m Builder, file: File, inputs: Inputs<Signal<'m>>) -> Outputs<Signal<'m>> {
    let Inputs { launch, writing, host, .. } = inputs;
    let Writes { valid, wave, entry, threads, row, .. } = writing;
    let bank_inputs = BankInputs {
        a: bank_read(launch.a),
        b: bank_read(launch.b),
        c: bank_read(launch.c),
        wave: launch.wave,
        write: valid,
        written: entry,
        written_wave: wave,
        threads,
        row,
        host_valid: host.valid,
        host_write: host.write,
        host_entry: host.entry,
        host_wave: host.wave,
        host_row: host.data,
    };
    let banks = bank(file).instances(m, "bank", BANKS, bank_inputs);

    let places: Vec<OperandRead<Signal>> =
        [launch.a, launch.b, launch.c].into_iter().filter(|place| place.turn.width() > 0).collect();
    let all = |field: fn(&OperandRead<Signal<'m>>) -> Signal<'m>| {
        m.concat(&places.iter().map(field).collect::<Vec<_>>())
    };
    let operand_inputs = OperandInputs {
        answers: banks.answer,
        odd: m.concat(&places.iter().map(|place| place.entry.bit(0)).collect::<Vec<_>>()),
        turn: all(|place| place.turn),
        hits: all(|place| place.hits),
        keeps: all(|place| place.keeps),
    };
    let operands = operand(file).instances(m, "operand", places.len(), operand_inputs);
    let rows = operands.row.elements(file.row_bits());
    let host = banks.to_host(m, host.entry.bit(0));
    Outputs {
        a_row: rows[0],
        b_row: rows[1],
        c_row: rows.get(2).copied().unwrap_or(m.nothing()),
        result: row,
        host_ready: host.host_grant,
        host_read_data: host.answer,
        ..Outputs::nothing(m)
    }
}

ports! {
    pub struct OperandInputs(file: File<'_>) {
        answers: [BANKS * file.row_bits()] "rows read one cycle ago, bank 0 lowest";
        odd: [1] "bank of the operand that leaves allocate";
        turn: [TURN_BITS] "cycle of the window in which it is read, 0 if it is not";
        hits: [file.reuse.into()] "it is in the reuse cache";
        keeps: [file.reuse.into()] "it is kept in the reuse cache";
    }

    pub struct OperandOutputs(file: File<'_>) {
        row: [file.row_bits()] "the operand of the instruction that executes";
    }
}

/// Builds the path of one of a, b, c from the answers of the banks to the lanes.
fn operand(file: File) -> Block<OperandInputs, OperandOutputs> {
    let name = format!("{}_operand", file.name);
    let purpose = "One of the operands a, b, c, from the banks or the reuse cache to the lanes.";
    Block::of(&name, purpose, file, |m, inputs| one_operand(m, file, inputs))
}

fn one_operand<'m>(
    m: &'m Builder,
    file: File,
    inputs: OperandInputs<Signal<'m>>,
) -> OperandOutputs<Signal<'m>> {
    let row = file.row_bits();
    // The inputs, as many cycles behind allocate as their index.
    let mut told = vec![OperandInputs { answers: m.nothing(), ..inputs }];
    for cycle in 1..=WINDOW + 1 {
        told.push(told[cycle - 1].registered(m, &format!("told{cycle}")));
    }
    let turn = |told: &OperandInputs<Signal<'m>>| TurnProbe { turn: told.turn, odd: told.odd };
    m.probe::<OperandProbe>(OperandProbe { cycles: told[1..].iter().map(turn).collect() });
    // The answer to what is read in one cycle is there in the next.
    let answer = |cycle: usize| inputs.answers.element(told[cycle].odd);
    let is_first = |cycle: usize| told[cycle].turn.is(1);
    let first = m.register("first", row).next_when(is_first(2), answer(2).named("answer_to_first"));
    let second = m.register("second", row);
    let answer_to_second = answer(3).named("answer_to_second");
    second.next_when(is_first(3) | told[3].turn.is(2), is_first(3).mux(first, answer_to_second));
    let last = told[WINDOW + 1];
    let is_read_now = last.turn.is(WINDOW as u128).named("is_read_now");
    let read = is_read_now.mux(answer(WINDOW + 1).named("answer_to_third"), second.q());
    if !file.reuse {
        return OperandOutputs { row: read };
    }
    let kept: Vec<RegisterHandle> =
        (0..BANKS).map(|bank| m.register(&format!("kept{bank}"), row)).collect();
    let rows = m.concat(&kept.iter().map(|kept| kept.q()).collect::<Vec<_>>());
    let word = last.hits.mux(rows.element(last.odd).named("kept_row"), read).named("operand");
    for (bank, kept) in kept.into_iter().enumerate() {
        kept.next_when(last.keeps & last.odd.is(bank as u128), word);
    }
    OperandOutputs { row: word }
}

ports! {
    /// A read of either bank.
    pub struct BankRead(file: File<'_>, operand: &str) {
        entry: [file.entry_bits] (format!("register of operand {operand}"));
        turn: [TURN_BITS]
            (format!("cycle of the window in which operand {operand} is read, 0 if it is not"));
    }
}

fn bank_read<'m>(read: OperandRead<Signal<'m>>) -> BankRead<Signal<'m>> {
    BankRead { entry: read.entry, turn: read.turn }
}

ports! {
    pub struct BankInputs(file: File<'_>) {
        a: BankRead { BankRead::ports(file, "a") };
        b: BankRead { BankRead::ports(file, "b") };
        c: BankRead {
            if file.shows_c { BankRead::ports(file, "c") } else { BankRead::absent() }
        };
        wave: [file.wave.bits] "wave whose operands are read";
        write: [1] "a result is written";
        written: [file.entry_bits] "register that is written";
        written_wave: [file.wave.bits] "wave whose result is written";
        threads: [file.lanes] "threads that are written";
        row: [file.row_bits()] "the result";
        host_valid: [1] "the host wants this file";
        host_write: [1] "the host writes (else reads)";
        host_entry: [file.entry_bits] "register that the host wants";
        host_wave: [file.wave.bits] "wave that the host wants";
        host_row: [file.row_bits()] "the row that the host writes";
    }
}

/// One bank: a read port and a write port.
fn bank(file: File) -> Block<BankInputs, BankOutputs> {
    let name = format!("{}_bank", file.name);
    let purpose = "The registers of one parity, and what is to be read of them.";
    Block::of(&name, purpose, file, |m, inputs| one_bank(m, file, inputs))
}

fn one_bank<'m>(
    m: &'m Builder,
    file: File,
    inputs: BankInputs<Signal<'m>>,
) -> BankOutputs<Signal<'m>> {
    let own = m.instance_index(1);
    let memory_shape = file.memory(file.waves << (file.entry_bits - 1), file.lanes);
    let is_here = |entry: Signal<'m>| entry.bit(0).equals(own);
    let address = |entry: Signal<'m>, wave: Signal<'m>| {
        let row = entry.slice(1, entry.width() - 1);
        m.concat(&[row, wave])
    };
    // A bank of one row has addresses of no bits.
    let at_port = |address: Signal<'m>| address.zero_extend(memory_shape.address_width());
    let address_bits = file.entry_bits - 1 + file.wave.bits;

    // The reads to come, the next one first; the last place takes new ones only.
    let places: Vec<(RegisterHandle, RegisterHandle)> = (1..=WINDOW)
        .map(|turn| {
            (
                m.reset_register(&format!("to_read{turn}"), 1, 0),
                m.register(&format!("to_read{turn}_address"), address_bits),
            )
        })
        .collect();
    let reads: Vec<BankRead<Signal>> =
        [inputs.a, inputs.b, inputs.c].into_iter().filter(|read| read.turn.width() > 0).collect();
    for (place, (valid, place_address)) in places.iter().enumerate() {
        let enters =
            |read: &BankRead<Signal<'m>>| read.turn.is(place as u128 + 1) & is_here(read.entry);
        let moves_up = places.get(place + 1);
        let behind = moves_up.map_or(m.constant(1, 0), |(valid, _)| valid.q());
        let any = reads.iter().map(enters).fold(behind, |any, enters| any | enters);
        valid.next(any);
        let rest = match moves_up {
            Some((_, address)) => address.q(),
            None => address(reads[reads.len() - 1].entry, inputs.wave),
        };
        let chosen = reads
            .iter()
            .rev()
            .fold(rest, |rest, read| enters(read).mux(address(read.entry, inputs.wave), rest));
        place_address.next(chosen);
    }
    let (reads_now, read_address) = (places[0].0.q(), places[0].1.q());

    let write_address = address(inputs.written, inputs.written_wave).named("result_address");
    let write_result = (inputs.write & is_here(inputs.written)).named("write_result");
    m.probe::<WriteProbe>(WriteProbe { write_result });
    m.probe::<ReadPortProbe>(ReadPortProbe { reads: reads_now, address: read_address });
    let host_address = address(inputs.host_entry, inputs.host_wave).named("host_address");
    let host_here = inputs.host_valid & is_here(inputs.host_entry);
    let collides = write_result & write_address.equals(host_address);
    let host_reads = host_here & !inputs.host_write & !reads_now & !collides;
    let host_reads = host_reads.named("host_reads");
    let host_writes = (host_here & inputs.host_write & !write_result).named("host_writes");

    let enable =
        (inputs.threads & write_result.repeat(file.lanes)) | host_writes.repeat(file.lanes);
    let memory = m.memory("words", memory_shape);
    memory.write_port(
        at_port(host_writes.mux(host_address, write_address)).named("write_address"),
        enable.named("thread_enable"),
        host_writes.mux(inputs.host_row, inputs.row).named("write_data"),
    );
    let answer = memory.read_port(
        at_port(host_reads.mux(host_address, read_address)).named("read_address"),
        reads_now | host_reads,
        "read_data",
    );
    BankOutputs { answer, host_grant: host_reads | host_writes }
}

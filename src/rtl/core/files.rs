//! The register file and the mask file in the core, with the reads and writes of each.

use super::context::{Core, Writing};
use crate::rtl::codes::is_true_entry;
use crate::rtl::issue::instruction::Instruction;
use crate::rtl::prelude::*;
use crate::rtl::register_file::{
    File, HostRequest, Inputs, NextRead, Outputs, Reads, Writes, predicates_and_slots,
    register_file, vector_registers,
};

impl<'m> Core<'m, '_> {
    /// `wanted`, but in the pass that only collects operands only if `collected` says that this one
    /// is.
    fn unless_passed_by(&self, wanted: Signal<'m>, collected: Signal<'m>) -> Signal<'m> {
        both(wanted, !self.stages.reading.gathers.any() | collected.any())
    }

    /// Builds a file with the connections that both share. `next` is operand c in the next cycle, and
    /// whether it is read; results are written if `writes`, to `entry`.
    fn file(
        &self,
        name: &str,
        file: File,
        (reading, next): (Reads<Signal<'m>>, [Signal<'m>; 2]),
        writing: &Writing<'m>,
        (writes, entry, row): (Signal<'m>, Signal<'m>, Signal<'m>),
        host_wants: Signal<'m>,
    ) -> Outputs<Signal<'m>> {
        let valid = |wanted| both(self.stages.reading_valid, wanted);
        let (reads_a, reads_b, reads_c) =
            (valid(reading.reads_a), valid(reading.reads_b), valid(reading.reads_c));
        let host = &self.host;
        let is_banked = file.organisation.collects_operands();
        let behind = if is_banked { &self.stages.behind[..] } else { &[] };
        let inputs = Inputs {
            phase: self.slot.phase,
            reading: Reads { reads_a, reads_b, reads_c, ..reading },
            behind: behind.iter().map(registers_read).collect(),
            reading_collector: self.stages.reading_collector,
            next: NextRead {
                wave: self.stages.next.wave,
                c: next[0],
                reads_c: both(self.stages.next_valid, next[1]),
            },
            launch: self.stages.launch,
            writing: Writes {
                valid: writes,
                wave: writing.told.instruction.wave,
                beat: writing.told.beat,
                entry,
                threads: writing.threads,
                row,
            },
            gather: self.slot.gathering,
            gather_beat: self.slot.beat,
            host: HostRequest {
                valid: host_wants,
                write: host.write,
                wave: host.wave,
                entry: host.entry.slice(0, file.entry_bits),
                beat: host.beat,
                data: host.write_data.slice(0, file.row_bits()),
            },
        };
        register_file(file).instance(self.m, name, inputs)
    }

    pub fn register_file(
        &self,
        writing: &Writing<'m>,
        result_row: Signal<'m>,
    ) -> Outputs<Signal<'m>> {
        let (m, reading) = (self.m, &self.stages.reading);
        let file = vector_registers(self.plan);
        let wanted = registers_read(reading);
        let reads = match () {
            // The sequencer says of each slot what is read in it.
            () if file.organisation.collects_operands() => wanted,
            // Allocate has said it.
            () if file.organisation.allocates_reads() => Reads::nothing(m),
            () => Reads {
                reads_b: self.unless_passed_by(wanted.reads_b, reading.gathers_operands),
                reads_c: self.unless_passed_by(wanted.reads_c, reading.gathers_operands),
                ..wanted
            },
        };
        let told = writing.told;
        let writes = (told.writes_register, told.instruction.destination, result_row);
        let next = [self.stages.next.c, self.stages.next.reads_c];
        self.file(
            "register_file",
            file,
            (reads, next),
            writing,
            writes,
            self.host.wants_registers(),
        )
    }

    pub fn mask_file(&self, writing: &Writing<'m>, mask_row: Signal<'m>) -> Outputs<Signal<'m>> {
        let reading = &self.stages.reading;
        let file = predicates_and_slots(self.plan);
        let is_stored = |entry: Signal<'m>| !is_true_entry(entry);
        let entry = |entry: Signal<'m>| entry.zero_extend(file.entry_bits);
        // Guard and q are collected where an instruction looks at more of them than its beat's.
        let collected =
            |source: Signal<'m>| self.unless_passed_by(is_stored(source), reading.gathers_masks);
        let reads = Reads {
            wave: reading.wave,
            a: entry(reading.guard),
            b: entry(reading.p),
            c: entry(reading.q),
            reads_a: collected(reading.guard),
            reads_b: self.unless_passed_by(is_stored(reading.p), self.m.nothing()),
            reads_c: collected(reading.q),
        };
        let told = writing.told;
        let writes = (told.writes_mask, told.instruction.mask_destination, mask_row);
        let next_q = self.stages.next.q;
        let next = match file.organisation.is_single_port() {
            true => [entry(next_q), is_stored(next_q)],
            false => [self.m.nothing(); 2],
        };
        self.file("mask_file", file, (reads, next), writing, writes, self.host.wants_masks())
    }
}

/// Whether both are set; nothing where one is a port that is not there.
fn both<'m>(one: Signal<'m>, other: Signal<'m>) -> Signal<'m> {
    match (one.width(), other.width()) {
        (0, _) => one,
        (_, 0) => other,
        _ => one & other,
    }
}

/// Reads of the vector registers by an instruction.
fn registers_read<'m>(instruction: &Instruction<Signal<'m>>) -> Reads<Signal<'m>> {
    let &Instruction { wave, a, b, c, reads_a, reads_b, reads_c, .. } = instruction;
    Reads { wave, a, b, c, reads_a, reads_b, reads_c }
}

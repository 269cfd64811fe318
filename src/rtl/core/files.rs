//! The register file and the mask file in the core: what each is told to read and write.

use super::{Core, WrittenNow};
use crate::config::RegisterFile;
use crate::hdl::{InstanceOutputs, InstancesBuilder, Signal};
use crate::isa::MaskEntry;
use crate::rtl::issue::collectors::stage;
use crate::rtl::register_file::{FileShape, predicates_and_slots, register_file, vector_registers};
use crate::rtl::schedule::Gather;

impl<'m> Core<'m> {
    /// What both files are connected to alike.
    fn file(
        &self,
        name: &str,
        shape: FileShape,
        writing: &WrittenNow<'m>,
        wanted: [(&str, Signal<'m>); 3],
    ) -> InstancesBuilder<'m> {
        let file = self.m.instance(name, &register_file(self.config, shape)).broadcast("written", writing.written);
        let file = file.maybe("phase", self.phase).maybe("reading_wave", self.reading.wave);
        let is_banked = shape.organisation == RegisterFile::Banked;
        let file = file.maybe("writing_wave", writing.to.wave).maybe("writing_beat", writing.beat.filter(|_| !is_banked));
        let file = wanted.into_iter().fold(file, |file, (port, wanted)| file.broadcast(port, self.reading_valid & wanted));
        let file =
            file.maybe("host_wave", self.host.wave).maybe("host_beat", self.host.beat).broadcast("host_write", self.host.write);
        if Gather::takes_a_slot(self.config) && shape.gather != Gather::Nothing && !is_banked {
            return file.maybe("gather", self.gathering).maybe("gather_beat", self.beat);
        }
        file
    }

    /// `wanted`, but in the pass that only collects operands only if `collected` says that this one is.
    fn unless_passed_by(&self, wanted: Signal<'m>, collected: Option<Signal<'m>>) -> Signal<'m> {
        match self.reading_gathers.zip(collected) {
            Some((gathers, collected)) => wanted & (!gathers | collected),
            None => self.unless_gathering(wanted),
        }
    }

    /// `wanted`, but not in the pass that only collects operand a.
    fn unless_gathering(&self, wanted: Signal<'m>) -> Signal<'m> {
        self.reading_gathers.map_or(wanted, |gathers| wanted & !gathers)
    }

    pub(super) fn register_file(&self, writing: &WrittenNow<'m>, result_row: Signal<'m>) -> InstanceOutputs<'m> {
        let shape = vector_registers(self.config);
        let (reading, host) = (&self.reading, &self.host);
        let [reads_b, reads_c] = match shape.organisation {
            // The sequencer says of each slot what is read in it.
            RegisterFile::Banked => [reading.reads_b(), reading.reads_c()],
            _ => [self.unless_passed_by(reading.reads_b(), self.reading_gathers_b), self.unless_gathering(reading.reads_c())],
        };
        let wanted = [("reads_a", reading.reads_a()), ("reads_b", reads_b), ("reads_c", reads_c)];
        let file = self.file("register_file", shape, writing, wanted);
        let file =
            file.broadcast("reading_a", reading.a()).broadcast("reading_b", reading.b()).broadcast("reading_c", reading.c());
        let file = file.broadcast("writing_valid", writing.valid & writing.to.writes_register());
        let file = file.broadcast("writing_entry", writing.to.destination()).broadcast("result_row", result_row);
        let file = self.read_behind(file).broadcast("host_valid", host.wants_registers());
        let file = file.broadcast("host_entry", host.entry.slice(0, shape.entry_bits));
        file.broadcast("host_write_data", host.data).build()
    }

    /// What is read for the instructions behind the one in the reading stage, where there are several collectors.
    fn read_behind(&self, file: InstancesBuilder<'m>) -> InstancesBuilder<'m> {
        let file = file.maybe("reading_collector", self.collector);
        (1..).zip(&self.behind).fold(file, |file, (older, behind)| {
            let stage = stage(older);
            let reads = [("a", behind.reads_a()), ("b", behind.reads_b()), ("c", behind.reads_c())];
            let file = file.maybe(&format!("{stage}_wave"), behind.wave);
            let file = file.broadcast(&format!("{stage}_a"), behind.a()).broadcast(&format!("{stage}_b"), behind.b());
            let file = file.broadcast(&format!("{stage}_c"), behind.c());
            reads.into_iter().fold(file, |file, (operand, reads)| file.broadcast(&format!("{stage}_reads_{operand}"), reads))
        })
    }

    pub(super) fn mask_file(&self, writing: &WrittenNow<'m>, mask_row: Signal<'m>) -> InstanceOutputs<'m> {
        let shape = predicates_and_slots(self.config);
        let is_stored = |entry: Signal<'m>| !entry.is(MaskEntry::TRUE.0.into());
        let entry = |entry: Signal<'m>| entry.zero_extend(shape.entry_bits);
        let (guard, p, q) = (self.reading.guard(), self.reading.p(), self.reading.q());
        // Guard and q are collected where an instruction looks at more of them than its beat's.
        let collected = |source: Signal<'m>| self.unless_passed_by(is_stored(source), self.reading_gathers_masks);
        let reads_p = self.unless_gathering(is_stored(p));
        let wanted = [("reads_a", collected(guard)), ("reads_b", reads_p), ("reads_c", collected(q))];
        let file = self.file("mask_file", shape, writing, wanted);
        let file = file.broadcast("reading_a", entry(guard)).broadcast("reading_b", entry(p)).broadcast("reading_c", entry(q));
        let file = file.broadcast("writing_valid", writing.valid & is_stored(writing.to.mask_destination()));
        let file = file.broadcast("writing_entry", writing.to.mask_destination()).broadcast("result_row", mask_row);
        let file = file.broadcast("host_valid", self.host.wants_masks());
        let file = file.broadcast("host_entry", self.host.entry.slice(0, shape.entry_bits));
        file.broadcast("host_write_data", self.host.data.slice(0, self.config.lanes)).build()
    }
}

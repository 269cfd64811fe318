//! A program executed slot by slot.
//!
//! Only a wave's own instructions keep it waiting, barriers apart, so the moment one issues, the
//! slot in which the next of that wave may issue is known: the latest of the slots at which its
//! registers and mask entries are ready. A slot then is a search for the first wave, in turn, whose
//! slot has come.

use super::banks::{Banks, End, LateWrites, Operands, Read, ReadingSlot};
use super::barrier::{Barriers, Release};
use super::decoded::{Decoded, Decoder, NOWHERE, PLACES, entry, uses};
use super::event::{
    Access, Action, Beat, Entry, Event, Issue, Meeting, Pass, Retire, Sink, Stall, StallReason,
    Stay,
};
use super::repetition::{Ahead, Moment, Moments, NEVER, Thing};
use super::timing::Timing;
use super::totals::Totals;
use super::window::Window;
use crate::config::{Config, RegisterFile};
use crate::isa::{Deadlock, Executed, Instruction, Line, Program, Shared};

/// Runs `program` on the machine of `config`, every wave up to and with its EXIT, round robin
/// between the waves that are ready, and reports the events to `sink`, until that is done.
///
/// # Errors
/// Waves wait at barriers, and no wave is left that could arrive.
pub fn run(config: &Config, program: &Program, sink: &mut impl Sink) -> Result<Totals, Deadlock> {
    let mut run = Run::new(config, program, sink);
    while !run.sink.is_done() && run.issue_next()? {}
    Ok(run.drain())
}

/// The operands of a machine's register file; `None` where they wait for nothing.
fn operands(config: &Config) -> Option<Box<dyn Operands>> {
    match config.register_file {
        RegisterFile::Banked => Some(Box::new(Banks::new(config))),
        RegisterFile::TwoBank => Some(Box::new(Window::new(config))),
        _ => None,
    }
}

/// Progress of a wave.
#[derive(Default)]
struct Progress<'p> {
    lines: Executed<'p>,
    /// Number of the next instruction.
    next: usize,
    /// The line of the next instruction, if there is one.
    line: Option<&'p Line>,
    /// The next instruction, decoded; each executes once, so no more is kept.
    decoded: Decoded,
    /// First slot whose instruction may read or write a place, for each place.
    ready: Vec<u64>,
    /// First slot whose instruction may overwrite a place, where that waits for a late result.
    late: Vec<u64>,
    /// The place that the next instruction waits for longest.
    waits_for: u16,
    /// The first slot in which the results that it waits for are ready, or [`NEVER`].
    operand_slot: u64,
    /// The first slot in which its barrier is open, or [`NEVER`].
    barrier_slot: u64,
    /// Number of the barrier at which it arrived last.
    barrier: u8,
}

impl<'p> Progress<'p> {
    /// Takes up the next instruction; the first slot in which it may issue.
    fn take_next(&mut self, decoder: &mut Decoder<'p>) -> u64 {
        self.operand_slot = self.operands_ready(decoder);
        self.slot()
    }

    fn slot(&self) -> u64 {
        self.operand_slot.max(self.barrier_slot)
    }

    fn has_instructions(&self) -> bool {
        self.next < self.lines.len()
    }

    fn operands_ready(&mut self, decoder: &mut Decoder<'p>) -> u64 {
        self.line = self.lines.get(self.next);
        let Some(line) = self.line else { return NEVER };
        self.decoded = decoder.decode(line);
        let mut latest = 0;
        let mut wait = |place: u16, slots: &[u64]| {
            let ready = slots[usize::from(place)];
            if ready > latest {
                (latest, self.waits_for) = (ready, place);
            }
        };
        self.decoded.awaited.iter().for_each(|&place| wait(place, &self.ready));
        let written = self.decoded.written.iter().filter(|place| **place != NOWHERE);
        written.for_each(|&place| wait(place, &self.late));
        latest
    }
}

struct Run<'r, 'p, S: Sink> {
    decoder: Decoder<'p>,
    timing: Timing,
    beats: u64,
    waves: Vec<Progress<'p>>,
    barriers: Barriers,
    late: LateWrites,
    /// Absent where the register file has no banks.
    operands: Option<Box<dyn Operands>>,
    /// First slot in which each wave may issue, or [`NEVER`].
    slots: Vec<u64>,
    /// Instructions that have not issued.
    left: u64,
    last_wave: usize,
    /// The first slot that is not accounted for.
    slot: u64,
    /// Reasons why the slots behind the last instruction are busy, one for each slot.
    busy: Vec<StallReason>,
    last_retirement: Option<u64>,
    /// Earlier moments; absent where nothing is repeated, or every event is to be seen.
    moments: Option<Moments>,
    /// Slots that are left out.
    skipped: u64,
    totals: Totals,
    sink: &'r mut S,
}

impl<'r, 'p, S: Sink> Run<'r, 'p, S> {
    fn new(config: &Config, program: &'p Program, sink: &'r mut S) -> Self {
        let timing = Timing::new(config);
        let progress = |wave: usize| {
            let (lines, ready, late) = (program.executed(wave), vec![0; PLACES], vec![0; PLACES]);
            Progress { lines, ready, late, ..Progress::default() }
        };
        let mut waves: Vec<Progress> = (0..program.waves.len()).map(progress).collect();
        let left = waves.iter().map(|wave| wave.lines.len() as u64).sum();
        let mut lines = 0;
        program.waves.iter().for_each(|wave| wave.each(&mut |_| lines += 1));
        let mut decoder = Decoder::new(config, lines as usize);
        Self {
            timing,
            beats: config.beats as u64,
            slots: waves.iter_mut().map(|wave| wave.take_next(&mut decoder)).collect(),
            barriers: Barriers::new(waves.iter().map(Progress::has_instructions)),
            left,
            last_wave: waves.len().saturating_sub(1),
            waves,
            decoder,
            slot: 0,
            busy: vec![],
            late: LateWrites::default(),
            operands: operands(config),
            last_retirement: None,
            moments: (!S::SEES_EACH && left > lines).then(|| Moments::new(program.waves.len())),
            skipped: 0,
            totals: Totals::new(config),
            sink,
        }
    }

    /// Advances to the slot of the next issue; false when no instruction is left.
    fn issue_next(&mut self) -> Result<bool, Deadlock> {
        if self.left == 0 {
            return Ok(false);
        }
        for reason in std::mem::take(&mut self.busy) {
            self.stall(1, |_| reason);
        }
        self.leave_out_repetitions();
        let wave = match self.ready_wave() {
            Some(wave) => wave,
            None => {
                self.wait()?;
                self.ready_wave().expect("a wave is ready in the slot that was waited for")
            }
        };
        // Where nothing waits for banks, it is known at once when a result is written.
        let decoded = &self.waves[wave].decoded;
        if self.operands.is_none()
            && self.late.hold(decoded, self.slot + u64::from(decoded.gather_slots))
        {
            self.stall(1, |_| StallReason::LateResult { wave });
        } else {
            self.issue(wave);
        }
        Ok(true)
    }

    /// Where the machine is as it was before, leaves out what it would do again and again.
    fn leave_out_repetitions(&mut self) {
        let Some(mut moments) = self.moments.take() else { return };
        let again = moments.of(self.last_wave).find_map(|before| {
            let waves = self.waves.iter().zip(&before.next);
            let fewest =
                waves.map(|(wave, &next)| wave.lines.repetitions(next..wave.next)).min()?;
            (fewest > 0 && before.ahead == self.look_ahead()).then_some((before, fewest))
        });
        if let Some((before, times)) = again {
            for (wave, &next) in self.waves.iter_mut().zip(&before.next) {
                wave.next += times * (wave.next - next);
            }
            let issued = self.totals.instructions;
            self.totals.repeat_since(before.totals, times as u64);
            self.left -= self.totals.instructions - issued;
            self.skipped += times as u64 * (self.slot + self.skipped - before.slot);
        }
        moments.pass(|| Moment {
            wave: self.last_wave,
            next: self.waves.iter().map(|wave| wave.next).collect(),
            slot: self.slot + self.skipped,
            ahead: self.look_ahead(),
            totals: self.totals,
        });
        self.moments = Some(moments);
    }

    /// Everything that later slots depend on, apart from the instructions that are left.
    fn look_ahead(&self) -> Vec<(Thing, u64)> {
        let mut ahead = Ahead::new(self.slot, self.timing.slot_cycles());
        for (wave, progress) in self.waves.iter().enumerate() {
            let slots = progress.ready.iter().zip(&progress.late);
            for (place, (&ready, &late)) in slots.enumerate() {
                ahead.slot(Thing::Ready(wave, place), ready);
                ahead.slot(Thing::Overwritable(wave, place), late);
            }
            ahead.slot(Thing::Open(wave), progress.barrier_slot);
        }
        self.late.look_ahead(&mut ahead);
        self.barriers.look_ahead(&mut ahead);
        self.operands.iter().for_each(|operands| operands.look_ahead(&mut ahead));
        ahead.cycle(Thing::Retired, self.last_retirement.unwrap_or(0));
        ahead.things
    }

    /// The waves, beginning behind the one that issued last.
    fn in_turn(&self) -> impl Iterator<Item = usize> + use<S> {
        let after_last = self.last_wave + 1;
        (after_last..self.waves.len()).chain(0..after_last)
    }

    fn ready_wave(&self) -> Option<usize> {
        self.in_turn().find(|&wave| self.slots[wave] <= self.slot)
    }

    /// Lets the slots pass in which every wave waits for its own results or at a barrier.
    fn wait(&mut self) -> Result<(), Deadlock> {
        let until =
            self.slots.iter().copied().min().expect("a program with instructions has waves");
        if until == NEVER {
            return Err(self.barriers.deadlock());
        }
        let wave = self
            .in_turn()
            .find(|&wave| self.waves[wave].has_instructions())
            .expect("an instruction is left");
        let Progress { waits_for, operand_slot, barrier_slot, barrier, .. } = self.waves[wave];
        let reason = |slot| match barrier_slot > operand_slot {
            true => StallReason::Barrier { wave, number: barrier },
            false => StallReason::OperandInFlight {
                wave,
                what: entry(waits_for),
                ready_in: operand_slot - slot,
            },
        };
        self.stall(until - self.slot, reason);
        Ok(())
    }

    fn stall(&mut self, slots: u64, reason: impl Fn(u64) -> StallReason) {
        for slot in self.slot..self.slot + slots {
            let reason = reason(slot);
            self.totals.stalls.count(reason);
            self.sink.see(&Event::Stall(Stall {
                slot,
                cycle: slot * self.timing.slot_cycles(),
                reason,
            }));
        }
        self.slot += slots;
    }

    /// Issues the next instruction of `wave` in the present slot.
    fn issue(&mut self, wave: usize) {
        let (timing, slot) = (self.timing, self.slot);
        let progress = &mut self.waves[wave];
        let (number, mut decoded) = (progress.next, progress.decoded);
        let instruction: &'p Instruction = &progress.line.expect("it is left").instruction;
        let gather_slots = decoded.gather_slots;
        let collected = self.operands.as_mut().map(|operands| {
            let slots = operands.read(slot, wave, instruction, &decoded, &self.late);
            let passes = |reading: &&ReadingSlot| match reading.end {
                End::Stays(reason) => operands.passes(reason),
                End::Behind | End::Leaves => false,
            };
            (slots.iter().filter(passes).count() as u64, slots)
        });
        let (passes, waits) = match &collected {
            Some((passes, slots)) => (*passes, slots.len() as u64 - 1),
            None => (gather_slots.into(), gather_slots.into()),
        };
        let execute_slot = slot + waits;
        if decoded.late_slots > 0 {
            decoded.late_slots =
                self.late.reserve(slot, execute_slot + decoded.late_slots) - execute_slot;
        }
        if let (Some(operands), Some(register)) = (&mut self.operands, instruction.destination) {
            operands.write(execute_slot + decoded.late_slots, wave, register);
        }
        for place in decoded.written {
            progress.ready[usize::from(place)] =
                execute_slot + timing.dependent_distance() + decoded.late_slots;
            if decoded.late_slots > 0 {
                progress.late[usize::from(place)] = execute_slot + decoded.late_slots + 1;
            }
        }
        progress.next += 1;
        self.slots[wave] = progress.take_next(&mut self.decoder);
        match &self.operands {
            Some(operands) => self.busy.extend(operands.full(slot)),
            None => self.busy.extend((0..passes).map(|_| StallReason::Gather)),
        }
        self.busy.resize(self.busy.len().max(decoded.extra_slots.into()), StallReason::Nop);
        let retirement =
            (execute_slot + decoded.late_slots) * timing.slot_cycles() + timing.retire();
        self.last_retirement = self.last_retirement.max(Some(retirement));
        self.last_wave = wave;
        self.left -= 1;
        self.slot += 1;
        let accesses =
            collected.as_ref().map(|(_, slots)| self.beats * register_rows(slots, instruction));
        self.totals.count(&decoded, self.beats, passes, accesses);

        let cycle = slot * timing.slot_cycles();
        self.sink.see(&Event::Issue(Issue { slot, cycle, wave, number, instruction }));
        self.meet(wave, instruction, slot, execute_slot);
        let teller =
            EventReporter { timing, beats: self.beats, wave, number, instruction, decoded };
        match collected {
            Some((_, slots)) => teller.collect(slot, &slots, self.sink),
            None => {
                (0..passes).for_each(|pass| {
                    let start = (slot + pass) * timing.slot_cycles();
                    teller.stay(start, StallReason::Gather, self.sink);
                    teller.gather(start, self.sink)
                });
                teller.execute(execute_slot * timing.slot_cycles(), self.sink);
            }
        }
        self.sink.see(&Event::Retire(Retire { cycle: retirement, wave, number }));
    }

    /// Applies the barrier effects of the instruction of `wave` issued in `slot` to the waves that
    /// wait at barriers, and to the wave itself.
    fn meet(&mut self, wave: usize, instruction: &Instruction, slot: u64, execute_slot: u64) {
        let slot_cycles = self.timing.slot_cycles();
        let (issue, execute) = (slot * slot_cycles, execute_slot * slot_cycles);
        let has_instructions = self.waves[wave].has_instructions();
        let released = match instruction.shared {
            Shared::Barrier(barrier) => {
                let progress = &mut self.waves[wave];
                (progress.barrier_slot, progress.barrier) = (NEVER, barrier.number);
                self.slots[wave] = NEVER;
                self.barriers.arrive(
                    wave,
                    barrier,
                    execute + self.timing.arrival(),
                    has_instructions,
                )
            }
            _ if has_instructions => return,
            _ => self.barriers.end(wave, issue + 1),
        };
        released.into_iter().for_each(|release| self.release(release));
    }

    fn release(&mut self, (wave, cycle): Release) {
        let progress = &mut self.waves[wave];
        progress.barrier_slot = cycle.div_ceil(self.timing.slot_cycles());
        self.slots[wave] = progress.slot();
        // It has waited since its BAR.
        let (number, barrier) = (progress.next - 1, progress.barrier);
        self.sink.see(&Event::Meeting(Meeting { wave, number, barrier, opened: cycle }));
    }

    /// Lets the last results be written.
    fn drain(mut self) -> Totals {
        let cycles = self.last_retirement.map_or(0, |cycle| cycle + 1);
        let slots = cycles.div_ceil(self.timing.slot_cycles());
        for reason in std::mem::take(&mut self.busy).into_iter().take((slots - self.slot) as usize)
        {
            self.stall(1, |_| reason);
        }
        self.stall(slots - self.slot, |_| StallReason::NothingLeft);
        let skipped = self.skipped;
        Totals {
            cycles: cycles + skipped * self.timing.slot_cycles(),
            slots: slots + skipped,
            ..self.totals
        }
    }
}

/// Registers of one beat that are read in `slots` and written behind them.
fn register_rows(slots: &[ReadingSlot], instruction: &Instruction) -> u64 {
    let reads: usize = slots.iter().map(|slot| slot.reads.iter().flatten().count()).sum();
    reads as u64 + u64::from(instruction.destination.is_some())
}

/// Reports to a sink the events of one instruction in the cycles after its issue.
struct EventReporter<'p> {
    timing: Timing,
    beats: u64,
    wave: usize,
    number: usize,
    instruction: &'p Instruction,
    decoded: Decoded,
}

impl EventReporter<'_> {
    /// The gather pass of the slot that starts in cycle `start`.
    fn gather(&self, start: u64, sink: &mut impl Sink) {
        let gathered = uses(self.instruction)
            .filter(|&(action, entry)| self.decoded.is_gathered(self.instruction, action, entry));
        gathered.for_each(|(action, entry)| self.access(start, action, entry, sink));
        self.lanes(start, Pass::Gather, sink);
    }

    /// The execute pass of the slot that starts in cycle `start`.
    fn execute(&self, start: u64, sink: &mut impl Sink) {
        uses(self.instruction).for_each(|(action, entry)| self.access(start, action, entry, sink));
        self.lanes(start, Pass::Execute, sink);
    }

    /// The slots from `first` on in which banks are read; in the last the instruction executes.
    fn collect(&self, first: u64, slots: &[ReadingSlot], sink: &mut impl Sink) {
        let is_mask = |&(_, entry): &(Action, Entry)| matches!(entry, Entry::Mask(_));
        for (slot, reading) in (first..).zip(slots) {
            let start = slot * self.timing.slot_cycles();
            let is_last = reading.end == End::Leaves;
            for &Read { action, register, turn } in reading.reads.iter().flatten() {
                // The first turn is in the cycle in which the access counts from.
                let start = start + turn.saturating_sub(1);
                self.access(start, action, Entry::Register(register), sink);
            }
            match reading.end {
                End::Behind => continue,
                End::Stays(reason) => {
                    self.stay(start + self.timing.allocate(), reason, sink);
                    if self.timing.allocate() > 0 && reason != StallReason::Gather {
                        continue;
                    }
                }
                End::Leaves => {}
            }
            for (action, entry) in uses(self.instruction).filter(is_mask) {
                if is_last || self.decoded.is_gathered(self.instruction, action, entry) {
                    self.access(start, action, entry, sink);
                }
            }
            if let (true, Some(register)) = (is_last, self.instruction.destination) {
                self.access(start, Action::Write, Entry::Register(register), sink);
            }
            self.lanes(start, if is_last { Pass::Execute } else { Pass::Gather }, sink);
        }
    }

    /// It stays in the slot that starts in cycle `start`.
    fn stay(&self, start: u64, reason: StallReason, sink: &mut impl Sink) {
        sink.see(&Event::Stay(Stay { cycle: start, wave: self.wave, number: self.number, reason }));
    }

    fn lanes<S: Sink>(&self, start: u64, pass: Pass, sink: &mut S) {
        if !S::SEES_PORTS {
            return;
        }
        let &Self { timing, wave, number, .. } = self;
        for beat in 0..self.beats {
            sink.see(&Event::Beat(Beat {
                cycle: start + timing.execute(beat),
                wave,
                number,
                beat: beat as usize,
                pass,
            }));
        }
    }

    fn access<S: Sink>(&self, start: u64, action: Action, entry: Entry, sink: &mut S) {
        if !S::SEES_PORTS {
            return;
        }
        let wave = self.wave;
        let late_slots = if action == Action::Write { self.decoded.late_slots } else { 0 };
        let start = start + late_slots * self.timing.slot_cycles();
        for row in 0..self.timing.rows() {
            let cycle = start + self.timing.access(action, entry, row);
            let beat = (!self.timing.is_wave_wide()).then_some(row as usize);
            sink.see(&Event::Access(Access {
                cycle,
                port: self.timing.port(wave, entry, action, row),
                wave,
                entry,
                action,
                beat,
            }));
        }
    }
}

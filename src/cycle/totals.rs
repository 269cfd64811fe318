//! Totals of a run.

use std::fmt;

use super::decoded::Decoded;
use super::event::StallReason;
use super::timing::{Timing, waves_to_saturate};
use crate::config::Config;

/// Slots in which nothing issued, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stalls {
    /// Every wave waited for a result of its own.
    pub operand_in_flight: u64,
    /// Every wave waited, the one whose turn it was at a barrier.
    pub barrier: u64,
    /// A late result was written in the slot in which the instruction's would have been.
    pub late_result: u64,
    /// `s_nop` had the slot.
    pub nop: u64,
    /// An instruction took another slot to gather.
    pub gather: u64,
    /// An operand waited for its bank.
    pub bank_conflict: u64,
    /// Every wave had issued its last instruction.
    pub nothing_left: u64,
}

impl Stalls {
    /// Slots in which nothing issued.
    pub fn total(mut self) -> u64 {
        self.counts().into_iter().map(|count| *count).sum()
    }

    fn counts(&mut self) -> [&mut u64; 7] {
        let Self {
            operand_in_flight,
            barrier,
            late_result,
            nop,
            gather,
            bank_conflict,
            nothing_left,
        } = self;
        [operand_in_flight, barrier, late_result, nop, gather, bank_conflict, nothing_left]
    }

    pub(super) fn count(&mut self, reason: StallReason) {
        match reason {
            StallReason::OperandInFlight { .. } => self.operand_in_flight += 1,
            StallReason::Barrier { .. } => self.barrier += 1,
            StallReason::LateResult { .. } => self.late_result += 1,
            StallReason::Nop => self.nop += 1,
            StallReason::Gather => self.gather += 1,
            StallReason::BankConflict { .. } => self.bank_conflict += 1,
            StallReason::NothingLeft => self.nothing_left += 1,
        }
    }
}

/// The sums of a run. Its [`Display`](fmt::Display) is what `lanebeat run` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// From the first cycle that could issue to the last retirement, both included.
    pub cycles: u64,
    /// Slots that begin in those cycles: `instructions` + `stalls.total()`.
    pub slots: u64,
    /// Instructions that issued.
    pub instructions: u64,
    /// Slots in which none did, by reason.
    pub stalls: Stalls,
    /// Cycles in which the lanes execute a beat.
    pub beats: u64,
    /// Cycles in which a beat passes through the lanes to be gathered.
    pub gather_beats: u64,
    /// Accesses of all ports of the vector registers, each one port for one cycle.
    pub register_accesses: u64,
    /// The same of the mask file.
    pub mask_accesses: u64,
    /// Ports of the vector registers.
    pub ports: u64,
    /// Ports of the mask file.
    pub mask_ports: u64,
    /// Waves of dependent code that the machine needs for one instruction per slot.
    pub waves_to_saturate: u64,
}

impl Totals {
    pub(super) fn new(config: &Config) -> Self {
        let timing = Timing::new(config);
        let (ports, mask_ports) = (timing.ports().len() as u64, timing.mask_ports().len() as u64);
        Self {
            ports,
            mask_ports,
            waves_to_saturate: waves_to_saturate(config) as u64,
            ..Self::default()
        }
    }

    /// An instruction of `beats` beats passes `passes` times before it executes.
    /// `register_accesses`, if given, replaces the count of registers that the instruction names.
    pub(super) fn count(
        &mut self,
        decoded: &Decoded,
        beats: u64,
        passes: u64,
        register_accesses: Option<u64>,
    ) {
        let accesses = |file: usize| {
            u64::from(decoded.accesses[file]) + passes * u64::from(decoded.gathered[file])
        };
        self.instructions += 1;
        self.beats += beats;
        self.gather_beats += beats * passes;
        self.register_accesses += register_accesses.unwrap_or_else(|| accesses(0));
        self.mask_accesses += accesses(1);
    }

    /// Counts `times` more what was counted since they were `before`.
    pub(super) fn repeat_since(&mut self, mut before: Self, times: u64) {
        for (count, before) in self.counts().zip(before.counts()) {
            *count += times * (*count - *before);
        }
    }

    /// Everything that is counted while a program executes.
    fn counts(&mut self) -> impl Iterator<Item = &mut u64> {
        let Self { instructions, beats, gather_beats, register_accesses, mask_accesses, .. } = self;
        let own = [instructions, beats, gather_beats, register_accesses, mask_accesses];
        own.into_iter().chain(self.stalls.counts())
    }

    /// Instructions per slot, at most 1.
    pub fn instructions_per_slot(&self) -> f64 {
        share(self.instructions, self.slots)
    }

    /// Share of the cycles in which the lanes execute a beat.
    pub fn lane_utilisation(&self) -> f64 {
        share(self.beats, self.cycles)
    }

    /// Share of the cycles in which a port of the vector registers is in use, over all ports.
    pub fn port_utilisation(&self) -> f64 {
        share(self.register_accesses, self.ports * self.cycles)
    }

    /// Share of the cycles in which a port of the mask file is in use, over all ports.
    pub fn mask_port_utilisation(&self) -> f64 {
        share(self.mask_accesses, self.mask_ports * self.cycles)
    }
}

/// `part` of `whole`, 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slots, stalls, waves_to_saturate, .. } = self;
        let Stalls {
            operand_in_flight,
            barrier,
            late_result,
            nop,
            gather,
            bank_conflict,
            nothing_left,
        } = stalls;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let if_any = |name: &str, slots: u64| {
            if slots > 0 { format!(", {name} {slots}") } else { String::new() }
        };
        let (barrier, banks) =
            (if_any("barrier", *barrier), if_any("bank conflict", *bank_conflict));
        let late = if_any("late result", *late_result);
        let reasons = format!(
            "operand in flight {operand_in_flight}{barrier}{late}, gather {gather}{banks}, nop {nop}, nothing left {nothing_left}"
        );
        writeln!(f, "issue:  {:.3} instructions a slot", self.instructions_per_slot())?;
        writeln!(f, "stalls: {} of {slots} slots ({reasons})", stalls.total())?;
        let (register_ports, mask_ports) =
            (percent(self.port_utilisation()), percent(self.mask_port_utilisation()));
        writeln!(
            f,
            "in use: lanes {}, register ports {register_ports}, mask ports {mask_ports}",
            percent(self.lane_utilisation())
        )?;
        writeln!(f, "waves:  {waves_to_saturate} needed to fill every slot with dependent code")
    }
}

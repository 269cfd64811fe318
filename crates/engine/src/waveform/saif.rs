//! Switching activity of a run as SAIF (IEEE 1801, annex I): for each bit how long it was 0 and 1
//! and how often it changed, which tools take to estimate power.
//!
//! Values are looked at once a cycle, so nothing is known of what a net does before it settles.

use std::fmt::Write as _;

use super::format::PERIOD;
use crate::contract::Engine;
use crate::flat::{Flat, SignalId};
use crate::watch::Watch;

/// The activity of every named net. Call [`Self::sample`] once a cycle.
pub struct Activity {
    watch: Watch,
    /// Number of each signal's first copy among the nets, which the other copies follow.
    first_nets: Vec<usize>,
    /// Place of each net's bit 0 in `bits`.
    places: Vec<usize>,
    bits: Vec<Bit>,
    cycles: u64,
}

/// A bit, as it has been so far.
#[derive(Clone, Copy, Default)]
struct Bit {
    is_one: bool,
    /// Cycle in which it took its value.
    since: u64,
    /// Cycles in which it was 1, before that one.
    ones: u64,
    changes: u64,
}

impl Bit {
    /// Cycles before `cycle` in which it was 1.
    fn ones_until(self, cycle: u64) -> u64 {
        self.ones + if self.is_one { cycle - self.since } else { 0 }
    }
}

impl Activity {
    /// The activity of `flat` before its first cycle.
    pub fn new(flat: &Flat) -> Self {
        let (mut nets, mut first_nets, mut places, mut count) = (vec![], vec![], vec![], 0);
        for (signal, own) in flat.signals.iter().enumerate() {
            first_nets.push(nets.len());
            for copy in 0..flat.scopes[own.scope].copies {
                nets.push(SignalId { signal, copy });
                places.push(count);
                count += own.place.width;
            }
        }
        let (watch, bits) = (Watch::new(flat, nets), vec![Bit::default(); count]);
        Self { watch, first_nets, places, bits, cycles: 0 }
    }

    /// Counts the present cycle.
    pub fn sample(&mut self, engine: &mut dyn Engine) {
        engine.observe(&mut self.watch);
        let mut limbs = vec![];
        for net in self.watch.changed() {
            self.watch.read(net, &mut limbs);
            let end = self.places.get(net + 1).copied().unwrap_or(self.bits.len());
            let bits = &mut self.bits[self.places[net]..end];
            for (number, bit) in bits.iter_mut().enumerate() {
                let is_one = limbs[number / 64] >> (number % 64) & 1 == 1;
                if is_one != bit.is_one {
                    bit.ones = bit.ones_until(self.cycles);
                    // The first cycle sees values, not changes.
                    bit.changes += u64::from(self.cycles > 0);
                    (bit.is_one, bit.since) = (is_one, self.cycles);
                }
            }
        }
        self.cycles += 1;
    }

    /// The file. Instances are named as in the written Verilog: those of a loop below its block, as
    /// `lane\[3\]`.
    pub fn to_text(&self, flat: &Flat) -> String {
        let duration = self.cycles * PERIOD;
        let mut text = format!(
            "(SAIFILE\n(SAIFVERSION \"2.0\")\n(DIRECTION \"backward\")\n(DESIGN \"{}\")\n\
             (PROGRAM_NAME \"lanebeat\")\n(DIVIDER .)\n(TIMESCALE 1 ns)\n(DURATION {duration})\n",
            flat.scopes[0].name
        );
        self.scope(flat, (0, 0), &mut text);
        text.push_str(")\n");
        text
    }

    /// Copy `copy` of a scope, with all that is in it.
    fn scope(&self, flat: &Flat, (scope, copy): (usize, usize), text: &mut String) {
        let own = &flat.scopes[scope];
        let label = flat.scope_label(scope, copy);
        let is_of_loop = label.ends_with(']');
        let _ = match is_of_loop {
            true => writeln!(text, "(INSTANCE {}\n(INSTANCE unit", escaped(&label)),
            false => writeln!(text, "(INSTANCE {label}"),
        };
        let mut nets = String::new();
        if scope == 0 {
            let half = self.cycles * PERIOD / 2;
            let _ =
                writeln!(nets, "(clock (T0 {half}) (T1 {half}) (TX 0) (TC {}))", 2 * self.cycles);
        }
        for &signal in &own.signals {
            let place = self.places[self.first_nets[signal] + copy];
            let (name, width) = (&flat.signals[signal].name, flat.signals[signal].place.width);
            for (number, bit) in self.bits[place..place + width].iter().enumerate() {
                let ones = bit.ones_until(self.cycles) * PERIOD;
                let zeros = self.cycles * PERIOD - ones;
                let index = if width == 1 { String::new() } else { format!("\\[{number}\\]") };
                let _ = writeln!(
                    nets,
                    "({name}{index} (T0 {zeros}) (T1 {ones}) (TX 0) (TC {}))",
                    bit.changes
                );
            }
        }
        if !nets.is_empty() {
            let _ = writeln!(text, "(NET\n{nets})");
        }
        for &child in &own.children {
            let count = flat.scopes[child].count;
            for number in 0..count {
                self.scope(flat, (child, copy * count + number), text);
            }
        }
        text.push_str(if is_of_loop { "))\n" } else { ")\n" });
    }
}

/// A name whose brackets are part of it.
fn escaped(name: &str) -> String {
    name.replace('[', "\\[").replace(']', "\\]")
}

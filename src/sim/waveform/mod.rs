//! Waveforms of a running design: as VCD or as FST.
//!
//! Cycle n takes 10 ns: at 10n the clock rises and the signals take their values, at 10n + 5 it falls. Signals that are one
//! net under several names, such as an input broadcast to all copies, share one identifier and are dumped once. Only what
//! changes is written.

mod format;
mod fst;
mod vcd;

use std::collections::HashMap;
use std::io::{self, Seek, Write};

use format::{DumpFormat, NetNumber};
use fst::Fst;
use vcd::Vcd;

use super::engine::Engine;
use super::flat::{Flat, SignalId};

/// Nanoseconds of a cycle.
const PERIOD: u64 = 10;
/// The clock, which is no signal of the design.
const CLOCK: NetNumber = 0;

/// What goes into a dump.
pub struct WaveformOptions<'f> {
    /// Whether to dump the signal of that path, which is one that [`Flat::find`] takes.
    pub filter: Box<dyn Fn(&str) -> bool + 'f>,
}

impl Default for WaveformOptions<'_> {
    /// Everything.
    fn default() -> Self {
        Self { filter: Box::new(|_| true) }
    }
}

/// A dump that is being written. Call [`Self::sample`] once a cycle and [`Self::finish`] at the end.
pub struct Waveform<'w> {
    file: Box<dyn DumpFormat + 'w>,
    nets: Vec<Net>,
    /// The values last written, one net after the other.
    written: Vec<u64>,
    cycle: u64,
}

struct Net {
    /// In the file.
    number: NetNumber,
    /// One of the signals that are this net.
    signal: SignalId,
    width: usize,
}

impl<'w> Waveform<'w> {
    /// Begins a VCD: the scopes of the design, copies as `lane[3]`, and in them all ports and named nets.
    ///
    /// # Errors
    /// When writing fails.
    pub fn vcd(writer: impl Write + 'w, flat: &Flat, options: &WaveformOptions) -> io::Result<Self> {
        Self::new(Box::new(Vcd::new(writer)?), flat, options)
    }

    /// Begins an FST with the same content.
    ///
    /// # Errors
    /// When writing fails.
    pub fn fst(writer: impl Write + Seek + 'w, flat: &Flat, options: &WaveformOptions) -> io::Result<Self> {
        Self::new(Box::new(Fst::new(writer)?), flat, options)
    }

    fn new(mut file: Box<dyn DumpFormat + 'w>, flat: &Flat, options: &WaveformOptions) -> io::Result<Self> {
        file.open_scope(&flat.scopes[0].name)?;
        file.variable("clock", 1, CLOCK)?;
        let mut header = Header { flat, options, file: file.as_mut(), numbers: HashMap::new(), nets: vec![] };
        header.scope(0, 0, "")?;
        let nets = header.nets;
        file.close_scope()?;
        file.begin_changes()?;
        Ok(Self { file, nets, written: vec![], cycle: 0 })
    }

    /// Writes the present cycle: what changed since the last one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn sample(&mut self, engine: &mut dyn Engine) -> io::Result<()> {
        let is_first = self.cycle == 0;
        self.file.time(PERIOD * self.cycle)?;
        self.file.change(CLOCK, 1, &[1])?;
        let mut position = 0;
        for net in &self.nets {
            let limbs = engine.limbs(net.signal);
            if is_first {
                self.written.extend_from_slice(limbs);
            }
            let written = &mut self.written[position..][..limbs.len()];
            position += limbs.len();
            if is_first || written != limbs {
                written.copy_from_slice(limbs);
                self.file.change(net.number, net.width, limbs)?;
            }
        }
        self.file.time(PERIOD * self.cycle + PERIOD / 2)?;
        self.file.change(CLOCK, 1, &[0])?;
        self.cycle += 1;
        Ok(())
    }

    /// Writes the time at which the last cycle ends and flushes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.time(PERIOD * self.cycle)?;
        self.file.finish()
    }
}

struct Header<'h> {
    flat: &'h Flat,
    options: &'h WaveformOptions<'h>,
    file: &'h mut dyn DumpFormat,
    /// The number of the net of each first limb and width.
    numbers: HashMap<(usize, usize), NetNumber>,
    nets: Vec<Net>,
}

impl Header<'_> {
    /// `path` is empty or ends in a dot.
    fn scope(&mut self, scope: usize, copy: usize, path: &str) -> io::Result<()> {
        let flat = self.flat;
        for &signal in &flat.scopes[scope].signals {
            if (self.options.filter)(&format!("{path}{}", flat.signals[signal].name)) {
                self.signal(SignalId { signal, copy })?;
            }
        }
        for &child in &flat.scopes[scope].children {
            for number in 0..flat.scopes[child].count {
                let child_copy = copy * flat.scopes[child].count + number;
                let label = flat.scope_label(child, child_copy);
                let path = format!("{path}{label}.");
                if self.is_shown(child, &path) {
                    self.file.open_scope(&label)?;
                    self.scope(child, child_copy, &path)?;
                    self.file.close_scope()?;
                }
            }
        }
        Ok(())
    }

    /// Whether the filter keeps any signal at or below a scope.
    fn is_shown(&self, scope: usize, path: &str) -> bool {
        let flat = self.flat;
        let kept = |&signal: &usize| (self.options.filter)(&format!("{path}{}", flat.signals[signal].name));
        flat.scopes[scope].signals.iter().any(kept)
            || flat.scopes[scope].children.iter().any(|&child| {
                let mut copies = 0..flat.scopes[child].count;
                copies.any(|copy| self.is_shown(child, &format!("{path}{}.", flat.scope_label(child, copy))))
            })
    }

    fn signal(&mut self, signal: SignalId) -> io::Result<()> {
        let flat = self.flat;
        let width = flat.signals[signal.signal].place.width;
        let next = CLOCK + 1 + self.nets.len();
        let number = *self.numbers.entry((flat.range(signal).start, width)).or_insert(next);
        if number == next {
            self.nets.push(Net { number, signal, width });
        }
        self.file.variable(&flat.signals[signal.signal].name, width, number)
    }
}

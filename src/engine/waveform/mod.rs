//! Waveforms of a running design: as VCD or as FST.
//!
//! Cycle n takes 10 ns: at 10n the clock rises and the signals take their values, at 10n + 5 it
//! falls. Signals that are one net under several names, such as an input broadcast to all copies,
//! share one identifier and are dumped once. Only what changes is written.

mod format;
mod fst;
pub mod gtkw;
mod vcd;

use std::collections::HashMap;
use std::io::{self, Seek, Write};

use format::{DumpFormat, NetNumber};
use fst::Fst;
use vcd::Vcd;

use crate::engine::contract::Engine;
use crate::engine::flat::{Flat, SignalId};
use crate::engine::watch::Watch;

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

/// A dump that is being written. Call [`Self::sample`] once a cycle and [`Self::finish`] at the
/// end.
pub struct Waveform<'w> {
    file: Box<dyn DumpFormat + 'w>,
    /// The nets, in the order of their numbers in the file, which begin behind the clock's.
    watch: Watch,
    /// Of each net.
    widths: Vec<usize>,
    cycle: u64,
}

impl<'w> Waveform<'w> {
    /// Begins a VCD: the scopes of the design, copies as `lane[3]`, and in them all ports and named
    /// nets.
    ///
    /// # Errors
    /// When writing fails.
    pub fn vcd(
        writer: impl Write + 'w,
        flat: &Flat,
        options: &WaveformOptions,
    ) -> io::Result<Self> {
        Self::new(Box::new(Vcd::new(writer)?), flat, options)
    }

    /// Begins an FST with the same content.
    ///
    /// # Errors
    /// When writing fails.
    pub fn fst(
        writer: impl Write + Seek + 'w,
        flat: &Flat,
        options: &WaveformOptions,
    ) -> io::Result<Self> {
        Self::new(Box::new(Fst::new(writer)?), flat, options)
    }

    fn new(
        mut file: Box<dyn DumpFormat + 'w>,
        flat: &Flat,
        options: &WaveformOptions,
    ) -> io::Result<Self> {
        file.open_scope(&flat.scopes[0].name)?;
        file.variable("clock", 1, CLOCK)?;
        let mut header =
            Header { flat, options, file: file.as_mut(), numbers: HashMap::new(), nets: vec![] };
        header.scope(0, 0, "")?;
        let nets = header.nets;
        file.close_scope()?;
        file.begin_changes()?;
        let widths = nets.iter().map(|net| flat.signals[net.signal].place.width).collect();
        Ok(Self { file, watch: Watch::new(flat, nets), widths, cycle: 0 })
    }

    /// Writes the present cycle: what changed since the last one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn sample(&mut self, engine: &mut dyn Engine) -> io::Result<()> {
        let Self { file, watch, widths, cycle } = self;
        file.time(PERIOD * *cycle)?;
        file.change(CLOCK, 1, &[1])?;
        engine.observe(watch);
        let mut change = |net: usize| file.change(CLOCK + 1 + net, widths[net], watch.value(net));
        if *cycle == 0 {
            (0..widths.len()).try_for_each(&mut change)?
        } else {
            watch.changed().try_for_each(&mut change)?
        }
        watch.forget_changes();
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
    /// One of the signals that are each net.
    nets: Vec<SignalId>,
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
        let kept = |&signal: &usize| {
            (self.options.filter)(&format!("{path}{}", flat.signals[signal].name))
        };
        flat.scopes[scope].signals.iter().any(kept)
            || flat.scopes[scope].children.iter().any(|&child| {
                let mut copies = 0..flat.scopes[child].count;
                copies.any(|copy| {
                    self.is_shown(child, &format!("{path}{}.", flat.scope_label(child, copy)))
                })
            })
    }

    fn signal(&mut self, signal: SignalId) -> io::Result<()> {
        let flat = self.flat;
        let width = flat.signals[signal.signal].place.width;
        let next = CLOCK + 1 + self.nets.len();
        let number = *self.numbers.entry((flat.range(signal).start, width)).or_insert(next);
        if number == next {
            self.nets.push(signal);
        }
        self.file.variable(&flat.signals[signal.signal].name, width, number)
    }
}

//! Waveforms of a running design: as VCD or as FST.
//!
//! Cycle n takes 10 ns: at 10n the clock rises and the signals take their values, at 10n + 5 it
//! falls. Signals that are one net under several names, such as an input broadcast to all copies,
//! share one identifier and are dumped once. Only what changes is written. [`Captions`] stand in
//! a scope of their own.

pub mod captions;
mod format;
mod fst;
pub mod gtkw;
pub mod saif;
mod vcd;

use std::collections::HashMap;
use std::io::{self, Seek, Write};

use captions::{CAPTIONS, Caption, CaptionValue, Captions, Silent, Values};
use format::{Changes, DumpFormat, NetNumber};
use fst::Fst;
use vcd::Vcd;

pub use format::PERIOD;

use crate::contract::Engine;
use crate::flat::{Flat, SignalId};
use crate::watch::Watch;

/// Much, for sections that are packed well; little, beside a computer's memory.
const SECTION_BYTES: usize = 16 << 20;
/// The clock, which is no signal of the design, and the first net that is.
const CLOCK: NetNumber = 0;
const FIRST: NetNumber = CLOCK + 1;

/// Content of a dump.
pub struct WaveformOptions<'f> {
    /// Whether to dump the signal of that path, which is one that [`Flat::find`] takes.
    pub filter: Box<dyn Fn(&str) -> bool + 'f>,
    /// Source of the captions that are written too.
    pub captions: Box<dyn Captions + 'f>,
    /// Bytes of the changes that an FST keeps in memory until they are packed.
    pub section_bytes: usize,
}

impl Default for WaveformOptions<'_> {
    /// Every signal, no captions.
    fn default() -> Self {
        Self {
            filter: Box::new(|_| true),
            captions: Box::new(Silent),
            section_bytes: SECTION_BYTES,
        }
    }
}

/// A dump that is being written. Call [`Self::sample`] or [`Self::watch`] once a cycle and
/// [`Self::finish`] at the end.
pub struct Waveform<'w> {
    file: Box<dyn DumpFormat + 'w>,
    /// The nets, in the order of their numbers in the file, which begin behind the clock's; then
    /// those that only the captions look at.
    watch: Watch,
    /// The nets that the captions look at, for the cycles that are not written.
    unwritten: Watch,
    /// Width of each net in the file.
    widths: Vec<usize>,
    captions: Box<dyn Captions + 'w>,
    list: Vec<Caption>,
    /// Value of each caption that was written last.
    said: Vec<Option<CaptionValue>>,
    cycle: u64,
    /// The cycle behind the last one that was written.
    end: u64,
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
        options: WaveformOptions<'w>,
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
        options: WaveformOptions<'w>,
    ) -> io::Result<Self> {
        Self::new(Box::new(Fst::new(writer, options.section_bytes)), flat, options)
    }

    fn new(
        mut file: Box<dyn DumpFormat + 'w>,
        flat: &Flat,
        options: WaveformOptions<'w>,
    ) -> io::Result<Self> {
        let WaveformOptions { filter, captions, .. } = options;
        file.open_scope(&flat.scopes[0].name)?;
        file.variable("clock", 1, CLOCK)?;
        let mut header = Header {
            flat,
            filter: &*filter,
            file: file.as_mut(),
            numbers: HashMap::new(),
            nets: vec![],
        };
        header.scope(0, 0, "")?;
        let mut nets = header.nets;
        let list = captions.list();
        if !list.is_empty() {
            file.open_scope(CAPTIONS)?;
            for (caption, number) in list.iter().zip(FIRST + nets.len()..) {
                match caption.width {
                    Some(width) => file.variable(&caption.name, width, number)?,
                    None => file.text(&caption.name, number)?,
                }
            }
            file.close_scope()?;
        }
        file.close_scope()?;
        file.begin_changes()?;
        let widths = nets.iter().map(|net| flat.signals[net.signal].place.width).collect();
        let unwritten = Watch::new(flat, captions.nets());
        nets.extend(captions.nets());
        let said = vec![None; list.len()];
        let watch = Watch::new(flat, nets);
        Ok(Self { file, watch, unwritten, widths, captions, list, said, cycle: 0, end: 0 })
    }

    /// Writes the present cycle: what changed since the last one that was written.
    ///
    /// # Errors
    /// When writing fails.
    pub fn sample(&mut self, engine: &mut dyn Engine) -> io::Result<()> {
        engine.observe(&mut self.watch);
        let first = self.widths.len();
        let values = Values { cycle: self.cycle, is_written: true, watch: &self.watch, first };
        self.captions.see(&values);
        self.file.time(PERIOD * self.cycle)?;
        self.file.change(CLOCK, 1, &[1])?;
        let is_all = self.end != self.cycle || self.cycle == 0;
        let Self { file, widths, watch, .. } = self;
        file.changes(&Changes { first: FIRST, widths, watch, is_all })?;
        self.caption()?;
        self.file.time(PERIOD * self.cycle + PERIOD / 2)?;
        self.file.change(CLOCK, 1, &[0])?;
        self.cycle += 1;
        self.end = self.cycle;
        Ok(())
    }

    /// Passes over the present cycle, which the captions see all the same: they may have to know
    /// what was before they say something.
    pub fn watch(&mut self, engine: &mut dyn Engine) {
        engine.observe(&mut self.unwritten);
        let values =
            Values { cycle: self.cycle, is_written: false, watch: &self.unwritten, first: 0 };
        self.captions.see(&values);
        self.cycle += 1;
    }

    /// Writes what captions say otherwise than before.
    fn caption(&mut self) -> io::Result<()> {
        let first = FIRST + self.widths.len();
        for (number, (caption, said)) in self.list.iter().zip(&mut self.said).enumerate() {
            let says = self.captions.value(number);
            if said.as_ref() == Some(says) {
                continue;
            }
            match says {
                CaptionValue::Text(text) => self.file.change_text(first + number, text)?,
                CaptionValue::Number(value) => {
                    self.file.change(first + number, caption.width.unwrap_or(1), &[*value])?
                }
            }
            *said = Some(says.clone());
        }
        Ok(())
    }

    /// Nets that are written.
    pub fn nets(&self) -> usize {
        self.widths.len()
    }

    /// Bytes of the changes that were written, before they are compressed.
    pub fn bytes(&mut self) -> u64 {
        self.file.bytes()
    }

    /// Writes the time at which the last written cycle ends and flushes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.time(PERIOD * self.end)?;
        self.file.finish()
    }
}

struct Header<'h> {
    flat: &'h Flat,
    filter: &'h dyn Fn(&str) -> bool,
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
            if (self.filter)(&format!("{path}{}", flat.signals[signal].name)) {
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
        let kept = |&signal: &usize| (self.filter)(&format!("{path}{}", flat.signals[signal].name));
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
        let next = FIRST + self.nets.len();
        let number = *self.numbers.entry((flat.range(signal).start, width)).or_insert(next);
        if number == next {
            self.nets.push(signal);
        }
        self.file.variable(&flat.signals[signal.signal].name, width, number)
    }
}

//! Value change dumps (IEEE 1364-2005 section 18) of a running design.
//!
//! Cycle n takes 10 ns: at 10n the clock rises and the signals take their values, at 10n + 5 it falls. Signals that are one
//! net under several names, such as an input broadcast to all copies, share one identifier and are dumped once.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType};

use super::engine::Engine;
use super::flat::{Flat, SignalId};

/// Nanoseconds of a cycle.
const PERIOD: u64 = 10;

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
pub struct Waveform<W: Write> {
    writer: vcd::Writer<BufWriter<W>>,
    clock: IdCode,
    nets: Vec<Net>,
    /// The values last written, one net after the other.
    written: Vec<u64>,
    cycle: u64,
}

struct Net {
    code: IdCode,
    /// One of the signals that are this net.
    signal: SignalId,
    width: usize,
}

impl<W: Write> Waveform<W> {
    /// Writes the header: the scopes of the design, copies as `lane[3]`, and in them all ports and named nets.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(writer: W, flat: &Flat, options: &WaveformOptions) -> io::Result<Self> {
        let mut header = Header {
            flat,
            options,
            writer: vcd::Writer::new(BufWriter::new(writer)),
            next_code: IdCode::FIRST,
            codes: HashMap::new(),
            nets: vec![],
        };
        header.writer.version("Lanebeat")?;
        header.writer.timescale(1, TimescaleUnit::NS)?;
        header.writer.add_module(&flat.scopes[0].name)?;
        let clock = header.fresh_code();
        header.writer.var_def(VarType::Wire, 1, clock, "clock", None)?;
        header.scope(0, 0, "")?;
        header.writer.upscope()?;
        header.writer.enddefinitions()?;
        let Header { writer, nets, .. } = header;
        Ok(Self { writer, clock, nets, written: vec![], cycle: 0 })
    }

    /// Writes the present cycle: what changed since the last one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn sample(&mut self, engine: &mut dyn Engine) -> io::Result<()> {
        let is_first = self.cycle == 0;
        self.writer.timestamp(PERIOD * self.cycle)?;
        self.writer.change_scalar(self.clock, Value::V1)?;
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
                let bit = |position: usize| Value::from(limbs[position / 64] >> (position % 64) & 1 == 1);
                match net.width {
                    1 => self.writer.change_scalar(net.code, bit(0))?,
                    width => self.writer.change_vector(net.code, (0..width).rev().map(bit))?,
                }
            }
        }
        self.writer.timestamp(PERIOD * self.cycle + PERIOD / 2)?;
        self.writer.change_scalar(self.clock, Value::V0)?;
        self.cycle += 1;
        Ok(())
    }

    /// Writes the time at which the last cycle ends and flushes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.timestamp(PERIOD * self.cycle)?;
        self.writer.flush()
    }
}

struct Header<'h, W: Write> {
    flat: &'h Flat,
    options: &'h WaveformOptions<'h>,
    writer: vcd::Writer<BufWriter<W>>,
    next_code: IdCode,
    /// The code of the net of each first limb.
    codes: HashMap<(usize, usize), IdCode>,
    nets: Vec<Net>,
}

impl<W: Write> Header<'_, W> {
    fn fresh_code(&mut self) -> IdCode {
        let next = self.next_code.next();
        std::mem::replace(&mut self.next_code, next)
    }

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
                    self.writer.add_module(&label)?;
                    self.scope(child, child_copy, &path)?;
                    self.writer.upscope()?;
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
        let net = (flat.range(signal).start, width);
        let code = self.codes.get(&net).copied().unwrap_or_else(|| {
            let code = self.fresh_code();
            self.codes.insert(net, code);
            self.nets.push(Net { code, signal, width });
            code
        });
        let range = (width > 1).then(|| ReferenceIndex::Range(width as i32 - 1, 0));
        self.writer.var_def(VarType::Wire, width as u32, code, &flat.signals[signal.signal].name, range)
    }
}

//! Value change dumps (IEEE 1364-2005 section 18): text that every viewer reads.

use std::io::{self, BufWriter, Write};

use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType};

use super::format::{DumpFormat, NetNumber, bit};

/// A VCD file.
pub struct Vcd<W: Write> {
    writer: vcd::Writer<BufWriter<W>>,
    codes: Vec<IdCode>,
    next_code: IdCode,
}

impl<W: Write> Vcd<W> {
    /// Writes the head of the file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(writer: W) -> io::Result<Self> {
        let mut writer = vcd::Writer::new(BufWriter::new(writer));
        writer.version("Lanebeat")?;
        writer.timescale(1, TimescaleUnit::NS)?;
        Ok(Self { writer, codes: vec![], next_code: IdCode::FIRST })
    }
}

impl<W: Write> DumpFormat for Vcd<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.writer.add_module(name)
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.writer.upscope()
    }

    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()> {
        if net == self.codes.len() {
            self.codes.push(self.next_code);
            self.next_code = self.next_code.next();
        }
        let range = (width > 1).then(|| ReferenceIndex::Range(width as i32 - 1, 0));
        self.writer.var_def(VarType::Wire, width as u32, self.codes[net], name, range)
    }

    fn begin_changes(&mut self) -> io::Result<()> {
        self.writer.enddefinitions()
    }

    fn time(&mut self, nanoseconds: u64) -> io::Result<()> {
        self.writer.timestamp(nanoseconds)
    }

    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()> {
        let value = |position| Value::from(bit(limbs, position));
        match width {
            1 => self.writer.change_scalar(self.codes[net], value(0)),
            width => self.writer.change_vector(self.codes[net], (0..width).rev().map(value)),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

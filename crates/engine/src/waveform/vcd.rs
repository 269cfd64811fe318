//! Value change dumps (IEEE 1364-2005 section 18): text that every viewer reads.
//!
//! The crate `vcd` writes the head and the times. Its changes cost a formatted print for each bit,
//! and all nets of a machine are some ten thousand bits a cycle; so the text of a change is put
//! behind it here, eight digits at a time.
//!
//! Texts are values of `string` variables, an extension that GTKWave began and its kin read; what
//! would end one, such as a space, is written as `\x20`.

use std::io::{self, Write};

use vcd::{IdCode, ReferenceIndex, TimescaleUnit, VarType};

use super::format::{DumpFormat, NetNumber, append_digits};

/// Bytes of text that are handed to the file at once.
const BLOCK_BYTES: usize = 256 << 10;

/// A VCD file.
pub struct Vcd<W: Write> {
    /// Writes what is not in the file yet.
    text: vcd::Writer<Vec<u8>>,
    file: W,
    codes: Vec<IdCode>,
    next_code: IdCode,
    /// The codes in text, each with an end of line, one behind the other, and where each begins.
    endings: Vec<u8>,
    starts: Vec<usize>,
    /// Bytes that were forwarded to the file.
    handed_over: u64,
}

impl<W: Write> Vcd<W> {
    /// Writes the head of the file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(file: W) -> io::Result<Self> {
        let mut text = vcd::Writer::new(Vec::with_capacity(2 * BLOCK_BYTES));
        text.version("Lanebeat")?;
        text.timescale(1, TimescaleUnit::NS)?;
        Ok(Self {
            text,
            file,
            codes: vec![],
            next_code: IdCode::FIRST,
            endings: vec![],
            starts: vec![0],
            handed_over: 0,
        })
    }

    /// The code of net `net`, a new one if that is the next.
    fn code(&mut self, net: NetNumber) -> io::Result<IdCode> {
        if net == self.codes.len() {
            self.codes.push(self.next_code);
            writeln!(self.endings, "{}", self.next_code)?;
            self.starts.push(self.endings.len());
            self.next_code = self.next_code.next();
        }
        Ok(self.codes[net])
    }

    /// Hands the text over if it has that many bytes.
    fn relieve(&mut self, bytes: usize) -> io::Result<()> {
        let text = self.text.writer();
        if text.len() >= bytes {
            self.file.write_all(text)?;
            self.handed_over += text.len() as u64;
            text.clear();
        }
        Ok(())
    }
}

impl<W: Write> DumpFormat for Vcd<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.text.add_module(name)
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.text.upscope()
    }

    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()> {
        let code = self.code(net)?;
        let range = (width > 1).then(|| ReferenceIndex::Range(width as i32 - 1, 0));
        self.text.var_def(VarType::Wire, width as u32, code, name, range)
    }

    fn text(&mut self, name: &str, net: NetNumber) -> io::Result<()> {
        let code = self.code(net)?;
        // The crate knows the types of the standard alone.
        writeln!(self.text.writer(), "$var string 1 {code} {name} $end")
    }

    fn begin_changes(&mut self) -> io::Result<()> {
        self.text.enddefinitions()
    }

    fn time(&mut self, nanoseconds: u64) -> io::Result<()> {
        self.relieve(BLOCK_BYTES)?;
        self.text.timestamp(nanoseconds)
    }

    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()> {
        let text = self.text.writer();
        if width == 1 {
            text.push(b'0' + (limbs[0] & 1) as u8);
        } else {
            text.push(b'b');
            append_digits(text, width, limbs);
            text.push(b' ');
        }
        text.extend_from_slice(&self.endings[self.starts[net]..self.starts[net + 1]]);
        Ok(())
    }

    fn change_text(&mut self, net: NetNumber, value: &str) -> io::Result<()> {
        let text = self.text.writer();
        text.push(b's');
        for byte in value.bytes() {
            match byte {
                b'!'..=b'[' | b']'..=b'~' => text.push(byte),
                _ => write!(text, "\\x{byte:02x}")?,
            }
        }
        text.push(b' ');
        text.extend_from_slice(&self.endings[self.starts[net]..self.starts[net + 1]]);
        Ok(())
    }

    fn bytes(&mut self) -> u64 {
        self.handed_over + self.text.writer().len() as u64
    }

    fn finish(&mut self) -> io::Result<()> {
        self.relieve(0)?;
        self.file.flush()
    }
}

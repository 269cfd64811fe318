//! Fast signal traces, GTKWave's own compressed format: the same content in a small part of the
//! size.

use std::io::{self, BufWriter, Seek, Write};

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};

use super::format::{DumpFormat, NetNumber, append_digits};

/// Changes are compressed in blocks; a block is kept in memory until it has this many bytes.
const BLOCK_BYTES: usize = 64 << 20;

/// An FST file.
pub struct Fst<W: Write + Seek> {
    part: Part<BufWriter<W>>,
    nets: Vec<FstSignalId>,
    /// The digits of one value, kept so that no change allocates.
    digits: Vec<u8>,
}

/// Which part of the file is being written.
enum Part<W: Write + Seek> {
    Hierarchy(FstHeaderWriter<W>),
    Changes(FstBodyWriter<W>),
    Nothing,
}

impl<W: Write + Seek> Fst<W> {
    /// Writes the head of the file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(writer: W) -> io::Result<Self> {
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: -9,
            version: "Lanebeat".to_owned(),
            // The same run gives the same bytes.
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let header = FstHeaderWriter::new(BufWriter::new(writer), &info).map_err(failed)?;
        Ok(Self { part: Part::Hierarchy(header), nets: vec![], digits: vec![] })
    }

    fn hierarchy(&mut self) -> &mut FstHeaderWriter<BufWriter<W>> {
        match &mut self.part {
            Part::Hierarchy(writer) => writer,
            Part::Changes(_) | Part::Nothing => {
                panic!("scopes and variables come before the changes")
            }
        }
    }

    fn changes(&mut self) -> &mut FstBodyWriter<BufWriter<W>> {
        match &mut self.part {
            Part::Changes(writer) => writer,
            Part::Hierarchy(_) | Part::Nothing => {
                panic!("changes come behind scopes and variables")
            }
        }
    }
}

impl<W: Write + Seek> DumpFormat for Fst<W> {
    fn open_scope(&mut self, name: &str) -> io::Result<()> {
        self.hierarchy().scope(name, "", FstScopeType::Module).map_err(failed)
    }

    fn close_scope(&mut self) -> io::Result<()> {
        self.hierarchy().up_scope().map_err(failed)
    }

    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()> {
        let name = if width > 1 { format!("{name} [{}:0]", width - 1) } else { name.to_owned() };
        let (signal, alias) = (FstSignalType::bit_vec(width as u32), self.nets.get(net).copied());
        let id = self
            .hierarchy()
            .var(name, signal, FstVarType::Wire, FstVarDirection::Implicit, alias)
            .map_err(failed)?;
        if alias.is_none() {
            self.nets.push(id);
        }
        Ok(())
    }

    fn begin_changes(&mut self) -> io::Result<()> {
        if let Part::Hierarchy(writer) = std::mem::replace(&mut self.part, Part::Nothing) {
            let mut changes = writer.finish().map_err(failed)?;
            // Only changes come here.
            changes.set_deduplicate(false);
            self.part = Part::Changes(changes);
        }
        Ok(())
    }

    fn time(&mut self, nanoseconds: u64) -> io::Result<()> {
        let changes = self.changes();
        if changes.size() > BLOCK_BYTES {
            changes.flush().map_err(failed)?;
        }
        changes.time_change(nanoseconds).map_err(failed)
    }

    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()> {
        let mut digits = std::mem::take(&mut self.digits);
        digits.clear();
        append_digits(&mut digits, width, limbs);
        let id = self.nets[net];
        let written = self.changes().signal_change(id, &digits).map_err(failed);
        self.digits = digits;
        written
    }

    fn finish(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.part, Part::Nothing) {
            Part::Changes(writer) => writer.finish().map_err(failed)?.flush(),
            Part::Hierarchy(_) | Part::Nothing => Ok(()),
        }
    }
}

fn failed(error: FstWriteError) -> io::Error {
    match error {
        FstWriteError::Io(error) => error,
        other => io::Error::other(other),
    }
}

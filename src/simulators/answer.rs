//! Answers of a simulation, from text to values.

use crate::isa::{MaskEntry, Register};
use crate::lockstep::{Retirement, Rows, RunError};

/// One line of a simulation's output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The words of a row, lane 0 first; `None`: undefined.
    Row(Vec<Option<u32>>),
    Retired(RetiredRow),
    Checksum(u64),
    Done {
        cycles: u64,
    },
    Stuck {
        cycles: u64,
    },
    Illegal {
        wave: usize,
    },
}

/// Results at the retire port in one cycle: a wave, or a row of it. Undefined bits and words are
/// `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RetiredRow {
    cycle: u64,
    issued: u64,
    wave: usize,
    register: Option<Register>,
    mask_destination: MaskEntry,
    written: Vec<Option<bool>>,
    mask: Vec<Option<bool>>,
    words: Vec<Option<u32>>,
}

/// The answer that `line` is; `None` when it is none.
pub fn parse(line: &str) -> Option<Answer> {
    let mut fields = line.split_whitespace();
    let kind = fields.next()?;
    let mut field = || fields.next();
    let answer = match kind {
        "r" => Answer::Row(words(field()?)?),
        "c" => Answer::Checksum(number(field()?)?),
        "d" => Answer::Done { cycles: number(field()?)? },
        "s" => Answer::Stuck { cycles: number(field()?)? },
        "i" => Answer::Illegal { wave: number(field()?)? as usize },
        "t" => Answer::Retired(RetiredRow {
            cycle: number(field()?)?,
            issued: number(field()?)?,
            wave: number(field()?)? as usize,
            register: {
                let writes = number(field()?)? == 1;
                let destination = field()?;
                if writes { Some(Register(number(destination)? as u8)) } else { None }
            },
            mask_destination: MaskEntry(number(field()?)? as u8),
            written: bits(field()?)?,
            mask: bits(field()?)?,
            words: words(field()?)?,
        }),
        _ => return None,
    };
    fields.next().is_none().then_some(answer)
}

fn number(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}

/// The words of hexadecimal digits, the lowest first.
fn words(digits: &str) -> Option<Vec<Option<u32>>> {
    let word = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok()?;
        // Icarus writes x where some bits are undefined, X and Z likewise.
        let is_undefined = digits.contains(['x', 'X', 'z', 'Z']);
        if is_undefined { Some(None) } else { u32::from_str_radix(digits, 16).ok().map(Some) }
    };
    digits.as_bytes().rchunks(8).map(word).collect()
}

/// Bits, the lowest first.
fn bits(digits: &str) -> Option<Vec<Option<bool>>> {
    let bit = |digit| match digit {
        '0' => Some(Some(false)),
        '1' => Some(Some(true)),
        'x' | 'z' => Some(None),
        _ => None,
    };
    digits.chars().rev().map(bit).collect()
}

impl RetiredRow {
    /// Puts the row behind those of its instruction; the last one completes the retirement.
    ///
    /// # Errors
    /// When something undefined is written.
    pub fn add_to(self, rows: &mut Rows) -> Result<Option<Retirement>, RunError> {
        let Self { cycle, issued, wave, register, mask_destination: entry, .. } = self;
        for (lane, written) in self.written.into_iter().enumerate() {
            let thread = rows.written.len();
            let undefined = |what: &str| RunError::undefined(what, thread, cycle);
            let written = written.ok_or_else(|| undefined("the write mask"))?;
            let word = match register.filter(|_| written) {
                Some(register) => {
                    self.words[lane].ok_or_else(|| undefined(&register.to_string()))?
                }
                None => 0,
            };
            let bit = match written && entry != MaskEntry::TRUE {
                true => self.mask[lane].ok_or_else(|| undefined(&entry.to_string()))?,
                false => false,
            };
            rows.written.push(written);
            rows.words.push(word);
            rows.mask.push(bit);
        }
        Ok(rows.are_whole().then(|| Retirement {
            cycle,
            issued,
            retired: rows.retired(wave, register, entry),
        }))
    }
}

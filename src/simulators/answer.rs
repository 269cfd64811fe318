//! What a simulation answers, from text to values.

use crate::isa::{Mask, MaskEntry, Register, Retired, Thread, Wave};
use crate::lockstep::{Retirement, RunError};

/// One line.
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

/// What the retire port shows in one cycle: a wave, or a row of it. Undefined bits and words are
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

/// The rows of an instruction that has not retired with all of them.
pub struct Pending {
    threads: usize,
    written: Vec<bool>,
    mask: Vec<bool>,
    words: Vec<u32>,
}

impl Pending {
    pub fn new(threads: usize) -> Self {
        Self { threads, written: vec![], mask: vec![], words: vec![] }
    }

    /// Takes the next row; the last one completes the retirement.
    ///
    /// # Errors
    /// When something undefined is written.
    pub fn add(&mut self, row: RetiredRow) -> Result<Option<Retirement>, RunError> {
        let RetiredRow { cycle, issued, wave, register, mask_destination, .. } = row;
        for (lane, written) in row.written.iter().enumerate() {
            let thread = self.written.len();
            let undefined = |what: &str| undefined(what, thread, cycle);
            let is_written = written.ok_or_else(|| undefined("the write mask"))?;
            let word = match register {
                Some(register) if is_written => {
                    row.words[lane].ok_or_else(|| undefined(&register.to_string()))?
                }
                _ => 0,
            };
            let has_mask = is_written && mask_destination != MaskEntry::TRUE;
            let bit = if has_mask {
                row.mask[lane].ok_or_else(|| undefined(&mask_destination.to_string()))?
            } else {
                false
            };
            self.written.push(is_written);
            self.words.push(word);
            self.mask.push(bit);
        }
        if self.written.len() < self.threads {
            return Ok(None);
        }
        let take = |bits: &mut Vec<bool>| Wave(std::mem::take(bits));
        let (written, mask): (Mask, Mask) = (take(&mut self.written), take(&mut self.mask));
        let register = register.map(|register| (register, Wave(std::mem::take(&mut self.words))));
        self.words.clear();
        let mask = (mask_destination != MaskEntry::TRUE).then_some((mask_destination, mask));
        Ok(Some(Retirement { cycle, issued, retired: Retired { wave, written, register, mask } }))
    }
}

/// The error of a value that the hardware leaves undefined.
pub(super) fn undefined(name: &str, thread: usize, cycle: u64) -> RunError {
    RunError::Undefined { what: format!("{name} of {}", Thread(thread)), cycle }
}

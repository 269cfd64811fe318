//! Single accesses over a serial line: a request, its answer, and the check of both.

use std::io;
use std::time::{Duration, Instant};

use super::error::BoardError;
use super::line::Line;
use crate::rtl::{ANSWER_BYTES, GARBLED, IDENTITY, REQUEST_BYTES, SystemRegister, check_byte};

/// Time in which an answer must be there.
pub const ANSWER_LIMIT: Duration = Duration::from_secs(2);
/// Zeros that end every request that was begun, and last until it is answered.
const ZEROS: usize = REQUEST_BYTES + ANSWER_BYTES + 2;

/// A board that answers.
pub struct Link<L> {
    line: L,
    /// Name of the line in messages.
    port: String,
    limit: Duration,
}

/// A read or a write of one register.
#[derive(Clone, Copy)]
struct Access {
    register: SystemRegister,
    word: usize,
    /// Word to be written; `None` for a read.
    written: Option<u32>,
}

impl Access {
    fn request(self) -> [u8; REQUEST_BYTES] {
        let mut request = [0; REQUEST_BYTES];
        request[0] = if self.written.is_some() { b'W' } else { b'R' };
        let address = self.register.row().offset + 4 * self.word;
        let address = u16::try_from(address).expect("an address of the map has 16 bits");
        request[1..3].copy_from_slice(&address.to_le_bytes());
        request[3..7].copy_from_slice(&self.written.unwrap_or(0).to_le_bytes());
        request[REQUEST_BYTES - 1] = check_byte(&request[..REQUEST_BYTES - 1]);
        request
    }

    /// `write of PROGRAM word 12`.
    fn text(self) -> String {
        let done = if self.written.is_some() { "write" } else { "read" };
        let row = self.register.row();
        let word = if row.size == "1" { String::new() } else { format!(" word {}", self.word) };
        format!("{done} of {}{word}", row.name)
    }
}

/// Response and word, where the check byte fits.
fn checked(answer: &[u8]) -> Option<(u8, u32)> {
    let &[response, a, b, c, d, _] = answer else { return None };
    (check_byte(answer) == 0).then_some((response, u32::from_le_bytes([a, b, c, d])))
}

impl<L: Line> Link<L> {
    /// A board behind `line`, which messages call `port`, whatever was on the line before; each
    /// answer is there within `limit`.
    ///
    /// # Errors
    /// When nothing answers, or something that is no such board.
    pub fn open(line: L, port: &str, limit: Duration) -> Result<Self, BoardError> {
        let mut link = Self { line, port: port.to_owned(), limit };
        let identity = Access { register: SystemRegister::Identity, word: 0, written: None };
        link.send(&[&[0; ZEROS][..], &identity.request()].concat())?;
        let deadline = link.deadline();
        let (mut last, mut stranger) = ([u8::MAX; ANSWER_BYTES], None);
        // A line that babbles always has a byte.
        while let Some(byte) = link.receive(deadline)?
            && Instant::now() <= deadline
        {
            last.rotate_left(1);
            last[ANSWER_BYTES - 1] = byte;
            match checked(&last) {
                Some((0, IDENTITY)) => return Ok(link),
                Some((response, found)) if response != GARBLED => stranger = Some(found),
                Some(_) | None => {}
            }
        }
        Err(match stranger {
            Some(found) => link.stranger("IDENTITY", found, IDENTITY),
            None => BoardError::Silent { port: link.port, seconds: limit.as_secs() },
        })
    }

    /// Reads word `word` of `register`.
    ///
    /// # Errors
    /// When the line or the board does not do its part.
    pub fn read(&mut self, register: SystemRegister, word: usize) -> Result<u32, BoardError> {
        self.access(Access { register, word, written: None })
    }

    /// Writes word `word` of `register`.
    ///
    /// # Errors
    /// When the line or the board does not do its part; the word may be written even so.
    pub fn write(
        &mut self,
        register: SystemRegister,
        word: usize,
        data: u32,
    ) -> Result<(), BoardError> {
        self.access(Access { register, word, written: Some(data) }).map(|_| ())
    }

    fn access(&mut self, access: Access) -> Result<u32, BoardError> {
        self.send(&access.request())?;
        let deadline = self.deadline();
        let mut answer = Vec::with_capacity(ANSWER_BYTES);
        while answer.len() < ANSWER_BYTES {
            let Some(byte) = self.receive(deadline)? else {
                return Err(BoardError::Lost {
                    port: self.port.clone(),
                    access: access.text(),
                    count: answer.len(),
                    expected: ANSWER_BYTES,
                    seconds: self.limit.as_secs(),
                });
            };
            answer.push(byte);
        }
        let (port, access) = (self.port.clone(), access.text());
        match checked(&answer) {
            None => Err(BoardError::GarbledAnswer { port, access }),
            Some((0, word)) => Ok(word),
            Some((GARBLED, _)) => Err(BoardError::GarbledRequest { port, access }),
            Some((response, _)) => {
                let answer = match response {
                    2 => "SLVERR".to_owned(),
                    3 => "DECERR".to_owned(),
                    other => other.to_string(),
                };
                Err(BoardError::Refused { port, access, answer })
            }
        }
    }

    /// Name of the line in messages.
    pub fn port(&self) -> &str {
        &self.port
    }

    /// Time by which an access that begins now must be done.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.limit
    }

    /// The error of a counter that is never twice the same.
    pub(super) fn restless(&self, register: SystemRegister) -> BoardError {
        let (port, register) = (self.port.clone(), register.row().name);
        BoardError::Restless { port, register, seconds: self.limit.as_secs() }
    }

    /// The error of a register that has another value than it must have.
    pub(super) fn stranger(&self, register: &'static str, found: u32, expected: u32) -> BoardError {
        BoardError::Stranger { port: self.port.clone(), register, found, expected }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), BoardError> {
        let sent = self.line.send(bytes);
        sent.map_err(|error| self.gone(&error))
    }

    /// The next byte; `None` when there is none at `deadline`.
    fn receive(&mut self, deadline: Instant) -> Result<Option<u8>, BoardError> {
        let mut byte = [0];
        let count = self.line.receive(&mut byte, deadline);
        Ok((count.map_err(|error| self.gone(&error))? > 0).then_some(byte[0]))
    }

    fn gone(&self, error: &io::Error) -> BoardError {
        BoardError::Gone { port: self.port.clone(), reason: error.to_string() }
    }
}

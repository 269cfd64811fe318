//! Transport of bytes to a board and back.

use std::io;
use std::time::Instant;

/// A serial line.
pub trait Line {
    /// Sends all of `bytes`.
    ///
    /// # Errors
    /// The operating system's error when the line is gone.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Receives at least one byte into `bytes`, which is not empty; how many, 0 if none has come
    /// when `deadline` is past.
    ///
    /// # Errors
    /// The operating system's error when the line is gone.
    fn receive(&mut self, bytes: &mut [u8], deadline: Instant) -> io::Result<usize>;
}

impl<L: Line> Line for &mut L {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        (**self).send(bytes)
    }

    fn receive(&mut self, bytes: &mut [u8], deadline: Instant) -> io::Result<usize> {
        (**self).receive(bytes, deadline)
    }
}

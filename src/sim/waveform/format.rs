//! What every file format of a dump can do.

use std::io;

/// Identifies a net in a dump; the first is 0.
pub type NetNumber = usize;

/// A file that a dump is written into: first the scopes and variables, then the changes in the order of their times.
pub trait DumpFormat {
    /// Opens a scope; what follows is in it.
    fn open_scope(&mut self, name: &str) -> io::Result<()>;

    fn close_scope(&mut self) -> io::Result<()>;

    /// A variable of `width` bits that shows net `net`: a number used before, or the next one.
    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()>;

    /// Ends scopes and variables.
    fn begin_changes(&mut self) -> io::Result<()>;

    /// What follows happens at `nanoseconds`, later than all before.
    fn time(&mut self, nanoseconds: u64) -> io::Result<()>;

    /// A net of `width` bits takes a value, lowest limb first.
    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()>;

    /// Writes what is left. The last time is the end of the dump.
    fn finish(&mut self) -> io::Result<()>;
}

/// Bit `position` of `limbs`.
pub fn bit(limbs: &[u64], position: usize) -> bool {
    limbs[position / 64] >> (position % 64) & 1 == 1
}

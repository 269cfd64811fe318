//! Interface of every file format of a dump.

use std::io;

use crate::watch::Watch;

/// Identifies a net in a dump; the first is 0.
pub type NetNumber = usize;

/// Nanoseconds of a cycle.
pub const PERIOD: u64 = 10;

/// A file that a dump is written into: first the scopes and variables, then the changes in the
/// order of their times.
pub trait DumpFormat {
    /// Opens a scope; what follows is in it.
    fn open_scope(&mut self, name: &str) -> io::Result<()>;

    fn close_scope(&mut self) -> io::Result<()>;

    /// A variable of `width` bits that shows net `net`: a number used before, or the next one.
    fn variable(&mut self, name: &str, width: usize, net: NetNumber) -> io::Result<()>;

    /// A variable of texts under the number `net`, which is the next one.
    fn text(&mut self, name: &str, net: NetNumber) -> io::Result<()>;

    /// Ends scopes and variables.
    fn begin_changes(&mut self) -> io::Result<()>;

    /// Begins the changes at `nanoseconds`, later than all before.
    fn time(&mut self, nanoseconds: u64) -> io::Result<()>;

    /// A net of `width` bits takes a value, lowest limb first.
    fn change(&mut self, net: NetNumber, width: usize, limbs: &[u64]) -> io::Result<()>;

    /// Nets take what a watch says.
    fn changes(&mut self, changes: &Changes) -> io::Result<()> {
        changes.net_by_net(self)
    }

    /// A variable of texts takes a value.
    fn change_text(&mut self, net: NetNumber, text: &str) -> io::Result<()>;

    /// Bytes of the changes up to now, before they are compressed.
    fn bytes(&mut self) -> u64;

    /// Writes what is left. The last time is the end of the dump.
    fn finish(&mut self) -> io::Result<()>;
}

/// Changes of nets, or the values of all nets where cycles were passed over.
pub struct Changes<'c> {
    /// The number of the first net.
    pub first: NetNumber,
    /// Width of each net; these are the first nets of the watch.
    pub widths: &'c [usize],
    pub watch: &'c Watch,
    pub is_all: bool,
}

impl Changes<'_> {
    /// Writes them as changes of one net each.
    pub fn net_by_net(&self, file: &mut (impl DumpFormat + ?Sized)) -> io::Result<()> {
        let Self { first, widths, watch, is_all } = *self;
        let nets = if is_all { (0..widths.len()).collect() } else { watch.changed() };
        let mut limbs = vec![];
        for net in nets.into_iter().take_while(|&net| net < widths.len()) {
            watch.read(net, &mut limbs);
            file.change(first + net, widths[net], &limbs)?;
        }
        Ok(())
    }
}

/// The digits of every byte, the highest bit first.
static DIGITS: [[u8; 8]; 256] = digits_of_bytes();

const fn digits_of_bytes() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut position = 0;
        while position < 8 {
            table[byte][position] = b'0' + (byte >> (7 - position) & 1) as u8;
            position += 1;
        }
        byte += 1;
    }
    table
}

/// Appends the binary digits of the `width` lowest bits of `limbs`, the highest first.
pub fn append_digits(text: &mut Vec<u8>, width: usize, limbs: &[u64]) {
    let digits = |byte: usize| &DIGITS[usize::from((limbs[byte / 8] >> (byte % 8 * 8)) as u8)];
    let (bytes, rest) = (width / 8, width % 8);
    if rest > 0 {
        text.extend_from_slice(&digits(bytes)[8 - rest..]);
    }
    let start = text.len();
    text.resize(start + 8 * bytes, 0);
    for (target, byte) in text[start..].chunks_exact_mut(8).zip((0..bytes).rev()) {
        target.copy_from_slice(digits(byte));
    }
}

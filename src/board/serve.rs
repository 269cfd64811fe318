//! A simulated board behind a pseudo-terminal, which other programs open as a serial port.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, fcntl_setfl, open};
use rustix::io::{Errno, read, write};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use super::noise::Noise;
use super::port::make_plain;
use super::simulated::SimulatedBoard;
use crate::engine::Engine;

/// Bytes that are taken from the terminal at a time.
const TAKEN: usize = 256;

/// A pseudo-terminal.
pub struct Terminal {
    /// Our end.
    ours: OwnedFd,
    /// The others' end: while it is open, they may come and go.
    _theirs: OwnedFd,
    /// Path that the others open.
    pub path: PathBuf,
}

impl Terminal {
    /// A new pseudo-terminal that passes bytes as they are.
    ///
    /// # Errors
    /// The operating system's error.
    pub fn new() -> io::Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let path = PathBuf::from(OsStr::from_bytes(ptsname(&ours, vec![])?.as_bytes()));
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = open(&path, flags, Mode::empty())?;
        let mut settings = tcgetattr(&theirs)?;
        make_plain(&mut settings);
        tcsetattr(&theirs, OptionalActions::Now, &settings)?;
        fcntl_setfl(&ours, OFlags::RDWR | OFlags::NONBLOCK)?;
        Ok(Self { ours, _theirs: theirs, path })
    }

    /// Lets `board` talk with whoever opens the terminal, over a line that is as bad as `noise`;
    /// ends with an error only.
    pub fn serve<E: Engine>(&self, mut board: SimulatedBoard<E>, mut noise: Noise) -> io::Error {
        let mut bytes = [0; TAKEN];
        loop {
            if let Err(error) = self.wait(board.is_quiet()) {
                return error;
            }
            match read(&self.ours, &mut bytes) {
                Ok(count) => {
                    let came = bytes[..count].iter().filter_map(|&byte| noise.pass(byte));
                    came.for_each(|byte| board.send(byte));
                }
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => return error.into(),
            }
            board.advance();
            while let Some(byte) = board.receive() {
                let Some(byte) = noise.pass(byte) else { continue };
                match write(&self.ours, &[byte]) {
                    // While the other end is not read, bytes are lost, as on a wire.
                    Ok(_) | Err(Errno::AGAIN | Errno::INTR) => {}
                    Err(error) => return error.into(),
                }
            }
        }
    }

    /// Waits until something has come, if `is_quiet`.
    fn wait(&self, is_quiet: bool) -> io::Result<()> {
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let limit = (!is_quiet).then_some(&at_once);
        match poll(&mut [PollFd::new(&self.ours, PollFlags::IN)], limit) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

//! A serial port of this computer.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use rustix::io::{Errno, read, write};
use rustix::termios::{
    ControlModes, OptionalActions, QueueSelector, Termios, isatty, tcflush, tcgetattr, tcsetattr,
};

use super::error::BoardError;
use super::line::Line;

/// Bits a second of the boards in boards/.
pub const BAUD: u32 = 115_200;
/// Time in which the system takes what is sent.
const SEND_LIMIT: Duration = Duration::from_secs(10);

/// An open serial port, which no other of our programs uses.
pub struct Port(OwnedFd);

impl Port {
    /// Opens `path` for `baud` bits a second, 8 bits, no parity, 1 stop bit; what had come before is
    /// thrown away.
    ///
    /// # Errors
    /// When it is none, is in use, or does not take the rate.
    pub fn open(path: &Path, baud: u32) -> Result<Self, BoardError> {
        let failed = |reason: &str| BoardError::Open {
            port: path.display().to_string(),
            reason: reason.to_owned(),
        };
        let said = |error: Errno| failed(&reason_of(error));
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let port = open(path, flags, Mode::empty()).map_err(said)?;
        if !isatty(&port) {
            return Err(failed("it is no serial line"));
        }
        flock(&port, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| failed("another program uses it"))?;
        let mut settings = tcgetattr(&port).map_err(said)?;
        make_plain(&mut settings);
        settings.set_speed(baud).map_err(said)?;
        tcsetattr(&port, OptionalActions::Now, &settings).map_err(said)?;
        tcflush(&port, QueueSelector::IOFlush).map_err(said)?;
        Ok(Self(port))
    }

    /// Waits for `event`; whether it happened before `deadline`.
    fn wait(&self, event: PollFlags, deadline: Instant) -> io::Result<bool> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).expect("a limit of seconds");
            match poll(&mut [PollFd::new(&self.0, event)], Some(&left)) {
                Ok(0) => return Ok(false),
                Ok(_) => return Ok(true),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Bytes as they are: nothing is echoed, translated or held back, and no wire but the two is looked
/// at.
pub(super) fn make_plain(settings: &mut Termios) {
    settings.make_raw();
    settings.control_modes |= ControlModes::CLOCAL | ControlModes::CREAD;
    settings.control_modes &= !(ControlModes::CSTOPB | ControlModes::CRTSCTS);
}

fn reason_of(error: Errno) -> String {
    crate::files::reason(&error.into())
}

impl Line for Port {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut rest, deadline) = (bytes, Instant::now() + SEND_LIMIT);
        while !rest.is_empty() {
            if !self.wait(PollFlags::OUT, deadline)? {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "it takes no bytes"));
            }
            match write(&self.0, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8], deadline: Instant) -> io::Result<usize> {
        while self.wait(PollFlags::IN, deadline)? {
            match read(&self.0, &mut *bytes) {
                Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it has ended")),
                Ok(count) => return Ok(count),
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(0)
    }
}

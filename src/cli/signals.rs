//! Handling of the signals that end the program: unfinished files are removed, and running tools
//! are ended.

use std::io;
use std::sync::{Arc, OnceLock};
use std::thread::Builder;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::console::talk;
use lanebeat::files;
use lanebeat::tools;

/// From now on INT, TERM and HUP end the program cleanly. Those that the parent set to be ignored,
/// as `nohup` does, stay so. A file that becomes too large is an error of writing.
///
/// # Errors
/// When no thread can be started.
pub fn handle() -> io::Result<()> {
    let _ = flag::register(SIGXFSZ, Arc::default());
    let ignored = ignored();
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_in(ignored, *signal));
    let Ok(mut signals) = Signals::new(wanted) else { return Ok(()) };
    let thread = Builder::new().spawn(move || {
        for signal in signals.forever() {
            tools::end_all();
            files::abandon_all();
            HINT.get().filter(|_| signal == SIGINT).into_iter().for_each(|hint| talk(hint));
            // The parent sees that it was this signal.
            let _ = emulate_default_handler(signal);
        }
    });
    thread.map(drop)
}

/// Sentence for a user who stops the program.
static HINT: OnceLock<&str> = OnceLock::new();

/// From now on a user who stops the program reads `hint`.
pub fn hint(hint: &'static str) {
    HINT.get_or_init(|| hint);
}

fn is_in(signals: u64, signal: i32) -> bool {
    signals >> (signal - 1) & 1 == 1
}

/// The signals that this process ignores, signal 1 in bit 0, where the system reports them.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    digits.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()).unwrap_or(0)
}

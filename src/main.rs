//! The program `lanebeat`; the library has everything that it does.

mod cli;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether there was no standard output when the program began.
static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Before `main`, since the standard library opens /dev/null in the place of a closed output.
#[ctor::ctor(unsafe)]
fn look_at_output() {
    let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    OUTPUT_IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

fn main() -> ExitCode {
    cli::main(OUTPUT_IS_CLOSED.load(Ordering::Relaxed))
}

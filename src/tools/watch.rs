//! Time limits of tools, and progress messages for the user who waits.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::error::{CallError, LIMIT_VARIABLE};
use super::group;

/// The longest limit, in seconds: some eleven days.
const LONGEST: u64 = 1_000_000;

/// Purpose of the call of a tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Report the version; some tools compile themselves before.
    Version,
    /// Do the work, or its next step.
    Work,
}

impl Task {
    /// Time limit of the call.
    ///
    /// # Errors
    /// When the variable holds no number of seconds.
    pub(super) fn limit(self) -> Result<Duration, CallError> {
        let standard = match self {
            Self::Version => Duration::from_secs(5 * 60),
            Self::Work => Duration::from_secs(2 * 60 * 60),
        };
        let Some(text) = std::env::var_os(LIMIT_VARIABLE) else { return Ok(standard) };
        let text = text.to_string_lossy();
        match text.parse().ok().filter(|seconds| (1..=LONGEST).contains(seconds)) {
            Some(seconds) if self == Self::Version => {
                Ok(standard.min(Duration::from_secs(seconds)))
            }
            Some(seconds) => Ok(Duration::from_secs(seconds)),
            None => Err(CallError::Limit(text.into_owned())),
        }
    }

    /// Time until the first message to a waiting user; each later one takes four times as long.
    fn first_sentence(self) -> Duration {
        match self {
            Self::Version => Duration::from_secs(2),
            Self::Work => Duration::from_secs(15),
        }
    }
}

/// Receives progress messages about slow tools.
static LISTENER: Mutex<fn(&str)> = Mutex::new(|_| {});

/// Sets `listener`, which receives a line about each tool that takes long, and before slow work.
pub fn listen(listener: fn(&str)) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = listener;
}

/// Sends a sentence to the listener.
pub fn tell(sentence: &str) {
    let listener = *LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    listener(&format!("{sentence}\n"));
}

/// A thread that looks at the clock while a tool owes an answer, and ends the tool in time.
pub(super) struct Watch {
    limit: Duration,
    /// Time from which an answer is due; `None` while none is.
    since: Arc<Mutex<Option<Instant>>>,
    expired: Arc<AtomicBool>,
    /// Its end wakes the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts the watch of the tool `what` ("yosys, which maps lanebeat_core").
    pub fn new(what: String, group: i32, task: Task, limit: Duration) -> io::Result<Self> {
        let (since, expired): (Arc<Mutex<_>>, Arc<AtomicBool>) = Default::default();
        let (stop, stopped) = mpsc::channel();
        let (watched, ended) = (Arc::clone(&since), Arc::clone(&expired));
        let thread = thread::Builder::new().spawn(move || {
            if is_too_slow(&what, &watched, (task.first_sentence(), limit), &stopped) {
                ended.store(true, Ordering::Release);
                group::kill(group);
            }
        })?;
        Ok(Self { limit, since, expired, stop: Some(stop), thread: Some(thread) })
    }

    pub fn expect(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    pub fn heard(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The limit, where the tool was ended because of it.
    pub fn expired(&self) -> Option<Duration> {
        self.expired.load(Ordering::Acquire).then_some(self.limit)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Sends messages while `what` runs; returns whether the limit ends the watch, not the tool.
fn is_too_slow(
    what: &str,
    since: &Mutex<Option<Instant>>,
    (first_sentence, limit): (Duration, Duration),
    stopped: &Receiver<()>,
) -> bool {
    let mut sentence = first_sentence;
    loop {
        let since = *since.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = since.map_or(Duration::ZERO, |since| since.elapsed());
        if waited >= limit {
            return true;
        }
        if waited >= sentence {
            let (waited, limit) = (waited.as_secs(), limit.as_secs());
            tell(&format!("waiting for {what}: {waited} s, at most {limit} s (Ctrl-C stops all)"));
            sentence *= 4;
        } else if waited < first_sentence {
            sentence = first_sentence;
        }
        // Not at once again where the clock has not moved.
        let rest = limit.min(sentence).saturating_sub(waited).max(Duration::from_millis(1));
        if stopped.recv_timeout(rest) != Err(RecvTimeoutError::Timeout) {
            return false;
        }
    }
}

//! How long a tool may take, and what one who waits for it is told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::error::{CallError, LIMIT_VARIABLE};
use super::group;

/// The longest limit, in seconds: some eleven days.
const LONGEST: u64 = 1_000_000;

/// What a tool is called for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// To tell its version, which some tools do only after they have compiled themselves.
    Version,
    /// To do its work, or the next step of it.
    Work,
}

impl Task {
    /// How long it may take.
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

    /// When one who waits is told so first; then after four times as long, and so on.
    fn first_sentence(self) -> Duration {
        match self {
            Self::Version => Duration::from_secs(2),
            Self::Work => Duration::from_secs(15),
        }
    }
}

/// Who hears what one who waits is told.
static LISTENER: Mutex<fn(&str)> = Mutex::new(|_| {});

/// From now on `listener` hears a line about each tool that takes long, and before slow work.
pub fn listen(listener: fn(&str)) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = listener;
}

/// Tells the listener a sentence.
pub fn tell(sentence: &str) {
    let listener = *LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    listener(&format!("{sentence}\n"));
}

/// A thread that looks at the clock while somebody waits for a tool, and ends the tool in time.
pub(super) struct Watch {
    limit: Duration,
    /// When somebody began to wait.
    since: Arc<Mutex<Option<Instant>>>,
    expired: Arc<AtomicBool>,
    /// Its end wakes the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Of the tool `what` ("yosys, which maps lanebeat_core").
    pub fn new(what: String, group: i32, task: Task, limit: Duration) -> Self {
        let (since, expired): (Arc<Mutex<_>>, Arc<AtomicBool>) = Default::default();
        let (stop, stopped) = mpsc::channel();
        let (watched, ended) = (Arc::clone(&since), Arc::clone(&expired));
        let thread = thread::spawn(move || {
            if is_too_slow(&what, &watched, (task.first_sentence(), limit), &stopped) {
                ended.store(true, Ordering::Release);
                group::kill(group);
            }
        });
        Self { limit, since, expired, stop: Some(stop), thread: Some(thread) }
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

/// Tells one who waits for `what` so; returns whether it is the limit that ends the watch.
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

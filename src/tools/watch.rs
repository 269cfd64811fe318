//! How long a tool may take, and what one who waits for it is told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// Nobody waits.
const IDLE: u64 = u64::MAX;

/// A thread that looks at the clock while somebody waits for a tool, and ends the tool in time.
pub(super) struct Watch {
    shared: Arc<Shared>,
    /// Its end wakes the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    /// "yosys, which maps lanebeat_core"
    what: String,
    group: i32,
    start: Instant,
    limit: Duration,
    first_sentence: Duration,
    /// Milliseconds from the start at which somebody began to wait, or [`IDLE`].
    since: AtomicU64,
    expired: AtomicBool,
}

impl Watch {
    pub fn new(what: String, group: i32, task: Task, limit: Duration) -> Self {
        let shared = Arc::new(Shared {
            what,
            group,
            start: Instant::now(),
            limit,
            first_sentence: task.first_sentence(),
            since: AtomicU64::new(IDLE),
            expired: AtomicBool::new(false),
        });
        let (stop, stopped) = mpsc::channel();
        let watched = Arc::clone(&shared);
        let thread = thread::spawn(move || watched.watch(&stopped));
        Self { shared, stop: Some(stop), thread: Some(thread) }
    }

    pub fn expect(&self) {
        self.shared.since.store(self.shared.now(), Ordering::Relaxed);
    }

    pub fn heard(&self) {
        self.shared.since.store(IDLE, Ordering::Relaxed);
    }

    /// The limit, where the tool was ended because of it.
    pub fn expired(&self) -> Option<Duration> {
        self.shared.expired.load(Ordering::Acquire).then_some(self.shared.limit)
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

impl Shared {
    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// How long somebody has been waiting.
    fn waited(&self) -> Duration {
        let since = self.since.load(Ordering::Relaxed);
        Duration::from_millis(self.now().saturating_sub(since))
    }

    fn watch(&self, stopped: &Receiver<()>) {
        let mut sentence = self.first_sentence;
        loop {
            let rest = self.limit.min(sentence).saturating_sub(self.waited());
            // Not at once again where the clock has not moved.
            let rest = rest.max(Duration::from_millis(1));
            if stopped.recv_timeout(rest) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let waited = self.waited();
            if waited >= self.limit {
                self.expired.store(true, Ordering::Release);
                return group::kill(self.group);
            }
            if waited >= sentence {
                let (waited, limit) = (waited.as_secs(), self.limit.as_secs());
                tell(&format!(
                    "waiting for {}: {waited} s, at most {limit} s (Ctrl-C stops all)",
                    self.what
                ));
                sentence *= 4;
            } else if waited < self.first_sentence {
                sentence = self.first_sentence;
            }
        }
    }
}

//! The report of a study that still runs, in a folder of its own next to the study's. It is removed
//! when the study ends, however it ends, and an earlier study stays until then.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::fpga::Fpga;
use super::point::Point;
use super::report::{self, BEAT, Page, Progress};
use super::results::Results;
use crate::files::{FileError, PendingFolder};
use crate::tools::tell;

/// Time before the first report; shorter work has none.
const FIRST: Duration = Duration::from_secs(1);

/// Time between one report and the next.
const AGAIN: Duration = Duration::from_secs(2);

/// The report, where the study takes long enough for one.
pub struct Live {
    command: String,
    device: Option<Fpga>,
    /// Directory in which the folder is made; `finished` leads from the folder to the final report.
    parent: PathBuf,
    finished: String,
    folder: Mutex<Option<PendingFolder>>,
}

impl Live {
    /// Prepares the report of the study that `command` makes in the folder `output`.
    pub fn new(command: &str, output: &Path, device: Option<Fpga>) -> Self {
        let place = fs::canonicalize(output).or_else(|_| std::path::absolute(output));
        let place = place.unwrap_or_else(|_| output.to_owned());
        // The next that is there: a study that fails leaves no folders either.
        let parent = place.ancestors().skip(1).find(|ancestor| ancestor.is_dir());
        let parent = parent.unwrap_or(Path::new("/")).to_owned();
        let below = place.strip_prefix(&parent).unwrap_or(&place);
        let finished = format!("../{}/report.html", address(below));
        let folder = Mutex::default();
        Self { command: command.to_owned(), device, parent, finished, folder }
    }

    /// Does `work`, and meanwhile writes the report of `snapshot`: all points, with the figures
    /// that are known, and the progress.
    pub fn during<T>(
        &self,
        snapshot: impl Fn() -> (Vec<Point>, Progress) + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let (end, ended) = channel::<()>();
        let begin = Instant::now();
        std::thread::scope(|scope| {
            let write = move || {
                let mut wait = FIRST;
                while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    // Where nothing can be written, the study's own files will say so.
                    let (points, progress) = snapshot();
                    if self.write(points, progress, begin.elapsed()).is_err() {
                        break;
                    }
                    wait = AGAIN;
                }
            };
            // Where no thread is to be had, there is no report so far.
            let _ = Builder::new().spawn_scoped(scope, write);
            let made = work();
            drop(end);
            made
        })
    }

    fn write(
        &self,
        mut points: Vec<Point>,
        mut progress: Progress,
        elapsed: Duration,
    ) -> Result<(), FileError> {
        if let Some(device) = self.device {
            points.iter_mut().for_each(|point| device.add_fullness(point));
        }
        let (done, all) = progress.steps;
        progress.left = (done > 0).then(|| elapsed.mul_f64((all - done) as f64 / done as f64));
        progress.finished.clone_from(&self.finished);
        let page = Page {
            command: &self.command,
            device: self.device,
            progress: Some(progress),
            ..Page::default()
        };
        let html = report::html(&Results { points }, &page);
        let mut folder = self.folder.lock().expect("nobody panics with it");
        let is_first = folder.is_none();
        if is_first {
            let new = PendingFolder::new_in(&self.parent)?;
            new.store(BEAT.0, BEAT.1.as_bytes())?;
            *folder = Some(new);
        }
        let Some(folder) = folder.as_ref() else { return Ok(()) };
        folder.replace("report.html", html.as_bytes())?;
        if is_first {
            let place = folder.path().join("report.html");
            tell(&format!("{}: the report so far", place.display()));
        }
        Ok(())
    }
}

/// A path as a part of an address.
fn address(path: &Path) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(|&one| byte(one)).collect()
}

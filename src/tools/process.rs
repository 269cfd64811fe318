//! Calling tools: each in a process group of its own, which ends with us, and no longer than a
//! limit.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use super::error::{CallError, not_started};
use super::group;
use super::watch::{Task, Watch};

/// Bytes that a tool may print to either output: more is no report.
const MOST_SAID: usize = 64 << 20;

/// How a tool ended, and its output, standard output before standard error.
pub struct Answer {
    pub succeeded: bool,
    pub said: String,
}

impl Answer {
    /// The last line that is not blank.
    pub fn last_line(&self) -> &str {
        self.said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing")
    }
}

/// Calls `program` with `arguments` in `folder`, where its temporary files go too. `tool` and
/// `doing` ("maps lanebeat_core") name it and its work in errors.
///
/// # Errors
/// When it cannot be started, is killed, or does not end within the limit.
pub fn call(
    (tool, program): (&str, &Path),
    arguments: impl IntoIterator<Item = impl AsRef<str>>,
    folder: &Path,
    doing: &str,
) -> Result<Answer, CallError> {
    let mut command = Command::new(program);
    command.args(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
    // Some tools put the name into commands of a shell: it has no marks that mean something there.
    ended(tool, command.current_dir(folder).env("TMPDIR", "."), doing, Task::Work)
}

/// Returns the answer of `program` to `options`, which ask for its version.
///
/// # Errors
/// As [`call`].
pub fn version((tool, program): (&str, &Path), options: &[&str]) -> Result<String, CallError> {
    let mut command = Command::new(program);
    Ok(ended(tool, command.args(options), "tells its version", Task::Version)?.said)
}

fn ended(tool: &str, command: &mut Command, doing: &str, task: Task) -> Result<Answer, CallError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut child, running) = Running::start((tool, doing), command, task)?;
    running.expect_answer();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let group = running.group;
    let failed = |error| start(tool, &error);
    let said = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || said(stderr, group))?;
        let own = said(stdout, group)?;
        Ok([own, other.join().expect("reading does not panic")?])
    });
    let said: [Vec<u8>; 2] = said.map_err(failed)?;
    if said.iter().any(|bytes| bytes.len() > MOST_SAID) {
        let (tool, doing) = (tool.to_owned(), doing.to_owned());
        return Err(CallError::Endless { tool, doing, mebibytes: MOST_SAID >> 20 });
    }
    let status = child.wait().map_err(failed)?;
    running.check(status)?;
    let said = String::from_utf8_lossy(&said.concat()).into_owned();
    Ok(Answer { succeeded: status.success(), said })
}

/// Reads `output` to its end, or to the most that a tool may print and ends the group of the tool.
fn said(output: Option<impl Read>, group: i32) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    if let Some(output) = output {
        output.take(MOST_SAID as u64 + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() > MOST_SAID {
        group::kill(group);
    }
    Ok(bytes)
}

fn start(tool: &str, error: &io::Error) -> CallError {
    CallError::Start { tool: tool.to_owned(), reason: not_started(error, "install it again") }
}

/// The process group of a running tool, and the watch of its time. Dropping it ends the tool.
pub struct Running {
    tool: String,
    doing: String,
    group: i32,
    watch: Watch,
    /// Ends the group when we are killed; see [`group::guard`].
    guard: Option<Child>,
}

impl Running {
    /// Starts `command`, which errors call `tool`, `doing` something.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        (tool, doing): (&str, &str),
        command: &mut Command,
        task: Task,
    ) -> Result<(Child, Self), CallError> {
        let limit = task.limit()?;
        command.process_group(0);
        #[cfg(target_os = "linux")]
        end_with_parent(command);
        let (child, group) =
            group::begin(|| command.spawn()).map_err(|error| start(tool, &error))?;
        let watch = Watch::new(format!("{tool}, which {doing}"), group, task, limit);
        let watch = watch.map_err(|error| {
            group::end(group);
            start(tool, &error)
        })?;
        let guard = group::guard(group).ok();
        Ok((child, Self { tool: tool.to_owned(), doing: doing.to_owned(), group, watch, guard }))
    }

    /// Starts the time limit, within which the tool must end or answer.
    pub fn expect_answer(&self) {
        self.watch.expect();
    }

    /// Records that the tool has answered.
    pub fn heard(&self) {
        self.watch.heard();
    }

    /// Whether the tool ended by itself.
    ///
    /// # Errors
    /// When it was too slow, or killed.
    pub fn check(&self, status: ExitStatus) -> Result<(), CallError> {
        let (tool, doing) = (self.tool.clone(), self.doing.clone());
        if let Some(limit) = self.watch.expired() {
            return Err(CallError::TooSlow { tool, doing, seconds: limit.as_secs() });
        }
        match status.signal() {
            Some(signal) => Err(CallError::Killed { tool, doing, signal }),
            None => Ok(()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        group::end(self.group);
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill().and_then(|()| guard.wait());
        }
    }
}

/// Makes the system end the tool at once when we are killed, also before it has a guard.
#[cfg(target_os = "linux")]
fn end_with_parent(command: &mut Command) {
    use rustix::process::{Signal, set_parent_process_death_signal};
    let set = || Ok(set_parent_process_death_signal(Some(Signal::KILL))?);
    // SAFETY: between fork and exec only what is safe in a signal handler may be called; this is
    // one system call.
    unsafe { command.pre_exec(set) };
}

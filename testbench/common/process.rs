//! Processes that are stopped on the way, and tools that misbehave.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use super::program::Arguments;

/// Longer than anything that is waited for takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, to be started in `folder`, silent. Signals end it, also where whoever started the
/// tests ignores them, as a shell does with INT for what runs in its background.
pub fn command(folder: &Path, arguments: &(impl Arguments + ?Sized)) -> Command {
    do_not_ignore_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    command.args(arguments.words()).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A new program ignores what was ignored before it, but not what was handled.
fn do_not_ignore_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT};
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT] {
            let as_ever = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_default(signal, as_ever).expect("a signal");
        }
    });
}

/// Waits until `condition` holds.
///
/// # Panics
/// When it takes too long.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{what} takes too long");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Sends `signal`, as `kill` calls it, and waits for the end.
pub fn end(mut child: Child, signal: &str) -> ExitStatus {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &id]).status().expect("kill is there");
    assert!(sent.success(), "no process {id} for {signal}");
    let mut status = None;
    wait_until("the end", || {
        status = child.try_wait().expect("our child");
        status.is_some()
    });
    status.expect("it was waited for")
}

/// Whether process `id` still runs.
pub fn runs(id: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

/// Puts a tool that is the shell script `script` into `folder`; a `PATH` with it before all others.
pub fn fake_tool(folder: &Path, name: &str, script: &str) -> String {
    fs::create_dir_all(folder).expect("a writable folder");
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a writable folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own file");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(PathBuf::from(folder)).chain(std::env::split_paths(&others));
    std::env::join_paths(all).expect("a path").into_string().expect("UTF-8")
}

/// What of `folder` and what is below it has a name of something unfinished.
pub fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with(".lanebeat-") {
            found.push(path);
        } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(unfinished(&path));
        }
    }
    found
}

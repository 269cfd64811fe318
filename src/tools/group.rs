//! Process groups: a tool and the processes that it has started itself.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// The process groups of tools that run.
static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all tools that run, and lets none be started from now on: the process is about to end.
pub fn end_all() {
    let groups = groups();
    for &group in groups.iter() {
        kill(group);
    }
    std::mem::forget(groups);
}

/// Starts a tool by `spawn`, which makes it the first of a group.
pub(super) fn begin(spawn: impl FnOnce() -> io::Result<Child>) -> io::Result<(Child, i32)> {
    let mut groups = groups();
    let child = spawn()?;
    let group = child.id().cast_signed();
    groups.insert(group);
    Ok((child, group))
}

/// Starts a shell that waits until this process is there no more, which closes a pipe, and then ends
/// the group: the tool, and what it has started, of which the system does not know that it is ours.
pub(super) fn guard(group: i32) -> io::Result<Child> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "read -r end; kill -KILL \"-$0\"", &group.to_string()]);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.process_group(0).spawn()
}

/// Ends the rest of a group, and forgets the group.
pub(super) fn end(group: i32) {
    kill(group);
    groups().remove(&group);
}

/// Kills all processes of a group, if there are any.
pub(super) fn kill(group: i32) {
    if let Some(group) = Pid::from_raw(group) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

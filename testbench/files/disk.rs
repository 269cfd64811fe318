//! Disks that are full, and folders that may not be written.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::common::process::unfinished;
use crate::common::program::{ends, folder_with, lanebeat_in, names_in, refusal_in};

/// A file system of its own, in memory.
struct Disk(tempfile::TempDir);

impl Disk {
    /// One of `size`; `None`, and a word about it, where none can be mounted.
    fn mount(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]).arg(folder.path());
        match mount.output() {
            Ok(output) if output.status.success() => Some(Self(folder)),
            _ => {
                println!("skipped: only root mounts");
                None
            }
        }
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

const COMMANDS: [&[&str]; 5] = [
    &["generate", "-o", "rtl"],
    &["run", "p.s", "--vcd", "w.vcd"],
    &["run", "p.s", "--dump", "d.json"],
    &["study", "--axis", "waves=1..8", "--flow", "none", "-o", "study"],
    &["assemble", "p.s", "-o", "words"],
];

/// Fills `folder` with what each command writes on the smallest machine.
fn fill(folder: &Path) {
    fs::write(folder.join("p.s"), "nop\n".repeat(20)).expect("room");
    for arguments in COMMANDS {
        lanebeat_in(folder, &[arguments, &["--preset", "small"]].concat(), b"").good();
    }
}

/// All files below `folder`, and their content.
fn content(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = vec![];
    for name in names_in(folder) {
        let path = folder.join(name);
        match path.is_dir() {
            true => found.extend(content(&path)),
            false => found.push((path.clone(), fs::read(&path).expect("readable"))),
        }
    }
    found
}

#[test]
fn a_full_disk_is_one_error_and_changes_nothing() {
    let Some(disk) = Disk::mount("8m") else { return };
    fill(disk.path());
    fs::write(disk.path().join("big"), vec![0; 8 << 20]).expect_err("it is full now");
    let before = content(disk.path());
    for arguments in COMMANDS {
        let error = refusal_in(disk.path(), arguments, b"");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
        let cure = "the disk is full; make room, or name a place on another\n";
        assert!(error.ends_with(cure), "{arguments:?}: {error}");
        assert_eq!(unfinished(disk.path()), Vec::<std::path::PathBuf>::new(), "{arguments:?}");
        assert!(content(disk.path()) == before, "{arguments:?} has changed something");
    }
}

#[test]
fn a_limit_of_file_sizes_is_one_error_and_leaves_nothing() {
    let place = folder_with("p.s", "nop\n");
    for arguments in COMMANDS {
        let line = "ulimit -f 0; exec \"$0\" \"$@\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", line, env!("CARGO_BIN_EXE_lanebeat")]).args(arguments);
        let ran = shell.current_dir(place.path()).output().expect("sh is there");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(
            (ran.status.code(), said.lines().count()),
            (Some(2), 1),
            "{arguments:?}: {said}"
        );
        ends(&said, ": a limit of the size of files is reached; allow more, as by ulimit -f\n");
        assert_eq!(unfinished(place.path()), Vec::<std::path::PathBuf>::new(), "{arguments:?}");
    }
}

#[test]
fn a_read_only_folder_is_one_error_and_changes_nothing() {
    let disk = Disk::mount("8m");
    let own = tempfile::tempdir().expect("a folder");
    let folder = disk.as_ref().map_or(own.path(), Disk::path);
    fill(folder);
    let before = content(folder);
    if disk.is_some() {
        let mut mount = Command::new("mount");
        assert!(mount.args(["-o", "remount,ro"]).arg(folder).status().expect("mount").success());
    } else {
        for place in [folder, &folder.join("rtl"), &folder.join("study"), &folder.join("new")] {
            fs::set_permissions(place, fs::Permissions::from_mode(0o555)).expect("our own");
        }
    }
    for arguments in COMMANDS {
        let error = refusal_in(folder, arguments, b"");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
        let said = "the file system is read-only; name a place elsewhere\n";
        let denied = "permission is denied; allow it, or name a place that you may write to\n";
        assert!(error.ends_with(said) || error.ends_with(denied), "{arguments:?}: {error}");
        assert!(content(folder) == before, "{arguments:?} has changed something");
    }
    for place in [folder, &folder.join("rtl"), &folder.join("study"), &folder.join("new")] {
        let _ = fs::set_permissions(place, fs::Permissions::from_mode(0o755));
    }
}

//! What is kept of what tools made: whole, or made again.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::process::command;
use crate::common::program::{folder_with, names_in};
use crate::common::tools::tool;
use lanebeat::tools::{CacheError, Recipe, find_or_build};

/// How often an entry is made that holds `text`.
fn made(root: &Path, text: &str) -> usize {
    let times = AtomicUsize::new(0);
    let parts = ["part".to_owned()];
    let recipe = Recipe { tool: "tool", parts: &parts, makes: &["result", "time"] };
    let place = find_or_build(root, recipe, |folder| {
        times.fetch_add(1, Ordering::Relaxed);
        for name in ["result", "time", "unwanted"] {
            fs::write(folder.join(name), text).expect("a writable folder");
        }
        Ok::<(), CacheError>(())
    });
    let place = place.expect("it can be written");
    assert_eq!(names_in(&place), ["checksums", "result", "time"]);
    assert_eq!(fs::read_to_string(place.join("result")).expect("read"), text);
    times.into_inner()
}

#[test]
fn what_is_damaged_is_made_again() {
    let root = tempfile::tempdir().expect("a folder");
    assert_eq!((made(root.path(), "12"), made(root.path(), "12")), (1, 0));
    let entry = root.path().join(&names_in(root.path())[0]);
    let damages: [&dyn Fn(); 7] = [
        &|| fs::write(entry.join("result"), "13").expect("writable"),
        &|| fs::write(entry.join("time"), "").expect("writable"),
        &|| fs::remove_file(entry.join("time")).expect("writable"),
        &|| fs::remove_file(entry.join("checksums")).expect("writable"),
        &|| fs::write(entry.join("checksums"), "").expect("writable"),
        &|| {
            fs::remove_dir_all(&entry).expect("our own");
            fs::write(&entry, "a file").expect("writable");
        },
        &|| {
            fs::remove_dir_all(&entry).expect("our own");
            std::os::unix::fs::symlink("nowhere", &entry).expect("writable");
        },
    ];
    for damage in damages {
        damage();
        assert_eq!((made(root.path(), "12"), made(root.path(), "12")), (1, 0));
    }
    assert_eq!(names_in(root.path()).len(), 1);
}

/// Programs in it are run.
#[test]
fn a_directory_into_which_others_may_write_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let recipe = Recipe { tool: "tool", parts: &[], makes: &["result"] };
    let refused = |root: &Path| {
        let made = find_or_build(root, recipe, |_| Ok::<(), CacheError>(()));
        made.expect_err("nothing was made").to_string()
    };
    let said = "others own it or may write to it, and what is in it is run; name another directory \
                in LANEBEAT_CACHE";
    let (all, link) = (root.path().join("all"), root.path().join("link"));
    fs::create_dir(&all).expect("writable");
    fs::set_permissions(&all, fs::Permissions::from_mode(0o777)).expect("our own");
    std::os::unix::fs::symlink(&all, &link).expect("writable");
    assert!(refused(&all).ends_with(said) && refused(&link).ends_with(said), "{}", refused(&all));
    // Only root gives folders away.
    let theirs = root.path().join("theirs");
    fs::create_dir(&theirs).expect("writable");
    if std::os::unix::fs::chown(&theirs, Some(12_345), None).is_ok() {
        assert!(refused(&theirs).ends_with(said), "{}", refused(&theirs));
    }
}

/// Without a home it is private too.
#[test]
fn a_directory_that_is_made_is_for_the_user_alone() {
    let (folder, place) = (folder_with("p.s", "nop\n"), tempfile::tempdir().expect("a folder"));
    let mut run = command(folder.path(), "run p.s --preset small --engine icarus");
    for variable in ["LANEBEAT_CACHE", "XDG_CACHE_HOME", "HOME"] {
        run.env_remove(variable);
    }
    if tool("iverilog").is_none() {
        return;
    }
    assert!(run.env("TMPDIR", place.path()).status().expect("it starts").success());
    let [made] = &names_in(place.path())[..] else { panic!("{:?}", names_in(place.path())) };
    let there = fs::metadata(place.path().join(made)).expect("it is there");
    assert_eq!(*made, format!("lanebeat-{}", there.uid()));
    assert_eq!(there.mode() & 0o777, 0o700);
}

#[test]
fn of_many_who_make_the_same_one_entry_stays() {
    let root = tempfile::tempdir().expect("a folder");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| made(root.path(), "12"));
        }
    });
    assert_eq!(names_in(root.path()).len(), 1);
}

#[test]
fn what_is_not_made_is_not_kept() {
    let root = tempfile::tempdir().expect("a folder");
    let recipe = Recipe { tool: "tool", parts: &[], makes: &["result"] };
    let build = |content: Option<&str>| {
        let made = find_or_build(root.path(), recipe, |folder| {
            if let Some(content) = content {
                fs::write(folder.join("result"), content).expect("a writable folder");
            }
            Ok::<(), CacheError>(())
        });
        made.expect_err("nothing was made").to_string()
    };
    let error = "tool ended well but has not made result; install it again";
    assert_eq!((build(None).as_str(), build(Some("")).as_str()), (error, error));
    assert!(names_in(root.path()).is_empty());
}

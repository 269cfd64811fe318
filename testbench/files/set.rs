//! Sets of files in the same folder, and files of others there.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::program::{folder_with, lanebeat_in, names_in, path_text, refusal_in};
use lanebeat::files::{replace_folder, write_all_atomically};

const OLD: [(&str, &[u8]); 3] = [("a.v", b"old"), ("b.v", b"old"), ("c.v", b"old")];
const NEW: [(&str, &[u8]); 2] = [("b.v", b"new"), ("d.v", b"new")];

/// What the tests call theirs.
fn is_ours(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "v")
}

fn number(path: &Path) -> u64 {
    fs::metadata(path).expect("it is there").ino()
}

#[test]
fn a_folder_of_our_files_is_exchanged() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("new/rtl");
    replace_folder(&folder, &OLD, is_ours, vec![]).expect("written");
    fs::set_permissions(folder.join("b.v"), fs::Permissions::from_mode(0o600)).expect("our own");
    let before = number(&folder);
    replace_folder(&folder, &NEW, is_ours, vec![]).expect("written");
    assert_ne!(number(&folder), before, "it is another folder");
    let mode = fs::metadata(folder.join("b.v")).expect("it is there").mode();
    assert_eq!(mode & 0o777, 0o600, "the mode of a file");
    assert_eq!(names_in(&folder), ["b.v", "d.v"]);
    assert_eq!(fs::read_to_string(folder.join("b.v")).expect("read"), "new");
    assert_eq!(names_in(&place.path().join("new")), ["rtl"]);
}

/// A folder where others have or may have something is written in its place, and what is theirs
/// stays as it is.
#[test]
fn a_folder_of_others_is_written_in_its_place() {
    let with_notes = |folder: &Path| fs::write(folder.join("notes.txt"), "mine");
    let with_folder = |folder: &Path| fs::create_dir(folder.join("build"));
    let for_a_group =
        |folder: &Path| fs::set_permissions(folder, fs::Permissions::from_mode(0o775 ^ 0o2));
    type Change<'c> = &'c dyn Fn(&Path) -> std::io::Result<()>;
    let cases: [(&[&str], Change); 3] = [
        (&["b.v", "d.v", "notes.txt"], &with_notes),
        (&["b.v", "build", "d.v"], &with_folder),
        (&["b.v", "d.v"], &for_a_group),
    ];
    for (names, change) in cases {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("rtl");
        replace_folder(&folder, &OLD, is_ours, vec![]).expect("written");
        change(&folder).expect("a writable folder");
        let looks = || {
            let there = fs::metadata(&folder).expect("it is there");
            (there.ino(), there.mode(), there.gid())
        };
        let before = looks();
        replace_folder(&folder, &NEW, is_ours, vec![]).expect("written");
        assert_eq!(looks(), before, "it is the same folder");
        assert_eq!(names_in(&folder), names);
        assert_eq!(fs::read_to_string(folder.join("b.v")).expect("read"), "new");
        assert_eq!(names_in(place.path()), ["rtl"]);
    }
}

#[test]
fn a_folder_in_which_somebody_stands_stays_the_same() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rtl");
    lanebeat_in(place.path(), "generate shuffle_select -o rtl", b"").good();
    let before = number(&folder);
    lanebeat_in(&folder, "generate shuffle_select -o .", b"").good();
    assert_eq!(number(&folder), before);
    assert_eq!(names_in(place.path()), ["rtl"]);
}

#[test]
fn files_of_others_are_not_written_over() {
    for (name, text) in [
        ("files.f", "top.v\nlanebeat_core.v\n"),
        ("ports.txt", "my ports\n"),
        ("lanebeat_core.v", "module lanebeat_core; endmodule\n"),
        ("lanebeat_core.core", "CAPI=2:\nname: mine\n"),
    ] {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join(name), text).expect("a writable folder");
        let error = refusal_in(place.path(), "generate --preset small -o .", b"");
        let said = "it is there and was not made by lanebeat; move it away, or name another \
                    directory\n";
        assert!(error.contains(name) && error.ends_with(said), "{error}");
        assert_eq!(names_in(place.path()), [name]);
        assert_eq!(fs::read_to_string(place.path().join(name)).expect("read"), text);
    }
}

#[test]
fn a_set_that_cannot_be_written_leaves_what_was_there() {
    let place = tempfile::tempdir().expect("a folder");
    let path = |name: &str| place.path().join(name);
    fs::write(path("one"), "old").expect("a writable folder");
    fs::write(path("file"), "old").expect("a writable folder");
    let files = [(path("one"), &b"new"[..]), (path("file/two"), b"new")];
    let error = write_all_atomically(&files).expect_err("a file is no directory").to_string();
    assert!(error.ends_with("file is a file; name a directory"), "{error}");
    assert_eq!(fs::read_to_string(path("one")).expect("read"), "old");
    assert_eq!(names_in(place.path()), ["file", "one"]);
}

/// A set that a killed process had committed, in a folder of the name that `name` makes of its
/// number: files `one` and `b.v`, and `stale` to be removed.
fn leave_set(folder: &Path, name: impl Fn(u64) -> String) -> PathBuf {
    let set = folder.join("set");
    fs::create_dir_all(set.join("stale")).expect("a writable folder");
    fs::write(folder.join("one"), "old").expect("a writable folder");
    fs::write(folder.join("stale"), "").expect("a writable folder");
    fs::write(set.join("one"), "new").expect("a writable folder");
    fs::write(set.join("b.v"), "new").expect("a writable folder");
    let place = folder.join(name(number(&set)));
    fs::rename(&set, &place).expect("a writable folder");
    place
}

#[test]
fn a_set_that_a_killed_process_had_committed_takes_its_names_at_the_next_start() {
    let place = tempfile::tempdir().expect("a folder");
    leave_set(place.path(), |number| format!(".lanebeat-set-{number}"));
    lanebeat_in(place.path(), "assemble - -o list", b"nop\n").good();
    assert_eq!(names_in(place.path()), ["b.v", "list", "one"]);
    assert_eq!(fs::read_to_string(place.path().join("one")).expect("read"), "new");
}

#[test]
fn a_set_that_was_unpacked_or_not_committed_goes() {
    for name in [".lanebeat-set-1", ".lanebeat-1"] {
        let place = tempfile::tempdir().expect("a folder");
        leave_set(place.path(), |_| name.to_owned());
        lanebeat_in(place.path(), "assemble - -o list", b"nop\n").good();
        assert_eq!(names_in(place.path()), ["list", "one", "stale"]);
        assert_eq!(fs::read_to_string(place.path().join("one")).expect("read"), "old");
    }
}

/// A file that is there is known by its whole path, a new one by the name that was given.
#[test]
fn files_of_one_folder_are_one_set_whatever_it_is_called() {
    let place = folder_with("w.gtkw", "");
    lanebeat_in(place.path(), "run - --preset small --vcd x.vcd", b"nop\n").good();
    lanebeat_in(place.path(), "run - --preset small --vcd x.fst", b"nop\n").good();
    assert_eq!(names_in(place.path()), ["w.gtkw", "x.fst", "x.gtkw", "x.opcodes", "x.vcd"]);
    std::os::unix::fs::symlink(".", place.path().join("waveforms")).expect("a link");
    lanebeat_in(place.path(), "--preset small", b"").good();
    assert!(place.path().join("inclusive_scan.gtkw").exists());
}

/// As where a process is killed before and after the folder that goes with the set took its place.
#[test]
fn a_set_that_goes_with_a_folder_takes_its_names_only_where_that_has_its_place() {
    for is_there in [false, true] {
        let place = tempfile::tempdir().expect("a folder");
        let rtl = place.path().join("rtl");
        replace_folder(&rtl, &OLD, is_ours, vec![]).expect("written");
        let folder = if is_there { number(&rtl) } else { 1 };
        let set = leave_set(place.path(), |number| format!(".lanebeat-set-{number}"));
        let condition = [&folder.to_ne_bytes(), path_text(&rtl).as_bytes()].concat();
        fs::write(set.join(".lanebeat-with"), condition).expect("a writable folder");
        lanebeat_in(place.path(), "assemble - -o list", b"nop\n").good();
        let one = fs::read_to_string(place.path().join("one")).expect("read");
        assert_eq!(one, if is_there { "new" } else { "old" });
    }
}

#[test]
fn a_file_that_was_written_after_a_set_was_left_stays() {
    let place = tempfile::tempdir().expect("a folder");
    leave_set(place.path(), |number| format!(".lanebeat-set-{number}"));
    std::thread::sleep(Duration::from_millis(20));
    fs::write(place.path().join("one"), "mine").expect("a writable folder");
    fs::write(place.path().join("stale"), "mine").expect("a writable folder");
    lanebeat_in(place.path(), "assemble - -o list", b"nop\n").good();
    assert_eq!(names_in(place.path()), ["b.v", "list", "one", "stale"]);
    assert_eq!(fs::read_to_string(place.path().join("one")).expect("read"), "mine");
}

/// Also where another process is about to finish it, which is waited for.
#[test]
fn a_set_that_was_left_comes_before_the_next_in_its_folder() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rtl");
    replace_folder(&folder, &OLD, is_ours, vec![]).expect("written");
    let set = leave_set(&folder, |number| format!(".lanebeat-set-{number}"));
    let other = fs::File::open(&set).expect("it is there");
    other.lock().expect("nobody else has it");
    std::thread::scope(|scope| {
        let next = scope.spawn(|| replace_folder(&folder, &NEW, is_ours, vec![]));
        std::thread::sleep(Duration::from_millis(100));
        assert!(!folder.join("d.v").exists(), "it did not wait");
        drop(other);
        next.join().expect("no panic").expect("written");
    });
    assert_eq!(names_in(&folder), ["b.v", "d.v", "one"]);
    assert_eq!(names_in(place.path()), ["rtl"]);
}

#[test]
fn nothing_is_made_beside_a_device() {
    let place = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink("/dev/null", place.path().join("w.vcd")).expect("a link");
    lanebeat_in(place.path(), "run - --preset small --vcd w.vcd", b"nop\n").good();
    assert_eq!(names_in(place.path()), ["w.vcd"]);
}

//! Sets of files in the same folder, and files of others there.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::common::program::{lanebeat_in, names_in, refusal_in};
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
fn a_folder_of_plain_files_is_exchanged_and_others_stay() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("new/rtl");
    replace_folder(&folder, &OLD, is_ours).expect("written");
    fs::write(folder.join("notes.txt"), "mine").expect("a writable folder");
    let before = number(&folder);
    replace_folder(&folder, &NEW, is_ours).expect("written");
    assert_ne!(number(&folder), before, "it is another folder");
    assert_eq!(names_in(&folder), ["b.v", "d.v", "notes.txt"]);
    assert_eq!(fs::read_to_string(folder.join("b.v")).expect("read"), "new");
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).expect("read"), "mine");
    assert_eq!(names_in(&place.path().join("new")), ["rtl"]);
}

#[test]
fn a_folder_with_more_than_files_is_written_in_its_place() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rtl");
    replace_folder(&folder, &OLD, is_ours).expect("written");
    fs::create_dir(folder.join("build")).expect("a writable folder");
    let before = number(&folder);
    replace_folder(&folder, &NEW, is_ours).expect("written");
    assert_eq!(number(&folder), before, "it is the same folder");
    assert_eq!(names_in(&folder), ["b.v", "build", "d.v"]);
}

#[test]
fn a_folder_in_which_somebody_stands_stays_the_same() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("rtl");
    let unit = ["generate", "shuffle_select"];
    assert_eq!(
        lanebeat_in(place.path(), &[&unit[..], &["-o", "rtl"]].concat(), b"").status,
        Some(0)
    );
    let before = number(&folder);
    assert_eq!(lanebeat_in(&folder, &[&unit[..], &["-o", "."]].concat(), b"").status, Some(0));
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
        let error = refusal_in(place.path(), &["generate", "--preset", "small", "-o", "."], b"");
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

#[test]
fn what_was_to_be_renamed_when_a_process_was_killed_is_renamed_at_the_next_start() {
    let place = tempfile::tempdir().expect("a folder");
    let journal = r#"{"renamed": [[".lanebeat-1", "one"], ["../two", "three"], ["mine", "four"]],
                      "removed": ["stale", "../two"]}"#;
    let folder = place.path().join("folder");
    fs::create_dir(&folder).expect("a writable folder");
    fs::write(place.path().join("two"), "not here").expect("a writable folder");
    for (name, text) in [
        (".lanebeat-1", "new"),
        ("one", "old"),
        ("stale", ""),
        (".lanebeat-2", "half"),
        ("mine", ""),
    ] {
        fs::write(folder.join(name), text).expect("a writable folder");
    }
    fs::write(folder.join(".lanebeat-0.journal"), journal).expect("a writable folder");
    let ran = lanebeat_in(&folder, &["assemble", "-", "-o", "list"], b"nop\n");
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    assert_eq!(names_in(&folder), ["list", "mine", "one"]);
    assert_eq!(fs::read_to_string(folder.join("one")).expect("read"), "new");
    assert_eq!(names_in(place.path()), ["folder", "two"]);
}

//! Limits of what is read, and what is said of files that cannot be.

use std::fs;
use std::time::{Duration, Instant};

use crate::common::program::{folder_with, refusal, refusal_in};

#[test]
fn a_device_without_an_end_is_refused() {
    for (arguments, limit) in [
        ("assemble /dev/zero", 64),
        ("run - --state /dev/zero", 64),
        ("assemble - --config /dev/zero", 1),
    ] {
        let start = Instant::now();
        let error = refusal(arguments, b"nop\n");
        let said = format!(
            "error: /dev/zero: cannot be read: it is longer than {limit} MiB; take a part of it\n"
        );
        assert_eq!(error, said);
        assert!(start.elapsed() < Duration::from_secs(20), "{arguments:?}: {:?}", start.elapsed());
    }
}

#[test]
fn a_list_of_millions_is_refused_soon() {
    let place = tempfile::tempdir().expect("a folder");
    let list = "1,".repeat(2_000_000);
    let text = format!(r#"{{"waves": [{{"registers": {{"R1": [{list}1]}}}}]}}"#);
    fs::write(place.path().join("s.json"), text).expect("a writable folder");
    let start = Instant::now();
    let error = refusal_in(place.path(), "run - --state s.json", b"nop\n");
    let said = "error: s.json: waves[0].registers.R1: a register has 64 values, not 2000001; \
                give 64, one value for all, or \"thread\"\n";
    assert_eq!(error, said);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn byte_order_marks_are_named() {
    let place = tempfile::tempdir().expect("a folder");
    let refused = |name: &str, bytes: &[u8], arguments: &str| {
        fs::write(place.path().join(name), bytes).expect("a writable folder");
        refusal_in(place.path(), arguments, b"nop\n")
    };
    let mark = "the file begins with a byte order mark; save it as UTF-8 without one\n";
    let json = refused("s.json", b"\xef\xbb\xbf{}", "run - --state s.json");
    assert_eq!(json, format!("error: s.json:1:1: {mark}"));
    let toml = refused("m.toml", b"\xef\xbb\xbfwaves = 1", "assemble - --config m.toml");
    assert_eq!(toml, format!("error: m.toml:1:1: {mark}"));
    let utf_16 = refused("p.s", b"\xff\xfen\0o\0p\0", "assemble p.s");
    assert!(utf_16.contains("byte order mark of UTF-16; save it as UTF-8"), "{utf_16}");
}

#[test]
fn a_file_where_a_directory_should_be_is_named() {
    let place = folder_with("afile", "");
    for arguments in [
        "generate lane -o afile",
        "generate lane -o afile/below",
        "study --axis waves=1 --flow none -o afile",
        "assemble - -o afile/x",
    ] {
        let error = refusal_in(place.path(), arguments, b"nop\n");
        assert!(error.contains("afile is a file; name a directory\n"), "{error}");
    }
}

//! What a terminal shows of errors in texts with long lines and characters that control it.

use std::fs;
use std::process::Command;

use lanebeat::source::{Excerpt, printable_text, shorten};

#[test]
fn of_a_long_line_the_part_around_the_place_is_kept() {
    let text = format!("first\n{}here{}\nlast", "é".repeat(100_000), "y".repeat(100_000));
    let start = 6 + 2 * 100_000;
    let excerpt = Excerpt::new("f", &text, start..start + 4);
    assert_eq!((excerpt.line, excerpt.column), (2, 100_001));
    assert_eq!(excerpt.to_string(), "f:2:100001");
    // An ellipsis of three bytes, and 60 characters of two.
    let label = excerpt.labels().next().expect("a place");
    assert_eq!((label.offset(), label.len()), (3 + 120, 4));
}

#[test]
fn places_outside_of_a_text_and_inside_of_characters_are_moved_into_it() {
    let cases = [("", 0..0, 1, 1), ("ab", 9..12, 1, 3), ("é", 1..1, 1, 1), ("a\n", 2..2, 2, 1)];
    for (text, place, line, column) in cases {
        let excerpt = Excerpt::new("f", text, place);
        assert_eq!((excerpt.line, excerpt.column), (line, column), "{text:?}");
    }
}

#[test]
fn nothing_that_controls_a_terminal_is_quoted() {
    assert_eq!(shorten("a\u{1b}[31m\tb\n"), "a\u{fffd}[31m b\u{fffd}");
    assert_eq!(printable_text("a\u{202e}\r\nb\u{9b}"), "a\u{fffd}\u{fffd}\nb\u{fffd}");
    assert_eq!(shorten(&"x".repeat(50)).chars().count(), 41);
}

#[test]
fn errors_far_to_the_right_are_shown_on_a_terminal() {
    if Command::new("script").arg("--version").output().is_err() {
        println!("skipped: no script, which makes a terminal");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let far = " ".repeat(70_000);
    let bad = "\u{1b}[31m";
    let files = [
        ("p.s", format!("nop\n{far}iadd {bad} r1, r2\n{}", "x".repeat(70_000))),
        ("s.json", format!("{{\"waves\":{far}[{{\"registers\":{{\"{bad}\":1}}}}]{far}}}")),
        ("t.json", format!("{{\"waves\":{far}[,]}}")),
        ("m.toml", format!("lanes ={far}12")),
        ("w.hex", format!("{far}nop{bad}")),
    ];
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    fs::write(folder.path().join("n.s"), "nop\n").expect("a writable folder");
    for arguments in [
        "assemble p.s",
        "run n.s --state s.json",
        "run n.s --state t.json",
        "assemble n.s --config m.toml",
        "disassemble w.hex",
    ] {
        let called = format!("{} {arguments}", env!("CARGO_BIN_EXE_lanebeat"));
        let mut script = Command::new("script");
        script.args(["-q", "-e", "-c", &called, "/dev/null"]).current_dir(folder.path());
        script.env("NO_COLOR", "1").env("TERM", "dumb");
        let ran = script.stdin(std::process::Stdio::null()).output().expect("it is there");
        let shown = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{arguments}: {shown}");
        assert!(shown.len() < 10_000 && shown.contains('…'), "{arguments}: {shown}");
        assert!(!shown.contains("[31m") || !shown.contains(bad), "{arguments}: {shown}");
        assert!(shown.contains(':') && !shown.contains("panicked"), "{arguments}: {shown}");
    }
}

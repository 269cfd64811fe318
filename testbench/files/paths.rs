//! Inputs and outputs of a command that are one file, whatever they are called.

use std::fs;
use std::os::unix::fs::symlink;

use crate::common::program::{folder_with, lanebeat_in, names_in, refusal_in};

#[test]
fn no_output_is_an_input_or_another_output() {
    let place = tempfile::tempdir().expect("a folder");
    let path = |name: &str| place.path().join(name);
    fs::write(path("p.s"), "nop\n").expect("a writable folder");
    fs::write(path("old.vcd"), "old").expect("a writable folder");
    symlink("p.s", path("link.s")).expect("a link");
    fs::hard_link(path("p.s"), path("hard.s")).expect("a link");
    fs::write(path("m.toml"), "waves = 2\n").expect("a writable folder");
    let before = names_in(place.path());
    for (arguments, one, other) in [
        ("assemble p.s -o p.s", "--output", "program"),
        ("assemble p.s -o ./p.s", "--output", "program"),
        ("assemble p.s -o link.s", "--output", "program"),
        ("assemble p.s -o hard.s", "--output", "program"),
        ("schedule link.s -o hard.s", "--output", "program"),
        ("assemble p.s --config m.toml -o m.toml", "--output", "--config"),
        ("run p.s --dump p.s", "program", "--dump"),
        ("run p.s --vcd x.vcd --dump ./x.vcd", "--dump", "--vcd"),
        ("run p.s --vcd x.vcd --dump x.gtkw", "--dump", "GTKWave's file of --vcd"),
        ("run p.s --vcd x.vcd --dump x.opcodes", "--dump", "the opcodes of --vcd"),
        ("run old.vcd --vcd old.vcd", "program", "--vcd"),
        ("run p.s --vcd -", "--dump", "--vcd"),
        ("run - --state -", "program", "state"),
    ] {
        let error = refusal_in(place.path(), arguments, b"nop\n");
        let said = format!("error: {one} and {other} ");
        assert!(error.starts_with(&said) && error.contains("; "), "{arguments:?}: {error}");
        assert_eq!(names_in(place.path()), before, "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(path("p.s")).expect("kept"), "nop\n");
}

#[test]
fn a_state_may_be_replaced_by_its_dump() {
    let place = folder_with("s.json", r#"{"waves": [{"registers": {"R1": 1}}]}"#);
    let arguments = ["run", "-", "--state", "s.json", "--dump", "s.json"];
    for _ in 0..2 {
        lanebeat_in(place.path(), &arguments, b"IADD R1, R1, R1\n").good();
    }
    let state = fs::read_to_string(place.path().join("s.json")).expect("there");
    assert!(state.contains("\"R1\": [4, 4, "), "{state}");
}

#[test]
fn a_dash_is_standard_output_everywhere() {
    let place = tempfile::tempdir().expect("a folder");
    let printed = |arguments: &str| {
        let ran = lanebeat_in(place.path(), arguments, b"nop\n").good();
        assert!(names_in(place.path()).iter().all(|name| name == "dump.json"), "{arguments:?}");
        ran.output
    };
    assert!(printed("assemble - -o -").contains("NOP"));
    assert_eq!(printed("schedule - -o -"), printed("schedule -"));
    assert_eq!(printed("run - --dump -"), printed("run -"));
    let vcd = printed("run - --vcd - --dump dump.json");
    assert!(vcd.contains("$timescale") && vcd.contains("$enddefinitions"), "{:.200}", vcd);
    for command in ["generate", "study --axis waves=1"] {
        let error = refusal_in(place.path(), &format!("{command} -o -"), b"");
        assert!(error.contains("--output is a directory, and - is standard output"), "{error}");
    }
}

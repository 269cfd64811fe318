//! Calls of tools that hang, are killed, or say that they did what they did not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::process::{command, end, fake_tool, runs, unfinished, wait_until};
use crate::common::program::names_in;
use crate::common::sample::of_today;

/// What a study says that calls a yosys which is `script`, with a limit of `seconds`.
fn study_with(script: &str, seconds: &str) -> (tempfile::TempDir, Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fake_tool(&folder.path().join("tools"), "yosys", script);
    let mut study = command(folder.path(), STUDY);
    study.env("PATH", path).env("LANEBEAT_TOOL_SECONDS", seconds);
    let ran = study.stderr(Stdio::piped()).output().expect("it starts");
    (folder, ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
}

const STUDY: &str = "study --preset small --cache cache -o out --unit shuffle_select --flow xc7 \
                     --axis=lanes=4";

const VERSION: &str = "[ \"$1\" = -V ] && { echo 'Yosys 0.1 (x)'; exit 0; }\n";

#[test]
fn a_tool_that_hangs_is_stopped_and_named() {
    let (_folder, status, said) = study_with("sleep 1000", "1");
    let version = "yosys tells its version and has not ended within 1 s, so it was stopped; allow \
                   more in LANEBEAT_TOOL_SECONDS\n";
    assert!(status == Some(2) && said.contains(version), "{said}");
    let (folder, status, said) = study_with(&format!("{VERSION}sleep 1000 & sleep 1000"), "1");
    let work = "yosys maps lanebeat_shuffle_select and has not ended within 1 s";
    assert!(status == Some(2) && said.contains(work), "{said}");
    assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn one_who_waits_for_a_tool_is_told() {
    let (_folder, _, said) =
        study_with(&format!("[ \"$1\" = -V ] && sleep 3\n{VERSION}exit 1"), "100");
    let told = "waiting for yosys, which tells its version: 2 s, at most 100 s";
    assert!(said.contains(told), "{said}");
}

/// Iverilog gives the names of its files to a shell, and make takes no folder with a blank. One of
/// the two a day.
#[test]
fn a_folder_may_have_marks_of_a_shell_in_its_name() {
    let place = tempfile::tempdir().expect("a folder");
    let odd = place.path().join("a b\"$(touch made)';touch made;`touch made`");
    fs::create_dir_all(odd.join("here")).expect("a writable folder");
    for (tool, engine) in of_today([("iverilog", "icarus"), ("verilator", "verilator")], 1) {
        if crate::common::tools::tool(tool).is_none() {
            continue;
        }
        fs::write(odd.join("here/p.s"), "nop\n").expect("a writable folder");
        let few = ["multiply", "shuffle", "dpp", "vote", "barrier"];
        let few = few.map(|feature| format!("--set {feature}=false")).join(" ");
        let line = format!("run p.s --preset small {few} --engine {engine}");
        let mut run = command(&odd.join("here"), &line);
        run.env("TMPDIR", &odd).env("LANEBEAT_CACHE", odd.join("cache"));
        let ran = run.stderr(Stdio::piped()).output().expect("it starts");
        assert!(ran.status.success(), "{engine}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    assert_eq!(names_in(&odd), ["cache", "here"]);
    assert_eq!(names_in(&odd.join("here")), ["p.s"]);
}

#[test]
fn a_tool_that_was_killed_is_said_to_have_been() {
    let (_folder, status, said) = study_with(&format!("{VERSION}kill -9 $$"), "100");
    let killed = "yosys maps lanebeat_shuffle_select and was killed by SIGKILL; call it again";
    assert!(status == Some(2) && said.contains(killed), "{said}");
}

#[test]
fn a_tool_that_prints_without_end_is_stopped_and_a_long_line_is_cut() {
    for output in ["", " >&2"] {
        let (_folder, status, said) = study_with(&format!("{VERSION}yes{output}"), "100");
        let endless =
            "yosys maps lanebeat_shuffle_select and printed more than 64 MiB, so it was stopped";
        assert!(status == Some(2) && said.contains(endless), "{said}");
    }
    let long = "head -c 200000 /dev/zero | tr '\\0' x; exit 1";
    let (_folder, status, said) = study_with(&format!("{VERSION}{long}"), "100");
    assert!(status == Some(2) && said.contains("xxx…") && said.len() < 2_000, "{said}");
}

#[test]
fn a_simulator_that_says_no_text_is_stopped_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools = folder.path().join("tools");
    fake_tool(&tools, "iverilog", "echo x > simulation.vvp");
    for (script, words) in [
        ("printf 'r \\377\\n'; sleep 1000", "it said `r \u{fffd}`"),
        ("head -c 3000000 /dev/zero; sleep 1000", "it said `"),
        ("exec >&-; sleep 1000", "has not ended within 2 s"),
    ] {
        let path = fake_tool(&tools, "vvp", script);
        let mut run = command(folder.path(), "run p.s --engine icarus --preset small");
        fs::write(folder.path().join("p.s"), "nop\n").expect("a writable folder");
        run.env("PATH", path).env("LANEBEAT_CACHE", folder.path().join("cache"));
        let ran = run.env("LANEBEAT_TOOL_SECONDS", "2").stderr(Stdio::piped()).output();
        let ran = ran.expect("it starts");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.code() == Some(2) && said.contains(words), "{said}");
    }
}

#[test]
fn a_tool_that_makes_nothing_is_an_error_and_nothing_is_kept() {
    let (folder, status, said) = study_with(&format!("{VERSION}exit 0"), "100");
    let nothing = "yosys failed on lanebeat_shuffle_select: it has not made stat.json";
    assert!(status == Some(2) && said.contains(nothing), "{said}");
    assert!(names_in(&folder.path().join("cache/study")).is_empty());
    let path = fake_tool(&folder.path().join("tools"), "iverilog", "exit 0");
    let mut run = command(folder.path(), "run p.s --engine icarus --preset small");
    fs::write(folder.path().join("p.s"), "nop\n").expect("a writable folder");
    run.env("PATH", path).env("LANEBEAT_CACHE", folder.path().join("cache"));
    let ran = run.stderr(Stdio::piped()).output().expect("it starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    let nothing = "icarus ended well but has not made simulation.vvp; install it again\n";
    assert!(ran.status.code() == Some(2) && said.contains(nothing), "{said}");
    assert_eq!(names_in(&folder.path().join("cache")), ["study"]);
}

#[test]
fn a_simulation_that_hangs_is_stopped_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fake_tool(&folder.path().join("tools"), "vvp", "sleep 1000");
    fs::write(folder.path().join("p.s"), "nop\n").expect("a writable folder");
    let mut run = command(folder.path(), "run p.s --engine icarus --preset small");
    run.env("PATH", path).env("LANEBEAT_CACHE", folder.path().join("cache"));
    run.env("LANEBEAT_TOOL_SECONDS", "6");
    let ran = run.stderr(Stdio::piped()).output().expect("it starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    let hangs = "icarus simulates the core and has not ended within 6 s, so it was stopped";
    assert!(ran.status.code() == Some(2) && said.contains(hangs), "{said}");
}

#[test]
fn a_limit_that_is_none_is_refused() {
    let (_folder, status, said) = study_with("exit 0", "soon");
    let rule = "LANEBEAT_TOOL_SECONDS is a whole number of seconds from 1 to 1000000, not soon";
    assert!(status == Some(2) && said.contains(rule), "{said}");
}

/// Starts a study whose yosys, and what that has started, tell who they are and hang.
fn begin_hanging(folder: &Path) -> (std::process::Child, [String; 2]) {
    let temporary = folder.join("temporary");
    fs::create_dir_all(&temporary).expect("a writable folder");
    let place = folder.display();
    let script = format!(
        "{VERSION}touch $TMPDIR/mine\nsleep 1000 &\necho $$ $! > {place}/new && mv {place}/new {place}/ids\nwait"
    );
    let path = fake_tool(&folder.join("tools"), "yosys", &script);
    let mut study = command(folder, STUDY);
    let child = study.env("PATH", path).env("TMPDIR", temporary).spawn().expect("it starts");
    wait_until("the tool", || folder.join("ids").exists());
    let ids = fs::read_to_string(folder.join("ids")).expect("it is there");
    let ids: Vec<String> = ids.split_whitespace().map(str::to_owned).collect();
    (child, ids.try_into().expect("two"))
}

#[test]
fn a_signal_ends_the_tools_and_removes_their_files() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, ids) = begin_hanging(folder.path());
        assert!(ids.iter().all(|id| runs(id)));
        end(child, signal);
        wait_until("the end of the tools", || ids.iter().all(|id| !runs(id)));
        assert_eq!(names_in(&folder.path().join("temporary")), Vec::<String>::new());
        assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new(), "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_tool_does_not_outlive_a_killed_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, ids) = begin_hanging(folder.path());
    end(child, "KILL");
    wait_until("the end of the tool and of what it has started", || ids.iter().all(|id| !runs(id)));
    assert_ne!(unfinished(folder.path()), Vec::<PathBuf>::new());
    let mut next = command(folder.path(), STUDY);
    let path = fake_tool(&folder.path().join("tools"), "yosys", &format!("{VERSION}exit 1"));
    next.env("PATH", path).env("TMPDIR", folder.path().join("temporary"));
    next.status().expect("it starts");
    assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
}

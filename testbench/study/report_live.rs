//! The report of a study that still runs, and what a study that is stopped leaves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::process::{end, fake_tool, unfinished, wait_until};
use crate::common::program::names_in;

/// Counts cells that it makes up; after the first call only while `gate/open` is there.
const YOSYS: &str = r#"[ "$1" = -V ] && { echo 'Yosys 0.1 (x)'; exit 0; }
if ! mkdir "$GATE/first" 2>/dev/null; then
  while [ ! -e "$GATE/open" ]; do sleep 0.02; done
fi
echo '{ "design": { "num_cells_by_type": { "LUT6": 100, "FDRE": 50 } } }' > stat.json"#;

/// The study of three points, one after the other, in `folder`.
fn study(folder: &Path, flow: &str) -> Command {
    let path = fake_tool(&folder.join("tools"), "yosys", YOSYS);
    fs::create_dir_all(folder.join("gate")).expect("a writable folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    command.args(["study", "--preset", "small", "--axis", "waves=1,2,4", "--flatten"]);
    command.args(["--cache", "cache", "-o", "out", "--flow", flow]).current_dir(folder);
    command.env("PATH", path).env("GATE", folder.join("gate"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The page of the study that runs in `folder`, once it has a point.
fn live(folder: &Path) -> (PathBuf, String) {
    let page = || {
        let pending = unfinished(folder);
        let path = pending.iter().map(|own| own.join("report.html")).find(|path| path.exists())?;
        let text = fs::read_to_string(&path).ok()?;
        text.contains("1 of 3 points done").then_some((path, text))
    };
    wait_until("the report", || page().is_some());
    page().expect("it was there")
}

/// A folder with a good study, and a study of another flow that has come to its second point.
fn begun() -> (tempfile::TempDir, String, Child) {
    let folder = tempfile::tempdir().expect("a folder");
    let good = study(folder.path(), "none").status().expect("it starts");
    assert!(good.success());
    let kept = content(folder.path());
    let child = study(folder.path(), "xc7").spawn().expect("it starts");
    (folder, kept, child)
}

/// What the study in `folder` keeps.
fn content(folder: &Path) -> String {
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).expect("a file");
    names_in(&folder.join("out")).iter().map(|name| read(name)).collect()
}

#[test]
fn a_report_is_there_while_yosys_runs_and_goes_at_the_end() {
    let (folder, kept, mut child) = begun();
    let (path, page) = live(folder.path());
    assert!(page.contains("<progress max=\"3\" value=\"1\">"), "{page}");
    assert!(page.contains("1 of 3 modules mapped, about "), "{page}");
    assert!(page.contains("data-finished=\"../out/report.html\""), "{page}");
    // The point that is done is compared, and has its cells; the others have not.
    assert!(page.contains("Which machine for scan"), "{page}");
    assert_eq!(page.matches("<td data-value=\"100\">100</td>").count(), 1, "{page}");
    assert!(path.with_file_name("beat.svg").exists());
    assert_eq!(content(folder.path()), kept, "the former study is there until the end");
    fs::write(folder.path().join("gate/open"), "").expect("our folder");
    assert!(child.wait().expect("our child").success());
    let last = content(folder.path());
    assert!(last != kept && !last.contains("Still running"), "{last}");
    assert_eq!(unfinished(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_study_that_is_stopped_leaves_the_good_one() {
    for signal in ["TERM", "KILL"] {
        let (folder, kept, child) = begun();
        live(folder.path());
        end(child, signal);
        assert_eq!(content(folder.path()), kept, "{signal}");
        let left = unfinished(folder.path());
        assert_eq!(left.is_empty(), signal == "TERM", "{signal}: {left:?}");
        // What waits for the gate ends, and the next start sweeps.
        fs::write(folder.path().join("gate/open"), "").expect("our folder");
        let next = study(folder.path(), "none").status().expect("it starts");
        assert!(next.success());
        assert_eq!(content(folder.path()), kept, "{signal}");
        assert!(!names_in(folder.path()).iter().any(|name| name.starts_with(".lanebeat-")));
    }
}

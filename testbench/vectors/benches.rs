//! The benches that `generate --testbench` writes, which need no Rust: passing under both
//! simulators, and able to fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::program::{lanebeat, path_text};
use crate::common::tools::{simulate_top, tool};
use lanebeat::rtl::UNITS;
use lanebeat::verilog::File;

/// The machine of the benches: small, with every unit.
const MACHINE: [&str; 6] = ["--preset", "small", "--set", "float=true", "--set", "video=true"];
/// All files together, in bytes.
const LARGEST: usize = 1_000_000;
/// Operators, and what they are flipped to.
const FLIPS: [(&str, &str); 8] = [
    (" + ", " - "),
    (" - ", " + "),
    (" & ", " | "),
    (" | ", " & "),
    (" ^ ", " & "),
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " >= "),
];
/// Flips that are tried in each unit, far apart.
const FLIPS_OF_A_UNIT: usize = 4;

type Files = BTreeMap<String, String>;

fn files(directory: &Path) -> Files {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a text"))
    };
    entries.map(|entry| file(entry.expect("an entry").path())).collect()
}

/// What the generator writes, once for all tests.
fn made() -> Files {
    static MADE: LazyLock<Files> = LazyLock::new(|| {
        let place = tempfile::tempdir().expect("a directory");
        let arguments = ["generate", "--testbench", "-o", path_text(place.path())];
        let ran = lanebeat(&arguments.into_iter().chain(MACHINE).collect::<Vec<_>>());
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
        files(place.path())
    });
    MADE.clone()
}

/// Runs all benches among `files`: whether make succeeded, and what it printed.
fn make(simulator: &str, files: &Files) -> (bool, String) {
    let place = tempfile::tempdir().expect("a directory");
    files.iter().for_each(|(name, text)| fs::write(place.path().join(name), text).expect("a file"));
    let mut command = Command::new("make");
    command.arg("-s").arg("-C").arg(place.path()).args([
        "-f",
        "benches.mk",
        &format!("SIM={simulator}"),
    ]);
    let output = command.output().expect("make runs");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.success(), text.concat())
}

fn assert_all_pass(simulator: &str) {
    let (success, said) = make(simulator, &made());
    let passed = said.lines().filter(|line| line.starts_with("PASS lanebeat_")).count();
    assert!(
        success && passed == UNITS.len() && passed == said.lines().count(),
        "{simulator}:\n{said}"
    );
}

#[test]
fn the_benches_are_small_and_one_for_each_unit() {
    let made = made();
    let bytes: usize = made.values().map(String::len).sum();
    assert!(bytes < LARGEST, "{bytes} bytes");
    let benches = made.keys().filter(|name| name.ends_with("_testbench.v")).count();
    assert_eq!(benches, UNITS.len());
}

#[test]
fn make_runs_every_bench_under_icarus() {
    if tool("iverilog").is_some() && tool("make").is_some() {
        assert_all_pass("icarus");
    }
}

#[test]
fn make_runs_every_bench_under_verilator() {
    if tool("verilator").is_some() && tool("make").is_some() && tool("g++").is_some() {
        assert_all_pass("verilator");
    }
}

#[test]
fn make_fails_when_a_bench_does_and_shows_where() {
    let (Some(_), Some(_)) = (tool("iverilog"), tool("make")) else { return };
    let mut all = made();
    let is_kept = |name: &str| {
        name == "benches.mk"
            || name.starts_with("lanebeat_shuffle_select")
            || name.starts_with("lanebeat_dpp")
    };
    all.retain(|name, _| is_kept(name));
    flip(all.get_mut("lanebeat_shuffle_select.v").expect("a unit"), 0).expect("an operator");
    let (success, said) = make("icarus", &all);
    assert!(!success, "{said}");
    assert!(
        said.contains("FAIL lanebeat_shuffle_select: cycle ")
            && said.contains("PASS lanebeat_dpp: "),
        "{said}"
    );
}

/// Places of operators in the code of `text`, with what they become.
fn operators(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut start = 0;
    let mut found = vec![];
    for line in text.split_inclusive('\n') {
        // A loop that counts the wrong way has no end.
        let code =
            if line.contains("for (") { "" } else { line.split("//").next().unwrap_or(line) };
        for (operator, other) in FLIPS {
            found.extend(
                code.match_indices(operator).map(|(column, _)| (start + column, operator, other)),
            );
        }
        start += line.len();
    }
    found.sort_unstable();
    found
}

/// Flips operator `number` of `FLIPS_OF_A_UNIT` that lie far apart; says what was flipped.
fn flip(text: &mut String, number: usize) -> Option<String> {
    let all = operators(text);
    let &(place, operator, other) = all.get(number * all.len() / FLIPS_OF_A_UNIT)?;
    text.replace_range(place..place + operator.len(), other);
    let line = text[..place].lines().count();
    Some(format!("{operator}in line {line}"))
}

/// The modules under `top` of the Verilog, its bench and its vectors.
fn bench_of(made: &Files, top: &str) -> Vec<File> {
    let core_file = &made[&format!("{top}.core")];
    let listed =
        core_file.lines().filter_map(|line| line.strip_prefix("      - ")).map(str::to_owned);
    let names = listed.chain([format!("{top}_testbench.v"), format!("{top}_testbench.hex")]);
    names.map(|name| File { text: made[&name].clone(), name }).collect()
}

/// The tops of all units.
fn tops(made: &Files) -> Vec<String> {
    made.keys().filter_map(|name| name.strip_suffix("_testbench.v")).map(str::to_owned).collect()
}

#[test]
fn every_bench_notices_flipped_operators_in_its_unit() {
    let made = made();
    let (mut tried, mut unnoticed) = (0, vec![]);
    for top in tops(&made) {
        if operators(&made[&format!("{top}.v")]).is_empty() {
            continue; // Instances alone; what they are has a bench of its own.
        }
        let mut noticed = 0;
        for number in 0..FLIPS_OF_A_UNIT {
            let mut files = bench_of(&made, &top);
            let unit = files
                .iter_mut()
                .find(|file| file.name == format!("{top}.v"))
                .expect("the unit itself");
            let Some(flipped) = flip(&mut unit.text, number) else { continue };
            let Some(said) = simulate_top(&files, &format!("{top}_testbench")) else { return };
            tried += 1;
            if said.starts_with(&format!("FAIL {top}: cycle ")) {
                noticed += 1;
            } else {
                unnoticed.push(format!("{top}: {flipped}"));
            }
        }
        assert!(noticed > 0, "{top}: {unnoticed:?}");
    }
    assert!(
        unnoticed.len() * 5 <= tried,
        "{} of {tried} flips are not noticed: {unnoticed:#?}",
        unnoticed.len()
    );
}

#[test]
fn vectors_that_are_missing_or_cut_off_are_no_pass() {
    let made = made();
    let top = "lanebeat_dpp";
    let bench = format!("{top}_testbench");
    let mut files = bench_of(&made, top);
    let vectors = files.last_mut().expect("its vectors");
    let lines: Vec<&str> = vectors.text.lines().collect();
    vectors.text = lines[..lines.len() - 1].join("\n");
    let Some(said) = simulate_top(&files, &bench) else { return };
    assert!(
        said.contains("its line in the file of vectors is missing") && !said.contains("PASS"),
        "{said}"
    );
    files.pop();
    let said = simulate_top(&files, &bench).expect("it ran before");
    assert!(said.contains("FAIL ") && !said.contains("PASS"), "{said}");
}

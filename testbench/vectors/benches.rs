//! The benches that `generate --testbench` writes, which need no Rust: passing under both
//! simulators, and able to fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::program::{has, lanebeat, path_text};
use crate::common::sample::of_today;
use crate::common::tools::{ended, simulate_top, tool};
use lanebeat::rtl::UNITS;
use lanebeat::verilog::File;

/// The machine of the benches: small, with every unit.
const MACHINE: [&str; 6] = ["--preset", "small", "--set", "float=true", "--set", "video=true"];
/// All files together, in bytes.
const LARGEST: usize = 15_000_000;
/// Modules whose faults are tried here, with benches that are quick; `.ci/nightly` tries all.
const SAMPLE: &str = "lanebeat_shuffle_select,lanebeat_vote,lanebeat_barriers,lanebeat_sequencer,\
    lanebeat_mask_file,lanebeat_special,lanebeat_video,lanebeat_float,lanebeat_uart_bridge,\
    lanebeat_register_file";

pub type Files = BTreeMap<String, String>;

fn files(directory: &Path) -> Files {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a text"))
    };
    entries.map(|entry| file(entry.expect("an entry").path())).collect()
}

/// What the generator writes with these options besides.
fn generated(options: &[&str]) -> Files {
    let place = tempfile::tempdir().expect("a directory");
    let output = ["generate", "--testbench", "-o", path_text(place.path())];
    lanebeat(&[&output, &MACHINE[..], options].concat()).good();
    files(place.path())
}

/// As many vectors as show the faults that are tried here, once for all tests.
pub fn made() -> Files {
    static MADE: LazyLock<Files> =
        LazyLock::new(|| generated(&["--vectors", "3000", "--set", "stages=0"]));
    MADE.clone()
}

/// Runs all benches among `files`: whether make succeeded, and what it printed.
fn make(simulator: &str, files: &Files) -> (bool, String) {
    make_in(tempfile::tempdir().expect("a directory").path(), "all", simulator, files)
}

/// The same of another target, in the directory `place`.
fn make_in(place: &Path, target: &str, simulator: &str, files: &Files) -> (bool, String) {
    files.iter().for_each(|(name, text)| fs::write(place.join(name), text).expect("a file"));
    let mut command = Command::new("make");
    command.arg("-s").arg("-C").arg(place).args([
        "-f",
        "benches.mk",
        target,
        &format!("SIM={simulator}"),
    ]);
    ended(&mut command)
}

fn assert_all_pass(simulator: &str, files: &Files) {
    let benches = files.keys().filter(|name| name.ends_with("_testbench.v")).count();
    let (success, said) = make(simulator, files);
    let passed = said.lines().filter(|line| line.starts_with("PASS lanebeat_")).count();
    assert!(success && passed == benches && passed == said.lines().count(), "{simulator}:\n{said}");
}

#[test]
fn there_is_a_bench_for_each_unit() {
    let made = made();
    let benches = made.keys().filter(|name| name.ends_with("_testbench.v")).count();
    assert_eq!(benches, UNITS.len());
}

/// Those of the core, the system and what they execute with take most of the time: their parts pass
/// here, and all of it for other machines below.
#[test]
fn make_runs_the_bench_of_every_unit_under_icarus() {
    if tool("iverilog").is_some() && tool("make").is_some() {
        let mut files = generated(&["--vectors", "250", "--set", "stages=0"]);
        for unit in ["core", "system", "execute"] {
            files.remove(&format!("lanebeat_{unit}_testbench.v")).expect("its bench");
        }
        assert_all_pass("icarus", &files);
    }
}

#[test]
#[ignore = "for .ci/nightly: with those that take most of the time"]
fn make_runs_every_bench_under_icarus() {
    let files = generated(&[]);
    let bytes: usize = files.values().map(String::len).sum();
    assert!(bytes < LARGEST, "{bytes} bytes");
    assert_all_pass("icarus", &files);
}

/// One simulator a day.
#[test]
fn a_bench_dumps_its_signals_where_that_is_asked_for() {
    let files = generated(&["shuffle_select", "--vectors", "50"]);
    let dump = "lanebeat_shuffle_select_testbench.vcd";
    let simulators = [("icarus", "iverilog", ""), ("verilator", "verilator", "TOP.")];
    for (simulator, tool_name, top) in of_today(simulators, 1) {
        if tool(tool_name).is_none() || tool("make").is_none() {
            continue;
        }
        let place = tempfile::tempdir().expect("a directory");
        let run = |target| make_in(place.path(), target, simulator, &files);
        // The same bench: Verilator compiles it once here.
        if simulator == "icarus" {
            assert!(run("all").0 && !place.path().join(dump).exists(), "without being asked");
        }
        let (success, said) = run("waves");
        assert!(success && said.contains("PASS lanebeat_shuffle_select"), "{said}");
        let waveform = wellen::simple::read(place.path().join(dump)).expect("a dump");
        let hierarchy = waveform.hierarchy();
        let name = format!("{top}lanebeat_shuffle_select_testbench.bench_unit.segment_mask");
        assert!(
            hierarchy.all_vars().any(|var| hierarchy[var].full_name(hierarchy) == name),
            "{name}"
        );
        assert!(waveform.time_table().len() > 50);
        assert!(run("clean").0 && !place.path().join(dump).exists());
    }
}

#[test]
fn a_simulator_that_the_makefile_does_not_know_is_refused() {
    if tool("make").is_some() {
        let (success, said) = make("foo", &generated(&["shuffle_select", "--vectors", "1"]));
        has(&said, "SIM is icarus or verilator, not \"foo\"; try make -f benches.mk SIM=icarus");
        assert!(!success);
    }
}

/// Nothing is compared that depends on what memories power up with: Icarus would show it as unknown.
/// Two machines a day; `verilog::replay` has cores of more shapes.
#[test]
fn the_benches_of_other_machines_pass_under_icarus() {
    let (Some(_), Some(_)) = (tool("iverilog"), tool("make")) else { return };
    let machines = [
        ("register_file=skewed stages=2", "system"),
        // The core and each unit.
        ("stages=1 shuffle_passes=2", ""),
        ("register_file=banked collectors=4 waves=3", "core"),
        ("register_file=two_bank reuse=true lanes=16 beats=1 waves=3", "core"),
    ];
    for (machine, unit) in of_today(machines, 2) {
        let place = tempfile::tempdir().expect("a directory");
        let settings: String =
            machine.split(' ').map(|setting| format!(" --set {setting}")).collect();
        lanebeat(&format!(
            "generate {unit} --testbench --vectors 350 --preset small{settings} -o {}",
            path_text(place.path())
        ))
        .good();
        let (success, said) = make("icarus", &files(place.path()));
        assert!(success, "{unit} of {machine}:\n{said}");
    }
}

/// Whether Verilator can be asked: it compiles C++.
fn has_verilator() -> bool {
    tool("verilator").is_some() && tool("make").is_some() && tool("g++").is_some()
}

/// A unit without a clock and one with, which keeps rows, in turn.
#[test]
fn make_runs_benches_under_verilator() {
    let sample = of_today(["dpp", "register_file"], 1);
    if has_verilator() {
        let mut files = made();
        let is_kept = |name: &str| {
            let unit = name.strip_suffix("_testbench.v").map(|name| name.replace("lanebeat_", ""));
            unit.is_none_or(|unit| sample.contains(&unit.as_str()))
        };
        files.retain(|name, _| is_kept(name));
        assert_all_pass("verilator", &files);
    }
}

#[test]
#[ignore = "for .ci/nightly: Verilator compiles every unit"]
fn make_runs_every_bench_under_verilator() {
    if has_verilator() {
        assert_all_pass("verilator", &generated(&[]));
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
    let select = all.get_mut("lanebeat_shuffle_select.v").expect("a unit");
    *select = select.replacen(" ^ ", " & ", 1);
    let (success, said) = make("icarus", &all);
    assert!(!success, "{said}");
    has(&said, "FAIL lanebeat_shuffle_select: cycle ");
    has(&said, "PASS lanebeat_dpp: ");
}

/// The modules under `top` of the Verilog, its bench and its vectors.
fn bench_of(made: &Files, top: &str) -> Vec<File> {
    let core_file = &made[&format!("{top}.core")];
    let listed = core_file
        .lines()
        .filter_map(|line| line.strip_prefix("      - "))
        .filter(|name| name.ends_with(".v"))
        .map(str::to_owned);
    let names = listed.chain([format!("{top}_testbench.v"), format!("{top}_testbench.hex")]);
    names.map(|name| File { text: made[&name].clone(), name }).collect()
}

/// Edges on which the machine is held, and a reset that comes with the clock, under the simulator that
/// compiles. One kind of reset a day.
#[test]
fn a_bench_with_another_reset_and_an_enable_passes_under_verilator() {
    if tool("verilator").is_none() {
        return;
    }
    let others =
        [["reset=asynchronous", "reset_level=high"], ["reset=synchronous", "reset_level=low"]];
    for other in of_today(others, 1) {
        let settings = ["mask_file", "--vectors", "1000", "--set", "clock_enable=true", "--set"];
        let options = [&settings[..], &[other[0], "--set", other[1]]].concat();
        assert_all_pass("verilator", &generated(&options));
    }
}

/// Faults that only what is rare shows: an operand kept from before the host wrote its register,
/// another stage's modifiers for a sum near the ends of its range. One a day.
#[test]
fn the_benches_reach_what_is_rare() {
    const REUSE: &str = "core --vectors 700 --set register_file=two_bank --set reuse=true \
        --set lanes=16 --set beats=1 --set video=false --set float=false";
    const VIDEO: &str = "video --set stages=4";
    // Options, what is changed wherever it is in a module, to what.
    let faults = [
        (REUSE, " & ~host_writes;", ";"),
        (REUSE, "next_kept_a0_valid_term & ~host_writes", "next_kept_a0_valid_term"),
        (REUSE, "next_kept_c1_valid_term & ~host_writes", "next_kept_c1_valid_term"),
        (VIDEO, "multiplies_s2 ? sum_is_negative", "multiplies_s3 ? sum_is_negative"),
        (VIDEO, "is_simd_s3 ? guard1[1]", "is_simd_s2 ? guard1[1]"),
        (VIDEO, "sum_is_signed_s3 ? (", "sum_is_signed_s2 ? ("),
        (VIDEO, "modifiers_s3[2] ? ~any_one", "modifiers_s2[2] ? ~any_one"),
    ];
    if tool("iverilog").is_none() {
        return;
    }
    let mut benches = BTreeMap::new();
    for (options, old, new) in of_today(faults, 1) {
        let (bench, files) = benches.entry(options).or_insert_with(|| {
            let made = generated(&options.split_whitespace().collect::<Vec<_>>());
            let top = made.keys().find_map(|name| name.strip_suffix(".core")).expect("a core file");
            let (bench, files) = (format!("{top}_testbench"), bench_of(&made, top));
            has(&simulate_top(&files, &bench).expect("Icarus is there"), "PASS ");
            (bench, files)
        });
        let mut files = files.clone();
        let changed = files.iter_mut().find(|file| file.text.contains(old));
        let text = &mut changed.unwrap_or_else(|| panic!("{options}: no {old}")).text;
        *text = text.replace(old, new);
        let said = simulate_top(&files, bench).expect("it ran before");
        assert!(said.contains("FAIL "), "{options}: {old} becomes {new}: {said}");
    }
}

/// The script that changes the Verilog and runs the benches, with those arguments: its exit status,
/// and what it printed; `None` without the tools that it needs.
fn faults(arguments: &[&str]) -> Option<(Option<i32>, String)> {
    let python = ["iverilog", "vvp", "yosys", "python3"]
        .map(tool)
        .into_iter()
        .collect::<Option<Vec<_>>>()?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/vectors/faults/faults.py");
    let output =
        Command::new(&python[3]).arg(script).args(arguments).output().expect("Python runs");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Some((output.status.code(), text.concat()))
}

#[test]
fn the_benches_notice_changes_of_the_verilog() {
    let place = tempfile::tempdir().expect("a directory");
    made()
        .iter()
        .for_each(|(name, text)| fs::write(place.path().join(name), text).expect("a file"));
    let folder = path_text(place.path());
    let arguments = [folder, "--modules", SAMPLE, "--faults", "3", "--limit", "10"];
    let Some((status, said)) = faults(&arguments) else { return };
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn faults_that_cannot_be_tried_are_no_success() {
    let place = tempfile::tempdir().expect("a directory");
    let folder = path_text(place.path());
    let Some((status, said)) = faults(&[folder]) else { return };
    assert_eq!(status, Some(2));
    has(&said, "there are no benches; write them by `lanebeat generate --testbench");
    made()
        .iter()
        .for_each(|(name, text)| fs::write(place.path().join(name), text).expect("a file"));
    let (status, said) = faults(&[folder, "--modules", "lanebeat_bananas"]).expect("it ran before");
    assert_eq!(status, Some(2));
    assert!(said.contains("there is no module lanebeat_bananas; modules are lanebeat_"), "{said}");
    let (status, said) = faults(&[folder, "--faults", "many"]).expect("it ran before");
    assert_eq!(status, Some(2), "{said}");
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
    has(&said, "its line in the file of vectors is missing");
    assert!(!said.contains("PASS"), "{said}");
    files.pop();
    let said = simulate_top(&files, &bench).expect("it ran before");
    assert!(said.contains("FAIL ") && !said.contains("PASS"), "{said}");
}

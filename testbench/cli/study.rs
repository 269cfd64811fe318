//! `study`: sweeps, their figures and files.

use std::process::Command;

use crate::common::process::fake_tool;
use crate::common::program::{Ran, lanebeat_in, names_in, refusal};
use crate::common::tools::tool;
use tempfile::TempDir;

/// A study in a folder of its own, with its cache there too.
fn study(arguments: &[&str]) -> (TempDir, Ran) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = study_in(&folder, arguments);
    assert_eq!(ran.status, Some(0), "{}", ran.errors);
    (folder, ran)
}

fn study_in(folder: &TempDir, arguments: &[&str]) -> Ran {
    let arguments: Vec<&str> =
        ["study", "--cache", "cache", "-o", "out"].iter().chain(arguments).copied().collect();
    lanebeat_in(folder.path(), &arguments, b"")
}

/// The figure called `name` of point `point` in the JSON that a study prints.
fn figure(ran: &Ran, point: usize, name: &str) -> f64 {
    let json = ran.json();
    let figures = json["points"][point]["figures"].as_array().expect("figures").clone();
    let found = figures
        .iter()
        .find(|figure| figure["name"] == name)
        .unwrap_or_else(|| panic!("no {name} in {figures:?}"));
    assert!(!found["source"].as_str().expect("a source").is_empty(), "{name} has no source");
    found["value"].as_f64().expect("a number")
}

#[test]
fn points_are_all_combinations_with_the_last_axis_changing_fastest() {
    let (_, ran) =
        study(&["--axis", "register_file=wide,skewed", "--axis", "waves=1..4", "--json"]);
    let json = ran.json();
    let points: Vec<(String, String)> = json["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|point| {
            let value = |key: &str| {
                let pair = point["config"]
                    .as_array()
                    .expect("pairs")
                    .iter()
                    .find(|pair| pair[0] == key)
                    .expect("a parameter")
                    .clone();
                pair[1].as_str().expect("text").to_string()
            };
            (value("register_file"), value("waves"))
        })
        .collect();
    let expected = [
        ("wide", "1"),
        ("wide", "2"),
        ("wide", "4"),
        ("skewed", "1"),
        ("skewed", "2"),
        ("skewed", "4"),
    ];
    assert_eq!(points, expected.map(|(file, waves)| (file.to_string(), waves.to_string())));
}

#[test]
fn figures_are_those_of_the_machine() {
    let (_, ran) =
        study(&["--axis", "register_file=wide,replicated", "--axis", "waves=1,8", "--json"]);
    // 64 registers of 64 words and 16 mask entries of 64 bits a wave; the replicated file holds
    // three copies.
    let wave = 64.0 * 64.0 * 32.0 + 16.0 * 64.0;
    assert_eq!(figure(&ran, 0, "memory bits"), wave);
    assert_eq!(figure(&ran, 1, "memory bits"), 8.0 * wave);
    assert_eq!(figure(&ran, 3, "memory bits"), 3.0 * 8.0 * wave);
    // docs/learn/register-files.md: two waves fill the machine of `wide`, one that of a ported
    // file; a result two slots later.
    assert_eq!(figure(&ran, 0, "waves to saturate"), 2.0);
    assert_eq!(figure(&ran, 2, "waves to saturate"), 1.0);
    assert_eq!(figure(&ran, 0, "dependent latency"), 8.0);
    // One wave of dependent code waits every other slot, eight never.
    assert!((0.45..0.55).contains(&figure(&ran, 0, "scan: instructions per slot")));
    assert!(figure(&ran, 1, "scan: instructions per slot") > 0.99);
    // Sixteen lanes deliver at most sixteen threads a cycle.
    assert!((15.9..=16.0).contains(&figure(&ran, 1, "mix: threads per cycle")));
}

#[test]
fn files_hold_a_row_a_point_with_unit_and_source() {
    let (folder, ran) = study(&["--axis", "beats=2,4", "--workload", "mix:IMAD=2,IADD=1"]);
    assert_eq!(names_in(&folder.path().join("out")), ["report.html", "study.csv", "study.json"]);
    let csv = std::fs::read_to_string(folder.path().join("out/study.csv")).expect("the file");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head: Vec<String> = reader.headers().expect("a head").iter().map(str::to_string).collect();
    let column = |name: &str| {
        head.iter()
            .position(|title| title == name)
            .unwrap_or_else(|| panic!("no {name} in {head:?}"))
    };
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.iter().map(|row| &row[column("beats")]).collect::<Vec<_>>(), ["2", "4"]);
    assert_ne!(rows[0][column("digest")], rows[1][column("digest")]);
    assert_eq!(
        rows[1][column("register bits [bits]")].parse::<f64>().expect("a number").fract(),
        0.0
    );
    assert_eq!(&rows[1][column("source of register bits [bits]")], "count over the netlist");
    assert_eq!(&rows[1][column("mix:IMAD=2,IADD=1: instructions")], (8 * 256).to_string().as_str());
    assert!(
        ran.output.lines().count() == 3 && ran.output.trim_start().starts_with("beats"),
        "{}",
        ran.output
    );
}

#[test]
fn shards_with_one_cache_make_the_files_of_the_whole() {
    let axes = ["--axis", "waves=1..8", "--axis", "float=false,true"];
    let (whole, _) = study(&axes);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut rows = vec![];
    for shard in ["1/3", "2/3", "3/3"] {
        let ran = study_in(&folder, &[&axes[..], &["--shard", shard]].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
        let csv = std::fs::read_to_string(folder.path().join("out/study.csv")).expect("the file");
        rows.extend(csv.lines().skip(1).map(str::to_string));
    }
    assert_eq!(study_in(&folder, &axes).status, Some(0));
    let read = |folder: &TempDir| {
        std::fs::read_to_string(folder.path().join("out/study.csv")).expect("the file")
    };
    assert_eq!(read(&folder), read(&whole));
    let mut expected: Vec<String> = read(&whole).lines().skip(1).map(str::to_string).collect();
    rows.sort();
    expected.sort();
    assert_eq!(rows, expected);
}

#[test]
fn configurations_with_equal_verilog_fail_the_study() {
    // A unit that the axis does not touch.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = study_in(&folder, &["--axis", "waves=2,4", "--unit", "lane"]);
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(ran.errors.contains("waves=2 and waves=4 give the same Verilog"), "{}", ran.errors);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn combinations_that_cannot_be_built_are_left_out_and_named() {
    let (_, ran) = study(&["--axis", "lanes=4,16", "--axis", "beats=1"]);
    assert!(
        ran.errors.contains("1 of 2 combinations cannot be built and are left out; the first: "),
        "{}",
        ran.errors
    );
    assert_eq!(ran.output.lines().count(), 2, "{}", ran.output);
}

#[test]
fn wrong_axes_are_one_clear_error() {
    let refused = |axis: &str| refusal(&["study", "--axis", axis], b"");
    assert_eq!(
        refused("waves"),
        "error: --axis waves: an axis must be key=values; try waves=1..16\n"
    );
    assert!(
        refused("wave=1").starts_with("error: --axis wave=1: unknown key `wave`; did you mean"),
        "{}",
        refused("wave=1")
    );
    assert!(
        refused("registers=all")
            .contains("registers has 255 values; write 2..256 for powers of two, or a list")
    );
    assert!(refused("waves=3..8").contains("the ends of a..b must be powers of two, not 3"));
    assert!(refused("waves=8..2").contains("the range 8..2 is empty; write 2..8"));
    assert!(refused("float=0..1").contains("float has no range; write float=false,true or all"));
    assert!(refused("waves=1,,2").contains("a value is missing"));
    assert!(refused("waves=1,1").contains("waves has the value 1 twice"));
    assert!(
        refused("waves=33").contains("waves must be a whole number from 1 to 32, not 33"),
        "{}",
        refused("waves=33")
    );
    let twice = refusal(&["study", "--axis", "waves=1", "--axis", "waves=2"], b"");
    assert_eq!(twice, "error: --axis waves is given twice; give all its values at once\n");
    let shard = refusal(&["study", "--axis", "waves=1", "--shard", "3/2"], b"");
    assert_eq!(shard, "error: --shard must be I/N with I from 1 to N, not 3/2; try 1/4\n");
}

#[test]
fn yosys_counts_cells_and_the_cache_keeps_them() {
    if tool("yosys").is_none() {
        return;
    }
    let arguments = [
        "--preset",
        "small",
        "--axis",
        "register_file=wide,replicated",
        "--unit",
        "register_file",
        "--flow",
        "xc7",
        "--json",
    ];
    let (folder, first) = study(&arguments);
    // 16 registers x 2 waves of 16 words in one block RAM column a word, or as LUT RAM: whatever
    // yosys takes, there are flip-flops for the operands of `wide` (three words of 16 threads and a
    // result), and fewer in `replicated`.
    assert!(figure(&first, 0, "flip-flops") >= 4.0 * 16.0 * 32.0);
    assert!(figure(&first, 1, "flip-flops") < figure(&first, 0, "flip-flops"));
    let kept = names_in(&folder.path().join("cache/study"));
    // The two files, and the rows that they gather into.
    assert!(kept.len() >= 2 && kept.iter().all(|name| name.starts_with("yosys-")), "{kept:?}");
    let again = study_in(&folder, &arguments);
    assert_eq!(again.output, first.output);
    assert_eq!(names_in(&folder.path().join("cache/study")), kept);
}

#[test]
fn shards_without_a_common_cache_are_merged_to_the_same_bytes() {
    let axes = ["--axis", "register_file=wide,skewed,replicated", "--axis", "waves=1,3"];
    let (whole, _) = study(&axes);
    let folder = tempfile::tempdir().expect("a temporary folder");
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let out = format!("shard{}", &shard[..1]);
        let own = ["study", "--cache", &out, "-o", &out, "--shard", shard];
        let ran = lanebeat_in(folder.path(), &[&own[..], &axes].concat(), b"");
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
    }
    let merge = ["--merge", "shard3", "shard1", "shard2", "shard4"];
    assert_eq!(study_in(&folder, &[&axes[..], &merge].concat()).status, Some(0));
    for file in ["out/study.csv", "out/study.json", "out/report.html"] {
        let read =
            |folder: &TempDir| std::fs::read_to_string(folder.path().join(file)).expect("the file");
        assert_eq!(read(&folder), read(&whole), "{file}");
    }
    let incomplete = study_in(&folder, &[&axes[..], &["--merge", "shard1", "shard3"]].concat());
    assert_eq!(incomplete.status, Some(2));
    assert!(incomplete.errors.contains("no shard has the point"), "{}", incomplete.errors);
}

#[test]
fn machines_of_equal_hardware_may_differ_in_the_registers_that_are_allowed_only() {
    // 48 and 64 registers are addressed with six bits each; 33 and 65 are not.
    let (_, ran) = study(&["--axis", "registers=33,48,64,65", "--json"]);
    let points = ran.json()["points"].as_array().expect("points").clone();
    let digests: Vec<&str> =
        points.iter().map(|point| point["digest"].as_str().expect("text")).collect();
    assert!(
        digests[0] == digests[1] && digests[1] == digests[2] && digests[2] != digests[3],
        "{digests:?}"
    );
    let unused = study_in(
        &tempfile::tempdir().expect("a folder"),
        &["--unit", "register_file", "--axis", "float=all"],
    );
    assert_eq!(unused.status, Some(2));
    assert!(
        unused.errors.contains("float=false and float=true give the same Verilog"),
        "{}",
        unused.errors
    );
}

#[test]
fn a_missing_tool_is_an_error_for_each_point_and_the_rest_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = Command::new(env!("CARGO_BIN_EXE_lanebeat"))
        .args(["study", "--cache", "cache", "-o", "out", "--axis", "waves=1,2", "--flow", "ice40"])
        .current_dir(folder.path())
        .env("PATH", "")
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{errors}");
    assert!(errors.contains("waves=1: no yosys on the path; install it"), "{errors}");
    assert!(errors.contains("2 of 2 points have no area"), "{errors}");
    assert_eq!(names_in(&folder.path().join("out")), ["report.html", "study.csv", "study.json"]);
}

/// A study of two points in `folder`, and then a merge of it with other options.
fn merge(folder: &TempDir, options: &[&str]) -> Ran {
    let merge = ["study", "--axis", "waves=1,2", "-o", "merged", "--merge", "out"];
    lanebeat_in(folder.path(), &[&merge[..], options].concat(), b"")
}

#[test]
fn shards_of_another_study_are_not_merged() {
    let (folder, _) = study(&["--axis", "waves=1,2", "--workload", "mix:IADD=1"]);
    let same = merge(&folder, &["--workload", "mix:IADD=1"]);
    assert_eq!(same.status, Some(0), "{}", same.errors);
    std::fs::remove_dir_all(folder.path().join("merged")).expect("it was written");
    for (options, what) in [
        (&["--workload", "mix:IADD=2"][..], "--workload is mix:IADD=1 ("),
        (&[], "--workload is mix:IADD=1 ("),
        (
            &["--workload", "mix:IADD=1", "--unit", "lane"],
            "--unit is core, and of this command lane",
        ),
        (
            &["--workload", "mix:IADD=1", "--flow", "none"],
            "--flow is estimate, and of this command none",
        ),
        (&["--workload", "mix:IADD=1", "--no-dsp"], "the use of DSP blocks is true"),
        (&["--workload", "mix:IADD=1", "--flatten"], "--flatten is false"),
    ] {
        let ran = merge(&folder, options);
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{options:?}");
        assert!(ran.errors.contains("out/study.json is of another study: "), "{}", ran.errors);
        assert!(ran.errors.contains(what), "{}", ran.errors);
        assert!(!folder.path().join("merged").exists());
    }
}

#[test]
fn edited_figures_are_not_merged() {
    let (folder, _) = study(&["--axis", "waves=1,2"]);
    let file = folder.path().join("out/study.json");
    let text = std::fs::read_to_string(&file).expect("the file");
    let (before, behind) = text.split_once("\"value\": 6").expect("64 threads");
    std::fs::write(&file, format!("{before}\"value\": 7{behind}")).expect("our own");
    let ran = merge(&folder, &[]);
    let said = "error: out/study.json was changed after it was written, as its checksum says; make \
                it again\n";
    assert_eq!((ran.status, ran.errors.as_str()), (Some(2), said));
    std::fs::write(&file, r#"{"points": []}"#).expect("our own");
    let ran = merge(&folder, &[]);
    assert!(ran.errors.contains("is no study: missing field `basis`"), "{}", ran.errors);
}

#[test]
fn a_failed_study_leaves_a_good_one() {
    let (folder, _) = study(&["--axis", "waves=1,2", "--flow", "none"]);
    let read = || std::fs::read_to_string(folder.path().join("out/study.json")).expect("the file");
    let good = read();
    let failed = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
        command
            .args(["study", "--cache", "cache", "-o", out, "--axis", "waves=1", "--flow", "xc7"]);
        let ran = command.current_dir(folder.path()).env("PATH", "").output().expect("it starts");
        assert_eq!(ran.status.code(), Some(2));
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let said = failed("out");
    assert!(said.contains("have no area, see above; out keeps the study that was there"), "{said}");
    assert_eq!(read(), good);
    for _ in 0..2 {
        let said = failed("other");
        assert!(said.contains("the others are in other"), "{said}");
    }
}

#[test]
fn what_no_point_can_use_ends_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bad.s"), "nop\nfrob R1\n").expect("a writable folder");
    let refused = |options: &[&str]| {
        let ran = study_in(&folder, &[&["--axis", "waves=1,2"], options].concat());
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", ran.errors);
        assert!(!folder.path().join("out").exists());
        ran.errors
    };
    let mnemonic = refused(&["--workload", "mix:FROB=1"]);
    let said = "error: --workload mix:FROB=1: there is no operation `FROB` for a mix; write a \
                mnemonic such as IMAD\n";
    assert_eq!(mnemonic, said);
    let program = refused(&["--workload", "bad.s"]);
    assert!(program.starts_with("error: bad.s:2:1: frob is not an instruction"), "{program}");
    let off = refused(&["--workload", "mix:FADD=1", "--set", "float=false"]);
    assert!(off.contains("float"), "{off}");
    let value = study_in(&folder, &["--axis", "waves=1,99"]);
    let said =
        "error: --axis waves=1,99: waves must be a whole number from 1 to 32, not 99; try 32\n";
    assert_eq!((value.status, value.errors.as_str()), (Some(2), said));
}

#[test]
fn equal_verilog_is_refused_before_anything_is_mapped() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "[ \"$1\" = -V ] && { echo 'Yosys 0.1 (x)'; exit 0; }\nexit 1";
    let path = fake_tool(&folder.path().join("tools"), "yosys", script);
    let mut study = Command::new(env!("CARGO_BIN_EXE_lanebeat"));
    study.args(["study", "--cache", "cache", "-o", "out", "--axis", "waves=2,4", "--unit", "lane"]);
    let ran = study.args(["--flow", "xc7"]).current_dir(folder.path()).env("PATH", path).output();
    let ran = ran.expect("it starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2));
    assert!(errors.contains("waves=2 and waves=4 give the same Verilog"), "{errors}");
    assert!(!folder.path().join("cache").exists(), "something was mapped");
}

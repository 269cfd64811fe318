//! `study`: sweeps, their figures and files.

use std::path::Path;
use std::process::Command;

use crate::common::process::fake_tool;
use crate::common::program::{
    self, Ran, folder_with, has, lanebeat_in, names_in, refusal, refusal_in,
};
use crate::common::tools::tool;
use biblatex::{Bibliography, ChunksExt};
use tempfile::TempDir;

/// A study in a folder of its own, with its cache there too.
fn study(arguments: &str) -> (TempDir, Ran) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ran = study_in(&folder, arguments).good();
    (folder, ran)
}

fn study_in(folder: &TempDir, arguments: &str) -> Ran {
    lanebeat_in(folder.path(), &format!("study --cache cache -o out {arguments}"), b"")
}

/// The figure called `name` of point `point` in the JSON that a study prints.
fn figure(ran: &Ran, point: usize, name: &str) -> f64 {
    let (value, source) =
        program::figure(ran, point, name).unwrap_or_else(|| panic!("no {name} in {}", ran.output));
    assert!(!source.is_empty(), "{name} has no source");
    value
}

#[test]
fn points_are_all_combinations_with_the_last_axis_changing_fastest() {
    let (_, ran) = study("--axis register_file=wide,skewed --axis waves=1..4 --json");
    let json = ran.json();
    let points: Vec<(String, String)> = json["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|point| {
            let value = |key: &str| point["config"][key].as_str().expect("text").to_string();
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
fn a_reset_or_an_enable_that_is_not_priced_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = refusal_in(folder.path(), "study --axis waves=1,2 --set reset=asynchronous", b"");
    let cure = "needs reset = \"synchronous\", not \"asynchronous\"; use --set reset=synchronous";
    assert_eq!(said, format!("error: a study {cure}\n"));
    let said = refusal_in(folder.path(), "study --axis clock_enable=all", b"");
    has(&said, "a study needs clock_enable = false, not true; use --set clock_enable=false");
}

#[test]
fn figures_are_those_of_the_machine() {
    let (_, ran) =
        study("--set stages=0 --axis register_file=wide,replicated --axis waves=1,8 --json");
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

/// What a study writes.
const FILES: [&str; 6] =
    ["report.html", "study.bib", "study.csv", "study.json", "study.legend.csv", "study.svg"];

#[test]
fn files_hold_a_row_a_point_of_figures_and_say_once_what_each_is() {
    let (folder, _) = study("--axis beats=2,4 --workload mix:IMAD=2,IADD=1");
    assert_eq!(names_in(&folder.path().join("out")), FILES);
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join("out").join(name)).expect("the file");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row of as many cells"));
        rows.map(|row| row.iter().map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
    };
    let (table, legend) = (read("study.csv"), read("study.legend.csv"));
    let head = &table[0];
    let column = |name: &str| {
        head.iter()
            .position(|title| title == name)
            .unwrap_or_else(|| panic!("no {name} in {head:?}"))
    };
    assert_eq!([&table[1], &table[2]].map(|row| row[column("beats")].as_str()), ["2", "4"]);
    assert_ne!(table[1][column("digest")], table[2][column("digest")]);
    for name in ["lut", "ff", "bram18", "dsp", "memory_area_mm2", "cycles_mix_imad_2_iadd_1"] {
        column(name);
    }
    assert_eq!(table[2][column("instructions_mix_imad_2_iadd_1")], (8 * 256).to_string());
    // Short, one word, each once; and behind the parameters nothing but figures.
    let is_word = |name: &&String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    assert_eq!(head.iter().filter(is_word).count(), head.len(), "{head:?}");
    let mut sorted = head.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), head.len(), "{head:?}");
    for row in &table[1..] {
        let figures = &row[column("threads")..column("digest")];
        assert!(figures.iter().all(|cell| cell.parse::<f64>().is_ok()), "{figures:?}");
    }
    // A row of the legend for each column, in their order.
    assert_eq!(legend[0], ["column", "name", "unit", "source", "cite"]);
    let named: Vec<&String> = legend[1..].iter().map(|row| &row[0]).collect();
    assert_eq!(named, head.iter().collect::<Vec<_>>());
    let lut = &legend[1 + column("lut")];
    assert_eq!(lut[1..3], ["lut", "LUT6"]);
    assert!(lut[3].contains("Yosys 0.23"), "{lut:?}");
    assert!(legend[1..].iter().all(|row| !row[3].is_empty()), "{legend:?}");
}

#[test]
fn every_figure_can_be_cited() {
    let (folder, _) = study("--axis beats=2,4 --set registers=32");
    let read = |name: &str| {
        std::fs::read_to_string(folder.path().join("out").join(name)).expect("the file")
    };
    let entries = Bibliography::parse(&read("study.bib")).expect("BibTeX");
    let own = entries.get("lanebeat").expect("the study itself");
    let note = own.note().expect("the command").format_verbatim();
    assert!(note.contains("--set registers=32"), "{note}");
    let legend = read("study.legend.csv");
    let mut rows = csv::Reader::from_reader(legend.as_bytes());
    let mut cited: Vec<String> = vec!["lanebeat".into()];
    for row in rows.records().map(|row| row.expect("a row")) {
        cited.extend(row[4].split_whitespace().map(str::to_owned));
        let is_of_cacti = row[3].contains("CACTI");
        assert_eq!(row[4].split_whitespace().any(|key| key == "cacti"), is_of_cacti, "{row:?}");
    }
    cited.sort();
    cited.dedup();
    let mut there: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    there.sort();
    assert_eq!(there, cited);
    assert!(there.contains(&"yosys") && there.contains(&"ihp"), "{there:?}");
    assert!(entries.iter().all(|entry| entry.title().is_ok()), "{there:?}");
    assert!(read("report.html").contains("@article{cacti,"));
}

#[test]
fn files_of_others_where_a_study_writes_are_refused_before_any_work_and_stay() {
    let (folder, _) = study("--axis waves=1,2");
    for name in FILES {
        let place = folder.path().join("out").join(name);
        let ours = std::fs::read(&place).expect("a file");
        std::fs::write(&place, "mine\n").expect("a writable folder");
        // A point makes no picture, and yosys would take a minute.
        let error = refusal_in(folder.path(), "study --axis waves=1 --flow xc7 -o out", b"");
        let said =
            "it is there and was not made by lanebeat; move it away, or name another directory\n";
        assert!(error.contains(name) && error.ends_with(said), "{error}");
        assert_eq!(std::fs::read_to_string(&place).expect("a file"), "mine\n");
        std::fs::write(&place, ours).expect("a writable folder");
    }
    study_in(&folder, "--axis waves=1").good();
    assert_eq!(names_in(&folder.path().join("out")), FILES[..5]);
}

#[test]
fn nothing_is_0_without_a_sign() {
    // A lane has no memory.
    let (folder, _) = study("--axis stages=0,1 --unit lane");
    for name in ["study.csv", "study.json"] {
        let text = std::fs::read_to_string(folder.path().join("out").join(name)).expect("the file");
        assert!(!text.contains("-0,") && !text.contains("-0.0"), "{name}");
    }
}

#[test]
fn a_terminal_shows_what_decides_in_lines_that_fit_and_what_to_take() {
    let (_, ran) = study("--axis register_file=all --axis waves=1..8");
    let lines: Vec<&str> = ran.output.lines().collect();
    let (table, words) = lines.split_at(2 + 20);
    assert!(table.iter().all(|line| line.chars().count() <= 110), "{}", ran.output);
    assert!(table[0].starts_with("register_file  waves") && table[1].contains("LUT6"));
    assert_eq!(words[1], "* on the front over LUTs, block RAM and threads a second together");
    assert!(words[2].starts_with("scan: ") && words[3].starts_with("mix: "), "{words:?}");
    for (sentence, workload) in words[2..].iter().zip(["scan", "mix"]) {
        // A star stands one behind the name above its column.
        let place = table[0].find(workload).expect("a column") + workload.len() + 1;
        let has_star = |line: &&&str| line.chars().nth(place) == Some('*');
        let count = table[2..].iter().filter(has_star).count();
        let expected =
            format!("{workload}: {count} of 20 points are on the front; take register_file=");
        assert!(count > 1 && sentence.starts_with(&expected), "{expected}: {sentence}");
    }
}

/// The stages of each point, and its threads a second on both workloads.
fn speeds(ran: &Ran) -> Vec<(String, f64)> {
    let points = ran.json()["points"].as_array().expect("points").len();
    let stages = |point: usize| ran.json()["points"][point]["config"]["stages"].to_string();
    let speed =
        |point: usize, name: &str| figure(ran, point, &format!("{name}: threads per second"));
    let of = |point| (stages(point), speed(point, "scan") * speed(point, "mix"));
    (0..points).map(of).collect()
}

#[test]
fn each_machine_has_the_stages_that_are_best_for_it() {
    let machines = "--preset small --axis register_file=wide,skewed --json";
    let best = speeds(&study(&format!("{machines} --best stages")).1);
    let all = format!("{machines} --axis stages=0,1,2,3,4,5,6,7,8,9,10,11,12");
    let all = speeds(&study(&all).1);
    for (found, values) in best.iter().zip(all.chunks(13)) {
        let most = values.iter().fold(0.0_f64, |most, (_, speed)| most.max(*speed));
        let first = values.iter().find(|(_, speed)| *speed == most);
        assert_eq!(Some(found), first, "{values:?}");
    }
    assert_eq!(best.len(), 2);
    for (options, problem) in [
        ("--best stages --axis stages=0,4", "--best stages: stages is an axis too"),
        ("--best stage", "--best stage=all: unknown key `stage`; did you mean `stages`?"),
        (
            "--best stages=13",
            "--best stages=13: stages must be a whole number from 0 to 12, not 13",
        ),
        ("--best registers", "--best registers=all: registers has 255 values"),
    ] {
        let said = refusal(&format!("study --axis waves=1 {options}"), b"");
        has(&said, problem);
    }
}

#[test]
fn standard_cells_have_the_stages_that_are_best_in_an_xc7_and_the_study_says_so() {
    let folder = folder_with("four.lib", include_str!("../study/four_cells.lib"));
    let library = format!("liberty={}", folder.path().join("four.lib").display());
    let stages = |flow: &str| {
        let words = format!("--axis register_file=wide --best stages --flow {flow}");
        // No tool is there, so nothing is mapped.
        let (_, ran) = program::study(&*words, Some(Path::new("")));
        (ran.json()["points"][0]["config"]["stages"].to_string(), ran.errors)
    };
    let (of_xc7, said) = stages("estimate");
    assert!(!said.contains("--best"), "{said}");
    let (of_ecp5, _) = stages("estimate=ecp5");
    assert!(of_xc7 != of_ecp5, "a machine for which the families differ");
    for (flow, expected, family) in [
        (&*library, &of_xc7, "xc7"),
        ("none", &of_xc7, "xc7"),
        ("xc7", &of_xc7, "xc7"),
        ("ecp5", &of_ecp5, "ecp5"),
    ] {
        let (found, said) = stages(flow);
        assert_eq!(&found, expected, "{flow}");
        let sentence = format!(
            "--best stages goes by the estimated clock of {family}, whatever --flow {flow} finds; make stages an axis to compare by that\n"
        );
        assert!(said.contains(&sentence), "{flow}: {said}");
    }
}

#[test]
fn shards_with_one_cache_make_the_files_of_the_whole() {
    let axes = "--axis waves=1..8 --axis float=false,true";
    let (whole, _) = study(axes);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut rows = vec![];
    for shard in ["1/3", "2/3", "3/3"] {
        study_in(&folder, &format!("{axes} --shard {shard}")).good();
        let csv = std::fs::read_to_string(folder.path().join("out/study.csv")).expect("the file");
        rows.extend(csv.lines().skip(1).map(str::to_string));
    }
    assert_eq!(study_in(&folder, axes).status, Some(0));
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
    let ran = study_in(&folder, "--axis waves=2,4 --unit lane");
    assert_eq!(ran.status, Some(2), "{}", ran.output);
    assert!(ran.errors.contains("waves=2 and waves=4 give the same Verilog"), "{}", ran.errors);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn combinations_that_cannot_be_built_are_left_out_and_named() {
    let (_, ran) = study("--axis lanes=4,16 --axis beats=1");
    has(&ran.errors, "1 of 2 combinations cannot be built and are left out; the first: ");
    let is_of_point = |line: &&str| line.trim_start().starts_with("16");
    assert_eq!(ran.output.lines().filter(is_of_point).count(), 1, "{}", ran.output);
}

#[test]
fn wrong_axes_are_one_clear_error() {
    for (axis, said) in [
        ("waves", "error: --axis waves: an axis must be key=values; try waves=1..16\n"),
        ("wave=1", "error: --axis wave=1: unknown key `wave`; did you mean"),
        ("registers=all", "registers has 255 values; write 2..256 for powers of two, or a list"),
        ("waves=3..8", "the ends of a..b must be powers of two, not 3"),
        ("waves=8..2", "the range 8..2 is empty; write 2..8"),
        ("float=0..1", "float has no range; write float=false,true or all"),
        ("waves=1,,2", "a value is missing"),
        ("waves=1,1", "waves has the value 1 twice"),
        ("waves=33", "waves must be a whole number from 1 to 32, not 33"),
    ] {
        let error = refusal(&["study", "--axis", axis], b"");
        assert!(error.contains(said), "{axis}: {error}");
    }
    let twice = refusal("study --axis waves=1 --axis waves=2", b"");
    assert_eq!(twice, "error: --axis waves is given twice; give all its values at once\n");
    let shard = refusal("study --axis waves=1 --shard 3/2", b"");
    assert_eq!(shard, "error: --shard must be I/N with I from 1 to N, not 3/2; try 1/4\n");
    let none = refusal("study --axis waves=1,2,4 --shard 40/50", b"");
    assert_eq!(none, "error: --shard 40/50 of 3 points has none; make at most 3 shards\n");
}

#[test]
fn yosys_counts_cells_and_the_cache_keeps_them() {
    if tool("yosys").is_none() {
        return;
    }
    let arguments = "--preset small --axis register_file=wide,replicated --unit register_file --flow ecp5 --json";
    let (folder, first) = study(arguments);
    // 16 registers x 2 waves of 16 words in one block RAM column a word, or as LUT RAM: whatever
    // yosys takes, there are flip-flops for the operands of `wide` (three words of 16 threads and a
    // result), and fewer in `replicated`.
    assert!(figure(&first, 0, "flip-flops") >= 4.0 * 16.0 * 32.0);
    assert!(figure(&first, 1, "flip-flops") < figure(&first, 0, "flip-flops"));
    let kept = names_in(&folder.path().join("cache/study"));
    // The two files, and the rows that they gather into.
    assert!(kept.len() >= 2 && kept.iter().all(|name| name.starts_with("yosys-")), "{kept:?}");
    let again = study_in(&folder, arguments);
    assert_eq!(again.output, first.output);
    assert_eq!(names_in(&folder.path().join("cache/study")), kept);
}

#[test]
fn shards_without_a_common_cache_are_merged_to_the_same_bytes() {
    let axes = "--axis register_file=wide,skewed,replicated --axis waves=1,3";
    let (whole, _) = study(axes);
    let folder = tempfile::tempdir().expect("a temporary folder");
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let out = format!("shard{}", &shard[..1]);
        let own = format!("study --cache {out} -o {out} --shard {shard} {axes}");
        lanebeat_in(folder.path(), &own, b"").good();
    }
    study_in(&folder, &format!("{axes} --merge shard3 shard1 shard2 shard4")).good();
    for file in FILES.map(|name| format!("out/{name}")) {
        let read = |folder: &TempDir| {
            std::fs::read_to_string(folder.path().join(&file)).expect("the file")
        };
        assert_eq!(read(&folder), read(&whole), "{file}");
    }
    let incomplete = study_in(&folder, &format!("{axes} --merge shard1 shard3"));
    assert_eq!(incomplete.status, Some(2));
    assert!(incomplete.errors.contains("no shard has the point"), "{}", incomplete.errors);
}

#[test]
fn machines_of_equal_hardware_may_differ_in_the_registers_that_are_allowed_only() {
    // 48 and 64 registers are addressed with six bits each; 33 and 65 are not.
    let (_, ran) = study("--axis registers=33,48,64,65 --json");
    let points = ran.json()["points"].as_array().expect("points").clone();
    let digests: Vec<&str> =
        points.iter().map(|point| point["digest"].as_str().expect("text")).collect();
    let is_expected =
        digests[0] == digests[1] && digests[1] == digests[2] && digests[2] != digests[3];
    assert!(is_expected, "{digests:?}");
    let unused =
        study_in(&tempfile::tempdir().expect("a folder"), "--unit register_file --axis float=all");
    assert_eq!(unused.status, Some(2));
    has(&unused.errors, "float=false and float=true give the same Verilog");
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
    assert_eq!(names_in(&folder.path().join("out")), FILES);
}

/// A study of two points in `folder`, and then a merge of it with other options.
fn merge(folder: &TempDir, options: &str) -> Ran {
    let merge = format!("study --axis waves=1,2 -o merged --merge out {options}");
    lanebeat_in(folder.path(), &merge, b"")
}

#[test]
fn shards_of_another_study_are_not_merged() {
    let (folder, _) = study("--axis waves=1,2 --workload mix:IADD=1");
    let same = merge(&folder, "--workload mix:IADD=1");
    assert_eq!(same.status, Some(0), "{}", same.errors);
    std::fs::remove_dir_all(folder.path().join("merged")).expect("it was written");
    for (options, what) in [
        ("--workload mix:IADD=2", "--workload is mix:IADD=1 ("),
        ("", "--workload is mix:IADD=1 ("),
        ("--workload mix:IADD=1 --unit lane", "--unit is core, and of this command lane"),
        ("--workload mix:IADD=1 --flow none", "--flow is estimate, and of this command none"),
        ("--workload mix:IADD=1 --device xc7a35t", "--device is none, and of this command xc7a35t"),
        ("--workload mix:IADD=1 --no-dsp", "the use of DSP blocks is true"),
        ("--workload mix:IADD=1 --flatten", "--flatten is false"),
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
    let (folder, _) = study("--axis waves=1,2");
    let file = folder.path().join("out/study.json");
    let text = std::fs::read_to_string(&file).expect("the file");
    let (before, behind) = text.split_once("\"threads\": 6").expect("64 threads");
    std::fs::write(&file, format!("{before}\"threads\": 7{behind}")).expect("our own");
    let ran = merge(&folder, "");
    let said = "error: out/study.json was changed after it was written, as its checksum says; make \
                it again\n";
    assert_eq!((ran.status, ran.errors.as_str()), (Some(2), said));
    std::fs::write(&file, r#"{"points": []}"#).expect("our own");
    let ran = merge(&folder, "");
    assert!(ran.errors.contains("is no study: missing field `format`"), "{}", ran.errors);
}

#[test]
fn a_failed_study_leaves_a_good_one() {
    let (folder, _) = study("--axis waves=1,2 --flow none");
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
    let folder = folder_with("bad.s", "nop\nfrob R1\n");
    let refused = |options: &str| {
        let ran = study_in(&folder, &format!("--axis waves=1,2 {options}"));
        assert_eq!((ran.status, ran.output.as_str()), (Some(2), ""), "{}", ran.errors);
        assert!(!folder.path().join("out").exists());
        ran.errors
    };
    let mnemonic = refused("--workload mix:FROB=1");
    let said = "error: --workload mix:FROB=1: there is no operation `FROB` for a mix; write a \
                mnemonic such as IMAD\n";
    assert_eq!(mnemonic, said);
    let program = refused("--workload bad.s");
    assert!(program.starts_with("error: bad.s:2:1: frob is not an instruction"), "{program}");
    let off = refused("--workload mix:FADD=1 --set float=false");
    assert!(off.contains("float"), "{off}");
    let value = study_in(&folder, "--axis waves=1,99");
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

//! `bench`: every engine on the same program, its table and its JSON; and that engines which retire
//! otherwise are noticed.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::common::program::{
    Ran, begins, ends, has, lanebeat, lanebeat_reading, lanebeat_with, path_text, refusal,
};
use crate::common::simulations::{CACHE, is_there};
use crate::common::tools::missing;
use lanebeat::isa::{MaskEntry, Register, Retired, Wave};
use lanebeat::lockstep::{Agreement, Checksums, passes_for};
use lanebeat::simulators::Simulator;
use serde_json::Value;

/// Few cycles on a small machine.
fn bench(options: &str) -> Ran {
    let cache = [("LANEBEAT_CACHE", PathBuf::from(CACHE))];
    let line = format!("bench --preset small --cycles 100 --rounds 2 {options}");
    lanebeat_with(&cache, &line, b"").good()
}

fn rows(report: &Value) -> Vec<&Value> {
    report["engines"].as_array().expect("engines").iter().collect()
}

#[test]
fn the_json_says_what_was_measured_in_which_units() {
    let report = bench("--engines model,cycle,interpreter --json").json();
    assert_eq!((&report["machine"], &report["rounds"]), (&"--preset small".into(), &2.into()));
    assert_eq!((&report["seconds"], &report["baseline"]), (&Value::Null, &"interpreter".into()));
    assert_eq!(report["program"], "examples/inclusive_scan.s on every wave");
    // Ten instructions without EXIT, on two waves.
    assert_eq!((&report["waves"], &report["instructions_of_a_pass"]), (&2.into(), &20.into()));
    let rows = rows(&report);
    let names: Vec<&str> = rows.iter().map(|row| row["engine"].as_str().expect("a name")).collect();
    assert_eq!(names, ["model", "cycle", "interpreter"]);
    for row in &rows {
        let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"));
        let (slowest, median, fastest) =
            (number("slowest"), number("instructions_per_second"), number("fastest"));
        assert!(0.0 < slowest && slowest <= median && median <= fastest, "{row}");
        assert!(number("seconds") > 0.0 && number("ratio") > 0.0, "{row}");
        assert!(number("instructions") >= 20.0, "{row}");
    }
    assert!(rows[0]["cycles_per_second"].as_f64().is_some(), "{}", rows[0]);
    assert_eq!(rows[0]["checksum"], rows[2]["checksum"]);
    assert_eq!(rows[0]["checksum"].as_str().map(str::len), Some(16));
    assert_eq!(rows[1]["checksum"], Value::Null, "the cycle model retires no results");
    assert_eq!(rows[2]["ratio"], 1.0);
    assert!(rows[2]["build_seconds"].as_f64().is_some() && rows[0]["build_seconds"].is_null());
}

#[test]
fn the_table_has_a_row_for_each_engine_and_says_what_it_compares_with() {
    let text = bench("--engines interpreter,model").output;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("machine   4 lanes x 4 beats = 16 threads, "), "{text}");
    let program = "program   examples/inclusive_scan.s on every wave: 20 instructions of 2 waves";
    assert!(lines[1].starts_with(&format!("{program} a pass, ")), "{text}");
    assert!(lines[2].starts_with("measured  2 runs of "), "{text}");
    let titles: Vec<&str> = lines[5].split(" | ").map(str::trim).collect();
    let all = "engine, cycles/s, instructions/s, spread, of interpreter, first cycle, build";
    assert_eq!(titles.join(", "), all);
    assert!(lines[6].starts_with("interpreter | ") && lines[6].contains(" 1.00 | "), "{text}");
    assert!(lines[7].starts_with("model       | "), "{text}");
    assert!(lines[5..].iter().all(|line| line.matches(" | ").count() == 6), "{text}");
}

/// Every simulator on random programs, with dumps of ours and of `dumped`.
fn all_retire_the_same(dumped: &[&str], options: &str) {
    if !Simulator::ALL.into_iter().all(is_there) {
        return;
    }
    // Verilator builds it with and without dumps, so it has no more than it takes to be driven.
    let few = ["multiply", "shuffle", "dpp", "vote", "barrier"];
    let few = few.map(|feature| format!("--set {feature}=false")).join(" ");
    let engines = "interpreter,compiled,verilator,arcilator,icarus";
    let report = bench(&format!("--engines {engines} --json --random 40 {few} {options}")).json();
    let rows = rows(&report);
    let names: Vec<&str> = rows.iter().map(|row| row["engine"].as_str().expect("a name")).collect();
    let expected = engines.split(',').map(|engine| match dumped.contains(&engine) {
        true => format!("{engine}, {engine} + vcd, {engine} + fst"),
        false => engine.to_owned(),
    });
    assert_eq!(names.join(", "), expected.collect::<Vec<_>>().join(", "));
    assert_eq!(report["baseline"], "verilator");
    for row in &rows {
        if row["engine"] == "verilator + fst" && row["skipped"].is_string() {
            missing("zlib.h and lz4.h");
            continue;
        }
        let found = (&row["checksum"], &row["cycles"]);
        assert_eq!(found, (&rows[0]["checksum"], &rows[0]["cycles"]), "{row}");
    }
}

#[test]
fn other_simulators_retire_the_same() {
    all_retire_the_same(&[], "");
}

#[test]
#[ignore = "for .ci/nightly: Verilator compiles two kinds of dumps"]
fn dumps_of_other_simulators_retire_the_same() {
    all_retire_the_same(&["interpreter", "compiled", "verilator"], "--vcd");
}

/// The number called `key` of a row.
fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} in {row}"))
}

#[test]
fn a_batch_retires_the_programs_results_at_the_rate_of_one_core() {
    let started = Instant::now();
    let one = "bench --preset small --random 6 --cycles 1 --rounds 1 --json";
    let report = lanebeat(&format!("{one} --engines interpreter,compiled,batch")).json();
    let most_seconds =
        started.elapsed().as_secs_f64() * available_parallelism().expect("processors").get() as f64;
    let rows = rows(&report);
    let names: Vec<&Value> = rows.iter().map(|row| &row["engine"]).collect();
    assert_eq!(names, ["interpreter", "compiled", "compiled batch"]);
    let [interpreter, compiled, batch] = rows[..] else { panic!("{report}") };
    let found = (&batch["checksum"], &compiled["checksum"]);
    assert_eq!(found, (&interpreter["checksum"], &interpreter["checksum"]));
    // Six instructions of two waves, eight programs a processor; all programs have as many
    // instructions, but not cycles.
    let programs = 8 * available_parallelism().expect("processors").get() as u64;
    let found = (&interpreter["instructions"], &batch["instructions"]);
    assert_eq!(found, (&12.into(), &(12 * programs).into()));
    assert_ne!(
        number(batch, "cycles"),
        number(interpreter, "cycles") * programs as f64,
        "the others are other programs"
    );
    for row in [interpreter, compiled, batch] {
        let is = |key: &str, expected: f64| {
            assert!((number(row, key) / expected - 1.0).abs() < 1e-6, "{key} in {row}")
        };
        is("instructions_per_second", number(row, "instructions") / number(row, "seconds"));
        is("cycles_per_second", number(row, "cycles") / number(row, "seconds"));
        is(
            "ratio",
            number(row, "instructions_per_second") / number(interpreter, "instructions_per_second"),
        );
        assert!(number(row, "seconds") < most_seconds, "{row}");
        let (first_cycle, built) =
            (number(row, "first_cycle_seconds"), number(row, "build_seconds"));
        assert!(0.0 < first_cycle && first_cycle <= built, "{row}");
        let is_fixed = row["engine"] == "interpreter";
        assert_eq!(first_cycle == built, is_fixed, "only compiled code gets faster: {row}");
    }
}

/// On machines that can do little more than move and add words.
fn growth(options: &str) -> Ran {
    let without = ["dpp", "shuffle", "vote", "video", "float", "barrier"];
    let without = without.map(|feature| format!("--set {feature}=false")).join(" ");
    let short = "bench --growth --random 4 --seconds 0.001 --rounds 1 --preset small --set beats=1";
    lanebeat(&format!("{short} {without} {options}")).good()
}

#[test]
fn growth_is_measured_with_lanes_and_with_waves() {
    let report = growth("--json").json();
    let rows = report.as_array().expect("rows");
    // Of `small`, which has 4 lanes and 2 waves, with one of the two changed.
    let lanes = [16, 32, 64].map(|lanes| (lanes, 2));
    let waves = [1, 2, 4, 8, 16, 32].map(|waves| (4, waves));
    let sizes: Vec<(u64, u64)> = lanes.into_iter().chain(waves).collect();
    assert_eq!(rows.len(), sizes.len(), "{report}");
    for (row, (lanes, waves)) in rows.iter().zip(sizes) {
        let machine = row["machine"].as_str().expect("options");
        let has = |key: &str, value: u64, preset: u64| {
            value == preset || machine.contains(&format!("--set {key}={value}"))
        };
        let is_its = has("lanes", lanes, 4) && has("waves", waves, 2);
        assert!(is_its, "{lanes} lanes, {waves} waves: {row}");
        // A thread and a wave have their own registers and predicates, and nothing else is in
        // memories.
        let of_small = number(&rows[4], "memory_bits");
        assert_eq!(number(row, "memory_bits"), of_small * (lanes * waves) as f64 / 8.0, "{row}");
        let times =
            ["elaborate_seconds", "compile_seconds", "first_cycle_seconds", "full_speed_seconds"];
        let [elaborate, compile, first_cycle, full_speed] = times.map(|key| number(row, key));
        assert!(elaborate > 0.0 && compile > 0.0, "{row}");
        assert!(elaborate + compile <= first_cycle && first_cycle < full_speed, "{row}");
        assert!(number(row, "nanoseconds_per_cycle") > 0.0, "{row}");
    }
    let operation_bits: Vec<f64> = rows.iter().map(|row| number(row, "operation_bits")).collect();
    let rises = |bits: &[f64]| bits.is_sorted_by(|a, b| a < b);
    assert!(rises(&operation_bits[..3]) && rises(&operation_bits[3..]), "{report}");
}

#[test]
fn the_table_of_growth_gives_the_time_of_a_bit() {
    let text = growth("").output;
    let cells: Vec<Vec<&str>> =
        text.lines().map(|line| line.split(" | ").map(str::trim).collect()).collect();
    let titles = "machine, operation bits, memory bits, elaborate, compile, first cycle, full speed, \
                  a cycle, a bit";
    assert_eq!((cells[0].join(", ").as_str(), cells.len()), (titles, 10), "{text}");
    for row in &cells[1..] {
        let number = |cell: usize, unit: &str| -> f64 {
            let digits = row[cell]
                .strip_suffix(unit)
                .unwrap_or_else(|| panic!("{unit} in {row:?}"))
                .replace(' ', "");
            digits.parse().unwrap_or_else(|_| panic!("a number in {row:?}"))
        };
        let (bits, nanoseconds, picoseconds) = (number(1, ""), number(7, " ns"), number(8, " ps"));
        // Each is rounded to its last digit.
        let is_product =
            (picoseconds * bits / 1000.0 - nanoseconds).abs() <= 0.5 + 0.0051 * bits / 1000.0;
        assert!(is_product, "{row:?}");
    }
}

#[test]
fn an_engine_whose_tool_is_missing_is_skipped_aloud() {
    let nowhere = [("PATH", PathBuf::from("/nonexistent"))];
    let line = "bench --preset small --cycles 1 --rounds 1 --engines model,verilator,icarus";
    let ran = lanebeat_with(&nowhere, line, b"").good();
    has(&ran.output, "verilator | skipped: no verilator\nicarus    | skipped: no iverilog\n");
    let json = lanebeat_with(&nowhere, &format!("{line} --json"), b"").json();
    let found = rows(&json)[1];
    assert_eq!(found, &serde_json::json!({ "engine": "verilator", "skipped": "verilator" }));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let engine = refusal("bench --engines model,interpeter", b"");
    has(&engine, "'interpeter'");
    has(&engine, "model, cycle, interpreter, ");
    let nothing = refusal("bench -", b"// nothing\n");
    let expected = "error: <stdin> has no instructions to measure; name a program that has some\n";
    assert_eq!(nothing, expected);
    assert!(refusal("bench --cycles 3 --seconds 2", b"").contains("cannot be used with"));
    let seconds = refusal("bench --seconds 0", b"");
    has(&seconds, "--seconds 0: it must be a number above 0 and at most 3600; try 1");
    assert!(refusal("bench -", b"iaddd r1, r1, r1\n").starts_with("error: <stdin>:1:1: "));
}

#[test]
fn a_program_of_the_user_is_measured_without_its_exit() {
    let line =
        "bench - --engines interpreter,model,cycle --cycles 1 --rounds 1 --json --set stages=0";
    let report = lanebeat_reading(line, b"iadd r1, r1, 3\nexit\n").json();
    let found = (&report["instructions_of_a_pass"], &report["cycles_of_a_pass"]);
    assert_eq!(found, (&1.into(), &9.into()));
    let found = &rows(&report)[0]["cycles"];
    assert_eq!(*found, 9, "issued in cycle 0, written in phase 0 of the slot after the next");
}

#[test]
fn cycles_and_instructions_go_together() {
    let ran = lanebeat("bench --engines interpreter --cycles 500 --rounds 1 --json");
    let row = rows(&ran.json())[0].clone();
    let number = |key: &str| row[key].as_f64().expect("a number");
    assert!(number("cycles") >= 400.0, "about 500 cycles were asked for: {row}");
    let ratio = number("cycles_per_second") / number("instructions_per_second");
    assert!((ratio - number("cycles") / number("instructions")).abs() < 1e-6, "{row}");
}

/// One of four threads, the smallest wave that there is, writes a word and a predicate bit.
fn retired(wave: usize) -> Retired {
    let register = Some((Register(3), Wave(vec![0, 77, 0, 0])));
    Retired {
        wave,
        written: Wave(vec![false, true, false, false]),
        register,
        mask: Some((MaskEntry(2), Wave(vec![false, true, false, false]))),
    }
}

fn checksum(retirements: &[Retired]) -> u64 {
    let mut checksums = Checksums::new([1, 1]);
    retirements.iter().for_each(|retired| checksums.add(retired));
    checksums.marks()[0]
}

#[test]
fn every_part_of_a_retirement_is_in_the_checksum_but_not_the_order_of_waves() {
    let both = [retired(0), Retired { register: None, ..retired(1) }];
    let expected = checksum(&both);
    assert_eq!(checksum(&[both[1].clone(), both[0].clone()]), expected);
    let others = [
        Retired { register: Some((Register(4), Wave(vec![0, 77, 0, 0]))), ..retired(0) },
        Retired { register: Some((Register(3), Wave(vec![0, 78, 0, 0]))), ..retired(0) },
        Retired { register: None, ..retired(0) },
        Retired { mask: Some((MaskEntry(3), Wave(vec![false, true, false, false]))), ..retired(0) },
        Retired { mask: Some((MaskEntry(2), Wave(vec![false; 4]))), ..retired(0) },
        Retired { mask: None, ..retired(0) },
        Retired { written: Wave(vec![false; 4]), ..retired(0) },
    ];
    for other in others {
        assert_ne!(checksum(&[other.clone(), both[1].clone()]), expected, "{other}");
    }
}

#[test]
fn checksums_are_marked_after_one_two_and_four_passes() {
    let mut checksums = Checksums::new([2]);
    let mut counts = vec![];
    for _ in 0..9 {
        checksums.add(&retired(0));
        counts.push(checksums.marks().len());
    }
    let expected = [0, 1, 1, 2, 2, 2, 2, 3, 3];
    assert_eq!(counts, expected, "two instructions a pass: marks after 2, 4 and 8 of them");
}

#[test]
fn a_round_has_the_passes_that_fill_it() {
    for microseconds in [1, 50, 1000, 90_000, 3_000_000] {
        let mut asked = vec![];
        let passes = passes_for(Duration::from_secs(1), |passes| {
            asked.push(passes);
            Ok::<_, String>(Duration::from_micros(microseconds) * passes as u32)
        });
        let expected = (1_000_000 / microseconds).max(1);
        let passes = passes.expect("it runs");
        assert!(passes.abs_diff(expected) <= 1, "{passes} of {microseconds} us");
        assert_eq!(asked[0], 1);
        assert!(asked.last() <= Some(&(expected / 5).max(1)), "{asked:?}");
    }
}

#[test]
fn engines_that_differ_are_both_named() {
    let mut agreement = Agreement::default();
    assert_eq!(agreement.compare("model", 2, None, &[5, 6]), Ok(()));
    assert_eq!(agreement.compare("interpreter", 1, Some(40), &[5]), Ok(()));
    assert_eq!(agreement.compare("cycle", 1, Some(40), &[]), Ok(()));
    let slow = agreement.compare("icarus", 1, Some(41), &[5]);
    let expected = "one pass takes 41 cycles by icarus, 40 by interpreter";
    assert_eq!(slow.expect_err("another number of cycles"), expected);
    let wrong = agreement.compare("verilator", 4, Some(99), &[5, 7, 8]);
    let expected = "after 2 passes, the checksum of all retirements is 0000000000000007 by verilator, 0000000000000006 by model";
    assert_eq!(wrong.expect_err("another result of the second pass"), expected);
}

#[test]
fn a_kept_report_is_compared_by_ratios_to_its_peer() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("before.json");
    let mut report = bench("--engines model,interpreter --json").json();
    let found = (&report["baseline"], &rows(&report)[0]["engine"]);
    assert_eq!(found, (&"interpreter".into(), &"model".into()));
    report["engines"][0]["ratio"] = 8.0.into();
    std::fs::write(&kept, report.to_string()).expect("a file");
    let against = format!("--against {}", path_text(&kept));
    let now = bench(&format!("--engines cycle,interpreter,model --json {against}"));
    let now = now.json();
    let before: Vec<&Value> = rows(&now).into_iter().map(|row| &row["ratio_before"]).collect();
    assert_eq!(before, [&Value::Null, &1.0.into(), &8.0.into()]);

    let text = bench(&format!("--engines interpreter,model,cycle {against}")).output;
    let cells: Vec<Vec<&str>> =
        text.lines().skip(5).map(|line| line.split(" | ").map(str::trim).collect()).collect();
    assert_eq!(cells[0][7..], ["before", "change"]);
    assert_eq!(cells[1][7..], ["1.00", "+0 %"]);
    assert_eq!(cells[2][7], "8.00");
    let ratio: f64 = cells[2][4].parse().expect("a ratio");
    let change: f64 = cells[2][8].trim_end_matches(" %").parse().expect("a change");
    // Both are rounded: the ratio to hundredths, the change to a hundredth of what was before.
    assert!((change / 100.0 - (ratio / 8.0 - 1.0)).abs() < 0.01, "{:?}", cells[2]);
    assert_eq!(cells[3][7..], ["-", "-"], "the cycle model was not measured before");
}

#[test]
fn a_report_of_something_else_is_not_compared_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| {
        let path = folder.path().join("before.json");
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let refused = |text: &str, more: &str| {
        let path = write(text);
        let line = format!("bench --preset small --cycles 100 --against {path} {more}");
        let said = refusal(&line, b"").replace(&path, "FILE");
        said.trim_start_matches("error: ").trim_end().to_owned()
    };
    let report = |machine: &str, program: &str| {
        format!(
            r#"{{"machine":"{machine}","program":"{program}","baseline":"interpreter","engines":[]}}"#
        )
    };
    let scan = "examples/inclusive_scan.s on every wave";
    let expected = "FILE: its machine is the default, not `--preset small`; only the same can be compared: take its machine, or keep a report of this one by `lanebeat bench --json`";
    assert_eq!(refused(&report("", scan), "--engines interpreter"), expected);
    let expected = "FILE: its program is `p.s`, not `examples/inclusive_scan.s on every wave`; only the same can be compared: take its program, or keep a report of this one by `lanebeat bench --json`";
    assert_eq!(refused(&report("--preset small", "p.s"), "--engines interpreter"), expected);
    let expected = "the ratios of the kept report are to interpreter, which is not measured now; install it where it is missing and name it: `--engines interpreter,…`";
    assert_eq!(refused(&report("--preset small", scan), "--engines model"), expected);
    let said = refused("{\"rows\": []}", "");
    begins(&said, "FILE:1:12: this is no report of a bench with ratios: missing field `machine`");
    ends(&said, "name one that `lanebeat bench --json` printed");
}

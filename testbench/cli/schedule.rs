//! `schedule`, and what `run` says about time.

use crate::common::program::{
    Ran, begins, ends, folder_with, has, lanebeat, lanebeat_in, lanebeat_reading, refusal,
};
use crate::common::table::cases;

/// Two instructions, of which the second needs the first.
const PAIR: &[u8] = b"mov r1, 3\niadd r2, r1, r3\n";

/// What the cycle model says of [`PAIR`] on the default machine without pipeline registers: slots 0 and 2 issue; reads b, a; 8
/// beats in 17 cycles.
const PAIR_TOTALS: &str = "\
issue:  0.400 instructions a slot
stalls: 3 of 5 slots (operand in flight 1, gather 0, nop 0, nothing left 2)
in use: lanes 47.1 %, register ports 23.5 %, mask ports 0.0 %
waves:  2 needed to fill every slot with dependent code
";

fn schedule(options: &str) -> Ran {
    lanebeat_reading(&format!("schedule - --set stages=0 {options}"), PAIR).good()
}

#[test]
fn a_timetable_is_a_line_a_cycle_and_the_totals_are_talk() {
    let ran = schedule("");
    assert_eq!(ran.errors, PAIR_TOTALS);
    let lines: Vec<&str> = ran.output.lines().collect();
    assert_eq!(lines.len(), 1 + 17);
    assert_eq!(lines[0], "cycle | phase | issue              | port         | lanes     | stall");
    let expected =
        "4     | 0     |                    |              | W0.exec 0 | W0 waits 1 slot for R1";
    assert_eq!(lines[5], expected);
    assert_eq!(lines[9], "8     | 0     | W0 IADD R2, R1, R3 | W0.write R1  |           |");
    assert_eq!(lines[11], "10    | 2     |                    | W0.read b R3 |           |");
}

#[test]
fn the_tour_shows_the_start_of_a_timetable() {
    let ran = lanebeat("schedule examples/inclusive_scan.s --set stages=0");
    let start: String = ran.output.split_inclusive('\n').take(1 + 12).collect();
    let tour = include_str!("../../docs/learn/tour.md");
    let is_shown = start.lines().count() == 13 && tour.contains(&start);
    assert!(is_shown, "docs/learn/tour.md does not show what schedule prints now:\n{start}");
}

#[test]
fn a_timetable_comes_as_csv_and_as_json() {
    let csv = schedule("--format csv").output;
    assert_eq!(csv.lines().next(), Some("cycle,phase,issue,port,lanes,stall"));
    assert_eq!(csv.lines().nth(9), Some("8,0,\"W0 IADD R2, R1, R3\",W0.write R1,,"));
    let json = schedule("--json").json();
    assert_eq!(json.as_array().expect("a list").len(), 17);
    let expected = serde_json::json!({
        "cycle": 8, "phase": 0, "issue": "W0 IADD R2, R1, R3", "port": "W0.write R1", "lanes": "", "stall": ""
    });
    assert_eq!(json[8], expected);
}

#[test]
fn a_timetable_is_written_to_a_file() {
    let place = tempfile::tempdir().expect("a directory");
    for (format, start) in [
        ("csv", "cycle,phase,issue"),
        ("html", "<!DOCTYPE html>"),
        ("svg", "<svg "),
        ("konata", "Kanata\t0004\n"),
        ("perfetto", "{\"displayTimeUnit\""),
    ] {
        let arguments = ["schedule", "-", "--set", "stages=0", "--format", format, "-o", "out"];
        lanebeat_in(place.path(), &arguments, PAIR).silent();
        let text = std::fs::read_to_string(place.path().join("out")).expect("the timetable");
        assert!(text.starts_with(start), "{format}: {text}");
        assert_eq!(text, schedule(&format!("--format {format}")).output, "the same each time");
    }
}

#[test]
fn two_machines_stand_one_above_the_other_each_with_its_totals() {
    let ran = schedule("--format html --against register_file=banked --against collectors=2");
    for name in ["register_file wide, collectors 1", "register_file banked, collectors 2"] {
        assert!(ran.output.contains(&format!("<h2>{name}")), "{name}");
        assert!(ran.errors.contains(&format!("{name}\nissue:  ")), "{}", ran.errors);
    }
    let command = "<code>lanebeat schedule &lt;stdin&gt; --set stages=0 --format html --against register_file=banked \
                   --against collectors=2</code>";
    assert!(ran.output.contains(command), "the command that makes it");
}

#[test]
fn a_window_is_a_part_of_the_table() {
    let lines = schedule("--format csv --from 5 --to 8").output;
    let cycles: Vec<&str> =
        lines.lines().skip(1).map(|line| line.split(',').next().expect("a cell")).collect();
    assert_eq!(cycles, ["4", "5", "6", "7", "8"], "from the slot of the first cycle on");
    let whole = schedule("--format csv").output;
    assert!(lines.lines().all(|line| whole.lines().any(|other| other == line)));
}

#[test]
fn options_that_do_not_go_together_are_refused_with_the_cure() {
    let refused = |options: &str| refusal(&format!("schedule - --set stages=0 {options}"), PAIR);
    for (options, error) in cases(
        "
        |--format csv --json
        --json is the table as JSON, and --format asks for something else; leave one out
        |--against stages=1
        --against shows two machines, which needs --format html, svg or perfetto; add one of them
        |--from 9 --to 3
        --to 3 comes before --from 9; try --to 108
        |--from 17
        --from 17 is behind the end: <stdin> takes cycles 0 to 16; try --from 0
        ",
    ) {
        assert_eq!(refused(options), format!("error: {error}\n"));
    }
    let setting = refused("--format svg --against lane=3");
    let start = "error: --against lane=3: unknown key `lane`; did you mean `lanes`? keys are ";
    assert!(setting.starts_with(start), "{setting}");
    let both = refused("--format svg --set lane=3 --against stages=1");
    assert!(both.starts_with("error: --set lane=3: "), "{both}");
}

#[test]
fn a_program_without_instructions_has_empty_drawings_and_logs() {
    for format in ["html", "svg", "konata", "perfetto"] {
        let ran = lanebeat_reading(&format!("schedule - --format {format}"), b"").good();
        let has_no_open_element = !["<ul class=\"legend\"/>", "<tbody/>", "<tr/>"]
            .iter()
            .any(|element| ran.output.contains(element));
        assert!(has_no_open_element && !ran.output.is_empty(), "{format}: {}", ran.output);
    }
}

#[test]
fn a_long_program_is_drawn_in_parts() {
    let long = b".repeat 600\nmov r1, 3\n.end\n";
    let error = refusal("schedule - --format html", long);
    let text = "error: a drawing has at most 2000 cycles, not 2405; add --from 0 --to 1999, or take \
                --format konata or perfetto\n";
    assert!(error.starts_with("error: a drawing has at most 2000 cycles, not "), "{error}");
    assert!(error.ends_with(&text[text.find("; add").expect("a cure")..]), "{error}");
    let part = ["schedule", "-", "--format", "html", "--from", "0", "--to", "1999"];
    let ran = lanebeat_reading(&part, long).good();
    assert!(ran.output.len() < 4 << 20, "{} bytes", ran.output.len());
}

/// The table of a few cycles of a long program takes little more memory than the program.
#[cfg(target_os = "linux")]
#[test]
fn a_few_cycles_of_a_long_program_take_no_more_memory_than_it() {
    let place = folder_with("p.s", ".repeat 500000\nmov r1, 3\n.end\n");
    for format in ["table", "konata", "perfetto"] {
        let line = format!(
            "ulimit -v 600000; {} schedule p.s --from 900000 --to 900100 --format {format}",
            env!("CARGO_BIN_EXE_lanebeat")
        );
        let mut shell = std::process::Command::new("sh");
        let ran = shell.args(["-c", &line]).current_dir(place.path()).output().expect("a shell");
        assert!(ran.status.success(), "{format}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(ran.stdout.len() < 100_000, "{format}");
    }
}

#[test]
fn every_organisation_has_a_timetable() {
    for (organisation, title) in [
        ("skewed", "file 3"),
        ("multi_port", "read b"),
        ("replicated", "write"),
        ("banked", "bank 3"),
    ] {
        let setting = format!("register_file={organisation}");
        let header = schedule(&format!("--format csv --set {setting}"))
            .output
            .lines()
            .next()
            .expect("titles")
            .to_owned();
        assert!(header.split(',').any(|cell| cell == title), "{organisation}: {header}");
    }
}

#[test]
fn with_banks_it_is_said_where_registers_lie_and_who_waits_for_whom() {
    let text = "imad r4, r1, r5, r9\n";
    let ran =
        lanebeat_reading("schedule - --format csv --set register_file=banked", text.as_bytes());
    let lines: Vec<&str> = ran.output.lines().collect();
    begins(lines[0], "cycle,phase,issue,banks,bank 0,bank 1,bank 2,bank 3,");
    has(lines[1], "\"R1, R5, R9 all lie in bank 1; result R4 in bank 0\"");
    assert!(lines[5].ends_with(",W0 R5 waits for bank 1: R1 is read"), "{}", lines[5]);
    assert!(ran.errors.contains("gather 0, bank conflict 2, nop 0"), "{}", ran.errors);
    let explained =
        lanebeat_reading(&["explain", "imad r4, r1, r5, r9", "--set", "register_file=banked"], b"");
    let banks = "\nIn wave 0 R1, R5, R9 all lie in bank 1; result R4 in bank 0; in wave w they lie w banks further, modulo 4.\n";
    assert!(explained.output.contains(banks), "{}", explained.output);
    assert!(!lanebeat_reading(&["explain", "imad r4, r1, r5, r9"], b"").output.contains("bank"));
}

#[test]
fn run_says_what_the_slots_were_used_for() {
    let hardware = lanebeat_reading("run - --set stages=0", PAIR);
    let expected = format!(
        "2 instructions of 1 wave in 17 cycles (5 slots); hardware and model agree\n{PAIR_TOTALS}"
    );
    ends(&hardware.errors, &expected);
}

#[test]
fn the_cycle_engine_dumps_what_the_hardware_dumps_cycles_and_all() {
    for organisation in ["wide", "skewed", "multi_port", "replicated"] {
        let setting = format!("register_file={organisation}");
        let run = |engine: &str| {
            let scan = "examples/gcn_scan_add.s --state examples/gcn_scan_add.json";
            lanebeat(&format!("run {scan} --set {setting} --engine {engine}")).good()
        };
        let (hardware, model) = (run("interpreter"), run("cycle"));
        assert_eq!(hardware.output, model.output, "{organisation}");
        assert!(model.output.contains("\"cycles\": "), "{organisation}");
        let talk = hardware
            .errors
            .replace("hardware and model agree", "the model alone, timed by the cycle model");
        assert_eq!(model.errors, talk, "{organisation}");
    }
}

#[test]
fn the_cycle_engine_has_no_signals_to_dump() {
    let error = refusal("run - --engine cycle --vcd x.vcd", PAIR);
    let expected = "error: --vcd needs signals, and the model has none; use --engine interpreter\n";
    assert_eq!(error, expected);
}

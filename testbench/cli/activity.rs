//! Waveforms of other simulators, and `--saif`: judged by our own dump of the same run, read by
//! somebody else's reader.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::program::{has, lanebeat_in, names_in, refusal};
use crate::common::sample::of_today;
use crate::common::tools::tool;

const PROGRAM: &[u8] = b"mov r1, 5\niadd r2, r1, r1\nimul r3, r2, r1\n";

/// Verilator builds it soon.
const SMALL: &str =
    "--preset small --set dpp=false --set shuffle=false --set vote=false --set barrier=false";

/// Each bit, by its path with `.` between: cycles in which it is 1, and changes.
type Activity = BTreeMap<String, (u64, u64)>;

/// The activity in a dump of `cycles` cycles, from its first on.
fn of_dump(path: &Path, cycles: u64) -> Activity {
    let mut waveform = wellen::simple::read(path).expect("a dump");
    let hierarchy = waveform.hierarchy();
    let vars: Vec<(String, wellen::SignalRef)> = hierarchy
        .all_vars()
        .map(|var| (hierarchy[var].full_name(hierarchy), hierarchy[var].signal_ref()))
        .filter(|(name, _)| !name.contains(".text.") && name != "lanebeat_core.clock")
        .collect();
    waveform.load_signals(&vars.iter().map(|(_, signal)| *signal).collect::<Vec<_>>());
    let times = waveform.time_table();
    let cycle = |time: u32| (times[time as usize] - times[0]) / 10;
    let mut activity = Activity::new();
    for (name, signal) in &vars {
        let changes = waveform.get_signal(*signal).expect("it is loaded").iter_changes();
        let values: Vec<(u64, String)> = changes
            .map(|(time, value)| (cycle(time), value.to_bit_string().expect("bits")))
            .collect();
        let width = values[0].1.len();
        for (number, (seen, value)) in values.iter().enumerate() {
            let end = values.get(number + 1).map_or(cycles, |(cycle, _)| *cycle);
            let before = number.checked_sub(1).map(|before| values[before].1.as_bytes());
            for (place, bit) in value.bytes().enumerate() {
                let index =
                    if width == 1 { String::new() } else { format!("[{}]", width - 1 - place) };
                let own = activity.entry(format!("{name}{index}")).or_default();
                own.0 += if bit == b'1' { end - seen } else { 0 };
                own.1 += u64::from(before.is_some_and(|before| before[place] != bit));
            }
        }
    }
    activity
}

/// The activity that a SAIF file of `cycles` cycles of 10 ns tells.
fn of_saif(text: &str, cycles: u64) -> Activity {
    let text = text.replace("\\[", "[").replace("\\]", "]").replace('(', " ( ").replace(')', " ) ");
    let (mut path, mut activity, mut tokens) = (vec![], Activity::new(), text.split_whitespace());
    let mut opened = vec![];
    while let Some(token) = tokens.next() {
        if token == ")" {
            if opened.pop().expect("a bracket to close") == "INSTANCE" {
                path.pop();
            }
            continue;
        }
        if token != "(" {
            continue;
        }
        let word = tokens.next().expect("a word");
        opened.push(word);
        match word {
            "INSTANCE" => path.push(tokens.next().expect("a name")),
            "DURATION" => assert_eq!(tokens.next(), Some(&*(10 * cycles).to_string())),
            _ if opened.iter().rev().nth(1) == Some(&"NET") => {
                let mut number = |what: &str| -> u64 {
                    assert_eq!([tokens.next(), tokens.next()], [Some("("), Some(what)]);
                    let number = tokens.next().and_then(|number| number.parse().ok());
                    assert_eq!(tokens.next(), Some(")"));
                    number.expect("a number")
                };
                let [zeros, ones, unknown, changes] = ["T0", "T1", "TX", "TC"].map(&mut number);
                assert_eq!((zeros + ones, unknown), (10 * cycles, 0), "{word}");
                // The instance of a loop is `unit` in the block that is named with the number.
                let place = path.join(".").replace("].unit", "]");
                if format!("{place}.{word}") != "lanebeat_core.clock" {
                    activity.insert(format!("{place}.{word}"), (ones / 10, changes));
                }
            }
            _ => {}
        }
    }
    assert!(opened.is_empty(), "{opened:?} are open");
    activity
}

#[test]
fn an_activity_file_says_of_each_bit_what_the_dump_says() {
    for settings in ["--preset small", "--preset small --set register_file=banked --set stages=2"] {
        let place = tempfile::tempdir().expect("a directory");
        let line = format!("run - --engine compiled --dump out.json --saif a.saif {settings}");
        let ran = lanebeat_in(place.path(), &line, PROGRAM).good();
        let cycles = ran.errors.split(" cycles").next().and_then(|text| text.rsplit(' ').next());
        let cycles: u64 = cycles.and_then(|word| word.parse().ok()).expect("cycles");
        // Behind the program the registers are read.
        let line = format!(
            "run - --dump b.json --vcd b.vcd --signals all --from 0 --to {} {settings}",
            cycles - 1
        );
        lanebeat_in(place.path(), &line, PROGRAM).good();
        let found = fs::read_to_string(place.path().join("a.saif")).expect("a file");
        let (found, expected) =
            (of_saif(&found, cycles), of_dump(&place.path().join("b.vcd"), cycles));
        assert!(expected.values().any(|(_, changes)| *changes > 3) && expected.len() > 10_000);
        for (bit, told) in &expected {
            assert_eq!(found.get(bit), Some(told), "{bit} in {cycles} cycles");
        }
        assert_eq!(found.len(), expected.len());
    }
}

#[test]
fn a_waveform_without_texts_has_all_else() {
    let place = tempfile::tempdir().expect("a directory");
    for (file, options) in [("with.vcd", ""), ("without.vcd", "--no-text"), ("w.fst", "--no-text")]
    {
        let line = format!("run - --preset small --dump out.json --vcd {file} {options}");
        lanebeat_in(place.path(), &line, PROGRAM).good();
    }
    let lines = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(place.path().join(file)).expect("a dump");
        let variables = text.lines().filter(|line| line.starts_with("$var "));
        // Identifiers are given out in turn.
        variables
            .map(|line| {
                line.split(' ')
                    .enumerate()
                    .filter(|(n, _)| *n != 3)
                    .map(|(_, w)| w)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect()
    };
    let is_text = |line: &&String| line.starts_with("$var string");
    let (with, without) = (lines("with.vcd"), lines("without.vcd"));
    assert_eq!(with.iter().filter(is_text).count(), 9);
    assert_eq!(with.into_iter().filter(|line| !is_text(&line)).collect::<Vec<_>>(), without);
    let save_file = fs::read_to_string(place.path().join("without.gtkw")).expect("a save file");
    has(&save_file, "text.issue_operation");
    assert!(!save_file.contains("text.issue\n") && !save_file.contains("text.issue[0:0]"));
}

/// One simulator a day.
#[test]
fn other_simulators_write_their_own_waveforms() {
    let place = tempfile::tempdir().expect("a directory");
    let retirements = |file: &str, top: &str| {
        let mut waveform = wellen::simple::read(place.path().join(file)).expect("a dump");
        let hierarchy = waveform.hierarchy();
        let find = |name: &str| {
            let full = format!("{top}.{name}");
            let var = hierarchy.all_vars().find(|var| hierarchy[*var].full_name(hierarchy) == full);
            hierarchy[var.unwrap_or_else(|| panic!("{full} in {file}"))].signal_ref()
        };
        let (valid, unit) = (find("retire_valid"), find("execute.lane[3].unit.result"));
        waveform.load_signals(&[valid, unit]);
        let times = waveform.time_table();
        let changes = waveform.get_signal(valid).expect("it is loaded").iter_changes();
        let starts = changes.filter(|(_, value)| value.to_bit_string().as_deref() == Some("1"));
        let starts: Vec<u64> = starts.map(|(time, _)| times[time as usize] / 10).collect();
        let mut of_unit = waveform.get_signal(unit).expect("it is loaded").iter_changes();
        let is_undefined = of_unit.next().and_then(|(_, value)| value.to_bit_string());
        (starts.len(), is_undefined.is_some_and(|value| value.contains('x')))
    };
    // Verilator builds for each format anew, so it has one.
    let simulators = [
        ("icarus", "iverilog", "driver.core", true, &["w.vcd", "w x.fst"][..]),
        ("verilator", "verilator", "TOP.lanebeat_core", false, &["w x.fst"]),
    ];
    for (engine, binary, top, shows_x, files) in of_today(simulators, 1) {
        if tool(binary).is_none() {
            continue;
        }
        for file in files {
            let line = format!("run - {SMALL} --dump o.json --engine {engine} --wave");
            let line = line.split(' ').chain([*file]).collect::<Vec<_>>();
            lanebeat_in(place.path(), &line[..], PROGRAM).good();
            assert_eq!(names_in(place.path()).len(), 2, "no file beside it");
            assert_eq!(retirements(file, top), (3, shows_x), "{engine} {file}");
            fs::remove_file(place.path().join(file)).expect("it is there");
        }
    }
}

#[test]
fn what_other_simulators_cannot_do_is_refused() {
    let cure = "; use --engine interpreter\n";
    for options in ["--signals all", "--from 1", "--to 3", "--trigger op=MOV"] {
        let said = refusal(&format!("run - --engine icarus --wave w.vcd {options}"), PROGRAM);
        assert!(
            said.contains("write all signals of the whole run") && said.ends_with(cure),
            "{said}"
        );
    }
    has(&refusal("run - --engine verilator --wave w.svg", PROGRAM), "a drawing is made of a dump");
    for engine in ["icarus", "model"] {
        let said = refusal(&format!("run - --engine {engine} --saif w.saif"), PROGRAM);
        assert_eq!(
            said,
            "error: --saif counts changes in our own engines; use --engine compiled\n"
        );
    }
    has(
        &refusal("run - --saif x --dump x", PROGRAM),
        "--dump and --saif are two files, not both x",
    );
    has(
        &refusal("run - --events x --dump x", PROGRAM),
        "--dump and --events are two files, not both x",
    );
    has(&refusal("run - --no-text", PROGRAM), "--vcd");
}

//! `run` and `explain`: what they compute, what they dump, and what they refuse.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::bench::fixed_programs;
use crate::common::program::{
    Ran, begins, ends, folder_with, has, lanebeat, lanebeat_in, lanebeat_reading, names_in,
    path_text, refusal, refusal_in,
};
use crate::common::sample::of_today;
use crate::common::tools::tool;
use lanebeat::config::Config;
use lanebeat::lockstep::Case;
use serde_json::{Value, json};

const ENGINES: [&str; 3] = ["interpreter", "cycle", "model"];

/// A program with a guard, a predicate, a mask slot and two waves.
const PROGRAM: &[u8] =
    b"isetp.lt.u32 p1, r1, 2\n@p1 iadd r2, r1, 10\ns_mov_b64 s1, exec\n.wave 2\nmov r3, 7\n";
const STATE: &str = r#"{"waves": [{"registers": {"R1": "thread", "R9": 5}}, {"exec": "0xff", "predicates": {"P4": "0x3"}}]}"#;

/// Runs `program` in a directory of its own that holds `state.json`.
fn run_with_state(program: &[u8], state: &str, options: &str) -> Ran {
    let place = folder_with("state.json", state);
    lanebeat_in(place.path(), &format!("run - --state state.json {options}"), program)
}

/// The words of a register in a dump.
fn words(dump: &Value, wave: usize, register: &str) -> Vec<u64> {
    let list = dump["waves"][wave]["registers"][register]
        .as_array()
        .unwrap_or_else(|| panic!("{register} in {dump}"));
    list.iter().map(|word| word.as_u64().expect("a word")).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn a_dump_holds_what_program_and_state_named_and_nothing_else() {
    for engine in ENGINES {
        let ran = run_with_state(PROGRAM, STATE, &format!("--engine {engine}")).good();
        let dump = ran.json();
        let waves = dump["waves"].as_array().expect("waves");
        assert_eq!(waves.len(), 3, "{engine}: the last wave named is wave 2");
        assert_eq!(keys(&waves[0]["registers"]), ["R1", "R2", "R9"]);
        assert_eq!(
            words(&dump, 0, "R2"),
            (0..64).map(|thread| if thread < 2 { thread + 10 } else { 0 }).collect::<Vec<_>>()
        );
        assert_eq!(words(&dump, 0, "R9"), [5; 64]);
        let found = &waves[0]["predicates"];
        assert_eq!(*found, json!({ "P1": "0x0000000000000003", "s1": "0xffffffffffffffff" }));
        let untouched = json!({ "exec": "0x00000000000000ff", "registers": {}, "predicates": { "P4": "0x0000000000000003" } });
        assert_eq!(waves[1], untouched, "a wave of the state that the program does not name");
        assert_eq!(words(&dump, 2, "R3"), [7; 64]);
    }
}

#[test]
fn the_engines_dump_the_same_bytes() {
    let hardware = run_with_state(PROGRAM, STATE, "");
    let model = run_with_state(PROGRAM, STATE, "--engine model");
    assert_eq!(hardware.output, model.output);
    let (_, cycles) = model.output.split_once(",\n  \"cycles\": ").expect("cycles");
    // Slots 0 and 5 take the dependent pair, slot 1 the other wave, slot 6 the last; it is written
    // in cycle 4 x 11.
    assert_eq!(cycles, "45\n}\n");
}

/// The first line of the talk.
fn summary(ran: &Ran) -> &str {
    ran.errors.lines().next().unwrap_or_default()
}

#[test]
fn the_summary_counts_instructions_waves_cycles_and_slots() {
    // Issued in cycle 0, written in phase 0 of the slot after the next: nine cycles.
    let one = lanebeat_reading("run - --set stages=0", b"mov r1, 3\n");
    let found = summary(&one);
    assert_eq!(found, "1 instruction of 1 wave in 9 cycles (3 slots); hardware and model agree");
    assert_eq!(one.json()["cycles"], 9);
    let unchecked =
        lanebeat_reading("run - --no-check --set stages=0", b"mov r1, 3\n.wave 1\nmov r1, 4\n");
    let expected = "2 instructions of 2 waves in 13 cycles (4 slots); not compared with the model";
    assert_eq!(summary(&unchecked), expected);
    assert_eq!(words(&unchecked.json(), 1, "R1"), [4; 64]);
    let model = lanebeat_reading("run - --engine model --set stages=0", b"mov r1, 3\n");
    let expected =
        "1 instruction of 1 wave in 9 cycles (3 slots); the model alone, timed by the cycle model";
    assert_eq!(summary(&model), expected);
    assert_eq!(model.json()["cycles"], 9);
}

#[test]
fn a_dump_reads_back_as_a_state() {
    let first = run_with_state(PROGRAM, STATE, "");
    let again = run_with_state(b"nop\n", &first.output, "");
    assert_eq!(again.json()["waves"], first.json()["waves"]);
}

#[test]
fn every_wave_of_a_full_machine_can_be_named() {
    let program: String = (0..8).map(|wave| format!(".wave {wave}\nmov r63, {wave}\n")).collect();
    let dump = lanebeat_reading("run -", program.as_bytes()).json();
    for wave in 0..8 {
        assert_eq!(words(&dump, wave, "R63"), [wave as u64; 64]);
    }
}

#[test]
fn a_waveform_comes_with_a_save_file_whose_signals_are_all_in_it() {
    let place = tempfile::tempdir().expect("a directory");
    lanebeat_in(place.path(), "run - --vcd wave.vcd --dump out.json", b"mov r1, 3\n").good();
    assert_eq!(names_in(place.path()), ["out.json", "wave.gtkw", "wave.opcodes", "wave.vcd"]);
    save_file_fits(place.path(), "wave", 80);
    save_file_fits(&Path::new(env!("CARGO_MANIFEST_DIR")).join("waveforms"), "inclusive_scan", 80);
}

#[test]
fn a_waveform_is_an_fst_by_its_extension() {
    let place = tempfile::tempdir().expect("a directory");
    let names = |file: &str| {
        lanebeat_in(place.path(), &["run", "-", "--wave", file], b"mov r1, 3\n").good();
        let waveform = wellen::simple::read(place.path().join(file)).expect("a dump");
        let hierarchy = waveform.hierarchy();
        let names: Vec<String> =
            hierarchy.all_vars().map(|var| hierarchy[var].full_name(hierarchy)).collect();
        (names, waveform.time_table().last().copied())
    };
    let (fst, vcd) = (names("wave.fst"), names("wave.vcd"));
    assert_eq!(fst, vcd);
    let size = |file: &str| fs::metadata(place.path().join(file)).expect("a dump").len();
    let (packed, plain) = (size("wave.fst"), size("wave.vcd"));
    assert!(packed * 2 < plain, "an FST is compressed: {packed} of {plain}");
    let save_file = fs::read_to_string(place.path().join("wave.gtkw")).expect("the save file");
    has(&save_file, "wave.");
}

#[test]
fn every_configuration_that_is_built_has_a_waveform() {
    let place = tempfile::tempdir().expect("a directory");
    for (settings, least_signals) in [
        ("--set register_file=skewed", 80),
        ("--set register_file=multi_port --set stages=2", 80),
        ("--set register_file=replicated --set shuffle=false", 80),
        ("--set register_file=banked", 80),
        ("--set dpp=false --set shuffle=false --set waves=1", 80),
        ("--preset small", 30),
        ("--set lanes=64 --set beats=1", 300),
    ] {
        lanebeat_in(place.path(), &format!("run - --vcd wave.vcd {settings}"), b"mov r1, 3\n")
            .good();
        save_file_fits(place.path(), "wave", least_signals);
    }
}

/// Every signal that the save file names is in the dump, and the groups are there.
fn save_file_fits(directory: &Path, stem: &str, least_signals: usize) {
    let text = fs::read_to_string(directory.join(format!("{stem}.gtkw"))).expect("the save file");
    let signals = names_of_dump(&directory.join(format!("{stem}.vcd")));
    let references: Vec<&str> =
        text.lines().filter(|line| line.starts_with("lanebeat_core.")).collect();
    for reference in &references {
        assert!(signals.contains(*reference), "{reference} is not in {stem}.vcd");
    }
    assert!(references.len() > least_signals, "{} signals", references.len());
    let groups = groups_of(&text);
    let all = "clock and reset, instructions, slot and phase, issue, register file ports, operands, \
               lane 0, result, retire";
    for name in all.split(", ") {
        assert!(groups.iter().any(|group| group == name), "{name} is not in {groups:?}");
    }
    let filter =
        fs::read_to_string(directory.join(format!("{stem}.opcodes"))).expect("the filter file");
    assert!(filter.contains("0a1 ?Chocolate?SHFL.UP\n"), "{filter}");
    assert!(filter.contains("100 idle\n"), "{filter}");
    assert!(text.contains(&format!("^1 {stem}.opcodes\n")), "{text}");
    // It opens at the first instruction.
    let cycles = texts(&directory.join(format!("{stem}.vcd")), "cycle");
    let begin = cycles.iter().find(|(.., text)| text == "0").expect("it begins").0;
    has(&text, &format!("\n[timestart] {}\n", 10 * begin));
}

#[test]
fn a_save_file_of_another_stays() {
    for (name, text) in [("w.gtkw", "[*]\n[*] GTKWave Analyzer v3\n"), ("w.opcodes", "0a1 mine\n")]
    {
        let place = folder_with(name, text);
        let error = refusal_in(place.path(), "run - --vcd w.vcd", b"nop\n");
        begins(
            &error,
            &format!(
                "error: ./{name}: cannot be written: it is there and was not made by lanebeat"
            ),
        );
        assert_eq!(names_in(place.path()), [name]);
        assert_eq!(fs::read_to_string(place.path().join(name)).expect("kept"), text);
    }
    // Our own are written again.
    let (place, _) = waved("nop\n", "w.vcd", "");
    lanebeat_in(place.path(), "run - --vcd w.fst --from 0", b"nop\n").good();
    let text = fs::read_to_string(place.path().join("w.gtkw")).expect("the save file");
    has(&text, "[dumpfile] \"w.fst\"\n");
    // Nothing stands next to a device.
    lanebeat_in(place.path(), "run - --vcd /dev/null", b"nop\n").good();
    assert!(!Path::new("/dev/null.gtkw").exists());
}

/// What a state gives as a float, a dump can give back as one, bit by bit.
#[test]
fn floats_are_dumped_as_floats_where_they_are_asked_for() {
    let words = "[-0.0, 1e-45, 16777217.0, 3.4028235e38, 0.1, 1e16, \"0x7fc00000\", 5]";
    let state = format!(r#"{{"waves": [{{"registers": {{"R1": {words}, "R2": {words}}}}}]}}"#);
    let machine = "--preset small --set lanes=4 --set beats=2 --set dpp=false --set shuffle=false --set vote=false";
    let ran = run_with_state(b"nop\n", &state, &format!("{machine} --floats R1"));
    let line = "\"R1\": [-0.0, 1e-45, 16777216.0, 3.4028235e38, 0.1, 1e16, 2143289344, 7e-45]";
    has(&ran.output, line);
    has(&ran.output, "\"R2\": [2147483648, 1, 1266679808, 2139095039, 1036831949, ");
    let again = run_with_state(b"nop\n", &ran.output, machine);
    assert_eq!(again.json()["waves"], run_with_state(b"nop\n", &state, machine).json()["waves"]);
}

#[test]
fn a_register_that_is_read_before_it_is_written_is_told_of() {
    let told = "R2 of wave 1 is read before it is written: registers begin as 0, or as --state FILE.json says\n";
    let reads = b"mov r2, 1\niadd r1, r2, r2\n.wave 1\niadd r2, r2, 1\n";
    begins(&lanebeat_reading("run -", reads).good().errors, told);
    begins(&lanebeat_reading("run -", b"mov r2, 1\niadd r1, r2, r2\n").good().errors, "2 ");
    begins(&run_with_state(reads, STATE, "").good().errors, "3 ");
}

fn groups_of(save_file: &str) -> Vec<String> {
    save_file.lines().filter_map(|line| line.strip_prefix('-')).map(str::to_owned).collect()
}

/// The variables of a dump as GTKWave refers to them.
fn names_of_dump(path: &Path) -> BTreeSet<String> {
    let waveform = wellen::simple::read(path).expect("a dump");
    let hierarchy = waveform.hierarchy();
    let name = |var: wellen::VarRef| {
        let index = hierarchy[var].index();
        let range = index.map(|index| format!("[{}:{}]", index.msb(), index.lsb()));
        hierarchy[var].full_name(hierarchy) + &range.unwrap_or_default()
    };
    hierarchy.all_vars().map(name).collect()
}

/// A dump's texts, each with its first cycle since reset and the one behind its last.
fn texts(path: &Path, name: &str) -> Vec<(u64, u64, String)> {
    let mut waveform = wellen::simple::read(path).expect("a dump");
    let hierarchy = waveform.hierarchy();
    let full = format!("lanebeat_core.text.{name}");
    let var = hierarchy.all_vars().find(|var| hierarchy[*var].full_name(hierarchy) == full);
    let signal = hierarchy[var.expect("a caption")].signal_ref();
    waveform.load_signals(&[signal]);
    let times = waveform.time_table();
    let changes = waveform.get_signal(signal).expect("it is loaded").iter_changes();
    let mut texts: Vec<(u64, u64, String)> = vec![];
    for (time, value) in changes {
        let wellen::SignalValueRef::String(text) = value else { panic!("{value:?} is no text") };
        let cycle = times[time as usize] / 10;
        if let Some(last) = texts.last_mut() {
            last.1 = cycle;
        }
        texts.push((cycle, u64::MAX, text.to_owned()));
    }
    if let Some(last) = texts.last_mut() {
        last.1 = times.last().expect("times") / 10;
    }
    texts
}

/// Runs `program` with these options and a waveform.
fn waved(program: &str, file: &str, options: &str) -> (tempfile::TempDir, Ran) {
    let place = tempfile::tempdir().expect("a directory");
    let line = format!("run - --dump out.json --wave {file} {options}");
    let ran = lanebeat_in(place.path(), &line, program.as_bytes()).good();
    (place, ran)
}

/// Of each row of a drawing, by the path of its signal, what it shows in the middle of each cycle:
/// the words under the pointer, or for a line whether it is high.
fn drawn(path: &Path) -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(path).expect("a drawing");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let grid = document.descendants().find(|node| node.attribute("class") == Some("grid"));
    let edges: Vec<f64> =
        grid.expect("a grid").children().filter_map(|line| number(line, "x1")).collect();
    let left = edges[0];
    let middles: Vec<f64> =
        edges.windows(2).map(|edges| (edges[0] + edges[1]) / 2.0 - left - 1.0).collect();
    let rows = document.descendants().filter_map(|row| Some((row.attribute("data-signal")?, row)));
    rows.map(|(path, row)| {
        let shown = middles.iter().map(|x| {
            match row.children().find(|child| child.has_tag_name("polyline")) {
                Some(line) => level(line.attribute("points").expect("points"), *x).to_string(),
                None => under(row, *x),
            }
        });
        (path.to_owned(), shown.collect())
    })
    .collect()
}

fn number(node: roxmltree::Node, attribute: &str) -> Option<f64> {
    node.attribute(attribute)?.parse().ok()
}

/// Whether a line of levels is in its upper half at `x`.
fn level(points: &str, x: f64) -> u8 {
    let corners = points.split_whitespace().map(|corner| {
        let (x, y) = corner.split_once(',').expect("a corner");
        [x, y].map(|number| number.parse::<f64>().expect("a number"))
    });
    let before = corners.take_while(|corner| corner[0] <= x).last().expect("a corner before it");
    u8::from(before[1] < 10.0)
}

/// The words of the part of a row that `x` is in.
fn under(row: roxmltree::Node, x: f64) -> String {
    let part = row.children().find(|part| {
        let shape = part.children().find(|child| child.has_tag_name("rect"));
        let reach = shape.and_then(|shape| Some((number(shape, "x")?, number(shape, "width")?)));
        reach.is_some_and(|(from, width)| from <= x && x < from + width)
    });
    let title = part.and_then(|part| part.children().find(|child| child.has_tag_name("title")));
    title.and_then(|title| title.text()).unwrap_or_default().to_owned()
}

/// A drawing shows what the dump of the same cycles says.
#[test]
fn a_drawing_shows_the_values_of_the_dump() {
    let options = "--signals default,sequencer --from 3 --to 30";
    let (place, _) = waved(TWO_WAVES, "w.svg", options);
    assert_eq!(names_in(place.path()), ["out.json", "w.svg"], "nothing stands beside it");
    let drawn = drawn(&place.path().join("w.svg"));
    let (place, _) = waved(TWO_WAVES, "w.vcd", options);
    let mut dump = wellen::simple::read(place.path().join("w.vcd")).expect("a dump");
    let hierarchy = dump.hierarchy();
    let signals: BTreeMap<String, wellen::SignalRef> = hierarchy
        .all_vars()
        .map(|var| (hierarchy[var].full_name(hierarchy), hierarchy[var].signal_ref()))
        .collect();
    let all: Vec<wellen::SignalRef> = signals.values().copied().collect();
    dump.load_signals(&all);
    let times = dump.time_table().to_vec();
    let (mut texts, mut numbers, mut lines) = (0, 0, 0);
    for (path, shown) in &drawn {
        assert_eq!(shown.len(), 28, "{path}");
        let signal = dump.get_signal(signals[&format!("lanebeat_core.{path}")]).expect("loaded");
        for (cycle, shown) in (times[0] / 10..).zip(shown) {
            let changes = signal.iter_changes();
            let now = changes.take_while(|(at, _)| times[*at as usize] <= 10 * cycle + 4).last();
            match now.expect("a value").1 {
                wellen::SignalValueRef::String(text) => {
                    assert_eq!(shown, text, "{path} in cycle {cycle}");
                    texts += 1;
                }
                value => {
                    let bits = value.to_bit_string().expect("bits");
                    let is = |radix| u128::from_str_radix(shown, radix).ok();
                    let wanted = u128::from_str_radix(&bits, 2).ok();
                    let is_mnemonic = path.ends_with("_operation");
                    let agrees = is_mnemonic
                        || *shown == bits
                        || wanted.is_none()
                        || [10, 16].into_iter().any(|radix| is(radix) == wanted);
                    assert!(agrees, "{path} in cycle {cycle}: {shown}, not {bits}");
                    if bits.len() == 1 { lines += 1 } else { numbers += 1 }
                }
            }
        }
    }
    assert!(texts > 200 && numbers > 1000 && lines > 300, "{texts} {numbers} {lines}");
    // The operation's name is the one that the stage's text has.
    for (text, name) in drawn["text.execute"].iter().zip(&drawn["text.execute_operation"]) {
        assert!(text.to_uppercase().contains(&name.to_uppercase()), "{text}: {name}");
    }
}

#[test]
fn a_drawing_is_of_the_program_and_not_too_long() {
    let (place, _) = waved("mov r1, 3\n", "w.svg", "--set stages=0");
    let drawn = drawn(&place.path().join("w.svg"));
    assert_eq!(drawn["text.cycle"], ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    let long = "s_nop 7\n".repeat(600);
    let place = tempfile::tempdir().expect("a directory");
    let text = refusal_in(place.path(), "run - --wave w.svg", long.as_bytes());
    begins(&text, "error: a drawing has at most 2000 cycles, not ");
    ends(&text, "; add --from 0 --to 1999, or write a .vcd or .fst\n");
    assert!(names_in(place.path()).is_empty());
}

const TWO_WAVES: &str = ".wave 0\nshfl.up p1, r4, r1, 1, 0\n@p1 iadd r1, r4, r1\nmatch.any r5, r1\n\
                         .wave 2\nmov r7, 5\nbar.sync 0\nimul r7, r7, r7\nisetp.lt.s32 p2, r7, r1\n\
                         .wave 3\nbar.sync 0\ns_nop 2\n";

/// What stands in a stage when, by the cycle model: its own independent timing of the same program.
#[test]
fn the_captions_say_what_the_cycle_model_says() {
    for settings in [
        "--set register_file=wide",
        "--set register_file=skewed",
        "--set register_file=multi_port --set stages=2",
        "--set register_file=banked --set collectors=4",
        "--set lanes=64 --set beats=1",
        "--set stages=3",
    ] {
        let (place, _) = waved(TWO_WAVES, "w.fst", settings);
        let path = place.path().join("w.fst");
        let line = format!("schedule - --format perfetto {settings}");
        let schedule = lanebeat_reading(&line, TWO_WAVES.as_bytes()).json();
        let begin =
            texts(&path, "cycle").iter().find(|(.., text)| text == "0").expect("it begins").0;
        let events = schedule["traceEvents"].as_array().expect("events");
        let issues: BTreeSet<(u64, String)> = events
            .iter()
            .filter(|event| event["cat"] == "issue")
            .map(|event| {
                let name = event["name"].as_str().expect("a text").to_owned();
                (event["ts"].as_u64().expect("a time"), name)
            })
            .collect();
        let said: BTreeSet<(u64, String)> = texts(&path, "issue")
            .into_iter()
            .filter(|(.., text)| text != "idle" && !text.ends_with(" waits"))
            .map(|(cycle, _, text)| (cycle - begin, text))
            .collect();
        assert!(!issues.is_empty());
        assert_eq!(said, issues, "{settings:?}");
        // Everything that issues is read, executes and retires, once and in its wave's order.
        let of_wave = |stage: &str, wave: &str| -> Vec<String> {
            let texts = texts(&path, stage).into_iter().map(|(.., text)| text);
            texts.filter(|text| text.starts_with(wave) && !text.ends_with(" waits")).collect()
        };
        for wave in ["W0", "W2", "W3"] {
            let issued = of_wave("issue", wave);
            for stage in ["read", "execute", "retire"] {
                assert_eq!(of_wave(stage, wave), issued, "{settings:?} {stage}");
            }
        }
        let destinations = texts(&path, "retire_destination");
        let written: BTreeSet<&str> = destinations.iter().map(|(.., text)| text.as_str()).collect();
        assert_eq!(written, ["-", "R1", "R4, P1", "R5", "R7", "P2"].into());
    }
}

#[test]
fn a_waveform_has_the_signals_that_are_asked_for() {
    let names = |options: &str| {
        let (place, _) = waved("nop\n", "w.fst", options);
        let save_file = fs::read_to_string(place.path().join("w.gtkw")).expect("the save file");
        (names_of_dump(&place.path().join("w.fst")), groups_of(&save_file))
    };
    let (default, _) = names("");
    let (all, _) = names("--signals all");
    assert!(default.len() > 100 && default.len() * 10 < all.len(), "{}", default.len());
    assert!(default.is_subset(&all));
    let own = |names: &BTreeSet<String>| -> BTreeSet<String> {
        let is_own = |name: &&String| !name.contains(".text.") && *name != "lanebeat_core.clock";
        names.iter().filter(is_own).map(|name| name["lanebeat_core.".len()..].to_owned()).collect()
    };
    let (lane, groups) = names("--signals execute.lane[3]");
    assert!(own(&lane).iter().all(|name| name.starts_with("execute.lane[3].")), "{lane:?}");
    assert!(groups.contains(&"selected".to_owned()), "{groups:?}");
    let (globs, _) = names("--signals *.lane[1?].result,lanebeat_core.sequencer.phase");
    let expected = (10..16).map(|lane| format!("execute.lane[{lane}].result[31:0]"));
    assert_eq!(own(&globs), expected.chain(["sequencer.phase[1:0]".to_owned()]).collect());
    // Every dump has the clock and the texts.
    assert!(own(&names("--signals clock,text,text.issue").0).is_empty());
    assert_eq!(names("--signals lanebeat_core").0, all);
    let (more, _) = names("--signals default,sequencer");
    assert!(default.is_subset(&more) && more.len() > default.len());
}

#[test]
fn a_waveform_has_the_cycles_that_are_asked_for() {
    let cycles = |options: &str| {
        let (place, _) = waved(TWO_WAVES, "w.vcd", options);
        let texts = texts(&place.path().join("w.vcd"), "cycle");
        let numbers: Vec<u64> = texts.iter().filter_map(|(.., text)| text.parse().ok()).collect();
        let stage = self::texts(&place.path().join("w.vcd"), "issue");
        (numbers[0], numbers[numbers.len() - 1], stage)
    };
    let (first, last, _) = cycles("--from 8 --to 12");
    assert_eq!((first, last), (8, 12));
    // The multiplication waits for what MOV writes; the schedule says when.
    let (first, last, issue) = cycles("--trigger wave=2,op=imul");
    assert_eq!(issue[0].2, "W2 IMUL R7, R7, R7");
    assert!(last > first + 4, "until it retires");
    let (before, after, _) = cycles("--trigger wave=2,op=IMUL --from -3 --to 9");
    assert_eq!((before, after), (first - 3, first + 9));
}

/// Random windows of random programs, on a machine of another organisation each day: the words and the end are those of the
/// dump of the whole run, cut to the window.
#[test]
fn a_window_says_what_the_whole_dump_says() {
    let stages = ["issue", "read", "execute", "retire", "retire_destination", "cycle"];
    let machines = [
        &["register_file=wide", "stages=12", "waves=4"][..],
        &["register_file=skewed"],
        &["register_file=multi_port", "stages=2"],
        &["register_file=replicated"],
        &["register_file=banked", "collectors=4"],
        &["register_file=banked", "collectors=8", "waves=1"],
        &["register_file=two_bank", "lanes=32", "beats=1", "stages=3"],
    ];
    for (seed, settings) in of_today((1..).zip(machines), 1) {
        let settings: Vec<String> = settings.iter().map(|item| item.to_string()).collect();
        let config = Config::load(None, None, &settings).expect("a machine");
        // Many end early, by an EXIT.
        let length = |case: &Case| -> usize {
            (0..config.waves).map(|wave| case.program.executed(wave).len()).sum()
        };
        let cases = fixed_programs(&config, 12, 700, seed).into_iter();
        let case = cases.max_by_key(length).expect("a program");
        let (program, set) = (case.text(), config.as_options());
        let (place, ran) = waved(&program, "w.fst", &format!("--engine compiled{set}"));
        let cycles = ran.errors.split(" in ").nth(1).and_then(|rest| rest.split(' ').next());
        let cycles: u64 = cycles.and_then(|text| text.parse().ok()).expect("a count");
        let whole = stages.map(|name| texts(&place.path().join("w.fst"), name));
        let begin = whole[5].iter().find(|(.., text)| text == "0").expect("it begins").0;
        for (place, file) in [(3, "w.vcd"), (5, "w.fst"), (7, "w.vcd")] {
            let from = cycles * place / 8 - u64::from(seed);
            let to = from + 20 + u64::from(seed);
            let (window, _) = waved(&program, file, &format!("--from {from} --to {to}{set}"));
            for (name, whole) in stages.iter().zip(&whole) {
                let (first, end) = (begin + from, begin + to + 1);
                let cut = whole.iter().filter(|(from, to, _)| *from < end && first < *to);
                let cut: Vec<(u64, u64, String)> = cut
                    .map(|(from, to, text)| (first.max(*from), end.min(*to), text.clone()))
                    .collect();
                let said = texts(&window.path().join(file), name);
                assert_eq!(said, cut, "{name} of {settings:?} from {from} to {to} of {cycles}");
            }
        }
    }
}

/// GTKWave's own reader finds in an FST what the VCD says, and its writer makes no smaller a file.
#[test]
fn gtkwave_reads_an_fst_as_the_vcd_and_writes_no_smaller_one() {
    let (Some(fst2vcd), Some(vcd2fst)) = (tool("fst2vcd"), tool("vcd2fst")) else { return };
    let program = TWO_WAVES.repeat(10);
    let options = "--signals all --engine compiled";
    let (vcd, _) = waved(&program, "w.vcd", options);
    let (fst, _) = waved(&program, "w.fst", options);
    let (vcd, fst) = (vcd.path(), fst.path());
    let run = |tool: &Path, from: &Path, to: &Path| {
        let output = if tool == fst2vcd { &["-f"][..] } else { &["-v"] };
        let mut command = std::process::Command::new(tool);
        command.args(output).arg(from).args(if tool == fst2vcd { ["-o"] } else { ["-f"] }).arg(to);
        let done = command.output().expect("it starts");
        assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    run(&fst2vcd, &fst.join("w.fst"), &fst.join("again.vcd"));
    run(&vcd2fst, &vcd.join("w.vcd"), &vcd.join("theirs.fst"));
    let mut ours = wellen::simple::read(vcd.join("w.vcd")).expect("a dump");
    let mut again = wellen::simple::read(fst.join("again.vcd")).expect("a dump");
    let signals = |waveform: &wellen::simple::Waveform| -> Vec<(String, wellen::SignalRef)> {
        let hierarchy = waveform.hierarchy();
        let signal = |var: wellen::VarRef| {
            (hierarchy[var].full_name(hierarchy), hierarchy[var].signal_ref())
        };
        hierarchy.all_vars().map(signal).collect()
    };
    let (of_ours, of_again) = (signals(&ours), signals(&again));
    assert_eq!(of_ours.len(), of_again.len());
    ours.load_signals(&of_ours.iter().map(|(_, signal)| *signal).collect::<Vec<_>>());
    again.load_signals(&of_again.iter().map(|(_, signal)| *signal).collect::<Vec<_>>());
    let changes = |waveform: &wellen::simple::Waveform, signal: wellen::SignalRef| -> Vec<_> {
        let times = waveform.time_table();
        let changes = waveform.get_signal(signal).expect("it is loaded").iter_changes();
        changes.map(|(time, value)| (times[time as usize], value.to_string())).collect()
    };
    for ((name, signal), (same, other)) in of_ours.iter().zip(&of_again) {
        assert_eq!(name, same);
        assert_eq!(changes(&ours, *signal), changes(&again, *other), "{name}");
    }
    let size = |path: PathBuf| fs::metadata(path).expect("a dump").len() as f64;
    let ratio = size(fst.join("w.fst")) / size(vcd.join("theirs.fst"));
    assert!(ratio < 1.1, "{ratio}");
}

#[test]
fn a_large_waveform_is_told_of_before_it_is_there() {
    let program = "iadd r1, r1, r2\nimul r2, r1, r1\n".repeat(300);
    let (place, ran) = waved(&program, "w.vcd", "--signals all --engine compiled");
    let told = ran.errors.lines().find(|line| line.starts_with("w.vcd: some ")).expect("a size");
    let size: f64 = told.split(' ').nth(2).and_then(|size| size.parse().ok()).expect("a number");
    let found = fs::metadata(place.path().join("w.vcd")).expect("a dump").len() as f64 / 1e6;
    assert!((size / found - 1.0).abs() < 0.3, "{told}: {found}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let vcd = "error: --vcd needs signals, and the model has none; use --engine interpreter\n";
    assert_eq!(refusal("run - --engine model --vcd x.vcd", b"nop\n"), vcd);
    let beside =
        "error: --vcd names the dump, not a/x.gtkw, which is written beside it; use a/x.vcd\n";
    assert_eq!(refusal("run - --vcd a/x.gtkw", b"nop\n"), beside);
    let picture = "error: --vcd writes a .vcd, .fst or .svg, not x.png; use x.vcd\n";
    assert_eq!(refusal("run - --wave x.png", b"nop\n"), picture);
    let floats = "error: --floats R9: no wave names it, and the dump has those that program or state \
                  names; leave it out\n";
    assert_eq!(refusal("run - --floats R9", b"nop\n"), floats);
    has(&refusal("generate --list -o x", b""), "cannot be used with '--output");
    for (options, rule) in [
        (
            "--signals sequencr",
            "--signals: no signal or scope is `sequencr`; did you mean `sequencer`?",
        ),
        ("--from 5000", "--from 5000 is behind the program, which takes "),
        ("--from -1", "--from is a cycle of the program, from 0 on"),
        ("--from 3 --to 2", "cycles 3 to 2 are none"),
        ("--trigger op=SHFL", "--trigger op=SHFL: the program has no such instruction"),
        ("--trigger thread=1", "keys are wave, op and line, not `thread`"),
        ("--trigger wave=x", "wave is a number, not `x`"),
    ] {
        let error = refusal(&format!("run - --vcd x.vcd {options}"), b"nop\n");
        assert!(error.contains(rule), "{options:?}: {error}");
    }
    let same = "error: --dump and --vcd are two files, not both x; use another name for one\n";
    assert_eq!(refusal("run - --vcd x --dump x", b"nop\n"), same);
    let both = "error: program and state cannot both be standard input; name a file for one\n";
    assert_eq!(refusal("run - --state -", b"nop\n"), both);
}

#[test]
fn bad_programs_and_states_are_refused_with_their_place() {
    let program = refusal("run -", b"nop\nshfl.up p1, r4, r1, 32, 0\n");
    assert!(program.starts_with("error: <stdin>:2:"), "{program}");
    let place = folder_with("state.json", "{\"waves\": [{\"registers\": {\"R64\": 1}}]}");
    let state = refusal_in(place.path(), "run - --state state.json", b"nop\n");
    let text = "error: state.json: waves[0].registers.R64: a wave has 64 registers, so no R64; use R0 to R63\n";
    assert_eq!(state, text);
    fs::write(place.path().join("state.json"), "{\"waves\": [").expect("a file");
    let broken = refusal_in(place.path(), "run - --state state.json", b"nop\n");
    assert!(broken.starts_with("error: state.json:1:"), "{broken}");
}

#[test]
fn what_cannot_be_written_is_named_and_nothing_is_left() {
    let place = folder_with("file", "kept");
    for (arguments, problem) in [
        (
            "run - --vcd typo/x.vcd",
            "typo/x.vcd: cannot be written: there is no directory typo; make it",
        ),
        ("run - --dump new/", "new/: cannot be written: a name that ends in / is a directory's"),
        ("schedule - -o /proc/foo", "/proc/foo: cannot be written: no file can be made there"),
    ] {
        begins(&refusal_in(place.path(), arguments, b"nop\n"), &format!("error: {problem}"));
        assert_eq!(names_in(place.path()), ["file"], "{arguments:?}");
    }
    for arguments in [
        "run - --dump file/out.json",
        "run - --vcd file/wave.vcd",
        "run - --dump out.json --vcd file/wave.vcd",
        "run - --dump file/out.json --vcd wave.vcd",
    ] {
        let error = refusal_in(place.path(), arguments, b"nop\n");
        begins(&error, "error: file/");
        has(&error, ": cannot be written: ");
        assert_eq!(names_in(place.path()), ["file"], "{arguments:?}");
    }
}

#[test]
fn explain_tells_word_spellings_effect_and_map() {
    let ran = lanebeat(&["explain", "iadd r1, r4, r1"]);
    let text = "SASS  IADD R1, R4, R1\nGCN   v_add_u32 v1, v4, v1\nword  00e77700010401200000000000000000\n\
                Where EXEC is 1: R1 = R4 + R1.\n";
    assert_eq!((ran.status, ran.output.as_str()), (Some(0), text), "{}", ran.errors);
    let shuffle = lanebeat(&["explain", "SHFL.UP P1, R4, R1, 1, 0"]).output;
    let effect = "Where EXEC is 1: R4 = R1 of the thread 1 below, or its own R1 where that is out of range; \
                  P1 = whether that is in range.\n";
    assert!(shuffle.contains(effect), "{shuffle}");
    assert!(shuffle.contains("\n   32..47   32x  32   33   34"), "{shuffle}");
    assert!(!shuffle.contains("GCN"), "{shuffle}");
    let guarded = lanebeat(&["explain", "@!p2 v_sub_u32 v1, v0, v1 row_shr:1"]).output;
    let effect =
        "Where EXEC is 1 and P2 is 0: R1 = R0' - R1, R0' being R0 of the thread shown below.\n";
    assert!(guarded.contains(effect), "{guarded}");
}

#[test]
fn explain_counts_exec_and_state() {
    let json = |arguments: &[&str]| {
        let all: Vec<&str> = ["explain", "--json"].iter().chain(arguments).copied().collect();
        lanebeat(&all).json()
    };
    let masked = json(&["v_mov_b32 v1, v0 row_shr:1", "--exec", "0x6"]);
    let sources = masked[0]["sources"].as_array().expect("sources");
    let found = (&sources[0]["reason"], &sources[1]["reason"]);
    assert_eq!(found, (&"exec".into(), &"inactive_source".into()));
    assert_eq!((&sources[2]["from"], &sources[2]["kind"]), (&1.into(), &"other".into()));
    let place = tempfile::tempdir().expect("a directory");
    let state = place.path().join("state.json");
    fs::write(&state, r#"{"waves": [{"registers": {"R2": 3}}]}"#).expect("a file");
    let indexed = json(&["shfl.idx __, r4, r1, r2, 31", "--state", path_text(&state)]);
    assert_eq!(indexed[0]["sources"][40]["from"], 35, "thread 3 of the second warp");
    assert_eq!(indexed[0]["sass"], "SHFL.IDX PT, R4, R1, R2, 31");
}

#[test]
fn explain_refuses_what_is_no_instruction() {
    let unknown = refusal("explain 'shfl.upp p1, r4, r1, 1, 0'", b"");
    begins(&unknown, "error: <instruction>:1:1: ");
    let mask = refusal("explain nop --exec 12", b"");
    let text = "error: --exec of 64 threads is 0x0 to 0xffffffffffffffff, not 12; try --exec 0xffffffffffffffff\n";
    assert_eq!(mask, text);
}

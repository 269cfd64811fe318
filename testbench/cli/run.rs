//! `run` and `explain`: what they compute, what they dump, and what they refuse.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::program::{
    Ran, lanebeat, lanebeat_in, lanebeat_reading, names_in, path_text, refusal, refusal_in,
};
use serde_json::{Value, json};

const ENGINES: [&str; 3] = ["interpreter", "cycle", "model"];

/// A program with a guard, a predicate, a mask slot and two waves.
const PROGRAM: &[u8] =
    b"isetp.lt.u32 p1, r1, 2\n@p1 iadd r2, r1, 10\ns_mov_b64 s1, exec\n.wave 2\nmov r3, 7\n";
const STATE: &str = r#"{"waves": [{"registers": {"R1": "thread", "R9": 5}}, {"exec": "0xff", "predicates": {"P4": "0x3"}}]}"#;

/// Runs `program` in a directory of its own that holds `state.json`.
fn run_with_state(program: &[u8], state: &str, arguments: &[&str]) -> Ran {
    let place = tempfile::tempdir().expect("a directory");
    fs::write(place.path().join("state.json"), state).expect("a file");
    let arguments: Vec<&str> =
        ["run", "-", "--state", "state.json"].iter().chain(arguments).copied().collect();
    lanebeat_in(place.path(), &arguments, program)
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
        let ran = run_with_state(PROGRAM, STATE, &["--engine", engine]);
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
        let dump = ran.json();
        let waves = dump["waves"].as_array().expect("waves");
        assert_eq!(waves.len(), 3, "{engine}: the last wave named is wave 2");
        assert_eq!(keys(&waves[0]["registers"]), ["R1", "R2", "R9"]);
        assert_eq!(
            words(&dump, 0, "R2"),
            (0..64).map(|thread| if thread < 2 { thread + 10 } else { 0 }).collect::<Vec<_>>()
        );
        assert_eq!(words(&dump, 0, "R9"), [5; 64]);
        assert_eq!(
            waves[0]["predicates"],
            json!({ "P1": "0x0000000000000003", "s1": "0xffffffffffffffff" })
        );
        let untouched = json!({ "exec": "0x00000000000000ff", "registers": {}, "predicates": { "P4": "0x0000000000000003" } });
        assert_eq!(waves[1], untouched, "a wave of the state that the program does not name");
        assert_eq!(words(&dump, 2, "R3"), [7; 64]);
    }
}

#[test]
fn the_engines_dump_the_same_bytes_but_for_the_cycles() {
    let hardware = run_with_state(PROGRAM, STATE, &[]);
    let model = run_with_state(PROGRAM, STATE, &["--engine", "model"]);
    let (without, cycles) =
        hardware.output.split_once(",\n  \"cycles\": ").expect("the hardware counts cycles");
    assert_eq!(format!("{without}\n}}\n"), model.output);
    // Slots 0 and 2 take the dependent pair, slot 1 the other wave, slot 3 the last; it is written
    // in cycle 4 x 5.
    assert_eq!(cycles, "21\n}\n");
}

/// The first line of the talk.
fn summary(ran: &Ran) -> &str {
    ran.errors.lines().next().unwrap_or_default()
}

#[test]
fn the_summary_counts_instructions_waves_cycles_and_slots() {
    // Issued in cycle 0, written in phase 0 of the slot after the next: nine cycles.
    let one = lanebeat_reading(&["run", "-"], b"mov r1, 3\n");
    assert_eq!(
        summary(&one),
        "1 instruction of 1 wave in 9 cycles (3 slots); hardware and model agree"
    );
    assert_eq!(one.json()["cycles"], 9);
    let unchecked =
        lanebeat_reading(&["run", "-", "--no-check"], b"mov r1, 3\n.wave 1\nmov r1, 4\n");
    assert_eq!(
        summary(&unchecked),
        "2 instructions of 2 waves in 13 cycles (4 slots); not compared with the model"
    );
    assert_eq!(words(&unchecked.json(), 1, "R1"), [4; 64]);
    let model = lanebeat_reading(&["run", "-", "--engine", "model"], b"mov r1, 3\n");
    assert_eq!(model.errors, "1 instruction of 1 wave; the model alone\n");
    assert_eq!(model.json().get("cycles"), None);
}

#[test]
fn a_program_without_instructions_runs() {
    for engine in ENGINES {
        let ran = lanebeat_reading(&["run", "-", "--engine", engine], b"// nothing\n");
        assert_eq!((ran.status, &ran.json()["waves"]), (Some(0), &json!([])), "{}", ran.errors);
    }
}

#[test]
fn a_dump_reads_back_as_a_state() {
    let first = run_with_state(PROGRAM, STATE, &[]);
    let again = run_with_state(b"nop\n", &first.output, &[]);
    assert_eq!(again.json()["waves"], first.json()["waves"]);
}

#[test]
fn every_wave_of_a_full_machine_can_be_named() {
    let program: String = (0..8).map(|wave| format!(".wave {wave}\nmov r63, {wave}\n")).collect();
    let dump = lanebeat_reading(&["run", "-"], program.as_bytes()).json();
    for wave in 0..8 {
        assert_eq!(words(&dump, wave, "R63"), [wave as u64; 64]);
    }
}

#[test]
fn a_waveform_comes_with_a_save_file_whose_signals_are_all_in_it() {
    let place = tempfile::tempdir().expect("a directory");
    let ran = lanebeat_in(
        place.path(),
        &["run", "-", "--vcd", "new/wave.vcd", "--dump", "out.json"],
        b"mov r1, 3\n",
    );
    assert_eq!((ran.status, ran.output.as_str()), (Some(0), ""), "{}", ran.errors);
    assert_eq!(names_in(&place.path().join("new")), ["wave.gtkw", "wave.opcodes", "wave.vcd"]);
    save_file_fits(&place.path().join("new"), "wave", 80);
    assert_eq!(names_in(place.path()), ["new", "out.json"]);
    save_file_fits(&Path::new(env!("CARGO_MANIFEST_DIR")).join("waveforms"), "inclusive_scan", 80);
}

#[test]
fn a_waveform_is_an_fst_by_its_extension() {
    let place = tempfile::tempdir().expect("a directory");
    let names = |file: &str| {
        let ran = lanebeat_in(place.path(), &["run", "-", "--wave", file], b"mov r1, 3\n");
        assert_eq!(ran.status, Some(0), "{}", ran.errors);
        let waveform = wellen::simple::read(place.path().join(file)).expect("a dump");
        let hierarchy = waveform.hierarchy();
        let names: Vec<String> =
            hierarchy.all_vars().map(|var| hierarchy[var].full_name(hierarchy)).collect();
        (names, waveform.time_table().last().copied())
    };
    let (fst, vcd) = (names("wave.fst"), names("wave.vcd"));
    assert_eq!(fst, vcd);
    let size = |file: &str| fs::metadata(place.path().join(file)).expect("a dump").len();
    assert!(
        size("wave.fst") * 2 < size("wave.vcd"),
        "an FST is compressed: {} of {}",
        size("wave.fst"),
        size("wave.vcd")
    );
    assert!(
        fs::read_to_string(place.path().join("wave.gtkw"))
            .expect("the save file")
            .contains("wave.")
    );
}

#[test]
fn every_configuration_that_is_built_has_a_waveform() {
    let place = tempfile::tempdir().expect("a directory");
    for (settings, least_signals) in [
        (&["--set", "register_file=skewed"][..], 80),
        (&["--set", "register_file=multi_port", "--set", "stages=2"], 80),
        (&["--set", "register_file=replicated", "--set", "shuffle=false"], 80),
        (&["--set", "register_file=banked"], 80),
        (&["--set", "dpp=false", "--set", "shuffle=false", "--set", "waves=1"], 80),
        (&["--preset", "small"], 30),
        (&["--set", "lanes=64", "--set", "beats=1"], 300),
    ] {
        let arguments: Vec<&str> =
            ["run", "-", "--vcd", "wave.vcd"].iter().chain(settings).copied().collect();
        let ran = lanebeat_in(place.path(), &arguments, b"mov r1, 3\n");
        assert_eq!(ran.status, Some(0), "{settings:?}: {}", ran.errors);
        save_file_fits(place.path(), "wave", least_signals);
    }
}

/// Every signal that the save file names is in the dump, and the groups are there.
fn save_file_fits(directory: &Path, stem: &str, least_signals: usize) {
    let text = fs::read_to_string(directory.join(format!("{stem}.gtkw"))).expect("the save file");
    let dump = fs::File::open(directory.join(format!("{stem}.vcd"))).expect("the dump");
    let header =
        vcd::Parser::new(std::io::BufReader::new(dump)).parse_header().expect("a VCD header");
    let mut signals = BTreeSet::new();
    collect(&header.items, "", &mut signals);
    let references: Vec<&str> =
        text.lines().filter(|line| line.starts_with("lanebeat_core.")).collect();
    for reference in &references {
        assert!(signals.contains(*reference), "{reference} is not in {stem}.vcd");
    }
    assert!(references.len() > least_signals, "{} signals", references.len());
    let group = |line: &str| line.strip_prefix('-').map(str::to_owned);
    let groups: Vec<String> = text.lines().filter_map(group).collect();
    for name in [
        "clock and reset",
        "slot and phase",
        "issue",
        "register file ports",
        "operands",
        "lane 0",
        "result",
        "retire",
    ] {
        assert!(groups.iter().any(|group| group == name), "{name} is not in {groups:?}");
    }
    let filter =
        fs::read_to_string(directory.join(format!("{stem}.opcodes"))).expect("the filter file");
    assert!(filter.contains("a1 SHFL.UP\n"), "{filter}");
    assert!(text.contains(&format!("^1 {stem}.opcodes\n")), "{text}");
}

fn collect(items: &[vcd::ScopeItem], path: &str, signals: &mut BTreeSet<String>) {
    for item in items {
        match item {
            vcd::ScopeItem::Scope(scope) => {
                collect(&scope.items, &format!("{path}{}.", scope.identifier), signals)
            }
            vcd::ScopeItem::Var(variable) if variable.size == 1 => {
                signals.insert(format!("{path}{}", variable.reference));
            }
            vcd::ScopeItem::Var(variable) => {
                signals.insert(format!("{path}{}[{}:0]", variable.reference, variable.size - 1));
            }
            _ => {}
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let vcd = "error: --vcd needs cycles, and the model has none; use --engine interpreter\n";
    assert_eq!(refusal(&["run", "-", "--engine", "model", "--vcd", "x.vcd"], b"nop\n"), vcd);
    let beside =
        "error: --vcd names the dump, not a/x.gtkw, which is written beside it; use a/x.vcd\n";
    assert_eq!(refusal(&["run", "-", "--vcd", "a/x.gtkw"], b"nop\n"), beside);
    let same = "error: --dump and --vcd are two files, not both x; use another name for one\n";
    assert_eq!(refusal(&["run", "-", "--vcd", "x", "--dump", "x"], b"nop\n"), same);
    let both = "error: program and state cannot both be standard input; name a file for one\n";
    assert_eq!(refusal(&["run", "-", "--state", "-"], b"nop\n"), both);
}

#[test]
fn bad_programs_and_states_are_refused_with_their_place() {
    let program = refusal(&["run", "-"], b"nop\nshfl.up p1, r4, r1, 32, 0\n");
    assert!(program.starts_with("error: <stdin>:2:"), "{program}");
    let place = tempfile::tempdir().expect("a directory");
    fs::write(place.path().join("state.json"), "{\"waves\": [{\"registers\": {\"R64\": 1}}]}")
        .expect("a file");
    let state = refusal_in(place.path(), &["run", "-", "--state", "state.json"], b"nop\n");
    let text = "error: state.json: waves[0].registers.R64: a wave has 64 registers, so no R64; use R0 to R63\n";
    assert_eq!(state, text);
    fs::write(place.path().join("state.json"), "{\"waves\": [").expect("a file");
    let broken = refusal_in(place.path(), &["run", "-", "--state", "state.json"], b"nop\n");
    assert!(broken.starts_with("error: state.json:1:"), "{broken}");
}

#[test]
fn what_cannot_be_written_is_named_and_nothing_is_left() {
    let place = tempfile::tempdir().expect("a directory");
    fs::write(place.path().join("file"), "kept").expect("a file");
    for arguments in [
        &["run", "-", "--dump", "file/out.json"][..],
        &["run", "-", "--vcd", "file/wave.vcd"],
        &["run", "-", "--dump", "out.json", "--vcd", "file/wave.vcd"],
        &["run", "-", "--dump", "file/out.json", "--vcd", "wave.vcd"],
    ] {
        let error = refusal_in(place.path(), arguments, b"nop\n");
        assert!(
            error.starts_with("error: file/") && error.contains(": cannot be written: "),
            "{error}"
        );
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
    assert_eq!(
        (&sources[0]["reason"], &sources[1]["reason"]),
        (&"exec".into(), &"inactive_source".into())
    );
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
    let nothing = "error: an instruction is one line of assembly, not nothing; try 'SHFL.UP P1, R4, R1, 1, 0'\n";
    assert_eq!(refusal(&["explain", ""], b""), nothing);
    assert!(
        refusal(&["explain", "shfl.upp p1, r4, r1, 1, 0"], b"")
            .starts_with("error: <instruction>:1:1: ")
    );
    let mask = refusal(&["explain", "nop", "--exec", "12"], b"");
    let text = "error: --exec of 64 threads is 0x0 to 0xffffffffffffffff, not 12; try --exec 0xffffffffffffffff\n";
    assert_eq!(mask, text);
}

//! `explain`: the pages of operations, and the drawing of the words that move.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::cycle::{Silent, run};
use lanebeat::isa::{Feature, Instruction, Line, Operation, Program, TABLE, asm};
use lanebeat::rtl::units;
use serde_json::{Value, json};

use crate::common::program::{
    folder_with, has, lanebeat, lanebeat_in, names_in, refusal, refusal_in,
};

/// The page of every operation of the default machine, found by its first spelling, with its example.
static PAGES: LazyLock<Vec<(Operation, Instruction, Value)>> = LazyLock::new(|| {
    let page = |operation: Operation| {
        let name = operation.row().spellings[0].mnemonic;
        let code = format!("{:#04x}", operation.opcode());
        let own = pages(name, "").into_iter().find(|page| page["opcode"] == code.as_str());
        let page = own.unwrap_or_else(|| panic!("{name} has no page of {code}"));
        let example = page["example"].as_str().expect("text");
        let program = asm::assemble(name, example, &Config::default().target());
        let line = program.unwrap_or_else(|error| panic!("{name}: {error}")).waves[0][0];
        (operation, line.instruction, page)
    };
    TABLE.iter().map(|row| page(row.operation)).collect()
});

/// The pages about `name` on the machine that `options` choose.
fn pages(name: &str, options: &str) -> Vec<Value> {
    let report = lanebeat(&format!("explain {name} --json {options}")).good().json();
    report.as_array().expect("a list").clone()
}

#[test]
fn every_operation_has_a_page_with_its_spellings_its_time_and_its_unit() {
    let mut units: BTreeMap<String, usize> = BTreeMap::new();
    for (operation, example, page) in PAGES.iter() {
        assert_eq!(example.operation, *operation);
        let row = operation.row();
        let spellings = page["spellings"].as_array().expect("a list");
        assert_eq!(spellings.len(), row.spellings.len(), "{page}");
        for (shown, spelling) in spellings.iter().zip(row.spellings) {
            assert!(shown["text"].as_str().expect("text").starts_with(spelling.mnemonic), "{page}");
            assert_eq!(shown["operands"].as_array().expect("a list").len(), spelling.fields.len());
        }
        assert!(page["effect"].as_str().expect("a sentence").ends_with('.'), "{page}");
        let unit = page["unit"]["name"].as_str().expect("a name");
        let unit_feature = units::find(unit).expect("a unit").feature;
        let feature = match row.feature {
            // They go through SHFL's crossbar.
            Some(Feature::LaneMoves) => Some(Feature::Shuffle),
            feature => feature,
        };
        assert!(unit_feature.is_none() || unit_feature == feature, "{page}");
        assert!(page["unit"]["copies"].as_u64().is_some_and(|copies| copies > 0), "{page}");
        *units.entry(unit.to_owned()).or_default() += 1;
    }
    let used = "barriers exec_masks float lane sequencer special video vote wave_shuffle";
    assert_eq!(units.keys().cloned().collect::<Vec<_>>().join(" "), used);
}

#[test]
fn a_page_has_the_slots_that_a_run_of_its_example_takes() {
    let mut held = 0;
    for (operation, example, page) in PAGES.iter() {
        for slots in page["slots"].as_array().expect("a list") {
            let register_file = RegisterFile::ALL
                .into_iter()
                .find(|one| one.key() == slots["register_file"])
                .expect("an organisation");
            if !register_file.admits(Config::default().beats) {
                continue;
            }
            let config = Config { register_file, ..Preset::Default.config() };
            let line = Line::new(*example, 1);
            let program = Program::from(vec![vec![line]]);
            let totals = run(&config, &program, &mut Silent).expect("nobody waits");
            // Two registers of the example may lie in one bank, which no page tells.
            if totals.stalls.bank_conflict > 0 {
                continue;
            }
            let taken = 1 + totals.stalls.gather;
            assert_eq!(slots["slots"], taken, "{operation:?} {register_file:?}");
            assert_eq!(slots["cycles"], totals.cycles - 1, "{operation:?} {register_file:?}");
            held += 1;
        }
    }
    assert!(held > 4 * TABLE.len(), "{held}");
}

#[test]
fn what_a_unit_costs_is_counted_in_its_netlist() {
    let config = Config::default();
    let unit = &pages("SHFL.IDX", "")[0]["unit"];
    let module = units::build(units::find("wave_shuffle").expect("a unit"), &config);
    let cost = lanebeat::hdl::Cost::of(&module.expect("a unit of this machine"));
    assert_eq!(unit["mux_input_bits"], cost.mux_input_bits);
    assert!(cost.mux_input_bits > 10_000);
    assert_eq!(unit["estimate"][0]["unit"], "LUT6");
    let half = &pages("SHFL.IDX", "--set lanes=8")[0]["unit"];
    assert!(half["mux_input_bits"].as_u64() < unit["mux_input_bits"].as_u64(), "{half}");
}

#[test]
fn a_name_without_operands_shows_its_page() {
    let ran = lanebeat("explain shfl.up --set stages=0").good();
    for part in [
        "SHFL.UP, opcode 0xa1, of the feature shuffle\n",
        "\nSASS  SHFL.UP p, d, a, b, c\nSASS  SHFUP p, d, a, b, c\n",
        "\n      b  a register R0..R63 or a literal 0..31\n",
        "\nSHFL.UP P0, R0, R1, 1, 0\nWhere EXEC is 1: R0 = R1 of the thread 1 below, ",
        "\nwide           1                     8                 2\n",
        "\nskewed         2, the first gathers  15                3\n",
        "\ndone by unit wave_shuffle, which the core has once: ",
    ] {
        assert!(ran.output.contains(part), "{part}\n{}", ran.output);
    }
    let gcn = lanebeat("explain v_add_u32").output;
    assert!(gcn.contains("\nSASS  IADD d, a, b\nGCN   v_add_u32 d, a, b\n"), "{gcn}");
    assert!(gcn.contains("  with row_shr:1  with row_bcast:15  "), "{gcn}");
    let both = lanebeat("explain B2R --json").json();
    assert_eq!((&both[0]["opcode"], &both[1]["opcode"]), (&json!("0x14"), &json!("0x16")));
    let modifier = lanebeat("explain row_mirror").output;
    assert!(modifier.contains("\n    0..15   15   14   13 "), "{modifier}");
}

#[test]
fn a_page_of_what_the_machine_lacks_is_refused_with_the_cure() {
    let error = refusal("explain FADD --set float=false", b"");
    assert!(error.contains("float") && error.contains("true"), "{error}");
    let state = refusal("explain SHFL.UP --exec 0x1", b"");
    let text = "error: --exec is for an instruction with its operands, and SHFL.UP stands without them; \
                write them, as in 'SHFL.UP P1, R4, R1, 1, 0', or leave --exec out\n";
    assert_eq!(state, text);
    let unknown = refusal("explain SHFL.UPP", b"");
    assert!(unknown.starts_with("error: <instruction>:1:1: "), "{unknown}");
}

#[test]
fn a_drawing_is_written_where_words_move_and_refused_elsewhere() {
    let place = tempfile::tempdir().expect("a directory");
    let state = r#"{"waves": [{"exec": "0xfffffffffffffffe", "registers": {"R1": 70000}}]}"#;
    fs::write(place.path().join("s.json"), state).expect("a file");
    let draw = ["explain", "SHFL.UP P1, R4, R1, 1, 0", "--format", "svg", "-o", "up.svg"];
    lanebeat_in(place.path(), &[&draw[..], &["--state", "s.json"]].concat(), b"").silent();
    let svg = fs::read_to_string(place.path().join("up.svg")).expect("a drawing");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let words = document.descendants().filter(|node| node.attribute("class") == Some("word"));
    let words: Vec<&str> = words.filter_map(|node| node.text()).map(str::trim).collect();
    assert_eq!(words.iter().filter(|word| **word == "11170").count(), 64 + 63, "{words:?}");
    fs::remove_file(place.path().join("up.svg")).expect("it is there");
    for (name, moves) in [("IADD R1, R2, R3", "IADD"), ("VOTE.ANY", "VOTE.ANY")] {
        let refused =
            refusal_in(place.path(), &["explain", name, "--format", "svg", "-o", "up.svg"], b"");
        has(&refused, moves);
        has(&refused, "every thread uses its own");
        assert_eq!(names_in(place.path()), ["s.json"]);
    }
    let both = refusal("explain SHFL.UP --format svg --json", b"");
    assert!(both.contains("leave one out"), "{both}");
    let line = "explain 'SHFL.UP R1' --format svg --state s.json -o s.json";
    let over = refusal_in(place.path(), line, b"");
    assert!(over.contains("--state"), "{over}");
}

#[test]
fn text_with_a_state_shows_the_words_that_move() {
    let place = folder_with("s.json", r#"{"waves": [{"registers": {"R1": "thread"}}]}"#);
    let line = "v_mov_b32 v2, v1 row_shr:1";
    let ran = lanebeat_in(place.path(), &["explain", line, "--state", "s.json"], b"");
    let words =
        "the words that they get, in hexadecimal\n     0..7        -        0        1        2";
    assert!(ran.output.contains(words), "{}", ran.output);
    assert!(!lanebeat(&["explain", line]).output.contains("the words that they get"));
}

#[test]
fn the_tour_shows_the_start_of_a_page() {
    let page = lanebeat("explain SHFL.UP").output;
    let start = &page[..page.find("done by").expect("the last part")];
    let tour = include_str!("../../docs/learn/tour.md");
    assert!(tour.contains(start), "docs/learn/tour.md does not show what explain prints:\n{start}");
}

#[test]
fn the_first_part_of_a_mnemonic_lists_the_operations_that_begin_so() {
    let shuffles = lanebeat("explain shfl").good().output;
    let lines: Vec<&str> = shuffles.lines().collect();
    assert_eq!((lines.len(), lines[0]), (12, "SHFL.IDX p, d, a, b, c"), "{shuffles}");
    let all = lanebeat("explain").good().output;
    let spellings: usize = TABLE.iter().map(|row| row.spellings.len()).sum();
    assert_eq!(all.lines().count(), spellings);
    has(&all, "v_add_u32 d, a, b\n");
}

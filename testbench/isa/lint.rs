//! `lanebeat lint`: GCN3's wait states (ISA.md section 12), and where they are missing.

use crate::common::program::{begins, lanebeat, lanebeat_reading, refusal};

/// The findings of a program, each with its file name cut off.
fn findings(program: &str) -> Vec<String> {
    let ran = lanebeat_reading("lint -", program.as_bytes()).good();
    ran.output
        .lines()
        .map(|line| line.strip_prefix("<stdin>:").expect("the place").to_owned())
        .collect()
}

/// Line and missing wait states of each finding.
fn missing(program: &str) -> Vec<(u64, u64)> {
    let ran = lanebeat_reading("lint - --json", program.as_bytes());
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let list = ran.json();
    list.as_array()
        .expect("a list")
        .iter()
        .map(|finding| (number(&finding["line"]), number(&finding["missing"])))
        .collect()
}

#[test]
fn every_gcn_example_is_clean() {
    for (name, length) in [("add", 17), ("min", 35), ("max", 35)] {
        let file = format!("examples/gcn_scan_{name}.s");
        let ran = lanebeat(&["lint", &file, "--deny"]);
        assert_eq!((ran.status, ran.output.as_str()), (Some(0), ""), "{name}: {}", ran.errors);
        let counts = format!("no hazards for GCN3 in {length} instructions of 1 wave");
        assert_eq!(ran.errors, format!("{file}: {counts}\n"));
    }
}

/// The comments of [S3] want two independent instructions before instructions 4, 5, 6 and 7, and
/// nowhere else.
#[test]
fn without_its_nops_the_scan_has_the_hazards_that_the_seed_names() {
    let text = std::fs::read_to_string("examples/gcn_scan_add.s").expect("the example");
    let without: Vec<&str> = text.lines().filter(|line| line.trim() != "v_nop").collect();
    assert_eq!(text.lines().count() - without.len(), 8);
    let program = without.join("\n");
    let places: Vec<u64> = ["row_shr:4 ", "row_shr:8 ", "row_bcast:15", "row_bcast:31"]
        .iter()
        .map(|control| {
            without.iter().position(|line| line.contains(control)).expect("an instruction") as u64
                + 1
        })
        .collect();
    assert_eq!(missing(&program), places.iter().map(|&line| (line, 2)).collect::<Vec<_>>());
}

#[test]
fn a_finding_says_place_reason_and_cure() {
    let program = "  v_add_u32 v1, v0, v0\n    v_mov_b32 v2, v1 row_shr:1\n";
    let sentence = "2:5: wave 0: DPP reads v1 0 wait states after line 1 writes it, and GCN3 needs 2; \
                    insert s_nop 1 before it or move 2 independent instructions between";
    assert_eq!(findings(program), [sentence]);
    let program = "v_add_u32 v1, v0, v0\n\nv_nop\n\tv_mov_b32 v2, v1 row_shr:1\n";
    let sentence = "4:2: wave 0: DPP reads v1 1 wait state after line 1 writes it, and GCN3 needs 2; \
                    insert s_nop 0 before it or move 1 independent instruction between";
    assert_eq!(findings(program), [sentence]);
}

#[test]
fn an_instruction_is_one_wait_state_and_s_nop_n_is_one_more_than_n() {
    let with = |between: &str| {
        missing(&format!("v_mov_b32 v1, v0\n{between}\nv_mov_b32 v2, v1 row_mirror\n"))
    };
    assert_eq!(with(""), [(3, 2)]);
    assert_eq!(with("s_nop 0"), [(3, 1)]);
    assert_eq!(with("s_nop 1"), []);
    assert_eq!(with("s_nop 15"), []);
    assert_eq!(with("v_not_b32 v3, v4"), [(3, 1)]);
    assert_eq!(with("s_not_b64 exec, exec"), [(3, 1)]);
    assert_eq!(with("v_nop\nv_cmp_eq_u32 vcc, v3, v4"), []);
    assert_eq!(with("v_mov_b32 v1, v5"), [(3, 2)], "the later write counts");
}

/// A DPP modifier moves src0 alone (ISA.md section 6).
#[test]
fn only_the_register_that_dpp_moves_is_a_hazard() {
    let after_write = |reader: &str| missing(&format!("v_mov_b32 v1, v0\n{reader}\n"));
    assert_eq!(after_write("v_add_u32 v2, v1, v3 row_shr:1"), [(2, 2)]);
    assert_eq!(after_write("v_add_u32 v1, v0, v1 row_shr:1"), []);
    assert_eq!(after_write("v_add_u32 v2, v1, v1"), [], "no DPP");
    assert_eq!(after_write("v_cmp_eq_u32 vcc, v1, v3 row_shr:1"), [(2, 2)]);
    assert_eq!(after_write("v_cndmask_b32 v2, v1, v3, vcc row_shr:1"), [(2, 2)]);
}

/// ISA.md section 12: a scalar write of EXEC needs none before DPP.
#[test]
fn a_scalar_write_of_exec_is_no_hazard() {
    assert_eq!(missing("s_mov_b64 exec, -1\nv_mov_b32 v2, v1 row_shr:1\n"), []);
    assert_eq!(missing("s_or_saveexec_b64 s0, -1\nv_mov_b32 v2, v1 row_shr:1\n"), []);
}

#[test]
fn waves_are_separate() {
    assert_eq!(missing("v_mov_b32 v1, v0\n.wave 1\nv_mov_b32 v2, v1 row_shr:1\n"), []);
    let found = findings(
        ".wave 1\nv_mov_b32 v1, v0\n.wave 0\nv_nop\nv_nop\n.wave 1\nv_mov_b32 v2, v1 row_shr:1\n",
    );
    assert!(found.len() == 1 && found[0].starts_with("7:1: wave 1: "), "{found:?}");
}

#[test]
fn a_repeated_line_follows_itself_and_is_reported_once() {
    assert_eq!(missing(".repeat 3\nv_mov_b32 v1, v1 row_shr:1\n.end\n"), [(2, 2)]);
    assert_eq!(missing(".repeat 3\nv_mov_b32 v1, v1 row_shr:1\nv_nop\n.end\n"), [(2, 1)]);
}

#[test]
fn what_stands_behind_exit_is_not_executed() {
    assert_eq!(missing("v_mov_b32 v1, v0\nEXIT\nv_mov_b32 v2, v1 row_shr:1\n"), []);
}

#[test]
fn findings_as_json_name_everything() {
    let program = b"v_mov_b32 v1, v0\n v_mov_b32 v2, v1 row_shr:1\n";
    let ran = lanebeat_reading("lint - --json", program);
    let finding = serde_json::json!([{ "wave": 0, "line": 2, "column": 2, "register": "v1", "writer_line": 1,
                                       "present": 0, "needed": 2, "missing": 2 }]);
    assert_eq!(ran.json(), finding);
    assert_eq!(lanebeat_reading("lint - --json", b"").output, "[]\n");
}

#[test]
fn denied_findings_are_printed_and_the_status_is_2() {
    let program = b"v_mov_b32 v1, v0\nv_mov_b32 v2, v1 row_shr:1\n";
    let ran = lanebeat_reading("lint -", program);
    assert_eq!(ran.errors, "<stdin>: 1 hazard for GCN3 in 2 instructions of 1 wave\n");
    let denied = lanebeat_reading("lint - --deny", program);
    assert_eq!((denied.status, denied.output), (Some(2), ran.output));
    let error = "error: <stdin>: 1 hazard for GCN3 in 2 instructions of 1 wave; change it, or lint without --deny\n";
    assert_eq!(denied.errors, error);
}

/// A line that no machine here has is one wait state, and said to be.
#[test]
fn a_listing_is_linted_with_what_it_lacks() {
    let listing = b"k:\n\tv_add_u32_e32 v1, v0, v0\n\tglobal_load_dword v9, v[2:3], off\n\tv_mov_b32_dpp v2, v1 row_shr:1\n";
    let ran = lanebeat_reading("lint --from -", listing);
    let expected = "<stdin>:4:2: wave 0: DPP reads v1 1 wait state after line 2 writes it, and GCN3 needs 2; \
                    insert s_nop 0 before it or move 1 independent instruction between\n";
    assert_eq!((ran.status, ran.output.as_str()), (Some(0), expected));
    let summary = "<stdin>: 1 hazard for GCN3 in 3 instructions of 1 wave; of these the machine lacks 1 instruction, \
                   each taken as one wait state\n";
    assert_eq!(ran.errors, summary);
    assert_eq!(lanebeat_reading("lint", b"").status, Some(2));
}

#[test]
fn a_program_that_does_not_assemble_is_refused() {
    let unknown = refusal("lint -", b"v_mov_b33 v1, v0\n");
    begins(&unknown, "error: <stdin>:1:1: v_mov_b33 is not an instruction");
}

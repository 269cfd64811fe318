//! The schedule of docs/learn/register-files.md, cycle by cycle as the netlist's own nets show it.
//!
//! A timetable has a row a net and a character a cycle, from the first issue on: `#` where the net
//! is 1; bars part the slots.

use crate::common::bench::{program, run, zeros};
use lanebeat::config::Config;
use lanebeat::engine::Engine;
use lanebeat::lockstep::Observer;

/// Name in the tables, net.
const ROWS: [(&str, &str); 7] = [
    ("issue", "sequencer.accept"),
    ("read c", "register_file.read_c"),
    ("read b", "register_file.read_b"),
    ("read a", "register_file.read_a"),
    ("lanes", "lanes_busy"),
    ("write", "register_file.write_result"),
    ("port", "register_file.port_busy"),
];

/// The rows for the file of predicates: guard, p and q are its a, b and c.
const MASK_ROWS: [(&str, &str); 5] = [
    ("issue", "sequencer.accept"),
    ("read q", "mask_file.read_c"),
    ("read p", "mask_file.read_b"),
    ("guard", "mask_file.read_a"),
    ("write", "mask_file.write_result"),
];

struct Watcher<'r> {
    rows: &'r [(&'static str, &'static str)],
    /// For each cycle since the first issue the value of each row's net.
    cycles: Vec<Vec<bool>>,
    phases: Vec<u128>,
}

impl Observer for Watcher<'_> {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let mut value = |net: &str| {
            let net = engine.signal(net);
            engine.peek_u128(net)
        };
        if self.cycles.is_empty() && value("sequencer.accept") == 0 {
            return;
        }
        self.phases.push(value("sequencer.phase_q"));
        self.cycles.push(self.rows.iter().map(|(_, net)| value(net) == 1).collect());
    }
}

fn watch<'r>(config: &Config, rows: &'r [(&'static str, &'static str)], text: &str) -> Watcher<'r> {
    let mut watcher = Watcher { rows, cycles: vec![], phases: vec![] };
    run(config, &program(config, text), &zeros(config), vec![&mut watcher]);
    watcher
}

/// Compares with a table written by hand: lines of a row's name, then its slots.
#[track_caller]
fn assert_timetable(
    config: &Config,
    rows: &[(&'static str, &'static str)],
    text: &str,
    table: &str,
) {
    let watcher = watch(config, rows, text);
    let lines: Vec<&str> = table.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), rows.len(), "a line for each row");
    for (row, line) in lines.into_iter().enumerate() {
        let (name, _) = rows[row];
        let expected = line
            .strip_prefix(name)
            .unwrap_or_else(|| panic!("`{line}` is not about {name}"))
            .trim();
        let cycles = expected.chars().filter(|&character| character != '|').count();
        let mark = |cycle: usize| {
            if watcher.cycles.get(cycle).is_some_and(|cycle| cycle[row]) { '#' } else { '.' }
        };
        let marks: Vec<char> = (0..cycles).map(mark).collect();
        let slots: Vec<String> =
            marks.chunks(config.slot_cycles()).map(|slot| slot.iter().collect()).collect();
        assert_eq!(slots.join("|"), expected, "{name} of\n{text}");
    }
    let slot = config.slot_cycles() as u128;
    assert!(
        (0..).zip(&watcher.phases).all(|(cycle, &phase)| phase == cycle % slot),
        "an issue opens a slot"
    );
}

/// The slots in which the instructions of `text` are issued, the first being slot 0.
fn slots(config: &Config, text: &str) -> Vec<usize> {
    let watcher = watch(config, &ROWS[..1], text);
    let issues = (0..watcher.cycles.len()).filter(|&cycle| watcher.cycles[cycle][0]);
    issues.map(|cycle| cycle / config.slot_cycles()).collect()
}

fn machine(waves: usize, beats: usize) -> Config {
    Config { beats, waves, registers: 8, ..Config::default() }
}

#[test]
fn one_instruction_reads_c_b_a_executes_four_beats_and_writes_in_cycle_8() {
    assert_timetable(
        &machine(1, 4),
        &ROWS,
        "IMAD R4, R1, R2, R3",
        "
        issue   #...|....|....
        read c  .#..|....|....
        read b  ..#.|....|....
        read a  ...#|....|....
        lanes   ....|####|....
        write   ....|....|#...
        port    .###|....|#...
        ",
    );
}

#[test]
fn a_dependent_chain_of_one_wave_issues_every_other_slot() {
    assert_timetable(
        &machine(1, 4),
        &ROWS,
        ".repeat 3\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #...|....|#...|....|#...|....|....
        read c  .#..|....|.#..|....|.#..|....|....
        read b  ..#.|....|..#.|....|..#.|....|....
        read a  ...#|....|...#|....|...#|....|....
        lanes   ....|####|....|####|....|####|....
        write   ....|....|#...|....|#...|....|#...
        port    .###|....|####|....|####|....|#...
        ",
    );
}

#[test]
fn two_waves_keep_the_lanes_and_the_port_busy_in_every_cycle() {
    assert_timetable(
        &machine(2, 4),
        &ROWS,
        ".repeat 3\nIMAD R4, R4, R2, R3\n.end\n.wave 1\n.repeat 3\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #...|#...|#...|#...|#...|#...|....|....
        read c  .#..|.#..|.#..|.#..|.#..|.#..|....|....
        read b  ..#.|..#.|..#.|..#.|..#.|..#.|....|....
        read a  ...#|...#|...#|...#|...#|...#|....|....
        lanes   ....|####|####|####|####|####|####|....
        write   ....|....|#...|#...|#...|#...|#...|#...
        port    .###|.###|####|####|####|####|#...|#...
        ",
    );
}

#[test]
fn with_8_beats_the_port_is_half_idle_and_the_lanes_are_not() {
    assert_timetable(
        &machine(2, 8),
        &ROWS,
        ".repeat 2\nIMAD R4, R4, R2, R3\n.end\n.wave 1\n.repeat 2\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #.......|#.......|#.......|#.......|........|........
        read c  .....#..|.....#..|.....#..|.....#..|........|........
        read b  ......#.|......#.|......#.|......#.|........|........
        read a  .......#|.......#|.......#|.......#|........|........
        lanes   ........|########|########|########|########|........
        write   ........|........|#.......|#.......|#.......|#.......
        port    .....###|.....###|#....###|#....###|#.......|#.......
        ",
    );
}

#[test]
fn with_2_beats_the_lanes_are_half_idle_and_the_port_is_not() {
    assert_timetable(
        &machine(2, 2),
        &ROWS,
        ".repeat 2\nIMAD R4, R4, R2, R3\n.end\n.wave 1\n.repeat 2\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #...|#...|#...|#...|....|....
        read c  .#..|.#..|.#..|.#..|....|....
        read b  ..#.|..#.|..#.|..#.|....|....
        read a  ...#|...#|...#|...#|....|....
        lanes   ....|##..|##..|##..|##..|....
        write   ....|....|#...|#...|#...|#...
        port    .###|.###|####|####|#...|#...
        ",
    );
}

#[test]
fn one_beat_executes_in_one_cycle_of_the_slot() {
    assert_timetable(
        &machine(1, 1),
        &ROWS,
        ".repeat 2\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #...|....|#...|....|....
        read c  .#..|....|.#..|....|....
        read b  ..#.|....|..#.|....|....
        read a  ...#|....|...#|....|....
        lanes   ....|#...|....|#...|....
        write   ....|....|#...|....|#...
        port    .###|....|####|....|#...
        ",
    );
}

#[test]
fn a_pipeline_stage_moves_the_write_a_slot_and_nothing_else() {
    assert_timetable(
        &Config { stages: 1, ..machine(1, 4) },
        &ROWS,
        ".repeat 2\nIMAD R4, R4, R2, R3\n.end",
        "
        issue   #...|....|....|#...|....|....|....
        read c  .#..|....|....|.#..|....|....|....
        read b  ..#.|....|....|..#.|....|....|....
        read a  ...#|....|....|...#|....|....|....
        lanes   ....|####|....|....|####|....|....
        write   ....|....|....|#...|....|....|#...
        port    .###|....|....|####|....|....|#...
        ",
    );
}

#[test]
fn an_operand_that_is_not_a_register_costs_no_read() {
    assert_timetable(
        &machine(1, 4),
        &ROWS,
        "MOV R4, 5\nIADD R5, R1, 7\nNOP\nISETP.EQ.S32 P1, R1, R2",
        "
        issue   #...|#...|#...|#...|....|....
        read c  ....|....|....|....|....|....
        read b  ....|....|....|..#.|....|....
        read a  ....|...#|....|...#|....|....
        lanes   ....|####|####|####|####|....
        write   ....|....|#...|#...|....|....
        port    ....|...#|#...|#.##|....|....
        ",
    );
}

#[test]
fn predicates_keep_the_same_timetable_in_their_own_file() {
    assert_timetable(
        &machine(1, 4),
        &MASK_ROWS,
        "@P1 PSETP.AND P4, P2, P3\nISETP.EQ.S32 P5, R1, R2",
        "
        issue   #...|#...|....|....
        read q  .#..|....|....|....
        read p  ..#.|....|....|....
        guard   ...#|....|....|....
        write   ....|....|#...|#...
        ",
    );
}

/// Programs of one wave at `stages = 0` and the slots in which their instructions issue.
const HAZARDS: &[(&str, &[usize])] = &[
    // Registers: a true dependence through each operand; a second write is none.
    ("IADD R4, R1, R2\nIADD R5, R4, R1", &[0, 2]),
    ("IADD R4, R1, R2\nIADD R5, R1, R4", &[0, 2]),
    ("IADD R4, R1, R2\nIMAD R5, R1, R2, R4", &[0, 2]),
    ("IADD R4, R1, R2\nIADD R4, R1, R3", &[0, 1]),
    ("IADD R4, R1, R2\nIADD R5, R1, R2\nIADD R6, R4, R5", &[0, 1, 3]),
    ("IADD R4, R1, R2\nIADD R5, R1, R2\nIADD R6, R4, R4", &[0, 1, 2]),
    // Independent: another register, a read before a write, literals and operands that are not
    // there.
    ("IADD R4, R1, R2\nIADD R5, R1, R2", &[0, 1]),
    ("IADD R4, R1, R2\nIADD R1, R2, R3", &[0, 1]),
    ("MOV R0, 5\nIADD R2, 1, R3", &[0, 1]),
    ("MOV R0, 5\nMOV R2, 1", &[0, 1]),
    ("MOV R0, 5\nNOP\nEXIT", &[0, 1, 2]),
    ("MOV R0, 5\nPSETP.OR P1, P2, P3", &[0, 1]),
    ("ISETP.EQ.S32 P1, R1, R2\nMOV R0, 5", &[0, 1]),
    // Predicates: as guard, p and q; written twice and thrown away, which nobody waits for.
    ("ISETP.EQ.S32 P1, R1, R2\n@P1 MOV R4, R3", &[0, 2]),
    ("ISETP.EQ.S32 P1, R1, R2\n@!P1 MOV R4, R3", &[0, 2]),
    ("ISETP.EQ.S32 P1, R1, R2\n@P2 MOV R4, R3", &[0, 1]),
    ("ISETP.EQ.S32 P1, R1, R2\nSEL R4, R1, R2, P1", &[0, 2]),
    ("ISETP.EQ.S32 P1, R1, R2\nPSETP.XOR P2, P3, P1", &[0, 2]),
    ("ISETP.EQ.S32 P1, R1, R2\nISETP.EQ.S32 P1, R1, R3", &[0, 1]),
    ("ISETP.EQ.S32 P1, R1, R2\nISETP.EQ.S32 P2, R1, R3", &[0, 1]),
    ("ISETP.EQ.S32 __, R1, R2\nISETP.EQ.S32 __, R1, R3\n@PT MOV R4, R3", &[0, 1, 2]),
    ("v_cmp_eq_u32 vcc, v1, v2\nv_cndmask_b32 v4, v1, v2, vcc", &[0, 2]),
    ("v_cmp_eq_u32 vcc, v1, v2\ns_and_saveexec_b64 s0, vcc", &[0, 2]),
    // SHFL writes a word and a predicate.
    ("SHFL.UP P1, R4, R1, 1, 0\n@P1 IADD R5, R1, R2", &[0, 2]),
    ("SHFL.UP P1, R4, R1, 1, 0\nIADD R5, R4, R2", &[0, 2]),
    ("SHFL.UP P1, R4, R1, 1, 0\nIADD R5, R1, R2", &[0, 1]),
    ("MOV R4, R1\nSHFL.UP P1, R5, R1, R4, 0", &[0, 2]),
    ("MOV R4, R1\nSHFL.UP P1, R5, R1, R2, R4", &[0, 2]),
    // Nobody waits for EXEC; mask slots are waited for.
    ("s_mov_b64 exec, 0xff\nv_mov_b32 v1, 5\ns_not_b64 exec, exec\nIADD R4, R2, R3", &[0, 1, 2, 3]),
    ("s_mov_b64 exec, 0xff\nv_add_u32 v1, v2, v3 row_shr:1\ns_mov_b64 s0, exec", &[0, 1, 2]),
    ("s_mov_b64 s0, exec\ns_mov_b64 exec, s0", &[0, 2]),
    ("s_mov_b64 s0, exec\ns_mov_b64 exec, s1", &[0, 1]),
    ("s_mov_b64 s0, exec\ns_or_b64 exec, exec, s0", &[0, 2]),
    // s_nop N takes N + 1 slots.
    ("s_nop 0\nNOP", &[0, 1]),
    ("s_nop 1\nNOP", &[0, 2]),
    ("s_nop 3\nNOP\nNOP", &[0, 4, 5]),
    ("s_nop 15\nNOP", &[0, 16]),
    ("IADD R4, R1, R2\ns_nop 2\nIADD R5, R4, R1", &[0, 1, 4]),
];

#[test]
fn an_instruction_waits_for_its_sources_and_for_nothing_else() {
    for (text, expected) in HAZARDS {
        assert_eq!(slots(&machine(1, 4), text), *expected, "{text}");
    }
}

#[test]
fn each_group_of_stages_adds_a_slot_before_a_dependent_instruction() {
    let dependent = "IADD R4, R1, R2\nIADD R5, R4, R1";
    let independent = "IADD R4, R1, R2\nIADD R5, R1, R2";
    let guarded = "SHFL.UP P1, R4, R1, 1, 0\n@P1 IADD R5, R1, R2";
    // stages from, to; the slot of the dependent instruction.
    for (from, to, slot) in [(0, 0, 2), (1, 4, 3), (5, 8, 4)] {
        for stages in from..=to {
            let config = Config { stages, ..machine(1, 4) };
            assert_eq!(slots(&config, dependent), [0, slot], "stages = {stages}");
            assert_eq!(slots(&config, guarded), [0, slot], "stages = {stages}");
            assert_eq!(slots(&config, independent), [0, 1], "stages = {stages}");
        }
    }
    for (stages, slot) in [(0, 2), (1, 3), (8, 3)] {
        assert_eq!(
            slots(&Config { stages, ..machine(1, 8) }, dependent),
            [0, slot],
            "8 beats, stages = {stages}"
        );
    }
}

#[test]
fn as_many_waves_as_slots_in_flight_hide_a_deep_pipeline() {
    for (stages, waves) in [(0, 2), (4, 3), (8, 4)] {
        let chain = ".repeat 3\nIADD R4, R4, R1\n.end\n";
        let text: String = (0..waves).map(|wave| format!(".wave {wave}\n{chain}")).collect();
        let every_slot: Vec<usize> = (0..3 * waves).collect();
        assert_eq!(
            slots(&Config { stages, ..machine(waves, 4) }, &text),
            every_slot,
            "{waves} waves"
        );
    }
}

#[test]
fn a_hazard_of_another_wave_holds_nobody() {
    let text = "IADD R4, R1, R2\n.wave 1\nIADD R5, R4, R4\n.wave 2\nIADD R4, R4, R5";
    assert_eq!(slots(&machine(3, 4), text), [0, 1, 2]);
}

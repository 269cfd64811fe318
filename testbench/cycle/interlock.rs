//! Who waits for what, and how long.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Access, Action, Entry, StallReason, Timing, waves_to_saturate};
use lanebeat::isa::Register;

use super::rtl::difference_on;
use super::{AllEvents, machine};

/// For 0..=8 ALU stages, the slots between an instruction and one that needs it.
const DISTANCES: [(RegisterFile, usize, [u64; 9]); 15] = [
    (RegisterFile::Wide, 1, [2, 3, 3, 3, 3, 4, 4, 4, 4]),
    (RegisterFile::Wide, 4, [2, 3, 3, 3, 3, 4, 4, 4, 4]),
    (RegisterFile::Wide, 8, [2, 3, 3, 3, 3, 3, 3, 3, 3]),
    (RegisterFile::Skewed, 2, [2, 2, 2, 2, 3, 3, 3, 3, 4]),
    (RegisterFile::Skewed, 4, [2, 2, 2, 2, 3, 3, 3, 3, 4]),
    (RegisterFile::Skewed, 8, [2, 2, 2, 2, 2, 2, 2, 2, 3]),
    (RegisterFile::MultiPort, 1, [3, 4, 5, 6, 7, 8, 9, 10, 11]),
    (RegisterFile::MultiPort, 4, [1, 1, 2, 2, 2, 2, 3, 3, 3]),
    (RegisterFile::Replicated, 2, [2, 2, 3, 3, 4, 4, 5, 5, 6]),
    (RegisterFile::Replicated, 8, [1, 1, 1, 1, 1, 1, 2, 2, 2]),
    (RegisterFile::Banked, 1, [3, 4, 5, 6, 7, 8, 9, 10, 11]),
    (RegisterFile::Banked, 2, [2, 3, 3, 4, 4, 5, 5, 6, 6]),
    (RegisterFile::Banked, 4, [2, 2, 2, 3, 3, 3, 3, 4, 4]),
    (RegisterFile::Banked, 8, [2, 2, 2, 2, 2, 2, 2, 3, 3]),
    (RegisterFile::TwoBank, 1, [5, 6, 7, 8, 9, 10, 11, 12, 13]),
];

/// Both instructions' slots.
fn slots(config: &Config, text: &str) -> [u64; 2] {
    let issues = AllEvents::of(config, text).issues;
    [issues[0].0, issues[1].0]
}

#[test]
fn a_dependent_instruction_issues_after_the_distance_of_its_organisation() {
    for (organisation, beats, distances) in DISTANCES {
        for (stages, distance) in distances.into_iter().enumerate() {
            let config = machine(organisation, beats, stages);
            assert_eq!(Timing::new(&config).dependent_distance(), distance, "{config:?}");
            assert_eq!(waves_to_saturate(&config) as u64, distance, "{config:?}");
            let found = slots(&config, "IADD R1, R2, R3\nIADD R4, R1, 1");
            assert_eq!(found, [0, distance], "{config:?}");
        }
    }
}

#[test]
fn no_operand_is_read_before_it_is_written() {
    for (organisation, beats, _) in DISTANCES {
        for stages in 0..=8 {
            let config = machine(organisation, beats, stages);
            let heard = AllEvents::of(&config, "IADD R1, R2, R3\nIMAD R4, R1, R1, R1");
            let is_r1 = |access: &&Access| access.entry == Entry::Register(Register(1));
            let of_r1: Vec<&Access> = heard.accesses.iter().filter(is_r1).collect();
            let is_write = |access: &&&Access| access.action == Action::Write;
            for write in of_r1.iter().filter(is_write) {
                let reads = of_r1.iter().filter(|read| !is_write(read) && read.beat == write.beat);
                let first = reads.map(|read| read.cycle).min().expect("a read");
                assert!(first > write.cycle, "{config:?}");
            }
        }
    }
}

/// Programs of one wave at `stages = 0` and the slots in which their instructions issue.
const HAZARDS: &[(&str, &[u64])] = &[
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
    ("IADD R4, R1, R2\nMOV R5, R4", &[0, 2]),
    ("ISETP.LT.S32 P1, R0, 1\n@!P1 MOV R1, 2", &[0, 2]),
    ("MOV R1, 1\n@P1 MOV R2, 2", &[0, 1]),
    ("s_mov_b64 s1, exec\n@P1 MOV R2, 2", &[0, 1]),
    // s_nop N takes N + 1 slots.
    ("s_nop 0\nNOP", &[0, 1]),
    ("s_nop 1\nNOP", &[0, 2]),
    ("s_nop 3\nNOP\nNOP", &[0, 4, 5]),
    ("s_nop 15\nNOP", &[0, 16]),
    ("IADD R4, R1, R2\ns_nop 2\nIADD R5, R4, R1", &[0, 1, 4]),
];

#[test]
fn an_instruction_waits_for_its_sources_and_for_nothing_else() {
    let config = machine(RegisterFile::Wide, 4, 0);
    for (text, expected) in HAZARDS {
        let issues = AllEvents::of(&config, text).issues;
        let slots: Vec<u64> = issues.into_iter().map(|(slot, ..)| slot).collect();
        assert_eq!(slots, *expected, "{text}");
    }
    let texts: Vec<String> = HAZARDS.iter().map(|(text, _)| (*text).to_owned()).collect();
    assert_eq!(difference_on(&config, &texts), None, "so does the hardware");
}

/// Instructions of one slot that write a register, a predicate or a mask slot again.
const OVERWRITING: [&str; 5] = [
    "MOV R1, 1\nMOV R1, 2",
    "@P0 MOV R1, 1\n@!P0 MOV R1, 2",
    "ISETP.LT.S32 P1, R0, 1\nPSETP.AND P1, P3, P4",
    "@P0 ISETP.LT.S32 P1, R0, 1\n@!P0 ISETP.LT.S32 P1, R2, 1",
    "s_mov_b64 s1, exec\ns_mov_b64 s1, exec",
];

#[test]
fn what_overwrites_a_result_in_flight_waits_in_two_bank_alone() {
    for (organisation, beats, distances) in DISTANCES {
        for (stages, distance) in distances.into_iter().enumerate() {
            let config = machine(organisation, beats, stages);
            let waits = if organisation == RegisterFile::TwoBank { distance } else { 1 };
            for text in OVERWRITING {
                assert_eq!(slots(&config, text), [0, waits], "{config:?}\n{text}");
            }
        }
    }
}

#[test]
fn who_reads_what_two_instructions_write_waits_for_the_second() {
    for (organisation, beats, distances) in DISTANCES {
        if organisation == RegisterFile::TwoBank {
            continue;
        }
        for (stages, distance) in distances.into_iter().enumerate() {
            let text = "@P0 MOV R1, 1\n@!P0 MOV R1, 2\nIADD R4, R1, 1";
            let issues = AllEvents::of(&machine(organisation, beats, stages), text).issues;
            assert_eq!(issues[2].0, 1 + distance, "{organisation:?} {beats} {stages}");
        }
    }
}

#[test]
fn s_nop_stops_every_wave_whatever_the_organisation() {
    for organisation in super::TIMED {
        let text = ".wave 0\ns_nop 3\nMOV R1, 1\n.wave 1\nMOV R1, 1";
        let heard = AllEvents::of(&machine(organisation, 4, 0), text);
        assert_eq!(heard.issues, [(0, 0, 0), (4, 1, 0), (5, 0, 1)]);
        assert_eq!(heard.stalls[..3], [1, 2, 3].map(|slot| (slot, StallReason::Nop)));
        assert_eq!(slots(&machine(organisation, 4, 0), "NOP\nMOV R1, 1"), [0, 1]);
    }
}

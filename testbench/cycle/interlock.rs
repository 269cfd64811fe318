//! Who waits for what, and how long.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Entry, StallReason, Timing, waves_to_saturate};
use lanebeat::isa::{MaskEntry, Register};

use super::{Heard, machine};

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
    let issues = Heard::of(config, text).issues;
    [issues[0].0, issues[1].0]
}

#[test]
fn a_dependent_instruction_issues_after_the_distance_of_its_organisation() {
    for (organisation, beats, distances) in DISTANCES {
        for (stages, distance) in distances.into_iter().enumerate() {
            let config = machine(organisation, beats, stages);
            assert_eq!(Timing::new(&config).dependent_distance(), distance, "{config:?}");
            assert_eq!(waves_to_saturate(&config) as u64, distance, "{config:?}");
            assert_eq!(
                slots(&config, "IADD R1, R2, R3\nIADD R4, R1, 1"),
                [0, distance],
                "{config:?}"
            );
        }
    }
}

#[test]
fn no_operand_is_read_before_it_is_written() {
    for (organisation, beats, _) in DISTANCES {
        for stages in 0..=8 {
            let heard = Heard::of(
                &machine(organisation, beats, stages),
                "IADD R1, R2, R3\nIMAD R4, R1, R1, R1",
            );
            let of_r1 = |writes: bool, beat: Option<usize>| {
                let is_write = |access: &&lanebeat::cycle::Access| {
                    (access.action == lanebeat::cycle::Action::Write) == writes
                };
                let accesses = heard.accesses.iter().filter(is_write);
                let of_r1 = accesses.filter(|access| {
                    access.entry == Entry::Register(Register(1)) && access.beat == beat
                });
                of_r1.map(|access| access.cycle).collect::<Vec<_>>()
            };
            for beat in heard.accesses.iter().map(|access| access.beat) {
                let (written, read) = (of_r1(true, beat), of_r1(false, beat));
                assert!(
                    read.iter().all(|&cycle| cycle > written[0]),
                    "{organisation:?} {beats} beats {stages} stages"
                );
            }
        }
    }
}

#[test]
fn whatever_is_read_waits() {
    let config = machine(RegisterFile::Wide, 4, 0);
    let waits = [
        "MOV R1, 1\nIADD R4, R1, R5",
        "MOV R1, 1\nIADD R4, R5, R1",
        "MOV R1, 1\nIMAD R4, R5, R6, R1",
        "ISETP.LT.S32 P1, R0, 1\n@!P1 MOV R1, 2",
        "ISETP.LT.S32 P1, R0, 1\nSEL R1, R2, R3, P1",
        "ISETP.LT.S32 P1, R0, 1\nPSETP.AND P2, P3, P1",
        "SHFL.IDX P1, R1, R2, 0, 31\n@P1 MOV R5, 2",
        "SHFL.IDX P1, R1, R2, 0, 31\nMOV R5, R1",
        "s_mov_b64 s1, exec\ns_mov_b64 exec, s1",
    ];
    for text in waits {
        assert_eq!(slots(&config, text), [0, 2], "{text}");
    }
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
            let issues = Heard::of(&machine(organisation, beats, stages), text).issues;
            assert_eq!(issues[2].0, 1 + distance, "{organisation:?} {beats} {stages}");
        }
    }
}

#[test]
fn what_is_not_in_flight_does_not_wait() {
    let config = machine(RegisterFile::Wide, 4, 0);
    let goes_on = [
        // A source may be overwritten: it is read first.
        "IADD R1, R2, R3\nMOV R2, 1",
        "IADD R1, R2, R3\nIADD R4, R2, R3",
        // R1 and P1 are different places, and so are P1 and s1.
        "MOV R1, 1\n@P1 MOV R2, 2",
        "s_mov_b64 s1, exec\n@P1 MOV R2, 2",
        // Nobody waits for PT.
        "ISETP.LT.S32 PT, R0, 1\n@PT MOV R2, 2",
        // EXEC never makes anything wait.
        "s_mov_b64 exec, 1\nMOV R2, 2",
        "s_mov_b64 exec, 1\ns_mov_b64 s1, exec",
    ];
    for text in goes_on {
        assert_eq!(slots(&config, text), [0, 1], "{text}");
    }
}

#[test]
fn waves_do_not_wait_for_each_other() {
    let heard =
        Heard::of(&machine(RegisterFile::Wide, 4, 0), ".wave 0\nMOV R1, 1\n.wave 1\nMOV R2, R1");
    assert_eq!(heard.issues, [(0, 0, 0), (1, 1, 0)]);
}

#[test]
fn waves_take_turns_behind_the_one_that_issued_last() {
    let text = ".wave 0\nMOV R1, 1\nMOV R2, 1\nMOV R3, 1\n.wave 2\nMOV R1, 1\nMOV R2, R1\n.wave 3\nMOV R1, 1\nMOV R2, 2";
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 4), text);
    // W2 must wait till slot 4, three behind its first; W3 and W0 go on meanwhile.
    let expected = [(0, 0, 0), (1, 2, 0), (2, 3, 0), (3, 0, 1), (4, 2, 1), (5, 3, 1), (6, 0, 2)];
    assert_eq!(heard.issues, expected);
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 5), text);
    let expected = [(0, 0, 0), (1, 2, 0), (2, 3, 0), (3, 0, 1), (4, 3, 1), (5, 0, 2), (6, 2, 1)];
    assert_eq!(
        heard.issues, expected,
        "with one more stage the turn of W2 is not yet come in slot 4 and 5"
    );
}

#[test]
fn a_stall_names_the_wave_whose_turn_it_was_and_the_result_that_keeps_it_longest() {
    let text = ".wave 0\nMOV R1, 1\n.wave 1\nISETP.LT.S32 P1, R0, 1\n.wave 0\nMOV R5, R1\n.wave 1\n@P1 MOV R6, 1";
    // Distance 4: W0 may issue again in slot 4, W1 in slot 5; after W1's issue it is W0's turn.
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 5), text);
    let waits_for_r1 = |ready_in| StallReason::OperandInFlight {
        wave: 0,
        what: Entry::Register(Register(1)),
        ready_in,
    };
    assert_eq!(heard.stalls[..2], [(2, waits_for_r1(2)), (3, waits_for_r1(1))]);

    let both = "MOV R1, 1\nISETP.LT.S32 P1, R0, 1\n@P1 MOV R6, R1";
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), both);
    let what = Entry::Mask(MaskEntry::predicate(1));
    assert_eq!(heard.stalls[0], (2, StallReason::OperandInFlight { wave: 0, what, ready_in: 1 }));
    assert_eq!(heard.stalls[0].1.to_string(), "W0 waits 1 slot for P1");
}

#[test]
fn s_nop_stops_every_wave_for_its_extra_slots() {
    for organisation in super::TIMED {
        let heard = Heard::of(
            &machine(organisation, 4, 0),
            ".wave 0\ns_nop 3\nMOV R1, 1\n.wave 1\nMOV R1, 1",
        );
        assert_eq!(heard.issues, [(0, 0, 0), (4, 1, 0), (5, 0, 1)]);
        assert_eq!(heard.stalls[..3], [1, 2, 3].map(|slot| (slot, StallReason::Nop)));
        let plain = Heard::of(&machine(organisation, 4, 0), ".wave 0\nNOP\nMOV R1, 1");
        assert_eq!(plain.issues, [(0, 0, 0), (1, 0, 1)]);
    }
}

#[test]
fn s_nop_counts_towards_the_distance() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 8), "MOV R1, 1\ns_nop 1\nMOV R2, R1");
    assert_eq!(heard.issues, [(0, 0, 0), (1, 0, 1), (4, 0, 2)]);
    let what = Entry::Register(Register(1));
    let waits = StallReason::OperandInFlight { wave: 0, what, ready_in: 1 };
    assert_eq!(heard.stalls[..2], [(2, StallReason::Nop), (3, waits)]);
}

//! What a run amounts to.

use lanebeat::config::RegisterFile;
use lanebeat::cycle::{Silent, StallReason, Stalls, run, waves_to_saturate};

use super::{Heard, TIMED, dependent_code, machine, one_in_each_wave, program};

#[test]
fn an_empty_program_takes_no_time() {
    for organisation in TIMED {
        let heard = Heard::of(&machine(organisation, 4, 0), "");
        assert_eq!((heard.totals.cycles, heard.totals.slots, heard.totals.instructions), (0, 0, 0));
        assert_eq!(heard.totals.port_utilisation(), 0.0);
    }
}

#[test]
fn slots_are_issues_and_stalls() {
    let text = "SHFL.IDX P1, R1, R2, 0, 31\nMOV R3, R1\ns_nop 2\nMOV R4, R3";
    for organisation in TIMED {
        let totals = Heard::of(&machine(organisation, 4, 2), text).totals;
        assert_eq!(totals.slots, totals.instructions + totals.stalls.total(), "{organisation:?}");
        assert_eq!(totals.slots, totals.cycles.div_ceil(4), "{organisation:?}");
    }
    // Skewed, distance 2: issue, gather, wait, issue, issue, nop, nop, issue; its last row is
    // written in cycle 28 + 11.
    let totals = Heard::of(&machine(RegisterFile::Skewed, 4, 2), text).totals;
    assert_eq!(
        totals.stalls,
        Stalls {
            operand_in_flight: 1,
            barrier: 0,
            nop: 2,
            gather: 1,
            bank_conflict: 0,
            nothing_left: 2
        }
    );
    assert_eq!((totals.cycles, totals.slots), (40, 10));
}

#[test]
fn a_program_that_ends_with_s_nop_ends_with_its_retirement() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), "s_nop 15");
    assert_eq!((heard.totals.cycles, heard.totals.slots), (9, 3));
    assert_eq!(heard.stalls, [(1, StallReason::Nop), (2, StallReason::Nop)]);
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), "NOP");
    assert_eq!(heard.stalls, [(1, StallReason::NothingLeft), (2, StallReason::NothingLeft)]);
}

#[test]
fn nothing_behind_exit_is_executed() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), "MOV R1, 1\nEXIT\nMOV R2, 2");
    assert_eq!(heard.issues, [(0, 0, 0), (1, 0, 1)]);
}

#[test]
fn as_many_waves_as_the_distance_fill_every_slot_and_one_fewer_do_not() {
    for organisation in TIMED {
        for beats in [1, 2, 4, 8] {
            for stages in 0..=8 {
                let config =
                    lanebeat::config::Config { waves: 32, ..machine(organisation, beats, stages) };
                let waves = waves_to_saturate(&config);
                // Masks have ports of their own, so no bank disturbs the count.
                let code = |waves: usize| match organisation {
                    RegisterFile::Banked => dependent_code(waves, 20)
                        .replace("IMAD R3, R3, R1, R2", "PSETP.AND P3, P3, P1"),
                    _ => dependent_code(waves, 20),
                };
                let enough = Heard::of(&config, &code(waves)).totals;
                assert_eq!(enough.stalls.operand_in_flight, 0, "{config:?}");
                if waves > 1 {
                    let few = Heard::of(&config, &code(waves - 1)).totals;
                    // One slot is lost in each round but the last.
                    assert_eq!(few.stalls.operand_in_flight, 19, "{config:?}");
                }
            }
        }
    }
}

#[test]
fn three_operands_and_four_beats_keep_a_single_port_and_the_lanes_busy_in_every_cycle() {
    for organisation in [RegisterFile::Wide, RegisterFile::Skewed] {
        let heard = Heard::of(&machine(organisation, 4, 0), &dependent_code(2, 50));
        let ports = if organisation == RegisterFile::Wide { 1 } else { 4 };
        // From the first write to the last issue, 99 slots behind the first.
        for cycle in 11..=396 {
            assert_eq!(
                heard.accesses.iter().filter(|access| access.cycle == cycle).count(),
                ports,
                "{organisation:?} {cycle}"
            );
            assert_eq!(
                heard.beats.iter().filter(|beat| beat.cycle == cycle).count(),
                1,
                "{organisation:?} {cycle}"
            );
        }
    }
    // 4 accesses in each of 2000 slots, over 4*1999 + 9 cycles.
    let totals = Heard::of(&machine(RegisterFile::Wide, 4, 0), &dependent_code(2, 1000)).totals;
    assert_eq!((totals.register_accesses, totals.cycles), (8000, 8005));
    assert!(totals.port_utilisation() > 0.999 && totals.lane_utilisation() > 0.999);
}

#[test]
fn accesses_and_beats_of_the_totals_are_those_that_were_told() {
    let text = "@P1 SHFL.IDX P2, R1, R2, R3, 31\nIMAD R3, R0, R1, R2\nSEL R1, R2, 7, P3\nv_mov_b32 v1, v2 wave_shl:1\ns_mov_b64 s1, exec";
    for organisation in TIMED {
        for beats in [1, 2, 4, 8] {
            let heard = Heard::of(&machine(organisation, beats, 1), text);
            let of_registers = |access: &&lanebeat::cycle::Access| {
                matches!(access.entry, lanebeat::cycle::Entry::Register(_))
            };
            let registers = heard.accesses.iter().filter(of_registers).count();
            assert_eq!(
                heard.totals.register_accesses, registers as u64,
                "{organisation:?} {beats}"
            );
            assert_eq!(
                heard.totals.mask_accesses,
                (heard.accesses.len() - registers) as u64,
                "{organisation:?} {beats}"
            );
            assert_eq!(
                heard.totals.beats + heard.totals.gather_beats,
                heard.beats.len() as u64,
                "{organisation:?} {beats}"
            );
        }
    }
}

#[test]
fn a_silent_run_comes_to_the_same_totals() {
    for organisation in TIMED {
        let config = machine(organisation, 4, 3);
        let program = program(&config, &one_in_each_wave(5));
        let mut heard = Heard::default();
        assert_eq!(run(&config, &program, &mut Silent), run(&config, &program, &mut heard));
    }
}

#[test]
fn the_totals_are_four_lines() {
    let totals =
        Heard::of(&machine(RegisterFile::Wide, 4, 0), "IMAD R3, R0, R1, R2\nIADD R4, R3, 1").totals;
    let text = "\
issue:  0.400 instructions a slot
stalls: 3 of 5 slots (operand in flight 1, gather 0, nop 0, nothing left 2)
in use: lanes 47.1 %, register ports 35.3 %, mask ports 0.0 %
waves:  2 needed to fill every slot with dependent code
";
    assert_eq!(totals.to_string(), text);
}

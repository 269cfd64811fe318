//! What a run amounts to, and what holds in every cycle.

use std::collections::BTreeSet;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Action, Entry, Port, Silent, Timing, run, waves_to_saturate};
use lanebeat::isa::Register;

use super::{AllEvents, TIMED, dependent_code, machine, one_in_each_wave, program};

#[test]
fn as_many_waves_as_the_distance_fill_every_slot_and_one_fewer_do_not() {
    for organisation in TIMED {
        for beats in [1, 2, 4, 8] {
            for stages in 0..=8 {
                let config = Config { waves: 32, ..machine(organisation, beats, stages) };
                let waves = waves_to_saturate(&config);
                // Masks have ports of their own, so no bank disturbs the count.
                let code = |waves: usize| match organisation {
                    RegisterFile::Banked => dependent_code(waves, 20)
                        .replace("IMAD R3, R3, R1, R2", "PSETP.AND P3, P3, P1"),
                    _ => dependent_code(waves, 20),
                };
                let lost =
                    |waves| AllEvents::of(&config, &code(waves)).totals.stalls.operand_in_flight;
                assert_eq!(lost(waves), 0, "{config:?}");
                // One slot is lost in each round but the last.
                assert!(waves == 1 || lost(waves - 1) == 19, "{config:?}");
            }
        }
    }
}

#[test]
fn three_operands_and_four_beats_keep_a_single_port_and_the_lanes_busy_in_every_cycle() {
    for organisation in [RegisterFile::Wide, RegisterFile::Skewed] {
        let heard = AllEvents::of(&machine(organisation, 4, 0), &dependent_code(2, 50));
        let ports = if organisation == RegisterFile::Wide { 1 } else { 4 };
        // From the first write to the last issue, 99 slots behind the first.
        for cycle in 11..=396 {
            let mut here = heard.accesses.iter().filter(|access| access.cycle == cycle);
            let actions: BTreeSet<Action> = here.clone().map(|access| access.action).collect();
            assert_eq!(actions.len(), ports, "of several files each does another thing: {cycle}");
            assert!(here.by_ref().count() == ports, "{organisation:?} {cycle}");
            let beats = heard.beats.iter().filter(|beat| beat.cycle == cycle).count();
            assert_eq!(beats, 1, "{organisation:?} {cycle}");
        }
    }
    // 4 accesses in each of 2000 slots, over 4*1999 + 9 cycles.
    let totals = AllEvents::of(&machine(RegisterFile::Wide, 4, 0), &dependent_code(2, 1000)).totals;
    assert_eq!((totals.register_accesses, totals.cycles), (8000, 8005));
    assert!(totals.port_utilisation() > 0.999 && totals.lane_utilisation() > 0.999);
}

#[test]
fn totals_are_those_of_what_was_told_and_slots_are_issues_and_stalls() {
    let text = "@P1 SHFL.IDX P2, R1, R2, R3, 31\nIMAD R3, R0, R1, R2\nSEL R1, R2, 7, P3\ns_nop 2\nv_mov_b32 v1, v2 wave_shl:1\ns_mov_b64 s1, exec\nMOV R3, R1";
    for organisation in TIMED {
        for beats in [1, 2, 4, 8] {
            let config = machine(organisation, beats, 1);
            let heard = AllEvents::of(&config, text);
            let of_registers =
                |access: &&lanebeat::cycle::Access| matches!(access.entry, Entry::Register(_));
            let registers = heard.accesses.iter().filter(of_registers).count();
            let masks = heard.accesses.len() - registers;
            let totals = heard.totals;
            assert_eq!(totals.register_accesses, registers as u64, "{config:?}");
            assert_eq!(totals.mask_accesses, masks as u64, "{config:?}");
            assert_eq!(totals.beats + totals.gather_beats, heard.beats.len() as u64, "{config:?}");
            assert_eq!(totals.slots, totals.instructions + totals.stalls.total(), "{config:?}");
            assert_eq!(totals.slots, totals.cycles.div_ceil(config.slot_cycles() as u64));
        }
    }
}

#[test]
fn a_silent_run_comes_to_the_same_totals() {
    for organisation in TIMED {
        let config = machine(organisation, 4, 3);
        let program = program(&config, &one_in_each_wave(5));
        let mut heard = AllEvents::default();
        assert_eq!(run(&config, &program, &mut Silent), run(&config, &program, &mut heard));
    }
}

#[test]
fn a_register_lies_in_the_bank_of_its_number_plus_that_of_its_wave() {
    let banked = machine(RegisterFile::Banked, 4, 0);
    let timing = Timing::new(&banked);
    let cases = [(0, 0, 0), (3, 0, 3), (4, 0, 0), (63, 0, 3), (0, 1, 1), (3, 1, 0), (6, 7, 1)];
    for (register, wave, bank) in cases {
        assert_eq!(timing.bank(Register(register), wave), bank, "R{register} of wave {wave}");
    }
    let two = Timing::new(&Config { registers: 2, ..banked });
    let banks = [0, 1].map(|register| two.bank(Register(register), 1));
    assert_eq!(banks, [1, 0], "two registers need no more than two banks");
}

#[test]
fn a_bank_does_one_thing_in_a_cycle() {
    let text = "IMAD R4, R1, R5, R9\nIADD R8, R4, R0\nIMAD R5, R8, R4, R12\nSHFL.UP P1, R6, R2, R10, 0\nIADD R2, R6, R2\n";
    let waves: String = (0..5).map(|wave| format!(".wave {wave}\n{text}")).collect();
    for (beats, stages) in [(1, 0), (2, 3), (4, 0), (8, 5)] {
        let heard = AllEvents::of(&machine(RegisterFile::Banked, beats, stages), &waves);
        let uses: BTreeSet<(u64, Port)> =
            heard.accesses.iter().map(|access| (access.cycle, access.port)).collect();
        assert_eq!(uses.len(), heard.accesses.len(), "{beats} beats, {stages} stages");
        assert!(heard.totals.stalls.bank_conflict > 0);
    }
}

#[test]
fn more_collectors_lose_fewer_slots() {
    // Three operands of one bank, then three of three banks: with two collectors every wave's pair
    // takes its four bank slots.
    let code = ".repeat 16\nIMAD R8, R1, R5, R9\nIMAD R10, R2, R3, R4\n.end\n";
    let text: String = (0..8).map(|wave| format!(".wave {wave}\n{code}")).collect();
    let slots = |collectors| {
        let config = Config { collectors, ..machine(RegisterFile::Banked, 4, 0) };
        AllEvents::of(&config, &text).totals.slots
    };
    let of = [1, 2, 4, 8].map(slots);
    assert!(of.is_sorted_by(|one, more| one > more), "{of:?}");
}

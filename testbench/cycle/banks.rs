//! Banks: who reads and writes where, who waits for whom, and that a bank never does two things at
//! once.

use std::collections::BTreeSet;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{BankUser, Port, Schedule, StallReason, Timing};
use lanebeat::isa::Register;

use super::{Heard, machine, program};

fn banked(beats: usize, stages: usize) -> Config {
    machine(RegisterFile::Banked, beats, stages)
}

/// Two beats, no stages: read β in cycle 1 + β, execute in 2 + β, write in 3 + β.
fn of_two_beats(text: &str) -> Heard {
    Heard::of(&banked(2, 0), text)
}

/// What the ports did, with the bank.
fn bank_uses(heard: &Heard) -> Vec<String> {
    let mut accesses = heard.accesses.clone();
    accesses.sort();
    let bank = |port: Port| match port {
        Port::Bank(bank) => format!("bank {bank}"),
        other => format!("{other:?}"),
    };
    accesses
        .iter()
        .map(|access| format!("{} {}: {access}", access.cycle, bank(access.port)))
        .collect()
}

fn conflicts(heard: &Heard) -> Vec<(u64, String)> {
    heard
        .stalls
        .iter()
        .filter(|(_, reason)| matches!(reason, StallReason::BankConflict { .. }))
        .map(|(slot, reason)| (*slot, reason.to_string()))
        .collect()
}

#[test]
fn a_register_lies_in_the_bank_of_its_number_plus_that_of_its_wave() {
    let timing = Timing::new(&banked(4, 0));
    for (register, wave, bank) in
        [(0, 0, 0), (3, 0, 3), (4, 0, 0), (63, 0, 3), (0, 1, 1), (3, 1, 0), (6, 7, 1)]
    {
        assert_eq!(timing.bank(Register(register), wave), bank, "R{register} of wave {wave}");
    }
    let two = Timing::new(&Config { registers: 2, ..banked(4, 0) });
    assert_eq!(
        [0, 1].map(|register| two.bank(Register(register), 1)),
        [1, 0],
        "two registers need no more than two banks"
    );
}

#[test]
fn operands_in_three_banks_are_read_together_and_the_result_is_written_two_cycles_after_the_reads()
{
    let heard = of_two_beats("IMAD R3, R0, R1, R2");
    let uses = [
        "1 bank 0: W0.read a R0",
        "1 bank 1: W0.read b R1",
        "1 bank 2: W0.read c R2",
        "2 bank 0: W0.read a R0",
        "2 bank 1: W0.read b R1",
        "2 bank 2: W0.read c R2",
        "3 bank 3: W0.write R3",
        "4 bank 3: W0.write R3",
    ];
    assert_eq!(bank_uses(&heard), uses);
    assert_eq!(heard.lane_uses(), ["2 W0.exec 0", "3 W0.exec 1"]);
    assert_eq!(heard.retirements, [(4, 0, 0)]);
    assert_eq!(heard.totals.stalls.bank_conflict, 0);
}

#[test]
fn the_write_keeps_the_phase_of_the_reads_so_that_two_stages_are_free_with_four_beats() {
    for (stages, write) in [(0, 5), (1, 5), (2, 5), (3, 9), (6, 9), (7, 13)] {
        assert_eq!(
            Heard::of(&banked(4, stages), "MOV R3, 1").port_uses()[0],
            format!("{write} W0.write R3 beat 0")
        );
    }
    for (beats, write) in [(1, 3), (2, 3), (8, 9)] {
        assert_eq!(
            Heard::of(&banked(beats, 0), "MOV R3, 1").port_uses()[0],
            format!("{write} W0.write R3 beat 0")
        );
    }
}

#[test]
fn three_operands_in_one_bank_take_three_slots() {
    let heard = of_two_beats("IMAD R4, R1, R5, R9\nMOV R6, 1");
    let uses = [
        "1 bank 1: W0.read a R1",
        "2 bank 1: W0.read a R1",
        "3 bank 1: W0.read b R5",
        "4 bank 1: W0.read b R5",
        "5 bank 1: W0.read c R9",
        "6 bank 1: W0.read c R9",
        "7 bank 0: W0.write R4",
        "8 bank 0: W0.write R4",
    ];
    assert_eq!(bank_uses(&heard)[..8], uses);
    let lanes = [
        "2 W0.gather 0",
        "3 W0.gather 1",
        "4 W0.gather 0",
        "5 W0.gather 1",
        "6 W0.exec 0",
        "7 W0.exec 1",
        "8 W0.exec 0",
    ];
    assert_eq!(heard.lane_uses()[..7], lanes);
    assert_eq!(heard.issues, [(0, 0, 0), (3, 0, 1)]);
    let waits = |slot, register| {
        (
            slot,
            format!(
                "W0 {register} waits for bank 1: {} is read",
                if slot == 1 { "R1" } else { "R5" }
            ),
        )
    };
    assert_eq!(conflicts(&heard), [waits(1, "R5"), waits(2, "R9")]);
    assert_eq!((heard.totals.stalls.bank_conflict, heard.totals.register_accesses), (2, 10));
}

#[test]
fn an_operand_that_is_the_same_register_needs_no_turn_of_its_own() {
    let heard = of_two_beats("IMAD R4, R1, R1, R1");
    assert_eq!(bank_uses(&heard)[..2], ["1 bank 1: W0.read a R1", "2 bank 1: W0.read a R1"]);
    assert_eq!((heard.totals.stalls.bank_conflict, heard.totals.register_accesses), (0, 4));
    // c goes with a, so that only b is left.
    let heard = of_two_beats("IMAD R4, R1, R5, R1");
    assert_eq!(bank_uses(&heard)[..4].iter().filter(|text| text.contains("R5")).count(), 2);
    assert_eq!(heard.totals.stalls.bank_conflict, 1);
    let heard = of_two_beats("IMAD R4, R5, R1, R1");
    assert_eq!(heard.totals.stalls.bank_conflict, 1, "b and c go together behind a");
}

#[test]
fn a_result_takes_its_bank_before_an_operand() {
    // R7 of wave 0 and R2 of wave 1 lie in bank 3; the result is written in slot 1, in which wave 1
    // reads.
    let heard = of_two_beats(".wave 0\nMOV R7, 1\n.wave 1\nIADD R4, R1, R2");
    assert_eq!(conflicts(&heard), [(2, "W1 R2 waits for bank 3: W0 writes R7".to_owned())]);
    let uses = [
        "3 bank 2: W1.read a R1",
        "3 bank 3: W0.write R7",
        "4 bank 2: W1.read a R1",
        "4 bank 3: W0.write R7",
        "5 bank 3: W1.read b R2",
        "6 bank 3: W1.read b R2",
    ];
    assert_eq!(bank_uses(&heard)[..6], uses);
    let user = BankUser::Write { wave: 0, register: Register(7) };
    let reason = StallReason::BankConflict { wave: 1, waiting: Register(2), bank: 3, user };
    assert_eq!(heard.stalls[0], (2, reason));
}

#[test]
fn whoever_looks_into_other_beats_collects_operand_a_before_its_last_slot() {
    let heard = of_two_beats("SHFL.IDX P1, R1, R2, R3, 31");
    let reads: Vec<String> =
        bank_uses(&heard).into_iter().filter(|text| text.contains("read")).collect();
    let all = [
        "1 bank 2: W0.read a R2",
        "1 bank 3: W0.read b R3",
        "2 bank 2: W0.read a R2",
        "2 bank 3: W0.read b R3",
    ];
    assert_eq!(reads, all, "nothing is read twice");
    assert_eq!(heard.lane_uses(), ["2 W0.gather 0", "3 W0.gather 1", "4 W0.exec 0", "5 W0.exec 1"]);
    assert_eq!(heard.stalls[0], (1, StallReason::Gather));
    // Operand a comes in the second slot only: its bank is written in the first.
    let heard = of_two_beats(".wave 0\nMOV R3, 1\n.wave 1\nSHFL.IDX P1, R1, R2, R4, 31");
    let stalls: Vec<String> =
        heard.stalls[..2].iter().map(|(slot, reason)| format!("{slot} {reason}")).collect();
    assert_eq!(stalls, ["2 W1 R2 waits for bank 3: W0 writes R3", "3 gather"]);
    // ds_permute_b32 needs its addresses, operand b, of other beats too, and here they lie in the
    // bank of a, the words.
    let heard = of_two_beats("ds_permute_b32 v1, v2, v6");
    let stalls: Vec<String> =
        heard.stalls[..2].iter().map(|(slot, reason)| format!("{slot} {reason}")).collect();
    assert_eq!(stalls, ["1 W0 R2 waits for bank 2: R6 is read", "2 gather"]);
    // SHFL needs no more of b than the beat's.
    let heard = of_two_beats("SHFL.IDX P1, R1, R2, R6, 31");
    assert_eq!(heard.stalls[0].1.to_string(), "W0 R6 waits for bank 2: R2 is read");
    assert_eq!(heard.totals.stalls.gather, 0, "b comes in the last slot, a was there before");
}

#[test]
fn results_in_the_one_bank_that_the_other_wave_leaves_keep_all_banks_and_the_lanes_busy() {
    let text = ".wave 0\n.repeat 20\nIMAD R4, R0, R1, R2\n.end\n.wave 1\n.repeat 20\nIMAD R6, R0, R1, R2\n.end";
    let heard = Heard::of(&banked(4, 0), text);
    for cycle in 5..=4 * 39 {
        let ports: BTreeSet<Port> = heard
            .accesses
            .iter()
            .filter(|access| access.cycle == cycle)
            .map(|access| access.port)
            .collect();
        assert_eq!(ports, [0, 1, 2, 3].map(Port::Bank).into(), "cycle {cycle}");
    }
    assert_eq!((heard.totals.stalls.bank_conflict, heard.totals.stalls.operand_in_flight), (0, 0));
}

#[test]
fn a_bank_does_one_thing_in_a_cycle() {
    let text = "IMAD R4, R1, R5, R9\nIADD R8, R4, R0\nIMAD R5, R8, R4, R12\nSHFL.UP P1, R6, R2, R10, 0\nIADD R2, R6, R2\n";
    let waves: String = (0..5).map(|wave| format!(".wave {wave}\n{text}")).collect();
    for (beats, stages) in [(1, 0), (2, 3), (4, 0), (8, 5)] {
        let heard = Heard::of(&banked(beats, stages), &waves);
        let uses: BTreeSet<(u64, Port)> =
            heard.accesses.iter().map(|access| (access.cycle, access.port)).collect();
        assert_eq!(uses.len(), heard.accesses.len(), "{beats} beats, {stages} stages");
        assert!(heard.totals.stalls.bank_conflict > 0);
    }
}

#[test]
fn the_timetable_says_which_bank_each_operand_is_in() {
    let config = banked(4, 0);
    let schedule = Schedule::new(
        &config,
        &program(&config, "IMAD R4, R1, R5, R9\nIADD R7, R2, R2\nMOV R1, 1"),
    )
    .expect("no deadlock");
    let (titles, rows) = schedule.cells();
    let column = titles.iter().position(|title| title == "banks").expect("a column");
    assert_eq!(rows[0][column], "R1, R5, R9 all lie in bank 1; result R4 in bank 0");
    assert_eq!(rows[12][column], "R2 lies in bank 2; result R7 in bank 3");
    assert_eq!(rows[16][column], "result R1 in bank 1");
}

/// Two beats, no stages, two collectors.
fn of_two_collectors(text: &str) -> Heard {
    Heard::of(&Config { collectors: 2, ..banked(2, 0) }, text)
}

#[test]
fn the_second_collector_reads_from_the_banks_that_the_first_leaves_idle() {
    // Wave 0 needs bank 1 for three slots; of wave 1 R0 lies in bank 1, R1 in bank 2, R2 in bank 3,
    // as does the result.
    let heard = of_two_collectors(
        ".wave 0\nIMAD R4, R1, R5, R9\n.wave 1\nIMAD R2, R0, R1, R2\n.wave 2\nMOV R0, 1",
    );
    let uses = [
        "1 bank 1: W0.read a R1",
        "2 bank 1: W0.read a R1",
        "3 bank 1: W0.read b R5",
        "3 bank 2: W1.read b R1",
        "3 bank 3: W1.read c R2",
        "4 bank 1: W0.read b R5",
        "4 bank 2: W1.read b R1",
        "4 bank 3: W1.read c R2",
        "5 bank 1: W0.read c R9",
        "6 bank 1: W0.read c R9",
        "7 bank 0: W0.write R4",
        "7 bank 1: W1.read a R0",
        "8 bank 0: W0.write R4",
        "8 bank 1: W1.read a R0",
        "9 bank 3: W1.write R2",
        "10 bank 3: W1.write R2",
        "11 bank 2: W2.write R0",
        "12 bank 2: W2.write R0",
    ];
    assert_eq!(bank_uses(&heard), uses);
    // Both collectors are taken until wave 0 leaves at the end of slot 2; wave 2, which waits for
    // nothing, leaves behind wave 1.
    assert_eq!(heard.issues, [(0, 0, 0), (1, 1, 0), (3, 2, 0)]);
    assert_eq!(conflicts(&heard), [(2, "W0 R9 waits for bank 1: R5 is read".to_owned())]);
    let lanes = [
        "2 W0.gather 0",
        "3 W0.gather 1",
        "4 W0.gather 0",
        "5 W0.gather 1",
        "6 W0.exec 0",
        "7 W0.exec 1",
    ];
    let behind = ["8 W1.exec 0", "9 W1.exec 1", "10 W2.exec 0", "11 W2.exec 1"];
    assert_eq!(heard.lane_uses(), [&lanes[..], &behind[..]].concat());
    assert_eq!(heard.retirements, [(8, 0, 0), (10, 1, 0), (12, 2, 0)]);
}

#[test]
fn who_looks_into_other_beats_gathers_only_when_it_is_the_oldest() {
    // SHFL has all that it wants in slot 1, is the oldest from slot 3 on, and leaves in slot 4.
    let heard = of_two_collectors(
        ".wave 0\nIMAD R4, R1, R5, R9\n.wave 1\nSHFL.IDX P1, R4, R1, R2, 31\nMOV R3, 1\nMOV R5, R4",
    );
    let of_shuffle = |text: &&String| text.contains("W1.gather") || text.contains("W1.exec");
    let lanes: Vec<String> = heard.lane_uses().iter().filter(of_shuffle).take(4).cloned().collect();
    assert_eq!(lanes, ["8 W1.gather 0", "9 W1.gather 1", "10 W1.exec 0", "11 W1.exec 1"]);
    // MOV R3 takes the collector that wave 0 leaves in slot 2, MOV R5 waits for the shuffle's
    // result, which is written in slot 5.
    assert_eq!(heard.issues, [(0, 0, 0), (1, 1, 0), (3, 1, 1), (6, 1, 2)]);
    let stalls: Vec<String> =
        heard.stalls.iter().take(3).map(|(slot, reason)| format!("{slot} {reason}")).collect();
    assert_eq!(
        stalls,
        ["2 W0 R9 waits for bank 1: R5 is read", "4 gather", "5 W1 waits 1 slot for R4"]
    );
}

#[test]
fn nops_count_while_collectors_are_full() {
    let heard = of_two_collectors(".wave 0\nIMAD R4, R1, R5, R9\n.wave 1\ns_nop 3\nMOV R3, 1");
    assert_eq!(heard.issues, [(0, 0, 0), (1, 1, 0), (5, 1, 1)]);
    let stalls: Vec<String> =
        heard.stalls[..3].iter().map(|(slot, reason)| format!("{slot} {reason}")).collect();
    assert_eq!(stalls, ["2 W0 R9 waits for bank 1: R5 is read", "3 nop", "4 nop"]);
}

#[test]
fn a_wave_arrives_at_its_barrier_when_the_instruction_leaves() {
    // BAR issues in slot 1 and leaves in slot 3, behind wave 0: its last beat executes in cycle 9,
    // the barrier opens in cycle 10.
    let heard =
        of_two_collectors(".wave 0\nIMAD R4, R1, R5, R9\n.wave 1\nBAR.SYNC 0, 1\nMOV R3, 1");
    assert_eq!(heard.issues, [(0, 0, 0), (1, 1, 0), (5, 1, 1)]);
}

#[test]
fn more_collectors_lose_fewer_slots() {
    // Three operands of one bank, then three of three banks: with two collectors every wave's pair
    // takes its four bank slots.
    let text: String = (0..8)
        .map(|wave| {
            format!(".wave {wave}\n.repeat 16\nIMAD R8, R1, R5, R9\nIMAD R10, R2, R3, R4\n.end\n")
        })
        .collect();
    let slots = |collectors| Heard::of(&Config { collectors, ..banked(4, 0) }, &text).totals.slots;
    let of = [1, 2, 4, 8].map(slots);
    assert!(of.is_sorted_by(|one, more| one > more), "{of:?}");
}

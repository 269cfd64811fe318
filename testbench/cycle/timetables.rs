//! Who is at which port and in the lanes, cycle by cycle.

use lanebeat::config::RegisterFile;
use lanebeat::cycle::{Action, Port};

use super::{Heard, dependent_code, machine, one_in_each_wave};

#[test]
fn wide_keeps_the_timetable_of_the_seed() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), &one_in_each_wave(4));
    let line = |cycle: u64| {
        let read = |action| match action {
            Action::Write => "write",
            Action::ReadC => "read1",
            Action::ReadB => "read2",
            Action::ReadA => "read3",
        };
        let port = heard.accesses.iter().filter(|access| access.cycle == cycle);
        let port = port.map(|access| format!("W{}.{}", access.wave, read(access.action)));
        let lanes = heard.beats.iter().filter(|beat| beat.cycle == cycle);
        let lanes = lanes.map(|beat| format!("W{}.exec_{}", beat.wave, beat.beat));
        port.chain(lanes).collect::<Vec<_>>().join(" ")
    };
    let seed = "W0.write W1.exec_0
W2.read1 W1.exec_1
W2.read2 W1.exec_2
W2.read3 W1.exec_3
W1.write W2.exec_0
W3.read1 W2.exec_1
W3.read2 W2.exec_2
W3.read3 W2.exec_3
W2.write W3.exec_0";
    assert_eq!((8..17).map(line).collect::<Vec<_>>().join("\n"), seed);
}

#[test]
fn wide_keeps_the_table_of_the_design() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), "IMAD R3, R0, R1, R2");
    assert_eq!(
        heard.port_uses(),
        ["1 W0.read c R2", "2 W0.read b R1", "3 W0.read a R0", "8 W0.write R3"]
    );
    assert_eq!(heard.lane_uses(), ["4 W0.exec 0", "5 W0.exec 1", "6 W0.exec 2", "7 W0.exec 3"]);
    assert_eq!(heard.retirements, [(8, 0, 0)]);
    assert_eq!(heard.totals.cycles, 9);
}

#[test]
fn wide_with_fewer_beats_than_four_leaves_the_lanes_idle_and_with_more_the_port() {
    let two = Heard::of(&machine(RegisterFile::Wide, 2, 0), "IMAD R3, R0, R1, R2");
    assert_eq!(
        two.port_uses(),
        ["1 W0.read c R2", "2 W0.read b R1", "3 W0.read a R0", "8 W0.write R3"]
    );
    assert_eq!(two.lane_uses(), ["4 W0.exec 0", "5 W0.exec 1"]);
    let eight = Heard::of(&machine(RegisterFile::Wide, 8, 0), "IMAD R3, R0, R1, R2");
    assert_eq!(
        eight.port_uses(),
        ["5 W0.read c R2", "6 W0.read b R1", "7 W0.read a R0", "16 W0.write R3"]
    );
    assert_eq!(eight.lane_uses().first().map(String::as_str), Some("8 W0.exec 0"));
    assert_eq!(eight.lane_uses().last().map(String::as_str), Some("15 W0.exec 7"));
}

#[test]
fn stages_delay_the_write_of_wide_by_whole_slots() {
    for (stages, write) in [(0, 8), (1, 12), (4, 12), (5, 16), (8, 16)] {
        let heard = Heard::of(&machine(RegisterFile::Wide, 4, stages), "MOV R3, 1");
        assert_eq!(heard.port_uses(), [format!("{write} W0.write R3")], "{stages} stages");
    }
}

#[test]
fn each_file_of_skewed_is_a_cycle_behind_the_one_before() {
    let heard = Heard::of(&machine(RegisterFile::Skewed, 2, 0), "IMAD R3, R0, R1, R2");
    let uses = [
        "1 W0.read c R2 beat 0",
        "2 W0.read b R1 beat 0",
        "2 W0.read c R2 beat 1",
        "3 W0.read a R0 beat 0",
        "3 W0.read b R1 beat 1",
        "4 W0.read a R0 beat 1",
        "8 W0.write R3 beat 0",
        "9 W0.write R3 beat 1",
    ];
    assert_eq!(heard.port_uses(), uses);
    assert_eq!(heard.lane_uses(), ["4 W0.exec 0", "5 W0.exec 1"]);
    assert_eq!(heard.retirements, [(9, 0, 0)]);
}

#[test]
fn three_stages_are_free_in_skewed() {
    for (stages, first_write) in [(0, 8), (3, 8), (4, 12), (7, 12), (8, 16)] {
        let heard = Heard::of(&machine(RegisterFile::Skewed, 4, stages), "MOV R3, 1");
        assert_eq!(heard.accesses[0].cycle, first_write, "{stages} stages");
        assert_eq!(heard.retirements, [(first_write + 3, 0, 0)], "{stages} stages");
    }
}

#[test]
fn in_steady_state_exactly_one_file_of_skewed_writes_and_one_reads_each_operand() {
    let heard = Heard::of(&machine(RegisterFile::Skewed, 4, 0), &dependent_code(4, 8));
    // The first write of file 0 is in cycle 8, the last of the 32 instructions' reads of c starts
    // in cycle 4*31 + 1.
    for cycle in 8..=125 {
        let here: Vec<_> = heard.accesses.iter().filter(|access| access.cycle == cycle).collect();
        let mut actions: Vec<Action> = here.iter().map(|access| access.action).collect();
        actions.sort();
        assert_eq!(actions, Action::ALL, "cycle {cycle}");
        let mut ports: Vec<Port> = here.iter().map(|access| access.port).collect();
        ports.sort();
        assert_eq!(ports, [0, 1, 2, 3].map(Port::File), "cycle {cycle}");
        // File 0 writes in phase 0 and reads c, b, a after it.
        let of_file_0 =
            here.iter().find(|access| access.port == Port::File(0)).expect("checked above");
        let expected =
            [Action::Write, Action::ReadC, Action::ReadB, Action::ReadA][(cycle % 4) as usize];
        assert_eq!(of_file_0.action, expected, "cycle {cycle}");
        if cycle > 8 {
            let before = heard.accesses.iter().filter(|access| access.cycle == cycle - 1);
            for access in before {
                let Port::File(file @ 0..3) = access.port else { continue };
                let behind = here
                    .iter()
                    .find(|later| later.port == Port::File(file + 1))
                    .expect("checked above");
                assert_eq!(
                    (behind.wave, behind.entry, behind.action),
                    (access.wave, access.entry, access.action)
                );
            }
        }
    }
}

#[test]
fn multi_port_and_replicated_read_three_operands_at_once_and_write_two_cycles_after_reading() {
    for organisation in [RegisterFile::MultiPort, RegisterFile::Replicated] {
        let heard = Heard::of(&machine(organisation, 2, 0), "IMAD R3, R0, R1, R2");
        let uses = [
            "1 W0.read a R0 beat 0",
            "1 W0.read b R1 beat 0",
            "1 W0.read c R2 beat 0",
            "2 W0.read a R0 beat 1",
            "2 W0.read b R1 beat 1",
            "2 W0.read c R2 beat 1",
            "3 W0.write R3 beat 0",
            "4 W0.write R3 beat 1",
        ];
        assert_eq!(heard.port_uses(), uses);
        assert_eq!(heard.lane_uses(), ["2 W0.exec 0", "3 W0.exec 1"]);
        assert_eq!(heard.retirements, [(4, 0, 0)]);
        let deep = Heard::of(&machine(organisation, 2, 5), "MOV R3, 1");
        assert_eq!(deep.port_uses(), ["8 W0.write R3 beat 0", "9 W0.write R3 beat 1"]);
    }
}

#[test]
fn literals_and_pt_leave_the_ports_idle() {
    let wide = machine(RegisterFile::Wide, 4, 0);
    assert_eq!(Heard::of(&wide, "IADD R1, R2, 5").port_uses(), ["3 W0.read a R2", "8 W0.write R1"]);
    assert_eq!(Heard::of(&wide, "NOP").port_uses(), [""; 0]);
    assert_eq!(Heard::of(&wide, "NOP").lane_uses().len(), 4);
    assert_eq!(
        Heard::of(&wide, "ISETP.LT.S32 PT, R1, R1").port_uses(),
        ["2 W0.read b R1", "3 W0.read a R1"]
    );
}

#[test]
fn guard_p_and_q_are_read_like_a_b_and_c() {
    let heard = Heard::of(&machine(RegisterFile::Wide, 4, 0), "@P1 PSETP.AND P4, P2, P3");
    assert_eq!(
        heard.port_uses(),
        ["1 W0.read c P3", "2 W0.read b P2", "3 W0.read a P1", "8 W0.write P4"]
    );
    let saved =
        Heard::of(&machine(RegisterFile::Wide, 4, 0), "s_mov_b64 s2, exec\ns_mov_b64 exec, s1");
    assert_eq!(saved.port_uses(), ["6 W0.read b s1", "8 W0.write s2"]);
}

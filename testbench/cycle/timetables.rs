//! Who is at which port and in the lanes, cycle by cycle: each section of a text has a machine, a
//! program and their timetable.

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{Schedule, Side, StallReason, aligned};

use super::{AllEvents, TIMED, machine, program};
use crate::common::golden;

const PATH: &str = "testbench/cycle/golden/timetables.txt";
const ROWS: &str = include_str!("golden/timetables.txt");
/// Between the program and its timetable.
const RULER: &str = "----\n";
/// A setting that is none of the machine's: only what issues is shown.
const SLOTS: &str = "slots";

/// Of each slot what issues, or why nothing does; and the totals.
fn slots(schedule: &Schedule) -> String {
    let (titles, rows) = schedule.cells();
    let column = |title: &str| titles.iter().position(|other| other == title).expect("a column");
    let [issue, stall] = ["issue", "stall"].map(column);
    let begin = rows.iter().step_by(schedule.slot_cycles() as usize).enumerate();
    let told = begin.map(|(slot, row)| format!("{slot} {}{}\n", row[issue], row[stall]));
    told.chain([schedule.totals().to_string()]).collect()
}

#[test]
fn every_row_has_its_timetable() {
    let mut count = 0;
    for row in ROWS.split("\n# ").skip(1) {
        let (title, rest) = row.split_once('\n').expect("a title");
        let (settings, rest) = rest.split_once('\n').expect("the machine");
        let (text, _) = rest.split_once(RULER).expect("a program");
        let of_machine = settings.split(' ').filter(|setting| *setting != SLOTS);
        let sets: Vec<String> = of_machine.map(str::to_owned).collect();
        let config = Config::load(None, None, &sets).unwrap_or_else(|error| panic!("{error}"));
        let schedule = Schedule::new(&config, &program(&config, text)).expect("no deadlock");
        let table = match settings.ends_with(SLOTS) {
            true => slots(&schedule),
            false => {
                let (titles, rows) = schedule.cells();
                aligned([titles].iter().chain(&rows), " | ", |_| Side::Left)
            }
        };
        let table: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let made = format!("# {title}\n{settings}\n{text}{RULER}{table}");
        golden::block(PATH, &format!("# {title}\n"), "\n\n", made.trim_end());
        count += 1;
    }
    assert!(count >= 47, "only {count} rows");
}

/// For stages of the ALU, the cycle of the first write of `MOV R3, 1`.
type Writes<'w> = &'w [(usize, u64)];

#[test]
fn stages_delay_a_write_by_whole_slots_where_the_port_has_turns() {
    let table: [(RegisterFile, usize, Writes); 6] = [
        (RegisterFile::Wide, 4, &[(0, 8), (1, 12), (4, 12), (5, 16), (8, 16)]),
        // Three stages are free.
        (RegisterFile::Skewed, 4, &[(0, 8), (3, 8), (4, 12), (7, 12), (8, 16)]),
        // The write keeps the phase of the reads, so that two are.
        (RegisterFile::Banked, 4, &[(0, 5), (1, 5), (2, 5), (3, 9), (6, 9), (7, 13)]),
        (RegisterFile::Banked, 1, &[(0, 3)]),
        (RegisterFile::Banked, 2, &[(0, 3)]),
        (RegisterFile::Banked, 8, &[(0, 9)]),
    ];
    for (organisation, beats, writes) in table {
        for &(stages, write) in writes {
            let heard = AllEvents::of(&machine(organisation, beats, stages), "MOV R3, 1");
            let first = heard.accesses.iter().map(|access| access.cycle).min();
            assert_eq!(first, Some(write), "{organisation:?}, {beats} beats, {stages} stages");
            let last = if organisation == RegisterFile::Wide { 0 } else { beats as u64 - 1 };
            assert_eq!(heard.retirements, [(write + last, 0, 0)]);
        }
    }
}

/// Slots in which waves 0 and 1 issue. A barrier opens in the cycle after the last beat of the last
/// BAR, or when the last wave that is not there ends.
#[test]
fn waves_go_on_when_their_barrier_opens() {
    let table: [(&str, &[u64], &[u64]); 3] = [
        // Last beat in cycle 7 (skewed and wide) or 5, open in cycle 8 or 6: slot 2 in both.
        ("BAR.SYNC 0\nNOP\nNOP", &[0, 2, 3], &[]),
        // The first wave goes on when the last has arrived.
        ("BAR.SYNC 0\nNOP\n.wave 1\nNOP\nNOP\nNOP\nBAR.SYNC 0\nNOP", &[0, 6], &[1, 2, 3, 4, 7]),
        // A wave that ends opens the barrier in the next cycle.
        ("BAR.SYNC 0\nNOP\n.wave 1\nNOP\nNOP\nNOP\nEXIT", &[0, 5], &[1, 2, 3, 4]),
    ];
    let issues = |heard: &AllEvents, wave: usize| -> Vec<u64> {
        heard.issues.iter().filter(|issue| issue.1 == wave).map(|issue| issue.0).collect()
    };
    for organisation in TIMED {
        for (text, first, second) in table {
            let heard = AllEvents::of(&machine(organisation, 4, 0), text);
            assert_eq!(issues(&heard, 0), first, "{organisation:?} {text}");
            assert_eq!(issues(&heard, 1), second, "{organisation:?} {text}");
        }
        let alone = AllEvents::of(&machine(organisation, 4, 0), table[0].0);
        assert_eq!(alone.stalls[0], (1, StallReason::Barrier { wave: 0, number: 0 }));
        assert_eq!(alone.totals.stalls.barrier, 1);
    }
    // Slots of one cycle wait for the beat itself: it executes in cycle 2, is looked at in cycle 3
    // because no beat before announces it, open in 4.
    let heard = AllEvents::of(&machine(RegisterFile::MultiPort, 1, 0), "BAR.SYNC 0\nNOP");
    assert_eq!(issues(&heard, 0), [0, 4]);
}

#[test]
fn cells_with_commas_are_quoted_and_the_mask_file_has_columns_only_where_it_is_used() {
    let csv = |text: &str| {
        let config = machine(RegisterFile::Wide, 4, 0);
        super::csv(&Schedule::new(&config, &program(&config, text)).expect("no deadlock"))
    };
    let without = csv("MOV R1, 2\nMOV R2, R1");
    let lines: Vec<&str> = without.lines().collect();
    assert_eq!(lines[0], "cycle,phase,issue,port,lanes,stall");
    assert_eq!(lines[1], "0,0,\"W0 MOV R1, 2\",,,");
    assert_eq!(lines[5], "4,0,,,W0.exec 0,W0 waits 1 slot for R1");
    let with = csv("@P1 MOV R1, 2");
    assert_eq!(with.lines().next(), Some("cycle,phase,issue,port,mask port,lanes,stall"));
}

//! The timetable as text and as comma-separated values.

use lanebeat::config::RegisterFile;
use lanebeat::cycle::Schedule;

use super::{machine, one_in_each_wave, program};

fn schedule(organisation: RegisterFile, beats: usize, text: &str) -> Schedule {
    let config = machine(organisation, beats, 0);
    Schedule::new(&config, &program(&config, text)).expect("no deadlock")
}

/// The cells of a column, by its title.
fn column(schedule: &Schedule, title: &str) -> Vec<String> {
    let text = schedule.to_csv();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let titles = reader.headers().expect("titles").clone();
    let position = titles
        .iter()
        .position(|cell| cell == title)
        .unwrap_or_else(|| panic!("no {title} in {titles:?}"));
    reader.records().map(|record| record.expect("a row of cells")[position].to_owned()).collect()
}

#[test]
fn the_timetable_of_wide_has_one_line_a_cycle() {
    let text = "\
cycle | phase | issue                  | port         | lanes     | stall
0     | 0     | W0 IMAD R3, R0, R1, R2 |              |           |
1     | 1     |                        | W0.read c R2 |           |
2     | 2     |                        | W0.read b R1 |           |
3     | 3     |                        | W0.read a R0 |           |
4     | 0     | W1 IMAD R3, R0, R1, R2 |              | W0.exec 0 |
5     | 1     |                        | W1.read c R2 | W0.exec 1 |
6     | 2     |                        | W1.read b R1 | W0.exec 2 |
7     | 3     |                        | W1.read a R0 | W0.exec 3 |
8     | 0     |                        | W0.write R3  | W1.exec 0 | nothing left to issue
9     | 1     |                        |              | W1.exec 1 |
10    | 2     |                        |              | W1.exec 2 |
11    | 3     |                        |              | W1.exec 3 |
12    | 0     |                        | W1.write R3  |           | nothing left to issue
";
    assert_eq!(schedule(RegisterFile::Wide, 4, &one_in_each_wave(2)).to_text(), text);
}

#[test]
fn skewed_has_a_column_for_each_file() {
    let schedule = schedule(RegisterFile::Skewed, 2, "IADD R1, R2, R3");
    assert_eq!(column(&schedule, "file 0")[2..5], ["W0.read b R3", "W0.read a R2", ""]);
    assert_eq!(column(&schedule, "file 1")[2..5], ["", "W0.read b R3", "W0.read a R2"]);
}

#[test]
fn multi_port_has_a_column_for_each_port_and_says_the_beat() {
    let schedule = schedule(RegisterFile::MultiPort, 4, "IADD R1, R2, R3");
    assert_eq!(
        column(&schedule, "read a")[..3],
        ["", "W0.read a R2 beat 0", "W0.read a R2 beat 1"]
    );
    assert_eq!(column(&schedule, "read c"), [""; 7]);
    assert_eq!(column(&schedule, "write")[3], "W0.write R1 beat 0");
}

#[test]
fn the_mask_file_has_columns_only_where_it_is_used() {
    let without = schedule(RegisterFile::Wide, 4, "MOV R1, 2").to_csv();
    assert_eq!(without.lines().next(), Some("cycle,phase,issue,port,lanes,stall"));
    let with = schedule(RegisterFile::Wide, 4, "@P1 MOV R1, 2");
    assert_eq!(column(&with, "mask port")[3], "W0.read a P1");
    assert_eq!(column(&with, "port")[8], "W0.write R1");
}

#[test]
fn cells_with_commas_are_quoted() {
    let csv = schedule(RegisterFile::Wide, 4, "MOV R1, 2\nMOV R2, R1").to_csv();
    assert_eq!(csv.lines().nth(1), Some("0,0,\"W0 MOV R1, 2\",,,"));
    assert_eq!(csv.lines().nth(5), Some("4,0,,,W0.exec 0,W0 waits 1 slot for R1"));
}

//! The timing model: timetables that were counted by hand from [S4], and the RTL cycle by cycle.

mod gather;
mod interlock;
mod nets;
mod repetition;
mod rtl;
mod timetables;
mod totals;
mod two_bank;
mod views;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::views::csv as separated;
use lanebeat::cycle::{Access, Beat, Event, Schedule, Sink, StallReason, Totals, run};
use lanebeat::isa::Program;
use lanebeat::isa::asm::assemble;

/// Every organisation of several beats.
const TIMED: [RegisterFile; 5] = [
    RegisterFile::Wide,
    RegisterFile::Skewed,
    RegisterFile::MultiPort,
    RegisterFile::Replicated,
    RegisterFile::Banked,
];

/// The default machine with another organisation, number of beats, if it takes several, and of ALU
/// stages.
fn machine(register_file: RegisterFile, beats: usize, stages: usize) -> Config {
    let beats = if register_file.admits(beats) { beats } else { 1 };
    let config = Config { register_file, beats, stages, ..Config::default() };
    config.check().expect("a legal machine");
    config
}

fn program(config: &Config, text: &str) -> Program {
    assemble("test.s", text, &config.target()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The cells of a timetable as comma-separated values, under their titles.
fn csv(schedule: &Schedule) -> String {
    let (titles, rows) = schedule.cells();
    separated(&[titles]) + &separated(&rows)
}

/// Everything that a run tells.
#[derive(Default)]
struct AllEvents {
    /// Slot, wave, number.
    issues: Vec<(u64, usize, usize)>,
    /// Slot, reason.
    stalls: Vec<(u64, StallReason)>,
    accesses: Vec<Access>,
    beats: Vec<Beat>,
    /// Cycle, wave, number.
    retirements: Vec<(u64, usize, usize)>,
    totals: Totals,
}

impl Sink for AllEvents {
    fn see(&mut self, event: &Event) {
        match *event {
            Event::Issue(issue) => self.issues.push((issue.slot, issue.wave, issue.number)),
            Event::Stall(stall) => self.stalls.push((stall.slot, stall.reason)),
            Event::Access(access) => self.accesses.push(access),
            Event::Beat(beat) => self.beats.push(beat),
            Event::Retire(end) => self.retirements.push((end.cycle, end.wave, end.number)),
            Event::Stay(_) | Event::Meeting(_) => {}
        }
    }
}

impl AllEvents {
    fn of(config: &Config, text: &str) -> Self {
        let mut heard = Self::default();
        heard.totals = run(config, &program(config, text), &mut heard).expect("no deadlock");
        heard
    }
}

/// One three-operand instruction in each of `waves` waves.
fn one_in_each_wave(waves: usize) -> String {
    (0..waves).map(|wave| format!(".wave {wave}\nIMAD R3, R0, R1, R2\n")).collect()
}

/// In each of `waves` waves `count` instructions of which each needs the one before.
fn dependent_code(waves: usize, count: usize) -> String {
    (0..waves)
        .map(|wave| format!(".wave {wave}\n.repeat {count}\nIMAD R3, R3, R1, R2\n.end\n"))
        .collect()
}

//! The timetable of a run: who is where in every cycle, as in [S4].

use super::banks::places;
use super::event::{Access, Beat, Entry, Issue, Port, Sink, Stall};
use super::run::run;
use super::table::Table;
use super::timing::Timing;
use super::totals::Totals;
use crate::config::{Config, RegisterFile};
use crate::isa::asm::disassemble;
use crate::isa::{Deadlock, Program};

/// A run written down. One line a cycle: cycle, phase, what issues, what each port does, which beat
/// the lanes execute, why nothing issues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    timing: Timing,
    totals: Totals,
    notes: Notes,
}

/// What a sink hears, in the order in which it is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Notes {
    /// Cycle and text.
    issues: Vec<(u64, String)>,
    /// Where there are banks: cycle, and in which banks the registers of what issues lie.
    places: Vec<(u64, String)>,
    /// The times of a machine with banks.
    banked: Option<Timing>,
    stalls: Vec<(u64, String)>,
    accesses: Vec<Access>,
    beats: Vec<Beat>,
}

impl Sink for Notes {
    fn issue(&mut self, issue: &Issue) {
        self.issues.push((
            issue.cycle,
            format!("W{} {}", issue.wave, disassemble(issue.instruction, None)),
        ));
        if let Some(timing) = self.banked {
            self.places.push((issue.cycle, places(timing, issue.wave, issue.instruction)));
        }
    }

    fn stall(&mut self, stall: &Stall) {
        self.stalls.push((stall.cycle, stall.reason.to_string()));
    }

    fn access(&mut self, access: &Access) {
        self.accesses.push(*access);
    }

    fn beat(&mut self, beat: &Beat) {
        self.beats.push(*beat);
    }
}

/// A column for each port of one file.
struct PortColumns {
    first: usize,
    ports: Vec<Port>,
}

impl Schedule {
    /// The timetable of `program` on the machine of `config`.
    ///
    /// # Errors
    /// # Panics
    /// As [`run`].
    pub fn new(config: &Config, program: &Program) -> Result<Self, Deadlock> {
        let timing = Timing::new(config);
        let mut notes = Notes {
            banked: (config.register_file == RegisterFile::Banked).then_some(timing),
            ..Notes::default()
        };
        let totals = run(config, program, &mut notes)?;
        Ok(Self { timing, totals, notes })
    }

    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Aligned columns under a line of titles.
    pub fn to_text(&self) -> String {
        self.table().to_text()
    }

    /// The same cells as comma-separated values, quoted where they must be.
    pub fn to_csv(&self) -> String {
        self.table().to_csv()
    }

    /// The titles, and a row of cells for each cycle.
    pub fn cells(&self) -> (Vec<String>, Vec<Vec<String>>) {
        self.table().into_cells()
    }

    /// Cycle, phase, issue, where there are banks which of them it needs, the ports of the
    /// registers, those of the mask file if the program uses it, lanes, stall.
    fn table(&self) -> Table {
        let mut titles: Vec<String> = ["cycle", "phase", "issue"].map(str::to_owned).to_vec();
        if self.notes.banked.is_some() {
            titles.push("banks".to_owned());
        }
        let registers = port_columns("", self.timing.ports(), &mut titles);
        let uses_masks =
            self.notes.accesses.iter().any(|access| matches!(access.entry, Entry::Mask(_)));
        let mask_ports = if uses_masks { self.timing.mask_ports() } else { vec![] };
        let masks = port_columns("mask ", mask_ports, &mut titles);
        let (lanes, stall) = (titles.len(), titles.len() + 1);
        titles.extend(["lanes", "stall"].map(str::to_owned));

        let mut table = Table::new(titles, self.totals.cycles as usize);
        for cycle in 0..self.totals.cycles {
            table.put(cycle, 0, cycle.to_string());
            table.put(cycle, 1, (cycle % self.timing.slot_cycles()).to_string());
        }
        self.notes.issues.iter().for_each(|(cycle, text)| table.put(*cycle, 2, text.clone()));
        self.notes.places.iter().for_each(|(cycle, text)| table.put(*cycle, 3, text.clone()));
        for access in &self.notes.accesses {
            let PortColumns { first, ports } =
                if matches!(access.entry, Entry::Mask(_)) { &masks } else { &registers };
            let port = ports
                .iter()
                .position(|&port| port == access.port)
                .expect("every port has a column");
            table.put(access.cycle, first + port, cell(access));
        }
        self.notes.beats.iter().for_each(|beat| table.put(beat.cycle, lanes, beat.to_string()));
        self.notes.stalls.iter().for_each(|(cycle, text)| table.put(*cycle, stall, text.clone()));
        table
    }
}

/// Appends the titles of a file's ports.
fn port_columns(file: &str, ports: Vec<Port>, titles: &mut Vec<String>) -> PortColumns {
    let first = titles.len();
    titles.extend(ports.iter().map(|port| match port {
        Port::Whole => format!("{file}port"),
        Port::File(beat) => format!("{file}file {beat}"),
        Port::Own(action) => format!("{file}{action}"),
        Port::Bank(bank) => format!("{file}bank {bank}"),
    }));
    PortColumns { first, ports }
}

/// An access as a cell says it. The column of a file says the beat, that of a port or bank of one
/// beat's width does not.
fn cell(access: &Access) -> String {
    match (access.port, access.beat) {
        (Port::Own(_) | Port::Bank(_), Some(beat)) => format!("{access} beat {beat}"),
        _ => access.to_string(),
    }
}

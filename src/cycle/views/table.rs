//! One line a cycle, one column a track.

use crate::cycle::schedule::Schedule;
use crate::cycle::tracks::columns;

/// The column of issue, behind cycle and phase.
const ISSUE: usize = 2;

impl Schedule {
    /// The titles, and a row of cells for each cycle: cycle, phase, issue, where there are banks
    /// which of them it needs, the ports of the registers, those of the mask file if the program
    /// uses it, lanes, stall.
    ///
    /// # Panics
    /// When two things are at one port in one cycle.
    pub fn cells(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let columns = columns(self);
        let banks = self.timing.has_banks().then_some("banks");
        let (issue, others) = columns.split_first().expect("issue has a track");
        let titles = ["cycle", "phase", &issue.name].into_iter().chain(banks);
        let titles = titles.chain(others.iter().map(|track| track.name.as_str()));
        let titles: Vec<String> = titles.map(str::to_owned).collect();
        let part = self.part();
        let row = |cycle: u64| {
            let mut row = vec![String::new(); titles.len()];
            row[0] = cycle.to_string();
            row[1] = (cycle % self.slot_cycles()).to_string();
            row
        };
        let mut rows: Vec<Vec<String>> = part.clone().map(row).collect();
        let behind_issue = ISSUE + usize::from(banks.is_some());
        for (number, track) in columns.iter().enumerate() {
            let column = if number == 0 { ISSUE } else { behind_issue + number };
            for block in &track.blocks {
                let row = &mut rows[(block.from - part.start) as usize];
                let (cycle, text) = (block.from, &block.text);
                let name = &track.name;
                assert!(
                    row[column].is_empty(),
                    "{name} is taken in cycle {cycle} by {row:?}: {text}"
                );
                row[column].clone_from(text);
                let issued = block.instruction.map(|place| &self.issued()[place]);
                if let Some(banks) = issued.and_then(|issued| issued.banks.as_ref())
                    && number == 0
                {
                    row[ISSUE + 1].clone_from(banks);
                }
            }
        }
        (titles, rows)
    }
}

/// Rows as comma-separated values (RFC 4180, but lines end in a line feed).
pub fn csv(rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(vec![]);
    for cells in rows {
        writer.write_record(cells).expect("rows of one length, into memory");
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("made of text")
}

//! One line a cycle, one column a track.

use crate::cycle::schedule::Schedule;
use crate::cycle::table::Table;
use crate::cycle::tracks::columns;

/// Columns before the ports: cycle, phase, issue, and banks where there are some.
const CYCLE: usize = 0;
const PHASE: usize = 1;
const ISSUE: usize = 2;
const BANKS: usize = 3;

impl Schedule {
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
        let columns = columns(self);
        let mut titles: Vec<String> = ["cycle", "phase"].map(str::to_owned).to_vec();
        titles.extend(columns.iter().map(|track| track.name.clone()));
        if self.has_banks() {
            titles.insert(BANKS, "banks".to_owned());
        }
        let behind_issue = ISSUE + usize::from(self.has_banks());
        let shown = self.shown();
        let mut table = Table::new(titles, (shown.end - shown.start) as usize);
        for cycle in shown.clone() {
            table.put(cycle - shown.start, CYCLE, cycle.to_string());
            let phase = cycle % self.slot_cycles();
            table.put(cycle - shown.start, PHASE, phase.to_string());
        }
        for (number, track) in columns.into_iter().enumerate() {
            let column = if number == 0 { ISSUE } else { behind_issue + number };
            for block in track.blocks {
                let row = block.from - shown.start;
                let issued = block.instruction.map(|place| &self.issued()[place]);
                if let Some(banks) = issued.and_then(|issued| issued.banks.clone())
                    && column == ISSUE
                {
                    table.put(row, BANKS, banks);
                }
                table.put(row, column, block.text);
            }
        }
        table
    }
}

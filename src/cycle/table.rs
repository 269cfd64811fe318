//! Cells in rows and columns, as text that people read and as text that programs read.

/// A table with one row a cycle, counted from 0.
pub struct Table {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Empty cells.
    pub fn new(titles: Vec<String>, rows: usize) -> Self {
        Self { rows: vec![vec![String::new(); titles.len()]; rows], titles }
    }

    /// Fills a cell.
    ///
    /// # Panics
    /// When it is not there, or is taken: two things at one port in one cycle.
    pub fn put(&mut self, row: u64, column: usize, text: String) {
        let cell = &mut self.rows[row as usize][column];
        assert!(cell.is_empty(), "{} in cycle {row} is taken by `{cell}` when `{text}` comes", self.titles[column]);
        *cell = text;
    }

    /// Columns padded to the widest cell, with bars between.
    pub fn to_text(&self) -> String {
        let lines = || std::iter::once(&self.titles).chain(&self.rows);
        let width = |column: usize| lines().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.titles.len()).map(width).collect();
        let mut text = String::new();
        for cells in lines() {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            let line = padded.collect::<Vec<_>>().join(" | ");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Titles and rows.
    pub fn into_cells(self) -> (Vec<String>, Vec<Vec<String>>) {
        (self.titles, self.rows)
    }

    /// Comma-separated values (RFC 4180, but lines end in a line feed).
    pub fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(vec![]);
        for cells in std::iter::once(&self.titles).chain(&self.rows) {
            writer.write_record(cells).expect("rows of one length, into memory");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("made of text")
    }
}

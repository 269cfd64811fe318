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
        assert!(
            cell.is_empty(),
            "{} in cycle {row} is taken by `{cell}` when `{text}` comes",
            self.titles[column]
        );
        *cell = text;
    }

    /// Columns padded to the widest cell, with bars between.
    pub fn to_text(&self) -> String {
        aligned(std::iter::once(&self.titles).chain(&self.rows), " | ", |_| Side::Left)
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

/// Where in its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// At the left edge, as words.
    Left,
    /// At the right edge, as numbers.
    Right,
}

/// Rows of cells as lines, each column as wide as its widest cell. What a row that is shorter than
/// the first ends with has no column of its own.
pub fn aligned<'r>(
    rows: impl Iterator<Item = &'r Vec<String>> + Clone,
    between: &str,
    side: impl Fn(usize) -> Side,
) -> String {
    let columns = rows.clone().next().map_or(0, Vec::len);
    let in_column = |cells: &'r Vec<String>, column: usize| {
        cells.get(column).filter(|_| cells.len() == columns || column + 1 < cells.len())
    };
    let width = |column| {
        rows.clone()
            .filter_map(|cells| in_column(cells, column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for cells in rows {
        let padded = cells.iter().enumerate().map(|(column, cell)| {
            match (in_column(cells, column), side(column)) {
                (None, _) => cell.clone(),
                (Some(_), Side::Left) => format!("{cell:0$}", widths[column]),
                (Some(_), Side::Right) => format!("{cell:>0$}", widths[column]),
            }
        });
        text += padded.collect::<Vec<_>>().join(between).trim_end();
        text.push('\n');
    }
    text
}

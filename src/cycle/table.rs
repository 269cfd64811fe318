//! Rows of cells as lines.

/// Where in its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// At the left edge, as words.
    Left,
    /// At the right edge, as numbers.
    Right,
}

/// Rows of cells as lines, each column as wide as its widest cell. The last cell of a row that is
/// shorter than the first does not widen its column.
pub fn aligned<'r>(
    rows: impl Iterator<Item = &'r Vec<String>> + Clone,
    between: &str,
    side: impl Fn(usize) -> Side,
) -> String {
    let mut widths = vec![];
    widen(&mut widths, rows.clone());
    lines(&widths, rows, between, side)
}

/// Whether a cell of a row is in its column.
fn is_in_column(cells: &[String], column: usize, columns: usize) -> bool {
    cells.len() == columns || column + 1 < cells.len()
}

/// Makes columns as wide as the widest cells of `rows`; the first row ever says how many there are.
pub fn widen<'r>(widths: &mut Vec<usize>, rows: impl Iterator<Item = &'r Vec<String>>) {
    for cells in rows {
        if widths.is_empty() {
            widths.resize(cells.len(), 0);
        }
        let columns = widths.len();
        for (column, (cell, width)) in cells.iter().zip(widths.iter_mut()).enumerate() {
            if is_in_column(cells, column, columns) {
                *width = (*width).max(cell.chars().count());
            }
        }
    }
}

/// Rows of cells as lines, of columns that are so wide.
pub fn lines<'r>(
    widths: &[usize],
    rows: impl Iterator<Item = &'r Vec<String>>,
    between: &str,
    side: impl Fn(usize) -> Side,
) -> String {
    let mut text = String::new();
    for cells in rows {
        let padded = cells.iter().enumerate().map(|(column, cell)| {
            match (is_in_column(cells, column, widths.len()), side(column)) {
                (false, _) => cell.clone(),
                (true, Side::Left) => format!("{cell:0$}", widths[column]),
                (true, Side::Right) => format!("{cell:>0$}", widths[column]),
            }
        });
        text += padded.collect::<Vec<_>>().join(between).trim_end();
        text.push('\n');
    }
    text
}

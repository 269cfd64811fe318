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

//! How long operations take in a technology.

use std::sync::LazyLock;

/// Delays of one technology: what a script measured from placed and routed designs, or an estimate,
/// as its file says.
#[derive(Clone, Debug)]
pub struct Delays {
    /// By operation its widths in bits, which ascend, and their delays in picoseconds with the wire
    /// to it.
    rows: Vec<(String, Vec<(i64, i64)>)>,
    register: u32,
}

impl Delays {
    /// Lattice ECP5, speed grade 6.
    pub fn ecp5() -> &'static Self {
        static DELAYS: LazyLock<Delays> = LazyLock::new(|| Delays::parse(include_str!("ecp5.csv")));
        &DELAYS
    }

    /// 7-series, speed grade 1.
    pub fn xc7() -> &'static Self {
        static DELAYS: LazyLock<Delays> = LazyLock::new(|| Delays::parse(include_str!("xc7.csv")));
        &DELAYS
    }

    /// The table in `text`: operation, width, picoseconds; lines that begin with # say where it
    /// comes from.
    fn parse(text: &str) -> Self {
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let mut table = Self { rows: vec![], register: 0 };
        for row in reader.deserialize() {
            let (operation, width, delay): (String, i64, i64) =
                row.expect("the program's own table of delays");
            match table.rows.iter_mut().find(|(known, _)| *known == operation) {
                Some((_, rows)) => rows.push((width, delay)),
                None => table.rows.push((operation, vec![(width, delay)])),
            }
        }
        table.register = table.of("register", 1);
        table
    }

    /// Delay that a register adds to a path: its clock to output and its setup, in picoseconds.
    pub(super) fn register(&self) -> u32 {
        self.register
    }

    /// Picoseconds from a clock edge to the words that a memory read at it.
    pub fn memory(&self) -> u32 {
        self.of("memory", 1)
    }

    /// Picoseconds of an AND or an OR.
    pub fn logic(&self) -> u32 {
        self.of("logic", 1)
    }

    /// Picoseconds of a sum of so many bits.
    pub fn sum(&self, bits: usize) -> u32 {
        self.of("add", bits)
    }

    /// Picoseconds to choose one of `words`.
    pub fn choice(&self, words: usize) -> u32 {
        if words > 1 { self.of("select", words) } else { 0 }
    }

    /// Picoseconds of `operation` on `width` bits: on a line between the widths in the table, and
    /// through the last two beyond them.
    pub(super) fn of(&self, operation: &str, width: usize) -> u32 {
        let rows = self.rows.iter().find(|(known, _)| known == operation);
        let (_, rows) = rows.unwrap_or_else(|| panic!("the table of delays has no `{operation}`"));
        let width = width as i64;
        let line =
            |[(x0, y0), (x1, y1)]: [(i64, i64); 2]| y0 + (y1 - y0) * (width - x0) / (x1 - x0);
        let delay = match rows[..] {
            [(_, delay)] => delay,
            _ if width <= rows[0].0 => rows[0].1,
            _ => {
                let above = rows.iter().position(|(x, _)| *x >= width).unwrap_or(rows.len() - 1);
                line([rows[above - 1], rows[above]])
            }
        };
        delay.max(0) as u32
    }
}

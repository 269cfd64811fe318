//! Choice of the macros that make a memory.

use std::collections::BTreeSet;

use super::catalogue::{Catalogue, Macro};
use crate::hdl::{Memory, ReadDuringWrite};

/// The macros of a memory: `copies` of `banks` of `strips`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    /// Equal copies, one for each reading port; 1 where a macro has as many ports as the memory.
    pub copies: usize,
    /// Macros one below the other.
    pub banks: usize,
    /// Rows of each.
    pub rows: usize,
    /// Macros side by side.
    pub strips: Vec<Strip>,
}

/// A macro and the bits of the memory's row that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// Its place in the catalogue.
    pub tile: usize,
    /// The lowest of them.
    pub low: usize,
    /// Number of bits, at most the macro's.
    pub bits: usize,
}

impl Tiling {
    /// The tiling of least area, and among equals the one of fewest macros.
    ///
    /// A memory gets macros with as many ports as it has; one that has more ports of which one
    /// writes is several copies that are written alike.
    ///
    /// # Errors
    /// When the macros have too few ports, or none can be written in parts as the memory is.
    pub fn of(memory: &Memory, catalogue: &Catalogue) -> Result<Self, String> {
        let refused = |why: String| {
            let name = &memory.name;
            format!("no macros make the memory {name}, which {why}; name a CSV with others")
        };
        if memory.read_during_write == ReadDuringWrite::OldData {
            return Err(refused("is read while it is written".to_owned()));
        }
        let ports = memory.ports.len();
        let readers = memory.ports.iter().filter(|port| port.write.is_none()).count();
        let most = catalogue.macros.iter().map(|tile| tile.ports).max().unwrap_or(0);
        let (copies, wanted) = match ports <= most {
            true => (1, ports),
            false if readers + 1 == ports && most >= 2 => (readers, 2),
            false => return Err(refused(format!("has {ports} ports, of which {readers} read"))),
        };
        let tiles = catalogue.macros.iter().filter(|tile| tile.ports == wanted);
        let depths: BTreeSet<usize> = tiles.map(usable).collect();
        let tilings = depths.into_iter().filter_map(|rows| {
            let strips = strips(memory, catalogue, wanted, rows)?;
            let tiling = Self { copies, banks: memory.depth.div_ceil(rows), rows, strips };
            Some((tiling.area(catalogue), tiling.count(), tiling))
        });
        let best = tilings.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let none = || refused(format!("wants macros of {wanted} ports"));
        best.map(|(.., tiling)| tiling).ok_or_else(none)
    }

    /// Macros in all.
    pub fn count(&self) -> usize {
        self.copies * self.banks * self.strips.len()
    }

    /// Area, in µm².
    pub fn area(&self, catalogue: &Catalogue) -> f64 {
        let strips = self.strips.iter().map(|strip| catalogue.macros[strip.tile].area);
        (self.copies * self.banks) as f64 * strips.sum::<f64>()
    }
}

/// Rows of a macro that the low bits of an address reach.
fn usable(tile: &Macro) -> usize {
    1 << tile.rows.ilog2()
}

/// Macros of `rows` rows that hold a row of `memory`: across its columns where each bit can be
/// written on its own, else column by column.
fn strips(memory: &Memory, catalogue: &Catalogue, ports: usize, rows: usize) -> Option<Vec<Strip>> {
    let fits = |tile: &(usize, &Macro)| tile.1.ports == ports && usable(tile.1) == rows;
    let tiles: Vec<(usize, &Macro)> = catalogue.macros.iter().enumerate().filter(fits).collect();
    let masked: Vec<_> = tiles.iter().filter(|tile| tile.1.is_masked).copied().collect();
    let across = side_by_side(&masked, memory.width());
    let one_column = side_by_side(&tiles, memory.column_width);
    let in_columns = one_column.map(|strips| {
        let column = |number: usize| {
            let low = number * memory.column_width;
            strips.iter().map(move |strip| Strip { low: low + strip.low, ..strip.clone() })
        };
        (0..memory.columns).flat_map(column).collect::<Vec<Strip>>()
    });
    let area = |strips: &Vec<Strip>| {
        strips.iter().map(|strip| catalogue.macros[strip.tile].area).sum::<f64>()
    };
    let both = across.into_iter().chain(in_columns);
    both.min_by(|a, b| area(a).total_cmp(&area(b)).then(a.len().cmp(&b.len())))
}

/// The macros of least area with `bits` bits or more together, the widest first.
fn side_by_side(tiles: &[(usize, &Macro)], bits: usize) -> Option<Vec<Strip>> {
    // For each number of bits that are still to be held: area, count, and the macro to take.
    let mut best: Vec<Option<(f64, usize, usize)>> = vec![Some((0.0, 0, 0))];
    for left in 1..=bits {
        let with = tiles.iter().enumerate().filter_map(|(place, (_, tile))| {
            let (area, count, _) = best[left.saturating_sub(tile.bits)]?;
            Some((area + tile.area, count + 1, place))
        });
        best.push(with.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))));
    }
    let mut chosen = vec![];
    let mut left = bits;
    while left > 0 {
        let (.., place) = best[left]?;
        chosen.push(tiles[place]);
        left = left.saturating_sub(tiles[place].1.bits);
    }
    chosen.sort_by_key(|(number, tile)| (std::cmp::Reverse(tile.bits), *number));
    let mut low = 0;
    let strip = |(tile, known): (usize, &Macro)| {
        let strip = Strip { tile, low, bits: known.bits.min(bits - low) };
        low += strip.bits;
        strip
    };
    Some(chosen.into_iter().map(strip).collect())
}

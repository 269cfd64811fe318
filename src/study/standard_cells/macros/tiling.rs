//! Choice of the macros that make a memory.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::Catalogue;
use super::interface::Role;
use super::sram::Macro;
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
    /// Bits that a column takes: more than it has where granules are larger.
    pub column: usize,
    /// Macros side by side.
    pub strips: Vec<Strip>,
}

/// A macro and the bits of the memory's row that it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// Its place in the catalogue.
    pub tile: usize,
    /// The lowest of them, counted with what fills columns.
    pub low: usize,
    /// Number of bits, at most the macro's.
    pub bits: usize,
}

impl Tiling {
    /// The tiling of least area, and among equals the one of fewest macros.
    ///
    /// A memory gets macros with as many ports as it has, or where none fit with more; one that has
    /// more ports of which one writes is several copies that are written alike.
    ///
    /// # Errors
    /// When no macro has the ports, or the memory is read while it is written.
    pub fn of(memory: &Memory, catalogue: &Catalogue) -> Result<Self, String> {
        let refused = |why: String| {
            let name = &memory.name;
            format!("no macros make the memory {name}, which {why}; name a table with others")
        };
        if !memory.content.is_empty() {
            return Err(refused("has content at power-up".to_owned()));
        }
        if memory.read_during_write == ReadDuringWrite::OldData {
            return Err(refused("is read while it is written".to_owned()));
        }
        let roles: Vec<Role> = memory.ports.iter().map(Role::of).collect();
        let readers = roles.iter().filter(|role| !role.writes()).count();
        let one_writes = readers >= 2 && readers + 1 == roles.len();
        let copied = one_writes.then(|| (readers, vec![Role::Write, Role::Read]));
        let mut ways = [(1, roles.clone())].into_iter().chain(copied);
        let best = ways.find_map(|(copies, roles)| Self::with(memory, catalogue, copies, &roles));
        best.ok_or_else(|| refused(format!("has {} ports, of which {readers} read", roles.len())))
    }

    fn with(memory: &Memory, catalogue: &Catalogue, copies: usize, roles: &[Role]) -> Option<Self> {
        let all = catalogue.macros.iter().enumerate();
        let serving: Vec<(usize, &Macro)> =
            all.filter(|(_, tile)| tile.assigned(roles).is_some()).collect();
        let ports = serving.iter().map(|(_, tile)| tile.ports()).min()?;
        let fits = |tile: &&(usize, &Macro)| tile.1.ports() == ports;
        let tiles: Vec<(usize, &Macro)> = serving.iter().filter(fits).copied().collect();
        let depths: BTreeSet<usize> = tiles.iter().map(|(_, tile)| usable(tile)).collect();
        let tilings = depths.into_iter().filter_map(|rows| {
            let tiles: Vec<(usize, &Macro)> =
                tiles.iter().filter(|(_, tile)| usable(tile) == rows).copied().collect();
            let (column, strips) = strips(memory, &tiles)?;
            let tiling = Self { copies, banks: memory.depth.div_ceil(rows), rows, column, strips };
            Some((tiling.area(catalogue), tiling.count(), tiling))
        });
        let best = tilings.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        best.map(|(.., tiling)| tiling)
    }

    /// Macros in all.
    pub fn count(&self) -> usize {
        self.copies * self.banks * self.strips.len()
    }

    /// Area, in µm²; where the macros have none, bits.
    pub fn area(&self, catalogue: &Catalogue) -> f64 {
        let strips = self.strips.iter().map(|strip| catalogue.macros[strip.tile].cost());
        (self.copies * self.banks) as f64 * strips.sum::<f64>()
    }

    /// `32 x NAME, 2 x OTHER`.
    pub fn text(&self, catalogue: &Catalogue) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for strip in &self.strips {
            *counts.entry(&catalogue.macros[strip.tile].name).or_default() +=
                self.copies * self.banks;
        }
        let counts = counts.into_iter().map(|(name, count)| format!("{count} x {name}"));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// Rows of a macro that the low bits of an address reach.
fn usable(tile: &Macro) -> usize {
    1 << tile.rows.ilog2()
}

/// Those of `tiles`, of equal rows, that hold a row of `memory`, and the bits that each takes for a
/// column: across its columns where the granules of a mask can be written on their own, else column
/// by column.
fn strips(memory: &Memory, tiles: &[(usize, &Macro)]) -> Option<(usize, Vec<Strip>)> {
    let width = memory.column_width;
    let granules: BTreeSet<usize> = tiles.iter().filter_map(|(_, tile)| tile.granule).collect();
    let across = granules.into_iter().filter_map(|granule| {
        let of = |tile: &&(usize, &Macro)| tile.1.granule == Some(granule);
        let own: Vec<(usize, &Macro)> = tiles.iter().filter(of).copied().collect();
        let column = width.next_multiple_of(granule);
        Some((column, side_by_side(&own, memory.columns * column)?))
    });
    let in_columns = side_by_side(tiles, width).map(|strips| {
        let column = |number: usize| {
            let low = number * width;
            strips.iter().map(move |strip| Strip { low: low + strip.low, ..strip.clone() })
        };
        (width, (0..memory.columns).flat_map(column).collect::<Vec<Strip>>())
    });
    let area = |strips: &[Strip]| {
        let tile = |strip: &Strip| tiles.iter().find(|(number, _)| *number == strip.tile);
        strips.iter().filter_map(tile).map(|(_, tile)| tile.cost()).sum::<f64>()
    };
    across
        .chain(in_columns)
        .min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)).then(a.len().cmp(&b.len())))
}

/// The macros of least area with `bits` bits or more together, the widest first.
fn side_by_side(tiles: &[(usize, &Macro)], bits: usize) -> Option<Vec<Strip>> {
    // For each number of bits that are still to be held: area, count, and the macro to take.
    let mut best: Vec<Option<(f64, usize, usize)>> = vec![Some((0.0, 0, 0))];
    for left in 1..=bits {
        let with = tiles.iter().enumerate().filter_map(|(place, (_, tile))| {
            let (area, count, _) = best[left.saturating_sub(tile.bits)]?;
            Some((area + tile.cost(), count + 1, place))
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

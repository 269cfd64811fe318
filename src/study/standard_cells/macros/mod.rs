//! Memories made of a process' own SRAM macros.
//!
//! A [`Catalogue`] is a table of macros, with or without their Liberty files. [`Tiling`] chooses the
//! macros of a memory, and [`composed`] puts them in its place: the decoder of a row's address and
//! the selection of the row read are logic as all other, so areas add. `generate` writes what the
//! study prices.

mod catalogue;
mod compose;
mod interface;
mod mock;
mod pins;
mod sram;
mod table;
mod tiling;
mod written;

pub use catalogue::Catalogue;
pub use compose::{Composed, composed};
pub use mock::{LEF, LIBERTY, lef, liberty};
pub use pins::black_box;
pub use sram::{AccessEnergy, Macro};
pub use table::{MOCK, SHIPPED};
pub use tiling::{Strip, Tiling};
pub use written::{MODELS, MemoryUse, models, uses};

use crate::hdl::Module;
use crate::study::array::memories;
use crate::study::figure::Figure;
use crate::study::point::Design;
use crate::study::provenance::sha256;

/// The macros of all memories under `top`, without the logic between them.
///
/// # Errors
/// When no macros make one of its memories.
pub fn macros_alone(top: &Module, macros: &Catalogue) -> Result<Vec<Figure>, String> {
    let (mut area, mut count) = (0.0, 0);
    for (memory, copies) in memories(top) {
        let tiling = Tiling::of(memory, macros)?;
        area += copies as f64 * tiling.area(macros);
        count += copies * tiling.count();
    }
    Ok(macro_figures(macros, area, count).into())
}

/// Area, in µm², and number of macros.
pub fn macro_figures(macros: &Catalogue, area: f64, count: usize) -> [Figure; 2] {
    let source = format!(
        "least area of macros that hold each memory, sizes from a table ({}); a memory of more \
         readers than a macro has is copied",
        &sha256(&macros.text)[..8]
    );
    [
        Figure::new("macro area", 1e-6 * area, "mm2", &source),
        Figure::new("macros", count as f64, "macros", &source),
    ]
}

/// `design` with macros in place of its memories, and the text that names them.
///
/// # Errors
/// When no macros make one of them.
pub fn with_macros(design: &Design, macros: &Catalogue) -> Result<Design, String> {
    let made = composed(&design.top, macros, None)?;
    let mut design = Design::new(made.top);
    for file in &mut design.files {
        let leaf = file.name.strip_suffix(".v").and_then(|name| made.leaves.get(name));
        file.text = leaf.unwrap_or(&file.text).clone();
    }
    Ok(design)
}

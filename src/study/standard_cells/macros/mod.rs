//! Memories made of a process' own SRAM macros.
//!
//! A [`Catalogue`] is what a CSV and the macros' Liberty files say. [`Tiling`] chooses the macros of
//! a memory, and [`composed`] puts them in its place: what decodes a row's address and selects what
//! was read is logic as all other, so areas add.

mod catalogue;
mod compose;
mod pins;
mod tiling;

pub use catalogue::{AccessEnergy, Catalogue, CatalogueError, Macro};
pub use compose::{Composed, composed, memory_of};
pub use pins::black_box;
pub use tiling::{NoMacro, Strip, Tiling};

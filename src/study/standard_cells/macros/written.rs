//! Macros in the Verilog that `generate` writes: the modules that hold them, a model of each, and
//! what became of each memory.

use std::collections::BTreeSet;

use serde::Serialize;

use super::catalogue::Catalogue;
use super::interface::{Role, keys};
use super::pins::model;
use super::tiling::Tiling;
use crate::hdl::Module;
use crate::study::array::memories;
use crate::verilog::{Header, heading};

/// File of the macros' models, which the foundry's take the place of.
pub const MODELS: &str = "macros.v";

/// Models of the macros in `leaves` for a simulator.
pub fn models<'l>(
    leaves: impl Iterator<Item = &'l String>,
    macros: &Catalogue,
    header: &Header,
) -> String {
    let names: BTreeSet<&str> =
        leaves.filter_map(|leaf| Some(&*macros.of_leaf(leaf)?.name)).collect();
    let models = macros.macros.iter().filter(|known| names.contains(&*known.name)).map(model);
    let title = "macros: what the SRAM macros do, for simulation; the foundry's own models take \
                 the place of this file.";
    let models: Vec<String> = models.collect();
    format!(
        "{}\n/* verilator lint_off DECLFILENAME */\n/* verilator lint_off MULTIDRIVEN */\n/* verilator lint_off UNUSED */\n\n{}",
        heading(title, header),
        models.join("\n")
    )
}

/// A memory of a design, and what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MemoryUse {
    /// Its name.
    pub memory: String,
    /// Copies of it in the design.
    pub copies: usize,
    /// Rows of one.
    pub rows: usize,
    /// Bits of a row.
    pub bits: usize,
    /// Columns of a row that are written on their own.
    pub columns: usize,
    /// Its ports: rw, r and w.
    pub ports: String,
    /// Macros of each copy, or why it stays as it is.
    pub macros: String,
    /// Whether macros make it.
    pub fits: bool,
}

/// The memories under `top` and their macros; equal ones are one.
pub fn uses(top: &Module, macros: &Catalogue) -> Vec<MemoryUse> {
    let mut uses: Vec<MemoryUse> = vec![];
    for (memory, copies) in memories(top) {
        let roles: Vec<Role> = memory.ports.iter().map(Role::of).collect();
        let tiling = Tiling::of(memory, macros);
        let own = MemoryUse {
            memory: memory.name.clone(),
            copies: 0,
            rows: memory.depth,
            bits: memory.width(),
            columns: memory.columns,
            ports: keys(&roles).replace('_', " "),
            fits: tiling.is_ok(),
            macros: tiling.map_or_else(|why| why, |tiling| tiling.text(macros)),
        };
        let place = uses.iter().position(|known| MemoryUse { copies: 0, ..known.clone() } == own);
        let place = place.unwrap_or_else(|| {
            uses.push(own);
            uses.len() - 1
        });
        uses[place].copies += copies;
    }
    uses
}

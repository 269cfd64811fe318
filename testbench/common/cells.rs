//! A unit's cells after synthesis by yosys.

use std::sync::Arc;

use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::rtl::UNITS;
use lanebeat::study::{Cells, Family, Synthesis, Yosys};
use lanebeat::verilog::{Header, write};

use super::tools::tool;

/// The cells of `unit` on `family`, flattened; `None` without yosys.
pub fn cells(unit: &str, config: &Config, family: Family) -> Option<Cells> {
    cells_of(&UNITS.iter().find(|known| known.name == unit).expect("a unit").build(config), family)
}

/// The cells of `top` on `family`, flattened; `None` without yosys.
pub fn cells_of(top: &Arc<Module>, family: Family) -> Option<Cells> {
    tool("yosys")?;
    let files = write(top, &Header::default());
    let synthesis = Synthesis { family, dsp: true, flatten: true };
    let cells = synthesis.cells(&Yosys::find().expect("yosys starts"), &files, &[], &top.name);
    Some(cells.unwrap_or_else(|error| panic!("{} on {}: {error}", top.name, family.key())))
}

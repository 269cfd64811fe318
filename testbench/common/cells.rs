//! A unit's cells after synthesis by yosys.

use lanebeat::config::Config;
use lanebeat::rtl::UNITS;
use lanebeat::study::{Cells, Family, Synthesis, Yosys};
use lanebeat::verilog::{Header, write};

use super::tools::tool;

/// The cells of `unit` on `family`, flattened; `None` without yosys.
pub fn cells(unit: &str, config: &Config, family: Family) -> Option<Cells> {
    tool("yosys")?;
    let top = (UNITS.iter().find(|known| known.name == unit).expect("a unit").build)(config);
    let files = write(&top, &Header { parameters: "", command: "" });
    let files: Vec<_> = files.iter().collect();
    let synthesis = Synthesis { family, dsp: true, flatten: true };
    let cells = synthesis.cells(&Yosys::find().expect("yosys starts"), &files, &[], &top.name);
    Some(cells.unwrap_or_else(|error| panic!("{unit} on {}: {error}", family.key())))
}

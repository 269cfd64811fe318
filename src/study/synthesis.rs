//! What yosys is told to do for each FPGA family.

use super::cells::{self, Cells, Family};
use super::figure::Figure;
use super::yosys::{FlowError, Yosys, parse_statistics};
use crate::files::PendingFolder;
use crate::verilog::File;

/// A run of yosys for a family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Synthesis {
    /// Whose cells are used.
    pub family: Family,
    /// Multipliers may become DSP blocks.
    pub dsp: bool,
    /// Modules are merged before they are mapped: smaller by what crosses their borders, and many
    /// times slower.
    pub flatten: bool,
}

impl Synthesis {
    /// The command that maps `top`.
    pub fn command(self, top: &str) -> String {
        let no_dsp = if self.dsp { "" } else { " -nodsp" };
        match self.family {
            Family::Xc7 => {
                let flatten = if self.flatten { " -flatten" } else { "" };
                format!(
                    "synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf{no_dsp}{flatten} -top {top}"
                )
            }
            Family::Ecp5 => {
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_ecp5 -nowidelut{no_dsp}{flatten} -top {top}")
            }
            Family::Ice40 => {
                let dsp = if self.dsp { " -dsp" } else { "" };
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_ice40{dsp}{flatten} -top {top}")
            }
            Family::Gowin => {
                let flatten = if self.flatten { "" } else { " -noflatten" };
                format!("synth_gowin -noiopads{flatten} -top {top}")
            }
        }
    }

    /// What was run on the design under `top`, by which version: the source of its figures.
    pub fn identity(self, yosys: &Yosys, top: &str) -> String {
        let modules = if self.flatten { "" } else { ", module by module" };
        format!("{}; {}{modules}", yosys.version(), self.command(top))
    }

    /// The cells of `files` with the module `top`, of which those in `children` are known by their
    /// ports only and do not count.
    ///
    /// # Errors
    /// What the tool says.
    pub fn cells(
        self,
        yosys: &Yosys,
        files: &[&File],
        children: &[&File],
        top: &str,
    ) -> Result<Cells, FlowError> {
        let folder = PendingFolder::new()?;
        let names = |files: &[&File]| {
            files.iter().map(|file| format!(" {}", file.name)).collect::<String>()
        };
        for file in files.iter().chain(children) {
            folder.store(&file.name, file.text.as_bytes())?;
        }
        let children = if children.is_empty() {
            String::new()
        } else {
            format!("read_verilog -lib{}; ", names(children))
        };
        let script = format!(
            "read_verilog{}; {children}{}; tee -q -o stat.json stat -json -top {top}",
            names(files),
            self.command(top)
        );
        parse_statistics(top, &yosys.run(folder.path(), top, &script, "stat.json")?)
    }

    /// The figures of `cells`.
    pub fn figures(self, cells: &Cells, identity: &str) -> Vec<Figure> {
        let resources = cells::resources(self.family, cells).into_iter();
        resources
            .map(|(name, amount, unit)| Figure::new(name, amount as f64, unit, identity))
            .collect()
    }
}

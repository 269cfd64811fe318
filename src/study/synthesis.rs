//! Mapping designs to an FPGA family by yosys, each part once for all points of a study and all
//! studies of a user.

use std::path::PathBuf;
use std::sync::Arc;

use super::cells::{self, Cells, Family};
use super::figure::Figure;
use super::part::{Job, jobs};
use super::point::Design;
use super::yosys::{FlowError, Yosys, kept, parse_statistics};
use crate::verilog::File;

/// Options of a synthesis by yosys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Synthesis {
    /// Family whose cells are used.
    pub family: Family,
    /// Multipliers may become DSP blocks.
    pub dsp: bool,
    /// Modules are merged before they are mapped: smaller by logic across their borders, and many
    /// times slower.
    pub flatten: bool,
}

impl Synthesis {
    /// The command that maps `top`.
    pub fn command(self, top: &str) -> String {
        let given = |is_given: bool, option: &'static str| if is_given { option } else { "" };
        let no_flatten = given(!self.flatten, " -noflatten");
        let no_dsp = given(!self.dsp, " -nodsp");
        let options = match self.family {
            Family::Xc7 => format!(
                "synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf{no_dsp}{}",
                given(self.flatten, " -flatten")
            ),
            Family::Ecp5 => format!("synth_ecp5 -nowidelut{no_dsp}{no_flatten}"),
            Family::Ice40 => format!("synth_ice40{}{no_flatten}", given(self.dsp, " -dsp")),
            Family::Gowin => format!("synth_gowin -nowidelut -noiopads{no_flatten}"),
        };
        format!("{options} -top {top}")
    }

    /// Version and command for the design under `top`: the source of its figures.
    pub fn identity(self, yosys: &Yosys, top: &str) -> String {
        let modules = if self.flatten { "" } else { ", module by module" };
        format!("{}; {}{modules}", yosys.version, self.command(top))
    }

    /// The cells of `files` with the module `top`, of which those in `children` are known by their
    /// ports only and do not count.
    ///
    /// # Errors
    /// The tool's error.
    pub fn cells(
        self,
        yosys: &Yosys,
        files: &[File],
        children: &[File],
        top: &str,
    ) -> Result<Cells, FlowError> {
        let children_names = match children {
            [] => String::new(),
            _ => format!("read_verilog -lib{}; ", names(children)),
        };
        let script = format!(
            "read_verilog{}; {children_names}{}; tee -q -o stat.json stat -json -top {top}",
            names(files),
            self.command(top)
        );
        let files = files.iter().chain(children).map(|file| (&*file.name, &*file.text));
        parse_statistics(top, &yosys.run(files, top, &script, "stat.json")?)
    }

    /// The figures of `cells`.
    pub fn figures(self, cells: &Cells, identity: &str) -> Vec<Figure> {
        let figure = |(name, amount, unit)| Figure::new(name, amount as f64, unit, identity);
        cells::resources(self.family, cells).into_iter().map(figure).collect()
    }
}

/// The names of `files`, each behind a blank.
pub fn names(files: &[File]) -> String {
    files.iter().map(|file| format!(" {}", file.name)).collect()
}

/// Yosys, its options, and the cache of its answers.
#[derive(Clone, Debug)]
pub struct Mapper {
    /// The synthesiser.
    pub yosys: Yosys,
    /// Family that it maps to, and options.
    pub synthesis: Synthesis,
    /// Directory of the results.
    pub cache: PathBuf,
}

impl Mapper {
    /// The work that `design` needs, and how many copies of each result it has.
    pub fn jobs(&self, design: &Design) -> Vec<(Arc<Job>, usize)> {
        jobs(design, self.synthesis.flatten, |module| {
            format!("{}; {}", self.yosys.version, self.synthesis.command(module))
        })
    }

    /// The cells of `job`, from the cache or from yosys.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn run(&self, job: &Job) -> Result<Cells, FlowError> {
        kept(&self.cache, "yosys", &job.content, "cells.json", || {
            self.synthesis.cells(&self.yosys, &job.files, &job.children, &job.module)
        })
    }

    /// The figures of all copies of all `parts` of the design under `top`.
    pub fn figures(&self, top: &str, parts: &[(&Cells, usize)]) -> Vec<Figure> {
        let source = self.synthesis.identity(&self.yosys, top);
        self.synthesis.figures(&total(parts.iter().copied()), &source)
    }
}

/// The cells of all copies of all parts.
pub fn total<'c>(parts: impl Iterator<Item = (&'c Cells, usize)>) -> Cells {
    let mut total = Cells::new();
    for (cells, copies) in parts {
        for (cell, count) in cells {
            *total.entry(cell.clone()).or_default() += count * copies as u64;
        }
    }
    total
}

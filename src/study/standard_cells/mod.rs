//! Standard cells: area and timing of a design in a Liberty library.
//!
//! Modules are mapped one by one, as for an FPGA. The mapped modules are put together again and
//! their nets of many loads get buffers; OpenSTA times the whole. With a [`Catalogue`] memories are
//! the process' own `macros`, in area and in time. Without one they are left out of both: the
//! mapped logic ends at their ports, and their area is the array model's, of another process, so it
//! is a figure of its own and is not added.
//!
//! ```
//! use lanebeat::study::standard_cells::Library;
//!
//! let none = Library::parse("cell (NOT) {}");
//! assert!(none.is_err());
//! ```

mod energy;
mod fanout;
mod liberty;
mod library;
mod macros;
mod netlist;
pub(crate) mod power;
mod timing;
pub mod wires;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

pub use energy::{Usage, usages};
pub use fanout::{MOST_LOADS, buffered};
pub use library::{Buffer, Library, LibraryCell};
pub use macros::{
    AccessEnergy, Catalogue, Composed, LEF, LIBERTY, MOCK, MODELS, Macro, MemoryUse, SHIPPED,
    Strip, Tiling, composed, lef, liberty, macros_alone, models, uses, with_macros,
};
pub use netlist::{FIRST_NET, Instance, Net, Netlist, Pins, structure};
pub use power::{Power, cut};
pub use timing::{OpenSta, Timing};

pub use wires::{Placer, WIRES};

use super::figure::Figure;
use super::part::{Job, jobs};
use super::point::Design;
use super::synthesis::names;
use super::yosys::{FlowError, Yosys, kept};
use crate::tools::digest;
use macros::{black_box, macro_figures};
use netlist::{children_first, counted};

const MEMORY: &str = include_str!("memory.v");
const MEMORY_MAP: &str = include_str!("memory_map.v");

/// Load of a module's outputs that ABC assumes, in fF.
const LOAD: usize = 20;

/// Yosys with a library, OpenSTA where it is installed, and the cache of their answers.
#[derive(Clone, Debug)]
pub struct StandardCells {
    /// The synthesiser.
    pub yosys: Yosys,
    /// Library that it maps to.
    pub library: Library,
    /// Macros for memories, in µm² as the library's areas; `None`: memories are left out.
    pub macros: Option<Catalogue>,
    /// Timing analyser of the result, if it is installed.
    pub opensta: Option<OpenSta>,
    /// Placer of the cells, where wires are asked for.
    pub placer: Option<Placer>,
    /// Modules are merged before they are mapped.
    pub flatten: bool,
    /// Directory of the results.
    pub cache: PathBuf,
}

impl StandardCells {
    /// The work that `design` needs, and how many copies of each result it has.
    pub fn jobs(&self, design: &Design) -> Vec<(Arc<Job>, usize)> {
        let rest = digest(&[self.library.text.clone(), self.boxes(), MEMORY_MAP.to_string()]);
        let version = &self.yosys.version;
        jobs(design, self.flatten, |top| format!("{version}; {}; {rest}", self.script(top)))
    }

    /// The design to map for `design`: the same, or with macros in place of its memories.
    ///
    /// # Errors
    /// When no macros make one of its memories.
    pub fn mapped(&self, design: &Design) -> Result<Design, String> {
        match &self.macros {
            Some(macros) => with_macros(design, macros),
            None => Ok(design.clone()),
        }
    }

    /// The modules of which only the ports are known: those of memories, and macros.
    fn boxes(&self) -> String {
        let macros = self.macros.iter().flat_map(|macros| &macros.macros).map(black_box);
        [MEMORY.to_string()].into_iter().chain(macros).collect()
    }

    /// Version and commands of the tool: the source of its figures.
    pub fn identity(&self) -> String {
        let (library, buffer) = (&self.library.name, &self.library.buffer.cell);
        let modules = if self.flatten { "" } else { ", module by module" };
        format!(
            "{}; synth -flatten, dfflibmap and abc -constr (inputs from {buffer}, {LOAD} fF at outputs) with {library} ({}){modules}; \
             {buffer} where a net has more than {MOST_LOADS} gate inputs; {}",
            self.yosys.version,
            &digest(std::slice::from_ref(&self.library.text))[..8],
            match self.macros {
                Some(_) => "with what decodes and selects between the macros of a memory",
                None => "without memories, which are the array model's",
            }
        )
    }

    fn script(&self, top: &str) -> String {
        format!(
            "synth -flatten -top {top} -run begin:fine; techmap -map memory_map.v; synth -flatten -top {top} -run fine:check; \
             dfflibmap -liberty library.lib; abc -liberty library.lib -constr constraints; opt_clean -purge; \
             setundef -zero -undriven; read_liberty -lib library.lib; write_json mapped.json"
        )
    }

    /// The mapped modules of `job`, from the cache or from yosys.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn run(&self, job: &Job) -> Result<Vec<Netlist>, FlowError> {
        kept(&self.cache, "liberty", &job.content, "netlist.json", || self.map(job))
    }

    fn map(&self, job: &Job) -> Result<Vec<Netlist>, FlowError> {
        let (top, boxes) = (&job.module, self.boxes());
        let constraints = format!(
            "set_driving_cell {}\nset_load {LOAD} [all_outputs]\n",
            self.library.buffer.cell
        );
        let own = [
            ("library.lib", self.library.text.as_str()),
            ("memory.v", &boxes),
            ("memory_map.v", MEMORY_MAP),
            ("constraints", &constraints),
        ];
        let design = job.files.iter().chain(&job.children);
        let files = own.into_iter().chain(design.map(|file| (&*file.name, &*file.text)));
        let script = format!(
            "read_verilog{}; read_verilog -lib memory.v{}; {}",
            names(&job.files),
            names(&job.children),
            self.script(top)
        );
        let text = self.yosys.run(files, top, &script, "mapped.json")?;
        let wrong = |reason| FlowError::Statistics { module: top.clone(), reason };
        let netlists = Netlist::read(&text).map_err(wrong)?;
        let mut kinds = netlists.iter().flat_map(|own| &own.cells).map(|cell| &cell.kind);
        match kinds.find(|kind| kind.starts_with("$_")) {
            Some(kind) => {
                Err(FlowError::Unmapped { library: self.library.name.clone(), kind: kind.clone() })
            }
            None => Ok(netlists),
        }
    }

    /// Area and timing of the design under `top`, which is made of the results of `jobs`, and the
    /// energy of its `usages`; and the reason where timing and energy are not known.
    ///
    /// # Errors
    /// The error of a tool.
    pub fn measure(
        &self,
        top: &str,
        jobs: &[(Arc<Job>, usize)],
        usages: &[Usage],
    ) -> Result<(Vec<Figure>, Option<String>), FlowError> {
        let mut modules = BTreeMap::new();
        for (job, _) in jobs {
            modules.extend(self.run(job)?.into_iter().map(|own| (own.name.clone(), own)));
        }
        let netlists = buffered(children_first(top, &mut modules), &self.library.buffer);
        let mut figures = self.areas(&netlists);
        let Some(opensta) = &self.opensta else {
            let problem =
                "skipped: no opensta; install it for the period (Debian: apt-get install opensta)";
            return Ok((figures, Some(problem.to_string())));
        };
        let wired = match (&self.placer, self.macros.as_ref().and_then(|macros| macros.wires)) {
            (Some(placer), Some(process)) => {
                Some(self.wired(&netlists, &process, placer, opensta)?)
            }
            _ => None,
        };
        // Without a clock there is no register.
        if netlists.last().and_then(Netlist::clock).is_none() {
            figures.extend(wired.iter().flat_map(|wired| wired.figures()));
            return Ok((figures, None));
        }
        let libraries = self.libraries(&netlists);
        let text: String = netlists.iter().map(structure).collect();
        let timing = opensta.longest(&self.cache, &libraries, &text, "", top)?;
        let Some(timing) = timing else {
            let problem = "no path from a register to a register, so there is no period";
            return Ok((figures, Some(problem.to_string())));
        };
        let bare = self.times(opensta, &timing, false);
        let energies = self.energies(opensta, &netlists, usages, timing.period, None)?;
        let Some(wired) = wired else {
            return Ok((figures.into_iter().chain(bare).chain(energies).collect(), None));
        };
        figures.extend(wired.figures());
        let text = structure(&wired.netlist);
        let timing = opensta.longest(&self.cache, &libraries, &text, &wired.spef, top)?;
        let timing =
            timing.ok_or_else(|| FlowError::failed("OpenSTA", top, "no path with wires"))?;
        figures.extend(self.times(opensta, &timing, true));
        let loads = Some(&wired.loads);
        figures.extend(self.energies(opensta, &netlists, usages, timing.period, loads)?);
        let without = bare.into_iter().chain(energies);
        figures.extend(
            without
                .map(|figure| Figure { name: format!("{} without wires", figure.name), ..figure }),
        );
        Ok((figures, None))
    }

    /// The texts of the libraries that `netlists` need.
    fn libraries(&self, netlists: &[Netlist]) -> Vec<&str> {
        let is_used = |name: &str| {
            netlists.iter().flat_map(|netlist| &netlist.cells).any(|cell| cell.kind == name)
        };
        let macros = self.macros.iter().flat_map(|macros| &macros.macros);
        let used = macros.filter(|known| is_used(&known.name)).map(|known| &*known.liberty);
        [self.library.text.as_str(), timing::MEMORY].into_iter().chain(used).collect()
    }

    /// The figures of all copies of `netlists`, the last of which is the top.
    fn areas(&self, netlists: &[Netlist]) -> Vec<Figure> {
        let (mut area, mut flip_flops, mut gates) = (0.0, 0, 0);
        let (mut macro_area, mut macro_count) = (0.0, 0);
        for (netlist, copies) in counted(netlists).into_iter().rev() {
            for cell in &netlist.cells {
                if let Some(known) = self.library.cells.get(&cell.kind) {
                    area += known.area * copies as f64;
                    *(if known.is_flip_flop { &mut flip_flops } else { &mut gates }) += copies;
                } else if let Some(known) =
                    self.macros.as_ref().and_then(|macros| macros.find(&cell.kind))
                {
                    macro_area += known.cost() * copies as f64;
                    macro_count += copies;
                }
            }
        }
        let source = self.identity();
        let counts = [
            Figure::new("gates", gates as f64, "cells", &source),
            Figure::new("flip-flops", flip_flops as f64, "cells", &source),
        ];
        let Some(macros) = &self.macros else {
            let area = Figure::new("cell area", area, "area units of the library", &source);
            return [area].into_iter().chain(counts).collect();
        };
        let both = format!("cell area and macro area; {source}");
        let areas = [
            Figure::new("area", 1e-6 * (area + macro_area), "mm2", &both),
            Figure::new("cell area", 1e-6 * area, "mm2", &source),
        ];
        let of_macros = macro_figures(macros, macro_area, macro_count);
        areas.into_iter().chain(of_macros).chain(counts).collect()
    }

    fn times(&self, opensta: &OpenSta, timing: &Timing, is_wired: bool) -> [Figure; 2] {
        let step = |(instance, delay): &(String, f64)| {
            let place = if instance.is_empty() { "the top" } else { instance };
            format!("{place} {delay:.1} ns")
        };
        let source = format!(
            "{} on the whole mapped netlist, {}: longest path from register to register{}",
            opensta.version,
            self.library.name,
            match (&self.macros, is_wired) {
                (Some(_), true) =>
                    format!(" or macro, with the macros' own times; {WIRES}; without clock tree"),
                (Some(_), false) =>
                    " or macro, with the macros' own times; without wires and clock tree".to_owned(),
                (None, _) =>
                    "; without wires, clock tree and the memories' access times".to_owned(),
            }
        );
        let steps: Vec<String> = timing.through.iter().map(step).collect();
        let remark = format!("longest path through {}", steps.join(", "));
        [
            Figure::new("period", timing.period, "ns", &source).with_remark(remark),
            Figure::new("fmax", 1000.0 / timing.period, "MHz", &source),
        ]
    }
}

//! Standard cells: area and timing of a design in a Liberty library.
//!
//! Modules are mapped one by one, as for an FPGA. The mapped modules are put together again and
//! their nets of many loads get buffers; OpenSTA times the whole. With a [`Catalogue`] memories are
//! the process' own `macros`, in area and in time. Without one they are left out of both: what is
//! mapped ends at their ports, and their area is the array model's, of another process, so it
//! stands beside and is not added.

mod energy;
mod fanout;
mod liberty;
mod library;
mod macros;
mod netlist;
pub mod power;
mod structure;
mod timing;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub use energy::Usage;
pub use fanout::{MOST_LOADS, buffered};
pub use library::{Buffer, Library, LibraryCell, LibraryError};
pub use macros::{
    AccessEnergy, Catalogue, CatalogueError, Macro, NoMacro, Strip, Tiling, composed, memory_of,
};
pub use netlist::{FIRST_NET, Instance, Net, Netlist, Pins};
pub use structure::structure;
pub use timing::{OpenSta, Timing};

use super::basis::sha256;
use super::figure::{Figure, Measured};
use super::mapping::{Job, jobs, kept};
use super::point::Design;
use super::yosys::{FlowError, Yosys};
use crate::files::PendingFolder;
use crate::hdl::Module;
use crate::tools::digest;
use crate::verilog::File;
use macros::{Composed, black_box};

const MEMORY: &str = include_str!("memory.v");
const MEMORY_MAP: &str = include_str!("memory_map.v");

/// In the cache: the mapped modules of a part.
const NETLIST: &str = "netlist.json";

/// What ABC takes a module's outputs to drive, in fF.
const LOAD: usize = 20;

/// Yosys with a library, OpenSTA where it is installed, and where their answers are kept.
#[derive(Clone, Debug)]
pub struct StandardCells {
    /// The synthesiser.
    pub yosys: Yosys,
    /// What it maps to.
    pub library: Library,
    /// What memories are made of, in µm² as the library's areas; `None`: they are left out.
    pub macros: Option<Catalogue>,
    /// What times the result, if it is there.
    pub opensta: Option<OpenSta>,
    /// Modules are merged before they are mapped.
    pub flatten: bool,
    /// Where results are kept.
    pub cache: PathBuf,
}

impl StandardCells {
    /// The work that `design` needs, and how many copies of each result it has.
    pub fn jobs(&self, design: &Design) -> Vec<(Job, usize)> {
        let boxes = self.boxes();
        let rest = digest(&[self.library.text.clone(), boxes, MEMORY_MAP.to_string()]);
        let identity =
            |top: &str| format!("{}; {}; {rest}", self.yosys.version(), self.script(top));
        jobs(design, self.flatten, &identity)
    }

    /// What is mapped for `design`: the same, or with macros in place of its memories.
    ///
    /// # Errors
    /// When no macros make one of its memories.
    pub fn mapped(&self, design: &Design) -> Result<Design, NoMacro> {
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

    /// What was run, and by which version: the source of its figures.
    pub fn identity(&self) -> String {
        let (library, buffer) = (&self.library.name, &self.library.buffer.cell);
        let modules = if self.flatten { "" } else { ", module by module" };
        format!(
            "{}; synth -flatten, dfflibmap and abc -constr (inputs from {buffer}, {LOAD} fF at outputs) with {library} ({}){modules}; \
             {buffer} where a net has more than {MOST_LOADS} gate inputs; {}",
            self.yosys.version(),
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
    /// What the tool says, or that the cache cannot be written.
    pub fn run(&self, job: &Job) -> Result<Vec<Netlist>, FlowError> {
        kept(&self.cache, "liberty", &job.content, NETLIST, || {
            let netlists = self.map(job)?;
            Ok(serde_json::to_string(&netlists).expect("names and numbers are JSON"))
        })
    }

    fn map(&self, job: &Job) -> Result<Vec<Netlist>, FlowError> {
        let folder = PendingFolder::new()?;
        let constraints = format!(
            "set_driving_cell {}\nset_load {LOAD} [all_outputs]\n",
            self.library.buffer.cell
        );
        let boxes = self.boxes();
        let own = [
            ("library.lib", self.library.text.as_str()),
            ("memory.v", boxes.as_str()),
            ("memory_map.v", MEMORY_MAP),
            ("constraints", constraints.as_str()),
        ];
        let design = job
            .files
            .iter()
            .chain(&job.children)
            .map(|file| (file.name.as_str(), file.text.as_str()));
        for (name, text) in own.into_iter().chain(design) {
            folder.store(name, text.as_bytes())?;
        }
        let names =
            |files: &[File]| files.iter().map(|file| format!(" {}", file.name)).collect::<String>();
        let top = &job.module;
        let script = format!(
            "read_verilog{}; read_verilog -lib memory.v{}; {}",
            names(&job.files),
            names(&job.children),
            self.script(top)
        );
        let text = self.yosys.run(folder.path(), top, &script, "mapped.json")?;
        let wrong = |reason| FlowError::Statistics { module: top.clone(), reason };
        let netlists = Netlist::read(&text).map_err(wrong)?;
        let kinds = netlists.iter().flat_map(|netlist| &netlist.cells).map(|cell| &cell.kind);
        match kinds.into_iter().find(|kind| kind.starts_with("$_")) {
            Some(kind) => {
                Err(FlowError::Unmapped { library: self.library.name.clone(), kind: kind.clone() })
            }
            None => Ok(netlists),
        }
    }

    /// Area and timing of the design under `top`, which is made of what `jobs` map, and the energy of
    /// its `usages`.
    ///
    /// # Errors
    /// What a tool says.
    pub fn measure(
        &self,
        top: &str,
        jobs: &[&Job],
        usages: &[Usage],
    ) -> Result<Measured, FlowError> {
        let mut modules = BTreeMap::new();
        for job in jobs {
            modules
                .extend(self.run(job)?.into_iter().map(|netlist| (netlist.name.clone(), netlist)));
        }
        let netlists = buffered(children_first(top, &mut modules), &self.library.buffer);
        let mut measured = Measured { figures: self.areas(&netlists), ..Measured::default() };
        let Some(opensta) = &self.opensta else {
            measured.problem = Some(
                "skipped: no opensta; install it for the period (Debian: apt-get install opensta)"
                    .to_string(),
            );
            return Ok(measured);
        };
        // Without a clock there is no register.
        if netlists.last().and_then(Netlist::clock).is_some() {
            let text: String = netlists.iter().map(structure).collect();
            match opensta.longest(&self.cache, &self.libraries(&netlists), &text, top)? {
                Some(timing) => {
                    measured.figures.extend(self.times(opensta, &timing));
                    let energies = self.energies(opensta, &netlists, usages, timing.period)?;
                    measured.figures.extend(energies);
                }
                None => {
                    measured.problem = Some(
                        "no path from a register to a register, so there is no period".to_string(),
                    )
                }
            }
        }
        Ok(measured)
    }

    /// The texts of the libraries that `netlists` need.
    fn libraries(&self, netlists: &[Netlist]) -> Vec<&str> {
        let kinds = netlists.iter().flat_map(|netlist| &netlist.cells).map(|cell| &cell.kind);
        let kinds: BTreeSet<&String> = kinds.collect();
        let macros = self.macros.iter().flat_map(|macros| &macros.macros);
        let used = macros.filter(|known| kinds.contains(&known.name));
        let own = [self.library.text.as_str(), timing::MEMORY];
        own.into_iter().chain(used.map(|known| known.liberty.as_str())).collect()
    }

    /// The figures of all copies of `netlists`, the last of which is the top.
    fn areas(&self, netlists: &[Netlist]) -> Vec<Figure> {
        let copies = copies(netlists);
        let (mut area, mut flip_flops, mut gates) = (0.0, 0, 0);
        let (mut macro_area, mut macro_count) = (0.0, 0);
        for netlist in netlists.iter().rev() {
            let own = copies.get(netlist.name.as_str()).copied().unwrap_or(0);
            for cell in &netlist.cells {
                let kind = cell.kind.as_str();
                let is_macro = self.macros.as_ref().and_then(|macros| macros.find(kind));
                match (self.library.cells.get(kind), is_macro) {
                    (Some(known), _) => {
                        area += known.area * own as f64;
                        *(if known.is_flip_flop { &mut flip_flops } else { &mut gates }) += own;
                    }
                    (None, Some(known)) => {
                        macro_area += known.area * own as f64;
                        macro_count += own;
                    }
                    (None, None) => {}
                }
            }
        }
        let source = self.identity();
        let mut figures = vec![
            Figure::new("gates", gates as f64, "cells", &source),
            Figure::new("flip-flops", flip_flops as f64, "cells", &source),
        ];
        let Some(macros) = &self.macros else {
            figures.insert(0, Figure::new("cell area", area, "area units of the library", &source));
            return figures;
        };
        let both = format!("cell area and macro area; {source}");
        let areas = [
            Figure::new("area", 1e-6 * (area + macro_area), "mm2", &both),
            Figure::new("cell area", 1e-6 * area, "mm2", &source),
        ];
        let of_macros = macro_figures(macros, macro_area, macro_count);
        figures.splice(0..0, areas.into_iter().chain(of_macros));
        figures
    }

    fn times(&self, opensta: &OpenSta, timing: &Timing) -> [Figure; 2] {
        let step = |(instance, delay): &(String, f64)| {
            let place = if instance.is_empty() { "the top" } else { instance };
            format!("{place} {delay:.1} ns")
        };
        let source = format!(
            "{} on the whole mapped netlist, {}: longest path from register to register{}",
            opensta.version(),
            self.library.name,
            match self.macros {
                Some(_) => " or macro, with the macros' own times; without wires and clock tree",
                None => "; without wires, clock tree and the memories' access times",
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

/// The macros of all memories under `top`, without what is between them.
///
/// # Errors
/// When no macros make one of its memories.
pub fn macros_alone(top: &Module, macros: &Catalogue) -> Result<[Figure; 2], NoMacro> {
    fn sum(module: &Module, macros: &Catalogue) -> Result<(f64, usize), NoMacro> {
        let (mut area, mut count) = (0.0, 0);
        for memory in &module.memories {
            let tiling = Tiling::of(memory, macros)?;
            (area, count) = (area + tiling.area(macros), count + tiling.count());
        }
        for instance in &module.instances {
            let (own_area, own_count) = sum(&instance.module, macros)?;
            (area, count) =
                (area + instance.count as f64 * own_area, count + instance.count * own_count);
        }
        Ok((area, count))
    }
    let (area, count) = sum(top, macros)?;
    Ok(macro_figures(macros, area, count))
}

/// Area, in µm², and number of macros.
fn macro_figures(macros: &Catalogue, area: f64, count: usize) -> [Figure; 2] {
    let source = format!(
        "least area of macros that hold each memory, sizes from a CSV ({}); a memory of more \
         readers than a macro has is copied",
        &sha256(&macros.text)[..8]
    );
    [
        Figure::new("macro area", 1e-6 * area, "mm2", &source),
        Figure::new("macros", count as f64, "macros", &source),
    ]
}

/// How often the design under the last of `netlists` has each of them.
fn copies(netlists: &[Netlist]) -> BTreeMap<&str, usize> {
    let mut copies: BTreeMap<&str, usize> =
        netlists.last().map(|top| (top.name.as_str(), 1)).into_iter().collect();
    for netlist in netlists.iter().rev() {
        let own = copies.get(netlist.name.as_str()).copied().unwrap_or(0);
        for cell in &netlist.cells {
            *copies.entry(cell.kind.as_str()).or_default() += own;
        }
    }
    copies
}

/// `design` with macros in place of its memories, and the text that names them.
///
/// # Errors
/// When no macros make one of them.
pub fn with_macros(design: &Design, macros: &Catalogue) -> Result<Design, NoMacro> {
    let Composed { top, leaves } = composed(&design.top, macros)?;
    let mut design = Design::new(top);
    for file in &mut design.files {
        let leaf = file.name.strip_suffix(".v").and_then(|name| leaves.get(name));
        file.text = leaf.unwrap_or(&file.text).clone();
    }
    Ok(design)
}

/// The modules under `name` out of `modules`, each behind those that it has.
fn children_first(name: &str, modules: &mut BTreeMap<String, Netlist>) -> Vec<Netlist> {
    let Some(netlist) = modules.remove(name) else { return vec![] };
    let mut found = vec![];
    for cell in &netlist.cells {
        found.extend(children_first(&cell.kind, modules));
    }
    found.push(netlist);
    found
}

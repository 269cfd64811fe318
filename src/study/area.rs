//! Sources of the area of points: none, a rule, or tools that map the modules of the points.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cells::{Cells, Family};
use super::estimate;
use super::figure::Figure;
use super::flow::Flow;
use super::part::{Job, parts};
use super::point::{Design, Point};
use super::route::{Device, Router};
use super::standard_cells::{
    Catalogue, Library, OpenSta, Placer, StandardCells, Usage, macros_alone, usages,
};
use super::synthesis::{Mapper, Synthesis};
use super::workload::Workload;
use super::yosys::{FlowError, Yosys};
use crate::config::Config;
use crate::files::{LONGEST_LIBRARY, read_text_up_to};

/// Options of the user for the area.
#[derive(Clone, Debug)]
pub struct AreaOptions {
    /// Tool or rule.
    pub flow: Flow,
    /// Table of the macros that memories are made of: a name, or a file.
    pub macros: Option<PathBuf>,
    /// Multipliers may become DSP blocks.
    pub dsp: bool,
    /// Modules are merged before they are mapped.
    pub flatten: bool,
    /// Points are placed and routed.
    pub pnr: bool,
    /// Standard cells are placed for their wires.
    pub wires: bool,
    /// Directory of the answers of tools.
    pub cache: PathBuf,
}

/// The files that a flow reads.
#[derive(Clone, Debug, Default)]
pub struct Process {
    /// Library of `--flow liberty=FILE`.
    pub library: Option<Library>,
    /// Macros of `--macros FILE`.
    pub macros: Option<Catalogue>,
}

/// The area of hardware, or why there is none.
type Rule = dyn Fn(&Design) -> Result<Vec<Figure>, String> + Sync;

/// Source of the area of points.
pub enum Area {
    /// A rule that gives it at once from the hardware, or the reason why there is none.
    Known(Box<Rule>),
    /// Cells of an FPGA, and the clock after place and route where that is asked for; or why there
    /// is none.
    Cells(Box<Mapper>, Option<Box<Result<Router, String>>>),
    /// Standard cells.
    Library(Box<StandardCells>),
}

/// Modules to be mapped for the area of a point.
#[derive(Debug)]
pub struct Work {
    /// Name of the module at the top.
    pub top: String,
    /// Jobs, each with the number of its copies.
    pub jobs: Vec<(Arc<Job>, usize)>,
    /// Design to be placed and routed.
    design: Option<Design>,
    /// Workloads whose energy is measured.
    usages: Vec<Usage>,
}

impl AreaOptions {
    /// Reads the files of the flow.
    ///
    /// # Errors
    /// When macros and flow do not go together, or a problem of a file, with its place and cure.
    pub fn read(&self) -> Result<Process, String> {
        if self.macros.is_some() && !matches!(self.flow, Flow::Liberty(_) | Flow::None) {
            return Err(format!(
                "--macros puts a process' memories beside its cells, and --flow is {}; add --flow liberty=FILE, or --flow none for the macros alone",
                self.flow
            ));
        }
        let library = match &self.flow {
            Flow::Liberty(file) => Some(library(file)?),
            Flow::None | Flow::Estimate(_) | Flow::Cells(_) => None,
        };
        let macros = self.macros.as_deref().map(|path| {
            let catalogue = Catalogue::read(path)?;
            let catalogue = match &self.flow {
                Flow::Liberty(library) => catalogue.with_liberty(path, library)?,
                Flow::None | Flow::Estimate(_) | Flow::Cells(_) => catalogue,
            };
            catalogue.priced()
        });
        let macros = macros.transpose()?;
        if self.wires {
            match (&library, &macros) {
                (Some(_), Some(Catalogue { wires: Some(_), .. })) => {}
                (Some(_), Some(Catalogue { name, .. })) => {
                    return Err(format!(
                        "--wires: table {name} has no [wires]; add its resistance, capacitance and row (docs/learn/macros.md)"
                    ));
                }
                _ => {
                    return Err("--wires needs the cells and the wires of a process; add --flow liberty=FILE and --macros with a table that has [wires]".to_owned());
                }
            }
        }
        Ok(Process { library, macros })
    }

    /// Looks for the tools of the flow. A tool that is not there is an error of each point.
    ///
    /// # Errors
    /// When nothing places and routes the flow's family.
    pub fn find(&self, process: Process) -> Result<Area, String> {
        let device = match self.flow {
            Flow::Cells(family) => Device::of(family).filter(|_| self.pnr),
            Flow::None | Flow::Estimate(_) | Flow::Liberty(_) => None,
        };
        if self.pnr && device.is_none() {
            return Err(format!(
                "--pnr places and routes ecp5 and ice40, not {}; add --flow ecp5 or ice40",
                self.flow
            ));
        }
        let found = || -> Result<Area, FlowError> {
            match (&self.flow, process) {
                (&Flow::Estimate(family), _) => Ok(Area::Known(Box::new(move |design| {
                    let cells = estimate::figures(family, &parts(&design.top)).unwrap_or_default();
                    Ok(cells.into_iter().chain([estimate::fmax(family, &design.top)]).collect())
                }))),
                (Flow::Cells(family), _) => {
                    let mapper = self.find_mapper(*family)?;
                    let (yosys, cache) = (mapper.yosys.clone(), self.cache.clone());
                    let router = device.map(|device| Router::find(device, yosys, self.dsp, cache));
                    let router = router.map(|found| found.map_err(|error| error.to_string()));
                    Ok(Area::Cells(Box::new(mapper), router.map(Box::new)))
                }
                (_, Process { library: Some(library), macros }) => {
                    let (flatten, cache) = (self.flatten, self.cache.clone());
                    let (yosys, opensta) = (Yosys::find()?, OpenSta::find()?);
                    let placer = self.wires.then(Placer::find).transpose()?;
                    let cells =
                        StandardCells { yosys, library, macros, opensta, placer, flatten, cache };
                    Ok(Area::Library(Box::new(cells)))
                }
                (_, Process { macros: Some(macros), .. }) => {
                    Ok(Area::Known(Box::new(move |design| macros_alone(&design.top, &macros))))
                }
                (_, Process { macros: None, .. }) => Ok(Area::Known(Box::new(|_| Ok(vec![])))),
            }
        };
        Ok(found().unwrap_or_else(|error| {
            let problem = error.to_string();
            Area::Known(Box::new(move |_| Err(problem.clone())))
        }))
    }

    /// Yosys for `family`.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn find_mapper(&self, family: Family) -> Result<Mapper, FlowError> {
        let synthesis = Synthesis { family, dsp: self.dsp, flatten: self.flatten };
        Ok(Mapper { yosys: Yosys::find()?, synthesis, cache: self.cache.clone() })
    }
}

/// The library in the file at `path`.
fn library(path: &Path) -> Result<Library, String> {
    let (name, text) = read_text_up_to(path, LONGEST_LIBRARY).map_err(|error| error.to_string())?;
    Library::parse(&text).map_err(|error| format!("{name}: {error}"))
}

impl Area {
    /// Name and version of each tool.
    pub fn tools(&self) -> Vec<String> {
        let (yosys, other) = match self {
            Self::Known(_) => return vec![],
            Self::Cells(mapper, router) => {
                let router = router.as_ref().and_then(|router| router.as_ref().as_ref().ok());
                (&mapper.yosys, router.map(|router| &router.version))
            }
            Self::Library(cells) => {
                (&cells.yosys, cells.opensta.as_ref().map(|opensta| &opensta.version))
            }
        };
        [&yosys.version].into_iter().chain(other).cloned().collect()
    }

    /// Adds to `point` the area of `design` where it is known at once, or returns the work of
    /// mapping for it and for the energy of `workloads`.
    pub fn begin(
        &self,
        point: &mut Point,
        design: &Design,
        config: &Config,
        workloads: &[Workload],
    ) -> Option<Work> {
        let mut work =
            Work { top: design.top.name.clone(), jobs: vec![], design: None, usages: vec![] };
        let figures = match self {
            Self::Known(figures) => figures(design),
            Self::Cells(mapper, router) => {
                let is_routed = router.as_ref().is_some_and(|router| router.is_ok());
                work.design = is_routed.then(|| design.clone());
                work.jobs = mapper.jobs(design);
                return Some(work);
            }
            Self::Library(cells) => match cells.mapped(design) {
                Ok(mapped) => {
                    if cells.macros.is_some() && cells.opensta.is_some() {
                        work.usages = usages(&mapped, config, workloads);
                    }
                    work.jobs = cells.jobs(&mapped);
                    return Some(work);
                }
                Err(problem) => Err(problem),
            },
        };
        match figures {
            Ok(figures) => point.figures.extend(figures),
            Err(problem) => point.lack_area(problem),
        }
        point.add_rates();
        None
    }

    /// The cells of `job`, from the cache or from yosys. A netlist of standard cells is large: it is
    /// read again where it is needed.
    ///
    /// # Errors
    /// The tool's error.
    pub fn run(&self, job: &Job) -> Result<Cells, FlowError> {
        match self {
            Self::Cells(mapper, _) => mapper.run(job),
            Self::Library(cells) => cells.run(job).map(|_| Cells::new()),
            Self::Known(_) => unreachable!("jobs come from a mapper"),
        }
    }

    /// Name of the last step of a point, after its jobs; `None` where that takes no time.
    pub fn last_step(&self) -> Option<&'static str> {
        match self {
            Self::Cells(_, Some(_)) => Some("points routed"),
            Self::Library(_) => Some("points timed"),
            _ => None,
        }
    }

    /// Adds to `point` the area of `work`, whose jobs made `parts`.
    pub fn complete(&self, point: &mut Point, work: &Work, parts: &[(&Cells, usize)]) {
        match self {
            Self::Cells(mapper, router) => {
                point.figures.extend(mapper.figures(&work.top, parts));
                match router.as_deref().map(|router| clock(router, work)) {
                    Some(Ok(clock)) => point.figures.extend(clock),
                    Some(Err(problem)) => point.lack_area(problem),
                    None => {}
                }
            }
            Self::Library(cells) => match cells.measure(&work.top, &work.jobs, &work.usages) {
                Ok((figures, problem)) => {
                    point.figures.extend(figures);
                    point.problems.extend(problem);
                }
                Err(error) => point.lack_area(error.to_string()),
            },
            Self::Known(_) => {}
        }
        point.add_rates();
    }
}

fn clock(router: &Result<Router, String>, work: &Work) -> Result<Vec<Figure>, String> {
    let router = router.as_ref().map_err(String::clone)?;
    let design = work.design.as_ref().expect("what is routed is kept");
    router.figures(design).map_err(|error| error.to_string())
}

//! The area of all points: what they need is mapped once, however many of them need it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;

use super::live::Live;
use super::mapping::{Mapping, Measure, with_area};
use super::needs::{Needs, Of};
use crate::activity::activities;
use crate::cli::arguments::StudyOptions;
use crate::cli::error::CliError;
use crate::config::Config;
use crate::files::{LONGEST_LIBRARY, read_text_up_to};
use crate::isa::Program;
use crate::rtl::core;
use crate::study::standard_cells::{
    Catalogue, Library, OpenSta, StandardCells, Usage, macros_alone,
};
use crate::study::{
    Cells, Design, Device, Family, Flow, FlowError, Job, Mapper, Measured, Point, Router,
    Synthesis, Workload, Yosys, estimate, parts, total,
};
use crate::tools::cache_directory;

/// Where area comes from, and the runs that points wait for.
pub struct Area {
    source: Source,
    jobs: Mutex<BTreeMap<String, Job>>,
}

enum Source {
    Nothing,
    /// What memories are made of, and nothing else.
    Macros(Box<Catalogue>),
    /// The family that is estimated.
    Estimate(Family),
    Family(Box<FamilyTools>),
    Library(Box<StandardCells>),
    /// Why there is no tool.
    Refused(String),
}

struct FamilyTools {
    mapper: Mapper,
    /// For the clock after place and route, where that is asked for; or why there is none.
    router: Option<Result<Router, String>>,
}

impl Area {
    /// # Errors
    /// When the library of the flow cannot be read, or nothing places and routes the flow's family.
    pub fn new(options: &StudyOptions) -> Result<Self, CliError> {
        let cache = options.cache.clone().unwrap_or_else(cache_directory).join("study");
        if options.pnr
            && !matches!(&options.flow, Flow::Cells(family) if Device::of(*family).is_some())
        {
            let problem = format!(
                "--pnr places and routes ecp5 and ice40, not {}; add --flow ecp5 or ice40",
                options.flow
            );
            return Err(CliError::Usage(problem));
        }
        let refused = |error: FlowError| Source::Refused(error.to_string());
        let source = match &options.flow {
            Flow::None => match &options.macros {
                Some(file) => Source::Macros(Box::new(macros(file)?)),
                None => Source::Nothing,
            },
            Flow::Estimate(family) => Source::Estimate(*family),
            Flow::Cells(family) => {
                let synthesis =
                    Synthesis { family: *family, dsp: !options.no_dsp, flatten: options.flatten };
                let device = Device::of(*family).filter(|_| options.pnr);
                Yosys::find().map_or_else(refused, |yosys| {
                    let router = device.map(|device| {
                        Router::find(device, yosys.clone(), synthesis.dsp, cache.clone())
                    });
                    let router = router.map(|router| router.map_err(|error| error.to_string()));
                    Source::Family(Box::new(FamilyTools {
                        mapper: Mapper { yosys, synthesis, cache },
                        router,
                    }))
                })
            }
            Flow::Liberty(file) => {
                let (library, flatten) = (library(file)?, options.flatten);
                let macros = options.macros.as_deref().map(macros).transpose()?;
                let tools = Yosys::find().and_then(|yosys| Ok((yosys, OpenSta::find()?)));
                tools.map_or_else(refused, |(yosys, opensta)| {
                    Source::Library(Box::new(StandardCells {
                        yosys,
                        library,
                        macros,
                        opensta,
                        flatten,
                        cache,
                    }))
                })
            }
        };
        Ok(Self { source, jobs: Mutex::default() })
    }

    /// What the area of `design` needs, and the energy of `workloads` on it.
    pub fn needs(&self, design: &Design, config: &Config, workloads: &[Workload]) -> Needs {
        let mut usages = vec![];
        let jobs = match &self.source {
            Source::Nothing => return Needs::Nothing,
            Source::Macros(macros) => {
                return match macros_alone(&design.top, macros) {
                    Ok(figures) => Needs::Figures(figures.into()),
                    Err(problem) => Needs::Refused(problem.to_string()),
                };
            }
            Source::Estimate(family) => {
                return Needs::Figures(
                    estimate::figures(*family, &parts(&design.top)).unwrap_or_default(),
                );
            }
            Source::Refused(problem) => return Needs::Refused(problem.clone()),
            Source::Family(tools) => tools.mapper.jobs(design),
            Source::Library(cells) => match cells.mapped(design) {
                Ok(mapped) => {
                    if cells.macros.is_some() && cells.opensta.is_some() {
                        usages = used(&mapped, config, workloads);
                    }
                    cells.jobs(&mapped)
                }
                Err(problem) => return Needs::Refused(problem.to_string()),
            },
        };
        let mut known = self.jobs.lock().expect("nobody panics with it");
        let keys = jobs.into_iter().map(|(job, copies)| {
            let key = job.key.clone();
            known.entry(key.clone()).or_insert(job);
            (key, copies)
        });
        let routed =
            matches!(&self.source, Source::Family(tools) if matches!(tools.router, Some(Ok(_))))
                .then(|| design.clone());
        let of = Of { top: design.top.name.clone(), design: routed, usages };
        Needs::Jobs { of, keys: keys.collect() }
    }

    fn mapper(&self) -> Result<&Mapper, String> {
        match &self.source {
            Source::Family(tools) => Ok(&tools.mapper),
            Source::Refused(problem) => Err(problem.clone()),
            Source::Nothing | Source::Macros(_) | Source::Estimate(_) | Source::Library(_) => {
                Err("this flow does not map to a family".to_string())
            }
        }
    }

    /// Name and version of each tool.
    pub fn tools(&self) -> Vec<String> {
        match &self.source {
            Source::Nothing | Source::Macros(_) | Source::Estimate(_) | Source::Refused(_) => {
                vec![]
            }
            Source::Family(tools) => {
                let router = tools.router.as_ref().and_then(|router| router.as_ref().ok());
                let yosys = tools.mapper.yosys.version();
                [yosys].into_iter().chain(router.map(Router::version)).map(str::to_owned).collect()
            }
            Source::Library(cells) => {
                let opensta = cells.opensta.as_ref().map(OpenSta::version);
                [cells.yosys.version()].into_iter().chain(opensta).map(str::to_owned).collect()
            }
        }
    }

    /// What is run on the design under `top`, and by which version.
    pub fn source(&self, top: &str) -> Result<String, String> {
        self.mapper().map(|mapper| mapper.synthesis.identity(&mapper.yosys, top))
    }

    /// The cells of each part of `design`, and how many copies it has.
    pub fn measure(&self, design: &Design) -> Result<Vec<(Cells, usize)>, String> {
        let mapper = self.mapper()?;
        let jobs = mapper.jobs(design);
        jobs.par_iter()
            .map(|(job, copies)| {
                mapper.run(job).map(|cells| (cells, *copies)).map_err(|error| error.to_string())
            })
            .collect()
    }

    /// Maps what the points need: each point with its area. `live` shows how far it is.
    pub fn complete(self, points: Vec<(Point, Needs)>, live: &Live) -> Vec<Point> {
        let jobs = self.jobs.into_inner().expect("nobody panics with it");
        match &self.source {
            Source::Nothing | Source::Macros(_) | Source::Estimate(_) | Source::Refused(_) => {
                let none = |_: &Of, _: &[(&(), usize)]| unreachable!("jobs come from a mapper");
                let all = points.iter();
                all.map(|(point, needs)| with_area(point, needs, &BTreeMap::new(), &none)).collect()
            }
            Source::Family(tools) => {
                let FamilyTools { mapper, router } = tools.as_ref();
                let cells = |of: &Of, parts: &[(&Cells, usize)]| {
                    let source = mapper.synthesis.identity(&mapper.yosys, &of.top);
                    let figures = mapper.synthesis.figures(&total(parts.iter().copied()), &source);
                    Ok(Measured { figures, ..Measured::default() })
                };
                let run = |job: &Job| mapper.run(job);
                let mapping = Mapping { points: &points, jobs: &jobs, live };
                let Some(router) = router else {
                    let answers = mapping.map(run, Some(&cells));
                    let all = points.iter();
                    return all
                        .map(|(point, needs)| with_area(point, needs, &answers, &cells))
                        .collect();
                };
                let answers = mapping.map(run, None::<&Measure<Cells>>);
                mapping.measure(&answers, "points routed", |of, parts| {
                    let measured = cells(of, parts)?;
                    Ok(with_clock(measured, router, of.design.as_ref()))
                })
            }
            Source::Library(cells) => {
                // A netlist is large: it is read again where it is needed.
                let mapping = Mapping { points: &points, jobs: &jobs, live };
                let run = |job: &Job| cells.run(job).map(|_| job.clone());
                let answers = mapping.map(run, None::<&Measure<Job>>);
                mapping.measure(&answers, "points timed", |of, parts: &[(&Job, usize)]| {
                    let jobs: Vec<&Job> = parts.iter().map(|(job, _)| *job).collect();
                    let measured = cells.measure(&of.top, &jobs, &of.usages);
                    measured.map_err(|error| error.to_string())
                })
            }
        }
    }
}

/// What `workloads` do on `design`; nothing where it is no core, which alone executes.
fn used(design: &Design, config: &Config, workloads: &[Workload]) -> Vec<Usage> {
    if design.top.name != core(config).name {
        return vec![];
    }
    // What a machine cannot execute is told where it is timed.
    let able = |workload| Some((workload, Workload::program(workload, config).ok()?));
    let (able, programs): (Vec<&Workload>, Vec<Program>) =
        workloads.iter().filter_map(able).unzip();
    let activities = activities(&design.top, config, &programs);
    let usage = |(workload, activity): (&Workload, Result<_, _>)| {
        Some(Usage {
            workload: workload.name().to_owned(),
            passes: workload.passes(config),
            threads: config.threads(),
            activity: activity.ok()?,
        })
    };
    able.into_iter().zip(activities).filter_map(usage).collect()
}

/// `measured` and what place and route says.
fn with_clock(
    mut measured: Measured,
    router: &Result<Router, String>,
    design: Option<&Design>,
) -> Measured {
    let clock = match (router, design) {
        (Ok(router), Some(design)) => router.figures(design).map_err(|error| error.to_string()),
        (Err(problem), _) => Err(problem.clone()),
        (Ok(_), None) => return measured,
    };
    match clock {
        Ok(figures) => measured.figures.extend(figures),
        Err(problem) => (measured.problem, measured.failed) = (Some(problem), true),
    }
    measured
}

/// Refuses `--macros` beside cells of another process.
pub fn check_macros(options: &StudyOptions) -> Result<(), CliError> {
    match (&options.macros, &options.flow) {
        (None, _) | (Some(_), Flow::Liberty(_) | Flow::None) => Ok(()),
        (Some(_), flow) => Err(CliError::Usage(format!(
            "--macros puts a process' memories beside its cells, and --flow is {flow}; add --flow liberty=FILE, or --flow none for the macros alone"
        ))),
    }
}

/// The macros of the CSV at `path`.
pub fn macros(path: &Path) -> Result<Catalogue, CliError> {
    Catalogue::read(path).map_err(|error| CliError::Usage(error.to_string()))
}

/// The library in the file at `path`.
pub fn library(path: &Path) -> Result<Library, CliError> {
    let (name, text) = read_text_up_to(path, LONGEST_LIBRARY)?;
    Library::parse(&text).map_err(|error| CliError::Usage(format!("{name}: {error}")))
}

//! The area of all points: what they need is mapped once, however many of them need it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;

use crate::cli::arguments::StudyOptions;
use crate::cli::error::CliError;
use crate::cli::progress;
use crate::files::{LONGEST_LIBRARY, read_text_up_to};
use crate::study::standard_cells::{Library, OpenSta, StandardCells};
use crate::study::{
    Cells, Design, Device, Family, Figure, Flow, FlowError, Job, Mapper, Measured, Point, Router,
    Synthesis, Yosys, estimate, parts, total,
};
use crate::tools::cache_directory;

/// Where area comes from, and the runs that points wait for.
pub struct Area {
    source: Source,
    jobs: Mutex<BTreeMap<String, Job>>,
}

enum Source {
    Nothing,
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

/// What the area of a point is made of.
pub enum Needs {
    Nothing,
    /// Nothing more: it is known.
    Figures(Vec<Figure>),
    /// It cannot be had, and why.
    Refused(String),
    /// Results of jobs, by key, and how many copies of each are under the module `top`.
    Jobs {
        top: String,
        keys: Vec<(String, usize)>,
        /// To be placed and routed.
        design: Option<Design>,
    },
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
            Flow::None => Source::Nothing,
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
                let tools = Yosys::find().and_then(|yosys| Ok((yosys, OpenSta::find()?)));
                tools.map_or_else(refused, |(yosys, opensta)| {
                    Source::Library(Box::new(StandardCells {
                        yosys,
                        library,
                        opensta,
                        flatten,
                        cache,
                    }))
                })
            }
        };
        Ok(Self { source, jobs: Mutex::default() })
    }

    /// What the area of `design` needs.
    pub fn needs(&self, design: &Design) -> Needs {
        let jobs = match &self.source {
            Source::Nothing => return Needs::Nothing,
            Source::Estimate(family) => {
                return Needs::Figures(
                    estimate::figures(*family, &parts(&design.top)).unwrap_or_default(),
                );
            }
            Source::Refused(problem) => return Needs::Refused(problem.clone()),
            Source::Family(tools) => tools.mapper.jobs(design),
            Source::Library(cells) => cells.jobs(design),
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
        Needs::Jobs { top: design.top.name.clone(), keys: keys.collect(), design: routed }
    }

    fn mapper(&self) -> Result<&Mapper, String> {
        match &self.source {
            Source::Family(tools) => Ok(&tools.mapper),
            Source::Refused(problem) => Err(problem.clone()),
            Source::Nothing | Source::Estimate(_) | Source::Library(_) => {
                Err("this flow does not map to a family".to_string())
            }
        }
    }

    /// Name and version of each tool.
    pub fn tools(&self) -> Vec<String> {
        match &self.source {
            Source::Nothing | Source::Estimate(_) | Source::Refused(_) => vec![],
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

    /// Maps what the points need: each point with its area.
    pub fn complete(self, points: Vec<(Point, Needs)>) -> Vec<Point> {
        let jobs = self.jobs.into_inner().expect("nobody panics with it");
        match &self.source {
            Source::Nothing | Source::Estimate(_) | Source::Refused(_) => {
                let none = |_: &str, _: Option<&Design>, _: &[(&(), usize)]| {
                    unreachable!("jobs come from a mapper")
                };
                with_areas(points, &BTreeMap::new(), "points", none)
            }
            Source::Family(tools) => {
                let FamilyTools { mapper, router } = tools.as_ref();
                let cells = map(&jobs, |job| mapper.run(job));
                let what = if router.is_some() { "points routed" } else { "points" };
                with_areas(points, &cells, what, |top, design, parts: &[(&Cells, usize)]| {
                    let source = mapper.synthesis.identity(&mapper.yosys, top);
                    let figures = mapper.synthesis.figures(&total(parts.iter().copied()), &source);
                    Ok(with_clock(figures, router.as_ref(), design))
                })
            }
            Source::Library(cells) => {
                // A netlist is large: it is read again where it is needed.
                let mapped = map(&jobs, |job| cells.run(job).map(|_| job));
                with_areas(points, &mapped, "points timed", |top, _, parts: &[(&&Job, usize)]| {
                    let jobs: Vec<&Job> = parts.iter().map(|(job, _)| **job).collect();
                    cells.measure(top, &jobs).map_err(|error| error.to_string())
                })
            }
        }
    }
}

/// `figures` and those of place and route, where that is asked for.
fn with_clock(
    figures: Vec<Figure>,
    router: Option<&Result<Router, String>>,
    design: Option<&Design>,
) -> Measured {
    let mut measured = Measured { figures, ..Measured::default() };
    let clock = match (router, design) {
        (Some(Ok(router)), Some(design)) => {
            router.figures(design).map_err(|error| error.to_string())
        }
        (Some(Err(problem)), _) => Err(problem.clone()),
        _ => return measured,
    };
    match clock {
        Ok(figures) => measured.figures.extend(figures),
        Err(problem) => (measured.problem, measured.failed) = (Some(problem), true),
    }
    measured
}

/// The library in the file at `path`.
pub fn library(path: &Path) -> Result<Library, CliError> {
    let (name, text) = read_text_up_to(path, LONGEST_LIBRARY)?;
    Library::parse(&text).map_err(|error| CliError::Usage(format!("{name}: {error}")))
}

/// What `run` makes of each job.
fn map<'j, T: Send>(
    jobs: &'j BTreeMap<String, Job>,
    run: impl Fn(&'j Job) -> Result<T, FlowError> + Sync,
) -> BTreeMap<String, Result<T, String>> {
    let bar = progress::bar(jobs.len() as u64, "modules mapped");
    let run = |(key, job): (&String, &'j Job)| {
        let answer = run(job).map_err(|error| error.to_string());
        bar.inc(1);
        (key.clone(), answer)
    };
    let answers = jobs.par_iter().map(run).collect();
    bar.finish_and_clear();
    answers
}

/// The points with what `measure` makes of the answers that they need, under their top module.
fn with_areas<T: Sync>(
    points: Vec<(Point, Needs)>,
    answers: &BTreeMap<String, Result<T, String>>,
    what: &'static str,
    measure: impl Fn(&str, Option<&Design>, &[(&T, usize)]) -> Result<Measured, String> + Sync,
) -> Vec<Point> {
    let bar = progress::bar(points.len() as u64, what);
    let with_area = |(point, needs)| {
        let point = with_area(point, needs, answers, &measure);
        bar.inc(1);
        point
    };
    let points = points.into_par_iter().map(with_area).collect();
    bar.finish_and_clear();
    points
}

fn with_area<T>(
    mut point: Point,
    needs: Needs,
    answers: &BTreeMap<String, Result<T, String>>,
    measure: &impl Fn(&str, Option<&Design>, &[(&T, usize)]) -> Result<Measured, String>,
) -> Point {
    let (top, keys, design) = match needs {
        Needs::Nothing => return point,
        Needs::Figures(figures) => {
            point.figures.extend(figures);
            return point;
        }
        Needs::Refused(problem) => return without_area(point, problem),
        Needs::Jobs { top, keys, design } => (top, keys, design),
    };
    let parts = keys.iter().map(|(key, copies)| {
        answers[key].as_ref().map(|answer| (answer, *copies)).map_err(Clone::clone)
    });
    match parts
        .collect::<Result<Vec<_>, String>>()
        .and_then(|parts| measure(&top, design.as_ref(), &parts))
    {
        Ok(measured) => {
            point.figures.extend(measured.figures);
            point.add_rates();
            point.problems.extend(measured.problem);
            point.lacks_area = measured.failed;
            point
        }
        Err(problem) => without_area(point, problem),
    }
}

fn without_area(mut point: Point, problem: String) -> Point {
    point.problems.push(problem);
    point.lacks_area = true;
    point
}

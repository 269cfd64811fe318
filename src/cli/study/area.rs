//! The area of all points: what they need is mapped once, however many of them need it.

use std::collections::BTreeMap;
use std::sync::Mutex;

use rayon::prelude::*;

use crate::cli::arguments::StudyOptions;
use crate::cli::progress;
use crate::study::{Cells, Design, Family, Figure, Flow, Job, Mapper, Point, Synthesis, Yosys, estimate, parts, total};
use crate::tools::cache_directory;

/// Where area comes from, and the runs that points wait for.
pub struct Area {
    /// The family that is estimated, where that is asked for.
    estimated: Option<Family>,
    /// Why there is no tool, or `None` where no area is asked for.
    mapper: Option<Result<Mapper, String>>,
    jobs: Mutex<BTreeMap<String, Job>>,
}

/// What the area of a point is made of.
pub enum Needs {
    Nothing,
    /// Nothing more: it is known.
    Figures(Vec<Figure>),
    /// It cannot be had, and why.
    Refused(String),
    /// Results of jobs, by key, and how many copies of each.
    Jobs {
        source: String,
        keys: Vec<(String, usize)>,
    },
}

impl Area {
    pub fn new(options: &StudyOptions) -> Self {
        let mapper = match options.flow {
            Flow::None | Flow::Estimate(_) => None,
            Flow::Cells(family) => {
                let synthesis = Synthesis { family, dsp: !options.no_dsp, flatten: options.flatten };
                let cache = options.cache.clone().unwrap_or_else(cache_directory).join("study");
                let mapper = Yosys::find().map(|yosys| Mapper { yosys, synthesis, cache });
                Some(mapper.map_err(|error| error.to_string()))
            }
        };
        let estimated = match options.flow {
            Flow::Estimate(family) => Some(family),
            Flow::None | Flow::Cells(_) => None,
        };
        Self { estimated, mapper, jobs: Mutex::default() }
    }

    /// What the area of `design` needs.
    pub fn needs(&self, design: &Design) -> Needs {
        match &self.mapper {
            None => Needs::Figures(
                self.estimated.and_then(|family| estimate::figures(family, &parts(&design.top))).unwrap_or_default(),
            ),
            Some(Err(problem)) => Needs::Refused(problem.clone()),
            Some(Ok(mapper)) => {
                let source = mapper.synthesis.identity(&mapper.yosys, &design.top.name);
                let mut known = self.jobs.lock().expect("nobody panics with it");
                let keys = mapper.jobs(design).into_iter().map(|(job, copies)| {
                    let key = job.key.clone();
                    known.entry(key.clone()).or_insert(job);
                    (key, copies)
                });
                Needs::Jobs { source, keys: keys.collect() }
            }
        }
    }

    /// What is run on the design under `top`, and by which version.
    pub fn source(&self, top: &str) -> Result<String, String> {
        let mapper = self.mapper.as_ref().ok_or("this flow has no tool")?.as_ref()?;
        Ok(mapper.synthesis.identity(&mapper.yosys, top))
    }

    /// The cells of each part of `design`, and how many copies it has.
    pub fn measure(&self, design: &Design) -> Result<Vec<(Cells, usize)>, String> {
        let mapper = match &self.mapper {
            None => return Err("this flow has no tool".to_string()),
            Some(mapper) => mapper.as_ref().map_err(Clone::clone)?,
        };
        let jobs = mapper.jobs(design);
        jobs.par_iter()
            .map(|(job, copies)| mapper.run(job).map(|cells| (cells, *copies)).map_err(|error| error.to_string()))
            .collect()
    }

    /// Maps what the points need: each point with its area.
    pub fn complete(self, points: Vec<(Point, Needs)>) -> Vec<Point> {
        let jobs = self.jobs.into_inner().expect("nobody panics with it");
        let Some(Ok(mapper)) = &self.mapper else {
            return points.into_iter().map(|(point, needs)| with_area(point, needs, &BTreeMap::new(), None)).collect();
        };
        let bar = progress::bar(jobs.len() as u64, "modules mapped");
        let run = |(key, job): (&String, &Job)| {
            let cells = mapper.run(job).map_err(|error| error.to_string());
            bar.inc(1);
            (key.clone(), cells)
        };
        let cells: BTreeMap<String, Result<Cells, String>> = jobs.par_iter().map(run).collect();
        bar.finish_and_clear();
        points.into_iter().map(|(point, needs)| with_area(point, needs, &cells, Some(mapper))).collect()
    }
}

fn with_area(mut point: Point, needs: Needs, cells: &BTreeMap<String, Result<Cells, String>>, mapper: Option<&Mapper>) -> Point {
    let (source, keys) = match needs {
        Needs::Nothing => return point,
        Needs::Figures(figures) => {
            point.figures.extend(figures);
            return point;
        }
        Needs::Refused(problem) => {
            return without_area(point, problem);
        }
        Needs::Jobs { source, keys } => (source, keys),
    };
    let parts = keys.iter().map(|(key, copies)| cells[key].as_ref().map(|cells| (cells, *copies)));
    match (parts.collect::<Result<Vec<_>, &String>>(), mapper) {
        (Ok(parts), Some(mapper)) => {
            point.figures.extend(mapper.synthesis.figures(&total(parts.into_iter()), &source));
        }
        (Err(problem), _) => return without_area(point, problem.clone()),
        (Ok(_), None) => unreachable!("jobs come from a mapper"),
    }
    point
}

fn without_area(mut point: Point, problem: String) -> Point {
    point.problems.push(problem);
    point.lacks_area = true;
    point
}

//! The steps of a study's points: figures without tools, then the mapping of all modules that
//! they need, each once, then the figures that follow from the cells of each point.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::area::{Area, Work};
use super::cells::Cells;
use super::evaluator::{Evaluator, locked};
use super::fpga::Fpga;
use super::live::Live;
use super::part::Job;
use super::point::Point;
use super::report::Progress;
use super::results::{Results, check_digests};
use super::workload::Workload;
use crate::config::Config;
use crate::rtl::Unit;

/// Shows a bar over a number of things: the returned function counts one, and removes the bar when
/// it is dropped.
pub type Bars<'b> = dyn Fn(usize, &'static str) -> Box<dyn Fn() + Sync> + Sync + 'b;

/// The points to evaluate, and the displays of the progress.
pub struct Run<'r> {
    /// The machines, in the order of the points.
    pub configs: &'r [Config],
    /// The hardware that is measured.
    pub unit: &'r Unit,
    /// The workloads that are timed.
    pub workloads: &'r [Workload],
    /// Source of the area.
    pub area: &'r Area,
    /// Device that the points are to fit.
    pub device: Option<Fpga>,
    /// Progress bars of a terminal.
    pub bars: &'r Bars<'r>,
    /// The report so far.
    pub live: &'r Live,
}

/// A point, and the work of mapping for its area.
type Begun = (Point, Option<Work>);

/// The cells of jobs by their keys, or why there are none.
type Answers = BTreeMap<String, Result<Cells, String>>;

impl Run<'_> {
    /// The points of all machines.
    ///
    /// # Errors
    /// When two of them have the same Verilog.
    pub fn results(&self) -> Result<Results, String> {
        let evaluator = Evaluator::new(self.workloads);
        let tick = (self.bars)(self.configs.len(), "points");
        let known = Mutex::<HashMap<String, Arc<Job>>>::default();
        let begin = |config| {
            let (point, mut work) = self.begin(config, &evaluator);
            // Points of the same job share it: it holds its Verilog.
            for (job, _) in work.iter_mut().flat_map(|work| &mut work.jobs) {
                *job = locked(&known).entry(job.key.clone()).or_insert(job.clone()).clone();
            }
            tick();
            (point, work)
        };
        let begun: Vec<Begun> = self.configs.par_iter().map(begin).collect();
        drop(tick);
        // Before anything is mapped, which may take hours.
        check_digests(begun.iter().map(|(point, _)| point))?;
        let mut points = self.mapped(begun);
        if let Some(device) = self.device {
            points.iter_mut().for_each(|point| device.add_fullness(point));
        }
        Ok(Results { points })
    }

    fn begin(&self, config: &Config, evaluator: &Evaluator) -> Begun {
        if let Some((parameter, value)) = self.unit.lacks(config) {
            let mut point = Point::new(config);
            let problem = format!("unit {} needs {} = {value}", self.unit.name, parameter.key());
            point.problems.push(problem);
            return (point, None);
        }
        let design = evaluator.design(self.unit.build(config));
        let mut point = evaluator.point(config, &design);
        let work = self.area.begin(&mut point, &design, config, self.workloads);
        (point, work)
    }

    /// The points with their area.
    fn mapped(&self, begun: Vec<Begun>) -> Vec<Point> {
        let (answers, done) = (Mutex::<Answers>::default(), Mutex::new(vec![None; begun.len()]));
        // In the order in which points need them.
        let mut seen = HashSet::new();
        let jobs = begun.iter().filter_map(|(_, work)| work.as_ref()).flat_map(|work| &work.jobs);
        let jobs: Vec<&Arc<Job>> =
            jobs.map(|(job, _)| job).filter(|job| seen.insert(job.key.as_str())).collect();
        let snapshot = |what, steps| {
            let (answers, done) = (locked(&answers), locked(&done));
            let points = begun.iter().zip(done.iter()).map(|(begun, done): (_, &Option<Point>)| {
                let is_quick = self.area.last_step().is_none();
                done.clone().or_else(|| is_quick.then(|| self.complete(begun, &answers))?)
            });
            let points: Vec<Option<Point>> = points.collect();
            let count = points.iter().flatten().count();
            let points = points.into_iter().zip(&begun);
            let points = points.map(|(known, (bare, _))| known.unwrap_or_else(|| bare.clone()));
            (points.collect(), Progress { points: count, steps, what, ..Progress::default() })
        };
        self.all("modules mapped", &jobs, &snapshot, |job| {
            let answer = self.area.run(job).map_err(|error| error.to_string());
            locked(&answers).insert(job.key.clone(), answer);
        });
        let answers_of_all = locked(&answers).clone();
        let numbers: Vec<usize> = (0..begun.len()).collect();
        let what = self.area.last_step().unwrap_or("points counted");
        self.all(what, &numbers, &snapshot, |&number| {
            let point = self.complete(&begun[number], &answers_of_all);
            locked(&done)[number] = point;
        });
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_iter().map(|point| point.expect("its jobs were done")).collect()
    }

    /// Does `one` to all of `things` at once, with a bar and the report so far.
    fn all<T: Sync>(
        &self,
        what: &'static str,
        things: &[T],
        snapshot: &(impl Fn(&'static str, (usize, usize)) -> (Vec<Point>, Progress) + Sync),
        one: impl Fn(&T) + Sync,
    ) {
        let (tick, done) = ((self.bars)(things.len(), what), AtomicUsize::new(0));
        let steps = || (done.load(Ordering::Relaxed), things.len());
        let counted = |thing| {
            one(thing);
            done.fetch_add(1, Ordering::Relaxed);
            tick();
        };
        self.live.during(
            || snapshot(what, steps()),
            // One after the other from the front, not in halves.
            || things.iter().par_bridge().for_each(counted),
        );
    }

    /// The point with its figures from `answers`; `None` while some are missing.
    fn complete(&self, (point, work): &Begun, answers: &Answers) -> Option<Point> {
        let mut point = point.clone();
        let Some(work) = work else { return Some(point) };
        let answer = |(job, copies): &(Arc<Job>, usize)| Some((answers.get(&job.key)?, *copies));
        let parts: Vec<_> = work.jobs.iter().map(answer).collect::<Option<_>>()?;
        let parts = parts.into_iter().map(|(answer, copies)| Ok((answer.as_ref()?, copies)));
        match parts.collect::<Result<Vec<_>, &String>>() {
            Ok(parts) => self.area.complete(&mut point, work, &parts),
            Err(problem) => point.lack_area(problem.clone()),
        }
        Some(point)
    }
}

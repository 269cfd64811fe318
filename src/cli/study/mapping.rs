//! What points need, done once for all of them, with a bar and the report so far.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::live::{Live, Snapshot};
use super::needs::{Needs, Of};
use crate::cli::progress;
use crate::study::{FlowError, Job, Measured, Point};

/// What of the answers, each with its number of copies, makes the figures of a design.
pub type Measure<'m, T> = dyn Fn(&Of, &[(&T, usize)]) -> Result<Measured, String> + Sync + 'm;

/// An answer for each job, or why there is none.
pub type Answers<T> = BTreeMap<String, Result<T, String>>;

/// The points, the jobs that they need, and who shows how far they are.
pub struct Mapping<'m> {
    pub points: &'m [(Point, Needs)],
    pub jobs: &'m BTreeMap<String, Job>,
    pub live: &'m Live,
}

impl Mapping<'_> {
    /// What `run` makes of each job, those first that the first points need. With `measure` a point
    /// is done when its jobs are.
    pub fn map<T: Send + Sync>(
        &self,
        run: impl Fn(&Job) -> Result<T, FlowError> + Sync,
        measure: Option<&Measure<T>>,
    ) -> Answers<T> {
        let bar = progress::bar(self.jobs.len() as u64, "modules mapped");
        let answers: Mutex<Answers<T>> = Mutex::default();
        let known = || answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = |key: &str| {
            let answer = run(&self.jobs[key]).map_err(|error| error.to_string());
            known().insert(key.to_owned(), answer);
            bar.inc(1);
        };
        let snapshot = || {
            let answers = known();
            let is_done = |needs: &Needs| match needs {
                Needs::Jobs { keys, .. } => keys.iter().all(|(key, _)| answers.contains_key(key)),
                _ => true,
            };
            let done = self.points.iter().filter(|(_, needs)| measure.is_some() && is_done(needs));
            let points = self.points.iter().map(|(point, needs)| match measure {
                Some(measure) if is_done(needs) => with_area(point, needs, &answers, measure),
                _ => point.clone(),
            });
            Snapshot {
                done: done.count(),
                points: points.collect(),
                steps: (answers.len(), self.jobs.len()),
                what: "modules mapped",
            }
        };
        self.live.during(snapshot, || self.in_order().into_iter().par_bridge().for_each(answer));
        bar.finish_and_clear();
        answers.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys of the jobs in the order in which points need them.
    fn in_order(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let keys = self.points.iter().flat_map(|(_, needs)| match needs {
            Needs::Jobs { keys, .. } => keys.as_slice(),
            _ => &[],
        });
        keys.map(|(key, _)| key.as_str()).filter(|key| seen.insert(*key)).collect()
    }

    /// The points with what `measure` makes of the answers that they need.
    pub fn measure<T: Sync>(
        &self,
        answers: &Answers<T>,
        what: &'static str,
        measure: impl Fn(&Of, &[(&T, usize)]) -> Result<Measured, String> + Sync,
    ) -> Vec<Point> {
        let bar = progress::bar(self.points.len() as u64, what);
        let done: Mutex<Vec<Option<Point>>> = Mutex::new(vec![None; self.points.len()]);
        let known = || done.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |(number, (point, needs)): (usize, &(Point, Needs))| {
            let point = with_area(point, needs, answers, &measure);
            known()[number] = Some(point);
            bar.inc(1);
        };
        let snapshot = || {
            let done = known();
            let count = done.iter().flatten().count();
            let both = done.iter().zip(self.points);
            let points = both.map(|(done, (bare, _))| done.clone().unwrap_or_else(|| bare.clone()));
            Snapshot {
                points: points.collect(),
                done: count,
                steps: (count, self.points.len()),
                what,
            }
        };
        let points = || self.points.iter().enumerate();
        self.live.during(snapshot, || points().par_bridge().for_each(one));
        bar.finish_and_clear();
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.into_iter().map(|point| point.expect("each was measured")).collect()
    }
}

/// `point` with what `measure` makes of the answers that it needs.
pub fn with_area<T>(
    point: &Point,
    needs: &Needs,
    answers: &Answers<T>,
    measure: &(impl Fn(&Of, &[(&T, usize)]) -> Result<Measured, String> + ?Sized),
) -> Point {
    let mut point = point.clone();
    let (of, keys) = match needs {
        Needs::Nothing => return point,
        Needs::Figures(figures) => {
            point.figures.extend(figures.iter().cloned());
            return point;
        }
        Needs::Refused(problem) => return without_area(point, problem.clone()),
        Needs::Jobs { of, keys } => (of, keys),
    };
    let parts = keys.iter().map(|(key, copies)| {
        answers[key].as_ref().map(|answer| (answer, *copies)).map_err(Clone::clone)
    });
    match parts.collect::<Result<Vec<_>, String>>().and_then(|parts| measure(of, &parts)) {
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

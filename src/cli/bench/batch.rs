//! Many programs on one compiled machine: each thread has machines of its own, all share the code.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use rayon::prelude::*;

use super::contestant::{BuildTime, Contestant, Run};
use super::engines::{self, POWER_UP_SEED};
use super::workload::Workload;
use crate::cli::error::CliError;
use crate::engine::{Code, Compiled};
use crate::lockstep::Machine;

/// Programs for each thread.
const PROGRAMS_OF_A_THREAD: usize = 8;

/// As in the table.
pub const NAME: &str = "compiled batch";

/// A batch of programs; its rate is that of one core.
pub struct Batch<'w> {
    /// What the others execute; the first program of the batch.
    workload: &'w Workload,
    others: Vec<Workload>,
    code: Arc<Code>,
    build_time: BuildTime,
    threads: usize,
}

impl<'w> Batch<'w> {
    /// The workload and others like it.
    ///
    /// # Errors
    /// When no programs can be made.
    pub fn new(workload: &'w Workload) -> Result<Self, CliError> {
        let threads = available_parallelism().map_or(1, NonZeroUsize::get);
        let count = threads * PROGRAMS_OF_A_THREAD;
        let others = (1..count as u64)
            .map(|number| workload.another(number))
            .collect::<Result<_, CliError>>()?;
        let (code, build_time) = engines::compile(workload);
        Ok(Self { workload, others, code, build_time, threads })
    }

    /// Executes one program on a machine of its own; returns cycles and checksums.
    fn execute(&self, workload: &Workload, passes: u64) -> Result<(u64, Vec<u64>), CliError> {
        let mut machine =
            Machine::new(Compiled::power_up(&self.code, POWER_UP_SEED), &workload.config, vec![]);
        workload.load(&mut machine)?;
        let mut checksums = workload.checksums();
        let cycles = machine
            .run_passes(&workload.program, passes, |retirement| checksums.add(&retirement.retired));
        Ok((cycles.map_err(|error| workload.does_not_run(&error))?, checksums.marks()))
    }
}

impl Contestant for Batch<'_> {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn build_time(&self) -> Option<BuildTime> {
        Some(self.build_time)
    }

    /// The passes are those of all programs together, and the time that of all threads: what one
    /// core does in it. Powering machines up and loading them is in it too.
    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let workloads: Vec<&Workload> = [self.workload].into_iter().chain(&self.others).collect();
        let each = passes.div_ceil(workloads.len() as u64);
        let start = Instant::now();
        let outcomes = workloads
            .par_iter()
            .map(|workload| self.execute(workload, each))
            .collect::<Result<Vec<_>, CliError>>()?;
        let time = start.elapsed() * self.threads as u32;
        Ok(Run {
            passes: each * workloads.len() as u64,
            time,
            instructions: workloads.iter().map(|workload| workload.instructions(each)).sum(),
            cycles: Some(outcomes.iter().map(|(cycles, _)| cycles).sum()),
            checksums: outcomes.into_iter().next().map_or(vec![], |(_, checksums)| checksums),
        })
    }
}

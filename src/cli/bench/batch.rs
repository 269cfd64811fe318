//! Many programs on one compiled machine: each thread has machines of its own, all share the code.

use std::num::NonZeroUsize;
use std::sync::{Arc, Barrier};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

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

    /// A machine that has the workload's state.
    fn machine(&self, workload: &Workload) -> Result<Machine<'static, Compiled>, CliError> {
        let engine = Compiled::power_up(&self.code, POWER_UP_SEED);
        let mut machine = Machine::new(engine, &workload.config, vec![]);
        workload.load(&mut machine)?;
        Ok(machine)
    }

    /// What one thread does: it loads a machine for each of its programs, waits until `all_loaded`,
    /// and executes one after the other.
    fn execute(
        &self,
        workloads: &[&Workload],
        passes: u64,
        all_loaded: &Barrier,
    ) -> Result<Done, CliError> {
        let machines: Result<Vec<_>, CliError> =
            workloads.iter().map(|workload| self.machine(workload)).collect();
        all_loaded.wait();
        let mut done = Done::default();
        let start = Instant::now();
        for (mut machine, workload) in machines?.into_iter().zip(workloads) {
            let mut checksums = workload.checksums();
            let cycles = machine.run_passes(&workload.program, passes, |retirement| {
                checksums.add(&retirement.retired);
            });
            done.cycles += cycles.map_err(|error| workload.does_not_run(&error))?;
            done.checksums.push(checksums.marks());
        }
        done.time = start.elapsed();
        Ok(done)
    }
}

/// What a thread has done.
#[derive(Default)]
struct Done {
    cycles: u64,
    time: Duration,
    /// For each of its programs.
    checksums: Vec<Vec<u64>>,
}

impl Contestant for Batch<'_> {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn build_time(&self) -> Option<BuildTime> {
        Some(self.build_time)
    }

    /// The passes are those of all programs together, and the time that of all threads: what one
    /// core does in it while the others work, too.
    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let workloads: Vec<&Workload> = [self.workload].into_iter().chain(&self.others).collect();
        let each = passes.div_ceil(workloads.len() as u64);
        let all_loaded = Barrier::new(self.threads);
        let done: Vec<Done> = thread::scope(|scope| {
            let (batch, all_loaded) = (&*self, &all_loaded);
            let begin = |part| scope.spawn(move || batch.execute(part, each, all_loaded));
            let threads: Vec<_> = workloads.chunks(PROGRAMS_OF_A_THREAD).map(begin).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("it does not panic"))
                .collect::<Result<_, CliError>>()
        })?;
        Ok(Run {
            passes: each * workloads.len() as u64,
            time: done.iter().map(|done| done.time).sum(),
            instructions: workloads.iter().map(|workload| workload.instructions(each)).sum(),
            cycles: Some(done.iter().map(|done| done.cycles).sum()),
            checksums: done.into_iter().flat_map(|done| done.checksums).next().unwrap_or_default(),
        })
    }
}

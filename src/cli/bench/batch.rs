//! Many programs on one compiled machine: each thread has machines of its own, all share the code.

use std::sync::{Arc, Barrier};
use std::time::Instant;

use super::engines::{Contestant, POWER_UP_SEED, compile};
use super::workload::{Run, Workload};
use crate::cli::error::CliError;
use lanebeat::engine::{Code, Compiled};
use lanebeat::lockstep::{Hardware, Machine};

/// Programs for each thread.
const PROGRAMS_OF_A_THREAD: usize = 8;

/// Name in the table.
pub const NAME: &str = "compiled batch";

/// The workload and others like it. The passes of a run are those of all programs together, and its
/// time is the sum over all threads: the rate is that of one core while the others work, too.
///
/// # Errors
/// When no programs can be made.
pub fn batch(workload: &Workload) -> Result<Contestant<'_>, CliError> {
    let threads = rayon::current_num_threads();
    let others = (1..threads * PROGRAMS_OF_A_THREAD).map(|number| workload.another(number as u64));
    let others = others.collect::<Result<Vec<_>, CliError>>()?;
    let (code, build_time) = compile(workload);
    let run = move |passes: u64| {
        let workloads: Vec<&Workload> = [workload].into_iter().chain(&others).collect();
        let each = passes.div_ceil(workloads.len() as u64);
        let all_loaded = Barrier::new(threads);
        let parts: Vec<&[&Workload]> = workloads.chunks(PROGRAMS_OF_A_THREAD).collect();
        let done =
            rayon::broadcast(|thread| execute(&code, parts[thread.index()], each, &all_loaded));
        let done = done.into_iter().collect::<Result<Vec<Run>, CliError>>()?;
        Ok(Run {
            passes: each * workloads.len() as u64,
            time: done.iter().map(|run| run.time).sum(),
            instructions: done.iter().map(|run| run.instructions).sum(),
            cycles: done.iter().map(|run| run.cycles).sum(),
            checksums: done.into_iter().next().unwrap_or_default().checksums,
        })
    };
    Ok(Contestant::new(NAME, Some(build_time), run))
}

/// Work of one thread: it loads a machine for each of its programs, waits until `all_loaded`, and
/// executes one after the other. The checksums are those of the first.
fn execute(
    code: &Arc<Code>,
    workloads: &[&Workload],
    passes: u64,
    all_loaded: &Barrier,
) -> Result<Run, CliError> {
    let load = |workload: &&Workload| {
        let engine = Compiled::power_up(code, POWER_UP_SEED);
        let mut machine = Machine::new(engine, &workload.config, vec![]);
        workload.load(&mut machine).map(|()| machine)
    };
    let machines: Result<Vec<_>, CliError> = workloads.iter().map(load).collect();
    all_loaded.wait();
    let (mut done, mut all_cycles) = (Run::default(), 0);
    let start = Instant::now();
    for (mut machine, workload) in machines?.into_iter().zip(workloads) {
        let mut checksums = workload.checksums();
        let cycles = Hardware::run(&mut machine, &workload.program, passes, &mut |retirement| {
            checksums.add(&retirement.retired);
        });
        all_cycles += cycles.map_err(|error| workload.does_not_run(&error))?;
        done.instructions += workload.instructions(passes);
        if done.checksums.is_empty() {
            done.checksums = checksums.marks();
        }
    }
    Ok(Run { time: start.elapsed(), cycles: Some(all_cycles), ..done })
}

//! The engines that the bench measures, and how each executes the workload.

use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::workload::{Run, Workload};
use crate::cli::error::CliError;
use lanebeat::cycle::{self, InFull};
use lanebeat::engine::{Code, Compiled, Engine, Flat, Interpreter, Waveform, WaveformOptions};
use lanebeat::files::{FileError, PendingFolder};
use lanebeat::isa::Program;
use lanebeat::lockstep::{Hardware, Machine, Observer, RunError, TimedModel, passes_for};
use lanebeat::rtl;
use lanebeat::simulators::{BuildOptions, Dumping, Simulator};

/// The power-up content does not matter; it is the same in every run.
pub const POWER_UP_SEED: u64 = 1;

/// An engine that executes the workload.
pub struct Contestant<'w> {
    /// Name in the table.
    pub name: String,
    /// Version of an installed tool, in its own words.
    pub version: Option<String>,
    /// Time before it can run: compiling, elaborating. `None` where there is nothing to
    /// build.
    pub build_time: Option<BuildTime>,
    /// Executes so many passes of the workload from its initial state. Loading that state is not in
    /// the time.
    pub run: Box<dyn FnMut(u64) -> Result<Run, CliError> + 'w>,
}

/// How long an engine takes from nothing to its first simulated cycle, and until it is as fast as
/// it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildTime {
    pub first_cycle: Duration,
    pub whole: Duration,
}

impl<'w> Contestant<'w> {
    pub fn new(
        name: impl Into<String>,
        build_time: Option<BuildTime>,
        run: impl FnMut(u64) -> Result<Run, CliError> + 'w,
    ) -> Self {
        Self { name: name.into(), version: None, build_time, run: Box::new(run) }
    }

    /// Passes that take about `time`, for one that has run once.
    ///
    /// # Errors
    /// When the engine does not work.
    pub fn passes_for(&mut self, time: Duration) -> Result<u64, CliError> {
        passes_for(time, |passes| (self.run)(passes).map(|run| run.time))
    }
}

/// The name of an engine's row; one that also writes a dump says so.
pub fn name(engine: &str, dumping: Option<Dumping>) -> String {
    match dumping {
        None => engine.to_owned(),
        Some(Dumping::Vcd) => format!("{engine} + vcd"),
        Some(Dumping::Fst) => format!("{engine} + fst"),
    }
}

/// The model and the cycle model: results and cycles without nets.
pub fn model(workload: &Workload) -> Contestant<'_> {
    Contestant::new("model", None, |passes| {
        let mut machine = TimedModel::new(&workload.config);
        workload.load(&mut machine)?;
        let mut checksums = workload.checksums();
        let start = Instant::now();
        let cycles = machine.run(&workload.program, passes, &mut |retirement| {
            checksums.add(&retirement.retired);
        });
        let time = start.elapsed();
        let cycles = cycles.map_err(|error| workload.does_not_run(&error))?;
        Ok(workload.run(passes, time, Some(cycles), checksums.marks()))
    })
}

/// Instructions of the longest program that is written out for the cycle model: many enough that
/// filling and draining the machine do not count, few enough for a processor's cache, as programs
/// are that a person wrote.
const LONGEST: u64 = 4_000;

/// The cycle model: the time of every instruction, no results. It executes each instruction once, so
/// passes are written out.
pub fn cycle(workload: &Workload) -> Contestant<'_> {
    let mut written_out: Option<(u64, Program)> = None;
    Contestant::new("cycle", None, move |passes| {
        let at_once = passes.min(LONGEST.div_ceil(workload.instructions(1)));
        let program = match written_out.take() {
            Some((passes, program)) if passes == at_once => program,
            _ => workload.program.repeated(at_once),
        };
        let times = passes.div_ceil(at_once);
        let start = Instant::now();
        let run = |_| {
            let run = cycle::run(&workload.config, black_box(&program), &mut InFull)?;
            Ok(black_box(run).cycles)
        };
        let cycles = (0..times).map(run).sum::<Result<u64, CliError>>()?;
        let time = start.elapsed();
        written_out = Some((at_once, program));
        Ok(workload.run(times * at_once, time, Some(cycles), vec![]))
    })
}

/// The interpreter.
pub fn interpreter(workload: &Workload, dumping: Option<Dumping>) -> Contestant<'_> {
    let start = Instant::now();
    let flat = Flat::new(&rtl::core(&workload.config));
    Interpreter::new(&flat, POWER_UP_SEED).step();
    let first_cycle = start.elapsed();
    let build_time = BuildTime { first_cycle, whole: first_cycle };
    let power_up = move || Interpreter::new(&flat, POWER_UP_SEED);
    on_netlist(workload, ("interpreter", build_time, dumping), power_up)
}

/// The compiled engine.
pub fn compiled(workload: &Workload, dumping: Option<Dumping>) -> Contestant<'_> {
    let (code, build_time) = compile(workload);
    let power_up = move || Compiled::power_up(&code, POWER_UP_SEED);
    on_netlist(workload, ("compiled", build_time, dumping), power_up)
}

/// The code of the workload's machine at its best, and how long it took to run and to be that.
pub fn compile(workload: &Workload) -> (Arc<Code>, BuildTime) {
    let start = Instant::now();
    let code = Code::new(&Flat::new(&rtl::core(&workload.config)));
    Compiled::power_up(&code, POWER_UP_SEED).step();
    let first_cycle = start.elapsed();
    code.improve();
    (code, BuildTime { first_cycle, whole: start.elapsed() })
}

/// An engine on the netlist, powered up anew for each run by `power_up`.
fn on_netlist<'w, E: Engine>(
    workload: &'w Workload,
    (engine, build_time, dumping): (&str, BuildTime, Option<Dumping>),
    power_up: impl Fn() -> E + 'w,
) -> Contestant<'w> {
    Contestant::new(name(engine, dumping), Some(build_time), move |passes| {
        let engine = power_up();
        let mut dump = dumping.map(|dumping| Dump::begin(engine.flat(), dumping)).transpose()?;
        let mut machine = Machine::new(engine, &workload.config, vec![]);
        workload.load(&mut machine)?;
        // As in the other simulators, the dump begins with the measured part, after loading.
        dump.iter_mut().for_each(|dump| machine.observe(dump));
        let mut checksums = workload.checksums();
        let start = Instant::now();
        let cycles = Hardware::run(&mut machine, &workload.program, passes, &mut |retirement| {
            checksums.add(&retirement.retired);
        });
        drop(machine);
        dump.map_or(Ok(()), Dump::finish)?;
        let time = start.elapsed();
        let cycles = cycles.map_err(|error| workload.does_not_run(&error))?;
        Ok(workload.run(passes, time, Some(cycles), checksums.marks()))
    })
}

/// A dump of all signals into a file that is gone afterwards.
struct Dump {
    waveform: Waveform<'static>,
    failure: Option<io::Error>,
}

impl Dump {
    fn begin(flat: &Flat, dumping: Dumping) -> Result<Self, CliError> {
        let options = WaveformOptions::default();
        let waveform = tempfile::tempfile().and_then(|file| match dumping {
            Dumping::Vcd => Waveform::vcd(file, flat, options),
            Dumping::Fst => Waveform::fst(file, flat, options),
        });
        Ok(Self { waveform: waveform.map_err(refused)?, failure: None })
    }

    fn finish(self) -> Result<(), CliError> {
        self.failure.map_or_else(|| self.waveform.finish(), Err).map_err(refused)
    }
}

impl Observer for Dump {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        if self.failure.is_none() {
            self.failure = self.waveform.sample(engine).err();
        }
    }
}

fn refused(error: io::Error) -> CliError {
    FileError::writing(&std::env::temp_dir(), &error).into()
}

/// The written Verilog or MLIR in an external simulator, built unless that was done before.
///
/// # Errors
/// When it cannot be built.
pub fn external(
    workload: &Workload,
    simulator: Simulator,
    dumping: Option<Dumping>,
) -> Result<Contestant<'_>, CliError> {
    let options = BuildOptions { dumps: dumping, is_fast: true, ..BuildOptions::default() };
    let built = simulator.build(&workload.config, &options)?;
    let build_time = BuildTime { first_cycle: built.build_time, whole: built.build_time };
    let run = move |passes| {
        let mut simulation = built.start()?;
        workload.load(&mut simulation)?;
        let fails = |error: RunError| workload.does_not_run(&error);
        let folder = dumping.map(|_| PendingFolder::new()).transpose()?;
        if let Some(folder) = &folder {
            simulation.trace(Some(&folder.path().join("dump"))).map_err(fails)?;
        }
        let start = Instant::now();
        // The driver in C++ computes the checksums itself; the few retirements that Icarus reports
        // are added up here.
        let mut checksums = workload.checksums();
        let done = match simulator {
            Simulator::Verilator | Simulator::Arcilator => {
                simulation.run_unseen(&workload.program, passes)
            }
            Simulator::Icarus => simulation
                .run(&workload.program, passes, &mut |seen| checksums.add(&seen.retired))
                .map(|cycles| (cycles, checksums.marks())),
        };
        let (cycles, marks) = done.map_err(fails)?;
        if folder.is_some() {
            simulation.trace(None).map_err(fails)?;
        }
        Ok(workload.run(passes, start.elapsed(), Some(cycles), marks))
    };
    let contestant = Contestant::new(name(simulator.name(), dumping), Some(build_time), run);
    Ok(Contestant { version: Some(simulator.version()?), ..contestant })
}

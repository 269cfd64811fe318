//! Our own engines in the bench.

use std::hint::black_box;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::contestant::{self, BuildTime, Contestant, Run};
use super::workload::Workload;
use crate::cli::error::CliError;
use crate::cycle::{self, Silent};
use crate::engine::{Code, Compiled, Engine, Flat, Interpreter, Waveform, WaveformOptions};
use crate::files::FileError;
use crate::isa::Program;
use crate::lockstep::{Machine, Observer};
use crate::model;
use crate::rtl;
use crate::simulators::Dumping;

/// The power-up content does not matter; it is the same in every run.
pub const POWER_UP_SEED: u64 = 1;

/// The behavioural model: instructions, no cycles.
pub struct Model<'w>(pub &'w Workload);

impl Contestant for Model<'_> {
    fn name(&self) -> String {
        "model".to_owned()
    }

    fn build_time(&self) -> Option<BuildTime> {
        None
    }

    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let Workload { config, program, initial, .. } = self.0;
        let mut machine = model::Machine::new(config.threads(), config.registers, config.waves);
        for (wave, state) in initial.iter().enumerate() {
            *machine.wave_mut(wave) = state.clone();
        }
        let mut checksums = self.0.checksums();
        let start = Instant::now();
        for _ in 0..passes {
            for wave in 0..program.waves.len() {
                for line in program.executed(wave) {
                    checksums.add(&machine.step(wave, &line.instruction));
                }
            }
        }
        let time = start.elapsed();
        Ok(Run {
            passes,
            time,
            instructions: self.0.instructions(passes),
            cycles: None,
            checksums: checksums.marks(),
        })
    }
}

/// The cycle model: the time of every instruction, no results.
pub struct Cycle<'w> {
    workload: &'w Workload,
    /// Passes written out, since the cycle model executes each instruction once.
    long: Option<(u64, Program)>,
}

/// Instructions of the longest program that is written out: many enough that filling and draining
/// the machine do not count, few enough for a processor's cache, as programs are that somebody
/// wrote.
const LONGEST: u64 = 4_000;

impl<'w> Cycle<'w> {
    pub fn new(workload: &'w Workload) -> Self {
        Self { workload, long: None }
    }
}

impl Contestant for Cycle<'_> {
    fn name(&self) -> String {
        "cycle".to_owned()
    }

    fn build_time(&self) -> Option<BuildTime> {
        None
    }

    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let at_once = passes.min(LONGEST.div_ceil(self.workload.instructions(1)));
        if self.long.as_ref().is_none_or(|(passes, _)| *passes != at_once) {
            self.long = Some((at_once, self.workload.written_out(at_once)));
        }
        let (at_once, long) = self.long.as_ref().expect("written out");
        let times = passes.div_ceil(*at_once);
        let start = Instant::now();
        let run = |_| {
            Ok(black_box(cycle::run(&self.workload.config, black_box(long), &mut Silent)?).cycles)
        };
        let cycles = (0..times).map(run).sum::<Result<u64, CliError>>()?;
        let (time, passes) = (start.elapsed(), times * at_once);
        Ok(Run {
            passes,
            time,
            instructions: self.workload.instructions(passes),
            cycles: Some(cycles),
            checksums: vec![],
        })
    }
}

/// An engine on the netlist, powered up anew for each run by `power_up`.
pub struct Netlist<'w, E, P: Fn() -> E> {
    workload: &'w Workload,
    name: &'static str,
    build_time: BuildTime,
    dumping: Option<Dumping>,
    power_up: P,
}

/// The interpreter.
pub fn interpreter(workload: &Workload, dumping: Option<Dumping>) -> impl Contestant + '_ {
    let start = Instant::now();
    let flat = Flat::new(&rtl::core(&workload.config));
    Interpreter::new(&flat, POWER_UP_SEED).step();
    let first_cycle = start.elapsed();
    let build_time = BuildTime { first_cycle, whole: first_cycle };
    let power_up = move || Interpreter::new(&flat, POWER_UP_SEED);
    Netlist { workload, name: "interpreter", build_time, dumping, power_up }
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

/// The compiled engine.
pub fn compiled(workload: &Workload, dumping: Option<Dumping>) -> impl Contestant + '_ {
    let (code, build_time) = compile(workload);
    let power_up = move || Compiled::power_up(&code, POWER_UP_SEED);
    Netlist { workload, name: "compiled", build_time, dumping, power_up }
}

impl<E: Engine, P: Fn() -> E> Contestant for Netlist<'_, E, P> {
    fn name(&self) -> String {
        contestant::name(self.name, self.dumping)
    }

    fn build_time(&self) -> Option<BuildTime> {
        Some(self.build_time)
    }

    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let engine = (self.power_up)();
        let mut dump =
            self.dumping.map(|dumping| Dump::begin(engine.flat(), dumping)).transpose()?;
        let mut machine = Machine::new(engine, &self.workload.config, vec![]);
        self.workload.load(&mut machine)?;
        // As other people's simulators, what is measured and nothing before it.
        dump.iter_mut().for_each(|dump| machine.observe(dump));
        let mut checksums = self.workload.checksums();
        let start = Instant::now();
        let cycles = machine.run_passes(&self.workload.program, passes, |retirement| {
            checksums.add(&retirement.retired)
        });
        drop(machine);
        dump.map_or(Ok(()), Dump::finish)?;
        let time = start.elapsed();
        let cycles = Some(cycles.map_err(|error| self.workload.does_not_run(&error))?);
        Ok(Run {
            passes,
            time,
            instructions: self.workload.instructions(passes),
            cycles,
            checksums: checksums.marks(),
        })
    }
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

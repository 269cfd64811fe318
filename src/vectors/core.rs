//! Vectors of the core: what its ports show while random programs run in lockstep with the model.

use std::slice;
use std::sync::Arc;

use proptest::strategy::{Strategy as _, ValueTree as _};

use super::shown::Shown;
use crate::config::Config;
use crate::engine::{Code, Compiled, Engine, Flat, SignalId};
use crate::hdl::{Bits, Direction, Module};
use crate::isa::asm::assemble;
use crate::isa::{COUNTERS, Lines, Program, WaveState};
use crate::lockstep::campaign::runner;
use crate::lockstep::{Case, Difference, Machine, Named, Observer, case, lockstep_without_reset};
use crate::rtl;
use crate::verilog::Vector;

/// Instructions of the longest random program.
const LONGEST_PROGRAM: usize = 24;
/// The power-up content: what depends on it is not compared.
const POWER_UP_SEED: u64 = 1;

/// Why there are no vectors: hardware and model differ, so the results are not known to be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no vectors of the core: hardware and model differ in a random program: {0}")]
pub struct NotJudged(#[from] Difference);

/// A run of programs one after the other.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// Ports of the core in each cycle.
    pub vectors: Vec<Vector>,
    /// Programs that were run.
    pub programs: usize,
    /// Instructions that were compared with the model.
    pub retirements: usize,
}

/// Records the core of `config` while it runs `programs`, each from its own state, and the model
/// judges every retirement.
///
/// # Errors
/// When hardware and model differ.
pub fn of_core(
    config: &Config,
    programs: &[(Program, Vec<WaveState>)],
) -> Result<Recording, NotJudged> {
    let mut session = Session::new(config);
    for (program, initial) in programs {
        session.record(config, program, slice::from_ref(initial))?;
    }
    Ok(session.recording)
}

/// As [`of_core`], programs that meet what is rare, then random ones of at least `cycles` vectors; the
/// same seed gives the same ones.
///
/// # Errors
/// When hardware and model differ.
pub fn random_core(config: &Config, cycles: usize, seed: u64) -> Result<Recording, NotJudged> {
    let mut session = Session::new(config);
    for (program, initial) in directed_runs(config, seed) {
        session.record(config, &program, &initial)?;
    }
    let cycles = session.recording.vectors.len() + cycles;
    let mut random = random_cases(config, seed);
    while session.recording.vectors.len() < cycles {
        let Case { program, initial } = random.next().expect("random programs without end");
        session.record(config, &program, &[initial])?;
    }
    Ok(session.recording)
}

/// A program, and the states from which it runs one time after the other.
type Runs = (Program, Vec<Vec<WaveState>>);

/// Programs that a machine of `config` has the instructions for: lane moves out of every part of the
/// wave, every reduction of a barrier over all waves, every counter counted another number of times,
/// and operands of which the reuse cache keeps each that it can until the host has written others.
fn directed_runs(config: &Config, seed: u64) -> Vec<Runs> {
    const REDUCTIONS: &str = "BAR.RED.POPC 0, P0\nB2R R1\n@P1 BAR.RED.AND 1, P1\nB2R R2\n\
         BAR.RED.AND 2, PT\nB2R P4\nBAR.RED.OR 3, P2\nB2R R3\nBAR.RED.OR 4, !PT\nB2R P5\n\
         @!P3 BAR.RED.POPC 5, PT\nB2R R4\nBAR.SYNC 7\nB2R R5\nB2R P6\n";
    const TWO_KEPT: &str = "IADD R6, R0.reuse, R2.reuse\nIADD R7, R1.reuse, R3.reuse\n";
    const THREE_KEPT: &str = "IMAD R6, R0.reuse, R2.reuse, R4.reuse\n\
         IMAD R7, R1.reuse, R3.reuse, R5.reuse\n";
    const MOVES: &str = "S2R R1, SR_TID\nLOP.XOR R1, R1, 29\nSHL R1, R1, 2\nds_permute_b32 v2, v1, v0\n\
         ds_bpermute_b32 v3, v1, v0\ns_mov_b64 exec, 0x96c35a3c\n\
         v_permlane16_b32 v2, v0, 0x3d19b5f7, 0x84c2e06a\n\
         v_permlanex16_b32 v3, v0, 0x84c2e06a, 0x3d19b5f7\n";
    let reductions =
        (0..config.waves).map(|wave| format!(".wave {wave}\n{REDUCTIONS}")).collect::<String>();
    let counted = |counter: usize| {
        let triggers = format!("PMTRIG {counter}\n").repeat(1 + counter % 3);
        format!("{triggers}S2R R{}, SR_PM{counter}\n", counter % 4)
    };
    let counters = (0..COUNTERS.into()).map(counted).collect::<String>();
    let mut runs = vec![(MOVES.to_owned(), 1), (reductions, 1), (counters, 1)];
    if config.reuse {
        runs.extend([TWO_KEPT, THREE_KEPT].map(|text| (text.to_owned(), 2)));
    }
    let states: Vec<_> = random_cases(config, seed).take(2).map(|case| case.initial).collect();
    let assembled = |(text, count): (String, usize)| {
        let mut program = assemble("directed.s", &text, &config.target()).ok()?;
        program.waves.resize(config.waves, Lines::default());
        Some((program, states[..count].to_vec()))
    };
    runs.into_iter().filter_map(assembled).collect()
}

/// Random programs of the machine of `config` without end; the same seed gives the same ones.
pub fn random_cases(config: &Config, seed: u64) -> impl Iterator<Item = Case> + use<> {
    let mut runner = runner(1, seed);
    let strategy = case(config, LONGEST_PROGRAM, config.waves);
    std::iter::repeat_with(move || {
        strategy.new_tree(&mut runner).expect("nothing is rejected").current()
    })
}

/// A core that is recorded.
struct Session {
    code: Arc<Code>,
    ports: Ports,
    recording: Recording,
}

/// The core's ports, in their order.
struct Ports {
    inputs: Vec<SignalId>,
    names: Vec<String>,
    outputs: Vec<SignalId>,
}

impl Session {
    fn new(config: &Config) -> Self {
        let core = rtl::core(config);
        let flat = Flat::new(&core);
        let outputs = ports(&core, &flat, Direction::Output);
        let names = outputs.iter().map(|id| flat.signals[id.signal].name.clone()).collect();
        let ports = Ports { inputs: ports(&core, &flat, Direction::Input), names, outputs };
        Self { code: Arc::new(Code::quick(&flat)), ports, recording: Recording::default() }
    }

    /// Records one more program, from each of those states in turn, on a core that has just been
    /// powered up and reset.
    fn record(
        &mut self,
        config: &Config,
        program: &Program,
        initial: &[Vec<WaveState>],
    ) -> Result<(), NotJudged> {
        let named: Vec<Named> =
            (0..config.waves).map(|wave| Named::by_program(program, wave)).collect();
        let mut recorder = Recorder { ports: &self.ports, vectors: &mut self.recording.vectors };
        let engine = Compiled::power_up(&self.code, POWER_UP_SEED);
        let mut machine = Machine::new(engine, config, vec![&mut recorder]);
        for initial in initial {
            let judged = &mut |_: &_| {};
            let summary = lockstep_without_reset(&mut machine, program, initial, &named, judged)?;
            self.recording.programs += 1;
            self.recording.retirements += summary.instructions as usize;
        }
        Ok(())
    }
}

/// The signals of the ports of a module's top, in their order.
pub fn ports(module: &Module, flat: &Flat, direction: Direction) -> Vec<SignalId> {
    let ports = module.ports.iter().filter(|port| port.direction == direction);
    ports.map(|port| flat.find(&port.name).expect("a port is a signal")).collect()
}

struct Recorder<'r> {
    ports: &'r Ports,
    vectors: &'r mut Vec<Vector>,
}

impl Observer for Recorder<'_> {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let Ports { inputs, names, outputs } = self.ports;
        let reset = engine.value(engine.flat().reset_net()) == 1;
        let mut values = |ports: &[SignalId]| -> Vec<Bits> {
            ports.iter().map(|&port| engine.peek(port)).collect()
        };
        let (inputs, outputs) = (values(inputs), values(outputs));
        let named: Vec<(&str, Bits)> =
            names.iter().map(String::as_str).zip(outputs.iter().cloned()).collect();
        let defined = Shown { reset, outputs: &named }.all_defined();
        self.vectors.push(Vector { reset, inputs, outputs, defined });
    }
}

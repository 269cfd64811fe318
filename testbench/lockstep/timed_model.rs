//! The model with the cycle model's times, retirement by retirement against the hardware.

use crate::common::bench::{core, fixed_programs, named, on_every_organisation, program, with};
use lanebeat::config::Config;
use lanebeat::engine::Interpreter;
use lanebeat::isa::{ControlOperation, Line, Program, WaveState};
use lanebeat::lockstep::{Hardware, Machine, Retirement, RunError, TimedModel};

/// The retirements, cycles and states at the end.
type Outcome = Result<(Vec<Retirement>, u64, Vec<WaveState>), RunError>;

/// What `hardware` makes of `passes` passes of `program` from `initial`.
fn outcome(
    hardware: &mut dyn Hardware,
    config: &Config,
    program: &Program,
    initial: &[WaveState],
    passes: u64,
) -> Outcome {
    let named = named(config, program);
    let mut states = initial.to_vec();
    for (wave, (state, named)) in initial.iter().zip(&named).enumerate() {
        hardware.load(wave, state, named)?;
    }
    let mut retirements = vec![];
    let cycles =
        hardware.run(program, passes, &mut |retirement| retirements.push(retirement.clone()))?;
    for (wave, (state, named)) in states.iter_mut().zip(&named).enumerate() {
        hardware.read(wave, state, named)?;
    }
    Ok((retirements, cycles, states))
}

/// Small enough for the interpreter, with every operation.
fn small() -> Config {
    Config { lanes: 4, registers: 6, waves: 3, ..Config::default() }
}

/// The program without EXIT, which a program that is repeated has not.
fn endless(program: &Program) -> Program {
    let is_exit = |line: &Line| line.instruction.operation == ControlOperation::Exit;
    let of_wave = |wave| program.executed(wave).iter().copied().filter(|line| !is_exit(line));
    Program { waves: (0..program.waves.len()).map(|wave| of_wave(wave).collect()).collect() }
}

#[test]
fn random_programs_retire_the_same_in_the_same_cycles() {
    let plain = on_every_organisation(&small(), 2, &[(4, 4, 0), (8, 2, 3), (16, 1, 1)]);
    let others = ["lanes=16 shuffle_passes=4", "lanes=16 beats=2 shuffle_passes=2 stages=5"];
    let others = others.map(|settings| with(&small(), settings));
    for (number, config) in plain.into_iter().chain(others).enumerate() {
        let flat = core(&config);
        for case in fixed_programs(&config, 4, 40, number as u8) {
            let mut hardware = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
            let mut model = TimedModel::new(&config);
            for (program, passes) in [(&case.program, 1), (&endless(&case.program), 3)] {
                let [expected, found] = [&mut hardware as &mut dyn Hardware, &mut model]
                    .map(|engine| outcome(engine, &config, program, &case.initial, passes));
                assert!(expected == found, "{config:?}\n{case:?}\n{expected:?}\n{found:?}");
                hardware.start_anew().expect("the interpreter goes on");
                model.start_anew().expect("the model goes on");
            }
        }
    }
}

#[test]
fn the_clock_and_the_counters_are_those_of_the_hardware() {
    let config = Config { waves: 2, ..small() };
    let text = "S2R R1, SR_CLOCKLO\nPMTRIG 3\nS2R R2, SR_PM3\nBAR.SYNC 1\nS2R R3, SR_CLOCKLO\n\
                .wave 1\nNOP\nPMTRIG 3\nS2R R2, SR_PM3\nBAR.SYNC 1\nS2R R3, SR_CLOCKLO\n";
    let program = program(&config, text);
    let flat = core(&config);
    let initial = vec![WaveState::new(config.threads(), config.registers); 2];
    let mut hardware = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
    let expected = outcome(&mut hardware, &config, &program, &initial, 1).expect("it ends");
    let mut model = TimedModel::new(&config);
    let found = outcome(&mut model, &config, &program, &initial, 1).expect("it ends");
    assert_eq!(expected, found);
    let counted = found.2.iter().map(|state| state.registers[2].0[0]);
    assert_eq!(counted.collect::<Vec<_>>(), [2, 2], "both count before one reads");
}

#[test]
fn waves_that_wait_for_ever_are_the_same_deadlock() {
    let config = Config { waves: 2, ..small() };
    let program = program(&config, "IADD R1, R1, 1\nBAR.SYNC 1\n.wave 1\nBAR.SYNC 2\nNOP\n");
    let flat = core(&config);
    let initial = vec![WaveState::new(config.threads(), config.registers); 2];
    let mut hardware = Machine::new(Interpreter::new(&flat, 1), &config, vec![]);
    let expected = outcome(&mut hardware, &config, &program, &initial, 1);
    assert!(matches!(expected, Err(RunError::Deadlock(_))), "{expected:?}");
    let mut model = TimedModel::new(&config);
    assert_eq!(outcome(&mut model, &config, &program, &initial, 1), expected);
}

//! The model against the netlist: in every cycle the same accesses, beats, issues, stalls and
//! retirements.

use std::collections::BTreeSet;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{
    Access, Action, Beat, Event, Issue, Pass, Port, Sink, StallReason, Totals, run,
};
use lanebeat::engine::{Engine, Flat, Interpreter};
use lanebeat::isa::{Operation, Program, Register, WaveState};
use lanebeat::lockstep::{Case, HostPort, Machine, Named, Observer, case};
use lanebeat::rtl;
use proptest::prelude::*;
use proptest::test_runner::{Config as Runner, TestRunner};

use super::nets::Nets;
use super::{TIMED, program};
use crate::common::bench::with;

/// What happens in which cycle, in words that both sides use.
type Happenings = BTreeSet<(u64, String)>;

fn access_in_words(access: &Access) -> String {
    let beat = access.beat.map_or(String::new(), |beat| format!(" beat {beat}"));
    match access.port {
        Port::Whole | Port::Own(_) => format!("{access}{beat}"),
        Port::File(file) => format!("file {file} {access}{beat}"),
        Port::Bank(bank) | Port::BankRead(bank) | Port::BankWrite(bank) => {
            format!("bank {bank} {access}{beat}")
        }
    }
}

fn beat_in_words(wave: usize, beat: usize, pass: Pass, operation: Operation) -> String {
    let beat = Beat { cycle: 0, wave, number: 0, beat, pass };
    format!("{beat} of opcode {:#04x}", operation.opcode())
}

/// The hardware does not say for what a wave waits.
fn stall_in_words(reason: StallReason) -> &'static str {
    match reason {
        StallReason::OperandInFlight { .. } | StallReason::Barrier { .. } => {
            "stall: every wave waits"
        }
        StallReason::LateResult { .. } => unreachable!("every instruction is executed"),
        StallReason::Nop => "stall: nop",
        StallReason::Gather => "stall: gather",
        StallReason::BankConflict { .. } => "stall: bank conflict",
        StallReason::NothingLeft => "stall: nothing left",
    }
}

/// What the model says.
struct ModelEvents<'p> {
    program: &'p Program,
    happenings: Happenings,
}

impl Sink for ModelEvents<'_> {
    fn see(&mut self, event: &Event) {
        let (cycle, text) = match event {
            Event::Issue(Issue { cycle, wave, instruction, .. }) => {
                (cycle, format!("issue W{wave} opcode {:#04x}", instruction.operation.opcode()))
            }
            Event::Stall(stall) => (&stall.cycle, stall_in_words(stall.reason).to_owned()),
            Event::Access(access) => (&access.cycle, access_in_words(access)),
            Event::Beat(Beat { cycle, wave, number, beat, pass }) => {
                let operation = self.program.waves[*wave][*number].instruction.operation;
                (cycle, beat_in_words(*wave, *beat, *pass, operation))
            }
            Event::Retire(retire) => (&retire.cycle, format!("retire W{}", retire.wave)),
            Event::Stay(_) | Event::Meeting(_) => return,
        };
        self.happenings.insert((*cycle, text));
    }
}

/// Writes down what the hardware does, from the first issue on.
struct Watcher<'n> {
    nets: &'n mut Nets,
    /// The cycle of the run; `None` before the first issue.
    cycle: Option<u64>,
    happenings: Happenings,
}

impl Observer for Watcher<'_> {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let nets = &mut *self.nets;
        self.cycle = match self.cycle {
            None => (engine.value(nets.issue.accept) == 1).then_some(0),
            Some(cycle) => Some(cycle + 1),
        };
        // Before the program begins too: some reads follow what was said cycles ago.
        let mut accesses = vec![];
        nets.accesses(engine, &mut |access| accesses.push(access));
        let Some(cycle) = self.cycle else { return };
        let mut texts: Vec<String> = accesses.iter().map(access_in_words).collect();
        texts.extend(issue(nets, engine));
        texts.extend(lanes(nets, engine));
        let last_beat =
            nets.retire.beat.is_none_or(|beat| engine.peek_u128(beat) as usize + 1 == nets.beats);
        if engine.value(nets.retire.valid) == 1 && last_beat {
            texts.push(format!("retire W{}", engine.value(nets.retire.wave)));
        }
        self.happenings.extend(texts.into_iter().map(|text| (cycle, text)));
    }
}

/// What becomes of the offered instruction, once a slot.
fn issue(nets: &Nets, engine: &mut dyn Engine) -> Option<String> {
    if engine.value(nets.stages.phase) != 0 {
        return None;
    }
    let mut is_set = |net| engine.value(net) == 1;
    // Where there is no such net, an instruction that stays always keeps others from issuing.
    let is_full = nets.waiting.full.is_none() || is_set(nets.waiting.full);
    let stays = nets.waiting.stays.or(nets.stages.reading.gathers);
    let reason = if is_set(nets.issue.accept) {
        let word = engine.value(nets.inputs.issue_instruction);
        let opcode = word >> lanebeat::isa::encoding::OPCODE.low & 0xff;
        let wave = engine.value(nets.inputs.issue_wave);
        return Some(format!("issue W{wave} opcode {opcode:#04x}"));
    } else if is_full && is_set(nets.waiting.conflict) {
        "stall: bank conflict"
    } else if is_full && is_set(stays) {
        "stall: gather"
    } else if engine.value(nets.issue.nop_slots) > 0 {
        "stall: nop"
    } else if engine.value(nets.inputs.issue_valid) == 0 {
        "stall: nothing left"
    } else if engine.value(nets.issue.blocked) == 1 {
        "stall: every wave waits"
    } else {
        "stall: for no reason"
    };
    Some(reason.to_owned())
}

/// The beat that executes or is gathered.
fn lanes(nets: &Nets, engine: &mut dyn Engine) -> Option<String> {
    let executing = &nets.stages.executing;
    let passes = engine.value(nets.lanes.passes) == 1;
    let pass = match engine.value(nets.lanes.busy) == 1 {
        true => Pass::Execute,
        false if passes && engine.value(executing.gathers) == 1 => Pass::Gather,
        false => return None,
    };
    let opcode = engine.value(executing.opcode) as u8;
    let operation = Operation::from_opcode(opcode).expect("an opcode of the table");
    let [wave, beat] = [executing.wave, nets.beat].map(|net| engine.value(net) as usize);
    Some(beat_in_words(wave, beat, pass, operation))
}

/// The first cycle in which the two disagree, in one sentence.
fn difference(said: &Happenings, done: &Happenings) -> Option<String> {
    let only_said = said.difference(done).next();
    let only_done = done.difference(said).next();
    match (only_said, only_done) {
        (None, None) => None,
        (Some((cycle, said)), Some((also, done))) if cycle == also => {
            Some(format!("cycle {cycle}: the model says `{said}`, the hardware does `{done}`"))
        }
        (Some((cycle, said)), other) if other.is_none_or(|(later, _)| later > cycle) => {
            Some(format!("cycle {cycle}: the model says `{said}`, the hardware does not"))
        }
        (_, Some((cycle, done))) => {
            Some(format!("cycle {cycle}: the hardware does `{done}`, the model does not say so"))
        }
        (Some(_), None) => unreachable!("covered by the arm for what is only said"),
    }
}

/// A core, and where to look at it.
struct Bench {
    config: Config,
    flat: Flat,
}

impl Bench {
    fn new(config: Config) -> Self {
        config.check().unwrap_or_else(|error| panic!("{config:?}: {error}"));
        let flat = Flat::new(&rtl::core(&config));
        Self { config, flat }
    }

    /// Where the model's `said` of `program` differs from what the core does.
    fn compare(&self, program: &Program, said: &Happenings, totals: &Totals) -> Option<String> {
        let nets = &mut Nets::new(&self.config, &self.flat);
        let mut watcher = Watcher { nets, cycle: None, happenings: Happenings::new() };
        let mut machine =
            Machine::new(Interpreter::new(&self.flat, 1), &self.config, vec![&mut watcher]);
        // Loading takes long enough for what the files' address registers power up with to pass.
        let state = WaveState::new(self.config.threads(), self.config.registers);
        let named = Named { registers: vec![Register(0)], masks: vec![] };
        machine.load(0, &state, &named).expect("an engine takes it");
        let cycles = match machine.run(program, |_| {}) {
            Ok(cycles) => cycles,
            Err(error) => return Some(error.to_string()),
        };
        drop(machine);
        let counted =
            format!("the model counts {} cycles, the hardware takes {cycles}", totals.cycles);
        difference(said, &watcher.happenings)
            .or_else(|| (totals.cycles != cycles).then_some(counted))
    }

    fn difference(&self, program: &Program) -> Option<String> {
        let (said, totals) = self.said(program);
        self.compare(program, &said, &totals)
    }

    fn said(&self, program: &Program) -> (Happenings, Totals) {
        let mut said = ModelEvents { program, happenings: Happenings::new() };
        let totals = run(&self.config, program, &mut said).expect("no deadlock");
        (said.happenings, totals)
    }
}

/// The first difference between model and hardware on any of `texts`.
pub fn difference_on(config: &Config, texts: &[String]) -> Option<String> {
    let bench = Bench::new(config.clone());
    texts.iter().find_map(|text| bench.difference(&program(config, text)))
}

fn random_programs(config: Config, programs: u32, longest: usize) {
    let bench = Bench::new(config);
    let mut runner =
        TestRunner::new(Runner { cases: programs, failure_persistence: None, ..Runner::default() });
    let judge = |case: Case| match bench.difference(&case.program) {
        None => Ok(()),
        Some(difference) => Err(TestCaseError::fail(difference)),
    };
    if let Err(failure) = runner.run(&case(&bench.config, longest, bench.config.waves), judge) {
        panic!("{:?}\n{failure}", bench.config);
    }
}

/// Lanes, beats, ALU stages, waves: each value of each at least once.
const GEOMETRIES: [(usize, usize, usize, usize); 12] = [
    (16, 4, 0, 8),
    (16, 4, 0, 1),
    (16, 4, 1, 3),
    (16, 2, 2, 2),
    (32, 1, 3, 4),
    (16, 1, 0, 5),
    (4, 8, 4, 3),
    (8, 4, 5, 6),
    (4, 4, 6, 2),
    (32, 2, 7, 7),
    (8, 8, 8, 5),
    (64, 1, 8, 8),
];

/// Floats and video take the time of a lane's other operations: four lanes have them.
fn machine(lanes: usize, beats: usize, stages: usize, waves: usize) -> Config {
    let arithmetic = lanes == 4;
    Config {
        lanes,
        beats,
        stages,
        waves,
        registers: 8,
        shuffle_passes: [1, 2, 4][(beats + stages + waves) % 3],
        lane_moves: (stages + waves) % 4 != 3,
        float: arithmetic,
        video: arithmetic,
        ..Config::default()
    }
}

/// Of each machine.
const PROGRAMS: u32 = 20;

fn geometries_of(register_file: RegisterFile, programs: u32) {
    let admitted = GEOMETRIES.into_iter().filter(|&(_, beats, ..)| register_file.admits(beats));
    for (lanes, beats, stages, waves) in admitted {
        let config = Config { register_file, ..machine(lanes, beats, stages, waves) };
        random_programs(config, programs, 24);
    }
}

#[test]
fn the_model_of_wide_is_its_hardware_cycle_by_cycle() {
    geometries_of(RegisterFile::Wide, PROGRAMS);
}

#[test]
fn the_model_of_skewed_is_its_hardware_cycle_by_cycle() {
    geometries_of(RegisterFile::Skewed, PROGRAMS);
}

#[test]
fn the_model_of_multi_port_is_its_hardware_cycle_by_cycle() {
    geometries_of(RegisterFile::MultiPort, PROGRAMS);
}

#[test]
fn the_model_of_replicated_is_its_hardware_cycle_by_cycle() {
    geometries_of(RegisterFile::Replicated, PROGRAMS);
}

#[test]
fn the_model_of_banked_is_its_hardware_cycle_by_cycle() {
    geometries_of(RegisterFile::Banked, PROGRAMS);
}

fn two_banks(programs: u32) {
    for (lanes, registers, waves, stages, reuse) in [
        (16, 2, 8, 0, true),
        (32, 3, 1, 1, true),
        (16, 8, 4, 0, false),
        (32, 8, 1, 2, true),
        (16, 64, 3, 5, false),
        (64, 8, 8, 9, true),
    ] {
        let register_file = RegisterFile::TwoBank;
        let config = Config { register_file, registers, reuse, ..machine(lanes, 1, stages, waves) };
        random_programs(config, programs, 40);
    }
    let small = "lanes=4 beats=1 registers=8 waves=2 reuse=true register_file=two_bank dpp=false \
                 shuffle=false vote=false video=false float=false bits=false multiply=false";
    let small = with(&Config::default(), small);
    random_programs(small.clone(), programs, 40);
    random_programs(Config { multiply: true, waves: 1, ..small }, programs, 40);
}

#[test]
fn the_model_of_two_bank_is_its_hardware_cycle_by_cycle() {
    two_banks(PROGRAMS);
}

fn several_collectors(programs: u32) {
    for (number, (lanes, beats, stages, waves)) in GEOMETRIES.into_iter().enumerate() {
        let (register_file, collectors) = (RegisterFile::Banked, [2, 4, 8][number % 3]);
        let config = Config { register_file, collectors, ..machine(lanes, beats, stages, waves) };
        random_programs(config, programs, 24);
    }
    // Every wave has its turn, so that collectors are full; few banks, and beats that are not
    // gathered.
    for settings in [
        "registers=64 waves=16 beats=4 collectors=4",
        "registers=2 waves=8 beats=2 collectors=8",
        "registers=16 waves=12 beats=1 collectors=4",
        "registers=4 waves=8 beats=8 collectors=2",
    ] {
        random_programs(with(&super::machine(RegisterFile::Banked, 4, 0), settings), programs, 24);
    }
}

#[test]
fn the_model_of_several_collectors_is_their_hardware_cycle_by_cycle() {
    several_collectors(PROGRAMS);
}

#[test]
#[ignore = "for .ci/nightly: more of the_model_of_…_is_its_hardware_cycle_by_cycle"]
fn every_model_is_its_hardware_cycle_by_cycle_in_many_programs() {
    RegisterFile::ALL.into_iter().for_each(|register_file| geometries_of(register_file, 200));
    several_collectors(200);
    two_banks(200);
}

#[test]
fn the_model_of_few_banks_and_of_banks_with_one_row_is_their_hardware() {
    for settings in [
        "registers=2 waves=1",
        "registers=3 waves=2",
        "registers=4 waves=1 beats=1",
        "registers=64 waves=32 beats=2 lanes=32",
        "registers=255 waves=3 beats=8 lanes=4",
    ] {
        random_programs(with(&super::machine(RegisterFile::Banked, 4, 0), settings), 30, 24);
    }
}

/// Every kind of event of both files, so that a comparison of nothing with nothing would be
/// noticed.
const EVERYTHING: &str = "@P1 SHFL.IDX P2, R1, R2, R3, 31\ns_nop 2\n@P2 SEL R3, R1, R2, P3\nIMAD R4, R3, R1, R2\nPSETP.AND P1, P2, P3";

#[test]
fn what_the_hardware_does_is_seen() {
    for register_file in TIMED.into_iter().chain([RegisterFile::TwoBank]) {
        let bench = Bench::new(with(&super::machine(register_file, 4, 4), "registers=8"));
        let program = program(&bench.config, EVERYTHING);
        let (said, totals) = bench.said(&program);
        assert_eq!(bench.compare(&program, &said, &totals), None, "{register_file:?}");
        // Every single thing that is left out is missed.
        for (cycle, happening) in &said {
            let mut less = said.clone();
            less.remove(&(*cycle, happening.clone()));
            let expected = format!(
                "cycle {cycle}: the hardware does `{happening}`, the model does not say so"
            );
            assert_eq!(difference(&less, &said), Some(expected));
        }
        let actions = Action::ALL.map(|action| format!(".{action} "));
        let others = ["exec", "stall: nop", "stall: every wave", "issue", "retire"];
        for kind in actions.iter().map(String::as_str).chain(others) {
            let is_said = said.iter().any(|(_, happening)| happening.contains(kind));
            assert!(is_said, "{register_file:?}: {kind}");
        }
    }
}

#[test]
fn a_difference_is_one_sentence() {
    let bench = Bench::new(Config { registers: 8, ..Config::default() });
    let program = program(&bench.config, "IMAD R4, R3, R1, R2");
    let (mut said, totals) = bench.said(&program);
    said.remove(&(2, "W0.read b R1".to_owned()));
    said.insert((2, "W0.read b R5".to_owned()));
    let sentence = "cycle 2: the model says `W0.read b R5`, the hardware does `W0.read b R1`";
    assert_eq!(bench.compare(&program, &said, &totals).as_deref(), Some(sentence));
}

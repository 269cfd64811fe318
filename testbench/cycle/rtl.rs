//! The model against the netlist: in every cycle the same accesses, beats, issues, stalls and
//! retirements.

use std::collections::BTreeSet;

use lanebeat::config::{Config, RegisterFile};
use lanebeat::cycle::{
    Access, Action, Beat, Entry, Issue, Pass, Port, Retire, Sink, Stall, StallReason, Totals, run,
};
use lanebeat::engine::{Engine, Flat, Interpreter, SignalId};
use lanebeat::isa::{MaskEntry, Operation, Program, Register, WaveState};
use lanebeat::lockstep::{Case, Machine, Observer, case};
use lanebeat::rtl;
use proptest::prelude::*;
use proptest::test_runner::{Config as Runner, TestRunner};

use super::nets::{AccessNets, BeatOf, MASK_FILE, Place, REGISTER_FILE, accesses};
use super::{TIMED, program};

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
        StallReason::Nop => "stall: nop",
        StallReason::Gather => "stall: gather",
        StallReason::BankConflict { .. } => "stall: bank conflict",
        StallReason::NothingLeft => "stall: nothing left",
    }
}

/// What the model says.
struct Said<'p> {
    program: &'p Program,
    happenings: Happenings,
}

impl Sink for Said<'_> {
    fn issue(&mut self, issue: &Issue) {
        let opcode = issue.instruction.operation.opcode();
        self.happenings
            .insert((issue.cycle, format!("issue W{} opcode {opcode:#04x}", issue.wave)));
    }

    fn stall(&mut self, stall: &Stall) {
        self.happenings.insert((stall.cycle, stall_in_words(stall.reason).to_owned()));
    }

    fn access(&mut self, access: &Access) {
        self.happenings.insert((access.cycle, access_in_words(access)));
    }

    fn beat(&mut self, beat: &Beat) {
        let operation = self.program.waves[beat.wave][beat.number].instruction.operation;
        self.happenings
            .insert((beat.cycle, beat_in_words(beat.wave, beat.beat, beat.pass, operation)));
    }

    fn retire(&mut self, retire: &Retire) {
        self.happenings.insert((retire.cycle, format!("retire W{}", retire.wave)));
    }
}

/// The nets that every organisation has.
struct Nets {
    files: [(Vec<AccessNets>, usize); 2],
    accept: SignalId,
    issue_valid: SignalId,
    issue_wave: Option<SignalId>,
    issue_opcode: SignalId,
    phase: Option<SignalId>,
    nop_slots: SignalId,
    reading_gathers: Option<SignalId>,
    bank_conflict: Option<SignalId>,
    /// Whether an instruction that stays keeps others from issuing; where there is no such net it
    /// always does.
    full: Option<SignalId>,
    blocked: SignalId,
    lanes_busy: SignalId,
    /// A beat is gathered where all of these are 1; empty where nothing gathers.
    gathering: Vec<SignalId>,
    executing_wave: Option<SignalId>,
    executing_opcode: SignalId,
    executing_beat: Option<SignalId>,
    retire_valid: SignalId,
    retire_wave: Option<SignalId>,
    retire_beat: Option<SignalId>,
}

impl Nets {
    fn new(config: &Config, flat: &Flat) -> Self {
        let signal =
            |path: &str| flat.find(path).unwrap_or_else(|| panic!("the core has no net `{path}`"));
        let entry_bits = config.registers.next_power_of_two().trailing_zeros() as usize;
        Self {
            files: [
                (accesses(config, flat, REGISTER_FILE), entry_bits),
                (accesses(config, flat, MASK_FILE), 4),
            ],
            accept: signal("sequencer.accept"),
            issue_valid: signal("issue_valid"),
            issue_wave: flat.find("issue_wave"),
            issue_opcode: signal("issue_instruction"),
            phase: flat.find("sequencer.phase"),
            nop_slots: signal("sequencer.nop_slots_q"),
            reading_gathers: flat
                .find("sequencer.allocating_gathers")
                .or_else(|| flat.find("sequencer.reading_gathers")),
            bank_conflict: flat.find("sequencer.bank_conflict"),
            full: flat
                .find("sequencer.collectors_full")
                .or_else(|| flat.find("sequencer.pipeline_full")),
            blocked: signal("sequencer.blocked"),
            lanes_busy: signal("lanes_busy"),
            gathering: match flat.find("gathering") {
                Some(gathering) => vec![gathering],
                None => ["beat_passes", "sequencer.executing_gathers"]
                    .map(|net| flat.find(net))
                    .into_iter()
                    .collect::<Option<_>>()
                    .unwrap_or_default(),
            },
            executing_wave: flat.find("sequencer.executing_wave"),
            executing_opcode: signal("sequencer.executing_opcode"),
            executing_beat: flat.find("exec_masks.beat"),
            retire_valid: signal("retire_valid"),
            retire_wave: flat.find("retire_wave"),
            retire_beat: flat.find("retire_beat"),
        }
    }
}

/// Writes down what the hardware does, from the first issue on.
struct Watcher<'n> {
    config: &'n Config,
    nets: &'n Nets,
    /// For each access the last values of its nets, the newest last.
    history: Vec<Vec<Vec<bool>>>,
    /// The cycle of the run; `None` before the first issue.
    cycle: Option<u64>,
    happenings: Happenings,
}

/// One cycle of the hardware.
struct View<'e> {
    engine: &'e mut dyn Engine,
}

impl View<'_> {
    fn number(&mut self, signal: SignalId) -> usize {
        self.engine.peek_u128(signal) as usize
    }

    /// A net of no bits is left out and counts as 0.
    fn optional(&mut self, signal: Option<SignalId>) -> usize {
        signal.map_or(0, |signal| self.number(signal))
    }

    fn is_set(&mut self, signal: SignalId) -> bool {
        self.number(signal) == 1
    }
}

impl<'n> Watcher<'n> {
    fn new(config: &'n Config, nets: &'n Nets) -> Self {
        let accesses = nets.files.iter().flat_map(|(accesses, _)| accesses);
        let history = accesses.map(|access| vec![vec![]; access.valid.len()]).collect();
        Self { config, nets, history, cycle: None, happenings: Happenings::new() }
    }

    fn ports(&mut self, view: &mut View, cycle: Option<u64>) {
        let mut number = 0;
        for (file, (accesses, entry_bits)) in self.nets.files.iter().enumerate() {
            for access in accesses {
                let mut takes_place = true;
                for (net, history) in access.valid.iter().zip(&mut self.history[number]) {
                    history.push(view.number(net.signal) == net.value);
                    let then = history.len().checked_sub(1 + net.cycles_ago);
                    takes_place &= then.is_some_and(|then| history[then]);
                }
                number += 1;
                if let (true, Some(cycle)) = (takes_place, cycle) {
                    let access = self.access(view, access, file == 1, *entry_bits, cycle);
                    self.happenings.insert((cycle, access_in_words(&access)));
                }
            }
        }
    }

    fn access(
        &self,
        view: &mut View,
        nets: &AccessNets,
        is_mask: bool,
        entry_bits: usize,
        cycle: u64,
    ) -> Access {
        let (entry, wave) = match nets.place {
            Place::Address(address) => {
                let address = view.number(address);
                (address & ((1 << entry_bits) - 1), address >> entry_bits)
            }
            Place::InBank { address, bank } => {
                let (address, bits) = (view.number(address), entry_bits - 1);
                ((address & ((1 << bits) - 1)) * 2 + bank, address >> bits)
            }
            Place::Fields { entry, wave } => (view.number(entry), view.optional(wave)),
        };
        let entry = if is_mask {
            Entry::Mask(MaskEntry(entry as u8))
        } else {
            Entry::Register(Register(entry as u8))
        };
        let beat = match nets.beat {
            BeatOf::WholeWave => None,
            BeatOf::Fixed(beat) => Some(beat),
            BeatOf::Net(beat) => Some(view.optional(beat)),
            BeatOf::PhaseBefore(phase) => {
                Some((view.optional(phase) + self.config.beats - 1) % self.config.beats)
            }
        };
        Access { cycle, port: nets.port, wave, entry, action: nets.action, beat }
    }

    fn issue(&mut self, view: &mut View, cycle: u64) {
        let nets = self.nets;
        if view.optional(nets.phase) != 0 {
            return;
        }
        let is_full = nets.full.is_none_or(|full| view.is_set(full));
        let reason = if view.is_set(nets.accept) {
            let opcode = view.engine.peek_u128(nets.issue_opcode)
                >> lanebeat::isa::encoding::OPCODE.low
                & 0xff;
            let wave = view.optional(nets.issue_wave);
            self.happenings.insert((cycle, format!("issue W{wave} opcode {opcode:#04x}")));
            return;
        } else if is_full && view.optional(nets.bank_conflict) == 1 {
            "stall: bank conflict"
        } else if is_full && view.optional(nets.reading_gathers) == 1 {
            "stall: gather"
        } else if view.number(nets.nop_slots) > 0 {
            "stall: nop"
        } else if !view.is_set(nets.issue_valid) {
            "stall: nothing left"
        } else if view.is_set(nets.blocked) {
            "stall: every wave waits"
        } else {
            "stall: for no reason"
        };
        self.happenings.insert((cycle, reason.to_owned()));
    }

    fn lanes(&mut self, view: &mut View, cycle: u64) {
        let executes = [self.nets.lanes_busy];
        for (pass, nets) in [(Pass::Execute, &executes[..]), (Pass::Gather, &self.nets.gathering)] {
            if !nets.is_empty() && nets.iter().all(|&net| view.is_set(net)) {
                let opcode = view.number(self.nets.executing_opcode) as u8;
                let operation = Operation::from_opcode(opcode).expect("an opcode of the table");
                let wave = view.optional(self.nets.executing_wave);
                let beat = view.optional(self.nets.executing_beat);
                self.happenings.insert((cycle, beat_in_words(wave, beat, pass, operation)));
            }
        }
    }

    fn retire(&mut self, view: &mut View, cycle: u64) {
        let last_beat =
            self.nets.retire_beat.is_none_or(|beat| view.number(beat) + 1 == self.config.beats);
        if view.is_set(self.nets.retire_valid) && last_beat {
            let wave = view.optional(self.nets.retire_wave);
            self.happenings.insert((cycle, format!("retire W{wave}")));
        }
    }
}

impl Observer for Watcher<'_> {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        let view = &mut View { engine };
        self.cycle = match self.cycle {
            None => view.is_set(self.nets.accept).then_some(0),
            Some(cycle) => Some(cycle + 1),
        };
        self.ports(view, self.cycle);
        if let Some(cycle) = self.cycle {
            self.issue(view, cycle);
            self.lanes(view, cycle);
            self.retire(view, cycle);
        }
    }
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
    nets: Nets,
}

impl Bench {
    fn new(config: Config) -> Self {
        config.check().unwrap_or_else(|error| panic!("{config:?}: {error}"));
        let flat = Flat::new(&rtl::core(&config));
        let nets = Nets::new(&config, &flat);
        Self { config, flat, nets }
    }

    /// Where the model's `said` of `program` differs from what the core does.
    fn compare(&self, program: &Program, said: &Happenings, totals: &Totals) -> Option<String> {
        let mut watcher = Watcher::new(&self.config, &self.nets);
        let mut machine =
            Machine::new(Interpreter::new(&self.flat, 1), &self.config, vec![&mut watcher]);
        // Loading takes long enough for what the files' address registers power up with to pass.
        let state = WaveState::new(self.config.threads(), self.config.registers);
        machine.load(0, &state, &[Register(0)], &[]);
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
        let mut said = Said { program, happenings: Happenings::new() };
        let totals = run(&self.config, program, &mut said).expect("no deadlock");
        self.compare(program, &said.happenings, &totals)
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
    let small = Config {
        lanes: 4,
        beats: 1,
        registers: 8,
        waves: 2,
        reuse: true,
        register_file: RegisterFile::TwoBank,
        dpp: false,
        shuffle: false,
        vote: false,
        video: false,
        float: false,
        multiply: false,
        ..Config::default()
    };
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
    for (registers, waves, beats, collectors) in
        [(64, 16, 4, 4), (2, 8, 2, 8), (16, 12, 1, 4), (4, 8, 8, 2)]
    {
        let config = Config {
            registers,
            waves,
            beats,
            collectors,
            register_file: RegisterFile::Banked,
            ..Config::default()
        };
        random_programs(config, programs, 24);
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
    for (registers, waves, beats, lanes) in
        [(2, 1, 4, 16), (3, 2, 4, 16), (4, 1, 1, 16), (64, 32, 2, 32), (255, 3, 8, 4)]
    {
        let register_file = RegisterFile::Banked;
        random_programs(
            Config { registers, waves, beats, lanes, register_file, ..Config::default() },
            30,
            24,
        );
    }
}

/// Every kind of event of both files, so that a comparison of nothing with nothing would be
/// noticed.
const EVERYTHING: &str = "@P1 SHFL.IDX P2, R1, R2, R3, 31\ns_nop 2\n@P2 SEL R3, R1, R2, P3\nIMAD R4, R3, R1, R2\nPSETP.AND P1, P2, P3";

#[test]
fn what_the_hardware_does_is_seen() {
    for register_file in TIMED.into_iter().chain([RegisterFile::TwoBank]) {
        let beats = if register_file.admits(4) { 4 } else { 1 };
        let bench = Bench::new(Config {
            register_file,
            beats,
            registers: 8,
            stages: 4,
            ..Config::default()
        });
        let program = program(&bench.config, EVERYTHING);
        let mut said = Said { program: &program, happenings: Happenings::new() };
        let totals = run(&bench.config, &program, &mut said).expect("no deadlock");
        assert_eq!(bench.compare(&program, &said.happenings, &totals), None, "{register_file:?}");
        // Every single thing that is left out is missed.
        for (cycle, happening) in &said.happenings {
            let mut less = said.happenings.clone();
            less.remove(&(*cycle, happening.clone()));
            let expected = format!(
                "cycle {cycle}: the hardware does `{happening}`, the model does not say so"
            );
            assert_eq!(difference(&less, &said.happenings), Some(expected));
        }
        let kinds = Action::ALL.map(|action| format!(".{action} "));
        for kind in kinds.iter().map(String::as_str).chain([
            "exec",
            "stall: nop",
            "stall: every wave",
            "issue",
            "retire",
        ]) {
            assert!(
                said.happenings.iter().any(|(_, happening)| happening.contains(kind)),
                "{register_file:?}: {kind}"
            );
        }
    }
}

#[test]
fn a_difference_is_one_sentence() {
    let bench = Bench::new(Config { registers: 8, ..Config::default() });
    let program = program(&bench.config, "IMAD R4, R3, R1, R2");
    let mut said = Said { program: &program, happenings: Happenings::new() };
    let totals = run(&bench.config, &program, &mut said).expect("no deadlock");
    said.happenings.remove(&(2, "W0.read b R1".to_owned()));
    said.happenings.insert((2, "W0.read b R5".to_owned()));
    let sentence = "cycle 2: the model says `W0.read b R5`, the hardware does `W0.read b R1`";
    assert_eq!(bench.compare(&program, &said.happenings, &totals).as_deref(), Some(sentence));
}

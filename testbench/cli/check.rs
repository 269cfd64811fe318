//! `check`: good hardware passes, broken hardware gives a short program that shows it again.

use crate::common::bench::organised;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::broken::broken_core;
use crate::common::program::{begins, has, lanebeat, lanebeat_in, refusal};
use lanebeat::config::{Config, DppPath, Preset, RegisterFile};
use lanebeat::engine::{Flat, Interpreter};
use lanebeat::isa::{Feature, WaveState, asm};
use lanebeat::lockstep::campaign::{
    Failure, Plan, Progress, random_programs, random_programs_on_all,
};
use lanebeat::lockstep::state_file;
use lanebeat::lockstep::{Case, Difference, configurations};
use lanebeat::lockstep::{Machine, Named, lockstep, long_program};
use lanebeat::rtl;

const NOBODY: &dyn Fn(Progress) = &|_| ();

/// A machine that multiplies.
fn small() -> Config {
    Preset::Small.config()
}

/// What shows that the small machine does not multiply.
fn failure() -> Failure {
    let (config, plan) = (small(), Plan { programs: 500, seed: 2 });
    let found = random_programs(&config, &broken_core(&config), plan, NOBODY).expect("programs");
    found.expect("500 programs multiply")
}

/// The same, looked for once.
fn known_failure() -> &'static Failure {
    static FAILURE: LazyLock<Failure> = LazyLock::new(failure);
    &FAILURE
}

#[test]
fn the_core_passes_and_the_seed_is_named() {
    let ran = lanebeat("check --programs 20 --seed 7");
    let said = "hardware and model agree on 20 random programs (seed 7)\n";
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (Some(0), said, ""));
    let report = lanebeat("check --programs 2 --json");
    let expected =
        serde_json::json!({ "programs": 2, "seed": 1, "difference": null, "replay": null });
    assert_eq!((report.status, report.json()), (Some(0), expected));
}

#[test]
fn other_configurations_pass_too() {
    let cases = ["--set lanes=32 --set beats=1 --set waves=1", "--set stages=5", "--preset small"];
    for settings in cases {
        lanebeat(&format!("check --programs 10 {settings}")).good();
    }
}

#[test]
fn every_program_is_told_once() {
    let (config, agreed) = (Config::default(), Cell::new(0));
    let plan = Plan { programs: 5, seed: 2 };
    let count = |progress| agreed.set(agreed.get() + i32::from(progress == Progress::Agreed));
    let failure = random_programs(&config, &rtl::core(&config), plan, &count).expect("programs");
    assert!(failure.is_none(), "{failure:?}");
    assert_eq!(agreed.get(), 5);
}

#[test]
fn broken_hardware_is_shown_by_a_program_of_one_instruction() {
    let failure = known_failure();
    let instructions: usize = failure.case.program.lines().count();
    assert_eq!(instructions, 1, "{:?}", failure.case);
    has(&failure.difference, " in the hardware, ");
    has(&failure.difference, " in the model");
}

/// The hardware of a long program, and what differs.
fn long_failure(hardware: &Flat) -> Failure {
    let config = small();
    let mut machine = Machine::new(Interpreter::new(hardware, 99), &config, vec![]);
    let found = long_program(&config, &mut machine, 10_000, 1).expect("a program");
    found.expect("a difference")
}

#[test]
fn a_long_program_on_broken_hardware_ends_at_the_first_difference() {
    let (config, flat) = (small(), Flat::new(&broken_core(&small())));
    let failure = long_failure(&flat);
    has(&failure.difference, "in the hardware, ");
    let Case { program, initial } = &failure.case;
    let named: Vec<Named> =
        (0..config.waves).map(|wave| Named::by_program(program, wave)).collect();
    let mut machine = Machine::new(Interpreter::new(&flat, 99), &config, vec![]);
    let difference = lockstep(&mut machine, program, initial, &named).expect_err("a difference");
    let Difference::Retirement { what, .. } = &difference else { panic!("{difference}") };
    has(&failure.difference, what);
}

#[test]
fn a_long_program_tells_of_hardware_that_is_late() {
    let late = Config { stages: 6, ..small() };
    let failure = long_failure(&Flat::new(&rtl::core(&late)));
    begins(&failure.difference, "retirement 0 (cycle ");
    has(&failure.difference, "the model retires wave 0 in cycle ");
}

#[test]
fn long_programs_agree_cycle_by_cycle() {
    let ran =
        lanebeat("check --instructions 4000 --programs 2 --preset small --engine interpreter");
    let agreed = "hardware and model agree on 2 random programs of 4000 instructions, cycle by cycle (seed 1)\n";
    assert_eq!(ran.good().output, agreed);
    let few = refusal("check --instructions 20", b"");
    begins(&few, "error: --instructions 20: it must be a whole number from 1000 to ");
}

#[test]
fn the_same_seed_finds_the_same_program() {
    assert_eq!(failure().case.text(), known_failure().case.text());
}

#[test]
fn the_written_failure_shows_the_same_difference_again() {
    let (config, place) = (small(), tempfile::tempdir().expect("a directory"));
    let failure = known_failure();
    let files = failure.files(&config, 1);
    for (name, text) in &files {
        fs::write(place.path().join(name), text).expect("written");
    }
    let [(_, program), (_, state)] = files;
    let program = asm::assemble("failure", &program, &config.target()).expect("a program");
    let states =
        state_file::read("state", &state, config.threads(), config.registers, config.waves)
            .expect("a state");
    let initial: Vec<WaveState> = states.iter().map(|wave| wave.state.clone()).collect();
    let mut named: Vec<Named> = Vec::new();
    for (wave, mut state) in states.into_iter().enumerate() {
        state.name_program(&program, wave);
        named.push(state.parts());
    }
    let flat = Flat::new(&broken_core(&config));
    let mut machine = Machine::new(Interpreter::new(&flat, 99), &config, vec![]);
    let difference =
        lockstep(&mut machine, &program, &initial, &named).expect_err("the difference");
    assert_eq!(difference.to_string(), failure.difference);

    let replay = Failure::replay_command(&config);
    let ran = lanebeat_in(place.path(), replay.strip_prefix("lanebeat ").expect("a call"), b"");
    assert_eq!(ran.status, Some(0), "the hardware that is not broken agrees: {}", ran.errors);
}

#[test]
fn no_program_at_all_and_a_unit_are_refused() {
    let none = refusal("check --programs 0", b"");
    begins(&none, "error: --programs 0: it must be a whole number from 1 to ");
    assert!(refusal("check lane", b"").starts_with("error: unexpected argument 'lane'"));
}

#[test]
fn options_describe_a_configuration_from_the_nearest_preset() {
    let gcn = Preset::Gcn.config();
    assert_eq!(Preset::Default.config().as_options(), "");
    assert_eq!(Config::default().as_options(), " --set stages=0");
    assert_eq!(gcn.as_options(), " --preset gcn");
    let found = Config { waves: 2, dpp: DppPath::None, ..gcn }.as_options();
    assert_eq!(found, " --preset gcn --set waves=2 --set dpp=none");
    let wider = Config { lanes: 32, ..Preset::Default.config() };
    assert_eq!(wider.as_options(), " --set lanes=32");
}

/// One small machine of each organisation.
fn one_of_each_organisation() -> Vec<Config> {
    let small = Config { registers: 4, ..small() };
    RegisterFile::ALL.map(|register_file| organised(&small, register_file)).into()
}

#[test]
fn good_hardware_passes_on_every_configuration_of_a_list() {
    let agreed = AtomicU32::new(0);
    let plan = Plan { programs: 3, seed: 1 };
    let count = |_: &Config, progress| {
        agreed.fetch_add(u32::from(progress == Progress::Agreed), Ordering::Relaxed);
    };
    let found = random_programs_on_all(&one_of_each_organisation(), plan, &rtl::core, &count)
        .expect("programs");
    assert!(found.is_none(), "{found:?}");
    assert_eq!(agreed.load(Ordering::Relaxed), 6 * 3);
}

#[test]
fn the_first_configuration_whose_core_is_broken_is_found() {
    let configurations = one_of_each_organisation();
    let core = |config: &Config| match config.register_file {
        RegisterFile::MultiPort | RegisterFile::Replicated => broken_core(config),
        _ => rtl::core(config),
    };
    let plan = Plan { programs: 100, seed: 1 };
    let found = random_programs_on_all(&configurations, plan, &core, &|_, _| ())
        .expect("programs")
        .expect("a difference");
    assert_eq!((&found.config, found.plan), (&configurations[2], Plan { programs: 100, seed: 3 }));
    assert_eq!(found.failure.case.program.lines().count(), 1, "{:?}", found.failure.case);
    let replay = "lanebeat run lanebeat-failure.s --state lanebeat-failure.json \
                  --preset small --set registers=4 --set register_file=multi_port";
    assert_eq!(Failure::replay_command(&found.config), replay);
    let alone =
        random_programs(&found.config, &core(&found.config), found.plan, NOBODY).expect("programs");
    let expected = found.failure.difference;
    assert_eq!(alone.expect("the same difference").difference, expected, "its seed finds it again");
}

#[test]
fn every_value_meets_every_two_of_the_others_on_the_list() {
    let configurations = configurations();
    let count = configurations.len();
    let page = include_str!("../../docs/learn/tour.md");
    let of_page = format!("agree on {} programs in {count} configurations", 4 * count);
    assert!(page.contains(&of_page) && page.contains(&format!("does so on {count} machines")));
    has(&lanebeat("check --help").good().output, &format!("Check {count} machines"));
    for config in &configurations {
        config.check().expect("a machine that can be built");
        let enough = config.threads() >= 16;
        let found = (config.has(Feature::Dpp), config.shuffle, config.vote);
        assert_eq!(found, (enough, enough, enough), "{config:?}");
    }
    let organisation = |config: &Config| {
        RegisterFile::ALL
            .iter()
            .position(|other| *other == config.register_file)
            .expect("one of all")
    };
    let shape = |config: &Config| [organisation(config), config.lanes, config.beats, config.stages];
    let counts = [6, 5, 4, 9];
    for left_out in 0..4 {
        let mut others = counts;
        others[left_out] = 1;
        let triple = |config: &Config| {
            let mut values = shape(config);
            values[left_out] = 0;
            values
        };
        let met = configurations.iter().map(triple).collect::<BTreeSet<_>>().len();
        // The sixth organisation has but one number of beats.
        let of_two_bank = others[1] * others[3] * if left_out == 0 { 0 } else { others[2] - 1 };
        let all = others.iter().product::<usize>() - of_two_bank;
        assert_eq!(met, all, "without parameter {left_out}");
    }
    // Registers, waves and collectors vary along, and not in step with anything else.
    let pairs = |of: &[&Config], value: fn(&Config) -> usize| {
        let with = |config: &&Config| {
            let others =
                shape(config).into_iter().chain([config.registers, config.waves]).enumerate();
            others.map(|other| (value(config), other)).collect::<Vec<_>>()
        };
        of.iter().flat_map(with).collect::<BTreeSet<_>>().len()
    };
    let all: Vec<&Config> = configurations.iter().collect();
    let banked: Vec<&Config> =
        all.iter().copied().filter(|config| config.register_file == RegisterFile::Banked).collect();
    assert_eq!(pairs(&all, |config| config.registers), 7 * (6 + 5 + 4 + 9 + 1 + 5));
    assert_eq!(pairs(&all, |config| config.waves), 5 * (6 + 5 + 4 + 9 + 7 + 1));
    assert_eq!(pairs(&banked, |config| config.collectors), 4 * (1 + 5 + 4 + 9 + 7 + 5));
}

#[test]
fn all_configurations_and_a_chosen_one_do_not_go_together() {
    let cases = [("--preset", "small"), ("--config", "nowhere.toml"), ("--set", "lanes=8")];
    for (option, value) in cases {
        let expected = format!(
            "error: --all-configs checks many machines, but {option} chooses one; leave out {option} or --all-configs\n"
        );
        assert_eq!(refusal(&["check", "--all-configs", option, value], b""), expected);
        assert_eq!(refusal(&[option, value, "check", "--all-configs"], b""), expected);
    }
}

//! What a configuration implies: the numbers, and what the hardware makes of them.

use std::collections::BTreeMap;

use lanebeat::config::{Config, Preset, RegisterFile};
use lanebeat::cycle;
use lanebeat::hdl::Module;
use lanebeat::isa::{Instruction, VoteOperation};
use lanebeat::plan::Plan;
use lanebeat::rtl;

use crate::common::bench::organised;
use crate::common::golden;
use crate::common::program::lanebeat;

/// The presets in every organisation.
fn machines() -> impl Iterator<Item = Config> {
    Preset::ALL
        .into_iter()
        .flat_map(|preset| RegisterFile::ALL.map(|file| organised(&preset.config(), file)))
}

/// Adds the copies of every module below `module`, of which there are `copies`.
fn count(module: &Module, copies: usize, counts: &mut BTreeMap<String, usize>) {
    for instance in &module.instances {
        let copies = copies * instance.count;
        *counts.entry(instance.module.name.clone()).or_default() += copies;
        count(&instance.module, copies, counts);
    }
}

#[test]
fn the_plan_of_the_default_machine_is_printed_as_the_page_has_it() {
    let ran = lanebeat("show");
    assert_eq!((ran.status, ran.errors.as_str()), (Some(0), ""));
    golden::file("testbench/plan/default.txt", &ran.output);
}

#[test]
fn json_is_the_plan() {
    let config = Config { register_file: RegisterFile::Banked, stages: 4, ..Config::default() };
    let plan = serde_json::to_value(Plan::new(&config)).expect("a plan is JSON");
    let options = ["show", "--set", "register_file=banked", "--set", "stages=4"];
    for json in [&["--format", "json"][..], &["--json"]] {
        assert_eq!(lanebeat(&[&options[..], json].concat()).json(), plan);
    }
    assert_eq!(plan["config"]["register_file"], "banked");
    assert_eq!((&plan["bank"]["last"], &plan["bank"]["bits"]), (&3.into(), &2.into()));
}

#[test]
fn a_wrong_format_is_refused_with_those_there_are() {
    let ran = lanebeat("show --format yaml");
    assert_eq!(ran.status, Some(2));
    assert!(ran.errors.contains("text") && ran.errors.contains("json"), "{}", ran.errors);
}

#[test]
fn the_core_has_the_units_that_are_planned() {
    for config in machines() {
        let mut counts = BTreeMap::new();
        count(&rtl::core(&config), 1, &mut counts);
        for unit in Plan::new(&config).units {
            let name = format!("lanebeat_{}", unit.name);
            assert_eq!(counts.get(&name), Some(&unit.copies), "{name} of {config:?}");
        }
    }
}

#[test]
fn an_operation_passes_as_often_as_the_timetable_says() {
    for config in machines() {
        let plan = Plan::new(&config);
        for planned in &plan.operations {
            let slots = cycle::passes(&config, &Instruction::new(planned.operation));
            assert_eq!(planned.passes, usize::from(slots), "{:?} of {config:?}", planned.operation);
        }
    }
}

#[test]
#[should_panic(expected = "needs a feature that is off")]
fn an_operation_without_hardware_has_no_passes() {
    Plan::new(&Config { vote: false, ..Config::default() }).passes(VoteOperation::MatchAny.into());
}

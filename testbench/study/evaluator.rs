//! What the points of a study have in common is made once, and is what each would make alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::bench::with;
use lanebeat::config::{Config, Preset};
use lanebeat::hdl::Module;
use lanebeat::rtl::core;
use lanebeat::study::{Axis, Design, Evaluator, Workload, sweep};

fn configs() -> Vec<Config> {
    let axes =
        ["register_file=wide,skewed,banked", "collectors=1,2", "registers=16,64", "waves=1,4"];
    let axes = axes.map(|axis| Axis::parse(axis).expect("an axis"));
    let load = |settings: &Vec<String>| Config::load(Some(Preset::Small), None, settings).ok();
    sweep(&axes).iter().filter_map(load).collect()
}

#[test]
fn a_program_is_assembled_and_a_module_written_once_for_all_points() {
    let configs = configs();
    assert_eq!(configs.len(), 16, "`wide`, `skewed`, and `banked` with 1 and 2 collectors");
    let workloads = [Workload::scan(), Workload::three_operands()];
    let evaluator = Evaluator::new(&workloads);
    let mut texts = BTreeSet::new();
    for config in &configs {
        let design = evaluator.design(core(config));
        let alone = Design::new(core(config));
        assert_eq!(design.files, alone.files);
        let point = evaluator.point(config, &design);
        assert_eq!(point, Evaluator::new(&workloads).point(config, &alone));
        texts.extend(alone.files.into_iter().map(|file| (file.name, file.text)));
    }
    // Of each workload one program for each number of registers and waves, whatever keeps them.
    let made = [2 * 4, texts.len()];
    assert_eq!(evaluator.made(), made);
    // Without sharing it is one module for each file of each design.
    let files: usize = configs.iter().map(|config| Design::new(core(config)).files.len()).sum();
    assert!(4 * texts.len() < files, "{} of {files}", texts.len());
    for config in &configs {
        evaluator.point(config, &evaluator.design(core(config)));
    }
    assert_eq!(evaluator.made(), made, "the same points again make nothing");
}

fn execute(settings: &str) -> Arc<Module> {
    let core = core(&with(&Preset::Small.config(), settings));
    let found = core.instances.iter().find(|instance| instance.name == "execute");
    found.expect("what executes a beat").module.clone()
}

#[test]
fn machines_that_differ_beside_their_lanes_have_one_execute() {
    let banked = "stages=0 register_file=banked";
    let first = execute(&format!("{banked} registers=5 waves=2 collectors=1"));
    let other = execute(&format!("{banked} registers=6 waves=3 collectors=2"));
    assert!(Arc::ptr_eq(&first, &other));
    assert!(first != execute("stages=0 register_file=wide registers=5 waves=2"));
}

#[test]
fn machines_with_one_pipeline_have_its_registers_placed_once() {
    let first = execute("registers=5 stages=3");
    assert!(Arc::ptr_eq(&first, &execute("registers=6 stages=3")));
    for other in ["registers=5 stages=2", "registers=5 stages=3 vote=false"] {
        assert!(first != execute(other), "{other}");
    }
}

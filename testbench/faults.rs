//! Fault injection: the random programs notice a changed node anywhere in the core.

mod common;
#[path = "faults/mutation.rs"]
mod mutation;

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Arc;

use common::bench::{everything, fixed_programs, judge};
use common::checks::{is_quiet_after_reset, knows_illegal_words};
use common::host::busy_host;
use lanebeat::config::Config;
use lanebeat::hdl::Module;
use lanebeat::rtl;
use lanebeat::sim::{Case, Flat, Retirement};
use mutation::{Fault, faults, with_fault};

const PROGRAMS: usize = 40;
const LONGEST: usize = 30;
const HOST_PROGRAMS: usize = 2;

/// A machine, the programs that judge it, and when its healthy hardware retires their instructions.
struct Suite {
    config: Config,
    top: Arc<Module>,
    cases: Vec<Case>,
    healthy: Vec<Vec<Retirement>>,
    /// When its host port grants accesses beside programs.
    granted: Vec<Vec<usize>>,
}

/// How a fault shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Noticed {
    /// The hardware differs from the model, or does not go on.
    Lockstep,
    /// The results are right but come in other cycles, which `timing.rs` would not accept.
    Timing,
    /// After reset or with a word that is no instruction, as `ports.rs` tries.
    Ports,
    /// Beside a busy host, as `host_port.rs` tries.
    Host,
}

impl Suite {
    fn new(config: Config) -> Self {
        let top = rtl::core(&config);
        let cases = fixed_programs(&config, PROGRAMS, LONGEST, 5);
        let (flat, named) = (Flat::new(&top), everything(&config));
        let healthy = cases.iter().map(|case| judge(&flat, &config, case, &named, 1).expect("healthy hardware").retirements);
        let healthy = healthy.collect();
        let granted = busy_host(&flat, &config, HOST_PROGRAMS, 1);
        Self { config, top, cases, healthy, granted }
    }

    fn notices(&self, fault: &Fault) -> Option<Noticed> {
        let faulty = with_fault(&self.top, fault);
        let Ok(flat) = catch_unwind(|| Flat::new(&faulty)) else { return Some(Noticed::Lockstep) };
        self.by_programs(&flat).or_else(|| self.by_ports(&flat)).or_else(|| self.by_host(&flat))
    }

    fn by_programs(&self, flat: &Flat) -> Option<Noticed> {
        let named = everything(&self.config);
        let mut noticed = None;
        for (case, healthy) in self.cases.iter().zip(&self.healthy) {
            match catch_unwind(AssertUnwindSafe(|| judge(flat, &self.config, case, &named, 1))) {
                Ok(Ok(summary)) if summary.retirements == *healthy => {}
                Ok(Ok(_)) => noticed = Some(Noticed::Timing),
                Ok(Err(_)) | Err(_) => return Some(Noticed::Lockstep),
            }
        }
        noticed
    }

    fn by_ports(&self, flat: &Flat) -> Option<Noticed> {
        let check = || {
            is_quiet_after_reset(flat, &self.config);
            knows_illegal_words(flat, &self.config);
        };
        catch_unwind(AssertUnwindSafe(check)).is_err().then_some(Noticed::Ports)
    }

    fn by_host(&self, flat: &Flat) -> Option<Noticed> {
        let granted = catch_unwind(AssertUnwindSafe(|| busy_host(flat, &self.config, HOST_PROGRAMS, 1)));
        let is_healthy = granted.is_ok_and(|granted| granted == self.granted);
        (!is_healthy).then_some(Noticed::Host)
    }
}

fn machines() -> [Config; 2] {
    let small = Config { registers: 4, waves: 2, ..Config::default() };
    [small.clone(), Config { lanes: 32, beats: 2, waves: 3, alu_stages: 1, ..small }]
}

/// Module, part of the fault's text, and why nothing can tell it from the healthy hardware.
const EQUIVALENT: &[(&str, &str, &str)] = &[];

fn is_equivalent(fault: &Fault) -> bool {
    EQUIVALENT.iter().any(|(module, text, _)| fault.module == *module && fault.text.contains(text))
}

/// Tries the faults: how many were noticed, and the texts of those that were missed.
fn tried<'f>(suite: &Suite, faults: impl Iterator<Item = &'f Fault>) -> (usize, Vec<&'f str>) {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let (noticed, missed): (Vec<&Fault>, Vec<&Fault>) = faults.partition(|fault| suite.notices(fault).is_some());
    set_hook(hook);
    (noticed.len(), missed.iter().map(|fault| fault.text.as_str()).collect())
}

/// Of each module's faults about one in `one_in`, evenly spread, and at least two.
fn sample(faults: &[Fault], one_in: usize) -> Vec<&Fault> {
    let of_module = faults.chunk_by(|a, b| a.module == b.module);
    let spread = |faults: &'_ [Fault]| (faults.len() / one_in).max(2).min(faults.len());
    of_module
        .flat_map(|faults| (0..spread(faults)).map(move |n| &faults[(2 * n + 1) * faults.len() / (2 * spread(faults))]))
        .collect()
}

#[test]
fn a_sample_of_faults_from_every_module_is_noticed() {
    for config in machines() {
        let suite = Suite::new(config);
        let all = faults(&suite.top);
        let seen: Vec<&Fault> = sample(&all, 32).into_iter().filter(|fault| !is_equivalent(fault)).collect();
        let (noticed, missed) = tried(&suite, seen.iter().copied());
        assert!(missed.is_empty(), "missed on {:?}:\n  {}", suite.config, missed.join("\n  "));
        assert!(noticed > 40, "only {noticed} faults were tried");
    }
}

#[test]
#[ignore = "all faults take minutes: cargo test --test faults -- --ignored"]
fn every_fault_that_can_be_seen_is_noticed() {
    let mut all_missed = vec![];
    for config in machines() {
        let suite = Suite::new(config);
        let all = faults(&suite.top);
        let (noticed, missed) = tried(&suite, all.iter().filter(|fault| !is_equivalent(fault)));
        println!("{noticed} of {} faults noticed, {} missed", all.len(), missed.len());
        all_missed.extend(missed.iter().map(|text| format!("{text} on {} x {}", suite.config.lanes, suite.config.beats)));
    }
    assert!(all_missed.is_empty(), "missed:\n  {}", all_missed.join("\n  "));
}

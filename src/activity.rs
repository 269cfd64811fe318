//! Changes in a machine's hardware while it executes a program: how often in a cycle a bit of each
//! module's registers and ports takes another value, and how often its memories are accessed.
//!
//! Counted in the compiled engine, once a cycle, so nothing is known of what a signal does before
//! it settles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::config::Config;
use crate::engine::{Code, Compiled, Engine, Flat, SignalId, SignalKind, Watch};
use crate::hdl::{Module, modules};
use crate::isa::Program;
use crate::lockstep::state_file::NamedState;
use crate::lockstep::{HostPort, Machine, Named, Observer, POWER_UP_SEED, RunError};

/// Changes that were counted in a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Activity {
    /// Cycles from the first that could issue to the last retirement.
    pub cycles: u64,
    /// Cycles in which changes were counted: those, and the ones that load the waves.
    pub observed: u64,
    /// Retired instructions.
    pub instructions: u64,
    /// Changes by the module's name; those in numbered children count in the module around them.
    pub modules: BTreeMap<String, ModuleActivity>,
}

/// Changes in a module, over all copies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ModuleActivity {
    /// Changes of a register's bit in a cycle, on average.
    pub registers: f64,
    /// Changes of a port's bit in a cycle, on average, by the port's name.
    pub ports: BTreeMap<String, f64>,
    /// Cycles in which a port of one bit was 1, over all copies, by the port's name.
    pub ones: BTreeMap<String, u64>,
}

/// Executes each of `programs` on the core `top` of `config`, which is compiled once; registers hold
/// the engine's random content, and every thread is active.
///
/// # Errors
/// When the hardware stops.
pub fn activities(
    top: &Arc<Module>,
    config: &Config,
    programs: &[Program],
) -> Vec<Result<Activity, RunError>> {
    let flat = Flat::new(top);
    let code = Code::new(&flat);
    let mut counter = Counter::new(&flat);
    let mut one = |program: &Program| {
        counter.start_anew();
        let cycles;
        let mut instructions = 0;
        {
            let engine = Compiled::power_up(&code, POWER_UP_SEED);
            let mut machine = Machine::new(engine, config, vec![&mut counter]);
            let state = NamedState::new(config.threads(), config.registers).state;
            (0..config.waves).try_for_each(|wave| machine.load(wave, &state, &Named::default()))?;
            cycles = machine.run(program, |_| instructions += 1)?;
        }
        Ok(Activity { cycles, instructions, ..counter.activity(top, &flat) })
    };
    programs.iter().map(&mut one).collect()
}

/// Counts changes, once a cycle.
struct Counter {
    watch: Watch,
    nets: Vec<SignalId>,
    /// For each net: its last value, its changes, and the cycles in which it was 1.
    values: Vec<Vec<u64>>,
    changes: Vec<u64>,
    ones: Vec<u64>,
    /// The numbers of the ports of one bit.
    strobes: Vec<usize>,
    cycles: u64,
}

impl Counter {
    fn new(flat: &Flat) -> Self {
        let is_wanted = |kind| kind != SignalKind::Net;
        let signals = flat.signals.iter().enumerate();
        let nets: Vec<SignalId> = signals
            .filter(|(_, signal)| is_wanted(signal.kind))
            .flat_map(|(number, signal)| {
                let copies = flat.scopes[signal.scope].copies;
                (0..copies).map(move |copy| SignalId { signal: number, copy })
            })
            .collect();
        let is_strobe = |&net: &usize| {
            let signal = &flat.signals[nets[net].signal];
            signal.place.width == 1 && signal.kind != SignalKind::Register
        };
        Self {
            strobes: (0..nets.len()).filter(is_strobe).collect(),
            watch: Watch::new(flat, nets.clone()),
            values: nets.iter().map(|net| vec![0; flat.signals[net.signal].place.limbs]).collect(),
            changes: vec![0; nets.len()],
            ones: vec![0; nets.len()],
            nets,
            cycles: 0,
        }
    }

    fn start_anew(&mut self) {
        self.changes.fill(0);
        self.ones.fill(0);
        self.cycles = 0;
    }

    /// The averages over all copies.
    fn activity(&self, top: &Arc<Module>, flat: &Flat) -> Activity {
        let numbered: BTreeSet<String> = modules(top)
            .iter()
            .filter(|module| module.uses_index())
            .map(|module| module.name.clone())
            .collect();
        // The module that is mapped on its own, and whether the scope is its.
        let owner = |scope: usize| {
            let mut place = scope;
            while let Some(parent) =
                flat.scopes[place].parent.filter(|_| numbered.contains(&flat.scopes[place].module))
            {
                place = parent;
            }
            (flat.scopes[place].module.clone(), place == scope)
        };
        // Bits, their changes and ones, of each port of a module, and of its registers.
        let mut sums: BTreeMap<(String, Option<String>), [u64; 3]> = BTreeMap::new();
        for (number, net) in self.nets.iter().enumerate() {
            let signal = &flat.signals[net.signal];
            let (module, is_own) = owner(signal.scope);
            let port = (signal.kind != SignalKind::Register).then(|| signal.name.clone());
            if is_own || port.is_none() {
                let counts = [signal.place.width as u64, self.changes[number], self.ones[number]];
                let sum = sums.entry((module, port)).or_default();
                sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        }
        let mut modules: BTreeMap<String, ModuleActivity> = BTreeMap::new();
        for ((module, port), [bits, changes, ones]) in sums {
            let chances = bits.max(1) * self.cycles.saturating_sub(1).max(1);
            let rate = changes as f64 / chances as f64;
            let own = modules.entry(module).or_default();
            if let Some(port) = port {
                own.ports.insert(port.clone(), rate);
                own.ones.insert(port, ones);
            } else {
                own.registers = rate;
            }
        }
        Activity { observed: self.cycles, modules, ..Activity::default() }
    }
}

impl Observer for Counter {
    fn cycle(&mut self, engine: &mut dyn Engine) {
        engine.observe(&mut self.watch);
        // A net that is seen for the first time has not changed.
        let is_first = self.cycles == 0;
        let seen = if is_first { (0..self.nets.len()).collect() } else { self.watch.changed() };
        let mut new = vec![];
        for net in seen {
            self.watch.read(net, &mut new);
            let old = &mut self.values[net];
            let changed =
                old.iter().zip(&new).map(|(old, new)| u64::from((old ^ new).count_ones()));
            self.changes[net] += if is_first { 0 } else { changed.sum() };
            old.copy_from_slice(&new);
        }
        for &net in &self.strobes {
            self.ones[net] += self.values[net][0];
        }
        self.cycles += 1;
    }
}

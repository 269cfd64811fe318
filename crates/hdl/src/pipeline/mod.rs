//! Pipeline registers placed by a delay model, the habit of Google's XLS: schedule, then cut where
//! the fewest bits cross.
//!
//! ```text
//!   module tree ──► graph: a vertex for each operation, one for all copies of it
//!                     │
//!   arrivals ─────────┤   bisection: the shortest period for which the stages suffice
//!   stages ───────────┤   for each boundary, inside the slack: the cut of the fewest register bits
//!   delays ───────────┤
//!                     ├── which bit, of those that decode an operation, enables each register
//!                     └──► the same tree with registers `<net>_s<k>`, in the module of each net
//! ```
//!
//! The tree must be feed-forward: without registers, memories and loops. All copies of a module
//! share its cuts. A module that stands in several places, and is cut differently there, becomes
//! several modules, named by the boundaries at which they have registers.

mod arrival;
mod delays;
mod expression;
mod graph;
mod hold;
mod insert;
mod observe;
mod proof;
mod schedule;

use std::sync::Arc;

use super::module::Module;
use super::recent::Recent;

pub use arrival::Arrival;
pub use delays::Delays;
pub use proof::PipelineProblem;
pub use schedule::StagePath;

use graph::Graph;
use schedule::Schedule;

/// A module whose outputs come some cycles after its inputs, and how its stages were found.
#[derive(Clone, Debug)]
pub struct Pipelined {
    /// The module with its registers.
    pub module: Arc<Module>,
    /// The longest path between registers that the delay model sees, their own delay included, in
    /// picoseconds.
    pub period: u32,
    /// The longest path of each stage, the first stage first.
    pub stages: Vec<StagePath>,
}

/// Registers at `stages` boundaries between the inputs and the outputs of a module, so that each
/// output is what it was, `stages` cycles later.
///
/// A module that gets registers keeps its name, unless it stands elsewhere in the tree without
/// them, or outside, as one of `reserved`.
#[derive(Clone, Copy)]
pub struct Pipeline<'p> {
    /// Boundaries.
    pub stages: usize,
    /// The technology.
    pub delays: &'p Delays,
    /// When the port of that name is ready.
    pub arrival: &'p dyn Fn(&str) -> Arrival,
    /// Names of modules outside of the tree.
    pub reserved: &'p [&'p str],
}

/// The longest path of a finished module by `delays`: between registers and memories, from inputs
/// and to outputs.
pub fn longest_path(module: &Arc<Module>, delays: &Delays) -> StagePath {
    let graph = Graph::only_timed(module, delays);
    let mut paths = Schedule::of_state(&graph, delays.register()).paths(&graph);
    paths.swap_remove(0)
}

/// All that a pipelined module depends on.
#[derive(PartialEq)]
struct Question {
    module: Arc<Module>,
    stages: usize,
    /// Address of the table.
    delays: usize,
    arrivals: Vec<Arrival>,
    reserved: Vec<String>,
}

static PIPELINED: Recent<Question, Arc<Module>> = Recent::new();

impl<'p> Pipeline<'p> {
    /// All inputs come out of registers in cycle 0, and there is nothing outside.
    pub fn new(stages: usize, delays: &'p Delays) -> Self {
        Self { stages, delays, arrival: &Arrival::together, reserved: &[] }
    }

    /// `module` with its registers.
    ///
    /// # Panics
    /// When there is state in the tree, or an input comes after cycle 0.
    pub fn apply(&self, module: &Arc<Module>) -> Pipelined {
        let (graph, schedule) = self.scheduled(module);
        Pipelined {
            module: self.inserted(module, &graph, &schedule),
            period: schedule.period(&graph),
            stages: schedule.paths(&graph),
        }
    }

    /// The stages of [`Self::apply`] as `other` times them: another technology, with its own times of
    /// the ports.
    ///
    /// # Panics
    /// As [`Self::apply`].
    pub fn timed_by(&self, other: &Pipeline, module: &Arc<Module>) -> Vec<StagePath> {
        let (_, placed) = self.scheduled(module);
        let graph = Graph::new(module, other.delays);
        placed.timed_by(&graph, other.arrival, other.delays.register()).paths(&graph)
    }

    /// The module of [`Self::apply`] alone: who builds a machine does not look at paths. The last few
    /// are kept, since many machines of a study have the same.
    pub(super) fn module(&self, module: &Arc<Module>) -> Arc<Module> {
        let question = Question {
            module: module.clone(),
            stages: self.stages,
            delays: std::ptr::from_ref(self.delays).addr(),
            arrivals: module.ports.iter().map(|port| (self.arrival)(&port.name)).collect(),
            reserved: self.reserved.iter().map(|&name| name.to_owned()).collect(),
        };
        PIPELINED.answer(question, |_| {
            let (graph, schedule) = self.scheduled(module);
            self.inserted(module, &graph, &schedule)
        })
    }

    /// Whether `pipelined` does what `module` does, as many cycles later as [`Self::apply`] makes it: proved
    /// of the two alone, whatever put the registers there.
    ///
    /// # Errors
    /// The first reason why it does not, or why this cannot be said.
    pub fn prove(
        &self,
        module: &Arc<Module>,
        pipelined: &Arc<Module>,
    ) -> Result<(), PipelineProblem> {
        let cycles = module.inputs().map(|port| (self.arrival)(&port.name).cycle);
        let first = cycles.min().unwrap_or(0).min(0);
        let age = |name: &str| (self.arrival)(name).cycle.abs_diff(first) as usize;
        proof::prove(module, pipelined, &age, self.stages + first.unsigned_abs() as usize)
    }

    fn inserted(&self, module: &Arc<Module>, graph: &Graph, schedule: &Schedule) -> Arc<Module> {
        let pipelined = insert::insert(graph, schedule, self.reserved);
        self.prove(module, &pipelined).unwrap_or_else(|problem| {
            panic!("`{}` is pipelined wrongly and is not written: {problem}", module.name)
        });
        pipelined
    }

    fn scheduled(&self, module: &Arc<Module>) -> (Graph<'p>, Schedule) {
        assert!(
            !module.has_clock(),
            "`{}` has state: only what has none is pipelined",
            module.name
        );
        let graph = Graph::new(module, self.delays);
        let schedule = Schedule::new(&graph, self.arrival, self.stages, self.delays.register());
        (graph, schedule)
    }
}

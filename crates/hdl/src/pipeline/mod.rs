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
mod graph;
mod hold;
mod insert;
mod observe;
mod schedule;

use std::sync::Arc;

use super::module::Module;

pub use arrival::Arrival;
pub use delays::Delays;
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

/// `module` with registers at `stages` boundaries between its inputs and its outputs, so that each
/// output is what it was, `stages` cycles later.
///
/// A module that gets registers keeps its name, unless it stands elsewhere in the tree without
/// them, or outside, as one of `reserved`.
///
/// `arrival` says it of each port's name.
///
/// # Panics
/// When there is state in the tree, or an input comes after cycle 0.
pub fn pipeline(
    module: &Arc<Module>,
    arrival: &dyn Fn(&str) -> Arrival,
    stages: usize,
    reserved: &[&str],
    delays: &Delays,
) -> Pipelined {
    let (graph, schedule) = scheduled(module, arrival, stages, delays);
    Pipelined {
        module: insert::insert(&graph, &schedule, reserved),
        period: schedule.period(&graph),
        stages: schedule.paths(&graph),
    }
}

/// The module of [`pipeline`] alone: who builds a machine does not look at paths.
pub(super) fn pipelined_module(
    module: &Arc<Module>,
    arrival: &dyn Fn(&str) -> Arrival,
    stages: usize,
    reserved: &[&str],
    delays: &Delays,
) -> Arc<Module> {
    let (graph, schedule) = scheduled(module, arrival, stages, delays);
    insert::insert(&graph, &schedule, reserved)
}

fn scheduled<'d>(
    module: &Arc<Module>,
    arrival: &dyn Fn(&str) -> Arrival,
    stages: usize,
    delays: &'d Delays,
) -> (Graph<'d>, Schedule) {
    let graph = Graph::new(module, delays);
    let schedule = Schedule::new(&graph, arrival, stages, delays.register());
    (graph, schedule)
}

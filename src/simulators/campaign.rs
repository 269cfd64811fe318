//! Random programs on the written Verilog in somebody else's simulator.

use std::cell::RefCell;

use super::build::Built;
use crate::config::Config;
use crate::lockstep::Prepared;
use crate::lockstep::campaign::{Failure, Plan, Progress, random_programs_on};
use crate::simulators::SimulatorError;

/// As [`random_programs`](crate::lockstep::campaign::random_programs), on the Verilog of `config`'s
/// machine that was built as `built`.
///
/// # Errors
/// When no programs can be made, or the simulation does not run.
pub fn random_programs_written(
    config: &Config,
    built: &Built,
    plan: Plan,
    progress: &dyn Fn(Progress),
) -> Result<Option<Failure>, SimulatorError> {
    let simulation = RefCell::new(built.start()?);
    let run = |prepared: Prepared| prepared.on(&mut *simulation.borrow_mut(), true, &mut |_| {});
    Ok(random_programs_on(config, plan, 0, progress, run)?)
}

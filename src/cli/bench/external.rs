//! Other people's simulators in the bench.

use std::time::Instant;

use super::contestant::{self, BuildTime, Contestant, Run};
use super::workload::Workload;
use crate::cli::error::CliError;
use crate::files::PendingFolder;
use crate::lockstep::{Hardware, RunError};
use crate::simulators::{BuildOptions, Built, Dumping, Simulation, Simulator};

/// The written Verilog or MLIR in a simulator.
pub struct External<'w> {
    workload: &'w Workload,
    simulator: Simulator,
    built: Built,
    version: String,
    dumping: Option<Dumping>,
}

impl<'w> External<'w> {
    /// Builds the simulation unless that was done before.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn new(
        workload: &'w Workload,
        simulator: Simulator,
        dumping: Option<Dumping>,
    ) -> Result<Self, CliError> {
        let options = BuildOptions { dumps: dumping, is_fast: true, ..BuildOptions::default() };
        Ok(Self {
            workload,
            simulator,
            built: simulator.build(&workload.config, &options)?,
            version: simulator.version()?,
            dumping,
        })
    }

    /// The driver in C++ computes the checksums itself; the few retirements that Icarus tells are
    /// added up here.
    fn execute(
        &self,
        simulation: &mut Simulation,
        passes: u64,
    ) -> Result<(u64, Vec<u64>), RunError> {
        let program = &self.workload.program;
        match self.simulator {
            Simulator::Verilator | Simulator::Arcilator => simulation.run_unseen(program, passes),
            Simulator::Icarus => {
                let mut checksums = self.workload.checksums();
                let cycles = simulation
                    .run(program, passes, &mut |retirement| checksums.add(&retirement.retired))?;
                Ok((cycles, checksums.marks()))
            }
        }
    }
}

impl Contestant for External<'_> {
    fn name(&self) -> String {
        contestant::name(self.simulator.name(), self.dumping)
    }

    fn build_time(&self) -> Option<BuildTime> {
        Some(BuildTime { first_cycle: self.built.build_time, whole: self.built.build_time })
    }

    fn version(&self) -> Option<&str> {
        Some(&self.version)
    }

    fn run(&mut self, passes: u64) -> Result<Run, CliError> {
        let mut simulation = self.built.start()?;
        self.workload.load(&mut simulation)?;
        let folder = self.dumping.map(|_| PendingFolder::new()).transpose()?;
        let fails = |error: RunError| self.workload.does_not_run(&error);
        if let Some(folder) = &folder {
            simulation.trace(Some(&folder.path().join("dump"))).map_err(fails)?;
        }
        let start = Instant::now();
        let (cycles, checksums) = self.execute(&mut simulation, passes).map_err(fails)?;
        if folder.is_some() {
            simulation.trace(None).map_err(fails)?;
        }
        let time = start.elapsed();
        Ok(Run {
            passes,
            time,
            instructions: self.workload.instructions(passes),
            cycles: Some(cycles),
            checksums,
        })
    }
}

//! `lanebeat study --calibrate`: the estimate against yosys on random configurations.

use super::choices;
use crate::cli::arguments::{CommonOptions, StudyOptions};
use crate::cli::console::{print, to_json};
use crate::cli::error::CliError;
use crate::cli::progress;
use lanebeat::files::{FileError, write_all_atomically};
use lanebeat::rtl::units;
use lanebeat::study::estimate::{Calibration, Machine, configurations};
use lanebeat::study::{Family, Flow, axes, sweep};

/// Maps the parts of `samples` random machines, or of those that axes name, and compares.
pub fn calibrate(
    common: &CommonOptions,
    options: &StudyOptions,
    samples: usize,
) -> Result<(), CliError> {
    let Flow::Cells(family @ (Family::Xc7 | Family::Ecp5)) = options.flow else {
        let problem = "--calibrate holds the estimate against yosys; add --flow xc7 or --flow ecp5";
        return Err(CliError::Usage(problem.to_string()));
    };
    let told = |error: lanebeat::study::FlowError| CliError::Usage(error.to_string());
    let mapper = choices::area(options).find_mapper(family).map_err(told)?;
    let tool = mapper.synthesis.identity(&mapper.yosys, "TOP");
    let mut calibration = Calibration { tool, machines: vec![] };
    let configs = match options.axis.as_slice() {
        [] => configurations(samples, options.seed),
        texts => choices::configs(common, units::find(units::CORE)?, &sweep(&axes(texts)?))?,
    };
    std::fs::create_dir_all(&options.output)
        .map_err(|error| FileError::writing(&options.output, &error))?;
    let bar = progress::bar(configs.len() as u64, "machines");
    for config in configs {
        calibration.machines.push(Machine::measure(&mapper, &config).map_err(told)?);
        // A calibration takes long: its results so far can be used.
        let file = options.output.join("calibration.json");
        write_all_atomically(&[(file, to_json(&calibration).as_bytes())])?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&if common.json { to_json(&calibration) } else { calibration.table() })
}

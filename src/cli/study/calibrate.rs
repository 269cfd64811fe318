//! `lanebeat study --calibrate`: the estimate against yosys on random configurations.

use serde::Serialize;

use super::area::Area;
use super::choices;
use crate::cli::arguments::{CommonOptions, StudyOptions};
use crate::cli::bench::median;
use crate::cli::console::{Outcome, print, to_json};
use crate::cli::error::CliError;
use crate::cli::progress;
use crate::files::write_all_atomically;
use crate::rtl::core;
use crate::study::estimate::{
    Features, configurations, estimate, features, fixed, kind, plain_register_bits,
};
use crate::study::{Cells, Design, Family, Flow, Part, parts, resources, sweep};

/// What was measured, for `fit.py`, and how far the estimate is from it.
#[derive(Serialize)]
struct Calibration {
    tool: String,
    machines: Vec<Machine>,
}

#[derive(Serialize)]
struct Machine {
    options: String,
    measured: Amounts,
    estimated: Amounts,
    parts: Vec<MeasuredPart>,
}

#[derive(Serialize, Clone, Copy, Default)]
struct Amounts {
    luts: f64,
    flip_flops: f64,
    block_rams: f64,
    dsps: f64,
}

/// A part, and what of its cells no rule explains.
#[derive(Serialize)]
struct MeasuredPart {
    kind: String,
    copies: usize,
    amounts: Vec<f64>,
    plain_register_bits: usize,
    fixed_luts: usize,
    fixed_flip_flops: usize,
    logic_luts: f64,
    logic_flip_flops: f64,
    dsps: f64,
}

impl Amounts {
    fn of(family: Family, cells: &Cells) -> Self {
        let resources = resources(family, cells);
        let amount = |name: &str| {
            resources
                .iter()
                .find(|resource| resource.0 == name)
                .map_or(0.0, |resource| resource.1 as f64)
        };
        Self {
            luts: amount("lut"),
            flip_flops: amount("flip-flops"),
            block_rams: amount("block ram"),
            dsps: amount("dsp"),
        }
    }

    fn add(&mut self, other: Self, copies: usize) {
        let copies = copies as f64;
        self.luts += other.luts * copies;
        self.flip_flops += other.flip_flops * copies;
        self.block_rams += other.block_rams * copies;
        self.dsps += other.dsps * copies;
    }
}

/// Maps the parts of `samples` random machines, or of those that axes name, and compares.
pub fn calibrate(
    common: &CommonOptions,
    options: &StudyOptions,
    samples: usize,
) -> Result<Outcome, CliError> {
    let Flow::Cells(family @ (Family::Xc7 | Family::Ecp5)) = options.flow else {
        return Err(CliError::Usage(
            "--calibrate holds the estimate against yosys; add --flow xc7 or --flow ecp5"
                .to_string(),
        ));
    };
    let area = Area::new(options)?;
    let tool = area.source("TOP").map_err(CliError::Usage)?;
    let mut calibration = Calibration { tool, machines: vec![] };
    let configs = match options.axis.as_slice() {
        [] => configurations(samples, options.seed),
        axes => choices::configs(common, &sweep(&choices::axes(axes)?))?,
    };
    let bar = progress::bar(configs.len() as u64, "machines");
    for config in configs {
        let design = Design::new(core(&config));
        let cells = area.measure(&design).map_err(CliError::Usage)?;
        calibration.machines.push(machine(
            family,
            config.as_options(),
            &parts(&design.top),
            &cells,
        ));
        // A calibration takes long: what is there can be used.
        write_all_atomically(&[(
            options.output.join("calibration.json"),
            to_json(&calibration).as_bytes(),
        )])?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&if common.json { to_json(&calibration) } else { table(&calibration) })?;
    Ok(Outcome::Good)
}

fn machine(family: Family, options: String, parts: &[Part], cells: &[(Cells, usize)]) -> Machine {
    let mut measured = Amounts::default();
    let mut rows = vec![];
    for (part, (cells, copies)) in parts.iter().zip(cells) {
        let own = Amounts::of(family, cells);
        measured.add(own, *copies);
        rows.push(measured_part(family, part, own));
    }
    let estimate = estimate(family, parts).expect("the caller has a calibrated family");
    let estimated = Amounts {
        luts: estimate.luts,
        flip_flops: estimate.flip_flops,
        block_rams: estimate.block_rams as f64,
        dsps: estimate.dsps,
    };
    Machine { options, measured, estimated, parts: rows }
}

fn measured_part(family: Family, part: &Part, own: Amounts) -> MeasuredPart {
    let features: Features = features(part);
    let fixed = fixed(family, &features);
    MeasuredPart {
        kind: kind(part),
        copies: part.copies,
        plain_register_bits: plain_register_bits(family, &features),
        fixed_luts: fixed.luts,
        fixed_flip_flops: fixed.flip_flops,
        logic_luts: own.luts - fixed.luts as f64,
        logic_flip_flops: own.flip_flops - fixed.flip_flops as f64,
        dsps: own.dsps,
        amounts: features.amounts.to_vec(),
    }
}

/// Estimate, yosys and error of every machine, and the verdict.
fn table(calibration: &Calibration) -> String {
    let mut text = format!(
        "{}\n\nLUT: estimate yosys error   FF: estimate yosys error   block RAM: estimate yosys   machine\n",
        calibration.tool
    );
    let error = |estimated: f64, measured: f64| 100.0 * (estimated / measured.max(1.0) - 1.0);
    let mut errors: [Vec<f64>; 2] = [vec![], vec![]];
    let mut has_exact_memories = true;
    for Machine { options, measured, estimated, .. } in &calibration.machines {
        let (lut, flip_flop) = (
            error(estimated.luts, measured.luts),
            error(estimated.flip_flops, measured.flip_flops),
        );
        errors[0].push(lut.abs());
        errors[1].push(flip_flop.abs());
        has_exact_memories &= estimated.block_rams == measured.block_rams;
        text += &format!(
            "{:>13.0} {:>5} {lut:>+5.1}%   {:>12.0} {:>5} {flip_flop:>+5.1}%   {:>19} {:>5}   lanebeat{options}\n",
            estimated.luts,
            measured.luts,
            estimated.flip_flops,
            measured.flip_flops,
            estimated.block_rams,
            measured.block_rams
        );
    }
    for (name, errors) in ["LUT", "flip-flops"].into_iter().zip(&mut errors) {
        errors.sort_by(f64::total_cmp);
        let (median, worst) = (median(errors), errors[errors.len() - 1]);
        let verdict = if median < 15.0 && worst < 30.0 { "within" } else { "NOT within" };
        text += &format!(
            "{name}: off by {median:.1} % in the median and {worst:.1} % at worst, {verdict} 15 % and 30 %\n"
        );
    }
    text + if has_exact_memories { "block RAM: exact\n" } else { "block RAM: NOT exact\n" }
}

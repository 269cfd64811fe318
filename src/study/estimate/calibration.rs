//! `lanebeat study --calibrate`: the estimate next to yosys' mapping of the same machines.

use rayon::prelude::*;
use serde::Serialize;

use super::{Amounts, estimate, features, fixed, kind, plain_register_bits};
use crate::config::Config;
use crate::rtl::core;
use crate::study::cells::{Cells, Family};
use crate::study::part::{Part, parts};
use crate::study::point::Design;
use crate::study::synthesis::Mapper;
use crate::study::yosys::FlowError;

/// Measurements for `fit.py`, and the error of the estimate.
#[derive(Serialize)]
pub struct Calibration {
    /// Yosys with its version, and the command.
    pub tool: String,
    /// Machines in the order in which they were mapped.
    pub machines: Vec<Machine>,
}

/// A machine as yosys maps it and as it is estimated.
#[derive(Serialize)]
pub struct Machine {
    options: String,
    measured: Amounts,
    estimated: Amounts,
    parts: Vec<MeasuredPart>,
}

/// A part, and those of its cells that no rule explains.
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
}

impl Machine {
    /// Maps the parts of the machine of `config`, and estimates them.
    ///
    /// # Errors
    /// The tool's error.
    pub fn measure(mapper: &Mapper, config: &Config) -> Result<Self, FlowError> {
        let design = Design::new(core(config));
        let jobs = mapper.jobs(&design);
        let cells: Vec<Cells> =
            jobs.par_iter().map(|(job, _)| mapper.run(job)).collect::<Result<_, _>>()?;
        let (family, parts) = (mapper.synthesis.family, parts(&design.top));
        let estimated = estimate(family, &parts).expect("the caller has a calibrated family");
        let options = config.as_options();
        let mut machine = Self { options, measured: Amounts::default(), estimated, parts: vec![] };
        for ((part, cells), (_, copies)) in parts.iter().zip(&cells).zip(&jobs) {
            let own = Amounts::of(family, cells);
            machine.measured.add(own, *copies);
            machine.parts.push(MeasuredPart::new(family, part, own));
        }
        Ok(machine)
    }
}

impl MeasuredPart {
    fn new(family: Family, part: &Part, own: Amounts) -> Self {
        let features = features(part);
        let fixed = fixed(family, &features);
        Self {
            kind: kind(part),
            copies: part.copies,
            plain_register_bits: plain_register_bits(family, &features),
            fixed_luts: fixed.luts as usize,
            fixed_flip_flops: fixed.flip_flops as usize,
            logic_luts: own.luts - fixed.luts,
            logic_flip_flops: own.flip_flops - fixed.flip_flops,
            amounts: features.amounts.to_vec(),
        }
    }
}

impl Calibration {
    /// Estimate, yosys and error of every machine, and the verdict.
    pub fn table(&self) -> String {
        let mut text = format!(
            "{}\n\nLUT: estimate yosys error   FF: estimate yosys error   block RAM: estimate yosys   machine\n",
            self.tool
        );
        let error = |estimated: f64, measured: f64| 100.0 * (estimated / measured.max(1.0) - 1.0);
        let mut errors = [vec![], vec![]];
        for Machine { options, measured, estimated, .. } in &self.machines {
            let lut = error(estimated.luts, measured.luts);
            let flip_flop = error(estimated.flip_flops, measured.flip_flops);
            errors[0].push(lut.abs());
            errors[1].push(flip_flop.abs());
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
        for (name, mut errors) in ["LUT", "flip-flops"].into_iter().zip(errors) {
            errors.sort_by(f64::total_cmp);
            let middle = [(errors.len() - 1) / 2, errors.len() / 2].map(|place| errors[place]);
            let (median, worst) = (f64::midpoint(middle[0], middle[1]), errors[errors.len() - 1]);
            let verdict = if median < 15.0 && worst < 30.0 { "within" } else { "NOT within" };
            text += &format!(
                "{name}: off by {median:.1} % in the median and {worst:.1} % at worst, {verdict} 15 % and 30 %\n"
            );
        }
        let is_exact =
            |machine: &Machine| machine.estimated.block_rams == machine.measured.block_rams;
        let exact = if self.machines.iter().all(is_exact) { "exact" } else { "NOT exact" };
        format!("{text}block RAM: {exact}\n")
    }
}

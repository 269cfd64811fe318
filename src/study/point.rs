//! One point of a study: a configuration and its figures.

use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::array::{self, CACTI, SG13G2};
use super::figure::Figure;
use super::operands::OperandStatistics;
use super::workload::Workload;
use crate::config::Config;
use crate::cycle::{Silent, Timing, Totals, run, waves_to_saturate};
use crate::hdl::{Cost, Module};
use crate::isa::Program;
use crate::verilog::{self, File, Header};

/// A configuration and what was found out about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Every parameter in the order of a configuration file: key and value.
    pub config: Vec<(String, String)>,
    /// SHA-256 of the Verilog without its comments; empty for a point that is refused.
    pub digest: String,
    /// Whatever is known, in the order in which it was found.
    pub figures: Vec<Figure>,
    /// What could not be found out, and why.
    pub problems: Vec<String>,
    /// Whether the area that was asked for is among that.
    pub lacks_area: bool,
}

/// The hardware of a point.
#[derive(Clone, Debug)]
pub struct Design {
    /// The module at the top.
    pub top: Arc<Module>,
    /// Its Verilog without a header, which is the same for equal hardware.
    pub files: Vec<File>,
}

impl Design {
    /// The hardware under `top`, with its Verilog.
    pub fn new(top: Arc<Module>) -> Self {
        let files = verilog::write(&top, &Header { parameters: "", command: "" });
        Self { top, files }
    }
}

/// SHA-256 of `files` in their order, in hexadecimal; comments do not count.
pub fn digest(files: &[File]) -> String {
    let mut hash = Sha256::new();
    for line in files.iter().flat_map(|file| file.text.lines()) {
        let code = line.split("//").next().unwrap_or_default().trim_end();
        hash.update(code.as_bytes());
        hash.update(b"\n");
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Point {
    /// The point of `config`, of which nothing is known yet.
    pub fn new(config: &Config) -> Self {
        let line = |line: &str| {
            let (key, value) = line.split_once(" = ").expect("a line of a configuration");
            (key.to_string(), value.trim_matches('"').to_string())
        };
        let config = config.to_toml().lines().map(line).collect();
        Self { config, digest: String::new(), figures: vec![], problems: vec![], lacks_area: false }
    }

    /// Adds what follows from a clock, if there is one: threads a second of each workload.
    pub fn add_rates(&mut self) {
        let Some(clock) = self.figure("fmax").map(|figure| figure.value) else { return };
        let rate = |figure: &Figure| {
            let workload = figure.name.strip_suffix(": threads per cycle")?;
            let source = "fmax x threads per cycle";
            let name = format!("{workload}: threads per second");
            Some(Figure::new(name, 1e6 * clock * figure.value, "threads/s", source))
        };
        let rates: Vec<Figure> = self.figures.iter().filter_map(rate).collect();
        self.figures.extend(rates);
    }

    /// The figure called `name`.
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.name == name)
    }
}

/// The point of `config` with every figure that needs no tool. `design` is the hardware that is
/// measured: the core, or one unit of it.
pub fn evaluate(config: &Config, workloads: &[Workload], design: &Design) -> Point {
    let mut point = Point::new(config);
    point.digest = digest(&design.files);
    point.figures.extend(times(config));
    for workload in workloads {
        let program = workload.program(config).map_err(|error| error.to_string());
        match program.and_then(|program| {
            let run =
                run(config, &program, &mut Silent).map_err(|deadlock| deadlock.to_string())?;
            Ok((run, program))
        }) {
            Ok((run, program)) => {
                point.figures.extend(totals(config, workload.name(), &run));
                point.figures.extend(operands(workload, &program));
            }
            Err(error) => point.problems.push(format!("workload {}: {error}", workload.name())),
        }
    }
    point.figures.extend(netlist(&Cost::of(&design.top)));
    let (cells, arrays) = CACTI.of(&design.top);
    point.figures.push(Figure::new("memory cells", cells, "mm2", array::CELL_SOURCE));
    point.figures.push(Figure::new("memory area", arrays, "mm2", array::SOURCE));
    let silicon = SG13G2.of(&design.top);
    let source = array::SILICON_SOURCE;
    point.figures.push(Figure::new("memory area by silicon", silicon, "mm2", source));
    if arrays > 0.0 {
        let source = "memory area by silicon over memory area: where it differs between points, the models do not agree which is smaller by how much";
        point.figures.push(Figure::new("silicon over array model", silicon / arrays, "", source));
    }
    point
}

const CYCLE_MODEL: &str = "cycle model, held equal to the RTL cycle by cycle";
const NETLIST: &str = "count over the netlist";

fn times(config: &Config) -> Vec<Figure> {
    let slots = Timing::new(config).dependent_distance();
    vec![
        Figure::new("threads", config.threads() as f64, "threads", "lanes x beats"),
        Figure::new(
            "dependent latency",
            (slots * config.slot_cycles() as u64) as f64,
            "cycles",
            CYCLE_MODEL,
        ),
        Figure::new("waves to saturate", waves_to_saturate(config) as f64, "waves", CYCLE_MODEL),
    ]
}

/// The figures of a run; `threads per cycle` is what the machine delivers.
fn totals(config: &Config, workload: &str, totals: &Totals) -> Vec<Figure> {
    let figure = |name: &str, value: f64, unit: &str| {
        Figure::new(format!("{workload}: {name}"), value, unit, CYCLE_MODEL)
    };
    let per_cycle = totals.instructions as f64 / totals.cycles.max(1) as f64;
    vec![
        figure("instructions", totals.instructions as f64, ""),
        figure("cycles", totals.cycles as f64, "cycles"),
        figure("instructions per slot", totals.instructions_per_slot(), ""),
        figure("threads per cycle", per_cycle * config.threads() as f64, "threads/cycle"),
        figure("lanes in use", 100.0 * totals.lane_utilisation(), "%"),
        figure("register ports in use", 100.0 * totals.port_utilisation(), "%"),
        figure("stalls, operand in flight", totals.stalls.operand_in_flight as f64, "slots"),
        figure("stalls, gather", totals.stalls.gather as f64, "slots"),
        figure("stalls, bank conflict", totals.stalls.bank_conflict as f64, "slots"),
        figure("stalls, nothing left", totals.stalls.nothing_left as f64, "slots"),
    ]
}

/// What `program`, which is `workload`, asks of a register file.
fn operands(workload: &Workload, program: &Program) -> Vec<Figure> {
    let statistics = OperandStatistics::of(program);
    let source = "count over the program of wave 0";
    let figure = |name: &str, value: f64, unit: &str| {
        Figure::new(format!("{}: {name}", workload.name()), value, unit, source)
    };
    let mut figures = vec![
        figure("registers read per instruction", statistics.reads, ""),
        figure("pairs in one of two banks per instruction", statistics.pairs_of_two, ""),
        figure("pairs in one of four banks per instruction", statistics.pairs_of_four, ""),
        figure("reads as the instruction before", 100.0 * statistics.repeated, "%"),
    ];
    if let Some(left_out) = workload.left_out() {
        figures.push(figure("instructions left out", left_out.len() as f64, ""));
    }
    figures
}

fn netlist(cost: &Cost) -> Vec<Figure> {
    let figure =
        |name: &str, value: usize, unit: &str| Figure::new(name, value as f64, unit, NETLIST);
    vec![
        figure("register bits", cost.register_bits, "bits"),
        figure("memory bits", cost.memory_bits, "bits"),
        figure("memory bits x ports", cost.memory_port_bits, "bits"),
        figure("multiplexer inputs", cost.mux_input_bits, "bits"),
        figure("adder bits", cost.adder_bits, "bits"),
        figure("multiplier bits", cost.multiplier_bits, "bits"),
    ]
}

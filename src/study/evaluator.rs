//! The figures of points that need no tool. Work that points share is done once for all of them:
//! a program is assembled once for all machines that read it alike, and a module of many points is
//! written once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::prelude::*;

use super::array::{self, CACTI, SG13G2};
use super::cells::Family;
use super::estimate;
use super::figure::Figure;
use super::operands::OperandStatistics;
use super::point::{Design, Point, digest};
use super::workload::Workload;
use crate::config::Config;
use crate::cycle::{Silent, Timing, Totals, run, waves_to_saturate};
use crate::hdl::{Cost, Module};
use crate::isa::asm::{Kernel, Target};
use crate::isa::{Lines, Program};
use crate::rtl::Unit;
use crate::verilog::Writer;

/// Evaluates the points of a study, on any number of threads.
#[derive(Debug)]
pub struct Evaluator {
    workloads: Vec<Timed>,
    writer: Writer,
}

/// A workload and its programs so far, by the assembler's view of the machine.
#[derive(Debug)]
struct Timed {
    workload: Workload,
    programs: Mutex<HashMap<Target, Arc<OnceLock<Assembled>>>>,
    /// Instructions of a listing that no machine has.
    left_out: OnceLock<Option<usize>>,
}

/// Lines of each wave, statistics of their operands, and of a kernel its lines, or why there is no
/// program.
type Assembled = Result<(Lines, OperandStatistics, Option<Kernel>), String>;

impl Evaluator {
    /// Makes an evaluator of points that are timed on `workloads`.
    pub fn new(workloads: &[Workload]) -> Self {
        let timed = |workload: &Workload| Timed {
            workload: workload.clone(),
            programs: Mutex::default(),
            left_out: OnceLock::new(),
        };
        Self { workloads: workloads.iter().map(timed).collect(), writer: Writer::default() }
    }

    /// The hardware under `top`, with its Verilog.
    pub fn design(&self, top: Arc<Module>) -> Design {
        let files = self.writer.write(&top);
        Design { top, files }
    }

    /// The point of `config` with every figure that needs no tool. `design` is the hardware that is
    /// measured: the core, or one unit of it.
    pub fn point(&self, config: &Config, design: &Design) -> Point {
        let mut point = Point::new(config);
        point.digest = digest(&design.files);
        point.figures.extend(times(config));
        for timed in &self.workloads {
            match timed.figures(config) {
                Ok(figures) => point.figures.extend(figures),
                Err(error) => {
                    let name = timed.workload.name();
                    point.problems.push(format!("workload {name}: {error}"));
                }
            }
        }
        point.figures.extend(netlist(&Cost::of(&design.top)));
        point.figures.extend(memories(&design.top));
        point
    }

    /// The machine of each group with the most threads a second, by the
    /// [estimated](estimate::clock) clock of its `unit`; the first of equals, the best product of
    /// several workloads. One that does not run them all is out.
    pub fn fastest(&self, groups: Vec<Vec<Config>>, unit: &Unit, family: Family) -> Vec<Config> {
        let speed = |config: &Config| {
            let per_cycle = |timed: &Timed| {
                let figures = timed.figures(config).ok()?;
                figures.into_iter().find(|figure| figure.name.ends_with(": threads per cycle"))
            };
            let all = self.workloads.iter().map(|timed| Some(per_cycle(timed)?.value.log2()));
            let all: Vec<f64> = all.collect::<Option<_>>()?;
            let clock = estimate::clock(family, &unit.build(config)).log2();
            Some(clock + all.iter().sum::<f64>() / all.len() as f64)
        };
        let fastest = |group: Vec<Config>| {
            let speeds: Vec<Option<f64>> = group.par_iter().map(speed).collect();
            // The last of equals is the greatest, so from the end.
            let timed = group.into_iter().zip(speeds).rev();
            let timed = timed.filter_map(|(config, speed)| Some((config, speed?)));
            timed.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(config, _)| config)
        };
        groups.into_par_iter().filter_map(fastest).collect()
    }

    /// Number of assembled workloads and of written modules so far, for all points.
    pub fn made(&self) -> [usize; 2] {
        let programs = self.workloads.iter().map(|timed| locked(&timed.programs).len());
        [programs.sum(), self.writer.count()]
    }
}

impl Timed {
    fn figures(&self, config: &Config) -> Result<Vec<Figure>, String> {
        let assembled = locked(&self.programs).entry(config.target()).or_default().clone();
        let (wave, statistics, kernel) =
            assembled.get_or_init(|| self.assemble(config)).as_ref().map_err(String::clone)?;
        let program = Program { waves: vec![wave.clone(); config.waves] };
        let ran = run(config, &program, &mut Silent).map_err(|deadlock| deadlock.to_string())?;
        let name = self.workload.name();
        let left_out = self.left_out.get_or_init(|| Some(self.workload.left_out()?.len()));
        let left_out = left_out.map(|count| ("instructions left out", count as f64, "", PROGRAM));
        let is_whole = kernel.is_some();
        let timed = totals(config, &ran).map(|(name, value, unit, source)| {
            (name, value, unit, if is_whole { OPERANDS_ONLY } else { source })
        });
        let all = timed.into_iter().chain(operands(statistics)).chain(left_out);
        let all = all.chain(kernel.iter().flat_map(lines));
        let figure = |(what, value, unit, source): Row| {
            Figure::new(format!("{name}: {what}"), value, unit, source)
        };
        Ok(all.map(figure).collect())
    }

    fn assemble(&self, config: &Config) -> Assembled {
        let mut program = self.workload.program(config)?;
        let statistics = OperandStatistics::of(&program);
        // All waves execute the same.
        let kernel = self.workload.kernel(config).transpose()?;
        Ok((program.waves.swap_remove(0), statistics, kernel))
    }
}

/// Locks `mutex`; a panic of another thread leaves its value whole.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A figure of a workload: name, value, unit, source.
type Row = (&'static str, f64, &'static str, &'static str);

const CYCLE_MODEL: &str = "cycle model, held equal to the RTL cycle by cycle";
const OPERANDS_ONLY: &str = "cycle model, with the operands of lines that no machine here executes";
const LISTING: &str = "count over the listing";
const MODELLED: &str = "count over the listing: only their operands are timed";
const NETLIST: &str = "count over the netlist";
const PROGRAM: &str = "count over the program of wave 0";

/// Lines of a kernel by what is known of them.
fn lines(kernel: &Kernel) -> Vec<Row> {
    let names = ["lane lines", "cross-lane lines", "memory lines", "scalar lines"];
    let modelled =
        names.into_iter().zip(kernel.modelled).map(|(name, count)| (name, count, MODELLED));
    let executed = [("executed lines", kernel.executed, LISTING)];
    let unread = [("instructions left out", kernel.unread.len(), LISTING)];
    let all = executed.into_iter().chain(modelled).chain(unread);
    all.map(|(name, count, source)| (name, count as f64, "", source)).collect()
}

fn times(config: &Config) -> [Figure; 3] {
    let latency = Timing::new(config).dependent_distance() * config.slot_cycles() as u64;
    [
        Figure::new("threads", config.threads() as f64, "threads", "lanes x beats"),
        Figure::new("dependent latency", latency as f64, "cycles", CYCLE_MODEL),
        Figure::new("waves to saturate", waves_to_saturate(config) as f64, "waves", CYCLE_MODEL),
    ]
}

/// The figures of a run; `threads per cycle` is the throughput of the machine.
fn totals(config: &Config, totals: &Totals) -> [Row; 10] {
    let per_cycle = totals.instructions as f64 / totals.cycles.max(1) as f64;
    let stalls = &totals.stalls;
    [
        ("instructions", totals.instructions as f64, ""),
        ("cycles", totals.cycles as f64, "cycles"),
        ("instructions per slot", totals.instructions_per_slot(), ""),
        ("threads per cycle", per_cycle * config.threads() as f64, "threads/cycle"),
        ("lanes in use", 100.0 * totals.lane_utilisation(), "%"),
        ("register ports in use", 100.0 * totals.port_utilisation(), "%"),
        ("stalls, operand in flight", stalls.operand_in_flight as f64, "slots"),
        ("stalls, gather", stalls.gather as f64, "slots"),
        ("stalls, bank conflict", stalls.bank_conflict as f64, "slots"),
        ("stalls, nothing left", stalls.nothing_left as f64, "slots"),
    ]
    .map(|(name, value, unit)| (name, value, unit, CYCLE_MODEL))
}

/// Demands of a program on a register file.
fn operands(statistics: &OperandStatistics) -> [Row; 5] {
    [
        ("registers read per instruction", statistics.reads, ""),
        ("pairs in one of two banks per instruction", statistics.pairs_of_two, ""),
        ("pairs in one of four banks per instruction", statistics.pairs_of_four, ""),
        ("reads as the instruction before", 100.0 * statistics.repeated, "%"),
        ("neighbours in different banks of VOPD", 100.0 * statistics.dual, "%"),
    ]
    .map(|(name, value, unit)| (name, value, unit, PROGRAM))
}

fn netlist(cost: &Cost) -> [Figure; 6] {
    [
        ("register bits", cost.register_bits, "bits"),
        ("memory bits", cost.memory_bits, "bits"),
        ("memory bits x ports", cost.memory_port_bits, "bits"),
        ("multiplexer inputs", cost.mux_input_bits, "bits"),
        ("adder bits", cost.adder_bits, "bits"),
        ("multiplier bits", cost.multiplier_bits, "bits"),
    ]
    .map(|(name, value, unit)| Figure::new(name, value as f64, unit, NETLIST))
}

/// The area of memories under `top`, by both models.
fn memories(top: &Module) -> Vec<Figure> {
    let [cells, arrays] = CACTI.of(top);
    let silicon = SG13G2.of(top);
    let mut figures = vec![
        Figure::new("memory cells", cells, "mm2", array::CELL_SOURCE),
        Figure::new("memory area", arrays, "mm2", array::SOURCE),
        Figure::new("memory area by silicon", silicon, "mm2", array::SILICON_SOURCE),
    ];
    if arrays > 0.0 {
        let source = "memory area by silicon over memory area: where it differs between points, the models do not agree which is smaller by how much";
        figures.push(Figure::new("silicon over array model", silicon / arrays, "", source));
    }
    figures
}

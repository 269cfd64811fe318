//! The figures of points that need no tool. What points have in common is made once for all of
//! them: a program is assembled for machines that read it alike, and a module is written that many
//! have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::array::{self, CACTI, SG13G2};
use super::figure::Figure;
use super::operands::OperandStatistics;
use super::point::{Design, Point, digest};
use super::workload::Workload;
use crate::config::Config;
use crate::cycle::{Silent, Timing, Totals, run, waves_to_saturate};
use crate::hdl::{Cost, Module};
use crate::isa::asm::Target;
use crate::isa::{Line, Program};
use crate::verilog::Writer;

/// What evaluates the points of a study, on any number of threads.
#[derive(Debug)]
pub struct Evaluator {
    workloads: Vec<Timed>,
    writer: Writer,
}

/// How much was made for all points so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// Workloads assembled.
    pub programs: usize,
    /// Modules written as Verilog.
    pub modules: usize,
}

/// A workload and its programs so far, by all that the assembler knows of a machine.
#[derive(Debug)]
struct Timed {
    workload: Workload,
    programs: Mutex<HashMap<Target, Arc<OnceLock<Assembled>>>>,
    /// Instructions of a listing that no machine has.
    left_out: OnceLock<Option<usize>>,
}

/// What each wave executes and what its operands ask for, or why there is no program.
type Assembled = Result<(Vec<Line>, OperandStatistics), String>;

impl Evaluator {
    /// For points that are timed on `workloads`.
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

    /// How much was made so far.
    pub fn made(&self) -> Made {
        let programs = self
            .workloads
            .iter()
            .map(|timed| timed.programs.lock().unwrap_or_else(PoisonError::into_inner).len());
        Made { programs: programs.sum(), modules: self.writer.count() }
    }
}

impl Timed {
    fn figures(&self, config: &Config) -> Result<Vec<Figure>, String> {
        let assembled = self.program(config);
        let (wave, statistics) =
            assembled.get_or_init(|| self.assemble(config)).as_ref().map_err(String::clone)?;
        let program = Program { waves: vec![wave.clone(); config.waves] };
        let totals_of_run =
            run(config, &program, &mut Silent).map_err(|deadlock| deadlock.to_string())?;
        let name = self.workload.name();
        let mut figures = totals(config, name, &totals_of_run);
        figures.extend(operands(name, statistics));
        let left_out = self.left_out.get_or_init(|| Some(self.workload.left_out()?.len()));
        figures.extend(left_out.map(|count| {
            Figure::new(format!("{name}: instructions left out"), count as f64, "", PROGRAM)
        }));
        Ok(figures)
    }

    /// Where the program for `config` is, or is to be; who finds it empty assembles.
    fn program(&self, config: &Config) -> Arc<OnceLock<Assembled>> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        programs.entry(config.target()).or_default().clone()
    }

    fn assemble(&self, config: &Config) -> Assembled {
        let mut program = self.workload.program(config).map_err(|error| error.to_string())?;
        let statistics = OperandStatistics::of(&program);
        // All waves execute the same.
        Ok((program.waves.swap_remove(0), statistics))
    }
}

const CYCLE_MODEL: &str = "cycle model, held equal to the RTL cycle by cycle";
const NETLIST: &str = "count over the netlist";
const PROGRAM: &str = "count over the program of wave 0";

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

/// What a program of `workload` asks of a register file.
fn operands(workload: &str, statistics: &OperandStatistics) -> Vec<Figure> {
    let figure = |name: &str, value: f64, unit: &str| {
        Figure::new(format!("{workload}: {name}"), value, unit, PROGRAM)
    };
    vec![
        figure("registers read per instruction", statistics.reads, ""),
        figure("pairs in one of two banks per instruction", statistics.pairs_of_two, ""),
        figure("pairs in one of four banks per instruction", statistics.pairs_of_four, ""),
        figure("reads as the instruction before", 100.0 * statistics.repeated, "%"),
    ]
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

/// The area of memories under `top`, by both models.
fn memories(top: &Module) -> Vec<Figure> {
    let (cells, arrays) = CACTI.of(top);
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

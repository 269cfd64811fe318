//! Joules of a workload: the logic's by OpenSTA and the activity of the engine, the memories' by
//! their accesses and the energy of one in their Liberty files.

use std::collections::HashMap;

use super::StandardCells;
use super::macros::Catalogue;
use super::netlist::{Netlist, counted};
use super::power::{Power, cut};
use super::timing::{OpenSta, TOOL};
use super::wires::Loads;
use crate::activity::{Activity, ModuleActivity, activities};
use crate::config::Config;
use crate::isa::Program;
use crate::rtl::core;
use crate::study::figure::Figure;
use crate::study::point::Design;
use crate::study::workload::Workload;
use crate::study::yosys::FlowError;

/// A workload on the hardware whose memories are macros.
#[derive(Clone, PartialEq, Debug)]
pub struct Usage {
    /// Name of the workload in figures.
    pub workload: String,
    /// Number of times that waves execute the whole of it; `None` for a mix.
    pub passes: Option<usize>,
    /// Threads of a wave.
    pub threads: usize,
    /// Activity of all modules meanwhile.
    pub activity: Activity,
}

/// Activity of `workloads` on `design`; none where it is no core, as only a core executes.
pub fn usages(design: &Design, config: &Config, workloads: &[Workload]) -> Vec<Usage> {
    if design.top.name != core(config).name {
        return vec![];
    }
    // A workload that a machine cannot execute is reported where it is timed; a kernel is only timed.
    let executed = workloads.iter().filter(|own| !matches!(own, Workload::Kernel { .. }));
    let able = |workload| Some((workload, Workload::program(workload, config).ok()?));
    let (able, programs): (Vec<&Workload>, Vec<Program>) = executed.filter_map(able).unzip();
    let ran = able.into_iter().zip(activities(&design.top, config, &programs));
    let usage = |(workload, activity): (&Workload, Result<_, _>)| {
        Some(Usage {
            workload: workload.name().to_owned(),
            passes: workload.passes(config),
            threads: config.threads(),
            activity: activity.ok()?,
        })
    };
    ran.filter_map(usage).collect()
}

impl StandardCells {
    /// The energy of each of `usages` on `netlists`, whose clock has `period` ns, with the loads of
    /// wires that are told.
    ///
    /// # Errors
    /// The error of OpenSTA.
    pub fn energies(
        &self,
        opensta: &OpenSta,
        netlists: &[Netlist],
        usages: &[Usage],
        period: f64,
        wires: Option<&Loads>,
    ) -> Result<Vec<Figure>, FlowError> {
        let Some(macros) = self.macros.as_ref().filter(|_| !usages.is_empty()) else {
            return Ok(vec![]);
        };
        let activities: Vec<&Activity> = usages.iter().map(|usage| &usage.activity).collect();
        // Power of all copies of all modules in each of `usages`; and leakage of macros, in nW.
        let (mut logic, mut leaked) = (vec![Power::default(); usages.len()], 0.0);
        for (netlist, copies) in counted(netlists) {
            let known = netlist.cells.iter().filter_map(|cell| macros.find(&cell.kind));
            leaked += copies as f64 * known.map(|known| known.leakage).sum::<f64>();
            let none = HashMap::new();
            let loads = wires.and_then(|wires| wires.get(&netlist.name)).unwrap_or(&none);
            let Some(cut) = cut(netlist, &self.library, loads) else { continue };
            let own = opensta.power(&self.cache, &self.library, &cut, &activities)?;
            for (sum, own) in logic.iter_mut().zip(own) {
                sum.dynamic += copies as f64 * own.dynamic;
                sum.leakage += copies as f64 * own.leakage;
            }
        }
        let wrong = |power: &&Power| !(power.dynamic >= 0.0 && power.leakage >= 0.0);
        if let Some(Power { dynamic, leakage }) = logic.iter().find(wrong) {
            let said =
                format!("it reports {dynamic} pJ a cycle and {leakage} nW; correct the library");
            return Err(FlowError::failed(TOOL, "the logic", said));
        }
        let figures = usages.iter().zip(logic).flat_map(|(usage, logic)| {
            let (accesses, is_bound) = accesses(macros, &usage.activity);
            // nW ns a cycle.
            let leaked = (logic.leakage + leaked) * period;
            self.of_usage(
                opensta,
                usage,
                [logic.dynamic, accesses, leaked],
                is_bound,
                wires.is_some(),
            )
        });
        Ok(figures.collect())
    }

    /// `logic` is in pJ a cycle, `accesses` in pJ, `leaked` in nW ns a cycle.
    fn of_usage(
        &self,
        opensta: &OpenSta,
        usage: &Usage,
        [logic, accesses, leaked]: [f64; 3],
        is_bound: bool,
        is_wired: bool,
    ) -> Vec<Figure> {
        let Usage { workload, passes, threads, activity } = usage;
        let instructions = activity.instructions.max(1) as f64;
        let cycles = activity.cycles as f64 / instructions;
        // nJ an instruction.
        let memory = 1e-3 * cycles * accesses / activity.observed.max(1) as f64;
        let logic = 1e-3 * cycles * logic;
        let leaked = 1e-9 * cycles * leaked;
        let total = logic + memory + leaked;
        let source = format!(
            "{}: report_power of each module with {}, cut at registers and children, and what these charge; activity of registers and ports \
             from the compiled engine; accesses of macros counted there, each as the clock's edge in the macro's Liberty file; \
             leakage over a period; without {}clock tree, glitches, and what data and addresses change in macros{}",
            opensta.version,
            self.library.name,
            if is_wired { "" } else { "wires, " },
            match is_bound {
                true => "; macros of two ports as those of one, the least that they take",
                false => "",
            }
        );
        let least = if is_bound { ", at least" } else { "" };
        let figure = |what: &str, value: f64, unit: &str| {
            Figure::new(format!("{workload}: {what}{least}"), value, unit, &source)
        };
        let mut figures = vec![
            figure("energy per instruction", total, "nJ"),
            figure("energy of logic per instruction", logic, "nJ"),
            figure("energy of memories per instruction", memory, "nJ"),
            figure("energy of leakage per instruction", leaked, "nJ"),
            figure("energy per thread-operation", 1e3 * total / *threads as f64, "pJ"),
        ];
        if let Some(passes) = passes {
            let pass = total * instructions / *passes as f64;
            figures.push(figure("energy per wave and pass", pass, "nJ"));
        }
        figures
    }
}

/// pJ of all accesses of macros in `activity`, and whether that is only a lower bound.
fn accesses(macros: &Catalogue, activity: &Activity) -> (f64, bool) {
    let (mut sum, mut is_bound) = (0.0, false);
    for (name, module) in &activity.modules {
        let Some(tile) = macros.of_leaf(name) else { continue };
        is_bound |= tile.energy.is_none() || tile.energy_is_bound;
        let Some(energy) = tile.energy else { continue };
        for port in ["a", "b"] {
            let [reads, writes] = reads_and_writes(module, port);
            sum += reads * energy.read + writes * energy.write;
        }
    }
    (sum, is_bound)
}

/// Number of reads and of writes at a port, over all copies of the module that stands for a macro.
fn reads_and_writes(module: &ModuleActivity, port: &str) -> [f64; 2] {
    let ones = |end: &str| module.ones.get(&format!("{port}_{end}")).map(|&ones| ones as f64);
    let only_writes = module.ports.contains_key(&format!("{port}_data"));
    match (ones("read"), ones("write"), ones("enable")) {
        (Some(reads), Some(writes), _) => [reads, writes],
        (_, _, Some(enabled)) if only_writes => [0.0, enabled],
        (_, _, Some(enabled)) => [enabled, 0.0],
        _ => [0.0, 0.0],
    }
}

//! Power of the logic of a module, by OpenSTA's `report_power`.
//!
//! OpenSTA 2.0 propagates activity through gates, but not a measured one through registers, and an
//! activity set on a pin before it propagates is lost. So each module is cut at its registers and
//! children: the nets that they drive become inputs of known activity, and the activity of register
//! outputs is set afterwards. No cell charges the load of such an input then, so that is added.
//!
//! Versions differ in the energy of an edge: 2.0 adds that of rising and falling, where half of the
//! edges are of either kind. So each is asked once about a cell whose energy is known.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Library;
use super::netlist::{FIRST_NET, Instance, Net, Netlist, Pins, structure};
use super::timing::{OpenSta, PERIOD, TOOL, linked};
use super::wires::{WiredNet, spef};
use crate::activity::Activity;
use crate::study::yosys::{FlowError, kept};

/// A library of a flip-flop whose clock takes 2 pJ to rise and 1 pJ to fall.
const PROBE: &str = include_str!("probe.lib");
const PROBE_PJ: f64 = 3.0;

/// Steps in one change a cycle: rates are rounded to them.
const STEPS: f64 = 1e4;

/// Power of one copy of a module, without its children.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Power {
    /// pJ in a cycle.
    pub dynamic: f64,
    /// nW.
    pub leakage: f64,
}

/// Report of OpenSTA about a module.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct PowerReport {
    /// pJ in a cycle inside of cells.
    internal: f64,
    /// pJ in a cycle that charge the loads of cells.
    switching: f64,
    /// nW.
    leakage: f64,
}

/// A module without its children.
pub struct Cut {
    netlist: Netlist,
    /// The port of a module that each group of its inputs, called `pG_…`, comes from: an input of
    /// this one, or an output of a child; `None` for its own registers.
    groups: Vec<Option<[String; 2]>>,
    /// pF of the gate inputs behind each group.
    loads: Vec<f64>,
    /// Outputs of flip-flops, as `cell/pin`.
    registers: Vec<String>,
    /// The wires that its other cells drive.
    wires: Vec<WiredNet>,
}

/// `netlist` cut at its registers and children, whose cells drive wires of so many pF; `None` where
/// it has no cell of the library.
pub fn cut(netlist: &Netlist, library: &Library, wires: &HashMap<Net, f64>) -> Option<Cut> {
    let clock = netlist.clock();
    let mut groups = vec![];
    let mut ports: Vec<Pins> = vec![];
    let mut group_of: HashMap<Net, usize> = HashMap::new();
    let mut add = |nets: &[Net], from: Option<[&str; 2]>| {
        let group = groups.len();
        groups.push(from.map(|from| from.map(str::to_owned)));
        for &net in nets.iter().filter(|&&net| net >= FIRST_NET && Some(net) != clock) {
            if let Entry::Vacant(place) = group_of.entry(net) {
                place.insert(group);
                let name = format!("p{group}_{net}");
                ports.push(Pins { name, is_input: true, nets: vec![net] });
            }
        }
    };
    for port in netlist.ports.iter().filter(|port| port.is_input) {
        add(&port.nets, Some([&netlist.name, &port.name]));
    }
    let mut free = netlist.free();
    let mut cells: Vec<Instance> = vec![];
    let mut registers = vec![];
    let mut driven: Vec<Net> = vec![];
    for (number, cell) in netlist.cells.iter().enumerate() {
        let mut cell = Instance { name: format!("c{number}"), ..cell.clone() };
        let Some(known) = library.cells.get(&cell.kind) else {
            let outputs = cell.pins.iter().filter(|pins| !pins.is_input);
            outputs.for_each(|pins| add(&pins.nets, Some([&cell.kind, &pins.name])));
            continue;
        };
        if known.is_flip_flop {
            for pins in cell.pins.iter_mut().filter(|pins| !pins.is_input) {
                driven.extend(&pins.nets);
                registers.push(format!("{}/{}", cell.name, pins.name));
                pins.nets = vec![free];
                free += 1;
            }
        }
        cells.push(cell);
    }
    add(&driven, None);
    if cells.is_empty() {
        return None;
    }
    let mut loads = vec![0.0; groups.len()];
    for (net, load) in wires {
        group_of.get(net).into_iter().for_each(|&group| loads[group] += load);
    }
    let mut driven = vec![];
    for cell in &cells {
        for pins in cell.pins.iter().filter(|pins| !pins.is_input) {
            let own = pins.nets.iter().filter_map(|net| Some((net, *wires.get(net)?)));
            driven.extend(own.map(|(net, load)| WiredNet {
                name: format!("n{net}"),
                driver: [cell.name.clone(), pins.name.clone()],
                load,
                sinks: vec![],
            }));
        }
        for pins in cell.pins.iter().filter(|pins| pins.is_input) {
            let load = library.cells[&cell.kind].capacitance(&pins.name);
            let behind = pins.nets.iter().filter_map(|net| group_of.get(net));
            behind.for_each(|&group| loads[group] += load);
        }
    }
    let clock = clock.map(|net| Pins { name: "clock".into(), is_input: true, nets: vec![net] });
    ports.extend(clock);
    Some(Cut {
        netlist: Netlist { name: netlist.name.clone(), ports, cells },
        groups,
        loads,
        registers,
        wires: driven,
    })
}

impl Cut {
    /// pJ in a cycle that charge the loads behind the inputs, at that many V.
    fn charging(&self, activity: &Activity, voltage: f64) -> f64 {
        let changes = self.rates(activity);
        let charges: f64 = self.loads.iter().zip(changes).map(|(load, rate)| load * rate).sum();
        0.5 * voltage * voltage * charges
    }

    /// Changes of a bit in a cycle, of each group of inputs.
    fn rates(&self, activity: &Activity) -> Vec<f64> {
        let known = |module: &str| activity.modules.get(module);
        let of = |from: &Option<[String; 2]>| match from {
            None => known(&self.netlist.name).map(|own| own.registers),
            Some([module, port]) => known(module)?.ports.get(port).copied(),
        };
        let rounded = |rate: f64| (rate * STEPS).round() / STEPS;
        self.groups.iter().map(|from| rounded(of(from).unwrap_or(0.0))).collect()
    }
}

impl OpenSta {
    /// Power of the module of `cut` in each of `activities`.
    ///
    /// # Errors
    /// The tool's error, or that the cache cannot be written.
    pub fn power(
        &self,
        cache: &Path,
        library: &Library,
        cut: &Cut,
        activities: &[&Activity],
    ) -> Result<Vec<Power>, FlowError> {
        let wires = if cut.wires.is_empty() { String::new() } else { spef(&cut.wires) };
        let (text, script) = (structure(&cut.netlist), script(cut, activities, &wires));
        let liberty = with_conditions(library);
        let name = &cut.netlist.name;
        let reports =
            self.weigh(cache, &liberty, [&text, &wires], name, &script, activities.len())?;
        let of_edge = self.share_of_edge(cache)?;
        let whole = |(report, activity): (PowerReport, &&Activity)| {
            let charging = cut.charging(activity, library.voltage);
            let dynamic = of_edge * report.internal + report.switching + charging;
            Power { dynamic, leakage: report.leakage }
        };
        Ok(reports.into_iter().zip(activities).map(whole).collect())
    }

    /// The `count` reports that `script` asks for about the module `name`.
    fn weigh(
        &self,
        cache: &Path,
        liberty: &str,
        [netlist, spef]: [&str; 2],
        name: &str,
        script: &str,
        count: usize,
    ) -> Result<Vec<PowerReport>, FlowError> {
        let parts = [&self.version, script, netlist, spef, liberty].map(str::to_string);
        kept(cache, "weighed", &parts, "power.json", || {
            let answer = self.answer(&[liberty], [netlist, spef], name, script, "weighs")?;
            let reports: Option<Vec<PowerReport>> =
                answer.split(REPORT_BEGINS).skip(1).map(parse_report).collect();
            let reports = reports.filter(|reports| reports.len() == count);
            reports.ok_or_else(|| FlowError::failed(TOOL, name, "it reported no power"))
        })
    }

    /// Share of its internal power that is that of an edge: 1, or a half where it adds both kinds.
    fn share_of_edge(&self, cache: &Path) -> Result<f64, FlowError> {
        let netlist =
            "module probe (clock, d);\ninput clock, d;\nSTORE s (.D(d), .CK(clock));\nendmodule\n";
        let script = linked("probe", 1, "")
            + &clocked(" [get_ports clock]")
            + &format!("puts \"{REPORT_BEGINS}\"\nreport_power -digits 6\n");
        let reports = self.weigh(cache, PROBE, [netlist, ""], "probe", &script, 1)?;
        let internal = reports.first().map_or(0.0, |report| report.internal);
        let share = PROBE_PJ / internal;
        let known = [0.5, 1.0].into_iter().find(|known| (share / known - 1.0).abs() < 0.01);
        known.ok_or_else(|| {
            let said = format!(
                "it tells of {internal} pJ where a clock takes {PROBE_PJ}; take version 2.0.17"
            );
            FlowError::failed(TOOL, "probe", said)
        })
    }
}

/// The text of `library` with operating conditions: without any OpenSTA reports no power.
fn with_conditions(library: &Library) -> String {
    let text = &library.text;
    match text.rfind('}').filter(|_| !library.has_conditions) {
        Some(end) => format!(
            "{}operating_conditions (nominal) {{ process : 1; temperature : 25; voltage : {}; }}\n\
             default_operating_conditions : nominal;\n}}\n",
            &text[..end],
            library.voltage
        ),
        None => text.clone(),
    }
}

/// Printed before the report that counts.
const REPORT_BEGINS: &str = "all pins are told";

/// The command that defines the clock, at `ports`.
fn clocked(ports: &str) -> String {
    format!("create_clock -name clock -period {PERIOD}{ports}\n")
}

fn script(cut: &Cut, activities: &[&Activity], wires: &str) -> String {
    let target = if cut.netlist.clock().is_some() { " [get_ports clock]" } else { "" };
    let mut text = linked(&cut.netlist.name, 1, wires) + &clocked(target);
    text += &format!(
        "set_input_delay 0 -clock clock [get_ports p*_*]\nset registers [get_pins {{{}}}]\n",
        cut.registers.join(" ")
    );
    for activity in activities {
        let rates = cut.rates(activity);
        // Setting any input, even like this, makes it propagate anew.
        text += "set_power_activity -input -activity 0 -duty 0.5\n";
        let mut by_rate: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (group, rate) in rates.iter().enumerate() {
            by_rate.entry(rate.to_string()).or_default().push(format!("p{group}_*"));
        }
        for (rate, groups) in by_rate {
            text += &format!(
                "foreach p [get_ports -quiet {{{}}}] {{ ::sta::set_power_input_port_activity $p {rate} 0.5 }}\n",
                groups.join(" ")
            );
        }
        let register = cut.groups.iter().position(Option::is_none);
        let rate = register.map_or(0.0, |group| rates[group]);
        text += &format!(
            "report_power -digits 6\nforeach p $registers {{ ::sta::set_power_pin_activity $p {rate} 0.5 }}\n\
             puts \"{REPORT_BEGINS}\"\nreport_power -digits 6\n"
        );
    }
    text
}

/// The first report, for all cells but macros.
fn parse_report(said: &str) -> Option<PowerReport> {
    let row = |kind: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(kind))?;
        let numbers: Vec<f64> = line
            .split_whitespace()
            .take(3)
            .filter_map(|word| word.parse().ok())
            .filter(|number: &f64| number.is_finite())
            .collect();
        <[f64; 3]>::try_from(numbers).ok()
    };
    let (sequential, gates) = (row("Sequential")?, row("Combinational")?);
    // W over a period in ns are nJ.
    let of_cycle = |column: usize| 1e3 * PERIOD * (sequential[column] + gates[column]);
    let leakage = 1e9 * (sequential[2] + gates[2]);
    Some(PowerReport { internal: of_cycle(0), switching: of_cycle(1), leakage })
}

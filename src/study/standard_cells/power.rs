//! What the logic of a module takes, by OpenSTA's `report_power`.
//!
//! OpenSTA 2.0 carries activity through gates but no measured one through registers, and what is
//! told of a pin before it has carried is lost. So each module is cut at its registers and at its
//! children: what they drive becomes inputs of known activity, and what registers drive is told
//! afterwards.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::netlist::{FIRST_NET, Instance, Net, Netlist, Pins};
use super::timing::{OpenSta, PERIOD, library_name};
use super::{Library, structure};
use crate::activity::Activity;
use crate::study::mapping::kept;
use crate::study::yosys::FlowError;

/// Its answer in the cache.
const POWER: &str = "power.json";

/// Changes in a cycle that are told apart.
const STEPS: f64 = 1e4;

/// What one copy of a module takes, without its children.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Power {
    /// pJ in a cycle.
    pub dynamic: f64,
    /// nW.
    pub leakage: f64,
}

/// A module without its children, and what is known of its inputs.
pub struct Cut {
    netlist: Netlist,
    /// For each group of inputs, called `pG_…`, the changes of a bit in a cycle.
    inputs: Vec<f64>,
    /// Outputs of flip-flops, `cell/pin`, and their changes in a cycle.
    registers: (Vec<String>, f64),
}

/// `netlist` cut at its registers and children; `None` where it has no cell of the library.
pub fn cut(netlist: &Netlist, library: &Library, activity: &Activity) -> Option<Cut> {
    let rate = |rate: f64| (rate * STEPS).round() / STEPS;
    let of = |module: &str, port: &str| {
        let known = activity.modules.get(module).and_then(|module| module.ports.get(port));
        rate(known.copied().unwrap_or(0.0))
    };
    let own = activity.modules.get(&netlist.name).map_or(0.0, |module| rate(module.registers));
    let clock = netlist.clock();
    let mut groups: Vec<f64> = vec![];
    let mut ports: Vec<Pins> = vec![];
    let mut seen: HashMap<Net, ()> = HashMap::new();
    let mut add = |nets: &[Net], activity: f64| {
        let group = groups.len();
        groups.push(activity);
        for &net in nets.iter().filter(|&&net| net >= FIRST_NET && Some(net) != clock) {
            if seen.insert(net, ()).is_none() {
                let name = format!("p{group}_{net}");
                ports.push(Pins { name, is_input: true, nets: vec![net] });
            }
        }
    };
    for port in netlist.ports.iter().filter(|port| port.is_input) {
        add(&port.nets, of(&netlist.name, &port.name));
    }
    let pins = netlist.cells.iter().flat_map(|cell| &cell.pins).chain(&netlist.ports);
    let mut free = pins.flat_map(|pins| &pins.nets).copied().max().unwrap_or(FIRST_NET) + 1;
    let mut cells: Vec<Instance> = vec![];
    let mut outputs = vec![];
    for (number, cell) in netlist.cells.iter().enumerate() {
        let mut cell = Instance { name: format!("c{number}"), ..cell.clone() };
        let Some(known) = library.cells.get(&cell.kind) else {
            let driven = cell.pins.iter().filter(|pins| !pins.is_input);
            driven.for_each(|pins| add(&pins.nets, of(&cell.kind, &pins.name)));
            continue;
        };
        if known.is_flip_flop {
            for pins in cell.pins.iter_mut().filter(|pins| !pins.is_input) {
                add(&pins.nets, own);
                outputs.push(format!("{}/{}", cell.name, pins.name));
                pins.nets = vec![free];
                free += 1;
            }
        }
        cells.push(cell);
    }
    if cells.is_empty() {
        return None;
    }
    let clock = clock.map(|net| Pins { name: "clock".into(), is_input: true, nets: vec![net] });
    ports.extend(clock);
    let netlist = Netlist { name: netlist.name.clone(), ports, cells };
    Some(Cut { netlist, inputs: groups, registers: (outputs, own) })
}

impl OpenSta {
    /// What the module of `cut` takes.
    ///
    /// # Errors
    /// What the tool says, or that the cache cannot be written.
    pub fn power(
        &self,
        cache: &std::path::Path,
        library: &Library,
        cut: &Cut,
    ) -> Result<Power, FlowError> {
        let (text, script) = (structure(&cut.netlist), script(cut));
        let parts = [self.version(), &script, &text, &library.text].map(str::to_string);
        kept(cache, "power", &parts, POWER, || {
            let name = &cut.netlist.name;
            let answer = self.answer(&[&library.text], &text, name, &script, "weighs")?;
            let power = power(&answer).ok_or_else(|| Self::failed(name, "it reported no power"))?;
            Ok(serde_json::to_string(&power).expect("numbers are JSON"))
        })
    }
}

fn script(cut: &Cut) -> String {
    let name = &cut.netlist.name;
    let target = if cut.netlist.clock().is_some() { " [get_ports clock]" } else { "" };
    let mut text = format!(
        "read_liberty {}\nread_verilog netlist.v\nlink_design {name}\n\
         create_clock -name clock -period {PERIOD}{target}\n\
         set_input_delay 0 -clock clock [get_ports p*_*]\n\
         set_power_activity -input -activity 0 -duty 0.5\n",
        library_name(0)
    );
    let mut by_rate: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (group, rate) in cut.inputs.iter().enumerate() {
        by_rate.entry(rate.to_string()).or_default().push(group);
    }
    let set = |text: &mut String, get: &str, kind: &str, rate: &str| {
        writeln!(text, "foreach p [{get}] {{ ::sta::set_power_{kind}_activity $p {rate} 0.5 }}")
            .expect("memory takes it");
    };
    for (rate, groups) in by_rate {
        let names: Vec<String> = groups.iter().map(|group| format!("p{group}_*")).collect();
        set(&mut text, &format!("get_ports -quiet {{{}}}", names.join(" ")), "input_port", &rate);
    }
    text += "report_power -digits 6\nputs \"told\"\n";
    let (pins, rate) = &cut.registers;
    if !pins.is_empty() {
        set(&mut text, &format!("get_pins {{{}}}", pins.join(" ")), "pin", &rate.to_string());
    }
    text + "report_power -digits 6\n"
}

/// Of the second report: dynamic power and leakage of what is no macro, in W.
fn power(said: &str) -> Option<Power> {
    let (_, said) = said.split_once("told")?;
    let row = |kind: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(kind))?;
        let numbers: Vec<f64> =
            line.split_whitespace().take(3).filter_map(|word| word.parse().ok()).collect();
        <[f64; 3]>::try_from(numbers).ok()
    };
    let (sequential, gates) = (row("Sequential")?, row("Combinational")?);
    let dynamic = sequential[0] + sequential[1] + gates[0] + gates[1];
    // W over a period in ns are nJ.
    Some(Power { dynamic: 1e3 * PERIOD * dynamic, leakage: 1e9 * (sequential[2] + gates[2]) })
}

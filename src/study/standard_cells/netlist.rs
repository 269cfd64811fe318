//! A mapped module, bit by bit: read as yosys' `write_json` describes it, written as the structural
//! Verilog that a timing analyser reads.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::liberty::is_plain;

/// A net of one bit: 0 and 1 are the constants, the others are numbers of the module's own.
pub type Net = u32;

/// The first net that is not a constant.
pub const FIRST_NET: Net = 2;

/// A module of mapped cells and of instances of other modules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Netlist {
    /// Name of the module.
    pub name: String,
    /// Its ports.
    pub ports: Vec<Pins>,
    /// Its cells.
    pub cells: Vec<Instance>,
}

/// A cell of the library, a port of a memory, or another module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instance {
    /// Name of the instance.
    pub name: String,
    /// Its cell or module.
    pub kind: String,
    /// Its connections.
    pub pins: Vec<Pins>,
}

/// A port or a pin with the net of each bit, the lowest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pins {
    /// Name of the port.
    pub name: String,
    /// Whether the module or the cell is driven by it, and does not drive it.
    pub is_input: bool,
    /// Bit 0 first.
    pub nets: Vec<Net>,
}

impl Netlist {
    /// The modules in the output of `write_json`, without those of which only the ports are known.
    ///
    /// # Errors
    /// One clause with the problem.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let design: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let is_known = |module: &Value| {
            ["blackbox", "whitebox"].iter().all(|name| module["attributes"][name].is_null())
        };
        let modules = design["modules"].as_object().ok_or("it has no modules")?;
        let known = modules.iter().filter(|(_, module)| is_known(module));
        known.map(|(name, module)| netlist(name, module)).collect()
    }

    /// A free net; all above it are free too.
    pub fn free(&self) -> Net {
        let pins = self.cells.iter().flat_map(|cell| &cell.pins).chain(&self.ports);
        pins.flat_map(|pins| &pins.nets).copied().max().unwrap_or(FIRST_NET) + 1
    }

    /// The net of the clock, where the module has one.
    pub fn clock(&self) -> Option<Net> {
        self.ports
            .iter()
            .find(|port| port.is_input && port.name == "clock")
            .map(|port| port.nets[0])
    }
}

fn netlist(name: &str, module: &Value) -> Result<Netlist, String> {
    // A cell that yosys named by itself gets a short name: there are hundreds of thousands.
    let short = |place: usize, name: &str| match name.starts_with('$') {
        true => format!("c{place}"),
        false => name.to_string(),
    };
    let port = |(name, port): (&String, &Value)| pins(name, &port["direction"], &port["bits"]);
    let cell = |(place, (name, cell)): (usize, (&String, &Value))| {
        let directions = &cell["port_directions"];
        let pin = |(pin, bits): (&String, &Value)| pins(pin, &directions[pin], bits);
        let pins = entries(&cell["connections"]).map(pin).collect::<Result<_, String>>()?;
        let kind = cell["type"].as_str().unwrap_or_default().to_string();
        Ok(Instance { name: short(place, name), kind, pins })
    };
    Ok(Netlist {
        name: name.to_string(),
        ports: entries(&module["ports"]).map(port).collect::<Result<_, String>>()?,
        cells: entries(&module["cells"]).enumerate().map(cell).collect::<Result<_, String>>()?,
    })
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn pins(name: &str, direction: &Value, bits: &Value) -> Result<Pins, String> {
    let net = |bit: &Value| match bit {
        Value::String(text) => Ok(Net::from(text == "1")),
        _ => {
            let net = bit.as_u64().and_then(|number| Net::try_from(number).ok());
            net.ok_or_else(|| format!("{bit} is no net"))
        }
    };
    let direction = direction.as_str().ok_or_else(|| format!("nothing says what {name} is"))?;
    let bits = bits.as_array().into_iter().flatten();
    let nets = bits.map(net).collect::<Result<_, String>>()?;
    Ok(Pins { name: name.to_string(), is_input: direction == "input", nets })
}

/// The modules under `name` out of `modules`, each behind those that it has.
pub fn children_first(name: &str, modules: &mut BTreeMap<String, Netlist>) -> Vec<Netlist> {
    let Some(netlist) = modules.remove(name) else { return vec![] };
    let mut found = vec![];
    for cell in &netlist.cells {
        found.extend(children_first(&cell.kind, modules));
    }
    found.push(netlist);
    found
}

/// Each of `netlists`, and how often the design under the last of them has it.
pub fn counted(netlists: &[Netlist]) -> Vec<(&Netlist, usize)> {
    let mut copies: HashMap<&str, usize> = HashMap::new();
    copies.extend(netlists.last().map(|top| (top.name.as_str(), 1)));
    for netlist in netlists.iter().rev() {
        let own = copies.get(netlist.name.as_str()).copied().unwrap_or(0);
        for cell in &netlist.cells {
            *copies.entry(&cell.kind).or_default() += own;
        }
    }
    let of = |netlist: &Netlist| copies.get(netlist.name.as_str()).copied().unwrap_or(0);
    netlists.iter().map(|netlist| (netlist, of(netlist))).collect()
}

/// The names of nets that are ports, in Verilog: `port` or `port[3]`; inputs name theirs first, as an
/// output that is an input as well is a copy of it.
pub fn net_names(netlist: &Netlist) -> HashMap<Net, String> {
    let mut names = HashMap::new();
    let (inputs, outputs): (Vec<&Pins>, Vec<&Pins>) =
        netlist.ports.iter().partition(|port| port.is_input);
    for (own, net) in inputs.into_iter().chain(outputs).flat_map(bits) {
        if net >= FIRST_NET {
            names.entry(net).or_insert(own);
        }
    }
    names
}

/// The bits of a port, each with its name in Verilog.
fn bits(port: &Pins) -> impl Iterator<Item = (String, Net)> {
    port.nets.iter().enumerate().map(|(bit, &net)| match port.nets.len() {
        1 => (escaped(&port.name), net),
        _ => (format!("{}[{bit}]", escaped(&port.name)), net),
    })
}

/// The module as structural Verilog: instances, and nothing else.
pub fn structure(netlist: &Netlist) -> String {
    let names = net_names(netlist);
    let copies = netlist.ports.iter().flat_map(bits);
    let copies = copies.filter(|(own, net)| names.get(net) != Some(own));
    let name = |net: Net| match net {
        ..FIRST_NET => format!("1'b{net}"),
        _ => names.get(&net).cloned().unwrap_or_else(|| format!("n{net}")),
    };
    let port_names: Vec<String> = netlist.ports.iter().map(|port| escaped(&port.name)).collect();
    let mut text = format!("module {}({});\n", escaped(&netlist.name), port_names.join(", "));
    for port in &netlist.ports {
        let direction = if port.is_input { "input" } else { "output" };
        let range = match port.nets.len() {
            1 => String::new(),
            count => format!(" [{}:0]", count - 1),
        };
        writeln!(text, "{direction}{range} {};", escaped(&port.name)).expect("memory takes it");
    }
    for cell in &netlist.cells {
        let pins = cell.pins.iter().filter(|pins| !pins.nets.is_empty()).map(|pins| {
            let nets: Vec<String> = pins.nets.iter().rev().map(|&net| name(net)).collect();
            let nets = match nets.as_slice() {
                [net] => net.clone(),
                nets => format!("{{{}}}", nets.join(",")),
            };
            format!(".{}({nets})", escaped(&pins.name))
        });
        let pins: Vec<String> = pins.collect();
        writeln!(text, "{} {}({});", escaped(&cell.kind), escaped(&cell.name), pins.join(","))
            .expect("memory takes it");
    }
    for (own, net) in copies {
        writeln!(text, "assign {own} = {};", name(net)).expect("memory takes it");
    }
    text + "endmodule\n"
}

/// The name as Verilog has it: anything but letters, digits and underscores is escaped up to a
/// blank.
fn escaped(name: &str) -> String {
    if is_plain(name) { name.to_string() } else { format!("\\{name} ") }
}

//! A mapped module, bit by bit, as yosys' `write_json` describes it.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// What it consists of.
    pub cells: Vec<Instance>,
}

/// A cell of the library, a port of a memory, or another module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Instance {
    /// Name of the instance.
    pub name: String,
    /// Its cell or module.
    pub kind: String,
    /// How it is connected.
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

#[derive(Deserialize)]
struct Design {
    modules: BTreeMap<String, JsonModule>,
}

#[derive(Deserialize)]
struct JsonModule {
    attributes: HashMap<String, Value>,
    ports: BTreeMap<String, JsonPort>,
    cells: BTreeMap<String, JsonCell>,
}

#[derive(Deserialize)]
struct JsonPort {
    direction: String,
    bits: Vec<Value>,
}

#[derive(Deserialize)]
struct JsonCell {
    r#type: String,
    #[serde(default)]
    port_directions: BTreeMap<String, String>,
    connections: BTreeMap<String, Vec<Value>>,
}

impl Netlist {
    /// The modules of what `write_json` wrote, without those of which only the ports are known.
    ///
    /// # Errors
    /// One clause: what is wrong with it.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let design: Design = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let is_known = |module: &JsonModule| {
            !["blackbox", "whitebox"].iter().any(|name| module.attributes.contains_key(*name))
        };
        design
            .modules
            .into_iter()
            .filter(|(_, module)| is_known(module))
            .map(|(name, module)| netlist(name, module))
            .collect()
    }

    /// The net of the clock, where the module has one.
    pub fn clock(&self) -> Option<Net> {
        self.ports
            .iter()
            .find(|port| port.is_input && port.name == "clock")
            .map(|port| port.nets[0])
    }
}

fn netlist(name: String, module: JsonModule) -> Result<Netlist, String> {
    let port = |(name, port): (String, JsonPort)| {
        Ok(Pins { name, is_input: port.direction == "input", nets: nets(&port.bits)? })
    };
    // What yosys named by itself gets a short name: there are hundreds of thousands.
    let short =
        |place: usize, name: String| if name.starts_with('$') { format!("c{place}") } else { name };
    let cell = |(place, (name, cell)): (usize, (String, JsonCell))| {
        let pin = |(pin, bits): (&String, &Vec<Value>)| {
            let direction = cell
                .port_directions
                .get(pin)
                .ok_or_else(|| format!("nothing says what {pin} of {} is", cell.r#type))?;
            Ok(Pins { name: pin.clone(), is_input: direction == "input", nets: nets(bits)? })
        };
        let pins = cell.connections.iter().map(pin).collect::<Result<_, String>>()?;
        Ok(Instance { name: short(place, name), kind: cell.r#type.clone(), pins })
    };
    let ports = module.ports.into_iter().map(port).collect::<Result<_, String>>()?;
    Ok(Netlist {
        name,
        ports,
        cells: module.cells.into_iter().enumerate().map(cell).collect::<Result<_, String>>()?,
    })
}

fn nets(bits: &[Value]) -> Result<Vec<Net>, String> {
    let net = |bit: &Value| match bit {
        Value::Number(number) => number
            .as_u64()
            .and_then(|number| Net::try_from(number).ok())
            .ok_or_else(|| format!("{number} is no net")),
        Value::String(text) => Ok(Net::from(text == "1")),
        other => Err(format!("{other} is no net")),
    };
    bits.iter().map(net).collect()
}

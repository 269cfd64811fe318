//! A mapped netlist as the structural Verilog that a timing analyser reads: instances, and nothing
//! else.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::netlist::{FIRST_NET, Net, Netlist, Pins};

/// The module's text.
pub fn structure(netlist: &Netlist) -> String {
    let mut names: HashMap<Net, String> = HashMap::new();
    let mut copies = vec![];
    // Inputs name their nets first: an output that is an input as well is a copy of it.
    let (inputs, outputs): (Vec<&Pins>, Vec<&Pins>) =
        netlist.ports.iter().partition(|port| port.is_input);
    for port in inputs.into_iter().chain(outputs) {
        for (bit, &net) in port.nets.iter().enumerate() {
            let own = if port.nets.len() == 1 {
                escaped(&port.name)
            } else {
                format!("{}[{bit}]", escaped(&port.name))
            };
            if net < FIRST_NET || names.contains_key(&net) {
                copies.push((own, net));
            } else {
                names.insert(net, own);
            }
        }
    }
    let name = |net: Net| match net {
        ..FIRST_NET => format!("1'b{net}"),
        _ => names.get(&net).cloned().unwrap_or_else(|| format!("n{net}")),
    };
    let port_names: Vec<String> = netlist.ports.iter().map(|port| escaped(&port.name)).collect();
    let mut text = format!("module {}({});\n", escaped(&netlist.name), port_names.join(", "));
    for port in &netlist.ports {
        let direction = if port.is_input { "input" } else { "output" };
        let range = if port.nets.len() == 1 {
            String::new()
        } else {
            format!(" [{}:0]", port.nets.len() - 1)
        };
        writeln!(text, "{direction}{range} {};", escaped(&port.name)).expect("memory takes it");
    }
    for cell in &netlist.cells {
        let pins = cell.pins.iter().filter(|pins| !pins.nets.is_empty()).map(|pins| {
            let nets: Vec<String> = pins.nets.iter().rev().map(|&net| name(net)).collect();
            let nets =
                if nets.len() == 1 { nets.concat() } else { format!("{{{}}}", nets.join(",")) };
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
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_plain { name.to_string() } else { format!("\\{name} ") }
}

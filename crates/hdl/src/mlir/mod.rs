//! A netlist in the `hw`, `comb` and `seq` dialects of CIRCT, for its passes, its simulator
//! arcilator and all that reads MLIR (docs/learn/flows.md).
//!
//! One text holds the design: a `hw.module` a module, children first, of which only the top is
//! public. The author's names are the names.
//!
//! ```
//! use lanebeat_hdl::ModuleBuilder;
//! use lanebeat_hdl::mlir::write;
//! use lanebeat_hdl::verilog::Header;
//!
//! let m = ModuleBuilder::new("adder", "Sum of two bytes.");
//! m.output("sum", m.input("a", 8, "a byte") + m.input("b", 8, "another one"), "the sum");
//! let file = write(&m.finish(), &Header::new("", "by hand"));
//! assert_eq!(file.name, "adder.mlir");
//! assert!(file.text.contains("%0 = comb.add %a, %b : i8"));
//! ```

mod body;
mod instances;
mod operations;
mod state;

use std::sync::Arc;

use body::Body;

use crate::verilog::{File, Header, Row, heading, rows};
use crate::{Clocking, Direction, Module, NodeId, modules};

/// The file of the design under `top`.
///
/// # Panics
/// When two different modules share a name.
pub fn write(top: &Arc<Module>, header: &Header) -> File {
    let mut text = heading(&format!("{}: {}", top.name, top.purpose), header) + "\n";
    for module in modules(top) {
        text += "\n";
        if Arc::ptr_eq(&module, top) {
            text += &written(&module, header.clocking, "");
        } else {
            let none = Header::default();
            text += &(heading(&module.purpose, &none) + "\n");
            text += &written(&module, header.clocking, "private ");
        }
    }
    File { name: format!("{}.mlir", top.name), text }
}

fn written(module: &Module, clocking: Clocking, visibility: &str) -> String {
    let mut body = Body::of(module, clocking);
    for (number, node) in module.nodes.iter().enumerate() {
        let is_computed = !node.kind.is_source() && !node.kind.is_constant();
        if module.live[number] && is_computed {
            operations::node(&mut body, NodeId(number));
        }
    }
    module.instances.iter().for_each(|instance| instances::instance(&mut body, instance));
    module.memories.iter().for_each(|memory| state::memory(&mut body, memory));
    state::reset(&mut body);
    module.registers.iter().for_each(|register| state::register(&mut body, register));
    let outputs = module.outputs();
    let (values, types): (Vec<String>, Vec<String>) =
        outputs.map(|port| (body.value(port.node), format!("i{}", port.width))).unzip();
    body.line(match values.is_empty() {
        true => "hw.output".to_owned(),
        false => format!("hw.output {} : {}", values.join(", "), types.join(", ")),
    });
    let parameter = if module.uses_index() { "<INDEX: i32 = 0>" } else { "" };
    let (name, ports) = (&module.name, ports(module, clocking));
    format!("hw.module {visibility}@{name}{parameter}({ports}) {{\n{}}}\n", body.text())
}

/// One port a line, each with its comment.
fn ports(module: &Module, clocking: Clocking) -> String {
    let rows = rows(module, clocking);
    let line = |(position, row): (usize, &Row)| {
        let (name, purpose) = (row.name, &row.purpose);
        let kind = match position {
            0 if module.has_clock() => "!seq.clock".to_owned(),
            _ => format!("i{}", row.width),
        };
        let port = match row.direction {
            Direction::Input => format!("in %{name} : {kind}"),
            Direction::Output => format!("out {name} : {kind}"),
        };
        let comma = if position + 1 == rows.len() { "" } else { "," };
        let comment = if purpose.is_empty() { "" } else { " // " };
        format!("\n  {port}{comma}{comment}{purpose}")
    };
    let lines: String = rows.iter().enumerate().map(line).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}

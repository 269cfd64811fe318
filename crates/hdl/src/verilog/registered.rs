//! A module between registers, for place and route: three pins in place of hundreds, and no path
//! that a pin's delay is in.
//!
//! ```text
//!   serial ──► chain of registers ──inputs──► module ──outputs──► chain of registers ──► parity
//! ```

use super::file::File;
use crate::{Module, Port};

/// The name of the module around.
pub const REGISTERED: &str = "registered";

/// Around `module`: its inputs from a chain that one pin fills, its outputs into a chain that adds
/// each to the one before (exclusive or), so that nothing is optimised away and a path is at most
/// one gate longer.
pub fn registered(module: &Module) -> File {
    let reset = module.has_reset().then_some(("reset", 1));
    let inputs = reset.into_iter().chain(module.inputs().map(named));
    let (inputs, input_bits) = connections(inputs, "inputs");
    let (outputs, output_bits) = connections(module.outputs().map(named), "outputs");
    let clock = module.has_clock().then(|| "        .clock(clock)".to_string());
    let all: Vec<String> = clock.into_iter().chain(inputs).chain(outputs).collect();
    // A chain has two registers at least, or its range would be empty.
    let (chain, sums) = (input_bits.max(2), output_bits.max(2));
    let text = format!(
        "module {REGISTERED} (input wire clock, input wire serial, output wire parity);\n    reg [{0}:0] inputs;\n    wire [{1}:0] outputs;\n    \
         reg [{1}:0] sums;\n    assign parity = sums[{1}];\n{2}    always @(posedge clock) begin\n        \
         inputs <= {{inputs[{3}:0], serial}};\n        sums <= outputs ^ {{sums[{4}:0], 1'b0}};\n    end\n    {5} unit (\n{6}\n    );\nendmodule\n",
        chain - 1,
        sums - 1,
        if output_bits < sums {
            format!("    assign outputs[{}:{output_bits}] = 0;\n", sums - 1)
        } else {
            String::new()
        },
        chain - 2,
        sums - 2,
        module.name,
        all.join(",\n"),
    );
    File { name: format!("{REGISTERED}.v"), text }
}

fn named(port: &Port) -> (&str, usize) {
    (port.name.as_str(), port.width)
}

/// Each port on its bits of `vector`, and how many bits these are.
fn connections<'p>(
    ports: impl Iterator<Item = (&'p str, usize)>,
    vector: &str,
) -> (Vec<String>, usize) {
    let mut bits = 0;
    let connection = |(name, width): (&str, usize)| {
        bits += width;
        format!("        .{name}({vector}[{}:{}])", bits - 1, bits - width)
    };
    (ports.map(connection).collect(), bits)
}

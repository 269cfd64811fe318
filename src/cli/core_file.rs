//! Core file of a unit for FuseSoC: its files, and how it is linted, simulated and synthesised.

use lanebeat::verilog::{DUMPS, File, STOPS};

/// Ending of a core file.
pub const ENDING: &str = ".core";
/// Beginning of each core file that we write.
pub const HEAD: &str = "CAPI=2:\n# Made by:\n#   lanebeat generate ";

/// The core file of the unit called `name` in module `top`, whose Verilog is in `files`. `drivers` names the
/// files for drivers, `has_bench` says whether the unit's bench is next to it.
pub fn core_file(
    command: &str,
    purpose: &str,
    (name, top): (&str, &str),
    files: &[&File],
    drivers: &[String],
    has_bench: bool,
) -> File {
    let arguments = command.strip_prefix("lanebeat generate ").unwrap_or(command);
    let version = env!("CARGO_PKG_VERSION");
    let list: String = files.iter().map(|file| format!("      - {}\n", file.name)).collect();
    let drivers = match drivers {
        [] => String::new(),
        names => format!("  drivers:\n    files: [{}]\n    file_type: user\n", names.join(", ")),
    };
    let (bench, sim) = if has_bench { (bench(top), sim(top)) } else { Default::default() };
    let text = format!(
        "{HEAD}{arguments}

name: lanebeat:generated:{name}:{version}
description: \"{purpose}\"

filesets:
  rtl:
    files:
{list}    file_type: verilogSource-2005
{drivers}{bench}
targets:
  default:
    filesets: [rtl]
    toplevel: {top}
  lint:
    filesets: [rtl]
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
{sim}  synth:
    filesets: [rtl]
    toplevel: {top}
    flow: generic
    flow_options:
      tool: yosys
      arch: xilinx
      yosys_synth_options: [-family xc7, -noiopad, -noclkbuf]
      output_format: json
"
    );
    File { name: format!("{top}{ENDING}"), text }
}

/// The bench's files, and its parameters.
fn bench(top: &str) -> String {
    format!(
        "  bench:
    files:
      - {top}_testbench.v: {{file_type: verilogSource-2005}}
      - {top}_testbench.hex: {{file_type: user, copyto: {top}_testbench.hex}}

parameters:
  {STOPS}:
    description: stop when outputs differ
    datatype: bool
    default: true
    paramtype: plusarg
  {DUMPS}:
    description: dump all signals into {top}_testbench.vcd
    datatype: bool
    paramtype: plusarg
"
    )
}

fn sim(top: &str) -> String {
    format!(
        "  sim:
    filesets: [rtl, bench]
    toplevel: {top}_testbench
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005, -Wall]
      vvp_options: [-N]
    parameters: [{STOPS}, {DUMPS}]
"
    )
}

//! `generate --project`: a design for OpenROAD-flow-scripts or for LibreLane.

use clap::ValueEnum;

use super::constraints::MADE_BY;
use super::floorplan::{Floorplan, Place};
use lanebeat::verilog::File;

/// Utilization of the core's area, in percent.
pub const UTILIZATION: u32 = 40;

/// A flow from Verilog to a layout.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Project {
    /// OpenROAD-flow-scripts: config.mk and constraint.sdc
    Orfs,
    /// LibreLane: config.yaml and constraint.sdc
    Librelane,
}

/// Content of a project.
pub struct Contents<'a> {
    pub top: &'a str,
    pub command: &'a str,
    pub megahertz: f64,
    /// Names of the Verilog files, without models of macros.
    pub files: Vec<&'a str>,
    /// Bits of the largest memory that is left.
    pub memory_bits: usize,
    /// Names of the macros.
    pub macros: Vec<&'a str>,
    pub floorplan: Option<Floorplan>,
}

impl Project {
    pub fn key(self) -> &'static str {
        match self {
            Self::Orfs => "orfs",
            Self::Librelane => "librelane",
        }
    }

    /// The project's files.
    pub fn files(self, contents: &Contents) -> Vec<File> {
        let head = |name: &str, what: &str| {
            format!("# {name}: {} {what}.\n{MADE_BY}{}\n", contents.top, contents.command)
        };
        let (name, text) = match self {
            Self::Orfs => {
                ("config.mk", head("config.mk", "for OpenROAD-flow-scripts") + &orfs(contents))
            }
            Self::Librelane => {
                ("config.yaml", head("config.yaml", "for LibreLane") + &librelane(contents))
            }
        };
        let clock = head("constraint.sdc", "with its clock") + &constraint(contents.megahertz);
        let places = contents.floorplan.as_ref().filter(|_| self == Self::Orfs).map(|plan| {
            (PLACES, head(PLACES, "with the places of its macros") + &placement(&plan.places))
        });
        let files = [(name, text), ("constraint.sdc", clock)].into_iter().chain(places);
        files.map(|(name, text)| File { name: name.to_owned(), text }).collect()
    }
}

fn orfs(contents: &Contents) -> String {
    let Contents { top, memory_bits, .. } = contents;
    let list: String = contents.files.iter().map(|name| format!(" \\\n    {name}")).collect();
    let mut text = format!(
        "LANEBEAT := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
export DESIGN_NAME = {top}
export DESIGN_NICKNAME ?= {top}
export PLATFORM ?= ihp-sg13g2
export VERILOG_FILES = $(addprefix $(LANEBEAT)/,{list})
export SDC_FILE = $(LANEBEAT)/constraint.sdc
"
    );
    text += &match &contents.floorplan {
        // The flow takes a utilization or areas, not both.
        Some(plan) => format!(
            "export DIE_AREA ?= 0 0 {}\nexport CORE_AREA ?= {}\nexport MACRO_PLACEMENT_TCL ?= $(LANEBEAT)/{PLACES}\n",
            numbers(&plan.die, " "),
            numbers(&plan.core(), " ")
        ),
        None => format!("export CORE_UTILIZATION ?= {UTILIZATION}\n"),
    };
    if *memory_bits > 0 {
        text += "# Memories that are left become flip-flops.\n";
        text += &format!("export SYNTH_MEMORY_MAX_BITS ?= {memory_bits}\n");
    }
    if !contents.macros.is_empty() {
        text += "# Files of macros: in macros/ next to this file, else the platform's.\n";
        text += &format!("LANEBEAT_MACROS = {}\n", contents.macros.join(" "));
        for (variable, folder, tail, own) in [
            ("LEFS", "lef", ".lef", ".lef"),
            ("LIBS", "lib", "_typ*.lib", "*.lib"),
            ("GDS", "gds", ".gds", ".gds"),
        ] {
            text += &format!(
                "export ADDITIONAL_{variable} = $(foreach macro,$(LANEBEAT_MACROS),$(firstword $(wildcard $(LANEBEAT)/macros/$(macro){own} $(PLATFORM_DIR)/{folder}/$(macro){tail})))\n"
            );
        }
    }
    text
}

fn librelane(contents: &Contents) -> String {
    let list: String = contents.files.iter().map(|name| format!("  - dir::{name}\n")).collect();
    let (top, period) = (contents.top, 1000.0 / contents.megahertz);
    let mut text = format!(
        "meta:
  version: 2
  flow: Classic
DESIGN_NAME: {top}
VERILOG_FILES:
{list}CLOCK_PORT: clock
CLOCK_PERIOD: {period:.3}
PNR_SDC_FILE: dir::constraint.sdc
SIGNOFF_SDC_FILE: dir::constraint.sdc
"
    );
    text += &match &contents.floorplan {
        Some(plan) => format!(
            "FP_SIZING: absolute\nDIE_AREA: [0, 0, {}]\nCORE_AREA: [{}]\n",
            numbers(&plan.die, ", "),
            numbers(&plan.core(), ", ")
        ),
        None => format!("FP_CORE_UTIL: {UTILIZATION}\n"),
    };
    if !contents.macros.is_empty() {
        text += "MACROS:\n";
    }
    for name in &contents.macros {
        text += &format!(
            "  {name}:\n    gds: [\"dir::macros/{name}.gds\"]\n    lef: [\"dir::macros/{name}.lef\"]\n    lib: {{\"*\": [\"dir::macros/{name}.lib\"]}}\n"
        );
        let places = contents.floorplan.iter().flat_map(|plan| &plan.places);
        let own: Vec<&Place> = places.filter(|place| place.r#macro == *name).collect();
        text += if own.is_empty() { "" } else { "    instances:\n" };
        for Place { instance, at, .. } in own {
            text += &format!(
                "      \"{instance}\": {{location: [{}], orientation: N}}\n",
                numbers(at, ", ")
            );
        }
    }
    text
}

/// The clock, and a fifth of its period for what lies before inputs and behind outputs.
fn constraint(megahertz: f64) -> String {
    let period = 1000.0 / megahertz;
    let outside = period / 5.0;
    format!(
        "create_clock -name clock -period {period:.3} [get_ports clock]
set inputs [all_inputs]
set position [lsearch $inputs [get_ports clock]]
set_input_delay {outside:.3} -clock clock [lreplace $inputs $position $position]
set_output_delay {outside:.3} -clock clock [all_outputs]
"
    )
}

/// File of the places of macros.
const PLACES: &str = "macro_placement.tcl";

fn numbers(all: &[f64], separator: &str) -> String {
    all.iter().map(f64::to_string).collect::<Vec<_>>().join(separator)
}

/// Places the macros by their names, however much of the hierarchy synthesis has left, and however
/// the database writes brackets.
fn placement(places: &[Place]) -> String {
    let place =
        |Place { instance, at, .. }: &Place| format!("    {{{instance}}} {}\n", numbers(at, " "));
    let rows: String = places.iter().map(place).collect();
    format!(
        "set places {{\n{rows}}}
foreach instance [[ord::get_db_block] getInsts] {{
    set known([string map {{\\\\ {{}} / .}} [$instance getName]]) [$instance getName]
}}
foreach {{name x y}} $places {{
    if {{ ![info exists known($name)] }} {{
        error \"the design has no macro $name: leave MACRO_PLACEMENT_TCL out, and let the flow place them\"
    }}
    place_macro -macro_name $known($name) -location [list $x $y] -orientation R0
}}
"
    )
}
